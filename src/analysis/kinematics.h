// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kinematics.h - the inside of prescribed motion.
//
// nv rows that are independent of each other, holonomic ones of the joints and drivers and those of a table of motion,
//   A = [G; K],     phi(q, t) = 0,  c(q) = s(t);     A v = [nu; sdot],     A vdot = [gamma; sddot - bias]
// are solved at one time after the other. Corrections are the least ones from where velocity and acceleration point to, so that at a singular
// configuration, where A has lost a row, what it leaves open goes on as before. det A changes its sign there.
#ifndef JNI_KINEMATICS_H
#define JNI_KINEMATICS_H

#include "analysis/inverse.h"
#include "analysis/kinematics_spline.h"

// A place on the way.
typedef struct {
  double *state;  // nstate
  double *vdot;   // nv
  int sign;       // of det A; 0: singular
  double pivot;   // smallest of A over its largest
} jni_place_in_time;

// name, count, meaning
#define JNI_KINEMATICS_FIELDS(X)                                      \
  X(double, A, n * n, "rows, then R")                                 \
  X(double, G, nc * n, "all rows")                                    \
  X(double, LU, n * n, "for the sign of the determinant")             \
  X(double, Q, n * n, "vectors one after the other")                  \
  X(double, phi, nc, "residuals of all rows, and right sides")        \
  X(double, r, n, "residual or right side of the rows in use")        \
  X(double, y, n, "scratch")                                          \
  X(double, d, n, "correction")                                       \
  X(double, predicted, nq, "")                                        \
  X(double, next, nq, "")                                             \
  X(double, row, n, "scratch")                                        \
  X(double, body, nbody, "scratch")                                   \
  X(double, lambda, nc, "")                                           \
  X(double, z, nz, "auxiliary states where a stride began")           \
  X(double, rates, 4 * nz, "their rates: k1 to k4")                   \
  X(double, scratch, nscratch, "of LAPACK")                           \
  X(int, pivot, n, "")                                                \
  X(int, rows, nc, "of the system: those in use")

struct jn_kinematics {
  const jn_alloc *alloc;
  const jn_system *system;
  jn_work *work;
  jn_mobility *mobility;
  jn_inverse *inverse;
  double *tau;                // forces of the actuators
  jn_inverse_result result;
  int freedoms;               // that the passive joints leave, at the start
  bool own_actuators;         // drivers and columns: what moves is what pushes
  bool refused;               // on the way to the time asked for: the actuators could not make the motion
  // motion
  jni_named *named;
  jni_spline *splines;
  double *offset;             // at the start: from the table to where the assembled state is
  double part;                // of it, still to go
  int nmotions;
  double first, last;         // times of the table
  int nrows;                  // rows of the system in use
  // where it stands
  jni_place_in_time here, there, left, kept;  // accepted; tried; left end of a search, and what was tried before it
  double most_pivot;
  bool in_singular;           // the last place was one
  double singular[JN_MOST_SINGULAR], last_singular;
  int nsingular;
  bool singular_told;
  long iterations;
#define JNI_X(type, name, count, meaning) type *name;
  JNI_KINEMATICS_FIELDS(JNI_X)
#undef JNI_X
};

// ---- kinematics_rows.c
// Chooses rows and columns; false with a fault that names what stays free.
bool jni_kinematics_choose(jn_kinematics *k, const jn_motion_table *table, jn_report *report);
// A at the work's position stage.
void jni_kinematics_matrix(jn_kinematics *k);
void jni_kinematics_motion(const jn_kinematics *k, int i, double t, double out[3]);  // s, sdot, sddot

// ---- kinematics_solve.c
// From `from` to time t, into k->there. far: correction that is too much to be the same branch, m or rad. False: none was found.
bool jni_kinematics_solve(jn_kinematics *k, const jni_place_in_time *from, double t, double far);
// A row that k->there leaves open, with what it lacks; -1: none.
int jni_kinematics_open_row(jn_kinematics *k, double *open, bool *velocity);

// ---- kinematics_way.c
// Moves k->here to time t.
jn_status jni_kinematics_move(jn_kinematics *k, double t, jn_report *report);
// Lets the part of the offset go.
jn_status jni_kinematics_settle(jn_kinematics *k, jn_report *report);
void jni_kinematics_accept(jn_kinematics *k);

#endif
