// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_tyre_soil.c - tyres on soft ground: steady states of the element against the law of the patch, standstill on
// slopes, coasting, a wheel that loses the ground, tables that are made from it, and what is refused.
#include "jounce/tyre.h"
#include "kernel/ground/soil_wheel.h"
#include "tyre_wheel.h"

static const jnk_soil sand = {1.1, 990, 1528430, {1040, 0.53170943166, 0.025}};
static const char soils[] =
    "soils:\n  sand: {n: 1.1, k_c: 990, k_phi: 1528430, c: 1.04 kPa, phi: 28 deg, K: 25 mm}\n"
    "  clay: {n: 0.5, k_c: 13190, k_phi: 692150, c: 4.14 kPa, phi: 13 deg, K: 10 mm}\n";

static jn_model *read_soil_wheel(const char *more) {
  char text[2048];
  snprintf(text, sizeof text,
           "jounce: 1\nspace: space\nbodies:\n  wheel: {mass: 20, inertia: [1, 1, 1]}\n%sroads:\n  road: {type: flat, "
           "soil: sand}\nforces:\n  tyre: {type: tyre-soil, at: wheel, road: road, radius: 0.47, width: 0.3%s}\n",
           soils, more);
  return read_text(text);
}

// The states of an element where it moves evenly.
static void settle(const jn_model *model, jni_force_input *in, double state[3]) {
  for (int i = 0; i < 20000; i++) {
    in->state = state;
    jni_force_output out = calc(model, in);
    for (int k = 0; k < 3; k++) state[k] += 1e-3 * out.state_rate[k];
  }
}

// ---- the element against the law ---------------------------------------------------------------------------

// A wheel that rolls evenly has the forces of the patch at its slip, with and without states, forward and backward, and
// never gives power. Slip is that of the tread, at R less the deflection of the tyre.
static void check_steady(const char *more, double stiffness, double vx, double vy, double spin) {
  jn_model *model = read_soil_wheel(more);
  if (!model) return;
  const double R = 0.47, h = 0.05;
  jni_force_input in = wheel_at(R - h, 0, vx, vy, spin);
  double state[3] = {0, 0, 0};
  if (nstates(model) == 3) settle(model, &in, state);
  else CHECK(nstates(model) == 0);
  jni_force_output out = calc(model, &in);
  const jnk_soil_wheel wheel = {sand, R, 0.3, stiffness, 0};
  jnk_patch patch;
  jnk_patch_force f;
  jnk_patch_stand(&wheel, h, &patch);
  double r = R - patch.deflection, tread = r * spin;
  const jnk_patch_slip slip = {(tread - vx) / fabs(tread), -vy / fabs(tread), vx > 0 ? 1 : -1};
  jnk_patch_calc(&wheel, &patch, &slip, &f);
  const double tolerance = 1e-6 * patch.load;
  CHECK_NEAR(named(&out, model, "slip"), slip.x, 1e-6);
  CHECK_NEAR(named(&out, model, "sinkage"), patch.sinkage, 1e-12);
  CHECK_NEAR(out.force[0][0], f.traction - f.resistance, tolerance);
  CHECK_NEAR(out.force[0][1], f.side, tolerance);
  CHECK_NEAR(out.force[0][2], patch.load + f.lift, tolerance);
  CHECK_NEAR(out.torque[0][1], -r * f.tread, tolerance);
  CHECK_NEAR(out.torque[0][2], f.Mz, tolerance);
  CHECK_NEAR(out.torque[0][0], r * f.side, tolerance);
  CHECK_NEAR(named(&out, model, "my"), -r * f.tread, tolerance);
  CHECK_NEAR(named(&out, model, "fx"), named(&out, model, "traction") - named(&out, model, "resistance"), tolerance);
  CHECK(out.power <= 0);
  jn_tyre_point point;
  if (vy == 0 && vx > 0) {
    CHECK(jn_tyre_steady(model, (jn_force){0}, h, slip.x, 0, &point));
    CHECK_NEAR(point.load, out.force[0][2], tolerance);
    CHECK_NEAR(point.traction - point.resistance, out.force[0][0], tolerance);
    CHECK_NEAR(point.torque, -out.torque[0][1], tolerance);
  }
  jn_model_free(model);
}

static void test_steady(void) {
  static const double motions[][3] = {{2, 0, 6},   {2, 0.3, 6},   {2, 0, 4.2}, {5, -1, 8},
                                      {-2, 0, -6}, {-2, 0.4, -3}, {2, 0, 1}};
  for (size_t i = 0; i < sizeof motions / sizeof *motions; i++)
    for (int k = 0; k < 4; k++) {
      static const char *const more[] = {"", ", stiffness: 3e5", ", relaxation: 0",
                                         ", relaxation: 0.5, stiffness: 3e5, lag: 0.1"};
      check_steady(more[k], k % 2 ? 3e5 : 0, motions[i][0], motions[i][1], motions[i][2]);
    }
}

// At rest no state moves and the force is a spring; a locked wheel that slides has all that the ground can carry, and
// the damper is never more than the load.
static void test_rest(void) {
  jn_model *model = read_soil_wheel(", stiffness: 3e5, damping: 1e5");
  if (!model) return;
  double state[3] = {0.01, -0.02, 0.01};
  jni_force_input in = wheel_at(0.42, 0, 0, 0, 0);
  in.state = state;
  jni_force_output out = calc(model, &in);
  CHECK(out.state_rate[0] == 0 && out.state_rate[1] == 0 && out.state_rate[2] == 0);
  CHECK(named(&out, model, "traction") > 0 && out.force[0][1] < 0 && named(&out, model, "resistance") > 0);
  double slid[3] = {0, 0, 0};
  in = wheel_at(0.42, 0, 3, 0, 0);
  settle(model, &in, slid);
  out = calc(model, &in);
  double fx = named(&out, model, "traction"), fz = out.force[0][2];
  in.end[0].v[2] = -100;
  out = calc(model, &in);
  CHECK(fx < -0.5 * fz && out.force[0][2] < 2.2 * fz);
  in.end[0].v[2] = 100;
  out = calc(model, &in);
  CHECK(out.force[0][2] >= 0 && out.force[0][2] < 0.2 * fz);
  in = wheel_at(0.48, 0, 3, 0, 2);  // in the air
  in.state = slid;
  out = calc(model, &in);
  CHECK(out.force[0][0] == 0 && out.force[0][2] == 0 && out.power == 0 && isfinite(out.state_rate[0]));
  jn_model_free(model);
}

// ---- motion ------------------------------------------------------------------------------------------------

static double at_end(const jn_run *run, int sample, const char *name) {
  for (int i = 0; i < jn_run_noutputs(run); i++)
    if (strcmp(jn_run_output_name(run, i), name) == 0)
      return jn_run_sample(run, sample) ? jn_run_sample(run, sample)[i] : (double)NAN;
  return (double)NAN;
}

// A body with a wheel that moves in the plane x, z over a road; gives x and vx at two times.
static void roll(const char *road, const char *tyre, const char *joint, const char *start, const double times[2],
                 double x[2], double *v, double *lost) {
  char text[2048];
  snprintf(text, sizeof text,
           "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\n%sroads:\n  road: %s\nbodies:\n"
           "  slide: {mass: 1, inertia: [1, 1, 1]}\n  cart: {mass: 300, inertia: [9, 9, 9]}\n"
           "  wheel: {mass: 20, inertia: [1, 2, 1]}\njoints:\n  along: {type: prismatic, between: [ground, slide], "
           "axis: x}\n"
           "  up: {type: prismatic, between: [slide, cart], axis: z}\n  axle: {type: %s, between: [cart, wheel]%s}\n"
           "forces:\n  tyre: {type: tyre-soil, at: wheel, road: road, radius: 0.47, width: 0.3%s}\n"
           "initial: {keep: {cart.z: 0.45, cart.vz: 0, %s}}\nsimulate: {until: %g, tolerance: 1e-7}\n"
           "outputs: [cart.x, cart.vx, cart.z, energy.error]\n",
           soils, road, joint, strcmp(joint, "fixed") == 0 ? "" : ", axis: y", tyre, start, times[1]);
  jn_model *model = read_text(text);
  jn_report *report = jn_report_new(NULL);
  jn_run_options options = jn_run_options_default();
  options.at = times;
  options.nat = 2;
  jn_run *run = model ? jn_run_new(model, &options, report) : NULL;
  bool done = run && jn_run_execute(run, report) == JN_OK;
  CHECK(done);
  for (int i = 0; i < 2; i++) x[i] = done ? at_end(run, i, "cart.x") : (double)NAN;
  *v = done ? at_end(run, 1, "cart.vx") : (double)NAN;
  *lost = done ? at_end(run, 1, "energy.error") : (double)NAN;
  jn_run_free(run);
  jn_report_free(report);
  jn_model_free(model);
}

static void test_motion(void) {
  double x[2], v, error;
  const double later[2] = {8, 20};
  // locked on a slope of 15 degrees: stands on the spring of the ground, to less than a micrometre
  roll("{type: slope, angle: 15 deg, soil: sand}", ", stiffness: 3e5, damping: 3e3", "fixed", "cart.x: 0, cart.vx: 0",
       later, x, &v, &error);
  CHECK_NEAR(x[1], x[0], 1e-6);
  CHECK(x[0] < 0 && x[0] > -0.15);
  CHECK_NEAR(error, 0, 0.05);
  // a free wheel is held by the rut it stands in, on a slope of 2 degrees, and rolls down one of 12
  roll("{type: slope, angle: 2 deg, soil: sand}", ", stiffness: 3e5, damping: 3e3", "revolute",
       "cart.x: 0, cart.vx: 0, joint.axle.rate: 0", later, x, &v, &error);
  CHECK_NEAR(x[1], x[0], 1e-4);
  roll("{type: slope, angle: 12 deg, soil: sand}", ", stiffness: 3e5, damping: 3e3", "revolute",
       "cart.x: 0, cart.vx: 0, joint.axle.rate: 0", later, x, &v, &error);
  CHECK(x[1] < x[0] - 10 && v < -1);
  // coasts to a stop: resistance over load is the deceleration, as far as the load is even
  roll("{type: flat, soil: sand}", ", stiffness: 3e5, damping: 3e3", "revolute",
       "cart.x: 0, cart.vx: 3, joint.axle.rate: 6.5", later, x, &v, &error);
  CHECK(x[0] > 3 && x[0] < 20);
  CHECK_NEAR(x[1], x[0], 1e-3);
  CHECK_NEAR(error, 0, 0.05);
  // drives off steps, loses the ground and lands
  roll("{type: stairs, at: 2, count: 3, drop: 0.3, tread: 3, soil: sand}",
       ", stiffness: 3e5, damping: 3e3, envelope: true", "revolute", "cart.x: 0, cart.vx: 6, joint.axle.rate: 13",
       later, x, &v, &error);
  CHECK(x[1] > 3 && fabs(v) < 1);
}

// ---- tables ------------------------------------------------------------------------------------------------

enum { DEPTHS = 25, SLIPS = 49, ANGLES = 33 };

static double depth(int i) { return 0.2 * i * i / ((DEPTHS - 1) * (DEPTHS - 1)); }
static double slip_at(int j) {
  double t = 2.0 * j / (SLIPS - 1) - 1;
  return t < 0 ? 4 * t * t * t : t * t;
}
static double angle_at(int j) { return 1.4 * j * j / ((ANGLES - 1) * (ANGLES - 1)); }

// One number of the curves, as a table of deflection and slip (ny 0: of deflection alone), smooth.
static jn_lookup add_curve(jn_model *to, const jn_model *from, const char *name, size_t member, int ny, bool angle) {
  double x[DEPTHS], y[SLIPS], values[DEPTHS * SLIPS];
  jn_table_def def = jn_table_def_default();
  jn_tyre_point point;
  for (int i = 0; i < DEPTHS; i++) {
    x[i] = depth(i);
    for (int j = 0; j < (ny ? ny : 1); j++) {
      y[j] = angle ? angle_at(j) : slip_at(j);
      jn_tyre_steady(from, (jn_force){0}, x[i], angle || !ny ? 0 : y[j], angle ? y[j] : 0, &point);
      values[i * (ny ? ny : 1) + j] = *(const double *)(const void *)((const char *)&point + member);
    }
  }
  def.name = name;
  def.nx = DEPTHS;
  def.ny = ny;
  def.x = x;
  def.y = y;
  def.values = values;
  def.smooth = def.hold = true;
  return (jn_lookup){jn_model_add_table(to, &def)};
}

// The same wheel by tables.
static jn_model *table_of(const jn_model *soil) {
  jn_model *model = jn_model_new(NULL, "tables", JN_SPACE);
  jn_body_def body = jn_body_def_default();
  body.name = "wheel";
  body.mass = 20;
  body.inertia[0] = body.inertia[1] = body.inertia[2] = 1;
  jn_road_def road = jn_road_def_default();
  road.name = "road";
  road.type = "flat";
  jn_force_def def = jn_force_def_default();
  def.between[0] = jn_model_body_frame(model, jn_model_add_body(model, &body));
  def.name = "tyre";
  def.type = "tyre-table";
  def.tyre.radius = 0.47;
  def.tyre.road = jn_model_add_road(model, &road);
#define CURVE(name, ny, angle) add_curve(model, soil, #name, offsetof(jn_tyre_point, name), ny, angle)
  def.tyre.load_table = CURVE(load, SLIPS, false);
  def.tyre.traction_table = CURVE(traction, SLIPS, false);
  def.tyre.torque_table = CURVE(torque, SLIPS, false);
  def.tyre.side_table = CURVE(side, ANGLES, true);
  def.tyre.resistance_table = CURVE(resistance, 0, false);
  def.tyre.sinkage_table = CURVE(sinkage, 0, false);
#undef CURVE
  jn_model_add_force(model, &def);
  CHECK(jn_model_finish(model) == JN_OK);
  return model;
}

static unsigned seed = 4711;
static double random_between(double low, double high) {
  seed = seed * 1664525u + 1013904223u;
  return low + (high - low) * (seed >> 8) / 16777216.0;
}

// Tables made of a wheel give its forces between their knots: over slip alone within 0.5 % of the load; with slip
// across at once within 35 %, and 3 % in the quadratic mean, because a table holds one slip at a time. Both ways.
static void check_tables(const char *more) {
  jn_model *soil = read_soil_wheel(more), *table = soil ? table_of(soil) : NULL;
  double square = 0;
  int n = 0;
  for (int k = 0; table && k < 400; k++) {
    bool combined = k % 2, back = k % 4 > 1;
    double way = back ? -1 : 1, vx = way * random_between(0.5, 3), vy = combined ? random_between(-1, 1) : 0;
    jni_force_input in = wheel_at(0.47 - random_between(0.01, 0.15), 0, vx, vy, way * random_between(1, 12));
    double state[2][3];
    jni_force_output out[2];
    for (int s = 0; s < 2; s++) {
      for (int i = 0; i < 3; i++) state[s][i] = i < 2 ? random_between(-0.05, 0.05) : way * 0.3 * 0.47;
      state[s][1] *= combined;
    }
    for (int i = 0; i < 3; i++) state[1][i] = state[0][i];
    in.state = state[0];
    out[0] = calc(soil, &in);
    in.state = state[1];
    out[1] = calc(table, &in);
    double load = out[0].force[0][2], tolerance = (combined ? 0.35 : 5e-3) * load;
    for (int i = 0; i < 3; i++) {
      double off = out[1].force[0][i] - out[0].force[0][i];
      CHECK_NEAR(off, 0, tolerance);
      square += combined * off * off / (load * load);
      n += combined;
    }
    CHECK_NEAR(out[1].torque[0][1], out[0].torque[0][1], 0.47 * tolerance);
    for (int i = 0; i < 3; i++) CHECK_NEAR(out[1].state_rate[i], out[0].state_rate[i], 0.05);
  }
  CHECK(n > 0 && sqrt(square / n) < 0.03);
  jn_model_free(soil);
  jn_model_free(table);
}

static void test_tables(void) {
  check_tables(", stiffness: 3e5");
  check_tables("");
}

// Curves of the other kinds: the load of the spring, forces of their law.
static void test_other_curves(void) {
  for (int i = 0; i < NKINDS; i++) {
    jn_model *model = read_wheel(tyre_kinds[i], "{type: flat}", ", rolling_resistance: 0.02");
    jn_tyre_point none, point, other;
    CHECK(model && jn_tyre_steady(model, (jn_force){0}, -0.01, 0.1, 0, &none) && none.load == 0 && none.traction == 0);
    CHECK(model && jn_tyre_steady(model, (jn_force){0}, 0.02, 0.1, 0, &point));
    CHECK(model && jn_tyre_steady(model, (jn_force){0}, 0.02, 0, 0.1, &other));
    CHECK_NEAR(point.load, 4000, 1e-9);
    CHECK(point.traction > 1000 && point.traction < 5000 && other.side > 1000 && other.side < 5000);
    CHECK_NEAR(point.torque, 0.28 * (point.traction + 80), 1e-9);
    jn_model_free(model);
  }
  jn_model *model = read_text(
      "{jounce: 1, space: space, bodies: {b: {mass: 1, inertia: [1, 1, 1]}}, forces: {push: {type: point-force, at: b, "
      "value: [1, 0, 0]}}}");
  jn_tyre_point point;
  CHECK(model && !jn_tyre_steady(model, (jn_force){0}, 0.02, 0.1, 0, &point));
  jn_model_free(model);
}

// A wheel that is rolled over onto its side, driven and sliding: no force jumps on the way, and lying it has none.
static void check_lying(jn_model *model, double radius) {
  const int n = 6400;
  double before[6] = {0}, state[3] = {0.02, -0.01, 0.1}, most = 0, jump = 0, left = 0;
  for (int k = 0; model && k <= n; k++) {
    double lean = 0.5 * JNK_PI * k / n;
    jni_force_input in = wheel_at(0.05 * radius, lean, 3, 0.4, 9 / radius);
    if (nstates(model) > 0) in.state = state;
    jni_force_output out = calc(model, &in);
    for (int i = 0; i < 6; i++) {
      double now = i < 3 ? out.force[0][i] : out.torque[0][i - 3];
      if (k > 0) jump = fmax(jump, fabs(now - before[i]));
      most = fmax(most, fabs(now));
      before[i] = now;
      if (cos(lean) < 0.1) left = fmax(left, fabs(now));
    }
  }
  CHECK(most > 0 && jump < 0.02 * most);
  CHECK(left == 0);
  jn_model_free(model);
}

static void test_lying(void) {
  for (int i = 0; i < NKINDS; i++) check_lying(read_wheel(tyre_kinds[i], "{type: flat}", ""), 0.3);
  for (int i = 0; i < 2; i++) {
    jn_model *soil = read_soil_wheel(i ? ", stiffness: 3e5, damping: 1e3" : "");
    check_lying(soil ? table_of(soil) : NULL, 0.47);
    check_lying(soil, 0.47);
  }
}

int main(void) {
  test_steady();
  test_rest();
  test_motion();
  test_tables();
  test_other_curves();
  test_lying();
  return check_report();
}
