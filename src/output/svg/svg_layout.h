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
  LONG_SAMPLE = 46,  // legend sample of a curve with markers: shows its dashes on both sides of the marker
  LEAST_PANEL = 90,
  LEGEND_ROWS = 6
};

typedef struct {
  jni_axis y;
  int ticks;           // approximate number on the y axis
  double top, height;  // px
  int legend_rows;     // 0: none
  int legend_items;    // number of entries
  double head;         // space above the panel for legend and factor, px
} jni_panel_layout;

typedef struct {
  const jni_figure *figure;
  jni_text *out;
  jni_panel_layout *panels;
  jni_axis x;
  double left, right;        // edges of the panels, px
  double height;             // of the whole figure, px
  int equal;                 // panel whose axes have equal scales; -1: none
  double tall;               // height of this panel, px; 0: not computed yet
  jni_range x_wide, y_wide;  // ranges of the axes of this panel
} jni_layout;

static inline const jn_curve *jni_layout_curve(const jni_layout *l, int panel, int i) {
  const jni_panel *p = &l->figure->panels[panel];
  return &l->figure->curves[p->members ? p->members[i] : i];
}

// ---- svg_legend.c
void jni_legend_measure(jni_layout *l, int p);     // sets legend_rows and legend_items of panel p
int jni_legend_count(const jni_layout *l, int p);  // returns the number of entries before any are omitted
void jni_legend_draw(const jni_layout *l, int p);

#endif
