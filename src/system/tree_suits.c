// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tree_suits.c - whether joint coordinates suit a model: from its tree alone, without making the system.
#include "system/system.h"

// Joints of loops, and those that are rows between two bodies, speak against it.
static bool is_tree(const jn_model *model, const jni_tree *tree, bool *rows) {
  for (int j = 0; j < model->njoints; j++) {
    const jni_joint_kind *kind = model->joints[j].kind;
    if (tree->cut[j] == JNI_CUT_NO || kind->free) continue;
    if (kind->two_ended) return false;
    *rows = true;
  }
  return true;
}

static int count_speeds(const jn_model *model) {
  int plane = model->space == JN_PLANE, n = 0;
  for (int b = 1; b < model->nbodies; b++) n += model->bodies[b].particle ? (plane ? 2 : 3) : plane ? 3 : 6;
  return n;
}

// Multipliers of joints in the tree: there would be none. What is wrong in other ways is told where the outputs are made.
static bool has_output(const jn_system *system, const char *text) {
  jni_signal signals[JNI_MAX_COMPONENTS];
  char what[256];
  int n = jni_signal_resolve(system->model, text, signals, JNI_MAX_COMPONENTS, what, sizeof what);
  if (n > 0) return jni_tree_has_signal(system, &signals[0], what, sizeof what);
  jni_formula formula;
  bool made = jni_formula_new(system, text, JNI_LEVEL_ACCELERATION, &formula, what, sizeof what);
  jni_formula_free(system, &formula);
  return made;
}

jn_status jni_tree_suits(const jn_model *model, bool *suits, bool *rows, jn_report *report) {
  jn_report *own = jn_report_new(model->alloc);
  jni_tree *tree = own ? jni_tree_new(model, model->alloc, own) : NULL;
  bool memory = own && (tree || jn_report_size(own) == 0 || jn_report_get(own, jn_report_size(own) - 1)->status != JN_NO_MEMORY);
  const jn_system part = {.model = model, .alloc = model->alloc, .tree = tree};  // as much of it as names of outputs are looked up with
  *rows = false;
  *suits = tree && is_tree(model, tree, rows) && tree->nv > 0 && tree->nv < count_speeds(model);
  for (int i = 0; *suits && i < model->noutputs; i++) *suits = has_output(&part, model->outputs[i].expression);
  jni_tree_free(model->alloc, tree);
  jn_report_free(own);
  return memory ? JN_OK : jni_report_no_memory(report);
}
