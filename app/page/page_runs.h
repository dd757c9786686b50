// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// page_runs.h - results inside a page: columns, poses and summary, as the member `runs` of its data.
//
// A verb puts a table of results into a page as follows:
//
//   jn_table *table = jn_table_new(NULL);
//   jn_table_keep_poses(table);                    // before the run: stores the poses of all bodies, too
//   ... fill the table by jn_table_sink(table) or results_sink_open_table ...
//   page_run run = {.name = "run", .table = table};
//   page_runs runs = {.items = &run, .n = 1, .command = command};
//   page_content content = {.mode = "result", .model = model, .more = page_runs_put, .user = &runs};
//   page_write(command, &content, path);
//
// A verb with further members calls page_runs_put from its own `more`. The page (web/replay) replays the first run, and
// shows the second as a ghost; it simulates only on request. The mechanism moves only if the table has poses, or pose
// columns (`run --poses`). A table with a single row, such as an equilibrium, is a still page.
#ifndef APP_PAGE_RUNS_H
#define APP_PAGE_RUNS_H

#include "page/page.h"

typedef struct {
  const char *name;       // name of the file, or the verb
  const char *label;      // differences from the other run; NULL: unknown
  const jn_table *table;  // columns, poses, record and summary, as far as it has them
} page_run;

typedef struct {
  const page_run *items;
  int n;
  size_t most;           // largest size of all runs together, bytes; 0: PAGE_RUNS_MOST
  app_command *command;  // its report gets the warning that rows were omitted
} page_runs;

// Size of runs, bytes, with which a page has at most 10 MB, of which 2 MB are the engine, scripts and model.
enum { PAGE_RUNS_MOST = 8000000 };

// Writes the member `runs` of a page's data; user: a page_runs. Reduces results that are too large to every second,
// third, ... row, with a warning in the report, which the page shows, too.
void page_runs_put(const void *user, app_json *out);

#endif
