// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// joint_plane_articulated.c - O(n) dynamics of a tree in the plane, by articulated inertias.        [Featherstone 2008]
//
// With y = xdot - bias, hence y_i = X y_p + S vdot (tree.h), the equation of motion of the branch that begins at link i
// is I y = p + (force of the joint), I the articulated inertia. The force of the joint has no component along S:
//   U = I S, D = S' U, u = S' p;   to the parent: X' (I - U D^-1 U') X and X' (p - U D^-1 u);
//       vdot = D^-1 (u - U' X y_p)
// D contains the armature of the speed. A revolute link without armature is eliminated about the joint point, where
// S = (0, 0, 1) and the moment of the joint is zero.
#include <math.h>
#include <string.h>

#include "system/tree/joint_links.h"
#include "system/tree/joint_sweep.h"

JNI_INLINE double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// ---- inertias ----------------------------------------------------------------------------------------------------

// Moves the reference point of the inertia I by -d, from the link to its parent, in place. (-d_y, d_x) is the velocity
// of the displaced point for unit angular velocity.
JNI_INLINE void shift_inertia(const double d[2], double I[6]) {
  double ex = -d[1], ey = d[0];
  double bx = I[0] * ex + I[1] * ey, by = I[1] * ex + I[2] * ey;
  I[5] += 2 * (I[3] * ex + I[4] * ey) + ex * bx + ey * by;
  I[3] += bx;
  I[4] += by;
}

JNI_INLINE void shift_force(const double d[2], double p[3]) { p[2] += d[0] * p[1] - d[1] * p[0]; }

JNI_INLINE void inertia_times(const double I[6], const double S[3], double U[3]) {
  U[0] = I[0] * S[0] + I[1] * S[1] + I[3] * S[2];
  U[1] = I[1] * S[0] + I[2] * S[1] + I[4] * S[2];
  U[2] = I[3] * S[0] + I[4] * S[1] + I[5] * S[2];
}

// Replaces the articulated inertia I of a link by its contribution to the parent: eliminates the rotation about the
// joint point and moves the reference point. a, at: vectors from the joint point to the link and from the parent to the
// joint point. Sets out->U[0] to the forces of U / D at the joint point and out->L[0] to 1 / D, with D the moment of
// inertia about the joint point. Returns false if D is not positive and finite.
JNI_INLINE bool reduce_turn(const double a[2], const double at[2], double I[6], jni_plane_articulated *out) {
  shift_inertia(a, I);
  double bx = I[3], by = I[4], D = I[5], inverse = 1 / D, fx = bx * inverse, fy = by * inverse, ex = -at[1], ey = at[0];
  I[0] -= bx * fx;
  I[1] -= bx * fy;
  I[2] -= by * fy;
  I[3] = I[0] * ex + I[1] * ey;
  I[4] = I[1] * ex + I[2] * ey;
  I[5] = I[3] * ex + I[4] * ey;
  out->U[0][0] = fx;
  out->U[0][1] = fy;
  out->L[0] = inverse;
  return D > 0 && D < HUGE_VAL;
}

// Computes D = S' U + armature and stores its Cholesky factor in out->L. Returns false if D is not positive definite.
static bool factor(const jni_plane_link *l, const jni_plane_state *state, jni_plane_articulated *out) {
  int n = l->nv;
  for (int r = 0; r < n; r++)
    for (int c = 0; c <= r; c++) out->L[r * (r + 1) / 2 + c] = dot(state->S[r], out->U[c]);
  out->L[0] += l->armature;
  return jni_triangle_factor(out->L, n);
}

// Eliminates the speeds of a link from the articulated inertia I of its branch: replaces I by I - U U', where U = I S
// L^-T is stored in *out with the factor L. Returns false if D is not positive definite.
static bool eliminate(const jni_plane_link *l, const jni_plane_state *state, double I[6], jni_plane_articulated *out) {
  int n = l->nv;
  for (int j = 0; j < n; j++) inertia_times(I, state->S[j], out->U[j]);
  if (!factor(l, state, out)) return false;
  for (int r = 0; r < 3; r++) {
    double x[3];
    for (int j = 0; j < n; j++) x[j] = out->U[j][r];
    jni_triangle_lower_solve(out->L, n, x);
    for (int j = 0; j < n; j++) out->U[j][r] = x[j];
  }
  for (int j = 0; j < n; j++) {
    const double *U = out->U[j];
    I[0] -= U[0] * U[0];
    I[1] -= U[0] * U[1];
    I[2] -= U[1] * U[1];
    I[3] -= U[0] * U[2];
    I[4] -= U[1] * U[2];
    I[5] -= U[2] * U[2];
  }
  return true;
}

// Replaces the articulated inertia I of a branch by its contribution to that of the parent: eliminates the joint's
// speeds and moves the reference point. Returns false if D is not positive definite.
JNI_INLINE bool reduce(const jni_plane_link *l, const jni_plane_state *state, double I[6], jni_plane_articulated *out) {
  if (l->turns) {
    const double at[2] = {state->d[0] - state->a[0], state->d[1] - state->a[1]};
    return reduce_turn(state->a, at, I, out);
  }
  bool ok = eliminate(l, state, I, out);
  shift_inertia(state->d, I);
  return ok;
}

bool jni_plane_articulate(const jn_system *system, jn_work *work) {
  const jni_plane_link *link = jni_plane_links(system);
  const jni_plane_state *state = jni_plane_states(work);
  jni_plane_articulated *x = jni_plane_articulateds(work);
  double I[6] = {0, 0, 0, 0, 0, 0};
  bool ok = true;
  for (int i = system->tree->nlinks - 1; i > 0; i--) {
    I[0] += link[i].mass;
    I[2] += link[i].mass;
    I[5] += link[i].J;
    if (link[i].branches) jni_sweep_add(6, x[i].I, I);
    ok = reduce(&link[i], &state[i], I, &x[i]) && ok;
    if (link[i].parent != i - 1) jni_sweep_store(6, link[i].opens, I, x[link[i].parent].I);
  }
  return ok;
}

// ---- forces towards the root ---------------------------------------------------------------------------------------

// Sets x->u from p and the generalised force f of the link (NULL: 0), then replaces p, the force on the branch, by its
// contribution to the parent's p.
JNI_INLINE void pass_force(const jni_plane_link *l, const jni_plane_state *state, const double *f,
                           jni_plane_articulated *x, double p[3]) {
  if (l->turns) {
    double dx = state->d[0] - state->a[0], dy = state->d[1] - state->a[1], own = f ? l->sign * f[0] : 0;
    double torque = p[2] + state->a[0] * p[1] - state->a[1] * p[0] + own;
    p[0] -= x->U[0][0] * torque;
    p[1] -= x->U[0][1] * torque;
    p[2] = dx * p[1] - dy * p[0] - own;
    x->u[0] = torque * x->L[0];
    return;
  }
  for (int j = 0; j < l->nv; j++) x->u[j] = dot(state->S[j], p) + (f ? f[j] : 0);
  jni_triangle_lower_solve(x->L, l->nv, x->u);
  for (int j = 0; j < l->nv; j++)
    for (int k = 0; k < 3; k++) p[k] -= x->U[j][k] * x->u[j];
  shift_force(state->d, p);
}

// ---- accelerations towards the leaves -------------------------------------------------------------------------------

// Computes the accelerations vdot of the link and replaces y, the acceleration of the parent without bias, by that of
// the link.
JNI_INLINE void pass_motion(const jni_plane_link *l, const jni_plane_state *state, const jni_plane_articulated *x,
                            double y[3], double *vdot) {
  if (l->turns) {
    double dx = state->d[0] - state->a[0], dy = state->d[1] - state->a[1];
    double px = y[0] - y[2] * dy, py = y[1] + y[2] * dx;
    double turn = x->u[0] - (x->U[0][0] * px + x->U[0][1] * py);  // absolute angular acceleration
    vdot[0] = l->sign * (turn - y[2]);
    y[0] = px - turn * state->a[1];
    y[1] = py + turn * state->a[0];
    y[2] = turn;
    return;
  }
  double own[3];
  y[0] -= y[2] * state->d[1];
  y[1] += y[2] * state->d[0];
  for (int j = 0; j < l->nv; j++) own[j] = x->u[j] - dot(x->U[j], y);
  jni_triangle_upper_solve(x->L, l->nv, own);
  for (int j = 0; j < l->nv; j++) {
    for (int k = 0; k < 3; k++) y[k] += state->S[j][k] * own[j];
    vdot[j] = own[j];
  }
}

static void accelerations(const jn_system *system, jn_work *work, double *vdot) {
  const jni_plane_link *link = jni_plane_links(system);
  const jni_plane_state *state = jni_plane_states(work);
  jni_plane_articulated *x = jni_plane_articulateds(work);
  double y[3] = {0, 0, 0};  // acceleration without bias of the previous link, which usually is the parent
  memset(x[0].p, 0, sizeof x[0].p);
  for (int i = 1; i < system->tree->nlinks; i++) {
    if (link[i].parent != i - 1) memcpy(y, x[link[i].parent].p, sizeof y);
    pass_motion(&link[i], &state[i], &x[i], y, vdot + link[i].v_at);
    if (link[i].branches) memcpy(x[i].p, y, sizeof y);
  }
}

void jni_plane_solve(const jn_system *system, jn_work *work, double *vdot) {
  const jni_plane_link *link = jni_plane_links(system);
  const jni_plane_state *state = jni_plane_states(work);
  jni_plane_articulated *x = jni_plane_articulateds(work);
  double p[3] = {0, 0, 0};  // contribution of the next link
  for (int i = system->tree->nlinks - 1; i > 0; i--) {
    if (link[i].branches) jni_sweep_add(3, x[i].p, p);
    pass_force(&link[i], &state[i], vdot + link[i].v_at, &x[i], p);
    if (link[i].parent != i - 1) jni_sweep_store(3, link[i].opens, p, x[link[i].parent].p);
  }
  accelerations(system, work, vdot);
}

// ---- inertias, forces and accelerations together -------------------------------------------------------------------

bool jni_plane_forward(const jn_system *system, jn_work *work, double *vdot) {
  const jni_plane_link *link = jni_plane_links(system);
  const jni_plane_state *state = jni_plane_states(work);
  jni_plane_articulated *x = jni_plane_articulateds(work);
  double I[6] = {0, 0, 0, 0, 0, 0}, p[3] = {0, 0, 0}, own[3];
  bool ok = true;
  for (int i = system->tree->nlinks - 1; i > 0; i--) {
    const jni_plane_link *l = &link[i];
    jni_plane_own_force(l, &state[i], work->body_f + l->body_v, own);
    jni_sweep_add(3, own, p);
    I[0] += l->mass;
    I[2] += l->mass;
    I[5] += l->J;
    if (l->branches) {
      jni_sweep_add(6, x[i].I, I);
      jni_sweep_add(3, x[i].p, p);
    }
    ok = reduce(l, &state[i], I, &x[i]) && ok;
    pass_force(l, &state[i], NULL, &x[i], p);
    if (l->parent != i - 1) {
      jni_sweep_store(6, l->opens, I, x[l->parent].I);
      jni_sweep_store(3, l->opens, p, x[l->parent].p);
    }
  }
  accelerations(system, work, vdot);
  return ok;
}
