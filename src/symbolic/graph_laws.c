// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// graph_laws.c - see graph_laws.h.
#include "symbolic/graph_laws.h"

#include "kernel/call/curve_call.h"
#include "kernel/call/curve_integral.h"
#include "kernel/call/lookup_call.h"
#include "kernel/call/lookup_rates.h"
#include "kernel/call/lookup_smooth_call.h"
#include "kernel/call/smooth_call.h"

static const jni_kernel curve_rate = {"jnk_call_curve_rate", 2, 1, jnk_call_curve_rate, NULL};
static const jni_kernel curve = {"jnk_call_curve", 1, 1, jnk_call_curve, &curve_rate};
static const jni_kernel integral = {"jnk_call_curve_integral", 1, 1, jnk_call_curve_integral, NULL};
static const jni_kernel lookup_second = {"jnk_call_lookup_second", 8, 1, jnk_call_lookup_second, NULL};
static const jni_kernel lookup_rate = {"jnk_call_lookup_rate", 4, 1, jnk_call_lookup_rate, &lookup_second};
static const jni_kernel lookup = {"jnk_call_lookup", 2, 1, jnk_call_lookup, &lookup_rate};
static const jni_kernel lookup_smooth = {"jnk_call_lookup_smooth", 2, 1, jnk_call_lookup_smooth, &lookup_rate};

static const jni_kernel smooth_rate = {"jnk_call_smooth_rate", 2, 1, jnk_call_smooth_rate, NULL};
static const jni_kernel smooth = {"jnk_call_smooth", 1, 1, jnk_call_smooth, &smooth_rate};
static const jni_kernel smooth_integral = {"jnk_call_smooth_integral", 1, 1, jnk_call_smooth_integral, NULL};

// Returns true if a law must be written as a call with its points: parameters are kept, and it is a smooth table of
// more than two points, whose slopes at the points have no formulas. In pieces of other tables all numbers can have
// formulas.
static bool stays_table(const jni_graph *g, const jnk_law *law) { return g->watch && law->n > 2 && law->smooth; }

static void put_points(jni_constants *c, const jnk_law *law) {
  jni_constants_add(c, law->n);
  jni_constants_list(c, law->x, law->n);
  jni_constants_list(c, law->y, law->n);
}

static jni_node call_law(jni_graph *g, const jni_kernel *by_pieces, const jni_kernel *by_points, const jnk_law *law,
                         jni_node x) {
  jni_constants c = jni_constants_for(g);
  bool points = stays_table(g, law);
  if (points) put_points(&c, law);
  else jni_constants_law(&c, law);
  return jni_result(g, jni_call_with(g, points ? by_points : by_pieces, &c, &x), 0);
}

jni_node jni_write_law(jni_graph *g, const jnk_law *law, jni_node x) { return call_law(g, &curve, &smooth, law, x); }

jni_node jni_write_law_integral(jni_graph *g, const jnk_law *law, jni_node x) {
  return call_law(g, &integral, &smooth_integral, law, x);
}

jni_node jni_write_lookup(jni_graph *g, const jnk_lookup *table, jni_node x, jni_node y) {
  const jni_node in[2] = {x, y};
  jni_constants c = jni_constants_for(g);
  jni_constants_lookup(&c, table);
  return jni_result(g, jni_call_with(g, table->smooth ? &lookup_smooth : &lookup, &c, in), 0);
}
