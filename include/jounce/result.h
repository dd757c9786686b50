// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// result.h - results on disk (HDF5, CSV), tables, plots (SVG) and the one-page report (HTML).
//
// A result is a table with one row per time and one column per output y, in SI units:
//   t_k = k * output step,   y_1(t_k), y_2(t_k), ...
// A run sends its rows to sinks (simulate.h): a file, or a table in memory.
//
// Example: a run collected in memory, and its plot.
//
//   #include <jounce/result.h>
//   #include <string.h>
//   int main(void) {
//     const jn_setting shorter = {"simulate.until", "0.5"};
//     jn_model *model = jn_model_read(NULL, "models/examples/pendulum.yaml", &shorter, 1, NULL);
//     jn_table *table = jn_table_new(NULL);
//     jn_sink *sink = jn_table_sink(table);
//     jn_run_options options = jn_run_options_default();
//     options.sinks = &sink;
//     options.nsinks = 1;
//     jn_run *run = jn_run_new(model, &options, NULL);
//     if (!run || jn_run_execute(run, NULL) != JN_OK) return 1;
//     const int columns[] = {jn_table_find(table, "bar.tip.x"), jn_table_find(table, "bar.tip.y")};
//     char *svg = jn_plot_table(NULL, table, 0, columns, 2, NULL);  // over time; jn_text_write puts it into a file
//     bool good = svg && strstr(svg, "</svg>") && jn_table_nrows(table) == 51 && jn_table_column(table, 0)[50] == 0.5;
//     jn_text_free(NULL, svg);
//     jn_run_free(run);
//     jn_table_free(table);
//     jn_model_free(model);
//     return good ? 0 : 1;
//   }
#ifndef JOUNCE_RESULT_H
#define JOUNCE_RESULT_H

#include "jounce/compare.h"
#include "jounce/linear.h"
#include "jounce/record.h"

#ifdef __cplusplus
extern "C" {
#endif

// A file that stores the rows of a run as they are computed. The ending determines the format: .h5 or .hdf5, .csv.
typedef struct jn_result_file jn_result_file;
JN_API jn_result_file *jn_result_create(const jn_alloc *alloc, const char *path, jn_report *report);
// Opens an HDF5 result to continue it from its last checkpoint (for jn_run_options.resume). Rows after the checkpoint
// are dropped when the run begins.
JN_API jn_result_file *jn_result_continue(const jn_alloc *alloc, const char *path, jn_report *report);
JN_API const double *jn_result_checkpoint(const jn_result_file *file, int *n);
// Returns the last checkpoint from which a run to `until` can continue (jn_checkpoint_end); later rows are dropped.
JN_API const double *jn_result_checkpoint_to(jn_result_file *file, double until, int *n);
JN_API jn_sink *jn_result_sink(jn_result_file *file);
// Returns the message of the first failure ("cannot write rows to out.h5: no space left on device"); "": none.
JN_API const char *jn_result_message(const jn_result_file *file);
JN_API void *jn_result_close(jn_result_file *file);
JN_API bool jn_result_has_hdf5(void);  // built with HDF5
// Returns whether a name is that of a result: its ending is that of a format, or it is a device or a pipe, which
// receive CSV.
JN_API bool jn_result_is_file(const char *path);

// A result in memory, read from a file or collected from a run.
typedef struct jn_table jn_table;
JN_API jn_table *jn_table_new(const jn_alloc *alloc);
JN_API jn_sink *jn_table_sink(jn_table *table);  // collects a run in memory
JN_API jn_table *jn_table_read(const jn_alloc *alloc, const char *path, jn_report *report);
JN_API void *jn_table_free(jn_table *table);
JN_API int jn_table_nrows(const jn_table *table);
JN_API int jn_table_ncolumns(const jn_table *table);  // including column 0, the time
JN_API const char *jn_table_name(const jn_table *table, int column);
JN_API const char *jn_table_unit(const jn_table *table, int column);
JN_API const double *jn_table_column(const jn_table *table, int column);  // nrows values
JN_API int jn_table_find(const jn_table *table, const char *name);        // -1: none
JN_API const char *jn_table_title(const jn_table *table);
// Return the status of the run as text (jn_status_text, "unfinished", or "" if unknown), and the hash of its final
// state as 16 hexadecimal digits, or "".
JN_API const char *jn_table_status(const jn_table *table);
JN_API const char *jn_table_state_hash(const jn_table *table);
JN_API const jn_record *jn_table_record(const jn_table *table);  // NULL: unknown, as for CSV files
// Returns the summary of the run; NULL: unknown, as for CSV files and unfinished runs. That of a file has neither
// choices (see the record) nor texts.
JN_API const jn_summary *jn_table_summary(const jn_table *table);
// Return for the table of a sweep (sweep.h) the number of parameters, which are the columns from 1 on, and the number
// of random ones, which are the last of them; 0 for the result of a run.
JN_API int jn_table_nparameters(const jn_table *table);
JN_API int jn_table_nrandom(const jn_table *table);
// Poses of the bodies in every row, in single precision. HDF5 files contain them; a table stores them only after
// jn_table_keep_poses, for the next run, or if it is read by jn_table_read_poses.
JN_API void jn_table_keep_poses(jn_table *table);
JN_API jn_table *jn_table_read_poses(const jn_alloc *alloc, const char *path, jn_report *report);
JN_API int jn_table_nbodies(const jn_table *table);                 // without the ground; 0: no poses
JN_API const char *jn_table_body(const jn_table *table, int body);  // name of the body
// Returns JN_POSE numbers for each body, which may be NaN; NULL: none.
JN_API const float *jn_table_poses(const jn_table *table, int row);

// ---- pictures -------------------------------------------------------------------------------
typedef struct {
  const char *title, *x_label, *y_label;  // labels with units: "time (s)"; NULL: made from the columns
  int width, height;                      // px; 0: 800 x 450, for comparisons by the number of curves
  bool log_x, log_y;
  // Equal scales of both axes: always, or never. By default plots of lengths over lengths have them if neither range is
  // more than four times the other.
  bool equal, stretch;
  int cookie;
} jn_plot_options;

typedef struct {
  const char *label;
  const double *x, *y;
  int n;
  bool points;  // markers instead of a line
  // Numbers, from 1, of the colour, and of the line style with its markers. 0: colour and style by the index of the
  // curve, without markers; only `marker` 0: a solid line.
  int colour, marker;
  bool filled;  // filled markers
  int dash;     // number, from 1, of the line style of a curve with a colour and without markers
} jn_curve;

JN_API jn_plot_options jn_plot_options_default(void);
// All functions below return a text that the caller frees with jn_text_free, or NULL if memory ran out. options NULL:
// the defaults.

// Plots curves in one panel.
JN_API char *jn_plot_curves(const jn_alloc *alloc, const jn_curve *curves, int n, const jn_plot_options *options);
// Plots panels one below the other over one x axis. Curves without a label, which must be the last of their panel, are
// omitted from its legend.
typedef struct {
  const char *y_label;
  const jn_curve *curves;
  int n;
} jn_plot_panel;
JN_API char *jn_plot_panels(const jn_alloc *alloc, const jn_plot_panel *panels, int n, const jn_plot_options *options);
// Draws the mechanism in each of the first 24 modes, with animation. Returns NULL unless the system is in cartesian
// coordinates.
JN_API char *jn_plot_modes(const jn_alloc *alloc, const jn_system *system, const double *state, const jn_modes *modes,
                           const char *title);
// Plots columns of a table over another one (0: time), with a panel for each unit.
JN_API char *jn_plot_table(const jn_alloc *alloc, const jn_table *table, int x_column, const int *columns, int n,
                           const jn_plot_options *options);
// Plots columns of several results by name. A result without a column is omitted there; units of one quantity are
// converted to that of the first result. In a panel with one column colour and line style show the result; with several
// columns the colour shows the column and the line style the result.
typedef struct {
  const jn_table *table;
  const char *label;  // in the legend
} jn_plot_result;
JN_API char *jn_plot_results(const jn_alloc *alloc, const jn_plot_result *results, int nresults, const char *x,
                             const char *const *names, int n, const jn_plot_options *options);
// A map: values over two variables, shown as colours.
typedef struct {
  const double *x, *y;  // ascending
  int nx, ny;
  const double *z;      // ny x nx; not finite: no value
  const char *z_label;  // of the colour scale
} jn_plot_map;
JN_API char *jn_plot_map_svg(const jn_alloc *alloc, const jn_plot_map *map, const jn_plot_options *options);
// Plots the table of a sweep: columns over the parameter `x`, with a curve for each combination of the others. x NULL:
// over the only parameter, or a map of the first column over two, or its histogram if all parameters are random.
JN_API char *jn_plot_sweep(const jn_alloc *alloc, const jn_table *table, const char *x, const int *columns, int n,
                           const jn_plot_options *options);
// A number of a summary with name and unit, as reports show it. Counts that are 0 in most runs are listed only if they
// are not 0.
typedef struct {
  const char *group;        // "Accuracy" or "Work"
  const char *name, *unit;  // unit "": none
  double value;
  int digits;  // significant digits; 0: an integer
} jn_fact;
enum { JN_MOST_FACTS = 64 };
JN_API int jn_summary_facts(const jn_summary *summary, jn_fact *facts);  // returns their number, <= JN_MOST_FACTS
// Writes a self-contained HTML page: summary, choices, plots of all columns grouped by unit, warnings.
JN_API char *jn_report_page(const jn_alloc *alloc, const jn_table *table, const jn_summary *summary,
                            const jn_report *messages);
// Writes the same page with a picture of the mechanism, an SVG text (jn_picture_svg); NULL: none.
JN_API char *jn_report_page_with(const jn_alloc *alloc, const jn_table *table, const jn_summary *summary,
                                 const char *picture, const jn_report *messages);
// Write a comparison as a table for a terminal, as a plot of error over CPU time (or over evaluations, which do not
// depend on the machine), and as a self-contained page. Unless verbose, a long table shows only the best of each pair
// of formulation and integrator, and many failures only by their keywords. Columns that do not fit into `width`
// characters are omitted, the least important first; width 0: all columns.
JN_API char *jn_compare_table(const jn_alloc *alloc, const jn_comparison *comparison, bool verbose, int width);
JN_API char *jn_compare_plot(const jn_alloc *alloc, const jn_comparison *comparison, bool over_evaluations,
                             const jn_plot_options *options);
JN_API char *jn_compare_page(const jn_alloc *alloc, const jn_comparison *comparison, const jn_report *messages);
// Writes a text to a file, completely or not at all, with a fault in the report ("cannot write X: no space left on
// device").
JN_API jn_status jn_text_write(const char *path, const char *text, jn_report *report);

#ifdef __cplusplus
}
#endif
#endif
