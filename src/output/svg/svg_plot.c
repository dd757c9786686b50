// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// svg_plot.c - plots of curves and of the columns of a table: panels by unit and by scale, labels from names and units.
#include <math.h>
#include <string.h>

#include "base/pool.h"
#include "output/svg/svg.h"

jn_plot_options jn_plot_options_default(void) { return (jn_plot_options){.width = 0}; }

static int clamp(int value, int low, int high) { return value < low ? low : value > high ? high : value; }

// Every further panel adds half of the height that was asked for one.
static jni_figure new_figure(const jn_plot_options *options, int npanels) {
  int height = options->height > 0 ? clamp(options->height, 160, 8000) : 450;
  return (jni_figure){.title = options->title,
                      .x_label = options->x_label ? options->x_label : "",
                      .npanels = npanels,
                      .width = options->width > 0 ? clamp(options->width, 240, 8000) : 800,
                      .height = height + (npanels - 1) * (height / 2),
                      .log_x = options->log_x,
                      .log_y = options->log_y};
}

char *jni_plot_keyed(const jn_alloc *alloc, const jn_curve *curves, int n, const jn_curve *keys, int nkeys,
                     const jn_plot_options *options) {
  jn_plot_options plain = jn_plot_options_default();
  if (!options) options = &plain;
  const char *label = n == 1 && curves[0].label ? curves[0].label : "";
  jni_panel panel = {.y_label = options->y_label ? options->y_label : label, .n = n};
  jni_figure figure = new_figure(options, 1);
  figure.curves = curves;
  figure.panels = &panel;
  figure.keys = nkeys > 0 ? keys : NULL;
  figure.nkeys = nkeys;
  return jni_svg_figure(alloc, &figure);
}

char *jn_plot_curves(const jn_alloc *alloc, const jn_curve *curves, int n, const jn_plot_options *options) {
  return jni_plot_keyed(alloc, curves, n, NULL, 0, options);
}

// The curves of all panels in one list, and which of them each panel has.
char *jn_plot_panels(const jn_alloc *alloc, const jn_plot_panel *panels, int n, const jn_plot_options *options) {
  jn_plot_options plain = jn_plot_options_default();
  size_t total = 0;
  for (int p = 0; p < n; p++) total += (size_t)panels[p].n;
  jni_pool room = {.alloc = alloc};
  jn_curve *curves = jni_take(&room, total, sizeof *curves);
  int *members = jni_ints(&room, total);
  jni_panel *parts = jni_take(&room, (size_t)n, sizeof *parts);
  jni_figure figure = new_figure(options ? options : &plain, n);
  for (int p = 0, at = 0; !room.failed && p < n; p++) {
    parts[p] =
        (jni_panel){.y_label = panels[p].y_label ? panels[p].y_label : "", .members = members + at, .n = panels[p].n};
    for (int i = 0; i < panels[p].n; i++, at++) curves[at] = panels[p].curves[i], members[at] = at;
  }
  figure.curves = curves;
  figure.panels = parts;
  char *svg = !room.failed && n > 0 ? jni_svg_figure(alloc, &figure) : NULL;
  jni_pool_free(&room);
  return svg;
}

// ---- tables -----------------------------------------------------------------------------------------

typedef struct {
  jni_pool room;
  const jn_table *table;
  const int *columns;  // that are plotted
  int n;
  jn_curve *curves;
  // by unit, in the order in which the units appear; what is small beside the others of its unit comes in a second one
  jni_panel *panels;
  int npanels;
  double *sizes;  // largest magnitude of each curve
  bool log;       // a logarithmic axis shows small and large
  int *members;   // curves panel by panel
  const char *x_label;
} table_plot;

static const char *unit_of(const table_plot *plot, int i) { return jn_table_unit(plot->table, plot->columns[i]); }

static bool same_unit(const table_plot *plot, int i, int k) { return strcmp(unit_of(plot, k), unit_of(plot, i)) == 0; }

// Beside a curve this many times larger one could not be read. What is less than the other part of it is rounding, or
// zero.
static const double large_part = 10, rounding_part = 1e-9;

static double size_of(const jn_curve *curve) {
  double most = 0;
  for (int i = 0; i < curve->n; i++)
    if (isfinite(curve->y[i])) most = fmax(most, fabs(curve->y[i]));
  return most;
}

// Is it small beside others of its unit, where some are more than rounding?
static bool is_small(const table_plot *plot, int i) {
  double most = 0;
  bool any = false;
  for (int k = 0; k < plot->n; k++)
    if (same_unit(plot, i, k)) most = fmax(most, plot->sizes[k]);
  for (int k = 0; k < plot->n; k++)
    any = any || (same_unit(plot, i, k) && plot->sizes[k] * large_part < most && plot->sizes[k] > rounding_part * most);
  return any && !plot->log && plot->sizes[i] * large_part < most;
}

static bool same_panel(const table_plot *plot, int i, int k) {
  return same_unit(plot, i, k) && is_small(plot, i) == is_small(plot, k);
}

// Does an earlier curve have the panel of curve i?
static bool is_repeated(const table_plot *plot, int i) {
  for (int k = 0; k < i; k++) {
    if (same_panel(plot, k, i)) return true;
  }
  return false;
}

// A text that the room of the plot keeps; NULL: no memory.
static const char *keep_text(table_plot *plot, jni_text *text) {
  const char *kept = text->failed ? NULL : jni_pool_text(&plot->room, text->n > 0 ? text->data : "", (size_t)text->n);
  if (!kept) plot->room.failed = true;
  jni_text_drop(text);
  return kept;
}

static const char *column_label(table_plot *plot, int column) {
  jni_text text = jni_text_new(plot->room.alloc);
  const char *unit = jn_table_unit(plot->table, column);
  jni_text_put(&text, jn_table_name(plot->table, column));
  if (unit[0]) jni_text_printf(&text, " (%s)", unit);
  return keep_text(plot, &text);
}

// Without a unit a few names say more than a word for all of them.
static const char *panel_label(table_plot *plot, const jni_panel *panel) {
  enum { FEW = 4 };
  if (panel->n == 1) return column_label(plot, plot->columns[panel->members[0]]);
  jni_text text = jni_text_new(plot->room.alloc);
  bool named = unit_of(plot, panel->members[0])[0] == 0 && panel->n <= FEW;
  for (int i = 0; named && i < panel->n; i++) {
    if (i > 0) jni_text_put(&text, ", ");
    jni_text_put(&text, jn_table_name(plot->table, plot->columns[panel->members[i]]));
  }
  if (!named) jni_svg_unit_label(&text, unit_of(plot, panel->members[0]));
  return keep_text(plot, &text);
}

static void make_panels(table_plot *plot) {
  int *next = plot->members;
  for (int i = 0; i < plot->n; i++) {
    if (is_repeated(plot, i)) continue;
    jni_panel *panel = &plot->panels[plot->npanels];
    panel->members = next;
    for (int k = i; k < plot->n; k++) {
      if (same_panel(plot, k, i)) next[panel->n++] = k;
    }
    next += panel->n;
    panel->y_label = panel_label(plot, panel);
    plot->npanels++;
  }
}

static bool make_plot(table_plot *plot, int x_column) {
  size_t n = (size_t)plot->n;
  plot->curves = jni_take(&plot->room, n, sizeof *plot->curves);
  plot->panels = jni_take(&plot->room, n, sizeof *plot->panels);
  plot->members = jni_ints(&plot->room, n);
  plot->x_label = column_label(plot, x_column);
  plot->sizes = jni_doubles(&plot->room, n);
  if (plot->room.failed) return false;
  for (int i = 0; i < plot->n; i++) {
    plot->curves[i] = (jn_curve){.label = jn_table_name(plot->table, plot->columns[i]),
                                 .x = jn_table_column(plot->table, x_column),
                                 .y = jn_table_column(plot->table, plot->columns[i]),
                                 .n = jn_table_nrows(plot->table)};
    plot->sizes[i] = size_of(&plot->curves[i]);
  }
  make_panels(plot);
  return !plot->room.failed;
}

static char *draw_plot(table_plot *plot, const jn_plot_options *options) {
  jni_figure figure = new_figure(options, plot->npanels);
  if (!options->title) figure.title = jn_table_title(plot->table);
  if (!options->x_label) figure.x_label = plot->x_label;
  if (options->y_label && plot->npanels == 1) plot->panels[0].y_label = options->y_label;
  figure.curves = plot->curves;
  figure.panels = plot->panels;
  return jni_svg_figure(plot->room.alloc, &figure);
}

static bool columns_exist(const jn_table *table, int x_column, const int *columns, int n) {
  bool ok = n > 0 && x_column >= 0 && x_column < jn_table_ncolumns(table);
  for (int i = 0; ok && i < n; i++) ok = columns[i] >= 0 && columns[i] < jn_table_ncolumns(table);
  return ok;
}

char *jn_plot_table(const jn_alloc *alloc, const jn_table *table, int x_column, const int *columns, int n,
                    const jn_plot_options *options) {
  JNI_ASSERT(table);
  jn_plot_options plain = jn_plot_options_default();
  if (!columns_exist(table, x_column, columns, n)) return NULL;
  table_plot plot = {
      .room = {.alloc = alloc}, .table = table, .columns = columns, .n = n, .log = options && options->log_y};
  char *svg = make_plot(&plot, x_column) ? draw_plot(&plot, options ? options : &plain) : NULL;
  jni_pool_free(&plot.room);
  return svg;
}
