// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_anderson.c - Anderson mixing: accelerates slow Newton iterations with a constant matrix by earlier increments.
//                                                                                                       [Anderson 1965]
//
// With r(x) the increment that the factor gives at x, and the changes y of r over the steps s taken so far, the next
// step is
//   r - sum_j c_j (s_j + y_j)    with c minimising |r - sum_j c_j y_j|, in the norm of weighted increments
// The y are kept orthonormal, and the s transformed with them. A single direction in which the matrix is too stiff or
// too soft (a stop that is hit within the step, a tyre on an edge) is found with one pair, where plain increments decay
// or alternate slowly.
#include <math.h>
#include <string.h>

#include "formulation/step/step_formulation.h"
#include "linalg/dense/dense.h"
#include "system/system.h"

enum { MOST_PAIRS = 4 };

struct jni_step_mix {
  const double *weight;                   // nv
  int nv, n, npairs;                      // n = nv + nc
  double *y[MOST_PAIRS], *s[MOST_PAIRS];  // n
  double *increment, *taken;              // n each: last increment that the matrix gave; last step that was made
  bool has_last;
};

jni_step_mix *jni_step_mix_new(jni_step *f) {
  const jn_sizes *sizes = &f->base.system->sizes;
  jni_step_mix *m = jni_take(&f->base.pool, 1, sizeof *m);
  if (!m) return NULL;
  m->weight = f->weight;
  m->nv = sizes->nv;
  m->n = sizes->nv + sizes->nc;
  double *vectors = jni_doubles(&f->base.pool, (size_t)m->n * (2 * MOST_PAIRS + 2));
  if (!vectors) return NULL;
  m->increment = vectors;
  m->taken = vectors + m->n;
  for (int i = 0; i < MOST_PAIRS; i++) {
    m->y[i] = vectors + (2 + i) * m->n;
    m->s[i] = vectors + (2 + MOST_PAIRS + i) * m->n;
  }
  return m;
}

void jni_step_mix_clear(jni_step_mix *m) {
  m->has_last = false;
  m->npairs = 0;
}

static double product(const jni_step_mix *m, const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < m->nv; i++) sum += m->weight[i] * m->weight[i] * x[i] * y[i];
  return sum;
}

// Adds the pair (change of the increment, step taken) that follows from the new increment x, orthonormalised against
// the other pairs; omits it if it is nearly dependent on them. If the list is full, first discards all pairs.
static void add_pair(jni_step_mix *m, const double *x) {
  if (m->npairs == MOST_PAIRS) m->npairs = 0;
  double *y = m->y[m->npairs], *s = m->s[m->npairs];
  for (int i = 0; i < m->n; i++) {
    y[i] = x[i] - m->increment[i];
    s[i] = m->taken[i];
  }
  double whole = product(m, y, y);
  for (int j = 0; j < m->npairs; j++) {
    double c = product(m, m->y[j], y);
    jni_add(m->n, -c, m->y[j], y);
    jni_add(m->n, -c, m->s[j], s);
  }
  double left = product(m, y, y);
  if (!(left > 1e-12 * whole)) return;
  for (int i = 0; i < m->n; i++) {
    y[i] /= sqrt(left);
    s[i] /= sqrt(left);
  }
  m->npairs++;
}

void jni_step_mix_in(jni_step_mix *m, bool use, double *x) {
  double c[MOST_PAIRS];
  if (m->has_last && use) add_pair(m, x);
  memcpy(m->increment, x, (size_t)m->n * sizeof *x);
  for (int j = 0; j < m->npairs && use; j++) c[j] = product(m, m->y[j], m->increment);
  for (int j = 0; j < m->npairs && use; j++) {
    jni_add(m->n, -c[j], m->y[j], x);
    jni_add(m->n, -c[j], m->s[j], x);
  }
  memcpy(m->taken, x, (size_t)m->n * sizeof *x);
  m->has_last = true;
}
