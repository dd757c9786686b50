// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reads.h - bodies and auxiliary states that formulas read, and how their gradients are computed
// (derivative/formula_gradient.h). The patterns of forces are made from these lists.
#ifndef JNI_READS_H
#define JNI_READS_H

#include "model/signal/signal_type.h"
#include "system/plan.h"

// Returns how the gradient of a signal is computed: it is zero, or computed exactly, by differences or not at all.
jni_gradient_sort jni_signal_gradient_sort(const jn_system *system, const jni_signal *signal);
// Returns how the gradient of a formula is computed: the least exact way among its signals (jni_signal_gradient_sort);
// that of a zero gradient if it reads none.
jni_gradient_sort jni_formula_gradient_sort(const jn_system *system, const jni_formula *formula);

// Calls add(context, i) for each body i that a signal reads, without the ground; i may repeat.
void jni_signal_bodies(const jn_system *system, const jni_signal *signal, jni_read_add *add, void *context);
// Calls add(context, i) for each body i that the signals of a formula read, without the ground; i may repeat.
void jni_formula_bodies(const jn_system *system, const jni_formula *formula, jni_read_add *add, void *context);
// Calls add(context, i) for each auxiliary state i that the signals of a formula read; i may repeat.
void jni_formula_states(const jn_system *system, const jni_formula *formula, jni_read_add *add, void *context);

// Calls add(context, i) for each of the n numbers of a list.
void jni_read_list(const int *list, int n, jni_read_add *add, void *context);
// Calls add(context, i) for every body i without the ground; for use as jni_signal_type.bodies.
void jni_read_all_bodies(const jn_system *system, const jni_signal *signal, jni_read_add *add, void *context);

// Sets the lists of bodies and states that forces, signals of the model and subsystems read, in their order of
// evaluation, and the sizes of the arrays that their gradients need. Returns false if memory is short.
bool jni_system_build_reads(jn_system *system);

#endif
