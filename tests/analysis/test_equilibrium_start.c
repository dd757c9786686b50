// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_equilibrium_start.c - runs that start settled stay so or drive off as asked, and a settled start whose memory
// fails says so.
#include <stdbool.h>

#include "recorder.h"
#include "rest.h"

// ---- settled starts -------------------------------------------------------------------------------------------------

static jn_run *run_text(const char *text, const char *coordinates, jn_report *report, jn_model **model) {
  *model = jn_model_read_text(NULL, "test", text, strlen(text), NULL, 0, report);
  if (!*model) {
    print_report(report);
    exit(1);
  }
  if (coordinates)
    snprintf(jn_model_choices(*model)->coordinates, sizeof jn_model_choices(*model)->coordinates, "%s", coordinates);
  jn_run_options options = jn_run_options_default();
  jn_run *run = jn_run_new(*model, &options, report);
  if (!run) {
    print_report(report);
    exit(1);
  }
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
  check_stays(
      PENDULUM(
          "2") "simulate: {until: 1, start: equilibrium, tolerance: 1e-10}\noutputs: [bar.angle, bar.rate, bar.x]\n",
      NULL, 1e-10);
  check_stays(TORSION_BAR("0.9") "simulate: {until: 1, start: equilibrium, tolerance: 1e-10}\n"
              "outputs: [crank.angle, coupler.angle, rocker.rate]\n",
              NULL, 1e-10);
  check_stays(TORSION_BAR("0.9") "simulate: {until: 1, start: equilibrium, step: 1 ms, formulation: index3-projected}\n"
              "outputs: [crank.angle, rocker.rate]\n",
              "natural", 1e-10);
  check_stays(TORSION_BAR("0.9") "simulate: {until: 1, start: equilibrium, step: 1 ms}\n"
              "outputs: [crank.angle, coupler.angle, rocker.rate]\n",
              NULL, 1e-10);
}

// Kept velocities on the settled configuration: the whole car moves at 20 m/s, nothing bounces.
static void test_settled_drive(void) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model;
  jn_run *run = run_text(HALF_CAR, NULL, report, &model);
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
  jn_run *run = run_text(
      "jounce: 1\nspace: plane\ngravity: [0, -10]\nground: {points: {O: [0, 0]}}\n"
      "bodies: {bar: {mass: 3, inertia: 0.25, points: {O: [0, 0.5]}}}\n"
      "joints: {O: {type: revolute, between: [ground.O, bar.O]}}\n"
      "initial: {keep: {bar.angle: 2, bar.rate: 1.5}}\nsimulate: {until: 1, start: equilibrium}\n"
      "outputs: [bar.angle, bar.rate]\n",
      NULL, report, &model);
  CHECK_NEAR(jn_run_outputs(run)[0], 0, 1e-10);
  CHECK_NEAR(jn_run_outputs(run)[1], 1.5, 1e-12);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
}

// ---- what happens at the first moment ------------------------------------------------------------------------------

// A weight of 10 N on a spring of 1000 N/m, and what pushes it up.
#define WEIGHT(push, rest)                                                                                         \
  "jounce: 1\nspace: plane\ngravity: [0, -10]\nbodies: {w: {mass: 1, inertia: 1}}\njoints: {s: {type: prismatic, " \
  "between: [ground, w], axis: y}}\nforces: {k: {type: torsion-spring, joint: s, stiffness: 1000}, push: {type: "  \
  "torque, joint: s, value: \"" push "\"}}\nsimulate: {until: 0.2, start: equilibrium, tolerance: 1e-10}\n" rest
#define SEQUENCE(steps) "subsystems: {op: {type: sequence, steps: [" steps "]}}\noutputs: [w.y, subsystem.op.up]\n"
#define LIFTED WEIGHT("30*subsystem.op.up", SEQUENCE("{set: {up: 1}}"))

static void check_first(const char *text, const double wanted[2]) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model;
  jn_run *run = run_text(text, NULL, report, &model);
  for (int i = 0; i < 2; i++) CHECK_NEAR(jn_run_outputs(run)[i], wanted[i], 1e-10);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
  check_stays(text, "cartesian", 1e-10);
  check_stays(text, "natural", 1e-10);
  check_stays(text, "joint", 1e-10);
}

// Steps of a sequence, events of the time 0 and samples are there before the search, and happen once. The second step
// of the second sequence is due only where the first one has let it settle.
static void test_first_moment(void) {
  check_first(LIFTED, (double[]){0.02, 1});
  check_first(WEIGHT("10*subsystem.op.up", SEQUENCE("{set: {up: 0}, until: \"w.y < -0.005\"}, {set: {up: -1}}")),
              (double[]){-0.02, -1});
  check_first(
      WEIGHT("20*up + 20*count",
             "discrete: {up: 0}\nauxiliary: {count: {rate: \"0\"}}\nevents: {now: {at: 0, set: {up: \"up + 1\", "
             "count: \"count + 1\"}}}\noutputs: [w.y, count]\n"),
      (double[]){0.03, 1});
  rest r = rest_text(LIFTED, NULL);
  CHECK(r.status == JN_OK);
  CHECK_NEAR(jn_state_q(r.system, r.state)[1], 0.02, 1e-10);
  end(&r);
}

// ---- memory ---------------------------------------------------------------------------------------------------------

static void test_no_memory(const char *text, const char *coordinates, bool once) {
  memory_count c = {.once = once};
  jn_alloc alloc = {counted_resize, &c};
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(&alloc, "test", text, strlen(text), NULL, 0, report);
  jn_system *system = model ? jn_system_new(model, coordinates, report) : NULL;
  if (!system) {
    print_report(report);
    exit(1);
  }
  double *state = calloc((size_t)jn_system_sizes(system).nstate, sizeof *state);
  jn_choices choices = *jn_model_choices(model);
  jn_status status = JN_NO_MEMORY;
  long blocks = c.live;
  for (long limit = 1; status != JN_OK && limit < 3000; limit++) {
    c.fail_at = limit;
    c.calls = 0;
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

// ---- kept positions -------------------------------------------------------------------------------------------------

// A cart on a rail that a spring pulls to 0.15 m, with a load on a spring of its own.
#define CART(keep)                                                                                                    \
  "jounce: 1\nspace: plane\ngravity: [0, -10]\nground: {points: {S: [-1, 0]}}\nbodies: {cart: {mass: 4, inertia: 1, " \
  "points: {P: [0, -1]}}, load: {mass: 2, inertia: 1}}\n"                                                             \
  "joints:\n  rail: {type: prismatic, between: [ground, cart], axis: x}\n  lift: {type: prismatic, between: [cart, "  \
  "load], axis: y}\nforces:\n"                                                                                        \
  "  pull: {type: spring-damper, between: [ground.S, cart], stiffness: 50, rest: 1.15}\n"                             \
  "  carry: {type: spring-damper, between: [cart.P, load], stiffness: 400, rest: 1}\ninitial: {keep: {" keep          \
  "}}\n"                                                                                                              \
  "simulate: {until: 1, start: equilibrium}\noutputs: [joint.rail.displacement, joint.rail.rate, "                    \
  "joint.lift.displacement]\n"

static void check_cart(const char *text, const char *coordinates, const double wanted[3], int notes) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model;
  jn_run *run = run_text(text, coordinates, report, &model);
  int precomputed_report = 0;
  for (int i = 0; i < 3; i++) CHECK_NEAR(jn_run_outputs(run)[i], wanted[i], 1e-10);
  for (int i = 0; i < jn_report_size(report); i++)
    precomputed_report += strstr(jn_report_get(report, i)->what, "not an equilibrium in this direction") != NULL;
  CHECK(precomputed_report == notes);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
}

// Kept places and joint coordinates are constraints, at rest and with a speed, and the rest is settled there. What
// holds them is reported: the springs pull with 2.5 N and 100 N.
static void test_kept_positions(void) {
  static const char *const coordinates[] = {"cartesian", "natural", "joint"};
  for (int k = 0; k < 3; k++) {
    check_cart(CART("joint.rail.displacement: 0.1, joint.rail.rate: 2"), coordinates[k], (double[]){0.1, 2, -0.05}, 1);
    check_cart(CART("cart.x: 0.1, cart.vx: 2"), coordinates[k], (double[]){0.1, 2, -0.05}, 1);
    check_cart(CART("joint.rail.displacement: 0.1, joint.rail.rate: 0"), coordinates[k], (double[]){0.1, 0, -0.05}, 1);
    check_cart(CART("joint.rail.rate: 2"), coordinates[k], (double[]){0.15, 2, -0.05}, 0);
    check_cart(CART("cart.x: 0.1, cart.vx: 2, joint.lift.displacement: 0.2"), coordinates[k], (double[]){0.1, 2, 0.2},
               2);
  }
}

// ---- wheels in the road --------------------------------------------------------------------------------------------

#define WHEEL(height, start)                                                                                           \
  "jounce: 1\nspace: space\ngravity: [0, 0, -10]\nground: {points: {o: [0, 0, " height                                 \
  "]}}\nroads: {dry: {type: "                                                                                          \
  "flat}}\nbodies: {w: {mass: 20, inertia: [1, 1, 1]}}\njoints: {o: {type: revolute, between: [ground.o, w], axis: "   \
  "y}}\n"                                                                                                              \
  "forces: {t: {type: tyre-fiala, at: w, road: dry, radius: 0.3, stiffness: 200 kN/m, cornering_stiffness: 50 kN/rad," \
  " slip_stiffness: 50 kN, friction: 1}}\nsimulate: {until: 1, start: " start "}\n"

static int count_sunk(const char *text, const char *words) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model;
  int precomputed_report = 0;
  jn_run *run = run_text(text, NULL, report, &model);
  for (int i = 0; i < jn_report_size(report); i++)
    precomputed_report += strstr(jn_report_get(report, i)->what, words) != NULL;
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
  return precomputed_report;
}

// Two wheels of radius 0.2 m, 1 m apart: a way of 2 m + 0.4 pi m.
#define BELT(length)                                                                                                   \
  "jounce: 1\nspace: space\nbodies: {h: {mass: 1, inertia: [1, 1, 1], points: {F: [1, 0, 0]}}, s: {mass: 1, inertia: " \
  "[1, 1, 1]}, w: {mass: 1, inertia: [1, 1, 1]}}\n"                                                                    \
  "joints: {H: {type: fixed, between: [ground, h]}, S: {type: revolute, between: [h, s], axis: y}, "                   \
  "W: {type: revolute, between: [h.F, w], axis: y}}\n"                                                                 \
  "forces: {b: {type: track-band, hull: h, sprocket: s, wheels: [w], sprocket_radius: 0.2, wheel_radius: 0.2, "        \
  "stiffness: 10 kN/m, length: " length "}}\nsimulate: {until: 1}\n"

static void test_band_fits(void) {
  CHECK(count_sunk(BELT("3.25"), "the band begins") == 0);
  CHECK(count_sunk(BELT("3"), "a way of 3.257 m round its wheels, but has a 'length' of 3 m: it is stretched") == 1);
  CHECK(count_sunk(BELT("3.5"), "it hangs (tension 0 N)") == 1);
}

static void test_sunk(void) {
  CHECK(count_sunk(WHEEL("0.29", "assembly"), "the centre of the wheel") == 0);
  CHECK(count_sunk(WHEEL("0", "assembly"), "the centre of the wheel begins on the road: the tyre carries 6e+04 N") ==
        1);
  CHECK(count_sunk(WHEEL("-0.1", "equilibrium"), "the centre of the wheel begins 0.1 m below the road") == 1);
  test_no_memory(WHEEL("0", "assembly"), "joint", false);
}

int main(void) {
  test_stays();
  test_settled_drive();
  test_settled_swing();
  test_kept_positions();
  test_first_moment();
  test_sunk();
  test_band_fits();
  for (int once = 0; once < 2; once++) {
    test_no_memory(HALF_CAR, "cartesian", once);
    test_no_memory(HALF_CAR, "natural", once);
    test_no_memory(HALF_CAR, "joint", once);
    test_no_memory(LIFTED, "joint", once);
  }
  return check_report();
}
