// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// geometry_axis.c - the displacement of one point along the z axis of another frame as coordinate:
//   u = R_0 e_z (-R_0 e_z for a mirror image along z),  d = r_1 - r_0,  x = u . d
//   xdot = u . s,  s = v_1 - v_0 - w_0 x d
// A load F acts with +F u on end 0, along the line through end 1, so with the torque d x F u about r_0, and with -F u
// on end 1. Motion of end 1 normal to the axis does no work, so the load is exactly -grad V for a potential V(x).
#include "force/scalar_force.h"
#include "kernel/vec3.h"
#include "model/mirror.h"

static void calc(const jni_force_element *force, const jni_force_input *in, jni_scalar_motion *m) {
  const jni_motion *first = &in->end[0], *second = &in->end[1];
  double transport[3], sign = jni_mirror_sign(force->mirror, 2);
  jnk_set(sign * first->R[2], sign * first->R[5], sign * first->R[8], m->u);
  jnk_sub(second->r, first->r, m->d);
  jnk_sub(second->v, first->v, m->s);
  jnk_cross(first->w, m->d, transport);
  jnk_sub(m->s, transport, m->s);
  m->x = jnk_dot(m->u, m->d);
  m->rate = jnk_dot(m->u, m->s);
}

static void apply(const jni_scalar_motion *m, const jnk_scalar_load *load, jni_force_output *out) {
  jnk_scale(load->force, m->u, out->force[0]);
  jnk_scale(-load->force, m->u, out->force[1]);
  jnk_cross(m->d, out->force[0], out->torque[0]);
  out->length = m->x;
  out->length_rate = m->rate;
  out->scalar = load->force;
  out->potential = load->potential;
  out->power = load->power;
}

// Sets all rows of a tangent `matrix` for constant d: dF_0 = u dF + F du with du = phi_0 x u, dF_1 = -dF_0, dT_0 = d x
// dF_0. slope: derivatives of the load F with respect to the 12 columns.
static void write_rows(const jni_scalar_motion *m, const double slope[12], double F, double (*matrix)[12]) {
  double U[9];
  jnk_skew(m->u, U);
  for (int j = 0; j < 12; j++) {
    double dF[3], moment[3];
    for (int i = 0; i < 3; i++) dF[i] = m->u[i] * slope[j] - (j >= 3 && j < 6 ? F * U[3 * i + j - 3] : 0);
    jnk_cross(m->d, dF, moment);
    for (int i = 0; i < 3; i++) {
      matrix[i][j] = dF[i];
      matrix[6 + i][j] = -dF[i];
      matrix[3 + i][j] = moment[i];
    }
  }
}

// dx = u . dd + (u x d) . phi_0
// dxdot = u . dv - (u x w_0) . dd + (u x s) . phi_0 + (u x d) . dw_0
static void tangent(const jni_force_input *in, const jni_scalar_motion *m, const jnk_scalar_load *load,
                    jni_force_tangent *out) {
  double k = load->stiffness, c = load->damping, stand[12] = {0}, move[12] = {0}, ud[3], us[3], uw[3], F[3], S[9];
  jnk_cross(m->u, m->d, ud);
  jnk_cross(m->u, m->s, us);
  jnk_cross(m->u, in->end[0].w, uw);
  for (int i = 0; i < 3; i++) {
    stand[6 + i] = k * m->u[i] - c * uw[i];
    stand[i] = -stand[6 + i];
    stand[3 + i] = k * ud[i] + c * us[i];
    move[6 + i] = c * m->u[i];
    move[i] = -move[6 + i];
    move[3 + i] = c * ud[i];
  }
  write_rows(m, stand, load->force, out->stand);
  write_rows(m, move, 0, out->move);
  jnk_scale(load->force, m->u, F);  // dT_0 also contains dd x F_0
  jnk_skew(F, S);
  jni_block_add(out->stand, 3, 0, 1, S);
  jni_block_add(out->stand, 3, 6, -1, S);
}

// Computes the forces and torque of the step from m[0] to m[1] for a mean load, along the mean u at the mean d. As x is
// bilinear in u and d, they do the work of the potential if both change linearly.
static void discrete(const jni_scalar_motion m[2], double mean, jni_force_output *out) {
  double u[3], d[3];
  jnk_add(m[0].u, m[1].u, u);
  jnk_add(m[0].d, m[1].d, d);
  jnk_scale(0.5 * mean, u, out->force[0]);
  jnk_scale(-1, out->force[0], out->force[1]);
  jnk_cross(d, out->force[0], out->torque[0]);
  jnk_scale(0.5, out->torque[0], out->torque[0]);
}

// ---- nodes ----------------------------------------------------------------------------------------------------------

static void write(const jni_force_element *force, const jni_code_input *in, jni_scalar_nodes *out) {
  jni_graph *g = in->g;
  const jni_code_end *first = &in->end[0], *second = &in->end[1];
  out->u = jni_vec_scale(g, jni_number(g, jni_mirror_sign(force->mirror, 2)), jni_mat_column(&first->R, 2));
  out->d = jni_vec_subtract(g, second->r, first->r);
  jni_vec s = jni_vec_subtract(g, jni_vec_subtract(g, second->v, first->v), jni_vec_cross(g, first->w, out->d));
  out->x = jni_vec_dot(g, out->u, out->d);
  out->rate = jni_vec_dot(g, out->u, s);
}

static void write_load(const jni_code_input *in, const jni_scalar_nodes *at, jni_node load, jni_code_output *out) {
  out->length = at->x;
  out->length_rate = at->rate;
  out->scalar = load;
  out->force[0] = jni_vec_scale(in->g, load, at->u);
  out->force[1] = jni_vec_negate(in->g, out->force[0]);
  out->torque[0] = jni_vec_cross(in->g, at->d, out->force[0]);
}

const jni_scalar_geometry jni_axis_geometry = {
    .calc = calc,
    .apply = apply,
    .tangent = tangent,
    .discrete = discrete,
    .write = write,
    .write_load = write_load,
};
