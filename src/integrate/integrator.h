// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// integrator.h - integrators of ydot = rhs(t, y), each one constant table of functions in a file of its own.
#ifndef JNI_INTEGRATOR_H
#define JNI_INTEGRATOR_H

#include "base/pool.h"

// What an integrator sees of a formulation.
typedef struct {
  int n;
  void *self;
  // JN_OK; JN_NO_CONVERGENCE, JN_NOT_FINITE, JN_SINGULAR: a variable-step method tries a smaller step.
  jn_status (*rhs)(void *self, double t, const double *y, double *ydot);
  // After an accepted step of a method that projects (and at its start): puts y on the manifold in place and gives ydot
  // there (the first stage of the next step shares the factor). NULL: y is left alone and rhs is called instead.
  jn_status (*project)(void *self, double t, double *y, double *ydot);
  // How large rounding is in the ydot of the last evaluation, as part of its size; 0 where it does not matter. Where it
  // does, shorter steps make nothing better, and an error test must not ask for more. NULL: never.
  double (*noise)(void *self);
  int npositions, nspeeds;  // y begins with positions and speeds; 0: with none
  // Rates of the positions by the speeds alone, without forces. NULL: positions are moved by more than these.
  jn_status (*drift)(void *self, double t, const double *y, double *rate);
  // n: components that follow from the others, so that no rate depends on them; others after a start. NULL: none.
  const bool *idle;
  const double *absolute;  // n: absolute tolerance of each component (by kind of quantity)
  double relative;         // relative tolerance
  // How far an error of each component reaches: where it is as large as its tolerance, how many times its tolerance is
  // the largest error that follows from it in what y stands for; at least 1. By the last evaluation. NULL: y is all
  // there is.
  void (*reach)(void *self, double *reach);
  // instead of rhs and project: F(t, y, ydot) = 0, for `ida` alone; NULL: an ordinary equation
  const struct jni_residual *residual;
  // instead of rhs and project: the equations make the step themselves, by a rule; NULL: they do not
  const struct jni_stepper *stepper;
} jni_ode;

// One-step rules for M a = F:  with a_n, a_{n+1} and the algorithmic accelerations A,
//   q_{n+1} = q_n + h v_n + h^2 ((1/2 - beta) A_n + beta A_{n+1}),   v_{n+1} = v_n + h ((1 - gamma) A_n + gamma
//                                                                    A_{n+1})
//   (1 - alpha_m) A_{n+1} + alpha_m A_n = (1 - alpha_f) a_{n+1} + alpha_f a_n                      [Arnold, Bruls 2007]
// alpha_m = alpha_f = 0: Newmark, A = a; with beta = 1/4, gamma = 1/2 the trapezoidal rule.
typedef struct {
  double alpha_m, alpha_f, beta, gamma;
} jni_rule;

// Equations that own their step. y holds all that a step needs and leaves behind (accelerations and multipliers too).
typedef struct jni_stepper {
  // Makes the accelerations and multipliers of y fit (t, q, v, z): at a start.
  jn_status (*begin)(void *self, double t, double *y);
  // From (t, y) to (t + h, y) in place. On failure y is as it was.
  jn_status (*advance)(void *self, const jni_rule *rule, double t, double h, double *y);
  // ydot at (t, y), for interpolation within a step; no evaluation of the equations.
  void (*derivative)(void *self, const double *y, double *ydot);
  // Why the last advance failed.
  void (*explain)(void *self, jn_status status, char *text, size_t size);
} jni_stepper;

// F(t, y, ydot) = 0, with the linear algebra that belongs to it. `self` is that of the jni_ode.
typedef struct jni_residual {
  jn_status (*residual)(void *self, double t, const double *y, const double *ydot, double *r);
  // Factors dF/dy + c dF/dydot at (t, y, ydot); solve then takes r to the increment in place.
  jn_status (*setup)(void *self, double t, double c, const double *y, const double *ydot);
  void (*solve)(void *self, double *r);
  // Makes y and ydot fit each other at a start: components of y that ydot belongs to stay, as far as the rows allow.
  jn_status (*consistent)(void *self, double t, double *y, double *ydot);
  const bool *in_error_test;  // n: the component is part of the error test
} jni_residual;

typedef struct {
  double step;      // fixed-step methods: h; variable: first step, 0 chosen by the method
  double max_step;  // 0: none
  int max_order;    // of multistep methods; 0: the highest they have
  double until;     // the end of the run, for the least step
  double pace;      // a time in which something may happen, for first steps where nothing tells another; 0: until
  // damping of the fastest motions by newmark, hht and generalized-alpha: their spectral radius at h -> infinity
  double rho;
  int jacobian_every;  // linearly implicit methods: steps for which a Jacobian is kept
  int halvings;        // how often a step that fails may be halved, 0: never
  double strictness;   // tolerances are multiplied by this; 0: by 1
} jni_integrator_options;

typedef struct {
  long steps, rejected, evaluations, iterations, halved;
  long setups;       // matrices factored for the iterations
  long unconverged;  // steps tried in which the iterations did not converge
} jni_integrator_counts;

typedef struct jni_integrator jni_integrator;

typedef struct {
  const char *name, *help;
  bool fixed_step;
  int order;         // of errors, of a fixed step; 0: the step adapts, or the equations make it
  bool residual;     // solves F(t, y, ydot) = 0: wants ode.residual
  bool rule;         // hands the equations a rule: wants ode.stepper
  bool stiff;        // variable step, made for stiff forces
  double least_rho;  // smallest spectral radius `rho` that the rule can have
  // how far the stability region reaches along the negative real axis, in h times rate; 0: the step adapts
  double stability;
  bool projects;  // as integrator.projected: y at accepted steps and after a start is as ode.project has left it
  jni_integrator *(*create)(const jn_alloc *alloc, const jni_ode *ode, const jni_integrator_options *options,
                            jn_report *report);
  // Starts or restarts at (t, y): no history is kept. Methods that project do so here.
  jn_status (*start)(jni_integrator *integrator, double t, const double *y);
  // Takes one step, never beyond t_limit. A fixed-step method goes to the next of its times origin + k h, or less far
  // to land on t_limit exactly (no sliver: when what would remain is below 1e-9 h it stretches to t_limit). On failure
  // y stays at the last accepted state.
  jn_status (*step)(jni_integrator *integrator, double t_limit);
  // y and ydot at t, and `within`: at t_previous too, where steps leave them to be made when they are asked for. NULL:
  // they are there.
  jn_status (*settle)(jni_integrator *integrator, bool within);
  // y at t within the last step, by the method's own dense output (cubic Hermite where it has none).
  void (*interpolate)(const jni_integrator *integrator, double t, double *y);
  // h times the rate of the fastest motion that the last accepted step has felt, NaN: not known. NULL: not an explicit
  // method. Evaluates nothing.
  double (*stiffness)(jni_integrator *integrator);
  // For checkpoints, optional: how many numbers the history takes, all of it written there, and taken up again at t
  // instead of a start (unless `anew` is set then). A method without these starts anew at every checkpoint.
  int (*history)(const jni_integrator *integrator);
  void (*save)(const jni_integrator *integrator, double *numbers);
  void (*load)(jni_integrator *integrator, double t, const double *numbers);
  // Optional: all that was learnt on the way is forgotten, as when it was made.
  void (*forget)(jni_integrator *integrator);
} jni_integrator_kind;

// First member of every integrator.
struct jni_integrator {
  jni_pool pool;  // all of it: jni_object_free ends it
  const jni_integrator_kind *kind;
  jni_ode ode;
  jni_integrator_options options;
  double origin;       // fixed steps end at origin + k h: set before a run begins, and kept
  bool limited;        // variable steps: the limit had a part in the length of the last one, or of one that it rejected
  bool begun_limited;  // the same of a first step: it was chosen with the limit in view, though it may be far shorter
  double t, t_previous;  // end and begin of the last step
  double *y, *ydot;      // at t
  bool projected;        // y is as ode.project has left it (after a start, and after every step)
  bool renew;            // it wants to be started anew at the state of the last step
  bool anew;             // what was loaded needs a start all the same
  jni_integrator_counts counts;
  double first_halved;  // when the first of the steps that were halved began; of no meaning while counts.halved is 0
  char message[256];    // why the last step failed
};

extern const jni_integrator_kind *const jni_integrator_kinds[];  // ended by NULL; in integrator_table.c
const jni_integrator_kind *jni_integrator_kind_find(const char *name);

// Of a fixed-step method: t is one of its times origin + k h, but for rounding.
bool jni_integrator_on_grid(const jni_integrator *integrator, double t);

#endif
