// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// formula_gradient.h - gradients of signals and formulas with respect to the increments and speeds of bodies and to
// auxiliary states.
//
// The gradient of a formula c(s_1, s_2, ..) of signals follows by the chain rule:
//   dc/dq_b = sum_i dc/ds_i ds_i/dq_b,   dc/dv_b and dc/dz likewise
// for each body b that its signals read. dq_b are tangent increments of the body with constant speeds, dv_b its speeds
// (in joint coordinates its cartesian speeds, tree.h). Gradients of signals are computed with respect to the motion of
// a frame in ground axes; one function maps them to the coordinates in use.
#ifndef JNI_FORMULA_GRADIENT_H
#define JNI_FORMULA_GRADIENT_H

#include "system/derivative/force_tangent.h"
#include "system/reads.h"

// ---- one signal (signal_gradient.c) ---------------------------------------------------------------------
// Adds to `rows` factor times the gradient of a signal at the current stages; nothing for signals that have none. The
// part through expressions of forces, signals of the model and subsystems is not added but recorded in their weights in
// work->weights, from which formula_gradient.c adds it afterwards. Overwrites body_scratch and work->direction.
void jni_signal_terms(const jn_system *system, jn_work *work, const jni_signal *signal, double factor,
                      jni_gradient_rows *rows);
// Adds to `rows` factor times the whole gradient of a signal at the current stages. Overwrites body_scratch and
// work->direction.
void jni_signal_gradient(const jn_system *system, jn_work *work, const jni_signal *signal, double factor,
                         jni_gradient_rows *rows);

// Gradient of a signal with respect to the motion of a frame, ground axes.
typedef struct {
  double r[3], turn[3];  // with respect to translation and rotation
  double v[3], w[3];     // with respect to velocity and angular velocity
} jni_frame_slope;
// Adds to `rows` factor times the gradient of a signal that depends on the motion of a frame, if `rows` contains the
// frame's body; slope: the gradient with respect to this motion.
void jni_frame_slope_add(const jn_system *system, const jn_work *work, int frame, const jni_frame_slope *slope,
                         double factor, jni_gradient_rows *rows);
// Adds to `rows` the gradient of a joint coordinate times of_value plus that of its rate times of_rate.
void jni_coordinate_gradient(const jn_system *system, jn_work *work, int coordinate, double of_value, double of_rate,
                             jni_gradient_rows *rows);
// Adds to `rows` the gradient of the sum of joint coordinates along which a force element acts times of_value plus that
// of its rate times of_rate.
void jni_form_gradient(const jn_system *system, jn_work *work, const jni_force_plan *plan, double of_value,
                       double of_rate, jni_gradient_rows *rows);
// Adds to `rows` factor times the gradient of the potential of a force element; nothing if it has no potential.
void jni_force_energy_gradient(const jn_system *system, jn_work *work, const jni_force_plan *plan, double factor,
                               jni_gradient_rows *rows);

// ---- one formula (formula_gradient.c) ---------------------------------------------------------------------------
// Adds to `rows` factor times the gradient of a formula at the current stages.
void jni_formula_gradient(const jn_system *system, jn_work *work, const jni_formula *formula, double factor,
                          jni_gradient_rows *rows);

// ---- the formulas of one force element (formula_gradient.c) -------------------------------------------------------
// Computes the gradients of the expressions of a force element at the current stages; stores them in *out.
void jni_readings_take(const jn_system *system, jn_work *work, const jni_force_plan *plan, jni_readings *out);
// Writes to `out` (width x width) stiffness K + damping C with K = -df/dq and C = -df/dv: f is the force on the body at
// places[place] of the element, q and v are those of the body dependencies[slot]. Counts only the dependence through
// the expressions of the element.
void jni_readings_block(const jn_system *system, const jni_readings *readings, int place, int slot, double stiffness,
                        double damping, double *out);

#endif
