// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// turn.c - one body as seen from another: angles in any order (kernel/euler.h), their rates, places in the other body's
// axes. Angles that go round are followed over whole turns like those of joints, by value, rate and time at the last
// accepted step.
#include <math.h>

#include "kernel/euler.h"
#include "system/system.h"

// A body in the middle may be off by rounding and by the deflections of what holds it.
static const double middle = 1e-3;

jni_view jni_turn_look(const jn_system *system, const jn_work *work, const jni_signal *s) {
  jni_motion body, from, difference;
  jni_view out;
  jni_body_motion(system, work, s->a, &body);
  jni_frame_motion(system, work, system->model->bodies[s->c].frame, &from);
  jnk_mat_t_mul(from.R, body.R, out.R);
  jnk_sub(body.w, from.w, difference.w);
  jnk_mat_t_vec(from.R, difference.w, out.w);
  jnk_sub(body.r, from.r, difference.r);
  jnk_mat_t_vec(from.R, difference.r, difference.v);
  out.left = difference.v[1] >= -middle * system->length_scale;
  return out;
}

// steer, lean, toe, camber. Toe is positive where the wheel points inwards in front, camber where it leans outwards
// above.
double jni_turn_of_wheel(const jni_view *v, double steer, double lean, int component) {
  double side = v->left ? -1 : 1;
  const double all[4] = {steer, lean, side * steer, side * lean};
  return all[component];
}

static double raw_angle(const jn_system *system, const jn_work *work, const jni_signal *s) {
  double a[3];
  int axes[3];
  if (s->b == JNI_TURN_PLANE) return work->body2[s->a].theta - work->body2[s->c].theta;
  jni_view v = jni_turn_look(system, work, s);
  if (s->b == JNI_TURN_WHEEL) {
    jnk_wheel_angles(v.R, &a[0], &a[1]);
    return jni_turn_of_wheel(&v, a[0], a[1], s->component);
  }
  jni_turn_axes(s->b, axes);
  jnk_euler_angles(v.R, axes, a);
  return a[s->component];
}

double jni_turn_rate(const jn_system *system, const jn_work *work, const jni_signal *s) {
  double rate[3];
  int axes[3];
  if (s->b == JNI_TURN_PLANE) return work->body2[s->a].w - work->body2[s->c].w;
  jni_view v = jni_turn_look(system, work, s);
  if (s->b == JNI_TURN_WHEEL) {
    jnk_wheel_rates(v.R, v.w, &rate[0], &rate[1]);
    return jni_turn_of_wheel(&v, rate[0], rate[1], s->component);
  }
  jni_turn_axes(s->b, axes);
  jnk_euler_rates(v.R, axes, v.w, rate);
  return rate[s->component];
}

// From the last accepted step the angle has gone on with the mean of the rates there and here: a step may be several
// turns long where the motion is simple. Where an angle has no rate, that of the step serves.
static double unwrap(const double *winding, double raw, double rate, double t) {
  double mean = isfinite(rate) ? (winding[JNI_WINDING_RATE] + rate) / 2 : winding[JNI_WINDING_RATE];
  double expected = winding[JNI_WINDING_VALUE] + mean * (t - winding[JNI_WINDING_TIME]);
  return expected + jnk_remainder(raw - expected, 2 * JNK_PI);
}

double jni_turn_angle(const jn_system *system, const jn_work *work, const jni_signal *s) {
  double raw = raw_angle(system, work, s);
  for (int i = 0; i < system->nfollowed; i++)
    if (jni_turn_same(&system->followed[i], s))
      return unwrap(work->s + system->followed_at + JNI_WINDING * i, raw, jni_turn_rate(system, work, s), work->t);
  return raw;
}

bool jni_has_windings(const jn_system *system) {
  return system->nwindings > 0 || system->kind->natural || system->nfollowed > 0;
}

// Where an angle has no rate it is expected to stay.
void jni_turn_follow(const jn_system *system, const jn_work *work, double *s) {
  for (int i = 0; i < system->nfollowed; i++) {
    double *winding = s + system->followed_at + JNI_WINDING * i, rate;
    winding[JNI_WINDING_VALUE] = jni_turn_angle(system, work, &system->followed[i]);
    rate = jni_turn_rate(system, work, &system->followed[i]);
    winding[JNI_WINDING_RATE] = isfinite(rate) ? rate : 0;
    winding[JNI_WINDING_TIME] = work->t;
  }
}

double jni_turn_place(const jn_system *system, const jn_work *work, const jni_signal *s) {
  double apart[3], moving[3], carried[3], local[3];
  jni_motion point, from;
  jni_frame_motion(system, work, s->a, &point);
  jni_frame_motion(system, work, system->model->bodies[s->c].frame, &from);
  jnk_sub(point.r, from.r, apart);
  if (s->kind == JNI_SIGNAL_RELATIVE_POSITION) {
    jnk_mat_t_vec(from.R, apart, local);
    return local[s->component];
  }
  jnk_sub(point.v, from.v, moving);
  jnk_cross(from.w, apart, carried);
  jnk_sub(moving, carried, moving);
  jnk_mat_t_vec(from.R, moving, local);
  return local[s->component];
}
