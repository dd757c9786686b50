// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// precomputed.h - results on precomputed code: its variables, tables and loops, and the differences of its outputs from
// those of the exact code.
#ifndef APP_PRECOMPUTED_H
#define APP_PRECOMPUTED_H

#include "command.h"

// Unit in which small numbers are readable, and factor to it: mm for m, mrad for rad, other units unchanged.
typedef struct {
  const char *name;
  double factor;
} app_fine_unit;
app_fine_unit fine_unit(const char *unit);

// Prints a summary of the tables; all: every table and every group of loops, too. Prints nothing if precomputed is
// NULL.
void print_precomputed(const jn_precomputed *precomputed, bool all);
void put_precomputed(app_json *out, const jn_precomputed *precomputed);

// Writes the file of --report, if that is given, and sets *written to its path.
jn_status report_precomputed(app_command *command, const jn_model *model, const jn_compile_report *report,
                             const char **written);

#endif
