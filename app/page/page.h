// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// page.h - HTML pages with the engine inside: the page that is embedded in the command, filled with data.
//
// The data of a page is one JSON object:
//   {version: 1, mode: MODE, model: PATH, files: {PATH: {text: ...} or {base64: ...}}, settings: {PATH: VALUE}, ...}
// Driven pages have a list of courses; the first is that of `model` and `settings`:
//   courses: [{name: NAME, model: PATH, settings: {PATH: VALUE}}, ...]
// with all settings on each course. A page of a compiled model has the path of its .jnc file,
//   code: PATH
// and `settings` are then those stored in that file. Every `<` is written as \\u003c, so that names and texts of a
// model cannot be markup.
#ifndef APP_PAGE_H
#define APP_PAGE_H

#include "command.h"

// ---- the embedded page (cmake/page.cmake) -------------------------------------------------------------------------
const char *page_text(size_t *size);  // NULL: the command was built without the page
const char *page_missing(void);       // what was missing in the build; "": nothing
// Refuses if the command was built without the page.
jn_status page_check(app_command *command);

// ---- courses --------------------------------------------------------------------------------------------------------
// The model on every course that suits it. A model without a road has only its own; unsuitable courses are noted.
typedef struct page_courses page_courses;
// Reads the courses for a model, which must outlive them. NULL with a fault.
page_courses *page_courses_read(app_command *command, const jn_model *model);
void *page_courses_free(page_courses *courses);
// Returns the model on course i; NULL: there are no more.
const jn_model *page_courses_model(const page_courses *courses, int i);
void page_courses_write(const page_courses *courses, app_json *json);  // writes the member `courses`

// ---- pages ----------------------------------------------------------------------------------------------------------
typedef struct {
  const char *mode;  // "model", "drive" or "result", see web/shell/main.js
  const jn_model *model;
  const jn_record *record;                        // of the result that is shown, instead of a model
  const page_courses *courses;                    // NULL: none
  void (*more)(const void *user, app_json *out);  // writes further members of the data; NULL: none
  const void *user;
  bool local_pictures;  // the page may load pictures from its folder
  const char *script;   // address of the script that pages of a site share; NULL: the page contains everything
} page_content;

// Writes the members `model` and `files`, with the files of all courses. False with a fault or without memory.
bool page_write_files(app_command *command, app_json *json, const page_content *content);
// Returns the name of a file in the page: its path relative to the folder of the model's file `own`.
const char *page_file_name(const char *own, const char *name);
void page_write_settings(app_json *json, const jn_model *model);  // writes the member `settings`
// Refuses a model whose start fails in the page; driven: at the pace of the clock. Warns if a driven model starts only
// with its brakes applied, which the page does.
jn_status page_try_start(app_command *command, jn_model *model, bool driven);
// Returns the path of the page: --output, which must end in .html, or the name of the first word with this ending, in
// the current folder. The caller frees it; NULL with a fault.
char *page_path(app_command *command);
jn_status page_write(app_command *command, const page_content *content, const char *path);
// Prints where the page is, and opens it in the browser if there is a display and --no-open is not given.
void page_open(app_command *command, const char *path);

// ---- sites ----------------------------------------------------------------------------------------------------------
// Return the script that the pages of a site share, and the page without the shared parts. script: address of the
// script, which must need no escapes. The caller frees them; NULL: no memory.
char *page_shared_script(void);
char *page_shared(const char *script);

#endif
