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
  MODE_ERROR = 64,  // only to look, reset and free
  MODE_READY = MODE_EVENT | MODE_CONTINUOUS | MODE_STEP
} jni_engine_mode;

struct jni_engine {
  jni_pool pool;
  jni_engine_setup setup;  // its texts are copies
  bool logging;
  jni_engine_settings own_settings;
  const jni_engine_settings *settings;
  jn_model *own_base;
  const jn_model *base;  // as in the resources
  jni_engine_layout layout;
  jni_engine_mode mode;
  jni_engine_experiment experiment;

  // set by the importer
  double *parameters;  // values; valid if set
  bool *is_set;        // of parameters
  bool changed;        // parameters have been set since the model was made
  double *inputs;
  int *input;  // index in the model of each input

  // made when a value is needed for the first time
  jn_model *own_model;  // with the set parameters; NULL: base
  const jn_model *model;
  jn_session *session;     // Co-Simulation
  jni_exchange *exchange;  // Model Exchange; in Co-Simulation for looking at states and rates
  double seen;             // time of the session at which `exchange` looks; NaN: none
  double time;             // of the importer, s
  bool values_changed;     // states have changed since the last update: by parameters
  bool terminated;         // an event with `stop`
  double *work;            // states, rates or indicators
};

// Returns JNI_ENGINE_OK if the mode is one of `modes`, else logs that `what` must not be called now.
jni_engine_status jni_engine_check(jni_engine *engine, int modes, const char *what);
// Makes model and motion, or takes over changed parameters. The mode becomes MODE_ERROR on failure.
jni_engine_status jni_engine_prepare(jni_engine *engine);
void jni_engine_drop_motion(jni_engine *engine);
// Logs the faults of a report, and the other messages if logging is on.
void jni_engine_say_report(const jni_engine *engine, jni_engine_status status, const jn_report *report);
// Enters MODE_ERROR after a message with this text. Returns JNI_ENGINE_ERROR.
jni_engine_status jni_engine_fail(jni_engine *engine, const char *what, const char *why);

#endif
