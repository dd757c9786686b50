// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// study.h - inside a study: varied parameters, draws, files kept in memory, columns of the table, one run.
#ifndef JNI_STUDY_H
#define JNI_STUDY_H

#include "base/pool.h"
#include "jounce/sweep.h"
#include "study/worker_threads.h"

enum { JNI_MOST_RUNS = 100000000, JNI_VALUE_TEXT = 128 };

// ---- a varied parameter ------------------------------------------------------------------------------------------

typedef enum { JNI_VARY_RANGE, JNI_VARY_LIST, JNI_VARY_UNIFORM, JNI_VARY_NORMAL, JNI_VARY_LOGNORMAL } jni_vary_kind;

typedef struct {
  const char *path;
  jni_vary_kind kind;
  char unit[64];       // behind the numbers that the model is given, "": none
  double a, b;         // ends, or the two numbers of the distribution; SI
  int n;               // values of a range (0: it has ends alone) or list
  double *values;      // of a list, SI; of texts their numbers, from 1
  const char **texts;  // of a list of texts, else NULL
  int *order;          // Latin hypercube: the stratum of each draw
  uint64_t key;        // of its draws: from its path
} jni_varied;

// Each returns false with a fault in the report.
bool jni_vary_parse(jni_pool *pool, const jn_setting *given, bool bounds, jni_varied *varied, jn_report *report);
bool jni_random_parse(jni_pool *pool, const jn_setting *given, jni_varied *varied, jn_report *report);
bool jni_vary_is_random(const jni_varied *varied);
double jni_vary_at(const jni_varied *varied, int i);                      // of a range or list
void jni_vary_print(const jni_varied *varied, double value, char *text);  // as the reader takes it; JNI_VALUE_TEXT
bool jni_random_order(jni_pool *pool, unsigned long seed, int n, jni_varied *varied);  // for a Latin hypercube
double jni_random_draw(const jni_varied *varied, unsigned long seed, int draw, int n);
// Pseudo-random numbers in (0, 1) by counter [Salmon 2011].
double jni_uniform(uint64_t key, uint64_t stream, uint64_t counter);
double jni_normal_quantile(double u);  // x with P(X <= x) = u, X normal [Wichura 1988]

// ---- what is taken of an output ----------------------------------------------------------------------------------

#define JNI_STATISTIC_LIST(X) X(final) X(min) X(max) X(mean) X(rms) X(when_min) X(when_max)
typedef enum {
#define JNI_X(name) JNI_STATISTIC_##name,
  JNI_STATISTIC_LIST(JNI_X)
#undef JNI_X
      JNI_NSTATISTICS
} jni_statistic;

// Over the rows so far; plain numbers, so that they can be stored.
typedef struct {
  double last_time, last;
  double least, most, least_time, most_time;
  double integral, square;  // of y and y^2 over time
} jni_accumulator;

void jni_accumulator_add(jni_accumulator *tally, bool first, double time, double value);
double jni_accumulator_get(const jni_accumulator *tally, double first_time, jni_statistic kind);

// ---- the study ---------------------------------------------------------------------------------------------------

struct jn_study {
  jni_pool pool;
  const char *path, *name;   // of the model
  const jn_model *base;      // all others are this one with other values
  const jn_files *files;     // while the study is made; NULL: the disk
  jn_import_options import;  // of a robot
  jn_setting *settings;
  int nsettings;
  jni_varied *varied;
  int nvaried;
  int npoints, ndraws, nruns;
  unsigned long seed;
  const char **probes;
  int nprobes;
  const char **outputs;  // of the table
  const char **vectors;  // of each output that is a magnitude "|NAME|": NAME, else NULL
  int noutputs;
  jni_statistic take[JNI_NSTATISTICS];
  int ntake;
  jn_choices choices;
  bool chosen[JN_NCHOICES];
  bool histories, allow_code;
  int nshards;
  const char **names, **units;  // of the columns
  int ncolumns;
  uint64_t hash;
};

enum { JNI_COLUMNS_AFTER = 3 };  // time, events, steps
jn_status jni_study_columns(jn_study *study, const jn_model *model, const jn_study_def *def, jn_report *report);
// `wanted` is the output, or the vector that it is a component of.
bool jni_output_is_of(const char *output, const char *wanted);
jn_study *jni_study_make(const jn_alloc *alloc, const jn_study_def *def, bool bounds, jn_report *report);

// ---- one run -----------------------------------------------------------------------------------------------------

typedef struct {
  jn_status status;
  char why[512];
  uint64_t hash;
  double *row;        // ncolumns numbers; room of the caller
  jn_table *history;  // to be freed; NULL: not kept in memory
} jni_run_result;

// What a run is watched by and stored with; functions and the path may be NULL.
typedef struct {
  void *context;
  bool (*go_on)(void *context);  // rarely; false interrupts
  // A checkpoint with all that was taken so far, and that of an earlier attempt, NULL: none.
  jn_status (*save)(void *context, int run, const double *block, int n);
  const double *(*saved)(void *context, int run, int *n);
  const char *history;  // file for its rows; NULL: they stay in memory
  const char *begun;    // the same while it is not whole
  double save_every;    // s
} jni_watch;

// values: of all varied parameters, SI. JN_OK: there is a row, also of a run that has failed; else JN_INTERRUPTED,
// JN_NO_MEMORY or JN_IO, with faults in the report.
jn_status jni_study_run(const jn_study *study, int run, const double *values, const jni_watch *watch,
                        jni_run_result *member, jn_report *report);
void jni_study_values(const jn_study *study, int run, double *values);
// The model with these values, and how it is run.
jn_model *jni_study_read(const jn_study *study, const double *values, jn_report *report);
void jni_study_choices(const jn_study *study, jn_model *model, jn_choices *choices);

#endif
