// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// soft_calc.h - forces on a wheel on soft ground, computed from a soil model or from measured curves, with constants in
// a block of numbers. The law gives load and forces together, from the depth of the wheel below the undeformed road and
// the slip. Slip builds up over states of the ground (soil_wheel.h). The engine and compiled code both call
// jnk_soft_calc.
#ifndef JNK_SOFT_CALC_H
#define JNK_SOFT_CALC_H

#include "kernel/ground/soil_wheel.h"
#include "kernel/ground/tyre.h"

// Law of soft ground for wheels: two functions that read the same constants, `numbers`.
typedef struct {
  // Computes tyre deflection, sinkage, load and yield of the contact patch at the depth patch->h > 0, and the other
  // members of the patch that `calc` reads. Stores them in *patch.
  void (*stand)(const double *numbers, jnk_patch *patch);
  // Computes the forces of a patch that `stand` has computed, for a slip. Stores them in *out.
  void (*calc)(const double *numbers, const jnk_patch *patch, const jnk_patch_slip *slip, jnk_patch_force *out);
} jnk_ground_law;

// Constants of a wheel on soft ground. All members are doubles. Indices count from the beginning of the block that
// contains this struct.
typedef struct {
  double radius, damping;
  double vertical, rolls;  // flags, see jnk_wheel: deflection is measured vertically; the wheel rolls as a rigid disc
  double law_at[2];        // index of the law's numbers, for the ground left and right of the x axis
  double states;           // number of states of the wheel: 0 or 3
  double length,
      lag;  // length over which the ground is sheared, m; time constant of the damping of this shear at rest, s
  double
      low;  // without states: lower bound, m/s, of the speed by which the sliding velocity is divided to give the slip
} jnk_soft;

JNK_FN const jnk_soft *jnk_soft_of_block(const double *block) { return (const jnk_soft *)(const void *)block; }

// Quantities of one wheel on soft ground during an evaluation.
typedef struct {
  const jnk_contact *contact;
  double height;    // height of the centre above the contact point, m
  double V, Vs[2];  // speed of the tread, and its sliding velocity at the contact point, m/s
  jnk_patch_slip slip;
  jnk_patch patch;
  jnk_patch_force force;
  double Fz;
} jnk_soft_at;

JNK_FN const double *jnk_soft_numbers(const jnk_soft *t, double y) {
  return (const double *)(const void *)t + (ptrdiff_t)t->law_at[y < 0 ? 1 : 0];
}

// ---- slip ------------------------------------------------------------------------------------------------

// Computes c->arm, the vector from the wheel centre to the lowest point of the tread, and the velocity of the tread
// there: sliding velocity at->Vs and tread speed at->V. v, w: velocity of the wheel centre and angular velocity.
JNK_FN void jnk_soft_move(const double v[3], const double w[3], jnk_contact *c, jnk_soft_at *at) {
  double turn[3], patch[3], flattest = 1.0 / (double)JNK_TYRE_FLATTEST;
  jnk_scale(-at->height / (c->cosine > flattest ? c->cosine : flattest), c->ez, c->arm);
  jnk_cross(w, c->arm, turn);
  jnk_add(v, turn, patch);
  at->Vs[0] = jnk_dot(patch, c->ex);
  at->Vs[1] = jnk_dot(patch, c->ey);
  at->V = c->Vx - at->Vs[0];
}

// Computes the slip at->slip. With states it is computed from them, and the rates of the three states are stored in
// `rate`; with state NULL it is the steady slip at the present velocities, and `rate` is not set.
JNK_FN void jnk_soft_slip(const jnk_soft *t, const double *state, jnk_soft_at *at, double *rate) {
  double l = t->length, slip[2], Vx = at->contact->Vx;
  if (!state) {
    double V = jnk_tyre_speed(at->V, t->low);
    at->slip.x = -at->Vs[0] / V;
    at->slip.y = -at->Vs[1] / V;
    at->slip.zeta = Vx / jnk_tyre_speed(Vx, t->low);
    return;
  }
  jnk_shear_rate(l, at->V, at->Vs, state, rate);
  jnk_shear_slip(l, t->lag, at->V, at->Vs, state, slip);
  at->slip.x = slip[0];
  at->slip.y = slip[1];
  // With a tenth of the shear length and ten times the lag, the state of the rolling direction follows quickly and
  // without oscillation.
  at->slip.zeta = jnk_travel_side(l / 10, 10 * t->lag, Vx, state[2], &rate[2]);
}

// ---- forces ----------------------------------------------------------------------------------------------

// Returns the damping force of the tyre, N. Only the part `yield` of the deflection rate deforms the tyre, because tyre
// and ground are in series. The magnitude is limited to the load of the patch.
JNK_FN double jnk_soft_damper(const jnk_soft *t, const jnk_patch *patch, double rate) {
  double force = t->damping * patch->yield * rate;
  return force < -patch->load ? -patch->load : force > patch->load ? patch->load : force;
}

// Multiplies all forces in *f by the factor `carried`, which is below 1 for a wheel that is strongly tilted.
JNK_FN void jnk_soft_fade(double carried, jnk_patch_force *f) {
  f->traction *= carried;
  f->tread *= carried;
  f->lift *= carried;
  f->side *= carried;
  f->Mz *= carried;
  f->resistance *= carried;
}

// Computes patch, slip, forces and load of a wheel on soft ground; stores them in *at. r, v, w: position and velocity
// of the wheel centre, angular velocity; c: contact, already computed; its arm is set here. state, rate: states and
// their rates; state NULL: steady slip.
JNK_FN void jnk_soft_calc(const jnk_soft *t, const jnk_ground_law *law, const double r[3], const double v[3],
                          const double w[3], const double *state, jnk_contact *c, jnk_soft_at *at, double *rate) {
  const double *numbers = jnk_soft_numbers(t, r[1]);
  const jnk_patch_force none = {0, 0, 0, 0, 0, 0};
  double slope;
  at->contact = c;
  at->force = none;
  at->Fz = 0;
  at->patch.h = c->touches ? c->deflection : 0;
  at->patch.deflection = at->patch.sinkage = 0;
  if (c->touches) law->stand(numbers, &at->patch);
  at->height = fmax(t->radius - at->patch.deflection, t->radius / 20);
  jnk_soft_move(v, w, c, at);
  jnk_soft_slip(t, state, at, rate);
  if (!c->touches) return;
  law->calc(numbers, &at->patch, &at->slip, &at->force);
  double carried = jnk_tyre_carried(c->cosine, &slope);
  jnk_soft_fade(carried, &at->force);
  at->Fz = fmax(carried * (at->patch.load + jnk_soft_damper(t, &at->patch, c->rate)) + at->force.lift, 0);
}

// Computes the force F and the torque T on the wheel at its centre, ground axes. The resistance to travel acts at the
// centre. An additional moment about the axle accounts for the tread's path along the arc, which is longer than the
// distance that the wheel travels.
JNK_FN void jnk_soft_apply(const jnk_soft_at *at, const double axis[3], double F[3], double T[3]) {
  const jnk_contact *c = at->contact;
  const jnk_patch_force *f = &at->force;
  double more = at->height * (f->tread - f->traction);
  jnk_scale(at->Fz, c->n, F);
  jnk_add_scaled(F, f->traction, c->ex, F);
  jnk_add_scaled(F, f->side, c->ey, F);
  jnk_cross(c->arm, F, T);
  jnk_add_scaled(T, f->Mz, c->n, T);
  jnk_add_scaled(T, -more, axis, T);
  jnk_add_scaled(F, -f->resistance, c->ex, F);
}

// ---- outputs --------------------------------------------------------------------------------------

enum {
  JNK_SOFT_FX,
  JNK_SOFT_FY,
  JNK_SOFT_FZ,
  JNK_SOFT_MZ,
  JNK_SOFT_SLIP,
  JNK_SOFT_SLIP_ANGLE,
  JNK_SOFT_CAMBER,
  JNK_SOFT_PENETRATION,
  JNK_SOFT_MY,
  JNK_SOFT_SINKAGE,
  JNK_SOFT_TRACTION,
  JNK_SOFT_RESISTANCE,
  JNK_SOFT_WORDS
};

// Writes the outputs of a wheel on soft ground to out, indexed by JNK_SOFT_FX and so on. The slip angle is written as
// its tangent, with the sign of the force; callers convert it by -atan.
JNK_FN void jnk_soft_words(const jnk_soft_at *at, double *out) {
  const jnk_patch_force *f = &at->force;
  out[JNK_SOFT_FX] = f->traction - f->resistance;
  out[JNK_SOFT_FY] = f->side;
  out[JNK_SOFT_FZ] = at->Fz;
  out[JNK_SOFT_MZ] = f->Mz;
  out[JNK_SOFT_SLIP] = at->slip.x;
  out[JNK_SOFT_SLIP_ANGLE] = at->slip.y;
  out[JNK_SOFT_CAMBER] = at->contact->camber;
  out[JNK_SOFT_PENETRATION] = at->patch.h;
  out[JNK_SOFT_MY] = -at->height * f->tread;
  out[JNK_SOFT_SINKAGE] = at->patch.sinkage;
  out[JNK_SOFT_TRACTION] = f->traction;
  out[JNK_SOFT_RESISTANCE] = f->resistance;
}

#endif
