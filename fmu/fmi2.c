// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmi2.c - the functions of FMI 2.0.
#include "fmi/fmi2.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fmi/engine/engine.h"

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif
#define PROTOTYPE(result, name, parameters) EXPORT result fmi2##name parameters;
FMI2_FUNCTIONS(PROTOTYPE)
#undef PROTOTYPE

typedef struct {
  jni_engine *engine;
  fmi2CallbackLogger *logger;
  fmi2ComponentEnvironment environment;
  char *name;
  jni_engine_step step;  // the last one
  fmi2Status status;     // of the last step
} instance;

static fmi2Status status_of(jni_engine_status status) { return (fmi2Status)status; }

static void write_log(void *context, jni_engine_status status, const char *category, const char *message) {
  const instance *c = context;
  if (c->logger) c->logger(c->environment, c->name, status_of(status), category, "%s", message);
}

static fmi2Status unsupported(fmi2Component component, const char *what) {
  const instance *c = component;
  return c ? status_of(jni_engine_say(c->engine, JNI_ENGINE_ERROR, "%s: this FMU does not support it", what))
           : fmi2Error;
}

// ---- creation -------------------------------------------------------------------------------------------------------

static int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// Returns the path of a URI such as file:///p, file:/p or file://localhost/p; a text that is no URI is a path. The caller
// frees it. NULL: no memory, or not a URI of a file.
static char *path_of_uri(const char *uri) {
  const char *from = uri;
  bool encoded = strncmp(uri, "file:", 5) == 0;
  if (encoded) {
    from += 5;
    if (strncmp(from, "//", 2) == 0) {
      from += 2;
      if (strncmp(from, "localhost/", 10) == 0) from += 9;
      if (*from != '/') return NULL;  // another host
    }
  } else if (strstr(uri, "://")) {
    return NULL;
  }
#if defined(_WIN32)
  if (encoded && from[0] == '/' && from[1] && from[2] == ':') from++;
#endif
  char *path = malloc(strlen(from) + 1), *to = path;
  for (; path && *from; from++) {
    int high = encoded && *from == '%' ? hex(from[1]) : -1, low = high >= 0 ? hex(from[2]) : -1;
    if (low >= 0 && high + low > 0) {
      *to++ = (char)(16 * high + low);
      from += 2;
    } else {
      *to++ = *from;
    }
  }
  if (path) *to = 0;
  return path;
}

const char *fmi2GetTypesPlatform(void) { return "default"; }
const char *fmi2GetVersion(void) { return "2.0"; }

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions *functions, fmi2Boolean visible, fmi2Boolean logging) {
  (void)visible;
  instance *c = calloc(1, sizeof *c);
  if (!c) return NULL;
  c->logger = functions ? functions->logger : NULL;
  c->environment = functions ? functions->componentEnvironment : NULL;
  if (!name) name = "";
  c->name = malloc(strlen(name) + 1);
  if (c->name) strcpy(c->name, name);
  char *path = resources ? path_of_uri(resources) : NULL;
  const jni_engine_setup setup = {.name = name,
                                  .token = guid,
                                  .resources = path,
                                  .exchange = type == fmi2ModelExchange,
                                  .logging = logging != fmi2False,
                                  .log = write_log,
                                  .context = c};
  if (c->name && name[0]) c->engine = jni_engine_new(&setup);
  else if (c->name) write_log(c, JNI_ENGINE_ERROR, jni_engine_categories[2], "the instance needs a name");
  free(path);
  if (c->engine) return c;
  free(c->name);
  free(c);
  return NULL;
}

void fmi2FreeInstance(fmi2Component component) {
  instance *c = component;
  if (!c) return;
  jni_engine_free(c->engine);
  free(c->name);
  free(c);
}

fmi2Status fmi2SetDebugLogging(fmi2Component component, fmi2Boolean on, size_t n, const fmi2String categories[]) {
  instance *c = component;
  (void)n;
  (void)categories;  // one switch for all
  if (!c) return fmi2Error;
  jni_engine_set_logging(c->engine, on != fmi2False);
  return fmi2OK;
}

// ---- life -----------------------------------------------------------------------------------------------------------

fmi2Status fmi2SetupExperiment(fmi2Component component, fmi2Boolean tolerance_defined, fmi2Real tolerance,
                               fmi2Real start, fmi2Boolean stop_defined, fmi2Real stop) {
  instance *c = component;
  const jni_engine_experiment experiment = {start, stop_defined ? stop : NAN, tolerance_defined ? tolerance : NAN};
  return c ? status_of(jni_engine_set_experiment(c->engine, &experiment)) : fmi2Error;
}

// Defines a function that passes the instance on.
#define PASS(name, function)                                            \
  fmi2Status fmi2##name(fmi2Component component) {                      \
    instance *c = component;                                            \
    return c ? status_of(jni_engine_##function(c->engine)) : fmi2Error; \
  }
PASS(EnterInitializationMode, enter_initialization)
PASS(ExitInitializationMode, exit_initialization)
PASS(Terminate, terminate)
PASS(Reset, reset)
PASS(EnterEventMode, enter_event)
PASS(EnterContinuousTimeMode, enter_continuous)
#undef PASS

// ---- variables ------------------------------------------------------------------------------------------------------

fmi2Status fmi2GetReal(fmi2Component component, const fmi2ValueReference vr[], size_t n, fmi2Real value[]) {
  instance *c = component;
  return c ? status_of(jni_engine_get(c->engine, vr, n, value)) : fmi2Error;
}

fmi2Status fmi2SetReal(fmi2Component component, const fmi2ValueReference vr[], size_t n, const fmi2Real value[]) {
  instance *c = component;
  return c ? status_of(jni_engine_set(c->engine, vr, n, value)) : fmi2Error;
}

// Types of which the FMU has no variables.
#define NONE(type)                                                                                               \
  fmi2Status fmi2Get##type(fmi2Component c, const fmi2ValueReference vr[], size_t n, fmi2##type value[]) {       \
    (void)vr;                                                                                                    \
    (void)value;                                                                                                 \
    return n == 0 && c ? fmi2OK : unsupported(c, "reading variables of type " #type);                            \
  }                                                                                                              \
  fmi2Status fmi2Set##type(fmi2Component c, const fmi2ValueReference vr[], size_t n, const fmi2##type value[]) { \
    (void)vr;                                                                                                    \
    (void)value;                                                                                                 \
    return n == 0 && c ? fmi2OK : unsupported(c, "setting variables of type " #type);                            \
  }
NONE(Integer)
NONE(Boolean)
NONE(String)
#undef NONE

fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknown[], size_t nunknown,
                                        const fmi2ValueReference known[], size_t nknown, const fmi2Real seed[],
                                        fmi2Real sensitivity[]) {
  (void)unknown;
  (void)nunknown;
  (void)known;
  (void)nknown;
  (void)seed;
  (void)sensitivity;
  return unsupported(c, "fmi2GetDirectionalDerivative");
}

// ---- states ---------------------------------------------------------------------------------------------------------

fmi2Status fmi2GetFMUstate(fmi2Component component, fmi2FMUstate *state) {
  instance *c = component;
  if (!c || !state) return fmi2Error;
  jni_engine_state *saved = *state;
  jni_engine_status status = jni_engine_get_state(c->engine, &saved);
  *state = saved;
  return status_of(status);
}

fmi2Status fmi2SetFMUstate(fmi2Component component, fmi2FMUstate state) {
  instance *c = component;
  if (!c) return fmi2Error;
  jni_engine_status status = jni_engine_set_state(c->engine, state);
  c->step = (jni_engine_step){.last = jni_engine_time(c->engine)};
  c->status = fmi2OK;
  return status_of(status);
}

fmi2Status fmi2FreeFMUstate(fmi2Component component, fmi2FMUstate *state) {
  (void)component;
  if (!state) return fmi2OK;
  jni_engine_free_state(*state);
  *state = NULL;
  return fmi2OK;
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component component, fmi2FMUstate state, size_t *size) {
  const instance *c = component;
  const jni_engine_state *saved = state;
  if (!c || !size) return fmi2Error;
  if (!saved) return status_of(jni_engine_say(c->engine, JNI_ENGINE_ERROR, "there is no state to serialise"));
  *size = saved->n * sizeof *saved->block;
  return fmi2OK;
}

fmi2Status fmi2SerializeFMUstate(fmi2Component component, fmi2FMUstate state, fmi2Byte bytes[], size_t size) {
  const instance *c = component;
  const jni_engine_state *saved = state;
  if (!c) return fmi2Error;
  if (!saved || !bytes || size != saved->n * sizeof *saved->block)
    return status_of(jni_engine_say(c->engine, JNI_ENGINE_ERROR, "%zu bytes are not the size of this state", size));
  memcpy(bytes, saved->block, size);
  return fmi2OK;
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component component, const fmi2Byte bytes[], size_t size, fmi2FMUstate *state) {
  instance *c = component;
  if (!c || !state) return fmi2Error;
  jni_engine_state *read = jni_engine_read_state(c->engine, bytes, size);
  if (!read) return fmi2Error;
  jni_engine_free_state(*state);
  *state = read;
  return fmi2OK;
}

// ---- Model Exchange -------------------------------------------------------------------------------------------------

fmi2Status fmi2NewDiscreteStates(fmi2Component component, fmi2EventInfo *info) {
  instance *c = component;
  jni_exchange_update update = {.terminate = false};
  if (!c || !info) return fmi2Error;
  jni_engine_status status = jni_engine_update_discrete(c->engine, &update);
  if (status != JNI_ENGINE_OK) return status_of(status);
  *info = (fmi2EventInfo){.newDiscreteStatesNeeded = fmi2False,
                          .terminateSimulation = update.terminate,
                          .nominalsOfContinuousStatesChanged = update.nominals_changed,
                          .valuesOfContinuousStatesChanged = update.values_changed,
                          .nextEventTimeDefined = update.next_time < HUGE_VAL,
                          .nextEventTime = update.next_time < HUGE_VAL ? update.next_time : 0};
  return fmi2OK;
}

fmi2Status fmi2CompletedIntegratorStep(fmi2Component component, fmi2Boolean no_set_prior, fmi2Boolean *enter_event_mode,
                                       fmi2Boolean *terminate) {
  instance *c = component;
  bool event = false, end = false;
  (void)no_set_prior;
  if (!c || !enter_event_mode || !terminate) return fmi2Error;
  jni_engine_status status = jni_engine_completed_step(c->engine, &event, &end);
  *enter_event_mode = event;
  *terminate = end;
  return status_of(status);
}

fmi2Status fmi2SetTime(fmi2Component component, fmi2Real time) {
  instance *c = component;
  return c ? status_of(jni_engine_set_time(c->engine, time)) : fmi2Error;
}

fmi2Status fmi2SetContinuousStates(fmi2Component component, const fmi2Real x[], size_t n) {
  instance *c = component;
  return c ? status_of(jni_engine_set_states(c->engine, x, n)) : fmi2Error;
}

// Defines a function that reads an array.
#define READ(name, function)                                                       \
  fmi2Status fmi2##name(fmi2Component component, fmi2Real values[], size_t n) {    \
    instance *c = component;                                                       \
    return c ? status_of(jni_engine_##function(c->engine, values, n)) : fmi2Error; \
  }
READ(GetDerivatives, get_rates)
READ(GetEventIndicators, get_indicators)
READ(GetContinuousStates, get_states)
READ(GetNominalsOfContinuousStates, get_nominals)
#undef READ

// ---- Co-Simulation --------------------------------------------------------------------------------------------------

fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                       const fmi2Integer order[], const fmi2Real value[]) {
  (void)vr;
  (void)order;
  (void)value;
  return n == 0 && c ? fmi2OK : unsupported(c, "fmi2SetRealInputDerivatives");
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                        const fmi2Integer order[], fmi2Real value[]) {
  (void)vr;
  (void)order;
  (void)value;
  return n == 0 && c ? fmi2OK : unsupported(c, "fmi2GetRealOutputDerivatives");
}

fmi2Status fmi2DoStep(fmi2Component component, fmi2Real time, fmi2Real step, fmi2Boolean no_set_prior) {
  instance *c = component;
  (void)no_set_prior;
  if (!c) return fmi2Error;
  jni_engine_status status = jni_engine_do_step(c->engine, time, step, &c->step);
  if (status == JNI_ENGINE_OK && c->step.terminate && c->step.last < time + step)
    status = jni_engine_say(c->engine, JNI_ENGINE_DISCARD, "the model ends the simulation at %.9g s", c->step.last);
  c->status = status_of(status);
  return c->status;
}

fmi2Status fmi2CancelStep(fmi2Component c) { return unsupported(c, "fmi2CancelStep"); }

fmi2Status fmi2GetStatus(fmi2Component component, fmi2StatusKind kind, fmi2Status *value) {
  const instance *c = component;
  if (!c || !value || kind != fmi2DoStepStatus) return unsupported(component, "this kind of status");
  *value = c->status;
  return fmi2OK;
}

fmi2Status fmi2GetRealStatus(fmi2Component component, fmi2StatusKind kind, fmi2Real *value) {
  const instance *c = component;
  if (!c || !value || kind != fmi2LastSuccessfulTime) return unsupported(component, "this kind of status");
  *value = jni_engine_time(c->engine);
  return fmi2OK;
}

fmi2Status fmi2GetIntegerStatus(fmi2Component component, fmi2StatusKind kind, fmi2Integer *value) {
  (void)kind;
  (void)value;
  return unsupported(component, "fmi2GetIntegerStatus");
}

fmi2Status fmi2GetBooleanStatus(fmi2Component component, fmi2StatusKind kind, fmi2Boolean *value) {
  const instance *c = component;
  if (!c || !value || kind != fmi2Terminated) return unsupported(component, "this kind of status");
  *value = c->step.terminate;
  return fmi2OK;
}

fmi2Status fmi2GetStringStatus(fmi2Component component, fmi2StatusKind kind, fmi2String *value) {
  const instance *c = component;
  if (!c || !value || kind != fmi2PendingStatus) return unsupported(component, "this kind of status");
  *value = "";
  return fmi2OK;
}
