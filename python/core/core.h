// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// core.h - what the files of the extension module share: the objects of Python over those of the library, exceptions
// from reports, arrays of numbers in and out.
//
// The module is written in the limited API of Python 3.11, so that one binary serves this and all later versions, and
// in the public headers of the library. It gives and takes plain objects (numbers, texts, tuples, dictionaries,
// arrays); the classes that users see are written in Python around it (python/jounce).
//
// A function that fails returns NULL with an exception set. While the library computes, the interpreter's lock is
// released: Python objects are read before and made after.
#ifndef PJ_CORE_H
#define PJ_CORE_H

#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030B0000
#endif
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "jounce/jounce.h"

// ---- the module ----------------------------------------------------------------------------------------------------

typedef struct {
  PyTypeObject *array, *model, *session, *batch;
  PyObject *errors;  // the module jounce.errors
} pj_state;

pj_state *pj_state_get(void);

// ---- exceptions ----------------------------------------------------------------------------------------------------

// The exception for a status with all messages of a report (may be NULL), which it frees. An exception that is set
// already stays: something that was called back has raised it. Returns NULL.
void *pj_raise(jn_status status, jn_report *report, const char *doing);
// The same where a constructor of the library has returned NULL: the status is that of the first fault.
void *pj_raise_report(jn_report *report, const char *doing);
// Sets the exception for a name that does not exist, with the nearest of those that do. NULL.
void *pj_no_such(PyObject *exception, const char *what, PyObject *name, PyObject *known);
// [(severity, file, line, column, element, what), ...]
PyObject *pj_messages(const jn_report *report);
jn_report *pj_report_new(void);  // NULL with MemoryError

// True while nothing has been raised: Ctrl-C and other signals are looked at. The lock is taken for that.
bool pj_go_on(void);

// The same for the search of an equilibrium, as its options have it.
bool pj_equilibrium_goes_on(void *context, const jn_equilibrium_progress *now);

// ---- numbers and texts ---------------------------------------------------------------------------------------------

enum { PJ_DIMENSIONS = 3 };

// Numbers for Python by the buffer protocol: read-only, row-major, kept as long as anything looks at them.
typedef struct {
  PyObject_HEAD PyObject *owner;  // of the numbers; NULL: they are its own
  double *data;
  int ndim;
  Py_ssize_t shape[PJ_DIMENSIONS], strides[PJ_DIMENSIONS];
} pj_array;

extern PyType_Spec pj_array_spec;
// With room for its numbers, which are 0. A shape of -1 ends it.
pj_array *pj_array_new(Py_ssize_t n0, Py_ssize_t n1, Py_ssize_t n2);
PyObject *pj_array_copy(const double *data, Py_ssize_t n0, Py_ssize_t n1);
// A view of n numbers that belong to `owner`.
PyObject *pj_array_of(PyObject *owner, const double *data, Py_ssize_t n);

// Numbers from Python: an object with a buffer of C doubles in row-major order.
typedef struct {
  Py_buffer view;
  const double *data;
  Py_ssize_t n;
} pj_doubles;
bool pj_doubles_open(PyObject *object, const char *what, pj_doubles *out);
void pj_doubles_close(pj_doubles *doubles);

// Texts from Python: a sequence of str, without zero bytes.
typedef struct {
  PyObject *tuple;  // that keeps them
  const char **items;
  int n;
} pj_texts;
bool pj_texts_open(PyObject *sequence, const char *what, pj_texts *out);
void pj_texts_close(pj_texts *texts);

// Names and values, given as name, value, name, value, ...
typedef struct {
  pj_texts texts;
  jn_setting *items;
  int n;
} pj_settings;
bool pj_settings_open(PyObject *flat, const char *what, pj_settings *out);
void pj_settings_close(pj_settings *settings);

// Texts for Python: a tuple of n of them, each given by `text`.
PyObject *pj_tuple(int n, const char *(*text)(const void *context, int i), const void *context);
// Appends `item`, a new reference that it takes (NULL: there is an exception), to a list. False with an exception.
bool pj_append(PyObject *list, PyObject *item);
// Puts `value`, a new reference that it takes, into the dictionary. False with an exception.
bool pj_put(PyObject *dict, const char *name, PyObject *value);
bool pj_put_number(PyObject *dict, const char *name, double value);
bool pj_put_count(PyObject *dict, const char *name, long value);
bool pj_put_text(PyObject *dict, const char *name, const char *value);
PyObject *pj_text(const char *text);  // bytes that are no UTF-8 are replaced
PyObject *pj_hash(uint64_t hash);     // 16 hexadecimal digits
PyObject *pj_choices_dict(const jn_choices *settled);
PyObject *pj_summary_dict(const jn_summary *summary);

// ---- objects -------------------------------------------------------------------------------------------------------

typedef struct {
  PyObject_HEAD jn_model *model;  // constant: shared by all threads
  PyObject *settings;             // tuple of (path, value)
  PyObject *messages;             // of reading
  char *path;                     // of its file, or the name of its text
  bool is_text, allow_code;
} pj_model;

extern PyType_Spec pj_model_spec, pj_session_spec, pj_batch_spec;

// The choices of a run: the model's, with those of the dictionary in their place. False with an exception.
bool pj_choices(const pj_model *model, PyObject *given, jn_choices *choices, jn_report *report);
// Those of the dictionary alone, with a true in `marks` (JN_NCHOICES) for each.
bool pj_choices_given(const pj_model *model, PyObject *given, jn_choices *typed, bool *marks);
// The files of a model, for functions of the library that read it by themselves, from any thread without the lock.
// `user` is a new reference to keep as long; NULL with an exception.
jn_files pj_model_files(pj_model *model);
// The model, or a copy of it that follows the probes over whole turns where it would not; a new reference.
pj_model *pj_model_following(pj_model *model, const pj_texts *probes);
// Is `object` a model? If not: NULL with an exception.
pj_model *pj_model_check(PyObject *object);

// A model at its start: settled choices, its system in the coordinates asked for (NULL: of the choices) and its state.
typedef struct {
  pj_model *model;  // a new reference
  jn_choices choices;
  jn_system *system;
  double *state;
  jn_assembly assembly;
  jn_equilibrium settled;
  jn_report *report;
} pj_start;
// probes may be NULL. False with an exception; the start is closed then.
bool pj_start_open(pj_model *model, PyObject *given, const char *coordinates, const pj_texts *probes, pj_start *start);
void pj_start_close(pj_start *start);
// The outputs of the model and the probes at a state: {name: value}. vdot and lambda may be NULL.
PyObject *pj_outputs_at(const pj_start *start, const pj_texts *probes, const double *vdot, const double *lambda);

// ---- sessions -------------------------------------------------------------------------------------------------------

// Starts a model that follows the probes (pj_model_following). NULL with an exception.
jn_session *pj_session_start(const pj_model *model, const pj_texts *probes, PyObject *given);
// The first, which it takes, and n - 1 clones of it. NULL with an exception.
jn_session **pj_sessions_new(jn_session *first, int n);
void pj_sessions_free(jn_session **sessions, int n);
// The numbers of the inputs with these names; to be freed. NULL with an exception.
int *pj_inputs_find(const jn_session *session, const pj_texts *names);
// The names of the outputs of a session, or (units not NULL) their units.
PyObject *pj_output_names(const jn_session *session, const void *units);

// A finished table as (title, names, units, [array, ...]); takes the table.
PyObject *pj_table_parts(jn_table *table);

// ---- work for several threads --------------------------------------------------------------------------------------

// jn_crew_run with the lock released, while signals are looked at. After one jn_crew_goes_on is false, at which an item
// gives up, and so is the answer, with the exception.
bool pj_crew_run(jn_crew crew);

// ---- functions of the module ---------------------------------------------------------------------------------------

PyObject *pj_check(PyObject *self, PyObject *args);
PyObject *pj_equilibrium(PyObject *self, PyObject *args);
PyObject *pj_linearize(PyObject *self, PyObject *args);
PyObject *pj_kinematics(PyObject *self, PyObject *args);
PyObject *pj_compare(PyObject *self, PyObject *args);
PyObject *pj_run(PyObject *self, PyObject *args);
PyObject *pj_rollout(PyObject *self, PyObject *args);
PyObject *pj_initial(PyObject *self, PyObject *args);
PyObject *pj_sweep(PyObject *self, PyObject *args);
PyObject *pj_sweep_history(PyObject *self, PyObject *args);
PyObject *pj_find(PyObject *self, PyObject *args);
PyObject *pj_picture(PyObject *self, PyObject *args);
PyObject *pj_plot(PyObject *self, PyObject *args);
PyObject *pj_schema(PyObject *self, PyObject *args);
PyObject *pj_unit(PyObject *self, PyObject *args);

#endif
