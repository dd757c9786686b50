// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// force_element.h - a force of a model.
#ifndef JNI_FORCE_ELEMENT_H
#define JNI_FORCE_ELEMENT_H

#include "kernel/ground/terrain.h"
#include "model/expression/expression.h"
#include "model/force_kind.h"
#include "model/place.h"

typedef struct jni_force_element {
  char *name;
  const jni_force_kind *kind;
  jn_force_def def;            // definition; its pointers belong to the model
  const jnk_terrain *terrain;  // ground under a tyre, a track or a contact with a road; set by jn_model_finish
  // Tables that the fields of type JNI_FIELD_TABLE refer to, in the order of these fields; NULL for a field that is not
  // given. Set by jn_model_finish.
  const jnk_lookup *tables[JNI_MAX_FORCE_TABLES];
  const double *numbers;  // nnumbers: constants of its kernel; NULL: the kind has none; set by jn_model_finish
  int nnumbers;
  unsigned mirror;  // axes that the mirror of its use reflects
  bool faulty;      // a fault is reported: no further checks
  jni_place place;
  // The pair of shapes, if the element is a point of a compliant contact, which the model adds itself; NULL: any other
  // element.
  const struct jni_contact_pair *pair;
  int feature, contact;  // number of the point in its pair; index of the contact
} jni_force_element;

// If a force element is a point of a compliant contact, returns its number, from 1, among the points of that contact; 0
// for other elements.
int jni_contact_point_number(const jn_model *model, const jni_force_element *force);
// Returns the frames at which a force of this kind acts and sets *n to their number, 0 for a force on all bodies. To be
// called only for forces that act on frames: for one along joint coordinates the frames have no meaning, although *n
// may be 2.
const jn_frame *jni_force_ends(const jni_force_element *force, int *n);
// Returns whether a force element has a potential energy from whose gradient all its forces at rest (zero velocities)
// follow.
bool jni_force_has_potential(const jni_force_element *force);
// Returns whether a force acts along a joint coordinate, or along a linear combination of several, instead of on
// frames.
static inline bool jni_acts_along(const jn_force_def *def) { return def->joint.i >= 0 || def->nterms > 0; }
bool jni_force_is_angular(const jn_model *model, const jni_force_element *force);  // whether its value is a torque
// Returns whether a positive value of the force acts against an increase of its coordinate or length, as that of a
// spring.
bool jni_force_opposes(const jni_force_element *force);
// Returns the dimension of an output or an auxiliary state of a force; it may depend on whether the force acts along an
// angle or a length.
jn_dimension jni_force_word_dimension(const jn_model *model, const jni_force_element *force,
                                      const jni_force_word *word);
const char *jni_value_key(const jni_force_kind *kind, int i);  // key of expression i in a file

#endif
