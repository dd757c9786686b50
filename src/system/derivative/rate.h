// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// rate.h - rates of G and of joint coordinates along a direction of motion.
#ifndef JNI_RATE_H
#define JNI_RATE_H

#include "joint/equations/primitive.h"
#include "jounce/system.h"

// Sets work->direction to the poses of the work and the velocities of a direction w (nv); plane models are embedded in
// space.
void jni_set_direction(const jn_system *system, jn_work *work, const double *w);
// Sets one body of work->direction. w: nbody_v, speeds of the bodies.
void jni_set_body_direction(const jn_system *system, jn_work *work, int body, const double *w);
// Computes the rate of a coordinate's blocks along the direction set last.
void jni_coordinate_rate_at(const jn_system *system, const jn_work *work, int coordinate, double Jdot[2][JNI_WIDEST]);
// Computes work->Gdot, the rate of G along the direction set last.
void jni_calc_G_rate(const jn_system *system, jn_work *work);
// Computes work->coupling and rate_coupling, the dependence of the energy on each row and on its rate, after the force
// stage. Overwrites Gdot.
void jni_calc_coupling(const jn_system *system, jn_work *work);

#endif
