// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// result_columns.h - results named on the command line, and columns of them.
#ifndef APP_RESULT_COLUMNS_H
#define APP_RESULT_COLUMNS_H

#include "command.h"

// Returns whether a typed name stands for a column: it is its name, a pattern with * or ? that matches it, or its
// beginning up to a dot, as "joint.O.force" of "joint.O.force.x".
bool column_fits(const char *name, const char *column);
// Reports that no column of the n results fits a typed name, with the most similar column, and returns the fault.
jn_status column_unknown(app_command *command, const char *const *paths, const jn_table *const *tables, int n,
                         const char *name);
// Reads a result into a table, which the caller frees; NULL with faults in the report.
jn_table *result_read(app_command *command, const char *path);

#endif
