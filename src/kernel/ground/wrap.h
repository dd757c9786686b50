// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// wrap.h - path of a closed, taut band around circles in a plane: the boundary of their convex hull.
//
// The boundary is a cycle of arcs and straight spans, here counterclockwise. The span from circle i to circle j lies on
// their outer tangent, with the circles on its left: outward normal n and direction t = (-n_y, n_x) satisfy
//   n . (c_j - c_i) = R_i - R_j,      length sqrt(|c_j - c_i|^2 - (R_i - R_j)^2)
// The next span from a circle is the one whose normal comes first. A circle may have several arcs (small circles around
// a large one), or none if it is inside the hull.
//
// When the centres move, arcs rotate, but only spans change the length:
//   dL = sum over spans of t . (dc_j - dc_i)
// The same holds for any part of the path between two fixed normals. A span rotates by
//   dtheta = -n . (dc_j - dc_i) / length
#ifndef JNK_WRAP_H
#define JNK_WRAP_H

#include "kernel/elementary.h"

enum { JNK_WRAP_CIRCLES = 17, JNK_WRAP_ARCS = 2 * JNK_WRAP_CIRCLES };

typedef struct {
  double x, y, radius;
} jnk_circle;

// Arc k of the band's path, on the circle `circle`, and the straight span from its end to the next arc.
typedef struct {
  int circle;
  double turn;   // angle of the arc, rad
  double span;   // length of the span after it, m; 0 if this is the only circle
  double n[2];   // outward normal of the span
  double begin;  // path length from the begin of the first arc to that of this one, m
} jnk_wrap_arc;

typedef struct {
  int n;
  double length;
  jnk_wrap_arc arc[JNK_WRAP_ARCS];
} jnk_wrap;

JNK_FN double jnk_cross2(const double a[2], const double b[2]) { return a[0] * b[1] - a[1] * b[0]; }
JNK_FN double jnk_dot2(const double a[2], const double b[2]) { return a[0] * b[0] + a[1] * b[1]; }

// Returns atan t for |t| < 1/16; the relative error is below 1e-18.
JNK_FN double jnk_wrap_atan(double t) {
  double z = t * t;
  double rest = z * (1.0 / 3 - z * (1.0 / 5 - z * (1.0 / 7 - z * (1.0 / 9 - z * (1.0 / 11 - z * (1.0 / 13))))));
  return t - t * rest;
}

// Returns the angle from a to b, counterclockwise, within (-pi, pi]. Fast for small angles, which wheels in a row have.
JNK_FN double jnk_angle2(const double a[2], const double b[2]) {
  double cross = jnk_cross2(a, b), dot = jnk_dot2(a, b);
  return fabs(cross) < 0.0625 * dot ? jnk_wrap_atan(cross / dot) : jnk_atan2(cross, dot);
}

// Computes length (*span) and outward unit normal n of the outer tangent from circle a to circle b. Returns 1, or 0 if
// one circle contains the other and there is no tangent.
JNK_FN int jnk_wrap_tangent(const jnk_circle *a, const jnk_circle *b, double n[2], double *span) {
  double x = b->x - a->x, y = b->y - a->y, less = a->radius - b->radius, square = x * x + y * y;
  if (!(square > less * less)) return 0;
  double root = sqrt(square - less * less), part = 1 / square;
  n[0] = (less * x + root * y) * part;
  n[1] = (less * y - root * x) * part;
  *span = root;
  return 1;
}

// Returns the quadrant of the direction b, 0 to 3, counted counterclockwise from the direction a. If b is clockwise
// from a by no more than rounding, as for circles in a row, the quadrant is 0.
JNK_FN int jnk_wrap_quarter(const double a[2], const double b[2]) {
  const double rounding = -1e-12;
  double cross = jnk_cross2(a, b), dot = jnk_dot2(a, b);
  return dot > 0 ? (cross > rounding ? 0 : 3) : cross > 0 ? 1 : 2;
}

// Returns 1 if, counterclockwise from the direction `at`, the direction a comes before the direction b, else 0.
JNK_FN int jnk_wrap_before(const double at[2], const double a[2], const double b[2]) {
  int of_a = jnk_wrap_quarter(at, a), of_b = jnk_wrap_quarter(at, b);
  return of_a == of_b ? jnk_cross2(a, b) > 0 : of_a < of_b;
}

// Cheap test in the search for the next circle of the hull. Returns 1 if the span from a to b certainly comes later,
// counterclockwise, than the candidate span with the outward normal `normal`, which is less than half a turn from the
// present normal `at`; 0 if this is not certain. Circle b extends n . (b - a) + R_b - R_a beyond a in the direction n.
// At `at` it does not extend beyond a; if it does not at `normal` either, it does in between only if the direction of
// the maximum, b - a, is there.
JNK_FN int jnk_wrap_is_later(const jnk_circle *a, const jnk_circle *b, const double at[2], const double normal[2]) {
  const double centres[2] = {b->x - a->x, b->y - a->y};
  if (!(jnk_dot2(normal, centres) <= a->radius - b->radius)) return 0;
  return !(jnk_cross2(at, centres) > 0 && jnk_cross2(centres, normal) > 0);
}

// Returns the index of the circle that follows circle i on the hull, counterclockwise from the present normal `at`; -1
// if there is none. Sets normal and *span to outward normal and length of the span to it. Circle i + 1 is tried first,
// because it usually is the result.
JNK_FN int jnk_wrap_next(const jnk_circle *circles, int n, int i, const double at[2], double normal[2], double *span) {
  int first = i + 1 < n ? i + 1 : 0, next = -1, near = 0;
  if (first != i && jnk_wrap_tangent(&circles[i], &circles[first], normal, span)) {
    next = first;
    near = jnk_cross2(at, normal) > 0;
  }
  for (int j = 0; j < n; j++) {
    double other[2], length;
    if (j == i || j == first || (near && jnk_wrap_is_later(&circles[i], &circles[j], at, normal))) continue;
    if (!jnk_wrap_tangent(&circles[i], &circles[j], other, &length)) continue;
    if (next >= 0 && !jnk_wrap_before(at, other, normal)) continue;
    next = j;
    normal[0] = other[0];
    normal[1] = other[1];
    *span = length;
    near = jnk_cross2(at, normal) > 0;
  }
  return next;
}

// Returns the index of the circle with the lowest point (smallest y - radius); if several have the same, of the largest
// of them.
JNK_FN int jnk_wrap_lowest(const jnk_circle *circles, int n) {
  int lowest = 0;
  for (int i = 1; i < n; i++) {
    double lower = (circles[i].radius - circles[i].y) - (circles[lowest].radius - circles[lowest].y);
    if (lower > 0 || (lower >= 0 && circles[i].radius > circles[lowest].radius)) lowest = i;
  }
  return lowest;
}

// Returns the counterclockwise angle from one unit normal to the next, 0 to 2 pi. A tiny negative angle counts as 0.
JNK_FN double jnk_wrap_turn(const double from[2], const double to[2]) {
  const double rounding = -1e-11;
  double angle = jnk_angle2(from, to);
  return angle >= 0 ? angle : angle > rounding ? 0 : angle + 2 * JNK_PI;
}

// Sets the angle of the first arc, the path length at the begin of each arc, and the total length. All other members of
// *out must be set.
JNK_FN void jnk_wrap_measure(const jnk_circle *circles, jnk_wrap *out) {
  jnk_wrap_arc *first = &out->arc[0];
  first->turn = out->n > 1 ? jnk_wrap_turn(out->arc[out->n - 1].n, first->n) : 2 * JNK_PI;
  out->length = 0;
  for (int k = 0; k < out->n; k++) {
    jnk_wrap_arc *arc = &out->arc[k];
    arc->begin = out->length;
    out->length += arc->turn * circles[arc->circle].radius + arc->span;
  }
}

// Closes the path when the search has returned to circle i. If i is not the circle of the first arc, both are in a row
// on the first span, to rounding; circle i then replaces the first circle.
JNK_FN void jnk_wrap_close(const jnk_circle *circles, int i, jnk_wrap *out) {
  jnk_wrap_arc *first = &out->arc[0], *second = &out->arc[1];
  if (out->n < 2 || first->circle == i) return;
  if (!jnk_wrap_tangent(&circles[i], &circles[second->circle], first->n, &first->span)) return;
  first->circle = i;
  second->turn = jnk_wrap_turn(first->n, second->n);
}

// Computes the path of a band around n circles, 1 to JNK_WRAP_CIRCLES; stores it in *out.
JNK_FN void jnk_wrap_calc(const jnk_circle *circles, int n, jnk_wrap *out) {
  double at[2] = {0, -1}, turned = 0;
  int i = jnk_wrap_lowest(circles, n);
  for (out->n = 0; out->n < JNK_WRAP_ARCS; out->n++) {
    jnk_wrap_arc *arc = &out->arc[out->n];
    int next = jnk_wrap_next(circles, n, i, at, arc->n, &arc->span);
    if (next < 0) break;
    arc->turn = out->n > 0 ? jnk_wrap_turn(at, arc->n) : 0;
    turned += arc->turn;
    if (turned > 2 * JNK_PI - 1e-10) break;
    arc->circle = i;
    at[0] = arc->n[0];
    at[1] = arc->n[1];
    i = next;
  }
  jnk_wrap_close(circles, i, out);
  if (out->n == 0) {
    out->n = 1;
    out->arc[0].circle = i;
    out->arc[0].span = out->arc[0].n[0] = out->arc[0].n[1] = 0;
  }
  jnk_wrap_measure(circles, out);
}

// Returns the index of the circle at the end of the span after arc k.
JNK_FN int jnk_wrap_to(const jnk_wrap *wrap, int k) { return wrap->arc[k + 1 < wrap->n ? k + 1 : 0].circle; }

// Computes the derivatives of the band's length with respect to the centres of the n circles: out[i] for circle i.
JNK_FN void jnk_wrap_gradient(const jnk_wrap *wrap, int n, double (*out)[2]) {
  for (int i = 0; i < n; i++) out[i][0] = out[i][1] = 0;
  for (int k = 0; k < wrap->n; k++) {
    const jnk_wrap_arc *arc = &wrap->arc[k];
    double *from = out[arc->circle], *to = out[jnk_wrap_to(wrap, k)];
    from[0] += arc->n[1];
    from[1] -= arc->n[0];
    to[0] -= arc->n[1];
    to[1] += arc->n[0];
  }
}

#endif
