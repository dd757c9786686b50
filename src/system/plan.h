// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// plan.h - what a system stores for each element of the model: compiled formulas, and the indices of the element's
// states, inputs and switches in the arrays of the system.
#ifndef JNI_SYSTEM_PLAN_H
#define JNI_SYSTEM_PLAN_H

#include "force/force.h"
#include "joint/equations/primitive.h"
#include "jounce/system.h"

enum { JNI_MOST_VARIABLES = 64 };  // largest number of signals in one expression
enum { JNI_MOST_BREAKS = 64 };     // largest number of breaks in time of one expression

// A compiled expression and the signals that it reads.
typedef struct {
  jni_expression *expression;  // NULL: the model gives none
  jni_signal *signals;         // in the order of the expression's variables
  int nsignals, capacity_signals;
  int nswitches;  // number of switches in the expression; 0 for formulas that the run does not watch
  int switch_at;  // index of its first switch among all switches of the system
  int time;       // index of the signal that is time, if its breaks are time events; -1: the breaks are not used
} jni_formula;

// The interval between two time events that contains the current time of a run.
typedef struct {
  double start, next;  // last start or restart of the integration, s; next time event, s
} jni_event_interval;

// The bodies and auxiliary states that one or several formulas read.
typedef struct {
  int *bodies, nbodies, body_capacity;   // without the ground
  int *states, nstates, state_capacity;  // indices in z
  int sort;                              // jni_gradient_sort: how the gradients of the formulas are computed
} jni_reads;

// A motion through the points of a table: value, rate and acceleration at n times, joined by polynomials of fifth
// degree (drive/motion_table.c). After the last time the value changes at the last rate.
typedef struct {
  int n;  // 0: there is no table
  const double *t, *value;
  double *rate, *acceleration;
} jni_motion_table;

// A prescribed motion of a driver or rate of a velocity coupling (drive/drive.h): exactly one of an expression of time,
// a table and a filter gives it.
typedef struct {
  int joint;            // the driver or velocity coupling
  int primitive;        // index of the primitive that is its constraint equation
  jni_formula of_time;  // expression NULL: a table or a filtered signal prescribes the motion
  jni_motion_table course;
  jni_formula signal;  // input of the filter; expression NULL: no filter
  double w;            // natural frequency of the filter, rad/s
  double spread;       // 1 + 2 d with the damping ratio d of the filter
  int state_at;        // index in z of the first of its JNI_DRIVE_STATES states; -1: no filter
} jni_drive;

// One term of a sum of joint coordinates: the coordinate, as an index in jn_system.coordinates, and its factor.
typedef struct {
  int coordinate;
  double factor;
} jni_form_term;

typedef struct {
  const jni_force_element *element;
  const jni_form_term *terms;  // joint coordinates: the force acts along their weighted sum
  int nterms;                  // 0: the force acts on its ends
  const jn_frame *ends;        // frames at which it acts; empty if it acts along coordinates or on every body
  int nends;
  // Bodies of the places at which the element acts: of each end, or of both sides of each coordinate. Bodies may
  // repeat; 0 is the ground.
  int *places, nplaces;  // nplaces = 0: the element acts on every body
  int *bodies, nbodies;  // the movable bodies among the places, each once
  jni_formula value[3];  // expression NULL: zero
  int switch_at;  // index of the law's first switch among all switches; kinds that touch: of its first root function
  int nswitches;
  int state_at, nstates;  // index in z of its first auxiliary state; their number
  int discrete_at;        // index of its discrete states in s; -1: none
  jni_reads reads;        // bodies and states that its values read
  // Bodies on which it acts, then the other bodies that its values read; ndependencies 0: its values read no body.
  int *dependencies, ndependencies;
  bool exact;  // all its derivatives are computed without differences
} jni_force_plan;

// An element of the section `subsystems`, with its inputs compiled and the places of its values.
typedef struct {
  const jni_subsystem_element *element;
  jni_formula *inputs;          // expression NULL: the model gives none
  int value_at;                 // index of its inputs in work->subsystem_values; space for its states follows
  int output_at;                // index of its outputs in work->subsystem_outputs; the rates of its states follow
  int state_at;                 // index in z of the first of its states
  int discrete_at;              // index in s of the first of its discrete states
  int root_at;                  // index of its first root function
  jni_reads reads[JNI_STAGES];  // bodies and states on which the outputs of each stage depend
} jni_subsystem_plan;

// A point of a rigid contact of the model.
typedef struct {
  int contact;  // index in the model
  const jni_contact_pair *pair;
  int feature;  // index of the point among the points of its pair
  int s_at;     // index in s of its JNI_CONTACT_STATES states
} jni_contact_point;

typedef struct {
  const jni_event *event;
  jni_formula when;  // expression NULL: a time event
  jni_formula *set;  // nset new values
  int *target;       // nset: index in s, or ns + index in z
} jni_event_plan;

// Returns whether a force element acts on every body, as gravity between bodies does.
static inline bool jni_acts_everywhere(const jni_force_plan *plan) { return plan->nplaces == 0; }

#endif
