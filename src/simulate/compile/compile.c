// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile.c - makes the program of a model: a run in joint coordinates finds the start and chooses the independent
// variables, and the program is written for these.
#include "simulate/compile/compile.h"

#include <stdio.h>
#include <string.h>

#include "compile/file/program_file.h"
#include "compile/implicit/stiff_names.h"
#include "compile/step_method.h"
#include "model/fault.h"
#include "model/model.h"
#include "simulate/automatic_choices.h"
#include "simulate/compile/compile_tables.h"
#include "simulate/run.h"

enum { COOKIE = 0x6a6e };
static const double usual_step = 1e-3;

jn_compile_options jn_compile_options_default(void) { return (jn_compile_options){.fused = true, .cookie = COOKIE}; }

void *jn_compiled_free(jn_compiled *compiled) { return jni_object_free(compiled); }

const jn_compile_report *jn_compiled_report(const jn_compiled *compiled) {
  JNI_ASSERT(compiled);
  return &compiled->report;
}

// ---- compiled files -------------------------------------------------------------------------------------------------

bool jn_model_is_compiled(const jn_model *model) {
  JNI_ASSERT(model);
  return model->code != NULL;
}

const char *jn_model_kept_parameter(const jn_model *model, int i) {
  JNI_ASSERT(model && i >= 0);
  return model->code && i < model->code->nkept ? model->code->kept[i] : NULL;
}

bool jn_model_code_is_fused(const jn_model *model) {
  JNI_ASSERT(model);
  const char *why;
  const jni_model_code *code = model->code;
  jni_program *p = code ? jni_program_read_plan(model->pool.alloc, code->bytes, code->n, &why) : NULL;
  bool fused = p && p->fused;
  jni_program_free(p);
  return fused;
}

// ---- the choices ----------------------------------------------------------------------------------------------------

#define SET_NAME(member, name) snprintf(member, sizeof(member), "%s", name)

// If compiled code does not support a named setting, warns and sets the name to `auto`. list: the names that it
// supports.
static void replace_unsupported(char *name, size_t size, const char *const *list, const char *what, jn_report *report) {
  if (jni_is_open(name) || jni_in_list(list, name)) return;
  jn_report_warn(report, "", "compiled code does not support %s '%s'; using '%s'", what, name, list[0]);
  snprintf(name, size, "%s", "auto");
}

// Replaces choices in compiled->asked that compiled code does not support, with warnings, and sets its step if there is
// none. Sets compiled->choices to the same with `auto` replaced as runs of the compiled file will replace it. Returns
// JN_OK or the status of a fault.
static jn_status resolve_choices(jn_compiled *compiled, jn_report *report) {
  jn_choices *c = &compiled->asked;
  const jni_formulation_kind *kind = jni_formulation_kind_find("compiled");
  const jni_integrator_kind *integrator = jni_integrator_kind_find(c->integrator);
  SET_NAME(c->formulation, kind->name);
  replace_unsupported(c->coordinates, sizeof c->coordinates, kind->coordinates, "coordinates", report);
  replace_unsupported(c->position, sizeof c->position, kind->position, "position", report);
  replace_unsupported(c->velocity, sizeof c->velocity, kind->velocity, "velocity", report);
  replace_unsupported(c->energy, sizeof c->energy, kind->energy, "energy", report);
  SET_NAME(c->variant, "auto");
  if (integrator && !integrator->fixed_step)
    jn_report_warn(report, "", "integrator '%s' chooses its steps, and compiled code has fixed ones; using 'rk4'",
                   c->integrator);
  if (!integrator || !integrator->fixed_step) {
    SET_NAME(c->integrator, "rk4");
    c->stiff_bdf = false;
  }
  if (!(c->step > 0)) c->step = usual_step;
  c->locate_roots = false;
  compiled->choices = *c;
  return jn_choices_resolve(compiled->model, &compiled->choices, report);
}

// ---- kept parameters ------------------------------------------------------------------------------------------------

static const char *parameter_name(const void *context, int i) {
  const jn_model *model = context;
  return i < model->nparameters ? model->parameters[i].name : NULL;
}

static bool is_kept(const jn_compiled *c, const char *name) {
  for (int i = 0; i < c->nkept; i++)
    if (strcmp(c->kept[i], name) == 0) return true;
  return false;
}

static jn_status keep_parameters(jn_compiled *c, const jn_compile_options *options, jn_report *report) {
  jn_status status = JN_OK;
  c->kept = jni_take(&c->pool, (size_t)options->nkeep + 1, sizeof *c->kept);
  for (int i = 0; c->kept && i < options->nkeep; i++) {
    const char *name = options->keep[i];
    int k = jn_model_find_parameter(c->model, name);
    if (k >= 0 && c->model->parameters[k].structural) {
      status =
          jn_report_fault(report, JN_REFUSED, "",
                          "parameter '%.100s' cannot be kept: it decides which elements the model has; compile the "
                          "model for each value, with --set",
                          name);
      continue;
    }
    if (k >= 0) {
      if (!is_kept(c, name)) c->kept[c->nkept++] = c->model->parameters[k].name;
      continue;
    }
    char hint[96];
    jni_suggest(name, parameter_name, c->model, hint, sizeof hint);
    status = jn_report_fault(report, JN_BAD_ARGUMENT, "", "the model has no parameter '%.100s' to keep%s", name, hint);
  }
  return c->kept ? status : jni_report_no_memory(report);
}

// ---- the program ----------------------------------------------------------------------------------------------------

// Sets in *implicit which variables are treated implicitly: those that the method requires at this step size, or those
// that the options name. Returns false with a fault if the options name variables but the integrator is not 'split', or
// if a name is unknown.
static bool choose_implicit(jn_compiled *c, jn_run *run, jni_implicit_def *implicit, jn_report *report) {
  const jn_compile_options *options = &c->options;
  const jni_step_method *method = jni_step_method_find(c->choices.integrator);
  *implicit = (jni_implicit_def){.extent = method ? method->implicit : JNI_IMPLICIT_NONE, .h = c->choices.step};
  if (options->nstiff == 0) return true;
  if (implicit->extent != JNI_IMPLICIT_STIFF) {
    jn_report_fault(report, JN_BAD_ARGUMENT, "",
                    "'stiff' (here '%.100s') works with integrator 'split' only, but the integrator is '%s'",
                    options->stiff[0], c->choices.integrator);
    return false;
  }
  return jni_stiff_named(&c->pool, run->system, jn_run_reduced(run), options->stiff, options->nstiff, implicit, report);
}

bool jni_compile_code(jn_compiled *c, jn_run *run, jni_code_options *code, jn_report *report) {
  *code = (jni_code_options){
      .newton = c->options.newton, .fused = c->options.fused, .probe = run->probe, .poses = c->options.poses};
  return choose_implicit(c, run, &code->implicit, report);
}

static bool write_program(jn_compiled *c, jn_run *run, jn_report *report) {
  jni_code_options code;
  if (!jni_compile_code(c, run, &code, report)) return false;
  if (!jni_compile_tables(c, run, &code, &c->tabulated, report)) return false;
  code.tabulated = c->tabulated;
  const jn_reduced *reduced = jn_run_reduced(run);
  jni_program *program = jni_program_at(run->system, reduced, jn_run_state(run), &code, report);
  c->program = jni_keep(&c->pool, program, jni_object_free);
  if (!c->program || !jni_compile_second_set(c, run, &code, report)) return false;
  reduced = jn_run_reduced(run);
  const char **names = jni_take(&c->pool, (size_t)reduced->nindependent + 1, sizeof *names);
  for (int i = 0; names && i < reduced->nindependent; i++) {
    const char *name = reduced->arcs[reduced->independent[i]];
    names[i] = jni_pool_text(&c->pool, name, strlen(name));
  }
  c->report.independent = names;
  c->report.nindependent = reduced->nindependent;
  c->report.groups = c->program->groups;
  c->report.ngroups = c->program->ngroups;
  char row[200] = "";
  if (c->program->least_row >= 0) jn_row_name(run->system, c->program->least_row, row, sizeof row);
  c->report.least_row = jni_pool_text(&c->pool, row, strlen(row));
  return !c->pool.failed;
}

jn_run *jni_compile_run(const jn_model *model, const jn_choices *choices, const jn_name_list *outputs,
                        const double *state, jn_report *report) {
  jn_run_options run_options = jn_run_options_default();
  jn_choices start = *choices;
  SET_NAME(start.formulation, "reduced");
  SET_NAME(start.integrator, "rk4");
  start.jacobian_every = 1;
  start.tolerance = jn_choices_default().tolerance;  // tolerance of variable steps, which are not used here
  run_options.choices = &start;
  run_options.probes = outputs->list;
  run_options.nprobes = outputs->n;
  run_options.start = state;
  return jn_run_new(model, &run_options, report);
}

// Returns the initial state that this compilation or the earlier one options.tables.like, if it was of the same model,
// with the same coordinates and the same search for the start, has found; NULL: there is none.
static const double *earlier_start(const jn_compiled *c, const jn_model *model) {
  const jn_compiled *from = c->start ? c : c->options.tables.like;
  bool same = from && from->start && from->model == model &&
              strcmp(from->choices.coordinates, c->choices.coordinates) == 0 &&
              strcmp(from->choices.start, c->choices.start) == 0;
  return same ? from->start : NULL;
}

jn_run *jni_compile_start(const jn_compiled *c, const jn_model *model, jn_report *report) {
  const jn_name_list outputs = {.list = c->options.outputs, .n = c->options.noutputs};
  return jni_compile_run(model, &c->choices, &outputs, earlier_start(c, model), report);
}

static bool compile(jn_compiled *c, jn_report *report) {
  jn_run *run = jni_compile_start(c, c->model, report);
  if (run) {
    size_t n = (size_t)run->system->sizes.nstate;
    c->start = jni_doubles(&c->pool, n);
    if (c->start) memcpy(c->start, run->start_state, n * sizeof *c->start);
  }
  bool good = run && write_program(c, run, report);
  c->check_omitted = good && run->redundancy && run->system->nmotions > 0;
  jn_run_free(run);
  return good;
}

static const jn_manoeuvre *copy_manoeuvres(jni_pool *pool, const jn_manoeuvre *list, int n) {
  jn_manoeuvre *copy = jni_take(pool, (size_t)n + 1, sizeof *copy);
  for (int i = 0; copy && i < n; i++)
    copy[i] = (jn_manoeuvre){list[i].model, jni_pool_text(pool, list[i].name, strlen(list[i].name))};
  return copy;
}

static const char *const *copy_list(jni_pool *pool, const char *const *list, int n) {
  const char **copy = jni_take(pool, (size_t)n + 1, sizeof *copy);
  for (int i = 0; copy && i < n; i++) copy[i] = jni_pool_text(pool, list[i], strlen(list[i]));
  return copy;
}

jn_compiled *jn_compile(const jn_model *model, const jn_compile_options *options, jn_report *report) {
  const jn_compile_options usual = jn_compile_options_default();
  if (!options) options = &usual;
  JNI_ASSERT(model && options->cookie == COOKIE && options->newton >= 0);
  int faults = jn_report_count(report, JN_FAULT);
  double begin = jni_wall_clock();
  if (jni_refuse_contacts(model,
                          "compiled models cannot have rigid contacts; run the model itself, or use forces of type "
                          "'contact'",
                          report))
    return NULL;
  jn_compiled *c = jni_object_new(model->pool.alloc, sizeof *c);
  if (!c) {
    jni_report_no_memory(report);
    return NULL;
  }
  c->model = model;
  c->asked = options->choices ? *options->choices : model->choices;

  // Copies the options, with their lists of outputs, stiff variables and manoeuvres.
  c->options = *options;
  c->options.outputs = copy_list(&c->pool, options->outputs, options->noutputs);
  c->options.stiff = copy_list(&c->pool, options->stiff, options->nstiff);
  c->options.tables.manoeuvres = copy_manoeuvres(&c->pool, options->tables.manoeuvres, options->tables.nmanoeuvres);

  bool good = !c->pool.failed && keep_parameters(c, options, report) == JN_OK && resolve_choices(c, report) == JN_OK &&
              compile(c, report) && jni_compile_fill_report(c);
  if (!good && jn_report_count(report, JN_FAULT) == faults) jni_report_no_memory(report);
  c->report.seconds = jni_wall_clock() - begin;
  return good ? c : jn_compiled_free(c);
}
