// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// driveline.h - laws of an engine, a torque converter and an automatic gearbox, over plain numbers. Those of engine and
// converter are blocks of doubles, with their curves (call/curve.h) at places that count from the begin; 0: none.
#ifndef JNK_DRIVELINE_H
#define JNK_DRIVELINE_H

#include "kernel/call/curve.h"

// From 0 at x <= 0 to 1 at x >= 1, with zero slope at both.
JNK_FN double jnk_smooth_step(double x) {
  double u = jnk_clamp(x, 0, 1);
  return u * u * (3 - 2 * u);
}

// ---- engine --------------------------------------------------------------------------------------

// The demand d is the throttle u, raised by the idle control i, taken back above the rev limit, and none where the
// engine does not run, a = 0:
//   d = a (u + (1 - u) i) (1 - step((w - limit) / band)),   a = step(w / stall)
//   i = sat(k (idle - w) + z, 0, 1),   zdot = a (i - z) / T
// a PI controller whose integral z follows the bounds. What drags an engine fades below the speed at which it stalls,
// step(|w| / stall), and never drives it backwards: one that stands gives no torque.
typedef struct {
  double full_load, motoring, losses;       // places of curves over speed
  double by_map;                            // not 0: the torque comes from outside instead
  double idle_speed, idle_gain, idle_time;  // idle_speed 0: none
  double rev_limit, rev_band;               // rev_limit 0: none
  double stall_speed;                       // 0: it always runs
} jnk_engine;

JNK_FN double jnk_engine_curve(const jnk_engine *engine, double place, double speed) {
  return place > 0 ? jnk_curve_value((const double *)(const void *)engine + (ptrdiff_t)place, speed) : 0;
}

JNK_FN double jnk_engine_runs(const jnk_engine *engine, double speed) {
  return engine->stall_speed > 0 ? jnk_smooth_step(speed / engine->stall_speed) : 1;
}

JNK_FN double jnk_engine_idle(const jnk_engine *engine, double speed, double z) {
  if (!(engine->idle_speed > 0)) return 0;
  return jnk_clamp(engine->idle_gain * (engine->idle_speed - speed) + z, 0, 1);
}

JNK_FN double jnk_engine_idle_rate(const jnk_engine *engine, double speed, double z) {
  return jnk_engine_runs(engine, speed) * (jnk_engine_idle(engine, speed, z) - z) / engine->idle_time;
}

JNK_FN double jnk_engine_demand(const jnk_engine *engine, double speed, double throttle, double z) {
  double u = jnk_clamp(throttle, 0, 1), demand = u + (1 - u) * jnk_engine_idle(engine, speed, z);
  demand *= jnk_engine_runs(engine, speed);
  if (engine->rev_limit > 0) demand *= 1 - jnk_smooth_step((speed - engine->rev_limit) / engine->rev_band);
  return demand;
}

JNK_FN double jnk_engine_drag(const jnk_engine *engine, double place, double speed) {
  double torque = jnk_engine_curve(engine, place, speed);
  if (!(engine->stall_speed > 0)) return torque;
  return speed < 0 && torque < 0 ? 0 : torque * jnk_smooth_step(fabs(speed) / engine->stall_speed);
}

JNK_FN double jnk_engine_losses(const jnk_engine *engine, double speed) {
  return jnk_engine_drag(engine, engine->losses, speed);
}

JNK_FN double jnk_engine_torque(const jnk_engine *engine, double speed, double demand) {
  double none = jnk_engine_drag(engine, engine->motoring, speed),
         full = jnk_engine_curve(engine, engine->full_load, speed);
  return none + demand * (full - none) + jnk_engine_losses(engine, speed);
}

// ---- torque converter ------------------------------------------------------------------------------

// converter.h has its law.
typedef struct {
  double capacity;                     // place of K over the speed ratio 0 to 1, (rad/s)/sqrt(N m)
  double ratio;                        // and of R
  double band;                         // of the speed ratio, below 1
  double lock_damping, lock_capacity;  // of the lock-up clutch, N m s/rad and N m
} jnk_converter;

// ---- automatic gearbox -------------------------------------------------------------------------------

// Gears are -1 (reverse), 0 (neutral), 1 to n. A shift takes `latency`, during which ratio and clutch go smoothly from
// those of the old gear to those of the new one; in its middle `carried` of the torque is left.
typedef struct {
  int n;
  const double *ratio;            // input over output speed of gears 1 to n
  double reverse;                 // negative
  const double *up[2], *down[2];  // n - 1 input speeds at throttle 0 and 1: from gear i + 1 up, from i + 2 down
  double latency, carried, standstill, efficiency;
  int manual;  // the demand is the gear, not the highest one allowed
} jnk_gearbox;

typedef struct {
  double gear, from, begun, shifting;  // `gear` is the new one while it shifts from another, since `begun`
} jnk_gearbox_state;

// What it looks at when it decides.
typedef struct {
  double t, output_speed, throttle, demand;
} jnk_gearbox_look;

JNK_FN double jnk_gear_ratio(const jnk_gearbox *g, double gear) {
  return gear < 0 ? g->reverse : gear < 0.5 ? 0 : g->ratio[(int)gear - 1];
}

JNK_FN double jnk_gearbox_progress(const jnk_gearbox *g, const jnk_gearbox_state *s, double t) {
  return s->shifting != 0 && g->latency > 0 ? jnk_smooth_step((t - s->begun) / g->latency) : 1;
}

JNK_FN double jnk_gearbox_ratio(const jnk_gearbox *g, const jnk_gearbox_state *s, double t) {
  double old = jnk_gear_ratio(g, s->from), now = jnk_gear_ratio(g, s->gear);
  return s->shifting != 0 ? old + (now - old) * jnk_gearbox_progress(g, s, t) : now;
}

// 1: the input shaft turns with the output, 0: it is free.
JNK_FN double jnk_gearbox_engaged(const jnk_gearbox *g, const jnk_gearbox_state *s, double t) {
  double old = s->from != 0, now = s->gear != 0;
  return s->shifting != 0 ? old + (now - old) * jnk_gearbox_progress(g, s, t) : now;
}

// Of the torque in the middle of a shift; and losses, which are on the side of what drives.
JNK_FN double jnk_gearbox_torque(const jnk_gearbox *g, const jnk_gearbox_state *s, double t, double ratio,
                                 double torque) {
  double p = jnk_gearbox_progress(g, s, t), bump = 4 * p * (1 - p);
  double share = s->shifting != 0 ? 1 - (1 - g->carried) * bump : 1;
  return ratio * share * torque * (torque > 0 ? g->efficiency : 1 / g->efficiency);
}

// The input speed at which gear k (1 to n - 1) shifts up, and k (2 to n) down.
JNK_FN double jnk_gearbox_between(const double *const pair[2], int i, double throttle) {
  return pair[0][i] + jnk_clamp(throttle, 0, 1) * (pair[1][i] - pair[0][i]);
}
JNK_FN double jnk_gearbox_up(const jnk_gearbox *g, int k, double throttle) {
  return jnk_gearbox_between(g->up, k - 1, throttle);
}
JNK_FN double jnk_gearbox_down(const jnk_gearbox *g, int k, double throttle) {
  return jnk_gearbox_between(g->down, k - 2, throttle);
}

// The whole number next to what is demanded: -1, 0, or the highest gear allowed (manual: the gear). A NaN is neutral.
JNK_FN int jnk_gearbox_demand(const jnk_gearbox *g, double demand) {
  return isnan(demand) ? 0 : (int)floor(jnk_clamp(demand, -1, g->n) + 0.5);
}

// A state from outside may have any numbers: gears are some that there are. s: gear, old gear, begin, shifting
JNK_FN jnk_gearbox_state jnk_gearbox_state_of(const jnk_gearbox *g, const double *s) {
  jnk_gearbox_state state = {(double)jnk_gearbox_demand(g, s[0]), (double)jnk_gearbox_demand(g, s[1]), s[2], s[3]};
  return state;
}

// Nobody asks: any gear is allowed. Without a reverse gear its demand is neutral.
JNK_FN double jnk_gearbox_wish(const jnk_gearbox *g, int asked, double demand) {
  double wish = asked ? demand : g->n;
  return g->reverse < 0 ? wish : fmax(wish, 0);
}

JNK_FN double jnk_gearbox_input_speed(double ratio, double engaged, double output_speed, double free_speed) {
  return ratio * output_speed + (1 - engaged) * free_speed;
}

enum { JNK_SHIFT_DONE, JNK_SHIFT_UP, JNK_SHIFT_DOWN, JNK_SHIFT_SELECT, JNK_SHIFTS };

// By how much the speed in the next lower gear is below the one at which that gear shifts up again.
JNK_FN double jnk_gearbox_room_below(const jnk_gearbox *g, int gear, const jnk_gearbox_look *at) {
  return jnk_gearbox_up(g, gear - 1, at->throttle) - at->output_speed * g->ratio[gear - 2];
}

JNK_FN double jnk_gearbox_due_up(const jnk_gearbox *g, int gear, const jnk_gearbox_look *at) {
  if (gear < 1 || gear >= jnk_gearbox_demand(g, at->demand)) return -1;
  return g->manual ? 1 : at->output_speed * g->ratio[gear - 1] - jnk_gearbox_up(g, gear, at->throttle);
}

JNK_FN double jnk_gearbox_due_down(const jnk_gearbox *g, int gear, const jnk_gearbox_look *at) {
  int demand = jnk_gearbox_demand(g, at->demand);
  if (gear < 2 || demand < 1) return -1;
  double slow = g->manual ? -1 : jnk_gearbox_down(g, gear, at->throttle) - at->output_speed * g->ratio[gear - 1];
  return gear > demand ? fmax(slow, jnk_gearbox_room_below(g, gear, at)) : slow;
}

// Between reverse, neutral and forward gears; those that drive engage while it does not move the other way.
JNK_FN double jnk_gearbox_due_select(const jnk_gearbox *g, int gear, const jnk_gearbox_look *at) {
  int demand = jnk_gearbox_demand(g, at->demand), side = (demand > 0) - (demand < 0), now = (gear > 0) - (gear < 0);
  if (side == now) return -1;
  return now == 0 ? g->standstill + side * at->output_speed : 1;
}

// What is positive is due.
JNK_FN void jnk_gearbox_due(const jnk_gearbox *g, const jnk_gearbox_state *s, const jnk_gearbox_look *at,
                            double due[JNK_SHIFTS]) {
  int busy = s->shifting != 0, gear = (int)s->gear;
  due[JNK_SHIFT_DONE] = busy ? at->t - s->begun - g->latency : -1;
  due[JNK_SHIFT_UP] = busy ? -1 : jnk_gearbox_due_up(g, gear, at);
  due[JNK_SHIFT_DOWN] = busy ? -1 : jnk_gearbox_due_down(g, gear, at);
  due[JNK_SHIFT_SELECT] = busy ? -1 : jnk_gearbox_due_select(g, gear, at);
}

// The lowest gear allowed that does not shift up at once.
JNK_FN int jnk_gearbox_forward(const jnk_gearbox *g, const jnk_gearbox_look *at) {
  int most = jnk_gearbox_demand(g, at->demand), k = g->manual ? most : 1;
  while (k < most && at->output_speed * g->ratio[k - 1] > jnk_gearbox_up(g, k, at->throttle)) k++;
  return k;
}

JNK_FN int jnk_gearbox_selected(const jnk_gearbox *g, const jnk_gearbox_look *at) {
  int demand = jnk_gearbox_demand(g, at->demand), side = (demand > 0) - (demand < 0);
  if (!(g->standstill + side * at->output_speed > 0)) return 0;
  return demand > 0 ? jnk_gearbox_forward(g, at) : demand;
}

JNK_FN void jnk_gearbox_shift(const jnk_gearbox *g, const jnk_gearbox_look *at, int which, jnk_gearbox_state *s) {
  int gear = (int)s->gear;
  if (which == JNK_SHIFT_DONE) {
    s->shifting = 0, s->from = s->gear;
    return;
  }
  s->from = s->gear;
  s->gear = which == JNK_SHIFT_UP ? gear + 1 : which == JNK_SHIFT_DOWN ? gear - 1 : jnk_gearbox_selected(g, at);
  s->shifting = g->latency > 0, s->begun = at->t;
  if (s->shifting == 0) s->from = s->gear;
}

// ---- transfer case -----------------------------------------------------------------------------------------------

// Two ranges that change near standstill. s: low, direction.
typedef struct {
  double high, low;   // input over output speed
  double standstill;  // rad/s
  int asked;          // else it stays in the range it begins with
} jnk_transfer;

JNK_FN double jnk_transfer_ratio(const jnk_transfer *c, double low) { return low != 0 ? c->low : c->high; }

// Where the speed has passed through standstill, so that a long step does not overlook it, and where the range changes.
enum { JNK_TRANSFER_TURNED, JNK_TRANSFER_CHANGE, JNK_TRANSFERS };

JNK_FN void jnk_transfer_due(const jnk_transfer *c, double output_speed, double range, const double s[2],
                             double due[JNK_TRANSFERS]) {
  double along = s[1] * output_speed;
  int wants = c->asked && (range > 0.5) != (s[0] != 0);
  due[JNK_TRANSFER_TURNED] = -along - c->standstill;
  due[JNK_TRANSFER_CHANGE] = wants ? c->standstill - along : -1;
}

JNK_FN void jnk_transfer_jump(int which, double s[2]) {
  if (which == JNK_TRANSFER_TURNED) s[1] = -s[1];
  else s[0] = s[0] == 0;
}

#endif
