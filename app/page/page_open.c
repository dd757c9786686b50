// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// page_open.c - opens a page in the browser.
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "page/page.h"

// Starts the browser if there is a display. Discards its output.
static bool open_page(const char *path) {
  if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY")) return false;
  pid_t child = fork();
  if (child == 0) {
    if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)) _exit(127);
    execlp("xdg-open", "xdg-open", path, (char *)NULL);
    _exit(127);
  }
  int status = 0;
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void page_open(app_command *command, const char *path) {
  bool opened = !command->options.no_open && open_page(path);
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
