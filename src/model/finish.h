// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// finish.h - what the files of jn_model_finish share: places of faults, expressions, and dependencies.
#ifndef JNI_FINISH_H
#define JNI_FINISH_H

#include "model/model.h"

// Dependency between the values of two nodes: `from` depends on `to`. Nodes are forces, named signals and stages of
// subsystems, numbered in this order.
typedef struct {
  int from, to;
} jni_dependency;

typedef struct {
  jni_pool pool;
  jni_dependency *list;
  int n, capacity;
} jni_dependencies;

static inline int jni_node_of_named_signal(const jn_model *model, int i) { return model->nforces + i; }
static inline int jni_node_of_subsystem(const jn_model *model, int i, jni_stage stage) {
  return model->nforces + model->ncomputed + JNI_STAGES * i + (int)stage;
}
static inline int jni_node_count(const jn_model *model) { return jni_node_of_subsystem(model, model->nsubsystems, 0); }

// An expression of an element, with the key for messages and the signals it may read.
typedef struct {
  jni_place place;
  const char *element, *key, *text;
  jni_readable reach;
  int node;  // node that depends on the signals in the expression; -1: none
} jni_checked_expression;

// Sets the place of the following faults to that of an expression, or to that of its element if it has none.
void jni_finish_set_place(jn_model *model, jni_place place, const char *text);
void jni_finish_expression(jn_model *model, const jni_checked_expression *use, jni_dependencies *needs);
// Returns the expression of a mirrored element as an expression in the unmirrored world. Messages use the original text
// until then. sign: factor of the value in the mirror, 1 or -1.
const char *jni_finish_reflected(jn_model *model, jni_place place, const char *element, const char *key,
                                 unsigned mirror, double sign, const char *text);
// Checks the subsystems and their expressions.
void jni_finish_subsystems(jn_model *model, jni_dependencies *needs);
void jni_dependencies_add(jn_model *model, jni_dependencies *needs, int from, int to);
// Checks the named signals and sets their levels and dimensions. Called first, since other expressions may read them.
// Returns false if an algebraic loop is reported.
bool jni_finish_named_signals(jn_model *model, jni_dependencies *needs);
// Sets model->order, in which each node comes after its dependencies; called when those of forces are known. Returns
// false if an algebraic loop is reported.
bool jni_finish_order(jn_model *model, const jni_dependencies *needs);

#endif
