// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compare.h - data of a comparison: list of combinations (compare_list.c), outputs and reference (compare_reference.c),
// one run (compare_rung.c), and the whole comparison (compare.c).
#ifndef JNI_COMPARE_H
#define JNI_COMPARE_H

#include "base/pool.h"
#include "jounce/compare.h"

typedef struct {
  const jn_model *model;
  jni_pool *pool;  // memory of the result
  const jn_compare_options *options;
  jn_choices base;  // choices common to all combinations, not resolved
  jn_comparison *result;

  // Compared outputs:
  char **probes;  // outputs of the runs besides those of the model
  int nprobes, probes_capacity;
  char **outputs;  // noutputs names
  int *columns;    // noutputs: index among the outputs of a run
  double *scales;  // noutputs: sizes by which errors of the outputs are divided
  double *times;   // ntimes, ascending
  int noutputs, ntimes;
  double *reference;  // ntimes x noutputs
  double *values;     // ntimes x noutputs, of the last run
  // Progress:
  const char *now;  // label of the current combination
  jn_report *said;  // receives the faults of a failed run of the reference; may be NULL
  double wall_start, wall_next;
  double cpu_end;  // end of the CPU time for all combinations, s on the CPU clock
  bool interrupted;
} jni_compare;

// ---- compare_list.c
// Lists the combinations to compare in job->result. In a combination that is refused, `line` has a keyword and the
// reason. Returns JN_OK or the status of a fault.
jn_status jni_compare_list(jni_compare *job, jn_report *report);
// Fills `rungs` with the choices for each accuracy of the ladder, the coarsest first. *own: index of the rung with the
// unchanged choices own_choices. Returns the number of rungs.
int jni_compare_ladder(const jni_compare *job, const jn_choices *own_choices, jn_choices *rungs, int *own);
jn_choices jni_compare_engine(const jni_compare *job);  // choices common to formulations other than `compiled`
double jni_compare_step(const jn_choices *choices);     // returns choices->step or, if it is not set, until / 1000, s
void jni_compare_name(const jn_choices *choices, char *text, size_t size);  // "partition", "partition/full"
// Writes the names of the controls to `text`, such as "newton+projection", "none" or "newton, energy gradient".
void jni_compare_controls(const jn_choices *choices, char *text, size_t size);

// ---- compare_rung.c
enum { JNI_MOST_RUNGS = 9 };
// Runs the choices once, which sets job->values and the monitors in *rung, then `repeat` times for the CPU time. Stops
// after `limit` seconds of CPU time. Returns the status of the run; *rung has its keyword and reason.
jn_status jni_compare_rung(jni_compare *job, const jn_choices *choices, double limit, int repeat, jn_rung *rung);
// Returns the largest difference of job->values from the reference, over all times and outputs, relative to the scale
// of the output; infinite if a value is NaN.
double jni_compare_error(const jni_compare *job);
const char *jni_compare_word_of(jn_status status);
// Writes the first fault of the report, with its element, to `text`; leaves `text` unchanged if there is none.
void jni_compare_why(const jn_report *report, char *text, size_t size);
void jni_compare_unknown(jn_rung *rung);  // sets time, error, CPU time and monitors of a run to NaN
extern const char jni_word_slow[], jni_word_wrong[];

// ---- compare_reference.c
jn_status jni_compare_outputs(jni_compare *job, jn_report *report);    // sets probes, outputs, columns, least scales
jn_status jni_compare_reference(jni_compare *job, jn_report *report);  // sets times and reference, enlarges scales

#endif
