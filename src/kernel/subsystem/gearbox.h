// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// gearbox.h - laws of an automatic gearbox, its calls between jumps (driveline_call.h), and the conditions of its
// jumps. Also for lanes (real.h).
//
// Gears are -1 (reverse), 0 (neutral), 1 to n. A shift takes the time `latency`, in which ratio and clutch change
// smoothly from the old gear to the new one; in its middle the fraction `carried` of the torque is transmitted.
#ifndef JNK_GEARBOX_H
#define JNK_GEARBOX_H

#include "kernel/real.h"
#include "kernel/subsystem/driveline_block.h"
#include "kernel/subsystem/smooth_step.h"

typedef struct {
  // Engaged gear (during a shift the new one); gear before the shift; time at which the shift began, s; flag: a shift
  // is in progress.
  jnk_real gear, from, begun, shifting;
} jnk_gearbox_state;

// Quantities on which shifts depend: time, s; output speed, rad/s; throttle, 0 to 1; demanded gear.
typedef struct {
  jnk_real t, output_speed, throttle, demand;
} jnk_gearbox_input;

// Returns the demand rounded to a gear: -1, 0 or 1 to n. With manual selection it is the gear itself, otherwise the
// highest gear allowed. NaN gives neutral (0).
JNK_WITHIN jnk_real jnk_gearbox_demand(const jnk_gearbox *g, jnk_real demand) {
  return JNK_CHOOSE(demand == demand, jnk_floor(jnk_within(demand, -1, g->n) + 0.5), jnk_of(0));
}

// Returns the state of a gearbox from its discrete states s: gear, old gear, begin of the shift, shift in progress. As
// s is untrusted, gears are rounded and limited to existing ones.
JNK_WITHIN jnk_gearbox_state jnk_gearbox_state_of(const jnk_gearbox *g, const jnk_real *s) {
  const jnk_gearbox_state state = {jnk_gearbox_demand(g, s[0]), jnk_gearbox_demand(g, s[1]), s[2], s[3]};
  return state;
}

// Returns the demanded gear before rounding. asked: flag: there is a demand input; without it the highest gear is
// demanded. Without a reverse gear, a demand for reverse gives neutral.
JNK_WITHIN jnk_real jnk_gearbox_wish(const jnk_gearbox *g, int asked, jnk_real demand) {
  jnk_real wish = asked ? demand : jnk_of(g->n);
  return g->reverse < 0 ? wish : JNK_CHOOSE(wish >= 0, wish, jnk_of(0));
}

// ---- between jumps ------------------------------------------------------------------------------------------------

JNK_WITHIN jnk_real jnk_gear_ratio(const jnk_gearbox *g, jnk_real gear) {
  jnk_real ratio = JNK_CHOOSE(gear < 0, jnk_of(g->reverse), jnk_of(0));
  for (int k = 1; k <= g->n; k++) ratio = JNK_CHOOSE(gear == (double)k, jnk_of(g->ratio[k - 1]), ratio);
  return ratio;
}

// Returns the progress of a shift at time t: a smooth step from 0 at its begin to 1 at its end.
JNK_WITHIN jnk_real jnk_gearbox_progress(const jnk_gearbox *g, const jnk_gearbox_state *s, jnk_real t) {
  return g->latency > 0 ? jnk_smooth_step((t - s->begun) / g->latency) : jnk_of(1);
}

JNK_WITHIN jnk_real jnk_gearbox_ratio(const jnk_gearbox *g, const jnk_gearbox_state *s, jnk_real t) {
  const jnk_mask shifts = s->shifting != 0;
  jnk_real now = jnk_gear_ratio(g, s->gear);
  if (!jnk_any(shifts)) return now;
  jnk_real old = jnk_gear_ratio(g, s->from);
  return JNK_CHOOSE(shifts, old + (now - old) * jnk_gearbox_progress(g, s, t), now);
}

// Returns the coupling of the input shaft to the output at time t: 1 in gear, 0 in neutral, between 0 and 1 during a
// shift from or to neutral.
JNK_WITHIN jnk_real jnk_gearbox_engaged(const jnk_gearbox *g, const jnk_gearbox_state *s, jnk_real t) {
  const jnk_mask shifts = s->shifting != 0;
  jnk_real now = JNK_CHOOSE(s->gear != 0, jnk_of(1), jnk_of(0));
  if (!jnk_any(shifts)) return now;
  jnk_real old = JNK_CHOOSE(s->from != 0, jnk_of(1), jnk_of(0));
  return JNK_CHOOSE(shifts, old + (now - old) * jnk_gearbox_progress(g, s, t), now);
}

JNK_WITHIN jnk_real jnk_gearbox_input_speed(jnk_real ratio, jnk_real engaged, jnk_real output_speed,
                                            jnk_real free_speed) {
  return ratio * output_speed + (1 - engaged) * free_speed;
}

// Returns the fraction of the torque that the gearbox transmits at time t: 1, and less during a shift.
JNK_WITHIN jnk_real jnk_gearbox_share(const jnk_gearbox *g, const jnk_gearbox_state *s, jnk_real t) {
  const jnk_mask shifts = s->shifting != 0;
  if (!jnk_any(shifts)) return jnk_of(1);
  jnk_real p = jnk_gearbox_progress(g, s, t), bump = 4 * p * (1 - p);
  return JNK_CHOOSE(shifts, 1 - (1 - g->carried) * bump, jnk_of(1));
}

// Returns the output torque, N m, for an input torque and a gear ratio at time t, reduced during a shift. The
// efficiency acts in the direction in which power flows.
JNK_WITHIN jnk_real jnk_gearbox_torque(const jnk_gearbox *g, const jnk_gearbox_state *s, jnk_real t, jnk_real ratio,
                                       jnk_real torque) {
  return ratio * jnk_gearbox_share(g, s, t) * torque *
         JNK_CHOOSE(torque > 0, jnk_of(g->efficiency), jnk_of(1 / g->efficiency));
}

// ---- jumps --------------------------------------------------------------------------------------------------------

// Returns a shift speed, rad/s: element i of two lists of speeds, interpolated between throttle 0 (pair[0]) and 1
// (pair[1]); 0 if there is no element i.
JNK_WITHIN jnk_real jnk_gearbox_between(const jnk_gearbox *g, const double *const pair[2], jnk_real i,
                                        jnk_real throttle) {
  jnk_real share = jnk_within(throttle, 0, 1), speed = jnk_of(0);
  for (int k = 0; k < g->n - 1; k++)
    speed = JNK_CHOOSE(i == (double)k, pair[0][k] + share * (pair[1][k] - pair[0][k]), speed);
  return speed;
}
JNK_WITHIN jnk_real jnk_gearbox_up(const jnk_gearbox *g, jnk_real gear, jnk_real throttle) {
  return jnk_gearbox_between(g, g->up, gear - 1, throttle);
}
JNK_WITHIN jnk_real jnk_gearbox_down(const jnk_gearbox *g, jnk_real gear, jnk_real throttle) {
  return jnk_gearbox_between(g, g->down, gear - 2, throttle);
}

// Returns the upshift speed of the next lower gear minus the input speed in that gear, rad/s: negative if that gear
// would be shifted up at once.
JNK_WITHIN jnk_real jnk_gearbox_margin_below(const jnk_gearbox *g, jnk_real gear, const jnk_gearbox_input *at) {
  return jnk_gearbox_up(g, gear - 1, at->throttle) - at->output_speed * jnk_gear_ratio(g, gear - 1);
}

JNK_WITHIN jnk_real jnk_gearbox_due_up(const jnk_gearbox *g, jnk_real gear, jnk_real demand,
                                       const jnk_gearbox_input *at) {
  const jnk_mask may = (gear >= 1) & (gear < demand);
  jnk_real due = jnk_of(1);
  if (!jnk_any(may)) return jnk_of(-1);
  if (!g->manual) due = at->output_speed * jnk_gear_ratio(g, gear) - jnk_gearbox_up(g, gear, at->throttle);
  return JNK_CHOOSE(may, due, jnk_of(-1));
}

JNK_WITHIN jnk_real jnk_gearbox_due_down(const jnk_gearbox *g, jnk_real gear, jnk_real demand,
                                         const jnk_gearbox_input *at) {
  const jnk_mask may = (gear >= 2) & (demand >= 1), must = may & (gear > demand);
  jnk_real due = jnk_of(-1);
  if (!jnk_any(may)) return due;
  if (!g->manual) due = jnk_gearbox_down(g, gear, at->throttle) - at->output_speed * jnk_gear_ratio(g, gear);
  if (jnk_any(must)) {
    jnk_real margin = jnk_gearbox_margin_below(g, gear, at);
    due = JNK_CHOOSE(must & (margin > due), margin, due);
  }
  return JNK_CHOOSE(may, due, jnk_of(-1));
}

JNK_WITHIN jnk_real jnk_gearbox_side(jnk_real gear) {
  return JNK_CHOOSE(gear > 0, jnk_of(1), JNK_CHOOSE(gear < 0, jnk_of(-1), jnk_of(0)));
}

// Returns the condition of a change between reverse, neutral and forward; the change is pending if it is positive. Out
// of a driving gear it is pending at once; from neutral, a driving gear engages only if the output does not turn the
// other way faster than `standstill`.
JNK_WITHIN jnk_real jnk_gearbox_due_select(const jnk_gearbox *g, jnk_real gear, jnk_real demand,
                                           const jnk_gearbox_input *at) {
  jnk_real side = jnk_gearbox_side(demand), now = jnk_gearbox_side(gear);
  return JNK_CHOOSE(side == now, jnk_of(-1), JNK_CHOOSE(now == 0, g->standstill + side * at->output_speed, jnk_of(1)));
}

// Computes the conditions of all jumps of a gearbox, due[k] for jump k; a jump is pending if its condition is positive.
// During a shift only its end can be pending.
JNK_WITHIN void jnk_gearbox_due(const jnk_gearbox *g, const jnk_gearbox_state *s, const jnk_gearbox_input *at,
                                jnk_real due[JNK_SHIFTS]) {
  const jnk_mask busy = s->shifting != 0;
  const jnk_real no = jnk_of(-1), demand = jnk_gearbox_demand(g, at->demand);
  due[JNK_SHIFT_DONE] = JNK_CHOOSE(busy, at->t - s->begun - g->latency, no);
  due[JNK_SHIFT_UP] = JNK_CHOOSE(busy, no, jnk_gearbox_due_up(g, s->gear, demand, at));
  due[JNK_SHIFT_DOWN] = JNK_CHOOSE(busy, no, jnk_gearbox_due_down(g, s->gear, demand, at));
  due[JNK_SHIFT_SELECT] = JNK_CHOOSE(busy, no, jnk_gearbox_due_select(g, s->gear, demand, at));
}

// ---- calls: inputs output speed, free speed, input torque, throttle, demand; outputs ratio, engaged, input speed,
//      output torque; discrete states gear, old gear, begin of the shift, shifting

JNK_FN void jnk_call_gearbox_ratio(const double *constants, const jnk_real *in, jnk_real *out) {
  const jnk_gearbox g = jnk_gearbox_of_block(constants);
  const jnk_gearbox_state s = jnk_gearbox_state_of(&g, in + 10);
  jnk_real ratio = jnk_gearbox_ratio(&g, &s, in[0]), engaged = jnk_gearbox_engaged(&g, &s, in[0]);
  out[2] = jnk_gearbox_input_speed(ratio, engaged, in[1], in[2]);
  out[0] = ratio;
  out[1] = engaged;
  out[3] = jnk_of(0);
}

JNK_FN void jnk_call_gearbox_torque(const double *constants, const jnk_real *in, jnk_real *out) {
  const jnk_gearbox g = jnk_gearbox_of_block(constants);
  const jnk_gearbox_state s = jnk_gearbox_state_of(&g, in + 10);
  for (int i = 0; i < 3; i++) out[i] = in[6 + i];
  out[3] = jnk_gearbox_torque(&g, &s, in[0], in[6], in[3]);
}

#endif
