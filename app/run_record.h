// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// run_record.h - the record of a run: options from the command line, changes since an earlier run, JSON.
#ifndef APP_RUN_RECORD_H
#define APP_RUN_RECORD_H

#include "command.h"

typedef struct {
  jn_setting *items;  // names and values; the texts belong to the options
  int n;
  char spacing[64];  // output step of the run that is continued
} recorded_options;

// Fills *recorded with the verb and the options on which a result depends; settings are recorded by the model. Returns
// JN_NO_MEMORY with a fault on failure.
jn_status recorded_options_make(app_command *command, recorded_options *recorded);
// Appends --output-step to the recorded options if a continued run keeps the output step of its checkpoint (`block`, n
// numbers) instead of that of `choices`.
void recorded_options_add_spacing(recorded_options *recorded, const jn_choices *choices, const double *block, int n);
void recorded_options_free(recorded_options *recorded);

// Warns of files, settings and parameters, at most three of them, that have changed since the result that is to be
// continued was written. now: the record of the present run.
void warn_changes(app_command *command, const char *result, const jn_record *now);

// Writes a record as the member `key`: {version, options, settings, parameters, choices, files: [{name, size, hash,
// text}]}; record NULL: null.
void put_record(app_json *out, const char *key, const jn_record *record);

#endif
