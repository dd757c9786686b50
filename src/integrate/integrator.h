// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// integrator.h - integrators of ydot = rhs(t, y), each one constant table of functions in a file of its own.
#ifndef JNI_INTEGRATOR_H
#define JNI_INTEGRATOR_H

#include "base/pool.h"

// Interface of equations of motion ydot = rhs(t, y), which a formulation provides and an integrator calls.
typedef struct {
  int n;
  void *self;
  // Computes ydot at (t, y) and returns the status. After JN_NO_CONVERGENCE, JN_NOT_FINITE or JN_SINGULAR a
  // variable-step method tries a smaller step.
  jn_status (*rhs)(void *self, double t, const double *y, double *ydot);
  // Projects y onto the constraint manifold in place, computes ydot there, and returns the status. Methods that project
  // call it at the start and at the end of each step, also of one that is then rejected; the first stage of the next
  // step shares its factorisation. NULL: such methods call rhs instead.
  jn_status (*project)(void *self, double t, double *y, double *ydot);
  // Returns the relative rounding error of the last ydot; 0 if it is negligible. Shorter steps do not reduce it, so an
  // error test must tolerate it. NULL: it is always negligible.
  double (*noise)(void *self);
  int npositions, nspeeds;  // numbers of positions and speeds at the beginning of y; 0: none
  // Computes the rates of the positions (npositions) from positions and speeds in y, without evaluating forces, and
  // returns the status. NULL: these rates also depend on other states.
  jn_status (*drift)(void *self, double t, const double *y, double *rate);
  // n: true for components that are computed from the others, so that no rate depends on them; the flags may change at
  // a start. NULL: there are none.
  const bool *idle;
  const double *absolute;  // n: absolute tolerance of each component, in its unit
  double relative;         // relative tolerance
  // Computes, from the last evaluation, the error amplification of each component: an error of the size of its
  // tolerance causes an error of at most this many tolerances in the variables that depend on it; at least 1. NULL: no
  // variables depend on the components.
  void (*amplification)(void *self, double *amplification);
  // The residual F(t, y, ydot) = 0, used by `ida` instead of rhs and project. NULL: the equations are ydot = rhs.
  const struct jni_residual *residual;
  // Functions of equations that compute the step themselves, by a one-step rule; used instead of rhs and project. NULL:
  // the equations do not.
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

// Equations that compute their own step. Their y also holds accelerations and multipliers.
typedef struct jni_stepper {
  // Completes y at a start: computes consistent accelerations and multipliers in y for the (t, q, v, z) there. Returns
  // the status.
  jn_status (*begin)(void *self, double t, double *y);
  // Advances y from t to t + h in place by the rule, and returns the status. On failure y is unchanged.
  jn_status (*advance)(void *self, const jni_rule *rule, double t, double h, double *y);
  // Computes ydot from y, for interpolation within a step, without an evaluation of the equations.
  void (*derivative)(void *self, const double *y, double *ydot);
  // Writes to `text` why the last call of `advance` failed with this status.
  void (*explain)(void *self, jn_status status, char *text, size_t size);
} jni_stepper;

// Equations in residual form, F(t, y, ydot) = 0, with their linear algebra. `self` of the functions is that of the
// jni_ode.
typedef struct jni_residual {
  jn_status (*residual)(void *self, double t, const double *y, const double *ydot, double *r);
  // Factors dF/dy + c dF/dydot at (t, y, ydot) and returns the status. With this factor, `solve` replaces a residual r
  // by the increment of y.
  jn_status (*setup)(void *self, double t, double c, const double *y, const double *ydot);
  void (*solve)(void *self, double *r);
  // Makes y and ydot consistent at a start, in place, and returns the status. Differential components of y change only
  // as far as the constraints require.
  jn_status (*consistent)(void *self, double t, double *y, double *ydot);
  const bool *in_error_test;  // n: the component is part of the error test
} jni_residual;

typedef struct {
  double step;      // fixed-step methods: h, s; variable steps: first step, 0: chosen by the method
  double max_step;  // largest step, s; 0: no limit
  int max_order;    // largest order of multistep methods; 0: the highest available
  double until;     // end of the run, s; scale of the smallest step
  double pace;      // time scale of a first step if the equations suggest none, s; 0: until
  double rho;  // spectral radius for h -> infinity of newmark, hht and generalized-alpha: damping of the fastest modes
  int jacobian_every;  // linearly implicit methods: number of steps for which a Jacobian is kept
  int halvings;        // how often a failing step of a rule (structural_rules.c) may be halved; 0: never
  double strictness;   // factor of all tolerances of `adams` and `bdf`; 0: 1
} jni_integrator_options;

typedef struct {
  long steps, rejected, evaluations, iterations, halved;
  long setups;       // number of factorisations of the iteration matrix
  long unconverged;  // number of trial steps whose iterations did not converge
} jni_integrator_counts;

typedef struct jni_integrator jni_integrator;

typedef struct {
  const char *name, *help;
  bool fixed_step;
  int order;         // fixed step: order of convergence; 0: variable step, or the equations make the step
  bool residual;     // solves F(t, y, ydot) = 0: needs ode.residual
  bool rule;         // the equations make the step by a rule of this integrator: needs ode.stepper
  bool stiff;        // variable step, for stiff forces
  double least_rho;  // smallest spectral radius `rho` of the rule
  // Fixed step: stability limit of h |eigenvalue| on the negative real axis; 0: variable step, or implicit.
  double stability;
  bool projects;  // y is projected (ode.project) at the start and after each accepted step
  jni_integrator *(*create)(const jn_alloc *alloc, const jni_ode *ode, const jni_integrator_options *options,
                            jn_report *report);
  // Starts or restarts at (t, y) without history, and returns the status. Methods that project do so here. y may be
  // that of the integrator.
  jn_status (*start)(jni_integrator *integrator, double t, const double *y);
  // Takes one step, not beyond t_limit, and returns the status. A fixed-step method goes to the next time origin + k h,
  // or exactly to t_limit if that is earlier; it extends the step to t_limit if less than 1e-9 h would remain. On
  // failure t, y and ydot stay at the last accepted state, and `message` has the reason.
  jn_status (*step)(jni_integrator *integrator, double t_limit);
  // Completes y and ydot at t if steps defer their computation, and returns the status; with `within` also those at
  // t_previous, for interpolation. NULL: steps leave them complete.
  jn_status (*complete_step)(jni_integrator *integrator, bool within);
  // Computes y at a time t within the last step by the dense output of the method, or by cubic Hermite interpolation.
  void (*interpolate)(const jni_integrator *integrator, double t, double *y);
  // Returns h |eigenvalue| of the fastest mode, estimated from the last accepted step without an evaluation; NaN if it
  // cannot be estimated. NULL: the method is not explicit.
  double (*stiffness)(jni_integrator *integrator);
  // For checkpoints: history returns the length of the history, in numbers; save writes it; load restores it at t in
  // place of a start, unless it sets `anew`. All NULL: the method restarts at every checkpoint.
  int (*history)(const jni_integrator *integrator);
  void (*save)(const jni_integrator *integrator, double *numbers);
  void (*load)(jni_integrator *integrator, double t, const double *numbers);
  // Discards all information from earlier steps, so that the integrator is as after `create`. NULL: nothing to discard.
  void (*forget)(jni_integrator *integrator);
} jni_integrator_kind;

// Integrator of one set of equations; the first member of the struct of every method.
struct jni_integrator {
  jni_pool pool;  // owns everything; jni_object_free frees it
  const jni_integrator_kind *kind;
  jni_ode ode;
  jni_integrator_options options;
  double origin;         // fixed steps end at origin + k h; set once before a run
  bool limited;          // variable steps: t_limit influenced the length of the last step or of a rejected trial
  bool begun_limited;    // variable steps: t_limit influenced the choice of the first step
  double t, t_previous;  // end and beginning of the last step
  double *y, *ydot;      // n: y and ydot at t
  bool projected;        // the method projects y: kind->projects, of the method in use
  bool renew;            // set by the integrator: the run must restart at the state of the last step
  bool anew;             // the history that `load` has read requires a restart
  jni_integrator_counts counts;
  double first_halved;  // beginning of the first halved step; valid if counts.halved > 0
  char message[256];    // reason why the last step failed
};

extern const jni_integrator_kind *const jni_integrator_kinds[];  // ends with NULL; in integrator_table.c
const jni_integrator_kind *jni_integrator_kind_find(const char *name);

// Returns whether t is, up to rounding, one of the times origin + k h at which a fixed-step method ends its steps.
bool jni_integrator_on_grid(const jni_integrator *integrator, double t);

#endif
