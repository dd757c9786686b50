// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_multipliers.c - multipliers of all joints of a mechanism at rest: the least ones by sparse factors, and
// those of least strain energy where joints are redundant (system/share.c).
//
// With S the scales of increments and D = diag(lengths of the rows of G S), the least D lambda among those for which |S
// (f - G' lambda)| is least.
// Conjugate gradients for least squares [Bjorck 1996] from lambda = 0, with the factor of
//   G S^2 G' + mu D^2
// as preconditioner, which takes care of all but the directions in which rows nearly depend on each other: every step
// is in the range of the rows, so that redundant joints get no more than they need. The matrix is that of a closure
// (closure.h) with the slacks' mass 1/mu.
#include <math.h>
#include <string.h>

#include "analysis/assembly/closure_step.h"
#include "analysis/equilibrium/equilibrium.h"
#include "jounce/assembly.h"
#include "linalg/dense/dense.h"
#include "system/coordinates/body_level.h"
#include "system/reaction.h"
#include "system/work.h"

// a round begins anew with what is left, free of the rounding of the one before
enum { MOST_STEPS = 200, MOST_ROUNDS = 3 };

static const double DAMPING = 1e-6;
static const double NO_CHANGE = 1e-28;  // of the first slope
static const double NOTHING = 1e-15;    // square of what a direction of unit multipliers pulls with

typedef struct {
  jni_closure *c;
  int nv, nc;
  double *left, *pull, *along;  // nv: f - G' lambda, G' z, G' p
  double *z, *p;                // nc: the preconditioned gradient, the direction
  double *weight;               // nv: S^2
} gradients;

static double weighed(const gradients *s, const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < s->nv; i++) sum += s->weight[i] * x[i] * y[i];
  return sum;
}

static void take_left(gradients *s, const double *lambda) {
  memcpy(s->left, s->c->work->f, (size_t)s->nv * sizeof *s->left);
  jni_pattern_add_transposed(&s->c->system->pattern, s->c->work->G, -1, lambda, s->left);
}

// z and what it pulls with; returns the gradient along z.
static double precondition(gradients *s) {
  jni_closure *c = s->c;
  memset(c->load, 0, (size_t)c->nspeeds * sizeof *c->load);
  memcpy(c->load, s->left, (size_t)s->nv * sizeof *c->load);
  jni_kkt_solve(c->kkt, c->metric, c->G, c->load, NULL, 0, c->step, c->right);
  memcpy(s->z, c->right, (size_t)s->nc * sizeof *s->z);
  memset(s->pull, 0, (size_t)s->nv * sizeof *s->pull);
  jni_pattern_add_transposed(&c->system->pattern, c->work->G, 1, s->z, s->pull);
  return weighed(s, s->left, s->pull);
}

// Is a direction no more than rounding, along which nothing pulls?
static bool pulls_nothing(const gradients *s, double square) {
  double sum = 0;
  for (int i = 0; i < s->nc; i++) sum += s->p[i] * s->c->size[i] * s->p[i] * s->c->size[i];
  return !(square > NOTHING * sum);
}

static void improve(gradients *s, double *first, double *lambda) {
  double last = 0;
  take_left(s, lambda);
  for (int k = 0; k < MOST_STEPS; k++) {
    double slope = precondition(s);
    if (!(*first > 0)) *first = slope;
    if (!(slope > NO_CHANGE * *first) || !isfinite(slope)) return;
    for (int i = 0; i < s->nc; i++) s->p[i] = s->z[i] + (k > 0 ? slope / last * s->p[i] : 0);
    for (int i = 0; i < s->nv; i++) s->along[i] = s->pull[i] + (k > 0 ? slope / last * s->along[i] : 0);
    double square = weighed(s, s->along, s->along);
    if (pulls_nothing(s, square)) return;
    jni_add(s->nc, slope / square, s->p, lambda);
    jni_add(s->nv, -slope / square, s->along, s->left);
    last = slope;
  }
}

static void find(gradients *s, const double *state, double *lambda) {
  const jni_closure_weights weights = {.joints = 1, .drivers = 1};
  jni_closure *c = s->c;
  double first = 0;
  memset(lambda, 0, (size_t)s->nc * sizeof *lambda);
  jni_stage_at_rest(c->system, c->work, state);
  if (!jni_all_finite(c->work->G, c->system->pattern.nvalues) || !jni_all_finite(c->work->f, s->nv)) return;
  jni_body_scale(c->system, s->weight);
  jni_pattern_row_lengths(&c->system->pattern, c->work->G, s->weight, c->size);
  for (int i = 0; i < s->nv; i++) s->weight[i] *= s->weight[i];
  jni_closure_set_weights(c, &weights);
  jni_closure_calc_G(c);
  if (!jni_closure_factor(c, DAMPING)) return;
  for (int k = 0; k < MOST_ROUNDS; k++) improve(s, &first, lambda);
}

bool jni_equilibrium_multipliers(const jn_system *system, const double *state, double *lambda) {
  jni_kept_list none = {0};
  jni_closure closure;
  size_t nv = (size_t)system->sizes.nv, nc = (size_t)system->sizes.nc;
  gradients s = {.c = &closure, .nv = system->sizes.nv, .nc = system->sizes.nc};
  s.left = jni_alloc0(system->alloc, 4 * nv + 2 * nc, sizeof(double));
  bool made = jni_closure_new(system, none, &closure) == JN_OK && s.left;
  if (made) {
    s.pull = s.left + nv, s.along = s.pull + nv, s.weight = s.along + nv, s.z = s.weight + nv, s.p = s.z + nc;
    find(&s, state, lambda);
  }
  jni_free(system->alloc, s.left);
  jni_closure_free(&closure);
  return made;
}

bool jni_balance_share_lambda(jni_balance *b, const double *state, double *lambda) {
  double *all = jni_alloc0(b->system->alloc, (size_t)b->bodies->sizes.nc, sizeof *all);
  jn_state_convert(b->system, state, b->bodies, b->body_state);
  bool done = all && jni_equilibrium_multipliers(b->bodies, b->body_state, all);
  for (int i = 0; done && i < b->bodies->sizes.nc; i++) {
    int row = jni_row_of_cartesian(b->system, i);
    if (row >= 0) lambda[row] = all[i];
  }
  jni_free(b->system->alloc, all);
  return done;
}

bool jni_equilibrium_share(const jn_system *system, const double *state, double *lambda) {
  jni_share *share = NULL;
  jn_work *work = NULL;
  double *vdot = NULL;
  jn_mobility *mobility = jn_mobility_new(system, state, NULL);
  bool done = mobility && jni_share_new(system, jn_mobility_active(mobility), NULL, &share);
  if (done && share) {
    work = jn_work_new(system);
    vdot = jni_alloc0(system->alloc, (size_t)system->sizes.nv + 1, sizeof *vdot);
    done = work && vdot;
    if (done) {
      jni_stage_at_rest(system, work, state);
      jni_share_apply(share, work, vdot, lambda);
    }
  }
  jni_free(system->alloc, vdot);
  jn_work_free(work);
  jni_object_free(share);
  jn_mobility_free(mobility);
  return done;
}
