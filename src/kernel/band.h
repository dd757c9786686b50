// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// band.h - a massless elastic band round circles, driven by the first of them, the sprocket, with forces along it.
//
// The way of the band is that of wrap.h, from the middle of the sprocket's arc once round. A force G_i on the band,
// along the way, acts at the distance l_i from there: at a given normal d_i of circle i; or, where that circle is
// inside the hull, under its centre on the span that passes it. l_i grows with the spans before it,
//   l_i' = sum over these of t . (u_to - u_from)    (+ gap theta' of a span that passes the circle)
// u the velocities of the centres, theta' the rate at which that span turns. With the sprocket's rim speed u_s, and
// stretch spread evenly, the band's material passes there at
//   w_i = u_s - l_i' + f_i L',      f_i = l_i / L
// Forces are the transpose: a span carries
//   T = T_mean + sum over i of G_i ([it comes before i] - f_i)
// whose mean over the length is T_mean, and the sprocket turns by R_s sum G_i. A band does not push: where a part
// would, it hangs through, and all tensions are raised until none does.
#ifndef JNK_BAND_H
#define JNK_BAND_H

#include "kernel/wrap.h"

// Where a force acts on the band.
typedef struct {
  int spans;        // how many spans come before it, in the order of the way
  int passed;       // its circle is inside the hull: the last of them passes it
  double gap;       // m; between that span and the circle
  double at, rate;  // l_i, m, and its rate
} jnk_band_place;

typedef struct {
  int n;      // circles; 0 is the sprocket
  int first;  // the sprocket's arc in `wrap`
  jnk_wrap wrap;
  double rate;                      // of the length, m/s
  double along[JNK_WRAP_ARCS + 1];  // sum of the rates of the first spans of the way
  jnk_band_place place[JNK_WRAP_CIRCLES];
} jnk_band_way;

// Arc number k of the way.
JNK_FN const jnk_wrap_arc *jnk_band_arc(const jnk_band_way *way, int k) {
  int i = way->first + k;
  return &way->wrap.arc[i < way->wrap.n ? i : i - way->wrap.n];
}

// Rate of t . (u_to - u_from) of the span behind arc k.
JNK_FN double jnk_band_span_rate(const jnk_band_way *way, int k, const double *u) {
  const jnk_wrap_arc *arc = jnk_band_arc(way, k);
  const double *from = u + 2 * arc->circle, *to = u + 2 * jnk_band_arc(way, k + 1)->circle;
  return -arc->n[1] * (to[0] - from[0]) + arc->n[0] * (to[1] - from[1]);
}

// Distance of an arc's begin from the middle of the sprocket's.
JNK_FN double jnk_band_begin(const jnk_band_way *way, const jnk_circle *circles, int k) {
  const jnk_wrap_arc *first = &way->wrap.arc[way->first], *arc = jnk_band_arc(way, k);
  double at = arc->begin - first->begin - first->turn * circles[first->circle].radius / 2;
  return arc < first ? at + way->wrap.length : at;
}

// The longest arc of a circle, -1: it has none.
JNK_FN int jnk_band_longest(const jnk_wrap *wrap, int circle) {
  int longest = -1;
  for (int k = 0; k < wrap->n; k++)
    if (wrap->arc[k].circle == circle && (longest < 0 || wrap->arc[k].turn > wrap->arc[longest].turn)) longest = k;
  return longest;
}

// ---- places ---------------------------------------------------------------------------------------------------

// Of a circle on the hull, by its k-th arc: where the normal is d; NULL: in the middle of the arc.
JNK_FN void jnk_band_place_on(const jnk_band_way *way, const jnk_circle *circles, int k, const double *d,
                              jnk_band_place *out) {
  const jnk_wrap_arc *arc = jnk_band_arc(way, k), *before = jnk_band_arc(way, k > 0 ? k - 1 : way->wrap.n - 1);
  double angle = d ? jnk_angle2(before->n, d) : arc->turn / 2;
  out->spans = k, out->passed = 0, out->gap = 0;
  out->at = jnk_band_begin(way, circles, k) + circles[arc->circle].radius * angle;
  out->rate = way->along[k];
}

// Gap between a circle and the span behind arc k.
JNK_FN double jnk_band_gap(const jnk_band_way *way, const jnk_circle *circles, int i, int k) {
  const jnk_wrap_arc *arc = jnk_band_arc(way, k);
  const jnk_circle *from = &circles[arc->circle], *to = &circles[i];
  return from->radius - to->radius - arc->n[0] * (to->x - from->x) - arc->n[1] * (to->y - from->y);
}

// Of a circle inside the hull: at the nearest span, of those on the side of d.
JNK_FN void jnk_band_place_inside(const jnk_band_way *way, const jnk_circle *circles, const double *u, int i,
                                  const double *d, jnk_band_place *out) {
  int nearest = 0;
  double gap = HUGE_VAL;
  for (int k = 0; k < way->wrap.n; k++) {
    double other = jnk_band_gap(way, circles, i, k);
    if (other < gap && (!d || jnk_dot2(jnk_band_arc(way, k)->n, d) > 0)) nearest = k, gap = other;
  }
  const jnk_wrap_arc *arc = jnk_band_arc(way, nearest);
  int j = arc->circle, to = jnk_band_arc(way, nearest + 1)->circle;
  double t[2] = {-arc->n[1], arc->n[0]}, c[2] = {circles[i].x - circles[j].x, circles[i].y - circles[j].y},
         v[2] = {u[2 * i] - u[2 * j], u[2 * i + 1] - u[2 * j + 1]},
         w[2] = {u[2 * to] - u[2 * j], u[2 * to + 1] - u[2 * j + 1]};
  out->spans = nearest + 1, out->passed = 1, out->gap = gap < HUGE_VAL && arc->span > 0 ? gap : 0;
  out->at = jnk_band_begin(way, circles, nearest) + arc->turn * circles[j].radius + jnk_dot2(t, c) +
            (d ? circles[i].radius * jnk_angle2(arc->n, d) : 0);
  out->rate = way->along[nearest] + jnk_dot2(t, v) - (out->gap > 0 ? out->gap * jnk_dot2(arc->n, w) / arc->span : 0);
}

// Number in the way of the arc of circle i nearest to the normal d, NULL: of its longest; -1: none.
JNK_FN int jnk_band_find(const jnk_band_way *way, int i, const double *d) {
  int found = -1, longest = d ? -1 : jnk_band_longest(&way->wrap, i);
  double nearest = -HUGE_VAL;
  for (int k = 0; k < way->wrap.n; k++) {
    const jnk_wrap_arc *arc = jnk_band_arc(way, k);
    if (arc->circle != i) continue;
    double near = d ? jnk_dot2(arc->n, d) : arc - way->wrap.arc == longest;
    if (near > nearest) found = k, nearest = near;
  }
  return found;
}

// The way of the band round n circles, circle 0 the sprocket, whose centres move by u. Forces act where the normals of
// the circles are d (two numbers each, as u); zero: in the middle of what is wrapped.
JNK_FN void jnk_band_way_calc(const jnk_circle *circles, const double *u, const double *d, int n, jnk_band_way *way) {
  way->n = n;
  jnk_wrap_calc(circles, n, &way->wrap);
  int sprocket = jnk_band_longest(&way->wrap, 0);
  way->first = sprocket >= 0 ? sprocket : 0;
  way->along[0] = 0;
  for (int k = 0; k < way->wrap.n; k++) way->along[k + 1] = way->along[k] + jnk_band_span_rate(way, k, u);
  way->rate = way->along[way->wrap.n];
  for (int i = 1; i < n; i++) {
    const double *at = d[2 * i] != 0 || d[2 * i + 1] != 0 ? d + 2 * i : NULL;
    int k = jnk_band_find(way, i, at);
    if (k >= 0) jnk_band_place_on(way, circles, k, at, &way->place[i]);
    else jnk_band_place_inside(way, circles, u, i, at, &way->place[i]);
  }
}

// Speed of the band's material along the way at circle i, relative to the circle's centre (and to the frame of the
// plane); rim: that of the sprocket.
JNK_FN double jnk_band_speed(const jnk_band_way *way, int i, double rim) {
  const jnk_band_place *place = &way->place[i];
  return rim - place->rate + place->at / way->wrap.length * way->rate;
}

// ---- tensions -----------------------------------------------------------------------------------------------

typedef struct {
  double tension, length;     // at which length which tension, N and m
  double stiffness, damping;  // N/m, N s/m
} jnk_band_law;

// Elastic tension and, with the damper, the whole one; neither is below zero.
JNK_FN double jnk_band_tension(const jnk_band_law *law, double length, double rate, double *elastic) {
  double spring = law->tension + law->stiffness * (length - law->length), whole = spring + law->damping * rate;
  *elastic = spring > 0 ? spring : 0;
  return whole > 0 ? whole : 0;
}

JNK_FN double jnk_band_energy(const jnk_band_law *law, double elastic) {
  return law->stiffness > 0 ? elastic * elastic / (2 * law->stiffness) : 0;
}

// How much the tightest and the slackest part of the band have above the mean, under forces G[i] at circles i >= 1.
JNK_FN void jnk_band_extremes(const jnk_band_way *way, const double *G, double *slackest, double *tightest) {
  double order[JNK_WRAP_CIRCLES][2], T = 0;
  int n = 0;
  for (int i = 1; i < way->n; i++) {
    int k = n++;
    for (; k > 0 && order[k - 1][0] > way->place[i].at; k--)
      order[k][0] = order[k - 1][0], order[k][1] = order[k - 1][1];
    order[k][0] = way->place[i].at, order[k][1] = G[i];
    T += G[i] * (1 - way->place[i].at / way->wrap.length);
  }
  *slackest = *tightest = T;
  for (int k = 0; k < n; k++) {
    T -= order[k][1];
    *slackest = T < *slackest ? T : *slackest;
    *tightest = T > *tightest ? T : *tightest;
  }
}

// ---- forces ---------------------------------------------------------------------------------------------------

JNK_FN void jnk_band_add(double s, const double t[2], double *f) { f[0] += s * t[0], f[1] += s * t[1]; }

// What force G on the band at circle i adds to that circle, when the span before it passes it: the span pulls at the
// circle instead of its end, and its gap is an arm.
JNK_FN void jnk_band_pass(const jnk_band_way *way, int i, double G, double (*f)[2]) {
  const jnk_band_place *place = &way->place[i];
  const jnk_wrap_arc *arc = jnk_band_arc(way, place->spans - 1);
  const double t[2] = {-arc->n[1], arc->n[0]};
  double *from = f[arc->circle], *to = f[jnk_band_arc(way, place->spans)->circle];
  jnk_band_add(G, t, to), jnk_band_add(-G, t, f[i]);
  if (!(place->gap > 0)) return;
  jnk_band_add(G * place->gap / arc->span, arc->n, to), jnk_band_add(-G * place->gap / arc->span, arc->n, from);
}

// Forces f[i] on the centres of the circles by a mean tension and forces G[i] along the band.
JNK_FN void jnk_band_pull(const jnk_band_way *way, double mean, const double *G, double (*f)[2]) {
  double ends[JNK_WRAP_ARCS + 1] = {0}, T = mean;  // ends[k]: of forces behind the first k spans
  for (int i = 0; i < way->n; i++) f[i][0] = f[i][1] = 0;
  for (int i = 1; i < way->n; i++) {
    ends[way->place[i].spans] += G[i];
    T += G[i] * (1 - way->place[i].at / way->wrap.length);
    if (way->place[i].passed) jnk_band_pass(way, i, G[i], f);
  }
  for (int k = 0; k < way->wrap.n; k++) {
    const jnk_wrap_arc *arc = jnk_band_arc(way, k);
    const double t[2] = {-arc->n[1], arc->n[0]};
    T -= ends[k];
    jnk_band_add(T, t, f[arc->circle]), jnk_band_add(-T, t, f[jnk_band_arc(way, k + 1)->circle]);
  }
}

#endif
