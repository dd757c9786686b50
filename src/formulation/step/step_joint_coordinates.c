// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_joint_coordinates.c - terms of joint coordinates in the matrix of the index-3 family. See step_formulation.h.
//
// M a and the bias depend on q and v: C and K are the derivatives of f - M a with the forces of elements held constant
// (joint_*_tangent.c). a and v follow the step d, and an increment at the end of a rotation or twist changes d by X
// instead of 1:
//   W = (m M + gamma h C) X + beta h^2 K,     X = dd/ddelta:   rotation Jr(d_w)^-1; twist exp(d_w / 2),
//                                                              [d_v] / 2 by d_w
#include <math.h>
#include <string.h>

#include "formulation/step/step_formulation.h"
#include "kernel/vec3.h"
#include "system/coordinates/body_level.h"
#include "system/system.h"

// Computes X - 1 of a free body in the plane; X: the derivative of the step d by an increment at its end. d: step of
// the body (x, y, angle).
static void twist_in_plane(const double *d, double X[6][6]) {
  double c, s;
  jnk_sincos(0.5 * d[2], &s, &c);
  X[0][0] = X[1][1] = c - 1;
  X[0][1] = -s;
  X[1][0] = s;
  X[0][2] = 0.5 * d[1];
  X[1][2] = -0.5 * d[0];
}

static void put(const double block[9], bool less_one, int row, int column, double X[6][6]) {
  for (int i = 0; i < 9; i++) X[row + i / 3][column + i % 3] = block[i] - (less_one && i % 4 == 0);
}

// Computes X - 1 of a spherical or free link; X: the derivative of the step d by an increment at its end. d: step of
// the link, whose last three elements, from index `at`, are its rotation.
static void turn_in_space(const double *d, int at, double X[6][6]) {
  double J[9], back[3], half[3], turn[4], R[9];
  jnk_scale(-1, d + at, back);
  jnk_so3_left_jacobian_inverse(back, J);  // inverse of the right Jacobian of d
  put(J, true, at, at, X);
  if (at == 0) return;
  jnk_scale(0.5, d + at, half);
  jnk_quat_from_rotation_vector(half, turn);
  jnk_quat_to_matrix(turn, R);
  put(R, true, 0, 0, X);
  jnk_scale(0.5, d, half);
  jnk_skew(half, R);
  put(R, false, 0, 3, X);
}

// Adds (m M + damping C) (X - 1) to W, the block of a component of the tree, for the columns of one link; X: the
// derivative of the step d by an increment at its end, m = f->mass_part.
static void add_curved(jni_step *f, int link, double damping, double *W) {
  const jn_system *system = f->base.system;
  const jni_tree_ops *ops = system->kind->tree;
  const jni_link *l = &system->tree->links[link];
  int b = system->tree->component_of[link], first = system->tree->component_v[b],
      n = system->tree->component_v[b + 1] - first, at = l->v_at - first;
  const double *M = jni_mass(system, f->base.work) + system->pattern.mass_at[b];
  double X[6][6] = {{0}};
  if (system->model->space == JN_PLANE) twist_in_plane(f->d + l->v_at, X);
  else turn_in_space(f->d + l->v_at, l->nv - 3, X);
  for (int k = 0; k < l->nv; k++) {
    double *column = f->scratch;  // of speed k
    jni_branch branch = jni_tree_branch(system->tree, l->v_at + k, 0, -damping);
    for (int i = 0; i < n; i++) column[i] = f->mass_part * M[i * n + at + k];
    ops->vary(system, f->base.work, &branch, f->a);
    ops->vary_collect(system, f->base.work, &branch, &(jni_column){column, 1, first});
    for (int j = 0; j < l->nv; j++)
      for (int i = 0; i < n && X[k][j] != 0; i++) W[i * n + at + j] += column[i] * X[k][j];
  }
}

void jni_step_add_inertia(jni_step *f, double damping, double stiffness, double *forces, const int *at) {
  const jn_system *system = f->base.system;
  const jni_tree *tree = system->tree;
  const jni_tree_ops *ops = system->kind->tree;
  ops->tangent_begin(system, f->base.work, f->a);
  for (int j = 0; j < system->sizes.nv; j++) {
    jni_branch branch = jni_tree_branch(tree, j, -stiffness, -damping);
    int b = tree->component_of[branch.link], first = tree->component_v[b], n = tree->component_v[b + 1] - first;
    ops->vary(system, f->base.work, &branch, f->a);
    ops->vary_collect(system, f->base.work, &branch, &(jni_column){forces + at[b] + j - first, n, first});
  }
  for (int i = 1; i < tree->nlinks && system->curved; i++) {
    const jni_link *l = &tree->links[i];
    if (l->kind == JNI_LINK_SPHERICAL || l->kind == JNI_LINK_FREE)
      add_curved(f, i, damping, forces + at[tree->component_of[i]]);
  }
}
