// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// claims_bench.c - "KE is faster than LE is faster than NEE" of the report on real-time vehicles: the same RK-4 steps
// by three sets of equations.
//
//   NEE   Newton-Euler: cartesian coordinates and multipliers
//   LE    Lagrange: joint coordinates and multipliers of the cut joints
//   KE    Kane: joint coordinates reduced to the independent ones
// on the same mechanisms and vehicles, corrections included; rounds alternate between the three, and the best time of
// each is kept. The error is the largest difference of the named outputs at the end from a run in cartesian coordinates
// with a fifth of the step.
//   claims_bench            about two minutes
//   claims_bench --quick    fewer rounds
//   claims_bench --tiny     to see that everything works
#include <jounce/jounce.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "jounce_side.h"

enum { MOST_OUTPUTS = 2, WAYS = 3, NEE = 0, LE = 1, KE = 2 };

static const bench_row ways[WAYS] = {
    {"NEE", "cartesian", "multipliers"}, {"LE", "joint", "multipliers"}, {"KE", "joint", "reduced"}};

typedef struct {
  const char *title, *model;
  jn_setting setting;  // or a NULL path
  double step, until;
  const char *outputs[MOST_OUTPUTS];
} mechanism;

static const mechanism mechanisms[] = {
    {"four-bar", "../papers/park/park-four-bar", {0}, 1e-3, 5, {"theta1"}},
    {"four four-bars", "benchmarks/n-four-bar-a02", {"N", "4"}, 1e-3, 2, {"B0.x", "B0.y"}},
    {"forty four-bars", "benchmarks/n-four-bar-a02", {"N", "40"}, 1e-3, 1, {"B0.x", "B0.y"}},
    {"spatial slider-crank", "benchmarks/spatial-slider-crank", {0}, 5e-4, 2, {"angle"}},
    {"spatial four-bar", "../papers/park/park-spatial-four-bar", {0}, 1e-3, 5, {"theta1"}},
    {"Andrews' squeezer", "benchmarks/andrews-a03", {0}, 1e-5, 0.03, {"beta"}},
    {"Bricard's mechanism", "benchmarks/bricard-a04", {0}, 1e-3, 2, {"bar2.P3.x", "bar2.P3.y"}},
    {"flyball governor", "benchmarks/flyball-governor-a05", {0}, 4e-5, 0.1, {"s", "alpha"}},
    {"double wishbone", "benchmarks/double-wishbone-corner", {0}, 5e-4, 1, {"height", "spin"}},
    {"Iltis", "vehicles/iltis-profile-1", {0}, 1e-3, 3, {"chassis.z"}},
};
enum { MECHANISMS = sizeof mechanisms / sizeof *mechanisms };

typedef struct {
  session session;
  bool ok;
  char why[256];
  double best, error;  // CPU seconds of a step; at the end
} entry;

static int count_outputs(const mechanism *m) {
  int n = 0;
  while (n < MOST_OUTPUTS && m->outputs[n]) n++;
  return n;
}

static bool read_model(const mechanism *m, session *s, char *why, size_t size) {
  char path[512];
  snprintf(path, sizeof path, BENCH_MODELS "/%s.yaml", m->model);
  return session_read(s, path, &m->setting, m->setting.path ? 1 : 0, why, size);
}

static void read_outputs(const mechanism *m, session *s, double *values) {
  for (int i = 0; i < count_outputs(m); i++) {
    const int at = session_find_output(s, m->outputs[i]);
    values[i] = at >= 0 ? jn_run_outputs(s->run)[at] : (double)NAN;
  }
}

// What all are compared with; NaN where it fails.
static void make_reference(const mechanism *m, double until, double *values) {
  session s;
  char why[256];
  for (int i = 0; i < MOST_OUTPUTS; i++) values[i] = NAN;
  if (!read_model(m, &s, why, sizeof why)) return;
  jn_choices choices = *jn_model_choices(s.model);
  jounce_choose(&ways[NEE], &choices);
  snprintf(choices.integrator, sizeof choices.integrator, "rk4");
  choices.step = m->step / 5;
  if (session_start(&s, &choices, m->outputs, count_outputs(m), why, sizeof why) &&
      session_step_all(&s, until, HUGE_VAL) > 0)
    read_outputs(m, &s, values);
  session_close(&s);
}

static void open_entry(const mechanism *m, const bench_row *way, entry *e) {
  *e = (entry){.best = HUGE_VAL, .error = NAN};
  if (!jounce_has(way, e->why, sizeof e->why) || !read_model(m, &e->session, e->why, sizeof e->why)) return;
  jn_choices choices = *jn_model_choices(e->session.model);
  jounce_choose(way, &choices);
  snprintf(choices.integrator, sizeof choices.integrator, "rk4");
  choices.step = m->step;
  e->ok = session_start(&e->session, &choices, m->outputs, count_outputs(m), e->why, sizeof e->why);
}

static void run_once(const mechanism *m, double until, const double *reference, entry *e) {
  const double before = bench_cpu_seconds();
  const long steps = session_step_all(&e->session, until, HUGE_VAL);
  const double seconds = bench_cpu_seconds() - before;
  if (steps <= 0) {
    e->ok = false;
    snprintf(e->why, sizeof e->why, "%s", jn_run_summary(e->session.run)->why);
    return;
  }
  double values[MOST_OUTPUTS];
  e->best = fmin(e->best, seconds / (double)steps);
  read_outputs(m, &e->session, values);
  e->error = 0;
  for (int i = 0; i < count_outputs(m); i++)
    if (!(fabs(values[i] - reference[i]) <= e->error)) e->error = fabs(values[i] - reference[i]);
}

static void print_entry(const mechanism *m, const bench_row *way, const entry *e, const entry *first) {
  char name[64];
  bench_row_name(way, name, sizeof name);
  if (!e->ok) {
    printf("| %-20s | %-26s | %s\n", m->title, name, e->why);
    return;
  }
  const jn_sizes n = jn_system_sizes(jn_run_system(e->session.run));
  char ratio[16] = "";
  if (first->ok) snprintf(ratio, sizeof ratio, "%.2f", e->best / first->best);
  printf("| %-20s | %-26s | %6d | %5d | %9.2f | %6s | %8.1e |\n", m->title, name, n.nv, n.nc, 1e6 * e->best, ratio,
         e->error);
}

// 1: the claim holds, 0: it does not, -1: it cannot be said.
static int print_verdict(const mechanism *m, const entry *e) {
  if (!e[NEE].ok || !e[LE].ok || !e[KE].ok) {
    printf("| %-20s | KE < LE < NEE: not all three could be measured\n", m->title);
    return -1;
  }
  const bool first = e[KE].best < e[LE].best, second = e[LE].best < e[NEE].best;
  printf("| %-20s | KE < LE < NEE: %s (KE < LE: %s, LE < NEE: %s)\n", m->title,
         first && second ? "holds" : "does not hold", first ? "yes" : "no", second ? "yes" : "no");
  return first && second;
}

static int measure(const mechanism *m, bench_effort effort) {
  static const int rounds[] = {[BENCH_TINY] = 1, [BENCH_QUICK] = 2, [BENCH_FULL] = 5};
  const double until = effort == BENCH_TINY ? 20 * m->step : m->until;
  double reference[MOST_OUTPUTS];
  entry entries[WAYS];
  make_reference(m, until, reference);
  for (int w = 0; w < WAYS; w++) open_entry(m, &ways[w], &entries[w]);
  for (int r = 0; r < rounds[effort]; r++)
    for (int w = 0; w < WAYS; w++)
      if (entries[w].ok) run_once(m, until, reference, &entries[w]);
  for (int w = 0; w < WAYS; w++) print_entry(m, &ways[w], &entries[w], &entries[NEE]);
  const int verdict = print_verdict(m, entries);
  for (int w = 0; w < WAYS; w++) session_close(&entries[w].session);
  fflush(stdout);
  return verdict;
}

int main(int argc, char **argv) {
  const bool quick = argc == 2 && strcmp(argv[1], "--quick") == 0, tiny = argc == 2 && strcmp(argv[1], "--tiny") == 0;
  if (argc > 1 && !quick && !tiny) {
    fprintf(stderr, "usage: claims_bench [--quick | --tiny]\n");
    return 2;
  }
  int holds = 0, fails = 0;
  printf("CPU time of one RK-4 step, corrections included, best of the rounds; error at the end.\n\n");
  printf("| mechanism            | equations                  | speeds | rows  | us/step   | of NEE | error    |\n");
  printf("|----------------------|----------------------------|--------|-------|-----------|--------|----------|\n");
  for (int i = 0; i < MECHANISMS; i++) {
    const int verdict = measure(&mechanisms[i], tiny ? BENCH_TINY : quick ? BENCH_QUICK : BENCH_FULL);
    holds += verdict > 0;
    fails += verdict == 0;
  }
  printf(
      "\n\"KE is faster than LE is faster than NEE\" holds for %d of the %d mechanisms on which all three could be "
      "measured.\n",
      holds, holds + fails);
  return 0;
}
