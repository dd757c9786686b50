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
// Over the step the mean acceleration Dv/h does the same to the speed. To the position a method with this force held
// gives x + h (v + part (v1 - v)), part being 1 where positions move with the new speeds and 1/2 elsewhere; the rest is
// a shift at the end of the step.
//
//   block: h, part, T, least and largest logarithm of the size, where the two tables begin (kernel/spline.h), tables
#ifndef JNK_STOP_GENERATED_H
#define JNK_STOP_GENERATED_H

#include "kernel/elementary.h"
#include "kernel/spline.h"

enum { JNK_STOP_HEAD = 7, JNK_STOP_CONTACT = 5, JNK_STOP_INSIDE = 6, JNK_STOP_FUNCTIONS = 2 };

typedef struct {
  double v, d;
} jnk_stop_change;

JNK_FN jnk_stop_change jnk_stop_look_up(const double *block, int table, double first, double second, double size) {
  const double *spline = block + (int)block[table];
  double in[JNK_SPLINE_VARIABLES] = {first, second, 0}, out[JNK_STOP_FUNCTIONS * (JNK_SPLINE_VARIABLES + 1)];
  int n = (int)spline[0];
  if (n > 2) in[2] = jnk_clamp(jnk_log(size), block[3], block[4]);
  jnk_call_spline(spline, in, out);
  jnk_stop_change change = {size * out[0], size * block[0] * out[n + 1]};
  return change;
}

// From the limit on, met at this speed.
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
  return square >= 0 && toward > 0 ? 2 * gap / toward : 2 * block[0];
}

JNK_FN jnk_stop_change jnk_stop_side(const double *block, double gap, double rate, double load, double time) {
  if (!(gap > 0)) return jnk_stop_inside(block, -gap, rate, load);
  return jnk_stop_contact(block, rate + load * time, load, block[0] - time);
}

// in: gaps to the upper and to the lower limit, rate, load, whether what comes next is held, mean acceleration and
// shift; out: these two, both along growing x
JNK_FN void jnk_call_stop_generated(const double *block, const double *in, double *out) {
  double h = block[0], up = jnk_stop_time(block, in[0], in[2], in[3]),
         down = jnk_stop_time(block, in[1], -in[2], -in[3]);
  int side = !(in[0] > 0) ? 1 : !(in[1] > 0) ? -1 : up < h && up <= down ? 1 : down < h ? -1 : 0;
  out[0] = in[5], out[1] = in[6];
  if (in[4] != 0) return;
  out[0] = out[1] = 0;
  if (side == 0) return;
  jnk_stop_change c =
      side > 0 ? jnk_stop_side(block, in[0], in[2], in[3], up) : jnk_stop_side(block, in[1], -in[2], -in[3], down);
  out[0] = side * c.v / h;
  out[1] = side * (c.d - block[1] * h * c.v) + (0.5 - block[1]) * h * h * in[3];
}

#endif
