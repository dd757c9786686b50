// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// cartesian_plane.c - cartesian coordinates in the plane: x, y of the centre of mass and the angle; a particle its x, y.
#include <math.h>
#include <string.h>

#include "system/system.h"

static bool mass(const jni_body *body, double *M) {
  int n = body->particle ? 2 : 3;
  for (int i = 0; i < 2; i++) M[i * n + i] = body->mass;
  if (n == 3) M[8] = body->inertia[2];
  return true;
}

static void position(const jn_system *system, jn_work *work) {
  for (int b = 1; b < system->nbodies; b++) {
    const double *q = work->q + system->q_at[b];
    jni_body2 *body = &work->body2[b];
    body->x = q[0], body->y = q[1];
    if (system->width[b] < 3) continue;
    double theta = q[2], c = cos(theta), sine = sin(theta);  // no store between the two: one call gives both
    body->theta = theta, body->c = c, body->s = sine;
  }
}

static void velocity(const jn_system *system, jn_work *work) {
  for (int b = 1; b < system->nbodies; b++) {
    const double *v = work->v + system->v_at[b];
    jni_body2 *body = &work->body2[b];
    body->vx = v[0], body->vy = v[1];
    if (system->width[b] == 3) body->w = v[2];
  }
}

static void inertia_force(const jn_system *system, const jn_work *work, double *f) { (void)system, (void)work, (void)f; }

static void qdot(const jn_system *system, const double *q, const double *v, double *out) {
  (void)q;
  memcpy(out, v, (size_t)system->sizes.nv * sizeof *out);
}

static void step(const jn_system *system, const double *q, const double *d, double *out) {
  for (int i = 0; i < system->sizes.nq; i++) out[i] = q[i] + d[i];
}

static void difference(const jn_system *system, const double *q0, const double *q1, double *d) {
  for (int i = 0; i < system->sizes.nq; i++) d[i] = q1[i] - q0[i];
}

static void tangent(const jn_system *system, const double *d, double *T) {
  int n = system->sizes.nv;
  (void)d;
  memset(T, 0, (size_t)n * (size_t)n * sizeof *T);
  for (int i = 0; i < n; i++) T[(size_t)i * (size_t)n + i] = 1;
}

static void normalize(const jn_system *system, double *q) { (void)system, (void)q; }

const jni_coordinates_kind jni_cartesian_plane = {"cartesian", true, false, 3, 3, mass, jni_primitive_plane, position, velocity, inertia_force, qdot, step, difference, tangent, normalize};
