// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// checkpoint.c - writes and reads checkpoints: everything that a run needs to continue, as one block of numbers. A head
// identifies the run; then follow the state, counts, maxima and monitors, the next row, the state before a failure, the
// sides of the root functions, the memory of the formulation, and the history of an integrator that saves it.
//
// A checkpoint is scheduled at the first step that ends at its time or later, so that it shortens no step. If the
// choices give no time between checkpoints, they are written after 10, 20, 50, 100, 200, 500 steps and every thousand,
// from a million steps on every ten thousand, and so on: independent of the unit of time and of the end of the run.
#include <limits.h>
#include <math.h>
#include <string.h>

#include "simulate/run.h"

static const double magic = 1246642516;                 // "JNCT"
static const double version = 15 + JNI_NSETTINGS - 35;  // grows with the list of choices

// Layout of the head of a block: magic, version, length, upper and lower half of the hash, output_step,
// checkpoint_step, halves of the hash of the equations, the end of the run if it has limited a step (else 0), settings.
enum { HEAD = JNI_BLOCK_HEAD, SETTINGS = HEAD - JNI_NSETTINGS, END_LIMIT = SETTINGS - 1 };

// Lists of the members of jn_run that a checkpoint contains. Writing, reading and counting expand the same lists.
#define LONGS(X)             \
  X(summary.steps)           \
  X(summary.rejected)        \
  X(summary.evaluations)     \
  X(summary.iterations)      \
  X(summary.events)          \
  X(summary.touches)         \
  X(summary.jumps)           \
  X(summary.samples)         \
  X(summary.contact_changes) \
  X(summary.impacts)         \
  X(summary.reduced_impacts) \
  X(summary.jams)            \
  X(summary.ambiguous)       \
  X(summary.factors)         \
  X(summary.repivots)        \
  X(summary.set_changes)     \
  X(summary.halved)          \
  X(summary.cuts)            \
  X(summary.switches)        \
  X(summary.monitored)
#define WHOLES(X) X(next_row)
#define INTS(X)              \
  X(summary.singular_passes) \
  X(pivots.least_row)        \
  X(pivots.dipping)          \
  X(fault.row)               \
  X(contradiction.row)       \
  X(contradiction.rate)      \
  X(locating)                \
  X(cuts)                    \
  X(watched_steps)           \
  X(passed_switches)         \
  X(slow_intervals)          \
  X(recent_rejected)         \
  X(crowded_roots)           \
  X(failed)
#define DOUBLES(X)                            \
  X(summary.max_position_violation)           \
  X(summary.max_velocity_violation)           \
  X(summary.max_acceleration_violation)       \
  X(summary.max_angle_violation)              \
  X(summary.max_angle_velocity_violation)     \
  X(summary.max_angle_acceleration_violation) \
  X(summary.energy_initial)                   \
  X(summary.energy_final)                     \
  X(summary.max_energy_error)                 \
  X(summary.max_kinetic_energy)               \
  X(summary.impact_loss)                      \
  X(summary.first_singular_time)              \
  X(summary.first_halved_time)                \
  X(summary.switches_from)                    \
  X(summary.least_pivot)                      \
  X(pivots.largest)                           \
  X(pivots.last)                              \
  X(pivots.last_time)                         \
  X(pivots.previous)                          \
  X(pivots.previous_time)                     \
  X(pivots.least)                             \
  X(pivots.least_time)                        \
  X(pivots.psi)                               \
  X(pivots.psi_before_dip)                    \
  X(pivots.largest_jump)                      \
  X(pivots.jump_time)                         \
  X(energies.kinetic)                         \
  X(energies.least_potential)                 \
  X(energies.largest_potential)               \
  X(energies.start_work)                      \
  X(energies.largest_work)                    \
  X(energies.force_scale)                     \
  X(fault.time)                               \
  X(fault.amount)                             \
  X(fault.limit)                              \
  X(contradiction.time)                       \
  X(contradiction.by)                         \
  X(contradiction.fastest)                    \
  X(last_row_time)                            \
  X(interval_start)                           \
  X(longest_interval)                         \
  X(rate_checked_at)                          \
  X(last_root_time)                           \
  X(integrator->origin)

#define JNI_X(field) +1
enum {
  NUMBERS = 0 LONGS(JNI_X) WHOLES(JNI_X) INTS(JNI_X) DOUBLES(JNI_X),
  NEXT_ROW = 0 LONGS(JNI_X),
  ORIGIN = NUMBERS - 1
};
#undef JNI_X

int jni_history_size(const jn_run *run) {
  const jni_integrator *m = run->integrator;
  return m->kind->history ? m->kind->history(m) : 0;
}

int jni_last_good_size(const jn_run *run) {
  return run->integrator->kind->stability > 0 ? run->system->sizes.nstate : 0;
}

int jni_block_size(const jn_run *run) {
  return HEAD + jni_last_good_size(run) + run->system->sizes.nstate + NUMBERS + run->system->sizes.nroots +
         run->system->nswitches + run->formulation->nmemory + jni_history_size(run);
}

// ---- schedule ------------------------------------------------------------------------------------------------------

// Returns the number of steps after which the next checkpoint is written, if `taken` steps were made: 10, 20, 50, 100,
// 200, 500, then every thousand, from a million on every ten thousand, and so on.
static long next_count(long taken) {
  static const long first[] = {10, 20, 50, 100, 200, 500, 1000};
  for (size_t i = 0; i < sizeof first / sizeof *first; i++)
    if (taken < first[i]) return first[i];
  long every = 1000;
  while (taken / every >= 1000) every *= 10;
  return (taken / every + 1) * every;
}

// Returns floor(t / checkpoint_step): how many checkpoint times have passed by time t.
static int64_t intervals(const jn_run *run, double t) {
  return (int64_t)fmin(1e15, floor(t / run->choices.checkpoint_step * (1 + 1e-12)));
}

void jni_checkpoint_schedule(jn_run *run) {
  run->next_checkpoint =
      run->choices.checkpoint_step > 0 ? intervals(run, run->state[0]) + 1 : next_count(run->counts.steps);
}

// Returns whether a checkpoint is to be written at the last accepted step; false for a step that the end of the run has
// shortened.
bool jni_checkpoint_is_scheduled(const jn_run *run) {
  double t = jni_run_time(run);
  if (run->limited_by_end || !(t < run->choices.until)) return false;
  return (run->choices.checkpoint_step > 0 ? intervals(run, t) : run->counts.steps) >= run->next_checkpoint;
}

// ---- the block -----------------------------------------------------------------------------------------------------

static double upper(uint64_t hash) { return (double)(hash >> 32); }
static double lower(uint64_t hash) { return (double)(hash & 0xffffffffu); }

// Writes the run's state, counts and history to `block` (jni_block_size numbers). The counts in the summary must be up
// to date.
void jni_block_write(const jn_run *run, double *block) {
  const jn_sizes *n = &run->system->sizes;
  const double head[SETTINGS] = {magic,
                                 version,
                                 jni_block_size(run),
                                 upper(run->model_hash),
                                 lower(run->model_hash),
                                 run->choices.output_step,
                                 run->choices.checkpoint_step,
                                 upper(run->equations_hash),
                                 lower(run->equations_hash),
                                 run->end_limit};
  memcpy(block, head, sizeof head);
  jni_settings_write(&run->choices, block + SETTINGS);
  memcpy(block + HEAD, run->state, (size_t)n->nstate * sizeof *block);
  double *next = block + HEAD + n->nstate;
#define JNI_X(field) *next++ = (double)run->field;
  LONGS(JNI_X)
  WHOLES(JNI_X)
  INTS(JNI_X)
  DOUBLES(JNI_X)
#undef JNI_X
  for (int i = 0; i < jni_last_good_size(run); i++) *next++ = run->last_good_state[i];
  for (int i = 0; i < n->nroots + run->system->nswitches; i++) *next++ = run->sides[i];
  for (int i = 0; i < run->formulation->nmemory; i++) *next++ = run->formulation->memory[i];
  if (jni_history_size(run) > 0) run->integrator->kind->save(run->integrator, next);
}

double jn_checkpoint_end(const double *block, int n) {
  bool valid = n >= HEAD && block[0] == magic && block[1] == version;
  return valid && block[END_LIMIT] > 0 ? block[END_LIMIT] : 0;
}

void jn_checkpoint_grid(const double *block, int n, jn_choices *choices) {
  if (n < HEAD) return;
  if (!(choices->output_step > 0) && block[5] > 0) choices->output_step = block[5];
  if (!(choices->checkpoint_step > 0) && block[6] > 0) choices->checkpoint_step = block[6];
}

// Returns JN_OK if a block was written by a run of the same model with the same settings; otherwise reports a fault
// that says what differs, and returns JN_REFUSED.
static jn_status check_same(const jn_run *run, const double *block, jn_report *report) {
  if (block[3] == upper(run->model_hash) && block[4] == lower(run->model_hash)) return JN_OK;
  char text[160];
  if (block[7] != upper(run->equations_hash) || block[8] != lower(run->equations_hash))
    return jn_report_fault(report, JN_REFUSED, "",
                           "the checkpoint belongs to another model; a run can continue only with the same model");
  if (!jni_settings_differ(&run->choices, block + SETTINGS, text, sizeof text))
    return jn_report_fault(report, JN_REFUSED, "",
                           run->model->code ? "the checkpoint was written by other code of the same model, or without "
                                              "it; a run can continue only with the same file"
                                            : "the checkpoint belongs to other settings; a run can continue only with "
                                              "the same settings");
  return jn_report_fault(report, JN_REFUSED, "",
                         "the checkpoint was written with %s; a run can continue only with the same settings", text);
}

// Returns x without its fraction, or 0 if it is not finite or beyond +-1e15: numbers of a file may be damaged.
static double to_whole(double x) { return x >= -1e15 && x <= 1e15 ? trunc(x) : 0; }
static long to_long(double x) { return (long)fmax((double)LONG_MIN, fmin((double)LONG_MAX, to_whole(x))); }
static int to_int(double x) { return x >= -2e9 && x <= 2e9 ? (int)x : 0; }

// Returns whether the times in a block are consistent with its time t: the next output row is at most one output step
// after t, since otherwise the loop that writes rows might not end, and the origin from which fixed steps are counted
// is not after t.
static bool grids_fit(const jn_run *run, const double *block) {
  const double *numbers = block + HEAD + run->system->sizes.nstate;
  double t = block[HEAD], row = to_whole(numbers[NEXT_ROW]) * run->choices.output_step, origin = numbers[ORIGIN];
  double slack = 1e-9 * run->choices.until;
  return row > t - slack && row <= t + run->choices.output_step + slack && isfinite(origin) && origin <= t + slack;
}

static bool is_damaged(const jn_run *run, const double *block, int n) {
  if (n != jni_block_size(run) || !(block[2] == n)) return true;
  for (int i = 0, history = n - jni_history_size(run) - run->formulation->nmemory; i < n; i++)
    if (!isfinite(block[i]) && (i < SETTINGS || (i >= HEAD && i < HEAD + run->system->sizes.nstate) || i >= history))
      return true;
  return !grids_fit(run, block);
}

jn_status jni_block_check(const jn_run *run, const double *block, int n, jn_report *report) {
  if (n < HEAD || !(block[0] == magic))
    return jn_report_fault(report, JN_BAD_ARGUMENT, "", "this is not a checkpoint of a run");
  if (!(block[1] == version))
    return jn_report_fault(report, JN_BAD_ARGUMENT, "", "the checkpoint was written by another version of the program");
  jn_status status = check_same(run, block, report);
  if (status != JN_OK) return status;
  return is_damaged(run, block, n) ? jn_report_fault(report, JN_BAD_ARGUMENT, "", "the checkpoint is damaged") : JN_OK;
}

jn_status jni_block_check_end(const jn_run *run, const double *block, jn_report *report) {
  if (block[END_LIMIT] != 0 && block[END_LIMIT] != run->choices.until)
    return jn_report_fault(report, JN_REFUSED, "",
                           "the checkpoint at t = %g s was written after steps that were cut to end at %g s, and a run "
                           "to %g s would have taken others; continue from an earlier checkpoint",
                           block[HEAD], block[END_LIMIT], run->choices.until);
  if (!(block[HEAD] < run->choices.until))
    return jn_report_fault(report, JN_REFUSED, "", "the checkpoint is at t = %g s, but the run ends at %g s",
                           block[HEAD], run->choices.until);
  return JN_OK;
}

// Returns `row` if it is in 0 to n - 1, otherwise -1, which stands for no row.
static int valid_row(int row, int n) { return row >= 0 && row < n ? row : -1; }

jn_status jni_block_read(jn_run *run, const double *block, int n, jn_report *report) {
  jn_status status = jni_block_check(run, block, n, report);
  if (status != JN_OK) return status;
  run->end_limit = block[END_LIMIT];
  memcpy(run->state, block + HEAD, (size_t)run->system->sizes.nstate * sizeof *block);
  const double *next = block + HEAD + run->system->sizes.nstate;
#define JNI_X(field) run->field = to_long(*next++);
  LONGS(JNI_X)
#undef JNI_X
#define JNI_X(field) run->field = (int64_t)to_whole(*next++);
  WHOLES(JNI_X)
#undef JNI_X
#define JNI_X(field) run->field = to_int(*next++);
  INTS(JNI_X)
#undef JNI_X
#define JNI_X(field) run->field = *next++;
  DOUBLES(JNI_X)
#undef JNI_X
  for (int i = 0; i < jni_last_good_size(run); i++) run->last_good_state[i] = *next++;
  for (int i = 0; i < run->system->sizes.nroots + run->system->nswitches; i++) run->sides[i] = to_int(*next++);
  for (int i = 0; i < run->formulation->nmemory; i++) run->formulation->memory[i] = *next++;
  run->pivots.least_row = valid_row(run->pivots.least_row, run->system->sizes.nc);
  run->fault.row = valid_row(run->fault.row, run->system->sizes.nh);
  run->contradiction.row = valid_row(run->contradiction.row, run->system->sizes.nc);
  if (run->contradiction.row < 0) run->contradiction.time = NAN;
  return JN_OK;
}
