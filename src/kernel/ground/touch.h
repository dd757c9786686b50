// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// touch.h - forces on a point or a sphere of radius R that touches a road: a normal force that never pulls (push.h),
// and dry friction in the tangent plane of the road, which holds at standstill (slider.h). Also for lanes (real.h).
//   depth  R - d, d the distance of the centre from the tangent plane of the road below it
//   slip   velocity of the material at -R n from the centre, n the normal
// The deflections of the friction springs are states along e1, forward over the road (backward for a mirror image along
// x), and e2 = n x e1. Friction that creeps has no states: its springs have the deflection of steady slipping at this
// velocity, reduced in proportion to the velocity below the speed `creep`.
#ifndef JNK_TOUCH_H
#define JNK_TOUCH_H

#include "kernel/ground/ball.h"
#include "kernel/ground/contact.h"
#include "kernel/push.h"
#include "kernel/real.h"
#include "kernel/slider.h"

typedef struct {
  jnk_contact c;
  jnk_real e[2][3], arm[3];  // directions of friction; from the centre to the contact point, m
  jnk_real push, capacity;   // normal force, N; largest friction force, N
  jnk_slider slider;
  jnk_real slip[2],
      trial[2];  // velocity of the sphere's material along e, m/s; friction force along e if the contact sticks, N
} jnk_ball_touch;

// Returns the normal force of a contact, N, in the lanes `touches`, and 0 in the other lanes. depth: m; rate: m/s.
JNK_FN jnk_real jnk_touch_push(const jnk_ball *b, jnk_mask touches, jnk_real depth, jnk_real rate) {
  jnk_real push = jnk_of(0);
  for (int i = 0; i < JNK_LANES; i++)
    if (JNK_LANE(touches, i))
      JNK_LANE(push, i) = jnk_push_calc(b->k, b->n, b->c, JNK_LANE(depth, i), JNK_LANE(rate, i)).force;
  return push;
}

// Computes normal force, rate of the depth, and vector from the centre to the contact point; stores them in *t. Tangent
// plane and depth in t->c must be set. touches: lanes in contact, or in which event detection holds the contact closed;
// v: velocity of the centre.
JNK_WITHIN void jnk_touch_press(const jnk_ball *b, jnk_mask touches, const jnk_real v[3], jnk_ball_touch *t) {
  t->c.rate = -jnk_dot(v, t->c.n);
  t->push = jnk_any(touches) ? jnk_touch_push(b, touches, t->c.deflection, t->c.rate) : jnk_of(0);
  jnk_scale(jnk_of(-b->radius), t->c.n, t->arm);
}

JNK_WITHIN void jnk_touch_rub(const jnk_ball *b, jnk_real grip, const jnk_real v[3], const jnk_real w[3],
                              const jnk_real s[2], jnk_ball_touch *t) {
  jnk_real turn[3], u[3];
  t->slider.k = b->shear_k;
  t->slider.c = b->shear_c;
  t->capacity = jnk_slider_capacity(JNK_CHOOSE(t->push > 0, b->friction * grip, jnk_of(0)) * t->push);
  jnk_set(b->forward * t->c.n[2], jnk_of(0), -b->forward * t->c.n[0], t->e[0]);
  jnk_normalize(t->e[0]);
  jnk_cross(t->c.n, t->e[0], t->e[1]);
  jnk_cross(w, t->arm, turn);
  jnk_add(v, turn, u);
  for (int i = 0; i < 2; i++) t->slip[i] = jnk_dot(u, t->e[i]);
  jnk_slider_trial2(&t->slider, s, t->slip, t->trial);
}

JNK_WITHIN jnk_mask jnk_touch_sticks(const jnk_ball_touch *t) { return jnk_slider_length(t->trial) <= t->capacity; }

// Adds friction to `force`. s: deflections of the two friction springs; sticks: lanes in which friction sticks. Sets
// rate to the rates of s, *ft to the magnitude of friction, N, and *slip to the speed at which the contact slides, m/s.
JNK_WITHIN void jnk_touch_hold(const jnk_ball_touch *t, jnk_mask sticks, const jnk_real s[2], jnk_real force[3],
                               jnk_real rate[2], jnk_real *ft, jnk_real *slip) {
  jnk_real F[2], slides[2];
  jnk_slider_force2(&t->slider, s, t->slip, t->capacity, sticks, F, rate);
  for (int i = 0; i < 2; i++) {
    jnk_add_scaled(force, -F[i], t->e[i], force);
    slides[i] = t->slip[i] - rate[i];
  }
  *ft = jnk_slider_length(F);
  *slip = jnk_slider_length(slides);
}

JNK_WITHIN void jnk_touch_creep(const jnk_ball *b, jnk_real s[2], jnk_ball_touch *t) {
  jnk_real slip = jnk_slider_length(t->slip), speed = JNK_CHOOSE(slip > b->creep, slip, jnk_of(b->creep));
  for (int i = 0; i < 2; i++) s[i] = t->capacity / (b->shear_k * speed) * t->slip[i];
  jnk_slider_trial2(&t->slider, s, t->slip, t->trial);
}

// Returns the lanes without contact and with undeflected friction springs s; in these all results of the contact are
// zero, except depth and its rate.
JNK_WITHIN jnk_mask jnk_touch_clear(jnk_mask touches, const jnk_real s[2]) {
  return jnk_not(touches) & (s[0] == 0) & (s[1] == 0);
}

// ---- calls ---------------------------------------------------------------------------------------------------------
// Arguments of jnk_call_touch. block: jnk_ball; in: height of the centre, its v and w, the road below it
// (road_block.h), states (2)
// out: force, torque, rates of the states (2), normal force, friction, slip, depth and its rate; if friction creeps,
// deflections in place of the rates of the states

JNK_FN void jnk_call_touch(const double *block, const jnk_real *in, jnk_real *out) {
  const jnk_ball *b = (const jnk_ball *)(const void *)block;
  const jnk_under under = jnk_under_of(in + 7);
  const jnk_wheel wheel = jnk_ball_wheel(b);
  jnk_ball_touch t;
  jnk_contact_lay(&wheel, in[0], &under, &t.c);
  const jnk_mask clear = jnk_touch_clear(t.c.deflection > 0, in + 11);
  t.c.rate = -jnk_dot(in + 1, t.c.n);
  out[11] = t.c.deflection;
  out[12] = t.c.rate;
  for (int i = 0; i <= 10; i++) out[i] = jnk_of(0);
  if (!jnk_any(jnk_not(clear))) return;
  jnk_touch_press(b, t.c.deflection > 0, in + 1, &t);
  jnk_scale(t.push, t.c.n, out);
  if (b->friction > 0) {
    jnk_real s[2];
    s[0] = in[11];
    s[1] = in[12];
    jnk_touch_rub(b, under.grip, in + 1, in + 4, s, &t);
    if (b->creep > 0) jnk_touch_creep(b, s, &t);
    jnk_touch_hold(&t, jnk_touch_sticks(&t), s, out, out + 6, &out[9], &out[10]);
    if (b->creep > 0) {
      out[6] = s[0];
      out[7] = s[1];
    }
  }
  jnk_cross(t.arm, out, out + 3);
  out[8] = t.push;
  for (int i = 0; i <= 10; i++) out[i] = JNK_CHOOSE(clear, jnk_of(0), out[i]);
}

#endif
