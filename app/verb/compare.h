// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compare.h - what the files of `jounce compare` share.
#ifndef APP_COMPARE_H
#define APP_COMPARE_H

#include "command.h"

// Writes the members of the JSON answer. plot, report: paths of files that were written; NULL: none.
void put_comparison(app_json *out, const jn_comparison *comparison, const char *plot, const char *report);
// Writes the names of formulation, variant, integrator and controls as members of the open JSON object.
void put_combination_names(app_json *out, const jn_choices *choices);

// ---- compare_files.c: several models and compiled models, each run once
jn_status compare_files(app_command *command);

#endif
