// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact_geometry.c - see contact_geometry.h. Many pairs have a fixed list of points, each with a smooth gap: a plane
// touches a box at its corners and a capsule at its two ends; round shapes touch at one point. Points of the other
// pairs are features (contact_features.h).
#include "contact/contact_geometry.h"

#include <math.h>
#include <string.h>

#include "contact/contact_features.h"
#include "contact/contact_polyhedron.h"
#include "contact/contact_profile.h"
#include "kernel/vec3.h"

// ---- pairs --------------------------------------------------------------------------------------------------------

bool jni_contact_swaps(const jni_contact_shape *a, const jni_contact_shape *b) { return a->touch > b->touch; }

int jni_contact_npoints(const jni_contact_shape *a, const jni_contact_shape *b) {
  bool hollow = a->touch == JNI_TOUCH_PLANE || a->touch == JNI_TOUCH_HOLE;
  if (a->touch == JNI_TOUCH_NONE || b->touch == JNI_TOUCH_NONE) return 0;
  if (b->touch == JNI_TOUCH_PROFILE) return jni_profile_npoints(a, b);
  if (hollow && (b->touch == JNI_TOUCH_PLANE || b->touch == JNI_TOUCH_HOLE)) return 0;
  if (jni_has_features(a, b)) return jni_features_slots(a, b);
  if (a->touch == JNI_TOUCH_HOLE && b->touch == JNI_TOUCH_SPHERE) return b->radius < a->radius;
  switch (b->touch) {
    case JNI_TOUCH_SPHERE: return 1;
    case JNI_TOUCH_CAPSULE: return hollow ? 2 * (a->touch == JNI_TOUCH_PLANE) : a->touch == JNI_TOUCH_SPHERE;
    case JNI_TOUCH_BOX: return a->touch == JNI_TOUCH_PLANE ? (b->plane ? 4 : 8) : 0;
    default: return 0;
  }
}

// ---- places -------------------------------------------------------------------------------------------------------

// Computes `out`, the position in ground axes of a point with the coordinates x in the axes of a shape. m: motion of
// its body.
static void to_ground(const jni_contact_shape *s, const jni_contact_motion *m, const double x[3], double out[3]) {
  double y[3];
  jnk_mat_vec(s->R, x, y);
  jnk_add(s->p, y, y);
  jnk_mat_vec(m->R, y, y);
  jnk_add(m->r, y, out);
}

// Computes a point of a shape on the ground; in the plane its third coordinate is zero without rounding.
static void place_point(const jni_contact_shape *s, const jni_contact_motion *m, const double x[3], double out[3]) {
  to_ground(s, m, x, out);
  if (s->plane) out[2] = 0;
}

// Sets K = k (1 - n n').
static void set_round(double k, const double n[3], double K[9]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) K[3 * i + j] = k * ((i == j) - n[i] * n[j]);
}

static void set_tangents(jni_contact_place *place, bool plane) {
  static const double z[3] = {0, 0, 1};
  if (plane) jnk_cross(z, place->n, place->t[0]);
  else jnk_perpendicular(place->n, place->t[0]);
  jnk_cross(place->n, place->t[0], place->t[1]);
}

// Returns the coordinate z, in the axes of a capsule, of the point on the axis of the capsule (between its ends) that
// is nearest to the ground point x.
static double nearest_on_axis(const jni_contact_shape *s, const jni_contact_motion *m, const double x[3]) {
  static const double origin[3] = {0, 0, 0}, z[3] = {0, 0, 1};
  double o[3], end[3], axis[3], d[3];
  to_ground(s, m, origin, o);
  to_ground(s, m, z, end);
  jnk_sub(end, o, axis);
  jnk_sub(x, o, d);
  return fmax(-s->half[2], fmin(s->half[2], jnk_dot(axis, d)));
}

// Computes the place of contact of two balls with the centres x, y and the radii rx, ry; rx < 0: a hole of radius -rx
// around the second ball.
static void touch_balls(const double x[3], double rx, const double y[3], double ry, jni_contact_place *place) {
  double d[3], side = rx < 0 ? -1 : 1;
  jnk_sub(y, x, d);
  double distance = jnk_normalize(d);
  if (!(distance > 0)) jnk_set(1, 0, 0, d);
  jnk_scale(side, d, place->n);
  place->gap = side * distance - rx - ry;
  jnk_add_scaled(x, rx, place->n, place->point[0]);
  jnk_add_scaled(y, -ry, place->n, place->point[1]);
  if (rx < 0) jnk_add_scaled(x, -rx, d, place->point[0]);
  if (rx != 0) set_round(1 / rx, place->n, place->K[0]);
  if (ry != 0) set_round(1 / ry, place->n, place->K[1]);
  place->corner[0] = rx == 0;
  place->corner[1] = ry == 0;
}

// Computes the place of contact of a plane and a ball with the centre y; a corner is a ball of radius 0.
static void touch_plane(const jni_contact_shape *a, const jni_contact_motion *ma, const double y[3], double radius,
                        jni_contact_place *place) {
  static const double origin[3] = {0, 0, 0};
  static const double up[3] = {0, 0, 1};
  double o[3], d[3];
  to_ground(a, ma, origin, o);
  to_ground(a, ma, up, d);
  jnk_sub(d, o, place->n);
  if (a->plane) place->n[2] = 0;  // is not zero only by rounding
  jnk_normalize(place->n);
  jnk_sub(y, o, d);
  double height = jnk_dot(place->n, d);
  place->gap = height - radius;
  jnk_add_scaled(y, -height, place->n, place->point[0]);
  jnk_add_scaled(y, -radius, place->n, place->point[1]);
  place->corner[1] = radius == 0;
  if (radius != 0) set_round(1 / radius, place->n, place->K[1]);
}

double jni_contact_centre(const jni_contact_shape *s, int k, double local[3]) {
  jnk_zero(local);
  if (s->touch == JNI_TOUCH_CAPSULE) local[2] = k == 0 ? -s->half[2] : s->half[2];
  for (int i = 0; i < 3 && s->touch == JNI_TOUCH_BOX; i++) local[i] = (k >> i & 1 ? 1 : -1) * s->half[i];
  if (s->touch == JNI_TOUCH_BOX && s->plane) local[2] = 0;
  if (s->touch == JNI_TOUCH_HULL) jnk_copy(s->solid->vertex[k], local);
  return s->touch == JNI_TOUCH_BOX || s->touch == JNI_TOUCH_HULL ? 0 : s->radius;
}

// Sets x to the point k of a shape that can touch (jni_contact_centre), in ground axes. Returns the radius around it.
static double place_centre(const jni_contact_shape *s, const jni_contact_motion *m, int k, double x[3]) {
  double local[3], radius = jni_contact_centre(s, k, local);
  place_point(s, m, local, x);
  return radius;
}

// Computes the place of contact of a ball with the centre x and a box: the point of the box that is nearest to x, or,
// if x is inside the box, nearest to x on its nearest face.
static void touch_box(const double x[3], double radius, const jni_contact_shape *b, const jni_contact_motion *mb,
                      jni_contact_place *place) {
  static const double origin[3] = {0, 0, 0};
  double o[3], R[9], d[3], c[3], y[3], n[3], least = HUGE_VAL;
  int axes = b->plane ? 2 : 3, nclamped = 0, along = 0, nearest = 0;
  to_ground(b, mb, origin, o);
  jnk_mat_mul(mb->R, b->R, R);
  jnk_sub(x, o, d);
  jnk_mat_t_vec(R, d, c);
  jnk_zero(y);
  for (int i = 0; i < axes; i++) {
    y[i] = fmax(-b->half[i], fmin(b->half[i], c[i]));
    nclamped += y[i] != c[i];
    if (y[i] == c[i]) along = i;
    double depth = b->half[i] - fabs(c[i]);
    if (depth < least) nearest = i;
    least = fmin(least, depth);
  }
  jnk_zero(n);  // out of the box, in its axes
  for (int i = 0; i < axes && nclamped > 0; i++) n[i] = c[i] - y[i];
  double distance = nclamped > 0 ? jnk_normalize(n) : -least;
  if (nclamped == 0) {
    n[nearest] = c[nearest] < 0 ? -1 : 1;
    y[nearest] = n[nearest] * b->half[nearest];
  }
  jnk_scale(-1, n, n);
  jnk_mat_vec(R, n, place->n);
  if (b->plane) place->n[2] = 0;
  place->gap = distance - radius;
  jnk_add_scaled(x, radius, place->n, place->point[0]);
  jnk_add_scaled(x, distance, place->n, place->point[1]);
  set_round(1 / radius, place->n, place->K[0]);
  place->corner[1] = nclamped == axes;
  place->edge[1] = !b->plane && nclamped == 2;
  for (int i = 0; i < 3 && place->edge[1]; i++) place->along[1][i] = R[3 * i + along];
}

// Computes a point of a pair with a fixed list of points; *place must be zero.
static void place_fixed(const jni_contact_shape *a, const jni_contact_shape *b, int feature,
                        const jni_contact_motion *ma, const jni_contact_motion *mb, jni_contact_place *place) {
  double x[3], y[3], ry = place_centre(b, mb, feature, y);
  if (a->touch == JNI_TOUCH_PLANE) touch_plane(a, ma, y, ry, place);
  else {
    double rx = place_centre(a, ma, 0, x);
    bool side = b->touch == JNI_TOUCH_CAPSULE;
    double along = side ? nearest_on_axis(b, mb, x) : 0;
    if (side) place_point(b, mb, (double[3]){0, 0, along}, y);
    touch_balls(x, a->touch == JNI_TOUCH_HOLE ? -rx : rx, y, ry, place);
    if (side && fabs(along) < b->half[2]) {  // the side of a capsule is straight along its axis
      double axis[3], end[3];
      to_ground(b, mb, (double[3]){0, 0, along + 1}, end);
      jnk_sub(end, y, axis);
      for (int i = 0; i < 9; i++) place->K[1][i] -= axis[i / 3] * axis[i % 3] / ry;
    }
  }
  set_tangents(place, a->plane);
}

void jni_contact_place_calc(const jni_contact_shape *a, const jni_contact_shape *b, int feature,
                            const jni_contact_motion *ma, const jni_contact_motion *mb, jni_contact_place *place) {
  if (b->touch == JNI_TOUCH_PROFILE) {
    jni_profile_place_calc(a, b, feature, 0, ma, mb, place, NULL);
    return;
  }
  memset(place, 0, sizeof *place);
  if (jni_has_features(a, b)) {
    place->gap = HUGE_VAL;
    place->n[0] = 1;
    if (jni_feature_is_valid(a, b, feature)) jni_feature_place(a, b, feature, ma, mb, place);
    set_tangents(place, a->plane);
    return;
  }
  place_fixed(a, b, feature, ma, mb, place);
}

int jni_compliant_npoints(const jni_contact_shape *a, const jni_contact_shape *b) {
  if (b->touch == JNI_TOUCH_PROFILE) return 0;
  if (a->touch == JNI_TOUCH_PLANE && b->touch == JNI_TOUCH_HULL && b->solid) return b->solid->nvertices;
  if (a->touch == JNI_TOUCH_SPHERE && b->touch == JNI_TOUCH_BOX) return 1;
  return jni_has_features(a, b) ? 0 : jni_contact_npoints(a, b);
}

void jni_compliant_place_calc(const jni_contact_shape *a, const jni_contact_shape *b, int point,
                              const jni_contact_motion *ma, const jni_contact_motion *mb, jni_contact_place *place) {
  double x[3];
  memset(place, 0, sizeof *place);
  if (a->touch == JNI_TOUCH_SPHERE && b->touch == JNI_TOUCH_BOX) {
    double radius = place_centre(a, ma, 0, x);
    touch_box(x, radius, b, mb, place);
    set_tangents(place, a->plane);
  } else place_fixed(a, b, point, ma, mb, place);
}

// ---- rates --------------------------------------------------------------------------------------------------------

// Computes velocity v and acceleration a of the material point of a body that is at x; a includes the centripetal part.
static void move_point(const jni_contact_motion *m, const double x[3], double v[3], double a[3]) {
  double arm[3], turning[3], part[3];
  jnk_sub(x, m->r, arm);
  jnk_cross(m->w, arm, turning);
  jnk_add(m->v, turning, v);
  jnk_cross(m->alpha, arm, part);
  jnk_add(m->a, part, a);
  jnk_cross(m->w, turning, part);
  jnk_add(a, part, a);
}

// Solves (K1 + K2) s2 = rhs in the tangent plane (nt directions) for s2, the velocity of the place of contact over the
// second surface. s2 is zero along a direction in which both surfaces are straight, where it is not determined.
static void solve_rolling(const jni_contact_place *place, int nt, const double rhs[3], double s2[3]) {
  double M[2][2] = {{0, 0}, {0, 0}}, r[2] = {0, 0}, s[2] = {0, 0};
  for (int i = 0; i < nt; i++) {
    double column[3], part[3];
    jnk_mat_vec(place->K[0], place->t[i], column);
    jnk_mat_vec(place->K[1], place->t[i], part);
    jnk_add(column, part, column);
    for (int j = 0; j < nt; j++) M[j][i] = jnk_dot(place->t[j], column);
    r[i] = jnk_dot(place->t[i], rhs);
  }
  double det = M[0][0] * M[1][1] - M[0][1] * M[1][0], scale = fmax(fabs(M[0][0]), fabs(M[1][1]));
  if (nt == 1) s[0] = M[0][0] != 0 ? r[0] / M[0][0] : 0;
  else if (fabs(det) > 1e-14 * scale * scale) {
    s[0] = (M[1][1] * r[0] - M[0][1] * r[1]) / det;
    s[1] = (M[0][0] * r[1] - M[1][0] * r[0]) / det;
  } else {  // one direction is straight on both surfaces: the least solution of a symmetric matrix of rank one
    double trace = M[0][0] + M[1][1];
    s[0] = trace != 0 ? (M[0][0] * r[0] + M[0][1] * r[1]) / (trace * trace) : 0;
    s[1] = trace != 0 ? (M[1][0] * r[0] + M[1][1] * r[1]) / (trace * trace) : 0;
  }
  jnk_zero(s2);
  for (int i = 0; i < nt; i++) jnk_add_scaled(s2, s[i], place->t[i], s2);
}

// Computes for a contact of two edges the velocities s1, s2 of the place along the first and the second edge, and the
// rate of the normal, which stays perpendicular to both.
static void calc_edge_motions(const jni_contact_place *place, const jni_contact_motion *ma,
                              const jni_contact_motion *mb, const double slip[3], double s1[3], double s2[3],
                              double normal_rate[3]) {
  const double *u = place->along[0], *v = place->along[1];
  double c = jnk_dot(u, v), det = 1 - c * c, x[3];
  double du = jnk_dot(slip, u), dv = jnk_dot(slip, v);  // s1 - s2 = gT
  jnk_scale((du - c * dv) / det, u, s1);
  jnk_scale((c * du - dv) / det, v, s2);
  jnk_cross(ma->w, u, x);
  double nu = -jnk_dot(place->n, x);
  jnk_cross(mb->w, v, x);
  double nv = -jnk_dot(place->n, x);
  jnk_scale((nu - c * nv) / det, u, normal_rate);
  jnk_add_scaled(normal_rate, (nv - c * nu) / det, v, normal_rate);
}

// Computes for a contact of an edge of shape k (0, 1) with a surface the velocities s1, s2 of the place relative to the
// material of both; that of shape k is along its edge.
static void calc_edge_motion(const jni_contact_place *place, int k, const jni_contact_motion *ma,
                             const jni_contact_motion *mb, const double slip[3], double s1[3], double s2[3]) {
  const double *e = place->along[k];
  double x[3], y[3], z[3];
  jnk_sub(mb->w, ma->w, x);
  jnk_cross(x, place->n, x);
  jnk_mat_vec(place->K[!k], slip, y);
  jnk_add_scaled(x, k == 1 ? -1 : 1, y, x);
  jnk_mat_vec(place->K[0], e, y);
  jnk_mat_vec(place->K[1], e, z);
  double K = jnk_dot(e, y) + jnk_dot(e, z), s = K != 0 ? jnk_dot(e, x) / K : 0;
  jnk_scale(s, e, k == 1 ? s2 : s1);
  if (k == 1) jnk_add(s2, slip, s1);
  else jnk_sub(s1, slip, s2);
}

void jni_contact_rates_calc(const jni_contact_place *place, bool plane, const jni_contact_motion *ma,
                            const jni_contact_motion *mb, jni_contact_rates *rates) {
  double v1[3], v2[3], a1[3], a2[3], dv[3], s1[3], s2[3], x[3], y[3], normal_rate[3] = {0, 0, 0}, da[3];
  const double *n = place->n;
  move_point(ma, place->point[0], v1, a1);
  move_point(mb, place->point[1], v2, a2);
  jnk_sub(v2, v1, dv);
  rates->rate = jnk_dot(n, dv);
  jnk_add_scaled(dv, -rates->rate, n, rates->slip);

  if (place->edge[0] && place->edge[1]) {
    calc_edge_motions(place, ma, mb, rates->slip, s1, s2, normal_rate);
  } else if (place->edge[0] || place->edge[1]) {
    calc_edge_motion(place, place->edge[1], ma, mb, rates->slip, s1, s2);
  } else if (place->corner[1]) {
    jnk_zero(s2);
    jnk_copy(rates->slip, s1);
  } else if (place->corner[0]) {
    jnk_zero(s1);
    jnk_scale(-1, rates->slip, s2);
  } else {
    jnk_sub(mb->w, ma->w, x);
    jnk_cross(x, n, x);
    jnk_mat_vec(place->K[0], rates->slip, y);
    jnk_sub(x, y, x);
    solve_rolling(place, plane ? 1 : 2, x, s2);
    jnk_add(s2, rates->slip, s1);
  }
  if (place->edge[0] && place->edge[1]) {
    // calc_edge_motions has computed the rate of the normal.
  } else if (place->corner[0] || place->edge[0]) {
    jnk_cross(mb->w, n, normal_rate);
    jnk_mat_vec(place->K[1], s2, x);
    jnk_sub(normal_rate, x, normal_rate);
  } else {
    jnk_cross(ma->w, n, normal_rate);
    jnk_mat_vec(place->K[0], s1, x);
    jnk_add(normal_rate, x, normal_rate);
  }
  jnk_copy(normal_rate, rates->normal);
  jnk_copy(s2, rates->over);
  jnk_sub(a2, a1, da);
  jnk_cross(mb->w, s2, x);
  jnk_cross(ma->w, s1, y);
  jnk_add(da, x, da);
  jnk_sub(da, y, da);
  rates->second = jnk_dot(n, da) + jnk_dot(normal_rate, rates->slip);
  jnk_add_scaled(da, -jnk_dot(n, da), n, rates->turn);
}
