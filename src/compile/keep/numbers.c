// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// numbers.c - see numbers.h.
#include "compile/keep/numbers.h"

#include <string.h>

#include "compile/keep/varied.h"

// ---- noting ---------------------------------------------------------------------------------------------------------

static void note(jni_watch *watch, const double *values, int n) {
  jni_number_record *r = (jni_number_record *)watch;
  if (n == 0 || !jni_pool_grow(r->pool, &r->list, &r->room, r->n + n, sizeof *r->list)) return;
  memcpy(r->list + r->n, values, (size_t)n * sizeof *values);
  r->n += n;
}

static jni_node note_number(jni_watch *watch, jni_graph *g, double value) {
  note(watch, &value, 1);
  return jni_number_as_is(g, value);
}

static int note_call(jni_watch *watch, jni_graph *g, const jni_kernel *kernel, const double *constants, int n,
                     const jni_node *inputs) {
  note(watch, constants, n);
  return jni_call_as_is(g, kernel, constants, n, inputs);
}

jni_number_record jni_note_numbers(jni_pool *pool) {
  return (jni_number_record){{note_number, note_call}, pool, NULL, 0, 0};
}

// ---- replacing ------------------------------------------------------------------------------------------------------

static const jni_fit *find(const jni_number_replacement *r, double value) {
  int low = 0, high = r->n;
  while (low < high) {
    int middle = (low + high) / 2;
    if (r->list[middle].value < value) low = middle + 1;
    else high = middle;
  }
  return low < r->n && r->list[low].value == value ? r->list[low].fit : NULL;
}

static jni_node replace_number(jni_watch *watch, jni_graph *g, double value) {
  const jni_number_replacement *r = (const jni_number_replacement *)watch;
  const jni_fit *fit = find(r, value);
  return fit ? jni_fit_write(fit, g, r->first) : jni_number_as_is(g, value);
}

static int replace_call(jni_watch *watch, jni_graph *g, const jni_kernel *kernel, const double *constants,
                        int nconstants, const jni_node *inputs) {
  const jni_number_replacement *r = (const jni_number_replacement *)watch;
  jni_pool room = {.alloc = g->pool.alloc};
  int *places = jni_ints(&room, (size_t)nconstants + 1), n = 0, call = 0;
  jni_node *nodes = jni_ints(&room, (size_t)nconstants + 1);
  if (room.failed) g->pool.failed = true;
  for (int i = 0; i < nconstants && !room.failed; i++) {
    const jni_fit *fit = find(r, constants[i]);
    if (fit) places[n] = i, nodes[n++] = jni_fit_write(fit, g, r->first);
  }
  if (n > 0) call = jni_call_varied(g, kernel, constants, nconstants, inputs, places, nodes, n);
  else if (!room.failed) call = jni_call_as_is(g, kernel, constants, nconstants, inputs);
  jni_pool_free(&room);
  return call;
}

jni_number_replacement jni_replace_numbers(const jni_kept_number *list, int n, int first) {
  return (jni_number_replacement){{replace_number, replace_call}, list, n, first};
}
