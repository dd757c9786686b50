// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile.h - parts of `jounce compile`, and the summary that they fill and print.
#ifndef APP_COMPILE_H
#define APP_COMPILE_H

#include "command.h"

typedef struct {
  const char *name;  // name of the model
  bool all;          // long lists are printed completely
  const jn_compile_report *report;
  const char *file, *code;  // paths of the compiled model and of the C file that were written; NULL: none
  long lines;               // number of lines of the C
  const char *page;         // path of the report that was written; NULL: none
  const char *fmu;          // path of the FMU that was written; NULL: none
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
// Fills *tables from the options of tables; the caller frees *ranges, to which it refers.
jn_status compile_take_tables(app_command *command, jn_compile_tables *tables, jn_compile_range **ranges);

// ---- compile_fmu.c
// Sets *version to the version of FMI for --fmu, and checks the options that go with it.
jn_status compile_take_fmu(app_command *command, int lanes, int *version);
// Writes the FMU of --fmu with its sources, and binaries for the platforms that can be compiled for; fills the members
// of *summary about it. Does nothing if --fmu is not given.
jn_status compile_write_fmu(app_command *command, jn_compiled *compiled, int version, app_compiled *summary);

// ---- compile.c
// Sets `name` to the name of the file at `path` up to its first dot, as a C identifier: other characters than letters
// and digits, and a digit at the beginning, become '_'.
void compile_name_of_file(const char *path, char *name, size_t size);

// ---- compile_print.c
void compile_print(const app_compiled *compiled);
void compile_put(const app_compiled *compiled, app_json *out);

#endif
