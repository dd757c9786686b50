// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// page_files.c - writes the files of a model into a page. Robots are converted to model files, because pages read no
// XML.
#include "model_files.h"

#include <stdlib.h>
#include <string.h>

#include "common/system.h"
#include "common/text.h"
#include "page/pack_columns.h"
#include "page/page.h"

const char *page_file_name(const char *own, const char *name) {
  size_t folder = path_length_of_folder(own);
  return strncmp(name, own, folder) == 0 ? name + folder : name;
}

// Writes the content of a binary file, such as a mesh, as the member `base64`. Returns false if it cannot be read.
static bool write_bytes(app_command *command, app_json *json, const jn_source *source) {
  uint8_t *bytes = files_read(command, source);
  char *text = bytes ? pack_base64(bytes, source->size) : NULL;
  if (text) json_text(json, "base64", text);
  free(text);
  free(bytes);
  return text != NULL;
}

static bool write_file(app_command *command, app_json *json, const char *own, const jn_source *source) {
  json_open(json, page_file_name(own, source->name), '{');
  if (source->text) json_text(json, "text", source->text);
  bool whole = source->text || write_bytes(command, json, source);
  json_close(json, '}');
  return whole;
}

// Writes the compiled model of the command line as one binary file; the model files inside it are written as well, for
// users to read and edit. Returns false if it cannot be read.
static bool write_code(app_command *command, app_json *json) {
  const char *path = command->options.words.items[0];
  system_file file;
  jn_source source = {.name = path, .size = system_file_info(path, &file) ? (size_t)file.size : 0};
  json_open(json, page_file_name(path, path), '{');
  bool whole = write_bytes(command, json, &source);
  json_close(json, '}');
  return whole;
}

static void note_robot(app_command *command, const char *name, const char *robot) {
  jn_error note = {.severity = JN_NOTE};
  snprintf(note.what, sizeof note.what, "the page has '%.200s', imported from '%.200s'", name, robot);
  jn_report_add(command->report, &note);
}

static bool has_source(const jn_model *model, const char *name) {
  for (int i = 0; i < jn_model_nsources(model); i++)
    if (strcmp(jn_model_source(model, i).name, name) == 0) return true;
  return false;
}

static bool is_written(const page_content *content, int course, const char *name) {
  bool written = has_source(content->model, name);
  for (int i = 0; i < course && !written; i++) written = has_source(page_courses_model(content->courses, i), name);
  return written;
}

// Writes those files of the models on all courses that are not written yet. Returns false if one cannot be read.
static bool write_courses(app_command *command, app_json *json, const page_content *content) {
  bool whole = true;
  const char *own = content->courses ? jn_model_source(content->model, 0).name : "";
  for (int k = 0;; k++) {
    const jn_model *model = page_courses_model(content->courses, k);
    if (!model) return whole;
    for (int i = 0; i < jn_model_nsources(model); i++) {
      jn_source source = jn_model_source(model, i);
      if (!is_written(content, k, source.name)) whole &= write_file(command, json, own, &source);
    }
  }
}

bool page_write_files(app_command *command, app_json *json, const page_content *content) {
  app_files files;
  bool whole = content->record ? files_of_record(content->record, &files) : files_of_model(content->model, &files);
  if (whole) {
    const char *own = files.items[0].name;
    json_text(json, "model", page_file_name(own, own));
    json_open(json, "files", '{');
    for (int i = 0; i < files.n; i++) whole &= write_file(command, json, own, &files.items[i]);
    whole &= write_courses(command, json, content);
    bool compiled = content->model && jn_model_is_compiled(content->model);
    if (compiled) whole &= write_code(command, json);
    json_close(json, '}');
    if (compiled)
      json_text(json, "code", page_file_name(command->options.words.items[0], command->options.words.items[0]));
    if (files.name) note_robot(command, files.name, jn_model_source(content->model, 0).name);
  }
  files_free(&files);
  return whole;
}
