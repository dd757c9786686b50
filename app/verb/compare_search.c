// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compare_search.c - `jounce compare MODEL --search GAIN`: the value of a gain with the smallest error on this model.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "compare.h"
#include "summary.h"

// Range without --from and --to. It contains the gains that suit the scales of usual models; the nine runs of the grid
// are spaced four to a factor of a thousand.
static const double usual_lower = 1e-2, usual_upper = 1e3;

static jn_status choose_one(app_command *command, const jn_model *model, jn_choices *choices) {
  bool given[JN_NCHOICES] = {false};
  char what[400];
  for (int i = 0; i < JN_NCHOICES; i++) {
    const text_list *list = &command->options.lists[i];
    const char *name = jn_choice_get((jn_choice)i)->option;
    if (list->n == 0) continue;
    if (list->n > 1) return usage_fault(command, "--search needs one combination, but --%s names %d", name, list->n);
    given[i] = jn_choice_set(choices, (jn_choice)i, list->items[0], what, sizeof what);
    if (!given[i]) return usage_fault(command, "--%s %s", name, what);
  }
  jn_choices_give_way(model, choices, given, command->report);
  return JN_OK;
}

static jn_status choose_measure(app_command *command, jn_search_measure *measure) {
  const char *name = command->options.measure;
  if (!name) return JN_OK;
  *measure = strcmp(name, "position") == 0 ? JN_SEARCH_POSITION : JN_SEARCH_ENERGY;
  if (strcmp(name, "position") == 0 || strcmp(name, "energy") == 0) return JN_OK;
  return usage_fault(command, "--measure is 'energy' or 'position', but got '%s'", name);
}

static void put_found(app_command *command, const jn_model *model, const jn_gain_search *search,
                      const jn_gain_found *found) {
  app_json out = {.out = stdout};
  answer_begin(command, &out, JN_OK);
  json_text(&out, "name", shown_name(command, model));
  json_text(&out, "file", command->options.words.items[0]);
  json_text(&out, "gain", search->gain);
  json_number(&out, "best", found->gain);
  json_number(&out, "error", found->error);
  json_text(&out, "measure", search->measure == JN_SEARCH_ENERGY ? "energy" : "position");
  json_number(&out, "from", search->lower);
  json_number(&out, "to", search->upper);
  json_integer(&out, "runs", found->runs);
  put_combination_names(&out, search->choices);
  json_number(&out, "step", search->choices->step);
  json_number(&out, "tolerance", search->choices->tolerance);
  json_number(&out, "until", search->choices->until);
  answer_end(command, &out);
}

static void tell(app_command *command, const jn_model *model, const jn_gain_search *search,
                 const jn_gain_found *found) {
  print_messages(command);
  if (command->options.json) {
    put_found(command, model, search, found);
  } else if (!command->options.quiet) {
    bool energy = search->measure == JN_SEARCH_ENERGY;
    printf("%s: %s = %.6g gives the smallest %s, %.3g %s (%d runs from %g to %g)\n", shown_name(command, model),
           search->gain, found->gain, energy ? "energy error" : "violation", found->error, energy ? "J" : "m or rad",
           found->runs, search->lower, search->upper);
    print_choices("searched with", search->choices);
  }
}

jn_status search_gain(app_command *command, const jn_model *model, jn_choices *choices) {
  const app_options *o = &command->options;
  jn_gain_search search = jn_gain_search_default();
  jn_gain_found found;
  search.gain = o->search;
  search.choices = choices;
  search.lower = isnan(o->from) ? usual_lower : o->from;
  search.upper = isnan(o->to) ? usual_upper : o->to;
  jn_status status = choose_one(command, model, choices);
  if (status == JN_OK) status = jn_choices_settle(model, choices, command->report);
  if (status == JN_OK) status = choose_measure(command, &search.measure);
  if (status == JN_OK) status = jn_search_gain(model, &search, command->report, &found);
  if (status == JN_OK) tell(command, model, &search, &found);
  return status;
}
