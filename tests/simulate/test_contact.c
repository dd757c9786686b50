// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_contact.c - contacts with roads: a block on four feet on a slope, a ball that rolls, one that is dropped, one
// that meets a kerb; and drag, by closed forms.
#include "check.h"

#include <math.h>

#include "recorder.h"
#include "trial.h"

static const double g = 9.81;

#define SET(choice, word) snprintf(choice, sizeof choice, "%s", word)

// ---- a block on a slope of 20 degrees ------------------------------------------------------------------------------

#define FEET(mu) \
  "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\nparameters: {angle: 20 deg}\n"                                \
  "roads: {hill: {type: slope, angle: =angle}}\n"                                                                 \
  "bodies: {block: {mass: 100, inertia: [5, 5, 8], points: {a: [0.5, 0.4, -0.2], b: [0.5, -0.4, -0.2], "          \
  "c: [-0.5, 0.4, -0.2], d: [-0.5, -0.4, -0.2]}}}\n"                                                              \
  "forces:\n" FOOT("a", mu) FOOT("b", mu) FOOT("c", mu) FOOT("d", mu)                                 \
  "initial: {keep: {block.position: [0, 0, '=0.2/cos(angle)'], block.orientation: {axis: y, angle: '=-angle'}}}\n" \
  "outputs: [block.x, block.z, block.vx, block.vz, force.a.slip, energy.error]\nsimulate: {until: 60}\n"
#define FOOT(name, mu) \
  "  " name ": {type: contact, at: block." name ", road: hill, stiffness: 1e6, damping: 5e3, friction: " mu "}\n"
enum { X, Z, VX, VZ, SLIP, ERROR };

// tan 20 degrees is 0.364: a minute without creep.
static void test_block_holds(void) {
  static const struct {
    const char *formulation, *integrator;
    double step, until;
  } by[] = {{"auto", "auto", 0, 60}, {"auto", "rk4", 1e-3, 10}, {"index3-projected", "trapezoidal", 1e-3, 5}};
  trial t = trial_read(FEET("0.4"));
  for (int i = 0; i < 3; i++) {
    recorder record;
    double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
    recorder_init(&record);
    SET(t.choices.formulation, by[i].formulation);
    SET(t.choices.integrator, by[i].integrator);
    t.choices.step = by[i].step;
    t.choices.until = by[i].until;
    trial_run(&t, &record.sink);
    CHECK(t.status == JN_OK && record.nrows > 100);
    for (int row = 0; row < record.nrows; row++) {
      const double *y = recorder_at(&record, row) + 1;
      for (int k = X; k <= Z && recorder_at(&record, row)[0] > 1; k++) {
        low[k] = fmin(low[k], y[k]);
        high[k] = fmax(high[k], y[k]);
      }
    }
    CHECK_NEAR(high[X] - low[X], 0, 1e-9);
    CHECK_NEAR(high[Z] - low[Z], 0, 1e-9);
    CHECK_NEAR(jn_run_outputs(t.run)[X], 0, 1e-3);
    CHECK(jn_run_outputs(t.run)[SLIP] == 0);
    recorder_clear(&record);
  }
  trial_free(&t);
}

static void test_block_slides(void) {
  const double angle = 20 * acos(-1) / 180, a = g * (sin(angle) - 0.2 * cos(angle));
  trial t = trial_read(FEET("0.2"));
  double v[2];
  for (int i = 0; i < 2; i++) {
    t.choices.until = 1 + i;
    trial_run(&t, NULL);
    const double *y = jn_run_outputs(t.run);
    CHECK(t.status == JN_OK && y[SLIP] > 0);
    CHECK_NEAR(y[ERROR], 0, 1e-5);
    v[i] = -y[VX] / cos(angle);
  }
  CHECK_NEAR(v[1] - v[0], a, 1e-7);
  trial_free(&t);
}

// ---- balls ---------------------------------------------------------------------------------------------------------

#define BALL(road, contact, initial, outputs, until)                                          \
  "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\nroads: {ground: " road                    \
  "}\n"                                                                                       \
  "bodies: {ball: {mass: 2, inertia: [0.008, 0.008, 0.008]}}\n"                               \
  "forces: {a: {type: contact, at: ball, road: ground, radius: 0.1, stiffness: 1e6, " contact \
  "}}\n"                                                                                      \
  "initial: {keep: {" initial "}}\noutputs: [" outputs ", energy.error]\nsimulate: {until: " until "}\n"

// Released on 10 degrees, it rolls with 5/7 of what slides.
static void test_ball_rolls(void) {
  static const char *const coordinates[] = {"cartesian", "natural", "joint"};
  const double angle = 10 * acos(-1) / 180, a = g * sin(angle) * 5 / 7;
  trial t = trial_read(BALL("{type: slope, angle: 10 deg}", "damping: 1e3, friction: 0.5",
                            "ball.position: [0, 0, '=0.1/cos(10*pi/180)']", "ball.vx, ball.wy, force.a.slip", "2"));
  for (int i = 0; i < 3; i++) {
    SET(t.choices.coordinates, coordinates[i]);
    trial_run(&t, NULL);
    const double *y = jn_run_outputs(t.run);
    CHECK(t.status == JN_OK && y[2] == 0);
    CHECK_NEAR(y[0], -a * 2 * cos(angle), 1e-6);
    CHECK_NEAR(y[1], -a * 2 / 0.1, 1e-5);
    CHECK_NEAR(y[3], 0, 1e-5);
  }
  trial_free(&t);
}

// Thrown sideways without spin it slips until 5/7 of its speed are left, then rolls on.
static void test_ball_skids(void) {
  trial t = trial_read(BALL("{type: flat}", "damping: 1e3, friction: 0.2",
                            "ball.position: [0, 0, 0.09998038], ball.velocity: [0.6, 0.8, 0]",
                            "ball.vx, ball.vy, force.a.slip", "1"));
  trial_run(&t, NULL);
  const double *y = jn_run_outputs(t.run);
  CHECK(t.status == JN_OK && y[2] == 0);
  CHECK_NEAR(y[0], 0.6 * 5 / 7, 1e-5);
  CHECK_NEAR(y[1], 0.8 * 5 / 7, 1e-5);
  trial_free(&t);
}

// Dropped from 0.2 m onto a spring without a damper it comes back; the touch is located.
static void test_ball_bounces(void) {
  trial t = trial_read(BALL("{type: flat}", "friction: 0", "ball.position: [0, 0, 0.3]", "ball.z, ball.vz", "0.3"));
  const double fall = sqrt(2 * 0.2 / g), w = sqrt(1e6 / 2), v = g * fall;
  const double stay = 2 / w * (acos(-1) / 2 + atan(g / (w * v))), t1 = 0.3 - fall - stay;
  t.choices.step = 1e-4;
  SET(t.choices.integrator, "rk4");
  trial_run(&t, NULL);
  const double *y = jn_run_outputs(t.run);
  CHECK(t.status == JN_OK && t.s.touches == 2 && t.s.events == 0);
  CHECK_NEAR(y[0], 0.1 + v * t1 - g / 2 * t1 * t1, 1e-7);
  CHECK_NEAR(y[1], v - g * t1, 1e-6);
  CHECK_NEAR(y[2], 0, 1e-6);
  trial_free(&t);
}

// A ball of 10 cm that slides at 4 m/s meets a kerb of 2 cm and climbs it; as a point it would fall through its riser.
static void test_ball_climbs(void) {
  trial t = trial_read(BALL("{type: polyline, points: [[-9, 0], [0.5, 0], [0.5, 0.02], [9, 0.02]]}",
                            "envelope: true, damping: 2e3, friction: 0.3",
                            "ball.position: [0, 0, 0.1], ball.velocity: [4, 0, 0], ball.omega: [0, 40, 0]",
                            "ball.x, ball.z, ball.vx", "2"));
  trial_run(&t, NULL);
  const double *y = jn_run_outputs(t.run);
  CHECK(t.status == JN_OK && y[0] > 1 && y[2] > 0.5);
  CHECK_NEAR(y[1], 0.12, 1e-3);
  trial_free(&t);
}

// ---- drag ----------------------------------------------------------------------------------------------------------

#define COAST(drag, initial)                                                           \
  "jounce: 1\nspace: space\nbodies: {car: {mass: 1200, inertia: [400, 1500, 1700]}}\n" \
  "forces: {air: {type: drag, at: car, " drag                                          \
  "}}\n"                                                                               \
  "initial: {keep: {" initial "}}\noutputs: [car.vx, car.vy, car.vz, energy.error]\nsimulate: {until: 20}\n"

static void check_coast(const char *text, const double v[3]) {
  trial t = trial_read(text);
  trial_run(&t, NULL);
  CHECK(t.status == JN_OK);
  for (int i = 0; i < 3; i++) CHECK_NEAR(jn_run_outputs(t.run)[i], v[i], 1e-6);
  CHECK_NEAR(jn_run_outputs(t.run)[3], 0, 1e-2);  // of half a megajoule
  trial_free(&t);
}

// v' = -b v^2: 1/v grows by b t. Against the air, wherever that goes; along an axis of the frame, with its own area.
static void test_coast_down(void) {
  const double b = 0.5 * 1.225 * 0.4 * 2.2 / 1200, v = 1 / (1 / 30.0 + b * 20);
  check_coast(COAST("coefficient: 0.4, area: 2.2", "car.velocity: [24, 18, 0]"), (double[]){0.8 * v, 0.6 * v, 0});
  double into = 1 / (1 / 40.0 + b * 20);
  check_coast(COAST("coefficient: 0.4, area: 2.2, wind: ['-10', 0, 0]", "car.velocity: [30, 0, 0]"),
              (double[]){into - 10, 0, 0});
  check_coast(COAST("coefficient: 0.4, areas: [2.2, 9, 9], density: 1.225", "car.velocity: [30, 0, 0]"),
              (double[]){v, 0, 0});
  double by = b * 9 / 2.2, aside = 1 / (1 / 30.0 + by * 20);
  check_coast(COAST("coefficient: 0.4, areas: [9, 2.2, 2.2]",
                    "car.velocity: [0, 30, 0], car.orientation: {axis: z, angle: 90 deg}"),
              (double[]){0, aside, 0});
}

// From rest a wind of 10 m/s lifts by c_l / c_d of what it drives, where that is small.
static void test_lift(void) {
  const double q = 0.5 * 1.225 * 2 * 100 / 1200;
  check_coast(COAST("coefficient: 1e-9, lift: 1e-6, area: 2, wind: ['10', 0, 0]", "car.position: [0, 0, 0]"),
              (double[]){1e-9 * q * 20, 0, 1e-6 * q * 20});
}

int main(void) {
  test_block_holds();
  test_block_slides();
  test_ball_rolls();
  test_ball_skids();
  test_ball_bounces();
  test_ball_climbs();
  test_coast_down();
  test_lift();
  return check_report();
}
