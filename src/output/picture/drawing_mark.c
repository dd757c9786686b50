// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// drawing_mark.c - draws pins, balls, points, supports, rails, rods, springs and dampers: in the plane as the usual
// symbols, in space as small solids.
#include <math.h>
#include <string.h>

#include "kernel/vec3.h"
#include "model/model.h"
#include "output/picture/drawing.h"

static const double INK[4] = {0.25, 0.28, 0.31, 1}, GREY[4] = {0.62, 0.65, 0.68, 1}, WHITE[4] = {1, 1, 1, 1};
enum { TEETH = 7, TURNS = 6, PER_TURN = 14, HATCHES = 5 };

static bool in_plane(const jni_drawing *drawing) { return drawing->picture->model->space == JN_PLANE; }

static void draw_path(jni_drawing *drawing, const double (*p)[3], int n, const double colour[4], double width) {
  jni_stroke *stroke = jni_draw_line(drawing, p, n);
  if (!stroke) return;
  memcpy(stroke->colour, colour, sizeof stroke->colour);
  stroke->width = width;
}

static void draw_segment(jni_drawing *drawing, const double a[3], const double b[3], const double colour[4],
                         double width) {
  double p[2][3];
  jnk_copy(a, p[0]);
  jnk_copy(b, p[1]);
  draw_path(drawing, (const double(*)[3])p, 2, colour, width);
}

// Draws a solid of this type (cylinder, cone, ...) with its centre at `at` and its axis along `axis`, both in ground
// axes.
static void draw_solid(jni_drawing *drawing, const char *type, const double at[3], const double axis[3], double radius,
                       double length, const double colour[4]) {
  jn_shape_def def = jn_shape_def_default();
  def.type = type;
  def.radius = radius;
  def.length = length;
  jnk_copy(at, def.at);
  jni_shape_along(axis, def.quaternion);
  jni_draw_shape(drawing, 0, &def, colour);
}

// ---- joints --------------------------------------------------------------------------------------------------------

static void draw_disc(jni_drawing *drawing, const double at[3], double radius, const double colour[4]) {
  double p[24][3];
  for (int k = 0; k < 24; k++) {
    double a = 2 * JNK_PI * k / 24;
    jnk_set(at[0] + radius * jnk_cos(a), at[1] + radius * jnk_sin(a), at[2], p[k]);
  }
  jni_stroke *stroke = jni_draw_face(drawing, (const double(*)[3])p, 24, ~0u);
  if (!stroke) return;
  memcpy(stroke->colour, colour, sizeof stroke->colour);
  memcpy(stroke->edge, INK, sizeof stroke->edge);
  stroke->width = 1.2;
}

static void draw_point(jni_drawing *drawing, const jn_thing *thing, const double at[3]) {
  if (in_plane(drawing)) draw_disc(drawing, at, thing->size, INK);
  // larger than a link, so that it is visible
  else draw_solid(drawing, "sphere", at, (const double[]){0, 0, 1}, 2.1 * thing->size, 0, INK);
}

static void draw_pin(jni_drawing *drawing, const jn_thing *thing, const double at[3]) {
  double axis[3];
  jni_picture_turn(drawing->picture, thing->body[0].i, thing->axis, axis);
  if (in_plane(drawing)) draw_disc(drawing, at, thing->size, WHITE);
  else if (thing->kind == JN_THING_BALL)
    draw_solid(drawing, "sphere", at, (const double[]){0, 0, 1}, thing->size, 0, INK);
  else draw_solid(drawing, "cylinder", at, axis, 1.2 * thing->size, 3.2 * thing->size, INK);
}

// Draws a line from a to b with n hatches on the side towards `behind`, the symbol of the ground.
static void draw_hatched(jni_drawing *drawing, const double a[3], const double b[3], const double behind[3], int n) {
  double d[3], step[3];
  jnk_sub(b, a, d);
  double length = jnk_norm(d) / n;
  for (int i = 0; i < 3; i++) step[i] = d[i] / n;
  for (int k = 0; k < n; k++) {
    double from[3], to[3];
    jnk_add_scaled(a, k + 1, step, from);
    jnk_add_scaled(from, -0.8, step, to);
    jnk_add_scaled(to, 0.8 * length, behind, to);
    draw_segment(drawing, from, to, GREY, 1);
  }
  draw_segment(drawing, a, b, INK, 1.4);
}

static void draw_wall(jni_drawing *drawing, const jn_thing *thing, const double at[3]) {
  double side[3] = {-thing->axis[1], thing->axis[0], 0}, behind[3], a[3], b[3];
  jnk_scale(-1, thing->axis, behind);
  jnk_add_scaled(at, thing->size, side, a);
  jnk_add_scaled(at, -thing->size, side, b);
  draw_hatched(drawing, a, b, behind, HATCHES);
}

static void draw_support(jni_drawing *drawing, const jn_thing *thing, const double at[3]) {
  double s = thing->size, side[3], foot[3], p[3][3], behind[3];
  if (in_plane(drawing) && thing->force.i >= 0) {
    draw_wall(drawing, thing, at);
    return;
  }
  if (!in_plane(drawing)) {
    double middle[3];
    jnk_add_scaled(at, -0.7 * s, thing->axis, middle);
    draw_solid(drawing, "cone", middle, thing->axis, 0.8 * s, 1.4 * s, GREY);
    return;
  }
  jnk_set(-thing->axis[1], thing->axis[0], 0, side);
  jnk_add_scaled(at, -1.3 * s, thing->axis, foot);
  jnk_copy(at, p[0]);
  jnk_add_scaled(foot, 0.75 * s, side, p[1]);
  jnk_add_scaled(foot, -0.75 * s, side, p[2]);
  jni_stroke *stroke = jni_draw_face(drawing, (const double(*)[3])p, 3, ~0u);
  if (!stroke) return;
  const double light[4] = {0.93, 0.94, 0.95, 1};
  memcpy(stroke->colour, light, sizeof light);
  memcpy(stroke->edge, INK, sizeof stroke->edge);
  stroke->width = 1.2;
  jnk_scale(-1, thing->axis, behind);
  jnk_add_scaled(foot, 1.2 * s, side, p[1]);
  jnk_add_scaled(foot, -1.2 * s, side, p[2]);
  draw_hatched(drawing, p[2], p[1], behind, HATCHES);
}

static void draw_rail(jni_drawing *drawing, const jn_thing *thing, const double at[3]) {
  double axis[3], a[3], b[3], behind[3];
  jni_picture_turn(drawing->picture, thing->body[0].i, thing->axis, axis);
  if (!in_plane(drawing)) {
    draw_solid(drawing, "cylinder", at, axis, 0.45 * drawing->picture->thin, 2 * thing->size, GREY);
    return;
  }
  jnk_set(-axis[1], axis[0], 0, behind);
  if (jnk_dot(behind, drawing->picture->down) < 0) jnk_scale(-1, behind, behind);
  bool rolls = thing->joint.i >= 0 && drawing->picture->model->joints[thing->joint.i].kind->look == JNI_LOOK_WHEEL;
  double drop = rolls ? 0 : 1.7 * drawing->picture->thin;
  jnk_add_scaled(at, drop, behind, a);
  jnk_copy(a, b);
  jnk_add_scaled(a, -thing->size, axis, a);
  jnk_add_scaled(b, thing->size, axis, b);
  if (thing->body[0].i > 0) draw_segment(drawing, a, b, INK, 1.4);
  else draw_hatched(drawing, a, b, behind, (int)fmin(60, fmax(5, thing->size / drawing->picture->thin)));
}

// ---- between two points --------------------------------------------------------------------------------------------

typedef struct {
  double a[3], b[3], along[3], u[3], v[3], length, radius, offset;
} span;

static bool find_span(const jni_drawing *drawing, const jn_thing *thing, span *s) {
  jni_picture_place(drawing->picture, thing->body[0].i, thing->p[0], s->a);
  jni_picture_place(drawing->picture, thing->body[1].i, thing->p[1], s->b);
  jnk_sub(s->b, s->a, s->along);
  s->length = jnk_normalize(s->along);
  if (!(s->length > 0)) return false;
  if (in_plane(drawing)) {
    jnk_set(-s->along[1], s->along[0], 0, s->u);
    jnk_zero(s->v);
  } else {
    jnk_perpendicular(s->along, s->u);
    jnk_cross(s->along, s->u, s->v);
  }
  s->radius = fmin(thing->size, 0.18 * s->length);
  s->offset = fmax(-s->radius, fmin(s->radius, thing->offset));
  return true;
}

static void span_point(const span *s, double part, double u, double v, double out[3]) {
  jnk_add_scaled(s->a, part * s->length, s->along, out);
  jnk_add_scaled(out, u + s->offset, s->u, out);
  jnk_add_scaled(out, v, s->v, out);
}

static void draw_zigzag(jni_drawing *drawing, const span *s) {
  double p[2 * TEETH + 6][3];
  int n = 0;
  jnk_copy(s->a, p[n++]);
  span_point(s, 0.08, -s->offset, 0, p[n++]);
  span_point(s, 0.08, 0, 0, p[n++]);
  for (int k = 0; k < 2 * TEETH; k++)
    span_point(s, 0.1 + 0.8 * (k + 0.5) / (2 * TEETH), (k % 2 ? -0.8 : 0.8) * s->radius, 0, p[n++]);
  span_point(s, 0.92, 0, 0, p[n++]);
  span_point(s, 0.92, -s->offset, 0, p[n++]);
  jnk_copy(s->b, p[n++]);
  draw_path(drawing, (const double(*)[3])p, n, INK, 1.5);
}

// Draws the coil of a spring in short pieces, each of which is sorted by its own depth.
static void draw_coil(jni_drawing *drawing, const span *s) {
  double before[3], next[3];
  span_point(s, 0.1, s->radius, 0, before);
  draw_segment(drawing, s->a, before, INK, 1.6);
  for (int k = 1; k <= TURNS * PER_TURN; k++) {
    double angle = 2 * JNK_PI * k / PER_TURN;
    span_point(s, 0.1 + 0.8 * k / (TURNS * PER_TURN), s->radius * jnk_cos(angle), s->radius * jnk_sin(angle), next);
    draw_segment(drawing, before, next, INK, 1.6);
    jnk_copy(next, before);
  }
  draw_segment(drawing, before, s->b, INK, 1.6);
}

// Draws the end of one of two parallel elements (spring and damper): a line from end `end` of the span sideways, then
// along the span.
static void draw_stub(jni_drawing *drawing, const span *s, int end, double part) {
  double p[4][3];
  jnk_copy(end ? s->b : s->a, p[0]);
  span_point(s, end ? 0.92 : 0.08, -s->offset, 0, p[1]);
  span_point(s, end ? 0.92 : 0.08, 0, 0, p[2]);
  span_point(s, part, 0, 0, p[3]);
  draw_path(drawing, (const double(*)[3])p, 4, INK, 1.2);
}

static void draw_damper(jni_drawing *drawing, const span *s) {
  double p[4][3], middle[3], r = 0.55 * s->radius;
  span_point(s, 0.25, 0, 0, p[0]);
  span_point(s, 0.62, 0, 0, p[1]);
  span_point(s, 0.435, 0, 0, middle);
  if (!in_plane(drawing)) {
    draw_segment(drawing, s->a, p[0], INK, 1.2);
    draw_segment(drawing, p[1], s->b, INK, 1.2);
    draw_solid(drawing, "cylinder", middle, s->along, r, 0.37 * s->length, GREY);
    return;
  }
  draw_stub(drawing, s, 0, 0.25);
  draw_stub(drawing, s, 1, 0.5);
  span_point(s, 0.62, r, 0, p[0]);
  span_point(s, 0.25, r, 0, p[1]);
  span_point(s, 0.25, -r, 0, p[2]);
  span_point(s, 0.62, -r, 0, p[3]);
  draw_path(drawing, (const double(*)[3])p, 4, INK, 1.2);
  span_point(s, 0.5, 0.8 * r, 0, p[0]);
  span_point(s, 0.5, -0.8 * r, 0, p[1]);
  draw_segment(drawing, p[0], p[1], INK, 1.2);
}

static void draw_between(jni_drawing *drawing, const jn_thing *thing) {
  span s;
  if (!find_span(drawing, thing, &s)) return;
  double middle[3];
  span_point(&s, 0.5, 0, 0, middle);
  if (thing->kind == JN_THING_DAMPER) draw_damper(drawing, &s);
  else if (thing->kind == JN_THING_SPRING && in_plane(drawing)) draw_zigzag(drawing, &s);
  else if (thing->kind == JN_THING_SPRING) draw_coil(drawing, &s);
  else if (in_plane(drawing)) draw_segment(drawing, s.a, s.b, INK, 2.2);
  else draw_solid(drawing, "cylinder", middle, s.along, thing->size, s.length, GREY);
}

void jni_draw_mark(jni_drawing *drawing, const jn_thing *thing) {
  double at[3];
  jni_picture_place(drawing->picture, thing->body[0].i, thing->p[0], at);
  switch (thing->kind) {
    case JN_THING_PIN:
    case JN_THING_BALL: draw_pin(drawing, thing, at); break;
    case JN_THING_POINT: draw_point(drawing, thing, at); break;
    case JN_THING_SUPPORT: draw_support(drawing, thing, at); break;
    case JN_THING_RAIL: draw_rail(drawing, thing, at); break;
    case JN_THING_ROD:
    case JN_THING_SPRING:
    case JN_THING_DAMPER: draw_between(drawing, thing); break;
    case JN_THING_SHAPE: break;
  }
}
