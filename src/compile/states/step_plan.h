// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_plan.h - selects the results of `rates` and `finish` that a step must read. Coordinates outside of loops need no
// correction and have w = 0, and events and subsystems change few states; no code is made for these, and they are not
// copied.
#ifndef JNI_STEP_PLAN_H
#define JNI_STEP_PLAN_H

#include "compile/program.h"
#include "compile/step_method.h"

typedef struct {
  jnk_step step;    // plan of a step for the kernels of the methods; its functions are not set
  jni_node *rates;  // step.at.n: results that the step reads
  int *taken;       // step.at.n: index of each of these among all results of `rates` (jni_rates_layout)
  // step.nupdated + 1: results of `finish` that can change, then whether the run ends; NULL: there are no actions at
  // the ends of steps
  jni_node *finish;
} jni_step_plan;

typedef struct {
  const jni_program *program;
  const jni_step_method *method;
  double h;
  int jacobian_every;  // steps between evaluations of the Jacobian; 0: 1
} jni_step_plan_def;

// Returns a plan whose lists are in the pool; if memory is insufficient the pool is marked as failed.
jni_step_plan jni_step_plan_of(jni_pool *pool, const jni_step_plan_def *def);

#endif
