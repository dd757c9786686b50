// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// real.h - number and condition types for laws that are written once, for a single system and for lanes.
//
// A header that includes this one is also printed for lanes (compile/print/lane_names.h): there jnk_real is a vector
// with one number per lane, jnk_mask a condition per lane, and the prefix of all definitions is jnl_. Constants are
// doubles, equal in all lanes. "Also for lanes (real.h)" in the head of a file refers to this. Such headers
//   use JNK_CHOOSE instead of branches, and `if (jnk_any(mask))` to skip what no lane needs,
//   combine conditions with & and |, negate them with jnk_not,
//   convert a number to jnk_real with jnk_of, and access single lanes with JNK_LANE,
//   define functions and types of jnk_real, but no enums and no types of constants.
#ifndef JNK_REAL_H
#define JNK_REAL_H

#include "kernel/kernel.h"

typedef double jnk_real;
typedef int jnk_mask;

#define JNK_LANES 1
#define JNK_LANE(x, i) (x)
#define JNK_CHOOSE(mask, a, b) ((mask) ? (a) : (b))

JNK_FN jnk_real jnk_of(double x) { return x; }
JNK_FN jnk_mask jnk_not(jnk_mask mask) { return !mask; }
JNK_FN int jnk_any(jnk_mask mask) { return mask; }
JNK_FN jnk_real jnk_abs(jnk_real x) { return fabs(x); }
JNK_FN jnk_real jnk_sqrt(jnk_real x) { return sqrt(x); }
JNK_FN jnk_real jnk_floor(jnk_real x) { return floor(x); }

#endif
