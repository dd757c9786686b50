// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// switch_side.h - on which side of a switch something is, as one number that is never 0: 1 and -1 where a function has one
// zero; where there are many places one after the other, the cell between two of them. 0: at the place itself, or not
// known.
#ifndef JNI_SWITCH_SIDE_H
#define JNI_SWITCH_SIDE_H

#include <math.h>

static inline int jni_side_of(double e) { return (e > 0) - (e < 0); }

// Cells are whole numbers; those too large to be counted have no side.
static inline int jni_side_of_cell(double cell) { return fabs(cell) < 1e9 ? (int)cell + (cell >= 0) : 0; }
static inline int jni_cell_of_side(int side) { return side - (side > 0); }

#endif
