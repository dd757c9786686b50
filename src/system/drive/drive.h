// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// drive.h - prescribed motion of drivers (for a velocity coupling: prescribed rate), which is an expression of time, a
// table, or the output of a filter that follows a signal.
//
// A filter has the states p, r and a in z. The position stage reads them; the force stage, in which the signal u is
// evaluated, computes their rates:
//   pdot = r,   rdot = a,   adot = w^3 (u - p) - (1 + 2 d) (w^2 r + w a)
//   p / u = w^3 / ((s + w) (s^2 + 2 d w s + w^2))
// so that the acceleration is a state and does not jump even if u jumps. At the bandwidth f, with y = (2 pi f / w)^2,
// |p / u|^2 is one half: (1 + y) ((1 - y)^2 + 4 d^2 y) = 2.
#ifndef JNI_DRIVE_H
#define JNI_DRIVE_H

#include "system/plan.h"

enum { JNI_DRIVE_POSITION, JNI_DRIVE_RATE, JNI_DRIVE_ACCELERATION, JNI_DRIVE_STATES };

// ---- tables (motion_table.c)
// Makes in *course the motion through the points of `table`; `rest`: where the motion rests. Returns false without
// memory.
bool jni_motion_table_new(jni_pool *pool, const jn_law *table, jn_rest rest, jni_motion_table *course);
jni_jet jni_motion_table_at(const jni_motion_table *course, double t);

// ---- all drivers (drive.c)
// Makes system->drives and counts their states. Lack of memory is recorded in the pool of the system.
void jni_drives_new(jn_system *system);
bool jni_drives_build(jn_system *system, jn_report *report);
static inline bool jni_drive_follows(const jni_drive *drive) { return drive->state_at >= 0; }
// Returns the drive to which state z of the auxiliary states belongs; NULL: to none.
const jni_drive *jni_drive_of_state(const jn_system *system, int z);
// Returns the word for state i (0 to 2) of a filter in names of states, such as "position".
const char *jni_drive_word(const jn_system *system, const jni_drive *drive, int i);
// Returns the drive of a joint; NULL: it has none.
const jni_drive *jni_drive_of_joint(const jn_system *system, int joint);
// Computes work->motions, for the position stage.
void jni_drives_calc_motions(const jn_system *system, jn_work *work);

// ---- filters (drive_filter.c)
double jni_follow_rate(double bandwidth, double damping);       // returns the natural frequency w of a filter, rad/s
void jni_drives_rates(const jn_system *system, jn_work *work);  // computes work->zdot of filters, for the force stage
// Returns whether a drive prescribes a length (or its rate), not an angle.
bool jni_drive_is_length(const jn_system *system, const jni_drive *drive);
double jni_drives_fastest(const jn_system *system);  // returns the largest w of all filters, rad/s; 0: there is none
// Returns whether the signal that a filter follows depends on time and inputs only, not on the motion.
bool jni_drive_is_timed(const jn_system *system, const jni_drive *drive);
// Integrates the states z (JNI_DRIVE_STATES) of a filter for which jni_drive_is_timed holds from one time to another in
// n steps of the classical Runge-Kutta method. Changes the time and the inputs of the work.
void jni_drive_integrate(const jn_system *system, jn_work *work, const jni_drive *drive, double from, double to, int n,
                         double *z);
// Writes to end (nz) the states of all filters after a step of length h: z_end = z + h ((1 - part) zdot + part
// zdot_end). z, zdot: states and rates at its start. The signals are those of the force stage in `work`.
void jni_drives_step(const jn_system *system, jn_work *work, double h, double part, const double *z, const double *zdot,
                     double *end);
// Sets the states of all filters, in z of `state`, to rest at the values of their signals; the stages of `work` must be
// evaluated at `state`. kept: uses the initial position or rate of the driven coordinate instead, if the model has one
// with `initial: keep`. Returns the largest change of a position, divided by 1 + its magnitude.
double jni_drives_rest(const jn_system *system, jn_work *work, bool kept, double *state);
// Sets the states of all filters in `state` to rest, as jni_drives_rest: evaluates the stages itself, and repeats, at
// most once more than there are filters, until filters that follow each other are at rest.
void jni_drives_rest_all(const jn_system *system, jn_work *work, bool kept, double *state);

#endif
