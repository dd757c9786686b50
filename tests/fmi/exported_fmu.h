// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// exported_fmu.h - exports a model, unpacks the archive and drives the binary through the functions of FMI 2 or 3.
#ifndef EXPORTED_FMU_H
#define EXPORTED_FMU_H

#include <dlfcn.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "fmi/fmi2.h"
#include "fmi/fmi3.h"
#include "jounce/fmu_export.h"
#include "jounce/simulate.h"
#include "temporary.h"

typedef struct {
#define MEMBER(result, name, parameters) result(*name) parameters;
  FMI2_FUNCTIONS(MEMBER)
#undef MEMBER
} fmi2_functions;

typedef struct {
#define MEMBER(result, name, parameters) result(*name) parameters;
  FMI3_FUNCTIONS(MEMBER)
#undef MEMBER
} fmi3_functions;

typedef struct {
  int version;
  unsigned char *bytes;  // the archive
  size_t size;
  char folder[300];
  char *xml;                    // modelDescription.xml
  const char *variables[2000];  // their elements in it; looked up once, because strstr is slow under the sanitizers
  int nvariables;
  char token[64];
  char library[500];
  char files[64][400];  // of the archive
  int nfiles;
  void *handle;
  fmi2_functions f2;
  fmi3_functions f3;
} unpacked;

// Messages of one instance, recorded by the logger of the importer.
typedef struct {
  int messages, worst;
  char last[1200];
  bool foreign;  // called with another environment or name
} heard;

typedef struct {
  unpacked *fmu;
  void *c;
  bool exchange;
  heard log;
  double t;
} driven;

// ---- archive --------------------------------------------------------------------------------------------------------

static inline unsigned fmu_number(const unsigned char *at, int n) {
  unsigned value = 0;
  for (int i = n - 1; i >= 0; i--) value = value << 8 | at[i];
  return value;
}

static inline bool fmu_write_file(const char *folder, const char *name, const unsigned char *bytes, size_t size) {
  char path[800];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  for (char *slash = strchr(path + strlen(folder) + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    mkdir(path, 0700);
    *slash = '/';
  }
  FILE *file = fopen(path, "wb");
  bool good = file && fwrite(bytes, 1, size, file) == size;
  if (file) fclose(file);
  return good;
}

// Unpacks the stored entries of an archive.
static inline bool fmu_unpack(unpacked *u) {
  const unsigned char *end = u->bytes + u->size - 22, *entry = u->bytes + fmu_number(end + 16, 4);
  if (!temporary_folder(u->folder, sizeof u->folder)) return false;
  for (unsigned i = 0; i < fmu_number(end + 10, 2); i++) {
    unsigned length = fmu_number(entry + 28, 2), size = fmu_number(entry + 24, 4);
    const unsigned char *local = u->bytes + fmu_number(entry + 42, 4), *data = local + 30 + length;
    char *name = u->files[u->nfiles < 63 ? u->nfiles++ : 63];
    snprintf(name, sizeof u->files[0], "%.*s", (int)length, (const char *)entry + 46);
    if (!fmu_write_file(u->folder, name, data, size)) return false;
    if (strcmp(name, "modelDescription.xml") == 0) {
      u->xml = calloc(1, size + 1);
      memcpy(u->xml, data, size);
    }
    if (strncmp(name, "binaries/", 9) == 0) snprintf(u->library, sizeof u->library, "%s/%s", u->folder, name);
    entry += 46 + length;
  }
  return u->xml != NULL;
}

// Copies the value of an attribute that follows `at`. Returns false if the element, which ends with '>', has none.
static inline bool fmu_attribute(const char *at, const char *name, char *text, size_t size) {
  char key[80];
  snprintf(key, sizeof key, " %s=\"", name);
  const char *end = strchr(at, '>'), *found = strstr(at, key);
  text[0] = 0;
  if (!found || (end && found > end)) return false;
  found += strlen(key);
  snprintf(text, size, "%.*s", (int)strcspn(found, "\""), found);
  return true;
}

static inline bool fmu_load(unpacked *u) {
  u->handle = dlopen(u->library, RTLD_NOW | RTLD_LOCAL);
  if (!u->handle) {
    puts(dlerror());
    return false;
  }
  bool all = true;
#define FIND(result, name, parameters)                    \
  *(void **)&u->f2.name = dlsym(u->handle, "fmi2" #name); \
  all = all && u->f2.name;
  FMI2_FUNCTIONS(FIND)
#undef FIND
#define FIND(result, name, parameters)                    \
  *(void **)&u->f3.name = dlsym(u->handle, "fmi3" #name); \
  all = all && u->f3.name;
  FMI3_FUNCTIONS(FIND)
#undef FIND
  return all;
}

// Reads the binary of the build. The caller frees it.
static inline unsigned char *fmu_binary(size_t *size) {
  FILE *file = fopen(FMU_BINARY, "rb");
  if (!file) return NULL;
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  unsigned char *bytes = malloc(*size + 1);
  if (bytes && fread(bytes, 1, *size, file) != *size) *size = 0;
  fclose(file);
  return bytes;
}

#if defined(__aarch64__)
#define FMU_PLATFORM "aarch64-linux"
#else
#define FMU_PLATFORM "x86_64-linux"
#endif

static inline unsigned char *fmu_archive(const jn_model *model, const jn_export_options *given, size_t *size,
                                         jn_report *report) {
  jn_fmu_binary binary = {.platform = FMU_PLATFORM};
  jn_export_options options = *given;
  unsigned char *bytes = fmu_binary(&binary.size);
  binary.bytes = bytes;
  options.binaries = &binary;
  options.nbinaries = 1;
  unsigned char *archive = jn_fmu_export(model, &options, size, report);
  free(bytes);
  return archive;
}

// Exports a model, unpacks and loads the FMU.
static inline bool fmu_open(unpacked *u, const jn_model *model, const jn_export_options *options, jn_report *report) {
  *u = (unpacked){.version = options->version};
  u->bytes = fmu_archive(model, options, &u->size, report);
  if (!u->bytes || !fmu_unpack(u)) return false;
  fmu_attribute(strstr(u->xml, "<fmiModelDescription"), u->version == 2 ? "guid" : "instantiationToken", u->token,
                sizeof u->token);
  return fmu_load(u);
}

static inline void fmu_close(unpacked *u) {
  char command[400];
  if (u->handle) dlclose(u->handle);
  if (u->folder[0]) {
    snprintf(command, sizeof command, "rm -r '%s'", u->folder);
    if (system(command) != 0) puts("the folder of an FMU remains");
  }
  jn_fmu_free(u->bytes);
  free(u->xml);
  *u = (unpacked){0};
}

// ---- description: elements are on lines of their own ----------------------------------------------------------------

static inline void fmu_list_variables(unpacked *u) {
  const char *at = strstr(u->xml, "<ModelVariables>"), *end = strstr(u->xml, "</ModelVariables>");
  const char *element = u->version == 2 ? "<ScalarVariable " : "<Float64 ";
  while (at && (at = strstr(at + 1, element)) != NULL && at < end && u->nvariables < 2000)
    u->variables[u->nvariables++] = at;
}

// Finds variable i. Returns its element, NULL past the last; *typed is the element with unit, start and derivative.
static inline const char *fmu_variable(unpacked *u, int i, const char **typed) {
  if (u->nvariables == 0) fmu_list_variables(u);
  if (i >= u->nvariables) return NULL;
  *typed = u->version == 2 ? strstr(u->variables[i], "<Real") : u->variables[i];
  return u->variables[i];
}

// Returns the value reference of a variable; -1: there is none.
static inline int fmu_reference(unpacked *u, const char *wanted) {
  const char *typed, *at;
  char name[400], reference[20];
  for (int i = 0; (at = fmu_variable(u, i, &typed)) != NULL; i++) {
    fmu_attribute(at, "name", name, sizeof name);
    fmu_attribute(at, "valueReference", reference, sizeof reference);
    if (strcmp(name, wanted) == 0) return atoi(reference);
  }
  return -1;
}

// Lists the value references of a causality; returns their number.
static inline int fmu_list(unpacked *u, const char *wanted, unsigned *references, int most) {
  const char *typed, *at;
  char text[40];
  int n = 0;
  for (int i = 0; (at = fmu_variable(u, i, &typed)) != NULL && n < most; i++) {
    fmu_attribute(at, "causality", text, sizeof text);
    if (strcmp(text, wanted) != 0) continue;
    fmu_attribute(at, "valueReference", text, sizeof text);
    references[n++] = (unsigned)atoi(text);
  }
  return n;
}

// ---- instances ------------------------------------------------------------------------------------------------------

static inline void fmu_hear(heard *log, int status, const char *message) {
  log->messages++;
  if (status > log->worst) log->worst = status;
  snprintf(log->last, sizeof log->last, "%s", message);
}

static void fmu_log2(void *environment, fmi2String name, fmi2Status status, fmi2String category, fmi2String format,
                     ...) {
  driven *d = environment;
  if (!d) return;
  d->log.foreign = d->log.foreign || strcmp(name, "instance") != 0 || strcmp(format, "%s") != 0 || !category;
  va_list arguments;
  va_start(arguments, format);
  fmu_hear(&d->log, status, va_arg(arguments, const char *));
  va_end(arguments);
}

static void fmu_log3(void *environment, fmi3Status status, fmi3String category, fmi3String message) {
  driven *d = environment;
  if (!d) return;
  d->log.foreign = d->log.foreign || !category;
  fmu_hear(&d->log, (int)status, message);
}

static inline bool fmu_instantiate_with(driven *d, unpacked *u, bool exchange, const char *token,
                                        const char *resources) {
  *d = (driven){.fmu = u, .exchange = exchange};
  if (u->version == 2) {
    fmi2CallbackFunctions callbacks = {.logger = fmu_log2, .componentEnvironment = d};
    d->c = u->f2.Instantiate("instance", exchange ? fmi2ModelExchange : fmi2CoSimulation, token, resources, &callbacks,
                             fmi2False, fmi2False);
    memset(&callbacks, 0, sizeof callbacks);  // the instance has copied them
  } else if (exchange) {
    d->c = u->f3.InstantiateModelExchange("instance", token, resources, false, false, d, fmu_log3);
  } else {
    d->c = u->f3.InstantiateCoSimulation("instance", token, resources, false, false, false, false, NULL, 0, d, fmu_log3,
                                         NULL);
  }
  return d->c != NULL;
}

static inline bool fmu_instantiate(driven *d, unpacked *u, bool exchange) {
  char resources[400];
  snprintf(resources, sizeof resources, u->version == 2 ? "file://%s/resources" : "%s/resources/", u->folder);
  return fmu_instantiate_with(d, u, exchange, u->token, resources);
}

static inline void fmu_free(driven *d) {
  if (d->fmu->version == 2) d->fmu->f2.FreeInstance(d->c);
  else d->fmu->f3.FreeInstance(d->c);
  d->c = NULL;
}

#define FMU_CALL2(name, ...) \
  (d->fmu->version == 2 ? (int)d->fmu->f2.name(__VA_ARGS__) : (int)d->fmu->f3.name(__VA_ARGS__))

static inline int fmu_begin(driven *d, double start) {
  if (d->fmu->version == 3) return (int)d->fmu->f3.EnterInitializationMode(d->c, false, 0, start, false, 0);
  int status = (int)d->fmu->f2.SetupExperiment(d->c, fmi2False, 0, start, fmi2False, 0);
  return status == 0 ? (int)d->fmu->f2.EnterInitializationMode(d->c) : status;
}

static inline int fmu_finish_initialization(driven *d) { return FMU_CALL2(ExitInitializationMode, d->c); }

static inline bool fmu_initialize(driven *d) { return fmu_begin(d, 0) == 0 && fmu_finish_initialization(d) == 0; }

static inline int fmu_get(driven *d, const unsigned *references, int n, double *values) {
  if (d->fmu->version == 2) return (int)d->fmu->f2.GetReal(d->c, references, (size_t)n, values);
  return (int)d->fmu->f3.GetFloat64(d->c, references, (size_t)n, values, (size_t)n);
}

static inline int fmu_set(driven *d, const unsigned *references, int n, const double *values) {
  if (d->fmu->version == 2) return (int)d->fmu->f2.SetReal(d->c, references, (size_t)n, values);
  return (int)d->fmu->f3.SetFloat64(d->c, references, (size_t)n, values, (size_t)n);
}

static inline int fmu_step(driven *d, double t, double h) {
  if (d->fmu->version == 2) return (int)d->fmu->f2.DoStep(d->c, t, h, fmi2True);
  bool event, terminate, early;
  double last;
  return (int)d->fmu->f3.DoStep(d->c, t, h, true, &event, &terminate, &early, &last);
}

static inline int fmu_reset(driven *d) { return FMU_CALL2(Reset, d->c); }

// ---- saved states ---------------------------------------------------------------------------------------------------

// Returns the state as bytes, which the caller frees; NULL: it failed.
static inline void *fmu_save(driven *d, size_t *size) {
  void *state = NULL, *bytes = NULL;
  bool old = d->fmu->version == 2;
  int status = old ? (int)d->fmu->f2.GetFMUstate(d->c, &state) : (int)d->fmu->f3.GetFMUState(d->c, &state);
  if (status != 0) return NULL;
  status = old ? (int)d->fmu->f2.SerializedFMUstateSize(d->c, state, size)
               : (int)d->fmu->f3.SerializedFMUStateSize(d->c, state, size);
  bytes = malloc(*size + 1);
  if (status == 0)
    status = old ? (int)d->fmu->f2.SerializeFMUstate(d->c, state, bytes, *size)
                 : (int)d->fmu->f3.SerializeFMUState(d->c, state, bytes, *size);
  if (old) d->fmu->f2.FreeFMUstate(d->c, &state);
  else d->fmu->f3.FreeFMUState(d->c, &state);
  if (status == 0 && !state) return bytes;
  free(bytes);
  return NULL;
}

static inline int fmu_restore(driven *d, const void *bytes, size_t size) {
  void *state = NULL;
  bool old = d->fmu->version == 2;
  int status = old ? (int)d->fmu->f2.DeSerializeFMUstate(d->c, bytes, size, &state)
                   : (int)d->fmu->f3.DeserializeFMUState(d->c, bytes, size, &state);
  if (status != 0) return status;
  status = old ? (int)d->fmu->f2.SetFMUstate(d->c, state) : (int)d->fmu->f3.SetFMUState(d->c, state);
  if (old) d->fmu->f2.FreeFMUstate(d->c, &state);
  else d->fmu->f3.FreeFMUState(d->c, &state);
  return status;
}

// ---- Model Exchange by Runge-Kutta ----------------------------------------------------------------------------------

enum { FMU_MOST = 512 };  // states, indicators

typedef struct {
  int nx, nz;
  double x[FMU_MOST], z[FMU_MOST], next;
  bool terminate, failed;
  bool ignores_indicators;  // as an importer that relies on completed steps
  int time_events, state_events, step_events;
  int changes, nominal_changes;  // events after which the FMU reported changed values and nominal values of states
} exchange;

static inline void fmu_sizes(unpacked *u, exchange *e) {
  char text[40];
  const char *typed, *at;
  e->nx = e->nz = 0;
  for (int i = 0; (at = fmu_variable(u, i, &typed)) != NULL; i++)
    e->nx += fmu_attribute(typed, "derivative", text, sizeof text);
  if (u->version == 2) {
    fmu_attribute(strstr(u->xml, "<fmiModelDescription"), "numberOfEventIndicators", text, sizeof text);
    e->nz = atoi(text);
  } else {
    for (at = strstr(u->xml, "<EventIndicator "); at; at = strstr(at + 1, "<EventIndicator ")) e->nz++;
  }
}

static inline bool fmu_point(driven *d, const exchange *e, double t, const double *x) {
  return FMU_CALL2(SetTime, d->c, t) == 0 && FMU_CALL2(SetContinuousStates, d->c, x, (size_t)e->nx) == 0;
}

static inline void fmu_rates(driven *d, exchange *e, double t, const double *x, double *rates) {
  size_t n = (size_t)e->nx;
  bool good = fmu_point(d, e, t, x);
  int status = d->fmu->version == 2 ? (int)d->fmu->f2.GetDerivatives(d->c, rates, n)
                                    : (int)d->fmu->f3.GetContinuousStateDerivatives(d->c, rates, n);
  if (!good || status != 0) e->failed = true;
}

static inline void fmu_indicators(driven *d, exchange *e, double t, const double *x, double *z) {
  if (!fmu_point(d, e, t, x) || FMU_CALL2(GetEventIndicators, d->c, z, (size_t)e->nz) != 0) e->failed = true;
}

// Handles events, reads the states and enters continuous-time mode.
static inline void fmu_handle_events(driven *d, exchange *e) {
  bool needed = true, nominal = false, nominals = false, value = false, values = false, defined = false;
  for (int round = 0; needed && round < 100 && !e->failed; round++) {
    if (d->fmu->version == 2) {
      fmi2EventInfo info = {0};
      e->failed = d->fmu->f2.NewDiscreteStates(d->c, &info) != fmi2OK;
      needed = info.newDiscreteStatesNeeded;
      e->terminate = info.terminateSimulation;
      value = info.valuesOfContinuousStatesChanged;
      nominal = info.nominalsOfContinuousStatesChanged;
      defined = info.nextEventTimeDefined;
      e->next = info.nextEventTime;
    } else {
      e->failed =
          d->fmu->f3.UpdateDiscreteStates(d->c, &needed, &e->terminate, &nominal, &value, &defined, &e->next) != fmi3OK;
    }
    values = values || value;
    nominals = nominals || nominal;
  }
  e->changes += values;
  e->nominal_changes += nominals;
  if (!defined) e->next = HUGE_VAL;
  if (FMU_CALL2(GetContinuousStates, d->c, e->x, (size_t)e->nx) != 0) e->failed = true;
  if (FMU_CALL2(EnterContinuousTimeMode, d->c) != 0) e->failed = true;
  fmu_indicators(d, e, d->t, e->x, e->z);
}

static inline void fmu_runge_kutta(driven *d, exchange *e, double h, double *x) {
  double k[4][FMU_MOST], y[FMU_MOST];
  static const double at[] = {0, 0.5, 0.5, 1};
  for (int s = 0; s < 4; s++) {
    for (int i = 0; i < e->nx; i++) y[i] = e->x[i] + (s > 0 ? at[s] * h * k[s - 1][i] : 0);
    fmu_rates(d, e, d->t + at[s] * h, y, k[s]);
  }
  for (int i = 0; i < e->nx; i++) x[i] = e->x[i] + h / 6 * (k[0][i] + 2 * (k[1][i] + k[2][i]) + k[3][i]);
}

static inline bool fmu_crossed(const exchange *e, const double *z) {
  for (int i = 0; i < e->nz && !e->ignores_indicators; i++)
    if ((z[i] > 0) != (e->z[i] > 0)) return true;
  return false;
}

// Integrates from d->t to `end`; the instance is in continuous-time mode. The last step may have any length.
static inline bool fmu_integrate(driven *d, exchange *e, double end, double h) {
  double x[FMU_MOST], z[FMU_MOST];
  while (d->t < end && !e->terminate && !e->failed) {
    double to = fmin(d->t + h, end);
    if (end - to < 1e-9 * h) to = end;
    bool timed = e->next <= to, event, terminate;
    if (timed) to = e->next;
    fmu_runge_kutta(d, e, to - d->t, x);
    fmu_indicators(d, e, to, x, z);
    bool crossed = fmu_crossed(e, z);
    if (crossed) {
      double low = 0, high = to - d->t;
      while (high - low > 1e-13 * (1 + fabs(d->t))) {
        double middle = 0.5 * (low + high);
        fmu_runge_kutta(d, e, middle, x);
        fmu_indicators(d, e, d->t + middle, x, z);
        if (fmu_crossed(e, z)) high = middle;
        else low = middle;
      }
      timed = timed && d->t + high >= e->next;
      fmu_runge_kutta(d, e, high, x);
      to = d->t + high;
    }
    if (!fmu_point(d, e, to, x)) e->failed = true;
    memcpy(e->x, x, (size_t)e->nx * sizeof *x);
    d->t = to;
    if (d->fmu->version == 2) {
      fmi2Boolean step_event = 0, stop = 0;
      e->failed = e->failed || d->fmu->f2.CompletedIntegratorStep(d->c, fmi2True, &step_event, &stop) != fmi2OK;
      event = step_event;
      terminate = stop;
    } else {
      event = terminate = false;
      e->failed = e->failed || d->fmu->f3.CompletedIntegratorStep(d->c, true, &event, &terminate) != fmi3OK;
    }
    e->terminate = e->terminate || terminate;
    e->time_events += timed;
    e->state_events += crossed;
    e->step_events += event;
    if (timed || crossed || event) {
      if (FMU_CALL2(EnterEventMode, d->c) != 0) e->failed = true;
      fmu_handle_events(d, e);
    } else {
      fmu_indicators(d, e, d->t, e->x, e->z);
    }
  }
  return !e->failed;
}

#endif
