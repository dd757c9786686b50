// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// advance.c - one accepted step of a run: known times are met exactly, roots are located within the step and met there.
//
// Gaps: a joint that rests on its stop without load moves to and fro by the error of the integrator. If a gap stays
// within its slack throughout a step, its change of side is not located, and its law stays on the side that it is held
// on. Otherwise every such change would start the integrator anew.
//
// Known times: the forces may jump there, and a stage at the end of a step must not see what comes after the jump. So
// the step ends at the last number before the known time, and the integrator starts anew at the time itself, where
// formulas are on the side that follows: t > 1 holds there, too.
//
// Roots: a change of side within the step is narrowed down on the dense output by ITP, which never takes more
// evaluations than bisection plus one [Oliveira 2021]. A fixed-step method then repeats the step up to the root, so
// that its accuracy does not depend on the dense output; a variable-step method takes the dense output, which is as
// good as its tolerance.
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/side.h"
#include "simulate/run.h"
#include "simulate/velocity_jump.h"
#include "system/event.h"
#include "system/signal_value.h"
#include "system/subsystem.h"
#include "system/work.h"

enum { LET_GO = 10, MOST_CROWDED = 1000, MOST_NARROWING = 100, MOST_CASCADE = 100, FAR = 100 };
enum { SETTLED = INT_MIN };  // the side of a switch that was met: known from where it was located

// ---- state ------------------------------------------------------------------------------------------------------

jn_status jni_run_told(jn_run *run, jn_status status, double t) {
  if (status != JN_OK)
    jni_print(run->integrator->message, sizeof run->integrator->message,
              "the equations could not be evaluated at t = %.9g s: %s", t, jn_status_text(status));
  return status;
}

static jn_status settle(jn_run *run, bool within) {
  jni_integrator *m = run->integrator;
  return m->kind->settle ? m->kind->settle(m, within) : JN_OK;
}

// A y that the integrator has projected is not corrected, and nothing factored, again.
jn_status jni_run_refresh(jn_run *run) {
  if (run->fresh) return JN_OK;
  jni_formulation *f = run->formulation;
  const jni_integrator *m = run->integrator;
  jn_status status = settle(run, false);
  if (status == JN_OK && m->projected && m->ode.project && f->unpack) f->unpack(f, m->t, m->y, run->state);
  else if (status == JN_OK) status = f->unpack_corrected(f, m->t, m->y, run->state);
  run->fresh = status == JN_OK;
  if (status == JN_OK && f->keep) f->keep(f, m->y);
  return jni_run_told(run, status, m->t);
}

jn_status jni_run_interpolate(jn_run *run, double t, double *state) {
  jn_status status = settle(run, true);
  if (status != JN_OK) return jni_run_told(run, status, t);
  run->integrator->kind->interpolate(run->integrator, t, run->y);
  return jni_run_told(run, run->formulation->unpack_corrected(run->formulation, t, run->y, state), t);
}

void jni_run_note_known(jn_run *run, double t) {
  run->known = (jni_known_times){t, jn_next_known_time(run->system, t)};
}

// A start may project y. One that fails is tried again at the next step, from the same state.
jn_status jni_run_start(jn_run *run) {
  double t = run->state[0];
  jni_run_note_known(run, t);
  jn_status status = jni_run_told(run, run->formulation->pack(run->formulation, run->state, run->y), t);
  if (status == JN_OK) status = jni_run_name_cause(run, run->integrator->kind->start(run->integrator, t, run->y));
  run->fresh = run->pending = status != JN_OK;
  return status;
}

jn_status jni_run_continue(jn_run *run, const double *history) {
  jn_status status = JN_OK;
  if (run->integrator->kind->load) {
    jni_formulation *f = run->formulation;
    memcpy(f->s, jn_state_s(run->system, run->state), (size_t)run->system->sizes.ns * sizeof *f->s);
    if (f->recall) f->recall(f);
    jni_run_note_known(run, run->state[0]);
    run->integrator->kind->load(run->integrator, run->state[0], history);
  }
  if (!run->integrator->kind->load || run->integrator->anew) status = jni_run_start(run);
  run->fresh = true;  // the state of a checkpoint is corrected already
  return status;
}

static jn_status start_if_pending(jn_run *run) {
  if (!run->pending) return JN_OK;
  jn_status status = jni_run_refresh(run);
  return status == JN_OK ? jni_run_start(run) : status;
}

jn_status jni_run_note_loads(jn_run *run) {
  jni_formulation *f = run->formulation;
  jn_status status = f->acceleration(f, run->state, run->vdot, run->lambda);
  if (status == JN_OK) {
    jni_event_stages(run->system, f->work, run->state);
    jni_share_apply(run->share, f->work, run->vdot, run->lambda);
    jni_loads_note(run->system, f->work, run->vdot, run->lambda, jn_state_s(run->system, run->state));
  }
  return jni_run_told(run, status, run->state[0]);
}

// Reference angles of turning joints and bodies follow; values do not change, so nothing starts anew. Loads of joints
// are held from here on; integrators go on across their small jumps.
static jn_status update_windings(jn_run *run) {
  const jn_system *system = run->system;
  if (!jni_has_windings(system)) return JN_OK;
  jn_status status = jni_run_refresh(run);
  if (status != JN_OK) return status;
  jn_update_windings(system, run->formulation->work, run->state);
  if (jni_has_loads(system)) status = jni_run_note_loads(run);
  memcpy(run->formulation->s, jn_state_s(system, run->state), (size_t)system->sizes.ns * sizeof *run->state);
  return status;
}

// ---- which root functions have changed side ---------------------------------------------------------------------

static int nroots(const jn_run *run) {
  return run->system->sizes.nroots + (run->locating ? run->system->nswitches : 0);
}

// -1: the law of a force goes on by itself.
static int event_of(const jn_run *run, int i) {
  return i < run->system->sizes.nroots ? run->system->root_event[i] : -1;
}

static void calc_roots(jn_run *run, const double *state, jni_sights *at) {
  int n = run->system->sizes.nroots;
  jn_calc_roots(run->system, run->formulation->work, state, at->e);
  for (int i = 0; i < n; i++) at->side[i] = jni_side_of(at->e[i]);
  if (run->locating) jni_calc_switches(run->system, run->formulation->work, state, at->e + n, at->side + n);
}

static void copy_roots(const jn_run *run, const jni_sights *from, jni_sights *to) {
  size_t n = (size_t)nroots(run);
  memcpy(to->e, from->e, n * sizeof *to->e);
  memcpy(to->side, from->side, n * sizeof *to->side);
}

void jni_run_see_roots(jn_run *run) {
  if (nroots(run) > 0) calc_roots(run, run->state, &run->roots);
}

void jni_run_sight_roots(jn_run *run) {
  int n = nroots(run);
  if (n == 0) return;
  calc_roots(run, run->state, &run->roots);
  for (int i = 0; i < n; i++) run->signs[i] = run->roots.side[i];
}

// Roots of subsystems are due while they are positive, not only where they become so.
static bool is_of_subsystem(const jn_run *run, int i) { return event_of(run, i) >= run->system->nevents; }

// Did the gap of a stop or a contact stay within its slack since the last accepted step?
static bool rests(const jn_run *run, int i, const jni_sights *at) {
  return fabs(at->e[i]) <= run->slack[i] && fabs(run->roots.e[i]) <= run->slack[i] && run->signs[i] != 0;
}

// In a direction that counts. Without location only events of the model matter: the laws of forces go on by themselves.
static bool crossed(const jn_run *run, int i, const jni_sights *at) {
  int now = at->side[i], direction = event_of(run, i) >= 0 ? jn_root_direction(run->system, i) : 0;
  if (is_of_subsystem(run, i)) return now > 0;
  if (now == 0 || run->signs[i] == 0 || now == run->signs[i] || rests(run, i, at)) return false;
  if (!run->choices.locate_roots && event_of(run, i) < 0) return false;
  return direction == 0 || direction == now;
}

static bool any_crossed(const jn_run *run, const jni_sights *at) {
  for (int i = 0; i < nroots(run); i++)
    if (crossed(run, i, at)) return true;
  return false;
}

// ---- where ------------------------------------------------------------------------------------------------------

// The earliest root by straight lines between the ends a and b.
static double by_secant(const jn_run *run, double a, double b) {
  double earliest = b;
  for (int i = 0; i < nroots(run); i++) {
    double left = run->left_roots.e[i], right = run->right_roots.e[i];
    if (crossed(run, i, &run->right_roots) && left != right)
      earliest = fmin(earliest, a + (b - a) * (left / (left - right)));
  }
  return fmax(earliest, a);
}

// The next point of ITP: interpolate, truncate towards the middle, project on what keeps the pace of bisection.
static double next_point(const jn_run *run, double a, double b, double width, double slack) {
  double middle = 0.5 * (a + b), x = by_secant(run, a, b);
  double towards = middle >= x ? 1 : -1, delta = fmin(0.2 / width * (b - a) * (b - a), fabs(middle - x));
  double r = fmax(slack - 0.5 * (b - a), 0);
  x += towards * delta;
  return fabs(x - middle) <= r ? x : middle - towards * r;
}

// Narrows (a, b] down; leaves in right_roots the values at the end that is returned.
static double locate(jn_run *run, double a, double b) {
  double width = b - a, least = fmax(1e-12 * width, 4 * DBL_EPSILON * fabs(b));
  copy_roots(run, &run->roots, &run->left_roots);
  int doublings;
  // least 2^k >= width
  double part = frexp(fmax(width / least, 1), &doublings), slack = ldexp(least, part > 0.5 ? doublings : doublings - 1);
  for (int k = 0; b - a > least && k < MOST_NARROWING; k++, slack *= 0.5) {
    double x = next_point(run, a, b, width, slack);
    if (!(x > a && x < b)) x = 0.5 * (a + b);
    if (jni_run_interpolate(run, x, run->trial) != JN_OK) break;
    calc_roots(run, run->trial, &run->trial_roots);
    bool right = any_crossed(run, &run->trial_roots);
    copy_roots(run, &run->trial_roots, right ? &run->right_roots : &run->left_roots);
    *(right ? &b : &a) = x;
  }
  return b;
}

// Puts the run at t, within or at the end of the last step.
static jn_status land(jn_run *run, double t) {
  jni_integrator *m = run->integrator;
  if (t >= m->t) return jni_run_refresh(run);
  if (!m->kind->fixed_step) {
    jn_status status = jni_run_interpolate(run, t, run->state);
    run->fresh = status == JN_OK;
    if (status == JN_OK && run->formulation->keep) run->formulation->keep(run->formulation, run->y);
    return status;
  }
  double from = m->t_previous;
  jn_status status = m->kind->start(m, from, run->y_previous);
  if (status == JN_OK && t > from) status = m->kind->step(m, t);
  run->fresh = false;
  return status == JN_OK ? jni_run_refresh(run) : status;
}

// ---- what happens there -----------------------------------------------------------------------------------------

// Counts what happens, ends the run at an event with `stop`, and tells the program.
static void note_event(void *context, jn_event_kind kind, int index) {
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
    default: run->counts.samples++; name = system->subsystems[index].element->name;
  }
  const jn_run_event event = {.kind = kind, .index = index, .name = name, .time = run->state[0]};
  if (run->options.event) run->options.event(run->options.event_context, &event);
}

void jni_run_stop(jn_run *run, int event) {
  run->stopped = true;
  run->stopping = event;
  snprintf(run->summary.stopped_by, sizeof run->summary.stopped_by, "%s", run->system->events[event].event->name);
}

void jni_run_apply(jn_run *run, int root) {
  jni_event_apply(run->system, run->formulation->work, root, run->state, note_event, run);
}

// Events whose function the last event has carried across zero happen at once, and a switch may carry another with it.
// True when there was any.
static bool follow_events(jn_run *run, jni_sights *before) {
  bool any = false;
  calc_roots(run, run->state, &run->roots);
  for (int i = 0; i < nroots(run); i++) {
    // not moved by the event: stays where it was seen last
    if (!is_of_subsystem(run, i) && (run->roots.e[i] == before->e[i] || before->side[i] == SETTLED)) continue;
    bool follows = event_of(run, i) >= 0 && crossed(run, i, &run->roots);
    any = any || (i >= run->system->sizes.nroots && run->signs[i] != run->roots.side[i]);
    run->signs[i] = run->roots.side[i];
    if (!follows) continue;
    jni_run_apply(run, i);
    any = true;
  }
  copy_roots(run, &run->roots, before);
  return any;
}

static jn_status sight_after_event(jn_run *run, jni_sights *before) {
  for (int k = 0; k < MOST_CASCADE; k++)
    if (!follow_events(run, before)) return JN_OK;
  jni_print(run->integrator->message, sizeof run->integrator->message,
            "events trigger each other without end at t = %.9g s", run->state[0]);
  return JN_STEP_TOO_SMALL;
}

// Where a switch throws the motion back to the side it came from there is no motion in steps: dry friction by sign()
// that sticks.
static bool tell_chatter(jn_run *run, double t) {
  int first = run->system->sizes.nroots, i = first;
  const char *sort;
  while (i < nroots(run) && !crossed(run, i, &run->right_roots)) i++;
  if (i == nroots(run)) return false;
  const char *name = jni_switch_element(run->system, i - first, &sort);
  jni_print(run->integrator->message, sizeof run->integrator->message,
            "%s '%.40s' switches without end at t = %.9g s, as dry friction by sign() does when it sticks; a force of "
            "type 'friction' or 'brake' holds there",
            sort, name, t);
  return true;
}

static jn_status check_crowding(jn_run *run, double t) {
  double progress = 1e-13 * fmax(10 * fabs(t), jni_run_pace(run));
  run->crowded = t - run->last_event <= progress ? run->crowded + 1 : 0;
  run->last_event = t;
  if (run->crowded < MOST_CROWDED) return JN_OK;
  if (tell_chatter(run, t)) return JN_STEP_TOO_SMALL;
  jni_print(run->integrator->message, sizeof run->integrator->message,
            "events follow each other without end at t = %.9g s", t);
  return JN_STEP_TOO_SMALL;
}

// The law of a force that is thrown to and fro without progress (a step that is too long for a stiff contact) is not
// held any more in the step that follows: it is continuous, and goes on by itself.
static int side_beyond(const jn_run *run, int i) {
  int first = run->system->sizes.nroots;
  bool own = i < first ? event_of(run, i) < 0 : jni_switch_is_own(run->system, i - first);
  return own && run->crowded >= LET_GO ? 0 : run->right_roots.side[i];
}

static jn_status meet_root(jn_run *run, double t) {
  jn_status status = land(run, t);
  if (status == JN_OK) status = check_crowding(run, t);
  if (status != JN_OK) return status;
  calc_roots(run, run->state, &run->left_roots);
  for (int i = 0; i < nroots(run); i++) {
    if (!crossed(run, i, &run->right_roots)) continue;
    run->signs[i] = side_beyond(run, i);
    if (i >= run->system->sizes.nroots) {
      run->counts.switches++;
      run->left_roots.side[i] = SETTLED;
      continue;
    }
    jni_run_apply(run, i);
  }
  status = sight_after_event(run, &run->left_roots);
  if (status == JN_OK) status = jni_run_trouble(run);
  return status == JN_OK ? jni_run_start(run) : status;
}

// A switch that is met at a known time goes on from there on the side that comes.
static void let_go(jn_run *run) {
  for (int i = run->system->sizes.nroots; i < nroots(run); i++)
    if (run->roots.side[i] == 0) run->signs[i] = 0;
}

static jn_status meet_known(jn_run *run) {
  jn_status status = jni_run_refresh(run);
  if (status != JN_OK) return status;
  run->state[0] = run->known.next;
  if (run->jump)
    status = jni_run_told(run, jni_jump_pass(run->jump, run->formulation->work, run->state), run->known.next);
  if (status != JN_OK) return status;
  if (nroots(run) > 0) calc_roots(run, run->state, &run->left_roots);
  jni_run_apply(run, -1);
  if ((status = jni_run_trouble(run)) != JN_OK) return status;
  if (nroots(run) > 0) status = sight_after_event(run, &run->left_roots);
  if (status == JN_OK) status = jni_run_trouble(run);
  let_go(run);
  if (status == JN_OK) jni_switches_foresee(run);
  return status == JN_OK ? jni_run_start(run) : status;
}

// ---- the step ---------------------------------------------------------------------------------------------------

// A switch in a branch that is not taken has no side.
static void record_sides(jn_run *run) {
  int n = nroots(run);
  for (int i = 0; i < n; i++) {
    bool seen = run->right_roots.side[i] != 0 || isnan(run->right_roots.e[i]);
    if (seen && !rests(run, i, &run->right_roots)) run->signs[i] = run->right_roots.side[i];
  }
  copy_roots(run, &run->right_roots, &run->roots);
}

// *root: the time of the first root met in the last step, NaN: none.
static jn_status find_root(jn_run *run, double *root) {
  const jni_integrator *m = run->integrator;
  *root = NAN;
  if (nroots(run) == 0) return JN_OK;
  jn_status status = jni_run_refresh(run);
  if (status != JN_OK) return status;
  calc_roots(run, run->state, &run->right_roots);
  if (run->formulation->work->trouble) return jni_run_trouble(run);
  if (!any_crossed(run, &run->right_roots)) record_sides(run);
  else *root = run->choices.locate_roots ? locate(run, m->t_previous, m->t) : m->t;
  return JN_OK;
}

// Where t + h = t: times as large as this have no room for the step.
static jn_status stands_still(jn_run *run, double t) {
  jni_print(run->integrator->message, sizeof run->integrator->message,
            "the step is too small to change t = %.9g s, where the spacing of floating-point numbers is %.3g s; "
            "start nearer to t = 0, or use longer steps",
            t, nextafter(t, HUGE_VAL) - t);
  return JN_STEP_TOO_SMALL;
}

// What the end of the run has had a part in stays so: rounding carries it on, though steps become far shorter than the
// way to the end when a root has been met in a long step.
static void note_ending(jn_run *run, double target) {
  const jni_integrator *m = run->integrator;
  bool last = target == run->choices.until;
  if (last && (m->limited || m->begun_limited)) run->bound = target;
  if (last && m->limited) run->ending = true;
  else if (run->choices.until - m->t > FAR * (m->t - m->t_previous)) run->ending = false;
}

static jn_status step(jn_run *run, double target) {
  jni_integrator *m = run->integrator;
  if (!(target > m->t)) return JN_OK;
  double from = m->t;
  jn_status status = run->y_previous ? settle(run, false) : JN_OK;
  if (run->y_previous) memcpy(run->y_previous, m->y, (size_t)m->ode.n * sizeof *m->y);
  if (status == JN_OK) status = m->kind->step(m, target);
  if (status != JN_OK) return jni_run_name_cause(run, status);
  note_ending(run, target);
  run->fresh = false;
  run->counts.steps++;
  if (!(m->t > from)) return stands_still(run, from);
  return JN_OK;
}

static void count_cut(jn_run *run, double from) {
  const jni_integrator *m = run->integrator;
  if (m->kind->fixed_step && m->t > from && !jni_integrator_on_grid(m, m->t)) run->counts.cuts++;
}

// A partition or a basis that has become poor is chosen anew, or another integrator takes over.
static jn_status renew(jn_run *run) {
  if (!run->formulation->stale && !run->integrator->renew) return JN_OK;
  jn_status status = jni_run_refresh(run);
  return status == JN_OK ? jni_run_start(run) : status;
}

// Asks the engine for the reason why the code of a subsystem has failed.
static void blame_subsystem(jn_run *run, int subsystem) {
  jn_work *work = run->formulation->work;
  const jni_subsystem_element *e = run->system->subsystems[subsystem].element;
  jni_event_stages(run->system, work, run->state);
  memcpy(run->trial, run->state, (size_t)run->system->sizes.nstate * sizeof *run->trial);
  if (e->kind->sample) jni_subsystem_sample(run->system, work, subsystem, run->trial);
  if (work->trouble) return;
  work->trouble = e;
  jni_print(work->trouble_text, sizeof work->trouble_text, "its code has failed");
}

// Takes over what the code has done at the end of its step. Steps are not cut at known times: what they change happens
// at the end of the step in which they lie.
static jn_status take_end(jn_run *run) {
  jni_formulation *f = run->formulation;
  const jni_step_end end = f->end(f);
  run->fresh = false;
  run->counts.events += end.events;
  run->counts.jumps += end.jumps;
  run->counts.samples += end.samples;
  if (run->integrator->t >= run->known.next) jni_run_note_known(run, run->integrator->t);
  if (end.events + end.jumps + end.samples == 0 && end.stop == 0) return JN_OK;
  jn_status status = jni_run_refresh(run);
  if (status == JN_OK && end.stop < 0) blame_subsystem(run, -1 - end.stop);
  if (status == JN_OK) status = jni_run_trouble(run);
  if (status == JN_OK && end.stop > 0 && !run->stopped) {
    run->stopped = true;
    snprintf(run->summary.stopped_by, sizeof run->summary.stopped_by, "%s",
             run->system->events[end.stop - 1].event->name);
  }
  return status;
}

// One accepted step of code that carries out its ends by itself.
static jn_status advance_code(jn_run *run, double t_limit, jni_observer observer) {
  jn_status status = start_if_pending(run);
  double from = run->integrator->t;
  if (status == JN_OK) status = step(run, t_limit);
  if (status == JN_OK && observer) status = observer(run, run->integrator->t);
  if (status == JN_OK) status = take_end(run);
  if (status == JN_OK) count_cut(run, from);
  return status;
}

jn_status jni_run_advance(jn_run *run, double t_limit, jni_observer observer) {
  double root;
  if (run->formulation->end) return advance_code(run, t_limit, observer);
  jn_status status = start_if_pending(run);
  bool known = run->known.next <= t_limit;
  double target = known ? nextafter(run->known.next, -HUGE_VAL) : t_limit, from = run->integrator->t;
  if (status == JN_OK) status = step(run, target);
  if (status == JN_OK) status = find_root(run, &root);
  if (status != JN_OK) return status;
  if (observer) status = observer(run, isnan(root) ? run->integrator->t : root);
  if (status != JN_OK) return status;
  bool due = known && run->integrator->t >= target, met = !isnan(root) || due;
  if (!isnan(root)) status = meet_root(run, root);
  else if (due) status = meet_known(run);
  if (status == JN_OK) count_cut(run, from);
  if (status == JN_OK && (met || !run->formulation->notes)) status = update_windings(run);
  if (status == JN_OK) status = jni_switches_watch(run);
  return status == JN_OK ? renew(run) : status;
}
