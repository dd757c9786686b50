// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// sessions.c - sessions of the library for Python objects: one from its choices, several as clones of it, names of
// inputs and outputs.
#include <stdlib.h>

#include "core.h"

jn_session *pj_session_start(const pj_model *model, const pj_texts *probes, PyObject *given) {
  jn_choices choices;
  jn_run_options options = jn_run_options_default();
  jn_report *report = pj_report_new();
  if (!report || !pj_choices(model, given, &choices, report)) return jn_report_free(report);
  options.choices = &choices;
  options.probes = probes->items;
  options.nprobes = probes->n;
  PyThreadState *unlocked = PyEval_SaveThread();
  jn_session *made = jn_session_new(model->model, &options, report);
  PyEval_RestoreThread(unlocked);
  if (!made) return pj_raise_report(report, "the start");
  jn_report_free(report);
  return made;
}

void pj_sessions_free(jn_session **sessions, int n) {
  for (int i = 0; sessions && i < n; i++) jn_session_free(sessions[i]);
  free(sessions);
}

jn_session **pj_sessions_new(jn_session *first, int n) {
  jn_report *report = pj_report_new();
  jn_session **all = report ? calloc((size_t)n, sizeof *all) : NULL;
  bool good = all != NULL;
  if (report && !all) PyErr_NoMemory();
  if (!all) {
    jn_session_free(first);
    return jn_report_free(report);
  }
  all[0] = first;
  PyThreadState *unlocked = PyEval_SaveThread();
  for (int i = 1; good && i < n; i++) {
    all[i] = jn_session_clone(first, report);
    good = all[i] != NULL;
  }
  PyEval_RestoreThread(unlocked);
  if (!good) {
    pj_sessions_free(all, n);
    return pj_raise_report(report, "the start");
  }
  jn_report_free(report);
  return all;
}

static const char *input_name(const void *session, int i) { return jn_session_input_name(session, i); }

int *pj_inputs_find(const jn_session *session, const pj_texts *names) {
  int *found = calloc((size_t)names->n + 1, sizeof *found);
  if (!found) return (int *)PyErr_NoMemory();
  for (int i = 0; i < names->n; i++) {
    found[i] = jn_session_input_find(session, names->items[i]);
    if (found[i] >= 0) continue;
    PyObject *known = pj_tuple(jn_session_ninputs(session), input_name, session);
    pj_no_such(PyExc_KeyError, "input", PyTuple_GetItem(names->tuple, i), known);
    Py_XDECREF(known);
    free(found);
    return NULL;
  }
  return found;
}

static const char *output_name(const void *session, int i) { return jn_session_output_name(session, i); }
static const char *output_unit(const void *session, int i) { return jn_session_output_unit(session, i); }

PyObject *pj_output_names(const jn_session *session, const void *units) {
  return pj_tuple(jn_session_noutputs(session), units ? output_unit : output_name, session);
}
