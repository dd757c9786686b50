// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// energy_control.h - energy controls: psi = T + V - (T + V)_0 - W is fed back along the tangent space.   [yoon
// (9)-(23)]
//
//   multiplier          vdot -= mu P v,  mu = (psidot of the motion without it + eta psi) / |P v|^2        row
//       psidot + eta psi = 0
//   gradient            vdot -= 2 rho_v psi P v,  q moves with v - 2 rho_q psi M^-1 (d psi / d delta)'
//   velocity-gradient   the same with rho_q = 0
// P is the M-orthogonal projector onto the null space of G, |x|^2 = x' M x, delta a tangent step. Where the rows do not
// move with time the gradients take v for P v: they differ by drift alone. With lambda and mu solved together,
// M vdot + G' lambda + M v mu = f and the rows [G; v' M], vdot is just a* - mu P v; the printed sequential solution is
// not.
//
// At rest, speed can carry no energy. Near rest is below
//   R = (|a| / rate)^2 + |psi| + 1e-6 of weight times size          a the acceleration along P v:
//                                                                   what is gained or lost in a time 1 / rate
// The row of `multiplier` is off while |P v|^2 is below R, in force from 2 R on, and faded between. (A sharp switch, or
// one nearer to rest, makes features that no step follows.) Gains that are not given are made from `rate` at every
// evaluation, so that psi never decays faster:
//   rho_v = rate / (2 (|P v|^2 + R))         rho_q = rate / (2 (|dV|^2 + rate^2 (2 T + |psi| + 1e-6 of weight times
//                                            size)))
#ifndef JNI_ENERGY_CONTROL_H
#define JNI_ENERGY_CONTROL_H

#include "base/pool.h"
#include "formulation/control/mass_metric.h"
#include "integrate/integrator.h"
#include "jounce/system.h"

struct jni_explicit;

typedef enum {
  JNI_ENERGY_NONE,
  JNI_ENERGY_MULTIPLIER,
  JNI_ENERGY_GRADIENT,
  JNI_ENERGY_VELOCITY_GRADIENT
} jni_energy_kind;

typedef struct {
  jni_energy_kind kind;
  double rate;                   // eta of the multiplier, and what gains that are not given are made from, 1/s
  double rho_v, rho_q;           // 1/(J s) and s/J; NaN: made from `rate`
  double weight;                 // of all bodies times their size, J
  jni_metric metric;             // for rho_q
  double *along, *scratch;       // nv: P v; and a force or gradient
  bool idle;                     // no freedom, so nothing to act on
  double fastest, fastest_time;  // largest rate at which psi was made to decay, 1/s, and when
  double fastest_by_q;           // the part of it that rho_q made
  long guarded;                  // evaluations in which the multiplier's row was off or faded, near rest
  double guarded_time;           // the first of them
} jni_energy;

// active: rows in force, NULL: all. Warns when the mechanism has no freedom.
jn_status jni_energy_init(jni_pool *pool, const jn_system *system, const jn_choices *choices, const bool *active,
                          jni_energy *energy, jn_report *report);
// psi at the present stages, J.
double jni_energy_psi(const jn_system *system, const jn_work *work);
// After the method's acceleration and the position feedback: changes vdot, and `moving`, the velocity that moves q.
jn_status jni_energy_act(struct jni_explicit *f, double *vdot, double *moving);
void jni_energy_tell(const jni_energy *energy, const jni_integrator *integrator, jn_report *report);

#endif
