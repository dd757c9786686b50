// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// slider.h - dry friction that holds at standstill: a spring k and a damper c side by side, in series with a slider
// that carries no more than its capacity C. With the rate w of the whole and the deflection s of the spring,
//   F = sat(k s + c w, -C, C),   s' = (F - k s) / c.
// While it sticks, s' = w: what is held stands still, and nothing drifts. While it slips, F = C along w, and the
// deflection goes to C / k within the time c / k. F is continuous; all that is lost is lost in damper and slider:
//   F w = d/dt (k s^2 / 2) + c s'^2 + F (w - s'),   F (w - s') >= 0.
#ifndef JNK_SLIDER_H
#define JNK_SLIDER_H

#include "kernel/elementary.h"
#include "kernel/kernel.h"

typedef struct {
  double k, c;  // stiffness and damping, both > 0
} jnk_slider;

typedef enum { JNK_SLIPS_BACK = -1, JNK_STICKS, JNK_SLIPS_ON } jnk_slider_side;

// What it would carry if it stuck.
JNK_FN double jnk_slider_trial(const jnk_slider *slider, double s, double w) { return slider->k * s + slider->c * w; }

// A capacity below zero is none.
JNK_FN double jnk_slider_capacity(double C) { return C < 0 ? 0 : C; }

// What is no number does not stick, so that the force is none either.
JNK_FN jnk_slider_side jnk_slider_where(double trial, double C) {
  return !(trial <= C) ? JNK_SLIPS_ON : !(trial >= -C) ? JNK_SLIPS_BACK : JNK_STICKS;
}

// How far it is to the nearer end of a side, negative outside.
JNK_FN double jnk_slider_within(double trial, double C, jnk_slider_side side) {
  if (side == JNK_SLIPS_ON) return trial - C;
  if (side == JNK_SLIPS_BACK) return -C - trial;
  return trial > 0 ? C - trial : C + trial;
}

// The force on a side, where it is or not; *rate: s'.
JNK_FN double jnk_slider_force(const jnk_slider *slider, double s, double w, double C, jnk_slider_side side,
                               double *rate) {
  double F = side == JNK_STICKS ? jnk_slider_trial(slider, s, w) : (int)side * C;
  *rate = side == JNK_STICKS ? w : (F - slider->k * s) / slider->c;
  return F;
}

// ---- along two directions of a plane: the capacity is a circle ---------------------------------------------------

JNK_FN void jnk_slider_trial2(const jnk_slider *slider, const double s[2], const double w[2], double trial[2]) {
  for (int i = 0; i < 2; i++) trial[i] = jnk_slider_trial(slider, s[i], w[i]);
}

JNK_FN double jnk_slider_length(const double x[2]) { return sqrt(x[0] * x[0] + x[1] * x[1]); }

// F = trial where it sticks, else C along it.
JNK_FN void jnk_slider_force2(const jnk_slider *slider, const double s[2], const double w[2], double C, int sticks,
                              double F[2], double rate[2]) {
  double trial[2], length;
  jnk_slider_trial2(slider, s, w, trial);
  length = jnk_slider_length(trial);
  for (int i = 0; i < 2; i++) {
    F[i] = sticks ? trial[i] : length > 0 ? C * (trial[i] / length) : 0;
    rate[i] = sticks ? w[i] : (F[i] - slider->k * s[i]) / slider->c;
  }
}

// ---- capacity --------------------------------------------------------------------------------------------------

// Capacity over the rate: `still` at standstill, `moving` when it slips, and between them exp(-(w / w_s)^2), w_s the
// Stribeck rate; *slope: over w.
JNK_FN double jnk_stribeck(double still, double moving, double w_s, double w, double *slope) {
  *slope = 0;
  if (!(w_s > 0)) return moving;
  double u = w / w_s, share = (still - moving) * jnk_exp(-u * u);
  *slope = -2 * u / w_s * share;
  return moving + share;
}

#endif
