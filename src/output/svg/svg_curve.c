// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// svg_curve.c - draws a curve as a path or as markers, reduced to what the pixels can show.
//
// A long curve with ascending x is reduced to the first, least, greatest and last point of each pixel column, which
// draws the same picture. In other long curves points within a fraction of a pixel of the previous one are dropped.
#include <math.h>

#include "output/svg/svg.h"

enum { MOST_POINTS = 20000 };

// Returns the style of curve number i: a line style, and a colour of the palette of Okabe and Ito, which suits all
// kinds of colour vision, without yellow, which is invisible on white.
jni_pen jni_svg_pen(int i) {
  static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#56b4e9", "#e69f00"};
  static const char *const dashes[] = {"", "7 4.5", "0.5 4", "9 4.5 0.5 4.5", "15 4.5", "6 4 0.5 4 0.5 4"};
  return (jni_pen){.colour = colours[i % 7], .dash = dashes[i % 6]};
}

// Returns the style that a curve requests, or else that of curve number i. Requested colours begin with those of
// jni_svg_pen; further ones can be told apart only together with the markers.
jni_pen jni_svg_pen_of(const jn_curve *curve, int i) {
  static const char *const more[] = {"#8c510a", "#7f7f7f", "#7b3294", "#b2182b", "#808000", "#1f2a7a"};
  if (curve->colour <= 0) return jni_svg_pen(i);
  int style = curve->marker > 0 ? curve->marker : curve->dash;
  jni_pen pen = jni_svg_pen(style > 0 ? style - 1 : 0);
  int colour = (curve->colour - 1) % JNI_PEN_COLOURS;
  pen.colour = colour < 7 ? jni_svg_pen(colour).colour : more[colour - 7];
  pen.marker = curve->marker;
  pen.fill = curve->filled ? pen.colour : "#fff";
  return pen;
}

// Writes a marker at (x, y), px. shape, from 1: circle, square, triangle, diamond, inverted triangle, hourglass,
// pentagon, bow, hexagon, bar, lying bar, triangle to the left, triangle to the right, plus, star of four.
void jni_svg_marker(jni_text *out, int shape, double x, double y) {
  static const char *const shapes[JNI_PEN_MARKERS] = {
      "m-3,0a3,3 0 1,0 6,0a3,3 0 1,0 -6,0z",
      "m-2.7,-2.7h5.4v5.4h-5.4z",
      "m0,-3.6l3.5,6.1h-7z",
      "m0,-3.8l3.8,3.8l-3.8,3.8l-3.8,-3.8z",
      "m0,3.6l3.5,-6.1h-7z",
      "m-3,-3.4h6l-6,6.8h6z",
      "m0,-3.6l3.4,2.5l-1.3,4h-4.2l-1.3,-4z",
      "m-3.4,-3v6l6.8,-6v6z",
      "m-3.4,0l1.7,-3h3.4l1.7,3l-1.7,3h-3.4z",
      "m-1.5,-3.8h3v7.6h-3z",
      "m-3.8,-1.5h7.6v3h-7.6z",
      "m-3.6,0l6.1,-3.5v7z",
      "m3.6,0l-6.1,-3.5v7z",
      "m-1.2,-3.6h2.4v2.4h2.4v2.4h-2.4v2.4h-2.4v-2.4h-2.4v-2.4h2.4z",
      "m0,-4.4l1.2,3.2l3.2,1.2l-3.2,1.2l-1.2,3.2l-1.2,-3.2l-3.2,-1.2l3.2,-1.2z"};
  jni_text_put(out, "M");
  jni_text_fixed(out, x, 1);
  jni_text_put(out, ",");
  jni_text_fixed(out, y, 2);
  jni_text_put(out, shapes[(shape - 1) % JNI_PEN_MARKERS]);
}

typedef struct {
  jni_text *out;
  const jn_curve *curve;
  const jni_axis *x, *y;
  bool pen_down;
  int run;                           // number of points since the current line began
  double last_x, last_y;             // position of the last point that was drawn, px
  int column;                        // pixel column that is being collected
  int first, least, greatest, last;  // indices of the points of this column; -1: none
} drawing;

static bool is_shown(const drawing *d, int i) {
  return jni_axis_shows(d->x->log, d->curve->x[i]) && jni_axis_shows(d->y->log, d->curve->y[i]);
}

// ---- lines ------------------------------------------------------------------------------------------

// Ends the current line of a path at a gap. A single point between two gaps becomes a line of length zero, whose round
// cap is a dot.
static void lift(drawing *d) {
  if (d->pen_down && d->run == 1) jni_text_put(d->out, "h0");
  d->pen_down = false;
  d->run = 0;
}

static void draw_to(drawing *d, int i) {
  d->last_x = jni_axis_pixel(d->x, d->curve->x[i]);
  d->last_y = jni_axis_pixel(d->y, d->curve->y[i]);
  jni_text_put(d->out, d->pen_down ? (d->run == 1 ? "L" : " ") : "M");
  jni_text_fixed(d->out, d->last_x, 1);
  jni_text_put(d->out, ",");
  jni_text_fixed(d->out, d->last_y, 2);
  d->pen_down = true;
  d->run++;
}

static void draw_all(drawing *d) {
  for (int i = 0; i < d->curve->n; i++) {
    if (is_shown(d, i)) {
      draw_to(d, i);
    } else {
      lift(d);
    }
  }
}

static void draw_column(drawing *d) {
  if (d->first < 0) return;
  int low = d->least < d->greatest ? d->least : d->greatest, high = d->least < d->greatest ? d->greatest : d->least;
  draw_to(d, d->first);
  if (low > d->first) draw_to(d, low);
  if (high > low) draw_to(d, high);
  if (d->last > high) draw_to(d, d->last);
  d->first = -1;
}

static void gather(drawing *d, int i) {
  if (d->first < 0) d->first = d->least = d->greatest = i;
  if (d->curve->y[i] < d->curve->y[d->least]) d->least = i;
  if (d->curve->y[i] > d->curve->y[d->greatest]) d->greatest = i;
  d->last = i;
}

// Draws a long curve by its first, least, greatest and last point in each pixel column. A gap interrupts the line only
// if no point of a column can be shown.
static void draw_columns(drawing *d) {
  bool gap = false;
  d->column = -1;
  d->first = -1;
  for (int i = 0; i < d->curve->n; i++) {
    bool shown = is_shown(d, i), placed = jni_axis_shows(d->x->log, d->curve->x[i]);
    int column = placed ? (int)jni_axis_pixel(d->x, d->curve->x[i]) : d->column;
    if (column != d->column) {
      if (d->first < 0 && gap) lift(d);
      draw_column(d);
      d->column = column;
      gap = false;
    }
    if (shown) gather(d, i);
    gap = gap || !shown;
  }
  draw_column(d);
}

// ---- points close to the previous one ------------------------------------------------------------------

static bool is_near(drawing *d, int i, double distance, double *px, double *py) {
  double x = jni_axis_pixel(d->x, d->curve->x[i]), y = jni_axis_pixel(d->y, d->curve->y[i]);
  if (fabs(x - *px) < distance && fabs(y - *py) < distance) return true;
  *px = x;
  *py = y;
  return false;
}

static int count_far(drawing *d, double distance) {
  int n = 0;
  double px = HUGE_VAL, py = HUGE_VAL;
  for (int i = 0; i < d->curve->n; i++) {
    if (is_shown(d, i) && !is_near(d, i, distance, &px, &py)) n++;
  }
  return n;
}

static double reduce(drawing *d) {
  double distance = d->curve->n > 2000 ? 0.25 : 0;
  while (distance > 0 && distance < 1000 && count_far(d, distance) > MOST_POINTS) distance *= 2;
  return distance;
}

static void draw_far(drawing *d) {
  double distance = reduce(d), px = HUGE_VAL, py = HUGE_VAL;
  bool gap = false;
  for (int i = 0; i < d->curve->n; i++) {
    bool shown = is_shown(d, i);
    gap = gap || !shown;
    if (!shown || is_near(d, i, distance, &px, &py)) continue;
    if (gap) lift(d);
    draw_to(d, i);
    gap = false;
  }
}

static void draw_markers(drawing *d, jni_pen pen) {
  double distance = reduce(d), px = HUGE_VAL, py = HUGE_VAL;
  jni_text_printf(d->out, "<g fill=\"%s\" stroke=\"%s\" stroke-width=\"1.4\">", d->curve->filled ? pen.colour : "#fff",
                  pen.colour);
  for (int i = 0; i < d->curve->n; i++) {
    if (!is_shown(d, i) || is_near(d, i, distance, &px, &py)) continue;
    jni_text_put(d->out, "<circle cx=\"");
    jni_text_fixed(d->out, px, 1);
    jni_text_put(d->out, "\" cy=\"");
    jni_text_fixed(d->out, py, 2);
    jni_text_put(d->out, "\" r=\"2.8\"/>");
  }
  jni_text_put(d->out, "</g>\n");
}

// Writes the curve's label as an SVG title, which viewers show as tooltip.
static void put_title(drawing *d) {
  jni_text_put(d->out, "<title>");
  jni_text_escape(d->out, d->curve->label ? d->curve->label : "");
  jni_text_put(d->out, "</title>");
}

static void draw_points_of_line(drawing *d, jni_pen pen) {
  jni_text_printf(d->out, "<path fill=\"%s\" stroke=\"%s\" stroke-width=\"1.4\" d=\"", pen.fill, pen.colour);
  for (int i = 0; i < d->curve->n; i++) {
    if (is_shown(d, i))
      jni_svg_marker(d->out, pen.marker, jni_axis_pixel(d->x, d->curve->x[i]), jni_axis_pixel(d->y, d->curve->y[i]));
  }
  jni_text_put(d->out, "\">");
  put_title(d);
  jni_text_put(d->out, "</path>\n");
}

// ---- the curve ------------------------------------------------------------------------------------------

static bool is_ascending(const jn_curve *curve) {
  double last = -HUGE_VAL;
  for (int i = 0; i < curve->n; i++) {
    if (curve->x[i] < last) return false;
    if (!isnan(curve->x[i])) last = curve->x[i];
  }
  return true;
}

static int count_shown(const drawing *d) {
  int n = 0;
  for (int i = 0; i < d->curve->n; i++) n += is_shown(d, i);
  return n;
}

static void draw_line(drawing *d, jni_pen pen) {
  jni_text_printf(
      d->out,
      "<path fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\" stroke-linejoin=\"round\" stroke-linecap=\"round\"",
      pen.colour);
  if (pen.dash[0]) jni_text_printf(d->out, " stroke-dasharray=\"%s\"", pen.dash);
  jni_text_put(d->out, " d=\"");
  if (!is_ascending(d->curve)) {
    draw_far(d);
  } else if (d->curve->n > 4 * (d->x->to - d->x->from)) {
    draw_columns(d);
  } else {
    draw_all(d);
  }
  lift(d);
  jni_text_put(d->out, "\">");
  put_title(d);
  jni_text_put(d->out, "</path>\n");
}

void jni_svg_curve(jni_text *out, const jn_curve *curve, const jni_axis *x, const jni_axis *y, jni_pen pen) {
  drawing d = {.out = out, .curve = curve, .x = x, .y = y, .first = -1};
  int shown = count_shown(&d);
  if (shown == 0) return;
  if (curve->points || (shown == 1 && !pen.marker)) {
    draw_markers(&d, pen);
  } else {
    draw_line(&d, pen);
    if (pen.marker) draw_points_of_line(&d, pen);
  }
}
