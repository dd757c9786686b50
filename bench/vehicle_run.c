// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// vehicle_run.c - see vehicle_run.h.
#include "vehicle_run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

void vehicle_say(const jn_report *report) {
  char text[512];
  for (int i = 0; i < jn_report_size(report); i++) {
    jn_error_format(jn_report_get(report, i), text, sizeof text);
    fprintf(stderr, "%s\n", text);
  }
}

jn_run *vehicle_run_new(jn_model *model, const vehicle_method *m, double step, double tolerance, jn_report *report) {
  jn_choices choices = *jn_model_choices(model);
  choices.step = step;
  if (tolerance > 0) choices.tolerance = tolerance;
  snprintf(choices.formulation, sizeof choices.formulation, "%s", m->formulation);
  snprintf(choices.variant, sizeof choices.variant, "%s", m->variant);
  snprintf(choices.coordinates, sizeof choices.coordinates, "%s", m->coordinates);
  snprintf(choices.integrator, sizeof choices.integrator, "%s", m->integrator);
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  jn_run *run = jn_run_new(model, &options, report);
  if (!run) vehicle_say(report);
  return run;
}

int vehicle_find_output(const jn_run *run, const char *name) {
  for (int i = 0; i < jn_run_noutputs(run); i++)
    if (strcmp(jn_run_output_name(run, i), name) == 0) return i;
  return 0;
}

double *vehicle_copy_state(jn_run *run) {
  size_t n = (size_t)jn_system_sizes(jn_run_system(run)).nstate;
  double *start = malloc(n * sizeof *start);
  if (start) memcpy(start, jn_run_state(run), n * sizeof *start);
  return start;
}

double vehicle_go(jn_run *run, const double *start, int nsteps, double step, int first, int n, double *values) {
  if (jn_run_restart(run, start) != JN_OK) return NAN;
  double begin = bench_cpu_seconds();
  for (int i = 1; i <= nsteps; i++) {
    double t = i * step;
    while (jn_run_state(run)[0] < t)
      if (jn_run_step(run, t) != JN_OK) {
        fprintf(stderr, "%s\n", jn_run_summary(run)->why);
        return NAN;
      }
    for (int k = 0; values && k < n; k++) *values++ = jn_run_outputs(run)[first + k];
  }
  return bench_cpu_seconds() - begin;
}
