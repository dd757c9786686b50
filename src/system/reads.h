// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reads.h - what formulas read: which bodies, whether auxiliary states, and how their gradient is known
// (derivative/readings.h). From it come the patterns of forces.
#ifndef JNI_READS_H
#define JNI_READS_H

#include "model/signal/signal_type.h"
#include "system/plan.h"

// Of a signal; of a formula that of its worst one.
jni_gradient_sort jni_signal_gradient_sort(const jn_system *system, const jni_signal *signal);
jni_gradient_sort jni_formula_gradient_sort(const jn_system *system, const jni_formula *formula);

// Call add(context, i) for every body that is read, without the ground, or for every auxiliary state; some more than
// once.
void jni_signal_bodies(const jn_system *system, const jni_signal *signal, jni_read_add *add, void *context);
void jni_formula_bodies(const jn_system *system, const jni_formula *formula, jni_read_add *add, void *context);
void jni_formula_states(const jn_system *system, const jni_formula *formula, jni_read_add *add, void *context);

// Call add for each element of a list, and for all bodies without the ground.
void jni_read_list(const int *list, int n, jni_read_add *add, void *context);
void jni_read_all_bodies(const jn_system *system, const jni_signal *signal, jni_read_add *add, void *context);

// What forces and signals of the model read, in the order of what they need, and room for their slopes; false: out of
// memory.
bool jni_system_build_reads(jn_system *system);

#endif
