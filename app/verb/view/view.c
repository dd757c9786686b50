// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// view.c - `jounce view`: a page with the engine inside, which simulates a model or replays results.
#include "view.h"

#include <stdlib.h>

#include "common/text.h"

static jn_status view_model(app_command *command, const char *path) {
  jn_model *model = load_model(command);
  if (!model) return worst_fault(command, JN_BAD_MODEL, "reading the model");
  jn_status status = page_try_start(command, model, false);
  if (status == JN_OK) status = page_write(command, &(page_content){.mode = "model", .model = model}, path);
  jn_model_free(model);
  if (status == JN_OK) page_open(command, path);
  return status;
}

static int count_results(const app_command *command) {
  const text_list *words = &command->options.words;
  int n = 0;
  for (int i = 0; i < words->n; i++) n += jn_result_is_file(words->items[i]);
  return n;
}

static jn_status check_words(app_command *command) {
  const app_options *o = &command->options;
  int n = count_results(command);
  if (o->watch && (n > 0 || o->words.n > 1)) return usage_fault(command, "--watch takes a model file and nothing more");
  if (o->words.n == 2 && n == 0)
    return usage_fault(command, "two models have no rows to compare: run '%.200s' and name its result instead",
                       o->words.items[1]);
  if (n == o->words.n && o->settings.n > 0)
    return usage_fault(command, "--set changes a model, but not a result: name the model to run it with other values");
  return JN_OK;
}

static jn_status show(app_command *command, const char *path) {
  if (command->options.watch) return view_watch(command, path);
  return count_results(command) > 0 ? view_results(command, path) : view_model(command, path);
}

static jn_status view_work(app_command *command) {
  jn_status status = page_check(command);
  if (status == JN_OK) status = check_words(command);
  if (status != JN_OK) return status;
  char *path = page_path(command);
  status = path ? show(command, path) : worst_fault(command, JN_NO_MEMORY, "the page");
  free(path);
  return status;
}

static const char *const examples[] = {
    "jounce view models/examples/four-bar.yaml --no-open",
    "jounce view models/vehicles/hmmwv-lane-change.yaml --set speed=10 -o lane-change.html --no-open",
    "jounce run models/examples/four-bar.yaml --until 1 -o a.h5",
    "jounce run models/examples/four-bar.yaml --until 1 --set crank=0.12 -o b.h5",
    "jounce view a.h5 --no-open",
    "jounce view a.h5 b.h5 -o both.html --no-open",
    "jounce view models/examples/four-bar.yaml b.h5 -o live.html --no-open",
    NULL,
};

const app_verb verb_view = {
    .name = "view",
    .words = "MODEL|RESULT [RESULT]",
    .needs = "a model file or a result file, and perhaps a result to compare with",
    .help = "a page that simulates a model or replays a result, in one HTML file",
    .details =
        "MODEL is a YAML or JSON file, or a compiled model (.jnc): the page simulates it. A compiled model runs by its "
        "code until its text is edited. RESULT is an .h5 file of run, kinematics or inverse: the page replays it, and "
        "simulates it again on request. A second RESULT is shown as a ghost with dashed curves. A .csv file does not "
        "contain its model: name the model before it. With --watch the page is written again whenever the model "
        "changes, until Ctrl-C.\nThe page contains the model and the engine: it needs no server, no network and no "
        "installation. It is named after the first word, in the current folder, unless -o names another file, and is "
        "opened in the browser if there is a display. It has at most 10 MB; longer results are reduced to every "
        "second, third, ... row, and the page says so. If the start of the model fails, no page is written, unless "
        "--watch is given.\nExit codes: 0 success, 2 usage, or the command was built without the page, 3 model "
        "invalid, 4 the start does not assemble, 5 there is no start, 7 input or output failed, 130 --watch was ended.",
    .examples = examples,
    .bit = FOR_VIEW,
    .least = 1,
    .most = 2,
    .work = view_work};
