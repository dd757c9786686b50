// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// vec3.h - vectors, 3 x 3 matrices (row-major), quaternions (w, x, y, z) and rotation vectors.
//
// An output may be the same array as an input unless the comment says otherwise. Rotations: R = exp([theta]), where
// [a] b = a x b; a quaternion and its negative are the same rotation. With R(t) = exp([theta(t)]) the angular velocity
// is
//   w = J_l(theta) thetadot  in the axes on the left of R (Rdot = [w] R),
//   w = J_r(theta) thetadot  in the axes on the right (Rdot = R [w]),  J_r = J_l'.
#ifndef JNK_VEC3_H
#define JNK_VEC3_H

#include "kernel/elementary.h"

// ---- vectors ----------------------------------------------------------------------------------

JNK_FN void jnk_set(double x, double y, double z, double out[3]) {
  out[0] = x;
  out[1] = y;
  out[2] = z;
}
JNK_FN void jnk_zero(double out[3]) { jnk_set(0, 0, 0, out); }
JNK_FN void jnk_copy(const double a[3], double out[3]) { jnk_set(a[0], a[1], a[2], out); }
JNK_FN void jnk_add(const double a[3], const double b[3], double out[3]) {
  jnk_set(a[0] + b[0], a[1] + b[1], a[2] + b[2], out);
}
JNK_FN void jnk_sub(const double a[3], const double b[3], double out[3]) {
  jnk_set(a[0] - b[0], a[1] - b[1], a[2] - b[2], out);
}
JNK_FN void jnk_scale(double s, const double a[3], double out[3]) { jnk_set(s * a[0], s * a[1], s * a[2], out); }
// Sets out = a + s b.
JNK_FN void jnk_add_scaled(const double a[3], double s, const double b[3], double out[3]) {
  jnk_set(a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2], out);
}
JNK_FN double jnk_dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
JNK_FN void jnk_cross(const double a[3], const double b[3], double out[3]) {
  jnk_set(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0], out);
}

// Returns the length of the vector a. Scales very large and very small vectors, so that no square overflows or
// underflows.
JNK_FN double jnk_norm(const double a[3]) {
  double square = jnk_dot(a, a);
  if (square > 1e-280 && square < 1e280) return sqrt(square);
  double m = fmax(fabs(a[0]), fmax(fabs(a[1]), fabs(a[2])));
  if (!(m > 0 && m < HUGE_VAL)) return sqrt(square);
  double b[3];
  jnk_set(a[0] / m, a[1] / m, a[2] / m, b);
  return m * sqrt(jnk_dot(b, b));
}

// Divides a by its length and returns the length it had. A zero vector stays zero.
JNK_FN double jnk_normalize(double a[3]) {
  double length = jnk_norm(a);
  if (length > 0) jnk_set(a[0] / length, a[1] / length, a[2] / length, a);
  return length;
}

// Sets out to a unit vector perpendicular to the unit vector a, in the direction of a x e or -(a x e), with e the axis
// of the frame along which a has its smallest component by size: a x e if e is cyclically the next axis after that of
// the largest component, otherwise -(a x e). A positive axis of the frame gives the next one (x gives y, y gives z, z
// gives x).
JNK_FN void jnk_perpendicular(const double a[3], double out[3]) {
  double m[3], e[3] = {0, 0, 0};
  jnk_set(fabs(a[0]), fabs(a[1]), fabs(a[2]), m);
  int big = m[0] >= m[1] ? (m[0] >= m[2] ? 0 : 2) : (m[1] >= m[2] ? 1 : 2);
  int first = (big + 1) % 3, second = (big + 2) % 3;
  int least = m[second] <= m[first] ? second : first;
  // The sign makes the result the next positive axis if a is a positive axis.
  e[least] = least == second ? -1 : 1;
  jnk_cross(a, e, out);
  jnk_normalize(out);
}

// ---- matrices ---------------------------------------------------------------------------------

JNK_FN void jnk_mat_identity(double R[9]) {
  for (int i = 0; i < 9; i++) R[i] = i % 4 == 0 ? 1 : 0;
}

JNK_FN void jnk_mat_vec(const double R[9], const double a[3], double out[3]) {
  jnk_set(jnk_dot(R, a), jnk_dot(R + 3, a), jnk_dot(R + 6, a), out);
}

// Sets out = R' a.
JNK_FN void jnk_mat_t_vec(const double R[9], const double a[3], double out[3]) {
  jnk_set(R[0] * a[0] + R[3] * a[1] + R[6] * a[2], R[1] * a[0] + R[4] * a[1] + R[7] * a[2],
          R[2] * a[0] + R[5] * a[1] + R[8] * a[2], out);
}

JNK_FN void jnk_mat_transpose(const double A[9], double out[9]) {
  double a1 = A[1], a2 = A[2], a5 = A[5];
  out[0] = A[0];
  out[4] = A[4];
  out[8] = A[8];
  out[1] = A[3];
  out[2] = A[6];
  out[5] = A[7];
  out[3] = a1;
  out[6] = a2;
  out[7] = a5;
}

// Sets out = A B; out is neither A nor B.
JNK_FN void jnk_mat_mul(const double A[9], const double B[9], double out[9]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) out[3 * i + j] = A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] + A[3 * i + 2] * B[6 + j];
}

// Sets out = A' B; out is neither A nor B.
JNK_FN void jnk_mat_t_mul(const double A[9], const double B[9], double out[9]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) out[3 * i + j] = A[i] * B[j] + A[3 + i] * B[3 + j] + A[6 + i] * B[6 + j];
}

// Sets out = A B'; out is neither A nor B.
JNK_FN void jnk_mat_mul_t(const double A[9], const double B[9], double out[9]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) out[3 * i + j] = jnk_dot(A + 3 * i, B + 3 * j);
}

// Sets out to the matrix [a], with [a] b = a x b.
JNK_FN void jnk_skew(const double a[3], double out[9]) {
  out[0] = 0;
  out[1] = -a[2];
  out[2] = a[1];
  out[3] = a[2];
  out[4] = 0;
  out[5] = -a[0];
  out[6] = -a[1];
  out[7] = a[0];
  out[8] = 0;
}

// Sets R to the rotation about z by an angle, as in the plane.
JNK_FN void jnk_mat_from_angle(double angle, double R[9]) {
  double c, s;
  jnk_sincos(angle, &s, &c);
  jnk_mat_identity(R);
  R[0] = c;
  R[1] = -s;
  R[3] = s;
  R[4] = c;
}

// ---- quaternions ------------------------------------------------------------------------------

JNK_FN double jnk_quat_norm(const double q[4]) { return sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]); }

// Divides the quaternion q by its length and returns the length it had. A zero quaternion becomes the identity.
JNK_FN double jnk_quat_normalize(double q[4]) {
  double length = jnk_quat_norm(q);
  if (length > 0) {
    for (int i = 0; i < 4; i++) q[i] /= length;
  } else if (length <= 0) {  // a NaN is not replaced
    q[0] = 1;
  }
  return length;
}

// Sets R to the rotation of q, whose length may differ from 1. A zero quaternion gives the identity.
JNK_FN void jnk_quat_to_matrix(const double q[4], double R[9]) {
  double w = q[0], x = q[1], y = q[2], z = q[3], n = w * w + x * x + y * y + z * z;
  double s = n <= 0 ? 0 : 2 / n;
  R[0] = 1 - s * (y * y + z * z);
  R[1] = s * (x * y - w * z);
  R[2] = s * (x * z + w * y);
  R[3] = s * (x * y + w * z);
  R[4] = 1 - s * (x * x + z * z);
  R[5] = s * (y * z - w * x);
  R[6] = s * (x * z - w * y);
  R[7] = s * (y * z + w * x);
  R[8] = 1 - s * (x * x + y * y);
}

// Sets q to the unit quaternion of R with w >= 0, computed from the largest of its four components, without
// cancellation.
JNK_FN void jnk_matrix_to_quat(const double R[9], double q[4]) {
  double trace = R[0] + R[4] + R[8];
  int i = R[0] >= R[4] ? (R[0] >= R[8] ? 0 : 2) : (R[4] >= R[8] ? 1 : 2);
  if (trace >= R[4 * i]) {
    q[0] = 1 + trace;
    q[1] = R[7] - R[5];
    q[2] = R[2] - R[6];
    q[3] = R[3] - R[1];
  } else {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    q[0] = R[3 * k + j] - R[3 * j + k];
    q[1 + i] = 1 + 2 * R[4 * i] - trace;
    q[1 + j] = R[3 * i + j] + R[3 * j + i];
    q[1 + k] = R[3 * i + k] + R[3 * k + i];
  }
  double sign = q[0] < 0 ? -1 : 1;
  for (int n = 0; n < 4; n++) q[n] *= sign;
  jnk_quat_normalize(q);
}

// Sets out to the rotation b followed by a: R(out) = R(a) R(b).
JNK_FN void jnk_quat_mul(const double a[4], const double b[4], double out[4]) {
  double w = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
  double x = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
  double y = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
  double z = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
  out[0] = w;
  out[1] = x;
  out[2] = y;
  out[3] = z;
}

// Sets out to the conjugate, which is the inverse rotation of a unit quaternion.
JNK_FN void jnk_quat_conjugate(const double q[4], double out[4]) {
  out[0] = q[0];
  out[1] = -q[1];
  out[2] = -q[2];
  out[3] = -q[3];
}

// ---- rotation vectors -------------------------------------------------------------------------

// Returns sin(x) / x.
JNK_FN double jnk_sinc(double x) { return fabs(x) < 1e-4 ? 1 - x * x / 6 : jnk_sin(x) / x; }

JNK_FN void jnk_quat_from_rotation_vector(const double theta[3], double q[4]) {
  double half = 0.5 * jnk_norm(theta), sine, cosine, s;
  if (half < 1e-4) {  // usual for the rotation in one step
    s = 0.5 - half * half / 12;
    cosine = 1 - half * half / 2;
  } else {
    jnk_sincos(half, &sine, &cosine);
    s = 0.5 * sine / half;
  }
  q[0] = cosine;
  q[1] = s * theta[0];
  q[2] = s * theta[1];
  q[3] = s * theta[2];
}

// Sets theta to the shortest rotation vector of q, |theta| <= pi. The length of q may differ from 1.
JNK_FN void jnk_quat_to_rotation_vector(const double q[4], double theta[3]) {
  double n = jnk_norm(q + 1), w = fabs(q[0]), sign = q[0] < 0 ? -1 : 1;
  // atan2(n, w) / n goes to 1 / w for small n, and is accurate at w = 0, where the angle is pi.
  double s = n > 1e-8 * w ? 2 * jnk_atan2(n, w) / n : (w > 0 ? 2 / w : 0);
  jnk_scale(sign * s, q + 1, theta);
}

JNK_FN void jnk_matrix_to_rotation_vector(const double R[9], double theta[3]) {
  double q[4];
  jnk_matrix_to_quat(R, q);
  jnk_quat_to_rotation_vector(q, theta);
}

// ---- tangent operators ------------------------------------------------------------------------

// Sets out = I + b [theta] + c [theta]^2.
JNK_FN void jnk_so3_polynomial(const double theta[3], double b, double c, double out[9]) {
  double S[9];
  jnk_skew(theta, S);
  jnk_mat_mul(S, S, out);
  for (int i = 0; i < 9; i++) out[i] = c * out[i] + b * S[i] + (i % 4 == 0 ? 1 : 0);
}

// Returns (a - sin a) / a^3; by a series for small a, which avoids cancellation.
JNK_FN double jnk_so3_third(double a) {
  if (fabs(a) > 0.5) return (a - jnk_sin(a)) / (a * a * a);
  double s = a * a, sum = 1;
  for (int k = 14; k >= 4; k -= 2) sum = 1 - s * sum / ((double)k * (k + 1));
  return sum / 6;
}

// Returns c(a) = (1 - (a/2) cot(a/2)) / a^2, with J_l^-1 = I - [theta]/2 + c [theta]^2; *slope: (dc/da) / a. Below a =
// 1 the series sum |B_2k| / (2k)! a^(2k-2) is used (B: Bernoulli numbers). c grows without bound towards a = 2 pi.
JNK_FN double jnk_so3_inverse_second(double a, double *slope) {
  double s = a * a;
  if (a < 1) {
    const double B[10] = {1.0 / 12,
                          1.0 / 720,
                          1.0 / 30240,
                          1.0 / 1209600,
                          1.0 / 47900160,
                          691.0 / 1307674368000.0,
                          1.0 / 74724249600.0,
                          3617.0 / 10670622842880000.0,
                          43867.0 / 5109094217170944000.0,
                          174611.0 / 802857662698291200000.0};
    double c = 0, d = 0;
    for (int k = 9; k >= 0; k--) {
      d = d * s + c;
      c = c * s + B[k];
    }
    *slope = 2 * d;
    return c;
  }
  double h = 0.5 * a, sine, cosine;
  jnk_sincos(h, &sine, &cosine);
  double cot = cosine / sine;
  double c = (1 - h * cot) / s;
  *slope = (0.5 * (h / (sine * sine) - cot) / a - 2 * c) / s;
  return c;
}

// Sets J to J_l^-1: thetadot = J_l^-1 w, w in the axes on the left of R = exp([theta]).
JNK_FN void jnk_so3_left_jacobian_inverse(const double theta[3], double J[9]) {
  double slope;
  jnk_so3_polynomial(theta, -0.5, jnk_so3_inverse_second(jnk_norm(theta), &slope), J);
}

// Sets J to J_r: w = J_r thetadot, w in the axes on the right of R = exp([theta]).
JNK_FN void jnk_so3_right_jacobian(const double theta[3], double J[9]) {
  double a = jnk_norm(theta), sinc = jnk_sinc(0.5 * a);
  jnk_so3_polynomial(theta, -0.5 * sinc * sinc, jnk_so3_third(a), J);
}

#endif
