// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mechanism_balance.c - residuals of Newton's and Euler's equations of a body:  m a - f - sum F,  I alpha - f_turn -
// sum T about the centre of mass, with f of a cartesian system, which contains gyroscopic terms.
#include "mechanism_balance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/vec3.h"

bool mech_twin_new(const jn_model *model, mech_twin *twin) {
  *twin = (mech_twin){.system = jn_system_new(model, "cartesian", NULL)};
  if (!twin->system) return false;
  jn_sizes n = jn_system_sizes(twin->system);
  twin->work = jn_work_new(twin->system);
  twin->state = calloc((size_t)n.nstate + 1, sizeof *twin->state);
  twin->f = calloc((size_t)n.nv + 1, sizeof *twin->f);
  return true;
}

bool mech_twin_watch(mech_twin *twin, const jn_system *system, const double *state) {
  jn_state_convert(system, state, twin->system, twin->state);
  twin->mobility = jn_mobility_new(twin->system, twin->state, NULL);
  return twin->mobility != NULL;
}

void mech_twin_free(mech_twin *twin) {
  jn_mobility_free(twin->mobility);
  free(twin->state);
  free(twin->f);
  jn_work_free(twin->work);
  jn_system_free(twin->system);
}

void mech_twin_look(mech_twin *twin, const jn_system *system, const double *state) {
  jn_state_convert(system, state, twin->system, twin->state);
  const jn_system *s = twin->system;
  jn_calc_position(s, twin->work, twin->state[0], jn_state_q(s, twin->state), jn_state_z(s, twin->state),
                   jn_state_s(s, twin->state));
  jn_calc_velocity(s, twin->work, jn_state_v(s, twin->state));
  jn_calc_force(s, twin->work, jn_state_z(s, twin->state));
  jn_get_f(s, twin->work, twin->f);
}

typedef struct {
  double F[3], T[3];  // about the origin
} wrench;

static double larger_norm(double most, const double F[3], const double T[3], double size) {
  double x = fmax(jnk_norm(F), jnk_norm(T) / size);
  return x <= most ? most : x;
}

// Inertia times acceleration less applied forces, about the origin.
static wrench needed(const mechanism *m, const double *f, const mech_sample *s, const mech_accelerations *a, int b,
                     double r[3]) {
  const mech_body *body = &m->body[b];
  const double *I = body->inertia;
  double R[9], local[3] = {0}, arm[3];
  wrench w = {{0}, {0}};
  mech_body_rotation(m, s, b, R);
  jnk_mat_vec(R, body->com, arm);
  jnk_add(s->body[b], arm, r);
  int d = m->space == JN_PLANE ? 2 : 3;
  for (int i = 0; i < d; i++) w.F[i] = body->mass * a->linear[b][i] - f[i];
  if (!body->particle && d == 2) local[2] = I[2] * a->angular[b][2] - f[2];
  if (!body->particle && d == 3) {
    const double matrix[9] = {I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2]};
    jnk_mat_vec(matrix, a->angular[b], local);
    jnk_sub(local, f + 3, local);
  }
  jnk_mat_vec(R, local, w.T);
  return w;
}

// Adds the forces -factor lambda of a linear relation on its points.
static void add_relation(const mechanism *m, const mech_sample *s, int j, int b, wrench *w) {
  for (int k = 0; k < m->joint[j].nterms; k++) {
    if (m->joint[j].terms[k].joint != b) continue;
    double R[9], p[3], F[3], moment[3];
    mech_body_rotation(m, s, b, R);
    jnk_mat_vec(R, m->joint[j].place[k], p);
    jnk_add(p, s->body[b], p);
    jnk_scale(-m->joint[j].terms[k].factor, s->joint[j], F);
    jnk_cross(p, F, moment);
    jnk_add(w->F, F, w->F);
    jnk_add(w->T, moment, w->T);
  }
}

static wrench printed(const mechanism *m, const mech_sample *s, int b) {
  wrench w = {{0}, {0}};
  for (int j = 0; j < m->njoints; j++) {
    if (strcmp(m->joint[j].type, "linear-relation") == 0) add_relation(m, s, j, b, &w);
    for (int end = 0; end < 2; end++) {
      if (m->joint[j].body[end] != b) continue;
      jnk_add_scaled(w.F, end ? 1 : -1, s->joint[j], w.F);
      jnk_add_scaled(w.T, end ? 1 : -1, s->joint[j] + 3, w.T);
    }
  }
  return w;
}

double mech_unbalance(const mechanism *m, const mech_twin *twin, const mech_sample *s, const mech_accelerations *a) {
  double most = 0, scale = 0;
  const double *f = twin->f;
  for (int i = 1; i < m->nbodies; i++) {
    int b = m->body_order[i];
    double r[3], moment[3];
    wrench n = needed(m, f, s, a, b, r), p = printed(m, s, b);
    jnk_cross(r, n.F, moment);
    jnk_add(n.T, moment, n.T);
    scale = larger_norm(scale, n.F, n.T, m->size);
    jnk_sub(n.F, p.F, n.F);
    jnk_sub(n.T, p.T, n.T);
    most = larger_norm(most, n.F, n.T, m->size);
    scale = fmax(scale, m->body[b].mass * jnk_norm(m->gravity));  // what acts may cancel
    f += m->space == JN_PLANE ? (m->body[b].particle ? 2 : 3) : m->body[b].particle ? 3 : 6;
  }
  for (int j = 0; j < m->njoints; j++) scale = larger_norm(scale, s->joint[j], s->joint[j] + 3, m->size);
  return scale > 0 ? most / scale : 0;
}
