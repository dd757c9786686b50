// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// result_columns.h - results named on the command line, and columns of them.
#ifndef APP_RESULT_COLUMNS_H
#define APP_RESULT_COLUMNS_H

#include "command.h"

// Returns whether a name fits a column: it is its name, a pattern with * or ?, or its beginning up to a dot, such as
// "joint.O.force".
bool column_fits(const char *name, const char *column);
// Reports that no column of the results fits a name, with the most similar column.
jn_status column_unknown(app_command *command, const char *const *paths, const jn_table *const *tables, int n,
                         const char *name);
// Reads a result; NULL with faults in the report.
jn_table *result_read(app_command *command, const char *path);

#endif
