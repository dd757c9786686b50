// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// sweep.h - many runs of one model: parameters along ranges and lists or random, a table of statistics of each run, and
// the search for optimal values.
//
// Ranges and lists form a grid of m points, where the first parameter varies slowest. Each point has n draws of the
// random parameters, the same at every point:
//   run k = i n + j,    i = 0 ... m - 1 the point,   j = 0 ... n - 1 the draw
//   x = F^-1(u),        u = Philox(seed; j, name) in (0, 1);   Latin hypercube: u = (permutation(j) + u') / n
// so that a value depends only on its run. Statistics of each output y over the rows of a run:
//   final = y(T),   min, max and the times of both,   mean = 1/T int y dt,   rms = sqrt(1/T int y^2 dt)   (trapezoids)
// The model files are read once. The table is the same, bit for bit, for any number of threads and shards.
//
// Example: the largest position of the piston of a slider-crank, for two speeds and three lengths of the crank.
//
//   #include <jounce/sweep.h>
//   #include <math.h>
//   int main(void) {
//     const jn_setting vary[] = {{"speed", "[200 rpm, 300 rpm]"}, {"r", "40 mm:60 mm:3"}};
//     const jn_setting shorter = {"simulate.until", "0.1"};
//     jn_study_def def = jn_study_def_default();
//     def.model = "models/examples/slider-crank.yaml";
//     def.vary = vary;
//     def.nvary = 2;
//     def.settings = &shorter;
//     def.nsettings = 1;
//     jn_study *study = jn_study_new(NULL, &def, NULL);
//     jn_sweep *sweep = study ? jn_sweep_run(study, NULL, NULL) : NULL;
//     int r = sweep ? jn_sweep_find(sweep, "r") : -1, x = sweep ? jn_sweep_find(sweep, "max(piston.x)") : -1;
//     bool good = r >= 0 && x >= 0 && jn_sweep_nruns(sweep) == 6 && jn_sweep_nfailed(sweep) == 0 &&
//                 fabs(jn_sweep_column(sweep, r)[2] - 0.06) < 1e-15 &&
//                 fabs(jn_sweep_column(sweep, x)[2] - 0.21) < 1e-6;  // r + l
//     jn_sweep_free(sweep);
//     jn_study_free(study);
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

// ---- a study: the runs to compute --------------------------------------------------------------------------------

typedef struct {
  const char *model;  // path of the model file
  // Source of the files; NULL: the disk. It is used only while the study is made.
  const jn_files *files;
  // Options for the import of a robot (URDF, MJCF), as in jn_model_load; ignored if there are `files`.
  jn_import_options import;
  const jn_setting *settings;  // equal in all runs
  int nsettings;
  // Grid: parameters or paths, with their values: a range "40 mm:60 mm:21" (both ends, 21 values), or a list
  // "[1, 2, 5]" of values or texts; for a search an interval "40 mm:60 mm".
  const jn_setting *vary;
  int nvary;
  // Random parameters or paths, with their distributions: "normal(MEAN, DEVIATION)", "uniform(LEAST, LARGEST)",
  // "lognormal(MEDIAN, DEVIATION OF THE LOGARITHM)".
  const jn_setting *random;
  int nrandom;
  int runs;                   // draws at every grid point; 0: `latin`, or 1 without random parameters
  int latin;                  // draws of a Latin hypercube; 0: independent draws
  uint64_t seed;              // of the draws
  const char *const *probes;  // outputs in addition to those of the model
  int nprobes;
  const char *const *outputs;  // outputs in the table; none: all
  int noutputs;
  const char *const *take;  // statistics in the table, names of jn_taken_name; none: all
  int ntake;
  const jn_choices *choices;  // choices with true in `chosen` (JN_NCHOICES) replace those of the model; NULL: none
  const bool *chosen;
  bool histories;   // keep the rows of the runs
  int shards;       // number of files for the rows; 0: 100, or the number of runs if less
  bool allow_code;  // load controllers that the model names
  int cookie;
} jn_study_def;

JN_API jn_study_def jn_study_def_default(void);
JN_API const char *jn_taken_name(int i);  // "final", "min", "max", ...; NULL past the last

// Reads a definition from a study file (docs/studies.md). Returns NULL with faults in the report. The path of the model
// becomes relative to the working folder. Free it with jn_study_def_free, also after changes.
JN_API jn_study_def *jn_study_def_read(const jn_alloc *alloc, const char *path, jn_report *report);
JN_API void *jn_study_def_free(jn_study_def *def);
JN_API bool jn_is_study_file(const char *path);  // a YAML or JSON file that begins with `study: 1`
// Writes a definition as the text of a study file, with `model` unchanged. The caller frees it with jn_text_free; NULL:
// no memory.
JN_API char *jn_study_def_text(const jn_alloc *alloc, const jn_study_def *def);

// Makes a study: reads the model and checks all parameters and outputs. A study is constant and may be shared by
// threads. The definition is not used afterwards. Returns NULL with faults in the report.
typedef struct jn_study jn_study;
JN_API jn_study *jn_study_new(const jn_alloc *alloc, const jn_study_def *def, jn_report *report);
JN_API void *jn_study_free(jn_study *study);
JN_API int jn_study_nruns(const jn_study *study);
JN_API int jn_study_npoints(const jn_study *study);  // points of the grid
JN_API int jn_study_nshards(const jn_study *study);
JN_API int jn_study_nparameters(const jn_study *study);  // grid parameters, then random ones
JN_API const char *jn_study_parameter(const jn_study *study, int i);
JN_API bool jn_study_is_random(const jn_study *study, int i);
// Return the value of parameter i in a run, SI (for a list of texts the number of the text, from 1), and its text, or
// NULL for a number.
JN_API double jn_study_value(const jn_study *study, int i, int run);
JN_API const char *jn_study_label(const jn_study *study, int i, int run);
// Returns a hash of everything the table depends on: files, settings, values, outputs, version of the program.
JN_API uint64_t jn_study_hash(const jn_study *study);
JN_API const char *jn_study_model(const jn_study *study);  // name of the model

// ---- a sweep: computes the runs and makes the table --------------------------------------------------------------

typedef struct {
  int runs, done, failed;
  int resumed;          // runs among those done that were found in the folder
  double wall_seconds;  // since the start
  double left;          // estimated remaining time, s; NaN: unknown
} jn_sweep_progress;

typedef struct {
  int threads;         // 0: the number of processors; builds without threads use one
  int first, end;      // runs `first` ... `end - 1`; 0, 0: all
  const char *folder;  // folder for shards and histories (docs/studies.md); NULL: nothing is stored
  int shard;           // number, from 1, of the shard to compute; 0: all
  bool resume;         // keep rows that are in the folder; false: it must have no rows of these runs
  double save_every;   // s between writes of incomplete shards and checkpoints; 0: 2 s
  bool collect;        // compute nothing: make the table from the rows in the folder
  // Called during and after runs, from any thread but one call at a time; false interrupts.
  bool (*progress)(void *context, const jn_sweep_progress *progress);
  void *progress_context;
  int cookie;
} jn_sweep_options;

JN_API jn_sweep_options jn_sweep_options_default(void);

typedef struct jn_sweep jn_sweep;
// Computes the runs. Returns NULL with faults in the report. A failed run has a row too. If the sweep is interrupted or
// the disk fails, the table contains the rows so far and jn_sweep_status the reason. options NULL: the defaults.
JN_API jn_sweep *jn_sweep_run(const jn_study *study, const jn_sweep_options *options, jn_report *report);
JN_API void *jn_sweep_free(jn_sweep *sweep);
JN_API jn_status jn_sweep_status(const jn_sweep *sweep);  // JN_OK: every run has its row, failed or not
JN_API int jn_sweep_nruns(const jn_sweep *sweep);
JN_API int jn_sweep_ndone(const jn_sweep *sweep);
JN_API int jn_sweep_nfailed(const jn_sweep *sweep);
// Columns: number of the run, parameters, statistics of outputs, time reached, events, steps. Missing values are NaN.
JN_API int jn_sweep_ncolumns(const jn_sweep *sweep);
JN_API int jn_sweep_nparameters(const jn_sweep *sweep);  // columns 1 ... nparameters
JN_API const char *jn_sweep_name(const jn_sweep *sweep, int column);
JN_API const char *jn_sweep_unit(const jn_sweep *sweep, int column);
JN_API const double *jn_sweep_column(const jn_sweep *sweep, int column);  // one value per run
JN_API int jn_sweep_find(const jn_sweep *sweep, const char *name);        // -1: none
// Return the status of a run, the reason of its failure or the event that stopped it (else ""), the hash of its final
// state.
JN_API bool jn_sweep_is_done(const jn_sweep *sweep, int run);
JN_API jn_status jn_sweep_run_status(const jn_sweep *sweep, int run);
JN_API const char *jn_sweep_why(const jn_sweep *sweep, int run);
JN_API uint64_t jn_sweep_state_hash(const jn_sweep *sweep, int run);
JN_API const jn_table *jn_sweep_history(const jn_sweep *sweep, int run);  // rows of the run; NULL: not in memory
JN_API uint64_t jn_sweep_hash(const jn_sweep *sweep);                     // of all bits of the table

// Write the table as CSV with all digits, or as lines for a terminal with at most `width` characters (0: any width) and
// `most` runs (0: all). The caller frees the text with jn_text_free.
JN_API char *jn_sweep_csv(const jn_alloc *alloc, const jn_sweep *sweep);
JN_API char *jn_sweep_text(const jn_alloc *alloc, const jn_sweep *sweep, int width, int most);
// Writes the table to a file: .csv, .h5 or .hdf5.
JN_API jn_status jn_sweep_write(const jn_sweep *sweep, const char *path, jn_report *report);
JN_API bool jn_can_sweep_threads(void);  // built with threads
JN_API bool jn_can_sweep_index(void);    // built with SQLite, for the index of a folder

// ---- the search for optimal values -------------------------------------------------------------------------------

typedef struct {
  // Formula to minimise, of statistics (jn_taken_name) of outputs: "max(joint.A.force_x)", "abs(final(piston.x) -
  // 0.2)". An output that the model does not have becomes a probe.
  const char *least;
  bool largest;      // maximise instead
  int most_runs;     // 0: 300 for each parameter
  double tolerance;  // of the parameters, relative to their ranges; 0: 1e-4
  int threads;       // as in jn_sweep_options
  bool (*progress)(void *context, const jn_sweep_progress *progress);
  void *progress_context;
  int cookie;
} jn_find_options;

typedef struct jn_found jn_found;
JN_API jn_find_options jn_find_options_default(void);
// Searches the parameters of the study's `vary` within their intervals; there must be no random parameters. One
// parameter: Brent's method from the best point of a coarse grid; several: CMA-ES with restarts. The search is
// repeatable for any number of threads. Returns NULL with faults in the report, also without a formula.
JN_API jn_found *jn_find(const jn_alloc *alloc, const jn_study_def *def, const jn_find_options *options,
                         jn_report *report);
JN_API void *jn_found_free(jn_found *found);
JN_API jn_status jn_found_status(const jn_found *found);
JN_API double jn_found_best(const jn_found *found);  // value of the formula
JN_API int jn_found_nparameters(const jn_found *found);
JN_API const char *jn_found_parameter(const jn_found *found, int i);
JN_API const char *jn_found_unit(const jn_found *found, int i);
JN_API double jn_found_value(const jn_found *found, int i);   // SI
JN_API bool jn_found_at_bound(const jn_found *found, int i);  // at an end of its interval
JN_API int jn_found_nruns(const jn_found *found);             // in the order of the search
JN_API bool jn_found_converged(const jn_found *found);        // false: too few runs
// Returns the formula in a run and sets the parameter values, SI; values may be NULL.
JN_API double jn_found_tried(const jn_found *found, int run, double *values);

// ---- threads ------------------------------------------------------------------------------------------------------
// Divides work items among threads, as sweeps do with their runs.

typedef struct jn_crew_member jn_crew_member;
typedef struct {
  void *context;
  void (*work)(void *context, jn_crew_member *member, long item);
  long n;       // items
  int threads;  // largest number of threads, at least 1
  // Called by the calling thread about every 0.05 s; returning false prevents further items. The calling thread then
  // does no items if there are other threads. NULL: it does items like the others.
  bool (*watch)(void *context);
  bool beside;  // with `watch`: the calling thread does no items even if one thread suffices
} jn_crew;

// Does items 0 to n - 1, each once, in any order. If fewer threads can be started, these do all items. Returns false if
// `watch` has ended the work.
JN_API bool jn_crew_run(const jn_alloc *alloc, const jn_crew *crew);
JN_API int jn_crew_number(const jn_crew_member *member);  // number of the thread, from 0
// Returns false after `watch` has returned false: the item should be abandoned. Cheap enough for every step.
JN_API bool jn_crew_goes_on(jn_crew_member *member);

#ifdef __cplusplus
}
#endif
#endif
