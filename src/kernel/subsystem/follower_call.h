// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// follower_call.h - calls of the driver models along a path and at a speed (follower.h). Arguments as in
// driveline_call.h.
#ifndef JNK_FOLLOWER_CALL_H
#define JNK_FOLLOWER_CALL_H

#include "kernel/subsystem/follower.h"
#include "kernel/subsystem/jump.h"

// ---- along a path: inputs x, y, heading, speed; outputs steer, error, heading error, curvature, speed, remaining;
//      state distance; discrete state: flag that the foot was set

// Returns the path that a block contains: n, smooth, closed, nspeeds, knots, pieces, positions of the speeds, speeds;
// its pointers refer to the block. The constants of a call are preview distance and time, wheelbase, understeer, gain,
// limit, then this block.
JNK_FN jnk_path jnk_path_of_block(const double *block) {
  jnk_path p;
  p.n = (int)block[0];
  p.smooth = block[1] != 0;
  p.closed = block[2] != 0;
  p.nspeeds = (int)block[3];
  p.u = block + 4;
  p.c = p.u + p.n + 1;
  p.at = p.c + (p.smooth ? JNK_PATH_CUBIC : JNK_PATH_ARC) * p.n;
  p.v = p.at + p.nspeeds;
  return p;
}

JNK_FN jnk_path_command jnk_path_command_of(const double *constants, const double *in) {
  jnk_path path = jnk_path_of_block(constants + 6);
  jnk_path_driver driver = {constants[0], constants[1], constants[2], constants[3], constants[4], constants[5]};
  jnk_path_vehicle vehicle = {in[1], in[2], in[3], in[4]};
  jnk_path_command out;
  jnk_path_drive(&path, &driver, &vehicle, in[11], &out);
  return out;
}

JNK_FN void jnk_call_path_follower(const double *constants, const double *in, double *out) {
  jnk_path path = jnk_path_of_block(constants + 6);
  jnk_path_command c = jnk_path_command_of(constants, in);
  out[0] = c.steer;
  out[1] = c.error;
  out[2] = c.heading_error;
  out[3] = c.curvature;
  out[4] = c.speed;
  out[5] = jnk_path_remaining(&path, in[11]);
}

JNK_FN void jnk_call_path_follower_rates(const double *constants, const double *in, double *out) {
  out[0] = jnk_path_command_of(constants, in).rate;
}

// Sets the foot, the point of the path nearest to the vehicle, at the start. If it was set before (discrete state
// in[12]), keeps its present value. out: parameter u of the foot, 1 (flag: set)
JNK_FN void jnk_call_path_follower_jump(const double *constants, const double *in, double *out) {
  jnk_path path = jnk_path_of_block(constants + 6);
  out[0] = in[12] != 0 ? in[11] : jnk_path_nearest(&path, in[1], in[2]);
  out[1] = 1;
}

// ---- at a speed: inputs demand, speed, feedforward; outputs throttle, brake; state sum; discrete state holding ------

// Returns the constants of a driver that follows a speed, from five numbers c: gain, integral gain, brake gain, brake
// pedal at standstill, speed below which the vehicle counts as standing.
JNK_FN jnk_speed_driver jnk_speed_driver_of(const double *c) {
  jnk_speed_driver driver = {c[0], c[1], c[2], c[3], c[4]};
  return driver;
}

JNK_FN jnk_speed_command jnk_speed_command_of(const double *constants, const double *in) {
  jnk_speed_driver driver = jnk_speed_driver_of(constants);
  jnk_speed_input input = {in[1], in[2], in[3]};
  jnk_speed_command out;
  jnk_speed_drive(&driver, &input, in[6], in[7] != 0, &out);
  return out;
}

JNK_FN void jnk_call_speed_follower(const double *constants, const double *in, double *out) {
  jnk_speed_command c = jnk_speed_command_of(constants, in);
  out[0] = c.throttle;
  out[1] = c.brake;
}

JNK_FN void jnk_call_speed_follower_rates(const double *constants, const double *in, double *out) {
  out[0] = jnk_speed_command_of(constants, in).rate;
}

JNK_FN void jnk_call_speed_follower_jump(const double *constants, const double *in, double *out) {
  jnk_speed_driver driver = jnk_speed_driver_of(constants);
  jnk_speed_input input = {in[1], in[2], in[3]};
  out[0] = in[6];
  out[1] = in[7];
  for (int k = 0; k < JNK_MOST_JUMPS && -jnk_speed_hold(&driver, &input, out[1] != 0) > 0; k++) {
    out[0] = 0;
    out[1] = out[1] == 0;
  }
}

#endif
