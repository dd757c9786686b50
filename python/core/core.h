// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// core.h - shared by the files of the extension module: Python objects of the library's objects, exceptions from
// reports, arrays.
//
// The module uses the limited API of Python 3.11, so that one binary suits this and all later versions, and the public
// headers of the library. Arguments and results are plain objects (numbers, texts, tuples, dictionaries, arrays);
// python/jounce contains the public classes.
//
// A function that fails returns NULL with an exception set. The lock of the interpreter is released while the library
// computes: Python objects are read before and created after.
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
  PyTypeObject *array, *model, *session, *batch, *dynamics;
  PyObject *errors;  // the module jounce.errors
} pj_state;

pj_state *pj_state_get(void);

// ---- exceptions ----------------------------------------------------------------------------------------------------

// Raises the exception for a status with all messages of a report (or NULL), which it frees. Keeps an exception that a
// callback has raised. Returns NULL.
void *pj_raise(jn_status status, jn_report *report, const char *doing);
// Raises the exception after a constructor has returned NULL, with the status of the first fault; otherwise like
// pj_raise.
void *pj_raise_report(jn_report *report, const char *doing);
// Raises the exception for an unknown name, with the most similar known one. Returns NULL.
void *pj_no_such(PyObject *exception, const char *what, PyObject *name, PyObject *known);
// Returns the messages of a report: [(severity, file, line, column, element, what), ...].
PyObject *pj_messages(const jn_report *report);
jn_report *pj_report_new(void);  // NULL with MemoryError

// Checks for signals such as Ctrl-C, with the lock. Returns whether no exception was raised.
bool pj_go_on(void);

// Calls pj_go_on, as a callback of jn_equilibrium_options.
bool pj_equilibrium_goes_on(void *context, const jn_equilibrium_progress *now);

// ---- numbers and texts ---------------------------------------------------------------------------------------------

enum { PJ_DIMENSIONS = 3 };

// Array with the buffer protocol: read-only, row-major. Each view holds a reference.
typedef struct {
  PyObject_HEAD PyObject *owner;  // owner of the numbers; NULL: the array itself
  double *data;
  int ndim;
  Py_ssize_t shape[PJ_DIMENSIONS], strides[PJ_DIMENSIONS];
} pj_array;

extern PyType_Spec pj_array_spec;
// Creates an array of zeros. The shape ends with -1.
pj_array *pj_array_new(Py_ssize_t n0, Py_ssize_t n1, Py_ssize_t n2);
PyObject *pj_array_copy(const double *data, Py_ssize_t n0, Py_ssize_t n1);
// Creates a view of n0 numbers, or of n0 rows of n1 numbers, that belong to `owner`. n1 < 0: one row.
PyObject *pj_array_of(PyObject *owner, const double *data, Py_ssize_t n0, Py_ssize_t n1);

// Numbers from Python: an object with a buffer of C doubles, row-major.
typedef struct {
  Py_buffer view;
  const double *data;
  Py_ssize_t n;
} pj_doubles;
bool pj_doubles_open(PyObject *object, const char *what, pj_doubles *out);
void pj_doubles_close(pj_doubles *doubles);

// Texts from Python: a sequence of str without zero bytes.
typedef struct {
  PyObject *tuple;  // owner of the texts
  const char **items;
  int n;
} pj_texts;
bool pj_texts_open(PyObject *sequence, const char *what, pj_texts *out);
void pj_texts_close(pj_texts *texts);

// Names and values from a sequence name, value, name, value, ...
typedef struct {
  pj_texts texts;
  jn_setting *items;
  int n;
} pj_settings;
bool pj_settings_open(PyObject *flat, const char *what, pj_settings *out);
void pj_settings_close(pj_settings *settings);

// Returns a tuple of n texts, each given by `text`.
PyObject *pj_tuple(int n, const char *(*text)(const void *context, int i), const void *context);
// Appends `item`, a new reference which it takes over, to a list. item NULL: an exception is already set. Returns false
// with an exception.
bool pj_append(PyObject *list, PyObject *item);
// Stores `value`, a new reference which it takes over, in a dictionary. Returns false with an exception.
bool pj_put(PyObject *dict, const char *name, PyObject *value);
bool pj_put_number(PyObject *dict, const char *name, double value);
bool pj_put_count(PyObject *dict, const char *name, long value);
bool pj_put_text(PyObject *dict, const char *name, const char *value);
PyObject *pj_text(const char *text);  // makes a str; replaces invalid UTF-8
PyObject *pj_hash(uint64_t hash);     // makes a str of 16 hexadecimal digits
PyObject *pj_choices_dict(const jn_choices *settled);
PyObject *pj_summary_dict(const jn_summary *summary);

// ---- objects -------------------------------------------------------------------------------------------------------

typedef struct {
  PyObject_HEAD jn_model *model;  // constant, shared by all threads
  PyObject *settings;             // tuple of (path, value)
  PyObject *messages;             // warnings and notes of reading
  char *path;                     // path of the model's file, or name of its text
  bool is_text, allow_code;
} pj_model;

extern PyType_Spec pj_model_spec, pj_session_spec, pj_batch_spec, pj_dynamics_spec;

// Sets the choices of a run: those of the model, replaced by those of a dictionary. Returns false with an exception.
bool pj_choices(const pj_model *model, PyObject *given, jn_choices *choices, jn_report *report);
// Sets the choices that a dictionary names, and marks[choice] for each of them (JN_NCHOICES). Returns false with an
// exception.
bool pj_choices_given(const pj_model *model, PyObject *given, jn_choices *typed, bool *marks);
// Returns the files of a model for library functions that read it, in any thread without the lock. The member `user` is
// a new reference, which the caller releases after use; NULL with an exception.
jn_files pj_model_files(pj_model *model);
// Returns the model, or a copy of it that follows the angles of the probes over whole turns; a new reference.
pj_model *pj_model_following(pj_model *model, const pj_texts *probes);
// Returns `object` as a model; NULL with an exception if it is none.
pj_model *pj_model_check(PyObject *object);

// A model at its start: resolved choices, system in the requested coordinates (NULL: of the choices) and state.
typedef struct {
  pj_model *model;  // new reference
  jn_choices choices;
  jn_system *system;
  double *state;
  jn_assembly assembly;
  jn_equilibrium settled;
  jn_report *report;
} pj_start;
// Computes the start. probes may be NULL. Returns false with an exception; the start is then closed.
bool pj_start_open(pj_model *model, PyObject *given, const char *coordinates, const pj_texts *probes, pj_start *start);
void pj_start_close(pj_start *start);
// Returns {name: value} of the outputs of the model and of the probes at the state of the start. vdot and lambda may be
// NULL.
PyObject *pj_outputs_at(const pj_start *start, const pj_texts *probes, const double *vdot, const double *lambda);

// ---- sessions -------------------------------------------------------------------------------------------------------

// Returns a clone of a session for the caller to free, and sets *model to its model, a borrowed reference. Returns NULL
// with an exception on failure, and NULL without one if the object is no session.
jn_session *pj_session_clone(PyObject *object, pj_model **model);
// Starts a session of a model that follows the probes (pj_model_following). NULL with an exception.
jn_session *pj_session_start(const pj_model *model, const pj_texts *probes, PyObject *given);
// Returns n sessions: the first, which it takes over, and n - 1 clones. NULL with an exception.
jn_session **pj_sessions_new(jn_session *first, int n);
void pj_sessions_free(jn_session **sessions, int n);
// Returns the numbers of the inputs with these names, which the caller frees. NULL with an exception.
int *pj_inputs_find(const jn_session *session, const pj_texts *names);
// Returns the names of the outputs of a session or, if units is not NULL, their units.
PyObject *pj_output_names(const jn_session *session, const void *units);

// Returns a table as (title, names, units, [array, ...]), and takes it over.
PyObject *pj_table_parts(jn_table *table);

// ---- work for several threads --------------------------------------------------------------------------------------

// Calls jn_crew_run with the lock released, and checks for signals. After a signal jn_crew_goes_on returns false, so
// that items stop early, and so does this function, with the exception.
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
PyObject *pj_export_fmu(PyObject *self, PyObject *args);
PyObject *pj_plot(PyObject *self, PyObject *args);
PyObject *pj_schema(PyObject *self, PyObject *args);
PyObject *pj_unit(PyObject *self, PyObject *args);

#endif
