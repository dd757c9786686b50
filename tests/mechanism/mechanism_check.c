// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mechanism_check.c - one mechanism in many ways: each comes as near to the reference as its tolerance or its step
// promises, and every body is in balance with what is printed.
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

// Rows that drift leave forces in the places where they are off: `error` is how far the run is from the reference.
static void check_balance(mech_trial *t, const char *name, const mech_result *r, double error) {
  t->checks++;
  if (!(r->unbalance <= balance + 10 * error))
    mech_fail(t, "%s: a body lacks %.2g of the forces to be in balance", name, r->unbalance);
}

// A run begins where the model says: that start fits all joints.
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
  if (!t->reference.ok || !t->coarse.ok)
    return mech_fail(t, "reference: %s", t->reference.ok ? t->coarse.why : t->reference.why), false;
  check_balance(t, "reference", &t->reference, 0);
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

static bool run_way(mech_trial *t, const mech_way *way, const char *name, int steps, double tolerance, bool may_fail,
                    mech_difference *d) {
  const mech_change none = mech_no_change();
  mech_result r;
  mech_run(t->m, t->model, way, steps, tolerance, false, &r);
  t->checks++;
  *d = (mech_difference){{HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL}, {""}};
  if (!r.ok && may_fail && t->verbose) printf("  %s, %d steps: %s\n", name, steps, r.why);
  if (mech_is_excused(&r)) return false;
  if (!r.ok) return may_fail || (mech_fail(t, "%s: %s", name, r.why), false);
  *d = mech_compare(t->m, &t->reference, &r, &none);
  check_balance(t, name, &r, mech_way_drifts(way) ? fmax(d->most[GROUP_PLACES], d->most[GROUP_VELOCITIES]) : 0);
  if (t->verbose)
    printf("  %s, %ld steps: %.1e %.1e %.1e %.1e, unbalance %.1e\n", name, r.steps, d->most[0], d->most[1], d->most[2],
           d->most[3], r.unbalance);
  return true;
}

// Halving the step divides the error by 2^order, in every group; a factor of two is left for terms of higher order. The
// longest steps may be too long for a motion, and fail.
static void check_fixed(mech_trial *t, const mech_way *way, const char *name) {
  int order = mech_way_order(way), steps = order <= 2 ? 60 : 30;
  mech_difference d[LEVELS];
  bool good[NGROUPS] = {false};
  for (int k = 0; k < LEVELS; k++, steps *= 2) {
    bool all = k > 0;
    if (!run_way(t, way, name, steps, 0, k < 2, &d[k])) return;
    for (int g = 0; g < NGROUPS; g++) {
      double floor = 1e-9 + 10 * t->rounding[g];
      good[g] = d[k].most[g] <= floor || (k > 0 && d[k].most[g] <= d[k - 1].most[g] * pow(0.5, order) * 2);
      all = all && good[g];
    }
    if (all) return;
  }
  for (int g = 0; g < NGROUPS; g++)
    if (!good[g])
      mech_fail(t, "%s: %s are not of order %d: errors %.2g %.2g %.2g %.2g %.2g (%s)", name, mech_group_names[g], order,
                d[0].most[g], d[1].most[g], d[2].most[g], d[3].most[g], d[4].most[g], d[4].worst[g]);
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
  mech_difference d[TOLERANCES];
  bool one_step = strcmp(way->integrator, "dopri5") == 0, good[NGROUPS] = {false};
  for (int k = 0; k < TOLERANCES; k++) {
    bool all = k > 0;
    if (!run_way(t, way, name, 0, tolerances[k], false, &d[k])) return;
    for (int g = 0; g < NGROUPS && k > 0; g++) {
      good[g] = good[g] || is_good(t, one_step, k, g, d[k - 1].most[g], d[k].most[g]);
      all = all && good[g];
    }
    if (all) return;
  }
  for (int g = 0; g < NGROUPS; g++)
    if (!good[g])
      mech_fail(t, "%s: %s are off by %.2g at %g, by %.2g at %g, by %.2g at %g (%s)", name, mech_group_names[g],
                d[2].most[g], tolerances[2], d[1].most[g], tolerances[1], d[0].most[g], tolerances[0], d[2].worst[g]);
}

// Is one of the parts, which are separated by commas, in the name?
static bool has_part(const char *name, const char *parts) {
  for (const char *at = parts; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
    char part[64];
    snprintf(part, sizeof part, "%.*s", (int)strcspn(at, ","), at);
    if (strstr(name, part)) return true;
  }
  return false;
}

bool mech_way_wanted(const mech_trial *t, const mech_way *way, const char *name) {
  return mech_way_suits(way, t->m) && !(t->only && !has_part(name, t->only)) &&
         !(t->without && has_part(name, t->without));
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
    mech_way way = mech_way_get(t->ways > 0 ? chance_below(&t->c, n) : i);
    check_way(t, &way);
  }
}
