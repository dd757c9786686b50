// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_massless.c - bodies without mass: the whole matrix is factored there, and the methods keep their order all the same.
#include <string.h>

#include "check.h"
#include "linalg/kkt.h"
#include "massless_model.h"
#include "recorder.h"
#include "system/system.h"

// A mass on a massless arm, and another on a rope below it, in space.
static const char *const flail =
    "jounce: 1\nname: flail\nspace: space\ngravity: [0, 0, -9.81]\n"
    "ground: {points: {O: [0, 0, 0]}}\n"
    "bodies:\n"
    "  upper: {type: particle, mass: 1}\n"
    "  lower: {type: particle, mass: 3}\n"
    "  rod: {mass: 0, inertia: [0, 0, 0], points: {A: [-0.5, 0, 0], B: [0.5, 0, 0]}}\n"
    "joints:\n"
    "  O: {type: revolute, between: [ground.O, rod.A], axis: y}\n"
    "  B: {type: spherical, between: [rod.B, upper]}\n"
    "  rope: {type: distance, between: [upper, lower], length: 0.7}\n"
    "initial: {keep: {upper.x: 1, upper.z: 0, lower.x: 1.1, lower.y: 0.2, lower.vy: 0.5}, guess: {lower.z: -0.6, rod.x: 0.5}}\n"
    "simulate: {until: 1, step: 10 ms, integrator: rk4}\noutputs: [upper.x, lower.x]\n";

enum { SAMPLES = 8 };

// The first output at SAMPLES times, on the grid of every step used here.
static void follow(const char *text, const char *integrator, double step, double *values) {
  const double at[SAMPLES] = {0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1};
  jn_model *model = model_of(NULL, text);
  jn_report *report = jn_report_new(NULL);
  jn_choices choices = *jn_model_choices(model);
  choices.step = step;
  snprintf(choices.integrator, sizeof choices.integrator, "%s", integrator);
  jn_run_options options = jn_run_options_default();
  options.choices = &choices, options.at = at, options.nat = SAMPLES;
  jn_run *run = jn_run_new(model, &options, report);
  CHECK(run && jn_run_execute(run, report) == JN_OK);
  for (int i = 0; i < SAMPLES; i++) values[i] = run ? jn_run_sample(run, i)[0] : NAN;
  jn_run_free(run), jn_report_free(report), jn_model_free(model);
}

static double distance(const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < SAMPLES; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sqrt(sum);
}

// Halving the step takes 2^order off the difference of two runs, down to an eighth of the first.
static void test_order(const char *text, const char *integrator, double first, double order) {
  enum { RUNS = 4 };
  double values[RUNS][SAMPLES];
  for (int i = 0; i < RUNS; i++) follow(text, integrator, first / (1 << i), values[i]);
  for (int i = 0; i + 2 < RUNS; i++) {
    double coarse = distance(values[i], values[i + 1]), fine = distance(values[i + 1], values[i + 2]);
    printf("%s, steps from %g ms: difference %.3e, ratio %.2f\n", integrator, 1e3 * first / (1 << i), coarse, coarse / fine);
    CHECK_NEAR(log2(coarse / fine), order, 0.3);
  }
}

// What the test relies on: the method that is taken here does not see the present G without refinement, the other does.
static void test_methods_tell(void) {
  jn_model *model = model_of(NULL, massless_four_bar);
  jn_system *system = jn_system_new(model, "cartesian", NULL);
  jni_kkt *taken = jni_kkt_new(NULL, &system->pattern, system->mass, JNI_KKT_AUTO);
  CHECK(jni_kkt_get_method(taken) == JNI_KKT_DENSE || jni_kkt_get_method(taken) == JNI_KKT_KLU);
  CHECK(!jni_kkt_exact_along(taken));
  jni_kkt_free(taken);
  jni_kkt *eliminated = jni_kkt_new(NULL, &system->pattern, system->mass, JNI_KKT_SCHUR_BLOCKS);
  CHECK(jni_kkt_exact_along(eliminated));
  jni_kkt_free(eliminated), jn_system_free(system), jn_model_free(model);
}

int main(void) {
  test_methods_tell();
  test_order(massless_four_bar, "rk4", 0.02, 4);
  test_order(flail, "rk4", 0.02, 4);
  test_order(flail, "ab3", 0.01, 3);
  return check_report();
}
