// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// modes.h - results of `jounce modes`, for its text, JSON, pictures and report.
#ifndef APP_MODES_H
#define APP_MODES_H

#include "common/progress.h"
#include "initial_state.h"

enum { MOST_POINTS = 2000 };  // values of a sweep

// State of --at about which the equations are linearised.
typedef enum { AT_START, AT_EQUILIBRIUM, AT_TIME } app_where;

typedef struct {
  app_where where;
  double time;                                              // AT_TIME: end of the run before the linearisation, s
  const char *coordinates;                                  // as typed; default "cartesian"
  bool (*progress)(void *context, const jn_progress *now);  // AT_TIME: of the run
  void *progress_context;
} app_modes_at;

typedef struct {
  app_initial_state start;
  double time;              // time of the state, s
  const char *coordinates;  // of the linear equations: those of --coordinates, or "joint" if the model has armature
  jn_linear *linear;
  jn_modes *modes;
} app_modes;

// Calculates linear equations and modes. Sets as many members as it can; call modes_free in any case.
jn_status modes_calc(app_command *command, const app_modes_at *at, app_modes *found);
void modes_free(app_modes *found);
double modes_clean(double part, double size);  // returns 0 for a part at the level of rounding of `size`

// ---- over a parameter ------------------------------------------------------------------------------------
typedef struct {
  char name[128];   // of the parameter
  char title[128];  // of the model
  char unit[48];    // of the parameter; "": none was typed
  double from, to;
  int count;
  jn_locus *locus;
} app_sweep;

jn_status sweep_parse(app_command *command, const char *text, app_sweep *sweep);
// Follows the eigenvalues. JN_INTERRUPTED: the locus has the points that were reached.
jn_status sweep_run(app_command *command, const app_modes_at *at, app_sweep *sweep);

// Print the sweep as text, and write all eigenvalues as a CSV table, one line each; of a pair the one with im > 0.
void sweep_print(const app_sweep *sweep);
jn_status sweep_write(app_command *command, const app_sweep *sweep, const char *path);

void put_modes(app_json *out, const app_modes *found, const app_modes_at *at, const char *name);
void put_sweep(app_json *out, const app_sweep *sweep, const char *name);

// ---- pictures: eigenvalues of one state in the complex plane; branches of a sweep over its parameter, and in the
//      complex plane
char *plot_modes_text(const jn_modes *modes, const char *title);  // free with jn_text_free; NULL: no memory
char *plot_sweep_text(const app_sweep *sweep, const char *title);
char *plot_locus_text(const app_sweep *sweep, const char *title);
jn_status plot_modes(app_command *command, const jn_modes *modes, const char *title, const char *path);
jn_status plot_sweep(app_command *command, const app_sweep *sweep, const char *title, const char *path);
jn_status plot_locus(app_command *command, const app_sweep *sweep, const char *title, const char *path);
// Help to plot the complex plane: plot_plane returns labels and size, plot_axis the height of the imaginary axis.
// plot_write writes svg (NULL: out of memory) to a file and frees it.
jn_plot_options plot_plane(const char *title);
double plot_axis(double height, double width);
jn_status plot_write(app_command *command, char *svg, const char *path);

#endif
