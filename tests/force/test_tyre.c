// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_tyre.c - tyres: laws against their closed formulas and known points, contact, numbers at standstill and in odd
// positions, power that is never created, and wheels that stand on a slope.
#include "check.h"

#include <string.h>

#include "force/force.h"
#include "jounce/jounce.h"
#include "kernel/ground/tyre_law.h"
#include "kernel/ground/tyre_tmeasy.h"
#include "model/model.h"
#include "tyre_wheel.h"

// ---- laws ----------------------------------------------------------------------------------------------------------

static const jnk_calspan iltis = {2625,  14.47,    12930,  2.29,     18175,   1,   -4.64e-5,
                                  1.216, 2.18e-11, 1.0274, -1.71e-5, 1.71e-5, 0.9, 60e3};
static const jnk_fiala fiala = {80e3, 50e3, 2e3, 0.9, 0.04, 4000, 0.9};
static const jnk_tmeasy tmeasy = {4000,
                                  1,
                                  0.04,
                                  0.2,
                                  {{110e3, 0.11, 4100, 0.5, 4000}, {200e3, 0.12, 8100, 0.8, 7500}},
                                  {{88e3, 0.18, 3900, 0.6, 3850}, {124e3, 0.2, 6800, 0.8, 6600}},
                                  0,
                                  {{0, 1, 2}, {0, 1, 2}}};
static const double a[15] = {1.6929,     -55.2084, 1271.28, 1601.8, 6.4946,  4.7966e-3, -0.3875, 1,
                             -4.5399e-2, 0,        0,       -7.973, -0.2231, 0,         0};
static const double b[11] = {1.65, -7.6118, 1122.6, -7.36e-3, 144.82, -7.6614e-2, -3.86e-3, 8.5055e-2, 7.5719e-2, 0, 0};
static const double c[18] = {2.2264,      -3.0428,   -9.2284,  0.500088, -5.56696,  -0.25964,
                             -1.29724e-3, -0.358348, 3.74476,  -15.1566, 2.1156e-3, 3.46e-4,
                             0,           0,         0.100695, -1.398,   0,         0};
static const jnk_pacejka pacejka = {1, a, b, c};

static jnk_slip_force law(int i, double x, double y, double Fz, double camber) {
  jnk_slip_force out = {0};
  const jnk_slip slip = {x, y, Fz, camber, 1, 0};
  if (i == 0) jnk_calspan_force(&iltis, &slip, &out);
  else if (i == 1) jnk_fiala_force(&fiala, &slip, &out);
  else if (i == 2) jnk_tmeasy_force(&tmeasy, &slip, &out);
  else jnk_pacejka_force(&pacejka, &slip, &out);
  return out;
}

// Odd, within its limit, the secant positive and right.
static void test_laws(void) {
  static const double slips[] = {0, 1e-7, 1e-3, 0.02, 0.1, 0.3, 1, 30};
  for (int i = 0; i < NKINDS; i++)
    for (double Fz = 20; Fz < 30000; Fz *= 1.9)
      for (int k = 0; k < 8; k++)
        for (int j = 0; j < 8; j++) {
          double x = slips[k], y = slips[j], tiny = 1e-9 * Fz;
          jnk_slip_force f = law(i, x, y, Fz, 0), g = law(i, -x, -y, Fz, 0);
          CHECK_NEAR(f.Fx, -g.Fx, tiny);
          CHECK_NEAR(f.Fy, -g.Fy, tiny);
          CHECK_NEAR(f.Mz, -g.Mz, tiny);
          CHECK(f.fx >= 0 && f.fy >= 0 && f.Fx >= 0 && f.Fy >= 0 && f.limit > 0);
          CHECK_NEAR(f.Fx, f.fx * x, tiny);
          CHECK_NEAR(f.Fy, f.fy * y, tiny);
          // the cubic of Calspan does not know of longitudinal slip
          CHECK(i == 0 || hypot(f.Fx, f.Fy) <= f.limit * (1 + 1e-12));
        }
}

static void test_slopes(void) {
  const double h = 1e-7;
  for (int i = 0; i < NKINDS; i++)
    for (double Fz = 500; Fz < 9000; Fz += 700) {
      jnk_slip_force zero = law(i, 0, 0, Fz, 0), x = law(i, h, 0, Fz, 0), y = law(i, 0, h, Fz, 0);
      CHECK_NEAR(x.Fx / h / zero.fx, 1, 1e-4);
      CHECK_NEAR(y.Fy / h / zero.fy, 1, 1e-4);
      CHECK(zero.Fx == 0 && zero.Fy == 0);
    }
}

// Front and rear of the Iltis at rest; the linear values of the benchmark are printed for loads up to 1 N off.
//                                                                                                           [Frik 1993]
static void test_calspan_numbers(void) {
  static const struct {
    double load, corner, camber, trail;
  } axles[] = {{3831.31, 41641, 6925, 0.06553}, {3591.91, 40162, 6600, 0.06142}};
  const double h = 1e-6;
  for (int i = 0; i < 2; i++) {
    jnk_slip_force at = law(0, 0, 0, axles[i].load, 0), leaning = law(0, 0, 0, axles[i].load, h),
                   slipping = law(0, 0, h, axles[i].load, 0);
    CHECK_NEAR(at.fy, axles[i].corner, 6);
    CHECK_NEAR(-leaning.Fy / h, axles[i].camber, 1.5);
    CHECK_NEAR(-slipping.Mz / slipping.Fy, axles[i].trail, 2e-5);
  }
}

// The equations as they are published, over the slip angle of ISO.
static double calspan_as_published(double F, double slip, double camber) {
  const jnk_calspan *t = &iltis;
  double f = (t->B1 * F + t->B3 + t->B4 * F * F) * t->SN, D = t->A1 * F * (F - t->A2) - t->A0 * t->A2, x, shift;
  if (F <= t->A2) {
    shift = -t->A2 * t->A3 * (t->A4 - F) * F / (t->A4 * D) * camber;
    x = D / (t->A2 * f * F) * (slip + shift);
  } else {
    shift = -t->A2 * t->A3 * (t->A4 - t->A2) / (-t->A0 * t->A4) * camber;
    x = -t->A0 / (f * F) * (slip + shift);
  }
  return f * F * (fabs(x) < 3 ? x - x * fabs(x) / 3 + x * x * x / 27 : x > 0 ? 1 : -1);
}

static void test_calspan_formula(void) {
  for (double F = 100; F < 16000; F += 737)
    for (double slip = -0.6; slip < 0.6; slip += 0.083)
      for (double camber = -0.1; camber < 0.11; camber += 0.05)
        CHECK_NEAR(law(0, 0, -tan(slip), F, camber).Fy, calspan_as_published(F, slip, camber), 1e-9 * F);
}

static void test_known_points(void) {
  CHECK_NEAR(law(1, 0, 10, 4000, 0).Fy, 3600, 1e-9);               // Fiala slides with mu Fz
  CHECK_NEAR(law(1, 3 * 3600 / 80e3, 0, 4000, 0).Fx, 3600, 1e-9);  // and begins to at 3 mu Fz / C
  CHECK_NEAR(law(1, 0.03, 0, 4000, 0).Fx, 3600 * (1 - pow(1 - 0.03 * 80e3 / (3 * 3600), 3)), 1e-9);
  CHECK_NEAR(-law(1, 0, 0, 4000, 1e-6).Fy / 1e-6, 2e3, 1);  // camber
  CHECK_NEAR(-law(1, 0, 1e-7, 4000, 0).Mz / law(1, 0, 1e-7, 4000, 0).Fy, 0.04, 1e-6);
  double rho = 50e3 * 0.1 / (3 * 3600);  // and its moment vanishes there
  CHECK_NEAR(law(1, 0, 0.1, 4000, 0).Mz, -0.04 * 3 * 3600 * rho * pow(1 - rho, 3), 1e-9);
  for (int twice = 0; twice < 2; twice++) {  // TMeasy goes through its points
    const jnk_tmeasy_curve *x = &tmeasy.x[twice], *y = &tmeasy.y[twice];
    double Fz = twice ? 8000 : 4000;
    CHECK_NEAR(law(2, x->sM, 0, Fz, 0).Fx, x->FM, 1e-9);
    CHECK_NEAR(law(2, x->sS, 0, Fz, 0).Fx, x->FS, 1e-9);
    CHECK_NEAR(law(2, 0, y->sM, Fz, 0).Fy, y->FM, 1e-9);
    CHECK_NEAR(law(2, 0, 5, Fz, 0).Fy, y->FS, 1e-9);
    CHECK_NEAR(law(2, 0, 0, Fz, 0).fx, x->dF0, 1e-6);
  }
}

// The trail of TMeasy over lateral slip: value and slope at its points; moment by the length of the patch.
static void test_tmeasy_trail(void) {
  const jnk_tmeasy_trail n[2] = {{0.178, 0.36484, 1.0296}, {0.19, 0.36538, 1.0296}};
  const double h = 1e-7;
  for (int twice = 1; twice <= 2; twice++) {
    const jnk_tmeasy_trail *at = &n[twice - 1];
    CHECK_NEAR(jnk_tmeasy_trail_at(n, twice, 1, 0), at->n0, 1e-15);
    CHECK_NEAR(jnk_tmeasy_trail_at(n, twice, 1, -at->s0), 0, 1e-15);
    CHECK(jnk_tmeasy_trail_at(n, twice, 1, 0.6) < 0 && jnk_tmeasy_trail_at(n, twice, 1, 1.1) == 0);
    double before = jnk_tmeasy_trail_at(n, twice, 1, at->s0 - h), behind = jnk_tmeasy_trail_at(n, twice, 1, at->s0 + h);
    CHECK_NEAR(before, -behind, 1e-12);
    CHECK_NEAR(jnk_tmeasy_trail_at(n, twice, 0.5, 0.1), jnk_tmeasy_trail_at(n, twice, 1, 0.2), 1e-15);
  }
  jn_model *model = read_wheel("tyre-tmeasy", "{type: flat}",
                               ", aligning: [0.178, 0.36, 1.03], aligning_double: [0.19, 0.37, 1.03], relaxation: 0");
  if (!model) return;
  jni_force_input in = wheel_at(0.28, 0, 20, 0.02, 20 / 0.28);
  jni_force_output out = calc(model, &in);
  double n0 = 0.178, w = 0.36 / 1.03, u = 0.001 / 0.36;  // under the nominal load
  CHECK_NEAR(out.scalar, 4000, 1e-9);
  CHECK_NEAR(-named(&out, model, "mz") / named(&out, model, "fy"),
             2 * sqrt(0.3 * 0.02) * n0 * ((1 - w) * (1 - u) + w * (1 - (3 - 2 * u) * u * u)), 1e-6);
  jn_model_free(model);
}

static double magic(double B, double C, double D, double E, double x) {
  return D * sin(C * atan(B * x - E * (B * x - atan(B * x))));
}

static void test_magic_formula(void) {
  for (double F = 1; F < 7; F += 1.3)
    for (double s = -0.5; s < 0.5; s += 0.09) {
      double alpha = atan(s) * 180 / JNK_PI, D = a[1] * F * F + a[2] * F, K = a[3] * sin(2 * atan(F / a[4]));
      CHECK_NEAR(law(3, 0, s, 1000 * F, 0).Fy, magic(K / (a[0] * D), a[0], D, a[6] * F + a[7], alpha), 1e-9 * D);
      double Dx = b[1] * F * F + b[2] * F, Kx = (b[3] * F * F + b[4] * F) * exp(-b[5] * F);
      CHECK_NEAR(law(3, s, 0, 1000 * F, 0).Fx,
                 magic(Kx / (b[0] * Dx), b[0], Dx, b[6] * F * F + b[7] * F + b[8], 100 * s), 1e-9 * Dx);
      double Dz = c[1] * F * F + c[2] * F, Kz = (c[3] * F * F + c[4] * F) * exp(-c[5] * F);
      CHECK_NEAR(law(3, 0, s, 1000 * F, 0).Mz, magic(Kz / (c[0] * Dz), c[0], Dz, c[7] * F * F + c[8] * F + c[9], alpha),
                 1e-9 * fabs(Dz));
    }
  double best = 0, D = a[1] * 16 + a[2] * 4;
  for (double s = 0; s < 1; s += 1e-4) best = fmax(best, law(3, 0, s, 4000, 0).Fy);
  CHECK_NEAR(best / D, 1, 1e-6);
}

// ---- contact --------------------------------------------------------------------------------------------------------

static void test_load(void) {
  const jnk_wheel wheel = {0.3, 200e3, 1000, 0, 0, NULL};
  CHECK(jnk_tyre_load(&wheel, 0.01, 0) == 2000 && jnk_tyre_load(&wheel, 0.01, 0.5) == 2500);
  CHECK(jnk_tyre_load(&wheel, 0.01, -5) == 0 && jnk_tyre_load(&wheel, 0.01, 50) == 4000);
  CHECK(jnk_tyre_load(&wheel, -0.01, 5) == 0 && jnk_tyre_load(&wheel, (double)NAN, 0) == 0);
  for (int i = 0; i < NKINDS; i++) {
    jn_model *model = read_wheel(tyre_kinds[i], "{type: flat, height: 1}", "");
    jni_force_input in = wheel_at(1.29, 0, 10, 0, 10 / 0.29);
    double state[2] = {0, 0};
    in.state = model && nstates(model) ? state : NULL;
    if (!model) continue;
    jni_force_output out = calc(model, &in);
    CHECK_NEAR(out.force[0][2], 2000, 1e-9);
    CHECK_NEAR(out.scalar, 2000, 1e-9);
    CHECK_NEAR(named(&out, model, "fz"), 2000, 1e-9);
    CHECK_NEAR(named(&out, model, "penetration"), 0.01, 1e-12);
    in.end[0].r[2] = 1.31;
    out = calc(model, &in);
    CHECK(out.force[0][2] == 0 && out.scalar == 0 && out.power == 0);
    jn_model_free(model);
  }
}

// On a slope the deflection is measured to the plane; with an envelope it is the same; vertically it is the benchmark's
// formula.
static void test_slope(void) {
  static const char *const ways[] = {"", ", envelope: true", ", vertical: true"};
  const double angle = 0.2, gap = 0.292;  // distance of the centre from the plane
  for (int k = 0; k < 3; k++) {
    jn_model *model = read_wheel("tyre-calspan", "{type: slope, angle: 0.2}", ways[k]);
    if (!model) continue;
    jni_force_input in = wheel_at(gap / cos(angle), 0, 0, 0, 0);
    jni_force_output out = calc(model, &in);
    double expected = k < 2 ? 200e3 * (0.3 - gap) : fmax(0, 200e3 * (0.3 - gap / cos(angle)) * cos(angle));
    CHECK_NEAR(out.scalar, expected, 1e-7);
    CHECK_NEAR(out.force[0][0], -expected * sin(angle), 1e-7);
    CHECK_NEAR(out.force[0][2], expected * cos(angle), 1e-7);
    jn_model_free(model);
  }
}

// Force at the contact point: in the wheel's plane, at (height of the centre)/cos(camber) below it.
static void test_arm(void) {
  jn_model *model = read_wheel("tyre-calspan", "{type: flat}", "");
  if (!model) return;
  const double lean = 0.1, height = 0.29;
  jni_force_input in = wheel_at(height, lean, 20, 1, 20 / 0.29);
  jni_force_output out = calc(model, &in);
  double Fy = named(&out, model, "fy"), Mz = named(&out, model, "mz"), arm = height * tan(lean);  // sideways
  CHECK_NEAR(named(&out, model, "camber"), lean, 1e-12);
  CHECK_NEAR(named(&out, model, "slip_angle"), atan(1 / 20.0), 1e-12);
  CHECK(Fy < 0 && Mz > 0);
  CHECK_NEAR(out.force[0][1], Fy, 1e-9);
  CHECK_NEAR(out.torque[0][0], height * Fy + arm * 2000, 1e-9);
  CHECK_NEAR(out.torque[0][2], Mz - arm * named(&out, model, "fx"), 1e-9);
  jn_model_free(model);
}

// A leaning wheel reaches less far down, at last as a disc, and one that lies has no load: nothing jumps on the way.
static void test_lying(void) {
  jn_model *model = read_wheel("tyre-calspan", "{type: flat}", "");
  if (!model) return;
  for (double height = 0.02; height < 0.3; height += 0.05) {
    double before = NAN;
    for (int k = 0; k <= 1600; k++) {
      double lean = k * 1e-3;  // to 91.7 degrees
      jni_force_input in = wheel_at(height, lean, 0, 0, 0);
      jni_force_output out = calc(model, &in);
      double load = named(&out, model, "fz"), disc = 200e3 * fmax(0, 0.3 * cos(lean) - height);
      if (cos(lean) >= 0.8) CHECK_NEAR(load, 200e3 * (0.3 - height), 1e-9);
      if (cos(lean) <= 0.5 && cos(lean) >= 0.25) CHECK_NEAR(load, disc, 1e-9);
      if (cos(lean) <= 0.1) CHECK(load == 0);
      if (k > 0) CHECK(fabs(load - before) < 200);
      before = load;
    }
  }
  jn_model_free(model);
}

// ---- tangent --------------------------------------------------------------------------------------------------------

static void test_lying_tangent(void) {
  jn_model *model = read_wheel("tyre-calspan", "{type: flat}", ", damping: 300");
  if (!model) return;
  static const double leans[] = {0.8, 1.1, 1.4};  // going over to a disc, a disc, lying down
  for (int k = 0; k < 3; k++) {
    jni_force_input in = wheel_at(0.24 * cos(leans[k]), leans[k], 3, 0.2, 10);
    in.end[0].v[2] = 0.1;
    check_tangent(model, &in);
  }
  jn_model_free(model);
}

static void test_tangent(void) {
  static const char *const roads[] = {"{type: flat}", "{type: slope, angle: 0.2, heading: 0.5}",
                                      "{type: bumps, at: -0.4, length: 2, height: 0.1}",
                                      ("{type: height-field, at: -1, across: -1, spacing: 1.1, smooth: true, "
                                       "heights: [[0, 0.1, 0], [0.1, 0, 0.1], [0, 0.1, 0]]}")};
  static const char *const mores[] = {
      ", damping: 300",
      ", relaxation: 0",
      ", vertical: true",
      ", relaxation: 0.3",
      ", envelope: true",
      ", rolling_resistance: 0.02, rolling_resistance_v: 0.003",
      (", load_law: {table: [[0, 0], [0.02, 2e3], [0.05, 9e3]], smooth: true}, relaxation: 0, "
       "rolling_resistance: 0.02, low_speed: 40")};
  enum { NROADS = 4, NMORES = sizeof mores / sizeof *mores };
  for (int i = 0; i < NKINDS; i++)
    for (int k = 0; k < NROADS * NMORES; k++) {
      jn_model *model = read_wheel(tyre_kinds[i], roads[k / NMORES], mores[k % NMORES]);
      if (!model) continue;
      jnk_slope d;
      double state[3] = {0.003, -0.004, 0.001}, z = jnk_terrain_height(model->forces[0].terrain, 0, 0, &d);
      for (int n = 0; n < 3; n++) {
        jni_force_input in =
            wheel_at(z + 0.27 * sqrt(1 + d.x * d.x + d.y * d.y), 0.05 * n, 3 - 2 * n, 0.2, 3.3 / 0.27 - 8 * n);
        jnk_set(in.end[0].w[0] + 0.3, in.end[0].w[1], 0.4, in.end[0].w);
        in.end[0].v[2] = 0.1;
        in.state = nstates(model) ? state : NULL;
        check_tangent(model, &in);
      }
      jn_model_free(model);
    }
}

// ---- nothing but numbers --------------------------------------------------------------------------------------------

static bool all_numbers(const jni_force_output *out) {
  double sum = out->power + out->scalar + out->length;
  for (int i = 0; i < 3; i++) sum += out->force[0][i] + out->torque[0][i];
  for (int i = 0; i < JNI_MAX_FORCE_OUTPUTS; i++) sum += out->named[i];
  for (int i = 0; i < JNI_MAX_FORCE_STATES; i++) sum += out->state_rate[i];
  return isfinite(sum);
}

static void test_odd_positions(void) {
  static const double heights[] = {-5, -0.1, 0, 1e-12, 0.29, 0.3, 0.3 - 1e-16, 5},
                      leans[] = {0, 0.1, 1.4, JNK_PI / 2, 2, JNK_PI, -3},
                      speeds[] = {0, 1e-300, 1e-9, -1e-3, 20, -20, 1e4};
  static const char *const roads[] = {"{type: flat}", "{type: slope, angle: 80 deg}",
                                      "{type: stairs, count: 2, drop: 0.1, tread: 1, heading: 45 deg}"};
  for (int i = 0; i < NKINDS; i++)
    for (int k = 0; k < 12; k++) {
      static const char *const mores[] = {"", ", relaxation: 0", ", envelope: true", ", damping: 1e4"};
      jn_model *model = read_wheel(tyre_kinds[i], roads[k / 4], mores[k % 4]);
      for (int n = 0; model && n < 8 * 7 * 7 * 7; n++) {
        double state[2] = {n % 3 == 0 ? 0 : 0.01, n % 5 == 0 ? 0 : -1}, v = speeds[n / 7 % 7];
        jni_force_input in =
            wheel_at(heights[n / 343], leans[n % 7], v, n % 2 ? 0 : speeds[n % 7], speeds[n / 49 % 7] / 0.3);
        in.state = nstates(model) ? state : NULL;
        jni_force_output out = calc(model, &in);
        CHECK(all_numbers(&out) && out.scalar >= 0);
        if (out.scalar == 0) CHECK(jnk_norm(out.force[0]) <= 1e-9 && jnk_norm(out.torque[0]) <= 1e-9);
      }
      jn_model_free(model);
    }
}

// Backwards everything is mirrored: the same force against the motion, the trail on the other side.
static void test_backwards(void) {
  for (int i = 0; i < NKINDS; i++) {
    jn_model *model = read_wheel(tyre_kinds[i], "{type: flat}", ", relaxation: 0");
    if (!model) continue;
    jni_force_input ahead = wheel_at(0.29, 0, 20, 1, 21 / 0.29), back = wheel_at(0.29, 0, -20, 1, -21 / 0.29);
    jni_force_output one = calc(model, &ahead), other = calc(model, &back);
    CHECK_NEAR(one.force[0][0], -other.force[0][0], 1e-9);
    CHECK_NEAR(one.force[0][1], other.force[0][1], 1e-9);
    CHECK_NEAR(named(&one, model, "mz"), -named(&other, model, "mz"), 1e-9);
    jn_model_free(model);
  }
}

// ---- power ----------------------------------------------------------------------------------------------------------

static double wave(double t, double phase) {
  return sin(1.3 * t + phase) + 0.7 * sin(3.7 * t + 2 * phase) + 0.4 * sin(11 * t + 3 * phase);
}

// A wheel moved at will, upright and without turning: what the tyre has done on it is never positive, beyond the error
// of the sum.
static void check_work(const jn_model *model, double speed, double phase) {
  const double h = 2e-4, end = LIGHT ? 4 : 12;
  double state[2] = {0, 0}, W = 0, most = 0, spent = 0;
  for (double t = 0; t < end; t += h) {
    double vx = speed * wave(t, phase), vy = 0.3 * speed * wave(t, phase + 1),
           spin = speed * wave(t, phase + (phase > 3 ? 0.1 : 2)) / 0.28;
    jni_force_input in = wheel_at(0.28, 0, vx, vy, spin);
    in.state = nstates(model) ? state : NULL;
    jni_force_output out = calc(model, &in);
    for (int k = 0; k < 2; k++) state[k] += h * out.state_rate[k];
    W += h * out.power;
    spent += h * fabs(out.power);
    most = fmax(most, W);
    if (!in.state) CHECK(out.power <= 1e-9);
    CHECK(hypot(named(&out, model, "fx"), named(&out, model, "fy")) <= 8000);
  }
  CHECK(most <= 2e-3 * spent && W < 0);
}

static void test_work(void) {
  for (int i = 0; i < NKINDS; i++)
    for (int steady = 0; steady < 2; steady++) {
      jn_model *model = read_wheel(tyre_kinds[i], "{type: flat}", steady ? ", relaxation: 0" : ", relaxation: 0.3");
      for (double phase = 0; model && phase < 6; phase += 1.7) check_work(model, phase > 4 ? 0.05 : 6, phase);
      jn_model_free(model);
    }
}

// The force that is reached in the end is that of the law, after about three relaxation lengths.
static void test_build_up(void) {
  for (int i = 0; i < NKINDS; i++) {
    jn_model *slow = read_wheel(tyre_kinds[i], "{type: flat}", ", relaxation: 0.3, lag: 1e-4"),
             *steady = read_wheel(tyre_kinds[i], "{type: flat}", ", relaxation: 0");
    if (!slow || !steady) continue;
    jni_force_input in = wheel_at(0.28, 0, 10, 0.05, 10.1 / 0.28);
    double target[2], state[2] = {0, 0}, h = 1e-5, reached = 0;
    jni_force_output out = calc(steady, &in);
    for (int k = 0; k < 2; k++) target[k] = out.named[k];
    in.state = state;
    for (double t = 0; t < 0.3; t += h) {
      out = calc(slow, &in);
      if (reached == 0 && fabs(out.named[1]) > (1 - exp(-1)) * fabs(target[1])) reached = 10 * t;
      for (int k = 0; k < 2; k++) state[k] += h * out.state_rate[k];
    }
    for (int k = 0; k < 2; k++) CHECK_NEAR(out.named[k] / target[k], 1, 1e-3);
    CHECK_NEAR(reached, 0.3, 0.06);  // shorter where the law bends already
    jn_model_free(slow);
    jn_model_free(steady);
  }
}

// ---- standing and stopping ------------------------------------------------------------------------------------------

static int output_index(const jn_run *run, const char *name) {
  for (int i = 0; i < jn_run_noutputs(run); i++)
    if (strcmp(jn_run_output_name(run, i), name) == 0) return i;
  return 0;
}

// The cart of the example, with every kind of tyre, ten seconds on its slope; or sliding down to a stop.
static jn_model *read_cart(const char *kind, const char *more, double vx, const char *integrator) {
  char text[4096];
  int used = snprintf(text, sizeof text,
                      "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\nroads:\n"
                      "  hill: {type: slope, angle: %g, heading: 30 deg}\nbodies:\n"
                      "  cart: {mass: 1200, inertia: [300, 1200, 1300], points: {P1: [1.3, 0.75, -0.25], "
                      "P2: [1.3, -0.75, -0.25], P3: [-1.3, 0.75, -0.25], P4: [-1.3, -0.75, -0.25]}}\nforces:\n",
                      vx != 0 ? 0 : 0.17);
  for (int i = 1; i <= 4; i++)
    used += snprintf(
        text + used, sizeof text - (size_t)used,
        "  T%d: {type: %s, at: cart.P%d, road: hill, radius: 0.3, stiffness: 200e3, damping: 2e3, load: 3e3%s%s}\n", i,
        kind, i, extra(kind), more);
  snprintf(text + used, sizeof text - (size_t)used,
           "initial:\n  keep: {cart.position: [0, 0, 0.535], cart.velocity: [%g, 0, 0], "
           "cart.orientation: {axis: [0.5, -0.8660254, 0], angle: %g}}\n"
           "simulate: {until: 10, integrator: %s, tolerance: 1e-6}\n"
           "outputs: [cart.velocity, cart.position, energy.error]\n",
           vx, vx != 0 ? 0 : 0.17, integrator);
  return read_text(text);
}

static void check_rest(const char *kind, double vx) {
  jn_model *model = read_cart(kind, ", relaxation: 0.3", vx, "dopri5");
  jn_report *report = jn_report_new(NULL);
  const double at[] = {8, 10};
  jn_run_options options = jn_run_options_default();
  options.at = at;
  options.nat = 2;
  jn_run *run = model ? jn_run_new(model, &options, report) : NULL;
  CHECK(run && jn_run_execute(run, report) == JN_OK);
  if (run) {
    int x = output_index(run, "cart.x"), v = output_index(run, "cart.vx");
    const double *before = jn_run_sample(run, 0), *end = jn_run_sample(run, 1);
    CHECK(before && end);
    for (int k = 0; before && end && k < 3; k++) {
      CHECK_NEAR(end[v + k], 0, 1e-3);  // mm/s
      CHECK_NEAR((end[x + k] - before[x + k]) / 2, 0, 1e-3);
    }
    CHECK_NEAR(end ? end[output_index(run, "energy.error")] : (double)NAN, 0, 0.5);
    // friction of about one: from 5 m/s it slides for 1.3 m or some more
    if (vx > 0) CHECK(end && end[x] > 1 && end[x] < 2.2);
  }
  jn_run_free(run);
  jn_report_free(report);
  jn_model_free(model);
}

static void test_standing(void) {
  for (int i = 0; i < NKINDS; i++) {
    check_rest(tyre_kinds[i], 0);
    check_rest(tyre_kinds[i], 5);
  }
}

// States of forces stand in z between those of the model and the work; their signals have names.
static void test_states(void) {
  jn_model *model = read_cart("tyre-fiala", "", 0, "dopri5");
  jn_report *report = jn_report_new(NULL);
  jn_system *system = model ? jn_system_new(model, "cartesian", report) : NULL;
  CHECK(system != NULL);
  if (system) CHECK(jn_system_sizes(system).nz == 9);
  jni_signal signal;
  char what[256];
  if (model) {
    CHECK(jni_signal_resolve(model, "force.T2.deflection_y", &signal, 1, what, sizeof what) == 1 &&
          signal.kind == JNI_SIGNAL_FORCE_STATE);
    CHECK(jni_signal_resolve(model, "force.T2.slip_angle", &signal, 1, what, sizeof what) == 1 &&
          signal.kind == JNI_SIGNAL_FORCE_OUTPUT);
    CHECK(jni_signal_resolve(model, "force.T2.slip_angl", &signal, 1, what, sizeof what) == 0 &&
          strstr(what, "force.T2.slip_angle"));
  }
  jn_system_free(system);
  jn_report_free(report);
  jn_model_free(model);
}

// ---- numbers that make no tyre --------------------------------------------------------------------------------------

static void check_refused(const char *kind, const char *more, const char *part) {
  char text[2048];
  snprintf(text, sizeof text,
           "jounce: 1\nspace: space\nbodies:\n  wheel: {mass: 20, inertia: [1, 1, 1]}\nroads: {road: {type: flat}}\n"
           "forces:\n"
           "  tyre: {type: %s, at: wheel, road: road, radius: 0.3, stiffness: 200e3, %s}\n",
           kind, more);
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "tyre.yaml", text, strlen(text), NULL, 0, report);
  const char *what = jn_report_size(report) > 0 ? jn_report_get(report, 0)->what : "nothing";
  bool precomputed_report = strstr(what, part) != NULL;
  CHECK(!model && precomputed_report);
  if (!precomputed_report) printf("  %s\n    got:      %s\n    expected: %s\n", more, what, part);
  jn_model_free(model);
  jn_report_free(report);
}

#define X1 "longitudinal: [110e3, 0.11, 4100, 0.5, 4000], "
#define Y1 "lateral: [88e3, 0.18, 3900, 0.6, 3850], "

static void test_refusals(void) {
  static const char *const wrong[][3] = {
      {"tyre-calspan", "A_Omega: 1.1", "cornering stiffness"},          // at the largest load
      {"tyre-calspan", "A_Omega: 1, A1: -1", "cornering stiffness"},    // at half of A2
      {"tyre-calspan", "A_Omega: 0.4, A1: -1", "cornering stiffness"},  // before that
      {"tyre-calspan", "A0: 1, A1: -1, A2: 4", "cornering stiffness"},  // exactly zero
      {"tyre-tmeasy", "longitudinal: [110e3, 0.11, 4100, 0.5, 4000]", "'longitudinal' and 'longitudinal_double'"},
      {"tyre-tmeasy", "lateral_double: [124e3, 0.2, 6800, 0.8, 6600]", "'lateral' and 'lateral_double'"},
      {"tyre-tmeasy", X1 "longitudinal_double: [450e3, 0.12, 8100, 0.8, 7500]", "initial slope"},  // at small loads
      {"tyre-tmeasy", X1 "longitudinal_double: [72e3, 0.12, 8100, 0.8, 7500]", "initial slope"},   // at large loads
      {"tyre-tmeasy", Y1 "lateral_double: [124e3, 0.2, 16000, 0.8, 6600]", "largest force"},
      {"tyre-tmeasy", Y1 "lateral_double: [124e3, 0.2, 6800, 0.8, 2500]", "sliding force"},
      {"tyre-tmeasy", Y1 "lateral_double: [124e3, 0.37, 6800, 0.8, 6600]", "slip of the maximum"},
      {"tyre-tmeasy", Y1 "lateral_double: [124e3, 0.2, 6800, 1.1, 6600]", "sliding begins"},
      {"tyre-tmeasy", "lateral: [30e3, 0.14, 3900, 0.6, 3850], lateral_double: [31e3, 0.22, 6800, 0.8, 6600]",
       "lead above the maximum"},
      // between
      {"tyre-tmeasy", "lateral: [20e3, 0.2, 3900, 0.6, 3850], lateral_double: [60e3, 0.3, 13800, 0.8, 6600]",
       "lead above the maximum"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) check_refused(wrong[i][0], wrong[i][1], wrong[i][2]);
  jn_model_free(read_wheel("tyre-calspan", "{type: flat}", ", A_Omega: 1.01"));
  jn_model_free(read_wheel("tyre-calspan", "{type: flat}", ", A1: -0.8"));
  jn_model_free(
      read_wheel("tyre-tmeasy", "{type: flat}", ", " X1 "longitudinal_double: [200e3, 0.12, 8100, 0.8, 7500]"));
}

int main(void) {
  test_laws();
  test_slopes();
  test_calspan_numbers();
  test_calspan_formula();
  test_known_points();
  test_tmeasy_trail();
  test_magic_formula();
  test_load();
  test_slope();
  test_arm();
  test_lying();
  test_lying_tangent();
  test_tangent();
  test_odd_positions();
  test_backwards();
  test_work();
  test_build_up();
  test_standing();
  test_states();
  test_refusals();
  return check_report();
}
