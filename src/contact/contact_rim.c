// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact_rim.c - see contact_rim.h. The lowest point of a rim is code JNI_VERTEX_FACE with i the end, 0 or 1. A point
// fixed on a rim is code JNI_EDGE_EDGE: its angle about the axis in units of a turn / 2^19, with the end above that.
#include "contact/contact_rim.h"

#include <math.h>
#include <string.h>

#include "kernel/elementary.h"
#include "kernel/vec3.h"

enum { ANGLE_BITS = 19, TURN = 1 << ANGLE_BITS, POSTS = 8, BETWEEN = TURN / POSTS, LOW_BITS = 10 };

static const double standing = 1e-9;  // sine of the tilt below which a cylinder stands

bool jni_rim_has_features(const jni_contact_shape *a, const jni_contact_shape *b) {
  return a->touch == JNI_TOUCH_PLANE && b->touch == JNI_TOUCH_CYLINDER && !a->plane;
}

int jni_rim_slots(void) { return POSTS + 1; }

// ---- codes --------------------------------------------------------------------------------------------------------

static int lowest_code(int end) { return jni_feature_code(JNI_VERTEX_FACE, end, 0); }

static int post_code(int end, int angle) {
  int x = end << ANGLE_BITS | angle;
  return jni_feature_code(JNI_EDGE_EDGE, x >> LOW_BITS, x & ((1 << LOW_BITS) - 1));
}

bool jni_rim_is_valid(int feature) {
  int first = post_code(0, 0);
  return feature == lowest_code(0) || feature == lowest_code(1) || (feature >= first && feature - first < 2 * TURN);
}

static bool is_post(int feature) { return feature >= post_code(0, 0); }

static int end_of(int feature) {
  if (!is_post(feature)) return feature == lowest_code(1);
  return (feature - post_code(0, 0)) >> ANGLE_BITS;
}

static int angle_of(int feature) { return (feature - post_code(0, 0)) & (TURN - 1); }

static bool is_among(int feature, const int *list, int n) {
  for (int i = 0; i < n; i++)
    if (list[i] == feature) return true;
  return false;
}

// ---- the cylinder above the plane ---------------------------------------------------------------------------------

typedef struct {
  double R[9], middle[3];   // axes and middle of the cylinder on the ground
  double n[3];              // unit normal of the plane
  double height;            // height of the middle over the plane, m
  double axis[3], down[3];  // unit vectors: along the cylinder; from the axis to the lowest point of a rim
  double sine, cosine;      // sine and cosine of the tilt: -n . down and n . axis
} pose;

static pose pose_of(const jni_contact_shape *a, const jni_contact_shape *b, const jni_contact_motion *ma,
                    const jni_contact_motion *mb) {
  pose p;
  double R[9], origin[3], d[3];
  jnk_mat_mul(ma->R, a->R, R);
  jnk_mat_vec(ma->R, a->p, origin);
  jnk_add(origin, ma->r, origin);
  jnk_set(R[2], R[5], R[8], p.n);
  jnk_mat_mul(mb->R, b->R, p.R);
  jnk_mat_vec(mb->R, b->p, p.middle);
  jnk_add(p.middle, mb->r, p.middle);
  jnk_sub(p.middle, origin, d);
  p.height = jnk_dot(p.n, d);
  jnk_set(p.R[2], p.R[5], p.R[8], p.axis);
  p.cosine = jnk_dot(p.n, p.axis);
  jnk_scale(p.cosine, p.axis, p.down);
  jnk_sub(p.down, p.n, p.down);
  p.sine = jnk_normalize(p.down);
  if (!(p.sine > 0)) jnk_set(p.R[0], p.R[3], p.R[6], p.down);
  return p;
}

// Computes x, the point of a rim that a feature denotes, in ground axes. Returns its height over the plane, m.
static double point_of(const pose *p, const jni_contact_shape *b, int feature, double x[3]) {
  double along = end_of(feature) == 0 ? -b->half[2] : b->half[2], local[3], d[3];
  if (!is_post(feature)) {
    jnk_add_scaled(p->middle, along, p->axis, x);
    jnk_add_scaled(x, b->radius, p->down, x);
    return p->height + along * p->cosine - b->radius * p->sine;
  }
  double angle = angle_of(feature) * (6.283185307179586 / TURN);
  jnk_set(b->radius * jnk_cos(angle), b->radius * jnk_sin(angle), along, local);
  jnk_mat_vec(p->R, local, d);
  jnk_add(p->middle, d, x);
  return p->height + jnk_dot(p->n, d);
}

// Returns the angle about the cylinder's axis at which the rims are lowest, as an integer in units of a turn / TURN; 0
// if the axis is exactly normal to the plane.
static int lowest_angle(const pose *p) {
  double x = p->R[0] * p->down[0] + p->R[3] * p->down[1] + p->R[6] * p->down[2];
  double y = p->R[1] * p->down[0] + p->R[4] * p->down[1] + p->R[7] * p->down[2];
  int angle = p->sine > 0 ? (int)floor(jnk_atan2(y, x) * (TURN / 6.283185307179586) + 0.5) : 0;
  return angle & (TURN - 1);
}

void jni_rim_place(const jni_contact_shape *a, const jni_contact_shape *b, int feature, const jni_contact_motion *ma,
                   const jni_contact_motion *mb, jni_contact_place *place) {
  const pose p = pose_of(a, b, ma, mb);
  memset(place, 0, sizeof *place);
  jnk_copy(p.n, place->n);
  place->gap = point_of(&p, b, feature, place->point[1]);
  jnk_add_scaled(place->point[1], -place->gap, p.n, place->point[0]);
  place->corner[1] = is_post(feature);
  if (is_post(feature)) return;
  place->edge[1] = true;
  jnk_cross(p.axis, p.down, place->along[1]);
  for (int i = 0; i < 9; i++) place->K[1][i] = p.sine / b->radius * place->along[1][i / 3] * place->along[1][i % 3];
}

double jni_rim_margin(const jni_feature_pair *pair, int feature) {
  const pose p = pose_of(pair->a, pair->b, pair->ma, pair->mb);
  return pair->b->radius * (is_post(feature) ? 2 * standing - p.sine : p.sine - standing);
}

int jni_rim_next(const jni_feature_pair *pair, int feature) {
  const pose p = pose_of(pair->a, pair->b, pair->ma, pair->mb);
  return is_post(feature) ? lowest_code(end_of(feature)) : post_code(end_of(feature), lowest_angle(&p));
}

// ---- all points ---------------------------------------------------------------------------------------------------

// Lists in `list` the features of one end of a cylinder that can touch: the lowest point of its rim; if the cylinder
// stands, or if one of `taken` is a fixed point of this end, eight points fixed on the rim, which include that point or
// else the lowest. Returns their number.
static int list_points(const pose *p, int end, const int *taken, int ntaken, int *list) {
  int first = -1;
  for (int i = 0; i < ntaken; i++)
    if (is_post(taken[i]) && end_of(taken[i]) == end) first = angle_of(taken[i]);
  if (first < 0 && p->sine > 1.5 * standing) {
    list[0] = lowest_code(end);
    return 1;
  }
  if (first < 0) first = lowest_angle(p);
  for (int k = 0; k < POSTS; k++) list[k] = post_code(end, (first + k * BETWEEN) & (TURN - 1));
  return POSTS;
}

double jni_rim_nearest(const jni_feature_pair *pair, const int *taken, int ntaken, int *feature) {
  const pose p = pose_of(pair->a, pair->b, pair->ma, pair->mb);
  double least = HUGE_VAL, x[3];
  *feature = 0;
  for (int end = 0; end < 2; end++) {
    int list[POSTS], n = list_points(&p, end, taken, ntaken, list);
    for (int i = 0; i < n; i++) {
      double gap = point_of(&p, pair->b, list[i], x);
      if (!(gap < least) || is_among(list[i], taken, ntaken)) continue;
      least = gap;
      *feature = list[i];
    }
  }
  return least;
}

int jni_rim_touching(const jni_feature_pair *pair, double limit, const int *taken, int ntaken, int *feature, int most) {
  const pose p = pose_of(pair->a, pair->b, pair->ma, pair->mb);
  double x[3];
  int found = 0;
  for (int end = 0; end < 2; end++) {
    int list[POSTS], n = list_points(&p, end, taken, ntaken, list);
    for (int i = 0; i < n && found < most; i++)
      if (point_of(&p, pair->b, list[i], x) <= limit && !is_among(list[i], taken, ntaken)) feature[found++] = list[i];
  }
  return found;
}

double jni_rim_time(const jni_contact_shape *a, const jni_contact_shape *b, int feature, const jni_contact_motion *ma,
                    const jni_contact_motion *mb) {
  if (!jni_rim_has_features(a, b) || !jni_rim_is_valid(feature) || is_post(feature)) return HUGE_VAL;
  const pose p = pose_of(a, b, ma, mb);
  double w[3];
  jnk_sub(mb->w, ma->w, w);
  // Removes the spin about the axis of the cylinder, which does not tilt it.
  jnk_add_scaled(w, -jnk_dot(w, p.axis), p.axis, w);
  double speed = jnk_norm(w);
  return speed > 0 ? 0.5 * p.sine / speed : HUGE_VAL;
}
