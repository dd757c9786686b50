// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// slider_side.h - a slider (slider.h) held in one of its modes, and its capacity over the rate.
#ifndef JNK_SLIDER_SIDE_H
#define JNK_SLIDER_SIDE_H

#include "kernel/elementary.h"
#include "kernel/slider.h"

typedef enum { JNK_SLIPS_BACK = -1, JNK_STICKS, JNK_SLIPS_ON } jnk_slider_side;

// Returns the mode of the slider for a trial force and the capacity C: sticking, or slipping forward or back. NaN
// counts as slipping.
JNK_FN jnk_slider_side jnk_slider_where(double trial, double C) {
  return !(trial <= C) ? JNK_SLIPS_ON : !(trial >= -C) ? JNK_SLIPS_BACK : JNK_STICKS;
}

// Returns the margin of a mode: the distance of the trial force from the nearest limit of the range in which this mode
// is valid; negative if the mode is not valid.
JNK_FN double jnk_slider_within(double trial, double C, jnk_slider_side side) {
  if (side == JNK_SLIPS_ON) return trial - C;
  if (side == JNK_SLIPS_BACK) return -C - trial;
  return trial > 0 ? C - trial : C + trial;
}

// Returns the friction force in the mode `side`, whether or not this mode is valid; sets *rate to the rate s' of the
// deflection.
JNK_FN double jnk_slider_force(const jnk_slider *slider, double s, double w, double C, jnk_slider_side side,
                               double *rate) {
  double F = side == JNK_STICKS ? jnk_slider_trial(slider, s, w) : (int)side * C;
  *rate = side == JNK_STICKS ? w : (F - slider->k * s) / slider->c;
  return F;
}

// ---- capacity --------------------------------------------------------------------------------------------------

// Returns the friction capacity at the sliding speed w after Stribeck: moving + (still - moving) exp(-(w / w_s)^2),
// with w_s the Stribeck rate; `moving` if w_s is not > 0. Sets *slope to the derivative with respect to w.
JNK_FN double jnk_stribeck(double still, double moving, double w_s, double w, double *slope) {
  *slope = 0;
  if (!(w_s > 0)) return moving;
  double u = w / w_s, share = (still - moving) * jnk_exp(-u * u);
  *slope = -2 * u / w_s * share;
  return moving + share;
}

#endif
