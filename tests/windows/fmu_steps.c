// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmu_steps.c - loads the library of an FMU, takes steps, and prints the bits of its outputs:
//   fmu_steps LIBRARY TOKEN STEP NSTEPS FIRST N [RESOURCES [cs | me NSTATES]]
// Outputs are N value references from FIRST. Model Exchange is integrated by the explicit Euler method, without events.
// FMI_VERSION: 2 or 3 (default).
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef FMI_VERSION
#define FMI_VERSION 3
#endif
#if FMI_VERSION == 2
#include "fmi/fmi2.h"
#define FUNCTIONS FMI2_FUNCTIONS
#define PREFIX "fmi2"
#else
#include "fmi/fmi3.h"
#define FUNCTIONS FMI3_FUNCTIONS
#define PREFIX "fmi3"
#endif

#ifdef _WIN32
#include <windows.h>
static void *load(const char *path) { return (void *)LoadLibraryA(path); }
static void *find(void *library, const char *name) { return (void *)(intptr_t)GetProcAddress((HMODULE)library, name); }
#else
#include <dlfcn.h>
static void *load(const char *path) { return dlopen(path, RTLD_NOW); }
static void *find(void *library, const char *name) { return dlsym(library, name); }
#endif

typedef struct {
#define MEMBER(result, name, parameters) result(*name) parameters;
  FUNCTIONS(MEMBER)
#undef MEMBER
} functions;

enum { MOST_STATES = 100 };

#if FMI_VERSION == 2
static void print(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status, fmi2String category,
                  fmi2String format, ...) {
  (void)environment;
  fprintf(stderr, "%d %s %s: %s\n", (int)status, name, category, format);
}

static void *instantiate(const functions *f, const char *token, const char *resources, bool exchange) {
  static const fmi2CallbackFunctions callbacks = {.logger = print};
  return f->Instantiate("windows", exchange ? fmi2ModelExchange : fmi2CoSimulation, token, resources, &callbacks,
                        fmi2False, fmi2True);
}

static bool initialize(const functions *f, void *c) {
  return f->SetupExperiment(c, fmi2False, 0, 0, fmi2False, 0) == fmi2OK && f->EnterInitializationMode(c) == fmi2OK &&
         f->ExitInitializationMode(c) == fmi2OK;
}

static bool update(const functions *f, void *c) {
  fmi2EventInfo info = {0};
  return f->NewDiscreteStates(c, &info) == fmi2OK;
}

static bool do_step(const functions *f, void *c, double t, double h) {
  return f->DoStep(c, t, h, fmi2True) <= fmi2Warning;
}

static bool complete(const functions *f, void *c) {
  fmi2Boolean event, terminate;
  return f->CompletedIntegratorStep(c, fmi2True, &event, &terminate) == fmi2OK;
}
#define GET_RATES GetDerivatives
#define GET_REALS(c, reference, value) f.GetReal(c, &reference, 1, value)
#else
static void print(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category, fmi3String message) {
  (void)environment;
  fprintf(stderr, "%d %s: %s\n", (int)status, category, message);
}

static void *instantiate(const functions *f, const char *token, const char *resources, bool exchange) {
  if (exchange) return f->InstantiateModelExchange("windows", token, resources, false, true, NULL, print);
  return f->InstantiateCoSimulation("windows", token, resources, false, true, false, false, NULL, 0, NULL, print, NULL);
}

static bool initialize(const functions *f, void *c) {
  return f->EnterInitializationMode(c, false, 0, 0, false, 0) == fmi3OK && f->ExitInitializationMode(c) == fmi3OK;
}

static bool update(const functions *f, void *c) {
  bool needed, terminate, nominals, values, defined;
  double next;
  return f->UpdateDiscreteStates(c, &needed, &terminate, &nominals, &values, &defined, &next) == fmi3OK;
}

static bool do_step(const functions *f, void *c, double t, double h) {
  bool event, terminate, early;
  double last;
  return f->DoStep(c, t, h, true, &event, &terminate, &early, &last) <= fmi3Warning;
}

static bool complete(const functions *f, void *c) {
  bool event, terminate;
  return f->CompletedIntegratorStep(c, true, &event, &terminate) == fmi3OK;
}
#define GET_RATES GetContinuousStateDerivatives
#define GET_REALS(c, reference, value) f.GetFloat64(c, &reference, 1, value, 1)
#endif

// Takes a step of Euler's method from t to t + h.
static bool integrate(const functions *f, void *c, double t, double h, size_t n) {
  double x[MOST_STATES], rates[MOST_STATES];
  if (f->GetContinuousStates(c, x, n) > 1 || f->GET_RATES(c, rates, n) > 1) return false;
  for (size_t i = 0; i < n; i++) x[i] += h * rates[i];
  return f->SetTime(c, t + h) <= 1 && f->SetContinuousStates(c, x, n) <= 1 && complete(f, c);
}

int main(int argc, char **argv) {
  functions f;
  void *library = argc >= 7 && argc <= 10 ? load(argv[1]) : NULL;
  if (!library) return 2;
#define FIND(result, name, parameters)             \
  *(void **)&f.name = find(library, PREFIX #name); \
  if (!f.name) return 3;
  FUNCTIONS(FIND)
  double h = atof(argv[3]);
  int nsteps = atoi(argv[4]), first = atoi(argv[5]), n = atoi(argv[6]);
  const char *resources = argc > 7 ? argv[7] : NULL;
  bool exchange = argc == 10 && strcmp(argv[8], "me") == 0;
  size_t nstates = exchange ? (size_t)atoi(argv[9]) : 0;
  void *c = nstates <= MOST_STATES ? instantiate(&f, argv[2], resources, exchange) : NULL;
  if (!c || !initialize(&f, c)) return 4;
  if (exchange && (!update(&f, c) || f.EnterContinuousTimeMode(c) > 1)) return 4;
  for (int i = 0; i < nsteps; i++)
    if (!(exchange ? integrate(&f, c, i * h, h, nstates) : do_step(&f, c, i * h, h))) return 5;
  for (int i = 0; i < n; i++) {
    unsigned reference = (unsigned)(first + i);
    union {
      double value;
      unsigned long long bits;
    } y;
    if (GET_REALS(c, reference, &y.value) > 1) return 6;
    printf("%08lx%08lx\n", (unsigned long)(y.bits >> 32), (unsigned long)(y.bits & 0xffffffff));
  }
  f.FreeInstance(c);
  return 0;
}
