// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// energy_coupling.c - coupling measure Y: product of the gradients of the energy psi and of a constraint equation chi
// with respect to positions and speeds.
//                                                                                                           [yoon (20)]
//
//   Y = dpsi/ddelta . dchi/ddelta + dpsi/dv . dchi/dv           delta a tangent step; dpsi/ddelta = dV/ddelta,
//                                                               dpsi/dv = v' M
//   chi = phi_i              dV . G_i
//   chi = G_i v - nu_i       (rate of G_i along dV) v + (M v) . G_i
// If Y is zero, a correction of the energy does not change the residual of the equation, and a correction of the
// equation does not change the energy. A nonholonomic equation has the second form only.
#include "system/coordinates/body_level.h"
#include "system/derivative/rate.h"
#include "system/work.h"

void jni_calc_coupling(const jn_system *system, jn_work *work) {
  const jni_pattern *pattern = &system->pattern;
  double *dV = work->coupling_scratch;
  jn_get_potential_gradient(system, work, dV);
  jni_pattern_times(pattern, work->G, dV, work->coupling);
  jni_set_direction(system, work, dV);
  jni_calc_G_rate(system, work);
  jni_pattern_times(pattern, work->Gdot, work->v, work->rate_coupling);
  if (system->sizes.nc > 0) jni_pattern_mass_times(pattern, jni_mass(system, work), work->v, dV);
  jni_pattern_times(pattern, work->G, dV, work->scratch_rows);
  for (int i = 0; i < system->sizes.nc; i++) work->rate_coupling[i] += work->scratch_rows[i];
  for (int i = system->sizes.nh; i < system->sizes.nc; i++) work->coupling[i] = work->rate_coupling[i];
}
