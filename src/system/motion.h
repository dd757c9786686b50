// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// motion.h - poses, velocities and accelerations of bodies and frames, and values of joint coordinates. Ground axes
// unless a comment says otherwise.
#ifndef JNI_MOTION_H
#define JNI_MOTION_H

#include "force/force.h"
#include "joint/equations/primitive.h"
#include "jounce/system.h"

void jni_body_motion(const jn_system *system, const jn_work *work, int body, jni_motion *out);  // of the centre of mass
void jni_frame_motion(const jn_system *system, const jn_work *work, int frame, jni_motion *out);
// Computes the vector from the body's centre of mass to the frame's point, m.
void jni_frame_arm(const jn_system *system, const jni_motion *body, int frame, double arm[3]);
// Computes the acceleration of a frame's point and the angular acceleration of its body. body_vdot: nbody_v.
void jni_frame_acceleration(const jn_system *system, const jn_work *work, int frame, const double *body_vdot,
                            double a[3], double alpha[3]);
// Adds a force at a frame's point and a torque to the generalised forces f of the bodies (nbody_v).
void jni_apply_wrench(const jn_system *system, const jn_work *work, int frame, const double force[3],
                      const double torque[3], double *f);

// Returns the index of a joint's coordinate in the system's list; -1: the joint has no such coordinate.
int jni_coordinate_find(const jn_system *system, int joint, int index);
// Returns value and rate of a coordinate of the list; those beyond nactive are computed from the bodies.
void jni_coordinate_calc(const jn_system *system, const jn_work *work, int coordinate, jni_coordinate_state *out);
// Computes value and rate of a coordinate from the current poses and velocities of the bodies.
void jni_coordinate_at(const jn_system *system, const jn_work *work, int coordinate, bool with_velocity,
                       jni_coordinate_state *out);

#endif
