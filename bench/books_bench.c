// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// books_bench.c - what a run costs beside its steps: accounts of energy and violation, rows, the looking for roots,
// checkpoints.
//
// A thousand RK-4 steps by hand (jn_run_step) are timed beside the same run as a whole (jn_run_execute) with rows in
// memory, by default five hundred of them; the best of the rounds. Both end in the same state. The books are to take no
// more than a third of the steps.
//   books_bench            ten rounds
//   books_bench --tiny     one short round, to see that it works
#include <jounce/jounce.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static const struct {
  const char *file, *formulation;
  double step;
} problems[] = {{"examples/four-bar.yaml", "multipliers", 1e-3},
                {"examples/four-bar.yaml", "reduced", 1e-3},
                {"benchmarks/n-four-bar-a02.yaml", "multipliers", 1e-3},
                {"benchmarks/n-four-bar-a02.yaml", "reduced", 1e-3},
                {"examples/slider-crank.yaml", "reduced", 1e-3},
                {"benchmarks/n-link-chain.yaml", "multipliers", 1e-3},
                {"vehicles/iltis.yaml", "reduced", 1e-3}};

static double cpu_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct {
  double seconds;  // below zero where it failed
  uint64_t hash;
} timed;

static jn_status row(void *self, double t, const double *values) {
  (void)t;
  *(double *)self += values ? values[0] : 0;  // somebody looks at it
  return JN_OK;
}

static bool step_through(jn_run *run, double until) {
  while (jn_run_state(run)[0] < until)
    if (jn_run_step(run, until) != JN_OK) return false;
  return true;
}

static timed time_one(const jn_model *model, const jn_choices *choices, bool whole) {
  double sum = 0;
  jn_sink sink = {.self = &sum, .row = row}, *sinks[] = {&sink};
  jn_run_options options = jn_run_options_default();
  options.choices = choices;
  options.sinks = sinks;
  options.nsinks = whole;
  jn_run *run = jn_run_new(model, &options, NULL);
  if (!run) return (timed){.seconds = -1};
  double before = cpu_seconds();
  bool done = whole ? jn_run_execute(run, NULL) == JN_OK : step_through(run, choices->until);
  timed out = {.seconds = done ? cpu_seconds() - before : -1, .hash = jn_run_summary(run)->state_hash};
  jn_run_free(run);
  return out;
}

static bool measure(int k, int steps, int rounds) {
  char path[512];
  snprintf(path, sizeof path, BENCH_MODELS "/%s", problems[k].file);
  jn_model *model = jn_model_read(NULL, path, NULL, 0, NULL);
  if (!model) return false;
  jn_choices choices = *jn_model_choices(model);
  snprintf(choices.formulation, sizeof choices.formulation, "%s", problems[k].formulation);
  strcpy(choices.integrator, "rk4");
  strcpy(choices.position, "auto");
  strcpy(choices.velocity, "auto");
  choices.step = problems[k].step;
  choices.until = steps * choices.step;
  choices.output_step = choices.checkpoint_step = 0;
  double best[2] = {1e9, 1e9};
  bool good = true;
  for (int i = 0; i < rounds && good; i++) {
    timed alone = time_one(model, &choices, false), whole = time_one(model, &choices, true);
    good = alone.seconds >= 0 && whole.seconds >= 0 && alone.hash == whole.hash;
    if (alone.seconds < best[0]) best[0] = alone.seconds;
    if (whole.seconds < best[1]) best[1] = whole.seconds;
  }
  if (good)
    printf("%-32s %-12s %8.2f us a step, %8.2f with the books: %+.2f\n", problems[k].file, problems[k].formulation,
           1e6 * best[0] / steps, 1e6 * best[1] / steps, best[1] / best[0] - 1);
  else printf("%-32s %-12s failed\n", problems[k].file, problems[k].formulation);
  jn_model_free(model);
  return good;
}

int main(int argc, char **argv) {
  bool tiny = argc > 1 && strcmp(argv[1], "--tiny") == 0, good = true;
  for (int k = 0; k < (int)(sizeof problems / sizeof *problems); k++)
    good = measure(k, tiny ? 20 : 1000, tiny ? 1 : 10) && good;
  return good ? 0 : 1;
}
