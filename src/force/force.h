// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// force.h - input, output and tangent of a force element. A kind is independent of the coordinates of the system: from
// pose and velocity of the frames at its ends it computes forces and torques at these frames, potential energy and
// power. The system maps them to its coordinates. Models in the plane lie in x, y and rotate about z.
#ifndef JNI_FORCE_H
#define JNI_FORCE_H

#include <string.h>

#include "model/force_kind.h"

enum { JNI_MOST_ENDS = 18 };

#define JNI_LEAST_LENGTH 1e-90  // m; vectors shorter than this have no direction

typedef struct {
  double r[3];  // position of the frame's origin, ground axes, m
  double R[9];  // row-major, maps frame axes to ground axes
  double v[3];  // velocity of that point, ground axes, m/s
  double w[3];  // angular velocity, ground axes, rad/s
} jni_motion;

typedef struct jni_force_input {
  double t;
  bool plane;               // the model is a plane one: a torque has one component, value[0]
  double coordinate, rate;  // elements on a joint: coordinate, m or rad, and its rate
  double value[3];          // values of the element's expressions
  double mass;              // kinds with ends == 0: mass of the body, kg; end[0] is at its centre of mass
  const double *state;      // auxiliary states of the element; NULL: none
  const double *discrete;   // its discrete states; NULL: none
  const int *sides;  // sides on which its switches are held (base/switch_side.h), 0: not held; NULL: none is held
  jni_motion end[JNI_MOST_ENDS];  // ends of the element; the first two are always set
} jni_force_input;

typedef struct jni_force_output {
  double generalized;  // elements on a joint: generalised force; positive if it accelerates the coordinate, N or N m
  double length, length_rate, scalar;       // signals force.NAME.length, .rate and .value
  double potential;                         // potential energy, J
  double power;                             // power of the part of the force that has no potential, W
  double force[JNI_MOST_ENDS][3];           // force on the body of each end, at the end's point, ground axes, N
  double torque[JNI_MOST_ENDS][3];          // torque on the body of each end, about the end's point, ground axes, N m
  double state_rate[JNI_MAX_FORCE_STATES];  // rates of the auxiliary states
  double named[JNI_MAX_FORCE_OUTPUTS];      // outputs of the kind (jni_force_kind.outputs)
} jni_force_output;                         // jni_force_clear sets it to zero before calc

// Sets an output to zero for two ends, STATES states and OUTPUTS outputs, the usual numbers. A kind that has more of
// these sets all its members itself.
static inline void jni_force_clear(jni_force_output *out) {
  enum { STATES = 4, OUTPUTS = 12 };
  memset(out, 0, offsetof(jni_force_output, force));
  memset(out->force, 0, 2 * sizeof *out->force);
  memset(out->torque, 0, 2 * sizeof *out->torque);
  memset(out->state_rate, 0, STATES * sizeof *out->state_rate);
  memset(out->named, 0, OUTPUTS * sizeof *out->named);
}

// Derivatives of force and torque with respect to pose and velocity of two ends, ground axes. Rows: force[0],
// torque[0], force[1], torque[1]. Columns of `stand`: translation and small rotation (from the left) of end 0, then of
// end 1; columns of `move`: v and w of end 0, then of end 1. Kinds with more than two ends have tangent_end instead.
typedef struct jni_force_tangent {
  double stand[12][12], move[12][12];
  double generalized_coordinate, generalized_rate;  // elements on a joint: derivatives of `generalized`
} jni_force_tangent;                                // set to zero before `tangent` is called

// Adds s B to the 3 x 3 block of a tangent matrix that begins at (row, column).
static inline void jni_block_add(double (*matrix)[12], int row, int column, double s, const double B[9]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) matrix[row + i][column + j] += s * B[3 * i + j];
}

#endif
