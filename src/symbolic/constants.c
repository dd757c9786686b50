// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// constants.c - see constants.h.
#include "symbolic/constants.h"

#include <string.h>

void jni_constants_list(jni_constants *c, const double *values, int n) {
  if (n <= 0 || !jni_pool_grow(&c->pool, &c->list, &c->capacity, c->n + n, sizeof *c->list)) return;
  memcpy(c->list + c->n, values, (size_t)n * sizeof *values);
  c->n += n;
}

void jni_constants_add(jni_constants *c, double value) { jni_constants_list(c, &value, 1); }

void jni_constants_law(jni_constants *c, const jnk_law *law) {
  const double head[4] = {law->n, law->smooth, law->ncoefficients, law->nbreaks};
  jni_constants_list(c, head, 4);
  jni_constants_list(c, law->x, law->n), jni_constants_list(c, law->y, law->n);
  if (law->ncoefficients > 0) jni_constants_list(c, law->polynomial, law->ncoefficients * (law->nbreaks + 1));
  jni_constants_list(c, law->breaks, law->nbreaks);
}

void jni_constants_lookup(jni_constants *c, const jnk_lookup *t) {
  static const double origin = 0;  // of an argument that is none
  const double head[4] = {t->n[0], t->n[1], t->smooth, t->hold};
  const double *const corners[4] = {t->f, t->fx, t->fy, t->fxy};
  jni_constants_list(c, head, 4);
  for (int i = 0; i < 2; i++) jni_constants_list(c, t->x[i] ? t->x[i] : &origin, t->n[i]);
  for (int i = 0; i < (t->smooth ? 4 : 1); i++) jni_constants_list(c, corners[i], t->n[0] * t->n[1]);
}

int jni_call_with(jni_graph *g, const jni_kernel *kernel, jni_constants *c, const jni_node *inputs) {
  if (c->pool.failed) g->pool.failed = true;
  int call = c->pool.failed ? 0 : jni_call(g, kernel, c->list, c->n, inputs);
  jni_pool_free(&c->pool);
  return call;
}
