// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// svg_table.c - plots columns of one or several results: panels by unit and magnitude, labels, curve styles.
#include <math.h>
#include <string.h>

#include "base/pool.h"
#include "output/result_table.h"
#include "output/svg/svg.h"

// A curve of the plot: a column of one result.
typedef struct {
  const jn_table *table;
  int column;
  int name, result;  // index of the name of its column; index of its result
  const char *unit;  // unit in which it is plotted
  double size;       // largest absolute value
  bool to_scale;     // a length over a length of comparable range, which needs equal scales
  int level;         // 0: in the panel with the largest values of its unit; 1, 2, ...: in panels of smaller ones
} drawn_column;

typedef struct {
  jni_pool scratch;
  const jn_plot_result *results;
  int nresults, n;
  drawn_column *drawn;  // n: curves with their columns
  jn_curve *curves;     // n: the same as lines of the plot
  jni_panel *panels;    // npanels: by unit in the order of the columns; small values have their own panels
  int npanels;
  bool log;             // the y axes are logarithmic, so that small and large values share a panel
  bool equal, stretch;  // equal scales are used for all lengths over a length; for none
  int *members;         // indices of the curves, sorted by panel
  const char *x_label, *x_unit;
  bool x_is_length;  // x is a length, so that other lengths may be drawn to its scale
} table_plot;

// Number of line styles that can be told apart. With more results than this colours show the results, otherwise line
// styles.
enum { MOST_DASHES = 6 };

static bool same_unit(const table_plot *plot, int i, int k) {
  return strcmp(plot->drawn[k].unit, plot->drawn[i].unit) == 0;
}

// ---- scales ---------------------------------------------------------------------------------------

// A curve is unreadable in one panel with a curve that is large_part times larger. A curve below rounding_part of the
// largest one is only rounding errors.
static const double large_part = 10, rounding_part = 1e-9;

static double size_of(const jn_curve *curve) {
  double most = 0;
  for (int i = 0; i < curve->n; i++)
    if (isfinite(curve->y[i])) most = fmax(most, fabs(curve->y[i]));
  return most;
}

static bool same_column(const table_plot *plot, int i, int k) {
  return plot->drawn[k].name == plot->drawn[i].name && same_unit(plot, i, k);
}

// Returns whether the panel of curve i needs equal scales on both axes: a circle should be round, but a lane change
// over 100 m would be a flat line.
static bool is_to_scale(const table_plot *plot, int i) {
  static const double largest_ratio = 4;
  if (plot->stretch || !plot->x_is_length || strcmp(plot->drawn[i].unit, plot->x_unit) != 0) return false;
  jni_range x = jni_range_empty(), y = jni_range_empty();
  for (int k = 0; k < plot->n; k++) {
    const jn_curve *c = &plot->curves[k];
    if (!same_column(plot, i, k)) continue;
    jni_range_add(&x, false, c->x, c->y, false, c->n);
    jni_range_add(&y, false, c->y, c->x, false, c->n);
  }
  double along = x.high - x.low, across = y.high - y.low;
  return plot->equal || (along <= largest_ratio * across && across <= largest_ratio * along);
}

// Returns the size of the largest curve, among those with the unit of curve i and like it with or without equal scales,
// that is below `limit` and above `rounding`; 0: there is none.
static double largest_below(const table_plot *plot, int i, double limit, double rounding) {
  double most = 0;
  for (int k = 0; k < plot->n; k++) {
    double size = plot->drawn[k].size;
    bool beside = same_unit(plot, i, k) && plot->drawn[k].to_scale == plot->drawn[i].to_scale;
    if (beside && size < limit && size > rounding) most = fmax(most, size);
  }
  return most;
}

// Returns the level of curve i among the curves of its unit; each level has a panel of its own. A level begins with the
// largest curve that is unreadable beside the largest one of the level before. It is 0 on log axes and with equal
// scales.
static int level_of(const table_plot *plot, int i) {
  double largest = largest_below(plot, i, HUGE_VAL, 0), top = largest;
  int level = 0;
  if (plot->log || plot->drawn[i].to_scale) return 0;
  while (plot->drawn[i].size * large_part < top) {
    top = largest_below(plot, i, top / large_part, rounding_part * largest);
    if (top == 0) break;
    level++;
  }
  return level;
}

static void choose_levels(table_plot *plot) {
  // All results of a column get the size of the largest of them, so that they stay in one panel.
  for (int i = 0; i < plot->n; i++)
    for (int k = 0; k < plot->n; k++)
      if (same_column(plot, i, k)) plot->drawn[i].size = fmax(plot->drawn[i].size, plot->drawn[k].size);

  for (int i = 0; i < plot->n; i++) plot->drawn[i].to_scale = is_to_scale(plot, i);
  for (int i = 0; i < plot->n; i++) plot->drawn[i].level = level_of(plot, i);
}

static bool same_panel(const table_plot *plot, int i, int k) {
  const drawn_column *a = &plot->drawn[i], *b = &plot->drawn[k];
  return same_unit(plot, i, k) && a->to_scale == b->to_scale && a->level == b->level;
}

// Returns whether a curve with a smaller number is in the same panel as curve i.
static bool is_repeated(const table_plot *plot, int i) {
  for (int k = 0; k < i; k++) {
    if (same_panel(plot, k, i)) return true;
  }
  return false;
}

// ---- labels ---------------------------------------------------------------------------------------

// Moves a text to the memory of the plot and returns it; NULL if memory is short.
static const char *keep_text(table_plot *plot, jni_text *text) {
  const char *kept =
      text->failed ? NULL : jni_pool_text(&plot->scratch, text->n > 0 ? text->data : "", (size_t)text->n);
  if (!kept) plot->scratch.failed = true;
  jni_text_drop(text);
  return kept;
}

static const char *name_of(const table_plot *plot, int i) {
  return jn_table_name(plot->drawn[i].table, plot->drawn[i].column);
}

static const char *label_with_unit(table_plot *plot, const char *name, const char *unit) {
  jni_text text = jni_text_new(plot->scratch.alloc);
  jni_text_put(&text, name);
  if (unit[0]) jni_text_printf(&text, " (%s)", unit);
  return keep_text(plot, &text);
}

// Returns whether curve i of a panel is the first of its column; the curves of one column (of several results) follow
// each other.
static bool begins_name(const table_plot *plot, const jni_panel *panel, int i) {
  return i == 0 || plot->drawn[panel->members[i]].name != plot->drawn[panel->members[i - 1]].name;
}

// Returns the number of the column of a curve among the columns in its panel, from 0.
static int name_number(const table_plot *plot, const jni_panel *panel, int curve) {
  int number = -1;
  for (int i = 0; i < panel->n; i++) {
    number += begins_name(plot, panel, i);
    if (panel->members[i] == curve) break;
  }
  return number;
}

static int count_names(const table_plot *plot, const jni_panel *panel) {
  return panel->n > 0 ? name_number(plot, panel, panel->members[panel->n - 1]) + 1 : 0;
}

// Returns the label of the y axis of a panel: of a single column its name and unit; of several the quantity and unit,
// or without a unit the names of the columns if they are few and short.
static const char *panel_label(table_plot *plot, const jni_panel *panel) {
  enum { SHORT = 32 };
  const drawn_column *first = &plot->drawn[panel->members[0]];
  if (count_names(plot, panel) == 1) return label_with_unit(plot, name_of(plot, panel->members[0]), first->unit);
  jni_text text = jni_text_new(plot->scratch.alloc);
  for (int i = 0; first->unit[0] == 0 && i < panel->n; i++) {
    if (!begins_name(plot, panel, i)) continue;
    if (i > 0) jni_text_put(&text, ", ");
    jni_text_put(&text, name_of(plot, panel->members[i]));
  }
  if (text.n == 0 || text.n > SHORT) {
    jni_text_clear(&text);
    jni_svg_unit_label(&text, first->unit);
  }
  return keep_text(plot, &text);
}

// ---- styles: colours and dashes for columns and results --------------------------------------------------

static void add_key(jni_panel *panel, jn_curve *keys, jn_curve key) {
  for (int i = 0; i < panel->nkeys; i++)
    if (keys[i].colour == key.colour && keys[i].dash == key.dash) return;
  keys[panel->nkeys++] = key;
}

// Returns the label of curve i for its tooltip, "COLUMN, RESULT", in memory of the plot; NULL if memory is short.
static const char *full_label(table_plot *plot, int i) {
  jni_text text = jni_text_new(plot->scratch.alloc);
  jni_text_put(&text, name_of(plot, i));
  jni_text_put(&text, ", ");
  jni_text_put(&text, plot->results[plot->drawn[i].result].label);
  return keep_text(plot, &text);
}

static void choose_look(table_plot *plot, const jni_panel *panel, bool alone, int i) {
  const drawn_column *d = &plot->drawn[i];
  jn_curve *curve = &plot->curves[i];
  int name = name_number(plot, panel, i) + 1, result = d->result + 1;
  bool by_dash = plot->nresults <= MOST_DASHES;
  curve->label = alone ? plot->results[d->result].label : full_label(plot, i);
  curve->colour = alone || !by_dash ? result : name;
  curve->dash = alone || by_dash ? result : name;
}

static void choose_looks(table_plot *plot, jni_panel *panel) {
  bool alone = count_names(plot, panel) == 1;
  if (plot->nresults == 1) return;
  for (int i = 0; i < panel->n; i++) choose_look(plot, panel, alone, panel->members[i]);
  if (!alone) {
    // Makes the entries of the legend: columns first, then results.
    bool by_dash = plot->nresults <= MOST_DASHES;
    jn_curve *keys = jni_take(&plot->scratch, 2 * (size_t)panel->n, sizeof *keys);
    for (int turn = 0; keys && turn < 2; turn++)
      for (int i = 0; i < panel->n; i++) {
        const jn_curve *curve = &plot->curves[panel->members[i]];
        bool colour = (turn == 0) == by_dash;
        int member = panel->members[i];
        const char *label = turn == 0 ? name_of(plot, member) : plot->results[plot->drawn[member].result].label;
        add_key(panel, keys,
                colour ? (jn_curve){.label = label, .colour = curve->colour}
                       : (jn_curve){.label = label, .dash = curve->dash});
      }
    panel->keys = keys;
  }
}

// ---- the plot ---------------------------------------------------------------------------------------

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
    panel->equal = plot->drawn[i].to_scale;
    panel->y_label = panel_label(plot, panel);
    choose_looks(plot, panel);
    plot->npanels++;
  }
}

// Returns the values of a column converted to *unit. If the units are incompatible, returns the values of the table and
// sets *unit to their unit. NULL: memory is short.
static const double *values_in(table_plot *plot, const jn_table *table, int column, const char **unit) {
  const char *own = jn_table_unit(table, column);
  const double *values = jn_table_column(table, column);
  double factor = jni_unit_factor(own, *unit);
  if (factor == 0) *unit = own;
  if (factor == 0 || factor == 1) return values;
  int n = jn_table_nrows(table);
  double *scaled = jni_doubles(&plot->scratch, (size_t)n);
  for (int i = 0; scaled && i < n; i++) scaled[i] = factor * values[i];
  return scaled;
}

static void add_curve(table_plot *plot, int name, int result, int x_column, int column, const char *unit) {
  const jn_table *table = plot->results[result].table;
  const char *x_unit = plot->x_unit;
  drawn_column *d = &plot->drawn[plot->n];
  jn_curve *curve = &plot->curves[plot->n];
  *d = (drawn_column){.table = table, .column = column, .name = name, .result = result, .unit = unit};
  *curve = (jn_curve){.label = jn_table_name(table, column),
                      .x = values_in(plot, table, x_column, &x_unit),
                      .y = values_in(plot, table, column, &d->unit),
                      .n = jn_table_nrows(table)};
  if (plot->scratch.failed) return;
  d->size = size_of(curve);
  plot->n++;
}

// Makes curves, panels and labels of the plot. columns (nnames x nresults): index of each column in each result, -1:
// the result does not have it; x (nresults): column of the x axis. Returns false if there are no curves
// or memory is short.
static bool make_plot(table_plot *plot, const int *x, const int *columns, int nnames) {
  size_t n = (size_t)nnames * (size_t)plot->nresults;
  plot->drawn = jni_take(&plot->scratch, n, sizeof *plot->drawn);
  plot->curves = jni_take(&plot->scratch, n, sizeof *plot->curves);
  plot->panels = jni_take(&plot->scratch, n, sizeof *plot->panels);
  plot->members = jni_ints(&plot->scratch, n);
  const jn_table *first = plot->results[0].table;
  plot->x_unit = jn_table_unit(first, x[0]);
  plot->x_is_length = x[0] != 0 && jni_unit_is_length(plot->x_unit);
  plot->x_label = label_with_unit(plot, jn_table_name(first, x[0]), plot->x_unit);
  for (int i = 0; i < nnames && !plot->scratch.failed; i++) {
    const char *unit = NULL;
    for (int k = 0; k < plot->nresults; k++) {
      int column = columns[i * plot->nresults + k];
      if (column < 0) continue;
      if (!unit) unit = jn_table_unit(plot->results[k].table, column);
      add_curve(plot, i, k, x[k], column, unit);
    }
  }
  if (!plot->scratch.failed) {
    choose_levels(plot);
    make_panels(plot);
  }
  return !plot->scratch.failed && plot->n > 0;
}

// Returns the title of the results if all have the same one, otherwise "".
static const char *title_of(const table_plot *plot) {
  const char *title = jn_table_title(plot->results[0].table);
  for (int k = 1; k < plot->nresults; k++)
    if (strcmp(jn_table_title(plot->results[k].table), title) != 0) return "";
  return title;
}

static char *draw_plot(table_plot *plot, const jn_plot_options *options) {
  jni_figure figure = jni_plot_figure(options, plot->npanels);
  if (!options->title) figure.title = title_of(plot);
  if (!options->x_label) figure.x_label = plot->x_label;
  if (options->y_label && plot->npanels == 1) plot->panels[0].y_label = options->y_label;
  for (int p = 0; p < plot->npanels; p++)
    plot->panels[p].equal = plot->panels[p].equal || (options->equal && !plot->x_is_length);
  figure.curves = plot->curves;
  figure.panels = plot->panels;
  return jni_svg_figure(plot->scratch.alloc, &figure);
}

static char *plot_columns(const jn_alloc *alloc, const jn_plot_result *results, int nresults, const int *x,
                          const int *columns, int nnames, const jn_plot_options *options) {
  jn_plot_options plain = jn_plot_options_default();
  if (!options) options = &plain;
  table_plot plot = {.scratch = {.alloc = alloc},
                     .results = results,
                     .nresults = nresults,
                     .log = options->log_y,
                     .equal = options->equal,
                     .stretch = options->stretch && !options->equal};
  char *svg = make_plot(&plot, x, columns, nnames) ? draw_plot(&plot, options) : NULL;
  jni_pool_free(&plot.scratch);
  return svg;
}

static bool columns_exist(const jn_table *table, int x_column, const int *columns, int n) {
  bool ok = n > 0 && x_column >= 0 && x_column < jn_table_ncolumns(table);
  for (int i = 0; ok && i < n; i++) ok = columns[i] >= 0 && columns[i] < jn_table_ncolumns(table);
  return ok;
}

char *jn_plot_table(const jn_alloc *alloc, const jn_table *table, int x_column, const int *columns, int n,
                    const jn_plot_options *options) {
  JNI_ASSERT(table);
  const jn_plot_result result = {table, ""};
  if (!columns_exist(table, x_column, columns, n)) return NULL;
  return plot_columns(alloc, &result, 1, &x_column, columns, n, options);
}

char *jn_plot_results(const jn_alloc *alloc, const jn_plot_result *results, int nresults, const char *x,
                      const char *const *names, int n, const jn_plot_options *options) {
  jni_pool scratch = {.alloc = alloc};
  int *xs = jni_ints(&scratch, (size_t)nresults), *columns = jni_ints(&scratch, (size_t)nresults * (size_t)n);
  bool sound = xs && columns && nresults > 0;
  for (int k = 0; sound && k < nresults; k++) {
    xs[k] = x ? jn_table_find(results[k].table, x) : 0;
    sound = xs[k] >= 0;
    for (int i = 0; i < n; i++) columns[i * nresults + k] = jn_table_find(results[k].table, names[i]);
  }
  char *svg = sound ? plot_columns(alloc, results, nresults, xs, columns, n, options) : NULL;
  jni_pool_free(&scratch);
  return svg;
}
