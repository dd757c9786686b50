// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reduced_rig.h - a model in cartesian and in joint coordinates at one assembled state, with formulation `reduced` on
// the latter, for tests.
#ifndef JOUNCE_REDUCED_RIG_H
#define JOUNCE_REDUCED_RIG_H

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "formulation/formulation_table.h"
#include "formulation/reduced/reduced.h"
#include "jounce/jounce.h"
#include "report.h"
#include "system/work.h"

typedef struct {
  jn_model *model;
  jn_system *c, *j;  // cartesian, joint
  jn_work *wc, *wj;
  double *sc, *sj;  // states
  bool *active;     // rows in joint coordinates
  int redundant;
  jn_choices choices;
  jni_formulation *f;
  jni_integrator *m;
  double *y;
  jn_report *report;
} pair;

static inline double *zeros(int n) { return calloc((size_t)n + 1, sizeof(double)); }

static inline void free_pair(pair *p) {
  jni_object_free(p->m);
  jni_object_free(p->f);
  jn_work_free(p->wc);
  jn_work_free(p->wj);
  jn_system_free(p->c);
  jn_system_free(p->j);
  free(p->sc);
  free(p->sj);
  free(p->active);
  free(p->y);
  jn_report_free(p->report);
  jn_model_free(p->model);
}

// Systems and the assembled state.
static inline bool new_systems(pair *p, const char *path, const jn_setting *settings, int n) {
  *p = (pair){.report = jn_report_new(NULL)};
  p->model = jn_model_read(NULL, path, settings, n, p->report);
  if (!p->model) {
    print_report(p->report);
    return false;
  }
  p->choices = *jn_model_choices(p->model);
  snprintf(p->choices.formulation, sizeof p->choices.formulation, "reduced");
  snprintf(p->choices.coordinates, sizeof p->choices.coordinates, "joint");
  snprintf(p->choices.position, sizeof p->choices.position, "newton");
  snprintf(p->choices.velocity, sizeof p->choices.velocity, "projection");
  snprintf(p->choices.energy, sizeof p->choices.energy, "none");
  p->c = jn_system_new(p->model, "cartesian", p->report);
  p->j = jn_system_new(p->model, "joint", p->report);
  if (!p->c || !p->j) {
    print_report(p->report);
    return false;
  }
  p->wc = jn_work_new(p->c);
  p->wj = jn_work_new(p->j);
  p->sc = zeros(p->c->sizes.nstate);
  p->sj = zeros(p->j->sizes.nstate);
  if (jn_start(p->c, &p->choices, p->sc, NULL, NULL, p->report) != JN_OK) {
    print_report(p->report);
    return false;
  }
  jn_state_convert(p->c, p->sc, p->j, p->sj);
  jn_mobility *mobility = jn_mobility_new(p->j, p->sj, p->report);
  p->active = calloc((size_t)p->j->sizes.nc + 1, sizeof(bool));
  memcpy(p->active, jn_mobility_active(mobility), (size_t)p->j->sizes.nc * sizeof(bool));
  p->redundant = jn_mobility_redundant(mobility);
  jn_mobility_free(mobility);
  return true;
}

static inline bool new_method(pair *p, const char *integrator, double step) {
  snprintf(p->choices.integrator, sizeof p->choices.integrator, "%s", integrator);
  jni_integrator_options options = {.step = step, .until = p->choices.until};
  p->f = jni_formulation_reduced.create(&jni_formulation_reduced, p->j, &p->choices, p->active, p->report);
  if (!p->f) return false;
  p->y = zeros(p->f->ode.n);
  p->m = jni_integrator_kind_find(integrator)->create(NULL, &p->f->ode, &options, p->report);
  return p->m && p->f->pack(p->f, p->sj, p->y) == JN_OK;
}

static inline bool new_pair(pair *p, const char *path, const jn_setting *settings, int n, const char *integrator,
                            double step) {
  return new_systems(p, path, settings, n) && new_method(p, integrator, step);
}

static inline jni_reduced *reduced_of(const pair *p) { return (jni_reduced *)p->f; }

// Steps to t and sets the state p->sj. Chooses new independent variables when necessary, as a run does.
static inline jn_status run_to(pair *p, double t) {
  jn_status status = p->m->kind->start(p->m, p->sj[0], p->y);
  while (status == JN_OK && p->m->t < t) {
    status = p->m->kind->step(p->m, t);
    if (status != JN_OK || !p->f->stale) continue;
    status = p->f->unpack_corrected(p->f, p->m->t, p->m->y, p->sj);
    if (status == JN_OK) status = p->f->pack(p->f, p->sj, p->y);
    if (status == JN_OK) status = p->m->kind->start(p->m, p->m->t, p->y);
  }
  return status == JN_OK ? p->f->unpack_corrected(p->f, p->m->t, p->m->y, p->sj) : status;
}

#endif
