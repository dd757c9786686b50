// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// load_model.c - reads the model of the command line and its choices.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "common/text.h"
#include "course.h"

const char *shown_name(const app_command *command, const jn_model *model) {
  const char *name = jn_model_name(model);
  return name[0] ? name : command->stem;
}

jn_status check_import_options(app_command *command) {
  const char *contacts = command->options.contacts;
  jn_import_contacts choice;
  if (contacts && !jn_import_contacts_find(contacts, &choice))
    return usage_fault(command, "--contacts is rigid, compliant or none, but got '%.60s'", contacts);
  return JN_OK;
}

jn_import_options import_options(const app_command *command) {
  jn_import_options options = jn_import_options_default();
  options.balance_inertia = command->options.balance_inertia;
  options.keyframe = command->options.keyframe;
  if (command->options.contacts) jn_import_contacts_find(command->options.contacts, &options.contacts);
  return options;
}

// Reads a model file, or imports a robot as `jounce import` does with the same options, and returns the model. Returns
// NULL with faults in the report.
static jn_model *read_model(app_command *command, const char *path, const jn_setting *settings, int n) {
  if (jn_file_format_of(path) == JN_FORMAT_SDF) {
    jn_report_fault(command->report, JN_BAD_ARGUMENT, "",
                    "'%.200s' is SDF, which is not read; URDF (.urdf) and MJCF (.xml) are: export the robot as one of "
                    "these",
                    path);
    return NULL;
  }
  if (jn_file_format_of(path) == JN_FORMAT_FMU) {
    jn_report_fault(command->report, JN_BAD_ARGUMENT, "",
                    "'%.200s' is an FMU, but a model is expected: 'jounce check' and 'jounce run' take FMUs", path);
    return NULL;
  }
  if (check_import_options(command) != JN_OK) return NULL;
  const jn_import_options options = import_options(command);
  return jn_model_load(NULL, path, &options, settings, n, command->report);
}

// Copies messages to the report of the command. --independent is read as a setting of the model; messages about it name
// the option instead.
static void copy_messages(app_command *command, const jn_report *report) {
  static const char setting[] = "--set simulate.independent=";
  for (int i = 0; i < jn_report_size(report); i++) {
    jn_error error = *jn_report_get(report, i);
    if (strncmp(error.file, setting, sizeof setting - 1) == 0) {
      snprintf(error.file, sizeof error.file, "--independent %.200s", command->options.chosen.independent);
      error.element[0] = 0;
      error.status = JN_BAD_ARGUMENT;
    }
    jn_report_add(command->report, &error);
  }
}

// ---- code of controllers ------------------------------------------------------------------------------------------

// Loads the compiled controllers of a model if --allow-code is given. Returns false with a fault in the report if they
// are not allowed or cannot be loaded. Verbs that only inspect or copy a model never load them, with a note; those that
// translate a model refuse them later.
static bool allow_model_code(app_command *command, jn_model *model) {
  const char *file = jn_model_code_file(model, 0);
  if (!file) return true;
  if (command->verb->bit &
      (FOR_CHECK | FOR_ASSEMBLE | FOR_DRAW | FOR_VIEW | FOR_DRIVE | FOR_FLATTEN | FOR_EXPORT | FOR_COMPILE)) {
    for (int i = 0; jn_model_code_file(model, i); i++) {
      jn_error note = {.severity = JN_NOTE, .element = "code"};
      snprintf(note.what, sizeof note.what, "'%.300s' was not loaded", jn_model_code_file(model, i));
      jn_report_add(command->report, &note);
    }
    return true;
  }
  if (command->options.allow_code || !jn_can_load_code()) return jn_model_allow_code(model, command->report) == JN_OK;
  jn_report_fault(command->report, JN_REFUSED, "",
                  "the model needs the code in '%.200s', which has all your permissions: if you trust it, allow it "
                  "with --allow-code",
                  file);
  return false;
}

// Returns the settings of the command line, those of --set and --independent, *n of them, which the caller frees; NULL
// with a fault: no memory. Splits the texts "path=value" of the options in place; the parser has checked that there is
// an equals sign.
static jn_setting *list_settings(app_command *command, int *n) {
  text_list *list = &command->options.settings;
  jn_setting *settings = calloc((size_t)list->n + 1, sizeof *settings);
  if (!settings) {
    jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the settings");
    return NULL;
  }
  for (*n = 0; *n < list->n; (*n)++) {
    char *path = list->items[*n], *value = path + strcspn(path, "=");
    *value = 0;
    settings[*n] = (jn_setting){.path = path, .value = value + 1};
  }
  if (command->options.given[JN_CHOICE_independent]) {
    settings[*n] = (jn_setting){"simulate.independent", command->options.chosen.independent};
    (*n)++;
  }
  return settings;
}

// Reads the model without the settings of a course, to see on which roads it drives. Its warnings are dropped, because
// reading the model on the course repeats them. Returns NULL with faults in the report.
static jn_model *read_off_course(app_command *command, const char *path, const jn_setting *settings, int n) {
  jn_setting *without_course = calloc((size_t)n + 1, sizeof *without_course);
  jn_report *report_before = command->report, *messages = without_course ? jn_report_new(NULL) : NULL;
  int nwithout_course = 0;
  for (int i = 0; without_course && i < n; i++)
    if (!course_has_setting(&settings[i])) without_course[nwithout_course++] = settings[i];
  command->report = messages;
  jn_model *model = messages ? read_model(command, path, without_course, nwithout_course) : NULL;
  command->report = report_before;
  for (int i = 0; messages && !model && i < jn_report_size(messages); i++)
    jn_report_add(report_before, jn_report_get(messages, i));
  jn_report_free(messages);
  free(without_course);
  return model;
}

static jn_model *read_on_course(app_command *command, const char *path, const jn_setting *settings, int n) {
  app_course course;
  char *folder;
  bool found = course_find(command, command->options.course, &course, &folder);
  jn_model *model = found ? read_off_course(command, path, settings, n) : NULL, *on_course = NULL;
  if (model && jn_model_is_compiled(model))
    usage_fault(
        command,
        "'%.200s' was compiled for its own road: compile the model with --course %.100s, or name the model here", path,
        command->options.course);
  else if (model && !course_fits(model))
    usage_fault(command, "--course needs a model in space with tyres, tracks or contacts on a road");
  else if (model) on_course = course_read(model, &course, settings, n, command->report);
  if (!on_course) worst_fault(command, JN_NO_MEMORY, "reading the course");
  jn_model_free(model);
  free(folder);
  return on_course;
}

jn_model *load_model(app_command *command) {
  int n;
  const char *path = command->options.words.items[0];
  char *stem = path_stem_with(path, "");
  snprintf(command->stem, sizeof command->stem, "%s", stem ? stem : "");
  free(stem);
  jn_setting *settings = list_settings(command, &n);
  if (!settings) return NULL;
  bool named = command->options.given[JN_CHOICE_independent];
  jn_report *report = named ? jn_report_new(NULL) : NULL, *report_before = command->report;
  if (report) command->report = report;
  jn_model *model =
      command->options.course ? read_on_course(command, path, settings, n) : read_model(command, path, settings, n);
  command->report = report_before;
  if (report) copy_messages(command, report);
  jn_report_free(report);
  free(settings);
  // makes the model count whole turns of the angles that are outputs, which must happen before a system is made
  for (int i = 0; model && i < command->options.probes.n; i++)
    if (jn_model_follow(model, command->options.probes.items[i]) != JN_OK)
      jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the probes");
  return model && !allow_model_code(command, model) ? jn_model_free(model) : model;
}

jn_model *load_other_model(app_command *command, const char *path) {
  int n;
  jn_setting *settings = list_settings(command, &n);
  jn_model *model = settings ? read_model(command, path, settings, n) : NULL;
  free(settings);
  return model && !allow_model_code(command, model) ? jn_model_free(model) : model;
}

jn_status take_count(app_command *command, const char *name, double given, int least, int most, int *field) {
  if (isnan(given)) return JN_OK;
  if (!(given >= least && given <= most && given == floor(given)))
    return usage_fault(command, "--%s takes a whole number from %d to %d, but got %g", name, least, most, given);
  *field = (int)given;
  return JN_OK;
}

// ---- the choices ------------------------------------------------------------------------------------------------

void load_choices(app_command *command, jn_model *model, jn_choices *choices) {
  *choices = *jn_model_choices(model);
  jn_choices_take(model, choices, &command->options.chosen, command->options.given, command->report);
}

void ignore_methods(app_options *options) {
  static const jn_choice methods[] = {JN_CHOICE_formulation, JN_CHOICE_variant,  JN_CHOICE_integrator,
                                      JN_CHOICE_position,    JN_CHOICE_velocity, JN_CHOICE_energy};
  const char *coordinates = options_typed_name(options, JN_CHOICE_coordinates);
  if (!coordinates || strcmp(coordinates, "auto") == 0) options_choose(options, JN_CHOICE_coordinates, "cartesian");
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) options_choose(options, methods[i], "auto");
}

// Warns of options that have no effect although they were typed, with their default values; the library warns of those
// with other values.
static void warn_without_effect(app_command *command, const jn_choices *resolved) {
  const jn_choices usual = jn_choices_default();
  for (int i = 0; i < JN_NCHOICES; i++) {
    const jn_choice_info *info = jn_choice_get((jn_choice)i);
    bool same = memcmp((const char *)&usual + info->offset, (const char *)resolved + info->offset, info->size) == 0;
    if (command->options.given[i] && same && !jn_choice_acts(resolved, (jn_choice)i))
      jn_report_warn(command->report, "", "--%s has no effect: it is used only by %s", info->option, info->applies);
  }
}

jn_status resolve_choices(app_command *command, jn_model *model, jn_choices *choices) {
  jn_status status = jn_choices_resolve(model, choices, command->report);
  if (status == JN_OK) {
    warn_without_effect(command, choices);
    return JN_OK;
  }
  jn_choices of_file = *jn_model_choices(model);
  return jn_choices_resolve(model, &of_file, NULL) == JN_OK ? status : JN_BAD_MODEL;
}
