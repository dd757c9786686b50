// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// picture_joint.c - draws joints: pins, balls, supports on the ground, slides, wheels, rods.
#include <math.h>
#include <string.h>

#include "kernel/vec3.h"
#include "model/model.h"
#include "output/picture/picture.h"

// Radii of pins and of balls, and size of supports, all over half the thickness of links.
static const double PIN = 0.85, BALL = 1.25, SUPPORT = 2.6;
static const double BLOCK[3] = {3.4, 3.4, 7};  // sides of a slider / half the thickness of links; z along the slide
// RAIL: half length of a rail over the size of the mechanism; SHORT_RAIL: half length of a short rail over half the
// thickness of links.
static const double RAIL = 0.16, SHORT_RAIL = 7;
static const double DISC = 0.12, TREAD = 0.3;  // width of wheels / radius

typedef struct {
  jn_picture *picture;
  int joint;
  const jni_joint_element *element;
  int frame[2], body[2];
} joint_view;

// Computes in `out` the axis of the joint at an end, in the axes of that end's body. turns: it is the axis of a
// rotation, which in the plane is z.
static void axis_at(const joint_view *v, int end, bool turns, double out[3]) {
  if (turns && v->picture->model->space == JN_PLANE) jnk_set(0, 0, 1, out);
  else jnk_mat_vec(v->picture->model->frames[v->frame[end]].R, v->element->def.axis[end], out);
}

static int ground_end(const joint_view *v) { return v->body[0] == 0 ? 0 : v->body[1] == 0 ? 1 : -1; }

static jn_thing *add(const joint_view *v, jn_thing_kind kind, int end, double size) {
  jn_thing *thing = jni_picture_add(v->picture, kind, v->frame[end]);
  if (!thing) return NULL;
  thing->size = size;
  thing->joint.i = v->joint;
  thing->open = v->picture->open[v->joint];
  return thing;
}

static void add_support(const joint_view *v) {
  int end = ground_end(v);
  if (end < 0 || jni_picture_is_ground_seen(v->picture) || v->picture->supported[v->frame[end]]) return;
  v->picture->supported[v->frame[end]] = true;
  jn_thing *thing = add(v, JN_THING_SUPPORT, end, SUPPORT * v->picture->thin);
  if (thing) jnk_scale(-1, v->picture->down, thing->axis);
}

static void draw_pin(const joint_view *v) {
  add_support(v);
  for (int end = 0; end < 2; end++) axis_at(v, end, true, v->picture->spin[v->body[end]]);
  jn_thing *thing = add(v, JN_THING_PIN, v->body[1] > 0, PIN * v->picture->thin);
  if (thing) axis_at(v, v->body[1] > 0, true, thing->axis);
}

static void draw_ball(const joint_view *v) {
  add_support(v);
  add(v, JN_THING_BALL, v->body[1] > 0, BALL * v->picture->thin);
}

// Computes in `out` the direction of a slide in the axes of the body at end `mover`, the one that moves. If the joint
// has no axis at this end (a point on a line), takes that of the line at the other end.
static void slide_axis(const joint_view *v, int mover, double out[3]) {
  if (!v->element->kind->joins_points || mover == 0) {
    axis_at(v, mover, false, out);
    return;
  }
  axis_at(v, 0, false, out);
  jni_picture_turn(v->picture, v->body[0], out, out);
  jni_picture_unturn(v->picture, v->body[1], out, out);
}

// Draws the block of a slide on the body that moves relative to the ground, or on the second body if both do, and the
// rail on the other. A body with shapes of the model gets no block, and a rail only on a ground that is not shown.
static void draw_slide(const joint_view *v) {
  jn_picture *picture = v->picture;
  int ground = ground_end(v), mover = ground == 1 ? 0 : 1;
  int line = 1 - mover;
  if (!picture->own[v->body[line]] || (line == ground && !jni_picture_is_ground_seen(picture))) {
    double size = ground < 0 ? fmin(RAIL * picture->length, SHORT_RAIL * picture->thin) : RAIL * picture->length;
    jn_thing *rail = add(v, JN_THING_RAIL, line, size);
    if (!rail) return;
    axis_at(v, line, false, rail->axis);

    // The rail is moved along its axis to the point that is nearest to the other end of the joint.
    double to[3], from[3], d[3];
    jni_picture_frame(v->picture, v->frame[mover], to);
    jni_picture_frame(v->picture, v->frame[1 - mover], from);
    jnk_sub(to, from, d);
    jni_picture_unturn(v->picture, v->body[1 - mover], d, d);
    jnk_add_scaled(rail->p[0], jnk_dot(d, rail->axis), rail->axis, rail->p[0]);

    rail->body[1].i = v->body[mover];
    jnk_copy(picture->model->frames[v->frame[mover]].p, rail->p[1]);
  }
  if (picture->own[v->body[mover]]) return;
  bool was = picture->shaped[v->body[mover]];
  jn_shape_def *block = jni_picture_shape(picture, v->body[mover], "box");
  if (!block) return;
  double axis[3];
  picture->shaped[v->body[mover]] = was;  // the block does not count as a shape of the body, which still gets links
  slide_axis(v, mover, axis);
  jni_shape_along(axis, block->quaternion);
  jnk_copy(picture->model->frames[v->frame[mover]].p, block->at);
  for (int i = 0; i < 3; i++) block->size[i] = BLOCK[i] * picture->thin;
}

static void draw_rod(const joint_view *v) {
  add_support(v);
  jn_thing *rod = add(v, JN_THING_ROD, 0, 0.6 * v->picture->thin);
  if (!rod) return;
  rod->body[1].i = v->body[1];
  jnk_copy(v->picture->model->frames[v->frame[1]].p, rod->p[1]);
}

// Draws the surface on which the wheel at the second end rolls, if it belongs to the ground and that has no shapes: a
// rail in the plane, a floor in space. radius: radius of the wheel, m.
static void draw_track(const joint_view *v, double radius) {
  jn_picture *picture = v->picture;
  if (v->body[0] != 0 || picture->own[0]) return;
  double normal[3], centre[3], foot[3], d[3];
  axis_at(v, 0, false, normal);
  jni_picture_frame(picture, v->frame[1], centre);
  jni_picture_frame(picture, v->frame[0], foot);
  jnk_sub(centre, foot, d);
  double side = jnk_dot(d, normal) < 0 ? -1 : 1;
  jnk_add_scaled(centre, -side * radius, normal, foot);
  jnk_scale(side, normal, normal);
  if (picture->model->space == JN_SPACE) {
    jni_picture_floor(picture, foot, normal);
    return;
  }
  jn_thing *rail = add(v, JN_THING_RAIL, 0, 0.5 * picture->length + 2 * radius);
  if (!rail) return;
  jnk_copy(foot, rail->p[0]);
  jnk_set(normal[1], -normal[0], 0, rail->axis);
}

static void draw_wheel(const joint_view *v) {
  const jn_joint_def *def = &v->element->def;
  double axis[3];
  if (v->picture->model->space == JN_PLANE) jnk_set(0, 0, 1, axis);
  else jnk_copy(def->axis[1], axis);
  draw_track(v, def->radius + def->crown);
  if (v->picture->own[v->body[1]]) return;
  if (def->radius > 0) {
    jni_picture_wheel(v->picture, v->frame[1], axis, def->radius + def->crown, def->crown > 0 ? TREAD : DISC);
    return;
  }
  jn_shape_def *ball = jni_picture_shape(v->picture, v->body[1], "sphere");
  if (!ball) return;
  ball->radius = def->crown;
  jnk_copy(v->picture->model->frames[v->frame[1]].p, ball->at);
}

void jni_picture_wheel(jn_picture *picture, int frame, const double axis[3], double radius, double width) {
  const jni_frame *f = &picture->model->frames[frame];
  if (picture->own[f->body]) return;
  double z[3], off[3];
  bool was = picture->shaped[f->body];
  jn_shape_def *wheel = jni_picture_shape(picture, f->body, "cylinder");
  if (!wheel) return;
  jnk_sub(f->p, picture->model->bodies[f->body].com, off);
  if (jnk_norm(off) > 0.5 * radius) picture->shaped[f->body] = was;  // a body with several wheels still gets a shape
  jnk_mat_vec(f->R, axis, z);
  jnk_normalize(z);
  jni_shape_along(z, wheel->quaternion);
  jnk_copy(f->p, wheel->at);
  wheel->radius = radius;
  wheel->length = width * radius;
  if (picture->model->space == JN_PLANE) wheel->at[2] = -radius;  // small wheels are drawn over large ones
}

void jni_picture_joints(jn_picture *picture) {
  const jn_model *model = picture->model;
  for (int j = 0; j < model->njoints && !picture->pool.failed; j++) {
    const jni_joint_element *e = &model->joints[j];
    if (!e->kind->two_ended || !jni_picture_shows(picture, e)) continue;
    joint_view v = {.picture = picture, .joint = j, .element = e};
    for (int k = 0; k < 2; k++) {
      v.frame[k] = e->def.between[k].i;
      v.body[k] = model->frames[v.frame[k]].body;
    }
    switch (e->kind->look) {
      case JNI_LOOK_NONE: break;
      case JNI_LOOK_PIN: draw_pin(&v); break;
      case JNI_LOOK_BALL: draw_ball(&v); break;
      case JNI_LOOK_SLIDE: draw_slide(&v); break;
      case JNI_LOOK_WELD: add_support(&v); break;
      case JNI_LOOK_ROD: draw_rod(&v); break;
      case JNI_LOOK_WHEEL: draw_wheel(&v); break;
      case JNI_LOOK_SPRING:
      case JNI_LOOK_BAND: break;
    }
  }
}
