// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_follow.c - drivers that follow a signal, and drivers by tables: against the closed form of the filter's step
// response with every formulation, coordinates and integrator; the work of the driver is in the balance; a step of the
// signal leaves the acceleration continuous; neither filter nor spline spoils the order of an integrator; a program
// steers a prescribed joint live; equilibrium, modes and prescribed motion; every allocation failed.
#include <string.h>

#include "check.h"
#include "prescribed.h"
#include "trial.h"

// A motor swings the point of suspension of a bob to where an event tells it to, 2 Hz.
#define BODIES                                                                                                   \
  "jounce: 1\nspace: plane\ngravity: [0, -9.81]\n"                                                               \
  "bodies:\n"                                                                                                    \
  "  arm: {mass: 2, inertia: 0.5, points: {O: [-0.5, 0], A: [0.5, 0]}}\n"                                        \
  "  bob: {mass: 1, inertia: 0.1, points: {A: [-0.3, 0]}}\n"                                                     \
  "joints:\n"                                                                                                    \
  "  O: {type: revolute, between: [ground, arm.O]}\n"                                                            \
  "  A: {type: revolute, between: [arm.A, bob.A]}\n"                                                             \
  "initial: {guess: {bob.angle: -1}}\n"                                                                          \
  "outputs: [driver.motor.position, driver.motor.rate, driver.motor.acceleration, joint.A.angle, energy.error, " \
  "joint.O.angle, joint.O.rate, arm.angular_acceleration, driver.motor.power, driver.motor.torque]\n"

static const char stepped[] = BODIES
    "discrete: {target: 0}\n"
    "events: {go: {at: 0.3, set: {target: 1}}}\n"
    "drivers: {motor: {joint: O, motion: {follow: target, bandwidth: 2 Hz}}}\n"
    "simulate: {until: 0.7, step: 2 ms, output: 0.05}\n";

enum { POSITION, RATE, ACCELERATION, BOB, ENERGY, ANGLE, ANGLE_RATE, ARM, POWER, TORQUE, NOUTPUTS };

static double filter_rate(void) { return 2 * 3.14159265358979323846 * 2 / sqrt(cbrt(2) - 1); }

// The response to a step of 1, t after it.
static void response(double t, double out[3]) {
  double w = filter_rate(), x = w * fmax(t, 0), e = exp(-x);
  out[0] = 1 - e * (1 + x + 0.5 * x * x);
  out[1] = 0.5 * w * x * x * e;
  out[2] = w * w * (x - 0.5 * x * x) * e;
}

static bool same_name(const char *a, const char *b) { return strcmp(a, b) == 0; }

// ---- every way ------------------------------------------------------------------------------------------------------

// Errors at the end, over what they are compared with: of the filter and of the bob.
static double tolerance_of(const char *integrator) {
  static const char *const second[] = {"trapezoidal", "newmark", "hht", "generalized-alpha"};
  for (int i = 0; i < 4; i++)
    if (same_name(integrator, second[i])) return 6e-3;
  if (same_name(integrator, "euler")) return 0.1;
  if (same_name(integrator, "ab2") || same_name(integrator, "rosenbrock") || same_name(integrator, "split"))
    return 2e-2;
  return same_name(integrator, "ab3") ? 1e-4 : 1e-5;
}

// Feedback alone leaves rows violated by the error of a step over what it takes away: of first order that is 0.0102 rad
// with 2 ms while the motor is at its fastest, and half of it with half the step. More than 0.01 rad ends a run.
static double step_of(const char *formulation, const char *integrator) {
  bool drifts = same_name(integrator, "euler") && same_name(formulation, "baumgarte");
  return !jn_integrator_is_fixed(integrator) ? 0 : drifts ? 1e-3 : 2e-3;
}

static void check_way(trial *t, double bob) {
  double right[3], scale[3] = {1, filter_rate(), filter_rate() * filter_rate()},
                   e = tolerance_of(t->choices.integrator);
  trial_run(t, NULL);
  bool done = t->run && t->status == JN_OK;
  CHECK(done);
  if (!done) printf("  %s %s %s\n", t->choices.formulation, t->choices.coordinates, t->choices.integrator);
  if (!done) return;
  const double *out = jn_run_outputs(t->run);
  int failed = check_failures;
  response(0.4, right);
  for (int i = 0; i < 3; i++) CHECK_NEAR(out[i] / scale[i], right[i] / scale[i], e);
  CHECK_NEAR(out[ANGLE], right[0], e);
  CHECK_NEAR(out[ANGLE_RATE] / scale[1], right[1] / scale[1], 3 * e);
  CHECK_NEAR(out[ARM] / scale[2], right[2] / scale[2], e);
  CHECK_NEAR(out[BOB], bob, 10 * e);
  CHECK_NEAR(out[ENERGY], 0, 200 * e);  // the power goes up to 500 W
  CHECK_NEAR(out[POWER], out[TORQUE] * out[RATE], 1e-9);
  if (check_failures > failed)
    printf("  %s %s %s\n", t->choices.formulation, t->choices.coordinates, t->choices.integrator);
}

static void test_every_way(void) {
  trial t = trial_read(stepped);
  strcpy(t.choices.formulation, "multipliers");
  strcpy(t.choices.integrator, "dopri5");
  t.choices.tolerance = 1e-11;
  t.choices.step = 0;
  trial_run(&t, NULL);
  double bob = jn_run_outputs(t.run)[BOB];
  int n = 0;
  t.choices.tolerance = 1e-8;
  for (int f = 0; jn_formulation_name(f); f++)
    for (int c = 0; jn_choice_name("coordinates", jn_formulation_name(f), c); c++)
      for (int i = 0; jn_choice_name("integrator", jn_formulation_name(f), i); i++) {
        const char *integrator = jn_choice_name("integrator", jn_formulation_name(f), i);
        if (LIGHT && (f + c + i) % 4) continue;
        strcpy(t.choices.formulation, jn_formulation_name(f));
        strcpy(t.choices.integrator, integrator);
        strcpy(t.choices.coordinates, jn_choice_name("coordinates", jn_formulation_name(f), c));
        t.choices.step = step_of(jn_formulation_name(f), integrator);
        check_way(&t, bob);
        n++;
      }
  CHECK(n > (LIGHT ? 20 : 100));
  trial_free(&t);
}

// ---- continuous -----------------------------------------------------------------------------------------------------

// A trial step that is far too long for the filter takes the driven cart metres away; the shorter ones that follow must
// not begin there. Reduced equations, which find it from the motion before, end as those that integrate it.
static void test_long_trial(void) {
  static const char text[] =
      "{jounce: 1, space: plane, gravity: [0, -9.81], inputs: {u: {table: [[0, 0], [0.1, 0.0014], [0.2, 0.0107], "
      "[0.3, 0.034]]}}, bodies: {cart: {mass: 1, inertia: 1}, bob: {mass: 1, inertia: 0.1, points: {T: [0, 5]}}}, "
      "joints: {rail: {type: prismatic, between: [ground, cart], axis: x}, pin: {type: revolute, "
      "between: [cart, bob.T]}}, drivers: {drive: {joint: rail, motion: {follow: u, bandwidth: 5 Hz}}}, "
      "simulate: {until: 1}, outputs: [cart.x, bob.angle]}";
  static const char *const formulations[] = {"reduced", "multipliers"};
  double end[2][2];
  for (int k = 0; k < 2; k++) {
    trial t = trial_read(text);
    jn_choices *choices = jn_model_choices(t.model);
    jn_run_options options = jn_run_options_default();
    snprintf(choices->formulation, sizeof choices->formulation, "%s", formulations[k]);
    snprintf(choices->coordinates, sizeof choices->coordinates, "joint");
    t.run = jn_run_new(t.model, &options, t.report);
    CHECK(t.run && jn_run_execute(t.run, t.report) == JN_OK);
    for (int i = 0; i < 2; i++) end[k][i] = jn_run_outputs(t.run)[i];
    trial_free(&t);
  }
  for (int i = 0; i < 2; i++) CHECK_NEAR(end[0][i], end[1][i], 1e-9);
}

// Rows a little before and after the event: no output jumps but what the signal does itself.
static void test_no_jump(void) {
  trial t = trial_read(stepped);
  const double at[] = {0.3 - 1e-6, 0.3 + 1e-6};
  jn_run_options options = jn_run_options_default();
  options.at = at;
  options.nat = 2;
  t.run = jn_run_new(t.model, &options, t.report);
  CHECK(t.run && jn_run_execute(t.run, t.report) == JN_OK);
  for (int i = 0; i < NOUTPUTS; i++) {
    double slope = i == ACCELERATION || i == ARM || i == TORQUE || i == POWER ? 5e4 : 50;
    CHECK_NEAR(jn_run_sample(t.run, 0)[i], jn_run_sample(t.run, 1)[i], 2e-6 * slope);
  }
  CHECK(jn_run_sample(t.run, 1)[ACCELERATION] > 0.5e-6 * pow(filter_rate(), 3));  // but it begins to move
  trial_free(&t);
}

// ---- order ----------------------------------------------------------------------------------------------------------

static const char wave[] = BODIES
    "inputs: {u: '0.5*sin(3*t)'}\n"
    "drivers: {motor: {joint: O, motion: {follow: u, bandwidth: 2 Hz, damping: 0.6}}}\n"
    "simulate: {until: 1, output: 1}\n";
static const char spline[] = BODIES
    "drivers: {motor: {joint: O, motion: {table: [[0.13, 0], [0.31, 0.3], [0.52, -0.2], [0.87, 0.2]]}}}\n"
    "simulate: {until: 1, output: 1}\n";
static const char pauses[] = BODIES
    "drivers: {motor: {joint: O, motion: {table: [[0.13, 0], [0.31, 0.3], [0.52, -0.2], [0.87, 0.2]], rest: points}}}\n"
    "simulate: {until: 1, output: 1}\n";

static void check_order(const char *text, const char *formulation, const char *integrator, double step, double order) {
  trial t = trial_read(text);
  double error[2], value[3];
  strcpy(t.choices.formulation, "multipliers");
  strcpy(t.choices.integrator, "dopri5");
  t.choices.tolerance = 1e-12;
  trial_run(&t, NULL);
  value[2] = t.run ? jn_run_outputs(t.run)[BOB] : NAN;
  strcpy(t.choices.formulation, formulation);
  strcpy(t.choices.integrator, integrator);
  for (int i = 0; i < 2; i++) {
    t.choices.step = step / (1 + i);
    trial_run(&t, NULL);
    CHECK(t.status == JN_OK);
    error[i] = fabs((t.run ? jn_run_outputs(t.run)[BOB] : NAN) - value[2]);
  }
  double found = log2(error[0] / error[1]);
  CHECK(found > order - 0.5 && found < order + 1.2);
  if (!(found > order - 0.5 && found < order + 1.2))
    printf("  %s %s: order %.2f, errors %g %g\n", formulation, integrator, found, error[0], error[1]);
  trial_free(&t);
}

static void test_order(void) {
  const char *const models[] = {wave, spline, pauses};
  for (int i = 0; i < 3; i++) {
    check_order(models[i], "multipliers", "rk4", 0.01, 4);
    check_order(models[i], "reduced", "rk4", 0.01, 4);
    check_order(models[i], "index3-projected", "trapezoidal", 4e-3, 2);
  }
}

// ---- starts ---------------------------------------------------------------------------------------------------------

static double first(const char *text, int output) {
  trial t = trial_read(text);
  const double *out = trial_begin(&t, NULL) ? jn_run_outputs(t.run) : NULL;
  double value = out ? out[output] : NAN;
  trial_free(&t);
  return value;
}

// At rest on what is followed, or where `initial: keep` says; it may depend on the configuration.
static void test_starts(void) {
  CHECK(first(BODIES "drivers: {motor: {joint: O, motion: {follow: 0.3 + t, bandwidth: 2}}}\n", ANGLE) == 0.3);
  CHECK(first("jounce: 1\nspace: plane\nbodies: {arm: {mass: 1, inertia: 1}}\n"
              "joints: {O: {type: revolute, between: [ground, arm]}}\n"
              "drivers: {motor: {joint: O, motion: {follow: 0.3, bandwidth: 2}}}\n"
              "initial: {keep: {joint.O.angle: -0.2, joint.O.rate: 3}}\noutputs: [joint.O.angle, joint.O.rate]\n",
              1) == 3);
  CHECK_NEAR(first(BODIES "drivers: {motor: {joint: O, motion: {follow: 0.1 - 0.5*arm.A.y, bandwidth: 2}}}\n", ANGLE),
             0.0667, 1e-4);  // x = 0.1 - sin(x)/2
}

static bool refuses(const char *text, const char *words) {
  trial t = trial_read(text);
  bool refused = !trial_begin(&t, NULL), said = false;
  for (int i = 0; i < jn_report_size(t.report); i++)
    said = said || strstr(jn_report_get(t.report, i)->what, words) != NULL;
  trial_free(&t);
  return refused && said;
}

static void test_no_start(void) {
  CHECK(refuses(BODIES "drivers: {motor: {joint: O, motion: {follow: joint.O.angle + 0.1, bandwidth: 2}}}\n",
                "no start at rest on it was found"));
  CHECK(refuses(BODIES "drivers: {motor: {joint: O, motion: {follow: log(t - 1), bandwidth: 2}}}\n",
                "the signal that it follows is not finite at the start"));
  CHECK(first("jounce: 1\nspace: plane\nbodies: {arm: {mass: 1, inertia: 1}}\n"
              "joints: {O: {type: revolute, between: [ground, arm]}}\n"
              "drivers: {motor: {joint: O, motion: {follow: joint.O.angle + 0.1, bandwidth: 2}}}\n"
              "initial: {keep: {joint.O.angle: -0.2}}\noutputs: [joint.O.angle]\n",
              0) == -0.2);
}

// In a part that is used twice, once as its mirror image: a signal along ground axes changes its sign with it.
static void test_mirrored_part(void) {
  trial t = trial_read(
      "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\n"
      "parts:\n"
      "  leg:\n"
      "    ports: {frame: body, command: input}\n"
      "    bodies: {arm: {mass: 1, inertia: [0.1, 0.1, 0.1], points: {R: [0, 0, 0], T: [0, 0.5, 0]}}}\n"
      "    joints: {H: {type: revolute, between: [frame, arm.R], axis: x}}\n"
      "    signals: {want: command + 0.3*arm.T.y}\n"
      "    drivers: {servo: {joint: H, motion: {follow: want - 0.1*arm.wx, bandwidth: 3 Hz}}}\n"
      "inputs: {go: 0.4*t}\n"
      "bodies: {chassis: {mass: 10, inertia: [1, 1, 1]}}\n"
      "joints: {base: {type: fixed, between: [ground, chassis]}}\n"
      "use:\n"
      "  left: {part: leg, ports: {frame: chassis, command: go}, at: [0, 0.2, 0]}\n"
      "  right: {part: leg, ports: {frame: chassis, command: go}, at: [0, -0.2, 0], mirror: y}\n"
      "simulate: {until: 1}\n"
      "outputs: [driver.left.servo.position, driver.right.servo.position, left.arm.T.y, right.arm.T.y]\n");
  trial_run(&t, NULL);
  CHECK(t.status == JN_OK);
  const double *out = jn_run_outputs(t.run);
  CHECK(out[0] > 0.3);
  CHECK_NEAR(out[0], out[1], 1e-12);
  CHECK_NEAR(out[2], -out[3], 1e-12);
  trial_free(&t);
}

// ---- live -----------------------------------------------------------------------------------------------------------

static const char steered[] = BODIES
    "inputs: {stick: '0'}\n"
    "drivers: {motor: {joint: O, motion: {follow: stick, bandwidth: 2 Hz}}}\n"
    "simulate: {until: 10, step: 2 ms, output: 1}\n";

// A program holds the input from step to step.
static void test_live(const char *formulation, const char *integrator) {
  trial t = trial_read(steered);
  strcpy(t.choices.formulation, formulation);
  strcpy(t.choices.integrator, integrator);
  t.choices.step = jn_integrator_is_fixed(integrator) ? 2e-3 : 0;
  double before = 0, right[3];
  CHECK(trial_begin(&t, NULL) != NULL);
  int stick = jn_input_find(jn_run_system(t.run), "stick");
  for (int k = 1; k <= 200; k++) {
    if (k == 101) jn_run_hold_input(t.run, stick, 1);
    while (jn_run_state(t.run)[0] < 2e-3 * k - 1e-12) CHECK(jn_run_step(t.run, 2e-3 * k) == JN_OK);
    double now = jn_run_outputs(t.run)[ACCELERATION];
    CHECK(fabs(now - before) < 1.01 * 2e-3 * pow(filter_rate(), 3));
    before = now;
  }
  response(0.2, right);
  CHECK_NEAR(jn_run_outputs(t.run)[ANGLE], right[0], tolerance_of(integrator));
  trial_free(&t);
}

// ---- analyses -------------------------------------------------------------------------------------------------------

// At rest on what it follows at that time, also where that depends on where a spring lets the bob hang.
static void test_equilibrium(void) {
  static const char text[] = BODIES
      "inputs: {u: '0.2 + 0.1*t'}\n"
      "forces: {spring: {type: torsion-spring, joint: A, stiffness: 20}}\n"
      "drivers: {motor: {joint: O, motion: {follow: u + 0.3*joint.A.angle, bandwidth: 2 Hz}}}\n";
  trial t = trial_read(text);
  const char *const coordinates[] = {"cartesian", "natural", "joint"};
  for (int c = 0; c < 3; c++) {
    jn_system *system = jn_system_new(t.model, coordinates[c], t.report);
    jn_work *work = jn_work_new(system);
    double state[64], out[NOUTPUTS];
    jn_equilibrium_options options = jn_equilibrium_options_default();
    options.time = 3;
    CHECK(jn_start(system, NULL, state, NULL, NULL, t.report) == JN_OK);
    CHECK(jn_solve_equilibrium(system, &options, state, NULL, NULL, t.report) == JN_OK);
    jn_probe *probe = jn_probe_new(system, NULL, 0, true, t.report);
    jn_calc_position(system, work, state[0], jn_state_q(system, state), jn_state_z(system, state),
                     jn_state_s(system, state));
    jn_probe_calc(probe, work, state, NULL, NULL, out);
    CHECK_NEAR(out[ANGLE], 0.5 + 0.3 * out[BOB], 1e-9);
    CHECK_NEAR(20 * out[BOB], -0.3 * 9.81 * cos(out[ANGLE] + out[BOB]), 1e-7);
    jn_probe_free(probe);
    jn_work_free(work);
    jn_system_free(system);
  }
  trial_free(&t);
}

// The poles of the filter are among the eigenvalues, and its input moves it.
static void test_modes(void) {
  trial t = trial_read(steered);
  jn_system *system = jn_system_new(t.model, "joint", t.report);
  double state[64], gain = 0;
  CHECK(jn_start(system, NULL, state, NULL, NULL, t.report) == JN_OK);
  jn_linear *linear = jn_linearise(system, state, NULL, t.report);
  CHECK(linear != NULL);
  jn_linear_sizes n = jn_linear_get_sizes(linear);
  CHECK(n.np == 1 && n.nf == 1 && n.nz == 3 && n.nu == 1);
  const double *A = jn_linear_A(linear), *B = jn_linear_B(linear), w = filter_rate();
  for (int i = 0; i < n.nx; i++)
    if (strcmp(jn_linear_state_name(linear, i), "driver.motor.acceleration") == 0) {
      CHECK_NEAR(A[i * n.nx + n.nx - 3] / (-w * w * w), 1, 1e-8);
      CHECK_NEAR(A[i * n.nx + n.nx - 2] / (-3 * w * w), 1, 1e-8);
      CHECK_NEAR(A[i * n.nx + n.nx - 1] / (-3 * w), 1, 1e-8);
      gain = B[i];
    }
  CHECK_NEAR(gain / (w * w * w), 1, 1e-8);
  jn_linear_free(linear);
  jn_system_free(system);
  trial_free(&t);
}

// All motion prescribed: the closed form, and the torque that a run finds too. The step of the signal lies between two
// times that are asked for, or at one, and at itself the signal has its value before or after.
static void check_kinematics(const char *follow, double every) {
  char text[512];
  snprintf(text, sizeof text,
           "jounce: 1\nspace: plane\ngravity: [0, -9.81]\n"
           "bodies: {arm: {mass: 2, inertia: 0.5, points: {O: [-0.5, 0]}}}\n"
           "joints: {O: {type: revolute, between: [ground, arm.O]}}\n"
           "inputs: {early: 'if(t > 0.3, 1, 0)'}\nsignals: {late: 'if(t <= 0.3, 0, 1)'}\n"
           "drivers: {motor: {joint: O, motion: {follow: '%s', bandwidth: 2 Hz}}}\n",
           follow);
  const char *const coordinates[] = {"cartesian", "natural", "joint"};
  for (int c = 0; c < 3; c++) {
    prescribed p = prescribed_new(text, coordinates[c], NULL);
    double right[3];
    for (double t = every; t < 0.45; t += every)
      CHECK(p.kinematics && jn_kinematics_go(p.kinematics, t, p.report) == JN_OK);
    CHECK(p.kinematics && jn_kinematics_go(p.kinematics, 0.45, p.report) == JN_OK);
    response(0.15, right);
    CHECK_NEAR(prescribed_value(&p, "joint.O.angle"), right[0], 1e-7);
    CHECK_NEAR(prescribed_value(&p, "joint.O.rate"), right[1], 1e-6);
    CHECK_NEAR(prescribed_value(&p, "arm.angular_acceleration"), right[2], 1e-4);
    CHECK_NEAR(prescribed_value(&p, "driver.motor.torque"), right[2] + 9.81 * cos(right[0]), 1e-4);
    CHECK_NEAR(jn_kinematics_forces(p.kinematics)[0], right[2] + 9.81 * cos(right[0]), 1e-4);
    prescribed_free(&p);
  }
}

// A filter that follows time does not shorten the strides of the mechanism: minutes take a few of them.
static void test_long_kinematics(void) {
  const char *text =
      "jounce: 1\nspace: plane\nbodies: {arm: {mass: 2, inertia: 0.5, points: {O: [-0.5, 0]}}}\n"
      "joints: {O: {type: revolute, between: [ground, arm.O]}}\n"
      "inputs: {steer: '0.001*t'}\nsignals: {demand: {value: 2*steer, unit: rad}}\n"
      "drivers: {motor: {joint: O, motion: {follow: demand, bandwidth: 10 Hz}}}\n";
  prescribed p = prescribed_new(text, "cartesian", NULL);
  for (int i = 1; i <= 4; i++) CHECK(p.kinematics && jn_kinematics_go(p.kinematics, 100.0 * i, p.report) == JN_OK);
  CHECK(p.kinematics && jn_kinematics_iterations(p.kinematics) < 100);
  CHECK_NEAR(prescribed_value(&p, "joint.O.rate"), 0.002, 1e-12);
  CHECK_NEAR(prescribed_value(&p, "joint.O.angle"), 0.8, 1e-4);
  prescribed_free(&p);
}

static void test_kinematics(void) {
  const char *const follow[] = {"step(t - 0.3)", "if(t > 0.3, 1, 0)", "early", "late"};
  for (int i = 0; i < 4; i++) {
    check_kinematics(follow[i], 1);
    check_kinematics(follow[i], 0.1);
  }
}

// ---- memory ---------------------------------------------------------------------------------------------------------

static const char all[] = BODIES
    "inputs: {u: {table: [[0, 0], [0.05, 1]]}}\n"
    "drivers: {motor: {joint: O, motion: {follow: u, bandwidth: 2}}, second: {joint: A, motion: {table: [[0, 0], [1, "
    "1], "
    "[2, 0]], rest: none}}}\n"
    "simulate: {until: 0.02, step: 5 ms, integrator: rk4}\n";

static bool whole_way(const jn_alloc *alloc, double *value) {
  jn_report *report = jn_report_new(alloc);
  jn_model *model = report ? jn_model_read_text(alloc, "all", all, sizeof all - 1, NULL, 0, report) : NULL;
  jn_run *run = model ? jn_run_new(model, NULL, report) : NULL;
  bool done = run && jn_run_execute(run, report) == JN_OK;
  if (done) *value = jn_run_outputs(run)[ANGLE];
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
  return done;
}

static void test_memory(void) {
  memory_count d = {0};
  jn_alloc alloc = {counted_resize, &d};
  double right = 0, value = 0;
  CHECK(whole_way(&alloc, &right) && d.live == 0);
  long calls = d.calls;
  CHECK(calls > 100);
  for (long k = 1; k <= calls; k += LIGHT ? 5 : 1) {
    d = (memory_count){.fail_at = k};
    CHECK(!whole_way(&alloc, &value));
    CHECK(d.live == 0);
  }
}

int main(void) {
  test_every_way();
  test_long_trial();
  test_no_jump();
  test_order();
  test_starts();
  test_no_start();
  test_mirrored_part();
  test_live("reduced", "dopri5");
  test_live("multipliers", "rk4");
  test_live("index3-projected", "trapezoidal");
  test_equilibrium();
  test_modes();
  test_kinematics();
  test_long_kinematics();
  test_memory();
  return check_report();
}
