// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_keep.c - parameters that stay variables of the code: the model is read with other values of them, its numbers
// are noted and become formulas (compile/keep/numbers.h), and what comes of it is compared with the model at values
// that were not used (compile_keep_check.c).
#include "simulate/compile/compile_keep.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jounce/system.h"
#include "simulate/run.h"

static const double around[JNI_FIT_POINTS] = {1, 1.31, 0.77, 1.17, 0.88, 1.43, 0.69};
enum { FIRST_POINTS = 4, MOST_SAMPLES = 400 };

bool jni_keep_refuse(jni_keeping *k, int parameter, const char *why) {
  jn_report_fault(k->report, JN_REFUSED, "",
                  "parameter '%.100s' cannot be kept in C: %.300s; compile the model for each value, with --set",
                  k->c->kept[parameter], why);
  return false;
}

// ---- the model with other values ------------------------------------------------------------------------------------

jn_model *jni_keep_model(jni_keeping *k, const double *values, jn_report *report) {
  return jn_model_with_parameters(k->c->model, k->c->kept, values, k->np, report);
}

// Why the model cannot be read, or started, with another value.
bool jni_keep_refuse_report(jni_keeping *k, int parameter, jn_report *report) {
  char why[300] = "another value of it is no model";
  for (int i = 0; i < jn_report_size(report); i++) {
    const jn_error *e = jn_report_get(report, i);
    if (e->severity != JN_FAULT) continue;
    jni_print(why, sizeof why, "with another value of it, %.200s", e->what);
    break;
  }
  return jni_keep_refuse(k, parameter, why);
}

// ---- samples --------------------------------------------------------------------------------------------------------

static void note(jni_keeping *k, const jn_model *model, sample *s, jn_report *report) {
  jn_system *system = jn_system_new(model, "joint", report);
  jn_probe *probe = system ? jn_probe_new(system, k->c->options.outputs, k->c->options.noutputs, true, report) : NULL;
  jni_code_options code = k->code;
  jni_number_record record = jni_note_numbers(&k->pool);
  code.probe = probe, code.implicit = (jni_implicit_def){0};
  code.parameters = (jni_program_parameters){.watch = &record.watch};
  jni_program *program = probe ? jni_program_at(system, k->reduced, k->state, &code, report) : NULL;
  s->good = program != NULL;
  s->values = record.list, s->n = record.n;
  jni_program_free(program);
  jn_probe_free(probe), jn_system_free(system);
}

// The one with these points of the parameters, taken when it is first asked for. NULL: it cannot be.
static const sample *sample_at(jni_keeping *k, const int *at) {
  for (int i = 0; i < k->nsamples; i++)
    if (memcmp(k->samples[i]->at, at, (size_t)k->np * sizeof *at) == 0) return k->samples[i];
  sample *s = jni_take(&k->pool, 1, sizeof *s);
  double *values = jni_doubles(&k->pool, (size_t)k->np);
  if (!s || !values || k->nsamples == MOST_SAMPLES ||
      !jni_pool_grow(&k->pool, &k->samples, &k->room_samples, k->nsamples + 1, sizeof *k->samples))
    return NULL;
  int last = 0;
  memcpy(s->at, at, (size_t)k->np * sizeof *at);
  for (int i = 0; i < k->np; i++) {
    values[i] = k->points[i][at[i]];
    if (at[i] > 0) last = i;
  }
  jn_report *report = jn_report_new(k->pool.alloc);
  jn_model *model = report ? jni_keep_model(k, values, report) : NULL;
  if (model) note(k, model, s, report);
  bool same = s->good && (k->nsamples == 0 || s->n == k->samples[0]->n);
  if (report && !s->good) jni_keep_refuse_report(k, last, report);
  else if (!same) jni_keep_refuse(k, last, "the equations have another form with another value of it");
  jn_model_free(model), jn_report_free(report);
  if (!same) return NULL;
  k->samples[k->nsamples++] = s;
  return s;
}

// Number i where one parameter takes the first n of its points.
static bool along(jni_keeping *k, int parameter, int number, int n, double *values) {
  int at[JNI_MOST_KEPT] = {0};
  for (int i = 0; i < n; i++) {
    at[parameter] = i;
    const sample *s = sample_at(k, at);
    if (!s) return false;
    values[i] = s->values[number];
  }
  return true;
}

// ---- formulas -------------------------------------------------------------------------------------------------------

// False: there is no family, or no sample. *family NULL: it does not depend on the parameter.
static bool find_family(jni_keeping *k, int parameter, int number, const jni_fit_family **family, double *pole) {
  double values[JNI_FIT_POINTS];
  *family = NULL;
  if (!along(k, parameter, number, FIRST_POINTS, values)) return false;
  bool same = true;
  for (int i = 1; i < FIRST_POINTS; i++) same = same && values[i] == values[0];
  if (same) return true;
  const jni_fit_family *found = jni_fit_family_of(k->points[parameter], values, FIRST_POINTS, pole);
  if (!found) {
    if (!along(k, parameter, number, JNI_FIT_POINTS, values)) return false;
    found = jni_fit_family_of(k->points[parameter], values, JNI_FIT_POINTS, pole);
  }
  if (!found)
    return jni_keep_refuse(k, parameter,
                           "a number of the equations depends on it otherwise than by powers, fractions, roots, sine "
                           "and cosine");
  *family = found->n > 1 ? found : NULL;
  return true;
}

// Values on the grid of the first points of all its parameters.
static bool solve(jni_keeping *k, int number, jni_fit *fit) {
  int all = 1, at[JNI_MOST_KEPT] = {0}, last = fit->parameter[fit->n - 1];
  for (int i = 0; i < fit->n; i++) all *= fit->family[i]->n;
  double *values = jni_doubles(&k->pool, (size_t)all), mixed[JNI_MOST_KEPT];
  for (int c = 0; values && c < all; c++) {
    for (int i = fit->n - 1, rest = c; i >= 0; rest /= fit->family[i]->n, i--)
      at[fit->parameter[i]] = rest % fit->family[i]->n;
    const sample *s = sample_at(k, at);
    if (!s) return false;
    values[c] = s->values[number];
  }
  if (!values) return false;
  double size = fabs(values[0]);
  fit->coefficients = values;
  jni_fit_solve(fit, k->points, values);
  for (int i = 0; i < k->np; i++) mixed[i] = k->points[i][0];
  for (int i = 0; i < fit->n; i++) {
    at[fit->parameter[i]] = fit->family[i]->n < FIRST_POINTS ? fit->family[i]->n : FIRST_POINTS - 1;
    mixed[fit->parameter[i]] = k->points[fit->parameter[i]][at[fit->parameter[i]]];
  }
  const sample *s = sample_at(k, at);
  if (!s) return false;
  return jni_fit_agrees(jni_fit_value(fit, mixed), s->values[number], 10 * (size + fabs(s->values[number]))) ||
         jni_keep_refuse(k, last, "a number of the equations depends on it together with others in no simple way");
}

static jni_fit *fit_number(jni_keeping *k, int number, bool *good) {
  jni_fit *fit = jni_take(&k->pool, 1, sizeof *fit);
  *good = fit;
  for (int i = 0; *good && i < k->np; i++) {
    const jni_fit_family *family;
    double pole = 0;
    *good = find_family(k, i, number, &family, &pole);
    if (!*good || !family) continue;
    if (fit->n == JNI_FIT_MOST) {
      *good = jni_keep_refuse(k, i, "a number of the equations depends on more than three kept parameters");
      continue;
    }
    fit->parameter[fit->n] = i, fit->pole[fit->n] = pole, fit->family[fit->n++] = family;
  }
  if (*good && fit->n > 0) *good = solve(k, number, fit);
  return *good && fit->n > 0 ? fit : NULL;
}

static int ascending(const void *a, const void *b) {
  double x = ((const jni_kept_number *)a)->value, y = ((const jni_kept_number *)b)->value;
  return (x > y) - (x < y);
}

// Every number that depends on a parameter, by its value at the first points.
static bool list_numbers(jni_keeping *k) {
  int at[JNI_MOST_KEPT] = {0};
  const sample *first = sample_at(k, at);
  if (!first) return false;
  double values[JNI_FIT_POINTS];
  k->numbers = jni_take(&k->pool, (size_t)first->n + 1, sizeof *k->numbers);
  for (int i = 0; i < first->n && !k->pool.failed; i++) {
    bool varies = false, good, known = false;
    for (int p = 0; p < k->np; p++) {
      if (!along(k, p, i, FIRST_POINTS, values)) return false;
      for (int j = 1; j < FIRST_POINTS; j++) varies = varies || values[j] != values[0];
    }
    for (int j = 0; varies && j < k->nnumbers && !known; j++) known = k->numbers[j].value == first->values[i];
    if (!varies || known) continue;
    const jni_fit *fit = fit_number(k, i, &good);
    if (!good) return false;
    if (fit) k->numbers[k->nnumbers++] = (jni_kept_number){first->values[i], fit};
  }
  if (k->pool.failed) return false;
  qsort(k->numbers, (size_t)k->nnumbers, sizeof *k->numbers, ascending);
  return true;
}

// ---- the program ----------------------------------------------------------------------------------------------------

static jni_program *write_varied(jni_keeping *k, const jn_model *model, jn_report *report) {
  jn_system *system = jn_system_new(model, "joint", report);
  jn_probe *probe = system ? jn_probe_new(system, k->c->options.outputs, k->c->options.noutputs, true, report) : NULL;
  jni_number_replacement replacement =
      jni_replace_numbers(k->numbers, k->nnumbers, jni_program_nvariables(&k->c->program->sizes));
  jni_code_options code = k->code;
  code.probe = probe;
  code.parameters = (jni_program_parameters){k->np, k->c->kept, k->units, &replacement.watch};
  code.parameter_values = k->nominal;
  jni_program *program = probe ? jni_program_at(system, k->reduced, k->state, &code, report) : NULL;
  jn_probe_free(probe), jn_system_free(system);
  return program;
}

static void begin(jni_keeping *k) {
  jn_compiled *c = k->c;
  k->np = c->nkept;
  k->nominal = jni_doubles(&k->pool, (size_t)k->np);
  k->units = jni_take(&k->pool, (size_t)k->np, sizeof *k->units);
  k->points = jni_take(&k->pool, (size_t)k->np, sizeof *k->points);
  for (int i = 0; !k->pool.failed && i < k->np; i++) {
    double *points = jni_doubles(&k->pool, JNI_FIT_POINTS);
    for (int j = 0; j < c->model->nparameters; j++)
      if (strcmp(c->model->parameters[j].name, c->kept[i]) == 0) k->nominal[i] = c->model->parameters[j].value;
    // values that no model has by itself
    double centre = (k->nominal[i] != 0 ? k->nominal[i] : 1) * (1.0172839506172839 + 0.0031415926535 * i);
    for (int j = 0; points && j < JNI_FIT_POINTS; j++) points[j] = centre * around[j];
    k->points[i] = points, k->units[i] = "";
  }
}

static jni_program *make(jni_keeping *k) {
  int at[JNI_MOST_KEPT] = {0};
  jn_run *run = jni_compile_start(k->c, k->c->model, k->report);
  if (!run || !jni_compile_code(k->c, run, &k->code, k->report)) return jn_run_free(run), NULL;
  k->reduced = jn_run_reduced(run), k->state = jn_run_state(run);
  double *values = jni_doubles(&k->pool, (size_t)k->np);
  for (int i = 0; values && i < k->np; i++) values[i] = k->points[i][at[i]];
  jn_model *model = values && list_numbers(k) ? jni_keep_model(k, values, k->report) : NULL;
  jni_program *program = model ? write_varied(k, model, k->report) : NULL;
  jn_model_free(model);
  if (program && !jni_keep_start(k, program)) program = jni_program_free(program);
  for (int i = 0; program && i < k->np + (k->np > 1); i++)
    if (!jni_keep_check(k, program, i)) program = jni_program_free(program);
  jn_run_free(run);
  return program;
}

const jni_program *jni_compile_kept(jn_compiled *c, jn_report *report) {
  if (c->nkept == 0) return c->program;
  if (c->varied) return c->varied;
  jni_keeping k = {.pool = {.alloc = c->pool.alloc}, .c = c, .report = report};
  if (c->nkept > JNI_MOST_KEPT) {
    jn_report_fault(report, JN_REFUSED, "", "%d parameters are to be kept in C: at most %d can be", c->nkept,
                    JNI_MOST_KEPT);
    return NULL;
  }
  begin(&k);
  c->varied = k.pool.failed ? NULL : make(&k);
  if (c->varied) c->varied = jni_keep(&c->pool, c->varied, jni_object_free);
  jni_pool_free(&k.pool);
  return c->varied;
}
