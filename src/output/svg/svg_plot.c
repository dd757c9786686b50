// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// svg_plot.c - plots curves in one panel or several.
#include <math.h>
#include <string.h>

#include "base/pool.h"
#include "output/svg/svg.h"

jn_plot_options jn_plot_options_default(void) { return (jn_plot_options){.width = 0}; }

static int clamp(int value, int low, int high) { return value < low ? low : value > high ? high : value; }

// Returns a figure without curves for npanels panels; each panel after the first one adds half of the requested height.
jni_figure jni_plot_figure(const jn_plot_options *options, int npanels) {
  int height = options->height > 0 ? clamp(options->height, 160, 8000) : 450;
  return (jni_figure){.title = options->title,
                      .x_label = options->x_label ? options->x_label : "",
                      .npanels = npanels,
                      .width = options->width > 0 ? clamp(options->width, 240, 8000) : 800,
                      .height = height + (npanels - 1) * (height / 2),
                      .log_x = options->log_x,
                      .log_y = options->log_y,
                      .free_height = options->height <= 0};
}

char *jni_plot_keyed(const jn_alloc *alloc, const jn_curve *curves, int n, const jn_curve *keys, int nkeys,
                     const jn_plot_options *options) {
  jn_plot_options plain = jn_plot_options_default();
  if (!options) options = &plain;
  const char *label = n == 1 && curves[0].label ? curves[0].label : "";
  jni_panel panel = {.y_label = options->y_label ? options->y_label : label,
                     .n = n,
                     .keys = nkeys > 0 ? keys : NULL,
                     .nkeys = nkeys,
                     .equal = options->equal};
  jni_figure figure = jni_plot_figure(options, 1);
  figure.curves = curves;
  figure.panels = &panel;
  return jni_svg_figure(alloc, &figure);
}

char *jn_plot_curves(const jn_alloc *alloc, const jn_curve *curves, int n, const jn_plot_options *options) {
  return jni_plot_keyed(alloc, curves, n, NULL, 0, options);
}

// Copies the curves of all panels to one list, in which each panel has a range, and plots the panels one below the
// other.
char *jn_plot_panels(const jn_alloc *alloc, const jn_plot_panel *panels, int n, const jn_plot_options *options) {
  jn_plot_options plain = jn_plot_options_default();
  size_t total = 0;
  for (int p = 0; p < n; p++) total += (size_t)panels[p].n;
  jni_pool scratch = {.alloc = alloc};
  jn_curve *curves = jni_take(&scratch, total, sizeof *curves);
  int *members = jni_ints(&scratch, total);
  jni_panel *parts = jni_take(&scratch, (size_t)n, sizeof *parts);
  jni_figure figure = jni_plot_figure(options ? options : &plain, n);
  for (int p = 0, at = 0; !scratch.failed && p < n; p++) {
    parts[p] =
        (jni_panel){.y_label = panels[p].y_label ? panels[p].y_label : "", .members = members + at, .n = panels[p].n};
    for (int i = 0; i < panels[p].n; i++) {
      curves[at] = panels[p].curves[i];
      members[at] = at;
      at++;
    }
  }
  figure.curves = curves;
  figure.panels = parts;
  char *svg = !scratch.failed && n > 0 ? jni_svg_figure(alloc, &figure) : NULL;
  jni_pool_free(&scratch);
  return svg;
}
