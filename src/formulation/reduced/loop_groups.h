// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// loop_groups.h - decomposition of the loops into groups of constraints that can be solved one after the other.
//                                                                                        [petzold, equation decoupling]
//
// The active constraints and the dependent speeds make a square matrix G_d. Its pattern determines what must be solved
// together: constraints are matched with speeds; a constraint depends on the constraints matched with its other speeds;
// the strongly connected components of this dependence are the groups (fine Dulmage-Mendelsohn decomposition,
// independent of the matching [Pothen, Fan 1990]). In the order of the groups G_d is block triangular. A four-bar is a
// group of two equations, a chain of N four-bars N groups of two, each dependent on the one before.
#ifndef JNI_LOOP_GROUPS_H
#define JNI_LOOP_GROUPS_H

#include "base/pool.h"

// Pattern of the constraints by rows: the speeds (columns) that each constraint contains.
typedef struct {
  int nrows, ncolumns;
  const int *row_at;  // nrows + 1: index in `column` of the first column of each row
  const int *column;  // columns of row 0, then of row 1, and so on
} jni_incidence;

typedef struct {
  int m;  // number of active constraints and of dependent columns
  int ngroups;
  int *group_at;        // ngroups + 1: index of the first constraint of each group
  int *rows, *columns;  // m each: constraints and columns, sorted by group in the order of solution
  int *group_of;        // ncolumns: group of a dependent column; -1: independent
  int *place_of;        // ncolumns: index of a dependent column within its group
} jni_groups;

typedef struct jni_loops jni_loops;

// Allocates the data for decompositions of this pattern; the incidence must outlive it. Returns NULL if there is no
// memory.
jni_loops *jni_loops_new(jni_pool *pool, const jni_incidence *incidence);
// Decomposes the constraints rows[0..m-1] with the dependent speeds columns[0..m-1] into groups; jni_loops_get returns
// the result. Returns false if rows and columns cannot be matched: G_d is then structurally singular, and there are no
// groups.
bool jni_loops_find(jni_loops *loops, const int *rows, const int *columns, int m);
const jni_groups *jni_loops_get(const jni_loops *loops);
// Returns an upper bound for the storage of the groups' matrices, in numbers, for any choice of rows and columns: the
// sum of the squares of the numbers of constraints that are connected by common columns. Overwrites workspace of
// jni_loops_find, not the present groups.
size_t jni_loops_largest_storage(jni_loops *loops);

#endif
