// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// exchange.h - a model as ordinary differential equations with events, integrated by another program (Model Exchange).
//
//   xdot = f(t, x),  y = h(t, x),  z(t, x): event indicators
//
// x = (positions, speeds, auxiliary states): the integrated components of y of formulation `reduced` (reduced.h). An
// element of x is called a slot, because after an event that has changed the set of independent variables it contains
// another joint variable. Positions have a slot for each coordinate that is no sum of speeds (quaternions), and as many
// others as can be independent; slots that the present set leaves unused are zero.
#ifndef JNI_EXCHANGE_H
#define JNI_EXCHANGE_H

#include "jounce/simulate.h"

typedef struct jni_exchange jni_exchange;

typedef struct {
  bool terminate;       // an event with `stop` has ended the run
  bool values_changed;  // events have changed the states
  // the independent set has changed, so that slots contain other variables with other nominal values
  bool nominals_changed;
  double next_time;  // time of the next time event, s; HUGE_VAL: none
} jni_exchange_update;

// Starts a motion of a model at time `start`, s, with formulation `reduced`, whatever method the choices name. The
// model must outlive the object. Returns NULL with faults in the report.
jni_exchange *jni_exchange_new(const jn_model *model, const jn_choices *choices, const char *const *probes, int nprobes,
                               double start, jn_report *report);
void *jni_exchange_free(jni_exchange *e);
jn_run *jni_exchange_run(const jni_exchange *e);

enum { JNI_EXCHANGE_POSITION, JNI_EXCHANGE_SPEED, JNI_EXCHANGE_AUXILIARY };
int jni_exchange_nx(const jni_exchange *e);
// Returns the number of event indicators. The last one is that of the independent set, if constraints leave a choice:
// it falls below 0 where another set must be chosen, and is near 1 after that.
int jni_exchange_nz(const jni_exchange *e);
// returns the sort of state i: position, speed or auxiliary state
int jni_exchange_sort(const jni_exchange *e, int i);
int jni_exchange_number(const jni_exchange *e, int i);  // returns the index of state i within its sort
// Returns the index in y of the component that slot i contains now; -1: the slot is unused.
int jni_exchange_component(const jni_exchange *e, int i);
// Returns the slot of the speed that is always the rate of position i; -1: i is no position, or its rate may be another
// function of the states, as in every model with constraints or contacts.
int jni_exchange_speed_of(const jni_exchange *e, int i);
// Writes the name of the joint variable or auxiliary state that slot i contains now into `text` and returns it; "" if
// the slot is unused or its content has no name.
const char *jni_exchange_name(const jni_exchange *e, int i, char *text, size_t size);

// ---- trial points, of which nothing is recorded ---------------------------------------------------------------------
// These set the present trial point or get it. Nothing is recorded.
void jni_exchange_hold(jni_exchange *e, int input, double value);
void jni_exchange_set_time(jni_exchange *e, double t);
void jni_exchange_set_states(jni_exchange *e, const double *x);
const double *jni_exchange_states(const jni_exchange *e);
void jni_exchange_nominals(const jni_exchange *e, double *nominals);
// These compute the rates, the outputs or the event indicators at the present point (t, x): into the array, the outputs
// into memory of the object, to which *outputs is set. They return a failure if the equations cannot be evaluated
// there.
jn_status jni_exchange_rates(jni_exchange *e, double *rates);
jn_status jni_exchange_outputs(jni_exchange *e, const double **outputs);
jn_status jni_exchange_indicators(jni_exchange *e, double *indicators);

// ---- accepted points ------------------------------------------------------------------------------------------------
// Accepts the present point (t, x) as the end of a step. Sets *event to whether events must be handled although no
// indicator has changed its sign: the independent set has become ill-conditioned, or closed points of contact have
// changed a state noticeably. Returns a failure, with *event unchanged, if the point cannot be accepted.
jn_status jni_exchange_accept(jni_exchange *e, bool *event);
// Accepts the present point (t, x) as the end of a step and handles the events that are pending there. Sets *update to
// what the importer must know about them. Returns a failure, with *update unchanged, if the point cannot be accepted or
// the events cannot be handled.
jn_status jni_exchange_handle(jni_exchange *e, jni_exchange_update *update);
// Restarts at a state of the run's system, which becomes the present and the last accepted point. Returns a failure if
// it cannot be assembled.
jn_status jni_exchange_restart(jni_exchange *e, const double *state);
// Restarts at the present point of another object, `from`, whose model differs by parameters only. Returns false with a
// fault in the report.
bool jni_exchange_follow(jni_exchange *e, jni_exchange *from, jn_report *report);

// ---- saved states ---------------------------------------------------------------------------------------------------
// returns how many numbers jni_exchange_save writes
int jni_exchange_save_size(const jni_exchange *e);
// Saves everything except the held inputs as numbers in block. This object, and each object that loads the numbers,
// continue with the same bits. Returns the status with which the run was saved.
jn_status jni_exchange_save(jni_exchange *e, double *block);
jn_status jni_exchange_load(jni_exchange *e, const double *block, jn_report *report);

#endif
