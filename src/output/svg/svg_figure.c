// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// svg_figure.c - draws panels one below the other over one x axis: layout, grid, ticks, labels, legends.
//
// From top to bottom: title, then for each panel its legend, the common factor of its labels, and the panel itself,
// then the tick labels and the label of the x axis. Legends lie outside the panels, so that they never cover a curve.
#include <math.h>
#include <string.h>

#include "output/svg/svg_layout.h"

#define FONTS "Helvetica, Arial, &quot;Liberation Sans&quot;, &quot;DejaVu Sans&quot;, sans-serif"
#define INK "#333"
#define GRID "#e4e4e4"

// ---- ranges -------------------------------------------------------------------------------------------

static jni_range y_range(const jni_layout *l, int p) {
  jni_range range = jni_range_empty();
  for (int i = 0; i < l->figure->panels[p].n; i++) {
    const jn_curve *c = jni_layout_curve(l, p, i);
    jni_range_add(&range, l->figure->log_y, c->y, c->x, l->figure->log_x, c->n);
  }
  return range;
}

static jni_range x_range(const jni_layout *l) {
  jni_range range = jni_range_empty();
  for (int p = 0; p < l->figure->npanels; p++) {
    for (int i = 0; i < l->figure->panels[p].n; i++) {
      const jn_curve *c = jni_layout_curve(l, p, i);
      jni_range_add(&range, l->figure->log_x, c->x, c->y, l->figure->log_y, c->n);
    }
  }
  return range;
}

// ---- layout: heights of the panels, then ticks, then the left edge -------------------------------------------

static bool has_scale(const jni_layout *l, const jni_axis *axis) {
  jni_text text = jni_text_new(l->out->alloc);
  jni_axis_scale_label(axis, &text);
  bool any = text.n > 0;
  l->out->failed = l->out->failed || text.failed;
  jni_text_drop(&text);
  return any;
}

static double widest_label(const jni_layout *l, const jni_axis *axis) {
  double widest = 0;
  jni_text text = jni_text_new(l->out->alloc);
  for (int i = 0; i < jni_axis_nticks(axis); i++) {
    jni_text_clear(&text);
    jni_axis_tick_label(axis, i, &text);
    if (text.failed) break;
    double width = jni_svg_text_width(text.data, TICK_SIZE);
    if (width > widest) widest = width;
  }
  l->out->failed = l->out->failed || text.failed;
  jni_text_drop(&text);
  return widest;
}

// ---- equal scales of both axes --------------------------------------------------------------------------

static const double edge_part = 0.03;      // margin around the curves / range of the curves
static const double highest_part = 0.8;    // largest height / width of a panel with equal scales
static const double thinnest_part = 0.02;  // least range of an axis / range of the other one

static int find_equal(const jni_figure *figure) {
  if (figure->log_x || figure->log_y) return -1;
  for (int p = 0; p < figure->npanels; p++)
    if (figure->panels[p].equal) return p;
  return -1;
}

static jni_range around(jni_range range, double span) {
  double middle = 0.5 * range.low + 0.5 * range.high;
  return (jni_range){middle - 0.5 * span, middle + 0.5 * span};
}

// Sets l->x_wide and l->y_wide, the ranges that both axes get with equal scales in a panel of width x height px.
// Returns the height, px, at which the y axis would show just the range of the curves with its margin; 0: there are no
// curves.
static double widen(jni_layout *l, double width, double height) {
  jni_range x = x_range(l), y = y_range(l, l->equal);
  double along = x.high - x.low, across = y.high - y.low, least = thinnest_part * fmax(along, across);
  if (!(least > 0) || !isfinite(least)) return 0;
  along = (1 + 2 * edge_part) * fmax(along, least);
  across = (1 + 2 * edge_part) * fmax(across, least);
  double scale = fmin(width / along, height / across);
  l->x_wide = around(x, width / scale);
  l->y_wide = around(y, height / scale);
  return across / along * width;
}

static void choose_height(jni_layout *l) {
  double width = l->right - l->left, height = l->panels[l->equal].height, wanted = widen(l, width, height);
  double most = l->figure->free_height ? fmax(height, highest_part * width) : height;
  l->tall = wanted > 0 ? floor(fmin(fmax(wanted, LEAST_PANEL), most)) : 0;
  if (l->tall > 0) widen(l, width, l->tall);
}

static double title_height(const jni_layout *l) { return l->figure->title && l->figure->title[0] ? TITLE_HEIGHT : 0; }

static void choose_y_axes(jni_layout *l, double panel_height) {
  double widest = 0;
  for (int p = 0; p < l->figure->npanels; p++) {
    jni_panel_layout *panel = &l->panels[p];
    int most = l->figure->log_y ? 16 : 7;  // a log axis has one tick per decade
    bool fitted = p == l->equal && l->tall > 0;
    double height = fitted ? l->tall : panel_height;
    panel->ticks = height < 135 ? 3 : (int)fmin(height / 45, most);
    panel->y = fitted ? jni_axis_new(l->y_wide, false, 1, 0, 0, panel->ticks)
                      : jni_axis_new(y_range(l, p), l->figure->log_y, 1, 0, 0.05, panel->ticks);
    double width = widest_label(l, &panel->y);
    if (width > widest) widest = width;
  }
  l->left = EDGE + LABEL_SIZE + 12 + floor(widest) + 9;
  l->right = l->figure->width - EDGE - 12;
}

static void place_panels(jni_layout *l) {
  int n = l->figure->npanels;
  double heads = 0;
  for (int p = 0; p < n; p++) {
    jni_panel_layout *panel = &l->panels[p];
    jni_legend_measure(l, p);
    bool scale = has_scale(l, &panel->y), more = panel->legend_items < jni_legend_count(l, p) && panel->legend_rows > 0;
    panel->head = panel->legend_rows * LEGEND_ROW + (panel->legend_rows ? 4 : 0) + (scale || more ? SCALE_HEIGHT : 0);
    heads += panel->head + (p > 0 ? PANEL_GAP : 0);
  }
  double fixed = EDGE + title_height(l) + X_AXIS_HEIGHT + heads, each = floor((l->figure->height - fixed) / n);
  if (each < LEAST_PANEL) each = LEAST_PANEL;
  double y = EDGE + title_height(l);
  for (int p = 0; p < n; p++) {
    jni_panel_layout *panel = &l->panels[p];
    y += panel->head + (p > 0 ? PANEL_GAP : 0);
    panel->top = y;
    panel->height = p == l->equal && l->tall > 0 ? l->tall : each;
    panel->y.from = y + panel->height;
    panel->y.to = y;
    y += panel->height;
  }
  l->height = y + X_AXIS_HEIGHT;
}

static bool has_markers(const jni_layout *l) {
  bool any = false;
  for (int p = 0; p < l->figure->npanels; p++) {
    for (int i = 0; i < l->figure->panels[p].n; i++)
      any = any || jni_layout_curve(l, p, i)->points || jni_layout_curve(l, p, i)->marker > 0;
  }
  return any;
}

static void choose_x_axis(jni_layout *l) {
  int ticks = (int)((l->right - l->left) / 75);
  bool fitted = l->equal >= 0 && l->tall > 0;
  double margin = has_markers(l) && !fitted ? 0.02 : 0;
  jni_range range = fitted ? l->x_wide : x_range(l);
  l->x = jni_axis_new(range, l->figure->log_x, l->left, l->right, margin, ticks);
  // The number of ticks is reduced until their labels fit side by side.
  while (ticks > 2 && widest_label(l, &l->x) + 14 > (l->right - l->left) / jni_axis_nticks(&l->x)) {
    l->x = jni_axis_new(range, l->figure->log_x, l->left, l->right, margin, --ticks);
  }
}

// ---- drawing ------------------------------------------------------------------------------------------

static void draw_grid(const jni_layout *l, const jni_panel_layout *panel) {
  double bottom = panel->top + panel->height;
  jni_text_put(l->out, "<path fill=\"none\" stroke=\"" GRID "\" d=\"");
  for (int i = 0; i < jni_axis_nticks(&l->x); i++) {
    jni_text_printf(l->out, "M%.0f.5,%.0fV%.0f", floor(jni_axis_tick_pixel(&l->x, i)), panel->top, bottom);
  }
  for (int i = 0; i < jni_axis_nticks(&panel->y); i++) {
    jni_text_printf(l->out, "M%.0f,%.0f.5H%.0f", l->left, floor(jni_axis_tick_pixel(&panel->y, i)), l->right);
  }
  jni_text_put(l->out, "\"/>\n");
  if (!panel->y.log && panel->y.low < 0 && panel->y.high > 0) {
    jni_text_printf(l->out, "<path stroke=\"#b5b5b5\" d=\"M%.0f,%.0f.5H%.0f\"/>\n", l->left,
                    floor(jni_axis_pixel(&panel->y, 0)), l->right);
  }
}

static void draw_frame(const jni_layout *l, const jni_panel_layout *panel) {
  double bottom = panel->top + panel->height;
  jni_text_printf(l->out, "<path fill=\"none\" stroke=\"" INK "\" d=\"M%.0f.5,%.0fV%.0f.5H%.0f", l->left, panel->top,
                  bottom, l->right);
  for (int i = 0; i < jni_axis_nticks(&l->x); i++) {
    jni_text_printf(l->out, "M%.0f.5,%.0fv5", floor(jni_axis_tick_pixel(&l->x, i)), bottom);
  }
  for (int i = 0; i < jni_axis_nticks(&panel->y); i++) {
    jni_text_printf(l->out, "M%.0f,%.0f.5h-5", l->left, floor(jni_axis_tick_pixel(&panel->y, i)));
  }
  jni_text_put(l->out, "\"/>\n");
}

typedef void label_writer(const jni_axis *axis, int i, jni_text *text);

static void scale_label(const jni_axis *axis, int i, jni_text *text) {
  (void)i;
  jni_axis_scale_label(axis, text);
}

static void draw_axis_text(const jni_layout *l, const jni_axis *axis, int i, label_writer *write, double x, double y,
                           const char *anchor) {
  jni_text label = jni_text_new(l->out->alloc);
  write(axis, i, &label);
  if (label.failed) l->out->failed = true;
  if (label.n > 0) {
    jni_text_printf(l->out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    jni_svg_rich(l->out, label.data);
    jni_text_put(l->out, "</text>\n");
  }
  jni_text_drop(&label);
}

static void draw_y_labels(const jni_layout *l, int p) {
  const jni_panel_layout *panel = &l->panels[p];
  for (int i = 0; i < jni_axis_nticks(&panel->y); i++) {
    draw_axis_text(l, &panel->y, i, jni_axis_tick_label, l->left - 9, jni_axis_tick_pixel(&panel->y, i) + 4.5, "end");
  }
  draw_axis_text(l, &panel->y, 0, scale_label, l->left, panel->top - 6, "start");
  double x = EDGE + LABEL_SIZE - 2, y = panel->top + panel->height / 2;
  jni_text_printf(l->out,
                  "<text transform=\"translate(%.1f,%.1f) rotate(-90)\" text-anchor=\"middle\" font-size=\"%d\">", x, y,
                  LABEL_SIZE);
  jni_svg_fit(l->out, l->figure->panels[p].y_label, LABEL_SIZE, panel->height + 10);
  jni_text_put(l->out, "</text>\n");
}

static void draw_x_labels(const jni_layout *l) {
  double bottom = l->height - X_AXIS_HEIGHT;
  for (int i = 0; i < jni_axis_nticks(&l->x); i++) {
    draw_axis_text(l, &l->x, i, jni_axis_tick_label, jni_axis_tick_pixel(&l->x, i), bottom + 18, "middle");
  }
  draw_axis_text(l, &l->x, 0, scale_label, l->right, bottom + 36, "end");
  jni_text_printf(l->out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" font-size=\"%d\">",
                  (l->left + l->right) / 2, bottom + 37, LABEL_SIZE);
  jni_svg_fit(l->out, l->figure->x_label, LABEL_SIZE, l->right - l->left);
  jni_text_put(l->out, "</text>\n");
}

static void say_when_empty(const jni_layout *l, int p) {
  const jni_panel_layout *panel = &l->panels[p];
  jni_range range = y_range(l, p);
  if (range.low <= range.high) return;
  jni_text_printf(l->out, "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"middle\" fill=\"#777\">nothing to show</text>\n",
                  (l->left + l->right) / 2, panel->top + panel->height / 2);
}

static void draw_panel(const jni_layout *l, int p) {
  const jni_panel_layout *panel = &l->panels[p];
  draw_grid(l, panel);
  say_when_empty(l, p);
  for (int i = 0; i < l->figure->panels[p].n; i++) {
    jni_svg_curve(l->out, jni_layout_curve(l, p, i), &l->x, &panel->y, jni_svg_pen_of(jni_layout_curve(l, p, i), i));
  }
  draw_frame(l, panel);
  jni_legend_draw(l, p);
  draw_y_labels(l, p);
}

static void draw_head(const jni_layout *l) {
  const char *title = l->figure->title ? l->figure->title : "";
  int width = l->figure->width;
  jni_text_printf(l->out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%.0f\" viewBox=\"0 0 %d %.0f\" "
                  "role=\"img\" font-family=\"" FONTS "\" font-size=\"%d\" fill=\"#222\">\n<title>",
                  width, l->height, width, l->height, TICK_SIZE);
  jni_text_escape(l->out, title[0] ? title : "plot");
  jni_text_printf(l->out, "</title>\n<rect width=\"%d\" height=\"%.0f\" fill=\"#fff\"/>\n", width, l->height);
  if (!title[0]) return;
  jni_text_printf(l->out, "<text x=\"%.0f\" y=\"%d\" font-size=\"%d\" font-weight=\"bold\">", l->left,
                  EDGE + TITLE_SIZE - 2, TITLE_SIZE);
  jni_svg_fit(l->out, title, TITLE_SIZE * 1.06, l->right - l->left);
  jni_text_put(l->out, "</text>\n");
}

static void choose_axes(jni_layout *l) {
  double height = (double)l->figure->height / l->figure->npanels - (l->figure->npanels > 1 ? 40 : 90);
  choose_y_axes(l, height);
  place_panels(l);
  if (l->equal >= 0) choose_height(l);
  if (l->equal >= 0 && l->tall > 0) {
    choose_y_axes(l, height);  // other labels may have moved the left edge
    widen(l, l->right - l->left, l->tall);
    choose_y_axes(l, height);
    place_panels(l);
  }
  choose_x_axis(l);
}

char *jni_svg_figure(const jn_alloc *alloc, const jni_figure *figure) {
  jni_text out = jni_text_new(alloc);
  jni_layout l = {.figure = figure, .out = &out, .equal = find_equal(figure)};
  l.panels = jni_alloc0(alloc, (size_t)(figure->npanels > 0 ? figure->npanels : 1), sizeof *l.panels);
  if (!l.panels) return NULL;
  choose_axes(&l);
  draw_head(&l);
  for (int p = 0; p < figure->npanels; p++) draw_panel(&l, p);
  draw_x_labels(&l);
  jni_text_put(&out, "</svg>\n");
  jni_free(alloc, l.panels);
  return jni_text_take(&out);
}
