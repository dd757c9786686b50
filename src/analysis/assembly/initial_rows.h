// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// initial_rows.h - initial values as rows kappa(q) - value = 0 (positions) or K v - value = 0 (velocities).
//
// The Jacobian of a point's position is that of its velocity, and by virtual work a unit force there, mapped to
// generalised forces, is the row; likewise a unit torque for an angle. For a joint coordinate the row is its gradient.
// So K is valid on both levels, and no differences are needed. A whole orientation (all four components of a
// quaternion) makes three rows,
//   2 vec(conj(target) * q) = 0 on the side of the shorter turn,
// because four rows on three freedoms would always look contradictory.
#ifndef JNI_KEPT_H
#define JNI_KEPT_H

#include "jounce/system.h"
#include "model/model.h"

typedef struct {
  // Initial value in the model; for a whole orientation that of the component given first. NULL for guesses that are
  // not in the model (jni_kept_add_rate, jni_kept_add_orientation).
  const jni_initial *initial;
  jni_signal signal;
  bool keep;               // true: the value must hold; false: it is a guess
  bool whole;              // the item is a whole orientation
  bool angle;              // the unit contains no length (rad, rad/s, 1, 1/s); otherwise it is m or m/s
  int coordinate;          // index in system->coordinates; -1: not a joint coordinate
  double target[4];        // the quaternion of a whole orientation; else target[0] is the value, m, rad, m/s, rad/s
  int rows;                // number of rows: 1, or 3 for a whole orientation
  int bodies[2], nbodies;  // bodies on whose motion the value depends, without the ground
} jni_kept;

typedef struct {
  jni_kept *items;
  int n, capacity;
} jni_kept_list;

// Fills *list with all kept values of a level (positions or velocities), then with the guesses of that level for joint
// coordinates, their rates and velocities of points other than the origin and the centre of mass of a body; other
// guesses are in the start state. Returns false if memory is short; the caller frees the list in that case, too.
bool jni_kept_new(const jn_system *system, jni_level level, jni_kept_list *list);
void jni_kept_free(const jn_system *system, jni_kept_list *list);
// Appends a guess to a list of velocities: the rate of a joint coordinate (index in system->coordinates), m/s or rad/s.
// Returns false if memory is short.
bool jni_kept_add_rate(const jn_system *system, int coordinate, double rate, jni_kept_list *list);
// Appends a guess to a list of velocities: the initial velocity of a body that the model guesses. Returns false if
// memory is short.
bool jni_kept_add_guess(const jn_system *system, const jni_initial *initial, jni_kept_list *list);
// Appends a guess to a list of positions: the orientation that a body has at `state`. Returns false if memory is short.
bool jni_kept_add_orientation(const jn_system *system, int body, const double *state, jni_kept_list *list);
// Appends all items of the list `from` to `list`. Returns false if memory is short.
bool jni_kept_add_list(const jn_system *system, const jni_kept_list *from, jni_kept_list *list);
// Sets the values in s (ns) from which joint angles count their whole turns to the kept or guessed values in the list,
// so that a kept angle of 7 rad is 7 rad, not 7 - 2 pi.
void jni_kept_set_windings(const jn_system *system, const jni_kept_list *list, double *s);
// Writes to `residual` (kept->rows numbers) the present value minus the kept one, for an item of a list of positions;
// for a whole orientation 2 vec(conj(target) * q). Needs the position stage of `work`.
void jni_kept_residual(const jn_system *system, jn_work *work, const jni_kept *kept, double *residual);
// Sets K to the Jacobian blocks of the rows, one after the other in the order of kept->bodies, each kept->rows x width
// of the body. Needs the position stage of `work`. f: scratch of nv.
void jni_kept_jacobian(const jn_system *system, const jn_work *work, const jni_kept *kept, double *f, double *K);

#endif
