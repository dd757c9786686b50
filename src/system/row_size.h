// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// row_size.h - how much constraint equations are violated, relative to the size of the quantities they compare.
#ifndef JNI_ROW_SIZE_H
#define JNI_ROW_SIZE_H

#include "jounce/system.h"

// Returns the largest element of phi relative to its size, after the position stage; NaN: one is not finite. If it
// exceeds `enough`, rows in which rounding errors matter are evaluated more accurately.
double jni_violation(const jn_system *system, const jn_work *work, double enough);
// Returns |phi| of one row relative to its size.
double jni_violation_of(const jn_system *system, const jn_work *work, int row);
// Returns the holonomic row with the largest violation; -1: all are zero.
int jni_worst_row(const jn_system *system, const jn_work *work);
// Returns the largest of the first n values (of G v - nu, for example), each relative to the size of its row.
double jni_largest_weighted(const jn_system *system, const double *rows, int n);
// Returns the largest coordinate, in typical lengths or rad, and at least the extent of the ground's points.
double jni_largest_coordinate(const jn_system *system, const double *q);
// Returns the largest speed, in typical lengths or rad per second, prescribed rates included.
double jni_largest_speed(const jn_system *system, const jn_work *work);
// Returns the rolling joint whose disc lies (almost) flat on its plane, after the position stage; -1: none.
int jni_find_parallel_disc(const jn_system *system, const jn_work *work);

#endif
