// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// svg_layout.h - the places of a figure's parts while it is drawn: panels, axes, legends.
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
} jni_panel_layout;

typedef struct {
  const jni_figure *figure;
  jni_text *out;
  jni_panel_layout *panels;
  jni_axis x;
  double left, right;  // px of the panels' edges
  double height;       // px of all
  // the panel whose axes have one scale: -1: none
  int equal;
  double tall;               // its height, px, once it is known
  jni_range x_wide, y_wide;  // what its axes show then
} jni_layout;

static inline const jn_curve *jni_layout_curve(const jni_layout *l, int panel, int i) {
  const jni_panel *p = &l->figure->panels[panel];
  return &l->figure->curves[p->members ? p->members[i] : i];
}

// ---- svg_legend.c
void jni_legend_measure(jni_layout *l, int p);     // rows and items
int jni_legend_count(const jni_layout *l, int p);  // what there is to name
void jni_legend_draw(const jni_layout *l, int p);

#endif
