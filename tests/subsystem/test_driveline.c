// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_driveline.c - engine, torque converter, automatic gearbox and transfer case: their laws by themselves, and on
// shafts whose motion is known in closed form.
#include <string.h>

#include "check.h"
#include "kernel/subsystem/converter.h"
#include "symbolic/call_constants.h"
#include "trial.h"

// ---- the law of the converter ---------------------------------------------------------------------------------------

static const double ratio_x[] = {0, 0.25, 0.5, 0.75, 1}, ratio_y[] = {2, 1.8, 1.5, 1.15, 1};
static const double capacity_x[] = {0, 0.25, 0.5, 0.75, 0.9, 1}, capacity_y[] = {15, 15, 15, 16, 18, 35};

// Its numbers, and behind them the two curves.
static jni_constants converter_numbers(void) {
  const jnk_law capacity = {.n = 6, .x = capacity_x, .y = capacity_y}, ratio = {.n = 5, .x = ratio_x, .y = ratio_y};
  jnk_converter c = {.band = 0.02, .lock_damping = 20, .lock_capacity = 500};
  jni_constants list = {.n = 0};
  jni_constants_list(&list, &c.capacity, sizeof c / sizeof(double));
  c.capacity = list.n;
  jni_constants_law(&list, &capacity);
  c.ratio = list.n;
  jni_constants_law(&list, &ratio);
  memcpy(list.list, &c, sizeof c);
  return list;
}

static void test_converter_points(const jnk_converter *converter) {
  jnk_converter_result stall = jnk_converter_calc(converter, 150, 0, 0), same = jnk_converter_calc(converter, 9, 9, 0),
                       slow = jnk_converter_calc(converter, 200, 100, 0),
                       overrun = jnk_converter_calc(converter, 100, 200, 0);
  CHECK_NEAR(stall.impeller, 100, 1e-12);
  CHECK_NEAR(stall.turbine, 200, 1e-12);
  CHECK(same.impeller == 0 && same.turbine == 0 && same.speed_ratio == 1);
  CHECK_NEAR(slow.impeller, 200. * 200 / 225, 1e-12);
  CHECK_NEAR(slow.turbine, 1.5 * slow.impeller, 1e-12);
  CHECK_NEAR(slow.efficiency, 0.75, 1e-12);
  CHECK_NEAR(overrun.turbine, -slow.impeller, 1e-12);
  CHECK_NEAR(overrun.impeller, overrun.turbine, 1e-12);
  CHECK_NEAR(overrun.efficiency, 0.5, 1e-12);
  // the clutch carries what it can, or damps the slip
  CHECK_NEAR(jnk_converter_calc(converter, 150, 0, 1).impeller, 600, 1e-12);
  CHECK_NEAR(jnk_converter_calc(converter, 150, 0, 0.5).turbine, 450, 1e-12);
  CHECK_NEAR(jnk_converter_calc(converter, 9, 8.99, 1).impeller - jnk_converter_calc(converter, 9, 8.99, 0).impeller,
             0.2, 1e-12);
}

// All ways round in the plane of the two speeds: no torque jumps, and no power is made.
static void test_converter_round(const jnk_converter *converter) {
  enum { N = 20000 };
  const double turn = 2 * JNK_PI / N, w = 250, steepest = 2e4;
  jnk_converter_result before = jnk_converter_calc(converter, w, 0, 0);
  double jump = 0, made = 0, odd = 0, square = 0;
  for (int i = 1; i <= N; i++) {
    double impeller = w * cos(i * turn), turbine = w * sin(i * turn);
    jnk_converter_result now = jnk_converter_calc(converter, impeller, turbine, 0),
                         back = jnk_converter_calc(converter, -impeller, -turbine, 0),
                         half = jnk_converter_calc(converter, impeller / 2, turbine / 2, 0);
    jump = fmax(jump, fmax(fabs(now.impeller - before.impeller), fabs(now.turbine - before.turbine)));
    made = fmax(made, now.turbine * turbine - now.impeller * impeller);
    odd = fmax(odd, fabs(now.turbine + back.turbine) + fabs(now.impeller + back.impeller));
    square = fmax(square, fabs(now.turbine - 4 * half.turbine));
    CHECK(now.efficiency >= 0 && now.efficiency <= 1);
    before = now;
  }
  CHECK(jump < steepest * turn && jump > 0);
  CHECK(made <= 1e-9 && odd < 1e-9 && square < 1e-9);
}

// ---- shafts ---------------------------------------------------------------------------------------------------------

#define SHAFT(subsystems, force, start, until, outputs)                                                             \
  "jounce: 1\nspace: plane\nbodies: {shaft: {mass: 1, inertia: 2}}\n"                                               \
  "joints: {shaft: {type: revolute, between: [ground, shaft]}}\n"                                                   \
  "inputs: {demand: '3', torque: '40', range: '0', pedal: '0'}\nsubsystems: {" subsystems                           \
  "}\nforces: {drive: {type: torque, joint: shaft, value: '" force "'}}\ninitial: {keep: {joint.shaft.rate: " start \
  "}}\nsimulate: {until: " until                                                                                    \
  ", step: 2 ms}\n"                                                                                                 \
  "outputs: [joint.shaft.rate, " outputs "]\n"

#define GEARBOX(more)                                                                                             \
  "box: {type: automatic-gearbox, output_speed: joint.shaft.rate, input_torque: torque, ratios: [5, 2.5, 1.25], " \
  "reverse: 10, demand: demand, upshift: 250, downshift: 120" more "}"

static double output_of(jn_run *run, const char *name) {
  for (int i = 0; i < jn_run_noutputs(run); i++)
    if (strcmp(jn_run_output_name(run, i), name) == 0) return jn_run_outputs(run)[i];
  return NAN;
}

static jn_run *begin(trial *t, const char *integrator, const char *coordinates) {
  t->choices = *jn_model_choices(t->model);
  snprintf(t->choices.integrator, sizeof t->choices.integrator, "%s", integrator);
  snprintf(t->choices.coordinates, sizeof t->choices.coordinates, "%s", coordinates);
  t->choices.tolerance = 1e-11;
  return trial_begin(t, NULL);
}

// Steps until the output has the value; its time, NaN: it does not come.
static double time_of(jn_run *run, const char *name, double value, double until) {
  while (jn_run_state(run)[0] < until) {
    if (jn_run_step(run, until) != JN_OK) return NAN;
    if (output_of(run, name) == value) return jn_run_state(run)[0];
  }
  return NAN;
}

static const char *const methods[][2] = {{"rk4", "joint"}, {"dopri5", "cartesian"}, {"dopri5", "natural"}};
enum { NMETHODS = sizeof methods / sizeof *methods };

// w' = T r / J: shifts at w r = up. In a shift the mean ratio counts, the smooth step being odd about its middle.
static void test_up(const char *integrator, const char *coordinates) {
  const double J = 2, T = 40, up = 250, latency = 0.4, near = 1e-8;
  trial t = trial_read(SHAFT(GEARBOX(", latency: 0.4"), "subsystem.box.output_torque", "0", "20",
                             "subsystem.box.gear, subsystem.box.shifting, subsystem.box.input_speed"));
  jn_run *run = begin(&t, integrator, coordinates);
  double t1 = up / 5 * J / (5 * T), w1 = up / 5 + 3.75 * T * latency / J;
  double t2 = t1 + latency + (up / 2.5 - w1) * J / (2.5 * T), w2 = up / 2.5 + 1.875 * T * latency / J;
  CHECK_NEAR(time_of(run, "subsystem.box.gear", 2, 20), t1, near);
  CHECK_NEAR(output_of(run, "subsystem.box.input_speed"), up, 1e-6);
  CHECK_NEAR(time_of(run, "subsystem.box.shifting", 0, 20), t1 + latency, near);
  CHECK_NEAR(output_of(run, "joint.shaft.rate"), w1, 1e-6);
  CHECK_NEAR(time_of(run, "subsystem.box.gear", 3, 20), t2, near);
  CHECK_NEAR(time_of(run, "subsystem.box.shifting", 0, 20), t2 + latency, near);
  CHECK_NEAR(output_of(run, "joint.shaft.rate"), w2, 1e-6);
  trial_free(&t);
}

static void test_down(const char *integrator, const char *coordinates) {
  const double J = 2, T = -40, down = 120, near = 1e-8;
  trial t = trial_read(
      SHAFT(GEARBOX(", latency: 0, gear: 3"), "-subsystem.box.output_torque", "180", "20", "subsystem.box.gear"));
  jn_run *run = begin(&t, integrator, coordinates);
  double t3 = (down / 1.25 - 180) * J / (1.25 * T), t2 = t3 + (down / 2.5 - down / 1.25) * J / (2.5 * T);
  CHECK_NEAR(time_of(run, "subsystem.box.gear", 2, 20), t3, near);
  CHECK_NEAR(time_of(run, "subsystem.box.gear", 1, 20), t2, near);
  trial_free(&t);
}

// ---- demands --------------------------------------------------------------------------------------------------------

static void hold(jn_run *run, const char *input, double value) {
  jn_run_hold_input(run, jn_input_find(jn_run_system(run), input), value);
}

static void go(jn_run *run, double by) {
  double until = jn_run_state(run)[0] + by;
  while (jn_run_state(run)[0] < until * (1 - 1e-12) && jn_run_step(run, until) == JN_OK) continue;
}

#define GEAR(run) output_of(run, "subsystem.box.gear")
#define BOX_OUTPUTS                                                                             \
  "subsystem.box.gear, subsystem.box.ratio, subsystem.box.engaged, subsystem.box.input_speed, " \
  "subsystem.box.shifting, "                                                                    \
  "subsystem.box.output_torque"

// Reverse while it moves forward is neutral, until it is slow; and the other way round.
static void test_directions(void) {
  trial t = trial_read(
      SHAFT(GEARBOX(", latency: 0.1, free_speed: '77'"), "subsystem.box.output_torque", "0", "100", BOX_OUTPUTS));
  jn_run *run = begin(&t, "rk4", "joint");
  go(run, 0.3);
  CHECK(GEAR(run) == 1 && output_of(run, "joint.shaft.rate") > 25);
  hold(run, "demand", -1);
  go(run, 0.2);
  CHECK(GEAR(run) == 0 && output_of(run, "subsystem.box.ratio") == 0 && output_of(run, "subsystem.box.engaged") == 0);
  CHECK_NEAR(output_of(run, "subsystem.box.input_speed"), 77, 1e-12);
  CHECK(output_of(run, "subsystem.box.output_torque") == 0);
  double coasting = output_of(run, "joint.shaft.rate");
  go(run, 1);
  CHECK(output_of(run, "joint.shaft.rate") == coasting && GEAR(run) == 0);
  CHECK(output_of(run, "subsystem.box.shifting") == 0);
  // slow enough
  double state[16];
  memcpy(state, jn_run_state(run), (size_t)jn_system_sizes(jn_run_system(run)).nstate * sizeof *state);
  jn_state_v(jn_run_system(run), state)[0] = 0.9;
  CHECK(jn_run_restart(run, state) == JN_OK);
  go(run, 0.5);
  CHECK(GEAR(run) == -1 && output_of(run, "subsystem.box.ratio") == -10);
  CHECK(output_of(run, "joint.shaft.rate") < -20 && output_of(run, "subsystem.box.input_speed") > 200);
  hold(run, "demand", 3);
  go(run, 0.5);
  CHECK(GEAR(run) == 0);
  hold(run, "demand", 0);
  go(run, 0.5);
  CHECK(GEAR(run) == 0);
  trial_free(&t);
}

// The highest gear allowed is kept; a lower one is taken as soon as it would not shift up again.
static void test_limit(void) {
  trial t = trial_read(SHAFT(GEARBOX(", latency: 0.1"), "subsystem.box.output_torque - 0.05*joint.shaft.rate^2", "0",
                             "100", BOX_OUTPUTS));
  jn_run *run = begin(&t, "rk4", "joint");
  hold(run, "demand", 2);
  hold(run, "torque", 300);
  go(run, 10);
  CHECK(GEAR(run) == 2 && output_of(run, "subsystem.box.input_speed") > 260);
  hold(run, "demand", 3);
  go(run, 0.5);
  CHECK(GEAR(run) == 3);
  hold(run, "demand", 1);
  hold(run, "torque", 0);
  go(run, 0.05);
  double speed = output_of(run, "joint.shaft.rate");
  CHECK(GEAR(run) == (speed * 2.5 < 250 ? 2 : 3));
  CHECK(time_of(run, "subsystem.box.gear", 1, 200) > 0);
  CHECK_NEAR(output_of(run, "joint.shaft.rate"), 50, 1e-6);  // 250/5
  // from neutral at speed into the gear that fits
  hold(run, "demand", 0);
  go(run, 0.3);
  double state[16];
  memcpy(state, jn_run_state(run), (size_t)jn_system_sizes(jn_run_system(run)).nstate * sizeof *state);
  jn_state_v(jn_run_system(run), state)[0] = 90;
  CHECK(GEAR(run) == 0 && jn_run_restart(run, state) == JN_OK);
  hold(run, "demand", 3);
  go(run, 0.05);
  CHECK(GEAR(run) == 2);
  trial_free(&t);
}

static void test_manual(void) {
  trial t = trial_read(
      SHAFT(GEARBOX(", latency: 0, manual: true, gear: 0"), "subsystem.box.output_torque", "0", "100", BOX_OUTPUTS));
  jn_run *run = begin(&t, "rk4", "joint");
  CHECK(GEAR(run) == 3);  // what is demanded at the start
  hold(run, "demand", 1);
  go(run, 0.01);
  CHECK(GEAR(run) == 1);
  go(run, 1);
  CHECK(GEAR(run) == 1 && output_of(run, "subsystem.box.input_speed") > 400);
  hold(run, "demand", 2.2);
  go(run, 0.01);
  CHECK(GEAR(run) == 2);
  hold(run, "demand", 1);  // would turn the input at 500 rad/s
  go(run, 0.01);
  CHECK(GEAR(run) == 2);
  trial_free(&t);
}

// A speed that swings about a shift speed by less than the hysteresis makes one shift.
static void test_no_hunting(void) {
  trial t = trial_read(
      "jounce: 1\nspace: plane\nbodies: {shaft: {mass: 1, inertia: 2}}\n"
      "joints: {shaft: {type: revolute, between: [ground, shaft]}}\n"
      "drivers: {held: {joint: shaft, motion: '49.7*t - 0.9/9*cos(9*t)'}}\n"
      "inputs: {torque: '1', demand: '3'}\n"
      "subsystems: {" GEARBOX(
          ", latency: 0.1") "}\nsimulate: {until: 10, step: 2 ms}\noutputs: [subsystem.box.gear]\n");
  jn_run *run = begin(&t, "rk4", "joint");
  int shifts = 0;
  for (double gear = GEAR(run), until = 10; jn_run_state(run)[0] < until && jn_run_step(run, until) == JN_OK;)
    if (GEAR(run) != gear) {
      gear = GEAR(run);
      shifts++;
    }
  CHECK(shifts == 1 && GEAR(run) == 2);
  trial_free(&t);
}

// ---- engine and transfer case --------------------------------------------------------------------------------------

#define ENGINE                                                                                                       \
  "engine: {type: engine, speed: joint.shaft.rate, throttle: pedal, full_load: [[0, 300], [100, 400], [300, 250]], " \
  "motoring: [[0, 0], [300, -60]], losses: [[-50, 10], [0, 0], [50, -10], [300, -40]], idle_speed: 80, "             \
  "rev_limit: 280, rev_band: 10}"

static void test_engine(void) {
  trial t = trial_read(SHAFT(ENGINE, "subsystem.engine.torque", "30", "60",
                             "subsystem.engine.torque, subsystem.engine.load, subsystem.engine.idle, "
                             "subsystem.engine.power"));
  jn_run *run = begin(&t, "rk4", "joint");
  go(run, 15);
  CHECK_NEAR(output_of(run, "joint.shaft.rate"), 80, 1e-6);
  CHECK_NEAR(output_of(run, "subsystem.engine.torque"), 0, 1e-6);
  // at rest: -16 - 13.6 d' + 380 d + ... = 0 with d the share of full load
  double none = -16, full = 300 + 100 * 0.8, losses = -10 - 30 * 30 / 250., d = -(none + losses) / (full - none);
  CHECK_NEAR(output_of(run, "subsystem.engine.load"), d, 1e-8);
  CHECK_NEAR(output_of(run, "subsystem.engine.idle"), d, 1e-8);
  hold(run, "pedal", 1);
  go(run, 10);
  CHECK(output_of(run, "joint.shaft.rate") > 280 && output_of(run, "joint.shaft.rate") < 290);
  CHECK_NEAR(output_of(run, "subsystem.engine.torque"), 0, 1e-9);
  hold(run, "pedal", 0);
  go(run, 0.5);
  double w = output_of(run, "joint.shaft.rate");
  CHECK_NEAR(output_of(run, "subsystem.engine.torque"), -60 * w / 300 - 10 - 30 * (w - 50) / 250, 1e-9);
  CHECK_NEAR(output_of(run, "subsystem.engine.power"), w * output_of(run, "subsystem.engine.torque"), 1e-6);
  go(run, 30);
  CHECK_NEAR(output_of(run, "joint.shaft.rate"), 80, 1e-6);
  trial_free(&t);
}

// A map that is straight between the two curves is the engine by curves; it reads the demand.
static void test_map(void) {
  static const char tables[] =
      "tables: {T: {x: [0, 100, 300], y: [0, 1], values: [[0, 300], [-20, 400], [-60, 250]]}}\n";
  char text[2][3000];
  const char *by_curves = SHAFT(ENGINE, "subsystem.engine.torque", "30", "3", "subsystem.engine.torque");
  const char *curves = strstr(by_curves, "full_load"), *losses = strstr(by_curves, "losses");
  snprintf(text[0], sizeof text[0], "%s%s", by_curves, tables);
  snprintf(text[1], sizeof text[1], "%.*smap: 'T(joint.shaft.rate, subsystem.engine.load)', %s%s",
           (int)(curves - by_curves), by_curves, losses, tables);
  double rate[2];
  for (int i = 0; i < 2; i++) {
    trial t = trial_read(text[i]);
    trial_run(&t, NULL);
    CHECK(t.status == JN_OK);
    rate[i] = output_of(t.run, "joint.shaft.rate");
    trial_free(&t);
  }
  CHECK_NEAR(rate[0], rate[1], 1e-10);
  CHECK(rate[0] > 60 && rate[0] < 90);
}

// Without fuel below the speed at which it stalls: it stops, and has an equilibrium.
static void test_stalled(void) {
  trial t =
      trial_read(SHAFT("engine: {type: engine, speed: joint.shaft.rate, throttle: pedal, full_load: [[0, 300], "
                       "[300, 250]], losses: [[-50, 10], [0, 0], [50, -10]], idle_speed: 80, stall_speed: 30, "
                       "idle_load: 0.3}",
                       "subsystem.engine.torque - 40*tanh(joint.shaft.rate)", "5", "60",
                       "subsystem.engine.torque, subsystem.engine.idle"));
  static double state[TRIAL_MOST], A[TRIAL_MOST * TRIAL_MOST];
  jn_run *run = begin(&t, "rk4", "joint");
  CHECK(output_of(run, "subsystem.engine.idle") == 0.3);
  hold(run, "pedal", -1);
  go(run, 5);
  CHECK_NEAR(output_of(run, "joint.shaft.rate"), 0, 1e-3);
  CHECK(trial_analyse(&t, "joint", state, A) % 100 == 3);
  CHECK(jn_state_z(jn_run_system(run), state)[0] == 0.3);
  trial_free(&t);
}

#define DEAD(start)                                                                                                \
  SHAFT(                                                                                                           \
      "engine: {type: engine, speed: joint.shaft.rate, throttle: 0, full_load: [[0, 300], [300, 250]], motoring: " \
      "[[0, -10], [500, -60]], losses: [[-1, 5], [0, -5], [1, -5]], stall_speed: 30}",                             \
      "subsystem.engine.torque", start, "60", "subsystem.engine.power")

// Curves that do not vanish at rest brake a dead engine from either side; they do not start it.
static void test_dead(void) {
  static const char *const texts[] = {DEAD("0"), DEAD("20"), DEAD("-20")};
  static const double starts[] = {0, 20, -20};
  for (int i = 0; i < 3; i++) {
    trial t = trial_read(texts[i]);
    jn_run *run = begin(&t, "rk4", "joint");
    double before = starts[i];
    for (int k = 0; k < 5; k++) {
      go(run, 1);
      double rate = output_of(run, "joint.shaft.rate");
      CHECK(output_of(run, "subsystem.engine.power") <= 0);
      CHECK(i == 0 ? rate == 0 : rate * before > 0 && fabs(rate) < fabs(before));
      before = rate;
    }
    trial_free(&t);
  }
}

static void test_range(void) {
  trial t = trial_read(SHAFT(
      "box: {type: transfer-case, output_speed: joint.shaft.rate, input_torque: torque, "
      "low: 2.6, high: 1.1, range: range, standstill: 2}",
      "-subsystem.box.output_torque", "20", "60", "subsystem.box.low, subsystem.box.ratio, subsystem.box.input_speed"));
  jn_run *run = begin(&t, "dopri5", "joint");
  hold(run, "range", 1);
  CHECK_NEAR(time_of(run, "subsystem.box.low", 1, 10), 18 * 2 / (40 * 1.1), 1e-8);
  CHECK_NEAR(output_of(run, "subsystem.box.input_speed"), 2 * 2.6, 1e-6);
  hold(run, "range", 0);
  go(run, 0.01);
  CHECK(output_of(run, "subsystem.box.low") == 0);
  trial_free(&t);
}

// ---- stall ----------------------------------------------------------------------------------------------------------

// Engine, converter, gearbox, transfer case in low range: the shaft is held.
static const char stall_text[] =
    "jounce: 1\nspace: plane\nbodies: {crank: {mass: 1, inertia: 1.1}, shaft: {mass: 1, inertia: 2}}\n"
    "joints: {crank: {type: revolute, between: [ground, crank]}, shaft: {type: revolute, between: [ground, shaft]}}\n"
    "drivers: {held: {joint: shaft, motion: 0}}\ninputs: {pedal: '1'}\n"
    "subsystems:\n"
    "  range: {type: transfer-case, output_speed: '3*joint.shaft.rate', input_torque: subsystem.box.output_torque, "
    "low: 2.6, starts_low: true}\n"
    "  box: {type: automatic-gearbox, output_speed: subsystem.range.input_speed, input_torque: "
    "subsystem.converter.turbine_torque, ratios: [5, 2.5], upshift: 250, downshift: 120, efficiency: 0.9}\n"
    "  converter: {type: torque-converter, impeller_speed: joint.crank.rate, turbine_speed: "
    "subsystem.box.input_speed, capacity: [[0, 15], [1, 35]], torque_ratio: [[0, 2], [1, 1]]}\n"
    "  engine: {type: engine, speed: joint.crank.rate, throttle: pedal, full_load: [[0, 500], [400, 100]]}\n"
    "forces:\n"
    "  drive: {type: torque, joint: crank, value: subsystem.engine.torque - subsystem.converter.impeller_torque}\n"
    "  propel: {type: torque, joint: shaft, value: 3*subsystem.range.output_torque}\n"
    "simulate: {until: 8, step: 2 ms}\n"
    "outputs: [joint.crank.rate, force.propel.value, driver.held.torque, subsystem.converter.impeller_torque]\n";

// 500 - w = (w/15)^2, then 2 (converter) 5 (gear) 0.9 (losses) 2.6 (range) 3 (axle)
static void test_stall(void) {
  trial t = trial_read(stall_text);
  jn_run *run = begin(&t, "rk4", "joint");
  go(run, 8);
  double w = (-1 + sqrt(1 + 4 * 500 / 225.)) / (2 / 225.), torque = (w / 15) * (w / 15);
  CHECK_NEAR(output_of(run, "joint.crank.rate"), w, 1e-6 * w);
  CHECK_NEAR(output_of(run, "subsystem.converter.impeller_torque"), torque, 1e-6 * torque);
  CHECK_NEAR(output_of(run, "force.propel.value"), 70.2 * torque, 1e-6 * 70.2 * torque);
  CHECK_NEAR(output_of(run, "driver.held.torque"), -70.2 * torque, 1e-6 * 70.2 * torque);
  trial_free(&t);
}

int main(void) {
  jni_constants numbers = converter_numbers();
  const jnk_converter *converter = (const jnk_converter *)(const void *)numbers.list;
  test_converter_points(converter);
  test_converter_round(converter);
  jni_pool_free(&numbers.pool);
  for (int i = 0; i < NMETHODS; i++) {
    test_up(methods[i][0], methods[i][1]);
    test_down(methods[i][0], methods[i][1]);
  }
  test_directions();
  test_limit();
  test_manual();
  test_no_hunting();
  test_engine();
  test_map();
  test_stalled();
  test_dead();
  test_range();
  test_stall();
  return check_report();
}
