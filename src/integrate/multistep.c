// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// multistep.c - code shared by the integrators that use SUNDIALS.
#include "integrate/multistep.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "integrate/integrator_common.h"

bool jni_multistep_recoverable(jn_status status) {
  return status == JN_NO_CONVERGENCE || status == JN_NOT_FINITE || status == JN_SINGULAR;
}

int jni_multistep_status(jni_multistep *m, jn_status status) {
  if (status == JN_OK) return 0;
  m->last = status;
  return jni_multistep_recoverable(status) ? 1 : -1;
}

void jni_multistep_catch(int code, const char *module, const char *function, char *text, void *self) {
  (void)code;
  (void)module;
  (void)function;
  jni_multistep *m = self;
  snprintf(m->caught, sizeof m->caught, "%s", text);
}

void jni_multistep_count(jni_multistep *m, const jni_integrator_counts *since) {
  jni_integrator_counts *now = &m->base.counts;
  now->rejected = m->before.rejected + since->rejected;
  now->iterations = m->before.iterations + since->iterations;
  now->setups = m->before.setups + since->setups;
  now->unconverged = m->before.unconverged + since->unconverged;
}

// Returns whether `to` is at most a few roundings after `from`. The solver cannot start over so short a time; y is then
// moved linearly.
static bool is_close(double from, double to) { return to - from <= 8 * DBL_EPSILON * fabs(from); }

double jni_multistep_ahead(const jni_multistep *m, double t_limit) {
  return is_close(m->base.t, m->ahead) ? t_limit : m->ahead;
}

// Returns whether there are no unknowns. In that case there is no solver, because SUNDIALS refuses vectors of length
// zero.
static bool is_empty(const jni_multistep *m) { return m->base.ode.n == 0; }

// The solver gets this part of the time scale of y as target time for its first step, so that the first step does not
// depend on the end of the run.
static const double first_look = 1e-3;

// Returns the weighted root mean square norm of ydot, in units of the tolerances per second.
static double change(const jni_integrator *base) {
  double sum = 0;
  for (int i = 0; i < base->ode.n; i++) {
    double r = base->ydot[i] / (base->ode.absolute[i] + base->ode.relative * fabs(base->y[i]));
    sum += r * r;
  }
  return base->ode.n ? sqrt(sum / base->ode.n) : 0;
}

static bool begin(jni_multistep *m, double t) {
  m->base.t = m->base.t_previous = t;
  m->ahead = t + first_look * jni_usual_time(&m->base, change(&m->base));
  m->before = m->base.counts;
  return is_empty(m) || m->solver->begin(m, t);
}

jn_status jni_multistep_start(jni_integrator *integrator, double t, const double *y) {
  jni_multistep *m = (jni_multistep *)integrator;
  if (y != integrator->y) memcpy(integrator->y, y, (size_t)integrator->ode.n * sizeof *y);
  integrator->t = integrator->t_previous = t;
  jn_status status = m->solver->slope(m, t, integrator->y, integrator->ydot);
  if (status != JN_OK) return status;
  return begin(m, t) ? JN_OK : JN_BAD_ARGUMENT;
}

// Moves y linearly to t_limit, with the rate ydot, and restarts the solver there, for times too short for the solver or
// without unknowns. Returns the status; on failure of the evaluation y is unchanged.
static jn_status creep(jni_multistep *m, double t_limit) {
  jni_integrator *base = &m->base;
  size_t bytes = (size_t)base->ode.n * sizeof *base->y;
  double h = t_limit - base->t, from = base->t;
  for (int i = 0; i < base->ode.n; i++) m->kept[i] = base->y[i] + h * base->ydot[i];
  jn_status status = m->solver->slope(m, t_limit, m->kept, m->kept_slope);
  if (status != JN_OK) return status;
  memcpy(base->y, m->kept, bytes);
  memcpy(base->ydot, m->kept_slope, bytes);
  if (!begin(m, t_limit)) return JN_BAD_ARGUMENT;
  base->t_previous = from;
  base->counts.steps++;
  return JN_OK;
}

jn_status jni_multistep_step(jni_integrator *integrator, double t_limit) {
  jni_multistep *m = (jni_multistep *)integrator;
  JNI_ASSERT(t_limit > integrator->t);
  double t = integrator->t, most = integrator->options.max_step;
  if (is_empty(m)) return creep(m, most > 0 ? fmin(t + most, t_limit) : t_limit);
  if (is_close(t, t_limit)) return creep(m, t_limit);
  m->caught[0] = 0;
  m->last = JN_OK;
  // A step that the solver shortens to end at the limit can end a few roundings before it; such a step counts as
  // limited.
  double next = m->solver->next_step(m);
  integrator->limited = t + next * (1 + 1e-9) >= t_limit;
  integrator->begun_limited = next == 0 && jni_multistep_ahead(m, t_limit) >= t_limit;
  jn_status status = m->solver->advance(m, t_limit, &t);
  if (status != JN_OK) return status;
  if (t >= t_limit) integrator->limited = true;
  integrator->t_previous = integrator->t;
  integrator->t = t;
  integrator->counts.steps++;
  return JN_OK;
}

void jni_multistep_interpolate(const jni_integrator *integrator, double t, double *y) {
  const jni_multistep *m = (const jni_multistep *)integrator;
  bool crept = is_empty(m) || is_close(integrator->t_previous, integrator->t);
  if (t == integrator->t || crept) memcpy(y, integrator->y, (size_t)integrator->ode.n * sizeof *y);
  else m->solver->dense(m, t, y);
}
