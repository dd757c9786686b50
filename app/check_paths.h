// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// check_paths.h - checks of the paths that a verb reads and writes, before it computes: no file may overwrite another.
// All functions return JN_OK, or a fault of the command line or of the file in the report.
#ifndef APP_CHECK_PATHS_H
#define APP_CHECK_PATHS_H

#include "command.h"

// Refuses --output together with --no-output, results whose names do not end in .h5 or .csv, plots whose names do not
// end in .svg, and --x without --plot. Adds the output of --x to the probes.
jn_status check_result_options(app_command *command);
// Refuses results, plots, pictures and reports that would overwrite the model, the result that is continued, or each
// other (results may continue in their own file), and answers on standard output if that is redirected to one of these
// files. results: path of the results; NULL: none.
jn_status check_targets(app_command *command, const char *results);
// Refuses a path that is a file which the model reads, such as a table or the base of a variant, because it would be
// overwritten. path NULL: accepted.
jn_status check_not_read(app_command *command, const jn_model *model, const char *path);
// Does so for all files that the options write: results (NULL: none), plots, reports and pictures.
jn_status check_sources(app_command *command, const jn_model *model, const char *results);
// Refuses results (NULL: none), plots, pictures and reports that cannot be written, because of permissions or a missing
// folder.
jn_status check_writable(app_command *command, const char *results);

#endif
