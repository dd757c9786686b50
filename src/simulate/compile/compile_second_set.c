// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_second_set.c - a second set of independent speeds, for mechanisms in which the first one becomes singular.
// Runs the code for a while. If steps pass singular configurations of the first set, it chooses a second set at a state
// shortly before one of them. It keeps both sets if fewer steps pass a singular configuration with them.
#include <math.h>
#include <string.h>

#include "compile/machine.h"
#include "simulate/compile/compile.h"
#include "simulate/run.h"

static const double work = 2e7, most_steps = 10000;  // limits of operations and steps for the search
static const double falling = 0.3;                   // pivot below which the second set is chosen

static bool is_possible(const jn_compiled *c, const jni_code_options *code) {
  const jni_program_tables *parts = &code->tabulated;
  bool precomputed = parts->tables || parts->mass || parts->poses || parts->forces || parts->stops || parts->creeps;
  return !precomputed && code->implicit.extent == JNI_IMPLICIT_NONE && c->nkept == 0 &&
         c->program->sizes.nv > c->program->sizes.nindependent;
}

// Returns the step method with which the code is run here: that of the integrator, or rk4 if the integrator is one of
// the library, which has no method for programs.
static const jni_step_method *method_of_search(const jn_compiled *c) {
  const jni_step_method *own = jni_step_method_find(c->choices.integrator);
  return own ? own : jni_step_method_find("rk4");
}

// Runs a program and returns the number of its steps that may pass a singular configuration or fail; -1: memory is
// short. state (NULL: not wanted): set to the state at which the pivot first falls below `falling`, unless a step has
// passed a singular configuration before; otherwise unchanged.
static long count_passages(const jn_compiled *c, const jni_program *program, double *state) {
  const jni_machine_def def = {.program = program,
                               .method = method_of_search(c),
                               .h = c->choices.step,
                               .jacobian_every = c->choices.jacobian_every};
  jni_machine *m = jni_machine_new(c->pool.alloc, &def);
  double last = 1, steps = fmin(fmin(c->choices.until / def.h, most_steps), work / (program->g->nnodes + 1));
  long passages = 0;
  if (!m) return -1;
  for (long i = 0; i < (long)steps && m->stop == 0; i++) {
    jn_status status = jni_machine_step(m);
    if (state && passages == 0 && m->result.pivot < falling && last >= falling) {
      // Copies the state at which the pivot first falls below `falling`: t, q and v with closed loops, z and s.
      const jni_program_sizes *n = &m->program->sizes;
      const double *closed = jni_machine_rates(m);
      memcpy(state, m->x, (size_t)(1 + n->nq + n->nv + n->nz + n->ns) * sizeof *state);
      memcpy(state + 1, closed, (size_t)(n->nq + n->nv) * sizeof *state);
    }
    last = m->result.pivot;
    passages += status == JN_SINGULAR;
    if (jni_machine_failed(m, status)) {
      passages += (long)steps - i;
      break;
    }
  }
  jni_machine_free(m);
  return passages;
}

// Returns the indices of the independent speeds that the engine chooses at a state; NULL: none can be chosen. They may
// be those of `first` with another order of pivots, which is useful as well.
static const int *choose_other(jn_compiled *c, const double *state, const jn_reduced *first) {
  jn_report *quiet = jn_report_new(c->pool.alloc);
  jn_run *run = jni_compile_start(c, c->model, quiet);
  int *chosen = jni_ints(&c->pool, (size_t)first->nindependent + 1);
  const jn_reduced *reduced = run && jn_run_restart(run, state) == JN_OK ? jn_run_reduced(run) : NULL;
  if (reduced && reduced->nindependent != first->nindependent) reduced = NULL;
  for (int i = 0; reduced && chosen && i < first->nindependent; i++) chosen[i] = reduced->independent[i];
  bool found = reduced != NULL;
  jn_run_free(run);
  jn_report_free(quiet);
  return found ? chosen : NULL;
}

bool jni_compile_second_set(jn_compiled *c, jn_run *run, const jni_code_options *code, jn_report *report) {
  if (!is_possible(c, code)) return true;
  double *state = jni_doubles(&c->pool, (size_t)run->system->sizes.nstate);
  if (!state) return false;
  state[0] = NAN;
  long before = count_passages(c, c->program, state);
  if (before < 0) return false;
  if (before == 0 || isnan(state[0])) return true;
  jni_code_options both = *code;
  both.second = choose_other(c, state, jn_run_reduced(run));
  both.second_state = state;
  if (!both.second) return !c->pool.failed;
  jni_program *program = jni_program_at(run->system, jn_run_reduced(run), jn_run_state(run), &both, report);
  if (!jni_keep(&c->pool, program, jni_object_free)) return false;
  long after = count_passages(c, program, NULL);
  if (after < 0) return false;
  if (after < before) c->program = program;
  return true;
}
