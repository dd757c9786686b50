// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre.h - a wheel on a road: definitions of its contact (contact.h), variations of the contact for small motions, and
// build-up of slip forces (slip.h). tyre_law.h has the slip laws.
//
// Signs follow ISO 8855: x forward, y to the left, z up along the road normal n. The spin axis a points to the left, so
// a wheel that rolls forward has positive spin. Axes: ex = (a x n) normalised, ey = n x ex, ez = ex x a in the wheel
// plane.
//   deflection   R - d, d the distance of the wheel centre from the tangent plane of the road below it; measured
//                vertically, and for the envelope of a disc, (R - (z_c - z)) / sqrt(1 + z'^2)
//   load         Fz = K deflection + D rate, the damper never more than the spring: the wheel is not pulled down, and
//                the load does not jump when contact begins
//   camber       asin(n . a): positive if the wheel leans to the right, with a force to the right
//   slip         s = -Vs / V, Vs the velocity of the wheel's material at the contact point (for steady lateral slip:
//                of its centre), V the speed of travel |Vx|, or of the circumference
//
// Build-up of one force component over the carcass deflection u, with carcass stiffness c and damping d. The law gives
// F(s) and the secant f = F/s >= 0:                                                                         [Rill 2013]
//   (V d + f) u' = V (F(s) - c u),      force = c u + d u' = (f c u + V d F(s)) / (V d + f)
// At standstill this is c u' = -c Vs (the tyre sticks); a rolling tyre follows the law with the relaxation length f/c;
// a sliding one gives the sliding force. Nothing is divided by a speed. If the law has no offset, the power is at most
// -d/dt(c u^2/2) - V (c u)^2/f: the tyre never drives the wheel.
#ifndef JNK_TYRE_H
#define JNK_TYRE_H

#include "kernel/ground/contact.h"
#include "kernel/ground/envelope.h"
#include "kernel/ground/slip.h"

// Computes height, slopes and soil of the road below a wheel, but not its grip; stores them in *under. rolls: flag: the
// wheel rolls as a rigid disc over the road; r: position of the wheel centre; a: spin axis of the wheel; ground axes.
JNK_FN void jnk_under_calc(int rolls, const jnk_terrain *terrain, const double r[3], const double a[3],
                           jnk_under *under) {
  under->searched = 0;
  if (rolls) under->z = jnk_terrain_rolled(terrain, r[0], r[1], a, &under->slope, &under->searched);
  else under->z = jnk_terrain_height(terrain, r[0], r[1], &under->slope);
  under->soil = terrain->side[r[1] < 0 ? 1 : 0].soil;
}

JNK_FN void jnk_contact_plane(const jnk_wheel *wheel, const jnk_terrain *terrain, const double r[3], const double a[3],
                              jnk_contact *c) {
  jnk_under under;
  jnk_under_calc(wheel->rolls, terrain, r, a, &under);
  jnk_contact_lay(wheel, r[2], &under, c);
}

JNK_FN void jnk_contact_calc(const jnk_wheel *wheel, const jnk_terrain *terrain, const double r[3], const double v[3],
                             const double w[3], const double a[3], jnk_contact *c) {
  jnk_contact_plane(wheel, terrain, r, a, c);
  jnk_contact_move_on(wheel, v, w, a, c);
  c->grip = c->touches ? jnk_terrain_grip(terrain, r[0], r[1]) : 1;
}

// Computes the derivatives of a wheel's load with respect to deflection (*stiffness, N/m) and to its rate (*damping, N
// s/m), for a wheel in contact.
JNK_FN void jnk_tyre_load_slopes(const jnk_wheel *wheel, double deflection, double rate, double *stiffness,
                                 double *damping) {
  double slope, spring = jnk_tyre_spring(wheel, deflection, &slope), damper = wheel->damping * rate;
  *stiffness = damper < -spring ? 0 : damper > spring ? 2 * slope : slope;
  *damping = damper < -spring || damper > spring ? 0 : wheel->damping;
}

// Computes the variation of a contact c for a displacement dr of the wheel centre and a small rotation `turn`, at
// constant velocities v and w. Each member of *out is the variation of that member of *c; touches, lost, carried, Fz,
// grip, patch, height, slope and searched are not set.
JNK_FN void jnk_contact_move(const jnk_wheel *wheel, const jnk_contact *c, const double v[3], const double w[3],
                             const double a[3], const double dr[3], const double turn[3], jnk_contact *out) {
  double gx = c->slope.xx * dr[0] + c->slope.xy * dr[1], gy = c->slope.xy * dr[0] + c->slope.yy * dr[1];
  double along = c->n[2] * (c->n[0] * gx + c->n[1] * gy), lower, lost = jnk_tyre_lost(c->cosine, &lower);
  double below = wheel->radius - c->deflection - wheel->radius * lost, da[3], u[3], patch[3], by[3];
  jnk_set(c->n[0] * along - c->n[2] * gx, c->n[1] * along - c->n[2] * gy, c->n[2] * along, out->n);
  out->deflection = -jnk_dot(c->n, dr) + (wheel->vertical ? wheel->radius - c->height : -c->height) * out->n[2];
  out->rate = -jnk_dot(v, out->n);
  // Computes the variation of the axes ex = a x n / cosine, ey = n x ex, ez = ex x a.
  jnk_cross(turn, a, da);
  jnk_cross(da, c->n, out->ex);
  jnk_cross(a, out->n, u);
  jnk_add(out->ex, u, out->ex);
  out->cosine = jnk_dot(c->ex, out->ex);
  jnk_add_scaled(out->ex, -out->cosine, c->ex, out->ex);
  jnk_scale(1 / c->cosine, out->ex, out->ex);
  jnk_cross(out->n, c->ex, out->ey);
  jnk_cross(c->n, out->ex, u);
  jnk_add(out->ey, u, out->ey);
  jnk_cross(out->ex, a, out->ez);
  jnk_cross(c->ex, da, u);
  jnk_add(out->ez, u, out->ez);
  out->camber = (jnk_dot(out->n, a) + jnk_dot(c->n, da)) / c->cosine;
  // Computes the variation of the contact point and its velocity.
  if (!(below > 0)) below = 0;
  jnk_scale(((below > 0 ? out->deflection : 0) + below * out->cosine / c->cosine) / c->cosine, c->ez, out->arm);
  jnk_add_scaled(out->arm, -below / c->cosine, out->ez, out->arm);
  out->deflection -= wheel->radius * lower * out->cosine;
  jnk_cross(w, c->arm, patch);
  jnk_add(v, patch, patch);
  jnk_cross(w, out->arm, by);
  out->Vx = jnk_dot(v, out->ex);
  out->Vy = jnk_dot(v, out->ey);
  out->Vsx = jnk_dot(by, c->ex) + jnk_dot(patch, out->ex);
  out->Vsy = jnk_dot(by, c->ey) + jnk_dot(patch, out->ey);
}

// Computes the variation of a contact c for changes dv of the centre's velocity and dw of the angular velocity, at
// constant position. Each member of *out is the variation of that member of *c; pose members are zero; touches, lost,
// carried, Fz, grip, patch, height, slope and searched are not set.
JNK_FN void jnk_contact_push(const jnk_contact *c, const double dv[3], const double dw[3], jnk_contact *out) {
  double by[3];
  jnk_zero(out->n);
  jnk_zero(out->ex);
  jnk_zero(out->ey);
  jnk_zero(out->ez);
  jnk_zero(out->arm);
  out->deflection = out->camber = out->cosine = 0;
  out->rate = -jnk_dot(dv, c->n);
  jnk_cross(dw, c->arm, by);
  jnk_add(by, dv, by);
  out->Vx = jnk_dot(dv, c->ex);
  out->Vy = jnk_dot(dv, c->ey);
  out->Vsx = jnk_dot(by, c->ex);
  out->Vsy = jnk_dot(by, c->ey);
}

#endif
