// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// session.c - the object Session: a run at the pace of the program, step by step, with inputs held at values of its
// own. One thread at a time uses it; another one is refused while it computes.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"

enum { STEPS_BETWEEN_LOOKS = 64 };  // at signals

typedef struct {
  PyObject_HEAD pj_model *model;
  jn_run *run;
  bool busy;
} session;

static bool enter(session *s) {
  if (!s->busy) return s->busy = true;
  PyErr_SetString(PyExc_RuntimeError, "the session is computing in another thread");
  return false;
}

static bool is_free(const session *s) {
  if (s->busy) PyErr_SetString(PyExc_RuntimeError, "the session is computing in another thread");
  return !s->busy;
}

// ---- making it -----------------------------------------------------------------------------------------------------

static bool start(session *s, const pj_texts *probes, PyObject *given) {
  jn_choices choices;
  jn_run_options options = jn_run_options_default();
  jn_report *report = pj_report_new();
  if (!report) return false;
  if (!pj_choices(s->model, given, &choices, report)) return jn_report_free(report);
  options.choices = &choices;
  options.probes = probes->items, options.nprobes = probes->n;
  PyThreadState *unlocked = PyEval_SaveThread();
  s->run = jn_run_new(s->model->model, &options, report);
  PyEval_RestoreThread(unlocked);
  if (!s->run) return pj_raise_report(report, "the start");
  jn_report_free(report);
  return true;
}

// Session(model, probes, choices)
static PyObject *session_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
  PyObject *object, *names, *given;
  pj_texts probes;
  static char *const words[] = {"model", "probes", "choices", NULL};
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "OOO", (char **)words, &object, &names, &given)) return NULL;
  pj_model *model = pj_model_check(object);
  if (!model || !pj_texts_open(names, "probes", &probes)) return NULL;
  session *s = (session *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
  if (s) s->model = pj_model_following(model, &probes);
  if (s && (!s->model || !start(s, &probes, given))) Py_CLEAR(s);
  pj_texts_close(&probes);
  return (PyObject *)s;
}

static int session_traverse(PyObject *object, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(object));
  Py_VISIT(((session *)object)->model);
  return 0;
}

// The run looks at the model: both go together, at the end.
static void session_dealloc(PyObject *object) {
  session *s = (session *)object;
  PyTypeObject *type = Py_TYPE(object);
  PyObject_GC_UnTrack(object);
  jn_run_free(s->run);
  Py_CLEAR(s->model);
  ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
  Py_DECREF(type);
}

// ---- steps ---------------------------------------------------------------------------------------------------------

static PyObject *fail(session *s, jn_status status) {
  const jn_summary *summary = jn_run_summary(s->run);
  jn_report *report = jn_report_new(NULL);
  jn_report_fault(report, status, "", "%s (at t = %.9g s)", summary->why, summary->time);
  return pj_raise(status, report, "a step");
}

// Without the lock. *good false: a signal has raised an exception.
static jn_status advance(jn_run *run, double t, bool *good) {
  jn_status status = JN_OK;
  for (int n = 1; jn_run_state(run)[0] < t && status == JN_OK && *good && !jn_run_stopped(run); n++) {
    status = jn_run_step(run, t);
    if (n % STEPS_BETWEEN_LOOKS == 0) *good = pj_go_on();
  }
  return status;
}

static PyObject *refuse_time(session *s, PyObject *time) {
  PyObject *now = PyFloat_FromDouble(jn_run_state(s->run)[0]);
  if (now) PyErr_Format(PyExc_ValueError, "step_to(%R): it must be a time from now on, and now it is %R s", time, now);
  Py_XDECREF(now);
  return NULL;
}

// True: the time is reached. False: an event of the model has stopped it.
static PyObject *session_step_to(PyObject *object, PyObject *time) {
  session *s = (session *)object;
  double t = PyFloat_AsDouble(time);
  bool good = true;
  jn_status status;
  if (t == -1 && PyErr_Occurred()) return NULL;
  if (!enter(s)) return NULL;
  if (!(t >= jn_run_state(s->run)[0] && t < HUGE_VAL)) return s->busy = false, refuse_time(s, time);
  PyThreadState *unlocked = PyEval_SaveThread();
  status = advance(s->run, t, &good);
  PyEval_RestoreThread(unlocked);
  s->busy = false;
  if (!good) return NULL;
  return status == JN_OK ? PyBool_FromLong(!jn_run_stopped(s->run)) : fail(s, status);
}

static bool input_of(const session *s, PyObject *name, int *input) {
  const char *text = PyUnicode_Check(name) ? PyUnicode_AsUTF8AndSize(name, NULL) : NULL;
  *input = text ? jn_input_find(jn_run_system(s->run), text) : -1;
  if (*input < 0 && !PyErr_Occurred()) {
    PyObject *names = PyObject_GetAttrString((PyObject *)s->model, "inputs");
    if (names) PyErr_Format(PyExc_KeyError, "the model has no input %R; its inputs are %R", name, names);
    Py_XDECREF(names);
  }
  return *input >= 0;
}

static PyObject *session_hold(PyObject *object, PyObject *args) {
  session *s = (session *)object;
  PyObject *name;
  double value;
  int input;
  if (!PyArg_ParseTuple(args, "Od:hold", &name, &value) || !is_free(s) || !input_of(s, name, &input)) return NULL;
  if (!isfinite(value)) {
    PyErr_Format(PyExc_ValueError, "an input must be held at a finite number; release(%R) lets it go", name);
    return NULL;
  }
  jn_run_hold_input(s->run, input, value);
  Py_RETURN_NONE;
}

static PyObject *session_release(PyObject *object, PyObject *name) {
  session *s = (session *)object;
  int input;
  if (!is_free(s) || !input_of(s, name, &input)) return NULL;
  jn_run_hold_input(s->run, input, NAN);
  Py_RETURN_NONE;
}

// ---- states --------------------------------------------------------------------------------------------------------

static PyObject *session_save(PyObject *object, PyObject *nothing) {
  (void)nothing;
  session *s = (session *)object;
  if (!is_free(s)) return NULL;
  int n = jn_run_checkpoint_size(s->run);
  PyObject *bytes = PyBytes_FromStringAndSize(NULL, n * (Py_ssize_t)sizeof(double));
  double *block = malloc((size_t)n * sizeof *block);
  if (bytes && !block) PyErr_NoMemory();
  jn_status status = bytes && block ? jn_run_save(s->run, block) : JN_OK;
  if (bytes && block) memcpy(PyBytes_AsString(bytes), block, (size_t)n * sizeof *block);
  free(block);
  if (status != JN_OK) fail(s, status);
  if (PyErr_Occurred()) Py_CLEAR(bytes);
  return bytes;
}

static PyObject *session_load(PyObject *object, PyObject *bytes) {
  session *s = (session *)object;
  char *data;
  Py_ssize_t size;
  if (!is_free(s) || PyBytes_AsStringAndSize(bytes, &data, &size) != 0) return NULL;
  jn_report *report = pj_report_new();
  double *block = report ? malloc((size_t)size + sizeof *block) : NULL;
  if (report && !block) PyErr_NoMemory();
  if (!block) return jn_report_free(report);
  memcpy(block, data, (size_t)size);
  jn_status status = jn_run_load(s->run, block, (int)(size / (Py_ssize_t)sizeof *block), report);
  free(block);
  if (status != JN_OK) return pj_raise(status, report, "loading a state");
  jn_report_free(report);
  Py_RETURN_NONE;
}

static PyObject *session_restart(PyObject *object, PyObject *state) {
  session *s = (session *)object;
  pj_doubles given;
  if (!is_free(s) || !pj_doubles_open(state, "the state", &given)) return NULL;
  int n = jn_system_sizes(jn_run_system(s->run)).nstate;
  jn_status status = JN_OK;
  if (given.n == n && is_free(s)) status = jn_run_restart(s->run, given.data);
  else if (given.n != n)
    PyErr_Format(PyExc_ValueError, "the state has %zd numbers, but a state of this session has %d", given.n, n);
  pj_doubles_close(&given);
  if (status != JN_OK) return fail(s, status);
  return PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
}

// ---- looking -------------------------------------------------------------------------------------------------------

static PyObject *get_time(PyObject *object, void *unused) {
  (void)unused;
  session *s = (session *)object;
  return is_free(s) ? PyFloat_FromDouble(jn_run_state(s->run)[0]) : NULL;
}

static PyObject *get_state(PyObject *object, void *unused) {
  (void)unused;
  session *s = (session *)object;
  if (!is_free(s)) return NULL;
  return pj_array_copy(jn_run_state(s->run), jn_system_sizes(jn_run_system(s->run)).nstate, -1);
}

static PyObject *get_outputs(PyObject *object, void *unused) {
  (void)unused;
  session *s = (session *)object;
  return is_free(s) ? pj_array_copy(jn_run_outputs(s->run), jn_run_noutputs(s->run), -1) : NULL;
}

static PyObject *session_output(PyObject *object, PyObject *index) {
  session *s = (session *)object;
  long i = PyLong_AsLong(index);
  if (!is_free(s) || (i == -1 && PyErr_Occurred())) return NULL;
  if (i < 0 || i >= jn_run_noutputs(s->run)) return PyErr_SetString(PyExc_IndexError, "no such output"), NULL;
  return PyFloat_FromDouble(jn_run_outputs(s->run)[i]);
}

static PyObject *get_summary(PyObject *object, void *unused) {
  (void)unused;
  session *s = (session *)object;
  return is_free(s) ? pj_summary_dict(jn_run_summary(s->run)) : NULL;
}

static PyObject *get_stopped(PyObject *object, void *unused) {
  (void)unused;
  return PyBool_FromLong(jn_run_stopped(((session *)object)->run));
}

static PyObject *get_names(PyObject *object, void *units) { return pj_output_names(((session *)object)->run, units); }

static PyMethodDef session_methods[] = {
    {"step_to", session_step_to, METH_O,
     "step_to(time)\n--\n\nGoes on to a time. False: an event of the model has stopped it before."},
    {"hold", session_hold, METH_VARARGS, "hold(name, value)\n--\n\nHolds an input at a value from here on."},
    {"release", session_release, METH_O, "release(name)\n--\n\nLets an input go back to what the model says."},
    {"restart", session_restart, METH_O,
     "restart(state)\n--\n\nBegins anew at a state, which is put on the constraints."},
    {"_save", session_save, METH_NOARGS, "A checkpoint as bytes."},
    {"_load", session_load, METH_O, "Goes on from a checkpoint."},
    {"_output", session_output, METH_O, "One output."},
    {NULL, NULL, 0, NULL}};

static PyGetSetDef session_getters[] = {{"time", get_time, NULL, "The time reached, s.", NULL},
                                        {"_state", get_state, NULL, "t, q, v, z, s", NULL},
                                        {"_outputs", get_outputs, NULL, "Values of the outputs.", NULL},
                                        {"_summary", get_summary, NULL, "Counts so far.", NULL},
                                        {"stopped", get_stopped, NULL, "An event of the model has stopped it.", NULL},
                                        {"names", get_names, NULL, "Names of the outputs.", NULL},
                                        {"_units", get_names, NULL, "Their units.", "u"},
                                        {NULL, NULL, NULL, NULL, NULL}};

static PyType_Slot session_slots[] = {{Py_tp_doc, "A run at the pace of the program."},
                                      {Py_tp_new, session_new},
                                      {Py_tp_dealloc, session_dealloc},
                                      {Py_tp_traverse, session_traverse},
                                      {Py_tp_methods, session_methods},
                                      {Py_tp_getset, session_getters},
                                      {0, NULL}};
PyType_Spec pj_session_spec = {"jounce._core.Session", sizeof(session), 0,
                               Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, session_slots};
