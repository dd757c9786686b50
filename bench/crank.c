// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// crank.c - the table of the spatial slider-crank, and the climb of a ladder.
#include "crank.h"

#include <math.h>
#include <stdio.h>

#include "engines.h"

// From the equation of the crank's angle alone, in extended precision: tests/simulate/test_benchmark_models.c makes
// them anew.
double crank_angle(int k) {
  static const double angles[CRANK_LOOKS] = {10.574206297609198, 20.156634608090823, 31.496458063191486,
                                             42.126780125948791, 51.71042555004302};
  return angles[k];
}

// The pin is at (0, 0.1, 0.2) and moves at -0.48 m/s in y.
crank_start crank_at_start(void) {
  return (crank_start){
      .x = 0.2, .heading = asin(-1 / sqrt(5.0)), .elevation = asin(2.0 / 3), .speeds = {6, 0.24, 2.4, 0}};
}

// The first rung of a ladder that reaches the error; the best error seen is kept in any case.
static bool climb(const crank_problem *p, const crank_ladder *l, int ladder, crank_run *run, void *self, double limit,
                  double *value, crank_result *seen) {
  for (*value = l->coarse; *value >= l->fine * 0.999; *value *= l->factor) {
    double seconds, error;
    if (!run(self, ladder, *value, &seconds, &error)) continue;
    if (error < seen->error) {
      seen->error = error;
      seen->seconds = seconds;
      snprintf(seen->settings, sizeof seen->settings, "%s %.3g", l->name, *value);
    }
    if (error <= p->wanted) return true;
    if (seconds > limit) return false;
  }
  return false;
}

// Best time of a rung; its error is that of every repeat.
static void time_rung(const crank_problem *p, const crank_ladder *l, int ladder, double value, crank_run *run,
                      void *self, crank_result *best) {
  double least = HUGE_VAL, error = NAN;
  for (int i = 0; i < p->repeats; i++) {
    double seconds;
    if (!run(self, ladder, value, &seconds, &error)) return;
    least = fmin(least, seconds);
  }
  if (best->ok && !(least < best->seconds)) return;
  best->ok = true;
  best->seconds = least;
  best->error = error;
  snprintf(best->settings, sizeof best->settings, "%s %.3g", l->name, value);
}

void crank_search(const crank_problem *p, const crank_ladder *ladders, int nladders, crank_run *run, void *self,
                  crank_result *r) {
  crank_result seen = {.error = HUGE_VAL};
  for (int i = 0; i < nladders; i++) {
    double value;
    const double limit = r->ok ? fmin(p->budget, 2 * r->seconds) : p->budget;
    if (climb(p, &ladders[i], i, run, self, limit, &value, &seen)) time_rung(p, &ladders[i], i, value, run, self, r);
  }
  if (r->ok) return;
  if (seen.error < HUGE_VAL)
    snprintf(r->why, sizeof r->why, "does not reach it; least error %.1e rad in %.3g s with %s", seen.error,
             seen.seconds, seen.settings);
  else snprintf(r->why, sizeof r->why, "no run came to the end");
}

// ---- table ------------------------------------------------------------------------------------------------

static const crank_result *fastest(const crank_result *all, bool jounce) {
  const crank_result *best = NULL;
  for (int i = 0; i < bench_nentries(); i++)
    if (bench_is_jounce(bench_entry_at(i)) == jounce && all[i].ok && (!best || all[i].seconds < best->seconds))
      best = &all[i];
  return best;
}

static void print_table(const crank_problem *p, const crank_result *all) {
  const crank_result *jounce = fastest(all, true), *peer = fastest(all, false);
  printf("Spatial slider-crank, 5 s: the fastest setting of each engine with an error of at most %.0e rad.\n\n",
         p->wanted);
  printf("| engine                        | CPU ms   | of Jounce | error, rad | with\n");
  printf("|-------------------------------|----------|-----------|------------|------\n");
  for (int i = 0; i < bench_nentries(); i++) {
    char engine[64], ratio[16] = "";
    bench_row_name(&bench_entry_at(i)->row, engine, sizeof engine);
    if (jounce && all[i].ok) snprintf(ratio, sizeof ratio, "%.2f", all[i].seconds / jounce->seconds);
    if (all[i].ok)
      printf("| %-29s | %8.2f | %9s | %10.1e | %s\n", engine, 1e3 * all[i].seconds, ratio, all[i].error,
             all[i].settings);
    else printf("| %-29s | %s\n", engine, all[i].why);
  }
  if (jounce && peer)
    printf("\nfastest peer that reaches it over the fastest of Jounce: %.2f\n", peer->seconds / jounce->seconds);
  printf("\n");
}

static void print_json(const crank_result *all) {
  printf("\"slider_crank\": [\n");
  for (int i = 0; i < bench_nentries(); i++) {
    char engine[64];
    printf("  {");
    bench_json_text("engine", bench_row_name(&bench_entry_at(i)->row, engine, sizeof engine), ", ");
    if (all[i].ok) {
      bench_json_text("settings", all[i].settings, ", ");
      bench_json_number("cpu_ms", 1e3 * all[i].seconds, ", ");
      bench_json_number("error", all[i].error, "");
    } else {
      bench_json_text("failed", all[i].why, "");
    }
    printf("}%s\n", i == bench_nentries() - 1 ? "" : ",");
  }
  printf("]");
}

bool crank_table(const bench_options *o) {
  static const crank_problem problems[] = {
      [BENCH_TINY] = {1, 0.2, 1}, [BENCH_QUICK] = {1e-5, 2, 2}, [BENCH_FULL] = {1e-5, 10, 5}};
  const crank_problem *p = &problems[o->effort];
  crank_result all[BENCH_MOST_ENTRIES] = {0};
  for (int i = 0; i < bench_nentries(); i++) {
    const bench_entry *e = bench_entry_at(i);
    if (!bench_is_wanted(o, e->row.engine)) snprintf(all[i].why, sizeof all[i].why, "not asked for");
    else e->crank(&e->row, p, &all[i]);
  }
  if (o->json) print_json(all);
  else print_table(p, all);
  return fastest(all, true) || !bench_is_wanted(o, "Jounce");
}
