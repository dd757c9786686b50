// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// report.c - the report of a verb: a page with the engine, or a plain page if the command was built without the engine.
#include "page/report.h"

#include "common/text.h"
#include "page/page_runs.h"

jn_status report_check(app_command *command, bool plain) {
  const char *path = command->options.report;
  if (!path) return JN_OK;
  if (jn_file_format_of(path) != JN_FORMAT_HTML)
    return usage_fault(command, "a report is an .html file, but --report is '%s'", path);
  return plain ? JN_OK : page_check(command);
}

bool report_is_page(void) {
  size_t size;
  return page_text(&size) != NULL;
}

// ---- page -----------------------------------------------------------------------------------------------------------

typedef struct {
  app_command *command;
  const report_content *content;
} order;

static void put_choices(const app_options *options, app_json *out) {
  json_open(out, "settings", '{');
  for (int i = 0; i < JN_NCHOICES; i++) {
    char path[80], value[256];
    if (!options->given[i]) continue;
    snprintf(path, sizeof path, "simulate.%s", jn_choice_get((jn_choice)i)->key);
    jn_choice_print(&options->chosen, (jn_choice)i, 17, value, sizeof value);
    json_text(out, path, value);
  }
  json_close(out, '}');
}

static void put_report(const void *user, app_json *out) {
  const order *o = user;
  const report_content *content = o->content;
  json_open(out, "report", '{');
  json_text(out, "verb", o->command->verb->name);
  json_text(out, "title", shown_name(o->command, content->model));
  json_text(out, "version", jn_version());
  if (content->simulates) put_choices(&o->command->options, out);
  json_open(out, "sections", '[');
  content->sections(content->user, out);
  json_close(out, ']');
  json_close(out, '}');
  page_run run = {.name = content->of, .table = content->rows};
  if (content->rows) page_runs_put(&(page_runs){.items = &run, .n = 1, .command = o->command}, out);
  if (content->motion) content->motion(content->user, out);
}

// ---- plain report ---------------------------------------------------------------------------------------------------

// Writes the report of a command without the page; report_check has made sure that the verb has one.
static jn_status write_plain(app_command *command, const report_content *content, const char *path) {
  char *text = content->plain(content->user);
  if (!text) return jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the report");
  jn_status status = jn_text_write(path, text, command->report);
  jn_text_free(NULL, text);
  return status;
}

jn_status report_write(app_command *command, const report_content *content, const char **written) {
  const char *path = command->options.report;
  if (!path) return JN_OK;
  order o = {command, content};
  page_content page = {.mode = "report", .model = content->model, .more = put_report, .user = &o};
  jn_status status = report_is_page() ? page_write(command, &page, path) : write_plain(command, content, path);
  if (status == JN_OK) *written = path;
  return status;
}
