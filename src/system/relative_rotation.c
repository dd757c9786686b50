// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// relative_rotation.c - pose and angular velocity of one body relative to another: angles in any order
// (kernel/euler.h), their rates, and positions in the other body's axes. Whole turns of angles are counted as for
// joints, from value, rate and time at the last accepted step.
#include <math.h>

#include "kernel/euler.h"
#include "system/motion.h"
#include "system/signal_value.h"
#include "system/work.h"

// Returns the lateral position y, m, from which on a body counts as a left wheel: slightly negative, so that a body in
// the middle counts as left despite rounding and small deflections.
double jni_wheel_left_from(const jn_system *system) { return -1e-3 * system->length_scale; }

jni_relative_rotation jni_relative_rotation_calc(const jn_system *system, const jn_work *work, const jni_signal *s) {
  jni_motion body, from, difference;
  jni_relative_rotation out;
  jni_body_motion(system, work, s->a, &body);
  jni_frame_motion(system, work, system->model->bodies[s->c].frame, &from);
  jnk_mat_t_mul(from.R, body.R, out.R);
  jnk_sub(body.w, from.w, difference.w);
  jnk_mat_t_vec(from.R, difference.w, out.w);
  jnk_sub(body.r, from.r, difference.r);
  jnk_mat_t_vec(from.R, difference.r, difference.v);
  out.left = difference.v[1] >= jni_wheel_left_from(system);
  return out;
}

double jni_wheel_angle(const jni_relative_rotation *v, double steer, double lean, int component) {
  return jnk_wheel_component(v->left, steer, lean, component);
}

// An angle up to whole turns, rad, and its rate, rad/s. The rate is not finite where the angle has none (at a
// singularity of the angles).
typedef struct {
  double angle, rate;
} reading;

static reading read_turn(const jn_system *system, const jn_work *work, const jni_signal *s) {
  double a[3], rate[3];
  int axes[3], k = s->component;
  if (s->b == JNI_TURN_PLANE)
    return (reading){work->body2[s->a].theta - work->body2[s->c].theta, work->body2[s->a].w - work->body2[s->c].w};
  jni_relative_rotation v = jni_relative_rotation_calc(system, work, s);
  if (s->b == JNI_TURN_WHEEL) {
    jnk_wheel_angles(v.R, &a[0], &a[1]);
    jnk_wheel_rates(v.R, v.w, &rate[0], &rate[1]);
    return (reading){jni_wheel_angle(&v, a[0], a[1], k), jni_wheel_angle(&v, rate[0], rate[1], k)};
  }
  jni_turn_axes(s->b, axes);
  jnk_euler_angles(v.R, axes, a);
  jnk_euler_rates(v.R, axes, v.w, rate);
  return (reading){a[k], rate[k]};
}

double jni_turn_rate(const jn_system *system, const jn_work *work, const jni_signal *s) {
  return read_turn(system, work, s).rate;
}

// Returns the angle with its whole turns, rad: of the values now.angle + 2 pi k the one nearest to the prediction from
// the last accepted step, whose value, rate and time are in `winding`. The prediction uses the mean of the rate then
// and the present one, because a step may be several turns long; if there is no present rate, the rate then.
static double unwrap(const double *winding, reading now, double t) {
  double mean = isfinite(now.rate) ? (winding[JNI_WINDING_RATE] + now.rate) / 2 : winding[JNI_WINDING_RATE];
  double expected = winding[JNI_WINDING_VALUE] + mean * (t - winding[JNI_WINDING_TIME]);
  return expected + jnk_remainder(now.angle - expected, 2 * JNK_PI);
}

double jni_turn_angle(const jn_system *system, const jn_work *work, const jni_signal *s) {
  reading now = read_turn(system, work, s);
  for (int i = 0; i < system->nfollowed; i++)
    if (jni_turn_same(&system->followed[i], s))
      return unwrap(work->s + system->followed_at + JNI_WINDING * i, now, work->t);
  return now.angle;
}

bool jni_has_windings(const jn_system *system) {
  return system->nwindings > 0 || system->kind->natural || system->nfollowed > 0;
}

// Stores value, rate and time of all unbounded angles between bodies in s; the rate is 0 if the angle has none.
void jni_turn_store(const jn_system *system, const jn_work *work, double *s) {
  for (int i = 0; i < system->nfollowed; i++) {
    int at = system->followed_at + JNI_WINDING * i;
    double *winding = s + at;
    if (system->followed[i].kind == JNI_SIGNAL_LOAD) continue;  // stored by joint_load.c
    reading now = read_turn(system, work, &system->followed[i]);
    winding[JNI_WINDING_VALUE] = unwrap(work->s + at, now, work->t);
    winding[JNI_WINDING_RATE] = isfinite(now.rate) ? now.rate : 0;
    winding[JNI_WINDING_TIME] = work->t;
  }
}
