// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// gradient.c - gradient of V, and discrete gradients of V and of the constraint equations between two configurations.
//
// With d = difference(q0, q1) and the gradient g at the midpoint q0 (+) d/2, the discrete gradient      [Gonzalez 1996]
//   g + (V1 - V0 - g . d) / (d' W d) W d
// gives V1 - V0 exactly along d. W scales lengths by the size of the mechanism, because d contains metres and radians.
#include <string.h>

#include "system/coordinates/body_level.h"
#include "system/forces.h"
#include "system/stage.h"

// Writes to dV (nv) the gradient of the potential energy V, after the force stage. Evaluates forces with zero
// velocities, because dampers do not contribute to V.
void jn_get_potential_gradient(const jn_system *system, jn_work *work, double *dV) {
  if (!dV) return;
  JNI_ASSERT(system && work);
  int n = system->sizes.nv;
  memcpy(work->scratch, work->v, (size_t)n * sizeof *work->v);
  memset(work->v, 0, (size_t)n * sizeof *work->v);
  jni_stage_velocity(system, work);
  memcpy(work->body_f, system->gravity_force, (size_t)system->nbody_v * sizeof *work->body_f);
  for (int i = 0; i < system->nforces; i++)
    if (jni_force_has_potential(system->forces[i].element))
      jni_force_add(system, work, &system->forces[i], work->body_f, &work->outputs[i]);
  for (int i = 0; i < n; i++) dV[i] = 0;
  jni_add_body_forces(system, work, work->body_f, dV);
  for (int i = 0; i < n; i++) dV[i] = -dV[i];
  memcpy(work->v, work->scratch, (size_t)n * sizeof *work->v);
  jni_stage_velocity(system, work);
  jni_stage_force(system, work);
}

// Corrects the gradient g so that g . d = change: adds (change - g . d) / (d' W d) W d. Leaves g unchanged if d is no
// more than rounding.
static void correct(const jn_system *system, const double *d, double change, double *g) {
  double along = 0, metric = 0, length = 1 / (system->length_scale * system->length_scale);
  for (int j = 0; j < system->sizes.nv; j++) {
    along += g[j] * d[j];
    metric += d[j] * d[j] * (system->v_is_length[j] ? length : 1);
  }
  if (!(metric > 1e-20)) return;  // the difference is rounding
  for (int j = 0; j < system->sizes.nv; j++)
    g[j] += (change - along) / metric * d[j] * (system->v_is_length[j] ? length : 1);
}

static void stage_at_rest(const jn_system *system, jn_work *work, double t, const double *q, const double *s) {
  jn_calc_position(system, work, t, q, NULL, s);
  memset(work->v, 0, (size_t)system->sizes.nv * sizeof *work->v);
  jni_stage_velocity(system, work);
  jni_stage_force(system, work);
}

static jn_status refuse_nonconservative(const jn_system *system, jn_report *report) {
  for (int i = 0; i < system->nforces; i++) {
    const jni_force_element *e = system->forces[i].element;
    if (!jni_force_has_potential(e) || !e->kind->conservative(e))
      return jn_report_fault(report, JN_REFUSED, e->name,
                             "a %s force of this kind has no discrete gradient: it does not derive from a potential",
                             e->kind->name);
  }
  return JN_OK;
}

jn_status jn_calc_discrete_gradients(const jn_system *system, jn_work *work, double t, const double *q0,
                                     const double *q1, const double *s, double *dV, double *Gd, jn_report *report) {
  if (!q0 || !q1) return JN_BAD_ARGUMENT;
  JNI_ASSERT(system && work);
  const jn_sizes *n = &system->sizes;
  if (dV && refuse_nonconservative(system, report) != JN_OK) return JN_REFUSED;
  double *d = jni_alloc0(system->alloc, 2 * (size_t)n->nv + (size_t)n->nq + (size_t)n->nh, sizeof *d);
  if (!d) return jni_report_no_memory(report);
  double *half = d + n->nv, *middle = half + n->nv, *change = middle + n->nq, V0, V1;
  system->kind->difference(system, q0, q1, d);
  for (int i = 0; i < n->nv; i++) half[i] = 0.5 * d[i];
  system->kind->step(system, q0, half, middle);
  stage_at_rest(system, work, t, q0, s);
  V0 = work->potential;
  for (int i = 0; i < n->nh; i++) change[i] = -work->phi[i];
  stage_at_rest(system, work, t, q1, s);
  V1 = work->potential;
  for (int i = 0; i < n->nh; i++) change[i] += work->phi[i];
  stage_at_rest(system, work, t, middle, s);
  if (dV) {
    jn_get_potential_gradient(system, work, dV);
    correct(system, d, V1 - V0, dV);
  }
  if (Gd) {
    jni_unpack_G(system, work->G, Gd);
    for (int i = 0; i < n->nh; i++) correct(system, d, change[i], Gd + (size_t)i * (size_t)n->nv);
  }
  jni_free(system->alloc, d);
  return JN_OK;
}
