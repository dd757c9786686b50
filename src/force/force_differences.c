// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// force_differences.c - see force_differences.h.
#include "force/force_differences.h"

#include <math.h>
#include <string.h>

#include "kernel/vec3.h"

static void turn_end(const double axis_angle[3], double R[9]) {
  double q[4], T[9], turned[9];
  jnk_quat_from_rotation_vector(axis_angle, q);
  jnk_quat_to_matrix(q, T);
  jnk_mat_mul(T, R, turned);
  memcpy(R, turned, sizeof turned);
}

// Changes an end by h in one direction: translation (0 .. 2), rotation (3 .. 5), v (6 .. 8) or w (9 .. 11).
static void move_end(jni_motion *end, int direction, double h) {
  double turn[3] = {0};
  if (direction >= 9) end->w[direction - 9] += h;
  else if (direction >= 6) end->v[direction - 6] += h;
  else if (direction < 3) end->r[direction] += h;
  else {
    turn[direction - 3] = h;
    turn_end(turn, end->R);
  }
}

// Returns the increment with which central differences are taken in a direction numbered as in move_end: 1e-6 for
// rotations, 1e-6 `length` for translations, ten times as much for velocities. length: size of the model, m.
static double step_of(int direction, double length) {
  const double step = 1e-6;
  return step * (direction % 6 < 3 ? length : 1) * (direction < 6 ? 1 : 10);
}

void jni_differ_end(const jni_force_element *element, const jni_force_input *in, int ends, int end, double length,
                    double (*out)[6][12]) {
  jni_force_input moved;
  jni_force_output side[2];
  // Copies only the ends that `in` has, at least two, although the array has space for more.
  memcpy(&moved, in, offsetof(jni_force_input, end) + (size_t)(ends > 2 ? ends : 2) * sizeof *in->end);
  for (int direction = 0; direction < 12; direction++) {
    double h = step_of(direction, length);
    for (int k = 0; k < 2; k++) {
      jni_force_clear(&side[k]);
      move_end(&moved.end[end], direction, k ? h : -h);
      element->kind->calc(element, &moved, &side[k]);
      moved.end[end] = in->end[end];
    }
    for (int i = 0; i < 3 * ends; i++) {
      int at = i / 3, axis = i % 3;
      out[at][axis][direction] = (side[1].force[at][axis] - side[0].force[at][axis]) / (2 * h);
      out[at][3 + axis][direction] = (side[1].torque[at][axis] - side[0].torque[at][axis]) / (2 * h);
    }
  }
}

void jni_differ_ends(const jni_force_element *element, const jni_force_input *in, int ends, double length,
                     jni_force_tangent *out) {
  double slope[2][6][12];
  for (int end = 0; end < ends; end++) {
    jni_differ_end(element, in, ends, end, length, slope);
    for (int row = 0; row < 6 * ends; row++)
      for (int direction = 0; direction < 12; direction++) {
        double(*matrix)[12] = direction < 6 ? out->stand : out->move;
        matrix[row][6 * end + direction % 6] = slope[row / 6][row % 6][direction];
      }
  }
}

void jni_differ_coordinate(const jni_force_element *element, const jni_force_input *in, jni_force_tangent *out) {
  const double h = 1e-6;
  for (int sign = -1; sign <= 1; sign += 2) {
    jni_force_input moved = *in, faster = *in;
    jni_force_output at, with;
    jni_force_clear(&at);
    jni_force_clear(&with);
    moved.coordinate += sign * h;
    faster.rate += sign * h;
    element->kind->calc(element, &moved, &at);
    element->kind->calc(element, &faster, &with);
    out->generalized_coordinate += sign * at.generalized / (2 * h);
    out->generalized_rate += sign * with.generalized / (2 * h);
  }
}

// ---- one result ------------------------------------------------------------------------------------------------

typedef struct {
  const jni_force_element *element;
  jni_force_result *result;
  const void *context;
} differing;

static double calc_result(const differing *d, const jni_force_input *in) {
  jni_force_output out;
  jni_force_clear(&out);
  d->element->kind->calc(d->element, in, &out);
  return d->result(&out, d->context);
}

// Returns the derivative of the differentiated result with respect to *number, a number within the input, by a central
// difference with increments +h and -h. *number is restored.
static double differ(const differing *d, jni_force_input *in, double *number, double h) {
  double kept = *number, low, high;
  *number = kept - h;
  low = calc_result(d, in);
  *number = kept + h;
  high = calc_result(d, in);
  *number = kept;
  return (high - low) / (2 * h);
}

static void differ_end(const differing *d, const jni_force_input *in, int end, double length, jni_result_slopes *out) {
  for (int direction = 0; direction < 12; direction++) {
    double h = step_of(direction, length), side[2],
           *to = (direction < 6 ? out->stand : out->move) + 6 * end + direction % 6;
    for (int k = 0; k < 2; k++) {
      jni_force_input moved = *in;
      move_end(&moved.end[end], direction, k ? h : -h);
      side[k] = calc_result(d, &moved);
    }
    *to = (side[1] - side[0]) / (2 * h);
  }
}

void jni_differ_result(const jni_force_element *element, const jni_force_input *in, int ends, int nstates,
                       double length, jni_force_result *result, const void *context, jni_result_slopes *out) {
  const double step = 1e-6;
  const differing d = {element, result, context};
  jni_force_input moved = *in;
  double state[JNI_MAX_FORCE_STATES];
  memset(out, 0, sizeof *out);
  for (int end = 0; end < ends; end++) differ_end(&d, in, end, length, out);
  if (ends == 0) out->coordinate = differ(&d, &moved, &moved.coordinate, step);
  if (ends == 0) out->rate = differ(&d, &moved, &moved.rate, 10 * step);
  for (int k = 0; k < 3 && element->def.value[k]; k++)
    out->value[k] = differ(&d, &moved, &moved.value[k], step * fmax(1, fabs(in->value[k])));
  for (int k = 0; k < nstates; k++) state[k] = in->state[k];
  if (nstates > 0) moved.state = state;
  for (int k = 0; k < nstates; k++) out->state[k] = differ(&d, &moved, &state[k], step * fmax(1e-2, fabs(state[k])));
}
