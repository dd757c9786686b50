// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// soft_calc.h - a wheel whose law is one of the ground, as a block of numbers: it takes how far the wheel reaches below
// the road and the slip, and gives load and forces at once (soft soil, measured curves). Slip builds up over a state of
// the ground, and which way the wheel rolls over another: soil_wheel.h. Engine and generated code both call
// jnk_soft_calc.
#ifndef JNK_SOFT_CALC_H
#define JNK_SOFT_CALC_H

#include "kernel/ground/soil_wheel.h"
#include "kernel/ground/tyre.h"

// Over the numbers of a law of the ground.
typedef struct {
  // The wheel reaches patch->h > 0 below the road: deflection, sinkage, load and yield of the patch, and what `calc`
  // wants of it.
  void (*stand)(const double *numbers, jnk_patch *patch);
  void (*calc)(const double *numbers, const jnk_patch *patch, const jnk_patch_slip *slip, jnk_patch_force *out);
} jnk_ground_law;

// The block: doubles alone; places count from its begin.
typedef struct {
  double radius, damping;
  double vertical, rolls;  // how deflection is measured: jnk_wheel
  double law_at[2];        // place of the numbers of the law, left and right of the x axis
  double states;           // how many it has: 0 or 3
  double length, lag;      // over which the ground is sheared; that damps it at rest
  double low;              // speed below which slip without states counts for less
} jnk_soft;

JNK_FN const jnk_soft *jnk_soft_of_block(const double *block) { return (const jnk_soft *)(const void *)block; }

// One wheel where it is.
typedef struct {
  const jnk_contact *contact;
  double height;    // of the centre above the contact point, m
  double V, Vs[2];  // speed of the tread, and its sliding velocity there
  jnk_patch_slip slip;
  jnk_patch patch;
  jnk_patch_force force;
  double Fz;
} jnk_soft_at;

JNK_FN const double *jnk_soft_numbers(const jnk_soft *t, double y) {
  return (const double *)(const void *)t + (ptrdiff_t)t->law_at[y < 0 ? 1 : 0];
}

// ---- slip ------------------------------------------------------------------------------------------------

// The lowest point of the tread, and how it moves.
JNK_FN void jnk_soft_move(const double v[3], const double w[3], jnk_contact *c, jnk_soft_at *at) {
  double turn[3], patch[3], flattest = 1.0 / (double)JNK_TYRE_FLATTEST;
  jnk_scale(-at->height / (c->cosine > flattest ? c->cosine : flattest), c->ez, c->arm);
  jnk_cross(w, c->arm, turn), jnk_add(v, turn, patch);
  at->Vs[0] = jnk_dot(patch, c->ex), at->Vs[1] = jnk_dot(patch, c->ey);
  at->V = c->Vx - at->Vs[0];
}

// state NULL: forces follow slip at once.
JNK_FN void jnk_soft_slip(const jnk_soft *t, const double *state, jnk_soft_at *at, double *rate) {
  double l = t->length, slip[2], Vx = at->contact->Vx;
  if (!state) {
    double V = jnk_tyre_speed(at->V, t->low);
    at->slip.x = -at->Vs[0] / V, at->slip.y = -at->Vs[1] / V, at->slip.zeta = Vx / jnk_tyre_speed(Vx, t->low);
    return;
  }
  jnk_shear_rate(l, at->V, at->Vs, state, rate);
  jnk_shear_slip(l, t->lag, at->V, at->Vs, state, slip);
  at->slip.x = slip[0], at->slip.y = slip[1];
  at->slip.zeta = jnk_travel_side(l / 10, 10 * t->lag, Vx, state[2], &rate[2]);  // soon, and without rocking
}

// ---- forces ----------------------------------------------------------------------------------------------

// The damper, in series with the ground; never more than the load.
JNK_FN double jnk_soft_damper(const jnk_soft *t, const jnk_patch *patch, double rate) {
  double force = t->damping * patch->yield * rate;
  return force < -patch->load ? -patch->load : force > patch->load ? patch->load : force;
}

// A wheel that lies down leaves the ground.
JNK_FN void jnk_soft_fade(double carried, jnk_patch_force *f) {
  f->traction *= carried, f->tread *= carried, f->lift *= carried;
  f->side *= carried, f->Mz *= carried, f->resistance *= carried;
}

// On a contact that is known; r, v, w: of the wheel's centre.
JNK_FN void jnk_soft_calc(const jnk_soft *t, const jnk_ground_law *law, const double r[3], const double v[3],
                          const double w[3], const double *state, jnk_contact *c, jnk_soft_at *at, double *rate) {
  const double *numbers = jnk_soft_numbers(t, r[1]);
  const jnk_patch_force none = {0, 0, 0, 0, 0, 0};
  double slope;
  at->contact = c, at->force = none, at->Fz = 0;
  at->patch.h = c->touches ? c->deflection : 0, at->patch.deflection = at->patch.sinkage = 0;
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

// What acts at the contact point; resistance goes through the centre, and a moment about the axle makes up for the
// tread's way over the arc.
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

// ---- what it prints --------------------------------------------------------------------------------------

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

// Of the slip angle its tangent, positive where the force is: who prints it takes -atan.
JNK_FN void jnk_soft_words(const jnk_soft_at *at, double *out) {
  const jnk_patch_force *f = &at->force;
  out[JNK_SOFT_FX] = f->traction - f->resistance, out[JNK_SOFT_FY] = f->side, out[JNK_SOFT_FZ] = at->Fz;
  out[JNK_SOFT_MZ] = f->Mz, out[JNK_SOFT_SLIP] = at->slip.x, out[JNK_SOFT_SLIP_ANGLE] = at->slip.y;
  out[JNK_SOFT_CAMBER] = at->contact->camber, out[JNK_SOFT_PENETRATION] = at->patch.h;
  out[JNK_SOFT_MY] = -at->height * f->tread, out[JNK_SOFT_SINKAGE] = at->patch.sinkage;
  out[JNK_SOFT_TRACTION] = f->traction, out[JNK_SOFT_RESISTANCE] = f->resistance;
}

#endif
