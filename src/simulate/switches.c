// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// switches.c - when forces that change their side are located like events though nobody asked for it: where they cut
// the steps to pieces.
//
// A step that was rejected is looked at, and the few after it: does a force change its side there? When that has been
// seen often enough, for no less than a certain part of all steps, switches are located from there on. Where they lie
// so close that every other step passes one (the knots of a fine table), to stop at each would cost more than it saves.
// It is decided by counting, and checkpoints keep the counts.
#include <math.h>
#include <string.h>

#include "base/side.h"
#include "simulate/run.h"
#include "system/event.h"
#include "system/work.h"

// A rejected step ends before the switch; the steps after it creep up to it.
enum { STEPS_LOOKED_AT = 10, MOST_PASSED = 5, CUTS_ENOUGH = 20, MOST_STEPS_A_CUT = 100 };
// Where a switch throws the motion back, steps end before it again and again: so many of so many steps were rejected.
enum { STEPS_COUNTED = 200, REJECTED_ENOUGH = 100 };
// Multistep methods creep there without rejecting much: so many times in a row as many steps came no further than a
// small part of what they once did.
enum { CRAWLS_ENOUGH = 5 };
static const double crawl = 1e-3;

bool jni_switches_asked(const jn_run *run) {
  return run->choices.locate_roots && run->system->nswitches > 0 && strcmp(run->choices.switches, "always") == 0;
}

void jni_switches_hold(jn_run *run) {
  jn_work *work = run->formulation->work;
  work->stamp++;  // what stands there belongs to other sides
  work->touching = run->choices.locate_roots ? run->signs : NULL;
  work->known = &run->known;
  work->sides = run->locating ? run->signs + run->system->sizes.nroots : NULL;
}

void jni_switches_locate(jn_run *run, bool locating) {
  run->locating = locating;
  jni_switches_hold(run);
  run->summary.switches_from = locating ? run->state[0] : NAN;
}

static bool stands_at(const jn_run *run, int i) { return run->signs[i] == 0 && run->roots.e[i] == 0; }

// A state a little later, by the accelerations at run->state, into run->trial.
static bool look_ahead(jn_run *run) {
  const jn_system *system = run->system;
  const jni_formulation *f = run->formulation;
  double h = run->integrator->kind->fixed_step ? 1e-3 * run->choices.step : 1e-9 * jni_run_pace(run);
  const double *v = jn_state_v(system, run->state);
  if (f->acceleration(run->formulation, run->state, run->vdot, run->lambda) != JN_OK) return false;
  memcpy(run->trial, run->state, (size_t)system->sizes.nstate * sizeof *run->trial);
  run->trial[0] += h;
  for (int i = 0; i < system->sizes.nv; i++) f->work->scratch[i] = h * (v[i] + 0.5 * h * run->vdot[i]);
  system->kind->step(system, jn_state_q(system, run->state), f->work->scratch, jn_state_q(system, run->trial));
  for (int i = 0; i < system->sizes.nv; i++) jn_state_v(system, run->trial)[i] += h * run->vdot[i];
  for (int i = 0; i < system->sizes.nz; i++) jn_state_z(system, run->trial)[i] += h * f->work->zdot[i];
  return true;
}

bool jni_switches_foresee(jn_run *run) {
  int first = run->system->sizes.nroots, n = run->locating ? run->system->nswitches : 0, at = 0;
  bool any = false;
  while (at < n && !stands_at(run, first + at)) at++;
  if (at == n || !look_ahead(run)) return false;
  jni_calc_switches(run->system, run->formulation->work, run->trial, run->trial_roots.e, run->trial_roots.side);
  for (int i = 0; i < n; i++) {  // also what is asked for only on that side
    if (run->signs[first + i] != 0) continue;
    run->signs[first + i] = run->trial_roots.side[i];
    any = any || run->signs[first + i] != 0;
  }
  return any;
}

static bool waits(const jn_run *run) {
  return !run->locating && run->system->nswitches > 0 && run->choices.locate_roots &&
         !run->integrator->kind->fixed_step && strcmp(run->choices.switches, "auto") == 0;
}

// How many switches lie between here and where they were seen last; few of them are enough to know.
static int look(jn_run *run, const double *state) {
  int first = run->system->sizes.nroots, passed = 0;
  jni_calc_switches(run->system, run->formulation->work, state, run->trial_roots.e, run->trial_roots.side);
  for (int i = 0; i < run->system->nswitches; i++) {
    int now = run->trial_roots.side[i], *seen = &run->signs[first + i];
    if (now != 0 && *seen != 0)
      passed += (int)fmin(fabs((double)jni_cell_of_side(now) - jni_cell_of_side(*seen)), STEPS_LOOKED_AT);
    if (now != 0) *seen = now;
  }
  return passed < STEPS_LOOKED_AT ? passed : STEPS_LOOKED_AT;
}

static jn_status look_within(jn_run *run) {
  jn_status status = JN_OK;
  if (run->suspicion == STEPS_LOOKED_AT) {
    status = jni_run_interpolate(run, run->integrator->t_previous, run->trial);
    if (status == JN_OK) look(run, run->trial);
  }
  if (status == JN_OK) status = jni_run_refresh(run);
  if (status == JN_OK) run->passed += look(run, run->state);
  return status;
}

static bool is_cut(const jn_run *run) {
  bool cut = run->cuts >= CUTS_ENOUGH && (long)run->cuts * MOST_STEPS_A_CUT >= run->counts.steps;
  return cut || run->refused >= REJECTED_ENOUGH || run->crawling >= CRAWLS_ENOUGH;
}

static void count(jn_run *run, bool refused) {
  if (run->counts.steps % STEPS_COUNTED == 0) {
    double t = run->integrator->t, way = t - run->counted_from;
    run->refused = 0;
    run->crawling = way < crawl * run->longest ? run->crawling + 1 : 0;
    run->longest = fmax(run->longest, way);
    run->counted_from = t;
  }
  if (refused) run->refused++;
  if (refused && run->suspicion == 0) run->suspicion = STEPS_LOOKED_AT, run->passed = 0;
}

jn_status jni_switches_watch(jn_run *run) {
  if (!waits(run)) return JN_OK;
  long rejected = run->integrator->counts.rejected;
  count(run, rejected > run->rejected_before);
  run->rejected_before = rejected;
  if (run->suspicion == 0 && !is_cut(run)) return JN_OK;
  jn_status status = run->suspicion > 0 ? look_within(run) : JN_OK;
  if (run->suspicion > 0 && --run->suspicion == 0 && run->passed <= MOST_PASSED) run->cuts += run->passed;
  if (status == JN_OK) status = jni_run_refresh(run);
  if (status != JN_OK || !is_cut(run)) return status;
  jni_switches_locate(run, true);
  jni_run_sight_roots(run);
  return JN_OK;
}
