// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_multipliers.c - multipliers of all joints of a mechanism at rest: those of minimum norm by sparse
// factors, and those of least strain energy where joints are redundant (system/reaction.h).
//
// With S the scales of increments and D = diag(lengths of the rows of G S), computes the lambda of smallest |D lambda|
// among those that minimise |S (f - G' lambda)|, by conjugate gradients for least squares [Bjorck 1996] from lambda =
// 0. The factor of
//   G S^2 G' + mu D^2
// is the preconditioner; it leaves only directions in which rows nearly depend on each other. Every step is in the
// range of the rows, so that redundant joints get no more than they need. The matrix is that of a closure (closure.h)
// with the slacks' mass 1/mu.
#include <math.h>
#include <string.h>

#include "analysis/assembly/closure_step.h"
#include "analysis/equilibrium/equilibrium.h"
#include "jounce/assembly.h"
#include "linalg/dense/dense.h"
#include "system/coordinates/body_level.h"
#include "system/reaction.h"
#include "system/work.h"

// Each round computes the residual of its first lambda anew, which removes the rounding errors of the round before.
enum { MOST_STEPS = 200, MOST_ROUNDS = 3 };

static const double DAMPING = 1e-6;
static const double NO_CHANGE = 1e-28;   // ratio of the slope to the first one below which iterations end
static const double ZERO_FORCE = 1e-15;  // squared force of unit multipliers below which a direction is rounding

typedef struct {
  jni_closure *c;
  int nv, nc;
  double *residual, *force_z, *force_p;  // nv: f - G' lambda, G' z, G' p
  double *z, *p;                         // nc: the preconditioned gradient, the direction
  double *weight;                        // nv: S^2
} gradients;

// Returns x' S^2 y.
static double weighed(const gradients *s, const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < s->nv; i++) sum += s->weight[i] * x[i] * y[i];
  return sum;
}

// Sets s->z to the preconditioned gradient for s->residual, and s->force_z to G' z. Returns residual' S^2 G' z, the
// decrease of the residual per unit along z.
static double precondition(gradients *s) {
  jni_closure *c = s->c;
  memset(c->load, 0, (size_t)c->nspeeds * sizeof *c->load);
  memcpy(c->load, s->residual, (size_t)s->nv * sizeof *c->load);
  jni_kkt_solve(c->kkt, c->metric, c->G, c->load, NULL, 0, c->step, c->right);
  memcpy(s->z, c->right, (size_t)s->nc * sizeof *s->z);
  memset(s->force_z, 0, (size_t)s->nv * sizeof *s->force_z);
  jni_pattern_add_transposed(&c->system->pattern, c->work->G, 1, s->z, s->force_z);
  return weighed(s, s->residual, s->force_z);
}

// Returns whether the search direction s->p consists of rounding errors: its multipliers exert no force on the bodies.
// square: force_p' S^2 force_p.
static bool has_no_force(const gradients *s, double square) {
  double sum = 0;
  for (int i = 0; i < s->nc; i++) sum += s->p[i] * s->c->size[i] * s->p[i] * s->c->size[i];
  return !(square > ZERO_FORCE * sum);
}

// Improves lambda (nc) by at most MOST_STEPS steps of conjugate gradients, starting at the residual f - G' lambda.
// *first: value of `precondition` at the start of the first round, the reference for convergence; set here if it is 0.
static void improve(gradients *s, double *first, double *lambda) {
  double last = 0;
  memcpy(s->residual, s->c->work->f, (size_t)s->nv * sizeof *s->residual);
  jni_pattern_add_transposed(&s->c->system->pattern, s->c->work->G, -1, lambda, s->residual);
  for (int k = 0; k < MOST_STEPS; k++) {
    double slope = precondition(s);
    if (!(*first > 0)) *first = slope;
    if (!(slope > NO_CHANGE * *first) || !isfinite(slope)) return;
    for (int i = 0; i < s->nc; i++) s->p[i] = s->z[i] + (k > 0 ? slope / last * s->p[i] : 0);
    for (int i = 0; i < s->nv; i++) s->force_p[i] = s->force_z[i] + (k > 0 ? slope / last * s->force_p[i] : 0);
    double square = weighed(s, s->force_p, s->force_p);
    if (has_no_force(s, square)) return;
    jni_add(s->nc, slope / square, s->p, lambda);
    jni_add(s->nv, -slope / square, s->force_p, s->residual);
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
  s.residual = jni_alloc0(system->alloc, 4 * nv + 2 * nc, sizeof(double));
  bool made = jni_closure_new(system, none, &closure) == JN_OK && s.residual;
  if (made) {
    s.force_z = s.residual + nv;
    s.force_p = s.force_z + nv;
    s.weight = s.force_p + nv;
    s.z = s.weight + nv;
    s.p = s.z + nc;
    find(&s, state, lambda);
  }
  jni_free(system->alloc, s.residual);
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
