// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_anderson.c - what Newton's method with a matrix that is kept makes of its last increments, where it is slow.
//                                                                                                       [Anderson 1965]
//
// With r(x) the increment that the factor gives at x, and the changes y of r over the steps s that were taken, the next
// step is
//   r - sum_j c_j (s_j + y_j)    with c by  |r - sum_j c_j y_j| least, in the norm of the increments' size
// The y are kept orthonormal, the s with them. One direction along which the matrix is too stiff or too soft (a stop
// that is met within the step, a tyre on an edge) is found with one pair, where the plain increments shrink or change
// their signs slowly.
#include <math.h>
#include <string.h>

#include "formulation/step/step_formulation.h"
#include "linalg/dense/dense.h"
#include "system/system.h"

enum { MOST_PAIRS = 4 };

struct jni_step_mix {
  const double *weight;  // nv
  int nv, n, npairs;     // n = nv + nc
  double *y[MOST_PAIRS], *s[MOST_PAIRS];
  double *increment, *taken;  // the last ones
  bool has_last;
};

jni_step_mix *jni_step_mix_new(jni_step *f) {
  const jn_sizes *sizes = &f->base.system->sizes;
  jni_step_mix *m = jni_take(&f->base.pool, 1, sizeof *m);
  if (!m) return NULL;
  m->weight = f->weight, m->nv = sizes->nv, m->n = sizes->nv + sizes->nc;
  double *room = jni_doubles(&f->base.pool, (size_t)m->n * (2 * MOST_PAIRS + 2));
  if (!room) return NULL;
  m->increment = room, m->taken = room + m->n;
  for (int i = 0; i < MOST_PAIRS; i++) m->y[i] = room + (2 + i) * m->n, m->s[i] = room + (2 + MOST_PAIRS + i) * m->n;
  return m;
}

void jni_step_mix_clear(jni_step_mix *m) { m->has_last = false, m->npairs = 0; }

static double product(const jni_step_mix *m, const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < m->nv; i++) sum += m->weight[i] * m->weight[i] * x[i] * y[i];
  return sum;
}

// The pair of the last step, made orthonormal to those before; one that is nothing new is left out.
static void add_pair(jni_step_mix *m, const double *x) {
  if (m->npairs == MOST_PAIRS) m->npairs = 0;
  double *y = m->y[m->npairs], *s = m->s[m->npairs];
  for (int i = 0; i < m->n; i++) y[i] = x[i] - m->increment[i], s[i] = m->taken[i];
  double whole = product(m, y, y);
  for (int j = 0; j < m->npairs; j++) {
    double c = product(m, m->y[j], y);
    jni_add(m->n, -c, m->y[j], y), jni_add(m->n, -c, m->s[j], s);
  }
  double left = product(m, y, y);
  if (!(left > 1e-12 * whole)) return;
  for (int i = 0; i < m->n; i++) y[i] /= sqrt(left), s[i] /= sqrt(left);
  m->npairs++;
}

void jni_step_mix_in(jni_step_mix *m, bool use, double *x) {
  double c[MOST_PAIRS];
  if (m->has_last && use) add_pair(m, x);
  memcpy(m->increment, x, (size_t)m->n * sizeof *x);
  for (int j = 0; j < m->npairs && use; j++) c[j] = product(m, m->y[j], m->increment);
  for (int j = 0; j < m->npairs && use; j++) jni_add(m->n, -c[j], m->y[j], x), jni_add(m->n, -c[j], m->s[j], x);
  memcpy(m->taken, x, (size_t)m->n * sizeof *x);
  m->has_last = true;
}
