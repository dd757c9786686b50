// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// result_columns.c - see result_columns.h.
#include "result_columns.h"

#include <string.h>

#include "common/text.h"

bool column_fits(const char *name, const char *column) {
  size_t length = strlen(name);
  return text_matches(name, column) || (strncmp(name, column, length) == 0 && column[length] == '.');
}

jn_status column_unknown(app_command *command, const char *const *paths, const jn_table *const *tables, int n,
                         const char *name) {
  char what[320] = "none of the results has a";
  if (n == 1) snprintf(what, sizeof what, "'%.300s' has no", paths[0]);
  app_nearest nearest = {.word = name};
  for (int k = 0; k < n; k++)
    for (int i = 0; i < jn_table_ncolumns(tables[k]); i++) nearest_offer(&nearest, jn_table_name(tables[k], i));
  if (nearest.best) return usage_fault(command, "%s column '%s'; did you mean '%s'?", what, name, nearest.best);
  char some[300] = "";
  size_t used = 0;
  const jn_table *first = tables[0];
  for (int i = 0; i < jn_table_ncolumns(first) && used + 60 < sizeof some; i++)
    used += (size_t)snprintf(some + used, sizeof some - used, "%s%.50s", i ? ", " : "", jn_table_name(first, i));
  return usage_fault(command, "%s column '%s'; %s %s%s", what, name, n > 1 ? "the first has" : "it has", some,
                     used + 60 < sizeof some ? "" : ", ...");
}

jn_table *result_read(app_command *command, const char *path) {
  if (!jn_result_is_file(path)) {
    usage_fault(command, "'jounce %s' needs a results file (.h5 or .csv), but got '%s'", command->verb->name, path);
    return NULL;
  }
  return jn_table_read(NULL, path, command->report);
}
