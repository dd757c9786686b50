// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// stop_generated.h - what a stiff stop does in one long step h, from tables that were made by integrating it in steps
// that are short enough: function generation.                                       [petzold, function generation]
//
// Isolated, with the load a (the acceleration that all other forces give) held over the step, it moves by
//   depth'' = a - f(depth, depth')
// Free motion meets a limit that is a gap away at t = 2 gap / (v + s), with the speed s = sqrt(v^2 + 2 a gap). From
// there on, or from a start inside, a table has what the stop changes until the end of the step, against free motion:
//   Dv, Dd = size D(...),   contact: (angle of (s, a h/2), time left / h)       size = |(s, a h/2)|
//                           inside:  (angles of (depth/T, v, a h/2))            size = |(depth/T, v, a h/2)|
// with T = sqrt(mass/stiffness). Where the force is proportional to how far the stop is moved, that is all; elsewhere
// the logarithm of the size is one more variable.
//
// A step goes in two: its method holds the mean acceleration b = Dv/h of the load at its begin, and at the end the mean
// load that has acted, a = (v1 - v)/h - b, says what the stop really did. To the position the method has given
// x + h (v + part (v1 - v)), part being 1 where positions move with the new speeds and 1/2 elsewhere; the rest is a
// shift.
//
// The tables are those of one mass. Where the stop feels another one, its motion is that of this mass in other time,
// which goes s = sqrt(mass of the tables / mass) times as fast; from where the table ends, it goes on along its law.
//
//   block: h, part, T, least and largest logarithm of the size, where the two tables begin (kernel/spline.h), mass,
//          and over it stiffness, exponent and damping (kernel/push.h); tables
#ifndef JNK_STOP_GENERATED_H
#define JNK_STOP_GENERATED_H

#include "kernel/push.h"
#include "kernel/spline.h"

enum { JNK_STOP_HEAD = 11, JNK_STOP_CONTACT = 5, JNK_STOP_INSIDE = 6, JNK_STOP_FUNCTIONS = 2 };
enum { JNK_STOP_STEPS = 4 };   // from the end of the table on, at most a quarter of a step
#define JNK_STOP_SLOWEST 0.75  // of s; how much further than a step the table of contacts goes
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

// From the limit on, met at this speed; all in the time of the tables.
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

// When free motion comes to a limit that is a gap away; beyond the step: it does not.
JNK_FN double jnk_stop_time(const double *block, double gap, double rate, double load) {
  double square = rate * rate + 2 * load * gap, toward = rate + sqrt(square > 0 ? square : 0);
  return square >= 0 && toward > 0 ? 2 * gap / toward : 2 * JNK_STOP_FASTEST * block[0];
}

JNK_FN double jnk_stop_pushes(const double *block, double depth, double rate) {
  return depth > 0 ? jnk_push_calc(block[8], block[9], block[10], depth, rate).force : 0;
}

// One step of the isolated motion (classical Runge-Kutta).
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

// On along the law to the end of the step, which is s times as long in the time of the tables.
JNK_FN void jnk_stop_go_on(const double *block, double s, double depth, double rate, double load, jnk_stop_change *c) {
  double h = block[0], more = h * (s - 1) / JNK_STOP_STEPS, all = s * h;
  double d = depth + h * (rate + 0.5 * h * load) + c->d, v = rate + h * load + c->v;
  if (s == 1) return;
  for (int i = 0; i < JNK_STOP_STEPS; i++) jnk_stop_go(block, load, more, &d, &v);
  c->d = d - depth - all * (rate + 0.5 * all * load);
  c->v = v - rate - all * load;
}

// All but the results in the time of the tables.
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

// Both along growing x. in: gaps to the upper and to the lower limit, rate, mass; load: mean or of the begin.
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

// in: gaps, rate, mass, load, and not 0 where what comes next is held; out: mean acceleration
JNK_FN void jnk_call_stop_mean(const double *block, const double *in, double *out) {
  out[0] = in[5] != 0 ? in[6] : jnk_stop_step(block, in, in[4]).v / block[0];
}

// in: gaps, rate, mass, mean load, mean acceleration that was held; out: what this lacks, and the shift
JNK_FN void jnk_call_stop_end(const double *block, const double *in, double *out) {
  double h = block[0], part = block[1], held = in[5];
  jnk_stop_change c = jnk_stop_step(block, in, in[4]);
  out[0] = out[1] = 0;
  if (c.v == 0 && held == 0) return;
  out[0] = c.v / h - held;
  out[1] = c.d + h * h * ((0.5 - part) * in[4] - part * held);
}

#endif
