// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// conserving_rows.c - discrete gradients of the constraints between two configurations:
// g_i . (q1 - q0) = phi_i(q1) - phi_i(q0).
//
// For a constraint that is quadratic in q the gradient at the middle has this property. For others (joint angles; discs
// on planes) there are two ways:
//   beta       the gradient at q0 + beta d with beta from grad phi_i(q0 + beta d) . d = phi_i(q1) - phi_i(q0)
//                                                                                                         [dopico (10)]
//   gonzalez   the gradient at the middle, corrected along d (jni_discrete_gradient_correct)   [Gonzalez 1996]
// beta tends to 1/2 with the step size if the curvature of phi along d changes. If it is equal at both ends, as for an
// angle that increases uniformly, grad phi . d is symmetric about the middle: then (10) has two roots, neither of which
// tends to 1/2, and the second way is used. It is also used if there is no root.
#include <math.h>
#include <string.h>

#include "formulation/step/conserving.h"
#include "system/derivative/discrete.h"
#include "system/stage.h"
#include "system/work.h"

enum { MOST_EVALUATIONS = 60 };

// ---- nonquadratic constraints --------------------------------------------------------------------------------------

static bool is_nonquadratic(const jn_system *system, int row) {
  const jni_primitive *p = &system->primitives[system->row_primitive[row]];
  if (p->kind == JNI_TOUCHING) return true;
  for (int i = 0; p->kind == JNI_COORDINATES && i < p->nterms; i++) {
    const jni_coordinate *c = &system->coordinates[system->terms[p->term_at + i].coordinate];
    if (c->kind == JNI_ANGLE || c->function) return true;
  }
  return false;
}

bool jni_conserving_rows_init(jni_conserving *c, bool beta) {
  const jn_system *system = c->step.base.system;
  const jni_pattern *pattern = &system->pattern;
  jni_pool *pool = &c->step.base.pool;
  int nentries = pattern->entry_at[pattern->ngroups], nh = system->sizes.nh;
  c->bodies = jni_take(pool, nentries, sizeof *c->bodies);
  c->nonquadratic = jni_take(pool, nh, sizeof *c->nonquadratic);
  c->group = jni_take(pool, nh, sizeof *c->group);
  c->g = jni_take(pool, system->sizes.nv, sizeof *c->g);
  if (pool->failed) return false;
  for (int e = 0; e < nentries; e++) c->bodies[e] = pattern->entry_block[e] + 1;
  for (int g = 0; g < pattern->ngroups; g++)
    for (int row = pattern->group_at[g]; row < pattern->group_at[g + 1] && row < nh; row++) c->group[row] = g;
  for (int row = 0; row < nh; row++)
    if (is_nonquadratic(system, row)) c->nonquadratic[c->nnonquadratic++] = row;
  if (beta && c->nnonquadratic > 0) c->probe = jni_keep(pool, jn_work_new(system), jni_object_free);
  return !pool->failed;
}

// ---- one constraint --------------------------------------------------------------------------------------------

typedef struct {
  const jni_pattern *pattern;
  int row, group, first, n;  // first: its first entry of the pattern; n: number of entries
  const int *bodies;
} row_at;

static row_at find_row(const jni_conserving *c, int row) {
  const jni_pattern *p = &c->step.base.system->pattern;
  int group = c->group[row], first = p->entry_at[group];
  return (row_at){p, row, group, first, p->entry_at[group + 1] - first, c->bodies + first};
}

static int row_width(const row_at *r, int e) {
  int block = r->pattern->entry_block[e];
  return r->pattern->block_at[block + 1] - r->pattern->block_at[block];
}

static int row_place(const row_at *r, int e) {
  return r->pattern->entry_value[e] + (r->row - r->pattern->group_at[r->group]) * row_width(r, e);
}

static void copy_row(const row_at *r, const double *G, double *g) {
  for (int e = r->first; e < r->first + r->n; e++)
    memcpy(g + r->pattern->block_at[r->pattern->entry_block[e]], G + row_place(r, e),
           (size_t)row_width(r, e) * sizeof *g);
}

static void put_row(const row_at *r, const double *g, double *G) {
  for (int e = r->first; e < r->first + r->n; e++)
    memcpy(G + row_place(r, e), g + r->pattern->block_at[r->pattern->entry_block[e]],
           (size_t)row_width(r, e) * sizeof *g);
}

// Returns the derivative of the constraint along d, with its gradient taken from G.
static double along(const row_at *r, const double *G, const double *d) {
  double sum = 0;
  for (int e = r->first; e < r->first + r->n; e++) {
    const double *value = G + row_place(r, e), *x = d + r->pattern->block_at[r->pattern->entry_block[e]];
    for (int i = 0; i < row_width(r, e); i++) sum += value[i] * x[i];
  }
  return sum;
}

double jni_conserving_motion(const jni_conserving *c, int row) {
  const jn_system *system = c->step.base.system;
  const jni_primitive *p = &system->primitives[system->row_primitive[row]];
  if (p->kind != JNI_COORDINATES || p->motion < 0) return 0;
  return p->scale * (c->step.base.work->motions[p->motion].v - c->begin->motions[p->motion].v);
}

// Returns the sum of the magnitudes of the terms of a constraint, from which its rounding error follows.
static double row_size(const jni_conserving *c, int row) {
  const jn_system *system = c->step.base.system;
  const jni_primitive *p = &system->primitives[system->row_primitive[row]];
  double size = fabs(c->begin->phi[row]) + fabs(c->step.base.work->phi[row]);
  for (int i = 0; p->kind == JNI_COORDINATES && i < p->nterms; i++) {
    const jni_primitive_term *term = &system->terms[p->term_at + i];
    size += 2 * fabs(p->scale * term->factor * c->begin->coordinates[term->coordinate].value);
  }
  return size;
}

// ---- beta --------------------------------------------------------------------------------------------------------

// Returns the derivative of the constraint along d, grad phi(q0 + beta d) . d; evaluates c->probe there.
static double directional_derivative(jni_conserving *c, const row_at *r, double beta) {
  const jn_system *system = c->step.base.system;
  jn_work *probe = c->probe;
  for (int i = 0; i < system->sizes.nq; i++) probe->q[i] = c->begin->q[i] + beta * c->step.d[i];
  jni_stage_position(system, probe);
  return along(r, probe->G, c->step.d);
}

// Finds beta of (10) by the Illinois rule and leaves c->probe evaluated there. change: required value of the derivative
// along d; rounding: admissible error. Returns false if the difference of both sides of (10) has the same sign at beta
// = 0 and 1, so that there is no root or an even number, or if MOST_EVALUATIONS do not suffice.
static bool find_beta(jni_conserving *c, const row_at *r, double change, double rounding) {
  double low = 0, high = 1, at_low = along(r, c->begin->G, c->step.d) - change,
         at_high = along(r, c->step.base.work->G, c->step.d) - change;
  if (!(at_low * at_high < 0)) return false;
  memcpy(c->probe->s, c->begin->s, (size_t)c->step.base.system->sizes.ns * sizeof *c->probe->s);
  c->probe->t = c->begin->t;
  for (int i = 0, side = 0; i < MOST_EVALUATIONS; i++) {
    double beta = (low * at_high - high * at_low) / (at_high - at_low),
           value = directional_derivative(c, r, beta) - change;
    if (fabs(value) <= rounding) return true;
    bool lower = value * at_low > 0;
    if (lower) {
      low = beta;
      at_low = value;
      at_high *= side == 1 ? 0.5 : 1;
    } else {
      high = beta;
      at_high = value;
      at_low *= side == -1 ? 0.5 : 1;
    }
    side = lower ? 1 : -1;
  }
  return false;
}

// Replaces the gradient of the nonquadratic constraint `row` in c->G, that of the middle, by its discrete gradient,
// unless the former has the required derivative along d to rounding.
static void set_discrete_gradient(jni_conserving *c, int row) {
  const jn_system *system = c->step.base.system;
  row_at r = find_row(c, row);
  double change = c->step.base.work->phi[row] - c->begin->phi[row] + jni_conserving_motion(c, row);
  copy_row(&r, c->middle->G, c->g);
  double rounding = jni_rounding_along(system, r.bodies, r.n, c->begin->q, row_size(c, row), c->g);
  if (fabs(along(&r, c->middle->G, c->step.d) - change) <= rounding) return;
  if (c->probe && find_beta(c, &r, change, rounding)) copy_row(&r, c->probe->G, c->g);
  else jni_discrete_gradient_correct(system, r.bodies, r.n, c->step.d, change, rounding, c->g);
  put_row(&r, c->g, c->G);
}

void jni_conserving_rows(jni_conserving *c) {
  memcpy(c->G, c->middle->G, (size_t)c->step.base.system->pattern.nvalues * sizeof *c->G);
  for (int i = 0; i < c->nnonquadratic; i++) set_discrete_gradient(c, c->nonquadratic[i]);
}
