// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre_law.h - laws of slip: forces and their secants over the slip, the largest force, and the aligning moment, for a
// load > 0.
// Slip is positive where the force is: lateral slip is -Vy / |Vx|, the tangent of the slip angle, which the laws over
// angles take back.
#ifndef JNK_TYRE_LAW_H
#define JNK_TYRE_LAW_H

#include "kernel/ground/tyre.h"

// atan(s)/s
JNK_FN double jnk_atan_ratio(double s) { return fabs(s) > 1e-4 ? jnk_atan(s) / s : 1 - s * s / 3; }

// The cubic of Fiala over its argument: (x - x |x|/3 + x^3/27)/x, from |x| = 3 on 1/|x|.
JNK_FN double jnk_cubic_secant(double x) {
  x = fabs(x);
  return x < 3 ? 1 - x / 3 + x * x / 27 : 1 / x;
}

// Below half of the nominal load a stiffness that does not know of load fades away.
JNK_FN double jnk_load_fade(double Fz, double load) {
  double r = 2 * Fz / load;
  return r < 1 ? r * (2 - r) : 1;
}

// ---- Calspan                                                                                              [Frik 1993]

typedef struct {
  double A0, A1, A2, A3, A4, A_Omega, B1, B3, B4, SN, AF1, AF2;
  double mu, Cx;  // longitudinal, Cx = 0: rolls freely
} jnk_calspan;

// Cornering stiffness -dFy/dalpha, and the slip angle that a camber of one is worth.
JNK_FN double jnk_calspan_stiffness(const jnk_calspan *t, double Fz, double *of_camber) {
  double most = t->A_Omega * t->A2, F = Fz < most ? Fz : most, C = t->A0 - t->A1 * F * (F - t->A2) / t->A2;
  *of_camber = t->A3 * (t->A4 - F) * F / (t->A4 * C);
  return C;
}

JNK_FN void jnk_calspan_force(const jnk_calspan *t, const jnk_slip *s, jnk_slip_force *out) {
  const double least = 0.05;  // of the friction, where the polynomial fails under far too large a load
  double F = s->Fz, shift, C = jnk_calspan_stiffness(t, F, &shift), f = (t->B1 * F + t->B3 + t->B4 * F * F) * t->SN;
  double mu = t->mu * s->grip;
  f = (f > least ? f : least) * s->grip;
  double alpha = jnk_atan(s->y) - shift * s->camber, secant = C * jnk_cubic_secant(C * alpha / (f * F)),
         u = t->Cx * s->x / (mu * F);
  out->Fy = secant * alpha;
  out->fy = secant * jnk_atan_ratio(s->y);
  double part = jnk_tanh(u);
  out->Fx = mu * F * part;
  out->fx = t->Cx * (fabs(u) > 1e-4 ? part / u : 1 - u * u / 3);
  out->limit = (f > mu ? f : mu) * F;
  out->Mz = (t->AF1 * F + t->AF2 * fabs(out->Fy)) * out->Fy;
}

// ---- Fiala, in two directions                                                                             [Fiala
//      1954]
//   F = mu Fz (1 - (1 - rho)^3), rho = |(Cx sx, Cy sy')|/(3 mu Fz), sy' = sy - (C_camber/Cy) camber;
//       Mz = -trail Fy (1 - rho)^3/(1 - rho + rho^2/3)

typedef struct {
  double Cx, Cy, Cc, mu, trail, load;
  double slide;  // friction at a slip of 1 and more, to which mu falls evenly; mu: it does not
} jnk_fiala;

JNK_WITHIN void jnk_fiala_force(const jnk_fiala *t, const jnk_slip *s, jnk_slip_force *out) {
  double fade = jnk_load_fade(s->Fz, t->load), Cx = fade * t->Cx, Cy = fade * t->Cy;
  double y = s->y - t->Cc / t->Cy * s->camber, slip = t->slide < t->mu ? jnk_hypot(s->x, s->y) : 0;
  double mu = t->mu - (t->mu - t->slide) * (slip < 1 ? slip : 1), most = mu * s->grip * s->Fz;
  double x = jnk_hypot(Cx * s->x, Cy * y) / most;
  double secant = jnk_cubic_secant(x), rest = x < 3 ? 1 - x / 3 : 0;
  out->fx = Cx * secant, out->fy = Cy * secant;
  out->Fx = out->fx * s->x, out->Fy = out->fy * y;
  out->limit = most;
  out->Mz = -t->trail * rest * rest * rest / secant * out->Fy;
}

// ---- TMeasy                                                                                               [Rill 2013]
// Each direction by five numbers at the nominal load and at twice of it: initial slope dF0, maximum FM at sM, sliding
// FS from sS on.

typedef struct {
  double dF0, sM, FM, sS, FS;
} jnk_tmeasy_curve;

// Trail over the length of the contact patch: n0 without slip, none at s0, and again none from sE on.
typedef struct {
  double n0, s0, sE;
} jnk_tmeasy_trail;

typedef struct {
  double load, mu, trail, trail_slip;
  jnk_tmeasy_curve x[2], y[2];
  double by_patch;  // not 0: the trail is that of n, else `trail` that fades to `trail_slip`
  jnk_tmeasy_trail n[2];
} jnk_tmeasy;

// Forces by a parabola through zero, slips by a straight line; beyond two and a half times the nominal load in
// proportion.
JNK_FN jnk_tmeasy_curve jnk_tmeasy_at(const jnk_tmeasy_curve at[2], double ratio, double mu) {
  const double most = 2.5;
  double r = ratio < most ? ratio : most, a = 2 * r - r * r, b = (r * r - r) / 2, over = ratio / r, s = r - 1;
  jnk_tmeasy_curve c;
  c.dF0 = over * (a * at[0].dF0 + b * at[1].dF0);
  c.FM = mu * over * (a * at[0].FM + b * at[1].FM);
  c.FS = mu * over * (a * at[0].FS + b * at[1].FS);
  c.sM = mu * (at[0].sM + s * (at[1].sM - at[0].sM));
  c.sS = mu * (at[0].sS + s * (at[1].sS - at[0].sS));
  return c;
}

// F(s)/s of one curve.
JNK_FN double jnk_tmeasy_secant(const jnk_tmeasy_curve *c, double s) {
  if (s <= c->sM) {
    double u = s / c->sM;
    return c->dF0 / (1 + u * (u + c->dF0 * c->sM / c->FM - 2));
  }
  if (s >= c->sS) return c->FS / s;
  double u = (s - c->sM) / (c->sS - c->sM);
  return (c->FM - (c->FM - c->FS) * u * u * (3 - 2 * u)) / s;
}

JNK_FN double jnk_tmeasy_line(double one, double two, double ratio) {
  const double most = 2.5;
  return one + ((ratio < most ? ratio : most) - 1) * (two - one);
}

// Over lateral slip: it falls to s0, lies ahead of the middle between s0 and sE, and is gone beyond.
JNK_FN double jnk_tmeasy_trail_at(const jnk_tmeasy_trail at[2], double ratio, double mu, double slip) {
  double n0 = jnk_tmeasy_line(at[0].n0, at[1].n0, ratio), s0 = mu * jnk_tmeasy_line(at[0].s0, at[1].s0, ratio);
  double sE = mu * jnk_tmeasy_line(at[0].sE, at[1].sE, ratio), w = s0 / sE, s = fabs(slip), u = s / s0;
  if (s <= s0) return n0 * ((1 - w) * (1 - u) + w * (1 - (3 - 2 * u) * u * u));
  if (!(s < sE)) return 0;
  double left = (sE - s) / (sE - s0);
  return -n0 * (1 - w) * (u - 1) * left * left;
}

JNK_WITHIN void jnk_tmeasy_force(const jnk_tmeasy *t, const jnk_slip *s, jnk_slip_force *out) {
  double mu = t->mu * s->grip;
  jnk_tmeasy_curve x = jnk_tmeasy_at(t->x, s->Fz / t->load, mu), y = jnk_tmeasy_at(t->y, s->Fz / t->load, mu), c;
  double sum = x.FM / x.dF0 + y.FM / y.dF0, scale_x = x.sM / (x.sM + y.sM) + x.FM / x.dF0 / sum;
  double scale_y = y.sM / (x.sM + y.sM) + y.FM / y.dF0 / sum, nx = s->x / scale_x, ny = s->y / scale_y,
         size = jnk_hypot(nx, ny);
  double cosine = size > 0 ? nx / size : 0, sine = size > 0 ? ny / size : 1;
  c.dF0 = jnk_hypot(x.dF0 * scale_x * cosine, y.dF0 * scale_y * sine);
  c.sM = jnk_hypot(x.sM / scale_x * cosine, y.sM / scale_y * sine),
  c.sS = jnk_hypot(x.sS / scale_x * cosine, y.sS / scale_y * sine);
  c.FM = jnk_hypot(x.FM * cosine, y.FM * sine), c.FS = jnk_hypot(x.FS * cosine, y.FS * sine);
  double secant = jnk_tmeasy_secant(&c, size), rest = 1 - fabs(s->y) / t->trail_slip;
  out->fx = size > 0 ? secant / scale_x : x.dF0, out->fy = size > 0 ? secant / scale_y : y.dF0;
  out->Fx = out->fx * s->x, out->Fy = out->fy * s->y;
  out->limit = x.FM > y.FM ? x.FM : y.FM;
  double trail = t->by_patch != 0 ? s->patch * jnk_tmeasy_trail_at(t->n, s->Fz / t->load, mu, s->y)
                                  : t->trail * (rest > 0 ? rest * rest : 0);
  out->Mz = -trail * out->Fy;
}

// ---- Magic Formula of 1989                                                                                [Bakker
//      1989]
// Load in kN, angles in degrees, longitudinal slip in per cent, forces in N, moment in N m:
//   y = D sin(C atan(B x - E (B x - atan(B x)))) + Sv,  x = slip + Sh
// Both slips at once by similarity: with rho = |(BCD_x x/D_x, BCD_y y/D_y)| each curve is taken at rho and shared out
// by its part of rho.

typedef struct {
  double mu;
  const double *a, *b, *c;  // 15 of lateral force (a11 in two: a111, a112), 11 of longitudinal force, 18 of the moment
} jnk_pacejka;

// sin(C atan(...)) over its argument rho = BCD x/D
JNK_FN double jnk_magic_secant(double C, double E, double rho) {
  double u = rho / C;
  if (fabs(rho) < 1e-6) return 1;
  return jnk_sin(C * jnk_atan(u - E * (u - jnk_atan(u)))) / rho;
}

JNK_FN double jnk_at_least(double value, double least) { return value > least ? value : least; }

JNK_FN double jnk_magic_moment(const double *c, double F, double camber, double alpha) {
  double D = (c[1] * F + c[2]) * F, BCD = (c[3] * F + c[4]) * F * (1 - c[6] * fabs(camber)) * jnk_exp(-c[5] * F);
  double E = ((c[7] * F + c[8]) * F + c[9]) * (1 - c[10] * fabs(camber)),
         x = alpha + c[11] * camber + c[12] * F + c[13];
  double Sv = (c[14] * F + c[15]) * F * camber + c[16] * F + c[17], B = BCD / (c[0] * D);
  return D * jnk_sin(c[0] * jnk_atan(B * x - E * (B * x - jnk_atan(B * x)))) + Sv;
}

JNK_FN void jnk_pacejka_force(const jnk_pacejka *t, const jnk_slip *s, jnk_slip_force *out) {
  const double *a = t->a, *b = t->b, degree = JNK_PI / 180, tenth = 0.1;
  double F = s->Fz / 1000, camber = s->camber / degree, alpha = jnk_atan(s->y) / degree, mu = t->mu * s->grip;
  double Dy = mu * F * jnk_at_least(a[1] * F + a[2], tenth * a[2]),
         Dx = mu * F * jnk_at_least(b[1] * F + b[2], tenth * b[2]);
  double Ky = a[3] * jnk_sin(2 * jnk_atan(F / a[4])) * jnk_at_least(1 - a[5] * fabs(camber), tenth);
  double Kx = F * jnk_at_least(b[3] * F + b[4], tenth * b[4]) * jnk_exp(-b[5] * F);
  double y = alpha + a[8] * camber + a[9] * F + a[10], x = 100 * s->x + b[9] * F + b[10];
  double rho = jnk_hypot(Kx * x / Dx, Ky * y / Dy),
         secant_x = Kx * jnk_magic_secant(b[0], (b[6] * F + b[7]) * F + b[8], rho);
  double secant_y = Ky * jnk_magic_secant(a[0], a[6] * F + a[7], rho), part = rho > 0 ? fabs(Ky * y / Dy) / rho : 1;
  out->Fx = secant_x * x;
  out->Fy = secant_y * y + (a[11] * F + a[12]) * camber * F + a[13] * F + a[14];
  out->fx = jnk_at_least(100 * secant_x, 0), out->fy = jnk_at_least(secant_y / degree * jnk_atan_ratio(s->y), 0);
  out->limit = Dx > Dy ? Dx : Dy;
  out->Mz = part * jnk_magic_moment(t->c, F, camber, alpha);
}

#endif
