// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_method.h - methods of fixed step size for programs. Each is a header of kernels,
// kernel/step/step_NAME.h with jnk_memory_NAME, jnk_workspace_NAME, jnk_start_NAME and jnk_step_NAME: tape and printed
// code run the same text.
#ifndef JNI_STEP_METHOD_H
#define JNI_STEP_METHOD_H

#include "compile/implicit/implicit.h"
#include "kernel/step/step.h"
#include "kernel/step/step_linear.h"

// Calls X for each method: name, help, order, evaluations, implicit variables, part, has_qdot, derivatives. The last is
// the NAME of the header step_linear_NAME.h, NONE: there are no derivatives. A new method needs a header and a line
// here.
#define JNI_METHOD_LIST(X)                                                                                           \
  X(euler, "semi-implicit Euler, order 1: speeds first, positions with the new speeds", 1, 1, NONE, 1, false, euler) \
  X(ab2, "Adams-Bashforth, order 2", 2, 1, NONE, 0, true, NONE)                                                      \
  X(rk4, "classical Runge-Kutta, order 4", 4, 4, NONE, 0.5, true, rk4)                                               \
  X(rosenbrock, "linearly implicit, order 2, with a Jacobian that is kept for some steps", 2, 2, ALL, 0.5, true,     \
    rosenbrock)                                                                                                      \
  X(split, "linearly implicit where the motion is stiff, explicit elsewhere, order 2", 2, 2, STIFF, 0.5, true,       \
    rosenbrock)

typedef struct {
  const char *name, *help;
  int order, evaluations;  // order of convergence; number of evaluations of `rates` per step
  jni_implicit_extent implicit;
  // A constant acceleration a moves a coordinate by part a h^2 in a step of size h. 0: the method cannot hold a
  // mean force of stops during a step, because it uses rates of earlier steps.
  double part;
  bool has_qdot;  // the method reads qdot of `rates`
  // memory: returns the number of doubles of the method's memory, which follows the variables in x. workspace: returns
  // the number of doubles that start and step need.
  int (*memory)(const jnk_step *s);
  int (*workspace)(const jnk_step *s);
  // start: initialises the method's memory in x from the variables, at the start and after jumps. step: advances x by
  // one step.
  void (*start)(const jnk_step *s, double *x, double *workspace);
  void (*step)(const jnk_step *s, double *x, double *workspace, jnk_step_result *result);
  // Derivatives of a step (kernel/step/step_linear.h); NULL: none. derivative: the NAME of their functions. blocks:
  // reserves the record of a step. forward, reverse: change dx, and the gradient x_bar.
  const char *derivative;
  void (*blocks)(jnk_linear_step *l);
  void (*forward)(const jnk_linear_step *l, const double *record, double *numbers, jnk_directions *workspace,
                  jnk_directions *dx);
  void (*reverse)(const jnk_linear_step *l, const double *record, double *numbers, double *workspace, double *x_bar);
} jni_step_method;

extern const jni_step_method jni_step_methods[];  // terminated by a NULL name
const jni_step_method *jni_step_method_find(const char *name);

#endif
