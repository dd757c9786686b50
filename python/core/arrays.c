// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// arrays.c - arrays of numbers by the buffer protocol, without NumPy: memoryview and numpy.asarray read them without a
// copy, and each view keeps the owner of the memory alive.
#include <stdlib.h>
#include <string.h>

#include "core.h"

// ---- results to Python ---------------------------------------------------------------------------------------------

static pj_array *make(int ndim, const Py_ssize_t *shape) {
  pj_array *array = PyObject_New(pj_array, pj_state_get()->array);
  if (!array) return NULL;
  array->owner = NULL;
  array->data = NULL;
  array->ndim = ndim;
  Py_ssize_t stride = sizeof(double);
  for (int i = ndim; i-- > 0; stride *= shape[i]) {
    array->shape[i] = shape[i];
    array->strides[i] = stride;
  }
  return array;
}

static Py_ssize_t length(const pj_array *array) {
  Py_ssize_t n = 1;
  for (int i = 0; i < array->ndim; i++) n *= array->shape[i];
  return n;
}

pj_array *pj_array_new(Py_ssize_t n0, Py_ssize_t n1, Py_ssize_t n2) {
  const Py_ssize_t shape[] = {n0, n1, n2};
  pj_array *array = make(n1 < 0 ? 1 : n2 < 0 ? 2 : 3, shape);
  if (!array) return NULL;
  array->data = calloc((size_t)length(array) + 1, sizeof *array->data);
  if (array->data) return array;
  Py_DECREF(array);
  return (pj_array *)PyErr_NoMemory();
}

PyObject *pj_array_copy(const double *data, Py_ssize_t n0, Py_ssize_t n1) {
  pj_array *array = pj_array_new(n0, n1, -1);
  if (array && length(array) > 0) memcpy(array->data, data, (size_t)length(array) * sizeof *data);
  return (PyObject *)array;
}

PyObject *pj_array_of(PyObject *owner, const double *data, Py_ssize_t n0, Py_ssize_t n1) {
  const Py_ssize_t shape[] = {n0, n1};
  pj_array *array = make(n1 < 0 ? 1 : 2, shape);
  if (!array) return NULL;
  Py_INCREF(owner);
  array->owner = owner;
  array->data = (double *)data;
  return (PyObject *)array;
}

static void array_dealloc(PyObject *self) {
  pj_array *array = (pj_array *)self;
  PyTypeObject *type = Py_TYPE(self);
  if (!array->owner) free(array->data);
  Py_XDECREF(array->owner);
  PyObject_Free(self);
  Py_DECREF(type);
}

static int array_buffer(PyObject *self, Py_buffer *view, int flags) {
  pj_array *array = (pj_array *)self;
  static char nothing[sizeof(double)];
  if (flags & PyBUF_WRITABLE) {
    PyErr_SetString(PyExc_BufferError, "these numbers are read-only; copy them to change them");
    view->obj = NULL;
    return -1;
  }
  Py_INCREF(self);
  *view = (Py_buffer){.buf = array->data ? (void *)array->data : nothing,
                      .obj = self,
                      .len = length(array) * (Py_ssize_t)sizeof(double),
                      .itemsize = sizeof(double),
                      .readonly = 1,
                      .ndim = array->ndim,
                      .format = flags & PyBUF_FORMAT ? "d" : NULL,
                      .shape = flags & PyBUF_ND ? array->shape : NULL,
                      .strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? array->strides : NULL};
  return 0;
}

static PyType_Slot array_slots[] = {
    {Py_tp_doc, "Read-only numbers with a shape, for memoryview(...) and numpy.asarray(...)."},
    {Py_tp_dealloc, array_dealloc},
    {Py_bf_getbuffer, array_buffer},
    {0, NULL}};
PyType_Spec pj_array_spec = {"jounce._core.Array", sizeof(pj_array), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, array_slots};

// ---- arguments from Python -----------------------------------------------------------------------------------------

static bool is_double(const Py_buffer *view) {
  const char *format = view->format ? view->format : "B";
  if (strchr("@=", format[0]) && format[0]) format++;
  return strcmp(format, "d") == 0 && view->itemsize == (Py_ssize_t)sizeof(double);
}

bool pj_doubles_open(PyObject *object, const char *what, pj_doubles *out) {
  *out = (pj_doubles){.data = NULL};
  if (PyObject_GetBuffer(object, &out->view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) != 0) {
    PyErr_Clear();
    PyErr_Format(PyExc_TypeError, "%s must be numbers in a row-major buffer of doubles", what);
    return false;
  }
  out->data = out->view.buf;
  out->n = out->view.len / (Py_ssize_t)sizeof(double);
  if (is_double(&out->view)) return true;
  PyErr_Format(PyExc_TypeError, "%s must be doubles, but has the format '%s'", what,
               out->view.format ? out->view.format : "B");
  pj_doubles_close(out);
  return false;
}

void pj_doubles_close(pj_doubles *doubles) {
  if (doubles->view.obj) PyBuffer_Release(&doubles->view);
  doubles->data = NULL;
}
