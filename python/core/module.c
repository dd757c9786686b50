// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// module.c - the extension module jounce._core: its types and functions.
#include "core.h"

static PyMethodDef functions[] = {
    {"check", pj_check, METH_VARARGS, "Freedoms, loops, redundant constraints, doubtful data."},
    {"initial", pj_initial, METH_VARARGS, "The state at which a run begins."},
    {"equilibrium", pj_equilibrium, METH_VARARGS, "Where a mechanism rests."},
    {"linearize", pj_linearize, METH_VARARGS, "Linear equations about a state, and their modes."},
    {"kinematics", pj_kinematics, METH_VARARGS, "Prescribed motion and the forces that make it."},
    {"compare", pj_compare, METH_VARARGS, "All methods on one model."},
    {"run", pj_run, METH_VARARGS, "A whole run."},
    {"rollout", pj_rollout, METH_VARARGS, "Many short runs on several threads."},
    {"sweep", pj_sweep, METH_VARARGS, "Many runs with other parameters."},
    {"sweep_history", pj_sweep_history, METH_VARARGS, "The rows of one of them."},
    {"find", pj_find, METH_VARARGS, "The best values of parameters."},
    {"picture", pj_picture, METH_VARARGS, "The mechanism as SVG."},
    {"export_fmu", pj_export_fmu, METH_VARARGS, "The model as an FMU."},
    {"plot", pj_plot, METH_VARARGS, "Curves as SVG."},
    {"schema", pj_schema, METH_NOARGS, "The JSON Schema of model files."},
    {"unit", pj_unit, METH_VARARGS, "A quantity in SI units."},
    {NULL, NULL, 0, NULL}};

static int visit_state(PyObject *module, visitproc visit, void *arg) {
  pj_state *state = PyModule_GetState(module);
  Py_VISIT(state->array);
  Py_VISIT(state->model);
  Py_VISIT(state->session);
  Py_VISIT(state->batch);
  Py_VISIT(state->dynamics);
  Py_VISIT(state->errors);
  return 0;
}

static int clear_state(PyObject *module) {
  pj_state *state = PyModule_GetState(module);
  Py_CLEAR(state->array);
  Py_CLEAR(state->model);
  Py_CLEAR(state->session);
  Py_CLEAR(state->batch);
  Py_CLEAR(state->dynamics);
  Py_CLEAR(state->errors);
  return 0;
}

static PyModuleDef definition = {.m_base = PyModuleDef_HEAD_INIT,
                                 .m_name = "jounce._core",
                                 .m_doc = "The library of Jounce; the package jounce is made around it.",
                                 .m_size = sizeof(pj_state),
                                 .m_methods = functions,
                                 .m_traverse = visit_state,
                                 .m_clear = clear_state};

pj_state *pj_state_get(void) { return PyModule_GetState(PyState_FindModule(&definition)); }

static PyTypeObject *add_type(PyObject *module, PyType_Spec *spec) {
  PyObject *type = PyType_FromSpec(spec);
  if (type && PyModule_AddType(module, (PyTypeObject *)type) != 0) Py_CLEAR(type);
  return (PyTypeObject *)type;
}

static bool add_facts(PyObject *module) {
  return PyModule_AddStringConstant(module, "version", jn_version()) == 0 &&
         PyModule_AddIntConstant(module, "has_yaml", jn_document_has_yaml()) == 0 &&
         PyModule_AddIntConstant(module, "has_bdf", jn_integrator_is_built("bdf")) == 0;
}

PyMODINIT_FUNC PyInit__core(void);
PyMODINIT_FUNC PyInit__core(void) {
  PyObject *module = PyModule_Create(&definition);
  if (!module) return NULL;
  pj_state *state = PyModule_GetState(module);
  state->errors = PyImport_ImportModule("jounce.errors");
  if (state->errors) state->array = add_type(module, &pj_array_spec);
  if (state->array) state->model = add_type(module, &pj_model_spec);
  if (state->model) state->session = add_type(module, &pj_session_spec);
  if (state->session) state->batch = add_type(module, &pj_batch_spec);
  if (state->batch) state->dynamics = add_type(module, &pj_dynamics_spec);
  if (!state->dynamics || !add_facts(module)) Py_CLEAR(module);
  return module;
}
