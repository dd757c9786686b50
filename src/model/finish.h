// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// finish.h - what the files of the last look at a model share: places, expressions, and who needs whom.
#ifndef JNI_FINISH_H
#define JNI_FINISH_H

#include "model/model.h"

// Nodes are forces, signals of the model and stages of subsystems, in this order: one needs the other's value.
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

// An expression of an element, the key it is told by, and what it may look at.
typedef struct {
  jni_place place;
  const char *element, *key, *text;
  jni_readable reach;
  int node;  // whose needs it tells, -1: nobody's
} jni_checked_expression;

// Faults from here on stand at the place of this text, or at the element's when it has none.
void jni_finish_set_place(jn_model *model, jni_place place, const char *text);
void jni_finish_expression(jn_model *model, const jni_checked_expression *use, jni_dependencies *needs);
// Expressions of mirror images are told with the names and signs they were given with; from here on they are those of
// the world. sign: of the value.
const char *jni_finish_reflected(jn_model *model, jni_place place, const char *element, const char *key,
                                 unsigned mirror, double sign, const char *text);
// Expressions and further checks of the subsystems.
void jni_finish_subsystems(jn_model *model, jni_dependencies *needs);
void jni_dependencies_add(jn_model *model, jni_dependencies *needs, int from, int to);
// The signals of the model: their expressions, levels and dimensions. Before all others, which may name them.
// False: some of them need themselves, which is told.
bool jni_finish_named_signals(jn_model *model, jni_dependencies *needs);
// model->order, each node behind all that it needs, when forces have told their needs as well. False as above.
bool jni_finish_order(jn_model *model, const jni_dependencies *needs);

#endif
