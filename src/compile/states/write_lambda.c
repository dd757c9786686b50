// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// write_lambda.c - writes multipliers of joints, including those of the spanning tree. These have no constraint
// equations; their multipliers follow from the wrench of the joint (write_reaction.c) and the equations that the joint
// would have, as in system/tree/tree_lambda.c:
//   sum over the equations of lambda (t, r) = -(force, torque on the link)      about the origin of its base
#include "compile/write.h"
#include "system/reaction.h"
#include "system/system.h"
#include "system/tree/joint_rows.h"

enum { ROWS = JNI_MAX_JOINT_ROWS };

// Returns component i, in ground axes as the engine has it, of the multipliers of coincident points; for other
// equations own[i]. own: the components in the axes of the common ancestor.
static jni_node in_ground_axes(jni_writer *w, const jni_primitive *p, const jni_node *own, int i) {
  const jn_system *system = w->system;
  int link[2];
  if (p->kind != JNI_COINCIDE) return own[i];
  for (int k = 0; k < 2; k++) link[k] = p->side[k].body > 0 ? system->tree->link_of[p->side[k].body] : 0;
  int ancestor = jni_common_ancestor(system, link[0], link[1]);
  if (ancestor == 0) return own[i];
  jni_vec along = jni_vec_zero;
  for (int k = 0; k < (w->plane ? 2 : 3); k++) along.x[k] = own[k];
  jni_body_kinematics at = jni_write_body_kinematics(w, system->tree->links[ancestor].body, 0);
  return jni_mat_times(w->g, &at.R, along).x[i];
}

// ---- joints of the tree -------------------------------------------------------------------------------------------

// Writes the constraint equations that joint `link` of the tree would have if it were not in the tree, into lists of
// their own. Sets of_link to the coefficients of the link in each equation: force and torque about the origin of its
// base. Returns false without memory.
static bool list_rows(jni_writer *w, jni_rows_of_joint *rows, int link, jni_wrench *of_link) {
  jni_writer kept = *w;
  jn_system view = *w->system;
  view.terms = rows->terms;
  view.coordinates = rows->coordinates;
  w->G = jni_ints(&w->pool, (size_t)(ROWS * view.sizes.nv) + 1);
  w->phi = jni_ints(&w->pool, ROWS);
  w->nu = jni_ints(&w->pool, ROWS);
  w->gamma = jni_ints(&w->pool, ROWS);
  w->row_terms = NULL;
  w->nrow_terms = w->row_terms_capacity = 0;
  w->system = &view;
  for (int i = 0; i < rows->builder.nprimitives && !w->pool.failed; i++) jni_write_row(w, &rows->primitives[i]);
  for (int i = 0; i < w->nrow_terms && !w->pool.failed; i++)
    if (w->row_terms[i].link == link) {
      jni_wrench *to = &of_link[w->row_terms[i].row];
      to->f = jni_vec_add(w->g, to->f, w->row_terms[i].t);
      to->n = jni_vec_add(w->g, to->n, w->row_terms[i].r);
    }
  w->system = kept.system;
  w->G = kept.G;
  w->phi = kept.phi;
  w->nu = kept.nu;
  w->gamma = kept.gamma;
  w->row_terms = kept.row_terms;
  w->nrow_terms = kept.nrow_terms;
  w->row_terms_capacity = kept.row_terms_capacity;
  return !w->pool.failed;
}

static jni_node dot(jni_graph *g, const jni_wrench *a, const jni_wrench *b) {
  return jni_plus(g, jni_vec_dot(g, a->f, b->f), jni_vec_dot(g, a->n, b->n));
}

// Writes x, the solution of sum over i of x_i rows_i = b in the least-squares sense, by Gram-Schmidt; rows are changed.
// b is a combination of the rows up to rounding.
static void solve(jni_graph *g, int m, jni_wrench *rows, const jni_wrench *b, jni_node *x) {
  jni_node R[ROWS][ROWS], part[ROWS];
  for (int i = 0; i < m; i++) {
    for (int k = 0; k < i; k++) {
      R[k][i] = jni_times(g, dot(g, &rows[k], &rows[i]), part[k]);
      jni_node less = jni_opposite(g, R[k][i]);
      rows[i].f = jni_vec_add_scaled(g, rows[i].f, less, rows[k].f);
      rows[i].n = jni_vec_add_scaled(g, rows[i].n, less, rows[k].n);
    }
    part[i] = jni_over(g, JNI_ONE, dot(g, &rows[i], &rows[i]));
  }
  for (int i = m - 1; i >= 0; i--) {
    x[i] = jni_times(g, dot(g, &rows[i], b), part[i]);
    for (int k = i + 1; k < m; k++) x[i] = jni_minus(g, x[i], jni_times(g, R[i][k], x[k]));
  }
}

static jni_node of_tree(jni_writer *w, int joint, int row) {
  jni_rows_of_joint rows = {0};
  jni_wrench of_link[ROWS] = {0};  // JNI_ZERO
  jni_node x[ROWS] = {0};
  int link = (int)(jni_tree_link_of_joint(w->system, joint) - w->system->tree->links);
  jni_rows_of_joint_build(w->system, joint, &rows);
  if (!list_rows(w, &rows, link, of_link)) return JNI_ZERO;
  const jni_wrench *F = &w->joint_wrenches[link];
  const jni_wrench b = {jni_vec_negate(w->g, F->f), jni_vec_negate(w->g, F->n)};
  solve(w->g, rows.builder.rows, of_link, &b, x);
  const jni_primitive *p = rows.primitives;
  while (row >= p->row + jni_primitive_rows(p->kind, w->system->model->space)) p++;
  return in_ground_axes(w, p, x + p->row, row - p->row);
}

// ---- multipliers --------------------------------------------------------------------------------------------------

jni_node jni_write_lambda(jni_writer *w, int joint, int row) {
  if (jni_in_tree(w->system, joint)) return of_tree(w, joint, row);
  int at = jni_joint_row(w->system, joint, row);
  const jni_primitive *p = &w->system->primitives[w->system->row_primitive[at]];
  return in_ground_axes(w, p, w->lambda + p->row, at - p->row);
}
