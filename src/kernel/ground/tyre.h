// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre.h - contact of a wheel with a road, and how slip forces build up. The laws of slip stand in tyre_law.h.
//
// Signs as in ISO 8855: x forward, y to the left, z up along the road's normal n; the spin axis a points to the left,
// so that a wheel that rolls forward has a positive spin.  ex = a x n (of unit length), ey = n x ex, ez = ex x a in the
// wheel's plane.
//   deflection   R - d, d the distance of the wheel's centre from the plane that touches the road below it; measured
//                vertically (and for the envelope of a disc) (R - (z_c - z)) / sqrt(1 + z'^2)
//   load         Fz = K deflection + D rate, the damper never more than the spring: no pull,
//                no jump where contact begins
//   camber       asin(n . a): positive leans to the right, and pushes there
//   slip         s = -Vs / V, Vs the velocity of the wheel's material at the contact point (for steady lateral slip:
//                of its centre), V the speed of travel |Vx|, or of the circumference
//
// Build-up of one component over the deflection u of the carcass, with stiffness c and damping d: where the law gives
// F(s) and the secant
// f = F/s >= 0,                                                                                             [Rill 2013]
//   (V d + f) u' = V (F(s) - c u),      force = c u + d u' = (f c u + V d F(s)) / (V d + f)
// which is c u' = -c Vs at standstill (the tyre sticks), follows the law with the relaxation length f/c when it rolls,
// and slides when it slides; no speed divides anything. Without shift of the law the power is -d/dt(c u^2/2) - V (c
// u)^2/f and less: it never feeds the wheel.
#ifndef JNK_TYRE_H
#define JNK_TYRE_H

#include "kernel/ground/envelope.h"
#include "kernel/slider.h"
#include "kernel/vec3.h"

typedef struct {
  double radius, stiffness, damping;  // m, N/m, N s/m
  int vertical;                       // deflection is measured vertically
  int rolls;                          // over the road as a rigid disc
  const jnk_law *law;                 // load over deflection, instead of the stiffness; NULL: none
} jnk_wheel;

typedef struct {
  int touches;
  double n[3], ex[3], ey[3], ez[3];  // of unit length, ground axes
  double cosine;                     // of the camber
  double arm[3];                     // from the wheel's centre to the contact point
  double deflection, rate;           // m, m/s; negative above the road
  double Fz, camber;                 // N, rad
  double grip;                       // friction of the road there, as a factor
  double Vx, Vy;                     // of the wheel's centre along ex and ey
  double Vsx, Vsy;                   // of its material at the contact point
  double height;                     // of the centre above the road, vertically
  jnk_slope slope;
  int searched;  // the slope has no curvatures
} jnk_contact;

// Without its damper; *slope: over the deflection.
JNK_FN double jnk_tyre_spring(const jnk_wheel *wheel, double deflection, double *slope) {
  if (wheel->law) return jnk_law_value(wheel->law, deflection, slope);
  *slope = wheel->stiffness;
  return wheel->stiffness * deflection;
}

// The load; never a pull.
JNK_FN double jnk_tyre_load(const jnk_wheel *wheel, double deflection, double rate) {
  double slope, spring = jnk_tyre_spring(wheel, deflection, &slope), damper = wheel->damping * rate;
  if (!(deflection > 0)) return 0;
  return spring + (damper < -spring ? -spring : damper > spring ? spring : damper);
}

// The road under a wheel.
typedef struct {
  double z, grip;
  jnk_slope slope;
  int searched;          // the slope has no curvatures
  const jnk_soil *soil;  // NULL: hard ground
} jnk_under;

// But for the grip. a: axis of the wheel.
JNK_FN void jnk_under_calc(int rolls, const jnk_terrain *terrain, const double r[3], const double a[3],
                           jnk_under *under) {
  under->searched = 0;
  if (rolls) under->z = jnk_terrain_rolled(terrain, r[0], r[1], a, &under->slope, &under->searched);
  else under->z = jnk_terrain_height(terrain, r[0], r[1], &under->slope);
  under->soil = terrain->side[r[1] < 0 ? 1 : 0].soil;
}

// The plane of the road under the wheel and how far the wheel, at the height z, reaches into it.
JNK_WITHIN void jnk_contact_lay(const jnk_wheel *wheel, double z, const jnk_under *under, jnk_contact *c) {
  c->slope = under->slope, c->searched = under->searched, c->height = z - under->z;
  double root = sqrt(1 + c->slope.x * c->slope.x + c->slope.y * c->slope.y);
  jnk_set(-c->slope.x / root, -c->slope.y / root, 1 / root, c->n);
  c->deflection = wheel->vertical ? (wheel->radius - c->height) / root : wheel->radius - c->height / root;
}

JNK_FN void jnk_contact_plane(const jnk_wheel *wheel, const jnk_terrain *terrain, const double r[3], const double a[3],
                              jnk_contact *c) {
  jnk_under under;
  jnk_under_calc(wheel->rolls, terrain, r, a, &under);
  jnk_contact_lay(wheel, r[2], &under, c);
}

enum { JNK_TYRE_FLATTEST = 10 };  // one over the cosine of the camber at which a wheel lies flat
enum { JNK_TYRE_STEEPEST = 4 };   // and up to which it carries its full load: 75 degrees

// From 0 at x = from, smoothly to 1 at x = to; *slope: over x.
JNK_FN double jnk_tyre_blend(double x, double from, double to, double *slope) {
  double s = (x - from) / (to - from);
  *slope = s > 0 && s < 1 ? 6 * s * (1 - s) / (to - from) : 0;
  return s >= 1 ? 1 : s > 0 ? s * s * (3 - 2 * s) : 0;
}

// What is left of the load of a wheel that lies down; *slope: over the cosine of the camber.
JNK_FN double jnk_tyre_carried(double cosine, double *slope) {
  return jnk_tyre_blend(cosine, 1.0 / (double)JNK_TYRE_FLATTEST, 1.0 / (double)JNK_TYRE_STEEPEST, slope);
}

// How much less than its radius, as a share of it, a leaning wheel reaches down: nothing up to a camber of 37 degrees,
// as a disc from 60 degrees on. *slope: over the cosine of the camber.
JNK_FN double jnk_tyre_lost(double cosine, double *slope) {
  const double disc = 0.5, upright = 0.8;
  double by, share = 1 - jnk_tyre_blend(cosine, disc, upright, &by);
  *slope = -share - by * (1 - cosine);
  return share * (1 - cosine);
}

// On the plane that is known. v: of the wheel's centre; w: its angular velocity; a: its axis, of unit length; all in
// ground axes. A wheel that lies (all but) flat has no contact; before, its load fades.
JNK_WITHIN void jnk_contact_move_on(const jnk_wheel *wheel, const double v[3], const double w[3], const double a[3],
                                    jnk_contact *c) {
  const double flattest = 1.0 / (double)JNK_TYRE_FLATTEST;
  double turn[3], patch[3], slope;
  jnk_cross(a, c->n, c->ex);
  c->cosine = jnk_normalize(c->ex);
  double below = wheel->radius - c->deflection;
  jnk_cross(c->n, c->ex, c->ey);
  jnk_cross(c->ex, a, c->ez);
  c->deflection -= wheel->radius * jnk_tyre_lost(c->cosine, &slope);
  c->touches = c->cosine > flattest && c->deflection > 0;
  c->camber = jnk_atan2(jnk_dot(c->n, a), c->cosine);
  jnk_scale(-(below > 0 ? below : 0) / (c->cosine > flattest ? c->cosine : flattest), c->ez, c->arm);
  jnk_cross(w, c->arm, turn);
  jnk_add(v, turn, patch);
  c->Vx = jnk_dot(v, c->ex), c->Vy = jnk_dot(v, c->ey);
  c->Vsx = jnk_dot(patch, c->ex), c->Vsy = jnk_dot(patch, c->ey);
  c->rate = -jnk_dot(v, c->n);
  c->Fz = c->touches ? jnk_tyre_load(wheel, c->deflection, c->rate) * jnk_tyre_carried(c->cosine, &slope) : 0;
}

// On a road that is known.
JNK_WITHIN void jnk_contact_on(const jnk_wheel *wheel, const jnk_under *under, const double r[3], const double v[3],
                               const double w[3], const double a[3], jnk_contact *c) {
  jnk_contact_lay(wheel, r[2], under, c);
  jnk_contact_move_on(wheel, v, w, a, c);
  c->grip = under->grip;
}

JNK_FN void jnk_contact_calc(const jnk_wheel *wheel, const jnk_terrain *terrain, const double r[3], const double v[3],
                             const double w[3], const double a[3], jnk_contact *c) {
  jnk_contact_plane(wheel, terrain, r, a, c);
  jnk_contact_move_on(wheel, v, w, a, c);
  c->grip = c->touches ? jnk_terrain_grip(terrain, r[0], r[1]) : 1;
}

// Derivatives of the load over deflection and rate.
JNK_FN void jnk_tyre_load_slopes(const jnk_wheel *wheel, double deflection, double rate, double *stiffness,
                                 double *damping) {
  double slope, spring = jnk_tyre_spring(wheel, deflection, &slope), damper = wheel->damping * rate;
  *stiffness = damper < -spring ? 0 : damper > spring ? 2 * slope : slope;
  *damping = damper < -spring || damper > spring ? 0 : wheel->damping;
}

// How a contact varies when the wheel's centre moves by dr and its body turns by the small vector `turn`, velocities
// held. out holds variations under the names of what varies (height, slope and touches are left out).
JNK_FN void jnk_contact_move(const jnk_wheel *wheel, const jnk_contact *c, const double v[3], const double w[3],
                             const double a[3], const double dr[3], const double turn[3], jnk_contact *out) {
  double gx = c->slope.xx * dr[0] + c->slope.xy * dr[1], gy = c->slope.xy * dr[0] + c->slope.yy * dr[1];
  double along = c->n[2] * (c->n[0] * gx + c->n[1] * gy), lower, lost = jnk_tyre_lost(c->cosine, &lower);
  double below = wheel->radius - c->deflection - wheel->radius * lost, da[3], u[3], patch[3], by[3];
  jnk_set(c->n[0] * along - c->n[2] * gx, c->n[1] * along - c->n[2] * gy, c->n[2] * along, out->n);
  out->deflection = -jnk_dot(c->n, dr) + (wheel->vertical ? wheel->radius - c->height : -c->height) * out->n[2];
  out->rate = -jnk_dot(v, out->n);
  // the axes: ex = a x n / cosine, ey = n x ex, ez = ex x a
  jnk_cross(turn, a, da);
  jnk_cross(da, c->n, out->ex), jnk_cross(a, out->n, u), jnk_add(out->ex, u, out->ex);
  out->cosine = jnk_dot(c->ex, out->ex);
  jnk_add_scaled(out->ex, -out->cosine, c->ex, out->ex), jnk_scale(1 / c->cosine, out->ex, out->ex);
  jnk_cross(out->n, c->ex, out->ey), jnk_cross(c->n, out->ex, u), jnk_add(out->ey, u, out->ey);
  jnk_cross(out->ex, a, out->ez), jnk_cross(c->ex, da, u), jnk_add(out->ez, u, out->ez);
  out->camber = (jnk_dot(out->n, a) + jnk_dot(c->n, da)) / c->cosine;
  // the contact point and its velocity
  if (!(below > 0)) below = 0;
  jnk_scale(((below > 0 ? out->deflection : 0) + below * out->cosine / c->cosine) / c->cosine, c->ez, out->arm);
  jnk_add_scaled(out->arm, -below / c->cosine, out->ez, out->arm);
  out->deflection -= wheel->radius * lower * out->cosine;
  jnk_cross(w, c->arm, patch), jnk_add(v, patch, patch);
  jnk_cross(w, out->arm, by);
  out->Vx = jnk_dot(v, out->ex), out->Vy = jnk_dot(v, out->ey);
  out->Vsx = jnk_dot(by, c->ex) + jnk_dot(patch, out->ex), out->Vsy = jnk_dot(by, c->ey) + jnk_dot(patch, out->ey);
}

// The same when velocities change by dv and dw where the wheel stands.
JNK_FN void jnk_contact_push(const jnk_contact *c, const double dv[3], const double dw[3], jnk_contact *out) {
  double by[3];
  jnk_zero(out->n), jnk_zero(out->ex), jnk_zero(out->ey), jnk_zero(out->ez), jnk_zero(out->arm);
  out->deflection = out->camber = out->cosine = 0;
  out->rate = -jnk_dot(dv, c->n);
  jnk_cross(dw, c->arm, by), jnk_add(by, dv, by);
  out->Vx = jnk_dot(dv, c->ex), out->Vy = jnk_dot(dv, c->ey);
  out->Vsx = jnk_dot(by, c->ex), out->Vsy = jnk_dot(by, c->ey);
}

// |v|, below v0 rounded off to v0/2 and more.
JNK_FN double jnk_tyre_speed(double v, double v0) {
  double speed = fabs(v);
  return speed >= v0 ? speed : (v * v / v0 + v0) / 2;
}

// Below v0 the camber counts for less, down to nothing at standstill, and the contact point moves under the centre.
JNK_FN void jnk_contact_upright(double height, double v0, jnk_contact *c) {
  double r = fabs(c->Vx) / v0, part = r < 1 ? r * r * (3 - 2 * r) : 1;
  c->camber *= part;
  for (int i = 0; i < 3; i++) c->arm[i] = part * c->arm[i] - (1 - part) * height * c->n[i];
}

// ---- slip forces ----------------------------------------------------------------------------------------

typedef struct {
  double x, y;  // longitudinal and lateral slip: positive slip, positive force
  double Fz, camber;
  double grip;   // friction of the road over that of the tyre's data
  double patch;  // length of the contact patch, m; 0 where no law asks for it
} jnk_slip;

typedef struct {
  double Fx, Fy;  // N
  double fx, fy;  // their secants over the slip, N, >= 0
  double limit;   // largest force there can be, N
  double Mz;      // about the normal, for travel forward, N m
  double Mx;      // about the heading, N m; laws that overturn
} jnk_slip_force;

typedef struct {
  double c, d;  // of the carcass, N/m and N s/m
} jnk_carcass;

// One component: the force, and the rate of the deflection u.
JNK_FN double jnk_build_up(const jnk_carcass *carcass, double u, double V, double F, double f, double *rate) {
  double below = V * carcass->d + f;
  *rate = V * (F - carcass->c * u) / below;
  return (f * carcass->c * u + V * carcass->d * F) / below;
}

// ---- rolling resistance ------------------------------------------------------------------------------------
// The moment against the spin, at most C = f(V) Fz h, h the height of the centre: to roll evenly the axle pushes with
// f Fz. With a state (the angle by which the tyre is wound up) it holds at standstill, as the slider of slider.h.
// Without one it fades below a small speed.

enum { JNK_ROLLING_TERMS = 4 };

// f = c0 + c1 V + c2 V^2 + c3 V^4; *slope: over V.
JNK_FN double jnk_rolling_coefficient(const double c[JNK_ROLLING_TERMS], double V, double *slope) {
  double speed = fabs(V), square = speed * speed;
  *slope = (c[1] + 2 * speed * (c[2] + 2 * c[3] * square)) * (V < 0 ? -1 : 1);
  return c[0] + c[1] * speed + square * (c[2] + c[3] * square);
}

typedef struct {
  double moment;                // against the spin, N m
  double of_capacity, of_spin;  // its derivatives
} jnk_rolling;

JNK_FN jnk_rolling jnk_rolling_hold(const jnk_slider *hold, double angle, double spin, double C, double *rate) {
  jnk_slider_side side = jnk_slider_where(jnk_slider_trial(hold, angle, spin), C);
  double moment = jnk_slider_force(hold, angle, spin, C, side, rate);
  jnk_rolling out = {moment, side == JNK_STICKS ? 0.0 : (double)side, side == JNK_STICKS ? hold->c : 0};
  return out;
}

// Full from the spin `low` on.
JNK_FN jnk_rolling jnk_rolling_fade(double low, double spin, double C) {
  double u = spin / low, part = u >= 1 ? 1 : u <= -1 ? -1 : u * (3 - u * u) / 2;
  jnk_rolling out = {C * part, part, fabs(u) < 1 ? C * 1.5 * (1 - u * u) / low : 0};
  return out;
}

// Keeps the force within what the load can carry.
JNK_FN void jnk_limit_force(double limit, double *Fx, double *Fy) {
  double size = jnk_hypot(*Fx, *Fy);
  if (!(size > limit)) return;
  *Fx *= limit / size, *Fy *= limit / size;
}

#endif
