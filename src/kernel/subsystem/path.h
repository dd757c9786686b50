// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// path.h - a path in the ground plane: position, tangent and curvature over a parameter u.
//
// A path consists of n pieces between the knots u_0 = 0 < u_1 < ... < u_n. A smooth path has cubics x(u), y(u), a plain
// one arcs of constant curvature k (lines for k = 0) that begin at (x, y) with heading h:
//   x + w sinc(k w/2) cos(h + k w/2),  y + w sinc(k w/2) sin(h + k w/2),  w = u - u_i.
// u is the arc length of a plain path; of a smooth one it is the arc length at the knots and nearly so between them. A
// closed path is periodic. An open one is extended by straight lines at both ends.
#ifndef JNK_PATH_H
#define JNK_PATH_H

#include "kernel/law.h"
#include "kernel/vec3.h"

// Number of coefficients of a piece of a path: x0..x3 and y0..y3 of two cubics; x, y, heading, curvature of an arc.
enum { JNK_PATH_CUBIC = 8, JNK_PATH_ARC = 4 };

typedef struct {
  int n;             // number of pieces
  int smooth;        // flag: pieces are cubics, otherwise arcs
  int closed;        // flag: the path is periodic
  const double *u;   // n + 1 knots
  const double *c;   // JNK_PATH_CUBIC or JNK_PATH_ARC numbers for each piece
  int nspeeds;       // number of demanded speeds
  const double *at;  // nspeeds: values of u to which the demanded speeds belong, ascending
  const double *v;   // nspeeds: demanded speeds at these u, m/s
} jnk_path;

typedef struct {
  double x, y;       // m
  double tx, ty;     // unit tangent
  double pace;       // |dc/du|, m per unit of u
  double curvature;  // 1/m, positive to the left
} jnk_place;

JNK_FN double jnk_path_length(const jnk_path *path) { return path->u[path->n]; }

JNK_FN void jnk_path_arc(const double c[JNK_PATH_ARC], double w, jnk_place *out) {
  double sine, cosine, chord = w * jnk_sinc(0.5 * c[3] * w);
  jnk_sincos(c[2] + 0.5 * c[3] * w, &sine, &cosine);
  out->x = c[0] + chord * cosine;
  out->y = c[1] + chord * sine;
  jnk_sincos(c[2] + c[3] * w, &out->ty, &out->tx);
  out->pace = 1;
  out->curvature = c[3];
}

JNK_FN void jnk_path_cubic(const double c[JNK_PATH_CUBIC], double w, jnk_place *out) {
  double value[2], first[2], second[2];
  for (int i = 0; i < 2; i++) {
    const double *a = c + 4 * i;
    value[i] = a[0] + w * (a[1] + w * (a[2] + w * a[3]));
    first[i] = a[1] + w * (2 * a[2] + w * 3 * a[3]);
    second[i] = 2 * a[2] + w * 6 * a[3];
  }
  double pace = sqrt(first[0] * first[0] + first[1] * first[1]);
  out->x = value[0];
  out->y = value[1];
  out->tx = first[0] / pace;
  out->ty = first[1] / pace;
  out->pace = pace;
  out->curvature = (first[0] * second[1] - first[1] * second[0]) / (pace * pace * pace);
}

// Moves the place *out, at an end of an open path, to the parameter d beyond this end, on the straight extension along
// the tangent.
JNK_FN void jnk_path_beyond(double d, jnk_place *out) {
  out->x += d * out->pace * out->tx;
  out->y += d * out->pace * out->ty;
  out->curvature = 0;
}

// Returns the parameter u modulo the length of a closed path; for an open path u itself.
JNK_FN double jnk_path_wrap(const jnk_path *path, double u) {
  double length = jnk_path_length(path);
  return path->closed ? u - length * floor(u / length) : u;
}

JNK_FN void jnk_path_at(const jnk_path *path, double u, jnk_place *out) {
  double inside = jnk_path_wrap(path, u), end = jnk_path_length(path);
  double held = !(inside > 0) ? 0 : inside > end ? end : inside;  // 0 also if u is NaN
  int i = jnk_table_find(path->u, path->n, held);
  double w = held - path->u[i];
  if (path->smooth) jnk_path_cubic(path->c + JNK_PATH_CUBIC * i, w, out);
  else jnk_path_arc(path->c + JNK_PATH_ARC * i, w, out);
  if (inside != held) jnk_path_beyond(inside - held, out);
}

// Returns the demanded speed at the parameter u, m/s: linear between the speeds of the path, periodic on a closed path,
// constant beyond the first and last speed of an open one; 0 if the path has no speeds.
JNK_FN double jnk_path_speed(const jnk_path *path, double u) {
  int n = path->nspeeds;
  double at = jnk_path_wrap(path, u), turn = jnk_path_length(path);
  if (n < 1) return 0;
  int i = jnk_table_find(path->at, n, at);
  if (!path->closed && (i < 0 || i == n - 1)) return path->v[i < 0 ? 0 : n - 1];
  int from = i < 0 ? n - 1 : i, to = i == n - 1 ? 0 : i + 1;
  double start = path->at[from] - (i < 0 ? turn : 0), stop = path->at[to] + (i == n - 1 ? turn : 0);
  return stop > start ? path->v[from] + (path->v[to] - path->v[from]) * (at - start) / (stop - start) : path->v[to];
}

// ---- the nearest point ----------------------------------------------------------------------------

JNK_FN double jnk_path_square(const jnk_path *path, double u, double x, double y) {
  jnk_place p;
  jnk_path_at(path, u, &p);
  return (x - p.x) * (x - p.x) + (y - p.y) * (y - p.y);
}

// Returns the parameter u, between low and high, of the point of the path nearest to (x, y), by ternary search. The
// distance must have a single minimum in this range.
JNK_FN double jnk_path_refine(const jnk_path *path, double low, double high, double x, double y) {
  for (int i = 0; i < 60; i++) {
    double third = (high - low) / 3, a = low + third, b = high - third;
    if (jnk_path_square(path, a, x, y) <= jnk_path_square(path, b, x, y)) high = b;
    else low = a;
  }
  return 0.5 * (low + high);
}

// Refines the parameter u of the nearest point to (x, y) by Newton's method, and returns it. A search for the minimum
// of the distance gives only half of the digits. Near a centre of curvature the iteration stops and u is returned as it
// is then.
JNK_FN double jnk_path_polish(const jnk_path *path, double u, double x, double y) {
  for (int i = 0; i < 4; i++) {
    jnk_place p;
    jnk_path_at(path, u, &p);
    double along = (x - p.x) * p.tx + (y - p.y) * p.ty, left = (y - p.y) * p.tx - (x - p.x) * p.ty;
    double bend = 1 - p.curvature * left;
    if (!(bend > 0.1)) return u;
    u += along / (p.pace * bend);
  }
  return u;
}

// Returns the parameter u of the point of the path nearest to (x, y), also on the straight extensions of an open path;
// if several are equally near, the first.
JNK_FN double jnk_path_nearest(const jnk_path *path, double x, double y) {
  const int parts = 16;
  double best = 0, least = HUGE_VAL, width = 0;
  for (int i = 0; i < path->n; i++)
    for (int k = 0; k <= parts; k++) {
      double h = (path->u[i + 1] - path->u[i]) / parts, u = path->u[i] + k * h, square = jnk_path_square(path, u, x, y);
      if (square < least) {
        least = square;
        best = u;
        width = h;
      }
    }
  double found = jnk_path_polish(path, jnk_path_refine(path, best - width, best + width, x, y), x, y);
  return jnk_path_wrap(path, found);
}

#endif
