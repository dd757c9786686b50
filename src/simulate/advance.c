// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// advance.c - takes one accepted step of a run, locates roots within it and handles the event at its end.
//
// Gaps: a joint that rests on its stop without load moves back and forth by the error of the integrator. While a gap
// stays within +-slack throughout a step, its change of side is not located and its law stays on its side; otherwise
// every such change would restart the integrator.
//
// Time events: the forces may jump there, and a stage at the end of a step must not evaluate them after the jump. The
// step ends at the last floating-point number before the event, and the integrator restarts at the event itself, where
// formulas such as t > 1 are on the later side.
//
// Roots: a change of side within the step is located on the dense output by ITP, which never takes more evaluations
// than bisection plus one [Oliveira 2021]. A fixed-step method then repeats the step up to the root, so that its
// accuracy does not depend on the dense output; a variable-step method takes the dense output, which is as accurate as
// its tolerance.
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/switch_side.h"
#include "simulate/run.h"
#include "simulate/velocity_jump.h"
#include "system/compliant_contact.h"
#include "system/event.h"
#include "system/signal_value.h"
#include "system/subsystem.h"
#include "system/work.h"

enum { MOST_ITERATIONS = 100 };  // largest number of iterations of the root search
enum { MOST_CASCADE = 100 };     // largest number of rounds of events that trigger each other
enum { MOST_CROWDED = 1000 };    // consecutive roots without progress of time
enum { RELEASE_CROWDED = 10 };   // consecutive roots without progress from which on a force law is not frozen
enum { FAR_STEPS = 100 };        // steps to the end of the run from which on the end does not limit them
enum { LOCATED = INT_MIN };      // mark in place of the side of a switch whose root was located

// ---- state ------------------------------------------------------------------------------------------------------

jn_status jni_run_report_status(jn_run *run, jn_status status, double t) {
  if (status != JN_OK)
    jni_print(run->integrator->message, sizeof run->integrator->message,
              "the equations could not be evaluated at t = %.9g s: %s", t, jn_status_text(status));
  return status;
}

// Completes the last step if the integrator has deferred part of its work. within: also computes the dense output of
// the step. Returns the integrator's status.
static jn_status complete_step(jn_run *run, bool within) {
  jni_integrator *m = run->integrator;
  return m->kind->complete_step ? m->kind->complete_step(m, within) : JN_OK;
}

jn_status jni_run_refresh(jn_run *run) {
  if (run->state_valid) return JN_OK;
  jni_formulation *f = run->formulation;
  const jni_integrator *m = run->integrator;
  jn_status status = complete_step(run, false);
  // If the integrator has already projected y, the state needs no second correction.
  if (status == JN_OK && m->projected && m->ode.project && f->unpack) f->unpack(f, m->t, m->y, run->state);
  else if (status == JN_OK) status = f->unpack_corrected(f, m->t, m->y, run->state);
  run->state_valid = status == JN_OK;
  if (status == JN_OK && f->store_memory) f->store_memory(f, m->y);
  return jni_run_report_status(run, status, m->t);
}

jn_status jni_run_interpolate(jn_run *run, double t, double *state) {
  jn_status status = complete_step(run, true);
  if (status != JN_OK) return jni_run_report_status(run, status, t);
  run->integrator->kind->interpolate(run->integrator, t, run->y);
  return jni_run_report_status(run, run->formulation->unpack_corrected(run->formulation, t, run->y, state), t);
}

void jni_run_set_time_events(jn_run *run, double t) {
  run->time_event = (jni_event_interval){t, jn_next_time_event(run->system, t)};
}

// Starts the integrator at run->state, whose constraint violations it may project away, and finds the next time event.
// If that fails, the next step tries it again from the same state. Returns the status.
jn_status jni_run_start(jn_run *run) {
  double t = run->state[0];
  jni_run_set_time_events(run, t);
  jn_status status = jni_run_report_status(run, run->formulation->pack(run->formulation, run->state, run->y), t);
  if (status == JN_OK) status = jni_run_name_cause(run, run->integrator->kind->start(run->integrator, t, run->y));
  run->state_valid = run->restart_pending = status != JN_OK;
  return status;
}

jn_status jni_run_continue(jn_run *run, const double *history) {
  jn_status status = JN_OK;
  if (run->integrator->kind->load) {
    jni_formulation *f = run->formulation;
    memcpy(f->s, jn_state_s(run->system, run->state), (size_t)run->system->sizes.ns * sizeof *f->s);
    if (f->load_memory) f->load_memory(f);
    jni_run_set_time_events(run, run->state[0]);
    run->integrator->kind->load(run->integrator, run->state[0], history);
  }
  if (!run->integrator->kind->load || run->integrator->anew) status = jni_run_start(run);
  run->state_valid = true;  // the state of a checkpoint is corrected already
  return status;
}

static jn_status start_if_pending(jn_run *run) {
  if (!run->restart_pending) return JN_OK;
  jn_status status = jni_run_refresh(run);
  return status == JN_OK ? jni_run_start(run) : status;
}

jn_status jni_run_hold_loads(jn_run *run) {
  jni_formulation *f = run->formulation;
  jn_status status = f->acceleration(f, run->state, run->vdot, run->lambda);
  if (status == JN_OK) {
    jni_stages_update(run->system, f->work, run->state);
    jni_share_apply(run->share, f->work, run->vdot, run->lambda);
    jni_loads_sample(run->system, f->work, run->vdot, run->lambda, jn_state_s(run->system, run->state));
  }
  return jni_run_report_status(run, status, run->state[0]);
}

// Updates the discrete states that change at the end of every accepted step: stores value, rate and time of unbounded
// angles in s, from which later whole turns are counted, which changes no result; and stores the loads of joints, on
// which friction depends and which stay constant until the next call. Integrators continue across the small jumps of
// these loads. Does nothing in systems without unbounded angles. Returns JN_OK or a failure.
static jn_status update_windings(jn_run *run) {
  const jn_system *system = run->system;
  if (!jni_has_windings(system)) return JN_OK;
  jn_status status = jni_run_refresh(run);
  if (status != JN_OK) return status;
  jn_update_windings(system, run->formulation->work, run->state);
  if (jni_has_loads(system)) status = jni_run_hold_loads(run);
  memcpy(run->formulation->s, jn_state_s(system, run->state), (size_t)system->sizes.ns * sizeof *run->state);
  return status;
}

// ---- crossed root functions -------------------------------------------------------------------------------------

// Returns the number of roots that are searched in a step: root functions and, if switches are located, switches.
static int nroots(const jn_run *run) {
  return run->system->sizes.nroots + (run->locating ? run->system->nswitches : 0);
}

// Returns the number of the event to which root i belongs (nevents + k: subsystem k); JNI_CONTACT_ROOT: the root is of
// a rigid contact; -1: it is of a force law or a switch.
static int event_of(const jn_run *run, int i) {
  return i < run->system->sizes.nroots ? run->system->root_event[i] : -1;
}

static void calc_roots(jn_run *run, const double *state, jni_root_values *at) {
  int n = run->system->sizes.nroots;
  jn_calc_roots(run->system, run->formulation->work, state, at->e);
  for (int i = 0; i < n; i++) at->side[i] = jni_side_of(at->e[i]);
  for (int i = 0; i < run->system->model->ncompliant_points; i++)
    at->gap_rate[run->system->ncontact_points + i] =
        run->formulation->work->outputs[jni_compliant_force(run->system, i)].length_rate;
  jni_contacts_calc_roots(run, state, at);
  if (run->locating) jni_calc_switches(run->system, run->formulation->work, state, at->e + n, at->side + n);
}

static void copy_roots(const jn_run *run, const jni_root_values *from, jni_root_values *to) {
  size_t n = (size_t)nroots(run);
  memcpy(to->e, from->e, n * sizeof *to->e);
  memcpy(to->side, from->side, n * sizeof *to->side);
  int npoints = run->system->ncontact_points + run->system->model->ncompliant_points;
  memcpy(to->gap_rate, from->gap_rate, (size_t)npoints * sizeof *to->gap_rate);
}

void jni_run_calc_roots(jn_run *run) {
  if (nroots(run) > 0) calc_roots(run, run->state, &run->roots);
}

void jni_run_reset_root_sides(jn_run *run) {
  int n = nroots(run);
  if (n == 0) return;
  calc_roots(run, run->state, &run->roots);
  for (int i = 0; i < n; i++) run->sides[i] = run->roots.side[i];
}

static bool is_of_contact(const jn_run *run, int i) { return event_of(run, i) == JNI_CONTACT_ROOT; }

// Returns whether root i is a root function of a subsystem; such a jump is pending as long as its function is positive.
static bool is_of_subsystem(const jn_run *run, int i) { return event_of(run, i) >= run->system->nevents; }

// Returns whether root i is a gap of a stop or contact that has a side in run->sides and is within +-slack both at the
// last accepted step and in the values `at`.
static bool stays_in_slack(const jn_run *run, int i, const jni_root_values *at) {
  return fabs(at->e[i]) <= run->slack[i] && fabs(run->roots.e[i]) <= run->slack[i] && run->sides[i] != 0;
}

// Returns whether root i is the gap at which a compliant contact closes and opens; its change of side stores the speed
// of approach.
static bool changes_contact(const jn_run *run, int i) {
  int force = i < run->system->sizes.nroots ? jni_compliant_of_root(run->system, i) : -1;
  return force >= 0 && run->system->forces[force].switch_at == i;
}

// Returns whether root i triggers between the last accepted step (run->roots, run->sides) and the values `at`. A jump
// of a subsystem triggers if its function is positive; any other root if it has a side before and after, these differ,
// the change is in the direction of its event, and it is not a gap that stays within its slack. If roots are not
// located, force laws do not count, because they are continuous, except for compliant contacts that touch. Rigid
// contacts have their own rule (jni_contacts_crossed).
static bool crossed(const jn_run *run, int i, const jni_root_values *at) {
  if (is_of_contact(run, i)) return jni_contacts_crossed(run, i, run->roots.e[i], at->e[i]);
  int now = at->side[i], direction = event_of(run, i) >= 0 ? jn_root_direction(run->system, i) : 0;
  if (is_of_subsystem(run, i)) return now > 0;
  if (now == 0 || run->sides[i] == 0 || now == run->sides[i] || stays_in_slack(run, i, at)) return false;
  if (!run->choices.locate_roots && event_of(run, i) < 0) return changes_contact(run, i);
  return direction == 0 || direction == now;
}

static bool any_crossed(const jn_run *run, const jni_root_values *at) {
  for (int i = 0; i < nroots(run); i++)
    if (crossed(run, i, at)) return true;
  return false;
}

// ---- location of roots ------------------------------------------------------------------------------------------

// Returns the next time at which ITP evaluates the roots in (a, b): interpolates, moves the result towards the middle,
// and limits it to the interval that keeps the convergence of bisection. width: length of the first interval; slack:
// half length of this interval about the middle, s.
static double next_itp_point(const jn_run *run, double a, double b, double width, double slack) {
  // Takes the earliest root of the secants between the two ends.
  double x = b;
  for (int i = 0; i < nroots(run); i++) {
    double left = run->left_roots.e[i], right = run->right_roots.e[i];
    if (crossed(run, i, &run->right_roots) && left != right) x = fmin(x, a + (b - a) * (left / (left - right)));
  }
  x = fmax(x, a);

  double middle = 0.5 * (a + b);
  double towards = middle >= x ? 1 : -1, delta = fmin(0.2 / width * (b - a) * (b - a), fabs(middle - x));
  double r = fmax(slack - 0.5 * (b - a), 0);
  x += towards * delta;
  return fabs(x - middle) <= r ? x : middle - towards * r;
}

// Locates the first root in the interval (a, b] of the last step, and returns a time just after it; if states within
// the step cannot be computed, the end of the interval found until then. run->right_roots has the values at the
// returned time, run->left_roots those just before the root. run->right_roots must have the values at b.
static double locate(jn_run *run, double a, double b) {
  double width = b - a, least = fmax(1e-12 * width, 4 * DBL_EPSILON * fabs(b));
  copy_roots(run, &run->roots, &run->left_roots);
  int doublings;
  double part = frexp(fmax(width / least, 1), &doublings);
  double slack = ldexp(least, part > 0.5 ? doublings : doublings - 1);  // the smallest least 2^k >= width
  for (int k = 0; b - a > least && k < MOST_ITERATIONS; k++) {
    double x = next_itp_point(run, a, b, width, slack);
    if (!(x > a && x < b)) x = 0.5 * (a + b);
    if (jni_run_interpolate(run, x, run->trial) != JN_OK) break;
    calc_roots(run, run->trial, &run->trial_roots);
    bool right = any_crossed(run, &run->trial_roots);
    copy_roots(run, &run->trial_roots, right ? &run->right_roots : &run->left_roots);
    if (right) b = x;
    else a = x;
    slack *= 0.5;
  }
  return b;
}

// Sets run->state to the state at time t, within or at the end of the last step: from the dense output, or, with a
// method of fixed steps, by repeating the step from its beginning up to t, where the integrator then stands. Returns
// the status.
static jn_status go_to(jn_run *run, double t) {
  jni_integrator *m = run->integrator;
  if (t >= m->t) return jni_run_refresh(run);
  if (!m->kind->fixed_step) {
    jn_status status = jni_run_interpolate(run, t, run->state);
    run->state_valid = status == JN_OK;
    if (status == JN_OK && run->formulation->store_memory) run->formulation->store_memory(run->formulation, run->y);
    return status;
  }
  double from = m->t_previous;
  jn_status status = m->kind->start(m, from, run->y_previous);
  if (status == JN_OK && t > from) status = m->kind->step(m, t);
  run->state_valid = false;
  return status == JN_OK ? jni_run_refresh(run) : status;
}

// ---- events -----------------------------------------------------------------------------------------

void jni_run_note_event(void *context, jn_event_kind kind, int index) {
  jn_run *run = context;
  const jn_system *system = run->system;
  const char *name = "";
  switch (kind) {
    case JN_EVENT_MODEL:
      run->counts.events++;
      name = system->events[index].event->name;
      if (system->events[index].event->stop && !run->stopped) jni_run_stop(run, index);
      break;
    case JN_EVENT_CONTACT:
      run->counts.touches++;
      if (index >= 0) name = system->forces[index].element->name;
      break;
    case JN_EVENT_JUMP:
      run->counts.jumps++;
      name = system->subsystems[index].element->name;
      break;
    case JN_EVENT_TOUCH: name = system->model->contacts[index].name; break;
    default: run->counts.samples++; name = system->subsystems[index].element->name;
  }
  const jn_run_event event = {.kind = kind, .index = index, .name = name, .time = run->state[0]};
  if (run->options.event) run->options.event(run->options.event_context, &event);
}

void jni_run_stop(jn_run *run, int event) {
  run->stopped = true;
  run->stop_event = event;
  snprintf(run->summary.stopped_by, sizeof run->summary.stopped_by, "%s", run->system->events[event].event->name);
}

void jni_run_apply(jn_run *run, int root) {
  const jn_system *system = run->system;
  int force = root >= 0 ? jni_compliant_of_root(system, root) : -1;
  const double *impacts =
      force >= 0 ? jn_state_s(system, run->state) + system->forces[force].discrete_at + JNI_COMPLIANT_IMPACTS : NULL;
  double before = impacts ? *impacts : 0;
  jni_event_apply(system, run->formulation->work, root, run->state, jni_run_note_event, run);
  if (!impacts) return;
  run->counts.contact_changes++;
  run->counts.impacts += *impacts > before;
}

// Applies the events of all root functions that the last event has carried across zero, then those that follow from
// these, until none is left. Stores the sides of the roots whose values events have changed, except those of rigid
// contacts, in run->sides. before: root values before the last event; overwritten. Returns JN_STEP_TOO_SMALL with a
// message if events trigger each other without end.
static jn_status apply_following_events(jn_run *run, jni_root_values *before) {
  for (int round = 0; round < MOST_CASCADE; round++) {
    bool any = false;
    calc_roots(run, run->state, &run->roots);
    for (int i = 0; i < nroots(run); i++) {
      if (is_of_contact(run, i)) continue;  // contacts are settled afterwards
      // A root function whose value the event has not changed stays on its side.
      if (!is_of_subsystem(run, i) && (run->roots.e[i] == before->e[i] || before->side[i] == LOCATED)) continue;
      bool follows = event_of(run, i) >= 0 && crossed(run, i, &run->roots);
      any = any || (i >= run->system->sizes.nroots && run->sides[i] != run->roots.side[i]);
      run->sides[i] = run->roots.side[i];
      if (!follows) continue;
      jni_run_apply(run, i);
      any = true;
    }
    copy_roots(run, &run->roots, before);
    if (!any) return JN_OK;
  }
  jni_print(run->integrator->message, sizeof run->integrator->message,
            "events trigger each other without end at t = %.9g s", run->state[0]);
  return JN_STEP_TOO_SMALL;
}

// Returns JN_STEP_TOO_SMALL with a message if too many roots follow each other without progress of time, otherwise
// JN_OK. If a switch is among the roots, the message names it: sign() friction that sticks chatters like this.
static jn_status check_crowding(jn_run *run, double t) {
  double progress = 1e-13 * fmax(10 * fabs(t), jni_run_time_scale(run));
  run->crowded_roots = t - run->last_root_time <= progress ? run->crowded_roots + 1 : 0;
  run->last_root_time = t;
  if (run->crowded_roots < MOST_CROWDED) return JN_OK;
  int first = run->system->sizes.nroots, i = first;
  while (i < nroots(run) && !crossed(run, i, &run->right_roots)) i++;
  if (i < nroots(run)) {
    const char *sort;
    const char *name = jni_switch_element(run->system, i - first, &sort);
    jni_print(
        run->integrator->message, sizeof run->integrator->message,
        "%s '%.40s' switches without end at t = %.9g s, as dry friction by sign() does when it sticks; a force of "
        "type 'friction' or 'brake' holds there",
        sort, name, t);
  } else {
    jni_print(run->integrator->message, sizeof run->integrator->message,
              "events follow each other without end at t = %.9g s", t);
  }
  return JN_STEP_TOO_SMALL;
}

// Computes impacts and modes of the rigid contacts at run->state, applies the events of the model that wait for them,
// and computes run->roots again. Does nothing without rigid contacts.
static jn_status settle_contacts(jn_run *run) {
  if (run->system->ncontact_points == 0) return JN_OK;
  jn_status status = jni_contacts_settle(run, false);
  calc_roots(run, run->state, &run->roots);
  return status;
}

// Restarts the integrator at run->state after an event. Returns the status.
static jn_status start_anew(jn_run *run) {
  jn_status status = jni_run_start(run);
  if (status != JN_OK || run->system->ncontact_points == 0) return status;
  // The restart has corrected the state to satisfy the equations of closed contact points.
  status = jni_run_refresh(run);
  if (status == JN_OK) calc_roots(run, run->state, &run->roots);
  return status;
}

// Handles the roots that run->right_roots has crossed: stores their new sides in run->sides, applies their events to
// run->state, then the events and impacts that follow, and restarts the integrator. Returns the status.
static jn_status apply_crossed(jn_run *run) {
  int first_switch = run->system->sizes.nroots;
  jni_contacts_note_crossed(run, &run->right_roots);
  calc_roots(run, run->state, &run->left_roots);
  for (int i = 0; i < nroots(run); i++) {
    if (is_of_contact(run, i) || !crossed(run, i, &run->right_roots)) continue;
    // A continuous force law that switches back and forth without progress of time (the step is too long for a stiff
    // contact) keeps no side in the next step.
    bool continuous = i < first_switch ? event_of(run, i) < 0 : jni_switch_is_own(run->system, i - first_switch);
    run->sides[i] = continuous && run->crowded_roots >= RELEASE_CROWDED ? 0 : run->right_roots.side[i];
    if (i >= first_switch) {
      run->counts.switches++;
      run->left_roots.side[i] = LOCATED;
      continue;
    }
    jni_run_apply(run, i);
  }
  jn_status status = apply_following_events(run, &run->left_roots);
  if (status == JN_OK) status = settle_contacts(run);
  if (status == JN_OK) status = jni_run_check_jumps(run);
  return status == JN_OK ? start_anew(run) : status;
}

// Handles the time event at the end of the step, on run->state: lets velocities jump with rates of drivers, applies the
// events and samples of that time, then the events and impacts that follow, updates the sides of switches, and restarts
// the integrator. Returns the status.
static jn_status handle_time_event(jn_run *run) {
  jn_status status = jni_run_refresh(run);
  if (status != JN_OK) return status;
  run->state[0] = run->time_event.next;
  if (run->jump)
    status =
        jni_run_report_status(run, jni_jump_apply(run->jump, run->formulation->work, run->state), run->time_event.next);
  if (status != JN_OK) return status;
  if (nroots(run) > 0) calc_roots(run, run->state, &run->left_roots);
  jni_run_apply(run, -1);
  status = jni_run_check_jumps(run);
  if (status != JN_OK) return status;
  if (nroots(run) > 0) status = apply_following_events(run, &run->left_roots);
  if (status == JN_OK) status = settle_contacts(run);
  if (status == JN_OK) status = jni_run_check_jumps(run);
  // A switch whose value is zero here takes the side on which it will be just afterwards.
  for (int i = run->system->sizes.nroots; i < nroots(run); i++)
    if (run->roots.side[i] == 0) run->sides[i] = 0;
  if (status == JN_OK) jni_switches_choose_sides(run);
  return status == JN_OK ? start_anew(run) : status;
}

// ---- the step ---------------------------------------------------------------------------------------------------

// Stores the sides in run->right_roots as the present ones, in run->sides; called where no root was crossed. A root
// that is zero, or a gap within its slack, keeps its side.
static void store_sides(jn_run *run) {
  for (int i = 0; i < nroots(run); i++) {
    // NaN marks a switch in a branch of a formula that is not evaluated; it has no side.
    bool evaluated = run->right_roots.side[i] != 0 || isnan(run->right_roots.e[i]);
    if (evaluated && !stays_in_slack(run, i, &run->right_roots)) run->sides[i] = run->right_roots.side[i];
  }
}

// Sets *root to the time of the first root in the last step; if roots are not located, to the end of the step or to an
// earlier touch of a contact; NaN if there is none. If there is none, stores the sides at the end of the step; if
// moreover the slip of a contact point has died down there, *root is the end of the step. Returns JN_OK or a failure.
static jn_status find_root(jn_run *run, double *root) {
  const jni_integrator *m = run->integrator;
  int n = nroots(run);
  *root = NAN;
  if (n == 0) return JN_OK;
  jn_status status = jni_run_refresh(run);
  if (status != JN_OK) return status;
  calc_roots(run, run->state, &run->right_roots);
  if (run->formulation->work->trouble) return jni_run_check_jumps(run);
  double end = m->t, touch = jni_contacts_find_touch(run, m->t_previous, m->t);
  double soft = jni_compliant_find_touch(run, m->t_previous, m->t);
  if (isnan(touch) || soft < touch) touch = soft;
  if (!isnan(touch)) {
    status = jni_run_interpolate(run, touch, run->trial);
    if (status != JN_OK) return status;
    calc_roots(run, run->trial, &run->trial_roots);
    copy_roots(run, &run->trial_roots, &run->right_roots);
    end = touch;
  }
  if (any_crossed(run, &run->right_roots)) {
    *root = run->choices.locate_roots ? locate(run, m->t_previous, end) : end;
    return JN_OK;
  }
  if (jni_contacts_any_creep(run)) *root = m->t;
  store_sides(run);
  copy_roots(run, &run->right_roots, &run->roots);
  return JN_OK;
}

// Makes one step of the integrator, which ends at `target` (time, s) at the latest, and keeps y from before it in
// run->y_previous.
static jn_status step(jn_run *run, double target) {
  jni_integrator *m = run->integrator;
  if (!(target > m->t)) return JN_OK;
  double from = m->t;
  jn_status status = run->y_previous ? complete_step(run, false) : JN_OK;
  if (run->y_previous) memcpy(run->y_previous, m->y, (size_t)m->ode.n * sizeof *m->y);
  if (status == JN_OK) status = m->kind->step(m, target);
  if (status != JN_OK) return jni_run_name_cause(run, status);

  // end_limit: the end of the run, once it has shortened a step or influenced the choice of a first one. By rounding,
  // all later steps depend on it, so it stays set. limited_by_end: the end has shortened a step recently; no checkpoint
  // is written until the end is more than FAR_STEPS steps away again, as after a root that makes the steps short.
  bool last = target == run->choices.until;
  if (last && (m->limited || m->begun_limited)) run->end_limit = target;
  if (last && m->limited) run->limited_by_end = true;
  else if (run->choices.until - m->t > FAR_STEPS * (m->t - m->t_previous)) run->limited_by_end = false;

  run->state_valid = false;
  run->counts.steps++;
  if (m->t > from) return JN_OK;
  jni_print(m->message, sizeof m->message,
            "the step is too small to change t = %.9g s, where the spacing of floating-point numbers is %.3g s; "
            "start nearer to t = 0, or use longer steps",
            from, nextafter(from, HUGE_VAL) - from);
  return JN_STEP_TOO_SMALL;
}

// Increases run->counts.cuts if a fixed step that began at time `from` has not ended on the grid of steps.
static void count_cut(jn_run *run, double from) {
  const jni_integrator *m = run->integrator;
  if (m->kind->fixed_step && m->t > from && !jni_integrator_on_grid(m, m->t)) run->counts.cuts++;
}

// Finds the reason why the compiled code of a subsystem has failed: evaluates the subsystem in the engine and stores
// the subsystem and the reason in work->trouble and work->trouble_text.
static void find_subsystem_failure(jn_run *run, int subsystem) {
  jn_work *work = run->formulation->work;
  const jni_subsystem_element *e = run->system->subsystems[subsystem].element;
  jni_stages_update(run->system, work, run->state);
  memcpy(run->trial, run->state, (size_t)run->system->sizes.nstate * sizeof *run->trial);
  if (e->kind->sample) jni_subsystem_sample(run->system, work, subsystem, run->trial);
  if (work->trouble) return;
  work->trouble = e;
  jni_print(work->trouble_text, sizeof work->trouble_text, "its code has failed");
}

// Makes one accepted step of compiled code that handles its events itself, and records the events, jumps and failures
// that the code reports. Steps are not shortened at time events: the changes happen at the end of the step that
// contains them. Arguments and result as jni_run_advance.
static jn_status advance_code(jn_run *run, double t_limit, jni_observer observer) {
  jni_formulation *f = run->formulation;
  jn_status status = start_if_pending(run);
  double from = run->integrator->t;
  if (status == JN_OK) status = step(run, t_limit);
  if (status == JN_OK && observer) status = observer(run, run->integrator->t);
  if (status != JN_OK) return status;

  const jni_step_end end = f->handle_end(f);
  run->state_valid = false;
  run->counts.events += end.events;
  run->counts.jumps += end.jumps;
  run->counts.samples += end.samples;
  if (run->integrator->t >= run->time_event.next) jni_run_set_time_events(run, run->integrator->t);
  if (end.events + end.jumps + end.samples > 0 || end.stop != 0) {
    status = jni_run_refresh(run);
    if (status == JN_OK && end.stop < 0) find_subsystem_failure(run, -1 - end.stop);
    if (status == JN_OK) status = jni_run_check_jumps(run);
    if (status == JN_OK && end.stop > 0 && !run->stopped) {
      run->stopped = true;
      snprintf(run->summary.stopped_by, sizeof run->summary.stopped_by, "%s",
               run->system->events[end.stop - 1].event->name);
    }
  }
  if (status == JN_OK) count_cut(run, from);
  return status;
}

jn_status jni_run_advance(jn_run *run, double t_limit, jni_observer observer) {
  double root;
  if (run->formulation->handle_end) return advance_code(run, t_limit, observer);
  jn_status status = start_if_pending(run);
  bool has_time_event = run->time_event.next <= t_limit;
  double target = has_time_event ? nextafter(run->time_event.next, -HUGE_VAL) : t_limit, from = run->integrator->t;
  if (status == JN_OK && run->system->ncontact_points > 0) {
    target = jni_contacts_limit(run, target);
    if (jni_contacts_store_directions(run)) calc_roots(run, run->state, &run->roots);
  }
  if (status == JN_OK) status = step(run, target);
  if (status == JN_OK) status = find_root(run, &root);
  if (status != JN_OK) return status;
  if (observer) status = observer(run, isnan(root) ? run->integrator->t : root);
  if (status != JN_OK) return status;

  bool at_time_event = has_time_event && run->integrator->t >= nextafter(run->time_event.next, -HUGE_VAL);
  bool handled = !isnan(root) || at_time_event;
  if (!isnan(root)) {
    status = go_to(run, root);
    if (status == JN_OK) status = check_crowding(run, root);
    if (status == JN_OK) status = apply_crossed(run);
  } else if (at_time_event) {
    status = handle_time_event(run);
  }
  if (status == JN_OK) count_cut(run, from);
  if (status == JN_OK && (handled || !run->formulation->records_joints)) status = update_windings(run);
  if (status == JN_OK) status = jni_switches_watch(run);

  // Restarts the integrator if the choice of independent coordinates has become poor or another integrator takes over.
  bool restart = run->formulation->stale || run->integrator->renew;
  if (status == JN_OK && restart) status = jni_run_refresh(run);
  if (status == JN_OK && restart) status = jni_run_start(run);
  return status;
}

// ---- for programs that integrate themselves -------------------------------------------------------------------------

int jni_run_nindicators(const jn_run *run) { return nroots(run); }

void jni_run_calc_indicators(jn_run *run, const double *state, double slack, double *indicators) {
  calc_roots(run, state, &run->trial_roots);
  for (int i = 0; i < nroots(run); i++) {
    double e = run->trial_roots.e[i];
    int now = run->trial_roots.side[i], last = run->sides[i];
    bool open = isnan(e) || last == 0;  // no side yet: nothing can be crossed
    if (is_of_subsystem(run, i)) indicators[i] = isnan(e) ? 1 : slack - e;
    else if (is_of_contact(run, i)) indicators[i] = jni_contacts_indicator(run, i, e, slack);
    else if (open) indicators[i] = 1;
    else indicators[i] = slack + (now == 0 || now == last ? fabs(e) : -fabs(e));
  }
}

jn_status jni_run_accept(jn_run *run, double t, const double *y) {
  jni_integrator *m = run->integrator;
  memcpy(run->y, y, (size_t)m->ode.n * sizeof *y);
  jn_status status = jni_run_report_status(run, m->ode.project(m->ode.self, t, run->y, m->ydot), t);
  if (status != JN_OK) return status;
  memcpy(m->y, run->y, (size_t)m->ode.n * sizeof *m->y);
  m->t_previous = m->t;
  m->t = t;
  run->state_valid = false;
  run->counts.steps++;
  status = jni_run_refresh(run);
  if (status != JN_OK || nroots(run) == 0) return status == JN_OK ? update_windings(run) : status;
  calc_roots(run, run->state, &run->right_roots);
  if (!any_crossed(run, &run->right_roots)) {
    store_sides(run);
    copy_roots(run, &run->right_roots, &run->roots);
    if (jni_contacts_store_directions(run)) calc_roots(run, run->state, &run->roots);
  }
  return update_windings(run);
}

jn_status jni_run_handle_events(jn_run *run, double t) {
  jn_status status = JN_OK;
  double slack = 1e-12 * (1 + fabs(t));
  for (int round = 0; status == JN_OK && run->time_event.next <= t + slack && round < MOST_CASCADE; round++)
    status = handle_time_event(run);
  if (status == JN_OK) status = jni_run_refresh(run);
  if (status == JN_OK && run->state[0] < t) run->state[0] = t;
  if (status == JN_OK && nroots(run) > 0) calc_roots(run, run->state, &run->right_roots);
  bool any = status == JN_OK && any_crossed(run, &run->right_roots);
  if (any) status = apply_crossed(run);
  else if (status == JN_OK) status = jni_run_start(run);
  if (status == JN_OK) status = update_windings(run);
  return status;
}
