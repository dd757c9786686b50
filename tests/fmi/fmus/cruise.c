// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// cruise.c - a cruise control as an FMU for co-simulation, FMI 2 or 3 (FMI_VERSION): pedals that are direct functions
// of the speed, and an integral that advances by DoStep. tests/fmi/cruise_controller.c is the same as a controller in
// C.
//
// FAULTS selects mistakes of other exporters, for the tests that find them (numbers below).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fmi/fmi2.h"
#include "fmi/fmi3.h"

#define NO_FAULT 0
#define LOSES_ENVIRONMENT 1  // the logger gets another environment
#define MIXES_MEMORY 2       // memory of the callbacks is freed by free
#define CRASHES_IN_RESET 3
#define NEEDS_PLAIN_PATH 4   // resources are opened without decoding the URI
#define FAILS_IN_STEP 5      // DoStep answers Error after 0.5 s
#define FORGETS_SUM 6        // the serialised state lacks the integral
#define ENDS_EARLY 7         // DoStep asks for the end of the simulation after 0.5 s
#define DOES_NOT_SAVE 8      // the state cannot be serialised
#define RESET_KEEPS_STATE 9  // Reset does not restore the start values
#ifndef FAULTS
#define FAULTS NO_FAULT
#endif

// value references
enum { TIME, SPEED, THROTTLE, BRAKE, SUM, BRAKING, TARGET, GAIN, INTEGRAL_TIME, NREFERENCES };

typedef struct {
  char magic[8];
  double t, value[NREFERENCES];
} numbers;

typedef struct {
  numbers n;
  void *environment;
  fmi2CallbackLogger *log2;
  fmi3LogMessageCallback log3;
  void (*release)(void *);
} cruise;

static void set_start(cruise *c) {
  memcpy(c->n.magic, "cruise1", 8);
  c->n.t = 0;
  memset(c->n.value, 0, sizeof c->n.value);
  c->n.value[SPEED] = 18;
  c->n.value[TARGET] = 20;
  c->n.value[GAIN] = 0.2;
  c->n.value[INTEGRAL_TIME] = 5;
}

static double pedal_of(const cruise *c) {
  const double *v = c->n.value;
  return v[GAIN] * (v[TARGET] - v[SPEED]) + v[SUM];
}

static double get(const cruise *c, unsigned vr) {
  double pedal = pedal_of(c);
  switch (vr) {
    case TIME: return c->n.t;
    case THROTTLE: return pedal > 0 ? pedal < 1 ? pedal : 1 : 0;
    case BRAKE: return pedal < -0.1 ? -0.3 * pedal : 0;
    case BRAKING: return pedal < -0.1;
    default: return c->n.value[vr];
  }
}

static void step(cruise *c, double t, double h) {
  double *v = c->n.value, pedal = pedal_of(c);
  if (pedal > -1 && pedal < 1) v[SUM] += h * v[GAIN] * (v[TARGET] - v[SPEED]) / v[INTEGRAL_TIME];
  c->n.t = t + h;
}

static int is_settable(unsigned vr) { return vr == SPEED || vr == TARGET || vr == GAIN || vr == INTEGRAL_TIME; }

static void say(cruise *c, int status, const char *text) {
  void *environment = FAULTS == LOSES_ENVIRONMENT ? (void *)c : c->environment;
  if (c->log2) c->log2(environment, "cruise", (fmi2Status)status, "logStatusError", "%s", text);
  if (c->log3) c->log3(environment, (fmi3Status)status, "logStatusError", text);
}

static int fail(cruise *c, const char *text) {
  say(c, fmi2Error, text);
  return fmi2Error;
}

static int set_all(cruise *c, const unsigned *vr, size_t n, const double *values) {
  for (size_t i = 0; i < n; i++) {
    char text[100];
    snprintf(text, sizeof text, "value reference %u cannot be set to %g", vr[i], values[i]);
    if (!is_settable(vr[i]) || !(values[i] == values[i])) return fail(c, text);
    c->n.value[vr[i]] = values[i];
  }
  return fmi2OK;
}

static int get_all(cruise *c, const unsigned *vr, size_t n, double *values) {
  for (size_t i = 0; i < n; i++) {
    if (vr[i] >= NREFERENCES || vr[i] == BRAKING) return fail(c, "there is no such real variable");
    values[i] = get(c, vr[i]);
  }
  return fmi2OK;
}

static int do_step(cruise *c, double t, double h, int *terminate) {
  char text[100];
  *terminate = FAULTS == ENDS_EARLY && t >= 0.5;
  if (FAULTS == FAILS_IN_STEP && t >= 0.5) {
    snprintf(text, sizeof text, "the speed sensor is broken at t = %g", t);
    return fail(c, text);
  }
  double late = t - c->n.t;
  if (late > 1e-9 * h || late < -1e-9 * h) return fail(c, "the communication point is not the time of the FMU");
  step(c, t, h);
  return fmi2OK;
}

static int reset(cruise *c) {
  if (FAULTS == CRASHES_IN_RESET) *(volatile int *)0 = 1;
  if (FAULTS != RESET_KEEPS_STATE) set_start(c);
  else c->n.t = 0;
  return fmi2OK;
}

static cruise *make(const char *token, const char *resources) {
  if (strcmp(token, "{cruise}") != 0) return NULL;
  if (FAULTS == NEEDS_PLAIN_PATH) {
    char path[5000];
    snprintf(path, sizeof path, "%s/gains.txt", resources + (strncmp(resources, "file://", 7) == 0 ? 7 : 0));
    FILE *file = fopen(path, "r");
    if (!file) return NULL;
    fclose(file);
  }
  cruise *c = calloc(1, sizeof *c);
  if (c) set_start(c);
  return c;
}

static void copy_in(cruise *c, const numbers *from) {
  c->n = *from;
  if (FAULTS == FORGETS_SUM) c->n.value[SUM] = 0;
}

#define API __attribute__((visibility("default")))

#if FMI_VERSION == 2

API const char *fmi2GetTypesPlatform(void) { return "default"; }
API const char *fmi2GetVersion(void) { return "2.0"; }
API fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t n, const fmi2String categories[]) {
  return fmi2OK;
}
API fmi2Component fmi2Instantiate(fmi2String instance, fmi2Type type, fmi2String guid, fmi2String resources,
                                  const fmi2CallbackFunctions *functions, fmi2Boolean visible, fmi2Boolean logging) {
  cruise *c = type == fmi2CoSimulation ? make(guid, resources) : NULL;
  if (!c) return NULL;
  c->environment = functions->componentEnvironment;
  c->log2 = functions->logger;
  c->release = functions->freeMemory;
  if (FAULTS == MIXES_MEMORY) free(functions->allocateMemory(1, 64));
  if (FAULTS == LOSES_ENVIRONMENT) say(c, fmi2Warning, "hello");
  return c;
}
API void fmi2FreeInstance(fmi2Component c) { free(c); }
API fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean tolerance_defined, fmi2Real tolerance, fmi2Real start,
                                   fmi2Boolean stop_defined, fmi2Real stop) {
  ((cruise *)c)->n.t = start;
  return fmi2OK;
}
API fmi2Status fmi2EnterInitializationMode(fmi2Component c) { return fmi2OK; }
API fmi2Status fmi2ExitInitializationMode(fmi2Component c) { return fmi2OK; }
API fmi2Status fmi2Terminate(fmi2Component c) { return fmi2OK; }
API fmi2Status fmi2Reset(fmi2Component c) { return (fmi2Status)reset(c); }
API fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t n, fmi2Real value[]) {
  return (fmi2Status)get_all(c, vr, n, value);
}
API fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[], size_t n, const fmi2Real value[]) {
  return (fmi2Status)set_all(c, vr, n, value);
}
API fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t n, fmi2Boolean value[]) {
  for (size_t i = 0; i < n; i++) {
    if (vr[i] != BRAKING) return (fmi2Status)fail(c, "there is no such Boolean variable");
    value[i] = get(c, vr[i]) != 0;
  }
  return fmi2OK;
}
API fmi2Status fmi2DoStep(fmi2Component c, fmi2Real time, fmi2Real h, fmi2Boolean no_set_prior) {
  int terminate;
  int status = do_step(c, time, h, &terminate);
  return terminate ? fmi2Discard : (fmi2Status)status;
}
API fmi2Status fmi2GetBooleanStatus(fmi2Component c, fmi2StatusKind kind, fmi2Boolean *value) {
  *value = kind == fmi2Terminated && FAULTS == ENDS_EARLY;
  return fmi2OK;
}
#if FAULTS != DOES_NOT_SAVE
API fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *state) {
  if (!*state) *state = malloc(sizeof(numbers));
  memcpy(*state, &((cruise *)c)->n, sizeof(numbers));
  return fmi2OK;
}
API fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state) {
  copy_in(c, state);
  return fmi2OK;
}
API fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *state) {
  free(*state);
  *state = NULL;
  return fmi2OK;
}
API fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t *size) {
  *size = sizeof(numbers);
  return fmi2OK;
}
API fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size) {
  if (size != sizeof(numbers)) return (fmi2Status)fail(c, "the size is wrong");
  memcpy(bytes, state, size);
  return fmi2OK;
}
API fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t size, fmi2FMUstate *state) {
  if (size != sizeof(numbers) || memcmp(bytes, "cruise1", 8) != 0)
    return (fmi2Status)fail(c, "these bytes are no state of a cruise control");
  *state = malloc(size);
  memcpy(*state, bytes, size);
  return fmi2OK;
}
#endif

#else

API const char *fmi3GetVersion(void) { return "3.0"; }
API fmi3Status fmi3SetDebugLogging(fmi3Instance c, fmi3Boolean on, size_t n, const fmi3String categories[]) {
  return fmi3OK;
}
API fmi3Instance fmi3InstantiateCoSimulation(fmi3String instance, fmi3String token, fmi3String resources,
                                             fmi3Boolean visible, fmi3Boolean logging, fmi3Boolean event_mode_used,
                                             fmi3Boolean early_return_allowed, const fmi3ValueReference intermediate[],
                                             size_t nintermediate, fmi3InstanceEnvironment environment,
                                             fmi3LogMessageCallback log,
                                             fmi3IntermediateUpdateCallback intermediate_update) {
  cruise *c = make(token, resources ? resources : "");
  if (!c) return NULL;
  c->environment = environment;
  c->log3 = log;
  if (FAULTS == LOSES_ENVIRONMENT) say(c, fmi3Warning, "hello");
  return c;
}
API void fmi3FreeInstance(fmi3Instance c) { free(c); }
API fmi3Status fmi3EnterInitializationMode(fmi3Instance c, fmi3Boolean tolerance_defined, fmi3Float64 tolerance,
                                           fmi3Float64 start, fmi3Boolean stop_defined, fmi3Float64 stop) {
  ((cruise *)c)->n.t = start;
  return fmi3OK;
}
API fmi3Status fmi3ExitInitializationMode(fmi3Instance c) { return fmi3OK; }
API fmi3Status fmi3Terminate(fmi3Instance c) { return fmi3OK; }
API fmi3Status fmi3Reset(fmi3Instance c) { return (fmi3Status)reset(c); }
API fmi3Status fmi3GetFloat64(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3Float64 values[],
                              size_t nvalues) {
  return (fmi3Status)get_all(c, vr, n, values);
}
API fmi3Status fmi3SetFloat64(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3Float64 values[],
                              size_t nvalues) {
  return (fmi3Status)set_all(c, vr, n, values);
}
API fmi3Status fmi3GetBoolean(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3Boolean values[],
                              size_t nvalues) {
  for (size_t i = 0; i < n; i++) {
    if (vr[i] != BRAKING) return (fmi3Status)fail(c, "there is no such Boolean variable");
    values[i] = get(c, vr[i]) != 0;
  }
  return fmi3OK;
}
API fmi3Status fmi3DoStep(fmi3Instance c, fmi3Float64 time, fmi3Float64 h, fmi3Boolean no_set_prior,
                          fmi3Boolean *event_needed, fmi3Boolean *terminate, fmi3Boolean *early_return,
                          fmi3Float64 *last_time) {
  int end;
  int status = do_step(c, time, h, &end);
  *event_needed = false;
  *early_return = false;
  *terminate = end != 0;
  *last_time = time + h;
  return (fmi3Status)status;
}
#if FAULTS != DOES_NOT_SAVE
API fmi3Status fmi3GetFMUState(fmi3Instance c, fmi3FMUState *state) {
  if (!*state) *state = malloc(sizeof(numbers));
  memcpy(*state, &((cruise *)c)->n, sizeof(numbers));
  return fmi3OK;
}
API fmi3Status fmi3SetFMUState(fmi3Instance c, fmi3FMUState state) {
  copy_in(c, state);
  return fmi3OK;
}
API fmi3Status fmi3FreeFMUState(fmi3Instance c, fmi3FMUState *state) {
  free(*state);
  *state = NULL;
  return fmi3OK;
}
API fmi3Status fmi3SerializedFMUStateSize(fmi3Instance c, fmi3FMUState state, size_t *size) {
  *size = sizeof(numbers);
  return fmi3OK;
}
API fmi3Status fmi3SerializeFMUState(fmi3Instance c, fmi3FMUState state, fmi3Byte bytes[], size_t size) {
  if (size != sizeof(numbers)) return (fmi3Status)fail(c, "the size is wrong");
  memcpy(bytes, state, size);
  return fmi3OK;
}
API fmi3Status fmi3DeserializeFMUState(fmi3Instance c, const fmi3Byte bytes[], size_t size, fmi3FMUState *state) {
  if (size != sizeof(numbers) || memcmp(bytes, "cruise1", 8) != 0)
    return (fmi3Status)fail(c, "these bytes are no state of a cruise control");
  *state = malloc(size);
  memcpy(*state, bytes, size);
  return fmi3OK;
}
#endif

#endif
