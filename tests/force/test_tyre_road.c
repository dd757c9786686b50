// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_tyre_road.c - rolling resistance, load by a law, and the friction of the road.
#include <math.h>

#include "model/model.h"
#include "tyre_wheel.h"

// ---- rolling resistance -------------------------------------------------------------------------------------------

// f Fz times the height of the centre against the spin, more with speed; none when it stands, slides locked or hangs.
static void test_moment(void) {
  const double f = 0.015 + 20 * (1e-4 + 20 * (1e-5 + 400 * 1e-9)), h = 0.29;
  for (int i = 0; i < 2 * NKINDS; i++) {
    jn_model *model =
        read_wheel(tyre_kinds[i / 2], "{type: flat}",
                   i % 2 ? ", rolling_resistance: 0.015, rolling_resistance_v: 1e-4, rolling_resistance_v2: 1e-5, "
                           "rolling_resistance_v4: 1e-9, relaxation: 0"
                         : ", rolling_resistance: 0.015, rolling_resistance_v: 1e-4, rolling_resistance_v2: 1e-5, "
                           "rolling_resistance_v4: 1e-9, relaxation: 0.3");
    if (!model) continue;
    double state[3] = {0, 0, 0};
    CHECK(nstates(model) == (i % 2 ? 0 : 3));
    for (int sign = -1; sign <= 1; sign += 2) {
      jni_force_input in = wheel_at(h, 0.1, sign * 20, 0, sign * 20 / h), other = in;
      in.state = nstates(model) ? state : NULL;
      jni_force_output out = calc(model, &in);
      double load = named(&out, model, "fz"), below = 0.3 - named(&out, model, "penetration");
      CHECK_NEAR(named(&out, model, "my"), -sign * f * load * below, 1e-9);
      other = wheel_at(h, 0, sign * 20, 0, 0);
      other.state = in.state;
      out = calc(model, &other);
      CHECK_NEAR(out.named[8], 0, 1e-12);
    }
    jni_force_input high = wheel_at(0.31, 0, 20, 0, 60);
    high.state = nstates(model) ? state : NULL;
    jni_force_output out = calc(model, &high);
    CHECK(out.named[8] == 0);
    jn_model_free(model);
  }
}

// A wheel that rolls alone in a vertical plane; `speed` at first, on a slope.
static const double *roll(const char *kind, double speed, double angle, double until, jn_run **kept) {
  char text[2048];
  const double at[] = {until - 2, until};
  snprintf(
      text, sizeof text,
      "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\nroads: {r: {type: slope, angle: %g}}\n"
      "bodies: {wheel: {mass: 400, inertia: [5, 8, 5]}}\njoints: {guide: {type: planar, between: [ground, wheel], "
      "axis: y}}\n"
      "forces: {tyre: {type: %s, at: wheel, road: r, radius: 0.3, stiffness: 200e3, damping: 2e3, relaxation: 0.3, "
      "load: 4e3, rolling_resistance: 0.015%s}}\n"
      "initial: {keep: {wheel.x: 0, wheel.vx: %g, wheel.wy: %g}, guess: {wheel.z: 0.281}}\n"
      "simulate: {until: %g, integrator: dopri5, tolerance: 1e-8}\noutputs: [wheel.x, wheel.vx, energy.error, "
      "force.tyre.my]\n",
      angle, kind, extra(kind), speed, speed / 0.29, until);
  jn_model *model = read_text(text);
  jn_report *report = jn_report_new(NULL);
  jn_run_options options = jn_run_options_default();
  options.at = at;
  options.nat = 2;
  *kept = model ? jn_run_new(model, &options, report) : NULL;
  bool done = *kept && jn_run_execute(*kept, report) == JN_OK;
  for (int i = 0; !done && i < jn_report_size(report); i++) printf("%s\n", jn_report_get(report, i)->what);
  CHECK(done);
  jn_report_free(report);
  jn_model_free(model);
  return done ? jn_run_sample(*kept, 0) : NULL;
}

// It slows down by f g m/(m + J/h^2), loses what the balance counts, stops without rolling back and forth, holds on a
// slope below f and not on one above.
static void test_rolling(void) {
  for (int i = 0; i < NKINDS; i++) {
    jn_run *run;
    const double h = 0.3 - 400 * 9.81 / 200e3, braking = 0.015 * 9.81 * 400 / (400 + 8 / (h * h));
    const double *row = roll(tyre_kinds[i], 2, 0, 6, &run);
    if (row) {
      const double *end = jn_run_sample(run, 1);
      CHECK_NEAR((row[1] - end[1]) / 2, braking, 0.02 * braking);
      CHECK_NEAR(end[2], 0, 1e-5 * 800);
    }
    jn_run_free(run);
    row = roll(tyre_kinds[i], 0.5, 0, 14, &run);
    if (row) {
      CHECK_NEAR(row[1], 0, 1e-4);
      CHECK_NEAR(jn_run_sample(run, 1)[0], row[0], 1e-4);
    }
    jn_run_free(run);
    row = roll(tyre_kinds[i], 0, 0.01, 14, &run);
    if (row) {
      CHECK(fabs(row[0]) < 0.02);
      CHECK_NEAR(jn_run_sample(run, 1)[0], row[0], 1e-5);
      CHECK_NEAR(row[3], jn_run_sample(run, 1)[3], 1e-3 * fabs(row[3]) + 1e-9);
    }
    jn_run_free(run);
    row = roll(tyre_kinds[i], 0, -0.025, 14, &run);
    if (row) CHECK(row[1] > 0.5);
    jn_run_free(run);
  }
}

// ---- load by a law -------------------------------------------------------------------------------------------------

static double load_at(const jn_model *model, double deflection, double rate) {
  jni_force_input in = wheel_at(0.3 - deflection, 0, 10, 0, 33);
  double state[3] = {0, 0, 0};
  in.state = nstates(model) ? state : NULL;
  in.end[0].v[2] = -rate;
  return calc(model, &in).scalar;
}

static void test_load_law(void) {
  static const double at[][2] = {{-0.01, 0}, {0.0025, 292.5}, {0.0075, 935.5}, {0.02, 3477}, {0.09, 4798 + 13 * 1321}};
  for (int i = 0; i < NKINDS; i++) {
    jn_model *table =
                 read_wheel(tyre_kinds[i], "{type: flat}",
                            ", damping: 1e4, load_law: {table: [[0, 0], [0.005, 585], [0.01, 1286], [0.015, 2352], "
                            "[0.02, 3477], [0.025, 4798]]}"),
             *line = read_wheel(tyre_kinds[i], "{type: flat}", ", damping: 1e4, load_law: {polynomial: [0, 200e3]}"),
             *plain = read_wheel(tyre_kinds[i], "{type: flat}", ", damping: 1e4");
    for (int k = 0; table && k < 5; k++) CHECK_NEAR(load_at(table, at[k][0], 0), at[k][1], 1e-6);
    for (double d = 0; line && plain && d < 0.1; d += 0.01)
      for (double v = -1; v < 1.1; v += 0.5) CHECK_NEAR(load_at(line, d, v), load_at(plain, d, v), 1e-9 * 2e4);
    // the damper is bounded by the spring, whatever the law
    if (table) {
      CHECK(load_at(table, 0.005, -1) == 0);
      CHECK_NEAR(load_at(table, 0.005, 1), 2 * 585, 1e-6);
    }
    jn_model_free(table);
    jn_model_free(line);
    jn_model_free(plain);
  }
}

// ---- friction of the road -------------------------------------------------------------------------------------------

// The largest force of a braked wheel, over its load.
static double braking(const jn_model *model) {
  double most = 0;
  for (double slip = 0; slip <= 1; slip += 0.002) {
    jni_force_input in = wheel_at(0.28, 0, 10, 0, 10 / 0.28 * (1 - slip));
    jni_force_output out = calc(model, &in);
    most = fmax(most, -named(&out, model, "fx") / out.scalar);
  }
  return most;
}

static void test_friction(void) {
  for (int i = 0; i < NKINDS; i++) {
    jn_model *dry = read_wheel(tyre_kinds[i], "{type: flat}", ", relaxation: 0"),
             *wet = read_wheel(tyre_kinds[i], "{type: flat, friction: 0.25}", ", relaxation: 0");
    if (dry && wet) CHECK_NEAR(braking(wet) / braking(dry), 0.25, 0.002);
    jn_model_free(dry);
    jn_model_free(wet);
  }
}

typedef struct {
  double x, y, factor;
} spot;

static void check_grip(const char *roads, const spot *spots, int n, const char *mirror) {
  char text[2048];
  snprintf(
      text, sizeof text,
      "jounce: 1\nspace: space\nparts:\n  p:\n    roads: {%s}\n    bodies: {wheel: {mass: 20, inertia: [1, 1, 1]}}\n"
      "    forces: {tyre: {type: tyre-fiala, at: wheel, road: r, radius: 0.3, stiffness: 2e5, slip_stiffness: 8e4, "
      "cornering_stiffness: 5e4}}\nuse: {u: {part: p%s}}\n",
      roads, mirror);
  jn_model *model = read_text(text);
  double sx = strstr(mirror, "x") ? -1 : 1, sy = strstr(mirror, "y") ? -1 : 1;
  for (int i = 0; model && i < n; i++)
    CHECK_NEAR(jnk_terrain_grip(model->forces[0].terrain, sx * spots[i].x, sy * spots[i].y), spots[i].factor, 1e-12);
  jn_model_free(model);
}

// Of a whole road, of its sides, of segments, of a turned patch on a sum; blurred at the edges; in mirrors.
static void test_zones(void) {
  static const char *const mirrors[] = {"", ", mirror: y", ", mirror: x"};
  const double c = sqrt(0.5);
  const spot split[] = {{3, 1, 1}, {3, -1, 0.2}},
             pieces[] = {{-50, 0, 0.5}, {1, 9, 0.5}, {2.5, 0, 0.75}, {3, 0, 1}, {6, -3, 0.1}, {90, 0, 0.1}},
             patch[] = {{0, 0, 0.8},
                        {5 * c, 5 * c, 0.08},
                        {4 * c, 4 * c, 0.44},
                        {5 * c, 5 * c + 2, 0.8},
                        {5 * c - c * 0.9, 5 * c + c * 0.9, 0.08}};
  for (int i = 0; i < 3; i++) {
    if (i < 2)
      check_grip("r: {type: tracks, left: a, right: b}, a: {type: flat}, b: {type: flat, friction: 0.2}", split, 2,
                 mirrors[i]);
    check_grip(
        "r: {type: profile, segments: [{type: flat, length: 2.5, friction: 0.5}, {type: flat, length: 2}, {type: "
        "ramp, rise: 1, length: 2, friction: 0.1}]}",
        pieces, 6, mirrors[i]);
    check_grip(
        "r: {type: sum, roads: [a, b], friction: 0.8}, a: {type: flat}, b: {type: patch, at: 4, length: 3, across: -1, "
        "width: 2, heading: 45 deg, friction: 0.1}",
        patch, 5, mirrors[i]);
  }
}

int main(void) {
  test_moment();
  test_rolling();
  test_load_law();
  test_friction();
  test_zones();
  return check_report();
}
