// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// settings.c - the settings that the way of a run depends on, as numbers: for the fingerprint of a run and for the head
// of its checkpoints, where they tell which one is not the same. The end of the run is none of them.
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "model/kind.h"
#include "simulate/run.h"

enum { NO_LIST = -1 };  // of names that the model has, not the library

// Names are kept as fingerprints of 53 bits, which a double holds.
static const struct {
  const char *name;
  int what;       // jni_choice, or NO_LIST
  size_t offset;  // in jn_choices
} names[] = {{"formulation", JNI_CHOICE_FORMULATION, offsetof(jn_choices, formulation)},
             {"variant", JNI_CHOICE_VARIANT, offsetof(jn_choices, variant)},
             {"integrator", JNI_CHOICE_INTEGRATOR, offsetof(jn_choices, integrator)},
             {"energy control", JNI_CHOICE_ENERGY, offsetof(jn_choices, energy)},
             {"position control", JNI_CHOICE_POSITION, offsetof(jn_choices, position)},
             {"velocity control", JNI_CHOICE_VELOCITY, offsetof(jn_choices, velocity)},
             {"coordinates", JNI_CHOICE_COORDINATES, offsetof(jn_choices, coordinates)},
             {"independent variables", NO_LIST, offsetof(jn_choices, independent)},
             {"start", JNI_CHOICE_START, offsetof(jn_choices, start)},
             {"switches", JNI_CHOICE_SWITCHES, offsetof(jn_choices, switches)}};

static const struct {
  const char *name;
  size_t offset;
} numbers[] = {{"step", offsetof(jn_choices, step)},
               {"tolerance", offsetof(jn_choices, tolerance)},
               {"tolerance.position", offsetof(jn_choices, tolerance_position)},
               {"tolerance.velocity", offsetof(jn_choices, tolerance_velocity)},
               {"tolerance.other", offsetof(jn_choices, tolerance_other)},
               {"tolerance.constraint", offsetof(jn_choices, tolerance_constraint)},
               {"max_step", offsetof(jn_choices, max_step)},
               {"baumgarte.rate", offsetof(jn_choices, rate)},
               {"baumgarte.alpha", offsetof(jn_choices, alpha)},
               {"baumgarte.beta", offsetof(jn_choices, beta)},
               {"baumgarte.eta", offsetof(jn_choices, eta)},
               {"gains.energy_rate", offsetof(jn_choices, energy_rate)},
               {"gains.energy_velocity", offsetof(jn_choices, energy_velocity)},
               {"gains.energy_position", offsetof(jn_choices, energy_position)},
               {"gains.position", offsetof(jn_choices, position_gain)},
               {"gains.velocity", offsetof(jn_choices, velocity_gain)},
               {"gains.proportional", offsetof(jn_choices, proportional)},
               {"gains.integral", offsetof(jn_choices, integral)},
               {"penalty", offsetof(jn_choices, penalty)},
               {"rho", offsetof(jn_choices, rho)},
               {"output", offsetof(jn_choices, output_step)},
               {"checkpoint", offsetof(jn_choices, checkpoint_step)}};

enum { NNAMES = sizeof names / sizeof *names, NNUMBERS = sizeof numbers / sizeof *numbers };
_Static_assert(NNAMES + NNUMBERS + 3 == JNI_NSETTINGS,
               "the last are `halvings`, `roots` and whether `bdf` may take over");

static const char *name_of(const jn_choices *c, int i) { return (const char *)c + names[i].offset; }

static double number_of(const jn_choices *c, int i) {
  double value;
  memcpy(&value, (const char *)c + numbers[i].offset, sizeof value);
  return value;
}

static double fingerprint(const char *name) { return (double)(jni_hash64(0, name, strlen(name)) >> 11); }

void jni_settings_write(const jn_choices *choices, double *settings) {
  for (int i = 0; i < NNAMES; i++) *settings++ = fingerprint(name_of(choices, i));
  for (int i = 0; i < NNUMBERS; i++) *settings++ = number_of(choices, i);
  *settings++ = choices->halvings;
  *settings++ = choices->locate_roots;
  *settings = choices->stiff_bdf;
}

// ---- what is not the same ---------------------------------------------------------------------------------------

static const char *named(int what, double print) {
  if (what == NO_LIST) return fingerprint("") == print ? "" : NULL;
  const char *name = "none";  // of a formulation without variants
  for (int i = 0; name; i++) {
    if (fingerprint(name) == print) return name;
    name = jni_choice_name((jni_choice)what, i);
  }
  return NULL;
}

static void show(double value, char *text, size_t size) {
  if (isnan(value)) snprintf(text, size, "not given");
  else jni_print(text, size, "%.9g", value);
}

static void tell_independent(const char *was, const char *asked, char *text, size_t size) {
  snprintf(text, size, "%s independent variables, but the run has %s%s%s", was ? "no named" : "other named",
           asked[0] ? "'" : "none", asked, asked[0] ? "'" : "");
}

bool jni_settings_differ(const jn_choices *choices, const double *settings, char *text, size_t size) {
  for (int i = 0; i < NNAMES; i++) {
    if (settings[i] == fingerprint(name_of(choices, i))) continue;
    const char *was = named(names[i].what, settings[i]);
    if (names[i].what == NO_LIST) tell_independent(was, name_of(choices, i), text, size);
    else if (was) snprintf(text, size, "%s '%s', but the run has '%s'", names[i].name, was, name_of(choices, i));
    else snprintf(text, size, "another %s than '%s'", names[i].name, name_of(choices, i));
    return true;
  }
  for (int i = 0; i < NNUMBERS; i++) {
    double was = settings[NNAMES + i], asked = number_of(choices, i);
    char a[40], b[40];
    if (was == asked || (isnan(was) && isnan(asked))) continue;
    show(was, a, sizeof a), show(asked, b, sizeof b);
    snprintf(text, size, "'%s' %s, but the run has %s", numbers[i].name, a, b);
    return true;
  }
  const double *last = settings + NNAMES + NNUMBERS;
  if (last[0] != choices->halvings) {
    jni_print(text, size, "'halvings' %.0f, but the run has %d", last[0], choices->halvings);
    return true;
  }
  if (last[1] != choices->locate_roots) {
    snprintf(text, size, "'roots' %s, but the run has %s", choices->locate_roots ? "false" : "true",
             choices->locate_roots ? "true" : "false");
    return true;
  }
  if (last[2] == choices->stiff_bdf) return false;
  snprintf(text, size, "integrator '%s', but the run has '%s'", choices->stiff_bdf ? choices->integrator : "auto",
           choices->stiff_bdf ? "auto" : choices->integrator);
  return true;
}
