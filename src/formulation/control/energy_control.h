// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// energy_control.h - energy controls: feed back psi = T + V - (T + V)_0 - W in the tangent space.   [yoon (9)-(23)]
//
//   multiplier          vdot -= mu P v,  mu = (psidot of the motion without it + eta psi) / |P v|^2        constraint
//       psidot + eta psi = 0
//   gradient            vdot -= 2 rho_v psi P v,  q moves with v - 2 rho_q psi M^-1 (d psi / d delta)'
//   velocity-gradient   the same with rho_q = 0
// P is the M-orthogonal projector onto the null space of G, |x|^2 = x' M x, delta a tangent step. If the constraints do
// not move with time the gradient controls use v for P v, which differs by drift only. Solving for lambda and mu
// together, M vdot + G' lambda + M v mu = f with the equations [G; v' M], gives exactly vdot = a* - mu P v; the
// sequential solution as published does not.
//
// At rest a speed cannot change the energy. Near rest means |P v|^2 below
//   R = (|a| / rate)^2 + |psi| + 1e-6 of weight times size          a: acceleration along P v;
//                                                                   energy gained or lost in a time 1 / rate
// The constraint of `multiplier` is off while |P v|^2 < R, in force above 2 R, and faded in between. (A sharp switch,
// or one nearer to rest, causes features that no step size resolves.) Gains that are not set are computed from `rate`
// at every evaluation, such that psi never decays faster than `rate`:
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
  double rate;                   // eta of the multiplier, and default of the gains, 1/s
  double rho_v, rho_q;           // gains, 1/(J s) and s/J; NaN: computed from `rate`
  double weight;                 // weight of all bodies times the size of the mechanism, J
  jni_metric metric;             // M^-1, for the gradient control of positions
  double *along, *scratch;       // nv: P v; workspace
  bool idle;                     // the mechanism has no degree of freedom
  double fastest, fastest_time;  // largest decay rate of psi, 1/s, and its time, s
  double fastest_by_q;           // part of `fastest` due to rho_q, 1/s
  long guarded;                  // evaluations in which the multiplier was off or faded, near rest
  double guarded_time;           // time of the first of these evaluations, s
} jni_energy;

// Initialises *energy; its memory belongs to the pool. active: active constraints, NULL: all. Adds a warning to the
// report if the mechanism has no degree of freedom, so that the control has no effect. Returns the status of a fault if
// memory is missing or, for `gradient` with rho_q, the mass of a body.
jn_status jni_energy_init(jni_pool *pool, const jn_system *system, const jn_choices *choices, const bool *active,
                          jni_energy *energy, jn_report *report);
// Returns the energy error psi = T + V - (T + V)_0 - W, J, from the present stages of the work.
double jni_energy_psi(const jn_system *system, const jn_work *work);
// Adds the energy control to vdot and to `moving`, the velocity that moves q; does nothing if the mechanism has no
// degree of freedom. To be called after the method's acceleration and the feedback of constraints. Returns JN_SINGULAR
// if a factorisation fails.
jn_status jni_energy_act(struct jni_explicit *f, double *vdot, double *moving);
// Adds warnings about the energy control to the report, at the end of a run.
void jni_energy_warn(const jni_energy *energy, const jni_integrator *integrator, jn_report *report);

#endif
