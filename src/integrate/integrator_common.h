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

// Makes an integrator of `size` bytes with `nvectors` vectors of length ode->n at *vectors. Reports short memory and
// returns NULL.
void *jni_integrator_make(const jni_integrator_kind *kind, size_t size, int nvectors, const jn_alloc *alloc,
                          const jni_ode *ode, const jni_integrator_options *options, double **vectors,
                          jn_report *report);

// Evaluates ydot = rhs(t, y) and counts it; on failure sets the message.
jn_status jni_integrator_rhs(jni_integrator *integrator, double t, const double *y, double *ydot);
// Projects y in place (ode.project) and evaluates ydot there; without ode.project only evaluates ydot.
jn_status jni_integrator_project(jni_integrator *integrator, double t, double *y, double *ydot);

typedef struct {
  double t, h;  // end and length of the step, s
  bool whole;   // h is the step of the method (to 1e-9), not shortened
} jni_clock_step;

// Plans the next step of a fixed-step method. Its times origin + k h are computed by multiplication, so that rounding
// does not accumulate; after a shortened step the next one ends at such a time again.
jni_clock_step jni_clock_plan(const jni_integrator *integrator, double t_limit);

// First member of a fixed-step method: the last step from (y0, f0) at t_previous to (y, ydot) at t, and vectors for the
// next step.
typedef struct {
  jni_integrator base;
  double *y0, *f0;       // n: y and ydot at t_previous
  double *next, *slope;  // n: y and ydot at the end of the present step; become y and ydot when it is accepted
} jni_fixed;

// Makes a method of `size` bytes that begins with a jni_fixed, with nmore vectors of length ode->n at *more. Reports
// short memory and returns NULL.
void *jni_fixed_make(const jni_integrator_kind *kind, size_t size, int nmore, const jn_alloc *alloc, const jni_ode *ode,
                     const jni_integrator_options *options, double **more, jn_report *report);
jn_status jni_fixed_start(jni_integrator *integrator, double t, const double *y);
// Sets (y0, f0) = (y, ydot) at t: no step has been taken.
void jni_fixed_stand_still(jni_fixed *m, double t);
// Accepts a step: (next, slope) become (y, ydot).
void jni_fixed_accept(jni_fixed *m, jni_clock_step step);
// Plans a step, calls `advance`, which computes `next`, projects and accepts. *step: the step taken.
typedef jn_status jni_fixed_advance(jni_fixed *m, jni_clock_step step);
jn_status jni_fixed_step(jni_fixed *m, double t_limit, jni_fixed_advance *advance, jni_clock_step *step);
void jni_fixed_interpolate(const jni_integrator *integrator, double t, double *y);
// History of a method without memory of earlier steps: y and ydot.
int jni_fixed_history(const jni_integrator *integrator);
void jni_fixed_save(const jni_integrator *integrator, double *numbers);
void jni_fixed_load(jni_integrator *integrator, double t, const double *numbers);

// Takes one step of the classical Runge-Kutta method: computes y1 from y and k1 = ydot(y). scratch: 4 n numbers.
jn_status jni_rk4_advance(jni_integrator *integrator, jni_clock_step step, const double *y, const double *k1,
                          double *y1, double *scratch);

// Evaluates at t the cubic through y0 and y1 with slopes f0 and f1.
void jni_hermite(int n, double t0, double t1, const double *y0, const double *f0, const double *y1, const double *f1,
                 double t, double *y);

// Returns a time scale for first steps, which does not depend on the unit of time or on the end of the run: the time in
// which y, at its present rate, changes by its typical size 1 / relative. change: weighted root mean square norm of
// ydot. If y hardly changes, returns `pace`.
double jni_usual_time(const jni_integrator *integrator, double change);

// Returns the rule of an integrator in structural_rules.c for the spectral radius rho.
jni_rule jni_structural_rule(const jni_integrator_kind *kind, double rho);

// Returns whether options->step is a positive number; reports a fault if not.
bool jni_needs_step(const char *name, const jni_integrator_options *options, jn_report *report);

#endif
