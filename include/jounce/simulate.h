// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// simulate.h - one run: assembled start, formulation, integrator, events, outputs, checkpoints, summary.
//
// The initial value problem of system.h,
//   M vdot + G' lambda = f,   phi = 0,   qdot = N v,   zdot = g,      from t = 0 to `until`
// is brought by a formulation into a form that an integrator can step: for example `multipliers` solves
//   [M G'; G 0] [vdot; lambda] = [f; gamma]
// and `reduced` integrates independent joint variables alone (reduced.h). docs/methods.md has all of them.
//
// Example: a body that falls for 1 s under 10 m/s^2, asked for at 0.5 s as well.
//
//   #include <jounce/simulate.h>
//   #include <math.h>
//   #include <string.h>
//   int main(void) {
//     const char *text = "{jounce: 1, space: plane, gravity: [0, -10], bodies: {a: {mass: 1, inertia: 1}},"
//                        " simulate: {until: 1}, outputs: [a.y]}";
//     const double half = 0.5;
//     jn_report *report = jn_report_new(NULL);
//     jn_model *model = jn_model_read_text(NULL, "falling", text, strlen(text), NULL, 0, report);
//     jn_run_options options = jn_run_options_default();
//     options.at = &half;
//     options.nat = 1;
//     jn_run *run = model ? jn_run_new(model, &options, report) : NULL;
//     bool good = run && jn_run_execute(run, report) == JN_OK && fabs(jn_run_outputs(run)[0] + 5) < 1e-9 &&
//                 fabs(jn_run_sample(run, 0)[0] + 1.25) < 1e-9;
//     jn_run_free(run);
//     jn_model_free(model);
//     jn_report_free(report);
//     return good ? 0 : 1;
//   }
#ifndef JOUNCE_SIMULATE_H
#define JOUNCE_SIMULATE_H

#include <stdint.h>

#include "jounce/assembly.h"
#include "jounce/reduced.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- choices and their combinations -------------------------------------------------------------------------------
JN_API const char *jn_formulation_name(int i);  // NULL past the last
JN_API const char *jn_formulation_help(int i);
JN_API const char *jn_integrator_name(int i);
JN_API const char *jn_integrator_help(int i);
JN_API bool jn_integrator_is_fixed(const char *name);  // has fixed steps; false for an unknown name
// Return false if it needs a library that this build does not have, or the name is unknown.
JN_API bool jn_integrator_is_built(const char *name);
JN_API bool jn_formulation_is_built(const char *name);
JN_API const char *jn_coordinates_name(int i);
// Returns name i of the list that a formulation supports for a key `what` of `simulate`: "coordinates", "variant",
// "integrator", "position", "velocity" or "energy". The first name is the simplest. NULL past the last, for an unknown
// formulation and for any other key.
JN_API const char *jn_choice_name(const char *what, const char *formulation, int i);
// Replaces every "auto" by an actual choice, and refuses invalid combinations with a message.
JN_API jn_status jn_choices_resolve(const jn_model *model, jn_choices *choices, jn_report *report);
// Replaces formulation and integrator if this build does not have them, with a warning. For choices of a model file,
// before jn_choices_resolve; choices that a user names should be refused instead.
JN_API void jn_choices_replace(const jn_model *model, jn_choices *choices, jn_report *report);
// Overrides choices of a model file by those that a user names: the choices of `named` with true in `given`
// (JN_NCHOICES) replace those in `choices`. Choices that the file computes from a named one are computed again; those
// that do not fit a named formulation, variant or integrator become `auto`, with a warning. Formulation and integrator
// of the file are replaced as by jn_choices_replace. Call jn_choices_resolve afterwards.
JN_API void jn_choices_take(const jn_model *model, jn_choices *choices, const jn_choices *named, const bool *given,
                            jn_report *report);
// Does the same for `choices` that already contain the named ones.
JN_API void jn_choices_give_way(const jn_model *model, jn_choices *choices, const bool *given, jn_report *report);
// Warns of settled choices that have no effect together with the others, as a run does.
JN_API void jn_choices_tell(const jn_choices *resolved, jn_report *report);
// Writes the table of combinations, one line per formulation, for --help and documents.
JN_API int jn_choices_table(char *text, size_t size);

// ---- sinks: receivers of output rows --------------------------------------------------------------------------------
typedef struct {
  const char *model, *file;  // name of the model and of its file
  int ncolumns;              // without time
  const char *const *names;  // of the columns
  const jn_dimension *dimensions;
  const char *const *units;   // units of the values; NULL: the SI units of the dimensions
  int nstate;                 // length of a checkpoint
  const jn_choices *choices;  // settled
  uint64_t model_hash;        // of the equations and settings: a run continues only on the same
  const jn_model *from;       // model, whose files, settings and parameters go to the record (record.h); NULL: unknown
  const jn_setting *asked;    // nasked: for the record, see jn_run_options
  int nasked;
} jn_run_header;

typedef struct jn_summary jn_summary;

// A receiver of rows, implemented by the program or from result.h.
typedef struct {
  void *self;
  jn_status (*begin)(void *self, const jn_run_header *header);
  jn_status (*row)(void *self, double time, const double *values);
  // A checkpoint: n numbers from which, with the rows before it, the run can be continued.
  jn_status (*checkpoint)(void *self, const double *block, int n);
  jn_status (*end)(void *self, const jn_summary *summary);
  // Poses of the bodies (jn_get_poses) for the next row; NULL: not needed.
  jn_status (*poses)(void *self, const double *poses);
} jn_sink;

// ---- the run --------------------------------------------------------------------------------------------------------
// An event of a run.
typedef struct {
  jn_event_kind kind;
  int index;         // of the event, force or subsystem in the model
  const char *name;  // its name
  double time;       // s
} jn_run_event;

typedef struct {
  double time, until, wall_seconds;
  long steps;
} jn_progress;

typedef struct {
  const char *const *probes;  // outputs in addition to those of the model
  int nprobes;
  const double *at;  // nat: ascending times at which all outputs are stored
  int nat;
  const jn_choices *choices;  // NULL: the model's
  // An initial state (jn_start), and a system of the model in the coordinates of the choices, which must outlive the
  // run. NULL: the run makes the system and computes the state.
  const jn_system *system;
  const double *start;
  bool (*progress)(void *context, const jn_progress *progress);  // after steps, rarely; false interrupts
  void *progress_context;
  // Called for each event within a step; it must not call functions of the run. NULL: none.
  void (*event)(void *context, const jn_run_event *event);
  void *event_context;
  jn_sink *const *sinks;
  int nsinks;
  const double *resume;  // nresume: checkpoint from which the run continues; NULL: initial state
  int nresume;
  // Options of the program by name and value, for the record of the run (record.h); they must outlive the run.
  const jn_setting *asked;
  int nasked;
  int cookie;
} jn_run_options;

JN_API jn_run_options jn_run_options_default(void);

typedef struct {
  double p50, p99, p999, most;  // median, 99 % and 99.9 % quantile (within 1.6 %) and maximum (exact), s
} jn_quantiles;

// Timing of a paced run (realtime.h).
typedef struct {
  double period;                       // s; 0: the run was not paced
  long periods;                        // number of computed periods
  long overruns;                       // periods after the grace that ended late
  long early;                          // periods in the grace that ended late
  double lost;                         // delay of the model relative to the clock, s
  jn_quantiles late;                   // time from when a period is due to its beginning
  jn_quantiles work;                   // computing time of a period
  bool hears, speaks;                  // receives input packets; sends output packets
  long heard, old, foreign, unusable;  // input packets: used; dropped as old, as foreign, as not finite
  long silences;                       // number of times that inputs changed to their safe values
  long sent, unsent;                   // output packets: sent; refused by the system
  long lost_rows;                      // rows of results that did not fit into the buffer
} jn_pace;

struct jn_summary {
  jn_status status;
  char why[256];  // when status is not JN_OK
  double time;    // time reached, s
  long steps, rejected, evaluations, iterations, events, factors, repivots;
  char stopped_by[256];  // event that ended the run; "": none
  // `events` counts events of the section `events` of the model. Other events:
  long touches;              // begin and end of contact, of sticking and of sliding
  long jumps, samples;       // of subsystems
  long contact_changes;      // of contacts: points that opened, closed, began to slip or to stick
  long impacts;              // points of contacts that were hit
  double impact_loss;        // kinetic energy lost in impacts, J
  long reduced_impacts;      // impacts whose restitution was reduced because they would have gained energy by friction
  long jams;                 // impacts without collision: friction stopped slip where no force did (Painleve)
  long ambiguous;            // times at which contact forces had several solutions (Painleve)
  long set_changes;          // changes of the set of independent variables
  long halved;               // steps that failed at first and were halved
  double first_halved_time;  // time of the first of them, s; NaN: none
  long cuts;                 // fixed steps shortened at roots, time events and the end
  long switches;             // located switches of force laws
  double switches_from;      // time from which switches are located, s; NaN: never
  double stiff_from;         // time at which stability first limited the explicit integrator, s; NaN: never
  double stiff_time;         // total time in which it did, or an implicit integrator was in use, s
  double stiff_gain;   // work of the explicit / of an implicit integrator there, measured or estimated; 0: unknown
  long stiff_limited;  // steps of the explicit integrator that were limited by stability
  long stiff_steps, stiff_changes;  // steps of the implicit integrator that replaced it; changes between the two
  double wall_seconds, real_time_factor;
  // Steps at which residuals, energies and pivots were checked, including the start: all, or for compiled code those at
  // rows and checkpoints and the last.
  long monitored;
  // Largest residuals of the constraint equations: of lengths, m, m/s, m/s^2, and of angles, rad, rad/s, rad/s^2.
  double max_position_violation, max_velocity_violation, max_acceleration_violation;
  double max_angle_violation, max_angle_velocity_violation, max_angle_acceleration_violation;
  double energy_initial, energy_final, max_energy_error;  // J
  double max_kinetic_energy;                              // J
  int freedoms, redundant;
  // largest displacement of a centre of mass by `start: equilibrium`, m; NaN: no such start, or the program supplied
  // the initial state
  double start_moved;
  jn_body start_body;          // body with this displacement
  double first_singular_time;  // s; NaN: no singular configuration was passed
  int singular_passes;
  uint64_t state_hash;
  jn_choices choices;  // settled
  double least_pivot;  // smallest relative pivot of the run
  jn_pace pace;
};

typedef struct jn_run jn_run;
// Makes a run: settles the choices, makes the system and assembles it. options NULL: the defaults. Returns NULL with
// faults in the report.
JN_API jn_run *jn_run_new(const jn_model *model, const jn_run_options *options, jn_report *report);
JN_API void *jn_run_free(jn_run *run);
// Returns the end time that influenced the steps before this checkpoint: only a run to the same end can continue from
// it. 0: a run to any later end can.
JN_API double jn_checkpoint_end(const double *block, int n);
// Sets output and checkpoint intervals that are 0 in the choices to those of the checkpoint, as a continued run does.
JN_API void jn_checkpoint_grid(const double *block, int n, jn_choices *choices);
// Runs to the end, a failure or an interruption. The report gets warnings and the reason of a failure.
JN_API jn_status jn_run_execute(jn_run *run, jn_report *report);
// Run with the same steps in slices: call begin, then go until it returns false, then end. A run that is ended before
// is interrupted. The report must exist until jn_run_end.
JN_API bool jn_run_begin(jn_run *run, jn_report *report);
JN_API bool jn_run_go(jn_run *run, long steps);  // takes at most `steps` steps; false: the run is complete
JN_API jn_status jn_run_end(jn_run *run);
JN_API const jn_system *jn_run_system(const jn_run *run);
JN_API const jn_mobility *jn_run_mobility(const jn_run *run);  // of the assembled start
// The outputs of the model, then the probes; values at the last accepted step.
JN_API int jn_run_noutputs(const jn_run *run);
JN_API const char *jn_run_output_name(const jn_run *run, int i);
JN_API jn_dimension jn_run_output_dimension(const jn_run *run, int i);
JN_API const char *jn_run_output_unit(const jn_run *run, int i);  // as jn_probe_unit
JN_API const double *jn_run_outputs(jn_run *run);
// The samples of options.at, all outputs each.
JN_API int jn_run_nsamples(const jn_run *run);
JN_API double jn_run_sample_time(const jn_run *run, int i);
JN_API const double *jn_run_sample(const jn_run *run, int i);
// Returns the summary. After jn_run_step it has status, time, counts and state hash of the last step; only
// jn_run_execute computes maxima, singular configurations, final energy and wall time (one more evaluation per step).
JN_API const jn_summary *jn_run_summary(jn_run *run);

// ---- step by step, for programs that own the loop -----------------------------------------------------------------
// One accepted step, not beyond t_limit. Allocates nothing, writes no rows, takes no samples. JN_BAD_ARGUMENT: t_limit
// is not after the time reached, or an event with `stop` has ended the run (a restart lets it go on). `why` of the
// summary says what went wrong.
JN_API jn_status jn_run_step(jn_run *run, double t_limit);
JN_API bool jn_run_stopped(const jn_run *run);  // an event with `stop` has ended the run
// Returns the flat state at the last accepted step that could be corrected.
JN_API const double *jn_run_state(jn_run *run);
// Restarts at a state (including t) like a new run: clears history, past events and singular configurations, projects
// the state onto the constraints, applies time events at its t, and sets energy.error to zero. Counts and maxima of the
// summary continue, held inputs stay held. JN_BAD_ARGUMENT: the state is not finite, and nothing has changed. After
// another failure the next step tries to start there again.
JN_API jn_status jn_run_restart(jn_run *run, const double *state);
// All that the run needs to go on from here, as a block of jn_run_checkpoint_size numbers: the same steps follow, bit
// for bit, here and wherever the block is loaded into a run of the same model with the same choices, now or later. Held
// inputs are no part of it; hold them before it is loaded.
JN_API int jn_run_checkpoint_size(const jn_run *run);
JN_API jn_status jn_run_save(jn_run *run, double *block);
// JN_REFUSED or JN_BAD_ARGUMENT, with the reason in the report: the block is of another model, of other choices or no
// checkpoint, and nothing has changed. Maxima and counts become those of the block.
JN_API jn_status jn_run_load(jn_run *run, const double *block, int n, jn_report *report);
// In the model inputs are functions of time; a program may hold one at a value of its own from the next step on (NaN
// releases it). Held inputs are no part of checkpoints.
JN_API void jn_run_hold_input(jn_run *run, int input, double value);

// ---- what a formulation knows beside the state --------------------------------------------------------------------
// At the last accepted step; looking does not change the run.
// The tangent basis, where the formulation has one: v = W u + c with G W = 0. W is nv x k, row-major, u has k values;
// both may be NULL. Returns k, 0: there is none. In `orthonormal` W' M W = 1; in `reduced` u are the speeds of the
// independent variables and W is B_a, and near singular configurations there is none.
JN_API int jn_run_tangent(jn_run *run, double *W, double *u);
// The acceleration (nv) with which a formulation of the index3 family has made its last step, as its rule has it;
// outputs have that of the equations of motion instead. False: another formulation, or no step yet.
JN_API bool jn_run_own_acceleration(jn_run *run, double *vdot);
// The joint variables of formulation `reduced`, valid until the next call or step. NULL: another formulation.
JN_API const jn_reduced *jn_run_reduced(jn_run *run);

#ifdef __cplusplus
}
#endif
#endif
