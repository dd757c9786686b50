// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_linearise.c - A, B, C and D: closed forms, equal in all coordinates, against differences of runs, refusals.
#include "massless_model.h"
#include "memory.h"
#include "small_motion.h"

// ---- closed forms ---------------------------------------------------------------------------------------------------

static const char spring_mass[] =
    "jounce: 1\nspace: plane\ninputs: {push: 3}\nbodies: {m: {mass: 2}}\n"
    "joints: {rail: {type: prismatic, between: [ground, m], axis: x}}\n"
    "forces:\n"
    "  s: {type: spring-damper, between: [ground.P, m], stiffness: 50, damping: 3, rest: 1}\n"
    "  p: {type: point-force, at: m, value: [push, 0]}\n"
    "ground: {points: {P: [-1, 0]}}\n"
    "auxiliary: {lag: {initial: 0, rate: \"(m.x - lag) / 0.25\"}}\n"
    "initial: {keep: {m.x: 0.06, m.vx: 0}}\n"
    "outputs: {x: m.x, ax: m.ax, side: \"2 * push + lag\"}\n";

static void test_spring_mass(void) {
  small s = small_text(spring_mass);
  small_need(&s, "cartesian");
  CHECK(s.n.np == 1 && s.n.nf == 1 && s.n.nz == 1 && s.n.nu == 1 && s.n.ny == 3);
  const double A[] = {0, 1, 0, -25, -1.5, 0, 4, 0, -4}, B[] = {0, 0.5, 0}, C[] = {1, 0, 0, -25, -1.5, 0, 0, 0, 1},
               D[] = {0, 0.5, 2};
  for (int i = 0; i < 9; i++) CHECK_NEAR(jn_linear_A(s.linear)[i], A[i], 1e-11);
  for (int i = 0; i < 3; i++) CHECK_NEAR(jn_linear_B(s.linear)[i], B[i], 1e-12);
  for (int i = 0; i < 9; i++) CHECK_NEAR(jn_linear_C(s.linear)[i], C[i], 1e-11);
  for (int i = 0; i < 3; i++) CHECK_NEAR(jn_linear_D(s.linear)[i], D[i], 1e-12);
  CHECK(strcmp(jn_linear_state_name(s.linear, 0), "joint.rail.displacement") == 0);
  CHECK(strcmp(jn_linear_state_name(s.linear, 2), "lag") == 0);
  CHECK(strcmp(jn_linear_input_name(s.linear, 0), "push") == 0);
  CHECK(strcmp(jn_linear_output_name(s.linear, 1), "ax") == 0);
  CHECK(!jn_linear_is_steady(s.linear));  // the lag has not caught up
  CHECK_NEAR(jn_linear_state_value(s.linear, 0), 0.06, 1e-14);
  CHECK(jn_linear_error(s.linear) < 1e-12);
  small_end(&s);
}

// Hanging at an angle in a wind: theta'' = -(g/l) sin theta - c/(m l^2) theta' about any angle.
static void test_pendulum_anywhere(void) {
  small s = small_text(
      "jounce: 1\nspace: plane\ngravity: [0, -10]\nbodies: {bob: {mass: 2, inertia: 0, points: {O: [0, 0.5]}}}\n"
      "joints: {O: {type: revolute, between: [ground, bob.O]}}\n"
      "forces: {d: {type: torsion-spring, joint: O, stiffness: 0, damping: 0.3}}\n"
      "initial: {keep: {bob.angle: 0.7, bob.rate: 1.1}}\n");
  small_need(&s, "cartesian");
  CHECK(s.n.nx == 2);
  CHECK_NEAR(jn_linear_A(s.linear)[2], -20 * cos(0.7), 2e-12);
  CHECK_NEAR(jn_linear_A(s.linear)[3], -0.3 / (2 * 0.25), 1e-12);
  CHECK(!jn_linear_is_steady(s.linear));
  small_end(&s);
}

// ---- one mechanism in all coordinates -------------------------------------------------------------------------------

static double largest(const double *x, int n) {
  double most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
  return most;
}

static void compare(const char *name, const char *what, const double *a, const double *b, int n, double tolerance) {
  double off = 0, size = largest(a, n);
  for (int i = 0; i < n; i++) off = fmax(off, fabs(a[i] - b[i]));
  if (!(off <= tolerance * fmax(size, 1))) printf("%s: %s differs by %g of %g\n", name, what, off, size);
  CHECK(off <= tolerance * fmax(size, 1));
}

// Laws that are not smooth cost digits: at a kink, the side on which rounding puts the state.
static double digits(const char *name) { return strstr(name, "tyre") || strstr(name, "iltis") ? 1e-3 : 1e-9; }

// All of these models take all coordinates.
static void compare_coordinates(const char *name, small *s) {
  if (!small_linearise(s, "cartesian") || !s->linear) {
    printf("%s: not linearised\n", name);
    print_report(s->report);
    CHECK(false);
    return;
  }
  jn_linear *reference = s->linear;
  jn_linear_sizes n = s->n;
  s->linear = NULL;
  for (int c = 0; jn_coordinates_name(c); c++) {
    bool taken = small_linearise(s, jn_coordinates_name(c));
    if (!taken) printf("%s: %s coordinates are refused\n", name, jn_coordinates_name(c));
    CHECK(taken);
    if (!taken) continue;
    CHECK(s->linear && s->n.nx == n.nx && s->n.ny == n.ny);
    if (!s->linear || s->n.nx != n.nx) continue;
    compare(name, "A", jn_linear_A(reference), jn_linear_A(s->linear), n.nx * n.nx, digits(name));
    compare(name, "B", jn_linear_B(reference), jn_linear_B(s->linear), n.nx * n.nu, digits(name));
    for (int i = 0; i < n.nx; i++)
      CHECK(strcmp(jn_linear_state_name(reference, i), jn_linear_state_name(s->linear, i)) == 0);
  }
  jn_linear_free(reference);
}

static void test_coordinates(void) {
  // clang-format off
  static const char *const names[] = {
      "benchmarks/andrews-a03.yaml", "benchmarks/bricard-a04.yaml", "benchmarks/four-bar-diagonal-spring.yaml",
      "benchmarks/heavy-top.yaml", "benchmarks/n-four-bar-a02.yaml", "benchmarks/pendulum-a01.yaml",
      "benchmarks/whipple-bicycle.yaml", "examples/chaplygin-sleigh.yaml", "examples/door-three-hinges.yaml",
      "examples/driven-slider-crank.yaml", "examples/four-bar.yaml", "examples/gear-train.yaml",
      "examples/parallelogram-five-bars.yaml", "examples/pendulum.yaml", "examples/rolling-disc.yaml",
      "examples/slider-crank.yaml", "examples/spring-mass.yaml", "examples/two-wheels.yaml", "examples/tyre-rig.yaml",
      "examples/tyre-slope.yaml", "../papers/blajer/blajer-counterexample.yaml",
      "../papers/blajer/blajer-pendulum.yaml", "../papers/dopico/dopico-pendulum.yaml",
      "../papers/dopico/dopico-spring.yaml", "../papers/park/park-double-pendulum.yaml",
      "../papers/park/park-four-bar.yaml", "../papers/park/park-spatial-four-bar.yaml",
      "../papers/yoon/yoon-angle.yaml",
      "../papers/yoon/yoon-motor.yaml", "../papers/yoon/yoon-pendulum.yaml", "vehicles/iltis.yaml"};
  // clang-format on
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    small s = small_file(names[i], NULL, 0);
    compare_coordinates(names[i], &s);  // in the motion of the start
    if (small_rest(&s) == JN_OK) compare_coordinates(names[i], &s);
    small_end(&s);
  }
}

// ---- against runs ---------------------------------------------------------------------------------------------------

static const char arm[] =
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\ninputs: {motor: 4, wind: 1}\nbodies:\n"
    "  upper: {mass: 2, inertia: 0.1, points: {O: [0, 0.4], E: [0, -0.4]}}\n"
    "  lower: {mass: 1, inertia: 0.05, points: {E: [0, 0.3]}}\njoints:\n"
    "  O: {type: revolute, between: [ground, upper.O]}\n  E: {type: revolute, between: [upper.E, lower.E]}\nforces:\n"
    "  m: {type: torque, joint: O, value: motor}\n  w: {type: point-force, at: lower, value: [wind, 0]}\n"
    "  d: {type: torsion-spring, joint: E, stiffness: 2, damping: 0.4}\n"
    "initial: {keep: {upper.angle: 0, lower.angle: 0}}\nsimulate: {until: 1, tolerance: 1e-12}\n"
    "outputs: [lower.x, lower.vx, lower.ax, joint.O.force, force.d.value]\n";

// The linear response to a step of inputs, from rest, by many steps of the series of exp(A h).
static void linear_response(const small *s, const double *u, double t, double *x) {
  enum { STEPS = 1000 };
  double k[32], rate[32];
  for (int i = 0; i < s->n.nx; i++) x[i] = 0;
  for (int step = 0; step < STEPS; step++) {
    double h = t / STEPS, factor = h;
    for (int i = 0; i < s->n.nx; i++) {
      k[i] = 0;
      for (int j = 0; j < s->n.nx; j++) k[i] += jn_linear_A(s->linear)[i * s->n.nx + j] * x[j];
      for (int j = 0; j < s->n.nu; j++) k[i] += jn_linear_B(s->linear)[i * s->n.nu + j] * u[j];
    }
    for (int term = 1; term <= 5; term++) {
      for (int i = 0; i < s->n.nx; i++) x[i] += factor * k[i];
      for (int i = 0; i < s->n.nx; i++) {
        rate[i] = 0;
        for (int j = 0; j < s->n.nx; j++) rate[i] += jn_linear_A(s->linear)[i * s->n.nx + j] * k[j];
      }
      memcpy(k, rate, sizeof k);
      factor *= h / (term + 1);
    }
  }
}

static void run_outputs(const small *s, const double *u, double t, double *y) {
  jn_run_options options = jn_run_options_default();
  jn_run *run = jn_run_new(s->model, &options, s->report);
  double *state = calloc((size_t)jn_system_sizes(jn_run_system(run)).nstate, sizeof *state);
  jn_state_convert(s->cart, s->state, jn_run_system(run), state);
  CHECK(jn_run_restart(run, state) == JN_OK);
  free(state);
  for (int j = 0; j < s->n.nu; j++) jn_run_hold_input(run, j, (j == 0 ? 4 : 1) + u[j]);
  while (jn_run_state(run)[0] < t) CHECK(jn_run_step(run, t) == JN_OK);
  memcpy(y, jn_run_outputs(run), (size_t)s->n.ny * sizeof *y);
  jn_run_free(run);
}

// At an equilibrium under its inputs; differences of two runs, so that what remains is of the third order.
static void test_runs(void) {
  small s = small_text(arm);
  CHECK(small_rest(&s) == JN_OK);
  small_need(&s, "cartesian");
  CHECK(jn_linear_is_steady(s.linear));
  const double steps[2][2] = {{1e-4, 0}, {0, 1e-4}}, t = 0.8;
  for (int k = 0; k < 2; k++) {
    double x[32], plus[16], minus[16], back[2] = {-steps[k][0], -steps[k][1]};
    linear_response(&s, steps[k], t, x);
    run_outputs(&s, steps[k], t, plus);
    run_outputs(&s, back, t, minus);
    for (int i = 0; i < s.n.ny; i++) {
      double y = 0;
      for (int j = 0; j < s.n.nx; j++) y += jn_linear_C(s.linear)[i * s.n.nx + j] * x[j];
      for (int j = 0; j < s.n.nu; j++) y += jn_linear_D(s.linear)[i * s.n.nu + j] * steps[k][j];
      CHECK_NEAR(y, (plus[i] - minus[i]) / 2, 2e-6 * 1e-4);
    }
  }
  small_end(&s);
}

// ---- refusals and warnings ------------------------------------------------------------------------------------------

static bool says(const jn_report *report, const char *words) {
  for (int i = 0; i < jn_report_size(report); i++)
    if (strstr(jn_report_get(report, i)->what, words)) return true;
  return false;
}

static void test_refusals(void) {
  small s = small_text(massless_four_bar);  // that the joints make up for
  CHECK(small_linearise(&s, "cartesian") && s.linear && s.n.nx == 2);
  small_end(&s);
  s = small_text("jounce: 1\nspace: plane\nbodies: {a: {mass: 0, inertia: 0}}\n");
  CHECK(small_linearise(&s, "cartesian") && !s.linear && says(s.report, "mass or inertia is missing at 'a'"));
  small_end(&s);
  const jn_setting flat[] = {{"l0", "2"}, {"theta1", "0"}};
  s = small_file("../papers/park/park-four-bar.yaml", flat, 2);
  CHECK(small_linearise(&s, "cartesian") && !s.linear && says(s.report, "the configuration is singular"));
  small_end(&s);
  s = small_text(spring_mass);
  s.state[1] = NAN;
  CHECK(small_linearise(&s, "cartesian") && !s.linear && says(s.report, "not finite"));
  small_end(&s);
}

// An equilibrium at rest that a driver will not let be, and a state that accelerates: the warning says why.
static void test_unsteady(void) {
  small s = small_file("vehicles/iltis-ramp-steer.yaml", NULL, 0);
  CHECK(small_rest(&s) == JN_OK);
  small_need(&s, "cartesian");
  CHECK(says(s.report, "nor a steady motion (driver 'steer' and 4 more are moving; "));
  small_end(&s);
  s = small_file("examples/pendulum.yaml", NULL, 0);
  small_need(&s, "joint");
  CHECK(says(s.report, "nor a steady motion (joint.hinge.rate changes by 14.7 rad/s^2): "));
  small_end(&s);
}

// A stop that just touches: half of its stiffness counts, and that is told.
static void test_kink(void) {
  small s = small_text(
      "jounce: 1\nspace: plane\nbodies: {m: {mass: 1}}\njoints: {rail: {type: prismatic, between: [ground, m], axis: "
      "x}}\n"
      "forces: {p: {type: point-force, at: m, value: [\"-10 * max(m.x, 0)\", 0]}}\n"
      "initial: {keep: {m.x: 0}}\n");
  small_need(&s, "cartesian");
  CHECK(says(s.report, "force 'p' has a kink at this state along joint.rail.displacement: its slopes on both sides, "));
  CHECK(says(s.report, " and -10, are averaged"));
  CHECK_NEAR(jn_linear_A(s.linear)[2], -5, 1e-9);
  small_end(&s);
  // a soft stop beside a stiff spring, and an auxiliary state
  s = small_text(
      "jounce: 1\nspace: plane\nbodies: {m: {mass: 1}, n: {mass: 1}}\njoints:\n  r: {type: prismatic, between: "
      "[ground, m], axis: x}\n"
      "  s: {type: prismatic, between: [ground, n], axis: x}\nforces:\n"
      "  k: {type: point-force, at: m, value: [\"-1e9 * m.x\", 0]}\n"
      "  p: {type: point-force, at: n, value: [\"-0.01 * abs(n.vx)\", 0]}\n"
      "auxiliary: {a: {initial: 0, rate: \"-abs(a)\"}}\n");
  small_need(&s, "cartesian");
  CHECK(says(s.report, " has a kink at this state along ") && says(s.report, "(and of 1 more)"));
  small_end(&s);
}

// Curved, but smooth: steep laws and large forces are no kinks.
static void test_smooth(void) {
  static const char *const laws[] = {"-1e5 * tanh(50 * m.x)", "1e6 * m.x^2", "1e4 * m.x * abs(m.x)",
                                     "1e7 + exp(20 * m.x)"};
  for (size_t k = 0; k < sizeof laws / sizeof *laws; k++) {
    char text[500];
    snprintf(text, sizeof text,
             "jounce: 1\nspace: plane\nbodies: {m: {mass: 1}}\njoints: {rail: {type: prismatic, between: [ground, m], "
             "axis: x}}\n"
             "forces: {p: {type: point-force, at: m, value: [\"%s\", 0]}}\ninitial: {keep: {m.x: 0}}\n",
             laws[k]);
    small s = small_text(text);
    small_need(&s, "cartesian");
    CHECK(!says(s.report, "kink"));
    small_end(&s);
  }
}

// A chain: all angles of its joints are x, and what the joints make of them without closing is what closing makes;
// frequencies of a hanging chain.
static void test_chain(void) {
  const jn_setting links = {"N", "12"};
  small s = small_file("benchmarks/n-link-chain.yaml", &links, 1);
  CHECK(small_rest(&s) == JN_OK);
  small_need(&s, "joint");
  CHECK(s.n.np == 12 && jn_linear_is_steady(s.linear));
  for (int i = 0; i < 12; i++) CHECK(strncmp(jn_linear_state_name(s.linear, i), "joint.J", 7) == 0);
  // M thetadd + K theta = 0 over the angles of the links: uniform bars, 1 m and 1 kg each
  for (int m = 0; m < jn_modes_count(s.modes); m++) {
    double theta[12], before = 0, w2 = jn_modes_get(s.modes, m).im * jn_modes_get(s.modes, m).im, size = 0;
    for (int i = 0; i < 12; i++) {
      char name[20];
      snprintf(name, sizeof name, "joint.J%d.angle", i + 1);
      theta[i] = before += jn_modes_vector(s.modes, m)[2 * state_index(&s, name)];
      size = fmax(size, fabs(theta[i]));
    }
    for (int i = 0; i < 12; i++) {
      double sum = 9.81 * (11 - i + 0.5) * theta[i];
      for (int j = 0; j < 12; j++) sum -= w2 * (i == j ? 11 - i + 1.0 / 3 : 11 - (i > j ? i : j) + 0.5) * theta[j];
      CHECK_NEAR(sum, 0, 1e-8 * size * (1 + w2) * 12);
    }
  }
  small_end(&s);
}

static void test_memory(void) {
  jn_report *report = jn_report_new(NULL);
  memory_count count = {.fail_at = 0};
  jn_alloc alloc = {counted_resize, &count};
  jn_model *model = jn_model_read_text(&alloc, "test", arm, strlen(arm), NULL, 0, report);
  jn_system *system = jn_system_new(model, "natural", report);
  double *state = calloc((size_t)jn_system_sizes(system).nstate, sizeof *state);
  CHECK(jn_start(system, jn_model_choices(model), state, NULL, NULL, report) == JN_OK);
  long live = count.live;
  bool done = false;
  for (int k = 1; k < 3000 && !done; k += LIGHT ? 7 : 1) {
    count.calls = 0;
    count.fail_at = k;
    jn_report *own = jn_report_new(NULL);
    jn_linear *linear = jn_linearise(system, state, NULL, own);
    jn_modes *modes = linear ? jn_modes_new(linear, own) : NULL;
    done = modes && count.calls < k;
    for (int i = 0; i < jn_report_size(own); i++) {
      const jn_error *error = jn_report_get(own, i);
      bool memory =
          error->severity != JN_FAULT || error->status == JN_NO_MEMORY || strstr(error->what, "out of memory");
      if (!memory) printf("allocation %d: %s\n", k, error->what);
      CHECK(memory);
    }
    if (!modes && jn_report_count(own, JN_FAULT) == 0) printf("allocation %d is not told\n", k);
    CHECK(modes || jn_report_count(own, JN_FAULT) > 0);
    jn_report_free(own);
    jn_modes_free(modes);
    jn_linear_free(linear);
    if (count.live != live) printf("allocation %d leaks\n", k);
    CHECK(count.live == live);
    live = count.live;
  }
  CHECK(done);
  free(state);
  count.fail_at = 0;
  jn_system_free(system);
  jn_model_free(model);
  jn_report_free(report);
}

int main(void) {
  test_spring_mass();
  test_pendulum_anywhere();
  test_coordinates();
  test_runs();
  test_refusals();
  test_kink();
  test_smooth();
  test_chain();
  test_unsteady();
  test_memory();
  return check_report();
}
