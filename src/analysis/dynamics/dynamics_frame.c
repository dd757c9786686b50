// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dynamics_frame.c - motion and Jacobians of frames, and quantities of the whole mechanism: mass, centre of mass,
// momentum, energies.
#include <stdio.h>
#include <string.h>

#include "analysis/dynamics/dynamics.h"
#include "kernel/vec3.h"
#include "linalg/dense/dense.h"
#include "system/coordinates/body_level.h"
#include "system/motion.h"

static bool is_plane(const jn_dynamics *d) { return d->system->model->space == JN_PLANE; }

static int check_frame(const jn_dynamics *d, jn_frame frame) {
  JNI_ASSERT(d && frame.i >= 0 && frame.i < d->system->model->nframes);
  return frame.i;
}

int jn_dynamics_nrows(const jn_dynamics *d) {
  JNI_ASSERT(d);
  return is_plane(d) ? 3 : 6;
}

int jn_dynamics_nframes(const jn_dynamics *d) {
  JNI_ASSERT(d);
  return d->system->model->nframes;
}

const char *jn_dynamics_frame_name(const jn_dynamics *d, jn_frame frame, char *text, size_t size) {
  const jni_frame *f = &d->system->model->frames[check_frame(d, frame)];
  const char *body = d->system->model->bodies[f->body].name;
  snprintf(text, size, "%s%s%s", body, f->name[0] ? "." : "", f->name);
  return text;
}

// Writes v and w to `out`; in a plane model their three components in the plane.
static void copy_rows(const jn_dynamics *d, const double v[3], const double w[3], double *out) {
  bool plane = is_plane(d);
  for (int i = 0; i < (plane ? 2 : 3); i++) out[i] = v[i];
  if (plane) out[2] = w[2];
  else jnk_copy(w, out + 3);
}

// ---- frames --------------------------------------------------------------------------------------------------------

// Writes to `arm` the vector from the origin of a frame to the point p given in its axes, in ground axes; zero if p is
// NULL. In the plane p has two numbers.
static void find_arm(const jn_dynamics *d, const jni_motion *m, const double *p, double arm[3]) {
  jnk_zero(arm);
  if (!p) return;
  const double own[3] = {p[0], p[1], is_plane(d) ? 0 : p[2]};
  jnk_mat_vec(m->R, own, arm);
}

void jn_dynamics_pose(jn_dynamics *d, jn_frame frame, const double *p, double *pose) {
  jni_motion m;
  double arm[3];
  jni_frame_motion(d->system, d->work, check_frame(d, frame), &m);
  find_arm(d, &m, p, arm);
  jnk_add(m.r, arm, pose);
  jnk_matrix_to_quat(m.R, pose + 3);
}

void jn_dynamics_velocity(jn_dynamics *d, jn_frame frame, const double *p, double *velocity) {
  jni_motion m;
  double arm[3], turn[3];
  jni_frame_motion(d->system, d->work, check_frame(d, frame), &m);
  find_arm(d, &m, p, arm);
  jnk_cross(m.w, arm, turn);
  jnk_add(m.v, turn, m.v);
  copy_rows(d, m.v, m.w, velocity);
}

void jn_dynamics_acceleration(jn_dynamics *d, jn_frame frame, const double *p, const double *vdot,
                              double *acceleration) {
  jni_motion m;
  double a[3], alpha[3], arm[3], turn[3], tangential[3], centripetal[3];
  int i = check_frame(d, frame);
  const double *body = jni_body_acceleration(d->system, d->work, vdot ? vdot : d->zeros);
  jni_frame_acceleration(d->system, d->work, i, body, a, alpha);
  jni_frame_motion(d->system, d->work, i, &m);
  find_arm(d, &m, p, arm);
  jnk_cross(alpha, arm, tangential);
  jnk_cross(m.w, arm, turn);
  jnk_cross(m.w, turn, centripetal);
  for (int k = 0; k < 3; k++) a[k] += tangential[k] + centripetal[k];
  copy_rows(d, a, alpha, acceleration);
}

// Writes to `row` (nv) the generalised forces of the forces d->body on the bodies.
static void collect_row(jn_dynamics *d, double *row) {
  memset(row, 0, (size_t)d->system->sizes.nv * sizeof *row);
  jni_add_body_forces(d->system, d->work, d->body, row);
}

// Row i of the Jacobian is the generalised force of a unit force or torque along its direction.
void jn_dynamics_jacobian(jn_dynamics *d, jn_frame frame, const double *p, double *J) {
  int index = check_frame(d, frame), rows = jn_dynamics_nrows(d), translations = is_plane(d) ? 2 : 3;
  jni_motion m;
  double arm[3];
  jni_frame_motion(d->system, d->work, index, &m);
  find_arm(d, &m, p, arm);
  for (int i = 0; i < rows; i++) {
    double force[3] = {0, 0, 0}, torque[3] = {0, 0, 0};
    if (i < translations) force[i] = 1;
    else torque[is_plane(d) ? 2 : i - 3] = 1;
    if (i < translations) jnk_cross(arm, force, torque);
    memset(d->body, 0, (size_t)d->system->nbody_v * sizeof *d->body);
    jni_apply_wrench(d->system, d->work, index, force, torque, d->body);
    collect_row(d, J + (size_t)i * (size_t)d->system->sizes.nv);
  }
}

jn_status jn_dynamics_jacobian_independent(jn_dynamics *d, jn_frame frame, const double *p, double *Ji) {
  JNI_ASSERT(d && Ji);
  const double *B = jn_dynamics_B(d);
  if (!B) return JN_SINGULAR;
  size_t nv = (size_t)d->system->sizes.nv, k = (size_t)d->k;
  jn_dynamics_jacobian(d, frame, p, d->J);
  for (size_t i = 0; i < (size_t)jn_dynamics_nrows(d); i++) {
    memset(Ji + i * k, 0, k * sizeof *Ji);
    for (size_t j = 0; j < nv; j++) jni_add(d->k, d->J[i * nv + j], B + j * k, Ji + i * k);
  }
  return JN_OK;
}

// ---- the whole mechanism -------------------------------------------------------------------------------------------

double jn_dynamics_mass(const jn_dynamics *d) {
  JNI_ASSERT(d);
  double mass = 0;
  for (int b = 1; b < d->system->nbodies; b++) mass += d->system->model->bodies[b].mass;
  return mass;
}

void jn_dynamics_com(jn_dynamics *d, double position[3], double velocity[3]) {
  JNI_ASSERT(d);
  double mass = jn_dynamics_mass(d);
  jnk_zero(position);
  jnk_zero(velocity);
  for (int b = 1; b < d->system->nbodies && mass > 0; b++) {
    jni_motion m;
    double part = d->system->model->bodies[b].mass / mass;
    jni_body_motion(d->system, d->work, b, &m);
    jnk_add_scaled(position, part, m.r, position);
    jnk_add_scaled(velocity, part, m.v, velocity);
  }
}

// Adds the angular momentum of a body about its centre of mass, R J R' w, to L.
static void add_spin(const jni_body *body, const jni_motion *m, double L[3]) {
  const double *I = body->inertia;
  const double J[9] = {I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2]};
  double own[3], moment[3], turned[3];
  jnk_mat_t_vec(m->R, m->w, own);
  jnk_mat_vec(J, own, moment);
  jnk_mat_vec(m->R, moment, turned);
  jnk_add(L, turned, L);
}

void jn_dynamics_momentum(jn_dynamics *d, const double *about, double linear[3], double angular[3]) {
  JNI_ASSERT(d);
  double centre[3], velocity[3];
  if (!about) jn_dynamics_com(d, centre, velocity);
  else jnk_copy(about, centre);
  jnk_zero(linear);
  jnk_zero(angular);
  for (int b = 1; b < d->system->nbodies; b++) {
    const jni_body *body = &d->system->model->bodies[b];
    jni_motion m;
    double arm[3], moment[3];
    jni_body_motion(d->system, d->work, b, &m);
    jnk_add_scaled(linear, body->mass, m.v, linear);
    jnk_sub(m.r, centre, arm);
    jnk_cross(arm, m.v, moment);
    jnk_add_scaled(angular, body->mass, moment, angular);
    if (!body->particle) add_spin(body, &m, angular);
  }
  if (is_plane(d)) angular[0] = angular[1] = 0;
}

void jn_dynamics_com_jacobian(jn_dynamics *d, double *J) {
  JNI_ASSERT(d && J);
  static const double no_torque[3] = {0, 0, 0};
  double mass = jn_dynamics_mass(d);
  for (int i = 0; i < (is_plane(d) ? 2 : 3); i++) {
    memset(d->body, 0, (size_t)d->system->nbody_v * sizeof *d->body);
    for (int b = 1; b < d->system->nbodies && mass > 0; b++) {
      double force[3] = {0, 0, 0};
      force[i] = d->system->model->bodies[b].mass / mass;
      jni_apply_wrench(d->system, d->work, d->system->model->bodies[b].com_frame, force, no_torque, d->body);
    }
    collect_row(d, J + (size_t)i * (size_t)d->system->sizes.nv);
  }
}

double jn_dynamics_kinetic(jn_dynamics *d) {
  JNI_ASSERT(d);
  return jn_get_kinetic(d->system, d->work);
}

double jn_dynamics_potential(jn_dynamics *d) {
  JNI_ASSERT(d);
  jni_dynamics_force(d);
  return jn_get_potential(d->system, d->work);
}
