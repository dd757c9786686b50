// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// stage.h - the stages of an evaluation without copies, for formulations, and kinetic energy.
#ifndef JNI_STAGE_H
#define JNI_STAGE_H

#include "jounce/system.h"

// Evaluates the position stage at the t, q and s that are in the work; states of filtered drives are read from work->z.
void jni_stage_position(const jn_system *system, jn_work *work);
void jni_stage_velocity(const jn_system *system, jn_work *work);  // reads work->v
// Evaluates inputs, poses of the bodies, prescribed motions, and values and gradients of the joint coordinates that
// rows or forces read, but no constraint rows.
void jni_stage_bodies(const jn_system *system, jn_work *work);
// Computes the velocities of the bodies, and the rates of the joint coordinates that rows or forces read, but no
// constraint rows.
void jni_stage_body_velocity(const jn_system *system, jn_work *work);
void jni_stage_force(const jn_system *system, jn_work *work);  // reads work->z
// Evaluates the force stage up to work->body_f, the forces on the bodies. In joint coordinates f is computed from it
// when needed.
void jni_stage_body_force(const jn_system *system, jn_work *work);

// Returns the kinetic energy 1/2 v' M v for speeds v (nv), J, after the position stage.
double jni_kinetic(const jn_system *system, jn_work *work, const double *v);
// Returns the kinetic energy of the bodies for the speeds body_v (nbody_v), without armatures, J.
double jni_kinetic_of_bodies(const jn_system *system, const double *body_v);
// Returns the kinetic energy of the armatures of joints for speeds v (nv), J.
double jni_kinetic_of_rotors(const jn_system *system, const double *v);
// Returns true and reports a fault if a joint has an armature and the coordinates are not joint coordinates: only there
// M contains the armature, which couples the speeds of the joint's two bodies. Analyses without inertia need not call
// it.
bool jni_refuse_armature(const jn_system *system, jn_report *report);

#endif
