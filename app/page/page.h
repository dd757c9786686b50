// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// page.h - pages in HTML with the engine inside: the page that the command carries, filled with data.
//
// The page has one place for its data, an object in JSON:
//   {version: 1, mode: MODE, model: PATH, files: {PATH: {text: ...}}, settings: {PATH: VALUE}, ...}
// Names and texts of a model are data there and nothing else: every `<` is written as \\u003c.
#ifndef APP_PAGE_H
#define APP_PAGE_H

#include "command.h"

// ---- the page that the command carries, where it was built (cmake/page.cmake) -------------------------------------
const char *page_text(size_t *size);  // NULL: the command was built without it
const char *page_missing(void);       // what the build lacked, "": nothing

// ---- filled ---------------------------------------------------------------------------------------------------------
typedef struct {
  const char *mode;  // "model": it simulates; "drive"; what web/shell/main.js knows
  const jn_model *model;
  void (*more)(const void *user, app_json *out);  // further members of the data; NULL: none
  const void *user;
} page_content;

// The members `model` and `files` of the data. False: something is missing, with a fault or without memory.
bool page_write_files(app_command *command, app_json *json, const jn_model *model);
// A fault where the command was built without the page.
jn_status page_check(app_command *command);
// Where the page goes: --output, which must end in .html, or the first word with that ending in the current folder, or
// NULL with a fault. To be freed.
char *page_path(app_command *command);
jn_status page_write(app_command *command, const page_content *content, const char *path);
// Opens it in the browser, where there is a screen and --no-open was not given, and says where it is.
void page_tell(app_command *command, const char *path);

#endif
