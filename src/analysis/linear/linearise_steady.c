// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// linearise_steady.c - linearisation in axes that follow a steady motion.
//
// In a steady motion the whole mechanism rotates with a constant W (along gravity, if there is gravity), while bodies
// may spin about axes fixed in them, each with b = R'(w - W):
//   R(t) = exp(W t) R exp(b t),   so   vdot = W x v,  wdot = W x w in ground axes, from which W is found.
// This is the flow of a vector field X. With xdot = F(x), an observer who follows the flow sees a small displacement x
// change at the rate (dF/dx - dX/dx) x. In the increments of bodies (R = R0 exp(d), angular velocities in body axes)
//   dX/dx:   r: W x      d: 1/2 (R'W - b) x      v: W x      w: -b x
// and zero for joint coordinates, which W does not change and which advance uniformly if they spin. Without this term
// the matrices of a bicycle that rides straight ahead would be periodic in time, because increments of a wheel are
// along axes that rotate with it, and their eigenvalues at one instant would be meaningless.
#include <math.h>
#include <string.h>

#include "analysis/linear/linearise.h"
#include "kernel/vec3.h"
#include "linalg/dense/decompose.h"
#include "linalg/dense/dense.h"
#include "system/motion.h"
#include "system/system.h"

static const double STEADY = 1e-6;  // largest residual of the fit of W, relative to the accelerations

// Normal equations N W = h of the fit y = W x x over vectors x with rates y: N = sum (x.x 1 - x x'), h = sum x x y.
typedef struct {
  double N[9], h[3];
  double left;   // sum of |y - W x x|^2
  double total;  // sum of |y|^2
} fit;

static void add_pair(fit *f, const double x[3], const double y[3], double weight) {
  double h[3];
  jnk_cross(x, y, h);
  for (int i = 0; i < 3; i++) {
    f->h[i] += weight * h[i];
    for (int j = 0; j < 3; j++) f->N[3 * i + j] += weight * ((i == j ? jnk_dot(x, x) : 0) - x[i] * x[j]);
  }
  f->total += weight * jnk_dot(y, y);
}

static void add_left(fit *f, const double W[3], const double x[3], const double y[3], double weight) {
  double e[3];
  jnk_cross(W, x, e);
  jnk_sub(y, e, e);
  f->left += weight * jnk_dot(e, e);
}

// Writes pose and velocities of a body to *m, the acceleration of its centre of mass to a and, if it rotates in space,
// its angular acceleration to alpha, all in ground axes. Returns false if it has no rotation in space; alpha is then
// unchanged.
static bool body_pairs(const jn_system *cart, const jn_work *work, const double *vdot, int b, jni_motion *m,
                       double a[3], double alpha[3]) {
  const double *x = vdot + cart->v_at[b];
  bool plane = cart->model->space == JN_PLANE;
  jni_body_motion(cart, work, b, m);
  jnk_set(x[0], x[1], plane ? 0 : x[2], a);
  if (cart->width[b] < 6) return false;
  jnk_mat_vec(m->R, x + 3, alpha);
  return true;
}

static void each_pair(const jn_system *cart, const jn_work *work, const double *vdot, const double *W, fit *f) {
  double weight = 1 / (cart->length_scale * cart->length_scale);
  for (int b = 1; b < cart->nbodies; b++) {
    jni_motion m;
    double a[3], alpha[3];
    bool turns = body_pairs(cart, work, vdot, b, &m, a, alpha);
    if (!W) add_pair(f, m.v, a, weight);
    else add_left(f, W, m.v, a, weight);
    if (!turns) continue;
    if (!W) add_pair(f, m.w, alpha, 1);
    else add_left(f, W, m.w, alpha, 1);
  }
}

// Solves the fit for the angular velocity W of the steady motion, ground axes: along gravity in space, along z in the
// plane without gravity, zero in the plane with gravity; in space without gravity the W of smallest norm.
static void solve_turn(const jn_system *cart, const fit *f, double W[3]) {
  const double *g = cart->model->gravity;
  double size = jnk_dot(g, g), axis[3] = {0, 0, 1}, Ne[3];
  jnk_zero(W);
  if (cart->model->space == JN_PLANE && size > 0) return;
  if (cart->model->space == JN_PLANE || size > 0) {
    if (size > 0) jnk_scale(1 / sqrt(size), g, axis);
    jnk_mat_vec(f->N, axis, Ne);
    double stiffness = jnk_dot(axis, Ne);
    if (stiffness > 0) jnk_scale(jnk_dot(axis, f->h) / stiffness, axis, W);
    return;
  }
  double vectors[9], values[3], scratch[512];
  memcpy(vectors, f->N, sizeof vectors);
  if (!jni_decompose_symmetric(3, vectors, values, scratch)) return;
  for (int i = 0; i < 3; i++)
    if (values[i] > 1e-9 * values[2]) jni_add(3, jnk_dot(vectors + 3 * i, f->h) / values[i], vectors + 3 * i, W);
}

void jni_steady_find(const jn_system *cart, const jn_work *work, const double *body_vdot, jni_steady *steady) {
  fit f = {.left = 0};
  each_pair(cart, work, body_vdot, NULL, &f);
  solve_turn(cart, &f, steady->turn);
  each_pair(cart, work, body_vdot, steady->turn, &f);
  if (!(f.left <= STEADY * STEADY * f.total)) jnk_zero(steady->turn);
  for (int b = 1; b < cart->nbodies; b++) {
    jni_motion m;
    double rest[3], *spin = steady->spin + 3 * (size_t)b;
    jni_body_motion(cart, work, b, &m);
    jnk_zero(spin);
    if (cart->width[b] < 6) continue;
    jnk_sub(m.w, steady->turn, rest);
    jnk_mat_t_vec(m.R, rest, spin);
  }
}

// ---- dX/dx ---------------------------------------------------------------------------------------------------------

// Returns one component of dX/dx times `change`, where X is the vector field of the steady motion and `change` the
// increments of all bodies: the component of the increment of candidate `pick`, or of its speed if `speed`.
static double along(const jni_steady *steady, const jni_chart *chart, const jni_candidate *pick, bool speed,
                    const double *change) {
  const jn_system *cart = chart->cart;
  int first = cart->v_at[pick->body], i = pick->at - first;
  bool plane = cart->model->space == JN_PLANE;
  double own[3] = {0}, out[3], axis[3], W[3];
  if (plane && i == 2) return 0;
  bool turns = i >= 3;
  for (int k = 0; k < (plane ? 2 : 3); k++) own[k] = change[first + (turns ? 3 : 0) + k];
  jnk_copy(steady->turn, axis);
  if (turns) {
    jni_motion m;
    const double *b = steady->spin + 3 * (size_t)pick->body;
    jni_body_motion(cart, chart->work, pick->body, &m);
    jnk_mat_t_vec(m.R, steady->turn, W);
    for (int k = 0; k < 3; k++) axis[k] = speed ? -b[k] : 0.5 * (W[k] - b[k]);
  }
  jnk_cross(axis, own, out);
  return out[turns ? i - 3 : i];
}

void jni_steady_subtract(const jni_steady *steady, const jni_chart *chart, int direction, const double *dv,
                         double *dxdot) {
  size_t m = (size_t)chart->nh + (size_t)chart->np;
  double *d = chart->step;
  for (int i = 0; i < chart->nv; i++)
    d[i] = direction < chart->np ? chart->inverse_p[(size_t)i * m + (size_t)(chart->nh + direction)] : 0;
  for (int i = 0; i < chart->np; i++)
    if (chart->picks[i].coordinate < 0) dxdot[i] -= along(steady, chart, &chart->picks[i], false, d);
  for (int k = 0; k < chart->nf; k++) {
    const jni_candidate *pick = &chart->picks[chart->speeds[k]];
    if (pick->coordinate < 0) dxdot[chart->np + k] -= along(steady, chart, pick, true, dv);
  }
}

double jni_steady_rate(const jni_steady *steady, const jni_chart *chart, int k) {
  const jni_candidate *pick = &chart->picks[chart->speeds[k]];
  return pick->coordinate < 0 ? along(steady, chart, pick, true, chart->origin + 1 + chart->cart->sizes.nq) : 0;
}
