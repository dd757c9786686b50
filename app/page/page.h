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
// Returns the text of the page and sets *size; NULL: the command was built without it.
const char *page_text(size_t *size);
const char *page_missing(void);  // returns what was missing in the build so that it has no page; "": nothing
// Returns JN_OK, or a fault if the command was built without the page.
jn_status page_check(app_command *command);

// ---- courses --------------------------------------------------------------------------------------------------------
// Courses on which a page offers the model: beside its own road or course all built-in ones that suit it, each with the
// model on it. Courses that do not suit are listed in notes.
typedef struct page_courses page_courses;
// Reads a model, which must outlive the courses, on every course. Returns NULL with a fault in the report.
page_courses *page_courses_read(app_command *command, const jn_model *model);
void *page_courses_free(page_courses *courses);
// Returns the model on course i, from 0, of those beside its own; NULL: there are no more.
const jn_model *page_courses_model(const page_courses *courses, int i);
// writes `courses`, the model's own first, into the data of a page
void page_courses_write(const page_courses *courses, app_json *json);

// ---- pages ----------------------------------------------------------------------------------------------------------
typedef struct {
  const char *mode;  // "model", "drive" or "result", see web/shell/main.js
  const jn_model *model;
  const jn_record *record;                        // record of the result that is shown, in place of a model
  const page_courses *courses;                    // NULL: none
  void (*more)(const void *user, app_json *out);  // writes further members of the data; NULL: none
  const void *user;
  bool local_pictures;  // the page may load pictures from its folder
  const char *script;   // address of the script that all pages of a site share; NULL: the page contains everything
} page_content;

// Writes the members `model` and `files` of a page's data, with the files of all courses, and for a compiled model
// `code`. A note names a robot that was replaced by its model file. Returns false with a fault or without memory.
bool page_write_files(app_command *command, app_json *json, const page_content *content);
// Returns the name of a file in a page: its path relative to the folder of the model's own file, `own`; the whole path
// if it is not below that folder.
const char *page_file_name(const char *own, const char *name);
void page_write_settings(app_json *json, const jn_model *model);  // writes the member `settings`
// Tries the start of a model and returns a fault if it fails, because the page would show nothing that moves. driven:
// as in a page that keeps pace with the clock; a model that starts only with its brakes applied is accepted with a
// warning, because the page applies them. A model with compiled controllers is not tried and accepted.
jn_status page_try_start(app_command *command, jn_model *model, bool driven);
// Returns the path of the page to be written: --output, which must end in .html, or in the current folder the name of
// the first word with this ending. The caller frees it; NULL with a fault in the report.
char *page_path(app_command *command);
jn_status page_write(app_command *command, const page_content *content, const char *path);
// Opens the page in the browser if there is a display and --no-open is not given, and prints its path, with --json the
// JSON answer, after the messages of the report.
void page_open(app_command *command, const char *path);

// ---- sites ----------------------------------------------------------------------------------------------------------
// These return the script that all pages of a site share, and the page without what is in this script. script: address
// of the script, which must need no escapes. The caller frees the texts; NULL: no memory.
char *page_shared_script(void);
char *page_shared(const char *script);

#endif
