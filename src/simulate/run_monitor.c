// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// run_monitor.c - monitors of a run: violation of the constraint equations, energy balance, singular configurations
// that were passed, counts, and the warnings at the end.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formulation/absolute_tolerance.h"
#include "simulate/redundancy.h"
#include "simulate/run.h"
#include "system/event.h"
#include "system/work.h"

// A configuration is singular if the smallest relative pivot has fallen below this part of its largest value so far;
// the passage ends where it is ten times higher.
static const double singular_part = 1e-4;
// A long step is searched for a singular configuration if the pivot at one of its ends is below suspicious_part of the
// largest one. A step is long if something moves farther than long_part of the mechanism's size, or of a radian.
static const double suspicious_part = 0.25, long_part = 1e-3;
// Largest length of the pieces into which long steps are divided, m/m or rad, unless these are MOST_PIECES. The pivot
// falls with the square of the distance to a singular configuration: half a radian before it a quarter is left, and a
// piece shorter than a radian has an end within that distance.
static const double piece_part = 0.8;
enum { MOST_PIECES = 16 };
// A minimum is interpolated by a parabola if its sample is below low_part, and its neighbours below near_part, of the
// largest pivot.
static const double low_part = 1e-2, near_part = 5e-2;
// The run warns if the error of the energy balance exceeds imbalance_part of the energy exchanged (work and change of
// potential energy) and also along_part of the largest kinetic energy. Constant kinetic energy, as of a vehicle at
// constant speed, counts little.
static const double imbalance_part = 0.01, along_part = 1e-4;
// Part of the energy itself that counts as rounding in this warning: a mechanism at rest has no kinetic energy to
// compare with.
static const double rounding_part = 1e-12;
// The run warns of a jump of the energy balance across a singular configuration, where the motion can change its
// branch, if it exceeds this part of the largest kinetic energy.
static const double jump_part = 1e-3;
// The run warns of violations of position equations above this part of the mechanism's size, or of this many radian.
static const double drift_part = 1e-3;

// ---- violation --------------------------------------------------------------------------------------------------

// Increases *length and *angle, the largest absolute residuals of equations of lengths and of angles so far, to those
// in `rows` (n). A NaN is stored and stays.
static void update_largest(const jn_run *run, const double *rows, int n, double *length, double *angle) {
  for (int i = 0; i < n; i++) {
    double *most = jn_row_is_angle(run->system, i) ? angle : length;
    if (fabs(rows[i]) > *most || isnan(rows[i])) *most = fabs(rows[i]);
  }
}

static void update_violation(jn_run *run) {
  const jn_system *system = run->system;
  const jn_work *work = run->formulation->work;
  jn_summary *s = &run->summary;
  int nc = system->sizes.nc;
  update_largest(run, work->phi, system->sizes.nh, &s->max_position_violation, &s->max_angle_violation);
  jni_pattern_times(&system->pattern, work->G, work->v, run->rows);
  for (int i = 0; i < nc; i++) run->rows[i] -= work->nu[i];
  update_largest(run, run->rows, nc, &s->max_velocity_violation, &s->max_angle_velocity_violation);
  jni_redundancy_check(run, run->rows);
  jni_pattern_times(&system->pattern, work->G, run->vdot, run->rows);
  for (int i = 0; i < nc; i++) run->rows[i] -= work->gamma[i];
  update_largest(run, run->rows, nc, &s->max_acceleration_violation, &s->max_angle_acceleration_violation);
  jni_verdict_rows(run);
}

// ---- energy -----------------------------------------------------------------------------------------------------

// Returns T + V, J.
static double energy(const jn_run *run) {
  const jn_work *work = run->formulation->work;
  return jn_get_kinetic(run->system, work) + work->potential;
}

// Returns the error psi of the energy balance, J: energy at the last evaluation minus initial energy minus work so far.
static double balance(const jn_run *run) {
  const jn_summary *s = &run->summary;
  return s->energy_final - s->energy_initial - jni_run_work(run, run->state);
}

static void update_energy(jn_run *run) {
  jn_summary *s = &run->summary;
  double kinetic = jn_get_kinetic(run->system, run->formulation->work);
  s->energy_final = kinetic + run->formulation->work->potential;
  double error = fabs(balance(run));
  if (error > s->max_energy_error || isnan(error)) s->max_energy_error = error;
  jni_verdict_energy(run, error);
  if (kinetic > s->max_kinetic_energy || isnan(kinetic)) s->max_kinetic_energy = kinetic;
}

// ---- singular configurations ------------------------------------------------------------------------------------

// A configuration is near a singular one if its pivot is below this part of the largest. Fixed steps may fail there
// before they reach singular_part.
static const double beside_part = 0.02;

bool jni_monitor_near_singular(const jn_run *run) {
  return run->pivots.dipping || run->pivots.last < beside_part * run->pivots.largest;
}

// Ends a dip of the pivot: counts the singular configuration, records the jump of the energy balance across it, and
// warns of the first one if positions or velocities are not corrected. Does nothing outside of a dip.
static void end_dip(jn_run *run) {
  jni_pivot_history *w = &run->pivots;
  if (!w->dipping) return;
  w->dipping = 0;
  double jump = fabs(balance(run) - w->psi_before_dip);
  if (jump > w->largest_jump) {
    w->largest_jump = jump;
    w->jump_time = w->least_time;
  }
  if (run->summary.singular_passes++ == 0) run->summary.first_singular_time = w->least_time;

  const jni_formulation_kind *kind = run->formulation->kind;
  bool position = kind->holds_position || strcmp(run->choices.position, "none") != 0;
  bool velocity = kind->holds_velocity || strcmp(run->choices.velocity, "none") != 0;
  char name[JNI_SIGNAL_NAME_SIZE] = "";
  if (run->warned || (position && velocity)) return;
  if (w->least_row >= 0) jn_row_name(run->system, w->least_row, name, sizeof name);
  jn_report_warn(run->report, "",
                 "the mechanism passed a singular configuration at t = %.6g s%s%s%s; without position and velocity "
                 "projection the branch taken after it is not determined",
                 w->least_time, name[0] ? " (" : "", name, name[0] ? ")" : "");
  run->warned = true;
}

// Returns the minimum of the parabola through the last two samples and the sample `pivot` at time t, and sets *t_vertex
// to its time, if the middle one is the lowest and all are low (low_part, near_part); otherwise HUGE_VAL. The smallest
// pivot is proportional to the square of the distance from a singular configuration.
static double find_vertex(const jni_pivot_history *w, double t, double pivot, double *t_vertex) {
  double a = w->last_time - w->previous_time, b = t - w->last_time, upper = near_part * w->largest;
  bool lowest = w->last <= w->previous && w->last <= pivot && w->last < low_part * w->largest;
  if (!(lowest && w->previous < upper && pivot < upper && a > 0 && b > 0)) return HUGE_VAL;
  double left = (w->last - w->previous) / a, right = (pivot - w->last) / b;
  double bend = (right - left) / (a + b), slope = left + bend * a;
  if (!(bend > 0)) return HUGE_VAL;
  *t_vertex = w->last_time - slope / (2 * bend);
  return w->last - slope * slope / (4 * bend);
}

// Updates the current dip by a sample of the smallest pivot at time t: begins a dip, deepens it, or ends it where the
// pivot is high again.
static void update_dip(jn_run *run, double t, double pivot, int row) {
  jni_pivot_history *w = &run->pivots;
  bool deeper = w->dipping ? pivot < w->least : pivot < singular_part * w->largest;
  if (deeper && !w->dipping) w->psi_before_dip = w->psi;
  if (deeper) {
    w->dipping = 1;
    w->least = pivot;
    w->least_time = t;
    w->least_row = row;
  } else if (pivot > 10 * singular_part * w->largest) end_dip(run);
}

// Adds a sample of the smallest pivot at time t to run->pivots; before it, the interpolated minimum between the last
// samples if there is one.
static void add_pivot(jn_run *run, double t, double pivot, int row) {
  jni_pivot_history *w = &run->pivots;
  double t_vertex = t, vertex = w->dipping ? HUGE_VAL : find_vertex(w, t, pivot, &t_vertex);
  if (pivot < run->summary.least_pivot) run->summary.least_pivot = pivot;
  if (pivot > w->largest) w->largest = pivot;
  if (vertex < singular_part * w->largest) update_dip(run, t_vertex, fmax(vertex, 0), row);
  update_dip(run, t, pivot, row);
  w->previous = w->last;
  w->previous_time = w->last_time;
  w->last = pivot;
  w->last_time = t;
}

typedef struct {
  double t, pivot;
  int row;
} pivot_sample;

// Returns the smallest pivot at time t within the last step, from accelerations at the interpolated state; HUGE_VAL as
// pivot if that fails.
static pivot_sample pivot_at(jn_run *run, double t) {
  jni_formulation *f = run->formulation;
  if (jni_run_interpolate(run, t, run->trial) != JN_OK ||
      f->acceleration(f, run->trial, run->vdot, run->lambda) != JN_OK)
    return (pivot_sample){t, HUGE_VAL, -1};
  return (pivot_sample){t, f->counts.least_pivot, f->counts.least_row};
}

// Returns how far one speed alone moves a constraint equation in the time h: the largest |G_ij v_j| h, relative to the
// size of what the equation compares. A wheel that spins freely moves none.
static double row_travel(const jn_run *run, double h) {
  const jn_system *system = run->system;
  const jni_pattern *p = &system->pattern;
  const double *v = jn_state_v(system, run->state);
  double most = 0;
  for (int g = 0; g < p->ngroups; g++)
    for (int e = p->entry_at[g]; e < p->entry_at[g + 1]; e++) {
      int block = p->entry_block[e], width = p->block_at[block + 1] - p->block_at[block];
      const double *G = run->formulation->work->G + p->entry_value[e], *speed = v + p->block_at[block];
      for (int r = p->group_at[g]; r < p->group_at[g + 1]; r++) {
        for (int k = 0; k < width; k++) most = fmax(most, fabs(G[k] * speed[k]) * system->row_weight[r]);
        G += width;
      }
    }
  return most * h;
}

// Returns the sample with a minimum of the smallest pivot between the times a and b, found by golden-section search.
static pivot_sample lowest_between(jn_run *run, double a, double b) {
  enum { SECTIONS = 16 };
  const double golden = 0.6180339887498949;
  pivot_sample left = pivot_at(run, b - golden * (b - a)), right = pivot_at(run, a + golden * (b - a));
  for (int k = 0; k < SECTIONS; k++) {
    if (left.pivot < right.pivot) {
      b = right.t;
      right = left;
      left = pivot_at(run, b - golden * (b - a));
    } else {
      a = left.t;
      left = right;
      right = pivot_at(run, a + golden * (b - a));
    }
  }
  return left.pivot < right.pivot ? left : right;
}

// Searches the last step, if it is long, for a singular configuration: divides it into pieces so short that a piece
// with a singular configuration has an end with a suspicious pivot, and records what it finds in run->pivots.
void jni_monitor_within_step(jn_run *run, double t_end) {
  const jni_integrator *m = run->integrator;
  const jn_system *system = run->system;
  jni_formulation *f = run->formulation;
  double begin = m->t_previous, length = t_end - begin, before = run->pivots.last;
  double suspicious = suspicious_part * run->pivots.largest;
  if (m->kind->fixed_step || system->sizes.nc == 0 || jni_run_refresh(run) != JN_OK) return;
  const double *v = jn_state_v(system, run->state);
  bool is_long = false;
  for (int i = 0; i < system->sizes.nv && !is_long; i++)
    is_long = fabs(v[i]) * length > long_part * (system->v_is_length[i] ? system->length_scale : 1);
  if (!is_long) return;

  double end = HUGE_VAL;  // pivot at t_end; its evaluation leaves G there
  if (t_end != run->state[0]) end = pivot_at(run, t_end).pivot;
  else if (f->acceleration(f, run->state, run->vdot, run->lambda) == JN_OK) end = f->counts.least_pivot;
  int pieces = (int)fmin(fmax(1, ceil(row_travel(run, length) / piece_part)), MOST_PIECES);
  for (int i = 0; i < pieces; i++) {
    bool last = i + 1 == pieces;
    double a = begin + length * i / pieces, b = last ? t_end : begin + length * (i + 1) / pieces,
           after = last ? end : pivot_at(run, b).pivot;
    if (!(before > suspicious && after > suspicious)) {
      pivot_sample least = lowest_between(run, a, b);
      if (least.pivot < run->pivots.last) add_pivot(run, least.t, least.pivot, least.row);
    }
    before = after;
  }
}

// ---- steps --------------------------------------------------------------------------------------------------

// Evaluates the stages at the last accepted step, and accelerations and multipliers unless only energies are needed.
// Returns JN_OK or a failure.
static jn_status evaluate(jn_run *run) {
  jni_formulation *f = run->formulation;
  jn_status status = jni_run_refresh(run);
  if (status != JN_OK || (f->own_acceleration && f->own_acceleration(f, run->state, run->vdot))) return status;
  // Energies need no accelerations.
  if (run->system->sizes.nc == 0 && jni_stages_are_current(run->system, f->work, run->state)) return status;
  return jni_run_report_status(run, f->acceleration(f, run->state, run->vdot, run->lambda), run->state[0]);
}

void jni_monitor_set_reference(jn_run *run) {
  const jn_system *system = run->system;
  jn_work *work = run->formulation->work;
  const double *q = jn_state_q(system, run->state), *v = jn_state_v(system, run->state);
  jn_calc_position(system, work, run->state[0], q, jn_state_z(system, run->state), jn_state_s(system, run->state));
  jn_calc_velocity(system, work, v);
  jn_calc_force(system, work, jn_state_z(system, run->state));
  work->energy_initial = energy(run) - jni_run_work(run, run->state);
}

jn_status jni_monitor_start(jn_run *run) {
  jn_summary *s = &run->summary;
  jn_status status = evaluate(run);
  if (status != JN_OK) return status;
  s->energy_final = energy(run);
  s->energy_initial = s->energy_final - jni_run_work(run, run->state);
  run->formulation->work->energy_initial = s->energy_initial;
  jni_verdict_start(run);
  return JN_OK;
}

bool jni_monitor_every_step(const jn_run *run) { return run->formulation->handle_end == NULL; }

jn_status jni_monitor_step(jn_run *run) {
  jn_status status = evaluate(run);
  if (status != JN_OK) return status;
  run->unmonitored = false;
  run->summary.monitored++;
  update_violation(run);
  update_energy(run);
  if (run->system->sizes.nc > 0)
    add_pivot(run, run->state[0], run->formulation->counts.least_pivot, run->formulation->counts.least_row);
  run->pivots.psi = balance(run);
  return JN_OK;
}

const char *jni_monitor_drift_advice(const jn_run *run) {
  const jni_formulation_kind *kind = run->formulation->kind;
  bool corrected = strcmp(run->choices.position, "none") != 0 || run->integrator->kind->residual;
  if (kind->owns_step && !kind->holds_position)
    return isnan(run->choices.penalty)
               ? "a smaller step may help; formulation 'index3-projected' satisfies them"
               : "a larger or default 'penalty' may help; formulation 'index3-projected' satisfies them";
  if (kind->owns_step)
    return kind->holds_velocity ? "a smaller step may help"
                                : "a smaller step may help, or formulation 'index3-projected'";
  return corrected ? "a smaller step or tolerance may help" : "'position: newton' corrects them";
}

void jni_monitor_velocity_advice(const jn_run *run, char *text, size_t size) {
  const jni_formulation_kind *kind = run->formulation->kind;
  if (kind->projected)
    jni_print(text, size, "; with formulation '%s' velocities drift; formulation '%s' corrects them", kind->name,
              kind->projected);
  else jni_print(text, size, "%s", "");
}

// Adds a warning of violated position equations, of lengths or of angles, to the report, unless the run has failed
// because of them or of a contradiction.
static void warn_of_drift(const jn_run *run) {
  const jn_summary *s = &run->summary;
  double length = s->max_position_violation, angle = s->max_angle_violation;
  const char *advice = jni_monitor_drift_advice(run);
  if (s->status == JN_DIVERGED && (run->fault.row >= 0 || !isnan(run->contradiction.time))) return;
  if (!(length <= drift_part * run->system->length_scale))
    jn_report_warn(run->report, "", "the constraints have drifted by %.3g m; %s", length, advice);
  if (!(angle <= drift_part))
    jn_report_warn(run->report, "", "the constraints have drifted by %.3g rad; %s", angle, advice);
}

// Adds a warning of an error of the energy balance to the report, unless the run has failed because of it or of a
// contradiction.
static void warn_of_imbalance(const jn_run *run) {
  const jn_summary *s = &run->summary;
  double rounding = rounding_part * fmax(fabs(s->energy_initial), fabs(s->energy_final)) + jni_verdict_rounding(run);
  double exchanged = jni_verdict_exchanged(run);
  double tolerance = run->integrator->kind->fixed_step ? 0 : jni_tolerance_work(run->system, &run->choices);
  double limit = fmax(fmax(imbalance_part * exchanged, along_part * s->max_kinetic_energy), tolerance) + rounding;
  if (s->status == JN_DIVERGED && run->fault.row < 0) return;
  if (s->max_energy_error <= limit) return;
  char advice[200];
  jni_monitor_velocity_advice(run, advice, sizeof advice);
  jn_report_warn(run->report, "",
                 "the error of the energy balance is %.3g J, while %.3g J were exchanged and the kinetic energy was at "
                 "most %.3g J, with '%s' and '%s'; a smaller step or tolerance may help%s",
                 s->max_energy_error, exchanged, s->max_kinetic_energy, run->choices.formulation,
                 run->choices.integrator, advice);
}

void jni_monitor_end(jn_run *run) {
  end_dip(run);
  const jn_summary *s = &run->summary;
  warn_of_drift(run);
  warn_of_imbalance(run);
  if (s->halved > 0)
    jn_report_warn(run->report, "",
                   "%ld of the steps failed and %s halved, the first at t = %.6g s; a smaller step may be faster%s",
                   s->halved, s->halved == 1 ? "was" : "were", s->first_halved_time,
                   run->system->nswitches > 0 && !run->locating
                       ? ", and 'switches: always' may help where force laws have corners"
                       : "");
  if (run->pivots.largest_jump > jump_part * s->max_kinetic_energy)
    jn_report_warn(run->report, "",
                   "the energy balance jumped by %.3g J while the mechanism passed a singular configuration at t = "
                   "%.6g s; the motion after it "
                   "may be on another branch",
                   run->pivots.largest_jump, run->pivots.jump_time);
  jni_stiffness_warn(run);
  if (run->formulation->warn) run->formulation->warn(run->formulation, run->integrator, run->report);
}

void jni_monitor_counts(jn_run *run) {
  jn_summary *s = &run->summary;
  const jni_formulation_counts *f = &run->formulation->counts;
  const jni_integrator_counts *m = &run->integrator->counts;
  s->time = run->state[0];
  s->steps = run->counts.steps;
  s->events = run->counts.events;
  s->touches = run->counts.touches;
  s->jumps = run->counts.jumps;
  s->samples = run->counts.samples;
  s->contact_changes = run->counts.contact_changes;
  s->impacts = run->counts.impacts;
  s->switches = run->counts.switches;
  s->rejected = run->counts.rejected + m->rejected;
  s->evaluations = run->counts.evaluations + f->evaluations;
  s->iterations = run->counts.iterations + f->iterations + m->iterations;
  s->factors = run->counts.factors + f->factors;
  s->repivots = run->counts.repivots + f->repivots;
  s->set_changes = run->counts.set_changes + f->set_changes;
  s->halved = run->counts.halved + m->halved;
  s->cuts = run->counts.cuts;
  if (isnan(s->first_halved_time) && m->halved > 0) s->first_halved_time = run->integrator->first_halved;
  jni_stiffness_summarise(run);
  s->state_hash = jni_hash64(0, run->state, (size_t)run->system->sizes.nstate * sizeof *run->state);
  run->counted = true;
}
