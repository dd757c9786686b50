// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// write_energy.c - what belongs to the whole mechanism, as nodes: energies, momenta, how far rows are off.
#include "compile/write.h"
#include "system/system.h"

// ---- energies -----------------------------------------------------------------------------------------------------

static const jni_body *body_of(const jni_writer *w, int link) {
  return &w->system->model->bodies[w->system->tree->links[link].body];
}

jni_vec jni_write_moment_of(jni_writer *w, int link, jni_vec turning) {
  jni_graph *g = w->g;
  const jni_body *body = body_of(w, link);
  const double *J = body->inertia, space[9] = {J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]},
               plane[9] = {0, 0, 0, 0, 0, 0, 0, 0, J[2]};
  if (body->particle) return jni_vec_zero;
  jni_mat own = jni_mat_of(g, w->plane ? plane : space);
  const jni_mat *R = &w->links[link].R;
  return jni_mat_times(g, R, jni_mat_times(g, &own, jni_mat_transposed_times(g, R, turning)));
}

jni_node jni_write_kinetic(jni_writer *w) {
  jni_graph *g = w->g;
  jni_node twice = JNI_ZERO;
  for (int i = 1; i < w->system->tree->nlinks; i++) {
    const jni_com_motion *m = &w->links[i].motion;
    twice = jni_plus(g, twice, jni_times(g, jni_number(g, body_of(w, i)->mass), jni_vec_dot(g, m->v, m->v)));
    twice = jni_plus(g, twice, jni_vec_dot(g, m->w, jni_write_moment_of(w, i, m->w)));
  }
  for (int i = 0; i < w->system->sizes.nv; i++) {
    jni_node square = jni_times(g, w->v[i], w->v[i]);
    twice = jni_plus(g, twice, jni_times(g, jni_number(g, w->system->tree->armature[i]), square));
  }
  return jni_times(g, jni_number(g, 0.5), twice);
}

jni_node jni_write_potential(jni_writer *w) {
  jni_graph *g = w->g;
  jni_vec gravity = jni_vec_of(g, w->system->model->gravity);
  jni_node V = JNI_ZERO;
  for (int b = 1; b < w->system->nbodies; b++) {
    jni_node m = jni_number(g, -w->system->model->bodies[b].mass);
    V = jni_plus(g, V, jni_times(g, m, jni_vec_dot(g, gravity, jni_write_body_kinematics(w, b, 0).r)));
  }
  for (int i = 0; i < w->system->nforces; i++) V = jni_plus(g, V, jni_write_force(w, i)->out.potential);
  return V;
}

static jni_node work_done(const jni_writer *w) {
  return w->system->work_state >= 0 ? w->z[w->system->work_state] : JNI_ZERO;
}

static jni_node energy(jni_writer *w) { return jni_plus(w->g, jni_write_kinetic(w), jni_write_potential(w)); }

static jni_node energy_error(jni_writer *w) {
  jni_node begin = w->energy_variable ? w->energy_variable : jni_number_unwatched(w->g, w->energy_begin);
  return jni_minus(w->g, jni_minus(w->g, energy(w), work_done(w)), begin);
}

// ---- momenta ------------------------------------------------------------------------------------------------------

static jni_node momentum(jni_writer *w, const jni_signal *s) {
  jni_graph *g = w->g;
  jni_vec sum = jni_vec_zero;
  for (int b = 1; b < w->system->nbodies; b++) {
    jni_body_kinematics body = jni_write_body_kinematics(w, b, 0);
    int base = w->links[body.link].base;
    jni_vec p = jni_vec_scale(g, jni_number(g, w->system->model->bodies[b].mass), body.m.v);
    if (s->kind == JNI_SIGNAL_MOMENTUM) {
      sum = jni_vec_add(g, sum, p);
      continue;
    }
    jni_vec spin = jni_write_moment_of(w, body.link, w->links[body.link].motion.w);
    if (base > 0) spin = jni_mat_times(g, &w->bases[base].R, spin);
    sum = jni_vec_add(g, sum, jni_vec_add(g, jni_vec_cross(g, body.r, p), spin));
  }
  return sum.x[s->component];
}

// ---- rows ---------------------------------------------------------------------------------------------------------

static jni_node larger(jni_graph *g, jni_node a, jni_node b) {
  jni_node size = jni_apply(g, JNI_DO_abs, b, 0, 0);
  return jni_select(g, jni_apply(g, JNI_DO_less, a, size, 0), size, a);
}

// Largest of phi, or of G x - right.
static jni_node largest_row(jni_writer *w, const jni_node *x, const jni_node *right) {
  jni_graph *g = w->g;
  int nv = w->system->sizes.nv, n = x ? w->system->sizes.nc : w->system->sizes.nh;
  jni_node most = JNI_ZERO;
  for (int r = 0; r < n; r++) {
    jni_node sum = x ? jni_opposite(g, right[r]) : w->phi[r];
    for (int c = 0; x && c < nv; c++)
      if (w->G[r * nv + c] != JNI_ZERO) sum = jni_plus(g, sum, jni_times(g, w->G[r * nv + c], x[c]));
    most = larger(g, most, sum);
  }
  return most;
}

jni_node jni_write_total(jni_writer *w, const jni_signal *s) {
  switch (s->kind) {
    case JNI_SIGNAL_KINETIC: return jni_write_kinetic(w);
    case JNI_SIGNAL_POTENTIAL: return jni_write_potential(w);
    case JNI_SIGNAL_ENERGY: return energy(w);
    case JNI_SIGNAL_WORK: return work_done(w);
    case JNI_SIGNAL_ENERGY_ERROR: return energy_error(w);
    case JNI_SIGNAL_MOMENTUM:
    case JNI_SIGNAL_ANGULAR_MOMENTUM: return momentum(w, s);
    case JNI_SIGNAL_VIOLATION_POSITION: return largest_row(w, NULL, NULL);
    case JNI_SIGNAL_VIOLATION_VELOCITY: return largest_row(w, w->v, w->nu);
    case JNI_SIGNAL_VIOLATION_ACCELERATION: return w->vdot ? largest_row(w, w->vdot, w->gamma) : JNI_UNWRITTEN;
    default: return JNI_UNWRITTEN;
  }
}
