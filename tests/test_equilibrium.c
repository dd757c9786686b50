// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_equilibrium.c - static equilibria: closed forms, all methods, what kind of equilibrium, what cannot rest, and settled starts.
#include <stdlib.h>
#include <string.h>

#include "analysis/equilibrium.h"
#include "check.h"
#include "jounce/jounce.h"
#include "recorder.h"

static const double TIGHT = 1e-11;  // of positions near 1, where a stiffness near 1 holds them
static const double PI = 3.14159265358979323846;

// ---- one model at rest -----------------------------------------------------------------------------------------------

typedef struct {
  jn_report *report;
  jn_model *model;
  jn_system *system;
  jn_work *work;
  double *state, *lambda, *vdot;
  jn_equilibrium found;
  jn_status status;
} rest;

static void show(const jn_report *report) {
  char text[1000];
  for (int i = 0; i < jn_report_size(report); i++) jn_error_format(jn_report_get(report, i), text, sizeof text), puts(text);
}

static rest rest_of(jn_report *report, jn_model *model, const char *method, double time) {
  rest r = {.report = report, .model = model};
  jn_equilibrium_options options = jn_equilibrium_options_default();
  options.method = method, options.time = time;
  r.system = model ? jn_system_new(model, "cartesian", report) : NULL;
  if (!r.system) show(report), exit(1);
  jn_sizes n = jn_system_sizes(r.system);
  r.work = jn_work_new(r.system);
  r.state = calloc((size_t)n.nstate, sizeof *r.state);
  r.lambda = calloc((size_t)n.nc + 1, sizeof *r.lambda);
  r.vdot = calloc((size_t)n.nv + 1, sizeof *r.vdot);
  jn_system_initial_state(r.system, r.state);
  CHECK(jn_assemble(r.system, r.state, NULL, report) == JN_OK);
  r.status = jn_solve_equilibrium(r.system, &options, r.state, r.lambda, &r.found, report);
  return r;
}

static rest rest_text(const char *text, const char *method) {
  jn_report *report = jn_report_new(NULL);
  return rest_of(report, jn_model_read_text(NULL, "test", text, strlen(text), NULL, 0, report), method, 0);
}

static rest rest_file(const char *name, const jn_setting *settings, int n, double time) {
  char path[512];
  snprintf(path, sizeof path, "%s/models/%s", JOUNCE_SOURCE_DIR, name);
  jn_report *report = jn_report_new(NULL);
  return rest_of(report, jn_model_read(NULL, path, settings, n, report), NULL, time);
}

static void end(rest *r) {
  free(r->state), free(r->lambda), free(r->vdot);
  jn_work_free(r->work);
  jn_system_free(r->system);
  jn_model_free(r->model);
  jn_report_free(r->report);
}

static double get(const rest *r, const char *name) {
  double value = NAN;
  jn_probe *probe = jn_probe_new(r->system, &name, 1, false, r->report);
  CHECK(probe != NULL);
  if (probe) jn_probe_calc(probe, r->work, r->state, r->vdot, r->lambda, &value);
  jn_probe_free(probe);
  return value;
}

// f = G' lambda with these multipliers, phi = 0 and v = 0, by the public functions alone.
static void check_balance(rest *r) {
  jn_sizes n = jn_system_sizes(r->system);
  double *f = calloc((size_t)n.nv, sizeof *f), *G = calloc((size_t)n.nc * (size_t)n.nv + 1, sizeof *G), left = 0, rows = 0;
  double *phi = calloc((size_t)n.nh + 1, sizeof *phi), *v = jn_state_v(r->system, r->state);
  CHECK(r->status == JN_OK);
  if (r->status != JN_OK) show(r->report);
  jn_calc_position(r->system, r->work, r->state[0], jn_state_q(r->system, r->state), jn_state_s(r->system, r->state));
  jn_calc_velocity(r->system, r->work, v);
  jn_calc_force(r->system, r->work, jn_state_z(r->system, r->state));
  jn_get_f(r->system, r->work, f), jn_get_G(r->system, r->work, G), jn_get_phi(r->system, r->work, phi);
  for (int i = 0; i < n.nv; i++) {
    double sum = f[i];
    for (int k = 0; k < n.nc; k++) sum -= G[k * n.nv + i] * r->lambda[k];
    left = fmax(left, fabs(sum));
    CHECK(v[i] == 0);
  }
  for (int i = 0; i < n.nh; i++) rows = fmax(rows, fabs(phi[i]));
  CHECK_NEAR(left, 0, 1e-9 * fmax(r->found.load, 1e-3));
  CHECK_NEAR(rows, 0, 1e-11);
  CHECK(r->found.residual <= 1e-9 * r->found.load);
  CHECK(r->found.stable + r->found.neutral + r->found.unstable == r->found.freedoms);
  free(f), free(G), free(phi);
}

// ---- closed forms ------------------------------------------------------------------------------------------------------

static const char *const every[] = {NULL, "newton", "energy", "relaxation"};

// m g = k (l - l0)
static void test_spring_mass(void) {
  for (size_t i = 0; i < sizeof every / sizeof *every; i++) {
    rest r = rest_text("jounce: 1\nspace: plane\ngravity: [0, -10]\nground: {points: {O: [0, 0]}}\n"
                       "bodies: {m: {type: particle, mass: 2}}\n"
                       "forces: {s: {type: spring-damper, between: [ground.O, m], stiffness: 50, damping: 1, rest: 0.5}}\n"
                       "initial: {guess: {m.y: -0.6}}\n", every[i]);
    check_balance(&r);
    CHECK_NEAR(get(&r, "m.y"), -0.9, TIGHT);
    CHECK_NEAR(get(&r, "m.x"), 0, TIGHT);
    CHECK_NEAR(get(&r, "force.s.value"), 20, 1e-9);
    CHECK(r.found.stability == JN_STABLE && r.found.stable == 2 && r.found.neutral == 0);
    CHECK(r.found.method && (!every[i] || strcmp(r.found.method, every[i]) == 0));
    end(&r);
  }
}

#define PENDULUM(angle)                                                                                              \
  "jounce: 1\nspace: plane\ngravity: [0, -10]\nground: {points: {O: [0, 0]}}\n"                                      \
  "bodies: {bar: {mass: 3, inertia: 0.25, points: {O: [0, 0.5]}}}\n"                                                 \
  "joints: {O: {type: revolute, between: [ground.O, bar.O]}}\ninitial: {keep: {bar.angle: " angle "}}\n"

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
    rest r = rest_text("jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\nground: {points: {O: [0, 0, 0]}}\n"
                       "bodies:\n  a: {mass: 1, inertia: [0.1, 0.1, 0.01], points: {P: [0, 0, 0.5], Q: [0, 0, -0.5]}}\n"
                       "  b: {mass: 2, inertia: [0.1, 0.1, 0.01], points: {P: [0, 0, 0.5]}}\n"
                       "joints:\n  u: {type: universal, between: [ground.O, a.P], axes: [x, y]}\n  s: {type: spherical, between: [a.Q, b.P]}\n"
                       "initial: {guess: {a.orientation: {axis: [1, 0, 0], angle: 50 deg}, b.orientation: {axis: [0, 1, 0], angle: 100 deg}}}\n",
                       every[i]);
    check_balance(&r);
    CHECK_NEAR(get(&r, "b.z"), -1.5, 1e-10);
    CHECK_NEAR(get(&r, "joint.u.force.z"), 3 * 9.81, 1e-8);
    CHECK(r.found.freedoms == 5 && r.found.neutral == 1 && r.found.stability == JN_NEUTRAL);
    CHECK(strcmp(r.found.neutral_names[0], "b.wz") == 0);
    end(&r);
  }
}

// ---- four-bars --------------------------------------------------------------------------------------------------------

// The published angle, by each method; the free length was inferred, so that the last digits are those of a computation with it.
static void test_diagonal_spring(void) {
  rest r = rest_file("benchmarks/four-bar-diagonal-spring.yaml", NULL, 0, 0);
  check_balance(&r);
  CHECK_NEAR(get(&r, "crank.angle"), 2.23433101898, 1e-10);
  CHECK_NEAR(get(&r, "crank.angle"), 2.2343310190175859, 1e-13);
  CHECK(r.found.stability == JN_STABLE);
  end(&r);
}

#define TORSION_BAR(angle)                                                                                                   \
  "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nground: {points: {O: [0, 0], D: [2, 0]}}\nbodies:\n"                           \
  "  crank: {mass: 1, inertia: 0.1, points: {O: [-0.5, 0], A: [0.5, 0]}}\n"                                                  \
  "  coupler: {mass: 2, inertia: 0.3, points: {A: [-1.1, 0], B: [1.1, 0]}}\n"                                                \
  "  rocker: {mass: 1.5, inertia: 0.2, points: {D: [-0.75, 0], B: [0.75, 0]}}\njoints:\n"                                    \
  "  O: {type: revolute, between: [ground.O, crank.O]}\n  A: {type: revolute, between: [crank.A, coupler.A]}\n"              \
  "  B: {type: revolute, between: [coupler.B, rocker.B]}\n  D: {type: revolute, between: [ground.D, rocker.D]}\nforces:\n"   \
  "  t: {type: torsion-spring, between: [ground, crank], stiffness: 12, rest: 0.8}\n"                                        \
  "  u: {type: torsion-spring, between: [crank, coupler], stiffness: 7, rest: -0.6}\n"                                       \
  "initial: {keep: {crank.angle: " angle "}, guess: {coupler.angle: 0.2, rocker.angle: 1.3}}\n"

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

// ---- chains ------------------------------------------------------------------------------------------------------------

#define CHAIN                                                                                                                       \
  "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nparameters: {N: 40, l: 0.05}\nground: {points: {L: [0, 0], R: [1.2, 0]}}\nbodies:\n"  \
  "  \"b{i}\": {repeat: {i: [1, \"=N\"]}, mass: 0.1, inertia: 2e-5, points: {P: [\"=-l/2\", 0], Q: [\"=l/2\", 0]}}\njoints:\n"         \
  "  J0: {type: revolute, between: [ground.L, b1.P]}\n"                                                                              \
  "  \"J{i}\": {repeat: {i: [1, \"=N-1\"]}, type: revolute, between: [\"b{i}.Q\", \"b{i+1}.P\"]}\n"                                  \
  "  JN: {type: revolute, between: [b40.Q, ground.R]}\ninitial: {guess: {\"b{i}.angle\": {repeat: {i: [1, \"=N\"]}, "               \
  "value: \"=(i-20.5)/15\"}}}\n"

// Links of a hanging chain: the horizontal force H is the same in all joints, the vertical one grows by a link's weight, so that the slope of
// link i is (i - (N + 1)/2) m g / H; H from the span.
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

// ---- free directions -------------------------------------------------------------------------------------------------

// A half car on wheels that only push: x and the wheels' turns are free, wherever it is dropped from.
static const char half_car[] =
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nparameters: {h: 0}\nbodies:\n"
    "  chassis: {mass: 1000, inertia: 1500, points: {F: [1.2, 0], R: [-1.4, 0]}}\n"
    "  front: {mass: 40, inertia: 1, points: {c: [0, 0]}}\n  rear: {mass: 40, inertia: 1, points: {c: [0, 0]}}\njoints:\n"
    "  F: {type: point-on-line, between: [chassis.F, front.c], axis: y}\n  R: {type: point-on-line, between: [chassis.R, rear.c], axis: y}\n"
    "forces:\n  sF: {type: spring-damper, between: [chassis.F, front.c], stiffness: 30 kN/m, damping: 2000, rest: 0.5}\n"
    "  sR: {type: spring-damper, between: [chassis.R, rear.c], stiffness: 30 kN/m, damping: 2000, rest: 0.5}\n"
    "  tF: {type: point-force, at: front.c, value: [0, \"max(0, 200000*(0.3 - front.y))\"]}\n"
    "  tR: {type: point-force, at: rear.c, value: [0, \"max(0, 200000*(0.3 - rear.y))\"]}\n"
    "initial:\n  keep: {chassis.x: 3, chassis.vx: 20, front.rate: -66, rear.rate: -66}\n"
    "  guess: {chassis.y: \"=h + 0.6\", front.y: \"=h + 0.2\", rear.y: \"=h + 0.2\", front.x: 4.2, rear.x: 1.6}\n"
    "simulate: {until: 1, start: equilibrium, tolerance: 1e-10}\n"
    "outputs: [chassis.x, chassis.y, chassis.angle, chassis.vy, front.y, front.rate]\n";

static void check_half_car(rest *r) {
  check_balance(r);
  CHECK_NEAR(get(r, "force.tF.value") + get(r, "force.tR.value"), 1080 * 9.81, 1e-6);
  CHECK_NEAR(get(r, "front.y"), 0.3 - get(r, "force.tF.value") / 200000, 1e-10);
  CHECK_NEAR(get(r, "chassis.x"), 3, 1e-12);
  CHECK(r->found.stability == JN_NEUTRAL && r->found.neutral == 3 && r->found.stable == 4);
  CHECK(strcmp(r->found.neutral_names[0], "chassis.x") == 0 && strcmp(r->found.neutral_names[1], "front.angle") == 0);
  CHECK(strcmp(r->found.neutral_names[2], "rear.angle") == 0);
}

static void test_half_car(void) {
  static const char *const heights[] = {"0", "-0.1", "-0.3", "0.05", "0.5", "3"};
  double first = NAN;
  for (size_t i = 0; i < sizeof heights / sizeof *heights; i++) {
    jn_report *report = jn_report_new(NULL);
    jn_setting setting = {"h", heights[i]};
    rest r = rest_of(report, jn_model_read_text(NULL, "test", half_car, sizeof half_car - 1, &setting, 1, report), NULL, 0);
    check_half_car(&r);
    if (i == 0) first = get(&r, "chassis.y");
    CHECK_NEAR(get(&r, "chassis.y"), first, 1e-10);
    end(&r);
  }
}

// A disc that rolls in the plane on a spring: it rolls to its rest, so that its turn goes with its way.
static void test_rolls_to_rest(void) {
  rest r = rest_text("jounce: 1\nspace: plane\ngravity: [0, -10]\nground: {points: {O: [0, 0], W: [-2, 0.5]}}\n"
                     "bodies: {disc: {mass: 2, inertia: 0.25, points: {c: [0, 0]}}}\n"
                     "joints: {roll: {type: rolling-disc, between: [ground.O, disc.c], radius: 0.5, axis: y}}\n"
                     "forces: {s: {type: spring-damper, between: [ground.W, disc.c], stiffness: 40, rest: 2}}\n"
                     "initial: {guess: {disc.x: 0.3, disc.y: 0.5}}\n", NULL);
  check_balance(&r);
  CHECK_NEAR(get(&r, "disc.x"), 0, 1e-10);
  CHECK_NEAR(get(&r, "disc.angle"), 0.6, 1e-6);  // 0.3 m back over a radius of 0.5 m
  CHECK(r.found.stability == JN_STABLE);
  end(&r);
}

// ---- what joints carry -------------------------------------------------------------------------------------------------

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
  rest r = rest_text("jounce: 1\nspace: plane\ngravity: [0, -10]\nground: {points: {A: [0, 0], B: [\"=cos(0.3)\", \"=sin(0.3)\"]}}\n"
                     "bodies: {beam: {mass: 4, inertia: 1, points: {A: [-0.5, 0], B: [0.5, 0]}}}\n"
                     "joints: {A: {type: revolute, between: [ground.A, beam.A]}, B: {type: revolute, between: [ground.B, beam.B]}}\n"
                     "initial: {guess: {beam.angle: 0.3}}\n", NULL);
  check_balance(&r);
  CHECK_NEAR(get(&r, "joint.A.force.y"), 20, 1e-10);
  CHECK_NEAR(get(&r, "joint.B.force.y"), 20, 1e-10);
  CHECK_NEAR(get(&r, "joint.A.force.x"), 0, 1e-10);
  CHECK(r.found.freedoms == 0 && r.found.iterations == 0);
  end(&r);
}

// A driver stands where it is at the time that is asked for, also after turns.
static void test_driver(void) {
  static const char text[] =
      "jounce: 1\nspace: space\ngravity: [0, 0, -10]\nground: {points: {O: [0, 0, 0]}}\n"
      "bodies: {arm: {mass: 1, inertia: [0.1, 0.1, 0.1], points: {O: [0, 0, 0], P: [1, 0, 0]}}, bob: {mass: 2, inertia: [0.1, 0.1, 0.1], points: {P: [0, 0, 1]}}}\n"
      "joints: {O: {type: revolute, between: [ground.O, arm.O], axis: z}, P: {type: spherical, between: [arm.P, bob.P]}}\n"
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

// ---- no equilibrium ----------------------------------------------------------------------------------------------------

static void check_none(const char *text, const char *body, double force) {
  rest r = rest_text(text, NULL);
  CHECK(r.status == JN_NO_CONVERGENCE && r.found.method == NULL);
  const jn_error *error = jn_report_size(r.report) > 0 ? jn_report_get(r.report, jn_report_size(r.report) - 1) : NULL;
  CHECK(error && strstr(error->what, "no static equilibrium was found") && strstr(error->what, body));
  double size = sqrt(r.found.force[0] * r.found.force[0] + r.found.force[1] * r.found.force[1] + r.found.force[2] * r.found.force[2]);
  CHECK_NEAR(size, force, 1e-6 * force);
  CHECK(jni_all_finite(r.state, jn_system_sizes(r.system).nstate));
  end(&r);
}

static void test_none(void) {
  check_none("jounce: 1\nspace: plane\ngravity: [0, -10]\nground: {frames: {S: {at: [0, 0], orientation: {angle: 30 deg}}}}\n"
             "bodies: {ball: {mass: 2, inertia: 1}}\njoints: {slope: {type: prismatic, between: [ground.S, ball], axis: x}}\n"
             "initial: {guess: {ball.angle: 30 deg}}\n", "'ball'", 2 * 10 * sin(PI / 6));
  check_none("jounce: 1\nspace: space\ngravity: [0, 0, -10]\nbodies: {stone: {type: particle, mass: 3}}\n", "'stone'", 30);
}

// ---- auxiliary states ----------------------------------------------------------------------------------------------------

// A force that follows the stretch late, a clock, and an offset that stays: at rest the first is where its rate vanishes, the others are as
// given.
static void test_auxiliary(void) {
  static const char text[] =
      "jounce: 1\nspace: plane\ngravity: [0, -10]\nground: {points: {O: [0, 0]}}\nbodies: {m: {type: particle, mass: 2}}\n"
      "auxiliary: {late: {initial: 7, rate: \"(-40*m.y - late)/0.3\"}, clock: {initial: 5, rate: 1}, stays: {initial: 4, rate: \"m.vy*stays\"}}\n"
      "forces: {f: {type: point-force, at: m, value: [\"-30*m.x\", \"late + stays\"]}}\ninitial: {guess: {m.x: 0.2, m.y: 0.1}}\n";
  static const char *const some[] = {NULL, "newton", "relaxation"};
  for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
    rest r = rest_text(text, some[i]);
    CHECK(r.status == JN_OK);
    CHECK_NEAR(get(&r, "m.y"), -0.4, 1e-9);  // late + 4 = 20, late = -40 y
    CHECK_NEAR(get(&r, "m.x"), 0, 1e-9);
    CHECK_NEAR(get(&r, "late"), 16, 1e-8);
    CHECK(get(&r, "stays") == 4 && get(&r, "clock") == 5);
    end(&r);
  }
}

// An auxiliary state that rests at any value gives way when there is no equilibrium otherwise.
static void test_auxiliary_gives_way(void) {
  rest r = rest_text("jounce: 1\nspace: plane\ngravity: [0, -10]\nbodies: {m: {type: particle, mass: 2}}\n"
                     "auxiliary: {bristle: {initial: 0, rate: \"m.vy\"}}\n"
                     "forces: {f: {type: point-force, at: m, value: [0, \"-1000*bristle\"]}}\n", NULL);
  CHECK(r.status == JN_OK);
  CHECK_NEAR(get(&r, "bristle"), -0.02, 1e-10);
  CHECK_NEAR(get(&r, "m.y"), 0, 1e-9);
  end(&r);
}

// ---- the models that come with it -------------------------------------------------------------------------------------------

static void test_models(void) {
  static const struct {
    const char *file;
    bool rests;
  } models[] = {{"examples/spring-mass.yaml", true}, {"examples/pendulum.yaml", true}, {"examples/slider-crank.yaml", true},
                {"examples/four-bar.yaml", true}, {"examples/driven-slider-crank.yaml", true}, {"examples/two-wheels.yaml", true},
                {"examples/chaplygin-sleigh.yaml", true}, {"examples/gear-train.yaml", false}, {"benchmarks/andrews-a03.yaml", true},
                {"benchmarks/bricard-a04.yaml", true}, {"benchmarks/heavy-top.yaml", true}, {"benchmarks/n-four-bar-a02.yaml", true},
                {"benchmarks/pendulum-a01.yaml", true}, {"examples/door-three-hinges.yaml", true},
                {"examples/parallelogram-five-bars.yaml", true}, {"examples/rolling-disc.yaml", true}, {"examples/tyre-rig.yaml", true},
                {"papers/blajer-counterexample.yaml", true}, {"papers/blajer-pendulum.yaml", true},
                {"papers/park-double-pendulum.yaml", true}, {"papers/park-four-bar.yaml", true}, {"papers/park-spatial-four-bar.yaml", true},
                {"papers/yoon-angle.yaml", true}, {"papers/yoon-motor.yaml", false}, {"papers/yoon-pendulum.yaml", true}};
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
static void test_iltis(void) {
  static const struct {
    const char *name;
    double value, digits;
  } published[] = {{"chassis.z", 0.57 - 7.083e-3, 5e-7}, {"force.tyre_fl.value", 3831.31, 5e-3}, {"force.tyre_rl.value", 3591.91, 5e-3},
                   {"force.shock_fl.value", -335.29, 5e-3}, {"force.shock_rl.value", -241.64, 5e-3}, {"force.leaf_fl.value", -3068.62, 5e-3},
                   {"force.leaf_rr.value", -2885.51, 5e-3}, {"chassis.x", 0, 1e-12}, {"chassis.y", 0, 1e-12}};
  static const char *const heights[] = {"0.57", "0.5", "0.8"};
  for (size_t h = 0; h < sizeof heights / sizeof *heights; h++) {
    jn_setting setting = {"initial.guess.chassis.z", heights[h]};
    rest r = rest_file("vehicles/iltis.yaml", &setting, 1, 0);
    check_balance(&r);
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) CHECK_NEAR(get(&r, published[i].name), published[i].value, published[i].digits);
    CHECK(r.found.neutral == 7 && r.found.unstable == 0 && r.found.freedoms == 14);
    end(&r);
  }
}

// ---- settled starts ------------------------------------------------------------------------------------------------------------

static jn_run *run_text(const char *text, const char *coordinates, jn_report *report, jn_model **model) {
  *model = jn_model_read_text(NULL, "test", text, strlen(text), NULL, 0, report);
  if (!*model) show(report), exit(1);
  if (coordinates) snprintf(jn_model_choices(*model)->coordinates, sizeof jn_model_choices(*model)->coordinates, "%s", coordinates);
  jn_run_options options = jn_run_options_default();
  jn_run *run = jn_run_new(*model, &options, report);
  if (!run) show(report), exit(1);
  return run;
}

// A run that starts settled stays there.
static void check_stays(const char *text, const char *coordinates, double tolerance) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model;
  jn_run *run = run_text(text, coordinates, report, &model);
  int n = jn_run_noutputs(run);
  double *first = calloc((size_t)n, sizeof *first);
  memcpy(first, jn_run_outputs(run), (size_t)n * sizeof *first);
  CHECK(jn_run_execute(run, report) == JN_OK);
  for (int i = 0; i < n; i++) CHECK_NEAR(jn_run_outputs(run)[i], first[i], tolerance);
  free(first);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
}

static void test_stays(void) {
  check_stays(PENDULUM("2") "simulate: {until: 1, start: equilibrium, tolerance: 1e-10}\noutputs: [bar.angle, bar.rate, bar.x]\n", NULL, 1e-10);
  check_stays(TORSION_BAR("0.9") "simulate: {until: 1, start: equilibrium, tolerance: 1e-10}\noutputs: [crank.angle, coupler.angle, rocker.rate]\n",
              NULL, 1e-10);
  check_stays(TORSION_BAR("0.9") "simulate: {until: 1, start: equilibrium, step: 1 ms, formulation: index3-projected}\noutputs: [crank.angle, rocker.rate]\n",
              "natural", 1e-10);
  check_stays(TORSION_BAR("0.9") "simulate: {until: 1, start: equilibrium, step: 1 ms}\noutputs: [crank.angle, coupler.angle, rocker.rate]\n", NULL, 1e-10);
}

// Kept velocities on the settled configuration: the whole car moves at 20 m/s, nothing bounces.
static void test_settled_drive(void) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model;
  jn_run *run = run_text(half_car, NULL, report, &model);
  double first[6];
  memcpy(first, jn_run_outputs(run), sizeof first);
  CHECK_NEAR(first[0], 3, 1e-12);
  CHECK_NEAR(first[3], 0, 1e-10);
  CHECK_NEAR(first[5], -66, 1e-12);
  CHECK(jn_run_execute(run, report) == JN_OK);
  const double *last = jn_run_outputs(run);
  CHECK_NEAR(last[0], 23, 1e-8);
  for (int i = 1; i < 5; i++) CHECK_NEAR(last[i], first[i], 1e-8);
  CHECK_NEAR(last[5], -66, 1e-9);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
}

// A kept speed that is not along a free direction holds too.
static void test_settled_swing(void) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model;
  jn_run *run = run_text("jounce: 1\nspace: plane\ngravity: [0, -10]\nground: {points: {O: [0, 0]}}\n"
                         "bodies: {bar: {mass: 3, inertia: 0.25, points: {O: [0, 0.5]}}}\njoints: {O: {type: revolute, between: [ground.O, bar.O]}}\n"
                         "initial: {keep: {bar.angle: 2, bar.rate: 1.5}}\nsimulate: {until: 1, start: equilibrium}\noutputs: [bar.angle, bar.rate]\n",
                         NULL, report, &model);
  CHECK_NEAR(jn_run_outputs(run)[0], 0, 1e-10);
  CHECK_NEAR(jn_run_outputs(run)[1], 1.5, 1e-12);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
}

// ---- refusals and memory ---------------------------------------------------------------------------------------------------------

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

static void test_no_memory(void) {
  memory_count c = {0};
  jn_alloc alloc = {counted_resize, &c};
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(&alloc, "test", half_car, sizeof half_car - 1, NULL, 0, report);
  jn_system *system = model ? jn_system_new(model, "cartesian", report) : NULL;
  if (!system) show(report), exit(1);
  double *state = calloc((size_t)jn_system_sizes(system).nstate, sizeof *state);
  jn_choices choices = *jn_model_choices(model);
  jn_status status = JN_NO_MEMORY;
  long blocks = c.live;
  for (long limit = 1; status != JN_OK && limit < 3000; limit++) {
    c.fail_at = limit, c.calls = 0;
    status = jn_start(system, &choices, state, NULL, NULL, report);
    c.fail_at = 0;
    CHECK(status == JN_OK || status == JN_NO_MEMORY);
    CHECK(c.live == blocks);
  }
  CHECK(status == JN_OK);
  free(state);
  jn_system_free(system);
  jn_model_free(model);
  jn_report_free(report);
  CHECK(c.live == 0);
}

// Two searches are equal to the last bit.
static void test_repeatable(void) {
  rest a = rest_text(CHAIN, NULL), b = rest_text(CHAIN, NULL);
  CHECK(memcmp(a.state, b.state, (size_t)jn_system_sizes(a.system).nstate * sizeof *a.state) == 0);
  end(&a), end(&b);
}

int main(void) {
  test_spring_mass();
  test_pendulum();
  test_space();
  test_diagonal_spring();
  test_torsion_springs();
  test_chain();
  test_half_car();
  test_rolls_to_rest();
  test_massless();
  test_redundant();
  test_driver();
  test_none();
  test_auxiliary();
  test_auxiliary_gives_way();
  test_models();
  test_iltis();
  test_stays();
  test_settled_drive();
  test_settled_swing();
  test_refusals();
  test_no_memory();
  test_repeatable();
  return check_report();
}
