// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact_hull.c - convex hulls: the point farthest outside of a face of triangles is added until none is outside by
// more than rounding; then triangles in one plane are joined. Ties are decided by the order of points and faces.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "contact/contact_polyhedron.h"
#include "kernel/vec3.h"

enum { REMOVED = -2 };  // in hull.owner: the triangle is no longer part of the hull
enum { MOST_CORNERS = 2 * JNI_MOST_VERTICES, MOST_TRIANGLES = 2 * MOST_CORNERS };

static const double thin = 1e-6;                         // a hull with less than this part of its length across is flat
static const double smallest = 1e-100, largest = 1e100;  // extents whose products neither vanish nor overflow, m
static const double outside = 1e-9;  // points outside of a face by less than this part of the length are on it

typedef struct {
  int v[3];
  double n[3], d;
  bool used, visible;
  int group;  // number of the face to which the triangle belongs; -1: not assigned yet
} triangle;

typedef struct {
  const double (*points)[3];
  int n;
  double tolerance;  // m
  triangle *triangles;
  int ntriangles;
  int *owner;  // for each point: index of a triangle outside of which it is; -1: none
} hull;

static double distance_to(const hull *h, const triangle *t, int point) {
  return jnk_dot(t->n, h->points[point]) - t->d;
}

// Stores a triangle with the corners a, b, c in the first unused entry, with its plane. Returns the index; -1 if there
// are MOST_TRIANGLES already.
static int put_triangle(hull *h, int a, int b, int c) {
  int i = 0;
  double u[3], v[3];
  while (i < h->ntriangles && h->triangles[i].used) i++;
  if (i == MOST_TRIANGLES) return -1;
  if (i == h->ntriangles) h->ntriangles++;
  triangle *t = &h->triangles[i];
  *t = (triangle){.v = {a, b, c}, .used = true, .group = -1};
  jnk_sub(h->points[b], h->points[a], u);
  jnk_sub(h->points[c], h->points[a], v);
  jnk_cross(u, v, t->n);
  jnk_normalize(t->n);
  t->d = jnk_dot(t->n, h->points[a]);
  return i;
}

// Sets owner[point] to the triangle that the point is farthest outside of; -1 if it is outside of none by more than the
// tolerance.
static void find_owner(hull *h, int point) {
  double most = h->tolerance;
  h->owner[point] = -1;
  for (int i = 0; i < h->ntriangles; i++) {
    if (!h->triangles[i].used) continue;
    double distance = distance_to(h, &h->triangles[i], point);
    if (!(distance > most)) continue;
    most = distance;
    h->owner[point] = i;
  }
}

// Makes the first four triangles, a tetrahedron of four points, and sets the tolerance and the owners of all points.
// Sets *size to the extent of the points along an axis, the largest, m. Returns false if all points lie in a plane or
// on a line.
static bool put_first(hull *h, double *size) {
  int end[4] = {0, 0, 0, 0};
  *size = 0;
  for (int k = 0; k < 3; k++) {
    int low = 0, high = 0;
    for (int i = 1; i < h->n; i++) {
      if (h->points[i][k] < h->points[low][k]) low = i;
      if (h->points[i][k] > h->points[high][k]) high = i;
    }
    double length = h->points[high][k] - h->points[low][k];
    if (!(length > *size)) continue;
    *size = length;
    end[0] = low;
    end[1] = high;
  }
  double u[3], n[3] = {0, 0, 0}, most = 0;
  jnk_sub(h->points[end[1]], h->points[end[0]], u);
  jnk_normalize(u);
  for (int i = 0; i < h->n; i++) {
    double d[3], across[3];
    jnk_sub(h->points[i], h->points[end[0]], d);
    jnk_cross(u, d, across);
    if (!(jnk_norm(across) > most)) continue;
    most = jnk_norm(across);
    end[2] = i;
    jnk_copy(across, n);
  }
  if (!(most > thin * *size)) return false;
  jnk_normalize(n);
  most = 0;
  for (int i = 0; i < h->n; i++) {
    double d[3];
    jnk_sub(h->points[i], h->points[end[0]], d);
    double height = jnk_dot(n, d);
    if (!(fabs(height) > fabs(most))) continue;
    most = height;
    end[3] = i;
  }
  if (!(fabs(most) > thin * *size)) return false;
  h->tolerance = outside * *size;
  if (most > 0) {
    int other = end[1];
    end[1] = end[2];
    end[2] = other;
  }
  put_triangle(h, end[0], end[1], end[2]);
  put_triangle(h, end[0], end[3], end[1]);
  put_triangle(h, end[1], end[3], end[2]);
  put_triangle(h, end[2], end[3], end[0]);
  for (int i = 0; i < h->n; i++) find_owner(h, i);
  return true;
}

// Returns the index of the triangle with the directed side from a to b; -1: none.
static int triangle_with(const hull *h, int a, int b) {
  for (int i = 0; i < h->ntriangles; i++)
    for (int k = 0; k < 3 && h->triangles[i].used; k++)
      if (h->triangles[i].v[k] == a && h->triangles[i].v[(k + 1) % 3] == b) return i;
  return -1;
}

// Adds a point outside of the hull: replaces the triangles that are visible from it by new ones with the corner
// `point`. Returns false if there would be too many triangles.
static bool add_point(hull *h, int point) {
  int side[2 * MOST_TRIANGLES][2], nsides = 0, first = h->owner[point];
  for (int i = 0; i < h->ntriangles; i++)
    h->triangles[i].visible =
        h->triangles[i].used && (i == first || distance_to(h, &h->triangles[i], point) > h->tolerance);
  for (int i = 0; i < h->ntriangles; i++)
    for (int k = 0; k < 3 && h->triangles[i].visible; k++) {
      int a = h->triangles[i].v[k], b = h->triangles[i].v[(k + 1) % 3], other = triangle_with(h, b, a);
      if (other >= 0 && h->triangles[other].visible) continue;
      side[nsides][0] = a;
      side[nsides++][1] = b;
    }
  for (int i = 0; i < h->n; i++)
    if (h->owner[i] >= 0 && h->triangles[h->owner[i]].visible) h->owner[i] = REMOVED;
  for (int i = 0; i < h->ntriangles; i++)
    if (h->triangles[i].visible) h->triangles[i].used = false;
  for (int i = 0; i < nsides; i++)
    if (put_triangle(h, side[i][0], side[i][1], point) < 0) return false;
  for (int i = 0; i < h->n; i++)
    if (h->owner[i] == REMOVED) find_owner(h, i);
  return true;
}

// Assigns the number `group` to triangle `seed` and to all triangles in its plane that are connected to it. They become
// one face.
static void grow_group(hull *h, int seed, int group) {
  h->triangles[seed].group = group;
  for (bool grows = true; grows;) {
    grows = false;
    for (int i = 0; i < h->ntriangles; i++) {
      triangle *t = &h->triangles[i];
      if (!t->used || t->group >= 0) continue;
      bool flat = jnk_dot(t->n, h->triangles[seed].n) > 0, next = false;
      for (int k = 0; k < 3 && flat; k++) {
        flat = fabs(distance_to(h, &h->triangles[seed], t->v[k])) <= 4 * h->tolerance;
        int other = triangle_with(h, t->v[(k + 1) % 3], t->v[k]);
        next = next || (other >= 0 && h->triangles[other].group == group);
      }
      if (!flat || !next) continue;
      t->group = group;
      grows = true;
    }
  }
}

// Lists in `corners` the vertices around a group of triangles, in order: for each point on its border its vertex number
// keep[point]; points with a negative number are omitted. Returns their number; 0 if the border is not closed.
static int list_corners(const hull *h, int group, const int *keep, int *corners) {
  int start = -1, at = -1, n = 0;
  for (int step = 0; step < 3 * MOST_TRIANGLES; step++) {
    int next = -1;
    for (int i = 0; i < h->ntriangles && next < 0; i++)
      for (int k = 0; k < 3 && h->triangles[i].used && h->triangles[i].group == group && next < 0; k++) {
        int a = h->triangles[i].v[k], b = h->triangles[i].v[(k + 1) % 3], other = triangle_with(h, b, a);
        if (other >= 0 && h->triangles[other].group == group) continue;
        if (at < 0 || a == at) next = b;
        if (at < 0) start = a;
      }
    if (next < 0) return 0;
    if (at < 0) at = start;
    if (keep[at] >= 0 && n < JNI_MOST_VERTICES) corners[n++] = keep[at];
    at = next;
    if (at == start) return n;
  }
  return 0;
}

// Joins triangles in one plane to faces and returns the hull as a polyhedron, in memory of `pool`. Returns NULL on
// failure, with a message in `what`, which stays empty if there is no memory.
static jni_polyhedron *join_faces(hull *h, jni_pool *pool, jni_pool *scratch, char *what, size_t room) {
  int *keep = jni_ints(scratch, (size_t)h->n), *corners = jni_ints(scratch, 6 * (size_t)MOST_TRIANGLES);
  int *ncorners = jni_ints(scratch, (size_t)MOST_TRIANGLES);
  double(*vertex)[3] = jni_take(scratch, (size_t)JNI_MOST_VERTICES, sizeof *vertex);
  int ngroups = 0, nvertices = 0, nsides = 0;
  if (scratch->failed) return NULL;
  for (int i = 0; i < h->ntriangles; i++)
    if (h->triangles[i].used && h->triangles[i].group < 0) grow_group(h, i, ngroups++);
  for (int p = 0; p < h->n; p++) {
    // Faces around point p, and their number: a point on three faces is a vertex, others are inside faces or edges.
    int group[3], n = 0;
    keep[p] = -1;
    for (int i = 0; i < h->ntriangles && n < 3; i++) {
      const triangle *t = &h->triangles[i];
      if (!t->used || (t->v[0] != p && t->v[1] != p && t->v[2] != p)) continue;
      bool listed = false;
      for (int k = 0; k < n; k++) listed = listed || group[k] == t->group;
      if (!listed) group[n++] = t->group;
    }
    if (n < 3) continue;
    if (nvertices < JNI_MOST_VERTICES) jnk_copy(h->points[p], vertex[nvertices]);
    keep[p] = nvertices++;
  }
  if (nvertices > JNI_MOST_VERTICES) {
    snprintf(what, room, "its convex hull has %d corners; at most %d can touch: use a simpler mesh", nvertices,
             (int)JNI_MOST_VERTICES);
    return NULL;
  }
  bool sound = true;
  for (int g = 0; g < ngroups; g++) {
    ncorners[g] = list_corners(h, g, keep, corners + nsides);
    sound = sound && ncorners[g] >= 3;
    nsides += ncorners[g];
  }
  jni_polyhedron *p = sound && ngroups <= JNI_MOST_FACES && nsides / 2 <= JNI_MOST_EDGES
                          ? jni_polyhedron_new(pool, (const double(*)[3])vertex, nvertices, corners, ncorners, ngroups)
                          : NULL;
  if (pool->failed) return NULL;
  if (p && nvertices - p->nedges + ngroups == 2 && 2 * p->nedges == nsides) return p;
  snprintf(what, room, "its convex hull cannot be computed: it has faces that are almost parallel");
  return NULL;
}

jni_polyhedron *jni_polyhedron_new_hull(jni_pool *pool, const double (*points)[3], int n, char *what, size_t room) {
  jni_pool scratch = {.alloc = pool->alloc};
  hull h = {.points = points, .n = n, .owner = jni_ints(&scratch, (size_t)n)};
  jni_polyhedron *made = NULL;
  double size;
  what[0] = 0;
  h.triangles = jni_take(&scratch, (size_t)MOST_TRIANGLES, sizeof *h.triangles);
  if (scratch.failed || n < 4) {
    if (scratch.failed) pool->failed = true;
    else snprintf(what, room, "it has fewer than four points");
    jni_pool_free(&scratch);
    return NULL;
  }
  bool flat = !put_first(&h, &size), odd = !(size <= largest) || (size > 0 && size < smallest), many = false;
  for (int ncorners = 4; !flat && !odd && !many; ncorners++) {
    int farthest = -1;
    double most = 0;
    for (int i = 0; i < n; i++) {
      if (h.owner[i] < 0) continue;
      double distance = distance_to(&h, &h.triangles[h.owner[i]], i);
      if (!(distance > most)) continue;
      most = distance;
      farthest = i;
    }
    if (farthest < 0) break;
    many = ncorners == MOST_CORNERS - 2 || !add_point(&h, farthest);
  }
  if (odd) snprintf(what, room, "its extent is not between 1e-100 and 1e100 m");
  else if (flat) snprintf(what, room, "its points lie in a plane");
  else if (many)
    snprintf(what, room, "its convex hull has more than %d corners: use a simpler mesh", (int)JNI_MOST_VERTICES);
  else made = join_faces(&h, pool, &scratch, what, room);
  if (scratch.failed) pool->failed = true;
  jni_pool_free(&scratch);
  return made;
}
