// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// report.h - reports: pages with the engine that also show the results of a verb.
//
// A report adds to the data of a page (page.h) the member
//   report: {verb, title, version, settings: {PATH: VALUE} or null, sections: [SECTION, ...]}
// where settings are the choices of the command line, which simulations in the page use, too, and a SECTION is one of
//   {kind: "badges",   title, rows: [{tone: "good" | "warn" | "bad", text}]}
//   {kind: "cards",    title, rows: [{name, value, unit, digits}]}
//   {kind: "facts",    title, rows: [{name, value, unit, digits} or {name, text}]}
//   {kind: "table",    title, note, zero, heads: [{name, unit, digits}], rows: [[number, text or null, ...], ...]}
//   {kind: "messages", title, rows: [{severity, text}]}
//   {kind: "picture",  title, svg}
//   {kind: "chart",    title, groups: [text, ...], x: [text, ...], y: text,
//                      rows: [{name, own, of: [text, ...], x: [[number, ...], ...], y: [number, ...]}, ...]}
// A chart has logarithmic axes and a list x for each possible horizontal axis. `of` gives a value for each group, by
// which users select curves. Numbers have all digits; `digits` is the number to show, 0 for integers.
#ifndef APP_PAGE_REPORT_H
#define APP_PAGE_REPORT_H

#include "page/page.h"

typedef struct {
  const jn_model *model;
  const void *user;
  void (*sections)(const void *user, app_json *out);
  const jn_table *rows;  // results with poses that the page replays (page_runs.h); NULL: none
  const char *of;        // description of the motion in `rows`
  void (*motion)(const void *user, app_json *out);  // writes other members of the data instead of `rows`; NULL: none
  bool simulates;                                   // simulations in the page use the choices of the command line
  char *(*plain)(const void *user);  // returns the report for a command without the page; NULL: there is none
} report_content;

// Refuses a --report that is not an .html file, or any if the command was built without the page. plain: the verb also
// has a report without the page.
jn_status report_check(app_command *command, bool plain);
bool report_is_page(void);  // returns whether reports are pages, that is, the command was built with the page
// Writes the file of --report if that is given and then sets *written to its path; otherwise, and on failure, leaves
// *written unchanged.
jn_status report_write(app_command *command, const report_content *content, const char **written);

// ---- sections (report_sections.c)
void report_open(app_json *out, const char *kind, const char *title);  // begins a section
void report_close(app_json *out);
void report_badge(app_json *out, const char *tone, const char *format, ...) JN_PRINTF(3, 4);
void report_fact(app_json *out, const char *name, double value, int digits, const char *unit);
void report_word(app_json *out, const char *name, const char *text);

typedef struct {
  const char *name, *unit;  // unit "": none
  int digits;
} report_head;
typedef struct {
  const char *title, *note;  // note NULL: none
  const report_head *heads;
  int n;        // number of columns
  double zero;  // numbers whose absolute value is at most this are rounding errors, and shown as 0
} report_table;
// Begins a table. The caller writes each row as a JSON list, and then calls report_close.
void report_open_table(app_json *out, const report_table *table);

// Writes the poses of all bodies but the ground as the member `key`. poses: JN_POSE numbers for each of nbodies bodies,
// the first being the ground.
void report_poses(app_json *out, const char *key, const double *poses, int nbodies);
void report_picture(app_json *out, const char *title, char *svg);  // frees svg; NULL: no section
// writes a sentence for each redundant constraint equation
void report_redundant(app_json *out, const jn_mobility *mobility);
void report_messages(app_json *out, const jn_report *messages);
void report_record(app_json *out, const jn_record *record);  // NULL: no section

#endif
