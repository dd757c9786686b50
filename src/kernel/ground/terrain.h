// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// terrain.h - height, gradient and curvature of a road, and of the path of a rigid disc that rolls over it.
//
// A road is a sum of parts: planes, cosine bumps, linear and smooth profiles along x, grids over x and y. A linear
// profile may have vertical steps: two points with equal x. Outside their range, profiles and grids keep the height of
// their end.
//
// Envelope of a disc of radius R along x:  z_e(x) = max over |s| <= R of z(x + s) + sqrt(R^2 - s^2), less R. Over
// linear pieces the disc touches a piece of slope m at s = R m / sqrt(1 + m^2), where z_e = z(x) + R (sqrt(1 + m^2)
// - 1), or a corner, where the path is an arc of radius R. Other roads: envelope.h.
#ifndef JNK_TERRAIN_H
#define JNK_TERRAIN_H

#include "kernel/elementary.h"
#include "kernel/ground/slope.h"
#include "kernel/ground/soil.h"
#include "kernel/law.h"

typedef enum {
  JNK_PART_PLANE,  // a: z = a0 + a1 x + a2 y
  JNK_PART_BUMPS,  // n bumps from x = a0, each of length a1 and height a2, at the distance a3
  JNK_PART_LINES,  // linear profile of n points x, z; x does not decrease
  JNK_PART_CURVE,  // profile of n points x, z, interpolated by monotone cubics; x increases
  // Grid of n x ny heights z, with y varying fastest. First point (a0, a1), spacings a2 and a3 along x and y, m.
  // smooth: bicubic, otherwise bilinear.
  JNK_PART_GRID,
  JNK_PART_DISC,  // envelope of a disc of radius a0 over n points x, z; slope a1 beyond them
} jnk_part_kind;

typedef struct {
  jnk_part_kind kind;
  int n, ny, smooth;
  int turned;      // flag: its x axis is rotated about z by the angle of `turn`
  double turn[2];  // cosine and sine of that angle; set if `turned`
  double a[4];
  const double *x, *z;
} jnk_road_part;

// Rectangle of the road with another friction, in axes rotated about z by the angle with the cosine and sine `turn`.
// The friction changes smoothly across its edges.
typedef struct {
  double turn[2];
  double x[2], y[2];  // range, m; infinite: no edge
  double friction;    // factor on the friction of tyres
} jnk_zone;

typedef struct {
  const jnk_road_part *parts;
  int n;
  const double *numbers,
      *base;  // parts as numbers (road_block.h), used if `parts` is NULL; base: start of their indices
  const jnk_zone *zones;
  int nzones;
  const jnk_soil *soil;  // NULL: hard ground
} jnk_road;

// Rigid disc that replaces the tyre on an uneven road: the tyre's road is then the envelope of this disc over the road
// (envelope.h).
typedef struct {
  double R;      // radius, m
  double reach;  // largest distance ahead of the centre at which it touches smooth ground, m
  double step;   // distance of the samples in the search for the maximum, m
  int along_x;   // flag: the exact envelope along x replaces the road of tyres, in jnk_terrain.side
} jnk_disc;

typedef struct {
  jnk_road side[2];   // road of tyres: left (y >= 0) and right of the x axis
  jnk_road rough[2];  // the road without the envelope, if `side` is an envelope
  jnk_disc disc[2];
} jnk_terrain;

// ---- parts as numbers ----------------------------------------------------------------------------------
// Layout of a part as numbers: kind, n, ny, smooth, turned, turn[2], a[4], and the indices of its arrays x and z,
// relative to `base` of the road.

enum { JNK_PART_NUMBERS = 13 };

JNK_FN jnk_road_part jnk_part_of_numbers(const double *k, const double *base) {
  jnk_road_part p;
  p.kind = (jnk_part_kind)(int)k[0];
  p.n = (int)k[1];
  p.ny = (int)k[2];
  p.smooth = (int)k[3];
  p.turned = (int)k[4];
  p.turn[0] = k[5];
  p.turn[1] = k[6];
  for (int i = 0; i < 4; i++) p.a[i] = k[7 + i];
  p.x = base + (ptrdiff_t)k[11];
  p.z = base + (ptrdiff_t)k[12];
  return p;
}

// Returns part i of a road. If the road consists of numbers, the part is made from them in the caller's *storage.
JNK_FN const jnk_road_part *jnk_road_part_at(const jnk_road *road, int i, jnk_road_part *storage) {
  if (road->parts) return &road->parts[i];
  *storage = jnk_part_of_numbers(road->numbers + i * JNK_PART_NUMBERS, road->base);
  return storage;
}

// ---- kinds of parts: each function returns the height and adds the derivatives to d -------------------

JNK_FN double jnk_bumps_height(const jnk_road_part *p, double x, jnk_slope *d) {
  double u = x - p->a[0], k = floor(u / p->a[3]);
  k = k > 0 ? (k < p->n - 1 ? k : p->n - 1) : 0;
  u -= k * p->a[3];
  if (!(u > 0 && u < p->a[1])) return 0;
  double w = 2 * JNK_PI / p->a[1];
  double half = p->a[2] / 2, sine, cosine;
  jnk_sincos(w * u, &sine, &cosine);
  d->x += half * w * sine;
  d->xx += half * w * w * cosine;
  return half * (1 - cosine);
}

JNK_FN double jnk_profile_height(const jnk_road_part *p, double x, jnk_slope *d) {
  int i = jnk_table_find(p->x, p->n, x);
  if (i < 0) return p->z[0];
  if (i >= p->n - 1) return p->z[p->n - 1];
  jnk_piece piece = jnk_table_piece(p->x, p->z, p->n, p->kind == JNK_PART_CURVE, i);
  d->x += jnk_piece_slope(&piece, x);
  d->xx += 2 * piece.c + 6 * piece.e * (x - piece.x0);
  return jnk_piece_value(&piece, x);
}

// Weights w of four neighbouring values at -1, 0, 1, 2 for interpolation at u in [0, 1], and their first and second
// derivatives d and dd with respect to u: linear, or Catmull-Rom.
typedef struct {
  double w[4], d[4], dd[4];
} jnk_weights;

JNK_FN jnk_weights jnk_grid_weights(int smooth, double u) {
  jnk_weights straight = {{0, 1 - u, u, 0}, {0, -1, 1, 0}, {0, 0, 0, 0}};
  jnk_weights cubic = {
      {((2 - u) * u - 1) * u / 2, ((3 * u - 5) * u * u + 2) / 2, ((4 - 3 * u) * u + 1) * u / 2, (u - 1) * u * u / 2},
      {((4 - 3 * u) * u - 1) / 2, (9 * u - 10) * u / 2, ((8 - 9 * u) * u + 1) / 2, (3 * u - 2) * u / 2},
      {2 - 3 * u, 9 * u - 5, 4 - 9 * u, 3 * u - 1}};
  return smooth ? cubic : straight;
}

// Returns the index, along one axis, of the grid cell that contains the coordinate `at` (in cells), limited to the n
// points of the grid. Sets *u to the position in the cell, 0 to 1, and *inside to 1, or 0 if the coordinate is outside
// the grid.
JNK_FN int jnk_grid_cell(double at, int n, double *u, double *inside) {
  double most = n - 1, held = at > 0 ? (at < most ? at : most) : 0;
  int cell = (int)held;
  if (cell > n - 2) cell = n - 2;
  *u = held - cell;
  *inside = at > 0 && at < most ? 1 : 0;
  return cell;
}

// Returns the height of grid point (i, j), where row i exists but j may be outside the grid; extrapolates row i
// linearly.
JNK_FN double jnk_grid_beyond(const jnk_road_part *p, int i, int j) {
  const double *row = &p->z[i * p->ny];
  if (j < 0) return 2 * row[0] - row[1];
  if (j >= p->ny) return 2 * row[p->ny - 1] - row[p->ny - 2];
  return row[j];
}

// Returns the height of grid point (i, j). Points outside the grid are extrapolated linearly.
JNK_FN double jnk_grid_at(const jnk_road_part *p, int i, int j) {
  if (i >= 0 && i < p->n && j >= 0 && j < p->ny) return p->z[i * p->ny + j];
  if (i < 0) return 2 * jnk_grid_beyond(p, 0, j) - jnk_grid_beyond(p, 1, j);
  if (i >= p->n) return 2 * jnk_grid_beyond(p, p->n - 1, j) - jnk_grid_beyond(p, p->n - 2, j);
  return jnk_grid_beyond(p, i, j);
}

// Returns the height of a grid at (x, y) by interpolation along y in each row, then across the rows along x; adds its
// derivatives to *d.
JNK_FN double jnk_grid_height(const jnk_road_part *p, double x, double y, jnk_slope *d) {
  double u, v, in_x, in_y, z = 0;
  int i = jnk_grid_cell((x - p->a[0]) / p->a[2], p->n, &u, &in_x),
      j = jnk_grid_cell((y - p->a[1]) / p->a[3], p->ny, &v, &in_y), first = p->smooth ? 0 : 1;
  jnk_weights X = jnk_grid_weights(p->smooth, u), Y = jnk_grid_weights(p->smooth, v);
  jnk_slope of = {0, 0, 0, 0, 0};  // derivatives per cell, not per metre
  for (int k = first; k < 4 - first; k++) {
    double h = 0, slope = 0, bend = 0;  // value and derivatives along y of row k
    for (int l = first; l < 4 - first; l++) {
      double at = jnk_grid_at(p, i - 1 + k, j - 1 + l);
      h += Y.w[l] * at;
      slope += Y.d[l] * at;
      bend += Y.dd[l] * at;
    }
    z += X.w[k] * h;
    of.x += X.d[k] * h;
    of.y += X.w[k] * slope;
    of.xx += X.dd[k] * h;
    of.xy += X.d[k] * slope;
    of.yy += X.w[k] * bend;
  }
  double along = in_x / p->a[2], across = in_y / p->a[3];
  d->x += along * of.x;
  d->y += across * of.y;
  d->xx += along * along * of.xx;
  d->xy += along * across * of.xy;
  d->yy += across * across * of.yy;
  return z;
}

// ---- envelope of linear pieces ----------------------------------------------------------------------

typedef struct {
  double height, slope, bend;
} jnk_touch;

JNK_FN void jnk_touch_better(jnk_touch *best, double height, double slope, double bend) {
  if (height > best->height) {
    best->height = height;
    best->slope = slope;
    best->bend = bend;
  }
}

// Tests whether a disc with its centre above x touches the straight piece after point i of a profile, and stores the
// height of its centre, with derivatives, in *best if it is higher. i = -1: the piece before the first point.
JNK_FN void jnk_touch_piece(const jnk_road_part *p, int i, double x, jnk_touch *best) {
  double R = p->a[0], m = p->a[1];
  int k = i < 0 ? 0 : i;
  int inner = i >= 0 && i < p->n - 1;
  if (inner && !(p->x[i + 1] > p->x[i])) return;
  if (inner) m = (p->z[i + 1] - p->z[i]) / (p->x[i + 1] - p->x[i]);
  double root = sqrt(1 + m * m), at = x + R * m / root;
  if ((i >= 0 && at < p->x[i]) || (i < p->n - 1 && at > p->x[i + 1])) return;
  jnk_touch_better(best, p->z[k] + m * (x - p->x[k]) + R * root, m, 0);
}

JNK_FN void jnk_touch_corner(const jnk_road_part *p, int i, double x, jnk_touch *best) {
  double R = p->a[0], s = p->x[i] - x, square = R * R - s * s;
  if (!(square > 0)) return;
  double root = sqrt(square);
  jnk_touch_better(best, p->z[i] + root, s / root, -R * R / (root * square));
}

JNK_FN double jnk_disc_height(const jnk_road_part *p, double x, jnk_slope *d) {
  double R = p->a[0];
  jnk_touch best = {-HUGE_VAL, 0, 0};
  for (int i = jnk_table_find(p->x, p->n, x - R); i < p->n && (i < 0 || p->x[i] <= x + R); i++) {
    jnk_touch_piece(p, i, x, &best);
    if (i >= 0) jnk_touch_corner(p, i, x, &best);
  }
  d->x += best.slope;
  d->xx += best.bend;
  return best.height - R;
}

// ---- roads ----------------------------------------------------------------------------------------------

JNK_FN double jnk_part_height_own(const jnk_road_part *p, double x, double y, jnk_slope *d) {
  switch (p->kind) {
    case JNK_PART_PLANE:
      d->x += p->a[1];
      d->y += p->a[2];
      return p->a[0] + p->a[1] * x + p->a[2] * y;
    case JNK_PART_BUMPS: return jnk_bumps_height(p, x, d);
    case JNK_PART_LINES:
    case JNK_PART_CURVE: return jnk_profile_height(p, x, d);
    case JNK_PART_GRID: return jnk_grid_height(p, x, y, d);
    case JNK_PART_DISC: return jnk_disc_height(p, x, d);
  }
  return 0;
}

// Returns the height of a road part whose axes are rotated about z, at (x, y) in ground axes; adds its derivatives to
// *d.
JNK_FN double jnk_part_height_turned(const jnk_road_part *p, double x, double y, jnk_slope *d) {
  double c = p->turn[0], s = p->turn[1], z;
  jnk_slope own = {0, 0, 0, 0, 0};
  z = jnk_part_height_own(p, c * x + s * y, c * y - s * x, &own);
  d->x += c * own.x - s * own.y;
  d->y += s * own.x + c * own.y;
  d->xx += c * c * own.xx - 2 * c * s * own.xy + s * s * own.yy;
  d->xy += c * s * (own.xx - own.yy) + (c * c - s * s) * own.xy;
  d->yy += s * s * own.xx + 2 * c * s * own.xy + c * c * own.yy;
  return z;
}

JNK_FN double jnk_part_height(const jnk_road_part *p, double x, double y, jnk_slope *d) {
  return p->turned ? jnk_part_height_turned(p, x, y, d) : jnk_part_height_own(p, x, y, d);
}

// Returns the height of a road at (x, y), m; sets *d to its first and second derivatives. The road right of the x axis
// (y < 0) may differ from that on the left.
JNK_FN double jnk_terrain_height(const jnk_terrain *terrain, double x, double y, jnk_slope *d) {
  const jnk_road *road = &terrain->side[y < 0 ? 1 : 0];
  const jnk_slope level = {0, 0, 0, 0, 0};
  jnk_road_part storage;
  double z = 0;
  *d = level;
  for (int i = 0; i < road->n; i++) z += jnk_part_height(jnk_road_part_at(road, i, &storage), x, y, d);
  return z;
}

// ---- friction -------------------------------------------------------------------------------------------

// Returns the weight of a zone near one of its edges: a smooth step from 0 outside to 1 inside, over 0.1 m, about the
// length of a contact patch. beyond: distance from the edge into the zone, m.
JNK_FN double jnk_zone_edge(double beyond) {
  const double blur = 0.1;
  double u = beyond / blur + 0.5;
  return u <= 0 ? 0 : u >= 1 ? 1 : u * u * (3 - 2 * u);
}

// Returns the factor on friction at (x, y): the product of the factors of all zones that contain the point, smoothed at
// their edges; 1 outside all zones.
JNK_FN double jnk_terrain_grip(const jnk_terrain *terrain, double x, double y) {
  const jnk_road *road = &terrain->side[y < 0 ? 1 : 0];
  double grip = 1;
  for (int i = 0; i < road->nzones; i++) {
    const jnk_zone *zone = &road->zones[i];
    double X = zone->turn[0] * x + zone->turn[1] * y, Y = zone->turn[0] * y - zone->turn[1] * x;
    double part = jnk_zone_edge(X - zone->x[0]) * jnk_zone_edge(zone->x[1] - X) * jnk_zone_edge(Y - zone->y[0]) *
                  jnk_zone_edge(zone->y[1] - Y);
    grip *= 1 + part * (zone->friction - 1);
  }
  return grip;
}

#endif
