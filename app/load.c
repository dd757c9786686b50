// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// load.c - the model of the command line and its choices.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "text.h"

// Splits "path=value" in place; parse_setting has seen to it that there is an equals sign.
static jn_setting split(char *text) {
  char *equals = strchr(text, '=');
  *equals = 0;
  return (jn_setting){.path = text, .value = equals + 1};
}

static void keep_stem(app_command *command) {
  char *stem = path_stem_with(command->options.words.items[0], "");
  snprintf(command->stem, sizeof command->stem, "%s", stem ? stem : "");
  free(stem);
}

const char *shown_name(const app_command *command, const jn_model *model) {
  const char *name = jn_model_name(model);
  return name[0] ? name : command->stem;
}

jn_model *load_model(app_command *command) {
  keep_stem(command);
  text_list *list = &command->options.settings;
  jn_setting *settings = calloc((size_t)list->n + 1, sizeof *settings);
  if (!settings) {
    jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the settings");
    return NULL;
  }
  for (int i = 0; i < list->n; i++) settings[i] = split(list->items[i]);
  jn_model *model = jn_model_read(NULL, command->options.words.items[0], settings, list->n, command->report);
  free(settings);
  return model;
}

typedef struct {
  const char *name, *given;
  char *field;
  size_t size;
} app_choice;

static jn_status set_choice(app_command *command, const app_choice *choice) {
  if (!choice->given) return JN_OK;
  if (strlen(choice->given) >= choice->size)
    return usage_fault(command, "--%s cannot be '%.60s...': there is no such name; see 'jounce kinds'", choice->name,
                       choice->given);
  snprintf(choice->field, choice->size, "%s", choice->given);
  return JN_OK;
}

static void set_number(double given, double *field) {
  if (!isnan(given)) *field = given;
}

jn_status load_choices(app_command *command, jn_model *model, jn_choices *choices) {
  const app_options *o = &command->options;
  *choices = *jn_model_choices(model);
  const app_choice names[] = {
      {"coordinates", o->coordinates, choices->coordinates, sizeof choices->coordinates},
      {"formulation", o->formulation, choices->formulation, sizeof choices->formulation},
      {"variant", o->variant, choices->variant, sizeof choices->variant},
      {"integrator", o->integrator, choices->integrator, sizeof choices->integrator},
      {"position", o->position, choices->position, sizeof choices->position},
      {"velocity", o->velocity, choices->velocity, sizeof choices->velocity},
      {"energy", o->energy, choices->energy, sizeof choices->energy},
  };
  jn_status status = JN_OK;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    jn_status one = set_choice(command, &names[i]);
    if (one != JN_OK) status = one;
  }
  set_number(o->step, &choices->step);
  set_number(o->tolerance, &choices->tolerance);
  set_number(o->until, &choices->until);
  set_number(o->output_step, &choices->output_step);
  if (!isnan(o->rate)) choices->rate = o->rate, choices->alpha = choices->beta = choices->eta = NAN;
  return status;
}

// What does not go together in the file itself makes the model invalid; what the options bring in is a mistake of usage.
jn_status settle_choices(app_command *command, jn_model *model, jn_choices *choices) {
  jn_status status = jn_choices_settle(model, choices, command->report);
  if (status == JN_OK) return JN_OK;
  jn_choices own = *jn_model_choices(model);
  return jn_choices_settle(model, &own, NULL) == JN_OK ? status : JN_BAD_MODEL;
}

// A step is no such option: methods that choose their steps take it for the first.
jn_status check_effects(app_command *command, const jn_choices *settled) {
  const app_options *o = &command->options;
  if (!isnan(o->rate) && strcmp(settled->formulation, "baumgarte") != 0)
    return usage_fault(command, "--rate goes with --formulation baumgarte, but the formulation is '%s'",
                       settled->formulation);
  if (!isnan(o->tolerance) && jn_integrator_is_fixed(settled->integrator))
    jn_report_warn(command->report, "", "--tolerance has no effect with %s, which takes fixed steps",
                   settled->integrator);
  return JN_OK;
}
