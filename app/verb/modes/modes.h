// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// modes.h - results of `jounce modes`, for its text, JSON, pictures and report.
#ifndef APP_MODES_H
#define APP_MODES_H

#include "common/progress.h"
#include "initial_state.h"

enum { MOST_POINTS = 2000 };  // largest number of values of a sweep

// Kind of state about which the equations are linearised (--at).
typedef enum { AT_START, AT_EQUILIBRIUM, AT_TIME } app_where;

typedef struct {
  app_where where;
  double time;                                              // for AT_TIME: end of the run before the linearisation, s
  const char *coordinates;                                  // the typed coordinates; "cartesian" if none are typed
  bool (*progress)(void *context, const jn_progress *now);  // for AT_TIME: progress function of the run
  void *progress_context;
} app_modes_at;

typedef struct {
  app_initial_state start;
  double time;  // time of the state about which was linearised, s
  // coordinates of the linear equations: those of --coordinates, or "joint" if the model has armature
  const char *coordinates;
  jn_linear *linear;
  jn_modes *modes;
} app_modes;

// Calculates the linear equations and their modes. Sets as many members of *found as it can, also on failure; the
// caller must call modes_free in any case.
jn_status modes_calc(app_command *command, const app_modes_at *at, app_modes *found);
void modes_free(app_modes *found);
// returns `part`, or 0 if it is only a rounding error of a number of this size
double modes_clean(double part, double size);

// ---- over a parameter ------------------------------------------------------------------------------------
typedef struct {
  char name[128];   // name of the parameter
  char title[128];  // title of the model
  char unit[48];    // unit of the parameter as typed; "": none
  double from, to;
  int count;
  jn_locus *locus;
} app_sweep;

jn_status sweep_parse(app_command *command, const char *text, app_sweep *sweep);
// Calculates the eigenvalues for all values of the parameter and joins them to branches. Fills *sweep; after
// JN_INTERRUPTED it has the values that were reached.
jn_status sweep_run(app_command *command, const app_modes_at *at, app_sweep *sweep);

// sweep_print prints a summary of the sweep as text. sweep_write writes all eigenvalues as a CSV table, one on each
// line; of a conjugate pair only the one with im > 0.
void sweep_print(const app_sweep *sweep);
jn_status sweep_write(app_command *command, const app_sweep *sweep, const char *path);

void put_modes(app_json *out, const app_modes *found, const app_modes_at *at, const char *name);
void put_sweep(app_json *out, const app_sweep *sweep, const char *name);

// ---- pictures ----------------------------------------------------------------------------------------------
// The functions *_text return an SVG, which the caller frees with jn_text_free (NULL: no memory); the others write it
// to a file. plot_modes: eigenvalues of one state in the complex plane; plot_sweep: branches of a sweep over its
// parameter; plot_locus: these branches in the complex plane.
char *plot_modes_text(const jn_modes *modes, const char *title);
char *plot_sweep_text(const app_sweep *sweep, const char *title);
char *plot_locus_text(const app_sweep *sweep, const char *title);
jn_status plot_modes(app_command *command, const jn_modes *modes, const char *title, const char *path);
jn_status plot_sweep(app_command *command, const app_sweep *sweep, const char *title, const char *path);
jn_status plot_locus(app_command *command, const app_sweep *sweep, const char *title, const char *path);
// Helpers of plots in the complex plane: plot_plane returns labels and size; plot_axis returns how high the imaginary
// axis is drawn. plot_write writes svg (NULL: out of memory) to a file and frees it.
jn_plot_options plot_plane(const char *title);
double plot_axis(double height, double width);
jn_status plot_write(app_command *command, char *svg, const char *path);

#endif
