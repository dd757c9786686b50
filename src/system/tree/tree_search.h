// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tree_search.h - data of the search for a spanning tree.
#ifndef JNI_TREE_SEARCH_H
#define JNI_TREE_SEARCH_H

#include "system/tree/tree.h"

typedef struct {
  const jn_model *model;
  jni_pool pool;     // memory of the members below
  bool keeps_named;  // joints whose variables are requested as independent must be in the tree
  // nbodies + 1: index in `joints` of the first joint of each body; joints that may be links, body by body
  int *joints_at, *joints;
  bool *reached, *seen;  // nbodies: the body is in the tree; it was visited by the present part of the search
  bool *named;           // nbodies: a free joint of the model connects the body to the ground
  int *parent, *via;     // nbodies: for a reached body the body before it and the joint between them; -1: none
  int *queue, n;         // bodies in the order in which they were reached
  // nbodies: best joint that connects a body to the tree, -1: none yet; bodies of the next level
  int *best, *candidates;
} jni_tree_search;

static inline int jni_tree_body(const jn_model *model, int joint, int end) {
  return model->frames[model->joints[joint].def.between[end].i].body;
}

static inline bool jni_tree_is_required(const jni_tree_search *search, int joint) {
  const jni_joint_element *j = &search->model->joints[joint];
  return j->def.tree == JN_TREE_IN || j->def.armature > 0 || (search->keeps_named && j->named);
}

// Checks that the joints that must be in the tree can be: each has joint coordinates and connects two bodies that are
// no particles, and together they form no loop. Reports a fault for each that cannot, with the reason or the joints of
// the loop, and returns false.
bool jni_tree_check_required(jni_tree_search *search, const jni_tree *tree, jn_report *report);

#endif
