// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// override_choices.c - combines the choices that a user names with those of a model file. Choices of the file that are
// derived from, or not supported with, the named ones are replaced.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "jounce/simulate.h"

// ---- unsupported choices -----------------------------------------------------------------------

// The choices whose admissible values depend on the formulation.
static const jn_choice dependent[] = {JN_CHOICE_coordinates, JN_CHOICE_variant,  JN_CHOICE_integrator,
                                      JN_CHOICE_position,    JN_CHOICE_velocity, JN_CHOICE_energy};
enum { NDEPENDENT = sizeof dependent / sizeof *dependent };

// Returns whether the formulation supports the name of a choice.
static bool is_supported(const char *formulation, jn_choice which, const char *name) {
  const char *what = jn_choice_get(which)->option;
  if (strcmp(name, "auto") == 0) return true;
  if (!jn_choice_name(what, formulation, 0)) return strcmp(name, "none") == 0;  // no variants
  for (int i = 0; jn_choice_name(what, formulation, i); i++)
    if (strcmp(jn_choice_name(what, formulation, i), name) == 0) return true;
  return false;
}

static char *name_in(jn_choices *choices, jn_choice which) { return (char *)choices + jn_choice_get(which)->offset; }
static void set_auto(jn_choices *choices, jn_choice which) { memcpy(name_in(choices, which), "auto", sizeof "auto"); }

// Writes to `name` the formulation that the choices lead to when `auto` is replaced. If the formulation is open, the
// coordinates and an integrator that the user has named (given) decide; other choices count as `auto`.
static void find_formulation(const jn_model *model, const jn_choices *choices, const bool *given, char *name,
                             size_t size) {
  jn_choices plain = *choices;
  for (int i = 0; i < NDEPENDENT; i++)
    if (dependent[i] != JN_CHOICE_coordinates && !(dependent[i] == JN_CHOICE_integrator && given[dependent[i]]))
      set_auto(&plain, dependent[i]);
  jn_choices_resolve(model, &plain, NULL);
  snprintf(name, size, "%s", plain.formulation);
}

typedef struct {
  char dropped[160], used[160];  // "velocity 'projection'", "velocity none"
  int n;
} replaced_choices;

static void append(char *text, size_t size, const char *name, const char *quote, const char *value) {
  size_t used = strlen(text);
  if (used > 0) used += (size_t)snprintf(text + used, size - used, ", ");
  if (used < size) snprintf(text + used, size - used, "%s %s%s%s", name, quote, value, quote);
}

// Removes the step of the file from the choices if the resolved integrator has variable steps, and records it in
// *replaced; not if the user has named the step (given).
static void drop_step(const bool *given, const jn_choices *resolved, jn_choices *choices, replaced_choices *replaced) {
  if (given[JN_CHOICE_step] || !(choices->step > 0) || jn_integrator_is_fixed(resolved->integrator)) return;
  char step[32];
  double seconds = choices->step;
  if (seconds >= 0.0999) jni_print(step, sizeof step, "%.6g s", seconds);
  else if (seconds >= 0.999e-3) jni_print(step, sizeof step, "%.6g ms", seconds * 1e3);
  else jni_print(step, sizeof step, "%.6g us", seconds * 1e6);
  append(replaced->dropped, sizeof replaced->dropped, "step", "", step);
  choices->step = 0;
  replaced->n++;
}

void jn_choices_give_way(const jn_model *model, jn_choices *choices, const bool *given, jn_report *report) {
  JNI_ASSERT(model && choices && given);
  char formulation[sizeof choices->formulation];
  bool dropped[NDEPENDENT] = {false};
  replaced_choices replaced = {.n = 0};
  if (!given[JN_CHOICE_formulation] && !given[JN_CHOICE_variant] && !given[JN_CHOICE_integrator]) return;
  find_formulation(model, choices, given, formulation, sizeof formulation);
  for (int i = 0; i < NDEPENDENT; i++) {
    const char *name = name_in(choices, dependent[i]);
    dropped[i] = !given[dependent[i]] && !is_supported(formulation, dependent[i], name);
    if (!dropped[i]) continue;
    append(replaced.dropped, sizeof replaced.dropped, jn_choice_get(dependent[i])->option, "'", name);
    set_auto(choices, dependent[i]);
    replaced.n++;
  }
  if (replaced.n == 0) return;
  jn_choices resolved = *choices;
  jn_choices_resolve(model, &resolved, NULL);
  for (int i = 0; i < NDEPENDENT; i++) {
    if (dropped[i] && dependent[i] == JN_CHOICE_integrator) drop_step(given, &resolved, choices, &replaced);
    if (dropped[i])
      append(replaced.used, sizeof replaced.used, jn_choice_get(dependent[i])->option, "",
             name_in(&resolved, dependent[i]));
  }
  jn_report_warn(report, "", "'%s' does not support %s from the file; using %s", formulation, replaced.dropped,
                 replaced.used);
}

// ---- all choices --------------------------------------------------------------------------------------------------

void jn_choices_take(const jn_model *model, jn_choices *choices, const jn_choices *named, const bool *given,
                     jn_report *report) {
  JNI_ASSERT(model && choices && named && given);
  if (!given[JN_CHOICE_formulation] && !given[JN_CHOICE_integrator]) jn_choices_replace(model, choices, report);
  const jn_choices usual = jn_choices_default();
  for (int i = 0; i < JN_NCHOICES; i++) {
    const jn_choice_info *info = jn_choice_get((jn_choice)i);
    if (!given[i]) continue;
    memcpy((char *)choices + info->offset, (const char *)named + info->offset, info->size);
    // Choices of the file that are derived from this one get their defaults.
    for (int k = 1; i > 0 && k < JN_NCHOICES; k++) {
      const jn_choice_info *derived = jn_choice_get((jn_choice)k);
      if (derived->values.from == (jn_choice)i && !given[k])
        memcpy((char *)choices + derived->offset, (const char *)&usual + derived->offset, derived->size);
    }
  }
  jn_choices_give_way(model, choices, given, report);
}
