// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ball.h - constants of a point or a sphere that touches a road (touch.h).
#ifndef JNK_BALL_H
#define JNK_BALL_H

#include "kernel/ground/wheel.h"

// Numbers alone: it is a block of a call as it stands.
typedef struct {
  double radius, envelope;  // m; 1: it meets the road with its whole outline
  double k, n, c;           // of the push
  double friction;          // coefficient; 0: none
  double shear_k, shear_c;  // of the springs by which friction holds
  double forward;           // 1, or -1 in a mirror
  double creep;             // m/s; 0: friction holds by its springs, whose deflections are states
} jnk_ball;

JNK_FN jnk_wheel jnk_ball_wheel(const jnk_ball *b) {
  jnk_wheel wheel = {b->radius, 0, 0, b->envelope != 0, b->envelope != 0, NULL};
  return wheel;
}

enum { JNK_TOUCH_INPUTS = 13, JNK_TOUCH_RESULTS = 13 };  // of its call

// Several of them on one body (touches.h), numbers alone as well. What is above the roof, z = roof0 + roof1 x + roof2 y,
// touches nothing.
typedef struct {
  jnk_ball ball;
  double n, springs;       // how many; 1: friction has springs, with two states of each
  double roof[3];          // m, -, -; infinite: none is known
  double low[3], high[3];  // the box that they are in, m, axes of the body
} jnk_balls;

enum { JNK_BALLS_NUMBERS = sizeof(jnk_balls) / sizeof(double), JNK_BODY_INPUTS = 18 };

#endif
