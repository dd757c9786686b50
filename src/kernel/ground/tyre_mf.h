// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre_mf.h - the Magic Formula with combined slip, by the coefficients of tyre property files: version 5.2, and 6.1 at
// its nominal pressure and without turn slip.                                        [Pacejka 2006] [Pacejka 2012]
//
//   y(x) = D sin(C atan(B x - E (B x - atan(B x)))) + SV,  x = slip + SH      Fx0 over kappa, Fy0 over alpha
//   Fx = G_xa(alpha) Fx0,   Fy = G_yk(kappa) Fy0 + SV_yk(kappa),   G = cos(C atan(B x - E (B x - atan(B x)))),
//                                                                  1 at no slip
//   Mz = -t (Fy - SV_yk) + Mzr + s Fx,   t and Mzr over the equivalent alpha of combined slip
//   Mx = R0 Fz (QSX1 - QSX2 gamma + QSX3 Fy/Fz0)
// Coefficients depend on dfz = (Fz - Fz0)/Fz0 and the camber gamma. If PKY1 is negative, axes and signs are those of
// ISO (W axes). If it is positive, the file is in adapted SAE axes, y to the right and z down: Fy and Mz change their
// signs. Fy0 uses |PDY1|, because files have it with either sign. Slips and camber are limited to the range of the
// file. Curves that would change their sign end at zero (C > 2 in the sine, C > 1 in the cosine), so that friction
// never acts along the sliding velocity.
#ifndef JNK_TYRE_MF_H
#define JNK_TYRE_MF_H

#include "kernel/ground/tyre_law.h"

// List of the coefficients and their default values.
// clang-format off
#define JNK_MF_LIST(X) \
  X(FITTYP, 6) X(UNLOADED_RADIUS, 0) X(FNOMIN, 0) X(LONGVL, 16.7) X(FZMAX, 0) X(LONGITUDINAL_STIFFNESS, 0) \
  X(LATERAL_STIFFNESS, 0) X(KPUMIN, -1.5) X(KPUMAX, 1.5) X(ALPMIN, -2) X(ALPMAX, 2) X(CAMMIN, -2) \
  X(CAMMAX, 2) \
  X(LFZO, 1) X(LCX, 1) X(LMUX, 1) X(LEX, 1) X(LKX, 1) X(LHX, 1) X(LVX, 1) X(LGAX, 1) X(LCY, 1) X(LMUY, 1) \
  X(LEY, 1) X(LKY, 1) X(LHY, 1) X(LVY, 1) X(LGAY, 1) X(LKYC, 1) X(LTR, 1) X(LRES, 1) X(LGAZ, 1) X(LXAL, 1) \
  X(LYKA, 1) X(LVYKA, 1) X(LS, 1) X(LSGKP, 1) X(LSGAL, 1) X(LMX, 1) X(LVMX, 1) X(LMY, 1) \
  X(PCX1, 0) X(PDX1, 0) X(PDX2, 0) X(PDX3, 0) X(PEX1, 0) X(PEX2, 0) X(PEX3, 0) X(PEX4, 0) X(PKX1, 0) X(PKX2, 0) \
  X(PKX3, 0) X(PHX1, 0) X(PHX2, 0) X(PVX1, 0) X(PVX2, 0) X(RBX1, 0) X(RBX2, 0) X(RBX3, 0) X(RCX1, 1) X(REX1, 0) \
  X(REX2, 0) X(RHX1, 0) X(PTX1, 0) X(PTX2, 0) X(PTX3, 0) \
  X(QSX1, 0) X(QSX2, 0) X(QSX3, 0) \
  X(PCY1, 0) X(PDY1, 0) X(PDY2, 0) X(PDY3, 0) X(PEY1, 0) X(PEY2, 0) X(PEY3, 0) X(PEY4, 0) X(PEY5, 0) X(PKY1, 0) \
  X(PKY2, 0) X(PKY3, 0) X(PKY4, 2) X(PKY5, 0) X(PKY6, 0) X(PKY7, 0) X(PHY1, 0) X(PHY2, 0) X(PHY3, 0) X(PVY1, 0) \
  X(PVY2, 0) X(PVY3, 0) X(PVY4, 0) X(RBY1, 0) X(RBY2, 0) X(RBY3, 0) X(RBY4, 0) X(RCY1, 1) X(REY1, 0) X(REY2, 0) \
  X(RHY1, 0) X(RHY2, 0) X(RVY1, 0) X(RVY2, 0) X(RVY3, 0) X(RVY4, 0) X(RVY5, 0) X(RVY6, 0) X(PTY1, 0) X(PTY2, 0) \
  X(QSY1, 0) X(QSY3, 0) X(QSY4, 0) \
  X(QBZ1, 0) X(QBZ2, 0) X(QBZ3, 0) X(QBZ4, 0) X(QBZ5, 0) X(QBZ6, 0) X(QBZ9, 0) X(QBZ10, 0) X(QCZ1, 0) \
  X(QDZ1, 0) X(QDZ2, 0) X(QDZ3, 0) X(QDZ4, 0) X(QDZ6, 0) X(QDZ7, 0) X(QDZ8, 0) X(QDZ9, 0) X(QDZ10, 0) \
  X(QDZ11, 0) X(QEZ1, 0) X(QEZ2, 0) X(QEZ3, 0) X(QEZ4, 0) X(QEZ5, 0) X(QHZ1, 0) X(QHZ2, 0) X(QHZ3, 0) \
  X(QHZ4, 0) X(SSZ1, 0) X(SSZ2, 0) X(SSZ3, 0) X(SSZ4, 0)
// clang-format on

typedef struct {
#define JNK_X(name, usual) double name;
  JNK_MF_LIST(JNK_X)
#undef JNK_X
} jnk_mf;

#define JNK_X(name, usual) +1
enum { JNK_MF_COUNT = 0 JNK_MF_LIST(JNK_X) };
#undef JNK_X

// Quantities that all curves of the Magic Formula read, at one slip, load and camber.
typedef struct {
  double Fz, Fz0, R0, dfz;
  double kappa, alpha,
      cosine;     // slips, limited to the range of the file; cosine of the slip angle before it was limited
  double part_x;  // kappa over the longitudinal slip before it was limited
  double ratio;   // alpha over the lateral slip before it was limited, at least 0
  double camber;
  double mux, muy;  // friction factors along x and y
  int modern;       // flag: coefficients of version 6.x
} jnk_mf_place;

typedef struct {
  double K, C, D, E, SH, SV, x;  // K = B C D: slope of the curve at x = 0; x: slip + SH
  double secant;                 // y(x)/x without SV; K at x = 0
} jnk_mf_curve;

JNK_FN double jnk_at_most(double value, double most) { return value < most ? value : most; }

JNK_FN double jnk_mf_clamp(double value, double least, double most) {
  return value < least ? least : value > most ? most : value;
}

// Returns cos(C atan(B x - E (B x - atan(B x)))).
JNK_FN double jnk_mf_cosine(double B, double C, double E, double x) {
  double u = B * x;
  return jnk_cos(C * jnk_atan(u - E * (u - jnk_atan(u))));
}

// Returns the factor by which slip x in the other direction reduces a force: 1 at x = shift, at least 0. B, C, E:
// coefficients of the cosine curve.
JNK_FN double jnk_mf_weight(double B, double C, double E, double x, double shift) {
  double weight = jnk_mf_cosine(B, C, E, x) / jnk_mf_cosine(B, C, E, shift);
  return weight > 0 ? weight : 0;
}

JNK_FN double jnk_mf_sign(double x) { return x < 0 ? -1 : 1; }

JNK_FN void jnk_mf_finish(jnk_mf_curve *c, double slip) {
  c->x = slip + c->SH;
  c->secant = c->K * jnk_magic_secant(c->C, c->E, c->K * c->x / c->D);
}

// ---- pure slip -----------------------------------------------------------------------------------------------

JNK_FN jnk_mf_curve jnk_mf_longitudinal(const jnk_mf *t, const jnk_mf_place *p) {
  const double least = 0.05;
  double gamma = p->camber * t->LGAX, dfz = p->dfz;
  jnk_mf_curve c = {0, t->PCX1 * t->LCX, 0, 0, 0, 0, 0, 0};
  c.D = p->Fz * p->mux * jnk_at_least((t->PDX1 + t->PDX2 * dfz) * (1 - t->PDX3 * gamma * gamma), least);
  c.K = p->Fz * jnk_at_least(t->PKX1 + t->PKX2 * dfz, least * t->PKX1) * jnk_exp(t->PKX3 * dfz) * t->LKX;
  c.SH = (t->PHX1 + t->PHX2 * dfz) * t->LHX;
  c.SV = p->Fz * (t->PVX1 + t->PVX2 * dfz) * t->LVX * p->mux;
  c.E = (t->PEX1 + dfz * (t->PEX2 + t->PEX3 * dfz)) * (1 - t->PEX4 * jnk_mf_sign(p->kappa + c.SH)) * t->LEX;
  c.E = jnk_at_most(c.E, 1);
  jnk_mf_finish(&c, p->kappa);
  return c;
}

// Returns the cornering stiffness dFy/dalpha at the load and camber in *p, N/rad. It is negative in ISO axes.
JNK_FN double jnk_mf_cornering(const jnk_mf *t, const jnk_mf_place *p) {
  const double least = 0.1;
  double gamma = p->camber * t->LGAY, of_load = t->PKY2 + t->PKY5 * gamma * gamma;
  return t->PKY1 * p->Fz0 * jnk_sin(t->PKY4 * jnk_atan(p->Fz / (of_load * p->Fz0))) *
         jnk_at_least(1 - t->PKY3 * fabs(gamma), least) * t->LKY;
}

JNK_FN jnk_mf_curve jnk_mf_lateral(const jnk_mf *t, const jnk_mf_place *p) {
  const double least = 0.05;
  double gamma = p->camber * t->LGAY, dfz = p->dfz, by_camber = p->Fz * (t->PVY3 + t->PVY4 * dfz) * gamma;
  jnk_mf_curve c = {jnk_mf_cornering(t, p), t->PCY1 * t->LCY, 0, 0, 0, 0, 0, 0};
  c.D = p->Fz * p->muy * jnk_at_least(fabs(t->PDY1 + t->PDY2 * dfz) * (1 - t->PDY3 * gamma * gamma), least);
  double thrust = p->Fz * (t->PKY6 + t->PKY7 * dfz) * gamma * t->LKYC;  // 6.x has dFy/dgamma instead of PHY3
  c.SH = (t->PHY1 + t->PHY2 * dfz) * t->LHY + (p->modern ? (thrust - by_camber * p->muy) / c.K : t->PHY3 * gamma);
  c.SV = (p->Fz * (t->PVY1 + t->PVY2 * dfz) * t->LVY + by_camber) * p->muy;
  double side = (t->PEY3 + t->PEY4 * gamma) * jnk_mf_sign(p->alpha + c.SH);
  c.E = jnk_at_most((t->PEY1 + t->PEY2 * dfz) * (1 + t->PEY5 * gamma * gamma - side) * t->LEY, 1);
  jnk_mf_finish(&c, p->alpha);
  return c;
}

// ---- combined slip ------------------------------------------------------------------------------------------------

// Returns the factor, 0 or more and 1 without lateral slip, by which lateral slip reduces Fx.
JNK_FN double jnk_mf_weight_x(const jnk_mf *t, const jnk_mf_place *p) {
  double B = (t->RBX1 + t->RBX3 * p->camber * p->camber) * jnk_cos(jnk_atan(t->RBX2 * p->kappa)) * t->LXAL;
  double E = jnk_at_most(t->REX1 + t->REX2 * p->dfz, 1);
  return jnk_mf_weight(B, t->RCX1, E, p->alpha + t->RHX1, t->RHX1);
}

// Returns the factor, 0 or more, by which longitudinal slip reduces Fy; sets *shift to the offset of Fy that this slip
// causes, N.
JNK_FN double jnk_mf_weight_y(const jnk_mf *t, const jnk_mf_place *p, const jnk_mf_curve *y, double *shift) {
  double B = (t->RBY1 + t->RBY4 * p->camber * p->camber) * jnk_cos(jnk_atan(t->RBY2 * (p->alpha - t->RBY3))) * t->LYKA;
  double E = jnk_at_most(t->REY1 + t->REY2 * p->dfz, 1), SH = t->RHY1 + t->RHY2 * p->dfz;
  double D = jnk_mf_sign(t->PDY1) * y->D * (t->RVY1 + t->RVY2 * p->dfz + t->RVY3 * p->camber) *
             jnk_cos(jnk_atan(t->RVY4 * p->alpha));
  *shift = D * jnk_sin(t->RVY5 * jnk_atan(t->RVY6 * p->kappa)) * t->LVYKA;
  return jnk_mf_weight(B, t->RCY1, E, p->kappa + SH, SH);
}

// ---- moments ------------------------------------------------------------------------------------------------------

// Returns the lateral slip that is equivalent to the combined slips alpha and kappa, with the sign of alpha. ratio:
// longitudinal over lateral slip stiffness.
JNK_FN double jnk_mf_equivalent(double alpha, double kappa, double ratio) {
  double slip = jnk_hypot(alpha, ratio * kappa);
  return alpha < 0 ? -slip : slip;
}

JNK_FN double jnk_mf_trail(const jnk_mf *t, const jnk_mf_place *p, double ratio) {
  double gamma = p->camber * t->LGAZ, g = p->modern ? fabs(gamma) : gamma, dfz = p->dfz;
  double of_camber =
      p->modern ? 1 + t->QBZ5 * fabs(gamma) + t->QBZ6 * gamma * gamma : 1 + t->QBZ4 * gamma + t->QBZ5 * fabs(gamma);
  double B = (t->QBZ1 + dfz * (t->QBZ2 + t->QBZ3 * dfz)) * of_camber * t->LKY / p->muy;
  double D = p->Fz * p->R0 / p->Fz0 * (t->QDZ1 + t->QDZ2 * dfz) * (1 + t->QDZ3 * g + t->QDZ4 * gamma * gamma) * t->LTR;
  double x = p->alpha + t->QHZ1 + t->QHZ2 * dfz + (t->QHZ3 + t->QHZ4 * dfz) * gamma;
  double E = (t->QEZ1 + dfz * (t->QEZ2 + t->QEZ3 * dfz)) *
             (1 + (t->QEZ4 + t->QEZ5 * gamma) * 2 / JNK_PI * jnk_atan(B * t->QCZ1 * x));
  x = jnk_mf_equivalent(x, p->kappa, ratio);
  return D * jnk_mf_cosine(B, t->QCZ1, jnk_at_most(E, 1), x) * p->cosine;
}

JNK_FN double jnk_mf_residual(const jnk_mf *t, const jnk_mf_place *p, const jnk_mf_curve *y, double ratio) {
  double gamma = p->camber * t->LGAZ, dfz = p->dfz, square = p->modern ? gamma * fabs(gamma) : 0;
  double B = t->QBZ9 * t->LKY / p->muy + t->QBZ10 * y->K / y->D;  // K/D = B C
  double D =
      p->Fz * p->R0 * p->muy *
      ((t->QDZ6 + t->QDZ7 * dfz) * t->LRES + (t->QDZ8 + t->QDZ9 * dfz) * gamma + (t->QDZ10 + t->QDZ11 * dfz) * square);
  double x = jnk_mf_equivalent(p->alpha + y->SH + y->SV / y->K, p->kappa, ratio);
  return D * jnk_cos(jnk_atan(B * x)) * p->cosine;
}

// ---- forces and moments --------------------------------------------------------------------------------------------

// Returns the quantities that the curves read, from the slip s, with slip and camber limited to the range of the file.
// Beyond the load FZMAX (or three times the nominal load) they are those of that load, and the caller scales the forces
// in proportion to the load. mu: factor on friction.
JNK_FN jnk_mf_place jnk_mf_at(const jnk_mf *t, const jnk_slip *s, double mu) {
  jnk_mf_place p;
  double most = t->FZMAX > 0 ? t->FZMAX : 3 * t->FNOMIN;
  p.Fz = jnk_at_most(s->Fz, most);
  p.Fz0 = t->FNOMIN * t->LFZO;
  p.R0 = t->UNLOADED_RADIUS;
  p.dfz = (p.Fz - p.Fz0) / p.Fz0;
  p.modern = t->FITTYP >= 60;
  double angle = -jnk_atan(s->y), alpha = jnk_mf_clamp(angle, t->ALPMIN, t->ALPMAX);
  double camber = jnk_mf_clamp(s->camber, t->CAMMIN, t->CAMMAX);
  p.kappa = jnk_mf_clamp(s->x, t->KPUMIN, t->KPUMAX);
  p.part_x = s->x != 0 ? p.kappa / s->x : 1;
  if (p.modern) p.alpha = alpha == angle ? -s->y : jnk_sin(alpha) / jnk_cos(alpha);
  else p.alpha = alpha;
  p.ratio = fabs(s->y) > 1e-4 ? -p.alpha / s->y : p.modern ? 1 : jnk_atan_ratio(s->y);
  p.cosine = 1 / sqrt(1 + s->y * s->y);
  p.camber = p.modern ? jnk_sin(camber) : camber;
  p.mux = t->LMUX * mu * s->grip;
  p.muy = t->LMUY * mu * s->grip;
  return p;
}

JNK_FN void jnk_mf_force(const jnk_mf *t, double mu, const jnk_slip *s, jnk_slip_force *out) {
  jnk_mf_place p = jnk_mf_at(t, s, mu);
  jnk_mf_curve x = jnk_mf_longitudinal(t, &p), y = jnk_mf_lateral(t, &p);
  double shift, over = s->Fz / p.Fz, sign = over * (t->PKY1 < 0 ? 1 : -1);
  double Gx = jnk_mf_weight_x(t, &p), Gy = jnk_mf_weight_y(t, &p, &y, &shift), ratio = x.K / y.K;
  double Fx = Gx * (x.secant * x.x + x.SV), Fy = Gy * (y.secant * y.x + y.SV);
  double arm =
      t->UNLOADED_RADIUS * t->LS * (t->SSZ1 + t->SSZ2 * (Fy + shift) / p.Fz0 + (t->SSZ3 + t->SSZ4 * p.dfz) * p.camber);
  double trail = jnk_mf_trail(t, &p, ratio), Mzr = jnk_mf_residual(t, &p, &y, ratio);
  out->Fx = over * Fx;
  out->Fy = sign * (Fy + shift);
  out->fx = over * Gx * x.secant * p.part_x;
  out->fy = over * Gy * fabs(y.secant) * p.ratio;
  out->limit = over * (x.D > y.D ? x.D : y.D);
  out->Mz = sign * (Mzr + arm * Fx - trail * Fy);
  out->Mx = over * p.R0 * p.Fz *
            (t->QSX1 * t->LVMX + t->LMX * (t->QSX3 * sign / over * (Fy + shift) / p.Fz0 - t->QSX2 * p.camber));
}

// Computes the longitudinal (*along) and lateral (*across) relaxation length at the nominal load, m; 0 if the file does
// not determine it.
JNK_FN void jnk_mf_relaxation(const jnk_mf *t, double *along, double *across) {
  const jnk_slip none = {0, 0, t->FNOMIN * t->LFZO, 0, 1, 0};
  jnk_mf_place p = jnk_mf_at(t, &none, 1);
  double Kx = jnk_mf_longitudinal(t, &p).K, Ky = fabs(jnk_mf_cornering(t, &p));
  *along = t->PTX1 * p.R0 * t->LSGKP;
  *across = t->PTY2 != 0 ? t->PTY1 * jnk_sin(2 * jnk_atan(1 / t->PTY2)) * p.R0 * t->LSGAL : 0;
  if (!(*along > 0)) *along = t->LONGITUDINAL_STIFFNESS > 0 ? Kx / t->LONGITUDINAL_STIFFNESS : 0;
  if (!(*across > 0)) *across = t->LATERAL_STIFFNESS > 0 ? Ky / t->LATERAL_STIFFNESS : 0;
}

#endif
