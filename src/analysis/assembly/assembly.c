// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// assembly.c - computes positions, then velocities, that satisfy all constraint equations and kept values, nearest to
// the guesses.
//
// First all equations are solved together. If that fails, the joints alone, then joints and drivers, show the cause:
// joints that stay open are named with their residuals; otherwise the drivers, or together with them the kept values,
// are relaxed as little as possible, and those that had to change are named.
//
// If joint coordinates are kept, the assembly keeps the orientation of a free base (base_body.h) as far as the joints
// allow: kept angles of its legs move the legs and do not tilt the base. A base that had to turn is reported.
#include "jounce/assembly.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/assembly/base_body.h"
#include "analysis/assembly/closure.h"
#include "analysis/assembly/doubtful_start.h"
#include "analysis/assembly/opposed_axes.h"
#include "analysis/assembly/start_velocity.h"
#include "analysis/message.h"
#include "linalg/kkt/mass_inverse.h"
#include "system/reaction.h"
#include "system/row_size.h"
#include "system/work.h"

enum { MOST_NAMED = 20, MOST_TURNS = 8 };

static const double SOFT = 1e-3;  // weight of relaxed equations; the weight of the others is 1
static const double KEPT = 1e-9;  // largest dimensionless deviation of a kept value
// Largest random displacements of the first positions, typical lengths and rad, tried one after the other (0: none)
// until a solve succeeds: the first positions may be a saddle point, from which no step reduces the residuals.
static const double NUDGES[] = {0, 1e-3, 1e-2, 0.1, 0.3};

typedef bool (*solver)(jni_closure *closure, double *state);

typedef struct {
  const jn_system *system;
  jni_closure *closure;
  jni_level level;
  solver solve;
  // nstate each. start: the state from which every solve of a level begins; best: workspace for the state with the
  // smallest residual of several tries; before: workspace for the state before a body is turned.
  double *start, *best, *before;
  const double *guess;  // nstate: first guess, from which the assembly starts
  bool *upright;  // nbodies: true for a free base that keeps its orientation in `guess` as far as the joints allow
  const jni_kept_list *guesses;  // velocities that are followed where possible, besides those of the model; NULL: none
  jn_report *report;
} assembly;

static void copy_state(const assembly *a, const double *from, double *to) {
  memcpy(to, from, (size_t)a->system->sizes.nstate * sizeof *to);
}

static void set_weights(const assembly *a, double drivers, double kept, double guesses) {
  jni_closure_weights weights = {1, drivers, kept, guesses, a->level == JNI_LEVEL_POSITION};
  jni_closure_set_weights(a->closure, &weights);
}

static void calc_residuals(const assembly *a, const double *state) {
  if (a->level == JNI_LEVEL_POSITION) jni_closure_calc_positions(a->closure, state);
  else jni_closure_calc_velocities(a->closure, state);
}

// ---- solving ---------------------------------------------------------------------------------------------------

// Displaces all bodies in `state` by random increments of at most `amplitude` (typical lengths, rad), which depend only
// on the names of the bodies. Overwrites a->closure->step and trial.
static void nudge(const assembly *a, double amplitude, double *state) {
  const jn_system *system = a->system;
  double *step = a->closure->step, *q = jn_state_q(system, state);
  for (int b = 1; b < system->nbodies; b++) {
    const char *name = system->model->bodies[b].name;
    unsigned seed = (unsigned)jni_hash64(12345, name, strlen(name));
    for (int i = 0; i < system->width[b]; i++) {
      seed = seed * 1664525u + 1013904223u;
      bool turn = i >= (system->model->space == JN_PLANE ? 2 : 3);
      step[system->v_at[b] + i] = amplitude * (turn ? 1 : system->length_scale) * ((double)(seed >> 8) / (1 << 23) - 1);
    }
  }
  jn_manifold_step(system, q, step, a->closure->trial);
  memcpy(q, a->closure->trial, (size_t)system->sizes.nq * sizeof *q);
}

// Solves the equations with the present weights, starting at a->start, and for positions also at random displacements
// of it, and writes the solution to `state`. Returns false if all tries fail; `state` is then the one with the smallest
// residual, and a->closure->residual belongs to it.
static bool solve_from_start(assembly *a, double *state) {
  double least = HUGE_VAL;
  int tries = a->level == JNI_LEVEL_POSITION ? (int)(sizeof NUDGES / sizeof *NUDGES) : 1;
  for (int k = 0; k < tries; k++) {
    copy_state(a, a->start, state);
    if (k > 0) nudge(a, NUDGES[k], state);
    if (a->solve(a->closure, state)) return true;
    double left = jni_closure_largest(a->closure, 0, a->closure->nrows);
    if (!(left < least) && k > 0) continue;
    least = left;
    copy_state(a, state, a->best);
  }
  copy_state(a, a->best, state);
  calc_residuals(a, state);
  return false;
}

// Solves, from `state`, for the state that satisfies the joints (and the drivers, if their weight is 1) and departs as
// little as possible from the drivers or kept values of weight SOFT. Afterwards all weights of drivers and kept values
// are 1, those of guesses 0, and a->closure->residual contains the residual of each equation at `state`. Failures of
// the solves are ignored. On the level of velocities it leaves the unit metric set.
static void solve_soft(assembly *a, double drivers, double kept, double *state) {
  if (a->level == JNI_LEVEL_VELOCITY) jni_closure_set_unit_metric(a->closure);
  set_weights(a, drivers, kept, 0);
  a->solve(a->closure, state);
  set_weights(a, drivers < 1 ? 0 : 1, 0, 0);
  a->solve(a->closure, state);
  set_weights(a, 1, 1, 0);
  calc_residuals(a, state);
}

// ---- faults ----------------------------------------------------------------------------------------------------

typedef struct {
  // Root of the sum of squares of the residuals of a joint's rows of positive weight that are lengths (m or m/s), and
  // of those that are angles (rad or rad/s).
  double length, angle;
} opening;

static double joint_largest(const assembly *a, int joint) {
  const jn_system *system = a->system;
  return fmax(jni_closure_largest(a->closure, system->joint_row[joint], system->joint_row[joint + 1]),
              jni_closure_largest(a->closure, system->joint_rate[joint], system->joint_rate[joint + 1]));
}

static opening joint_opening(const assembly *a, int joint) {
  const jni_closure *c = a->closure;
  opening sum = {0, 0};
  for (int i = 0; i < jni_joint_row_count(a->system, joint); i++) {
    int row = jni_joint_row(a->system, joint, i);
    double x = c->active[row] ? c->residual[row] / a->system->primitives[a->system->row_primitive[row]].scale : 0;
    if (jn_row_is_angle(a->system, row)) sum.angle += x * x;
    else sum.length += x * x;
  }
  return (opening){sqrt(sum.length), sqrt(sum.angle)};
}

static const char *complaint(const assembly *a, const jni_joint_element *joint, bool as_length) {
  if (jni_is_driven(&joint->def)) return "cannot follow its prescribed motion: off";
  if (a->level == JNI_LEVEL_VELOCITY) return "has no consistent velocities: its ends separate";
  return as_length ? "stays open" : "stays turned";
}

// Writes to `text` what a user can do about a joint that stays open: give a guess for the body at its second end, or at
// its first end if the second is on the ground. For a driver it is a body of the joint that it moves. The text is empty
// if both ends are on the ground.
static void suggest_guess(const assembly *a, const jni_joint_element *element, char *text, size_t size) {
  const jn_model *model = a->system->model;
  text[0] = 0;
  if (jni_is_driven(&element->def) && element->def.joint.i >= 0) element = &model->joints[element->def.joint.i];
  for (int end = 1; end >= 0 && !text[0]; end--) {
    int frame = element->def.between[end].i,
        body = frame >= 0 && frame < model->nframes ? model->frames[frame].body : 0;
    if (body > 0)
      snprintf(text, size, "; if it can be reached, begin nearer to it: initial: {guess: {%.60s.x: ...}}",
               model->bodies[body].name);
  }
}

static void say_joint(const assembly *a, int joint, opening left) {
  jni_message message = {a->system->model, a->report, JN_FAULT, JN_NO_ASSEMBLY};
  const jni_joint_element *element = &a->system->model->joints[joint];
  if (!isfinite(left.length + left.angle)) {
    jni_message_add(&message, jni_joint_word(element), element->name, element->place,
                    "cannot be closed: its constraint equations are not finite%s",
                    jni_is_driven(&element->def) ? " (is its motion defined at the start?)" : "");
    return;
  }
  bool position = a->level == JNI_LEVEL_POSITION, as_length = left.length / a->system->length_scale >= left.angle;
  char when[48] = "", guess[160] = "";
  if (position) suggest_guess(a, element, guess, sizeof guess);
  if (jni_is_driven(&element->def)) jni_print(when, sizeof when, " at t = %.6g s", a->start[0]);
  jni_message_add(&message, jni_joint_word(element), element->name, element->place,
                  "%s by %.3g %s%s%s (nearest %s found)%s", complaint(a, element, as_length),
                  as_length ? left.length : left.angle, as_length ? "m" : "rad", position ? "" : "/s", when,
                  position ? "configuration" : "velocities", guess);
}

// Adds a fault to the report for each joint and driver whose active equations have a residual that is not finite or
// above 1e-3 of the largest one; after the first MOST_NAMED, one fault with the number of the others. If there is no
// such joint, adds a fault that the equations are too large. Needs the residuals in a->closure.
static void blame_joints(const assembly *a) {
  const jn_system *system = a->system;
  double worst = jni_closure_largest(a->closure, 0, system->sizes.nc);
  int named = 0, left_out = 0;
  for (int j = 0; j < system->model->njoints; j++) {
    double rows = joint_largest(a, j);
    if (rows <= 1e-3 * worst && isfinite(rows)) continue;
    if (named++ < MOST_NAMED) say_joint(a, j, joint_opening(a, j));
    else left_out++;
  }
  if (left_out > 0) jn_report_fault(a->report, JN_NO_ASSEMBLY, "", "and %d more joints stay open", left_out);
  if (named == 0)
    jn_report_fault(a->report, JN_NO_ASSEMBLY, "", "the constraint equations are too large to be computed");
}

static void say_kept(const assembly *a, const jni_kept *kept, double off) {
  jni_message message = {a->system->model, a->report, JN_FAULT, JN_NO_ASSEMBLY};
  char unit[32], name[JNI_SIGNAL_NAME_SIZE + sizeof ".orientation"];
  snprintf(name, sizeof name, "%s", kept->signal.name);
  if (kept->whole) snprintf(strrchr(name, '.'), sizeof ".orientation", ".orientation");
  jn_unit_format(kept->whole ? (jn_dimension){.rad = 1} : kept->signal.dimension, unit, sizeof unit);
  if (kept->whole)
    jni_message_add(&message, "initial value", name, kept->initial->place,
                    "cannot be kept: the nearest value that the joints and the other kept values allow is %.3g "
                    "%s away",
                    off, unit);
  else
    jni_message_add(&message, "initial value", name, kept->initial->place,
                    "cannot be kept at %.6g %s: the nearest value that the joints and the other kept values "
                    "allow is %.6g %s",
                    kept->target[0], unit, kept->target[0] + off, unit);
}

static double kept_off(const jni_closure *c, const jni_kept *kept, int row) {
  if (!kept->whole) return c->residual[row];
  return sqrt(c->residual[row] * c->residual[row] + c->residual[row + 1] * c->residual[row + 1] +
              c->residual[row + 2] * c->residual[row + 2]);
}

static void blame_kept(const assembly *a) {
  jni_closure *c = a->closure;
  int row = a->system->sizes.nc;
  double worst = jni_closure_largest(c, row, c->nrows);
  for (int i = 0; i < c->kept.n; row += c->kept.items[i++].rows)
    if (jni_closure_largest(c, row, row + c->kept.items[i].rows) > fmax(KEPT, 1e-3 * worst))
      say_kept(a, &c->kept.items[i], kept_off(c, &c->kept.items[i], row));
}

// ---- one level ---------------------------------------------------------------------------------------------------

static bool has_guesses(const jni_closure *c) { return c->kept.n > 0 && !c->kept.items[c->kept.n - 1].keep; }

static bool joints_fail(assembly *a, double *state) {
  set_weights(a, 0, 0, 0);
  if (solve_from_start(a, state)) return false;
  blame_joints(a);
  return true;
}

static bool drivers_fail(assembly *a, double *state) {
  set_weights(a, 1, 0, 0);
  if (solve_from_start(a, state)) return false;
  solve_soft(a, SOFT, 0, state);
  blame_joints(a);
  return true;
}

static bool kept_fail(assembly *a, double *state) {
  solve_soft(a, 1, SOFT, state);
  if (jni_closure_largest(a->closure, a->system->sizes.nc, a->closure->nrows) <= KEPT) return false;
  blame_kept(a);
  return true;
}

static jn_status solve_level(assembly *a, double *state) {
  if (has_guesses(a->closure)) {
    set_weights(a, 1, 1, SOFT);
    a->solve(a->closure, state);
  }
  copy_state(a, state, a->start);
  set_weights(a, 1, 1, 0);
  if (solve_from_start(a, state)) return JN_OK;
  return joints_fail(a, state) || drivers_fail(a, state) || kept_fail(a, state) ? JN_NO_ASSEMBLY : JN_OK;
}

// Returns whether the mass matrices of all bodies are positive definite. That of a thin rod without inertia about its
// own axis is not, even if no diagonal element is zero.
static bool all_masses_definite(const jn_system *system) {
  double inverse[36], diagonal[6];
  jni_mass_kind kind;
  for (int i = 0; i < system->pattern.nblocks; i++) {
    int n = system->pattern.block_at[i + 1] - system->pattern.block_at[i];
    if (!jni_mass_invert(n, system->mass + system->pattern.mass_at[i], inverse, diagonal, &kind)) return false;
  }
  return true;
}

static bool is_orientation_of(const jni_kept *kept, int body) {
  bool turn = kept->signal.kind == JNI_SIGNAL_QUATERNION || kept->signal.kind == JNI_SIGNAL_ANGLE;
  return kept->coordinate < 0 && turn && kept->signal.a == body;
}

// If joint coordinates are kept, appends to `kept`, as guesses, the orientations in a->guess of the free bases (not
// particles) whose orientation no initial value gives, and marks these bodies in a->upright. Does nothing otherwise.
// Returns false if memory is short.
static bool add_base_orientations(assembly *a, jni_kept_list *kept) {
  const jn_system *system = a->system;
  bool coordinates = false, ok = true;
  int ninitials = kept->n;
  for (int i = 0; i < ninitials; i++)
    coordinates = coordinates || (kept->items[i].keep && kept->items[i].coordinate >= 0);
  int *base = coordinates ? jni_alloc0(system->alloc, (size_t)system->nbodies, sizeof *base) : NULL;
  if (!coordinates) return true;
  ok = base && jni_base_bodies(system, base);
  for (int body = 1; body < system->nbodies && ok; body++) {
    bool has_initial = base[body] != body || system->model->bodies[body].particle;
    for (int i = 0; i < ninitials; i++) has_initial = has_initial || is_orientation_of(&kept->items[i], body);
    a->upright[body] = !has_initial;
    if (!has_initial) ok = jni_kept_add_orientation(system, body, a->guess, kept);
  }
  jni_free(system->alloc, base);
  return ok;
}

// Warns of each base marked in a->upright that the assembly has turned by more than 1e-6 rad. moved (nv): increments of
// the bodies from the guess to the assembled state.
static void warn_turned(const assembly *a, const double *moved) {
  static const double least = 1e-6;  // rad
  const jn_system *system = a->system;
  jni_message message = {system->model, a->report, JN_WARNING, JN_OK};
  for (int b = 1; b < system->nbodies; b++) {
    if (!a->upright[b]) continue;
    const double *turn = moved + system->v_at[b] + (system->model->space == JN_PLANE ? 2 : 3);
    double angle = system->model->space == JN_PLANE ? fabs(turn[0])
                                                    : sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
    if (!(angle > least)) continue;
    jni_message_add(&message, "body", system->model->bodies[b].name, system->model->bodies[b].place,
                    "is turned by %.4g rad to close the joints with the kept values; keep its orientation to see which "
                    "of them contradict it",
                    angle);
  }
}

static jn_status prepare_level(assembly *a, double *state) {
  jni_kept_list kept;
  bool ok = jni_kept_new(a->system, a->level, &kept);
  if (ok && a->level == JNI_LEVEL_POSITION) ok = add_base_orientations(a, &kept);
  if (ok && a->level == JNI_LEVEL_VELOCITY && a->guesses) ok = jni_kept_add_list(a->system, a->guesses, &kept);
  jn_status status = jni_closure_new(a->system, kept, a->closure);
  if (!ok || status != JN_OK) return JN_NO_MEMORY;
  if (a->level == JNI_LEVEL_POSITION) jni_kept_set_windings(a->system, &a->closure->kept, jn_state_s(a->system, state));
  else if (all_masses_definite(a->system)) jni_closure_set_mass_metric(a->closure);
  return JN_OK;
}

static jn_status run_level(assembly *a, jni_level level, double *state, jn_assembly *result) {
  static const solver solvers[] = {
      [JNI_LEVEL_POSITION] = jni_closure_positions, [JNI_LEVEL_VELOCITY] = jni_closure_velocities};
  jni_closure closure;
  a->closure = &closure;
  a->level = level;
  a->solve = solvers[level];
  jn_status status = prepare_level(a, state);
  if (status == JN_OK) {
    status = solve_level(a, state);
    result->iterations += closure.iterations;
  }
  jni_closure_free(&closure);
  return status;
}

// ---- both levels ---------------------------------------------------------------------------------------------------

static double largest(const double *x, int n) {
  double most = 0;
  for (int i = 0; i < n; i++) most = x[i] == x[i] ? fmax(most, fabs(x[i])) : HUGE_VAL;
  return most;
}

static void fill_result(const jn_system *system, jn_work *work, const double *guess, double *state,
                        jn_assembly *result) {
  double *rows = work->scratch_rows, *moved = work->scratch;
  jn_update_windings(system, work, state);
  jn_calc_position(system, work, state[0], jn_state_q(system, state), jn_state_z(system, state),
                   jn_state_s(system, state));
  result->position_residual = largest(work->phi, system->sizes.nh);
  jni_pattern_times(&system->pattern, work->G, jn_state_v(system, state), rows);
  for (int i = 0; i < system->sizes.nc; i++) rows[i] -= work->nu[i];
  result->velocity_residual = largest(rows, system->sizes.nc);
  jn_manifold_difference(system, guess + 1, jn_state_q(system, state), moved);
  result->moved_most = largest(moved, system->sizes.nv);
}

// ---- orientation of axes -------------------------------------------------------------------------------------------

// Returns the index of the strict agreement of axes that `state` violates, that of the first joint by name; -1: there
// is none. Leaves `work` at the position stage of `state`.
static int broken_agreement(const assembly *a, jn_work *work, double *state) {
  jn_calc_position(a->system, work, state[0], jn_state_q(a->system, state), jn_state_z(a->system, state),
                   jn_state_s(a->system, state));
  return jni_broken_agreement(a->system, work);
}

static void say_turned(const assembly *a, int joint) {
  jni_message message = {a->system->model, a->report, JN_FAULT, JN_NO_ASSEMBLY};
  const jni_joint_element *element = &a->system->model->joints[joint];
  jni_message_add(&message, jni_joint_word(element), element->name, element->place,
                  "closes only with opposite axes, half a turn away; give the orientation of its bodies in 'initial'");
}

// Turns bodies whose axes violate a strict agreement, which the equations of perpendicular vectors do not exclude, and
// solves the positions again, up to MOST_TURNS times. Leaves `work` at the positions of `state`. Returns JN_OK if all
// strict agreements hold, JN_NO_ASSEMBLY with a fault if an axis keeps the wrong direction, or the status of a solve
// that failed.
static jn_status turn_the_right_way(assembly *a, jn_work *work, double *state, jn_assembly *result) {
  jn_status status = JN_OK;
  int broken = broken_agreement(a, work, state);
  for (int k = 0; k < MOST_TURNS && broken >= 0 && status == JN_OK; k++) {
    int joint = a->system->agreements[broken].joint;
    double *q = jn_state_q(a->system, state);
    if (!jni_align_end(a->system, joint, 1, q) && !jni_align_end(a->system, joint, 0, q)) break;
    status = run_level(a, JNI_LEVEL_POSITION, state, result);
    broken = broken_agreement(a, work, state);
  }
  if (status != JN_OK || broken < 0) return status;
  say_turned(a, a->system->agreements[broken].joint);
  return JN_NO_ASSEMBLY;
}

// Turns the body at one end of a hinge so that its two axes agree, and solves the positions again. Returns false, with
// `state` unchanged, if the body cannot be turned, the joints cannot be closed then, its axes disagree again or a
// strict agreement is violated. Overwrites a->before; `work` is left at the position stage of `state`.
static bool turn_hinge(assembly *a, jn_work *work, int agreement, int end, double *state, jn_assembly *result) {
  const jn_system *system = a->system;
  copy_state(a, state, a->before);
  bool turned = jni_align_end(system, system->agreements[agreement].joint, end, jn_state_q(system, state));
  if (turned && run_level(a, JNI_LEVEL_POSITION, state, result) == JN_OK && broken_agreement(a, work, state) < 0 &&
      jni_agreement_calc(system, work, agreement) >= 0)
    return true;
  copy_state(a, a->before, state);
  jn_calc_position(system, work, state[0], jn_state_q(system, state), jn_state_z(system, state),
                   jn_state_s(system, state));
  return false;
}

// Turns bodies without an initial orientation so that the two axes of their hinges point in the same direction, since
// the constraint equations of a hinge hold in both directions. A hinge whose bodies cannot be turned stays as it is.
// No further hinge is tried after MOST_TURNS turns. Needs and leaves `work` at the position stage of `state`.
static void turn_hinges(assembly *a, jn_work *work, double *state, jn_assembly *result) {
  jn_report *report = a->report;
  a->report = NULL;  // a turn with which the joints do not close is undone and is no fault
  for (int i = jni_opposed_next(a->system, work, -1), turns = 0; i >= 0 && turns < MOST_TURNS;
       i = jni_opposed_next(a->system, work, i))
    for (int end = 1; end >= 0; end--) {
      if (!jni_opposed_is_open(a->system, i, end)) continue;
      turns++;
      if (turn_hinge(a, work, i, end, state, result)) break;
    }
  a->report = report;
}

// Returns true, with a fault for each body concerned, if a mass or moment of inertia is so large that its square would
// overflow.
static bool has_huge_masses(const assembly *a) {
  static const double huge = 1e150;
  jni_message message = {a->system->model, a->report, JN_FAULT, JN_BAD_MODEL};
  bool found = false;
  for (int b = 1; b < a->system->nbodies; b++) {
    const jni_body *body = &a->system->model->bodies[b];
    const double *M = a->system->mass + a->system->rows.mass_at[b - 1];
    int n = a->system->width[b];
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, M[i * (n + 1)]);
    if (most <= huge) continue;
    jni_message_add(&message, "body", body->name, body->place, "has a mass or inertia of %.3g, which is too large",
                    most);
    found = true;
  }
  return found;
}

// Returns true, with a fault, if a rolling disc is parallel to its plane in `state`: it has no lowest point, and its
// constraint equations are not finite.
static bool starts_flat(const assembly *a, jn_work *work, double *state) {
  const jn_system *system = a->system;
  jni_message message = {system->model, a->report, JN_FAULT, JN_NO_ASSEMBLY};
  jn_calc_position(system, work, state[0], jn_state_q(system, state), jn_state_z(system, state),
                   jn_state_s(system, state));
  int flat = isfinite(largest(work->phi, system->sizes.nh)) ? -1 : jni_find_parallel_disc(system, work);
  if (flat < 0) return false;
  const jni_joint_element *element = &system->model->joints[flat];
  jni_message_add(&message, jni_joint_word(element), element->name, element->place,
                  "its disc lies flat on the plane and cannot roll; give one axis per end, such as 'axes: [z, "
                  "y]', or the orientation of its bodies in 'initial'");
  return true;
}

// Sets the velocities of `state` to those of the start (start_velocity.h): guesses them and solves the velocity level.
// Repeats this until the rates of wheels and gears no longer change, at most MOST_TIMES times, since the rates of
// rolling wheels depend on how the solve changes the velocities of the bodies that carry them. Without a base it solves
// the velocity level once. Returns the status of the last solve, or JN_NO_MEMORY.
static jn_status run_start_velocities(assembly *a, double *state, jn_assembly *result) {
  enum { MOST_TIMES = 8 };
  static const double same = 1e-13;  // largest relative change of a rate that ends the repetition
  jni_start_motion motion;
  double change = HUGE_VAL;
  jn_status status = jni_start_motion_new(a->system, state, &motion) ? JN_OK : JN_NO_MEMORY;
  if (status == JN_OK && !motion.any) status = run_level(a, JNI_LEVEL_VELOCITY, state, result);
  for (int k = 0; k < MOST_TIMES && motion.any && change > same && status == JN_OK; k++) {
    if (!jni_start_motion_guess(&motion, state)) {
      status = JN_NO_MEMORY;
      break;
    }
    a->guesses = &motion.rows;
    status = run_level(a, JNI_LEVEL_VELOCITY, state, result);
    a->guesses = NULL;
    change = jni_start_motion_update(&motion, state, k > 0);
  }
  jni_start_motion_free(&motion);
  return status;
}

static jn_status assemble_with(assembly *a, jn_work *work, bool starts, double *guess, double *state,
                               jn_assembly *result) {
  if (!isfinite(largest(state, a->system->sizes.nstate)))
    return jn_report_fault(a->report, JN_BAD_ARGUMENT, "", "the initial guess of the assembly is not finite");
  if (has_huge_masses(a)) return JN_BAD_MODEL;
  if (starts_flat(a, work, state)) return JN_NO_ASSEMBLY;
  copy_state(a, state, guess);
  a->guess = guess;
  jn_status status = run_level(a, JNI_LEVEL_POSITION, state, result);
  if (status == JN_OK && a->system->nagreements > 0) {
    status = turn_the_right_way(a, work, state, result);
    if (status == JN_OK) turn_hinges(a, work, state, result);
    jni_warn_opposed(a->system, work, a->report);
  }
  if (status == JN_OK && starts) status = run_start_velocities(a, state, result);
  else if (status == JN_OK) status = run_level(a, JNI_LEVEL_VELOCITY, state, result);
  if (status != JN_NO_MEMORY) fill_result(a->system, work, guess, state, result);
  if (status == JN_OK) {
    jni_warn_far(a->system, work, guess, state, a->report);
    jn_manifold_difference(a->system, guess + 1, jn_state_q(a->system, state), work->scratch);
    warn_turned(a, work->scratch);
  }
  return status;
}

static jn_status assemble(assembly *a, jn_work *work, double *guess, double *state, jn_assembly *result) {
  return assemble_with(a, work, false, guess, state, result);
}

static jn_status assemble_start(assembly *a, jn_work *work, double *guess, double *state, jn_assembly *result) {
  return assemble_with(a, work, true, guess, state, result);
}

typedef jn_status (*assemble_part)(assembly *a, jn_work *work, double *guess, double *state, jn_assembly *result);

static jn_status assemble_velocities(assembly *a, jn_work *work, double *guess, double *state, jn_assembly *result) {
  copy_state(a, state, guess);
  jn_status status = run_level(a, JNI_LEVEL_VELOCITY, state, result);
  if (status != JN_NO_MEMORY) fill_result(a->system, work, guess, state, result);
  return status;
}

static jn_status assemble_start_velocities(assembly *a, jn_work *work, double *guess, double *state,
                                           jn_assembly *result) {
  copy_state(a, state, guess);
  jn_status status = run_start_velocities(a, state, result);
  if (status != JN_NO_MEMORY) fill_result(a->system, work, guess, state, result);
  return status;
}

static jn_status run_with_workspace(const jn_system *system, assemble_part part, double *state, jn_assembly *result,
                                    jn_report *report) {
  jn_assembly unused;
  if (!result) result = &unused;
  *result = (jn_assembly){0};
  size_t n = (size_t)system->sizes.nstate;
  jn_work *work = jn_work_new(system);
  double *space = jni_alloc0(system->alloc, 4 * n, sizeof(double));
  bool *upright = jni_alloc0(system->alloc, (size_t)system->nbodies, sizeof *upright);
  jn_status status = JN_NO_MEMORY;
  if (work && space && upright) {
    assembly a = {.system = system,
                  .start = space,
                  .best = space + n,
                  .before = space + 2 * n,
                  .upright = upright,
                  .report = report};
    status = part(&a, work, space + 3 * n, state, result);
  }
  if (status == JN_NO_MEMORY) jn_report_fault(report, status, "", "%s", jn_status_text(status));
  jni_free(system->alloc, space);
  jni_free(system->alloc, upright);
  jn_work_free(work);
  return status;
}

// Runs `part` on `state` converted to cartesian coordinates and converts the outcome back to the coordinates of the
// system, after a failure too. Returns the status of `part`; JN_NO_ASSEMBLY if tree joints of the result have opposed
// axes, which joint coordinates cannot express; or JN_NO_MEMORY. result may be NULL.
static jn_status assemble_bodies(const jn_system *system, assemble_part part, double *state, jn_assembly *result,
                                 jn_report *report) {
  JNI_ASSERT(system && state);
  if (system->cartesian == system) return run_with_workspace(system, part, state, result, report);
  double *bodies = jni_cartesian_state(system, state);
  if (!bodies) return jni_report_no_memory(report);
  jn_status status = run_with_workspace(system->cartesian, part, bodies, result, report);
  if (status == JN_OK) status = jni_refuse_opposed(system, bodies, report);
  jn_state_convert(system->cartesian, bodies, system, state);
  jni_free(system->alloc, bodies);
  return status;
}

jn_status jn_assemble(const jn_system *system, double *state, jn_assembly *result, jn_report *report) {
  return assemble_bodies(system, assemble, state, result, report);
}

jn_status jn_assemble_velocities(const jn_system *system, double *state, jn_assembly *result, jn_report *report) {
  return assemble_bodies(system, assemble_velocities, state, result, report);
}

jn_status jni_assemble_start(const jn_system *system, double *state, jn_assembly *result, jn_report *report) {
  return assemble_bodies(system, assemble_start, state, result, report);
}

jn_status jni_assemble_start_velocities(const jn_system *system, double *state, jn_assembly *result,
                                        jn_report *report) {
  return assemble_bodies(system, assemble_start_velocities, state, result, report);
}
