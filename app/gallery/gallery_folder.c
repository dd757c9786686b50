// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// gallery_folder.c - makes the folders of a gallery. Only an earlier gallery is overwritten.
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "common/system.h"
#include "gallery/gallery_site.h"

enum { PATH_SIZE = 1024, HEAD = 512 };

static bool has_gallery(const char *folder) {
  char path[PATH_SIZE], head[HEAD + 1];
  snprintf(path, sizeof path, "%s/index.html", folder);
  FILE *file = system_open(path, "rb");
  size_t n = file ? fread(head, 1, HEAD, file) : 0;
  if (file) fclose(file);
  head[n] = 0;
  return strstr(head, site_mark) != NULL;
}

jn_status site_check_folder(app_command *command, const char *folder) {
  system_file there;
  if (strlen(folder) > PATH_SIZE - 200) return usage_fault(command, "the name of the folder is too long");
  if (!system_file_info(folder, &there)) {
    if (errno == ENOENT) return JN_OK;
    return jn_report_fault(command->report, JN_IO, "", "cannot read '%.300s': %s", folder, strerror(errno));
  }
  if (!there.folder)
    return usage_fault(command, "'%.300s' is a file, but a gallery goes into a folder; name another with --output",
                       folder);
  if (system_is_empty(folder) || has_gallery(folder)) return JN_OK;
  return usage_fault(
      command, "the folder '%.300s' contains files that are not of a gallery; name another with --output", folder);
}

jn_status site_make_folder(app_command *command, const char *folder, const char *below) {
  char path[PATH_SIZE];
  snprintf(path, sizeof path, "%s/%s", folder, below);
  if (system_make_folder(path) || errno == EEXIST) return JN_OK;
  return jn_report_fault(command->report, JN_IO, "", "cannot make the folder '%.300s': %s", path, strerror(errno));
}

jn_status site_write(app_command *command, const char *folder, const char *name, const char *text) {
  char path[PATH_SIZE];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return jn_text_write(path, text, command->report);
}
