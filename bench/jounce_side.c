// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// jounce_side.c - the problems in Jounce, through its public interface: read a model, step a run.
#include <jounce/jounce.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "jounce_side.h"

typedef struct {
  jn_report *report;
  jn_model *model;
  jn_run *run;
  double *start;  // state at the start
} session;

static void session_close(session *s) {
  free(s->start);
  jn_run_free(s->run);
  jn_model_free(s->model);
  jn_report_free(s->report);
  *s = (session){0};
}

static void first_fault(const jn_report *report, char *why, size_t size) {
  for (int i = 0; i < jn_report_size(report); i++)
    if (jn_report_get(report, i)->severity == JN_FAULT) {
      jn_error_format(jn_report_get(report, i), why, size);
      return;
    }
  snprintf(why, size, "no memory");
}

static bool session_open(session *s, const char *model, const jn_setting *settings, int nsettings,
                         const char *const *probes, int nprobes, char *why, size_t size) {
  *s = (session){.report = jn_report_new(NULL)};
  s->model = jn_model_read(NULL, model, settings, nsettings, s->report);
  if (s->model) {
    jn_run_options options = jn_run_options_default();
    options.probes = probes;
    options.nprobes = nprobes;
    s->run = jn_run_new(s->model, &options, s->report);
  }
  if (s->run) {
    size_t n = (size_t)jn_system_sizes(jn_run_system(s->run)).nstate;
    s->start = malloc(n * sizeof *s->start);
    if (s->start) memcpy(s->start, jn_run_state(s->run), n * sizeof *s->start);
  }
  if (s->start) return true;
  first_fault(s->report, why, size);
  session_close(s);
  return false;
}

static int find_output(const jn_run *run, const char *name) {
  for (int i = 0; i < jn_run_noutputs(run); i++)
    if (strcmp(jn_run_output_name(run, i), name) == 0) return i;
  return -1;
}

// Fixed steps from the start to `until`; how many were taken, or -1 when one failed. The state is not looked at in between.
static long step_all(session *s, double until, double budget) {
  const double stop = bench_cpu_seconds() + budget;
  const long steps = lround(until / jn_run_summary(s->run)->choices.step);
  if (jn_run_restart(s->run, s->start) != JN_OK) return -1;
  for (long k = 1; k <= steps; k++) {
    if (jn_run_step(s->run, until) != JN_OK) return -1;
    if (k % 64 == 0 && bench_cpu_seconds() > stop) return k;
  }
  return steps;
}

static bool measure_error(session *s, const bench_problem *p, bench_result *r) {
  const int x = find_output(s->run, "B0.x"), y = find_output(s->run, "B0.y"), phi = find_output(s->run, "violation.position");
  bench_reference reference = bench_reference_start(p->N);
  if (x < 0 || y < 0 || phi < 0 || jn_run_restart(s->run, s->start) != JN_OK) return false;
  const int looks = r->steps > 100 ? 100 : (int)r->steps;
  for (int i = 1; i <= looks; i++) {
    const double limit = r->reached * i / looks;
    while (jn_run_state(s->run)[0] < limit)
      if (jn_run_step(s->run, limit) != JN_OK) return false;
    const double *values = jn_run_outputs(s->run), B0[2] = {values[x], values[y]};
    bench_compare(&reference, jn_run_state(s->run)[0], B0, r);
    if (!(values[phi] <= r->violation)) r->violation = values[phi];
  }
  return true;
}

static bool measure(session *s, const bench_problem *p, bench_result *r) {
  for (int i = 0; i < p->repeats; i++) {
    double before = bench_cpu_seconds();
    long steps = step_all(s, p->until, p->budget);
    if (steps < 0) return false;
    bench_keep_time(r, i, bench_cpu_seconds() - before, steps);
    r->reached = jn_run_state(s->run)[0];
  }
  return measure_error(s, p, r);
}

void bench_jounce(const bench_problem *p, bench_result *r) {
  r->engine = "Jounce";
  r->version = jn_version();
  r->settings = "rk4, multipliers, newton and projection at every stage and step";
  char N[16], step[32];
  snprintf(N, sizeof N, "%d", p->N);
  snprintf(step, sizeof step, "%.17g", p->step);
  const jn_setting settings[] = {{"N", N}, {"simulate.step", step}};
  static const char *const probes[] = {"B0.x", "B0.y", "violation.position"};
  session s;
  if (!session_open(&s, BENCH_MODELS "/benchmarks/n-four-bar-a02.yaml", settings, 2, probes, 3, r->why, sizeof r->why))
    return;
  r->ok = measure(&s, p, r);
  if (!r->ok) snprintf(r->why, sizeof r->why, "%s", jn_run_summary(s.run)->why);
  r->coordinates = jn_system_sizes(jn_run_system(s.run)).nq;
  r->rows = jn_system_sizes(jn_run_system(s.run)).nc;
  session_close(&s);
}

// ---- spatial four-bar ------------------------------------------------------------------------

static bool spatial_evaluation(session *s, int repeats, bench_spatial *r) {
  enum { CALLS = 5000 };
  const jn_system *system = jn_run_system(s->run);
  const jn_sizes n = jn_system_sizes(system);
  jn_work *work = jn_work_new(system);
  double *out = malloc((size_t)(n.nv + n.nc) * sizeof *out);
  bool ok = work && out;
  for (int i = 0; i < repeats && ok; i++) {
    double before = bench_cpu_seconds();
    for (int k = 0; k < CALLS && ok; k++)
      ok = jn_solve_acceleration(system, work, s->start, out, out + n.nv) == JN_OK;
    double each = (bench_cpu_seconds() - before) / CALLS;
    if (i == 0 || each < r->evaluation) r->evaluation = each;
  }
  free(out);
  jn_work_free(work);
  return ok;
}

// At 10 s theta1 = 1.4091259618021326 and y2 = -0.9869597867037561: see the head of the model file.
static bool spatial_run(session *s, int repeats, bench_spatial *r) {
  const int theta1 = find_output(s->run, "theta1"), y2 = find_output(s->run, "y2");
  if (theta1 < 0 || y2 < 0) return false;
  for (int i = 0; i < repeats; i++) {
    double before = bench_cpu_seconds();
    long steps = step_all(s, 10, HUGE_VAL);
    if (steps < 0) return false;
    double each = (bench_cpu_seconds() - before) / (double)steps;
    if (i == 0 || each < r->step) r->step = each;
  }
  const double *values = jn_run_outputs(s->run);
  r->error = fmax(fabs(values[theta1] - 1.4091259618021326), fabs(values[y2] + 0.9869597867037561));
  return true;
}

void bench_jounce_spatial(int repeats, bench_spatial *r) {
  *r = (bench_spatial){0};
  session s;
  if (!session_open(&s, BENCH_MODELS "/papers/park-spatial-four-bar.yaml", NULL, 0, NULL, 0, r->why, sizeof r->why)) return;
  r->ok = spatial_evaluation(&s, repeats, r) && spatial_run(&s, repeats, r);
  if (!r->ok) snprintf(r->why, sizeof r->why, "%s", jn_run_summary(s.run)->why);
  session_close(&s);
}
