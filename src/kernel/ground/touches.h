// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// touches.h - contacts of points or spheres of one body with one road in a single call; all have the same constants.
// Each contact is that of touch.h. Usually no point touches: therefore the lowest corner of their bounding box is first
// compared with a plane above the whole road (the roof). Also for lanes (real.h).
#ifndef JNK_TOUCHES_H
#define JNK_TOUCHES_H

#include "kernel/ground/touch.h"
#include "kernel/real.h"

// Function that computes the road below the point r in the lanes that are set in *lanes. under: receives height, slopes
// along x and y, and the factor on friction.
typedef void (*jnk_touches_under)(const double *road, const jnk_mask *lanes, const jnk_real r[3], jnk_real under[4]);

// Computes one contact of a body in the lanes that are set in *lanes, and adds its force and its torque about the
// body's reference point to out. ball: constants of the contact; body: r, R, v, w; place: position of the contact on
// the body; calc_under: function that evaluates the road; s: deflections of the friction springs, NULL without springs;
// rate: receives their rates.
JNK_RARE void jnk_touches_one(const double *ball, const jnk_real *body, const double *place, const double *road,
                              jnk_touches_under calc_under, const jnk_mask *lanes, const jnk_real *s, jnk_real *out,
                              jnk_real *rate) {
  jnk_real arm[3], r[3], turn[3], in[JNK_TOUCH_INPUTS], one[JNK_TOUCH_RESULTS];
  for (int i = 0; i < 3; i++) {
    const jnk_real *row = body + 3 + 3 * i;
    arm[i] = row[0] * place[0] + row[1] * place[1] + row[2] * place[2];
    r[i] = body[i] + arm[i];
  }
  jnk_cross(body + 15, arm, turn);
  in[0] = r[2];
  for (int i = 0; i < 3; i++) {
    in[1 + i] = body[12 + i] + turn[i];
    in[4 + i] = body[15 + i];
  }
  calc_under(road, lanes, r, in + 7);
  in[11] = s ? s[0] : jnk_of(0);
  in[12] = s ? s[1] : jnk_of(0);
  jnk_call_touch(ball, in, one);
  for (int i = 0; i < 8; i++) one[i] = JNK_CHOOSE(*lanes, one[i], jnk_of(0));
  jnk_cross(arm, one, turn);
  for (int i = 0; i < 3; i++) {
    out[i] += one[i];
    out[3 + i] += turn[i] + one[3 + i];
  }
  for (int i = 0; i < 2 && s; i++) rate[i] = one[6 + i];
}

// Returns the height of the body's reference point above the roof (ball.h); along: derivatives of this height along the
// three axes of the body.
JNK_WITHIN jnk_real jnk_touches_rise(const jnk_balls *b, const jnk_real *body, jnk_real along[3]) {
  const double *roof = b->roof;
  for (int i = 0; i < 3; i++) along[i] = body[9 + i] - roof[1] * body[3 + i] - roof[2] * body[6 + i];
  return body[2] - (roof[0] + roof[1] * body[0] + roof[2] * body[1]);
}

// Returns the height of the lowest corner of the contacts' bounding box above the roof (ball.h). rise, along: results
// of jnk_touches_rise.
JNK_WITHIN jnk_real jnk_touches_lowest(const jnk_balls *b, jnk_real rise, const jnk_real along[3]) {
  for (int i = 0; i < 3; i++) {
    jnk_real low = along[i] * b->low[i], high = along[i] * b->high[i];
    rise += JNK_CHOOSE(low < high, low, high);
  }
  return rise;
}

JNK_WITHIN void jnk_touches_calc(const double *block, const jnk_real *in, jnk_touches_under calc_under, jnk_real *out) {
  const jnk_balls *b = (const jnk_balls *)(const void *)block;
  const int n = (int)b->n, nstates = b->springs != 0 ? 2 * n : 0;
  const double *place = block + JNK_BALLS_NUMBERS, *road = place + 3 * n;
  const jnk_real *s = in + JNK_BODY_INPUTS;
  jnk_real along[3], rise = jnk_touches_rise(b, in, along);
  jnk_mask low = jnk_not(jnk_touches_lowest(b, rise, along) > 0), moves = low;
  for (int i = 0; i < 6 + nstates; i++) out[i] = jnk_of(0);
  for (int i = 0; i < nstates; i++) moves = moves | jnk_not(s[i] == 0);
  if (!jnk_any(moves)) return;
  for (int i = 0; i < n; i++) {
    jnk_real own = rise + (along[0] * place[0] + along[1] * place[1] + along[2] * place[2]);
    jnk_mask lanes = low & jnk_not(own > 0);
    const jnk_real *state = nstates > 0 ? s + 2 * i : NULL;
    if (state) lanes = lanes | jnk_not(state[0] == 0) | jnk_not(state[1] == 0);
    if (jnk_any(lanes)) jnk_touches_one(block, in, place, road, calc_under, &lanes, state, out, out + 6 + 2 * i);
    place += 3;
  }
}

// ---- contacts on a plane; road: a0, a1, a2 of z = a0 + a1 x + a2 y ------------------------------------------------

JNK_FN void jnk_touches_plane(const double *road, const jnk_mask *lanes, const jnk_real r[3], jnk_real under[4]) {
  (void)lanes;
  under[0] = road[0] + road[1] * r[0] + road[2] * r[1];
  under[1] = jnk_of(road[1]);
  under[2] = jnk_of(road[2]);
  under[3] = jnk_of(1);
}

// Computes all contacts of one body with a road that is a plane.
//   block: jnk_balls, positions of the contacts relative to the body's reference point, constants of the plane
//   in: r, R, v, w of the body (JNK_BODY_INPUTS) and, with friction springs, two states of each contact
//   out: force, torque about the reference point, rates of the states
JNK_FN void jnk_call_touches(const double *block, const jnk_real *in, jnk_real *out) {
  jnk_touches_calc(block, in, jnk_touches_plane, out);
}

#endif
