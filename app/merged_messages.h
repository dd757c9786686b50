// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// merged_messages.h - messages of many calculations over one value: what differs in its numbers alone is told once, with how often
// it came.
#ifndef APP_MERGED_MESSAGES_H
#define APP_MERGED_MESSAGES_H

#include "jounce/base.h"

typedef struct {
  jn_error error;  // as it came first
  double at;       // the value it came with
  int count;
} once_message;

typedef struct {
  once_message *items;
  int n, capacity;
} app_once;

// Keeps the notes and warnings of a report; its errors go to `to` at once, and so does what there is no memory for.
void once_take(app_once *once, const jn_report *report, double at, jn_report *to);
// Hands over what was kept. `name`: of the value; `values`: how many of them there were.
void once_tell(app_once *once, const char *name, int values, jn_report *to);

#endif
