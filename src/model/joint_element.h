// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// joint_element.h - a joint or driver of a model.
#ifndef JNI_JOINT_ELEMENT_H
#define JNI_JOINT_ELEMENT_H

#include "model/joint_function.h"
#include "model/joint_kind.h"
#include "model/place.h"

typedef struct jni_joint_element {
  char *name;
  const jni_joint_kind *kind;
  jn_joint_def def;            // definition; its pointers belong to the model; axes have unit length
  jni_function_law *function;  // law of def.function, made by jn_model_finish; NULL: none
  bool faulty;                 // a fault is reported: no further checks
  // The choice `independent` names the joint or one of its coordinates, and def.tree does not decide: the joint is
  // preferred for the spanning tree.
  bool named;
  unsigned mirror;  // axes reflected by the mirror of its use; with an odd number the joint is left-handed (mirror.h)
  jni_place place;
} jni_joint_element;

int jni_model_find_armature(const jn_model *model);          // returns the first joint with an armature, -1: none
const char *jni_joint_word(const jni_joint_element *joint);  // returns "joint" or "driver", for messages
// Returns the key of a model file that sets def.motion: "motion" for drivers, "rate" for other kinds.
const char *jni_joint_motion_key(const jni_joint_kind *kind);

// Returns whether a definition prescribes a motion: by an expression of time, by a table, or by a signal to follow.
static inline bool jni_is_driven(const jn_joint_def *def) {
  return def->motion || def->table.n > 0 || def->follow.signal;
}

// Returns 1 if a coordinate of a joint is an angle, 0 if it is a displacement, -1 if there is no such joint or
// coordinate. coordinate: name of the coordinate, NULL: the first one.
int jni_is_angle(const jn_model *model, jn_joint joint, const char *coordinate);
// Checks that no joint coordinate occurs twice in a list of n terms, all of whose joints and coordinates exist. Returns
// false with a sentence in `what` otherwise.
bool jni_terms_check(const jn_model *model, const jn_term *terms, int n, char *what, size_t size);

// The layout in which definitions store a list of terms: the members `terms` and `nterms`, one after the other, can be
// accessed as this struct.
typedef struct {
  const jn_term *list;
  int n;
} jni_terms;

#endif
