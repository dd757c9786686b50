// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmu.c - a model as an FMU.
#include "core.h"

// Writes the FMU. Returns None; NULL with an exception.
static PyObject *write_fmu(pj_model *model, const char *path, jn_export_options *options, PyObject *given) {
  jn_choices chosen = jn_choices_default();
  bool marks[JN_NCHOICES] = {false};
  if (!pj_choices_given(model, given, &chosen, marks)) return NULL;
  options->chosen = &chosen;
  options->given = marks;
  jn_report *report = pj_report_new();
  if (!report) return NULL;
  PyThreadState *thread = PyEval_SaveThread();
  jn_status status = jn_fmu_write(model->model, options, path, report);
  PyEval_RestoreThread(thread);
  if (status != JN_OK) return pj_raise(status, report, "writing the FMU");
  jn_report_free(report);
  Py_RETURN_NONE;
}

// Implements export_fmu(model, path, version, inputs or None, probes, binaries, reference, choices); binaries: list of
// pairs of platform and bytes.
PyObject *pj_export_fmu(PyObject *self, PyObject *args) {
  (void)self;
  enum { MOST = 4 };
  PyObject *object, *inputs, *probes, *list, *given, *result = NULL;
  const char *path;
  jn_fmu_binary binaries[MOST];
  jn_export_options options = jn_export_options_default();
  pj_texts input_names = {0}, probe_names = {0};
  int reference = 0;
  if (!PyArg_ParseTuple(args, "OsiOOO!pO", &object, &path, &options.version, &inputs, &probes, &PyList_Type, &list,
                        &reference, &given))
    return NULL;
  options.reference = reference != 0;
  pj_model *model = pj_model_check(object);
  if (!model) return NULL;
  for (Py_ssize_t i = 0; i < PyList_Size(list) && i < MOST; i++) {
    char *data;
    PyObject *bytes;
    Py_ssize_t size;
    if (!PyArg_ParseTuple(PyList_GetItem(list, i), "sS", &binaries[i].platform, &bytes) ||
        PyBytes_AsStringAndSize(bytes, &data, &size) != 0)
      return NULL;
    binaries[i].bytes = data;
    binaries[i].size = (size_t)size;
    options.nbinaries++;
  }
  options.binaries = binaries;
  bool good = pj_texts_open(probes, "probes", &probe_names);
  if (good && inputs != Py_None) {
    good = pj_texts_open(inputs, "inputs", &input_names);
    options.inputs = input_names.items;
    options.ninputs = input_names.n;
  }
  options.probes = probe_names.items;
  options.nprobes = probe_names.n;
  if (good) result = write_fmu(model, path, &options, given);
  pj_texts_close(&input_names);
  pj_texts_close(&probe_names);
  return result;
}
