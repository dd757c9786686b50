// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium.c - static equilibrium.
#include <stdlib.h>
#include <string.h>

#include "core.h"

bool pj_equilibrium_goes_on(void *context, const jn_equilibrium_progress *now) {
  (void)context;
  (void)now;
  return pj_go_on();
}

static const char *neutral_name(const void *found, int i) { return ((const jn_equilibrium *)found)->neutral_names[i]; }

static PyObject *neutral_names(const jn_equilibrium *found) {
  return pj_tuple(found->neutral < JN_MOST_NEUTRAL ? found->neutral : JN_MOST_NEUTRAL, neutral_name, found);
}

static PyObject *describe(const pj_start *start, const jn_equilibrium *found, const pj_texts *probes,
                          const double *vdot, const double *lambda) {
  const jn_model *model = start->model->model;
  PyObject *dict = PyDict_New();
  bool good = dict && pj_put_text(dict, "method", found->method ? found->method : "") &&
              pj_put_text(dict, "stability", jn_stability_name(found->stability)) &&
              pj_put_count(dict, "iterations", found->iterations) && pj_put_number(dict, "load", found->load) &&
              pj_put_number(dict, "residual", found->residual) && pj_put_number(dict, "creep", found->creep) &&
              pj_put_number(dict, "moved", found->moved) &&
              pj_put_text(dict, "moved_body",
                          found->moved_body > 0 ? jn_model_body_name(model, (jn_body){found->moved_body}) : "") &&
              pj_put_number(dict, "least_stiffness", found->least_stiffness) &&
              pj_put_count(dict, "freedoms", found->freedoms) && pj_put_count(dict, "unstable", found->unstable) &&
              pj_put(dict, "neutral", neutral_names(found)) &&
              pj_put(dict, "outputs", pj_outputs_at(start, probes, vdot, lambda)) &&
              pj_put(dict, "state", pj_array_copy(start->state, jn_system_sizes(start->system).nstate, -1)) &&
              pj_put(dict, "messages", pj_messages(start->report));
  if (!good) Py_CLEAR(dict);
  return dict;
}

static PyObject *solve(pj_start *start, const char *method, double time, const pj_texts *probes) {
  jn_equilibrium_options options = jn_equilibrium_options_default();
  jn_sizes n = jn_system_sizes(start->system);
  double *lambda = calloc((size_t)n.nc + 1, sizeof *lambda), *vdot = calloc((size_t)n.nv + 1, sizeof *vdot);
  jn_equilibrium found;
  jn_status status = JN_NO_MEMORY;
  PyObject *result = NULL;
  options.method = method;
  options.time = time;
  options.progress = pj_equilibrium_goes_on;
  PyThreadState *unlocked = PyEval_SaveThread();
  if (lambda && vdot)
    status = jn_solve_equilibrium(start->system, &options, start->state, lambda, &found, start->report);
  PyEval_RestoreThread(unlocked);
  if (status == JN_OK) result = describe(start, &found, probes, vdot, lambda);
  else {
    pj_raise(status, start->report, "the search for an equilibrium");
    start->report = NULL;
  }
  free(lambda);
  free(vdot);
  return result;
}

static const char *method_name(const void *unused, int i) {
  (void)unused;
  return jn_equilibrium_method(i);
}

static PyObject *refuse_method(const char *method) {
  int n = 0;
  while (jn_equilibrium_method(n)) n++;
  PyObject *name = pj_text(method), *known = name ? pj_tuple(n, method_name, NULL) : NULL;
  pj_no_such(PyExc_ValueError, "method", name, known);
  Py_XDECREF(name);
  Py_XDECREF(known);
  return NULL;
}

// Implements equilibrium(model, method or None, time, probes, choices).
PyObject *pj_equilibrium(PyObject *self, PyObject *args) {
  (void)self;
  PyObject *object, *names, *given, *result = NULL;
  const char *method;
  double time;
  pj_texts probes;
  pj_start start;
  if (!PyArg_ParseTuple(args, "OzdOO", &object, &method, &time, &names, &given)) return NULL;
  pj_model *model = pj_model_check(object);
  bool known = !method;
  for (int i = 0; !known && jn_equilibrium_method(i); i++) known = strcmp(jn_equilibrium_method(i), method) == 0;
  if (!known) return refuse_method(method);
  if (!model || !pj_texts_open(names, "probes", &probes)) return NULL;
  if (pj_start_open(model, given, NULL, &probes, &start)) {
    result = solve(&start, method, time, &probes);
    pj_start_close(&start);
  }
  pj_texts_close(&probes);
  return result;
}
