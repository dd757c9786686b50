// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// runs.c - several runs from one start, and the names of their inputs and outputs.
#include <stdlib.h>

#include "core.h"

void pj_runs_free(jn_run **runs, int n) {
  for (int i = 0; runs && i < n; i++) jn_run_free(runs[i]);
  free(runs);
}

jn_run **pj_runs_new(const pj_start *start, const pj_texts *probes, int n) {
  jn_run_options options = jn_run_options_default();
  jn_report *report = pj_report_new();
  jn_run **runs = report ? calloc((size_t)n, sizeof *runs) : NULL;
  bool good = true;
  if (report && !runs) PyErr_NoMemory();
  if (!runs) return jn_report_free(report);
  options.choices = &start->choices;
  options.system = start->system, options.start = start->state;
  options.probes = probes->items, options.nprobes = probes->n;
  PyThreadState *unlocked = PyEval_SaveThread();
  for (int i = 0; good && i < n; i++) good = (runs[i] = jn_run_new(start->model->model, &options, report)) != NULL;
  PyEval_RestoreThread(unlocked);
  if (!good) return pj_runs_free(runs, n), pj_raise_report(report, "the start");
  jn_report_free(report);
  return runs;
}

int *pj_inputs_find(const jn_system *system, const pj_texts *names) {
  int *found = calloc((size_t)names->n + 1, sizeof *found);
  if (!found) return (int *)PyErr_NoMemory();
  for (int i = 0; i < names->n; i++) {
    found[i] = jn_input_find(system, names->items[i]);
    if (found[i] >= 0) continue;
    PyErr_Format(PyExc_KeyError, "the model has no input '%s'", names->items[i]);
    free(found);
    return NULL;
  }
  return found;
}

static const char *output_name(const void *run, int i) { return jn_run_output_name(run, i); }
static const char *output_unit(const void *run, int i) { return jn_run_output_unit(run, i); }

PyObject *pj_output_names(const jn_run *run, const void *units) {
  return pj_tuple(jn_run_noutputs(run), units ? output_unit : output_name, run);
}
