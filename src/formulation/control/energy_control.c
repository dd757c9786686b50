// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// energy_control.c - see energy_control.h.
//
// psidot needs no gradient of V. The forces satisfy v' f = -Vdot + power, where W integrates `power`, so
//   psidot = v' M vdot + Vdot - Wdot = v' (M vdot - f) + lambda' nu
// where lambda' nu is the power of drivers. If q moves with the velocity `moving` instead of v, dV . (moving - v) is
// added.
#include "formulation/control/energy_control.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formulation/formulation_common.h"
#include "formulation/ode/ode_formulation.h"
#include "linalg/dense/dense.h"
#include "system/coordinates/body_level.h"
#include "system/stage.h"
#include "system/work.h"

// This part of weight times size is a term of R: the mechanism counts as nearly at rest if |P v|^2 is below R
// (rest_level).
static const double rest_part = 1e-6;

// ---- construction -----------------------------------------------------------------------------------------------

static jni_energy_kind kind_of(const char *name) {
  if (strcmp(name, "multiplier") == 0) return JNI_ENERGY_MULTIPLIER;
  if (strcmp(name, "gradient") == 0) return JNI_ENERGY_GRADIENT;
  return strcmp(name, "velocity-gradient") == 0 ? JNI_ENERGY_VELOCITY_GRADIENT : JNI_ENERGY_NONE;
}

jn_status jni_energy_init(jni_pool *pool, const jn_system *system, const jn_choices *choices, const bool *active,
                          jni_energy *energy, jn_report *report) {
  *energy = (jni_energy){.kind = kind_of(choices->energy),
                         .rate = choices->energy_rate,
                         .rho_v = choices->energy_velocity,
                         .rho_q = choices->energy_position};
  if (energy->kind == JNI_ENERGY_NONE) return JN_OK;
  if (energy->kind == JNI_ENERGY_VELOCITY_GRADIENT) energy->rho_q = 0;
  energy->idle = jni_count_active(system, active) >= system->sizes.nv;
  if (energy->idle)
    jn_report_warn(report, "", "the energy control '%s' has no effect: the mechanism has no degree of freedom",
                   choices->energy);
  double weight = 0;
  for (int i = 0; i < system->nbody_v; i++) weight += fabs(system->gravity_force[i]);
  energy->weight = weight * system->length_scale;
  energy->along = jni_doubles(pool, system->sizes.nv);
  energy->scratch = jni_doubles(pool, system->sizes.nv);
  if (pool->failed) return jni_report_no_memory(report);
  if (energy->kind != JNI_ENERGY_GRADIENT || energy->rho_q == 0) return JN_OK;
  return jni_metric_init(pool, system, "energy control 'gradient'", &energy->metric, report);
}

// ---- psi and the direction of the feedback ----------------------------------------------------------------------

double jni_energy_psi(const jn_system *system, const jn_work *work) {
  double W = system->work_state >= 0 ? work->z[system->work_state] : 0;
  return jn_get_kinetic(system, work) + work->potential - work->energy_initial - W;
}

// Returns whether v can be used for its projection P v. If constraints do not move with time, v is exactly tangential
// after a velocity correction, and otherwise up to drift. The gradient controls, as published, ignore drift (it enters
// multiplied by psi); the constraint of `multiplier` must hold exactly.
static bool is_tangential(const jni_explicit *f) {
  int nc = f->base.system->sizes.nc;
  for (int i = 0; i < nc; i++)
    if (f->base.work->nu[i] != 0) return false;
  bool corrected = f->control.projection && !f->method->velocity;
  return nc == 0 || corrected || f->energy.kind != JNI_ENERGY_MULTIPLIER;
}

// Sets energy->along to P v, the M-orthogonal projection of v onto the tangent space, or to v where is_tangential
// allows it. Returns JN_SINGULAR if a factorisation fails.
static jn_status calc_along(jni_explicit *f) {
  const jn_system *system = f->base.system;
  const jn_work *work = f->base.work;
  double *along = f->energy.along, *momentum = f->energy.scratch;
  if (is_tangential(f)) {
    memcpy(along, work->v, (size_t)system->sizes.nv * sizeof *along);
    return JN_OK;
  }
  if (f->method->along) {
    f->method->along(f, work->v, along);
    return JN_OK;
  }
  jn_status status = jni_control_factor(&f->control);
  if (status != JN_OK) return status;
  jni_pattern_mass_times(&system->pattern, jni_mass(system, f->base.work), work->v, momentum);
  jni_control_solve(&f->control, momentum, NULL, f->control.moved > 0, along, NULL);
  return JN_OK;
}

// Updates the largest decay rate of psi, 1/s, with its time. by_v, by_q: parts of the rate due to changes of speeds and
// of positions. Ignores motions whose |psi| exceeds a tenth of the kinetic energy plus energy->weight, because earlier
// gains have spoilt them.
static void record_rate(jni_explicit *f, double psi, double by_v, double by_q) {
  const double lost_part = 0.1;
  jni_energy *energy = &f->energy;
  if (!(by_v + by_q > energy->fastest && isfinite(by_v + by_q))) return;
  if (!(fabs(psi) <= lost_part * (jn_get_kinetic(f->base.system, f->base.work) + energy->weight))) return;
  energy->fastest = by_v + by_q;
  energy->fastest_time = f->base.work->t;
  energy->fastest_by_q = by_q;
}

// ---- multiplier -------------------------------------------------------------------------------------------------

// Returns R, J: the mechanism is near rest if |P v|^2 is below R. R is the square |.|^2 of the speed along P v that the
// acceleration vdot adds in a time 1 / rate, plus |psi|, plus rest_part of the weight times the size. Overwrites
// energy->scratch.
static double rest_level(const jni_explicit *f, double psi, const double *vdot) {
  const jn_system *system = f->base.system;
  const jni_energy *energy = &f->energy;
  double *momentum = energy->scratch, along = 2 * jni_kinetic(system, f->base.work, energy->along);
  jni_pattern_mass_times(&system->pattern, jni_mass(system, f->base.work), energy->along, momentum);
  double force = jni_dot(system->sizes.nv, momentum, vdot);
  double gained = along > 0 && energy->rate > 0 ? force * force / along / (energy->rate * energy->rate) : 0;
  return gained + fabs(psi) + rest_part * energy->weight;
}

// Returns 0 for x <= 1 and 1 for x >= 2, with a smooth transition.
static double fade_in(double x) {
  double u = fmin(fmax(x - 1, 0), 1);
  return u * u * (3 - 2 * u);
}

// Changes vdot by the multiplier of the energy constraint, faded out near rest; counts the evaluations in which it is
// faded or off. moving: velocity that moves q.
static void act_multiplier(jni_explicit *f, double psi, double *vdot, const double *moving) {
  const jn_system *system = f->base.system;
  const jn_work *work = f->base.work;
  jni_energy *energy = &f->energy;
  int n = system->sizes.nv;
  bool driven = system->work_state >= 0 && system->nmotions > 0;
  double psidot = 0;
  if (f->feedback.kind != JNI_FEEDBACK_NONE) {  // dV . (moving - v): a position feedback moves q
    jn_get_potential_gradient(system, f->base.work, energy->scratch);
    for (int i = 0; i < n; i++) psidot += energy->scratch[i] * (moving[i] - work->v[i]);
  }
  psidot += driven ? jni_dot(system->sizes.nc, f->lambda, work->nu) : 0;
  double along = 2 * jni_kinetic(system, f->base.work, energy->along), rest = rest_level(f, psi, vdot);
  double share = along > rest ? fade_in(along / rest) : 0;
  if (!(share >= 1) && energy->guarded++ == 0) energy->guarded_time = work->t;
  if (!(share > 0)) return;
  jni_pattern_mass_times(&system->pattern, jni_mass(system, f->base.work), vdot, energy->scratch);
  psidot += jni_dot(n, work->v, energy->scratch) - jni_dot(n, work->v, work->f);
  jni_add(n, -share * (psidot + energy->rate * psi) / along, energy->along, vdot);
  record_rate(f, psi, energy->rate, 0);
}

// ---- gradients --------------------------------------------------------------------------------------------------

// Returns the gain rate / scale; 0 if scale is 0.
static double gain_for(double rate, double scale) { return scale > 0 ? rate / scale : 0; }

// Subtracts 2 rho_v psi P v from vdot. Returns the decay rate of psi that this causes, 1/s.
static double act_velocity(jni_explicit *f, double psi, double *vdot) {
  const jni_energy *energy = &f->energy;
  double along = 2 * jni_kinetic(f->base.system, f->base.work, energy->along);
  double rho = isnan(energy->rho_v) ? gain_for(energy->rate, 2 * (along + rest_level(f, psi, vdot))) : energy->rho_v;
  jni_add(f->base.system->sizes.nv, -2 * rho * psi, energy->along, vdot);
  return 2 * rho * along;
}

// Subtracts 2 rho_q psi M^-1 dV from `moving`, the velocity that moves q. Returns the decay rate of psi that this
// causes, 1/s; without a metric (rho_q = 0) does nothing and returns 0.
static double act_position(jni_explicit *f, double psi, double *moving) {
  jni_energy *energy = &f->energy;
  if (!energy->metric.inverse) return 0;
  jni_metric_refresh(f->base.system, f->base.work, &energy->metric);
  jn_get_potential_gradient(f->base.system, f->base.work, energy->scratch);
  double slope = jni_metric_apply(f->base.system, &energy->metric, energy->scratch), rate = energy->rate;
  double floor =
      rate * rate * (2 * jn_get_kinetic(f->base.system, f->base.work) + fabs(psi) + rest_part * energy->weight);
  double rho = isnan(energy->rho_q) ? gain_for(rate, 2 * (slope + floor)) : energy->rho_q;
  jni_add(f->base.system->sizes.nv, -2 * rho * psi, energy->scratch, moving);
  return 2 * rho * slope;
}

jn_status jni_energy_act(jni_explicit *f, double *vdot, double *moving) {
  if (f->energy.idle) return JN_OK;
  double psi = jni_energy_psi(f->base.system, f->base.work);
  jn_status status = calc_along(f);
  if (status != JN_OK) return status;
  if (f->energy.kind == JNI_ENERGY_MULTIPLIER) {
    act_multiplier(f, psi, vdot, moving);
    return JN_OK;
  }
  double by_v = act_velocity(f, psi, vdot), by_q = act_position(f, psi, moving);
  record_rate(f, psi, by_v, by_q);
  return JN_OK;
}

// ---- warnings ---------------------------------------------------------------------------------------------------

// Writes to `text` which gain must be reduced to which value so that psi decays with at most `limit`, 1/s: the gain
// that causes the larger part of the rate, or both gains.
static void advise(const jni_energy *energy, double limit, char *text, size_t size) {
  double by_q = energy->fastest_by_q, by_v = energy->fastest - by_q, larger = fmax(by_v, by_q),
         other = energy->fastest - larger;
  const char *name = by_v >= by_q ? "energy_velocity" : "energy_position";
  double gain = by_v >= by_q ? energy->rho_v : energy->rho_q, part = limit / energy->fastest;
  if (energy->kind == JNI_ENERGY_MULTIPLIER || isnan(gain))
    jni_print(text, size, "'energy_rate' of %.3g or less", part * energy->rate);
  else if (other < limit) jni_print(text, size, "'%s' of %.3g or less", name, gain * (limit - other) / larger);
  else
    jni_print(text, size, "'energy_velocity' of %.3g and 'energy_position' of %.3g or less", part * energy->rho_v,
              part * energy->rho_q);
}

static void report_stability(const jni_energy *energy, const jni_integrator *integrator, jn_report *report) {
  double reach = integrator->kind->stability, step = integrator->options.step;
  char advice[120];
  if (!(reach > 0) || !(energy->fastest * step > reach)) return;
  advise(energy, reach / step, advice, sizeof advice);
  jn_report_warn(report, "",
                 "the energy control made the energy error decay at %.3g 1/s at t = %.6g s, faster than '%s' "
                 "with a step of %.3g s can follow (%.3g 1/s); use %s",
                 energy->fastest, energy->fastest_time, integrator->kind->name, step, reach / step, advice);
}

// Adds warnings about gains that the integrator could not follow, and about a multiplier that was off near rest, to the
// report.
void jni_energy_warn(const jni_energy *energy, const jni_integrator *integrator, jn_report *report) {
  report_stability(energy, integrator, report);
  if (energy->guarded > 0)
    jn_report_warn(
        report, "",
        "the energy control 'multiplier' was off or reduced in %ld evaluations near rest, the first at t = %.6g s",
        energy->guarded, energy->guarded_time);
}
