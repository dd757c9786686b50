// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ball.c - a bouncing ball as an FMU for model exchange, FMI 2 or 3 (FMI_VERSION): states h and v, an event indicator
// for the ground, a time event at 0.2 s that adds 1 m/s, and the end of the simulation at the third bounce.
//
// NO_DERIVATIVES: GetDirectionalDerivative, which the description promises, answers Error, as of some exporters.
#include <stdlib.h>
#include <string.h>

#include "fmi/fmi2.h"
#include "fmi/fmi3.h"

// value references
enum { TIME, H, V, DER_H, DER_V, BOUNCES, INDICATOR, NREFERENCES };

typedef struct {
  double t, x[2];
  int bounces, kicked;
} ball;

static void set_start(ball *b) {
  memset(b, 0, sizeof *b);
  b->x[0] = 1;
}

static double indicator(const ball *b) { return b->x[1] > 0 ? b->x[0] + 1e-9 : b->x[0]; }

static double get(const ball *b, unsigned vr) {
  const double values[NREFERENCES] = {b->t, b->x[0], b->x[1], b->x[1], -9.81, b->bounces, indicator(b)};
  return vr < NREFERENCES ? values[vr] : 0;
}

// Handles the events that are due. Returns whether the states have changed.
static int update(ball *b) {
  int changed = 0;
  if (b->x[0] <= 0 && b->x[1] < 0) {
    b->x[1] = -0.7 * b->x[1];
    b->bounces++;
    changed = 1;
  }
  if (!b->kicked && b->t >= 0.2) {
    b->x[1] += 1;
    b->kicked = 1;
    changed = 1;
  }
  return changed;
}

static double derivative(unsigned unknown, unsigned known) { return unknown == DER_H && known == V ? 1 : 0; }

static int get_all(const ball *b, const unsigned *vr, size_t n, double *values) {
  for (size_t i = 0; i < n; i++) values[i] = get(b, vr[i]);
  return fmi2OK;
}

static int set_all(ball *b, const unsigned *vr, size_t n, const double *values) {
  for (size_t i = 0; i < n; i++) {
    if (vr[i] != H && vr[i] != V) return fmi2Error;
    b->x[vr[i] - H] = values[i];
  }
  return fmi2OK;
}

static void *make(void) {
  ball *b = malloc(sizeof *b);
  if (b) set_start(b);
  return b;
}

#define API __attribute__((visibility("default")))

#if FMI_VERSION == 2
#define F(name) fmi2##name
#define OK fmi2OK
typedef fmi2Status status;
API const char *fmi2GetTypesPlatform(void) { return "default"; }
API const char *fmi2GetVersion(void) { return "2.0"; }
API fmi2Component fmi2Instantiate(fmi2String instance, fmi2Type type, fmi2String guid, fmi2String resources,
                                  const fmi2CallbackFunctions *functions, fmi2Boolean visible, fmi2Boolean logging) {
  return type == fmi2ModelExchange ? make() : NULL;
}
API status fmi2SetupExperiment(fmi2Component c, fmi2Boolean tolerance_defined, fmi2Real tolerance, fmi2Real start,
                               fmi2Boolean stop_defined, fmi2Real stop) {
  ((ball *)c)->t = start;
  return OK;
}
API status fmi2EnterInitializationMode(fmi2Component c) { return OK; }
API status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t n, fmi2Real value[]) {
  return (status)get_all(c, vr, n, value);
}
API status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[], size_t n, const fmi2Real value[]) {
  return (status)set_all(c, vr, n, value);
}
API status fmi2GetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t n, fmi2Integer value[]) {
  for (size_t i = 0; i < n; i++) value[i] = (int)get(c, vr[i]);
  return OK;
}
API status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info) {
  ball *b = c;
  int changed = update(b);
  *info = (fmi2EventInfo){.valuesOfContinuousStatesChanged = changed,
                          .terminateSimulation = b->bounces == 3,
                          .nextEventTimeDefined = !b->kicked,
                          .nextEventTime = 0.2};
  return OK;
}
API status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean no_set_prior, fmi2Boolean *enter_event_mode,
                                       fmi2Boolean *terminate) {
  *enter_event_mode = fmi2False;
  *terminate = fmi2False;
  return OK;
}
API status fmi2GetDerivatives(fmi2Component c, fmi2Real derivatives[], size_t nx) {
#else
#define F(name) fmi3##name
#define OK fmi3OK
typedef fmi3Status status;
API const char *fmi3GetVersion(void) { return "3.0"; }
API fmi3Instance fmi3InstantiateModelExchange(fmi3String instance, fmi3String token, fmi3String resources,
                                              fmi3Boolean visible, fmi3Boolean logging,
                                              fmi3InstanceEnvironment environment, fmi3LogMessageCallback log) {
  return make();
}
API status fmi3EnterInitializationMode(fmi3Instance c, fmi3Boolean tolerance_defined, fmi3Float64 tolerance,
                                       fmi3Float64 start, fmi3Boolean stop_defined, fmi3Float64 stop) {
  ((ball *)c)->t = start;
  return OK;
}
API status fmi3GetFloat64(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3Float64 values[],
                          size_t nvalues) {
  return (status)get_all(c, vr, n, values);
}
API status fmi3SetFloat64(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3Float64 values[],
                          size_t nvalues) {
  return (status)set_all(c, vr, n, values);
}
API status fmi3GetInt32(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3Int32 values[], size_t nvalues) {
  for (size_t i = 0; i < n; i++) values[i] = (int)get(c, vr[i]);
  return OK;
}
API status fmi3UpdateDiscreteStates(fmi3Instance c, fmi3Boolean *needed, fmi3Boolean *terminate,
                                    fmi3Boolean *nominals_changed, fmi3Boolean *values_changed,
                                    fmi3Boolean *next_time_defined, fmi3Float64 *next_time) {
  ball *b = c;
  *values_changed = update(b) != 0;
  *needed = false;
  *nominals_changed = false;
  *terminate = b->bounces == 3;
  *next_time_defined = !b->kicked;
  *next_time = 0.2;
  return OK;
}
API status fmi3CompletedIntegratorStep(fmi3Instance c, fmi3Boolean no_set_prior, fmi3Boolean *enter_event_mode,
                                       fmi3Boolean *terminate) {
  *enter_event_mode = false;
  *terminate = false;
  return OK;
}
API status fmi3GetNumberOfContinuousStates(fmi3Instance c, size_t *n) {
  *n = 2;
  return OK;
}
API status fmi3GetNumberOfEventIndicators(fmi3Instance c, size_t *n) {
  *n = 1;
  return OK;
}
API status fmi3GetContinuousStateDerivatives(fmi3Instance c, fmi3Float64 derivatives[], size_t nx) {
#endif
  for (size_t i = 0; i < nx; i++) derivatives[i] = get(c, DER_H + (unsigned)i);
  return OK;
}

API void F(FreeInstance)(void *c) { free(c); }
API status F(ExitInitializationMode)(void *c) { return OK; }
API status F(EnterEventMode)(void *c) { return OK; }
API status F(EnterContinuousTimeMode)(void *c) { return OK; }
API status F(Terminate)(void *c) { return OK; }
API status F(Reset)(void *c) {
  set_start(c);
  return OK;
}
API status F(SetTime)(void *c, double time) {
  ((ball *)c)->t = time;
  return OK;
}
API status F(SetContinuousStates)(void *c, const double x[], size_t nx) {
  memcpy(((ball *)c)->x, x, nx * sizeof *x);
  return OK;
}
API status F(GetContinuousStates)(void *c, double x[], size_t nx) {
  memcpy(x, ((ball *)c)->x, nx * sizeof *x);
  return OK;
}
API status F(GetNominalsOfContinuousStates)(void *c, double nominals[], size_t nx) {
  for (size_t i = 0; i < nx; i++) nominals[i] = 1;
  return OK;
}
API status F(GetEventIndicators)(void *c, double indicators[], size_t ni) {
  for (size_t i = 0; i < ni; i++) indicators[i] = indicator(c);
  return OK;
}

#ifndef NO_DERIVATIVES
#if FMI_VERSION == 2
API status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknown[], size_t nunknown,
                                        const fmi2ValueReference known[], size_t nknown, const fmi2Real seed[],
                                        fmi2Real sensitivity[]) {
#else
API status fmi3GetDirectionalDerivative(fmi3Instance c, const fmi3ValueReference unknown[], size_t nunknown,
                                        const fmi3ValueReference known[], size_t nknown, const fmi3Float64 seed[],
                                        size_t nseed, fmi3Float64 sensitivity[], size_t nsensitivity) {
#endif
  for (size_t i = 0; i < nunknown; i++) {
    sensitivity[i] = 0;
    for (size_t k = 0; k < nknown; k++) sensitivity[i] += derivative(unknown[i], known[k]) * seed[k];
  }
  return OK;
}
#endif
