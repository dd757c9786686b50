// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tree_search.h - what the making of a spanning tree keeps while it searches.
#ifndef JNI_TREE_SEARCH_H
#define JNI_TREE_SEARCH_H

#include "system/tree/tree.h"

typedef struct {
  const jn_model *model;
  jni_pool room;            // of all that follows
  bool keeps_named;         // joints whose variables are named to be independent must be in the tree as well
  int *joints_at, *joints;  // joints that may be links, of each body
  bool *reached, *seen;     // bodies
  bool *named;              // bodies that a free joint names as free against the ground
  int *parent, *via;        // of a body that was reached: the body before it and the joint between them, -1: none
  int *queue, n;            // bodies in the order in which they were reached
  int *best, *candidates;   // of the next level: the joint that holds a body, -1: none so far
} jni_tree_search;

static inline int jni_tree_body(const jn_model *model, int joint, int end) {
  return model->frames[model->joints[joint].def.between[end].i].body;
}

static inline bool jni_tree_must(const jni_tree_search *search, int joint) {
  const jni_joint_element *j = &search->model->joints[joint];
  return j->def.tree == JN_TREE_IN || j->def.armature > 0 || (search->keeps_named && j->named);
}

// Joints that must be in the tree can be, all together? Else a fault that names the loop.
bool jni_tree_check_asked(jni_tree_search *search, const jni_tree *tree, jn_report *report);

#endif
