// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// choices.c - choices of a run as keyword arguments: until=2, step="1 ms", integrator="rk4"; resolved choices and the
// summary of a run as dictionaries.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core.h"

static const char *const members[] = {
#define CHOICE(kind, member, ...) #member,
#include "jounce/choices.def"
#undef CHOICE
};

static int find_choice(const char *name) {
  for (int i = 0; i < JN_NCHOICES; i++)
    if (strcmp(members[i], name) == 0) return i;
  return -1;
}

static const char *choice_name(const void *unused, int i) {
  (void)unused;
  return members[i];
}

static bool name_choices(const char *wrong) {
  PyObject *name = pj_text(wrong), *known = name ? pj_tuple(JN_NCHOICES, choice_name, NULL) : NULL;
  pj_no_such(PyExc_TypeError, "choice of a run", name, known);
  Py_XDECREF(name);
  Py_XDECREF(known);
  return false;
}

// Returns the text of a choice: numbers with all digits, True and False as in YAML; NULL with an exception.
static PyObject *value_text(PyObject *value, const char *name) {
  if (PyUnicode_Check(value)) return Py_NewRef(value);
  if (PyBool_Check(value)) return PyUnicode_FromString(value == Py_True ? "true" : "false");
  PyObject *number = PyNumber_Check(value) ? PyNumber_Float(value) : NULL;
  PyObject *text = number ? PyObject_Repr(number) : NULL;
  Py_XDECREF(number);
  if (!text && !PyErr_Occurred()) PyErr_Format(PyExc_TypeError, "%s takes a number or a text, not %R", name, value);
  return text;
}

static bool set_one(jn_choices *choices, PyObject *key, PyObject *value) {
  char what[300];
  const char *name = PyUnicode_AsUTF8AndSize(key, NULL);
  int which = name ? find_choice(name) : -1;
  if (which < 0) return name && name_choices(name);
  PyObject *text = value_text(value, name);
  const char *bytes = text ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
  bool set = bytes && jn_choice_set(choices, (jn_choice)which, bytes, what, sizeof what);
  if (bytes && !set) {
    jn_report *report = jn_report_new(NULL);
    jn_report_fault(report, JN_BAD_ARGUMENT, "", "%s %s", name, what);
    pj_raise(JN_BAD_ARGUMENT, report, "the choices of a run");
  }
  Py_XDECREF(text);
  return set;
}

static bool mark_given(PyObject *given, bool *marks) {
  PyObject *key, *value;
  for (Py_ssize_t at = 0; given != Py_None && PyDict_Next(given, &at, &key, &value);) {
    const char *name = PyUnicode_Check(key) ? PyUnicode_AsUTF8AndSize(key, NULL) : NULL;
    int which = name ? find_choice(name) : -1;
    if (!name) PyErr_SetString(PyExc_TypeError, "choices have names");
    if (which < 0) return name && name_choices(name);
    marks[which] = true;
  }
  return true;
}

bool pj_choices_given(const pj_model *model, PyObject *given, jn_choices *typed, bool *marks) {
  *typed = *jn_model_choices(model->model);
  if (given != Py_None && !PyDict_Check(given)) {
    PyErr_SetString(PyExc_TypeError, "choices are a dict");
    return false;
  }
  if (!mark_given(given, marks)) return false;
  PyObject *key, *value;
  for (Py_ssize_t at = 0; given != Py_None && PyDict_Next(given, &at, &key, &value);)
    if (!set_one(typed, key, value)) return false;
  return true;
}

bool pj_choices(const pj_model *model, PyObject *given, jn_choices *choices, jn_report *report) {
  bool marks[JN_NCHOICES] = {false};
  jn_choices typed;
  if (!pj_choices_given(model, given, &typed, marks)) return false;
  *choices = *jn_model_choices(model->model);
  jn_choices_take(model->model, choices, &typed, marks, report);
  return true;
}

// ---- results to Python ---------------------------------------------------------------------------------------------

static bool put_choice(PyObject *dict, const jn_choices *settled, jn_choice which) {
  const char *text = jn_choice_text(settled, which);
  if (text) return pj_put_text(dict, members[which], text);
  double value = jn_choice_number(settled, which);
  if (jn_choice_get(which)->kind == JN_CHOOSE_FLAG) return pj_put(dict, members[which], PyBool_FromLong(value != 0));
  return pj_put_number(dict, members[which], value);
}

PyObject *pj_choices_dict(const jn_choices *settled) {
  PyObject *dict = PyDict_New();
  for (int i = 0; dict && i < JN_NCHOICES; i++)
    if (jn_choice_is_used(settled, (jn_choice)i) && !put_choice(dict, settled, (jn_choice)i)) Py_CLEAR(dict);
  return dict;
}

#define TEXTS(X) X(why) X(stopped_by)
#define COUNTS(X)    \
  X(steps)           \
  X(rejected)        \
  X(evaluations)     \
  X(iterations)      \
  X(events)          \
  X(factors)         \
  X(repivots)        \
  X(touches)         \
  X(impacts)         \
  X(contact_changes) \
  X(jumps)           \
  X(samples)         \
  X(set_changes)     \
  X(halved)          \
  X(cuts)            \
  X(switches)        \
  X(stiff_limited)   \
  X(stiff_steps)     \
  X(stiff_changes)   \
  X(monitored)       \
  X(freedoms)        \
  X(redundant)       \
  X(singular_passes)
#define NUMBERS(X)                    \
  X(time)                             \
  X(wall_seconds)                     \
  X(real_time_factor)                 \
  X(max_position_violation)           \
  X(max_velocity_violation)           \
  X(max_acceleration_violation)       \
  X(max_angle_violation)              \
  X(max_angle_velocity_violation)     \
  X(max_angle_acceleration_violation) \
  X(energy_initial)                   \
  X(energy_final)                     \
  X(max_energy_error)                 \
  X(max_kinetic_energy)               \
  X(first_halved_time)                \
  X(switches_from)                    \
  X(stiff_from)                       \
  X(stiff_time)                       \
  X(stiff_gain)                       \
  X(first_singular_time)              \
  X(start_moved)                      \
  X(least_pivot)

// Returns None for NaN (the value is unknown, or the event has not happened), else a float.
static PyObject *known(double value) { return isnan(value) ? Py_NewRef(Py_None) : PyFloat_FromDouble(value); }

PyObject *pj_summary_dict(const jn_summary *s) {
  PyObject *dict = PyDict_New();
  bool good = dict && pj_put_text(dict, "status", jn_status_text(s->status));
#define PUT_TEXT(field) good = good && pj_put_text(dict, #field, s->field);
#define PUT_COUNT(field) good = good && pj_put_count(dict, #field, s->field);
#define PUT_NUMBER(field) good = good && pj_put(dict, #field, known(s->field));
  TEXTS(PUT_TEXT)
  NUMBERS(PUT_NUMBER)
  COUNTS(PUT_COUNT)
  good = good && pj_put(dict, "hash", pj_hash(s->state_hash)) && pj_put(dict, "choices", pj_choices_dict(&s->choices));
  if (!good) Py_CLEAR(dict);
  return dict;
}
