// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compare.h - what the files of `jounce compare` share.
#ifndef APP_COMPARE_H
#define APP_COMPARE_H

#include "command.h"

// The fields of the JSON answer; plot and report NULL: not written.
void put_comparison(app_json *out, const jn_comparison *comparison, const char *plot, const char *report);
// formulation, variant, integrator and controls, as fields of the object that is open.
void put_combination_names(app_json *out, const jn_choices *choices);

// --search: looks for the best gain of one combination and tells it. `choices`: the model's, changed by the lists of
// one name.
jn_status search_gain(app_command *command, const jn_model *model, jn_choices *choices);

// ---- compare_files.c: models and compiled models beside the first, each run once
jn_status compare_files(app_command *command);

#endif
