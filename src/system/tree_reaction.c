// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tree_reaction.c - reactions of the joints of a spanning tree: what the bodies beyond the joint need besides their forces and the rows of cut
// joints, sum of M a - f + G' lambda over them, as a force and a torque about the end's point.
#include "kernel/vec3.h"
#include "system/system.h"

typedef struct {
  double force[3], torque[3];  // ground axes, about `point`
  double point[3];
} wrench;

// Adds generalised forces g of a body.
static void add(const jn_system *system, const jn_work *work, int body, const double *g, wrench *sum) {
  bool plane = system->model->space == JN_PLANE;
  jni_motion m;
  double force[3] = {g[0], g[1], plane ? 0 : g[2]}, torque[3] = {0}, arm[3], moment[3];
  jni_body_motion(system, work, body, &m);
  if (plane && system->width[body] == 3) torque[2] = g[2];
  if (system->width[body] == 6) jnk_mat_vec(m.R, g + 3, torque);
  jnk_sub(m.r, sum->point, arm);
  jnk_cross(arm, force, moment);
  jnk_add(torque, moment, torque);
  jnk_add(sum->force, force, sum->force);
  jnk_add(sum->torque, torque, sum->torque);
}

// M a - f of one body.
static void add_inertia(const jn_system *system, const jn_work *work, int body, const double *vdot, wrench *sum) {
  const double *M = system->mass + system->rows.mass_at[body - 1], *a = vdot + system->v_at[body], *f = work->body_f + system->v_at[body];
  int n = system->width[body];
  double g[JNI_WIDEST];
  for (int i = 0; i < n; i++) {
    g[i] = -f[i];
    for (int k = 0; k < n; k++) g[i] += M[i * n + k] * a[k];
  }
  add(system, work, body, g, sum);
}

// G' lambda of one row group in the columns of one body.
static void add_rows(const jn_system *system, const jn_work *work, int group, int entry, const double *lambda, wrench *sum) {
  const jni_pattern *rows = &system->rows;
  int body = rows->entry_block[entry] + 1, n = system->width[body];
  const double *G = work->body_G + rows->entry_value[entry];
  double g[JNI_WIDEST] = {0};
  for (int r = rows->group_at[group]; r < rows->group_at[group + 1]; r++, G += n)
    for (int i = 0; i < n; i++) g[i] += G[i] * lambda[r];
  add(system, work, body, g, sum);
}

static const jni_link *link_of_joint(const jn_system *system, int joint) {
  const jni_tree *tree = system->tree;
  const jn_joint_def *def = &system->model->joints[joint].def;
  int second = tree->link_of[system->model->frames[def->between[1].i].body];
  return &tree->links[tree->links[second].joint == joint ? second : tree->link_of[system->model->frames[def->between[0].i].body]];
}

// Links beyond the joint follow each other, from its own on.
static int last_beyond(const jni_tree *tree, int first) {
  int last = first + 1;
  while (last < tree->nlinks && tree->links[last].parent >= first) last++;
  return last;
}

void jni_tree_reaction(const jn_system *system, jn_work *work, int joint, int end, const double *vdot, const double *lambda, double force[3],
                       double torque[3]) {
  const jni_tree *tree = system->tree;
  const jni_pattern *rows = &system->rows;
  const jni_link *link = link_of_joint(system, joint);
  int frame = system->model->joints[joint].def.between[end].i, first = (int)(link - tree->links), last = last_beyond(tree, first);
  jni_motion at;
  wrench sum = {0};
  jnk_zero(force), jnk_zero(torque);
  if (system->model->frames[frame].body == 0) return;
  jni_frame_motion(system, work, frame, &at);
  jnk_copy(at.r, sum.point);
  const double *accelerations = jni_body_acceleration(system, work, vdot);
  for (int i = first; i < last; i++) add_inertia(system, work, tree->links[i].body, accelerations, &sum);
  for (int g = 0; g < rows->ngroups; g++)
    for (int e = rows->entry_at[g]; e < rows->entry_at[g + 1]; e++) {
      int i = tree->link_of[rows->entry_block[e] + 1];
      if (i >= first && i < last) add_rows(system, work, g, e, lambda, &sum);
    }
  double sign = system->model->frames[frame].body == link->body ? 1 : -1;
  jnk_scale(sign, sum.force, force), jnk_scale(sign, sum.torque, torque);
}
