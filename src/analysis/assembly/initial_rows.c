// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// initial_rows.c - see initial_rows.h.
#include "analysis/assembly/initial_rows.h"

#include <string.h>

#include "kernel/vec3.h"
#include "system/motion.h"
#include "system/signal_value.h"
#include "system/work.h"

// ---- values that can be kept, and the bodies that move them -----------------------------------------------

static bool is_point(const jni_signal *s) { return s->kind == JNI_SIGNAL_POSITION || s->kind == JNI_SIGNAL_VELOCITY; }
static bool is_coordinate(const jni_signal *s) {
  return s->kind == JNI_SIGNAL_COORDINATE || s->kind == JNI_SIGNAL_COORDINATE_RATE;
}

static bool is_body(const jni_signal *s) {
  return s->kind == JNI_SIGNAL_ANGLE || s->kind == JNI_SIGNAL_RATE || s->kind == JNI_SIGNAL_QUATERNION ||
         s->kind == JNI_SIGNAL_OMEGA;
}

static void add_body(jni_kept *kept, int body) {
  bool listed = kept->nbodies == 1 && kept->bodies[0] == body;
  if (body > 0 && !listed) kept->bodies[kept->nbodies++] = body;
}

static void fill(const jn_system *system, const jni_initial *initial, const jni_signal *s, jni_kept *kept) {
  *kept = (jni_kept){.initial = initial, .signal = *s, .keep = initial->keep, .coordinate = -1, .rows = 1};
  kept->target[0] = initial->value;
  kept->angle = s->dimension.m == 0;
  JNI_ASSERT(is_point(s) || is_body(s) || is_coordinate(s));  // the reader of models accepts no other signals here
  if (is_point(s)) add_body(kept, system->model->frames[s->a].body);
  if (is_body(s)) add_body(kept, s->a);
  if (is_coordinate(s)) {
    kept->coordinate = jni_coordinate_find(system, s->a, s->b);
    JNI_ASSERT(kept->coordinate >= 0);
    for (int end = 0; end < 2; end++) add_body(kept, system->coordinates[kept->coordinate].side[end].body);
  }
}

// Returns whether a guess for this signal needs a row: joint coordinates, their rates and velocities of points other
// than the origin and the centre of mass of a body do. Other guesses are part of the start state and need none.
static bool guess_needs_row(const jn_system *system, const jni_signal *s) {
  if (s->kind != JNI_SIGNAL_VELOCITY) return is_coordinate(s);
  const jni_body *body = &system->model->bodies[system->model->frames[s->a].body];
  return s->a != body->com_frame && s->a != body->frame;
}

// ---- whole orientations -------------------------------------------------------------------------------------

static int find_item(const jni_kept_list *list, int body, int component) {
  for (int i = list->n - 1; i >= 0; i--) {
    const jni_kept *k = &list->items[i];
    if (k->signal.kind == JNI_SIGNAL_QUATERNION && !k->whole && k->signal.a == body && k->signal.component == component)
      return i;
  }
  return -1;
}

static void remove_item(jni_kept_list *list, int i) {
  memmove(&list->items[i], &list->items[i + 1], (size_t)(list->n - i - 1) * sizeof *list->items);
  list->n--;
}

// Replaces the four quaternion components of a body in the list by one item for the whole orientation, with a
// normalised target. Does nothing while one of the four is missing.
static void join_orientation(jni_kept_list *list, int body) {
  double target[4];
  int first = list->n;
  for (int c = 0; c < 4; c++) {
    int i = find_item(list, body, c);
    if (i < 0) return;
    target[c] = list->items[i].target[0];
    if (i < first) first = i;
  }
  jni_kept *kept = &list->items[first];
  kept->whole = true;
  kept->rows = 3;
  jnk_quat_normalize(target);
  memcpy(kept->target, target, sizeof target);
  for (int c = 0; c < 4; c++) {
    int i = find_item(list, body, c);
    if (i >= 0) remove_item(list, i);
  }
}

// ---- the list -------------------------------------------------------------------------------------------------

static bool append(const jn_system *system, jni_kept_list *list, const jni_kept *kept) {
  if (!jni_grow(system->alloc, &list->items, &list->capacity, list->n + 1, sizeof *list->items)) return false;
  list->items[list->n++] = *kept;
  if (kept->signal.kind == JNI_SIGNAL_QUATERNION) join_orientation(list, kept->signal.a);
  return true;
}

static bool add_initial(const jn_system *system, const jni_initial *initial, jni_level level, jni_kept_list *list) {
  jni_kept kept;
  if (jni_signal_level(initial->signal.kind) != level || (!initial->keep && !guess_needs_row(system, &initial->signal)))
    return true;
  fill(system, initial, &initial->signal, &kept);
  return append(system, list, &kept);
}

bool jni_kept_new(const jn_system *system, jni_level level, jni_kept_list *list) {
  const jn_model *model = system->model;
  bool ok = true;
  *list = (jni_kept_list){0};
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < model->ninitials && ok; i++)
      if (model->initials[i].keep == (pass == 0)) ok = add_initial(system, &model->initials[i], level, list);
  return ok;
}

bool jni_kept_add_rate(const jn_system *system, int coordinate, double rate, jni_kept_list *list) {
  const jni_coordinate *c = &system->coordinates[coordinate];
  jni_kept kept = {.coordinate = coordinate, .rows = 1, .angle = c->kind == JNI_ANGLE};
  kept.target[0] = rate;
  for (int end = 0; end < 2; end++) add_body(&kept, c->side[end].body);
  return append(system, list, &kept);
}

bool jni_kept_add_guess(const jn_system *system, const jni_initial *initial, jni_kept_list *list) {
  jni_kept kept;
  fill(system, initial, &initial->signal, &kept);
  return append(system, list, &kept);
}

bool jni_kept_add_orientation(const jn_system *system, int body, const double *state, jni_kept_list *list) {
  const double *q = state + 1 + system->q_at[body];
  bool plane = system->model->space == JN_PLANE;
  jni_kept kept = {.coordinate = -1, .angle = true, .whole = !plane, .rows = plane ? 1 : 3};
  kept.signal = (jni_signal){.kind = plane ? JNI_SIGNAL_ANGLE : JNI_SIGNAL_QUATERNION, .a = body};
  add_body(&kept, body);
  if (plane) kept.target[0] = q[2];
  else memcpy(kept.target, q + 3, sizeof kept.target);
  if (!jni_grow(system->alloc, &list->items, &list->capacity, list->n + 1, sizeof *list->items)) return false;
  list->items[list->n++] = kept;
  return true;
}

bool jni_kept_add_list(const jn_system *system, const jni_kept_list *from, jni_kept_list *list) {
  bool ok = true;
  for (int i = 0; i < from->n && ok; i++) ok = append(system, list, &from->items[i]);
  return ok;
}

void jni_kept_free(const jn_system *system, jni_kept_list *list) {
  jni_free(system->alloc, list->items);
  *list = (jni_kept_list){0};
}

void jni_kept_set_windings(const jn_system *system, const jni_kept_list *list, double *s) {
  for (int i = 0; i < list->n; i++) {
    const jni_kept *kept = &list->items[i];
    int winding = kept->coordinate >= 0 ? system->coordinates[kept->coordinate].winding : -1;
    if (winding >= 0) s[winding] = kept->target[0];
  }
}

// ---- rows -----------------------------------------------------------------------------------------------------

// Sets p to conj(target) * q with p_w >= 0: the rotation of the body from its kept orientation, by the shorter turn.
static void turn_from_target(const jn_system *system, const jn_work *work, const jni_kept *kept, double p[4]) {
  double back[4];
  int body = kept->signal.a;
  JNI_ASSERT(!system->tree && !system->kind->natural);  // q contains the quaternions of the bodies
  jnk_quat_conjugate(kept->target, back);
  jnk_quat_mul(back, work->q + system->q_at[body] + 3, p);
  for (int i = 3; i >= 0; i--) p[i] = p[0] < 0 ? -p[i] : p[i];
}

void jni_kept_residual(const jn_system *system, jn_work *work, const jni_kept *kept, double *residual) {
  if (!kept->whole) {
    residual[0] = jni_signal_calc(system, work, &kept->signal, NULL, NULL) - kept->target[0];
    return;
  }
  double p[4];
  turn_from_target(system, work, kept, p);
  for (int i = 0; i < 3; i++) residual[i] = 2 * p[1 + i];
}

static void point_row(const jn_system *system, const jn_work *work, const jni_kept *kept, double *f) {
  double force[3] = {0}, torque[3] = {0};
  force[kept->signal.component] = 1;
  jni_apply_wrench(system, work, kept->signal.a, force, torque, f);
}

// Adds to f (nv) the row of the angular velocity of the kept body along `axis` (body axes), by the virtual work of a
// torque along it.
static void turn_row(const jn_system *system, const jn_work *work, const jni_kept *kept, const double axis[3],
                     double *f) {
  double force[3] = {0}, torque[3];
  jni_motion motion;
  jni_body_motion(system, work, kept->signal.a, &motion);
  jnk_mat_vec(motion.R, axis, torque);
  jni_apply_wrench(system, work, system->model->bodies[kept->signal.a].com_frame, force, torque, f);
}

// Adds to f (nv) the row of the rate of the kept quaternion component, from qdot = 1/2 q * (0, w).
static void quaternion_row(const jn_system *system, const jn_work *work, const jni_kept *kept, double *f) {
  JNI_ASSERT(!system->tree && !system->kind->natural);
  const double *q = work->q + system->q_at[kept->signal.a] + 3;
  double axis[3];
  for (int k = 0; k < 3; k++) {
    double pure[4] = {0}, rate[4];
    pure[1 + k] = 0.5;
    jnk_quat_mul(q, pure, rate);
    axis[k] = rate[kept->signal.component];
  }
  turn_row(system, work, kept, axis, f);
}

// Adds to f (nv) row `row` of d/dt (2 vec p) = p_w w + p_v x w, with p the rotation from the kept orientation and w the
// angular velocity in body axes.
static void orientation_row(const jn_system *system, const jn_work *work, const jni_kept *kept, int row, double *f) {
  double p[4], axis[3], unit[3] = {0};
  turn_from_target(system, work, kept, p);
  unit[row] = 1;
  jnk_cross(unit, p + 1, axis);  // e . (p_v x w) = (e x p_v) . w
  axis[row] += p[0];
  turn_row(system, work, kept, axis, f);
}

static void body_row(const jn_system *system, const jn_work *work, const jni_kept *kept, int row, double *f) {
  bool plane = system->model->space == JN_PLANE;
  double axis[3] = {0};
  axis[plane ? 2 : kept->signal.component % 3] = 1;
  if (kept->whole) orientation_row(system, work, kept, row, f);
  else if (kept->signal.kind == JNI_SIGNAL_QUATERNION) quaternion_row(system, work, kept, f);
  else turn_row(system, work, kept, axis, f);
}

static void coordinate_row(const jn_system *system, const jn_work *work, const jni_kept *kept, double *f) {
  const jni_coordinate *c = &system->coordinates[kept->coordinate];
  jni_coordinate_state state;
  jni_coordinate_calc(system, work, kept->coordinate, &state);
  for (int end = 0; end < 2; end++) {
    int body = c->side[end].body;
    for (int i = 0; i < system->width[body]; i++) f[system->v_at[body] + i] += state.J[end][i];
  }
}

static void calc_row(const jn_system *system, const jn_work *work, const jni_kept *kept, int row, double *f) {
  for (int i = 0; i < kept->nbodies; i++)
    memset(f + system->v_at[kept->bodies[i]], 0, (size_t)system->width[kept->bodies[i]] * sizeof *f);
  if (kept->nbodies == 0) return;
  if (kept->coordinate >= 0) coordinate_row(system, work, kept, f);
  else if (is_point(&kept->signal)) point_row(system, work, kept, f);
  else body_row(system, work, kept, row, f);
}

void jni_kept_jacobian(const jn_system *system, const jn_work *work, const jni_kept *kept, double *f, double *K) {
  for (int row = 0; row < kept->rows; row++) {
    calc_row(system, work, kept, row, f);
    double *block = K;
    for (int i = 0; i < kept->nbodies; i++) {
      int width = system->width[kept->bodies[i]];
      memcpy(block + row * width, f + system->v_at[kept->bodies[i]], (size_t)width * sizeof *K);
      block += kept->rows * width;
    }
  }
}
