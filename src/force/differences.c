// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// differences.c - see differences.h.
#include "force/differences.h"

#include <string.h>

#include "kernel/vec3.h"

static void turn_end(const double axis_angle[3], double R[9]) {
  double q[4], T[9], turned[9];
  jnk_quat_from_rotation_vector(axis_angle, q);
  jnk_quat_to_matrix(q, T);
  jnk_mat_mul(T, R, turned);
  memcpy(R, turned, sizeof turned);
}

// Moves an end along one of its six ways to stand (0 .. 5) or six ways to move (6 .. 11).
static void move_end(jni_motion *end, int way, double h) {
  double turn[3] = {0};
  if (way >= 9) end->w[way - 9] += h;
  else if (way >= 6) end->v[way - 6] += h;
  else if (way < 3) end->r[way] += h;
  else turn[way - 3] = h, turn_end(turn, end->R);
}

void jni_differ_ends(const jni_force_element *element, const jni_force_input *in, int ends, double length,
                     jni_force_tangent *out) {
  const double step = 1e-6;
  for (int j = 0; j < 12 * ends; j++) {
    int end = j / 12, way = j % 12, column = 6 * end + way % 6;
    double h = step * (way % 6 < 3 ? length : 1) * (way < 6 ? 1 : 10), (*matrix)[12] = way < 6 ? out->stand : out->move;
    jni_force_output side[2];
    memset(side, 0, sizeof side);
    for (int k = 0; k < 2; k++) {
      jni_force_input moved = *in;
      move_end(&moved.end[end], way, k ? h : -h);
      element->kind->calc(element, &moved, &side[k]);
    }
    for (int i = 0; i < 6; i++) {
      int at = i / 3, axis = i % 3;
      matrix[6 * at + axis][column] = (side[1].force[at][axis] - side[0].force[at][axis]) / (2 * h);
      matrix[6 * at + 3 + axis][column] = (side[1].torque[at][axis] - side[0].torque[at][axis]) / (2 * h);
    }
  }
}

void jni_differ_coordinate(const jni_force_element *element, const jni_force_input *in, jni_force_tangent *out) {
  const double h = 1e-6;
  for (int sign = -1; sign <= 1; sign += 2) {
    jni_force_input moved = *in, faster = *in;
    jni_force_output at = {0}, with = {0};
    moved.coordinate += sign * h, faster.rate += sign * h;
    element->kind->calc(element, &moved, &at);
    element->kind->calc(element, &faster, &with);
    out->generalized_coordinate += sign * at.generalized / (2 * h);
    out->generalized_rate += sign * with.generalized / (2 * h);
  }
}
