// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// chain.c - the table of forward dynamics of the chain, in the plane and in space.
#include "chain.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "chain_error.h"
#include "engines.h"

enum { MOST_SIZES = 12 };
static const int sizes[][MOST_SIZES] = {
    [BENCH_TINY] = {1, 3, 9},
    [BENCH_QUICK] = {1, 8, 90, 1024},
    [BENCH_FULL] = {1, 2, 4, 8, 16, 32, 64, 90, 128, 256, 512, 1024},
};

typedef struct {
  chain_problem problem;
  chain_result results[BENCH_MOST_ENTRIES];
} comparison;

static chain_problem problem_of(int N, bool spatial, bench_effort effort) {
  static const double at_least[] = {[BENCH_TINY] = 1e-4, [BENCH_QUICK] = 5e-3, [BENCH_FULL] = 2e-2};
  static const int repeats[] = {[BENCH_TINY] = 1, [BENCH_QUICK] = 3, [BENCH_FULL] = 5};
  return (chain_problem){.N = N, .spatial = spatial, .at_least = at_least[effort], .repeats = repeats[effort]};
}

static void measure(const bench_options *o, comparison *c) {
  double *qdd = malloc((size_t)c->problem.N * sizeof *qdd);
  for (int i = 0; i < bench_nentries(); i++) {
    const bench_entry *e = bench_entry_at(i);
    chain_result *r = &c->results[i];
    *r = (chain_result){.ok = false};
    if (!e->chain || !qdd) continue;
    if (!bench_is_wanted(o, e->row.engine)) snprintf(r->why, sizeof r->why, "not asked for");
    else e->chain(&e->row, &c->problem, r, qdd);
    if (r->ok) r->error = chain_error(&c->problem, qdd);
  }
  free(qdd);
}

static const chain_result *fastest(const comparison *c) {
  const chain_result *best = NULL;
  for (int i = 0; i < bench_nentries(); i++)
    if (bench_is_jounce(bench_entry_at(i)) && c->results[i].ok && (!best || c->results[i].seconds < best->seconds))
      best = &c->results[i];
  return best;
}

static void print_head(bool spatial) {
  printf(
      "Chain of N links %s: CPU time of one forward dynamics call, best of the repeats; error: moment left "
      "unbalanced.\n\n",
      spatial ? "in space (hinges about z and y in turn)" : "in the plane");
  printf("|    N | engine                        | us/call   | of Jounce | us/link | error    | usual call, us |\n");
  printf("|------|-------------------------------|-----------|-----------|---------|----------|----------------|\n");
}

static void print_row(const chain_problem *p, const bench_row *row, const chain_result *r, const chain_result *jounce) {
  char engine[64], ratio[16] = "", all[24] = "";
  bench_row_name(row, engine, sizeof engine);
  if (!r->ok) {
    printf("| %4d | %-29s | %s\n", p->N, engine, r->why);
    return;
  }
  if (jounce) snprintf(ratio, sizeof ratio, "%.2f", r->seconds / jounce->seconds);
  if (r->all > 0) snprintf(all, sizeof all, "%.2f", 1e6 * r->all);
  printf("| %4d | %-29s | %9.3f | %9s | %7.3f | %8.1e | %14s |\n", p->N, engine, 1e6 * r->seconds, ratio,
         1e6 * r->seconds / p->N, r->error, all);
}

static void json_rows(const comparison *c, bool last) {
  for (int i = 0, printed = 0; i < bench_nentries(); i++) {
    const chain_result *r = &c->results[i];
    char engine[64];
    if (!bench_entry_at(i)->chain) continue;
    printf("%s  {", printed++ ? ",\n" : "");
    bench_json_text("engine", bench_row_name(&bench_entry_at(i)->row, engine, sizeof engine), ", ");
    bench_json_text("settings", r->settings, ", ");
    bench_json_number("links", c->problem.N, ", ");
    bench_json_text("space", c->problem.spatial ? "space" : "plane", ", ");
    if (r->ok) {
      bench_json_number("cpu_us_per_call", 1e6 * r->seconds, ", ");
      bench_json_number("error", r->error, "");
    } else {
      bench_json_text("failed", r->why, "");
    }
    printf("}");
  }
  printf("%s\n", last ? "" : ",");
}

static void print_rows(const comparison *c) {
  for (int i = 0; i < bench_nentries(); i++)
    if (bench_entry_at(i)->chain) print_row(&c->problem, &bench_entry_at(i)->row, &c->results[i], fastest(c));
  fflush(stdout);
}

static void print_settings(const comparison *c) {
  printf("\n");
  for (int i = 0; i < bench_nentries(); i++) {
    char engine[64];
    if (c->results[i].ok)
      printf("  %s: %s\n", bench_row_name(&bench_entry_at(i)->row, engine, sizeof engine), c->results[i].settings);
  }
  printf("\n");
}

static bool one_table(const bench_options *o, bool spatial) {
  comparison first = {0}, c;
  bool ok = true;
  if (!o->json) print_head(spatial);
  for (int k = 0; k < MOST_SIZES && sizes[o->effort][k] > 0; k++) {
    const bool last = spatial && (k == MOST_SIZES - 1 || sizes[o->effort][k + 1] == 0);
    c.problem = problem_of(sizes[o->effort][k], spatial, o->effort);
    measure(o, &c);
    if (k == 0) first = c;
    if (o->json) json_rows(&c, last);
    else print_rows(&c);
    ok = ok && (fastest(&c) || !bench_is_wanted(o, "Jounce"));
  }
  if (!o->json) print_settings(&first);
  return ok;
}

bool chain_table(const bench_options *o) {
  if (o->json) printf("\"chain\": [\n");
  const bool plane = one_table(o, false), space = one_table(o, true);
  if (o->json) printf("]");
  return plane && space;
}
