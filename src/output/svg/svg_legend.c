// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// svg_legend.c - draws the legend above a panel: names of curves, or the meaning of colours and line styles.
#include <math.h>
#include <string.h>

#include "output/svg/svg_layout.h"

// Returns the number of legend entries of panel p: that of its keys or, without keys, that of its curves up to the
// first one without a label.
int jni_legend_count(const jni_layout *l, int p) {
  int n = 0;
  if (l->figure->panels[p].keys) return l->figure->panels[p].nkeys;
  while (n < l->figure->panels[p].n && jni_layout_curve(l, p, n)->label) n++;
  return n;
}

static const jn_curve *legend_curve(const jni_layout *l, int p, int i) {
  return l->figure->panels[p].keys ? &l->figure->panels[p].keys[i] : jni_layout_curve(l, p, i);
}

static const char *label_of(const jn_curve *curve) { return curve->label ? curve->label : ""; }

static bool needs_legend(const jni_layout *l, int p) {
  const jni_panel *panel = &l->figure->panels[p];
  int named = jni_legend_count(l, p);
  if (named != 1 || panel->n != 1) return named > 0 && panel->n > 1;
  const char *label = label_of(jni_layout_curve(l, p, 0));
  return label[0] && strncmp(panel->y_label, label, strlen(label)) != 0;
}

// ---- legend: items flow from left to right in rows ------------------------------------------------------

typedef struct {
  double at;  // distance of the entry from the left edge of the panel, px
  int row;
} legend_place;

static int sample_width(const jn_curve *curve) {
  return (curve->marker > 0 || curve->dash > 0) && !curve->points ? LONG_SAMPLE : SAMPLE;
}

static double own_width(const jni_layout *l, int p, int i) {
  int sample = sample_width(legend_curve(l, p, i));
  double text = jni_svg_text_width(label_of(legend_curve(l, p, i)), LEGEND_SIZE),
         most = l->right - l->left - sample - 30;
  return sample + 6 + (text < most ? text : most) + 16;
}

// Returns whether the legend entries of panel p are aligned in columns: if the last one has a marker.
static bool has_columns(const jni_layout *l, int p) {
  return legend_curve(l, p, jni_legend_count(l, p) - 1)->marker > 0;
}

static double item_width(const jni_layout *l, int p, int i) {
  double width = own_width(l, p, i);
  for (int k = 0; has_columns(l, p) && k < jni_legend_count(l, p); k++) width = fmax(width, own_width(l, p, k));
  return width;
}

static legend_place next_place(const jni_layout *l, int p, int i, legend_place place) {
  if (i > 0) place.at += item_width(l, p, i - 1);
  if (place.at > 0 && place.at + item_width(l, p, i) - 16 > l->right - l->left) {
    place.at = 0;
    place.row++;
  }
  return place;
}

// Returns the largest number of rows that a legend may have: more in high figures, and more for curves with markers,
// whose meaning only the legend explains.
static int most_legend_rows(const jni_layout *l) {
  bool marked = l->figure->npanels == 1 && l->figure->panels[0].n > 0 && jni_layout_curve(l, 0, 0)->marker > 0;
  int rows = l->figure->height / l->figure->npanels / (marked ? 57 : 75);
  return rows > LEGEND_ROWS ? rows : LEGEND_ROWS;
}

void jni_legend_measure(jni_layout *l, int p) {
  jni_panel_layout *panel = &l->panels[p];
  legend_place place = {0, 0};
  panel->legend_rows = panel->legend_items = 0;
  if (!needs_legend(l, p)) return;
  for (int i = 0; i < jni_legend_count(l, p); i++) {
    place = next_place(l, p, i, place);
    if (place.row >= most_legend_rows(l)) break;
    panel->legend_rows = place.row + 1;
    panel->legend_items = i + 1;
  }
}

static bool is_colour(const jn_curve *key) { return key->colour > 0 && key->marker == 0 && key->dash == 0; }

// Returns the style of an entry: that of its curve, or for a key its colour, or its line style and marker in grey.
static jni_pen legend_pen(const jni_layout *l, int p, const jn_curve *curve, int i) {
  jn_curve whole = *curve;
  if (!l->figure->panels[p].keys) return jni_svg_pen_of(curve, i);
  if (!whole.marker && !whole.dash) whole.marker = 1;
  if (!whole.colour) whole.colour = 1;
  jni_pen pen = jni_svg_pen_of(&whole, i);
  if (is_colour(curve)) {
    pen.marker = 0;
    pen.dash = "";
  } else {
    pen.colour = "#555";
    pen.fill = curve->filled ? "#555" : "#fff";
  }
  return pen;
}

static void draw_sample(const jni_layout *l, const jn_curve *curve, jni_pen pen, bool key, double x, double y) {
  if (curve->points) {
    jni_text_printf(l->out,
                    "<circle cx=\"%.0f\" cy=\"%.0f\" r=\"2.8\" fill=\"%s\" stroke=\"%s\" stroke-width=\"1.4\"/>",
                    x + SAMPLE / 2.0, y, curve->filled ? pen.colour : "#fff", pen.colour);
    return;
  }
  jni_text_printf(l->out,
                  "<path d=\"M%.0f,%.0fh%d\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\" stroke-linecap=\"round\"",
                  x, y, sample_width(curve), pen.colour, key && is_colour(curve) ? "5" : "2");
  if (pen.dash[0]) jni_text_printf(l->out, " stroke-dasharray=\"%s\"", pen.dash);
  jni_text_put(l->out, "/>");
  if (!pen.marker) return;
  jni_text_printf(l->out, "<path fill=\"%s\" stroke=\"%s\" stroke-width=\"1.4\" d=\"", pen.fill, pen.colour);
  jni_svg_marker(l->out, pen.marker, x + sample_width(curve) / 2.0, y);
  jni_text_put(l->out, "\"/>");
}

void jni_legend_draw(const jni_layout *l, int p) {
  const jni_panel_layout *panel = &l->panels[p];
  legend_place place = {0, 0};
  double top = panel->top - panel->head;
  for (int i = 0; i < panel->legend_items; i++) {
    const jn_curve *curve = legend_curve(l, p, i);
    place = next_place(l, p, i, place);
    double x = l->left + place.at, y = top + LEGEND_ROW * (place.row + 0.5);
    draw_sample(l, curve, legend_pen(l, p, curve, i), l->figure->panels[p].keys != NULL, x, y - 0.5);
    int sample = sample_width(curve);
    jni_text_printf(l->out, "<text x=\"%.0f\" y=\"%.0f\" font-size=\"%d\">", x + sample + 6, y + 4, LEGEND_SIZE);
    jni_svg_fit(l->out, label_of(curve), LEGEND_SIZE, l->right - l->left - sample - 30);
    jni_text_put(l->out, "</text>\n");
  }
  int hidden = jni_legend_count(l, p) - panel->legend_items;
  if (panel->legend_rows == 0 || hidden == 0) return;
  jni_text_printf(l->out,
                  "<text x=\"%.0f\" y=\"%.0f\" font-size=\"%d\" text-anchor=\"end\" fill=\"#777\">and %d more</text>\n",
                  l->right, top + LEGEND_ROW * panel->legend_rows + 10, LEGEND_SIZE, hidden);
}
