// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_ranges.c - ranges of the variables of tables: from the options, or from the manoeuvres and the limits of
// stops.
#include "simulate/compile/compile_ranges.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "compile/machine.h"
#include "simulate/compile/compile_manoeuvre.h"
#include "simulate/run.h"

enum { MOST_STEPS = 2000000 };

// ---- manoeuvres -----------------------------------------------------------------------------------------------------

static void widen(jni_ranges *r, int n, const double *x, const char *by) {
  for (int i = 0; i < n; i++) {
    if (x[i] < r->low[i]) {
      r->low[i] = x[i];
      r->low_by[i] = by;
    }
    if (x[i] > r->high[i]) {
      r->high[i] = x[i];
      r->high_by[i] = by;
    }
  }
}

static bool drive(const jn_compiled *c, const jni_program *exact, const jn_manoeuvre *m, const char *by,
                  jni_ranges *r) {
  const jni_machine_def def = {
      .program = exact, .method = jni_step_method_find(c->choices.integrator), .h = c->choices.step};
  jni_machine *machine = jni_machine_new(c->pool.alloc, &def);
  jni_manoeuvre_progress watch = jni_manoeuvre_progress_new(c, "finding ranges", m);
  if (!machine) return false;
  for (int i = 0; i < MOST_STEPS && machine->x[0] < watch.now.until && machine->stop == 0; i++) {
    if (jni_machine_failed(machine, jni_machine_step(machine))) break;
    jni_manoeuvre_report_progress(&watch, machine->x[0]);
    widen(r, exact->sizes.nq + exact->sizes.nv, machine->x + 1, by);
  }
  jni_machine_free(machine);
  return true;
}

static const char *text_of(jn_compiled *c, const char *what, const char *name) {
  char text[200];
  snprintf(text, sizeof text, "%s '%.150s'", what, name);
  return jni_pool_text(&c->pool, text, strlen(text));
}

static bool drive_other(const jni_ranges_def *def, const jn_manoeuvre *m, jni_ranges *r, jn_report *report) {
  const jn_name_list none = {.n = 0};
  jn_run *run = jni_manoeuvre_start(def->c, m, def->run, &none, report);
  jni_code_options code = *def->code;
  code.probe = NULL;
  jni_program *exact = run ? jni_program_at(run->system, jn_run_reduced(run), jn_run_state(run), &code, report) : NULL;
  const char *by = exact ? text_of(def->c, "manoeuvre", m->name) : NULL;
  bool good = by && drive(def->c, exact, m, by, r);
  jni_program_free(exact);
  jn_run_free(run);
  return good;
}

// Extends each of n ranges at both ends by a tenth of its width, but at least by 0.01 in the unit of its coordinate or
// speed.
static void add_margin(jni_ranges *r, int n) {
  const double share = 0.1, least = 0.01;
  for (int i = 0; i < n; i++) {
    double more = fmax(least, share * (r->high[i] - r->low[i]));
    r->low[i] -= more;
    r->high[i] += more;
  }
}

// Rounds both ends of each range outwards to multiples of a power of 2, at most 1/16 of its width.
static void round_off(jni_ranges *r, int n) {
  for (int i = 0; i < n; i++) {
    double width = r->high[i] - r->low[i];
    if (!(width > 0) || !isfinite(width)) continue;
    double grid = ldexp(1, ilogb(width) - 4);
    r->low[i] = grid * floor(r->low[i] / grid);
    r->high[i] = grid * ceil(r->high[i] / grid);
  }
}

// ---- given ranges ---------------------------------------------------------------------------------------------------

// Returns the index of the coordinate with a name among the variables of tables: its own name, or that of its joint if
// the joint has one coordinate; -1: there is none.
static int find_variable(const jni_ranges_def *def, const char *name) {
  const jn_reduced *reduced = jn_run_reduced(def->run);
  const jni_loop_plan *plan = &def->e->plan;
  int found = -1, n = 0;
  for (int i = 0; i < plan->nv - plan->m; i++) {
    int q = def->run->system->speed_q[plan->independent[i]];
    if (q >= 0 && strcmp(def->exact->names[1 + q], name) == 0) return q;
    if (strcmp(reduced->arcs[plan->independent[i]], name) == 0) {
      found = q;
      n++;
    }
  }
  return n == 1 ? found : -1;
}

static bool use_options(const jni_ranges_def *def, jni_ranges *r, jn_report *report) {
  const jn_compile_tables *how = &def->c->options.tables;
  const double *nominal = def->exact->nominal + 1;
  bool good = true;
  for (int k = 0; k < how->nranges; k++) {
    const jn_compile_range *range = &how->ranges[k];
    int q = find_variable(def, range->name);
    if (q < 0) {
      jn_report_fault(report, JN_BAD_ARGUMENT, "",
                      "the range of '%.100s': no independent or driven variable with a single number has this name",
                      range->name);
      good = false;
      continue;
    }
    if (!(range->low < nominal[q] && nominal[q] < range->high)) {
      const char *unit = def->exact->units[1 + q];
      jn_report_fault(report, JN_BAD_ARGUMENT, "",
                      "the range of '%.100s', %.6g to %.6g %s, does not contain its value at the start, %.6g %s",
                      range->name, range->low, range->high, unit, nominal[q], unit);
      good = false;
      continue;
    }
    r->low[q] = range->low;
    r->high[q] = range->high;
    r->low_by[q] = r->high_by[q] = "given";
  }
  return good;
}

// Sets the ranges from all manoeuvres, which are run, and from the limits of stops; angles that nothing limits get more
// than a turn, symmetric variables equal ranges. Returns false if memory is short or with a fault in the report.
static bool find_by_runs(const jni_ranges_def *def, jni_ranges *r, jn_report *report) {
  jn_compiled *c = def->c;
  const double *nominal = def->exact->nominal + 1;
  for (int i = 0; i < r->n; i++) {
    r->low[i] = r->high[i] = nominal[i];
    r->low_by[i] = r->high_by[i] = "start";
  }
  const jn_manoeuvre own = jni_manoeuvre_get(c, 0);
  bool good = drive(c, def->exact, &own, "run", r);
  for (int i = 1; good && i < jni_manoeuvre_count(c); i++) {
    const jn_manoeuvre m = jni_manoeuvre_get(c, i);
    good = drive_other(def, &m, r, report);
  }
  add_margin(r, r->n);
  good = good && jni_ranges_stop_limits(def, r) && jni_ranges_unbounded(def, r) && jni_ranges_symmetric(def, r);
  if (good) round_off(r, def->run->system->sizes.nq);
  return good;
}

// Sets the ranges to those of a model that was compiled earlier. Returns false with a fault in the report if it is not
// the same model or has no such ranges.
static bool copy_earlier(const jni_ranges_def *def, jni_ranges *r, jn_report *report) {
  const jn_compiled *like = def->c->options.tables.like;
  if (like->model != def->c->model || like->ranges.n != r->n) {
    jn_report_fault(report, JN_BAD_ARGUMENT, "",
                    "the ranges cannot be taken from the other code: it has none, or is of another model");
    return false;
  }
  for (int i = 0; i < r->n; i++) {
    r->low[i] = like->ranges.low[i];
    r->high[i] = like->ranges.high[i];
    r->low_by[i] = like->ranges.low_by[i];
    r->high_by[i] = like->ranges.high_by[i];
  }
  return true;
}

bool jni_ranges_find(const jni_ranges_def *def, jni_ranges *r, jn_report *report) {
  jn_compiled *c = def->c;
  int many = def->run->system->sizes.nq + def->run->system->sizes.nv;
  size_t n = (size_t)many + 1;
  r->low = jni_doubles(&c->pool, n);
  r->high = jni_doubles(&c->pool, n);
  r->low_by = jni_take(&c->pool, n, sizeof *r->low_by);
  r->high_by = jni_take(&c->pool, n, sizeof *r->high_by);
  if (c->pool.failed) return false;
  r->n = many;
  bool good = c->options.tables.like ? copy_earlier(def, r, report) : find_by_runs(def, r, report);
  return good && use_options(def, r, report) && !c->pool.failed;
}
