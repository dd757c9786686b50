// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// model.c - the object Model: a model read from a file or a text, constant afterwards. It returns the bytes of its
// files, from which the same model is made again: in another process, or as a copy that follows more angles.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"

// ---- files for a model that is read again --------------------------------------------------------------------------

static void *find_given(void *user, const char *path, size_t *size, char *why, size_t room) {
  PyObject *bytes = PyDict_GetItemString(user, path);
  char *data = NULL;
  Py_ssize_t n = 0;
  if (!bytes || PyBytes_AsStringAndSize(bytes, &data, &n) != 0) {
    PyErr_Clear();
    snprintf(why, room, "it is not among the files that the model was made of");
    return NULL;
  }
  void *copy = malloc((size_t)n + 1);
  why[0] = 0;
  if (copy) memcpy(copy, data, (size_t)n);
  *size = (size_t)n;
  return copy;
}

static void *read_given(void *user, const char *path, size_t *size, char *why, size_t room) {
  PyGILState_STATE lock = PyGILState_Ensure();
  void *copy = find_given(user, path, size, why, room);
  PyGILState_Release(lock);
  return copy;
}

static void release_given(void *user, void *bytes) {
  (void)user;
  free(bytes);
}

static jn_model *read_again(const char *path, PyObject *files, const pj_settings *settings, jn_report *report) {
  jn_files given = {.user = files, .read = read_given, .release = release_given};
  return jn_model_read_files(NULL, &given, path, settings->items, settings->n, report);
}

// ---- reading -------------------------------------------------------------------------------------------------------

typedef struct {
  const char *path;
  PyObject *text, *files;  // bytes and dict, or None
  pj_settings settings;
  jn_import_options import;  // of a robot
} reading;

static jn_model *read_model(const reading *r, jn_report *report) {
  jn_model *model = NULL;
  char *text = NULL;
  Py_ssize_t n = 0;
  if (r->text != Py_None && PyBytes_AsStringAndSize(r->text, &text, &n) != 0) return NULL;
  if (r->files != Py_None) return read_again(r->path, r->files, &r->settings, report);
  PyThreadState *unlocked = PyEval_SaveThread();
  if (text) model = jn_model_read_text(NULL, r->path, text, (size_t)n, r->settings.items, r->settings.n, report);
  else model = jn_model_load(NULL, r->path, &r->import, r->settings.items, r->settings.n, report);
  PyEval_RestoreThread(unlocked);
  return model;
}

// Finishes the construction, also after a failure to read the model. Takes over the report. Returns false with an
// exception.
static bool finish(pj_model *self, const reading *r, PyObject *flat, bool allow_code, jn_report *report) {
  if (!self->model) {
    pj_raise_report(report, "reading the model");
    return false;
  }
  if (allow_code && jn_model_allow_code(self->model, report) != JN_OK) {
    pj_raise_report(report, "loading the code of the model");
    return false;
  }
  self->is_text = r->text != Py_None;
  self->allow_code = allow_code;
  self->path = malloc(strlen(r->path) + 1);
  if (self->path) strcpy(self->path, r->path);
  self->settings = PySequence_Tuple(flat);
  self->messages = pj_messages(report);
  jn_report_free(report);
  if (!self->path && !PyErr_Occurred()) PyErr_NoMemory();
  return self->path && self->settings && self->messages;
}

static bool fill(pj_model *self, const reading *r, PyObject *flat, bool allow_code) {
  jn_report *report = pj_report_new();
  if (!report) return false;
  self->model = read_model(r, report);
  return finish(self, r, flat, allow_code, report);
}

// Implements Model(path, text, settings, files, allow_code, keyframe=None, balance_inertia=False, contacts="rigid").
static PyObject *model_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
  reading r = {.import = jn_import_options_default()};
  PyObject *flat;
  int allow_code, balance = 0;
  const char *contacts = "rigid";
  static char *const names[] = {"path",     "text", "settings", "files", "allow_code", "keyframe", "balance_inertia",
                                "contacts", NULL};
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "sOOOp|zps", (char **)names, &r.path, &r.text, &flat, &r.files,
                                   &allow_code, &r.import.keyframe, &balance, &contacts))
    return NULL;
  r.import.balance_inertia = balance != 0;
  if (!jn_import_contacts_find(contacts, &r.import.contacts)) {
    PyErr_SetString(PyExc_ValueError, "contacts is 'rigid' or 'none'");
    return NULL;
  }
  if (r.files != Py_None && !PyDict_Check(r.files)) {
    PyErr_SetString(PyExc_TypeError, "files are a dict");
    return NULL;
  }
  if (!pj_settings_open(flat, "settings", &r.settings)) return NULL;
  pj_model *self = (pj_model *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
  bool good = self && fill(self, &r, flat, allow_code);
  pj_settings_close(&r.settings);
  if (!good) Py_CLEAR(self);
  return (PyObject *)self;
}

static void model_dealloc(PyObject *object) {
  pj_model *self = (pj_model *)object;
  PyTypeObject *type = Py_TYPE(object);
  jn_model_free(self->model);
  free(self->path);
  Py_XDECREF(self->settings);
  Py_XDECREF(self->messages);
  ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
  Py_DECREF(type);
}

pj_model *pj_model_check(PyObject *object) {
  if (PyObject_TypeCheck(object, pj_state_get()->model)) return (pj_model *)object;
  PyErr_Format(PyExc_TypeError, "a jounce.Model is needed here, not %R", object);
  return NULL;
}

// ---- files and copies ----------------------------------------------------------------------------------------------

// Reads a file through Python's io module, which accepts every path on every system.
static PyObject *read_disk(const char *path) {
  PyObject *io = PyImport_ImportModule("io"), *all = NULL;
  PyObject *file = io ? PyObject_CallMethod(io, "open", "ss", path, "rb") : NULL;
  if (file) all = PyObject_CallMethod(file, "read", NULL);
  PyObject *closed = all ? PyObject_CallMethod(file, "close", NULL) : NULL;
  if (all && !closed) Py_CLEAR(all);
  Py_XDECREF(closed);
  Py_XDECREF(file);
  Py_XDECREF(io);
  return all;
}

static bool put_file(PyObject *files, const char *path, const char *text, size_t size) {
  PyObject *bytes = text ? PyBytes_FromStringAndSize(text, (Py_ssize_t)size) : read_disk(path);
  bool good = bytes && PyDict_SetItemString(files, path, bytes) == 0;
  Py_XDECREF(bytes);
  return good;
}

// Returns {path: bytes} of all files: texts as they were read, binary files from disk. A compiled model is one file; a
// robot is the model file of its import.
static PyObject *model_files(PyObject *object, PyObject *nothing) {
  (void)nothing;
  const pj_model *self = (const pj_model *)object;
  bool compiled = jn_model_is_compiled(self->model);
  const char *imported = jn_model_imported_text(self->model);
  PyObject *files = PyDict_New();
  if (files && compiled && !put_file(files, self->path, NULL, 0)) Py_CLEAR(files);
  for (int i = 0; files && !compiled && i < jn_model_nsources(self->model); i++) {
    jn_source source = jn_model_source(self->model, i);
    if (i == 0 && imported) {
      source.text = imported;
      source.size = strlen(imported);
    }
    if (!put_file(files, i == 0 ? self->path : source.name, source.text, source.size)) Py_CLEAR(files);
  }
  return files;
}

jn_files pj_model_files(pj_model *model) {
  return (jn_files){.user = model_files((PyObject *)model, NULL), .read = read_given, .release = release_given};
}

// Returns the model with other values, as an object of type `type`. flat: the settings replace all those of the file.
static pj_model *model_with(const pj_model *model, PyTypeObject *type, const pj_settings *changes, PyObject *flat) {
  jn_report *report = pj_report_new();
  pj_model *self = report ? (pj_model *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0) : NULL;
  if (!self) {
    jn_report_free(report);
    return NULL;
  }
  PyThreadState *unlocked = PyEval_SaveThread();
  self->model = jn_model_with_settings(model->model, changes->items, changes->n, report);
  PyEval_RestoreThread(unlocked);
  reading r = {.path = model->path, .text = model->is_text ? Py_True : Py_None};
  if (!finish(self, &r, flat, model->allow_code, report)) Py_CLEAR(self);
  return self;
}

// Implements _with(changes, settings); both are sequences path, value, path, value, ...
static PyObject *model_changed(PyObject *object, PyObject *args) {
  PyObject *flat, *all;
  pj_settings changes;
  if (!PyArg_ParseTuple(args, "OO", &flat, &all) || !pj_settings_open(flat, "settings", &changes)) return NULL;
  pj_model *made = model_with((const pj_model *)object, Py_TYPE(object), &changes, all);
  pj_settings_close(&changes);
  return (PyObject *)made;
}

static pj_model *copy_of(pj_model *model) {
  return model_with(model, pj_state_get()->model, &(pj_settings){.n = 0}, model->settings);
}

pj_model *pj_model_following(pj_model *model, const pj_texts *probes) {
  bool follows = true;
  for (int i = 0; probes && i < probes->n; i++) follows = follows && jn_model_follows(model->model, probes->items[i]);
  pj_model *own = follows ? (pj_model *)Py_NewRef((PyObject *)model) : copy_of(model);
  for (int i = 0; own && !follows && i < probes->n; i++)
    if (jn_model_follow(own->model, probes->items[i]) != JN_OK) {
      Py_DECREF(own);
      return (pj_model *)PyErr_NoMemory();
    }
  return own;
}

// ---- getters -------------------------------------------------------------------------------------------------------

static const char *body_name(const void *m, int i) { return jn_model_body_name(m, (jn_body){i + 1}); }
static const char *joint_name(const void *m, int i) { return jn_model_joint_name(m, (jn_joint){i}); }
static const char *force_name(const void *m, int i) { return jn_model_force_name(m, (jn_force){i}); }
static const char *input_name(const void *m, int i) { return jn_model_input_name(m, i); }
static const char *output_name(const void *m, int i) { return jn_model_output_name(m, i); }

static PyObject *get_list(PyObject *object, void *which) {
  const jn_model *m = ((const pj_model *)object)->model;
  switch (*(const char *)which) {
    case 'b': return pj_tuple(jn_model_nbodies(m) - 1, body_name, m);
    case 'j': return pj_tuple(jn_model_njoints(m), joint_name, m);
    case 'f': return pj_tuple(jn_model_nforces(m), force_name, m);
    case 'i': return pj_tuple(jn_model_ninputs(m), input_name, m);
    default: return pj_tuple(jn_model_noutputs(m), output_name, m);
  }
}

static PyObject *get_text(PyObject *object, void *which) {
  const pj_model *self = (const pj_model *)object;
  switch (*(const char *)which) {
    case 'n': return pj_text(jn_model_name(self->model));
    case 'p': return pj_text(self->path);
    default: return pj_text(jn_model_space(self->model) == JN_PLANE ? "plane" : "space");
  }
}

static PyObject *get_parameters(PyObject *object, void *unused) {
  (void)unused;
  const pj_model *self = (const pj_model *)object;
  PyObject *dict = PyDict_New();
  for (int i = 0; dict && i < jn_model_nparameters(self->model); i++) {
    double value;
    const char *name = jn_model_parameter(self->model, i, &value);
    if (!pj_put_number(dict, name, value)) Py_CLEAR(dict);
  }
  return dict;
}

// Returns [(name, value, unit, text, is_formula, is_structural, min, max, description), ...].
static PyObject *get_parameter_list(PyObject *object, void *unused) {
  (void)unused;
  const pj_model *self = (const pj_model *)object;
  PyObject *list = PyList_New(0);
  for (int i = 0; list && i < jn_model_nparameters(self->model); i++) {
    jn_parameter p = jn_model_parameter_get(self->model, i);
    PyObject *item = Py_BuildValue("(sdssNNdds)", p.name, p.value, p.unit, p.text, PyBool_FromLong(p.is_formula),
                                   PyBool_FromLong(p.is_structural), p.min, p.max, p.description);
    if (!item || PyList_Append(list, item) != 0) Py_CLEAR(list);
    Py_XDECREF(item);
  }
  return list;
}

static PyObject *get_object(PyObject *object, void *which) {
  const pj_model *self = (const pj_model *)object;
  switch (*(const char *)which) {
    case 's': return Py_NewRef(self->settings);
    case 'm': return Py_NewRef(self->messages);
    case 't': return PyBool_FromLong(self->is_text);
    default: return PyBool_FromLong(self->allow_code);
  }
}

static PyGetSetDef model_getters[] = {
    {"name", get_text, NULL, "Its name.", "n"},
    {"path", get_text, NULL, "Its file, or the name of its text.", "p"},
    {"space", get_text, NULL, "'plane' or 'space'.", "s"},
    {"bodies", get_list, NULL, "Names of the bodies, without the ground.", "b"},
    {"joints", get_list, NULL, "Names of the joints and drivers.", "j"},
    {"forces", get_list, NULL, "Names of the forces.", "f"},
    {"inputs", get_list, NULL, "Names of the inputs.", "i"},
    {"outputs", get_list, NULL, "Names of the outputs.", "o"},
    {"parameters", get_parameters, NULL, "Parameters with their values in SI units.", NULL},
    {"_parameters", get_parameter_list, NULL, "Everything about the parameters.", NULL},
    {"_settings", get_object, NULL, "Path, value, path, value, ...", "s"},
    {"_messages", get_object, NULL, "Of reading.", "m"},
    {"_is_text", get_object, NULL, "It was read from a text.", "t"},
    {"_allow_code", get_object, NULL, "Code of controllers may be loaded.", "a"},
    {NULL, NULL, NULL, NULL, NULL}};

static PyMethodDef model_methods[] = {{"_files", model_files, METH_NOARGS, "{path: bytes} of all files."},
                                      {"_with", model_changed, METH_VARARGS, "The model with other values."},
                                      {NULL, NULL, 0, NULL}};

static PyType_Slot model_slots[] = {{Py_tp_doc, "A model, constant from its reading on."},
                                    {Py_tp_new, model_new},
                                    {Py_tp_dealloc, model_dealloc},
                                    {Py_tp_getset, model_getters},
                                    {Py_tp_methods, model_methods},
                                    {0, NULL}};
PyType_Spec pj_model_spec = {"jounce._core.Model", sizeof(pj_model), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                             model_slots};
