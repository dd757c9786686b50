// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_element.c - elements of a model: kinds, places, ends; every signal that is listed exists and no vector is
// missed;
// what a force element does to the bodies at its ends is what moves them.
#include <jounce/jounce.h>
#include <math.h>
#include <string.h>

#include "check.h"
#include "report.h"

static const char space_model[] =
    "jounce: 1\n"
    "space: space\n"
    "bodies:\n"
    "  hub: {mass: 20, inertia: [1, 1, 1], points: {C: [0, 0, 0], E: [0, 0.5, 0.2]}}\n"
    "  frame: {mass: 30, inertia: [2, 2, 2], points: {F: [1, 0, 0]}}\n"
    "joints: {turn: {type: revolute, between: [ground, frame], axis: y}}\n"
    "forces:\n"
    "  spring: {type: spring-damper, between: [hub.E, frame.F], stiffness: 1000, damping: 10, rest: 0.3}\n"
    "  ball: {type: contact, at: hub.C, road: flat, radius: 0.3, stiffness: 20000}\n"
    "  push: {type: point-force, at: hub.E, value: [10, 20, 30]}\n"
    "  motor: {type: torque, joint: turn, value: 5}\n"
    "roads: {flat: {type: flat}}\n"
    "initial: {guess: {hub.z: 0.29, hub.vx: 1}}\n"
    "simulate: {until: 0.01, step: 1 ms}\n";

static jn_model *read_model(const char *text) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "m.yaml", text, strlen(text), NULL, 0, report);
  CHECK(model != NULL);
  if (!model) print_report(report);
  jn_report_free(report);
  return model;
}

static jn_element find(const jn_model *model, jn_sort sort, const char *name) {
  for (int i = 0; i < jn_model_nelements(model, sort); i++) {
    jn_element e = jn_model_element(model, sort, i);
    if (strcmp(e.name, name) == 0) return e;
  }
  CHECK(false);
  return (jn_element){.name = ""};
}

static void test_what_it_is(const jn_model *model) {
  jn_element ground = jn_model_element(model, JN_BODIES, 0), spring = find(model, JN_FORCES, "spring");
  CHECK(strcmp(ground.name, "ground") == 0 && ground.line == 0);
  CHECK(strcmp(spring.kind, "spring-damper") == 0 && spring.line == 8 && strcmp(spring.file, "m.yaml") == 0);
  CHECK(spring.nends == 2 && spring.body[0].i == 1 && spring.body[1].i == 2 && spring.p[0][1] == 0.5);
  jn_element ball = find(model, JN_FORCES, "ball"), motor = find(model, JN_FORCES, "motor");
  CHECK(ball.nends == 1 && ball.radius == 0.3 && ball.axis[0] == 0 && ball.axis[1] == 0 && ball.joint.i < 0);
  CHECK(ball.road.i == 0 && spring.road.i < 0);
  CHECK(motor.nends == 0 && motor.joint.i == 0 && motor.angular && !motor.opposes && !spring.angular);
  jn_element turn = find(model, JN_JOINTS, "turn");
  CHECK(turn.nends == 2 && turn.line == 6 && fabs(turn.turn[1] - 1) < 1e-15);
}

static void test_as_added(void) {
  jn_model *model = read_model(
      "jounce: 1\nspace: space\nbodies: {a: {mass: 1, inertia: [1, 1, 1], points: {eye: [1, 2, 3]}}}\n"
      "subsystems: {box: {type: transfer-case, output_speed: a.wx, input_torque: 5*t, low: 2.5}}\n");
  double p[3] = {0};
  jn_body body = jn_model_frame_body(model, jn_model_find_frame(model, "eye"), p);
  CHECK(body.i == 1 && p[0] == 1 && p[1] == 2 && p[2] == 3);
  const jn_subsystem_def *box = jn_model_subsystem(model, (jn_subsystem){0});
  CHECK(box->transfer_case.low == 2.5 && strcmp(box->transfer_case.input_torque, "5*t") == 0);
  jn_model_free(model);
}

// ---- signals ------------------------------------------------------------------------------------------------------

static bool has(const jn_model *model, jn_sort sort, int i, const char *wanted) {
  char word[64];
  for (int k = 0; jn_model_element_signal(model, sort, i, k, word, sizeof word); k++)
    if (strcmp(word, wanted) == 0) return true;
  return false;
}

static void test_words(const jn_model *model) {
  CHECK(has(model, JN_BODIES, 1, "vx") && has(model, JN_BODIES, 1, "yaw") && !has(model, JN_BODIES, 1, "angle"));
  CHECK(has(model, JN_JOINTS, 0, "angle_rate") && has(model, JN_JOINTS, 0, "force") &&
        !has(model, JN_JOINTS, 0, "push"));
  CHECK(has(model, JN_FORCES, 0, "force") && !has(model, JN_FORCES, 0, "fn"));
  CHECK(has(model, JN_FORCES, 1, "fn") && has(model, JN_FORCES, 1, "deflection_x"));
  CHECK(has(model, JN_FORCES, 3, "value") && !has(model, JN_FORCES, 3, "force"));
}

// A probe of everything that is listed can be made.
static void probe_all(const jn_system *system, const char *file) {
  static const char *const families[] = {"", "joint.", "force.", "subsystem."};
  const jn_model *model = jn_system_model(system);
  int total = 0;
  for (jn_sort sort = JN_BODIES; sort <= JN_SUBSYSTEMS; sort++)
    for (int i = 0; i < jn_model_nelements(model, sort) && i < 40; i++) {
      char word[64], name[512];
      const char *names[] = {name};
      for (int k = 0; jn_model_element_signal(model, sort, i, k, word, sizeof word); k++) {
        snprintf(name, sizeof name, "%s%s.%s", families[sort], jn_model_element(model, sort, i).name, word);
        jn_probe *probe = jn_probe_new(system, names, 1, false, NULL);
        CHECK(probe && jn_probe_count(probe) > 0);
        if (!probe) printf("  %s: %s\n", file, name);
        jn_probe_free(probe);
        total++;
      }
    }
  CHECK(total > 0);
}

static void test_shipped(void) {
  static const char *const files[] = {"models/examples/four-bar.yaml", "models/vehicles/hmmwv.yaml",
                                      "models/vehicles/m2.yaml", "models/benchmarks/heavy-top.yaml"};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", JOUNCE_SOURCE_DIR, files[i]);
    jn_model *model = jn_model_read(NULL, path, NULL, 0, NULL);
    jn_system *system = model ? jn_system_new(model, NULL, NULL) : NULL;
    CHECK(system != NULL);
    if (system) probe_all(system, files[i]);
    for (int f = 0; model && f < jn_model_nelements(model, JN_FORCES); f++) {
      jn_element e = jn_model_element(model, JN_FORCES, f);
      CHECK(e.line > 0 && e.nends <= JN_MOST_ENDS && (e.nends > 0) == (e.joint.i < 0));
      CHECK(strncmp(e.kind, "tyre", 4) != 0 || (e.radius > 0 && e.nends == 1 && e.axis[1] != 0));
    }
    jn_system_free(system);
    jn_model_free(model);
  }
}

// ---- what acts on a body is its mass times its acceleration ---------------------------------------------------------

static void test_newton(const jn_model *model) {
  static const char *const names[] = {"force.spring.on.hub.force", "force.ball.force", "force.push.force",
                                      "hub.acceleration", "force.spring.force"};
  jn_run *run = jn_run_new(model, NULL, NULL);
  double x[15], state[64], vdot[32], lambda[32];
  const jn_system *system = jn_run_system(run);
  jn_probe *probe = jn_probe_new(system, names, 5, false, NULL);
  jn_work *work = jn_work_new(system);
  CHECK(probe && work && jn_probe_count(probe) == 15 && jn_system_sizes(system).nstate <= 64);
  if (!probe || !work) return;
  memcpy(state, jn_run_state(run), (size_t)jn_system_sizes(system).nstate * sizeof *state);
  CHECK(jn_solve_acceleration(system, work, state, vdot, lambda) == JN_OK);
  jn_probe_calc(probe, work, state, vdot, lambda, x);
  for (int i = 0; i < 3; i++) {
    CHECK_NEAR(20 * x[9 + i], x[i] + x[3 + i] + x[6 + i], 1e-9);
    CHECK_NEAR(x[i], -x[12 + i], 1e-9);
  }
  CHECK(fabs(x[0]) > 1 && x[5] > 100 && x[8] == 30);
  jn_probe_free(probe);
  jn_work_free(work);
  jn_run_free(run);
}

// ---- names that mean nothing ----------------------------------------------------------------------------------------

static void refuse(const jn_system *system, const char *name, const char *sentence) {
  jn_report *report = jn_report_new(NULL);
  jn_probe *probe = jn_probe_new(system, &name, 1, false, report);
  bool found = jn_report_size(report) > 0 && strstr(jn_report_get(report, 0)->what, sentence);
  CHECK(!probe && found);
  if (!found) print_report(report);
  jn_probe_free(probe);
  jn_report_free(report);
}

static void test_refusals(const jn_model *model) {
  jn_system *system = jn_system_new(model, NULL, NULL);
  refuse(system, "force.motor.force", "'motor' does not act at points");
  refuse(system, "force.spring.on.ground.force", "'spring' does not act on body 'ground'");
  refuse(system, "force.spring.on.hup.force", "did you mean 'force.spring.on.hub.force'");
  refuse(system, "force.spring.on.hub", "it ends with .force or .torque");
  refuse(system, "force.spring.on", "incomplete");
  refuse(system, "force.spring.force.w", "no component 'w'");
  refuse(system, "force.spring.torques", "did you mean 'force.spring.torque'");
  jn_system_free(system);
}

int main(void) {
  jn_model *model = read_model(space_model);
  if (model) {
    test_as_added();
    test_what_it_is(model);
    test_words(model);
    test_newton(model);
    test_refusals(model);
  }
  jn_model_free(model);
  test_shipped();
  return check_report();
}
