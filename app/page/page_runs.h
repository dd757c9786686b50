// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// page_runs.h - runs inside a page: columns, poses and summary of results, as the member `runs` of the page's data.
//
// A verb that has rows in memory puts them into the page like this:
//
//   jn_table *table = jn_table_new(NULL);
//   jn_table_keep_poses(table);                    // before the run: rows come with the poses of all bodies
//   ... the rows, by jn_table_sink(table) or output_open_table ...
//   page_run run = {.name = "run", .table = table};
//   page_runs runs = {.items = &run, .n = 1, .command = command};
//   page_content content = {.mode = "result", .model = model, .more = page_runs_put, .user = &runs};
//   page_write(command, &content, path);
//
// A verb with members of its own calls page_runs_put from its own `more`. The page (web/replay) shows the first run,
// and the second as its ghost; it simulates only when the user wants it to. Without poses the mechanism stands still,
// unless the columns have them (`run --poses`). A single row, as of an equilibrium, is a page that stands.
#ifndef APP_PAGE_RUNS_H
#define APP_PAGE_RUNS_H

#include "page/page.h"

typedef struct {
  const char *name;       // what it is called: its file, or the verb
  const char *label;      // what it differs in from the other run; NULL: nothing is known
  const jn_table *table;  // columns; poses where it has them; record and summary
} page_run;

typedef struct {
  const page_run *items;
  int n;
  size_t most;           // bytes for all of them, 0: PAGE_RUNS_MOST
  app_command *command;  // where it is told that rows were left out
} page_runs;

// A page has at most 10 MB; what it carries besides its runs takes 2 of them.
enum { PAGE_RUNS_MOST = 8000000 };

// Writes the member `runs`; `user` is a page_runs. Every second, third, ... row where all would be too large: the page
// says so, and a warning.
void page_runs_put(const void *user, app_json *out);

#endif
