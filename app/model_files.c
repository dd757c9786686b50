// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// model_files.c - lists the files of a model and reads their bytes.
#include "model_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/system.h"
#include "common/text.h"

bool files_of_model(const jn_model *model, app_files *files) {
  int n = jn_model_nsources(model);
  const char *robot = jn_model_imported_text(model);
  *files = (app_files){.items = calloc((size_t)n, sizeof *files->items)};
  if (!files->items) return false;
  if (robot) {
    files->name = path_with_ending(jn_model_source(model, 0).name, ".yaml");
    if (!files->name) return false;
    files->items[files->n++] = (jn_source){.name = files->name, .text = robot, .size = strlen(robot)};
  }
  for (int i = 0; i < n; i++) {
    jn_source source = jn_model_source(model, i);
    if (!robot || !jn_import_takes(source.name)) files->items[files->n++] = source;
  }
  return true;
}

bool files_of_record(const jn_record *record, app_files *files) {
  int n = jn_record_nsources(record);
  *files = (app_files){.items = calloc((size_t)n + 1, sizeof *files->items)};
  for (int i = 0; files->items && i < n; i++) files->items[files->n++] = jn_record_source(record, i);
  return files->items != NULL;
}

void files_free(app_files *files) {
  free(files->name);
  free(files->items);
}

// Returns the bytes of a file that is stored in the compiled model of the command line, because the original may not
// exist here; NULL: the model is not compiled or does not contain it. The caller frees them.
static void *bytes_inside(const app_command *command, const jn_source *source) {
  size_t size = 0;
  const char *path = command->options.words.n > 0 ? command->options.words.items[0] : "";
  char *inside = jn_file_format_of(path) == JN_FORMAT_COMPILED ? jn_compiled_file(path, source->name, &size) : NULL;
  void *bytes = inside && size == source->size ? malloc(size + 1) : NULL;
  if (bytes) memcpy(bytes, inside, size);
  jn_text_free(NULL, inside);
  return bytes;
}

void *files_read(app_command *command, const jn_source *source) {
  void *inside = bytes_inside(command, source);
  if (inside) return inside;
  FILE *file = system_open(source->name, "rb");
  char *bytes = malloc(source->size + 1);
  bool whole = file && bytes && fread(bytes, 1, source->size, file) == source->size;
  if (file) fclose(file);
  if (whole) return bytes;
  free(bytes);
  jn_report_fault(command->report, JN_IO, "", "'%.200s' cannot be read", source->name);
  return NULL;
}
