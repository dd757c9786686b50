// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// linear_machine.c - see linear_machine.h.
#include "compile/derivative/linear_machine.h"

#include <stdint.h>

#include "compile/machine.h"

static void calc_rates(void *context, const double *x, double *out) {
  jni_tape_run(((jni_linear_machine *)context)->tapes[JNI_LINEAR_RATES], x, out);
}

static void calc_move(void *context, const double *x, double *out) {
  jni_tape_run(((jni_linear_machine *)context)->tapes[JNI_LINEAR_MOVE], x, out);
}

static void calc_jacobian(void *context, const double *x, double *out) {
  jni_tape_run(((jni_linear_machine *)context)->tapes[JNI_LINEAR_JACOBIAN], x, out);
}

static void calc_solve(void *context, const double *x, double *out) {
  jni_tape_run(((jni_linear_machine *)context)->tapes[JNI_LINEAR_SOLVE], x, out);
}

static void calc_finish(void *context, const double *x, double *out) {
  jni_tape_run(((jni_linear_machine *)context)->tapes[JNI_LINEAR_FINISH], x, out);
}

static void make_tapes(jni_linear_machine *m) {
  for (int i = 0; i < JNI_LINEAR_FUNCTIONS && !m->pool.failed; i++) {
    const jni_linear_part *part = &m->plan->parts[i];
    if (!part->nodes) continue;
    jni_tape *tape = jni_tape_new(m->plan->g, part->map.ninputs, part->list, part->nlist);
    m->tapes[i] = jni_keep(&m->pool, tape, jni_object_free);
  }
}

jni_linear_machine *jni_linear_machine_new(const jn_alloc *alloc, const jni_step_plan_def *def, jn_report *report) {
  jni_linear_plan *plan = jni_linear_plan_new(alloc, def, report);
  jni_linear_machine *m = plan ? jni_object_new(alloc, sizeof *m) : NULL;
  if (plan && !m) {
    jni_report_no_memory(report);
    jni_linear_plan_free(plan);
  }
  if (!m) return NULL;
  m->plan = jni_keep(&m->pool, plan, jni_object_free);
  if (m->pool.failed) {
    jni_report_no_memory(report);
    return jni_linear_machine_free(m);
  }
  m->method = def->method;
  m->least_pivot = jni_default_least_pivot;
  m->step = plan->step.step;
  m->linear = plan->linear;
  m->linear.step = &m->step;
  m->linear.context = m;
  m->linear.rates.calc = calc_rates;
  m->linear.move.calc = calc_move;
  m->linear.jacobian.calc = calc_jacobian;
  m->linear.solve.calc = calc_solve;
  m->linear.finish.calc = calc_finish;
  m->n = plan->nx;
  make_tapes(m);
  size_t n = (size_t)m->n, rooms = (size_t)jnk_linear_rooms_of(&m->linear).n;
  m->record = jni_doubles(&m->pool, (size_t)m->linear.nrecord);
  m->workspace = jni_doubles(&m->pool, (size_t)m->method->workspace(&m->step));
  m->end = jni_doubles(&m->pool, (size_t)m->step.nupdated + 1);
  m->copy = jni_doubles(&m->pool, n);
  m->numbers = jni_doubles(&m->pool, 2 * n);
  m->rooms = jni_doubles(&m->pool, rooms * JNK_DIRECTIONS);
  if (!m->pool.failed) return m;
  jni_report_no_memory(report);
  return jni_linear_machine_free(m);
}

void *jni_linear_machine_free(jni_linear_machine *m) { return jni_object_free(m); }

jn_status jni_linear_machine_step(jni_linear_machine *m, double *x, double *record) {
  jnk_recorder recorder;
  const jnk_step s = jnk_record_begin(&m->linear, record, &recorder);
  m->method->step(&s, x, m->workspace, &m->result);
  if (m->plan->step.finish) jnk_step_finish(&s, m->method->start, m->n, x, m->workspace, m->end, m->copy, &m->result);
  if (!(m->result.fault == 0)) return JN_NOT_FINITE;
  if (!(m->result.pivot >= m->least_pivot) || m->result.passed != 0) return JN_SINGULAR;
  if (m->result.endless != 0) return JN_STEP_TOO_SMALL;
  return jnk_record_is_complete(record) ? JN_OK : JN_REFUSED;
}

void jni_linear_machine_forward(jni_linear_machine *m, const double *record, double *dx) {
  jnk_directions *all = (jnk_directions *)dx, *rooms = (jnk_directions *)m->rooms;
  const jnk_linear_rooms at = jnk_linear_rooms_of(&m->linear);
  m->method->forward(&m->linear, record, m->numbers, rooms, all);
  jnk_finish_forward(&m->linear, record, rooms + at.results, rooms + at.values, all);
}

void jni_linear_machine_reverse(jni_linear_machine *m, const double *record, double *x_bar) {
  const jnk_linear_rooms at = jnk_linear_rooms_of(&m->linear);
  jnk_finish_reverse(&m->linear, record, m->rooms + at.results, m->rooms + at.values, x_bar);
  m->method->reverse(&m->linear, record, m->numbers, m->rooms, x_bar);
}
