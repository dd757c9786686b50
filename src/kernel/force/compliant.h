// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compliant.h - compliant contact at one point with the unit normal n from the first body to the second: the normal
// force N (compliant_push.h) and dry friction that can hold at standstill (slider.h). Also for lanes (real.h).
//   s    deflection of the friction spring, a vector normal to n: the displacement of the second body relative to the
//        first since sticking began
//   gT   tangential relative velocity (1 - n n') u, u: velocity of the second body's material relative to the first's
//   F    friction on the second body, -sat(k s + c gT) with the capacity mu N
// The deflection is carried along by the smallest rotation of n and by the mean spin w . n of the two bodies about n:
//   s' = s'(slider) - n (n' . s) + (w . n) n x s - (k/c) n (n . s)
// The last term is zero but for rounding and errors of the integration. In the plane the state is the component of s
// along e_z x n.
#ifndef JNK_COMPLIANT_H
#define JNK_COMPLIANT_H

#include "kernel/force/compliant_push.h"
#include "kernel/real.h"
#include "kernel/slider.h"
#include "kernel/vec3.h"

typedef struct {
  jnk_real force[3];  // friction on the second body, N
  jnk_real rate[3];   // rate of the friction spring's deflection, ground axes, m/s; in the plane only rate[0] is used
  jnk_real length, slip;  // magnitude of the friction, N; speed of the slider, m/s
  jnk_real trial;         // magnitude that the friction must have if the contact sticks, N
  jnk_real power;         // power of the damper and the slider, at most 0, W
  jnk_mask sticks;
} jnk_compliant_rub;

// Computes the friction of a compliant contact; stores it in *out. in: normal force N, n (3), u (3), n' (3), mean
// angular velocity of the two bodies (3), deflection of the friction spring (3; in the plane only the first). held: 1:
// the contact sticks, -1: it slips, both regardless of the forces; 0: it sticks if the trial force is at most mu N.
JNK_WITHIN void jnk_compliant_rub_calc(const jnk_compliant *c, const jnk_real *in, int held, jnk_compliant_rub *out) {
  const jnk_slider slider = {c->shear_k, c->shear_c};
  const jnk_real *n = in + 1, *u = in + 4, *turn = in + 7, *w = in + 10,
                 capacity = jnk_slider_capacity(c->friction * in[0]);
  jnk_real s[3], gT[3], t[3], across[3], needed[3], spin = jnk_dot(w, n), lift, along;
  jnk_set(-n[1], n[0], jnk_of(0), t);
  for (int i = 0; i < 3; i++) s[i] = c->plane != 0 ? in[13] * t[i] : in[13 + i];
  lift = jnk_dot(n, s);
  jnk_add_scaled(s, -lift, n, s);
  jnk_add_scaled(u, -jnk_dot(n, u), n, gT);
  for (int i = 0; i < 3; i++) needed[i] = jnk_slider_trial(&slider, s[i], gT[i]);
  out->trial = jnk_sqrt(jnk_dot(needed, needed));
  out->sticks = held > 0 ? out->trial == out->trial : held < 0 ? out->trial != out->trial : out->trial <= capacity;
  for (int i = 0; i < 3; i++) {
    jnk_real F =
        JNK_CHOOSE(out->sticks, needed[i], JNK_CHOOSE(out->trial > 0, capacity * (needed[i] / out->trial), jnk_of(0)));
    out->rate[i] = JNK_CHOOSE(out->sticks, gT[i], (F - slider.k * s[i]) / slider.c);
    out->force[i] = -F;
    across[i] = gT[i] - out->rate[i];
  }
  out->length = jnk_sqrt(jnk_dot(out->force, out->force));
  out->slip = jnk_sqrt(jnk_dot(across, across));
  out->power = jnk_dot(out->force, gT) + slider.k * jnk_dot(s, out->rate);
  if (c->plane != 0) {
    along = jnk_dot(t, out->rate);
    jnk_set(along, jnk_of(0), jnk_of(0), out->rate);
    return;
  }
  jnk_cross(n, s, across);
  jnk_add_scaled(out->rate, -jnk_dot(turn, s) - slider.k / slider.c * lift, n, out->rate);
  jnk_add_scaled(out->rate, spin, across, out->rate);
}

// ---- calls ---------------------------------------------------------------------------------------------------------
// The block of constants of the following calls is a jnk_compliant.

// Computes the normal force of a compliant contact. block: jnk_compliant; in: depth, its rate, speed v at which the
// contact began (0: not detected yet); out: normal force N, potential, power of the damping force; all are 0 for depth
// <= 0.
JNK_FN void jnk_call_press(const double *block, const jnk_real *in, jnk_real *out) {
  const jnk_compliant *c = (const jnk_compliant *)(const void *)block;
  for (int i = 0; i < 3; i++) out[i] = jnk_of(0);
  for (int i = 0; i < JNK_LANES; i++) {
    if (!(JNK_LANE(in[0], i) > 0)) continue;
    const jnk_compliant_push p = jnk_compliant_push_calc(c, JNK_LANE(in[2], i), JNK_LANE(in[0], i), JNK_LANE(in[1], i));
    JNK_LANE(out[0], i) = p.force;
    JNK_LANE(out[1], i) = p.potential;
    JNK_LANE(out[2], i) = p.power;
  }
}

// Computes the friction of a compliant contact. block: jnk_compliant; in: as jnk_compliant_rub_calc; out: force on the
// second body (3), rates of the deflection (3), magnitude of the friction, slip speed, 1 if the contact sticks or else
// 0, power of damper and slider.
JNK_FN void jnk_call_rub(const double *block, const jnk_real *in, jnk_real *out) {
  jnk_compliant_rub rub;
  jnk_compliant_rub_calc((const jnk_compliant *)(const void *)block, in, 0, &rub);
  for (int i = 0; i < 3; i++) {
    out[i] = rub.force[i];
    out[3 + i] = rub.rate[i];
  }
  out[6] = rub.length;
  out[7] = rub.slip;
  out[8] = JNK_CHOOSE(rub.sticks, jnk_of(1), jnk_of(0));
  out[9] = rub.power;
}

#endif
