// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// drive.c - `jounce drive`: a page in which the user drives the model.
#include <stdlib.h>

#include "command.h"
#include "page/page.h"

static jn_status write_courses(app_command *command, const jn_model *model, const char *path) {
  page_courses *courses = page_courses_read(command, model);
  if (!courses) return worst_fault(command, JN_NO_MEMORY, "the courses");
  jn_status status = page_write(command, &(page_content){.mode = "drive", .model = model, .courses = courses}, path);
  page_courses_free(courses);
  return status;
}

static jn_status write_drive(app_command *command, const char *path) {
  jn_model *model = load_model(command);
  if (!model) return worst_fault(command, JN_BAD_MODEL, "reading the model");
  jn_status status =
      jn_model_ninputs(model) > 0
          ? page_try_start(command, model, true)
          : jn_report_fault(command->report, JN_REFUSED, "",
                            "this model has no inputs, so there is nothing to drive it with: 'jounce view' shows it");
  if (status == JN_OK) status = write_courses(command, model, path);
  jn_model_free(model);
  if (status == JN_OK) page_open(command, path);
  return status;
}

static jn_status drive_work(app_command *command) {
  jn_status status = page_check(command);
  if (status != JN_OK) return status;
  char *path = page_path(command);
  status = path ? write_drive(command, path) : worst_fault(command, JN_NO_MEMORY, "the page");
  free(path);
  return status;
}

static const char *const examples[] = {
    "jounce drive models/vehicles/hmmwv.yaml --no-open",
    "jounce drive models/vehicles/m2.yaml --course stairs --no-open -o bradley.html",
    "jounce compile models/vehicles/hmmwv.yaml --no-fma -o h.jnc",
    "jounce drive h.jnc --no-open",
    NULL,
};

const app_verb verb_drive = {
    .name = "drive",
    .words = "MODEL",
    .needs = "a model file",
    .help = "a page in which a model is driven by keys, gamepad, mouse or touch, in one HTML file",
    .details =
        "MODEL is a YAML or JSON file with inputs. The controls of the page act on inputs called steer, throttle, "
        "brake, parking, gear, range, turret_angle and elevation; other inputs have sliders. The page contains the "
        "model and the engine and runs in real time with fixed steps: those of the model, else 1 ms. It is MODEL.html "
        "in the current folder, unless -o names another file, and is opened in the browser if there is a display. A "
        "compiled model (.jnc) runs by its code on the road that it was compiled for, and by the engine on other "
        "courses; compiled with --no-fma it runs three times as fast in the page. If the start fails, also with the "
        "brakes applied, no page is written.\nExit codes: 0 success, 2 the command was built without the page or the "
        "model has no inputs, 3 model invalid, 4 the start does not assemble, 5 there is no start, 7 input or output "
        "failed.",
    .examples = examples,
    .bit = FOR_DRIVE,
    .least = 1,
    .most = 1,
    .work = drive_work};
