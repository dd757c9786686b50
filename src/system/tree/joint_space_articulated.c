// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// joint_space_articulated.c - O(n) dynamics of a tree in space, by articulated inertias [Featherstone 2008]. The
// equations are those of joint_plane_articulated.c, with motions (v, w) and inertias [A B; B' C] in ground axes at the
// centre of mass of each link.
#include <math.h>
#include <string.h>

#include "system/tree/joint_links.h"
#include "system/tree/joint_sweep.h"

typedef jni_space_inertia inertia;

JNI_INLINE void shift_force(const double d[3], double p[6]) { jni_add_cross(d, p, p + 3); }

// ---- inertias ----------------------------------------------------------------------------------------------------

// Moves the reference point of the inertia I by -d, from the link to its parent, in place. With E = -[d], B becomes B +
// A E and C becomes C + E' B + B' E + E' A E = C + E' (B + A E) + (E' B)'.
JNI_INLINE void shift_inertia(const double d[3], inertia *I) {
  const double full[9] = {I->A[0], I->A[3], I->A[4], I->A[3], I->A[1], I->A[5], I->A[4], I->A[5], I->A[2]};
  double old[9], *B = I->B, *C = I->C;
  memcpy(old, B, sizeof old);
  for (int r = 0; r < 3; r++) {  // rows of A E: (row of A) x (-d) = d x row
    double x[3];
    jnk_cross(d, full + 3 * r, x);
    jnk_add(B + 3 * r, x, B + 3 * r);
  }
  // C += E' (B + A E) + (E' B)', upper half. E' = [d], so column c of E' X is d x (column c of X): x of the new B, y of
  // the old B.
  for (int c = 0; c < 3; c++) {
    const double now[3] = {B[c], B[3 + c], B[6 + c]}, before[3] = {old[c], old[3 + c], old[6 + c]};
    double x[3], y[3];
    jnk_cross(d, now, x);
    jnk_cross(d, before, y);
    C[c] += x[c] + y[c];
    if (c == 0) {
      C[3] += y[1];
      C[4] += y[2];
    }
    if (c == 1) {
      C[3] += x[0];
      C[5] += y[2];
    }
    if (c == 2) {
      C[4] += x[0];
      C[5] += x[1];
    }
  }
}

JNI_INLINE void inertia_times(const inertia *I, const double S[6], double U[6]) {
  double x[3];
  jni_symmetric_times(I->A, S, U);
  jnk_mat_vec(I->B, S + 3, x);
  jnk_add(U, x, U);
  jni_symmetric_times(I->C, S + 3, U + 3);
  jnk_mat_t_vec(I->B, S, x);
  jnk_add(U + 3, x, U + 3);
}

// Subtracts U W', which must be symmetric, from I.
JNI_INLINE void subtract_product(const double U[6], const double W[6], inertia *I) {
  const double *u = U, *w = U + 3, *a = W, *b = W + 3;
  double *A = I->A, *B = I->B, *C = I->C;
  A[0] -= u[0] * a[0];
  A[1] -= u[1] * a[1];
  A[2] -= u[2] * a[2];
  A[3] -= u[0] * a[1];
  A[4] -= u[0] * a[2];
  A[5] -= u[1] * a[2];
  C[0] -= w[0] * b[0];
  C[1] -= w[1] * b[1];
  C[2] -= w[2] * b[2];
  C[3] -= w[0] * b[1];
  C[4] -= w[0] * b[2];
  C[5] -= w[1] * b[2];
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) B[3 * r + c] -= u[r] * b[c];
}

// Computes S' U and stores its Cholesky factor in out->L. Returns false if S' U is not positive definite.
static bool factor(const jni_space_state *state, int n, jni_space_articulated *out) {
  for (int r = 0; r < n; r++)
    for (int c = 0; c <= r; c++) out->L[r * (r + 1) / 2 + c] = jni_motion_dot(state->S[r], out->U[c]);
  return jni_triangle_factor(out->L, n);
}

static bool eliminate_many(const jni_space_state *state, int n, inertia *I, jni_space_articulated *out) {
  for (int j = 0; j < n; j++) inertia_times(I, state->S[j], out->U[j]);
  if (!factor(state, n, out)) return false;
  for (int r = 0; r < 6; r++) {
    double x[6];
    for (int j = 0; j < n; j++) x[j] = out->U[j][r];
    jni_triangle_lower_solve(out->L, n, x);
    for (int j = 0; j < n; j++) out->U[j][r] = x[j];
  }
  for (int j = 0; j < n; j++) subtract_product(out->U[j], out->U[j], I);
  return true;
}

JNI_INLINE bool eliminate_one(const jni_space_link *l, const jni_space_state *state, inertia *I,
                              jni_space_articulated *out) {
  double U[6], W[6];
  inertia_times(I, state->S[0], U);
  double D = jni_motion_dot(state->S[0], U) + l->armature, inverse = 1 / D;
  for (int k = 0; k < 6; k++) {
    out->U[0][k] = U[k];
    W[k] = U[k] * inverse;
  }
  subtract_product(U, W, I);
  out->L[0] = inverse;
  return D > 0 && D < HUGE_VAL;
}

JNI_INLINE bool reduce(const jni_space_link *l, const jni_space_state *state, inertia *I, jni_space_articulated *out) {
  bool ok = l->nv == 1 ? eliminate_one(l, state, I, out) : eliminate_many(state, l->nv, I, out);
  shift_inertia(state->d, I);
  return ok;
}

JNI_INLINE void add_own_inertia(const jni_space_link *l, const double R[9], inertia *I) {
  double X[3][3], *C = I->C;
  I->A[0] += l->mass;
  I->A[1] += l->mass;
  I->A[2] += l->mass;
  for (int r = 0; r < 3; r++) jni_symmetric_times(l->J, R + 3 * r, X[r]);
  C[0] += jnk_dot(R, X[0]);
  C[1] += jnk_dot(R + 3, X[1]);
  C[2] += jnk_dot(R + 6, X[2]);
  C[3] += jnk_dot(R, X[1]);
  C[4] += jnk_dot(R, X[2]);
  C[5] += jnk_dot(R + 3, X[2]);
}

JNI_INLINE void add_inertia(const inertia *I, inertia *to) {
  jni_sweep_add(6, I->A, to->A);
  jni_sweep_add(9, I->B, to->B);
  jni_sweep_add(6, I->C, to->C);
}

static void store_inertia(bool first, inertia *I, inertia *to) {
  jni_sweep_store(6, first, I->A, to->A);
  jni_sweep_store(9, first, I->B, to->B);
  jni_sweep_store(6, first, I->C, to->C);
}

bool jni_space_articulate(const jn_system *system, jn_work *work) {
  const jni_space_link *link = jni_space_links(system);
  const jni_space_state *state = jni_space_states(work);
  jni_space_articulated *x = jni_space_articulateds(work);
  inertia I = {{0}, {0}, {0}};
  bool ok = true;
  for (int i = system->tree->nlinks - 1; i > 0; i--) {
    add_own_inertia(&link[i], work->body3[link[i].body].R, &I);
    if (link[i].branches) add_inertia(&x[i].I, &I);
    ok = reduce(&link[i], &state[i], &I, &x[i]) && ok;
    if (link[i].parent != i - 1) store_inertia(link[i].opens, &I, &x[link[i].parent].I);
  }
  return ok;
}

// ---- forces towards the root, accelerations towards the leaves ------------------------------------------------------

// Sets x->u from p and the generalised force f of the link (NULL: 0), then replaces p, the force on the branch, by its
// contribution to the parent's p.
JNI_INLINE void pass_force(const jni_space_link *l, const jni_space_state *state, const double *f,
                           jni_space_articulated *x, double p[6]) {
  for (int j = 0; j < l->nv; j++) x->u[j] = jni_motion_dot(state->S[j], p) + (f ? f[j] : 0);
  if (l->nv == 1) x->u[0] *= x->L[0];
  else jni_triangle_lower_solve(x->L, l->nv, x->u);
  for (int j = 0; j < l->nv; j++)
    for (int k = 0; k < 6; k++) p[k] -= x->U[j][k] * x->u[j];
  shift_force(state->d, p);
}

// Computes the accelerations vdot of the link and replaces y, the acceleration of the parent without bias, by that of
// the link.
JNI_INLINE void pass_motion(const jni_space_link *l, const jni_space_state *state, const jni_space_articulated *x,
                            double y[6], double *vdot) {
  jni_add_cross(y + 3, state->d, y);
  if (l->nv == 1) {
    vdot[0] = x->u[0] - jni_motion_dot(x->U[0], y) * x->L[0];
    for (int k = 0; k < 6; k++) y[k] += state->S[0][k] * vdot[0];
    return;
  }
  double own[6];
  for (int j = 0; j < l->nv; j++) own[j] = x->u[j] - jni_motion_dot(x->U[j], y);
  jni_triangle_upper_solve(x->L, l->nv, own);
  for (int j = 0; j < l->nv; j++) {
    for (int k = 0; k < 6; k++) y[k] += state->S[j][k] * own[j];
    vdot[j] = own[j];
  }
}

static void accelerations(const jn_system *system, jn_work *work, double *vdot) {
  const jni_space_link *link = jni_space_links(system);
  const jni_space_state *state = jni_space_states(work);
  jni_space_articulated *x = jni_space_articulateds(work);
  double y[6] = {0, 0, 0, 0, 0, 0};  // acceleration without bias of the previous link, which usually is the parent
  memset(x[0].p, 0, sizeof x[0].p);
  for (int i = 1; i < system->tree->nlinks; i++) {
    if (link[i].parent != i - 1) memcpy(y, x[link[i].parent].p, sizeof y);
    pass_motion(&link[i], &state[i], &x[i], y, vdot + link[i].v_at);
    if (link[i].branches) memcpy(x[i].p, y, sizeof y);
  }
}

void jni_space_solve(const jn_system *system, jn_work *work, double *vdot) {
  const jni_space_link *link = jni_space_links(system);
  const jni_space_state *state = jni_space_states(work);
  jni_space_articulated *x = jni_space_articulateds(work);
  double p[6] = {0, 0, 0, 0, 0, 0};  // contribution of the next link
  for (int i = system->tree->nlinks - 1; i > 0; i--) {
    if (link[i].branches) jni_sweep_add(6, x[i].p, p);
    pass_force(&link[i], &state[i], vdot + link[i].v_at, &x[i], p);
    if (link[i].parent != i - 1) jni_sweep_store(6, link[i].opens, p, x[link[i].parent].p);
  }
  accelerations(system, work, vdot);
}

// ---- inertias, forces and accelerations together -------------------------------------------------------------------

bool jni_space_forward(const jn_system *system, jn_work *work, double *vdot) {
  const jni_space_link *link = jni_space_links(system);
  const jni_space_state *state = jni_space_states(work);
  jni_space_articulated *x = jni_space_articulateds(work);
  inertia I = {{0}, {0}, {0}};
  double p[6] = {0, 0, 0, 0, 0, 0}, own[6];
  bool ok = true;
  for (int i = system->tree->nlinks - 1; i > 0; i--) {
    const jni_space_link *l = &link[i];
    const double *R = work->body3[l->body].R;
    jni_space_own_force(l, state[i].bias, work->body_bias + l->body_v, R, work->body_f + l->body_v, own);
    jni_sweep_add(6, own, p);
    add_own_inertia(l, R, &I);
    if (l->branches) {
      add_inertia(&x[i].I, &I);
      jni_sweep_add(6, x[i].p, p);
    }
    ok = reduce(l, &state[i], &I, &x[i]) && ok;
    pass_force(l, &state[i], NULL, &x[i], p);
    if (l->parent != i - 1) {
      store_inertia(l->opens, &I, &x[l->parent].I);
      jni_sweep_store(6, l->opens, p, x[l->parent].p);
    }
  }
  accelerations(system, work, vdot);
  return ok;
}
