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

// Adds the block (one, a) (x) g of an equation with gradient g to that of a body. one: 1 for a point, whose coordinates
// in the body are a; 0 for a vector. width: number of speeds of the body.
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

// Adds the block 1/2 r x R_k of the rotational part r of an equation (ground axes) to that of a body. With Rdot in
// place of R it is the part of the block's rate that comes from the rotation of the body.
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

// Computes R from the coordinates x of a body; with `rate` Rdot from its speeds x. In plane models R is that of a
// rotation about z. width: number of speeds; for the ground and particles R is the identity and Rdot zero.
static inline void jni_natural_matrix(int width, const double *x, bool rate, double R[9]) {
  for (int i = 0; i < 9; i++) R[i] = !rate && i % 4 == 0 ? 1 : 0;
  for (int i = 0; i < 9 && width == 12; i++) R[i] = x[3 + 3 * (i % 3) + i / 3];
  if (width == 4) {
    R[0] = R[4] = x[2];
    R[3] = x[3];
    R[1] = -x[3];
  }
}

// Computes the angular velocity w, ground axes, rad/s, from R and Rdot; with Rddot in place of Rdot the angular
// acceleration.
static inline void jni_natural_spin(const double R[9], const double Rdot[9], double w[3]) {
  for (int i = 0; i < 3; i++) {
    const double *a = R + 3 * ((i + 1) % 3), *b = R + 3 * ((i + 2) % 3), *da = Rdot + 3 * ((i + 1) % 3),
                 *db = Rdot + 3 * ((i + 2) % 3);
    w[i] = 0.5 * (a[0] * db[0] + a[1] * db[1] + a[2] * db[2] - b[0] * da[0] - b[1] * da[1] - b[2] * da[2]);
  }
}

// Functions that evaluate the primitive equations in natural coordinates. Plane models are treated as spatial: their
// bodies are in body3 as well.
extern const jni_primitive_ops jni_natural_plane_rows[JNI_PRIMITIVE_COUNT];
extern const jni_primitive_ops jni_natural_space_rows[JNI_PRIMITIVE_COUNT];
// Computes Gdot, the rates of the blocks of all equations, as jni_primitive_rate does, but in natural coordinates:
// along v and Rdot in `body`.
void jni_natural_rate(const jni_primitive *p, int n, const jni_primitive_term *terms, const jni_coordinate *coordinates,
                      const jni_coordinate_state *states, jn_space space, const jni_body3 *body, double *Gdot);
// Computes Jdot, the rate of the blocks of one coordinate, as jni_coordinate_rate does, but in natural coordinates.
void jni_natural_coordinate_rate(const jni_coordinate *c, jn_space space, const jni_body3 *body,
                                 double Jdot[2][JNI_WIDEST]);
// Computes the state of a joint coordinate in *out: value and J; with_velocity: also its rate and bias, which are
// unchanged otherwise. body2: used for angles of plane models only. t, s: time and discrete states, for the
// continuation of angles over whole turns.
void jni_natural_coordinate(const jni_coordinate *c, jn_space space, const jni_body2 *body2, const jni_body3 *body,
                            double t, const double *s, bool with_velocity, jni_coordinate_state *out);

#endif
