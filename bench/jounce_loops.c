// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// jounce_loops.c - N four-bars in Jounce: models/benchmarks/n-four-bar-a02.yaml by the choices of the row.
#include <math.h>
#include <stdio.h>

#include "jounce_side.h"
#include "loops.h"

static bool measure_error(session *s, const loops_problem *p, loops_result *r) {
  const int x = session_find_output(s, "B0.x"), y = session_find_output(s, "B0.y"),
            phi = session_find_output(s, "violation.position");
  loops_reference reference = loops_reference_start(p->N);
  if (x < 0 || y < 0 || phi < 0 || jn_run_restart(s->run, s->start) != JN_OK) return false;
  const int looks = r->steps > 100 ? 100 : (int)r->steps;
  for (int i = 1; i <= looks; i++) {
    const double limit = r->reached * i / looks;
    while (jn_run_state(s->run)[0] < limit)
      if (jn_run_step(s->run, limit) != JN_OK) return false;
    const double *values = jn_run_outputs(s->run), B0[2] = {values[x], values[y]};
    loops_compare(&reference, jn_run_state(s->run)[0], B0, r);
    if (!(values[phi] <= r->violation)) r->violation = values[phi];
  }
  return true;
}

static bool measure(session *s, const loops_problem *p, loops_result *r) {
  for (int i = 0; i < p->repeats; i++) {
    double before = bench_cpu_seconds();
    long steps = session_step_all(s, p->until, p->budget);
    if (steps < 0) return false;
    loops_keep_time(r, i, bench_cpu_seconds() - before, steps);
    r->reached = jn_run_state(s->run)[0];
  }
  return measure_error(s, p, r);
}

void loops_jounce(const bench_row *row, const loops_problem *p, loops_result *r) {
  static const char *const probes[] = {"B0.x", "B0.y", "violation.position"};
  char N[16];
  session s;
  snprintf(r->version, sizeof r->version, "%s", jn_version());
  snprintf(N, sizeof N, "%d", p->N);
  const jn_setting settings[] = {{"N", N}};
  if (!jounce_has(row, r->why, sizeof r->why) ||
      !session_read(&s, BENCH_MODELS "/benchmarks/n-four-bar-a02.yaml", settings, 1, r->why, sizeof r->why))
    return;
  jn_choices choices = *jn_model_choices(s.model);
  jounce_choose(row, &choices);
  choices.step = p->step;
  if (session_start(&s, &choices, probes, 3, r->why, sizeof r->why)) {
    const jn_summary *summary = jn_run_summary(s.run);
    snprintf(r->settings, sizeof r->settings, "rk4, position %s, velocity %s", summary->choices.position,
             summary->choices.velocity);
    r->ok = measure(&s, p, r);
    if (!r->ok) snprintf(r->why, sizeof r->why, "%s", summary->why);
    r->coordinates = jn_system_sizes(jn_run_system(s.run)).nq;
    r->rows = jn_system_sizes(jn_run_system(s.run)).nc;
  }
  session_close(&s);
}
