// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// rate.c - Mdot, Gdot, and the rate of G along any direction, which gives the tangents of G' lambda and gamma.
#include <string.h>

#include "joint/equations/natural_equations.h"
#include "kernel/vec3.h"
#include "system/coordinates/body_level.h"
#include "system/derivative/rate.h"
#include "system/work.h"

static void direction_plane(const jn_system *system, jn_work *work, int b, const double *w) {
  const jni_body2 *from = &work->body2[b];
  jni_body3 *to = &work->direction[b];
  const double R[9] = {from->c, -from->s, 0, from->s, from->c, 0, 0, 0, 1};
  jnk_set(from->x, from->y, 0, to->r);
  memcpy(to->R, R, sizeof R);
  jnk_zero(to->v);
  jnk_zero(to->wg);
  if (b == 0) return;
  const double *own = w + system->v_at[b];
  to->v[0] = own[0];
  to->v[1] = own[1];
  if (system->width[b] == 3) to->wg[2] = own[2];
}

static void direction_space(const jn_system *system, jn_work *work, int b, const double *w) {
  jni_body3 *to = &work->direction[b];
  jnk_copy(work->body3[b].r, to->r);
  memcpy(to->R, work->body3[b].R, sizeof to->R);
  jnk_zero(to->v);
  jnk_zero(to->wg);
  if (b == 0) return;
  const double *own = w + system->v_at[b];
  jnk_copy(own, to->v);
  if (system->width[b] == 6) jnk_mat_vec(to->R, own + 3, to->wg);
}

static void direction_natural(const jn_system *system, jn_work *work, int b, const double *w) {
  const double *own = w + system->v_at[b];
  jni_body3 *to = &work->direction[b];
  jnk_copy(work->body3[b].r, to->r);
  memcpy(to->R, work->body3[b].R, sizeof to->R);
  jnk_zero(to->v);
  for (int i = 0; b > 0 && i < (system->model->space == JN_PLANE ? 2 : 3); i++) to->v[i] = own[i];
  jni_natural_matrix(system->width[b], own, true, to->Rdot);
  jni_natural_spin(to->R, to->Rdot, to->wg);
}

void jni_set_body_direction(const jn_system *system, jn_work *work, int b, const double *w) {
  if (system->kind->natural) direction_natural(system, work, b, w);
  else if (system->model->space == JN_PLANE) direction_plane(system, work, b, w);
  else direction_space(system, work, b, w);
}

void jni_set_direction(const jn_system *system, jn_work *work, const double *along) {
  const double *w = jni_body_speeds(system, work, along, work->body_scratch);
  for (int b = 0; b < system->nbodies; b++) jni_set_body_direction(system, work, b, w);
}

void jni_calc_G_rate(const jn_system *system, jn_work *work) {
  (system->kind->natural ? jni_natural_rate : jni_primitive_rate)(
      system->primitives, system->primitive_at[JNI_PRIMITIVE_COUNT], system->terms, system->coordinates,
      work->coordinates, system->model->space, work->direction, work->body_Gdot);
  if (system->tree)
    system->kind->tree->rows_rate(system, work, 0, system->rows.ngroups, work->body_G, work->body_Gdot, work->Gdot);
}

void jni_coordinate_rate_at(const jn_system *system, const jn_work *work, int coordinate, double Jdot[2][JNI_WIDEST]) {
  (system->kind->natural ? jni_natural_coordinate_rate : jni_coordinate_rate)(
      &system->coordinates[coordinate], system->model->space, work->direction, Jdot);
}

void jn_calc_Gdot(const jn_system *system, jn_work *work, double *Gdot) {
  if (!Gdot) return;
  JNI_ASSERT(system && work);
  jni_set_direction(system, work, work->v);
  jni_calc_G_rate(system, work);
  jni_unpack_G(system, work->Gdot, Gdot);
}

// Writes to Mdot (nv x nv) the rate of the mass matrix: zeros in natural and cartesian coordinates, where M is constant
// since angular velocities are in body axes; computed block by block in joint coordinates.
void jn_calc_Mdot(const jn_system *system, jn_work *work, double *Mdot) {
  if (!Mdot) return;
  JNI_ASSERT(system && work);
  memset(Mdot, 0, (size_t)system->sizes.nv * (size_t)system->sizes.nv * sizeof *Mdot);
  if (!system->tree) return;
  jni_set_direction(system, work, work->v);
  system->kind->tree->mass_rate(system, work, Mdot);
  jni_spread_mass(system, Mdot);
}
