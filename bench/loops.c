// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// loops.c - the table of N four-bars: CPU time of a step beside the error.
#include "loops.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engines.h"

enum { ROUNDS = 3, LONG_RUN = 3, MOST_PROBLEMS = 3 };  // rounds over all engines; CPU seconds of a run
static const int sizes[][MOST_PROBLEMS] = {
    [BENCH_TINY] = {1, 3, 0}, [BENCH_QUICK] = {1, 40, 200}, [BENCH_FULL] = {1, 40, 200}};
static const double wanted_error = 1e-9;  // m

typedef struct {
  loops_problem problem;
  loops_result results[BENCH_MOST_ENTRIES];
} comparison;

static loops_problem problem_of(int N, bench_effort effort) {
  static const struct {
    double until;
    int repeats;
    double budget;
  } amount[] = {[BENCH_TINY] = {0.05, 1, 1}, [BENCH_QUICK] = {1, 2, 2}, [BENCH_FULL] = {10, 5, 12}};
  const double until = effort == BENCH_QUICK && N == 1 ? 10 : amount[effort].until;
  return (loops_problem){
      .N = N, .step = 1e-3, .until = until, .repeats = amount[effort].repeats, .budget = amount[effort].budget};
}

// One engine after the other, so that a slow minute of the machine does not fall on one of them alone. Only the best
// time is kept; what takes long is not repeated.
static void measure_again(comparison *c) {
  for (int i = 0; i < bench_nentries(); i++) {
    loops_result *best = &c->results[i], again = {.ok = false};
    if (!best->ok || !(best->cpu_per_step * (double)best->steps < LONG_RUN)) continue;
    bench_entry_at(i)->loops(&bench_entry_at(i)->row, &c->problem, &again);
    if (again.ok && again.cpu_per_step < best->cpu_per_step) best->cpu_per_step = again.cpu_per_step;
  }
}

static void measure(int N, const bench_options *o, comparison *c) {
  c->problem = problem_of(N, o->effort);
  for (int i = 0; i < bench_nentries(); i++) {
    const bench_entry *e = bench_entry_at(i);
    c->results[i] = (loops_result){.ok = false};
    if (!bench_is_wanted(o, e->row.engine)) snprintf(c->results[i].why, sizeof c->results[i].why, "not asked for");
    else e->loops(&e->row, &c->problem, &c->results[i]);
  }
  for (int round = 1; o->effort == BENCH_FULL && round < ROUNDS; round++) measure_again(c);
}

// The fastest row of Jounce that reaches the error, else the fastest of all; NULL: none.
static const loops_result *fastest(const comparison *c) {
  const loops_result *best = NULL;
  for (int i = 0; i < bench_nentries(); i++) {
    const loops_result *r = &c->results[i];
    if (!bench_is_jounce(bench_entry_at(i)) || !r->ok) continue;
    const bool reaches = r->error_max <= wanted_error, reached = best && best->error_max <= wanted_error;
    if (!best || (reaches && !reached) || (reaches == reached && r->cpu_per_step < best->cpu_per_step)) best = r;
  }
  return best;
}

static void print_head(void) {
  printf(
      "N four-bars (A02): CPU time of one RK-4 step of 1 ms, best of the repeats; error of B0 against the reduced "
      "equation.\n\n");
  printf(
      "| problem        | engine                        | us/step   | of Jounce | largest error | error at end | "
      "violation | simulated |\n");
  printf(
      "|----------------|-------------------------------|-----------|-----------|---------------|--------------|-------"
      "----|-----------|\n");
}

static void print_row(const loops_problem *p, const bench_row *row, const loops_result *r, const loops_result *jounce) {
  char problem[32], engine[64], ratio[16] = "";
  snprintf(problem, sizeof problem, "four-bar x %d", p->N);
  bench_row_name(row, engine, sizeof engine);
  if (!r->ok) {
    printf("| %-14s | %-29s | %s\n", problem, engine, r->why);
    return;
  }
  if (jounce) snprintf(ratio, sizeof ratio, "%.2f", r->cpu_per_step / jounce->cpu_per_step);
  printf("| %-14s | %-29s | %9.2f | %9s | %13.1e | %12.1e | %9.1e | %7.4g s |%s\n", problem, engine,
         1e6 * r->cpu_per_step, ratio, r->error_max, r->error_end, r->violation, r->reached,
         r->error_max <= wanted_error ? "" : " above 1e-9");
}

static void json_rows(const comparison *c, bool last) {
  for (int i = 0; i < bench_nentries(); i++) {
    const loops_result *r = &c->results[i];
    char engine[64];
    printf("  {");
    bench_json_text("engine", bench_row_name(&bench_entry_at(i)->row, engine, sizeof engine), ", ");
    bench_json_text("version", r->version, ", ");
    bench_json_text("settings", r->settings, ", ");
    bench_json_number("loops", c->problem.N, ", ");
    if (r->ok) {
      bench_json_number("step", c->problem.step, ", ");
      bench_json_number("cpu_us_per_step", 1e6 * r->cpu_per_step, ", ");
      bench_json_number("error_max", r->error_max, ", ");
      bench_json_number("error_end", r->error_end, ", ");
      bench_json_number("violation", r->violation, ", ");
      bench_json_number("coordinates", r->coordinates, ", ");
      bench_json_number("rows", r->rows, ", ");
      bench_json_number("simulated", r->reached, "");
    } else {
      bench_json_text("failed", r->why, "");
    }
    printf("}%s\n", last && i == bench_nentries() - 1 ? "" : ",");
  }
}

static void print_comparison(const comparison *c) {
  for (int i = 0; i < bench_nentries(); i++)
    print_row(&c->problem, &bench_entry_at(i)->row, &c->results[i], fastest(c));
  fflush(stdout);
}

static void print_rest(const comparison *all, int n) {
  const loops_result *more = fastest(&all[n - 1]), *less = fastest(&all[n - 2]);
  if (more && less)
    printf("\nJounce, %d loops over %d loops: %.2f times the time of a step\n", all[n - 1].problem.N,
           all[n - 2].problem.N, more->cpu_per_step / less->cpu_per_step);
  printf("\nSettings:\n");
  for (int i = 0; i < bench_nentries(); i++) {
    char engine[64];
    if (all[0].results[i].ok)
      printf("  %s %s: %s\n", bench_row_name(&bench_entry_at(i)->row, engine, sizeof engine), all[0].results[i].version,
             all[0].results[i].settings);
  }
  printf("\n");
}

bool loops_table(const bench_options *o) {
  comparison all[MOST_PROBLEMS];
  int n = 0;
  bool ok = true;
  if (o->json) printf("\"loops\": [\n");
  else print_head();
  while (n < MOST_PROBLEMS && sizes[o->effort][n] > 0) n++;
  for (int k = 0; k < n; k++) {
    measure(sizes[o->effort][k], o, &all[k]);
    if (o->json) json_rows(&all[k], k == n - 1);
    else print_comparison(&all[k]);
    ok = ok && (fastest(&all[k]) || !bench_is_wanted(o, "Jounce"));
  }
  if (o->json) printf("]");
  else print_rest(all, n);
  return ok;
}
