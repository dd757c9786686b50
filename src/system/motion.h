// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// motion.h - poses, velocities and accelerations of bodies and frames, and values of joint coordinates. Ground axes
// unless a comment says otherwise.
#ifndef JNI_MOTION_H
#define JNI_MOTION_H

#include "force/force.h"
#include "joint/equations/primitive.h"
#include "jounce/system.h"

// Computes the pose of a body, the velocity of its centre of mass and its angular velocity.
void jni_body_motion(const jn_system *system, const jn_work *work, int body, jni_motion *out);
// Computes the position and velocity of a frame's point, the axes of the frame and the angular velocity of its body.
void jni_frame_motion(const jn_system *system, const jn_work *work, int frame, jni_motion *out);
// Writes to `arm` the vector from the centre of mass of a frame's body to the frame's point, ground axes, m.
void jni_frame_arm(const jn_system *system, const jni_motion *body, int frame, double arm[3]);
// Computes the acceleration of a frame's point and the angular acceleration of its body, ground axes. body_vdot
// (nbody_v): accelerations of the bodies.
void jni_frame_acceleration(const jn_system *system, const jn_work *work, int frame, const double *body_vdot,
                            double a[3], double alpha[3]);
// Adds to f (nbody_v) the generalised forces of a force at a frame's point and of a torque, both in ground axes.
void jni_apply_wrench(const jn_system *system, const jn_work *work, int frame, const double force[3],
                      const double torque[3], double *f);

// Returns the index, in system->coordinates, of coordinate `index` of a joint; -1: the joint has no such coordinate.
int jni_coordinate_find(const jn_system *system, int joint, int index);
// Writes value, rate and gradient of a joint coordinate to *out: copied from the work if the stages evaluate it (index
// below nactive), otherwise computed from the bodies.
void jni_coordinate_calc(const jn_system *system, const jn_work *work, int coordinate, jni_coordinate_state *out);
// Computes value, gradient and, with_velocity, rate of a joint coordinate from the present poses and velocities of the
// bodies.
void jni_coordinate_at(const jn_system *system, const jn_work *work, int coordinate, bool with_velocity,
                       jni_coordinate_state *out);

#endif
