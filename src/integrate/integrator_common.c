// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// integrator_common.c - code shared by integrators.
#include "integrate/integrator_common.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

void *jni_integrator_make(const jni_integrator_kind *kind, size_t size, int nvectors, const jn_alloc *alloc,
                          const jni_ode *ode, const jni_integrator_options *options, double **vectors,
                          jn_report *report) {
  jni_integrator *integrator = jni_object_new(alloc, size);
  *vectors = integrator ? jni_doubles(&integrator->pool, (size_t)nvectors * (size_t)ode->n + 1) : NULL;
  if (!*vectors) {
    jn_report_fault(report, JN_NO_MEMORY, "", "no memory for integrator '%s'", kind->name);
    return jni_object_free(integrator);
  }
  integrator->kind = kind;
  integrator->ode = *ode;
  integrator->options = *options;
  integrator->projected = kind->projects;
  return integrator;
}

static jn_status report_failure(jni_integrator *integrator, jn_status status, double t) {
  if (status != JN_OK)
    jni_print(integrator->message, sizeof integrator->message, "the equations could not be evaluated at t = %.9g s: %s",
              t, jn_status_text(status));
  return status;
}

jn_status jni_integrator_rhs(jni_integrator *integrator, double t, const double *y, double *ydot) {
  const jni_ode *ode = &integrator->ode;
  integrator->counts.evaluations++;
  return report_failure(integrator, ode->rhs(ode->self, t, y, ydot), t);
}

jn_status jni_integrator_project(jni_integrator *integrator, double t, double *y, double *ydot) {
  const jni_ode *ode = &integrator->ode;
  if (!ode->project) return jni_integrator_rhs(integrator, t, y, ydot);
  integrator->counts.evaluations++;
  return report_failure(integrator, ode->project(ode->self, t, y, ydot), t);
}

// Returns the difference, s, below which two times near t count as equal for a fixed-step method.
static double grid_slack(const jni_integrator *m, double t) {
  return 1e-9 * m->options.step + 4 * DBL_EPSILON * fmax(fabs(t), fabs(m->origin));
}

static double grid_time(const jni_integrator *m, double k) { return m->origin + k * m->options.step; }

bool jni_integrator_on_grid(const jni_integrator *integrator, double t) {
  return fabs(t - grid_time(integrator, rint((t - integrator->origin) / integrator->options.step))) <=
         grid_slack(integrator, t);
}

jni_clock_step jni_clock_plan(const jni_integrator *integrator, double t_limit) {
  double t = integrator->t, h = integrator->options.step, k = (t - integrator->origin) / h,
         slack = grid_slack(integrator, t_limit);
  bool on_grid = jni_integrator_on_grid(integrator, t);
  double next = grid_time(integrator, (on_grid ? rint(k) : floor(k)) + 1),
         end = next < t_limit - slack ? next : t_limit;
  bool whole = on_grid && fabs(end - next) <= slack;
  return (jni_clock_step){.t = end, .h = whole ? h : end - t, .whole = whole};
}

void *jni_fixed_make(const jni_integrator_kind *kind, size_t size, int nmore, const jn_alloc *alloc, const jni_ode *ode,
                     const jni_integrator_options *options, double **more, jn_report *report) {
  double *v;
  jni_fixed *m = jni_integrator_make(kind, size, 6 + nmore, alloc, ode, options, &v, report);
  if (!m) return NULL;
  int n = ode->n;
  m->base.y = v;
  m->base.ydot = v + n;
  m->y0 = v + 2 * n;
  m->f0 = v + 3 * n;
  m->next = v + 4 * n;
  m->slope = v + 5 * n;
  *more = v + 6 * n;
  return m;
}

void jni_fixed_stand_still(jni_fixed *m, double t) {
  size_t bytes = (size_t)m->base.ode.n * sizeof *m->y0;
  m->base.t = m->base.t_previous = t;
  memcpy(m->y0, m->base.y, bytes);
  memcpy(m->f0, m->base.ydot, bytes);
}

jn_status jni_fixed_start(jni_integrator *integrator, double t, const double *y) {
  jni_fixed *m = (jni_fixed *)integrator;
  if (y != integrator->y) memcpy(integrator->y, y, (size_t)integrator->ode.n * sizeof *y);
  jn_status status = jni_integrator_project(integrator, t, integrator->y, integrator->ydot);
  jni_fixed_stand_still(m, t);
  return status;
}

// Only pointers are exchanged: (y, ydot) becomes (y0, f0), and the memory of (y0, f0) serves the next step.
void jni_fixed_accept(jni_fixed *m, jni_clock_step step) {
  jni_integrator *base = &m->base;
  double *free_y = m->y0, *free_slope = m->f0;
  m->y0 = base->y;
  m->f0 = base->ydot;
  base->y = m->next;
  base->ydot = m->slope;
  m->next = free_y;
  m->slope = free_slope;
  base->t_previous = base->t;
  base->t = step.t;
  base->counts.steps++;
}

jn_status jni_fixed_step(jni_fixed *m, double t_limit, jni_fixed_advance *advance, jni_clock_step *step) {
  JNI_ASSERT(t_limit > m->base.t);
  *step = jni_clock_plan(&m->base, t_limit);
  jn_status status = advance(m, *step);
  if (status == JN_OK) status = jni_integrator_project(&m->base, step->t, m->next, m->slope);
  if (status == JN_OK) jni_fixed_accept(m, *step);
  return status;
}

void jni_fixed_interpolate(const jni_integrator *integrator, double t, double *y) {
  const jni_fixed *m = (const jni_fixed *)integrator;
  jni_hermite(integrator->ode.n, integrator->t_previous, integrator->t, m->y0, m->f0, integrator->y, integrator->ydot,
              t, y);
}

int jni_fixed_history(const jni_integrator *integrator) { return 2 * integrator->ode.n; }

void jni_fixed_save(const jni_integrator *integrator, double *numbers) {
  int n = integrator->ode.n;
  memcpy(numbers, integrator->y, (size_t)n * sizeof *numbers);
  memcpy(numbers + n, integrator->ydot, (size_t)n * sizeof *numbers);
}

void jni_fixed_load(jni_integrator *integrator, double t, const double *numbers) {
  int n = integrator->ode.n;
  memcpy(integrator->y, numbers, (size_t)n * sizeof *numbers);
  memcpy(integrator->ydot, numbers + n, (size_t)n * sizeof *numbers);
  jni_fixed_stand_still((jni_fixed *)integrator, t);
}

void jni_hermite(int n, double t0, double t1, const double *y0, const double *f0, const double *y1, const double *f1,
                 double t, double *y) {
  double h = t1 - t0, x = h > 0 ? (t - t0) / h : 1, u = 1 - x;
  double a0 = u * u * (1 + 2 * x), a1 = x * x * (1 + 2 * u), b0 = h * x * u * u, b1 = -h * x * x * u;
  for (int i = 0; i < n; i++) y[i] = a0 * y0[i] + a1 * y1[i] + b0 * f0[i] + b1 * f1[i];
}

double jni_usual_time(const jni_integrator *integrator, double change) {
  const jni_integrator_options *o = &integrator->options;
  double pace = fmax(fabs(o->pace > 0 ? o->pace : o->until), DBL_MIN);
  return change > 0 ? fmin(1 / (integrator->ode.relative * change), 1000 * pace) : pace;
}

bool jni_needs_step(const char *name, const jni_integrator_options *options, jn_report *report) {
  if (options->step > 0 && isfinite(options->step)) return true;
  jn_report_fault(report, JN_BAD_ARGUMENT, "", "integrator '%s' uses fixed steps and needs 'step', a positive time",
                  name);
  return false;
}
