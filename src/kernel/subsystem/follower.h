// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// follower.h - driver models: one follows a path, one follows a speed.
#ifndef JNK_FOLLOWER_H
#define JNK_FOLLOWER_H

#include "kernel/subsystem/path.h"

// ---- along a path ------------------------------------------------------------------------------------
//
// The foot c(u) is the point of the path nearest to the vehicle's reference point r; t is its tangent, n the normal to
// the left, k the curvature. With a = (r - c).t and e = (r - c).n
//   a' = v.t - (1 - k e) |c'| u',  so that  u' = (v.t + g a) / ((1 - k e) |c'|)  gives  a' = -g a:
// the foot is tracked by integrating u, without a search. The vehicle steers along the circle that is tangent to its
// heading and passes through the goal, the point of the path at the distance p ahead of the foot, with coordinates
// (X, Y) in vehicle axes (pure pursuit):
//   K = 2 Y/(X^2 + Y^2),   steer = gain (wheelbase + understeer v^2) K  within +- limit.
// On a circular path K is its curvature. Near a straight path K = -2 (e + p e')/p^2, a spring and a damper over
// distance with natural frequency sqrt(2)/p and damping ratio 1/sqrt(2). If the vehicle realises a curvature that is
// too small by d, it has an offset d p^2/2.

typedef struct {
  double distance, time;  // preview p = distance + time |v|: m, s
  double wheelbase;       // m
  double understeer;      // additional angle per lateral acceleration, rad s^2/m
  double gain, limit;     // factor on the output; its limit, rad
} jnk_path_driver;

typedef struct {
  double x, y;     // reference point, m
  double heading;  // rad
  double speed;    // forward, m/s
} jnk_path_vehicle;

typedef struct {
  double steer;
  double error;          // signed distance of the reference point from the path, positive to the left, m
  double heading_error;  // heading of the vehicle minus that of the path, rad
  double curvature;      // curvature of the path at the foot, 1/m
  double speed;          // demanded by the path at the foot, m/s
  double rate;           // du/dt
} jnk_path_command;

// Gain g, 1/s, by which the foot (the point of the path nearest to the vehicle) is corrected: errors decay in 50 ms,
// much faster than a vehicle leaves its path.
#define JNK_PATH_PULL 20.0

// Returns the curvature, 1/m, of the circle that leaves the vehicle forward and passes through the goal (X, Y), X
// forward and Y to the left of the vehicle. A goal behind the vehicle is treated as one beside it at the same distance;
// a goal at the vehicle gives 0, NaN gives NaN.
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
// The pedal command is w = kp (demand - v) + sum + feedforward, w > 0 for the throttle, w < 0 for the brake:
//   throttle = w, brake = -brake w, each limited to 0 ... 1, so that one of them is always 0;
//   sum' = ki (demand - v) + (ki/kp) (W - w),  W: w limited to the range of the pedals (anti-windup).
// The brake holds a vehicle at standstill until the demanded speed is above `slow`; the sum then starts from 0.

typedef struct {
  double gain;      // kp > 0: pedal per speed error, s/m
  double integral;  // ki, 1/m
  double brake;     // brake pedal per unit of w
  double hold;      // brake pedal at standstill
  double slow;      // speed below which the vehicle counts as standing, m/s
} jnk_speed_driver;

typedef struct {
  double demand, speed, feedforward;
} jnk_speed_input;

typedef struct {
  double throttle, brake;
  double rate;  // rate of the sum, 1/s
} jnk_speed_command;

JNK_FN void jnk_speed_drive(const jnk_speed_driver *driver, const jnk_speed_input *in, double sum, int holding,
                            jnk_speed_command *out) {
  double e = in->demand - in->speed, w = driver->gain * e + sum + in->feedforward;
  double most = jnk_clamp(w, driver->brake > 0 ? -1 / driver->brake : 0, 1);
  out->throttle = holding ? 0 : jnk_clamp(w, 0, 1);
  out->brake = holding ? driver->hold : jnk_clamp(-driver->brake * w, 0, 1);
  out->rate = holding ? 0 : driver->integral * (e + (most - w) / driver->gain);
}

// Returns how far the speed driver is from changing between holding the vehicle at rest and driving, m/s: positive
// while the present mode stays, negative when it must change. holding: flag: the present mode is holding.
JNK_FN double jnk_speed_hold(const jnk_speed_driver *driver, const jnk_speed_input *in, int holding) {
  double v = fabs(in->speed), demand = fabs(in->demand);
  return holding ? driver->slow - demand : (v > demand ? v : demand) - driver->slow;
}

#endif
