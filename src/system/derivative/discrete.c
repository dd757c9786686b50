// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// discrete.c - forces of a step between two configurations whose work equals the change of the potentials exactly.
//
// The conservative part of an element between q0 and q1, d = q1 - q0, acts at the mean configuration so that f . d = V0
// - V1. A kind with the function `discrete` gives forces that satisfy this if its ends move along straight lines
// (points in natural coordinates, particles); for an element along a sum c of joint coordinates it gives the mean of
// the law over [c0, c1], which acts along a discrete gradient of c. If an end rotates, or the kind has no such
// function, the forces are corrected as in gradient.c, over the bodies of the element only:
//                                                                                                       [Gonzalez 1996]
//   g + (change - g . d) / (d' W d) W d
// Uniform gravity is linear in positions and needs no correction. Dampers and forces without a potential are evaluated
// at the mean configuration and velocity.
#include <float.h>
#include <math.h>
#include <string.h>

#include "kernel/vec3.h"
#include "system/derivative/discrete.h"
#include "system/forces.h"
#include "system/motion.h"

typedef struct {
  const jn_system *system;
  jn_work *begin, *middle, *end;
  double *d, *g;  // nv each: displacement d = q1 - q0; current gradient
} segment;

// ---- correction ---------------------------------------------------------------------------------------------

static bool is_position(const jn_system *system, int component) {
  return component < (system->model->space == JN_PLANE ? 2 : 3);
}

static double weight(const jn_system *system, int component) {
  double length = system->length_scale;
  return is_position(system, component) ? 1 / (length * length) : 1;
}

double jni_rounding_along(const jn_system *system, const int *bodies, int n, const double *q, double size,
                          const double *g) {
  for (int k = 0; k < n; k++)
    for (int b = bodies[k], i = 0; i < system->width[b]; i++)
      size += fabs(g[system->v_at[b] + i]) *
              (is_position(system, i) ? system->length_scale + fabs(q[system->q_at[b] + i]) : 1);
  return 4 * DBL_EPSILON * size;
}

void jni_discrete_gradient_correct(const jn_system *system, const int *bodies, int n, const double *d, double change,
                                   double rounding, double *g) {
  double along = 0, metric = 0;
  for (int k = 0; k < n; k++)
    for (int b = bodies[k], i = 0, j = system->v_at[b]; i < system->width[b]; i++) {
      along += g[j] * d[j];
      metric += d[j] * d[j] * weight(system, i);
      j++;
    }
  if (!(metric > 1e-20) || fabs(change - along) <= rounding) return;  // the difference is rounding
  double factor = (change - along) / metric;
  for (int k = 0; k < n; k++)
    for (int b = bodies[k], i = 0, j = system->v_at[b]; i < system->width[b]; i++) {
      g[j] += factor * d[j] * weight(system, i);
      j++;
    }
}

// Corrects w->g over the n bodies so that w->g . d = to - from, with d the displacement of the step; leaves it
// unchanged if the error is rounding.
static void correct(const segment *w, const int *bodies, int n, double from, double to) {
  double rounding = jni_rounding_along(w->system, bodies, n, w->middle->q, fabs(from) + fabs(to), w->g);
  jni_discrete_gradient_correct(w->system, bodies, n, w->d, to - from, rounding, w->g);
}

// ---- one element -------------------------------------------------------------------------------------------

static void solve3(const double A[9], const double b[3], double x[3]) {
  double c[3], n = 0;
  for (int i = 0; i < 3; i++) {  // Cramer's rule: x_i = b . (column i+1 x column i+2) / det
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const double u[3] = {A[j], A[3 + j], A[6 + j]}, v[3] = {A[k], A[3 + k], A[6 + k]};
    jnk_cross(u, v, c);
    x[i] = jnk_dot(b, c);
    if (i == 0) n = A[0] * c[0] + A[3] * c[1] + A[6] * c[2];
  }
  jnk_scale(1 / n, x, x);
}

static void at_rest(jni_force_input *in) {
  for (int k = 0; k < JNI_MOST_ENDS; k++) {
    jnk_zero(in->end[k].v);
    jnk_zero(in->end[k].w);
  }
  in->rate = 0;
}

static void prepare_at_rest(const jn_system *system, jn_work *work, const jni_force_plan *plan, int body,
                            jni_force_input *in) {
  jni_force_prepare(system, work, plan, body, in);
  at_rest(in);
}

// Writes to `out` the torque that must be applied in place of T in natural coordinates at a mean configuration; T
// itself in other coordinates. In natural coordinates the axes R_k of a body at a mean configuration are not of unit
// length, so that the generalised forces 1/2 T x R_k do not represent the torque T; those of 2 (tr(S) 1 - S)^-1 T do,
// with S = R R', in the plane those of T / |R_1|^2.
static void unfold_torque(const jn_system *system, const jn_work *work, int body, const double T[3], double out[3]) {
  double S[9], A[9], B[3];
  const double *R = work->body3[body].R;
  jnk_copy(T, out);
  if (!system->kind->natural || system->width[body] < 4 || !(jnk_dot(T, T) > 0)) return;
  if (system->model->space == JN_PLANE) {
    jnk_scale(1 / (R[0] * R[0] + R[3] * R[3]), T, out);
    return;
  }
  jnk_mat_mul_t(R, R, S);
  for (int i = 0; i < 9; i++) A[i] = (i % 4 == 0 ? S[0] + S[4] + S[8] : 0) - S[i];
  jnk_scale(2, T, B);
  solve3(A, B, out);
}

// Adds to g (nbody_v) the generalised forces of an element's output `out`, at the configuration of `work`. body: the
// body it acts on, if the element acts on every body.
static void apply(const jn_system *system, const jn_work *work, const jni_force_plan *plan, int body,
                  const jni_force_output *out, double *g) {
  bool everywhere = jni_acts_everywhere(plan);
  if (plan->nterms > 0) jni_form_add(system, work, plan, out->generalized, g);
  for (int end = 0; end < (everywhere ? 1 : plan->nends); end++) {
    int frame = everywhere ? system->model->bodies[body].com_frame : plan->ends[end].i;
    double torque[3];
    unfold_torque(system, work, system->model->frames[frame].body, out->torque[end], torque);
    jni_apply_wrench(system, work, frame, out->force[end], torque, g);
  }
}

// Sets w->g, zero on entry, to `force` times the discrete gradient of the sum of joint coordinates along which the
// element acts. in: its inputs at both ends of the step; bodies: the n bodies of these coordinates.
static void calc_along_coordinates(const segment *w, const jni_force_plan *plan, const int *bodies, int n,
                                   const jni_force_input in[2], double force) {
  jni_form_add(w->system, w->middle, plan, 1, w->g);
  correct(w, bodies, n, in[0].coordinate, in[1].coordinate);
  for (int k = 0; k < n; k++)
    for (int b = bodies[k], i = 0; i < w->system->width[b]; i++) w->g[w->system->v_at[b] + i] *= force;
}

static double potential(const jni_force_element *element, const jni_force_input *in) {
  jni_force_output out = {0};
  element->kind->calc(element, in, &out);
  return out.potential;
}

// Sets w->g, zero on entry, to the conservative forces of an element, corrected over the n bodies so that their work is
// V0 - V1: those that a kind with `discrete` computes from both ends of the step, otherwise those at the mean
// configuration. body: the body it acts on, if the element acts on every body.
static void calc_element(const segment *w, const jni_force_plan *plan, int body, const int *bodies, int n) {
  const jni_force_element *element = plan->element;
  jni_force_input in[2], mean;
  jni_force_output out = {0};
  prepare_at_rest(w->system, w->begin, plan, body, &in[0]);
  prepare_at_rest(w->system, w->end, plan, body, &in[1]);
  if (element->kind->discrete) {
    element->kind->discrete(element, in, &out);
    if (plan->nterms > 0) {
      calc_along_coordinates(w, plan, bodies, n, in, out.generalized);
      return;
    }
  } else {
    prepare_at_rest(w->system, w->middle, plan, body, &mean);
    element->kind->calc(element, &mean, &out);
  }
  double V0 = potential(element, &in[0]), V1 = potential(element, &in[1]);
  apply(w->system, w->middle, plan, body, &out, w->g);
  correct(w, bodies, n, -V0, -V1);
}

static void add_element(const segment *w, const jni_force_plan *plan, int body, double *f) {
  bool everywhere = jni_acts_everywhere(plan);
  const int *bodies = everywhere ? &body : plan->bodies, n = everywhere ? 1 : plan->nbodies;
  for (int k = 0; k < n; k++)
    memset(w->g + w->system->v_at[bodies[k]], 0, (size_t)w->system->width[bodies[k]] * sizeof *w->g);
  calc_element(w, plan, body, bodies, n);
  for (int k = 0; k < n; k++)
    for (int b = bodies[k], i = 0, j = w->system->v_at[b]; i < w->system->width[b]; i++) {
      f[j] += w->g[j];
      j++;
    }
}

// ---- all elements --------------------------------------------------------------------------------------------

void jni_discrete_forces(const jn_system *system, jn_work *begin, jn_work *middle, jn_work *end, double *f) {
  segment w = {system, begin, middle, end, begin->scratch, middle->scratch};
  system->kind->difference(system, begin->q, end->q, w.d);
  for (int i = 0; i < system->sizes.nv; i++) f[i] += system->gravity_force[i];
  for (int i = 0; i < system->nforces; i++) {
    const jni_force_plan *plan = &system->forces[i];
    if (!jni_force_has_potential(plan->element)) continue;
    bool every = jni_acts_everywhere(plan);
    for (int body = every ? 1 : 0; body < (every ? system->nbodies : 1); body++) add_element(&w, plan, body, f);
  }
}

// Adds to f the damping forces of an element: its forces at the present velocities minus those at zero velocity.
static void add_damping(const jn_system *system, jn_work *work, const jni_force_plan *plan, double *f) {
  jni_force_input in;
  jni_force_output moving = {0}, still = {0};
  jni_force_prepare(system, work, plan, 0, &in);
  plan->element->kind->calc(plan->element, &in, &moving);
  at_rest(&in);
  plan->element->kind->calc(plan->element, &in, &still);
  for (int end = 0; end < plan->nends; end++) {
    jnk_sub(moving.force[end], still.force[end], moving.force[end]);
    jnk_sub(moving.torque[end], still.torque[end], moving.torque[end]);
  }
  moving.generalized -= still.generalized;
  apply(system, work, plan, 0, &moving, f);
}

void jni_other_forces(const jn_system *system, jn_work *work, double *f) {
  for (int i = 0; i < system->nforces; i++) {
    const jni_force_element *element = system->forces[i].element;
    jni_force_output out;
    if (!jni_force_has_potential(element)) jni_force_add(system, work, &system->forces[i], f, &out);
    else if (!element->kind->conservative(element)) add_damping(system, work, &system->forces[i], f);
  }
}
