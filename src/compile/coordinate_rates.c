// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// coordinate_rates.c - see coordinate_rates.h.
#include "compile/coordinate_rates.h"
#include "system/system.h"

#include <string.h>

// Writes qdot = q (0, w) / 2, the rate of a quaternion; w is the angular velocity in body axes.
static void turn_rate(jni_graph *g, const jni_node q[4], const jni_node w[3], jni_node out[4]) {
  jni_vec u = {{q[1], q[2], q[3]}}, half;
  for (int i = 0; i < 3; i++) half.x[i] = jni_times(g, jni_number(g, 0.5), w[i]);
  jni_vec turned = jni_vec_add(g, jni_vec_scale(g, q[0], half), jni_vec_cross(g, u, half));
  out[0] = jni_opposite(g, jni_vec_dot(g, u, half));
  memcpy(out + 1, turned.x, sizeof turned.x);
}

// Writes the rate of the position of a free body, R v with v in body axes, to out[0..2]; in the plane to out[0..1], and
// the rate of the angle to out[2]. In q the rotation follows the position.
static void twist_rate(jni_graph *g, const jni_twist *twist, const jni_node *q, const jni_node *v, jni_node *out) {
  const jni_node *speed = v + twist->v_at, *turn = q + twist->q_at + twist->n;
  if (twist->n == 2) {
    jni_node c = jni_apply(g, JNI_DO_cos, *turn, 0, 0), s = jni_apply(g, JNI_DO_sin, *turn, 0, 0);
    out[0] = jni_minus(g, jni_times(g, c, speed[0]), jni_times(g, s, speed[1]));
    out[1] = jni_plus(g, jni_times(g, s, speed[0]), jni_times(g, c, speed[1]));
    out[2] = speed[2];
    return;
  }
  jni_mat R = jni_mat_of_quaternion(g, turn);
  jni_vec moved = jni_mat_times(g, &R, (jni_vec){{speed[0], speed[1], speed[2]}});
  memcpy(out, moved.x, sizeof moved.x);
}

void jni_move_rates(jni_graph *g, const jn_system *system, const jni_node *q, const jni_node *v, jni_node *qdot) {
  for (int i = 0; i < system->sizes.nv; i++)
    if (system->speed_q[i] >= 0) qdot[system->speed_q[i]] = v[i];
  for (int i = 0; i < system->nturns; i++) {
    const jni_turn *turn = &system->turns[i];
    turn_rate(g, q + turn->q_at, v + turn->v_at, qdot + turn->q_at);
  }
  for (int i = 0; i < system->ntwists; i++) twist_rate(g, &system->twists[i], q, v, qdot + system->twists[i].q_at);
}

static bool moves(const jni_node *d, int n) {
  bool any = false;
  for (int i = 0; i < n; i++) any |= d[i] != JNI_ZERO;
  return any;
}

static void turn_by(jni_graph *g, const jni_node d[3], jni_node q[4]) {
  jni_node rate[4], square = JNI_ZERO;
  turn_rate(g, q, d, rate);
  for (int i = 0; i < 4; i++) {
    q[i] = jni_plus(g, q[i], rate[i]);
    square = jni_plus(g, square, jni_times(g, q[i], q[i]));
  }
  jni_node part = jni_over(g, JNI_ONE, jni_apply(g, JNI_DO_sqrt, square, 0, 0));
  for (int i = 0; i < 4; i++) q[i] = jni_times(g, part, q[i]);
}

void jni_move_by(jni_graph *g, const jn_system *system, const jni_node *d, jni_node *q) {
  for (int i = 0; i < system->ntwists; i++) {
    const jni_twist *twist = &system->twists[i];
    jni_node by[3];
    if (!moves(d + twist->v_at, 3)) continue;
    twist_rate(g, twist, q, d, by);
    for (int k = 0; k < 3; k++) q[twist->q_at + k] = jni_plus(g, q[twist->q_at + k], by[k]);
  }
  for (int i = 0; i < system->sizes.nv; i++)
    if (system->speed_q[i] >= 0) q[system->speed_q[i]] = jni_plus(g, q[system->speed_q[i]], d[i]);
  for (int i = 0; i < system->nturns; i++)
    if (moves(d + system->turns[i].v_at, 3)) turn_by(g, d + system->turns[i].v_at, q + system->turns[i].q_at);
}
