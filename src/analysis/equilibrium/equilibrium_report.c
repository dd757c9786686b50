// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_report.c - fills the result of a search, and reports why no equilibrium was found.
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "analysis/assembly/doubtful_start.h"
#include "analysis/equilibrium/equilibrium_search.h"
#include "kernel/vec3.h"
#include "linalg/dense/dense.h"
#include "system/drive/drive.h"
#include "system/forces.h"
#include "system/motion.h"

// ---- the result ----------------------------------------------------------------------------------------------------

// Returns the largest component of the unbalanced force and moment on a body, N m; forces count times the typical
// length.
static double unbalanced(const jni_balance *b, int body) {
  const jn_system *system = b->system;
  double most = 0;
  for (int i = 0, at = system->v_at[body]; i < system->width[body]; i++)
    most = fmax(most, fabs(b->residual[at + i]) * b->scale[at + i]);
  return most;
}

// Sets result->body to the body with the largest unbalanced force or moment, and result->force (N) and result->torque
// (N m) to those on it, ground axes.
static void fill_body(const jni_balance *b, jn_equilibrium *result) {
  const jn_system *system = b->system;
  result->body = 1 < system->nbodies ? 1 : 0;
  for (int body = 1; body < system->nbodies; body++)
    if (unbalanced(b, body) > unbalanced(b, result->body)) result->body = body;
  const double *body_load = b->residual + system->v_at[result->body];
  int width = system->width[result->body];
  bool plane = system->model->space == JN_PLANE;
  for (int i = 0; i < 3; i++) {
    result->force[i] = i < (plane ? 2 : 3) && i < width ? body_load[i] : 0;
    result->torque[i] = 0;
  }
  if (plane && width == 3) result->torque[2] = body_load[2];
  if (width < 6) return;
  jni_motion motion;
  jni_body_motion(system, b->work, result->body, &motion);
  jnk_mat_vec(motion.R, body_load + 3, result->torque);
}

bool jni_search_fill_result(jni_equilibrium_search *s, double *state, double *lambda) {
  jni_balance *b = s->b;
  double length = s->system->length_scale, moved = 0;
  jni_balance_calc(b, state);
  s->result->load = b->largest_load / length;
  s->result->creep = jni_balance_creep(b);
  s->result->residual = b->relative_residual * b->load / length;
  s->result->position_residual = s->system->sizes.nh > 0 ? jni_dense_largest(b->work->phi, s->system->sizes.nh) : 0;
  s->result->iterations = b->iterations;
  fill_body(b, s->result);
  jn_manifold_difference(s->system, s->start + 1, state + 1, b->direction);
  for (int i = 0; i < b->nv; i++) moved = fmax(moved, fabs(b->direction[i]));
  s->result->moved_most = moved;

  // Sets result->moved_body to the body whose centre of mass has moved farthest from the start, and result->moved to
  // that distance, m.
  const jn_system *bodies = s->b->bodies;
  double *d = s->b->direction;
  jni_balance_difference(s->b, s->start, state, d);
  for (int body = 1; body < bodies->nbodies; body++) {
    int n = s->system->model->space == JN_PLANE ? 2 : 3;
    double sum = 0;
    for (int i = 0; i < n; i++) sum += d[bodies->v_at[body] + i] * d[bodies->v_at[body] + i];
    if (sqrt(sum) > s->result->moved) {
      s->result->moved = sqrt(sum);
      s->result->moved_body = body;
    }
  }
  return !lambda || b->kind->multipliers(b, state, lambda);
}

// Warns of the body that has moved farthest from the start if that is far; the comparison is made in cartesian
// coordinates. Returns false if memory is short.
bool jni_search_warn_far(const jni_equilibrium_search *s, const double *state) {
  jni_balance *b = s->b;
  double *start =
      s->system->tree ? jni_alloc0(s->system->alloc, (size_t)b->bodies->sizes.nstate, sizeof *start) : s->start;
  if (!start) return false;
  jn_work *work = jni_balance_body_work(b, state);
  if (s->system->tree) jn_state_convert(s->system, s->start, b->bodies, start);
  jni_warn_moved_far(b->bodies, work, start, s->system->tree ? b->body_state : state, s->report);
  if (s->system->tree) jni_free(s->system->alloc, start);
  return true;
}

// ---- no equilibrium ----------------------------------------------------------------------------

// Writes to `text` the names of the methods that were tried, such as "newton, energy".
static void list_methods(const jni_equilibrium_search *s, char *text, size_t size) {
  size_t used = 0;
  text[0] = 0;
  for (int i = 0; i < JNI_SEARCH_METHODS && used < size; i++) {
    bool tried = jni_search_uses(s, i) && (i != JNI_BY_ENERGY || jni_search_allows_energy(s));
    if (tried) used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", jn_equilibrium_method(i));
  }
}

// Writes to `text` the name of a neutral direction and possible causes, if more than half of the unbalanced forces at
// the best configuration act along neutral directions; otherwise "".
static void write_cause(jni_equilibrium_search *s, char *text, size_t size) {
  const double most = 0.5;
  jn_equilibrium counted = *s->result;
  jni_balance *b = s->b;
  text[0] = 0;
  b->following = false;  // friction has slipped
  jni_equilibrium_count_stiffnesses(b, b->best, &counted);
  double sum = 0, all = jni_dot(b->nf, b->r, b->r);
  int unknowns = jni_balance_size(b);
  for (int k = 0; k < counted.neutral; k++) {
    double along = jni_dot(b->nf, b->V + (size_t)(unknowns - 1 - k) * (size_t)unknowns, b->r);
    sum += along * along;
  }
  if (counted.neutral == 0 || !(sum > most * all)) return;
  jni_print(text, size,
            "; it is pushed along '%.100s', where nothing pushes back: a brake or a driver holds it, or a velocity "
            "other than zero under 'initial: keep'",
            counted.neutral_names[0]);
}

// Returns the index in z of the auxiliary state whose scaled rate is the largest and larger than all scaled unbalanced
// forces, at the configuration with the smallest residual; -1: there is none.
static int find_restless_state(jni_equilibrium_search *s) {
  jni_balance *b = s->b;
  int found = -1;
  jni_balance_calc(b, b->best);
  double most = 0;
  for (int i = 0; i < b->nb; i++) most = fmax(most, fabs(b->residual[i]) * b->scale[i] / b->load);
  for (int i = 0; i < b->nauxiliaries; i++) {
    double rate = fabs(b->r[b->nf + i]) / b->unit;
    if (!(rate > most)) continue;
    most = rate;
    found = b->auxiliaries[i];
  }
  return found;
}

jn_status jni_search_report_none(jni_equilibrium_search *s) {
  const jn_equilibrium *r = s->result;
  int restless = find_restless_state(s);
  char tried[80], residual[160], cause[JN_DIRECTION_NAME + 160];
  list_methods(s, tried, sizeof tried);
  if (restless >= 0) {
    char name[JN_DIRECTION_NAME];
    jn_state_name(s->system, restless, name, sizeof name);
    return jn_report_fault(
        s->report, JN_NO_CONVERGENCE, "",
        "no static equilibrium was found (%s): the auxiliary state '%.100s' comes to no rest; at the "
        "nearest configuration it is %.4g and changes by %.3g per s",
        tried, name, s->b->work->z[restless], s->b->work->zdot[restless]);
  }
  const double *force = r->force, *t = r->torque;
  if (s->system->model->space == JN_PLANE)
    jni_print(residual, sizeof residual, "force of (%.3g, %.3g) N and torque of %.3g N m", force[0], force[1], t[2]);
  else
    jni_print(residual, sizeof residual, "force of (%.3g, %.3g, %.3g) N and torque of (%.3g, %.3g, %.3g) N m", force[0],
              force[1], force[2], t[0], t[1], t[2]);
  write_cause(s, cause, sizeof cause);
  return jn_report_fault(s->report, JN_NO_CONVERGENCE, "",
                         "no static equilibrium was found (%s): at the nearest configuration, body '%.40s' has a "
                         "residual %s, %.2g times the largest load%s",
                         tried, s->system->model->bodies[r->body].name, residual, r->residual / fmax(r->load, DBL_MIN),
                         cause);
}

jn_status jni_search_report_no_potential(const jni_equilibrium_search *s) {
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

jn_status jni_search_report_not_finite(const jni_equilibrium_search *s) {
  const jni_force_element *force = jni_force_not_finite(s->system, s->b->work);
  if (force)
    return jn_report_fault(s->report, JN_NOT_FINITE, "", "force '%.120s' (%s) is not finite at the start", force->name,
                           force->kind->name);
  return jn_report_fault(s->report, JN_NOT_FINITE, "", "forces at the start are not finite");
}

// Reports that a driver does not come to rest because the signal that it follows depends on its own position. Returns
// JN_NO_CONVERGENCE.
jn_status jni_search_report_moving_driver(const jni_equilibrium_search *s) {
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
