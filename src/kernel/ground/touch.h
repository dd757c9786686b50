// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// touch.h - a point or a sphere touches a road: a push along the road's normal that never pulls (push.h), and dry
// friction in the plane that touches the road, which holds at standstill (slider.h).
//   depth  R - d, d the distance of the centre from the plane that touches the road below it
//   slip   of the material at -R n from the centre, n the normal
// The deflections of the friction's springs are states along e1, which goes forward over the road (of a mirror image
// along x: backward), and e2 = n x e1.
#ifndef JNK_TOUCH_H
#define JNK_TOUCH_H

#include "kernel/ground/tyre.h"
#include "kernel/push.h"
#include "kernel/slider.h"

// Numbers alone: it is a block of a call as it stands.
typedef struct {
  double radius, envelope;  // m; 1: it meets the road with its whole outline
  double k, n, c;           // of the push
  double friction;          // coefficient; 0: none
  double shear_k, shear_c;  // of the springs by which friction holds
  double forward;           // 1, or -1 in a mirror
} jnk_ball;

typedef struct {
  jnk_contact c;
  double e[2][3], arm[3];  // directions of the friction; from the centre to the contact
  double push, capacity;   // N
  jnk_slider slider;
  double slip[2], trial[2];  // velocity of the material along e; what friction would carry if it stuck
} jnk_ball_touch;

JNK_FN jnk_wheel jnk_ball_wheel(const jnk_ball *b) {
  jnk_wheel wheel = {b->radius, 0, 0, b->envelope != 0, b->envelope != 0, NULL};
  return wheel;
}

// On the plane that is known, of what touches it or is held so; v: of the centre.
JNK_FN void jnk_touch_press(const jnk_ball *b, int touches, const double v[3], jnk_ball_touch *t) {
  t->c.rate = -jnk_dot(v, t->c.n);
  t->push = touches ? jnk_push_calc(b->k, b->n, b->c, t->c.deflection, t->c.rate).force : 0;
  jnk_scale(-b->radius, t->c.n, t->arm);
}

JNK_FN void jnk_touch_rub(const jnk_ball *b, double grip, const double v[3], const double w[3], const double s[2],
                          jnk_ball_touch *t) {
  double turn[3], u[3];
  t->slider.k = b->shear_k, t->slider.c = b->shear_c;
  t->capacity = jnk_slider_capacity((t->push > 0 ? b->friction * grip : 0) * t->push);
  jnk_set(b->forward * t->c.n[2], 0, -b->forward * t->c.n[0], t->e[0]);
  jnk_normalize(t->e[0]);
  jnk_cross(t->c.n, t->e[0], t->e[1]);
  jnk_cross(w, t->arm, turn);
  jnk_add(v, turn, u);
  for (int i = 0; i < 2; i++) t->slip[i] = jnk_dot(u, t->e[i]);
  jnk_slider_trial2(&t->slider, s, t->slip, t->trial);
}

JNK_FN int jnk_touch_sticks(const jnk_ball_touch *t) { return jnk_slider_length(t->trial) <= t->capacity; }

// Adds friction to the force; *ft: its size, *slip: of the slider.
JNK_FN void jnk_touch_hold(const jnk_ball_touch *t, int sticks, const double s[2], double force[3], double rate[2],
                           double *ft, double *slip) {
  double F[2], slides[2];
  jnk_slider_force2(&t->slider, s, t->slip, t->capacity, sticks, F, rate);
  for (int i = 0; i < 2; i++) {
    jnk_add_scaled(force, -F[i], t->e[i], force);
    slides[i] = t->slip[i] - rate[i];
  }
  *ft = jnk_slider_length(F), *slip = jnk_slider_length(slides);
}

// ---- calls ---------------------------------------------------------------------------------------------------------
// block: jnk_ball; in: height of the centre, its v and w, the road there (road_block.h), states (2)
// out: force, torque, rates of the states (2), push, friction, slip, depth and its rate

enum { JNK_TOUCH_INPUTS = 13, JNK_TOUCH_RESULTS = 13 };

JNK_FN void jnk_call_touch(const double *block, const double *in, double *out) {
  const jnk_ball *b = (const jnk_ball *)(const void *)block;
  const jnk_under under = {in[7], in[10], {in[8], in[9], 0, 0, 0}, 0, NULL};
  const jnk_wheel wheel = jnk_ball_wheel(b);
  jnk_ball_touch t;
  jnk_contact_lay(&wheel, in[0], &under, &t.c);
  jnk_touch_press(b, t.c.deflection > 0, in + 1, &t);
  jnk_scale(t.push, t.c.n, out);
  out[6] = out[7] = out[9] = out[10] = 0;
  if (b->friction > 0) {
    jnk_touch_rub(b, under.grip, in + 1, in + 4, in + 11, &t);
    jnk_touch_hold(&t, jnk_touch_sticks(&t), in + 11, out, out + 6, &out[9], &out[10]);
  }
  jnk_cross(t.arm, out, out + 3);
  out[8] = t.push, out[11] = t.c.deflection, out[12] = t.c.rate;
}

#endif
