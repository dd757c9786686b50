// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_equilibrium.c - static equilibria: closed forms by all methods, what joints carry, what cannot rest, and the
// models that come with it.
#include "base/base.h"
#include "rest.h"

static const double TIGHT = 1e-11;  // of positions near 1, where a stiffness near 1 holds them
static const double PI = 3.14159265358979323846;

// ---- closed forms ---------------------------------------------------------------------------------------------------

static const char *const every[] = {NULL, "newton", "energy", "relaxation"};

// m g = k (l - l0)
static void test_spring_mass(void) {
  for (size_t i = 0; i < sizeof every / sizeof *every; i++) {
    rest r = rest_text(
        "jounce: 1\nspace: plane\ngravity: [0, -10]\nground: {points: {O: [0, 0]}}\n"
        "bodies: {m: {type: particle, mass: 2}}\n"
        "forces: {s: {type: spring-damper, between: [ground.O, m], "
        "stiffness: 50, damping: 1, rest: 0.5}}\n"
        "initial: {guess: {m.y: -0.6}}\n",
        every[i]);
    check_balance(&r);
    CHECK_NEAR(get(&r, "m.y"), -0.9, TIGHT);
    CHECK_NEAR(get(&r, "m.x"), 0, TIGHT);
    CHECK_NEAR(get(&r, "force.s.value"), 20, 1e-9);
    CHECK(r.found.stability == JN_STABLE && r.found.stable == 2 && r.found.neutral == 0);
    CHECK(r.found.method && (!every[i] || strcmp(r.found.method, every[i]) == 0));
    end(&r);
  }
}

// A pendulum of 1000 t in a gravity that pulls with 1 uN: what it would weigh on earth is no measure here.
static void test_faint_forces(void) {
  rest r = rest_text(
      "jounce: 1\nspace: plane\ngravity: [0, -1e-12]\nground: {points: {O: [0, 0]}}\n"
      "bodies: {bar: {mass: 1e6, inertia: 1e5, points: {O: [0, 0.5]}}}\n"
      "joints: {O: {type: revolute, between: [ground.O, bar.O]}}\ninitial: {guess: {bar.angle: 1.2}}\n",
      NULL);
  check_balance(&r);
  CHECK_NEAR(get(&r, "bar.angle"), 0, 1e-9);
  CHECK(r.found.stability == JN_STABLE);
  end(&r);
}

// From anywhere it hangs; upright it stays and says so.
static void test_pendulum(void) {
  static const char *const texts[] = {PENDULUM("0.3"), PENDULUM("1.5"), PENDULUM("3"), PENDULUM("-3.1")};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    rest r = rest_text(texts[i], NULL);
    check_balance(&r);
    CHECK_NEAR(fmod(get(&r, "bar.angle"), 2 * PI), 0, TIGHT);
    CHECK_NEAR(get(&r, "joint.O.force.y"), 30, 1e-9);
    CHECK(r.found.stability == JN_STABLE && r.found.freedoms == 1);
    CHECK_NEAR(r.found.least_stiffness, 7.5, 1e-9);  // 15 N m/rad; a unit of the direction is a turn of 1/sqrt(2)
    end(&r);
  }
  rest up = rest_text(PENDULUM("3.14159265358979323846"), NULL);
  check_balance(&up);
  CHECK(up.found.stability == JN_UNSTABLE && up.found.unstable == 1);
  CHECK_NEAR(get(&up, "bar.angle"), PI, TIGHT);
  end(&up);
  rest alone = rest_text(PENDULUM("3"), "newton");  // the nearest root is the upright one
  check_balance(&alone);
  CHECK(alone.found.stability == JN_UNSTABLE);
  end(&alone);
}

// Two links in space on universal and spherical joints hang straight down.
static void test_space(void) {
  for (size_t i = 0; i < sizeof every / sizeof *every; i += 2) {
    rest r = rest_text(
        "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\nground: {points: {O: [0, 0, 0]}}\n"
        "bodies:\n  a: {mass: 1, inertia: [0.1, 0.1, 0.01], points: {P: [0, 0, 0.5], Q: [0, 0, -0.5]}}\n"
        "  b: {mass: 2, inertia: [0.1, 0.1, 0.01], points: {P: [0, 0, 0.5]}}\n"
        "joints:\n  u: {type: universal, between: [ground.O, a.P], axes: [x, y]}\n"
        "  s: {type: spherical, between: [a.Q, b.P]}\n"
        "initial: {guess: {a.orientation: {axis: [1, 0, 0], angle: 50 deg}, "
        "b.orientation: {axis: [0, 1, 0], angle: 100 deg}}}\n",
        every[i]);
    check_balance(&r);
    CHECK_NEAR(get(&r, "b.z"), -1.5, 1e-10);
    CHECK_NEAR(get(&r, "joint.u.force.z"), 3 * 9.81, 1e-8);
    CHECK(r.found.freedoms == 5 && r.found.neutral == 1 && r.found.stability == JN_NEUTRAL);
    CHECK(strcmp(r.found.neutral_names[0], "b.turn.z") == 0);
    end(&r);
  }
}

// ---- four-bars ------------------------------------------------------------------------------------------------------

// The published angle, by each method; the free length was inferred, so that the last digits are those of a computation
// with it.
static void test_diagonal_spring(void) {
  rest r = rest_file("benchmarks/four-bar-diagonal-spring.yaml", NULL, 0, 0);
  check_balance(&r);
  CHECK_NEAR(get(&r, "crank.angle"), 2.23433101898, 1e-10);
  CHECK_NEAR(get(&r, "crank.angle"), 2.2343310190175859, 1e-13);
  CHECK(r.found.stability == JN_STABLE);
  end(&r);
}

// Potential energy over the crank's angle, by triangles.
static double four_bar_energy(double a) {
  double Ax = cos(a), Ay = sin(a), dx = 2 - Ax, dy = -Ay, d = hypot(dx, dy);
  double base = atan2(dy, dx), at = acos((d * d + 2.2 * 2.2 - 1.5 * 1.5) / (2 * d * 2.2)), b = base + at;
  double Bx = Ax + 2.2 * cos(b), By = Ay + 2.2 * sin(b);
  double V = 9.81 * (1 * Ay / 2 + 2 * (Ay + By) / 2 + 1.5 * By / 2);
  (void)Bx;
  return V + 0.5 * 12 * (a - 0.8) * (a - 0.8) + 0.5 * 7 * (b - a + 0.6) * (b - a + 0.6);
}

static double least_energy_angle(double low, double high) {
  const double golden = 0.6180339887498949;
  for (int i = 0; i < 90; i++) {
    double u = high - golden * (high - low), w = low + golden * (high - low);
    if (four_bar_energy(u) < four_bar_energy(w)) high = w;
    else low = u;
  }
  return 0.5 * (low + high);
}

static void test_torsion_springs(void) {
  double scan = 0.05;
  for (double a = 0.05; a < 1.6; a += 0.01)
    if (four_bar_energy(a) < four_bar_energy(scan)) scan = a;
  double least = least_energy_angle(scan - 0.02, scan + 0.02);
  for (size_t i = 0; i < sizeof every / sizeof *every; i++) {
    rest r = rest_text(TORSION_BAR("0.9"), every[i]);
    check_balance(&r);
    CHECK_NEAR(get(&r, "crank.angle"), least, 1e-7);  // a minimum by values of V is known to the root of rounding
    CHECK(r.found.stability == JN_STABLE);
    end(&r);
  }
}

// ---- chains ---------------------------------------------------------------------------------------------------------

#define CHAIN                                                                                                          \
  "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nparameters: {N: 40, l: 0.05}\nground: {points: {L: [0, 0], R: [1.2, " \
  "0]}}\nbodies:\n"                                                                                                    \
  "  \"b{i}\": {repeat: {i: [1, \"=N\"]}, mass: 0.1, inertia: 2e-5, points: {P: [\"=-l/2\", 0], Q: [\"=l/2\", "        \
  "0]}}\njoints:\n"                                                                                                    \
  "  J0: {type: revolute, between: [ground.L, b1.P]}\n"                                                                \
  "  \"J{i}\": {repeat: {i: [1, \"=N-1\"]}, type: revolute, between: [\"b{i}.Q\", \"b{i+1}.P\"]}\n"                    \
  "  JN: {type: revolute, between: [b40.Q, ground.R]}\ninitial: {guess: {\"b{i}.angle\": {repeat: {i: [1, \"=N\"]}, "  \
  "value: \"=(i-20.5)/15\"}}}\n"

// Links of a hanging chain: the horizontal force H is the same in all joints, the vertical one grows by a link's
// weight, so that the slope of link i is (i - (N + 1)/2) m g / H; H from the span.
static double chain_span(double H) {
  double span = 0;
  for (int i = 1; i <= 40; i++) span += 0.05 * cos(atan((i - 20.5) * 0.981 / H));
  return span;
}

static void test_chain(void) {
  double low = 0.01, high = 100, sag = 0;
  for (int i = 0; i < 100; i++) {
    double middle = 0.5 * (low + high);
    if (chain_span(middle) < 1.2) low = middle;
    else high = middle;
  }
  for (int i = 1; i <= 20; i++) sag += 0.05 * sin(atan((20.5 - i) * 0.981 / low));
  rest r = rest_text(CHAIN, NULL);
  check_balance(&r);
  CHECK_NEAR(get(&r, "b20.Q.y"), -sag, 1e-9);
  CHECK_NEAR(fabs(get(&r, "joint.J20.force.x")), low, 1e-8);
  CHECK(r.found.stability == JN_STABLE && r.found.freedoms == 38);
  end(&r);
}

// ---- what joints carry ----------------------------------------------------------------------------------------------

static const char massless[] =
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nground: {points: {O: [0, 0], D: [1.5, 0]}}\nbodies:\n"
    "  crank: {mass: 1, inertia: 0.1, points: {O: [-0.3, 0], A: [0.3, 0]}}\n"
    "  coupler: {mass: 0, inertia: 0, points: {A: [-0.7, 0], B: [0.7, 0]}}\n"
    "  rocker: {mass: 2, inertia: 0.2, points: {D: [-0.5, 0], B: [0.5, 0]}}\njoints:\n"
    "  O: {type: revolute, between: [ground.O, crank.O]}\n  A: {type: revolute, between: [crank.A, coupler.A]}\n"
    "  B: {type: revolute, between: [coupler.B, rocker.B]}\n  D: {type: revolute, between: [ground.D, rocker.D]}\n"
    "initial: {keep: {crank.angle: 1}, guess: {coupler.angle: 0.2, rocker.angle: 1}}\n";

// A link without mass carries a force along itself alone.
static void test_massless(void) {
  for (size_t i = 0; i < sizeof every / sizeof *every; i++) {
    rest r = rest_text(massless, every[i]);
    check_balance(&r);
    double a = get(&r, "coupler.angle"), x = get(&r, "joint.A.force.x"), y = get(&r, "joint.A.force.y");
    CHECK_NEAR(x * sin(a) - y * cos(a), 0, 1e-8);
    end(&r);
  }
}

// A beam on two hinges, one row of which is double: the weight is shared evenly, the least way.
static void test_redundant(void) {
  rest r = rest_text(
      "jounce: 1\nspace: plane\ngravity: [0, -10]\nground: {points: {A: [0, 0], B: [\"=cos(0.3)\", \"=sin(0.3)\"]}}\n"
      "bodies: {beam: {mass: 4, inertia: 1, points: {A: [-0.5, 0], B: [0.5, 0]}}}\n"
      "joints: {A: {type: revolute, between: [ground.A, beam.A]}, "
      "B: {type: revolute, between: [ground.B, beam.B]}}\n"
      "initial: {guess: {beam.angle: 0.3}}\n",
      NULL);
  check_balance(&r);
  CHECK_NEAR(get(&r, "joint.A.force.y"), 20, 1e-10);
  CHECK_NEAR(get(&r, "joint.B.force.y"), 20, 1e-10);
  CHECK_NEAR(get(&r, "joint.A.force.x"), 0, 1e-10);
  CHECK(r.found.freedoms == 0 && r.found.iterations == 0);
  end(&r);
}

// A pendulum on two hinges in one place: it swings to its rest, and each carries half.
static void test_redundant_moves(void) {
  for (int i = 0; i < 12; i++) {
    char text[700];
    snprintf(text, sizeof text,
             "jounce: 1\nspace: plane\ngravity: [0, -10]\nground: {points: {O: [0.3, 0.7]}}\n"
             "bodies: {bar: {mass: 3, inertia: 0.25, points: {O: [0.1, %.2f]}}}\n"
             "joints: {A: {type: revolute, between: [ground.O, bar.O]}, B: {type: revolute, between: [ground.O, "
             "bar.O]}}\n"
             "initial: {keep: {bar.angle: 0.3}}\n",
             0.37 + 0.07 * i);
    rest r = rest_text(text, NULL);
    check_balance(&r);
    CHECK_NEAR(get(&r, "joint.A.force.y"), 15, 1e-9);
    CHECK_NEAR(get(&r, "joint.B.force.y"), 15, 1e-9);
    CHECK_NEAR(get(&r, "joint.A.force.x"), 0, 1e-9);
    CHECK(r.found.freedoms == 1 && r.found.stability == JN_STABLE);
    end(&r);
  }
}

// A driver stands where it is at the time that is asked for, also after turns.
static void test_driver(void) {
  static const char text[] =
      "jounce: 1\nspace: space\ngravity: [0, 0, -10]\nground: {points: {O: [0, 0, 0]}}\n"
      "bodies: {arm: {mass: 1, inertia: [0.1, 0.1, 0.1], points: {O: [0, 0, 0], P: [1, 0, 0]}}, "
      "bob: {mass: 2, inertia: [0.1, 0.1, 0.1], points: {P: [0, 0, 1]}}}\n"
      "joints: {O: {type: revolute, between: [ground.O, arm.O], axis: z}, P: {type: spherical, between: [arm.P, "
      "bob.P]}}\n"
      "drivers: {turn: {joint: O, motion: \"3*t\"}}\n";
  for (double t = 0; t < 6; t += 2.5) {
    jn_report *report = jn_report_new(NULL);
    rest r = rest_of(report, jn_model_read_text(NULL, "test", text, sizeof text - 1, NULL, 0, report), NULL, t);
    check_balance(&r);
    CHECK_NEAR(get(&r, "joint.O.angle"), 3 * t, 1e-10);
    CHECK_NEAR(get(&r, "bob.x"), cos(3 * t), 1e-10);
    CHECK_NEAR(get(&r, "bob.z"), -1, 1e-10);
    CHECK(r.state[0] == t);
    end(&r);
  }
}

// ---- no equilibrium -------------------------------------------------------------------------------------------------

static void check_none(const char *text, const char *body, double force) {
  rest r = rest_text(text, NULL);
  CHECK(r.status == JN_NO_CONVERGENCE && r.found.method == NULL);
  const jn_error *error = jn_report_size(r.report) > 0 ? jn_report_get(r.report, jn_report_size(r.report) - 1) : NULL;
  CHECK(error && strstr(error->what, "no static equilibrium was found") && strstr(error->what, body));
  double size = sqrt(r.found.force[0] * r.found.force[0] + r.found.force[1] * r.found.force[1] +
                     r.found.force[2] * r.found.force[2]);
  CHECK_NEAR(size, force, 1e-6 * force);
  CHECK(jni_all_finite(r.state, jn_system_sizes(r.system).nstate));
  end(&r);
}

static void test_none(void) {
  check_none(
      "jounce: 1\nspace: plane\ngravity: [0, -10]\nground: {frames: {S: {at: [0, 0], orientation: {angle: 30 deg}}}}\n"
      "bodies: {ball: {mass: 2, inertia: 1}}\n"
      "joints: {slope: {type: prismatic, between: [ground.S, ball], axis: x}}\n"
      "initial: {guess: {ball.angle: 30 deg}}\n",
      "'ball'", 2 * 10 * sin(PI / 6));
  check_none("jounce: 1\nspace: space\ngravity: [0, 0, -10]\nbodies: {stone: {type: particle, mass: 3}}\n", "'stone'",
             30);
}

// ---- the models that come with it -----------------------------------------------------------------------------------

static void test_models(void) {
  // clang-format off
  static const struct {
    const char *file;
    bool rests;
  } models[] = {{"examples/spring-mass.yaml", true}, {"examples/pendulum.yaml", true},
  {"examples/slider-crank.yaml", true},
                {"examples/four-bar.yaml", true}, {"examples/driven-slider-crank.yaml", true},
                {"examples/two-wheels.yaml", true},
                {"examples/chaplygin-sleigh.yaml", true}, {"examples/gear-train.yaml", false},
                {"benchmarks/andrews-a03.yaml", true},
                {"benchmarks/bricard-a04.yaml", true}, {"benchmarks/heavy-top.yaml", true},
                {"benchmarks/n-four-bar-a02.yaml", true},
                {"benchmarks/pendulum-a01.yaml", true}, {"examples/door-three-hinges.yaml", true},
                {"examples/parallelogram-five-bars.yaml", true}, {"examples/rolling-disc.yaml", true},
                {"examples/tyre-rig.yaml", true},
                {"examples/tyre-slope.yaml", true}, {"../papers/dopico/dopico-pendulum.yaml", true},
                {"../papers/dopico/dopico-spring.yaml", true},
                {"../papers/blajer/blajer-counterexample.yaml", true}, {"../papers/blajer/blajer-pendulum.yaml", true},
                {"../papers/park/park-double-pendulum.yaml", true}, {"../papers/park/park-four-bar.yaml", true},
                {"../papers/park/park-spatial-four-bar.yaml", true},
                {"../papers/yoon/yoon-angle.yaml", true}, {"../papers/yoon/yoon-motor.yaml", false},
                {"../papers/yoon/yoon-pendulum.yaml", true}};
  // clang-format on
  for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
    rest r = rest_file(models[i].file, NULL, 0, 0);
    if (models[i].rests != (r.status == JN_OK)) puts(models[i].file);
    CHECK(models[i].rests == (r.status == JN_OK));
    if (models[i].rests) check_balance(&r);
    else CHECK(r.status == JN_NO_CONVERGENCE && jn_report_count(r.report, JN_FAULT) > 0);
    end(&r);
  }
}

// The published statics of the Iltis, to all digits.
// Tyres hold a parked cart: what they carry is its weight, and they creep slowly. On a slope too steep for them nothing
// holds.
static void test_parked(void) {
  rest r = rest_file("examples/tyre-slope.yaml", NULL, 0, 0);
  static const char *const wheels[] = {"FL", "FR", "RL", "RR"};
  double along = 0, across = 0;
  check_balance(&r);
  for (int i = 0; i < 4; i++) {
    char name[40];
    snprintf(name, sizeof name, "force.%s.fz", wheels[i]);
    across += get(&r, name);
    snprintf(name, sizeof name, "force.%s.fx", wheels[i]);
    double fx = get(&r, name);
    snprintf(name, sizeof name, "force.%s.fy", wheels[i]);
    along += hypot(fx, get(&r, name));
  }
  CHECK_NEAR(across, 1200 * 9.81 * cos(PI / 18), 1e-2);
  CHECK(along >= 1200 * 9.81 * sin(PI / 18) * (1 - 1e-6) && along < 1200 * 9.81 * sin(PI / 18) * 1.05);
  CHECK(r.found.creep > 0 && r.found.creep < 1e-3);
  // Its place on the slope is neutral. Its heading is not: the forces of the tyres turn with the cart, the weight does
  // not, and what the deflections would have to be in another heading they lose by creeping.
  CHECK(r.found.neutral == 2 && r.found.unstable == 0);
  end(&r);
  const jn_setting steep = {.path = "parameters.slope", .value = "60 deg"};
  rest slides = rest_file("examples/tyre-slope.yaml", &steep, 1, 0);
  CHECK(slides.status == JN_NO_CONVERGENCE);
  end(&slides);
}

// Nothing but rounding acts: relaxed springs without gravity. Kept values hold.
static void test_vanishing_load(void) {
  for (size_t i = 0; i < sizeof every / sizeof *every; i++) {
    rest r = rest_text(
        "jounce: 1\nspace: plane\ngravity: [0, 0]\nground: {points: {O: [0, 0]}}\n"
        "bodies: {a: {mass: 2, inertia: 0.1, points: {A: [0.31, 0.17]}}, "
        "b: {mass: 1, inertia: 0.1, points: {A: [-0.13, 0.07]}}}\n"
        "forces:\n  s: {type: spring-damper, between: [ground.O, a.A], "
        "stiffness: 5000, damping: 1, rest: 0.7}\n"
        "  t: {type: spring-damper, between: [a.A, b.A], stiffness: 700, damping: 1, rest: 0.3}\n"
        "initial: {keep: {a.angle: 0.3, a.x: 0.2}, guess: {a.y: 0.4, b.x: 0.9, b.y: 0.33}}\n",
        every[i]);
    CHECK(r.status == JN_OK);
    CHECK_NEAR(get(&r, "a.angle"), 0.3, TIGHT);
    CHECK_NEAR(get(&r, "a.x"), 0.2, TIGHT);
    CHECK_NEAR(get(&r, "force.s.length"), 0.7, 1e-14);
    CHECK_NEAR(get(&r, "force.t.length"), 0.3, 1e-14);
    CHECK(r.found.residual < 1e-11 && r.found.load < 1e-11);
    end(&r);
  }
}

// A force that is rounding alone, where nothing is stiff: by the mass it is none.
static void test_rounding_force(void) {
  rest r = rest_text(
      "jounce: 1\nspace: plane\ngravity: [0, 0]\nbodies: {m: {type: particle, mass: 1}}\n"
      "forces: {a: {type: point-force, at: m, value: [\"5*sin(pi)\", 0]}}\ninitial: {keep: {m.x: 0.3}}\n",
      NULL);
  CHECK(r.status == JN_OK && r.found.neutral == 2);
  CHECK_NEAR(get(&r, "m.x"), 0.3, TIGHT);
  end(&r);
}

static void test_iltis(void) {
  static const struct {
    const char *name;
    double value, digits;
  } published[] = {{"chassis.z", 0.57 - 7.083e-3, 5e-7},
                   {"force.fl.tyre.value", 3831.31, 5e-3},
                   {"force.rl.tyre.value", 3591.91, 5e-3},
                   {"force.fl.shock.value", -335.29, 5e-3},
                   {"force.rl.shock.value", -241.64, 5e-3},
                   {"force.fl.leaf.value", -3068.62, 5e-3},
                   {"force.rr.leaf.value", -2885.51, 5e-3},
                   {"chassis.x", 0, 1e-12},
                   {"chassis.y", 0, 1e-12}};
  static const char *const heights[] = {"0.57", "0.5", "0.8"};
  for (size_t h = 0; h < sizeof heights / sizeof *heights; h++) {
    jn_setting setting = {"initial.guess.chassis.z", heights[h]};
    rest r = rest_file("vehicles/iltis.yaml", &setting, 1, 0);
    check_balance(&r);
    for (size_t i = 0; i < sizeof published / sizeof *published; i++)
      CHECK_NEAR(get(&r, published[i].name), published[i].value, published[i].digits);
    CHECK(r.found.neutral == 7 && r.found.unstable == 0 && r.found.freedoms == 14);
    end(&r);
  }
}

// ---- refusals -------------------------------------------------------------------------------------------------------

static void test_refusals(void) {
  rest r = rest_text(PENDULUM("1"), "magic");
  CHECK(r.status == JN_BAD_ARGUMENT);
  jn_equilibrium_options options = jn_equilibrium_options_default();
  r.state[2] = NAN;
  CHECK(jn_solve_equilibrium(r.system, &options, r.state, NULL, NULL, r.report) == JN_BAD_ARGUMENT);
  CHECK(jn_equilibrium_method(3) == NULL && strcmp(jn_equilibrium_method(0), "newton") == 0);
  CHECK(strcmp(jn_stability_name(JN_UNSTABLE), "unstable") == 0);
  end(&r);
}

// Two searches are equal to the last bit.
static void test_repeatable(void) {
  rest a = rest_text(CHAIN, NULL), b = rest_text(CHAIN, NULL);
  CHECK(memcmp(a.state, b.state, (size_t)jn_system_sizes(a.system).nstate * sizeof *a.state) == 0);
  end(&a);
  end(&b);
}

int main(void) {
  test_spring_mass();
  test_faint_forces();
  test_pendulum();
  test_space();
  test_diagonal_spring();
  test_torsion_springs();
  test_chain();
  test_massless();
  test_redundant();
  test_redundant_moves();
  test_driver();
  test_none();
  test_models();
  test_iltis();
  test_parked();
  test_vanishing_load();
  test_rounding_force();
  test_refusals();
  test_repeatable();
  return check_report();
}
