// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// check.c - check of a model before a run: degrees of freedom, loops, redundant constraints by name, doubtful data; and
// its start.
#include "core.h"

static const char *sentence(const void *mobility, int i) { return jn_mobility_sentence(mobility, i); }

static const char *shared(const void *mobility, int i) { return jn_mobility_shared(mobility, i); }

static PyObject *describe(const pj_start *start, const jn_mobility *mobility) {
  jn_sizes sizes = jn_system_sizes(start->system);
  PyObject *dict = PyDict_New();
  bool good = dict && pj_put_count(dict, "freedoms", jn_mobility_freedoms(mobility)) &&
              pj_put_count(dict, "position_freedoms", jn_mobility_position_freedoms(mobility)) &&
              pj_put_count(dict, "loops", jn_mobility_loops(mobility)) &&
              pj_put_count(dict, "redundant", jn_mobility_redundant(mobility)) &&
              pj_put(dict, "redundant_rows", pj_tuple(jn_mobility_redundant(mobility), sentence, mobility)) &&
              pj_put(dict, "shared", pj_tuple(jn_mobility_nshared(mobility), shared, mobility)) &&
              pj_put(dict, "singular", PyBool_FromLong(jn_mobility_singular(mobility))) &&
              pj_put_count(dict, "coordinates", sizes.nq) && pj_put_count(dict, "speeds", sizes.nv) &&
              pj_put_count(dict, "rows", sizes.nc) &&
              pj_put_number(dict, "position_residual", start->assembly.position_residual) &&
              pj_put_number(dict, "velocity_residual", start->assembly.velocity_residual) &&
              pj_put(dict, "choices", pj_choices_dict(&start->choices)) &&
              pj_put(dict, "messages", pj_messages(start->report));
  if (!good) Py_CLEAR(dict);
  return dict;
}

// Implements check(model, choices).
PyObject *pj_check(PyObject *self, PyObject *args) {
  (void)self;
  PyObject *object, *given, *result = NULL;
  pj_start start;
  if (!PyArg_ParseTuple(args, "OO", &object, &given)) return NULL;
  pj_model *model = pj_model_check(object);
  if (!model || !pj_start_open(model, given, NULL, NULL, &start)) return NULL;
  jn_mobility *mobility;
  PyThreadState *unlocked = PyEval_SaveThread();
  mobility = jn_mobility_new(start.system, start.state, start.report);
  if (mobility) jn_check_start(start.system, start.state, start.report);
  jn_check_sanity(start.model->model, start.report);
  PyEval_RestoreThread(unlocked);
  if (mobility) result = describe(&start, mobility);
  else {
    pj_raise_report(start.report, "the degrees of freedom");
    start.report = NULL;
  }
  jn_mobility_free(mobility);
  pj_start_close(&start);
  return result;
}

// Implements initial(model, choices) -> state at the start of a run.
PyObject *pj_initial(PyObject *self, PyObject *args) {
  (void)self;
  PyObject *object, *given;
  pj_start start;
  if (!PyArg_ParseTuple(args, "OO", &object, &given)) return NULL;
  pj_model *model = pj_model_check(object);
  if (!model || !pj_start_open(model, given, NULL, NULL, &start)) return NULL;
  PyObject *state = pj_array_copy(start.state, jn_system_sizes(start.system).nstate, -1);
  pj_start_close(&start);
  return state;
}
