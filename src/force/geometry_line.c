// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// geometry_line.c - the distance of two points as coordinate:
//   d = r_1 - r_0,  x = |d|,  u = d / x,  xdot = u . (v_1 - v_0)
// A load F acts with +F u on end 0 and -F u on end 1. Where the ends coincide, u is zero.
#include "force/scalar_force.h"
#include "kernel/vec3.h"

static bool coincide(const jni_scalar_motion *m) { return !(m->x >= JNI_LEAST_LENGTH); }

static void calc(const jni_force_element *force, const jni_force_input *in, jni_scalar_motion *m) {
  (void)force;
  double v[3];
  jnk_sub(in->end[1].r, in->end[0].r, m->d);
  jnk_sub(in->end[1].v, in->end[0].v, v);
  jnk_copy(m->d, m->u);
  m->x = jnk_normalize(m->u);
  if (m->x < JNI_LEAST_LENGTH) jnk_zero(m->u);
  m->rate = jnk_dot(m->u, v);
  jnk_add_scaled(v, -m->rate, m->u, m->s);
}

static void apply(const jni_scalar_motion *m, const jnk_scalar_load *load, jni_force_output *out) {
  out->length = m->x;
  out->length_rate = m->rate;
  out->potential = load->potential;
  if (coincide(m)) return;
  out->scalar = load->force;
  out->power = load->power;
  jnk_scale(load->force, m->u, out->force[0]);
  jnk_scale(-load->force, m->u, out->force[1]);
}

// Adds to `matrix` the derivatives of the opposite forces on both ends, which depend on the difference of the ends'
// translations (or velocities) only. B: derivative of the force on end 0 with respect to that of end 1.
static void add_relative(double (*matrix)[12], const double B[9]) {
  jni_block_add(matrix, 0, 0, -1, B);
  jni_block_add(matrix, 0, 6, 1, B);
  jni_block_add(matrix, 6, 0, 1, B);
  jni_block_add(matrix, 6, 6, -1, B);
}

// Adds the tangent to *out: d(F u)/dd = u (k u + c s/x)' + F/x (I - u u'), d(F u)/dv = c u u'. Where the ends coincide,
// these are k I and zero if F = 0; if F is not 0, nothing is added.
static void tangent(const jni_force_input *in, const jni_scalar_motion *m, const jnk_scalar_load *load,
                    jni_force_tangent *out) {
  (void)in;
  const double *u = m->u;
  bool coincident = coincide(m);
  if (coincident && load->force != 0) return;
  double ratio = coincident ? load->stiffness : load->force / m->x;  // F/x, or its limit where the ends coincide
  double A[9], B[9];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      double normal = coincident ? 0 : m->s[j] / m->x;
      A[3 * i + j] = u[i] * (load->stiffness * u[j] + load->damping * normal) + ratio * ((i == j) - u[i] * u[j]);
      B[3 * i + j] = load->damping * u[i] * u[j];
    }
  add_relative(out->stand, A);
  add_relative(out->move, B);
}

// Computes the forces of the step from m[0] to m[1] for a mean load: F_0 = mean (d_0 + d_1) / (x_0 + x_1), whose work
// is exact since (d_0 + d_1) . (d_1 - d_0) = x_1^2 - x_0^2.
static void discrete(const jni_scalar_motion m[2], double mean, jni_force_output *out) {
  double sum[3];
  if (!(m[0].x + m[1].x > 0)) return;
  jnk_add(m[0].d, m[1].d, sum);
  jnk_scale(mean / (m[0].x + m[1].x), sum, out->force[0]);
  jnk_scale(-1, out->force[0], out->force[1]);
  out->scalar = mean;
}

// ---- nodes ----------------------------------------------------------------------------------------------------------

static void write(const jni_force_element *force, const jni_code_input *in, jni_scalar_nodes *out) {
  (void)force;
  jni_graph *g = in->g;
  jni_node inverse;
  out->d = jni_vec_subtract(g, in->end[1].r, in->end[0].r);
  jni_vec v = jni_vec_subtract(g, in->end[1].v, in->end[0].v);
  out->x = jni_code_length(g, out->d, &inverse);
  out->rate = jni_times(g, jni_vec_dot(g, out->d, v), inverse);
  out->u = jni_vec_scale(g, inverse, out->d);
  out->coincident = jni_code_is_zero(g, out->d);
}

static void write_load(const jni_code_input *in, const jni_scalar_nodes *at, jni_node load, jni_code_output *out) {
  out->length = at->x;
  out->length_rate = at->rate;
  out->scalar = load;
  out->force[0] = jni_vec_scale(in->g, load, at->u);
  out->force[1] = jni_vec_negate(in->g, out->force[0]);
}

const jni_scalar_geometry jni_line_geometry = {
    .calc = calc,
    .apply = apply,
    .tangent = tangent,
    .discrete = discrete,
    .write = write,
    .write_load = write_load,
};
