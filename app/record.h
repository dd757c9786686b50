// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// record.h - what was run: gathered from the command line, and shown.
#ifndef APP_RECORD_H
#define APP_RECORD_H

#include "command.h"

typedef struct {
  jn_setting *items;  // their texts are those of the options
  int n;
} asked_list;

// The verb and the options that a result depends on, as typed. Settings are known to the model.
jn_status asked_make(app_command *command, asked_list *asked);
void asked_free(asked_list *asked);

// {version, options, settings, parameters, choices, files: [{name, size, hash, text}]}; NULL: null.
void put_record(app_json *out, const char *key, const jn_record *record);

#endif
