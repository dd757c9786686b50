// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// svg_map.c - draws a map: values over two variables as colours, from dark blue (least) over green to yellow (largest),
// with a colour scale. Grey: no value.
#include <math.h>
#include <string.h>

#include "output/svg/svg.h"
#include "output/svg/svg_layout.h"

enum { BAR = 18, BAR_GAP = 16, TICKS = 6 };

typedef struct {
  const jn_plot_map *map;
  jni_text *out;
  jni_axis x, y, scale;
  double left, top, right, bottom, width, height;  // edges of the map and size of the picture, px
} canvas;

// ---- colours -----------------------------------------------------------------------------------------------------

// Sets rgb to the colour for a value between the least (share 0) and the largest (share 1), interpolated between nine
// colours with equal steps of lightness.
static void colour(double share, int rgb[3]) {
  static const int stops[9][3] = {{68, 1, 84},    {71, 44, 122}, {59, 81, 139},  {44, 113, 142}, {33, 144, 141},
                                  {39, 173, 129}, {92, 200, 99}, {170, 220, 50}, {253, 231, 37}};
  double at = fmin(8, fmax(0, 8 * share)), part = at - floor(at);
  int k = at >= 8 ? 7 : (int)at;
  if (at >= 8) part = 1;
  for (int i = 0; i < 3; i++) rgb[i] = (int)floor(stops[k][i] + part * (stops[k + 1][i] - stops[k][i]) + 0.5);
}

static void put_box(jni_text *out, double x, double y, double width, double height, double share) {
  int rgb[3] = {221, 221, 221};
  if (isfinite(share)) colour(share, rgb);
  jni_text_put(out, "<rect x=\"");
  jni_text_fixed(out, x, 2);
  jni_text_put(out, "\" y=\"");
  jni_text_fixed(out, y, 2);
  jni_text_put(out, "\" width=\"");
  jni_text_fixed(out, width, 2);
  jni_text_put(out, "\" height=\"");
  jni_text_fixed(out, height, 2);
  jni_text_printf(out, "\" fill=\"#%02x%02x%02x\"/>\n", rgb[0], rgb[1], rgb[2]);
}

// ---- cells -------------------------------------------------------------------------------------------------------

// Returns edge i (0 to n) of the n cells around `values`: half way between neighbouring values; the outer cells are
// symmetric about their values. A single cell is as wide as its value, at least 1.
static double edge(const double *values, int n, int i) {
  if (n == 1) return values[0] + (i == 0 ? -0.5 : 0.5) * fmax(fabs(values[0]), 1);
  if (i == 0) return values[0] - (values[1] - values[0]) / 2;
  if (i == n) return values[n - 1] + (values[n - 1] - values[n - 2]) / 2;
  return (values[i - 1] + values[i]) / 2;
}

static jni_range range_of(const double *values, int n) { return (jni_range){edge(values, n, 0), edge(values, n, n)}; }

static void draw_cells(const canvas *c) {
  const jn_plot_map *m = c->map;
  jni_text_put(c->out, "<g shape-rendering=\"crispEdges\">\n");
  for (int j = 0; j < m->ny; j++)
    for (int i = 0; i < m->nx; i++) {
      double x0 = jni_axis_pixel(&c->x, edge(m->x, m->nx, i)), x1 = jni_axis_pixel(&c->x, edge(m->x, m->nx, i + 1));
      double y0 = jni_axis_pixel(&c->y, edge(m->y, m->ny, j)), y1 = jni_axis_pixel(&c->y, edge(m->y, m->ny, j + 1));
      double z = m->z[j * m->nx + i], span = c->scale.high - c->scale.low;
      put_box(c->out, x0, y1, x1 - x0, y0 - y1, span > 0 ? (z - c->scale.low) / span : 0.5);
    }
  jni_text_put(c->out, "</g>\n");
}

static void draw_scale(const canvas *c) {
  enum { STEPS = 64 };
  double left = c->right + BAR_GAP, high = (c->bottom - c->top) / STEPS;
  jni_text_put(c->out, "<g shape-rendering=\"crispEdges\">\n");
  for (int i = 0; i < STEPS; i++) put_box(c->out, left, c->bottom - (i + 1) * high, BAR, high + 0.3, (i + 0.5) / STEPS);
  jni_text_put(c->out, "</g>\n");
}

// ---- labels ------------------------------------------------------------------------------------------------------

static void put_text(const canvas *c, double x, double y, const char *anchor, int size, const char *text) {
  jni_text_put(c->out, "<text x=\"");
  jni_text_fixed(c->out, x, 1);
  jni_text_put(c->out, "\" y=\"");
  jni_text_fixed(c->out, y, 1);
  jni_text_printf(c->out, "\" text-anchor=\"%s\" font-size=\"%d\">", anchor, size);
  jni_svg_rich(c->out, text);
  jni_text_put(c->out, "</text>\n");
}

static void put_turned(const canvas *c, double x, double y, const char *text) {
  jni_text_put(c->out, "<text transform=\"translate(");
  jni_text_fixed(c->out, x, 1);
  jni_text_put(c->out, ",");
  jni_text_fixed(c->out, y, 1);
  jni_text_printf(c->out, ") rotate(-90)\" text-anchor=\"middle\" font-size=\"%d\">", LABEL_SIZE);
  jni_svg_rich(c->out, text);
  jni_text_put(c->out, "</text>\n");
}

// Writes the tick labels of an axis outside of the frame, and their common factor. upright: it is the y axis; at:
// position of the labels across the axis, px.
static void draw_ticks(const canvas *c, const jni_axis *axis, bool upright, double at, const char *anchor) {
  jni_text label = jni_text_new(c->out->alloc);
  for (int i = 0; i < jni_axis_nticks(axis); i++) {
    double pixel = jni_axis_tick_pixel(axis, i);
    jni_text_clear(&label);
    jni_axis_tick_label(axis, i, &label);
    if (label.failed || !label.data) continue;
    if (upright) put_text(c, at, pixel + 4, anchor, TICK_SIZE, label.data);
    else put_text(c, pixel, at, anchor, TICK_SIZE, label.data);
  }
  jni_text_clear(&label);
  jni_axis_scale_label(axis, &label);
  if (label.n > 0 && upright) put_text(c, at, c->top - 6, anchor, TICK_SIZE, label.data);
  else if (label.n > 0) put_text(c, c->right, at + 16, "end", TICK_SIZE, label.data);
  if (label.failed) c->out->failed = true;
  jni_text_drop(&label);
}

static void draw_frame(const canvas *c, double left, double width) {
  jni_text_put(c->out, "<rect x=\"");
  jni_text_fixed(c->out, left, 1);
  jni_text_put(c->out, "\" y=\"");
  jni_text_fixed(c->out, c->top, 1);
  jni_text_put(c->out, "\" width=\"");
  jni_text_fixed(c->out, width, 1);
  jni_text_put(c->out, "\" height=\"");
  jni_text_fixed(c->out, c->bottom - c->top, 1);
  jni_text_put(c->out, "\" fill=\"none\" stroke=\"#444\"/>\n");
}

static void draw_all(const canvas *c, const jn_plot_options *o) {
  double middle = (c->top + c->bottom) / 2, bar = c->right + BAR_GAP;
  draw_cells(c);
  draw_scale(c);
  draw_frame(c, c->left, c->right - c->left);
  draw_frame(c, bar, BAR);
  draw_ticks(c, &c->x, false, c->bottom + 16, "middle");
  draw_ticks(c, &c->y, true, c->left - 6, "end");
  draw_ticks(c, &c->scale, true, bar + BAR + 6, "start");
  put_text(c, (c->left + c->right) / 2, c->height - 10, "middle", LABEL_SIZE, o->x_label ? o->x_label : "");
  put_turned(c, 18, middle, o->y_label ? o->y_label : "");
  put_turned(c, c->width - 8, middle, c->map->z_label ? c->map->z_label : "");
  if (o->title) put_text(c, c->width / 2, 20, "middle", TITLE_SIZE, o->title);
}

// ---- layout and map ----------------------------------------------------------------------------------------------

static void place(canvas *c, const jn_plot_options *o) {
  const jn_plot_map *m = c->map;
  jni_figure figure = jni_plot_figure(o, 1);
  jni_range z = jni_range_empty();
  c->width = figure.width;
  c->height = figure.height;
  c->left = 84;
  c->right = c->width - 128;
  c->top = o->title ? 48 : 28;
  c->bottom = c->height - X_AXIS_HEIGHT - 8;
  c->x = jni_axis_new(range_of(m->x, m->nx), false, c->left, c->right, 0, TICKS + 2);
  c->y = jni_axis_new(range_of(m->y, m->ny), false, c->bottom, c->top, 0, TICKS);
  jni_range_add(&z, false, m->z, m->z, false, m->nx * m->ny);
  c->scale = jni_axis_new(z, false, c->bottom, c->top, 0, TICKS);
}

char *jn_plot_map_svg(const jn_alloc *alloc, const jn_plot_map *map, const jn_plot_options *options) {
  JNI_ASSERT(map && map->nx > 0 && map->ny > 0);
  jn_plot_options plain = jn_plot_options_default();
  const jn_plot_options *o = options ? options : &plain;
  jni_text out = jni_text_new(alloc);
  canvas c = {.map = map, .out = &out};
  place(&c, o);
  jni_text_printf(&out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
                  "font-family=\"sans-serif\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
                  (int)c.width, (int)c.height, (int)c.width, (int)c.height);
  draw_all(&c, o);
  jni_text_put(&out, "</svg>\n");
  return jni_text_take(&out);
}
