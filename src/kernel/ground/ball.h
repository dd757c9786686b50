// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ball.h - constants of the contact of a point or a sphere with a road (touch.h).
#ifndef JNK_BALL_H
#define JNK_BALL_H

#include "kernel/ground/wheel.h"

// The members are doubles only, so that the struct is the block of a call.
typedef struct {
  double radius, envelope;  // m; flag: the whole outline touches the road (envelope.h)
  double k, n, c;           // of the normal force: stiffness, exponent, damping (push.h)
  double friction;          // coefficient; 0: none
  double shear_k, shear_c;  // springs and dampers by which friction holds, N/m, N s/m
  double forward;           // 1; -1: mirror image along x
  double creep;             // speed at which creeping friction reaches its capacity, m/s; 0: does not creep
} jnk_ball;

JNK_FN jnk_wheel jnk_ball_wheel(const jnk_ball *b) {
  jnk_wheel wheel = {b->radius, 0, 0, b->envelope != 0, b->envelope != 0, NULL};
  return wheel;
}

enum { JNK_TOUCH_INPUTS = 13, JNK_TOUCH_RESULTS = 13 };  // of jnk_call_touch

// Several of them on one body (touches.h), doubles only. The roof z = roof0 + roof1 x + roof2 y lies above the road: a
// point above the roof has no contact.
typedef struct {
  jnk_ball ball;
  double n, springs;       // number of contacts; flag: each has two spring deflections as states
  double roof[3];          // m, -, -; roof0 infinite: not known
  double low[3], high[3];  // bounding box of their positions, body axes, m
} jnk_balls;

enum { JNK_BALLS_NUMBERS = sizeof(jnk_balls) / sizeof(double), JNK_BODY_INPUTS = 18 };

#endif
