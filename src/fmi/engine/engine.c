// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// engine.c - instances of an FMU: creation, modes, variables.
//
// Setting a value only stores it. The model and its motion (a session or a run) are made when a value is needed, so
// that parameters can be set one after the other.
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "fmi/engine/engine_parts.h"
#include "simulate/run.h"

// ---- messages -------------------------------------------------------------------------------------------------------

const char *const jni_engine_categories[] = {"logStatusWarning", "logStatusDiscard", "logStatusError", "logStatusFatal",
                                             NULL};

jni_engine_status jni_engine_say(const jni_engine *engine, jni_engine_status status, const char *format, ...) {
  char text[1024];
  va_list arguments;
  if (!engine->setup.log || (!engine->logging && status < JNI_ENGINE_ERROR)) return status;
  va_start(arguments, format);
  jni_vprint(text, sizeof text, format, arguments);
  va_end(arguments);
  int category = status > JNI_ENGINE_OK ? status - 1 : 0;
  engine->setup.log(engine->setup.context, status, jni_engine_categories[category], text);
  return status;
}

void jni_engine_say_report(const jni_engine *engine, jni_engine_status status, const jn_report *report) {
  for (int i = 0; report && i < jn_report_size(report); i++) {
    const jn_error *error = jn_report_get(report, i);
    char text[1200];
    // Notes are not logged, nor are warnings in Model Exchange: they are about choices that it does not use.
    if (error->severity == JN_NOTE || (error->severity == JN_WARNING && engine->setup.exchange)) continue;
    jn_error_format(error, text, sizeof text);
    // Drops the word "error" or "warning" at the beginning, because the status says the same. A text that begins with a
    // file or line is kept as it is, with the word.
    const char *colon =
        strncmp(text, "error: ", 7) == 0 || strncmp(text, "warning: ", 9) == 0 ? strchr(text, ' ') : NULL;
    jni_engine_say(engine, error->severity == JN_FAULT ? status : JNI_ENGINE_WARNING, "%s", colon ? colon + 1 : text);
  }
}

void jni_engine_set_logging(jni_engine *engine, bool on) { engine->logging = on; }

jni_engine_status jni_engine_fail(jni_engine *engine, const char *what, const char *why) {
  engine->mode = MODE_ERROR;
  return jni_engine_say(engine, JNI_ENGINE_ERROR, "%s: %s", what, why);
}

static const char *mode_name(jni_engine_mode mode) {
  switch (mode) {
    case MODE_INSTANTIATED: return "before initialization";
    case MODE_INITIALIZATION: return "in initialization mode";
    case MODE_EVENT: return "in event mode";
    case MODE_CONTINUOUS: return "in continuous-time mode";
    case MODE_STEP: return "in step mode";
    case MODE_TERMINATED: return "after the end of the simulation";
    default: return "after an error";
  }
}

jni_engine_status jni_engine_check(jni_engine *engine, int modes, const char *what) {
  if (engine->mode & modes) return JNI_ENGINE_OK;
  return jni_engine_say(engine, JNI_ENGINE_ERROR, "%s is not allowed %s", what, mode_name(engine->mode));
}

// ---- layout ---------------------------------------------------------------------------------------------------------

static void set_layout(jni_engine_layout *layout, const int *n) {
  layout->first[0] = 0;
  for (int i = 0; i < JNI_ENGINE_NSORTS; i++) {
    layout->n[i] = n[i];
    layout->first[i + 1] = layout->first[i] + n[i];
  }
}

static jni_engine_sort sort_of(const jni_engine *engine, unsigned reference) {
  int sort = 0;
  while (sort < JNI_ENGINE_NSORTS && reference >= (unsigned)engine->layout.first[sort + 1]) sort++;
  return (jni_engine_sort)sort;
}

// Sets engine->input, the index in the model of each input of the settings, and engine->inputs, their start values.
// Returns false with a fault in the report if the model has no such input.
static bool find_inputs(jni_engine *engine, jn_report *report) {
  const jni_engine_settings *s = engine->settings;
  int n = jn_model_ninputs(engine->base);
  engine->input = jni_ints(&engine->pool, (size_t)s->ninputs);
  engine->inputs = jni_doubles(&engine->pool, (size_t)s->ninputs);
  for (int i = 0; i < s->ninputs && !engine->pool.failed; i++) {
    int k = 0;
    while (k < n && strcmp(jn_model_input_name(engine->base, k), s->inputs[i].name) != 0) k++;
    if (k == n) {
      jn_report_fault(report, JN_BAD_ARGUMENT, "", "the model has no input '%s'", s->inputs[i].name);
      return false;
    }
    engine->input[i] = k;
    engine->inputs[i] = s->inputs[i].start;
  }
  return true;
}

// ---- creation -------------------------------------------------------------------------------------------------------

// Counts the variables of each sort, sets their layout and allocates engine->work. The numbers of states and event
// indicators come from the settings or, if these do not give them, from a motion of the model with formulation
// `reduced`; they are 0 if the model has no such motion. In Model Exchange that is a fault in the report, and the
// function returns false.
static bool count_variables(jni_engine *engine, jn_report *report) {
  int n[JNI_ENGINE_NSORTS] = {[JNI_ENGINE_TIME] = 1,
                              [JNI_ENGINE_PARAMETER] = jn_model_nparameters(engine->base),
                              [JNI_ENGINE_INPUT] = engine->settings->ninputs,
                              [JNI_ENGINE_OUTPUT] = jn_model_noutputs(engine->base) + engine->settings->nprobes};
  jni_exchange *e = NULL;
  bool known = engine->settings->nstates >= 0;
  if (known) {
    n[JNI_ENGINE_STATE] = n[JNI_ENGINE_RATE] = engine->settings->nstates;
    n[JNI_ENGINE_INDICATOR] = engine->settings->nindicators;
  } else {
    jn_choices choices = *jn_model_choices((jn_model *)engine->base);
    jn_choices_take(engine->base, &choices, &engine->settings->chosen, engine->settings->given, NULL);
    e = jni_exchange_new(engine->base, &choices, engine->settings->probes, engine->settings->nprobes, 0,
                         engine->setup.exchange ? report : NULL);
  }
  if (e) {
    n[JNI_ENGINE_STATE] = n[JNI_ENGINE_RATE] = jni_exchange_nx(e);
    n[JNI_ENGINE_INDICATOR] = jni_exchange_nz(e);
  }
  jni_exchange_free(e);
  set_layout(&engine->layout, n);
  size_t most = (size_t)(n[JNI_ENGINE_STATE] > n[JNI_ENGINE_INDICATOR] ? n[JNI_ENGINE_STATE] : n[JNI_ENGINE_INDICATOR]);
  engine->work = jni_doubles(&engine->pool, most);
  return e || known || !engine->setup.exchange;
}

static bool fill(jni_engine *engine, jn_report *report) {
  size_t n = (size_t)jn_model_nparameters(engine->base);
  engine->parameters = jni_doubles(&engine->pool, n);
  engine->is_set = jni_flags(&engine->pool, n);
  if (!find_inputs(engine, report) || !count_variables(engine, report)) return false;
  if (engine->pool.failed) {
    jni_report_no_memory(report);
    return false;
  }
  engine->mode = MODE_INSTANTIATED;
  engine->experiment = (jni_engine_experiment){0, NAN, NAN};
  engine->seen = NAN;
  return true;
}

// Returns an instance with a copy of *setup and of its name, without settings, model and motion, which are made later;
// NULL without memory. The token and the folder of resources are not copied.
static jni_engine *make(const jni_engine_setup *setup) {
  jni_engine *engine = jni_object_new(NULL, sizeof *engine);
  if (!engine) return NULL;
  const char *name = setup->name ? setup->name : "";
  engine->setup = *setup;
  engine->logging = setup->logging;
  engine->setup.name = jni_pool_text(&engine->pool, name, strlen(name));
  return engine->pool.failed ? jni_object_free(engine) : engine;
}

jni_engine *jni_engine_of_model(const jn_model *model, const jni_engine_settings *settings,
                                const jni_engine_setup *setup) {
  jni_engine *engine = make(setup);
  jn_report *report = jn_report_new(NULL);
  if (!engine || !report) {
    jn_report_free(report);
    return jni_engine_free(engine);
  }
  engine->settings = settings;
  engine->base = model;
  bool good = fill(engine, report);
  jni_engine_say_report(engine, JNI_ENGINE_ERROR, report);
  jn_report_free(report);
  return good ? engine : jni_engine_free(engine);
}

static bool load_resources(jni_engine *engine, jn_report *report) {
  const char *folder = engine->setup.resources;
  char path[JNI_PATH_SIZE];
  if (!folder || !folder[0]) {
    jn_report_fault(report, JN_IO, "", "the FMU needs its resources, but the importer names no folder of resources");
    return false;
  }
  if (!jni_engine_settings_read(&engine->pool, folder, &engine->own_settings, report)) return false;
  engine->settings = &engine->own_settings;
  if (!engine->setup.token || strcmp(engine->setup.token, engine->own_settings.token) != 0) {
    jn_report_fault(report, JN_REFUSED, "", "the token '%.100s' is not that of this FMU, '%.100s'",
                    engine->setup.token ? engine->setup.token : "", engine->own_settings.token);
    return false;
  }
  const char *separator = jni_path_separates(folder[strlen(folder) - 1]) ? "" : "/";
  jni_print(path, sizeof path, "%s%s%s", folder, separator, engine->own_settings.model);
  engine->own_base = jn_model_read(NULL, path, engine->own_settings.settings, engine->own_settings.nsettings, report);
  engine->base = engine->own_base;
  return engine->base && fill(engine, report);
}

jni_engine *jni_engine_new(const jni_engine_setup *setup) {
  jni_engine *engine = make(setup);
  jn_report *report = jn_report_new(NULL);
  bool good = engine && report && load_resources(engine, report);
  if (engine) {
    jni_engine_say_report(engine, JNI_ENGINE_ERROR, report);
    engine->setup.token = NULL;  // may be freed by the importer and is not needed later
    engine->setup.resources = NULL;
  }
  jn_report_free(report);
  return good ? engine : jni_engine_free(engine);
}

void jni_engine_drop_motion(jni_engine *engine) {
  engine->session = jn_session_free(engine->session);
  engine->exchange = jni_exchange_free(engine->exchange);
  engine->own_model = jn_model_free(engine->own_model);
  engine->model = NULL;
  engine->seen = NAN;
}

void *jni_engine_free(jni_engine *engine) {
  if (!engine) return NULL;
  jni_engine_drop_motion(engine);
  jn_model_free(engine->own_base);
  return jni_object_free(engine);
}

const jni_engine_layout *jni_engine_layout_get(const jni_engine *engine) { return &engine->layout; }
const jni_exchange *jni_engine_exchange(const jni_engine *engine) { return engine->exchange; }
const jn_model *jni_engine_model(const jni_engine *engine) { return engine->model ? engine->model : engine->base; }

jn_run *jni_engine_run(const jni_engine *engine) {
  if (engine->session) return jn_session_run(engine->session);
  return engine->exchange ? jni_exchange_run(engine->exchange) : NULL;
}

// ---- model and motion -----------------------------------------------------------------------------------------------

// Returns the model with the parameters that the importer has set: engine->base if there are none, else a new model,
// which is also stored in *own for the caller to free. Otherwise *own is NULL. Returns NULL with faults in the report.
static const jn_model *make_model(jni_engine *engine, jn_model **own, jn_report *report) {
  jni_pool scratch = {.alloc = NULL};
  int n = 0, most = engine->layout.n[JNI_ENGINE_PARAMETER];
  const char **names = jni_take(&scratch, (size_t)most, sizeof *names);
  double *values = jni_doubles(&scratch, (size_t)most);
  for (int i = 0; i < most && !scratch.failed; i++) {
    if (!engine->is_set[i]) continue;
    names[n] = jn_model_parameter(engine->base, i, NULL);
    values[n++] = engine->parameters[i];
  }
  *own = NULL;
  if (scratch.failed) jni_report_no_memory(report);
  else if (n > 0) *own = jn_model_with_parameters(engine->base, names, values, n, report);
  bool good = !scratch.failed && (n == 0 || *own);
  jni_pool_free(&scratch);
  return good && n == 0 ? engine->base : *own;
}

static void get_choices(const jni_engine *engine, const jn_model *model, jn_choices *choices, jn_report *report) {
  *choices = *jn_model_choices((jn_model *)model);
  jn_choices_take(model, choices, &engine->settings->chosen, engine->settings->given, report);
  if (engine->experiment.tolerance > 0) choices->tolerance = engine->experiment.tolerance;
}

static void hold_inputs(jni_engine *engine) {
  for (int i = 0; i < engine->layout.n[JNI_ENGINE_INPUT]; i++) {
    if (engine->session) jn_session_hold(engine->session, engine->input[i], engine->inputs[i]);
    if (engine->exchange) jni_exchange_hold(engine->exchange, engine->input[i], engine->inputs[i]);
  }
}

static jni_exchange *make_exchange(const jni_engine *engine, const jn_model *model, double start, jn_report *report) {
  jn_choices choices;
  get_choices(engine, model, &choices, report);
  jni_exchange *e =
      jni_exchange_new(model, &choices, engine->settings->probes, engine->settings->nprobes, start, report);
  if (!e || (jni_exchange_nx(e) == engine->layout.n[JNI_ENGINE_STATE] &&
             jni_exchange_nz(e) == engine->layout.n[JNI_ENGINE_INDICATOR] &&
             jn_run_noutputs(jni_exchange_run(e)) == engine->layout.n[JNI_ENGINE_OUTPUT]))
    return e;
  jn_report_fault(report, JN_REFUSED, "", "with these parameters the model has another number of states or outputs");
  return jni_exchange_free(e);
}

static jn_session *make_session(const jni_engine *engine, const jn_model *model, jn_report *report) {
  jn_choices choices;
  get_choices(engine, model, &choices, report);
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  options.probes = engine->settings->probes;
  options.nprobes = engine->settings->nprobes;
  jn_session *session = jn_session_new(model, &options, report);
  if (!session) return NULL;
  if (jn_session_noutputs(session) != engine->layout.n[JNI_ENGINE_OUTPUT]) {
    jn_report_fault(report, JN_REFUSED, "", "with these parameters the model has another number of outputs");
    return jn_session_free(session);
  }
  double start = engine->experiment.start;
  if (start == jn_session_time(session)) return session;
  int n = jn_session_nstate(session);
  double *state = jni_doubles_copy(NULL, jn_session_state(session), n);
  if (state) state[0] = start;
  jn_status status = state ? jn_session_restart(session, state) : JN_NO_MEMORY;
  jni_free(NULL, state);
  if (status == JN_OK) return session;
  jn_report_fault(report, status, "", "the model cannot start at t = %.9g s: %s", start, jn_status_text(status));
  return jn_session_free(session);
}

static bool make_motion(jni_engine *engine, jn_report *report) {
  engine->model = make_model(engine, &engine->own_model, report);
  if (!engine->model) return false;
  if (engine->setup.exchange) engine->exchange = make_exchange(engine, engine->model, engine->experiment.start, report);
  else engine->session = make_session(engine, engine->model, report);
  if (!engine->session && !engine->exchange) return false;
  hold_inputs(engine);
  engine->time = engine->experiment.start;
  engine->terminated = false;
  return true;
}

// Applies changed parameters during Model Exchange: starts a motion of a model with them at the present point and
// replaces the old motion and model. Returns false with faults in the report; then nothing is replaced.
static bool change_exchange(jni_engine *engine, jn_report *report) {
  jn_model *own = NULL;
  const jn_model *model = make_model(engine, &own, report);
  jni_exchange *e = model ? make_exchange(engine, model, engine->experiment.start, report) : NULL;
  if (!e || !jni_exchange_follow(e, engine->exchange, report)) {
    jni_exchange_free(e);
    jn_model_free(own);
    return false;
  }
  jni_exchange_free(engine->exchange);
  jn_model_free(engine->own_model);
  engine->exchange = e;
  engine->own_model = own;
  engine->model = model;
  engine->values_changed = true;
  hold_inputs(engine);
  return true;
}

// Applies the set parameters to the session of Co-Simulation, and frees the motion from which states are read. Returns
// false with faults in the report.
static bool change_session(jni_engine *engine, jn_report *report) {
  jni_pool scratch = {.alloc = NULL};
  int n = 0, most = engine->layout.n[JNI_ENGINE_PARAMETER];
  const char **names = jni_take(&scratch, (size_t)most, sizeof *names);
  double *values = jni_doubles(&scratch, (size_t)most);
  for (int i = 0; i < most && !scratch.failed; i++) {
    if (!engine->is_set[i]) continue;
    names[n] = jn_model_parameter(engine->base, i, NULL);
    values[n++] = engine->parameters[i];
  }
  jn_status status = scratch.failed ? jni_report_no_memory(report)
                                    : jn_session_set_parameters(engine->session, names, values, n, report);
  jni_pool_free(&scratch);
  engine->exchange = jni_exchange_free(engine->exchange);  // it has the model before the change
  engine->seen = NAN;
  return status == JN_OK;
}

jni_engine_status jni_engine_prepare(jni_engine *engine) {
  bool ready = engine->session || (engine->setup.exchange && engine->exchange);
  if (ready && !engine->changed) return JNI_ENGINE_OK;
  jn_report *report = jn_report_new(NULL);
  bool again = engine->mode & (MODE_INSTANTIATED | MODE_INITIALIZATION), good;
  if (ready && again) jni_engine_drop_motion(engine);
  if (!report) good = false;
  else if (!ready || again) good = make_motion(engine, report);
  else good = engine->setup.exchange ? change_exchange(engine, report) : change_session(engine, report);
  engine->changed = !good;
  jni_engine_say_report(engine, JNI_ENGINE_ERROR, report);
  bool said = jn_report_count(report, JN_FAULT) > 0;
  jn_report_free(report);
  if (good) return JNI_ENGINE_OK;
  if (!said) return jni_engine_fail(engine, "the model", "it cannot start with these values");
  engine->mode = MODE_ERROR;
  return JNI_ENGINE_ERROR;
}

// ---- modes ----------------------------------------------------------------------------------------------------------

jni_engine_status jni_engine_set_experiment(jni_engine *engine, const jni_engine_experiment *experiment) {
  jni_engine_status status = jni_engine_check(engine, MODE_INSTANTIATED, "setting up the experiment");
  if (status != JNI_ENGINE_OK) return status;
  bool good = isfinite(experiment->start) && !(experiment->tolerance <= 0) && !(experiment->tolerance >= 1) &&
              !(experiment->stop < experiment->start);
  if (!good)
    return jni_engine_say(engine, JNI_ENGINE_ERROR,
                          "the experiment needs a finite start (%.9g s), a stop after it (%.9g s) and a tolerance "
                          "between 0 and 1 (%.9g)",
                          experiment->start, experiment->stop, experiment->tolerance);
  engine->experiment = *experiment;
  engine->time = experiment->start;
  return JNI_ENGINE_OK;
}

jni_engine_status jni_engine_enter_initialization(jni_engine *engine) {
  jni_engine_status status = jni_engine_check(engine, MODE_INSTANTIATED, "entering initialization mode");
  if (status == JNI_ENGINE_OK) engine->mode = MODE_INITIALIZATION;
  return status;
}

jni_engine_status jni_engine_exit_initialization(jni_engine *engine) {
  jni_engine_status status = jni_engine_check(engine, MODE_INITIALIZATION, "leaving initialization mode");
  if (status == JNI_ENGINE_OK) status = jni_engine_prepare(engine);
  if (status == JNI_ENGINE_OK) engine->mode = engine->setup.exchange ? MODE_EVENT : MODE_STEP;
  return status;
}

jni_engine_status jni_engine_terminate(jni_engine *engine) {
  jni_engine_status status = jni_engine_check(engine, MODE_READY, "terminating");
  if (status == JNI_ENGINE_OK) engine->mode = MODE_TERMINATED;
  return status;
}

jni_engine_status jni_engine_reset(jni_engine *engine) {
  jni_engine_drop_motion(engine);
  for (int i = 0; i < engine->layout.n[JNI_ENGINE_PARAMETER]; i++) engine->is_set[i] = false;
  for (int i = 0; i < engine->layout.n[JNI_ENGINE_INPUT]; i++) engine->inputs[i] = engine->settings->inputs[i].start;
  engine->experiment = (jni_engine_experiment){0, NAN, NAN};
  engine->time = 0;
  engine->changed = engine->values_changed = engine->terminated = false;
  engine->mode = MODE_INSTANTIATED;
  return JNI_ENGINE_OK;
}

double jni_engine_time(const jni_engine *engine) { return engine->time; }

// ---- variables ------------------------------------------------------------------------------------------------------

static jni_engine_status report_status(jni_engine *engine, jn_status status, const char *what) {
  if (status == JN_OK) return JNI_ENGINE_OK;
  const jn_run *run = jni_engine_run(engine);
  const char *why = run && run->integrator->message[0] ? run->integrator->message : jn_status_text(status);
  return jni_engine_say(engine, JNI_ENGINE_DISCARD, "%s cannot be computed: %s", what, why);
}

// Sets engine->exchange, the motion by `reduced` from which states, rates and event indicators of a Co-Simulation are
// read, to the state and inputs of the session; makes it if there is none. Does nothing in Model Exchange. Returns OK,
// or DISCARD after a message.
static jni_engine_status follow_session(jni_engine *engine) {
  if (engine->setup.exchange) return JNI_ENGINE_OK;
  jn_report *report = jn_report_new(NULL);
  jn_run *run = jn_session_run(engine->session), *own = NULL;
  if (!engine->exchange) {
    engine->exchange = make_exchange(engine, run->model, engine->experiment.start, report);
    engine->seen = NAN;
  }
  bool good = engine->exchange != NULL;
  if (good && engine->seen != jn_session_time(engine->session)) {
    own = jni_exchange_run(engine->exchange);
    double *state = jni_alloc0(NULL, (size_t)own->system->sizes.nstate, sizeof *state);
    if (state) {
      if (jni_same_tree(run->system, own->system) && run->system->sizes.nstate == own->system->sizes.nstate &&
          strcmp(run->choices.coordinates, own->choices.coordinates) == 0)
        memcpy(state, jn_session_state(engine->session), (size_t)own->system->sizes.nstate * sizeof *state);
      else jn_state_convert(run->system, jn_session_state(engine->session), own->system, state);
    }
    good = state && jni_exchange_restart(engine->exchange, state) == JN_OK;
    jni_free(NULL, state);
    engine->seen = good ? jn_session_time(engine->session) : NAN;
  }
  if (good) hold_inputs(engine);
  jni_engine_say_report(engine, JNI_ENGINE_DISCARD, report);
  jn_report_free(report);
  return good ? JNI_ENGINE_OK : report_status(engine, JN_REFUSED, "the states of Model Exchange");
}

// Computes all variables of a sort (outputs, states, rates or event indicators) and returns their values, valid until
// the next call; NULL after a message if they cannot be computed.
static const double *computed(jni_engine *engine, jni_engine_sort sort) {
  const double *values = engine->work;
  jn_status status = JN_OK;
  if (jni_engine_prepare(engine) != JNI_ENGINE_OK) return NULL;
  if (sort != JNI_ENGINE_OUTPUT && follow_session(engine) != JNI_ENGINE_OK) return NULL;
  switch (sort) {
    case JNI_ENGINE_OUTPUT:
      if (engine->session) values = jn_session_outputs(engine->session);
      else status = jni_exchange_outputs(engine->exchange, &values);
      break;
    case JNI_ENGINE_STATE: values = jni_exchange_states(engine->exchange); break;
    case JNI_ENGINE_RATE: status = jni_exchange_rates(engine->exchange, engine->work); break;
    default: status = jni_exchange_indicators(engine->exchange, engine->work); break;
  }
  return report_status(engine, status, "a value") == JNI_ENGINE_OK ? values : NULL;
}

static double parameter(const jni_engine *engine, int i) {
  double value;
  if (engine->is_set[i]) return engine->parameters[i];
  jn_model_parameter(jni_engine_model(engine), i, &value);
  return value;
}

jni_engine_status jni_engine_get(jni_engine *engine, const unsigned *references, size_t n, double *values) {
  const double *list = NULL;
  jni_engine_sort listed = JNI_ENGINE_NSORTS;  // sort of the variables whose values `list` contains
  if (n > 0 && !(references && values)) return jni_engine_say(engine, JNI_ENGINE_ERROR, "an array is missing");
  for (size_t i = 0; i < n; i++) {
    jni_engine_sort sort = sort_of(engine, references[i]);
    int k = (int)references[i] - (sort < JNI_ENGINE_NSORTS ? engine->layout.first[sort] : 0);
    if (sort == JNI_ENGINE_NSORTS)
      return jni_engine_say(engine, JNI_ENGINE_ERROR, "there is no real variable with value reference %u",
                            references[i]);
    if (sort == JNI_ENGINE_TIME) {
      values[i] = engine->time;
    } else if (sort == JNI_ENGINE_INPUT) {
      values[i] = engine->inputs[k];
    } else if (sort == JNI_ENGINE_PARAMETER) {
      // the formula of its default value may contain a changed parameter
      bool stale = engine->changed && !engine->is_set[k];
      if (stale && jni_engine_prepare(engine) != JNI_ENGINE_OK) return JNI_ENGINE_ERROR;
      values[i] = parameter(engine, k);
    } else {
      if (engine->mode == MODE_INSTANTIATED)
        return jni_engine_say(engine, JNI_ENGINE_ERROR, "variable %u has no value before initialization",
                              references[i]);
      if (engine->mode == MODE_ERROR && !jni_engine_run(engine))
        return jni_engine_check(engine, 0, "reading a computed variable");
      if (sort != listed) list = computed(engine, sort);
      if (!list) return engine->mode == MODE_ERROR ? JNI_ENGINE_ERROR : JNI_ENGINE_DISCARD;
      listed = sort;
      values[i] = list[k];
    }
  }
  return JNI_ENGINE_OK;
}

static jni_engine_status set_parameter(jni_engine *engine, int i, double value) {
  const jn_parameter p = jn_model_parameter_get(engine->base, i);
  int modes = MODE_INSTANTIATED | MODE_INITIALIZATION | (p.is_structural ? 0 : MODE_EVENT | MODE_STEP);
  char what[200];
  jni_print(what, sizeof what, "setting the parameter '%.150s'", p.name);
  jni_engine_status status = jni_engine_check(engine, modes, what);
  if (status != JNI_ENGINE_OK) return status;
  if (!(value >= p.min && value <= p.max && isfinite(value)))
    return jni_engine_say(engine, JNI_ENGINE_ERROR, "the parameter '%.150s' must be between %.9g and %.9g, got %.9g",
                          p.name, p.min, p.max, value);
  if (!(parameter(engine, i) == value)) {
    engine->parameters[i] = value;
    engine->is_set[i] = true;
    engine->changed = true;
  }
  return JNI_ENGINE_OK;
}

static jni_engine_status set_input(jni_engine *engine, int i, double value) {
  const char *name = engine->settings->inputs[i].name;
  char what[200];
  jni_print(what, sizeof what, "setting the input '%.150s'", name);
  jni_engine_status status = jni_engine_check(engine, MODE_INSTANTIATED | MODE_INITIALIZATION | MODE_READY, what);
  if (status != JNI_ENGINE_OK) return status;
  if (!isfinite(value))
    return jni_engine_say(engine, JNI_ENGINE_ERROR, "the input '%.150s' must be finite, got %.9g", name, value);
  if (engine->inputs[i] == value) return JNI_ENGINE_OK;
  engine->inputs[i] = value;
  if (engine->session) jn_session_hold(engine->session, engine->input[i], value);
  if (engine->exchange) jni_exchange_hold(engine->exchange, engine->input[i], value);
  return JNI_ENGINE_OK;
}

jni_engine_status jni_engine_set(jni_engine *engine, const unsigned *references, size_t n, const double *values) {
  if (n > 0 && !(references && values)) return jni_engine_say(engine, JNI_ENGINE_ERROR, "an array is missing");
  for (size_t i = 0; i < n; i++) {
    jni_engine_sort sort = sort_of(engine, references[i]);
    int k = (int)references[i] - (sort < JNI_ENGINE_NSORTS ? engine->layout.first[sort] : 0);
    jni_engine_status status;
    if (sort == JNI_ENGINE_PARAMETER) status = set_parameter(engine, k, values[i]);
    else if (sort == JNI_ENGINE_INPUT) status = set_input(engine, k, values[i]);
    else status = jni_engine_say(engine, JNI_ENGINE_ERROR, "variable %u cannot be set", references[i]);
    if (status != JNI_ENGINE_OK) return status;
  }
  return JNI_ENGINE_OK;
}
