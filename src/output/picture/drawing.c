// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// drawing.c - draws shapes as faces on paper: in the plane the outlines of convex shapes and the facets of others, in
// space the facets that face the viewer, lit from above.
#include "output/picture/drawing.h"

#include <math.h>
#include <string.h>

#include "kernel/vec3.h"
#include "model/model.h"

enum { MANY = 600 };  // with more things than this, round shapes have fewer sides
static const double COLOURS[][3] = {{0.00, 0.45, 0.70}, {0.84, 0.37, 0.00}, {0.00, 0.62, 0.45},
                                    {0.80, 0.47, 0.65}, {0.90, 0.62, 0.00}, {0.34, 0.71, 0.91}};
// In space, a shape counts as a floor if its least extent over its largest one is below FLAT and its largest extent
// over the size of the mechanism above LARGE.
static const double FLAT = 0.05, LARGE = 2;
static const double GROUND[3] = {0.55, 0.58, 0.61};

// ---- strokes -------------------------------------------------------------------------------------------------------

static jni_stroke *add_stroke(jni_drawing *drawing, const double (*p)[3], int n, bool face, unsigned sharp) {
  int first = drawing->ncorners;
  if (!jni_pool_grow(drawing->pool, &drawing->corners, &drawing->capacity_corners, first + n,
                     sizeof *drawing->corners) ||
      !jni_pool_grow(drawing->pool, &drawing->strokes, &drawing->capacity_strokes, drawing->nstrokes + 1,
                     sizeof *drawing->strokes))
    return NULL;
  jni_stroke *stroke = &drawing->strokes[drawing->nstrokes];
  *stroke = (jni_stroke){.first = first,
                         .n = n,
                         .order = drawing->nstrokes,
                         .body = drawing->body,
                         .behind = drawing->behind,
                         .endless = drawing->endless,
                         .fixed = drawing->fixed,
                         .face = face,
                         .width = 1,
                         .colour = {0, 0, 0, 1}};
  for (int i = 0; i < n; i++) {
    jni_corner *corner = &drawing->corners[first + i];
    jni_view_point(&drawing->view, p[i], corner->p, &corner->p[2]);
    corner->sharp = sharp == ~0u || (i < 32 && (sharp >> i & 1));
    stroke->depth += corner->p[2] / n;
  }
  drawing->ncorners += n;
  drawing->nstrokes++;
  return stroke;
}

jni_stroke *jni_draw_line(jni_drawing *drawing, const double (*p)[3], int n) {
  return add_stroke(drawing, p, n, false, 0);
}

jni_stroke *jni_draw_face(jni_drawing *drawing, const double (*p)[3], int n, unsigned sharp) {
  return add_stroke(drawing, p, n, true, sharp);
}

// ---- colours -------------------------------------------------------------------------------------------------------

static double within(double x) { return x >= 0 ? (x <= 1 ? x : 1) : 0; }

static void body_colour(int body, double colour[4]) {
  memcpy(colour, body > 0 ? COLOURS[(body - 1) % 6] : GROUND, 3 * sizeof *colour);
  colour[3] = 1;
}

// Writes a colour mixed with white to `out`; part: share of the colour, 0 to 1.
static void lighten(const double colour[3], double part, double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = within(1 - part * (1 - within(colour[i])));
}

static void darken(const double colour[3], double part, double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = within(part * colour[i]);
}

// ---- in the plane: outlines ----------------------------------------------------------------------------------------

static void draw_outline(jni_drawing *drawing, double (*p)[3], int n, const double colour[4]) {
  double(*scratch)[3] = jni_take(drawing->pool, (size_t)n + 2, sizeof *scratch);
  if (!scratch) return;
  int count = jni_picture_convex_hull(p, n, scratch);
  jni_stroke *stroke = jni_draw_face(drawing, (const double(*)[3])scratch, count, ~0u);
  jni_drop(drawing->pool, scratch);
  if (!stroke) return;
  lighten(colour, 0.5, stroke->colour);
  darken(colour, 0.8, stroke->edge);
  stroke->colour[3] = colour[3];
  stroke->width = 1.2;
}

// ---- in space: facets ----------------------------------------------------------------------------------------------

static bool find_normal(const double (*p)[3], int n, double normal[3]) {
  jnk_zero(normal);
  for (int k = 1; k + 1 < n; k++) {
    double u[3], v[3], c[3];
    jnk_sub(p[k], p[0], u);
    jnk_sub(p[k + 1], p[0], v);
    jnk_cross(u, v, c);
    jnk_add(normal, c, normal);
  }
  return jnk_normalize(normal) > 0;
}

static void draw_line(jni_drawing *drawing, const double (*p)[3], int n, const double colour[4]) {
  jni_stroke *stroke = jni_draw_line(drawing, p, n);
  if (!stroke) return;
  memcpy(stroke->colour, colour, sizeof stroke->colour);
  stroke->width = 1.4;
}

static void draw_face(jni_drawing *drawing, const double (*p)[3], const jni_facet *facet, const double colour[4]) {
  const jni_view *view = &drawing->view;
  double normal[3];
  bool plane = drawing->picture->model->space == JN_PLANE;
  if (!find_normal(p, facet->n, normal)) return;
  double towards = jnk_dot(normal, view->towards), light = 1;
  if (facet->closed && towards <= 1e-6) return;
  if (towards < 0) jnk_scale(-1, normal, normal);
  if (!plane)
    light = 0.6 + 0.4 * fmax(0, 0.25 * -jnk_dot(normal, view->across) + 0.75 * jnk_dot(normal, view->up) +
                                    0.6 * jnk_dot(normal, view->towards));
  jni_stroke *stroke = jni_draw_face(drawing, p, facet->n, facet->sharp);
  if (!stroke) return;
  lighten(colour, plane ? 0.5 : 0.75, stroke->colour);
  darken(stroke->colour, fmin(1, light), stroke->colour);
  darken(colour, plane ? 0.8 : 0.55, stroke->edge);
  stroke->colour[3] = colour[3];
  stroke->width = plane ? 1.2 : 0.6;
  stroke->convex_shape = drawing->convex_shape;
}

// ---- shapes --------------------------------------------------------------------------------------------------------

static void lay(const jni_drawing *drawing, int body, const jn_shape_def *def, double (*p)[3], int n) {
  double R[9];
  bool plane = drawing->picture->model->space == JN_PLANE;
  jnk_quat_to_matrix(def->quaternion, R);
  for (int i = 0; i < n; i++) {
    double arm[3];
    jnk_mat_vec(R, p[i], arm);
    jnk_add(def->at, arm, arm);
    if (plane) arm[2] = def->at[2];  // in the plane all points of a shape have one height, by which shapes are ordered
    jni_picture_place(drawing->picture, body, arm, p[i]);
  }
}

// Returns with how many sides a circle of the shape is drawn: more if it is large on paper; 8 if there are many things.
static int sides(const jni_drawing *drawing, const jn_shape_def *def) {
  bool plane = drawing->picture->model->space == JN_PLANE;
  double wanted = (plane ? 18 : 9) + 0.45 * def->radius * drawing->view.scale;
  if (drawing->picture->nthings > MANY) wanted = 8;
  int most = plane ? 72 : 40;
  return 4 * ((wanted < most ? (int)wanted : most) / 4);
}

// Returns whether the facets of a shape are a floor: flat, and so large compared with the mechanism that it stands for
// a plane. Returns false in the plane.
static bool is_floor(const jni_drawing *drawing, const jni_facets *facets) {
  double least = HUGE_VAL, most = 0;
  for (int k = 0; k < 3; k++) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int i = 0; i < facets->npoints; i++) {
      low = fmin(low, facets->points[i][k]);
      high = fmax(high, facets->points[i][k]);
    }
    least = fmin(least, high - low);
    most = fmax(most, high - low);
  }
  return drawing->picture->model->space == JN_SPACE && least < FLAT * most && most > LARGE * drawing->picture->length;
}

void jni_draw_shape(jni_drawing *drawing, int body, const jn_shape_def *def, const double colour[4]) {
  const jni_shape_kind *kind = jni_shape_kind_find(def->type);
  jni_facets *facets = &drawing->facets;
  bool plane = drawing->picture->model->space == JN_PLANE, simple = plane || drawing->picture->nthings > MANY;
  if (!kind) return;
  facets->pool = drawing->pool;
  facets->npoints = facets->nfacets = 0;
  facets->round = sides(drawing, def);
  facets->step = simple ? HUGE_VAL : drawing->picture->length;
  kind->facets(def, facets);
  if (drawing->pool->failed) return;
  drawing->endless = drawing->behind || (body == 0 && is_floor(drawing, facets));
  drawing->nshapes++;
  drawing->convex_shape = kind->convex ? drawing->nshapes : 0;
  lay(drawing, body, def, facets->points, facets->npoints);
  if (plane && kind->convex) draw_outline(drawing, facets->points, facets->npoints, colour);
  for (int f = 0; f < facets->nfacets && !(plane && kind->convex); f++) {
    const jni_facet *facet = &facets->facets[f];
    const double(*p)[3] = (const double(*)[3])facets->points + facet->first;
    if (facet->n == 2) draw_line(drawing, p, 2, colour);
    else draw_face(drawing, p, facet, colour);
  }
}

// Draws a line, with n corners p in shape axes, of the stripe that shows the rotation of a round shape, if the surface
// there faces the viewer. outwards: normal of the surface.
static void draw_stripe_line(jni_drawing *drawing, const jn_thing *thing, double (*p)[3], int n,
                             const double outwards[3], const double colour[4]) {
  double normal[3], R[9];
  bool plane = drawing->picture->model->space == JN_PLANE;
  jnk_quat_to_matrix(thing->shape.quaternion, R);
  jnk_mat_vec(R, outwards, normal);
  jni_picture_turn(drawing->picture, thing->body[0].i, normal, normal);
  if (plane ? fabs(normal[2]) < 0.5 : jnk_dot(normal, drawing->view.towards) < 1e-3) return;
  lay(drawing, thing->body[0].i, &thing->shape, p, n);
  for (int i = 0; i < n && plane; i++) p[i][2] += 1e-6 * drawing->picture->length;  // above its shape
  jni_stroke *stroke = jni_draw_line(drawing, (const double(*)[3])p, n);
  if (!stroke) return;
  darken(colour, plane ? 0.8 : 0.55, stroke->colour);
  stroke->colour[3] = colour[3];
  stroke->width = plane ? 2 : 1.6;
}

// Draws the stripe that shows the rotation of a round shape: from its axis to its rim along x, on both ends, and along
// its side; in the plane only on the front end. On a sphere in space it is half a meridian.
static void draw_stripe(jni_drawing *drawing, const jn_thing *thing, const double colour[4]) {
  enum { PIECES = 12 };
  const double OFF = 1.01;  // a little above the surface
  const jn_shape_def *def = &thing->shape;
  double r = OFF * def->radius, top = OFF * def->length / 2;
  bool plane = drawing->picture->model->space == JN_PLANE;
  if (plane || def->length > 0) {
    for (int end = plane ? 1 : -1; end <= 1; end += 2) {
      double spoke[2][3] = {{0, 0, end * top}, {plane ? def->radius : r, 0, end * top}};
      draw_stripe_line(drawing, thing, spoke, 2, (const double[]){0, 0, end}, colour);
    }
    double side[2][3] = {{r, 0, -top}, {r, 0, top}};
    if (!plane) draw_stripe_line(drawing, thing, side, 2, (const double[]){1, 0, 0}, colour);
    return;
  }
  for (int k = 0; k < PIECES; k++) {
    double a = JNK_PI * k / PIECES, b = JNK_PI * (k + 1) / PIECES, middle = (a + b) / 2;
    double piece[2][3] = {{r * jnk_sin(a), 0, r * jnk_cos(a)}, {r * jnk_sin(b), 0, r * jnk_cos(b)}};
    draw_stripe_line(drawing, thing, piece, 2, (const double[]){jnk_sin(middle), 0, jnk_cos(middle)}, colour);
  }
}

static void draw_thing(jni_drawing *drawing, const jn_thing *thing) {
  double colour[4];
  if (thing->kind != JN_THING_SHAPE) {
    jni_draw_mark(drawing, thing);
    return;
  }
  if (isnan(thing->shape.colour[0])) {
    body_colour(thing->body[0].i, colour);
    if (thing->shape.colour[3] < 1) colour[3] = thing->shape.colour[3];
  } else memcpy(colour, thing->shape.colour, sizeof colour);
  // Roads and floors extend beyond the picture and are therefore drawn behind everything.
  drawing->behind = thing->body[0].i == 0 && !thing->given && drawing->picture->model->space == JN_SPACE;
  drawing->body = thing->body[0].i;
  drawing->fixed = thing->body[0].i == 0;
  jni_draw_shape(drawing, thing->body[0].i, &thing->shape, colour);
  if (thing->marked) draw_stripe(drawing, thing, colour);
  drawing->behind = drawing->endless = drawing->fixed = false;
  drawing->body = 0;
}

enum { LAYERS = 5 };

static int layer(const jn_thing *thing) {
  switch (thing->kind) {
    case JN_THING_SUPPORT:
    case JN_THING_RAIL: return 1;
    case JN_THING_ROD:
    case JN_THING_SPRING:
    case JN_THING_DAMPER: return 3;
    case JN_THING_SHAPE: return thing->body[0].i == 0 ? 0 : 2;
    case JN_THING_PIN:
    case JN_THING_BALL:
    case JN_THING_POINT: return 4;
  }
  return 0;
}

// Adds all things of the picture to the drawing, layer by layer. In the plane later things cover earlier ones: shapes
// of the ground come first, springs and pins last.
void jni_draw_things(jni_drawing *drawing) {
  for (int k = 0; k < LAYERS; k++)
    for (int i = 0; i < drawing->picture->nthings; i++)
      if (layer(&drawing->picture->things[i]) == k) draw_thing(drawing, &drawing->picture->things[i]);
}
