// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact_polyhedron.c - see contact_polyhedron.h.
#include "contact/contact_polyhedron.h"

#include <math.h>
#include <string.h>

#include "kernel/vec3.h"

// Allocates a polyhedron of zeros with arrays for these numbers of vertices, edges and faces. Returns NULL if the pool
// has failed.
static jni_polyhedron *allocate(jni_pool *pool, int nvertices, int nedges, int nfaces) {
  jni_polyhedron *p = jni_take(pool, 1, sizeof *p);
  if (!p) return NULL;
  p->vertex = jni_take(pool, (size_t)nvertices, sizeof *p->vertex);
  p->edge = jni_take(pool, (size_t)nedges, sizeof *p->edge);
  p->normal = jni_take(pool, (size_t)nfaces, sizeof *p->normal);
  p->offset = jni_doubles(pool, (size_t)nfaces);
  p->nvertices = nvertices;
  p->nedges = nedges;
  p->nfaces = nfaces;
  return pool->failed ? NULL : p;
}

// Sets centre, half edges and radius (reach) of a box and of a ball that contain all vertices.
static void set_reach(jni_polyhedron *p) {
  for (int k = 0; k < 3; k++) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int i = 0; i < p->nvertices; i++) {
      low = fmin(low, p->vertex[i][k]);
      high = fmax(high, p->vertex[i][k]);
    }
    p->centre[k] = 0.5 * (low + high);
    p->half[k] = 0.5 * (high - low);
  }
  for (int i = 0; i < p->nvertices; i++) {
    double d[3];
    jnk_sub(p->vertex[i], p->centre, d);
    p->reach = fmax(p->reach, jnk_norm(d));
  }
}

jni_polyhedron *jni_polyhedron_new_point(jni_pool *pool) { return allocate(pool, 1, 0, 0); }

jni_polyhedron *jni_polyhedron_new_ball(jni_pool *pool, double reach) {
  jni_polyhedron *p = allocate(pool, 0, 0, 0);
  for (int k = 0; p && k < 3; k++) p->half[k] = reach;
  if (p) p->reach = reach;
  return p;
}

jni_polyhedron *jni_polyhedron_new_segment(jni_pool *pool, double half) {
  jni_polyhedron *p = allocate(pool, 2, 1, 0);
  if (!p) return NULL;
  p->vertex[0][2] = -half;
  p->vertex[1][2] = half;
  p->edge[0] = (jni_polyhedron_edge){.v = {0, 1}, .f = {-1, -1}, .u = {0, 0, 1}, .length = 2 * half};
  p->reach = p->half[2] = half;
  return p;
}

jni_polyhedron *jni_polyhedron_new_half_space(jni_pool *pool) {
  jni_polyhedron *p = allocate(pool, 0, 0, 1);
  if (!p) return NULL;
  p->normal[0][2] = 1;
  p->reach = HUGE_VAL;
  return p;
}

jni_polyhedron *jni_polyhedron_new_rectangle(jni_pool *pool, const double half[2]) {
  static const double sign[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  jni_polyhedron *p = allocate(pool, 4, 4, 4);
  if (!p) return NULL;
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 2; k++) p->vertex[i][k] = sign[i][k] * half[k];
  for (int i = 0; i < 4; i++) {  // side i from corner i to the next; edge i is corner i
    double side[3];
    jnk_sub(p->vertex[(i + 1) % 4], p->vertex[i], side);
    jnk_normalize(side);
    jnk_set(side[1], -side[0], 0, p->normal[i]);
    p->offset[i] = jnk_dot(p->normal[i], p->vertex[i]);
    jni_polyhedron_edge *own = &p->edge[i], *next = &p->edge[(i + 1) % 4];
    own->v[0] = own->v[1] = i;
    own->u[2] = 1;
    own->f[0] = i;
    jnk_copy(side, own->into[0]);
    next->f[1] = i;
    jnk_scale(-1, side, next->into[1]);
  }
  p->most_corners = 2;
  set_reach(p);
  return p;
}

jni_polyhedron *jni_polyhedron_new_box(jni_pool *pool, const double half[3]) {
  static const int corners[] = {0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6};
  static const int ncorners[] = {4, 4, 4, 4, 4, 4};
  double vertex[8][3];
  for (int i = 0; i < 8; i++)
    for (int k = 0; k < 3; k++) vertex[i][k] = (i >> k & 1 ? 1 : -1) * half[k];
  return jni_polyhedron_new(pool, (const double(*)[3])vertex, 8, corners, ncorners, 6);
}

// Adds the side of face f from vertex a to vertex b to the list of edges: makes a new edge, or makes f the second face
// of an existing edge from b to a.
static void add_side(jni_polyhedron *p, int f, int a, int b) {
  int i = 0;
  while (i < p->nedges && !(p->edge[i].v[0] == b && p->edge[i].v[1] == a && p->edge[i].f[1] < 0)) i++;
  jni_polyhedron_edge *e = &p->edge[i];
  double side[3];
  jnk_sub(p->vertex[b], p->vertex[a], side);
  double length = jnk_normalize(side);
  int k = i < p->nedges;
  if (k == 0) {
    *e = (jni_polyhedron_edge){.v = {a, b}, .f = {f, -1}, .length = length};
    jnk_copy(side, e->u);
    p->nedges++;
  }
  e->f[k] = f;
  jnk_cross(p->normal[f], side, e->into[k]);
  jnk_normalize(e->into[k]);
}

// Computes normal and offset of face f from its n corners, which may be slightly out of plane: the normal is that of
// the sum of the area vectors.
static void set_face(jni_polyhedron *p, int f, const int *corner, int n) {
  double mean[3] = {0, 0, 0}, sum[3] = {0, 0, 0};
  for (int k = 0; k < n; k++) jnk_add_scaled(mean, 1.0 / n, p->vertex[corner[k]], mean);
  for (int k = 0; k < n; k++) {
    double a[3], b[3], area[3];
    jnk_sub(p->vertex[corner[k]], mean, a);
    jnk_sub(p->vertex[corner[(k + 1) % n]], mean, b);
    jnk_cross(a, b, area);
    jnk_add(sum, area, sum);
  }
  jnk_normalize(sum);
  jnk_copy(sum, p->normal[f]);
  p->offset[f] = -HUGE_VAL;  // so that no corner is outside by rounding
  for (int k = 0; k < n; k++) p->offset[f] = fmax(p->offset[f], jnk_dot(sum, p->vertex[corner[k]]));
}

jni_polyhedron *jni_polyhedron_new(jni_pool *pool, const double (*vertex)[3], int nvertices, const int *corners,
                                   const int *ncorners, int nfaces) {
  int nsides = 0;
  for (int f = 0; f < nfaces; f++) nsides += ncorners[f];
  jni_polyhedron *p = allocate(pool, nvertices, nsides, nfaces);
  if (!p) return NULL;
  memcpy(p->vertex, vertex, (size_t)nvertices * sizeof *p->vertex);
  p->nedges = 0;
  for (int f = 0, at = 0; f < nfaces; at += ncorners[f++]) {
    set_face(p, f, corners + at, ncorners[f]);
    for (int k = 0; k < ncorners[f]; k++) add_side(p, f, corners[at + k], corners[at + (k + 1) % ncorners[f]]);
    if (ncorners[f] > p->most_corners) p->most_corners = ncorners[f];
  }
  set_reach(p);
  return p;
}
