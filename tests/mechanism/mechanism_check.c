// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mechanism_check.c - runs one mechanism in many ways: each must agree with the reference as well as its tolerance or
// step allows, and the printed values must balance on every body.
#include "mechanism_check.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "check.h"

static const double fine = 1e-12, coarse = 1e-9;  // tolerances of the reference
static const double narrow = 1e-9;                // of the other ways,
static const double tolerances[] = {1e-7, 1e-9, 1e-11};
// of the distance that a start must have: closer to singular configurations all methods lose digits
static const double near_singular = 0.4;
enum { LEVELS = 5, TOLERANCES = 3 };
static const double start = 1e-9;    // rounding of what assembly moves
static const double balance = 1e-8;  // of the largest force: residuals of Newton's iterations and rounding

void mech_fail(mech_trial *t, const char *format, ...) {
  va_list list;
  va_start(list, format);
  printf("%s %llu: ", mech_profile_names[t->m->profile], (unsigned long long)t->m->seed);
  vprintf(format, list);
  printf("\n");
  va_end(list);
  t->failures++;
}

bool mech_is_excused(const mech_result *r) { return !r->ok && strstr(r->why, "with a rule without damping"); }

static void check_balance(mech_trial *t, const char *name, const mech_result *r) {
  t->checks++;
  if (!(r->unbalance <= balance))
    mech_fail(t, "%s: a body lacks %.2g of the forces to be in balance", name, r->unbalance);
}

// Checks that a run begins at the initial values of the model, which satisfy all joints.
static void check_start(mech_trial *t, const mech_result *r) {
  double most = 0;
  for (int b = 1; b < t->m->nbodies; b++) {
    const mech_body *body = &t->m->body[b];
    const double *x = r->sample[0].body[b];
    for (int i = 0; i < 3; i++)
      most = fmax(most, fmax(fabs(x[i] - body->r[i]), fmax(fabs(x[7 + i] - body->v[i]), fabs(x[10 + i] - body->w[i]))));
    if (t->m->space == JN_PLANE) most = fmax(most, fabs(x[3] - body->angle));
  }
  t->checks++;
  if (!(most <= start)) mech_fail(t, "the run begins %.2g away from the start given", most);
}

// The time ends before the motion is none that all ways can follow. Cuts at samples take some steps more.
static void run_reference(mech_trial *t, const mech_way *way) {
  mech_run(t->m, t->model, way, 0, fine, true, &t->reference);
  for (int k = 0; k < 3 && t->reference.end < t->m->until; k++) {
    t->m->until = 0.9 * t->reference.end;
    mech_run(t->m, t->model, way, 0, fine, true, &t->reference);
  }
}

bool mech_reference(mech_trial *t) {
  const mech_way way = {"cartesian", "multipliers", "", "dopri5"};
  const mech_change none = mech_no_change();
  run_reference(t, &way);
  mech_run(t->m, t->model, &way, 0, coarse, false, &t->coarse);
  if (!(t->reference.distance > near_singular && t->m->until > 0)) return false;
  t->checks++;
  if (!t->reference.ok || !t->coarse.ok) {
    mech_fail(t, "reference: %s", t->reference.ok ? t->coarse.why : t->reference.why);
    return false;
  }
  check_balance(t, "reference", &t->reference);
  check_start(t, &t->reference);
  mech_difference d = mech_compare(t->m, &t->reference, &t->coarse, &none);
  for (int g = 0; g < NGROUPS; g++) t->rounding[g] = d.most[g];
  if (t->verbose)
    printf("reference: %ld steps to %.3g s, distance %.2g, coarse off by %.1e %.1e %.1e %.1e, unbalance %.1e\n",
           t->reference.steps, t->m->until, t->reference.distance, d.most[0], d.most[1], d.most[2], d.most[3],
           t->reference.unbalance);
  return true;
}

// ---- one way --------------------------------------------------------------------------------------------------------

typedef struct {
  mech_difference d;
  double unbalance;
} outcome;

static bool run_way(mech_trial *t, const mech_way *way, const char *name, int steps, double tolerance, bool may_fail,
                    outcome *o) {
  const mech_change none = mech_no_change();
  mech_result r;
  mech_run(t->m, t->model, way, steps, tolerance, false, &r);
  t->checks++;
  *o = (outcome){{{HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL}, {""}}, HUGE_VAL};
  if (!r.ok && may_fail && t->verbose) printf("  %s, %d steps: %s\n", name, steps, r.why);
  if (mech_is_excused(&r)) return false;
  if (!r.ok && !may_fail) mech_fail(t, "%s: %s", name, r.why);
  if (!r.ok) return may_fail;
  *o = (outcome){mech_compare(t->m, &t->reference, &r, &none), r.unbalance};
  if (!mech_way_drifts(way)) check_balance(t, name, &r);
  const double *most = o->d.most;
  if (t->verbose)
    printf("  %s, %ld steps: %.1e %.1e %.1e %.1e, unbalance %.1e\n", name, r.steps, most[0], most[1], most[2], most[3],
           r.unbalance);
  return true;
}

// Rows that drift leave forces in the places where they are off: these are small where the run is near the reference,
// and in any case fall as the errors of the method do, to this share of what was before.
static bool is_balanced(const mech_way *way, const outcome *o, int k, double share) {
  double error = fmax(o[k].d.most[GROUP_PLACES], o[k].d.most[GROUP_VELOCITIES]);
  return !mech_way_drifts(way) || o[k].unbalance <= balance + 10 * error ||
         (k > 0 && o[k].unbalance <= share * o[k - 1].unbalance);
}

static void tell_balance(mech_trial *t, const char *name, const outcome *o, int n) {
  mech_fail(t, "%s: a body lacks %.2g of the forces to be in balance, where it lacked %.2g before", name,
            o[n - 1].unbalance, o[n - 2].unbalance);
}

// Springs in place of rows ring for ever where the rule damps nothing. The pages tell how much of that stays in
// velocities: a part of what the load gives in a step, which falls with the first order.
static bool may_ring(const mech_trial *t, const mech_way *way, int steps, double before, double error) {
  double lightest = HUGE_VAL, force = 0;
  for (int b = 1; b < t->m->nbodies; b++)
    if (t->m->body[b].mass > 0) lightest = fmin(lightest, t->m->body[b].mass);
  for (int k = 0; k < SAMPLES; k++)
    for (int j = 0; j < t->m->njoints; j++)
      for (int i = 0; i < JOINT_VALUES; i++)
        force = fmax(force, fabs(t->reference.sample[k].joint[j][i]) / (i < 3 ? 1 : t->m->size));
  // what differences of velocities are over, or less
  double given = force / lightest * t->m->until / steps, slow = 0.1 * t->m->size / t->m->time;
  return mech_way_rings(way) && error <= 1e-4 * given / slow && error <= 0.75 * before;
}

// Halving the step divides the error by 2^order, in every group; a factor of two is left for terms of higher order. The
// longest steps may be too long for a motion, and fail.
static void check_fixed(mech_trial *t, const mech_way *way, const char *name) {
  int order = mech_way_order(way), steps = order <= 2 ? 60 : 30;
  double share = 2 * pow(0.5, order);
  outcome o[LEVELS];
  bool good[NGROUPS] = {false}, balanced = false;
  for (int k = 0; k < LEVELS; k++) {
    if (!run_way(t, way, name, steps, 0, k < 2, &o[k])) return;
    balanced = is_balanced(way, o, k, share);
    bool all = k > 0 && balanced;
    for (int g = 0; g < NGROUPS; g++) {
      double floor = 1e-9 + 10 * t->rounding[g], error = o[k].d.most[g], before = k > 0 ? o[k - 1].d.most[g] : 0;
      good[g] = error <= floor || (k > 0 && error <= before * share) ||
                (k > 0 && g == GROUP_VELOCITIES && may_ring(t, way, steps, before, error));
      all = all && good[g];
    }
    if (all) return;
    steps *= 2;
  }
  if (!balanced) tell_balance(t, name, o, LEVELS);
  for (int g = 0; g < NGROUPS; g++)
    if (!good[g])
      mech_fail(t, "%s: %s are not of order %d: errors %.2g %.2g %.2g %.2g %.2g (%s)", name, mech_group_names[g], order,
                o[0].d.most[g], o[1].d.most[g], o[2].d.most[g], o[3].d.most[g], o[4].d.most[g], o[4].d.worst[g]);
}

// A hundredth of the tolerance leaves a twentieth of the error or less, a fifth where the order is one of many, until
// it is near the tolerance. No way errs by ten thousand times its tolerance where the reference errs by ten.
static bool is_good(const mech_trial *t, bool one_step, int k, int group, double before, double error) {
  double share = one_step ? 0.05 : 0.2, part = tolerances[k] / narrow;
  double floor = ((one_step ? 100 : 1000) * narrow + 10 * t->rounding[group]) * part,
         most = 1e4 * narrow + 1000 * t->rounding[group];
  return error <= fmin(most, fmax(floor, share * before));
}

// Errors at the widest tolerance may be too large, or by chance too small, to tell: then the next step tells.
static void check_variable(mech_trial *t, const mech_way *way, const char *name) {
  outcome o[TOLERANCES];
  bool one_step = strcmp(way->integrator, "dopri5") == 0, good[NGROUPS] = {false}, balanced = false;
  for (int k = 0; k < TOLERANCES; k++) {
    if (!run_way(t, way, name, 0, tolerances[k], false, &o[k])) return;
    balanced = is_balanced(way, o, k, one_step ? 0.05 : 0.2);
    bool all = k > 0 && balanced;
    for (int g = 0; g < NGROUPS && k > 0; g++) {
      good[g] = good[g] || is_good(t, one_step, k, g, o[k - 1].d.most[g], o[k].d.most[g]);
      all = all && good[g];
    }
    if (all) return;
  }
  if (!balanced) tell_balance(t, name, o, TOLERANCES);
  for (int g = 0; g < NGROUPS; g++)
    if (!good[g])
      mech_fail(t, "%s: %s are off by %.2g at %g, by %.2g at %g, by %.2g at %g (%s)", name, mech_group_names[g],
                o[2].d.most[g], tolerances[2], o[1].d.most[g], tolerances[1], o[0].d.most[g], tolerances[0],
                o[2].d.worst[g]);
}

bool mech_has_part(const char *name, const char *parts) {
  for (const char *at = parts; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
    char part[64];
    snprintf(part, sizeof part, "%.*s", (int)strcspn(at, ","), at);
    if (strstr(name, part)) return true;
  }
  return false;
}

bool mech_way_wanted(const mech_trial *t, const mech_way *way, const char *name) {
  return mech_way_suits(way, t->m) && !(t->only && !mech_has_part(name, t->only)) &&
         !(t->without && mech_has_part(name, t->without));
}

static void check_way(mech_trial *t, const mech_way *way) {
  char name[96];
  mech_way_name(way, name, sizeof name);
  if (!mech_way_wanted(t, way, name)) return;
  if (mech_way_order(way) > 0) check_fixed(t, way, name);
  else check_variable(t, way, name);
}

void mech_check_ways(mech_trial *t) {
  int n = mech_nways();
  for (int i = 0; i < (t->ways > 0 ? t->ways : n); i++) {
    mech_way way = t->ways > 0 ? mech_way_draw(t->c.key + 100 + (uint64_t)i) : mech_way_get(i);
    check_way(t, &way);
  }
}
