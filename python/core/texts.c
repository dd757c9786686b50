// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// texts.c - lists of names from Python, and dictionaries of numbers and names for it.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"

// ---- arguments from Python -----------------------------------------------------------------------------------------

static const char *item_text(PyObject *tuple, int i, const char *what) {
  PyObject *item = PyTuple_GetItem(tuple, i);
  Py_ssize_t size = 0;
  if (!PyUnicode_Check(item)) {
    PyErr_Format(PyExc_TypeError, "%s must be texts, but one of them is %R", what, item);
    return NULL;
  }
  const char *text = PyUnicode_AsUTF8AndSize(item, &size);
  if (text && strlen(text) != (size_t)size) {
    PyErr_Format(PyExc_ValueError, "%s has a text with a zero byte in it: %R", what, item);
    return NULL;
  }
  return text;
}

bool pj_texts_open(PyObject *sequence, const char *what, pj_texts *out) {
  *out = (pj_texts){.tuple = PySequence_Tuple(sequence)};
  if (!out->tuple) return false;
  out->n = (int)PyTuple_Size(out->tuple);
  out->items = calloc((size_t)out->n + 1, sizeof *out->items);
  if (!out->items) PyErr_NoMemory();
  for (int i = 0; out->items && i < out->n; i++) {
    out->items[i] = item_text(out->tuple, i, what);
    if (!out->items[i]) {
      pj_texts_close(out);
      return false;
    }
  }
  if (!out->items) pj_texts_close(out);
  return out->items != NULL;
}

void pj_texts_close(pj_texts *texts) {
  free(texts->items);
  Py_CLEAR(texts->tuple);
  texts->items = NULL;
  texts->n = 0;
}

void pj_settings_close(pj_settings *settings) {
  pj_texts_close(&settings->texts);
  free(settings->items);
  settings->items = NULL;
  settings->n = 0;
}

bool pj_settings_open(PyObject *flat, const char *what, pj_settings *out) {
  *out = (pj_settings){.n = 0};
  if (!pj_texts_open(flat, what, &out->texts)) return false;
  out->n = out->texts.n / 2;
  out->items = calloc((size_t)out->n + 1, sizeof *out->items);
  for (int i = 0; out->items && i < out->n; i++)
    out->items[i] = (jn_setting){out->texts.items[2 * i], out->texts.items[2 * i + 1]};
  if (!out->items) {
    pj_settings_close(out);
    PyErr_NoMemory();
  }
  return out->items != NULL;
}

// ---- results to Python ---------------------------------------------------------------------------------------------

PyObject *pj_text(const char *text) { return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace"); }

PyObject *pj_hash(uint64_t hash) {
  char text[20];
  snprintf(text, sizeof text, "%016" PRIx64, hash);
  return PyUnicode_FromString(text);
}

PyObject *pj_tuple(int n, const char *(*text)(const void *context, int i), const void *context) {
  PyObject *tuple = PyTuple_New(n);
  for (int i = 0; tuple && i < n; i++) {
    PyObject *item = pj_text(text(context, i));
    if (!item || PyTuple_SetItem(tuple, i, item) != 0) Py_CLEAR(tuple);
  }
  return tuple;
}

bool pj_append(PyObject *list, PyObject *item) {
  bool good = item && PyList_Append(list, item) == 0;
  Py_XDECREF(item);
  return good;
}

bool pj_put(PyObject *dict, const char *name, PyObject *value) {
  bool good = value && PyDict_SetItemString(dict, name, value) == 0;
  Py_XDECREF(value);
  return good;
}

bool pj_put_number(PyObject *dict, const char *name, double value) {
  return pj_put(dict, name, PyFloat_FromDouble(value));
}
bool pj_put_count(PyObject *dict, const char *name, long value) { return pj_put(dict, name, PyLong_FromLong(value)); }
bool pj_put_text(PyObject *dict, const char *name, const char *value) { return pj_put(dict, name, pj_text(value)); }
