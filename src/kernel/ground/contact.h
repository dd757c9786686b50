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
  jnk_real lost, carried;              // effects of camber: jnk_tyre_lost; jnk_tyre_carried
  jnk_real arm[3];                     // from the wheel centre to the contact point, m
  jnk_real deflection, rate;  // deflection of the tyre, m, negative if the wheel is above the road; its rate, m/s
  jnk_real Fz, camber;        // load, N; camber angle, rad
  jnk_real grip;              // factor on friction from the zones of the road
  jnk_real Vx, Vy;            // velocity of the wheel centre along ex and ey, m/s
  jnk_real Vsx, Vsy;          // velocity of the wheel's material at the contact point along ex and ey, m/s
  jnk_real patch[3];          // that velocity as a vector, ground axes, m/s
  jnk_real height;            // vertical distance of the wheel centre from the road, m
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

// Returns the road below a wheel, from four inputs of a call: height, slopes along x and y, grip (road_block.h).
JNK_WITHIN jnk_under jnk_under_of(const jnk_real *in) {
  const jnk_real none = jnk_of(0);
  jnk_under under = {in[0], in[3], {in[1], in[2], none, none, none}, 0, NULL};
  return under;
}

// ---- load -----------------------------------------------------------------------------------------------

// Returns the elastic load of a wheel at a deflection, N; sets *slope to the derivative with respect to the deflection,
// N/m.
JNK_WITHIN jnk_real jnk_tyre_spring(const jnk_wheel *wheel, jnk_real deflection, jnk_real *slope) {
  if (wheel->load) return jnk_curve_slope(wheel->load, deflection, slope);
  *slope = jnk_of(wheel->stiffness);
  return wheel->stiffness * deflection;
}

// Returns the load of a wheel from its deflection, m, and the rate of the deflection, m/s. The load is in N, 0 for
// deflection <= 0, and never negative: the force of the damper is limited to that of the spring.
JNK_WITHIN jnk_real jnk_tyre_load(const jnk_wheel *wheel, jnk_real deflection, jnk_real rate) {
  jnk_real slope, spring = jnk_tyre_spring(wheel, deflection, &slope), damper = wheel->damping * rate;
  damper = JNK_CHOOSE(damper < -spring, -spring, JNK_CHOOSE(damper > spring, spring, damper));
  return JNK_CHOOSE(deflection > 0, spring + damper, jnk_of(0));
}

// Returns a smooth step of x: 0 for x <= from, 1 for x >= to. Sets *slope to its derivative with respect to x.
JNK_WITHIN jnk_real jnk_tyre_blend(jnk_real x, double from, double to, jnk_real *slope) {
  *slope = jnk_of(0);
  if (!jnk_any(jnk_not(x - from >= to - from))) return jnk_of(1);
  jnk_real s = (x - from) / (to - from);
  *slope = JNK_CHOOSE((s > 0) & (s < 1), 6 * s * (1 - s) / (to - from), jnk_of(0));
  return JNK_CHOOSE(s >= 1, jnk_of(1), JNK_CHOOSE(s > 0, s * s * (3 - 2 * s), jnk_of(0)));
}

// Returns the factor by which the load of a strongly tilted wheel is reduced: 1 up to a camber of 75 degrees, 0 from 84
// degrees on. cosine: of the camber angle; *slope: derivative of the factor with respect to the cosine.
JNK_WITHIN jnk_real jnk_tyre_carried(jnk_real cosine, jnk_real *slope) {
  return jnk_tyre_blend(cosine, 1.0 / (double)JNK_TYRE_FLATTEST, 1.0 / (double)JNK_TYRE_STEEPEST, slope);
}

// Returns the loss of height (R - d)/R of a leaning wheel, with R the radius and d the vertical distance of its lowest
// point below its centre: 0 up to a camber of 37 degrees, because the tread has a width, and the loss of a thin disc
// from 60 degrees on. cosine: of the camber angle; *slope: derivative with respect to the cosine.
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

// Computes the deflection of a wheel whose centre is at the height z, m, and its height above the road, and copies the
// slope of the road to c. c->n, the normal of the tangent plane, must be set.
JNK_WITHIN void jnk_contact_reach(const jnk_wheel *wheel, jnk_real z, const jnk_under *under, jnk_contact *c) {
  c->slope = under->slope;
  c->searched = under->searched;
  c->height = z - under->z;
  c->deflection = wheel->vertical ? (wheel->radius - c->height) * c->n[2] : wheel->radius - c->height * c->n[2];
}

// Sets c->n to the normal of the tangent plane of the road, and computes the deflection as jnk_contact_reach. z: height
// of the wheel centre, m.
JNK_WITHIN void jnk_contact_lay(const jnk_wheel *wheel, jnk_real z, const jnk_under *under, jnk_contact *c) {
  jnk_contact_normal(&under->slope, c->n);
  jnk_contact_reach(wheel, z, under, c);
}

// Computes the contact axes ex, ey, ez of a wheel with the spin axis a, the cosine of the camber, and the factors that
// depend on it; stores them in c. c->n must be set.
JNK_WITHIN void jnk_contact_face(const jnk_real a[3], jnk_contact *c) {
  jnk_real slope;
  jnk_cross(a, c->n, c->ex);
  c->cosine = jnk_normalize(c->ex);
  c->lost = jnk_tyre_lost(c->cosine, &slope);
  c->carried = jnk_tyre_carried(c->cosine, &slope);
  jnk_cross(c->n, c->ex, c->ey);
  jnk_cross(c->ex, a, c->ez);
}

// Computes touches, arm, velocities, deflection rate and load of a contact, but not the camber, and reduces the
// deflection by the loss of height of a leaning wheel (jnk_tyre_lost); normal, axes and deflection in c must be set. v:
// velocity of the wheel centre; w: angular velocity; both in ground axes. A wheel that lies almost flat has no contact;
// its load has faded to 0 before that.
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

// Computes axes, velocities, load and camber of a contact; normal and deflection in c must be set. v, w: velocity of
// the wheel centre and angular velocity; a: spin axis, unit vector; all in ground axes.
JNK_WITHIN void jnk_contact_move_on(const jnk_wheel *wheel, const jnk_real v[3], const jnk_real w[3],
                                    const jnk_real a[3], jnk_contact *c) {
  jnk_contact_face(a, c);
  jnk_contact_roll_on(wheel, v, w, c);
  jnk_contact_lean(a, c);
}

// Computes the contact of a wheel, from the road below it, except for the camber, which is set to 0. r, v, w: position
// and velocity of the wheel centre and angular velocity; a: spin axis; all in ground axes.
JNK_WITHIN void jnk_contact_on(const jnk_wheel *wheel, const jnk_under *under, const jnk_real r[3], const jnk_real v[3],
                               const jnk_real w[3], const jnk_real a[3], jnk_contact *c) {
  jnk_contact_lay(wheel, r[2], under, c);
  jnk_contact_face(a, c);
  jnk_contact_roll_on(wheel, v, w, c);
  c->grip = under->grip;
  c->camber = jnk_of(0);
}

// Returns |v| for |v| >= v0, and the smooth minimum (v^2/v0 + v0)/2 >= v0/2 below, so that a quotient by it stays
// finite.
JNK_WITHIN jnk_real jnk_tyre_speed(jnk_real v, double v0) {
  jnk_real speed = jnk_abs(v);
  const jnk_mask moves = speed >= v0;
  if (!jnk_any(jnk_not(moves))) return speed;
  return JNK_CHOOSE(moves, speed, (v * v / v0 + v0) / 2);
}

// Reduces, in the lanes `where`, camber and lateral offset of the contact point smoothly: unchanged at the speed v0,
// m/s, and above, zero at standstill, so that the contact point is then below the wheel centre along the normal n.
// height: distance of the centre from the road along n, m.
JNK_WITHIN void jnk_contact_upright(jnk_real height, double v0, jnk_mask where, jnk_contact *c) {
  jnk_real r = jnk_abs(c->Vx) / v0, part = JNK_CHOOSE(r < 1, r * r * (3 - 2 * r), jnk_of(1));
  c->camber = JNK_CHOOSE(where, c->camber * part, c->camber);
  for (int i = 0; i < 3; i++)
    c->arm[i] = JNK_CHOOSE(where, part * c->arm[i] - (1 - part) * height * c->n[i], c->arm[i]);
}

#endif
