// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// report_sections.c - writes the sections of a report.
#include <stdarg.h>
#include <stdio.h>

#include "page/report.h"

static void open_section(app_json *out, const char *kind, const char *title) {
  json_open(out, NULL, '{');
  json_text(out, "kind", kind);
  json_text(out, "title", title);
}

void report_open(app_json *out, const char *kind, const char *title) {
  open_section(out, kind, title);
  json_open(out, "rows", '[');
}

void report_close(app_json *out) {
  json_close(out, ']');
  json_close(out, '}');
}

void report_badge(app_json *out, const char *tone, const char *format, ...) {
  char text[400];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  json_open(out, NULL, '{');
  json_text(out, "tone", tone);
  json_text(out, "text", text);
  json_close(out, '}');
}

static void put_unit(app_json *out, int digits, const char *unit) {
  json_text(out, "unit", unit);
  json_integer(out, "digits", digits);
}

void report_fact(app_json *out, const char *name, double value, int digits, const char *unit) {
  json_open(out, NULL, '{');
  json_text(out, "name", name);
  json_number(out, "value", value);
  put_unit(out, digits, unit);
  json_close(out, '}');
}

void report_word(app_json *out, const char *name, const char *text) {
  if (!text || !text[0]) return;
  json_open(out, NULL, '{');
  json_text(out, "name", name);
  json_text(out, "text", text);
  json_close(out, '}');
}

void report_open_table(app_json *out, const report_table *table) {
  open_section(out, "table", table->title);
  json_text(out, "note", table->note);
  json_number(out, "zero", table->zero);
  json_open(out, "heads", '[');
  for (int i = 0; i < table->n; i++) {
    json_open(out, NULL, '{');
    json_text(out, "name", table->heads[i].name);
    put_unit(out, table->heads[i].digits, table->heads[i].unit);
    json_close(out, '}');
  }
  json_close(out, ']');
  json_open(out, "rows", '[');
}

void report_poses(app_json *out, const char *key, const double *poses, int nbodies) {
  json_open(out, key, '[');
  for (int i = JN_POSE; i < JN_POSE * nbodies; i++) json_number(out, NULL, poses[i]);
  json_close(out, ']');
}

void report_picture(app_json *out, const char *title, char *svg) {
  if (!svg) return;
  open_section(out, "picture", title);
  json_text(out, "svg", svg);
  json_close(out, '}');
  jn_text_free(NULL, svg);
}

void report_redundant(app_json *out, const jn_mobility *mobility) {
  static const report_head heads[] = {{"equation", "", 0}};
  int n = jn_mobility_redundant(mobility);
  if (n == 0) return;
  report_open_table(out, &(report_table){.title = "Redundant constraint equations", .heads = heads, .n = 1});
  for (int i = 0; i < n; i++) {
    json_open(out, NULL, '[');
    json_text(out, NULL, jn_mobility_sentence(mobility, i));
    json_close(out, ']');
  }
  report_close(out);
}

void report_messages(app_json *out, const jn_report *messages) {
  static const char *const severities[] = {[JN_NOTE] = "note", [JN_WARNING] = "warning", [JN_FAULT] = "fault"};
  int n = jn_report_size(messages);
  if (n == 0) return;
  report_open(out, "messages", "Messages");
  for (int i = 0; i < n; i++) {
    char line[1024];
    const jn_error *message = jn_report_get(messages, i);
    jn_error_format(message, line, sizeof line);
    json_open(out, NULL, '{');
    json_text(out, "severity", severities[message->severity]);
    json_text(out, "text", line);
    json_close(out, '}');
  }
  report_close(out);
}

// ---- the record ---------------------------------------------------------------------------------------------------

static void put_group(app_json *out, const jn_record *record, jn_record_group group, const char *title) {
  enum { MOST_ENTRIES = 100 };
  int n = jn_record_count(record, group);
  if (n == 0) return;
  report_open(out, "facts", title);
  for (int i = 0; i < n && i < MOST_ENTRIES; i++) {
    jn_setting entry = jn_record_get(record, group, i);
    report_word(out, entry.path, entry.value);
  }
  if (n > MOST_ENTRIES) {
    char more[40];
    snprintf(more, sizeof more, "and %d more", n - MOST_ENTRIES);
    report_word(out, "...", more);
  }
  report_close(out);
}

// Writes names, sizes and hashes of the files in a record; their texts are in the page's data already.
static void put_files(app_json *out, const jn_record *record) {
  static const report_head heads[] = {{"file", "", 0}, {"bytes", "", 0}, {"hash", "", 0}};
  report_open_table(out, &(report_table){.title = "Files", .heads = heads, .n = 3});
  for (int i = 0; i < jn_record_nsources(record); i++) {
    jn_source source = jn_record_source(record, i);
    char hash[20];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)source.hash);
    json_open(out, NULL, '[');
    json_text(out, NULL, source.name);
    json_integer(out, NULL, (long)source.size);
    json_text(out, NULL, hash);
    json_close(out, ']');
  }
  report_close(out);
}

void report_record(app_json *out, const jn_record *record) {
  if (!record) return;
  put_group(out, record, JN_RECORD_OPTIONS, "Command line");
  put_group(out, record, JN_RECORD_SETTINGS, "Settings");
  put_group(out, record, JN_RECORD_PARAMETERS, "Parameters");
  put_files(out, record);
}
