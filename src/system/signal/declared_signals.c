// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// declared_signals.c - what the model declares by a name: inputs, auxiliary states, discrete states and signals.
#include "system/derivative/formula_gradient.h"
#include "system/signal_code.h"
#include "system/signal_value.h"
#include "system/work.h"

static double value(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot,
                    const double *lambda) {
  (void)vdot;
  (void)lambda;
  switch (s->kind) {
    case JNI_SIGNAL_INPUT: return work->u[s->a];
    case JNI_SIGNAL_AUXILIARY: return work->z[s->a];
    case JNI_SIGNAL_DISCRETE: return work->s[s->a];
    default: return jni_computed_value(system, work, s->a);
  }
}

static jni_node write(const jni_signal_code *c, const jni_signal *s) {
  switch (s->kind) {
    case JNI_SIGNAL_INPUT: return c->u[s->a];
    case JNI_SIGNAL_AUXILIARY: return c->z[s->a];
    case JNI_SIGNAL_DISCRETE: return c->s[s->a];
    default: return c->functions->computed(c->writer, s->a);
  }
}

static void own_state(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  (void)system;
  add(context, s->a);
}

static void state_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                           jni_gradient_rows *rows) {
  (void)system;
  (void)work;
  if (rows->dz) rows->dz[s->a] += factor;
}

static jni_gradient_sort computed_sort(const jn_system *system, const jni_signal *s) {
  return (jni_gradient_sort)system->computed_reads[s->a].sort;
}

static void computed_bodies(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  jni_read_list(system->computed_reads[s->a].bodies, system->computed_reads[s->a].nbodies, add, context);
}

static void computed_states(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  jni_read_list(system->computed_reads[s->a].states, system->computed_reads[s->a].nstates, add, context);
}

// Adds `factor` to the weight of a signal of the model. formula_gradient.c adds the gradients of the expressions later,
// times these weights, for all signals of the model at once.
static void computed_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                              jni_gradient_rows *rows) {
  (void)rows;
  work->weights[3 * system->nforces + s->a] += factor;
  work->has_weights = true;
}

// ---- table of the family -------------------------------------------------------------------------------------------

enum { FIRST = JNI_SIGNAL_INPUT, N = JNI_SIGNAL_COMPUTED - FIRST + 1 };

static const jni_signal_type types[N] = {
    [JNI_SIGNAL_INPUT - FIRST] =
        {
            .names = "NAME, input.NAME",
            .meaning = "input a",
            .unit = {0, 0, 0, 0},
            .level = JNI_LEVEL_POSITION,
            .mirroring = JNI_MIRROR_KEPT,
            .reach = JNI_READS_MOTION,
            .value = value,
            .write = write,
            .sort = JNI_GRADIENT_CONSTANT,
        },
    [JNI_SIGNAL_AUXILIARY - FIRST] =
        {
            .names = "NAME",
            .meaning = "auxiliary state a",
            .unit = {0, 0, 0, 0},
            .level = JNI_LEVEL_POSITION,
            .mirroring = JNI_MIRROR_KEPT,
            .reach = JNI_READS_MOTION,
            .value = value,
            .write = write,
            .sort = JNI_GRADIENT_EXACT,
            .states = own_state,
            .gradient = state_gradient,
        },
    [JNI_SIGNAL_DISCRETE - FIRST] =
        {
            .names = "NAME",
            .meaning = "discrete state a",
            .unit = {0, 0, 0, 0},
            .level = JNI_LEVEL_POSITION,
            .mirroring = JNI_MIRROR_KEPT,
            .reach = JNI_READS_MOTION,
            .value = value,
            .write = write,
            .sort = JNI_GRADIENT_CONSTANT,
        },
    [JNI_SIGNAL_COMPUTED - FIRST] =
        {
            .names = "NAME",
            .meaning = "signal a of the model; its level and reach are those of its expression",
            .unit_of_element = true,
            .level = JNI_LEVEL_POSITION,
            .mirroring = JNI_MIRROR_KEPT,
            .reach = JNI_READS_ALL,
            .value = value,
            .write = write,
            .sort = JNI_GRADIENT_EXACT,
            .sort_of = computed_sort,
            .bodies = computed_bodies,
            .states = computed_states,
            .gradient = computed_gradient,
        },
};

const jni_signal_family jni_declared_signals = {"declared", JNI_SIGNAL_INPUT, N, types};
