// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// align_joint.c - computes whether the axes of a joint point in equal or opposite directions, and rotates a body so
// that the directions are equal.
#include <math.h>
#include <string.h>

#include "kernel/vec3.h"
#include "model/mirror.h"
#include "system/work.h"

double jni_agreement_calc(const jn_system *system, const jn_work *work, int agreement) {
  const jni_agreement *g = &system->agreements[agreement];
  double a[3], b[3];
  jnk_mat_vec(work->body3[g->side[0].body].R, g->side[0].a, a);
  jnk_mat_vec(work->body3[g->side[1].body].R, g->side[1].a, b);
  double sum = jnk_dot(a, b);
  if (!g->pair) return sum;
  jnk_mat_vec(work->body3[g->side[0].body].R, g->y[0], a);
  jnk_mat_vec(work->body3[g->side[1].body].R, g->y[1], b);
  return sum + jnk_dot(a, b);
}

// Sets the columns of T to the two vectors of an agreement at one end and their cross product, in body axes.
static void pair_triad(const jni_agreement *g, int end, double T[9]) {
  const double *x = g->side[end].a, *y = g->y[end];
  double z[3];
  jnk_cross(x, y, z);
  for (int i = 0; i < 3; i++) {
    T[3 * i] = x[i];
    T[3 * i + 1] = y[i];
    T[3 * i + 2] = z[i];
  }
}

// Sets the columns of T to the joint's axis at one end, its perpendicular and their cross product, in body axes.
static void axis_triad(const jn_system *system, const jni_joint_element *joint, int end, double T[9]) {
  const double *axis = joint->def.axis[end];
  double first[3], second[3];
  jni_mirror_perpendiculars(joint->mirror, axis, first, second);
  const double local[9] = {axis[0], first[0], second[0], axis[1], first[1], second[1], axis[2], first[2], second[2]};
  jnk_mat_mul(system->model->frames[joint->def.between[end].i].R, local, T);
}

static void triad(const jn_system *system, const jni_agreement *g, int end, double T[9]) {
  if (g->pair) pair_triad(g, end, T);
  else axis_triad(system, &system->model->joints[g->joint], end, T);
}

static void body_matrix(const jn_system *system, const double *q, int body, double R[9]) {
  if (system->width[body] == 6) jnk_quat_to_matrix(q + system->q_at[body] + 3, R);
  else if (system->width[body] == 3 && system->model->space == JN_PLANE)
    jnk_mat_from_angle(q[system->q_at[body] + 2], R);
  else jnk_mat_identity(R);
}

static void frame_arm(const jn_system *system, const double *q, int frame, double arm[3]) {
  const jni_frame *f = &system->model->frames[frame];
  double p[3], R[9];
  jnk_sub(f->p, system->model->bodies[f->body].com, p);
  body_matrix(system, q, f->body, R);
  jnk_mat_vec(R, p, arm);
}

void jni_place_end(const jn_system *system, int joint, int end, const bool *held, double *q) {
  const jni_joint_element *j = &system->model->joints[joint];
  int own = j->def.between[end].i, other = j->def.between[1 - end].i;
  int body = system->model->frames[own].body, base = system->model->frames[other].body;
  int dimensions = system->model->space == JN_PLANE ? 2 : 3;
  double mine[3], theirs[3];
  frame_arm(system, q, own, mine);
  frame_arm(system, q, other, theirs);
  for (int k = 0; k < dimensions; k++) {
    double at = base > 0 ? q[system->q_at[base] + k] : 0;
    if (!held || !held[k]) q[system->q_at[body] + k] = at + theirs[k] - mine[k];
  }
}

static bool align_space(const jn_system *system, int joint, int end, double *q) {
  const jni_joint_element *j = &system->model->joints[joint];
  int body = system->model->frames[j->def.between[end].i].body,
      base = system->model->frames[j->def.between[1 - end].i].body;
  const jni_agreement *g = NULL;
  for (int i = 0; i < system->nagreements && !g; i++)
    if (system->agreements[i].joint == joint) g = &system->agreements[i];
  if (!g || system->width[body] < 6) return false;
  double own[9], other[9], R[9], turned[9], out[9];
  triad(system, g, end, own);
  triad(system, g, 1 - end, other);
  body_matrix(system, q, base, R);
  jnk_mat_mul(R, other, turned);
  jnk_mat_mul_t(turned, own, out);
  jnk_matrix_to_quat(out, q + system->q_at[body] + 3);
  return true;
}

static bool align_plane(const jn_system *system, int joint, int end, double *q) {
  int at = system->primitive_at[JNI_RELATIVE_ANGLE], last = system->primitive_at[JNI_RELATIVE_ANGLE + 1];
  for (; at < last; at++) {
    const jni_primitive *p = &system->primitives[at];
    int body = p->side[end].body, base = p->side[1 - end].body;
    if (p->joint != joint || system->width[body] < 3) continue;
    double theta = base > 0 ? q[system->q_at[base] + 2] : 0;
    q[system->q_at[body] + 2] = theta + jnk_remainder(end == 1 ? p->constant[0] : -p->constant[0], 2 * JNK_PI);
    return true;
  }
  return false;
}

bool jni_align_end(const jn_system *system, int joint, int end, double *q) {
  bool done =
      system->model->space == JN_PLANE ? align_plane(system, joint, end, q) : align_space(system, joint, end, q);
  if (done) jni_place_end(system, joint, end, NULL, q);
  return done;
}
