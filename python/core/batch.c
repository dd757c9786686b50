// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// batch.c - the object Batch: sessions of one model for reinforcement learning. All take steps of the same length with
// their own inputs, on several threads, and can be restarted separately.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"

typedef struct {
  PyObject_HEAD pj_model *model;
  int n, threads, nstate, noutputs, nheld, *held;
  jn_session **sessions;
  char *status;  // n: 0 the session runs, 1 an event has stopped it, 2 it has failed
  bool busy;
} batch;

static bool is_free(const batch *b) {
  if (b->busy) PyErr_SetString(PyExc_RuntimeError, "the batch is computing in another thread");
  return !b->busy;
}

// ---- construction --------------------------------------------------------------------------------------------------

static bool make_sessions(batch *b, const pj_texts *names, const pj_texts *probes, PyObject *given) {
  jn_session *first = pj_session_start(b->model, probes, given);
  if (!first) return false;
  b->nheld = names->n;
  b->held = pj_inputs_find(first, names);
  b->nstate = jn_session_nstate(first);
  b->noutputs = jn_session_noutputs(first);
  if (b->held) b->sessions = pj_sessions_new(first, b->n);
  else jn_session_free(first);
  if (!b->sessions) return false;
  b->status = calloc((size_t)b->n, 1);
  if (!b->status) PyErr_NoMemory();
  return b->status != NULL;
}

static bool open_all(batch *b, pj_model *model, PyObject *inputs, PyObject *probes, PyObject *given) {
  pj_texts names = {.n = 0}, more = {.n = 0};
  bool good = pj_texts_open(inputs, "inputs", &names) && pj_texts_open(probes, "probes", &more);
  if (good) b->model = pj_model_following(model, &more);
  good = b->model && make_sessions(b, &names, &more, given);
  pj_texts_close(&names);
  pj_texts_close(&more);
  return good;
}

// Implements Batch(model, n, threads, inputs, probes, choices).
static PyObject *batch_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
  PyObject *object, *inputs, *probes, *given;
  int n, threads;
  static char *const words[] = {"model", "n", "threads", "inputs", "probes", "choices", NULL};
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "OiiOOO", (char **)words, &object, &n, &threads, &inputs, &probes,
                                   &given))
    return NULL;
  pj_model *model = pj_model_check(object);
  if (!model) return NULL;
  if (n < 1 || n > 1000000) {
    PyErr_SetString(PyExc_ValueError, "a batch has 1 to 1000000 sessions");
    return NULL;
  }
  if (threads < 1 || threads > 4096) {
    PyErr_SetString(PyExc_ValueError, "threads must be 1 to 4096");
    return NULL;
  }
  batch *b = (batch *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
  if (!b) return NULL;
  b->n = n;
  b->threads = threads;
  if (!open_all(b, model, inputs, probes, given)) Py_CLEAR(b);
  return (PyObject *)b;
}

static int batch_traverse(PyObject *object, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(object));
  Py_VISIT(((batch *)object)->model);
  return 0;
}

static void batch_dealloc(PyObject *object) {
  batch *b = (batch *)object;
  PyTypeObject *type = Py_TYPE(object);
  PyObject_GC_UnTrack(object);
  pj_sessions_free(b->sessions, b->n);
  free(b->status);
  free(b->held);
  Py_CLEAR(b->model);
  ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
  Py_DECREF(type);
}

// ---- steps ---------------------------------------------------------------------------------------------------------

typedef struct {
  batch *b;
  const double *inputs;  // n x nheld values of the inputs
  double dt;
} stride;

static void step_one(void *context, jn_crew_member *member, long i) {
  const stride *s = context;
  batch *b = s->b;
  jn_session *one = b->sessions[i];
  if (b->status[i]) return;
  for (int k = 0; k < b->nheld; k++) jn_session_hold(one, b->held[k], s->inputs[i * b->nheld + k]);
  double t = jn_session_time(one) + s->dt;
  while (!b->status[i] && jn_session_time(one) < t && jn_crew_goes_on(member)) {
    if (jn_session_step(one, t) != JN_OK) b->status[i] = 2;
    else if (jn_session_stopped(one)) b->status[i] = 1;
  }
}

// Implements step(dt, inputs), which steps all running sessions.
static PyObject *batch_step(PyObject *object, PyObject *args) {
  batch *b = (batch *)object;
  PyObject *inputs;
  pj_doubles given;
  stride s = {.b = b};
  if (!PyArg_ParseTuple(args, "dO", &s.dt, &inputs) || !is_free(b)) return NULL;
  if (!(s.dt > 0 && s.dt < HUGE_VAL)) {
    PyErr_SetString(PyExc_ValueError, "dt must be a positive time");
    return NULL;
  }
  if (!pj_doubles_open(inputs, "inputs", &given)) return NULL;
  bool fits = given.n == (Py_ssize_t)b->n * b->nheld, good = fits;
  if (!fits)
    PyErr_Format(PyExc_ValueError, "inputs have the shape (%d, %d), but there are %zd numbers", b->n, b->nheld,
                 given.n);
  for (Py_ssize_t i = 0; good && i < given.n; i++) {
    good = isfinite(given.data[i]);
    if (!good) PyErr_Format(PyExc_ValueError, "input %zd is not finite", i);
  }
  s.inputs = given.data;
  const jn_crew crew = {.context = &s, .work = step_one, .n = b->n, .threads = b->threads};
  good = good && is_free(b);  // checked again: reading the inputs may have run other Python code
  if (good) {
    b->busy = true;
    good = pj_crew_run(crew);
    b->busy = false;
  }
  pj_doubles_close(&given);
  return good ? Py_NewRef(Py_None) : NULL;
}

typedef struct {
  batch *b;
  const int *which;
  const double *states;
} revival;

static void restart_one(void *context, jn_crew_member *member, long k) {
  (void)member;
  const revival *r = context;
  batch *b = r->b;
  int i = r->which[k];
  for (int h = 0; h < b->nheld; h++) jn_session_hold(b->sessions[i], b->held[h], NAN);
  b->status[i] = jn_session_restart(b->sessions[i], r->states + k * b->nstate) == JN_OK ? 0 : 2;
}

static int *numbers(const batch *b, PyObject *sequence, Py_ssize_t *n) {
  *n = PySequence_Size(sequence);
  int *list = *n >= 0 ? calloc((size_t)*n + 1, sizeof *list) : NULL;
  for (Py_ssize_t k = 0; list && k < *n; k++) {
    PyObject *item = PySequence_GetItem(sequence, k);
    long i = item ? PyLong_AsLong(item) : -1;
    Py_XDECREF(item);
    if (!PyErr_Occurred() && (i < 0 || i >= b->n))
      PyErr_Format(PyExc_IndexError, "there is no session %ld: there are %d", i, b->n);
    if (PyErr_Occurred()) {
      free(list);
      return NULL;
    }
    list[k] = (int)i;
  }
  return list;
}

static bool are_different(const int *list, Py_ssize_t n, int most) {
  char *seen = calloc((size_t)most, 1);
  bool good = seen != NULL;
  for (Py_ssize_t k = 0; good && k < n; k++) good = !seen[list[k]]++;
  free(seen);
  if (!good) PyErr_SetString(PyExc_ValueError, "a session is named twice");
  return good;
}

// Implements restart(numbers, states), which restarts these sessions, each from its state.
static PyObject *batch_restart(PyObject *object, PyObject *args) {
  batch *b = (batch *)object;
  PyObject *sequence, *states;
  pj_doubles given;
  Py_ssize_t n;
  if (!PyArg_ParseTuple(args, "OO", &sequence, &states) || !is_free(b)) return NULL;
  int *which = numbers(b, sequence, &n), nstate = b->nstate;
  if (!which || !are_different(which, n, b->n) || !pj_doubles_open(states, "states", &given)) {
    free(which);
    return NULL;
  }
  bool good = given.n == n * nstate;
  if (!good)
    PyErr_Format(PyExc_ValueError, "states have the shape (%zd, %d), but there are %zd numbers", n, nstate, given.n);
  revival r = {.b = b, .which = which, .states = given.data};
  const jn_crew crew = {.context = &r, .work = restart_one, .n = (long)n, .threads = b->threads};
  good = good && is_free(b);
  if (good) {
    b->busy = true;
    good = pj_crew_run(crew);
    b->busy = false;
  }
  pj_doubles_close(&given);
  free(which);
  return good ? Py_NewRef(Py_None) : NULL;
}

// ---- getters -------------------------------------------------------------------------------------------------------

static PyObject *get_numbers(PyObject *object, void *states) {
  batch *b = (batch *)object;
  if (!is_free(b)) return NULL;
  int width = states ? b->nstate : b->noutputs;
  pj_array *array = pj_array_new(b->n, width, -1);
  for (int i = 0; array && i < b->n; i++) {
    const double *from = states ? jn_session_state(b->sessions[i]) : jn_session_outputs(b->sessions[i]);
    if (width > 0) memcpy(array->data + (Py_ssize_t)i * width, from, (size_t)width * sizeof *from);
  }
  return (PyObject *)array;
}

static PyObject *get_names(PyObject *object, void *unused) {
  return pj_output_names(((batch *)object)->sessions[0], unused);
}

static PyObject *get_status(PyObject *object, void *unused) {
  (void)unused;
  const batch *b = (const batch *)object;
  return PyBytes_FromStringAndSize(b->status, b->n);
}

static PyMethodDef batch_methods[] = {
    {"step", batch_step, METH_VARARGS, "step(dt, inputs)\n--\n\nAll go on by dt."},
    {"restart", batch_restart, METH_VARARGS, "restart(numbers, states)\n--\n\nThese begin anew at their states."},
    {NULL, NULL, 0, NULL}};
static PyGetSetDef batch_getters[] = {
    {"outputs", get_numbers, NULL, "(n, outputs)", NULL},
    {"states", get_numbers, NULL, "(n, numbers of a state)", "s"},
    {"names", get_names, NULL, "Names of the outputs.", NULL},
    {"status", get_status, NULL, "A byte each: 0 goes on, 1 stopped, 2 failed.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};
static PyType_Slot batch_slots[] = {{Py_tp_doc, "Many sessions of one model side by side."},
                                    {Py_tp_new, batch_new},
                                    {Py_tp_dealloc, batch_dealloc},
                                    {Py_tp_traverse, batch_traverse},
                                    {Py_tp_methods, batch_methods},
                                    {Py_tp_getset, batch_getters},
                                    {0, NULL}};
PyType_Spec pj_batch_spec = {"jounce._core.Batch", sizeof(batch), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, batch_slots};
