// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// law.h - a law of a definition, evaluated: the bridge from jn_law to the kernels.
#ifndef JNI_FORCE_LAW_H
#define JNI_FORCE_LAW_H

#include "jounce/model.h"
#include "kernel/law.h"
#include "symbolic/call_constants.h"

static inline bool jni_law_given(const jn_law *law) { return law->n > 0 || law->ncoefficients > 0; }
static inline jnk_law jni_law_plain(const jn_law *law) {
  return (jnk_law){law->n, law->smooth, law->x, law->y, law->ncoefficients, law->nbreaks, law->polynomial, law->breaks};
}
// Puts it as a curve (kernel/call/curve.h) behind the other constants; its place among them, 0: it is not given.
double jni_law_put(const jn_law *law, jni_constants *c);
double jni_law_value(const jn_law *law, double x, double *slope);  // zero when none is given
double jni_law_integral(const jn_law *law, double x);              // from 0
double jni_law_mean(const jn_law *law, double x0, double x1);      // between two arguments; the value where they meet

// Where value, slope or curvature of a law jump: at knots of a table and where pieces meet, unless all three go on.
// it may have some: then its cells lie between them, and x is in one (base/side.h)
bool jni_law_switches(const jn_law *law);
// by the cell of that side, beyond its ends too
double jni_law_held(const jn_law *law, double x, int side, double *slope);
// How far it is to the nearer end of the cell `held` (0: that of x), negative outside; *side: that of x, 0 at the end
// itself.
double jni_law_within(const jn_law *law, double x, int held, int *side);

#endif
