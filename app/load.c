// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// load.c - the model of the command line and its choices.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "common/text.h"

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
      snprintf(error.file, sizeof error.file, "--independent %.200s", command->options.independent);
      error.element[0] = 0, error.status = JN_BAD_ARGUMENT;
    }
    jn_report_add(command->report, &error);
  }
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
  int n = list->n;
  if (command->options.independent) settings[n++] = (jn_setting){"simulate.independent", command->options.independent};
  jn_report *report = command->options.independent ? jn_report_new(NULL) : NULL, *whole = command->report;
  if (report) command->report = report;
  jn_model *model = read_model(command, command->options.words.items[0], settings, n);
  command->report = whole;
  if (report) pass_on(command, report);
  jn_report_free(report);
  free(settings);
  return model;
}

jn_status take_count(app_command *command, const char *name, double given, int least, int most, int *field) {
  if (isnan(given)) return JN_OK;
  if (!(given >= least && given <= most && given == floor(given)))
    return usage_fault(command, "--%s takes a whole number from %d to %d, but got %g", name, least, most, given);
  *field = (int)given;
  return JN_OK;
}

typedef struct {
  const char *name, *given;  // given NULL: not on the command line
  char *field;
  size_t size;
} app_choice;

enum { COORDINATES, FORMULATION, VARIANT, INTEGRATOR, POSITION, VELOCITY, ENERGY, NCHOICES };

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

// ---- what of the file does not go with what was typed ----------------------------------------------------------

static bool goes_with(const char *formulation, const app_choice *choice) {
  if (strcmp(choice->field, "auto") == 0) return true;
  if (!jn_choice_name(choice->name, formulation, 0)) return strcmp(choice->field, "none") == 0;  // no variants
  for (int i = 0; jn_choice_name(choice->name, formulation, i); i++)
    if (strcmp(jn_choice_name(choice->name, formulation, i), choice->field) == 0) return true;
  return false;
}

static bool is_formulation(const char *name) {
  for (int i = 0; jn_formulation_name(i); i++)
    if (strcmp(jn_formulation_name(i), name) == 0) return true;
  return false;
}

// The formulation of the choices, also where it is left open: then the integrator that was typed decides.
static void find_formulation(const jn_model *model, const jn_choices *choices, const app_choice *integrator, char *name,
                             size_t size) {
  jn_choices plain = *choices;
  char *const open[] = {plain.variant, plain.position, plain.velocity, plain.energy,
                        integrator->given ? NULL : plain.integrator};
  for (size_t i = 0; i < sizeof open / sizeof *open; i++)
    if (open[i]) memcpy(open[i], "auto", sizeof "auto");
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
static void leave_step(const app_command *command, const jn_choices *settled, jn_choices *choices, app_left *left) {
  if (!isnan(command->options.step) || !(choices->step > 0) || jn_integrator_is_fixed(settled->integrator)) return;
  char step[32];
  format_seconds(choices->step, step, sizeof step);
  append(left->lost, sizeof left->lost, "%s %s", "step", step);
  choices->step = 0;
  left->n++;
}

// Where the command line names a formulation, variant or integrator, what the file says beside it and does not go with
// it becomes `auto`.
static void leave_to_formulation(app_command *command, const jn_model *model, const app_choice *names,
                                 jn_choices *choices) {
  char formulation[sizeof choices->formulation];
  bool lost[NCHOICES] = {false};
  app_left left = {.n = 0};
  if (!names[FORMULATION].given && !names[VARIANT].given && !names[INTEGRATOR].given) return;
  find_formulation(model, choices, &names[INTEGRATOR], formulation, sizeof formulation);
  if (!is_formulation(formulation)) return;
  for (int i = 0; i < NCHOICES; i++) {
    lost[i] = i != FORMULATION && !names[i].given && !goes_with(formulation, &names[i]);
    if (!lost[i]) continue;
    append(left.lost, sizeof left.lost, "%s '%s'", names[i].name, names[i].field);
    memcpy(names[i].field, "auto", sizeof "auto");
    left.n++;
  }
  if (left.n == 0) return;
  jn_choices settled = *choices;
  jn_choices_settle(model, &settled, NULL);
  if (lost[INTEGRATOR]) leave_step(command, &settled, choices, &left);
  for (int i = 0; i < NCHOICES; i++) {
    const char *taken = (const char *)&settled + (names[i].field - (char *)choices);
    if (lost[i]) append(left.taken, sizeof left.taken, "%s %s", names[i].name, taken);
  }
  tell_left(command, formulation, &left);
}

jn_status choose_names(app_command *command, const jn_model *model, const app_named *given, jn_choices *choices) {
  const app_choice names[NCHOICES] = {
      [COORDINATES] = {"coordinates", given->coordinates, choices->coordinates, sizeof choices->coordinates},
      [FORMULATION] = {"formulation", given->formulation, choices->formulation, sizeof choices->formulation},
      [VARIANT] = {"variant", given->variant, choices->variant, sizeof choices->variant},
      [INTEGRATOR] = {"integrator", given->integrator, choices->integrator, sizeof choices->integrator},
      [POSITION] = {"position", given->position, choices->position, sizeof choices->position},
      [VELOCITY] = {"velocity", given->velocity, choices->velocity, sizeof choices->velocity},
      [ENERGY] = {"energy", given->energy, choices->energy, sizeof choices->energy},
  };
  jn_status status = JN_OK;
  for (int i = 0; i < NCHOICES; i++) {
    jn_status one = set_choice(command, &names[i]);
    if (one != JN_OK) status = one;
  }
  if (status == JN_OK) leave_to_formulation(command, model, names, choices);
  return status;
}

static jn_status set_start(app_command *command, jn_choices *choices) {
  const char *given = command->options.start;
  if (!given) return JN_OK;
  if (strcmp(given, "assembly") != 0 && strcmp(given, "equilibrium") != 0)
    return usage_fault(command, "--start is assembly or equilibrium, but got '%.60s'", given);
  snprintf(choices->start, sizeof choices->start, "%s", given);
  return JN_OK;
}

static jn_status set_switches(app_command *command, jn_choices *choices) {
  const char *given = command->options.switches;
  if (!given) return JN_OK;
  if (strcmp(given, "auto") != 0 && strcmp(given, "always") != 0 && strcmp(given, "never") != 0)
    return usage_fault(command, "--switches is auto, always or never, but got '%.60s'", given);
  snprintf(choices->switches, sizeof choices->switches, "%s", given);
  return JN_OK;
}

static jn_status set_independent(app_command *command, jn_choices *choices) {
  const char *given = command->options.independent;
  if (!given) return JN_OK;
  if (strlen(given) >= sizeof choices->independent)
    return usage_fault(command, "--independent takes names of at most %d characters in total",
                       (int)sizeof choices->independent - 1);
  snprintf(choices->independent, sizeof choices->independent, "%s", given);
  return JN_OK;
}

jn_status load_choices(app_command *command, jn_model *model, jn_choices *choices) {
  const app_options *o = &command->options;
  *choices = *jn_model_choices(model);
  set_number(o->step, &choices->step);
  set_number(o->tolerance, &choices->tolerance);
  set_number(o->until, &choices->until);
  set_number(o->output_step, &choices->output_step);
  set_number(o->penalty, &choices->penalty);
  set_number(o->rho, &choices->rho);
  set_number(o->max_steps, &choices->max_steps);
  jn_status status = take_count(command, "halvings", o->halvings, 0, 30, &choices->halvings);
  if (status == JN_OK) status = set_start(command, choices);
  if (status == JN_OK) status = set_switches(command, choices);
  if (status == JN_OK) status = set_independent(command, choices);
  if (status != JN_OK) return status;
  if (!isnan(o->rate)) {  // it is what the gains are made from
    choices->rate = o->rate;
    choices->alpha = choices->beta = choices->eta = choices->position_gain = choices->velocity_gain = NAN;
  }
  const app_named given = {.coordinates = o->coordinates,
                           .formulation = o->formulation,
                           .variant = o->variant,
                           .integrator = o->integrator,
                           .position = o->position,
                           .velocity = o->velocity,
                           .energy = o->energy};
  return choose_names(command, model, &given, choices);
}

// What does not go together in the file itself makes the model invalid; what the options bring in is a mistake of
// usage.
jn_status settle_choices(app_command *command, jn_model *model, jn_choices *choices) {
  jn_status status = jn_choices_settle(model, choices, command->report);
  if (status == JN_OK) return JN_OK;
  jn_choices own = *jn_model_choices(model);
  return jn_choices_settle(model, &own, NULL) == JN_OK ? status : JN_BAD_MODEL;
}

// A step is no such option: methods that choose their steps take it for the first.
jn_status check_effects(app_command *command, const jn_choices *settled) {
  const app_options *o = &command->options;
  bool by_rate = strcmp(settled->formulation, "baumgarte") == 0 || strcmp(settled->position, "gradient") == 0;
  if (!isnan(o->rate) && !by_rate)
    return usage_fault(command,
                       "--rate needs --formulation baumgarte or --position gradient, but these are '%s' and '%s'",
                       settled->formulation, settled->position);
  if (!isnan(o->tolerance) && jn_integrator_is_fixed(settled->integrator))
    jn_report_warn(command->report, "", "--tolerance has no effect: integrator %s uses fixed steps",
                   settled->integrator);
  return JN_OK;
}
