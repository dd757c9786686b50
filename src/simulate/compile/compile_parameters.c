// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_parameters.c - the program with kept parameters as variables.
//
// The model is read once more with a trace (symbolic/trace.h), and its program is written with formulas of the
// parameters in place of the numbers that have one. A number that depends on a parameter without formula would stay a
// number: the program is therefore written a second time with other values of the parameters. If both programs print
// the same C, every number that is left is constant; otherwise the parameter is refused.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "compile/keep/parameter_formulas.h"
#include "compile/print/print.h"
#include "jounce/system.h"
#include "simulate/compile/compile.h"
#include "simulate/run.h"
#include "symbolic/tape.h"
#include "symbolic/trace_graph.h"

typedef struct {
  jni_pool pool;
  jn_compiled *c;
  jn_report *report;
  int np;
  double *nominal;  // np: values of the model
  const char **units;
  jni_code_options code;
  const jn_system *system;  // system of the run with the model's own values
  const jn_reduced *reduced;
  const double *state;  // initial state of this run (t, q, v, z, s)
} keeping;

// The model read with other values of the parameters, and the program written for it.
typedef struct {
  double *values;
  jni_trace *trace;
  jn_model *model;
  jni_program *program;
  jni_source *text;  // the program as C
} written;

// ---- programs -------------------------------------------------------------------------------------------------------

// Writes to `values` (k->np) values of the parameters, 1 to 3 % away from the model's own, which no other number of the
// model equals by chance. set: number of the set; each gives other values.
static void choose_values(const keeping *k, int set, double *values) {
  for (int i = 0; i < k->np; i++) {
    double part = (i + 1) * 0.61803398874989485 + set * 0.3137515309421;
    part = (set / 2 % 2 ? -1 : 1) * 0.013 * (1 + part - floor(part));
    values[i] = k->nominal[i] == 0 ? part : k->nominal[i] * (1 + part);
  }
}

static written free_written(written *w) {
  jni_program_free(w->program);
  jn_model_free(w->model);
  jni_trace_free(w->trace);
  jni_source_free(w->text);
  return (written){.values = w->values};
}

// Reads the model with the parameter values w->values and writes its program to *w, as a graph and as C. Returns false
// with faults in the report, or if memory is short perhaps without one.
static bool write(keeping *k, written *w, jn_report *report) {
  const jn_compile_report *compiled_report = &k->c->report;
  const jni_print_options print = {.name = "kept",
                                   .method = jni_step_method_find(compiled_report->integrator),
                                   .h = compiled_report->step,
                                   .jacobian_every = 1};
  *w = free_written(w);
  w->trace = jni_trace_new(k->pool.alloc, w->values, k->np);
  w->model = w->trace ? jni_model_traced(k->c->model, k->c->kept, w->values, k->np, w->trace, report) : NULL;
  jn_system *system = w->model ? jn_system_new(w->model, "joint", report) : NULL;
  jn_probe *probe = system ? jn_probe_new(system, k->c->options.outputs, k->c->options.noutputs, true, report) : NULL;
  if (probe && !jni_same_tree(k->system, system)) {
    jn_report_fault(report, JN_REFUSED, "", "the tree of the bodies has another order");
  } else if (probe) {
    jni_watch formulas = jni_watch_formulas(w->trace);
    jni_code_options code = k->code;
    code.probe = probe;
    code.parameters = (jni_program_parameters){k->np, k->c->kept, k->units, &formulas};
    code.parameter_values = k->nominal;
    w->program = jni_program_at(system, k->reduced, k->state, &code, report);
  }
  if (w->program) w->text = jni_print_c(k->pool.alloc, w->program, &print, report);
  jn_probe_free(probe);
  jn_system_free(system);
  return w->text && w->text->text && !jni_trace_failed(w->trace);
}

// ---- refusals -------------------------------------------------------------------------------------------------------

static bool refuse(keeping *k, int parameter, const char *why) {
  jn_report_fault(k->report, JN_REFUSED, "",
                  "parameter '%.60s' cannot be kept in C: %.330s; compile the model for each value, with --set",
                  k->c->kept[parameter], why);
  return false;
}

// Writes to `text` the first fault of a report, with its element and its place in the file; if there is none, that the
// model is refused.
static void first_fault(const jn_report *report, char *text, size_t size) {
  snprintf(text, size, "the model is refused");
  for (int i = 0; i < jn_report_size(report); i++) {
    const jn_error *e = jn_report_get(report, i);
    char place[160] = "";
    if (e->severity != JN_FAULT) continue;
    if (e->line > 0) snprintf(place, sizeof place, " (%.120s:%d)", e->file, e->line);
    jni_print(text, size, "%.100s%s%s%.200s", e->element, place, e->element[0] || place[0] ? ": " : "", e->what);
    return;
  }
}

// Reports that the model cannot be read with the parameter values at->values, for the fault in `found`. Names a
// parameter for which this holds if it alone is changed; if there is none, the first parameter. Returns false.
static bool refuse_values(keeping *k, const written *at, const jn_report *found) {
  written alone = {.values = jni_doubles(&k->pool, (size_t)k->np)};
  jn_report *report = jn_report_new(k->pool.alloc);
  char why[500], fault[460];
  int parameter = 0;
  for (int i = 0; alone.values && report && i < k->np && k->np > 1; i++) {
    memcpy(alone.values, k->nominal, (size_t)k->np * sizeof *alone.values);
    alone.values[i] = at->values[i];
    if (write(k, &alone, report)) continue;
    parameter = i;
    break;
  }
  first_fault(found, fault, sizeof fault);
  jni_print(why, sizeof why, "with another value of it, %s", fault);
  free_written(&alone);
  jn_report_free(report);
  return refuse(k, parameter, why);
}

// Reports that the programs for two sets of values differ in a number without formula. Names a parameter that alone
// changes a number; if there is none, the first parameter. Adds the place in the file of a formula that was not traced.
// Returns false.
static bool refuse_number(keeping *k, const written *first, const written *second) {
  written alone = {.values = jni_doubles(&k->pool, (size_t)k->np)};
  jn_report *report = jn_report_new(k->pool.alloc);
  char why[400] = "a number of the equations depends on it by no formula";
  int parameter = 0;
  for (int i = 0; alone.values && report && i < k->np; i++) {
    memcpy(alone.values, first->values, (size_t)k->np * sizeof *alone.values);
    alone.values[i] = second->values[i];
    if (k->np > 1 && write(k, &alone, report) && strcmp(alone.text->text, first->text->text) == 0) continue;
    parameter = i;
    break;
  }
  const char *where = jni_trace_unused(first->trace, parameter);
  if (where) jni_print(why, sizeof why, "it determines %.250s, by no formula", where);
  free_written(&alone);
  jn_report_free(report);
  return refuse(k, parameter, why);
}

// ---- start of a run -------------------------------------------------------------------------------------------------

static const double close_enough = 1e-11;  // starts are assembled to about 1e-13

static bool is_close(double a, double b) { return fabs(a - b) <= close_enough * (1 + fabs(b)); }

// Returns the assembled start (t, q, v, z, s) of the model with the values of w; NULL: it cannot be assembled, or
// memory is short. *freedoms: number of independent variables there; if it cannot be assembled, that of the model's own
// start.
static const double *start_of(keeping *k, const written *w, int *freedoms) {
  jn_report *report = jn_report_new(k->pool.alloc);
  const jn_name_list outputs = {.list = k->c->options.outputs, .n = k->c->options.noutputs};
  jn_choices choices = k->c->choices;
  snprintf(choices.start, sizeof choices.start, "assembly");
  jn_run *run = report ? jni_compile_run(w->model, &choices, &outputs, NULL, report) : NULL;
  *freedoms = run ? jn_run_reduced(run)->nindependent : k->reduced->nindependent;
  double *state = run ? jni_doubles(&k->pool, (size_t)run->system->sizes.nstate) : NULL;
  if (state) memcpy(state, jn_run_state(run), (size_t)run->system->sizes.nstate * sizeof *state);
  jn_run_free(run);
  jn_report_free(report);
  return state;
}

// Returns the node of a formula of the parameters that has the value a for the first set of values and b for the
// second; -1: there is none, or memory is short.
static jni_node find_formula(keeping *k, const written *first, const written *second, double a, double b) {
  jni_graph *g = jni_trace_graph(first->trace);
  double number, value;
  for (int i = 0; i < g->nnodes; i++) {
    if (!jni_is_number(g, i, &number) || !is_close(fabs(a), fabs(number)) || !jni_trace_has(first->trace, number))
      continue;
    number = a * number < 0 ? -number : number;
    jni_node node = jni_trace_node(first->trace, number);
    jni_tape *tape = jni_tape_new(g, k->np, &node, 1);
    if (!tape) return -1;
    jni_tape_run(tape, second->values, &value);
    jni_tape_free(tape);
    if (is_close(value, b)) return jni_trace_write(first->trace, number);
  }
  return -1;
}

// Returns whether the program computes variable i (coordinates, then speeds) from the independent ones. With velocity
// equations it computes only speeds.
static bool is_dependent(const jni_program *p, const jn_system *system, int i) {
  const jni_program_sizes *n = &p->sizes;
  if (i < n->nq && system->sizes.nh < system->sizes.nc) return false;
  for (int speed = 0; speed < n->nv; speed++) {
    bool own = i < n->nq ? system->speed_q[p->speeds[speed]] == p->coordinates[i] : speed == i - n->nq;
    bool independent = false;
    for (int j = 0; j < n->nindependent; j++) independent = independent || p->independent[j] == speed;
    if (own && !independent) return true;
  }
  return false;
}

// Sets p->start of the program: formulas of the coordinates, speeds and states at the start of a run, then that of the
// energy. A variable for which there is no formula keeps the value that the caller sets; warns of the first such
// variable. Returns false if memory is short, or with a fault if other parameter values give other degrees of freedom.
static bool write_start(keeping *k, const written *first, const written *second) {
  jni_program *p = first->program;
  const jni_program_sizes *size = &p->sizes;
  int n = size->nq + size->nv + size->nz;
  bool searched = strcmp(k->c->choices.start, "equilibrium") != 0;
  int freedoms, own_freedoms = k->reduced->nindependent;
  const double *a = start_of(k, first, &freedoms);
  if (freedoms != own_freedoms) {
    char why[120];
    jni_print(why, sizeof why, "with other values the mechanism has %d degrees of freedom instead of %d", freedoms,
              own_freedoms);
    return refuse(k, 0, why);
  }
  const double *b = a && searched ? start_of(k, second, &freedoms) : NULL;
  p->start = jni_ints(&p->pool, (size_t)n + 1);
  if (!p->start) return false;
  jni_trace_write_to(first->trace, p->g, jni_program_nvariables(size) - size->nf - size->ne - size->np);
  for (int i = 0; i < n; i++) {
    int at = i < size->nq              ? 1 + p->coordinates[i]
             : i < size->nq + size->nv ? 1 + size->all_q + p->speeds[i - size->nq]
                                       : 1 + size->all_q + size->all_v + p->states[i - size->nq - size->nv];
    double own = p->nominal[1 + i];
    bool constant = b && is_close(a[at], own) && is_close(b[at], own);
    p->start[i] = b && !constant ? find_formula(k, first, second, a[at], b[at]) : -1;
    if (constant || (p->start[i] < 0 && is_dependent(p, k->system, i))) p->start[i] = jni_number_unwatched(p->g, own);
    if (p->start[i] >= 0) continue;
    if (!p->start_given)
      jn_report_warn(k->report, "",
                     searched
                         ? "the start value of '%.100s' depends on kept parameters by no formula: in C, set it in the "
                           "state before each call of NAME_start()"
                         : "the model starts at its equilibrium, which depends on kept parameters: in C, set the "
                           "start value of '%.100s' in the state before each call of NAME_start()",
                     p->names[1 + i]);
    p->start[i] = jni_variable(p->g, 1 + i);
    p->start_given = true;
  }
  p->start[n] = p->energy;
  return !k->pool.failed && !jni_trace_failed(first->trace) && !jni_graph_failed(p->g);
}

// ---- the program with parameters ------------------------------------------------------------------------------------

static bool begin(keeping *k, written *first, written *second) {
  const jn_compiled *c = k->c;
  k->np = c->nkept;
  k->nominal = jni_doubles(&k->pool, (size_t)k->np);
  k->units = jni_take(&k->pool, (size_t)k->np, sizeof *k->units);
  first->values = jni_doubles(&k->pool, (size_t)k->np);
  second->values = jni_doubles(&k->pool, (size_t)k->np);
  for (int i = 0; !k->pool.failed && i < k->np; i++) {
    jn_parameter parameter = jn_model_parameter_get(c->model, jn_model_find_parameter(c->model, c->kept[i]));
    k->nominal[i] = parameter.value;
    k->units[i] = jni_pool_text(&k->pool, parameter.unit, strlen(parameter.unit));
  }
  return !k->pool.failed;
}

// Largest number of attempts with other sets of values. An attempt fails if the numbers of two formulas agree up to
// rounding, or if the order of the tree changes.
enum { ATTEMPTS = 4 };

// Returns the program in which the kept parameters are variables; NULL with a fault in the report, or if memory is
// short perhaps without one. first, second: workspace for the two sets of values.
static jni_program *make(keeping *k, written *first, written *second) {
  jn_run *run = jni_compile_start(k->c, k->c->model, k->report);
  jn_report *faults = jn_report_new(k->pool.alloc);
  jni_program *program = NULL;
  if (run && faults && jni_compile_code(k->c, run, &k->code, k->report)) {
    k->system = run->system;
    k->reduced = jn_run_reduced(run);
    k->state = jn_run_state(run);
    bool read = false, equal = false;
    for (int set = 0; set < 2 * ATTEMPTS && !equal; set += 2) {
      choose_values(k, set, first->values);
      choose_values(k, set + 1, second->values);
      read = write(k, first, faults) && write(k, second, faults);
      equal = read && strcmp(first->text->text, second->text->text) == 0;
    }
    if (!read) refuse_values(k, first->text ? second : first, faults);
    else if (!equal) refuse_number(k, first, second);
    else if (write_start(k, first, second)) program = first->program;
  }
  if (program) first->program = NULL;
  jn_report_free(faults);
  jn_run_free(run);
  return program;
}

const jni_program *jni_compile_with_parameters(jn_compiled *c, jn_report *report) {
  if (c->nkept == 0) return c->program;
  if (c->varied) return c->varied;
  keeping k = {.pool = {.alloc = c->pool.alloc}, .c = c, .report = report};
  written first = {.values = NULL}, second = {.values = NULL};
  jni_program *program = begin(&k, &first, &second) ? make(&k, &first, &second) : NULL;
  c->varied = program ? jni_keep(&c->pool, program, jni_object_free) : NULL;
  free_written(&first);
  free_written(&second);
  jni_pool_free(&k.pool);
  return c->varied;
}
