// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dopri5.c - the Runge-Kutta pair 5(4) of Dormand and Prince with a variable step.          [Hairer 1993, II.4 to II.6]
//
//   k_i = f(t + c_i h, y + h sum_j a_ij k_j)   i = 1..6
//   y1  = y + h sum_j a_7j k_j                 order 5
//   k7  = f(t + h, y1)
//   err = h sum_j e_j k_j                      measured in the weights absolute + relative |y|, root of the mean square
// k7 is evaluated at the projection of y1, which is the y of the next step; k7 is the k1 of that step. y1 before the
// projection, the k_i and y0 are kept for the dense output of order 4. A proportional-integral controller chooses h.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "integrate/integrator_common.h"
#include "kernel/elementary.h"

enum { STAGES = 7, MAX_REJECTIONS = 100 };

static const double c[STAGES] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
static const double a[STAGES][STAGES] = {
    {0},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84},
};
static const double e[STAGES] = {71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
static const double dense[STAGES] = {-12715105075.0 / 11282082432,  0,
                                     87487479700.0 / 32700410799,   -10690763975.0 / 1880347072,
                                     701980252875.0 / 199316789632, -1453857185.0 / 822651844,
                                     69997945.0 / 29380423};

// Step control: exponent of the error in the factor of the next step; logarithm of the smallest error that enters its
// integral part (1e-4).
static const double PROPORTIONAL = 0.2 - 0.75 * 0.04, LEAST_LOG = -9.210340371976182;

typedef struct {
  jni_integrator base;
  double *k[STAGES];      // n: stages of the last accepted step, or of the present trial
  double *y0;             // n: y at t_previous
  double *y1;             // n: y at t before projection
  double *trial;          // n: stage point, then y1 of the present trial
  double *projected;      // n: projection of that y1
  double *amplification;  // n: see jni_ode; 1 if the equations have none
  double h;               // proposed step, s
  double last_log;        // logarithm of the error of the last accepted step, for the integral part
  bool retrying;          // the last trial was rejected: h must not grow
} dopri5;

static jni_integrator *create(const jn_alloc *alloc, const jni_ode *ode, const jni_integrator_options *options,
                              jn_report *report) {
  double *v;
  dopri5 *m = jni_integrator_make(&jni_dopri5, sizeof *m, STAGES + 7, alloc, ode, options, &v, report);
  if (!m) return NULL;
  int n = ode->n;
  for (int i = 0; i < STAGES; i++) m->k[i] = v + i * n;
  v += STAGES * n;
  m->base.y = v;
  m->base.ydot = v + n;
  m->y0 = v + 2 * n;
  m->y1 = v + 3 * n;
  m->trial = v + 4 * n;
  m->projected = v + 5 * n;
  m->amplification = v + 6 * n;
  for (int i = 0; i < n; i++) m->amplification[i] = 1;
  return &m->base;
}

// ---- norm and limits of the step --------------------------------------------------------------------------------

static double weighted_norm(const dopri5 *m, const double *x, const double *y, const double *z) {
  const jni_ode *ode = &m->base.ode;
  double sum = 0;
  for (int i = 0; i < ode->n; i++) {
    double r = m->amplification[i] * x[i] / (ode->absolute[i] + ode->relative * fmax(fabs(y[i]), fabs(z[i])));
    sum += r * r;
  }
  return ode->n ? sqrt(sum / ode->n) : 0;
}

static double least_step(const jni_integrator *base) {
  double scale = fmax(fabs(base->t), fabs(base->options.until));
  return 1e-14 * (scale > 0 ? scale : 1);
}

// Returns the largest step allowed, s; infinite if there is no limit. It does not depend on the end of the run, so that
// a run continued to a later end takes the same steps.
static double most_step(const jni_integrator *base) {
  return base->options.max_step > 0 ? base->options.max_step : HUGE_VAL;
}

// Returns the first step, s, chosen from the size of the second derivative after an explicit Euler step; the length of
// that Euler step if the evaluation after it fails.
//                                                                                                   [Hairer 1993, II.4]
// The reference compares norms of derivatives with constants, so its result depends on the unit of time. Here they are
// scaled by the time in which y changes by its typical size, 1 / relative in the weighted norm. Overwrites `trial` and
// `projected`.
static double first_step(dopri5 *m) {
  jni_integrator *base = &m->base;
  const jni_ode *ode = &base->ode;
  const double *y = base->y, *f = base->ydot;
  double d0 = weighted_norm(m, y, y, y), d1 = weighted_norm(m, f, y, y);
  double usual = jni_usual_time(base, d1);
  double h0 = d0 > 1e-5 && d1 > 0 ? 0.01 * d0 / d1 : 1e-6 * usual;
  h0 = fmin(h0, fmin(usual, most_step(base)));
  for (int i = 0; i < ode->n; i++) m->trial[i] = y[i] + h0 * f[i];
  if (jni_integrator_rhs(base, base->t + h0, m->trial, m->projected) != JN_OK) return h0;
  for (int i = 0; i < ode->n; i++) m->projected[i] -= f[i];
  double d2 = weighted_norm(m, m->projected, y, y) / h0, most = fmax(d1, d2 * usual) * usual;
  double h1 = most <= 1e-15 ? fmax(1e-6 * usual, 1e-3 * h0) : jnk_pow(0.01 / most, 0.2) * usual;
  double h = fmin(100 * h0, h1);
  return isfinite(h) ? fmin(h, most_step(base)) : h0;
}

static jn_status start(jni_integrator *integrator, double t, const double *y) {
  dopri5 *m = (dopri5 *)integrator;
  size_t bytes = (size_t)integrator->ode.n * sizeof *y;
  if (y != integrator->y) memcpy(integrator->y, y, bytes);
  integrator->t = integrator->t_previous = t;
  jn_status status = jni_integrator_project(integrator, t, integrator->y, integrator->ydot);
  if (status != JN_OK) return status;
  if (integrator->ode.amplification) integrator->ode.amplification(integrator->ode.self, m->amplification);
  memcpy(m->y0, integrator->y, bytes);
  memcpy(m->y1, integrator->y, bytes);
  m->last_log = LEAST_LOG;
  m->retrying = false;
  m->h = integrator->options.step > 0 ? fmin(integrator->options.step, most_step(integrator)) : first_step(m);
  return JN_OK;
}

// ---- trial step -------------------------------------------------------------------------------------------------

// Computes the point of stage i, x = y + h sum_j a_ij k_j, j < i.
static void stage_point(const dopri5 *m, int i, double h, const double *y, double *x) {
  int n = m->base.ode.n;
  for (int l = 0; l < n; l++) x[l] = a[i][0] * m->k[0][l];
  for (int j = 1; j < i; j++) {
    double aij = a[i][j];
    const double *kj = m->k[j];
    if (aij != 0)
      for (int l = 0; l < n; l++) x[l] += aij * kj[l];
  }
  for (int l = 0; l < n; l++) x[l] = y[l] + h * x[l];
}

// Returns the error of a step h that is due to rounding in the evaluations, in the norm of the error test. noise:
// relative rounding error of ydot; workspace: n.
static double noise_of(const dopri5 *m, double h, double noise, double *workspace) {
  for (int l = 0; l < m->base.ode.n; l++) workspace[l] = h * noise * m->k[0][l];
  return weighted_norm(m, workspace, m->base.y, m->trial);
}

static double error_of(const dopri5 *m, double h, double *workspace) {
  for (int l = 0; l < m->base.ode.n; l++) {
    double sum = 0;
    for (int j = 0; j < STAGES; j++) sum += e[j] * m->k[j][l];
    workspace[l] = h * sum;
  }
  return weighted_norm(m, workspace, m->base.y, m->trial);
}

static double noise_now(const jni_integrator *base) { return base->ode.noise ? base->ode.noise(base->ode.self) : 0; }

// Tries a step to t_end: leaves y1 in `trial`, its projection in `projected` and the k_i in k; overwrites m->y1 as
// workspace. Sets *error in the norm in which 1 is the tolerance, over 1 plus the error by rounding; NaN or infinite if
// a value is not finite. Returns the status of a failed evaluation, *error then not set; otherwise JN_OK.
static jn_status try_step(dopri5 *m, double t_end, double h, double *error) {
  jni_integrator *base = &m->base;
  size_t bytes = (size_t)base->ode.n * sizeof(double);
  double noise = 0;
  memcpy(m->k[0], base->ydot, bytes);
  for (int i = 1; i < STAGES - 1; i++) {
    stage_point(m, i, h, base->y, m->trial);
    jn_status status = jni_integrator_rhs(base, c[i] < 1 ? base->t + c[i] * h : t_end, m->trial, m->k[i]);
    if (status != JN_OK) return status;
    noise = fmax(noise, noise_now(base));
  }
  stage_point(m, STAGES - 1, h, base->y, m->trial);
  memcpy(m->projected, m->trial, bytes);
  jn_status status = jni_integrator_project(base, t_end, m->projected, m->k[6]);
  if (status != JN_OK) return status;
  if (base->ode.amplification) base->ode.amplification(base->ode.self, m->amplification);
  noise = fmax(noise, noise_now(base));
  double rounding = noise > 0 ? noise_of(m, h, noise, m->y1) : 0;
  *error = error_of(m, h, m->y1) / (1 + rounding);
  return JN_OK;
}

// ---- step size control ------------------------------------------------------------------------------------------

// Returns the factor by which the next step differs from this one: between 1/5 and 10, and at most 1 after a rejection.
// The integral part of the control damps changes.
static double next_factor(const dopri5 *m, double log_error) {
  double factor = fmin(10, fmax(0.2, 0.9 * jnk_exp(0.04 * m->last_log - PROPORTIONAL * log_error)));
  return m->retrying ? fmin(1, factor) : factor;
}

static void accept(dopri5 *m, double t_end, double h, double error, bool shortened) {
  jni_integrator *base = &m->base;
  size_t bytes = (size_t)base->ode.n * sizeof(double);
  double log_error = jnk_log(fmax(error, 1e-10)), proposed = fmin(h * next_factor(m, log_error), most_step(base));
  // A step that was shortened to end at the limit does not reduce the next one.
  if (!shortened || proposed > m->h) m->h = proposed;
  m->last_log = fmax(log_error, LEAST_LOG);
  m->retrying = false;
  memcpy(m->y0, base->y, bytes);
  memcpy(m->y1, m->trial, bytes);
  memcpy(base->y, m->projected, bytes);
  memcpy(base->ydot, m->k[6], bytes);
  base->t_previous = base->t;
  base->t = t_end;
  base->counts.steps++;
}

static void reject(dopri5 *m, double h, double error) {
  double factor = error > 1 && isfinite(error) ? 0.9 * jnk_exp(-PROPORTIONAL * jnk_log(error)) : 0.2;
  m->h = h * fmin(0.9, fmax(0.2, factor));
  m->retrying = true;
  m->base.counts.rejected++;
}

static jn_status too_small(jni_integrator *base, jn_status last, double h) {
  char why[160];
  snprintf(why, sizeof why, "%s", last == JN_OK ? "the error test kept failing" : jn_status_text(last));
  jni_print(base->message, sizeof base->message, "the step became too small (%.3g s) at t = %.9g s: %s", h, base->t,
            why);
  return JN_STEP_TOO_SMALL;
}

// Trials overwrite the dense output of the previous step; a failure leaves t, y and ydot unchanged.
static jn_status step_once(jni_integrator *integrator, double t_limit) {
  dopri5 *m = (dopri5 *)integrator;
  JNI_ASSERT(t_limit > integrator->t);
  jn_status status = JN_OK;
  integrator->limited = false;
  for (int i = 0; i < MAX_REJECTIONS; i++) {
    double rest = t_limit - integrator->t, h = m->h;
    bool landing = h >= rest * (1 - 1e-9);
    if (2 * h > rest) integrator->limited = true;
    if (landing) h = rest;
    // If the limit is within two steps, two equal steps are taken instead of a long and a short one.
    else if (2 * h > rest) h = 0.5 * rest;
    if (!(h >= least_step(integrator)) && !landing) return too_small(integrator, status, h);
    double t_end = landing ? t_limit : integrator->t + h, error = NAN;
    status = try_step(m, t_end, h, &error);
    if (status == JN_OK && error <= 1) {
      accept(m, t_end, h, error, h < m->h);
      return JN_OK;
    }
    if (status != JN_OK && status != JN_NO_CONVERGENCE && status != JN_NOT_FINITE && status != JN_SINGULAR)
      return status;
    if (status == JN_OK && isnan(error)) status = JN_NOT_FINITE;
    reject(m, h, status == JN_OK ? error : NAN);
  }
  return too_small(integrator, status, m->h);
}

// Computes y at t in the last step by the dense output, with x the fraction of the step, d = y1 - y0, b = h k1 - d:
//   y(x) = y0 + x (d + (1 - x) (b + x ((d - h k7 - b) + (1 - x) h sum_j dense_j k_j)))
static void interpolate(const jni_integrator *integrator, double t, double *y) {
  const dopri5 *m = (const dopri5 *)integrator;
  double h = integrator->t - integrator->t_previous, x = h > 0 ? (t - integrator->t_previous) / h : 1;
  if (!(h > 0)) memcpy(y, integrator->y, (size_t)integrator->ode.n * sizeof *y);
  for (int l = 0; h > 0 && l < integrator->ode.n; l++) {
    double d = m->y1[l] - m->y0[l], b = h * m->k[0][l] - d, sum = 0;
    for (int j = 0; j < STAGES; j++) sum += dense[j] * m->k[j][l];
    y[l] = m->y0[l] + x * (d + (1 - x) * (b + x * (d - h * m->k[6][l] - b + (1 - x) * h * sum)));
  }
}

// Returns an estimate of h |eigenvalue| of the fastest mode from the last two stages, which are both at the end of the
// step: h |k7 - k6| / |y7 - y6|. Overwrites `trial` and `projected`. Returns NaN before the first step.
//                                                                                                   [Hairer 1996, IV.2]
static double stiffness(jni_integrator *integrator) {
  dopri5 *m = (dopri5 *)integrator;
  int n = integrator->ode.n;
  double h = integrator->t - integrator->t_previous, *difference = m->trial, *slope = m->projected;
  if (!(h > 0)) return NAN;
  stage_point(m, STAGES - 2, h, m->y0, difference);
  for (int l = 0; l < n; l++) {
    difference[l] = integrator->y[l] - difference[l];
    slope[l] = h * (m->k[STAGES - 1][l] - m->k[STAGES - 2][l]);
  }
  return weighted_norm(m, slope, integrator->y, m->y0) / weighted_norm(m, difference, integrator->y, m->y0);
}

// ---- history: y, ydot, amplification, proposed step, logarithm of the last error -----------------------------------

static int history(const jni_integrator *integrator) { return 3 * integrator->ode.n + 2; }

static void save(const jni_integrator *integrator, double *numbers) {
  const dopri5 *m = (const dopri5 *)integrator;
  int n = integrator->ode.n;
  memcpy(numbers, integrator->y, (size_t)n * sizeof *numbers);
  memcpy(numbers + n, integrator->ydot, (size_t)n * sizeof *numbers);
  memcpy(numbers + 2 * n, m->amplification, (size_t)n * sizeof *numbers);
  numbers[3 * n] = m->h;
  numbers[3 * n + 1] = m->last_log;
}

static void load(jni_integrator *integrator, double t, const double *numbers) {
  dopri5 *m = (dopri5 *)integrator;
  int n = integrator->ode.n;
  memcpy(integrator->y, numbers, (size_t)n * sizeof *numbers);
  memcpy(integrator->ydot, numbers + n, (size_t)n * sizeof *numbers);
  memcpy(m->amplification, numbers + 2 * n, (size_t)n * sizeof *numbers);
  m->h = numbers[3 * n];
  m->last_log = numbers[3 * n + 1];
  m->retrying = false;
  integrator->t = integrator->t_previous = t;
}

const jni_integrator_kind jni_dopri5 = {
    .name = "dopri5",
    .help =
        "Runge-Kutta pair 5(4) of Dormand and Prince, variable step (default without a step; auto changes to "
        "bdf for stiff motion)",
    .projects = true,
    .create = create,
    .start = start,
    .step = step_once,
    .interpolate = interpolate,
    .stiffness = stiffness,
    .history = history,
    .save = save,
    .load = load,
};
