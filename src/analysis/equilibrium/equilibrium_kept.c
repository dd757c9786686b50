// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_kept.c - kept positions at a start that was settled first.
//
// A position that is kept together with a velocity along it (the place of a vehicle that drives) is passed and not
// rested at: no force needs to balance there, so it goes back to its value and the rest comes to rest with it held
// there. Other kept positions that the equilibrium has left (the height of a vehicle on its springs) are told.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/equilibrium/equilibrium.h"
#include "analysis/message.h"

static const double HOLDS = 1e-9;  // a kept value holds when it is off by less, rad or typical lengths
static const double NEAR = 0.1;    // likewise: farther away the loads would not be those of the equilibrium

// ---- which ones -----------------------------------------------------------------------------------------------------

static bool is_rate_of(const jni_signal *rate, const jni_signal *s) {
  bool same = rate->a == s->a && rate->b == s->b && rate->component == s->component;
  if (s->kind == JNI_SIGNAL_POSITION) return rate->kind == JNI_SIGNAL_VELOCITY && same;
  if (s->kind == JNI_SIGNAL_ANGLE) return rate->kind == JNI_SIGNAL_RATE && rate->a == s->a;
  return s->kind == JNI_SIGNAL_COORDINATE && rate->kind == JNI_SIGNAL_COORDINATE_RATE && same;
}

bool jni_kept_is_passed(const jni_kept *kept, const jni_kept_list *velocities) {
  for (int i = 0; i < velocities->n; i++) {
    const jni_kept *v = &velocities->items[i];
    if (v->keep && v->target[0] != 0 && is_rate_of(&v->signal, &kept->signal)) return true;
  }
  return false;
}

static double off_by(const jn_system *system, jn_work *work, const jni_kept *kept) {
  double residual[3], sum = 0;
  jni_kept_residual(system, work, kept, residual);
  for (int r = 0; r < kept->rows; r++) sum += residual[r] * residual[r];
  return sqrt(sum) / (kept->angle || kept->whole ? 1 : system->length_scale);
}

// Those that hold, and those that are passed nearby, become the list; true: there are such as are off.
static bool choose(const jn_system *system, jn_work *work, const jni_kept_list *velocities, jni_kept_list *list) {
  int n = 0;
  bool off = false;
  for (int i = 0; i < list->n; i++) {
    const jni_kept *kept = &list->items[i];
    double by = off_by(system, work, kept);
    bool passed = by > HOLDS && by < NEAR && jni_kept_is_passed(kept, velocities);
    if (!kept->keep || !(by <= HOLDS || passed)) continue;
    off = off || passed;
    list->items[n++] = *kept;
  }
  list->n = n;
  return off;
}

static bool is_passed_place(const jni_kept *kept, const jni_kept_list *velocities) {
  return kept->keep && !kept->angle && jni_kept_is_passed(kept, velocities);
}

bool jni_equilibrium_passes(const jn_system *system, bool *passes) {
  const jn_system *bodies = system->cartesian;
  jni_kept_list positions = {0}, velocities = {0};
  bool ok =
      jni_kept_new(bodies, JNI_LEVEL_POSITION, &positions) && jni_kept_new(bodies, JNI_LEVEL_VELOCITY, &velocities);
  *passes = false;
  for (int i = 0; ok && i < positions.n; i++) *passes = *passes || is_passed_place(&positions.items[i], &velocities);
  jni_kept_free(bodies, &positions), jni_kept_free(bodies, &velocities);
  return ok;
}

// Of places: what swings may well rest elsewhere than where it is passed.
bool jni_equilibrium_leaves(const jn_system *system, const double *state, bool *left) {
  const jn_system *bodies = system->cartesian;
  jni_kept_list positions = {0}, velocities = {0};
  double *there = jni_cartesian_state(system, state);
  jn_work *work = jn_work_new(bodies);
  bool ok = there && work && jni_kept_new(bodies, JNI_LEVEL_POSITION, &positions) &&
            jni_kept_new(bodies, JNI_LEVEL_VELOCITY, &velocities);
  if (ok) jni_stage_at_rest(bodies, work, there);
  *left = false;
  for (int i = 0; ok && i < positions.n; i++) {
    const jni_kept *kept = &positions.items[i];
    if (!is_passed_place(kept, &velocities)) continue;
    *left = *left || !(off_by(bodies, work, kept) < NEAR);
  }
  jni_kept_free(bodies, &positions), jni_kept_free(bodies, &velocities);
  jn_work_free(work);
  jni_free(system->alloc, there);
  return ok;
}

// ---- back to them ---------------------------------------------------------------------------------------------------

// Exactly to the kept values, on the bodies. *list: ownership passes. False: no memory.
static bool close_with(const jn_system *system, jni_kept_list *list, double *state) {
  jni_closure closure;
  jni_closure_weights weights = {.joints = 1, .drivers = 1, .kept = 1, .positions = true};
  double *moved = jni_doubles_copy(system->alloc, state, system->sizes.nstate);
  bool ok = jni_closure_new(system, *list, &closure) == JN_OK && moved;
  *list = (jni_kept_list){0};
  if (ok) jni_closure_set_weights(&closure, &weights);
  if (ok && jni_closure_positions(&closure, moved)) memcpy(state, moved, (size_t)system->sizes.nstate * sizeof *state);
  jni_closure_free(&closure);
  jni_free(system->alloc, moved);
  return ok;
}

static bool close_bodies(jni_balance *b, jni_kept_list *list, double *state) {
  const jn_system *system = b->system;
  if (!system->tree) return close_with(system, list, state);
  jn_state_convert(system, state, b->bodies, b->body_state);
  bool ok = close_with(b->bodies, list, b->body_state);
  jn_state_convert(b->bodies, b->body_state, system, state);
  return ok;
}

static bool pass_them(jni_balance *b, double *state) {
  jni_kept_list positions = {0}, velocities = {0};
  bool ok = jni_kept_new(b->bodies, JNI_LEVEL_POSITION, &positions) &&
            jni_kept_new(b->bodies, JNI_LEVEL_VELOCITY, &velocities);
  if (ok && choose(b->bodies, jni_balance_place(b, state), &velocities, &positions))
    ok = b->way->hold(b, &positions, state) && close_bodies(b, &positions, state);
  jni_kept_free(b->bodies, &positions), jni_kept_free(b->bodies, &velocities);
  return ok;
}

// ---- what is told ---------------------------------------------------------------------------------------------------

static void tell(const jn_system *system, jn_work *work, const jni_kept *kept, jn_report *report) {
  jni_message note = {system->model, report, JN_NOTE, JN_OK};
  char unit[32];
  double off;
  if (!kept->keep || off_by(system, work, kept) <= HOLDS) return;
  if (kept->whole) {
    jni_message_add(&note, "initial value", kept->signal.name, kept->initial->place,
                    "the orientation is under 'keep', but the equilibrium has another one; 'start: assembly' "
                    "starts with the kept one");
    return;
  }
  jni_kept_residual(system, work, kept, &off);
  jn_unit_format(kept->signal.dimension, unit, sizeof unit);
  jni_message_add(
      &note, "initial value", kept->signal.name, kept->initial->place,
      "is %.6g %s under 'keep', but %.6g %s in the equilibrium; 'start: assembly' starts with the kept value",
      kept->target[0], unit, kept->target[0] + off, unit);
}

jn_status jni_equilibrium_keep(jni_balance *b, double *state, jn_report *report) {
  jni_kept_list positions = {0};
  bool ok = pass_them(b, state) && jni_kept_new(b->bodies, JNI_LEVEL_POSITION, &positions);
  jn_work *work = jni_balance_place(b, state);
  for (int i = 0; ok && i < positions.n; i++) tell(b->bodies, work, &positions.items[i], report);
  jni_kept_free(b->bodies, &positions);
  return ok ? JN_OK : jni_report_no_memory(report);
}
