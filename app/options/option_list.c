// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// option_list.c - the list of all options: those of the tables, and one for each choice of the library.
#include <string.h>

#include "option_tables.h"

static const app_option common_options[] = {
    {"man", 0, OPTION_FLAG, NULL, NUMBER, FIELD(man), FOR_HELP, "print the manual page, as roff for the program man"},
    {"json", 0, OPTION_FLAG, NULL, NUMBER, FIELD(json), FOR_ALL, "print one JSON object on standard output"},
    {"quiet", 'q', OPTION_FLAG, NULL, NUMBER, FIELD(quiet), FOR_ALL, "print errors only"},
    {"verbose", 'v', OPTION_FLAG, NULL, NUMBER, FIELD(verbose), FOR_ALL, "print notes and details, too"},
    {"help", 'h', OPTION_FLAG, NULL, NUMBER, FIELD(help), FOR_ALL, "print this text"},
    {NULL, 0, OPTION_FLAG, NULL, NUMBER, 0, 0, NULL},
};

// Tables in the order of the help. The choices of the library come after the first table.
static const app_option *const tables[] = {model_options,   run_options,     realtime_options, analysis_options,
                                           picture_options, compare_options, compile_options,  export_options,
                                           study_options,   common_options};

// Returns the verbs (bits FOR_...) for which a choice is an option with a single value.
static unsigned verbs_of(jn_choice which) {
  switch (which) {
    case JN_CHOICE_coordinates: return FOR_STUDY | FOR_EXPORT | FOR_MODEL | FOR_MOTION | FOR_MODES | FOR_EQUILIBRIUM;
    case JN_CHOICE_formulation:
    case JN_CHOICE_variant:
    case JN_CHOICE_position:
    case JN_CHOICE_velocity:
    // for `compare` these options have lists of values
    case JN_CHOICE_energy: return FOR_STUDY | FOR_EXPORT | FOR_MODEL;
    case JN_CHOICE_integrator: return FOR_STUDY | FOR_EXPORT | FOR_MODEL | FOR_COMPILE;
    case JN_CHOICE_independent: return FOR_MODEL | FOR_EXPORT | FOR_COMPILE;
    case JN_CHOICE_step: return FOR_STUDY | FOR_EXPORT | FOR_MODEL | FOR_COMPARE | FOR_COMPILE;
    case JN_CHOICE_start:
      return FOR_STUDY | FOR_EXPORT | FOR_COMPILE | FOR_DRAW | FOR_RUN | FOR_CHECK | FOR_COMPARE | FOR_MODES;
    case JN_CHOICE_switches: return FOR_STUDY | FOR_EXPORT | FOR_RUN | FOR_COMPARE | FOR_MODES;
    case JN_CHOICE_until: return FOR_STUDY | FOR_EXPORT | FOR_MODEL | FOR_MOTION | FOR_COMPARE;
    case JN_CHOICE_max_steps: return FOR_STUDY | FOR_RUN | FOR_MODES;
    case JN_CHOICE_output_step: return FOR_STUDY | FOR_EXPORT | FOR_RUN | FOR_MOTION;
    default: return FOR_STUDY | FOR_EXPORT | FOR_MODEL | FOR_COMPARE;
  }
}

// Returns the option that sets a choice of the library.
static app_option option_of(jn_choice which) {
  const jn_choice_info *info = jn_choice_get(which);
  const char *value = "NUMBER";
  if (info->kind == JN_CHOOSE_NAME) value = "NAME";
  else if (info->kind == JN_CHOOSE_TEXT) value = "NAME,...";
  else if (info->kind == JN_CHOOSE_FLAG) value = "true|false";
  else if (info->values.whole) value = "N";
  else if (strcmp(info->unit, "s") == 0) value = "TIME";
  return (app_option){
      .name = info->option, .type = OPTION_CHOICE, .value = value, .offset = which, .verbs = verbs_of(which)};
}

bool option_get(int i, app_option *option) {
  for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
    for (const app_option *o = tables[t]; o->name; o++) {
      if (i == 0) {
        *option = *o;
        return true;
      }
      i--;
    }
    for (int k = 0; t == 0 && k < JN_NCHOICES; k++) {
      if (!jn_choice_get((jn_choice)k)->option) continue;
      if (i == 0) {
        *option = option_of((jn_choice)k);
        return true;
      }
      i--;
    }
  }
  return false;
}

const char *option_help(const app_option *option, char *text, size_t size) {
  if (option->help) return option->help;
  jn_choice_describe((jn_choice)option->offset, text, size);
  return text;
}
