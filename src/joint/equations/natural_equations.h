// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// natural_equations.h - constraint equations and joint coordinates in natural coordinates. Coordinates of a rigid body:
// its centre of mass and its axes u, v, w, the columns of R; in the plane only u, with v = u rotated by a right angle;
// of a particle its position. Speeds are their rates.                                            [Garcia de Jalon 1994]
//
// A point P = r + R p and a vector R a fixed in a body are linear in q, so an equation with the gradient g with respect
// to one of them has the block
//   (1, p) (x) g   or   (0, a) (x) g          space: (g, p1 g, p2 g, p3 g); plane: (g, p1 g + p2 g rotated back by a
//                                             right angle)
// Polynomials of points and vectors are polynomials of q: sums of points are linear; all other equations, except those
// of joint coordinates and discs, are quadratic and their G is linear, so that its rate is G with qdot in place of q.
//
// The angular velocity in ground axes is linear in Rdot, and wdot has no velocity terms:
//   w = 1/2 sum_k R_k x Rdot_k,   wdot = 1/2 sum_k R_k x Rddot_k          (R_k: columns)
// so the rotational part r of an equation, or a torque, has the block 1/2 r x R_k, and the equations of rolling are
// those of cartesian coordinates times this map.
#ifndef JNI_NATURAL_EQUATIONS_H
#define JNI_NATURAL_EQUATIONS_H

#include "joint/equations/primitive.h"

// Adds (one, a) (x) g to the block of a body: one = 1 for a point, 0 for a vector.
static inline void jni_natural_add(int width, double one, const double a[3], const double g[3], double *out) {
  int translations = width == 12 || width == 3 ? 3 : 2;
  if (width == 0) return;
  for (int i = 0; i < translations; i++) out[i] += one * g[i];
  if (width == 12) {
    for (int k = 0; k < 3; k++)
      for (int i = 0; i < 3; i++) out[3 + 3 * k + i] += a[k] * g[i];
  } else if (width == 4) {
    out[2] += a[0] * g[0] + a[1] * g[1];
    out[3] += a[0] * g[1] - a[1] * g[0];
  }
}

// Adds the block of a rotational part r (ground axes). R may be its rate, for the rate of the block along a rotation.
static inline void jni_natural_add_turn(int width, const double R[9], const double r[3], double *out) {
  if (width == 4) {
    out[2] -= r[2] * R[3];
    out[3] += r[2] * R[0];
  }
  if (width != 12) return;
  for (int k = 0; k < 3; k++) {
    out[3 + 3 * k] += 0.5 * (r[1] * R[6 + k] - r[2] * R[3 + k]);
    out[4 + 3 * k] += 0.5 * (r[2] * R[k] - r[0] * R[6 + k]);
    out[5 + 3 * k] += 0.5 * (r[0] * R[3 + k] - r[1] * R[k]);
  }
}

// Writes R (with `rate`: Rdot) from the coordinates (speeds) of a body; plane models are embedded in space. Ground and
// particles: identity (zero).
static inline void jni_natural_matrix(int width, const double *x, bool rate, double R[9]) {
  for (int i = 0; i < 9; i++) R[i] = !rate && i % 4 == 0 ? 1 : 0;
  for (int i = 0; i < 9 && width == 12; i++) R[i] = x[3 + 3 * (i % 3) + i / 3];
  if (width == 4) {
    R[0] = R[4] = x[2];
    R[3] = x[3];
    R[1] = -x[3];
  }
}

// Computes w (wdot) from R and Rdot (Rddot).
static inline void jni_natural_spin(const double R[9], const double Rdot[9], double w[3]) {
  for (int i = 0; i < 3; i++) {
    const double *a = R + 3 * ((i + 1) % 3), *b = R + 3 * ((i + 2) % 3), *da = Rdot + 3 * ((i + 1) % 3),
                 *db = Rdot + 3 * ((i + 2) % 3);
    w[i] = 0.5 * (a[0] * db[0] + a[1] * db[1] + a[2] * db[2] - b[0] * da[0] - b[1] * da[1] - b[2] * da[2]);
  }
}

// Constraint equations. Plane models are embedded in space: body3 is filled in both.
extern const jni_primitive_ops jni_natural_plane_rows[JNI_PRIMITIVE_COUNT];
extern const jni_primitive_ops jni_natural_space_rows[JNI_PRIMITIVE_COUNT];
// See jni_primitive_rate and jni_coordinate_rate; along v and Rdot of `body`.
void jni_natural_rate(const jni_primitive *p, int n, const jni_primitive_term *terms, const jni_coordinate *coordinates,
                      const jni_coordinate_state *states, jn_space space, const jni_body3 *body, double *Gdot);
void jni_natural_coordinate_rate(const jni_coordinate *c, jn_space space, const jni_body3 *body,
                                 double Jdot[2][JNI_WIDEST]);
// Evaluates a joint coordinate. body2: for angles of a plane model; not used in space.
void jni_natural_coordinate(const jni_coordinate *c, jn_space space, const jni_body2 *body2, const jni_body3 *body,
                            double t, const double *s, bool with_velocity, jni_coordinate_state *out);

#endif
