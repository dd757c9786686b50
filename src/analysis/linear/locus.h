// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// locus.h - a root locus while it is made: lines from value to value (locus_line.c), and what happens between two
// values (locus_event.c).
#ifndef JNI_LOCUS_H
#define JNI_LOCUS_H

#include "base/base.h"
#include "jounce/linear.h"

// How much of a line is in a coordinate, summed over its points.
enum { JNI_MOST_TALLIES = 12 };
typedef struct {
  struct {
    char name[JN_DIRECTION_NAME];
    double part;
  } items[JNI_MOST_TALLIES];
  int n;
} jni_tallies;

typedef struct {
  int capacity;  // of the line's numbers
  jni_tallies tallies;
} jni_line_part;

// One value, for as long as its neighbours are looked for. All zero but `at`: not solved.
typedef struct {
  double at;  // of the parameter
  jn_modes *modes;
  int *lines;      // of each root
  int *mode_line;  // of each mode, where the caller wants it; not its own
  int growing;
  double threshold;  // a root whose real part is above it grows
} jni_value;

typedef struct {
  const jn_locus_def *def;
  jn_locus *locus;
  jn_report *report;
  jni_line_part *parts;  // of each line
  int line_capacity, part_capacity, change_capacity, meeting_capacity;
  int spare;   // values between, for following, that may still be looked at
  int trials;  // values for finding changes and meetings that may
} jni_tracer;

void jni_tallies_add(jni_tallies *tallies, const char *name, double part);
void jni_value_free(const jn_alloc *alloc, jni_value *value);
jn_status jni_value_solve(jni_tracer *tracer, jni_value *value, bool between);
// A value between. JN_OK and no modes: it cannot be solved there, and no such value will be looked at any more, with a
// warning.
jn_status jni_value_look(jni_tracer *tracer, jni_value *value);
void jni_value_root(const jni_value *value, int root, double *re, double *im);

// ---- locus_line.c: the first value, where each root begins a line. The next one: lines go on from `left` to `right`;
// changes and meetings between them are found. Where `right` has roots at zero that its neighbours have not, its modes
// become those of a value just beside it.
jn_status jni_line_begin(jni_tracer *tracer, jni_value *first);
jn_status jni_line_go_on(jni_tracer *tracer, const jni_value *left, jni_value *right);
bool jni_line_add(jni_tracer *tracer, int line, double value, double re, double im);

// ---- locus_event.c: changes and meetings between two values; to[r]: the root of `right` that root r of `left` has
// become, -1: none. All roots have their lines.
jn_status jni_event_find(jni_tracer *tracer, const jni_value *left, const jni_value *right, const int *to);

#endif
