// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// pictures.c - curves and mechanisms as SVG texts, for notebooks and files; the JSON Schema of model files; units.
#include <stdlib.h>
#include <string.h>

#include "core.h"

static PyObject *taken(char *text) {
  if (!text) return PyErr_NoMemory();
  PyObject *result = pj_text(text);
  jn_text_free(NULL, text);
  return result;
}

// ---- curves --------------------------------------------------------------------------------------------------------

enum { MOST_CURVES = 256 };

typedef struct {
  pj_doubles x, y[MOST_CURVES];
  jn_curve curves[MOST_CURVES];
  jn_plot_panel panels[MOST_CURVES];
  int ncurves, npanels;
} sheet;

static bool add_curve(sheet *s, PyObject *item) {
  const char *label;
  PyObject *values;
  if (s->ncurves == MOST_CURVES) {
    PyErr_SetString(PyExc_ValueError, "too many curves for one picture");
    return false;
  }
  if (!PyArg_ParseTuple(item, "sO", &label, &values) || !pj_doubles_open(values, label, &s->y[s->ncurves]))
    return false;
  int i = s->ncurves++;
  s->curves[i] = (jn_curve){.label = label, .x = s->x.data, .y = s->y[i].data, .n = (int)s->x.n};
  if (s->y[i].n == s->x.n) return true;
  PyErr_Format(PyExc_ValueError, "'%s' has %zd values, but there are %zd on the other axis", label, s->y[i].n, s->x.n);
  return false;
}

static bool add_panel(sheet *s, PyObject *item) {
  const char *label;
  PyObject *curves;
  if (!PyArg_ParseTuple(item, "sO", &label, &curves)) return false;
  jn_plot_panel *panel = &s->panels[s->npanels++];
  *panel = (jn_plot_panel){.y_label = label, .curves = s->curves + s->ncurves, .n = (int)PySequence_Size(curves)};
  for (int i = 0; i < panel->n; i++) {
    PyObject *curve = PySequence_GetItem(curves, i);
    bool good = curve && add_curve(s, curve);
    Py_XDECREF(curve);
    if (!good) return false;
  }
  return true;
}

static bool add_panels(sheet *s, PyObject *panels) {
  Py_ssize_t n = PySequence_Size(panels);
  bool good = n >= 0 && n < MOST_CURVES;
  if (n >= MOST_CURVES) PyErr_SetString(PyExc_ValueError, "too many panels for one picture");
  for (Py_ssize_t i = 0; good && i < n; i++) {
    PyObject *panel = PySequence_GetItem(panels, i);
    good = panel && add_panel(s, panel);
    Py_XDECREF(panel);
  }
  return good;
}

// Implements plot(title, x label, x, [(y label, [(label, values), ...]), ...], width, height) -> SVG.
PyObject *pj_plot(PyObject *self, PyObject *args) {
  (void)self;
  jn_plot_options options = jn_plot_options_default();
  PyObject *x, *panels, *result = NULL;
  if (!PyArg_ParseTuple(args, "ssOOii", &options.title, &options.x_label, &x, &panels, &options.width, &options.height))
    return NULL;
  sheet *s = calloc(1, sizeof *s);
  if (!s) return PyErr_NoMemory();
  if (pj_doubles_open(x, "the horizontal axis", &s->x) && add_panels(s, panels))
    result = taken(jn_plot_panels(NULL, s->panels, s->npanels, &options));
  for (int i = 0; i < s->ncurves; i++) pj_doubles_close(&s->y[i]);
  pj_doubles_close(&s->x);
  free(s);
  return result;
}

// ---- mechanisms ----------------------------------------------------------------------------------------------------

static PyObject *draw(const pj_start *start, int width) {
  jn_picture_options options = jn_picture_options_default();
  options.width = width;
  jn_picture *picture = jn_picture_new(NULL, start->system, start->state);
  PyObject *result = picture ? taken(jn_picture_svg(picture, &options)) : PyErr_NoMemory();
  jn_picture_free(picture);
  return result;
}

static bool take_state(pj_start *start, PyObject *state) {
  pj_doubles given;
  if (state == Py_None) return true;
  if (!pj_doubles_open(state, "the state", &given)) return false;
  int n = jn_system_sizes(start->system).nstate;
  bool fits = given.n == n;
  if (fits) memcpy(start->state, given.data, (size_t)n * sizeof *start->state);
  else PyErr_Format(PyExc_ValueError, "the state has %zd numbers, but a state of this model has %d", given.n, n);
  pj_doubles_close(&given);
  return fits;
}

// Implements picture(model, state or None, width, choices) -> SVG.
PyObject *pj_picture(PyObject *self, PyObject *args) {
  (void)self;
  PyObject *object, *state, *given, *result = NULL;
  int width;
  pj_start start;
  if (!PyArg_ParseTuple(args, "OOiO", &object, &state, &width, &given)) return NULL;
  pj_model *model = pj_model_check(object);
  if (!model || !pj_start_open(model, given, NULL, NULL, &start)) return NULL;
  if (take_state(&start, state)) result = draw(&start, width);
  pj_start_close(&start);
  return result;
}

// ---- texts ---------------------------------------------------------------------------------------------------------

// Implements schema() -> JSON.
PyObject *pj_schema(PyObject *self, PyObject *args) {
  (void)self;
  (void)args;
  return taken(jn_model_schema(NULL));
}

// Implements unit("2 km/h") -> its value in SI units, and the SI unit.
PyObject *pj_unit(PyObject *self, PyObject *args) {
  (void)self;
  const char *text;
  double value;
  jn_dimension dimension;
  bool has_unit;
  char what[200], unit[64];
  if (!PyArg_ParseTuple(args, "s", &text)) return NULL;
  if (!jn_unit_parse(text, &value, &dimension, &has_unit, what, sizeof what))
    return PyErr_Format(PyExc_ValueError, "%s", what);
  jn_unit_format(dimension, unit, sizeof unit);
  return Py_BuildValue("(ds)", value, unit);
}
