// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// follower.h - drivers: one that follows a path, and one that follows a speed.
#ifndef JNK_FOLLOWER_H
#define JNK_FOLLOWER_H

#include "kernel/subsystem/path.h"

// ---- along a path ------------------------------------------------------------------------------------
//
// u is the parameter of the foot of the vehicle's point r on the path c(u) with tangent t, normal n to the left and
// curvature k. With a = (r - c).t and e = (r - c).n
//   a' = v.t - (1 - k e) |c'| u',  so that  u' = (v.t + g a) / ((1 - k e) |c'|)  gives  a' = -g a:
// the foot follows by itself, without a search. The vehicle steers onto the circle that touches its heading and goes
// through the place of the path a distance p ahead of the foot, (X, Y) in its own axes (pure pursuit):
//   K = 2 Y/(X^2 + Y^2),   steer = gain (wheelbase + understeer v^2) K  within +- limit.
// On a circle K is that circle's curvature; near a straight line K = -2 (e + p e')/p^2 is a spring and a damper over
// distance, of natural frequency sqrt(2)/p and damping 1/sqrt(2). A curvature that the vehicle makes too little of, by
// d, leaves an offset d p^2/2.

typedef struct {
  double distance, time;  // preview p = distance + time |v|: m, s
  double wheelbase;       // m
  double understeer;      // rad s^2/m: the angle that cornering takes in addition, for each m/s^2
  double gain, limit;     // of the output
} jnk_path_driver;

typedef struct {
  double x, y;     // the point that follows, m
  double heading;  // rad
  double speed;    // forward, m/s
} jnk_path_vehicle;

typedef struct {
  double steer;
  double error;          // of the point from the path, positive to the left, m
  double heading_error;  // of the vehicle, rad
  double curvature;      // of the path at the foot, 1/m
  double speed;          // that the path asks for, m/s
  double rate;           // of u
} jnk_path_command;

// g: errors of the foot decay in 50 ms, far faster than a vehicle leaves its path.
#define JNK_PATH_PULL 20.0

// The curvature of the circle to the place (X, Y) in the vehicle's axes; as tight as to its side for one that lies
// behind.
JNK_FN double jnk_pursuit(double X, double Y) {
  double square = X * X + Y * Y;
  if (!(square > 0)) return square;
  return X > 0 ? 2 * Y / square : (Y < 0 ? -2 : 2) / sqrt(square);
}

JNK_FN double jnk_path_rate(const jnk_place *foot, double along, double left, double v) {
  double bend = 1 - foot->curvature * left;
  return (v + JNK_PATH_PULL * along) / (foot->pace * (bend > 0.1 ? bend : 0.1));
}

JNK_FN double jnk_path_remaining(const jnk_path *path, double u) {
  return jnk_path_length(path) - jnk_path_wrap(path, u);
}

JNK_FN void jnk_path_drive(const jnk_path *path, const jnk_path_driver *driver, const jnk_path_vehicle *in, double u,
                           jnk_path_command *out) {
  jnk_place foot, goal;
  double sine, cosine, v = in->speed;
  jnk_path_at(path, u, &foot);
  jnk_path_at(path, u + driver->distance + driver->time * fabs(v), &goal);
  jnk_sincos(in->heading, &sine, &cosine);
  double dx = in->x - foot.x, dy = in->y - foot.y, gx = goal.x - in->x, gy = goal.y - in->y;
  double turned = cosine * foot.tx + sine * foot.ty, along = dx * foot.tx + dy * foot.ty;
  double K = jnk_pursuit(cosine * gx + sine * gy, cosine * gy - sine * gx);
  double angle = driver->gain * (driver->wheelbase + driver->understeer * v * v) * K;
  out->steer = jnk_clamp(angle, -driver->limit, driver->limit);
  out->error = dy * foot.tx - dx * foot.ty;
  out->heading_error = jnk_atan2(sine * foot.tx - cosine * foot.ty, turned);
  out->curvature = foot.curvature;
  out->speed = jnk_path_speed(path, u);
  out->rate = jnk_path_rate(&foot, along, out->error, v * turned);
}

// ---- at a speed --------------------------------------------------------------------------------------
//
// The demand of the pedals is w = kp (demand - v) + sum + feedforward, w > 0 for the throttle, w < 0 for the brake:
//   throttle = w, brake = -brake w, each between 0 and 1, so that one of them is always 0;
//   sum' = ki (demand - v) + (ki/kp) (W - w),  W what the pedals can do of w:
// once a pedal is at its end, the sum comes back to where w just leaves it. A vehicle that stands and shall stand is
// held by the brake, until it shall go again; the sum then begins anew.

typedef struct {
  double gain;      // kp > 0: pedal for each m/s, s/m
  double integral;  // ki: 1/m
  double brake;     // brake pedal for each unit of w
  double hold;      // brake pedal at standstill
  double slow;      // speeds below this are standstill, m/s
} jnk_speed_driver;

typedef struct {
  double demand, speed, feedforward;
} jnk_speed_input;

typedef struct {
  double throttle, brake;
  double rate;  // of the sum, 1/s
} jnk_speed_command;

JNK_FN void jnk_speed_drive(const jnk_speed_driver *driver, const jnk_speed_input *in, double sum, int holding,
                            jnk_speed_command *out) {
  double e = in->demand - in->speed, w = driver->gain * e + sum + in->feedforward;
  double most = jnk_clamp(w, driver->brake > 0 ? -1 / driver->brake : 0, 1);
  out->throttle = holding ? 0 : jnk_clamp(w, 0, 1);
  out->brake = holding ? driver->hold : jnk_clamp(-driver->brake * w, 0, 1);
  out->rate = holding ? 0 : driver->integral * (e + (most - w) / driver->gain);
}

// Above zero: it goes on as it is; at zero standstill begins, or ends.
JNK_FN double jnk_speed_hold(const jnk_speed_driver *driver, const jnk_speed_input *in, int holding) {
  double v = fabs(in->speed), demand = fabs(in->demand);
  return holding ? driver->slow - demand : (v > demand ? v : demand) - driver->slow;
}

#endif
