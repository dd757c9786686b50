// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// diff.h - two results column by column: how far apart they are, and where.
//
// For a column y that both have, over the times t_1 ... t_n of the one with fewer rows in the interval that both cover:
//   largest = max |y_A(t_k) - y_B(t_k)|,   rms = sqrt(1/n sum (y_A(t_k) - y_B(t_k))^2),   range = max y - min y of both
// The other result is interpolated where it has no row at t_k: by the cubic through the four rows around it.
//
// Example: two tables of a file, one of them with a slip.
//
//   #include <jounce/diff.h>
//   #include <stdio.h>
//   int main(void) {
//     jn_text_write("diff-a.csv", "time [s],x [m]\n0,0\n1,2\n2,4\n", NULL);
//     jn_text_write("diff-b.csv", "time [s],x [mm]\n0,0\n1,2000\n2,4100\n", NULL);
//     jn_table *a = jn_table_read(NULL, "diff-a.csv", NULL), *b = jn_table_read(NULL, "diff-b.csv", NULL);
//     jn_diff *diff = jn_diff_new(NULL, a, b, NULL);
//     const jn_column_diff *x = diff ? jn_diff_get(diff, 0) : NULL;
//     bool good = x && x->largest > 0.0999 && x->largest < 0.1001 && x->at == 2;
//     jn_diff_free(diff), jn_table_free(a), jn_table_free(b), remove("diff-a.csv"), remove("diff-b.csv");
//     return good ? 0 : 1;
//   }
#ifndef JOUNCE_DIFF_H
#define JOUNCE_DIFF_H

#include "jounce/result.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  const char *name, *unit;  // of A, in which the numbers are; B is converted
  const char *other_unit;   // of B
  bool comparable;          // false: the units are of different quantities, and there are no numbers
  double largest, at;       // infinite where one has a number and the other has none; time of the first such place
  double rms, range;
  double relative;  // largest over range; of a constant over its magnitude; 0: all numbers are the same
} jn_column_diff;

typedef struct {
  double from, to;          // what both cover, s
  double begin[2], end[2];  // what each covers
  int times;                // compared
  int grid;                 // whose times: 0 A, 1 B
  int interpolated;         // how many of them are no row of the other
} jn_diff_times;

typedef struct jn_diff jn_diff;
// NULL with a fault in the report: no rows, times that do not ascend, no common interval, no memory. The tables have to
// outlive it.
JN_API jn_diff *jn_diff_new(const jn_alloc *alloc, const jn_table *a, const jn_table *b, jn_report *report);
JN_API void *jn_diff_free(jn_diff *diff);
JN_API jn_diff_times jn_diff_get_times(const jn_diff *diff);
// The columns that both have, in the order of A.
JN_API int jn_diff_count(const jn_diff *diff);
JN_API const jn_column_diff *jn_diff_get(const jn_diff *diff, int i);
// The i-th column that A (which = 0) or B (1) has alone; NULL past the last.
JN_API const char *jn_diff_only(const jn_diff *diff, int which, int i);

#ifdef __cplusplus
}
#endif
#endif
