// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmi3.c - the functions of FMI 3.0.
#include "fmi/fmi3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fmi/engine/engine.h"

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif
#define PROTOTYPE(result, name, parameters) EXPORT result fmi3##name parameters;
FMI3_FUNCTIONS(PROTOTYPE)
#undef PROTOTYPE

typedef struct {
  jni_engine *engine;
  fmi3LogMessageCallback log;
  fmi3InstanceEnvironment environment;
  bool early_return_allowed;
} instance;

static fmi3Status status_of(jni_engine_status status) { return (fmi3Status)status; }

static void write_log(void *context, jni_engine_status status, const char *category, const char *message) {
  const instance *c = context;
  if (c->log) c->log(c->environment, status_of(status), category, message);
}

static fmi3Status unsupported(fmi3Instance component, const char *what) {
  const instance *c = component;
  return c ? status_of(jni_engine_say(c->engine, JNI_ENGINE_ERROR, "%s: this FMU does not support it", what))
           : fmi3Error;
}

// ---- creation -------------------------------------------------------------------------------------------------------

const char *fmi3GetVersion(void) { return "3.0"; }

static instance *new_instance(const jni_engine_setup *given, fmi3InstanceEnvironment environment,
                              fmi3LogMessageCallback log) {
  instance *c = calloc(1, sizeof *c);
  if (!c) return NULL;
  c->log = log;
  c->environment = environment;
  jni_engine_setup setup = *given;
  setup.log = write_log;
  setup.context = c;
  if (setup.name && setup.name[0]) c->engine = jni_engine_new(&setup);
  else write_log(c, JNI_ENGINE_ERROR, jni_engine_categories[2], "the instance needs a name");
  if (c->engine) return c;
  free(c);
  return NULL;
}

fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
                                          fmi3Boolean logging, fmi3InstanceEnvironment environment,
                                          fmi3LogMessageCallback log) {
  (void)visible;
  const jni_engine_setup setup = {
      .name = name, .token = token, .resources = resources, .exchange = true, .logging = logging};
  return new_instance(&setup, environment, log);
}

fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
                                         fmi3Boolean logging, fmi3Boolean event_mode_used,
                                         fmi3Boolean early_return_allowed, const fmi3ValueReference intermediate[],
                                         size_t nintermediate, fmi3InstanceEnvironment environment,
                                         fmi3LogMessageCallback log,
                                         fmi3IntermediateUpdateCallback intermediate_update) {
  (void)visible;
  (void)intermediate;
  (void)intermediate_update;
  const jni_engine_setup setup = {.name = name, .token = token, .resources = resources, .logging = logging};
  instance *c = new_instance(&setup, environment, log);
  if (!c) return NULL;
  c->early_return_allowed = early_return_allowed;
  if (event_mode_used || nintermediate > 0) {
    unsupported(c, event_mode_used ? "event mode of Co-Simulation" : "intermediate variables");
    fmi3FreeInstance(c);
    return NULL;
  }
  return c;
}

fmi3Instance fmi3InstantiateScheduledExecution(fmi3String name, fmi3String token, fmi3String resources,
                                               fmi3Boolean visible, fmi3Boolean logging,
                                               fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
                                               fmi3ClockUpdateCallback clock_update, fmi3LockPreemptionCallback lock,
                                               fmi3UnlockPreemptionCallback unlock) {
  (void)name;
  (void)token;
  (void)resources;
  (void)visible;
  (void)logging;
  (void)clock_update;
  (void)lock;
  (void)unlock;
  if (log) log(environment, fmi3Error, jni_engine_categories[2], "this FMU does not support scheduled execution");
  return NULL;
}

void fmi3FreeInstance(fmi3Instance component) {
  instance *c = component;
  if (!c) return;
  jni_engine_free(c->engine);
  free(c);
}

fmi3Status fmi3SetDebugLogging(fmi3Instance component, fmi3Boolean on, size_t n, const fmi3String categories[]) {
  instance *c = component;
  (void)n;
  (void)categories;  // one switch for all
  if (!c) return fmi3Error;
  jni_engine_set_logging(c->engine, on);
  return fmi3OK;
}

// ---- life -----------------------------------------------------------------------------------------------------------

fmi3Status fmi3EnterInitializationMode(fmi3Instance component, fmi3Boolean tolerance_defined, fmi3Float64 tolerance,
                                       fmi3Float64 start, fmi3Boolean stop_defined, fmi3Float64 stop) {
  instance *c = component;
  const jni_engine_experiment experiment = {start, stop_defined ? stop : NAN, tolerance_defined ? tolerance : NAN};
  if (!c) return fmi3Error;
  jni_engine_status status = jni_engine_set_experiment(c->engine, &experiment);
  if (status == JNI_ENGINE_OK) status = jni_engine_enter_initialization(c->engine);
  return status_of(status);
}

// Defines a function that passes the instance on.
#define PASS(name, function)                                            \
  fmi3Status fmi3##name(fmi3Instance component) {                       \
    instance *c = component;                                            \
    return c ? status_of(jni_engine_##function(c->engine)) : fmi3Error; \
  }
PASS(ExitInitializationMode, exit_initialization)
PASS(Terminate, terminate)
PASS(Reset, reset)
PASS(EnterEventMode, enter_event)
PASS(EnterContinuousTimeMode, enter_continuous)
#undef PASS

// ---- variables ------------------------------------------------------------------------------------------------------

fmi3Status fmi3GetFloat64(fmi3Instance component, const fmi3ValueReference vr[], size_t n, fmi3Float64 values[],
                          size_t nvalues) {
  instance *c = component;
  if (!c) return fmi3Error;
  if (nvalues != n) return unsupported(c, "an array of another length than its value references");
  return status_of(jni_engine_get(c->engine, vr, n, values));
}

fmi3Status fmi3SetFloat64(fmi3Instance component, const fmi3ValueReference vr[], size_t n, const fmi3Float64 values[],
                          size_t nvalues) {
  instance *c = component;
  if (!c) return fmi3Error;
  if (nvalues != n) return unsupported(c, "an array of another length than its value references");
  return status_of(jni_engine_set(c->engine, vr, n, values));
}

// Types of which the FMU has no variables.
#define NONE(type)                                                                                             \
  fmi3Status fmi3Get##type(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3##type values[],       \
                           size_t nvalues) {                                                                   \
    (void)vr;                                                                                                  \
    (void)values;                                                                                              \
    return n == 0 && nvalues == 0 && c ? fmi3OK : unsupported(c, "reading variables of type " #type);          \
  }                                                                                                            \
  fmi3Status fmi3Set##type(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3##type values[], \
                           size_t nvalues) {                                                                   \
    (void)vr;                                                                                                  \
    (void)values;                                                                                              \
    return n == 0 && nvalues == 0 && c ? fmi3OK : unsupported(c, "setting variables of type " #type);          \
  }
NONE(Float32)
NONE(Int8)
NONE(UInt8)
NONE(Int16)
NONE(UInt16)
NONE(Int32)
NONE(UInt32)
NONE(Int64)
NONE(UInt64)
NONE(Boolean)
NONE(String)
#undef NONE

// Functions of optional parts of the standard. C has no shorter way to leave parameters unused.
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

fmi3Status fmi3GetBinary(fmi3Instance c, const fmi3ValueReference vr[], size_t n, size_t sizes[], fmi3Binary values[],
                         size_t nvalues) {
  return n == 0 && c ? fmi3OK : unsupported(c, "fmi3GetBinary");
}

fmi3Status fmi3SetBinary(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const size_t sizes[],
                         const fmi3Binary values[], size_t nvalues) {
  return n == 0 && c ? fmi3OK : unsupported(c, "fmi3SetBinary");
}

fmi3Status fmi3GetClock(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3Clock values[]) {
  return n == 0 && c ? fmi3OK : unsupported(c, "fmi3GetClock");
}

fmi3Status fmi3SetClock(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3Clock values[]) {
  return n == 0 && c ? fmi3OK : unsupported(c, "fmi3SetClock");
}

fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance c, fmi3ValueReference vr, size_t *n) {
  return unsupported(c, "fmi3GetNumberOfVariableDependencies");
}

fmi3Status fmi3GetVariableDependencies(fmi3Instance c, fmi3ValueReference dependent, size_t dependent_element[],
                                       fmi3ValueReference independent[], size_t independent_element[],
                                       fmi3DependencyKind kinds[], size_t n) {
  return unsupported(c, "fmi3GetVariableDependencies");
}

fmi3Status fmi3GetDirectionalDerivative(fmi3Instance c, const fmi3ValueReference unknowns[], size_t nunknowns,
                                        const fmi3ValueReference knowns[], size_t nknowns, const fmi3Float64 seed[],
                                        size_t nseed, fmi3Float64 sensitivity[], size_t nsensitivity) {
  return unsupported(c, "fmi3GetDirectionalDerivative");
}

fmi3Status fmi3GetAdjointDerivative(fmi3Instance c, const fmi3ValueReference unknowns[], size_t nunknowns,
                                    const fmi3ValueReference knowns[], size_t nknowns, const fmi3Float64 seed[],
                                    size_t nseed, fmi3Float64 sensitivity[], size_t nsensitivity) {
  return unsupported(c, "fmi3GetAdjointDerivative");
}

fmi3Status fmi3EnterConfigurationMode(fmi3Instance c) { return unsupported(c, "configuration mode"); }
fmi3Status fmi3ExitConfigurationMode(fmi3Instance c) { return unsupported(c, "configuration mode"); }

fmi3Status fmi3GetIntervalDecimal(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3Float64 intervals[],
                                  fmi3IntervalQualifier qualifiers[]) {
  return unsupported(c, "fmi3GetIntervalDecimal");
}

fmi3Status fmi3GetIntervalFraction(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3UInt64 counters[],
                                   fmi3UInt64 resolutions[], fmi3IntervalQualifier qualifiers[]) {
  return unsupported(c, "fmi3GetIntervalFraction");
}

fmi3Status fmi3GetShiftDecimal(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3Float64 shifts[]) {
  return unsupported(c, "fmi3GetShiftDecimal");
}

fmi3Status fmi3GetShiftFraction(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3UInt64 counters[],
                                fmi3UInt64 resolutions[]) {
  return unsupported(c, "fmi3GetShiftFraction");
}

fmi3Status fmi3SetIntervalDecimal(fmi3Instance c, const fmi3ValueReference vr[], size_t n,
                                  const fmi3Float64 intervals[]) {
  return unsupported(c, "fmi3SetIntervalDecimal");
}

fmi3Status fmi3SetIntervalFraction(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3UInt64 counters[],
                                   const fmi3UInt64 resolutions[]) {
  return unsupported(c, "fmi3SetIntervalFraction");
}

fmi3Status fmi3SetShiftDecimal(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3Float64 shifts[]) {
  return unsupported(c, "fmi3SetShiftDecimal");
}

fmi3Status fmi3SetShiftFraction(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3UInt64 counters[],
                                const fmi3UInt64 resolutions[]) {
  return unsupported(c, "fmi3SetShiftFraction");
}

fmi3Status fmi3ActivateModelPartition(fmi3Instance c, fmi3ValueReference clock, fmi3Float64 time) {
  return unsupported(c, "fmi3ActivateModelPartition");
}

fmi3Status fmi3GetOutputDerivatives(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3Int32 orders[],
                                    fmi3Float64 values[], size_t nvalues) {
  return n == 0 && c ? fmi3OK : unsupported(c, "fmi3GetOutputDerivatives");
}

fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance c) { return unsupported(c, "fmi3EvaluateDiscreteStates"); }
fmi3Status fmi3EnterStepMode(fmi3Instance c) { return unsupported(c, "event mode of Co-Simulation"); }

// ---- states ---------------------------------------------------------------------------------------------------------

fmi3Status fmi3GetFMUState(fmi3Instance component, fmi3FMUState *state) {
  instance *c = component;
  if (!c || !state) return fmi3Error;
  jni_engine_state *saved = *state;
  jni_engine_status status = jni_engine_get_state(c->engine, &saved);
  *state = saved;
  return status_of(status);
}

fmi3Status fmi3SetFMUState(fmi3Instance component, fmi3FMUState state) {
  instance *c = component;
  return c ? status_of(jni_engine_set_state(c->engine, state)) : fmi3Error;
}

fmi3Status fmi3FreeFMUState(fmi3Instance component, fmi3FMUState *state) {
  if (!state) return fmi3OK;
  jni_engine_free_state(*state);
  *state = NULL;
  return fmi3OK;
}

fmi3Status fmi3SerializedFMUStateSize(fmi3Instance component, fmi3FMUState state, size_t *size) {
  const instance *c = component;
  const jni_engine_state *saved = state;
  if (!c || !size) return fmi3Error;
  if (!saved) return status_of(jni_engine_say(c->engine, JNI_ENGINE_ERROR, "there is no state to serialise"));
  *size = saved->n * sizeof *saved->block;
  return fmi3OK;
}

fmi3Status fmi3SerializeFMUState(fmi3Instance component, fmi3FMUState state, fmi3Byte bytes[], size_t size) {
  const instance *c = component;
  const jni_engine_state *saved = state;
  if (!c) return fmi3Error;
  if (!saved || !bytes || size != saved->n * sizeof *saved->block)
    return status_of(jni_engine_say(c->engine, JNI_ENGINE_ERROR, "%zu bytes are not the size of this state", size));
  memcpy(bytes, saved->block, size);
  return fmi3OK;
}

fmi3Status fmi3DeserializeFMUState(fmi3Instance component, const fmi3Byte bytes[], size_t size, fmi3FMUState *state) {
  instance *c = component;
  if (!c || !state) return fmi3Error;
  jni_engine_state *read = jni_engine_read_state(c->engine, bytes, size);
  if (!read) return fmi3Error;
  jni_engine_free_state(*state);
  *state = read;
  return fmi3OK;
}

// ---- Model Exchange -------------------------------------------------------------------------------------------------

fmi3Status fmi3UpdateDiscreteStates(fmi3Instance component, fmi3Boolean *needed, fmi3Boolean *terminate,
                                    fmi3Boolean *nominals_changed, fmi3Boolean *values_changed,
                                    fmi3Boolean *next_time_defined, fmi3Float64 *next_time) {
  instance *c = component;
  jni_exchange_update update = {.terminate = false};
  if (!c || !needed || !terminate || !nominals_changed || !values_changed || !next_time_defined || !next_time)
    return fmi3Error;
  jni_engine_status status = jni_engine_update_discrete(c->engine, &update);
  if (status != JNI_ENGINE_OK) return status_of(status);
  *needed = false;
  *terminate = update.terminate;
  *nominals_changed = update.nominals_changed;
  *values_changed = update.values_changed;
  *next_time_defined = update.next_time < HUGE_VAL;
  *next_time = *next_time_defined ? update.next_time : 0;
  return fmi3OK;
}

fmi3Status fmi3CompletedIntegratorStep(fmi3Instance component, fmi3Boolean no_set_prior, fmi3Boolean *enter_event_mode,
                                       fmi3Boolean *terminate) {
  instance *c = component;
  if (!c || !enter_event_mode || !terminate) return fmi3Error;
  *enter_event_mode = *terminate = false;
  return status_of(jni_engine_completed_step(c->engine, enter_event_mode, terminate));
}

fmi3Status fmi3SetTime(fmi3Instance component, fmi3Float64 time) {
  instance *c = component;
  return c ? status_of(jni_engine_set_time(c->engine, time)) : fmi3Error;
}

fmi3Status fmi3SetContinuousStates(fmi3Instance component, const fmi3Float64 x[], size_t n) {
  instance *c = component;
  return c ? status_of(jni_engine_set_states(c->engine, x, n)) : fmi3Error;
}

// Defines a function that reads an array.
#define READ(name, function)                                                       \
  fmi3Status fmi3##name(fmi3Instance component, fmi3Float64 values[], size_t n) {  \
    instance *c = component;                                                       \
    return c ? status_of(jni_engine_##function(c->engine, values, n)) : fmi3Error; \
  }
READ(GetContinuousStateDerivatives, get_rates)
READ(GetEventIndicators, get_indicators)
READ(GetContinuousStates, get_states)
READ(GetNominalsOfContinuousStates, get_nominals)
#undef READ

fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance component, size_t *n) {
  const instance *c = component;
  if (!c || !n) return fmi3Error;
  *n = (size_t)jni_engine_layout_get(c->engine)->n[JNI_ENGINE_INDICATOR];
  return fmi3OK;
}

fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance component, size_t *n) {
  const instance *c = component;
  if (!c || !n) return fmi3Error;
  *n = (size_t)jni_engine_layout_get(c->engine)->n[JNI_ENGINE_STATE];
  return fmi3OK;
}

// ---- Co-Simulation --------------------------------------------------------------------------------------------------

// An importer that does not allow early return has stepped to the end: the model rests where its event ended it.
fmi3Status fmi3DoStep(fmi3Instance component, fmi3Float64 time, fmi3Float64 step, fmi3Boolean no_set_prior,
                      fmi3Boolean *event_needed, fmi3Boolean *terminate, fmi3Boolean *early_return,
                      fmi3Float64 *last_time) {
  instance *c = component;
  jni_engine_step result = {0};
  if (!c || !event_needed || !terminate || !early_return || !last_time) return fmi3Error;
  jni_engine_status status = jni_engine_do_step(c->engine, time, step, &result);
  *event_needed = false;
  *terminate = result.terminate;
  *early_return = status == JNI_ENGINE_OK && c->early_return_allowed && result.last < time + step;
  *last_time = result.last;
  return status_of(status);
}
