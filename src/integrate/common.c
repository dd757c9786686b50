// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// common.c - what the integrators share.
#include "integrate/common.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void *jni_integrator_make(const jni_integrator_kind *kind, size_t size, int nvectors, const jn_alloc *alloc,
                          const jni_ode *ode, const jni_integrator_options *options, double **vectors,
                          jn_report *report) {
  jni_integrator *integrator = jni_alloc0(alloc, 1, size);
  *vectors = integrator ? jni_alloc0(alloc, (size_t)nvectors * (size_t)ode->n + 1, sizeof **vectors) : NULL;
  if (!*vectors) {
    jn_report_fault(report, JN_NO_MEMORY, "", "no memory for integrator '%s'", kind->name);
    return jni_free(alloc, integrator);
  }
  integrator->kind = kind;
  integrator->alloc = alloc;
  integrator->ode = *ode;
  integrator->options = *options;
  return integrator;
}

void *jni_integrator_unmake(jni_integrator *integrator, double *vectors) {
  if (!integrator) return NULL;
  jni_free(integrator->alloc, vectors);
  return jni_free(integrator->alloc, integrator);
}

static jn_status told(jni_integrator *integrator, jn_status status, double t) {
  if (status != JN_OK)
    jni_print(integrator->message, sizeof integrator->message, "the equations could not be evaluated at t = %.9g s: %s",
             t, jn_status_text(status));
  return status;
}

jn_status jni_integrator_rhs(jni_integrator *integrator, double t, const double *y, double *ydot) {
  const jni_ode *ode = &integrator->ode;
  integrator->counts.evaluations++;
  return told(integrator, ode->rhs(ode->self, t, y, ydot), t);
}

jn_status jni_integrator_settle(jni_integrator *integrator, double t, double *y, double *ydot) {
  const jni_ode *ode = &integrator->ode;
  if (!ode->project) return jni_integrator_rhs(integrator, t, y, ydot);
  integrator->counts.evaluations++;
  return told(integrator, ode->project(ode->self, t, y, ydot), t);
}

// No sliver: what would remain after h is added to the step when it is below 1e-9 h.
jni_clock_step jni_clock_plan(const jni_clock *clock, double t, double h, double t_limit) {
  double t_next = clock->start + (double)(clock->k + 1) * h;
  if (t_next < t_limit - 1e-9 * h) return (jni_clock_step){.t = t_next, .h = h, .whole = true};
  bool whole = fabs(t_limit - t_next) <= 1e-9 * h;
  return (jni_clock_step){.t = t_limit, .h = whole ? h : t_limit - t, .whole = whole, .landed = true};
}

void jni_clock_advance(jni_clock *clock, jni_clock_step step) {
  if (step.landed) *clock = (jni_clock){.start = step.t};
  else clock->k++;
}

void jni_clock_save(const jni_clock *clock, double *numbers) {
  numbers[0] = clock->start;
  numbers[1] = (double)clock->k;
}

// A clock that stands elsewhere would never come to the end of the run.
bool jni_clock_load(jni_clock *clock, const double *numbers, double t, double h) {
  double start = numbers[0], k = numbers[1], slack = 1e-6 * h + 1e-12 * fabs(t);
  if (!(k >= 0 && k <= 1e15) || !(fabs(start + k * h - t) <= slack)) return false;
  *clock = (jni_clock){.start = start, .k = (long)k};
  return true;
}

void *jni_fixed_make(const jni_integrator_kind *kind, size_t size, int nmore, const jn_alloc *alloc, const jni_ode *ode,
                     const jni_integrator_options *options, double **more, jn_report *report) {
  double *v;
  jni_fixed *m = jni_integrator_make(kind, size, 6 + nmore, alloc, ode, options, &v, report);
  if (!m) return NULL;
  int n = ode->n;
  m->vectors = v;
  m->base.y = v, m->base.ydot = v + n, m->y0 = v + 2 * n, m->f0 = v + 3 * n, m->next = v + 4 * n, m->slope = v + 5 * n;
  *more = v + 6 * n;
  return m;
}

void *jni_fixed_destroy(jni_integrator *integrator) {
  return integrator ? jni_integrator_unmake(integrator, ((jni_fixed *)integrator)->vectors) : NULL;
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
  m->clock = (jni_clock){.start = t};
  jn_status status = jni_integrator_settle(integrator, t, integrator->y, integrator->ydot);
  jni_fixed_stand_still(m, t);
  return status;
}

// The vectors rotate: what was (y, ydot) becomes (y0, f0), whose room the next step uses.
void jni_fixed_accept(jni_fixed *m, jni_clock_step step) {
  jni_integrator *base = &m->base;
  double *room = m->y0, *slope_room = m->f0;
  m->y0 = base->y, m->f0 = base->ydot;
  base->y = m->next, base->ydot = m->slope;
  m->next = room, m->slope = slope_room;
  base->t_previous = base->t;
  base->t = step.t;
  base->counts.steps++;
  jni_clock_advance(&m->clock, step);
}

void jni_fixed_interpolate(const jni_integrator *integrator, double t, double *y) {
  const jni_fixed *m = (const jni_fixed *)integrator;
  jni_hermite(integrator->ode.n, integrator->t_previous, integrator->t, m->y0, m->f0, integrator->y, integrator->ydot, t, y);
}

void jni_hermite(int n, double t0, double t1, const double *y0, const double *f0, const double *y1, const double *f1,
                 double t, double *y) {
  double h = t1 - t0, x = h > 0 ? (t - t0) / h : 1, u = 1 - x;
  double a0 = u * u * (1 + 2 * x), a1 = x * x * (1 + 2 * u), b0 = h * x * u * u, b1 = -h * x * x * u;
  for (int i = 0; i < n; i++) y[i] = a0 * y0[i] + a1 * y1[i] + b0 * f0[i] + b1 * f1[i];
}

bool jni_needs_step(const char *name, const jni_integrator_options *options, jn_report *report) {
  if (options->step > 0 && isfinite(options->step)) return true;
  jn_report_fault(report, JN_BAD_ARGUMENT, "", "integrator '%s' takes fixed steps and needs 'step', a positive time",
                  name);
  return false;
}
