// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// files.c - the files of a model as the page has them. A robot of another program is there as the model file that
// `jounce import` makes of it: the page reads no XML.
#include <stdlib.h>

#include "common/text.h"
#include "page/page.h"

static void write_file(app_json *json, const char *name, const char *text) {
  json_open(json, name, '{');
  json_text(json, "text", text);
  json_close(json, '}');
}

static bool write_source(app_command *command, app_json *json, const jn_source *source) {
  if (!source->text)
    jn_report_fault(command->report, JN_REFUSED, "", "'%.200s' is too large for a page, or no text", source->name);
  else write_file(json, source->name, source->text);
  return source->text != NULL;
}

// The meshes beside it keep their names.
static bool write_robot(app_command *command, app_json *json, const char *robot, const char *name) {
  char *text = jn_import_file(NULL, robot, NULL, NULL);
  if (text) write_file(json, name, text);
  jn_text_free(NULL, text);
  if (!text) return false;
  jn_error note = {.severity = JN_NOTE};
  snprintf(note.what, sizeof note.what, "the page has '%.200s', imported from '%.200s'", name, robot);
  jn_report_add(command->report, &note);
  return true;
}

bool page_write_files(app_command *command, app_json *json, const jn_model *model) {
  jn_source own = jn_model_source(model, 0);
  bool robot = jn_import_takes(own.name), whole = true;
  char *made = robot ? path_with_ending(own.name, ".yaml") : NULL;
  if (robot && !made) return false;
  json_text(json, "model", robot ? made : own.name);
  json_open(json, "files", '{');
  if (robot) whole = write_robot(command, json, own.name, made);
  for (int i = 0; i < jn_model_nsources(model); i++) {
    jn_source source = jn_model_source(model, i);
    if (!robot || !jn_import_takes(source.name)) whole &= write_source(command, json, &source);
  }
  json_close(json, '}');
  free(made);
  return whole;
}
