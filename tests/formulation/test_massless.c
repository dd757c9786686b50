// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_massless.c - massless bodies: the full matrix is factored, methods keep their order, and projections do not
// affect the other bodies.
#include <string.h>

#include "check.h"
#include "linalg/kkt/kkt.h"
#include "massless_model.h"
#include "recorder.h"
#include "system/system.h"

static const char *const flail =
    FLAIL "simulate: {until: 1, step: 10 ms, integrator: rk4}\noutputs: [upper.x, lower.x]\n";

// A ball in free fall: the arm that follows it by a slot is massless and exerts no force.
static const char *const follower =
    "jounce: 1\nname: follower\nspace: plane\ngravity: [0, -9.81]\n"
    "ground: {points: {O: [0, 0]}}\n"
    "bodies:\n"
    "  arm: {mass: 0, inertia: 0, points: {O: [0, 0], A: [0.1, 0.2]}}\n"
    "  ball: {type: particle, mass: 0.5}\n"
    "joints:\n"
    "  O: {type: revolute, between: [ground.O, arm.O]}\n"
    "  slot: {type: point-on-line, between: [arm.A, ball], axis: x}\n"
    "initial: {keep: {ball.x: 0.4, ball.y: 0.3, ball.vx: 1, ball.vy: 3}}\n"
    "simulate: {until: 0.5, step: 10 ms, formulation: index3-projected}\noutputs: [ball.x, ball.y]\n";

// In joint coordinates the slider carried by the frame has four speeds: M has no zero on its diagonal but is singular.
// The rod constrains the remaining motion.
static const char *const carried =
    "jounce: 1\nname: carried\nspace: plane\ngravity: [1, 7]\n"
    "ground: {points: {O: [0, 0]}}\n"
    "bodies:\n"
    "  frame: {mass: 0, inertia: 0, points: {A: [-0.37, 0.13], B: [-0.23, -0.17]}}\n"
    "  slider: {mass: 1, inertia: 0.06, points: {A: [0.64, 0.1], C: [-0.35, -0.17]}}\n"
    "  ball: {type: particle, mass: 0.6}\n"
    "joints:\n"
    "  place: {type: free, between: [frame.A, ground.O]}\n"
    "  slide: {type: prismatic, between: [frame.A, slider.A], axis: [0.96, -0.28]}\n"
    "  tip: {type: revolute, between: [frame.B, ball]}\n"
    "  rod: {type: distance, between: [slider.C, ball], length: 1.05}\n"
    "initial: {guess: {frame.position: [0.48, 0.51], frame.velocity: [0.73, 0.47], "
    "frame.angle: -0.43, frame.rate: -0.13, slider.position: [-0.5, 0.52],\n"
    "  slider.velocity: [0.73, 0.6], ball.position: [0.2, 0.44]}}\n"
    "simulate: {until: 0.25, step: 1 ms, coordinates: joint, formulation: index3-projected}\n"
    "outputs: [slider.x, ball.x]\n";

enum { SAMPLES = 8 };

// Computes the first output at SAMPLES times, on the grid of every step size used here.
static void follow(const char *text, const char *integrator, double step, double *values) {
  const double at[SAMPLES] = {0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1};
  jn_model *model = model_of(NULL, text);
  jn_report *report = jn_report_new(NULL);
  jn_choices choices = *jn_model_choices(model);
  choices.step = step;
  snprintf(choices.integrator, sizeof choices.integrator, "%s", integrator);
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  options.at = at;
  options.nat = SAMPLES;
  jn_run *run = jn_run_new(model, &options, report);
  CHECK(run && jn_run_execute(run, report) == JN_OK);
  for (int i = 0; i < SAMPLES; i++) values[i] = run ? jn_run_sample(run, i)[0] : NAN;
  jn_run_free(run);
  jn_report_free(report);
  jn_model_free(model);
}

static double distance(const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < SAMPLES; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sqrt(sum);
}

// Halving the step size divides the difference of two runs by 2^order, down to an eighth of the first.
static void test_order(const char *text, const char *integrator, double first, double order) {
  enum { RUNS = 4 };
  double values[RUNS][SAMPLES];
  for (int i = 0; i < RUNS; i++) follow(text, integrator, first / (1 << i), values[i]);
  for (int i = 0; i + 2 < RUNS; i++) {
    double coarse = distance(values[i], values[i + 1]), fine = distance(values[i + 1], values[i + 2]);
    printf("%s, steps from %g ms: difference %.3e, ratio %.2f\n", integrator, 1e3 * first / (1 << i), coarse,
           coarse / fine);
    CHECK_NEAR(log2(coarse / fine), order, 0.3);
  }
}

// Checks the assumption of the test: without refinement the method selected here ignores the present G, the other does
// not.
static void test_methods_tell(void) {
  jn_model *model = model_of(NULL, massless_four_bar);
  jn_system *system = jn_system_new(model, "cartesian", NULL);
  jni_kkt *taken = jni_kkt_new(NULL, &system->pattern, system->mass, JNI_KKT_AUTO);
  CHECK(jni_kkt_get_method(taken) == JNI_KKT_DENSE || jni_kkt_get_method(taken) == JNI_KKT_KLU);
  CHECK(!jni_kkt_exact_along(taken));
  jni_object_free(taken);
  jni_kkt *eliminated = jni_kkt_new(NULL, &system->pattern, system->mass, JNI_KKT_SCHUR_BLOCKS);
  CHECK(jni_kkt_exact_along(eliminated));
  jni_object_free(eliminated);
  jn_system_free(system);
  jn_model_free(model);
}

// Returns the two outputs at the end, and the run's message.
static jn_summary end_of(const char *text, const char *coordinates, const char *variant, const char *integrator,
                         double at_end[2]) {
  jn_model *model = model_of(NULL, text);
  jn_report *report = jn_report_new(NULL);
  jn_choices choices = *jn_model_choices(model);
  snprintf(choices.coordinates, sizeof choices.coordinates, "%s", coordinates);
  snprintf(choices.variant, sizeof choices.variant, "%s", variant);
  snprintf(choices.integrator, sizeof choices.integrator, "%s", integrator);
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  options.at = &choices.until;
  options.nat = 1;
  jn_run *run = jn_run_new(model, &options, report);
  CHECK(run && jn_run_execute(run, report) == JN_OK);
  jn_summary summary = {0};
  if (run) summary = *jn_run_summary(run);
  for (int i = 0; i < 2; i++) at_end[i] = run ? jn_run_sample(run, 0)[i] : NAN;
  jn_run_free(run);
  jn_report_free(report);
  jn_model_free(model);
  return summary;
}

static const char *const variants[] = {"factor", "mass-matrix", "factor-once", "plain-newton", "exact-newton"};
static const char *const rules[] = {"trapezoidal", "newmark", "hht", "generalized-alpha"};

// Projections move the arm in every step and do not affect the ball: rules of second order follow a parabola up to
// rounding.
static void test_projection_pushes_nothing(void) {
  for (size_t v = 0; v < sizeof variants / sizeof *variants; v++)
    for (size_t r = 0; r < sizeof rules / sizeof *rules; r++) {
      double ball[2];
      if (strcmp(rules[r], "newmark") == 0) continue;  // damps in first order
      end_of(follower, "cartesian", variants[v], rules[r], ball);
      CHECK_NEAR(ball[0], 0.4 + 0.5, 1e-12);
      CHECK_NEAR(ball[1], 0.3 + 3 * 0.5 - 0.5 * 9.81 * 0.25, 1e-12);
    }
}

static void test_singular_in_joint_coordinates(void) {
  for (size_t v = 0; v < sizeof variants / sizeof *variants; v++)
    for (size_t r = 0; r < sizeof rules / sizeof *rules; r++) {
      double joint[2], cartesian[2];
      jn_summary summary = end_of(carried, "joint", variants[v], rules[r], joint);
      CHECK(summary.halved == 0);
      CHECK(summary.max_velocity_violation < 1e-12);
      end_of(carried, "cartesian", variants[v], rules[r], cartesian);
      for (int i = 0; i < 2; i++) CHECK_NEAR(joint[i], cartesian[i], 1e-5);
    }
}

int main(void) {
  test_projection_pushes_nothing();
  test_singular_in_joint_coordinates();
  test_methods_tell();
  test_order(massless_four_bar, "rk4", 0.02, 4);
  test_order(flail, "rk4", 0.02, 4);
  test_order(flail, "ab3", 0.01, 3);
  return check_report();
}
