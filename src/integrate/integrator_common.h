// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// integrator_common.h - code shared by integrators: counted evaluations, times of fixed steps, cubic Hermite
// interpolation.
#ifndef JNI_INTEGRATOR_COMMON_H
#define JNI_INTEGRATOR_COMMON_H

#include "integrate/integrator.h"

// The integrators in the order in which users see them. A new one needs a file and an entry here.
// clang-format off
#define JNI_INTEGRATOR_LIST(X) \
  X(rk4) X(ab3) X(dopri5) X(adams) X(bdf) X(euler) X(ab2) X(rosenbrock) X(split_method) X(ida) X(trapezoidal) \
  X(newmark) X(hht) X(generalized_alpha)
// clang-format on
#define JNI_X(name) extern const jni_integrator_kind jni_##name;
JNI_INTEGRATOR_LIST(JNI_X)
#undef JNI_X

// Makes an integrator of `size` bytes and sets *vectors to `nvectors` vectors of length ode->n. Returns NULL and
// reports a fault if memory is short.
void *jni_integrator_make(const jni_integrator_kind *kind, size_t size, int nvectors, const jn_alloc *alloc,
                          const jni_ode *ode, const jni_integrator_options *options, double **vectors,
                          jn_report *report);

// Evaluates ydot = rhs(t, y), counts the evaluation and returns its status; on failure sets the message.
jn_status jni_integrator_rhs(jni_integrator *integrator, double t, const double *y, double *ydot);
// Projects y in place (ode.project) and evaluates ydot there; without ode.project only evaluates ydot. Counts the
// evaluation and returns its status; on failure sets the message.
jn_status jni_integrator_project(jni_integrator *integrator, double t, double *y, double *ydot);

typedef struct {
  double t, h;  // end and length of the step, s
  bool whole;   // h is the step of the method (to 1e-9), not shortened
} jni_clock_step;

// Returns end and length of the next step of a fixed-step method, not beyond t_limit. The times origin + k h are
// computed by multiplication, so that rounding does not accumulate; after a shortened step the next one ends at such a
// time again.
jni_clock_step jni_clock_plan(const jni_integrator *integrator, double t_limit);

// Data of a fixed-step method, and first member of its struct: the last step went from (y0, f0) at t_previous to (y,
// ydot) at t; further vectors serve the next step.
typedef struct {
  jni_integrator base;
  double *y0, *f0;       // n: y and ydot at t_previous
  double *next, *slope;  // n: y and ydot at the end of the present step; become y and ydot when it is accepted
} jni_fixed;

// Makes a fixed-step method of `size` bytes that begins with a jni_fixed, and sets *more to nmore additional vectors of
// length ode->n. Returns NULL and reports a fault if memory is short.
void *jni_fixed_make(const jni_integrator_kind *kind, size_t size, int nmore, const jn_alloc *alloc, const jni_ode *ode,
                     const jni_integrator_options *options, double **more, jn_report *report);
// Starts a fixed-step method at (t, y): projects y and evaluates ydot there. Returns the status of the evaluation.
jn_status jni_fixed_start(jni_integrator *integrator, double t, const double *y);
// Sets (y0, f0) = (y, ydot) and both times to t, the condition before the first step.
void jni_fixed_stand_still(jni_fixed *m, double t);
// Accepts a step: (next, slope) become (y, ydot) at its end, and the former (y, ydot) become (y0, f0). Counts the step.
void jni_fixed_accept(jni_fixed *m, jni_clock_step step);
// Function of a method that computes m->next, the y at the end of a step. jni_fixed_step plans a step, calls this
// function, projects the result and accepts the step; it sets *step to the step taken and returns the status.
typedef jn_status jni_fixed_advance(jni_fixed *m, jni_clock_step step);
jn_status jni_fixed_step(jni_fixed *m, double t_limit, jni_fixed_advance *advance, jni_clock_step *step);
// Computes y at t from the cubic Hermite polynomial through both ends of the last step.
void jni_fixed_interpolate(const jni_integrator *integrator, double t, double *y);
// Functions history, save and load for a method without memory of earlier steps: the history is y and ydot.
int jni_fixed_history(const jni_integrator *integrator);
void jni_fixed_save(const jni_integrator *integrator, double *numbers);
void jni_fixed_load(jni_integrator *integrator, double t, const double *numbers);

// Takes one step of the classical Runge-Kutta method: computes y1 from y and k1 = ydot(y). scratch: workspace of 4 n
// numbers. Returns the status of a failed evaluation; t and y of the integrator are not changed.
jn_status jni_rk4_advance(jni_integrator *integrator, jni_clock_step step, const double *y, const double *k1,
                          double *y1, double *scratch);

// Computes y at t from the cubic through y0 at t0 and y1 at t1 with the slopes f0 and f1. n: length of the vectors.
void jni_hermite(int n, double t0, double t1, const double *y0, const double *f0, const double *y1, const double *f1,
                 double t, double *y);

// Returns a time scale for first steps, s, which does not depend on the unit of time or on the end of the run: the time
// in which y, at its present rate, changes by its typical size 1 / relative. change: weighted root mean square norm of
// ydot. If it is 0 the result is `pace`, and it is at most 1000 `pace`; pace: options.pace, or options.until if that is
// 0.
double jni_usual_time(const jni_integrator *integrator, double change);

// Returns the rule of an integrator in structural_rules.c for the spectral radius rho at infinite frequency.
jni_rule jni_structural_rule(const jni_integrator_kind *kind, double rho);

// Returns whether options->step is a finite positive number; reports a fault for the integrator `name` if not.
bool jni_needs_step(const char *name, const jni_integrator_options *options, jn_report *report);

#endif
