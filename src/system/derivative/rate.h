// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// rate.h - rates of G and of joint coordinates along a direction of motion.
#ifndef JNI_RATE_H
#define JNI_RATE_H

#include "joint/equations/primitive.h"
#include "jounce/system.h"

// Sets work->direction of all bodies: their present poses, with the velocities that the speeds w (nv) give them. Plane
// models are treated as models in space.
void jni_set_direction(const jn_system *system, jn_work *work, const double *w);
// Sets work->direction of one body. w: speeds of all bodies (nbody_v).
void jni_set_body_direction(const jn_system *system, jn_work *work, int body, const double *w);
// Writes to Jdot the rate of a joint coordinate's gradient with respect to the speeds of its two bodies, along
// work->direction.
void jni_coordinate_rate_at(const jn_system *system, const jn_work *work, int coordinate, double Jdot[2][JNI_WIDEST]);
// Sets work->Gdot to the rate of G along work->direction.
void jni_calc_G_rate(const jn_system *system, jn_work *work);
// Sets work->coupling and work->rate_coupling, the coupling of the energy with each equation phi_i and with its rate
// G_i v - nu_i; for a nonholonomic equation both are that with G_i v - nu_i (energy_coupling.c). Needs the force stage;
// overwrites work->Gdot and work->direction.
void jni_calc_coupling(const jn_system *system, jn_work *work);

#endif
