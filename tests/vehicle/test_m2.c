// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_m2.c - the Bradley M2: its counts, how it stands, how it rolls, how its tracks turn it, and what its controller
// makes of the driver's wishes.
#include <stdlib.h>

#include "ending.h"
#include "files.h"

#define VEHICLES JOUNCE_SOURCE_DIR "/models/vehicles/"
enum { BODIES = 32, FREEDOMS = 37, WHEELS = 6 };

static const double sprocket = 0.2705, gravity = 9.81,
                    mass = 28225.2;  // 30 t less what lies on the ground of the tracks

static jn_model *read_m2(const char *file, const jn_setting *settings, int n) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, file, settings, n, report);
  if (!model) print_report(report, "m2");
  CHECK(model != NULL);
  jn_report_free(report);
  return model;
}

static double value_of(const ending *end, const char *name) {
  for (int i = 0; i < end->n; i++)
    if (strcmp(end->names[i], name) == 0) return end->values[i];
  printf("no output %s\n", name);
  return NAN;
}

static void test_counts(void) {
  jn_model *model = read_m2(VEHICLES "m2.yaml", NULL, 0);
  jn_report *report = jn_report_new(NULL);
  jn_system *system = model ? jn_system_new(model, "joint", report) : NULL;
  double *state = system ? calloc((size_t)jn_system_sizes(system).nstate, sizeof *state) : NULL;
  CHECK(model && jn_model_nbodies(model) == BODIES + 1);
  CHECK(state && jn_system_sizes(system).nv == FREEDOMS && jn_system_sizes(system).nc == 0);
  CHECK(state && jn_start(system, NULL, state, NULL, NULL, report) == JN_OK);
  jn_mobility *mobility = state ? jn_mobility_new(system, state, report) : NULL;
  CHECK(mobility && jn_mobility_freedoms(mobility) == FREEDOMS && jn_mobility_loops(mobility) == 0);
  if (model) jn_check_sanity(model, report);
  if (model) CHECK(jn_report_count(report, JN_WARNING) + jn_report_count(jn_model_report(model), JN_WARNING) == 0);
  print_report(report, "m2");
  jn_mobility_free(mobility);
  free(state);
  jn_system_free(system);
  jn_report_free(report);
  jn_model_free(model);
}

static ending run_m2(const char *file, const jn_setting *settings, int n, double step, double until) {
  static ending end;
  jn_model *model = read_m2(file, settings, n);
  end.status = JN_BAD_MODEL;
  if (!model) return end;
  jn_choices choices = *jn_model_choices(model);
  choices.until = until > 0 ? until : 1e-9;
  choices.step = step;
  if (step > 0) snprintf(choices.integrator, sizeof choices.integrator, "rk4");
  run_to_end(model, &choices, "m2", &end);
  CHECK(end.status == JN_OK);
  jn_model_free(model);
  return end;
}

// It stands at its design height, and the loads carry the weight; turret and engine on the right make the difference
// between the sides.
static void test_standing(void) {
  static const double of_weight = 1e-9;
  ending end = run_m2(VEHICLES "m2.yaml", NULL, 0, 0, 0);
  double sum[2] = {0, 0};
  for (int side = 0; side < 2; side++)
    for (int i = 1; i <= WHEELS; i++) {
      char name[32];
      snprintf(name, sizeof name, "load_%s_%d", side ? "right" : "left", i);
      sum[side] += value_of(&end, name);
    }
  CHECK_NEAR((sum[0] + sum[1]) / (mass * gravity), 1, of_weight);
  CHECK_NEAR(value_of(&end, "chassis.z"), 0, 1e-3);
  // moment about x of turret, gun and engine over the distance of the tracks
  double off = (3900 + 400) * 0.25 + 150 * 0.5;
  CHECK_NEAR(sum[1] - sum[0], 2 * off * gravity / (2 * 1.333), 0.01 * sum[0]);
}

// Without that, left and right are the same.
static void test_symmetry(void) {
  static const jn_setting settings[] = {{"turret_y", "0"}, {"engine_y", "0"}};
  ending end = run_m2(VEHICLES "m2.yaml", settings, 2, 0, 0);
  for (int i = 1; i <= WHEELS; i++) {
    char left[32], right[32];
    snprintf(left, sizeof left, "load_left_%d", i);
    snprintf(right, sizeof right, "load_right_%d", i);
    CHECK_NEAR(value_of(&end, left), value_of(&end, right), 1e-6 * value_of(&end, left));
  }
}

// ---- moving -----------------------------------------------------------------------------------------------------

// It coasts without losing anything but what its wheels and pads take while they settle.
static void test_coasting(void) {
  static const jn_setting settings[] = {{"speed", "8"}, {"idle", "0"}};
  ending end = run_m2(VEHICLES "m2.yaml", settings, 2, 0, LIGHT ? 0.05 : 2);
  CHECK_NEAR(value_of(&end, "speed_left"), 8, 1e-3);
  CHECK_NEAR(value_of(&end, "speed_right"), 8, 1e-3);
  if (!LIGHT) CHECK_NEAR(value_of(&end, "chassis.x"), 16, 1e-3);
}

static jn_model *read_variant(const char *rest) {
  char text[1024];
  snprintf(text, sizeof text, "{jounce: 1, model: '" VEHICLES "m2.yaml', %s}", rest);
  write_file("variant.yaml", text);
  return read_m2(path_of("variant.yaml"), NULL, 0);
}

// It brakes on bumps, where wheels leave the band and come back to it: its forces do not jump there, and a variable
// step finds its way. (With a jump of 2 % in the force on one wheel this took 50 000 steps.)
static void test_bumps(void) {
  static const char rest[] =
      "set: {road: 9, speed: 1}, inputs: {brake: '1'}, simulate: {until: 0.4, start: assembly, integrator: dopri5}, "
      "roads: {road9: {type: bumps, at: -3, length: 1.2, height: 0.2, count: 9, spacing: 3}}";
  jn_model *model = LIGHT ? NULL : read_variant(rest);
  if (!model) return;
  jn_report *report = jn_report_new(NULL);
  jn_run *run = jn_run_new(model, NULL, report);
  long steps = 0;
  while (run && jn_run_state(run)[0] < 0.4 && steps++ < 2000)
    if (jn_run_step(run, 0.4) != JN_OK) break;
  CHECK(run && jn_run_state(run)[0] == 0.4);
  CHECK(run && jn_run_summary(run)->rejected < 400);
  jn_run_free(run);
  jn_report_free(report);
  jn_model_free(model);
}

// On a slope of 30 % with its brakes on it settles, sooner with stronger dampers, and stays: nothing creeps.
static void test_slope(void) {
  static const char rest[] =
      "set: {road: 9, damper: 1e4}, inputs: {brake: '1'}, simulate: {start: assembly, step: 1 ms}, "
      "roads: {road9: {type: slope, angle: '=atan(0.3)'}}, "
      "initial: {keep: {chassis.position: [0, 0, 0], chassis.orientation: {axis: y, angle: '=-atan(0.3)'}}}";
  static const double settled = 4, until = 4.5, creep = 1e-6;  // s, s, m/s
  jn_model *model = LIGHT ? NULL : read_variant(rest);
  if (!model) return;
  ending end[2];
  for (int i = 0; i < 2; i++) {
    jn_choices choices = *jn_model_choices(model);
    choices.until = i ? until : settled;
    SET(choices, integrator, "rk4");
    run_to_end(model, &choices, "slope", &end[i]);
    CHECK(end[i].status == JN_OK);
  }
  CHECK_NEAR(value_of(&end[1], "chassis.x"), value_of(&end[0], "chassis.x"), (until - settled) * creep);
  jn_model_free(model);
}

// Forces along and across and the moment of sliding pads, over the velocity of the hull and its yaw rate.
typedef struct {
  double load[2][WHEELS], rim[2], across;
} pads;

static const double friction = 0.8, half_track = 1.333;

static void calc_sliding(const pads *p, const double v[3], double F[3]) {
  F[0] = F[1] = F[2] = 0;
  for (int k = 0; k < 2 * WHEELS; k++) {
    int side = k / WHEELS, i = k % WHEELS;
    double x = 1.955 - 0.782 * i, y = side ? -half_track : half_track;
    double sx = v[0] - v[2] * y - p->rim[side], sy = v[1] + v[2] * x;
    double push = -p->load[side][i] / (hypot(sx, sy) + 1e-12), fx = friction * push * sx, fy = p->across * push * sy;
    F[0] += fx;
    F[1] += fy;
    F[2] += x * fy - y * fx;
  }
}

// The steering drive holds the difference of the sprockets' speeds; it gives way by at most 0.4 rad/s.
static void check_difference(const ending *end, double steer_ratio) {
  double difference = (value_of(end, "speed_right") - value_of(end, "speed_left")) / sprocket;
  CHECK_NEAR(value_of(end, "steer_ratio"), steer_ratio, 1e-12);
  CHECK_NEAR(difference, 2 * steer_ratio * value_of(end, "engine_speed"), 0.4);
}

static pads pads_of(const ending *end, double across) {
  pads p = {.rim = {value_of(end, "speed_left"), value_of(end, "speed_right")}, .across = across};
  for (int k = 0; k < 2 * WHEELS; k++) {
    char name[32];
    snprintf(name, sizeof name, "load_%s_%d", k < WHEELS ? "left" : "right", k % WHEELS + 1);
    p.load[k / WHEELS][k % WHEELS] = value_of(end, name);
  }
  return p;
}

// On the spot, with this friction across the tracks: the yaw rate that the speeds of the tracks give by Coulomb's law.
// Returns it over what they would give without slip.
static double pivot(const char *across) {
  const jn_setting settings[] = {{"parts.side.forces.band.friction_across", across}};
  ending end = run_m2(VEHICLES "m2-pivot.yaml", settings, across ? 1 : 0, 1e-3, 4);
  pads p = pads_of(&end, across ? atof(across) : friction);
  double v[3] = {0, 0, 0.5}, F[3], yaw_rate = value_of(&end, "yaw_rate");
  for (int i = 0; i < 40000; i++) {  // down to where they balance
    calc_sliding(&p, v, F);
    for (int k = 0; k < 3; k++) v[k] += 1e-8 * F[k];
  }
  CHECK(p.rim[0] < -0.5 && p.rim[1] > 0.5 && yaw_rate > 0.3);
  CHECK_NEAR(yaw_rate, v[2], 0.03 * v[2]);
  check_difference(&end, 0.015);
  CHECK(value_of(&end, "gear") == 0);
  return yaw_rate * 2 * half_track / (p.rim[1] - p.rim[0]);
}

// Pads that slide sideways at will leave the speeds of the tracks alone to turn the vehicle; those that rub as much as
// along the track take a third of it.
static void test_pivot(void) {
  if (LIGHT) return;
  CHECK_NEAR(pivot(NULL), 0.64, 0.05);
  CHECK_NEAR(pivot("0.4"), 0.80, 0.05);
  CHECK_NEAR(pivot("0.01"), 1, 0.03);
}

// ---- what the controller decides ------------------------------------------------------------------------------------

static const double ratios[] = {0, 22.7, 12.75, 7.16, 4.02};

// Gears engaged from the one below and from the one above, as bits; how often the converter's clutch closed and opened.
typedef struct {
  int gear, up, down, closed, opened;
  double lock;
} journey;

static void note(const ending *now, journey *seen) {
  int gear = (int)value_of(now, "gear");
  double lock = value_of(now, "lock");
  if (gear == seen->gear + 1) seen->up |= 1 << gear;
  if (gear == seen->gear - 1 && gear > 0) seen->down |= 1 << gear;
  CHECK(abs(gear - seen->gear) <= 1);
  seen->closed += lock == 1 && seen->lock < 1;
  seen->opened += lock == 0 && seen->lock > 0;
  seen->gear = gear;
  seen->lock = lock;
}

static ending travel(jn_model *model, double until, journey *seen) {
  static ending end;
  jn_choices choices = *jn_model_choices(model);
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  choices.until = until;
  jn_report *report = jn_report_new(NULL);
  jn_run *run = jn_run_new(model, &options, report);
  end = (ending){.status = run ? JN_OK : JN_BAD_MODEL};
  while (run && end.status == JN_OK && jn_run_state(run)[0] < until) {
    end.status = jn_run_step(run, until);
    take(run, &end);
    note(&end, seen);
  }
  CHECK(end.status == JN_OK);
  jn_run_free(run);
  jn_report_free(report);
  return end;
}

// Through all gears up and down, with lock-up in second and third; straight on, and held at the end.
static void test_straight(void) {
  jn_model *model = LIGHT ? NULL : read_m2(VEHICLES "m2-straight.yaml", NULL, 0);
  journey seen = {.gear = 0};
  if (!model) return;
  ending end = travel(model, 10.2, &seen);
  CHECK(seen.up == (1 << 1 | 1 << 2 | 1 << 3 | 1 << 4) && seen.down == (1 << 3 | 1 << 2 | 1 << 1));
  CHECK(seen.closed == 2 && seen.opened == 2);
  CHECK(value_of(&end, "chassis.x") > 40 && fabs(value_of(&end, "chassis.y")) < 0.1);
  CHECK(fabs(value_of(&end, "speed_left")) < 5e-3 && fabs(value_of(&end, "speed_right")) < 5e-3);
  CHECK(value_of(&end, "brake_left") == 1 && value_of(&end, "brake_right") == 1);
  CHECK_NEAR(value_of(&end, "ratio"), ratios[1], 1e-12);
  jn_model_free(model);
}

// With the clutch closed the engine turns with the sprockets: it slips by its torque over the clutch's damping.
static void test_locked(void) {
  if (LIGHT) return;
  ending end = run_m2(VEHICLES "m2-straight.yaml", NULL, 0, 1e-3, 2.4);
  double turbine = ratios[2] * (value_of(&end, "speed_left") + value_of(&end, "speed_right")) / (2 * sprocket);
  double slip = value_of(&end, "engine_speed") - turbine;
  CHECK(value_of(&end, "lock") == 1 && value_of(&end, "gear") == 2);
  CHECK(slip > 2 && slip < 8);
}

// In second gear the ratio is a third of the way from the first's to the fourth's.
static void test_turn(void) {
  if (LIGHT) return;
  ending end = run_m2(VEHICLES "m2-turn.yaml", NULL, 0, 1e-3, 3.2);
  check_difference(&end, 0.5 * (0.015 - 0.01 / 3));
  CHECK(value_of(&end, "gear") == 2 && value_of(&end, "yaw_rate") > 0.1);
}

// The driver asks for reverse while it rolls forward: it waits in neutral, is held, and then goes back.
static void test_reverse(void) {
  static const jn_setting settings[] = {{"speed", "1.5"},
                                        {"inputs.gear", "-1"},
                                        {"inputs.brake", "0.5*(1 - smooth(5*(t - 0.7)))"},
                                        {"inputs.throttle", "0.5*smooth(5*(t - 1))"}};
  if (LIGHT) return;
  ending end = run_m2(VEHICLES "m2.yaml", settings, 4, 1e-3, 0.15);
  CHECK(value_of(&end, "gear") == 0 && value_of(&end, "ratio") == 0 && value_of(&end, "speed_left") > 0.5);
  end = run_m2(VEHICLES "m2.yaml", settings, 4, 1e-3, 0.95);
  CHECK(value_of(&end, "gear") == -1 && value_of(&end, "brake_left") == 1);
  end = run_m2(VEHICLES "m2.yaml", settings, 4, 1e-3, 2);
  CHECK(value_of(&end, "gear") == -1 && value_of(&end, "brake_left") == 0 && value_of(&end, "lock") == 0);
  CHECK_NEAR(value_of(&end, "ratio"), -22.7, 1e-12);
  CHECK(value_of(&end, "speed_left") < -0.5 && value_of(&end, "speed_right") < -0.5);
}

// Steering takes from the outer side's braking what it gives to the inner one.
static void test_blending(void) {
  static const jn_setting settings[] = {{"speed", "8"}, {"inputs.brake", "0.4"}, {"inputs.steer", "0.5"}};
  if (LIGHT) return;
  ending end = run_m2(VEHICLES "m2.yaml", settings, 3, 1e-3, 0.4);
  CHECK_NEAR(value_of(&end, "brake_left"), 0.4 * (1 + 0.6 * 0.5), 1e-12);
  CHECK_NEAR(value_of(&end, "brake_right"), 0.4 * (1 - 0.6 * 0.5), 1e-12);
  CHECK_NEAR(value_of(&end, "brake_torque_left"), 30e3 * 0.52, 1e-6);
  CHECK_NEAR(value_of(&end, "brake_torque_right"), 30e3 * 0.28, 1e-6);
  CHECK(value_of(&end, "yaw_rate") > 0.01 && value_of(&end, "speed_left") < value_of(&end, "speed_right"));
}

int main(void) {
  files_begin();
  test_coasting();
  test_bumps();
  test_slope();
  test_pivot();
  test_straight();
  test_locked();
  test_turn();
  test_reverse();
  test_blending();
  test_counts();
  test_standing();
  test_symmetry();
  files_end();
  return check_report();
}
