// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// force.h - what a force kind sees and gives. Forces are written once, at the level of frames: they see how the frames
// at their ends stand and move (ground axes) and return forces and torques there, potential energy and power. The
// system maps them to its coordinates. In the plane everything lies in x, y and rotates about z.
#ifndef JNI_FORCE_H
#define JNI_FORCE_H

#include <string.h>

#include "model/force_kind.h"

enum { JNI_MOST_ENDS = 18 };

#define JNI_LEAST_LENGTH 1e-90  // m; vectors shorter than this have no direction

typedef struct {
  double r[3];  // position of the frame's origin, ground axes, m
  double R[9];  // row-major, maps the frame's axes to the ground's
  double v[3];  // velocity of that point, ground axes, m/s
  double w[3];  // angular velocity, ground axes, rad/s
} jni_motion;

typedef struct jni_force_input {
  double t;
  bool plane;                     // the model lies in the plane: torques have one component, value[0]
  double coordinate, rate;        // of the joint coordinate, for elements on a joint (m or rad, per s)
  double value[3];                // the element's expressions, evaluated
  double mass;                    // kinds with ends == 0: mass of the body; end[0] is at its centre of mass
  const double *state;            // its auxiliary states, NULL: none
  const int *sides;               // sides on which its switches are held, 0: where they are; NULL: none is
  jni_motion end[JNI_MOST_ENDS];  // ends of the element (one-ended: end[0]); the first two are always there
} jni_force_input;

typedef struct jni_force_output {
  double generalized;  // elements on a joint: force or moment along the coordinate (raises it when positive)
  double length, length_rate, scalar;       // what force.NAME.length, .rate and .value print
  double potential;                         // V, J
  double power;                             // of the part that has no potential, W
  double force[JNI_MOST_ENDS][3];           // on the body of each end, at the end's point, ground axes, N
  double torque[JNI_MOST_ENDS][3];          // on the body of each end, about the end's point, ground axes, N m
  double state_rate[JNI_MAX_FORCE_STATES];  // of its auxiliary states
  double named[JNI_MAX_FORCE_OUTPUTS];      // what the outputs of its kind print
} jni_force_output;                         // cleared before calc

// Zeroes what most kinds have: two ends and a few states and outputs. A kind with more writes all of what it has.
static inline void jni_force_clear(jni_force_output *out) {
  enum { STATES = 4, OUTPUTS = 12 };
  memset(out, 0, offsetof(jni_force_output, force));
  memset(out->force, 0, 2 * sizeof *out->force);
  memset(out->torque, 0, 2 * sizeof *out->torque);
  memset(out->state_rate, 0, STATES * sizeof *out->state_rate);
  memset(out->named, 0, OUTPUTS * sizeof *out->named);
}

// Derivatives of force and torque with respect to how the ends stand (d: translation then rotation of end 0, then of
// end 1, ground axes; rotations as small turns from the left) and move (v and w of end 0, then of end 1, ground axes).
// Rows: force[0], torque[0], force[1], torque[1]. For elements on a joint: generalized over coordinate and rate. Kinds
// with more ends have none (kind->tangent_end).
typedef struct jni_force_tangent {
  double stand[12][12], move[12][12];
  double generalized_coordinate, generalized_rate;
} jni_force_tangent;  // zeroed before tangent

// Adds s B to the 3 x 3 block of a tangent matrix that begins at (row, column).
static inline void jni_block_add(double (*matrix)[12], int row, int column, double s, const double B[9]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) matrix[row + i][column + j] += s * B[3 * i + j];
}

#endif
