// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// run.h - the struct of a run and the functions that its files share.
//
// A run takes accepted steps up to its end (advance.c, execute.c). A step ends at a time event (a time at which
// forces may jump) and at a root of a root function that is found within it. After each step the run updates its
// monitors (run_monitor.c: constraint violation, energy balance, singular configurations) and writes output rows
// (output_rows.c). From time to time it saves a checkpoint and restarts the integrator from the saved state
// (checkpoint.c), so that a run continued from the checkpoint gives the same bits. Neither rows nor checkpoints
// shorten a step.
#ifndef JNI_RUN_H
#define JNI_RUN_H

#include "formulation/formulation.h"
#include "jounce/simulate.h"
#include "system/reaction.h"
#include "system/system.h"

// History of the smallest relative pivot of the constraint equations along the motion. A deep minimum of it (a "dip")
// is a singular configuration that the mechanism has passed.
typedef struct {
  double largest;  // largest pivot so far
  // Last sample, a pivot and its time: at the last accepted step, or at a minimum found within it.
  double last, last_time;
  double previous, previous_time;  // sample before that one
  double least, least_time;        // minimum of the current dip
  int least_row;                   // constraint equation with that pivot
  int dipping;                     // 1: in a dip
  double psi, psi_before_dip;      // error of the energy balance at the last accepted step; before the dip, J
  double largest_jump, jump_time;  // largest change of psi across a dip, J; its time, s
} jni_pivot_history;

// Counts kept by the run itself. The total is the sum of these and of what the formulation and the integrator have
// counted since the run was made.
typedef struct {
  long steps, rejected, evaluations, iterations, events, factors, repivots, set_changes, halved, cuts, switches;
  long touches, jumps, samples, contact_changes, impacts;
} jni_run_counts;

// Energies so far with which the error of the energy balance is compared, J.
typedef struct {
  double kinetic;                             // kinetic energy at the start
  double least_potential, largest_potential;  // smallest and largest potential energy so far
  double start_work, largest_work;            // work of forces at the start; largest |work - start_work| so far
  double force_scale;                         // largest sum of |forces| times the size of the mechanism so far
} jni_energies;

// The first error so large that the result is no motion of the mechanism.
typedef struct {
  double time;           // time of the first such error, s; NaN: there was none
  double amount, limit;  // the error and its limit: J, m or rad
  int row;               // index of the violated position equation; -1: the error is that of the energy balance
} jni_fault;

// The first omitted equation that contradicts the kept ones (redundancy.h).
typedef struct {
  double time;     // time of the first contradiction, s; NaN: there was none
  double by;       // violation of the equation, m or rad, or of its rate, m/s or rad/s
  double fastest;  // largest speed so far, over the size of the mechanism, or angular speed, 1/s
  int row;         // index of the equation; -1: none
  int rate;        // 1: the equation is violated by velocities, 0: by positions
} jni_contradiction;

typedef struct jni_redundancy jni_redundancy;

// Values and sides (base/switch_side.h) of the root functions, followed by those of the switches, at some state.
typedef struct {
  double *e;
  int *side;
  double *gap_rate;  // rate of the gap of each point of rigid contact, then of each point of compliant contact, m/s
} jni_root_values;

// Workspace for the points of contact of a run (contact_event.c), np each.
typedef struct {
  int *list, *mode, *before;
  int jams;  // number of points in the list if their acceleration problem has no solution, else 0
  // First point whose forces had no or several solutions, -1: none; their number and the time, s.
  int paradox, nsolutions;
  double paradox_time;
  bool *crossed;  // gaps whose root was located last
  bool *left;     // points of profiles whose end of a piece was located last
  bool *hit, *touches, *rests;
  bool *slips;                    // points whose slip had a direction of its own at the beginning of the step
  double *impulse, *rate, *vdot;  // 3 np: of each point the normal and its tangents; np; nv
  double (*slip)[3], (*direction)[3];
} jni_contact_run;

struct jn_run {
  jni_pool pool;
  const jn_model *model;
  jn_choices choices;      // resolved: no `auto`
  jn_run_options options;  // the list of sinks is a copy; probes, at, resume are valid only while the run is made
  uint64_t model_hash, equations_hash;
  const jn_system *system;
  jn_mobility *mobility;  // mobility of the assembled start
  const bool *active;     // nc: false for omitted redundant equations; belongs to mobility
  jni_share *share;       // distributes reactions over redundant joints; NULL: no equation is redundant
  jni_formulation *formulation;
  jni_integrator *integrator;
  jn_probe *probe;
  jni_redundancy *redundancy;  // NULL: no equation is omitted
  struct jni_jump *jump;       // NULL: no driver moves by a formula of time
  double *start_state;         // nstate: the assembled start, before the events of that time

  // Data of the last accepted step:
  double *state;                  // nstate; valid if state_valid, else jni_run_refresh computes it
  bool state_valid;               // state belongs to the integrator's y
  bool unmonitored;               // steps were taken since the monitors were updated
  bool restart_pending;           // the integrator restarts before the next step
  bool stopped;                   // an event has ended the run
  int stop_event;                 // index of the event that has ended the run; valid if stopped
  bool cause_named;               // the message already names what ended the run (run_failure.c)
  bool limited_by_end;            // the end of the run has limited the length of a step recently
  double end_limit;               // end of the run if any step depends on it (advance.c), otherwise 0
  jni_event_interval time_event;  // interval between time events that contains t
  jni_root_values roots;
  int *sides;             // nroots + nswitches: last nonzero side of each root and switch; 0: it has had none yet
  double *slack;          // nroots + nswitches: gaps within +-slack are not located (advance.c); 0 with fixed steps
  double last_root_time;  // time of the last located root, s
  int crowded_roots;      // consecutive roots without progress of time

  // Detection of switches that disturb the step control (switches.c).
  bool locating;                            // switches are located; between their roots forces stay on one side
  int cuts, watched_steps;                  // side changes found after rejected steps; steps left to examine
  int passed_switches;                      // side changes in the steps examined
  int recent_rejected;                      // steps with rejections in the current interval of steps
  int slow_intervals;                       // consecutive intervals with hardly any progress
  double interval_start, longest_interval;  // s: start of the current interval; longest duration of one
  long rejected_before;                     // rejections by the integrator up to the last step

  // Results and monitors:
  jn_summary summary;
  double begin_time;       // time at jn_run_begin, s
  bool sink_begin_failed;  // a sink failed in `begin` and has reported it
  jn_status slice_status;  // status of the last slice of the run (jn_run_go)
  bool counted;            // counts, time and hash of the summary belong to the last accepted step
  jni_run_counts counts;
  jni_pivot_history pivots;
  jni_energies energies;
  jni_fault fault;
  jni_contradiction contradiction;
  int64_t next_row;         // next output row, a multiple of output_step
  int64_t next_checkpoint;  // next checkpoint, a multiple of checkpoint_step or a number of steps
  double last_row_time;
  double rate_checked_at;        // time at which the rate of progress was checked last, s
  double *sample_times;          // nsamples, ascending, s
  int nsamples, next_sample;     // number of sample times; index of the next one
  int first_sample;              // index of the first sample that this run takes
  double *samples;               // nsamples x noutputs: values of the outputs at the sample times
  bool resumed;                  // continues from a checkpoint: the monitors contain the start already
  bool warned;                   // the run has warned of a singular configuration
  double wall_start, wall_next;  // wall clock at the start, and of the next progress call, s

  // workspace
  double *y, *y_previous;  // ode.n: workspace; y at the beginning of the last step
  double *trial;           // workspace for a state within a step
  jni_root_values trial_roots, left_roots, right_roots;
  double *vdot, *lambda, *rows;
  double *values;      // noutputs: values of the outputs of one row
  double *poses;       // poses of all bodies, for sinks; NULL: no sink takes poses
  const char **names;  // names of the outputs, for the sinks
  jn_dimension *dimensions;
  const char **units;
  jni_contact_run contacts;  // workspace of contacts
  // Explicit methods with fixed steps: state of the last checkpoint before a failure; NULL with other methods.
  double *last_good_state;
  bool failed;         // last_good_state is set
  double *block;       // workspace for a checkpoint
  int nblock, nbegun;  // number of elements of `block`; number of sinks that have begun
  jn_report *report;   // report of the caller while the run is executed
};

// ---- run.c
// Makes a run that shares system, mobility and outputs with another one, which has to outlive it, and begins at the
// same start with the same choices. It has no sinks, samples or listener.
jn_run *jni_run_new_like(const jn_run *run, jn_report *report);

// ---- advance.c
// Function that is called after each step while its dense output is available. t_end: end of the part of the step that
// is used. Returns JN_OK; a failure ends the run.
typedef jn_status (*jni_observer)(jn_run *run, double t_end);
// Makes one accepted step, which ends at t_limit at the latest, and handles the root or time event at its end.
// observer: called for the step; may be NULL. On failure the message is in run->integrator->message.
jn_status jni_run_advance(jn_run *run, double t_limit, jni_observer observer);
// Sets run->state to the state at the last accepted step, unless it is that already. If it cannot be computed, leaves
// run->state and returns a failure.
jn_status jni_run_refresh(jn_run *run);
// Sets run->time_event to the time events before and after t; called where the run begins or the integrator restarts.
void jni_run_set_time_events(jn_run *run, double t);
// Restarts the integrator at run->state, which may be projected onto the constraints. Returns the status; after a
// failure the next step tries it again.
jn_status jni_run_start(jn_run *run);
// Stores the loads of joints at run->state among its discrete states; friction in joints uses these values during the
// next step.
jn_status jni_run_hold_loads(jn_run *run);
// Continues from run->state after a checkpoint was written or loaded. An integrator that saves its history loads it
// from `history`, others restart.
jn_status jni_run_continue(jn_run *run, const double *history);
// Returns status. If it is a failure, first writes to the integrator's message that the equations could not be
// evaluated at time t.
jn_status jni_run_report_status(jn_run *run, jn_status status, double t);
// Applies the event or jump of root function `root` to run->state (-1: all events and samples due at this time), counts
// it and calls the caller's listener.
void jni_run_apply(jn_run *run, int root);
// Counts an event, ends the run if the event has `stop`, and calls the caller's listener. context: the run. It is a
// jni_event_listener.
void jni_run_note_event(void *context, jn_event_kind kind, int index);
// Ends the run because of event `event` of the model: sets stopped and stop_event, and the name in the summary.
void jni_run_stop(jn_run *run, int event);
// Computes the root functions at run->state into run->roots and sets run->sides to their sides.
void jni_run_reset_root_sides(jn_run *run);
// Computes the root functions at run->state into run->roots; run->sides stay.
void jni_run_calc_roots(jn_run *run);
// Writes to `state` the state at time t within the last step, from the dense output.
jn_status jni_run_interpolate(jn_run *run, double t, double *state);

// ---- contact_event.c
// Allocates the workspace of contacts; returns false if out of memory.
bool jni_contacts_new(jn_run *run);
// Returns JN_REFUSED with a fault for each contact whose shapes overlap at run->state; otherwise JN_OK.
jn_status jni_contacts_check_start(jn_run *run, jn_report *report);
// Computes the root functions of rigid contacts at a state into *at; those of the system must be there before.
void jni_contacts_calc_roots(jn_run *run, const double *state, jni_root_values *at);
// Returns the event indicator (jni_run_nindicators) of root function i of a contact, whose value is `now`. The last
// accepted point counts as the beginning of the step. Forces and slip give a negative indicator only when they are past
// their roots by `slack`.
double jni_contacts_indicator(const jn_run *run, int i, double now, double slack);
// Returns whether root function i of a contact has passed its root in a step. before, now: its values at the beginning
// and at the end.
bool jni_contacts_crossed(const jn_run *run, int i, double before, double now);
// Returns a time in the last step (a, b) at which the gap of a point is past its root although it is not at the end b:
// the point touches and parts again within the step. Of several such times it returns the earliest one that it finds;
// NAN: none. run->roots and run->right_roots contain the values at a and b.
double jni_contacts_find_touch(jn_run *run, double a, double b);
// Returns such a time for points of compliant contacts (compliant_touch.c), at which a gap is negative; NAN: none, or
// roots are not located.
double jni_compliant_find_touch(jn_run *run, double a, double b);
// Marks in the contact workspace the gaps, and the ends of pieces of profiles, that are past their root in the values
// `at`, those at the end of the interval in which a root was located.
void jni_contacts_note_crossed(jn_run *run, const jni_root_values *at);
// Applies impacts to run->state and chooses the modes of all points, with the events of the model that follow. Gaps
// that jni_contacts_note_crossed has marked count as zero, and with at_start also gaps that are small relative to the
// shapes. Returns JN_OK or a failure.
jn_status jni_contacts_settle(jn_run *run, bool at_start);
// Stores the slip directions and pieces of profiles at the last accepted step, from which the next root is searched.
// Returns whether any stored value has changed.
bool jni_contacts_store_directions(jn_run *run);
// Returns whether, in space, a point that slipped at the beginning of the step has almost stopped at its end,
// run->state, so that its slip has no direction of its own, or begins or ceases to slip slowly.
bool jni_contacts_any_creep(const jn_run *run);
// Warns of forces at contacts that had no solution, or several ones, in this execution.
void jni_contacts_end(jn_run *run);
// Returns the time, at most `target`, up to which a step cannot carry shapes through each other, s.
double jni_contacts_limit(jn_run *run, double target);

// Event indicators, for callers that integrate the run's equations themselves; the run must have an integrator with
// fixed steps that projects. This function returns their number: one for each root function and each located switch. An
// indicator is positive on the side of the last event or accepted point, and negative when the motion has crossed to
// another side by more than `slack`.
int jni_run_nindicators(const jn_run *run);
void jni_run_calc_indicators(jn_run *run, const double *state, double slack, double *indicators);
// Makes (t, y) the last accepted point of the run: projects y onto the constraints and records what depends on accepted
// points. Returns the status.
jn_status jni_run_accept(jn_run *run, double t, const double *y);
// Applies the events that are due at the last accepted point, at time t, and restarts the integrator there. The choice
// of independent coordinates, and so the meaning of y, may change. Returns the status.
jn_status jni_run_handle_events(jn_run *run, double t);

// ---- run_failure.c
// Adds to the integrator's message which value was not finite, or which equation remained violated. Returns status.
jn_status jni_run_name_cause(jn_run *run, jn_status status);
// Checks run->state after events and jumps. Returns a failure with its message if a controller has failed or an
// auxiliary or discrete state has become infinite or NaN.
jn_status jni_run_check_jumps(jn_run *run);

// ---- switches.c
// Returns true if the choices ask for locating all switches.
bool jni_switches_always_located(const jn_run *run);
// Turns the location of switches on or off, from run->state on.
void jni_switches_set_located(jn_run *run, bool locating);
// Discards results in the work that were computed with other sides. If switches are located, makes forces with switches
// stay on the sides in run->sides, whether the motion has crossed a switch or not; otherwise they follow the motion.
void jni_switches_freeze(jn_run *run);
// Chooses sides for located switches whose value is exactly zero at run->state, such as sign(rate) at rest: the side to
// which the accelerations lead. Returns whether a switch has got a side; then the integrator has to be restarted.
bool jni_switches_choose_sides(jn_run *run);
// Counts side changes of switches and rejected steps after each step; if switches cause many rejected steps, turns the
// location of switches on from the present state on. Does nothing if they are located already or that is not left to
// the program. Returns JN_OK or a failure.
jn_status jni_switches_watch(jn_run *run);

// ---- run_monitor.c
// Sets the initial energy to T + V - W at run->state, so that energy.error is zero there, also in programs that make
// the steps themselves, and starts the verdict (jni_verdict_start). Returns JN_OK or the failure of the evaluation.
jn_status jni_monitor_start(jn_run *run);
// Sets the initial energy in the work, before the start of the integrator, because energy controls read it at their
// first evaluation.
void jni_monitor_set_reference(jn_run *run);
// Updates the monitors (constraint violation, energy balance, pivots) at the last accepted step. Returns JN_OK or the
// failure of the evaluation.
jn_status jni_monitor_step(jn_run *run);
// Returns whether monitors are updated at every step. They are not if compiled code makes the steps: then only at rows,
// checkpoints and the end.
bool jni_monitor_every_step(const jn_run *run);
// Searches the last step, from its beginning to t_end, for the smallest pivot of a singular configuration and records
// it in run->pivots. Does nothing if steps are fixed, the step is short or the system has no constraints.
void jni_monitor_within_step(jn_run *run, double t_end);
// Writes counts, time and hash of the state to the summary.
void jni_monitor_counts(jn_run *run);
// Adds to the report the warnings of the monitors (violations of positions, energy balance, singular configurations,
// halved steps, stiffness) at the end of the run.
void jni_monitor_end(jn_run *run);
// Returns whether the last accepted step is near a singular configuration.
bool jni_monitor_near_singular(const jn_run *run);
// Writes to `text` the end of a sentence, "; ..", that names a formulation which corrects velocities, if they drift
// with this one; otherwise "".
void jni_monitor_velocity_advice(const jn_run *run, char *text, size_t size);
// Returns a phrase that says how to keep the position equations satisfied with this formulation.
const char *jni_monitor_drift_advice(const jn_run *run);

// ---- verdict.c
// Starts the energy balance and the search for failures in run->energies, run->fault and run->contradiction, from the
// forces and energies evaluated last, at run->state.
void jni_verdict_start(jn_run *run);
// Compares the error psi of the energy balance at an accepted step, J, with its limits, and records a failure in
// run->fault.
void jni_verdict_energy(jn_run *run, double psi);
// Compares the violations of the position equations with their limit and records a failure in run->fault; call it after
// the largest violations in the summary are updated.
void jni_verdict_rows(jn_run *run);
// Returns JN_DIVERGED, with a sentence in `text`, if the run has reached its end but its result is not a motion of the
// mechanism; otherwise JN_OK.
jn_status jni_verdict_end(jn_run *run, char *text, size_t size);
// Writes to `text` which omitted equation contradicts the others, and when. Returns false if none does.
bool jni_verdict_write_contradiction(const jn_run *run, char *text, size_t size);
// Returns the error of the energy balance that rounding of the forces can cause, J.
double jni_verdict_rounding(const jn_run *run);
// Returns the energy exchanged so far, J: the largest work of forces and drivers plus the range of the potential
// energy.
double jni_verdict_exchanged(const jn_run *run);
// Returns the row of the omitted equation whose accelerations disagree most with those of the kept equations, at the
// state evaluated last; -1: none disagrees.
int jni_verdict_contradiction(jn_run *run);

// ---- stiffness.c
// Writes into the summary from when on, for how long and in how many steps stability limited the steps, and how much
// less work another method needs. Leaves these numbers unchanged if the integrator does not watch this.
void jni_stiffness_summarise(jn_run *run);
// Adds a warning at the end of the run if stability limited the steps of an explicit integrator and no other one
// replaced it, or if iterations often did not converge.
void jni_stiffness_warn(jn_run *run);
// Returns, for a failed run of an explicit method with fixed steps, the step times the fastest rate at the last
// checkpoint before the failure, divided by the stability limit of the method: above 1 the step is unstable. Returns 0
// for other methods or if it cannot be determined. Changes the state of the formulation.
double jni_stiffness_step_ratio(jn_run *run);
// Copies the state of the last checkpoint to last_good_state and sets run->failed, when a run with fixed steps fails or
// is suspected to. Does nothing if that is done already or the method is no explicit one with fixed steps.
void jni_stiffness_keep_state(jn_run *run);
// Writes to `text` what the user may try if the fixed step exceeds the stability limit by the factor `beyond`.
void jni_stiffness_advise(const jn_run *run, double beyond, char *text, size_t size);

// ---- output_rows.c
// Begins the sinks and, unless the run continues from a checkpoint, writes the first row. Returns the first failure of
// a sink.
jn_status jni_output_begin(jn_run *run);
// Passes to the sinks the output rows, and stores the samples, with times within the last step, before t_end. Returns
// JN_OK or a failure.
jn_status jni_output_within_step(jn_run *run, double t_end);
// Returns whether an output row is due at the last accepted step.
bool jni_output_is_scheduled(const jn_run *run);
// Passes to the sinks the output rows, and stores the samples, that are due at the last accepted state. final: passes a
// row there even if none is due. Returns JN_OK or a failure.
jn_status jni_output_at_step(jn_run *run, bool final);
// Writes a checkpoint of the last accepted step to run->block and passes it to the sinks. Returns the first failure of
// a sink, otherwise JN_OK.
jn_status jni_output_checkpoint(jn_run *run);
// Ends all sinks that were begun. Returns status; if that is JN_OK, the first failure of a sink.
jn_status jni_output_end(jn_run *run, jn_status status);
// Computes all outputs at a state into `values` and returns `values`. Outputs that need accelerations are NaN if these
// cannot be computed.
const double *jni_output_values(jn_run *run, const double *state, double *values);

// ---- checkpoint_settings.c
enum {
  JNI_NSETTINGS = 1
#define CHOICE(kind, ...) +(JN_CHOOSE_##kind != JN_CHOOSE_LIMIT)
#include "jounce/choices.def"
#undef CHOICE
};
void jni_settings_write(const jn_choices *choices, double *settings);
// Returns whether the settings of a checkpoint differ from the choices; if so writes the first difference to `text`,
// such as "formulation 'partition', but the run has 'ggl'".
bool jni_settings_differ(const jn_choices *choices, const double *settings, char *text, size_t size);

// ---- checkpoint.c
// Returns true if a checkpoint is scheduled at the last accepted step.
bool jni_checkpoint_is_scheduled(const jn_run *run);
// Sets run->next_checkpoint for the next checkpoint after the last accepted step: the number of a multiple of
// checkpoint_step or, if that is not set, a count of steps.
void jni_checkpoint_schedule(jn_run *run);
enum { JNI_BLOCK_HEAD = 10 + JNI_NSETTINGS };  // number of elements of a block before the state
int jni_block_size(const jn_run *run);
int jni_history_size(const jn_run *run);    // returns the size of the integrator's part at the end of the block
int jni_last_good_size(const jn_run *run);  // returns nstate for an explicit method with fixed steps, else 0
void jni_block_write(const jn_run *run, double *block);
// Returns JN_OK if the block of n numbers is a checkpoint of this run's model and settings; otherwise reports a fault
// and returns its status. Changes nothing.
jn_status jni_block_check(const jn_run *run, const double *block, int n, jn_report *report);
// Returns JN_OK if this run, with its end, may continue from the block; otherwise reports a fault: the steps before the
// checkpoint were shortened by another end, or the checkpoint is not before the end of this run.
jn_status jni_block_check_end(const jn_run *run, const double *block, jn_report *report);
// Checks a block of n numbers and sets everything in the run from it except the history of the integrator, which
// jni_run_continue reads from the block. If the block is not valid, reports a fault and returns its status, with the
// run unchanged.
jn_status jni_block_read(jn_run *run, const double *block, int n, jn_report *report);

// Returns the hash of the equations, of compiled code, and of the settings on which the motion depends. A run continues
// only from a checkpoint with the same hash. The end of a run does not count.
uint64_t jni_model_hash(const jn_model *model, const jn_choices *choices);

// Returns the duration of a run according to the model file, s, even if this run ends earlier or later: a time scale
// for purposes where the motion gives none.
static inline double jni_run_time_scale(const jn_run *run) { return run->model->choices.until; }

// Returns the time of the last accepted step, s; also valid while run->state is not.
static inline double jni_run_time(const jn_run *run) { return run->state_valid ? run->state[0] : run->integrator->t; }

// Returns the work of forces up to `state`, J; 0 if no state integrates it.
static inline double jni_run_work(const jn_run *run, const double *state) {
  const jn_system *system = run->system;
  return system->work_state >= 0 ? state[1 + system->sizes.nq + system->sizes.nv + system->work_state] : 0;
}

// ---- session.c
// Returns true if two systems of one model have the same spanning tree, so that their states have the same meaning;
// also true if they have no tree.
bool jni_same_tree(const jn_system *a, const jn_system *b);

#endif
