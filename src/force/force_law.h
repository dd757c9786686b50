// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// force_law.h - laws y(x) of definitions (jn_law), evaluated by kernel/law.h.
#ifndef JNI_FORCE_LAW_H
#define JNI_FORCE_LAW_H

#include "jounce/model.h"
#include "kernel/law.h"
#include "symbolic/call_constants.h"

static inline bool jni_law_given(const jn_law *law) { return law->n > 0 || law->ncoefficients > 0; }
static inline jnk_law jni_law_plain(const jn_law *law) {
  return (jnk_law){law->n, law->smooth, law->x, law->y, law->ncoefficients, law->nbreaks, law->polynomial, law->breaks};
}
// Appends a law as a curve (kernel/call/curve.h) to the constants of a kernel call. Returns the index of the curve
// among these constants; 0 if the model gives no such law.
double jni_law_put(const jn_law *law, jni_constants *c);
// Returns y(x); 0 for a law that the model does not give.
double jni_law_value(const jn_law *law, double x, double *slope);
double jni_law_integral(const jn_law *law, double x);  // returns the integral of y from 0 to x
// Returns the mean of y from x0 to x1; y(x0) if they are equal.
double jni_law_mean(const jn_law *law, double x0, double x1);

// ---- corners: knots of a table and ends of pieces where value, slope or curvature jumps ----------------------------
// The intervals between the corners of a law are its cells; the side of its switch is the number of a cell
// (base/switch_side.h).

// Returns whether a law may have corners, jumps of slope or curvature at which integration steps must end.
bool jni_law_switches(const jn_law *law);
// Evaluates a law in the cell (range between two corners) that belongs to a held side of its switch, whatever cell x is
// in: beyond its ends the cell is continued smoothly. Returns the value and stores the slope in *slope.
double jni_law_held(const jn_law *law, double x, int side, double *slope);
// Returns the distance of x to the nearer end of a cell, negative if x is outside. `held`: side of the cell, 0: the
// cell that contains x. Sets *side to the side of the cell that contains x; to 0 if x is NaN or at an end of the cell
// for which the distance is returned.
double jni_law_within(const jn_law *law, double x, int held, int *side);

#endif
