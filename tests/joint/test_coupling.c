// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_coupling.c - the coupling of energy and constraints in phase space, grad psi . grad chi, against central
// differences.
//                                                                                                           [yoon (20)]
#include <stdlib.h>

#include "check.h"
#include "recorder.h"
#include "system/reaction.h"
#include "system/system.h"

// Two bodies in space with a spring, moving freely: constraints of either sign.
static const char *const linkage =
    "jounce: 1\nname: linkage\nspace: space\ngravity: [0.3, 0, -9.81]\n"
    "ground: {points: {O: [0, 0, 0], S: [1, 1, 1]}}\n"
    "bodies: {a: {mass: 2, inertia: [0.2, 0.3, 0.4], points: {O: [-0.5, 0, 0.1], A: [0.5, 0.2, 0]}},"
    " b: {mass: 1, inertia: [0.1, 0.2, 0.15], points: {A: [-0.4, 0, 0], E: [0.4, 0.1, 0]}}}\n"
    "joints: {O: {type: universal, between: [ground.O, a.O], axes: [x, y]}, A: {type: spherical, between: [a.A, "
    "b.A]}}\n"
    "forces: {spring: {type: spring-damper, between: [ground.S, b.E], stiffness: 10, rest: 0.5, damping: 3}}\n"
    "initial: {guess: {a.wx: 1, a.wy: 2, b.wx: -1, b.wy: 0.5, b.wz: 2}}\n"
    "simulate: {until: 1}\noutputs: [a.x]\n";

enum { ROWS = 7 };

static const char *const row_joint[ROWS] = {"O", "O", "O", "O", "A", "A", "A"};
static const int row_number[ROWS] = {1, 2, 3, 4, 1, 2, 3};

typedef struct {
  double psi, phi[ROWS], rate[ROWS];
} phase_point;

static void look(const jn_system *system, jn_work *work, const double *q, const double *v, phase_point *out) {
  double G[ROWS * 12];
  jn_calc_position(system, work, 0, q, NULL, NULL);
  jn_calc_velocity(system, work, v);
  const double zero[1] = {0};
  jn_calc_force(system, work, zero);
  out->psi = jn_get_kinetic(system, work) + jn_get_potential(system, work);
  jn_get_phi(system, work, out->phi);
  jn_get_G(system, work, G);
  for (int i = 0; i < ROWS; i++) {
    out->rate[i] = 0;
    for (int j = 0; j < 12; j++) out->rate[i] += G[i * 12 + j] * v[j];
  }
}

// Computes Y = sum over all directions of phase space of the slopes of psi and of the constraint, by central
// differences.
static void test_coupling(void) {
  const double e = 1e-5;
  jn_report *report = jn_report_new(NULL);
  jn_model *model = model_of(NULL, linkage);
  CHECK(model != NULL);
  if (!model) return;
  jn_system *system = jn_system_new(model, "cartesian", report);
  jn_work *work = jn_work_new(system);
  CHECK(system->sizes.nc == ROWS && system->sizes.nv == 12);
  double *state = calloc((size_t)system->sizes.nstate, sizeof *state), near[32], d[12] = {0}, v[12], Y[2][ROWS] = {{0}};
  jn_system_initial_state(system, state);
  for (int i = 0; i < system->sizes.nq; i++) jn_state_q(system, state)[i] += 0.05 * sin(i + 1);
  for (int i = 0; i < 12; i++) jn_state_v(system, state)[i] = cos(3 * i + 1);
  jn_manifold_normalize(system, jn_state_q(system, state));
  for (int k = 0; k < 24; k++) {
    phase_point ends[2];
    for (int side = 0; side < 2; side++) {
      memset(d, 0, sizeof d);
      memcpy(v, jn_state_v(system, state), sizeof v);
      *(k < 12 ? &d[k] : &v[k - 12]) += side ? e : -e;
      jn_manifold_step(system, jn_state_q(system, state), d, near);
      look(system, work, near, v, &ends[side]);
    }
    double psi = (ends[1].psi - ends[0].psi) / (2 * e);
    for (int i = 0; i < ROWS; i++) {
      Y[0][i] += psi * (ends[1].phi[i] - ends[0].phi[i]) / (2 * e);
      Y[1][i] += psi * (ends[1].rate[i] - ends[0].rate[i]) / (2 * e);
    }
  }
  const char *names[] = {"joint.O.coupling", "joint.A.coupling", "joint.O.rate_coupling", "joint.A.rate_coupling.2"};
  double values[4 + 3 + 4 + 1], vdot[12] = {0}, lambda[ROWS] = {0};
  jn_probe *probe = jn_probe_new(system, names, 4, false, report);
  CHECK(probe && jn_probe_count(probe) == 12);
  if (probe) jn_probe_calc(probe, work, state, vdot, lambda, values);
  int significant = 0;
  for (int i = 0; probe && i < 12; i++) {
    bool rate = i >= 7;
    int row = i == 11 ? jni_joint_row(system, 1, 1)
                      : jni_joint_row(system, strcmp(row_joint[i % 7], "A") == 0, row_number[i % 7] - 1);
    CHECK_NEAR(values[i], Y[rate][row], 2e-7);
    significant += fabs(values[i]) > 0.1;
  }
  CHECK(significant >= 8);
  free(state);
  jn_probe_free(probe);
  jn_work_free(work);
  jn_system_free(system);
  jn_model_free(model);
  jn_report_free(report);
}

int main(void) {
  test_coupling();
  return check_report();
}
