// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium.c - the methods in turn, what they have found, and the sentence when there is nothing.
#include "analysis/equilibrium/equilibrium.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/assembly/doubtful_start.h"
#include "kernel/vec3.h"
#include "linalg/dense/dense.h"
#include "system/drive/drive.h"

enum { COOKIE = 0x6a6e, TIME_STEPS = 64 };

enum { MOST_FOLLOWED = 100 };       // times that drivers are brought to what they follow
static const double RESTS = 1e-10;  // of 1 + the position of a driver that follows
static const double SAME = 1e-6;    // rad, or typical lengths: the given configuration was the equilibrium

typedef bool (*method)(jni_balance *balance, double *state);

static const struct {
  const char *name;
  method solve;
} methods[] = {
    {"newton", jni_equilibrium_newton}, {"energy", jni_equilibrium_energy}, {"relaxation", jni_equilibrium_relaxation}};
enum { NEWTON, ENERGY, RELAXATION, NMETHODS };

const char *jn_equilibrium_method(int i) { return i >= 0 && i < NMETHODS ? methods[i].name : NULL; }
jn_equilibrium_options jn_equilibrium_options_default(void) { return (jn_equilibrium_options){.cookie = COOKIE}; }

typedef struct {
  const jn_system *system;
  const jn_equilibrium_options *options;
  jni_balance *b;
  jni_kept_list kept;
  double *start, *found, *candidate;  // states
  bool has_candidate;                 // an equilibrium, but unstable
  jn_equilibrium *result;
  jn_report *report;
} search;

static void copy_state(const search *s, const double *from, double *to) {
  memcpy(to, from, (size_t)s->system->sizes.nstate * sizeof *to);
}

// ---- one method ---------------------------------------------------------------------------------------------------

static bool wanted(const search *s, int i) {
  return !s->options->method || strcmp(s->options->method, methods[i].name) == 0;
}

static double distance(const search *s, const double *state) {
  double most = 0, *d = s->b->direction;
  jni_balance_difference(s->b, s->start, state, d);
  for (int i = 0; i < s->b->nb; i++) most = fmax(most, fabs(d[i]) / s->b->scale[i]);
  return most;
}

// Springs that hold are in no potential.
static bool takes_energy(const search *s) { return !s->b->held && jni_equilibrium_without_potential(s->b) == -1; }

// An unstable equilibrium that was not given waits for a better one, when there is a method left.
static bool content(search *s, int i) {
  jn_equilibrium judged = *s->result;
  if (s->options->method || i != NEWTON || distance(s, s->found) < SAME) return true;
  jni_equilibrium_judge(s->b, s->found, &judged);
  if (judged.unstable == 0) return true;
  copy_state(s, s->found, s->candidate);
  s->has_candidate = true;
  return false;
}

static bool try_method(search *s, int i) {
  if (s->b->watch.interrupted || !wanted(s, i) || (i == ENERGY && !takes_energy(s))) return false;
  copy_state(s, s->start, s->found);
  s->b->watch.method = methods[i].name;
  if (!methods[i].solve(s->b, s->found) || !content(s, i)) return false;
  s->result->method = methods[i].name;
  return true;
}

// All in turn; then the unstable one that was passed over, or what a method met and left again: steps down the forces
// take their slopes for those of a potential, and without one cannot tell what is stable.
static bool try_methods(search *s) {
  for (int i = 0; i < NMETHODS; i++)
    if (try_method(s, i)) return true;
  bool met = s->b->least <= JNI_BALANCED;
  if (!s->has_candidate && !met) return false;
  copy_state(s, s->has_candidate ? s->candidate : s->b->best, s->found);
  s->result->method = methods[s->has_candidate ? NEWTON : RELAXATION].name;
  return true;
}

// Then with auxiliary states that rest at any value and with tyres that hold.
static bool try_all(search *s) {
  jni_balance_choose(s->b, s->start, false);
  if (try_methods(s)) return true;
  jni_balance_choose(s->b, s->start, true);
  return s->b->nauxiliaries > 0 && try_methods(s);
}

// ---- the time asked for ---------------------------------------------------------------------------------------------

// Where drivers that follow a signal rest at `time`, as signals are at this state: into s->candidate. The largest
// change.
static double find_rest(search *s, const double *state) {
  if (s->system->nfollowers == 0) return 0;
  copy_state(s, state, s->candidate);
  s->candidate[0] = s->options->time;
  memset(jn_state_v(s->system, s->candidate), 0, (size_t)s->system->sizes.nv * sizeof *state);
  jni_event_stages(s->system, s->b->work, s->candidate);
  return jni_drives_rest(s->system, s->b->work, false, s->candidate);
}

static void move_drivers(const search *s, const double *from, double part, double *state) {
  for (int i = 0, nz = s->system->sizes.nz; s->system->nfollowers > 0 && i < nz; i++) {
    double a = jni_state_z(s->system, from)[i], b = jni_state_z(s->system, s->candidate)[i];
    if (jni_drive_of_state(s->system, i)) jn_state_z(s->system, state)[i] = part < 1 ? a + part * (b - a) : b;
  }
}

// Drivers take the mechanism along to `time`, and those that follow to where they rest, in small steps, so that the
// branch is kept.
static bool bring_to_time(search *s, double *state) {
  double from = state[0], to = s->options->time;
  memset(jn_state_v(s->system, state), 0, (size_t)s->system->sizes.nv * sizeof *state);
  jn_update_windings(s->system, s->b->work, state);
  bool moves = find_rest(s, state) > 0 || from != to;
  copy_state(s, state, s->found);
  for (int k = 1; k <= TIME_STEPS && moves; k++) {
    state[0] = k == TIME_STEPS ? to : from + (to - from) * k / TIME_STEPS;
    move_drivers(s, s->found, (double)k / TIME_STEPS, state);
    if (!jni_balance_close(s->b, state)) return false;
    jn_update_windings(s->system, s->b->work, state);
  }
  return true;
}

// ---- what is told --------------------------------------------------------------------------------------------------

static double body_force_left(const jni_balance *b, int body) {
  const jn_system *system = b->system;
  double most = 0;
  for (int i = 0, at = system->v_at[body]; i < system->width[body]; i++)
    most = fmax(most, fabs(b->left[at + i]) * b->scale[at + i]);
  return most;
}

static void fill_body(const jni_balance *b, jn_equilibrium *result) {
  const jn_system *system = b->system;
  result->body = 1 < system->nbodies ? 1 : 0;
  for (int body = 1; body < system->nbodies; body++)
    if (body_force_left(b, body) > body_force_left(b, result->body)) result->body = body;
  const double *left = b->left + system->v_at[result->body];
  int width = system->width[result->body];
  bool plane = system->model->space == JN_PLANE;
  for (int i = 0; i < 3; i++) result->force[i] = i < (plane ? 2 : 3) && i < width ? left[i] : 0, result->torque[i] = 0;
  if (plane && width == 3) result->torque[2] = left[2];
  if (width < 6) return;
  jni_motion motion;
  jni_body_motion(system, b->work, result->body, &motion);
  jnk_mat_vec(motion.R, left + 3, result->torque);
}

static void fill_moved(const search *s, const double *state) {
  const jn_system *bodies = s->b->bodies;
  double *d = s->b->direction;
  jni_balance_difference(s->b, s->start, state, d);
  for (int body = 1; body < bodies->nbodies; body++) {
    int n = s->system->model->space == JN_PLANE ? 2 : 3;
    double sum = 0;
    for (int i = 0; i < n; i++) sum += d[bodies->v_at[body] + i] * d[bodies->v_at[body] + i];
    if (sqrt(sum) > s->result->moved) s->result->moved = sqrt(sum), s->result->moved_body = body;
  }
}

static bool fill_result(search *s, double *state, double *lambda) {
  jni_balance *b = s->b;
  double length = s->system->length_scale, moved = 0;
  jni_balance_calc(b, state);
  s->result->load = b->acting / length;
  s->result->creep = jni_balance_creep(b);
  s->result->residual = b->relative * b->load / length;
  s->result->position_residual = s->system->sizes.nh > 0 ? jni_dense_largest(b->work->phi, s->system->sizes.nh) : 0;
  s->result->iterations = b->iterations;
  fill_body(b, s->result);
  jn_manifold_difference(s->system, s->start + 1, state + 1, b->direction);
  for (int i = 0; i < b->nv; i++) moved = fmax(moved, fabs(b->direction[i]));
  s->result->moved_most = moved;
  fill_moved(s, state);
  return !lambda || b->way->multipliers(b, state, lambda);
}

// Poses and places as cartesian coordinates have them.
static bool warn_far(const search *s, const double *state) {
  jni_balance *b = s->b;
  double *start =
      s->system->tree ? jni_alloc0(s->system->alloc, (size_t)b->bodies->sizes.nstate, sizeof *start) : s->start;
  if (!start) return false;
  jn_work *work = jni_balance_place(b, state);
  if (s->system->tree) jn_state_convert(s->system, s->start, b->bodies, start);
  jni_warn_settled_far(b->bodies, work, start, s->system->tree ? b->body_state : state, s->report);
  if (s->system->tree) jni_free(s->system->alloc, start);
  return true;
}

static void list_methods(const search *s, char *text, size_t size) {
  size_t used = 0;
  text[0] = 0;
  for (int i = 0; i < NMETHODS && used < size; i++) {
    bool tried = wanted(s, i) && (i != ENERGY || takes_energy(s));
    if (tried) used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", methods[i].name);
  }
}

// In the plane forces have two components and torques one.
static void residual_text(const search *s, char *text, size_t size) {
  const double *f = s->result->force, *t = s->result->torque;
  if (s->system->model->space == JN_PLANE)
    jni_print(text, size, "force of (%.3g, %.3g) N and torque of %.3g N m", f[0], f[1], t[2]);
  else
    jni_print(text, size, "force of (%.3g, %.3g, %.3g) N and torque of (%.3g, %.3g, %.3g) N m", f[0], f[1], f[2], t[0],
              t[1], t[2]);
}

// What pushes along a direction in which nothing pushes back, where that is most of what is left.
static void cause_text(search *s, char *text, size_t size) {
  const double most = 0.5;
  jn_equilibrium judged = *s->result;
  jni_balance *b = s->b;
  text[0] = 0;
  jni_equilibrium_judge(b, b->best, &judged);
  double sum = 0, all = jni_dot(b->nf, b->r, b->r);
  int unknowns = jni_balance_size(b);
  for (int k = 0; k < judged.neutral; k++) {
    double along = jni_dot(b->nf, b->V + (size_t)(unknowns - 1 - k) * (size_t)unknowns, b->r);
    sum += along * along;
  }
  if (judged.neutral == 0 || !(sum > most * all)) return;
  jni_print(text, size,
            "; it is pushed along '%.100s', where nothing pushes back: a brake or a driver holds it, or a velocity "
            "other than zero under 'initial: keep'",
            judged.neutral_names[0]);
}

static jn_status say_none(search *s) {
  const jn_equilibrium *r = s->result;
  char tried[80], residual[160], cause[JN_DIRECTION_NAME + 160];
  list_methods(s, tried, sizeof tried);
  residual_text(s, residual, sizeof residual);
  cause_text(s, cause, sizeof cause);
  return jn_report_fault(s->report, JN_NO_CONVERGENCE, "",
                         "no static equilibrium was found (%s): at the nearest configuration, body '%.40s' has a "
                         "residual %s, %.2g times the largest load%s",
                         tried, s->system->model->bodies[r->body].name, residual, r->residual / fmax(r->load, DBL_MIN),
                         cause);
}

static bool lacks_potential(search *s) {
  jni_balance_choose(s->b, s->start, false);
  return s->options->method && wanted(s, ENERGY) && jni_equilibrium_without_potential(s->b) != -1;
}

static jn_status say_no_potential(const search *s) {
  int i = jni_equilibrium_without_potential(s->b);
  if (i < 0)
    return jn_report_fault(s->report, JN_REFUSED, "",
                           "method 'energy' needs forces with a potential, but auxiliary states are involved; "
                           "use newton or relaxation, or name no method");
  const jni_force_element *force = s->system->forces[i].element;
  return jn_report_fault(s->report, JN_REFUSED, "",
                         "method 'energy' needs forces with a potential, but force '%.120s' (%s) has none; use "
                         "newton or relaxation, or name no method",
                         force->name, force->kind->name);
}

// The force that is not finite by name, if it is one.
static jn_status say_not_finite(const search *s) {
  const jni_force_element *force = jni_force_not_finite(s->system, s->b->work);
  if (force)
    return jn_report_fault(s->report, JN_NOT_FINITE, "", "force '%.120s' (%s) is not finite at the start", force->name,
                           force->kind->name);
  return jn_report_fault(s->report, JN_NOT_FINITE, "", "forces at the start are not finite");
}

// What they follow depends on where they are.
static jn_status say_restless(const search *s) {
  const char *name = "";
  for (int i = 0; i < s->system->sizes.nz; i++) {
    const jni_drive *drive = jni_drive_of_state(s->system, i);
    bool moves = jni_state_z(s->system, s->found)[i] != jni_state_z(s->system, s->candidate)[i];
    if (drive && moves) name = s->system->model->joints[drive->joint].name;
  }
  return jn_report_fault(s->report, JN_NO_CONVERGENCE, "",
                         "no static equilibrium was found: driver '%.60s' comes to no rest, since what it follows "
                         "depends on where it is",
                         name);
}

// ---- all of it -----------------------------------------------------------------------------------------------------

static jn_status solve(search *s, double *state, double *lambda) {
  if (!bring_to_time(s, state))
    return jn_report_fault(s->report, JN_NO_ASSEMBLY, "", "the mechanism cannot follow its drivers to t = %g s",
                           s->options->time);
  copy_state(s, state, s->start);
  jni_balance_floor(s->b, state);
  jni_held_tighten(s->b);
  if (!jni_all_finite(s->b->work->f, s->b->nv)) return say_not_finite(s);
  if (lacks_potential(s)) return say_no_potential(s);
  bool found = try_all(s);
  for (int k = 0; found && find_rest(s, s->found) > RESTS; k++) {
    if (k == MOST_FOLLOWED) return say_restless(s);
    copy_state(s, s->found, s->start), s->has_candidate = false;
    found = bring_to_time(s, s->start) && try_all(s);
  }
  s->b->watch.method = "judging";
  copy_state(s, found ? s->found : s->b->best, state);
  if (found && !jni_equilibrium_return(s->b, &s->kept, s->start, state)) return jni_report_no_memory(s->report);
  jn_update_windings(s->system, s->b->work, state);
  if (!jni_watch_tell(s->b))
    return jn_report_fault(s->report, JN_INTERRUPTED, "", "the search for an equilibrium was interrupted");
  if (found) jni_equilibrium_judge(s->b, state, s->result);
  if (s->b->no_memory || !fill_result(s, state, lambda) || (found && !warn_far(s, state)))
    return jni_report_no_memory(s->report);
  return found ? JN_OK : say_none(s);
}

static jn_status check(const jn_system *system, const jn_equilibrium_options *options, const double *state,
                       jn_report *report) {
  if (!jni_all_finite(state, system->sizes.nstate) || !isfinite(options->time))
    return jn_report_fault(report, JN_BAD_ARGUMENT, "",
                           "the initial state of the search for an equilibrium is not "
                           "finite");
  for (int i = 0; options->method && i < NMETHODS; i++)
    if (strcmp(options->method, methods[i].name) == 0) return JN_OK;
  if (!options->method) return JN_OK;
  return jn_report_fault(report, JN_BAD_ARGUMENT, "",
                         "there is no method '%.40s'; there are newton, energy, relaxation", options->method);
}

// ---- in other coordinates than the system's -------------------------------------------------------------------------

// Joint coordinates for large systems where there are such, cartesian ones for natural ones, else its own. *made: to be
// freed.
static const jn_system *system_to_seek_in(const jn_system *system, jn_system **made) {
  *made = NULL;
  if (system->tree) return system;
  if (system->kind->natural || system->sizes.nv <= JNI_SMALL) return system->cartesian;
  *made = jni_system_beside(system, "joint", NULL);
  if (*made && (system->sizes.nv > JNI_MOST_DENSE || jni_way_sparse.suits(*made))) return *made;
  *made = jn_system_free(*made);
  return system;
}

// The way round of a way round is not told, but the coordinates at its end are.
static void say_way_round(const jn_system *system, const jn_system *other, jn_report *report) {
  jn_error note = {.severity = JN_NOTE};
  if (system->kind->natural)
    snprintf(note.what, sizeof note.what, "the equilibrium is computed in %s coordinates and reported in natural ones",
             other->sizes.nv > JNI_MOST_DENSE ? "other" : "cartesian");
  else if (other->sizes.nv >= system->sizes.nv)
    snprintf(note.what, sizeof note.what,
             "the equilibrium is computed in joint coordinates and reported in "
             "cartesian ones");
  else
    snprintf(note.what, sizeof note.what,
             "the equilibrium is computed in joint coordinates, with %d speeds instead of %d, and reported in "
             "cartesian ones",
             other->sizes.nv, system->sizes.nv);
  jn_report_add(report, &note);
}

// Rows that both have keep their multipliers where the joints are the same; of all joints they are found anew in
// cartesian coordinates.
static jn_status take_lambda(const jn_system *system, const double *state, const jn_system *other, const double *all,
                             double *lambda, jn_report *report) {
  if (!lambda) return JN_OK;
  memset(lambda, 0, (size_t)system->sizes.nc * sizeof *lambda);
  if (!system->kind->natural)
    return jni_equilibrium_multipliers(system, state, lambda) ? JN_OK : jni_report_no_memory(report);
  for (int j = 0; j < system->model->njoints; j++)
    for (int i = 0; i < jni_joint_row_count(other, j) && i < jni_joint_row_count(system, j); i++)
      lambda[jni_joint_row(system, j, i)] = all[jni_joint_row(other, j, i)];
  return JN_OK;
}

// Notes of the way there are left out of the report.
static jn_status solve_other(const jn_system *system, const jn_system *other, const jn_equilibrium_options *options,
                             double *state, double *lambda, jn_equilibrium *result, jn_report *report) {
  if (!system->kind->natural) return jn_solve_equilibrium(other, options, state, lambda, result, report);
  jn_report *apart = jn_report_new(system->alloc);
  jn_status status =
      apart ? jn_solve_equilibrium(other, options, state, lambda, result, apart) : jni_report_no_memory(report);
  for (int i = 0; apart && i < jn_report_size(apart); i++)
    if (jn_report_get(apart, i)->severity != JN_NOTE) jn_report_add(report, jn_report_get(apart, i));
  jn_report_free(apart);
  return status;
}

static jn_status solve_round(const jn_system *system, const jn_system *other, const jn_equilibrium_options *options,
                             double *state, double *lambda, jn_equilibrium *result, jn_report *report) {
  double *own = jni_alloc0(system->alloc, (size_t)other->sizes.nstate, sizeof *own);
  double *all = jni_alloc0(system->alloc, (size_t)other->sizes.nc, sizeof *all);
  jn_status status = own && all ? JN_OK : jni_report_no_memory(report);
  if (status == JN_OK) {
    jn_state_convert(system, state, other, own);
    say_way_round(system, other, report);
    status = solve_other(system, other, options, own, system->kind->natural && lambda ? all : NULL, result, report);
    jn_state_convert(other, own, system, state);
    jn_status carried = take_lambda(system, state, other, all, lambda, report);
    if (status == JN_OK) status = carried;
  }
  jni_free(system->alloc, own);
  jni_free(system->alloc, all);
  return status;
}

static jn_status check_size(const jn_system *system, jn_report *report) {
  int most = jni_way_of(system)->most_speeds;
  if (system->sizes.nv <= most) return JN_OK;
  return jn_report_fault(
      report, JN_REFUSED, "",
      "the search for an equilibrium of this model is limited to %d speeds in %s coordinates, but there are %d", most,
      jn_system_coordinates(system), system->sizes.nv);
}

static jn_status solve_here(const jn_system *system, jni_holding holding, const jn_equilibrium_options *options,
                            double *state, double *lambda, jn_equilibrium *result, jn_report *report) {
  jni_balance balance;
  size_t n = (size_t)system->sizes.nstate;
  bool held = holding != JNI_HOLD_NOTHING;
  jn_status status = JN_OK;
  search s = {.system = system, .options = options, .b = &balance, .result = result, .report = report};
  bool made = jni_balance_new(system, held ? &jni_way_dense : NULL, &balance) &&
              (!held || jni_held_new(&balance, holding, state)),
       kept = made && jni_kept_new(balance.bodies, JNI_LEVEL_POSITION, &s.kept);
  s.start = jni_alloc0(system->alloc, 3 * n, sizeof(double));
  if (made && held && jni_held_count(&balance) == 0) {
    status = JN_REFUSED;
  } else if (made && kept && s.start) {
    s.found = s.start + n, s.candidate = s.found + n;
    jni_watch_begin(&balance.watch, options);
    status = solve(&s, state, lambda);
  } else {
    status = jni_report_no_memory(report);
  }
  jni_free(system->alloc, s.start);
  jni_kept_free(system, &s.kept);
  jni_balance_free(&balance);
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
  jn_system *made;
  const jn_system *other = system_to_seek_in(system, &made);
  if (other == system) status = check_size(system, report);
  if (status == JN_OK && other == system)
    status = solve_here(system, JNI_HOLD_NOTHING, options, state, lambda, result, report);
  else if (status == JN_OK) status = solve_round(system, other, options, state, lambda, result, report);
  jn_system_free(made);
  return status;
}

jn_status jni_solve_held(const jn_system *system, jni_holding holding, const jn_equilibrium_options *options,
                         double *state, jn_equilibrium *result, jn_report *report) {
  *result = (jn_equilibrium){.method = NULL};
  if (system->kind->natural || system->sizes.nv > JNI_MOST_DENSE) return JN_REFUSED;
  return solve_here(system, holding, options, state, NULL, result, report);
}
