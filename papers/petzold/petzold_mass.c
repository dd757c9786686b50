// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// petzold_mass.c - M_q of a vehicle in axes of its chassis or of the ground, and B, which maps the independent speeds
// to all speeds.
#include <math.h>
#include <string.h>

#include "petzold/petzold.h"

enum { FREE = PETZOLD_FREE };

static int body_at(const petzold_car *car) {
  return jn_model_find_body(jn_system_model(car->motion->system), "chassis").i - 1;
}

// Finds the indices of the speeds that move the chassis. Returns false if there are not FREE of them.
static bool find_chassis(petzold_car *car) {
  jn_sizes n = jn_system_sizes(car->motion->system);
  int found = 0;
  for (int j = 0; j < n.nv; j++) {
    double *v = jn_state_v(car->motion->system, car->state), most = 0;
    for (int i = 0; i < n.nv; i++) v[i] = i == j;
    jn_state_convert(car->motion->system, car->state, car->other, car->bodies);
    const double *w = jn_state_v(car->other, car->bodies) + FREE * body_at(car);
    for (int i = 0; i < FREE; i++) most = fmax(most, fabs(w[i]));
    if (most > 1e-9 && found < FREE) car->chassis[found++] = j;
  }
  return found == FREE;
}

// Computes the rotation matrix from chassis to ground axes from the quaternion in car->bodies.
static void rotation(const petzold_car *car, double R[3][3]) {
  const double *e = jn_state_q(car->other, car->bodies) + 7 * body_at(car) + 3;
  double w = e[0], x = e[1], y = e[2], z = e[3];
  R[0][0] = 1 - 2 * (y * y + z * z);
  R[0][1] = 2 * (x * y - w * z);
  R[0][2] = 2 * (x * z + w * y);
  R[1][0] = 2 * (x * y + w * z);
  R[1][1] = 1 - 2 * (x * x + z * z);
  R[1][2] = 2 * (y * z - w * x);
  R[2][0] = 2 * (x * z - w * y);
  R[2][1] = 2 * (y * z + w * x);
  R[2][2] = 1 - 2 * (x * x + y * y);
}

// Computes T, which maps velocities in the chassis' or the ground's axes to the engine's speeds: T = A' R or A', where
// A maps the engine's speeds to the velocity in ground axes. A is found by unit speeds.
static void axes(petzold_car *car, double *state, bool own_axes, double T[3][3]) {
  const jn_system *system = car->motion->system;
  jn_sizes n = jn_system_sizes(system);
  double A[3][3], R[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  memcpy(car->near, state, (size_t)n.nstate * sizeof *car->near);
  for (int c = 0; c < 3; c++) {
    for (int i = 0; i < n.nv; i++) jn_state_v(system, car->near)[i] = i == car->chassis[c];
    jn_state_convert(system, car->near, car->other, car->bodies);
    for (int i = 0; i < 3; i++) A[i][c] = (jn_state_v(car->other, car->bodies) + FREE * body_at(car))[i];
  }
  if (own_axes) rotation(car, R);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) T[i][j] = A[0][i] * R[0][j] + A[1][i] * R[1][j] + A[2][i] * R[2][j];
}

// Multiplies the columns of A that belong to the chassis' velocity by T.
static void turn_columns(const petzold_car *car, double T[3][3], int rows, int n, double *A) {
  for (int i = 0; i < rows; i++) {
    double old[3];
    for (int c = 0; c < 3; c++) old[c] = A[i * n + car->chassis[c]];
    for (int c = 0; c < 3; c++) A[i * n + car->chassis[c]] = old[0] * T[0][c] + old[1] * T[1][c] + old[2] * T[2][c];
  }
}

static void transpose(int n, double *A) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      double x = A[i * n + j];
      A[i * n + j] = A[j * n + i];
      A[j * n + i] = x;
    }
}

// Computes M_q = B' M B at a state; see petzold.h.
bool petzold_car_mass(petzold_car *car, double *state, bool own_axes, double *Mq) {
  const jn_system *system = car->motion->system;
  jn_sizes n = jn_system_sizes(system);
  double *M = repro_scratch(car->r, n.nv * n.nv), *G = repro_scratch(car->r, n.nc * n.nv + 1), T[3][3];
  if (!M || !G) return false;
  jn_calc_position(system, car->motion->work, state[0], jn_state_q(system, state), jn_state_z(system, state),
                   jn_state_s(system, state));
  jn_get_M(system, car->motion->work, M);
  jn_get_G(system, car->motion->work, G);
  axes(car, state, own_axes, T);
  turn_columns(car, T, n.nv, n.nv, M);
  transpose(n.nv, M);
  turn_columns(car, T, n.nv, n.nv, M);
  turn_columns(car, T, n.nc, n.nv, G);
  petzold_partial p = petzold_find_partial(car->r, n.nc, n.nv, G, car->partial.k > 0 ? &car->partial : NULL);
  if (!p.B) return false;
  car->partial = p;
  for (int a = 0; a < p.k; a++)
    for (int b = 0; b < p.k; b++) {
      Mq[a * p.k + b] = 0;
      for (int i = 0; i < n.nv; i++)
        for (int j = 0; j < n.nv && p.B[i * p.k + a] != 0; j++)
          Mq[a * p.k + b] += p.B[i * p.k + a] * M[i * n.nv + j] * p.B[j * p.k + b];
    }
  return true;
}

// Returns the largest change of an element; see petzold.h.
double petzold_change(int k, const double *now, const double *first) {
  double most = 0;
  for (int i = 0; i < k; i++)
    for (int j = 0; j < k; j++) {
      double one = fabs(now[i * k + j] - first[i * k + j]) / sqrt(first[i * k + i] * first[j * k + j]);
      most = repro_larger(most, one);
    }
  return most;
}

void petzold_car_turn(const petzold_car *car, const double by[3], double *turned) {
  const jn_system *system = car->motion->system;
  double d[PETZOLD_MOST] = {0};
  for (int i = 0; i < 3; i++) d[car->chassis[3 + i]] = by[i];
  memcpy(turned, car->state, (size_t)jn_system_sizes(system).nstate * sizeof *turned);
  jn_manifold_step(system, jn_state_q(system, car->state), d, jn_state_q(system, turned));
}

void petzold_car_look(petzold_car *car) {
  memcpy(car->state, jn_run_state(car->motion->run),
         (size_t)jn_system_sizes(car->motion->system).nstate * sizeof *car->state);
}

bool petzold_car_new(repro *r, repro_motion *motion, petzold_car *car) {
  *car = (petzold_car){.r = r, .motion = motion};
  if (!motion) return false;
  car->other = jn_system_cartesian(motion->system);
  jn_sizes n = jn_system_sizes(motion->system), other = jn_system_sizes(car->other);
  car->state = repro_scratch(r, n.nstate);
  car->near = repro_scratch(r, n.nstate);
  car->bodies = repro_scratch(r, other.nstate);
  if (!repro_ok(r)) return false;
  petzold_car_look(car);
  bool good = n.nv <= PETZOLD_MOST && find_chassis(car);
  if (!good) repro_fail(r, JN_REFUSED, "the equations of a vehicle could not be looked at");
  petzold_car_look(car);
  return good;
}

petzold_dependence petzold_count_dependence(const petzold_partial *p, const bool *depends) {
  petzold_dependence d = {.dependent = p->n - p->k};
  for (int i = 0, next = 0; i < p->n; i++) {
    if (next < p->k && p->independent[next] == i) {
      next++;
      continue;
    }
    int of = 0;
    for (int c = 0; c < p->k; c++) of += depends[i * p->k + c];
    d.on[of < PETZOLD_FEW ? of : PETZOLD_FEW]++;
  }
  return d;
}
