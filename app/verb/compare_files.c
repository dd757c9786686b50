// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compare_files.c - `jounce compare MODEL OTHER...`: models and compiled models, each run once as its file says: time
// per step, and differences of the outputs from those of the first.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "compare.h"

enum { TIMES = 100, SHOWN = 5 };

// One of the compared files: its model, its run and the results.
typedef struct {
  const char *path;
  jn_model *model;
  jn_choices choices;  // `auto` is resolved
  jn_run *run;
  jn_status status;
  char why[256];
  long steps;
  long taken[TIMES];  // number of steps that the run needed up to each common time
  double seconds;     // CPU time of the steps alone
  int ntimes;         // number of common times that the run reached
  int noutputs;
  double *values;  // ntimes x noutputs: outputs at the common times
} compared_file;

typedef struct {
  app_command *command;
  compared_file *list;
  int n;
  int repeat;
  double until, times[TIMES];
  int ntimes;
} file_comparison;

typedef struct {
  // statistics of one output: largest difference from the first file and its time (s), root mean square of the
  // difference, range of the output in the first file
  double largest, at, rms, range;
} difference;

// ---- preparation ------------------------------------------------------------------------------------------------

static jn_status check_options(app_command *command) {
  const app_options *o = &command->options;
  static const jn_choice lists[] = {JN_CHOICE_formulation, JN_CHOICE_coordinates, JN_CHOICE_variant,
                                    JN_CHOICE_integrator,  JN_CHOICE_position,    JN_CHOICE_velocity,
                                    JN_CHOICE_energy};
  const struct {
    bool given;
    const char *name;
  } others[] = {{o->plot != NULL, "plot"}, {o->report != NULL, "report"}, {o->reference != NULL, "reference"},
                {o->all, "all"},           {!isnan(o->ladder), "ladder"}, {!isnan(o->limit), "limit"}};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (others[i].given)
      return usage_fault(command, "--%s needs a single file: several files are run once each, with their own methods",
                         others[i].name);
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    if (o->lists[lists[i]].n > 0)
      return usage_fault(command, "several files are run with their own methods: lists of methods need a single file");
  return JN_OK;
}

static jn_status read_files(file_comparison *c) {
  app_command *command = c->command;
  for (int i = 0; i < c->n; i++) {
    compared_file *one = &c->list[i];
    one->path = command->options.words.items[i];
    one->model = i == 0 ? load_model(command) : load_other_model(command, one->path);
    if (!one->model) return worst_fault(command, JN_BAD_MODEL, "reading the model");
    load_choices(command, one->model, &one->choices);
    one->choices.until = c->list[0].choices.until;
    jn_status status = resolve_choices(command, one->model, &one->choices);
    if (status != JN_OK) return status;
  }
  return JN_OK;
}

// Chooses the times at which outputs are compared: up to TIMES ascending times, multiples of the longest fixed step, so
// that the steps of all files end there, and the end.
static void choose_times(file_comparison *c) {
  double step = 0;
  for (int i = 0; i < c->n; i++)
    if (jn_integrator_is_fixed(c->list[i].choices.integrator)) step = fmax(step, c->list[i].choices.step);
  c->until = c->list[0].choices.until;
  for (int k = 0; k < TIMES; k++) {
    double t = c->until * (k + 1) / TIMES, before = c->ntimes > 0 ? c->times[c->ntimes - 1] : 0;
    if (step > 0 && k + 1 < TIMES) t = fmin(c->until, step * floor(t / step + 0.5));
    if (t > before) c->times[c->ntimes++] = t;
  }
}

// ---- runs -------------------------------------------------------------------------------------------------------

static jn_run *new_run(const file_comparison *c, const compared_file *one) {
  const text_list *probes = &c->command->options.probes;
  jn_run_options options = jn_run_options_default();
  options.choices = &one->choices;
  options.probes = (const char *const *)probes->items;
  options.nprobes = probes->n;
  return jn_run_new(one->model, &options, c->command->report);
}

static jn_status step_until(jn_run *run, double until, long *steps) {
  jn_status status = JN_OK;
  while (status == JN_OK && !jn_run_stopped(run) && jn_run_state(run)[0] < until) {
    status = jn_run_step(run, until);
    if (status == JN_OK) ++*steps;
  }
  return status;
}

static jn_status keep_values(file_comparison *c, compared_file *one) {
  one->noutputs = jn_run_noutputs(one->run);
  one->values = calloc((size_t)TIMES * (size_t)one->noutputs + 1, sizeof *one->values);
  if (!one->values) return JN_NO_MEMORY;
  while (one->status == JN_OK && one->ntimes < c->ntimes) {
    one->status = step_until(one->run, c->times[one->ntimes], &one->steps);
    if (one->status != JN_OK || jn_run_state(one->run)[0] < c->times[one->ntimes]) break;
    one->taken[one->ntimes] = one->steps;
    memcpy(one->values + one->ntimes++ * one->noutputs, jn_run_outputs(one->run),
           (size_t)one->noutputs * sizeof *one->values);
  }
  if (one->status != JN_OK) snprintf(one->why, sizeof one->why, "%s", jn_run_summary(one->run)->why);
  else if (one->ntimes < c->ntimes) snprintf(one->why, sizeof one->why, "an event stopped it");
  return JN_OK;
}

// Repeats the steps of a run several times and sets one->seconds to the shortest CPU time of these; NaN if the run made
// no steps. Returns a fault if the run cannot be made again.
static jn_status measure_time(const file_comparison *c, compared_file *one) {
  one->seconds = NAN;
  for (int i = 0; i < c->repeat && one->steps > 0; i++) {
    jn_run *run = new_run(c, one);
    if (!run) return worst_fault(c->command, JN_NO_MEMORY, "the run");
    clock_t begun = clock();
    long taken = 0;
    for (int k = 0; k < one->ntimes; k++)
      while (taken < one->taken[k] && jn_run_step(run, c->times[k]) == JN_OK) taken++;
    double seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
    if (!(one->seconds <= seconds)) one->seconds = seconds;
    jn_run_free(run);
  }
  return JN_OK;
}

static jn_status run_all(file_comparison *c) {
  jn_status status = JN_OK;
  for (int i = 0; i < c->n && status == JN_OK; i++) {
    compared_file *one = &c->list[i];
    one->run = new_run(c, one);
    if (!one->run) return worst_fault(c->command, JN_REFUSED, "the run");
    status = keep_values(c, one);
    if (status == JN_OK) status = measure_time(c, one);
  }
  return status;
}

// ---- differences ------------------------------------------------------------------------------------------------

static int find_output(const compared_file *one, const char *name) {
  for (int i = 0; i < one->noutputs; i++)
    if (strcmp(jn_run_output_name(one->run, i), name) == 0) return i;
  return -1;
}

static difference differ(const file_comparison *c, const compared_file *one, int own, int first) {
  const compared_file *with = &c->list[0];
  difference d = {0, 0, 0, 0};
  int n = one->ntimes < with->ntimes ? one->ntimes : with->ntimes;
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (int k = 0; k < n; k++) {
    double value = with->values[k * with->noutputs + first], by = fabs(one->values[k * one->noutputs + own] - value);
    low = fmin(low, value);
    high = fmax(high, value);
    d.rms += by * by;
    if (!isnan(d.largest) && !(by <= d.largest)) {
      d.largest = by;
      d.at = c->times[k];
    }
  }
  d.rms = sqrt(d.rms / (n > 0 ? n : 1));
  d.range = n > 0 ? high - low : 0;
  return d;
}

// ---- output -----------------------------------------------------------------------------------------------------

static bool has_fixed_step(const compared_file *one) { return jn_integrator_is_fixed(one->choices.integrator); }

// Returns the CPU time of one step, s; NaN: it was not measured.
static double seconds_per_step(const compared_file *one) {
  return one->ntimes > 0 && one->taken[one->ntimes - 1] > 0 ? one->seconds / (double)one->taken[one->ntimes - 1] : NAN;
}

static void print_runs(const file_comparison *c) {
  int width = 4;
  for (int i = 0; i < c->n; i++)
    if ((int)strlen(c->list[i].path) > width) width = (int)strlen(c->list[i].path);
  printf("  %-*s  %-12s %-12s %10s %10s %14s %14s\n", width, "file", "formulation", "integrator", "step", "steps",
         "us per step", "CPU s");
  for (int i = 0; i < c->n; i++) {
    const compared_file *one = &c->list[i];
    printf("  %-*s  %-12s %-12s ", width, one->path, one->choices.formulation, one->choices.integrator);
    if (has_fixed_step(one)) printf("%7.4g ms", 1e3 * one->choices.step);
    else printf("%10s", "variable");
    printf(" %10ld %14.3f %14.4g\n", one->steps, 1e6 * seconds_per_step(one), one->seconds);
    if (one->why[0]) printf("  %-*s  ended at %g s: %s\n", width, "", jn_run_state(one->run)[0], one->why);
  }
}

static void print_alone(const compared_file *one, const compared_file *other) {
  int n = 0;
  for (int i = 0; i < one->noutputs; i++) {
    const char *name = jn_run_output_name(one->run, i);
    if (find_output(other, name) >= 0) continue;
    if (n == 0) printf("    only in %s: ", one->path);
    if (n++ < SHOWN) printf("%s%s", n > 1 ? ", " : "", name);
  }
  if (n > SHOWN) printf(" and %d more", n - SHOWN);
  if (n > 0) putchar('\n');
}

static void print_differences(const file_comparison *c, const compared_file *one) {
  const compared_file *first = &c->list[0];
  int width = 6, n = 0;
  for (int i = 0; i < first->noutputs; i++) {
    int length = (int)strlen(jn_run_output_name(first->run, i));
    if (length > width) width = length;
  }
  printf("\n  %s beside %s\n    %-*s %12s %12s %12s %13s  unit\n", one->path, first->path, width, "output", "largest",
         "at (s)", "rms", "of range");
  for (int i = 0; i < first->noutputs; i++) {
    int own = find_output(one, jn_run_output_name(first->run, i));
    if (own < 0) continue;
    difference d = differ(c, one, own, i);
    printf("    %-*s %12.4g %12.6g %12.4g ", width, jn_run_output_name(first->run, i), d.largest, d.at, d.rms);
    if (d.range > 0) printf("%11.3g %%", 100 * d.largest / d.range);
    else printf("%13s", "-");
    printf("  %s\n", jn_run_output_unit(first->run, i));
    n++;
  }
  if (n == 0) puts("    no output in common; --probe names some");
  print_alone(first, one);
  print_alone(one, first);
}

static void put_one(app_json *out, const file_comparison *c, const compared_file *one) {
  const compared_file *first = &c->list[0];
  json_open(out, NULL, '{');
  json_text(out, "file", one->path);
  put_combination_names(out, &one->choices);
  json_number(out, "step", has_fixed_step(one) ? one->choices.step : 0);
  json_text(out, "status", one->status != JN_OK ? "failed" : one->why[0] ? "stopped" : "ok");
  json_text(out, "why", one->why);
  json_number(out, "time", jn_run_state(one->run)[0]);
  json_integer(out, "steps", one->steps);
  json_number(out, "cpu_seconds", one->seconds);
  json_number(out, "seconds_per_step", seconds_per_step(one));
  json_open(out, "outputs", '[');
  for (int i = 0; i < first->noutputs; i++) {
    int own = find_output(one, jn_run_output_name(first->run, i));
    if (own < 0) continue;
    difference d = differ(c, one, own, i);
    json_open(out, NULL, '{');
    json_text(out, "name", jn_run_output_name(first->run, i));
    json_text(out, "unit", jn_run_output_unit(first->run, i));
    json_number(out, "largest", d.largest);
    json_number(out, "at", d.at);
    json_number(out, "rms", d.rms);
    json_number(out, "range", d.range);
    json_close(out, '}');
  }
  json_close(out, ']');
  json_close(out, '}');
}

static void print_answer(const file_comparison *c, jn_status status) {
  app_command *command = c->command;
  print_messages(command);
  if (command->options.json) {
    app_json out = {.out = stdout};
    answer_begin(command, &out, status);
    json_text(&out, "name", shown_name(command, c->list[0].model));
    json_number(&out, "until", c->until);
    json_integer(&out, "times", c->ntimes);
    json_open(&out, "files", '[');
    for (int i = 0; i < c->n; i++) put_one(&out, c, &c->list[i]);
    json_close(&out, ']');
    answer_end(command, &out);
  } else if (!command->options.quiet) {
    printf("%s: %d files to %g s, compared at %d times\n\n", shown_name(command, c->list[0].model), c->n, c->until,
           c->ntimes);
    print_runs(c);
    for (int i = 1; i < c->n; i++) print_differences(c, &c->list[i]);
  }
}

static void release(file_comparison *c) {
  for (int i = 0; i < c->n && c->list; i++) {
    compared_file *one = &c->list[i];
    jn_run_free(one->run);
    jn_model_free(one->model);
    free(one->values);
  }
  free(c->list);
}

jn_status compare_files(app_command *command) {
  file_comparison c = {.command = command, .n = command->options.words.n, .repeat = 3};
  c.list = calloc((size_t)c.n, sizeof *c.list);
  jn_status status = check_options(command);
  if (status == JN_OK && !c.list)
    status = jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the comparison");
  if (status == JN_OK) status = take_count(command, "repeat", command->options.repeat, 1, 1000, &c.repeat);
  if (status == JN_OK) status = read_files(&c);
  if (status == JN_OK) {
    choose_times(&c);
    status = run_all(&c);
  }
  if (status == JN_OK) print_answer(&c, status);
  release(&c);
  return status;
}
