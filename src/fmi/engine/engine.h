// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// engine.h - an instance of a model as an FMU: its variables, its mode (instantiated, initialization, ...) and which
// functions may be called in it. The functions of FMI 2 and FMI 3 are thin layers on these.
//
// Value references number the variables without gaps: time, parameters, inputs, outputs, states, their rates, event
// indicators, each sort in the order of the model.
#ifndef JNI_ENGINE_H
#define JNI_ENGINE_H

#include "fmi/engine/engine_settings.h"
#include "fmi/engine/exchange.h"
#include "jounce/session.h"

// Status of a function; the numbers are those of fmi2Status and fmi3Status.
typedef enum {
  JNI_ENGINE_OK,
  JNI_ENGINE_WARNING,
  JNI_ENGINE_DISCARD,
  JNI_ENGINE_ERROR,
  JNI_ENGINE_FATAL
} jni_engine_status;

typedef enum {
  JNI_ENGINE_TIME,
  JNI_ENGINE_PARAMETER,
  JNI_ENGINE_INPUT,
  JNI_ENGINE_OUTPUT,
  JNI_ENGINE_STATE,
  JNI_ENGINE_RATE,
  JNI_ENGINE_INDICATOR,
  JNI_ENGINE_NSORTS
} jni_engine_sort;

typedef struct {
  int n[JNI_ENGINE_NSORTS];  // number of variables of each sort
  // value reference of the first variable of each sort; the last element is the number of all variables
  int first[JNI_ENGINE_NSORTS + 1];
} jni_engine_layout;

typedef struct {
  const char *name, *token, *resources;  // name, instantiation token, and folder of the resources of the instance
  bool exchange;                         // interface of the instance: true: Model Exchange; false: Co-Simulation
  bool logging;
  // Receives messages; `category` is one of jni_engine_categories.
  void (*log)(void *context, jni_engine_status status, const char *category, const char *message);
  void *context;
} jni_engine_setup;

// category of the messages of each status, beginning with JNI_ENGINE_WARNING; ends with NULL
extern const char *const jni_engine_categories[];

typedef struct jni_engine jni_engine;

// Makes an instance with the settings in the folder of its resources and the model that they name. Returns NULL after a
// message.
jni_engine *jni_engine_new(const jni_engine_setup *setup);
void *jni_engine_free(jni_engine *engine);
const jni_engine_layout *jni_engine_layout_get(const jni_engine *engine);
void jni_engine_set_logging(jni_engine *engine, bool on);
// Sends a message with this status to the importer: errors always, others only while logging is on. Returns the status.
jni_engine_status jni_engine_say(const jni_engine *engine, jni_engine_status status, const char *format, ...)
    JN_PRINTF(3, 4);

// ---- modes ----------------------------------------------------------------------------------------------------------
typedef struct {
  double start, stop, tolerance;  // s, s, relative; NaN: not defined
} jni_engine_experiment;
jni_engine_status jni_engine_set_experiment(jni_engine *engine, const jni_engine_experiment *experiment);
jni_engine_status jni_engine_enter_initialization(jni_engine *engine);
jni_engine_status jni_engine_exit_initialization(jni_engine *engine);
jni_engine_status jni_engine_terminate(jni_engine *engine);
jni_engine_status jni_engine_reset(jni_engine *engine);

// ---- variables ------------------------------------------------------------------------------------------------------
jni_engine_status jni_engine_get(jni_engine *engine, const unsigned *references, size_t n, double *values);
jni_engine_status jni_engine_set(jni_engine *engine, const unsigned *references, size_t n, const double *values);

// ---- Model Exchange -------------------------------------------------------------------------------------------------
jni_engine_status jni_engine_enter_event(jni_engine *engine);
jni_engine_status jni_engine_update_discrete(jni_engine *engine, jni_exchange_update *update);
jni_engine_status jni_engine_enter_continuous(jni_engine *engine);
jni_engine_status jni_engine_completed_step(jni_engine *engine, bool *event, bool *terminate);
jni_engine_status jni_engine_set_time(jni_engine *engine, double time);
jni_engine_status jni_engine_set_states(jni_engine *engine, const double *x, size_t n);
jni_engine_status jni_engine_get_states(jni_engine *engine, double *x, size_t n);
jni_engine_status jni_engine_get_rates(jni_engine *engine, double *rates, size_t n);
jni_engine_status jni_engine_get_nominals(jni_engine *engine, double *nominals, size_t n);
jni_engine_status jni_engine_get_indicators(jni_engine *engine, double *indicators, size_t n);

// ---- Co-Simulation --------------------------------------------------------------------------------------------------
typedef struct {
  double last;     // time that the step has reached, s
  bool terminate;  // an event with `stop` has ended the run
} jni_engine_step;
jni_engine_status jni_engine_do_step(jni_engine *engine, double t, double h, jni_engine_step *result);
double jni_engine_time(const jni_engine *engine);

// ---- saved states ---------------------------------------------------------------------------------------------------
// State of an instance as n numbers: everything that it needs to continue with the same bits. `block` is freed with
// jni_free.
typedef struct {
  double *block;
  size_t n;
} jni_engine_state;
// jni_engine_get_state stores a new object with the instance's state in *state, and frees the old object there unless
// that is NULL. jni_engine_set_state makes a saved state that of the instance. Both return the status after a message
// on failure.
jni_engine_status jni_engine_get_state(jni_engine *engine, jni_engine_state **state);
jni_engine_status jni_engine_set_state(jni_engine *engine, const jni_engine_state *state);
void jni_engine_free_state(jni_engine_state *state);
// Returns a state made of serialised bytes, which are not trusted; NULL after a message if they are no state of this
// FMU.
jni_engine_state *jni_engine_read_state(jni_engine *engine, const void *bytes, size_t size);

// ---- for the exporter, which has a model instead of resources -------------------------------------------------------
// Makes an instance of a model, which must outlive it, without a folder of resources. The settings are not copied.
// Returns NULL after a message.
jni_engine *jni_engine_of_model(const jn_model *model, const jni_engine_settings *settings,
                                const jni_engine_setup *setup);
jn_run *jni_engine_run(const jni_engine *engine);  // returns NULL if no motion is made yet
// returns the motion by formulation `reduced`; NULL: it is not made yet, which in Co-Simulation happens when states,
// rates or event indicators are read
const jni_exchange *jni_engine_exchange(const jni_engine *engine);
const jn_model *jni_engine_model(const jni_engine *engine);

#endif
