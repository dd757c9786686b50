// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// finish.h - what the files of jn_model_finish share: places of faults, expressions, and dependencies.
#ifndef JNI_FINISH_H
#define JNI_FINISH_H

#include "model/model.h"

// Says that the value of node `from` depends on that of node `to`. Nodes are numbered: first forces, then named
// signals, then the stages of subsystems.
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

// An expression of an element to be checked, with the key under which messages name it and the signals that it may
// read.
typedef struct {
  jni_place place;
  const char *element, *key, *text;
  jni_readable reach;
  int node;  // node that depends on the signals in the expression; -1: none
} jni_checked_expression;

// Makes the following faults refer to the place of the expression `text`, or to `place`, that of its element, if no
// place of the expression is recorded.
void jni_finish_set_place(jn_model *model, jni_place place, const char *text);
void jni_finish_expression(jn_model *model, const jni_checked_expression *use, jni_dependencies *needs);
// Converts an expression of an element that was added under a mirror, and is still written in the mirrored world, to
// the real world, and returns it (jni_reflect_expression). Reports a fault that names the key if it has no mirror
// image. Returns `text` itself then, and if nothing changes or the model has faults. To be called after the expression
// is checked, so that messages quote it as written. sign: factor of the value of the expression in the mirror, 1 or -1.
const char *jni_finish_reflected(jn_model *model, jni_place place, const char *element, const char *key,
                                 unsigned mirror, double sign, const char *text);
// Checks all subsystems and their input expressions, reports faults, and adds the dependencies of their stages to
// `needs`.
void jni_finish_subsystems(jn_model *model, jni_dependencies *needs);
void jni_dependencies_add(jn_model *model, jni_dependencies *needs, int from, int to);
// Checks the expressions of all named signals, sets the level, reach and dimension of each, reflects those added under
// a mirror, and adds their dependencies to `needs`. To be called before other expressions are checked, since these may
// read named signals. Returns false if named signals form an algebraic loop, which is reported, or if memory for the
// order is short.
bool jni_finish_named_signals(jn_model *model, jni_dependencies *needs);
// Sets model->order to an order of all nodes in which each follows the nodes it depends on; leaves it as it is if there
// are no dependencies. To be called when all dependencies, also those of forces, are in `needs`. Returns false if they
// form an algebraic loop, which is reported, or if memory is short.
bool jni_finish_order(jn_model *model, const jni_dependencies *needs);

#endif
