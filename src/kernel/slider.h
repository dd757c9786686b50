// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// slider.h - dry friction that holds at standstill: spring k and damper c in parallel, in series with a slider of
// capacity C. With the total rate w and the deflection s of the spring,
//   F = sat(k s + c w, -C, C),   s' = (F - k s) / c.
// While it sticks, s' = w: there is no drift. While it slips, F = C along w, and the deflection tends to C / k with the
// time constant c / k. F is continuous; damper and slider dissipate:
//   F w = d/dt (k s^2 / 2) + c s'^2 + F (w - s'),   F (w - s') >= 0
// Also for lanes (real.h).
#ifndef JNK_SLIDER_H
#define JNK_SLIDER_H

#include "kernel/real.h"
#include "kernel/slider_block.h"

// Returns the trial force k s + c w, which the slider carries while it sticks. s: deflection of the spring; w: total
// rate.
JNK_FN jnk_real jnk_slider_trial(const jnk_slider *slider, jnk_real s, jnk_real w) {
  return slider->k * s + slider->c * w;
}

// Returns the capacity C that the slider uses: 0 instead of a negative number.
JNK_FN jnk_real jnk_slider_capacity(jnk_real C) { return JNK_CHOOSE(C < 0, jnk_of(0), C); }

// Returns the friction force along one direction: the trial force, limited to the capacity C. Sets *rate to the rate s'
// of the deflection. NaN counts as slipping, so that the rate is NaN as well.
JNK_FN jnk_real jnk_slider_carries(const jnk_slider *slider, jnk_real s, jnk_real w, jnk_real C, jnk_real *rate) {
  jnk_real trial = jnk_slider_trial(slider, s, w);
  const jnk_mask on = jnk_not(trial <= C), back = jnk_not(on | (trial >= -C)), slips = on | back;
  jnk_real F = JNK_CHOOSE(on, C, JNK_CHOOSE(back, -C, trial));
  *rate = w;
  if (jnk_any(slips)) *rate = JNK_CHOOSE(slips, (F - slider->k * s) / slider->c, w);
  return F;
}

// ---- two directions of a plane: the capacity is the radius of a circle ---------------------------------------------

JNK_FN void jnk_slider_trial2(const jnk_slider *slider, const jnk_real s[2], const jnk_real w[2], jnk_real trial[2]) {
  for (int i = 0; i < 2; i++) trial[i] = jnk_slider_trial(slider, s[i], w[i]);
}

JNK_FN jnk_real jnk_slider_length(const jnk_real x[2]) { return jnk_sqrt(x[0] * x[0] + x[1] * x[1]); }

// Computes the friction force F in two directions and the rates s' of the two deflections. In the lanes `sticks`, F is
// the trial force; in the others it has the magnitude C and the direction of the trial force.
JNK_FN void jnk_slider_force2(const jnk_slider *slider, const jnk_real s[2], const jnk_real w[2], jnk_real C,
                              jnk_mask sticks, jnk_real F[2], jnk_real rate[2]) {
  jnk_real trial[2], length;
  jnk_slider_trial2(slider, s, w, trial);
  length = jnk_slider_length(trial);
  for (int i = 0; i < 2; i++) {
    F[i] = JNK_CHOOSE(sticks, trial[i], JNK_CHOOSE(length > 0, C * (trial[i] / length), jnk_of(0)));
    rate[i] = JNK_CHOOSE(sticks, w[i], (F[i] - slider->k * s[i]) / slider->c);
  }
}

#endif
