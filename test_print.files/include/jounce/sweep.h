// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// sweep.h - many runs of one model: parameters along ranges and lists, or drawn at random, and a table of what each run
// gave; the search for the best values.
//
// Ranges and lists make a grid of m points, the first parameter slowest; at each of them there are n draws of the
// random parameters, the same at every point:
//   run k = i n + j,    i = 0 ... m - 1 the point,   j = 0 ... n - 1 the draw
//   x = F^-1(u),        u = Philox(seed; j, name) in (0, 1);   Latin hypercube: u = (permutation(j) + u') / n
// so that a value depends on its run and on nothing else. Of every output y over the rows of a run:
//   final = y(T),   min, max and the times of both,   mean = 1/T int y dt,   rms = sqrt(1/T int y^2 dt)   (trapezoids)
// The model's files are read once. A table is the same, bit for bit, for any number of threads and shards.
//
// Example: how far the piston of a slider-crank comes, for two speeds and three lengths of the crank.
//
//   #include <jounce/sweep.h>
//   #include <math.h>
//   int main(void) {
//     const jn_setting vary[] = {{"speed", "[200 rpm, 300 rpm]"}, {"r", "40 mm:60 mm:3"}};
//     const jn_setting shorter = {"simulate.until", "0.1"};
//     jn_study_def def = jn_study_def_default();
//     def.model = "models/examples/slider-crank.yaml", def.vary = vary, def.nvary = 2;
//     def.settings = &shorter, def.nsettings = 1;
//     jn_study *study = jn_study_new(NULL, &def, NULL);
//     jn_sweep *sweep = study ? jn_sweep_run(study, NULL, NULL) : NULL;
//     int r = sweep ? jn_sweep_find(sweep, "r") : -1, x = sweep ? jn_sweep_find(sweep, "max(piston.x)") : -1;
//     bool good = r >= 0 && x >= 0 && jn_sweep_nruns(sweep) == 6 && jn_sweep_nfailed(sweep) == 0 &&
//                 fabs(jn_sweep_column(sweep, r)[2] - 0.06) < 1e-15 &&
//                 fabs(jn_sweep_column(sweep, x)[2] - 0.21) < 1e-6;  // r + l
//     jn_sweep_free(sweep), jn_study_free(study);
//     return good ? 0 : 1;
//   }
#ifndef JOUNCE_SWEEP_H
#define JOUNCE_SWEEP_H

#include "jounce/document.h"
#include "jounce/import.h"
#include "jounce/result.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- a study: what is to be run ----------------------------------------------------------------------------------

typedef struct {
  const char *model;  // its file
  // Source of the files; NULL: the disk. It is used only while the study is made.
  const jn_files *files;
  // How a robot (URDF, MJCF) is imported, as of jn_model_load; without effect if there are `files`.
  jn_import_options import;
  const jn_setting *settings;
  int nsettings;
  // Parameters or paths, as settings have them, and their values: a range "40 mm:60 mm:21" (both ends, 21 values), a
  // list "[1, 2, 5]" of values or texts; of a search "40 mm:60 mm".
  const jn_setting *vary;
  int nvary;
  // Likewise, and a distribution: "normal(MEAN, DEVIATION)", "uniform(LEAST, LARGEST)", "lognormal(MEDIAN, DEVIATION OF
  // THE LOGARITHM)".
  const jn_setting *random;
  int nrandom;
  int runs;                   // draws at every point of the grid; 0: as `latin` says, without random parameters 1
  int latin;                  // the draws are a Latin hypercube of so many; 0: they are independent
  unsigned long seed;         // of the draws
  const char *const *probes;  // outputs in addition to those of the model
  int nprobes;
  const char *const *outputs;  // of these alone the table tells; none: of all
  int noutputs;
  const char *const *take;  // what of them, names of jn_taken_name; none: all of it
  int ntake;
  const jn_choices *choices;  // those with a true in `chosen` (JN_NCHOICES) take the place of the model's; NULL: none
  const bool *chosen;
  bool histories;   // rows of the runs are kept, too
  int shards;       // files that the runs are divided among; 0: 100, or as many as there are runs
  bool allow_code;  // of controllers that the model names
  int cookie;
} jn_study_def;

JN_API jn_study_def jn_study_def_default(void);
JN_API const char *jn_taken_name(int i);  // "final", "min", "max", ...; NULL past the last

// A definition from a study file (docs/studies.md); NULL with faults in the report. Free with jn_study_def_free, also
// after changes. The name of the model is put together with its folder.
JN_API jn_study_def *jn_study_def_read(const jn_alloc *alloc, const char *path, jn_report *report);
JN_API void *jn_study_def_free(jn_study_def *def);
JN_API bool jn_is_study_file(const char *path);  // a YAML or JSON file that begins with `study: 1`
// The definition as the text of a study file, `model` as it is given. Free with jn_text_free; NULL: no memory.
JN_API char *jn_study_def_text(const jn_alloc *alloc, const jn_study_def *def);

// Reads the model and looks at all parameters and outputs. Constant afterwards; any number of threads may share it. The
// definition is not needed any more. NULL with faults in the report.
typedef struct jn_study jn_study;
JN_API jn_study *jn_study_new(const jn_alloc *alloc, const jn_study_def *def, jn_report *report);
JN_API void *jn_study_free(jn_study *study);
JN_API int jn_study_nruns(const jn_study *study);
JN_API int jn_study_npoints(const jn_study *study);  // of the grid
JN_API int jn_study_nshards(const jn_study *study);
JN_API int jn_study_nparameters(const jn_study *study);  // the varied ones, then the random ones
JN_API const char *jn_study_parameter(const jn_study *study, int i);
JN_API bool jn_study_is_random(const jn_study *study, int i);
// The value in a run, SI; of a list of texts the number of the text, from 1, and the text itself, else NULL.
JN_API double jn_study_value(const jn_study *study, int i, int run);
JN_API const char *jn_study_label(const jn_study *study, int i, int run);
// Of all that the table depends on: files, settings, values, outputs, the version of the program.
JN_API uint64_t jn_study_hash(const jn_study *study);
JN_API const char *jn_study_model(const jn_study *study);  // its name

// ---- a sweep: all runs, and the table ----------------------------------------------------------------------------

typedef struct {
  int runs, done, failed;
  int resumed;          // of those done: found in the folder
  double wall_seconds;  // since it began
  double left;          // s, estimated; NaN: not known yet
} jn_sweep_progress;

typedef struct {
  int threads;         // 0: as many as there are processors; a build without threads takes one
  int first, end;      // runs from `first` to before `end`; 0, 0: all
  const char *folder;  // where shards and histories are stored (docs/studies.md); NULL: nothing is stored
  int shard;           // the runs of this shard alone, from 1 on; 0: all
  bool resume;         // rows that are in the folder stay; else it must have none of these runs
  double save_every;   // s between files of what is not whole yet; 0: 2 s
  bool collect;        // nothing is run: the table is what is in the folder
  // After runs and in the course of them, from any thread, one at a time; false interrupts.
  bool (*progress)(void *context, const jn_sweep_progress *progress);
  void *progress_context;
  int cookie;
} jn_sweep_options;

JN_API jn_sweep_options jn_sweep_options_default(void);

typedef struct jn_sweep jn_sweep;
// NULL with faults in the report. A run that fails is a row; where the sweep is interrupted or the disk fails, the
// table has the rows done so far and jn_sweep_status says why. options NULL: the defaults.
JN_API jn_sweep *jn_sweep_run(const jn_study *study, const jn_sweep_options *options, jn_report *report);
JN_API void *jn_sweep_free(jn_sweep *sweep);
JN_API jn_status jn_sweep_status(const jn_sweep *sweep);  // JN_OK: every run has its row, failed or not
JN_API int jn_sweep_nruns(const jn_sweep *sweep);
JN_API int jn_sweep_ndone(const jn_sweep *sweep);
JN_API int jn_sweep_nfailed(const jn_sweep *sweep);
// Columns of numbers: the run, the parameters, what was taken of the outputs, the time reached, events, steps. What a
// run has not given is NaN.
JN_API int jn_sweep_ncolumns(const jn_sweep *sweep);
JN_API int jn_sweep_nparameters(const jn_sweep *sweep);  // they are columns 1 to this number
JN_API const char *jn_sweep_name(const jn_sweep *sweep, int column);
JN_API const char *jn_sweep_unit(const jn_sweep *sweep, int column);
JN_API const double *jn_sweep_column(const jn_sweep *sweep, int column);  // a value for each run
JN_API int jn_sweep_find(const jn_sweep *sweep, const char *name);        // the column of this name, -1: none
// Of a run: how it ended, why it failed or which event has stopped it (else ""), the hash of its last state.
JN_API bool jn_sweep_is_done(const jn_sweep *sweep, int run);
JN_API jn_status jn_sweep_run_status(const jn_sweep *sweep, int run);
JN_API const char *jn_sweep_why(const jn_sweep *sweep, int run);
JN_API uint64_t jn_sweep_state_hash(const jn_sweep *sweep, int run);
JN_API const jn_table *jn_sweep_history(const jn_sweep *sweep, int run);  // its rows, NULL: not in memory
JN_API uint64_t jn_sweep_hash(const jn_sweep *sweep);                     // of the whole table, bit by bit

// The table as text: CSV with all digits; lines for a terminal, columns that do not fit into `width` (0: all fit) and
// runs beyond `most` (0: none) are counted instead. Free with jn_text_free.
JN_API char *jn_sweep_csv(const jn_alloc *alloc, const jn_sweep *sweep);
JN_API char *jn_sweep_text(const jn_alloc *alloc, const jn_sweep *sweep, int width, int most);
// To a file: .csv, .h5 or .hdf5.
JN_API jn_status jn_sweep_write(const jn_sweep *sweep, const char *path, jn_report *report);
JN_API bool jn_can_sweep_threads(void);  // built with threads
JN_API bool jn_can_sweep_index(void);    // built with SQLite, for the index of a folder

// ---- the search for the best values ------------------------------------------------------------------------------

typedef struct {
  // A formula of what jn_taken_name lists, of outputs: "max(joint.A.force_x)", "abs(final(piston.x) - 0.2)". An output
  // that the model does not have becomes a probe.
  const char *least;
  bool largest;      // the largest value is sought instead
  int most_runs;     // 0: 300 for each parameter
  double tolerance;  // of the parameters, as a part of their ranges; 0: 1e-4
  int threads;       // as jn_sweep_options
  bool (*progress)(void *context, const jn_sweep_progress *progress);
  void *progress_context;
  int cookie;
} jn_find_options;

typedef struct jn_found jn_found;
JN_API jn_find_options jn_find_options_default(void);
// The parameters of the study's `vary` are sought within their ranges; nothing may be random. One parameter: Brent's
// method from the best of a coarse grid; several: CMA-ES with restarts. Repeatable, for any number of threads. NULL
// with faults in the report: also without a formula, which the defaults (options NULL) do not have.
JN_API jn_found *jn_find(const jn_alloc *alloc, const jn_study_def *def, const jn_find_options *options,
                         jn_report *report);
JN_API void *jn_found_free(jn_found *found);
JN_API jn_status jn_found_status(const jn_found *found);
JN_API double jn_found_best(const jn_found *found);  // value of the formula
JN_API int jn_found_nparameters(const jn_found *found);
JN_API const char *jn_found_parameter(const jn_found *found, int i);
JN_API const char *jn_found_unit(const jn_found *found, int i);
JN_API double jn_found_value(const jn_found *found, int i);   // SI
JN_API bool jn_found_at_bound(const jn_found *found, int i);  // at an end of its range
JN_API int jn_found_nruns(const jn_found *found);             // all of them, in the order of the search
JN_API bool jn_found_converged(const jn_found *found);        // false: the runs were used up before
JN_API double jn_found_tried(const jn_found *found, int run, double *values);  // what it gave; values may be NULL

// ---- threads ------------------------------------------------------------------------------------------------------
// Sweeps divide their runs among these threads, and a program may divide work of its own.

typedef struct jn_crew_member jn_crew_member;
typedef struct {
  void *context;
  void (*work)(void *context, jn_crew_member *member, long item);
  long n;       // items
  int threads;  // at most so many, at least 1
  // Called by the thread that calls jn_crew_run, about every 0.05 s. False: no further item is begun. This thread then
  // does nothing else while there are others. NULL: it works as they do.
  bool (*watch)(void *context);
  bool beside;  // with `watch`: the calling thread never works, even for one item
} jn_crew;

// Does items 0 to n - 1, each once, in any order. Threads that cannot be had are missing: the others do all of the
// work. False: `watch` has ended it.
JN_API bool jn_crew_run(const jn_alloc *alloc, const jn_crew *crew);
JN_API int jn_crew_number(const jn_crew_member *member);  // of the thread, from 0
// False: `watch` has said so, and the item should be given up. May be asked at every step.
JN_API bool jn_crew_goes_on(jn_crew_member *member);

#ifdef __cplusplus
}
#endif
#endif
