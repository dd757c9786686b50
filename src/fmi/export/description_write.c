// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// description_write.c - see description_write.h.
#include "fmi/export/description_write.h"

#include <math.h>
#include <string.h>

#include "base/pool.h"
#include "fmi/export/dependencies.h"
#include "fmi/xml_write.h"
#include "simulate/run.h"

enum { NAME_SIZE = 400, UNIT_SIZE = 64 };

typedef struct {
  char name[NAME_SIZE], about[NAME_SIZE];
  char unit[UNIT_SIZE];  // "": a number without unit
  jni_engine_sort sort;
  int number;    // index of the variable within its sort
  double start;  // start value of a parameter or input
  double min, max;
  bool fixed;      // parameter that cannot be changed after the initialisation
  double nominal;  // nominal value of a state
} variable;

typedef struct {
  const jni_description *d;
  const jni_engine_layout *layout;
  jni_pool pool;
  variable *variables;
  int n;
  jni_dependencies *reads;  // dependencies of outputs and rates; NULL: there is no Model Exchange
  int *list;                // workspace for value references
  jni_xml_writer xml;
} writer;

// ---- names ----------------------------------------------------------------------------------------------------------

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Parses 'quoted' or an identifier, one part of a structured name. Returns the position after it; NULL if `at` is no
// such part.
static const char *parse_part(const char *at) {
  if (*at == '\'') {
    for (at++; *at && *at != '\''; at++)
      if ((unsigned char)*at < ' ' || (unsigned char)*at > 126 || *at == '\\' || *at == '"') return NULL;
    return *at == '\'' ? at + 1 : NULL;
  }
  if (!is_letter(*at)) return NULL;
  while (is_letter(*at) || is_digit(*at)) at++;
  return at;
}

static const char *parse_identifier(const char *at) {
  while (true) {
    at = parse_part(at);
    if (at && *at == '[') {
      do {
        at++;
        if (!is_digit(*at)) return NULL;
        while (is_digit(*at)) at++;
      } while (*at == ',');
      if (*at++ != ']') return NULL;
    }
    if (!at || *at != '.') return at;
    at++;
  }
}

bool jni_name_is_structured(const char *name) {
  const char *end = NULL;
  if (strncmp(name, "der(", 4) == 0) {
    end = parse_identifier(name + 4);
    end = end && *end == ')' ? end + 1 : NULL;
  } else {
    end = parse_identifier(name);
  }
  return end && *end == 0;
}

static bool is_taken(const writer *w, int n, const char *name) {
  for (int i = 0; i < n; i++)
    if (strcmp(w->variables[i].name, name) == 0) return true;
  return false;
}

// Makes the name of variable i unique: if a variable before it has the same name, an output gets the prefix "output.",
// and then a number is appended. Encloses a name that is not structured in quotes if that makes it structured.
static void finish_name(writer *w, int i) {
  variable *v = &w->variables[i];
  char name[NAME_SIZE];
  jni_print(name, sizeof name, "%.300s", v->name);
  if (!jni_name_is_structured(name)) {
    char quoted[NAME_SIZE];
    jni_print(quoted, sizeof quoted, "'%s'", name);
    if (jni_name_is_structured(quoted)) memcpy(name, quoted, sizeof name);
  }
  if (is_taken(w, i, name) && v->sort == JNI_ENGINE_OUTPUT) jni_print(name, sizeof name, "output.%.300s", v->name);
  for (int k = 2; is_taken(w, i, name); k++) jni_print(name, sizeof name, "%.300s_%d", v->name, k);
  memcpy(v->name, name, sizeof name);
}

// ---- variables ------------------------------------------------------------------------------------------------------

static void list_parameter(const writer *w, variable *v) {
  const jn_parameter p = jn_model_parameter_get(jni_engine_model(w->d->stepped), v->number);
  jni_print(v->name, sizeof v->name, "%s", p.name);
  jni_print(v->about, sizeof v->about, "%.390s", p.description);
  jni_print(v->unit, sizeof v->unit, "%s", p.unit);
  v->start = p.value;
  v->min = p.min;
  v->max = p.max;
  v->fixed = p.is_structural;
}

static void list_output(const writer *w, variable *v) {
  const jn_run *run = jni_engine_run(w->d->stepped);
  jni_print(v->name, sizeof v->name, "%s", jn_run_output_name(run, v->number));
  jni_print(v->unit, sizeof v->unit, "%s", jn_run_output_unit(run, v->number));
}

static const char *slot_name(const jni_exchange *e, int i, char *text, size_t size) {
  static const char *const sorts[] = {"position", "speed", "auxiliary"};
  jni_print(text, size, "state.%s[%d]", sorts[jni_exchange_sort(e, i)], jni_exchange_number(e, i) + 1);
  return text;
}

static void list_state(const writer *w, variable *v, const double *nominals) {
  const jni_exchange *e = jni_engine_exchange(w->d->exchanged);
  char slot[NAME_SIZE], now[NAME_SIZE];
  slot_name(e, v->number, slot, sizeof slot);
  jni_exchange_name(e, v->number, now, sizeof now);
  jni_print(v->name, sizeof v->name, v->sort == JNI_ENGINE_RATE ? "der(%s)" : "%s", slot);
  if (v->sort == JNI_ENGINE_STATE && now[0]) jni_print(v->about, sizeof v->about, "at the start: %.300s", now);
  v->nominal = nominals[v->number];
}

static void list_variables(writer *w) {
  int nx = w->layout->n[JNI_ENGINE_STATE];
  double *nominals = jni_doubles(&w->pool, (size_t)nx);
  w->n = w->layout->first[JNI_ENGINE_NSORTS];
  if (w->d->version == 2) w->n = w->layout->first[JNI_ENGINE_INDICATOR];  // FMI 2 has no variables for event indicators
  w->variables = jni_take(&w->pool, (size_t)w->n, sizeof *w->variables);
  if (w->pool.failed) return;
  if (nx > 0) jni_exchange_nominals(jni_engine_exchange(w->d->exchanged), nominals);
  for (int sort = 0; sort < JNI_ENGINE_NSORTS; sort++) {
    for (int k = 0; k < w->layout->n[sort]; k++) {
      int i = w->layout->first[sort] + k;
      if (i >= w->n) return;
      variable *v = &w->variables[i];
      v->sort = (jni_engine_sort)sort;
      v->number = k;
      switch (v->sort) {
        case JNI_ENGINE_TIME:
          jni_print(v->name, sizeof v->name, "time");
          jni_print(v->unit, sizeof v->unit, "s");
          break;
        case JNI_ENGINE_PARAMETER: list_parameter(w, v); break;
        case JNI_ENGINE_INPUT:
          jni_print(v->name, sizeof v->name, "%s", w->d->settings->inputs[k].name);
          v->start = w->d->settings->inputs[k].start;
          v->min = -HUGE_VAL;
          v->max = HUGE_VAL;
          break;
        case JNI_ENGINE_OUTPUT: list_output(w, v); break;
        case JNI_ENGINE_INDICATOR: jni_print(v->name, sizeof v->name, "indicator[%d]", k + 1); break;
        default: list_state(w, v, nominals); break;
      }
      finish_name(w, i);
    }
  }
}

// ---- units ----------------------------------------------------------------------------------------------------------

static void write_exponent(writer *w, const char *name, int exponent) {
  if (exponent != 0) jni_xml_integer(&w->xml, name, exponent);
}

static void write_unit(writer *w, const char *unit) {
  char text[UNIT_SIZE + 4], what[200];
  double factor = 1;
  jn_dimension dimension = JN_NUMBER;
  bool has_unit;
  jni_print(text, sizeof text, "1 %s", unit);
  bool known = jn_unit_parse(text, &factor, &dimension, &has_unit, what, sizeof what);
  jni_xml_begin(&w->xml, "Unit");
  jni_xml_string(&w->xml, "name", unit);
  if (known) {
    jni_xml_begin(&w->xml, "BaseUnit");
    write_exponent(w, "kg", dimension.kg);
    write_exponent(w, "m", dimension.m);
    write_exponent(w, "s", dimension.s);
    write_exponent(w, "rad", dimension.rad);
    if (factor != 1) jni_xml_number(&w->xml, "factor", factor);
    jni_xml_end(&w->xml);
  }
  jni_xml_end(&w->xml);
}

static void write_units(writer *w) {
  jni_xml_begin(&w->xml, "UnitDefinitions");  // at least the unit of the time
  for (int i = 0; i < w->n; i++) {
    bool first = w->variables[i].unit[0] != 0;
    for (int k = 0; k < i && first; k++) first = strcmp(w->variables[k].unit, w->variables[i].unit) != 0;
    if (first) write_unit(w, w->variables[i].unit);
  }
  jni_xml_end(&w->xml);
}

// ---- variables in XML -----------------------------------------------------------------------------------------------

static const char *causality(const variable *v) {
  switch (v->sort) {
    case JNI_ENGINE_TIME: return "independent";
    case JNI_ENGINE_PARAMETER: return "parameter";
    case JNI_ENGINE_INPUT: return "input";
    case JNI_ENGINE_OUTPUT: return "output";
    default: return "local";
  }
}

static const char *variability(const variable *v) {
  if (v->sort != JNI_ENGINE_PARAMETER) return "continuous";
  return v->fixed ? "fixed" : "tunable";
}

// Writes the XML of variable i. FMI 2 and FMI 3 have the same attributes, in two nested elements or in one.
static void write_variable(writer *w, int i) {
  const variable *v = &w->variables[i];
  bool old = w->d->version == 2, settable = v->sort == JNI_ENGINE_PARAMETER || v->sort == JNI_ENGINE_INPUT;
  const char *initial = v->sort == JNI_ENGINE_PARAMETER ? "exact" : "calculated";
  if (v->sort == JNI_ENGINE_TIME || v->sort == JNI_ENGINE_INPUT) initial = NULL;  // FMI 2 allows no `initial` for these
  jni_xml_begin(&w->xml, old ? "ScalarVariable" : "Float64");
  jni_xml_string(&w->xml, "name", v->name);
  jni_xml_integer(&w->xml, "valueReference", i);
  if (v->about[0]) jni_xml_string(&w->xml, "description", v->about);
  jni_xml_string(&w->xml, "causality", causality(v));
  jni_xml_string(&w->xml, "variability", variability(v));
  jni_xml_string(&w->xml, "initial", initial);
  if (old) jni_xml_begin(&w->xml, "Real");
  if (v->unit[0]) jni_xml_string(&w->xml, "unit", v->unit);
  if (settable) jni_xml_number(&w->xml, "start", v->start);
  if (v->sort == JNI_ENGINE_RATE)
    jni_xml_integer(&w->xml, "derivative", w->layout->first[JNI_ENGINE_STATE] + v->number + (old ? 1 : 0));
  if (v->sort == JNI_ENGINE_STATE) {
    jni_xml_flag(&w->xml, "reinit", true);
    jni_xml_number(&w->xml, "nominal", v->nominal);
  }
  if (settable && isfinite(v->min)) jni_xml_number(&w->xml, "min", v->min);
  if (settable && isfinite(v->max)) jni_xml_number(&w->xml, "max", v->max);
  if (old) jni_xml_end(&w->xml);
  jni_xml_end(&w->xml);
}

// ---- structure ------------------------------------------------------------------------------------------------------

// Writes an unknown of the model structure with its n dependencies, which are value references; n < 0: it depends on
// all, and none are written. In FMI 2 increments them, in place, to indices from 1. constant: each known enters with a
// constant factor.
static void write_unknown(writer *w, const char *element, int i, int *dependencies, int n, bool constant) {
  bool old = w->d->version == 2;
  jni_xml_begin(&w->xml, old ? "Unknown" : element);
  jni_xml_integer(&w->xml, old ? "index" : "valueReference", old ? i + 1 : i);
  for (int k = 0; k < n && old; k++) dependencies[k]++;
  if (n >= 0) jni_xml_integers(&w->xml, "dependencies", dependencies, n);
  if (constant) jni_xml_string(&w->xml, "dependenciesKind", "constant");
  jni_xml_end(&w->xml);
}

static void write_outputs(writer *w) {
  for (int i = 0; i < w->layout->n[JNI_ENGINE_OUTPUT]; i++) {
    int n = w->reads ? jni_dependencies_of_output(w->reads, i, w->list) : -1;
    write_unknown(w, "Output", w->layout->first[JNI_ENGINE_OUTPUT] + i, w->list, n, false);
  }
}

static void write_rates(writer *w) {
  for (int i = 0; i < w->layout->n[JNI_ENGINE_RATE] && w->reads; i++) {
    int speed = jni_exchange_speed_of(jni_engine_exchange(w->d->exchanged), i), n = 1;
    if (speed >= 0) w->list[0] = w->layout->first[JNI_ENGINE_STATE] + speed;
    else n = jni_dependencies_of_rate(w->reads, i, w->list);
    write_unknown(w, "ContinuousStateDerivative", w->layout->first[JNI_ENGINE_RATE] + i, w->list, n, speed >= 0);
  }
}

static void write_initial_unknowns(writer *w) {
  for (int i = w->layout->first[JNI_ENGINE_OUTPUT]; i < w->layout->first[JNI_ENGINE_INDICATOR]; i++)
    write_unknown(w, "InitialUnknown", i, NULL, -1, false);
}

static void write_structure(writer *w) {
  bool old = w->d->version == 2, has_outputs = w->layout->n[JNI_ENGINE_OUTPUT] > 0,
       has_states = w->layout->n[JNI_ENGINE_STATE] > 0;
  jni_xml_begin(&w->xml, "ModelStructure");
  if (old && has_outputs) jni_xml_begin(&w->xml, "Outputs");
  write_outputs(w);
  if (old && has_outputs) jni_xml_end(&w->xml);
  if (old && has_states) jni_xml_begin(&w->xml, "Derivatives");
  write_rates(w);
  if (old && has_states) jni_xml_end(&w->xml);
  bool has_unknowns = has_outputs || has_states;
  if (old && has_unknowns) jni_xml_begin(&w->xml, "InitialUnknowns");
  write_initial_unknowns(w);
  if (old && has_unknowns) jni_xml_end(&w->xml);
  for (int i = 0; !old && i < w->layout->n[JNI_ENGINE_INDICATOR]; i++)
    write_unknown(w, "EventIndicator", w->layout->first[JNI_ENGINE_INDICATOR] + i, NULL, -1, false);
  jni_xml_end(&w->xml);
}

// ---- interfaces -----------------------------------------------------------------------------------------------------

static bool has_stop(const jn_run *run) {
  for (int i = 0; i < run->system->nevents; i++)
    if (run->system->events[i].event->stop) return true;
  return false;
}

static void write_common_flags(writer *w) {
  bool old = w->d->version == 2;
  jni_xml_string(&w->xml, "modelIdentifier", w->d->identifier);
  jni_xml_flag(&w->xml, old ? "canGetAndSetFMUstate" : "canGetAndSetFMUState", true);
  jni_xml_flag(&w->xml, old ? "canSerializeFMUstate" : "canSerializeFMUState", true);
  if (old) jni_xml_flag(&w->xml, "canNotUseMemoryManagementFunctions", true);
  jni_xml_flag(&w->xml, old ? "providesDirectionalDerivative" : "providesDirectionalDerivatives", false);
}

static void write_interfaces(writer *w) {
  const jn_run *run = jni_engine_run(w->d->stepped);
  bool old = w->d->version == 2, fixed = run->integrator->kind->fixed_step;
  if (w->d->exchanged) {
    jni_xml_begin(&w->xml, "ModelExchange");
    write_common_flags(w);
    if (old) jni_xml_flag(&w->xml, "completedIntegratorStepNotNeeded", false);
    else jni_xml_flag(&w->xml, "needsCompletedIntegratorStep", true);
    jni_xml_end(&w->xml);
  }
  jni_xml_begin(&w->xml, "CoSimulation");
  write_common_flags(w);
  jni_xml_flag(&w->xml, "canHandleVariableCommunicationStepSize", !fixed);
  if (!old && fixed) jni_xml_number(&w->xml, "fixedInternalStepSize", run->choices.step);
  if (!old) jni_xml_flag(&w->xml, "mightReturnEarlyFromDoStep", has_stop(run));
  jni_xml_end(&w->xml);
}

static void write_experiment(writer *w) {
  const jn_run *run = jni_engine_run(w->d->stepped);
  const jn_choices *c = &run->choices;
  bool fixed = run->integrator->kind->fixed_step;
  double step = fixed ? c->step : c->output_step;
  jni_xml_begin(&w->xml, "DefaultExperiment");
  jni_xml_number(&w->xml, "startTime", 0);
  jni_xml_number(&w->xml, "stopTime", c->until);
  if (!fixed) jni_xml_number(&w->xml, "tolerance", c->tolerance);
  if (step > 0 && isfinite(step)) jni_xml_number(&w->xml, "stepSize", step);
  jni_xml_end(&w->xml);
}

static void write_categories(writer *w) {
  jni_xml_begin(&w->xml, "LogCategories");
  for (int i = 0; jni_engine_categories[i]; i++) {
    jni_xml_begin(&w->xml, "Category");
    jni_xml_string(&w->xml, "name", jni_engine_categories[i]);
    jni_xml_end(&w->xml);
  }
  jni_xml_end(&w->xml);
}

char *jni_description_write(const jni_description *description, size_t *size) {
  writer w = {.d = description, .xml = jni_xml_writer_new(NULL)};
  bool old = description->version == 2, structured = true;
  w.layout = jni_engine_layout_get(description->exchanged ? description->exchanged : description->stepped);
  list_variables(&w);
  w.list = jni_ints(&w.pool, (size_t)w.n);
  if (description->exchanged && !w.pool.failed)
    w.reads = jni_dependencies_new(&w.pool, description->exchanged, description->settings);
  for (int i = 0; i < w.n && !w.pool.failed; i++)
    structured = structured && jni_name_is_structured(w.variables[i].name);

  jni_xml_begin(&w.xml, "fmiModelDescription");
  jni_xml_string(&w.xml, "fmiVersion", old ? "2.0" : "3.0");
  const char *name = jn_model_name(jni_engine_model(description->stepped));
  jni_xml_string(&w.xml, "modelName", name[0] ? name : description->identifier);
  jni_xml_string(&w.xml, old ? "guid" : "instantiationToken", description->token);
  jni_xml_string(&w.xml, "generationTool", "Jounce " JN_VERSION_TEXT);
  jni_xml_string(&w.xml, "generationDateAndTime", description->date);
  jni_xml_string(&w.xml, "variableNamingConvention", structured ? "structured" : "flat");
  if (old) jni_xml_integer(&w.xml, "numberOfEventIndicators", w.layout->n[JNI_ENGINE_INDICATOR]);
  if (!w.pool.failed) {
    write_interfaces(&w);
    write_units(&w);
    write_categories(&w);
    write_experiment(&w);
    jni_xml_begin(&w.xml, "ModelVariables");
    for (int i = 0; i < w.n; i++) write_variable(&w, i);
    jni_xml_end(&w.xml);
    write_structure(&w);
  }
  jni_xml_end(&w.xml);
  bool failed = w.pool.failed;
  jni_pool_free(&w.pool);
  char *text = jni_xml_finish(&w.xml, size);
  return failed ? jni_free(NULL, text) : text;
}

const char **jni_description_outputs(jni_pool *pool, const jni_description *description) {
  writer w = {.d = description};
  w.layout = jni_engine_layout_get(description->exchanged ? description->exchanged : description->stepped);
  int n = w.layout->n[JNI_ENGINE_OUTPUT], first = w.layout->first[JNI_ENGINE_OUTPUT];
  const char **names = jni_take(pool, (size_t)n + 1, sizeof *names);
  list_variables(&w);
  for (int i = 0; i < n && names && !w.pool.failed; i++)
    names[i] = jni_pool_text(pool, w.variables[first + i].name, strlen(w.variables[first + i].name));
  bool failed = w.pool.failed || pool->failed;
  jni_pool_free(&w.pool);
  return failed ? NULL : names;
}
