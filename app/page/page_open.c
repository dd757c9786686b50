// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// page_open.c - opens a page in the browser; see page.h.
#include <stdio.h>

#include "common/system.h"
#include "page/page.h"

void page_open(app_command *command, const char *path) {
  bool opened = !command->options.no_open && system_show_page(path);
  print_messages(command);
  if (command->options.json) {
    app_json out = {.out = stdout};
    answer_begin(command, &out, JN_OK);
    json_text(&out, "page", path);
    json_flag(&out, "opened", opened);
    answer_end(command, &out);
  } else if (!command->options.quiet) {
    printf(opened ? "Opened %s.\n" : "Wrote %s: open it in a browser.\n", path);
  }
}
