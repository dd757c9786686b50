// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// draw.c - `jounce draw`: the mechanism where it starts, as an SVG picture.
#include "draw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"
#include "start.h"

static void tell(app_command *command, jn_status status, const char *path) {
  tell_messages(command);
  if (command->options.json) {
    app_json out = {.out = stdout};
    answer_begin(command, &out, status);
    json_text(&out, "picture", path);
    answer_end(command, &out);
  } else if (!command->options.quiet && strcmp(path, "-") != 0) {
    printf("Drew %s.\n", path);
  }
}

// A model whose joints do not close is drawn too: where they are open.
static jn_status draw_start(app_command *command, const char *path) {
  app_start start = {.model = NULL};
  jn_status status = start_make(command, &start), drawn = JN_OK;
  if (start.system && start.state) drawn = draw_write(command, start.system, start.state, path);
  if (start.system && drawn == JN_OK) tell(command, status, path);
  start_free(&start);
  return status != JN_OK ? status : drawn;
}

static jn_status draw_work(app_command *command) {
  const char *model = command->options.words.items[0];
  jn_status status = draw_check_path(command, "output", command->options.output, true);
  if (status != JN_OK) return status;
  char *beside = path_stem_with(model, ".svg");
  const char *path = command->options.output ? command->options.output : beside;
  status = path ? draw_start(command, path) : JN_NO_MEMORY;
  free(beside);
  return status;
}

static const char *const examples[] = {
    "jounce draw models/examples/slider-crank.yaml",
    "jounce draw models/vehicles/iltis.yaml -o iltis.svg",
    NULL,
};

const app_verb verb_draw = {
    .name = "draw",
    .words = "MODEL",
    .needs = "a model file",
    .help = "draw the mechanism where it starts, as SVG",
    .details =
        "MODEL is a YAML or JSON file, or a robot (.urdf, .xml, .mjcf). Bodies are drawn by their 'shapes', others by\n"
        "their points and joints. Joints that do not close are red and have their names.\n"
        "The picture is MODEL.svg in the current folder, unless -o names another.\n"
        "Exit codes: 0 success, 3 model invalid, 4 assembly failed: it is drawn as far as it closes.",
    .examples = examples,
    .bit = FOR_DRAW,
    .least = 1,
    .most = 1,
    .work = draw_work};
