// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// sweep_bench.c - 10 000 runs of the slider-crank with varied lengths: time on one processor and on two, what a run
// takes besides its steps (the model read anew from files in memory, the run made and freed), and memory at the end.
// The tables must be the same, bit for bit. Wall time tells of an idle machine alone; processor time tells what
// threads cost each other.
//   sweep_bench            a minute and a half
//   sweep_bench --set-up   what a run takes besides its steps, alone
//   sweep_bench --tiny     to see that everything works: 20 runs
#include <jounce/jounce.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static double clock_of(clockid_t which) {
  struct timespec now;
  clock_gettime(which, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static long most_memory(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;  // kB
}

static jn_study *make_study(int runs, const char *until) {
  static const char *const outputs[] = {"piston.x", "crank.rate"};
  const jn_setting lengths[] = {{"r", "uniform(40 mm, 60 mm)"}, {"l", "uniform(140 mm, 160 mm)"}},
                   shorter = {"simulate.until", until};
  jn_study_def def = jn_study_def_default();
  def.model = BENCH_MODELS "/examples/slider-crank.yaml";
  def.random = lengths;
  def.nrandom = 2;
  def.runs = runs;
  def.settings = &shorter;
  def.nsettings = 1;
  def.outputs = outputs;
  def.noutputs = 2;
  return jn_study_new(NULL, &def, NULL);
}

typedef struct {
  double wall, cpu;  // s
  uint64_t hash;
} timing;

static timing time_sweep(const jn_study *study, int threads) {
  jn_sweep_options options = jn_sweep_options_default();
  options.threads = threads;
  double wall = clock_of(CLOCK_MONOTONIC), cpu = clock_of(CLOCK_PROCESS_CPUTIME_ID);
  jn_sweep *sweep = jn_sweep_run(study, &options, NULL);
  timing t = {clock_of(CLOCK_MONOTONIC) - wall, clock_of(CLOCK_PROCESS_CPUTIME_ID) - cpu, 0};
  if (sweep && jn_sweep_nfailed(sweep) == 0) t.hash = jn_sweep_hash(sweep);
  jn_sweep_free(sweep);
  return t;
}

// Runs that end with their first step, less that step: it is a hundredth of what is left.
static double time_set_up(int runs) {
  jn_study *study = make_study(runs, "0.5 ms");
  timing best = {HUGE_VAL, HUGE_VAL, 0};
  for (int i = 0; i < 5; i++) {
    timing t = time_sweep(study, 1);
    if (t.cpu < best.cpu) best = t;
  }
  jn_study_free(study);
  return best.cpu / runs;
}

int main(int argc, char **argv) {
  bool tiny = argc > 1 && strcmp(argv[1], "--tiny") == 0, alone = argc > 1 && strcmp(argv[1], "--set-up") == 0;
  int runs = tiny ? 20 : 10000;
  jn_study *study = make_study(runs, tiny ? "0.05" : "2");
  if (!study) return 1;
  double set_up = time_set_up(tiny ? 20 : 2000);
  printf("set-up of a run      %.3f ms\n", 1e3 * set_up);
  if (alone) {
    jn_study_free(study);
    return 0;
  }
  timing one = time_sweep(study, 1);
  long memory = most_memory();
  timing two = time_sweep(study, 2);
  printf("%d runs, 1 thread  %.2f s, %.2f s of processors\n", runs, one.wall, one.cpu);
  printf("%d runs, 2 threads %.2f s, %.2f s of processors: %.2f times as fast\n", runs, two.wall, two.cpu,
         one.wall / two.wall);
  printf("memory               %ld kB after the first, %ld kB after the second\n", memory, most_memory());
  printf("tables               %s\n", one.hash && one.hash == two.hash ? "the same, bit for bit" : "DIFFERENT");
  jn_study_free(study);
  return one.hash && one.hash == two.hash ? 0 : 1;
}
