// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// exchange.h - a model as ordinary differential equations with events, integrated by another program (Model Exchange).
//
//   xdot = f(t, x),  y = h(t, x),  z(t, x): event indicators
//   x = (positions, speeds, auxiliary states) of formulation `reduced`: of y in reduced.h the components that are
//       integrated. A slot of x belongs to another joint variable after an event that has changed the independent set.
// Positions have a slot for each coordinate that is no sum of speeds (quaternions), and as many others as can be
// independent; slots that the present choice leaves unused are zero.
#ifndef JNI_EXCHANGE_H
#define JNI_EXCHANGE_H

#include "jounce/simulate.h"

typedef struct jni_exchange jni_exchange;

typedef struct {
  bool terminate;         // an event with `stop` has ended the run
  bool values_changed;    // events have changed the states
  bool nominals_changed;  // the independent set has changed, and with it the nominal values
  double next_time;       // time of the next time event, s; HUGE_VAL: none
} jni_exchange_update;

// Starts a model at time `start` with formulation `reduced`, whatever method is chosen. The model must outlive the
// object. Returns NULL with faults in the report.
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
// Returns the index in y of the component that a slot belongs to now; -1: it is unused.
int jni_exchange_component(const jni_exchange *e, int i);
// Returns the index of the speed that is the rate of position i as long as the independent set does not change; -1: the
// rate is another function of the states.
int jni_exchange_speed_of(const jni_exchange *e, int i);
// Returns the name of the joint variable or auxiliary state that a slot belongs to now; "" if it is unused.
const char *jni_exchange_name(const jni_exchange *e, int i, char *text, size_t size);

// ---- trial points, of which nothing is recorded ---------------------------------------------------------------------
void jni_exchange_hold(jni_exchange *e, int input, double value);
void jni_exchange_set_time(jni_exchange *e, double t);
void jni_exchange_set_states(jni_exchange *e, const double *x);
const double *jni_exchange_states(const jni_exchange *e);
void jni_exchange_nominals(const jni_exchange *e, double *nominals);
// Compute the rates, the outputs or the event indicators at the present point (t, x) and store them in the array.
// Return a failure if the equations cannot be evaluated there.
jn_status jni_exchange_rates(jni_exchange *e, double *rates);
jn_status jni_exchange_outputs(jni_exchange *e, const double **outputs);
jn_status jni_exchange_indicators(jni_exchange *e, double *indicators);

// ---- accepted points ------------------------------------------------------------------------------------------------
// Accepts (t, x) as the end of a step. Sets *event if the independent set has become ill-conditioned, so that events
// must be handled although no indicator has changed its sign.
jn_status jni_exchange_accept(jni_exchange *e, bool *event);
// Accepts the present point (t, x) as the end of a step and handles the events that are pending there; *update tells
// the importer what has changed.
jn_status jni_exchange_handle(jni_exchange *e, jni_exchange_update *update);
// Restarts at a state of the run's system, which becomes the present and the last accepted point.
jn_status jni_exchange_restart(jni_exchange *e, const double *state);
// Restarts at the present point of another object, whose model differs by parameters only. Returns false with a fault
// in the report.
bool jni_exchange_follow(jni_exchange *e, jni_exchange *from, jn_report *report);

// ---- saved states ---------------------------------------------------------------------------------------------------
int jni_exchange_save_size(const jni_exchange *e);  // returns the count of numbers
// Saves everything except the held inputs. This object and each object that loads the numbers continue with the same
// bits.
jn_status jni_exchange_save(jni_exchange *e, double *block);
jn_status jni_exchange_load(jni_exchange *e, const double *block, jn_report *report);

#endif
