// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// precomputed.h - what is told of precomputed code: its variables, tables and loops, and how far its outputs are from
// those of the exact code.
#ifndef APP_PRECOMPUTED_H
#define APP_PRECOMPUTED_H

#include "command.h"

// A unit in which small numbers are readable: m as mm, rad as mrad, others as they are.
typedef struct {
  const char *name;
  double factor;
} app_fine_unit;
app_fine_unit fine_unit(const char *unit);

// `all`: every table, and every group of loops; otherwise how many there are. NULL: nothing.
void print_precomputed(const jn_precomputed *precomputed, bool all);
void put_precomputed(app_json *out, const jn_precomputed *precomputed);

// Writes --report, where it was given; *written is its path then.
jn_status report_precomputed(app_command *command, const jn_model *model, const jn_compile_report *report,
                             const char **written);

#endif
