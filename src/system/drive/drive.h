// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// drive.h - how a driver (or the rate of a velocity coupling) comes by its position, rate and acceleration: from an
// expression of time, from a table, or from a filter that follows a signal.
//
// A filter has the states p, r and a in z. The position stage takes them from there; the force stage, where the signal
// u is known, has their rates:
//   pdot = r,   rdot = a,   adot = w^3 (u - p) - (1 + 2 d) (w^2 r + w a)
//   p / u = w^3 / ((s + w) (s^2 + 2 d w s + w^2))
// so that the acceleration is a state and does not jump, whatever u does. At the bandwidth f, with y = (2 pi f / w)^2,
// |p / u|^2 is one half: (1 + y) ((1 - y)^2 + 4 d^2 y) = 2.
#ifndef JNI_DRIVE_H
#define JNI_DRIVE_H

#include "system/plan.h"

enum { JNI_DRIVE_POSITION, JNI_DRIVE_RATE, JNI_DRIVE_ACCELERATION, JNI_DRIVE_STATES };

// ---- tables (course.c)
bool jni_course_new(jni_pool *pool, const jn_law *table, jn_rest rest, jni_course *course);  // false: no memory
jni_jet jni_course_at(const jni_course *course, double t);

// ---- all of them (drive.c)
void jni_drives_place(jn_system *system);  // makes system->drives and counts their states; the pool fails: no memory
bool jni_drives_build(jn_system *system, jn_report *report);
static inline bool jni_drive_follows(const jni_drive *drive) { return drive->state_at >= 0; }
// The drive that a state of z belongs to, NULL: it is of something else; that of a joint, NULL: it prescribes nothing.
const jni_drive *jni_drive_of_state(const jn_system *system, int z);
const char *jni_drive_word(const jn_system *system, const jni_drive *drive, int i);  // "position", of its states
const jni_drive *jni_drive_of_joint(const jn_system *system, int joint);
void jni_drives_now(const jn_system *system, jn_work *work);  // work->motions, for the position stage

// ---- filters (follow.c)
double jni_follow_rate(double bandwidth, double damping);       // w, 1/s
void jni_drives_rates(const jn_system *system, jn_work *work);  // work->zdot of filters, for the force stage
bool jni_drive_is_length(const jn_system *system, const jni_drive *drive);  // what it prescribes; else an angle
double jni_drives_fastest(const jn_system *system);                         // largest w, 0: nothing follows
// Does the signal of a filter depend on time and inputs alone, and not on the motion?
bool jni_drive_is_timed(const jn_system *system, const jni_drive *drive);
// Integrates the states of such a filter (JNI_DRIVE_STATES) from one time to another in n steps of the classical
// Runge-Kutta method. Changes the time and the inputs of the work.
void jni_drive_integrate(const jn_system *system, jn_work *work, const jni_drive *drive, double from, double to, int n,
                         double *z);
// States of the filters at the end of a step of length h, z_end = z + h ((1 - part) zdot + part zdot_end), with the
// signals as they are at the work's force stage, into `end` (nz).
void jni_drives_step(const jn_system *system, jn_work *work, double h, double part, const double *z, const double *zdot,
                     double *end);
// Filters at rest on what they follow: into the z of the state, at which the work's stages are. With `kept` those begin
// where the model keeps position or rate of the driven coordinate. The largest change of a position, over 1 + itself.
double jni_drives_rest(const jn_system *system, jn_work *work, bool kept, double *state);
// The same at any state, until filters that follow each other stand.
void jni_drives_settle(const jn_system *system, jn_work *work, bool kept, double *state);

#endif
