// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dependencies.h - on which known quantities (time, inputs, states) the outputs and the rates of Model Exchange can
// depend.
//
// The lists follow from what the elements of the model read. A quantity that is not listed has no influence; one that
// is listed may have none.
#ifndef JNI_EXPORT_DEPENDENCIES_H
#define JNI_EXPORT_DEPENDENCIES_H

#include "fmi/engine/engine.h"

typedef struct jni_dependencies jni_dependencies;

// Prepares the lists for an initialised instance for Model Exchange and returns them, in memory of the pool. Returns
// NULL without memory.
jni_dependencies *jni_dependencies_new(jni_pool *pool, const jni_engine *exchanged,
                                       const jni_engine_settings *settings);
// These write to `list` the value references of the quantities on which an output, or the rate of a state, can depend,
// in ascending order, and return their number; -1: it can depend on all. All parameters are among them. list: space for
// all variables.
int jni_dependencies_of_output(jni_dependencies *d, int output, int *list);
int jni_dependencies_of_rate(jni_dependencies *d, int state, int *list);

#endif
