// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_print.c - prints the answer of `jounce compile`, as text and as JSON.
#include "compile.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "common/text.h"
#include "precomputed.h"

// ---- text -----------------------------------------------------------------------------------------------------------

static const char *plural(int n) { return n == 1 ? "" : "s"; }

static bool named_before(const jn_compile_report *r, int i) {
  return i > 0 && strcmp(r->independent[i], r->independent[i - 1]) == 0;
}

// Prints the independent variables; without `all` at most one line of them. The variables of a free body are printed as
// one name.
static void print_independent(const jn_compile_report *r, bool all) {
  enum { LINE = 90 };
  size_t length = 0;
  int left = 0;
  printf("  independent    ");
  for (int i = 0; i < r->nindependent; i++) {
    if (named_before(r, i)) continue;
    length += strlen(r->independent[i]) + 2;
    if (all || length <= LINE) printf("%s%s", i > 0 ? ", " : "", r->independent[i]);
    else left++;
  }
  if (left > 0) printf(", and %d more (-v lists them)", left);
  puts(r->nindependent == 0 ? "none: all motion is prescribed" : "");
}

// Prints the number and sizes of the groups of loops, and how they are closed.
static void print_loops(const jn_compile_report *r) {
  int largest = 0, tabulated = 0;
  if (r->ngroups == 0) {
    puts("  loops          none");
    return;
  }
  for (int i = 0; i < r->ngroups; i++)
    if (r->groups[i] > largest) largest = r->groups[i];
  for (int i = 0; r->precomputed && i < r->precomputed->nloops; i++)
    if (r->precomputed->loops[i].table >= 0) tabulated++;
  printf("  loops          %d group%s of at most %d equation%s: ", r->ngroups, plural(r->ngroups), largest,
         plural(largest));
  if (tabulated == r->ngroups) {
    puts("tabulated");
  } else {
    int steps = r->newton > 0 ? r->newton : 1;  // newton = 0: one step after each evaluation, for the next one
    if (tabulated > 0) printf("%d tabulated, %d ", tabulated, r->ngroups - tabulated);
    printf("closed by %d Newton step%s %s each evaluation\n", steps, plural(steps), r->newton > 0 ? "before" : "after");
  }
  if (*r->least_row)
    printf("  least pivot    %.2g at the start, of %s; monitored during the run\n", r->least_pivot, r->least_row);
}

static void print_stage(const jn_compile_stage *stage) {
  char count[32];
  format_count(stage->operations, count, sizeof count);
  printf("    %-12s %9s  %s\n", stage->name, count, stage->help);
}

static void print_operations(const jn_compile_report *r) {
  char all[32];
  format_count(r->operations, all, sizeof all);
  printf("  operations     %s in one evaluation", all);
  if (r->calls > 0) printf(", and %d call%s of laws and tables", r->calls, plural(r->calls));
  printf("; at most %d live values\n", r->live);
  for (int i = 0; i < r->nstages; i++)
    if (r->stages[i].operations > 0) print_stage(&r->stages[i]);
  printf("  of which       %d fused, %d products, %d sums, %d quotients and roots, %d functions\n", r->fused_products,
         r->products, r->sums, r->slow, r->functions);
  if (r->nbeside > 0) puts("  in addition");
  for (int i = 0; i < r->nbeside; i++) print_stage(&r->beside[i]);
}

static void print_mass(const jn_compile_report *r) {
  int n = r->nindependent, fill = r->mass_factors - r->mass_elements;
  if (n < 2) return;
  printf("  mass matrix    %d x %d, %d of %d elements below and on the diagonal; ", n, n, r->mass_elements,
         n * (n + 1) / 2);
  if (fill > 0) printf("its factors have %d more\n", fill);
  else puts("its factors have no others");
}

static void print_files(const app_compiled *c) {
  char lines[32];
  format_count(c->lines, lines, sizeof lines);
  if (c->code && c->report->blocks > 0)
    printf("Wrote %s, %s lines; %d block%s, called %d times.\n", c->code, lines, c->report->blocks,
           plural(c->report->blocks), c->report->block_calls);
  else if (c->code) printf("Wrote %s, %s lines.\n", c->code, lines);
  if (c->fmu) {
    printf("Wrote %s, FMI %d, %.0f kB: Co-Simulation, sources", c->fmu, c->fmi, c->fmu_bytes / 1000);
    for (int i = 0; i < c->nfmu_platforms; i++)
      printf("%s%s", i == 0 ? ", binaries for " : " and ", c->fmu_platforms[i]);
    puts(".");
  }
  if (c->file) printf("Wrote %s.\n", c->file);
  if (c->page) printf("Wrote %s.\n", c->page);
}

void compile_print(const app_compiled *c) {
  const jn_compile_report *r = c->report;
  char step[32];
  format_seconds(r->step, step, sizeof step);
  printf("%s\n", c->name);
  printf("  compiled       %d coordinate%s, %d speed%s, %d state%s, %d input%s, in %.2f s\n", r->coordinates,
         plural(r->coordinates), r->speeds, plural(r->speeds), r->states, plural(r->states), r->inputs,
         plural(r->inputs), r->seconds);
  if (r->nkept > 0) {
    printf("  parameters     ");
    for (int i = 0; i < r->nkept; i++) printf("%s%s", i > 0 ? ", " : "", r->kept[i]);
    puts(" can be set");
  }
  print_independent(r, c->all);
  print_loops(r);
  if (r->ntables > 0)
    printf("  tables         %d, %.0f kB; largest error of coordinates and poses %.1e m or rad\n", r->ntables,
           (double)r->table_bytes / 1000, r->table_error);
  if (r->nstops > 0)
    printf("  stops          %d tabulated, %.0f kB, for this step size only; largest error of speeds %.1g %%\n",
           r->nstops, (double)r->stop_bytes / 1000, 100 * r->stop_error);
  if (r->left_out > 0)
    printf("  contacts       %d friction states omitted: bodies at rest on these contacts creep\n", r->left_out);
  print_mass(r);
  printf("  steps          %s with step %s", r->integrator, step);
  if (r->evaluations > 0) printf(", %d evaluation%s each", r->evaluations, plural(r->evaluations));
  puts("");
  if (r->at_ends > 0)
    printf("  ends of steps  %d event%s and subsystem%s act only there, not within steps\n", r->at_ends,
           plural(r->at_ends), plural(r->at_ends));
  print_operations(r);
  if (r->broken_drivers > 0)
    printf("  drivers        no impulse acts where the rate of %s jumps\n",
           r->broken_drivers == 1 ? "a driver" : "drivers");
  print_precomputed(r->precomputed, c->all);
  printf("  equations      %016" PRIx64 "\n", r->hash);
  print_files(c);
}

// ---- as JSON --------------------------------------------------------------------------------------------------------

static void put_numbers(app_json *out, const jn_compile_report *r) {
  const struct {
    const char *key;
    long value;
  } list[] = {{"coordinates", r->coordinates},
              {"speeds", r->speeds},
              {"states", r->states},
              {"discrete", r->discrete},
              {"inputs", r->inputs},
              {"operations", r->operations},
              {"fused", r->fused_products},
              {"products", r->products},
              {"sums", r->sums},
              {"slow", r->slow},
              {"functions", r->functions},
              {"calls", r->calls},
              {"instructions", r->instructions},
              {"live", r->live},
              {"newton", r->newton},
              {"evaluations", r->evaluations},
              {"mass_elements", r->mass_elements},
              {"mass_factors", r->mass_factors},
              {"at_ends", r->at_ends},
              {"broken_drivers", r->broken_drivers},
              {"tables", r->ntables},
              {"table_bytes", (long)r->table_bytes},
              {"stops", r->nstops},
              {"stop_bytes", (long)r->stop_bytes},
              {"left_out", r->left_out}};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) json_integer(out, list[i].key, list[i].value);
}

static void put_lists(app_json *out, const jn_compile_report *r) {
  json_open(out, "independent", '[');
  for (int i = 0; i < r->nindependent; i++) json_text(out, NULL, r->independent[i]);
  json_close(out, ']');
  json_open(out, "kept", '[');
  for (int i = 0; i < r->nkept; i++) json_text(out, NULL, r->kept[i]);
  json_close(out, ']');
  json_open(out, "groups", '[');
  for (int i = 0; i < r->ngroups; i++) json_integer(out, NULL, r->groups[i]);
  json_close(out, ']');
}

static void put_stages(app_json *out, const char *key, const jn_compile_stage *stages, int n) {
  json_open(out, key, '{');
  for (int i = 0; i < n; i++) json_integer(out, stages[i].name, stages[i].operations);
  json_close(out, '}');
}

void compile_put(const app_compiled *c, app_json *out) {
  const jn_compile_report *r = c->report;
  char hash[20];
  snprintf(hash, sizeof hash, "%016" PRIx64, r->hash);
  json_text(out, "name", c->name);
  json_text(out, "file", c->file ? c->file : c->code ? c->code : c->fmu);
  if (c->code) {
    json_text(out, "code", c->code);
    json_integer(out, "lines", c->lines);
    json_integer(out, "blocks", r->blocks);
    json_integer(out, "block_calls", r->block_calls);
  }
  if (c->fmu) {
    json_text(out, "fmu", c->fmu);
    json_integer(out, "fmi", c->fmi);
    json_integer(out, "fmu_bytes", (long)c->fmu_bytes);
    json_open(out, "fmu_platforms", '[');
    for (int i = 0; i < c->nfmu_platforms; i++) json_text(out, NULL, c->fmu_platforms[i]);
    json_close(out, ']');
  }
  put_numbers(out, r);
  put_lists(out, r);
  put_stages(out, "stages", r->stages, r->nstages);
  put_stages(out, "beside", r->beside, r->nbeside);
  json_number(out, "least_pivot", r->least_pivot);
  json_number(out, "table_error", r->table_error);
  json_number(out, "stop_error", r->stop_error);
  json_text(out, "least_row", r->least_row);
  json_text(out, "integrator", r->integrator);
  json_number(out, "step", r->step);
  json_text(out, "equations", hash);
  put_precomputed(out, r->precomputed);
  if (c->page) json_text(out, "report", c->page);
}
