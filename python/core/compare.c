// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compare.c - comparison of all methods on one model: error against work.
#include <math.h>
#include <stddef.h>

#include "core.h"

static const struct {
  const char *name;
  size_t offset;
} lists[] = {{"formulation", offsetof(jn_compare_options, formulation)},
             {"coordinates", offsetof(jn_compare_options, coordinates)},
             {"variant", offsetof(jn_compare_options, variant)},
             {"integrator", offsetof(jn_compare_options, integrator)},
             {"position", offsetof(jn_compare_options, position)},
             {"velocity", offsetof(jn_compare_options, velocity)},
             {"energy", offsetof(jn_compare_options, energy)},
             {"probes", offsetof(jn_compare_options, probes)}};
enum { NLISTS = sizeof lists / sizeof *lists };

static bool tell_progress(void *context, const jn_compare_progress *now) {
  (void)context;
  (void)now;
  return pj_go_on();
}

static PyObject *rung(const jn_rung *r) {
  PyObject *dict = PyDict_New();
  bool good = dict && pj_put_number(dict, "step", r->step) && pj_put_number(dict, "tolerance", r->tolerance) &&
              pj_put_text(dict, "word", r->word ? r->word : "") && pj_put_text(dict, "why", r->why) &&
              pj_put_number(dict, "time", r->time) && pj_put_number(dict, "error", r->error) &&
              pj_put_number(dict, "cpu_seconds", r->cpu_seconds) && pj_put_count(dict, "steps", r->steps) &&
              pj_put_count(dict, "evaluations", r->evaluations) &&
              pj_put_number(dict, "max_position_violation", r->max_position_violation) &&
              pj_put_number(dict, "max_energy_error", r->max_energy_error) &&
              pj_put(dict, "hash", pj_hash(r->state_hash));
  if (!good) Py_CLEAR(dict);
  return dict;
}

static PyObject *rungs(const jn_combination *c) {
  PyObject *list = PyList_New(0);
  for (int i = 0; list && i < c->nrungs; i++)
    if (!pj_append(list, rung(&c->rungs[i]))) Py_CLEAR(list);
  return list;
}

static PyObject *combinations(const jn_comparison *all) {
  PyObject *list = PyList_New(0);
  for (int i = 0; list && i < all->n; i++) {
    const jn_combination *c = &all->combinations[i];
    PyObject *one = Py_BuildValue("(sONNN)", c->label, c->own ? Py_True : Py_False, pj_choices_dict(&c->choices),
                                  rung(&c->line), rungs(c));
    if (!pj_append(list, one)) Py_CLEAR(list);
  }
  return list;
}

static PyObject *answer(const jn_comparison *all, const jn_report *report) {
  char *text = jn_compare_table(NULL, all, true, 0);
  char *svg = jn_compare_plot(NULL, all, false, NULL);
  PyObject *result = Py_BuildValue("(NsdNNN)", combinations(all), all->reference, all->reference_error,
                                   pj_text(text ? text : ""), pj_text(svg ? svg : ""), pj_messages(report));
  jn_text_free(NULL, text);
  jn_text_free(NULL, svg);
  return result;
}

static bool open_lists(PyObject *given, pj_texts *texts, jn_compare_options *options) {
  for (int i = 0; i < NLISTS; i++) {
    PyObject *list = PyDict_GetItemString(given, lists[i].name);
    if (!list) continue;
    if (!pj_texts_open(list, lists[i].name, &texts[i])) return false;
    *(jn_names *)((char *)options + lists[i].offset) = (jn_names){texts[i].items, texts[i].n};
  }
  return true;
}

static PyObject *compare(pj_model *model, jn_compare_options *options, PyObject *given) {
  jn_choices choices;
  jn_report *report = pj_report_new();
  jn_comparison *all;
  if (!report || !pj_choices(model, given, &choices, report)) return jn_report_free(report);
  options->choices = &choices;
  options->progress = tell_progress;
  PyThreadState *unlocked = PyEval_SaveThread();
  all = jn_compare(model->model, options, report);
  PyEval_RestoreThread(unlocked);
  if (!all) return pj_raise_report(report, "the comparison");
  PyObject *result = PyErr_Occurred() ? NULL : answer(all, report);
  jn_comparison_free(all);
  jn_report_free(report);
  return result;
}

// Implements compare(model, lists, all, ladder, repeat, limit, choices).
PyObject *pj_compare(PyObject *self, PyObject *args) {
  (void)self;
  PyObject *object, *names, *given, *result = NULL;
  jn_compare_options options = jn_compare_options_default();
  pj_texts texts[NLISTS] = {{.n = 0}};
  int all;
  double limit;  // NaN: default of the library
  if (!PyArg_ParseTuple(args, "OOpiidO", &object, &names, &all, &options.ladder, &options.repeat, &limit, &given))
    return NULL;
  if (!isnan(limit)) {
    options.limit = limit;
    options.total = HUGE_VAL;
  }
  pj_model *model = pj_model_check(object);
  if (!model) return NULL;
  if (!PyDict_Check(names)) {
    PyErr_SetString(PyExc_TypeError, "lists are a dict");
    return NULL;
  }
  options.all = all;
  if (all) options.total = HUGE_VAL;
  if (open_lists(names, texts, &options)) result = compare(model, &options, given);
  for (int i = 0; i < NLISTS; i++) pj_texts_close(&texts[i]);
  return result;
}
