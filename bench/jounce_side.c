// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// jounce_side.c - Jounce through its public interface: read a model, step a run; and the spatial four-bar, which is
// measured of Jounce alone.
#include "jounce_side.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void session_close(session *s) {
  free(s->start);
  jn_run_free(s->run);
  jn_model_free(s->model);
  jn_report_free(s->report);
  *s = (session){0};
}

void session_fault(const session *s, char *why, size_t size) {
  for (int i = 0; i < jn_report_size(s->report); i++)
    if (jn_report_get(s->report, i)->severity == JN_FAULT) {
      jn_error_format(jn_report_get(s->report, i), why, size);
      return;
    }
  snprintf(why, size, "no memory");
}

bool session_read(session *s, const char *model, const jn_setting *settings, int nsettings, char *why, size_t size) {
  *s = (session){.report = jn_report_new(NULL)};
  s->model = jn_model_read(NULL, model, settings, nsettings, s->report);
  if (s->model) return true;
  session_fault(s, why, size);
  session_close(s);
  return false;
}

bool session_start(session *s, const jn_choices *choices, const char *const *probes, int nprobes, char *why,
                   size_t size) {
  jn_run_options options = jn_run_options_default();
  options.choices = choices;
  options.probes = probes;
  options.nprobes = nprobes;
  free(s->start);
  jn_run_free(s->run);
  s->start = NULL;
  s->run = jn_run_new(s->model, &options, s->report);
  if (s->run) {
    size_t n = (size_t)jn_system_sizes(jn_run_system(s->run)).nstate;
    s->start = malloc(n * sizeof *s->start);
    if (s->start) memcpy(s->start, jn_run_state(s->run), n * sizeof *s->start);
  }
  if (!s->start) session_fault(s, why, size);
  return s->start != NULL;
}

int session_find_output(const session *s, const char *name) {
  for (int i = 0; i < jn_run_noutputs(s->run); i++)
    if (strcmp(jn_run_output_name(s->run, i), name) == 0) return i;
  return -1;
}

long session_step_all(session *s, double until, double budget) {
  const double stop = bench_cpu_seconds() + budget;
  const long steps = lround(until / jn_run_summary(s->run)->choices.step);
  if (jn_run_restart(s->run, s->start) != JN_OK) return -1;
  for (long k = 1; k <= steps; k++) {
    if (jn_run_step(s->run, until) != JN_OK) return -1;
    if (k % 64 == 0 && bench_cpu_seconds() > stop) return k;
  }
  return steps;
}

bool jounce_has(const bench_row *row, char *why, size_t size) {
  for (int i = 0; jn_choice_name("coordinates", row->formulation, i); i++)
    if (strcmp(jn_choice_name("coordinates", row->formulation, i), row->coordinates) == 0) return true;
  snprintf(why, size, "not available: this build has no '%s' in %s coordinates", row->formulation, row->coordinates);
  return false;
}

void jounce_choose(const bench_row *row, jn_choices *choices) {
  snprintf(choices->coordinates, sizeof choices->coordinates, "%s", row->coordinates);
  snprintf(choices->formulation, sizeof choices->formulation, "%s", row->formulation);
  snprintf(choices->position, sizeof choices->position, "auto");
  snprintf(choices->velocity, sizeof choices->velocity, "auto");
}

// ---- spatial four-bar ------------------------------------------------------------------------

typedef struct {
  const jn_system *system;
  jn_work *work;
  const double *state;
  double *out;
  bool ok;
} evaluation;

static void evaluate(void *self) {
  evaluation *e = self;
  double *lambda = e->out + jn_system_sizes(e->system).nv;
  if (jn_solve_acceleration(e->system, e->work, e->state, e->out, lambda) != JN_OK) e->ok = false;
}

static bool spatial_evaluation(session *s, int repeats, bench_spatial *r) {
  const jn_system *system = jn_run_system(s->run);
  const jn_sizes n = jn_system_sizes(system);
  evaluation e = {system, jn_work_new(system), s->start, malloc((size_t)(n.nv + n.nc) * sizeof *e.out), true};
  if (e.work && e.out) r->evaluation = bench_time_calls(evaluate, &e, 0.01, repeats);
  else e.ok = false;
  free(e.out);
  jn_work_free(e.work);
  return e.ok;
}

// At 10 s theta1 = 1.4091259618021326 and y2 = -0.9869597867037561: see the head of the model file.
static bool spatial_run(session *s, int repeats, bench_spatial *r) {
  const int theta1 = session_find_output(s, "theta1"), y2 = session_find_output(s, "y2");
  if (theta1 < 0 || y2 < 0) return false;
  for (int i = 0; i < repeats; i++) {
    double before = bench_cpu_seconds();
    long steps = session_step_all(s, 10, HUGE_VAL);
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
  if (!session_read(&s, BENCH_MODELS "/../papers/park/park-spatial-four-bar.yaml", NULL, 0, r->why, sizeof r->why))
    return;
  if (session_start(&s, NULL, NULL, 0, r->why, sizeof r->why)) {
    r->ok = spatial_evaluation(&s, repeats, r) && spatial_run(&s, repeats, r);
    if (!r->ok) snprintf(r->why, sizeof r->why, "%s", jn_run_summary(s.run)->why);
  }
  session_close(&s);
}
