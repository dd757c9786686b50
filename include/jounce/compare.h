// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compare.h - compares error and work of all combinations of formulation, coordinates, variant, integrator and controls
// on one model.
//
// Each combination runs on a ladder of accuracies: fixed steps of 4, 2, 1, 1/2, ... times the model's step, or
// tolerances of 1e4, 1e2, 1, 1e-2, ... times the model's. The middle rung is the model's own. Steps end exactly at the
// times of comparison, so that no interpolation enters. The error of a run is
//   e = max over times k and outputs j of |x_j(t_k) - r_j(t_k)| / s_j,    s_j = max over k of |r_j(t_k)|,
// where r is the reference and s_j is at least a thousandth of the mechanism's size (or of a radian).
//
// Example: two formulations on a pendulum, and the fastest run with an error of at most 1e-6.
//
//   #include <jounce/compare.h>
//   int main(void) {
//     static const char *const names[] = {"multipliers", "partition"};
//     const jn_setting shorter = {"simulate.until", "0.2"};
//     jn_model *model = jn_model_read(NULL, "models/examples/pendulum.yaml", &shorter, 1, NULL);
//     jn_compare_options options = jn_compare_options_default();
//     options.formulation = (jn_names){names, 2};
//     options.ladder = 3;
//     jn_comparison *all = jn_compare(model, &options, NULL);
//     int rung = -1, best = all ? jn_compare_fastest(all, 1e-6, &rung) : -1;
//     bool good = best >= 0 && all->n >= 2 && all->combinations[best].rungs[rung].error <= 1e-6;
//     jn_comparison_free(all);
//     jn_model_free(model);
//     return good ? 0 : 1;
//   }
#ifndef JOUNCE_COMPARE_H
#define JOUNCE_COMPARE_H

#include "jounce/simulate.h"

#ifdef __cplusplus
extern "C" {
#endif

// A list of names; n 0: not given.
typedef struct {
  const char *const *items;
  int n;
} jn_names;

// Known values to compare with, by the names of outputs. Columns belong to the caller.
typedef struct {
  const char *name;  // name in the results; NULL: the most accurate run is the reference
  const char *const *names;
  const double *const *columns;  // ncolumns pointers to ntimes values
  int ncolumns;
  const double *times;  // s, ascending
  int ntimes;
} jn_compare_given;

typedef struct {
  const char *now;     // label of the combination under way
  int done, count;     // combinations
  double time, until;  // of the run under way, s
  double wall_seconds;
  double most_left;  // largest CPU time that the remaining combinations may take, s
} jn_compare_progress;

typedef struct {
  // Lists that restrict the combinations. A name that a formulation does not support gives a refused combination.
  // "auto" is the choice of a run.
  jn_names formulation, coordinates, variant, integrator, position, velocity, energy;
  bool all;  // lists not given: every variant and control that the table has, instead of the usual ones
  jn_names
      probes;    // what to compare instead of the positions and angles among the model's outputs, or of the forces of
                 // the drivers where these prescribe the whole motion
  int ladder;    // number of accuracies, 1 to 9
  int repeat;    // timed repetitions of each run, of which the shortest counts
  double limit;  // CPU time for all accuracies of one combination, s
  double total;  // CPU time for all combinations, s: each gets at most an equal share of the remaining time
  const jn_choices *choices;  // common to all combinations; NULL: the model's
  jn_compare_given reference;
  bool (*progress)(void *context, const jn_compare_progress *progress);  // some times a second; false interrupts
  void *progress_context;
  int cookie;
} jn_compare_options;

JN_API jn_compare_options jn_compare_options_default(void);

// One run of a combination. Unknown numbers are NaN.
typedef struct {
  double step, tolerance;  // step 0: variable
  jn_status status;
  const char *word;    // keyword of a failure (jn_compare_word); "": the run completed with an error below 0.1
  char why[832];       // explanation of the keyword
  double time;         // reached, s
  double error;        // as above
  double cpu_seconds;  // of stepping
  long steps, rejected, evaluations, iterations, factors;
  double max_position_violation, max_angle_violation, max_energy_error;  // m, rad, J
  double max_velocity_violation, max_angle_velocity_violation;           // m/s, rad/s
  uint64_t state_hash;
} jn_rung;

typedef struct {
  jn_choices choices;  // settled, with the model's own step or tolerance
  char label[192];     // "multipliers rk4", with controls and variant if they are not those of "auto"
  bool own;            // the model's own choice
  bool usual;          // variant and controls are those of "auto"
  jn_rung *rungs;      // from coarse to fine
  int nrungs;          // 0: refused
  jn_rung line;        // the run with the model's own accuracy; also the reason if the combination was refused
  int best;            // rung with the smallest error; -1: none completed
} jn_combination;

typedef struct {
  const char *model;           // name of the model
  char reference[256];         // description
  double reference_error;      // difference to the run with the next larger tolerance; NaN: unknown
  const char *const *outputs;  // compared outputs
  const double *scales;        // s_j
  int noutputs;
  const double *times;
  int ntimes;
  double until;       // the end of the model's run; a given reference may end earlier
  bool nonholonomic;  // there are nonholonomic constraints, whose violation is one of velocities
  jn_combination *combinations;
  int n;  // how many have been run; fewer than planned after an interruption
  int planned;
  jn_status status;  // JN_OK or JN_INTERRUPTED
} jn_comparison;

// Runs all combinations. options NULL: the defaults. Returns NULL with faults in the report: unknown names, a model
// that cannot start, no reference, no memory.
JN_API jn_comparison *jn_compare(const jn_model *model, const jn_compare_options *options, jn_report *report);
JN_API void *jn_comparison_free(jn_comparison *comparison);
// Returns the combination, and sets the rung (may be NULL), with the smallest CPU time among those with an error of at
// most `error`; -1: none.
JN_API int jn_compare_fastest(const jn_comparison *comparison, double error, int *rung);
// Return keyword i of failures, and its meaning; NULL past the last.
JN_API const char *jn_compare_word(int i);
JN_API const char *jn_compare_word_help(int i);

#ifdef __cplusplus
}
#endif
#endif
