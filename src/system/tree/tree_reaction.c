// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tree_reaction.c - reactions of the joints of a spanning tree: the sum of M a - f + G' lambda over the bodies after
// the joint, as a force and a torque about the point of an end. G and lambda are those of the cut joints.
#include <string.h>

#include "kernel/vec3.h"
#include "system/coordinates/body_level.h"
#include "system/motion.h"
#include "system/tree/joint_links.h"

// Returns the JNI_BEYOND sums of a link over the bodies after its joint, in the work: force, torque about the link's
// centre of mass, and the position of that point; ground axes.
static double *beyond(jn_work *work, int link) { return work->beyond + (size_t)link * JNI_BEYOND; }

// Adds generalised forces g of a link's body to the force and torque sums of the link.
static void add(const jn_system *system, jn_work *work, int link, const double *g) {
  bool plane = system->model->space == JN_PLANE;
  int body = system->tree->links[link].body;
  double *sum = beyond(work, link), torque[3] = {0};
  if (plane && system->width[body] == 3) torque[2] = g[2];
  if (system->width[body] == 6) jnk_mat_vec(work->body3[body].R, g + 3, torque);
  for (int i = 0; i < (plane ? 2 : 3); i++) sum[i] += g[i];
  for (int i = 0; i < 3; i++) sum[3 + i] += torque[i];
}

// Sets the sums of a link to M a - f of its own body, with a its acceleration and f the force on it; vdot NULL: to
// zero.
static void init_sums(const jn_system *system, jn_work *work, int link, const double *vdot) {
  int body = system->tree->links[link].body, n = system->width[body];
  jni_motion m;
  double g[JNI_WIDEST], *sum = beyond(work, link);
  jni_body_motion(system, work, body, &m);
  memset(sum, 0, 6 * sizeof *sum);
  jnk_copy(m.r, sum + 6);
  if (!vdot) return;
  const double *M = system->mass + system->rows.mass_at[body - 1], *a = vdot + system->v_at[body],
               *f = work->body_f + system->v_at[body];
  for (int i = 0; i < n; i++) {
    g[i] = -f[i];
    for (int k = 0; k < n; k++) g[i] += M[i * n + k] * a[k];
  }
  add(system, work, link, g);
}

// Adds to the sums of a link the part of G' lambda of one group of constraint equations that acts on its body; `entry`:
// the body's entry in the group.
static void add_rows(const jn_system *system, jn_work *work, int group, int entry, const double *lambda) {
  const jni_pattern *rows = &system->rows;
  int body = rows->entry_block[entry] + 1, n = system->width[body];
  const double *G = work->body_G + rows->entry_value[entry];
  double g[JNI_WIDEST] = {0};
  for (int r = rows->group_at[group]; r < rows->group_at[group + 1]; r++) {
    for (int i = 0; i < n; i++) g[i] += G[i] * lambda[r];
    G += n;
  }
  add(system, work, system->tree->link_of[body], g);
}

// Converts the sums of a link to a torque about another point, ground axes, and writes that to `torque`.
static void torque_about(const double *sum, const double point[3], double torque[3]) {
  double arm[3], moment[3];
  jnk_sub(sum + 6, point, arm);
  jnk_cross(arm, sum, moment);
  jnk_add(sum + 3, moment, torque);
}

// Adds to the sums of a link with one speed the force or torque that accelerates its rotor (armature); does nothing
// without armature.
static void add_rotor(const jn_system *system, jn_work *work, int link, const double *vdot) {
  const jni_link *l = &system->tree->links[link];
  double S[6] = {0}, *sum = beyond(work, link);
  if (l->nv != 1 || !(system->tree->armature[l->v_at] > 0)) return;
  double load = system->tree->armature[l->v_at] * vdot[l->v_at];
  if (system->model->space == JN_PLANE) {
    const double *column = jni_plane_states(work)[link].S[0];
    S[0] = column[0];
    S[1] = column[1];
    S[5] = column[2];
  } else {
    memcpy(S, jni_space_states(work)[link].S[0], sizeof S);
  }
  int at = l->kind == JNI_LINK_REVOLUTE ? 3 : 0;  // a torque about the axis, or a force along it
  for (int k = 0; k < 3; k++) sum[at + k] += load * S[at + k];
}

// Sets the sums of all links, from the leaves to the root. Links have larger numbers than their parents.
static void calc_sums(const jn_system *system, jn_work *work, const double *vdot, const double *lambda) {
  const jni_tree *tree = system->tree;
  const jni_pattern *rows = &system->rows;
  const double *accelerations = vdot ? jni_body_acceleration(system, work, vdot) : NULL;
  for (int i = 1; i < tree->nlinks; i++) init_sums(system, work, i, accelerations);
  for (int g = 0; g < rows->ngroups; g++)
    for (int e = rows->entry_at[g]; e < rows->entry_at[g + 1]; e++) add_rows(system, work, g, e, lambda);
  for (int i = tree->nlinks - 1; i > 0; i--) {
    int parent = tree->links[i].parent;
    double *to = beyond(work, parent), torque[3];
    if (parent == 0) continue;
    torque_about(beyond(work, i), to + 6, torque);
    for (int k = 0; k < 3; k++) {
      to[k] += beyond(work, i)[k];
      to[3 + k] += torque[k];
    }
  }
  // A rotor applies opposite loads to both bodies of its joint: its load belongs to the sums of its own link, not to
  // those of the parent.
  for (int i = 1; i < tree->nlinks && vdot && tree->has_armature; i++) add_rotor(system, work, i, vdot);
}

static bool is_equal(const double *a, const double *b, int n) {
  return n == 0 || memcmp(a, b, (size_t)n * sizeof *a) == 0;
}

// Computes the sums of all links (calc_sums), unless stages, vdot and lambda are those of the previous call. vdot NULL:
// the sums contain G' lambda only.
static void update_sums(const jn_system *system, jn_work *work, const double *vdot, const double *lambda) {
  int nv = system->sizes.nv, nc = system->sizes.nc;
  bool rows = vdot == NULL;
  if (work->beyond_stamp == work->stamp && work->beyond_rows == rows &&
      (rows || is_equal(work->beyond_vdot, vdot, nv)) && is_equal(work->beyond_lambda, lambda, nc))
    return;
  calc_sums(system, work, vdot, lambda);
  work->beyond_rows = rows;
  if (nv > 0 && !rows) memcpy(work->beyond_vdot, vdot, (size_t)nv * sizeof *vdot);
  if (nc > 0) memcpy(work->beyond_lambda, lambda, (size_t)nc * sizeof *lambda);
  work->beyond_stamp = work->stamp;
}

const jni_link *jni_tree_link_of_joint(const jn_system *system, int joint) {
  const jni_tree *tree = system->tree;
  const jn_joint_def *def = &system->model->joints[joint].def;
  int second = tree->link_of[system->model->frames[def->between[1].i].body];
  return &tree->links[tree->links[second].joint == joint
                          ? second
                          : tree->link_of[system->model->frames[def->between[0].i].body]];
}

void jni_tree_wrench(const jn_system *system, jn_work *work, const jni_link *link, const double *vdot,
                     const double *lambda, double force[3], double torque[3]) {
  update_sums(system, work, vdot, lambda);
  const double *sum = beyond(work, (int)(link - system->tree->links));
  jnk_copy(sum, force);
  jnk_copy(sum + 3, torque);
}

void jni_tree_reaction(const jn_system *system, jn_work *work, int joint, int end, const double *vdot,
                       const double *lambda, double force[3], double torque[3]) {
  const jni_link *link = jni_tree_link_of_joint(system, joint);
  int frame = system->model->joints[joint].def.between[end].i, body = system->model->frames[frame].body;
  jni_motion at;
  jnk_zero(force);
  jnk_zero(torque);
  if (body == 0) return;
  update_sums(system, work, vdot, lambda);
  const double *sum = beyond(work, (int)(link - system->tree->links));
  double sign = body == link->body ? 1 : -1;
  jni_frame_motion(system, work, frame, &at);
  torque_about(sum, at.r, torque);
  jnk_scale(sign, sum, force);
  jnk_scale(sign, torque, torque);
}
