// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// static_rows.h - the values that a static start holds, as rows kappa(q) = 0 on the bodies (docs/methods.md, "Static
// start").
//
// Held always, where `initial` keeps them:
//   - joint coordinates, and every position under `hold`,
//   - horizontal positions and headings of bodies; of bases (base_body.h) also where only the rate is kept.
// A base that moves keeps its heading as well. Height, pitch and roll are first guesses. Held by their rate:
//   - the spin of every wheel with a tyre, if anything has a kept rate other than zero, or friction holds the vehicle,
//   - joint coordinates and positions whose rate alone is kept, where nothing resists.
// Horizontal is what is nearer to the plane perpendicular to gravity than to gravity. Without gravity, everything is.
#ifndef JNI_STATIC_ROWS_H
#define JNI_STATIC_ROWS_H

#include "analysis/assembly/initial_rows.h"

typedef enum { JNI_STATIC_VALUE, JNI_STATIC_HEADING, JNI_STATIC_SPIN } jni_static_kind;

typedef struct {
  jni_static_kind kind;
  jni_kept kept;        // VALUE: the position that is held; for a whole orientation only its row `component`
  int component;        // VALUE
  int body, frame;      // HEADING, SPIN (rotation of a wheel relative to the ground)
  double axis[3];       // HEADING: direction whose heading is held, body axes; SPIN: the axle, axes of the frame
  double across[3];     // SPIN: a direction across the axle, in the axes of the frame
  double reference[3];  // direction from which the angle is measured, ground axes
  double size;          // size by which the deviation is divided: typical length, m, or 1 for angles
  bool moves;           // the row or its base has a kept rate other than zero, so that friction does not hold it
  bool rides;           // row of a body whose base moves: friction of its tyres does not hold it
  bool spin;            // rotation of a wheel with a tyre
  bool by_rate;         // a value whose rate alone is kept (not of a base), a wheel spin, or a free heading of a base
  bool if_free;         // the row is held only if nothing else resists its change
  bool of_base;         // position or heading of a base
  const char *name;     // name of the initial value or rate in the model; NULL: none
  char own_name[64];    // name of a row that has none in the model
} jni_static_row;

typedef struct {
  jni_static_row *items;
  int n, capacity;
  bool driven;  // some kept rate is not zero
} jni_static_rows;

// Lists the rows that a static start holds. system: cartesian; state: its assembled state. Returns false if memory is
// short; the caller must free the rows in that case, too.
bool jni_static_rows_new(const jn_system *system, const double *state, jni_static_rows *rows);
void jni_static_rows_free(const jn_system *system, jni_static_rows *rows);
const char *jni_static_row_name(const jni_static_row *row);
// Returns the deviation of a row from its held value, over row->size, at the position stage of `work`.
double jni_static_row_off(const jn_system *system, jn_work *work, const jni_static_row *row);
// Writes to K (nv) the Jacobian of a row, over row->size, at the position stage of `work`. scratch: nv numbers.
void jni_static_row_jacobian(const jn_system *system, jn_work *work, const jni_static_row *row, double *scratch,
                             double *K);
// Returns whether one of the rows holds the kept position `kept` at its value. Rows with by_rate do not count.
bool jni_static_rows_hold(const jni_static_rows *rows, const jni_kept *kept);

#endif
