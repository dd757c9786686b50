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
//     options.sinks = &sink, options.nsinks = 1;
//     jn_run *run = jn_run_new(model, &options, NULL);
//     if (!run || jn_run_execute(run, NULL) != JN_OK) return 1;
//     const int columns[] = {jn_table_find(table, "bar.tip.x"), jn_table_find(table, "bar.tip.y")};
//     char *svg = jn_plot_table(NULL, table, 0, columns, 2, NULL);  // over time; jn_text_write puts it into a file
//     bool good = svg && strstr(svg, "</svg>") && jn_table_nrows(table) == 51 && jn_table_column(table, 0)[50] == 0.5;
//     jn_text_free(NULL, svg), jn_run_free(run), jn_table_free(table), jn_model_free(model);
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

// A file that takes the rows of a run as they come. The kind follows from the ending: .h5 or .hdf5, .csv.
typedef struct jn_result_file jn_result_file;
JN_API jn_result_file *jn_result_create(const jn_alloc *alloc, const char *path, jn_report *report);
// Opens an HDF5 result to continue: rows after its last checkpoint are dropped when the run begins. The checkpoint is
// for jn_run_options.resume.
JN_API jn_result_file *jn_result_continue(const jn_alloc *alloc, const char *path, jn_report *report);
JN_API const double *jn_result_checkpoint(const jn_result_file *file, int *n);
// The last one that a run to `until` can go on from (jn_checkpoint_end); rows after it are dropped.
JN_API const double *jn_result_checkpoint_to(jn_result_file *file, double until, int *n);
JN_API jn_sink *jn_result_sink(jn_result_file *file);
// The sentence of the last failure ("cannot write rows to out.h5: no space left on device").
JN_API const char *jn_result_message(const jn_result_file *file);
JN_API void *jn_result_close(jn_result_file *file);
JN_API bool jn_result_has_hdf5(void);  // was built with HDF5

// A result read back (or collected in memory) as a table.
typedef struct jn_table jn_table;
JN_API jn_table *jn_table_new(const jn_alloc *alloc);
JN_API jn_sink *jn_table_sink(jn_table *table);  // collects a run in memory
JN_API jn_table *jn_table_read(const jn_alloc *alloc, const char *path, jn_report *report);
JN_API void *jn_table_free(jn_table *table);
JN_API int jn_table_nrows(const jn_table *table);
JN_API int jn_table_ncolumns(const jn_table *table);  // with time, which is column 0
JN_API const char *jn_table_name(const jn_table *table, int column);
JN_API const char *jn_table_unit(const jn_table *table, int column);
JN_API const double *jn_table_column(const jn_table *table, int column);  // nrows values
JN_API int jn_table_find(const jn_table *table, const char *name);        // -1: none
JN_API const char *jn_table_title(const jn_table *table);
// How the run ended: jn_status_text of its status, "unfinished" while it has not; "" where it is not known. The hash of
// its final state as 16 hexadecimal digits, or "".
JN_API const char *jn_table_status(const jn_table *table);
JN_API const char *jn_table_state_hash(const jn_table *table);
JN_API const jn_record *jn_table_record(const jn_table *table);  // what was run; NULL: not known, as of CSV files
// Its numbers, NULL: not known, as of CSV files and of runs without an end. Of a file it has neither choices (the
// record has them) nor texts.
JN_API const jn_summary *jn_table_summary(const jn_table *table);
// Of the table of a sweep (sweep.h): how many of its columns are parameters, from column 1 on, and how many of these,
// the last ones, are random; 0: it is the result of a run.
JN_API int jn_table_nparameters(const jn_table *table);
JN_API int jn_table_nrandom(const jn_table *table);
// Where the bodies are in every row, in single precision. HDF5 files have it; a table takes it from a run, or from a
// file, when it is asked to.
JN_API void jn_table_keep_poses(jn_table *table);  // of the next run
JN_API jn_table *jn_table_read_poses(const jn_alloc *alloc, const char *path, jn_report *report);
JN_API int jn_table_nbodies(const jn_table *table);                 // without the ground; 0: no poses are known
JN_API const char *jn_table_body(const jn_table *table, int body);  // its name
JN_API const float *jn_table_poses(const jn_table *table,
                                   int row);  // JN_POSE numbers of each body, perhaps NaN; or NULL

// ---- pictures -------------------------------------------------------------------------------
typedef struct {
  const char *title, *x_label, *y_label;  // labels with units: "time (s)"; NULL: made from the columns
  int width, height;                      // pixels; 0: 800 x 450, of comparisons by how many there are
  bool log_x, log_y;
  // One scale for both axes, as lengths over lengths have by themselves where neither extent is more than four times
  // the other; or never.
  bool equal, stretch;
  int cookie;
} jn_plot_options;

typedef struct {
  const char *label;
  const double *x, *y;
  int n;
  bool points;  // markers instead of a line
  // 1, 2, ...: this colour, and this line style with markers at the points; 0: by its place, without markers. A colour
  // alone: a solid line.
  int colour, marker;
  bool filled;  // its markers
  int dash;     // 1, 2, ...: with a colour and without markers, this line style
} jn_curve;

JN_API jn_plot_options jn_plot_options_default(void);
// All of these return a text to be freed with jn_text_free, NULL: no memory. options NULL: the defaults.
// Curves in one panel.
JN_API char *jn_plot_curves(const jn_alloc *alloc, const jn_curve *curves, int n, const jn_plot_options *options);
// Panels one below the other over one x axis. Curves without a label, which come last in their panel, are drawn but not
// in its legend.
typedef struct {
  const char *y_label;
  const jn_curve *curves;
  int n;
} jn_plot_panel;
JN_API char *jn_plot_panels(const jn_alloc *alloc, const jn_plot_panel *panels, int n, const jn_plot_options *options);
// A sheet with the mechanism in each of its modes (the first 24), which SVG viewers also show in motion. System and
// state in cartesian coordinates, otherwise NULL.
JN_API char *jn_plot_modes(const jn_alloc *alloc, const jn_system *system, const double *state, const jn_modes *modes,
                           const char *title);
// Columns of a table over another one (0: time); columns of different units get panels of their own.
JN_API char *jn_plot_table(const jn_alloc *alloc, const jn_table *table, int x_column, const int *columns, int n,
                           const jn_plot_options *options);
// Columns of several results over each other, by name. A result that does not have a column is left out there; units of
// one quantity are converted to that of the first. A panel with one column tells the results apart by colour and line
// style, one with several columns the columns by colour and the results by line style.
typedef struct {
  const jn_table *table;
  const char *label;  // in the legend
} jn_plot_result;
JN_API char *jn_plot_results(const jn_alloc *alloc, const jn_plot_result *results, int nresults, const char *x,
                             const char *const *names, int n, const jn_plot_options *options);
// A map: values over two variables as colours.
typedef struct {
  const double *x, *y;  // ascending
  int nx, ny;
  const double *z;      // ny rows of nx; not finite: no value
  const char *z_label;  // of the scale
} jn_plot_map;
JN_API char *jn_plot_map_svg(const jn_alloc *alloc, const jn_plot_map *map, const jn_plot_options *options);
// The table of a sweep: columns over the parameter `x`, with a curve for each value of the others. x NULL: over the
// only parameter, as a map of the first column over two, as its histogram where parameters are random alone.
JN_API char *jn_plot_sweep(const jn_alloc *alloc, const jn_table *table, const char *x, const int *columns, int n,
                           const jn_plot_options *options);
// The numbers of a summary with their names and units, as reports show them; what most runs have none of is left out
// where it is 0.
typedef struct {
  const char *group;        // "Accuracy" or "Work"
  const char *name, *unit;  // unit "": none
  double value;
  int digits;  // that are worth showing; 0: a whole number
} jn_fact;
enum { JN_MOST_FACTS = 64 };
JN_API int jn_summary_facts(const jn_summary *summary, jn_fact *facts);  // at most JN_MOST_FACTS
// One self-contained page: summary, choices, plots of all columns (grouped by unit), warnings.
JN_API char *jn_report_page(const jn_alloc *alloc, const jn_table *table, const jn_summary *summary,
                            const jn_report *messages);
// The same with a picture of the mechanism, an SVG text (jn_picture_svg); NULL: without.
JN_API char *jn_report_page_with(const jn_alloc *alloc, const jn_table *table, const jn_summary *summary,
                                 const char *picture, const jn_report *messages);
// A comparison as lines for a terminal, as a picture of error over CPU time (or over evaluations, which does not depend
// on the machine), and as one self-contained page. Unless verbose, a long list shows the best of each pair of
// formulation and integrator, and many failures show their words alone. Columns that do not fit into `width` characters
// are omitted, the least important first; width 0: all are shown.
JN_API char *jn_compare_table(const jn_alloc *alloc, const jn_comparison *comparison, bool verbose, int width);
JN_API char *jn_compare_plot(const jn_alloc *alloc, const jn_comparison *comparison, bool over_evaluations,
                             const jn_plot_options *options);
JN_API char *jn_compare_page(const jn_alloc *alloc, const jn_comparison *comparison, const jn_report *messages);
// Writes a text to a file, whole or with a fault in the report ("cannot write X: no space left on device").
JN_API jn_status jn_text_write(const char *path, const char *text, jn_report *report);

#ifdef __cplusplus
}
#endif
#endif
