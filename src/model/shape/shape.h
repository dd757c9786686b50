// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// shape.h - the surface of a shape as facets, small enough that a picture can sort them by depth; files of meshes and
// names of colours.
#ifndef JNI_SHAPE_H
#define JNI_SHAPE_H

#include "base/pool.h"
#include "jounce/model.h"

// A plane face of three or more corners, or a straight line between two.
typedef struct {
  int first, n;    // index of its first corner in jni_facets.points, number of corners
  unsigned sharp;  // bit k: the side from corner k to the next is an edge of the shape; ~0u: all sides
  bool closed;     // part of a closed surface: corners anticlockwise seen from outside, back invisible
} jni_facet;

typedef struct jni_facets {
  jni_pool *pool;
  int round;    // sides of a circle, a multiple of 4
  double step;  // largest size of a facet, m; HUGE_VAL: no limit
  double (*points)[3];
  int npoints, capacity_points;
  jni_facet *facets;
  int nfacets, capacity_facets;
} jni_facets;

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
enum { JNI_MAX_TRIANGLES = 5000, JNI_MAX_MODEL_TRIANGLES = 20000 };
#else
// Largest number of triangles of one file; of all files of a model.
enum { JNI_MAX_TRIANGLES = 1000000, JNI_MAX_MODEL_TRIANGLES = 4000000 };
#endif
enum {
  JNI_MAX_PLACES = 10000,  // of a line or polygon
  JNI_MOST_FACES = 6000,   // of a mesh; a larger one is simplified
};

// ---- surfaces (shape_facets.c): add the facets of a shape in its own axes; out->pool fails if memory runs out
void jni_facets_box(const jn_shape_def *def, jni_facets *out);
void jni_facets_sphere(const jn_shape_def *def, jni_facets *out);
void jni_facets_cylinder(const jn_shape_def *def, jni_facets *out);
void jni_facets_capsule(const jn_shape_def *def, jni_facets *out);
void jni_facets_cone(const jn_shape_def *def, jni_facets *out);
void jni_facets_line(const jn_shape_def *def, jni_facets *out);
void jni_facets_polygon(const jn_shape_def *def, jni_facets *out);
void jni_facets_plane(const jn_shape_def *def, jni_facets *out);
void jni_facets_profile(const jn_shape_def *def, jni_facets *out);
void jni_facets_hole(const jn_shape_def *def, jni_facets *out);
void jni_facets_mesh(const jn_shape_def *def, jni_facets *out);  // shape_mesh_facets.c

// ---- for shape_facets.c and shape_mesh_facets.c: adds one facet
void jni_facets_put(jni_facets *out, const double (*corners)[3], int n, unsigned sharp, bool closed);

// ---- axes (shape.c)
void jni_shape_along(const double axis[3], double quaternion[4]);  // rotation from z to a unit vector

// ---- meshes (shape_mesh.c)
// Reads the triangles of a file into memory of a pool. Returns false with a message in `what`; if memory ran out, the
// pool has failed.
bool jni_mesh_parse(jni_pool *pool, const char *name, const char *text, size_t size, jn_mesh *mesh, char *what,
                    size_t room);

// ---- colours (shape_colour.c)
const char *jni_colour_name(int i);  // NULL after the last

#endif
