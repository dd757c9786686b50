// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// real.h - numbers and conditions of laws that are written once for one system and for lanes of them.
//
// A header that includes this one is printed for lanes as well (compile/print/lane_names.h): there a jnk_real is a
// vector with one number per lane, a jnk_mask a condition per lane, and what the header defines has the prefix jnl_.
// Constants are doubles, the same in all lanes. Such headers
//   choose by JNK_CHOOSE instead of branches, and skip what no lane needs by `if (jnk_any(mask))`,
//   join conditions by & and |, turn them round by jnk_not,
//   write jnk_of(0) where a number stands for a jnk_real, and take lanes apart by JNK_LANE,
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
