// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// merged_messages.h - messages of a calculation that is repeated for many values of a parameter: messages that differ
// only in their numbers are reported once, with a count.
#ifndef APP_MERGED_MESSAGES_H
#define APP_MERGED_MESSAGES_H

#include "jounce/base.h"

typedef struct {
  jn_error error;  // the first of these messages
  double at;       // value of the parameter at which the first message came
  int count;
} merged_message;

typedef struct {
  merged_message *items;
  int n, capacity;
} merged_messages;

// Collects the notes and warnings of the report for one value of the parameter, `at`. Faults are passed on to `to` at
// once; without memory notes and warnings, too.
void merged_messages_collect(merged_messages *merged, const jn_report *report, double at, jn_report *to);
// Adds the collected messages to `to` and frees them. Appends to each the value of the parameter at which it came first
// and, if it came more than once, how often. name: name of the parameter; values: how many values were calculated.
void merged_messages_report(merged_messages *merged, const char *name, int values, jn_report *to);

#endif
