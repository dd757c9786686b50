// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// svg_layout.h - positions of the parts of a figure: panels, axes, legends.
#ifndef JNI_OUTPUT_SVG_LAYOUT_H
#define JNI_OUTPUT_SVG_LAYOUT_H

#include "output/svg/svg.h"

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
  // width of the legend sample of a curve with markers, px: shows its dashes on both sides of the marker
  LONG_SAMPLE = 46,
  LEAST_PANEL = 90,
  LEGEND_ROWS = 6
};

typedef struct {
  jni_axis y;
  int ticks;           // approximate number of ticks on the y axis
  double top, height;  // position and height of the panel, px
  int legend_rows;     // number of rows of the legend; 0: there is none
  int legend_items;    // number of entries of the legend that are drawn
  double head;         // space above the panel for the legend and the common factor of labels, px
} jni_panel_layout;

typedef struct {
  const jni_figure *figure;
  jni_text *out;
  jni_panel_layout *panels;
  jni_axis x;
  double left, right;        // left and right edge of all panels, px
  double height;             // height of the whole figure, px
  int equal;                 // index of the panel whose axes have equal scales; -1: none
  double tall;               // height of this panel, px; 0: not computed yet, or it has no curves
  jni_range x_wide, y_wide;  // ranges of the axes of this panel
} jni_layout;

static inline const jn_curve *jni_layout_curve(const jni_layout *l, int panel, int i) {
  const jni_panel *p = &l->figure->panels[panel];
  return &l->figure->curves[p->members ? p->members[i] : i];
}

// ---- svg_legend.c
// Sets legend_rows and legend_items of panel p.
void jni_legend_measure(jni_layout *l, int p);
// returns the number of legend entries of panel p before any are omitted
int jni_legend_count(const jni_layout *l, int p);
void jni_legend_draw(const jni_layout *l, int p);

#endif
