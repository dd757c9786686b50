// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// linear.c - linear equations about a state, and their modes.
#include "core.h"

static const char *state_name(const void *linear, int i) { return jn_linear_state_name(linear, i); }
static const char *input_name(const void *linear, int i) { return jn_linear_input_name(linear, i); }
static const char *output_name(const void *linear, int i) { return jn_linear_output_name(linear, i); }

static const char *zero_name(const void *modes, int i) {
  const char *name = jn_modes_zero_name(modes, i);
  return name ? name : "";
}

static PyObject *shares(const jn_modes *modes, int i) {
  PyObject *list = PyList_New(0);
  for (int k = 0; list && k < jn_modes_nshares(modes, i); k++) {
    const jn_share *s = jn_modes_share(modes, i, k);
    if (!pj_append(list, Py_BuildValue("(ssddd)", s->name, s->unit, s->re, s->im, s->part))) Py_CLEAR(list);
  }
  return list;
}

static PyObject *describe_modes(const jn_modes *modes) {
  PyObject *list = PyList_New(0);
  for (int i = 0; list && i < jn_modes_count(modes); i++) {
    jn_mode m = jn_modes_get(modes, i);
    PyObject *mode = Py_BuildValue("(ddddddiN)", m.re, m.im, m.frequency, m.natural, m.damping, m.time_constant,
                                   jn_modes_trend(modes, i), shares(modes, i));
    if (!pj_append(list, mode)) Py_CLEAR(list);
  }
  return list;
}

static PyObject *describe(const pj_start *start, const jn_linear *linear, const jn_modes *modes) {
  jn_linear_sizes n = jn_linear_get_sizes(linear);
  PyObject *dict = PyDict_New();
  bool good = dict && pj_put(dict, "A", pj_array_copy(jn_linear_A(linear), n.nx, n.nx)) &&
              pj_put(dict, "B", pj_array_copy(jn_linear_B(linear), n.nx, n.nu)) &&
              pj_put(dict, "C", pj_array_copy(jn_linear_C(linear), n.ny, n.nx)) &&
              pj_put(dict, "D", pj_array_copy(jn_linear_D(linear), n.ny, n.nu)) &&
              pj_put(dict, "states", pj_tuple(n.nx, state_name, linear)) &&
              pj_put(dict, "inputs", pj_tuple(n.nu, input_name, linear)) &&
              pj_put(dict, "outputs", pj_tuple(n.ny, output_name, linear)) &&
              pj_put(dict, "steady", PyBool_FromLong(jn_linear_is_steady(linear))) &&
              pj_put_number(dict, "error", jn_linear_error(linear)) && pj_put_number(dict, "time", start->state[0]);
  if (good && modes)
    good = pj_put(dict, "modes", describe_modes(modes)) &&
           pj_put(dict, "zero", pj_tuple(jn_modes_zero(modes), zero_name, modes)) &&
           pj_put_count(dict, "growing", jn_modes_growing(modes));
  good = good && pj_put(dict, "messages", pj_messages(start->report));
  if (!good) Py_CLEAR(dict);
  return dict;
}

static bool settle(pj_start *start) {
  jn_equilibrium_options options = jn_equilibrium_options_default();
  options.progress = pj_equilibrium_goes_on;
  PyThreadState *unlocked = PyEval_SaveThread();
  jn_status status = jn_solve_equilibrium(start->system, &options, start->state, NULL, NULL, start->report);
  PyEval_RestoreThread(unlocked);
  if (status == JN_OK) return true;
  pj_raise(status, start->report, "the search for an equilibrium");
  start->report = NULL;
  return false;
}

// Linearises about a state of a run, given as numbers, in the coordinates of the choices.
static bool take_state(pj_start *start, PyObject *state) {
  pj_doubles given;
  bool good = false;
  if (state == Py_None) return true;
  if (!pj_doubles_open(state, "the state", &given)) return false;
  jn_system *own = jn_system_new(start->model->model, start->choices.coordinates, start->report);
  int n = own ? jn_system_sizes(own).nstate : 0;
  if (!own) {
    pj_raise_report(start->report, "the equations of the model");
    start->report = NULL;
  } else if (given.n != n)
    PyErr_Format(PyExc_ValueError, "the state has %zd numbers, but a state of this model has %d", given.n, n);
  else {
    jn_state_convert(own, given.data, start->system, start->state);
    good = true;
  }
  jn_system_free(own);
  pj_doubles_close(&given);
  return good;
}

static PyObject *linearize(pj_start *start, const pj_texts *probes, bool with_modes) {
  jn_linear_options options = jn_linear_options_default();
  jn_modes *modes = NULL;
  jn_linear *linear;
  PyObject *result = NULL;
  options.probes = probes->items;
  options.nprobes = probes->n;
  PyThreadState *unlocked = PyEval_SaveThread();
  linear = jn_linearise(start->system, start->state, &options, start->report);
  if (linear && with_modes) modes = jn_modes_new(linear, start->report);
  PyEval_RestoreThread(unlocked);
  if (linear && (modes || !with_modes)) result = describe(start, linear, modes);
  else {
    pj_raise_report(start->report, "the linearisation");
    start->report = NULL;
  }
  jn_modes_free(modes);
  jn_linear_free(linear);
  return result;
}

// Implements linearize(model, equilibrium, state or None, modes, probes, choices).
PyObject *pj_linearize(PyObject *self, PyObject *args) {
  (void)self;
  PyObject *object, *state, *words, *given, *result = NULL;
  int rest, with_modes;
  pj_texts probes;
  pj_start start;
  if (!PyArg_ParseTuple(args, "OpOpOO", &object, &rest, &state, &with_modes, &words, &given)) return NULL;
  pj_model *model = pj_model_check(object);
  if (!model || !pj_texts_open(words, "probes", &probes)) return NULL;
  if (pj_start_open(model, given, "cartesian", &probes, &start)) {
    if (take_state(&start, state) && (!rest || settle(&start))) result = linearize(&start, &probes, with_modes);
    pj_start_close(&start);
  }
  pj_texts_close(&probes);
  return result;
}
