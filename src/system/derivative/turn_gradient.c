// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// turn_gradient.c - what angles between bodies and places in another body's axes are to the two bodies. See readings.h.
//
// With R and w of the one body in the axes of the other, an angle has the rate e(R) . w, and so varies by e . theta
// with a turn theta of R, in the same axes. Three angles one after the other turn about n_1, n_2, n_3, E = [n_1 n_2
// n_3]^-1,
//   dn_2 = (e_1 . theta) n_1 x n_2,   dn_3 = theta x n_3,   d(e_k . w) = -e_k . (rate_2 dn_2 + rate_3 dn_3)
// and e_2 = n_2. The plane of a wheel with the axis a is turned by
//   steer' = w_3 - a_3 h / L,   lean' = (w_1 a_2 - w_2 a_1) / sqrt(L),     L = a_1^2 + a_2^2,  h = w_1 a_1 + w_2 a_2
// where da = theta x a.
#include <math.h>

#include "kernel/euler.h"
#include "system/derivative/readings.h"
#include "system/motion.h"
#include "system/signal_value.h"
#include "system/system.h"

// Slopes of an angle over theta, and of its rate over w (the same) and over theta.
typedef struct {
  double angle[3], rate[3];
} turn_slope;

// ---- three angles ---------------------------------------------------------------------------------------------------

static turn_slope euler_slope(const jni_view *v, const int axes[3], int k) {
  double e[3][3], rates[3], x[3], third[3];
  turn_slope out;
  for (int i = 0; i < 3; i++) {
    const double unit[3] = {i == 0, i == 1, i == 2};
    jnk_euler_rates(v->R, axes, unit, rates);
    for (int n = 0; n < 3; n++) e[n][i] = rates[n];
    third[i] = v->R[3 * i + axes[2]];
  }
  const double first[3] = {axes[0] == 0, axes[0] == 1, axes[0] == 2};
  jnk_copy(e[k], out.angle);
  jnk_euler_rates(v->R, axes, v->w, rates);
  jnk_cross(first, e[1], x);
  jnk_scale(-rates[1] * jnk_dot(e[k], x), e[0], out.rate);
  jnk_cross(e[k], third, x);
  jnk_add_scaled(out.rate, rates[2], x, out.rate);
  return out;
}

// ---- the plane of a wheel -------------------------------------------------------------------------------------------

static void wheel_rows(const jni_view *v, double steer[3], double lean[3]) {
  for (int i = 0; i < 3; i++) {
    const double unit[3] = {i == 0, i == 1, i == 2};
    jnk_wheel_rates(v->R, unit, &steer[i], &lean[i]);
  }
}

static turn_slope wheel_slope(const jni_view *v, int component) {
  double sign = v->R[4] < 0 ? -1 : 1, steer[3], lean[3], ds[3], dl[3];
  const double a[3] = {sign * v->R[1], sign * v->R[4], sign * v->R[7]}, *w = v->w;
  double L = a[0] * a[0] + a[1] * a[1], h = w[0] * a[0] + w[1] * a[1], m = w[0] * a[1] - w[1] * a[0], root = sqrt(L);
  const double of_steer[3] = {-a[2] * (w[0] - 2 * h * a[0] / L) / L, -a[2] * (w[1] - 2 * h * a[1] / L) / L, -h / L},
               of_lean[3] = {(-w[1] - m * a[0] / L) / root, (w[0] - m * a[1] / L) / root, 0};
  turn_slope out;
  wheel_rows(v, steer, lean);
  jnk_cross(a, of_steer, ds), jnk_cross(a, of_lean, dl);
  for (int i = 0; i < 3; i++) {
    out.angle[i] = jni_turn_of_wheel(v, steer[i], lean[i], component);
    out.rate[i] = jni_turn_of_wheel(v, ds[i], dl[i], component);
  }
  return out;
}

// ---- angles --------------------------------------------------------------------------------------------------------

static turn_slope slope_of(const jn_system *system, const jn_work *work, const jni_signal *s) {
  int axes[3];
  if (s->b == JNI_TURN_PLANE) return (turn_slope){.angle = {0, 0, 1}};
  jni_view v = jni_turn_look(system, work, s);
  if (s->b == JNI_TURN_WHEEL) return wheel_slope(&v, s->component);
  jni_turn_axes(s->b, axes);
  return euler_slope(&v, axes, s->component);
}

// theta = R_c' (turn - turn_c), w = R_c' (w - w_c), and R_c turns with its body.
void jni_turn_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                       jni_rows_read *rows) {
  jni_frame_slope body = {0}, from = {0};
  jni_motion own, other;
  double e[3], d[3], apart[3];
  turn_slope slope = slope_of(system, work, s);
  jni_body_motion(system, work, s->a, &own);
  jni_frame_motion(system, work, system->model->bodies[s->c].frame, &other);
  jnk_mat_vec(other.R, slope.angle, e), jnk_mat_vec(other.R, slope.rate, d);
  jnk_sub(own.w, other.w, apart);
  if (s->kind == JNI_SIGNAL_TURN) {
    jnk_copy(e, body.turn), jnk_scale(-1, e, from.turn);
  } else {
    jnk_copy(e, body.w), jnk_scale(-1, e, from.w);
    jnk_copy(d, body.turn), jnk_cross(e, apart, from.turn), jnk_sub(from.turn, d, from.turn);
  }
  jni_frame_slope_add(system, work, system->model->bodies[s->a].com_frame, &body, factor, rows);
  jni_frame_slope_add(system, work, system->model->bodies[s->c].frame, &from, factor, rows);
}

// ---- places --------------------------------------------------------------------------------------------------------

// a . (r - r_c) along an axis a of the other body; its rate a . u, u = v - v_c - w_c x (r - r_c).
void jni_place_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                        jni_rows_read *rows) {
  jni_frame_slope point = {0}, from = {0};
  jni_motion own, other;
  double a[3], apart[3], u[3], x[3];
  int frame = system->model->bodies[s->c].frame;
  jni_frame_motion(system, work, s->a, &own);
  jni_frame_motion(system, work, frame, &other);
  for (int i = 0; i < 3; i++) a[i] = other.R[3 * i + s->component];
  jnk_sub(own.r, other.r, apart);
  if (s->kind == JNI_SIGNAL_RELATIVE_POSITION) {
    jnk_copy(a, point.r), jnk_cross(a, apart, from.turn);
  } else {
    jnk_sub(own.v, other.v, u), jnk_cross(other.w, apart, x), jnk_sub(u, x, u);
    jnk_copy(a, point.v), jnk_cross(other.w, a, point.r);
    jnk_cross(a, apart, from.w), jnk_cross(a, u, from.turn);
  }
  jnk_scale(-1, point.r, from.r), jnk_scale(-1, point.v, from.v);
  jni_frame_slope_add(system, work, s->a, &point, factor, rows);
  jni_frame_slope_add(system, work, frame, &from, factor, rows);
}
