// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// chain_error.c - the state of the chain, and how well accelerations balance it.
#include "chain_error.h"

#include <math.h>
#include <stdlib.h>

double chain_angle(int i) { return 0.7 * sin(1.7 * i + 0.4); }
double chain_rate(int i) { return cos(2.3 * i); }
int chain_axis(bool spatial, int i) { return spatial && i % 2 == 1 ? 1 : 2; }

void chain_gravity(bool spatial, double g[3]) {
  g[0] = 0;
  g[1] = spatial ? -9.81 / sqrt(2) : -9.81;
  g[2] = spatial ? -9.81 / sqrt(2) : 0;
}

typedef long double real;

// What the way out leaves of each link, in ground axes: its lever from hinge to hinge, its hinge's axis, force and
// moment of its motion.
typedef struct {
  real lever[3], axis[3], force[3], moment[3];
} link;

static void cross(const real *a, const real *b, real *out) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

static real dot(const real *a, const real *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// R := R times the turn by an angle about the body's y or z; columns of R are the body's axes.
static void turn(real R[3][3], int axis, real angle) {
  const real c = cosl(angle), s = sinl(angle);
  const int a = (axis + 1) % 3, b = (axis + 2) % 3;
  for (int i = 0; i < 3; i++) {
    const real x = R[i][a], y = R[i][b];
    R[i][a] = c * x + s * y;
    R[i][b] = c * y - s * x;
  }
}

typedef struct {
  real R[3][3], w[3], wd[3], a[3];  // axes, angular velocity and acceleration; acceleration of the hinge, less gravity
} motion;

// moment = I wd + w x I w with I = diag(along, across, across) in the link's axes.
static void moment_of(const motion *m, real *moment) {
  const real I[3] = {1e-4L, 1.0L / 12, 1.0L / 12};
  real H[3] = {0}, Hd[3] = {0}, turned[3];
  for (int k = 0; k < 3; k++) {
    const real u[3] = {m->R[0][k], m->R[1][k], m->R[2][k]};
    for (int i = 0; i < 3; i++) {
      H[i] += I[k] * dot(u, m->w) * u[i];
      Hd[i] += I[k] * dot(u, m->wd) * u[i];
    }
  }
  cross(m->w, H, turned);
  for (int i = 0; i < 3; i++) moment[i] = Hd[i] + turned[i];
}

// Acceleration of a point of the link at r from its hinge.
static void point_acceleration(const motion *m, const real *r, real *a) {
  real wr[3], wwr[3], wdr[3];
  cross(m->w, r, wr);
  cross(m->w, wr, wwr);
  cross(m->wd, r, wdr);
  for (int i = 0; i < 3; i++) a[i] = m->a[i] + wdr[i] + wwr[i];
}

static void go_out(const chain_problem *p, int i, real rate, real qdd, motion *m, link *l) {
  const int axis = chain_axis(p->spatial, i);
  real half[3], spin[3], tip[3];
  turn(m->R, axis, chain_angle(i));
  for (int k = 0; k < 3; k++) {
    l->axis[k] = m->R[k][axis];
    l->lever[k] = m->R[k][0];
    half[k] = m->R[k][0] / 2;
    spin[k] = l->axis[k] * rate;
  }
  real change[3];
  cross(m->w, spin, change);
  for (int k = 0; k < 3; k++) {
    m->w[k] += spin[k];
    m->wd[k] += l->axis[k] * qdd + change[k];
  }
  moment_of(m, l->moment);
  point_acceleration(m, half, l->force);  // mass 1
  point_acceleration(m, l->lever, tip);
  for (int k = 0; k < 3; k++) m->a[k] = tip[k];
}

// Moments of the hinges from the tip back to the root; the largest.
static real largest_moment(const chain_problem *p, const double *qdd, bool still, link *links) {
  double g[3];
  chain_gravity(p->spatial, g);
  motion m = {.R = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .a = {-g[0], -g[1], -g[2]}};
  for (int i = 0; i < p->N; i++) go_out(p, i, still ? 0 : chain_rate(i), still ? 0 : qdd[i], &m, &links[i]);
  real F[3] = {0}, T[3] = {0}, largest = 0;
  for (int i = p->N - 1; i >= 0; i--) {
    const link *l = &links[i];
    real own[3], carried[3];
    cross(l->lever, F, carried);
    cross(l->lever, l->force, own);
    for (int k = 0; k < 3; k++) {
      T[k] += l->moment[k] + own[k] / 2 + carried[k];
      F[k] += l->force[k];
    }
    const real held = fabsl(dot(l->axis, T));
    if (!(held <= largest)) largest = held;
  }
  return largest;
}

double chain_error(const chain_problem *p, const double *qdd) {
  link *links = malloc((size_t)p->N * sizeof *links);
  if (!links) return NAN;
  const real left = largest_moment(p, qdd, false, links), still = largest_moment(p, qdd, true, links);
  free(links);
  return (double)(left / still);
}
