// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// svg_sweep.c - plots the table of a sweep: curves over one parameter, a map over two, histograms with random
// parameters only.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/pool.h"
#include "kernel/elementary.h"
#include "output/result_table.h"
#include "output/svg/svg.h"

enum { MOST_GROUPS = 12, MOST_PANELS = 16, MOST_BINS = 60, LABEL = 200 };

typedef struct {
  jni_pool scratch;
  const jn_table *table;
  int parameters[64], nparameters;  // columns of grid parameters with more than one value
  int nrandom;
  const int *columns;  // n: indices of the columns of the outputs that are shown
  int n;
  jn_plot_options options;
} sheet;

static void name_axis(const jn_table *table, int column, char *text) {
  const char *unit = jn_table_unit(table, column);
  snprintf(text, LABEL, unit[0] ? "%.120s (%.60s)" : "%.120s", jn_table_name(table, column), unit);
}

// ---- parameters --------------------------------------------------------------------------------------------------

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// Fills `values` with the distinct finite values of a column in ascending order and returns their number. `values` must
// have space for all rows.
static int distinct(const jn_table *table, int column, double *values) {
  int n = 0, rows = jn_table_nrows(table);
  for (int i = 0; i < rows; i++)
    if (isfinite(jn_table_column(table, column)[i])) values[n++] = jn_table_column(table, column)[i];
  qsort(values, (size_t)n, sizeof *values, ascending);
  int kept = n > 0;
  for (int i = 1; i < n; i++)
    if (values[i] != values[kept - 1]) values[kept++] = values[i];
  return kept;
}

static bool list_varied(sheet *s) {
  double *values = jni_doubles(&s->scratch, (size_t)jn_table_nrows(s->table));
  int n = jn_table_nparameters(s->table) - jn_table_nrandom(s->table);
  for (int i = 1; values && i <= n; i++)
    if (s->nparameters < 64 && distinct(s->table, i, values) > 1) s->parameters[s->nparameters++] = i;
  s->nrandom = jn_table_nrandom(s->table);
  return values != NULL;
}

// ---- histograms --------------------------------------------------------------------------------------------------

typedef struct {
  double low, high, mean, deviation;
  int n;
} spread;

static spread spread_of(const double *y, int rows) {
  spread s = {HUGE_VAL, -HUGE_VAL, 0, 0, 0};
  for (int i = 0; i < rows; i++)
    if (isfinite(y[i])) {
      s.low = fmin(s.low, y[i]);
      s.high = fmax(s.high, y[i]);
      s.mean += y[i];
      s.n++;
    }
  s.mean /= s.n > 0 ? s.n : 1;
  for (int i = 0; i < rows; i++)
    if (isfinite(y[i])) s.deviation += (y[i] - s.mean) * (y[i] - s.mean);
  s.deviation = s.n > 1 ? sqrt(s.deviation / (s.n - 1)) : 0;
  return s;
}

// Sets *curve to the outline of a histogram of the finite ones of `rows` values y, n in number, with 2 n^(1/3) bins
// [Rice's rule], at most MOST_BINS; one bin if they are equal. x, counts: memory for the points of the curve.
static void make_bars(const double *y, int rows, const spread *s, jn_curve *curve, double *x, double *counts) {
  int bins = (int)ceil(2 * jnk_pow(s->n > 0 ? s->n : 1, 1.0 / 3)), k = 0;
  double tally[MOST_BINS] = {0}, width;
  if (bins > MOST_BINS) bins = MOST_BINS;
  if (!(s->high > s->low)) bins = 1;
  width = s->high > s->low ? (s->high - s->low) / bins : 1;
  for (int i = 0; i < rows; i++) {
    int bin = isfinite(y[i]) ? (int)((y[i] - s->low) / width) : -1;
    if (bin >= 0) tally[bin < bins ? bin : bins - 1]++;
  }
  for (int b = 0; b < bins && s->n > 0; b++) {
    double left = s->low + b * width - (s->high > s->low ? 0 : 0.5);
    const double xs[] = {left, left, left + width, left + width}, ys[] = {0, tally[b], tally[b], 0};
    for (int i = 0; i < 4; i++) {
      x[k] = xs[i];
      counts[k++] = ys[i];
    }
  }
  curve->x = x;
  curve->y = counts;
  curve->n = k;
}

static char *draw_histogram(sheet *s, const jn_alloc *alloc) {
  char label[LABEL], axis[LABEL];
  int column = s->columns[0], rows = jn_table_nrows(s->table);
  const double *y = jn_table_column(s->table, column);
  spread of = spread_of(y, rows);
  double *x = jni_doubles(&s->scratch, 4 * MOST_BINS), *counts = jni_doubles(&s->scratch, 4 * MOST_BINS);
  jn_curve curve = {.label = label};
  if (!x || !counts) return NULL;
  make_bars(y, rows, &of, &curve, x, counts);
  name_axis(s->table, column, axis);
  jni_print(label, sizeof label, "%d runs, mean %.6g, standard deviation %.3g", of.n, of.mean, of.deviation);
  s->options.x_label = s->options.x_label ? s->options.x_label : axis;
  s->options.y_label = s->options.y_label ? s->options.y_label : "runs";
  jn_plot_panel panel = {.y_label = s->options.y_label, .curves = &curve, .n = 1};
  return jn_plot_panels(alloc, &panel, 1, &s->options);
}

// ---- curves ------------------------------------------------------------------------------------------------------

// Rows of the table that have the same parameters, except for x and random ones; they become one curve.
typedef struct {
  int row;  // index of its first row
  char label[LABEL];
} group;

static bool same_group(const sheet *s, int x, int a, int b) {
  for (int k = 0; k < s->nparameters; k++) {
    const double *values = jn_table_column(s->table, s->parameters[k]);
    if (s->parameters[k] != x && values[a] != values[b]) return false;
  }
  return true;
}

static void name_group(const sheet *s, int x, group *g) {
  size_t used = 0;
  g->label[0] = 0;
  for (int k = 0; k < s->nparameters && used < LABEL - 1; k++) {
    int c = s->parameters[k];
    if (c == x) continue;
    used += (size_t)jni_print(g->label + used, LABEL - used, "%s%.60s %.4g%s%.30s", used ? ", " : "",
                              jn_table_name(s->table, c), jn_table_column(s->table, c)[g->row],
                              jn_table_unit(s->table, c)[0] ? " " : "", jn_table_unit(s->table, c));
  }
}

static int find_groups(const sheet *s, int x, group *groups) {
  int n = 0;
  for (int i = 0; i < jn_table_nrows(s->table); i++) {
    int k = 0;
    while (k < n && !same_group(s, x, groups[k].row, i)) k++;
    if (k < n || n == MOST_GROUPS) continue;
    groups[n].row = i;
    name_group(s, x, &groups[n++]);
  }
  return n;
}

typedef struct {
  double x, y;
} point;

static int by_x(const void *a, const void *b) { return ascending(&((const point *)a)->x, &((const point *)b)->x); }

// Sets *curve to column `column` over column x for the rows of a group: a line, or separate points if the sweep has
// random parameters. Returns false if memory is short.
static bool make_curve(sheet *s, int x, int column, const group *g, jn_curve *curve) {
  int rows = jn_table_nrows(s->table), n = 0;
  point *points = jni_take(&s->scratch, (size_t)rows, sizeof *points);
  for (int i = 0; points && i < rows; i++)
    if (same_group(s, x, g->row, i))
      points[n++] = (point){jn_table_column(s->table, x)[i], jn_table_column(s->table, column)[i]};
  double *xs = jni_doubles(&s->scratch, (size_t)n), *ys = jni_doubles(&s->scratch, (size_t)n);
  if (s->scratch.failed) return false;
  qsort(points, (size_t)n, sizeof *points, by_x);
  for (int i = 0; i < n; i++) {
    xs[i] = points[i].x;
    ys[i] = points[i].y;
  }
  *curve = (jn_curve){.label = g->label, .x = xs, .y = ys, .n = n, .points = s->nrandom > 0};
  return true;
}

static char *draw_curves(sheet *s, const jn_alloc *alloc, int x) {
  group *groups = jni_take(&s->scratch, MOST_GROUPS, sizeof *groups);
  int n = groups ? find_groups(s, x, groups) : 0, npanels = s->n < MOST_PANELS ? s->n : MOST_PANELS;
  jn_plot_panel *panels = jni_take(&s->scratch, (size_t)npanels, sizeof *panels);
  jn_curve *curves = jni_take(&s->scratch, (size_t)npanels * (size_t)n, sizeof *curves);
  char *labels = jni_take(&s->scratch, (size_t)npanels + 1, LABEL);
  if (s->scratch.failed) return NULL;
  for (int p = 0; p < npanels; p++) {
    name_axis(s->table, s->columns[p], labels + p * LABEL);
    for (int k = 0; k < n; k++)
      if (!make_curve(s, x, s->columns[p], &groups[k], &curves[p * n + k])) return NULL;
    if (n == 1) curves[p].label = NULL;
    panels[p] = (jn_plot_panel){labels + p * LABEL, curves + p * n, n};
  }
  name_axis(s->table, x, labels + npanels * LABEL);
  if (!s->options.x_label) s->options.x_label = labels + npanels * LABEL;
  return jn_plot_panels(alloc, panels, npanels, &s->options);
}

// ---- maps --------------------------------------------------------------------------------------------------------

static int find_value(const double *values, int n, double value) {
  const double *at = bsearch(&value, values, (size_t)n, sizeof *values, ascending);
  return at ? (int)(at - values) : -1;
}

// Returns the SVG of a map of the first output over two parameters, the second one upwards; where several runs have
// equal parameters, their mean is shown. NULL: memory is short.
static char *draw_map(sheet *s, const jn_alloc *alloc) {
  const jn_table *t = s->table;
  int rows = jn_table_nrows(t), cx = s->parameters[0], cy = s->parameters[1];
  char labels[3][LABEL];
  double *x = jni_doubles(&s->scratch, (size_t)rows), *y = jni_doubles(&s->scratch, (size_t)rows);
  if (s->scratch.failed) return NULL;
  int nx = distinct(t, cx, x), ny = distinct(t, cy, y);
  size_t ncells = (size_t)nx * (size_t)ny;
  double *z = jni_doubles(&s->scratch, ncells), *counts = jni_doubles(&s->scratch, ncells);
  for (int i = 0; !s->scratch.failed && i < rows; i++) {
    int ix = find_value(x, nx, jn_table_column(t, cx)[i]), iy = find_value(y, ny, jn_table_column(t, cy)[i]);
    double value = jn_table_column(t, s->columns[0])[i];
    if (ix < 0 || iy < 0 || !isfinite(value)) continue;
    size_t at = (size_t)ix + (size_t)nx * (size_t)iy;
    z[at] += value;
    counts[at]++;
  }
  for (size_t i = 0; !s->scratch.failed && i < ncells; i++) z[i] = counts[i] > 0 ? z[i] / counts[i] : (double)NAN;
  name_axis(t, cx, labels[0]);
  name_axis(t, cy, labels[1]);
  name_axis(t, s->columns[0], labels[2]);
  jn_plot_map map = {.x = x, .y = y, .z = z, .nx = nx, .ny = ny, .z_label = labels[2]};
  jn_plot_options options = s->options;
  if (!options.x_label) options.x_label = labels[0];
  if (!options.y_label) options.y_label = labels[1];
  return s->scratch.failed ? NULL : jn_plot_map_svg(alloc, &map, &options);
}

// ---- choice of the plot ------------------------------------------------------------------------------------------

char *jn_plot_sweep(const jn_alloc *alloc, const jn_table *table, const char *x, const int *columns, int n,
                    const jn_plot_options *options) {
  JNI_ASSERT(table && columns && n > 0);
  sheet s = {.scratch = {.alloc = alloc}, .table = table, .columns = columns, .n = n};
  s.options = options ? *options : jn_plot_options_default();
  if (!s.options.title) s.options.title = jn_table_title(table);
  char *svg = NULL;
  int over = x ? jn_table_find(table, x) : -1;
  if (!list_varied(&s)) svg = NULL;
  else if (over >= 0) svg = draw_curves(&s, alloc, over);
  else if (s.nparameters == 0 && s.nrandom > 0) svg = draw_histogram(&s, alloc);
  else if (s.nparameters == 2) svg = draw_map(&s, alloc);
  else svg = draw_curves(&s, alloc, s.nparameters > 0 ? s.parameters[0] : 0);
  jni_pool_free(&s.scratch);
  return svg;
}
