// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// closure_bench.c - how far the loops of a vehicle are from closed while straight-line code drives it, with one step of
// Newton at every evaluation: the largest residual of lengths, m, and of angles, rad.
//   closure_bench            60 s of each course
//   closure_bench --tiny     to see that everything works: a tenth of a second
#include <jounce/jounce.h>
#include <stdio.h>
#include <string.h>

static const char *const courses[] = {"hmmwv-bumps", "hmmwv-lane-change", "hmmwv-constant-radius"};
enum { COURSES = sizeof courses / sizeof *courses, STEPS = 2 };
static const double steps[STEPS] = {1e-3, 5e-3}, aims[STEPS] = {1e-9, 1e-6};

static bool drive(jn_model *model, const char *name, double step, double until, double aim) {
  jn_report *report = jn_report_new(NULL);
  jn_choices choices = *jn_model_choices(model);
  jn_run_options options = jn_run_options_default();
  snprintf(choices.coordinates, sizeof choices.coordinates, "joint");
  snprintf(choices.formulation, sizeof choices.formulation, "compiled");
  snprintf(choices.integrator, sizeof choices.integrator, "euler");
  choices.step = step;
  choices.until = until;
  choices.output_step = until;
  options.choices = &choices;
  jn_run *run = jn_run_new(model, &options, report);
  bool good = run && jn_run_execute(run, report) == JN_OK;
  const jn_summary *s = run ? jn_run_summary(run) : NULL;
  if (s)
    printf("| %s | %g ms | %.3g s | %.1e | %.1e | %.0e |\n", name, 1e3 * step, s->time, s->max_position_violation,
           s->max_angle_violation, aim);
  good = good && s->max_position_violation < aim;
  if (!good && s) fprintf(stderr, "%s with %g ms: %s\n", name, 1e3 * step, s->why[0] ? s->why : "farther than that");
  jn_run_free(run);
  jn_report_free(report);
  return good;
}

int main(int argc, char **argv) {
  double until = argc > 1 && strcmp(argv[1], "--tiny") == 0 ? 0.1 : 60;
  bool good = true;
  printf("| course | step | driven | lengths, m | angles, rad | at most, m |\n|---|---|---|---|---|---|\n");
  for (int i = 0; i < COURSES; i++) {
    char path[512];
    snprintf(path, sizeof path, BENCH_MODELS "/vehicles/%s.yaml", courses[i]);
    jn_model *model = jn_model_read(NULL, path, NULL, 0, NULL);
    for (int k = 0; k < STEPS; k++) good = model && drive(model, courses[i], steps[k], until, aims[k]) && good;
    jn_model_free(model);
  }
  return good ? 0 : 1;
}
