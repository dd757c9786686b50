// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium.c - searches for a static equilibrium: moves drivers to the requested time, then tries the methods one
// after the other.
#include "analysis/equilibrium/equilibrium_search.h"

#include <math.h>
#include <string.h>
#include "model/fault.h"

#include "linalg/dense/dense.h"
#include "system/drive/drive.h"
#include "system/event.h"
#include "system/work.h"

enum { COOKIE = 0x6a6e, TIME_STEPS = 64 };

enum { MOST_FOLLOWED = 100 };  // repetitions while drivers follow signals that depend on the configuration
// Largest change of a driver's position, over 1 + position, at which it counts as at rest.
static const double RESTS = 1e-10;
static const double SAME = 1e-6;  // rad or typical lengths: an equilibrium this close to the start is the start

typedef bool (*method)(jni_balance *balance, double *state);

static const struct {
  const char *name;
  method solve;
} methods[JNI_SEARCH_METHODS] = {
    {"newton", jni_equilibrium_newton}, {"energy", jni_equilibrium_energy}, {"relaxation", jni_equilibrium_relaxation}};
enum { NEWTON, ENERGY, RELAXATION };

const char *jn_equilibrium_method(int i) { return i >= 0 && i < JNI_SEARCH_METHODS ? methods[i].name : NULL; }
jn_equilibrium_options jn_equilibrium_options_default(void) { return (jn_equilibrium_options){.cookie = COOKIE}; }

static void copy_state(const jni_equilibrium_search *s, const double *from, double *to) {
  memcpy(to, from, (size_t)s->system->sizes.nstate * sizeof *to);
}

// ---- one method ---------------------------------------------------------------------------------------------------

bool jni_search_uses(const jni_equilibrium_search *s, int i) {
  return !s->options->method || strcmp(s->options->method, methods[i].name) == 0;
}

// Returns the largest increment of a body between s->start and `state`, in rad for rotations and typical lengths for
// displacements. Overwrites s->b->direction.
static double distance(const jni_equilibrium_search *s, const double *state) {
  double most = 0, *d = s->b->direction;
  jni_balance_difference(s->b, s->start, state, d);
  for (int i = 0; i < s->b->nb; i++) most = fmax(most, fabs(d[i]) / s->b->scale[i]);
  return most;
}

// Returns whether the method `energy` can be used: all forces have a potential, no auxiliary states take part, and the
// search is not that of a static start, whose held rows act by springs, which have none here.
bool jni_search_allows_energy(const jni_equilibrium_search *s) {
  return !s->b->held && jni_equilibrium_without_potential(s->b) == -1;
}

// Returns whether the equilibrium s->found of method i is accepted as the result of the search. If the options name no
// method and Newton's method has found an unstable one away from the start, copies it to s->candidate, sets
// s->has_candidate and returns false, so that other methods are tried; otherwise returns true.
static bool accepts(jni_equilibrium_search *s, int i) {
  jn_equilibrium counted = *s->result;
  if (s->options->method || i != NEWTON || distance(s, s->found) < SAME) return true;
  jni_equilibrium_count_stiffnesses(s->b, s->found, &counted);
  if (counted.unstable == 0) return true;
  copy_state(s, s->found, s->candidate);
  s->has_candidate = true;
  return false;
}

static bool try_method(jni_equilibrium_search *s, int i) {
  if (s->b->progress.interrupted || !jni_search_uses(s, i) || (i == ENERGY && !jni_search_allows_energy(s)))
    return false;
  copy_state(s, s->start, s->found);
  s->b->progress.method = methods[i].name;
  if (!methods[i].solve(s->b, s->found) || !accepts(s, i)) return false;
  s->result->method = methods[i].name;
  return true;
}

// Tries the methods one after the other from s->start; with friction, where the result depends on the path, relaxation
// first, unless the start is the equilibrium without friction. If all fail, takes the unstable candidate, or an
// equilibrium that a method has passed, which counts as one of relaxation: descent treats the stiffness as that of a
// potential, and without one cannot judge stability. Returns true with s->found and s->result->method set; false if
// there is no equilibrium.
static bool try_methods(jni_equilibrium_search *s) {
  if (s->b->following && !s->starts_without_friction && try_method(s, RELAXATION)) return true;
  for (int i = 0; i < JNI_SEARCH_METHODS; i++)
    if (!(s->b->following && !s->starts_without_friction && i == RELAXATION) && try_method(s, i)) return true;
  bool passed = s->b->best_residual <= JNI_BALANCED;
  if (!s->has_candidate && !passed) return false;
  copy_state(s, s->has_candidate ? s->candidate : s->b->best, s->found);
  s->result->method = methods[s->has_candidate ? NEWTON : RELAXATION].name;
  return true;
}

// Returns true if the equilibrium s->found is unstable and not the start.
static bool is_unstable(const jni_equilibrium_search *s) {
  jn_equilibrium counted = *s->result;
  if (distance(s, s->found) < SAME) return false;
  jni_equilibrium_count_stiffnesses(s->b, s->found, &counted);
  return counted.unstable > 0;
}

// Moves `state` from an equilibrium under springs to one in which the held rows (all of the list, if friction states
// follow the motion) have their values, held by forces; returns false if that fails. Friction deflections keep their
// values, because friction holds at all configurations nearby.
static bool hold_rows(jni_equilibrium_search *s, double *state) {
  bool following = s->b->following;
  s->b->following = false;
  if (following) jni_held_hold_all(s->b, state);
  bool ok = jni_held_solve(s->b, state);
  s->b->following = following;
  return ok;
}

// Searches for an equilibrium from s->start and stores it in s->found. following: friction states follow the motion and
// hold. Returns false if no equilibrium is found, or if `following` is true but no friction state can follow.
static bool try_with_friction(jni_equilibrium_search *s, bool following) {
  s->has_candidate = false;
  jni_balance_choose(s->b, s->start, following);
  if (following && !s->b->following) return false;
  jni_held_choose(s->b, s->start, following);
  if (try_methods(s)) return hold_rows(s, s->found);
  // The search has failed: integrates auxiliary states until they rest, such as the speed of an engine far from idling,
  // and searches again.
  if (!s->b->held || s->b->progress.interrupted || !jni_balance_run_auxiliaries(s->b, s->start)) return false;
  return try_methods(s) && hold_rows(s, s->found);
}

// Returns whether no row that friction might hold instead carries a load.
static bool rows_are_free(const jni_equilibrium_search *s) {
  return jni_held_largest(s->b) <= JNI_NEGLIGIBLE * s->b->load;
}

// Searches for an equilibrium without friction first. If there is none, if it is unstable, or if kept values carry a
// load there, and the system has auxiliary states, searches for another one with friction. The second search begins at
// the first equilibrium, so that friction takes over the loads where the mechanism has settled; after an unstable one,
// or none, it begins at the start. After an unstable equilibrium its result is rejected if it is unstable as well;
// otherwise if kept values still carry a load or if the mechanism has moved far away. Then the first equilibrium is the
// result. Returns true with the equilibrium in s->found; false if there is none.
static bool try_all(jni_equilibrium_search *s) {
  const double elsewhere = 0.1;  // rad, or typical lengths, beyond twice the distance without friction
  bool found = try_with_friction(s, false);
  bool unstable = found && is_unstable(s);
  if (s->system->sizes.nz == 0 || (found && !unstable && rows_are_free(s))) return found;
  if (!found) return try_with_friction(s, true);
  const char *name = s->result->method;
  double distance_without = distance(s, s->found);
  copy_state(s, s->found, s->without);
  copy_state(s, s->start, s->begin);
  s->starts_without_friction = !unstable;
  if (s->starts_without_friction) copy_state(s, s->found, s->start);
  bool holds = try_with_friction(s, true);
  s->starts_without_friction = false;
  copy_state(s, s->begin, s->start);
  if (holds &&
      (unstable ? !is_unstable(s) : rows_are_free(s) && distance(s, s->found) < 2 * distance_without + elsewhere))
    return true;
  jni_balance_choose(s->b, s->start, false);
  jni_held_choose(s->b, s->start, false);
  copy_state(s, s->without, s->found);
  s->result->method = name;
  return hold_rows(s, s->found);
}

// ---- the requested time --------------------------------------------------------------------------------------------

// Computes in s->candidate the rest positions of drivers that follow a signal, at the requested time, with signals at
// `state` and the start velocities. At the start of a run the drivers begin at kept values of their coordinates.
// Returns the largest change of a position; 0, with s->candidate unchanged, if no driver follows a signal.
static double find_driver_rest(jni_equilibrium_search *s, const double *state) {
  if (s->system->nfollowers == 0) return 0;
  double *v = jn_state_v(s->system, s->candidate);
  size_t size = (size_t)s->system->sizes.nv * sizeof *v;
  copy_state(s, state, s->candidate);
  s->candidate[0] = s->options->time;
  if (s->b->start_v) memcpy(v, s->b->start_v, size);
  else memset(v, 0, size);
  s->b->work->seen_inputs = NULL;
  jni_stages_update(s->system, s->b->work, s->candidate);
  return jni_drives_rest(s->system, s->b->work, s->b->held != NULL, s->candidate);
}

// Sets in `state` the positions of drivers that follow a signal: those of `from` for part = 0, the rest positions in
// s->candidate for part = 1, and between them in proportion.
static void move_drivers(const jni_equilibrium_search *s, const double *from, double part, double *state) {
  for (int i = 0, nz = s->system->sizes.nz; s->system->nfollowers > 0 && i < nz; i++) {
    double a = jni_state_z(s->system, from)[i], b = jni_state_z(s->system, s->candidate)[i];
    if (jni_drive_of_state(s->system, i)) jn_state_z(s->system, state)[i] = part < 1 ? a + part * (b - a) : b;
  }
}

// Moves `state` to the requested time, and drivers that follow a signal to their rest positions, in small steps, so
// that the mechanism stays on its branch. Sets its velocities to zero and overwrites s->found and s->candidate. Returns
// false if the joints cannot be closed.
static bool move_to_time(jni_equilibrium_search *s, double *state) {
  double from = state[0], to = s->options->time;
  memset(jn_state_v(s->system, state), 0, (size_t)s->system->sizes.nv * sizeof *state);
  jn_update_windings(s->system, s->b->work, state);
  bool moves = find_driver_rest(s, state) > 0 || from != to;
  copy_state(s, state, s->found);
  for (int k = 1; k <= TIME_STEPS && moves; k++) {
    state[0] = k == TIME_STEPS ? to : from + (to - from) * k / TIME_STEPS;
    move_drivers(s, s->found, (double)k / TIME_STEPS, state);
    if (!jni_balance_close(s->b, state)) return false;
    jn_update_windings(s->system, s->b->work, state);
  }
  return true;
}

// Moves the equilibrium `state` along its neutral directions back towards the kept positions and the start, with
// friction states unchanged, because friction holds at the new place as well. Sets *found to whether the held rows
// could be restored afterwards. Returns false if there is no memory.
static bool move_back(jni_equilibrium_search *s, double *state, bool *found) {
  bool following = s->b->following;
  s->b->following = false;
  bool ok = jni_equilibrium_move_along_neutral(s->b, &s->kept, s->start, state);
  *found = ok && jni_held_restore(s->b, state);
  s->b->following = following;
  return ok;
}

// ---- search -----------------------------------------------------------------------------------------------------

static jn_status solve(jni_equilibrium_search *s, double *state, double *lambda) {
  if (!move_to_time(s, state))
    return jn_report_fault(s->report, JN_NO_ASSEMBLY, "", "the mechanism cannot follow its drivers to t = %g s",
                           s->options->time);
  copy_state(s, state, s->start);
  jni_balance_floor(s->b, state);
  if (!jni_all_finite(s->b->work->f, s->b->nv)) return jni_search_report_not_finite(s);
  jni_balance_choose(s->b, s->start, false);
  bool by_energy = s->options->method && jni_search_uses(s, ENERGY);
  if (by_energy && jni_equilibrium_without_potential(s->b) != -1) return jni_search_report_no_potential(s);
  bool found = try_all(s);
  for (int k = 0; found && find_driver_rest(s, s->found) > RESTS; k++) {
    if (k == MOST_FOLLOWED) return jni_search_report_moving_driver(s);
    copy_state(s, s->found, s->start);
    s->has_candidate = false;
    found = move_to_time(s, s->start) && try_all(s);
  }
  s->b->progress.method = "judging";
  copy_state(s, found ? s->found : s->b->best, state);
  if (found && !move_back(s, state, &found)) return jni_report_no_memory(s->report);
  jn_update_windings(s->system, s->b->work, state);
  if (!jni_progress_report(s->b))
    return jn_report_fault(s->report, JN_INTERRUPTED, "", "the search for an equilibrium was interrupted");
  if (found) jni_equilibrium_count_stiffnesses(s->b, state, s->result);
  if (s->b->no_memory || !jni_search_fill_result(s, state, lambda) || (found && !jni_search_warn_far(s, state)))
    return jni_report_no_memory(s->report);
  return found ? JN_OK : jni_search_report_none(s);
}

static jn_status check(const jn_system *system, const jn_equilibrium_options *options, const double *state,
                       jn_report *report) {
  if (!jni_all_finite(state, system->sizes.nstate) || !isfinite(options->time))
    return jn_report_fault(report, JN_BAD_ARGUMENT, "",
                           "the initial state of the search for an equilibrium is not "
                           "finite");
  for (int i = 0; options->method && i < JNI_SEARCH_METHODS; i++)
    if (strcmp(options->method, methods[i].name) == 0) return JN_OK;
  if (!options->method) return JN_OK;
  return jn_report_fault(report, JN_BAD_ARGUMENT, "",
                         "there is no method '%.40s'; there are newton, energy, relaxation", options->method);
}

static jn_status check_size(const jn_system *system, jn_report *report) {
  int most = jni_balance_kind_of(system)->most_speeds;
  if (system->sizes.nv <= most) return JN_OK;
  return jn_report_fault(
      report, JN_REFUSED, "",
      "the search for an equilibrium of this model is limited to %d speeds in %s coordinates, but there are %d", most,
      jn_system_coordinates(system), system->sizes.nv);
}

// Searches for the equilibrium in the coordinates of the system; sets `state`, lambda (NULL: not needed), *result, and
// held->force. held NULL: nothing is held, and subsystems read their inputs at rest.
static jn_status solve_here(const jn_system *system, const jni_static_problem *held,
                            const jn_equilibrium_options *options, double *state, double *lambda,
                            jn_equilibrium *result, jn_report *report) {
  jni_balance balance;
  size_t n = (size_t)system->sizes.nstate;
  jn_status status = JN_OK;
  jni_equilibrium_search s = {.system = system, .options = options, .b = &balance, .result = result, .report = report};
  bool made = jni_balance_new(system, held ? &jni_balance_kind_dense : NULL, &balance) &&
              (!held || jni_held_new(&balance, held->rows));
  bool kept = made && jni_kept_new(balance.bodies, JNI_LEVEL_POSITION, &s.kept);
  s.start = jni_alloc0(system->alloc, 5 * n, sizeof(double));
  if (made && kept && s.start) {
    s.found = s.start + n;
    s.candidate = s.found + n;
    s.without = s.candidate + n;
    s.begin = s.without + n;
    jni_progress_begin(&balance.progress, options);
    if (held) jni_balance_set_start(&balance, held->start_v, state);
    status = solve(&s, state, lambda);
    for (int i = 0; held && i < held->rows->n; i++)
      held->force[i] = jni_held_force(&balance, i) / held->rows->items[i].size;
  } else {
    status = jni_report_no_memory(report);
  }
  jni_free(system->alloc, s.start);
  jni_kept_free(system, &s.kept);
  jni_balance_free(&balance);
  return status;
}

jn_status jni_solve_fixed_discretes(const jn_system *system, const jn_equilibrium_options *options, double *state,
                                    double *lambda, jn_equilibrium *result, jn_report *report) {
  *result = (jn_equilibrium){.method = NULL};
  jn_status status = check(system, options, state, report);
  if (status != JN_OK) return status;
  if (system->ncontact_points > 0) return jni_solve_with_contacts(system, true, state, lambda, result, report);
  jn_system *made;
  const jn_system *other = jni_search_system(system, &made);
  if (other == system) status = check_size(system, report);
  if (status == JN_OK && other == system) status = solve_here(system, NULL, options, state, lambda, result, report);
  else if (status == JN_OK) status = jni_solve_in_coordinates(system, other, options, state, lambda, result, report);
  jn_system_free(made);
  return status;
}

jn_status jn_solve_equilibrium(const jn_system *system, const jn_equilibrium_options *options, double *state,
                               double *lambda, jn_equilibrium *result, jn_report *report) {
  const jn_equilibrium_options usual = jn_equilibrium_options_default();
  jn_equilibrium unused;
  if (!options) options = &usual;
  JNI_ASSERT(system && state && options->cookie == COOKIE);
  if (!result) result = &unused;
  *result = (jn_equilibrium){.method = NULL};
  jn_status status = check(system, options, state, report);
  if (status != JN_OK) return status;
  if (!jni_first_events_apply_at_rest(system, options->time, state)) return jni_report_no_memory(report);
  status = jni_solve_fixed_discretes(system, options, state, lambda, result, report);
  if (status == JN_OK && system->ncontact_points > 0) return JN_OK;
  if (status == JN_OK && lambda && !jni_equilibrium_share(system, state, lambda)) status = jni_report_no_memory(report);
  if (status == JN_OK) status = jni_equilibrium_count_eigenvalues(system, state, result, report);
  return status;
}

jn_status jni_solve_static(const jn_system *system, const jni_static_problem *problem,
                           const jn_equilibrium_options *options, double *state, jn_equilibrium *result,
                           jn_report *report) {
  *result = (jn_equilibrium){.method = NULL};
  if (system->ncontact_points > 0) return jni_solve_with_contacts(system, false, state, NULL, result, report);
  if (!problem) return jni_solve_fixed_discretes(system, options, state, NULL, result, report);
  if (system->sizes.nv > jni_balance_kind_dense.most_speeds)
    return jn_report_fault(report, JN_REFUSED, "",
                           "a start at equilibrium that holds kept values is limited to %d speeds in %s coordinates, "
                           "but there are %d; '%.60s' is held",
                           jni_balance_kind_dense.most_speeds, jn_system_coordinates(system), system->sizes.nv,
                           problem->rows->n > 0 ? jni_static_row_name(&problem->rows->items[0]) : "no value");
  return solve_here(system, problem, options, state, NULL, result, report);
}
