// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// gallery_folder.c - the folder of a gallery. Only an earlier gallery is overwritten.
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "gallery/gallery_site.h"

enum { PATH_SIZE = 1024, HEAD = 512 };

static bool is_empty(const char *folder) {
  DIR *entries = opendir(folder);
  int n = 0;
  if (!entries) return false;
  while (readdir(entries)) n++;
  closedir(entries);
  return n <= 2;  // "." and ".."
}

static bool has_gallery(const char *folder) {
  char path[PATH_SIZE], head[HEAD + 1];
  snprintf(path, sizeof path, "%s/index.html", folder);
  FILE *file = fopen(path, "rb");
  size_t n = file ? fread(head, 1, HEAD, file) : 0;
  if (file) fclose(file);
  head[n] = 0;
  return strstr(head, site_mark) != NULL;
}

jn_status site_check_folder(app_command *command, const char *folder) {
  struct stat status;
  if (strlen(folder) > PATH_SIZE - 200) return usage_fault(command, "the name of the folder is too long");
  if (stat(folder, &status) != 0) {
    if (errno == ENOENT) return JN_OK;
    return jn_report_fault(command->report, JN_IO, "", "cannot look at '%.300s': %s", folder, strerror(errno));
  }
  if (!S_ISDIR(status.st_mode))
    return usage_fault(command, "'%.300s' is a file, but a gallery goes into a folder; name another with --output",
                       folder);
  if (is_empty(folder) || has_gallery(folder)) return JN_OK;
  return usage_fault(
      command, "the folder '%.300s' contains files that are not of a gallery; name another with --output", folder);
}

jn_status site_make_folder(app_command *command, const char *folder, const char *below) {
  char path[PATH_SIZE];
  snprintf(path, sizeof path, "%s/%s", folder, below);
  if (mkdir(path, 0777) == 0 || errno == EEXIST) return JN_OK;
  return jn_report_fault(command->report, JN_IO, "", "cannot make the folder '%.300s': %s", path, strerror(errno));
}

jn_status site_write(app_command *command, const char *folder, const char *name, const char *text) {
  char path[PATH_SIZE];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return jn_text_write(path, text, command->report);
}
