// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// shape_facets.c - makes the surfaces of shapes in their own axes: z is the axis of cylinders, capsules and cones, and
// their middle is the origin. Surfaces of meshes are in shape_mesh_facets.c.
#include <math.h>
#include <string.h>

#include "kernel/vec3.h"
#include "model/shape/shape.h"

enum { MOST_PIECES = 24 };  // largest number of pieces of a side

void jni_facets_put(jni_facets *out, const double (*corners)[3], int n, unsigned sharp, bool closed) {
  int first = out->npoints;
  if (!jni_pool_grow(out->pool, &out->points, &out->capacity_points, first + n, sizeof *out->points) ||
      !jni_pool_grow(out->pool, &out->facets, &out->capacity_facets, out->nfacets + 1, sizeof *out->facets))
    return;
  memcpy(out->points + first, corners, (size_t)n * sizeof *corners);
  out->npoints += n;
  out->facets[out->nfacets++] = (jni_facet){first, n, sharp, closed};
}

// Interpolates between two points: part = 0 gives a, 1 gives b.
static void interpolate(const double a[3], const double b[3], double part, double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = a[i] + part * (b[i] - a[i]);
}

// Returns the number of pieces, 1 to MOST_PIECES, into which the side from a to b is divided.
static int count_pieces(const jni_facets *out, const double a[3], const double b[3]) {
  double d[3];
  jnk_sub(b, a, d);
  double pieces = ceil(jnk_norm(d) / out->step);
  return pieces >= MOST_PIECES ? MOST_PIECES : pieces > 1 ? (int)pieces : 1;
}

enum { SHARP_AB = 1, SHARP_BC = 2, SHARP_CD = 4, SHARP_DA = 8, SHARP_ALL = 15 };

// Adds a quadrilateral a b c d, divided along both directions. Only sides on its own border can be sharp edges.
static void put_quad(jni_facets *out, const double corners[4][3], unsigned sharp) {
  int m = count_pieces(out, corners[0], corners[1]), n = count_pieces(out, corners[1], corners[2]);
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++) {
      double piece[4][3];
      for (int k = 0; k < 4; k++) {
        double low[3], high[3], u = (double)(i + (k == 1 || k == 2)) / m, v = (double)(j + (k >= 2)) / n;
        interpolate(corners[0], corners[1], u, low);
        interpolate(corners[3], corners[2], u, high);
        interpolate(low, high, v, piece[k]);
      }
      unsigned inner =
          (j > 0 ? SHARP_AB : 0u) | (j < n - 1 ? SHARP_CD : 0u) | (i > 0 ? SHARP_DA : 0u) | (i < m - 1 ? SHARP_BC : 0u);
      jni_facets_put(out, (const double(*)[3])piece, 4, sharp & ~inner, true);
    }
  }
}

void jni_facets_box(const jn_shape_def *def, jni_facets *out) {
  // Bits 0, 1 and 2 of a corner's number are set if its x, y or z is positive.
  static const int faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  for (int f = 0; f < 6; f++) {
    double corners[4][3];
    for (int k = 0; k < 4; k++)
      for (int i = 0; i < 3; i++) corners[k][i] = (faces[f][k] >> i & 1 ? 0.5 : -0.5) * def->size[i];
    put_quad(out, (const double(*)[3])corners, SHARP_ALL);
  }
}

void jni_facets_plane(const jn_shape_def *def, jni_facets *out) {
  double edge = def->length > 0 ? def->length : 1, corners[4][3];
  for (int k = 0; k < 4; k++)
    jnk_set((k == 1 || k == 2 ? 0.5 : -0.5) * edge, (k >= 2 ? 0.5 : -0.5) * edge, 0, corners[k]);
  jni_facets_put(out, (const double(*)[3])corners, 4, SHARP_ALL, false);
}

static void on_circle(const jni_facets *facets, double radius, int k, double z, double out[3]) {
  double angle = 2 * JNK_PI * (k % facets->round) / facets->round;
  jnk_set(radius * jnk_cos(angle), radius * jnk_sin(angle), z, out);
}

// Adds a ring between two circles about z, of radius r0 at z0 and r1 at z1; a circle of radius 0 is a point. sharp:
// which sides of its facets are edges.
static void put_ring(jni_facets *out, double r0, double z0, double r1, double z1, unsigned sharp) {
  for (int k = 0; k < out->round; k++) {
    double c[4][3];
    on_circle(out, r0, k, z0, c[0]);
    on_circle(out, r0, k + 1, z0, c[1]);
    on_circle(out, r1, k + 1, z1, c[2]);
    on_circle(out, r1, k, z1, c[3]);
    put_quad(out, (const double(*)[3])c, sharp);
  }
}

// Adds a disc at the height z that closes a cylinder or cone. side: 1 faces +z, -1 faces -z.
static void put_cap(jni_facets *out, double radius, double z, int side) {
  double(*c)[3] = jni_take(out->pool, (size_t)out->round, sizeof *c);
  if (!c) return;
  for (int k = 0; k < out->round; k++) on_circle(out, radius, side > 0 ? k : out->round - k, z, c[k]);
  jni_facets_put(out, (const double(*)[3])c, out->round, ~0u, true);
  jni_drop(out->pool, c);
}

// Adds the part of a sphere with its centre at (0, 0, z) between two circles about z, `from` and `to`, numbered from 0,
// the lower pole, to round / 2, the upper pole.
static void put_sphere(jni_facets *out, double radius, double z, int from, int to) {
  const int rings = out->round / 2;
  for (int k = from; k < to; k++) {
    double a = JNK_PI * k / rings, b = JNK_PI * (k + 1) / rings;
    put_ring(out, radius * jnk_sin(a), z - radius * jnk_cos(a), radius * jnk_sin(b), z - radius * jnk_cos(b), 0);
  }
}

void jni_facets_sphere(const jn_shape_def *def, jni_facets *out) { put_sphere(out, def->radius, 0, 0, out->round / 2); }

void jni_facets_hole(const jn_shape_def *def, jni_facets *out) {
  for (int k = 0; k < out->round; k++) {
    double ends[2][3];
    on_circle(out, def->radius, k, 0, ends[0]);
    on_circle(out, def->radius, k + 1, 0, ends[1]);
    jni_facets_put(out, (const double(*)[3])ends, 2, ~0u, false);
  }
}

void jni_facets_cylinder(const jn_shape_def *def, jni_facets *out) {
  put_ring(out, def->radius, -def->length / 2, def->radius, def->length / 2, SHARP_AB | SHARP_CD);
  put_cap(out, def->radius, -def->length / 2, -1);
  put_cap(out, def->radius, def->length / 2, 1);
}

void jni_facets_capsule(const jn_shape_def *def, jni_facets *out) {
  put_sphere(out, def->radius, -def->length / 2, 0, out->round / 4);
  put_ring(out, def->radius, -def->length / 2, def->radius, def->length / 2, 0);
  put_sphere(out, def->radius, def->length / 2, out->round / 4, out->round / 2);
}

void jni_facets_cone(const jn_shape_def *def, jni_facets *out) {
  put_ring(out, def->radius, -def->length / 2, 0, def->length / 2, SHARP_AB);
  put_cap(out, def->radius, -def->length / 2, -1);
}

void jni_facets_line(const jn_shape_def *def, jni_facets *out) {
  for (int i = 0; i + 1 < def->points.n; i++) {
    const double *a = def->points.at + 3 * i, *b = a + 3;
    int n = count_pieces(out, a, b);
    for (int k = 0; k < n; k++) {
      double c[2][3];
      interpolate(a, b, (double)k / n, c[0]);
      interpolate(a, b, (double)(k + 1) / n, c[1]);
      jni_facets_put(out, (const double(*)[3])c, 2, ~0u, false);
    }
  }
}

// Computes the unit normal of a polygon, about which its corners run anticlockwise; the mean normal if the corners are
// not in one plane.
static void find_normal(const jn_points *points, double normal[3]) {
  jnk_zero(normal);
  for (int i = 1; i + 1 < points->n; i++) {
    double u[3], v[3], c[3];
    jnk_sub(points->at + 3 * i, points->at, u);
    jnk_sub(points->at + 3 * (i + 1), points->at, v);
    jnk_cross(u, v, c);
    jnk_add(normal, c, normal);
  }
  jnk_normalize(normal);
}

// Adds the face of a polygon, shifted by `lift`. reversed: with its corners in the opposite order; closed: as in
// jni_facet.
static void put_outline(jni_facets *out, const jn_points *points, bool reversed, const double lift[3], bool closed) {
  double(*c)[3] = jni_take(out->pool, (size_t)points->n, sizeof *c);
  if (!c) return;
  for (int i = 0; i < points->n; i++) jnk_add(points->at + 3 * (reversed ? points->n - 1 - i : i), lift, c[i]);
  jni_facets_put(out, (const double(*)[3])c, points->n, ~0u, closed);
  jni_drop(out->pool, c);
}

void jni_facets_profile(const jn_shape_def *def, jni_facets *out) { jni_facets_polygon(def, out); }

void jni_facets_polygon(const jn_shape_def *def, jni_facets *out) {
  const jn_points *points = &def->points;
  double lift[2][3];  // offset of the back and of the front face, m
  find_normal(points, lift[1]);
  jnk_scale(def->thickness / 2, lift[1], lift[1]);
  jnk_scale(-1, lift[1], lift[0]);
  put_outline(out, points, false, lift[1], def->thickness > 0);
  if (!(def->thickness > 0)) return;
  put_outline(out, points, true, lift[0], true);
  for (int i = 0; i < points->n; i++) {
    int next = (i + 1) % points->n;
    double c[4][3];
    for (int k = 0; k < 4; k++) jnk_add(points->at + 3 * (k == 1 || k == 2 ? next : i), lift[k >= 2], c[k]);
    put_quad(out, (const double(*)[3])c, SHARP_ALL);
  }
}
