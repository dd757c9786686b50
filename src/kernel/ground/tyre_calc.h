// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre_calc.h - a tyre on hard ground as a block of numbers: contact, steady or transient slip, rolling resistance, and
// what all that does to the wheel. Its law of slip is a function over numbers of its own. Engine and generated code
// both call jnk_tyre_calc.
#ifndef JNK_TYRE_CALC_H
#define JNK_TYRE_CALC_H

#include "kernel/call/law_call.h"
#include "kernel/ground/tyre_law.h"

// For a load > 0.
typedef void (*jnk_slip_law)(const double *numbers, const jnk_slip *slip, jnk_slip_force *out);

// The block: doubles alone; places count from its begin. Flags are 0 or 1.
typedef struct {
  double radius, stiffness, damping;
  double vertical, rolls;      // how deflection is measured: jnk_wheel
  double load_at;              // place of the load over deflection, 0: by the stiffness
  double slip_at;              // place of the numbers of the law of slip
  double states;               // how many it has: 0, 2 or 3
  double hand;                 // -1: a mirror image, with the asymmetries of its law on the other side
  double upright;              // camber has no effect at standstill
  double circumference;        // slip is measured against the speed of the circumference, else against that of travel
  double by_patch;             // the law looks at the length of the contact patch
  double overturns;            // it has a moment about the heading
  double low, low_steady;      // speeds below which slip counts for less: with states, and without
  double trail_low;            // 0: the same
  jnk_carcass along, across;   // of slip that builds up
  double rolling[4], resists;  // rolling resistance over the speed
  double holds;                // at standstill, by a state
  jnk_slider hold;
} jnk_tyre;

JNK_FN const jnk_tyre *jnk_tyre_of_block(const double *block) { return (const jnk_tyre *)(const void *)block; }

enum { JNK_TYRE_STATES = 3 };

// One tyre where it is.
typedef struct {
  const jnk_tyre *tyre;
  jnk_slip_law law;
  const double *numbers;  // of the law
  const jnk_contact *contact;
  const double *axis;  // spin axis, ground axes
  double V;            // what slip is measured against
  jnk_slip slip;       // that the forces stand for
  jnk_slip_force force;
  double spin;  // rad/s
  jnk_rolling rolling;
} jnk_tyre_at;

// room: for the law that it is given.
JNK_FN jnk_wheel jnk_tyre_wheel(const jnk_tyre *t, jnk_law *room) {
  jnk_wheel wheel = {t->radius, t->stiffness, t->damping, t->vertical != 0, t->rolls != 0, NULL};
  if (t->load_at > 0) {
    const double *end;
    *room = jnk_law_of_block((const double *)(const void *)t + (ptrdiff_t)t->load_at, &end);
    wheel.law = room;
  }
  return wheel;
}

JNK_WITHIN jnk_tyre_at jnk_tyre_start(const jnk_tyre *t, jnk_slip_law law, const jnk_contact *contact,
                                      const double *axis) {
  const jnk_slip none = {0, 0, 0, 0, 0, 0};
  const jnk_slip_force free = {0, 0, 0, 0, 0, 0, 0};
  const jnk_rolling rolls = {0, 0, 0};
  jnk_tyre_at at = {t, law,  (const double *)(const void *)t + (ptrdiff_t)t->slip_at, contact, axis, 0, none, free,
                    0, rolls};
  return at;
}

// ---- slip -----------------------------------------------------------------------------------------------------

JNK_WITHIN void jnk_tyre_law_calc(const jnk_tyre_at *at, const jnk_slip *slip, jnk_slip_force *out) {
  double hand = at->tyre->hand;
  const jnk_slip own = {slip->x, hand * slip->y, slip->Fz, hand * slip->camber, slip->grip, slip->patch};
  at->law(at->numbers, &own, out);
  out->Fy *= hand, out->Mz *= hand, out->Mx *= hand;
}

JNK_FN double jnk_secant_slip(double F, double f) { return f > 0 ? F / f : 0; }

// Forces by the deflections of the carcass, and the slip that would give them.
JNK_WITHIN void jnk_tyre_build_up(jnk_tyre_at *at, const jnk_slip_force *steady, const double u[2], double F[2],
                                  double rate[2]) {
  const jnk_carcass *x = &at->tyre->along, *y = &at->tyre->across;
  F[0] = rate[0] = 0;
  if (x->c > 0) F[0] = jnk_build_up(x, u[0], at->V, steady->Fx, steady->fx, &rate[0]);
  F[1] = jnk_build_up(y, u[1], at->V, steady->Fy, steady->fy, &rate[1]);
  jnk_limit_force(steady->limit, &F[0], &F[1]);
  at->slip.x = jnk_secant_slip(F[0], steady->fx), at->slip.y = jnk_secant_slip(F[1], steady->fy);
}

// The moment is that of the slip which would give the forces. What both calls of the law have in common is computed
// once, since they stand side by side.
JNK_WITHIN void jnk_tyre_transient(jnk_tyre_at *at, const double u[2], double rate[2]) {
  jnk_slip_force steady = {0, 0, 0, 0, 0, 0, 0};
  double F[2];
  if (at->slip.Fz > 0) {
    jnk_tyre_law_calc(at, &at->slip, &steady);
    jnk_tyre_build_up(at, &steady, u, F, rate);
    jnk_tyre_law_calc(at, &at->slip, &at->force);
  } else {
    jnk_tyre_build_up(at, &steady, u, F, rate);
  }
  at->force.Fx = F[0], at->force.Fy = F[1];
}

// state NULL: forces follow slip at once.
JNK_WITHIN void jnk_tyre_slip(jnk_tyre_at *at, const double *state, double *state_rate) {
  const jnk_tyre *t = at->tyre;
  const jnk_contact *c = at->contact;
  double low = state ? t->low : t->low_steady;
  at->V = jnk_tyre_speed(t->circumference != 0 ? c->Vx - c->Vsx : c->Vx, low);
  at->slip.x = -c->Vsx / at->V, at->slip.y = -(state ? c->Vsy : c->Vy) / at->V;
  at->slip.Fz = c->Fz, at->slip.camber = c->camber, at->slip.grip = c->grip, at->slip.patch = 0;
  if (t->by_patch != 0 && c->deflection > 0) at->slip.patch = 2 * sqrt(t->radius * c->deflection);
  if (state) jnk_tyre_transient(at, state, state_rate);
  else if (at->slip.Fz > 0) jnk_tyre_law_calc(at, &at->slip, &at->force);
  // the trail lies behind, and not where nothing rolls
  at->force.Mz *= c->Vx / jnk_tyre_speed(c->Vx, t->trail_low > 0 ? t->trail_low : low);
}

// ---- rolling resistance ---------------------------------------------------------------------------------------

JNK_FN double jnk_tyre_loaded_radius(const jnk_tyre *t, const jnk_contact *c) {
  return c->deflection < t->radius ? t->radius - c->deflection : 0;
}

JNK_FN void jnk_tyre_roll(jnk_tyre_at *at, const double w[3], const double *state, double *state_rate) {
  const jnk_tyre *t = at->tyre;
  if (!(t->resists != 0)) return;
  double slope, C = jnk_rolling_coefficient(t->rolling, at->contact->Vx, &slope) * at->contact->Fz;
  C *= jnk_tyre_loaded_radius(t, at->contact);
  at->spin = jnk_dot(w, at->axis);
  if (state && t->holds != 0) at->rolling = jnk_rolling_hold(&t->hold, state[2], at->spin, C, &state_rate[2]);
  else at->rolling = jnk_rolling_fade(t->low_steady / t->radius, at->spin, C);
}

// ---- forces ---------------------------------------------------------------------------------------------------

// What acts at the contact point, as force and torque at the wheel's centre.
JNK_FN void jnk_tyre_apply(const jnk_tyre_at *at, double F[3], double T[3]) {
  const jnk_contact *c = at->contact;
  jnk_scale(c->Fz, c->n, F);
  jnk_add_scaled(F, at->force.Fx, c->ex, F);
  jnk_add_scaled(F, at->force.Fy, c->ey, F);
  jnk_cross(c->arm, F, T);
  jnk_add_scaled(T, at->force.Mz, c->n, T);
  if (at->tyre->overturns != 0) jnk_add_scaled(T, at->force.Mx, c->ex, T);
  if (at->rolling.moment != 0) jnk_add_scaled(T, -at->rolling.moment, at->axis, T);
}

// A tyre with `upright` that (all but) stands.
JNK_FN int jnk_tyre_is_upright(const jnk_tyre *t, const jnk_contact *c, int transient) {
  return t->upright != 0 && fabs(c->Vx) < (transient ? t->low : t->low_steady);
}

// All of it on a contact that is known; w: angular velocity of the wheel.
JNK_WITHIN jnk_tyre_at jnk_tyre_calc(const jnk_tyre *t, jnk_slip_law law, const double w[3], const double *axis,
                                     const double *state, jnk_contact *c, double *state_rate) {
  int transient = state != NULL;
  if (jnk_tyre_is_upright(t, c, transient))
    jnk_contact_upright(t->radius - c->deflection, transient ? t->low : t->low_steady, c);
  jnk_tyre_at at = jnk_tyre_start(t, law, c, axis);
  jnk_tyre_slip(&at, state, state_rate);
  jnk_tyre_roll(&at, w, state, state_rate);
  return at;
}

// ---- what it prints -------------------------------------------------------------------------------------------

enum {
  JNK_TYRE_FX,
  JNK_TYRE_FY,
  JNK_TYRE_FZ,
  JNK_TYRE_MZ,
  JNK_TYRE_SLIP,
  JNK_TYRE_SLIP_ANGLE,
  JNK_TYRE_CAMBER,
  JNK_TYRE_PENETRATION,
  JNK_TYRE_MY,
  JNK_TYRE_MX,
  JNK_TYRE_WORDS
};

// Of the slip angle its tangent, positive where the force is: who prints it takes -atan.
JNK_FN void jnk_tyre_words(const jnk_tyre_at *at, double *out) {
  const jnk_contact *c = at->contact;
  out[JNK_TYRE_FX] = at->force.Fx, out[JNK_TYRE_FY] = at->force.Fy, out[JNK_TYRE_FZ] = c->Fz;
  out[JNK_TYRE_MZ] = at->force.Mz, out[JNK_TYRE_SLIP] = at->slip.x, out[JNK_TYRE_SLIP_ANGLE] = at->slip.y;
  out[JNK_TYRE_CAMBER] = c->camber, out[JNK_TYRE_PENETRATION] = c->deflection > 0 ? c->deflection : 0;
  out[JNK_TYRE_MY] = -at->rolling.moment, out[JNK_TYRE_MX] = at->force.Mx;
}

#endif
