// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// named_coordinate.h - coordinates by name (joint.O.angle, crank.angle, rod.P.x) as rows over the speeds, in any
// coordinates of the system:
//   c(q),   cdot = K v,   cddot = K vdot + bias
// By virtual work, K is also the generalised force of a unit force along the coordinate.
#ifndef JNI_NAMED_COORDINATE_H
#define JNI_NAMED_COORDINATE_H

#include "analysis/sparse_rows.h"
#include "jounce/equilibrium.h"
#include "model/model.h"

typedef struct {
  char name[JN_DIRECTION_NAME];
  jni_signal signal;
  int coordinate;  // index in system->coordinates; -1: the coordinate of a point or body
} jni_named;

// Finds a coordinate by its name. Returns false with a sentence in `what` if there is none; *other is then true if the
// name is valid, but of a signal that is not a coordinate, and *named has its first component.
bool jni_named_find(const jn_system *system, const char *name, jni_named *named, bool *other, char *what, size_t size);
// Returns c(q), after the position stage.
double jni_named_value(const jn_system *system, jn_work *work, const jni_named *named);
// Adds factor * K, over the speeds of all bodies (nbody_v), to `body`.
void jni_named_body_add(const jn_system *system, const jn_work *work, const jni_named *named, double factor,
                        double *body);
// Writes to `row` (nv) the row K of the coordinate. body: scratch of nbody_v numbers.
void jni_named_row(const jn_system *system, const jn_work *work, const jni_named *named, double *body, double *row);
// Appends to `rows` a sparse row with the entries of K, without values. Returns false if memory is short.
bool jni_named_add_places(const jn_system *system, const jni_named *named, jni_sparse_rows *rows);
// Sets the values of row i of `rows` to K. body: nbody_v numbers that are zero on entry and on return; row: scratch of
// nv numbers.
void jni_named_take(const jn_system *system, const jn_work *work, const jni_named *named, double *body, double *row,
                    jni_sparse_rows *rows, int i);
// Returns the bias of cddot = K vdot + bias; needs the velocity stage of `work`. body, zero: scratch of nbody_v and nv
// numbers.
double jni_named_bias(const jn_system *system, jn_work *work, const jni_named *named, double *body, double *zero);
static inline bool jni_named_is_angle(const jni_named *named) { return named->signal.dimension.m == 0; }

// Names the directions N (n vectors of nv, one after the other, which are rotated): the first name is that of the
// coordinate that moves most, the next that of the one that moves most while the first is held, and so on. Movements of
// joints count 2.5 times those of bodies. At the position last evaluated; row and body: scratch of nv and nbody_v.
// Returns the number of names: at most `most`, fewer if the directions left move no coordinate. Only the first
// JN_MOST_NEUTRAL directions count.
int jni_name_directions(const jn_system *system, const jn_work *work, double *N, int n, double *row, double *body,
                        char (*names)[JN_DIRECTION_NAME], int most);

#endif
