// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compare_search.c - `jounce compare MODEL --search GAIN`: the gain of a control that leaves the least error on this model.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "compare.h"

// Without --from and --to: around the model's own sizes this is wide enough, and nine runs of the grid are four to a thousand.
static const double usual_lower = 1e-2, usual_upper = 1e3;

static jn_status take_one(app_command *command, const char *name, const text_list *list, char *field, size_t size) {
  if (list->n == 0) return JN_OK;
  if (list->n > 1) return usage_fault(command, "--search looks at one combination, but --%s names %d", name, list->n);
  if (strlen(list->items[0]) >= size) return usage_fault(command, "there is no %s '%.60s'", name, list->items[0]);
  snprintf(field, size, "%s", list->items[0]);
  return JN_OK;
}

static jn_status choose_one(app_command *command, jn_choices *c) {
  const app_options *o = &command->options;
  const struct {
    const char *name;
    const text_list *list;
    char *field;
    size_t size;
  } parts[] = {{"formulation", &o->formulations, c->formulation, sizeof c->formulation}, {"variant", &o->variants, c->variant, sizeof c->variant},
               {"integrator", &o->integrators, c->integrator, sizeof c->integrator},     {"position", &o->positions, c->position, sizeof c->position},
               {"velocity", &o->velocities, c->velocity, sizeof c->velocity},            {"energy", &o->energies, c->energy, sizeof c->energy}};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    jn_status status = take_one(command, parts[i].name, parts[i].list, parts[i].field, parts[i].size);
    if (status != JN_OK) return status;
  }
  return JN_OK;
}

static jn_status choose_measure(app_command *command, jn_search_measure *measure) {
  const char *name = command->options.measure;
  if (!name) return JN_OK;
  *measure = strcmp(name, "position") == 0 ? JN_SEARCH_POSITION : JN_SEARCH_ENERGY;
  if (strcmp(name, "position") == 0 || strcmp(name, "energy") == 0) return JN_OK;
  return usage_fault(command, "--measure is 'energy' or 'position', but got '%s'", name);
}

static void tell(app_command *command, const jn_model *model, const jn_gain_search *search, const jn_gain_found *found) {
  bool energy = search->measure == JN_SEARCH_ENERGY;
  tell_messages(command);
  if (command->options.json) {
    app_json out = {.out = stdout};
    answer_begin(command, &out, JN_OK);
    json_text(&out, "name", shown_name(command, model));
    json_text(&out, "gain", search->gain);
    json_number(&out, "best", found->gain);
    json_number(&out, "error", found->error);
    json_text(&out, "measure", energy ? "energy" : "position");
    json_integer(&out, "runs", found->runs);
    answer_end(command, &out);
  } else if (!command->options.quiet) {
    printf("%s: %s = %.6g leaves the least %s, %.3g (%d runs from %g to %g)\n", shown_name(command, model), search->gain, found->gain,
           energy ? "energy error, J" : "violation, m or rad", found->error, found->runs, search->lower, search->upper);
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
  jn_status status = choose_one(command, choices);
  if (status == JN_OK) status = choose_measure(command, &search.measure);
  if (status == JN_OK) status = jn_search_gain(model, &search, command->report, &found);
  if (status == JN_OK) tell(command, model, &search, &found);
  return status;
}
