// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mechanism_picture.h - the mechanism as a picture: what `draw`, `check` and the report of a run share.
#ifndef APP_MECHANISM_PICTURE_H
#define APP_MECHANISM_PICTURE_H

#include "command.h"

// An .svg file, or - where `dash`; anything else is a mistake in what was typed.
jn_status draw_check_path(app_command *command, const char *option, const char *path, bool dash);
// The picture at a state, in a file or, as -, on standard output.
jn_status draw_write(app_command *command, const jn_system *system, const double *state, const char *path);
// The probes that were typed and, with --poses, those of every body. False: no memory.
bool pose_probes(const app_options *options, const jn_model *model, text_list *probes);
// Does the column belong to the pose of a body, as --poses writes it, which the result has whole?
bool pose_has_column(const jn_table *table, const char *column);
// The same in the pose that a result has at the time of --at (NaN: its last); the state is that of the start.
jn_status draw_write_pose(app_command *command, const jn_system *system, const double *state, const jn_table *table,
                          const char *path);
jn_status draw_check_view(app_command *command);                                      // what was typed for --view
jn_status draw_check_about(app_command *command, const jn_model *model);              // likewise of --about
char *draw_text(app_command *command, const jn_system *system, const double *state);  // free with jn_text_free

#endif
