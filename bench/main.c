// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// main.c - jounce_bench: Jounce beside MuJoCo and Simbody (where they are installed) on the same problem in the same run.
//
//   jounce_bench            the table, about three minutes
//   jounce_bench --quick    shorter runs, two repeats
//   jounce_bench --json     the same as one JSON object
//   jounce_bench --only Jounce
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "jounce_side.h"

static const struct {
  const char *name;
  bench_engine *measure;
} engines[] = {
    {"Jounce", bench_jounce},
#ifdef BENCH_HAVE_MUJOCO
    {"MuJoCo", bench_mujoco},
#endif
#ifdef BENCH_HAVE_SIMBODY
    {"Simbody", bench_simbody},
#endif
};

enum { ROUNDS = 3, LONG_RUN = 3 };  // rounds over all engines; CPU seconds of a run
enum { ENGINES = sizeof engines / sizeof *engines, PROBLEMS = 3 };
static const int loops[PROBLEMS] = {1, 40, 200};

typedef struct {
  bool quick, json;
  const char *only;
} options;

typedef struct {
  bench_problem problem;
  bench_result results[ENGINES];
} comparison;

static bool parse(int argc, char **argv, options *o) {
  *o = (options){0};
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--quick") == 0) o->quick = true;
    else if (strcmp(argv[i], "--json") == 0) o->json = true;
    else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc) o->only = argv[++i];
    else return false;
  }
  return true;
}

static bench_problem problem_of(int N, const options *o) {
  return (bench_problem){
      .N = N, .step = 1e-3, .until = o->quick && N > 1 ? 1 : 10, .repeats = o->quick ? 2 : 5, .budget = o->quick ? 2 : 12};
}

// One engine after the other, so that a slow minute of the machine does not fall on one of them alone. Only the best time is kept; what takes
// long is not repeated.
static void measure_again(comparison *c) {
  for (int i = 0; i < ENGINES; i++) {
    bench_result *best = &c->results[i], again = {.engine = engines[i].name};
    if (!best->ok || !(best->cpu_per_step * (double)best->steps < LONG_RUN)) continue;
    engines[i].measure(&c->problem, &again);
    if (again.ok && again.cpu_per_step < best->cpu_per_step) best->cpu_per_step = again.cpu_per_step;
  }
}

static void measure(int N, const options *o, comparison *c) {
  c->problem = problem_of(N, o);
  for (int i = 0; i < ENGINES; i++) {
    c->results[i] = (bench_result){.engine = engines[i].name, .version = "", .settings = ""};
    if (o->only && strcmp(o->only, engines[i].name) != 0) snprintf(c->results[i].why, sizeof c->results[i].why, "not asked for");
    else engines[i].measure(&c->problem, &c->results[i]);
  }
  for (int round = 1; !o->quick && round < ROUNDS; round++) measure_again(c);
}

// ---- table -------------------------------------------------------------------------------------

static void print_head(void) {
  printf("CPU time of one step of 1 ms, best of the repeats; error of B0 against the reduced equation.\n\n");
  printf("| problem        | engine          | us/step   | of Jounce | largest error | error at end | violation | simulated |\n");
  printf("|----------------|-----------------|-----------|-----------|---------------|--------------|-----------|-----------|\n");
}

static void print_row(const bench_problem *p, const bench_result *r, const bench_result *jounce) {
  char problem[32], engine[32];
  snprintf(problem, sizeof problem, "four-bar x %d", p->N);
  snprintf(engine, sizeof engine, "%s %s", r->engine, r->version);
  if (!r->ok) {
    printf("| %-14s | %-15s | %s\n", problem, engine, r->why);
    return;
  }
  char ratio[16] = "";
  if (jounce->ok) snprintf(ratio, sizeof ratio, "%.2f", r->cpu_per_step / jounce->cpu_per_step);
  printf("| %-14s | %-15s | %9.2f | %9s | %13.1e | %12.1e | %9.1e | %7.4g s |\n", problem, engine, 1e6 * r->cpu_per_step, ratio,
         r->error_max, r->error_end, r->violation, r->reached);
}

static void print_comparison(const comparison *c) {
  for (int i = 0; i < ENGINES; i++) print_row(&c->problem, &c->results[i], &c->results[0]);
  fflush(stdout);
}

static void print_rest(const comparison *all, const bench_spatial *spatial, double startup) {
  printf("\n");
  if (all[1].results[0].ok && all[2].results[0].ok)
    printf("Jounce, 200 loops over 40 loops: %.2f times the time of a step\n",
           all[2].results[0].cpu_per_step / all[1].results[0].cpu_per_step);
  if (spatial->ok)
    printf("Jounce, spatial four-bar: %.2f us for an evaluation, %.2f us for a projected RK-4 step, error at 10 s %.1e\n",
           1e6 * spatial->evaluation, 1e6 * spatial->step, spatial->error);
  else printf("Jounce, spatial four-bar: %s\n", spatial->why);
  if (startup >= 0) printf("jounce run on a small model, start-up and files included: %.1f ms (wall)\n", 1e3 * startup);
  else printf("jounce run on a small model: failed\n");
  printf("\nSettings:\n");
  for (int i = 0; i < ENGINES; i++) printf("  %-8s %s\n", all[0].results[i].engine, all[0].results[i].settings);
}

// ---- JSON --------------------------------------------------------------------------------------

static void json_number(const char *name, double value, const char *end) {
  if (isfinite(value)) printf("\"%s\": %.6g%s", name, value, end);
  else printf("\"%s\": null%s", name, end);
}

static void json_text(const char *name, const char *text, const char *end) {
  printf("\"%s\": \"", name);
  for (; *text; text++)
    if (*text == '"' || *text == '\\') printf("\\%c", *text);
    else putchar((unsigned char)*text < 32 ? ' ' : *text);
  printf("\"%s", end);
}

static void json_result(const bench_problem *p, const bench_result *r, const char *end) {
  printf("  {");
  json_text("engine", r->engine, ", ");
  json_text("version", r->version, ", ");
  json_text("settings", r->settings, ", ");
  json_number("loops", p->N, ", ");
  if (r->ok) {
    json_number("step", p->step, ", ");
    json_number("cpu_us_per_step", 1e6 * r->cpu_per_step, ", ");
    json_number("error_max", r->error_max, ", ");
    json_number("error_end", r->error_end, ", ");
    json_number("violation", r->violation, ", ");
    json_number("coordinates", r->coordinates, ", ");
    json_number("rows", r->rows, ", ");
    json_number("simulated", r->reached, "");
  } else {
    json_text("failed", r->why, "");
  }
  printf("}%s\n", end);
}

static void print_json(const comparison *all, const bench_spatial *spatial, double startup) {
  printf("{\"results\": [\n");
  for (int k = 0; k < PROBLEMS; k++)
    for (int i = 0; i < ENGINES; i++)
      json_result(&all[k].problem, &all[k].results[i], k == PROBLEMS - 1 && i == ENGINES - 1 ? "" : ",");
  printf("],\n\"spatial_four_bar\": {");
  json_number("evaluation_us", spatial->ok ? 1e6 * spatial->evaluation : NAN, ", ");
  json_number("cpu_us_per_step", spatial->ok ? 1e6 * spatial->step : NAN, ", ");
  json_number("error", spatial->ok ? spatial->error : NAN, "},\n");
  json_number("start_up_ms", startup >= 0 ? 1e3 * startup : NAN, "}\n");
}

int main(int argc, char **argv) {
  options o;
  if (!parse(argc, argv, &o)) {
    fprintf(stderr, "usage: jounce_bench [--quick] [--json] [--only ENGINE]\n");
    return 2;
  }
  comparison all[PROBLEMS];
  if (!o.json) print_head();
  for (int k = 0; k < PROBLEMS; k++) {
    measure(loops[k], &o, &all[k]);
    if (!o.json) print_comparison(&all[k]);
  }
  bench_spatial spatial;
  bench_jounce_spatial(o.quick ? 2 : 5, &spatial);
  double startup = bench_jounce_startup(5);
  if (o.json) print_json(all, &spatial, startup);
  else print_rest(all, &spatial, startup);
  return all[0].results[0].ok && all[1].results[0].ok && all[2].results[0].ok && spatial.ok && startup >= 0 ? 0 : 1;
}
