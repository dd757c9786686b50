// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_report.c - what a search tells: its result, and the sentence when there is nothing.
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

static void fill_moved(const jni_search *s, const double *state) {
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

bool jni_search_fill(jni_search *s, double *state, double *lambda) {
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
bool jni_search_warn_far(const jni_search *s, const double *state) {
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

// ---- the sentence when there is nothing ----------------------------------------------------------------------------

static void list_methods(const jni_search *s, char *text, size_t size) {
  size_t used = 0;
  text[0] = 0;
  for (int i = 0; i < JNI_SEARCH_METHODS && used < size; i++) {
    bool tried = jni_search_wants(s, i) && (i != JNI_BY_ENERGY || jni_search_takes_energy(s));
    if (tried) used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", jn_equilibrium_method(i));
  }
}

// In the plane forces have two components and torques one.
static void residual_text(const jni_search *s, char *text, size_t size) {
  const double *f = s->result->force, *t = s->result->torque;
  if (s->system->model->space == JN_PLANE)
    jni_print(text, size, "force of (%.3g, %.3g) N and torque of %.3g N m", f[0], f[1], t[2]);
  else
    jni_print(text, size, "force of (%.3g, %.3g, %.3g) N and torque of (%.3g, %.3g, %.3g) N m", f[0], f[1], f[2], t[0],
              t[1], t[2]);
}

// What pushes along a direction in which nothing pushes back, where that is most of what is left.
static void cause_text(jni_search *s, char *text, size_t size) {
  const double most = 0.5;
  jn_equilibrium judged = *s->result;
  jni_balance *b = s->b;
  text[0] = 0;
  b->following = false;  // what holds has slipped
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

// The auxiliary state whose rate is more out of balance than all forces, at the nearest configuration; -1: none.
static int find_restless_state(jni_search *s) {
  jni_balance *b = s->b;
  int found = -1;
  jni_balance_calc(b, b->best);
  double most = 0;
  for (int i = 0; i < b->nb; i++) most = fmax(most, fabs(b->left[i]) * b->scale[i] / b->load);
  for (int i = 0; i < b->nauxiliaries; i++) {
    double rate = fabs(b->r[b->nf + i]) / b->unit;
    if (!(rate > most)) continue;
    most = rate;
    found = b->auxiliaries[i];
  }
  return found;
}

jn_status jni_search_say_none(jni_search *s) {
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
  residual_text(s, residual, sizeof residual);
  cause_text(s, cause, sizeof cause);
  return jn_report_fault(s->report, JN_NO_CONVERGENCE, "",
                         "no static equilibrium was found (%s): at the nearest configuration, body '%.40s' has a "
                         "residual %s, %.2g times the largest load%s",
                         tried, s->system->model->bodies[r->body].name, residual, r->residual / fmax(r->load, DBL_MIN),
                         cause);
}

jn_status jni_search_say_no_potential(const jni_search *s) {
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
jn_status jni_search_say_not_finite(const jni_search *s) {
  const jni_force_element *force = jni_force_not_finite(s->system, s->b->work);
  if (force)
    return jn_report_fault(s->report, JN_NOT_FINITE, "", "force '%.120s' (%s) is not finite at the start", force->name,
                           force->kind->name);
  return jn_report_fault(s->report, JN_NOT_FINITE, "", "forces at the start are not finite");
}

// What they follow depends on where they are.
jn_status jni_search_say_restless(const jni_search *s) {
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
