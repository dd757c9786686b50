// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// checkpoint_settings.c - the settings on which the motion of a run depends, as numbers in the order of the list of
// choices. They are part of the hash of a run and of the head of its checkpoints, where they identify the setting that
// differs. The last number is whether `bdf` may take over. Limits are not included.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/choice.h"
#include "model/hash.h"
#include "simulate/run.h"

static bool is_setting(jn_choice which) { return jn_choice_get(which)->kind != JN_CHOOSE_LIMIT; }

// Returns the hash of a name, 53 bits, which a double represents exactly.
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

// ---- differences ---------------------------------------------------------------------------------------

// Returns the value of a choice whose fingerprint is `print`, from the list of its values; NULL: there is none.
static const char *find_name(jn_choice which, double print) {
  for (int i = 0; jn_choice_value(which, i); i++)
    if (fingerprint(jn_choice_value(which, i)) == print) return jn_choice_value(which, i);
  return NULL;
}

// Writes to `text` the two names of a choice from a list: that of the checkpoint (`was`: its fingerprint) and that of
// the run.
static void write_name(const jn_choices *choices, jn_choice which, double was, char *text, size_t size) {
  const char *name = find_name(which, was), *now = jn_choice_text(choices, which);
  char noun[40];
  jni_choice_noun(which, noun, sizeof noun);
  if (name) snprintf(text, size, "%s '%s', but the run has '%s'", noun, name, now);
  else snprintf(text, size, "another %s than '%s'", noun, now);
}

// Writes to `text` that a choice that is a free text differs from that in the checkpoint. was: fingerprint of the
// latter, whose text is not stored.
static void write_text(const jn_choices *choices, jn_choice which, double was, char *text, size_t size) {
  const char *now = jn_choice_text(choices, which);
  snprintf(text, size, "%s '%s', but the run has %s%s%s", was == fingerprint("") ? "no" : "another",
           jn_choice_get(which)->key, now[0] ? "'" : "none", now, now[0] ? "'" : "");
}

static void write_number(const jn_choices *choices, jn_choice which, double was, char *text, size_t size) {
  jn_choices other = *choices;
  char a[40], b[40], unused[8];
  if (!jni_choice_set_number(&other, which, was, unused, sizeof unused)) jni_choice_set_auto(&other, which, "auto");
  jn_choice_print(&other, which, 9, a, sizeof a);
  jn_choice_print(choices, which, 9, b, sizeof b);
  snprintf(text, size, "'%s' %s, but the run has %s", jn_choice_get(which)->key, a, b);
}

bool jni_settings_differ(const jn_choices *choices, const double *settings, char *text, size_t size) {
  for (int i = 0; i < JN_NCHOICES; i++) {
    if (!is_setting((jn_choice)i)) continue;
    double was = *settings++, now = setting(choices, (jn_choice)i);
    if (was == now || (isnan(was) && isnan(now))) continue;
    switch (jn_choice_get((jn_choice)i)->kind) {
      case JN_CHOOSE_NAME: write_name(choices, (jn_choice)i, was, text, size); break;
      case JN_CHOOSE_TEXT: write_text(choices, (jn_choice)i, was, text, size); break;
      default: write_number(choices, (jn_choice)i, was, text, size);
    }
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
