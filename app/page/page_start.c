// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// page_start.c - tries the start of a model before a page of it is written, because nothing moves in a page whose start
// fails.
#include <string.h>

#include "common/live_choices.h"
#include "page/page.h"

static jn_status try_start(jn_model *model, bool live, jn_report *report) {
  jn_run_options options = jn_run_options_default();
  jn_choices choices = *jn_model_choices(model);
  jn_choices_replace(model, &choices, report);
  if (live) live_choose(&choices, report);
  options.choices = &choices;
  jn_session *session = jn_session_new(model, &options, report);
  jn_session_free(session);
  return session ? JN_OK : JN_REFUSED;
}

// Fills settings[] with those that fully apply the inputs `brake` and `parking`, as far as the model has them. Returns
// how many.
static int brake_settings(const jn_model *model, jn_setting settings[2]) {
  int n = 0;
  for (int i = 0; i < jn_model_ninputs(model) && n < 2; i++) {
    if (strcmp(jn_model_input_name(model, i), "brake") == 0) settings[n++] = (jn_setting){"inputs.brake", "1"};
    if (strcmp(jn_model_input_name(model, i), "parking") == 0) settings[n++] = (jn_setting){"inputs.parking", "1"};
  }
  return n;
}

static bool starts_braked(const jn_model *model) {
  jn_setting settings[2];
  int n = brake_settings(model, settings);
  jn_model *braked = n > 0 ? jn_model_with_settings(model, settings, n, NULL) : NULL;
  bool good = braked && try_start(braked, true, NULL) == JN_OK;
  jn_model_free(braked);
  return good;
}

jn_status page_try_start(app_command *command, jn_model *model, bool driven) {
  // a model with compiled controllers is not tried: they run neither in the page nor here
  if (jn_model_code_file(model, 0)) return JN_OK;
  jn_report *messages = jn_report_new(NULL);
  if (!messages) return worst_fault(command, JN_NO_MEMORY, "the start");
  jn_status status = try_start(model, driven, messages);
  if (status != JN_OK && driven && starts_braked(model)) {
    jn_report_warn(command->report, "start",
                   "the page applies the brakes at the start: without them the model has no start");
    status = JN_OK;
  }
  for (int i = 0; status != JN_OK && i < jn_report_size(messages); i++)
    jn_report_add(command->report, jn_report_get(messages, i));
  jn_report_free(messages);
  return status == JN_OK ? JN_OK : worst_fault(command, JN_NO_CONVERGENCE, "the start");
}
