// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// draw.c - `jounce draw`: the mechanism at its start or in the pose of a result, as an SVG picture.
#include "mechanism_picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"
#include "initial_state.h"

static void print_answer(app_command *command, jn_status status, const char *path) {
  print_messages(command);
  if (command->options.json) {
    app_json out = {.out = stdout};
    answer_begin(command, &out, status);
    json_text(&out, "picture", path);
    answer_end(command, &out);
  } else if (!command->options.quiet && strcmp(path, "-") != 0) {
    printf("Drew %s.\n", path);
  }
}

// Writes the picture of the model to `path` and prints the answer: at its start, with joints that do not close marked,
// or with a table in the pose of this result. Returns the first failure.
static jn_status draw_start(app_command *command, const char *path, const jn_table *table) {
  app_initial_state start = {.model = NULL};
  jn_status status = initial_state_load(command, &start), drawn = JN_OK;
  bool made = start.system && start.state;
  if (made) drawn = picture_check_about(command, start.model);
  if (drawn != JN_OK) {
    initial_state_free(&start);
    return drawn;
  }
  if (made && table) drawn = picture_write_pose(command, start.system, start.state, table, path);
  else if (made) drawn = picture_write(command, start.system, start.state, path);
  if (made && drawn == JN_OK) print_answer(command, status, path);
  initial_state_free(&start);
  return status != JN_OK ? status : drawn;
}

static jn_status check_words(app_command *command) {
  const app_options *o = &command->options;
  jn_status status = picture_check_path(command, "output", o->output, true);
  if (status == JN_OK) status = picture_check_view(command);
  if (status != JN_OK) return status;
  if (o->words.n > 1 && !jn_result_is_file(o->words.items[1]))
    return usage_fault(command, "'jounce draw' takes a model and a results file (.h5 or .csv), but got '%s'",
                       o->words.items[1]);
  if (o->words.n == 1 && !isnan(o->time))
    return usage_fault(
        command,
        "--at needs a results file with poses: 'jounce run MODEL', then 'jounce draw MODEL RESULT.h5 --at TIME'");
  return JN_OK;
}

static jn_status draw_work(app_command *command) {
  const text_list *words = &command->options.words;
  jn_status status = check_words(command);
  if (status != JN_OK) return status;
  jn_table *table = words->n > 1 ? jn_table_read_poses(NULL, words->items[1], command->report) : NULL;
  if (words->n > 1 && !table) return worst_fault(command, JN_IO, "reading the result");
  char *beside = path_stem_with(words->items[0], ".svg");
  const char *path = command->options.output ? command->options.output : beside;
  status = path ? draw_start(command, path, table) : JN_NO_MEMORY;
  free(beside);
  jn_table_free(table);
  return status;
}

static const char *const examples[] = {
    "jounce draw models/examples/slider-crank.yaml",
    "jounce draw models/vehicles/iltis.yaml -o iltis.svg",
    "jounce draw models/vehicles/hmmwv-lane-change.yaml --about chassis -o hmmwv.svg",
    "jounce run models/examples/slider-crank.yaml -o slider-crank.h5",
    "jounce draw models/examples/slider-crank.yaml slider-crank.h5 --at 0.1 -o later.svg",
    NULL,
};

const app_verb verb_draw = {
    .name = "draw",
    .words = "MODEL [RESULT]",
    .needs = "a model file",
    .help = "draw the mechanism at its start, or at a time of a result, as SVG",
    .details =
        "MODEL is a YAML or JSON file, a compiled model (.jnc) or a robot (.urdf, .xml, .mjcf). Bodies are drawn by "
        "their 'shapes'; bodies without shapes by their points and joints. Joints that do not close are red, with "
        "their names. With RESULT, a results file of a run (.csv: with --poses), the mechanism is drawn in its pose at "
        "the time --at. The viewpoint in space is chosen from the start of the model, so that pictures of one run can "
        "be compared. The picture is MODEL.svg in the current folder, unless -o names another.\nExit codes: 0 success, "
        "3 model invalid, 4 assembly failed; the open mechanism is drawn.",
    .examples = examples,
    .bit = FOR_DRAW,
    .least = 1,
    .most = 2,
    .work = draw_work};
