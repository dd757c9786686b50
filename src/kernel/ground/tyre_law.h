// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre_law.h - laws of slip: forces and their secants over the slip, the largest force, and the aligning moment, for a
// load > 0. Slip has the sign of the force: lateral slip is -Vy / |Vx|, the tangent of the slip angle; laws over angles
// apply the arc tangent.
#ifndef JNK_TYRE_LAW_H
#define JNK_TYRE_LAW_H

#include "kernel/ground/tyre_calspan.h"

// Returns a factor from 0 (no load) to 1 (half the nominal load and above), by which a stiffness that is constant over
// the load is faded. Fz, load: present and nominal load, N.
JNK_FN double jnk_load_fade(double Fz, double load) {
  double r = 2 * Fz / load;
  return r < 1 ? r * (2 - r) : 1;
}

// ---- Fiala, in two directions                                                                           [Fiala 1954]
//   F = mu Fz (1 - (1 - rho)^3), rho = |(Cx sx, Cy sy')|/(3 mu Fz), sy' = sy - (C_camber/Cy) camber;
//       Mz = -trail Fy (1 - rho)^3/(1 - rho + rho^2/3)

typedef struct {
  double Cx, Cy, Cc, mu, trail, load;
  double slide;  // friction coefficient at slips of 1 and more, to which mu decreases linearly
} jnk_fiala;

JNK_WITHIN void jnk_fiala_force(const jnk_fiala *t, const jnk_slip *s, jnk_slip_force *out) {
  double fade = jnk_load_fade(s->Fz, t->load), Cx = fade * t->Cx, Cy = fade * t->Cy;
  double y = s->y - t->Cc / t->Cy * s->camber, slip = t->slide < t->mu ? jnk_hypot(s->x, s->y) : 0;
  double mu = t->mu - (t->mu - t->slide) * (slip < 1 ? slip : 1), most = mu * s->grip * s->Fz;
  double x = jnk_hypot(Cx * s->x, Cy * y) / most;
  double secant = jnk_cubic_secant(x), rest = x < 3 ? 1 - x / 3 : 0;
  out->fx = Cx * secant;
  out->fy = Cy * secant;
  out->Fx = out->fx * s->x;
  out->Fy = out->fy * y;
  out->limit = most;
  out->Mz = -t->trail * rest * rest * rest / secant * out->Fy;
}

// ---- Magic Formula of 1989                                                                             [Bakker 1989]
// Load in kN, angles in degrees, longitudinal slip in per cent, forces in N, moment in N m:
//   y = D sin(C atan(B x - E (B x - atan(B x)))) + Sv,  x = slip + Sh
// Combined slip by similarity: with rho = |(BCD_x x/D_x, BCD_y y/D_y)| each curve is evaluated at rho and multiplied by
// its component of rho. The offset Sv of Fy fades with longitudinal slip as the secant of Fx does and is at most half
// of the lateral sliding force, so that a wheel that spins or slides is not driven along its sliding velocity.

typedef struct {
  double mu;
  // Coefficients of the Magic Formula: a: 15 of the lateral force (a11 as a111, a112), b: 11 of the longitudinal force,
  // c: 18 of the moment.
  const double *a, *b, *c;
} jnk_pacejka;

// Returns the Magic Formula over its argument, sin(C atan(u - E (u - atan u)))/rho with u = rho/C and rho = BCD x/D; 1
// at rho = 0, and 0 where the sine has changed its sign (C > 2 or E > 1).
JNK_FN double jnk_magic_secant(double C, double E, double rho) {
  double u = rho / C;
  if (fabs(rho) < 1e-6) return 1;
  double secant = jnk_sin(C * jnk_atan(u - E * (u - jnk_atan(u)))) / rho;
  return secant > 0 ? secant : 0;
}

JNK_FN double jnk_at_least(double value, double least) { return value > least ? value : least; }

JNK_FN double jnk_magic_moment(const double *c, double F, double camber, double alpha) {
  double D = (c[1] * F + c[2]) * F, BCD = (c[3] * F + c[4]) * F * (1 - c[6] * fabs(camber)) * jnk_exp(-c[5] * F);
  double E = ((c[7] * F + c[8]) * F + c[9]) * (1 - c[10] * fabs(camber)),
         x = alpha + c[11] * camber + c[12] * F + c[13];
  double Sv = (c[14] * F + c[15]) * F * camber + c[16] * F + c[17], B = BCD / (c[0] * D);
  return D * jnk_sin(c[0] * jnk_atan(B * x - E * (B * x - jnk_atan(B * x)))) + Sv;
}

// Returns the vertical offset Sv of the lateral force Fy, N; its magnitude is limited to half of the lateral sliding
// force. a: coefficients; F: load; Dy: peak of Fy.
JNK_FN double jnk_pacejka_offset(const double *a, double F, double camber, double Dy) {
  double Sv = (a[11] * F + a[12]) * camber * F + a[13] * F + a[14];
  double most = 0.5 * Dy * jnk_at_least(jnk_sin(a[0] * JNK_PI / 2), 0);
  return Sv > most ? most : Sv < -most ? -most : Sv;
}

JNK_FN void jnk_pacejka_force(const jnk_pacejka *t, const jnk_slip *s, jnk_slip_force *out) {
  const double *a = t->a, *b = t->b, degree = JNK_PI / 180, tenth = 0.1;
  double F = s->Fz / 1000, camber = s->camber / degree, alpha = jnk_atan(s->y) / degree, mu = t->mu * s->grip;
  double Dy = mu * F * jnk_at_least(a[1] * F + a[2], tenth * a[2]),
         Dx = mu * F * jnk_at_least(b[1] * F + b[2], tenth * b[2]);
  double Ky = a[3] * jnk_sin(2 * jnk_atan(F / a[4])) * jnk_at_least(1 - a[5] * fabs(camber), tenth);
  double Kx = F * jnk_at_least(b[3] * F + b[4], tenth * b[4]) * jnk_exp(-b[5] * F);
  double y = alpha + a[8] * camber + a[9] * F + a[10], x = 100 * s->x + b[9] * F + b[10];
  double rho = jnk_hypot(Kx * x / Dx, Ky * y / Dy), Ex = (b[6] * F + b[7]) * F + b[8];
  double secant_x = Kx * jnk_magic_secant(b[0], Ex, rho), left = jnk_magic_secant(b[0], Ex, Kx * x / Dx);
  double secant_y = Ky * jnk_magic_secant(a[0], a[6] * F + a[7], rho), part = rho > 0 ? fabs(Ky * y / Dy) / rho : 1;
  out->Fx = secant_x * x;
  out->Fy = secant_y * y + left * jnk_pacejka_offset(a, F, camber, Dy);
  out->fx = 100 * secant_x;
  out->fy = secant_y / degree * jnk_atan_ratio(s->y);
  out->limit = Dx > Dy ? Dx : Dy;
  out->Mz = part * jnk_magic_moment(t->c, F, camber, alpha);
}

#endif
