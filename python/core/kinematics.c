// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kinematics.c - prescribed motion by drivers or a table, with the forces of the actuators, as a table.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"

enum { NAME = 160, UNIT = 48, STEPS_BETWEEN_LOOKS = 16 };

typedef struct {
  pj_start start;
  pj_texts probes, actuators, motions;
  pj_doubles times, *columns;  // motion table: its times, and one column per motion
  const double **pointers;
  jn_kinematics *kinematics;
  jn_probe *probe;
  jn_table *table;
  int nprobe, nforces, n;
  char (*names)[NAME], (*units)[UNIT];
  const char **name_list, **unit_list;
  jn_dimension *dimensions;
  double *values, from, until, step;
} path;

// ---- columns: the outputs, then the forces of the actuators --------------------------------------------------------

static void name_column(path *p, int i) {
  const jn_inverse *inverse = jn_kinematics_inverse(p->kinematics);
  int force = i - p->nprobe;
  p->name_list[i] = p->names[i];
  p->unit_list[i] = p->units[i];
  if (force < 0) {
    snprintf(p->names[i], NAME, "%s", jn_probe_name(p->probe, i));
    snprintf(p->units[i], UNIT, "%s", jn_probe_unit(p->probe, i));
    p->dimensions[i] = jn_probe_dimension(p->probe, i);
  } else {
    snprintf(p->names[i], NAME, "actuator.%s", jn_inverse_name(inverse, force));
    p->dimensions[i] = jn_inverse_dimension(inverse, force);
    jn_unit_format(p->dimensions[i], p->units[i], UNIT);
  }
}

static jn_status make_columns(path *p) {
  p->nprobe = jn_probe_count(p->probe);
  p->nforces = jn_inverse_count(jn_kinematics_inverse(p->kinematics));
  p->n = p->nprobe + p->nforces;
  size_t n = (size_t)p->n + 1;
  p->names = calloc(n, sizeof *p->names);
  p->units = calloc(n, sizeof *p->units);
  p->name_list = calloc(n, sizeof *p->name_list);
  p->unit_list = calloc(n, sizeof *p->unit_list);
  p->dimensions = calloc(n, sizeof *p->dimensions);
  p->values = calloc(n, sizeof *p->values);
  p->table = jn_table_new(NULL);
  if (!p->names || !p->units || !p->name_list || !p->unit_list || !p->dimensions || !p->values || !p->table)
    return JN_NO_MEMORY;
  for (int i = 0; i < p->n; i++) name_column(p, i);
  jn_run_header header = {.model = jn_model_name(p->start.model->model),
                          .file = p->start.model->path,
                          .ncolumns = p->n,
                          .names = p->name_list,
                          .dimensions = p->dimensions,
                          .units = p->unit_list,
                          .from = p->start.model->model};
  jn_sink *sink = jn_table_sink(p->table);
  return sink->begin(sink->self, &header);
}

// ---- the motion ----------------------------------------------------------------------------------------------------

static jn_status make(path *p) {
  jn_kinematics_options options = jn_kinematics_options_default();
  jn_motion_table motion = {.names = p->motions.items,
                            .columns = p->pointers,
                            .ncolumns = p->motions.n,
                            .times = p->times.data,
                            .ntimes = (int)p->times.n};
  if (p->motions.n > 0) options.motion = &motion;
  options.actuators = p->actuators.items;
  options.nactuators = p->actuators.n;
  p->kinematics = jn_kinematics_new(p->start.system, &options, p->start.state, p->start.report);
  if (p->kinematics) p->probe = jn_probe_new(p->start.system, p->probes.items, p->probes.n, true, p->start.report);
  return p->probe ? make_columns(p) : JN_REFUSED;
}

// Sets begin, end and output step. Without `until` the end is that of the motion table, else that of the choices.
// Returns JN_BAD_ARGUMENT with a fault if these do not suit the motion.
static jn_status choose_times(path *p, double until) {
  const jn_choices *c = &p->start.choices;
  bool table = jn_kinematics_nmotions(p->kinematics) > 0;
  double last = table ? p->times.data[p->times.n - 1] : HUGE_VAL;
  p->from = jn_kinematics_state(p->kinematics)[0];
  p->until = until > 0 ? until : table ? last : c->until;
  p->step = c->output_step > 0 ? c->output_step : p->until / 500;
  if (p->until > last)
    return jn_report_fault(p->start.report, JN_BAD_ARGUMENT, "", "the motion is given up to %g s, but until is %g s",
                           last, p->until);
  if (!(p->until >= p->from) || !(p->step > 0) || (p->until - p->from) / p->step > 1e8)
    return jn_report_fault(p->start.report, JN_BAD_ARGUMENT, "",
                           "the motion from %g s to %g s cannot have outputs every %g s", p->from, p->until, p->step);
  return JN_OK;
}

static jn_status put_row(path *p, double t) {
  jn_sink *sink = jn_table_sink(p->table);
  jn_probe_calc(p->probe, jn_kinematics_work(p->kinematics), jn_kinematics_state(p->kinematics),
                jn_kinematics_vdot(p->kinematics), jn_kinematics_lambda(p->kinematics), p->values);
  memcpy(p->values + p->nprobe, jn_kinematics_forces(p->kinematics), (size_t)p->nforces * sizeof *p->values);
  return sink->row(sink->self, t, p->values);
}

static double grid_time(const path *p, long i) {
  double first = ceil(p->from / p->step - 1e-9), t = (first + (double)i) * p->step;
  return i < 0 || t < p->from ? p->from : t > p->until * (1 - 1e-12) ? p->until : t;
}

static jn_status go(path *p, bool *good) {
  jn_status status = JN_OK;
  long i = grid_time(p, 0) > p->from ? -1 : 0;
  for (bool last = false; status == JN_OK && !last && *good; i++) {
    double t = grid_time(p, i);
    status = jn_kinematics_go(p->kinematics, t, p->start.report);
    if (status == JN_OK) status = put_row(p, t);
    last = t >= p->until;
    if (i % STEPS_BETWEEN_LOOKS == 0) *good = pj_go_on();
  }
  return status;
}

static PyObject *answer(path *p) {
  PyObject *messages = pj_messages(p->start.report), *parts = messages ? pj_table_parts(p->table) : NULL;
  if (messages) p->table = NULL;
  if (!parts) {
    Py_XDECREF(messages);
    return NULL;
  }
  return Py_BuildValue("(NNil)", parts, messages, jn_kinematics_nsingular(p->kinematics),
                       jn_kinematics_iterations(p->kinematics));
}

static PyObject *work(path *p, double until) {
  jn_status status;
  bool good = true;
  PyThreadState *unlocked = PyEval_SaveThread();
  status = make(p);
  if (status == JN_OK) status = choose_times(p, until);
  if (status == JN_OK) status = go(p, &good);
  PyEval_RestoreThread(unlocked);
  if (!good) return NULL;
  if (status == JN_OK) return answer(p);
  if (p->table) pj_raise(status, p->start.report, "the motion");
  else pj_raise_report(p->start.report, "prescribing the motion");
  p->start.report = NULL;
  return NULL;
}

// ---- the table of motion -------------------------------------------------------------------------------------------

static bool open_columns(path *p, PyObject *list) {
  p->columns = calloc((size_t)p->motions.n + 1, sizeof *p->columns);
  p->pointers = calloc((size_t)p->motions.n + 1, sizeof *p->pointers);
  if (!p->columns || !p->pointers) {
    PyErr_NoMemory();
    return false;
  }
  for (int i = 0; i < p->motions.n; i++) {
    PyObject *column = PySequence_GetItem(list, i);
    bool good = column && pj_doubles_open(column, p->motions.items[i], &p->columns[i]);
    Py_XDECREF(column);
    if (good && p->columns[i].n != p->times.n)
      PyErr_Format(PyExc_ValueError, "motion: '%s' has %zd values, but there are %zd times", p->motions.items[i],
                   p->columns[i].n, p->times.n);
    if (PyErr_Occurred()) return false;
    p->pointers[i] = p->columns[i].data;
  }
  return true;
}

static void close_path(path *p) {
  jn_kinematics_free(p->kinematics);
  jn_probe_free(p->probe);
  jn_table_free(p->table);
  free(p->names);
  free(p->units);
  free(p->name_list);
  free(p->unit_list);
  free(p->dimensions);
  free(p->values);
  for (int i = 0; p->columns && i < p->motions.n; i++) pj_doubles_close(&p->columns[i]);
  free(p->columns);
  free(p->pointers);
  pj_doubles_close(&p->times);
  pj_texts_close(&p->probes);
  pj_texts_close(&p->actuators);
  pj_texts_close(&p->motions);
  pj_start_close(&p->start);
}

// Implements kinematics(model, until or 0, times or None, names, columns, actuators, probes, choices).
PyObject *pj_kinematics(PyObject *self, PyObject *args) {
  (void)self;
  PyObject *object, *times, *names, *columns, *actuators, *probes, *given, *result = NULL;
  double until;
  path p = {.n = 0};
  if (!PyArg_ParseTuple(args, "OdOOOOOO", &object, &until, &times, &names, &columns, &actuators, &probes, &given))
    return NULL;
  pj_model *model = pj_model_check(object);
  if (model && pj_texts_open(names, "motion", &p.motions) && pj_texts_open(actuators, "actuators", &p.actuators) &&
      pj_texts_open(probes, "probes", &p.probes) &&
      (p.motions.n == 0 ||
       (pj_doubles_open(times, "the times of the motion", &p.times) && open_columns(&p, columns))) &&
      pj_start_open(model, given, "cartesian", &p.probes, &p.start))
    result = work(&p, until);
  close_path(&p);
  return result;
}
