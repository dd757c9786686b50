// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// printed_variables.c - see printed_variables.h.
#include "fmi/printed/printed_variables.h"

#include <math.h>
#include <string.h>

#include "jounce/system.h"
#include "model/fault.h"
#include "simulate/compile/compile.h"
#include "simulate/run.h"
#include "system/work.h"

// ---- names ----------------------------------------------------------------------------------------------------------

static bool is_taken(const jni_printed_variables *v, const char *name) {
  for (int i = 0; i < v->n; i++)
    if (strcmp(v->list[i].name, name) == 0) return true;
  return false;
}

// Returns a name that no variable in the list has: `name` with "output." in front, as often as necessary. Returns ""
// without memory.
static const char *unique_name(jni_pool *pool, const jni_printed_variables *v, const char *name) {
  static const char before[] = "output.";
  while (name && is_taken(v, name)) {
    size_t length = strlen(name) + sizeof before;
    char *longer = jni_take(pool, length, 1);
    if (longer) jni_print(longer, length, "%s%s", before, name);
    name = longer;
  }
  return name ? name : "";
}

static jni_printed_variable *add(jni_pool *pool, jni_printed_variables *v, const char *name, const char *unit) {
  const char *unique = unique_name(pool, v, name);
  jni_printed_variable *variable = &v->list[v->n++];
  *variable = (jni_printed_variable){.name = unique, .unit = unit, .low = -INFINITY, .high = INFINITY};
  return variable;
}

// ---- inputs and parameters ------------------------------------------------------------------------------------------

static int first_input(const jni_program_sizes *n) { return 1 + n->nq + n->nv + n->nz + n->ns; }

static const char *input_name(const void *context, int i) {
  const jni_program *p = context;
  return i < p->sizes.nu ? p->names[first_input(&p->sizes) + i] : NULL;
}

static int find_input(const jni_program *p, const char *name) {
  for (int i = 0; i < p->sizes.nu; i++)
    if (strcmp(input_name(p, i), name) == 0) return i;
  return -1;
}

// Computes the values of the first n inputs at the start of the run into `values`. Returns false with a fault in the
// report or without memory.
static bool start_values(jn_compiled *c, double *values, int n, jn_report *report) {
  jn_run *run = jni_compile_start(c, c->model, report);
  jn_work *work = run ? jn_work_new(run->system) : NULL;
  if (work) {
    jn_solve_acceleration(run->system, work, jn_run_state(run), NULL, NULL);
    memcpy(values, work->u, (size_t)n * sizeof *values);
  }
  bool good = work != NULL;
  jn_work_free(work);
  jn_run_free(run);
  return good;
}

static bool add_inputs(jni_pool *pool, jn_compiled *c, const jni_program *p, const jn_fmu_options *options,
                       jni_printed_variables *v, jn_report *report) {
  int nu = p->sizes.nu;
  bool *chosen = jni_flags(pool, (size_t)nu + 1);
  double *values = jni_doubles(pool, (size_t)nu + 1);
  if (!chosen || !values) return false;
  for (int i = 0; i < nu && !options->inputs; i++) chosen[i] = true;
  for (int k = 0; k < options->ninputs; k++) {
    int i = find_input(p, options->inputs[k]);
    char near[96];
    jni_suggest(options->inputs[k], input_name, p, near, sizeof near);
    if (i < 0) {
      jn_report_fault(report, JN_BAD_ARGUMENT, "", "the model has no input '%.100s'%s", options->inputs[k], near);
      return false;
    }
    chosen[i] = true;
  }
  if (nu > 0 && !start_values(c, values, nu, report)) return false;
  for (int i = 0; i < nu; i++) {
    int at = first_input(&p->sizes) + i;
    if (!chosen[i]) continue;
    jni_printed_variable *input = add(pool, v, p->names[at], p->units[at]);
    input->description = "input";
    input->start = values[i];
    input->at = at;
    v->ninputs++;
  }
  return true;
}

static void add_parameters(jni_pool *pool, const jn_compiled *c, const jni_program *p, jni_printed_variables *v) {
  const jni_program_sizes *n = &p->sizes;
  int first = jni_program_nvariables(n) - n->nf - n->ne - n->np;
  for (int i = 0; i < n->np; i++) {
    jn_parameter of = jn_model_parameter_get(c->model, jn_model_find_parameter(c->model, p->names[first + i]));
    jni_printed_variable *parameter = add(pool, v, p->names[first + i], p->units[first + i]);
    parameter->description = of.description[0] ? of.description : "parameter";
    parameter->start = p->nominal[first + i];
    parameter->low = of.min;
    parameter->high = of.max;
    parameter->at = first + i;
    v->nparameters++;
  }
}

// ---- outputs --------------------------------------------------------------------------------------------------------

static void add_outputs(jni_pool *pool, const jni_program *p, jni_printed_variables *v) {
  for (int i = 0; i < p->noutputs; i++) {
    jni_printed_variable *output = add(pool, v, p->output_names[i], p->output_units[i]);
    output->description = "output";
    output->at = i;
    v->noutputs++;
  }
}

// Fills `dependencies` of every output: the inputs and the time on which its nodes depend, and all parameters, because
// a changed parameter closes the loops again, which may change every output.
static void list_dependencies(jni_pool *pool, const jni_program *p, jni_printed_variables *v) {
  enum { AT_ONCE = 64 };
  int nknown = 1 + v->ninputs, nvariables = jni_program_nvariables(&p->sizes);
  uint64_t *masks = jni_take(pool, (size_t)nvariables + 1, sizeof *masks);
  uint64_t *reach = jni_take(pool, (size_t)p->g->nnodes + 1, sizeof *reach);
  for (int i = 0; i < v->noutputs && reach; i++)
    v->list[jni_first_output(v) + i].dependencies = jni_ints(pool, (size_t)jni_first_output(v));
  if (pool->failed) return;
  for (int first = 0; first < nknown; first += AT_ONCE) {
    int n = nknown - first < AT_ONCE ? nknown - first : AT_ONCE;
    memset(masks, 0, (size_t)nvariables * sizeof *masks);
    for (int k = 0; k < n; k++) masks[first + k == 0 ? 0 : v->list[first + k].at] |= (uint64_t)1 << k;
    jni_graph_dependencies(p->g, masks, reach);
    for (int i = 0; i < v->noutputs; i++) {
      jni_printed_variable *output = &v->list[jni_first_output(v) + i];
      for (int k = 0; k < n; k++)
        if (reach[p->outputs[output->at]] >> k & 1) output->dependencies[output->ndependencies++] = first + k;
    }
  }
  for (int i = 0; i < v->noutputs; i++) {
    jni_printed_variable *output = &v->list[jni_first_output(v) + i];
    for (int k = 0; k < v->nparameters; k++) output->dependencies[output->ndependencies++] = jni_first_parameter(v) + k;
  }
  jni_drop(pool, reach);
  jni_drop(pool, masks);
}

bool jni_printed_variables_list(jni_pool *pool, jn_compiled *compiled, const jni_program *program,
                                const jn_fmu_options *options, jni_printed_variables *variables, jn_report *report) {
  const jni_program_sizes *n = &program->sizes;
  *variables = (jni_printed_variables){.n = 0};
  variables->list = jni_take(pool, (size_t)(1 + n->nu + n->np + program->noutputs), sizeof *variables->list);
  if (!variables->list) return false;
  add(pool, variables, "time", "s")->description = "time";
  if (!add_inputs(pool, compiled, program, options, variables, report)) return false;
  add_parameters(pool, compiled, program, variables);
  add_outputs(pool, program, variables);
  list_dependencies(pool, program, variables);
  return !pool->failed;
}
