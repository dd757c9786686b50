// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// report.h - reports: pages with the engine inside that also tell what a verb has found.
//
// A report adds to the data of a page (page.h) the member
//   report: {verb, title, version, settings: {PATH: VALUE} or none, sections: [SECTION, ...]}
// where settings are the choices of the command line, as what is simulated in the page has them too, and a SECTION is
// one of
//   {kind: "badges",   title, rows: [{tone: "good" | "warn" | "bad", text}]}
//   {kind: "cards",    title, rows: [{name, value, unit, digits}]}
//   {kind: "facts",    title, rows: [{name, value, unit, digits} or {name, text}]}
//   {kind: "table",    title, note, zero, heads: [{name, unit, digits}], rows: [[number, text or null, ...], ...]}
//   {kind: "messages", title, rows: [{severity, text}]}
//   {kind: "picture",  title, svg}
//   {kind: "chart",    title, groups: [text, ...], x: [text, ...], y: text,
//                      rows: [{name, own, of: [text, ...], x: [[number, ...], ...], y: [number, ...]}, ...]}
// A chart has logarithmic axes, and curves that are chosen by what they are `of`, a value for each group. It has a list
// x for each horizontal axis. Numbers have all their digits; `digits` says how many are worth showing, 0: it is a whole
// number.
#ifndef APP_PAGE_REPORT_H
#define APP_PAGE_REPORT_H

#include "page/page.h"

typedef struct {
  const jn_model *model;
  const void *user;
  void (*sections)(const void *user, app_json *out);
  const jn_table *rows;                             // the motion, with poses (page_runs.h); NULL: none
  const char *of;                                   // what it is the motion of, in words
  void (*motion)(const void *user, app_json *out);  // or further members of the data that show it; NULL: none
  bool simulates;                    // choices of the command line hold for what is simulated in the page as well
  char *(*plain)(const void *user);  // the report of a command without the page; NULL: there is none
} report_content;

// Before anything is computed: --report is an .html file, and this command can write one. plain: also without the page.
jn_status report_check(app_command *command, bool plain);
bool report_is_page(void);  // with the engine inside: the command was built with it
// Writes --report, where it was given; *written is its path then, else it stays.
jn_status report_write(app_command *command, const report_content *content, const char **written);

// ---- sections (report_sections.c) ------------------------------------------------------------------------------------------
void report_open(app_json *out, const char *kind, const char *title);  // until report_close
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
  int n;
  double zero;  // numbers up to this are rounding, and shown as 0
} report_table;
// Its rows are lists that the caller writes, until report_close.
void report_open_table(app_json *out, const report_table *table);

// Of all bodies without the ground, JN_POSE numbers each. poses: the ground first.
void report_poses(app_json *out, const char *key, const double *poses, int nbodies);
void report_picture(app_json *out, const char *title, char *svg);   // frees it; NULL: no section
void report_redundant(app_json *out, const jn_mobility *mobility);  // a sentence for each redundant equation
void report_messages(app_json *out, const jn_report *messages);
void report_record(app_json *out, const jn_record *record);  // NULL: nothing

#endif
