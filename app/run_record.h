// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// run_record.h - what was run: gathered from the command line, and shown.
#ifndef APP_RUN_RECORD_H
#define APP_RUN_RECORD_H

#include "command.h"

typedef struct {
  jn_setting *items;  // their texts are those of the options
  int n;
  char spacing[64];  // of outputs, where it is inherited
} asked_list;

// The verb and the options that a result depends on, as typed. Settings are known to the model.
jn_status asked_make(app_command *command, asked_list *asked);
// Where a run is continued and its outputs keep the spacing they had, that spacing is asked for as well.
void asked_inherit(asked_list *asked, const jn_choices *choices, const double *block, int n);
void asked_free(asked_list *asked);

// Why a run cannot go on from a result: warns of files, settings and parameters that are not those of its record.
void tell_changes(app_command *command, const char *result, const jn_record *now);

// {version, options, settings, parameters, choices, files: [{name, size, hash, text}]}; NULL: null.
void put_record(app_json *out, const char *key, const jn_record *record);

#endif
