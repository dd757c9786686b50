// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// errors.c - reports of the library as exceptions with all messages. The classes are in jounce/errors.py.
#include "core.h"

static const char *const severities[] = {"note", "warning", "error"};

static const char *status_name(jn_status status) {
  static const char *const names[] = {
#define JN_X(name, code, text) #name,
      JN_STATUS_LIST(JN_X)
#undef JN_X
  };
  return status >= 0 && status < JN_STATUS_COUNT ? names[status] : "";
}

jn_report *pj_report_new(void) {
  jn_report *report = jn_report_new(NULL);
  if (!report) PyErr_NoMemory();
  return report;
}

static PyObject *message(const jn_error *error) {
  PyObject *file = pj_text(error->file), *element = pj_text(error->element), *what = pj_text(error->what);
  if (file && element && what)
    return Py_BuildValue("(sNiiNN)", severities[error->severity], file, error->line, error->column, element, what);
  Py_XDECREF(file);
  Py_XDECREF(element);
  Py_XDECREF(what);
  return NULL;
}

PyObject *pj_messages(const jn_report *report) {
  PyObject *list = PyList_New(0);
  for (int i = 0; list && i < jn_report_size(report); i++)
    if (!pj_append(list, message(jn_report_get(report, i)))) Py_CLEAR(list);
  return list;
}

static void set_exception(jn_status status, const jn_report *report, const char *doing) {
  PyObject *messages = report ? pj_messages(report) : PyList_New(0);
  PyObject *error = !messages
                        ? NULL
                        : PyObject_CallMethod(pj_state_get()->errors, "make", "ssiOs", status_name(status),
                                              jn_status_text(status), jn_status_exit_code(status), messages, doing);
  if (error) PyErr_SetObject((PyObject *)Py_TYPE(error), error);
  Py_XDECREF(error);
  Py_XDECREF(messages);
}

void *pj_raise(jn_status status, jn_report *report, const char *doing) {
  if (PyErr_Occurred()) return jn_report_free(report);
  if (status == JN_NO_MEMORY) PyErr_NoMemory();
  else set_exception(status, report, doing);
  return jn_report_free(report);
}

void *pj_raise_report(jn_report *report, const char *doing) {
  jn_status status = JN_BAD_ARGUMENT;
  for (int i = jn_report_size(report); i-- > 0;)
    if (jn_report_get(report, i)->severity == JN_FAULT) status = jn_report_get(report, i)->status;
  return pj_raise(status, report, doing);
}

void *pj_no_such(PyObject *exception, const char *what, PyObject *name, PyObject *known) {
  PyObject *text = known ? PyObject_CallMethod(pj_state_get()->errors, "no_such", "sOO", what, name, known) : NULL;
  if (text) PyErr_SetObject(exception, text);
  Py_XDECREF(text);
  return NULL;
}

static bool watch_signals(void *context) {
  (void)context;
  return pj_go_on();
}

bool pj_crew_run(jn_crew crew) {
  crew.watch = watch_signals;
  PyThreadState *unlocked = PyEval_SaveThread();
  bool good = jn_crew_run(NULL, &crew);
  PyEval_RestoreThread(unlocked);
  return good;
}

bool pj_go_on(void) {
  PyGILState_STATE lock = PyGILState_Ensure();
  bool good = !PyErr_Occurred() && PyErr_CheckSignals() == 0;
  PyGILState_Release(lock);
  return good;
}
