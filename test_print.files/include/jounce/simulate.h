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
//     options.at = &half, options.nat = 1;
//     jn_run *run = model ? jn_run_new(model, &options, report) : NULL;
//     bool good = run && jn_run_execute(run, report) == JN_OK && fabs(jn_run_outputs(run)[0] + 5) < 1e-9 &&
//                 fabs(jn_run_sample(run, 0)[0] + 1.25) < 1e-9;
//     jn_run_free(run), jn_model_free(model), jn_report_free(report);
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

// ---- choices: one table of what works together --------------------------------------------------------------------
JN_API const char *jn_formulation_name(int i);  // NULL past the last
JN_API const char *jn_formulation_help(int i);
JN_API const char *jn_integrator_name(int i);
JN_API const char *jn_integrator_help(int i);
JN_API bool jn_integrator_is_fixed(const char *name);  // it takes fixed steps; false also for an unknown name
// False: it needs a library that was missing when this one was built, or there is no such name.
JN_API bool jn_integrator_is_built(const char *name);
JN_API bool jn_formulation_is_built(const char *name);
JN_API const char *jn_coordinates_name(int i);
// What a formulation supports: `what` is a key of `simulate`, one of "coordinates", "variant", "integrator",
// "position", "velocity" and "energy". The first name of a list is the plainest. NULL past the last, for an unknown
// formulation and for another key.
JN_API const char *jn_choice_name(const char *what, const char *formulation, int i);
// Replaces every "auto" by what it stands for, and refuses combinations that do not work, with a sentence.
JN_API jn_status jn_choices_settle(const jn_model *model, jn_choices *choices, jn_report *report);
// Formulation and integrator that are not in this build are replaced, with a warning that names both. For choices of a
// model file, before they are settled; what a user has asked for by name is better refused.
JN_API void jn_choices_replace(const jn_model *model, jn_choices *choices, jn_report *report);
// Choices that a user names beside those of a model file: `given` (JN_NCHOICES) tells which of `named` take their place
// in `choices`. What the file makes from one of them is made anew, and what does not go with a formulation, variant or
// integrator among them is left open, with a warning. Formulation and integrator of the file are replaced where this
// build has none, as above. Not yet settled.
JN_API void jn_choices_take(const jn_model *model, jn_choices *choices, const jn_choices *named, const bool *given,
                            jn_report *report);
// The last part of it: `choices` has the named ones already.
JN_API void jn_choices_give_way(const jn_model *model, jn_choices *choices, const bool *given, jn_report *report);
// Warns of choices that have no effect together with the others, as a run does. They must be settled.
JN_API void jn_choices_tell(const jn_choices *settled, jn_report *report);
// The table as text, one line per formulation: for --help and the docs.
JN_API int jn_choices_table(char *text, size_t size);

// ---- where rows of output go ----------------------------------------------------------------------------------------
typedef struct {
  const char *model, *file;  // name of the model and of its file
  int ncolumns;              // without time
  const char *const *names;  // of the columns
  const jn_dimension *dimensions;
  const char *const *units;   // in which values are; NULL: the SI units of the dimensions
  int nstate;                 // length of a checkpoint
  const jn_choices *choices;  // settled
  uint64_t model_hash;        // of the equations and settings: a run continues only on the same
  const jn_model *from;       // for the record (record.h): its files, settings and parameters; NULL: not known
  const jn_setting *asked;    // likewise: see jn_run_options
  int nasked;
} jn_run_header;

typedef struct jn_summary jn_summary;

// A receiver of rows, written by the program or taken from result.h.
typedef struct {
  void *self;
  jn_status (*begin)(void *self, const jn_run_header *header);
  jn_status (*row)(void *self, double time, const double *values);
  // All that is needed to go on from here, with the rows before it.
  jn_status (*checkpoint)(void *self, const double *block, int n);
  jn_status (*end)(void *self, const jn_summary *summary);
  // Where the bodies are (jn_get_poses) at the row that comes next; NULL: not wanted.
  jn_status (*poses)(void *self, const double *poses);
} jn_sink;

// ---- the run --------------------------------------------------------------------------------------------------------
// Something that happens at an instant of a run.
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
  const double *at;  // ascending times at which a sample of all outputs is kept
  int nat;
  const jn_choices *choices;  // NULL: the model's
  // A start that is known already (jn_start): a system of the model in the coordinates of the choices, which has to
  // outlive the run, and its state. NULL: the run makes the one and finds the other.
  const jn_system *system;
  const double *start;
  bool (*progress)(void *context, const jn_progress *progress);  // after steps, rarely; false interrupts
  void *progress_context;
  // Called for each event as it happens, in the middle of a step: it must not call functions of the run. NULL: nobody
  // listens.
  void (*event)(void *context, const jn_run_event *event);
  void *event_context;
  jn_sink *const *sinks;
  int nsinks;
  const double *resume;  // a checkpoint block to go on from, NULL: start
  int nresume;
  // What the program was asked, by name and value, for the record of the run (record.h); it has to outlive the run.
  const jn_setting *asked;
  int nasked;
  int cookie;
} jn_run_options;

JN_API jn_run_options jn_run_options_default(void);

typedef struct {
  double p50, p99, p999, most;  // s: half, 99 %, 99.9 % and all are below; within 1.6 %, the last one exact
} jn_quantiles;

// How a run has kept pace with a clock (realtime.h).
typedef struct {
  double period;                       // s, 0: it was not paced
  long periods;                        // computed
  long overruns;                       // of them ended late, after the grace
  long early;                          // within the grace
  double lost;                         // s by which the model is behind the clock: skipped, slowed or lost in the grace
  jn_quantiles late;                   // from when a period is due to its beginning
  jn_quantiles work;                   // from there to its end
  bool hears, speaks;                  // it takes input packets, sends output packets
  long heard, old, foreign, unusable;  // input packets taken; dropped: as late or twice, of others, not finite
  long silences;                       // how often inputs went to their safe values
  long sent, unsent;                   // output packets; those that the system did not take
  long lost_rows;                      // of results for which there was no room
} jn_pace;

struct jn_summary {
  jn_status status;
  char why[256];  // when status is not JN_OK
  double time;    // reached
  long steps, rejected, evaluations, iterations, events, factors, repivots;
  char stopped_by[256];  // the event that has ended the run, "": none
  // `events` are those of the section of this name that have happened. Apart from them:
  long touches;              // how often forces have met or left what they touch, begun to stick or to slide
  long jumps, samples;       // of subsystems
  long set_changes;          // of the independent variables in the course of the run
  long halved;               // steps that failed at first and were halved
  double first_halved_time;  // when the first of them began, NaN: none
  long cuts;                 // fixed steps that did not end at a multiple of the step: at roots, known times, the end
  long switches;             // changes of side in forces that were located
  double switches_from;      // since when they are located, NaN: they are not
  double stiff_from;         // when stability first limited steps of the explicit integrator, NaN: never
  double stiff_time;         // how long it did, or an implicit integrator has taken over, s
  double stiff_gain;         // how many times less work an implicit one takes there: measured where it took over,
                             // otherwise estimated; 0: not known
  long stiff_limited;        // steps of the explicit one that stability limited
  long stiff_steps, stiff_changes;  // steps of the implicit one where it took over; changes from one to the other
  double wall_seconds, real_time_factor;
  // Steps at which residuals, energies and pivots were looked at, the start one of them: all; of steps by code that
  // looks at their ends itself, those at rows and checkpoints, and the last.
  long monitored;
  // Largest residuals of the constraint equations: of lengths, m, m/s, m/s^2, and of angles, rad, rad/s, rad/s^2.
  double max_position_violation, max_velocity_violation, max_acceleration_violation;
  double max_angle_violation, max_angle_velocity_violation, max_angle_acceleration_violation;
  double energy_initial, energy_final, max_energy_error;  // J
  double max_kinetic_energy;                              // J
  int freedoms, redundant;
  double start_moved;  // m: how far `start: equilibrium` has moved the centre of mass of a body at most, NaN: no such
                       // start, or the program has brought its own
  jn_body start_body;  // that body
  double first_singular_time;  // NaN: none passed
  int singular_passes;
  uint64_t state_hash;
  jn_choices choices;  // settled
  double least_pivot;  // smallest relative pivot met
  jn_pace pace;
};

typedef struct jn_run jn_run;
// Settles the choices, makes the system, assembles. options NULL: the defaults. NULL with faults in the report.
JN_API jn_run *jn_run_new(const jn_model *model, const jn_run_options *options, jn_report *report);
JN_API void *jn_run_free(jn_run *run);
// The end of a run that has had a part in the steps before this checkpoint: only a run to the same end can go on from
// it. 0: a run to any later end can.
JN_API double jn_checkpoint_end(const double *block, int n);
// Times between outputs and between checkpoints that the choices leave open (0) become those of the block, as they do
// where a run goes on from it.
JN_API void jn_checkpoint_grid(const double *block, int n, jn_choices *choices);
// Runs to the end, a failure or an interruption; warnings and the reason of a failure go to the report.
JN_API jn_status jn_run_execute(jn_run *run, jn_report *report);
// The same in slices, with the same steps, for programs that have other things to do: begin, go until it returns false,
// end. A run that is ended before is interrupted. The report has to live until then.
JN_API bool jn_run_begin(jn_run *run, jn_report *report);
JN_API bool jn_run_go(jn_run *run, long steps);  // so many steps; true: there is more to do
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
// After steps by hand: status, time, counts and state hash are those of the last step; only jn_run_execute keeps the
// maxima, the singular configurations, the final energy and the wall time (they cost an evaluation per step).
JN_API const jn_summary *jn_run_summary(jn_run *run);

// ---- step by step, for programs that own the loop -----------------------------------------------------------------
// One accepted step, not beyond t_limit. Allocates nothing, writes no rows, takes no samples. JN_BAD_ARGUMENT: t_limit
// is not after the time reached, or an event with `stop` has ended the run (a restart lets it go on). `why` of the
// summary says what went wrong.
JN_API jn_status jn_run_step(jn_run *run, double t_limit);
JN_API bool jn_run_stopped(const jn_run *run);  // an event with `stop` has ended the run
// The flat state at the last accepted step; where that cannot be corrected, at the last one that could.
JN_API const double *jn_run_state(jn_run *run);
// Begins anew at a state (t included), as a new run would: history, past events and singular configurations are
// forgotten, the state is put on the constraints, time events due at its t happen, energy.error is zero. Counts and
// maxima of the summary go on, held inputs stay held. JN_BAD_ARGUMENT: the state is not finite, and nothing has
// changed. After another failure the next step tries again to start there.
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
