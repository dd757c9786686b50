// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_newton.c - one step of the index-3 family by Newton iteration. See step_formulation.h.
//
// The rule gives, with A_{n+1} from d:
//   A_{n+1} = ((d - h v_n) / h^2 - (1/2 - beta) A_n) / beta       v_{n+1} = v_n + h ((1 - gamma) A_n + gamma A_{n+1})
//   a_{n+1} = ((1 - alpha_m) A_{n+1} + alpha_m A_n - alpha_f a_n) / (1 - alpha_f)
//                                                                        [Arnold, Bruls 2007; Bruls 2012: on rotations]
// After convergence, remaining constraint violations are removed by further increments, [W G'; G -D] [delta; mu] =
// -[0; rows], which need the position stage only: they are too small to affect M a and f.
#include <float.h>
#include <math.h>
#include <string.h>

#include "formulation/formulation_common.h"
#include "formulation/step/step_formulation.h"
#include "linalg/dense/dense.h"
#include "system/coordinates/body_level.h"
#include "system/drive/drive.h"
#include "system/row_size.h"
#include "system/stage.h"
#include "system/work.h"

// If convergence is slow, a step makes up to MOST_FACTORS matrices at once, then one after every MOST_MIXED updates.
enum { MOST_ITERATIONS = 40, MOST_FACTORS = 2, MOST_MIXED = 8, MOST_ROW_ITERATIONS = 12, MOST_AGE = 8 };
// A weighted increment below this value that no longer decreases is rounding; the limit is larger for large
// coordinates.
static const double least_rounding = 1e-12;
static const double difference_step = 1e-7;  // weighted increment for differences
static const double slow = 0.3;  // the matrix is renewed if an increment exceeds this part of the one before
// The iteration diverges if an increment exceeds both the first one and, by this factor, the one before. Mixed
// increments may grow in one iteration and converge after that.
static const double growth = 4;

// ---- begin of a step ------------------------------------------------------------------------------------------

// Returns the rounding error of the weighted increment, which follows from the largest coordinate. Rotations in space
// do not exceed 1.
static double increment_rounding(const jni_step *f) {
  const jn_system *system = f->base.system;
  double largest = 0;
  for (int i = 0; i < system->sizes.nv; i++)
    if (system->speed_q[i] >= 0) largest = fmax(largest, fabs(f->q0[system->speed_q[i]]) * f->weight[i]);
  for (int k = 0; k < system->ntwists; k++)
    for (int i = 0; i < system->twists[k].n; i++)
      largest = fmax(largest, fabs(f->q0[system->twists[k].q_at + i]) * f->weight[system->twists[k].v_at + i]);
  return fmax(least_rounding, 8 * DBL_EPSILON * largest);
}

void jni_step_begin(jni_step *f, const jni_rule *rule, double t, double h, const double *y) {
  f->rule = rule;
  f->t = t;
  f->h = h;
  f->q0 = y;
  f->v0 = y + f->at_v;
  f->z0 = y + f->at_z;
  f->a0 = y + f->at_a;
  f->A0 = y + f->at_A;
  f->zdot0 = y + f->at_zdot;
  jni_copy(f->lambda, y + f->at_lambda, f->base.system->sizes.nc);
  // A rule with alphas is of second order for any gamma; so is the trapezoidal rule, which is then used for z.
  f->z_part = rule->alpha_m == 0 && rule->alpha_f == 0 ? rule->gamma : 0.5;
  f->has_end = false;
  f->rounding = increment_rounding(f);
  f->projection_work = 0;
  if (f->method->begin) {
    f->method->begin(f);
    return;
  }
  f->k = rule->beta * h * h;
  f->mass_part = (1 - rule->alpha_m) / (1 - rule->alpha_f);
  f->damping_part = rule->gamma * h;
  f->stiffness_part = f->k;
}

// Computes work->v, f->A and f->a from f->d, by the method or by the rule.
static void follow(jni_step *f) {
  const jni_rule *rule = f->rule;
  double h = f->h, *v = f->base.work->v;
  if (f->method->follow) {
    f->method->follow(f);
    return;
  }
  for (int i = 0; i < f->base.system->sizes.nv; i++) {
    double A = ((f->d[i] - h * f->v0[i]) / (h * h) - (0.5 - rule->beta) * f->A0[i]) / rule->beta;
    v[i] = f->v0[i] + h * ((1 - rule->gamma) * f->A0[i] + rule->gamma * A);
    f->A[i] = A;
    f->a[i] = ((1 - rule->alpha_m) * A + rule->alpha_m * f->A0[i] - rule->alpha_f * f->a0[i]) / (1 - rule->alpha_f);
  }
}

void jni_step_predict(jni_step *f) {
  const jn_system *system = f->base.system;
  jn_work *work = f->base.work;
  double h = f->h;
  for (int i = 0; i < system->sizes.nv; i++) f->d[i] = h * (f->v0[i] + 0.5 * h * f->A0[i]);
  for (int i = 0; i < system->sizes.nz; i++) work->z[i] = f->z0[i] + h * f->zdot0[i];
  jni_copy(f->scratch, f->d, system->sizes.nv);
  jni_step_turn_twists(system, 1, f->scratch);
  system->kind->step(system, f->q0, f->scratch, work->q);
  jni_copy(work->s, f->base.s, system->sizes.ns);
  work->t = f->t + h;
  follow(f);
}

// Evaluates the stages at the current iterate. The part of the velocity stage with second derivatives of constraints is
// not needed before convergence, except in joint coordinates.
static void stages(jni_step *f) {
  jni_stage_position(f->base.system, f->base.work);
  (f->base.system->tree ? jni_stage_velocity : jni_stage_body_velocity)(f->base.system, f->base.work);
  jni_stage_force(f->base.system, f->base.work);
  f->base.counts.evaluations++;
}

// ---- residual ---------------------------------------------------------------------------------------------------

static void rows_by_rule(const jni_step *f, double *rows) {
  const jn_system *system = f->base.system;
  const jn_work *work = f->base.work;
  int nh = system->sizes.nh, nc = system->sizes.nc;
  double part = f->rule->beta * f->h / f->rule->gamma;
  if (nc > nh) jni_pattern_times(&system->pattern, work->G, work->v, rows);
  for (int i = nh; i < nc; i++) rows[i] = part * (rows[i] - work->nu[i]);
  jni_copy(rows, work->phi, nh);
}

// Copies the constraint residuals from f->x to f->rows, after setting those of inactive velocity constraints to zero.
static void store_rows(jni_step *f) {
  const jn_sizes *n = &f->base.system->sizes;
  for (int i = n->nh; i < n->nc; i++)
    if (!f->active[i]) f->x[n->nv + i] = 0;
  jni_copy(f->rows, f->x + n->nv, n->nc);
}

// Sets f->x to minus the residual, the right side of the Newton equations: r (nv), then constraints (nc), which are
// also stored, with their own sign, in f->rows. Returns the status of the method's residual, otherwise JN_OK.
static jn_status residual(jni_step *f) {
  const jn_system *system = f->base.system;
  const jn_sizes *n = &system->sizes;
  const jn_work *work = f->base.work;
  double *r = f->x, *rows = f->x + n->nv;
  jn_status status = JN_OK;
  if (f->method->residual) {
    status = f->method->residual(f, r, rows);
  } else {
    jni_pattern_mass_times(&system->pattern, jni_mass(system, f->base.work), f->a, r);
    for (int i = 0; i < n->nv; i++) r[i] -= work->f[i];
    if (f->method->multipliers) jni_pattern_add_transposed(&system->pattern, work->G, 1, f->lambda, r);
    for (int i = 0; i < n->nv; i++) r[i] *= f->k;
    rows_by_rule(f, rows);
  }
  store_rows(f);
  for (int i = 0; i < n->nv + n->nc; i++) f->x[i] = -f->x[i];
  return status;
}

// Adds the increment delta (nv) to work->q and to f->d.
static void move(jni_step *f, const double *delta) {
  const jn_system *system = f->base.system;
  jn_work *work = f->base.work;
  system->kind->step(system, work->q, delta, work->scratch_q);
  jni_copy(work->q, work->scratch_q, system->sizes.nq);
  jni_step_add_increment(system, delta, f->d);
}

// Sets f->iterate.delta to a small increment of speed number i of every block whose colour is `which`, and to zero
// elsewhere. Returns false if no block of this colour has so many speeds.
static bool choose_speeds(const jni_step *f, const int *colour, int which, int i) {
  const jni_pattern *p = &f->base.system->pattern;
  bool any = false;
  memset(f->iterate.delta, 0, (size_t)f->base.system->sizes.nv * sizeof *f->iterate.delta);
  for (int b = 0; b < p->nblocks; b++) {
    int speed = p->block_at[b] + i;
    if (colour[b] != which || speed >= p->block_at[b + 1]) continue;
    f->iterate.delta[speed] = difference_step / f->weight[speed];
    any = true;
  }
  return any;
}

// Computes the columns of W by difference quotients of the residual at constant lambda and z, and stores them for
// jni_step_fill. The stages and the residual must be up to date; they are restored. Returns the status.
static jn_status differentiate_residual(jni_step *f) {
  const jn_sizes *n = &f->base.system->sizes;
  const jni_step_iterate *now = &f->iterate;
  jn_status status = JN_OK;
  const int *colour;
  int ncolours = jni_step_colours(f->matrix, &colour);
  jni_copy(now->q, f->base.work->q, n->nq);
  jni_copy(now->d, f->d, n->nv);
  jni_copy(now->x, f->x, n->nv + n->nc);
  for (int which = 0; which < ncolours; which++)
    for (int i = 0; status == JN_OK && choose_speeds(f, colour, which, i); i++) {
      move(f, now->delta);
      follow(f);
      if (f->method->stage) f->method->stage(f);
      else stages(f);
      status = residual(f);
      for (int speed = 0; speed < n->nv; speed++) {  // f->x and now->x are residuals with opposite sign
        if (now->delta[speed] == 0) continue;
        for (int k = 0; k < n->nv; k++) now->column[k] = (now->x[k] - f->x[k]) / now->delta[speed];
        jni_step_store_column(f, speed, now->column);
      }
      jni_copy(f->base.work->q, now->q, n->nq);
      jni_copy(f->d, now->d, n->nv);
    }
  follow(f);
  stages(f);
  return status == JN_OK ? residual(f) : status;
}

// Computes and factors the matrix of the step, and discards the pairs of Anderson mixing. Returns JN_SINGULAR if it is
// singular, or the status of a residual that failed in differences.
static jn_status factor(jni_step *f) {
  jn_status status = f->exact ? differentiate_residual(f) : JN_OK;
  if (status != JN_OK) return status;
  if (f->method->matrix) {
    jni_step_clear(f->matrix);
    f->method->matrix(f);
  } else {
    jni_step_fill(f, f->base.work->G, f->base.work->G);
  }
  jni_step_mix_clear(f->mix);
  return jni_step_factor(f, f->matrix) ? JN_OK : JN_SINGULAR;
}

// ---- update -----------------------------------------------------------------------------------------------------

void jni_step_set_z_rates(jni_step *f, const double *lambda) {
  const jn_system *system = f->base.system;
  jni_copy(f->zdot, f->base.work->zdot, system->sizes.nz);
  if (system->work_state >= 0 && system->nmotions > 0)
    f->zdot[system->work_state] += jni_rheonomic_power(system, f->base.work, lambda);
}

double jni_step_z(const jni_step *f, int i) {
  return f->z0[i] + f->h * ((1 - f->z_part) * f->zdot0[i] + f->z_part * f->zdot[i]);
}

// Makes one Newton update of work->z, for each auxiliary state separately; states of forces and of the model also
// follow the increment f->x, and filters of drivers are solved for. Returns the largest scaled change; that of the
// work, on which nothing depends, does not count.
static double update_states(jni_step *f) {
  const jn_system *system = f->base.system;
  double largest = 0, *z = f->base.work->z, *change = f->z_change;
  jni_step_set_z_rates(f, f->lambda);
  for (int i = 0; i < system->sizes.nz; i++)
    change[i] = (jni_step_z(f, i) - z[i]) / (1 - f->h * f->z_part * f->rates[i]);
  jni_step_follow_states(f, f->x, change);
  if (system->nfollowers > 0) {  // linear filters of drivers: their states at the end with the present signals
    jni_copy(f->z_end, z, system->sizes.nz);
    jni_drives_step(system, f->base.work, f->h, f->z_part, f->z0, f->zdot0, f->z_end);
    for (int i = 0; i < system->sizes.nz; i++)
      if (jni_drive_of_state(system, i)) change[i] = f->z_end[i] - z[i];
  }
  for (int i = 0; i < system->sizes.nz; i++) {
    z[i] += change[i];
    double size = fabs(change[i]) / f->z_size[i];
    if (i != system->work_state && !(size <= largest)) largest = size;
  }
  return largest;
}

// Solves for the increment and applies it to q, d, lambda and z; mix: with Anderson mixing. Returns the largest
// weighted increment of q or scaled change of z; a number that is not finite if the increment is not finite, which is
// then not applied.
static double update(jni_step *f, bool mix) {
  const jn_sizes *n = &f->base.system->sizes;
  jni_step_solve(f->matrix, f->x);
  double size = 0;
  for (int i = 0; i < n->nv; i++) {
    double weighted = fabs(f->x[i]) * f->weight[i];
    if (!(weighted <= size)) size = weighted;
  }
  if (!isfinite(size)) return size;
  jni_step_mix_in(f->mix, mix, f->x);
  move(f, f->x);
  if (f->method->multipliers) jni_add(n->nc, 1 / f->k, f->x + n->nv, f->lambda);
  double change = n->nz > 0 ? update_states(f) : 0;
  follow(f);
  f->base.counts.iterations++;
  return !(change <= size) ? change : size;
}

// ---- Newton iteration ---------------------------------------------------------------------------------------------

// Progress of the Newton iteration of one step.
typedef struct {
  int count, extra;            // number of updates; number of updates after convergence, for the constraints only
  double first, size, before;  // weighted increments: first, last, the one before the last
  double violation;            // largest constraint violation at the last evaluation
  int factors, factored;       // number of matrices made; value of `count` when the last one was made
  bool late;                   // an increment was not much smaller than the one before
  bool mixes;                  // Anderson mixing is on
  bool converged;
} progress;

static double rate(const progress *p) { return p->count > 1 && p->before > 0 ? p->size / p->before : 1; }

// Returns whether the estimated error after an update is below the tolerance, or the increment is rounding. The
// estimate uses the rate of convergence, which is unknown after the first update. The first increment is the error of
// the prediction, of the order of the error of the step.
static bool is_converged(const jni_step *f, const progress *p) {
  double ratio = fmin(rate(p), 0.9), tolerance = fmax(f->tolerance, f->relative_tolerance * p->first);
  if (p->count > 2 && p->size <= f->rounding && ratio > slow) return true;
  return p->count > 1 ? p->size * ratio / (1 - ratio) <= tolerance : p->size <= 1e-3 * f->tolerance;
}

// Returns the largest constraint violation relative to the size of what is compared: from phi for holonomic
// constraints, from f->rows for velocity constraints; NaN if one is NaN.
static double largest_row(const jni_step *f) {
  const jn_system *system = f->base.system;
  double largest = jni_violation(system, f->base.work, jni_step_row_rounding(f));
  for (int i = system->sizes.nh; i < system->sizes.nc; i++) {
    double size = fabs(f->rows[i]) * system->row_weight[i];
    if (size > largest || isnan(size)) largest = size;
  }
  return largest;
}

double jni_step_row_rounding(const jni_step *f) {
  return fmax(fmin(f->tolerance, jni_usual_correction), jni_rounding(f->base.system));
}

// Returns whether the constraints hold to the tolerance or to rounding; stores `violation` in p. Always true for a
// method without multipliers.
static bool rows_hold(const jni_step *f, progress *p, double violation) {
  double before = p->violation;
  p->violation = violation;
  if (!f->method->multipliers || violation <= jni_step_row_rounding(f)) return true;
  return p->extra > 0 && jni_stagnates(f->base.system, f->base.work->q, violation, before);
}

// Returns whether corrections of the constraints must end, because there were too many or the violation is not finite.
static bool rows_end(const progress *p, double violation) {
  return p->extra >= MOST_ROW_ITERATIONS || !isfinite(violation);
}

// Makes one Newton update, with a new matrix at the first one and if convergence is slow (`exact-newton`: always before
// convergence); stages and residual must be up to date. Sets p->converged if the estimated error is below the
// tolerance. Returns JN_OK unless the iteration has failed.
static jn_status iterate(jni_step *f, progress *p) {
  bool late = p->count > 1 && p->size > f->rounding && rate(p) > slow;
  bool again = late && (f->plain || p->factors < MOST_FACTORS || p->count >= p->factored + MOST_MIXED);
  if (f->exact) again = !p->converged;
  if (again) f->forces_valid = false;
  if (p->count == 0 || again) {
    jn_status status = factor(f);
    if (status != JN_OK) return status;
    p->factors++;
    p->factored = p->count;
  }
  p->late = p->late || late;
  p->mixes = p->late && !f->plain;
  double size = update(f, p->mixes);
  if (!isfinite(size)) return JN_NOT_FINITE;
  p->before = p->size;
  p->size = size;
  if (p->count == 0) p->first = size;
  p->count++;
  if (p->converged) p->extra++;
  else if (p->count > 2 && p->size > fmax(f->rounding, p->first) && rate(p) > growth) return JN_NO_CONVERGENCE;
  p->converged = p->converged || is_converged(f, p);
  return JN_OK;
}

// Evaluates the position stage and the constraint residuals f->rows. Returns the largest violation.
static double evaluate_constraints(jni_step *f) {
  jni_stage_position(f->base.system, f->base.work);
  rows_by_rule(f, f->x + f->base.system->sizes.nv);
  store_rows(f);
  return largest_row(f);
}

// Corrects the constraints after convergence and sets *hold to whether they hold. For a method with a residual of its
// own, only evaluates them; the caller then continues with updates until they hold. Returns JN_NO_CONVERGENCE if too
// many corrections were needed, JN_NOT_FINITE if the violation is not finite.
static jn_status finish_constraints(jni_step *f, progress *p, bool *hold) {
  jn_status status = JN_OK;
  double violation;
  if (f->method->residual) {
    stages(f);
    status = residual(f);
    violation = largest_row(f);
    *hold = rows_hold(f, p, violation);
  } else {
    violation = evaluate_constraints(f);
    *hold = rows_hold(f, p, violation);
    while (!*hold && !rows_end(p, violation)) {
      // Corrects the remaining constraint violations; the position stage is up to date.
      const jn_sizes *n = &f->base.system->sizes;
      memset(f->x, 0, (size_t)n->nv * sizeof *f->x);
      for (int i = 0; i < n->nc; i++) f->x[n->nv + i] = -f->rows[i];
      jni_step_solve(f->matrix, f->x);
      move(f, f->x);
      jni_add(n->nc, 1 / f->k, f->x + n->nv, f->lambda);
      follow(f);

      p->extra++;
      violation = evaluate_constraints(f);
      *hold = rows_hold(f, p, violation);
    }
  }
  if (status == JN_OK && !isfinite(violation)) return JN_NOT_FINITE;
  return status == JN_OK && !*hold && rows_end(p, violation) ? JN_NO_CONVERGENCE : status;
}

jn_status jni_step_converge(jni_step *f) {
  progress p = {.violation = HUGE_VAL};
  bool hold = false;
  while (p.count < MOST_ITERATIONS) {
    stages(f);
    jn_status status = residual(f);
    if (status == JN_OK) status = iterate(f, &p);
    if (status == JN_OK && p.converged) status = finish_constraints(f, &p, &hold);
    if (status != JN_OK) return status;
    if (!hold) continue;
    // C and K are computed anew for the next step if this iteration took longer than the one with new C and K, or after
    // MOST_AGE steps.
    if (f->forces_age == 0) f->forces_count = p.count;
    if (p.count > f->forces_count + 1 || ++f->forces_age >= MOST_AGE) f->forces_valid = false;
    f->slow = p.late;
    return JN_OK;
  }
  return JN_NO_CONVERGENCE;
}
