// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kinematics.c - makes a prescribed motion, advances it with its auxiliary states, and gives access to its results.
#include "analysis/kinematics/kinematics.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "model/fault.h"

#include "subsystem/code_allow.h"
#include "system/subsystem.h"
#include "system/work.h"

enum { COOKIE = 0x6a6b };

jn_kinematics_options jn_kinematics_options_default(void) { return (jn_kinematics_options){.cookie = COOKIE}; }

// ---- forces and auxiliary states -----------------------------------------------------------------------------------

// Sets k->tau, k->lambda and k->result at a change point: interpolates the forces at the points on both sides, with the
// auxiliary and discrete states of k->here.
static jn_status limit_forces(jn_kinematics *k) {
  size_t at = 1 + (size_t)k->system->sizes.nq + (size_t)k->system->sizes.nv, n = (size_t)k->system->sizes.nstate - at;
  double *a = k->left.state, *b = k->kept.state, x = (k->here.state[0] - a[0]) / (b[0] - a[0]);
  memcpy(a + at, k->here.state + at, n * sizeof *a);
  memcpy(b + at, k->here.state + at, n * sizeof *b);
  const jni_inverse_side side[] = {{a, k->left.vdot, 1 - x}, {b, k->kept.vdot, x}};
  return jni_inverse_limit(k->inverse, side, k->here.state, k->here.vdot, k->tau, k->lambda, &k->result);
}

// Warns once, at the first time at which the actuators have no leverage on a degree of freedom, so that forces become
// infinite: either at a time of the motion, or between two times if the sign of a determinant changes. Does not warn if
// they never had leverage. Examines only chosen actuators of systems without contacts, and no interpolated points.
static void watch_leverage(jn_kinematics *k, jn_report *report) {
  bool contacts = k->system->ncontact_points > 0;  // they change what the actuators have to move
  if (k->own_actuators || k->here.between || k->leverage_reported || contacts) return;
  double t = k->here.state[0];
  bool full = k->result.rank == k->result.freedoms;
  int sign = full ? k->here.sign * jni_inverse_sign(k->inverse, jn_mobility_active(k->mobility)) : 0;
  bool passed = sign != 0 && sign == -k->leverage;
  char when[80];
  if (passed) jni_print(when, sizeof when, "between t = %.6g and %.6g s", k->leverage_at, t);
  if (sign != 0) k->leverage = sign;
  if (full) {
    k->leverage_full = true;
    k->leverage_at = t;
  } else if (!k->leverage_lost) {
    k->leverage_lost = true;
    k->leverage_lost_at = t;
  }
  if (!passed) jni_print(when, sizeof when, "at t = %.6g s", k->leverage_lost_at);
  k->leverage_reported = passed || (k->leverage_full && k->leverage_lost);
  if (k->leverage_reported)
    jn_report_warn(report, "",
                   "the actuators have no leverage on the motion %s: forces grow without bound there, and those "
                   "reported nearby depend on the output times",
                   when);
}

// Warns of forces that contacts cannot give, and of shapes that the motion moves into each other: each once for a
// contact, at the first time.
static void watch_contacts(jn_kinematics *k, jn_report *report) {
  double t = k->here.state[0];
  for (int i = 0; i < jn_inverse_ncontacts(k->inverse); i++) {
    const jn_inverse_contact c = jn_inverse_get_contact(k->inverse, i);
    unsigned *told = &k->contact_told[c.contact.i],
             kinds = (c.depth > 0 || c.closing > 0) | (c.pulls ? 2u : 0) | (c.slips ? 4u : 0);
    unsigned news = kinds & ~*told;
    char element[160];
    jni_print(element, sizeof element, "contact '%.120s'", c.name);
    *told |= kinds;
    if (news & 1)
      jn_report_warn(
          report, element,
          "at t = %.6g s the motion moves the shapes at point %d into each other, by %.3g m so far and with %.3g m/s; "
          "forces are those of a closed point",
          t, c.point + 1, c.depth, c.closing);
    if (news & 2)
      jn_report_warn(
          report, element,
          "at t = %.6g s point %d would have to pull with %.4g N: the motion is impossible without something "
          "that holds the shapes together",
          t, c.point + 1, -c.normal);
    if (news & 4)
      jn_report_warn(report, element,
                     "at t = %.6g s point %d would need a friction of %.6g N to stick, but with a normal force of %.6g "
                     "N the limit is %.6g N",
                     t, c.point + 1, c.friction, c.normal, c.limit);
  }
}

static jn_status refuse_actuators(const jn_kinematics *k, jn_report *report) {
  int n = jn_inverse_count(k->inverse), freedoms = k->result.freedoms;
  return jn_report_fault(
      report, JN_REFUSED, "",
      "the actuators cannot produce this motion: at t = %.9g s none of them moves %s; residual %.3g of a "
      "load of %.3g (N, N m) (%d actuator%s for %d degree%s of freedom, %d of them effective); %s",
      k->here.state[0], k->result.stuck, k->result.residual, k->result.load, n, n == 1 ? "" : "s", freedoms,
      freedoms == 1 ? "" : "s", k->result.rank,
      n >= freedoms ? "they have no leverage on it there (a dead centre, or they act alike): add one, or start "
                      "elsewhere"
                    : "add an actuator that moves it");
}

// Computes the actuator forces at k->here into k->tau, k->lambda and k->result. rates (nz + 1; NULL: not needed): rates
// of the auxiliary states, and last the power of the actuators if no state integrates it; if NULL, warns of forces that
// contacts cannot give. Reports a fault and returns its status if the forces cannot be computed or the actuators cannot
// produce the motion; but JN_OK if that is so only in a singular configuration, or if the actuators are the drivers and
// prescribed coordinates themselves.
static jn_status find_forces(jn_kinematics *k, double *rates, jn_report *report) {
  jn_status status = k->here.between
                         ? limit_forces(k)
                         : jn_inverse_calc(k->inverse, k->here.state, k->here.vdot, k->tau, k->lambda, &k->result);
  if (rates) {
    // The power of the actuators is the rate of the work state, or the last rate if the system has no such state.
    int nz = k->system->sizes.nz, at = k->system->work_state;
    jn_get_zdot(k->system, jni_inverse_work(k->inverse), rates);
    rates[nz] = 0;
    rates[at >= 0 ? at : nz] += jni_inverse_power(k->inverse, k->tau);
  }
  if (status != JN_BAD_ARGUMENT && status != JN_NO_CONVERGENCE) jni_inverse_store_contacts(k->inverse, k->here.state);
  if (!rates && status == JN_OK) watch_contacts(k, report);
  bool momentary = k->result.freedoms > k->freedoms;  // a singular configuration: forces there are not defined
  if (status == JN_REFUSED && (momentary || k->own_actuators)) return JN_OK;
  if (status == JN_REFUSED) return refuse_actuators(k, report);
  if (status == JN_OK && !momentary) watch_leverage(k, report);
  if (status == JN_NO_MEMORY) return jni_report_no_memory(report);
  if (status == JN_NO_CONVERGENCE)
    return jn_report_fault(report, status, "", "at t = %.9g s more than 400 points of contacts are closed",
                           k->here.state[0]);
  if (status == JN_BAD_ARGUMENT)
    return jn_report_fault(report, status, "", "forces are not linear in an input that is named as an actuator");
  return status == JN_OK
             ? JN_OK
             : jn_report_fault(report, status, "", "the forces at t = %.9g s are not finite", k->here.state[0]);
}

// Computes the forces as find_forces does. If the actuators cannot produce the motion, reports that once, sets
// k->refused and returns JN_OK, with the nearest forces in k->tau; other statuses are returned.
static jn_status carry_forces(jn_kinematics *k, double *rates, jn_report *report) {
  jn_status status = find_forces(k, rates, k->refused ? NULL : report);
  if (status == JN_REFUSED) {
    k->refused = true;
    status = JN_OK;
  }
  return status;
}

static void set_z(jn_kinematics *k, double h, const double *rate) {
  double *z = jn_state_z(k->system, k->here.state);
  for (int i = 0; i < k->system->sizes.nz; i++)
    z[i] = jni_kinematics_is_timed(k, i) ? k->timed[i] : k->z[i] + h * rate[i];
}

// Moves k->here to time `to`, with the auxiliary states k->z + h * rate (those of filters of time and inputs are in
// k->timed), and writes their rates there to `rates`.
static jn_status move_with(jn_kinematics *k, double to, double h, const double *rate, double *rates,
                           jn_report *report) {
  jni_kinematics_set_filter_path(k, to, k->z, h, rate);
  jn_status status = jni_kinematics_move(k, to, report);
  if (status == JN_OK) {
    set_z(k, h, rate);
    status = carry_forces(k, rates, report);
  }
  return status;
}

// Sets the auxiliary states of k->here to k->z + h * rate at the present time, and writes their rates there to `rates`
// (NULL: not needed).
static jn_status stay_with(jn_kinematics *k, double h, const double *rate, double *rates, jn_report *report) {
  jn_status status = jni_kinematics_set_filters(k, k->z, h, rate, report);
  if (status == JN_OK) set_z(k, h, rate);
  return status == JN_OK && rates ? carry_forces(k, rates, report) : status;
}

// Completes a step of length h whose auxiliary states are stiff: solves for them by an implicit step from k->z, and
// integrates the work by the trapezoidal rule. k1, k4: rates at the start and, as a result, at the end.
static jn_status follow_at_once(jn_kinematics *k, double h, const double *k1, double *k4, jn_report *report) {
  int nz = k->system->sizes.nz, at = k->system->work_state;
  jni_kinematics_solve_stiff(k, h);
  jn_status status = carry_forces(k, k4, report);
  if (status != JN_OK) return status;
  if (at >= 0) jn_state_z(k->system, k->here.state)[at] = k->z[at] + 0.5 * h * (k1[at] + k4[at]);
  jni_inverse_work(k->inverse)->led_work += 0.5 * h * (k1[nz] + k4[nz]);
  return JN_OK;
}

// Moves k->here to time t by a step of the classical Runge-Kutta method for the auxiliary states; by an implicit step
// if they are too fast for it. The two inner stages have the same configuration, except for drivers that follow a
// signal.
static jn_status step_with_states(jn_kinematics *k, double t, jn_report *report) {
  int nz = k->system->sizes.nz;
  double from = k->here.state[0], h = t - from, *k1 = k->rates, *k2 = k1 + nz + 1, *k3 = k2 + nz + 1, *k4 = k3 + nz + 1;
  memcpy(k->z, jn_state_z(k->system, k->here.state), (size_t)nz * sizeof *k->z);
  jni_kinematics_start_filters(k);
  jn_status status = carry_forces(k, k1, report);
  jni_kinematics_time_filters(k, from, from + 0.5 * h);
  if (status == JN_OK) status = move_with(k, from + 0.5 * h, 0.5 * h, k1, k2, report);
  if (status == JN_OK && nz > 0) status = stay_with(k, 0.5 * h, k2, k3, report);
  else k3[nz] = k2[nz];
  bool stiff = status == JN_OK && jni_kinematics_is_stiff(k, h, k1, k2, k3);
  jni_kinematics_time_filters(k, from + 0.5 * h, t);
  if (status == JN_OK) status = move_with(k, t, stiff ? 0 : h, k3, k4, report);
  if (stiff) return status == JN_OK ? follow_at_once(k, h, k1, k4, report) : status;
  for (int i = 0; i <= nz; i++) k2[i] = (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]) / 6;
  if (status == JN_OK) status = stay_with(k, h, k2, NULL, report);
  if (status == JN_OK && jni_kinematics_ends_stiff(k, h, k3, k4)) return follow_at_once(k, h, k1, k4, report);
  if (status == JN_OK) jni_inverse_work(k->inverse)->led_work += h * k2[nz];
  return status;
}

// Moves k->here to the time event at t: first by a step to just before it, so that no stage uses rates from after the
// event, then to t itself.
static jn_status step_to_time_event(jn_kinematics *k, double t, jn_report *report) {
  double before = nextafter(t, k->here.state[0]);
  jn_status status = before > k->here.state[0] ? step_with_states(k, before, report) : JN_OK;
  const double *z = jn_state_z(k->system, k->here.state);
  jni_kinematics_start_filters(k);
  jni_kinematics_set_filter_path(k, t, z, 0, z);
  return status == JN_OK ? jni_kinematics_move(k, t, report) : status;
}

// Applies the pending jumps of subsystems at the end of a step; their times are not located within the step. If jumps
// trigger each other without end, they are left as they are.
static void apply_subsystem_jumps(jn_kinematics *k) { jni_subsystem_apply_jumps(k->system, k->work, k->here.state); }

static jn_status heed_trouble(jn_kinematics *k, jn_report *report) {
  const jni_subsystem_element *e = k->work->trouble;
  char element[80];
  if (!e) return JN_OK;
  k->work->trouble = NULL;
  jni_print(element, sizeof element, "subsystem '%.60s'", e->name);
  return jn_report_fault(report, JN_NOT_FINITE, element, "%s at t = %.9g s", k->work->trouble_text, k->here.state[0]);
}

// Moves k->here to time t, then applies the events there and the jumps of subsystems. time_event: t is the time of an
// event, at which rates may jump; the step of the auxiliary states then ends just before it. Returns a fault, too, if
// code of a subsystem has failed.
static jn_status step(jn_kinematics *k, double t, bool time_event, jn_report *report) {
  bool stop = false, states = k->system->sizes.nz > (k->system->work_state >= 0);
  jn_status status = time_event && states                         ? step_to_time_event(k, t, report)
                     : k->system->sizes.nz > 0 || k->nmotions > 0 ? step_with_states(k, t, report)
                                                                  : jni_kinematics_move(k, t, report);
  if (status == JN_OK && k->system->nevents + k->system->nsubsystems > 0) {
    jn_apply_event(k->system, k->work, -1, k->here.state, &stop);
    apply_subsystem_jumps(k);
  }
  return status == JN_OK ? heed_trouble(k, report) : status;
}

// Sets k->time_event to the present time and the next time event. A formula with a break in time uses the branch after
// the break from the break on, as in a run.
static void set_time_events(jn_kinematics *k) {
  double t = k->here.state[0];
  k->time_event = (jni_event_interval){t, jn_next_time_event(k->system, t)};
}

jn_status jn_kinematics_go(jn_kinematics *k, double t, jn_report *report) {
  JNI_ASSERT(k);
  jn_status status = JN_OK;
  if (!(t >= k->here.state[0]) || !isfinite(t) || (k->nmotions > 0 && t > k->last * (1 + 1e-12) + 1e-12))
    return jn_report_fault(report, JN_BAD_ARGUMENT, "", "the motion is not given at t = %.9g s", t);
  k->refused = false;
  while (status == JN_OK && k->here.state[0] < t) {
    double from = k->here.state[0];
    if (!(k->time_event.next > from)) set_time_events(k);
    double event_time = k->time_event.next, to = fmin(t, event_time),
           parts = jni_kinematics_follows_motion(k) ? ceil((to - from) / jni_kinematics_longest_stride(k)) : 1;
    if (parts > 1) to = from + (to - from) / parts;
    status = step(k, to, to == event_time, report);
  }
  if (status == JN_OK) status = carry_forces(k, NULL, report);
  return status == JN_OK && k->refused ? JN_REFUSED : status;
}

// ---- construction --------------------------------------------------------------------------------------------------

static void make_place(jn_kinematics *k, jni_motion_point *place, const double *state) {
  place->state = jni_doubles(&k->pool, k->system->sizes.nstate);
  place->vdot = jni_doubles(&k->pool, (size_t)k->system->sizes.nv + 1);
  if (!k->pool.failed) memcpy(place->state, state, (size_t)k->system->sizes.nstate * sizeof *state);
}

static bool allocate(jn_kinematics *k, const jn_kinematics_options *options, const double *state) {
  const jn_sizes *sizes = &k->system->sizes;
  size_t n = (size_t)sizes->nv, nc = (size_t)sizes->nc, nq = (size_t)sizes->nq, nz = (size_t)sizes->nz,
         nbody = (size_t)k->system->nbody_v;
  size_t columns = options->motion ? (size_t)options->motion->ncolumns : 0;
  k->work = jni_keep(&k->pool, jn_work_new(k->system), jni_object_free);
#define JNI_X(type, name, count, meaning) k->name = jni_take(&k->pool, (count) + 1, sizeof(type));
  JNI_KINEMATICS_FIELDS(JNI_X)
#undef JNI_X
  k->named = jni_take(&k->pool, columns + 1, sizeof *k->named);
  k->contact_told = jni_take(&k->pool, (size_t)k->system->model->ncontacts + 1, sizeof *k->contact_told);
  k->splines = jni_take(&k->pool, columns + 1, sizeof *k->splines);
  k->offset = jni_doubles(&k->pool, columns + 1);
  make_place(k, &k->here, state);
  make_place(k, &k->there, state);
  make_place(k, &k->left, state);
  make_place(k, &k->kept, state);
  return jni_keep(&k->pool, &k->of_splines, jni_object_free) != NULL;
}

static bool make_inverse(jn_kinematics *k, const jn_kinematics_options *options, jn_report *report) {
  k->own_actuators = options->nactuators == 0;
  if (k->own_actuators) k->inverse = jni_inverse_of(k->system, NULL, 0, k->named, k->nmotions, report);
  else k->inverse = jn_inverse_new(k->system, options->actuators, options->nactuators, report);
  if (!jni_keep(&k->pool, k->inverse, jni_object_free)) return false;
  if (k->nmotions > 0) jni_inverse_set_accuracy(k->inverse, JNI_INVERSE_TABLED);
  k->tau = jni_doubles(&k->pool, (size_t)jn_inverse_count(k->inverse) + 1);
  return !k->pool.failed;
}

static void warn_roots(const jn_system *system, jn_report *report) {
  for (int i = 0; i < system->sizes.nroots; i++)
    if (system->root_event[i] >= 0 && system->root_event[i] < system->nevents) {
      jn_report_warn(report, "", "event '%.120s' is ignored: zero crossings are not located in a prescribed motion",
                     jn_root_name(system, i));
      return;
    }
}

// Moves k->here to the start of the motion, computes the forces there, and sets k->freedoms and the initial energy.
static jn_status begin(jn_kinematics *k, jn_report *report) {
  jn_work *work = jni_inverse_work(k->inverse);
  const double *z = jn_state_z(k->system, k->here.state);
  jni_kinematics_start_filters(k);
  jni_kinematics_set_filter_path(k, k->here.state[0], z, 0, z);
  jn_status status = jni_kinematics_go_to_start(k, report);
  if (status == JN_OK) status = find_forces(k, NULL, report);
  k->freedoms = k->result.freedoms;
  double W = k->system->work_state >= 0 ? jn_state_z(k->system, k->here.state)[k->system->work_state] : 0;
  work->energy_initial = jn_get_kinetic(k->system, work) + work->potential - W;
  return status;
}

static bool build(jn_kinematics *k, const jn_kinematics_options *options, const double *state, jn_report *report) {
  if (!allocate(k, options, state)) return false;
  k->mobility = jni_keep(&k->pool, jn_mobility_new(k->system, state, report), jni_object_free);
  if (!k->mobility) return false;
  if (options->motion && options->motion->ntimes > 0)
    k->here.state[0] = fmax(k->here.state[0], options->motion->times[0]);
  warn_roots(k->system, report);
  if (!jni_kinematics_choose(k, options->motion, report)) return false;
  if (k->nmotions == 0) k->here.state[0] = state[0];
  if (!make_inverse(k, options, report)) return false;
  set_time_events(k);
  k->work->stamp++;  // invalidates stages that were computed without `time_event`
  k->work->time_event = jni_inverse_work(k->inverse)->time_event = &k->time_event;
  return begin(k, report) == JN_OK;
}

jn_kinematics *jn_kinematics_new(const jn_system *system, const jn_kinematics_options *options, const double *state,
                                 jn_report *report) {
  jn_kinematics_options plain = jn_kinematics_options_default();
  if (!options) options = &plain;
  JNI_ASSERT(system && state && options->cookie == COOKIE);
  if (!jni_code_is_allowed(system->model, report)) return NULL;
  jn_kinematics *k = jni_object_new(system->alloc, sizeof *k);
  int before = jn_report_count(report, JN_FAULT);
  if (k) {
    k->system = system;
    k->freedoms = system->sizes.nv;
    k->of_splines.alloc = system->alloc;
    k->sparse.pool = &k->pool;
    if (build(k, options, state, report)) return k;
  }
  if (jn_report_count(report, JN_FAULT) == before) jni_report_no_memory(report);
  return jn_kinematics_free(k);
}

void *jn_kinematics_free(jn_kinematics *k) { return jni_object_free(k); }

// ---- access -------------------------------------------------------------------------------------------------------

const double *jn_kinematics_state(const jn_kinematics *k) {
  JNI_ASSERT(k);
  return k->here.state;
}
const double *jn_kinematics_vdot(const jn_kinematics *k) {
  JNI_ASSERT(k);
  return k->here.vdot;
}
const double *jn_kinematics_lambda(const jn_kinematics *k) {
  JNI_ASSERT(k);
  return k->lambda;
}
const double *jn_kinematics_forces(const jn_kinematics *k) {
  JNI_ASSERT(k);
  return k->tau;
}
const jn_inverse *jn_kinematics_inverse(const jn_kinematics *k) {
  JNI_ASSERT(k);
  return k->inverse;
}
const jn_inverse_result *jn_kinematics_result(const jn_kinematics *k) {
  JNI_ASSERT(k);
  return &k->result;
}
const jn_mobility *jn_kinematics_mobility(const jn_kinematics *k) {
  JNI_ASSERT(k);
  return k->mobility;
}
jn_work *jn_kinematics_work(jn_kinematics *k) {
  JNI_ASSERT(k);
  return jni_inverse_work(k->inverse);
}
int jn_kinematics_nmotions(const jn_kinematics *k) {
  JNI_ASSERT(k);
  return k->nmotions;
}
const char *jn_kinematics_motion(const jn_kinematics *k, int i) {
  JNI_ASSERT(k);
  return k->named[i].name;
}
long jn_kinematics_iterations(const jn_kinematics *k) {
  JNI_ASSERT(k);
  return k->iterations;
}
int jn_kinematics_nrolling(const jn_kinematics *k) {
  JNI_ASSERT(k);
  return k->nrolling;
}
double jn_kinematics_error(const jn_kinematics *k) {
  JNI_ASSERT(k);
  return k->here.error;
}
double jn_kinematics_contradiction(const jn_kinematics *k, char *name, size_t size) {
  JNI_ASSERT(k);
  if (size > 0) name[0] = 0;
  if (k->contradiction != 0 && size > 0) jn_row_name(k->system, k->contradicts, name, size);
  return fabs(k->contradiction);
}
int jn_kinematics_nsingular(const jn_kinematics *k) {
  JNI_ASSERT(k);
  return k->nsingular;
}
double jn_kinematics_singular_time(const jn_kinematics *k, int i) {
  JNI_ASSERT(k);
  return k->singular[i];
}
