// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// switches.c - decides when switches of force laws are located like events although the choices do not ask for it: when
// they cause many rejected steps.
//
// After a rejected step, this step and the next few are examined for changes of side. When enough have been found, and
// at least a certain part of all steps are concerned, switches are located from there on. If they are so close together
// that every other step passes one (the knots of a fine table), stopping at each would cost more than it saves. The
// decision uses counts alone, and checkpoints store the counts.
#include <math.h>
#include <string.h>

#include "base/switch_side.h"
#include "simulate/run.h"
#include "system/event.h"
#include "system/work.h"

// STEPS_EXAMINED: number of steps examined after a rejected step, since steps approach a switch gradually. MOST_PASSED:
// largest number of side changes in them for which they count. CUTS_ENOUGH: number of such side changes from which on
// switches are located, if there is at least one for MOST_STEPS_A_CUT steps of the run.
enum { STEPS_EXAMINED = 10, MOST_PASSED = 5, CUTS_ENOUGH = 20, MOST_STEPS_A_CUT = 100 };
// If a switch reverses the motion, steps end before it again and again: switches are located after REJECTED_ENOUGH
// steps with rejections in an interval of INTERVAL_STEPS steps.
enum { INTERVAL_STEPS = 200, REJECTED_ENOUGH = 100 };
// Multistep methods slow down there without many rejections: switches are located after SLOW_ENOUGH consecutive
// intervals whose duration is below slow_part of the longest one.
enum { SLOW_ENOUGH = 5 };
static const double slow_part = 1e-3;

bool jni_switches_always_located(const jn_run *run) {
  return run->choices.locate_roots && run->system->nswitches > 0 && strcmp(run->choices.switches, "always") == 0;
}

void jni_switches_freeze(jn_run *run) {
  jn_work *work = run->formulation->work;
  work->stamp++;  // invalidates results in the work, which were computed with other sides
  work->touching = run->choices.locate_roots ? run->sides : NULL;
  work->time_event = &run->time_event;
  work->sides = run->locating ? run->sides + run->system->sizes.nroots : NULL;
}

void jni_switches_set_located(jn_run *run, bool locating) {
  run->locating = locating;
  jni_switches_freeze(run);
  run->summary.switches_from = locating ? run->state[0] : NAN;
}

static bool is_exactly_zero(const jn_run *run, int i) { return run->sides[i] == 0 && run->roots.e[i] == 0; }

// Sets run->trial to the state a very short time after run->state, extrapolated with the accelerations there. Returns
// false if these cannot be computed.
static bool extrapolate(jn_run *run) {
  const jn_system *system = run->system;
  const jni_formulation *f = run->formulation;
  double h = run->integrator->kind->fixed_step ? 1e-3 * run->choices.step : 1e-9 * jni_run_time_scale(run);
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

bool jni_switches_choose_sides(jn_run *run) {
  int first = run->system->sizes.nroots, n = run->locating ? run->system->nswitches : 0, at = 0;
  bool any = false;
  while (at < n && !is_exactly_zero(run, first + at)) at++;
  if (at == n || !extrapolate(run)) return false;
  jni_calc_switches(run->system, run->formulation->work, run->trial, run->trial_roots.e, run->trial_roots.side);
  // Repeats this for all switches, because a formula may use further switches on the new side.
  for (int i = 0; i < n; i++) {
    if (run->sides[first + i] != 0) continue;
    run->sides[first + i] = run->trial_roots.side[i];
    any = any || run->sides[first + i] != 0;
  }
  return any;
}

// Returns whether switches are not located yet but will be if they disturb the step control (choice `auto`, roots
// located, variable steps).
static bool is_waiting(const jn_run *run) {
  return !run->locating && run->system->nswitches > 0 && run->choices.locate_roots &&
         !run->integrator->kind->fixed_step && strcmp(run->choices.switches, "auto") == 0;
}

// Sets run->sides of the switches to their sides at a state. Returns how many switches lie between their last sides and
// these, at most STEPS_EXAMINED.
static int count_passed(jn_run *run, const double *state) {
  int first = run->system->sizes.nroots, passed = 0;
  jni_calc_switches(run->system, run->formulation->work, state, run->trial_roots.e, run->trial_roots.side);
  for (int i = 0; i < run->system->nswitches; i++) {
    int now = run->trial_roots.side[i], *side = &run->sides[first + i];
    if (now != 0 && *side != 0)
      passed += (int)fmin(fabs((double)jni_cell_of_side(now) - jni_cell_of_side(*side)), STEPS_EXAMINED);
    if (now != 0) *side = now;
  }
  return passed < STEPS_EXAMINED ? passed : STEPS_EXAMINED;
}

// Returns whether switches disturb the step control: side changes after rejected steps, rejected steps or slow
// intervals are frequent enough to locate switches from now on.
static bool is_disturbed(const jn_run *run) {
  bool often = run->cuts >= CUTS_ENOUGH && (long)run->cuts * MOST_STEPS_A_CUT >= run->counts.steps;
  return often || run->recent_rejected >= REJECTED_ENOUGH || run->slow_intervals >= SLOW_ENOUGH;
}

jn_status jni_switches_watch(jn_run *run) {
  if (!is_waiting(run)) return JN_OK;
  bool rejected = run->integrator->counts.rejected > run->rejected_before;
  run->rejected_before = run->integrator->counts.rejected;
  if (run->counts.steps % INTERVAL_STEPS == 0) {
    double t = run->integrator->t, duration = t - run->interval_start;
    run->recent_rejected = 0;
    run->slow_intervals = duration < slow_part * run->longest_interval ? run->slow_intervals + 1 : 0;
    run->longest_interval = fmax(run->longest_interval, duration);
    run->interval_start = t;
  }
  if (rejected) run->recent_rejected++;
  if (rejected && run->watched_steps == 0) {
    run->watched_steps = STEPS_EXAMINED;
    run->passed_switches = 0;
  }
  if (run->watched_steps == 0 && !is_disturbed(run)) return JN_OK;

  jn_status status = JN_OK;
  if (run->watched_steps > 0) {
    if (run->watched_steps == STEPS_EXAMINED) {  // sides at the start of the first step examined
      status = jni_run_interpolate(run, run->integrator->t_previous, run->trial);
      if (status == JN_OK) count_passed(run, run->trial);
    }
    if (status == JN_OK) status = jni_run_refresh(run);
    if (status == JN_OK) run->passed_switches += count_passed(run, run->state);
    run->watched_steps--;
    if (run->watched_steps == 0 && run->passed_switches <= MOST_PASSED) run->cuts += run->passed_switches;
  }
  if (status == JN_OK) status = jni_run_refresh(run);
  if (status != JN_OK || !is_disturbed(run)) return status;
  jni_switches_set_located(run, true);
  jni_run_reset_root_sides(run);
  return JN_OK;
}
