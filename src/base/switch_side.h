// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// switch_side.h - the side of a switch as one nonzero integer: 1 and -1 for a function with one zero; the number of the
// cell between two corners for a function with many. 0: at the switch itself, or unknown.
#ifndef JNI_SWITCH_SIDE_H
#define JNI_SWITCH_SIDE_H

#include <math.h>

static inline int jni_side_of(double e) { return (e > 0) - (e < 0); }

// Convert between the number of a cell, which may be 0 or negative, and a side, which is not 0 unless it is unknown:
// cells 0, 1, ... are the sides 1, 2, ..., cells -1, -2, ... the sides -1, -2, ... Cells beyond 1e9 become 0, unknown.
static inline int jni_side_of_cell(double cell) { return fabs(cell) < 1e9 ? (int)cell + (cell >= 0) : 0; }
static inline int jni_cell_of_side(int side) { return side - (side > 0); }

#endif
