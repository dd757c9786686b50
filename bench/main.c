// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// main.c - jounce_bench: Jounce beside MuJoCo and Simbody (where they are installed) on the same problems in the same
// run.
//
//   jounce_bench                   all tables, about ten minutes
//   jounce_bench --quick           shorter runs, fewer repeats
//   jounce_bench --tiny            to see that everything works
//   jounce_bench --json            the same as one JSON object
//   jounce_bench --only Jounce     one engine
//   jounce_bench --problem chain   one table: loops, chain, crank or alone
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "chain.h"
#include "crank.h"
#include "jounce_side.h"
#include "loops.h"

static void print_alone(const bench_spatial *spatial, double startup) {
  if (spatial->ok)
    printf(
        "Jounce, spatial four-bar: %.2f us for an evaluation, %.2f us for a projected RK-4 step, error at 10 s %.1e\n",
        1e6 * spatial->evaluation, 1e6 * spatial->step, spatial->error);
  else printf("Jounce, spatial four-bar: %s\n", spatial->why);
  if (startup >= 0) printf("jounce run on a small model, start-up and files included: %.1f ms (wall)\n", 1e3 * startup);
  else printf("jounce run on a small model: failed\n");
}

static void json_alone(const bench_spatial *spatial, double startup) {
  printf("\"spatial_four_bar\": {");
  bench_json_number("evaluation_us", spatial->ok ? 1e6 * spatial->evaluation : NAN, ", ");
  bench_json_number("cpu_us_per_step", spatial->ok ? 1e6 * spatial->step : NAN, ", ");
  bench_json_number("error", spatial->ok ? spatial->error : NAN, "},\n");
  bench_json_number("start_up_ms", startup >= 0 ? 1e3 * startup : NAN, "");
}

static bool alone_table(const bench_options *o) {
  static const int repeats[] = {[BENCH_TINY] = 1, [BENCH_QUICK] = 2, [BENCH_FULL] = 5};
  bench_spatial spatial;
  bench_jounce_spatial(repeats[o->effort], &spatial);
  const double startup = bench_jounce_startup(repeats[o->effort]);
  if (o->json) json_alone(&spatial, startup);
  else print_alone(&spatial, startup);
  return spatial.ok && startup >= 0;
}

static const struct {
  const char *name;
  bool (*table)(const bench_options *options);
} problems[] = {{"loops", loops_table}, {"chain", chain_table}, {"crank", crank_table}, {"alone", alone_table}};
enum { PROBLEMS = sizeof problems / sizeof *problems };

static bool parse(int argc, char **argv, bench_options *o) {
  *o = (bench_options){.effort = BENCH_FULL};
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--quick") == 0) o->effort = BENCH_QUICK;
    else if (strcmp(argv[i], "--tiny") == 0) o->effort = BENCH_TINY;
    else if (strcmp(argv[i], "--json") == 0) o->json = true;
    else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc) o->engine = argv[++i];
    else if (strcmp(argv[i], "--problem") == 0 && i + 1 < argc) o->problem = argv[++i];
    else return false;
  }
  bool known = !o->problem;
  for (int i = 0; i < PROBLEMS && !known; i++) known = strcmp(o->problem, problems[i].name) == 0;
  return known;
}

int main(int argc, char **argv) {
  bench_options o;
  if (!parse(argc, argv, &o)) {
    fprintf(stderr,
            "usage: jounce_bench [--quick | --tiny] [--json] [--only ENGINE] [--problem loops|chain|crank|alone]\n");
    return 2;
  }
  bool ok = true, first = true;
  if (o.json) printf("{");
  for (int i = 0; i < PROBLEMS; i++) {
    if (o.problem && strcmp(o.problem, problems[i].name) != 0) continue;
    if (o.json && !first) printf(",\n");
    first = false;
    ok = problems[i].table(&o) && ok;
  }
  if (o.json) printf("}\n");
  return ok ? 0 : 1;
}
