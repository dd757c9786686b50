// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// messages.c - prints messages on standard error, and writes the common part of JSON answers.
#include <stdarg.h>
#include <stdio.h>

#include "command.h"

enum { MOST_MESSAGES = 100, MESSAGE_SIZE = 1200 };

jn_status usage_fault(app_command *command, const char *format, ...) {
  char what[sizeof((jn_error){0}.what)];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(what, sizeof what, format, arguments);
  va_end(arguments);
  return jn_report_fault(command->report, JN_BAD_ARGUMENT, "", "%s", what);
}

void print_messages(app_command *command) {
  int size = jn_report_size(command->report);
  fflush(stdout);
  for (; command->nprinted < size && command->nprinted < MOST_MESSAGES; command->nprinted++) {
    const jn_error *error = jn_report_get(command->report, command->nprinted);
    char text[MESSAGE_SIZE];
    bool quiet = command->options.quiet, verb_prints_notes = command->verb && command->verb->prints_notes;
    if (error->severity == JN_WARNING && quiet) continue;
    if (error->severity == JN_NOTE && !command->options.verbose && !(verb_prints_notes && !quiet)) continue;
    jn_error_format(error, text, sizeof text);
    fprintf(stderr, "%s%s\n", error->file[0] ? "" : "jounce: ", text);
  }
  if (size > MOST_MESSAGES && command->nprinted == MOST_MESSAGES) {
    fprintf(stderr, "jounce: note: %d more messages are not shown\n", size - MOST_MESSAGES);
    command->nprinted = size;
  }
}

void print_notes(const app_command *command) {
  for (int i = 0; i < jn_report_size(command->report) && !command->options.verbose; i++) {
    const jn_error *note = jn_report_get(command->report, i);
    if (note->severity == JN_NOTE && note->element[0] && !note->file[0])
      printf("  note           %s: %s\n", note->element, note->what);
  }
}

static void add_defect(app_command *command, jn_status status, const char *what) {
  jn_report_fault(command->report, status, "", "%s failed without saying why (this is a defect of the program)", what);
}

jn_status worst_fault(app_command *command, jn_status otherwise, const char *what) {
  if (jn_report_count(command->report, JN_FAULT) == 0) add_defect(command, otherwise, what);
  jn_status worst = JN_OK;
  for (int i = 0; i < jn_report_size(command->report); i++) {
    const jn_error *error = jn_report_get(command->report, i);
    if (error->severity == JN_FAULT && jn_status_exit_code(error->status) > jn_status_exit_code(worst))
      worst = error->status;
  }
  return worst == JN_OK ? JN_NO_MEMORY : worst;
}

jn_status checked_status(app_command *command, jn_status status, const char *what) {
  bool fault = jn_report_count(command->report, JN_FAULT) > 0;
  if (status == JN_OK) return fault ? worst_fault(command, JN_NO_MEMORY, what) : JN_OK;
  if (!fault && status != JN_INTERRUPTED && status != JN_DIFFERENT) add_defect(command, status, what);
  return status;
}

// ---- JSON ---------------------------------------------------------------------------------------------------

static void put_first_fault(const app_command *command, app_json *out, jn_status status) {
  char text[MESSAGE_SIZE] = "";
  if (status != JN_OK) snprintf(text, sizeof text, "%s", jn_status_text(status));
  for (int i = 0; i < jn_report_size(command->report) && status != JN_OK; i++) {
    const jn_error *error = jn_report_get(command->report, i);
    if (error->severity != JN_FAULT) continue;
    if (error->file[0]) jn_error_format(error, text, sizeof text);
    else snprintf(text, sizeof text, "%s%s%s", error->element, error->element[0] ? ": " : "", error->what);
    break;
  }
  json_text(out, "message", text);
}

void answer_begin(app_command *command, app_json *out, jn_status status) {
  const char *word = "failed";
  if (status == JN_OK) word = "ok";
  else if (status == JN_INTERRUPTED) word = "interrupted";
  else if (status == JN_DIFFERENT) word = "different";
  command->answered = true;
  json_open(out, NULL, '{');
  json_text(out, "status", word);
  json_integer(out, "exit_code", jn_status_exit_code(status));
  put_first_fault(command, out, status);
}

static void put_message(app_json *out, const jn_error *error) {
  static const char *const severities[] = {"note", "warning", "error"};
  json_open(out, NULL, '{');
  json_text(out, "severity", severities[error->severity]);
  json_text(out, "text", error->what);
  if (error->element[0]) json_text(out, "element", error->element);
  if (error->file[0]) json_text(out, "file", error->file);
  if (error->line > 0) json_integer(out, "line", error->line);
  if (error->line > 0) json_integer(out, "column", error->column);
  json_close(out, '}');
}

void answer_end(app_command *command, app_json *out) {
  json_open(out, "messages", '[');
  for (int i = 0; i < jn_report_size(command->report); i++) put_message(out, jn_report_get(command->report, i));
  json_close(out, ']');
  json_close(out, '}');
}
