// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// embedded.c - models that are built into the command.
#include "common/embedded.h"

#include <jounce/document.h>
#include <jounce/import.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"

static void *copy_of(const char *text, size_t n, size_t *size) {
  char *copy = malloc(n + 1);
  if (copy) {
    memcpy(copy, text, n);
    copy[n] = 0;
    *size = n;
  }
  return copy;
}

// Returns whether a path is that of the model file that `import` would write for this embedded robot.
static bool is_imported_as(const embedded_model *file, const char *path) {
  const char *dot = strrchr(file->path, '.');
  size_t stem = (size_t)(dot - file->path);
  return jn_import_takes(file->path) && strncmp(path, file->path, stem) == 0 && strcmp(path + stem, ".yaml") == 0;
}

// Imports an embedded robot and returns the text of the model file; sets *size. Messages on what is not imported are
// dropped. The caller frees the text; NULL: the import failed.
static void *import(const embedded_model *file, size_t *size) {
  char *text = jn_import_text(NULL, file->path, (const char *)file->text, file->size, NULL, NULL);
  void *copy = text ? copy_of(text, strlen(text), size) : NULL;
  jn_text_free(NULL, text);
  return copy;
}

// Writes a path to `out` without its parts "folder/..": "models/examples/../parts/soils.yml" becomes
// "models/parts/soils.yml".
static void shorten(const char *path, char *out, size_t size) {
  snprintf(out, size, "%s", path);
  for (char *up = strstr(out, "/../"); up && up > out; up = strstr(out, "/../")) {
    char *before = up;
    while (before > out && before[-1] != '/') before--;
    memmove(before, up + 4, strlen(up + 4) + 1);
  }
}

static void *read_file(void *user, const char *given, size_t *size, char *why, size_t why_size) {
  char path[400];
  (void)user;
  shorten(given, path, sizeof path);
  why[0] = 0;
  for (const embedded_model *m = embedded_models; m->name; m++) {
    if (strcmp(m->path, path) == 0) return copy_of((const char *)m->text, m->size, size);
    if (is_imported_as(m, path)) return import(m, size);
  }
  snprintf(why, why_size, "it is not built into the command");
  return NULL;
}

static void release(void *user, void *bytes) {
  (void)user;
  free(bytes);
}

jn_model *embedded_read(const embedded_model *file, const jn_setting *settings, int nsettings, jn_report *report) {
  jn_files files = {.read = read_file, .release = release};
  char *path = path_with_ending(file->path, ".yaml");
  jn_model *model = path ? jn_model_read_files(NULL, &files, path, settings, nsettings, report) : NULL;
  free(path);
  return model;
}
