// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// force_blocks.h - stiffness and damping blocks of all forces by pairs of bodies, for the Newton matrices of implicit
// methods.
#ifndef JNI_FORCE_BLOCKS_H
#define JNI_FORCE_BLOCKS_H

#include "jounce/system.h"

// Function that receives the blocks K = -df_a/dq_b and C = -df_a/dv_b, width_a x width_b, row-major, for the movable
// bodies a and b.
typedef void jni_force_block_add(void *context, int a, int b, const double *K, const double *C);
// Computes the blocks K and C of all force elements and of gyroscopic terms at the current stages, and passes each to
// `add`. Derivatives are with respect to tangent increments of q, with G and the arms of forces held constant: exact at
// an equilibrium without load, an approximation elsewhere.
void jni_force_blocks(const jn_system *system, jn_work *work, jni_force_block_add *add, void *context);
// Function that receives a block W, width_a x width_b, row-major, for the movable bodies a and b.
typedef void jni_force_matrix_add(void *context, int a, int b, const double *W);
// Computes the blocks K and C as jni_force_blocks does and passes the sums W = stiffness K + damping C to `add`.
void jni_force_matrix(const jn_system *system, jn_work *work, double stiffness, double damping,
                      jni_force_matrix_add *add, void *context);
// Writes to L (6 x width, row-major) the variation of a frame with the tangent increments of its body: translation of
// its point in the first three rows, rotation in the others, ground axes. L' maps a force and a torque at the frame to
// generalised forces.
void jni_frame_map(const jn_system *system, const jn_work *work, int frame, double *L);

#endif
