// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// shape_kind.h - a kind of shape as data. Shapes define what a body looks like, and where it touches other bodies.
#ifndef JNI_SHAPE_KIND_H
#define JNI_SHAPE_KIND_H

#include "contact/contact_geometry.h"
#include "model/kind_field.h"

struct jni_facets;

typedef struct {
  const char *name, *help;
  bool convex;              // its outline is the convex hull of its corners
  bool round;               // pictures mark a body of such shapes only by a stripe, which shows that it turns
  const jni_field *fields;  // fields of jn_shape_def
  int nfields;
  // Checks conditions that involve several fields. Returns false with a message in `what`. NULL: none.
  bool (*check)(const jn_model *model, const jn_shape_def *def, char *what, size_t size);
  // Computes its surface in the axes of the shape (src/model/shape/shape.h).
  void (*facets)(const jn_shape_def *def, struct jni_facets *out);
  jni_touch touch;  // geometry of contacts; JNI_TOUCH_NONE: no contact
} jni_shape_kind;

extern const jni_shape_kind *const jni_shape_kinds[];         // ended by NULL
const jni_shape_kind *jni_shape_kind_find(const char *name);  // NULL: none

#endif
