// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// check_paths.h - the files a run reads and writes: none of them may overwrite another.
#ifndef APP_CHECK_PATHS_H
#define APP_CHECK_PATHS_H

#include "command.h"

// Refuses --output beside --no-output, results that are no .h5 or .csv file, and a plot that is no .svg file; takes
// --x.
jn_status check_result_options(app_command *command);
// Refuses a run whose results, plot, report or standard output would overwrite the model, the result that is continued,
// or each other. `results` is where the rows go, NULL: nowhere.
jn_status check_targets(app_command *command, const char *results);
// Refuses to write a file that the model names: what it is a variant of, and tables. path NULL: nothing is written.
jn_status check_not_read(app_command *command, const jn_model *model, const char *path);
// The same for all that a run writes.
jn_status check_sources(app_command *command, const jn_model *model, const char *results);

// Refuses a run whose results, plot or report cannot be written, before anything is computed.
jn_status check_writable(app_command *command, const char *results);

#endif
