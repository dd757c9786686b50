// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// files.c - the files of a model as the page has them; robots of other programs as model files, since it reads no XML.
#include "files.h"

#include "page/page.h"

static bool write_file(app_command *command, app_json *json, const jn_source *source) {
  if (!source->text) {
    jn_report_fault(command->report, JN_REFUSED, "", "'%.200s' is too large for a page, or no text", source->name);
    return false;
  }
  json_open(json, source->name, '{');
  json_text(json, "text", source->text);
  json_close(json, '}');
  return true;
}

static void tell_robot(app_command *command, const char *name, const char *robot) {
  jn_error note = {.severity = JN_NOTE};
  snprintf(note.what, sizeof note.what, "the page has '%.200s', imported from '%.200s'", name, robot);
  jn_report_add(command->report, &note);
}

bool page_write_files(app_command *command, app_json *json, const jn_model *model) {
  app_files files;
  bool whole = files_of_model(model, &files);
  if (whole) {
    json_text(json, "model", files.items[0].name);
    json_open(json, "files", '{');
    for (int i = 0; i < files.n; i++) whole &= write_file(command, json, &files.items[i]);
    json_close(json, '}');
    if (files.name) tell_robot(command, files.name, jn_model_source(model, 0).name);
  }
  files_free(&files);
  return whole;
}
