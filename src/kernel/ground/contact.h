// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact.h - contact of a wheel with the tangent plane of the road below it; also for lanes (real.h). tyre.h defines
// signs, axes, deflection, load and camber.
#ifndef JNK_CONTACT_H
#define JNK_CONTACT_H

#include "kernel/call/curve.h"
#include "kernel/elementary.h"
#include "kernel/ground/slope.h"
#include "kernel/ground/soil.h"
#include "kernel/ground/wheel.h"
#include "kernel/real.h"
#include "kernel/vec3.h"

typedef struct {
  jnk_mask touches;
  jnk_real n[3], ex[3], ey[3], ez[3];  // unit vectors, ground axes
  jnk_real cosine;                     // cosine of the camber angle
  jnk_real lost, carried;              // effects of camber: loss of reach over the radius; factor on the load
  jnk_real arm[3];                     // from the wheel centre to the contact point, m
  jnk_real deflection, rate;           // m, m/s; negative above the road
  jnk_real Fz, camber;                 // N, rad
  jnk_real grip;                       // factor on friction from the zones of the road
  jnk_real Vx, Vy;                     // velocity of the wheel centre along ex and ey, m/s
  jnk_real Vsx, Vsy;                   // velocity of the wheel's material at the contact point along ex and ey, m/s
  jnk_real patch[3];                   // that velocity as a vector, ground axes, m/s
  jnk_real height;                     // vertical distance of the wheel centre from the road, m
  jnk_slope slope;
  int searched;  // flag: `slope` has no second derivatives
} jnk_contact;

// Road below a wheel.
typedef struct {
  jnk_real z, grip;
  jnk_slope slope;
  int searched;          // flag: `slope` has no second derivatives
  const jnk_soil *soil;  // NULL: hard ground
} jnk_under;

// Reads the road from the inputs of a call: height, slopes along x and y, grip (road_block.h).
JNK_WITHIN jnk_under jnk_under_of(const jnk_real *in) {
  const jnk_real none = jnk_of(0);
  jnk_under under = {in[0], in[3], {in[1], in[2], none, none, none}, 0, NULL};
  return under;
}

// ---- load -----------------------------------------------------------------------------------------------

// Returns the elastic load, N; *slope: its derivative over the deflection.
JNK_WITHIN jnk_real jnk_tyre_spring(const jnk_wheel *wheel, jnk_real deflection, jnk_real *slope) {
  if (wheel->load) return jnk_curve_slope(wheel->load, deflection, slope);
  *slope = jnk_of(wheel->stiffness);
  return wheel->stiffness * deflection;
}

// Returns the load of a deflection and its rate, N; never negative.
JNK_WITHIN jnk_real jnk_tyre_load(const jnk_wheel *wheel, jnk_real deflection, jnk_real rate) {
  jnk_real slope, spring = jnk_tyre_spring(wheel, deflection, &slope), damper = wheel->damping * rate;
  damper = JNK_CHOOSE(damper < -spring, -spring, JNK_CHOOSE(damper > spring, spring, damper));
  return JNK_CHOOSE(deflection > 0, spring + damper, jnk_of(0));
}

// Returns a smooth step from 0 at x = from to 1 at x = to; *slope: derivative over x.
JNK_WITHIN jnk_real jnk_tyre_blend(jnk_real x, double from, double to, jnk_real *slope) {
  *slope = jnk_of(0);
  if (!jnk_any(jnk_not(x - from >= to - from))) return jnk_of(1);
  jnk_real s = (x - from) / (to - from);
  *slope = JNK_CHOOSE((s > 0) & (s < 1), 6 * s * (1 - s) / (to - from), jnk_of(0));
  return JNK_CHOOSE(s >= 1, jnk_of(1), JNK_CHOOSE(s > 0, s * s * (3 - 2 * s), jnk_of(0)));
}

// Returns the factor on the load of a wheel that lies down, 1 to 0; *slope: its derivative over the cosine of the
// camber.
JNK_WITHIN jnk_real jnk_tyre_carried(jnk_real cosine, jnk_real *slope) {
  return jnk_tyre_blend(cosine, 1.0 / (double)JNK_TYRE_FLATTEST, 1.0 / (double)JNK_TYRE_STEEPEST, slope);
}

// Returns the loss of reach of a leaning wheel over its radius: 0 up to a camber of 37 degrees, that of a disc above 60
// degrees. *slope: derivative over the cosine of the camber.
JNK_WITHIN jnk_real jnk_tyre_lost(jnk_real cosine, jnk_real *slope) {
  const double disc = 0.5, upright = 0.8;
  jnk_real by, share = 1 - jnk_tyre_blend(cosine, disc, upright, &by);
  *slope = -share - by * (1 - cosine);
  return share * (1 - cosine);
}

// ---- contact --------------------------------------------------------------------------------------------

JNK_WITHIN void jnk_contact_normal(const jnk_slope *slope, jnk_real n[3]) {
  jnk_real up = 1 / jnk_sqrt(1 + slope->x * slope->x + slope->y * slope->y);
  jnk_set(-slope->x * up, -slope->y * up, up, n);
}

// Computes the deflection of a wheel whose centre is at the height z. The normal of the tangent plane must be set.
JNK_WITHIN void jnk_contact_reach(const jnk_wheel *wheel, jnk_real z, const jnk_under *under, jnk_contact *c) {
  c->slope = under->slope;
  c->searched = under->searched;
  c->height = z - under->z;
  c->deflection = wheel->vertical ? (wheel->radius - c->height) * c->n[2] : wheel->radius - c->height * c->n[2];
}

// Computes the normal of the tangent plane and the deflection.
JNK_WITHIN void jnk_contact_lay(const jnk_wheel *wheel, jnk_real z, const jnk_under *under, jnk_contact *c) {
  jnk_contact_normal(&under->slope, c->n);
  jnk_contact_reach(wheel, z, under, c);
}

// Computes the contact axes, for a wheel with spin axis a.
JNK_WITHIN void jnk_contact_face(const jnk_real a[3], jnk_contact *c) {
  jnk_real slope;
  jnk_cross(a, c->n, c->ex);
  c->cosine = jnk_normalize(c->ex);
  c->lost = jnk_tyre_lost(c->cosine, &slope);
  c->carried = jnk_tyre_carried(c->cosine, &slope);
  jnk_cross(c->n, c->ex, c->ey);
  jnk_cross(c->ex, a, c->ez);
}

// Computes the contact except for camber; tangent plane and axes must be set. v: velocity of the wheel centre; w:
// angular velocity; ground axes. A wheel that lies almost flat has no contact; its load has faded before that.
JNK_WITHIN void jnk_contact_roll_on(const jnk_wheel *wheel, const jnk_real v[3], const jnk_real w[3], jnk_contact *c) {
  const double flattest = 1.0 / (double)JNK_TYRE_FLATTEST;
  jnk_real turn[3], below = wheel->radius - c->deflection;
  c->deflection -= wheel->radius * c->lost;
  c->touches = (c->cosine > flattest) & (c->deflection > 0);
  jnk_scale(-JNK_CHOOSE(below > 0, below, jnk_of(0)) / JNK_CHOOSE(c->cosine > flattest, c->cosine, jnk_of(flattest)),
            c->ez, c->arm);
  jnk_cross(w, c->arm, turn);
  jnk_add(v, turn, c->patch);
  c->Vx = jnk_dot(v, c->ex);
  c->Vy = jnk_dot(v, c->ey);
  c->Vsx = jnk_dot(c->patch, c->ex);
  c->Vsy = jnk_dot(c->patch, c->ey);
  c->rate = -jnk_dot(v, c->n);
  c->Fz = jnk_of(0);
  if (jnk_any(c->touches)) {
    jnk_real load = jnk_tyre_load(wheel, c->deflection, c->rate) * c->carried;
    c->Fz = JNK_CHOOSE(c->touches, load, jnk_of(0));
  }
}

JNK_WITHIN void jnk_contact_lean(const jnk_real a[3], jnk_contact *c) {
  c->camber = jnk_atan2(jnk_dot(c->n, a), c->cosine);
}

// Computes the contact with axes and camber; the tangent plane must be set. a: spin axis, unit vector.
JNK_WITHIN void jnk_contact_move_on(const jnk_wheel *wheel, const jnk_real v[3], const jnk_real w[3],
                                    const jnk_real a[3], jnk_contact *c) {
  jnk_contact_face(a, c);
  jnk_contact_roll_on(wheel, v, w, c);
  jnk_contact_lean(a, c);
}

// Computes the contact except for camber, from the road below the wheel.
JNK_WITHIN void jnk_contact_on(const jnk_wheel *wheel, const jnk_under *under, const jnk_real r[3], const jnk_real v[3],
                               const jnk_real w[3], const jnk_real a[3], jnk_contact *c) {
  jnk_contact_lay(wheel, r[2], under, c);
  jnk_contact_face(a, c);
  jnk_contact_roll_on(wheel, v, w, c);
  c->grip = under->grip;
  c->camber = jnk_of(0);
}

// Returns |v|, smoothed below v0 to a minimum of v0/2.
JNK_WITHIN jnk_real jnk_tyre_speed(jnk_real v, double v0) {
  jnk_real speed = jnk_abs(v);
  const jnk_mask moves = speed >= v0;
  if (!jnk_any(jnk_not(moves))) return speed;
  return JNK_CHOOSE(moves, speed, (v * v / v0 + v0) / 2);
}

// Below the speed v0, reduces the effect of camber down to zero at standstill, where the contact point is below the
// centre, in the lanes `where`.
JNK_WITHIN void jnk_contact_upright(jnk_real height, double v0, jnk_mask where, jnk_contact *c) {
  jnk_real r = jnk_abs(c->Vx) / v0, part = JNK_CHOOSE(r < 1, r * r * (3 - 2 * r), jnk_of(1));
  c->camber = JNK_CHOOSE(where, c->camber * part, c->camber);
  for (int i = 0; i < 3; i++)
    c->arm[i] = JNK_CHOOSE(where, part * c->arm[i] - (1 - part) * height * c->n[i], c->arm[i]);
}

#endif
