// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_increment.c - update of the increment d of a step in Newton iterations. See step_formulation.h.
#include <math.h>

#include "formulation/step/step_formulation.h"
#include "kernel/vec3.h"
#include "linalg/dense/dense.h"
#include "system/system.h"

// Computes the rotation matrix R of `part` times the rotation of a twist in d.
static void twist_rotation(const jni_twist *twist, double part, const double *d, double R[9]) {
  const double *x = d + twist->v_at;
  double turned[3], turn[4];
  for (int i = 0; i < 3; i++) turned[i] = twist->n == 3 ? part * x[3 + i] : i == 2 ? part * x[2] : 0;
  jnk_quat_from_rotation_vector(turned, turn);
  jnk_quat_to_matrix(turn, R);
}

// Transforms the translations of twists in d by half of the twists' rotation in d (sign 1): to axes at the middle of
// the step, in which they are constant for a rule of second order. sign -1: transforms them back.
void jni_step_turn_twists(const jn_system *system, double sign, double *d) {
  for (int k = 0; k < system->ntwists; k++) {
    const jni_twist *twist = &system->twists[k];
    double *x = d + twist->v_at, R[9], out[3] = {0};
    for (int i = 0; i < twist->n; i++) out[i] = x[i];
    twist_rotation(twist, 0.5 * sign, d, R);
    for (int i = 0; i < twist->n; i++) x[i] = jnk_dot(R + 3 * i, out);
  }
}

// Adds whole turns to the rotation vector `turn` so that it is closest to `before`, because a wheel may rotate by more
// than half a turn in a step.
static void unwrap_rotation(const double before[3], double turn[3]) {
  double angle = jnk_norm(turn);
  if (!(angle > 0)) return;
  double along = jnk_dot(before, turn) / angle, shift = 2 * JNK_PI * round((along - angle) / (2 * JNK_PI));
  for (int i = 0; i < 3; i++) turn[i] *= 1 + shift / angle;
}

// Replaces the rotation vector `turn` by that of the rotation turn followed by delta, delta in the axes rotated by
// `turn`. Of the vectors that differ by whole turns, takes the one closest to the old `turn`.
static void compose_rotation(const double delta[3], double turn[3]) {
  double first[4], then[4], both[4], before[3] = {turn[0], turn[1], turn[2]};
  jnk_quat_from_rotation_vector(turn, first);
  jnk_quat_from_rotation_vector(delta, then);
  jnk_quat_mul(first, then, both);
  jnk_quat_to_rotation_vector(both, turn);
  unwrap_rotation(before, turn);
}

// Adds the translation of a twist's increment delta, rotated by the twist's rotation in d, to its translation in d; in
// the plane also adds the angle. For rotations in space see compose_rotation.
static void compose_twist(const jni_twist *twist, const double *delta, double *d) {
  double R[9], along[3] = {0};
  for (int i = 0; i < twist->n; i++) along[i] = delta[twist->v_at + i];
  twist_rotation(twist, 1, d, R);
  for (int i = 0; i < twist->n; i++) d[twist->v_at + i] += jnk_dot(R + 3 * i, along);
  if (twist->n == 2) d[twist->v_at + 2] += delta[twist->v_at + 2];
}

// The composition d (+) delta is a sum, except for rotations in space and twists. The difference of the configurations
// would be the same but for its rounding, which can exceed the increment of a very short step before an event.
void jni_step_add_increment(const jn_system *system, const double *delta, double *d) {
  if (system->nturns == 0 && system->ntwists == 0) {
    jni_add(system->sizes.nv, 1, delta, d);
    return;
  }
  jni_step_turn_twists(system, 1, d);
  for (int k = 0; k < system->ntwists; k++) compose_twist(&system->twists[k], delta, d);
  for (int k = 0; k < system->nturns; k++) compose_rotation(delta + system->turns[k].v_at, d + system->turns[k].v_at);
  for (int i = 0; i < system->sizes.nv; i++)
    if (system->speed_q[i] >= 0) d[i] += delta[i];
  jni_step_turn_twists(system, -1, d);
}
