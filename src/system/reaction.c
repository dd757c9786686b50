// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reaction.c - force and torque of a joint on a body: the reaction of its own constraint equations (for a joint of the
// tree from the balance of the bodies beyond it), and the forces of other equations along its coordinates.
//
// A driver, gear or coupling is an equation sum_k factor_k c_k = ... over coordinates of joints. On each it acts with
//   Q_k = -scale factor_k lambda        on the bodies of that joint with J_k' Q_k
// a torque about its axis or a force along it, opposite on its two bodies. It is added to the reaction of that joint,
// so that the equations of Newton and Euler hold for every body with the reactions of its joints and the forces on it.
// Teeth (teeth.c) act along the coordinates by a force at their pitch point; the reactions of the joints contain this
// force in place of the torque.
#include "system/reaction.h"
#include "kernel/vec3.h"
#include "system/motion.h"
#include "system/system_build.h"
#include "system/work.h"

// ---- actions of equations on other joints -----------------------------------------------------------

typedef void action_visit(jn_system *system, int joint, const jni_action *action);

// Calls `visit` for each term of an equation over joint coordinates (driver, gear, coupling) whose coordinate belongs
// to a joint other than that of the equation.
static void each_term(jn_system *system, action_visit *visit) {
  for (int i = system->primitive_at[JNI_COORDINATES]; i < system->primitive_at[JNI_COORDINATE_RATES + 1]; i++)
    for (int k = 0; k < system->primitives[i].nterms; k++) {
      const jni_primitive *p = &system->primitives[i];
      const jni_primitive_term *term = &system->terms[p->term_at + k];
      const jni_coordinate *c = &system->coordinates[term->coordinate];
      int joint = c->function ? system->coordinates[c->of].joint : c->joint;
      if (joint != p->joint)
        visit(system, joint, &(jni_action){p->row, term->coordinate, p->joint, p->scale * term->factor});
    }
}

// Calls `visit` for each joint whose reaction contains the force of gear teeth. The factor of the action is 1 if this
// is the force on the second gear, -1 if it is the opposite force on the first gear.
static void each_tooth(jn_system *system, action_visit *visit) {
  for (int j = 0; j < system->model->njoints && system->mesh_of; j++) {
    const jni_gear_mesh *mesh = &system->meshes[system->mesh_of[j]];
    for (int k = 0; k < mesh->njoints && jni_has_teeth(&system->model->joints[j]); k++)
      visit(system, mesh->joints[k].joint,
            &(jni_action){system->joint_row[j], -1, j, mesh->joints[k].end_a == 0 ? -1 : 1});
  }
}

static void count(jn_system *system, int joint, const jni_action *action) {
  (void)action;
  system->action_at[joint + 1]++;
}

// Stores an action of a joint in system->actions and increases action_at[joint]. While actions are stored,
// action_at[joint] is the next free place; afterwards it is the end of the joint's actions.
static void put(jn_system *system, int joint, const jni_action *action) {
  system->actions[system->action_at[joint]++] = *action;
}

bool jni_system_build_actions(jn_system *system) {
  int n = system->model->njoints;
  system->action_at = jni_ints(&system->pool, (size_t)n + 1);
  if (system->pool.failed) return false;
  each_term(system, count);
  each_tooth(system, count);
  for (int j = 0; j < n; j++) system->action_at[j + 1] += system->action_at[j];
  system->actions = jni_take(&system->pool, (size_t)system->action_at[n], sizeof *system->actions);
  if (system->pool.failed) return false;
  each_term(system, put);
  each_tooth(system, put);
  for (int j = n; j > 0; j--) system->action_at[j] = system->action_at[j - 1];
  system->action_at[0] = 0;
  return true;
}

// ---- rows ---------------------------------------------------------------------------------------------

// Adds to g, the generalised forces on body b, the reaction -G' lambda of `rows` rows from `first` on, which are all of
// one group; nothing if no group begins at `first`.
static void add_rows(const jn_system *system, const jn_work *work, int first, int rows, int b, const double *lambda,
                     double g[JNI_WIDEST]) {
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

static void add_actions(const jn_system *system, const jn_work *work, int joint, int end, const double *lambda,
                        double g[JNI_WIDEST]) {
  for (int i = system->action_at[joint]; i < system->action_at[joint + 1]; i++) {
    const jni_action *action = &system->actions[i];
    if (action->coordinate < 0) continue;
    const double *J = work->coordinates[action->coordinate].J[end];
    for (int k = 0; k < system->coordinates[action->coordinate].side[end].width; k++)
      g[k] -= action->factor * lambda[action->row] * J[k];
  }
}

// Adds to g, the generalised forces on the body at an end of a joint, the forces of actuators of inverse dynamics that
// act along coordinates of this joint.
static void add_pushes(const jn_system *system, const jn_work *work, int joint, int end, double g[JNI_WIDEST]) {
  for (int c = 0; work->pushed && c < system->ncoordinates; c++) {
    jni_coordinate_state state;
    if (work->pushed[c] == 0 || system->coordinates[c].joint != joint) continue;
    jni_coordinate_calc(system, work, c, &state);
    for (int k = 0; k < system->coordinates[c].side[end].width; k++) g[k] += work->pushed[c] * state.J[end][k];
  }
}

// ---- forces on a body ------------------------------------------------------------------------------------

// Writes to `force` and `torque` the force and the torque about the centre of mass, ground axes, that generalised
// forces g of body b represent; in natural coordinates the torque is sum R_k x g_k.
static void wrench_of(const jn_system *system, const jni_motion *body, int b, const double *g, double force[3],
                      double torque[3]) {
  int width = system->width[b];
  bool plane = system->model->space == JN_PLANE;
  jnk_zero(force);
  jnk_zero(torque);
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

// Adds to `force` and `torque` the force and the torque about the frame's point, ground axes, that generalised forces g
// of the body of a frame represent.
static void add_at(const jn_system *system, const jn_work *work, int frame, const double *g, double force[3],
                   double torque[3]) {
  int b = system->model->frames[frame].body;
  jni_motion body;
  double F[3], T[3], arm[3], moment[3];
  jni_body_motion(system, work, b, &body);
  wrench_of(system, &body, b, g, F, T);
  jni_frame_arm(system, &body, frame, arm);
  jnk_cross(arm, F, moment);
  jnk_sub(T, moment, T);
  jnk_add(force, F, force);
  jnk_add(torque, T, torque);
}

// Adds the reaction of the joint's own equations on the body of one end. For cut joints adds it to the generalised
// forces g; for a joint of the tree adds the reaction from the balance of the bodies beyond it to `force` and `torque`.
static void add_own(const jn_system *system, jn_work *work, int joint, int end, const double *vdot,
                    const double *lambda, double g[JNI_WIDEST], double force[3], double torque[3]) {
  const int *row = system->joint_row + joint, *rate = system->joint_rate + joint;
  int b = system->model->frames[system->model->joints[joint].def.between[end].i].body;
  if (system->tree && system->tree->cut[joint] == JNI_CUT_NO) {
    jni_tree_reaction(system, work, joint, end, vdot, lambda, force, torque);
  } else {
    add_rows(system, work, row[0], row[1] - row[0], b, lambda, g);
    add_rows(system, work, rate[0], rate[1] - rate[0], b, lambda, g);
  }
}

void jni_joint_reaction(const jn_system *system, jn_work *work, int joint, int end, const double *vdot,
                        const double *lambda, double force[3], double torque[3]) {
  int frame = system->model->joints[joint].def.between[end].i;
  double g[JNI_WIDEST] = {0};
  jnk_zero(force);
  jnk_zero(torque);
  if (system->model->frames[frame].body == 0) return;
  add_own(system, work, joint, end, vdot, lambda, g, force, torque);
  add_actions(system, work, joint, end, lambda, g);
  add_pushes(system, work, joint, end, g);
  add_at(system, work, frame, g, force, torque);

  // Adds the tooth forces that act through this joint, and their moments about the end's point.
  for (int i = system->action_at[joint]; i < system->action_at[joint + 1]; i++) {
    const jni_action *action = &system->actions[i];
    double F[3], P[3], arm[3], moment[3], factor = end == 1 ? action->factor : -action->factor;
    jni_motion at;
    if (action->coordinate >= 0) continue;
    jni_tooth_force(system, work, action->joint, lambda, F);
    jni_pitch_point(system, work, action->joint, P);
    jni_frame_motion(system, work, system->model->joints[joint].def.between[end].i, &at);
    jnk_sub(P, at.r, arm);
    jnk_cross(arm, F, moment);
    jnk_add_scaled(force, factor, F, force);
    jnk_add_scaled(torque, factor, moment, torque);
  }
}

void jni_joint_own_reaction(const jn_system *system, jn_work *work, int joint, const double *vdot, const double *lambda,
                            double force[3], double torque[3]) {
  const jn_frame *between = system->model->joints[joint].def.between;
  int end = system->model->frames[between[1].i].body > 0 ? 1 : 0;
  double g[JNI_WIDEST] = {0}, arm[3], moment[3];
  jni_motion here, other;
  jnk_zero(force);
  jnk_zero(torque);
  if (system->model->frames[between[end].i].body == 0) return;
  add_own(system, work, joint, end, vdot, lambda, g, force, torque);
  add_at(system, work, between[end].i, g, force, torque);
  jni_frame_motion(system, work, between[end].i, &here);
  jni_frame_motion(system, work, between[1 - end].i, &other);
  jnk_sub(here.r, other.r, arm);
  jnk_cross(arm, force, moment);
  jnk_add_scaled(torque, 0.5, moment, torque);
}
