// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// picture_gear.c - draws gears as discs with their pitch radii. These follow from the distance d of the axes and the
// ratio,
//   r1 + r2 = d (external), |r1 - r2| = d (internal),   r1/r2 = |ratio|
// for a pinion on a rack from its travel per radian, and for gears with `geometry` from the distances of the pitch
// point P from the axes (model/gear_mesh.h).
#include <math.h>

#include "kernel/vec3.h"
#include "model/gear_mesh.h"
#include "model/model.h"
#include "output/picture/picture.h"

static const double FACE = 0.16;       // width / radius
static const double LARGEST = 2;       // largest radius that is drawn / size of the mechanism
static const double SMALLEST = 0.004;  // smallest radius that is drawn / size of the mechanism

typedef struct {
  int body[2];  // body at each end of the joint
  int frame[2];
  double axis[2][3], p[3];  // axis at each end, in the axes of the frame; position, ground axes
} turning;

static bool find_turning(const jn_picture *picture, jn_joint joint, turning *out) {
  const jn_model *model = picture->model;
  const jni_joint_element *e = joint.i >= 0 && joint.i < model->njoints ? &model->joints[joint.i] : NULL;
  if (!e || !e->kind->two_ended || e->kind->look != JNI_LOOK_PIN) return false;
  for (int k = 0; k < 2; k++) {
    out->frame[k] = e->def.between[k].i;
    out->body[k] = model->frames[out->frame[k]].body;
    if (model->space == JN_PLANE) jnk_set(0, 0, 1, out->axis[k]);
    else jnk_copy(e->def.axis[k], out->axis[k]);
  }
  jni_picture_frame(picture, out->frame[0], out->p);
  return true;
}

static void world_axis(const jn_picture *picture, const turning *t, double out[3]) {
  const jni_frame *f = &picture->model->frames[t->frame[0]];
  double a[3];
  jnk_mat_vec(f->R, t->axis[0], a);
  jni_picture_turn(picture, f->body, a, out);
}

// Returns the end (0 or 1) of a joint at which its gear is: that of the body that the other joint of the pair does not
// connect; 1 if both joints connect the same bodies or have none in common.
static int gear_end(const turning *t, const turning *other) {
  for (int k = 0; k < 2; k++)
    if (t->body[k] == other->body[0] || t->body[k] == other->body[1]) return 1 - k;
  return 1;
}

static void put_gear(jn_picture *picture, const turning *t, int end, double radius) {
  bool fits = radius < LARGEST * picture->length && radius > SMALLEST * picture->length;
  if (fits && t->body[end] > 0) jni_picture_wheel(picture, t->frame[end], t->axis[end], radius, FACE);
}

// Returns the distance of two parallel axes, m; 0 if they are not parallel.
static double axis_distance(const jn_picture *picture, const turning t[2]) {
  double a[3], b[3], c[3], d[3];
  world_axis(picture, &t[0], a);
  world_axis(picture, &t[1], b);
  jnk_cross(a, b, c);
  jnk_sub(t[1].p, t[0].p, d);
  if (!(jnk_norm(c) < 1e-6)) return 0;
  jnk_add_scaled(d, -jnk_dot(d, a), a, d);
  return jnk_norm(d);
}

// Returns 1 if the axes of two joints point in the same direction, -1 if in opposite ones, which changes the sign of
// the ratio.
static double sense(const jn_picture *picture, const turning t[2]) {
  double a[3], b[3];
  world_axis(picture, &t[0], a);
  world_axis(picture, &t[1], b);
  return jnk_dot(a, b) < 0 ? -1 : 1;
}

static void draw_pair(jn_picture *picture, const jn_joint_def *def, const turning t[2]) {
  double d = axis_distance(picture, t), radii[2] = {0, 0};
  int ends[2] = {gear_end(&t[0], &t[1]), gear_end(&t[1], &t[0])};
  // The ratio changes its sign if the gear is the first end of one joint and the second end of the other.
  double ratio = def->ratio * sense(picture, t) * (ends[0] == ends[1] ? 1 : -1);
  double between = ratio < 0 ? 1 - ratio : fabs(1 - ratio);
  if (d > 0 && between > 0) {
    radii[1] = d / between;
    radii[0] = fabs(ratio) * radii[1];
  }
  for (int k = 0; k < 2; k++) put_gear(picture, &t[k], ends[k], radii[k]);
}

// ---- by the pitch point --------------------------------------------------------------------------------------------

// Draws an internal gear on the body of a frame: a rim of this radius (m) with a mark that shows its rotation.
static void put_rim(jn_picture *picture, int frame, const double axis[3], double radius) {
  enum { SIDES = 72 };
  const jni_frame *f = &picture->model->frames[frame];
  double z[3], x[3], y[3];
  if (picture->own[f->body] || f->body == 0) return;
  jnk_mat_vec(f->R, axis, z);
  jnk_normalize(z);
  jnk_perpendicular(z, x);
  jnk_cross(z, x, y);
  for (int ring = 0; ring < 2; ring++) {
    jn_shape_def *line = jni_picture_shape(picture, f->body, "line");
    double *at = jni_doubles(&picture->pool, 3 * (SIDES + 2)), r = (ring ? 1.1 : 1) * radius;
    if (!line || !at) return;
    for (int k = 0; k <= SIDES; k++) {
      double a = 2 * JNK_PI * k / SIDES;
      for (int i = 0; i < 3; i++) at[3 * k + i] = f->p[i] + r * (jnk_cos(a) * x[i] + jnk_sin(a) * y[i]);
    }
    if (ring)
      jnk_add_scaled(f->p, radius, x, at + 3 * (SIDES + 1));  // mark: a line from the outer circle to the inner one
    line->points = (jn_points){at, SIDES + 1 + ring};
  }
}

// Draws one of two meshing gears of a joint. end: 0 for the gear of body a at the first joint of the chain, 1 for that
// of body b at the last. pitch: pitch point; other: a point of the other gear's axis.
static void put_meshing(jn_picture *picture, int joint, int end, const double pitch[3], const double other[3]) {
  const jn_model *model = picture->model;
  const jni_joint_element *e = &model->joints[joint];
  int frame = e->def.between[end].i;
  double axis[3] = {0, 0, 1}, u[3], v[3], centre[3], d[3], off[3];
  if (e->kind->look == JNI_LOOK_SLIDE || model->frames[frame].body == 0) return;
  if (model->space == JN_SPACE) jnk_copy(e->def.axis[end], axis);
  jnk_mat_vec(model->frames[frame].R, axis, u);
  jni_picture_turn(picture, model->frames[frame].body, u, v);
  jni_picture_frame(picture, frame, centre);
  jnk_sub(pitch, centre, d);
  jnk_sub(other, centre, off);
  jnk_add_scaled(d, -jnk_dot(d, v), v, d);
  jnk_add_scaled(off, -jnk_dot(off, v), v, off);
  double radius = jnk_norm(d);
  bool around = jnk_norm(off) < radius && jnk_dot(d, off) > 0;
  if (!(radius < LARGEST * picture->length && radius > SMALLEST * picture->length)) return;
  if (picture->shaped[model->frames[frame].body]) return;  // it was drawn for another mesh
  if (around) put_rim(picture, frame, axis, radius);
  else jni_picture_wheel(picture, frame, axis, radius, FACE);
}

static void draw_mesh(jn_picture *picture, const jni_joint_element *e) {
  jni_gear_mesh mesh;
  char what[256];
  double p[3], pitch[3], axes[2][3];
  if (!jni_gear_mesh_find(picture->model, e->kind, &e->def, &mesh, what, sizeof what) || mesh.njoints < 1) return;
  jnk_add_scaled(mesh.origin, mesh.reach, mesh.e, p);
  jni_picture_place(picture, mesh.carrier, p, pitch);
  int joints[2] = {mesh.joints[0].joint, mesh.joints[mesh.njoints - 1].joint};
  int ends[2] = {mesh.joints[0].end_a, 1 - mesh.joints[mesh.njoints - 1].end_a};
  for (int k = 0; k < 2; k++)
    jni_picture_frame(picture, picture->model->joints[joints[k]].def.between[ends[k]].i, axes[k]);
  for (int k = 0; k < 2; k++) put_meshing(picture, joints[k], ends[k], pitch, axes[1 - k]);
}

void jni_picture_gears(jn_picture *picture) {
  for (int j = 0; j < picture->model->njoints && !picture->pool.failed; j++) {
    const jni_joint_element *e = &picture->model->joints[j];
    turning t[2];
    if (jni_has_teeth(e)) draw_mesh(picture, e);
    if (jni_has_teeth(e) || !e->kind->teeth || !e->kind->related[0] || !find_turning(picture, e->def.joint, &t[0]))
      continue;
    if (find_turning(picture, e->def.other[0], &t[1])) draw_pair(picture, &e->def, t);
    else put_gear(picture, &t[0], t[0].body[1] > 0, fabs(e->def.ratio));
  }
}
