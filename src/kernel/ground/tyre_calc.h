// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre_calc.h - forces on a tyre on hard ground: steady or transient slip, rolling resistance, and force and torque on
// the wheel. Constants are a block of numbers; the slip law is a function that reads its own numbers in the block. The
// engine and compiled code both call jnk_tyre_calc. Also for lanes (real.h).
#ifndef JNK_TYRE_CALC_H
#define JNK_TYRE_CALC_H

#include "kernel/ground/contact.h"
#include "kernel/ground/slip.h"
#include "kernel/ground/tyre_block.h"
#include "kernel/ground/wheel_input.h"
#include "kernel/real.h"
#include "kernel/vec3.h"

// Slip law: computes the steady forces of a tyre for a slip. numbers: constants of the law. It is called if the load is
// > 0, with lanes if that of one lane is; what it computes in lanes without load is not used.
typedef void (*jnk_slip_law)(const double *numbers, const jnk_slip *slip, jnk_slip_force *out);

// Quantities of one tyre during an evaluation.
typedef struct {
  const jnk_tyre *tyre;
  const double *numbers;  // numbers of the slip law
  const jnk_contact *contact;
  const jnk_real *axis;  // spin axis, ground axes
  jnk_real hand;         // 1, or -1 for a mirrored tyre, see jnk_wheel_input
  jnk_real V;            // speed that divides the sliding velocity to give the slip, m/s
  jnk_slip slip;         // slip for which the steady law gives the present forces
  jnk_slip_force force;
  jnk_real spin;  // angular velocity about the spin axis, rad/s; 0 without rolling resistance
  jnk_rolling rolling;
} jnk_tyre_at;

JNK_WITHIN jnk_slip_force jnk_slip_free(void) {
  const jnk_real no = jnk_of(0);
  jnk_slip_force free = {no, no, no, no, no, no, no};
  return free;
}

JNK_WITHIN jnk_tyre_at jnk_tyre_start(const jnk_tyre *t, const jnk_contact *contact, const jnk_real *axis,
                                      jnk_real hand) {
  const jnk_real no = jnk_of(0);
  const jnk_slip none = {no, no, no, no, no, no};
  const jnk_rolling rolls = {no, no, no};
  const double *numbers = (const double *)(const void *)t + (ptrdiff_t)t->slip_at;
  jnk_tyre_at at = {t, numbers, contact, axis, hand, no, none, jnk_slip_free(), no, rolls};
  return at;
}

// ---- slip -----------------------------------------------------------------------------------------------------

// Calls the slip law for a left or right tyre: the law is for one of them, the other (hand -1) is its mirror image.
// Sets the forces *out to zero if the load is zero. The law is an argument so that it is inlined into its caller.
JNK_WITHIN void jnk_tyre_law_calc(const jnk_tyre_at *at, jnk_slip_law law, const jnk_slip *slip, jnk_slip_force *out) {
  const jnk_real no = jnk_of(0);
  const jnk_mask loaded = slip->Fz > 0;
  const jnk_real hand = at->hand;
  const jnk_slip own = {slip->x, hand * slip->y, slip->Fz, hand * slip->camber, slip->grip, slip->patch};
  law(at->numbers, &own, out);
  out->Fx = JNK_CHOOSE(loaded, out->Fx, no);
  out->fx = JNK_CHOOSE(loaded, out->fx, no);
  out->Fy = JNK_CHOOSE(loaded, out->Fy * hand, no);
  out->fy = JNK_CHOOSE(loaded, out->fy, no);
  out->Mz = JNK_CHOOSE(loaded, out->Mz * hand, no);
  out->Mx = JNK_CHOOSE(loaded, out->Mx * hand, no);
  out->limit = JNK_CHOOSE(loaded, out->limit, no);
}

// Returns the slip at which the slip law, linearised by its secant f, gives the force F. slip, steady: present slip and
// steady force there, which includes an offset (camber, conicity). For F = steady, or f = 0, the result is the present
// slip.
JNK_WITHIN jnk_real jnk_secant_slip(jnk_real slip, jnk_real F, jnk_real steady, jnk_real f) {
  jnk_real offset = steady - f * slip;
  return JNK_CHOOSE(f > 0, (F - offset) / f, slip);
}

// Computes, from the carcass deflections u, the transient forces F, the rates of u, and the slip at->slip that
// corresponds to F. steady: forces of the slip law at the present slip, which at->slip must hold.
JNK_WITHIN void jnk_tyre_build_up(jnk_tyre_at *at, const jnk_slip_force *steady, const jnk_real u[2], jnk_real F[2],
                                  jnk_real rate[2]) {
  const jnk_carcass *x = &at->tyre->along, *y = &at->tyre->across;
  F[0] = rate[0] = jnk_of(0);
  if (x->c > 0) F[0] = jnk_build_up(x, u[0], at->V, steady->Fx, steady->fx, &rate[0]);
  F[1] = jnk_build_up(y, u[1], at->V, steady->Fy, steady->fy, &rate[1]);
  jnk_limit_force(steady->limit, &F[0], &F[1]);
  at->slip.x = jnk_secant_slip(at->slip.x, F[0], steady->Fx, steady->fx);
  at->slip.y = jnk_secant_slip(at->slip.y, F[1], steady->Fy, steady->fy);
}

// Computes the transient forces at->force from the carcass deflections u, and the rates of u. The aligning moment is
// that of the slip that corresponds to the forces. The two calls of the slip law are inlined next to each other, so
// that the compiler shares common terms.
JNK_WITHIN void jnk_tyre_transient(jnk_tyre_at *at, jnk_slip_law law, const jnk_real u[2], jnk_real rate[2]) {
  jnk_slip_force steady = jnk_slip_free();
  jnk_real F[2];
  if (jnk_any(at->slip.Fz > 0)) {
    jnk_tyre_law_calc(at, law, &at->slip, &steady);
    jnk_tyre_build_up(at, &steady, u, F, rate);
    jnk_tyre_law_calc(at, law, &at->slip, &at->force);
  } else {
    jnk_tyre_build_up(at, &steady, u, F, rate);
  }
  at->force.Fx = F[0];
  at->force.Fy = F[1];
}

// Computes slip (at->slip) and forces (at->force), and with states the rates of the carcass deflections. state NULL:
// steady slip.
JNK_WITHIN void jnk_tyre_slip(jnk_tyre_at *at, jnk_slip_law law, const jnk_real *state, jnk_real *state_rate) {
  const jnk_tyre *t = at->tyre;
  const jnk_contact *c = at->contact;
  double low = state ? t->low : t->low_steady;
  at->V = jnk_tyre_speed(t->circumference != 0 ? c->Vx - c->Vsx : c->Vx, low);
  at->slip.x = -c->Vsx / at->V;
  at->slip.y = -(state ? c->Vsy : c->Vy) / at->V;
  at->slip.Fz = c->Fz;
  at->slip.camber = c->camber;
  at->slip.grip = c->grip;
  at->slip.patch = jnk_of(0);
  if (t->by_patch != 0)
    at->slip.patch = JNK_CHOOSE(c->deflection > 0, 2 * jnk_sqrt(t->radius * c->deflection), jnk_of(0));
  if (state) jnk_tyre_transient(at, law, state, state_rate);
  else if (jnk_any(at->slip.Fz > 0)) jnk_tyre_law_calc(at, law, &at->slip, &at->force);
  // The aligning moment has the sign of the direction of travel and fades at standstill.
  at->force.Mz *= c->Vx / jnk_tyre_speed(c->Vx, t->trail_low > 0 ? t->trail_low : low);
}

// ---- rolling resistance ---------------------------------------------------------------------------------------

JNK_WITHIN jnk_real jnk_tyre_loaded_radius(const jnk_tyre *t, const jnk_contact *c) {
  return JNK_CHOOSE(c->deflection < t->radius, t->radius - c->deflection, jnk_of(0));
}

JNK_WITHIN void jnk_tyre_roll(jnk_tyre_at *at, const jnk_real w[3], const jnk_real *state, jnk_real *state_rate) {
  const jnk_tyre *t = at->tyre;
  if (!(t->resists != 0)) return;
  jnk_real slope, C = jnk_rolling_coefficient(t->rolling, at->contact->Vx, &slope) * at->contact->Fz;
  C *= jnk_tyre_loaded_radius(t, at->contact);
  at->spin = jnk_dot(w, at->axis);
  if (state && t->holds != 0) at->rolling = jnk_rolling_hold(&t->hold, state[2], at->spin, C, &state_rate[2]);
  else at->rolling = jnk_rolling_fade(t->low_steady / t->radius, at->spin, C);
}

// ---- forces ---------------------------------------------------------------------------------------------------

// Computes force F and torque T on the wheel at its centre, ground axes, from the forces at the contact point and the
// rolling resistance.
JNK_WITHIN void jnk_tyre_apply(const jnk_tyre_at *at, jnk_real F[3], jnk_real T[3]) {
  const jnk_contact *c = at->contact;
  const jnk_mask rolls = at->rolling.moment != 0;
  jnk_scale(c->Fz, c->n, F);
  jnk_add_scaled(F, at->force.Fx, c->ex, F);
  jnk_add_scaled(F, at->force.Fy, c->ey, F);
  jnk_cross(c->arm, F, T);
  jnk_add_scaled(T, at->force.Mz, c->n, T);
  if (at->tyre->overturns != 0) jnk_add_scaled(T, at->force.Mx, c->ex, T);
  if (!jnk_any(rolls)) return;
  for (int i = 0; i < 3; i++) T[i] = JNK_CHOOSE(rolls, T[i] + -at->rolling.moment * at->axis[i], T[i]);
}

// Returns the lanes in which camber has no effect because the tyre is almost at standstill; none for a tyre without the
// option `upright`. transient: flag: slip has states.
JNK_WITHIN jnk_mask jnk_tyre_is_upright(const jnk_tyre *t, const jnk_contact *c, int transient) {
  double below = t->upright != 0 ? (transient ? t->low : t->low_steady) : 0;
  return jnk_abs(c->Vx) < below;
}

// Computes slip, forces and rolling resistance of a tyre, and returns them. c: contact, already computed; its camber
// and arm may be changed near standstill (jnk_contact_upright). w: angular velocity of the wheel; axis: its spin axis;
// hand: as in jnk_wheel_input; state, state_rate: states and their rates; state NULL: steady slip.
JNK_WITHIN jnk_tyre_at jnk_tyre_calc(const jnk_tyre *t, jnk_slip_law law, const jnk_real w[3], const jnk_real *axis,
                                     jnk_real hand, const jnk_real *state, jnk_contact *c, jnk_real *state_rate) {
  int transient = state != NULL;
  const jnk_mask upright = jnk_tyre_is_upright(t, c, transient);
  if (jnk_any(upright)) jnk_contact_upright(t->radius - c->deflection, transient ? t->low : t->low_steady, upright, c);
  jnk_tyre_at at = jnk_tyre_start(t, c, axis, hand);
  jnk_tyre_slip(&at, law, state, state_rate);
  jnk_tyre_roll(&at, w, state, state_rate);
  return at;
}

// ---- outputs -------------------------------------------------------------------------------------------

// Writes the outputs of a tyre to out, indexed by JNK_TYRE_FX and so on. The slip angle is written as its tangent, with
// the sign of the force; callers convert it by -atan.
JNK_WITHIN void jnk_tyre_words(const jnk_tyre_at *at, jnk_real *out) {
  const jnk_contact *c = at->contact;
  out[JNK_TYRE_FX] = at->force.Fx;
  out[JNK_TYRE_FY] = at->force.Fy;
  out[JNK_TYRE_FZ] = c->Fz;
  out[JNK_TYRE_MZ] = at->force.Mz;
  out[JNK_TYRE_SLIP] = at->slip.x;
  out[JNK_TYRE_SLIP_ANGLE] = at->slip.y;
  out[JNK_TYRE_CAMBER] = c->camber;
  out[JNK_TYRE_PENETRATION] = JNK_CHOOSE(c->deflection > 0, c->deflection, jnk_of(0));
  out[JNK_TYRE_MY] = -at->rolling.moment;
  out[JNK_TYRE_MX] = at->force.Mx;
}

// ---- calls ----------------------------------------------------------------------------------------------------
//   in: wheel_input.h
//   out: force and torque on the wheel, rates of the states (3); with `all` also outputs, deflection and its rate.
//   Without `all` camber is not computed.

JNK_WITHIN void jnk_tyre_call(const double *block, jnk_slip_law law, int all, const jnk_real *in, jnk_real *out) {
  const jnk_tyre *t = jnk_tyre_of_block(block);
  const jnk_wheel_input at = jnk_wheel_read(in);
  const jnk_real no = jnk_of(0);
  jnk_contact c;
  const jnk_wheel wheel = jnk_tyre_wheel(t);
  // Results are computed in local variables first, because `out` may be the same array as the inputs.
  jnk_real rate[JNK_TYRE_STATES] = {no, no, no}, F[3], T[3], words[JNK_TYRE_WORDS];
  jnk_contact_on(&wheel, &at.under, at.r, at.v, at.w, at.axis, &c);
  if (all) jnk_contact_lean(at.axis, &c);
  jnk_tyre_at tyre = jnk_tyre_calc(t, law, at.w, at.axis, at.hand, t->states > 0 ? at.state : NULL, &c, rate);
  jnk_tyre_apply(&tyre, F, T);
  for (int i = 0; i < 3; i++) {
    out[i] = F[i];
    out[3 + i] = T[i];
    out[6 + i] = rate[i];
  }
  if (!all) return;
  jnk_tyre_words(&tyre, words);
  for (int i = 0; i < JNK_TYRE_WORDS; i++) out[9 + i] = words[i];
  out[9 + JNK_TYRE_WORDS] = c.deflection;
  out[10 + JNK_TYRE_WORDS] = c.rate;
}

#endif
