// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// write_energy.c - writes kinetic and potential energy and angular momenta of bodies.
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

jni_vec jni_write_spin(jni_writer *w, int body) {
  int link = w->system->tree->link_of[body], base = w->links[link].base;
  jni_vec spin = jni_write_moment_of(w, link, w->links[link].motion.w);
  return base > 0 ? jni_mat_times(w->g, &w->bases[base].R, spin) : spin;
}
