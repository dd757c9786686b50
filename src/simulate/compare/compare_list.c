// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compare_list.c - lists the combinations of a comparison from the table of choices, and the accuracies at which each
// runs.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formulation/formulation.h"
#include "kernel/elementary.h"
#include "model/fault.h"
#include "simulate/compare/compare.h"

enum { FORMULATION, COORDINATES, VARIANT, INTEGRATOR, POSITION, VELOCITY, ENERGY, PARTS };

static const char *const part_names[PARTS] = {"formulation", "coordinates", "variant", "integrator",
                                              "position",    "velocity",    "energy"};

static char *part_of(jn_choices *c, int part, size_t *size) {
  struct {
    char *text;
    size_t size;
  } parts[PARTS] = {{c->formulation, sizeof c->formulation},
                    {c->coordinates, sizeof c->coordinates},
                    {c->variant, sizeof c->variant},
                    {c->integrator, sizeof c->integrator},
                    {c->position, sizeof c->position},
                    {c->velocity, sizeof c->velocity},
                    {c->energy, sizeof c->energy}};
  *size = parts[part].size;
  return parts[part].text;
}

static void set_part(jn_choices *c, int part, const char *name) {
  size_t size;
  char *text = part_of(c, part, &size);
  snprintf(text, size, "%s", name);
}

static const jn_names *requested_names(const jni_compare *job, int part) {
  const jn_compare_options *o = job->options;
  const jn_names *const requested[PARTS] = {&o->formulation, &o->coordinates, &o->variant, &o->integrator,
                                            &o->position,    &o->velocity,    &o->energy};
  return requested[part];
}

// ---- formulations: those of the table, and compiled code -----------------------------------------------------------

static const char *formulation_name(int i) { return jn_choice_value(JN_CHOICE_formulation, i + 1); }

static bool is_code(const char *formulation) {
  const jni_formulation_kind *kind = jni_formulation_kind_find(formulation);
  return kind && kind->from_code;
}

// ---- check of the requested names -------------------------------------------------------------------------------

typedef struct {
  int part;
} candidate_context;

// Returns the i-th name of a part (formulation, coordinates, integrator, ..), for suggestions. Names are listed for one
// formulation after the other, so that some repeat; NULL past the last.
static const char *candidate(const void *context, int i) {
  int part = ((const candidate_context *)context)->part;
  if (part == FORMULATION) return formulation_name(i);
  for (int f = 0; formulation_name(f); f++)
    for (int k = 0; jn_choice_name(part_names[part], formulation_name(f), k); k++)
      if (i-- == 0) return jn_choice_name(part_names[part], formulation_name(f), k);
  return NULL;
}

static bool is_known(int part, const char *name) {
  candidate_context context = {part};
  bool none = part == VARIANT && strcmp(name, "none") == 0;
  if (none || (part != FORMULATION && part != INTEGRATOR && strcmp(name, "auto") == 0)) return true;
  for (int i = 0; candidate(&context, i); i++)
    if (strcmp(candidate(&context, i), name) == 0) return true;
  return false;
}

static bool is_repeated(const candidate_context *context, int i) {
  for (int k = 0; k < i; k++)
    if (strcmp(candidate(context, k), candidate(context, i)) == 0) return true;
  return false;
}

static void join_names(int part, char *text, size_t size) {
  candidate_context context = {part};
  size_t used = 0;
  for (int i = 0; candidate(&context, i) && used < size; i++)
    if (!is_repeated(&context, i))
      used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "", candidate(&context, i));
}

static jn_status check_given(const jni_compare *job, jn_report *report) {
  jn_status status = JN_OK;
  for (int part = 0; part < PARTS; part++) {
    const jn_names *names = requested_names(job, part);
    candidate_context context = {part};
    for (int i = 0; i < names->n; i++) {
      char hint[96], allowed[320];
      if (is_known(part, names->items[i])) continue;
      jni_suggest(names->items[i], candidate, &context, hint, sizeof hint);
      join_names(part, allowed, sizeof allowed);
      status =
          jn_report_fault(report, JN_BAD_ARGUMENT, "", "there %s %s '%.40s'; there are %s%s",
                          part == COORDINATES ? "are no" : "is no", part_names[part], names->items[i], allowed, hint);
    }
  }
  return status;
}

// ---- the list ---------------------------------------------------------------------------------------------------

static bool supports(const char *formulation, int part, const char *name) {
  const char *first = part == FORMULATION ? NULL : jn_choice_name(part_names[part], formulation, 0);
  if (part == FORMULATION || strcmp(name, "auto") == 0) return true;
  if (part == VARIANT && !first) return strcmp(name, "none") == 0;
  for (int i = 0; jn_choice_name(part_names[part], formulation, i); i++)
    if (strcmp(jn_choice_name(part_names[part], formulation, i), name) == 0) return true;
  return false;
}

// Returns the i-th requested name of a part that the formulation supports; NULL past the last. If it supports none, the
// first requested name counts as the 0th; it is refused later.
static const char *supported_name(const jn_names *requested, const char *formulation, int part, int i) {
  int n = 0;
  for (int k = 0; k < requested->n; k++)
    if (supports(formulation, part, requested->items[k]) && n++ == i) return requested->items[k];
  return n == 0 && i == 0 ? requested->items[0] : NULL;
}

// Returns the coordinates in which a formulation is compared. If the model leaves them open, these are the same for all
// formulations that support them: cartesian ones, or joint coordinates if the model has armature.
static const char *common_coordinates(const jni_compare *job, const char *formulation) {
  const char *own = job->base.coordinates, *common = jn_model_has_armature(job->model) ? "joint" : "cartesian";
  bool open = own[0] == 0 || strcmp(own, "auto") == 0;
  return open && supports(formulation, COORDINATES, common) ? common : own;
}

static const char *built_formulation(int i) {
  for (int k = 0; formulation_name(k); k++)
    if (jn_formulation_is_built(formulation_name(k)) && i-- == 0) return formulation_name(k);
  return NULL;
}

// Returns the i-th integrator of a formulation that this build contains, for compiled code only those with fixed steps;
// NULL past the last. If there is none, the first of the table counts as the 0th; it is refused later.
static const char *built_integrator(const char *formulation, int i) {
  int n = 0;
  for (int k = 0; jn_choice_name("integrator", formulation, k); k++) {
    const char *name = jn_choice_name("integrator", formulation, k);
    bool wanted = jn_integrator_is_built(name) && (!is_code(formulation) || jn_integrator_is_fixed(name));
    if (wanted && n++ == i) return name;
  }
  return n == 0 && i == 0 ? jn_choice_name("integrator", formulation, 0) : NULL;
}

// Returns the i-th name of a part to try with a formulation: the requested names; without such names those of the table
// that this build contains, or only the usual one; NULL past the last.
static const char *name_to_try(const jni_compare *job, const char *formulation, int part, int i) {
  const jn_names *requested = requested_names(job, part);
  if (requested->n > 0) return supported_name(requested, formulation, part, i);
  if (part == FORMULATION) return built_formulation(i);
  if (part == INTEGRATOR) return built_integrator(formulation, i);
  if (part == COORDINATES) return i == 0 ? common_coordinates(job, formulation) : NULL;
  bool whole = job->options->all && jn_choice_name(part_names[part], formulation, 0);
  if (whole) return jn_choice_name(part_names[part], formulation, i);
  return i == 0 ? "auto" : NULL;
}

static bool same_parts(jn_choices *a, jn_choices *b) {
  size_t size;
  for (int part = 0; part < PARTS; part++)
    if (strcmp(part_of(a, part, &size), part_of(b, part, &size)) != 0) return false;
  return true;
}

static bool is_none(const char *name) { return strcmp(name, "none") == 0; }

void jni_compare_name(const jn_choices *c, char *text, size_t size) {
  bool varied = c->variant[0] && !is_none(c->variant) && strcmp(c->variant, "auto") != 0;
  bool usual = strcmp(c->coordinates, "cartesian") == 0 || strcmp(c->coordinates, "auto") == 0;
  snprintf(text, size, "%s%s%s%s%s", c->formulation, varied ? "/" : "", varied ? c->variant : "", usual ? "" : " ",
           usual ? "" : c->coordinates);
}

// Writes the names of the controls (compare.h). A control of positions that is a gradient is written as "position
// gradient"; that of the energy always begins with "energy".
void jni_compare_controls(const jn_choices *c, char *text, size_t size) {
  bool position = !is_none(c->position), velocity = !is_none(c->velocity), energy = !is_none(c->energy);
  const char *whose = strcmp(c->position, "gradient") == 0 ? "position " : "";
  snprintf(text, size, "%s%s%s%s%s%s%s", position ? whose : "", position ? c->position : "",
           position && velocity ? "+" : "", velocity ? c->velocity : "", energy && (position || velocity) ? ", " : "",
           energy ? "energy " : "", energy ? c->energy : "");
  if (!position && !velocity && !energy) snprintf(text, size, "none");
}

static void write_label(jn_combination *c) {
  const jn_choices *s = &c->choices;
  char name[80], controls[80];
  jn_choices plain = *s;
  if (c->usual) plain.variant[0] = 0;
  jni_compare_name(&plain, name, sizeof name);
  if (c->usual) {
    snprintf(c->label, sizeof c->label, "%s %s", name, s->integrator);
    return;
  }
  jni_compare_controls(s, controls, sizeof controls);
  snprintf(c->label, sizeof c->label, "%s %s %s", name, s->integrator, controls);
}

// Returns whether the variant and controls in *resolved are those that `auto` stands for.
static bool is_usual(const jni_compare *job, jn_choices *resolved) {
  jn_choices usual = *resolved;
  for (int part = VARIANT; part < PARTS; part++)
    if (part != INTEGRATOR) set_part(&usual, part, "auto");
  return jn_choices_resolve(job->model, &usual, NULL) == JN_OK && same_parts(&usual, resolved);
}

static jn_combination *find_combination(jn_comparison *result, jn_choices *choices) {
  for (int i = 0; i < result->planned; i++)
    if (same_parts(&result->combinations[i].choices, choices)) return &result->combinations[i];
  return NULL;
}

// Replaces `auto` in the choices and appends a combination with them to the list; if an equal one is there, returns
// that. Returns NULL if memory is short.
static jn_combination *add(jni_compare *job, int *capacity, jn_choices choices, jn_report *report) {
  jn_comparison *result = job->result;
  jn_report *own = jn_report_new(job->model->pool.alloc);
  jn_combination *c = NULL;
  jn_status status = own ? jn_choices_resolve(job->model, &choices, own) : JN_NO_MEMORY;
  choices.stiff_bdf = false;  // integrators are compared by their names: none takes over from another
  if (own) c = find_combination(result, &choices);
  if (own && !c &&
      jni_pool_grow(job->pool, &result->combinations, capacity, result->planned + 1, sizeof *result->combinations)) {
    c = &result->combinations[result->planned++];
    *c = (jn_combination){.choices = choices, .best = -1};
    c->line.word = "";
    c->usual = status == JN_OK && is_usual(job, &c->choices);
    write_label(c);
    if (status != JN_OK) {
      c->line.status = status;
      c->line.word = jni_compare_word_of(status);
      jni_compare_why(own, c->line.why, sizeof c->line.why);
    }
  }
  if (!c) jni_report_no_memory(report);
  jn_report_free(own);
  return c;
}

// Advances at[], the indices of the names of each part, to the next combination, the last part fastest. Returns false
// if there is none.
static bool next(const jni_compare *job, const char *formulation, int at[PARTS]) {
  for (int part = PARTS - 1; part > FORMULATION; part--) {
    if (name_to_try(job, formulation, part, ++at[part])) return true;
    at[part] = 0;
  }
  return false;
}

// Returns whether the choice at a path was set when the model was compiled, and not by the user of the compiled file.
static bool is_set_by_code(const jn_model *model, const char *path) {
  bool set = false;
  for (int i = 0; i < model->nsettings && model->code; i++) set = set || strcmp(model->settings[i].path, path) == 0;
  for (int i = 0; set && i < model->code->nset; i++) set = strcmp(model->code->set[i], path) != 0;
  return set;
}

// Returns the choices with which formulations other than `compiled` run. They do not place events at the ends of steps,
// which is a property of compiled code.
jn_choices jni_compare_engine(const jni_compare *job) {
  jn_choices choices = job->base;
  if (is_set_by_code(job->model, "simulate.roots")) choices.locate_roots = jn_choices_default().locate_roots;
  return choices;
}

// Adds all combinations of names with a formulation. Stops at the first one that is refused, because then the
// formulation does not apply to the model. Returns the status of a fault, or JN_OK.
static jn_status add_formulation(jni_compare *job, int *capacity, const char *formulation, jn_report *report) {
  int at[PARTS] = {0};
  do {
    jn_choices choices = is_code(formulation) ? job->base : jni_compare_engine(job);
    set_part(&choices, FORMULATION, formulation);
    for (int part = COORDINATES; part < PARTS; part++)
      set_part(&choices, part, name_to_try(job, formulation, part, at[part]));
    if (!(choices.step > 0) && jn_integrator_is_fixed(choices.integrator)) choices.step = jni_compare_step(&choices);
    jn_combination *c = add(job, capacity, choices, report);
    if (!c) return JN_NO_MEMORY;
    if (c->line.word[0]) return JN_OK;
  } while (next(job, formulation, at));
  return JN_OK;
}

// Returns whether the user has requested these choices: in each part for which names were requested, the name is among
// them.
static bool is_wanted(const jni_compare *job, jn_choices *resolved) {
  size_t size;
  for (int part = 0; part < PARTS; part++) {
    const jn_names *requested = requested_names(job, part);
    bool found = requested->n == 0;
    for (int i = 0; i < requested->n && !found; i++)
      found = strcmp(requested->items[i], part_of(resolved, part, &size)) == 0;
    if (!found) return false;
  }
  return true;
}

static jn_status add_own(jni_compare *job, int *capacity, jn_report *report) {
  jn_choices own = job->base;
  if (jn_choices_resolve(job->model, &own, NULL) != JN_OK || !is_wanted(job, &own)) return JN_OK;
  return add(job, capacity, own, report) ? JN_OK : JN_NO_MEMORY;
}

static void mark_own(jni_compare *job) {
  jn_choices own = job->base;
  if (jn_choices_resolve(job->model, &own, NULL) != JN_OK) return;
  jn_combination *c = find_combination(job->result, &own);
  if (c) c->own = true;
}

jn_status jni_compare_list(jni_compare *job, jn_report *report) {
  int capacity = 0;
  jn_status status = check_given(job, report);
  if (status == JN_OK) status = add_own(job, &capacity, report);
  for (int i = 0; status == JN_OK && name_to_try(job, NULL, FORMULATION, i); i++)
    status = add_formulation(job, &capacity, name_to_try(job, NULL, FORMULATION, i), report);
  if (status == JN_OK) mark_own(job);
  return status;
}

// ---- the ladder -------------------------------------------------------------------------------------------------

double jni_compare_step(const jn_choices *choices) { return choices->step > 0 ? choices->step : choices->until / 1000; }

// Limits of tolerances on the ladder. From rung to rung the step changes by a factor of 2, the tolerance by 100, or by
// 10 on a long ladder.
static const double least_tolerance = 1e-13, most_tolerance = 1e-2;

static void scale_tolerances(jn_choices *c, double factor) {
  double *const tolerances[] = {&c->tolerance, &c->tolerance_position, &c->tolerance_velocity, &c->tolerance_other};
  for (size_t i = 0; i < sizeof tolerances / sizeof *tolerances; i++) *tolerances[i] *= factor;
}

int jni_compare_ladder(const jni_compare *job, const jn_choices *own_choices, jn_choices *rungs, int *own) {
  int wanted = job->options->ladder, middle = wanted / 2, n = 0;
  bool fixed = jn_integrator_is_fixed(own_choices->integrator);
  for (int i = 0; i < wanted; i++) {
    jn_choices c = *own_choices;
    if (fixed) c.step = ldexp(c.step, middle - i);
    else if (i != middle) scale_tolerances(&c, jnk_pow(wanted > 5 ? 10 : 100, middle - i));
    bool outside =
        !fixed && !(c.tolerance >= least_tolerance * (1 - 1e-9) && c.tolerance <= most_tolerance * (1 + 1e-9));
    if (i != middle && (outside || c.step > c.until)) continue;
    if (i == middle) *own = n;
    rungs[n++] = c;
  }
  return n;
}
