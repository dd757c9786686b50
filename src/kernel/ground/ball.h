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
} jnk_ball;

JNK_FN jnk_wheel jnk_ball_wheel(const jnk_ball *b) {
  jnk_wheel wheel = {b->radius, 0, 0, b->envelope != 0, b->envelope != 0, NULL};
  return wheel;
}

enum { JNK_TOUCH_INPUTS = 13, JNK_TOUCH_RESULTS = 13 };  // of its call

#endif
