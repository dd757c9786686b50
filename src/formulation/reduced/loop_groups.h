// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// loop_groups.h - loops decomposed into groups that are solved one after the other, each by itself.
//                                                                                        [petzold, equation decoupling]
//
// The rows in force and the dependent speeds make a square matrix G_d. Its structure alone, which row meets which
// speed, says what must be solved together: rows are matched with speeds, a row then waits for the speeds of other rows
// that it meets, and rows that wait for each other in a circle make a group (the fine Dulmage-Mendelsohn decomposition;
// it does not depend on the matching [Pothen, Fan 1990]). In the order of the groups G_d is block triangular. A
// four-bar is a group of two, a chain of N of them N groups of two, each behind the one before.
#ifndef JNI_LOOP_GROUPS_H
#define JNI_LOOP_GROUPS_H

#include "base/pool.h"

// Which speeds the rows meet.
typedef struct {
  int nrows, ncolumns;
  const int *row_at;  // nrows + 1
  const int *column;  // the columns of each row
} jni_incidence;

typedef struct {
  int m;  // rows in force, and dependent columns
  int ngroups;
  int *group_at;        // ngroups + 1: first place of each group
  int *rows, *columns;  // m: by groups, in the order in which they are solved
  int *group_of;        // ncolumns: group of a dependent column, -1: independent
  int *place_of;        // ncolumns: its place within the group
} jni_groups;

typedef struct jni_loops jni_loops;

// The incidence must outlive it. NULL: no memory.
jni_loops *jni_loops_new(jni_pool *pool, const jni_incidence *incidence);
// Finds the groups of m rows and m columns. False: no matching, so G_d is singular whatever its values; the groups are
// then void.
bool jni_loops_find(jni_loops *loops, const int *rows, const int *columns, int m);
const jni_groups *jni_loops_get(const jni_loops *loops);
// Sum of the squares of the sizes that groups can have at the most, whatever rows and columns are taken: room for their
// matrices.
size_t jni_loops_most_room(jni_loops *loops);

#endif
