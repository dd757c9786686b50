// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// row_size.h - violation of constraint equations, relative to the size of the quantities that they compare.
#ifndef JNI_ROW_SIZE_H
#define JNI_ROW_SIZE_H

#include "jounce/system.h"

// Returns the largest residual phi of a holonomic row, relative to the size of what the row compares; NaN if one is not
// finite. Needs the position stage. If the result would exceed `enough`, the sizes of rows in which rounding errors
// matter are computed more accurately.
double jni_violation(const jn_system *system, const jn_work *work, double enough);
// Returns |phi| of one holonomic row, relative to the size of what the row compares.
double jni_violation_of(const jn_system *system, const jn_work *work, int row);
// Returns the holonomic row with the largest violation relative to its size; -1: all violations are zero.
int jni_worst_row(const jn_system *system, const jn_work *work);
// Returns the largest magnitude of the first n values in `rows` (for example of G v - nu), each divided by the size of
// its row; NaN if one is not finite.
double jni_largest_weighted(const jn_system *system, const double *rows, int n);
// Returns the magnitude of the largest coordinate in q, in typical lengths or rad; at least the extent of the
// system (jn_system.extent), in typical lengths.
double jni_largest_coordinate(const jn_system *system, const double *q);
// Returns the magnitude of the largest speed, in typical lengths per second or rad/s; rates that drivers prescribe
// count, too.
double jni_largest_speed(const jn_system *system, const jn_work *work);
// Returns the index of a rolling joint whose disc is (almost) parallel to its plane, after the position stage; -1:
// there is none.
int jni_find_parallel_disc(const jn_system *system, const jn_work *work);

#endif
