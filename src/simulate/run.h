// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// run.h - the inside of a run.
//
// A run goes from target to target: known times of the model, the end. Towards a target it takes accepted
// steps (advance.c); a root found within a step ends the step there. After each step the books are kept
// (run_monitor.c), rows are written (output_rows.c), and now and then everything is saved and the integrator goes on
// from what was saved (checkpoint.c), so that a run continued from there takes the same way, bit for bit. Neither rows
// nor checkpoints cut a step.
#ifndef JNI_RUN_H
#define JNI_RUN_H

#include "formulation/formulation.h"
#include "jounce/simulate.h"
#include "system/reaction.h"
#include "system/system.h"

// How well the rows of G are independent along the way: a deep dip of the smallest pivot is a singular configuration
// passed.
typedef struct {
  double most;                 // largest pivot so far
  double last, last_time;      // at the last accepted step, or found within one since
  double before, before_time;  // the one before that
  double least, least_time;    // of the dip under way
  int least_row;
  int dipping;             // 1: in a dip
  double psi, psi_before;  // error of the energy balance at the last accepted step, and before the dip under way
  double jump, jump_time;  // largest change of it across a dip, and when
} jni_pivot_watch;

// Counts of a run are these plus what the formulation and the integrator have counted since the run was made.
typedef struct {
  long steps, rejected, evaluations, iterations, events, factors, repivots, set_changes, halved, cuts, switches;
  long touches, jumps, samples;
} jni_run_counts;

// What the error of the energy balance is compared with, J.
typedef struct {
  double kinetic;      // T at the start
  double least, most;  // V
  double begun, work;  // W at the start; largest |W| since
  double forces;       // largest forces that act, along the mechanism's size
} jni_energies;

// What makes a run that has come to its end a failed one; the first of it.
typedef struct {
  double time;  // NaN: nothing
  double by, limit;
  int row;  // of phi, -1: the energy balance
} jni_fault;

// The first omitted equation that contradicts the kept ones (redundancy.h).
typedef struct {
  double time;     // s, NaN: none
  double by;       // violation: m or rad, or m/s or rad/s
  double fastest;  // largest speed so far, 1/s: over the size of the mechanism, or angular
  int row;         // -1: none
  int rate;        // 1: of velocity
} jni_contradiction;

typedef struct jni_redundancy jni_redundancy;

// Root functions and, behind them, switches: how far from each, and on which side (base/side.h), at some state.
typedef struct {
  double *e;
  int *side;
} jni_sights;

struct jn_run {
  jni_pool pool;
  const jn_model *model;
  jn_choices choices;      // settled
  jn_run_options options;  // its sinks are a copy; probes, at and resume are not kept
  uint64_t model_hash, equations_hash;
  const jn_system *system;
  jn_mobility *mobility;  // of the assembled start
  const bool *active;     // nc: rows in force, the mobility's
  jni_share *share;       // of redundant gears and couplings, NULL: none
  jni_formulation *formulation;
  jni_integrator *integrator;
  jn_probe *probe;
  jni_redundancy *redundancy;  // NULL: no equation is omitted
  struct jni_jump *jump;       // NULL: there are no drivers
  double *first;               // nstate: the assembled start, before the events of that time
  // where it stands
  double *state;  // last accepted, when `fresh`
  bool fresh;     // state belongs to the integrator's y
  bool behind;    // steps were taken since the books were kept
  bool pending;   // the integrator starts anew before the next step
  bool stopped;   // an event has ended the run
  int stopping;   // the event that has, where `stopped`
  bool blamed;    // what keeps it from going on has been named (run_failure.c)
  bool ending;    // its end has had a part in the length of steps, not long ago
  double bound;   // its end, once that has had a part in any step; 0: it could go on to another end all the same
  jni_known_times known;
  jni_sights roots;   // at the last accepted step
  int *signs;         // nroots + nswitches: side on which each was last seen, 0: not yet
  double *slack;      // nroots + nswitches: a gap of a stop or contact that stays within it is not located (advance.c)
  double last_event;  // time of the last root met
  int crowded;        // roots in a row without progress worth the name
  // switches
  bool locating;                 // they are located: each stays on its side until then
  int cuts, suspicion;           // changes of side that steps were rejected at; steps that are still looked at
  int passed;                    // changes of side since they are looked at
  int refused;                   // steps rejected at first among the last
  int crawling;                  // how often in a row these came to nothing
  double counted_from, longest;  // when they began; the longest way of as many
  long rejected_before;          // by the integrator, up to the last step
  // what it keeps
  jn_summary summary;
  double from;      // where jn_run_begin found it
  bool not_begun;   // a sink did not begin, and has said why
  jn_status going;  // of the last slice
  bool counted;     // its counts, time and hash belong to the last accepted step
  jni_run_counts counts;
  jni_pivot_watch watch;
  jni_energies energies;
  jni_fault fault;
  jni_contradiction contradiction;
  long next_row;         // a multiple of output_step
  long next_checkpoint;  // a multiple of checkpoint_step, or a number of steps
  double last_row_time;
  double looked_at;              // when the pace of the steps was looked at last
  double *at;                    // times of samples, ascending
  int nat, next_at;              // how many; which is next
  int first_sample;              // samples before this one lie before the start of a continued run
  double *samples;               // nat x noutputs
  bool resumed;                  // goes on from a checkpoint: the start is in the books already
  bool warned;                   // of a singular configuration
  double wall_start, wall_next;  // clock at the start and of the next progress call
  // scratch
  double *y, *y_previous;  // ode.n
  double *trial;           // a state within a step
  jni_sights trial_roots, left_roots, right_roots;
  double *vdot, *lambda, *rows;
  double *values;      // noutputs
  double *poses;       // of all bodies, for sinks; NULL: none wants them
  const char **names;  // of outputs, for the sinks
  jn_dimension *dimensions;
  const char **units;
  // of explicit fixed steps: the state of the last checkpoint before the run failed, where `failed`; else NULL
  double *sound;
  bool failed;
  double *block;       // a checkpoint
  int nblock, nbegun;  // its length; sinks that have begun
  jn_report *report;   // while executing
};

// ---- run.c
// Makes a run that shares system, mobility and outputs with another one, which has to outlive it, and begins at the
// same start: same choices, no sinks, samples or listener.
jn_run *jni_run_new_like(const jn_run *run, jn_report *report);

// ---- advance.c
// Called before a step's dense output is lost, with the part of the step that counts; NULL: nobody looks.
typedef jn_status (*jni_observer)(jn_run *run, double t_end);
// One accepted step, not beyond t_limit; roots and known times are met on the way.
jn_status jni_run_advance(jn_run *run, double t_limit, jni_observer observer);
// The state at the last accepted step is put into run->state; on failure the last good one stays there.
jn_status jni_run_refresh(jn_run *run);
// Known times about t, where the run begins or begins anew.
void jni_run_note_known(jn_run *run, double t);
// Starts the integrator anew at run->state.
jn_status jni_run_start(jn_run *run);
jn_status jni_run_note_loads(jn_run *run);  // of joints at run->state, in its s
// The same after a checkpoint, where an integrator that saves its history goes on with it: `history` is what it saved.
jn_status jni_run_continue(jn_run *run, const double *history);
// Hands a status of the equations on; when it is a failure, the message says where.
jn_status jni_run_told(jn_run *run, jn_status status, double t);
// Applies what root i (with -1 all that is due now) changes in run->state, counts it and tells the program.
void jni_run_apply(jn_run *run, int root);
// Ends the run by an event of the model.
void jni_run_stop(jn_run *run, int event);
// Forgets on which side the root functions were.
void jni_run_sight_roots(jn_run *run);
// Their values at run->state, where the sides are known already.
void jni_run_see_roots(jn_run *run);
// The state at t within the last step is put into `state`.
jn_status jni_run_interpolate(jn_run *run, double t, double *state);

// ---- run_failure.c
// Adds to the message of the integrator what has not been finite, or which row is open. Returns the status.
jn_status jni_run_name_cause(jn_run *run, jn_status status);
// After events and jumps: what keeps the run from going on, as a failure with its message.
jn_status jni_run_trouble(jn_run *run);

// ---- switches.c
bool jni_switches_asked(const jn_run *run);
void jni_switches_locate(jn_run *run, bool locating);  // from run->state on
void jni_switches_hold(jn_run *run);                   // forces stay on the sides where the run saw them
// Where run->state stands at a switch itself, as at rest with sign(rate), the side is that to which the motion goes.
// True: there was one, and the integrator has to start anew.
bool jni_switches_foresee(jn_run *run);
// After a step: do switches cut the steps to pieces? Then they are located from here on.
jn_status jni_switches_watch(jn_run *run);

// ---- run_monitor.c
// T + V less the work done so far, so that energy.error is zero here: also for programs that own the loop.
jn_status jni_account_start(jn_run *run);
// The same at run->state, before the start: energy controls look at it from the first evaluation on.
void jni_account_reference(jn_run *run);
jn_status jni_account_step(jn_run *run);
// Are the books kept at every step? Not where code makes the steps: at rows and checkpoints, and at the end.
bool jni_account_is_kept(const jn_run *run);
// Looks for a singular configuration within the last step, up to t_end.
void jni_account_within(jn_run *run, double t_end);
void jni_account_counts(jn_run *run);  // counts, time and hash of the summary
void jni_account_end(jn_run *run);     // warnings that are due at the end
// Is the last accepted step near a singular configuration?
bool jni_account_near_singular(const jn_run *run);
// Writes "; ..." if another formulation corrects velocities that drift with this one, else "".
void jni_account_advice(const jn_run *run, char *text, size_t size);

// What keeps the rows of position, as far as this formulation can.
const char *jni_account_drift_advice(const jn_run *run);

// ---- verdict.c
// Begins to watch at run->state, where everything has been evaluated.
void jni_verdict_start(jn_run *run);
void jni_verdict_energy(jn_run *run, double psi);  // at an accepted step, psi: error of the energy balance
void jni_verdict_rows(jn_run *run);                // after the largest violations were taken
// JN_DIVERGED, with a sentence: the run has come to its end, but what it gives is no motion of the mechanism.
jn_status jni_verdict_end(jn_run *run, char *text, size_t size);
// Writes which omitted equation contradicts the kept ones, and when. False: none does.
bool jni_verdict_tell_contradiction(const jn_run *run, char *text, size_t size);
double jni_verdict_rounding(const jn_run *run);  // J, what rounding leaves of the forces along the mechanism's size
// Returns the energy exchanged so far, J: the largest work of forces and drivers, and the range of the potential
// energy.
double jni_verdict_exchanged(const jn_run *run);
// A row left out as redundant whose acceleration disagrees with the rows in force at the last state evaluated, -1:
// none.
int jni_verdict_contradiction(jn_run *run);

// ---- stiffness.c
void jni_stiffness_take(jn_run *run);  // into the summary
void jni_stiffness_tell(jn_run *run);  // at the end: what is stiff and was not handed over
// After a run with fixed steps has failed: h times the fastest rate before that over what the method takes, above 1 it
// is unstable. 0: another method, or not known. Leaves the formulation at another state.
double jni_stiffness_beyond(jn_run *run);
// The run has failed here: where it was sound last is kept.
void jni_stiffness_mark(jn_run *run);
// What to try where a fixed step is beyond stability by `beyond`.
void jni_stiffness_advise(const jn_run *run, double beyond, char *text, size_t size);

// ---- output_rows.c
jn_status jni_rows_begin(jn_run *run);
// Rows and samples that lie within the last step before t_end.
jn_status jni_rows_within(jn_run *run, double t_end);
bool jni_rows_due(const jn_run *run);  // rows at the last accepted step
// Rows and samples at the last accepted state; `final`: a row is written even off the grid.
jn_status jni_rows_here(jn_run *run, bool final);
jn_status jni_rows_checkpoint(jn_run *run);
jn_status jni_rows_end(jn_run *run, jn_status status);
const double *jni_rows_values(jn_run *run, const double *state, double *values);

// ---- checkpoint_settings.c
enum {
  JNI_NSETTINGS = 1
#define CHOICE(kind, ...) +(JN_CHOOSE_##kind != JN_CHOOSE_LIMIT)
#include "jounce/choices.def"
#undef CHOICE
};
void jni_settings_write(const jn_choices *choices, double *settings);
// True: they are not those of the choices, and `text` tells the first ("formulation 'partition', the run asks for
// 'ggl'").
bool jni_settings_differ(const jn_choices *choices, const double *settings, char *text, size_t size);

// ---- checkpoint.c
bool jni_checkpoint_due(const jn_run *run);    // at the last accepted step
void jni_checkpoint_plan(jn_run *run);         // when the next one is due
enum { JNI_BLOCK_HEAD = 10 + JNI_NSETTINGS };  // numbers before the state in a block
int jni_block_size(const jn_run *run);
int jni_history_size(const jn_run *run);  // the integrator's part at the end of the block
int jni_sound_size(const jn_run *run);    // nstate of an explicit method with fixed steps, else 0
void jni_block_write(const jn_run *run, double *block);
// Fault in the report when the block does not fit this run; nothing has changed.
jn_status jni_block_check(const jn_run *run, const double *block, int n, jn_report *report);
// Likewise when a run to this end cannot go on from it.
jn_status jni_block_check_end(const jn_run *run, const double *block, jn_report *report);
// Checks it, too.
jn_status jni_block_read(jn_run *run, const double *block, int n, jn_report *report);

// Of the equations and of the settings that the way of a run depends on: a run continues only when it is the same. Its
// end is no part of it: a run may be continued further than it was meant to go.
uint64_t jni_model_hash(const jn_model *model, const jn_choices *choices);

// How long the model means a run to be, whatever its end: a scale of time where nothing moves that would tell one.
static inline double jni_run_pace(const jn_run *run) { return run->model->choices.until; }

// Of the last accepted step, whether run->state belongs to it or not.
static inline double jni_run_time(const jn_run *run) { return run->fresh ? run->state[0] : run->integrator->t; }

// The work done so far in a state.
static inline double jni_run_work(const jn_run *run, const double *state) {
  const jn_system *system = run->system;
  return system->work_state >= 0 ? state[1 + system->sizes.nq + system->sizes.nv + system->work_state] : 0;
}

// ---- session.c
// Whether two systems of one model hang their bodies on each other alike, so that their states mean the same; true
// without trees.
bool jni_same_tree(const jn_system *a, const jn_system *b);

#endif
