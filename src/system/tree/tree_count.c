// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tree_count.c - sizes of a model in joint coordinates, computed from its tree without making the system.
#include "system/formula.h"
#include "system/system.h"
#include "system/tree/tree_search.h"

static int count_speeds(const jn_model *model) {
  int plane = model->space == JN_PLANE, n = 0;
  for (int b = 1; b < model->nbodies; b++) n += model->bodies[b].particle ? (plane ? 2 : 3) : plane ? 3 : 6;
  return n;
}

static bool holds_particle(const jn_model *model, int joint) {
  return model->bodies[jni_tree_body(model, joint, 0)].particle ||
         model->bodies[jni_tree_body(model, joint, 1)].particle;
}

// Sets the counts of constraint equations, loops and particles in loops. Every joint between two bodies that is not in
// the tree counts as a loop; drivers and couplings only add equations.
static void count_rows(const jn_model *model, const jni_tree *tree, jni_tree_counts *counts) {
  char what[256];
  for (int j = 0; j < model->njoints; j++) {
    const jni_joint_kind *kind = model->joints[j].kind;
    int rows = kind->free ? 0 : jni_joint_rows(model, j, what, sizeof what);
    if (rows <= 0) continue;
    counts->body_rows += rows;
    if (tree->cut[j] == JNI_CUT_NO) continue;
    counts->rows += rows;
    counts->loops += kind->two_ended;
    counts->particles += kind->two_ended && holds_particle(model, j);
  }
}

// Sets counts->elements, the number of elements of M on and below the diagonal: for each speed one for itself and one
// for each speed on its path to the root. depth: scratch, nv.
static void count_elements(const jni_tree *tree, int *depth, jni_tree_counts *counts) {
  for (int j = 0; j < tree->nv; j++) {
    int before = tree->parent_speed[j];
    depth[j] = before >= 0 ? depth[before] + 1 : 1;
    counts->elements += depth[j];
  }
}

// Returns whether an output (signal or formula) exists in joint coordinates. A formula with another fault counts as
// missing, too; the fault is reported when the outputs are made.
static bool has_output(const jn_system *system, const char *text) {
  jni_signal signals[JNI_MAX_COMPONENTS];
  char what[256];
  if (jni_signal_resolve(system->model, text, signals, JNI_MAX_COMPONENTS, NULL, 0) > 0)
    return jni_tree_has_signal(system, &signals[0], what, sizeof what);
  jni_formula formula;
  jni_pool pool = {.alloc = system->alloc};
  bool made = jni_formula_new(&pool, system, text, JNI_LEVEL_ACCELERATION, &formula, what, sizeof what);
  jni_pool_free(&pool);
  return made;
}

// Returns the name of the first signal of the model, or else output, that does not exist in joint coordinates or has a
// fault; NULL: there is none.
static const char *missing_output(const jn_model *model, jni_tree *tree) {
  // A system that has only the members that finding the signals of outputs reads.
  const jn_system part = {.model = model, .alloc = model->pool.alloc, .tree = tree};
  for (int i = 0; i < model->ncomputed; i++)
    if (!has_output(&part, model->computed[i].expression)) return model->computed[i].name;
  for (int i = 0; i < model->noutputs; i++)
    if (!has_output(&part, model->outputs[i].expression)) return model->outputs[i].name;
  return NULL;
}

jn_status jni_tree_count(const jn_model *model, jni_tree_counts *counts, jn_report *report) {
  jn_report *own = jn_report_new(model->pool.alloc);
  jni_tree *tree = own ? jni_tree_new(model, model->pool.alloc, own) : NULL;
  bool memory =
      own && (tree || jn_report_size(own) == 0 || jn_report_get(own, jn_report_size(own) - 1)->status != JN_NO_MEMORY);
  int *depth = tree ? jni_alloc0(model->pool.alloc, (size_t)tree->nv, sizeof(int)) : NULL;
  *counts = (jni_tree_counts){.body_speeds = count_speeds(model)};
  if (depth) {
    counts->speeds = tree->nv;
    count_rows(model, tree, counts);
    count_elements(tree, depth, counts);
    counts->missing = missing_output(model, tree);
  }
  memory = memory && (depth || !tree);
  jni_free(model->pool.alloc, depth);
  jni_object_free(tree);
  jn_report_free(own);
  return memory ? JN_OK : jni_report_no_memory(report);
}
