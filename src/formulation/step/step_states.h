// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_states.h - the inside of jni_step_states: auxiliary states of force elements (step_states.c) and of the model
// (step_model_states.c).
#ifndef JNI_FORMULATION_STEP_STATES_H
#define JNI_FORMULATION_STEP_STATES_H

#include "formulation/step/step_formulation.h"
#include "system/plan.h"

// Bodies, and a row over the speeds of each.
typedef struct {
  int *body, n, capacity;
  double *row;  // n x JNI_WIDEST
} jni_body_rows;

// One state: what it does to bodies, and how bodies move it.
typedef struct {
  const jni_force_plan *plan;  // whose state it is; NULL: of the model
  int k;                       // its number in the element
  int z;
  jni_body_rows force;  // generalised forces over z
  // zdot over increments; of the model z itself over increments. Room for twice as much
  jni_body_rows rate;
} jni_coupled;

// States of the model that read each other.
typedef struct {
  int n, *z;
  double *A, *x;  // n x n, factored: 1 - h theta dzdot/dz; n
  int *pivot;
} jni_state_group;

struct jni_step_states {
  jni_pool *pool;
  int n, nelement;    // all; those of elements, which stand first
  jni_coupled *list;  // those of the model in the order of z
  jni_state_group *groups;
  int ngroups;
  double *dz;  // nz: of a rate
};

double *jni_body_row(const jni_body_rows *rows, int body);  // NULL: not among them
typedef struct {
  jni_pool *pool;
  jni_body_rows *rows;
} jni_body_list;
void jni_body_row_add(void *context, int body);  // to a jni_body_list, once

// Bodies and groups; what fails is told by the pool.
void jni_model_states_make(const jn_system *system, jni_step_states *states);
// Forces over each state, and how each follows increments; speed: dv/dq of the step. At the current stages.
void jni_model_states_take(jni_step *f, double speed);
// change = A^-1 change
void jni_model_states_solve(const jni_step_states *states, double *change);

#endif
