// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// view.c - `jounce view`: a page with the model and the engine inside.
#include <stdlib.h>

#include "command.h"
#include "page/page.h"

static jn_status write_model(app_command *command, const char *path) {
  jn_model *model = load_model(command);
  if (!model) return worst_fault(command, JN_BAD_MODEL, "reading the model");
  jn_status status = page_write(command, &(page_content){.mode = "model", .model = model}, path);
  jn_model_free(model);
  if (status == JN_OK) page_tell(command, path);
  return status;
}

static jn_status view_work(app_command *command) {
  jn_status status = page_check(command);
  if (status != JN_OK) return status;
  char *path = page_path(command);
  status = path ? write_model(command, path) : worst_fault(command, JN_NO_MEMORY, "the page");
  free(path);
  return status;
}

static const char *const examples[] = {
    "jounce view models/examples/four-bar.yaml --no-open",
    "jounce view models/vehicles/hmmwv-lane-change.yaml --set speed=10 -o lane-change.html --no-open",
    NULL,
};

const app_verb verb_view = {
    .name = "view",
    .words = "MODEL",
    .needs = "a model file",
    .help = "a page that simulates and shows the model, in one HTML file",
    .details =
        "MODEL is a YAML or JSON file, or a robot (.urdf, .xml, .mjcf), which becomes a model as by 'jounce import'.\n"
        "The page has the model and the engine inside: it needs no server, no network and no installation, and can\n"
        "be sent to anybody. It is MODEL.html in the current folder, unless -o names another, and is opened in the\n"
        "browser where there is a screen.\n"
        "Exit codes: 0 success, 2 the command was built without the page, 3 model invalid.",
    .examples = examples,
    .bit = FOR_VIEW,
    .least = 1,
    .most = 1,
    .work = view_work};
