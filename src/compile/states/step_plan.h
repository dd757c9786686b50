// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_plan.h - what a step needs of a program: of the results of `rates` and `finish` those that are not known from
// the graph. Most are: what no loop closes is its own correction and has no w, and events and subsystems change few
// states. Neither code is made for these, nor are they copied.
#ifndef JNI_STEP_PLAN_H
#define JNI_STEP_PLAN_H

#include "compile/program.h"
#include "compile/step_method.h"

typedef struct {
  jnk_step step;     // for the kernels of the methods, but for the functions that they call
  jni_node *rates;   // step.at.n
  int *taken;        // step.at.n: where each of them stands in jni_rates_layout
  jni_node *finish;  // step.nupdated, and whether the run ends; NULL: nothing is done at the ends of steps
} jni_step_plan;

typedef struct {
  const jni_program *program;
  const jni_step_method *method;
  double h;
  int jacobian_every;  // steps; 0: 1
} jni_step_plan_def;

// Lists are of the pool, which fails where there is no memory.
jni_step_plan jni_step_plan_of(jni_pool *pool, const jni_step_plan_def *def);

#endif
