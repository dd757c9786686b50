// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// merged_messages.c - messages that differ in their numbers alone.
#include "merged_messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The end of the number at the start of the text, the text itself when there is none.
static const char *number_end(const char *text) {
  const char *p = text + (*text == '-');
  if (!is_digit(*p)) return text;
  while (is_digit(*p) || (*p == '.' && is_digit(p[1]))) p++;
  const char *power = p + 1 + (*p == 'e' && (p[1] == '+' || p[1] == '-'));
  if (*p == 'e' && is_digit(*power)) p = power;
  while (is_digit(*p)) p++;
  return p;
}

static bool same_but_for_numbers(const char *a, const char *b) {
  while (*a && *b) {
    const char *end_a = number_end(a), *end_b = number_end(b);
    if ((end_a > a) != (end_b > b)) return false;
    if (end_a > a) a = end_a, b = end_b;
    else if (*a++ != *b++) return false;
  }
  return *a == *b;
}

static bool same(const jn_error *a, const jn_error *b) {
  return a->severity == b->severity && strcmp(a->element, b->element) == 0 && strcmp(a->file, b->file) == 0 &&
         a->line == b->line && same_but_for_numbers(a->what, b->what);
}

static once_message *find(app_once *once, const jn_error *error) {
  for (int i = 0; i < once->n; i++)
    if (same(&once->items[i].error, error)) return &once->items[i];
  return NULL;
}

static bool add(app_once *once, const jn_error *error, double at) {
  if (once->n == once->capacity) {
    int capacity = once->capacity ? 2 * once->capacity : 8;
    once_message *grown = realloc(once->items, (size_t)capacity * sizeof *grown);
    if (!grown) return false;
    once->items = grown, once->capacity = capacity;
  }
  once->items[once->n++] = (once_message){.error = *error, .at = at, .count = 1};
  return true;
}

void once_take(app_once *once, const jn_report *report, double at, jn_report *to) {
  for (int i = 0; i < jn_report_size(report); i++) {
    const jn_error *error = jn_report_get(report, i);
    once_message *known = error->severity == JN_FAULT ? NULL : find(once, error);
    if (known) known->count++;
    else if (error->severity == JN_FAULT || !add(once, error, at)) jn_report_add(to, error);
  }
}

void once_tell(app_once *once, const char *name, int values, jn_report *to) {
  for (int i = 0; i < once->n; i++) {
    once_message *m = &once->items[i];
    size_t used = strlen(m->error.what);
    char *end = m->error.what + used;
    size_t room = sizeof m->error.what - used;
    if (m->count > 1)
      snprintf(end, room, " (at %d of the %d values of %s, first at %.6g)", m->count, values, name, m->at);
    else snprintf(end, room, " (at %s = %.6g)", name, m->at);
    jn_report_add(to, &m->error);
  }
  free(once->items);
  *once = (app_once){.items = NULL};
}
