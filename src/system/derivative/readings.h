// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// readings.h - how formulas vary with the state that they read: over the increments and speeds of bodies, and over
// auxiliary states.
//
// A formula c(s_1, s_2, ..) of signals has by the chain rule the row
//   dc/dq_b = sum_i dc/ds_i ds_i/dq_b,   dc/dv_b and dc/dz likewise
// of each body b that its signals read, in the numbers of the bodies' level: tangent increments of the body, with its
// speeds held, and its speeds (in joint coordinates those of cartesian ones, tree.h). What a signal is to a frame is
// told in ground axes, as slopes over how it stands and moves, and mapped once for all coordinates.
#ifndef JNI_READINGS_H
#define JNI_READINGS_H

#include "system/derivative/force_tangent.h"
#include "system/reads.h"

// ---- one signal (signal_gradient.c) ---------------------------------------------------------------------
// Adds factor times its gradient at the current stages. Writes body_scratch and the directions of bodies. The terms
// alone: what it has from expressions of forces and from signals of the model is noted in work->weights, for the sweep
// in readings.c.
void jni_signal_terms(const jn_system *system, jn_work *work, const jni_signal *signal, double factor,
                      jni_rows_read *rows);
void jni_signal_gradient(const jn_system *system, jn_work *work, const jni_signal *signal, double factor,
                         jni_rows_read *rows);

// What a signal is to a frame: its slopes over translation and turn of the frame, and over velocity and angular
// velocity, all in ground axes.
typedef struct {
  double r[3], turn[3], v[3], w[3];
} jni_frame_slope;
void jni_frame_slope_add(const jn_system *system, const jn_work *work, int frame, const jni_frame_slope *slope,
                         double factor, jni_rows_read *rows);
// of value and rate of a joint coordinate of the list
void jni_coordinate_gradient(const jn_system *system, jn_work *work, int coordinate, double of_value, double of_rate,
                             jni_rows_read *rows);
// of the sum of joint coordinates along which a force element acts, and of its rate (force_gradient.c)
void jni_form_gradient(const jn_system *system, jn_work *work, const jni_force_plan *plan, double of_value,
                       double of_rate, jni_rows_read *rows);
// of the potential of a force element (force_gradient.c)
void jni_force_energy_gradient(const jn_system *system, jn_work *work, const jni_force_plan *plan, double factor,
                               jni_rows_read *rows);

// ---- one formula (readings.c) ---------------------------------------------------------------------------
// Adds factor times its gradient.
void jni_formula_gradient(const jn_system *system, jn_work *work, const jni_formula *formula, double factor,
                          jni_rows_read *rows);

// ---- the formulas of one force element (readings.c) -------------------------------------------------------
// At the current stages.
void jni_readings_take(const jn_system *system, jn_work *work, const jni_force_plan *plan, jni_readings *out);
// stiffness K + damping C over the increments and speeds of the body of a slot, K = -df/dq, C = -df/dv: on the body of
// a place, width x width.
void jni_readings_block(const jn_system *system, const jni_readings *readings, int place, int slot, double stiffness,
                        double damping, double *out);

#endif
