// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// diff.h - compares two results column by column.
//
// For a column y of both results, at the times t_1 ... t_n of the one with fewer rows in the common interval:
//   largest = max |y_A(t_k) - y_B(t_k)|,   rms = sqrt(1/n sum (y_A(t_k) - y_B(t_k))^2),   range = max y - min y of both
// If the other result has no row at t_k, it is interpolated by the cubic through the four nearest rows.
//
// Example: two tables in files, one of them with an error.
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
//     jn_diff_free(diff);
//     jn_table_free(a);
//     jn_table_free(b);
//     remove("diff-a.csv");
//     remove("diff-b.csv");
//     return good ? 0 : 1;
//   }
#ifndef JOUNCE_DIFF_H
#define JOUNCE_DIFF_H

#include "jounce/result.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  const char *name, *unit;  // those of A; all numbers below are in this unit
  const char *other_unit;   // unit of B
  bool comparable;          // false: the units have different dimensions, and the numbers below are 0
  double largest, at;       // largest difference, infinite if only one value is finite; its first time, s
  double rms, range;
  double relative;  // largest / range, for a constant / its magnitude; 0: all values are equal
} jn_column_diff;

typedef struct {
  double from, to;          // common interval, s
  double begin[2], end[2];  // interval of each result, s
  int times;                // number of compared times
  int grid;                 // result whose times are compared: 0 A, 1 B
  int interpolated;         // number of times at which the other result is interpolated
} jn_diff_times;

typedef struct jn_diff jn_diff;
// Compares two tables, which must outlive the result. Returns NULL with a fault in the report: no rows, times not
// ascending, no common interval, no memory.
JN_API jn_diff *jn_diff_new(const jn_alloc *alloc, const jn_table *a, const jn_table *b, jn_report *report);
JN_API void *jn_diff_free(jn_diff *diff);
JN_API jn_diff_times jn_diff_get_times(const jn_diff *diff);
// Columns of both results, in the order of A.
JN_API int jn_diff_count(const jn_diff *diff);
JN_API const jn_column_diff *jn_diff_get(const jn_diff *diff, int i);
// Returns the i-th column that only A (which = 0) or only B (1) has; NULL past the last.
JN_API const char *jn_diff_only(const jn_diff *diff, int which, int i);

#ifdef __cplusplus
}
#endif
#endif
