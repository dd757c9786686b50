// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// picture_band.c - draws the band of a track, in the plane of its wheels, as plates.
#include <math.h>

#include "kernel/ground/wrap.h"
#include "kernel/vec3.h"
#include "model/model.h"
#include "output/picture/picture.h"

static const double PIECE = 0.2;  // largest angle of an arc that one straight plate covers, rad
static const double THIN = 0.1;   // default thickness / radius of a road wheel

typedef struct {
  jn_picture *picture;
  int body;                       // hull of the track vehicle, to which the band belongs
  double O[3], X[3], Y[3], a[3];  // origin and axes of the plane of the wheels, and its normal, in axes of the hull
  double thickness, width;
  jnk_circle circles[JNK_WRAP_CIRCLES];
  int n;
} band;

static void add_circle(band *b, jn_frame frame, double radius, double *across) {
  double at[3], origin[3], d[3];
  jni_picture_frame(b->picture, frame.i, at);
  jni_picture_place(b->picture, b->body, b->O, origin);
  jnk_sub(at, origin, d);
  jni_picture_unturn(b->picture, b->body, d, d);
  b->circles[b->n++] = (jnk_circle){jnk_dot(b->X, d), jnk_dot(b->Y, d), radius};
  *across += jnk_dot(b->a, d);
}

// Returns the geometry of the band of a track: its plane, which goes through the middle of the wheels, and its circles.
static band band_of(jn_picture *picture, const jn_force_def *def) {
  const jn_track_def *track = &def->track;
  const jni_frame *hull = &picture->model->frames[track->hull.i];
  band b = {.picture = picture, .body = hull->body, .width = track->width};
  double axis[3], across[3], off = 0;
  b.thickness = track->thickness > 0 ? track->thickness : THIN * def->tyre.radius;
  jnk_copy(def->tyre.axis[0], axis);
  jnk_normalize(axis);
  jnk_perpendicular(axis, across);
  jnk_copy(hull->p, b.O);
  jnk_mat_vec(hull->R, axis, b.a);
  jnk_mat_vec(hull->R, across, b.X);
  jnk_cross(b.a, b.X, b.Y);
  add_circle(&b, track->sprocket, track->sprocket_radius, &off);
  for (int i = 0; i < track->idlers.n; i++) add_circle(&b, track->idlers.at[i], track->idler_radius, &off);
  for (int i = 0; i < track->wheels.n; i++) add_circle(&b, track->wheels.at[i], def->tyre.radius, &off);
  jnk_add_scaled(b.O, off / b.n, b.a, b.O);
  return b;
}

// Computes in p the point of circle i of the band at `angle` (rad), moved outwards by `out` (m), in body axes.
static void place(const band *b, int i, double angle, double out, double p[3]) {
  const jnk_circle *c = &b->circles[i];
  double sine, cosine;
  jnk_sincos(angle, &sine, &cosine);
  jnk_add_scaled(b->O, c->x + (c->radius + out) * cosine, b->X, p);
  jnk_add_scaled(p, c->y + (c->radius + out) * sine, b->Y, p);
}

// Adds one plate of the band, a quadrilateral of its thickness: from circle i at the angle `from` to circle j at the
// angle `to`. With i = j it covers a piece of an arc.
static void put_plate(const band *b, int i, double from, int j, double to) {
  bool was = b->picture->shaped[b->body];
  jn_shape_def *plate = jni_picture_shape(b->picture, b->body, "polygon");
  double *at = jni_doubles(&b->picture->pool, 12);
  b->picture->shaped[b->body] = was;  // the plate does not count as a shape of the hull, which still gets one
  if (!plate || !at) return;
  place(b, i, from, 0, at);
  place(b, i, from, b->thickness, at + 3);
  place(b, j, to, b->thickness, at + 6);
  place(b, j, to, 0, at + 9);
  plate->points = (jn_points){at, 4};
  plate->thickness = b->width;
  jn_colour_read("rubber", plate->colour);
}

void jni_picture_band(jn_picture *picture, const jn_force_def *def) {
  const band b = band_of(picture, def);
  jnk_wrap wrap;
  jnk_wrap_calc(b.circles, b.n, &wrap);
  for (int k = 0; k < wrap.n; k++) {
    const jnk_wrap_arc *arc = &wrap.arc[k];
    double end = jnk_atan2(arc->n[1], arc->n[0]);
    int pieces = (int)ceil(arc->turn / PIECE);
    for (int i = 0; i < pieces; i++)
      put_plate(&b, arc->circle, end - arc->turn * (pieces - i) / pieces, arc->circle,
                end - arc->turn * (pieces - i - 1) / pieces);
    if (arc->span > 0) put_plate(&b, arc->circle, end, jnk_wrap_to(&wrap, k), end);
  }
}
