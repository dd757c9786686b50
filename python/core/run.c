// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// run.c - a run, collected as a table whose columns Python reads without a copy.
#include <stdlib.h>

#include "core.h"

// ---- tables --------------------------------------------------------------------------------------------------------

static void free_table(PyObject *capsule) { jn_table_free(PyCapsule_GetPointer(capsule, "jounce.table")); }

static bool fill_parts(PyObject *owner, const jn_table *table, PyObject *names, PyObject *units, PyObject *columns) {
  for (int i = 0; i < jn_table_ncolumns(table); i++)
    if (!pj_append(names, pj_text(jn_table_name(table, i))) || !pj_append(units, pj_text(jn_table_unit(table, i))) ||
        !pj_append(columns, pj_array_of(owner, jn_table_column(table, i), jn_table_nrows(table), -1)))
      return false;
  return true;
}

PyObject *pj_table_parts(jn_table *table) {
  PyObject *owner = PyCapsule_New(table, "jounce.table", free_table);
  if (!owner) return jn_table_free(table);
  PyObject *names = PyList_New(0), *units = PyList_New(0), *columns = PyList_New(0), *parts = NULL;
  if (names && units && columns && fill_parts(owner, table, names, units, columns))
    parts = Py_BuildValue("(NOOO)", pj_text(jn_table_title(table)), names, units, columns);
  Py_XDECREF(names);
  Py_XDECREF(units);
  Py_XDECREF(columns);
  Py_DECREF(owner);
  return parts;
}

// ---- the run -------------------------------------------------------------------------------------------------------

// Checks for signals and reports the progress of a run. Returns false to interrupt it.
static bool tell_progress(void *context, const jn_progress *now) {
  PyObject *callback = context;
  PyGILState_STATE lock = PyGILState_Ensure();
  bool good = PyErr_CheckSignals() == 0;
  if (good && callback) {
    PyObject *answer = PyObject_CallFunction(callback, "dd", now->time, now->until);
    good = answer && answer != Py_False;
    Py_XDECREF(answer);
  }
  PyGILState_Release(lock);
  return good;
}

typedef struct {
  pj_model *model;
  jn_choices choices;
  pj_texts probes;
  PyObject *progress;  // NULL: none
  jn_report *report;
  jn_table *table;
  jn_run *run;
} job;

static jn_status execute(job *j) {
  jn_run_options options = jn_run_options_default();
  jn_sink *sink = jn_table_sink(j->table);
  options.choices = &j->choices;
  options.probes = j->probes.items;
  options.nprobes = j->probes.n;
  options.sinks = &sink;
  options.nsinks = 1;
  options.progress = tell_progress;
  options.progress_context = j->progress;
  j->run = jn_run_new(j->model->model, &options, j->report);
  return j->run ? jn_run_execute(j->run, j->report) : JN_OK;
}

static PyObject *exception(job *j, jn_status status) {
  PyObject *type, *value, *trace;
  pj_raise(status, j->report, "the run");
  j->report = NULL;
  PyErr_Fetch(&type, &value, &trace);
  PyErr_NormalizeException(&type, &value, &trace);
  Py_XDECREF(type);
  Py_XDECREF(trace);
  return value;
}

// Returns (exception or None, parts, summary, messages); a failed run has its results so far.
static PyObject *answer(job *j, jn_status status) {
  PyObject *messages = pj_messages(j->report), *summary = pj_summary_dict(jn_run_summary(j->run));
  PyObject *parts = pj_table_parts(j->table), *error;
  j->table = NULL;
  error = messages && status != JN_OK && status != JN_INTERRUPTED ? exception(j, status) : Py_NewRef(Py_None);
  if (messages && summary && parts && error) return Py_BuildValue("(NNNN)", error, parts, summary, messages);
  Py_XDECREF(messages);
  Py_XDECREF(summary);
  Py_XDECREF(parts);
  Py_XDECREF(error);
  return NULL;
}

static PyObject *run_job(job *j) {
  jn_status status;
  PyThreadState *unlocked = PyEval_SaveThread();
  status = execute(j);
  PyEval_RestoreThread(unlocked);
  if (!j->run) {
    jn_report *report = j->report;
    j->report = NULL;
    return pj_raise_report(report, "the run");
  }
  if (PyErr_Occurred()) return NULL;  // raised by a signal or the callback
  return answer(j, status);
}

// Implements run(model, probes, choices, progress).
PyObject *pj_run(PyObject *self, PyObject *args) {
  (void)self;
  PyObject *object, *probes, *given, *progress, *result = NULL;
  if (!PyArg_ParseTuple(args, "OOOO", &object, &probes, &given, &progress)) return NULL;
  pj_model *model = pj_model_check(object);
  job j = {.progress = progress == Py_None ? NULL : progress};
  if (!model || !pj_texts_open(probes, "probes", &j.probes)) return NULL;
  j.model = pj_model_following(model, &j.probes);
  j.report = j.model ? pj_report_new() : NULL;
  j.table = j.report ? jn_table_new(NULL) : NULL;
  if (j.report && !j.table) PyErr_NoMemory();
  if (j.table && pj_choices(j.model, given, &j.choices, j.report)) result = run_job(&j);
  jn_run_free(j.run);
  jn_table_free(j.table);
  jn_report_free(j.report);
  pj_texts_close(&j.probes);
  Py_XDECREF((PyObject *)j.model);
  return result;
}
