// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmu_instance.c - one instance of an FMU for co-simulation, with the same functions for FMI 2 and 3.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fmi/fmu/fmu.h"

struct jni_fmu_instance {
  jni_pool pool;
  const jni_fmu_library *library;
  void *component;
  fmi2CallbackFunctions callbacks;  // FMI 2 lets the FMU keep a pointer to them
  char message[200];                // last message with status Warning or worse during the present call
  void *elements;                   // workspace for all numbers of the longest array, 8 bytes for each
  bool initialised;
  bool fatal;   // after the status Fatal: no function of the FMU may be called any more
  double time;  // time that the last step has reached, s
  bool ended;   // the FMU has ended the simulation in the last step
};

// ---- messages -------------------------------------------------------------------------------------------------------

static void keep_message(jni_fmu_instance *i, int status, const char *text) {
  if (!i || status == fmi2OK) return;
  jni_print(i->message, sizeof i->message, "%s", text);
  size_t n = strlen(i->message);
  while (n > 0 && strchr(" \n\r.", i->message[n - 1])) i->message[--n] = 0;
  jni_make_plain(i->message);
}

static void log_2(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status, fmi2String category,
                  fmi2String message, ...) {
  char text[200];
  va_list arguments;
  (void)instance, (void)category;
  va_start(arguments, message);
  jni_vprint(text, sizeof text, message ? message : "", arguments);
  va_end(arguments);
  keep_message(environment, (int)status, text);
}

static void log_3(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category, fmi3String message) {
  (void)category;
  keep_message(environment, (int)status, message ? message : "");
}

// Returns true if the status of a call means success. Otherwise writes a sentence with the name of the call and the
// message of the FMU to `what`. The statuses of both versions have the same numbers.
static bool is_good(jni_fmu_instance *i, int status, const char *call, char *what, size_t size) {
  static const char *const words[] = {"OK", "Warning", "Discard", "Error", "Fatal", "Pending"};
  if (status == fmi2OK || status == fmi2Warning) return true;
  if (status == fmi2Fatal) i->fatal = true;
  bool known = status >= 0 && status <= fmi2Pending;
  jni_print(what, size, "the FMU has answered %s to %s%s%s", known ? words[status] : "an unknown status", call,
            i->message[0] ? ": " : "", i->message);
  return false;
}

// Prepares a call: deletes the message of the last one. Returns false with a sentence in `what` if the FMU must not be
// called any more, or if it does not have the function (exists).
static bool begin(jni_fmu_instance *i, bool exists, const char *call, char *what, size_t size) {
  i->message[0] = 0;
  if (i->fatal) {
    jni_print(what, size, "the FMU has failed before and cannot be called");
    return false;
  }
  if (!exists) {
    jni_print(what, size, "the FMU does not have the function %s", call);
    return false;
  }
  return true;
}

// CALL_2 and CALL_3 call a function of FMI 2 or 3 of the instance i. The value of the expression is true if the call
// has succeeded; otherwise `what` contains a sentence.
#define CALL_2(name, ...)                                       \
  (begin(i, i->library->fmi2.name, "fmi2" #name, what, size) && \
   is_good(i, (int)i->library->fmi2.name(__VA_ARGS__), "fmi2" #name, what, size))
#define CALL_3(name, ...)                                       \
  (begin(i, i->library->fmi3.name, "fmi3" #name, what, size) && \
   is_good(i, (int)i->library->fmi3.name(__VA_ARGS__), "fmi3" #name, what, size))

static bool is_version_2(const jni_fmu_instance *i) { return i->library->description->version == 2; }

// ---- instances ------------------------------------------------------------------------------------------------------

// Allocates memory for the FMU, which the standard requires to be zero, as calloc returns it.
static void *allocate(size_t n, size_t each) { return calloc(n, each); }

void *jni_fmu_instance_free(void *instance) {
  jni_fmu_instance *i = instance;
  if (!i) return NULL;
  if (i->component && !i->fatal) {
    if (is_version_2(i)) i->library->fmi2.FreeInstance(i->component);
    else i->library->fmi3.FreeInstance(i->component);
  }
  return jni_object_free(i);
}

jni_fmu_instance *jni_fmu_instance_new(const jni_fmu_library *library, const char *name,
                                       const jni_fmu_callbacks *callbacks, char *what, size_t size) {
  jni_fmu_instance *i = jni_object_new(library->pool.alloc, sizeof *i);
  const char *token = library->description->token, *resources = library->resources;
  bool steps = library->interface == &library->description->co_simulation;
  if (!i) {
    jni_print(what, size, "out of memory");
    return NULL;
  }
  i->elements = jni_take(&i->pool, (size_t)library->description->most_elements + 1, sizeof(double));
  if (!i->elements) {
    jni_print(what, size, "out of memory");
    return jni_object_free(i);
  }
  const jni_fmu_callbacks own = {i, log_2, log_3, allocate, free};
  // with other callbacks the caller logs; otherwise logging gives the reason of a discarded step
  bool logging = callbacks == NULL;
  if (!callbacks) callbacks = &own;
  i->library = library;
  i->callbacks =
      (fmi2CallbackFunctions){callbacks->log2, callbacks->allocate, callbacks->release, NULL, callbacks->environment};
  if (is_version_2(i))
    i->component = library->fmi2.Instantiate(name, steps ? fmi2CoSimulation : fmi2ModelExchange, token, resources,
                                             &i->callbacks, fmi2False, logging);
  else if (steps)
    i->component = library->fmi3.InstantiateCoSimulation(name, token, resources, false, logging, false, false, NULL, 0,
                                                         callbacks->environment, callbacks->log3, NULL);
  else
    i->component = library->fmi3.InstantiateModelExchange(name, token, resources, false, logging,
                                                          callbacks->environment, callbacks->log3);
  if (i->component) return i;
  jni_print(what, size, "the FMU cannot be instantiated%s%s", i->message[0] ? ": " : "", i->message);
  return jni_fmu_instance_free(i);
}

void *jni_fmu_component(jni_fmu_instance *i) { return i->component; }

bool jni_fmu_begin(jni_fmu_instance *i, double t, double tolerance, char *what, size_t size) {
  bool defined = tolerance > 0;
  if (!is_version_2(i)) return CALL_3(EnterInitializationMode, i->component, defined, tolerance, t, false, 0);
  return CALL_2(SetupExperiment, i->component, defined, tolerance, t, fmi2False, 0) &&
         CALL_2(EnterInitializationMode, i->component);
}

bool jni_fmu_exit_initialisation(jni_fmu_instance *i, char *what, size_t size) {
  i->initialised =
      is_version_2(i) ? CALL_2(ExitInitializationMode, i->component) : CALL_3(ExitInitializationMode, i->component);
  return i->initialised;
}

bool jni_fmu_reset(jni_fmu_instance *i, char *what, size_t size) {
  i->initialised = false;
  return is_version_2(i) ? CALL_2(Reset, i->component) : CALL_3(Reset, i->component);
}

void jni_fmu_terminate(jni_fmu_instance *i) {
  char what[8];
  const size_t size = sizeof what;
  if (!i || !i->initialised || i->fatal) return;
  i->initialised = false;
  (void)(is_version_2(i) ? CALL_2(Terminate, i->component) : CALL_3(Terminate, i->component));
}

// Records that the FMU has ended the simulation at `time`, s, and writes a sentence about it to `what`. Always returns
// false.
static bool note_end(jni_fmu_instance *i, double time, char *what, size_t size) {
  i->ended = true;
  i->time = time;
  jni_print(what, size, "the FMU ends the simulation%s%s", i->message[0] ? ": " : "", i->message);
  return false;
}

static bool step_2(jni_fmu_instance *i, double t, double h, char *what, size_t size) {
  const jni_fmi2_functions *f = &i->library->fmi2;
  fmi2Boolean terminated = fmi2False;
  fmi2Real last = t;
  if (!begin(i, f->DoStep, "fmi2DoStep", what, size)) return false;
  fmi2Status status = f->DoStep(i->component, t, h, fmi2True);
  if (status == fmi2Discard && f->GetBooleanStatus &&
      f->GetBooleanStatus(i->component, fmi2Terminated, &terminated) == fmi2OK && terminated) {
    if (!f->GetRealStatus || f->GetRealStatus(i->component, fmi2LastSuccessfulTime, &last) != fmi2OK) last = t;
    return note_end(i, last >= t && last <= t + h ? last : t, what, size);
  }
  if (!is_good(i, (int)status, "fmi2DoStep", what, size)) return false;
  i->time = t + h;
  return true;
}

static bool step_3(jni_fmu_instance *i, double t, double h, char *what, size_t size) {
  fmi3Boolean event = false, terminate = false, early = false;
  fmi3Float64 last = t + h;
  if (!CALL_3(DoStep, i->component, t, h, true, &event, &terminate, &early, &last)) return false;
  if (terminate) return note_end(i, last >= t && last <= t + h ? last : t + h, what, size);
  i->time = early ? last : t + h;
  if (early) jni_print(what, size, "the FMU has ended the step early at t = %.9g s, which was not allowed", last);
  return !early;
}

bool jni_fmu_step(jni_fmu_instance *i, double t, double h, char *what, size_t size) {
  i->ended = false;
  i->time = t;
  return is_version_2(i) ? step_2(i, t, h, what, size) : step_3(i, t, h, what, size);
}

// ---- values ---------------------------------------------------------------------------------------------------------

// Rounds a value to the whole number *whole. Returns true if that is from low to high.
static bool to_whole(double value, double low, double high, double *whole) {
  *whole = nearbyint(value);
  return *whole >= low && *whole <= high;
}

// Sets variable v of an FMU for FMI 3 to a number and returns from the function: true on success. FMI 3 sets all
// elements of an array together: for one element, reads the array first and replaces the element.
#define SET_NUMBER(TYPE, NUMBER)                                                                             \
  {                                                                                                          \
    fmi3##TYPE *numbers = i->elements;                                                                       \
    if (v->array >= 0 && !CALL_3(Get##TYPE, i->component, &vr, 1, numbers, (size_t)v->length)) return false; \
    numbers[v->position] = (fmi3##TYPE)(NUMBER);                                                             \
    return CALL_3(Set##TYPE, i->component, &vr, 1, numbers, (size_t)v->length);                              \
  }
#define SET_INTEGER(TYPE, LOW, HIGH)                     \
  {                                                      \
    if (!to_whole(value, LOW, HIGH, &whole)) goto range; \
    SET_NUMBER(TYPE, whole)                              \
  }

static bool set_one(jni_fmu_instance *i, const jni_fmu_variable *v, double value, char *what, size_t size) {
  const uint32_t vr = v->reference;
  double whole;
  if (v->is_array) goto other;
  if (is_version_2(i)) {
    const fmi2ValueReference vr2 = vr;
    if (v->type == JNI_FMU_FLOAT64) return CALL_2(SetReal, i->component, &vr2, 1, &value);
    if (v->type == JNI_FMU_BOOLEAN) {
      const fmi2Boolean flag = value != 0;
      return CALL_2(SetBoolean, i->component, &vr2, 1, &flag);
    }
    if (v->type != JNI_FMU_INT32 && v->type != JNI_FMU_ENUMERATION) goto other;
    if (!to_whole(value, -2147483648.0, 2147483647.0, &whole)) goto range;
    const fmi2Integer number = (fmi2Integer)whole;
    return CALL_2(SetInteger, i->component, &vr2, 1, &number);
  }
  switch (v->type) {
    case JNI_FMU_FLOAT64: SET_NUMBER(Float64, value)
    case JNI_FMU_FLOAT32: SET_NUMBER(Float32, value)
    case JNI_FMU_INT8: SET_INTEGER(Int8, -128.0, 127.0)
    case JNI_FMU_UINT8: SET_INTEGER(UInt8, 0.0, 255.0)
    case JNI_FMU_INT16: SET_INTEGER(Int16, -32768.0, 32767.0)
    case JNI_FMU_UINT16: SET_INTEGER(UInt16, 0.0, 65535.0)
    case JNI_FMU_INT32: SET_INTEGER(Int32, -2147483648.0, 2147483647.0)
    case JNI_FMU_UINT32: SET_INTEGER(UInt32, 0.0, 4294967295.0)
    // limits up to which a double represents every whole number
    case JNI_FMU_ENUMERATION:
    case JNI_FMU_INT64: SET_INTEGER(Int64, -9007199254740992.0, 9007199254740992.0)
    case JNI_FMU_UINT64: SET_INTEGER(UInt64, 0.0, 9007199254740992.0)
    case JNI_FMU_BOOLEAN: SET_NUMBER(Boolean, value != 0)
    default: break;
  }
other:
  jni_print(what, size, "variable '%.100s' is not a scalar number", v->name);
  return false;
range:
  jni_print(what, size, "variable '%.100s' of type %s cannot be %g", v->name,
            jni_fmu_type_name(i->library->description, v->type), value);
  return false;
}

#define GET_NUMBER(TYPE)                                                                    \
  {                                                                                         \
    fmi3##TYPE *numbers = i->elements;                                                      \
    if (!CALL_3(Get##TYPE, i->component, &vr, 1, numbers, (size_t)v->length)) return false; \
    *value = (double)numbers[v->position];                                                  \
    return true;                                                                            \
  }

static bool get_one(jni_fmu_instance *i, const jni_fmu_variable *v, double *value, char *what, size_t size) {
  const uint32_t vr = v->reference;
  if (v->is_array) goto other;
  if (is_version_2(i)) {
    const fmi2ValueReference vr2 = vr;
    fmi2Integer number = 0;
    if (v->type == JNI_FMU_FLOAT64) return CALL_2(GetReal, i->component, &vr2, 1, value);
    if (v->type == JNI_FMU_BOOLEAN) {
      if (!CALL_2(GetBoolean, i->component, &vr2, 1, &number)) return false;
    } else {
      if (v->type != JNI_FMU_INT32 && v->type != JNI_FMU_ENUMERATION) goto other;
      if (!CALL_2(GetInteger, i->component, &vr2, 1, &number)) return false;
    }
    *value = number;
    return true;
  }
  switch (v->type) {
    case JNI_FMU_FLOAT64: GET_NUMBER(Float64)
    case JNI_FMU_FLOAT32: GET_NUMBER(Float32)
    case JNI_FMU_INT8: GET_NUMBER(Int8)
    case JNI_FMU_UINT8: GET_NUMBER(UInt8)
    case JNI_FMU_INT16: GET_NUMBER(Int16)
    case JNI_FMU_UINT16: GET_NUMBER(UInt16)
    case JNI_FMU_INT32: GET_NUMBER(Int32)
    case JNI_FMU_UINT32: GET_NUMBER(UInt32)
    case JNI_FMU_ENUMERATION:
    case JNI_FMU_INT64: GET_NUMBER(Int64)
    case JNI_FMU_UINT64: GET_NUMBER(UInt64)
    case JNI_FMU_BOOLEAN: GET_NUMBER(Boolean)
    default: break;
  }
other:
  jni_print(what, size, "variable '%.100s' is not a scalar number", v->name);
  return false;
}

// Puts the name of a variable, and its value unless NULL, in front of the sentence of a failed call, unless the
// sentence names a variable already.
static void name_variable(const jni_fmu_variable *v, const double *value, char *what, size_t size) {
  char text[400];
  if (strstr(what, "variable '")) return;
  jni_print(text, sizeof text, "%s", what);
  if (value) jni_print(what, size, "variable '%.60s' = %.9g: %s", v->name, *value, text);
  else jni_print(what, size, "variable '%.60s': %s", v->name, text);
}

bool jni_fmu_set(jni_fmu_instance *i, int n, const int *variables, const double *values, char *what, size_t size) {
  for (int k = 0; k < n; k++) {
    const jni_fmu_variable *v = &i->library->description->variables[variables[k]];
    if (set_one(i, v, values[k], what, size)) continue;
    name_variable(v, &values[k], what, size);
    return false;
  }
  return true;
}

bool jni_fmu_get(jni_fmu_instance *i, int n, const int *variables, double *values, char *what, size_t size) {
  for (int k = 0; k < n; k++) {
    const jni_fmu_variable *v = &i->library->description->variables[variables[k]];
    if (get_one(i, v, &values[k], what, size)) continue;
    name_variable(v, NULL, what, size);
    return false;
  }
  return true;
}

// ---- saved states ---------------------------------------------------------------------------------------------------

static bool get_state(jni_fmu_instance *i, void **state, char *what, size_t size) {
  *state = NULL;
  return is_version_2(i) ? CALL_2(GetFMUstate, i->component, state) : CALL_3(GetFMUState, i->component, state);
}

static void free_state(jni_fmu_instance *i, void **state) {
  char what[8];
  const size_t size = sizeof what;
  (void)(is_version_2(i) ? CALL_2(FreeFMUstate, i->component, state) : CALL_3(FreeFMUState, i->component, state));
}

size_t jni_fmu_state_size(jni_fmu_instance *i, char *what, size_t size) {
  void *state;
  size_t n = 0;
  if (!i->library->interface->can_serialize_state || !get_state(i, &state, what, size)) return 0;
  bool good = is_version_2(i) ? CALL_2(SerializedFMUstateSize, i->component, state, &n)
                              : CALL_3(SerializedFMUStateSize, i->component, state, &n);
  free_state(i, &state);
  return good ? n : 0;
}

bool jni_fmu_save(jni_fmu_instance *i, void *bytes, size_t n, char *what, size_t size) {
  void *state;
  size_t needed = 0;
  if (!get_state(i, &state, what, size)) return false;
  bool good = is_version_2(i) ? CALL_2(SerializedFMUstateSize, i->component, state, &needed)
                              : CALL_3(SerializedFMUStateSize, i->component, state, &needed);
  if (good && needed != n) {
    jni_print(what, size, "the size of the state of the FMU has changed from %zu to %zu bytes", n, needed);
    good = false;
  }
  if (good)
    good = is_version_2(i) ? CALL_2(SerializeFMUstate, i->component, state, bytes, n)
                           : CALL_3(SerializeFMUState, i->component, state, bytes, n);
  free_state(i, &state);
  return good;
}

bool jni_fmu_load(jni_fmu_instance *i, const void *bytes, size_t n, char *what, size_t size) {
  void *state = NULL;
  bool good = is_version_2(i) ? CALL_2(DeSerializeFMUstate, i->component, bytes, n, &state)
                              : CALL_3(DeserializeFMUState, i->component, bytes, n, &state);
  if (!good) return false;
  good = is_version_2(i) ? CALL_2(SetFMUstate, i->component, state) : CALL_3(SetFMUState, i->component, state);
  free_state(i, &state);
  return good;
}

// ---- a run of one FMU -----------------------------------------------------------------------------------------------

struct jn_fmu_run {
  const jn_fmu *fmu;
  jni_fmu_library *library;
  jni_fmu_instance *instance;
};

static jn_status report_failure(const jn_fmu *fmu, const char *what, jn_report *report) {
  jn_error error = {.status = JN_NOT_FINITE, .severity = JN_FAULT};
  jni_print(error.file, sizeof error.file, "%s", fmu->path);
  jni_print(error.what, sizeof error.what, "%s", what);
  return jn_report_add(report, &error);
}

jn_fmu_run *jn_fmu_run_new(const jn_fmu *fmu, jn_report *report) {
  JNI_ASSERT(fmu);
  char what[400] = "out of memory";
  jn_fmu_run *run = jni_alloc0(fmu->pool.alloc, 1, sizeof *run);
  if (!run) {
    jni_report_no_memory(report);
    return NULL;
  }
  run->fmu = fmu;
  run->library = jni_fmu_library_open(fmu, &fmu->description->co_simulation, "", what, sizeof what);
  const char *name = fmu->description->model_name;
  if (run->library) run->instance = jni_fmu_instance_new(run->library, name[0] ? name : "fmu", NULL, what, sizeof what);
  if (run->instance) return run;
  report_failure(fmu, what, report);
  return jn_fmu_run_free(run);
}

void *jn_fmu_run_free(jn_fmu_run *run) {
  if (!run) return NULL;
  jni_fmu_terminate(run->instance);
  jni_fmu_instance_free(run->instance);
  jni_fmu_library_close(run->library);
  return jni_free(run->fmu->pool.alloc, run);
}

jn_status jn_fmu_run_set(jn_fmu_run *run, int n, const int *variables, const double *values, jn_report *report) {
  JNI_ASSERT(run && (n == 0 || (variables && values)));
  char what[400];
  return jni_fmu_set(run->instance, n, variables, values, what, sizeof what) ? JN_OK
                                                                             : report_failure(run->fmu, what, report);
}

jn_status jn_fmu_run_get(jn_fmu_run *run, int n, const int *variables, double *values, jn_report *report) {
  JNI_ASSERT(run && (n == 0 || (variables && values)));
  char what[400];
  return jni_fmu_get(run->instance, n, variables, values, what, sizeof what) ? JN_OK
                                                                             : report_failure(run->fmu, what, report);
}

jn_status jn_fmu_run_start(jn_fmu_run *run, double t, double tolerance, jn_report *report) {
  JNI_ASSERT(run);
  char what[400];
  bool good = jni_fmu_begin(run->instance, t, tolerance, what, sizeof what) &&
              jni_fmu_exit_initialisation(run->instance, what, sizeof what);
  return good ? JN_OK : report_failure(run->fmu, what, report);
}

jn_status jn_fmu_run_step(jn_fmu_run *run, double t, double h, jn_report *report) {
  JNI_ASSERT(run);
  char what[400];
  if (jni_fmu_step(run->instance, t, h, what, sizeof what)) return JN_OK;
  return run->instance->ended ? JN_INTERRUPTED : report_failure(run->fmu, what, report);
}

double jn_fmu_run_time(const jn_fmu_run *run, const char **words) {
  JNI_ASSERT(run);
  if (words) *words = run->instance->message;
  return run->instance->time;
}
