// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_states.h - internals of jni_step_states: auxiliary states of force elements (step_states.c) and of the model
// (step_model_states.c).
#ifndef JNI_FORMULATION_STEP_STATES_H
#define JNI_FORMULATION_STEP_STATES_H

#include "formulation/step/step_formulation.h"
#include "system/plan.h"

// List of bodies, with a row of numbers over the speeds of each body.
typedef struct {
  int *body, n, capacity;
  double *row;  // n x JNI_WIDEST
} jni_body_rows;

// One auxiliary state: the bodies that it acts on (force), and the bodies that move it (rate), with derivatives.
typedef struct {
  const jni_force_plan *plan;  // force element of the state; NULL: state of the model
  int k;                       // index among the states of the element
  int z;                       // index in z
  jni_body_rows force;         // derivative of the generalised forces by z
  // Derivative of zdot with respect to increments of the configuration; for states of the model that of z itself. Its
  // rows are allocated with twice their size.
  jni_body_rows rate;
} jni_coupled;

// Auxiliary states of the model that move together in a step: each one's rate reads others of the group, at most 32
// (step_model_states.c). A state that depends on no other, or on too many, is alone.
typedef struct {
  int n, *z;      // members, indices in z
  double *A, *x;  // n x n: factors of 1 - h theta dzdot/dz; n: workspace
  int *pivot;     // n
} jni_state_group;

struct jni_step_states {
  jni_pool *pool;
  int n, nelement;    // number of all states; of those of force elements, which come first
  jni_coupled *list;  // n; states of the model in the order of z
  jni_state_group *groups;
  int ngroups;
  double *dz;  // nz: gradient of a rate by z
};

double *jni_body_row(const jni_body_rows *rows, int body);  // returns NULL if the body is not in the list
typedef struct {
  jni_pool *pool;
  jni_body_rows *rows;
} jni_body_list;
void jni_body_row_add(void *context, int body);  // adds a body to a jni_body_list, once

// Finds the bodies and groups of the states of the model and stores them in *states; lack of memory is recorded in the
// pool.
void jni_model_states_make(const jn_system *system, jni_step_states *states);
// Computes, for the states of the model at the current stages, the derivatives of forces with respect to each state,
// and of each state with respect to increments of the configuration. speed: dv/dq of the step.
void jni_model_states_calc(jni_step *f, double speed);
// Replaces `change` (nz), for the states of the model, by A^-1 change, group by group.
void jni_model_states_solve(const jni_step_states *states, double *change);

#endif
