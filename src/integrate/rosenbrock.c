// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// rosenbrock.c - ROS2, a linearly implicit method of order 2 with a fixed step [Verwer 1999], and `split`, which treats
// only the stiff components implicitly. Two evaluations per step, in addition to those of the Jacobian.
//
//   (1 - g J) k1 = f(t, y)                        g = gamma h,  gamma = 1 - 1/sqrt(2): L-stable
//   (1 - g J) k2 = f(t + h, y + h k1) - 2 k1
//   y1 = y + h (3/2 k1 + 1/2 k2)
// The order is 2 for any J. J is computed by differences, is kept for options.jacobian_every steps, and omits idle
// components; with `split` it contains only the components that take part, at the start, in modes too fast for the step
// (linalg/dense/stiff_components.h).
#include <math.h>
#include <string.h>

#include "integrate/integrator_common.h"
#include "kernel/step/step_rosenbrock.h"
#include "linalg/dense/dense.h"
#include "linalg/dense/stiff_components.h"

// Increments of a difference quotient, of which the larger one is used: relative to the size of a component, larger
// than the tolerance of constraint corrections; and relative to y itself, above rounding.
static const double difference = 1e-6, least_difference = 1e-8;

typedef struct {
  jni_fixed fixed;
  double *k1, *k2, *x;  // n
  double *size;         // n: typical size of each component, by which J is scaled
  double *J, *LU;       // n x n: scaled J, columns of implicit components; m x m: factors of 1 - g J
  double *spectrum;     // scratch of `split`; NULL: all components are implicit
  int *pivot;           // m
  int *which, m;        // indices and number of the implicit components
  bool *stiff, *fast;   // n: component is implicit; scratch of `split`
  double g;             // gamma h with which LU was computed; 0: LU has to be computed
  int age;              // steps since J was computed; -1: there is no J
} rosenbrock;

static jni_integrator *make(const jni_integrator_kind *kind, const jn_alloc *alloc, const jni_ode *ode,
                            const jni_integrator_options *options, jn_report *report, bool split) {
  if (!jni_needs_step(kind->name, options, report)) return NULL;
  double *more;
  rosenbrock *m = jni_fixed_make(kind, sizeof *m, 4, alloc, ode, options, &more, report);
  if (!m) return NULL;
  size_t n = (size_t)ode->n;
  jni_pool *pool = &m->fixed.base.pool;
  m->k1 = more;
  m->k2 = more + n;
  m->x = more + 2 * n;
  m->size = more + 3 * n;
  m->J = jni_doubles(pool, n * n + 1);
  m->LU = jni_doubles(pool, n * n + 1);
  m->pivot = jni_ints(pool, n + 1);
  m->which = jni_ints(pool, n + 1);
  m->stiff = jni_flags(pool, n + 1);
  m->fast = jni_flags(pool, n + 1);
  if (split) m->spectrum = jni_doubles(pool, (size_t)jni_stiff_scratch(ode->n));
  m->age = -1;
  if (!pool->failed) return &m->fixed.base;
  jn_report_fault(report, JN_NO_MEMORY, "", "no memory for integrator '%s'", kind->name);
  return jni_object_free(m);
}

static jn_status start(jni_integrator *integrator, double t, const double *y) {
  ((rosenbrock *)integrator)->age = -1;
  return jni_fixed_start(integrator, t, y);
}

// ---- Jacobian -----------------------------------------------------------------------------------------------------

// Sets m->size to the typical sizes of the components, so that increments and pivots do not depend on units. The sizes
// of lengths and angles come from the tolerances, those of speeds and other states from the motion.
static void measure(rosenbrock *m) {
  const jni_integrator *base = &m->fixed.base;
  const jni_ode *ode = &base->ode;
  double h = base->options.step, fastest = 0;
  int speeds = ode->npositions, others = speeds + ode->nspeeds;
  for (int i = 0; i < ode->n; i++) {
    double own = fmax(fabs(base->y[i]), h * fabs(base->ydot[i]));
    m->size[i] = ode->absolute[i] / ode->relative;
    if (i >= others) m->size[i] = fmax(m->size[i], own);
    else if (i >= speeds) fastest = fmax(fastest, own / m->size[i]);
  }
  for (int i = speeds; i < others && fastest > 0; i++) m->size[i] *= fastest;
}

// Computes the sizes of the components and, column by column, the Jacobian m->J at (t, y), scaled by them. Evaluates
// ydot anew, because in the ydot at the end of a step the accelerations across the constraints are those before the
// positions were corrected. Returns the status of a failed evaluation.
static jn_status differentiate(rosenbrock *m) {
  jni_integrator *base = &m->fixed.base;
  int n = base->ode.n;
  jn_status status = jni_integrator_rhs(base, base->t, base->y, m->k2);
  measure(m);
  memcpy(m->x, base->y, (size_t)n * sizeof *m->x);
  for (int j = 0; j < m->m && status == JN_OK; j++) {
    int k = m->which[j];
    m->x[k] = base->y[k] + fmax(difference * m->size[k], least_difference * fabs(base->y[k]));
    double change = (m->x[k] - base->y[k]) / m->size[k];
    status = jni_integrator_rhs(base, base->t, m->x, m->k1);
    for (int i = 0; i < n; i++) m->J[i * n + k] = (m->k1[i] - m->k2[i]) / (change * m->size[i]);
    m->x[k] = base->y[k];
  }
  return status;
}

static void list(rosenbrock *m) {
  m->m = 0;
  for (int i = 0; i < m->fixed.base.ode.n; i++)
    if (m->stiff[i]) m->which[m->m++] = i;
}

// Selects as implicit those components of J that take part in modes too fast for the step.
static void choose_stiff(rosenbrock *m) {
  int n = m->fixed.base.ode.n;
  double fastest;
  for (int i = 0; i < m->m; i++)
    for (int k = 0; k < m->m; k++) m->LU[i * m->m + k] = m->J[m->which[i] * n + m->which[k]];
  for (int i = 0; i < m->m; i++) m->fast[i] = false;
  jni_stiff_mark(m->m, m->LU, m->fixed.base.options.step, m->spectrum, m->fast, &fastest);
  for (int i = 0; i < m->m; i++) m->stiff[m->which[i]] = m->fast[i];
  list(m);
}

// Selects the implicit components and computes J: all components that are not idle; for `split` those of them that are
// stiff by the full J. Returns the status of a failed evaluation.
static jn_status choose(rosenbrock *m) {
  const jni_ode *ode = &m->fixed.base.ode;
  for (int i = 0; i < ode->n; i++) m->stiff[i] = !ode->idle || !ode->idle[i];
  list(m);
  jn_status status = differentiate(m);
  if (status == JN_OK && m->spectrum) choose_stiff(m);
  return status;
}

// Computes J again, and selects implicit components after a start, if there is no J or it was used for jacobian_every
// steps. Returns the status.
static jn_status renew(rosenbrock *m) {
  int every = m->fixed.base.options.jacobian_every;
  if (m->age >= 0 && m->age < (every > 1 ? every : 1)) return JN_OK;
  jn_status status = m->age < 0 ? choose(m) : differentiate(m);
  if (status == JN_OK) {
    m->age = 0;
    m->g = 0;
  }
  return status;
}

static jn_status factor(rosenbrock *m, double g) {
  if (m->g == g) return JN_OK;
  int n = m->fixed.base.ode.n;
  for (int i = 0; i < m->m; i++)
    for (int k = 0; k < m->m; k++) m->LU[i * m->m + k] = (i == k ? 1 : 0) - g * m->J[m->which[i] * n + m->which[k]];
  m->g = g;
  m->fixed.base.counts.setups++;
  return jni_dense_lu(m->m, m->LU, m->pivot) ? JN_OK : JN_SINGULAR;
}

static void solve(rosenbrock *m, double *k) {
  for (int i = 0; i < m->m; i++) m->x[i] = k[m->which[i]] / m->size[m->which[i]];
  jni_dense_lu_solve(m->m, m->LU, m->pivot, m->x);
  for (int i = 0; i < m->m; i++) k[m->which[i]] = m->x[i] * m->size[m->which[i]];
}

// ---- step ---------------------------------------------------------------------------------------------------------

static jn_status advance(jni_fixed *fixed, jni_clock_step step) {
  rosenbrock *m = (rosenbrock *)fixed;
  jni_integrator *base = &m->fixed.base;
  double h = step.h, *y1 = m->fixed.next;
  int n = base->ode.n;
  jn_status status = renew(m);
  if (status == JN_OK) status = factor(m, JNK_ROSENBROCK_GAMMA * h);
  if (status != JN_OK) return status;
  memcpy(m->k1, base->ydot, (size_t)n * sizeof *m->k1);
  solve(m, m->k1);
  for (int i = 0; i < n; i++) y1[i] = base->y[i] + h * m->k1[i];
  status = jni_integrator_rhs(base, step.t, y1, m->k2);
  if (status != JN_OK) return status;
  for (int i = 0; i < n; i++) m->k2[i] -= 2 * m->k1[i];
  solve(m, m->k2);
  for (int i = 0; i < n; i++) y1[i] = base->y[i] + h * (1.5 * m->k1[i] + 0.5 * m->k2[i]);
  return JN_OK;
}

static jn_status step_once(jni_integrator *integrator, double t_limit) {
  rosenbrock *m = (rosenbrock *)integrator;
  jni_clock_step step;
  jn_status status = jni_fixed_step(&m->fixed, t_limit, advance, &step);
  if (status == JN_OK) m->age++;
  return status;
}

// ---- history: y, ydot, flags of implicit components, sizes, the Jacobian and its age ------------------------------

static int history(const jni_integrator *integrator) { return (4 + integrator->ode.n) * integrator->ode.n + 1; }

static void save(const jni_integrator *integrator, double *numbers) {
  const rosenbrock *m = (const rosenbrock *)integrator;
  int n = integrator->ode.n;
  jni_fixed_save(integrator, numbers);
  for (int i = 0; i < n; i++) numbers[2 * n + i] = m->stiff[i];
  memcpy(numbers + 3 * n, m->size, (size_t)n * sizeof *numbers);
  memcpy(numbers + 4 * n, m->J, (size_t)(n * n) * sizeof *numbers);
  numbers[(4 + n) * n] = m->age;
}

static void load(jni_integrator *integrator, double t, const double *numbers) {
  rosenbrock *m = (rosenbrock *)integrator;
  int n = integrator->ode.n;
  jni_fixed_load(integrator, t, numbers);
  for (int i = 0; i < n; i++) m->stiff[i] = numbers[2 * n + i] == 1;
  memcpy(m->size, numbers + 3 * n, (size_t)n * sizeof *numbers);
  memcpy(m->J, numbers + 4 * n, (size_t)(n * n) * sizeof *numbers);
  double age = numbers[(4 + n) * n];
  m->age = age >= 0 && age < 1e9 ? (int)age : -1;
  m->g = 0;
  list(m);
}

// ---- kinds --------------------------------------------------------------------------------------------------------

static jni_integrator *create(const jn_alloc *alloc, const jni_ode *ode, const jni_integrator_options *options,
                              jn_report *report) {
  return make(&jni_rosenbrock, alloc, ode, options, report, false);
}

static jni_integrator *create_split(const jn_alloc *alloc, const jni_ode *ode, const jni_integrator_options *options,
                                    jn_report *report) {
  return make(&jni_split_method, alloc, ode, options, report, true);
}

#define ROSENBROCK                                                                     \
  .fixed_step = true, .order = 2, .projects = true, .start = start, .step = step_once, \
  .interpolate = jni_fixed_interpolate, .history = history, .save = save, .load = load

const jni_integrator_kind jni_rosenbrock = {
    .name = "rosenbrock",
    .help = "linearly implicit, order 2, fixed step, L-stable; its Jacobian is kept for 'jacobian_every' steps",
    .create = create,
    ROSENBROCK,
};

const jni_integrator_kind jni_split_method = {
    .name = "split",
    .help = "linearly implicit where the motion is stiff, explicit elsewhere; order 2, fixed step",
    .create = create_split,
    ROSENBROCK,
};
