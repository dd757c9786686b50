// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// shape_element.h - shapes of a model and files of triangles.
#ifndef JNI_SHAPE_ELEMENT_H
#define JNI_SHAPE_ELEMENT_H

#include "model/shape/shape_kind.h"

typedef struct jni_shape_element {
  const jni_shape_kind *kind;  // NULL: the type is unknown
  // Definition, with zeros after a fault. Its pointers belong to the model; axis, from and to are replaced by an
  // orientation and a length.
  jn_shape_def def;
  // Convex polyhedron for contacts, made with the first contact of the shape; NULL: not made yet, or not needed.
  const struct jni_polyhedron *solid;
} jni_shape_element;

// The triangles of a file, shared by all shapes that name it.
typedef struct {
  char *path;
  jn_mesh mesh;
} jni_mesh_file;

#endif
