// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kinematics.h - what `jounce kinematics` and `jounce inverse` share: a prescribed motion, row by row.
#ifndef APP_KINEMATICS_H
#define APP_KINEMATICS_H

#include "initial_state.h"
#include "results_sink.h"
#include "run_record.h"

// A table of motion in SI units.
typedef struct {
  jn_table *table;     // as read; NULL: none
  const char **names;  // without time
  const char **units;  // of the file
  double *times;
  double **columns;
  jn_motion_table motion;
} app_motion;

typedef struct {
  double least, most;        // of one actuator, N or N m
  double least_at, most_at;  // s
} app_range;

typedef struct {
  app_command *command;
  const char *ending;  // of the default name of the results, without .h5
  app_initial_state start;
  recorded_options asked;
  app_motion motion;
  jn_kinematics *kinematics;
  jn_probe *probe;
  int nprobe, nforces, ncolumns;  // outputs; actuators; both
  char (*names)[320];             // ncolumns
  const char **list;              // the same
  jn_dimension *dimensions;
  char (*units)[64];       // ncolumns
  const char **unit_list;  // the same
  double *values;          // ncolumns: the last row
  double *poses;           // of all bodies there
  double *samples;         // of --at, ncolumns each
  app_range *ranges;       // nforces
  int surplus;             // most
  double load;             // largest, N and N m: forces that are rounding beside it are told as zero
  double from, until, step, time;
  long rows;
  double wall_seconds;
  char *default_path;
  const char *path;  // of the results, NULL: none
  results_sink output, memory;
  jn_table *table;                      // rows in memory, for plot and report
  const char *results, *plot, *report;  // written
  int drawn;                            // columns in the plot
  bool interrupted;
} app_path;

// ---- kinematics_motion.c
jn_status motion_read(app_command *command, const char *path, app_motion *motion);
void motion_free(app_motion *motion);
// ---- kinematics_tell.c
void print_path(const app_path *path);
void put_path(app_json *out, const app_path *path);
// ---- kinematics.c
jn_status path_work(app_command *command, const char *ending);

#endif
