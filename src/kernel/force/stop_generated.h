// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// stop_generated.h - function generation: the effect of a stiff stop in one long step h, from tables of the motion on
// the stop that was integrated beforehand with short steps. [petzold, function generation]
//
// An isolated stop, with its load a (the acceleration by all other forces) constant during the step, moves by
//   depth'' = a - f(depth, depth')
// Free motion reaches a limit at the distance `gap` at t = 2 gap / (v + s), where its speed is s = sqrt(v^2 + 2 a gap).
// From there on, or from a start beyond the limit, a table has the changes of speed and depth against free motion until
// the end of the step:
//   Dv, Dd/h = size D(...), contact: (angle of (s, a h/2), time left / h)       size = |(s, a h/2)|
//                           inside:  (angles of (depth/T, v, a h/2))            size = |(depth/T, v, a h/2)|
// with T = sqrt(mass/stiffness). If the force is linear, the changes are proportional to the size. Otherwise the
// logarithm of the size is a third variable of the table.
//
// A step has two parts. At its beginning the mean acceleration b = Dv/h for the present load is added; the method holds
// it during the step. At the end the mean load that has acted, a = (v1 - v)/h - b, gives the actual Dv and Dd. The
// method has moved the position to x + h (v + part (v1 - v)), with part = 1 if positions move with the new speeds, and
// 1/2 otherwise; the difference to the actual position is the shift.
//
// Tables are made for one effective mass. With another mass the motion is the same in scaled time, which runs s =
// sqrt(mass of the tables / mass) times as fast. If it ends after the range of the table, it is continued by
// integration of the law.
//
//   block: h, part, T, least and largest logarithm of the size, positions of the two tables (kernel/spline.h), mass,
//          stiffness/mass, exponent and damping/mass (kernel/push.h); then the tables
#ifndef JNK_STOP_GENERATED_H
#define JNK_STOP_GENERATED_H

#include "kernel/push.h"
#include "kernel/spline.h"

enum { JNK_STOP_HEAD = 11, JNK_STOP_CONTACT = 5, JNK_STOP_INSIDE = 6, JNK_STOP_FUNCTIONS = 2 };
enum { JNK_STOP_STEPS = 4 };  // number of Runge-Kutta steps that integrate the law beyond the range of the table
// Limits of the time scale s. The table of contacts covers times up to JNK_STOP_FASTEST h.
#define JNK_STOP_SLOWEST 0.75
#define JNK_STOP_FASTEST 1.25

typedef struct {
  double v, d;
} jnk_stop_change;

JNK_FN jnk_stop_change jnk_stop_look_up(const double *block, int table, double first, double second, double size) {
  const double *spline = block + (int)block[table];
  double in[JNK_SPLINE_VARIABLES] = {first, second, 0}, out[JNK_PACK * (JNK_SPLINE_VARIABLES + 1)];
  int n = (int)spline[0];
  if (n > 2) in[2] = jnk_clamp(jnk_log(size), block[3], block[4]);
  jnk_call_spline(spline, in, out);
  jnk_stop_change change = {size * out[0], size * block[0] * out[1]};
  return change;
}

// Returns the changes of speed and depth against free motion that a contact causes until the end of the step, from the
// table for contacts that begin during the step. speed: speed towards the limit when the contact begins; load:
// acceleration towards the limit by all other forces; left: time from there to the end of the step. All in the time
// scale of the tables.
JNK_FN jnk_stop_change jnk_stop_contact(const double *block, double speed, double load, double left) {
  double pull = 0.5 * block[0] * load, size = sqrt(speed * speed + pull * pull);
  jnk_stop_change none = {0, 0};
  if (!(size > 0)) return none;
  return jnk_stop_look_up(block, JNK_STOP_CONTACT, jnk_atan2(pull, speed), left / block[0], size);
}

JNK_FN jnk_stop_change jnk_stop_inside(const double *block, double depth, double rate, double load) {
  double deep = depth / block[2], pull = 0.5 * block[0] * load, plane = sqrt(deep * deep + rate * rate);
  double size = sqrt(plane * plane + pull * pull);
  jnk_stop_change none = {0, 0};
  if (!(size > 0)) return none;
  return jnk_stop_look_up(block, JNK_STOP_INSIDE, jnk_atan2(rate, deep), jnk_atan2(pull, plane), size);
}

// Returns the time from the beginning of the step until free motion reaches a limit at the distance `gap`; if it never
// does, a time after the end of any step. rate, load: speed and acceleration towards the limit.
JNK_FN double jnk_stop_time(const double *block, double gap, double rate, double load) {
  double square = rate * rate + 2 * load * gap, toward = rate + sqrt(square > 0 ? square : 0);
  return square >= 0 && toward > 0 ? 2 * gap / toward : 2 * JNK_STOP_FASTEST * block[0];
}

JNK_FN double jnk_stop_pushes(const double *block, double depth, double rate) {
  return depth > 0 ? jnk_push_calc(block[8], block[9], block[10], depth, rate).force : 0;
}

// Advances depth and speed of the isolated stop by one step h of the classical Runge-Kutta method. load: constant
// acceleration by all other forces.
JNK_FN void jnk_stop_go(const double *block, double load, double h, double *depth, double *rate) {
  double d[4], v[4], d0 = *depth, v0 = *rate;
  for (int i = 0; i < 4; i++) {
    double part = i == 0 ? 0 : i < 3 ? 0.5 * h : h;
    d[i] = i == 0 ? v0 : v0 + part * v[i - 1];
    v[i] = load - jnk_stop_pushes(block, i == 0 ? d0 : d0 + part * d[i - 1], d[i]);
  }
  *depth = d0 + h / 6 * (d[0] + 2 * d[1] + 2 * d[2] + d[3]);
  *rate = v0 + h / 6 * (v[0] + 2 * v[1] + 2 * v[2] + v[3]);
}

// Extends the changes c, found in a table for the step h of the tables, to the end of the actual step, which is s h in
// the time scale of the tables, by integrating the law of the stop. depth, rate: at the beginning of the step. Does
// nothing for s = 1.
JNK_FN void jnk_stop_go_on(const double *block, double s, double depth, double rate, double load, jnk_stop_change *c) {
  double h = block[0], more = h * (s - 1) / JNK_STOP_STEPS, all = s * h;
  double d = depth + h * (rate + 0.5 * h * load) + c->d, v = rate + h * load + c->v;
  if (s == 1) return;
  for (int i = 0; i < JNK_STOP_STEPS; i++) jnk_stop_go(block, load, more, &d, &v);
  c->d = d - depth - all * (rate + 0.5 * all * load);
  c->v = v - rate - all * load;
}

// Returns the changes of speed and depth at one limit in a step. gap: distance from the limit, negative beyond it;
// rate, load: speed and acceleration towards the limit; time: when free motion reaches the limit. Arguments are in the
// time scale of the tables, with s the factor of jnk_stop_step; the returned change of speed is in real time.
JNK_FN jnk_stop_change jnk_stop_side(const double *block, double s, double gap, double rate, double load, double time) {
  jnk_stop_change c;
  if (gap > 0) {
    c = jnk_stop_contact(block, rate + load * time, load, s * block[0] - time);
  } else {
    c = jnk_stop_inside(block, -gap, rate, load);
    jnk_stop_go_on(block, s, -gap, rate, load, &c);
  }
  c.v *= s;
  return c;
}

// Returns the changes of rate and position of x in a step by the stop, at the upper or the lower limit, whichever is
// reached first; 0 if neither is reached in the step. in: distances from the upper and from the lower limit, rate of x,
// effective mass; load: acceleration of x by all other forces, at the beginning of the step or its mean over the step.
JNK_FN jnk_stop_change jnk_stop_step(const double *block, const double *in, double load) {
  double s = jnk_clamp(sqrt(block[7] / in[3]), JNK_STOP_SLOWEST, JNK_STOP_FASTEST), rate = in[2] / s,
         a = load / (s * s);
  double up = jnk_stop_time(block, in[0], rate, a), down = jnk_stop_time(block, in[1], -rate, -a), h = s * block[0];
  jnk_stop_change c = {0, 0};
  if (!(in[0] > 0) || (in[1] > 0 && up < h && up <= down)) return jnk_stop_side(block, s, in[0], rate, a, up);
  if (!(in[1] > 0) || down < h) c = jnk_stop_side(block, s, in[1], -rate, -a, down);
  c.v = -c.v;
  c.d = -c.d;
  return c;
}

// Computes the mean acceleration of x by a tabulated stop in a step. in: distances from the upper and the lower limit,
// rate, effective mass, load, a flag, and the value stored earlier in the step, which is returned unchanged if the flag
// is not 0; out: mean acceleration
JNK_FN void jnk_call_stop_mean(const double *block, const double *in, double *out) {
  out[0] = in[5] != 0 ? in[6] : jnk_stop_step(block, in, in[4]).v / block[0];
}

// Computes the corrections at the end of a step with a tabulated stop. in: distances from the upper and the lower
// limit, rate and effective mass at the beginning of the step, mean load during the step, mean acceleration used during
// the step; out: actual mean acceleration minus the one used, correction of the position x
JNK_FN void jnk_call_stop_end(const double *block, const double *in, double *out) {
  double h = block[0], part = block[1], held = in[5];
  jnk_stop_change c = jnk_stop_step(block, in, in[4]);
  out[0] = out[1] = 0;
  if (c.v == 0 && held == 0) return;
  out[0] = c.v / h - held;
  out[1] = c.d + h * h * ((0.5 - part) * in[4] - part * held);
}

#endif
