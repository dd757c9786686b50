// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mechanism_picture.h - the mechanism as an SVG picture, for `draw`, `check` and reports.
#ifndef APP_MECHANISM_PICTURE_H
#define APP_MECHANISM_PICTURE_H

#include "command.h"

// Refuses, with a fault, a path of the option that is neither an .svg file nor, if `dash`, "-" for standard output.
jn_status picture_check_path(app_command *command, const char *option, const char *path, bool dash);
jn_status picture_check_view(app_command *command);                          // refuses a wrong --view
jn_status picture_check_about(app_command *command, const jn_model *model);  // refuses a wrong --about
// Returns the SVG of the mechanism at a state, which the caller frees with jn_text_free; NULL with a fault in the
// report.
char *picture_text(app_command *command, const jn_system *system, const double *state);
// Returns the SVG of the mechanism at the start of a run, with the contact forces as arrows; freed as above.
char *picture_start_text(app_command *command, const jn_system *system, const double *state);
// Writes that picture of the start to a file or, for "-", to standard output.
jn_status picture_write(app_command *command, const jn_system *system, const double *state, const char *path);
// Writes the picture in the pose that a result has at the time of --at (not given: in its last row). state: the start
// of the model, for which the viewpoint is chosen.
jn_status picture_write_pose(app_command *command, const jn_system *system, const double *state, const jn_table *table,
                             const char *path);

// ---- poses as columns of results
// Fills `probes` with the names of --probe and, if --poses is given, the signals of the pose of every body. Returns
// false without memory.
bool pose_probes(const app_options *options, const jn_model *model, text_list *probes);
// Returns whether a column is a signal of a body's pose, and the table has the columns of the whole pose.
bool pose_has_column(const jn_table *table, const char *column);

#endif
