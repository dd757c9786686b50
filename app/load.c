// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// load.c - the model of the command line and its choices.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "common/text.h"
#include "course.h"

// Splits "path=value" in place, once: from then on the path ends where the equals sign was, which parse_setting has
// looked for.
static jn_setting split(char *text) {
  char *equals = text + strcspn(text, "=");
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

// A robot of another program is imported on the way, as `jounce import` would without options.
static jn_model *read_model(app_command *command, const char *path, const jn_setting *settings, int n) {
  if (jn_import_takes(path)) return jn_import_model(NULL, path, NULL, settings, n, command->report);
  return jn_model_read(NULL, path, settings, n, command->report);
}

// What is wrong with --independent is a mistake of usage; the reader has taken it for a setting.
static void pass_on(app_command *command, const jn_report *report) {
  static const char setting[] = "--set simulate.independent=";
  for (int i = 0; i < jn_report_size(report); i++) {
    jn_error error = *jn_report_get(report, i);
    if (strncmp(error.file, setting, sizeof setting - 1) == 0) {
      snprintf(error.file, sizeof error.file, "--independent %.200s", command->options.chosen.independent);
      error.element[0] = 0, error.status = JN_BAD_ARGUMENT;
    }
    jn_report_add(command->report, &error);
  }
}

// ---- code of controllers ------------------------------------------------------------------------------------------

static void tell_code(app_command *command, const jn_model *model) {
  for (int i = 0; jn_model_code_file(model, i); i++) {
    jn_error note = {.severity = JN_NOTE, .element = "code"};
    snprintf(note.what, sizeof note.what, "'%.300s' was not looked at", jn_model_code_file(model, i));
    jn_report_add(command->report, &note);
  }
}

// Verbs that only look at a model never load code; the others do where it is allowed, and cannot go on without it.
static bool settle_code(app_command *command, jn_model *model) {
  const char *file = jn_model_code_file(model, 0);
  if (!file) return true;
  if (command->verb->bit & (FOR_CHECK | FOR_ASSEMBLE | FOR_DRAW | FOR_VIEW | FOR_DRIVE | FOR_FLATTEN))
    return tell_code(command, model), true;
  if (command->options.allow_code || !jn_can_load_code()) return jn_model_allow_code(model, command->report) == JN_OK;
  jn_report_fault(command->report, JN_REFUSED, "",
                  "the model needs the code in '%.200s', which may do anything that you may do: if you trust it, allow "
                  "it with --allow-code",
                  file);
  return false;
}

// The settings of the command line; NULL: no memory.
static jn_setting *take_settings(app_command *command, int *n) {
  text_list *list = &command->options.settings;
  jn_setting *settings = calloc((size_t)list->n + 1, sizeof *settings);
  if (!settings) jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the settings");
  for (*n = 0; settings && *n < list->n; (*n)++) settings[*n] = split(list->items[*n]);
  if (settings && command->options.given[JN_CHOICE_independent])
    settings[(*n)++] = (jn_setting){"simulate.independent", command->options.chosen.independent};
  return settings;
}

// Without the course, to see which roads are driven on; what is said on the way will be said again.
static jn_model *read_off_course(app_command *command, const char *path, const jn_setting *settings, int n) {
  jn_setting *own = calloc((size_t)n + 1, sizeof *own);
  jn_report *whole = command->report, *said = own ? jn_report_new(NULL) : NULL;
  int nown = 0;
  for (int i = 0; own && i < n; i++)
    if (!course_owns(&settings[i])) own[nown++] = settings[i];
  command->report = said;
  jn_model *model = said ? read_model(command, path, own, nown) : NULL;
  command->report = whole;
  for (int i = 0; said && !model && i < jn_report_size(said); i++) jn_report_add(whole, jn_report_get(said, i));
  jn_report_free(said);
  free(own);
  return model;
}

static jn_model *read_on_course(app_command *command, const char *path, const jn_setting *settings, int n) {
  app_course course;
  char *folder;
  bool found = course_find(command, command->options.course, &course, &folder);
  jn_model *model = found ? read_off_course(command, path, settings, n) : NULL, *moved = NULL;
  if (model && jn_model_is_compiled(model))
    usage_fault(
        command,
        "'%.200s' was compiled for its own road: compile the model with --course %.100s, or name the model here", path,
        command->options.course);
  else if (model && !course_fits(model))
    usage_fault(command, "--course needs a model in space with tyres, tracks or contacts on a road");
  else if (model) moved = course_read(model, &course, settings, n, command->report);
  if (!moved) worst_fault(command, JN_NO_MEMORY, "reading the course");
  jn_model_free(model);
  free(folder);
  return moved;
}

jn_model *load_model(app_command *command) {
  int n;
  const char *path = command->options.words.items[0];
  keep_stem(command);
  jn_setting *settings = take_settings(command, &n);
  if (!settings) return NULL;
  bool named = command->options.given[JN_CHOICE_independent];
  jn_report *report = named ? jn_report_new(NULL) : NULL, *whole = command->report;
  if (report) command->report = report;
  jn_model *model =
      command->options.course ? read_on_course(command, path, settings, n) : read_model(command, path, settings, n);
  command->report = whole;
  if (report) pass_on(command, report);
  jn_report_free(report);
  free(settings);
  for (int i = 0; model && i < command->options.probes.n; i++)  // before any system is made
    if (jn_model_follow(model, command->options.probes.items[i]) != JN_OK)
      jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the probes");
  return model && !settle_code(command, model) ? jn_model_free(model) : model;
}

jn_model *load_other(app_command *command, const char *path) {
  int n;
  jn_setting *settings = take_settings(command, &n);
  jn_model *model = settings ? read_model(command, path, settings, n) : NULL;
  free(settings);
  return model && !settle_code(command, model) ? jn_model_free(model) : model;
}

jn_status take_count(app_command *command, const char *name, double given, int least, int most, int *field) {
  if (isnan(given)) return JN_OK;
  if (!(given >= least && given <= most && given == floor(given)))
    return usage_fault(command, "--%s takes a whole number from %d to %d, but got %g", name, least, most, given);
  *field = (int)given;
  return JN_OK;
}

// ---- what of the file does not go with what was typed ----------------------------------------------------------

// Names whose values depend on the formulation.
static const jn_choice dependent[] = {JN_CHOICE_coordinates, JN_CHOICE_variant,  JN_CHOICE_integrator,
                                      JN_CHOICE_position,    JN_CHOICE_velocity, JN_CHOICE_energy};
enum { NDEPENDENT = sizeof dependent / sizeof *dependent };

static bool goes_with(const char *formulation, jn_choice which, const char *name) {
  const char *what = jn_choice_get(which)->option;
  if (strcmp(name, "auto") == 0) return true;
  if (!jn_choice_name(what, formulation, 0)) return strcmp(name, "none") == 0;  // no variants
  for (int i = 0; jn_choice_name(what, formulation, i); i++)
    if (strcmp(jn_choice_name(what, formulation, i), name) == 0) return true;
  return false;
}

static char *name_in(jn_choices *choices, jn_choice which) { return (char *)choices + jn_choice_get(which)->offset; }
static void leave_open(jn_choices *choices, jn_choice which) { memcpy(name_in(choices, which), "auto", sizeof "auto"); }

// The formulation of the choices, also where it is left open: then the integrator that was typed decides.
static void find_formulation(const jn_model *model, const jn_choices *choices, const bool *given, char *name,
                             size_t size) {
  jn_choices plain = *choices;
  for (int i = 0; i < NDEPENDENT; i++)
    if (dependent[i] != JN_CHOICE_coordinates && !(dependent[i] == JN_CHOICE_integrator && given[dependent[i]]))
      leave_open(&plain, dependent[i]);
  jn_choices_settle(model, &plain, NULL);
  snprintf(name, size, "%s", plain.formulation);
}

typedef struct {
  char lost[160], taken[160];  // "velocity 'projection'", "velocity none"
  int n;
} app_left;

static void append(char *text, size_t size, const char *format, const char *name, const char *value) {
  size_t used = strlen(text);
  if (used > 0) used += (size_t)snprintf(text + used, size - used, ", ");
  if (used < size) snprintf(text + used, size - used, format, name, value);
}

static void tell_left(app_command *command, const char *formulation, const app_left *left) {
  jn_report_warn(command->report, "", "'%s' does not support %s from the file; using %s", formulation, left->lost,
                 left->taken);
}

// The step was meant for the integrator that is gone.
static void leave_step(const bool *given, const jn_choices *settled, jn_choices *choices, app_left *left) {
  if (given[JN_CHOICE_step] || !(choices->step > 0) || jn_integrator_is_fixed(settled->integrator)) return;
  char step[32];
  format_seconds(choices->step, step, sizeof step);
  append(left->lost, sizeof left->lost, "%s %s", "step", step);
  choices->step = 0;
  left->n++;
}

void leave_to_formulation(app_command *command, const jn_model *model, const bool *given, jn_choices *choices) {
  char formulation[sizeof choices->formulation];
  bool lost[NDEPENDENT] = {false};
  app_left left = {.n = 0};
  if (!given[JN_CHOICE_formulation] && !given[JN_CHOICE_variant] && !given[JN_CHOICE_integrator]) return;
  find_formulation(model, choices, given, formulation, sizeof formulation);
  for (int i = 0; i < NDEPENDENT; i++) {
    const char *name = name_in(choices, dependent[i]);
    lost[i] = !given[dependent[i]] && !goes_with(formulation, dependent[i], name);
    if (!lost[i]) continue;
    append(left.lost, sizeof left.lost, "%s '%s'", jn_choice_get(dependent[i])->option, name);
    leave_open(choices, dependent[i]);
    left.n++;
  }
  if (left.n == 0) return;
  jn_choices settled = *choices;
  jn_choices_settle(model, &settled, NULL);
  for (int i = 0; i < NDEPENDENT; i++) {
    if (lost[i] && dependent[i] == JN_CHOICE_integrator) leave_step(given, &settled, choices, &left);
    if (lost[i])
      append(left.taken, sizeof left.taken, "%s %s", jn_choice_get(dependent[i])->option,
             name_in(&settled, dependent[i]));
  }
  tell_left(command, formulation, &left);
}

// ---- the choices ------------------------------------------------------------------------------------------------

// A number that was typed takes the place of those in the file that are made from it.
static void open_made_from(jn_choice which, const bool *given, jn_choices *choices) {
  const jn_choices usual = jn_choices_default();
  for (int i = 1; i < JN_NCHOICES; i++) {
    const jn_choice_info *info = jn_choice_get((jn_choice)i);
    if (which != 0 && info->values.from == which && !given[i])
      memcpy((char *)choices + info->offset, (const char *)&usual + info->offset, info->size);
  }
}

void load_choices(app_command *command, jn_model *model, jn_choices *choices) {
  const app_options *o = &command->options;
  *choices = *jn_model_choices(model);
  if (!o->given[JN_CHOICE_formulation] && !o->given[JN_CHOICE_integrator])
    jn_choices_replace(model, choices, command->report);
  for (int i = 0; i < JN_NCHOICES; i++) {
    const jn_choice_info *info = jn_choice_get((jn_choice)i);
    if (!o->given[i]) continue;
    memcpy((char *)choices + info->offset, (const char *)&o->chosen + info->offset, info->size);
    open_made_from((jn_choice)i, o->given, choices);
  }
  leave_to_formulation(command, model, o->given, choices);
}

void leave_methods(app_options *options) {
  const char *coordinates = options_typed_name(options, JN_CHOICE_coordinates);
  if (!coordinates || strcmp(coordinates, "auto") == 0) options_choose(options, JN_CHOICE_coordinates, "cartesian");
  options_choose(options, JN_CHOICE_formulation, "auto");
  for (int i = 0; i < NDEPENDENT; i++)
    if (dependent[i] != JN_CHOICE_coordinates) options_choose(options, dependent[i], "auto");
}

// The library warns of values without effect that are not the default; what was typed is told in any case.
static void tell_idle(app_command *command, const jn_choices *settled) {
  const jn_choices usual = jn_choices_default();
  for (int i = 0; i < JN_NCHOICES; i++) {
    const jn_choice_info *info = jn_choice_get((jn_choice)i);
    bool same = memcmp((const char *)&usual + info->offset, (const char *)settled + info->offset, info->size) == 0;
    if (command->options.given[i] && same && !jn_choice_acts(settled, (jn_choice)i))
      jn_report_warn(command->report, "", "--%s has no effect: it is used only by %s", info->option, info->applies);
  }
}

// What does not go together in the file itself makes the model invalid; what the options bring in is a mistake of
// usage.
jn_status settle_choices(app_command *command, jn_model *model, jn_choices *choices) {
  jn_status status = jn_choices_settle(model, choices, command->report);
  if (status == JN_OK) return tell_idle(command, choices), JN_OK;
  jn_choices own = *jn_model_choices(model);
  return jn_choices_settle(model, &own, NULL) == JN_OK ? status : JN_BAD_MODEL;
}
