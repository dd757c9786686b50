// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// simulate.h - one run: assembled start, formulation, integrator, events, outputs, checkpoints, summary.
#ifndef JOUNCE_SIMULATE_H
#define JOUNCE_SIMULATE_H

#include <stdint.h>

#include "jounce/analysis.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- what goes with what: one table ------------------------------------------------------------
JN_API const char *jn_formulation_name(int i);  // NULL past the last
JN_API const char *jn_formulation_help(int i);
JN_API const char *jn_integrator_name(int i);
JN_API const char *jn_integrator_help(int i);
JN_API bool jn_integrator_is_fixed(const char *name);  // it takes fixed steps; false also for an unknown name
JN_API const char *jn_coordinates_name(int i);
// What a formulation goes with: `what` is a key of `simulate`, one of "coordinates", "variant", "integrator",
// "position", "velocity" and "energy". The first name of a list is the plainest. NULL past the last, for an unknown
// formulation and for another key.
JN_API const char *jn_choice_name(const char *what, const char *formulation, int i);
// Replaces every "auto" by what it stands for and refuses what does not go together, with a sentence.
JN_API jn_status jn_choices_settle(const jn_model *model, jn_choices *choices, jn_report *report);
// Warns of what has no effect with these choices, settled before, as a run does.
JN_API void jn_choices_tell(const jn_choices *settled, jn_report *report);
// The table as text, one line per formulation: for --help and the docs.
JN_API int jn_choices_table(char *text, size_t size);

// ---- where rows go ----------------------------------------------------------------------------
typedef struct {
  const char *model, *file;  // name of the model and of its file
  int ncolumns;              // without time
  const char *const *names;  // of the columns
  const jn_dimension *dimensions;
  int nstate;                 // length of a checkpoint
  const jn_choices *choices;  // settled
  uint64_t model_hash;        // of the equations and settings: a run continues only on the same
} jn_run_header;

typedef struct jn_summary jn_summary;

typedef struct {
  void *self;
  jn_status (*begin)(void *self, const jn_run_header *header);
  jn_status (*row)(void *self, double time, const double *values);
  // all that is needed to go on from here, rows before it included
  jn_status (*checkpoint)(void *self, const double *block, int n);
  jn_status (*end)(void *self, const jn_summary *summary);
} jn_sink;

// ---- the run ------------------------------------------------------------------------------------
typedef struct {
  double time, until, wall_seconds;
  long steps;
} jn_progress;

typedef struct {
  const char *const *probes;  // outputs beside those of the model
  int nprobes;
  const double *at;  // times at which a sample of all outputs is kept in the summary (ascending)
  int nat;
  const jn_choices *choices;  // NULL: the model's
  // A start that is known already (jn_start): a system of the model in the coordinates of the choices, which has to
  // outlive the run, and its state. NULL: the run makes the one and finds the other.
  const jn_system *system;
  const double *start;
  bool (*progress)(void *context, const jn_progress *progress);  // after steps, rarely; false interrupts
  void *progress_context;
  jn_sink *const *sinks;
  int nsinks;
  const double *resume;  // a checkpoint block to go on from, NULL: start
  int nresume;
  int cookie;
} jn_run_options;

JN_API jn_run_options jn_run_options_default(void);

struct jn_summary {
  jn_status status;
  char why[256];  // when status is not JN_OK
  double time;    // reached
  long steps, rejected, evaluations, iterations, events, factors, repivots;
  long set_changes;          // of the independent variables in the course of the run
  long halved;               // steps that failed at first and were halved
  double first_halved_time;  // when the first of them began, NaN: none
  long cuts;      // fixed steps that ended elsewhere than at multiples of the step: at roots, known times, the end
  long switches;  // changes of side in forces that were located
  double switches_from;  // since when they are located, NaN: they are not
  double stiff_from;     // when steps of the explicit integrator were first seen to be limited by stability, NaN: never
  double stiff_time;     // how long they were, or an implicit one has taken over, s
  // how many times less work an implicit one takes there: measured where it took over, else estimated; 0: not known
  double stiff_gain;
  long stiff_limited;               // steps of the explicit one that were limited by stability
  long stiff_steps, stiff_changes;  // steps of the implicit one where it took over; changes from one to the other
  double wall_seconds, real_time_factor;
  double max_position_violation, max_velocity_violation, max_acceleration_violation;           // length rows, m
  double max_angle_violation, max_angle_velocity_violation, max_angle_acceleration_violation;  // angle rows, rad
  double energy_initial, energy_final, max_energy_error;                                       // J
  double max_kinetic_energy;                                                                   // J
  int freedoms, redundant;
  double first_singular_time;  // NaN: none passed
  int singular_passes;
  uint64_t state_hash;
  jn_choices choices;  // settled
  double least_pivot;  // smallest relative pivot met
};

typedef struct jn_run jn_run;
// Settles the choices, makes the system, assembles. options NULL: the default. NULL with faults in the report.
JN_API jn_run *jn_run_new(const jn_model *model, const jn_run_options *options, jn_report *report);
JN_API void *jn_run_free(jn_run *run);
// Runs to the end (or failure, or interruption); warnings and the reason of a failure go to the report.
JN_API jn_status jn_run_execute(jn_run *run, jn_report *report);
// For programs that own the loop: one accepted step, not beyond t_limit. Allocates nothing, writes no rows, takes no
// samples. JN_BAD_ARGUMENT when t_limit is not after the time reached, or when an event with `stop` has ended the run
// (a restart lets it go on). What went wrong is said in `why` of the summary.
JN_API jn_status jn_run_step(jn_run *run, double t_limit);
JN_API bool jn_run_stopped(const jn_run *run);  // an event with `stop` has ended the run
JN_API const jn_system *jn_run_system(const jn_run *run);
JN_API const jn_mobility *jn_run_mobility(const jn_run *run);  // of the assembled start
// Flat block at the last accepted step; should it fail to be corrected, at the last one that could.
JN_API const double *jn_run_state(jn_run *run);
// The tangent basis of a run whose formulation has one, at the last accepted step: v = W u + c with G W = 0. W is nv x
// k, row-major, u has k values; both may be NULL. Returns k, 0: there is none. In 'orthonormal' W' M W = 1; in
// 'reduced' u are the speeds of the independent variables and W is B_a, the partial velocities of the joint variables
// by them, and near singular configurations there is none.
JN_API int jn_run_tangent(jn_run *run, double *W, double *u);
// The acceleration (nv) that a formulation of the index3 family has made its last step with, as its rule has it;
// outputs have that of the equations of motion at the state instead. False: another formulation, or nothing stepped
// yet.
JN_API bool jn_run_own_acceleration(jn_run *run, double *vdot);
// The joint variables of a run with formulation 'reduced', at the last accepted step. Names are as joint.O.angle;
// variables of a ball joint (and the angles of a universal one) have the name of the joint, one and all, those of a
// body that no joint holds the name of the body. "": there is none. Independent ones: how many (-1: another
// formulation), and the name of the i-th.
JN_API int jn_run_nindependent(const jn_run *run);
JN_API const char *jn_run_independent(const jn_run *run, int i, char *text, size_t size);
// Variables of the joints in the spanning tree (arcs): the name of the i-th of the nv, which row i of W belongs to.
JN_API const char *jn_run_arc(const jn_run *run, int i, char *text, size_t size);
// Variables of cut joints (chords): those that the joint would have in the tree, of its second end relative to its
// first. None of joints that hold a particle, of joints that leave no motion of their own (fixed, distance, couplings,
// drivers, rolling) and of those within one body.
JN_API int jn_run_nchords(const jn_run *run);  // 0 also for other formulations
JN_API const char *jn_run_chord(const jn_run *run, int i, char *text, size_t size);
// Their values (m, rad; angles in space up to whole turns), their rates, and B_c, their partial velocities by the
// independent ones: rates = B_c u + what the motion of drivers adds. B is nchords x nindependent, row-major; each may
// be NULL. Of a ball joint the values are the rotation vector from the first body's axes to the second's, the rates its
// angular velocity in axes of the second body. False: another formulation, or B is asked for near a singular
// configuration, where there is none.
JN_API bool jn_run_chords(jn_run *run, double *values, double *rates, double *B);
// Groups of loops that are solved one after the other: each has as many rows in force as it makes variables dependent.
// Members by number: of the variable as in jn_run_arc, of the row as in jn_row_name; -1: there is none.
JN_API int jn_run_ngroups(const jn_run *run);
JN_API int jn_run_group_size(const jn_run *run, int group);  // 0: there is no such group
JN_API int jn_run_group_arc(const jn_run *run, int group, int i);
JN_API int jn_run_group_row(const jn_run *run, int group, int i);
// Warns of a named variable that could not stay independent, as jn_run_execute does at its end.
JN_API void jn_run_tell_independent(const jn_run *run, jn_report *report);
// Begins anew at a state (t included), as a new run would: history, events met and singular configurations passed are
// forgotten, the state is put on the constraints, time events due at its t happen, energy.error is zero. Counts and
// maxima of the summary go on, held inputs stay held. JN_BAD_ARGUMENT: the state is not finite, and nothing has
// changed. Another failure: the next step tries again to start there.
JN_API jn_status jn_run_restart(jn_run *run, const double *state);
// Inputs are functions of time by the model; a program may hold one at a value of its own from the next step on (NaN
// lets go). Held inputs are no part of checkpoints.
JN_API void jn_run_hold_input(jn_run *run, int input, double value);
// After steps by hand: status, time, counts and state hash are those of the last step; the maxima, the singular
// configurations, the final energy and the wall time are kept by jn_run_execute alone (they cost an evaluation per
// step).
JN_API const jn_summary *jn_run_summary(jn_run *run);
JN_API int jn_run_noutputs(const jn_run *run);
JN_API const char *jn_run_output_name(const jn_run *run, int i);
JN_API jn_dimension jn_run_output_dimension(const jn_run *run, int i);
JN_API const double *jn_run_outputs(jn_run *run);  // at the last accepted step
JN_API int jn_run_nsamples(const jn_run *run);
JN_API double jn_run_sample_time(const jn_run *run, int i);
JN_API const double *jn_run_sample(const jn_run *run, int i);

// ---- which gain ---------------------------------------------------------------------------------
typedef enum {
  JN_SEARCH_ENERGY,    // the largest energy error of the run
  JN_SEARCH_POSITION,  // the largest violation of the rows
} jn_search_measure;

typedef struct {
  const jn_choices *choices;  // of the runs, `until` included; NULL: the model's
  const char *gain;           // as in the file: "energy_velocity", "energy_rate", "rate", ...
  double lower, upper;        // where it may lie, both positive
  jn_search_measure measure;
  int cookie;
} jn_gain_search;

typedef struct {
  double gain, error;  // the best, and what it left
  int runs;
} jn_gain_found;

JN_API const char *jn_gain_name(int i);  // NULL past the last
JN_API jn_gain_search jn_gain_search_default(void);
// Runs the model with gains between lower and upper, spread by their logarithm and then by golden section, and tells
// the one that leaves the least error. Deterministic; some 20 runs. Faults in the choices go to the report.
JN_API jn_status jn_search_gain(const jn_model *model, const jn_gain_search *search, jn_report *report,
                                jn_gain_found *found);

#ifdef __cplusplus
}
#endif
#endif
