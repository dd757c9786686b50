// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// report.c - texts of the status codes, an error written as a line of text, and the list of errors, warnings and notes
// of a report.
#include <stdio.h>

#include "base/pool.h"

// ---- codes ----------------------------------------------------------------------------------

static const struct {
  int exit_code;
  const char *text;
} statuses[] = {
#define JN_X(name, code, text) {code, text},
    JN_STATUS_LIST(JN_X)
#undef JN_X
};

static bool is_status(jn_status status) { return (int)status >= 0 && (int)status < JN_STATUS_COUNT; }

const char *jn_status_text(jn_status status) { return is_status(status) ? statuses[status].text : "unknown status"; }
int jn_status_exit_code(jn_status status) { return is_status(status) ? statuses[status].exit_code : 1; }
const char *jn_version(void) { return JN_VERSION_TEXT; }

// ---- one error ------------------------------------------------------------------------------

static const char *const severity_names[] = {[JN_NOTE] = "note", [JN_WARNING] = "warning", [JN_FAULT] = "error"};

// Writes the place of an error to `place`, "file:line:column: ", without the parts that are unknown.
static void format_place(const jn_error *error, char *place, size_t size) {
  const char *file = error->file, *colon = file[0] ? ":" : "";
  if (error->line > 0 && error->column > 0)
    snprintf(place, size, "%s%s%d:%d: ", file, colon, error->line, error->column);
  else if (error->line > 0) snprintf(place, size, "%s%s%d: ", file, colon, error->line);
  else snprintf(place, size, "%s%s", file, file[0] ? ": " : "");
}

int jn_error_format(const jn_error *error, char *text, size_t size) {
  if (!error || (!text && size > 0)) return 0;
  char place[sizeof error->file + 32];
  format_place(error, place, sizeof place);
  const char *element = error->element, *what = error->what[0] ? error->what : jn_status_text(error->status);
  const char *severity = severity_names[error->severity], *colon = element[0] ? ": " : "";
  int n = snprintf(text, size, "%s%s: %s%s%s", place, severity, element, colon, what);
  if (size > 0) jni_make_plain(text);
  return n;
}

// ---- the list -------------------------------------------------------------------------------

enum { MOST_ENTRIES = 10000, NSEVERITIES = JN_FAULT + 1 };  // entries that are stored; further ones are only counted

struct jn_report {
  jni_pool pool;
  jn_error *errors;
  int size, capacity;
  int counts[NSEVERITIES];  // numbers of all entries by severity, including those that were only counted
};

jn_report *jn_report_new(const jn_alloc *alloc) { return jni_object_new(alloc, sizeof(jn_report)); }

void *jn_report_free(jn_report *report) { return jni_object_free(report); }

int jn_report_count(const jn_report *report, jn_severity at_least) {
  int count = 0;
  for (int i = at_least; report && i < NSEVERITIES; i++) count += report->counts[i];
  return count;
}

int jn_report_size(const jn_report *report) { return report ? report->size : 0; }

const jn_error *jn_report_get(const jn_report *report, int i) {
  return report && i >= 0 && i < report->size ? &report->errors[i] : NULL;
}

jn_status jn_report_add(jn_report *report, const jn_error *error) {
  if (!error) return JN_BAD_ARGUMENT;
  if (!report) return error->status;
  report->counts[error->severity]++;
  if (report->size < MOST_ENTRIES &&
      jni_pool_grow(&report->pool, &report->errors, &report->capacity, report->size + 1, sizeof *report->errors))
    report->errors[report->size++] = *error;
  return error->status;
}

static jn_error error_make(jn_severity severity, jn_status status, const char *element) {
  jn_error error = {.status = status, .severity = severity};
  snprintf(error.element, sizeof error.element, "%s", element ? element : "");
  return error;
}

jn_status jn_report_fault(jn_report *report, jn_status status, const char *element, const char *format, ...) {
  jn_error error = error_make(JN_FAULT, status, element);
  va_list arguments;
  va_start(arguments, format);
  jni_vprint(error.what, sizeof error.what, format, arguments);
  va_end(arguments);
  return jn_report_add(report, &error);
}

jn_status jni_report_no_memory(jn_report *report) {
  return jn_report_fault(report, JN_NO_MEMORY, "", "%s", jn_status_text(JN_NO_MEMORY));
}

void jn_report_warn(jn_report *report, const char *element, const char *format, ...) {
  jn_error error = error_make(JN_WARNING, JN_OK, element);
  va_list arguments;
  va_start(arguments, format);
  jni_vprint(error.what, sizeof error.what, format, arguments);
  va_end(arguments);
  jn_report_add(report, &error);
}
