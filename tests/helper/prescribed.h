// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// prescribed.h - a model with prescribed motion in chosen coordinates: makes it, moves it to a time, returns signals by
// name.
#ifndef JOUNCE_PRESCRIBED_H
#define JOUNCE_PRESCRIBED_H

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"

typedef struct {
  jn_model *model;
  jn_system *system;
  double *state;  // assembled
  jn_report *report;
  jn_kinematics *kinematics;  // NULL: refused
} prescribed;

// `source` is a path, or a text that begins with "jounce:". options NULL: the default.
static inline prescribed prescribed_new(const char *source, const char *coordinates,
                                        const jn_kinematics_options *options) {
  prescribed p = {.report = jn_report_new(NULL)};
  jn_assembly result;
  if (strncmp(source, "jounce:", 7) == 0)
    p.model = jn_model_read_text(NULL, "text", source, strlen(source), NULL, 0, p.report);
  else p.model = jn_model_read(NULL, source, NULL, 0, p.report);
  CHECK(p.model != NULL);
  p.system = p.model ? jn_system_new(p.model, coordinates, p.report) : NULL;
  CHECK(p.system != NULL);
  if (!p.system) return p;
  p.state = malloc((size_t)jn_system_sizes(p.system).nstate * sizeof *p.state);
  jn_system_initial_state(p.system, p.state);
  CHECK(jn_assemble(p.system, p.state, &result, p.report) == JN_OK);
  p.kinematics = jn_kinematics_new(p.system, options, p.state, p.report);
  return p;
}

static inline void prescribed_free(prescribed *p) {
  jn_kinematics_free(p->kinematics);
  jn_report_free(p->report);
  free(p->state);
  jn_system_free(p->system);
  jn_model_free(p->model);
}

// Returns the value of a signal at the last time; NaN: none.
static inline double prescribed_value(prescribed *p, const char *name) {
  double values[16] = {NAN};
  jn_probe *probe = p->kinematics ? jn_probe_new(p->system, &name, 1, false, p->report) : NULL;
  if (probe)
    jn_probe_calc(probe, jn_kinematics_work(p->kinematics), jn_kinematics_state(p->kinematics),
                  jn_kinematics_vdot(p->kinematics), jn_kinematics_lambda(p->kinematics), values);
  jn_probe_free(probe);
  return values[0];
}

static inline bool prescribed_says(const prescribed *p, const char *words) {
  for (int i = 0; i < jn_report_size(p->report); i++)
    if (strstr(jn_report_get(p->report, i)->what, words)) return true;
  for (int i = 0; i < jn_report_size(p->report); i++) printf("  said: %s\n", jn_report_get(p->report, i)->what);
  return false;
}

#endif
