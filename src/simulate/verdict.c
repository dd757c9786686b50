// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// verdict.c - judges whether the result of a run is a motion of the mechanism at all. A run fails
//   1. if the error of its energy balance exceeds all energy that could be lost or gained,
//      |psi| > T_0 + |W| + (largest V - least V),
//   2. if at its end the largest error exceeds half of the energy exchanged, |W| + (largest V - least V), plus a
//      twentieth of the largest kinetic energy,
//   3. if a position equation is violated by more than a hundredth of the mechanism's size, or of a radian.
// The first limit finds motions that gain energy while they run, the second one also those from which a method has
// taken most of their energy. The limits are the same for all integrators; if numerical damping takes less than that,
// run_monitor.c warns. A mechanism that a driver sets in motion from rest also exceeds the first limit while its energy
// is below the error by rounding and tolerances: this suspected failure is dropped if the energy reached later, or the
// tolerance of the work, explains the largest error. The run continues to its end, and all its numbers are kept.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/assembly/closure.h"
#include "formulation/absolute_tolerance.h"
#include "simulate/run.h"
#include "system/row_size.h"
#include "system/work.h"

// Largest admissible violation of position equations, over the mechanism's size or in rad.
static const double failed_part = 0.01;
// Energy errors below this part of force_scale are ignored: a mechanism that does not move has no energy to compare.
static const double quiet_part = 1e-6;
// A suspected failure is dropped if its energy error is at most this part of limit 1 plus the tolerance of the work in
// added_errors steps.
static const double small_part = 0.1;
// Factors in limit 2: of the energy exchanged, and of the largest kinetic energy.
static const double lost_part = 0.5, lost_along_part = 0.05;
// Number of steps whose errors of work, each within the tolerance, may add up.
static const double added_errors = 10;
// Energy error that rounding can cause, as a part of force_scale.
static const double rounding_part = 1e-11;
// An omitted equation contradicts the kept ones if their accelerations differ by more than this part of the largest
// acceleration.
static const double disagreement_part = 1e-4;

// ---- energy -----------------------------------------------------------------------------------------------------

// Returns the sum of the magnitudes of the generalised forces, those on lengths times the size of the mechanism, N m.
static double force_scale(const jn_run *run) {
  const jn_system *system = run->system;
  const double *f = run->formulation->work->f;
  double sum = 0;
  for (int i = 0; i < system->sizes.nv; i++)
    sum += system->v_is_length[i] ? fabs(f[i]) * system->length_scale : fabs(f[i]);
  return sum;
}

void jni_verdict_start(jn_run *run) {
  const jn_work *work = run->formulation->work;
  run->energies = (jni_energies){.kinetic = jn_get_kinetic(run->system, work),
                                 .least_potential = work->potential,
                                 .largest_potential = work->potential,
                                 .start_work = jni_run_work(run, run->state),
                                 .force_scale = force_scale(run)};
  run->fault = (jni_fault){.time = NAN, .row = -1};
  run->contradiction = (jni_contradiction){.time = NAN, .row = -1};
}

double jni_verdict_rounding(const jn_run *run) { return rounding_part * run->energies.force_scale; }

double jni_verdict_exchanged(const jn_run *run) {
  return run->energies.largest_work + (run->energies.largest_potential - run->energies.least_potential);
}

// Returns limit 1, J.
static double energy_limit(const jni_energies *e) {
  return e->kinetic + e->largest_work + (e->largest_potential - e->least_potential) + quiet_part * e->force_scale;
}

// Withdraws a suspected failure of the energy balance (run->fault) if its error is at most small_part of limit 1, with
// the energies reached by now, plus the tolerance of the work in added_errors steps.
static void drop_explained(jn_run *run) {
  bool suspected = !isnan(run->fault.time) && run->fault.row < 0;
  if (!suspected || !isfinite(run->summary.max_energy_error)) return;
  double tolerance = run->integrator->kind->fixed_step ? 0 : jni_tolerance_work(run->system, &run->choices);
  double explained = small_part * energy_limit(&run->energies) + added_errors * tolerance;
  if (!(run->fault.amount <= explained)) return;
  run->fault = (jni_fault){.time = NAN, .row = -1};
  run->failed = false;
}

void jni_verdict_energy(jn_run *run, double psi) {
  jni_energies *e = &run->energies;
  double potential = run->formulation->work->potential;
  e->least_potential = fmin(e->least_potential, potential);
  e->largest_potential = fmax(e->largest_potential, potential);
  e->largest_work = fmax(e->largest_work, fabs(jni_run_work(run, run->state) - e->start_work));
  e->force_scale = fmax(e->force_scale, force_scale(run));
  double limit = energy_limit(e), error = fabs(psi);
  if (error <= limit) {
    drop_explained(run);
    return;
  }
  // The failure is only suspected yet: keeps its first time and its largest error.
  jni_fault *fault = &run->fault;
  bool first = isnan(fault->time);
  if (first) *fault = (jni_fault){.time = run->state[0], .row = -1};
  if (first || (fault->row < 0 && isfinite(error) && error > fault->amount)) {
    fault->amount = error;
    fault->limit = limit;
  }
  if (first) jni_stiffness_keep_state(run);
}

// ---- rows -------------------------------------------------------------------------------------------------------

// Returns the violation of position equation `row` relative to the size of what it compares (row_size.h).
static double row_part(const jn_run *run, int row) {
  return jni_violation_of(run->system, run->formulation->work, row);
}

void jni_verdict_rows(jn_run *run) {
  const jn_summary *s = &run->summary;
  bool kept =
      s->max_position_violation <= failed_part * run->system->length_scale && s->max_angle_violation <= failed_part;
  if (kept || !isnan(run->fault.time)) return;
  int worst = -1;  // stays -1 without equations, which have violations only in a damaged checkpoint
  for (int i = 0; i < run->system->sizes.nh; i++)
    if (worst < 0 || !(row_part(run, i) <= row_part(run, worst))) worst = i;
  if (worst < 0 || row_part(run, worst) <= failed_part) return;
  run->fault = (jni_fault){
      .time = run->state[0], .amount = fabs(run->formulation->work->phi[worst]), .limit = failed_part, .row = worst};
}

// ---- the end ----------------------------------------------------------------------------------------------------

static const char *smaller(const jn_run *run) {
  return run->integrator->kind->fixed_step ? "a smaller step" : "a smaller tolerance";
}

// Returns which other methods may help, as the end of a sentence; "": none.
static const char *another_method(const jn_run *run) {
  const jni_formulation_kind *kind = run->formulation->kind;
  if (kind->owns_step) return kind->holds_velocity ? "" : ", or formulation 'index3-projected'";
  if (run->integrator->kind->stiff) return "";
  return jn_integrator_is_built("bdf") ? ", or integrator 'bdf' where forces are stiff"
                                       : ", or formulation 'index3-projected' where forces are stiff";
}

// Writes to `text` that the error of the energy balance exceeded limit 1 or was not finite, and what may help.
static void write_energy_fault(jn_run *run, char *text, size_t size) {
  const jni_fault *fault = &run->fault;
  const char *formulation = run->choices.formulation, *integrator = run->choices.integrator;
  double step_ratio = jni_stiffness_step_ratio(run);
  char advice[128];
  if (step_ratio > 1) jni_stiffness_advise(run, step_ratio, advice, sizeof advice);
  else snprintf(advice, sizeof advice, "%s%s", smaller(run), another_method(run));
  if (!isfinite(fault->amount))
    jni_print(text, size, "the run has diverged: at t = %.6g s its energy is not finite, with '%s' and '%s'; %s%s",
              fault->time, formulation, integrator, step_ratio > 1 ? "try " : "velocities or forces are too large",
              step_ratio > 1 ? advice : "");
  else
    jni_print(text, size,
              "the run has diverged: from t = %.6g s on the error of the energy balance exceeds all energy "
              "(up to %.3g J and %.3g J), with '%s' and '%s'; try %s",
              fault->time, fault->amount, fault->limit, formulation, integrator, advice);
}

bool jni_verdict_write_contradiction(const jn_run *run, char *text, size_t size) {
  const jni_contradiction *c = &run->contradiction;
  char name[JNI_SIGNAL_NAME_SIZE];
  if (isnan(c->time)) return false;
  bool angle = jn_row_is_angle(run->system, c->row);
  const char *unit = c->rate ? (angle ? "rad/s" : "m/s") : (angle ? "rad" : "m");
  jni_print(text, size, "%s contradicts %.60s: at t = %.6g s it is violated by %.3g %s, with '%s'; %s",
            jn_row_name(run->system, c->row, name, sizeof name), jni_mobility_others(run->mobility, c->row), c->time,
            c->by, unit, run->choices.formulation,
            run->summary.singular_passes > 0 && run->summary.first_singular_time <= c->time
                ? "the motion took another branch at a singular configuration"
                : "change its motion, or remove the conflicting constraint");
  return true;
}

// Writes to `text` which position equation was violated too much, when, and by how much.
static void write_row_fault(const jn_run *run, char *text, size_t size) {
  const jni_fault *fault = &run->fault;
  char name[JNI_SIGNAL_NAME_SIZE];
  jn_row_name(run->system, fault->row, name, sizeof name);
  const char *unit = jn_row_is_angle(run->system, fault->row) ? "rad" : "m";
  jni_print(text, size,
            "the constraints have drifted too far: %s is violated by %.3g %s at t = %.6g s, with '%s' and '%s'; %s",
            name, fault->amount, unit, fault->time, run->choices.formulation, run->choices.integrator,
            jni_monitor_drift_advice(run));
}

jn_status jni_verdict_end(jn_run *run, char *text, size_t size) {
  drop_explained(run);
  jni_verdict_rows(run);
  if (jni_verdict_write_contradiction(run, text, size)) return JN_DIVERGED;
  if (!isnan(run->fault.time)) {
    if (run->fault.row >= 0) write_row_fault(run, text, size);
    else write_energy_fault(run, text, size);
    return JN_DIVERGED;
  }

  // Applies limit 2: most of the energy exchanged is lost.
  const jn_summary *s = &run->summary;
  double tolerance = run->integrator->kind->fixed_step ? 0 : jni_tolerance_work(run->system, &run->choices);
  double limit = lost_part * jni_verdict_exchanged(run) + lost_along_part * s->max_kinetic_energy;
  if (s->max_energy_error <= limit + quiet_part * run->energies.force_scale + added_errors * tolerance) return JN_OK;
  jni_print(
      text, size,
      "the result is wrong: the error of the energy balance is %.3g J, while %.3g J were exchanged and the kinetic "
      "energy was at most %.3g J, with '%s' and '%s'; try %s%s",
      s->max_energy_error, jni_verdict_exchanged(run), s->max_kinetic_energy, run->choices.formulation,
      run->choices.integrator, smaller(run), another_method(run));
  return JN_DIVERGED;
}

// ---- contradictions ------------------------------------------------------------------------------------------

int jni_verdict_contradiction(jn_run *run) {
  const jn_system *system = run->system;
  const jn_work *work = run->formulation->work;
  jni_pattern_times(&system->pattern, work->G, run->vdot, run->rows);
  int worst = -1;
  double fastest = 0;  // largest acceleration, of the bodies or in an equation, rad/s^2
  for (int i = 0; i < system->sizes.nv; i++)
    fastest = fmax(fastest, fabs(run->vdot[i]) / (system->v_is_length[i] ? system->length_scale : 1));
  for (int i = 0; i < system->sizes.nc; i++)
    fastest = fmax(fastest, fabs(work->gamma[i]) / (jn_row_is_angle(system, i) ? 1 : system->length_scale));
  double largest = disagreement_part * fastest;
  for (int i = 0; i < system->sizes.nc; i++) {
    double off = fabs(run->rows[i] - work->gamma[i]) / (jn_row_is_angle(system, i) ? 1 : system->length_scale);
    if (!run->active[i] && off > largest) {
      worst = i;
      largest = off;
    }
  }
  return worst;
}
