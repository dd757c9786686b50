// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ball.h - constants of the contact of a point or a sphere of a body with a road (touch.h).
#ifndef JNK_BALL_H
#define JNK_BALL_H

#include "kernel/ground/wheel.h"

// Constants of the contact of one point or sphere with a road. All members are doubles, so that the struct is also the
// block of constants of a call.
typedef struct {
  double radius;  // m
  // flag: any point of the sphere's outline may touch the road, not only its lowest point (envelope.h)
  double envelope;
  double k, n, c;           // normal force: stiffness, exponent, damping (push.h)
  double friction;          // coefficient; 0: none
  double shear_k, shear_c;  // stiffness and damping of the friction springs, which hold at standstill, N/m, N s/m
  double forward;           // direction of the friction axis e1 along x: 1, or -1 if the element is a mirror image
  // Slip speed at which creeping friction reaches its capacity, m/s; 0: friction holds at standstill.
  double creep;
} jnk_ball;

JNK_FN jnk_wheel jnk_ball_wheel(const jnk_ball *b) {
  jnk_wheel wheel = {b->radius, 0, 0, b->envelope != 0, b->envelope != 0, NULL};
  return wheel;
}

enum { JNK_TOUCH_INPUTS = 13, JNK_TOUCH_RESULTS = 13 };  // numbers of inputs and results of jnk_call_touch

// Constants of several contacts of one body with a road; all members are doubles. The roof is the plane z = roof[0] +
// roof[1] x + roof[2] y above the whole road: a point above it has no contact.
typedef struct {
  jnk_ball ball;
  double n, springs;       // number of contacts; flag: each contact has two spring deflections as states
  double roof[3];          // m, -, -; roof[0] infinite: there is no such plane, all points are tested
  double low[3], high[3];  // bounding box of the contact positions, body axes, m
} jnk_balls;

enum { JNK_BALLS_NUMBERS = sizeof(jnk_balls) / sizeof(double), JNK_BODY_INPUTS = 18 };

#endif
