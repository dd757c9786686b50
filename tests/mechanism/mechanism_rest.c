// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mechanism_rest.c - static equilibrium of a mechanism in all coordinates, and of the same one changed: forces balance
// with the printed reactions, and what was found in one way is found in the others.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mechanism_balance.h"
#include "mechanism_check.h"

// of the largest force: the search ends at 1e-10 of the load, reactions add their rounding
static const double force_left = 1e-8;
static const double same = 1e-6;  // of size and radian: how well newton's last step puts a stable rest
static const double rounding = 1e-9;

typedef struct {
  bool ok;
  char why[600];
  jn_equilibrium found;
  mech_result rest;  // the first sample alone
} rest;

static void look(const mechanism *m, const jn_model *model, const jn_system *system, const double *state,
                 const double *lambda, rest *r) {
  jn_work *work = jn_work_new(system);
  double *vdot = calloc((size_t)jn_system_sizes(system).nv + 1, sizeof *vdot);
  mech_twin twin;
  r->ok = mech_twin_new(model, &twin);
  if (r->ok) mech_look_at_state(m, system, work, &twin, state, vdot, lambda, &r->rest);
  mech_twin_free(&twin);
  free(vdot);
  jn_work_free(work);
}

static void settle(const mechanism *m, const jn_model *model, const char *coordinates, rest *r) {
  jn_report *report = jn_report_new(NULL);
  jn_system *system = jn_system_new(model, coordinates, report);
  *r = (rest){0};
  if (!system) {
    snprintf(r->why, sizeof r->why, "no system: %s", jn_report_get(report, 0)->what);
    jn_report_free(report);
    return;
  }
  jn_sizes n = jn_system_sizes(system);
  double *state = calloc((size_t)n.nstate + 1, sizeof *state), *lambda = calloc((size_t)n.nc + 1, sizeof *lambda);
  jn_equilibrium_options options = jn_equilibrium_options_default();
  jn_system_initial_state(system, state);
  bool found = jn_assemble(system, state, NULL, report) == JN_OK &&
               jn_solve_equilibrium(system, &options, state, lambda, &r->found, report) == JN_OK;
  for (int i = 0; i < jn_report_size(report) && !found; i++)
    snprintf(r->why, sizeof r->why, "%s", jn_report_get(report, i)->what);
  if (found) look(m, model, system, state, lambda, r);
  free(state);
  free(lambda);
  jn_system_free(system);
  jn_report_free(report);
}

static double apart(const mechanism *m, const rest *a, const rest *b, const mech_change *change, int group, char *what,
                    size_t size) {
  mech_difference d = mech_compare(m, &a->rest, &b->rest, change);
  snprintf(what, size, "%s", d.worst[group]);
  return d.most[group];
}

// One rest may be another one than found in other coordinates; it must be one all the same.
static bool check_rest(mech_trial *t, const rest *r, const char *what) {
  t->checks++;
  if (!r->ok) {
    mech_fail(t, "equilibrium, %s: %s", what, r->why);
    return false;
  }
  if (!(r->rest.unbalance <= force_left)) {
    mech_fail(t, "equilibrium, %s: a body lacks %.2g of the forces to be in balance", what, r->rest.unbalance);
    return false;
  }
  return true;
}

static void check_same(mech_trial *t, const rest *a, const rest *b, const mech_change *change, bool strict,
                       const char *what) {
  char worst[64];
  double places = apart(t->m, a, b, change, GROUP_PLACES, worst, sizeof worst);
  bool other_one = !strict && places > 1e-3;  // several rests are possible
  t->checks++;
  t->others += other_one;
  if (other_one || a->found.neutral > 0) return;
  if (!(places <= (strict ? rounding : same)))
    mech_fail(t, "equilibrium, %s: places differ by %.2g (%s)", what, places, worst);
  double reactions = apart(t->m, a, b, change, GROUP_REACTIONS, worst, sizeof worst);
  if (!(reactions <= (strict ? 10 * rounding : 10 * same)))
    mech_fail(t, "equilibrium, %s: reactions differ by %.2g (%s)", what, reactions, worst);
  t->checks++;
  if (a->found.stability != b->found.stability)
    mech_fail(t, "equilibrium, %s: %s instead of %s", what, jn_stability_name(b->found.stability),
              jn_stability_name(a->found.stability));
}

static void check_changed(mech_trial *t, const rest *base, const char *coordinates, int kind) {
  static mechanism m;
  static rest changed;
  char what[80];
  mech_change how = mech_no_change();
  m = *t->m;
  mech_apply_change(kind, &t->c, &m, &how);
  jn_model *model = mech_read(&m, changed.why, sizeof changed.why);
  if (model) settle(&m, model, coordinates, &changed);
  snprintf(what, sizeof what, "%s %s (units %g %g %g)", coordinates, mech_change_name(kind), how.length, how.mass,
           how.time);
  if (check_rest(t, &changed, what)) check_same(t, base, &changed, &how, mech_change_is_exact(kind), what);
  jn_model_free(model);
}

void mech_check_rest(mech_trial *t) {
  static const char *const coordinates[] = {"cartesian", "natural", "joint"};
  static rest r[3];
  const mech_change none = mech_no_change();
  int pick = chance_below(&t->c, 3);
  for (int i = 0; i < 3; i++) {
    settle(t->m, t->model, coordinates[i], &r[i]);
    if (t->verbose)
      printf("  equilibrium %s: %s %s\n", coordinates[i], r[i].ok ? r[i].found.method : r[i].why,
             jn_stability_name(r[i].found.stability));
    if (check_rest(t, &r[i], coordinates[i]) && i > 0 && r[0].ok)
      check_same(t, &r[0], &r[i], &none, false, coordinates[i]);
  }
  for (int kind = 0; kind < mech_nchanges() && r[pick].ok; kind++) check_changed(t, &r[pick], coordinates[pick], kind);
}
