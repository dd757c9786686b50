// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reaction.h - rows of joints, reactions of joints, and the shares of redundant joints in them.
#ifndef JNI_REACTION_H
#define JNI_REACTION_H

#include "base/pool.h"
#include "jounce/system.h"

// Returns the number of rows (scalar constraint equations) of a joint. Its holonomic rows have the numbers 0, 1, ..;
// its velocity rows follow.
int jni_joint_row_count(const jn_system *system, int joint);
int jni_joint_row(const jn_system *system, int joint, int i);  // returns the index in the system of row i of a joint
// Returns whether row `row` of the system belongs to the joint.
bool jni_joint_owns(const jn_system *system, int joint, int row);

// Computes the reaction of a joint on the body at one end: force at the end's point, N, and torque about it, N m,
// ground axes. It includes the forces of drivers, gears, couplings and actuators of inverse dynamics along the joint's
// coordinates, and tooth forces that act through the joint. Zero if the body is the ground. vdot is read only for
// joints of the spanning tree.
void jni_joint_reaction(const jn_system *system, jn_work *work, int joint, int end, const double *vdot,
                        const double *lambda, double force[3], double torque[3]);
// Computes the reaction of the joint's own constraint equations on its second body, or on the first body if the second
// is the ground: force and torque about the midpoint of its two points, ground axes; zero if both are the ground. vdot
// NULL: only the part that is linear in lambda.
void jni_joint_own_reaction(const jn_system *system, jn_work *work, int joint, const double *vdot, const double *lambda,
                            double force[3], double torque[3]);
// Writes the pitch point of a joint with teeth to `point`, ground axes, m (teeth.c).
void jni_pitch_point(const jn_system *system, const jn_work *work, int joint, double point[3]);
// Writes the tooth force of a joint with teeth on its second gear to `force`, ground axes, N (teeth.c).
void jni_tooth_force(const jn_system *system, const jn_work *work, int joint, const double *lambda, double force[3]);

// ---- redundant joints ----------------------------------------------------------------------------------
#define JNI_COMPLIANCE 1e-8  // translational compliance of a joint for which the model gives none, m/N
// Compliances of all joints, by which the strain energy of their reactions is computed (joint_compliance.c).
typedef struct {
  double *translation;  // njoints: m/N
  double *rotation;     // njoints: rad/(N m); 0: the joint transmits no torque
  double *row;          // nc: c of a row over coordinates or points, energy 1/2 c lambda^2; other rows: 0
} jni_strain;
bool jni_strain_new(jni_pool *pool, const jn_system *system, jni_strain *strain);  // false: out of memory

// Equations for the multipliers of redundant rows (redundant_reactions.c).
typedef struct jni_share jni_share;
// Makes these equations; *made is NULL if no row is redundant. active: nc, false for redundant rows. fixed: nc, rows
// whose multipliers must not change; NULL: none. With too many redundant rows *made only refuses (jni_share_refused).
// Returns false if memory is short.
bool jni_share_new(const jn_system *system, const bool *active, const bool *fixed, jni_share **made);
// Replaces lambda, which satisfies the equations of motion with vdot, by the multipliers of least strain energy that
// satisfy them, too. All stages of the work must be evaluated. Leaves lambda unchanged if share is NULL or refuses,
// lambda is not finite, or the equations cannot be solved.
void jni_share_apply(jni_share *share, jn_work *work, const double *vdot, double *lambda);
// Returns the number of redundant rows if there are too many to distribute their reactions; otherwise 0.
int jni_share_refused(const jni_share *share);

#endif
