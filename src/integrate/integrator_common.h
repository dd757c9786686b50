// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// integrator_common.h - what the integrators share: counted calls of the equations, the clock of fixed steps, the cubic
// between two ends.
#ifndef JNI_INTEGRATOR_COMMON_H
#define JNI_INTEGRATOR_COMMON_H

#include "integrate/integrator.h"

// The integrators, in the order in which they are listed to users. A new one is one file and a line here.
// clang-format off
#define JNI_INTEGRATOR_LIST(X) \
  X(rk4) X(ab3) X(dopri5) X(adams) X(bdf) X(euler) X(ab2) X(rosenbrock) X(split_method) X(ida) X(trapezoidal) \
  X(newmark) X(hht) X(generalized_alpha)
// clang-format on
#define JNI_X(name) extern const jni_integrator_kind jni_##name;
JNI_INTEGRATOR_LIST(JNI_X)
#undef JNI_X

// Makes an integrator of `size` bytes with `nvectors` vectors of length ode->n at *vectors. NULL: no memory, in the
// report.
void *jni_integrator_make(const jni_integrator_kind *kind, size_t size, int nvectors, const jn_alloc *alloc,
                          const jni_ode *ode, const jni_integrator_options *options, double **vectors,
                          jn_report *report);

// ydot = rhs(t, y), counted; on failure the message says where.
jn_status jni_integrator_rhs(jni_integrator *integrator, double t, const double *y, double *ydot);
// The same after projecting y in place, where the formulation projects.
jn_status jni_integrator_settle(jni_integrator *integrator, double t, double *y, double *ydot);

typedef struct {
  double t, h;  // end and length of the step
  bool whole;   // h is the method's own step (to 1e-9)
} jni_clock_step;

// The next step of a fixed-step method. Its times are origin + k h by multiplication, so that rounding does not add up;
// after a step that was cut the next one leads back to them.
jni_clock_step jni_clock_plan(const jni_integrator *integrator, double t_limit);

// A method of fixed steps: the step taken last, from (y0, f0) at t_previous to (y, ydot) at t, and room for the next
// one.
typedef struct {
  jni_integrator base;
  double *y0, *f0;       // at t_previous
  double *next, *slope;  // of the step under way; become y and ydot when it is accepted
} jni_fixed;

// Makes a method of `size` bytes that starts with a jni_fixed, with nmore vectors of length ode->n at *more. NULL: no
// memory, in the report.
void *jni_fixed_make(const jni_integrator_kind *kind, size_t size, int nmore, const jn_alloc *alloc, const jni_ode *ode,
                     const jni_integrator_options *options, double **more, jn_report *report);
jn_status jni_fixed_start(jni_integrator *integrator, double t, const double *y);
void jni_fixed_stand_still(jni_fixed *m, double t);        // at (y, ydot): no step was taken
void jni_fixed_accept(jni_fixed *m, jni_clock_step step);  // (next, slope) become (y, ydot)
// One step: planned, made by `advance`, which fills `next`, projected and accepted. *step tells which one it was.
typedef jn_status jni_fixed_advance(jni_fixed *m, jni_clock_step step);
jn_status jni_fixed_step(jni_fixed *m, double t_limit, jni_fixed_advance *advance, jni_clock_step *step);
void jni_fixed_interpolate(const jni_integrator *integrator, double t, double *y);
// What a checkpoint needs of such a method: y and ydot.
int jni_fixed_history(const jni_integrator *integrator);
void jni_fixed_save(const jni_integrator *integrator, double *numbers);
void jni_fixed_load(jni_integrator *integrator, double t, const double *numbers);

// One step of the classical Runge-Kutta method: y1 from y and k1 = ydot there. scratch: 4 n doubles.
jn_status jni_rk4_advance(jni_integrator *integrator, jni_clock_step step, const double *y, const double *k1,
                          double *y1, double *scratch);

// The cubic through y0, y1 with slopes f0, f1.
void jni_hermite(int n, double t0, double t1, const double *y0, const double *f0, const double *y1, const double *f1,
                 double t, double *y);

// The time in which y, as it changes now (`change`: ydot in the weights of the error test, root of the mean square),
// would change by what the tolerances take for usual: a scale for first steps, whatever the unit of time and the end of
// the run. Where nothing changes to speak of, it goes by `pace`.
double jni_usual_time(const jni_integrator *integrator, double change);

// The rule of one of the integrators in structural_rules.c.
jni_rule jni_structural_rule(const jni_integrator_kind *kind, double rho);

// Fault in the report unless options->step is a positive number.
bool jni_needs_step(const char *name, const jni_integrator_options *options, jn_report *report);

#endif
