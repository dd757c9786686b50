// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reads.h - what formulas read: which bodies, whether auxiliary states, and how their gradient is known
// (derivative/readings.h). From it come the patterns of forces.
#ifndef JNI_READS_H
#define JNI_READS_H

#include "system/plan.h"

typedef enum {
  JNI_GRADIENT_NONE,         // it may vary with everything, and no gradient is known
  JNI_GRADIENT_DIFFERENCES,  // by differences of one force element
  JNI_GRADIENT_EXACT,
  JNI_GRADIENT_CONSTANT,  // time, inputs, discrete states: there is none
} jni_gradient_sort;
// Of a signal; of a formula that of its worst one.
jni_gradient_sort jni_signal_gradient_sort(const jn_system *system, const jni_signal *signal);
jni_gradient_sort jni_formula_gradient_sort(const jn_system *system, const jni_formula *formula);

// Call add(context, i) for every body that is read, without the ground, or for every auxiliary state; some more than
// once.
typedef void jni_read_add(void *context, int i);
void jni_signal_bodies(const jn_system *system, const jni_signal *signal, jni_read_add *add, void *context);
void jni_formula_bodies(const jn_system *system, const jni_formula *formula, jni_read_add *add, void *context);
void jni_formula_states(const jn_system *system, const jni_formula *formula, jni_read_add *add, void *context);

// The auxiliary state that a signal is or (energies) counts with, -1: none.
int jni_signal_state(const jn_system *system, const jni_signal *signal);

// What forces and signals of the model read, in the order of what they need, and room for their slopes; false: out of
// memory.
bool jni_system_build_reads(jn_system *system);

#endif
