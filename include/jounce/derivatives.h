// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// derivatives.h - derivatives of the steps of a compiled model, and gradients of its runs, without a compiler of C.
//
//   x(k+1) = S(x(k))          x = (t, q, v, z, s, u, ...): all variables of the code, and the memory of the method
//   forward   dx(k+1) = S'(x) dx(k)
//   reverse   x_bar(k) = S'(x)' x_bar(k+1)
//   gradient  of F = sum over k of f(k, x(k)), k = 0 ... n, with respect to x(0), the inputs of all steps, parameters
//
// S is the discrete step of integrator euler, rk4, rosenbrock or split, with events at the ends of steps. Derivatives
// are those of the branches that were taken (docs/methods.md, "Derivatives of a step").
//
// Example: the derivative of the angle of a pendulum after 1 s with respect to its angle at the start.
//
//   #include <jounce/derivatives.h>
//   static double last_angle(void *context, long step, const double *x, double *x_bar) {
//     const long *n = context;
//     if (step < *n) return 0;
//     if (x_bar) x_bar[1] += 1;
//     return x[1];
//   }
//   int main(void) {
//     jn_report *report = jn_report_new(NULL);
//     jn_model *model = jn_model_read(NULL, "models/examples/pendulum.yaml", NULL, 0, report);
//     jn_choices choices = jn_choices_default();
//     choices.step = 1e-3;
//     jn_compile_options options = jn_compile_options_default();
//     options.choices = &choices;
//     jn_compiled *compiled = model ? jn_compile(model, &options, report) : NULL;
//     jn_derivatives *d = compiled ? jn_derivatives_new(compiled, report) : NULL;
//     jn_run_gradient g = {.nsteps = 1000, .objective = last_angle, .context = &g.nsteps};
//     bool good = d && jn_derivatives_gradient(d, &g) == JN_OK && g.x_bar[1] != 0;
//     jn_derivatives_free(d);
//     jn_compiled_free(compiled);
//     jn_model_free(model);
//     jn_report_free(report);
//     return good ? 0 : 1;
//   }
#ifndef JOUNCE_DERIVATIVES_H
#define JOUNCE_DERIVATIVES_H

#include "jounce/compile.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct jn_derivatives jn_derivatives;

// Order of x: the time x[0], then coordinates, speeds, states, switches, inputs, memory of events, kept parameters.
typedef struct {
  int nx;                                   // size of x, with the memory of the method
  int nvariables;                           // number of variables; the memory of the method follows them
  int q, v, z, s, u, m, p;                  // index in x of the first of each
  int nq, nv, nz, ns, nu, nm, np;           // their numbers
  const char *const *names, *const *units;  // nvariables
  double step;                              // s
  const char *integrator;
} jn_derivatives_layout;

// Prepares derivatives of the steps of a compiled model with its integrator and step. `compiled` must outlive the
// result. Returns NULL with a fault in the report: an integrator without derivatives, tabulated stops.
JN_API jn_derivatives *jn_derivatives_new(jn_compiled *compiled, jn_report *report);
JN_API void *jn_derivatives_free(jn_derivatives *d);  // returns NULL
JN_API const jn_derivatives_layout *jn_derivatives_get(const jn_derivatives *d);
// Writes the x (nx) at which the compiled model starts. Inputs that are NaN follow their own function of time; a number
// holds an input.
JN_API void jn_derivatives_start(jn_derivatives *d, double *x);

// ---- one step -------------------------------------------------------------------------------------------------------
// Makes a step from x, which becomes its end, and keeps its slopes. Returns JN_OK; JN_SINGULAR, JN_NOT_FINITE or
// JN_STEP_TOO_SMALL if the step failed; JN_REFUSED if it had more passes of events than can be differentiated (8).
JN_API jn_status jn_derivatives_step(jn_derivatives *d, double *x);
// The functions below apply the slopes of the last step, any number of times.
// Changes dx, ndirections times nx numbers, one direction after the other: changes of x before the step become those
// after it.
JN_API void jn_derivatives_forward(jn_derivatives *d, double *dx, int ndirections);
// Changes the gradient x_bar (nx) of a function of x after the step to that with respect to x before it.
JN_API void jn_derivatives_reverse(jn_derivatives *d, double *x_bar);
// Writes the Jacobian of the nvariables variables, by rows: J[i * nvariables + k] is the derivative of variable i after
// the step with respect to variable k before it.
JN_API void jn_derivatives_jacobian(jn_derivatives *d, double *J);

// ---- runs -----------------------------------------------------------------------------------------------------------
// Returns the term f(step, x) of an objective, before the first step (0) and after each. x_bar not NULL: also adds the
// gradient of the term with respect to x to x_bar, both nx. Is called twice for each step: for the value with x_bar
// NULL, and backwards for the gradient.
typedef double jn_objective(void *context, long step, const double *x, double *x_bar);

typedef struct {
  long nsteps;
  jn_objective *objective;
  void *context;
  const double *x;       // nx: x(0); NULL: the start of the model
  const double *inputs;  // nsteps x nu: inputs held in each step; NULL: those of x
  // Number of checkpoints: parts of the run, each of which is made again on the way back, with its states stored.
  // Memory is that of checkpoints + nsteps/checkpoints states. 0: all states are stored on the way forward, and no
  // step is repeated. The results are the same to the last bit.
  int checkpoints;
  // Results. The lists belong to the jn_derivatives until the next call.
  double value;              // F
  const double *x_bar;       // nx: gradient with respect to x(0); elements p: with respect to kept parameters
  const double *inputs_bar;  // nsteps x nu: with respect to the inputs of each step; NULL without `inputs`
  long made;                 // steps that were made: fewer than nsteps if an event ended the run
  long repeated;             // steps that were made again between checkpoints
} jn_run_gradient;

// Computes an objective of a run and its gradient. x(0) is independent of parameters here: a start that depends on them
// is not differentiated. Returns JN_NO_MEMORY, or what jn_derivatives_step returns if a step fails.
JN_API jn_status jn_derivatives_gradient(jn_derivatives *d, jn_run_gradient *g);

#ifdef __cplusplus
}
#endif
#endif
