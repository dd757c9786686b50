// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// draw.c - the mechanism as a picture.
#include "draw.h"

#include <stdio.h>
#include <string.h>

#include "common/text.h"

jn_status draw_check_path(app_command *command, const char *option, const char *path, bool dash) {
  if (!path || text_ends_with(path, ".svg")) return JN_OK;
  if (!dash || strcmp(path, "-") != 0)
    return usage_fault(command, "a picture is an .svg file, but --%s is '%s'", option, path);
  if (command->options.json) return usage_fault(command, "--%s - and --json both write to standard output", option);
  return JN_OK;
}

char *draw_text(app_command *command, const jn_system *system, const double *state) {
  jn_picture *picture = jn_picture_new(NULL, system, state);
  jn_picture_options how = jn_picture_options_default();
  how.title = shown_name(command, jn_system_model(system));
  char *svg = picture ? jn_picture_svg(picture, &how) : NULL;
  if (!svg) jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the picture");
  jn_picture_free(picture);
  return svg;
}

jn_status draw_write(app_command *command, const jn_system *system, const double *state, const char *path) {
  char *svg = draw_text(command, system, state);
  if (!svg) return JN_NO_MEMORY;
  jn_status status = JN_OK;
  if (strcmp(path, "-") == 0) fputs(svg, stdout);
  else status = jn_text_write(path, svg, command->report);
  jn_text_free(NULL, svg);
  return status;
}
