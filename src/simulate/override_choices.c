// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// override_choices.c - choices that a user names beside those of a model file: what of the file is made from them, or
// does not go with them, gives way.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "jounce/simulate.h"

// ---- what does not go with what was named -----------------------------------------------------------------------

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
} left_out;

static void append(char *text, size_t size, const char *name, const char *quote, const char *value) {
  size_t used = strlen(text);
  if (used > 0) used += (size_t)snprintf(text + used, size - used, ", ");
  if (used < size) snprintf(text + used, size - used, "%s %s%s%s", name, quote, value, quote);
}

static void tell(const char *formulation, const left_out *left, jn_report *report) {
  jn_report_warn(report, "", "'%s' does not support %s from the file; using %s", formulation, left->lost, left->taken);
}

static void print_step(double seconds, char *text, size_t size) {
  if (seconds >= 0.0999) jni_print(text, size, "%.6g s", seconds);
  else if (seconds >= 0.999e-3) jni_print(text, size, "%.6g ms", seconds * 1e3);
  else jni_print(text, size, "%.6g us", seconds * 1e6);
}

// The step was meant for the integrator that is gone.
static void leave_step(const bool *given, const jn_choices *settled, jn_choices *choices, left_out *left) {
  if (given[JN_CHOICE_step] || !(choices->step > 0) || jn_integrator_is_fixed(settled->integrator)) return;
  char step[32];
  print_step(choices->step, step, sizeof step);
  append(left->lost, sizeof left->lost, "step", "", step);
  choices->step = 0;
  left->n++;
}

void jn_choices_give_way(const jn_model *model, jn_choices *choices, const bool *given, jn_report *report) {
  JNI_ASSERT(model && choices && given);
  char formulation[sizeof choices->formulation];
  bool lost[NDEPENDENT] = {false};
  left_out left = {.n = 0};
  if (!given[JN_CHOICE_formulation] && !given[JN_CHOICE_variant] && !given[JN_CHOICE_integrator]) return;
  find_formulation(model, choices, given, formulation, sizeof formulation);
  for (int i = 0; i < NDEPENDENT; i++) {
    const char *name = name_in(choices, dependent[i]);
    lost[i] = !given[dependent[i]] && !goes_with(formulation, dependent[i], name);
    if (!lost[i]) continue;
    append(left.lost, sizeof left.lost, jn_choice_get(dependent[i])->option, "'", name);
    leave_open(choices, dependent[i]);
    left.n++;
  }
  if (left.n == 0) return;
  jn_choices settled = *choices;
  jn_choices_settle(model, &settled, NULL);
  for (int i = 0; i < NDEPENDENT; i++) {
    if (lost[i] && dependent[i] == JN_CHOICE_integrator) leave_step(given, &settled, choices, &left);
    if (lost[i])
      append(left.taken, sizeof left.taken, jn_choice_get(dependent[i])->option, "", name_in(&settled, dependent[i]));
  }
  tell(formulation, &left, report);
}

// ---- all of them --------------------------------------------------------------------------------------------------

// A number that was named takes the place of those in the file that are made from it.
static void open_made_from(jn_choice which, const bool *given, jn_choices *choices) {
  const jn_choices usual = jn_choices_default();
  for (int i = 1; i < JN_NCHOICES; i++) {
    const jn_choice_info *info = jn_choice_get((jn_choice)i);
    if (which != 0 && info->values.from == which && !given[i])
      memcpy((char *)choices + info->offset, (const char *)&usual + info->offset, info->size);
  }
}

void jn_choices_take(const jn_model *model, jn_choices *choices, const jn_choices *named, const bool *given,
                     jn_report *report) {
  JNI_ASSERT(model && choices && named && given);
  if (!given[JN_CHOICE_formulation] && !given[JN_CHOICE_integrator]) jn_choices_replace(model, choices, report);
  for (int i = 0; i < JN_NCHOICES; i++) {
    const jn_choice_info *info = jn_choice_get((jn_choice)i);
    if (!given[i]) continue;
    memcpy((char *)choices + info->offset, (const char *)named + info->offset, info->size);
    open_made_from((jn_choice)i, given, choices);
  }
  jn_choices_give_way(model, choices, given, report);
}
