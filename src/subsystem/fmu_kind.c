// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmu_kind.c - the subsystem `fmu`: an FMU of FMI 2 or 3 for co-simulation, sampled like a controller.
//
// At the sample time t_k it sets the inputs and reads the outputs; the FMU steps to t_(k+1) with these inputs when that
// time has come, so that it never is ahead of the motion. Outputs are applied at once or, with `delay: 1`, one period
// later.
//
// The discrete states are the outputs of the definition, the delayed outputs, the number of samples, the time of the
// last one, and the serialised state of the FMU after it, as whole numbers of 48 bits, which are finite. Therefore the
// FMU behaves as if it had no memory of its own: a run that continues, a loaded session and a clone load these bytes.
// The instance of a run keeps the bytes that it was left with; it goes on without loading while they are those of the
// state.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "fmi/fmu/fmu.h"
#include "model/fault.h"
#include "model/subsystem_element.h"
#include "subsystem/field.h"

#define DEF(member) fmu.member
static const jni_field fields[] = {
    JNI_PARAMETER("file", DEF(file), FILE_NAME, NONE, ANY, true,
                  "FMU for co-simulation, relative to the model file; runs with --allow-code only"),
    JNI_PARAMETER("period", DEF(period), NUMBER, TIME, POSITIVE, true, "communication step size"),
    JNI_PARAMETER("delay", DEF(delay), NUMBER, NONE, NOT_NEGATIVE, false,
                  "0: outputs are applied at once, 1: one period later"),
    JNI_PARAMETER("inputs", DEF(inputs), NAMED_EXPRESSIONS, NONE, ANY, false, "what it reads: {speed: car.vx}"),
    JNI_PARAMETER("parameters", DEF(parameters), NAMED_QUANTITIES, NONE, ANY, false, "values instead of its own"),
    JNI_PARAMETER("outputs", DEF(outputs), NAMES, NONE, ANY, true, "variables that the model reads"),
};

// Limits and layout of the FMU's state among the discrete states. UNSAVED replaces its first number if the state could
// not be saved.
enum { MOST_STATE_BYTES = 1 << 18, BYTES_PER_NUMBER = 6, UNSAVED = -1 };

// Relation of an input, output or parameter to a variable of the FMU: a value v of the variable is factor v + offset in
// SI units.
typedef struct {
  int variable;
  double factor, offset;
  jn_dimension dimension;
} link;

typedef struct {
  const jni_fmu_library *library;       // loaded FMU; NULL: not loaded yet
  link *inputs, *outputs, *parameters;  // in the order of the definition
  double *parameter_values;             // in units of the FMU
  size_t state_size;                    // bytes; 0: the FMU cannot save its state
  int nstate;                           // number of discrete states that hold these bytes
} fmu_made;

// ---- names and units ------------------------------------------------------------------------------------------------

// Returns whether a name in the model file means this variable of the FMU: both are equal if each character of the
// variable that is neither a letter nor a digit is replaced by '_'.
static bool is_alike(const char *variable, const char *name) {
  for (; *variable && *name; variable++, name++) {
    bool plain = (*variable >= 'a' && *variable <= 'z') || (*variable >= 'A' && *variable <= 'Z') ||
                 (*variable >= '0' && *variable <= '9');
    if (plain ? *variable != *name : *name != '_') return false;
  }
  return !*variable && !*name;
}

// Returns the index of the FMU's variable that a name in the model file means. Returns -1 with a sentence in `what` if
// there is none, if it is not a scalar number, or if its causality is not the wanted one; any variable counts as output
// except inputs and the independent variable. sort: word for the message, such as "input".
static int find_variable(const jni_fmu_description *d, const char *name, const char *sort, jni_fmu_causality causality,
                         char *what, size_t size) {
  char hint[96];
  int found = jni_fmu_find_variable(d, name);
  for (int i = 0; i < d->nvariables + d->nelements && found < 0; i++)
    if (is_alike(d->variables[i].name, name)) found = i;
  if (found < 0) {
    jni_fmu_suggest(d, name, causality, hint, sizeof hint);
    jni_print(what, size, "FMU '%.60s' has no %s '%.60s'%s", d->model_name, sort, name, hint);
    return -1;
  }
  const jni_fmu_variable *v = &d->variables[found];
  bool fits = v->causality == causality ||
              (causality == JNI_FMU_OUTPUT && v->causality != JNI_FMU_INPUT && v->causality != JNI_FMU_INDEPENDENT);
  if (!fits)
    jni_print(what, size, "variable '%.60s' of FMU '%.60s' is no %s: its causality is \"%s\"", v->name, d->model_name,
              sort, jni_fmu_causality_names[v->causality]);
  else if (v->is_array || v->type > JNI_FMU_BOOLEAN)
    jni_print(what, size, "variable '%.60s' of FMU '%.60s' is not a scalar number", v->name, d->model_name);
  else return found;
  return -1;
}

static bool make_link(const jni_fmu_description *d, const char *name, const char *sort, jni_fmu_causality causality,
                      link *out, char *what, size_t size) {
  out->variable = find_variable(d, name, sort, causality, what, size);
  if (out->variable < 0) return false;
  jni_fmu_si(d, &d->variables[out->variable], &out->factor, &out->offset, &out->dimension);
  return true;
}

static double to_fmu(const link *l, double si) { return (si - l->offset) / l->factor; }
static double to_si(const link *l, double value) { return l->factor * value + l->offset; }

// Converts the value of a parameter to the unit of its FMU variable and stores it in *value. Returns false with a
// sentence in `what` if the dimension does not fit or if the value is outside of the variable's range.
static bool convert_parameter(const jni_fmu_description *d, const jn_named_quantity *quantity, const link *l,
                              double *value, char *what, size_t size) {
  const jni_fmu_variable *v = &d->variables[l->variable];
  double low = -HUGE_VAL, high = HUGE_VAL;
  const char *limit;
  if (quantity->has_unit && v->unit && !jni_unit_fits(quantity->dimension, l->dimension)) {
    char unit[64];
    jn_unit_format(quantity->dimension, unit, sizeof unit);
    jni_print(what, size, "parameter '%s' of FMU '%.60s' is in %.40s, got a quantity in %s", quantity->name,
              d->model_name, v->unit, unit[0] ? unit : "1");
    return false;
  }
  *value = to_fmu(l, quantity->value);
  limit = jni_xml_text(v->typed, "min");
  if (limit) jni_number_parse(limit, &low);
  limit = jni_xml_text(v->typed, "max");
  if (limit) jni_number_parse(limit, &high);
  if (*value >= low && *value <= high) return true;
  jni_print(what, size, "parameter '%s' must be between %g and %g%s%.40s, got %g", quantity->name, low, high,
            v->unit ? " " : "", v->unit ? v->unit : "", *value);
  return false;
}

// Finds the FMU variables of all inputs, outputs and parameters of a definition, and converts the values of the
// parameters; stores them in *made. Returns false with a sentence in `what` after a fault.
static bool make_links(const jn_fmu_def *def, const jni_fmu_description *d, fmu_made *made, char *what, size_t size) {
  for (int i = 0; i < def->inputs.n; i++)
    if (!make_link(d, def->inputs.list[i].name, "input", JNI_FMU_INPUT, &made->inputs[i], what, size)) return false;
  for (int i = 0; i < def->outputs.n; i++)
    if (!make_link(d, def->outputs.list[i], "output", JNI_FMU_OUTPUT, &made->outputs[i], what, size)) return false;
  for (int i = 0; i < def->parameters.n; i++) {
    const jn_named_quantity *quantity = &def->parameters.list[i];
    if (!make_link(d, quantity->name, "parameter", JNI_FMU_PARAMETER, &made->parameters[i], what, size) ||
        !convert_parameter(d, quantity, &made->parameters[i], &made->parameter_values[i], what, size))
      return false;
  }
  return true;
}

static fmu_made *make(jni_pool *pool, const jn_fmu_def *def) {
  fmu_made *made = jni_take(pool, 1, sizeof *made);
  if (!made) return NULL;
  made->inputs = jni_take(pool, (size_t)def->inputs.n, sizeof(link));
  made->outputs = jni_take(pool, (size_t)def->outputs.n, sizeof(link));
  made->parameters = jni_take(pool, (size_t)def->parameters.n, sizeof(link));
  made->parameter_values = jni_doubles(pool, (size_t)def->parameters.n);
  return pool->failed ? NULL : made;
}

// ---- definition -----------------------------------------------------------------------------------------------------

static bool check_names(const jn_fmu_def *def, char *what, size_t size) {
  if (def->outputs.n < 1) {
    jni_print(what, size, "needs 'outputs': variables that the model reads");
    return false;
  }
  for (int i = 0; i < def->outputs.n; i++)
    for (int k = 0; k <= i; k++) {
      const char *name = def->outputs.list[i];
      bool legal = jni_name_is_legal(name), again = legal && k < i && !strcmp(name, def->outputs.list[k]);
      if (legal && !again) continue;
      jni_print(what, size,
                again ? "the output '%.60s' is listed twice"
                      : "'%.60s' is no name of an output; write '_' for characters other than letters, "
                        "digits and '_'",
                name ? name : "");
      return false;
    }
  return true;
}

// Checks a definition against the description in the FMU. Returns false with a sentence in `what` after a fault.
// Returns true without a check if there is no such regular file or if this build cannot read FMUs; these faults are
// reported when the FMU is to be loaded.
static bool check_description(const jn_model *model, const jn_fmu_def *def, char *what, size_t size) {
  jni_file_info info;
  if (!jn_fmu_available() || !def->file || !jni_file_look(def->file, &info) || !info.regular) return true;
  jn_report *report = jn_report_new(model->pool.alloc);
  jn_fmu *fmu = report ? jn_fmu_read(model->pool.alloc, def->file, report) : NULL;
  jni_pool scratch = {.alloc = model->pool.alloc};
  fmu_made *made = make(&scratch, def);
  bool good = false;
  if (!fmu && report && jn_report_size(report) > 0) {
    const jn_error *error = jn_report_get(report, 0);
    char line[32] = "";
    if (error->line > 0) jni_print(line, sizeof line, " line %d", error->line);
    jni_print(what, size, "its FMU has a fault: %.100s%s: %.100s", error->file, line, error->what);
  } else if (!fmu || !made) {
    jni_print(what, size, "out of memory");
  } else if (!fmu->description->co_simulation.present) {
    jni_print(what, size, "FMU '%.60s' has no co-simulation", fmu->description->model_name);
  } else {
    good = make_links(def, fmu->description, made, what, size);
  }
  jni_pool_free(&scratch);
  jn_fmu_close(fmu);
  jn_report_free(report);
  return good;
}

static bool check(const jn_model *model, const jn_subsystem_def *def, char *what, size_t size) {
  if (def->fmu.delay != 0 && def->fmu.delay != 1) {
    jni_print(what, size, "'delay' must be 0 or 1, got %g", def->fmu.delay);
    return false;
  }
  return check_names(&def->fmu, what, size) && check_description(model, &def->fmu, what, size);
}

// Functions for the layout of the discrete states (see the head of this file): whether outputs are delayed; the number
// of outputs; the indices of the delayed outputs, the number of samples, the time of the last sample, and the FMU's
// state.
static bool delays(const jni_subsystem_element *e) { return e->def.fmu.delay > 0; }
static int nvalues(const jni_subsystem_element *e) { return e->def.fmu.outputs.n; }
static int delayed_at(const jni_subsystem_element *e) { return nvalues(e); }
static int count_at(const jni_subsystem_element *e) { return nvalues(e) * (delays(e) ? 2 : 1); }
static int time_at(const jni_subsystem_element *e) { return count_at(e) + 1; }
static int state_at(const jni_subsystem_element *e) { return count_at(e) + 2; }

static void set_words(jni_pool *pool, jni_subsystem_element *e, const fmu_made *made) {
  int n = state_at(e) + made->nstate;
  jni_subsystem_word *words = jni_take(pool, (size_t)n, sizeof *words);
  if (!words) return;
  for (int i = 0; i < nvalues(e); i++)
    words[i] = (jni_subsystem_word){e->def.fmu.outputs.list[i], made->outputs[i].dimension, JNI_FIRST};
  e->made = made;
  e->discretes = words;
  e->ndiscretes = n;
}

static void shape(jn_model *model, jni_subsystem_element *e) {
  const jn_fmu_def *def = &e->def.fmu;
  e->inputs = jni_take(&model->pool, (size_t)def->inputs.n, sizeof *e->inputs);
  for (int i = 0; e->inputs && i < def->inputs.n; i++)
    e->inputs[e->ninputs++] = (jni_subsystem_expression){def->inputs.list[i].name, def->inputs.list[i].text, JNI_LAST};
  fmu_made *made = make(&model->pool, def);
  e->period = def->period;
  if (made) set_words(&model->pool, e, made);
  if (model->pool.failed) model->no_memory = true;
}

// ---- loading --------------------------------------------------------------------------------------------------------

static const char *waits_for(const jni_subsystem_element *e) {
  const fmu_made *made = e->made;
  return made->library ? NULL : e->def.fmu.file;
}

// Returns a new instance of the FMU, initialised at time t with the inputs of the element; inputs NULL: with the start
// values of their variables. Returns NULL with a sentence in `what` on failure.
static jni_fmu_instance *begin(const jni_subsystem_element *e, const fmu_made *made, double t, const double *inputs,
                               char *what, size_t size) {
  jni_fmu_instance *i = jni_fmu_instance_new(made->library, e->name, NULL, what, size);
  bool good = i != NULL;
  for (int k = 0; k < e->def.fmu.parameters.n && good; k++)
    good = jni_fmu_set(i, 1, &made->parameters[k].variable, &made->parameter_values[k], what, size);
  good = good && jni_fmu_begin(i, t, 0, what, size);
  for (int k = 0; k < e->ninputs && good && inputs; k++) {
    double value = to_fmu(&made->inputs[k], inputs[k]);
    good = jni_fmu_set(i, 1, &made->inputs[k].variable, &value, what, size);
  }
  good = good && jni_fmu_exit_initialisation(i, what, size);
  return good ? i : jni_fmu_instance_free(i);
}

// Initialises an instance of the FMU on trial and frees it, to find the size of its state; stores it in
// made->state_size and made->nstate. If the state cannot be saved or is larger than MOST_STATE_BYTES, leaves both zero
// and writes that to `note`. Returns false with a sentence in `what` if the FMU fails.
static bool try_instance(const jni_subsystem_element *e, fmu_made *made, char *note, char *what, size_t size) {
  enum { NOTE = 256 };
  jni_fmu_instance *i = begin(e, made, e->offset, NULL, what, size);
  if (!i) return false;
  char why[200] = "";
  size_t n = jni_fmu_state_size(i, why, sizeof why);
  if (n > 0 && n <= MOST_STATE_BYTES) {
    made->state_size = n;
    made->nstate = (int)((n + BYTES_PER_NUMBER - 1) / BYTES_PER_NUMBER);
  } else {
    jni_print(note, NOTE,
              "its FMU %s: a run with it cannot be continued from a checkpoint, nor a session loaded or cloned",
              n > 0 ? "has a state of more than 256 KiB" : "cannot save its state");
  }
  jni_fmu_terminate(i);
  jni_fmu_instance_free(i);
  return true;
}

static void *free_fmu(void *fmu) { return jn_fmu_close(fmu); }

static bool load(jn_model *model, jni_subsystem_element *e, const char *bytes, size_t n, char *note, char *what,
                 size_t size) {
  const jn_fmu_def *def = &e->def.fmu;
  jn_report *report = jn_report_new(model->pool.alloc);
  jn_fmu *fmu = report ? jni_fmu_from_bytes(model->pool.alloc, def->file, bytes, n, report) : NULL;
  if (!fmu) {
    const jn_error *error = report && jn_report_size(report) > 0 ? jn_report_get(report, 0) : NULL;
    jni_print(what, size, "'%.150s': %.200s", def->file, error ? error->what : "out of memory");
  }
  jn_report_free(report);
  if (!fmu || !jni_keep(&model->pool, fmu, free_fmu)) return false;
  fmu_made *made = make(&model->pool, def);
  if (!made || !make_links(def, fmu->description, made, what, size)) return false;
  jni_fmu_library *library = jni_fmu_library_open(fmu, &fmu->description->co_simulation, "", what, size);
  if (!library || !jni_keep(&model->pool, library, jni_fmu_library_close)) return false;
  made->library = library;
  if (!try_instance(e, made, note, what, size)) return false;
  set_words(&model->pool, e, made);
  return !model->pool.failed;
}

// Sets the outputs, if the FMU is loaded, to the start values of their variables; with `delay` they keep these until
// the second sample.
static void start(const jni_subsystem_element *e, double *state, double *discrete) {
  const fmu_made *made = e->made;
  (void)state;
  for (int k = 0; k < nvalues(e) && made->library; k++) {
    const jni_fmu_variable *v = &made->library->description->variables[made->outputs[k].variable];
    discrete[k] = to_si(&made->outputs[k], v->start_value);
  }
}

// ---- samples --------------------------------------------------------------------------------------------------------

// Instance of the FMU that belongs to a run, with its last state.
typedef struct {
  const jn_alloc *alloc;
  jni_fmu_instance *fmu;
  double count;          // number of samples that the instance has taken
  bool unsaved;          // its state has another size than at the start, and is not saved
  unsigned char *bytes;  // state_size: serialised state after the last sample
  double *outputs;       // in units of the FMU
} runner;

static void release(void *instance) {
  runner *r = instance;
  jni_fmu_terminate(r->fmu);
  jni_fmu_instance_free(r->fmu);
  jni_free(r->alloc, r->bytes);
  jni_free(r->alloc, r->outputs);
  jni_free(r->alloc, r);
}

static void pack(const unsigned char *bytes, size_t n, double *numbers) {
  for (size_t at = 0; at < n; at += BYTES_PER_NUMBER) {
    uint64_t sum = 0;
    for (size_t k = 0; k < BYTES_PER_NUMBER && at + k < n; k++) sum |= (uint64_t)bytes[at + k] << (8 * k);
    *numbers++ = (double)sum;
  }
}

// Converts the numbers that `pack` has made from n bytes back to these bytes. Returns false if a number is not a whole
// number of at most 48 bits.
static bool unpack(const double *numbers, size_t n, unsigned char *bytes) {
  for (size_t at = 0; at < n; at += BYTES_PER_NUMBER, numbers++) {
    if (!(*numbers >= 0 && *numbers < 281474976710656.0 && *numbers == floor(*numbers))) return false;
    uint64_t sum = (uint64_t)*numbers;
    for (size_t k = 0; k < BYTES_PER_NUMBER && at + k < n; k++) bytes[at + k] = (unsigned char)(sum >> (8 * k));
  }
  return true;
}

// Returns whether the state and the number of samples of the instance are those in the discrete states, so that it can
// continue without loading.
static bool is_current(const jni_subsystem_element *e, const runner *r, const double *discrete) {
  const fmu_made *made = e->made;
  if (!r->fmu || r->count != discrete[count_at(e)]) return false;
  const double *numbers = discrete + state_at(e);
  if (r->unsaved) return *numbers == UNSAVED;
  for (size_t at = 0; at < made->state_size; at += BYTES_PER_NUMBER, numbers++) {
    double number;
    size_t n = made->state_size - at;
    pack(r->bytes + at, n < BYTES_PER_NUMBER ? n : BYTES_PER_NUMBER, &number);
    if (number != *numbers) return false;
  }
  return true;
}

static runner *runner_new(const jni_subsystem_element *e) {
  const fmu_made *made = e->made;
  const jn_alloc *alloc = made->library->pool.alloc;
  runner *r = jni_alloc0(alloc, 1, sizeof *r);
  if (!r) return NULL;
  r->alloc = alloc;
  r->bytes = jni_alloc0(alloc, made->state_size + 1, 1);
  r->outputs = jni_alloc0(alloc, (size_t)nvalues(e), sizeof *r->outputs);
  if (r->bytes && r->outputs) return r;
  release(r);
  return NULL;
}

// Sets the tunable parameters of the instance, because they may have changed since the loaded state was saved. Returns
// false with a sentence in `what` on failure.
static bool tune(const jni_subsystem_element *e, runner *r, char *what, size_t size) {
  const fmu_made *made = e->made;
  bool good = true;
  for (int k = 0; k < e->def.fmu.parameters.n && good; k++) {
    const int *variable = &made->parameters[k].variable;
    if (made->library->description->variables[*variable].variability == JNI_FMU_TUNABLE)
      good = jni_fmu_set(r->fmu, 1, variable, &made->parameter_values[k], what, size);
  }
  return good;
}

// Makes r->fmu an instance with the state that the discrete states contain: keeps the present one if it has that state,
// otherwise makes a new one and loads the state. Before the first sample, makes a new one initialised at in->t with the
// present inputs. Returns false with a sentence in `what` on failure.
static bool restore(const jni_subsystem_element *e, const jni_subsystem_input *in, runner *r, char *what, size_t size) {
  const fmu_made *made = e->made;
  double count = in->discrete[count_at(e)];
  if (count > 0 && is_current(e, r, in->discrete)) return true;
  if (count > 0 && made->state_size == 0) {
    jni_print(what, size, "its FMU cannot save its state, so that it cannot continue after %g samples", count);
    return false;
  }
  jni_fmu_terminate(r->fmu);
  r->fmu = jni_fmu_instance_free(r->fmu);
  r->fmu = begin(e, made, in->t, in->value, what, size);
  if (!r->fmu || count == 0) return r->fmu;
  if (unpack(in->discrete + state_at(e), made->state_size, r->bytes))
    return jni_fmu_load(r->fmu, r->bytes, made->state_size, what, size) && tune(e, r, what, size);
  if (in->discrete[state_at(e)] == UNSAVED)
    jni_print(what, size, "the size of the state of its FMU changes, so that it cannot continue after %g samples",
              count);
  else jni_print(what, size, "the saved state of its FMU is damaged");
  return false;
}

// Steps the FMU from the time `last` of the last sample to time t, in steps of the sampling period; its inputs are
// still those of that sample. Returns false with a sentence in `what` on failure.
static bool step_to(const jni_subsystem_element *e, runner *r, double last, double t, char *what, size_t size) {
  enum { MOST_STEPS = 1000000 };
  double n = round((t - last) / e->period);
  if (!(fabs(t - last - n * e->period) <= 1e-6 * e->period && n >= 0 && n <= MOST_STEPS)) {
    jni_print(what, size, "its FMU is at %.9g s and cannot step to %.9g s", last, t);
    return false;
  }
  for (int k = 0; k < (int)n; k++)
    if (!jni_fmu_step(r->fmu, last + k * e->period, e->period, what, size)) return false;
  return true;
}

// Saves the state of the FMU in r->bytes. Sets r->unsaved, and saves nothing, if the state now has another size than at
// the start. Does nothing if the FMU cannot save its state. Returns false with a sentence in `what` if the FMU fails.
static bool save(const fmu_made *made, runner *r, char *what, size_t size) {
  char why[8];
  r->unsaved = false;
  if (made->state_size == 0 || jni_fmu_save(r->fmu, r->bytes, made->state_size, what, size)) return true;
  size_t now = jni_fmu_state_size(r->fmu, why, sizeof why);
  r->unsaved = now > 0 && now != made->state_size;
  return r->unsaved;
}

static bool sample(const jni_subsystem_element *e, const jni_subsystem_input *in, double *state, double *discrete,
                   char *what, size_t size) {
  const fmu_made *made = e->made;
  int n = nvalues(e);
  (void)state;
  if (!made->library) {
    jni_print(what, size, "its FMU in the file '%.200s' was not allowed", e->def.fmu.file);
    return false;
  }
  if (!*in->instance) *in->instance = runner_new(e);
  runner *r = *in->instance;
  if (!r) {
    jni_print(what, size, "out of memory");
    return false;
  }
  for (int k = 0; k < e->ninputs; k++)
    if (!isfinite(in->value[k])) {
      jni_print(what, size, "its input '%.60s' is not a finite number", e->inputs[k].key);
      return false;
    }
  double before = in->discrete[count_at(e)], last = in->discrete[time_at(e)];
  // The run begins at the time of a sample that the discrete states contain already.
  bool again = before > 0 && in->t == last;
  bool good = restore(e, in, r, what, size);
  if (good && before > 0) good = step_to(e, r, last, in->t, what, size);
  for (int k = 0; k < e->ninputs && good; k++) {
    double value = to_fmu(&made->inputs[k], in->value[k]);
    good = jni_fmu_set(r->fmu, 1, &made->inputs[k].variable, &value, what, size);
  }
  for (int k = 0; k < n && good; k++) {
    good = jni_fmu_get(r->fmu, 1, &made->outputs[k].variable, &r->outputs[k], what, size);
    if (good && !isfinite(r->outputs[k])) {
      jni_print(what, size, "its output '%.60s' is not a finite number", e->def.fmu.outputs.list[k]);
      good = false;
    }
  }
  if (!good || !save(made, r, what, size)) {
    r->fmu = jni_fmu_instance_free(r->fmu);
    return false;
  }
  double *delayed = discrete + delayed_at(e);
  if (delays(e) && before > 0 && !again) memcpy(discrete, delayed, (size_t)n * sizeof *delayed);
  for (int k = 0; k < n; k++) (delays(e) ? delayed : discrete)[k] = to_si(&made->outputs[k], r->outputs[k]);
  r->count = before + 1;
  discrete[count_at(e)] = r->count;
  discrete[time_at(e)] = in->t;
  if (r->unsaved) discrete[state_at(e)] = UNSAVED;
  else pack(r->bytes, made->state_size, discrete + state_at(e));
  return true;
}

const jni_subsystem_kind jni_subsystem_fmu = {
    .name = "fmu",
    .help = "FMU of another tool, for co-simulation (FMI 2 and 3), sampled at a period",
    JNI_FIELDS(fields),
    .check = check,
    .shape = shape,
    .start = start,
    .sample = sample,
    .waits_for = waits_for,
    .load = load,
    .release = release,
};
