// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// drawing_svg.c - writes the picture as SVG: strokes from back to front, open joints in red, names, a scale.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/vec3.h"
#include "model/model.h"
#include "output/picture/drawing.h"
#include "output/svg/svg_text.h"

enum {
  COOKIE = 0x6a70,
  EDGE = 26,
  HEAD = 34,
  FOOT = 44,
  MARGIN = 16,  // margin of a picture without names and scale, px
  MOST_NAMES = 12,
  FONT = 12,
  MOST_OPEN = 12,
  TALLEST = 520,
  LOWEST = 240
};
static const char RED[] = "#d0202a";
static const double BESIDE = 0.3;  // part of a road that is shown beside the mechanism / size of the mechanism
static const double AROUND = 0.3;  // space around a single body / size of the body
static const double PART = 0.2;    // size of the picture of a body without shapes / size of the mechanism
// surroundings beyond this distance / size of the moving bodies do not influence the size of the picture
static const double AROUND_FAR = 2.5;

typedef struct {
  jni_drawing drawing;
  jn_picture_options how;
  double width, height;
  double edge, head, foot;  // margins at both sides, above and below, px
  double (*taken)[4];       // ntaken: boxes of the names that are written: left, top, right, bottom, px
  int ntaken;
  int nlisted;  // number of open joints that are listed as text, because they have no position
  jni_text out;
} sheet;

jn_picture_options jn_picture_options_default(void) {
  return (jn_picture_options){.width = 800, .labels = true, .cookie = COOKIE};
}

// ---- scale ---------------------------------------------------------------------------------------------------------

typedef struct {
  double low[2], high[2];
} bounds;

static void widen(bounds *b, const double p[2]) {
  for (int k = 0; k < 2; k++) {
    b->low[k] = fmin(b->low[k], p[k]);
    b->high[k] = fmax(b->high[k], p[k]);
  }
}

static const bounds NOTHING = {{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}};

static void measure(const jni_drawing *d, bool endless, bool fixed, bounds *b) {
  for (int i = 0; i < d->nstrokes; i++) {
    const jni_stroke *stroke = &d->strokes[i];
    if (stroke->endless != endless || (stroke->fixed && !fixed)) continue;
    for (int c = 0; c < stroke->n; c++) widen(b, d->corners[stroke->first + c].p);
  }
}

static double size_of(const bounds *b) { return fmax(b->high[0] - b->low[0], b->high[1] - b->low[1]); }

// If the bounds are much larger than those of the moving bodies, replaces them by the latter, so that cones along a
// road or a hall do not make the mechanism small.
static void ignore_surroundings(const jni_drawing *d, bounds *b) {
  bounds moving = NOTHING;
  measure(d, false, false, &moving);
  if (size_of(&moving) > 0 && size_of(b) > AROUND_FAR * size_of(&moving)) *b = moving;
}

// Returns the bounds of the picture on paper, m: those of all strokes, with only a limited part of roads and floors.
// plain: distant surroundings do not count.
static bounds find_bounds(const jni_drawing *d, bool plain) {
  bounds b = NOTHING, all;
  measure(d, false, true, &b);
  if (plain) ignore_surroundings(d, &b);
  if (!(b.high[0] >= b.low[0] && isfinite(b.high[0] - b.low[0] + b.high[1] - b.low[1])))
    b = (bounds){{0, 0}, {d->picture->length, d->picture->length}};
  all = b;
  measure(d, true, true, &all);
  double size = size_of(&b);
  for (int k = 0; k < 2; k++) {
    b.low[k] = fmax(all.low[k], b.low[k] - BESIDE * size);
    b.high[k] = fmin(all.high[k], b.high[k] + BESIDE * size);
  }
  return b;
}

// Returns the bounds on paper, m, of a picture of one body: those of its shapes with space around them, or a part of
// the mechanism around it if it has no shapes.
static bounds find_bounds_about(const jni_drawing *d, int body) {
  bounds b = NOTHING;
  double at[2], size = 0;
  for (int i = 0; i < d->nstrokes; i++)
    for (int c = 0; c < d->strokes[i].n && d->strokes[i].body == body; c++)
      widen(&b, d->corners[d->strokes[i].first + c].p);
  jni_view_point(&d->view, d->picture->poses + (size_t)JN_POSE * (size_t)body, at, NULL);
  if (!(b.high[0] >= b.low[0])) {
    widen(&b, at);
    size = PART * d->picture->length;
  }
  for (int k = 0; k < 2; k++) size = fmax(size, b.high[k] - b.low[k]);
  for (int k = 0; k < 2; k++) {
    b.low[k] -= AROUND * size;
    b.high[k] += AROUND * size;
  }
  return b;
}

static double px(const sheet *s, double x) { return s->drawing.view.left + s->drawing.view.scale * x; }
static double py(const sheet *s, double y) { return s->drawing.view.top - s->drawing.view.scale * y; }

static void place(const sheet *s, const double p[3], double out[2]) {
  jni_view_point(&s->drawing.view, p, out, NULL);
  out[0] = px(s, out[0]);
  out[1] = py(s, out[1]);
}

// ---- strokes -------------------------------------------------------------------------------------------------------

static int from_behind(const void *a, const void *b) {
  const jni_stroke *p = a, *q = b;
  if (p->behind != q->behind) return p->behind ? -1 : 1;
  if (p->depth != q->depth) return p->depth < q->depth ? -1 : 1;
  return (p->order > q->order) - (p->order < q->order);
}

static void put_colour(jni_text *out, const char *what, const double colour[3]) {
  int part[3];
  for (int i = 0; i < 3; i++) part[i] = (int)(255 * fmax(0, fmin(1, colour[i])) + 0.5);
  jni_text_printf(out, " %s=\"#%02x%02x%02x\"", what, part[0], part[1], part[2]);
}

static void put_point(sheet *s, char command, int corner) {
  jni_text_printf(&s->out, "%c", command);
  jni_text_fixed(&s->out, px(s, s->drawing.corners[corner].p[0]), 1);
  jni_text_put(&s->out, " ");
  jni_text_fixed(&s->out, py(s, s->drawing.corners[corner].p[1]), 1);
}

static void put_opacity(sheet *s, const jni_stroke *stroke) {
  if (stroke->colour[3] < 1) jni_text_printf(&s->out, " opacity=\"%.2f\"", stroke->colour[3]);
}

// Writes the SVG attributes of a face. whole: with its edges. Otherwise an opaque face gets a thin outline in its own
// colour, which closes the gaps to its neighbours, and a transparent one is drawn without antialiasing.
static void put_face(sheet *s, const jni_stroke *stroke, bool whole) {
  put_colour(&s->out, "fill", stroke->colour);
  if (stroke->colour[3] < 1 && !whole) {
    jni_text_put(&s->out, " shape-rendering=\"crispEdges\"");
    return;
  }
  put_colour(&s->out, "stroke", whole ? stroke->edge : stroke->colour);
  jni_text_printf(&s->out, " stroke-width=\"%.3g\"", whole ? stroke->width : 0.9);
}

static void put_stroke(sheet *s, const jni_stroke *stroke) {
  int sharp = 0;
  for (int k = 0; k < stroke->n; k++) sharp += s->drawing.corners[stroke->first + k].sharp;
  jni_text_put(&s->out, "<path d=\"");
  for (int k = 0; k < stroke->n; k++) put_point(s, k ? 'L' : 'M', stroke->first + k);
  jni_text_put(&s->out, stroke->face ? "Z\"" : "\"");
  if (stroke->face) {
    put_face(s, stroke, sharp == stroke->n);
  } else {
    jni_text_put(&s->out, " fill=\"none\"");
    put_colour(&s->out, "stroke", stroke->colour);
    jni_text_printf(&s->out, " stroke-width=\"%.3g\"", stroke->width);
  }
  put_opacity(s, stroke);
  jni_text_put(&s->out, "/>\n");
  if (stroke->face && sharp > 0 && sharp < stroke->n) {
    // Draws only those sides of the face that are edges of the shape.
    jni_text_put(&s->out, "<path d=\"");
    for (int k = 0; k < stroke->n; k++) {
      if (!s->drawing.corners[stroke->first + k].sharp) continue;
      put_point(s, 'M', stroke->first + k);
      put_point(s, 'L', stroke->first + (k + 1) % stroke->n);
    }
    jni_text_put(&s->out, "\" fill=\"none\"");
    put_colour(&s->out, "stroke", stroke->edge);
    jni_text_printf(&s->out, " stroke-width=\"%.3g\"", stroke->width);
    put_opacity(s, stroke);
    jni_text_put(&s->out, "/>\n");
  }
}

static void put_strokes(sheet *s) {
  jni_drawing *d = &s->drawing;
  if (d->nstrokes > 0) qsort(d->strokes, (size_t)d->nstrokes, sizeof *d->strokes, from_behind);
  if (d->picture->model->space == JN_SPACE) jni_draw_hide(d, s->width, s->height);
  jni_text_put(&s->out, "<g stroke-linejoin=\"round\" stroke-linecap=\"round\">\n");
  for (int i = 0; i < d->nstrokes; i++)
    if (!d->strokes[i].hidden) put_stroke(s, &d->strokes[i]);
  jni_text_put(&s->out, "</g>\n");
}

// ---- names ---------------------------------------------------------------------------------------------------------

static bool is_free(const sheet *s, const double box[4]) {
  if (box[0] < 2 || box[1] < 2 || box[2] > s->width - 2 || box[3] > s->height - 2) return false;
  for (int i = 0; i < s->ntaken; i++) {
    const double *t = s->taken[i];
    if (box[0] < t[2] && t[0] < box[2] && box[1] < t[3] && t[1] < box[3]) return false;
  }
  return true;
}

// Writes a name beside a point, in the first of six positions in which it lies inside the picture and covers no other
// name, and adds its box to those that are taken. gap: distance from the point, px. Returns false, and writes nothing,
// if there is no such position.
static bool put_name(sheet *s, const double at[2], double gap, const char *name, const char *colour) {
  static const double sides[6][2] = {{1, -0.6}, {-1, -0.6}, {1, 1}, {-1, 1}, {0, -1.4}, {0, 1.8}};
  double wide = jni_svg_text_width(name, FONT);
  for (int k = 0; k < 6; k++) {
    double dx = sides[k][0], x = at[0] + dx * gap + (dx < 0 ? -wide : dx > 0 ? 0 : -wide / 2);
    double y = at[1] + sides[k][1] * gap + FONT / 3.0, box[4] = {x, y - FONT, x + wide, y + 3};
    if (!is_free(s, box)) continue;
    memcpy(s->taken[s->ntaken++], box, sizeof box);
    jni_text_printf(
        &s->out, "<text x=\"%.1f\" y=\"%.1f\" fill=\"%s\" stroke=\"#fff\" stroke-width=\"3\" paint-order=\"stroke\">",
        x, y, colour);
    jni_text_escape(&s->out, name);
    jni_text_put(&s->out, "</text>\n");
    return true;
  }
  return false;
}

// Computes in `out` the middle of a shape in body axes; of a shape with corners their mean.
static void shape_middle(const jn_shape_def *shape, double out[3]) {
  double sum[3] = {0, 0, 0}, R[9];
  for (int i = 0; i < shape->points.n; i++) jnk_add_scaled(sum, 1.0 / shape->points.n, shape->points.at + 3 * i, sum);
  jnk_quat_to_matrix(shape->quaternion, R);
  jnk_mat_vec(R, sum, out);
  jnk_add(shape->at, out, out);
}

// Computes in `out` the mean of the middles of a body's shapes, in ground axes, at which its name is written: the
// centre of mass may be at an end, beside another body. It is the centre of mass if there are no shapes.
static void find_middle(const jn_picture *picture, int body, double out[3]) {
  int n = 0;
  jnk_zero(out);
  for (int i = 0; i < picture->nthings; i++) {
    const jn_thing *thing = &picture->things[i];
    if (thing->kind != JN_THING_SHAPE || thing->body[0].i != body) continue;
    double middle[3];
    shape_middle(&thing->shape, middle);
    jnk_add(out, middle, out);
    n++;
  }
  if (n > 0) jnk_scale(1.0 / n, out, out);
  else jnk_copy(picture->model->bodies[body].com, out);
  jni_picture_place(picture, body, out, out);
}

static void put_names(sheet *s) {
  const jn_picture *picture = s->drawing.picture;
  const jn_model *model = picture->model;
  if (!s->how.labels || model->nbodies - 1 > MOST_NAMES) return;
  for (int b = 1; b < model->nbodies; b++) {
    double p[3], at[2];
    find_middle(picture, b, p);
    jni_view_point(&s->drawing.view, p, at, NULL);
    if (model->space == JN_SPACE && !jni_draw_find_visible(&s->drawing, b, at)) continue;
    at[0] = px(s, at[0]);
    at[1] = py(s, at[1]);
    put_name(s, at, 7 + picture->thin * s->drawing.view.scale, model->bodies[b].name, "#333");
  }
}

// Writes the names of the points that are drawn and visible, if there are at most MOST_NAMES points.
static void put_point_names(sheet *s) {
  const jn_picture *picture = s->drawing.picture;
  int n = 0;
  for (int i = 0; i < picture->nthings; i++) n += picture->things[i].kind == JN_THING_POINT;
  if (!s->how.labels || n > MOST_NAMES) return;
  for (int i = 0; i < picture->nthings; i++) {
    const jn_thing *thing = &picture->things[i];
    double p[3], at[2];
    if (thing->kind != JN_THING_POINT) continue;
    jni_picture_place(picture, thing->body[0].i, thing->p[0], p);
    jni_view_point(&s->drawing.view, p, at, NULL);
    if (picture->model->space == JN_SPACE && !jni_draw_is_mark_visible(&s->drawing, at)) continue;
    place(s, p, at);
    put_name(s, at, 5 + thing->size * s->drawing.view.scale, thing->name, "#333");
  }
}

// ---- joints that do not close --------------------------------------------------------------------------------------

static void put_ring(sheet *s, const double at[2]) {
  jni_text_printf(&s->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"6\"/>", at[0], at[1]);
}

static void put_gap(sheet *s, int joint) {
  const jni_joint_element *e = &s->drawing.picture->model->joints[joint];
  double p[2][3], at[2][2];
  for (int k = 0; k < 2; k++) {
    jni_picture_frame(s->drawing.picture, e->def.between[k].i, p[k]);
    place(s, p[k], at[k]);
  }
  jni_text_printf(&s->out, "<g class=\"open\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\">", RED);
  put_ring(s, at[0]);
  put_ring(s, at[1]);
  jni_text_printf(&s->out, "<path stroke-dasharray=\"5 4\" d=\"M%.1f %.1fL%.1f %.1f\"/></g>\n", at[0][0], at[0][1],
                  at[1][0], at[1][1]);
  put_name(s, at[1], 11, e->name, RED);
}

static void put_open(sheet *s) {
  const jn_picture *picture = s->drawing.picture;
  for (int j = 0; j < picture->model->njoints; j++) {
    const jni_joint_element *e = &picture->model->joints[j];
    if (!picture->open[j]) continue;
    if (e->kind->two_ended) put_gap(s, j);
    else if (s->nlisted++ < MOST_OPEN) {
      jni_text_printf(&s->out, "<text class=\"open\" x=\"%d\" y=\"%d\" fill=\"%s\">", EDGE, HEAD + 6 + 16 * s->nlisted,
                      RED);
      jni_text_printf(&s->out, "%s ", jni_joint_word(e));
      jni_text_escape(&s->out, e->name);
      jni_text_put(&s->out, " does not hold</text>\n");
    }
  }
}

// ---- forces --------------------------------------------------------------------------------------------------------

static const char FORCE[] = "#c2410c", HIT[] = "#f5b301";
static const double LONGEST = 0.24;  // length of the longest arrow as a fraction of the height of the picture
static const double UNSEEN = 1e-3;   // forces below this fraction of the largest are not drawn

// Draws a star around a point of contact that was hit.
static void put_hit(sheet *s, const double at[2]) {
  jni_text_put(&s->out, "<path class=\"hit\" d=\"");
  for (int k = 0; k < 16; k++) {
    double r = k % 2 == 0 ? 13 : 5, angle = JNK_PI * k / 8;
    jni_text_printf(&s->out, "%c%.1f %.1f", k == 0 ? 'M' : 'L', at[0] + r * jnk_cos(angle), at[1] + r * jnk_sin(angle));
  }
  jni_text_printf(&s->out, "z\" fill=\"%s\" fill-opacity=\"0.8\"/>\n", HIT);
}

static void put_arrow(sheet *s, const double from[2], const double to[2]) {
  double d[2] = {to[0] - from[0], to[1] - from[1]}, length = jnk_hypot(d[0], d[1]);
  double head = fmin(9, 0.6 * length), x = d[0] / length, y = d[1] / length;
  if (!(length > 1)) return;  // the force is along the direction of view
  jni_text_printf(&s->out,
                  "<path class=\"force\" d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"%s\" stroke-width=\"2.4\"/>"
                  "<path d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fz\" fill=\"%s\"/>\n",
                  from[0], from[1], to[0] - 0.8 * head * x, to[1] - 0.8 * head * y, FORCE, to[0], to[1],
                  to[0] - head * x - 0.42 * head * y, to[1] - head * y + 0.42 * head * x,
                  to[0] - head * x + 0.42 * head * y, to[1] - head * y - 0.42 * head * x, FORCE);
}

// Draws the forces at points of contact as arrows that begin there, and a star where there was an impact.
static void put_forces(sheet *s) {
  double largest = 0;
  for (int i = 0; i < s->how.narrows; i++) largest = fmax(largest, jnk_norm(s->how.arrows[i].force));
  for (int i = 0; i < s->how.narrows; i++) {
    const jn_arrow *arrow = &s->how.arrows[i];
    double at[2], tip[2], end[3], length = LONGEST * s->height / s->drawing.view.scale / largest;
    place(s, arrow->place, at);
    if (arrow->hit) put_hit(s, at);
    if (!(jnk_norm(arrow->force) > UNSEEN * largest)) continue;
    jnk_add_scaled(arrow->place, length, arrow->force, end);
    place(s, end, tip);
    put_arrow(s, at, tip);
  }
  if (largest > 0 && !s->how.plain)
    jni_text_printf(&s->out,
                    "<text x=\"%.0f\" y=\"%.1f\" text-anchor=\"middle\" fill=\"%s\">forces at contacts, the longest "
                    "%.3g N</text>\n",
                    s->width / 2, s->height - 10, FORCE, largest);
}

// ---- frame ---------------------------------------------------------------------------------------------------------

static void put_scale(sheet *s) {
  double wanted = 110 / s->drawing.view.scale, power = jnk_pow(10, floor(jnk_log(wanted) / jnk_log(10)));
  double length = wanted >= 5 * power ? 5 * power : wanted >= 2 * power ? 2 * power : power;
  double x = EDGE, y = s->height - 14, to = x + length * s->drawing.view.scale;
  const char *unit = length < 1e-3 ? "µm" : length < 1 ? "mm" : length < 1000 ? "m" : "km";
  double value = length < 1e-3 ? 1e6 * length : length < 1 ? 1e3 * length : length < 1000 ? length : 1e-3 * length;
  jni_text_printf(
      &s->out,
      "<path d=\"M%.1f %.1fv-6m0 3H%.1fm0 -3v6\" fill=\"none\" stroke=\"#555\"/><text x=\"%.1f\" y=\"%.1f\" "
      "fill=\"#555\">%.4g %s</text>\n",
      x, y + 3, to, to + 6, y + 4, value, unit);
}

static void put_head(sheet *s) {
  const char *title = s->how.title ? s->how.title : s->drawing.picture->model->name;
  jni_text_printf(&s->out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
                  "role=\"img\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"%d\">\n<title>",
                  s->width, s->height, s->width, s->height, (int)FONT);
  jni_text_escape(&s->out, title[0] ? title : "the mechanism");
  jni_text_put(&s->out, "</title>\n");
  if (s->how.plain) return;
  jni_text_printf(&s->out, "<rect width=\"%.0f\" height=\"%.0f\" fill=\"#fff\"/>\n", s->width, s->height);
  if (!title[0]) return;
  jni_text_printf(&s->out, "<text x=\"%d\" y=\"24\" font-size=\"15\" font-weight=\"bold\" fill=\"#222\">", (int)EDGE);
  jni_svg_fit(&s->out, title, 15, s->width - 2 * EDGE);
  jni_text_put(&s->out, "</text>\n");
}

// Writes the whole picture to s->out. Adds the strokes of all things twice: the first pass gives the scale of the
// picture, from which the number of sides of circles follows.
static void draw(sheet *s) {
  for (int pass = 0; pass < 2; pass++) {
    s->drawing.nstrokes = s->drawing.ncorners = s->drawing.nshapes = 0;
    jni_draw_things(&s->drawing);

    // The scale is the same in both directions; sets it and the position of the origin.
    jni_drawing *d = &s->drawing;
    int about = s->how.about.i;
    bounds b =
        about > 0 && about < d->picture->model->nbodies ? find_bounds_about(d, about) : find_bounds(d, s->how.plain);
    const double *low = b.low, *high = b.high;
    double across = fmax(high[0] - low[0], 1e-6 * d->picture->length),
           up = fmax(high[1] - low[1], 1e-6 * d->picture->length);
    double wide = s->width - 2 * s->edge, needed = wide * up / across + s->head + s->foot;
    if (s->how.height <= 0) s->height = fmax(LOWEST, fmin(TALLEST, needed));
    double tall = s->height - s->head - s->foot;
    d->view.scale = fmin(fmin(wide / across, tall / up), 0.75 * s->height / (4 * d->picture->thin));
    d->view.left = s->edge + wide / 2 - d->view.scale * (low[0] + high[0]) / 2;
    d->view.top = s->head + tall / 2 + d->view.scale * (low[1] + high[1]) / 2;
  }
  if (s->drawing.picture->model->space == JN_SPACE) jni_draw_order(&s->drawing);
  put_head(s);
  put_strokes(s);
  put_open(s);
  put_forces(s);
  if (!s->how.plain) {
    put_point_names(s);
    put_names(s);
    put_scale(s);

    // Draws the ground axes in a corner, without an axis that is along the direction of view.
    double x0 = s->width - 44, y0 = s->height - 30;
    for (int i = 0; i < 3; i++) {
      double e[3] = {i == 0, i == 1, i == 2}, at[2];
      jni_view_point(&s->drawing.view, e, at, NULL);
      if (jnk_hypot(at[0], at[1]) < 0.2) continue;
      jni_text_printf(&s->out,
                      "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"#777\" fill=\"none\"/><text x=\"%.1f\" y=\"%.1f\" "
                      "fill=\"#555\" font-size=\"11\" text-anchor=\"middle\">%c</text>\n",
                      x0, y0, x0 + 20 * at[0], y0 - 20 * at[1], x0 + 29 * at[0], y0 - 29 * at[1] + 4, "xyz"[i]);
    }
  }
  jni_text_put(&s->out, "</svg>\n");
}

char *jn_picture_svg(const jn_picture *picture, const jn_picture_options *options) {
  JNI_ASSERT(picture && (!options || options->cookie == COOKIE));
  jni_pool pool = {.alloc = picture->pool.alloc};
  sheet s = {.drawing = {.pool = &pool, .picture = picture},
             .how = options ? *options : jn_picture_options_default(),
             .out = jni_text_new(picture->pool.alloc)};
  s.width = s.how.width > 0 ? s.how.width : 800;
  s.height = s.how.height > 0 ? s.how.height : TALLEST;
  s.edge = s.how.plain ? MARGIN : EDGE;
  s.head = s.how.plain ? MARGIN : HEAD;
  s.foot = s.how.plain ? MARGIN : FOOT;
  s.taken =
      jni_take(&pool, (size_t)picture->model->nbodies + (size_t)picture->model->njoints + MOST_NAMES, sizeof *s.taken);
  jni_view_choose(picture, s.how.seen ? s.how.seen : picture->poses, s.how.view, &s.drawing.view);
  if (!pool.failed) draw(&s);
  bool made = !pool.failed;
  jni_pool_free(&pool);
  if (made) return jni_text_take(&s.out);
  jni_text_drop(&s.out);
  return NULL;
}
