// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// band_slope.h - variation of the path of a band and of its forces for motions of the circles: the variations of
// band.h, term by term. The prefix `d` denotes a variation. The span after arc k rotates by
//   dtheta = -n . (dc_to - dc_from) / length,      dn = dtheta t,      dt = -dtheta n
// and the angle of the arc varies by the difference of its two spans.
#ifndef JNK_BAND_SLOPE_H
#define JNK_BAND_SLOPE_H

#include "kernel/ground/band.h"

// Variations of the path and the speeds of a band for one motion of its circles, in the plane of the band. Each member
// is the variation of what its comment says.
typedef struct {
  double c[2 * JNK_WRAP_CIRCLES], u[2 * JNK_WRAP_CIRCLES];  // the centres, m, and their velocities, m/s
  double d[2];                                              // the unit vector of the rays
  double theta[JNK_WRAP_ARCS];                              // rotation of the span after each arc, rad
  double begin[JNK_WRAP_ARCS + 1];  // path length from the begin of the path to the begin of arc k, m
  double along[JNK_WRAP_ARCS + 1];  // rate of length of the spans before arc k, m/s
  double length, rate;              // length of the path, m, and its rate, m/s
  double at[JNK_WRAP_CIRCLES], passed[JNK_WRAP_CIRCLES];  // l_i, m, and q_i, m/s
  double turn[JNK_WRAP_CIRCLES];                          // direction of the path at the places, rad
} jnk_band_vary;

// Computes the members theta, begin, along, length and rate of *d from its members c and u (variations of the centres
// and of their velocities); length and along[0] must be zero before. u argument: velocities of the centres, m/s.
JNK_FN void jnk_band_vary_spans(const jnk_band_path *path, const jnk_circle *circles, const double *u,
                                jnk_band_vary *d) {
  for (int k = 0; k < path->wrap.n; k++) {
    const jnk_wrap_arc *arc = jnk_band_arc(path, k);
    int i = 2 * arc->circle, j = 2 * jnk_band_arc(path, k + 1)->circle;
    const double by[2] = {d->c[j] - d->c[i], d->c[j + 1] - d->c[i + 1]}, du[2] = {u[j] - u[i], u[j + 1] - u[i + 1]};
    const double t[2] = {-arc->n[1], arc->n[0]}, ddu[2] = {d->u[j] - d->u[i], d->u[j + 1] - d->u[i + 1]};
    d->theta[k] = arc->span > 0 ? -jnk_dot2(arc->n, by) / arc->span : 0;
    d->along[k + 1] = d->along[k] + jnk_dot2(t, ddu) - d->theta[k] * jnk_dot2(arc->n, du);
    d->length += jnk_dot2(t, by);
  }
  d->rate = d->along[path->wrap.n];
  for (int k = 0; k < path->wrap.n; k++) {
    const jnk_wrap_arc *arc = jnk_band_arc(path, k);
    const jnk_circle *i = &circles[arc->circle], *j = &circles[jnk_band_arc(path, k + 1)->circle];
    int a = 2 * arc->circle, b = 2 * jnk_band_arc(path, k + 1)->circle;
    double turn = (d->theta[k] - d->theta[k > 0 ? k - 1 : path->wrap.n - 1]) * i->radius;
    double span = -arc->n[1] * (d->c[b] - d->c[a]) + arc->n[0] * (d->c[b + 1] - d->c[a + 1]);
    if (k == 0) d->begin[0] = -turn / 2;
    d->begin[k + 1] = d->begin[k] + turn + span - d->theta[k] * (i->radius - j->radius);
  }
}

// Returns the variation (rad) of the angle of the normal m at the point where the ray from the centre of circle i
// leaves the circle of arc k. The variations of centres and ray are in *d.
JNK_FN double jnk_band_vary_normal(const jnk_band_path *path, const jnk_circle *circles, int i, int k,
                                   const double *ray, const double m[2], const jnk_band_vary *d) {
  int j = jnk_band_arc(path, k)->circle;
  if (j == i) return jnk_cross2(m, d->d);
  double R = circles[j].radius, b[2] = {circles[i].x - circles[j].x, circles[i].y - circles[j].y};
  double far = R * jnk_dot2(m, ray) - jnk_dot2(b, ray), by[2];
  for (int x = 0; x < 2; x++) by[x] = d->c[2 * i + x] - d->c[2 * j + x] + far * d->d[x];
  double further = -jnk_dot2(m, by) / jnk_dot2(m, ray);
  for (int x = 0; x < 2; x++) by[x] += further * ray[x];
  return jnk_cross2(m, by) / R;
}

// Returns the variation (m) of the distance from the start of the span after arc k to the point where the ray from
// circle i crosses this span.
JNK_FN double jnk_band_vary_leaving(const jnk_band_path *path, const jnk_circle *circles, int i, int k,
                                    const double *ray, const jnk_band_vary *d) {
  const jnk_wrap_arc *arc = jnk_band_arc(path, k);
  int j = arc->circle;
  const double t[2] = {-arc->n[1], arc->n[0]};
  double R = circles[j].radius, o = jnk_dot2(arc->n, ray), e[2], by[2];
  e[0] = circles[j].x + R * arc->n[0] - circles[i].x;
  e[1] = circles[j].y + R * arc->n[1] - circles[i].y;
  for (int x = 0; x < 2; x++) by[x] = d->c[2 * j + x] - d->c[2 * i + x] + R * d->theta[k] * t[x];
  double outward = d->theta[k] * jnk_dot2(t, ray) + jnk_dot2(arc->n, d->d);
  return (-jnk_cross2(d->d, e) - jnk_cross2(ray, by) + jnk_cross2(ray, e) / o * outward) / o;
}

// Returns the variation (m) of the distance along the path from the first point of arc k to the place of circle i, and
// sets d->turn[i], the variation of the direction of the path there, rad.
JNK_FN double jnk_band_vary_part(const jnk_band_path *path, const jnk_circle *circles, int i, int k, const double *ray,
                                 jnk_band_vary *d) {
  const jnk_band_place *place = &path->place[i];
  const jnk_wrap_arc *arc = jnk_band_arc(path, k);
  int j = arc->circle, aimed = ray[0] != 0 || ray[1] != 0;
  const double m[2] = {place->t[1], -place->t[0]};
  double R = circles[j].radius, before = d->theta[k > 0 ? k - 1 : path->wrap.n - 1], after = d->theta[k];
  d->turn[i] = place->on_span ? after : aimed ? jnk_band_vary_normal(path, circles, i, k, ray, m, d) : 0;
  if (!place->on_span) return R * (aimed ? d->turn[i] - before : (after - before) / 2);
  if (aimed) return R * (after - before) + jnk_band_vary_leaving(path, circles, i, k, ray, d);
  const double c[2] = {circles[i].x - circles[j].x, circles[i].y - circles[j].y};
  const double by[2] = {d->c[2 * i] - d->c[2 * j], d->c[2 * i + 1] - d->c[2 * j + 1]};
  return R * (after - before) + jnk_dot2(place->t, by) - after * jnk_dot2(m, c);
}

// Computes all other members of *d from its members c, u and d. ray: the argument `d` of jnk_band_path_calc.
JNK_FN void jnk_band_vary_calc(const jnk_band_path *path, const jnk_circle *circles, const double *u, const double *ray,
                               jnk_band_vary *d) {
  d->length = d->along[0] = 0;
  jnk_band_vary_spans(path, circles, u, d);
  for (int i = 1; i < path->n; i++) {
    const jnk_band_place *place = &path->place[i];
    int j = place->circle, last = place->spans == path->wrap.n, k = last ? 0 : place->spans;
    d->at[i] = d->begin[k] + jnk_band_vary_part(path, circles, i, k, ray + 2 * i, d) + (last ? d->length : 0);
    d->passed[i] = d->along[place->spans];
    for (int x = 0; x < 2 && j != i; x++) {
      double m = x ? -place->t[0] : place->t[1];
      d->passed[i] += place->t[x] * (d->u[2 * i + x] - d->u[2 * j + x]);
      d->passed[i] -= d->turn[i] * m * (u[2 * i + x] - u[2 * j + x]);
    }
  }
}

// Returns the variation of the band's speed at circle i relative to the speed of the sprocket's rim, m/s. Sets *share
// to the variation of f_i, the place of circle i as a part of the band's length.
JNK_FN double jnk_band_vary_speed(const jnk_band_path *path, int i, const jnk_band_vary *d, double *share) {
  double L = path->wrap.length, f = path->place[i].at / L;
  *share = (d->at[i] - f * d->length) / L;
  return -d->passed[i] + *share * path->rate + f * d->rate;
}

// Computes df, the variations of the forces of the band on the centres of all circles. mean, G: mean tension and
// tangential forces on the band, N; dmean, dG: their variations; share: variations of the places f_i.
JNK_FN void jnk_band_vary_pull(const jnk_band_path *path, double mean, const double *G, double dmean, const double *dG,
                               const double *share, const jnk_band_vary *d, double (*df)[2]) {
  double ends[JNK_WRAP_ARCS + 1] = {0}, dends[JNK_WRAP_ARCS + 1] = {0}, T = mean, dT = dmean;
  for (int i = 0; i < path->n; i++) df[i][0] = df[i][1] = 0;
  for (int i = 1; i < path->n; i++) {
    const jnk_band_place *place = &path->place[i];
    double left = 1 - place->at / path->wrap.length;
    const double m[2] = {place->t[1], -place->t[0]};
    ends[place->spans] += G[i];
    dends[place->spans] += dG[i];
    T += G[i] * left;
    dT += dG[i] * left - G[i] * share[i];
    if (place->circle == i) continue;
    jnk_band_add(dG[i], place->t, df[place->circle]);
    jnk_band_add(-dG[i], place->t, df[i]);
    jnk_band_add(-G[i] * d->turn[i], m, df[place->circle]);
    jnk_band_add(G[i] * d->turn[i], m, df[i]);
  }
  for (int k = 0; k < path->wrap.n; k++) {
    const jnk_wrap_arc *arc = jnk_band_arc(path, k);
    const double t[2] = {-arc->n[1], arc->n[0]};
    double *from = df[arc->circle], *to = df[jnk_band_arc(path, k + 1)->circle];
    T -= ends[k];
    dT -= dends[k];
    jnk_band_add(dT, t, from);
    jnk_band_add(-dT, t, to);
    jnk_band_add(-T * d->theta[k], arc->n, from);
    jnk_band_add(T * d->theta[k], arc->n, to);
  }
}

#endif
