// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// band.h - a massless elastic band round circles, driven by the first of them, the sprocket, with forces along it.
//
// The path of the band is that of wrap.h; it begins and ends at the midpoint of the sprocket's arc. A force G_i along
// the path acts where the ray from the centre of circle i along d_i leaves the hull, at the path length l_i: on the
// circle's own arc or, for a circle inside the hull, on the span that passes it or on the arc of another circle. Let j
// be the circle of that arc (or the circle at which that span begins), t_i the direction of the path there, u the
// velocities of the centres, and
//   q_i = sum over the spans before of t . (u_to - u_from) + t_i . (u_i - u_j)
// All points of a span have the same velocity along it. With the rim speed u_s of the sprocket, and stretch distributed
// evenly, the band's material passes the centre of circle i along t_i at
//   w_i = u_s - q_i + f_i L',      f_i = l_i / L
// The hull has a unique tangent everywhere, so l_i and q_i are continuous, also when a circle leaves the hull.
// Forces are the transpose: a span carries
//   T = T_mean + sum over i of G_i ([the span comes before i] - f_i)
// with mean T_mean over the length, and the moment on the sprocket is R_s sum G_i. A band carries no compression: if a
// part would, all tensions are raised until none is negative.
#ifndef JNK_BAND_H
#define JNK_BAND_H

#include "kernel/ground/wrap.h"

// Point of the band's path (its place) at which the force of one circle acts. It is on an arc or on a span.
typedef struct {
  int spans;        // number of spans between the begin of the path and the place
  int circle;       // circle of the arc on which the place is, or of the arc before the span on which it is
  int on_span;      // flag: the place is on the span after the arc of `circle`, not on the arc
  double t[2];      // direction of the path at the place
  double at, rate;  // path length from the begin of the path to the place, m; q_i, m/s
  double part;      // `at` over the length of the whole path
} jnk_band_place;

typedef struct {
  int n;      // number of circles; circle 0 is the sprocket
  int first;  // index of the sprocket's arc in `wrap`
  jnk_wrap wrap;
  double rate;                      // rate of the length of the path, m/s
  double along[JNK_WRAP_ARCS + 1];  // element k: sum of the rates of the first k spans, m/s
  // For each circle: number of its longest arc, counted along the path from the sprocket's arc; -1: it has none.
  int own[JNK_WRAP_CIRCLES];
  jnk_band_place place[JNK_WRAP_CIRCLES];
} jnk_band_path;

// Returns arc k of the band. Arcs are numbered along the path from the arc on the sprocket, k = 0.
JNK_FN const jnk_wrap_arc *jnk_band_arc(const jnk_band_path *path, int k) {
  int i = path->first + k;
  return &path->wrap.arc[i < path->wrap.n ? i : i - path->wrap.n];
}

// Returns the rate of length of the span after arc k, t . (u_to - u_from). u: velocities of the circle centres, two
// numbers each.
JNK_FN double jnk_band_span_rate(const jnk_band_path *path, int k, const double *u) {
  const jnk_wrap_arc *arc = jnk_band_arc(path, k);
  const double *from = u + 2 * arc->circle, *to = u + 2 * jnk_band_arc(path, k + 1)->circle;
  return -arc->n[1] * (to[0] - from[0]) + arc->n[0] * (to[1] - from[1]);
}

// Returns the path length from the begin of the path, the midpoint of the sprocket's arc, to the begin of arc k.
JNK_FN double jnk_band_begin(const jnk_band_path *path, const jnk_circle *circles, int k) {
  const jnk_wrap_arc *first = &path->wrap.arc[path->first], *arc = jnk_band_arc(path, k);
  double at = arc->begin - first->begin - first->turn * circles[first->circle].radius / 2;
  return arc < first ? at + path->wrap.length : at;
}

// Returns the index of the longest arc on a circle; -1 if the circle has no arc.
JNK_FN int jnk_band_longest(const jnk_wrap *wrap, int circle) {
  int longest = -1;
  for (int k = 0; k < wrap->n; k++)
    if (wrap->arc[k].circle == circle && (longest < 0 || wrap->arc[k].turn > wrap->arc[longest].turn)) longest = k;
  return longest;
}

// Sets path->own[i], for each circle i, to the number of its longest arc along the path; -1 if it has none.
JNK_FN void jnk_band_own(jnk_band_path *path) {
  for (int i = 0; i < path->n; i++) path->own[i] = -1;
  for (int k = 0; k < path->wrap.n; k++) {
    const jnk_wrap_arc *arc = jnk_band_arc(path, k);
    int *own = &path->own[arc->circle];
    if (*own < 0 || arc->turn > jnk_band_arc(path, *own)->turn) *own = k;
  }
}

// ---- places ---------------------------------------------------------------------------------------------------

// Computes the place of circle i (*out), the point of the path at the distance x along the path after the begin of arc
// k. m: outward normal of the path there. Does not set out->on_span. If circle i is that of arc k, out->t is not used,
// and m may be another normal.
JNK_FN void jnk_band_put(const jnk_band_path *path, const jnk_circle *circles, const double *u, int i, int k, double x,
                         const double m[2], jnk_band_place *out) {
  int j = jnk_band_arc(path, k)->circle;
  out->spans = k;
  out->circle = j;
  out->t[0] = -m[1];
  out->t[1] = m[0];
  out->at = jnk_band_begin(path, circles, k) + x;
  // A negative path length is on the first half of the sprocket's arc, which is the end of the path.
  if (out->at < 0) {
    out->spans = path->wrap.n;
    out->at += path->wrap.length;
  }
  out->part = out->at / path->wrap.length;
  out->rate = path->along[out->spans];
  if (j != i) out->rate += out->t[0] * (u[2 * i] - u[2 * j]) + out->t[1] * (u[2 * i + 1] - u[2 * j + 1]);
}

JNK_FN const double *jnk_band_normal_before(const jnk_band_path *path, int k) {
  return jnk_band_arc(path, k > 0 ? k - 1 : path->wrap.n - 1)->n;
}

// Returns 1 if the outward normal m occurs on arc k, else 0. A tolerance prevents that, by rounding, a direction is
// neither on an arc nor on the adjacent span.
JNK_FN int jnk_band_has(const jnk_band_path *path, int k, const double m[2]) {
  const double none = -1e-12;
  const jnk_wrap_arc *arc = jnk_band_arc(path, k);
  const double *from = jnk_band_normal_before(path, k), *to = arc->n;
  if (arc->turn >= JNK_PI) return !(jnk_cross2(to, m) > 0 && jnk_cross2(m, from) > 0);
  return jnk_cross2(from, m) >= none && jnk_cross2(m, to) >= none && jnk_dot2(m, from) > -jnk_dot2(m, to);
}

// Intersects the ray from the centre of circle i along d with the circle of arc k. Sets m to the outward unit normal at
// the point where the ray leaves that circle. Returns 1 if that point is on arc k, else 0.
JNK_FN int jnk_band_intersects(const jnk_band_path *path, const jnk_circle *circles, int i, int k, const double d[2],
                               double m[2]) {
  int j = jnk_band_arc(path, k)->circle;
  double R = circles[j].radius, b[2] = {circles[i].x - circles[j].x, circles[i].y - circles[j].y}, bd = jnk_dot2(b, d);
  double square = bd * bd - jnk_dot2(b, b) + R * R;
  if (!(square >= 0)) return 0;
  for (int x = 0; x < 2; x++) m[x] = (b[x] + (sqrt(square) - bd) * d[x]) / R;
  return jnk_band_has(path, k, m);
}

// Intersects the ray from the centre of circle i along d with the span after arc k. Returns the distance of the
// intersection from the begin of the span; a negative number if the ray does not cross the span.
JNK_FN double jnk_band_leaves(const jnk_band_path *path, const jnk_circle *circles, int i, int k, const double d[2]) {
  const jnk_wrap_arc *arc = jnk_band_arc(path, k);
  const jnk_circle *from = &circles[arc->circle], *to = &circles[i];
  double outward = jnk_dot2(arc->n, d);
  if (!(outward > 0)) return -1;
  const double end[2] = {from->x + from->radius * arc->n[0] - to->x, from->y + from->radius * arc->n[1] - to->y};
  double x = -jnk_cross2(d, end) / outward;
  return x <= arc->span ? x : -1;
}

// Computes the place (*out) at which the force of circle i acts if it has no direction: the middle of the circle's
// longest arc or, for a circle inside the hull, the point of the nearest span beside its centre.
JNK_FN void jnk_band_place_any(const jnk_band_path *path, const jnk_circle *circles, const double *u, int i,
                               jnk_band_place *out) {
  int own = path->own[i], nearest = 0;
  double least = HUGE_VAL;
  if (own >= 0) {
    const jnk_wrap_arc *arc = jnk_band_arc(path, own);
    jnk_band_put(path, circles, u, i, own, arc->turn / 2 * circles[i].radius, arc->n, out);
    out->on_span = 0;
    return;
  }
  for (int k = 0; k < path->wrap.n; k++) {
    const jnk_wrap_arc *arc = jnk_band_arc(path, k);
    const jnk_circle *from = &circles[arc->circle];
    double gap = from->radius - arc->n[0] * (circles[i].x - from->x) - arc->n[1] * (circles[i].y - from->y);
    if (gap < least) {
      nearest = k;
      least = gap;
    }
  }
  const jnk_wrap_arc *arc = jnk_band_arc(path, nearest);
  const jnk_circle *from = &circles[arc->circle];
  double along = -arc->n[1] * (circles[i].x - from->x) + arc->n[0] * (circles[i].y - from->y);
  jnk_band_put(path, circles, u, i, nearest, arc->turn * from->radius + along, arc->n, out);
  out->on_span = 1;
}

// Computes the place (*out) of circle i on arc k at the outward normal m.
JNK_FN void jnk_band_place_on(const jnk_band_path *path, const jnk_circle *circles, const double *u, int i, int k,
                              const double m[2], jnk_band_place *out) {
  double R = circles[jnk_band_arc(path, k)->circle].radius;
  jnk_band_put(path, circles, u, i, k, R * jnk_wrap_turn(jnk_band_normal_before(path, k), m), m, out);
  out->on_span = 0;
}

// Computes the place (*out) at which the ray from the centre of circle i along d leaves the hull. Tries the circle's
// own arc and the adjacent spans first. If no intersection is found, uses jnk_band_place_any.
JNK_FN void jnk_band_place_along(const jnk_band_path *path, const jnk_circle *circles, const double *u, int i,
                                 const double d[2], jnk_band_place *out) {
  double m[2], x;
  int from = path->own[i] > 0 ? path->own[i] - 1 : 0;
  if (path->own[i] >= 0 && jnk_band_has(path, path->own[i], d)) {
    jnk_band_place_on(path, circles, u, i, path->own[i], d, out);
    return;
  }
  for (int c = 0; c < path->wrap.n; c++) {
    int k = from + c < path->wrap.n ? from + c : from + c - path->wrap.n;
    const jnk_wrap_arc *arc = jnk_band_arc(path, k);
    if (arc->circle == i && jnk_band_has(path, k, d)) {
      jnk_band_place_on(path, circles, u, i, k, d, out);
      return;
    }
    x = jnk_band_leaves(path, circles, i, k, d);
    if (x < 0) continue;
    jnk_band_put(path, circles, u, i, k, arc->turn * circles[arc->circle].radius + x, arc->n, out);
    out->on_span = 1;
    return;
  }
  for (int k = 0; k < path->wrap.n; k++) {
    if (!jnk_band_intersects(path, circles, i, k, d, m)) continue;
    jnk_band_place_on(path, circles, u, i, k, m, out);
    return;
  }
  jnk_band_place_any(path, circles, u, i, out);
}

// Computes the path of the band around n circles, circle 0 being the sprocket, and the places of the forces of circles
// 1 to n - 1; stores them in *path. u: velocities of the centres; d: unit vectors along which the forces act, zero for
// a force without direction; two numbers for each circle.
JNK_FN void jnk_band_path_calc(const jnk_circle *circles, const double *u, const double *d, int n,
                               jnk_band_path *path) {
  path->n = n;
  jnk_wrap_calc(circles, n, &path->wrap);
  int sprocket = jnk_band_longest(&path->wrap, 0);
  path->first = sprocket >= 0 ? sprocket : 0;
  jnk_band_own(path);
  path->along[0] = 0;
  for (int k = 0; k < path->wrap.n; k++) path->along[k + 1] = path->along[k] + jnk_band_span_rate(path, k, u);
  path->rate = path->along[path->wrap.n];
  for (int i = 1; i < n; i++) {
    if (d[2 * i] != 0 || d[2 * i + 1] != 0) jnk_band_place_along(path, circles, u, i, d + 2 * i, &path->place[i]);
    else jnk_band_place_any(path, circles, u, i, &path->place[i]);
  }
}

// Returns the speed of the band's material along its path at circle i, relative to the centre of the circle, m/s. rim:
// rim speed of the sprocket, m/s.
JNK_FN double jnk_band_speed(const jnk_band_path *path, int i, double rim) {
  const jnk_band_place *place = &path->place[i];
  return rim - place->rate + place->part * path->rate;
}

// ---- tensions -----------------------------------------------------------------------------------------------

typedef struct {
  double tension, length;     // tension, N, that the band has if its path has the length `length`, m
  double stiffness, damping;  // longitudinal stiffness and damping of the band, N/m, N s/m
} jnk_band_law;

// Returns the mean tension of the band with its damping, N; sets *elastic to the tension without damping. Both are at
// least 0. length: length of the path, m; rate: its time derivative, m/s.
JNK_FN double jnk_band_tension(const jnk_band_law *law, double length, double rate, double *elastic) {
  double spring = law->tension + law->stiffness * (length - law->length), whole = spring + law->damping * rate;
  *elastic = spring > 0 ? spring : 0;
  return whole > 0 ? whole : 0;
}

JNK_FN double jnk_band_energy(const jnk_band_law *law, double elastic) {
  return law->stiffness > 0 ? elastic * elastic / (2 * law->stiffness) : 0;
}

// Computes the smallest and the largest tension along the band, each minus the mean tension, N, for forces G[i] along
// the band at the circles i >= 1, N.
JNK_FN void jnk_band_extremes(const jnk_band_path *path, const double *G, double *slackest, double *tightest) {
  double order[JNK_WRAP_CIRCLES][2], T = 0;
  int n = 0;
  for (int i = 1; i < path->n; i++) {
    int k = n++;
    for (; k > 0 && order[k - 1][0] > path->place[i].at; k--) {
      order[k][0] = order[k - 1][0];
      order[k][1] = order[k - 1][1];
    }
    order[k][0] = path->place[i].at;
    order[k][1] = G[i];
    T += G[i] * (1 - path->place[i].part);
  }
  *slackest = *tightest = T;
  for (int k = 0; k < n; k++) {
    T -= order[k][1];
    *slackest = T < *slackest ? T : *slackest;
    *tightest = T > *tightest ? T : *tightest;
  }
}

// ---- forces ---------------------------------------------------------------------------------------------------

JNK_FN void jnk_band_add(double s, const double t[2], double *f) {
  f[0] += s * t[0];
  f[1] += s * t[1];
}

// Computes the forces f[i] of the band on the centres of all circles, N. mean: mean tension; G[i]: forces along the
// band at the circles i >= 1.
JNK_FN void jnk_band_pull(const jnk_band_path *path, double mean, const double *G, double (*f)[2]) {
  double ends[JNK_WRAP_ARCS + 1] = {0}, T = mean;  // ends[k]: sum of the forces after the first k spans
  for (int i = 0; i < path->n; i++) f[i][0] = f[i][1] = 0;
  for (int i = 1; i < path->n; i++) {
    const jnk_band_place *place = &path->place[i];
    ends[place->spans] += G[i];
    T += G[i] * (1 - place->part);
    if (place->circle != i) {
      jnk_band_add(G[i], place->t, f[place->circle]);
      jnk_band_add(-G[i], place->t, f[i]);
    }
  }
  for (int k = 0; k < path->wrap.n; k++) {
    const jnk_wrap_arc *arc = jnk_band_arc(path, k);
    const double t[2] = {-arc->n[1], arc->n[0]};
    T -= ends[k];
    jnk_band_add(T, t, f[arc->circle]);
    jnk_band_add(-T, t, f[jnk_band_arc(path, k + 1)->circle]);
  }
}

#endif
