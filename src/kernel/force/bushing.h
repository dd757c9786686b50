// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// bushing.h - springs and dampers between two frames along and about the axes of the first:
//   f = K x + C xdot                                       along the axes
//   tau = J^-T (K_r theta + C_r thetadot)                  about the axes, exp([theta]) = R, thetadot = J^-1 w
// R and w: rotation and angular velocity of the second frame relative to the first, in the axes of the first; J: left
// Jacobian of SO(3) at theta.
#ifndef JNK_BUSHING_H
#define JNK_BUSHING_H

#include "kernel/vec3.h"

JNK_FN void jnk_bushing_answer(const double k[3], const double c[3], const double x[3], const double xdot[3],
                               double out[3]) {
  jnk_set(k[0] * x[0] + c[0] * xdot[0], k[1] * x[1] + c[1] * xdot[1], k[2] * x[2] + c[2] * xdot[2], out);
}

// Returns a' diag(k) a, for example twice the energy of three springs k at the displacement a.
JNK_FN double jnk_bushing_weighted(const double k[3], const double a[3]) {
  return k[0] * a[0] * a[0] + k[1] * a[1] * a[1] + k[2] * a[2] * a[2];
}

typedef struct {
  double theta[3], thetadot[3];
  double Ji[9];  // J^-1
  double y[3];   // K_r theta + C_r thetadot, N m
  double tau[3];
} jnk_bushing_turn;

JNK_FN void jnk_bushing_turn_calc(const double k[3], const double c[3], const double R[9], const double w[3],
                                  jnk_bushing_turn *b) {
  jnk_matrix_to_rotation_vector(R, b->theta);
  jnk_so3_left_jacobian_inverse(b->theta, b->Ji);
  jnk_mat_vec(b->Ji, w, b->thetadot);
  jnk_bushing_answer(k, c, b->theta, b->thetadot, b->y);
  jnk_mat_t_vec(b->Ji, b->y, b->tau);
}

// ---- slopes --------------------------------------------------------------------------------------------------------

// Computes the derivative of J^-1 z (side = 1) or of J^-T z (side = -1) with respect to the rotation vector theta, for
// constant z; J: left Jacobian of SO(3). out: 3 x 3, row-major
//   J^-1 z = z - side/2 theta x z + c theta x (theta x z)
JNK_FN void jnk_so3_inverse_derivative(const double theta[3], double side, const double z[3], double out[9]) {
  double slope, c = jnk_so3_inverse_second(jnk_norm(theta), &slope), t[3];
  jnk_cross(theta, z, t);
  jnk_cross(theta, t, t);
  jnk_skew(z, out);
  double along = jnk_dot(theta, z);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      out[3 * i + j] = 0.5 * side * out[3 * i + j] + c * (along * (i == j) + theta[i] * z[j] - 2 * z[i] * theta[j]) +
                       slope * t[i] * theta[j];
}

// Computes the matrices A and B of the variation d tau = A dtheta + B dw of a bushing's torque, for variations of the
// rotation vector theta and of the angular velocity w:
//   A = d(J^-T y) + J^-T (K_r + C_r d(J^-1 w)),  B = J^-T C_r J^-1
// k, c: diagonals of K_r and C_r.
JNK_FN void jnk_bushing_turn_slopes(const double k[3], const double c[3], const jnk_bushing_turn *b, const double w[3],
                                    double A[9], double B[9]) {
  double N[9], P[9], Q[9], Jt[9];
  jnk_mat_transpose(b->Ji, Jt);
  jnk_so3_inverse_derivative(b->theta, 1, w, N);
  for (int i = 0; i < 9; i++) {
    N[i] = c[i / 3] * N[i] + (i % 4 == 0 ? k[i / 3] : 0);
    P[i] = c[i / 3] * b->Ji[i];
  }
  jnk_mat_mul(Jt, P, B);
  jnk_mat_mul(Jt, N, A);
  jnk_so3_inverse_derivative(b->theta, -1, b->y, Q);
  for (int i = 0; i < 9; i++) A[i] += Q[i];
}

// ---- calls ---------------------------------------------------------------------------------------------------------
// Arguments of the following calls. block: K_r (3), C_r (3); in: R (9), w (3)

// Computes the torque of a bushing. block: three rotational stiffnesses, three dampings; in: R (9) and w (3) of the
// second frame relative to the first; out: torque tau (3), N m, power of the dampers, W (never positive)
JNK_FN void jnk_call_bushing_turn(const double *block, const double *in, double *out) {
  jnk_bushing_turn b;
  jnk_bushing_turn_calc(block, block + 3, in, in + 9, &b);
  jnk_copy(b.tau, out);
  out[3] = -jnk_bushing_weighted(block + 3, b.thetadot);
}

// Returns the variation of the power of a bushing's rotational dampers for variations dtheta of the rotation vector and
// dw of the angular velocity.
JNK_FN double jnk_bushing_power_rate(const double *c, const jnk_bushing_turn *b, const double w[3],
                                     const double dtheta[3], const double dw[3]) {
  double N[9], turned[3], faster[3], sum = 0;
  jnk_so3_inverse_derivative(b->theta, 1, w, N);
  jnk_mat_vec(N, dtheta, turned);
  jnk_mat_vec(b->Ji, dw, faster);
  for (int i = 0; i < 3; i++) sum -= 2 * c[i] * b->thetadot[i] * (turned[i] + faster[i]);
  return sum;
}

// Computes the time derivatives of a bushing's torque and damper power. block: as jnk_call_bushing_turn; in: R and w,
// then their time derivatives; out: derivatives of tau (3) and of the power. The derivative of R is converted to a
// small rotation phi from the left, and dtheta = J^-1 phi.
JNK_FN void jnk_call_bushing_turn_rate(const double *block, const double *in, double *out) {
  const double *R = in, *w = in + 9, *dR = in + 12, *dw = in + 21;
  jnk_bushing_turn b;
  double A[9], B[9], S[9], phi[3], dtheta[3], other[3];
  jnk_bushing_turn_calc(block, block + 3, R, w, &b);
  jnk_bushing_turn_slopes(block, block + 3, &b, w, A, B);
  jnk_mat_mul_t(dR, R, S);
  jnk_set(0.5 * (S[7] - S[5]), 0.5 * (S[2] - S[6]), 0.5 * (S[3] - S[1]), phi);
  jnk_mat_vec(b.Ji, phi, dtheta);
  jnk_mat_vec(A, dtheta, out);
  jnk_mat_vec(B, dw, other);
  jnk_add(out, other, out);
  out[3] = jnk_bushing_power_rate(block + 3, &b, w, dtheta, dw);
}

// Computes the potential energy of a bushing's rotational springs. block: as jnk_call_bushing_turn; in: R (9); out:
// potential, J
JNK_FN void jnk_call_bushing_turn_potential(const double *block, const double *in, double *out) {
  double theta[3];
  jnk_matrix_to_rotation_vector(in, theta);
  out[0] = 0.5 * jnk_bushing_weighted(block, theta);
}

#endif
