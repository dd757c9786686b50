// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// view_watch.c - `jounce view --watch`: writes the page again when a file of the model changes.
//
// A small picture beside the page encodes the number of the page in its width and height. The open page polls the
// picture and reloads when the number changes (web/shell/watch.js). If the model cannot be read, the page shows the
// last valid model and the messages.
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/progress.h"
#include "common/system.h"
#include "common/text.h"
#include "verb/result/result_columns.h"
#include "view.h"

// largest width of the picture, px; time between polls, ms; time until a changed file is taken as complete, ms
enum { MOST_SIDE = 10000, PAUSE = 100, SETTLE = 40 };

typedef struct {
  char **names;
  system_file *stamps;  // state of each file before the model was read
  int n;
} file_list;

typedef struct {
  app_command *command;
  const char *path;  // path of the page
  char *picture;     // path of the picture
  jn_model *model;   // last valid model
  file_list files;
  int number, begun;  // number of the page, incremented at each writing, and its value at the start
  int messages;       // number of messages in the page; 0: the model is valid
} app_watch;

// ---- files ---------------------------------------------------------------------------------------------------------

static bool same_stamp(const system_file *a, const system_file *b) {
  return a->changed == b->changed && a->size == b->size && a->number == b->number;
}

// Returns whether a file of the list has changed. A file that is missing has not changed: editors remove files for a
// moment.
static bool is_changed(const file_list *files) {
  for (int i = 0; i < files->n; i++) {
    system_file now;
    if (system_file_info(files->names[i], &now) && !same_stamp(&now, &files->stamps[i])) return true;
  }
  return false;
}

static void forget(file_list *files) {
  for (int i = 0; i < files->n; i++) free(files->names[i]);
  free(files->names);
  free(files->stamps);
  *files = (file_list){NULL, NULL, 0};
}

static bool add_file(file_list *files, const char *name) {
  char **names = realloc(files->names, ((size_t)files->n + 1) * sizeof *names);
  if (names) files->names = names;
  system_file *stamps = names ? realloc(files->stamps, ((size_t)files->n + 1) * sizeof *stamps) : NULL;
  if (stamps) files->stamps = stamps;
  char *copy = stamps ? strdup(name) : NULL;
  if (!copy) return false;
  files->stamps[files->n] = (system_file){.size = -1};
  files->names[files->n++] = copy;
  return true;
}

static bool has_file(const file_list *files, const char *name) {
  for (int i = 0; i < files->n; i++)
    if (strcmp(files->names[i], name) == 0) return true;
  return false;
}

// Adds the files of a model to the list of watched files. Returns whether some were not in the list yet.
static bool add_sources(file_list *files, const jn_model *model) {
  bool more = false;
  for (int i = 0; i < jn_model_nsources(model); i++) {
    const char *name = jn_model_source(model, i).name;
    if (!has_file(files, name)) more = add_file(files, name) || more;
  }
  return more;
}

// ---- the model -----------------------------------------------------------------------------------------------------

static bool renew_report(app_command *command) {
  jn_report *report = jn_report_new(NULL);
  if (!report) return false;
  jn_report_free(command->report);
  command->report = report;
  command->nprinted = 0;
  return true;
}

// Reads the model and its messages anew. If it names files that were not watched before, reads it again, because these
// may have changed meanwhile. Returns NULL if it is not valid.
static jn_model *read_model(app_watch *watch) {
  jn_model *model = NULL;
  do {
    jn_model_free(model);
    if (!renew_report(watch->command)) return NULL;
    for (int i = 0; i < watch->files.n; i++) system_file_info(watch->files.names[i], &watch->files.stamps[i]);
    model = load_model(watch->command);
  } while (model && add_sources(&watch->files, model));
  return model;
}

// ---- the page ------------------------------------------------------------------------------------------------------

static void put_message(app_json *out, const jn_error *error) {
  static const char *const severities[] = {"note", "warning", "fault"};
  json_open(out, NULL, '{');
  json_text(out, "severity", severities[error->severity]);
  json_text(out, "file", path_base(error->file));
  json_integer(out, "line", error->line);
  json_integer(out, "column", error->column);
  json_text(out, "element", error->element);
  json_text(out, "what", error->what);
  json_close(out, '}');
}

static void put_watch(const void *user, app_json *out) {
  const app_watch *watch = user;
  char number[40];
  snprintf(number, sizeof number, "%dx%d", watch->number, watch->begun);
  json_open(out, "watch", '{');
  json_text(out, "picture", path_base(watch->picture));
  json_text(out, "number", number);
  json_open(out, "messages", '[');
  for (int i = 0; i < watch->messages; i++) put_message(out, jn_report_get(watch->command->report, i));
  json_close(out, ']');
  json_close(out, '}');
}

static jn_status write_page(app_watch *watch) {
  watch->number = watch->number % MOST_SIDE + 1;
  page_content content = {
      .mode = "model", .model = watch->model, .more = put_watch, .user = watch, .local_pictures = true};
  jn_status status = page_write(watch->command, &content, watch->path);
  char picture[200];
  snprintf(picture, sizeof picture, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\"/>\n",
           watch->number, watch->begun);
  return status == JN_OK ? jn_text_write(watch->picture, picture, watch->command->report) : status;
}

static jn_status renew(app_watch *watch) {
  jn_model *model = read_model(watch);
  watch->messages = model ? 0 : jn_report_size(watch->command->report);
  if (model) {
    jn_model_free(watch->model);
    watch->model = model;
  }
  jn_status status = write_page(watch);
  print_messages(watch->command);
  if (status == JN_OK && !watch->command->options.quiet && !watch->command->options.json) {
    puts(model ? "Changed: wrote the page again." : "Changed, but it cannot be read: the page keeps the last one.");
    fflush(stdout);
  }
  return status;
}

// ---- the loop ------------------------------------------------------------------------------------------------------

static jn_status watch_files(app_watch *watch) {
  app_progress progress = progress_begin(false);
  jn_status status = JN_OK;
  while (status == JN_OK && progress_line(&progress, 0, "")) {
    if (!is_changed(&watch->files)) {
      system_pause(PAUSE);
      continue;
    }
    system_pause(SETTLE);
    status = renew(watch);
  }
  return status == JN_OK ? JN_INTERRUPTED : status;
}

static jn_status begin(app_watch *watch) {
  app_command *command = watch->command;
  watch->picture = path_with_ending(watch->path, ".version.svg");
  if (!watch->picture || !add_file(&watch->files, command->options.words.items[0]))
    return worst_fault(command, JN_NO_MEMORY, "watching the model");
  watch->begun = 1 + (int)(time(NULL) % MOST_SIDE);
  watch->model = read_model(watch);
  if (!watch->model) return worst_fault(command, JN_BAD_MODEL, "reading the model");
  jn_status status = write_page(watch);
  if (status == JN_OK) page_open(command, watch->path);
  fflush(stdout);
  return status;
}

jn_status view_watch(app_command *command, const char *path) {
  app_watch watch = {.command = command, .path = path};
  progress_catch_signals();
  jn_status status = begin(&watch);
  if (status == JN_OK) status = watch_files(&watch);
  if (watch.picture && watch.number > 0) system_remove(watch.picture);
  jn_model_free(watch.model);
  forget(&watch.files);
  free(watch.picture);
  return status;
}
