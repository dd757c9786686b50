// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// engine_parts.h - the struct of an instance and the functions that its files share.
#ifndef JNI_ENGINE_PARTS_H
#define JNI_ENGINE_PARTS_H

#include "fmi/engine/engine.h"

typedef enum {
  MODE_INSTANTIATED = 1,
  MODE_INITIALIZATION = 2,
  MODE_EVENT = 4,
  MODE_CONTINUOUS = 8,
  MODE_STEP = 16,
  MODE_TERMINATED = 32,
  MODE_ERROR = 64,  // after an error: only reading values, setting a saved state, reset and free are allowed
  MODE_READY = MODE_EVENT | MODE_CONTINUOUS | MODE_STEP
} jni_engine_mode;

struct jni_engine {
  jni_pool pool;
  jni_engine_setup setup;  // the name is a copy; token and resources may be invalid after construction
  bool logging;
  jni_engine_settings own_settings;
  const jni_engine_settings *settings;
  jn_model *own_base;
  const jn_model *base;  // the model of the resources, without the parameters that the importer has set
  jni_engine_layout layout;
  jni_engine_mode mode;
  jni_engine_experiment experiment;

  // Values that the importer has set. One value for each parameter, valid if is_set; then one flag for each.
  double *parameters;
  bool *is_set;
  bool changed;  // parameters were set since the model was made
  double *inputs;
  int *input;  // index in the model of each input

  // Objects that are made when a value is needed for the first time.
  jn_model *own_model;  // model with the set parameters; NULL: `base` is used
  const jn_model *model;
  jn_session *session;     // motion of Co-Simulation
  jni_exchange *exchange;  // motion of Model Exchange; in Co-Simulation states and rates are read from it
  double seen;             // time of the session to which `exchange` was set last, s; NaN: it was not set
  double time;             // present time, set by the importer or reached by steps, s
  bool values_changed;     // parameters have changed the states since the last update
  bool terminated;         // an event with `stop` has ended the run
  double *work;            // workspace: rates or event indicators
};

// Returns JNI_ENGINE_OK if the present mode is one of `modes`; otherwise logs that the function `what` must not be
// called now, and returns JNI_ENGINE_ERROR.
jni_engine_status jni_engine_check(jni_engine *engine, int modes, const char *what);
// Makes model and motion if there are none, or applies parameters that were set since. Returns OK; on failure logs a
// message, enters MODE_ERROR and returns an error.
jni_engine_status jni_engine_prepare(jni_engine *engine);
void jni_engine_drop_motion(jni_engine *engine);
// Logs the faults in a report as messages with this status and, in Co-Simulation, its warnings with JNI_ENGINE_WARNING.
// Notes are not logged.
void jni_engine_say_report(const jni_engine *engine, jni_engine_status status, const jn_report *report);
// Logs a message "what: why", enters MODE_ERROR and returns JNI_ENGINE_ERROR.
jni_engine_status jni_engine_fail(jni_engine *engine, const char *what, const char *why);

#endif
