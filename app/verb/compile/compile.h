// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile.h - parts of `jounce compile`.
#ifndef APP_COMPILE_H
#define APP_COMPILE_H

#include "command.h"

typedef struct {
  const char *name;  // of the model
  bool all;          // print long lists, too
  const jn_compile_report *report;
  const char *file, *code;  // compiled model and C that were written; NULL: none
  long lines;               // number of lines of the C
  const char *page;         // report that was written; NULL: none
  const char *fmu;          // FMU that was written; NULL: none
  int fmi;                  // version of FMI
  double fmu_bytes;
  const char *fmu_platforms[4];  // nfmu_platforms: platforms of the binaries in the FMU
  int nfmu_platforms;
} app_compiled;

// ---- compile_manoeuvres.c: models of --manoeuvre
typedef struct {
  jn_model **models;
  char **names;
  jn_manoeuvre *list;
  int n;
} compile_manoeuvres;
jn_status compile_take_manoeuvres(app_command *command, const jn_model *model, compile_manoeuvres *manoeuvres);
void compile_free_manoeuvres(compile_manoeuvres *manoeuvres);

// ---- compile_tables.c: options of tables; the caller frees *ranges
jn_status compile_take_tables(app_command *command, jn_compile_tables *tables, jn_compile_range **ranges);

// ---- compile_fmu.c
// Sets the version of FMI, and checks the options of --fmu.
jn_status compile_take_fmu(app_command *command, int lanes, int *version);
// Writes the FMU with its binaries.
jn_status compile_write_fmu(app_command *command, jn_compiled *compiled, int version, app_compiled *summary);

// ---- compile.c
// Sets `name` to the name of a file as a C identifier.
void compile_name_of_file(const char *path, char *name, size_t size);

// ---- compile_print.c
void compile_print(const app_compiled *compiled);
void compile_put(const app_compiled *compiled, app_json *out);

#endif
