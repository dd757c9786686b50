// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// result_columns.h - results named on the command line, and columns of them.
#ifndef APP_RESULT_COLUMNS_H
#define APP_RESULT_COLUMNS_H

#include "command.h"

// A name is a column, a pattern with * or ?, or the beginning of names up to a dot ("joint.O.force").
bool column_fits(const char *name, const char *column);
// The fault for a name that no column of these results fits, with the nearest one.
jn_status column_unknown(app_command *command, const char *const *paths, const jn_table *const *tables, int n,
                         const char *name);
// Reads a result; NULL with faults in the report.
jn_table *result_read(app_command *command, const char *path);
// The file's name without its folder.
const char *path_base(const char *path);

#endif
