// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// svg.h - parts of a plot: axes with ticks, curves as paths, text with superscripts, panels one below the other.
#ifndef JNI_OUTPUT_SVG_H
#define JNI_OUTPUT_SVG_H

#include "jounce/result.h"
#include "output/svg/curve_styles.h"
#include "output/svg/svg_text.h"

// ---- an axis: from values to pixels ---------------------------------------------------------------

typedef struct {
  bool log;
  double low, high;  // range that the axis shows, in values; log: in log10 of the values
  double from, to;   // position of low and of high, px
  double step;       // distance of ticks, 1, 2 or 5 times a power of ten; log: in decades
  double offset;     // linear axis: labels show (value - offset) / 10^exponent
  int exponent;
  int decimals;  // number of decimals of the labels
} jni_axis;

// Range of the values that an axis can show; empty if low > high.
typedef struct {
  double low, high;
} jni_range;

jni_range jni_range_empty(void);
// Returns whether an axis can show a value: it is finite, at most 1e300 in magnitude and, on a log axis, at least
// 1e-300.
bool jni_axis_shows(bool log, double value);
void jni_range_add(jni_range *range, bool log, const double *values, const double *others, bool others_log, int n);

// Returns an axis that shows a range between the pixels `from` and `to`. margin: empty fraction of the range on each
// side; ticks: approximate number of ticks.
jni_axis jni_axis_new(jni_range range, bool log, double from, double to, double margin, int ticks);
double jni_axis_pixel(const jni_axis *axis, double value);
int jni_axis_nticks(const jni_axis *axis);
double jni_axis_tick_pixel(const jni_axis *axis, int i);
// writes the label of tick i, with "^{..}" for superscripts
void jni_axis_tick_label(const jni_axis *axis, int i, jni_text *text);
// writes the common factor and offset of the labels: "×10^{-6} + 9.81"; nothing if there are none
void jni_axis_scale_label(const jni_axis *axis, jni_text *text);

// ---- curves --------------------------------------------------------------------------------------

typedef struct {
  const char *colour, *dash;  // colour; dash pattern, "": solid
  int marker;                 // shape of the markers at the points, from 1; 0: none
  const char *fill;           // colour of the markers
} jni_pen;

jni_pen jni_svg_pen(int i);
// returns the style that the curve requests, else that of curve number i
jni_pen jni_svg_pen_of(const jn_curve *curve, int i);
void jni_svg_marker(jni_text *out, int shape, double x, double y);  // writes the part of a path that draws a marker
// Writes a curve as SVG. Long curves are reduced to what the pixels can show.
void jni_svg_curve(jni_text *out, const jn_curve *curve, const jni_axis *x, const jni_axis *y, jni_pen pen);

// ---- figures -------------------------------------------------------------------------------------

typedef struct {
  const char *y_label;  // may have superscripts
  const int *members;   // n: curves of this panel; NULL: all
  int n;
  // nkeys: legend entries that have only a colour, a marker or a dash; NULL: the legend names the curves
  const jn_curve *keys;
  int nkeys;
  bool equal;  // both axes have the same scale
} jni_panel;

typedef struct {
  const char *title, *x_label;
  int width, height;
  bool log_x, log_y;
  const jn_curve *curves;
  const jni_panel *panels;
  int npanels;
  bool free_height;  // panels with equal scales may have the height that they need
} jni_figure;

jni_figure jni_plot_figure(const jn_plot_options *options, int npanels);  // returns a figure without curves
char *jni_svg_figure(const jn_alloc *alloc, const jni_figure *figure);

// Writes the label of an axis for a unit: the usual quantity with this unit, such as "velocity (m/s)" for "m/s"; the
// unit alone if there is no usual quantity; "value" for "".
void jni_svg_unit_label(jni_text *out, const char *unit);

#endif
