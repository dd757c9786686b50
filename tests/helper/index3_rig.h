// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// index3_rig.h - runs formulations of the index3 family step by step and gives access to y after a step.
#ifndef JOUNCE_INDEX3_RIG_H
#define JOUNCE_INDEX3_RIG_H

#include <string.h>

#include "check.h"
#include "formulation/step/step_formulation.h"
#include "jounce/jounce.h"
#include "simulate/run.h"

// The spherical compound pendulum of the paper: two particles on a massless rod through the origin.
static const char spherical_pendulum[] =
    "jounce: 1\nname: spherical compound pendulum\nspace: space\ngravity: [0, 0, -9.81]\n"
    "ground: {points: {O: [0, 0, 0]}}\n"
    "bodies: {first: {type: particle, mass: 1}, second: {type: particle, mass: 1}}\n"
    "joints:\n"
    "  rod: {type: distance, between: [ground.O, first], length: 1, scale: 2}\n"
    "  line: {type: linear-relation, terms: {second: 1, first: -2}}\n"
    "initial: {keep: {first.x: 1, first.y: 0, first.z: 0, first.vx: 0, first.vy: 0.5, first.vz: 0}}\n"
    "simulate: {until: 5, step: 25 ms, formulation: index3, integrator: trapezoidal, penalty: 1e7, "
    "tolerance: {constraint: 1e-10}}\n"
    "outputs: [first.x, first.y, first.z]\n";

typedef struct {
  jn_model *model;
  jn_report *report;
  jn_run *run;
  jn_choices choices;
} trial;

static inline bool trial_read(trial *t, const char *text) {
  *t = (trial){.report = jn_report_new(NULL)};
  t->model = jn_model_read_text(NULL, "test", text, strlen(text), NULL, 0, t->report);
  CHECK(t->model != NULL);
  if (t->model) t->choices = *jn_model_choices(t->model);
  return t->model != NULL;
}

static inline bool trial_open(trial *t, const char *path) {
  *t = (trial){.report = jn_report_new(NULL)};
  t->model = jn_model_read(NULL, path, NULL, 0, t->report);
  CHECK(t->model != NULL);
  if (t->model) t->choices = *jn_model_choices(t->model);
  return t->model != NULL;
}

static inline void trial_choose(trial *t, const char *formulation, const char *variant, const char *integrator,
                                double step) {
  snprintf(t->choices.formulation, sizeof t->choices.formulation, "%s", formulation);
  snprintf(t->choices.variant, sizeof t->choices.variant, "%s", variant);
  snprintf(t->choices.integrator, sizeof t->choices.integrator, "%s", integrator);
  strcpy(t->choices.position, "auto");
  strcpy(t->choices.velocity, "auto");
  strcpy(t->choices.energy, "none");
  t->choices.step = step;
}

static inline bool trial_start(trial *t) {
  jn_run_options options = jn_run_options_default();
  options.choices = &t->choices;
  t->run = jn_run_free(t->run);
  t->run = jn_run_new(t->model, &options, t->report);
  if (!t->run && jn_report_size(t->report) > 0)
    printf("  %s\n", jn_report_get(t->report, jn_report_size(t->report) - 1)->what);
  CHECK(t->run != NULL);
  return t->run != NULL;
}

static inline void trial_free(trial *t) {
  jn_run_free(t->run);
  jn_model_free(t->model);
  jn_report_free(t->report);
}

static inline jn_status trial_go(trial *t, double until) {
  jn_status status = JN_OK;
  while (status == JN_OK && t->run->integrator->t < until * (1 - 1e-12)) status = jn_run_step(t->run, until);
  return status;
}

static inline const jni_step *trial_step(const trial *t) { return (const jni_step *)t->run->formulation; }

#endif
