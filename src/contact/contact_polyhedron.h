// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact_polyhedron.h - convex polyhedra as vertices, edges and faces, in the axes of a shape. A ball or capsule is a
// vertex or a segment with a radius around it; a plane is one face without vertices. In the plane z = 0 a polygon has
// its sides as faces and its corners both as vertices and as edges of length zero along z.
#ifndef JNI_CONTACT_POLYHEDRON_H
#define JNI_CONTACT_POLYHEDRON_H

#include "base/pool.h"

enum { JNI_MOST_VERTICES = 128, JNI_MOST_EDGES = 3 * JNI_MOST_VERTICES, JNI_MOST_FACES = 2 * JNI_MOST_VERTICES };

typedef struct {
  int v[2];       // indices of its two vertices
  int f[2];       // faces on both sides; -1: none
  double u[3];    // unit vector from v[0] to v[1]; of length zero: z
  double length;  // m
  // For each of the two faces: unit vector in the face, normal to the edge, towards the inside of the face.
  double into[2][3];
} jni_polyhedron_edge;

typedef struct jni_polyhedron {
  int nvertices, nedges, nfaces;
  double (*vertex)[3];  // m
  jni_polyhedron_edge *edge;
  double (*normal)[3];  // outward unit normal of each face
  double *offset;       // for each face: normal . x of its points, m
  int most_corners;     // largest number of corners of a face
  double centre[3];     // centre of a ball and of a box that contain the polyhedron
  double reach;         // radius of that ball, m; a plane: HUGE_VAL
  double half[3];       // half edges of that box, m; a plane: 0
} jni_polyhedron;

// All return NULL if the pool has failed.
jni_polyhedron *jni_polyhedron_new_point(jni_pool *pool);
jni_polyhedron *jni_polyhedron_new_ball(jni_pool *pool, double reach);    // makes only a ball that contains a shape
jni_polyhedron *jni_polyhedron_new_segment(jni_pool *pool, double half);  // makes a segment along z from -half to half
jni_polyhedron *jni_polyhedron_new_half_space(jni_pool *pool);  // makes a half space with the outward normal z
jni_polyhedron *jni_polyhedron_new_box(jni_pool *pool, const double half[3]);
jni_polyhedron *jni_polyhedron_new_rectangle(jni_pool *pool, const double half[2]);
// Makes a polyhedron of faces, with edges where two of them meet: the corners of each, anticlockwise seen from outside,
// follow each other in `corners`, ncorners[f] of each face. The vertices are copied.
jni_polyhedron *jni_polyhedron_new(jni_pool *pool, const double (*vertex)[3], int nvertices, const int *corners,
                                   const int *ncorners, int nfaces);

// Makes the convex hull of points; faces in one plane are joined. Returns NULL, with a message in `what`, if there are
// fewer than four points, they lie in a plane, their extent is not between 1e-100 and 1e100 m, the hull has more than
// JNI_MOST_VERTICES vertices, or its faces cannot be told apart. If the pool has failed, returns NULL with an empty
// message.
jni_polyhedron *jni_polyhedron_new_hull(jni_pool *pool, const double (*points)[3], int n, char *what, size_t room);

#endif
