// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// merged_messages.c - see merged_messages.h.
#include "merged_messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Returns the position after the number with which a text begins; the text itself if it begins with none.
static const char *number_end(const char *text) {
  const char *p = text + (*text == '-');
  if (!is_digit(*p)) return text;
  while (is_digit(*p) || (*p == '.' && is_digit(p[1]))) p++;
  const char *power = p + 1 + (*p == 'e' && (p[1] == '+' || p[1] == '-'));
  if (*p == 'e' && is_digit(*power)) p = power;
  while (is_digit(*p)) p++;
  return p;
}

// Returns whether two texts are equal except for their numbers.
static bool same_but_for_numbers(const char *a, const char *b) {
  while (*a && *b) {
    const char *end_a = number_end(a), *end_b = number_end(b);
    if ((end_a > a) != (end_b > b)) return false;
    if (end_a > a) {
      a = end_a;
      b = end_b;
      continue;
    }
    if (*a != *b) return false;
    a++;
    b++;
  }
  return *a == *b;
}

static merged_message *find(merged_messages *merged, const jn_error *error) {
  for (int i = 0; i < merged->n; i++) {
    const jn_error *first = &merged->items[i].error;
    if (first->severity == error->severity && first->line == error->line && strcmp(first->file, error->file) == 0 &&
        strcmp(first->element, error->element) == 0 && same_but_for_numbers(first->what, error->what))
      return &merged->items[i];
  }
  return NULL;
}

void merged_messages_collect(merged_messages *merged, const jn_report *report, double at, jn_report *to) {
  for (int i = 0; i < jn_report_size(report); i++) {
    const jn_error *error = jn_report_get(report, i);
    if (error->severity == JN_FAULT) {
      jn_report_add(to, error);
      continue;
    }
    merged_message *earlier = find(merged, error);
    if (earlier) {
      earlier->count++;
      continue;
    }
    if (merged->n == merged->capacity) {
      int capacity = merged->capacity ? 2 * merged->capacity : 8;
      merged_message *grown = realloc(merged->items, (size_t)capacity * sizeof *grown);
      if (!grown) {
        jn_report_add(to, error);
        continue;
      }
      merged->items = grown;
      merged->capacity = capacity;
    }
    merged->items[merged->n++] = (merged_message){.error = *error, .at = at, .count = 1};
  }
}

void merged_messages_report(merged_messages *merged, const char *name, int values, jn_report *to) {
  for (int i = 0; i < merged->n; i++) {
    merged_message *m = &merged->items[i];
    size_t used = strlen(m->error.what);
    char *end = m->error.what + used;
    size_t size = sizeof m->error.what - used;
    if (m->count > 1)
      snprintf(end, size, " (at %d of the %d values of %s, first at %.6g)", m->count, values, name, m->at);
    else snprintf(end, size, " (at %s = %.6g)", name, m->at);
    jn_report_add(to, &m->error);
  }
  free(merged->items);
  *merged = (merged_messages){.items = NULL};
}
