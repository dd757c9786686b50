// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_modes_follow.c - roots followed over a parameter, and transfer functions of linear equations against runs.
#include "small_motion.h"

// ---- following ------------------------------------------------------------------------------------------------------

static jn_mode root_of(const jn_modes *modes, int r) {
  bool lower;
  jn_mode mode = jn_modes_get(modes, jn_modes_root_mode(modes, r, &lower));
  if (lower) mode.im = -mode.im;
  return mode;
}

// Of a model with itself every root is its own, without a doubt.
static void test_itself(void) {
  static const char *const names[] = {"benchmarks/whipple-bicycle.yaml", "vehicles/iltis.yaml",
                                      "examples/spring-mass.yaml", "examples/tyre-rig.yaml"};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    small s = small_file(names[k], NULL, 0);
    small_need(&s, "cartesian");
    int n = jn_modes_nroots(s.modes), *to = calloc((size_t)n + 1, sizeof *to);
    double doubt = 1;
    CHECK(n + jn_modes_zero(s.modes) == s.n.nx);
    CHECK(jn_modes_follow(s.modes, s.modes, to, &doubt) == JN_OK);
    for (int r = 0; r < n; r++) {
      jn_mode a = root_of(s.modes, r), b = root_of(s.modes, to[r]);
      CHECK(hypot(a.re - b.re, a.im - b.im) <= 1e-6 * a.natural);  // equal ones may change places
    }
    CHECK(doubt < 1e-6);
    free(to);
    small_end(&s);
  }
}

// Two pendulums of lengths 2 - ratio and ratio: between 0.965 and 1.035 they change frequencies, so that the shapes
// alone tell which is which.
static small pendulums(double ratio) {
  char text[1000];
  snprintf(text, sizeof text,
           "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nground: {points: {A: [0, 0], B: [1, 0]}}\nbodies:\n"
           "  a: {mass: 1, points: {O: [0, %.17g]}}\n  b: {mass: 1, points: {O: [0, %.17g]}}\njoints:\n"
           "  A: {type: revolute, between: [ground.A, a.O]}\n  B: {type: revolute, between: [ground.B, b.O]}\n",
           2 - ratio, ratio);
  small s = small_text(text);
  small_need(&s, "cartesian");
  return s;
}

static void test_crossing(void) {
  for (double ratio = 0.755; ratio < 1.2; ratio += 0.07) {
    small s = pendulums(ratio), next = pendulums(ratio + 0.07);
    int to[4];
    double doubt = NAN;
    CHECK(jn_modes_nroots(s.modes) == 4 && jn_modes_follow(s.modes, next.modes, to, &doubt) == JN_OK);
    CHECK(doubt < 0.05);
    for (int r = 0; r < 4; r++) {
      jn_mode before = root_of(s.modes, r), after = root_of(next.modes, to[r]);
      bool first = fabs(fabs(before.im) - sqrt(9.81 / (2 - ratio))) < 1e-9;
      CHECK_NEAR(after.im, copysign(sqrt(9.81 / (first ? 2 - ratio - 0.07 : ratio + 0.07)), before.im), 1e-9);
    }
    small_end(&s);
    small_end(&next);
  }
}

// The bicycle: castering runs away, capsize creeps through zero, weave comes from two real roots that meet at 0.684
// m/s.
static void test_bicycle(void) {
  static const double from[] = {0, 0.6, 4, 6}, until[] = {0.1, 0.8, 4.5, 6.1};
  for (int k = 0; k < 4; k++) {
    char text[2][40];
    small s[2];
    int to[4], complex_before = 0, complex_after = 0;
    for (int i = 0; i < 2; i++) {
      snprintf(text[i], sizeof text[i], "%.17g", i ? until[k] : from[k]);
      s[i] = small_file("benchmarks/whipple-bicycle.yaml", &(jn_setting){"speed", text[i]}, 1);
      small_need(&s[i], "joint");
    }
    CHECK(jn_modes_nroots(s[0].modes) == 4 && jn_modes_nroots(s[1].modes) == 4);
    CHECK(jn_modes_follow(s[0].modes, s[1].modes, to, NULL) == JN_OK);
    for (int r = 0; r < 4; r++) {
      jn_mode a = root_of(s[0].modes, r), b = root_of(s[1].modes, to[r]);
      CHECK(hypot(a.re - b.re, a.im - b.im) < 1.6);
      CHECK((a.re < -4) == (b.re < -4));
      complex_before += a.im != 0;
      complex_after += b.im != 0;
    }
    CHECK(complex_before == (k < 2 ? 0 : 2) && complex_after == (k < 1 ? 0 : 2));
    small_end(&s[0]);
    small_end(&s[1]);
  }
}

// ---- transfer functions ---------------------------------------------------------------------------------------------

// H(s) at a real s, of input 0.
static double transfer(const small *m, int output, double s) {
  double *H = calloc((size_t)(2 * m->n.ny * m->n.nu), sizeof *H);
  CHECK(jn_linear_transfer(m->linear, s, 0, H) == JN_OK);
  double value = H[2 * output * m->n.nu];
  CHECK(H[2 * output * m->n.nu + 1] == 0);
  free(H);
  return value;
}

// x/F = 1 / (m s^2 + c s + k) of a mass on a spring, at any s; none at an eigenvalue.
static void test_oscillator_transfer(void) {
  small s = small_text(
      "jounce: 1\nspace: plane\ninputs: {u: \"0\"}\nbodies: {m: {type: particle, mass: 2}}\n"
      "joints: {r: {type: point-on-line, between: [ground, m], axis: x}}\nforces:\n"
      "  s: {type: torsion-spring, joint: r, coordinate: displacement, stiffness: 8}\n"
      "  u: {type: point-force, at: m, value: [u, 0]}\noutputs: [m.x, m.vx]\n");
  small_need(&s, "cartesian");
  double H[4];
  for (double re = -1; re <= 1; re += 0.5)
    for (double im = -3; im <= 3; im += 0.75) {
      double a = 2 * (re * re - im * im) + 8, b = 4 * re * im, d = a * a + b * b;  // 1 / (a + i b)
      CHECK(jn_linear_transfer(s.linear, re, im, H) == JN_OK);
      CHECK_NEAR(H[0], a / d, 1e-8 / d);
      CHECK_NEAR(H[1], -b / d, 1e-8 / d);
      CHECK_NEAR(H[2], re * H[0] - im * H[1], 1e-12 / d);
      CHECK_NEAR(H[3], re * H[1] + im * H[0], 1e-12 / d);
    }
  small_end(&s);
}

static void run_outputs(const small *s, double t, double *y) {
  jn_choices choices = *jn_model_choices(s->model);
  jn_run_options options = jn_run_options_default();
  choices.tolerance = 1e-11;
  options.choices = &choices;
  jn_run *run = jn_run_new(s->model, &options, s->report);
  double *state = calloc((size_t)jn_system_sizes(jn_run_system(run)).nstate, sizeof *state);
  jn_state_convert(s->cart, s->state, jn_run_system(run), state);
  CHECK(jn_run_restart(run, state) == JN_OK);
  free(state);
  while (jn_run_state(run)[0] < t) CHECK(jn_run_step(run, t) == JN_OK);
  memcpy(y, jn_run_outputs(run), (size_t)s->n.ny * sizeof *y);
  jn_run_free(run);
}

// Under u = e exp(s (t - T)) all that starts at rest has faded at T beside y = H(s) e, when s is right of all poles:
// half the difference of two runs.
static void check_transfer(const char *what, small *plus, small *minus, double e, double s, double T,
                           const char *const *outputs) {
  double y[2][32];
  small_need(plus, "cartesian");
  small_need(minus, "cartesian");
  run_outputs(plus, T, y[0]);
  run_outputs(minus, T, y[1]);
  for (int k = 0; outputs[k]; k++) {
    int i = 0;
    while (i < plus->n.ny && strcmp(jn_linear_output_name(plus->linear, i), outputs[k]) != 0) i++;
    CHECK(i < plus->n.ny);
    double H = transfer(plus, i, s), run = (y[0][i] - y[1][i]) / (2 * e);
    if (!(fabs(H - run) <= 1e-5 * fabs(H)))
      printf("%s, %s at s = %g: H = %.10g, by runs %.10g\n", what, outputs[k], s, H, run);
    CHECK(H != 0 && fabs(H - run) <= 1e-5 * fabs(H));
  }
}

// Steer torque to lean rate, steer and place across.
static void test_bicycle_transfer(void) {
  static const char *const outputs[] = {"frame.wx", "joint.steer.angle", "frame.y", NULL};
  static const double at[] = {4, 8};
  for (int k = 0; k < 2; k++) {
    char text[2][60];
    small s[2];
    double e = 1e-3, T = 16 / at[k] + 1;
    for (int i = 0; i < 2; i++) {
      snprintf(text[i], sizeof text[i], "%g*exp(%g*(t-%g))", i ? -e : e, at[k], T);
      s[i] = small_file("benchmarks/whipple-bicycle.yaml", &(jn_setting){"inputs.steer_torque", text[i]}, 1);
    }
    check_transfer("bicycle", &s[0], &s[1], e, at[k], T, outputs);
    small_end(&s[0]);
    small_end(&s[1]);
  }
}

// A four-bar that hangs on a spring: torque on the crank to rocker and to a reaction, which the input reaches directly
// too.
static void test_four_bar_transfer(void) {
  static const char *const outputs[] = {"rocker.angle", "crank.rate", "coupler.ax", "pull", NULL};
  double e = 1e-3, at = 5, T = 4;
  small s[2];
  for (int i = 0; i < 2; i++) {
    char text[2000];
    snprintf(text, sizeof text,
             "jounce: 1\nspace: plane\ngravity: [0, -9.81]\ninputs: {motor: \"%g*exp(%g*(t-%g))\"}\n"
             "ground: {points: {A: [0, 0], D: [1.2, 0]}}\nbodies:\n"
             "  crank: {mass: 1, inertia: 0.02, points: {A: [-0.25, 0], B: [0.25, 0]}}\n"
             "  coupler: {mass: 2, inertia: 0.2, points: {B: [-0.5, 0], C: [0.5, 0]}}\n"
             "  rocker: {mass: 1, inertia: 0.05, points: {C: [0.4, 0], D: [-0.4, 0]}}\njoints:\n"
             "  A: {type: revolute, between: [ground.A, crank.A]}\n"
             "  B: {type: revolute, between: [crank.B, coupler.B]}\n"
             "  C: {type: revolute, between: [coupler.C, rocker.C]}\n"
             "  D: {type: revolute, between: [ground.D, rocker.D]}\nforces:\n"
             "  m: {type: torque, joint: A, value: motor}\n"
             "  k: {type: torsion-spring, joint: A, stiffness: 60, damping: 1, rest: 1.2}\n"
             "initial: {keep: {crank.angle: 1.2}, guess: {crank.x: 0.1, crank.y: 0.2, coupler.x: 0.6, coupler.y: 0.6, "
             "rocker.x: 1.2, rocker.y: 0.4, rocker.angle: 1.5}}\n"
             "simulate: {until: 5}\noutputs: [rocker.angle, crank.rate, coupler.ax, {pull: joint.D.force.x}]\n",
             i ? -e : e, at, T);
    s[i] = small_text(text);
    CHECK(small_rest(&s[i]) == JN_OK);
  }
  check_transfer("four-bar", &s[0], &s[1], e, at, T, outputs);
  small_end(&s[0]);
  small_end(&s[1]);
}

int main(void) {
  test_itself();
  test_crossing();
  test_bicycle();
  test_oscillator_transfer();
  test_bicycle_transfer();
  test_four_bar_transfer();
  return check_report();
}
