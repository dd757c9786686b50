// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_keep_check.c - where runs with other values of kept parameters begin, and whether the code moves as the
// model does.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "simulate/compile/compile_keep.h"
#include "simulate/run.h"
#include "symbolic/tape.h"

static const double near[] = {0, 0.02, -0.017, 0.037, -0.031};  // parts of the value, about the model's own
enum { NEAR = sizeof near / sizeof *near };
static const double close_enough = 1e-9;  // of values of their kind: starts are assembled to less

static double moved(const jni_keeping *k, int parameter, double part) {
  double own = k->nominal[parameter];
  return own != 0 ? own * (1 + part) : part;
}

// The start of the model with these values: t, q, v, z, s. NULL with a fault in the report.
static double *start_of(jni_keeping *k, const double *values, int parameter) {
  jn_report *report = jn_report_new(k->pool.alloc);
  jn_model *model = report ? jni_keep_model(k, values, report) : NULL;
  jn_run *run = model ? jni_compile_start(k->c, model, report) : NULL;
  double *state = NULL;
  if (run) {
    size_t n = (size_t)run->system->sizes.nstate;
    state = jni_doubles(&k->pool, n);
    if (state) memcpy(state, jn_run_state(run), n * sizeof *state);
  } else if (report) {
    jni_keep_refuse_report(k, parameter, report);
  }
  jn_run_free(run), jn_model_free(model), jn_report_free(report);
  return state;
}

// ---- the start ------------------------------------------------------------------------------------------------------

// A number of the start: with several parameters, what each changes is added or multiplied, and a start with all of
// them changed tells which.
typedef struct {
  double own;
  int n;  // parameters that it depends on
  jni_node sum, product;
  double sum_value, product_value;  // with all of them changed
} begun;

// Takes over what this parameter changes; in no simple way, it is left to the loops.
static void add_parameter(jni_keeping *k, jni_graph *g, int parameter, int first, double *const *states, int i,
                          begun *b) {
  double points[NEAR], values[NEAR], all[JNI_MOST_KEPT] = {0};
  for (int n = 0; n < NEAR; n++) points[n] = moved(k, parameter, near[n]), values[n] = states[n][i];
  const double *lists[JNI_MOST_KEPT] = {NULL};
  jni_fit fit = {.n = 1, .parameter = {parameter}};
  const jni_fit_family *family = jni_fit_family_of(points, values, NEAR, &fit.pole[0]);
  if (!family || family->n == 1) return;
  fit.family[0] = family, fit.coefficients = values, lists[parameter] = points;
  jni_fit_solve(&fit, lists, values);
  all[parameter] = moved(k, parameter, near[1]);
  jni_node now = jni_fit_write(&fit, g, first), own = jni_number_as_is(g, b->own);
  double value = jni_fit_value(&fit, all);
  b->sum = jni_plus(g, b->sum, jni_minus(g, now, own)), b->sum_value += value - b->own;
  b->product = jni_times(g, b->product, b->n == 0 ? now : jni_over(g, now, own));
  b->product_value *= b->n == 0 ? value : value / b->own;
  b->n++;
}

static void add_all(jni_keeping *k, jni_program *p, int parameter, double *const *states, begun *list) {
  int n = p->sizes.nq + p->sizes.nv + p->sizes.nz, first = jni_program_nvariables(&p->sizes) - p->sizes.np - 1;
  for (int i = 0; i < n; i++) add_parameter(k, p->g, parameter, first, states, 1 + i, &list[i]);
}

static void choose_forms(jni_program *p, const begun *list, int n, const double *changed) {
  for (int i = 0; i < n; i++) {
    double off = fabs(list[i].sum_value - changed[1 + i]), other = fabs(list[i].product_value - changed[1 + i]);
    bool multiplied = list[i].n > 1 && list[i].own != 0 && other < off;
    p->start[i] = multiplied ? list[i].product : list[i].sum;
  }
}

bool jni_keep_start(jni_keeping *k, jni_program *p) {
  int n = p->sizes.nq + p->sizes.nv + p->sizes.nz;
  double *values = jni_doubles(&k->pool, (size_t)k->np), *states[NEAR];
  begun *list = jni_take(&k->pool, (size_t)n + 1, sizeof *list);
  p->start = jni_ints(&p->pool, (size_t)n + 1);
  if (!values || !list || !p->start) return false;
  for (int i = 0; i < n; i++) {
    double own = p->nominal[1 + i];
    list[i] = (begun){.own = own, .sum = jni_number_as_is(p->g, own), .product = JNI_ONE, .sum_value = own};
    list[i].product_value = 1;
  }
  memcpy(values, k->nominal, (size_t)k->np * sizeof *values);
  for (int parameter = 0; parameter < k->np; parameter++) {
    for (int j = 0; j < NEAR; j++) {
      values[parameter] = moved(k, parameter, near[j]);
      states[j] = start_of(k, values, parameter);
      if (!states[j]) return false;
    }
    values[parameter] = k->nominal[parameter];
    add_all(k, p, parameter, states, list);
  }
  for (int i = 0; i < k->np; i++) values[i] = moved(k, i, near[1]);
  const double *changed = k->np > 1 ? start_of(k, values, 0) : p->nominal;
  if (changed) choose_forms(p, list, n, changed);
  p->start[n] = p->energy;
  return changed && !jni_graph_failed(p->g);
}

// ---- against the model ----------------------------------------------------------------------------------------------

typedef struct {
  jni_keeping *k;
  const jni_program *varied, *own;
  int parameter;
  double *x, *expected;  // variables: of the varied program, and as the model starts
  double *a, *b;         // results
} comparison;

static bool differ(const double *a, const double *b, int n, int *at) {
  double size = 0;
  for (int i = 0; i < n; i++) size = isfinite(b[i]) ? fmax(size, fabs(b[i])) : size;
  for (int i = 0; i < n; i++)
    if (!(fabs(a[i] - b[i]) <= close_enough * (1 + size)) && !(isnan(a[i]) && isnan(b[i]))) return *at = i, true;
  return false;
}

static bool calc(const jni_program *p, const jni_node *nodes, int n, const double *x, double *results) {
  jni_tape *tape = jni_tape_new(p->g, jni_program_nvariables(&p->sizes), nodes, n);
  if (tape) jni_tape_run(tape, x, results);
  return jni_tape_free(tape), tape != NULL;
}

// The start by the parameters, with the loops closed as printed code does it.
static bool begin(comparison *c) {
  const jni_program *p = c->varied;
  const jni_program_sizes *n = &p->sizes;
  jni_rates_layout at = jni_rates_at(n);
  if (!calc(p, p->start, n->nq + n->nv + n->nz + 1, c->x, c->a)) return false;
  memcpy(c->x + 1, c->a, (size_t)(n->nq + n->nv + n->nz) * sizeof *c->x);
  jni_tape *tape = jni_tape_new(p->g, jni_program_nvariables(n), p->rates, at.n);
  for (int i = 0; tape && i < JNI_CLOSING_STEPS; i++) {
    jni_tape_run(tape, c->x, c->a);
    memcpy(c->x + 1, c->a + at.q, (size_t)n->nq * sizeof *c->x);
    memcpy(c->x + 1 + n->nq, c->a + at.v, (size_t)n->nv * sizeof *c->x);
  }
  return jni_tape_free(tape), tape != NULL;
}

static bool check_start(comparison *c) {
  const jni_program_sizes *n = &c->varied->sizes;
  const int counts[] = {n->nq, n->nv, n->nz, n->ns};
  char why[300];
  if (!begin(c)) return false;
  for (int part = 0, from = 1; part < 4; from += counts[part++]) {
    int at;
    if (!differ(c->x + from, c->expected + from, counts[part], &at)) continue;
    jni_print(why, sizeof why, "where the model starts depends on it by no formula ('%.100s'); %s",
              c->varied->names[from + at],
              strcmp(c->k->c->choices.start, "equilibrium") == 0
                  ? "--start assembly seeks no equilibrium"
                  : "--independent may name variables whose start is given");
    return jni_keep_refuse(c->k, c->parameter, why);
  }
  return true;
}

static bool check_results(comparison *c, const jni_node *varied, const jni_node *own, int n, const char *const *names) {
  char why[300];
  int at;
  if (!calc(c->varied, varied, n, c->expected, c->a) || !calc(c->own, own, n, c->expected, c->b)) return false;
  if (!differ(c->a, c->b, n, &at)) return true;
  jni_print(why, sizeof why, "%s%.100s do%s not follow it as in the model",
            names ? "output " : "the equations of motion", names ? names[at] : "", names ? "es" : "");
  return jni_keep_refuse(c->k, c->parameter, why);
}

static bool compare(comparison *c, const double *values, const double *state) {
  const jni_program *p = c->varied;
  const jni_program_sizes *n = &p->sizes;
  int given = 1 + n->nq + n->nv + n->nz + n->ns, all = jni_program_nvariables(n);
  int results = jni_rates_at(n).n + p->noutputs + 1;
  c->x = jni_doubles(&c->k->pool, (size_t)all), c->expected = jni_doubles(&c->k->pool, (size_t)all);
  c->a = jni_doubles(&c->k->pool, (size_t)results), c->b = jni_doubles(&c->k->pool, (size_t)results);
  if (c->k->pool.failed) return false;
  memcpy(c->x, p->nominal, (size_t)all * sizeof *c->x);
  memcpy(c->x + all - 1 - n->np, values, (size_t)n->np * sizeof *values);
  memcpy(c->expected, c->x, (size_t)all * sizeof *c->x), memcpy(c->expected, state, (size_t)given * sizeof *state);
  if (!calc(p, &p->energy, 1, c->expected, c->expected + all - 1)) return false;
  int rates = jni_rates_at(n).pivot;  // all but the pivot, whose size at the start is another
  return check_start(c) && check_results(c, p->rates, c->own->rates, rates, NULL) &&
         (p->noutputs == 0 || check_results(c, p->outputs, c->own->outputs, p->noutputs, p->output_names));
}

bool jni_keep_check(jni_keeping *k, const jni_program *varied, int parameter) {
  static const double part = 0.029;
  jni_pool room = {.alloc = k->pool.alloc};
  double *values = jni_doubles(&room, (size_t)k->np);
  jn_report *report = jn_report_new(room.alloc);
  if (!values || !report) return jn_report_free(report), jni_pool_free(&room), false;
  for (int i = 0; i < k->np; i++)
    values[i] = i == parameter || parameter == k->np ? moved(k, i, i % 2 ? -part : part) : k->nominal[i];
  comparison c = {.k = k, .varied = varied, .parameter = parameter < k->np ? parameter : 0};
  const double *state = start_of(k, values, c.parameter);
  jn_model *model = state ? jni_keep_model(k, values, report) : NULL;
  jn_system *system = model ? jn_system_new(model, "joint", report) : NULL;
  jn_probe *probe = system ? jn_probe_new(system, k->c->options.outputs, k->c->options.noutputs, true, report) : NULL;
  jni_code_options code = k->code;
  code.probe = probe, code.implicit = (jni_implicit_def){0}, code.poses = false;
  jni_program *own = probe ? jni_program_at(system, k->reduced, state, &code, report) : NULL;
  c.own = own;
  bool good = own ? compare(&c, values, state) : state && jni_keep_refuse_report(k, c.parameter, report);
  jni_program_free(own), jn_probe_free(probe), jn_system_free(system), jn_model_free(model), jn_report_free(report);
  jni_pool_free(&room);
  return good;
}
