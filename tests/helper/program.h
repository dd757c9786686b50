// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// program.h - the compiled program of a model file, at the start of its run.
#ifndef JOUNCE_TEST_PROGRAM_H
#define JOUNCE_TEST_PROGRAM_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compile/program.h"
#include "jounce/jounce.h"
#include "system/work.h"

typedef struct {
  jn_report *report;
  jn_model *model;
  jn_run *run;        // formulation `reduced`
  double *variables;  // at its start
  jn_probe *probe;    // outputs; NULL: none
  jni_program *program;
} compiled;

static inline double *start_variables(jn_run *run) {
  const jn_system *system = jn_run_system(run);
  const jn_sizes *n = &system->sizes;
  jn_work *work = jn_work_new(system);
  double *x = calloc((size_t)jni_writer_nvariables(system), sizeof *x);
  jn_solve_acceleration(system, work, jn_run_state(run), NULL, NULL);
  int at = 1 + n->nq + n->nv + n->nz + n->ns;
  memcpy(x, jn_run_state(run), (size_t)at * sizeof *x);
  for (int i = 0; i < n->nu; i++) x[at + i] = work->u[i];
  jn_work_free(work);
  return x;
}

static inline void compiled_free(compiled *c) {
  jni_program_free(c->program);
  free(c->variables);
  jn_probe_free(c->probe);
  jn_run_free(c->run);
  jn_model_free(c->model);
  jn_report_free(c->report);
}

typedef struct {
  int newton;
  bool fused;
  double step;  // > 0: the run takes rk4
  jni_implicit_def implicit;
  const char *const *outputs;
  int noutputs;
  bool creeps;  // contacts without the states of their friction
} compiled_def;

static inline jn_run *reduced_run(const jn_model *model, double step, jn_report *report) {
  jn_choices choices = jn_choices_default();
  jn_run_options options = jn_run_options_default();
  choices.step = step;
  snprintf(choices.coordinates, sizeof choices.coordinates, "joint");
  snprintf(choices.formulation, sizeof choices.formulation, "reduced");
  if (step > 0) snprintf(choices.integrator, sizeof choices.integrator, "rk4");
  options.choices = &choices;
  return jn_run_new(model, &options, report);
}

// Compiles a model (NULL: none), which the result owns. program NULL: the model does not allow joint coordinates, or
// cannot be compiled.
static inline compiled compiled_of(jn_model *model, const compiled_def *def, jn_report *report) {
  compiled c = {.report = report, .model = model};
  c.run = model ? reduced_run(model, def->step, report) : NULL;
  if (!c.run || !jn_run_reduced(c.run)) return c;
  c.variables = start_variables(c.run);
  if (def->noutputs > 0) c.probe = jn_probe_new(jn_run_system(c.run), def->outputs, def->noutputs, false, c.report);
  jni_program_def program = {.system = jn_run_system(c.run),
                             .reduced = jn_run_reduced(c.run),
                             .nominal = c.variables,
                             .newton = def->newton,
                             .fused = def->fused,
                             .implicit = def->implicit,
                             .probe = c.probe,
                             .tabulated.creeps = def->creeps};
  c.program = jni_program_new(NULL, &program, c.report);
  return c;
}

static inline compiled compiled_new(const char *path, const compiled_def *def) {
  jn_report *report = jn_report_new(NULL);
  return compiled_of(jn_model_read(NULL, path, NULL, 0, report), def, report);
}

#endif
