// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile.h - what `jounce compile` tells.
#ifndef APP_COMPILE_H
#define APP_COMPILE_H

#include "command.h"

typedef struct {
  const char *name;  // of the model
  bool all;          // long lists as well
  const jn_compile_report *report;
  const char *file, *code;  // that were written; NULL: none
  long lines;               // of the code
  const char *page;         // the report
} app_compiled;

// ---- compile_manoeuvres.c: what --manoeuvre names, read
typedef struct {
  jn_model **models;
  char **names;
  jn_manoeuvre *list;
  int n;
} compile_manoeuvres;
jn_status compile_take_manoeuvres(app_command *command, const jn_model *model, compile_manoeuvres *manoeuvres);
void compile_free_manoeuvres(compile_manoeuvres *manoeuvres);

// ---- compile_tables.c: what is to be computed beforehand; *ranges are freed by the caller
jn_status compile_take_tables(app_command *command, jn_compile_tables *tables, jn_compile_range **ranges);

// ---- compile_tell.c
void compile_print(const app_compiled *compiled);
void compile_put(const app_compiled *compiled, app_json *out);

#endif
