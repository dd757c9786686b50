// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compare.h - the inside of a comparison: which combinations (compare_list.c), what is compared and with what
// (compare_reference.c), one run of it (compare_rung.c), and all of it in order (compare.c).
#ifndef JNI_COMPARE_H
#define JNI_COMPARE_H

#include "base/pool.h"
#include "jounce/compare.h"

typedef struct {
  const jn_model *model;
  jni_pool *pool;  // of the result
  const jn_compare_options *options;
  jn_choices base;  // what all have in common, not settled
  jn_comparison *result;
  // what is compared
  char **probes;  // outputs asked for beside the model's
  int nprobes, probes_capacity;
  char **outputs;  // noutputs names
  int *columns;    // noutputs: which outputs of a run they are
  double *scales;  // noutputs
  double *times;   // ntimes, ascending
  int noutputs, ntimes;
  double *reference;  // ntimes x noutputs
  double *values;     // the same of the last run
  // progress
  const char *now;  // label of the combination under way
  jn_report *said;  // takes the faults of a run that fails; NULL: nothing does
  double wall_start, wall_next;
  double cpu_end;  // of the CPU clock, for all combinations
  bool interrupted;
} jni_compare;

// ---- compare_list.c
// Fills the list of combinations; those that are refused have the word and the sentence in `line`.
jn_status jni_compare_list(jni_compare *job, jn_report *report);
// The choices of a rung: 0 is the coarsest; *own is the one that leaves them as they are.
int jni_compare_ladder(const jni_compare *job, const jn_choices *own_choices, jn_choices *rungs, int *own);
jn_choices jni_compare_engine(const jni_compare *job);  // what formulations other than `compiled` have in common
double jni_compare_step(const jn_choices *choices);     // of a fixed-step method where the model says none
void jni_compare_name(const jn_choices *choices, char *text, size_t size);  // "partition", "partition/full"
// "newton+projection", "none", "newton, energy gradient"
void jni_compare_controls(const jn_choices *choices, char *text, size_t size);

// ---- compare_rung.c
enum { JNI_MOST_RUNGS = 9 };
// Runs the choices once for values and books and `repeat` times against the clock, at most `limit` seconds of CPU time
// in all.
jn_status jni_compare_rung(jni_compare *job, const jn_choices *choices, double limit, int repeat, jn_rung *rung);
double jni_compare_error(const jni_compare *job);  // of the values of the last run
const char *jni_compare_word_of(jn_status status);
// the first fault, with the element it is about
void jni_compare_why(const jn_report *report, char *text, size_t size);
void jni_compare_unknown(jn_rung *rung);  // NaN for all that a run would tell
extern const char jni_word_slow[], jni_word_wrong[];

// ---- compare_reference.c
jn_status jni_compare_outputs(jni_compare *job, jn_report *report);    // outputs, columns
jn_status jni_compare_reference(jni_compare *job, jn_report *report);  // times, reference, scales

#endif
