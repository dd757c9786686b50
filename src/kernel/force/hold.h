// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// hold.h - dry friction along one coordinate, for brakes and joint friction. Its magnitude is at most the capacity, and
// it holds the coordinate at standstill (slider.h). The capacity at standstill may differ from that while slipping
// (Stribeck); viscous friction acts in parallel.
#ifndef JNK_HOLD_H
#define JNK_HOLD_H

#include "kernel/slider_side.h"

typedef struct {
  jnk_slider slider;
  double stribeck_rate;  // Stribeck rate; 0: the capacity does not depend on the rate
  double viscous;
} jnk_hold;

// Returns the friction capacity at the sliding speed `rate`, at least 0; sets *slope to its derivative with respect to
// the rate. value: capacity while slipping, capacity at standstill.
JNK_FN double jnk_hold_capacity(const jnk_hold *h, const double value[2], double rate, double *slope) {
  double C = value[0];
  *slope = 0;
  if (h->stribeck_rate > 0) C = jnk_stribeck(value[1], value[0], h->stribeck_rate, rate, slope);
  if (!(C > 0)) *slope = 0;
  return jnk_slider_capacity(C);
}

// ---- rates of the call (hold_call.h) -------------------------------------------------------------------------------

typedef struct {
  jnk_hold hold;
  double C, slope;
  jnk_slider_side side;
} jnk_holding;

JNK_FN jnk_holding jnk_hold_of_block(const double *block, const double *in) {
  jnk_holding h;
  h.hold.slider.k = block[0];
  h.hold.slider.c = block[1];
  h.hold.stribeck_rate = block[2];
  h.hold.viscous = block[3];
  h.C = jnk_hold_capacity(&h.hold, in + 2, in[0], &h.slope);
  h.side = jnk_slider_where(jnk_slider_trial(&h.hold.slider, in[1], in[0]), h.C);
  return h;
}

// Returns the time derivative of the friction capacity. in: inputs of jnk_call_hold; d: their time derivatives.
JNK_FN double jnk_hold_capacity_rate(const jnk_holding *h, const double *in, const double *d) {
  double u = h->hold.stribeck_rate > 0 ? in[0] / h->hold.stribeck_rate : 0;
  double share = h->hold.stribeck_rate > 0 ? jnk_exp(-u * u) : 0;
  return h->C > 0 ? h->slope * d[0] + (1 - share) * d[2] + share * d[3] : 0;
}

// Computes the time derivatives of the results of jnk_call_hold. in: inputs of jnk_call_hold, then their time
// derivatives; out: derivatives of force, deflection rate and capacity
JNK_FN void jnk_call_hold_rate(const double *block, const double *in, double *out) {
  jnk_holding h = jnk_hold_of_block(block, in);
  const double *d = in + 4, k = h.hold.slider.k, c = h.hold.slider.c;
  double dF = k * d[1] + c * d[0], dC = jnk_hold_capacity_rate(&h, in, d);
  if (h.side != JNK_STICKS) dF = (int)h.side * dC;
  out[0] = dF + h.hold.viscous * d[0];
  out[1] = h.side == JNK_STICKS ? d[0] : (dF - k * d[1]) / c;
  out[2] = dC;
}

#endif
