// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// subsystem_signals.c - outputs and states of subsystems.
#include "system/derivative/formula_gradient.h"
#include "system/signal_code.h"
#include "system/subsystem.h"
#include "system/work.h"

// ---- outputs and rates ---------------------------------------------------------------------------------------------

static double output_value(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot,
                           const double *lambda) {
  (void)vdot;
  (void)lambda;
  return jni_subsystem_value(system, work, s);
}

static jni_node output_write(const jni_signal_code *c, const jni_signal *s) {
  const jni_subsystem_element *element = c->system->subsystems[s->a].element;
  bool rate = s->kind == JNI_SIGNAL_SUBSYSTEM_RATE;
  int stage = rate ? JNI_LAST : (int)element->outputs[s->b].stage;
  const jni_node *outputs = c->functions->subsystem(c->writer, s->a, stage);
  return outputs ? outputs[(rate ? element->noutputs : 0) + s->b] : JNI_UNWRITTEN;
}

static const jni_reads *reads_of(const jn_system *system, const jni_signal *s) {
  int subsystem, stage;
  jni_subsystem_of_node(system, jni_subsystem_signal_node(system, s), &subsystem, &stage);
  return &system->subsystems[subsystem].reads[stage];
}

static jni_gradient_sort output_sort(const jn_system *system, const jni_signal *s) {
  return (jni_gradient_sort)reads_of(system, s)->sort;
}

static void output_bodies(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  const jni_reads *reads = reads_of(system, s);
  jni_read_list(reads->bodies, reads->nbodies, add, context);
}

static void output_states(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  const jni_reads *reads = reads_of(system, s);
  jni_read_list(reads->states, reads->nstates, add, context);
}

// Adds `factor` to the weight of an output or a rate of a subsystem. formula_gradient.c adds its derivatives with
// respect to inputs and states later, times these weights, for all subsystems at once.
static void output_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                            jni_gradient_rows *rows) {
  const jni_subsystem_plan *plan = &system->subsystems[s->a];
  int rates_at = s->kind == JNI_SIGNAL_SUBSYSTEM_RATE ? plan->element->noutputs : 0;
  (void)rows;
  work->weights[3 * system->nforces + system->ncomputed + plan->output_at + rates_at + s->b] += factor;
  work->has_weights = true;
}

// ---- states --------------------------------------------------------------------------------------------------------

static double state_value(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot,
                          const double *lambda) {
  const jni_subsystem_plan *plan = &system->subsystems[s->a];
  (void)vdot;
  (void)lambda;
  return s->kind == JNI_SIGNAL_SUBSYSTEM_STATE ? work->z[plan->state_at + s->b] : work->s[plan->discrete_at + s->b];
}

static jni_node state_write(const jni_signal_code *c, const jni_signal *s) {
  const jni_subsystem_plan *plan = &c->system->subsystems[s->a];
  return s->kind == JNI_SIGNAL_SUBSYSTEM_STATE ? c->z[plan->state_at + s->b] : c->s[plan->discrete_at + s->b];
}

static void one_state(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  add(context, system->subsystems[s->a].state_at + s->b);
}

static void state_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                           jni_gradient_rows *rows) {
  (void)work;
  if (rows->dz) rows->dz[system->subsystems[s->a].state_at + s->b] += factor;
}

// ---- table of the family -------------------------------------------------------------------------------------------

enum { FIRST = JNI_SIGNAL_SUBSYSTEM_OUTPUT, N = JNI_SIGNAL_SUBSYSTEM_DISCRETE - FIRST + 1 };

static const jni_signal_type types[N] = {
    [JNI_SIGNAL_SUBSYSTEM_OUTPUT - FIRST] =
        {
            .names = "subsystem.NAME.WORD",
            .meaning = "subsystem a, output b",
            .unit_of_element = true,
            .level = JNI_LEVEL_VELOCITY,
            .mirroring = JNI_MIRROR_KEPT,
            .reach = JNI_READS_MOTION,
            .value = output_value,
            .write = output_write,
            .sort = JNI_GRADIENT_EXACT,
            .sort_of = output_sort,
            .bodies = output_bodies,
            .states = output_states,
            .gradient = output_gradient,
        },
    [JNI_SIGNAL_SUBSYSTEM_STATE - FIRST] =
        {
            .names = "subsystem.NAME.WORD",
            .meaning = "subsystem a, continuous state b",
            .unit_of_element = true,
            .level = JNI_LEVEL_POSITION,
            .mirroring = JNI_MIRROR_KEPT,
            .reach = JNI_READS_MOTION,
            .value = state_value,
            .write = state_write,
            .sort = JNI_GRADIENT_EXACT,
            .states = one_state,
            .gradient = state_gradient,
        },
    [JNI_SIGNAL_SUBSYSTEM_RATE - FIRST] =
        {
            .names = "subsystem.NAME.WORD_rate",
            .meaning = "subsystem a, rate of continuous state b",
            .unit_of_element = true,
            .level = JNI_LEVEL_VELOCITY,
            .mirroring = JNI_MIRROR_KEPT,
            .reach = JNI_READS_MOTION,
            .value = output_value,
            .write = output_write,
            .sort = JNI_GRADIENT_EXACT,
            .sort_of = output_sort,
            .bodies = output_bodies,
            .states = output_states,
            .gradient = output_gradient,
        },
    [JNI_SIGNAL_SUBSYSTEM_DISCRETE - FIRST] =
        {
            .names = "subsystem.NAME.WORD",
            .meaning = "subsystem a, discrete state b",
            .unit_of_element = true,
            .level = JNI_LEVEL_POSITION,
            .mirroring = JNI_MIRROR_KEPT,
            .reach = JNI_READS_MOTION,
            .value = state_value,
            .write = state_write,
            .sort = JNI_GRADIENT_CONSTANT,
        },
};

const jni_signal_family jni_subsystem_signals = {"subsystem", JNI_SIGNAL_SUBSYSTEM_OUTPUT, N, types};
