// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mechanism_picture.c - see mechanism_picture.h.
#include "mechanism_picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"
#include "contact_arrows.h"

jn_status picture_check_path(app_command *command, const char *option, const char *path, bool dash) {
  if (!path || jn_file_format_of(path) == JN_FORMAT_SVG) return JN_OK;
  if (!dash || strcmp(path, "-") != 0)
    return usage_fault(command, "a picture is an .svg file, but --%s is '%s'", option, path);
  if (command->options.json) return usage_fault(command, "--%s - and --json both write to standard output", option);
  return JN_OK;
}

static bool read_part(const char *text, size_t length, double *value) {
  char part[40], why[160];
  jn_dimension dimension;
  bool has_unit = false;
  if (length >= sizeof part) return false;
  memcpy(part, text, length);
  part[length] = '\0';
  return jn_unit_parse(part, value, &dimension, &has_unit, why, sizeof why) && !has_unit && isfinite(*value);
}

// Parses the value of --view, an axis or three numbers, into view[]. Returns false if it is neither.
static bool read_view(const char *text, double view[3]) {
  bool against = text[0] == '-';
  if (text[against] >= 'x' && text[against] <= 'z' && !text[against + 1]) {
    view[text[against] - 'x'] = against ? -1 : 1;
    return true;
  }
  for (int i = 0; i < 3; i++) {
    size_t length = strcspn(text, ",");
    if (!read_part(text, length, &view[i]) || (text[length] == ',') != (i < 2)) return false;
    text += length + 1;
  }
  return fabs(view[0]) + fabs(view[1]) + fabs(view[2]) > 0;
}

static bool is_named_view(const char *text) {
  return strcmp(text, "front") == 0 || strcmp(text, "side") == 0 || strcmp(text, "top") == 0;
}

jn_status picture_check_view(app_command *command) {
  const char *text = command->options.view;
  double view[3] = {0, 0, 0};
  if (!text || is_named_view(text) || read_view(text, view)) return JN_OK;
  return usage_fault(command, "--view is a viewpoint such as front, side, top, x, -y or 1,-2,0.5, but got '%s'", text);
}

jn_status picture_check_about(app_command *command, const jn_model *model) {
  const char *name = command->options.about;
  if (!name || jn_model_find_body(model, name).i > 0) return JN_OK;
  return usage_fault(command, "--about is a body of the model, but there is no body '%.100s'", name);
}

// Returns the SVG of the mechanism with arrows, in these poses or, if poses is NULL, at the state. The viewpoint is
// chosen for the state in both cases. Returns NULL with a fault in the report.
static char *make_text(app_command *command, const jn_system *system, const double *state, const double *poses,
                       const jn_arrow *arrows, int narrows, const char *title) {
  double *start = calloc((size_t)jn_model_nbodies(jn_system_model(system)), JN_POSE * sizeof *start);
  bool has_start = start && jn_calc_poses(system, state, start) == JN_OK;
  jn_picture *picture = !has_start ? NULL
                        : poses    ? jn_picture_new_at(NULL, system, poses)
                                   : jn_picture_new(NULL, system, state);
  jn_picture_options how = jn_picture_options_default();
  how.title = title;
  how.seen = start;
  how.arrows = arrows;
  how.narrows = narrows;
  if (command->options.about) how.about = jn_model_find_body(jn_system_model(system), command->options.about);
  const char *view = command->options.view;
  if (view && picture && !jn_picture_view(picture, view, how.view)) read_view(view, how.view);
  char *svg = picture ? jn_picture_svg(picture, &how) : NULL;
  free(start);
  if (!svg) jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the picture");
  jn_picture_free(picture);
  return svg;
}

static jn_status write_text(app_command *command, const char *path, char *svg) {
  if (!svg) return JN_NO_MEMORY;
  jn_status status = JN_OK;
  if (strcmp(path, "-") == 0) fputs(svg, stdout);
  else status = jn_text_write(path, svg, command->report);
  jn_text_free(NULL, svg);
  return status;
}

char *picture_text(app_command *command, const jn_system *system, const double *state) {
  return make_text(command, system, state, NULL, NULL, 0, shown_name(command, jn_system_model(system)));
}

char *picture_start_text(app_command *command, const jn_system *system, const double *state) {
  jn_arrow *arrows;
  int n = contact_arrows_start(system, state, &arrows);
  char *svg = make_text(command, system, state, NULL, arrows, n, shown_name(command, jn_system_model(system)));
  free(arrows);
  return svg;
}

jn_status picture_write(app_command *command, const jn_system *system, const double *state, const char *path) {
  return write_text(command, path, picture_start_text(command, system, state));
}

// ---- poses of a result ---------------------------------------------------------------------------------------------

// signals that make up the pose of a body, ended by NULL
static const char *const plane_pose[] = {"x", "y", "angle", NULL}, *const space_pose[] = {"x",  "y",  "z",  "qw",
                                                                                          "qx", "qy", "qz", NULL};
static const char *pose_signal(const jn_model *model, jn_body body, int i) {
  bool in_plane = jn_model_space(model) == JN_PLANE;
  if (jn_model_body_is_particle(model, body) && i >= (in_plane ? 2 : 3)) return NULL;
  return in_plane ? plane_pose[i] : space_pose[i];
}

static void signal_name(const jn_model *model, jn_body body, int i, char *name, size_t size) {
  snprintf(name, size, "%s.%s", jn_model_body_name(model, body), pose_signal(model, body, i));
}

bool pose_probes(const app_options *options, const jn_model *model, text_list *probes) {
  char name[320];
  for (int i = 0; i < options->probes.n; i++)
    if (!text_list_add(probes, options->probes.items[i], strlen(options->probes.items[i]))) return false;
  for (int b = 1; options->poses && b < jn_model_nbodies(model); b++)
    for (int i = 0; pose_signal(model, (jn_body){b}, i); i++) {
      signal_name(model, (jn_body){b}, i, name, sizeof name);
      if (!text_list_add(probes, name, strlen(name))) return false;
    }
  return true;
}

// Returns whether a column "BODY.SIGNAL" has one of these signals of a pose, and the table has columns of all of them
// for the same body. length: length of the prefix "BODY.".
static bool is_of_pose(const jn_table *table, const char *column, size_t length, const char *const *signals) {
  char name[320];
  bool found = false;
  for (int i = 0; signals[i]; i++) {
    snprintf(name, sizeof name, "%.*s%s", (int)length, column, signals[i]);
    if (jn_table_find(table, name) < 0) return false;
    found = found || strcmp(name, column) == 0;
  }
  return found;
}

bool pose_has_column(const jn_table *table, const char *column) {
  const char *dot = strrchr(column, '.');
  if (!dot || dot - column > 250 || strncmp(column, "joint.", 6) == 0) return false;
  size_t length = (size_t)(dot - column) + 1;
  return is_of_pose(table, column, length, plane_pose) || is_of_pose(table, column, length, space_pose);
}

// Returns the index of the row whose time is nearest; time NaN: the last row; -1: there are no rows.
static int find_row(const jn_table *table, double time) {
  const double *t = jn_table_column(table, 0);
  int best = jn_table_nrows(table) - 1;
  for (int i = 0; i < jn_table_nrows(table) && !isnan(time); i++)
    if (fabs(t[i] - time) < fabs(t[best] - time)) best = i;
  return best;
}

// Returns whether a table is a result of the model: if it has a record by the model's name, else by columns that begin
// with the name of a body.
static bool is_of_model(app_command *command, const jn_model *model, const jn_table *table) {
  const jn_record *record = jn_table_record(table);
  if (record) return strcmp(jn_record_model(record), shown_name(command, model)) == 0;
  for (int b = 1; b < jn_model_nbodies(model); b++) {
    const char *body = jn_model_body_name(model, (jn_body){b});
    size_t length = strlen(body);
    for (int i = 1; i < jn_table_ncolumns(table); i++)
      if (strncmp(jn_table_name(table, i), body, length) == 0 && jn_table_name(table, i)[length] == '.') return true;
  }
  return false;
}

static jn_status refuse_pose(app_command *command, const jn_model *model, const jn_table *table, const char *column) {
  const char *path = command->options.words.items[1];
  const jn_record *record = jn_table_record(table);
  if (is_of_model(command, model, table))
    return usage_fault(
        command, "'%.300s' has no column '%s', which drawing at a time of the run needs: run the model with --poses",
        path, column);
  if (!record)
    return usage_fault(
        command, "'%.300s' has no column of a body of '%.100s': it was run without --poses, or is of another model",
        path, shown_name(command, model));
  return usage_fault(command, "'%.300s' is a result of another model, '%.100s': it has no column '%s' of '%.100s'",
                     path, jn_record_model(record), column, shown_name(command, model));
}

// Returns the factor from the unit of a column to the SI unit; 1 if the unit is not understood.
static double unit_of(const jn_table *table, int column) {
  char quantity[80], why[160];
  jn_dimension dimension;
  double one = 1;
  bool has_unit;
  snprintf(quantity, sizeof quantity, "1 %.70s", jn_table_unit(table, column));
  return jn_unit_parse(quantity, &one, &dimension, &has_unit, why, sizeof why) ? one : 1;
}

// Copies to `pose` the pose of a body in a row that an HDF5 file stores beside its columns. Returns false if the file
// has none.
static bool stored_pose(const jn_table *table, int row, const char *body, double pose[JN_POSE]) {
  const float *poses = jn_table_poses(table, row);
  int b = 0;
  while (b < jn_table_nbodies(table) && strcmp(jn_table_body(table, b), body) != 0) b++;
  if (!poses || b == jn_table_nbodies(table) || !isfinite(poses[JN_POSE * b])) return false;
  for (int i = 0; i < JN_POSE; i++) pose[i] = (double)poses[JN_POSE * b + i];
  return true;
}

static jn_status read_pose(app_command *command, const jn_model *model, const jn_table *table, int row, jn_body body,
                           double pose[JN_POSE]) {
  double value[JN_POSE] = {0};
  int n = 0;
  for (; pose_signal(model, body, n); n++) {
    char name[320];
    signal_name(model, body, n, name, sizeof name);
    int column = jn_table_find(table, name);
    if (column < 0 && stored_pose(table, row, jn_model_body_name(model, body), pose)) return JN_OK;
    if (column < 0) return refuse_pose(command, model, table, name);
    value[n] = jn_table_column(table, column)[row] * unit_of(table, column);
  }
  bool plane = jn_model_space(model) == JN_PLANE;
  for (int i = 0; i < 3; i++) pose[i] = plane && i == 2 ? 0 : value[i];
  for (int i = 0; i < 4; i++) pose[3 + i] = n == JN_POSE ? value[3 + i] : i == 0;
  if (plane && n == 3) {
    pose[3] = cos(value[2] / 2);
    pose[6] = sin(value[2] / 2);
  }
  return JN_OK;
}

// Returns a fault of the command line if the result does not cover the time of --at; else JN_OK.
static jn_status check_time(app_command *command, const jn_table *table) {
  const double *t = jn_table_column(table, 0), at = command->options.time, end = t[jn_table_nrows(table) - 1];
  if (isnan(at) || (at >= t[0] && at <= end)) return JN_OK;
  return usage_fault(command, "--at is %g s, but the result has the time from %g s to %g s", at, t[0], end);
}

jn_status picture_write_pose(app_command *command, const jn_system *system, const double *state, const jn_table *table,
                             const char *path) {
  const jn_model *model = jn_system_model(system);
  int n = jn_model_nbodies(model), row = find_row(table, command->options.time);
  double *poses = calloc((size_t)n, JN_POSE * sizeof *poses);
  if (!poses) return jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the picture");
  jn_status status = row >= 0 ? check_time(command, table) : usage_fault(command, "the result has no rows");
  poses[3] = 1;  // identity quaternion of the ground
  for (int b = 1; b < n && status == JN_OK; b++)
    status = read_pose(command, model, table, row, (jn_body){b}, poses + JN_POSE * b);
  char title[320];
  if (status == JN_OK) {
    snprintf(title, sizeof title, "%.250s at %.4g s", shown_name(command, model), jn_table_column(table, 0)[row]);
    jn_arrow *arrows;
    int narrows = contact_arrows_row(system, state, table, row, &arrows);
    status = write_text(command, path, make_text(command, system, state, poses, arrows, narrows, title));
    free(arrows);
  }
  free(poses);
  return status;
}
