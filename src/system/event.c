// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// event.c - root functions, time events, changes of the state by events, and the whole turns of angles.
#include <math.h>
#include <string.h>

#include "system/compliant_contact.h"
#include "system/coordinates/body_level.h"
#include "system/event.h"
#include "system/formula.h"
#include "system/motion.h"
#include "system/signal_value.h"
#include "system/subsystem.h"
#include "system/work.h"

void jni_stages_update(const jn_system *system, jn_work *work, const double *state) {
  const double *q = state + 1, *v = q + system->sizes.nq, *z = v + system->sizes.nv, *s = z + system->sizes.nz;
  if (jni_stages_are_current(system, work, state)) {
    if (system->tree && work->collected_stamp != work->force_stamp) jni_calc_tree_forces(system, work);
    return;
  }
  jn_calc_position(system, work, state[0], q, z, s);
  jn_calc_velocity(system, work, v);
  jn_calc_force(system, work, z);
}

// ---- roots ---------------------------------------------------------------------------------------------

void jn_calc_roots(const jn_system *system, jn_work *work, const double *state, double *e) {
  JNI_ASSERT(system && work);
  if (system->sizes.nroots == 0) return;
  jni_stages_update(system, work, state);
  for (int i = 0; i < system->nforces; i++) {
    const jni_force_plan *plan = &system->forces[i];
    int side[JNI_MAX_FORCE_SWITCHES];
    if (plan->element->kind->touches) jni_calc_own_switches(system, work, plan, e + plan->switch_at, side);
  }
  for (int i = 0; i < system->nsubsystems; i++) jni_subsystem_roots(system, work, i, e + system->subsystems[i].root_at);
  // Root functions of contacts are computed by the formulation; 1: they do not trigger.
  for (int i = system->contact_root_at; i < system->sizes.nroots; i++) e[i] = 1;
  for (int i = 0; i < system->sizes.nroots; i++)
    if (system->root_event[i] >= 0 && system->root_event[i] < system->nevents)
      e[i] = jni_formula_value(system, work, &system->events[system->root_event[i]].when, NULL, NULL);
}

// Returns the index of the force whose law has root function i; -1: the root is of another
// origin (event, subsystem, rigid contact).
static int root_force(const jn_system *system, int i) {
  for (int k = 0; k < system->nforces; k++)
    if (system->forces[k].element->kind->touches && jni_has_own_switch(&system->forces[k], i)) return k;
  return -1;
}

const char *jn_root_name(const jn_system *system, int i) {
  JNI_ASSERT(system);
  int event = system->root_event[i];
  if (event == JNI_CONTACT_ROOT) {
    int point = (i - system->contact_root_at) / JNI_CONTACT_ROOTS;
    return system->model->contacts[system->contact_points[point].contact].name;
  }
  if (event >= system->nevents) return system->subsystems[event - system->nevents].element->name;
  if (event >= 0) return system->events[event].event->name;
  int force = root_force(system, i);
  return force >= 0 ? system->forces[force].element->name : "";
}

// Returns the direction in which root function i triggers: 1 rising, -1 falling, 0 both. Roots of events trigger as the
// model says, those of subsystems rising, of rigid contacts falling, of forces both.
int jn_root_direction(const jn_system *system, int i) {
  JNI_ASSERT(system);
  if (system->root_event[i] >= system->nevents) return 1;
  if (system->root_event[i] == JNI_CONTACT_ROOT) return -1;
  return system->root_event[i] >= 0 ? system->events[system->root_event[i]].event->direction : 0;
}

// ---- time events -----------------------------------------------------------------------------------------

// Returns the first time after t of the series at, at + every, at + 2 every, ..; HUGE_VAL: there is none. every <= 0:
// `at` is the only time.
static double next_of_times(double at, double every, double t) {
  if (t < at) return at;
  if (!(every > 0)) return HUGE_VAL;
  double k = floor((t - at) / every) + 1, next = at + k * every;
  if (next <= t) next = at + (k + 1) * every;  // rounding made the quotient too small by one
  return next > t ? next : nextafter(t, HUGE_VAL);
}

static bool is_of_times(double at, double every, double t) {
  if (t < at) return false;
  if (!(every > 0)) return t == at;
  double k = round((t - at) / every);
  return at + k * every == t;
}

static double next_of_event(const jni_event *event, double t) {
  return event->when || event->contact >= 0 ? HUGE_VAL : next_of_times(event->at, event->every, t);
}

static double next_of_subsystem(const jni_subsystem_element *e, double t) {
  return e->period > 0 ? next_of_times(e->offset, e->period, t) : HUGE_VAL;
}

double jn_next_time_event(const jn_system *system, double t) {
  JNI_ASSERT(system);
  double next = HUGE_VAL;
  int low = 0, high = system->ntime_events;
  while (low < high) {  // first time event after t
    int middle = low + (high - low) / 2;
    if (system->time_events[middle] > t) high = middle;
    else low = middle + 1;
  }
  if (low < system->ntime_events) next = system->time_events[low];
  for (int i = 0; i < system->nevents; i++) next = fmin(next, next_of_event(system->events[i].event, t));
  for (int i = 0; i < system->nsubsystems; i++) next = fmin(next, next_of_subsystem(system->subsystems[i].element, t));
  return next;
}

static bool due(const jni_event *event, double t) {
  return !event->when && event->contact < 0 && is_of_times(event->at, event->every, t);
}

// ---- changes of the state ----------------------------------------------------------------------------------

// Sets in `state` the auxiliary and discrete states that an event of the model changes to their new values. The
// formulas of these values read the stages of the work, which are those before the event.
static void apply(const jn_system *system, jn_work *work, const jni_event_plan *plan, double *state) {
  double *z = jn_state_z(system, state), *s = jn_state_s(system, state);
  int n = plan->event->nset;
  for (int k = 0; k < n; k++) {
    double value = jni_formula_value(system, work, &plan->set[k], NULL, NULL);
    if (plan->target[k] < system->sizes.ns) s[plan->target[k]] = value;
    else z[plan->target[k] - system->sizes.ns] = value;
  }
}

// Applies, for i >= 0, the jump of the subsystem to which root function i belongs, or nothing if it belongs to none;
// for i < 0, samples all subsystems that have a sample at the time of `state`. Calls the listener (NULL: none) for
// each.
static void change_subsystems(const jn_system *system, jn_work *work, int i, double *state, jni_event_listener listener,
                              void *context) {
  for (int k = 0; k < system->nsubsystems; k++) {
    const jni_subsystem_plan *plan = &system->subsystems[k];
    const jni_subsystem_element *e = plan->element;
    if (i >= 0 && system->root_event[i] == system->nevents + k) {
      jni_subsystem_jump(system, work, k, i - plan->root_at, state);
      if (listener) listener(context, JN_EVENT_JUMP, k);
    } else if (i < 0 && e->period > 0 && is_of_times(e->offset, e->period, state[0])) {
      jni_subsystem_sample(system, work, k, state);
      if (listener) listener(context, JN_EVENT_SAMPLE, k);
    }
  }
}

void jni_event_apply(const jn_system *system, jn_work *work, int i, double *state, jni_event_listener listener,
                     void *context) {
  if (i >= 0 && system->root_event[i] < 0) {  // among force laws only those of compliant contacts change states
    int force = jni_compliant_of_root(system, i);
    if (force >= 0) jni_compliant_change(system, work, force, i, state, listener, context);
    else if (listener) listener(context, JN_EVENT_CONTACT, root_force(system, i));
    return;
  }
  jni_stages_update(system, work, state);
  for (int k = 0; k < system->nevents; k++) {
    const jni_event_plan *plan = &system->events[k];
    if (i >= 0 ? k != system->root_event[i] : !due(plan->event, state[0])) continue;
    apply(system, work, plan, state);
    if (listener) listener(context, JN_EVENT_MODEL, k);
  }
  change_subsystems(system, work, i, state, listener, context);
}

bool jni_event_apply_contact(const jn_system *system, jn_work *work, int contact, jni_contact_change change,
                             double *state, jni_event_listener listener, void *context) {
  bool any = false;
  for (int k = 0; k < system->nevents; k++) {
    const jni_event_plan *plan = &system->events[k];
    if (plan->event->contact != contact || plan->event->change != change) continue;
    jni_stages_update(system, work, state);
    apply(system, work, plan, state);
    if (listener) listener(context, JN_EVENT_MODEL, k);
    any = true;
  }
  return any;
}

typedef struct {
  const jn_system *system;
  bool stop;
} stop_note;

static void record_stop(void *context, jn_event_kind kind, int index) {
  stop_note *note = context;
  if (kind == JN_EVENT_MODEL && note->system->events[index].event->stop) note->stop = true;
}

void jn_apply_event(const jn_system *system, jn_work *work, int i, double *state, bool *stop) {
  if (!state || !stop) return;
  JNI_ASSERT(system && work);
  stop_note note = {system, false};
  jni_event_apply(system, work, i, state, record_stop, &note);
  *stop = note.stop;
}

// ---- whole turns of angles ---------------------------------------------------------------------------------

// Stores in `state` the value, rate and time of every unbounded angle, in natural coordinates also the rotations of the
// bodies. Until the next call, whole turns of angles are found by extrapolating from these. The angles themselves do
// not change.
void jn_update_windings(const jn_system *system, jn_work *work, double *state) {
  JNI_ASSERT(system && work);
  if (!jni_has_windings(system)) return;
  double *s = jn_state_s(system, state);
  if (!jni_stages_are_current(system, work, state)) {
    work->stamp++;
    work->t = state[0];
    memcpy(work->s, s, (size_t)system->sizes.ns * sizeof *s);
    memcpy(work->q, jn_state_q(system, state), (size_t)system->sizes.nq * sizeof *work->q);
    memcpy(work->v, jn_state_v(system, state), (size_t)system->sizes.nv * sizeof *work->v);
    system->kind->position(system, work);
    system->kind->velocity(system, work);
  }
  for (int i = 0; i < system->ncoordinates; i++) {
    const jni_coordinate *c = &system->coordinates[i];
    jni_coordinate_state now;
    if (c->winding < 0) continue;
    jni_coordinate_at(system, work, i, true, &now);
    s[c->winding + JNI_WINDING_VALUE] = now.value;
    s[c->winding + JNI_WINDING_RATE] = now.rate;
    s[c->winding + JNI_WINDING_TIME] = state[0];
  }
  if (system->kind->natural) jni_natural_store_rotations(system, work, s);
  jni_turn_store(system, work, s);
}
