// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// page.h - pages in HTML with the engine inside: the page that the command carries, filled with data.
//
// The page has one place for its data, an object in JSON:
//   {version: 1, mode: MODE, model: PATH, files: {PATH: {text: ...} or {base64: ...}}, settings: {PATH: VALUE}, ...}
// With courses to choose from, of which the first is that of `model` and `settings`, it has
//   courses: [{name: NAME, model: PATH, settings: {PATH: VALUE}}, ...]
// where the settings are all that there are on this course. A compiled model adds its file, and
//   code: PATH
// where the settings are those of the file. Names and texts of a model are data there and nothing else:
// every `<` is written as \\u003c.
#ifndef APP_PAGE_H
#define APP_PAGE_H

#include "command.h"

// ---- the page that the command carries, where it was built (cmake/page.cmake) -------------------------------------
const char *page_text(size_t *size);  // NULL: the command was built without it
const char *page_missing(void);       // what the build lacked, "": nothing

// ---- filled ---------------------------------------------------------------------------------------------------------
// The courses for a model, in which the model goes on being used; NULL with a fault. One on which it cannot go is left
// out, with a note. A model that drives on no road has none but its own.
typedef struct page_courses page_courses;
page_courses *page_courses_read(app_command *command, const jn_model *model);
void *page_courses_free(page_courses *courses);

typedef struct {
  const char *mode;  // "model": it simulates; "drive"; what web/shell/main.js knows
  const jn_model *model;
  const jn_record *record;                        // in place of a model: of the result that is shown
  const page_courses *courses;                    // NULL: none
  void (*more)(const void *user, app_json *out);  // further members of the data; NULL: none
  const void *user;
  bool local_pictures;  // the page may show pictures that lie beside it
  const char *script;   // address of what pages share; NULL: the page has all inside
} page_content;

// The members `model` and `files` of the data, with the files of all courses. False: something is missing, with a fault
// or without memory.
bool page_write_files(app_command *command, app_json *json, const page_content *content);
// What a file is called in the page: its name from the folder of the model's `own` file on, so that a page has no path
// of the machine it was made on.
const char *page_file_name(const char *own, const char *name);
void page_write_settings(app_json *json, const jn_model *model);         // the member `settings`
void page_courses_write(const page_courses *courses, app_json *json);    // the member `courses`
const jn_model *page_courses_model(const page_courses *courses, int i);  // on course i; NULL past the last
// A fault where the command was built without the page.
jn_status page_check(app_command *command);
// Tries the start of the model as the page will make it, at the pace of the clock where it is driven: a fault where it
// fails. Where a driven model starts only with its brakes on, a warning says that the page holds them.
jn_status page_try_start(app_command *command, jn_model *model, bool driven);
// Where the page goes: --output, which must end in .html, or the first word with that ending in the current folder, or
// NULL with a fault. To be freed.
char *page_path(app_command *command);
jn_status page_write(app_command *command, const page_content *content, const char *path);
// What the pages of a site share, as a script beside them, and the page without it; at `script`, an address that needs
// no escapes. To be freed, NULL: no memory.
char *page_shared_script(void);
char *page_shared(const char *script);
// Opens it in the browser, where there is a screen and --no-open was not given, and says where it is.
void page_tell(app_command *command, const char *path);

#endif
