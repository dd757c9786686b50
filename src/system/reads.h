// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reads.h - bodies and auxiliary states that formulas read, and how their gradients are computed
// (derivative/formula_gradient.h). The patterns of forces are made from these lists.
#ifndef JNI_READS_H
#define JNI_READS_H

#include "model/signal/signal_type.h"
#include "system/plan.h"

// Return how the gradient of a signal or a formula is computed: exactly, by differences or not at all. For a formula it
// is the least exact way among those of its signals.
jni_gradient_sort jni_signal_gradient_sort(const jn_system *system, const jni_signal *signal);
jni_gradient_sort jni_formula_gradient_sort(const jn_system *system, const jni_formula *formula);

// Call add(context, i) for each body i that a signal or formula reads, without the ground, or for each auxiliary state
// i that a formula reads; i may repeat.
void jni_signal_bodies(const jn_system *system, const jni_signal *signal, jni_read_add *add, void *context);
void jni_formula_bodies(const jn_system *system, const jni_formula *formula, jni_read_add *add, void *context);
void jni_formula_states(const jn_system *system, const jni_formula *formula, jni_read_add *add, void *context);

// Call add(context, i) for each of the n numbers of a list, or for every body without the ground.
void jni_read_list(const int *list, int n, jni_read_add *add, void *context);
void jni_read_all_bodies(const jn_system *system, const jni_signal *signal, jni_read_add *add, void *context);

// Sets the lists of bodies and states that forces, signals of the model and subsystems read, in their order of
// evaluation, and the sizes of the arrays that their gradients need. Returns false if memory is short.
bool jni_system_build_reads(jn_system *system);

#endif
