// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// signal_value.h - values of signals at the current stage.
#ifndef JNI_SIGNAL_VALUE_H
#define JNI_SIGNAL_VALUE_H

#include "force/force.h"
#include "jounce/system.h"
#include "model/signal/signal_kind.h"

// Returns the value of a signal at the current stages. vdot, lambda: accelerations and multipliers; NULL if they are
// unknown, signals that need them are then NaN.
double jni_signal_calc(const jn_system *system, jn_work *work, const jni_signal *signal, const double *vdot,
                       const double *lambda);

// ---- signals of the model (computed.c) ----------------------------------------------------------------
// Returns the value of signal i of the model at the current stage, and computes it first if it is out of date. A signal
// of the acceleration level has the value of the last jni_computed_calc_accelerations.
double jni_computed_value(const jn_system *system, jn_work *work, int i);
// Evaluates the nodes `ahead`, unless they are up to date: signals of the model, stages of subsystems, and forces that
// other forces read. The results are in work->computed, subsystem_outputs and outputs.
void jni_computed_update(const jn_system *system, jn_work *work);
// Computes those signals of the acceleration level that `wanted` (ncomputed) marks into work->computed.
void jni_computed_calc_accelerations(const jn_system *system, jn_work *work, const bool *wanted, const double *vdot,
                                     const double *lambda);
// Brings a node of the order of evaluation (a signal of the model or a stage of a subsystem) up to date: evaluates all
// nodes before the forces if it is one of these, otherwise all those that are evaluated on request. Does nothing for
// signals of the acceleration level, which jni_computed_calc_accelerations computes.
void jni_computed_update_node(const jn_system *system, jn_work *work, int node);

// ---- motion of one body relative to another (relative_rotation.c) ---------------------------------------------------
typedef struct {
  // Rotation from the axes of the first body to those of the second; angular velocity in the latter.
  double R[9], w[3];
  bool left;  // the first body's centre of mass is on the left of the second body, or in its middle
} jni_relative_rotation;
jni_relative_rotation jni_relative_rotation_calc(const jn_system *system, const jn_work *work, const jni_signal *s);
// Returns the lateral position (y in the axes of the other body) above which a wheel counts as a left one, m.
double jni_wheel_left_from(const jn_system *system);
// Returns one of the angles of a wheel, by `component` (steer, lean, toe, camber), from its steer and lean angles, rad.
// Toe and camber have opposite signs on the left and the right.
double jni_wheel_angle(const jni_relative_rotation *v, double steer, double lean, int component);
double jni_turn_angle(const jn_system *system, const jn_work *work, const jni_signal *s);
double jni_turn_rate(const jn_system *system, const jn_work *work, const jni_signal *s);
// Stores in s value, rate and time of the unbounded angles between bodies, from which later whole turns are counted;
// called at an accepted state.
void jni_turn_store(const jn_system *system, const jn_work *work, double *s);
bool jni_has_windings(const jn_system *system);  // returns whether s has elements that jn_update_windings changes

// ---- loads of joints, sampled at accepted states (joint_load.c) ----------------------------------------------
bool jni_has_loads(const jn_system *system);
void jni_loads_sample(const jn_system *system, jn_work *work, const double *vdot, const double *lambda, double *s);
double jni_load_sampled(const jn_system *system, const jn_work *work, const jni_signal *signal);

#endif
