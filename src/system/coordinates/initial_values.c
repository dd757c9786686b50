// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// initial_values.c - computes the state before assembly from the initial values of the model. Values that assembly must
// keep and guesses are treated alike.
//
// Angles, quaternions and positions of a body's frame or points are set directly. A body without an initial position
// gets one from a joint (place_bodies.c), so that most mechanisms start near their assembled form. A body of a part
// without an initial value has that of the part's frame.
#include <math.h>
#include <string.h>

#include "kernel/vec3.h"
#include "system/drive/drive.h"
#include "system/subsystem.h"
#include "system/work.h"

static double *orientation(const jn_system *system, double *q, int body) {
  int full = system->model->space == JN_PLANE ? 3 : 6;
  if (system->width[body] < full) return NULL;
  return q + system->q_at[body] + (full == 3 ? 2 : 3);
}

static void frame_offset(const jn_system *system, double *q, int frame, double out[3]) {
  const jni_frame *f = &system->model->frames[frame];
  const double *turn = orientation(system, q, f->body);
  double p[3], R[9];
  jnk_sub(f->p, system->model->bodies[f->body].com, p);
  if (!turn) jnk_mat_identity(R);
  else if (system->model->space == JN_PLANE) jnk_mat_from_angle(*turn, R);
  else jnk_quat_to_matrix(turn, R);
  jnk_mat_vec(R, p, out);
}

static void set_orientation(const jn_system *system, double *q, const jni_signal *s, double value, jni_placed *placed) {
  if (s->kind != JNI_SIGNAL_ANGLE && s->kind != JNI_SIGNAL_QUATERNION) return;
  double *turn = orientation(system, q, s->a);
  if (!turn) return;
  turn[s->kind == JNI_SIGNAL_ANGLE ? 0 : s->component] = value;
  placed[s->a].orientation = true;
}

static void set_position(const jn_system *system, double *q, const jni_signal *s, double value, jni_placed *placed) {
  int body = s->kind == JNI_SIGNAL_POSITION ? system->model->frames[s->a].body : 0;
  double offset[3];
  if (body == 0 || placed[body].position[s->component]) return;
  frame_offset(system, q, s->a, offset);
  q[system->q_at[body] + s->component] = value - offset[s->component];
  placed[body].position[s->component] = true;
}

void jni_initial_set_rate(const jn_system *system, double *v, const jni_signal *s, double value, jni_placed *placed) {
  int at = -1;
  if (s->kind == JNI_SIGNAL_RATE && system->width[s->a] == 3) at = 2;
  if (s->kind == JNI_SIGNAL_OMEGA && system->width[s->a] == 6) at = 3 + s->component;
  if (at < 0) return;
  v[system->v_at[s->a] + at] = value;
  placed[s->a].speed[at] = true;
}

static void body_turning(const jn_system *system, double *q, const double *v, int body, double w[3]) {
  const double *speeds = v + system->v_at[body];
  double R[9];
  memset(w, 0, 3 * sizeof *w);
  if (system->model->space == JN_PLANE) {
    w[2] = system->width[body] == 3 ? speeds[2] : 0;
  } else if (system->width[body] == 6) {
    jnk_quat_to_matrix(orientation(system, q, body), R);
    jnk_mat_vec(R, speeds + 3, w);
  }
}

// Sets one speed of the centre of mass of a body in v from the initial velocity `value` of one of its frames: v_com =
// v_frame - w x (vector from the centre of mass to the frame's point). Marks it in `placed` as set.
void jni_initial_set_velocity(const jn_system *system, double *q, double *v, const jni_signal *s, double value,
                              jni_placed *placed) {
  int body = s->kind == JNI_SIGNAL_VELOCITY ? system->model->frames[s->a].body : 0;
  if (body == 0) return;
  double offset[3], omega[3], turning[3];
  frame_offset(system, q, s->a, offset);
  body_turning(system, q, v, body, omega);
  jnk_cross(omega, offset, turning);
  v[system->v_at[body] + s->component] = value - turning[s->component];
  placed[body].speed[s->component] = true;
}

// ---- values that are not given ------------------------------------------------------------------------------------

static void set_rest(const jn_system *system, double *q, int body) {
  const jni_initial_pose *rest = system->model->bodies[body].rest;
  double *turn = orientation(system, q, body);
  if (system->width[body] == 6) turn[0] = 1;
  if (!rest) return;
  bool plane = system->model->space == JN_PLANE;
  memcpy(q + system->q_at[body], rest->p, (plane ? 2 : 3) * sizeof *q);
  if (turn) memcpy(turn, plane ? &rest->angle : rest->q, (plane ? 1 : 4) * sizeof *q);
}

static void turn_with(const jn_system *system, double *q, double *v, int body, const bool *is_set) {
  int n = system->width[body] == 6 ? 3 : 1, at = system->model->space == JN_PLANE ? 2 : 3;
  double w[3], R[9], seen[3], *speeds = v + system->v_at[body];
  if (system->width[body] <= at) return;
  body_turning(system, q, v, system->model->bodies[body].rest->base, w);
  seen[0] = w[2];
  if (n == 3) {
    jnk_quat_to_matrix(orientation(system, q, body), R);
    jnk_mat_t_vec(R, w, seen);
  }
  for (int k = 0; k < n; k++)
    if (!is_set[at + k]) speeds[at + k] = seen[k];
}

static void move_with(const jn_system *system, double *q, double *v, int body, const bool *is_set) {
  int n = system->model->space == JN_PLANE ? 2 : 3, base = system->model->bodies[body].rest->base;
  double w[3], arm[3] = {0}, turning[3];
  body_turning(system, q, v, base, w);
  for (int k = 0; k < n; k++) arm[k] = q[system->q_at[body] + k] - q[system->q_at[base] + k];
  jnk_cross(w, arm, turning);
  for (int k = 0; k < n; k++)
    if (!is_set[k]) v[system->v_at[body] + k] = v[system->v_at[base] + k] + turning[k];
}

typedef void follow(const jn_system *system, double *q, double *v, int body, const bool *is_set);

static void follow_bases(const jn_system *system, double *q, double *v, const jni_placed *placed, follow *function) {
  for (int b = 1; b < system->nbodies; b++) {
    const jni_initial_pose *rest = system->model->bodies[b].rest;
    if (rest && rest->base) function(system, q, v, b, placed[b].speed);
  }
}

// ---- initial state -----------------------------------------------------------------------------------------------

static void set_places(const jn_system *system, double *q, jni_placed *placed) {
  const jni_initial *initials = system->model->initials;
  int n = system->model->ninitials;
  for (int i = 0; i < n; i++) set_orientation(system, q, &initials[i].signal, initials[i].value, placed);
  system->kind->normalize(system, q);
  for (int i = 0; i < n; i++) set_position(system, q, &initials[i].signal, initials[i].value, placed);
}

// Sets the reference values in s, from which the whole turns of driven angles are counted, to the prescribed angles, so
// that both start in the same turn.
static void expect_driven(const jn_system *system, const jni_jet *motions, double *s) {
  int at = system->primitive_at[JNI_COORDINATES], end = system->primitive_at[JNI_COORDINATES + 1];
  for (; at < end; at++) {
    const jni_primitive *p = &system->primitives[at];
    int winding = p->motion >= 0 ? system->coordinates[system->terms[p->term_at].coordinate].winding : -1;
    if (winding >= 0) s[winding + JNI_WINDING_VALUE] = motions[p->motion].v;
  }
}

// Sets the states of the filters of drivers in `state` to rest, at the initial values that the model keeps or else at
// the values of their signals, and the reference values of driven angles as expect_driven does. Filters are set
// repeatedly, because one may follow a signal that another one drives. Returns JN_OK or JN_NO_MEMORY.
static jn_status begin_drivers(const jn_system *system, double *state) {
  if (system->nmotions == 0) return JN_OK;
  jn_work *work = jn_work_new(system);
  if (!work) return JN_NO_MEMORY;
  jni_drives_rest_all(system, work, true, state);
  work->t = state[0];
  if (system->sizes.nz > 0) memcpy(work->z, jn_state_z(system, state), (size_t)system->sizes.nz * sizeof *work->z);
  jni_drives_calc_motions(system, work);
  expect_driven(system, work->motions, jn_state_s(system, state));
  jn_work_free(work);
  return JN_OK;
}

// Writes to `state` the initial state: computed in cartesian coordinates and converted to those of the system. Returns
// JN_OK or JN_NO_MEMORY.
static jn_status convert_initial(const jn_system *system, double *state) {
  double *from = jni_alloc0(system->alloc, (size_t)system->cartesian->sizes.nstate, sizeof *from);
  jn_status status = from ? jn_system_initial_state(system->cartesian, from) : JN_NO_MEMORY;
  memset(state, 0, (size_t)system->sizes.nstate * sizeof *state);
  if (status == JN_OK) jn_state_convert(system->cartesian, from, system, state);
  jni_free(system->alloc, from);
  return status;
}

jn_status jn_system_initial_state(const jn_system *system, double *state) {
  if (!state) return JN_BAD_ARGUMENT;
  JNI_ASSERT(system);
  if (system->cartesian != system) return convert_initial(system, state);
  const jn_model *model = system->model;
  double *q = jn_state_q(system, state), *v = jn_state_v(system, state), *z = jn_state_z(system, state),
         *s = jn_state_s(system, state);
  jni_placed *placed = jni_alloc0(system->alloc, (size_t)system->nbodies, sizeof *placed);
  if (!placed) return JN_NO_MEMORY;
  memset(state, 0, (size_t)system->sizes.nstate * sizeof *state);
  for (int b = 1; b < system->nbodies; b++) set_rest(system, q, b);
  for (int i = 0; i < model->nauxiliaries; i++) z[i] = model->auxiliaries[i].initial;
  for (int i = 0; i < model->ndiscretes; i++) s[i] = model->discretes[i].initial;
  jni_subsystem_begin(system, z, s);

  // Sets the reference value of unbounded angles in space just above zero, so that they start in the turn nearest to
  // zero, and an angle of half a turn starts as positive despite rounding.
  for (int i = 0; i < system->ncoordinates; i++)
    if (system->coordinates[i].winding >= 0) s[system->coordinates[i].winding + JNI_WINDING_VALUE] = 1e-6;  // rad
  set_places(system, q, placed);
  jn_status status = jni_place_bodies(system, placed, q);

  // Sets the initial speeds: first angular velocities, then velocities, which depend on them. The poses of all bodies
  // are set before.
  const jni_initial *initials = system->model->initials;
  int n = system->model->ninitials;
  for (int i = 0; i < n; i++) jni_initial_set_rate(system, v, &initials[i].signal, initials[i].value, placed);
  follow_bases(system, q, v, placed, turn_with);
  for (int i = 0; i < n; i++) jni_initial_set_velocity(system, q, v, &initials[i].signal, initials[i].value, placed);
  follow_bases(system, q, v, placed, move_with);

  jni_free(system->alloc, placed);
  return status == JN_OK ? begin_drivers(system, state) : status;
}
