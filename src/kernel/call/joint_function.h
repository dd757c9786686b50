// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// joint_function.h - functions y = f(x) of function joints with their derivatives: tables as cubic splines with
// continuous second derivative, and lifts of cams.
//
//   block of a table: JNK_FUNCTION_TABLE, n, closed, per_turn, then n knots x, n values y and n second derivatives m
//   block of a cam:   JNK_FUNCTION_CAM, n, roller, radius, offset, direction, then n + 1 angles theta at which the
//                     points touch, ascending by 2 pi, n + 1 values x and y of the points, n + 1 second derivatives of
//                     x and of y by the parameter; the last of each belongs to the first point
//
// A closed table continues beyond its ends: f(x + P) = f(x) + per_turn with P = x_last - x_first. An open one continues
// as a straight line; its second derivatives at both ends are zero.
#ifndef JNK_JOINT_FUNCTION_H
#define JNK_JOINT_FUNCTION_H

#include "kernel/elementary.h"
#include "kernel/knots.h"

enum { JNK_FUNCTION_TABLE, JNK_FUNCTION_CAM };
enum { JNK_FUNCTION_HEAD = 4, JNK_CAM_HEAD = 6 };

// Computes a tabulated function f and its first three derivatives at `at`: out[0] to out[3]. At a knot the third
// derivative is that of the piece to the right. Beyond its ends a closed table repeats with its rise per period; an
// open one is a straight line there.
JNK_FN void jnk_function_table(const double *block, double at, double out[4]) {
  int n = (int)block[1], closed = block[2] != 0;
  const double *x = block + JNK_FUNCTION_HEAD, *y = x + n, *m = y + n;
  double period = x[n - 1] - x[0], turns = closed ? floor((at - x[0]) / period) : 0;
  at -= turns * period;
  int i = jnk_table_find(x, n, at), inside = i >= 0 && i < n - 1;
  if (i < 0) i = 0;
  if (i > n - 2) i = n - 2;
  double h = x[i + 1] - x[i], slope = (y[i + 1] - y[i]) / h, end = at < x[i] ? x[i] : x[i + 1];
  double u = (inside ? at : end) - x[i], w = h - u, m0 = m[i], m1 = m[i + 1];
  out[0] = (y[i] * w + y[i + 1] * u) / h - u * w * (m0 * (h + w) + m1 * (h + u)) / (6 * h) + turns * block[3];
  out[1] = slope + (m1 * (3 * u * u - h * h) - m0 * (3 * w * w - h * h)) / (6 * h);
  out[2] = (m0 * w + m1 * u) / h;
  out[3] = (m1 - m0) / h;
  if (inside || closed) return;
  out[0] += out[1] * (at - end);
  out[2] = out[3] = 0;
}

// ---- cams -----------------------------------------------------------------------------------------------------------
//
// The follower moves along n = (cos theta, sin theta) in the axes of the cam, theta = direction - x, with
// m = (sin theta, -cos theta) to its right. The outline r(u) runs anticlockwise; s = |r'|, k = r' x r'', rho = s^3/k.
//   flat    r' . n = 0,  y = r . n                    y_theta = -r . m,  y_theta theta = rho - y
//   roller  p . m = offset,  y = p . n,  p = r + radius N,  N the outward normal, p' = (1 + radius/rho) r'
//           y_theta = -tau y - offset,  tau = (r' . n)/(r' . m)

// Point of a cam's outline at one value of the curve parameter: position r and its first three derivatives with respect
// to the parameter; components x and y.
typedef struct {
  double r[2], d[2], dd[2], ddd[2];
} jnk_outline;

JNK_FN void jnk_cam_outline(const double *points, int n, int i, double u, jnk_outline *out) {
  double w = 1 - u;
  for (int k = 0; k < 2; k++) {
    const double *y = points + k * (n + 1) + i, *m = points + (2 + k) * (n + 1) + i;
    out->r[k] = y[0] * w + y[1] * u - u * w * (m[0] * (1 + w) + m[1] * (1 + u)) / 6;
    out->d[k] = y[1] - y[0] + (m[1] * (3 * u * u - 1) - m[0] * (3 * w * w - 1)) / 6;
    out->dd[k] = m[0] * w + m[1] * u;
    out->ddd[k] = m[1] - m[0];
  }
}

// Returns radius N . v, where N is the outward unit normal of a cam's outline. radius N is the vector from the outline
// to the centre of the follower's roller.
JNK_FN double jnk_cam_shift(const jnk_outline *o, double radius, const double v[2]) {
  return radius * (o->d[1] * v[0] - o->d[0] * v[1]) / sqrt(o->d[0] * o->d[0] + o->d[1] * o->d[1]);
}

// Finds the point on piece i of a cam's outline that touches the follower, and stores the outline at that point in o.
// Uses Newton's method with bisection, because the residual decreases from the start of the piece to its end. n:
// direction in which the follower moves, in the axes of the cam; m: n rotated by -90 degrees.
JNK_FN void jnk_cam_touch(const double *block, int i, const double n[2], const double m[2], jnk_outline *o) {
  int count = (int)block[1], roller = block[2] != 0;
  const double *points = block + JNK_CAM_HEAD + count + 1;
  double low = 0, high = 1, u = 0.5;
  for (int k = 0; k < 80; k++) {
    jnk_cam_outline(points, count, i, u, o);
    double s = sqrt(o->d[0] * o->d[0] + o->d[1] * o->d[1]), bend = o->d[0] * o->dd[1] - o->d[1] * o->dd[0];
    double residual = roller ? o->r[0] * m[0] + o->r[1] * m[1] + jnk_cam_shift(o, block[3], m) - block[4]
                             : o->d[0] * n[0] + o->d[1] * n[1];
    double slope = roller ? (1 + block[3] * bend / (s * s * s)) * (o->d[0] * m[0] + o->d[1] * m[1])
                          : o->dd[0] * n[0] + o->dd[1] * n[1];
    if (residual > 0) low = u;
    else high = u;
    double next = u - residual / slope;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (fabs(next - u) <= 1e-16) break;
    u = next;
  }
}

// Computes the lift of a cam's follower at the cam angle x. out: lift and its first three derivatives with respect to
// the angle
JNK_FN void jnk_function_cam(const double *block, double x, double out[4]) {
  const double *angle = block + JNK_CAM_HEAD, turn = 2 * JNK_PI;
  int count = (int)block[1];
  double theta = block[5] - x, radius = block[3];
  theta -= turn * floor((theta - angle[0]) / turn);
  int i = jnk_table_find(angle, count + 1, theta);
  if (i < 0) i = 0;
  if (i > count - 1) i = count - 1;
  double n[2], m[2];
  n[0] = jnk_cos(theta);
  n[1] = jnk_sin(theta);
  m[0] = n[1];
  m[1] = -n[0];
  jnk_outline o;
  jnk_cam_touch(block, i, n, m, &o);
  double s2 = o.d[0] * o.d[0] + o.d[1] * o.d[1], s = sqrt(s2), k = o.d[0] * o.dd[1] - o.d[1] * o.dd[0];
  double twist = o.d[0] * o.ddd[1] - o.d[1] * o.ddd[0], pull = o.d[0] * o.dd[0] + o.d[1] * o.dd[1];
  if (block[2] == 0) {
    double rho = s2 * s / k, rho_u = 3 * s * pull / k - s2 * s * twist / (k * k);
    out[0] = o.r[0] * n[0] + o.r[1] * n[1];
    out[1] = o.r[0] * m[0] + o.r[1] * m[1];
    out[2] = rho - out[0];
    out[3] = -(rho_u * rho / s + out[1]);
    return;
  }
  double w = o.d[0] * m[0] + o.d[1] * m[1], tau = (o.d[0] * n[0] + o.d[1] * n[1]) / w, D = 1 + radius * k / (s2 * s);
  double y = o.r[0] * n[0] + o.r[1] * n[1] + jnk_cam_shift(&o, radius, n), u1 = -y / (D * w);
  double y1 = -tau * y - block[4], A = (k * u1 - s2) / (w * w), y2 = -y1 * tau - y * A;
  double w1 = (o.dd[0] * m[0] + o.dd[1] * m[1]) * u1 + o.d[0] * n[0] + o.d[1] * n[1], k1 = twist * u1,
         s21 = 2 * pull * u1;
  double D1 = radius * (k1 - 1.5 * k * s21 / s2) / (s2 * s), u2 = -y1 / (D * w) - u1 * (D1 / D + w1 / w);
  double A1 = (k1 * u1 + k * u2 - s21) / (w * w) - 2 * A * w1 / w;
  out[0] = y;
  out[1] = -y1;
  out[2] = y2;
  out[3] = y2 * tau + 2 * y1 * A + y * A1;
}

// Computes the function f of a joint and its first three derivatives at x, from a table or a cam. out: f, f', f'', f'''
JNK_FN void jnk_function_at(const double *block, double x, double out[4]) {
  if (block[0] == JNK_FUNCTION_CAM) jnk_function_cam(block, x, out);
  else jnk_function_table(block, x, out);
}

// ---- calls of generated code ----------------------------------------------------------------------------------------

// Evaluates the function f of a joint. in: x; out: f, f', f''
JNK_FN void jnk_call_joint_function(const double *block, const double *in, double *out) {
  double f[4];
  jnk_function_at(block, in[0], f);
  for (int i = 0; i < 3; i++) out[i] = f[i];
}

// Computes the time derivatives of the function of a joint. in: x and dx/dt; out: time derivatives of f, f', f''
JNK_FN void jnk_call_joint_function_rate(const double *block, const double *in, double *out) {
  double f[4];
  jnk_function_at(block, in[0], f);
  for (int i = 0; i < 3; i++) out[i] = f[i + 1] * in[1];
}

#endif
