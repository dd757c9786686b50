// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// force_tangent.h - exact derivatives of the forces of one element.
#ifndef JNI_FORCE_TANGENT_H
#define JNI_FORCE_TANGENT_H

#include "system/plan.h"
#include "system/tree/tree.h"

// Describes the variation of poses or speeds along which forces are differentiated, and the column to which the result
// is added.
typedef struct jni_vary jni_vary;
struct jni_vary {
  const jn_system *system;
  bool of_configuration;  // poses vary along work->direction; false: speeds vary
  // Computes the variation of a body along the direction; not called in natural coordinates.
  void (*body)(const jni_vary *vary, const jn_work *work, int body, jni_body_variation *out);
  // Adds df, the variation of the generalised forces of a body.
  void (*add)(jni_vary *vary, int body, const double *df);
  const double *w;      // natural coordinates: the direction in speeds
  jni_column column;    // column to which `add` adds
  const jn_work *work;  // joint coordinates, for `body` and `add`
  int speed;            // joint coordinates: the speed that varies
};

// Gradient of one formula: its derivatives with respect to pose and speeds of each body that it reads (JNI_WIDEST
// numbers for each body) and to auxiliary states.
typedef struct jni_gradient_rows {
  const int *bodies;
  int n;
  double *dq, *dv;  // n x JNI_WIDEST: row i has the derivatives by the position and by the speeds of bodies[i]
  double *dz;       // with respect to auxiliary states, sizes.nz; NULL: not requested
} jni_gradient_rows;

// Derivatives of the forces of an element through its expressions c_k: df_a = sum_k act[a][k] dc_k at place a.
typedef struct {
  const jni_force_plan *plan;
  double (*act)[3][JNI_WIDEST];  // derivative of the generalised forces at each place by each c_k, in work->acts
  // Gradient of each c_k with respect to the bodies that the element reads; memory in work->slopes.
  jni_gradient_rows rows[3];
} jni_readings;

// Output of one element, the tangent of its kind, and the derivatives through its expressions, at the current stages.
typedef struct {
  const jni_force_plan *plan;
  int body;
  jni_force_output out;
  jni_force_tangent tangent;
  jni_readings readings;  // valid if the expressions of the element read bodies
} jni_force_slope;

// Sets *slope to the output and the derivatives of an element at the current stages. body: the body it acts on, if the
// element acts on every body; otherwise 0.
void jni_force_slope_take(const jn_system *system, jn_work *work, const jni_force_plan *plan, int body,
                          jni_force_slope *slope);
// Computes the variation of the generalised forces of the element in *slope along `vary`, and passes it to vary->add
// for each body.
void jni_force_vary(const jn_system *system, jn_work *work, jni_force_slope *slope, jni_vary *vary);

// Computes the tangents for jn_calc_tangents in joint coordinates, at `state` (tree_tangent.c).
void jni_tree_tangents(const jn_system *system, jn_work *work, const double *state, const double *lambda,
                       jn_tangents *out);

#endif
