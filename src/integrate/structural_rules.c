// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// structural_rules.c - one-step rules of structural dynamics with a fixed step, for equations that make the step
// themselves (jni_stepper).
//
//   trapezoidal         gamma = 1/2, beta = 1/4: second order, damps nothing
//   newmark             gamma = (3 - rho) / (2 (1 + rho)), beta = (gamma + 1/2)^2 / 4: damps,
//                       and is then of first order [Newmark 1959]
//   hht                 alpha_f = (1 - rho) / (1 + rho), rho >= 1/2: second order [Hilber 1977]
//   generalized-alpha   alpha_m = (2 rho - 1) / (rho + 1), alpha_f = rho / (rho + 1): second order, least damping of
//                       slow motions [Chung 1993]
//   hht and generalized-alpha: gamma = 1/2 + alpha_f - alpha_m, beta = (gamma + 1/2)^2 / 4
// rho: factor by which a step reduces a mode of infinite frequency.
//
// A failing step is halved, repeatedly if necessary; the parts grow again as soon as they succeed.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "integrate/integrator_common.h"

typedef struct {
  jni_fixed fixed;
  jni_rule rule;
} structural;

// ---- rules ------------------------------------------------------------------------------------------------------

static jni_rule with_alphas(double alpha_m, double alpha_f) {
  double gamma = 0.5 + alpha_f - alpha_m;
  return (jni_rule){
      .alpha_m = alpha_m, .alpha_f = alpha_f, .beta = 0.25 * (gamma + 0.5) * (gamma + 0.5), .gamma = gamma};
}

static jni_rule trapezoidal(double rho) {
  (void)rho;
  return (jni_rule){.beta = 0.25, .gamma = 0.5};
}

static jni_rule newmark(double rho) {
  double gamma = (3 - rho) / (2 * (1 + rho));
  return (jni_rule){.beta = 0.25 * (gamma + 0.5) * (gamma + 0.5), .gamma = gamma};
}

static jni_rule hht(double rho) { return with_alphas(0, (1 - rho) / (1 + rho)); }
static jni_rule generalized_alpha(double rho) { return with_alphas((2 * rho - 1) / (rho + 1), rho / (rho + 1)); }

static const struct {
  const jni_integrator_kind *kind;
  jni_rule (*rule)(double rho);
} rules[] = {{&jni_trapezoidal, trapezoidal},
             {&jni_newmark, newmark},
             {&jni_hht, hht},
             {&jni_generalized_alpha, generalized_alpha}};

jni_rule jni_structural_rule(const jni_integrator_kind *kind, double rho) {
  const size_t n = sizeof rules / sizeof *rules;
  size_t i = 0;
  while (i < n && rules[i].kind != kind) i++;
  JNI_ASSERT(i < n);
  return rules[i].rule(rho);
}

// ---- construction -----------------------------------------------------------------------------------------------

static jni_integrator *make(const jni_integrator_kind *kind, const jn_alloc *alloc, const jni_ode *ode,
                            const jni_integrator_options *options, jn_report *report) {
  if (!jni_needs_step(kind->name, options, report)) return NULL;
  if (!ode->stepper) {
    jn_report_fault(report, JN_REFUSED, "",
                    "integrator '%s' needs a formulation of the index3 family, such as 'index3-projected'", kind->name);
    return NULL;
  }
  double *more;
  structural *m = jni_fixed_make(kind, sizeof *m, 0, alloc, ode, options, &more, report);
  if (!m) return NULL;
  m->fixed.base.first_halved = NAN;
  m->rule = jni_structural_rule(kind, options->rho);
  return &m->fixed.base;
}

// ---- stepping ---------------------------------------------------------------------------------------------------

static void derive(const jni_integrator *base, const double *y, double *ydot) {
  base->ode.stepper->derivative(base->ode.self, y, ydot);
}

static void stand_still(jni_integrator *base, double t) {
  derive(base, base->y, base->ydot);
  jni_fixed_stand_still((jni_fixed *)base, t);
}

static jn_status start(jni_integrator *integrator, double t, const double *y) {
  if (y != integrator->y) memcpy(integrator->y, y, (size_t)integrator->ode.n * sizeof *y);
  integrator->counts.evaluations++;
  jn_status status = integrator->ode.stepper->begin(integrator->ode.self, t, integrator->y);
  if (status != JN_OK)
    jni_print(integrator->message, sizeof integrator->message, "the equations could not be evaluated at t = %.9g s: %s",
              t, jn_status_text(status));
  stand_still(integrator, t);
  return status;
}

static jn_status failed(structural *m, jn_status status, double t, double h) {
  char why[200] = "";
  m->fixed.base.ode.stepper->explain(m->fixed.base.ode.self, status, why, sizeof why);
  jni_print(m->fixed.base.message, sizeof m->fixed.base.message, "the step from t = %.9g s by %.3g s failed: %s", t, h,
            why);
  return status;
}

// Advances fixed.next from the beginning of the step at t to its end, in parts of length h / 2^level: a part that fails
// is halved, and level decreases again after parts that succeed. Returns the status of the failure if a part of the
// highest level fails.
static jn_status advance(structural *m, double t, jni_clock_step step) {
  const jni_ode *ode = &m->fixed.base.ode;
  int most = m->fixed.base.options.halvings, level = 0;
  long whole = 1L << most, at = 0;
  bool halved = false;
  while (at < whole) {
    long part = whole >> level;
    double from = t + step.h * ((double)at / (double)whole), h = step.h * ((double)part / (double)whole);
    m->fixed.base.counts.evaluations++;
    jn_status status = ode->stepper->advance(ode->self, &m->rule, from, h, m->fixed.next);
    if (status != JN_OK && level == most) return failed(m, status, from, h);
    if (status != JN_OK) {
      if (!halved) {
        if (m->fixed.base.counts.halved++ == 0) m->fixed.base.first_halved = t;
      }
      halved = true;
      level++;
      continue;
    }
    at += part;
    while (level > 0 && at % (whole >> (level - 1)) == 0) level--;
  }
  return JN_OK;
}

static jn_status step_once(jni_integrator *integrator, double t_limit) {
  structural *m = (structural *)integrator;
  JNI_ASSERT(t_limit > integrator->t);
  jni_clock_step step = jni_clock_plan(integrator, t_limit);
  // A step must not go beyond a time event at its planned end, not even by rounding.
  if (integrator->t + step.h > step.t) step.h = step.t - integrator->t;
  memcpy(m->fixed.next, integrator->y, (size_t)integrator->ode.n * sizeof *m->fixed.next);
  jn_status status = advance(m, integrator->t, step);
  if (status != JN_OK) return status;
  derive(integrator, m->fixed.next, m->fixed.slope);
  jni_fixed_accept(&m->fixed, step);
  return JN_OK;
}

// ---- history: y ---------------------------------------------------------------------------------------------------

static int history(const jni_integrator *integrator) { return integrator->ode.n; }

static void save(const jni_integrator *integrator, double *numbers) {
  memcpy(numbers, integrator->y, (size_t)integrator->ode.n * sizeof *numbers);
}

static void load(jni_integrator *integrator, double t, const double *numbers) {
  memcpy(integrator->y, numbers, (size_t)integrator->ode.n * sizeof *numbers);
  stand_still(integrator, t);
}

// ---- kinds --------------------------------------------------------------------------------------------------------

#define KIND(symbol, text, sentence, least)                                                          \
  static jni_integrator *create_##symbol(const jn_alloc *alloc, const jni_ode *ode,                  \
                                         const jni_integrator_options *options, jn_report *report) { \
    return make(&jni_##symbol, alloc, ode, options, report);                                         \
  }                                                                                                  \
  const jni_integrator_kind jni_##symbol = {.name = text,                                            \
                                            .help = sentence,                                        \
                                            .fixed_step = true,                                      \
                                            .rule = true,                                            \
                                            .least_rho = least,                                      \
                                            .create = create_##symbol,                               \
                                            .start = start,                                          \
                                            .step = step_once,                                       \
                                            .interpolate = jni_fixed_interpolate,                    \
                                            .history = history,                                      \
                                            .save = save,                                            \
                                            .load = load}

KIND(trapezoidal, "trapezoidal", "trapezoidal rule, implicit, order 2, fixed step, for the index3 family", 0);
KIND(newmark, "newmark", "Newmark's rule with damping by 'rho', implicit, fixed step, for the index3 family", 0);
KIND(hht, "hht",
     "Hilber, Hughes and Taylor's rule with damping by 'rho', implicit, order 2, fixed step, for the index3 family",
     0.5);
KIND(generalized_alpha, "generalized-alpha",
     "generalized-alpha with damping by 'rho', implicit, order 2, fixed step, for the index3 family", 0);
