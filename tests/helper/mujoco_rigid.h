// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mujoco_rigid.h - MuJoCo with rigid constraints, for test_import_mujoco.c.
//
// MuJoCo's equality constraints are soft. It gives the mass matrix M, the forces tau without constraints, and by its
// Jacobians and body accelerations the rows J qacc = -Jdot v; the rigid acceleration comes from
//   M qacc - J' lambda = tau,   J qacc = -Jdot v
// solved here. Jdot v is exact: what the rows' points and bodies accelerate with qacc = 0. States are put on the
// constraints by Newton's method.
#ifndef JOUNCE_MUJOCO_RIGID_H
#define JOUNCE_MUJOCO_RIGID_H

#include <mujoco/mujoco.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"

enum { MOST_ROWS = 40 };

typedef struct {
  const char *name;
  const char *path;
  bool principal;                 // inertias are given along principal axes: MuJoCo has none to find
  const char *follower, *leader;  // mimic of the file
  double factor, offset;
} robot;

typedef struct {
  mjModel *m;
  mjData *d;
  const robot *robot;
  double relative[8][7];  // of welds where all coordinates are zero
  jn_model *model;
} pair;

// ---- rows ------------------------------------------------------------------------------------------------------

typedef struct {
  int n;
  double e[MOST_ROWS], J[MOST_ROWS * 64], bias[MOST_ROWS];  // value, Jacobian (n x nv), Jdot v
} rows;

// Jacobians of the point p on two bodies: translation (and with `turn` rotation), difference of the second and the
// first.
static void body_rows(const pair *p, rows *r, int one, int two, const double point[3], bool turn) {
  int nv = p->m->nv;
  double jp[2][3 * 64], jr[2][3 * 64];
  mj_jac(p->m, p->d, jp[0], jr[0], point, one);
  mj_jac(p->m, p->d, jp[1], jr[1], point, two);
  double *J = r->J + (size_t)r->n * nv;
  for (int i = 0; i < 3 * nv; i++) J[i] = jp[1][i] - jp[0][i];
  for (int i = 0; turn && i < 3 * nv; i++) J[3 * nv + i] = jr[1][i] - jr[0][i];
}

// Acceleration of a point fixed in a body, and the angular one, with the qacc that mj_rnePostConstraint has seen
// (gravity in both alike).
static void point_acceleration(const pair *p, int body, const double point[3], double a[3], double angular[3]) {
  double acc[6], vel[6], r[3], t[3], c[3];
  mj_objectAcceleration(p->m, p->d, mjOBJ_XBODY, body, acc, 0);
  mj_objectVelocity(p->m, p->d, mjOBJ_XBODY, body, vel, 0);
  mju_sub3(r, point, p->d->xpos + 3 * body);
  mju_cross(t, acc, r);
  mju_add3(a, acc + 3, t);
  mju_cross(t, vel, r);
  mju_cross(c, vel, t);
  mju_addTo3(a, c);
  mju_copy3(angular, acc);
}

static void bias_rows(const pair *p, rows *r, int one, int two, const double point[3], bool turn) {
  double a[2][3], w[2][3];
  point_acceleration(p, one, point, a[0], w[0]);
  point_acceleration(p, two, point, a[1], w[1]);
  for (int i = 0; i < 3; i++) r->bias[r->n + i] = a[1][i] - a[0][i];
  for (int i = 0; turn && i < 3; i++) r->bias[r->n + 3 + i] = w[1][i] - w[0][i];
}

static void place(const pair *p, int body, const double local[3], double out[3]) {
  mju_rotVecQuat(out, local, p->d->xquat + 4 * body);
  mju_addTo3(out, p->d->xpos + 3 * body);
}

static void connect_rows(const pair *p, rows *r, int k) {
  int one = p->m->eq_obj1id[k], two = p->m->eq_obj2id[k];
  double a[3], b[3];
  place(p, one, p->m->eq_data + mjNEQDATA * k, a);
  place(p, two, p->m->eq_data + mjNEQDATA * k + 3, b);
  for (int i = 0; i < 3; i++) r->e[r->n + i] = b[i] - a[i];
  body_rows(p, r, one, two, a, false);
  bias_rows(p, r, one, two, a, false);
  r->n += 3;
}

static void weld_rows(const pair *p, rows *r, int k) {
  int one = p->m->eq_obj1id[k], two = p->m->eq_obj2id[k];
  double a[3], q[4], difference[4], turn[3], inverse[4];
  const double *b = p->d->xpos + 3 * two;
  place(p, one, p->relative[k], a);
  mju_mulQuat(q, p->d->xquat + 4 * one, p->relative[k] + 3);
  mju_negQuat(inverse, q);
  mju_mulQuat(difference, p->d->xquat + 4 * two, inverse);  // of ground axes
  mju_quat2Vel(turn, difference, 1);
  for (int i = 0; i < 3; i++) {
    r->e[r->n + i] = b[i] - a[i];
    r->e[r->n + 3 + i] = turn[i];
  }
  body_rows(p, r, one, two, b, true);
  bias_rows(p, r, one, two, b, true);
  r->n += 6;
}

// y - y0 = offset + factor (x - x0)
static void coupling_row(const pair *p, rows *r, int y, int x, double factor, double offset) {
  const mjModel *m = p->m;
  double *J = r->J + (size_t)r->n * m->nv;
  memset(J, 0, (size_t)m->nv * sizeof *J);
  r->e[r->n] = p->d->qpos[m->jnt_qposadr[y]] - m->qpos0[m->jnt_qposadr[y]] - offset;
  r->e[r->n] -= factor * (p->d->qpos[m->jnt_qposadr[x]] - m->qpos0[m->jnt_qposadr[x]]);
  J[m->jnt_dofadr[y]] = 1;
  J[m->jnt_dofadr[x]] = -factor;
  r->bias[r->n++] = 0;
}

static void calc_rows(const pair *p, rows *r) {
  r->n = 0;
  mju_zero(p->d->qacc, p->m->nv);
  mj_rnePostConstraint(p->m, p->d);
  for (int k = 0; k < p->m->neq; k++) {
    const double *data = p->m->eq_data + mjNEQDATA * k;
    if (!p->m->eq_active[k]) continue;
    if (p->m->eq_type[k] == mjEQ_CONNECT) connect_rows(p, r, k);
    if (p->m->eq_type[k] == mjEQ_WELD) weld_rows(p, r, k);
    if (p->m->eq_type[k] == mjEQ_JOINT) coupling_row(p, r, p->m->eq_obj1id[k], p->m->eq_obj2id[k], data[1], data[0]);
  }
  if (!p->robot->follower) return;
  int y = mj_name2id(p->m, mjOBJ_JOINT, p->robot->follower), x = mj_name2id(p->m, mjOBJ_JOINT, p->robot->leader);
  coupling_row(p, r, y, x, p->robot->factor, p->robot->offset);
}

// Solves A x = b in place, full pivoting; directions without a pivot (rows that repeat others) are left at zero.
static void solve(int n, double *A, double *b) {
  int column[MOST_ROWS], rank = 0;
  double largest = 0, x[MOST_ROWS] = {0};
  for (int i = 0; i < n; i++) column[i] = i;
  for (int i = 0; i < n * n; i++) largest = fmax(largest, fabs(A[i]));
  for (; rank < n; rank++) {
    int pr = rank, pc = rank;
    for (int i = rank; i < n; i++)
      for (int j = rank; j < n; j++)
        if (fabs(A[i * n + column[j]]) > fabs(A[pr * n + column[pc]])) {
          pr = i;
          pc = j;
        }
    if (!(fabs(A[pr * n + column[pc]]) > 1e-10 * largest)) break;
    int swap = column[pc];
    column[pc] = column[rank];
    column[rank] = swap;
    for (int j = 0; j < n; j++) {
      double t = A[pr * n + j];
      A[pr * n + j] = A[rank * n + j];
      A[rank * n + j] = t;
    }
    double t = b[pr];
    b[pr] = b[rank];
    b[rank] = t;
    for (int i = rank + 1; i < n; i++) {
      double f = A[i * n + column[rank]] / A[rank * n + column[rank]];
      for (int j = 0; j < n; j++) A[i * n + j] -= f * A[rank * n + j];
      b[i] -= f * b[rank];
    }
  }
  for (int i = rank - 1; i >= 0; i--) {
    double s = b[i];
    for (int j = i + 1; j < rank; j++) s -= A[i * n + column[j]] * x[column[j]];
    x[column[i]] = s / A[i * n + column[i]];
  }
  memcpy(b, x, (size_t)n * sizeof *b);
}

// y = J' (J W J')^+ e, W = 1, or the inverse of M when a column of W J' is given for each row.
static void least(const rows *r, int nv, const double *WJ, const double *e, double *y) {
  double A[MOST_ROWS * MOST_ROWS], b[MOST_ROWS];
  for (int i = 0; i < r->n; i++) {
    b[i] = e[i];
    for (int j = 0; j < r->n; j++) A[i * r->n + j] = mju_dot(r->J + i * nv, WJ + j * nv, nv);
  }
  solve(r->n, A, b);
  mju_zero(y, nv);
  for (int i = 0; i < r->n; i++) mju_addToScl(y, WJ + i * nv, b[i], nv);
}

// ---- states ----------------------------------------------------------------------------------------------------

static double uniform(void) { return 2.0 * rand() / RAND_MAX - 1; }

static void try_state(const pair *p) {
  const mjModel *m = p->m;
  mjData *d = p->d;
  double dq[64], Jv[MOST_ROWS];
  mj_resetData(m, d);
  for (int i = 0; i < m->nv; i++) {
    bool slide = m->jnt_type[m->dof_jntid[i]] == mjJNT_SLIDE;
    dq[i] = (slide ? 0.1 : 0.7) * uniform();
    d->qvel[i] = 2 * uniform();
  }
  mj_integratePos(m, d->qpos, dq, 1);
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = 1.5 * uniform();
  rows *r = malloc(sizeof *r);
  for (int k = 0; k < 60; k++) {
    mj_fwdPosition(m, d);
    mj_fwdVelocity(m, d);
    calc_rows(p, r);
    least(r, m->nv, r->J, r->e, dq);
    mju_scl(dq, dq, k < 20 ? -0.7 : -1, m->nv);
    mj_integratePos(m, d->qpos, dq, 1);
  }
  mj_fwdPosition(m, d);
  mj_fwdVelocity(m, d);
  calc_rows(p, r);
  for (int i = 0; i < r->n; i++) Jv[i] = mju_dot(r->J + i * m->nv, d->qvel, m->nv);
  for (int i = 0; i < r->n; i++) CHECK_NEAR(r->e[i], 0, 1e-12);
  least(r, m->nv, r->J, Jv, dq);
  mju_subFrom(d->qvel, dq, m->nv);
  free(r);
}

// Angles beyond half a turn are left out: a state alone does not tell how often a joint has gone round.
static void random_state(const pair *p) {
  for (bool fine = false; !fine;) {
    try_state(p);
    fine = true;
    for (int j = 0; j < p->m->njnt; j++)
      if (p->m->jnt_type[j] == mjJNT_HINGE &&
          !(fabs(p->d->qpos[p->m->jnt_qposadr[j]] - p->m->qpos0[p->m->jnt_qposadr[j]]) < 2.7))
        fine = false;
  }
}

// The rigid acceleration, into qacc, and the accelerations of the bodies that belong to it.
static void accelerate(const pair *p) {
  const mjModel *m = p->m;
  mjData *d = p->d;
  double y[64], error[MOST_ROWS], qacc[64];
  rows *r = malloc(sizeof *r);
  mj_forward(m, d);
  mju_copy(qacc, d->qacc_smooth, m->nv);
  calc_rows(p, r);
  double *WJ = malloc((size_t)(r->n * m->nv + 1) * sizeof *WJ);
  mj_solveM(m, d, WJ, r->J, r->n);
  for (int i = 0; i < r->n; i++) error[i] = r->bias[i] + mju_dot(r->J + i * m->nv, qacc, m->nv);
  least(r, m->nv, WJ, error, y);
  mju_sub(d->qacc, qacc, y, m->nv);
  mj_rnePostConstraint(m, d);
  free(WJ);
  free(r);
}

#endif
