// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// svg_figure.c - panels one below the other over one x axis: layout, grid, ticks, labels, legends.
//
// From top to bottom: title, then for each panel its legend, the common factor of its labels, and the panel itself,
// then the tick labels and the label of the x axis. Legends lie outside the panels, so that they never cover a curve.
#include <math.h>
#include <string.h>

#include "output/svg/svg.h"

#define FONTS "Helvetica, Arial, &quot;Liberation Sans&quot;, &quot;DejaVu Sans&quot;, sans-serif"
#define INK "#333"
#define GRID "#e4e4e4"

enum {
  TICK_SIZE = 12,
  LABEL_SIZE = 13,
  TITLE_SIZE = 15,
  LEGEND_SIZE = 12,
  EDGE = 14,
  TITLE_HEIGHT = 26,
  LEGEND_ROW = 19,
  SCALE_HEIGHT = 17,
  PANEL_GAP = 16,
  X_AXIS_HEIGHT = 46,
  SAMPLE = 28,
  LONG_SAMPLE = 46,  // of a curve with markers: its dashes show on both sides of the marker
  LEAST_PANEL = 90,
  LEGEND_ROWS = 6
};

typedef struct {
  jni_axis y;
  int ticks;           // about how many on the y axis
  double top, height;  // px
  int legend_rows;     // 0: none
  int legend_items;    // how many curves are named
  double head;         // px above the panel: legend and factor
} panel_layout;

typedef struct {
  const jni_figure *figure;
  jni_text *out;
  panel_layout *panels;
  jni_axis x;
  double left, right;  // px of the panels' edges
  double height;       // px of all
} layout;

// ---- which curves -----------------------------------------------------------------------------------

static int member(const jni_panel *panel, int i) { return panel->members ? panel->members[i] : i; }

static const jn_curve *curve_of(const layout *l, int panel, int i) {
  return &l->figure->curves[member(&l->figure->panels[panel], i)];
}

// What the legend of a panel names: keys, or its curves up to one that has no label.
static int legend_count(const layout *l, int p) {
  int n = 0;
  if (l->figure->keys) return l->figure->nkeys;
  while (n < l->figure->panels[p].n && curve_of(l, p, n)->label) n++;
  return n;
}

static const jn_curve *legend_curve(const layout *l, int p, int i) {
  return l->figure->keys ? &l->figure->keys[i] : curve_of(l, p, i);
}

static const char *label_of(const jn_curve *curve) { return curve->label ? curve->label : ""; }

static bool needs_legend(const layout *l, int p) {
  const jni_panel *panel = &l->figure->panels[p];
  int named = legend_count(l, p);
  if (named != 1 || panel->n != 1) return named > 0 && panel->n > 1;
  const char *label = label_of(curve_of(l, p, 0));
  return label[0] && strncmp(panel->y_label, label, strlen(label)) != 0;
}

static jni_range y_range(const layout *l, int p) {
  jni_range range = jni_range_empty();
  for (int i = 0; i < l->figure->panels[p].n; i++) {
    const jn_curve *c = curve_of(l, p, i);
    jni_range_add(&range, l->figure->log_y, c->y, c->x, l->figure->log_x, c->n);
  }
  return range;
}

static jni_range x_range(const layout *l) {
  jni_range range = jni_range_empty();
  for (int p = 0; p < l->figure->npanels; p++) {
    for (int i = 0; i < l->figure->panels[p].n; i++) {
      const jn_curve *c = curve_of(l, p, i);
      jni_range_add(&range, l->figure->log_x, c->x, c->y, l->figure->log_y, c->n);
    }
  }
  return range;
}

// ---- legend: items flow from left to right in rows ------------------------------------------------------

typedef struct {
  double at;  // px from the left edge of the panel
  int row;
} legend_place;

static int sample_width(const jn_curve *curve) { return curve->marker > 0 && !curve->points ? LONG_SAMPLE : SAMPLE; }

static double own_width(const layout *l, int p, int i) {
  int sample = sample_width(legend_curve(l, p, i));
  double text = jni_svg_text_width(label_of(legend_curve(l, p, i)), LEGEND_SIZE),
         most = l->right - l->left - sample - 30;
  return sample + 6 + (text < most ? text : most) + 16;
}

// Names of curves with markers stand in columns.
static bool has_columns(const layout *l, int p) { return legend_curve(l, p, legend_count(l, p) - 1)->marker > 0; }

static double item_width(const layout *l, int p, int i) {
  double width = own_width(l, p, i);
  for (int k = 0; has_columns(l, p) && k < legend_count(l, p); k++) width = fmax(width, own_width(l, p, k));
  return width;
}

static legend_place next_place(const layout *l, int p, int i, legend_place place) {
  if (i > 0) place.at += item_width(l, p, i - 1);
  if (place.at > 0 && place.at + item_width(l, p, i) - 16 > l->right - l->left) {
    place.at = 0;
    place.row++;
  }
  return place;
}

// A tall figure has room for more names, and one with markers needs them: colour and marker mean nothing without.
static int most_legend_rows(const layout *l) {
  bool marked = l->figure->npanels == 1 && l->figure->panels[0].n > 0 && curve_of(l, 0, 0)->marker > 0;
  int rows = l->figure->height / l->figure->npanels / (marked ? 57 : 75);
  return rows > LEGEND_ROWS ? rows : LEGEND_ROWS;
}

static void measure_legend(layout *l, int p) {
  panel_layout *panel = &l->panels[p];
  legend_place place = {0, 0};
  panel->legend_rows = panel->legend_items = 0;
  if (!needs_legend(l, p)) return;
  for (int i = 0; i < legend_count(l, p); i++) {
    place = next_place(l, p, i, place);
    if (place.row >= most_legend_rows(l)) break;
    panel->legend_rows = place.row + 1;
    panel->legend_items = i + 1;
  }
}

static bool is_colour(const jn_curve *key) { return key->colour > 0 && key->marker == 0; }

// Of a key: its colour, or its style and marker in grey.
static jni_pen legend_pen(const layout *l, const jn_curve *curve, int i) {
  jn_curve whole = *curve;
  if (!l->figure->keys) return jni_svg_pen_of(curve, i);
  if (!whole.marker) whole.marker = 1;
  if (!whole.colour) whole.colour = 1;
  jni_pen pen = jni_svg_pen_of(&whole, i);
  if (is_colour(curve)) pen.marker = 0, pen.dash = "";
  else pen.colour = "#555", pen.fill = curve->filled ? "#555" : "#fff";
  return pen;
}

static void draw_sample(const layout *l, const jn_curve *curve, jni_pen pen, double x, double y) {
  if (curve->points) {
    jni_text_printf(l->out,
                    "<circle cx=\"%.0f\" cy=\"%.0f\" r=\"2.8\" fill=\"%s\" stroke=\"%s\" stroke-width=\"1.4\"/>",
                    x + SAMPLE / 2.0, y, curve->filled ? pen.colour : "#fff", pen.colour);
    return;
  }
  jni_text_printf(l->out,
                  "<path d=\"M%.0f,%.0fh%d\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\" stroke-linecap=\"round\"",
                  x, y, sample_width(curve), pen.colour, l->figure->keys && is_colour(curve) ? "5" : "2");
  if (pen.dash[0]) jni_text_printf(l->out, " stroke-dasharray=\"%s\"", pen.dash);
  jni_text_put(l->out, "/>");
  if (!pen.marker) return;
  jni_text_printf(l->out, "<path fill=\"%s\" stroke=\"%s\" stroke-width=\"1.4\" d=\"", pen.fill, pen.colour);
  jni_svg_marker(l->out, pen.marker, x + sample_width(curve) / 2.0, y);
  jni_text_put(l->out, "\"/>");
}

static void draw_legend(const layout *l, int p) {
  const panel_layout *panel = &l->panels[p];
  legend_place place = {0, 0};
  double top = panel->top - panel->head;
  for (int i = 0; i < panel->legend_items; i++) {
    const jn_curve *curve = legend_curve(l, p, i);
    place = next_place(l, p, i, place);
    double x = l->left + place.at, y = top + LEGEND_ROW * (place.row + 0.5);
    draw_sample(l, curve, legend_pen(l, curve, i), x, y - 0.5);
    int sample = sample_width(curve);
    jni_text_printf(l->out, "<text x=\"%.0f\" y=\"%.0f\" font-size=\"%d\">", x + sample + 6, y + 4, LEGEND_SIZE);
    jni_svg_fit(l->out, label_of(curve), LEGEND_SIZE, l->right - l->left - sample - 30);
    jni_text_put(l->out, "</text>\n");
  }
  int hidden = legend_count(l, p) - panel->legend_items;
  if (panel->legend_rows == 0 || hidden == 0) return;
  jni_text_printf(l->out,
                  "<text x=\"%.0f\" y=\"%.0f\" font-size=\"%d\" text-anchor=\"end\" fill=\"#777\">and %d more</text>\n",
                  l->right, top + LEGEND_ROW * panel->legend_rows + 10, LEGEND_SIZE, hidden);
}

// ---- layout: the panels' heights fix the ticks, the ticks' labels the left edge ------------------------------

static bool has_scale(const layout *l, const jni_axis *axis) {
  jni_text text = jni_text_new(l->out->alloc);
  jni_axis_scale_label(axis, &text);
  bool any = text.n > 0;
  l->out->failed = l->out->failed || text.failed;
  jni_text_drop(&text);
  return any;
}

static double widest_label(const layout *l, const jni_axis *axis) {
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

static double title_height(const layout *l) { return l->figure->title && l->figure->title[0] ? TITLE_HEIGHT : 0; }

static void choose_y_axes(layout *l, double panel_height) {
  double widest = 0;
  for (int p = 0; p < l->figure->npanels; p++) {
    panel_layout *panel = &l->panels[p];
    int most = l->figure->log_y ? 16 : 7;  // decades are read one by one
    panel->ticks = panel_height < 135 ? 3 : (int)fmin(panel_height / 45, most);
    panel->y = jni_axis_new(y_range(l, p), l->figure->log_y, 1, 0, 0.05, panel->ticks);
    double width = widest_label(l, &panel->y);
    if (width > widest) widest = width;
  }
  l->left = EDGE + LABEL_SIZE + 12 + floor(widest) + 9;
  l->right = l->figure->width - EDGE - 12;
}

static void place_panels(layout *l) {
  int n = l->figure->npanels;
  double heads = 0;
  for (int p = 0; p < n; p++) {
    panel_layout *panel = &l->panels[p];
    measure_legend(l, p);
    bool scale = has_scale(l, &panel->y), more = panel->legend_items < legend_count(l, p) && panel->legend_rows > 0;
    panel->head = panel->legend_rows * LEGEND_ROW + (panel->legend_rows ? 4 : 0) + (scale || more ? SCALE_HEIGHT : 0);
    heads += panel->head + (p > 0 ? PANEL_GAP : 0);
  }
  double fixed = EDGE + title_height(l) + X_AXIS_HEIGHT + heads, each = floor((l->figure->height - fixed) / n);
  if (each < LEAST_PANEL) each = LEAST_PANEL;
  double y = EDGE + title_height(l);
  for (int p = 0; p < n; p++) {
    panel_layout *panel = &l->panels[p];
    y += panel->head + (p > 0 ? PANEL_GAP : 0);
    panel->top = y;
    panel->height = each;
    panel->y.from = y + each;
    panel->y.to = y;
    y += each;
  }
  l->height = y + X_AXIS_HEIGHT;
}

static bool has_markers(const layout *l) {
  bool any = false;
  for (int p = 0; p < l->figure->npanels; p++) {
    for (int i = 0; i < l->figure->panels[p].n; i++)
      any = any || curve_of(l, p, i)->points || curve_of(l, p, i)->marker > 0;
  }
  return any;
}

static void choose_x_axis(layout *l) {
  int ticks = (int)((l->right - l->left) / 75);
  double margin = has_markers(l) ? 0.02 : 0;
  l->x = jni_axis_new(x_range(l), l->figure->log_x, l->left, l->right, margin, ticks);
  // long labels want fewer ticks
  while (ticks > 2 && widest_label(l, &l->x) + 14 > (l->right - l->left) / jni_axis_nticks(&l->x)) {
    l->x = jni_axis_new(x_range(l), l->figure->log_x, l->left, l->right, margin, --ticks);
  }
}

// ---- drawing ------------------------------------------------------------------------------------------

static void draw_grid(const layout *l, const panel_layout *panel) {
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

static void draw_frame(const layout *l, const panel_layout *panel) {
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

static void draw_axis_text(const layout *l, const jni_axis *axis, int i, label_writer *write, double x, double y,
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

static void draw_y_labels(const layout *l, int p) {
  const panel_layout *panel = &l->panels[p];
  for (int i = 0; i < jni_axis_nticks(&panel->y); i++) {
    draw_axis_text(l, &panel->y, i, jni_axis_tick_label, l->left - 9, jni_axis_tick_pixel(&panel->y, i) + 4.5, "end");
  }
  draw_axis_text(l, &panel->y, 0, scale_label, l->left, panel->top - 6, "start");
  double x = EDGE + LABEL_SIZE - 2, y = panel->top + panel->height / 2;
  jni_text_printf(l->out,
                  "<text transform=\"translate(%.1f,%.1f) rotate(-90)\" text-anchor=\"middle\" font-size=\"%d\">", x, y,
                  LABEL_SIZE);
  jni_svg_fit(l->out, l->figure->panels[p].y_label, LABEL_SIZE, panel->height + panel->head + 10);
  jni_text_put(l->out, "</text>\n");
}

static void draw_x_labels(const layout *l) {
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

static void say_when_empty(const layout *l, int p) {
  const panel_layout *panel = &l->panels[p];
  jni_range range = y_range(l, p);
  if (range.low <= range.high) return;
  jni_text_printf(l->out, "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"middle\" fill=\"#777\">nothing to show</text>\n",
                  (l->left + l->right) / 2, panel->top + panel->height / 2);
}

static void draw_panel(const layout *l, int p) {
  const panel_layout *panel = &l->panels[p];
  draw_grid(l, panel);
  say_when_empty(l, p);
  for (int i = 0; i < l->figure->panels[p].n; i++) {
    jni_svg_curve(l->out, curve_of(l, p, i), &l->x, &panel->y, jni_svg_pen_of(curve_of(l, p, i), i));
  }
  draw_frame(l, panel);
  draw_legend(l, p);
  draw_y_labels(l, p);
}

static void draw_head(const layout *l) {
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

char *jni_svg_figure(const jn_alloc *alloc, const jni_figure *figure) {
  jni_text out = jni_text_new(alloc);
  layout l = {.figure = figure, .out = &out};
  l.panels = jni_alloc0(alloc, (size_t)(figure->npanels > 0 ? figure->npanels : 1), sizeof *l.panels);
  if (!l.panels) return NULL;
  choose_y_axes(&l, (double)figure->height / figure->npanels - (figure->npanels > 1 ? 40 : 90));
  place_panels(&l);
  choose_x_axis(&l);
  draw_head(&l);
  for (int p = 0; p < figure->npanels; p++) draw_panel(&l, p);
  draw_x_labels(&l);
  jni_text_put(&out, "</svg>\n");
  jni_free(alloc, l.panels);
  return jni_text_take(&out);
}
