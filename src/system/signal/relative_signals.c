// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// relative_signals.c - rotation and position of a body relative to another body: angles in any order of axes
// (kernel/euler.h), angles of wheels, positions and velocities in the axes of the other body.
//
// With R and w the rotation and angular velocity of one body in the axes of the other, an angle has the rate e(R) . w.
// A small rotation theta of R, in the same axes, changes it by e . theta. Three successive angles have the axes n_1,
// n_2, n_3 and E = [n_1 n_2 n_3]^-1 with the rows e_k:
//   dn_2 = (e_1 . theta) n_1 x n_2,   dn_3 = theta x n_3,   d(e_k . w) = -e_k . (rate_2 dn_2 + rate_3 dn_3)
// and e_2 = n_2. The angles of a wheel with the axis a have the rates
//   steer' = w_3 - a_3 h / L,   lean' = (w_1 a_2 - w_2 a_1) / sqrt(L),     L = a_1^2 + a_2^2,  h = w_1 a_1 + w_2 a_2
// and da = theta x a.
#include <math.h>

#include "kernel/call/euler_call.h"
#include "kernel/euler.h"
#include "system/derivative/formula_gradient.h"
#include "system/motion.h"
#include "system/signal_code.h"
#include "system/signal_value.h"
#include "system/work.h"

// ---- values --------------------------------------------------------------------------------------------------------

static double angle_value(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot,
                          const double *lambda) {
  (void)vdot;
  (void)lambda;
  return s->kind == JNI_SIGNAL_TURN ? jni_turn_angle(system, work, s) : jni_turn_rate(system, work, s);
}

static double place_value(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot,
                          const double *lambda) {
  double r[3], v[3], carried[3], local[3];
  jni_motion point, from;
  (void)vdot;
  (void)lambda;
  jni_frame_motion(system, work, s->a, &point);
  jni_frame_motion(system, work, system->model->bodies[s->c].frame, &from);
  jnk_sub(point.r, from.r, r);
  if (s->kind == JNI_SIGNAL_RELATIVE_POSITION) {
    jnk_mat_t_vec(from.R, r, local);
    return local[s->component];
  }
  jnk_sub(point.v, from.v, v);
  jnk_cross(from.w, r, carried);
  jnk_sub(v, carried, v);
  jnk_mat_t_vec(from.R, v, local);
  return local[s->component];
}

// ---- graph ---------------------------------------------------------------------------------------------------------

static const jni_kernel euler = {"jnk_call_euler", 12, 6, jnk_call_euler, NULL};
static const jni_kernel wheel = {"jnk_call_wheel", 13, 8, jnk_call_wheel, NULL};

typedef struct {
  jni_node angle, rate;
} angle_nodes;

static angle_nodes write_angle_in_space(const jni_signal_code *c, const jni_signal *s) {
  jni_graph *g = c->g;
  jni_written_frame body = c->functions->body(c->writer, s->a),
                    from = c->functions->frame(c->writer, c->system->model->bodies[s->c].frame);
  jni_vec w = jni_mat_transposed_times(g, &from.R, jni_vec_subtract(g, body.w, from.w));
  jni_node in[13];
  for (int k = 0; k < 3; k++) {
    jni_vec column = jni_mat_transposed_times(g, &from.R, jni_mat_column(&body.R, k));
    for (int i = 0; i < 3; i++) in[3 * i + k] = column.x[i];
    in[9 + k] = w.x[k];
  }
  if (s->b == JNI_TURN_WHEEL) {
    const double left_from = jni_wheel_left_from(c->system);
    in[12] = jni_mat_transposed_times(g, &from.R, jni_vec_subtract(g, body.r, from.r)).x[1];
    int call = jni_call(g, &wheel, &left_from, 1, in);
    return (angle_nodes){jni_result(g, call, s->component), jni_result(g, call, 4 + s->component)};
  }
  int axes[3];
  jni_turn_axes(s->b, axes);
  const double constants[3] = {axes[0], axes[1], axes[2]};
  int call = jni_call(g, &euler, constants, 3, in);
  return (angle_nodes){jni_result(g, call, s->component), jni_result(g, call, 3 + s->component)};
}

static angle_nodes write_angle_in_plane(const jni_signal_code *c, const jni_signal *s) {
  const jni_signal_code_functions *f = c->functions;
  jni_node other = f->angle(c->writer, s->c), angle = f->angle(c->writer, s->a);
  jni_node difference = jni_minus(c->g, angle, other);
  jni_node w = f->angular_velocity(c->writer, s->a), other_w = f->angular_velocity(c->writer, s->c);
  return (angle_nodes){difference, jni_minus(c->g, w, other_w)};
}

// Writes an angle or its rate into the compiled graph. The whole turns of an unbounded angle follow from the last
// accepted step and the mean of the rates then and now (system/relative_rotation.c).
static jni_node angle_write(const jni_signal_code *c, const jni_signal *s) {
  jni_graph *g = c->g;
  angle_nodes now = s->b == JNI_TURN_PLANE ? write_angle_in_plane(c, s) : write_angle_in_space(c, s);
  if (s->kind == JNI_SIGNAL_TURN_RATE) return now.rate;
  for (int i = 0; i < c->system->nfollowed; i++) {
    if (!jni_turn_same(&c->system->followed[i], s)) continue;
    const jni_node *winding = c->s + c->system->followed_at + JNI_WINDING * i;
    jni_node finite = jni_graph_add(g, JNI_DO_equal, now.rate, now.rate, 0), last = winding[JNI_WINDING_RATE];
    jni_node mean = jni_select(g, finite, jni_times(g, jni_number(g, 0.5), jni_plus(g, last, now.rate)), last);
    jni_node change = jni_times(g, mean, jni_minus(g, c->t, winding[JNI_WINDING_TIME]));
    jni_node expected = jni_plus(g, winding[JNI_WINDING_VALUE], change), turn = jni_number(g, 2 * JNK_PI);
    return jni_plus(g, expected, jni_apply(g, JNI_DO_remainder, jni_minus(g, now.angle, expected), turn, 0));
  }
  return now.angle;
}

static jni_node place_write(const jni_signal_code *c, const jni_signal *s) {
  jni_graph *g = c->g;
  jni_written_frame point = c->functions->frame(c->writer, s->a),
                    from = c->functions->frame(c->writer, c->system->model->bodies[s->c].frame);
  jni_vec r = jni_vec_subtract(g, point.r, from.r);
  if (s->kind == JNI_SIGNAL_RELATIVE_POSITION) return jni_mat_transposed_times(g, &from.R, r).x[s->component];
  jni_vec v = jni_vec_subtract(g, jni_vec_subtract(g, point.v, from.v), jni_vec_cross(g, from.w, r));
  return jni_mat_transposed_times(g, &from.R, v).x[s->component];
}

// ---- gradients -----------------------------------------------------------------------------------------------------

static void two_bodies(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  (void)system;
  add(context, s->a);
  add(context, s->c);
}

static void point_and_body(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  add(context, system->model->frames[s->a].body);
  add(context, s->c);
}

typedef struct {
  double angle[3];  // derivative of the angle with respect to theta, and of its rate with respect to w
  double rate[3];   // derivative of the rate with respect to theta
} turn_slope;

// ---- three angles ---------------------------------------------------------------------------------------------------

static turn_slope euler_slope(const jni_relative_rotation *v, const int axes[3], int k) {
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

static void wheel_rows(const jni_relative_rotation *v, double steer[3], double lean[3]) {
  for (int i = 0; i < 3; i++) {
    const double unit[3] = {i == 0, i == 1, i == 2};
    jnk_wheel_rates(v->R, unit, &steer[i], &lean[i]);
  }
}

static turn_slope wheel_slope(const jni_relative_rotation *v, int component) {
  double sign = v->R[4] < 0 ? -1 : 1, steer[3], lean[3], ds[3], dl[3];
  const double a[3] = {sign * v->R[1], sign * v->R[4], sign * v->R[7]}, *w = v->w;
  double L = a[0] * a[0] + a[1] * a[1], h = w[0] * a[0] + w[1] * a[1], m = w[0] * a[1] - w[1] * a[0], root = sqrt(L);
  const double of_steer[3] = {-a[2] * (w[0] - 2 * h * a[0] / L) / L, -a[2] * (w[1] - 2 * h * a[1] / L) / L, -h / L},
               of_lean[3] = {(-w[1] - m * a[0] / L) / root, (w[0] - m * a[1] / L) / root, 0};
  turn_slope out;
  wheel_rows(v, steer, lean);
  jnk_cross(a, of_steer, ds);
  jnk_cross(a, of_lean, dl);
  for (int i = 0; i < 3; i++) {
    out.angle[i] = jni_wheel_angle(v, steer[i], lean[i], component);
    out.rate[i] = jni_wheel_angle(v, ds[i], dl[i], component);
  }
  return out;
}

static turn_slope slope_of(const jn_system *system, const jn_work *work, const jni_signal *s) {
  int axes[3];
  if (s->b == JNI_TURN_PLANE) return (turn_slope){.angle = {0, 0, 1}};
  jni_relative_rotation v = jni_relative_rotation_calc(system, work, s);
  if (s->b == JNI_TURN_WHEEL) return wheel_slope(&v, s->component);
  jni_turn_axes(s->b, axes);
  return euler_slope(&v, axes, s->component);
}

// Adds to `rows` factor times the gradient of a relative angle or its rate. In ground axes the small rotation and the
// angular velocity are theta = R_c' (turn - turn_c) and w = R_c' (w - w_c), with R_c, turn_c and w_c those of the other
// body.
static void angle_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                           jni_gradient_rows *rows) {
  jni_frame_slope body = {0}, from = {0};
  jni_motion own, other;
  double e[3], d[3], relative[3];
  turn_slope slope = slope_of(system, work, s);
  jni_body_motion(system, work, s->a, &own);
  jni_frame_motion(system, work, system->model->bodies[s->c].frame, &other);
  jnk_mat_vec(other.R, slope.angle, e);
  jnk_mat_vec(other.R, slope.rate, d);
  jnk_sub(own.w, other.w, relative);
  if (s->kind == JNI_SIGNAL_TURN) {
    jnk_copy(e, body.turn);
    jnk_scale(-1, e, from.turn);
  } else {
    jnk_copy(e, body.w);
    jnk_scale(-1, e, from.w);
    jnk_copy(d, body.turn);
    jnk_cross(e, relative, from.turn);
    jnk_sub(from.turn, d, from.turn);
  }
  jni_frame_slope_add(system, work, system->model->bodies[s->a].com_frame, &body, factor, rows);
  jni_frame_slope_add(system, work, system->model->bodies[s->c].frame, &from, factor, rows);
}

// Adds to `rows` factor times the gradient of the position a . (r - r_c), with an axis a of the other body, or of the
// velocity a . u, u = v - v_c - w_c x (r - r_c).
static void place_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                           jni_gradient_rows *rows) {
  jni_frame_slope point = {0}, from = {0};
  jni_motion own, other;
  double a[3], relative[3], u[3], x[3];
  int frame = system->model->bodies[s->c].frame;
  jni_frame_motion(system, work, s->a, &own);
  jni_frame_motion(system, work, frame, &other);
  for (int i = 0; i < 3; i++) a[i] = other.R[3 * i + s->component];
  jnk_sub(own.r, other.r, relative);
  if (s->kind == JNI_SIGNAL_RELATIVE_POSITION) {
    jnk_copy(a, point.r);
    jnk_cross(a, relative, from.turn);
  } else {
    jnk_sub(own.v, other.v, u);
    jnk_cross(other.w, relative, x);
    jnk_sub(u, x, u);
    jnk_copy(a, point.v);
    jnk_cross(other.w, a, point.r);
    jnk_cross(a, relative, from.w);
    jnk_cross(a, u, from.turn);
  }
  jnk_scale(-1, point.r, from.r);
  jnk_scale(-1, point.v, from.v);
  jni_frame_slope_add(system, work, s->a, &point, factor, rows);
  jni_frame_slope_add(system, work, frame, &from, factor, rows);
}

// ---- table of the family -------------------------------------------------------------------------------------------

enum { FIRST = JNI_SIGNAL_TURN, N = JNI_SIGNAL_RELATIVE_VELOCITY - FIRST + 1 };

static const jni_signal_type types[N] = {
    [JNI_SIGNAL_TURN - FIRST] =
        {
            .names = "BODY.yaw, BODY.in.OTHER.zxz.1",
            .meaning = "angle of body a relative to body c, order of axes b, component",
            .unit = {0, 0, 0, 1},
            .level = JNI_LEVEL_POSITION,
            .mirroring = JNI_MIRROR_BY_TYPE,
            .reach = JNI_READS_MOTION,
            .value = angle_value,
            .write = angle_write,
            .sort = JNI_GRADIENT_EXACT,
            .bodies = two_bodies,
            .gradient = angle_gradient,
        },
    [JNI_SIGNAL_TURN_RATE - FIRST] =
        {
            .names = "BODY.yaw_rate, BODY.in.OTHER.zxz_rate.1",
            .meaning = "rate of the angle",
            .unit = {0, 0, -1, 1},
            .level = JNI_LEVEL_VELOCITY,
            .mirroring = JNI_MIRROR_BY_TYPE,
            .reach = JNI_READS_MOTION,
            .value = angle_value,
            .write = angle_write,
            .sort = JNI_GRADIENT_EXACT,
            .bodies = two_bodies,
            .gradient = angle_gradient,
        },
    [JNI_SIGNAL_RELATIVE_POSITION - FIRST] =
        {
            .names = "BODY.in.OTHER.x",
            .meaning = "position of frame a in the axes of body c, component",
            .unit = {1, 0, 0, 0},
            .level = JNI_LEVEL_POSITION,
            .mirroring = JNI_MIRROR_POLAR,
            .reach = JNI_READS_MOTION,
            .value = place_value,
            .write = place_write,
            .sort = JNI_GRADIENT_EXACT,
            .bodies = point_and_body,
            .gradient = place_gradient,
        },
    [JNI_SIGNAL_RELATIVE_VELOCITY - FIRST] =
        {
            .names = "BODY.in.OTHER.vx",
            .meaning = "velocity of frame a relative to body c, in its axes, component",
            .unit = {1, 0, -1, 0},
            .level = JNI_LEVEL_VELOCITY,
            .mirroring = JNI_MIRROR_POLAR,
            .reach = JNI_READS_MOTION,
            .value = place_value,
            .write = place_write,
            .sort = JNI_GRADIENT_EXACT,
            .bodies = point_and_body,
            .gradient = place_gradient,
        },
};

const jni_signal_family jni_relative_signals = {"relative", JNI_SIGNAL_TURN, N, types};
