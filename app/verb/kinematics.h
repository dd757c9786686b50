// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kinematics.h - prescribed motion, for `jounce kinematics` and `jounce inverse`.
#ifndef APP_KINEMATICS_H
#define APP_KINEMATICS_H

#include "initial_state.h"
#include "results_sink.h"
#include "run_record.h"

// The table of --motion, in SI units.
typedef struct {
  jn_table *table;     // the table as it was read; NULL: --motion is not given
  const char **names;  // names of its columns without the time
  const char **units;  // units of these columns in the file
  double *times;
  double **columns;
  jn_motion_table motion;
} app_motion_table;

typedef struct {
  double least, most;        // least and largest force of an actuator in the motion, N or N m
  double least_at, most_at;  // times of these values, s
} app_range;

// The forces of a rigid contact over a motion.
typedef struct {
  int rows;                  // at which it was closed
  double least, most;        // least and largest normal force of a point, N
  double least_at, most_at;  // times of these values, s
  double share;              // largest friction over the largest possible at a point that sticks
  bool sticks;               // a point has stuck
  bool pulls, slips;         // impossible: it pulled; it needed more friction than there is
} app_contact_range;

typedef struct {
  app_command *command;
  const char *ending;  // the results have the default name MODEL-ENDING.h5 with this ending (.csv without HDF5)
  app_initial_state start;
  recorded_options recorded;
  app_motion_table motion;
  jn_kinematics *kinematics;
  jn_probe *probe;
  int nprobe, nforces, ncolumns;  // number of outputs, number of actuators, and their sum
  char (*names)[320];             // ncolumns: names of the columns
  const char **list;              // pointers to `names`
  jn_dimension *dimensions;
  char (*units)[64];            // ncolumns: units of the columns
  const char **unit_list;       // pointers to `units`
  double *values;               // ncolumns: values of the last row
  double *poses;                // poses of all bodies in the last row
  double *samples;              // ncolumns values for each time of --at
  app_range *ranges;            // nforces: range of the force of each actuator
  app_contact_range *contacts;  // of each contact of the model: ranges over the motion
  int surplus;                  // largest number of actuators more than needed, over the motion
  // largest load in the motion, N or N m: forces that are rounding errors relative to it are printed as 0
  double load;
  double from, until, step, time;
  long rows;
  double wall_seconds;
  char *default_path;
  const char *path;  // path of the results; NULL: none
  results_sink output, memory;
  jn_table *table;                      // the rows in memory, for plot and report; NULL: not needed
  const char *results, *plot, *report;  // files that were written
  int drawn;                            // number of columns in the plot
  bool interrupted;
} app_prescribed_motion;

// ---- kinematics_motion.c
jn_status motion_read(app_command *command, const char *path, app_motion_table *motion);
void motion_free(app_motion_table *motion);
// ---- kinematics_print.c
void print_prescribed_motion(const app_prescribed_motion *path);
void put_prescribed_motion(app_json *out, const app_prescribed_motion *path);
// ---- kinematics.c
jn_status prescribed_motion_work(app_command *command, const char *ending);

#endif
