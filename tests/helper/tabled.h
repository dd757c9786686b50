// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tabled.h - a model at its start with ranges of its independent coordinates, and its equations with what is computed
// beforehand.
#ifndef JOUNCE_TEST_TABLED_H
#define JOUNCE_TEST_TABLED_H

#include "check.h"
#include "compile/tables/loop_tables.h"
#include "model/model.h"
#include "program.h"

// ---- a model with its ranges ---------------------------------------------------------------------------------------

typedef struct {
  compiled c;  // without a program
  const jn_system *system;
  const jn_reduced *reduced;
  double *low, *high;
} subject;

// With the independent variables that the model names.
static inline jn_run *tabled_run(const jn_model *model, jn_report *report) {
  jn_choices choices = model->choices;
  jn_run_options options = jn_run_options_default();
  snprintf(choices.coordinates, sizeof choices.coordinates, "joint");
  snprintf(choices.formulation, sizeof choices.formulation, "reduced");
  snprintf(choices.integrator, sizeof choices.integrator, "rk4");
  choices.step = 1e-3;
  options.choices = &choices;
  return jn_run_new(model, &options, report);
}

// `range` about the start; angles whose joints' names have `turning` in them have no end. Takes model and report.
static inline subject subject_of_model(jn_model *model, jn_report *report, double range, const char *turning) {
  subject s = {.c = {.report = report, .model = model}};
  s.c.run = s.c.model ? tabled_run(s.c.model, s.c.report) : NULL;
  CHECK(s.c.run);
  if (!s.c.run) exit(1);
  s.system = jn_run_system(s.c.run);
  s.reduced = jn_run_reduced(s.c.run);
  s.c.variables = start_variables(s.c.run);
  int nq = s.system->sizes.nq;
  s.low = calloc((size_t)nq, sizeof *s.low);
  s.high = calloc((size_t)nq, sizeof *s.high);
  for (int i = 0; i < nq; i++) {
    s.low[i] = s.c.variables[1 + i] - range;
    s.high[i] = s.c.variables[1 + i] + range;
  }
  for (int i = 0; i < s.reduced->nindependent; i++) {
    int speed = s.reduced->independent[i], q = s.system->speed_q[speed];
    if (q >= 0 && strstr(s.reduced->arcs[speed], turning)) {
      s.low[q] -= 10;
      s.high[q] += 10;
    }
  }
  return s;
}

static inline subject subject_of(const char *name, double range, const char *turning) {
  char path[300];
  jn_report *report = jn_report_new(NULL);
  snprintf(path, sizeof path, JOUNCE_SOURCE_DIR "/models/%s", name);
  return subject_of_model(jn_model_read(NULL, path, NULL, 0, report), report, range, turning);
}

static inline void subject_free(subject *s) {
  free(s->low);
  free(s->high);
  compiled_free(&s->c);
}

// ---- equations ----------------------------------------------------------------------------------------------------

typedef struct {
  jni_graph *g;
  jni_equations *e;
  jni_tape *tape;   // q, v, vdot
  jni_tape *alone;  // accelerations of the independent
} equations;

static inline equations equations_of(const subject *s, const jni_program_tables *given) {
  const jn_sizes *n = &s->system->sizes;
  const jni_equations_def def = {.nominal = s->c.variables,
                                 .independent = s->reduced->independent,
                                 .nindependent = s->reduced->nindependent,
                                 .newton = 1,
                                 .tables = given->tables,
                                 .mass = given->mass,
                                 .poses = given->poses};
  equations out = {.g = jni_graph_new(NULL)};
  out.e = jni_equations_new(out.g, s->system, &def, s->c.report);
  CHECK(out.e);
  if (!out.e) exit(1);
  jni_node *all = calloc((size_t)(n->nq + 2 * n->nv), sizeof *all);
  memcpy(all, out.e->q, (size_t)n->nq * sizeof *all);
  memcpy(all + n->nq, out.e->v, (size_t)n->nv * sizeof *all);
  memcpy(all + n->nq + n->nv, out.e->vdot, (size_t)n->nv * sizeof *all);
  out.tape = jni_tape_new(out.g, jni_writer_nvariables(s->system), all, n->nq + 2 * n->nv);
  out.alone = jni_tape_new(out.g, jni_writer_nvariables(s->system), out.e->Q_q, s->reduced->nindependent);
  free(all);
  return out;
}

static inline void equations_free(equations *x) {
  jni_tape_free(x->tape);
  jni_tape_free(x->alone);
  jni_equations_free(x->e);
  jni_graph_free(x->g);
}

#endif
