// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// rollout.c - many short runs from given states with given inputs, on several threads: outputs as (batch, time,
// output). Each thread has its own session, which restarts at every state, so results do not depend on the number of
// threads.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"

typedef struct {
  pj_model *model;
  pj_texts probes, names;     // of outputs; of inputs
  pj_doubles states, inputs;  // batch x nstate, or nstate for all; batch x times x inputs, or times x inputs for all
  int *held;                  // numbers of the inputs
  Py_ssize_t batch, times;
  bool shared_inputs, shared_states;  // one for all runs, instead of one for each
  double dt;
  int threads, nstate, noutputs;
  jn_session *first;      // first session; NULL after it has become one of `sessions`
  jn_session **sessions;  // one per thread
  pj_array *out, *ends;   // batch x times x outputs, batch x nstate
  char *failed;           // batch: the run has failed; false for a run that an event has stopped
} rollout;

// ---- one run -------------------------------------------------------------------------------------------------------

static void hold(const rollout *r, jn_session *s, Py_ssize_t item, Py_ssize_t k) {
  Py_ssize_t nu = r->names.n;
  const double *u = r->inputs.data + ((r->shared_inputs ? 0 : item * r->times) + k) * nu;
  for (int i = 0; i < nu; i++) jn_session_hold(s, r->held[i], u[i]);
}

static bool step_to(jn_session *s, double t, jn_crew_member *member) {
  while (jn_session_time(s) < t)
    if (!jn_crew_goes_on(member) || jn_session_stopped(s) || jn_session_step(s, t) != JN_OK) return false;
  return true;
}

static void leave_open(double *out, Py_ssize_t n) {
  for (Py_ssize_t i = 0; i < n; i++) out[i] = NAN;
}

// Fills the outputs with NaN after a failure or an event that stops the run.
static void do_one(void *context, jn_crew_member *member, long item) {
  rollout *r = context;
  jn_session *s = r->sessions[jn_crew_number(member)];
  int nstate = r->nstate;
  const double *state = r->states.data + (r->shared_states ? 0 : item * nstate);
  double *out = r->out->data + item * r->times * r->noutputs;
  if (r->names.n > 0) hold(r, s, item, 0);
  bool begun = jn_session_restart(s, state) == JN_OK, good = begun;
  Py_ssize_t k = 0;
  for (; good && k < r->times; k++) {
    if (k > 0 && r->names.n > 0) hold(r, s, item, k);
    good = step_to(s, state[0] + (double)(k + 1) * r->dt, member);
    if (good) memcpy(out + k * r->noutputs, jn_session_outputs(s), (size_t)r->noutputs * sizeof *out);
    else break;
  }
  r->failed[item] = !begun || (!good && !jn_session_stopped(s));
  leave_open(out + k * r->noutputs, (r->times - k) * r->noutputs);
  if (begun) memcpy(r->ends->data + item * nstate, jn_session_state(s), (size_t)nstate * sizeof *out);
  else leave_open(r->ends->data + item * nstate, nstate);
}

// ---- all runs ------------------------------------------------------------------------------------------------------

static bool are_finite(const pj_doubles *numbers) {
  for (Py_ssize_t i = 0; i < numbers->n; i++)
    if (!isfinite(numbers->data[i])) {
      PyErr_SetString(PyExc_ValueError, "an input is not finite");
      return false;
    }
  return true;
}

static bool check_sizes(rollout *r) {
  int nstate = r->nstate;
  Py_ssize_t per = r->times * r->names.n;
  r->batch = r->states.n / nstate;
  if (r->states.n == 0 || r->states.n % nstate != 0) {
    PyErr_Format(PyExc_ValueError, "states have the shape (batch, %d), but there are %zd numbers", nstate, r->states.n);
    return false;
  }
  r->shared_states = r->batch == 1 && per > 0 && r->inputs.n > per && r->inputs.n % per == 0;
  if (r->shared_states) r->batch = r->inputs.n / per;
  r->shared_inputs = r->inputs.n == per && r->batch != 1;
  if (r->inputs.n == per || r->inputs.n == per * r->batch) return true;
  PyErr_Format(PyExc_ValueError, "inputs have the shape (%zd, %zd, %d) or (%zd, %d), but there are %zd numbers",
               r->batch, r->times, r->names.n, r->times, r->names.n, r->inputs.n);
  return false;
}

static bool make_room(rollout *r) {
  r->noutputs = jn_session_noutputs(r->sessions[0]);
  r->out = pj_array_new(r->batch, r->times, r->noutputs);
  r->ends = r->out ? pj_array_new(r->batch, r->nstate, -1) : NULL;
  r->failed = calloc((size_t)r->batch + 1, 1);
  if (!r->failed) PyErr_NoMemory();
  return r->out && r->ends && r->failed;
}

static PyObject *failures(const rollout *r) {
  PyObject *list = PyList_New(0);
  for (Py_ssize_t i = 0; list && i < r->batch; i++)
    if (r->failed[i] && !pj_append(list, PyLong_FromSsize_t(i))) Py_CLEAR(list);
  return list;
}

static PyObject *work(rollout *r) {
  r->nstate = jn_session_nstate(r->first);
  if (!check_sizes(r) || !are_finite(&r->inputs)) return NULL;
  if (r->threads > r->batch) r->threads = (int)r->batch;
  r->held = pj_inputs_find(r->first, &r->names);
  if (!r->held) return NULL;
  r->sessions = pj_sessions_new(r->first, r->threads);
  r->first = NULL;
  const jn_crew crew = {.context = r, .work = do_one, .n = (long)r->batch, .threads = r->threads};
  if (!r->sessions || !make_room(r) || !pj_crew_run(crew)) return NULL;
  PyObject *names = pj_output_names(r->sessions[0], NULL), *failed = names ? failures(r) : NULL;
  if (failed) return Py_BuildValue("(OONN)", r->out, r->ends, names, failed);
  Py_XDECREF(names);
  return NULL;
}

static void close_all(rollout *r) {
  pj_sessions_free(r->sessions, r->threads);
  jn_session_free(r->first);
  free(r->held);
  free(r->failed);
  Py_XDECREF((PyObject *)r->out);
  Py_XDECREF((PyObject *)r->ends);
  Py_XDECREF((PyObject *)r->model);
  pj_texts_close(&r->probes);
  pj_texts_close(&r->names);
  pj_doubles_close(&r->states);
  pj_doubles_close(&r->inputs);
}

// Implements rollout(model, states, input names, inputs, times, dt, threads, probes, choices) -> outputs, final states,
// names of outputs, numbers of those that failed.
PyObject *pj_rollout(PyObject *self, PyObject *args) {
  (void)self;
  PyObject *model, *states, *names, *inputs, *probes, *given, *result = NULL;
  rollout r = {.threads = 1};
  if (!PyArg_ParseTuple(args, "OOOOndiOO", &model, &states, &names, &inputs, &r.times, &r.dt, &r.threads, &probes,
                        &given))
    return NULL;
  if (!(r.dt > 0 && r.dt < HUGE_VAL)) {
    PyErr_SetString(PyExc_ValueError, "dt must be a positive time");
    return NULL;
  }
  if (r.times < 1) {
    PyErr_SetString(PyExc_ValueError, "there must be at least one time");
    return NULL;
  }
  if (r.threads < 1 || r.threads > 4096) {
    PyErr_SetString(PyExc_ValueError, "threads must be 1 to 4096");
    return NULL;
  }
  pj_model *checked = pj_model_check(model);
  if (checked && pj_texts_open(probes, "probes", &r.probes) && pj_texts_open(names, "inputs", &r.names) &&
      pj_doubles_open(states, "states", &r.states) && pj_doubles_open(inputs, "inputs", &r.inputs))
    r.model = pj_model_following(checked, &r.probes);
  if (r.model) r.first = pj_session_start(r.model, &r.probes, given);
  if (r.first) result = work(&r);
  close_all(&r);
  return result;
}
