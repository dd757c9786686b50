// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// jacobian_pattern.h - which elements of the Jacobian of a step, with respect to all variables, can differ from zero,
// and directions by which forward mode finds them: columns without a common row share a direction.
#ifndef JNI_JACOBIAN_PATTERN_H
#define JNI_JACOBIAN_PATTERN_H

#include "compile/derivative/linear_plan.h"

typedef struct {
  int n;              // number of elements
  int *row, *column;  // n: indices in x, ordered by groups of JNI_PATTERN_DIRECTIONS directions, then columns and rows
  int ngroups;
  int *first;        // ngroups + 1: number of the first element of each group; those before first[0] are constant
  double *constant;  // first[0]: their values
  int *direction;  // of each variable: its direction in its group and JNI_PATTERN_DIRECTIONS times the group; -1: none
} jni_jacobian_pattern;

enum { JNI_PATTERN_DIRECTIONS = 8 };

// Finds the pattern with slopes of two random points, since the pattern is that of any point. The lists belong to the
// pool. Returns false without memory; the pool has then failed.
bool jni_jacobian_pattern_find(jni_pool *pool, const jni_linear_plan *plan, jni_jacobian_pattern *pattern);

#endif
