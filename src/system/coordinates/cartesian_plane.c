// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// cartesian_plane.c - cartesian coordinates in the plane: x, y of the centre of mass and the angle; a particle its x,
// y.
#include <math.h>

#include "kernel/elementary.h"
#include "system/work.h"

bool jni_cartesian_plane_mass(const jni_body *body, double *M) {
  int n = body->particle ? 2 : 3;
  for (int i = 0; i < 2; i++) M[i * n + i] = body->mass;
  if (n == 3) M[8] = body->inertia[2];
  return true;
}

static void position(const jn_system *system, jn_work *work) {
  for (int b = 1; b < system->nbodies; b++) {
    const double *q = work->q + system->q_at[b];
    jni_body2 *body = &work->body2[b];
    body->x = q[0];
    body->y = q[1];
    if (system->width[b] < 3) continue;
    body->theta = q[2];
    jnk_sincos(q[2], &body->s, &body->c);
  }
}

static void velocity(const jn_system *system, jn_work *work) {
  for (int b = 1; b < system->nbodies; b++) {
    const double *v = work->v + system->v_at[b];
    jni_body2 *body = &work->body2[b];
    body->vx = v[0];
    body->vy = v[1];
    if (system->width[b] == 3) body->w = v[2];
  }
}

const jni_coordinates_kind jni_cartesian_plane = {
    "cartesian", true, false, 3, 3, jni_cartesian_plane_mass, jni_primitive_plane, NULL, position, velocity, JNI_FLAT};
