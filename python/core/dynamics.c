// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dynamics.c - the object Dynamics: matrices of the equations of motion at one state. Arrays of matrices are views of
// the memory of the object, which they keep alive.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"

typedef struct {
  PyObject_HEAD pj_model *model;
  jn_session *session;  // of which `system` is; NULL: `own` is the system
  jn_system *own;
  jn_dynamics *dynamics;
  jn_sizes n;
  int nc, k, nrows;
} dynamics;

// ---- construction --------------------------------------------------------------------------------------------------

typedef struct {
  PyObject *choices;
  const double *state;  // NULL: of the start or session
  Py_ssize_t nstate;
  jn_dynamics_options options;
} wish;

static jn_dynamics *make(const jn_system *system, const wish *w, const double *state, jn_report *report) {
  jn_sizes n = jn_system_sizes(system);
  jn_dynamics_options options = w->options;
  options.state = w->state ? w->state : state;
  if (w->state && w->nstate != n.nstate) {
    PyErr_Format(PyExc_ValueError, "the state has %zd numbers, but a state of this model in %s coordinates has %d",
                 w->nstate, jn_system_coordinates(system), n.nstate);
    return NULL;
  }
  PyThreadState *unlocked = PyEval_SaveThread();
  jn_dynamics *made = jn_dynamics_new(system, &options, report);
  PyEval_RestoreThread(unlocked);
  return made;
}

// Makes the dynamics of a session, with its held inputs. Returns false with an exception.
static bool of_session(dynamics *self, const wish *w) {
  const jn_system *system = jn_run_system(jn_session_run(self->session));
  jn_report *report = pj_report_new();
  if (!report) return false;
  self->dynamics = make(system, w, jn_session_state(self->session), report);
  if (!self->dynamics) return pj_raise_report(report, "the dynamics") != NULL;
  jn_report_free(report);
  int nu = jn_session_ninputs(self->session);
  double *u = calloc((size_t)nu + 1, sizeof *u);
  if (!u) return PyErr_NoMemory() != NULL;
  for (int i = 0; i < nu; i++) u[i] = jn_session_held(self->session, i);
  jn_dynamics_set_inputs(self->dynamics, u);
  free(u);
  return true;
}

static bool of_start(dynamics *self, const wish *w) {
  pj_start start;
  if (!pj_start_open(self->model, w->choices, NULL, NULL, &start)) return false;
  self->dynamics = make(start.system, w, start.state, start.report);
  if (self->dynamics) {
    self->own = start.system;
    start.system = NULL;
  } else {
    pj_raise_report(start.report, "the dynamics");
    start.report = NULL;
  }
  pj_start_close(&start);
  return self->dynamics != NULL;
}

// source: None, numbers, or a session.
static bool build(dynamics *self, PyObject *source, wish *w) {
  pj_doubles given = {.data = NULL};
  pj_model *owner = NULL;
  if (source != Py_None) {
    self->session = pj_session_clone(source, &owner);
    if (PyErr_Occurred()) return false;
    if (!self->session && !pj_doubles_open(source, "the state", &given)) return false;
  }
  if (!self->session && !self->model) {
    pj_doubles_close(&given);
    PyErr_SetString(PyExc_TypeError, "dynamics without a model need a session");
    return false;
  }
  if (self->session) {
    Py_INCREF((PyObject *)owner);
    Py_XDECREF((PyObject *)self->model);
    self->model = owner;
  }
  w->state = given.data;
  w->nstate = given.n;
  bool good = self->session ? of_session(self, w) : of_start(self, w);
  pj_doubles_close(&given);
  if (!good) return false;
  self->n = jn_system_sizes(jn_dynamics_system(self->dynamics));
  self->nc = jn_dynamics_nconstraints(self->dynamics);
  self->k = jn_dynamics_nindependent(self->dynamics);
  self->nrows = jn_dynamics_nrows(self->dynamics);
  return true;
}

// Implements Dynamics(model or None, source, independent, release_drivers, release_contacts, choices). model None: the
// source is a session.
static PyObject *dynamics_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
  PyObject *object, *source, *names, *choices;
  int release, open;
  pj_texts independent;
  static char *const words[] = {"model",   "source", "independent", "release_drivers", "release_contacts",
                                "choices", NULL};
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "OOOppO", (char **)words, &object, &source, &names, &release, &open,
                                   &choices))
    return NULL;
  pj_model *model = object == Py_None ? NULL : pj_model_check(object);
  if (PyErr_Occurred() || !pj_texts_open(names, "independent", &independent)) return NULL;
  wish w = {.choices = choices, .options = jn_dynamics_options_default()};
  w.options.independent = independent.items;
  w.options.nindependent = independent.n;
  w.options.release_drivers = release != 0;
  w.options.release_contacts = open != 0;
  dynamics *self = (dynamics *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
  if (self) {
    self->model = (pj_model *)Py_XNewRef((PyObject *)model);
    if (!build(self, source, &w)) Py_CLEAR(self);
  }
  pj_texts_close(&independent);
  return (PyObject *)self;
}

static int dynamics_traverse(PyObject *object, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(object));
  Py_VISIT(((dynamics *)object)->model);
  return 0;
}

static void dynamics_dealloc(PyObject *object) {
  dynamics *self = (dynamics *)object;
  PyTypeObject *type = Py_TYPE(object);
  PyObject_GC_UnTrack(object);
  jn_dynamics_free(self->dynamics);
  jn_system_free(self->own);
  jn_session_free(self->session);
  Py_CLEAR(self->model);
  ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
  Py_DECREF(type);
}

// ---- arguments -----------------------------------------------------------------------------------------------------

static PyObject *fail(jn_status status, const char *what) {
  jn_report *report = pj_report_new();
  if (!report) return NULL;
  jn_report_fault(report, status, "", "%s", what);
  return pj_raise(status, report, "the dynamics");
}

static PyObject *no_basis(void) {
  return fail(JN_SINGULAR,
              "the independent speeds do not determine the others at this state: it is a singular configuration, or "
              "Model.dynamics at this state has to choose other independent speeds");
}

// Reads n numbers, or none if the object is None and may be so. Returns false with an exception.
static bool take(PyObject *object, const char *what, Py_ssize_t n, bool optional, pj_doubles *out) {
  *out = (pj_doubles){.data = NULL};
  if (optional && object == Py_None) return true;
  if (!pj_doubles_open(object, what, out)) return false;
  if (out->n == n) return true;
  PyErr_Format(PyExc_ValueError, "%s has %zd numbers, but must have %zd", what, out->n, n);
  pj_doubles_close(out);
  return false;
}

static bool finite(const pj_doubles *numbers, const char *what) {
  for (Py_ssize_t i = 0; numbers->data && i < numbers->n; i++)
    if (!isfinite(numbers->data[i])) {
      PyErr_Format(PyExc_ValueError, "%s contains numbers that are not finite", what);
      return false;
    }
  return true;
}

static PyObject *frame_names(const dynamics *self) {
  PyObject *list = PyList_New(0);
  char text[400];
  for (int i = 0; list && i < jn_dynamics_nframes(self->dynamics); i++)
    if (!pj_append(list, pj_text(jn_dynamics_frame_name(self->dynamics, (jn_frame){i}, text, sizeof text))))
      Py_CLEAR(list);
  return list;
}

static bool find_frame(const dynamics *self, PyObject *name, jn_frame *frame) {
  const char *text = PyUnicode_Check(name) ? PyUnicode_AsUTF8AndSize(name, NULL) : NULL;
  const jn_model *model = jn_system_model(jn_dynamics_system(self->dynamics));
  *frame = text ? jn_model_find_frame(model, text) : (jn_frame){-1};
  if (frame->i >= 0) return true;
  if (PyErr_Occurred()) return false;
  if (!PyUnicode_Check(name)) {
    PyErr_Format(PyExc_TypeError, "a point or frame is named by a text such as 'crank.A', not %R", name);
    return false;
  }
  PyObject *known = frame_names(self);
  pj_no_such(PyExc_KeyError, "point or frame", name, known);
  Py_XDECREF(known);
  return false;
}

// ---- states --------------------------------------------------------------------------------------------------------

static PyObject *dynamics_at(PyObject *object, PyObject *state) {
  dynamics *self = (dynamics *)object;
  pj_doubles given;
  if (!take(state, "the state", self->n.nstate, false, &given)) return NULL;
  bool good = finite(&given, "the state");
  if (good) jn_dynamics_at(self->dynamics, given.data);
  pj_doubles_close(&given);
  return good ? Py_NewRef(Py_None) : NULL;
}

static PyObject *dynamics_set_inputs(PyObject *object, PyObject *values) {
  dynamics *self = (dynamics *)object;
  pj_doubles u;
  if (!take(values, "the list of inputs", self->n.nu, true, &u)) return NULL;
  for (Py_ssize_t i = 0; u.data && i < u.n; i++)
    if (isinf(u.data[i])) {
      PyErr_SetString(PyExc_ValueError, "an input must be a finite number, or NaN to release it");
      pj_doubles_close(&u);
      return NULL;
    }
  jn_dynamics_set_inputs(self->dynamics, u.data);
  pj_doubles_close(&u);
  Py_RETURN_NONE;
}

static PyObject *dynamics_close(PyObject *object, PyObject *state) {
  dynamics *self = (dynamics *)object;
  pj_doubles given;
  if (!take(state, "the state", self->n.nstate, false, &given)) return NULL;
  pj_array *moved = (pj_array *)pj_array_copy(given.data, self->n.nstate, -1);
  bool good = moved && finite(&given, "the state");
  pj_doubles_close(&given);
  jn_status status = good ? jn_dynamics_close(self->dynamics, moved->data) : JN_OK;
  if (status == JN_SINGULAR) no_basis();
  else if (status != JN_OK) fail(status, "the constraints could not be satisfied near this state");
  if (good && status == JN_OK) return (PyObject *)moved;
  Py_XDECREF((PyObject *)moved);
  return NULL;
}

// ---- matrices ------------------------------------------------------------------------------------------------------

typedef struct {
  const double *(*get)(jn_dynamics *dynamics);
  char rows, columns;  // s: nstate, v: nv, n: constraints, k: independent speeds, 1: a vector
} matrix;

static const double *present_state(jn_dynamics *d) { return jn_dynamics_state(d); }

static const matrix matrices[] = {
    {present_state, 's', '1'},     {jn_dynamics_M, 'v', 'v'},     {jn_dynamics_bias, 'v', '1'},
    {jn_dynamics_G, 'n', 'v'},     {jn_dynamics_Gdot, 'n', 'v'},  {jn_dynamics_phi, 'n', '1'},
    {jn_dynamics_nu, 'n', '1'},    {jn_dynamics_gamma, 'n', '1'}, {jn_dynamics_B, 'v', 'k'},
    {jn_dynamics_c, 'v', '1'},     {jn_dynamics_e, 'v', '1'},     {jn_dynamics_Mi, 'k', 'k'},
    {jn_dynamics_biasi, 'k', '1'},
};
enum { STATE, MASS, BIAS, JACOBIAN, JACOBIAN_RATE, PHI, NU, GAMMA, BASIS, DRIFT, DRIFT_RATE, REDUCED, REDUCED_BIAS };

static Py_ssize_t size_of(const dynamics *self, char sort) {
  switch (sort) {
    case 's': return self->n.nstate;
    case 'v': return self->n.nv;
    case 'n': return self->nc;
    case 'k': return self->k;
    default: return -1;
  }
}

static PyObject *get_matrix(PyObject *object, void *which) {
  dynamics *self = (dynamics *)object;
  const matrix *m = which;
  const double *data = m->get(self->dynamics);
  if (!data) return no_basis();
  return pj_array_of(object, data, size_of(self, m->rows), size_of(self, m->columns));
}

// ---- forward and inverse dynamics ----------------------------------------------------------------------------------

// Implements _accelerations(tau or None): (vdot, lambda).
static PyObject *dynamics_accelerations(PyObject *object, PyObject *forces) {
  dynamics *self = (dynamics *)object;
  pj_doubles tau;
  if (!take(forces, "tau", self->n.nv, true, &tau)) return NULL;
  pj_array *vdot = finite(&tau, "tau") ? pj_array_new(self->n.nv, -1, -1) : NULL;
  pj_array *lambda = vdot ? pj_array_new(self->nc, -1, -1) : NULL;
  jn_status status =
      lambda ? jn_dynamics_accelerations(self->dynamics, tau.data, vdot->data, lambda->data) : JN_NO_MEMORY;
  pj_doubles_close(&tau);
  if (lambda && status == JN_OK) return Py_BuildValue("(NN)", vdot, lambda);
  Py_XDECREF((PyObject *)vdot);
  Py_XDECREF((PyObject *)lambda);
  if (PyErr_Occurred()) return NULL;
  if (!jn_dynamics_B(self->dynamics)) return no_basis();
  return fail(JN_SINGULAR, "the mass matrix of the independent speeds is singular: a motion moves no mass");
}

// Computes forces for accelerations: of all speeds (n = nv) or of the independent ones.
static PyObject *inverse(dynamics *self, PyObject *accelerations, bool all) {
  pj_doubles given;
  Py_ssize_t n = all ? self->n.nv : self->k;
  if (!take(accelerations, all ? "vdot" : "vidot", n, false, &given)) return NULL;
  pj_array *tau = finite(&given, all ? "vdot" : "vidot") ? pj_array_new(n, -1, -1) : NULL;
  jn_status status = JN_OK;
  if (tau && all) jn_dynamics_inverse(self->dynamics, given.data, tau->data);
  else if (tau) status = jn_dynamics_inverse_independent(self->dynamics, given.data, tau->data);
  pj_doubles_close(&given);
  if (status == JN_OK) return (PyObject *)tau;
  Py_XDECREF((PyObject *)tau);
  return no_basis();
}

static PyObject *dynamics_inverse(PyObject *object, PyObject *vdot) { return inverse((dynamics *)object, vdot, true); }
static PyObject *dynamics_inverse_independent(PyObject *object, PyObject *vidot) {
  return inverse((dynamics *)object, vidot, false);
}

// ---- frames --------------------------------------------------------------------------------------------------------

// A point of a frame from Python.
typedef struct {
  jn_frame frame;
  double p[3];
  const double *given;  // p; NULL: the origin of the frame
} place;

// Reads the name of a frame and the point, None or numbers. Returns false with an exception.
static bool take_place(const dynamics *self, PyObject *name, PyObject *point, place *out) {
  pj_doubles p;
  int n = self->nrows == 3 ? 2 : 3;
  if (!find_frame(self, name, &out->frame) || !take(point, "the point", n, true, &p)) return false;
  out->given = p.data ? out->p : NULL;
  if (p.data) memcpy(out->p, p.data, (size_t)n * sizeof *out->p);
  bool good = finite(&p, "the point");
  pj_doubles_close(&p);
  return good;
}

// Implements _pose(frame, point or None).
static PyObject *dynamics_pose(PyObject *object, PyObject *args) {
  dynamics *self = (dynamics *)object;
  PyObject *name, *point;
  place at;
  if (!PyArg_ParseTuple(args, "OO", &name, &point) || !take_place(self, name, point, &at)) return NULL;
  pj_array *pose = pj_array_new(JN_POSE, -1, -1);
  if (pose) jn_dynamics_pose(self->dynamics, at.frame, at.given, pose->data);
  return (PyObject *)pose;
}

// Implements _velocity(frame, point or None).
static PyObject *dynamics_velocity(PyObject *object, PyObject *args) {
  dynamics *self = (dynamics *)object;
  PyObject *name, *point;
  place at;
  if (!PyArg_ParseTuple(args, "OO", &name, &point) || !take_place(self, name, point, &at)) return NULL;
  pj_array *velocity = pj_array_new(self->nrows, -1, -1);
  if (velocity) jn_dynamics_velocity(self->dynamics, at.frame, at.given, velocity->data);
  return (PyObject *)velocity;
}

// Implements _acceleration(frame, point or None, vdot or None).
static PyObject *dynamics_acceleration(PyObject *object, PyObject *args) {
  dynamics *self = (dynamics *)object;
  PyObject *name, *point, *accelerations;
  place at;
  pj_doubles vdot;
  if (!PyArg_ParseTuple(args, "OOO", &name, &point, &accelerations) || !take_place(self, name, point, &at) ||
      !take(accelerations, "vdot", self->n.nv, true, &vdot))
    return NULL;
  pj_array *out = pj_array_new(self->nrows, -1, -1);
  if (out) jn_dynamics_acceleration(self->dynamics, at.frame, at.given, vdot.data, out->data);
  pj_doubles_close(&vdot);
  return (PyObject *)out;
}

// Implements _jacobian(frame, point or None, of the independent speeds).
static PyObject *dynamics_jacobian(PyObject *object, PyObject *args) {
  dynamics *self = (dynamics *)object;
  PyObject *name, *point;
  int independent;
  place at;
  if (!PyArg_ParseTuple(args, "OOp", &name, &point, &independent) || !take_place(self, name, point, &at)) return NULL;
  pj_array *J = pj_array_new(self->nrows, independent ? self->k : self->n.nv, -1);
  if (!J) return NULL;
  jn_status status = JN_OK;
  if (independent) status = jn_dynamics_jacobian_independent(self->dynamics, at.frame, at.given, J->data);
  else jn_dynamics_jacobian(self->dynamics, at.frame, at.given, J->data);
  if (status == JN_OK) return (PyObject *)J;
  Py_DECREF((PyObject *)J);
  return no_basis();
}

// ---- the whole mechanism -------------------------------------------------------------------------------------------

static PyObject *get_com(PyObject *object, void *rate) {
  dynamics *self = (dynamics *)object;
  double r[3], v[3];
  jn_dynamics_com(self->dynamics, r, v);
  return pj_array_copy(rate ? v : r, self->nrows == 3 ? 2 : 3, -1);
}

static PyObject *get_com_jacobian(PyObject *object, void *unused) {
  (void)unused;
  dynamics *self = (dynamics *)object;
  pj_array *J = pj_array_new(self->nrows == 3 ? 2 : 3, self->n.nv, -1);
  if (J) jn_dynamics_com_jacobian(self->dynamics, J->data);
  return (PyObject *)J;
}

// Implements _momentum(about or None): (linear, angular), of three components each.
static PyObject *dynamics_momentum(PyObject *object, PyObject *about) {
  dynamics *self = (dynamics *)object;
  pj_doubles point;
  double given[3] = {0, 0, 0}, linear[3], angular[3];
  int n = self->nrows == 3 ? 2 : 3;
  if (!take(about, "about", n, true, &point)) return NULL;
  bool is_given = point.data != NULL;
  if (is_given) memcpy(given, point.data, (size_t)n * sizeof *given);
  bool good = finite(&point, "about");
  pj_doubles_close(&point);
  if (!good) return NULL;
  jn_dynamics_momentum(self->dynamics, is_given ? given : NULL, linear, angular);
  return Py_BuildValue("(NN)", pj_array_copy(linear, 3, -1), pj_array_copy(angular, 3, -1));
}

static PyObject *get_number(PyObject *object, void *which) {
  jn_dynamics *d = ((dynamics *)object)->dynamics;
  switch (*(const char *)which) {
    case 'm': return PyFloat_FromDouble(jn_dynamics_mass(d));
    case 'k': return PyFloat_FromDouble(jn_dynamics_kinetic(d));
    default: return PyFloat_FromDouble(jn_dynamics_potential(d));
  }
}

// ---- names ---------------------------------------------------------------------------------------------------------

static const char *state_name(const void *d, int i) { return jn_dynamics_state_name(d, i); }
static const char *state_unit(const void *d, int i) { return jn_dynamics_state_unit(d, i); }
static const char *speed_name(const void *d, int i) { return jn_dynamics_speed_name(d, i); }
static const char *speed_unit(const void *d, int i) { return jn_dynamics_speed_unit(d, i); }
static const char *force_unit(const void *d, int i) { return jn_dynamics_force_unit(d, i); }
static const char *output_name(const void *d, int i) { return jn_dynamics_output_name(d, i); }
static const char *output_unit(const void *d, int i) { return jn_dynamics_output_unit(d, i); }
static const char *input_name(const void *model, int i) { return jn_model_input_name(model, i); }
static const char *independent_name(const void *d, int i) {
  return jn_dynamics_speed_name(d, jn_dynamics_independent(d)[i]);
}

static PyObject *constraint_names(const dynamics *self, bool redundant) {
  PyObject *list = PyList_New(0), *tuple = NULL;
  char text[400];
  const jn_system *system = jn_dynamics_system(self->dynamics);
  for (int i = 0; list && i < self->nc; i++) {
    int row = jn_dynamics_constraint_row(self->dynamics, i);
    if (redundant && !jn_dynamics_constraint_redundant(self->dynamics, i)) continue;
    if (!pj_append(list, pj_text(jn_row_name(system, row, text, sizeof text)))) Py_CLEAR(list);
  }
  if (list) tuple = PyList_AsTuple(list);
  Py_XDECREF(list);
  return tuple;
}

static PyObject *get_names(PyObject *object, void *which) {
  const dynamics *self = (const dynamics *)object;
  const jn_dynamics *d = self->dynamics;
  PyObject *list, *tuple;
  switch (*(const char *)which) {
    case 's': return pj_tuple(self->n.nstate, state_name, d);
    case 't': return pj_tuple(self->n.nstate, state_unit, d);
    case 'v': return pj_tuple(self->n.nv, speed_name, d);
    case 'w': return pj_tuple(self->n.nv, speed_unit, d);
    case 'f': return pj_tuple(self->n.nv, force_unit, d);
    case 'o': return pj_tuple(jn_dynamics_noutputs(d), output_name, d);
    case 'p': return pj_tuple(jn_dynamics_noutputs(d), output_unit, d);
    case 'i': return pj_tuple(self->k, independent_name, d);
    case 'u': return pj_tuple(self->n.nu, input_name, jn_system_model(jn_dynamics_system(d)));
    case 'c': return constraint_names(self, false);
    case 'r': return constraint_names(self, true);
    case 'k': return pj_text(jn_system_coordinates(jn_dynamics_system(d)));
    default:
      list = frame_names(self);
      tuple = list ? PyList_AsTuple(list) : NULL;
      Py_XDECREF(list);
      return tuple;
  }
}

// Returns (nq, nv, nz, ns).
static PyObject *get_sizes(PyObject *object, void *unused) {
  (void)unused;
  const jn_sizes *n = &((const dynamics *)object)->n;
  return Py_BuildValue("(iiii)", n->nq, n->nv, n->nz, n->ns);
}

static PyObject *get_indices(PyObject *object, void *unused) {
  (void)unused;
  const dynamics *self = (const dynamics *)object;
  PyObject *tuple = PyTuple_New(self->k);
  for (int i = 0; tuple && i < self->k; i++) {
    PyObject *index = PyLong_FromLong(jn_dynamics_independent(self->dynamics)[i]);
    if (!index || PyTuple_SetItem(tuple, i, index) != 0) Py_CLEAR(tuple);
  }
  return tuple;
}

static PyObject *get_outputs(PyObject *object, void *unused) {
  (void)unused;
  dynamics *self = (dynamics *)object;
  const double *values = jn_dynamics_outputs(self->dynamics);
  return values ? pj_array_of(object, values, jn_dynamics_noutputs(self->dynamics), -1) : no_basis();
}

static PyMethodDef dynamics_methods[] = {
    {"_at", dynamics_at, METH_O, "Another state."},
    {"_set_inputs", dynamics_set_inputs, METH_O, "Values of the inputs; NaN or None: released."},
    {"_close", dynamics_close, METH_O, "The state on the constraints."},
    {"_accelerations", dynamics_accelerations, METH_O, "(vdot, lambda) for tau."},
    {"_inverse", dynamics_inverse, METH_O, "tau for vdot."},
    {"_inverse_independent", dynamics_inverse_independent, METH_O, "taui for vidot."},
    {"_pose", dynamics_pose, METH_VARARGS, "Position and quaternion of a frame."},
    {"_velocity", dynamics_velocity, METH_VARARGS, "Velocity of a frame."},
    {"_acceleration", dynamics_acceleration, METH_VARARGS, "Acceleration of a frame."},
    {"_jacobian", dynamics_jacobian, METH_VARARGS, "Jacobian of a frame."},
    {"_momentum", dynamics_momentum, METH_O, "(linear, angular)"},
    {NULL, NULL, 0, NULL}};

#define MATRIX(name, index) \
  { name, get_matrix, NULL, "Of the equations of motion.", (void *)&matrices[index] }
static PyGetSetDef dynamics_getters[] = {
    MATRIX("_state", STATE),
    MATRIX("_M", MASS),
    MATRIX("_bias", BIAS),
    MATRIX("_G", JACOBIAN),
    MATRIX("_Gdot", JACOBIAN_RATE),
    MATRIX("_phi", PHI),
    MATRIX("_nu", NU),
    MATRIX("_gamma", GAMMA),
    MATRIX("_B", BASIS),
    MATRIX("_c", DRIFT),
    MATRIX("_e", DRIFT_RATE),
    MATRIX("_Mi", REDUCED),
    MATRIX("_biasi", REDUCED_BIAS),
    {"_com", get_com, NULL, "Centre of mass.", NULL},
    {"_com_velocity", get_com, NULL, "Its velocity.", "v"},
    {"_com_jacobian", get_com_jacobian, NULL, "Its Jacobian.", NULL},
    {"_outputs", get_outputs, NULL, "Outputs of the model.", NULL},
    {"mass", get_number, NULL, "Mass of all bodies, kg.", "m"},
    {"kinetic", get_number, NULL, "Kinetic energy, J.", "k"},
    {"potential", get_number, NULL, "Potential energy, J.", "p"},
    {"coordinates", get_names, NULL, "'cartesian', 'natural' or 'joint'.", "k"},
    {"state_names", get_names, NULL, "Names of the numbers of a state.", "s"},
    {"state_units", get_names, NULL, "Their units.", "t"},
    {"speeds", get_names, NULL, "Names of the speeds v.", "v"},
    {"speed_units", get_names, NULL, "Their units.", "w"},
    {"force_units", get_names, NULL, "Units of the generalised forces tau.", "f"},
    {"independent", get_names, NULL, "Names of the independent speeds.", "i"},
    {"independent_at", get_indices, NULL, "Their places in v.", NULL},
    {"constraints", get_names, NULL, "Names of the constraint equations, the rows of G.", "c"},
    {"redundant", get_names, NULL, "Those that follow from others.", "r"},
    {"frames", get_names, NULL, "Names of all points and frames.", "a"},
    {"_input_names", get_names, NULL, "Names of the inputs.", "u"},
    {"output_names", get_names, NULL, "Names of the outputs.", "o"},
    {"output_units", get_names, NULL, "Their units.", "p"},
    {"_sizes", get_sizes, NULL, "(nq, nv, nz, ns)", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyType_Slot dynamics_slots[] = {{Py_tp_doc, "The equations of motion at a state."},
                                       {Py_tp_new, dynamics_new},
                                       {Py_tp_dealloc, dynamics_dealloc},
                                       {Py_tp_traverse, dynamics_traverse},
                                       {Py_tp_methods, dynamics_methods},
                                       {Py_tp_getset, dynamics_getters},
                                       {0, NULL}};
PyType_Spec pj_dynamics_spec = {"jounce._core.Dynamics", sizeof(dynamics), 0,
                                Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, dynamics_slots};
