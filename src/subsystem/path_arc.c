// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// path_arc.c - a path of straight lines with rounded corners.
#include "subsystem/path.h"

typedef struct {
  double length, heading;  // length, m, and heading, rad, of the line from a point to the next
} path_side;

typedef struct {
  double turn;  // angle of the corner, rad, positive to the left
  double cut;   // length that the arc removes from both adjacent lines, m
} path_corner;

static path_side side_at(const jn_path *def, int i) {
  int next = (i + 1) % def->n;
  double dx = def->x[next] - def->x[i], dy = def->y[next] - def->y[i];
  return (path_side){sqrt(dx * dx + dy * dy), jnk_atan2(dy, dx)};
}

// Returns the angle of the corner at point i and the length that its arc cuts off the adjacent lines; zero at the ends
// of an open path, which have no corner.
static path_corner corner_at(const jn_path *def, const path_side *side, int i) {
  if (!def->closed && (i == 0 || i == def->n - 1)) return (path_corner){0, 0};
  double sine, cosine;
  jnk_sincos(side[i].heading - side[(i + def->n - 1) % def->n].heading, &sine, &cosine);
  double turn = jnk_atan2(sine, cosine), half = 0.5 * fabs(turn);
  return (path_corner){turn, def->radius * jnk_tan(half)};
}

// Checks that on each of the straight sides the arcs at both ends do not overlap; an overlap by rounding is allowed,
// because the arcs of a full circle touch. Returns false with a sentence in `what` otherwise.
static bool sides_fit(const jn_path *def, const path_side *side, const path_corner *corner, int sides, char *what,
                      size_t size) {
  for (int i = 0; i < sides; i++) {
    int next = (i + 1) % def->n;
    double taken = corner[i].cut + corner[next].cut;
    if (taken <= side[i].length * (1 + 1e-9)) continue;
    jni_print(what, size, "corners of radius %g m do not fit between points %d and %d, which are %g m apart",
              def->radius, i + 1, next + 1, side[i].length);
    return false;
  }
  return true;
}

typedef struct {
  double *u, *c;  // knots and pieces
  int n;
} path_list;

static void piece_add(path_list *list, double x, double y, double heading, double curvature, double length) {
  if (!(length > 0)) return;
  double *c = list->c + JNK_PATH_ARC * list->n;
  c[0] = x;
  c[1] = y;
  c[2] = heading;
  c[3] = curvature;
  list->u[list->n + 1] = list->u[list->n] + length;
  list->n++;
}

// Appends the arc at point i to the list; heading: direction of the path at its beginning, rad. Returns u at the middle
// of the arc, m, where the speed demanded at the point applies.
static double corner_add(const jn_path *def, const path_corner *corner, int i, double heading, path_list *list) {
  double sine, cosine, arc = def->radius * fabs(corner->turn), start = list->u[list->n];
  jnk_sincos(heading, &sine, &cosine);
  piece_add(list, def->x[i] - corner->cut * cosine, def->y[i] - corner->cut * sine, heading,
            corner->turn < 0 ? -1 / def->radius : 1 / def->radius, arc);
  return start + 0.5 * (list->u[list->n] - start);
}

// Appends the straight line that follows point i, between the arcs at both of its ends, to the list, unless nothing is
// left of it.
static void side_add(const jn_path *def, const path_side *side, const path_corner *corner, int i, path_list *list) {
  double sine, cosine, cut = corner[i].cut, rest = side[i].length - cut - corner[(i + 1) % def->n].cut;
  jnk_sincos(side[i].heading, &sine, &cosine);
  if (rest > 1e-9 * side[i].length)
    piece_add(list, def->x[i] + cut * cosine, def->y[i] + cut * sine, side[i].heading, 0, rest);
}

bool jni_path_arcs(jni_pool *pool, const jn_path *def, jnk_path *out, double *at, char *what, size_t size) {
  int n = def->n, sides = def->closed ? n : n - 1;
  path_side *side = jni_take(pool, (size_t)n, sizeof *side);
  path_corner *corner = jni_take(pool, (size_t)n, sizeof *corner);
  path_list list = {jni_doubles(pool, 2 * (size_t)n + 1), jni_doubles(pool, 2 * (size_t)n * JNK_PATH_ARC), 0};
  if (pool->failed) return true;
  for (int i = 0; i < n; i++) side[i] = side_at(def, i);
  for (int i = 0; i < n; i++) corner[i] = corner_at(def, side, i);
  if (!sides_fit(def, side, corner, sides, what, size)) return false;
  // The path begins with the arc at the first point if it is closed, otherwise with the line after it.
  for (int i = 0; i < n; i++) {
    at[i] = corner[i].cut > 0 ? corner_add(def, &corner[i], i, side[(i + n - 1) % n].heading, &list) : list.u[list.n];
    if (i < sides) side_add(def, side, corner, i, &list);
  }
  out->n = list.n;
  out->u = list.u;
  out->c = list.c;
  return true;
}
