// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// study.h - internals of a study: varied parameters, statistics of outputs, the study itself, one run.
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
  char unit[64];       // appended to the values when they are passed to the model; "": plain numbers
  double a, b;         // of a range: first and last value; of a distribution: its two parameters; SI
  int n;               // number of values of a range or list; 0: the interval of a search
  double *values;      // n: values of a list, SI; for a list of texts 1 ... n
  const char **texts;  // n: texts of a list of texts; else NULL
  int *order;          // for a Latin hypercube: the stratum of each draw; else NULL
  uint64_t key;        // of a random parameter: hash of the path, which selects its sequence of random numbers
} jni_varied;

// Reads the values of a varied parameter from a setting into *varied: a range or a list; with `bounds` the interval of
// a search. Returns false with a fault in the report if they are not valid.
bool jni_vary_parse(jni_pool *pool, const jn_setting *setting, bool bounds, jni_varied *varied, jn_report *report);
// Reads the distribution of a random parameter from a setting into *varied. Returns false with a fault in the report if
// it is not valid.
bool jni_random_parse(jni_pool *pool, const jn_setting *setting, jni_varied *varied, jn_report *report);
bool jni_vary_is_random(const jni_varied *varied);
// Returns value i, counted from 0, of a parameter with a range or list, SI.
double jni_vary_at(const jni_varied *varied, int i);
// Writes a value of a parameter into `text` in the form of a setting; at most JNI_VALUE_TEXT bytes.
void jni_vary_print(const jni_varied *varied, double value, char *text);
// Stores a random order of the n strata of a Latin hypercube in varied->order, in memory of the pool. Returns false if
// memory is short.
bool jni_random_order(jni_pool *pool, uint64_t seed, int n, jni_varied *varied);
// Returns the value, SI, of a random parameter in draw number `draw` of n draws.
double jni_random_draw(const jni_varied *varied, uint64_t seed, int draw, int n);
// Returns a pseudo-random number, uniform in (0, 1), that depends on the arguments only and not on earlier calls
// (counter-based) [Salmon 2011].
double jni_uniform(uint64_t key, uint64_t stream, uint64_t counter);
// Returns the quantile x of the standard normal distribution for which P(X <= x) = u [Wichura 1988].
double jni_normal_quantile(double u);

// ---- statistics --------------------------------------------------------------------------------------------------

#define JNI_STATISTIC_LIST(X) X(final) X(min) X(max) X(mean) X(rms) X(when_min) X(when_max)
typedef enum {
#define JNI_X(name) JNI_STATISTIC_##name,
  JNI_STATISTIC_LIST(JNI_X)
#undef JNI_X
      JNI_NSTATISTICS
} jni_statistic;

int jni_statistic_find(const char *name, size_t n);  // returns the statistic named by the first n bytes; -1: none

// Accumulates the statistics of an output y over the rows of a run. It contains only doubles, so that a checkpoint can
// store it as numbers.
typedef struct {
  double last_time, last;               // time of the last row, s; y in it
  double min, max, when_min, when_max;  // least and largest y and their times, s
  double integral, square_integral;     // integrals of y and of y^2 over time
} jni_accumulator;

// Adds the value of y in a row at this time. first: it is the first row; earlier ones are discarded.
void jni_accumulator_add(jni_accumulator *accumulator, bool first, double time, double value);
// Returns a statistic of the rows that were added. first_time: time of the first of them, s.
double jni_accumulator_get(const jni_accumulator *accumulator, double first_time, jni_statistic statistic);

// ---- the study ---------------------------------------------------------------------------------------------------

struct jn_study {
  jni_pool pool;
  const char *path, *name;   // file and name of the model
  const jn_model *base;      // model with the files of all runs; each run changes the varied parameters of it
  const jn_files *files;     // from where model files are read while the study is made; NULL: the disk
  jn_import_options import;  // for robots (URDF, MJCF)
  jn_setting *settings;      // nsettings: settings that all runs have
  int nsettings;
  jni_varied *varied;  // nvaried: parameters of the grid, then random parameters
  int nvaried;
  int npoints, ndraws, nruns;  // number of points of the grid, of draws at each point, and of runs: their product
  uint64_t seed;               // seed of the draws
  const char **probes;         // nprobes: names of the probes of the definition, then of the requested outputs
  int nprobes;
  const char **outputs;  // noutputs: names of the outputs in the table
  const char **vectors;  // noutputs: NAME if the output is a magnitude "|NAME|", else NULL
  int noutputs;
  jni_statistic statistics[JNI_NSTATISTICS];  // nstatistics: columns of each output, in this order
  int nstatistics;
  jn_choices choices;
  bool chosen[JN_NCHOICES];  // of each choice: the study's replaces that of the model
  bool histories;            // the rows of all runs are kept
  bool allow_code;           // controllers of the model may be loaded
  int nshards;
  const char **names, **units;  // ncolumns: names and units of the columns of the table
  int ncolumns;                 // 1 + nvaried + noutputs nstatistics + JNI_COLUMNS_AFTER
  uint64_t hash;                // hash of everything on which the table depends
};

enum { JNI_COLUMNS_AFTER = 3 };  // number of columns after the statistics: time, events, steps

// Sets the outputs and the columns of the table of a study from its definition and from the model of one of its runs.
// Returns JN_OK or the status of a fault in the report.
jn_status jni_study_columns(jn_study *study, const jn_model *model, const jn_study_def *def, jn_report *report);
// Returns whether an output of a run is the requested one, or a component of the requested vector.
bool jni_output_is_of(const char *output, const char *requested);
// Makes a study as jn_study_new does; bounds: for a search, in which grid parameters have an interval instead of
// values. Returns NULL with faults in the report.
jn_study *jni_study_make(const jn_alloc *alloc, const jn_study_def *def, bool bounds, jn_report *report);

// ---- one run -----------------------------------------------------------------------------------------------------

typedef struct {
  jn_status status;
  char why[512];      // why the run failed, or the event that stopped it; else ""
  uint64_t hash;      // hash of the final state
  double *row;        // ncolumns: row of the table, in memory of the caller
  jn_table *history;  // rows of the run, which the caller frees; NULL: they are not kept in memory
} jni_run_result;

// The caller provides these callbacks and names of files for one run. Functions and paths may be NULL.
typedef struct {
  void *context;
  bool (*go_on)(void *context);  // called rarely; false interrupts the run
  // Saves n numbers: a checkpoint of the run together with the statistics so far. Returns JN_OK or why this failed.
  jn_status (*save)(void *context, int run, const double *block, int n);
  // Returns the numbers that an earlier attempt of the run has saved, and sets *n; NULL: there are none.
  const double *(*load)(void *context, int run, int *n);
  const char *history;          // path of the file for the rows; NULL: they stay in memory
  const char *partial_history;  // path of this file until the run has ended
  double save_every;            // time between calls of save, s
} jni_run_control;

// Computes one run with these values of the varied parameters, SI, and stores its row in *result. Returns JN_OK if
// there is a row, also if the simulation failed, which the row says. Otherwise returns JN_INTERRUPTED, JN_NO_MEMORY or
// JN_IO with faults in the report.
jn_status jni_study_run(const jn_study *study, int run, const double *values, const jni_run_control *control,
                        jni_run_result *result, jn_report *report);
// Writes the values of all varied parameters in a run to `values`, SI.
void jni_study_values(const jn_study *study, int run, double *values);
// Returns the model of a run with these values of the varied parameters, SI; NULL with faults in the report.
jn_model *jni_study_read(const jn_study *study, const double *values, jn_report *report);
// Sets *choices to those of the model, except where the study has choices of its own.
void jni_study_choices(const jn_study *study, jn_model *model, jn_choices *choices);

#endif
