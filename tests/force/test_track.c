// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_track.c - the band of a track in a model: energy and momentum of one in the air, its tension in closed form,
// what a sprocket's torque pushes with, one motion by several methods in all coordinates, and its words. Its geometry
// and the transpose of its speeds: tests/kernel/test_wrap.c and test_band.c.
#include "ending.h"

// A hull with three arms; HULL: how it is held, BAND: what the band has besides, REST: the other sections.
#define TRACK(GRAVITY, HULL, BAND, REST)                                                                             \
  "jounce: 1\nspace: space\ngravity: [0, 0, " GRAVITY                                                                \
  "]\n"                                                                                                              \
  "roads: {field: {type: flat}}\n"                                                                                   \
  "ground: {points: {O: [0, 0, -0.08]}}\n"                                                                           \
  "bodies:\n"                                                                                                        \
  "  hull: {mass: 900, inertia: [200, 500, 600], com: [0, 0, 0.7], points: {S: [1.6, 0.1, 0.7], I: [-1.6, 0, 0.6], " \
  "P1: [1.2, 0, 0.55], P2: [0.3, 0, 0.55], P3: [-0.6, 0, 0.55]}}\n"                                                  \
  "  sprocket: {mass: 20, inertia: [0.4, 0.7, 0.4]}\n"                                                               \
  "  idler: {mass: 20, inertia: [0.4, 0.6, 0.4]}\n"                                                                  \
  "  \"arm{i}\": {repeat: {i: 3}, mass: 15, inertia: [0.2, 0.4, 0.4], com: [-0.15, 0, 0], points: {W: [-0.3, 0, "    \
  "0]}}\n"                                                                                                           \
  "  \"wheel{i}\": {repeat: {i: 3}, mass: 30, inertia: [0.7, 1.2, 0.7]}\n"                                           \
  "joints:\n" HULL                                                                                                   \
  "  S: {type: revolute, between: [hull.S, sprocket], axis: y}\n"                                                    \
  "  I: {type: revolute, between: [hull.I, idler], axis: y}\n"                                                       \
  "  \"A{i}\": {repeat: {i: 3}, type: revolute, between: [\"hull.P{i}\", \"arm{i}\"], axis: y}\n"                    \
  "  \"W{i}\": {repeat: {i: 3}, type: revolute, between: [\"arm{i}.W\", \"wheel{i}\"], axis: y}\n"                   \
  "forces:\n"                                                                                                        \
  "  \"bar{i}\": {repeat: {i: 3}, type: torsion-spring, joint: \"A{i}\", stiffness: 9e3, rest: -0.9" REST            \
  "  band: {type: track-band, hull: hull, sprocket: sprocket, idlers: [idler], wheels: [wheel1, wheel2, wheel3], "   \
  "sprocket_radius: 0.25, idler_radius: 0.24, preload: 3 kN, stiffness: 100 "                                        \
  "kN/m, " BAND                                                                                                      \
  "}\n"                                                                                                              \
  "initial:\n"
#define ARMS "  guess: {joint.A1.angle: -0.5, joint.A2.angle: -0.5, joint.A3.angle: -0.5}\n"
#define UNDAMPED "}\n"
#define DAMPED ", damping: 700}\n"
#define PADS                                                                                                 \
  "damping: 500, length: 8.05, wheel_radius: 0.28, road: field, thickness: 40 mm, pad_stiffness: 400 kN/m, " \
  "pad_damping: 4 kN s/m"

static double value_of(const ending *end, const char *name) {
  for (int i = 0; i < end->n; i++)
    if (strcmp(end->names[i], name) == 0) return end->values[i];
  printf("no output %s\n", name);
  return NAN;
}

static ending run_text(const char *text, const char *coordinates, const char *formulation, double step, double until,
                       double tolerance) {
  static ending end;
  jn_model *model = read_text(text);
  end.status = JN_BAD_MODEL;
  if (!model) return end;
  jn_choices choices = *jn_model_choices(model);
  snprintf(choices.coordinates, sizeof choices.coordinates, "%s", coordinates);
  snprintf(choices.formulation, sizeof choices.formulation, "%s", formulation);
  choices.step = step;
  choices.until = until > 0 ? until : 1e-9;
  choices.tolerance = tolerance;
  run_to_end(model, &choices, formulation, &end);
  CHECK(end.status == JN_OK);
  jn_model_free(model);
  return end;
}

// In the air, without damping: nothing is lost, nothing is gained, and the whole is pushed by nobody. The arms swing so
// far that wheels leave the band and come back.
static void test_conservation(void) {
  static const char text[] = TRACK("0", "", "drag: 0, length: 8.05, wheel_radius: 0.28", UNDAMPED) ARMS
      "  keep: {hull.position: [0, 0, 0], hull.velocity: [0, 0, 0], joint.S.rate: 5, joint.A1.rate: 9, "
      "joint.A2.rate: -7, joint.A3.rate: 4, hull.omega: [0.3, 0.2, 0.5]}\n"
      "outputs: [energy, energy.work, momentum, angular_momentum, force.band.value]\n";
  ending begin = run_text(text, "joint", "multipliers", 0, 0, 1e-12),
         end = run_text(text, "joint", "multipliers", 0, LIGHT ? 0.1 : 1.5, 1e-12);
  double E = value_of(&begin, "energy");
  CHECK(E > 1e3);
  CHECK_NEAR(value_of(&end, "energy"), E, 1e-8 * E);
  CHECK_NEAR(value_of(&end, "energy.work"), 0, 1e-9);
  for (int i = 0; i < end.n; i++)
    if (strstr(end.names[i], "momentum")) CHECK_NEAR(end.values[i], begin.values[i], 1e-7);
}

// Small wheels inside the wrap of sprocket and idler: two circles.
static void test_tension(void) {
  static const char text[] =
      TRACK("0", "  F: {type: fixed, between: [ground.O, hull]}\n", "drag: 0, length: 7.93, wheel_radius: 0.15",
            UNDAMPED) "  keep: {joint.A1.angle: 0.3, joint.A2.angle: 0.3, joint.A3.angle: 0.3}\n"
                      "outputs: [force.band.value, force.band.length, force.band.energy, force.band.slackest]\n";
  ending end = run_text(text, "joint", "multipliers", 0, 0, 1e-9);
  double d = hypot(3.2, 0.1), lean = asin(0.01 / d), pi = 3.14159265358979323846;
  double L = 2 * d * cos(lean) + 0.25 * (pi + 2 * lean) + 0.24 * (pi - 2 * lean), T = 3000 + 1e5 * (L - 7.93);
  CHECK_NEAR(value_of(&end, "force.band.length"), L, 1e-12);
  CHECK_NEAR(value_of(&end, "force.band.value"), T, 1e-8);
  CHECK_NEAR(value_of(&end, "force.band.energy"), T * T / 2e5, 1e-8);
}

// A hull that is held, with a torque on the sprocket: once all is still, the pads push with torque / radius, the hull
// is held against just that, and loads sum up to what presses on the ground.
static void test_traction(void) {
  static const char text[] = TRACK("-9.81", "  F: {type: fixed, between: [ground.O, hull]}\n", PADS,
                                   DAMPED "  motor: {type: torque, joint: S, value: 150}\n") ARMS
      "  keep: {joint.S.rate: 0}\n"
      "outputs: [force.band.traction, force.band.side, force.band.load, force.band.load_1, "
      "force.band.load_2, force.band.load_3, force.band.speed, joint.F.force, force.band.slackest, "
      "force.band.tightest, force.band.value]\n";
  ending end = run_text(text, "joint", "multipliers", 1e-3, LIGHT ? 0.1 : 3, 1e-9);
  if (LIGHT) return;
  double traction = value_of(&end, "force.band.traction"), load = value_of(&end, "force.band.load");
  CHECK_NEAR(value_of(&end, "force.band.speed"), 0, 1e-9);
  CHECK_NEAR(traction, 150 / 0.25, 1e-6 * 600);
  CHECK_NEAR(value_of(&end, "joint.F.force.x"), -traction, 1e-4);
  CHECK_NEAR(load + value_of(&end, "joint.F.force.z"), (900 + 40 + 45 + 90) * 9.81, 1e-3);
  CHECK_NEAR(
      value_of(&end, "force.band.load_1") + value_of(&end, "force.band.load_2") + value_of(&end, "force.band.load_3"),
      load, 1e-9);
  CHECK_NEAR(value_of(&end, "force.band.side"), 0, 1e-9);
  // the upper run is tighter than the span behind the sprocket by what the pads push with; between pads it may be more
  CHECK(value_of(&end, "force.band.tightest") - value_of(&end, "force.band.slackest") > traction - 1e-3);
}

// It drops, drives off and turns a little: the same by all methods.
static void test_methods(void) {
  static const struct {
    const char *coordinates, *formulation;
    double step, tolerance, within;
  } methods[] = {{"joint", "multipliers", 0, 1e-7, 1e-6},
                 {"cartesian", "multipliers", 0, 1e-7, 1e-6},
                 {"natural", "multipliers", 0, 1e-7, 1e-6},
                 {"joint", "index3-projected", 1e-3, 1e-9, 1e-4},
                 {"cartesian", "index3-projected", 1e-3, 1e-9, 1e-4}};
  static const char text[] = TRACK("-9.81", "", PADS, DAMPED "  motor: {type: torque, joint: S, value: 400}\n") ARMS
      "  keep: {hull.position: [0, 0, 0.01], joint.S.rate: 2, hull.velocity: [0.5, 0.1, 0], "
      "hull.omega: [0, 0, 0.2]}\n"
      "outputs: [hull.position, sprocket.wy, energy.error]\n";
  double until = LIGHT ? 0.01 : 0.15;
  ending known = run_text(text, "joint", "multipliers", 0, until, 1e-10);
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    ending end =
        run_text(text, methods[i].coordinates, methods[i].formulation, methods[i].step, until, methods[i].tolerance);
    for (int k = 0; k < 3; k++) CHECK_NEAR(end.values[k], known.values[k], methods[i].within);
    if (check_failures) printf("  %s, %s\n", methods[i].coordinates, methods[i].formulation);
  }
  CHECK_NEAR(value_of(&known, "energy.error"), 0, 1e-5);
}

static void refuse(const char *output, const char *expected) {
  char text[8192];
  jn_report *report = jn_report_new(NULL);
  snprintf(text, sizeof text, "%soutputs: [%s]\n",
           TRACK("0", "", "drag: 0, length: 8.05, wheel_radius: 0.28", UNDAMPED) ARMS, output);
  jn_model *model = jn_model_read_text(NULL, "test", text, strlen(text), NULL, 0, report);
  CHECK(!model && jn_report_size(report) > 0 && strstr(jn_report_get(report, 0)->what, expected));
  if (jn_report_size(report) > 0 && !strstr(jn_report_get(report, 0)->what, expected)) print_report(report, output);
  jn_model_free(model);
  jn_report_free(report);
}

int main(void) {
  test_tension();
  test_conservation();
  test_traction();
  test_methods();
  refuse("force.band.load_4", "unknown name");     // there are three wheels
  refuse("force.band.shear_x_1", "unknown name");  // and no road
  return check_report();
}
