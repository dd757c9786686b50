// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// constraint_feedback.c - see constraint_feedback.h.
#include "formulation/control/constraint_feedback.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formulation/ode/ode_formulation.h"
#include "linalg/dense/dense.h"
#include "system/work.h"

jn_status jni_feedback_init(jni_pool *pool, const jn_system *system, const jn_choices *choices, jni_feedback *feedback,
                            jn_report *report) {
  *feedback = (jni_feedback){.proportional = choices->proportional,
                             .integral = choices->integral,
                             .k_q = choices->position_gain,
                             .k_v = choices->velocity_gain,
                             .rate = choices->rate};
  if (strcmp(choices->position, "pi") == 0) feedback->kind = JNI_FEEDBACK_PI;
  if (strcmp(choices->position, "gradient") == 0) feedback->kind = JNI_FEEDBACK_GRADIENT;
  if (feedback->kind == JNI_FEEDBACK_NONE) return JN_OK;
  feedback->rows = jni_doubles(pool, system->sizes.nc);
  feedback->diagonal = jni_doubles(pool, system->sizes.nc);
  feedback->increment = jni_doubles(pool, system->sizes.nv);
  if (pool->failed) return jni_report_no_memory(report);
  return feedback->kind == JNI_FEEDBACK_PI
             ? JN_OK
             : jni_metric_init(pool, system, "position control 'gradient'", &feedback->metric, report);
}

int jni_feedback_nintegrals(const jn_system *system, const jni_feedback *feedback) {
  return feedback->kind == JNI_FEEDBACK_PI ? system->sizes.nh : 0;
}

// Updates the largest decay rate of constraint violations, 1/s, with its time, and the gain and gain name that cause
// it.
static void record_rate(jni_feedback *c, double t, double rate, double gain, const char *name) {
  if (!(rate > c->fastest)) return;
  c->fastest = rate;
  c->fastest_time = t;
  c->fastest_gain = gain;
  c->fastest_name = name;
}

// ---- pi ---------------------------------------------------------------------------------------------------------

// Subtracts the M-orthogonal feedback of phi and of its integral from `moving`, the velocity that moves q, and records
// its decay rate. integrals: of phi; rates (NULL: not needed): receives their rates, phi. Returns JN_SINGULAR if the
// factorisation fails.
static jn_status act_pi(jni_explicit *f, const double *integrals, double *moving, double *rates) {
  const jn_sizes *n = &f->base.system->sizes;
  jn_work *work = f->base.work;
  jni_feedback *c = &f->feedback;
  for (int i = 0; i < n->nc; i++)
    c->rows[i] = i < n->nh ? c->proportional * work->phi[i] + c->integral * integrals[i] : 0;
  if (rates && n->nh > 0) memcpy(rates, work->phi, (size_t)n->nh * sizeof *rates);
  jn_status status = jni_control_factor(&f->control);
  if (status != JN_OK) return status;
  jni_control_solve(&f->control, NULL, c->rows, 0, c->increment, NULL);
  jni_add(n->nv, -1, c->increment, moving);
  // The largest decay rate is the larger root of s^2 - G1 s + G0, or the magnitude of the roots if they are complex.
  double half = 0.5 * c->proportional, rest = half * half - c->integral;
  double rate = rest >= 0 ? half + sqrt(rest) : sqrt(c->integral);
  record_rate(c, work->t, rate, NAN, "");  // no single gain causes it, see advise
  return JN_OK;
}

// ---- gradient ---------------------------------------------------------------------------------------------------

// Subtracts M^-1 G' K rows from `from` (nv), where rows are the violations in c->rows, which are overwritten, and K is
// the gain or, if that is NaN, the diagonal gains computed from the rate. Estimates the decay rate by the Rayleigh
// quotient |G' K rows|^2 / (rows' K rows), because an unstable component grows until it dominates; records it under the
// name of the gain.
static void descend(jni_explicit *f, double gain, const char *name, double *from) {
  const jn_system *system = f->base.system;
  jni_feedback *c = &f->feedback;
  double below = 0;
  for (int i = 0; i < system->sizes.nc; i++) {
    double k = !isnan(gain) ? gain : c->diagonal[i] > 0 ? c->rate / c->diagonal[i] : 0;
    below += k * c->rows[i] * c->rows[i];
    c->rows[i] *= k;
  }
  memset(c->increment, 0, (size_t)system->sizes.nv * sizeof *c->increment);
  jni_pattern_add_transposed(&system->pattern, f->base.work->G, 1, c->rows, c->increment);
  double above = jni_metric_apply(system, &c->metric, c->increment);
  jni_add(system->sizes.nv, -1, c->increment, from);
  if (below > 0)
    record_rate(c, f->base.work->t, above / below, isnan(gain) ? c->rate : gain, isnan(gain) ? "rate" : name);
}

static void act_gradient(jni_explicit *f, double *vdot, double *moving) {
  const jn_system *system = f->base.system;
  jn_work *work = f->base.work;
  jni_feedback *c = &f->feedback;
  int nc = system->sizes.nc;
  jni_metric_refresh(system, work, &c->metric);
  bool held = f->control.projection || f->base.kind->holds_velocity;
  if (isnan(c->k_q) || (isnan(c->k_v) && !held)) jni_metric_rows(system, &c->metric, work->G, c->diagonal);
  for (int i = 0; i < nc; i++) c->rows[i] = i < system->sizes.nh ? work->phi[i] : 0;
  descend(f, c->k_q, "position", moving);
  if (held) return;
  jni_pattern_times(&system->pattern, work->G, work->v, c->rows);
  jni_add(nc, -1, work->nu, c->rows);
  descend(f, c->k_v, "velocity", vdot);
}

jn_status jni_feedback_act(jni_explicit *f, const double *integrals, double *vdot, double *moving, double *rates) {
  if (f->feedback.kind == JNI_FEEDBACK_PI) return act_pi(f, integrals, moving, rates);
  act_gradient(f, vdot, moving);
  return JN_OK;
}

// Writes to `text` which gain must be reduced to which value so that violations decay with at most `limit`, 1/s. For
// `pi`, the roots of s^2 - G1 s + G0 are complex, of magnitude sqrt(G0), or real; if real, a smaller G1 is enough if
// sqrt(G0) is below the limit.
static void advise(const jni_feedback *c, double limit, char *text, size_t size) {
  double part = limit / c->fastest, G1 = c->proportional, G0 = c->integral;
  bool complex_roots = G1 * G1 < 4 * G0;
  if (c->kind != JNI_FEEDBACK_PI)
    jni_print(text, size, "'%s' of %.3g or less", c->fastest_name, part * c->fastest_gain);
  else if (complex_roots) jni_print(text, size, "'integral' of %.3g or less", part * part * G0);
  else if (G0 <= limit * limit) jni_print(text, size, "'proportional' of %.3g or less", part * G1);
  else jni_print(text, size, "'proportional' of %.3g and 'integral' of %.3g or less", part * G1, part * part * G0);
}

void jni_feedback_warn(const jni_feedback *c, const jni_integrator *integrator, jn_report *report) {
  double reach = integrator->kind->stability, step = integrator->options.step;
  char advice[120];
  if (!(reach > 0) || !(c->fastest * step > reach)) return;
  advise(c, reach / step, advice, sizeof advice);
  jn_report_warn(report, "",
                 "the position control made violations decay at %.3g 1/s at t = %.6g s, faster than '%s' with a "
                 "step of %.3g s can follow (%.3g 1/s); use %s",
                 c->fastest, c->fastest_time, integrator->kind->name, step, reach / step, advice);
}
