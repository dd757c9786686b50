// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// view_results.c - makes the page of one or two results, or of a model beside a result.
#include <string.h>

#include "common/text.h"
#include "mechanism_picture.h"
#include "page/page_runs.h"
#include "verb/result/plot.h"
#include "view.h"

typedef struct {
  app_plot results;  // the results with their tables and labels
  jn_model *model;   // the model that the command line names; NULL: none
  page_run runs[2];
} app_result_view;

// ---- results and model ---------------------------------------------------------------------------------------------

// Warns if a result has no poses, so that nothing can move in the page: .csv files of runs without --poses, and files
// of earlier versions.
static void warn_without_poses(app_command *command, const char *path, const jn_table *table) {
  bool has_poses = jn_table_nbodies(table) > 0;
  for (int i = 1; i < jn_table_ncolumns(table); i++)
    has_poses = has_poses || pose_has_column(table, jn_table_name(table, i));
  if (!has_poses) jn_report_warn(command->report, "", "'%.300s' has no poses: the page shows only its curves", path);
}

static jn_status read_results(app_result_view *shown) {
  app_plot *r = &shown->results;
  const text_list *words = &r->command->options.words;
  for (int i = 0; i < words->n; i++) {
    if (!jn_result_is_file(words->items[i])) continue;
    r->paths[r->n] = words->items[i];
    r->tables[r->n] = jn_table_read_poses(NULL, words->items[i], r->command->report);
    if (!r->tables[r->n]) return worst_fault(r->command, JN_IO, "reading the result");
    if (jn_table_nrows(r->tables[r->n]) == 0) return usage_fault(r->command, "'%.300s' has no rows", words->items[i]);
    warn_without_poses(r->command, words->items[i], r->tables[r->n++]);
  }
  return JN_OK;
}

// Exchanges the first two words if the first is a result, because load_model expects the model as the first word.
static void put_model_first(text_list *words) {
  if (words->n < 2 || !jn_result_is_file(words->items[0])) return;
  char *result = words->items[0];
  words->items[0] = words->items[1];
  words->items[1] = result;
}

static jn_status read_model(app_result_view *shown) {
  app_command *command = shown->results.command;
  if (shown->results.n == command->options.words.n) {
    const jn_record *record = jn_table_record(shown->results.tables[0]);
    if (record && jn_record_nsources(record) > 0) return JN_OK;
    return usage_fault(command,
                       "'%.300s' does not record which model was run: name it as well, 'jounce view MODEL %.300s'",
                       shown->results.paths[0], shown->results.paths[0]);
  }
  put_model_first(&command->options.words);
  shown->model = load_model(command);
  return shown->model ? JN_OK : worst_fault(command, JN_BAD_MODEL, "reading the model");
}

// ---- consistency of results and model ------------------------------------------------------------------------------

static bool table_has_body(const jn_table *table, const char *name) {
  for (int i = 0; i < jn_table_nbodies(table); i++)
    if (strcmp(jn_table_body(table, i), name) == 0) return true;
  return false;
}

// Returns whether two tables have poses of the same bodies; true if one has none.
static bool same_bodies(const jn_table *a, const jn_table *b) {
  bool same = jn_table_nbodies(a) == jn_table_nbodies(b) || jn_table_nbodies(a) == 0 || jn_table_nbodies(b) == 0;
  for (int i = 0; same && i < jn_table_nbodies(a) && jn_table_nbodies(b) > 0; i++)
    same = table_has_body(b, jn_table_body(a, i));
  return same;
}

static bool is_of_model(const jn_table *table, const jn_model *model) {
  bool same = jn_table_nbodies(table) == 0 || jn_table_nbodies(table) == jn_model_nbodies(model) - 1;
  for (int b = 1; same && b < jn_model_nbodies(model) && jn_table_nbodies(table) > 0; b++)
    same = table_has_body(table, jn_model_body_name(model, (jn_body){b}));
  return same;
}

static jn_status check_together(const app_result_view *shown) {
  const app_plot *r = &shown->results;
  static const char *const other = "they have other bodies, and cannot be shown in one scene";
  if (shown->model && !is_of_model(r->tables[0], shown->model))
    return usage_fault(r->command, "'%.200s' is a result of '%.80s', the model is '%.80s': %s", r->paths[0],
                       jn_table_title(r->tables[0]), shown_name(r->command, shown->model), other);
  if (r->n == 2 && !same_bodies(r->tables[0], r->tables[1]))
    return usage_fault(r->command, "'%.200s' is a result of '%.80s', '%.200s' of '%.80s': %s", r->paths[0],
                       jn_table_title(r->tables[0]), r->paths[1], jn_table_title(r->tables[1]), other);
  return JN_OK;
}

// ---- the page ------------------------------------------------------------------------------------------------------

typedef struct {
  page_runs runs;
  bool live;
} app_members;

static void put_members(const void *user, app_json *out) {
  const app_members *members = user;
  json_flag(out, "live", members->live);
  page_runs_put(&members->runs, out);
}

static jn_status write_page(app_result_view *shown, const char *path) {
  app_plot *r = &shown->results;
  jn_status status = r->n > 1 ? plot_make_labels(r) : JN_OK;
  if (status != JN_OK) return status;
  for (int i = 0; i < r->n; i++)
    shown->runs[i] = (page_run){path_base(r->paths[i]), r->n > 1 ? r->labels[i] : NULL, r->tables[i]};
  app_members members = {{shown->runs, r->n, 0, r->command}, shown->model != NULL};
  page_content content = {.mode = "result", .model = shown->model, .more = put_members, .user = &members};
  if (!shown->model) content.record = jn_table_record(r->tables[0]);
  status = page_write(r->command, &content, path);
  if (status == JN_OK) page_open(r->command, path);
  return status;
}

jn_status view_results(app_command *command, const char *path) {
  app_result_view shown = {.results = {.command = command}};
  jn_status status = read_results(&shown);
  if (status == JN_OK) status = read_model(&shown);
  if (status == JN_OK) status = check_together(&shown);
  if (status == JN_OK) status = write_page(&shown, path);
  for (int i = 0; i < shown.results.n; i++) jn_table_free(shown.results.tables[i]);
  jn_model_free(shown.model);
  return status;
}
