// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// doubtful_wheel.c - warns of wheels whose centres are on or below the road at the start: their load is the stiffness
// times the radius, and they cannot drive, because the contact point has no lever about the axle. Also warns of bands
// of tracks whose length does not fit the path around their wheels.
#include <math.h>
#include <string.h>

#include "analysis/assembly/doubtful_start.h"
#include "analysis/message.h"
#include "base/base.h"
#include "system/event.h"
#include "system/work.h"

static int find_word(const jni_force_element *force, const char *word) {
  for (int i = 0; i < force->kind->noutputs; i++)
    if (strcmp(force->kind->outputs[i].name, word) == 0) return i;
  return -1;
}

static const double FITS = 0.03;  // largest relative difference between a band's length and its path around the wheels

static bool is_band(const jni_force_element *force) { return force->kind->look == JNI_LOOK_BAND; }

static bool has_wheel(const jn_model *model) {
  for (int i = 0; i < model->nforces; i++)
    if (model->forces[i].kind->tyre || is_band(&model->forces[i])) return true;
  return false;
}

static void look_at_band(const jn_system *system, const jn_work *work, int i, const jni_message *warning) {
  const jni_force_element *force = &system->model->forces[i];
  double length = force->def.track.length, path = work->outputs[i].length;
  if (!is_band(force) || fabs(path - length) <= FITS * length) return;
  jni_message_add(warning, "force", force->name, force->place,
                  "the band begins with a way of %.4g m round its wheels, but has a 'length' of %.4g m: it %s (tension "
                  "%.3g N); is the length correct?",
                  path, length, path > length ? "is stretched" : "hangs", work->outputs[i].scalar);
}

static void look(const jn_system *system, const jn_work *work, int i, const jni_message *warning) {
  const jni_force_element *force = &system->model->forces[i];
  int depth = force->kind->tyre ? find_word(force, "penetration") : -1, load = find_word(force, "fz");
  if (depth < 0 || load < 0) return;
  const jni_force_output *out = &work->outputs[i];
  double radius = force->def.tyre.radius, below = out->named[depth] - radius;
  if (!(below >= -1e-9 * radius)) return;
  char place[48] = "on the road";
  if (below > 1e-9 * radius) jni_print(place, sizeof place, "%.3g m below the road", below);
  jni_message_add(
      warning, "force", force->name, force->place,
      "the centre of the wheel begins %s: the tyre carries %.3g N there, but can neither drive nor brake; is "
      "the height of its body correct?",
      place, out->named[load]);
}

bool jni_warn_sunk(const jn_system *system, const double *state, jn_report *report) {
  if (!has_wheel(system->model)) return true;
  jni_message warning = {system->model, report, JN_WARNING, JN_OK};
  jn_work *work = jn_work_new(system);
  if (!work) return false;
  jni_stages_update(system, work, state);
  for (int i = 0; i < system->nforces; i++) {
    look(system, work, i, &warning);
    look_at_band(system, work, i, &warning);
  }
  jn_work_free(work);
  return true;
}
