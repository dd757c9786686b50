// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// options.c - stores the values of the options.
#include "options.h"

#include <math.h>
#include <string.h>

app_options options_default(void) {
  app_options options = {.chosen = jn_choices_default()};
  app_option o;
  for (int i = 0; option_get(i, &o); i++)
    if (o.type == OPTION_NUMBER) *(double *)(void *)((char *)&options + o.offset) = NAN;
  return options;
}

void options_choose(app_options *options, jn_choice which, const char *name) {
  char what[400];
  options->given[which] = jn_choice_set(&options->chosen, which, name, what, sizeof what);
}

const char *options_typed_name(const app_options *options, jn_choice which) {
  for (int i = 0; options->given[which] && jn_choice_value(which, i); i++)
    if (strcmp(jn_choice_value(which, i), jn_choice_text(&options->chosen, which)) == 0)
      return jn_choice_value(which, i);
  return NULL;
}

void options_free(app_options *options) {
  app_option o;
  for (int i = 0; option_get(i, &o); i++) {
    void *field = (char *)options + o.offset;
    if (o.type == OPTION_TEXTS || o.type == OPTION_SETTING) text_list_free(field);
    if (o.type == OPTION_NUMBERS) number_list_free(field);
  }
  text_list_free(&options->words);
  text_list_free(&options->typed);
}
