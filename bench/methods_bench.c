// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// methods_bench.c - CPU time of one evaluation with every formulation that takes fixed steps, on the examples of Park,
// Yoo and Hwang.
//
// All take the same RK-4 steps from the same start, so that evaluations are equal in number, and positions and
// velocities are corrected in each. Rounds alternate between the formulations; the best time of each is kept. The error
// is that at 10 s against the reference digits.
//   methods_bench            about a minute
//   methods_bench --quick    fewer rounds
//   methods_bench --tiny     to see that everything works: ten steps, no errors
#include <jounce/jounce.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
  const char *title, *model;
  jn_setting settings[2];
  int nsettings;
  const char *output;
  double wanted;      // at 10 s: see the head of the model file
  const char *paper;  // ratio of partition to partial-velocity there
} example;

static const example examples[] = {
    {"4.1 double pendulum", "park-double-pendulum", {{0}}, 0, "theta1", 0.6506567222434529, "1.65 to 1.86"},
    {"4.2 four-bar, case I",
     "park-four-bar",
     {{"l0", "2"}, {"theta1", "1.074"}},
     2,
     "theta1",
     0.6114673232327144,
     "1.60"},
    {"4.2 four-bar, case II", "park-four-bar", {{0}}, 0, "theta1", 0.5108202930704997, "1.60"},
    {"4.3 spatial four-bar", "park-spatial-four-bar", {{0}}, 0, "theta1", 1.4091259618021326, "1.33 to 1.68"},
};

// The choices measured: what the table of the library offers for fixed steps.
static const struct {
  const char *formulation, *variant;
} methods[] = {
    {"multipliers", "auto"},
    {"baumgarte", "auto"},
    {"partition", "all"},
    {"partial-velocity", "all"},
    {"orthonormal", "mass"},
    {"orthonormal", "mass-tangent"},
    {"orthonormal", "mass-recursion"},
    {"orthonormal", "plain"},
    {"orthonormal", "lu"},
    {"orthonormal", "qr"},
    {"orthonormal", "svd"},
};
enum { METHODS = sizeof methods / sizeof *methods, PARTITION = 2, PARTIAL_VELOCITY = 3, LONG_RUN = 10 };  // s

typedef struct {
  jn_model *model;
  jn_report *report;
  jn_run *run;
  double *start;
  double best, error;  // seconds of an evaluation; at 10 s
  long evaluations;
} entry;

static double cpu_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void close_entry(entry *e) {
  free(e->start);
  jn_run_free(e->run);
  jn_model_free(e->model);
  jn_report_free(e->report);
}

static void open_entry(const example *x, int method, entry *e) {
  char path[512];
  snprintf(path, sizeof path, BENCH_MODELS "/../papers/park/%s.yaml", x->model);
  *e = (entry){.report = jn_report_new(NULL), .best = HUGE_VAL, .error = NAN};
  e->model = jn_model_read(NULL, path, x->settings, x->nsettings, e->report);
  if (!e->model) return;
  jn_choices choices = *jn_model_choices(e->model);
  choices.step = 1e-3;
  snprintf(choices.integrator, sizeof choices.integrator, "rk4");
  snprintf(choices.formulation, sizeof choices.formulation, "%s", methods[method].formulation);
  snprintf(choices.variant, sizeof choices.variant, "%s", methods[method].variant);
  snprintf(choices.position, sizeof choices.position, "auto");
  snprintf(choices.velocity, sizeof choices.velocity, "auto");
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  e->run = jn_run_new(e->model, &options, e->report);
  if (!e->run) return;
  size_t n = (size_t)jn_system_sizes(jn_run_system(e->run)).nstate;
  e->start = malloc(n * sizeof *e->start);
  if (e->start) memcpy(e->start, jn_run_state(e->run), n * sizeof *e->start);
}

static bool run_once(const example *x, double until, entry *e) {
  long before = jn_run_summary(e->run)->evaluations;
  double from = cpu_seconds(), t = e->start[0];
  if (jn_run_restart(e->run, e->start) != JN_OK) return false;
  for (; t < until - 1e-9; t += 1e-3)
    if (jn_run_step(e->run, until) != JN_OK) return false;
  double seconds = cpu_seconds() - from;
  e->evaluations = jn_run_summary(e->run)->evaluations - before;
  e->best = fmin(e->best, seconds / (double)e->evaluations);
  for (int i = 0; until == LONG_RUN && i < jn_run_noutputs(e->run); i++)
    if (strcmp(jn_run_output_name(e->run, i), x->output) == 0) e->error = fabs(jn_run_outputs(e->run)[i] - x->wanted);
  return true;
}

static void print_entry(const example *x, int method, const entry *e, const entry *partial) {
  char ratio[32] = "";
  if (partial->best < HUGE_VAL) snprintf(ratio, sizeof ratio, "%.2f", e->best / partial->best);
  if (e->best < HUGE_VAL)
    printf("| %-22s | %-16s | %-14s | %10.2f | %9s | %11ld | %8.1e |\n", x->title, methods[method].formulation,
           methods[method].variant, 1e6 * e->best, ratio, e->evaluations, e->error);
  else
    printf("| %-22s | %-16s | %-14s | %s\n", x->title, methods[method].formulation, methods[method].variant,
           e->run ? jn_run_summary(e->run)->why : "refused");
}

static void measure(const example *x, double until, int rounds) {
  entry entries[METHODS];
  for (int m = 0; m < METHODS; m++) open_entry(x, m, &entries[m]);
  for (int r = 0; r < rounds; r++)
    for (int m = 0; m < METHODS; m++)
      if (entries[m].start && !run_once(x, until, &entries[m])) {
        free(entries[m].start);
        entries[m].start = NULL;
      }
  for (int m = 0; m < METHODS; m++) print_entry(x, m, &entries[m], &entries[PARTIAL_VELOCITY]);
  if (entries[PARTITION].best < HUGE_VAL && entries[PARTIAL_VELOCITY].best < HUGE_VAL)
    printf("| %-22s | partition over partial-velocity at equal evaluations: %.2f; the paper prints %s\n", x->title,
           entries[PARTITION].best / entries[PARTIAL_VELOCITY].best, x->paper);
  for (int m = 0; m < METHODS; m++) close_entry(&entries[m]);
  fflush(stdout);
}

int main(int argc, char **argv) {
  const bool quick = argc > 1 && strcmp(argv[1], "--quick") == 0, tiny = argc > 1 && strcmp(argv[1], "--tiny") == 0;
  if (argc > 1 && !quick && !tiny) {
    fprintf(stderr, "usage: methods_bench [--quick | --tiny]\n");
    return 2;
  }
  printf(
      "CPU time of one evaluation, RK-4 with steps of 1 ms over 10 s, corrections included; best of the rounds.\n\n");
  printf(
      "| example                | formulation      | variant        | us/eval    | of partial | evaluations | error    "
      "|\n");
  printf(
      "|------------------------|------------------|----------------|------------|-----------|-------------|----------|"
      "\n");
  for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
    measure(&examples[i], tiny ? 0.01 : LONG_RUN, tiny ? 1 : quick ? 2 : 6);
  return 0;
}
