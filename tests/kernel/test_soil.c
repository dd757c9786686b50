// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_soil.c - soft ground: closed forms of plates, rigid wheels and tracks, the integrals of the patch against fine
// ones, balance of tyre and ground, continuity, mirror images, and power that is never gained.
#include "check.h"

#include "kernel/ground/soil_wheel.h"

enum { NSOILS = 5 };

// As in models/parts/soils.yml.
static jnk_soil soil_of(int i) {
  static const double rows[NSOILS][6] = {{1.1, 990, 1528430, 1040, 28, 0.025},
                                         {0.7, 5270, 1515040, 1720, 29, 0.025},
                                         {0.5, 13190, 692150, 4140, 13, 0.010},
                                         {0.2, 16430, 1724690, 68950, 20, 0.006},
                                         {1.6, 4370, 196720, 1030, 19.7, 0.040}};
  const double *r = rows[i];
  return (jnk_soil){r[0], r[1], r[2], {r[3], tan(r[4] * JNK_PI / 180), r[5]}};
}

enum { RIGID, ELASTIC, INFLATED, NSORTS };

static jnk_soil_wheel wheel_of(int soil, int sort) {
  return (jnk_soil_wheel){soil_of(soil), 0.47, 0.318, sort == ELASTIC ? 3e5 : 0, sort == INFLATED ? 1.5e5 : 0};
}

static unsigned state = 12345;
static double random_between(double low, double high) {
  state = state * 1664525u + 1013904223u;
  return low + (high - low) * (state >> 8) / 16777216.0;
}

// ---- plates and pads ---------------------------------------------------------------------------------------

static void test_plate(void) {
  for (int i = 0; i < NSOILS; i++) {
    jnk_soil soil = soil_of(i);
    double b = 0.1, z = 0.04, p = (soil.k_c / b + soil.k_phi) * pow(z, soil.n), sum = 0;
    CHECK_NEAR(jnk_soil_pressure(&soil, b, z), p, 1e-13 * p);
    CHECK_NEAR(jnk_soil_sinkage(&soil, b, p), z, 1e-13);
    // the work to press a rut is the integral of the pressure
    enum { STEPS = 2000 };
    for (int k = 0; k < STEPS; k++)
      sum += b * jnk_soil_pressure(&soil, b, 0.01 + 0.03 * (k + 0.5) / STEPS) * 0.03 / STEPS;
    CHECK_NEAR(jnk_soil_compaction(&soil, b, 0.01, z), sum, 1e-6 * sum);
    CHECK(jnk_soil_compaction(&soil, b, z, 0.01) == 0);
    CHECK_NEAR(jnk_soil_compaction(&soil, b, -1, z), b * p * z / (soil.n + 1), 1e-13 * p);
    CHECK(jnk_soil_pressure(&soil, b, -0.01) == 0 && jnk_soil_sinkage(&soil, b, 0) == 0);
  }
}

static void test_pad_load(void) {
  for (int i = 0; i < NSOILS; i++)
    for (double k = 1e3; k < 1e9; k *= 10)
      for (double h = 1e-6; h < 0.5; h *= 7) {
        jnk_soil soil = soil_of(i);
        double z, N = jnk_pad_load(&soil, 0.5, 0.15, k, h, &z), ground = 0.5 * 0.15 * jnk_soil_pressure(&soil, 0.15, z);
        N = jnk_pad_load(&soil, 0.15, 0.5, k, h, &z);
        ground = 0.5 * 0.15 * jnk_soil_pressure(&soil, 0.15, z);
        CHECK(z > 0 && z <= h);
        CHECK_NEAR(N, ground, 1e-9 * (k * h));
      }
  jnk_soil soil = soil_of(0);
  double z;
  CHECK(jnk_pad_load(&soil, 0.15, 0.5, 1e5, -0.01, &z) == 0 && z == 0);
}

// Wong's track: pads that run through six stretches with a steady slip reach j = slip x, and the force of its formula
// F = (A c + N tan phi) (1 - K/(i l) (1 - exp(-i l/K))); held at rest afterwards nothing moves.
static void test_track(void) {
  enum { STRETCHES = 6 };
  jnk_soil soil = soil_of(1);
  const double l = 0.6, v = 3, slip = 0.1, w[2] = {slip * v, 0}, none[2] = {0, 0}, A = 0.3, N = 20e3, dt = 1e-3;
  double j[STRETCHES][2] = {{0}}, rate[2], F[2], total = 0;
  for (int step = 0; step < 20000; step++)
    for (int k = STRETCHES - 1; k >= 0; k--) {
      jnk_pad_rate(&soil.shear, l, v, w, k ? j[k - 1] : none, j[k], rate);
      for (int a = 0; a < 2; a++) j[k][a] += dt * rate[a];
    }
  for (int k = 0; k < 2; k++) CHECK_NEAR(j[k][0], slip * l * (k + 1), 0.02 * slip * l);
  for (int k = 0; k < STRETCHES; k++) {
    const double from[2] = {slip * l * k, 0}, to[2] = {slip * l * (k + 1), 0};
    jnk_pad_shear(&soil.shear, A, N, from, to, F);
    total += F[0];
    CHECK(F[1] == 0);
  }
  double most = STRETCHES * (A * soil.shear.c + N * soil.shear.tan_phi), u = slip * l * STRETCHES / soil.shear.K;
  CHECK_NEAR(total, most * (1 - (1 - exp(-u)) / u), 1e-3 * most);
  jnk_pad_rate(&soil.shear, l, 0, none, j[0], j[1], rate);
  CHECK(rate[0] == 0 && rate[1] == 0);
  // a locked track that slides for ever
  for (int step = 0; step < 20000; step++) {
    jnk_pad_rate(&soil.shear, l, 0, w, none, j[0], rate);
    j[0][0] += dt * rate[0];
  }
  CHECK_NEAR(j[0][0], 12 * soil.shear.K, 1e-3);
  jnk_pad_shear(&soil.shear, A, 0, none, j[0], F);
  CHECK(F[0] == 0);  // in the air
}

// ---- wheels in closed form ---------------------------------------------------------------------------------

// The rigid wheel of Bekker, z0 = (3 W/((3 - n)(k_c + b k_phi) sqrt(D)))^(2/(2 n + 1)): exact for n = 1 as z0/R goes to
// zero, where the load is linear in the depth of the arc. For other n the ratio of the loads is known: the integral of
// (1 - t^2)^n against 1 - n/3.
static void test_bekker_wheel(void) {
  for (int i = 0; i <= NSOILS; i++) {
    jnk_soil_wheel wheel = wheel_of(i % NSOILS, RIGID);
    if (i == NSOILS) wheel.soil.n = 1;
    double n = wheel.soil.n, D = 2 * wheel.radius,
           ratio = tgamma(0.5) * tgamma(n + 1) / (2 * tgamma(n + 1.5)) / (1 - n / 3);
    double last = HUGE_VAL;
    for (double z = 0.05; z > 1e-5; z /= 10) {
      jnk_patch patch;
      jnk_patch_stand(&wheel, z, &patch);
      double W = patch.load / ratio, k = wheel.soil.k_c + wheel.width * wheel.soil.k_phi;
      double bekker = pow(3 * W / ((3 - n) * k * sqrt(D)), 2 / (2 * n + 1)), off = fabs(bekker / z - 1);
      CHECK(off < last / 5 || off < 1e-5);
      CHECK_NEAR(bekker, z, z * (z / wheel.radius) + 2e-5 * z);
      last = off;
    }
    if (i == NSOILS) CHECK_NEAR(ratio, 1, 1e-14);
  }
}

// Where the ground slides everywhere, traction is area times cohesion plus load times friction; and compaction is the
// integral of the pressure over the depth.
static void test_drawbar(void) {
  for (int i = 0; i < NSOILS; i++)
    for (int sort = 0; sort < NSORTS; sort++) {
      jnk_soil_wheel wheel = wheel_of(i, sort);
      wheel.soil.shear.K = 1e-7;
      jnk_patch patch;
      jnk_patch_force f;
      jnk_patch_stand(&wheel, 0.08, &patch);
      jnk_patch_calc(&wheel, &patch, &(jnk_patch_slip){1, 0, 1}, &f);
      double most = wheel.width * (patch.x1 + patch.xc) * wheel.soil.shear.c + patch.load * wheel.soil.shear.tan_phi;
      CHECK_NEAR(f.traction, most, 1e-6 * most);
      CHECK_NEAR(f.resistance, jnk_soil_compaction(&wheel.soil, wheel.width, 0, patch.sinkage), 1e-12 * most);
      CHECK(f.side == 0 && f.Mz == 0 && f.tread >= f.traction * (1 - 1e-12) && f.lift >= 0);
    }
}

// ---- quadrature --------------------------------------------------------------------------------------------

// Midpoints in t^4, many of them: the load and the forces of a patch.
static double calc_fine(const jnk_soil_wheel *wheel, const jnk_patch *patch, const jnk_patch_slip *slip,
                        jnk_patch_force *out) {
  enum { STEPS = LIGHT ? 500 : 1500 };
  double R = wheel->radius, b = wheel->width, entry = R * asin(patch->x1 / R), load = 0, arc = patch->x1 - patch->xc;
  jnk_patch_force sum = {0};
  for (int i = 0; i < STEPS; i++) {
    double t = (i + 0.5) / STEPS, x = patch->x1 - arc * t * t * t * t, dx = 4 * t * t * t * arc / STEPS;
    double root = sqrt(R * R - x * x), p = jnk_soil_pressure(&wheel->soil, b, root - R + patch->h);
    jnk_patch_point at = {x, entry - R * asin(x / R), dx, dx * R / root, x / root, p};
    jnk_patch_add(&wheel->soil.shear, slip, patch->x1, &at, &sum);
    double gone = 2 * patch->xc * t * t, flat = 4 * patch->xc * t / STEPS;
    jnk_patch_point on = {patch->xc - gone,    entry - R * asin(patch->xc / R) + gone, flat, flat, 0,
                          patch->flat_pressure};
    jnk_patch_add(&wheel->soil.shear, slip, patch->x1, &on, &sum);
    load += b * (p * dx + patch->flat_pressure * flat);
  }
  *out = (jnk_patch_force){b * sum.traction, b * sum.tread, b * sum.lift, b * sum.side, b * sum.Mz, 0};
  return load;
}

// Eight points on the arc and five on the flat: the load to 2e-5. Forces, on average 3e-4 of what the ground can carry,
// are off by 2 % of it where the shear turns round within the patch, when a wheel is braked on hard clay.
static void test_quadrature(void) {
  double mean = 0;
  int n = 0;
  for (int i = 0; i < NSOILS; i++)
    for (int sort = 0; sort < NSORTS; sort++)
      for (double h = 0.01; h < 0.1; h *= 3)
        for (int k = 0; k < 8; k++) {
          jnk_soil_wheel wheel = wheel_of(i, sort);
          jnk_patch patch;
          jnk_patch_force f, fine;
          const jnk_patch_slip slip = {random_between(-2, 1), k % 2 ? random_between(-0.5, 0.5) : 0, 1};
          jnk_patch_stand(&wheel, h, &patch);
          jnk_patch_calc(&wheel, &patch, &slip, &f);
          double load = calc_fine(&wheel, &patch, &slip, &fine);
          double scale = load + wheel.width * (patch.x1 + patch.xc) * wheel.soil.shear.c, worst = 0.02;
          CHECK_NEAR(patch.load, load, 2e-5 * load);
          CHECK_NEAR(f.traction, fine.traction, worst * scale);
          CHECK_NEAR(f.tread, fine.tread, worst * scale);
          CHECK_NEAR(f.lift, fine.lift, worst * scale);
          CHECK_NEAR(f.side, fine.side, worst * scale);
          CHECK_NEAR(f.Mz, fine.Mz, worst * scale * wheel.radius);
          mean += fabs(f.traction - fine.traction) / scale;
          n++;
        }
  CHECK(mean / n < 3e-4);
}

// ---- how a wheel stands ------------------------------------------------------------------------------------

static void test_balance(void) {
  for (int i = 0; i < NSOILS; i++)
    for (double k = 1e3; k < 1e9; k *= 10)
      for (double h = 1e-5; h < 1; h *= 3) {
        jnk_soil_wheel wheel = wheel_of(i, RIGID);
        wheel.stiffness = k;
        jnk_patch patch;
        jnk_patch_stand(&wheel, h, &patch);
        CHECK_NEAR(patch.deflection + patch.sinkage, h, 1e-15);
        CHECK(patch.deflection >= 0 && patch.sinkage >= 0 && patch.yield >= 0 && patch.yield <= 1);
        if (h < 0.9 * wheel.radius) CHECK_NEAR(patch.load, k * patch.deflection, 1e-9 * k * h);
      }
  // hard ground leaves the deflection to the tyre, a hard tyre the sinkage to the ground
  jnk_soil_wheel wheel = wheel_of(0, ELASTIC), rigid = wheel_of(0, RIGID);
  jnk_patch patch, bare;
  wheel.soil.k_phi = 1e12;
  jnk_patch_stand(&wheel, 0.03, &patch);
  CHECK_NEAR(patch.deflection, 0.03, 1e-5);
  wheel = wheel_of(0, ELASTIC);
  wheel.stiffness = 1e12;
  jnk_patch_stand(&wheel, 0.03, &patch);
  jnk_patch_stand(&rigid, 0.03, &bare);
  CHECK_NEAR(patch.load, bare.load, 1e-3 * bare.load);
  // an inflated tyre never presses harder than its pressure
  wheel = wheel_of(0, INFLATED);
  for (double h = 0.01; h < 0.3; h += 0.01) {
    jnk_patch_stand(&wheel, h, &patch);
    CHECK(patch.flat_pressure <= wheel.pressure * (1 + 1e-12));
  }
}

// Load grows with the depth, without jumps, down to the axle and beyond; its slope is the one that `yield` is made of.
static void test_depth(void) {
  for (int i = 0; i < NSOILS; i++)
    for (int sort = 0; sort < NSORTS; sort++) {
      jnk_soil_wheel wheel = wheel_of(i, sort);
      double last = 0, step = 1e-3;
      for (double h = step; h < 1.5 * wheel.radius; h += step) {
        jnk_patch patch;
        jnk_patch_force f;
        jnk_patch_stand(&wheel, h, &patch);
        CHECK(patch.load > last && isfinite(patch.load));
        if (h > 10 * step && h < wheel.radius / 2) CHECK(patch.load < 1.6 * last);
        jnk_patch_calc(&wheel, &patch, &(jnk_patch_slip){0.2, 0.1, 1}, &f);
        CHECK(isfinite(f.traction) && isfinite(f.side) && isfinite(f.lift) && isfinite(f.Mz) && f.traction > 0);
        last = patch.load;
      }
      jnk_patch near[2], at;
      const double h = 0.05, e = 1e-5;
      jnk_patch_stand(&wheel, h, &at);
      for (int s = 0; s < 2; s++) jnk_patch_stand(&wheel, h + (s ? e : -e), &near[s]);
      double rate = (near[1].deflection - near[0].deflection) / (2 * e);
      if (sort == ELASTIC) CHECK_NEAR(at.yield, rate, 2e-3);
      else CHECK(at.yield == 1);
    }
}

// ---- slip --------------------------------------------------------------------------------------------------

// Backward is the mirror image of forward, left of right; what slips further pulls more.
static void test_symmetry(void) {
  for (int i = 0; i < NSOILS; i++)
    for (int sort = 0; sort < NSORTS; sort++) {
      jnk_soil_wheel wheel = wheel_of(i, sort);
      jnk_patch patch;
      jnk_patch_force f, back, left, still;
      jnk_patch_stand(&wheel, 0.06, &patch);
      double last = -HUGE_VAL;
      for (double s = -1; s <= 1; s += 0.05) {
        jnk_patch_calc(&wheel, &patch, &(jnk_patch_slip){s, 0.2, 1}, &f);
        jnk_patch_calc(&wheel, &patch, &(jnk_patch_slip){-s, 0.2, -1}, &back);
        jnk_patch_calc(&wheel, &patch, &(jnk_patch_slip){s, -0.2, 1}, &left);
        double scale = patch.load;
        CHECK_NEAR(f.traction, -back.traction, 1e-12 * scale);
        CHECK_NEAR(f.lift, back.lift, 1e-12 * scale);
        CHECK_NEAR(f.resistance, -back.resistance, 1e-12 * scale);
        CHECK_NEAR(f.side, back.side, 1e-12 * scale);
        CHECK_NEAR(f.side, -left.side, 1e-12 * scale);
        CHECK_NEAR(f.Mz, -left.Mz, 1e-12 * scale);
        CHECK(f.traction > last);
        last = f.traction;
      }
      jnk_patch_calc(&wheel, &patch, &(jnk_patch_slip){0, 0, 0}, &still);
      CHECK(still.traction == 0 && still.side == 0 && still.lift == 0 && still.resistance == 0);
    }
}

// A wheel that rolls evenly, at any slip, never gives power: torque times spin covers what it pulls and what its tread
// slides. Slip sx of a tread at the speed 1 that travels at 1 - sx, sideways at -sy.
static void test_power(void) {
  double least = HUGE_VAL;
  for (int k = 0; k < (LIGHT ? 2000 : 20000); k++) {
    jnk_soil_wheel wheel = wheel_of(k % NSOILS, k % NSORTS);
    jnk_patch patch;
    jnk_patch_force f;
    const jnk_patch_slip slip = {random_between(-1.5, 1), k % 3 ? random_between(-1, 1) : 0, 1};
    jnk_patch_stand(&wheel, random_between(0.002, 0.3), &patch);
    jnk_patch_calc(&wheel, &patch, &slip, &f);
    double lost = f.tread - (f.traction - f.resistance) * (1 - slip.x) + f.side * slip.y;
    CHECK(lost >= 0);
    if (lost / patch.load < least) least = lost / patch.load;
  }
  CHECK(least < 0.1);  // some of them roll freely
}

// The state of the ground leads to the slip of the tread, whatever the length; stands still without creeping; slides
// into an infinite slip; and gives no power while it does: u' + Vs is never along u.
static void test_build_up(void) {
  for (int k = 0; k < 200; k++) {
    const double l = random_between(0.05, 0.5), V = random_between(-5, 5), lag = random_between(0, 0.05);
    const double Vs[2] = {random_between(-3, 3), random_between(-3, 3)};
    double u[2] = {random_between(-l, l) / 2, random_between(-l, l) / 2}, rate[2], slip[2],
           dt = 0.01 * l / (fabs(V) + 6);
    jnk_shear_rate(l, V, Vs, u, rate);
    CHECK((rate[0] + Vs[0]) * u[0] + (rate[1] + Vs[1]) * u[1] <= 0);
    for (int step = 0; step < (LIGHT ? 15000 : 30000) && fabs(V) > 0.5; step++) {
      jnk_shear_rate(l, V, Vs, u, rate);
      for (int i = 0; i < 2; i++) u[i] += dt * rate[i];
    }
    jnk_shear_slip(l, lag, V, Vs, u, slip);
    for (int i = 0; i < 2 && fabs(V) > 0.5; i++) CHECK_NEAR(slip[i], -Vs[i] / fabs(V), 1e-5 + 1e-5 * fabs(slip[i]));
  }
  const double none[2] = {0, 0}, u[2] = {0.05, -0.02}, slide[2] = {1, 0}, full[2] = {-0.2, 0};
  double rate[2], slip[2];
  jnk_shear_rate(0.2, 0, none, u, rate);
  CHECK(rate[0] == 0 && rate[1] == 0);
  jnk_shear_slip(0.2, 0.02, 0, slide, full, slip);
  CHECK(slip[0] <= -999 && isfinite(slip[0]));
  // which way it rolls: full after the length, kept at rest, within it as far as it has gone
  CHECK(jnk_travel_side(0.2, 0.02, 3, 0.2, &rate[0]) == 1 && jnk_travel_side(0.2, 0.02, -3, -0.2, &rate[1]) == -1);
  CHECK_NEAR(rate[0], 0, 1e-15);
  CHECK_NEAR(jnk_travel_side(0.2, 0.02, 0, 0.1, &rate[0]), 0.5, 1e-15);
  CHECK_NEAR(rate[0], 0, 1e-15);
  CHECK_NEAR(jnk_travel_side(0.2, 0.02, 1, 0.1, &rate[0]), 0.6, 1e-15);
  CHECK_NEAR(rate[0], 1, 1e-12);
}

int main(void) {
  test_plate();
  test_pad_load();
  test_track();
  test_bekker_wheel();
  test_drawbar();
  test_quadrature();
  test_balance();
  test_depth();
  test_symmetry();
  test_power();
  test_build_up();
  return check_report();
}
