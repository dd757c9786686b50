// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tree_lambda.c - multipliers of joints of the spanning tree. Such a joint has no constraint equations, but
// tree_reaction.c computes its force and torque on the link. The multipliers of the equations that it would have as a
// cut joint solve
//   G' lambda = -(force, torque on the link)        G: rows of the joint, columns of the link's body
// The equations are built as for any other system, in memory on the stack.
#include <math.h>

#include "kernel/vec3.h"
#include "system/tree/joint_rows.h"
#include "system/work.h"

enum { ROWS = JNI_MAX_JOINT_ROWS, WIDTH = 6 };

void jni_rows_of_joint_build(const jn_system *system, int joint, jni_rows_of_joint *r) {
  r->none = (jni_pool){.alloc = system->alloc};
  r->builder = (jni_row_builder){.model = system->model,
                                 .pool = &r->none,
                                 .width = system->width,
                                 .joint = joint,
                                 .primitives = r->primitives,
                                 .capacity_primitives = ROWS,
                                 .terms = r->terms,
                                 .capacity_terms = JNI_MAX_JOINT_TERMS,
                                 .coordinates = r->coordinates,
                                 .capacity_coordinates = JNI_MAX_COORDINATES,
                                 .agreements = r->agreements,
                                 .capacity_agreements = ROWS};
  system->model->joints[joint].kind->build(&r->builder);
}

// Sets the indices in G of the primitives: first come the rows of the first end, then those of the second. Bodies of
// links with joints are no particles, so all have the same width.
static void set_G_indices(jni_rows_of_joint *r, int width) {
  for (int i = 0; i < r->builder.nprimitives; i++) {
    jni_primitive *p = &r->primitives[i];
    for (int end = 0; end < 2; end++) {
      p->side[end].value = (end * ROWS + p->row) * width;
      for (int k = 0; k < p->nterms; k++) r->terms[p->term_at + k].value[end] = p->side[end].value;
    }
  }
}

static void calc_rows(const jn_system *system, const jn_work *work, jni_rows_of_joint *r, double *G) {
  bool plane = system->model->space == JN_PLANE;
  jni_coordinate_state states[JNI_MAX_COORDINATES] = {{0}};
  double phi[ROWS], nu[ROWS];
  const jni_primitive_input in = {.terms = r->terms,
                                  .coordinates = states,
                                  .coordinate_list = r->coordinates,
                                  .body2 = work->body2,
                                  .body3 = work->body3};
  for (int i = 0; i < r->builder.ncoordinates; i++) {
    if (plane) jni_coordinate_plane(&r->coordinates[i], work->body2, false, &states[i]);
    else jni_coordinate_space(&r->coordinates[i], work->body3, work->t, work->s, false, &states[i]);
  }
  for (int i = 0; i < r->builder.nprimitives; i++) {
    const jni_primitive *p = &r->primitives[i];
    (plane ? jni_primitive_plane : jni_primitive_space)[p->kind].position(p, 1, &in, phi, nu, G);
  }
}

// ---- G' x = b -------------------------------------------------------------------------------------------------------

static double dot(int n, const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

// Writes to x the solution of rows' x = b in the least-squares sense, by modified Gram-Schmidt with two passes. rows: m
// x n, overwritten. b is in the span of the rows except for rounding.
static void solve(int m, int n, double *rows, const double *b, double *x) {
  double R[ROWS][ROWS] = {{0}};
  for (int i = 0; i < m; i++) {
    double *row = rows + i * n;
    for (int pass = 0; pass < 2; pass++)
      for (int k = 0; k < i; k++) {
        double part = dot(n, rows + k * n, row);
        R[k][i] += part;
        for (int c = 0; c < n; c++) row[c] -= part * rows[k * n + c];
      }
    R[i][i] = sqrt(dot(n, row, row));
    for (int c = 0; c < n; c++) row[c] /= R[i][i];
  }
  for (int i = m - 1; i >= 0; i--) {
    x[i] = dot(n, rows + i * n, b);
    for (int k = i + 1; k < m; k++) x[i] -= R[i][k] * x[k];
    x[i] /= R[i][i];
  }
}

// ---- multipliers ---------------------------------------------------------------------------------------------------

double jni_tree_lambda(const jn_system *system, jn_work *work, int joint, int i, const double *vdot,
                       const double *lambda) {
  const jni_link *link = jni_tree_link_of_joint(system, joint);
  int width = system->width[link->body], end = link->reversed ? 0 : 1;
  jni_rows_of_joint r = {0};
  double G[2 * ROWS * WIDTH] = {0}, force[3], torque[3], b[WIDTH], x[ROWS];
  jni_rows_of_joint_build(system, joint, &r);
  set_G_indices(&r, width);
  calc_rows(system, work, &r, G);
  jni_tree_wrench(system, work, link, vdot, lambda, force, torque);
  if (width == WIDTH) jnk_mat_t_vec(work->body3[link->body].R, torque, b + 3);
  else b[2] = torque[2];
  for (int k = 0; k < width - (width == WIDTH ? 3 : 1); k++) b[k] = force[k];
  for (int k = 0; k < width; k++) b[k] = -b[k];
  solve(r.builder.rows, width, G + end * ROWS * width, b, x);
  return x[i];
}

bool jni_tree_row_is_angle(const jn_system *system, int joint, int i) {
  jni_rows_of_joint r = {0};
  jni_rows_of_joint_build(system, joint, &r);
  const jni_primitive *p = r.primitives;
  while (i >= p->row + jni_primitive_rows(p->kind, system->model->space)) p++;
  return jni_primitive_is_angle(p, r.coordinates, r.terms);
}
