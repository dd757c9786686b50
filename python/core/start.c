// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// start.c - a model at its start, from which analyses begin.
#include <stdlib.h>

#include "core.h"

void pj_start_close(pj_start *start) {
  jn_system_free(start->system);
  free(start->state);
  jn_report_free(start->report);
  Py_CLEAR(start->model);
  *start = (pj_start){.model = NULL};
}

// Computes system and state with the lock released. *made: there is a system. Uses joint coordinates for a model with
// armature, whatever `coordinates` requests.
static jn_status find(pj_start *start, const char *coordinates, bool *made) {
  jn_status status = jn_choices_resolve(start->model->model, &start->choices, start->report);
  if (status != JN_OK) return status;
  if (coordinates && jn_model_has_armature(start->model->model)) coordinates = "joint";
  start->system =
      jn_system_new(start->model->model, coordinates ? coordinates : start->choices.coordinates, start->report);
  if (!start->system) return JN_BAD_MODEL;
  *made = true;
  start->state = calloc((size_t)jn_system_sizes(start->system).nstate, sizeof *start->state);
  if (!start->state) return JN_NO_MEMORY;
  return jn_start(start->system, &start->choices, start->state, &start->assembly, &start->settled, start->report);
}

static void *fail(pj_start *start, jn_status status, bool made) {
  jn_report *report = start->report;
  start->report = NULL;
  if (made) pj_raise(status, report, "the start");
  else pj_raise_report(report, "the equations of the model");
  pj_start_close(start);
  return NULL;
}

bool pj_start_open(pj_model *model, PyObject *given, const char *coordinates, const pj_texts *probes, pj_start *start) {
  *start = (pj_start){.model = pj_model_following(model, probes), .report = NULL};
  if (start->model) start->report = pj_report_new();
  if (!start->report || !pj_choices(start->model, given, &start->choices, start->report)) {
    pj_start_close(start);
    return false;
  }
  jn_status status;
  bool made = false;
  PyThreadState *unlocked = PyEval_SaveThread();
  status = find(start, coordinates, &made);
  PyEval_RestoreThread(unlocked);
  return status == JN_OK || fail(start, status, made);
}

static bool put_values(PyObject *dict, const jn_probe *probe, const double *values) {
  for (int i = 0; i < jn_probe_count(probe); i++)
    if (!pj_put_number(dict, jn_probe_name(probe, i), values[i])) return false;
  return true;
}

PyObject *pj_outputs_at(const pj_start *start, const pj_texts *probes, const double *vdot, const double *lambda) {
  jn_report *report = pj_report_new();
  if (!report) return NULL;
  jn_probe *probe = jn_probe_new(start->system, probes ? probes->items : NULL, probes ? probes->n : 0, true, report);
  if (!probe) return pj_raise_report(report, "the outputs");
  jn_work *work = jn_work_new(start->system);
  double *values = calloc((size_t)jn_probe_count(probe) + 1, sizeof *values);
  PyObject *dict = work && values ? PyDict_New() : PyErr_NoMemory();
  if (dict) jn_probe_calc(probe, work, start->state, vdot, lambda, values);
  if (dict && !put_values(dict, probe, values)) Py_CLEAR(dict);
  free(values);
  jn_work_free(work);
  jn_probe_free(probe);
  jn_report_free(report);
  return dict;
}
