// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// checkpoint_settings.c - the settings that the way of a run depends on, as numbers in the order of the list of
// choices: for the fingerprint of a run and for the head of its checkpoints, where they tell which one is not the same.
// The last is whether `bdf` may take over. Limits are none of them.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/choice.h"
#include "model/hash.h"
#include "simulate/run.h"

static bool is_setting(jn_choice which) { return jn_choice_get(which)->kind != JN_CHOOSE_LIMIT; }

// Names are kept as fingerprints of 53 bits, which a double holds.
static double fingerprint(const char *name) { return (double)(jni_hash64(0, name, strlen(name)) >> 11); }

static double setting(const jn_choices *choices, jn_choice which) {
  const char *text = jn_choice_text(choices, which);
  return text ? fingerprint(text) : jn_choice_number(choices, which);
}

void jni_settings_write(const jn_choices *choices, double *settings) {
  for (int i = 0; i < JN_NCHOICES; i++)
    if (is_setting((jn_choice)i)) *settings++ = setting(choices, (jn_choice)i);
  *settings = choices->stiff_bdf;
}

// ---- what is not the same ---------------------------------------------------------------------------------------

static const char *named(jn_choice which, double print) {
  for (int i = 0; jn_choice_value(which, i); i++)
    if (fingerprint(jn_choice_value(which, i)) == print) return jn_choice_value(which, i);
  return NULL;
}

static void tell_name(const jn_choices *choices, jn_choice which, double was, char *text, size_t size) {
  const char *name = named(which, was), *asked = jn_choice_text(choices, which);
  char noun[40];
  jni_choice_noun(which, noun, sizeof noun);
  if (name) snprintf(text, size, "%s '%s', but the run has '%s'", noun, name, asked);
  else snprintf(text, size, "another %s than '%s'", noun, asked);
}

// A text of the model, not a name from a list.
static void tell_text(const jn_choices *choices, jn_choice which, double was, char *text, size_t size) {
  const char *asked = jn_choice_text(choices, which);
  snprintf(text, size, "%s '%s', but the run has %s%s%s", was == fingerprint("") ? "no" : "another",
           jn_choice_get(which)->key, asked[0] ? "'" : "none", asked, asked[0] ? "'" : "");
}

static void tell_number(const jn_choices *choices, jn_choice which, double was, char *text, size_t size) {
  jn_choices other = *choices;
  char a[40], b[40], unused[8];
  if (!jni_choice_set_number(&other, which, was, unused, sizeof unused)) jni_choice_set_auto(&other, which, "auto");
  jn_choice_print(&other, which, 9, a, sizeof a);
  jn_choice_print(choices, which, 9, b, sizeof b);
  snprintf(text, size, "'%s' %s, but the run has %s", jn_choice_get(which)->key, a, b);
}

static void tell(const jn_choices *choices, jn_choice which, double was, char *text, size_t size) {
  switch (jn_choice_get(which)->kind) {
    case JN_CHOOSE_NAME: tell_name(choices, which, was, text, size); return;
    case JN_CHOOSE_TEXT: tell_text(choices, which, was, text, size); return;
    default: tell_number(choices, which, was, text, size); return;
  }
}

bool jni_settings_differ(const jn_choices *choices, const double *settings, char *text, size_t size) {
  for (int i = 0; i < JN_NCHOICES; i++) {
    if (!is_setting((jn_choice)i)) continue;
    double was = *settings++, asked = setting(choices, (jn_choice)i);
    if (was == asked || (isnan(was) && isnan(asked))) continue;
    tell(choices, (jn_choice)i, was, text, size);
    return true;
  }
  if (*settings == choices->stiff_bdf) return false;
  snprintf(text, size, "integrator '%s', but the run has '%s'", choices->stiff_bdf ? choices->integrator : "auto",
           choices->stiff_bdf ? "auto" : choices->integrator);
  return true;
}

uint64_t jni_model_hash(const jn_model *model, const jn_choices *choices) {
  double settings[JNI_NSETTINGS];
  jni_settings_write(choices, settings);
  uint64_t hash = jni_hash_numbers(jni_equations_hash(model), settings, JNI_NSETTINGS);
  return model->code ? jni_hash64(hash, model->code->bytes, model->code->n) : hash;
}
