// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// sweep.c - many runs of one model with different parameters as a table, and the search for the best values. The
// library has its own threads; the calling thread checks for signals.
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "jounce/sweep.h"

// ---- definition of the sweep ---------------------------------------------------------------------------------------

typedef struct {
  jn_study_def def;
  jn_files files;
  pj_settings settings, vary, random;
  pj_texts probes, outputs, take;
  jn_choices choices;
  bool chosen[JN_NCHOICES];
  jn_report *report;
} study;

static void close_study(study *s) {
  Py_XDECREF((PyObject *)s->files.user);
  pj_settings_close(&s->settings);
  pj_settings_close(&s->vary);
  pj_settings_close(&s->random);
  pj_texts_close(&s->probes);
  pj_texts_close(&s->outputs);
  pj_texts_close(&s->take);
  jn_report_free(s->report);
}

typedef struct {
  PyObject *model, *vary, *random, *probes, *outputs, *take, *choices;
} study_objects;

static bool fill_study(study *s, pj_model *model) {
  s->def.model = model->path;
  s->def.files = &s->files;
  s->def.allow_code = model->allow_code;
  s->def.settings = s->settings.items;
  s->def.nsettings = s->settings.n;
  s->def.vary = s->vary.items;
  s->def.nvary = s->vary.n;
  s->def.random = s->random.items;
  s->def.nrandom = s->random.n;
  s->def.probes = s->probes.items;
  s->def.nprobes = s->probes.n;
  s->def.outputs = s->outputs.items;
  s->def.noutputs = s->outputs.n;
  s->def.take = s->take.items;
  s->def.ntake = s->take.n;
  s->def.choices = &s->choices;
  s->def.chosen = s->chosen;
  s->report = pj_report_new();
  return s->report != NULL;
}

static bool open_study(study *s, const study_objects *o) {
  pj_model *model = pj_model_check(o->model);
  if (!model) return false;
  s->files = pj_model_files(model);
  if (!s->files.user) return false;
  return pj_settings_open(model->settings, "settings", &s->settings) && pj_settings_open(o->vary, "vary", &s->vary) &&
         pj_settings_open(o->random, "random", &s->random) && pj_texts_open(o->probes, "probes", &s->probes) &&
         pj_texts_open(o->outputs, "outputs", &s->outputs) && pj_texts_open(o->take, "take", &s->take) &&
         pj_choices_given(model, o->choices, &s->choices, s->chosen) && fill_study(s, model);
}

static bool tell_progress(void *context, const jn_sweep_progress *now) {
  (void)now;
  return jn_crew_goes_on(context);
}

// ---- the table -----------------------------------------------------------------------------------------------------

typedef struct {
  study *s;
  jn_sweep_options options;
  jn_sweep *sweep;
} sweeping;

static void work(void *context, jn_crew_member *member, long item) {
  (void)item;
  sweeping *w = context;
  jn_study *made = jn_study_new(NULL, &w->s->def, w->s->report);
  w->options.progress = tell_progress;
  w->options.progress_context = member;
  if (made) w->sweep = jn_sweep_run(made, &w->options, w->s->report);
  jn_study_free(made);
}

static void free_sweep(PyObject *capsule) { jn_sweep_free(PyCapsule_GetPointer(capsule, "jounce.sweep")); }

static const char *column_name(const void *sweep, int i) { return jn_sweep_name(sweep, i); }
static const char *column_unit(const void *sweep, int i) { return jn_sweep_unit(sweep, i); }
static const char *run_why(const void *sweep, int i) { return jn_sweep_why(sweep, i); }
static const char *run_status(const void *sweep, int i) { return jn_status_text(jn_sweep_run_status(sweep, i)); }

static PyObject *columns(PyObject *owner, const jn_sweep *sweep) {
  PyObject *list = PyList_New(0);
  for (int i = 0; list && i < jn_sweep_ncolumns(sweep); i++)
    if (!pj_append(list, pj_array_of(owner, jn_sweep_column(sweep, i), jn_sweep_nruns(sweep), -1))) Py_CLEAR(list);
  return list;
}

static PyObject *csv_text(const jn_sweep *sweep) {
  char *text = jn_sweep_csv(NULL, sweep);
  PyObject *result = text ? pj_text(text) : PyErr_NoMemory();
  jn_text_free(NULL, text);
  return result;
}

// Returns the table of a sweep as a dictionary; NULL with an exception. Takes over the sweep: a capsule owns it.
static PyObject *describe(jn_sweep *sweep, const jn_report *report) {
  PyObject *owner = PyCapsule_New(sweep, "jounce.sweep", free_sweep), *dict = owner ? PyDict_New() : NULL;
  if (!owner) return jn_sweep_free(sweep);
  int n = jn_sweep_ncolumns(sweep), runs = jn_sweep_nruns(sweep);
  bool good =
      dict && pj_put(dict, "names", pj_tuple(n, column_name, sweep)) &&
      pj_put(dict, "units", pj_tuple(n, column_unit, sweep)) && pj_put(dict, "columns", columns(owner, sweep)) &&
      pj_put_count(dict, "nparameters", jn_sweep_nparameters(sweep)) &&
      pj_put(dict, "status", pj_tuple(runs, run_status, sweep)) &&
      pj_put(dict, "why", pj_tuple(runs, run_why, sweep)) && pj_put_count(dict, "failed", jn_sweep_nfailed(sweep)) &&
      pj_put(dict, "hash", pj_hash(jn_sweep_hash(sweep))) && pj_put(dict, "csv", csv_text(sweep)) &&
      pj_put(dict, "messages", pj_messages(report)) && pj_put(dict, "owner", Py_NewRef(owner));
  Py_DECREF(owner);
  if (!good) Py_CLEAR(dict);
  return dict;
}

static PyObject *sweep_study(study *s, sweeping *w) {
  const jn_crew crew = {.context = w, .work = work, .n = 1, .threads = 1, .beside = true};
  bool good = pj_crew_run(crew);
  if (good && w->sweep && jn_sweep_status(w->sweep) == JN_OK) return describe(w->sweep, s->report);
  jn_status status = w->sweep ? jn_sweep_status(w->sweep) : JN_OK;
  jn_sweep_free(w->sweep);
  if (!good) return NULL;
  if (status == JN_OK) pj_raise_report(s->report, "the sweep");
  else pj_raise(status, s->report, "the sweep");
  s->report = NULL;
  return NULL;
}

// Implements sweep(model, vary, random, probes, outputs, take, choices, runs, latin, seed, histories, threads, folder
// or None, resume).
PyObject *pj_sweep(PyObject *self, PyObject *args) {
  (void)self;
  study s = {.def = jn_study_def_default()};
  sweeping w = {.s = &s, .options = jn_sweep_options_default()};
  study_objects o;
  int histories, resume;
  unsigned long long seed;
  PyObject *result = NULL;
  if (!PyArg_ParseTuple(args, "OOOOOOOiiKpizp", &o.model, &o.vary, &o.random, &o.probes, &o.outputs, &o.take,
                        &o.choices, &s.def.runs, &s.def.latin, &seed, &histories, &w.options.threads, &w.options.folder,
                        &resume))
    return NULL;
  s.def.histories = histories;
  s.def.seed = seed;
  w.options.resume = resume;
  if (open_study(&s, &o)) result = sweep_study(&s, &w);
  close_study(&s);
  return result;
}

// ---- rows of a run -------------------------------------------------------------------------------------------------

static const char *table_name(const void *table, int i) { return jn_table_name(table, i); }
static const char *table_unit(const void *table, int i) { return jn_table_unit(table, i); }

// Implements sweep_history(owner, run) -> (title, names, units, columns), or None.
PyObject *pj_sweep_history(PyObject *self, PyObject *args) {
  (void)self;
  PyObject *owner, *list = NULL;
  int run;
  if (!PyArg_ParseTuple(args, "Oi", &owner, &run)) return NULL;
  const jn_sweep *sweep = PyCapsule_GetPointer(owner, "jounce.sweep");
  if (!sweep) return NULL;
  if (run < 0 || run >= jn_sweep_nruns(sweep)) {
    PyErr_SetString(PyExc_IndexError, "there is no such run");
    return NULL;
  }
  const jn_table *table = jn_sweep_history(sweep, run);
  if (!table) return Py_NewRef(Py_None);
  int n = jn_table_ncolumns(table);
  list = PyList_New(0);
  for (int i = 0; list && i < n; i++)
    if (!pj_append(list, pj_array_of(owner, jn_table_column(table, i), jn_table_nrows(table), -1))) Py_CLEAR(list);
  if (!list) return NULL;
  return Py_BuildValue("(NNNN)", pj_text(jn_table_title(table)), pj_tuple(n, table_name, table),
                       pj_tuple(n, table_unit, table), list);
}

// ---- the search ----------------------------------------------------------------------------------------------------

typedef struct {
  study *s;
  jn_find_options options;
  jn_found *found;
} searching;

static void search(void *context, jn_crew_member *member, long item) {
  (void)item;
  searching *w = context;
  w->options.progress = tell_progress;
  w->options.progress_context = member;
  w->found = jn_find(NULL, &w->s->def, &w->options, w->s->report);
}

static PyObject *describe_found(const jn_found *found, const jn_report *report) {
  PyObject *dict = PyDict_New(), *values = PyDict_New(), *bounds = PyList_New(0);
  bool good = dict && values && bounds;
  for (int i = 0; good && i < jn_found_nparameters(found); i++) {
    const char *name = jn_found_parameter(found, i);
    good = pj_put_number(values, name, jn_found_value(found, i));
    if (good && jn_found_at_bound(found, i)) good = pj_append(bounds, pj_text(name));
  }
  good = good && PyDict_SetItemString(dict, "values", values) == 0 &&
         PyDict_SetItemString(dict, "at_bound", bounds) == 0 && pj_put_number(dict, "best", jn_found_best(found)) &&
         pj_put_count(dict, "runs", jn_found_nruns(found)) &&
         pj_put(dict, "converged", PyBool_FromLong(jn_found_converged(found))) &&
         pj_put(dict, "messages", pj_messages(report));
  Py_XDECREF(values);
  Py_XDECREF(bounds);
  if (!good) Py_CLEAR(dict);
  return dict;
}

// Implements find(model, vary, probes, choices, formula, largest, most runs, tolerance, threads).
PyObject *pj_find(PyObject *self, PyObject *args) {
  (void)self;
  study s = {.def = jn_study_def_default()};
  searching w = {.s = &s, .options = jn_find_options_default()};
  study_objects o;
  int largest;
  PyObject *result = NULL, *none = PyTuple_New(0);
  bool good = none && PyArg_ParseTuple(args, "OOOOspidi", &o.model, &o.vary, &o.probes, &o.choices, &w.options.least,
                                       &largest, &w.options.most_runs, &w.options.tolerance, &w.options.threads);
  o.random = o.outputs = o.take = none;
  if (good && open_study(&s, &o)) {
    const jn_crew crew = {.context = &w, .work = search, .n = 1, .threads = 1, .beside = true};
    w.options.largest = largest;
    good = pj_crew_run(crew);
    jn_status status = w.found ? jn_found_status(w.found) : JN_OK;
    if (good && w.found && status == JN_OK) result = describe_found(w.found, s.report);
    else if (good) {
      w.found ? pj_raise(status, s.report, "the search") : pj_raise_report(s.report, "the search");
      s.report = NULL;
    }
    jn_found_free(w.found);
  }
  close_study(&s);
  Py_XDECREF(none);
  return result;
}
