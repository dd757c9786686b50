// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// session.c - the object Session: a run that the program steps, with held inputs. Only one thread at a time may use it;
// others are refused while it computes.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"

enum { STEPS_BETWEEN_LOOKS = 64 };  // steps between two checks for signals

typedef struct {
  PyObject_HEAD pj_model *model;
  jn_session *session;
  jn_run_event *events;  // events of the last step_to
  size_t nevents, capacity;
  bool lost;  // an event was lost for lack of memory
  bool busy;
} session;

static bool enter(session *s) {
  if (!s->busy) {
    s->busy = true;
    return true;
  }
  PyErr_SetString(PyExc_RuntimeError, "the session is computing in another thread");
  return false;
}

static bool is_free(const session *s) {
  if (s->busy) PyErr_SetString(PyExc_RuntimeError, "the session is computing in another thread");
  return !s->busy;
}

// ---- construction --------------------------------------------------------------------------------------------------

// Records an event of the run. Called with the lock released.
static void note_event(void *context, const jn_run_event *event) {
  session *s = context;
  if (s->nevents == s->capacity) {
    size_t capacity = s->capacity ? 2 * s->capacity : 16;
    jn_run_event *events = realloc(s->events, capacity * sizeof *events);
    if (!events) {
      s->lost = true;
      return;
    }
    s->events = events;
    s->capacity = capacity;
  }
  s->events[s->nevents++] = *event;
}

// Implements Session(model, probes, choices).
static PyObject *session_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
  PyObject *object, *names, *given;
  pj_texts probes;
  static char *const words[] = {"model", "probes", "choices", NULL};
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "OOO", (char **)words, &object, &names, &given)) return NULL;
  pj_model *model = pj_model_check(object);
  if (!model || !pj_texts_open(names, "probes", &probes)) return NULL;
  session *s = (session *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
  if (s) s->model = pj_model_following(model, &probes);
  if (s && s->model) s->session = pj_session_start(s->model, &probes, given);
  if (s && s->session) jn_session_listen(s->session, note_event, s);
  else Py_CLEAR(s);
  pj_texts_close(&probes);
  return (PyObject *)s;
}

static PyObject *session_clone(PyObject *object, PyObject *nothing) {
  (void)nothing;
  session *s = (session *)object;
  if (!is_free(s)) return NULL;
  jn_report *report = pj_report_new();
  session *copy =
      report ? (session *)((allocfunc)PyType_GetSlot(Py_TYPE(object), Py_tp_alloc))(Py_TYPE(object), 0) : NULL;
  if (!copy) return jn_report_free(report);
  copy->model = (pj_model *)Py_NewRef((PyObject *)s->model);
  copy->session = jn_session_clone(s->session, report);
  if (!copy->session) {
    Py_DECREF((PyObject *)copy);
    return pj_raise_report(report, "the clone");
  }
  jn_session_listen(copy->session, note_event, copy);
  jn_report_free(report);
  return (PyObject *)copy;
}

jn_session *pj_session_clone(PyObject *object, pj_model **model) {
  if (!PyObject_TypeCheck(object, pj_state_get()->session)) return NULL;
  session *s = (session *)object;
  if (!is_free(s)) return NULL;
  jn_report *report = pj_report_new();
  if (!report) return NULL;
  jn_session *copy = jn_session_clone(s->session, report);
  *model = s->model;
  if (!copy) return pj_raise_report(report, "the copy of the session");
  jn_report_free(report);
  return copy;
}

static int session_traverse(PyObject *object, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(object));
  Py_VISIT(((session *)object)->model);
  return 0;
}

// Frees the session before the model, to which it refers.
static void session_dealloc(PyObject *object) {
  session *s = (session *)object;
  PyTypeObject *type = Py_TYPE(object);
  PyObject_GC_UnTrack(object);
  jn_session_free(s->session);
  free(s->events);
  Py_CLEAR(s->model);
  ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
  Py_DECREF(type);
}

// ---- steps ---------------------------------------------------------------------------------------------------------

static PyObject *fail(session *s, jn_status status) {
  const jn_summary *summary = jn_run_summary(jn_session_run(s->session));
  jn_report *report = jn_report_new(NULL);
  jn_report_fault(report, status, "", "%s (at t = %.9g s)", summary->why, summary->time);
  return pj_raise(status, report, "a step");
}

// Steps with the lock released. *good false: a signal has raised an exception.
static jn_status advance(jn_session *s, double t, bool *good) {
  jn_status status = JN_OK;
  for (int n = 1; jn_session_time(s) < t && status == JN_OK && *good && !jn_session_stopped(s); n++) {
    status = jn_session_step(s, t);
    if (n % STEPS_BETWEEN_LOOKS == 0) *good = pj_go_on();
  }
  return status;
}

static PyObject *refuse_time(session *s, PyObject *time) {
  PyObject *now = PyFloat_FromDouble(jn_session_time(s->session));
  if (now) PyErr_Format(PyExc_ValueError, "step_to(%R): it must be a time from now on, and now it is %R s", time, now);
  Py_XDECREF(now);
  return NULL;
}

// Returns True if the time is reached, False if an event of the model has stopped the run.
static PyObject *session_step_to(PyObject *object, PyObject *time) {
  session *s = (session *)object;
  double t = PyFloat_AsDouble(time);
  bool good = true;
  jn_status status;
  if (t == -1 && PyErr_Occurred()) return NULL;
  if (!enter(s)) return NULL;
  if (!(t >= jn_session_time(s->session) && t < HUGE_VAL)) {
    s->busy = false;
    return refuse_time(s, time);
  }
  s->nevents = 0;
  s->lost = false;
  PyThreadState *unlocked = PyEval_SaveThread();
  status = advance(s->session, t, &good);
  PyEval_RestoreThread(unlocked);
  s->busy = false;
  if (!good) return NULL;
  if (status == JN_OK && s->lost) return PyErr_NoMemory();
  return status == JN_OK ? PyBool_FromLong(!jn_session_stopped(s->session)) : fail(s, status);
}

static bool input_of(const session *s, PyObject *name, int *input) {
  const char *text = PyUnicode_Check(name) ? PyUnicode_AsUTF8AndSize(name, NULL) : NULL;
  *input = text ? jn_session_input_find(s->session, text) : -1;
  if (*input < 0 && !PyErr_Occurred()) {
    PyObject *names = PyObject_GetAttrString((PyObject *)s->model, "inputs");
    pj_no_such(PyExc_KeyError, "input", name, names);
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
  jn_session_hold(s->session, input, value);
  Py_RETURN_NONE;
}

static PyObject *session_release(PyObject *object, PyObject *name) {
  session *s = (session *)object;
  int input;
  if (!is_free(s) || !input_of(s, name, &input)) return NULL;
  jn_session_hold(s->session, input, NAN);
  Py_RETURN_NONE;
}

static PyObject *get_held(PyObject *object, void *unused) {
  (void)unused;
  session *s = (session *)object;
  PyObject *held = is_free(s) ? PyDict_New() : NULL;
  for (int i = 0; held && i < jn_session_ninputs(s->session); i++) {
    double value = jn_session_held(s->session, i);
    if (!isnan(value) && !pj_put_number(held, jn_session_input_name(s->session, i), value)) Py_CLEAR(held);
  }
  return held;
}

// ---- parameters ----------------------------------------------------------------------------------------------------

// Reads names and values from a dict of texts to numbers. False with an exception.
static bool take_parameters(PyObject *given, const char **names, double *values) {
  PyObject *name, *value;
  Py_ssize_t at = 0;
  for (int n = 0; PyDict_Next(given, &at, &name, &value); n++) {
    names[n] = PyUnicode_Check(name) ? PyUnicode_AsUTF8AndSize(name, NULL) : NULL;
    if (!names[n] && !PyErr_Occurred())
      PyErr_Format(PyExc_TypeError, "names of parameters are texts, but %R is none", name);
    if (!names[n]) return false;
    values[n] = PyFloat_AsDouble(value);
    if (values[n] == -1 && PyErr_Occurred()) return false;
  }
  return true;
}

static PyObject *session_set_parameters(PyObject *object, PyObject *given) {
  session *s = (session *)object;
  if (!PyDict_Check(given)) {
    PyErr_SetString(PyExc_TypeError, "parameters are given as a dict of names and numbers");
    return NULL;
  }
  int n = (int)PyDict_Size(given);
  const char **names = calloc((size_t)n + 1, sizeof *names);
  double *values = calloc((size_t)n + 1, sizeof *values);
  jn_report *report = pj_report_new();
  bool good = report != NULL;
  if (good && (!names || !values)) {
    PyErr_NoMemory();
    good = false;
  }
  good = good && take_parameters(given, names, values) && is_free(s);
  jn_status status = good ? jn_session_set_parameters(s->session, names, values, n, report) : JN_OK;
  free(names);
  free(values);
  if (status != JN_OK) return pj_raise(status, report, "setting parameters");
  jn_report_free(report);
  return good ? Py_NewRef(Py_None) : NULL;
}

// ---- states --------------------------------------------------------------------------------------------------------

static PyObject *session_save(PyObject *object, PyObject *nothing) {
  (void)nothing;
  session *s = (session *)object;
  if (!is_free(s)) return NULL;
  PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)jn_session_save_size(s->session));
  jn_status status = bytes ? jn_session_save(s->session, PyBytes_AsString(bytes)) : JN_OK;
  if (status == JN_OK) return bytes;
  Py_DECREF(bytes);
  return fail(s, status);
}

static PyObject *session_load(PyObject *object, PyObject *bytes) {
  session *s = (session *)object;
  char *data;
  Py_ssize_t size;
  if (!is_free(s) || PyBytes_AsStringAndSize(bytes, &data, &size) != 0) return NULL;
  jn_report *report = pj_report_new();
  if (!report) return NULL;
  jn_status status = jn_session_load(s->session, data, (size_t)size, report);
  if (status != JN_OK) return pj_raise(status, report, "loading a state");
  jn_report_free(report);
  Py_RETURN_NONE;
}

static PyObject *session_restart(PyObject *object, PyObject *state) {
  session *s = (session *)object;
  pj_doubles given;
  if (!is_free(s) || !pj_doubles_open(state, "the state", &given)) return NULL;
  int n = jn_session_nstate(s->session);
  jn_status status = JN_OK;
  if (given.n == n && is_free(s)) status = jn_session_restart(s->session, given.data);
  else if (given.n != n)
    PyErr_Format(PyExc_ValueError, "the state has %zd numbers, but a state of this session has %d", given.n, n);
  pj_doubles_close(&given);
  if (status != JN_OK) return fail(s, status);
  return PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
}

// ---- getters -------------------------------------------------------------------------------------------------------

static PyObject *get_time(PyObject *object, void *unused) {
  (void)unused;
  session *s = (session *)object;
  return is_free(s) ? PyFloat_FromDouble(jn_session_time(s->session)) : NULL;
}

static PyObject *get_state(PyObject *object, void *unused) {
  (void)unused;
  session *s = (session *)object;
  if (!is_free(s)) return NULL;
  return pj_array_copy(jn_session_state(s->session), jn_session_nstate(s->session), -1);
}

static PyObject *get_outputs(PyObject *object, void *unused) {
  (void)unused;
  session *s = (session *)object;
  return is_free(s) ? pj_array_copy(jn_session_outputs(s->session), jn_session_noutputs(s->session), -1) : NULL;
}

static PyObject *get_poses(PyObject *object, void *unused) {
  (void)unused;
  session *s = (session *)object;
  return is_free(s) ? pj_array_copy(jn_session_poses(s->session) + JN_POSE, jn_session_nbodies(s->session) - 1, JN_POSE)
                    : NULL;
}

// Returns [(time, kind, name), ...].
static PyObject *get_events(PyObject *object, void *unused) {
  (void)unused;
  static const char *const kinds[JN_NEVENT_KINDS] = {"event", "contact", "jump", "sample", "touch"};
  session *s = (session *)object;
  PyObject *list = is_free(s) ? PyList_New(0) : NULL;
  for (size_t i = 0; list && i < s->nevents; i++) {
    const jn_run_event *e = &s->events[i];
    if (!pj_append(list, Py_BuildValue("(dsN)", e->time, kinds[e->kind], pj_text(e->name)))) Py_CLEAR(list);
  }
  return list;
}

static PyObject *session_output(PyObject *object, PyObject *index) {
  session *s = (session *)object;
  long i = PyLong_AsLong(index);
  if (!is_free(s) || (i == -1 && PyErr_Occurred())) return NULL;
  if (i < 0 || i >= jn_session_noutputs(s->session)) {
    PyErr_SetString(PyExc_IndexError, "no such output");
    return NULL;
  }
  return PyFloat_FromDouble(jn_session_outputs(s->session)[i]);
}

static PyObject *get_summary(PyObject *object, void *unused) {
  (void)unused;
  session *s = (session *)object;
  return is_free(s) ? pj_summary_dict(jn_run_summary(jn_session_run(s->session))) : NULL;
}

static PyObject *get_stopped(PyObject *object, void *unused) {
  (void)unused;
  return PyBool_FromLong(jn_session_stopped(((session *)object)->session));
}

static PyObject *get_names(PyObject *object, void *units) {
  return pj_output_names(((session *)object)->session, units);
}

static PyMethodDef session_methods[] = {
    {"step_to", session_step_to, METH_O,
     "step_to(time)\n--\n\nGoes on to a time. False: an event of the model has stopped it before."},
    {"hold", session_hold, METH_VARARGS, "hold(name, value)\n--\n\nHolds an input at a value from here on."},
    {"release", session_release, METH_O, "release(name)\n--\n\nLets an input go back to what the model says."},
    {"restart", session_restart, METH_O,
     "restart(state)\n--\n\nBegins anew at a state, which is put on the constraints."},
    {"_set_parameters", session_set_parameters, METH_O, "Goes on with other values of parameters."},
    {"_save", session_save, METH_NOARGS, "The session as bytes."},
    {"_load", session_load, METH_O, "Goes on from saved bytes."},
    {"_clone", session_clone, METH_NOARGS, "A second session at the same moment."},
    {"_output", session_output, METH_O, "One output."},
    {NULL, NULL, 0, NULL}};

static PyGetSetDef session_getters[] = {{"time", get_time, NULL, "The time reached, s.", NULL},
                                        {"_state", get_state, NULL, "t, q, v, z, s", NULL},
                                        {"_outputs", get_outputs, NULL, "Values of the outputs.", NULL},
                                        {"_poses", get_poses, NULL, "Position and quaternion of every body.", NULL},
                                        {"events", get_events, NULL, "Events of the last step_to.", NULL},
                                        {"held", get_held, NULL, "The inputs that are held, with their values.", NULL},
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
