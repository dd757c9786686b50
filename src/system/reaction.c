// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reaction.c - the force and torque of a joint on a body: those of its own rows (of a joint of the tree: what the bodies beyond it need), and what
// rows of coordinates do along its coordinates.
//
// A driver, gear, coupling ... is a row sum_k factor_k c_k = ... over coordinates of joints. Along each it acts with
//   Q_k = -scale factor_k lambda        on the bodies of that joint with J_k' Q_k
// a torque about its axis or a force along it, opposite on its two bodies. It is counted in the joint, so that the equations of Newton and Euler
// hold for every body with the reactions of its joints and the forces on it.
#include "kernel/vec3.h"
#include "system/system.h"

// ---- who acts on whom -------------------------------------------------------------------------------

// The joint that feels a term; -1: none other than the row's own.
static int joint_of(const jn_system *system, const jni_primitive *p, int term) {
  int joint = system->coordinates[system->terms[p->term_at + term].coordinate].joint;
  return joint == p->joint ? -1 : joint;
}

static void count_actions(jn_system *system) {
  for (int i = system->primitive_at[JNI_COORDINATES]; i < system->primitive_at[JNI_COORDINATE_RATES + 1]; i++)
    for (int k = 0; k < system->primitives[i].nterms; k++) {
      int joint = joint_of(system, &system->primitives[i], k);
      if (joint >= 0) system->action_at[joint + 1]++;
    }
  for (int j = 0; j < system->model->njoints; j++) system->action_at[j + 1] += system->action_at[j];
}

// Leaves action_at one joint further.
static void fill_actions(jn_system *system) {
  for (int i = system->primitive_at[JNI_COORDINATES]; i < system->primitive_at[JNI_COORDINATE_RATES + 1]; i++)
    for (int k = 0; k < system->primitives[i].nterms; k++) {
      const jni_primitive *p = &system->primitives[i];
      const jni_primitive_term *term = &system->terms[p->term_at + k];
      int joint = joint_of(system, p, k);
      if (joint >= 0) system->actions[system->action_at[joint]++] = (jni_action){p->row, term->coordinate, p->scale * term->factor};
    }
}

bool jni_system_build_actions(jn_system *system) {
  int n = system->model->njoints;
  system->action_at = jni_alloc0(system->alloc, (size_t)n + 1, sizeof(int));
  if (!system->action_at) return false;
  count_actions(system);
  system->actions = jni_alloc0(system->alloc, (size_t)system->action_at[n], sizeof *system->actions);
  if (!system->actions) return false;
  fill_actions(system);
  for (int j = n; j > 0; j--) system->action_at[j] = system->action_at[j - 1];
  system->action_at[0] = 0;
  return true;
}

// ---- rows ---------------------------------------------------------------------------------------------

// g -= G' lambda over the `rows` rows from `first` on, of one group, in the columns of body b.
static void add_rows(const jn_system *system, const jn_work *work, int first, int rows, int b, const double *lambda, double g[JNI_WIDEST]) {
  const jni_pattern *pattern = &system->rows;
  int group = 0, width = system->width[b];
  while (group < pattern->ngroups && pattern->group_at[group] != first) group++;
  if (rows == 0 || group == pattern->ngroups) return;
  for (int e = pattern->entry_at[group]; e < pattern->entry_at[group + 1]; e++) {
    if (pattern->entry_block[e] != b - 1) continue;
    const double *G = work->body_G + pattern->entry_value[e];
    for (int r = 0; r < rows; r++)
      for (int i = 0; i < width; i++) g[i] -= G[r * width + i] * lambda[first + r];
  }
}

static void add_actions(const jn_system *system, const jn_work *work, int joint, int end, const double *lambda, double g[JNI_WIDEST]) {
  for (int i = system->action_at[joint]; i < system->action_at[joint + 1]; i++) {
    const jni_action *action = &system->actions[i];
    const double *J = work->coordinates[action->coordinate].J[end];
    for (int k = 0; k < system->coordinates[action->coordinate].side[end].width; k++) g[k] -= action->factor * lambda[action->row] * J[k];
  }
}

// ---- on a body -------------------------------------------------------------------------------------------

// The force and, about the centre of mass, the torque that generalised forces of a body mean: in natural coordinates sum R_k x g_k.
static void wrench_of(const jn_system *system, const jni_motion *body, int b, const double *g, double force[3], double torque[3]) {
  int width = system->width[b];
  bool plane = system->model->space == JN_PLANE;
  jnk_zero(force), jnk_zero(torque);
  for (int i = 0; i < (plane ? 2 : 3); i++) force[i] = g[i];
  if (width == 12)
    for (int k = 0; k < 3; k++) {
      const double axis[3] = {body->R[k], body->R[3 + k], body->R[6 + k]};
      double part[3];
      jnk_cross(axis, g + 3 + 3 * k, part);
      jnk_add(torque, part, torque);
    }
  if (width == 4) torque[2] = body->R[0] * g[3] - body->R[3] * g[2];
  if (plane && width == 3) torque[2] = g[2];
  if (width == 6) jnk_mat_vec(body->R, g + 3, torque);
}

// Adds generalised forces g of the body of a frame as a force at its point and a torque about it.
static void add_at(const jn_system *system, const jn_work *work, int frame, const double *g, double force[3], double torque[3]) {
  int b = system->model->frames[frame].body;
  jni_motion body;
  double F[3], T[3], arm[3], moment[3];
  jni_body_motion(system, work, b, &body);
  wrench_of(system, &body, b, g, F, T);
  jni_frame_arm(system, &body, frame, arm);
  jnk_cross(arm, F, moment);
  jnk_sub(T, moment, T);
  jnk_add(force, F, force), jnk_add(torque, T, torque);
}

void jni_joint_reaction(const jn_system *system, jn_work *work, int joint, int end, const double *vdot, const double *lambda, double force[3],
                        double torque[3]) {
  const int *row = system->joint_row + joint, *rate = system->joint_rate + joint;
  int frame = system->model->joints[joint].def.between[end].i, b = system->model->frames[frame].body;
  double g[JNI_WIDEST] = {0};
  jnk_zero(force), jnk_zero(torque);
  if (b == 0) return;
  if (system->tree && system->tree->cut[joint] == JNI_CUT_NO) {
    jni_tree_reaction(system, work, joint, end, vdot, lambda, force, torque);
  } else {
    add_rows(system, work, row[0], row[1] - row[0], b, lambda, g);
    add_rows(system, work, rate[0], rate[1] - rate[0], b, lambda, g);
  }
  add_actions(system, work, joint, end, lambda, g);
  add_at(system, work, frame, g, force, torque);
}
