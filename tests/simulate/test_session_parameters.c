// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_session_parameters.c - a session whose parameters are set goes on as a new session of the model with these
// values that is restarted at the same state, bit for bit; changed lengths are closed; mistakes change nothing.
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "jounce/jounce.h"

#include "check.h"
#include "memory.h"

static const char text[] =
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nparameters: {crank: 0.1 m, stiff: 80 N/m, mass: 2 kg, n: 1}\n"
    "ground: {points: {O: [0, 0]}}\nbodies:\n"
    "  crank: {mass: 1, inertia: 0.01, points: {O: [0, 0], A: [\"=crank\", 0]}}\n"
    "  rod: {mass: 1, inertia: 0.02, points: {A: [0, 0], B: [0.3, 0]}}\n"
    "  piston: {mass: \"=mass\", inertia: 0.01}\n"
    "  \"extra{i}\": {repeat: {i: \"=n\"}, mass: 1, inertia: 1}\n"
    "joints:\n  O: {type: revolute, between: [ground.O, crank.O]}\n"
    "  A: {type: revolute, between: [crank.A, rod.A]}\n  B: {type: revolute, between: [rod.B, piston]}\n"
    "  slide: {type: prismatic, between: [ground.O, piston], axis: [1, 0]}\n"
    "inputs: {push: {expression: \"0\"}}\nforces:\n"
    "  spring: {type: spring-damper, between: [ground.O, piston], stiffness: \"=stiff\", damping: 3, rest: 0.3}\n"
    "  motor: {type: point-force, at: piston, value: [push, 0]}\n"
    "initial: {keep: {crank.angle: 0.3, crank.rate: 4}, guess: {rod.angle: -0.1, piston.x: 0.39}}\n"
    "simulate: {integrator: rk4, step: 1 ms, until: 1}\noutputs: [piston.x, energy]\n";

static jn_session *begin(const jn_model *model) {
  static const char *const probes[] = {"crank.angle"};
  jn_run_options options = jn_run_options_default();
  options.probes = probes;
  options.nprobes = 1;
  jn_session *s = jn_session_new(model, &options, NULL);
  CHECK(s && jn_session_hold(s, 0, 5) == JN_OK && jn_session_step_to(s, 0.4) == JN_OK);
  return s;
}

static void check_same(jn_session *a, jn_session *b) {
  CHECK(jn_session_nstate(a) == jn_session_nstate(b) && jn_session_noutputs(a) == jn_session_noutputs(b));
  CHECK(memcmp(jn_session_state(a), jn_session_state(b), (size_t)jn_session_nstate(a) * sizeof(double)) == 0);
  CHECK(memcmp(jn_session_outputs(a), jn_session_outputs(b), (size_t)jn_session_noutputs(a) * sizeof(double)) == 0);
}

static void test_same_bits(const jn_model *model) {
  static const char *const names[] = {"stiff", "mass"};
  static const double values[] = {130, 1.7};
  jn_session *s = begin(model), *unchanged = begin(model);
  jn_model *other = jn_model_with_parameters(model, names, values, 2, NULL);
  jn_session *fresh = begin(other), *clone;
  CHECK(jn_session_restart(fresh, jn_session_state(s)) == JN_OK);
  CHECK(jn_session_set_parameters(s, names, values, 2, NULL) == JN_OK);
  CHECK(jn_session_time(s) == 0.4 && jn_session_held(s, 0) == 5);
  clone = jn_session_clone(s, NULL);
  CHECK(jn_session_step_to(s, 0.8) == JN_OK && jn_session_step_to(fresh, 0.8) == JN_OK);
  CHECK(jn_session_step_to(unchanged, 0.8) == JN_OK && clone && jn_session_step_to(clone, 0.8) == JN_OK);
  check_same(s, fresh);
  check_same(s, clone);
  CHECK(fabs(jn_session_outputs(s)[0] - jn_session_outputs(unchanged)[0]) > 1e-4);
  jn_session_free(s);
  jn_session_free(clone);
  jn_session_free(fresh);
  jn_session_free(unchanged);
  jn_model_free(other);
}

// The crank becomes longer: the loop is closed, near where it was.
static void test_geometry(const jn_model *model) {
  static const char *const names[] = {"crank"};
  static const double values[] = {0.12};
  jn_session *s = begin(model);
  double angle = jn_session_outputs(s)[2];
  CHECK(jn_session_set_parameters(s, names, values, 1, NULL) == JN_OK && jn_session_time(s) == 0.4);
  const double *poses = jn_session_poses(s);
  double x = poses[1 * JN_POSE], y = poses[1 * JN_POSE + 1], a = jn_session_outputs(s)[2];
  double end = x + 0.12 * cos(a) + sqrt(0.09 - pow(y + 0.12 * sin(a), 2));
  CHECK_NEAR(jn_session_outputs(s)[0], end, 1e-9);
  CHECK_NEAR(a, angle, 0.1);
  CHECK(jn_session_step_to(s, 0.8) == JN_OK);
  jn_session_free(s);
}

static void test_mistakes(const jn_model *model) {
  static const char *const wrong[] = {"stif"}, *const many[] = {"n"}, *const mass[] = {"mass"};
  static const double two[] = {2}, negative[] = {-1};
  jn_report *report = jn_report_new(NULL);
  jn_session *s = begin(model), *other = begin(model);
  CHECK(jn_session_set_parameters(s, wrong, two, 1, report) != JN_OK && jn_report_count(report, JN_FAULT) == 1);
  CHECK(jn_session_set_parameters(s, many, two, 1, report) != JN_OK && jn_report_count(report, JN_FAULT) == 2);
  CHECK(jn_session_set_parameters(s, mass, negative, 1, report) != JN_OK && jn_report_count(report, JN_FAULT) == 3);
  CHECK(jn_session_step_to(s, 0.8) == JN_OK && jn_session_step_to(other, 0.8) == JN_OK);
  check_same(s, other);
  jn_session_free(s);
  jn_session_free(other);
  jn_report_free(report);
}

// Bytes saved after a change are loaded by a session of the changed model.
static void test_saved(const jn_model *model) {
  static const char *const names[] = {"mass"};
  static const double values[] = {1.7};
  static unsigned char bytes[1 << 14];
  jn_model *other = jn_model_with_parameters(model, names, values, 1, NULL);
  jn_session *s = begin(model), *fresh = begin(other);
  CHECK(jn_session_set_parameters(s, names, values, 1, NULL) == JN_OK && jn_session_save_size(s) <= sizeof bytes);
  CHECK(jn_session_save(s, bytes) == JN_OK && jn_session_load(fresh, bytes, jn_session_save_size(s), NULL) == JN_OK);
  CHECK(jn_session_step_to(s, 0.8) == JN_OK && jn_session_step_to(fresh, 0.8) == JN_OK);
  check_same(s, fresh);
  jn_session_free(s);
  jn_session_free(fresh);
  jn_model_free(other);
}

// Every allocation of a change fails in turn: the session goes on as if nothing had been asked, and nothing is lost.
static void test_memory(void) {
  static const char *const names[] = {"crank"};
  static const double values[] = {0.11};
  memory_count count = {0};
  jn_alloc alloc = {counted_resize, &count};
  jn_model *model = jn_model_read_text(&alloc, "test", text, strlen(text), NULL, 0, NULL);
  jn_session *s = model ? begin(model) : NULL, *untouched = model ? begin(model) : NULL;
  CHECK(s && untouched);
  if (!s || !untouched) return;
  long live = count.live, failed = 0;
  jn_status status = JN_REFUSED;
  for (long at = 1; status != JN_OK; at += LIGHT ? 41 : 3) {
    jn_report *report = jn_report_new(NULL);
    count.calls = 0;
    count.fail_at = at;
    status = jn_session_set_parameters(s, names, values, 1, report);
    CHECK(status == JN_OK || (jn_report_count(report, JN_FAULT) > 0 && count.live == live));
    if (status != JN_OK) {
      check_same(s, untouched);
      failed++;
    }
    jn_report_free(report);
  }
  count.fail_at = 0;
  CHECK(failed > 5 && jn_session_step_to(s, 0.5) == JN_OK);
  jn_session_free(s);
  jn_session_free(untouched);
  jn_model_free(model);
  CHECK(count.live == 0);
}

// ---- misuse ---------------------------------------------------------------------------------------------------------

static jn_session *victim;
static void no_session(void) { jn_session_set_parameters(NULL, NULL, NULL, 0, NULL); }
static void no_names(void) { jn_session_set_parameters(victim, NULL, (double[]){1}, 1, NULL); }
static void no_values(void) { jn_session_set_parameters(victim, (const char *const[]){"mass"}, NULL, 1, NULL); }
static void negative(void) { jn_session_set_parameters(victim, NULL, NULL, -1, NULL); }

static void check_ends(void (*call)(void)) {
  int status = 0;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    fclose(stderr);
    call();
    _exit(0);
  }
  CHECK(waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

static void test_misuse(const jn_model *model) {
  static void (*const calls[])(void) = {no_session, no_names, no_values, negative};
  static const char *const names[] = {"mass"};
  static const double wild[] = {NAN, HUGE_VAL};
  victim = begin(model);
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) check_ends(calls[i]);
  for (int i = 0; i < 2; i++) CHECK(jn_session_set_parameters(victim, names, &wild[i], 1, NULL) != JN_OK);
  CHECK(jn_session_set_parameters(victim, NULL, NULL, 0, NULL) == JN_OK && jn_session_step_to(victim, 0.5) == JN_OK);
  victim = jn_session_free(victim);
}

int main(void) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "test", text, strlen(text), NULL, 0, report);
  for (int i = 0; i < jn_report_size(report); i++) printf("%s\n", jn_report_get(report, i)->what);
  CHECK(model != NULL);
  if (model) {
    test_same_bits(model);
    test_geometry(model);
    test_mistakes(model);
  }
  if (model) {
    test_saved(model);
    test_misuse(model);
  }
  test_memory();
  jn_model_free(model);
  jn_report_free(report);
  return check_report();
}
