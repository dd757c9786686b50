// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// check_paths.h - checks of the files that a verb reads and writes, before it computes: none may overwrite another.
#ifndef APP_CHECK_PATHS_H
#define APP_CHECK_PATHS_H

#include "command.h"

// Refuses --output together with --no-output, results that are no .h5 or .csv file, and plots that are no .svg file.
// Adds the output of --x to the probes.
jn_status check_result_options(app_command *command);
// Refuses results, plots, reports or standard output that would overwrite the model, the result that is continued, or
// each other. results: path of the results; NULL: none.
jn_status check_targets(app_command *command, const char *results);
// Refuses to overwrite a file that the model reads, such as a table or the base of a variant. path NULL: accepted.
jn_status check_not_read(app_command *command, const jn_model *model, const char *path);
// Refuses to overwrite a file that the model reads by any of the files that the options write.
jn_status check_sources(app_command *command, const jn_model *model, const char *results);
// Refuses results, plots and reports that cannot be written.
jn_status check_writable(app_command *command, const char *results);

#endif
