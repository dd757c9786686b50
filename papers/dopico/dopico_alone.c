// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dopico_alone.c - the spherical compound pendulum by the paper's formulas, written out for this one system;
// see dopico.h.
//
//   M = I,  f = -g along z of both masses,  phi = (|r1|^2 - 1, r2 - 2 r1)
//   trapezoidal:  a+ = (4/h^2)(q+ - q) - (4/h) v - a      M a+ + G(q+)'(lambda + alpha phi(q+)) = f             (2)
//   conserving:   a_mid = (2/h^2)(q+ - q - h v)           M a_mid + G(q_mid)'(lambda + alpha mean phi) = f      (6)-(8)
// The acceleration that a conserving step leaves is a_mid. Both residuals are scaled so that the tangent is W = M +
// (h^2/4) alpha G'G, unsymmetric in the second.
#include <math.h>
#include <string.h>

#include "dopico/dopico.h"

static const double gravity = 9.81;

enum { N = DOPICO_N, M = DOPICO_M, MOST_ITERATIONS = 50 };

typedef struct {
  double at[N][N];
} matrix;

// ---- the system ------------------------------------------------------------------------------------------------

static void calc_phi(const double *q, double *phi) {
  phi[0] = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] - 1;
  for (int i = 0; i < 3; i++) phi[1 + i] = q[3 + i] - 2 * q[i];
}

static void calc_G(const double *q, double G[M][N]) {
  memset(G, 0, sizeof(double[M][N]));
  for (int i = 0; i < 3; i++) {
    G[0][i] = 2 * q[i];
    G[1 + i][i] = -2;
    G[1 + i][3 + i] = 1;
  }
}

static double force(int i) { return i % 3 == 2 ? -gravity : 0; }

static double dot(int n, const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

static double norm(int n, const double *a) { return sqrt(dot(n, a, a)); }

void dopico_measure(const double *q, const double *v, const double *a, dopico_measures *out) {
  double phi[M], phidot[M], phiddot[M], G[M][N];
  calc_phi(q, phi);
  calc_G(q, G);
  for (int i = 0; i < M; i++) {
    phidot[i] = dot(N, G[i], v);
    phiddot[i] = dot(N, G[i], a);
  }
  phiddot[0] += 2 * dot(3, v, v);
  *out = (dopico_measures){.phi = norm(M, phi),
                           .phidot = norm(M, phidot),
                           .phiddot = norm(M, phiddot),
                           .energy = dot(N, v, v) / 2 + gravity * (q[2] + q[5]),
                           .momentum = q[0] * v[1] - q[1] * v[0] + q[3] * v[4] - q[4] * v[3]};
}

// Computes the consistent start: the polar angle is at rest while the pendulum turns about z, so that the rod pulls the
// masses inwards and does not carry them.
dopico_state dopico_start(double stretch) {
  double r = 1 + stretch, rate = 0.5, speed = rate * r;
  dopico_state s = {.q = {r, 0, 0, 2 * r, 0, 0}, .v = {0, speed, 0, 0, 2 * speed, 0}};
  // vertical acceleration of r1: (1 + 4) r1'' = (1 + 2) g perpendicular to the rod
  double inward = speed * speed / r, fall = -3 * gravity / 5;
  s.a[0] = -inward;
  s.a[3] = -2 * inward;
  s.a[2] = fall;
  s.a[5] = 2 * fall;
  for (int i = 0; i < 3; i++) s.lambda[1 + i] = force(i) - s.a[3 + i];  // from the equation of m2: a2 + lambda = f
  s.lambda[0] = (-s.a[0] + 2 * s.lambda[1]) / (2 * r);                  // from the equation of m1 along x
  return s;
}

// ---- linear algebra --------------------------------------------------------------------------------------------

// Solves A x = b; x replaces b, NaN if A is singular.
static void solve(matrix A, double *b) {
  bool solved = repro_solve(N, N, A.at[0], b);
  for (int i = 0; !solved && i < N; i++) b[i] = NAN;
}

// Returns I + k alpha A' B; factor: k alpha.
static matrix tangent(double factor, double A[M][N], double B[M][N]) {
  matrix W;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      W.at[i][j] = i == j;
      for (int k = 0; k < M; k++) W.at[i][j] += factor * A[k][i] * B[k][j];
    }
  return W;
}

// ---- a step ----------------------------------------------------------------------------------------------------

// Computes Newton's increment of the end position with the present multipliers.
static void increment(const dopico_scheme *s, const dopico_state *from, const dopico_state *to, double *d) {
  double h = s->step, k = h * h / 4, phi[M], before[M], push[M], at[N], G[M][N], Gend[M][N];
  calc_phi(from->q, before);
  calc_phi(to->q, phi);
  for (int i = 0; i < N; i++) at[i] = s->conserving ? (from->q[i] + to->q[i]) / 2 : to->q[i];
  calc_G(at, G);
  calc_G(to->q, Gend);
  for (int i = 0; i < M; i++)
    push[i] = to->lambda[i] + s->penalty * (s->conserving ? (phi[i] + before[i]) / 2 : phi[i]);
  for (int i = 0; i < N; i++) {
    double moved = to->q[i] - from->q[i] - h * from->v[i], pull = -force(i);
    for (int j = 0; j < M; j++) pull += G[j][i] * push[j];
    d[i] = s->conserving ? -(moved + 2 * k * pull) : -(moved - k * from->a[i] + k * pull);
  }
  matrix W = tangent(s->penalty * k, G, Gend);
  if (s->geometric)
    for (int i = 0; i < 3; i++) W.at[i][i] += k * 2 * push[0];
  solve(W, d);
}

static void update_multipliers(const dopico_scheme *s, const dopico_state *from, dopico_state *to) {
  double phi[M], before[M];
  calc_phi(from->q, before);
  calc_phi(to->q, phi);
  for (int i = 0; i < M; i++) {
    double right = s->conserving ? phi[i] / 2 : phi[i];
    to->lambda[i] += s->penalty * (s->update == UPDATE_MEAN   ? (phi[i] + before[i]) / 2
                                   : s->update == UPDATE_FULL ? phi[i]
                                                              : right);
  }
}

static int iterate(const dopico_scheme *s, const dopico_state *from, dopico_state *to) {
  for (int i = 1; i <= MOST_ITERATIONS; i++) {
    double d[N];
    increment(s, from, to, d);
    if (s->update == UPDATE_EARLY) update_multipliers(s, from, to);
    for (int k = 0; k < N; k++) to->q[k] += d[k];
    if (s->update != UPDATE_EARLY) update_multipliers(s, from, to);
    if (norm(N, d) < 1e-10) return i;
  }
  return 0;
}

static void finish_step(const dopico_scheme *s, const dopico_state *from, dopico_state *to) {
  double h = s->step;
  for (int i = 0; i < N; i++) {
    double moved = to->q[i] - from->q[i];
    to->v[i] = 2 / h * moved - from->v[i];
    double middle = (to->v[i] - from->v[i]) / h;
    to->a[i] = s->conserving ? middle : 2 * middle - from->a[i];
  }
}

// Projects velocities by (3) and accelerations by (4), with P = M and k = h^2/4; each takes one solution.
static void project(const dopico_scheme *s, dopico_state *to) {
  double G[M][N], factor = s->penalty * s->step * s->step / 4;
  calc_G(to->q, G);
  matrix W = tangent(factor, G, G);
  solve(W, to->v);
  double gamma = -2 * dot(3, to->v, to->v);
  for (int i = 0; i < N; i++) to->a[i] += factor * G[0][i] * gamma;
  solve(W, to->a);
}

int dopico_advance(const dopico_scheme *scheme, dopico_state *state) {
  double h = scheme->step;
  dopico_state to = *state;
  to.t += h;
  for (int i = 0; i < N; i++) to.q[i] += h * state->v[i] + h * h / 2 * state->a[i];
  int iterations = iterate(scheme, state, &to);
  if (iterations == 0) return 0;
  finish_step(scheme, state, &to);
  if (scheme->projected) project(scheme, &to);
  *state = to;
  return iterations;
}

void dopico_project_velocity(const double *q, double factor, const double *K, double *v) {
  double G[M][N], right[N];
  calc_G(q, G);
  matrix W = tangent(factor, G, G);
  for (int i = 0; i < N; i++) {
    right[i] = v[i];
    for (int j = 0; K && j < N; j++) {
      W.at[i][j] += K[i * N + j];
      right[i] += K[i * N + j] * v[j];
    }
  }
  solve(W, right);
  memcpy(v, right, sizeof right);
}
