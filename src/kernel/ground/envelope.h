// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// envelope.h - height of the centre, less R, of a rigid disc of radius R that rolls over a road with any heading h; p
// is the point below its centre:
//   z_e(p) = max over |s| <= R of f(s) = z(p + s h) + sqrt(R^2 - s^2), minus R.
//
// The disc touches a corner of the section (edges of linear profiles, lines of a bilinear grid), or a point at which
// the section has the slope of the disc, z_s = s/sqrt(R^2 - s^2); there |s| <= R L/sqrt(1 + L^2), L the steepest slope
// of the road apart from its vertical steps. Therefore all corners of profiles within R, which may be vertical steps,
// and of grids within that shorter reach are tried, and within the reach a root of f' is computed by Newton's method
// between neighbouring corners and samples. The result is the highest of all these.
//
// The gradient on smooth ground is that of the road at the point of contact. At an edge with unit normal n, s follows
// the edge, ds = -n . dp/(n . h), and height and slope z_t along the edge direction t are those of the road:
//   grad z_e = z_t t + (s/sqrt(R^2 - s^2) - z_t (h . t)) n/(n . h)
// The force on the disc then has a lateral component along the common normal of disc and edge. An edge that is almost
// parallel to the heading is treated as at an angle of 3 degrees, which rounds the shoulder of a wheel without width.
#ifndef JNK_ENVELOPE_H
#define JNK_ENVELOPE_H

#include "kernel/ground/terrain.h"

enum { JNK_SECTION_BREAKS = 96, JNK_SECTION_SAMPLES = 64, JNK_SECTION_STEPS = 40 };

typedef struct {
  const jnk_road *road;
  double R, reach, step;  // radius of the disc, reach and distance of samples, see jnk_disc, m
  double p[2], h[2];
} jnk_section;

// Height z of the road at one point of the section, its first two derivatives zs and zss along the section coordinate
// s, and the gradient (x, y) in ground axes.
typedef struct {
  double z, zs, zss, x, y;
} jnk_level;

// Line of the vertical section in the axes of one road part: (X, Y) = own + s u, with the section coordinate s. n: x
// axis of the part, in ground axes.
typedef struct {
  double n[2], own[2], u[2];
} jnk_section_line;

JNK_FN int jnk_part_is_profile(const jnk_road_part *p) {
  return p->kind == JNK_PART_BUMPS || p->kind == JNK_PART_LINES || p->kind == JNK_PART_CURVE;
}

JNK_FN jnk_section_line jnk_part_line(const jnk_section *at, const jnk_road_part *p) {
  const double least = 0.05;
  double c = p->turned ? p->turn[0] : 1, s = p->turned ? p->turn[1] : 0;
  jnk_section_line line = {{c, s},
                           {c * at->p[0] + s * at->p[1], c * at->p[1] - s * at->p[0]},
                           {c * at->h[0] + s * at->h[1], c * at->h[1] - s * at->h[0]}};
  if (jnk_part_is_profile(p) && fabs(line.u[0]) < least) line.u[0] = line.u[0] < 0 ? -least : least;
  return line;
}

// Returns the height of one road part at the coordinate s of the section; sets *own to its derivatives in the axes of
// the part.
JNK_FN double jnk_part_at(const jnk_road_part *p, const jnk_section_line *line, double s, jnk_slope *own) {
  const jnk_slope level = {0, 0, 0, 0, 0};
  *own = level;
  return jnk_part_height_own(p, line->own[0] + s * line->u[0], line->own[1] + s * line->u[1], own);
}

// Returns height and derivatives of the road at the coordinate s of the section: the sum of all parts except part `but`
// (-1: all parts).
JNK_FN jnk_level jnk_section_level(const jnk_section *at, double s, int but) {
  jnk_level sum = {0, 0, 0, 0, 0};
  jnk_road_part storage;
  for (int i = 0; i < at->road->n; i++) {
    const jnk_road_part *p = jnk_road_part_at(at->road, i, &storage);
    if (i == but) continue;
    jnk_section_line line = jnk_part_line(at, p);
    jnk_slope own;
    sum.z += jnk_part_at(p, &line, s, &own);
    sum.zs += line.u[0] * own.x + line.u[1] * own.y;
    sum.zss += line.u[0] * line.u[0] * own.xx + 2 * line.u[0] * line.u[1] * own.xy + line.u[1] * line.u[1] * own.yy;
    sum.x += line.n[0] * own.x - line.n[1] * own.y;
    sum.y += line.n[1] * own.x + line.n[0] * own.y;
  }
  return sum;
}

// ---- point of contact ---------------------------------------------------------------------------------------

typedef struct {
  double f, x, y;  // height of the disc's centre, m; gradient of this height along x and y
} jnk_standing;

JNK_FN double jnk_disc_lift(double R, double s) { return R * R > s * s ? sqrt(R * R - s * s) : 0; }

JNK_FN void jnk_stand_better(jnk_standing *best, double f, double x, double y) {
  if (f > best->f) {
    best->f = f;
    best->x = x;
    best->y = y;
  }
}

// Returns f'(s), the slope of the section minus that of the disc of radius R at s. level: the road at s.
JNK_FN double jnk_disc_slope(double R, double s, const jnk_level *level) { return level->zs - s / jnk_disc_lift(R, s); }

// Finds the maximum of f, the height of the disc's centre, for s between low (f' > 0) and high (f' < 0) by Newton's
// method with bisection, and stores it in *best if it is higher. slope: slope of the road at `low`; the iteration
// starts where a disc touches a plane of this slope.
JNK_FN void jnk_stand_between(const jnk_section *at, double low, double high, double slope, jnk_standing *best) {
  const double enough = 1e-14;
  double R = at->R, s = R * slope / sqrt(1 + slope * slope);
  jnk_level level = {0, 0, 0, 0, 0};
  if (!(s > low && s < high)) s = (low + high) / 2;
  for (int i = 0; i < JNK_SECTION_STEPS; i++) {
    level = jnk_section_level(at, s, -1);
    double lift = jnk_disc_lift(R, s), F = level.zs - s / lift, bend = level.zss - R * R / (lift * lift * lift);
    if (F > 0) low = s;
    else high = s;
    double next = s - F / bend;
    if (!(bend < 0 && next > low && next < high)) next = (low + high) / 2;
    if (F == 0 || fabs(next - s) <= enough * R) break;
    s = next;
  }
  jnk_stand_better(best, level.z + jnk_disc_lift(R, s), level.x, level.y);
}

// ---- corners ---------------------------------------------------------------------------------------------------

typedef struct {
  double s[JNK_SECTION_BREAKS];
  int n;
} jnk_breaks;

// Inserts the coordinate s of a corner of the road into the sorted list of breaks, between which the road is smooth, if
// |s| < at->reach. If the list is full, s is dropped; the caller has tried it as a point of contact.
JNK_FN void jnk_breaks_put(const jnk_section *at, double s, jnk_breaks *list) {
  int i = list->n;
  if (!(fabs(s) < at->reach) || i == JNK_SECTION_BREAKS) return;
  for (; i > 0 && list->s[i - 1] > s; i--) list->s[i] = list->s[i - 1];
  list->s[i] = s;
  list->n++;
}

// Edge (corner line) of part i of the road, normal to axis 0 or 1 of the part: height z and slope z_t of the part along
// the edge.
typedef struct {
  double z, z_t;
  int axis;
  // At a vertical step: the other parts of the road are evaluated just before (-1) or just after it (1); 0: no step.
  int side;
} jnk_edge;

JNK_FN void jnk_stand_edge(const jnk_section *at, int i, const jnk_section_line *line, double s, const jnk_edge *edge,
                           jnk_standing *best) {
  const double beside = 1e-12;
  double lift = jnk_disc_lift(at->R, s), z_t = edge->z_t, n[2], t[2];
  int axis = edge->axis;
  if (!(lift > 0)) return;
  jnk_level rest = jnk_section_level(at, s + edge->side * beside * at->R, i);
  n[0] = axis ? -line->n[1] : line->n[0];
  n[1] = axis ? line->n[0] : line->n[1];
  t[0] = axis ? line->n[0] : -line->n[1];
  t[1] = axis ? line->n[1] : line->n[0];
  double across = (s / lift - rest.zs - z_t * line->u[1 - axis]) / line->u[axis];
  jnk_stand_better(best, rest.z + edge->z + lift, rest.x + z_t * t[0] + across * n[0],
                   rest.y + z_t * t[1] + across * n[1]);
}

// Tries each point of a linear profile, or only the two ends of a smooth one, as point of contact of the disc, and
// inserts it into the breaks. Replaces *best where the disc is higher. i: index of part p.
JNK_FN void jnk_stand_profile(const jnk_section *at, int i, const jnk_road_part *p, jnk_breaks *list,
                              jnk_standing *best) {
  jnk_section_line line = jnk_part_line(at, p);
  double half = at->R * fabs(line.u[0]);
  int step = p->kind == JNK_PART_CURVE && p->n > 1 ? p->n - 1 : 1;
  int k = step > 1 ? 0 : jnk_table_find(p->x, p->n, line.own[0] - half) + 1;
  for (; k < p->n && p->x[k] < line.own[0] + half; k += step) {
    double s = (p->x[k] - line.own[0]) / line.u[0];
    if (!(fabs(s) < at->R)) continue;
    int first = k + 1 < p->n && p->x[k + 1] == p->x[k], second = k > 0 && p->x[k - 1] == p->x[k];
    const jnk_edge edge = {p->z[k], 0, 0, line.u[0] > 0 ? second - first : first - second};
    jnk_stand_edge(at, i, &line, s, &edge, best);
    jnk_breaks_put(at, s, list);
  }
}

// Tries the lines of a bilinear grid that are normal to an axis (0 or 1) of the grid, or only the outer edges of a
// smooth grid, as points of contact of the disc, and inserts them into the breaks. Replaces *best where the disc is
// higher. i: index of part p.
JNK_FN void jnk_stand_grid(const jnk_section *at, int i, const jnk_road_part *p, int axis, jnk_breaks *list,
                           jnk_standing *best) {
  const double nothing = 1e-9;
  jnk_section_line line = jnk_part_line(at, p);
  double u = line.u[axis], half = at->reach * fabs(u), begin = p->a[axis], spacing = p->a[2 + axis];
  int last = (axis ? p->ny : p->n) - 1, step = p->smooth ? last : 1;
  double first = ceil((line.own[axis] - half - begin) / spacing);
  if (fabs(u) < nothing) return;
  for (int k = step > 1 || !(first > 0) ? 0 : first < last ? (int)first : last; k <= last; k += step) {
    double s = (begin + k * spacing - line.own[axis]) / u;
    jnk_slope own;
    if (step == 1 && (begin + k * spacing > line.own[axis] + half)) break;
    if (!(fabs(s) < at->reach)) continue;
    double z = jnk_part_at(p, &line, s, &own);
    const jnk_edge edge = {z, axis ? own.x : own.y, axis, 0};
    jnk_stand_edge(at, i, &line, s, &edge, best);
    jnk_breaks_put(at, s, list);
  }
}

JNK_FN void jnk_stand_corners(const jnk_section *at, jnk_breaks *list, jnk_standing *best) {
  jnk_road_part storage;
  for (int i = 0; i < at->road->n; i++) {
    const jnk_road_part *p = jnk_road_part_at(at->road, i, &storage);
    if (p->kind == JNK_PART_LINES || p->kind == JNK_PART_CURVE) jnk_stand_profile(at, i, p, list, best);
    if (p->kind == JNK_PART_GRID) {
      jnk_stand_grid(at, i, p, 0, list, best);
      jnk_stand_grid(at, i, p, 1, list, best);
    }
  }
}

// ---- envelope -------------------------------------------------------------------------------------------------

// Searches the section between two breaks for points at which the disc touches smooth ground, and replaces *best where
// the disc is higher. Samples are at->step apart, or farther if that would be more than JNK_SECTION_SAMPLES.
JNK_FN void jnk_stand_smooth(const jnk_section *at, double low, double high, jnk_standing *best) {
  const double inside = 1e-12;
  double margin = inside * at->R, wanted = ceil((high - low) / at->step);
  int n = wanted > 1 ? (wanted < (int)JNK_SECTION_SAMPLES ? (int)wanted : JNK_SECTION_SAMPLES) : 1;
  double s = low + margin;
  if (!(high - low > 4 * margin)) return;
  jnk_level left = jnk_section_level(at, s, -1);
  for (int i = 1; i <= n; i++) {
    double next = i < n ? low + (high - low) * i / n : high - margin;
    jnk_level right = jnk_section_level(at, next, -1);
    if (jnk_disc_slope(at->R, s, &left) >= 0 && jnk_disc_slope(at->R, next, &right) <= 0)
      jnk_stand_between(at, s, next, left.zs, best);
    s = next;
    left = right;
  }
}

JNK_FN double jnk_section_envelope(const jnk_section *at, jnk_slope *d) {
  jnk_breaks list;
  jnk_standing best = {-HUGE_VAL, 0, 0};
  const jnk_slope level = {0, 0, 0, 0, 0};
  list.n = 0;
  jnk_stand_corners(at, &list, &best);
  double from = -at->reach;
  for (int i = 0; i <= list.n; i++) {
    double to = i < list.n ? list.s[i] : at->reach;
    jnk_stand_smooth(at, from, to, &best);
    from = to;
  }
  *d = level;
  d->x = best.x;
  d->y = best.y;
  return best.f - at->R;
}

// Returns the height of the road under a wheel that rolls over it as a rigid disc with spin axis a; d: gradient. Sets
// *searched to 1 if the disc was placed by a search, in which case second derivatives are not computed. On roads with
// linear profiles along x, uses the exact path along x for headings up to 2.3 degrees from x, the searched path of the
// actual heading from 4.6 degrees, and a heading in between for others.
JNK_FN double jnk_terrain_rolled(const jnk_terrain *terrain, double x, double y, const double a[3], jnk_slope *d,
                                 int *searched) {
  const double none = 0.04, all = 0.08;
  int side = y < 0 ? 1 : 0;
  const jnk_disc *disc = &terrain->disc[side];
  double along = a[1], off = -a[0], square = along * along + off * off;
  *searched = !(disc->along_x && off * off <= none * none * square);
  if (!*searched) return jnk_terrain_height(terrain, x, y, d);
  double length = sqrt(square);
  jnk_section at = {&terrain->rough[side], disc->R, disc->reach, disc->step, {x, y}, {1, 0}};
  if (length > 0) {
    at.h[0] = along / length;
    at.h[1] = off / length;
  }
  double u = (fabs(at.h[1]) - none) / (all - none);
  if (disc->along_x && u < 1) {
    at.h[1] *= u * u * (3 - 2 * u);
    at.h[0] = sqrt(1 - at.h[1] * at.h[1]);
  }
  return jnk_section_envelope(&at, d);
}

#endif
