// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mechanism_picture.h - the mechanism as an SVG picture, for `draw`, `check` and reports.
#ifndef APP_MECHANISM_PICTURE_H
#define APP_MECHANISM_PICTURE_H

#include "command.h"

// Refuses a path that is neither an .svg file nor, if `dash`, "-" for standard output.
jn_status picture_check_path(app_command *command, const char *option, const char *path, bool dash);
jn_status picture_check_view(app_command *command);                          // refuses a wrong --view
jn_status picture_check_about(app_command *command, const jn_model *model);  // refuses a wrong --about
// Returns the picture at a state; free it with jn_text_free. NULL with a fault.
char *picture_text(app_command *command, const jn_system *system, const double *state);
// Returns the picture at the start of a run, with the forces at contacts as arrows; otherwise as picture_text.
char *picture_start_text(app_command *command, const jn_system *system, const double *state);
// Writes the picture at the start of a run to a file or, for "-", to standard output.
jn_status picture_write(app_command *command, const jn_system *system, const double *state, const char *path);
// Writes the picture in the pose that a result has at the time of --at (default: its last). state: the start of the
// model, which determines the viewpoint.
jn_status picture_write_pose(app_command *command, const jn_system *system, const double *state, const jn_table *table,
                             const char *path);

// ---- poses as columns of results
// Sets `probes` to those of --probe and, with --poses, the pose of every body. False: no memory.
bool pose_probes(const app_options *options, const jn_model *model, text_list *probes);
// Returns whether a column belongs to the pose of a body, all of whose columns are in the table.
bool pose_has_column(const jn_table *table, const char *column);

#endif
