// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// locus.h - data of a root locus under construction: lines of eigenvalues from value to value (locus_line.c), crossings
// and meetings between two values (locus_event.c).
#ifndef JNI_LOCUS_H
#define JNI_LOCUS_H

#include "base/base.h"
#include "jounce/linear.h"

// The coordinates that take part in a line of the locus, with their participations summed over its points.
enum { JNI_MOST_TALLIES = 12 };
typedef struct {
  struct {
    char name[JN_DIRECTION_NAME];
    double part;
  } items[JNI_MOST_TALLIES];
  int n;
} jni_tallies;

typedef struct {
  int capacity;  // number of points allocated for the line
  jni_tallies tallies;
} jni_line_part;

// The eigenvalues at one value of the parameter. All members except `at` are zero until it is solved.
typedef struct {
  double at;  // value of the parameter
  jn_modes *modes;
  int *lines;        // line of each root
  int *mode_line;    // line of each mode, array of the caller; NULL: not needed
  int growing;       // number of growing roots
  double threshold;  // a root whose real part is above it grows
} jni_value;

typedef struct {
  const jn_locus_def *def;
  jn_locus *locus;
  jn_report *report;
  jni_line_part *parts;  // data of each line
  int line_capacity, part_capacity, change_capacity, meeting_capacity;
  int spare;   // number of intermediate values that may still be solved to follow roots
  int trials;  // number of values that may still be solved to locate changes and meetings
} jni_tracer;

void jni_tallies_add(jni_tallies *tallies, const char *name, double part);
void jni_value_free(const jn_alloc *alloc, jni_value *value);
jn_status jni_value_solve(jni_tracer *tracer, jni_value *value, bool between);
// Solves the eigenvalues at an intermediate value of the parameter. If that fails, warns, leaves value->modes NULL,
// returns JN_OK, and no further intermediate values are solved; only JN_NO_MEMORY and JN_INTERRUPTED are returned.
jn_status jni_value_solve_between(jni_tracer *tracer, jni_value *value);
void jni_value_root(const jni_value *value, int root, double *re, double *im);

// ---- locus_line.c
// Begins a line for each root of the first value.
jn_status jni_line_begin(jni_tracer *tracer, jni_value *first);
// Continues the lines from `left` to `right` and finds changes and meetings between them. If `right` has roots at zero
// that `left` and a value close to `right` do not have, *right becomes that value, from which the lines continue, after
// right->mode_line has been filled.
jn_status jni_line_continue(jni_tracer *tracer, const jni_value *left, jni_value *right);
// Appends a point to a line: the eigenvalue re + i im at the parameter `value`. Returns false if memory is short.
bool jni_line_add(jni_tracer *tracer, int line, double value, double re, double im);

// ---- locus_event.c
// Finds changes and meetings between two values. to[r]: the root of `right` that continues root r of `left`, -1: none.
// All roots have lines.
jn_status jni_event_find(jni_tracer *tracer, const jni_value *left, const jni_value *right, const int *to);

#endif
