// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_getters.c - what a program can look at: names, the dense mass matrix, kinetic energy, rates of the auxiliary
// states.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"

static const char text[] =
    "jounce: 1\n"
    "space: space\n"
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  arm: {mass: 2, inertia: [0.3, 0.4, 0.5, 0.02, -0.03, 0.01], com: [0.1, 0.2, 0.3], points: {P: [1, 0, 0]}}\n"
    "  bob: {type: particle, mass: 0.7}\n"
    "joints:\n"
    "  hinge: {type: revolute, between: [ground, arm], axis: x}\n"
    "  rod: {type: distance, between: [arm.P, bob], length: 0.5}\n"
    "forces:\n"
    "  damper: {type: spring-damper, between: [ground, bob], damping: 3}\n"
    "  wall: {type: stop, between: [ground, bob], upper: 2, stiffness: 1000}\n"
    "auxiliary: {lag: {initial: 0.25, rate: \"2*bob.vx - 3*lag + t\"}}\n"
    "discrete: {latch: 0}\n"
    "events: {pass: {when: \"bob.z - 0.1\", direction: rising, set: {latch: \"1\"}}}\n"
    "initial: {guess: {bob.x: 1.3, bob.y: 0.2, bob.z: -0.4}}\n"
    "outputs: [bob.position, {far: \"bob.x + 1\"}]\n";

typedef struct {
  jn_report *report;
  jn_model *model;
  jn_system *system;
  jn_work *work;
  jn_sizes sizes;
  double *state;
} look;

static look look_new(void) {
  look l = {.report = jn_report_new(NULL)};
  l.model = jn_model_read_text(NULL, "look.yaml", text, strlen(text), NULL, 0, l.report);
  for (int i = 0; i < jn_report_size(l.report); i++) puts(jn_report_get(l.report, i)->what);
  l.system = l.model ? jn_system_new(l.model, "cartesian", l.report) : NULL;
  l.work = l.system ? jn_work_new(l.system) : NULL;
  if (!l.work) exit(1);
  l.sizes = jn_system_sizes(l.system);
  l.state = calloc((size_t)l.sizes.nstate, sizeof *l.state);
  jn_system_initial_state(l.system, l.state);
  l.state[0] = 0.7;
  for (int i = 0; i < l.sizes.nv; i++) jn_state_v(l.system, l.state)[i] = 0.3 + 0.1 * i * (i % 2 ? 1 : -1);
  jn_calc_position(l.system, l.work, l.state[0], jn_state_q(l.system, l.state), jn_state_z(l.system, l.state),
                   jn_state_s(l.system, l.state));
  jn_calc_velocity(l.system, l.work, jn_state_v(l.system, l.state));
  jn_calc_force(l.system, l.work, jn_state_z(l.system, l.state));
  return l;
}

static void look_free(look *l) {
  free(l->state);
  jn_work_free(l->work);
  jn_system_free(l->system);
  jn_model_free(l->model);
  jn_report_free(l->report);
}

static double *poisoned(int n) {
  double *x = malloc((size_t)n * sizeof *x);
  for (int i = 0; x && i < n; i++) x[i] = NAN;
  return x;
}

static void test_names(const look *l) {
  CHECK(jn_system_model(l->system) == l->model);
  CHECK(strcmp(jn_system_coordinates(l->system), "cartesian") == 0);
  CHECK(strcmp(jn_model_joint_name(l->model, (jn_joint){0}), "hinge") == 0);
  CHECK(strcmp(jn_model_joint_name(l->model, (jn_joint){1}), "rod") == 0);
  CHECK(!jn_model_joint_name(l->model, (jn_joint){2}) && !jn_model_joint_name(l->model, (jn_joint){-1}));
  CHECK(strcmp(jn_model_force_name(l->model, (jn_force){1}), "wall") == 0);
  CHECK(!jn_model_force_name(l->model, (jn_force){2}) && !jn_model_force_name(l->model, (jn_force){-1}));
  static const char *const outputs[] = {"bob.x", "bob.y", "bob.z", "far"};
  for (int i = 0; i < 4; i++) CHECK(strcmp(jn_model_output_name(l->model, i), outputs[i]) == 0);
  CHECK(!jn_model_output_name(l->model, 4) && !jn_model_output_name(l->model, -1));
}

static void test_root_names(const look *l) {
  int events = 0, stops = 0;
  for (int i = 0; i < l->sizes.nroots; i++) {
    bool event = strcmp(jn_root_name(l->system, i), "pass") == 0;
    events += event;
    stops += strcmp(jn_root_name(l->system, i), "wall") == 0;
    CHECK(jn_root_direction(l->system, i) == (event ? 1 : 0));
  }
  CHECK(events == 1 && stops >= 1 && events + stops == l->sizes.nroots);
}

// T = v' M v / 2; M is symmetric and, in these coordinates, constant; its blocks are what the file says.
static void test_mass(const look *l) {
  int n = l->sizes.nv;
  double *M = poisoned(n * n), *Mdot = poisoned(n * n), T = 0;
  const double *v = jn_state_v(l->system, l->state);
  jn_get_M(l->system, l->work, M);
  jn_calc_Mdot(l->system, l->work, Mdot);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      T += 0.5 * v[i] * M[i * n + j] * v[j];
      CHECK(M[i * n + j] == M[j * n + i]);
      CHECK(Mdot[i * n + j] == 0);
    }
  CHECK(n == 9);
  CHECK_NEAR(jn_get_kinetic(l->system, l->work), T, 1e-15 * T);
  CHECK_NEAR(M[0], 2, 0);
  CHECK_NEAR(M[4 * n + 4], 0.4, 1e-16);
  CHECK_NEAR(M[3 * n + 5], -0.03, 1e-16);
  CHECK_NEAR(M[8 * n + 8], 0.7, 0);
  free(M);
  free(Mdot);
}

// The last auxiliary state is the work of the forces without a potential: here what the damper takes.
static void test_rates(const look *l) {
  CHECK(l->sizes.nz == 2);
  double *zdot = poisoned(l->sizes.nz);
  jn_get_zdot(l->system, l->work, zdot);
  const double *v = jn_state_v(l->system, l->state) + 6, *q = jn_state_q(l->system, l->state) + 7;
  CHECK_NEAR(zdot[0], 2 * v[0] - 3 * 0.25 + 0.7, 1e-15);
  double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
  double rate = (q[0] * v[0] + q[1] * v[1] + q[2] * v[2]) / length;
  CHECK_NEAR(zdot[1], -3 * rate * rate, 1e-14);
  CHECK(zdot[1] < 0 && zdot[1] == jn_get_power(l->system, l->work));
  free(zdot);
}

int main(void) {
  look l = look_new();
  test_names(&l);
  test_root_names(&l);
  test_mass(&l);
  test_rates(&l);
  look_free(&l);
  return check_report();
}
