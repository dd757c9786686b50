// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// page_write.c - writes a page: the embedded text with the data of the page.
#include <stdlib.h>
#include <string.h>

#include "common/text.h"
#include "common/text_stream.h"
#include "page/page.h"

static const char place[] = "%DATA%", policy[] = "img-src data: blob:";

// ---- the data -------------------------------------------------------------------------------------------------------

void page_write_settings(app_json *json, const jn_model *model) {
  json_open(json, "settings", '{');
  for (int i = 0; i < jn_model_nsettings(model); i++)
    json_text(json, jn_model_setting(model, i).path, jn_model_setting(model, i).value);
  json_close(json, '}');
}

// Writes the settings that repeat a run: those of its record, and the options that set choices, as settings.
static void write_run_settings(app_json *json, const jn_record *record) {
  json_open(json, "settings", '{');
  for (int i = 0; i < jn_record_count(record, JN_RECORD_SETTINGS); i++) {
    jn_setting setting = jn_record_get(record, JN_RECORD_SETTINGS, i);
    json_text(json, setting.path, setting.value);
  }
  for (int i = 0; i < JN_NCHOICES; i++) {
    const jn_choice_info *info = jn_choice_get((jn_choice)i);
    const char *value = info->option ? jn_record_find(record, JN_RECORD_OPTIONS, info->option) : NULL;
    char path[80];
    snprintf(path, sizeof path, "simulate.%s", info->key);
    if (value) json_text(json, path, value);
  }
  json_close(json, '}');
}

static bool write_data(app_command *command, FILE *out, const page_content *content) {
  app_json json = {.out = out};
  json_open(&json, NULL, '{');
  json_integer(&json, "version", 1);
  json_text(&json, "mode", content->mode);
  bool whole = page_write_files(command, &json, content);
  if (content->record) write_run_settings(&json, content->record);
  else page_write_settings(&json, content->model);
  if (content->courses) page_courses_write(content->courses, &json);
  if (content->more) content->more(content->user, &json);
  json_close(&json, '}');
  return whole;
}

static void put_escaped(FILE *out, const char *text) {
  for (; *text; text++) {
    if (*text == '<') fputs("\\u003c", out);
    else fputc(*text, out);
  }
}

// Writes the text of the page up to `end`, where its data begin. With local_pictures its content security policy also
// allows pictures from files.
static void put_head(FILE *out, const char *page, const char *end, bool local_pictures) {
  const char *at = strstr(page, policy);
  if (local_pictures && at && at < end) {
    at += strlen(policy);
    fwrite(page, 1, (size_t)(at - page), out);
    fputs(" file:", out);
    page = at;
  }
  fwrite(page, 1, (size_t)(end - page), out);
}

// Returns the text of the whole page, which the caller frees; NULL with a fault in the report.
static char *fill_page(app_command *command, const page_content *content, const char *page) {
  const char *at = page ? strstr(page, place) : NULL;
  text_stream data = {.text = NULL}, text = {.text = NULL};
  FILE *out = text_stream_begin(&data);
  bool good = at && out && write_data(command, out, content);
  if (out && !text_stream_end(&data)) good = false;
  FILE *made = good ? text_stream_begin(&text) : NULL;
  if (made) {
    put_head(made, page, at, content->local_pictures);
    put_escaped(made, data.text);
    fputs(at + strlen(place), made);
    text_stream_end(&text);
  }
  free(data.text);
  if (!text.text) worst_fault(command, JN_NO_MEMORY, "making the page");
  return text.text;
}

static char *make_page(app_command *command, const page_content *content) {
  size_t size;
  char *shared = content->script ? page_shared(content->script) : NULL;
  char *text = fill_page(command, content, content->script ? shared : page_text(&size));
  free(shared);
  return text;
}

jn_status page_write(app_command *command, const page_content *content, const char *path) {
  char *text = make_page(command, content);
  jn_status status = text ? jn_text_write(path, text, command->report) : worst_fault(command, JN_NO_MEMORY, "the page");
  free(text);
  return status;
}

// ---- preparation ----------------------------------------------------------------------------------------------------

jn_status page_check(app_command *command) {
  size_t size;
  if (page_text(&size)) return JN_OK;
  return jn_report_fault(command->report, JN_REFUSED, "", "this build of Jounce has no page; it lacked: %s",
                         page_missing());
}

char *page_path(app_command *command) {
  const char *output = command->options.output;
  if (output && jn_file_format_of(output) != JN_FORMAT_HTML) {
    usage_fault(command, "a page is an .html file, but --output is '%s'", output);
    return NULL;
  }
  char *path = output ? strdup(output) : path_stem_with(command->options.words.items[0], ".html");
  if (!path) worst_fault(command, JN_NO_MEMORY, "naming the page");
  return path;
}
