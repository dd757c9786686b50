// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// importer.c - runs FMUs in the tests.
#include "importer.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- loading --------------------------------------------------------------------------------------------------------

// A component environment is the importer; callbacks without one count in a variable of the thread.
static _Thread_local importer *current;

static void keep_message(importer *im, int status, const char *text) {
  if (status == fmi2OK) return;
  if (!im || im->version < 2 || im->version > 3 || im != current) {
    if (current) current->wrong_environment++;
    return;
  }
  im->nmessages++;
  snprintf(im->message, sizeof im->message, "%s", text);
  if (status >= fmi2Error && !im->quiet) fprintf(stderr, "FMU: %s\n", text);
}

static void log_2(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status, fmi2String category,
                  fmi2String message, ...) {
  char text[IMPORTER_MESSAGE];
  va_list arguments;
  (void)instance, (void)category;
  va_start(arguments, message);
  vsnprintf(text, sizeof text, message ? message : "", arguments);
  va_end(arguments);
  keep_message(environment, (int)status, text);
}

static void log_3(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category, fmi3String message) {
  (void)category;
  keep_message(environment, (int)status, message ? message : "");
}

static void *allocate(size_t n, size_t size) {
  void *block = calloc(n, size);
  if (block && current) current->allocated++;
  return block;
}

static void release(void *block) {
  if (block && current) current->allocated--;
  free(block);
}

static fmi2CallbackFunctions callbacks_of(importer *im) {
  return (fmi2CallbackFunctions){log_2, allocate, release, NULL, im};
}

#define FIND(result, name, parameters)       \
  address = dlsym(im->handle, PREFIX #name); \
  memcpy(&functions->name, &address, sizeof address);

static void find_functions(importer *im) {
  void *address;
  if (im->version == 2) {
    jni_fmi2_functions *functions = &im->fmi2;
#define PREFIX "fmi2"
    FMI2_FUNCTIONS(FIND)
#undef PREFIX
  } else {
    jni_fmi3_functions *functions = &im->fmi3;
#define PREFIX "fmi3"
    FMI3_FUNCTIONS(FIND)
#undef PREFIX
  }
}

static void print_report(const jn_report *report) {
  char text[1200];
  for (int i = 0; i < jn_report_size(report); i++) {
    jn_error_format(jn_report_get(report, i), text, sizeof text);
    fprintf(stderr, "%s\n", text);
  }
}

bool importer_open(importer *im, const char *path) {
  char library[2 * JNI_PATH_SIZE];
  *im = (importer){.version = 0};
  jn_report *report = jn_report_new(NULL);
  im->fmu = jn_fmu_read(NULL, path, report);
  bool good = im->fmu && jni_archive_unpack(im->fmu->archive, im->folder, report);
  print_report(report);
  jn_report_free(report);
  if (!good) return false;
  im->d = im->fmu->description;
  im->version = im->d->version;
  const char *identifier =
      im->d->model_exchange.present ? im->d->model_exchange.identifier : im->d->co_simulation.identifier;
  snprintf(im->resources, sizeof im->resources, im->version == 2 ? "file://%s/resources" : "%s/resources/", im->folder);
  snprintf(library, sizeof library, "%s/binaries/%s/%s.so", im->folder, jni_fmu_platform(im->version), identifier);
  im->handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!im->handle) {
    fprintf(stderr, "%s\n", dlerror());
    return false;
  }
  find_functions(im);
  return true;
}

void importer_close(importer *im) {
  if (im->handle) dlclose(im->handle);
  if (im->folder[0]) jni_folder_remove_tree(im->folder);
  jn_fmu_close(im->fmu);
  *im = (importer){.version = 0};
}

// ---- instances ------------------------------------------------------------------------------------------------------

// FMI 2 keeps a pointer to the callbacks, which must live as long as the instance: they precede it in this list.
typedef struct instance {
  fmi2CallbackFunctions callbacks;
  void *component;
  struct instance *next;
} instance;

static _Thread_local instance *instances;

void *importer_instantiate_with(importer *im, importer_interface interface, const char *token, const char *resources) {
  current = im;
  if (im->version == 3)
    return interface == IMPORTER_ME ? im->fmi3.InstantiateModelExchange("it", token, resources, false, false, im, log_3)
                                    : im->fmi3.InstantiateCoSimulation("it", token, resources, false, false, false,
                                                                       false, NULL, 0, im, log_3, NULL);
  instance *made = calloc(1, sizeof *made);
  made->callbacks = callbacks_of(im);
  made->component = im->fmi2.Instantiate("it", interface == IMPORTER_ME ? fmi2ModelExchange : fmi2CoSimulation, token,
                                         resources, &made->callbacks, fmi2False, fmi2False);
  void *component = made->component;
  if (component) {
    made->next = instances;
    instances = made;
  } else {
    free(made);
  }
  return component;
}

void *importer_instantiate(importer *im, importer_interface interface) {
  return importer_instantiate_with(im, interface, im->d->token, im->resources);
}

void importer_free(importer *im, void *c) {
  current = im;
  if (im->version == 3) im->fmi3.FreeInstance(c);
  else im->fmi2.FreeInstance(c);
  for (instance **at = &instances; *at && c; at = &(*at)->next)
    if ((*at)->component == c) {
      instance *gone = *at;
      *at = gone->next;
      free(gone);
      return;
    }
}

// Makes an instance of this importer the one that is called. Returns whether it is of FMI 2.
static bool enter(importer *im) {
  current = im;
  return im->version == 2;
}

// Calls a function of the version at hand; -1: the library lacks it.
#define CALL(im, name2, arguments2, name3, arguments3)                           \
  (enter(im)          ? (im)->fmi2.name2 ? (int)(im)->fmi2.name2 arguments2 : -1 \
   : (im)->fmi3.name3 ? (int)(im)->fmi3.name3 arguments3                         \
                      : -1)

int importer_begin(importer *im, void *c, double t0, double tolerance) {
  bool defined = tolerance > 0;
  if (im->version == 2) {
    current = im;
    int status = (int)im->fmi2.SetupExperiment(c, defined, tolerance, t0, fmi2False, 0);
    if (status != 0) return status;
  }
  return CALL(im, EnterInitializationMode, (c), EnterInitializationMode, (c, defined, tolerance, t0, false, 0));
}

int importer_end_initialisation(importer *im, void *c) {
  return CALL(im, ExitInitializationMode, (c), ExitInitializationMode, (c));
}

int importer_reset(importer *im, void *c) { return CALL(im, Reset, (c), Reset, (c)); }
int importer_terminate(importer *im, void *c) { return CALL(im, Terminate, (c), Terminate, (c)); }

int importer_step(importer *im, void *c, double t, double h) {
  fmi3Boolean event = false, terminate = false, early = false;
  fmi3Float64 last = 0;
  return CALL(im, DoStep, (c, t, h, fmi2True), DoStep, (c, t, h, true, &event, &terminate, &early, &last));
}

// ---- values ---------------------------------------------------------------------------------------------------------

int importer_set(importer *im, void *c, const char *name, double value) {
  int k = jni_fmu_find_variable(im->d, name);
  if (k < 0) return -1;
  const uint32_t vr = im->d->variables[k].reference;
  const int whole = (int)value;
  const int64_t wide = (int64_t)value;
  const bool flag = value != 0;
  switch (im->d->variables[k].type) {
    case JNI_FMU_FLOAT64: return CALL(im, SetReal, (c, &vr, 1, &value), SetFloat64, (c, &vr, 1, &value, 1));
    case JNI_FMU_INT32: return CALL(im, SetInteger, (c, &vr, 1, &whole), SetInt32, (c, &vr, 1, &whole, 1));
    case JNI_FMU_ENUMERATION: return CALL(im, SetInteger, (c, &vr, 1, &whole), SetInt64, (c, &vr, 1, &wide, 1));
    case JNI_FMU_BOOLEAN: {
      const int integer = flag;
      return CALL(im, SetBoolean, (c, &vr, 1, &integer), SetBoolean, (c, &vr, 1, &flag, 1));
    }
    default: return -1;
  }
}

int importer_get(importer *im, void *c, const char *name, double *value) {
  int k = jni_fmu_find_variable(im->d, name), whole = 0, status = -1;
  if (k < 0) return -1;
  const uint32_t vr = im->d->variables[k].reference;
  int64_t wide = 0;
  bool flag = false;
  switch (im->d->variables[k].type) {
    case JNI_FMU_FLOAT64: return CALL(im, GetReal, (c, &vr, 1, value), GetFloat64, (c, &vr, 1, value, 1));
    case JNI_FMU_INT32:
      status = CALL(im, GetInteger, (c, &vr, 1, &whole), GetInt32, (c, &vr, 1, &whole, 1));
      *value = whole;
      return status;
    case JNI_FMU_ENUMERATION:
      status = CALL(im, GetInteger, (c, &vr, 1, &whole), GetInt64, (c, &vr, 1, &wide, 1));
      *value = im->version == 2 ? whole : (double)wide;
      return status;
    case JNI_FMU_BOOLEAN:
      status = CALL(im, GetBoolean, (c, &vr, 1, &whole), GetBoolean, (c, &vr, 1, &flag, 1));
      *value = im->version == 2 ? whole != 0 : flag;
      return status;
    default: return -1;
  }
}

// ---- states ---------------------------------------------------------------------------------------------------------

int importer_save(importer *im, void *c, void **bytes, size_t *n) {
  void *state = NULL;
  *bytes = NULL;
  int status = CALL(im, GetFMUstate, (c, &state), GetFMUState, (c, &state));
  if (status == 0) status = CALL(im, SerializedFMUstateSize, (c, state, n), SerializedFMUStateSize, (c, state, n));
  if (status == 0) *bytes = malloc(*n + 1);
  if (status == 0)
    status = CALL(im, SerializeFMUstate, (c, state, *bytes, *n), SerializeFMUState, (c, state, *bytes, *n));
  if (state) (void)CALL(im, FreeFMUstate, (c, &state), FreeFMUState, (c, &state));
  return status;
}

int importer_load(importer *im, void *c, const void *bytes, size_t n) {
  void *state = NULL;
  int status = CALL(im, DeSerializeFMUstate, (c, bytes, n, &state), DeserializeFMUState, (c, bytes, n, &state));
  if (status == 0) status = CALL(im, SetFMUstate, (c, state), SetFMUState, (c, state));
  if (state) (void)CALL(im, FreeFMUstate, (c, &state), FreeFMUState, (c, &state));
  return status;
}

void importer_sizes(const importer *im, int *nx, int *nz) {
  *nx = im->d->lists[JNI_FMU_DERIVATIVES].n;
  *nz = im->d->nevent_indicators;
}

// ---- runs -----------------------------------------------------------------------------------------------------------

static bool fail(importer_run *run, const importer *im, int status, const char *call) {
  snprintf(run->what, sizeof run->what, "%.100s: status %d at t = %.9g s; last message: %.200s", call, status, run->t,
           im->message);
  return false;
}

// Checks a call within a function that has `run` and `im`.
#define NEED(call)                                                          \
  do {                                                                      \
    int status_ = (call);                                                   \
    if (status_ != 0 && status_ != 1) return fail(run, im, status_, #call); \
  } while (0)

static bool initialise(importer *im, void *c, importer_run *run) {
  run->t = run->t0;
  run->steps = run->state_events = run->time_events = run->step_events = run->changed_states = 0;
  run->terminated = false;
  run->what[0] = 0;
  if (run->initialised) return true;
  NEED(importer_begin(im, c, run->t0, run->tolerance));
  NEED(importer_end_initialisation(im, c));
  return true;
}

static bool write_row(importer *im, void *c, importer_run *run) {
  double *values = calloc((size_t)run->n + 1, sizeof *values);
  int status = 0;
  for (int i = 0; i < run->n && (status == 0 || status == 1); i++) {
    status = importer_get(im, c, run->names[i], &values[i]);
    if (status != 0 && status != 1) fail(run, im, status, run->names[i]);
  }
  bool good = status == 0 || status == 1;
  if (good && run->row) run->row(run->context, run->t, values);
  free(values);
  return good;
}

bool importer_run_cs(importer *im, void *c, importer_run *run) {
  if (!initialise(im, c, run)) return false;
  long every = run->row_step > 0 ? lround(run->row_step / run->h) : 1, n = lround((run->t1 - run->t0) / run->h);
  if (run->inputs) run->inputs(run->context, im, c, run->t);
  if (!write_row(im, c, run)) return false;
  for (long k = 0; k < n; k++) {
    double t = run->t0 + (double)k * run->h;
    if (im->version == 2) {
      int status = importer_step(im, c, t, run->h);
      fmi2Boolean terminated = fmi2False;
      if (status == fmi2Discard && im->fmi2.GetBooleanStatus) im->fmi2.GetBooleanStatus(c, fmi2Terminated, &terminated);
      run->terminated = terminated;
      if (!terminated) NEED(status);
    } else {
      fmi3Boolean event = false, early = false;
      fmi3Float64 last = 0;
      current = im;
      NEED((int)im->fmi3.DoStep(c, t, run->h, true, &event, &run->terminated, &early, &last));
    }
    run->steps++;
    if (run->terminated) return true;
    run->t = run->t0 + (double)(k + 1) * run->h;
    if (run->inputs) run->inputs(run->context, im, c, run->t);
    if ((k + 1) % every == 0 && !write_row(im, c, run)) return false;
  }
  return true;
}

// One run of model exchange.
typedef struct {
  importer *im;
  void *c;
  importer_run *run;
  int nx, nz;
  double *x, *x0, *k1, *k2, *k3, *k4, *z, *z0;
  bool has_next;
  double next;  // time event
} motion;

static int get_states(motion *m) {
  importer *im = m->im;
  if (m->nx == 0) return 0;
  return CALL(im, GetContinuousStates, (m->c, m->x, (size_t)m->nx), GetContinuousStates, (m->c, m->x, (size_t)m->nx));
}

static int get_indicators(motion *m, double *z) {
  importer *im = m->im;
  if (m->nz == 0) return 0;
  return CALL(im, GetEventIndicators, (m->c, z, (size_t)m->nz), GetEventIndicators, (m->c, z, (size_t)m->nz));
}

static bool set_point(motion *m, double t, const double *x) {
  importer *im = m->im;
  importer_run *run = m->run;
  NEED(CALL(im, SetTime, (m->c, t), SetTime, (m->c, t)));
  if (m->nx > 0)
    NEED(CALL(im, SetContinuousStates, (m->c, x, (size_t)m->nx), SetContinuousStates, (m->c, x, (size_t)m->nx)));
  if (run->inputs) run->inputs(run->context, im, m->c, t);
  return true;
}

static bool rates(motion *m, double t, const double *x, double *k) {
  importer *im = m->im;
  importer_run *run = m->run;
  if (!set_point(m, t, x)) return false;
  if (m->nx > 0)
    NEED(CALL(im, GetDerivatives, (m->c, k, (size_t)m->nx), GetContinuousStateDerivatives, (m->c, k, (size_t)m->nx)));
  return true;
}

// Steps from (t, x0) to (t + h, x) and leaves the FMU at the end.
static bool rk4(motion *m, double t, double h) {
  int n = m->nx;
  if (!rates(m, t, m->x0, m->k1)) return false;
  for (int i = 0; i < n; i++) m->x[i] = m->x0[i] + h / 2 * m->k1[i];
  if (!rates(m, t + h / 2, m->x, m->k2)) return false;
  for (int i = 0; i < n; i++) m->x[i] = m->x0[i] + h / 2 * m->k2[i];
  if (!rates(m, t + h / 2, m->x, m->k3)) return false;
  for (int i = 0; i < n; i++) m->x[i] = m->x0[i] + h * m->k3[i];
  if (!rates(m, t + h, m->x, m->k4)) return false;
  for (int i = 0; i < n; i++) m->x[i] = m->x0[i] + h / 6 * (m->k1[i] + 2 * m->k2[i] + 2 * m->k3[i] + m->k4[i]);
  return set_point(m, t + h, m->x);
}

static bool crossed(const motion *m) {
  for (int i = 0; i < m->nz; i++)
    if ((m->z[i] > 0) != (m->z0[i] > 0)) return true;
  return false;
}

// Iterates the discrete states from event mode, and returns to continuous-time mode.
static bool update_discrete(motion *m) {
  enum { MOST_ITERATIONS = 1000 };
  importer *im = m->im;
  importer_run *run = m->run;
  bool again = true, changed = false;
  for (int k = 0; again && !run->terminated; k++) {
    if (k == MOST_ITERATIONS) return fail(run, im, 0, "the update of discrete states does not end");
    if (im->version == 2) {
      fmi2EventInfo info = {0};
      current = im;
      NEED((int)im->fmi2.NewDiscreteStates(m->c, &info));
      again = info.newDiscreteStatesNeeded;
      run->terminated = info.terminateSimulation;
      changed = changed || info.valuesOfContinuousStatesChanged;
      m->has_next = info.nextEventTimeDefined;
      m->next = info.nextEventTime;
    } else {
      bool nominals = false, values = false;
      current = im;
      NEED((int)im->fmi3.UpdateDiscreteStates(m->c, &again, &run->terminated, &nominals, &values, &m->has_next,
                                              &m->next));
      changed = changed || values;
    }
  }
  if (changed) run->changed_states++;
  if (run->terminated) return true;
  NEED(CALL(im, EnterContinuousTimeMode, (m->c), EnterContinuousTimeMode, (m->c)));
  NEED(get_states(m));
  NEED(get_indicators(m, m->z0));
  return true;
}

static bool handle_event(motion *m) {
  importer *im = m->im;
  importer_run *run = m->run;
  NEED(CALL(im, EnterEventMode, (m->c), EnterEventMode, (m->c)));
  return update_discrete(m);
}

// Takes one step to at most t_end, and handles the events at its end.
static bool advance(motion *m, double t_end) {
  importer *im = m->im;
  importer_run *run = m->run;
  double t = run->t, h = fmin(run->h, t_end - t);
  bool time_event = m->has_next && m->next <= t + h * (1 + 1e-12), state_event = false;
  if (time_event) h = m->next - t;
  else if (t_end - t < h * (1 + 1e-9)) h = t_end - t;
  memcpy(m->x0, m->x, (size_t)m->nx * sizeof *m->x);
  if (h > 0) {
    if (!rk4(m, t, h)) return false;
    NEED(get_indicators(m, m->z));
    if (crossed(m)) {
      double low = 0, high = h;
      state_event = true;
      while (high - low > 1e-13 * (1 + fabs(t))) {
        double middle = low + (high - low) / 2;
        if (!rk4(m, t, middle)) return false;
        NEED(get_indicators(m, m->z));
        if (crossed(m)) high = middle;
        else low = middle;
      }
      if (!rk4(m, t, high)) return false;
      if (high < h) time_event = false;
      h = high;
    }
    run->t = time_event ? m->next : h == t_end - t ? t_end : t + h;
    run->steps++;
  }
  bool step_event = false;
  if (im->version == 2) {
    fmi2Boolean enter = fmi2False, terminate = fmi2False;
    current = im;
    NEED((int)im->fmi2.CompletedIntegratorStep(m->c, fmi2True, &enter, &terminate));
    step_event = enter;
    run->terminated = terminate;
  } else {
    current = im;
    NEED((int)im->fmi3.CompletedIntegratorStep(m->c, true, &step_event, &run->terminated));
  }
  run->state_events += state_event;
  run->time_events += time_event;
  run->step_events += step_event;
  if (run->terminated) return true;
  if (state_event || time_event || step_event) return handle_event(m);
  memcpy(m->z0, m->z, (size_t)m->nz * sizeof *m->z);
  return true;
}

static bool run_motion(motion *m) {
  importer *im = m->im;
  importer_run *run = m->run;
  double row_step = run->row_step > 0 ? run->row_step : run->h;
  long rows = lround((run->t1 - run->t0) / row_step);
  if (!initialise(im, m->c, run)) return false;
  if (run->inputs) run->inputs(run->context, im, m->c, run->t);
  if (!update_discrete(m) || !write_row(im, m->c, run)) return false;
  for (long k = 1; k <= rows && !run->terminated; k++) {
    double t_row = k == rows ? run->t1 : run->t0 + (double)k * row_step;
    while (run->t < t_row && !run->terminated)
      if (!advance(m, t_row)) return false;
    if (!run->terminated && !write_row(im, m->c, run)) return false;
  }
  return true;
}

bool importer_run_me(importer *im, void *c, importer_run *run) {
  motion m = {.im = im, .c = c, .run = run};
  importer_sizes(im, &m.nx, &m.nz);
  size_t n = (size_t)m.nx;
  double *memory = calloc(6 * n + 2 * (size_t)m.nz + 1, sizeof *memory);
  m.x = memory;
  m.x0 = m.x + n;
  m.k1 = m.x0 + n;
  m.k2 = m.k1 + n;
  m.k3 = m.k2 + n;
  m.k4 = m.k3 + n;
  m.z = m.k4 + n;
  m.z0 = m.z + m.nz;
  bool good = run_motion(&m);
  free(memory);
  return good;
}
