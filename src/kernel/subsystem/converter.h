// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// converter.h - law of a torque converter and its call. Also for lanes (real.h).
//
// The faster of impeller and turbine, with speed w, drives; the other has speed r w, |r| <= 1. The driving one is
// loaded by the torque
//   T = sign(w) (w / K(r))^2 f,   f = x (3 - x^2) / 2,   x = min((1 - r) / band, 1)
// with the capacity factor K. f makes the torque continuous at equal speeds, whatever K is there. The driven one
// receives R T. If it is the turbine, R = R(r) is the torque ratio; if it is the impeller (the vehicle drives the
// engine), R = 1, as in a fluid coupling. For r < 0 K and R(r) have their values at stall, and in the second case R
// changes from 1 at r = 0 to R(0) at r = -1, where it meets the first case.
#ifndef JNK_CONVERTER_H
#define JNK_CONVERTER_H

#include "kernel/call/curve.h"
#include "kernel/real.h"
#include "kernel/subsystem/driveline_block.h"
#include "kernel/subsystem/smooth_step.h"

typedef struct {
  // Torque by which the converter loads the impeller's shaft, and torque that it delivers to the turbine, N m.
  jnk_real impeller, turbine;
  jnk_real speed_ratio, efficiency;
} jnk_converter_result;

JNK_WITHIN jnk_real jnk_converter_curve(const jnk_converter *c, double place, jnk_real r) {
  return jnk_curve_value((const double *)(const void *)c + (ptrdiff_t)place, jnk_within(r, 0, 1));
}

// Returns the torque T by which the converter loads the faster side, N m. w: speed of that side, rad/s; r: speed of the
// other side over w.
JNK_WITHIN jnk_real jnk_converter_load(const jnk_converter *c, jnk_real w, jnk_real r) {
  jnk_real x = jnk_within((1 - r) / c->band, 0, 1), pull = w / jnk_converter_curve(c, c->capacity, r);
  return JNK_CHOOSE(w < 0, jnk_of(-0.5), jnk_of(0.5)) * pull * pull * x * (3 - x * x);
}

JNK_WITHIN jnk_real jnk_converter_clutch(const jnk_converter *c, jnk_real slip, jnk_real lock) {
  return jnk_within(lock, 0, 1) * jnk_within(c->lock_damping * slip, -c->lock_capacity, c->lock_capacity);
}

// Returns the efficiency, delivered over received power, in the direction in which the power flows; 0 if none flows.
// impeller, turbine: power into the impeller and power out of the turbine, W.
JNK_WITHIN jnk_real jnk_converter_efficiency(jnk_real impeller, jnk_real turbine) {
  const jnk_mask ahead = impeller > 0;
  jnk_real in = JNK_CHOOSE(ahead, impeller, -turbine), out = JNK_CHOOSE(ahead, turbine, -impeller);
  return JNK_CHOOSE((in > 0) & (out > 0), out / in, jnk_of(0));
}

JNK_WITHIN jnk_converter_result jnk_converter_calc(const jnk_converter *c, jnk_real impeller, jnk_real turbine,
                                                   jnk_real lock) {
  const jnk_mask drives = jnk_abs(impeller) >= jnk_abs(turbine);
  jnk_real w = JNK_CHOOSE(drives, impeller, turbine), other = JNK_CHOOSE(drives, turbine, impeller);
  jnk_real r = JNK_CHOOSE(w != 0, other / w, jnk_of(1)), load = jnk_converter_load(c, w, r);
  jnk_real clutch = jnk_converter_clutch(c, impeller - turbine, lock);
  jnk_converter_result out;
  out.impeller = JNK_CHOOSE(drives, load, -load);
  out.turbine = load;
  if (jnk_any(drives)) out.turbine = jnk_converter_curve(c, c->ratio, r) * load;
  if (jnk_any(jnk_not(drives))) {
    jnk_real against = jnk_within(-r, 0, 1), stall = jnk_converter_curve(c, c->ratio, jnk_of(0));
    out.turbine = JNK_CHOOSE(drives, out.turbine, -load * (1 + against * (stall - 1)));
  }
  out.impeller += clutch;
  out.turbine += clutch;
  out.speed_ratio = JNK_CHOOSE(impeller != 0, turbine / impeller, jnk_of(0));
  out.efficiency = jnk_converter_efficiency(out.impeller * impeller, out.turbine * turbine);
  return out;
}

// ---- call: as in driveline_call.h -----------------------------------------------------------------------------------

// Computes a torque converter. in: t, impeller speed, turbine speed, lock-up (0 to 1); out: impeller torque, turbine
// torque, speed ratio, efficiency; constants: jnk_converter with its curves
JNK_FN void jnk_call_converter(const double *constants, const jnk_real *in, jnk_real *out) {
  const jnk_converter *c = (const jnk_converter *)(const void *)constants;
  const jnk_converter_result r = jnk_converter_calc(c, in[1], in[2], in[3]);
  out[0] = r.impeller;
  out[1] = r.turbine;
  out[2] = r.speed_ratio;
  out[3] = r.efficiency;
}

#endif
