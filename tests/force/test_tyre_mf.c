// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_tyre_mf.c - the Magic Formula by property files: curves against the formula as it is published, tangents, what a
// file says and what the model says instead, units, axes, and files that fit no kind.
#include <math.h>

#include "kernel/ground/tyre_mf.h"
#include "memory_read.h"
#include "model/model.h"
#include "tyre_wheel.h"

#define CAR JOUNCE_SOURCE_DIR "/tests/data/car.tir"

// A model file beside nothing, so that it may name files.
static jn_model *read_tyre(const char *type, const char *more, jn_report *report) {
  const char *path = "tyre_mf_test.yaml";
  FILE *file = fopen(path, "w");
  if (!file) return NULL;
  fprintf(file,
          "jounce: 1\nspace: space\nbodies: {wheel: {mass: 20, inertia: [1, 1, 1]}}\nroads: {road: {type: flat}}\n"
          "forces: {tyre: {type: %s, at: wheel, road: road, %s}}\n",
          type, more);
  fclose(file);
  jn_model *model = jn_model_read(NULL, path, NULL, 0, report);
  remove(path);
  return model;
}

static jn_model *read_car(const char *more) {
  char text[512];
  jn_report *report = jn_report_new(NULL);
  snprintf(text, sizeof text, "file: %s%s", CAR, more);
  jn_model *model = read_tyre("tyre-mf", text, report);
  for (int i = 0; i < jn_report_size(report); i++) printf("%s\n", jn_report_get(report, i)->what);
  CHECK(model && jn_report_size(report) == 0);
  jn_report_free(report);
  return model;
}

static const jnk_mf *coefficients(const jn_model *model) {
  return (const jnk_mf *)(const void *)model->forces[0].def.tyre.coefficients.value;
}

// ---- the formula as it is published --------------------------------------------------------------------------------

typedef struct {
  double Fx, Fy, Mz, Mx;
} result;

static double curve(double B, double C, double D, double E, double x) {
  return D * sin(C * atan(B * x - E * (B * x - atan(B * x))));
}

static double ratio_of(double B, double C, double E, double x, double shift) {
  return cos(C * atan(B * x - E * (B * x - atan(B * x)))) /
         cos(C * atan(B * shift - E * (B * shift - atan(B * shift))));
}

static double sign_of(double x) { return x < 0 ? -1 : 1; }

// Version 5.2, all scaling factors 1.                                            [Pacejka 2006, eqs. (4.E1) to (4.E78)]
static result published(const jnk_mf *t, double kappa, double alpha, double gamma, double Fz) {
  const double F0 = t->FNOMIN, R0 = t->UNLOADED_RADIUS, d = (Fz - F0) / F0;
  result f;
  // longitudinal
  double SHx = t->PHX1 + t->PHX2 * d, kx = kappa + SHx,
         Dx = (t->PDX1 + t->PDX2 * d) * (1 - t->PDX3 * gamma * gamma) * Fz;
  double Kx = Fz * (t->PKX1 + t->PKX2 * d) * exp(t->PKX3 * d),
         Ex = (t->PEX1 + t->PEX2 * d + t->PEX3 * d * d) * (1 - t->PEX4 * sign_of(kx));
  double Fx0 = curve(Kx / (t->PCX1 * Dx), t->PCX1, Dx, Ex, kx) + Fz * (t->PVX1 + t->PVX2 * d);
  // lateral
  double Ky = t->PKY1 * F0 * sin(2 * atan(Fz / (t->PKY2 * F0))) * (1 - t->PKY3 * fabs(gamma));
  double SHy = t->PHY1 + t->PHY2 * d + t->PHY3 * gamma,
         SVy = Fz * (t->PVY1 + t->PVY2 * d + (t->PVY3 + t->PVY4 * d) * gamma);
  double muy = (t->PDY1 + t->PDY2 * d) * (1 - t->PDY3 * gamma * gamma), Dy = muy * Fz, ay = alpha + SHy;
  double Ey = (t->PEY1 + t->PEY2 * d) * (1 - (t->PEY3 + t->PEY4 * gamma) * sign_of(ay)), By = Ky / (t->PCY1 * Dy);
  double Fy0 = curve(By, t->PCY1, Dy, fmin(Ey, 1), ay) + SVy;
  // combined
  f.Fx = Fx0 * ratio_of(t->RBX1 * cos(atan(t->RBX2 * kappa)), t->RCX1, t->REX1 + t->REX2 * d, alpha + t->RHX1, t->RHX1);
  double SHk = t->RHY1 + t->RHY2 * d;
  double Gy =
      ratio_of(t->RBY1 * cos(atan(t->RBY2 * (alpha - t->RBY3))), t->RCY1, t->REY1 + t->REY2 * d, kappa + SHk, SHk);
  double SVk = muy * Fz * (t->RVY1 + t->RVY2 * d + t->RVY3 * gamma) * cos(atan(t->RVY4 * alpha)) *
               sin(t->RVY5 * atan(t->RVY6 * kappa));
  f.Fy = Gy * Fy0 + SVk;
  // moments
  double at = alpha + t->QHZ1 + t->QHZ2 * d + (t->QHZ3 + t->QHZ4 * d) * gamma, ar = alpha + SHy + SVy / Ky;
  double Bt = (t->QBZ1 + t->QBZ2 * d + t->QBZ3 * d * d) * (1 + t->QBZ4 * gamma + t->QBZ5 * fabs(gamma));
  double Dt = Fz * (t->QDZ1 + t->QDZ2 * d) * (1 + t->QDZ3 * gamma + t->QDZ4 * gamma * gamma) * R0 / F0;
  double Et = (t->QEZ1 + t->QEZ2 * d + t->QEZ3 * d * d) *
              (1 + (t->QEZ4 + t->QEZ5 * gamma) * 2 / JNK_PI * atan(Bt * t->QCZ1 * at));
  double aeq = sqrt(at * at + Kx * Kx / (Ky * Ky) * kappa * kappa) * sign_of(at),
         req = sqrt(ar * ar + Kx * Kx / (Ky * Ky) * kappa * kappa) * sign_of(ar);
  double trail = Dt * cos(t->QCZ1 * atan(Bt * aeq - fmin(Et, 1) * (Bt * aeq - atan(Bt * aeq)))) * cos(alpha);
  double Mzr = Fz * (t->QDZ6 + t->QDZ7 * d + (t->QDZ8 + t->QDZ9 * d) * gamma) * R0 *
               cos(atan((t->QBZ9 + t->QBZ10 * By * t->PCY1) * req)) * cos(alpha);
  double s = (t->SSZ1 + t->SSZ2 * f.Fy / F0 + (t->SSZ3 + t->SSZ4 * d) * gamma) * R0;
  f.Mz = -trail * (f.Fy - SVk) + Mzr + s * f.Fx;
  f.Mx = R0 * Fz * (t->QSX1 - t->QSX2 * gamma + t->QSX3 * f.Fy / F0);
  return f;
}

static void test_formula(void) {
  jn_model *model = read_car("");
  if (!model) return;
  const jnk_mf *t = coefficients(model);
  for (double Fz = 800; Fz < 9000; Fz += 1300)
    for (double kappa = -0.4; kappa < 0.5; kappa += 0.16)
      for (double alpha = -0.3; alpha < 0.31; alpha += 0.12)
        for (double gamma = -0.08; gamma < 0.09; gamma += 0.04) {
          const jnk_slip slip = {kappa, -tan(alpha), Fz, gamma, 1, 0};
          jnk_slip_force f = {0};
          jnk_mf_force(t, 1, &slip, &f);
          result expected = published(t, kappa, alpha, gamma, Fz);
          CHECK_NEAR(f.Fx, expected.Fx, 1e-9 * Fz);
          CHECK_NEAR(f.Fy, expected.Fy, 1e-9 * Fz);
          CHECK_NEAR(f.Mz, expected.Mz, 1e-9 * Fz);
          CHECK_NEAR(f.Mx, expected.Mx, 1e-9 * Fz);
          CHECK(f.fx >= 0 && f.fy >= 0 && f.limit > 0);
        }
  jn_model_free(model);
}

// Beyond the largest load of the file all grows with it; on half the friction the largest force is half; the secant is
// the slope at no slip.
static void test_bounds(void) {
  jn_model *model = read_car("");
  if (!model) return;
  const jnk_mf *t = coefficients(model);
  jnk_slip slip = {0.1, 0.05, 10000, 0.02, 1, 0};
  jnk_slip_force at = {0}, twice = {0};
  jnk_mf_force(t, 1, &slip, &at);
  slip.Fz = 20000;
  jnk_mf_force(t, 1, &slip, &twice);
  CHECK_NEAR(twice.Fx, 2 * at.Fx, 1e-9 * 20000);
  CHECK_NEAR(twice.Fy, 2 * at.Fy, 1e-9 * 20000);
  CHECK_NEAR(twice.Mz, 2 * at.Mz, 1e-9 * 20000);
  const jnk_slip none = {-t->PHX1, 0, 4000, 0, 1, 0}, wet = {-t->PHX1, 0, 4000, 0, 0.5, 0};
  jnk_mf_force(t, 1, &none, &at);
  jnk_mf_force(t, 1, &wet, &twice);
  CHECK_NEAR(at.fx, 21.51 * 4000, 1e-3 * 21.51 * 4000);  // G is not 1 where slip is not 0
  CHECK_NEAR(at.limit / twice.limit, 2, 1e-12);
  jn_model_free(model);
}

// The same tyre in adapted SAE axes: y to the right.
static void test_axes(void) {
  jn_model *model = read_car("");
  if (!model) return;
  jnk_mf iso = *coefficients(model), sae;
  iso.PHY1 = iso.PHY2 = iso.PVY1 = iso.PVY2 = iso.QHZ1 = iso.QHZ2 = iso.QDZ6 = iso.RVY1 = iso.RVY2 = 0;
  iso.RHX1 = iso.RBY3 = iso.SSZ1 = 0;
  sae = iso;
  sae.PKY1 = -iso.PKY1;
  sae.PDY1 = -iso.PDY1;
  sae.PDY2 = -iso.PDY2;
  const jnk_slip slip = {0.02, 0.08, 4000, 0, 1, 0};
  jnk_slip_force a = {0}, b = {0};
  jnk_mf_force(&iso, 1, &slip, &a);
  jnk_mf_force(&sae, 1, &slip, &b);
  CHECK(a.Fy > 1000);
  CHECK_NEAR(a.Fy, b.Fy, 1e-9 * 4000);
  CHECK_NEAR(a.Fx, b.Fx, 1e-9 * 4000);
  jn_model_free(model);
}

// ---- in a model -----------------------------------------------------------------------------------------------------

static void test_in_model(void) {
  jn_model *model = read_car(""),
           *other = read_car(
               ", radius: 0.35, load_law: {polynomial: [0, 1e5, 1e6]}, relaxation: 0.5, rolling_resistance: 0.02");
  if (!model || !other) return;
  const jn_force_def *def = &model->forces[0].def, *own = &other->forces[0].def;
  CHECK_NEAR(def->tyre.radius, 0.313, 0);
  CHECK_NEAR(def->stiffness, 2.1e5, 0);
  CHECK_NEAR(def->damping, 50, 0);
  CHECK_NEAR(def->tyre.load, 4000, 0);
  CHECK_NEAR(def->tyre.relaxation_x, 1.2 * 0.313, 1e-15);
  CHECK_NEAR(def->tyre.relaxation, 2.1 * sin(2 * atan(0.5)) * 0.313, 1e-15);
  CHECK_NEAR(def->tyre.rolling[0], 0.01, 0);
  CHECK_NEAR(def->tyre.rolling[1], 0.0005 / 16.67, 1e-18);
  CHECK_NEAR(def->tyre.rolling[3], 0.00008 / pow(16.67, 4), 1e-18);
  CHECK(own->tyre.radius == 0.35 && own->stiffness == 0 && own->tyre.relaxation == 0.5 &&
        own->tyre.rolling[0] == 0.02 && own->tyre.rolling[1] == 0);
  // overturning, with camber: its share of the torque about x
  jni_force_input in = wheel_at(0.3, 0.05, 20, 0.5, 20 / 0.29);
  double state[3] = {0, 0, 0};
  in.state = state;
  jni_force_output out = calc(model, &in);
  double Fy = named(&out, model, "fy"), Fz = named(&out, model, "fz");
  CHECK_NEAR(named(&out, model, "mx"), 0.313 * Fz * (-0.9 * 0.05 + 0.02 * Fy / 4000), 0.02 * Fz * 0.313);
  CHECK_NEAR(out.torque[0][0], 0.3 * Fy + 0.3 * tan(0.05) * Fz + named(&out, model, "mx"), 1e-6 * Fz);
  jn_model_free(model);
  jn_model_free(other);
}

static void test_tangent(void) {
  jn_model *model = read_car("");
  for (int n = 0; model && n < 6; n++) {
    double state[3] = {0.003, -0.004, 0.001};
    jni_force_input in = wheel_at(0.295, 0.03 * n, 6 - 2 * n, 0.2, 6.3 / 0.29 - 8 * n);
    jnk_set(in.end[0].w[0] + 0.3, in.end[0].w[1], 0.4, in.end[0].w);
    in.end[0].v[2] = 0.1;
    in.state = state;
    check_tangent(model, &in);
  }
  jn_model_free(model);
}

// In any position, at any speed: numbers.
static void test_odd_positions(void) {
  static const double speeds[] = {0, 1e-300, 1e-9, -1e-3, 20, -20, 1e4}, heights[] = {-5, 0, 0.2, 0.31, 0.313, 5};
  jn_model *model = read_car("");
  for (int n = 0; model && n < 6 * 343; n++) {
    double state[3] = {n % 3 == 0 ? 0 : 0.01, n % 5 == 0 ? 0 : -1, 0.01};
    jni_force_input in =
        wheel_at(heights[n / 343], 0.7 * (n % 4), speeds[n / 49 % 7], speeds[n / 7 % 7], speeds[n % 7] / 0.3);
    in.state = state;
    jni_force_output out = calc(model, &in);
    double sum = jnk_dot(out.force[0], out.force[0]) + jnk_dot(out.torque[0], out.torque[0]);
    for (int k = 0; k < 3; k++) sum += fabs(out.state_rate[k]);
    CHECK(isfinite(sum) && out.scalar >= 0);
  }
  jn_model_free(model);
}

// A tyre of the wrong size for a file: in millimetres, with a curve of loads; the curve replaces the stiffness.
static void test_units(void) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = read_tyre("tyre-fiala", "file: " JOUNCE_SOURCE_DIR "/tests/data/fiala.tir", report);
  CHECK(model && jn_report_size(report) == 0);
  if (model) {
    const jn_force_def *def = &model->forces[0].def;
    CHECK_NEAR(def->tyre.radius, 0.47, 1e-15);
    CHECK_NEAR(def->damping, 7500, 1e-9);
    CHECK(def->stiffness == 0 && def->law.n == 5);
    CHECK_NEAR(def->law.x[4], 0.02, 1e-15);
    CHECK_NEAR(def->law.y[4], 3477, 1e-9);
    CHECK_NEAR(def->tyre.relaxation, 2, 1e-12);
    CHECK_NEAR(def->tyre.rolling[0], 0.015, 1e-15);
    CHECK_NEAR(def->tyre.friction, 0.9835, 0);
    CHECK_NEAR(def->tyre.friction_sliding, 0.5568, 0);
    // locked it slides with UMIN
    jni_force_input in = wheel_at(0.46, 0, 10, 0, 0);
    double state[3] = {0, 0, 0};
    in.state = state;
    for (int i = 0; i < 4000; i++) {
      jni_force_output out = calc(model, &in);
      for (int k = 0; k < 2; k++) state[k] += 1e-3 * out.state_rate[k];
    }
    jni_force_output out = calc(model, &in);
    CHECK_NEAR(-named(&out, model, "fx") / named(&out, model, "fz"), 0.5568, 1e-3);
  }
  jn_model_free(model);
  jn_report_free(report);
}

// ---- what fits no kind ----------------------------------------------------------------------------------------------

static void check_told(const char *type, const char *tir, const char *part, jn_severity severity, int count) {
  const char *path = "tyre_mf_test.tir";
  FILE *file = fopen(path, "w");
  CHECK(file != NULL);
  if (!file) return;
  fputs(tir, file);
  fclose(file);
  jn_report *report = jn_report_new(NULL);
  jn_model *model = read_tyre(type, "file: tyre_mf_test.tir", report);
  const char *what = jn_report_size(report) > 0 ? jn_report_get(report, 0)->what : "nothing";
  bool precomputed_report = strstr(what, part) != NULL && jn_report_count(report, severity) == count;
  CHECK(precomputed_report && !model == (severity == JN_FAULT));
  if (!precomputed_report) printf("  got:      %s (%d)\n  expected: %s\n", what, jn_report_size(report), part);
  jn_model_free(model);
  jn_report_free(report);
  remove(path);
}

#define MF "PROPERTY_FILE_FORMAT = 'PAC2002'\nUNLOADED_RADIUS = 0.3\nFNOMIN = 4000\nVERTICAL_STIFFNESS = 2e5\n"
#define SLIP "PCX1 = 1.6\nPDX1 = 1\nPKX1 = 20\nPCY1 = 1.2\nPDY1 = 1\nPKY1 = -15\nPKY2 = 2\n"

#define FIALA "PROPERTY_FILE_FORMAT = 'FIALA'\nCSLIP = 1e5\nCALPHA = 5e4\nVERTICAL_STIFFNESS = 3e5\n"

static void test_refusals(void) {
  static const struct {
    const char *type, *tir, *part;
  } wrong[] = {
      {"tyre-fiala", MF SLIP, "the file is for a tyre-mf"},
      {"tyre-mf", "PROPERTY_FILE_FORMAT = 'FTIRE'\n", "no kind of tyre has the law of PROPERTY_FILE_FORMAT 'FTIRE'"},
      {"tyre-mf", MF SLIP "FITTYP = 70\n", "has FITTYP 70"},
      {"tyre-mf", MF SLIP "USE_MODE = 15\n", "uses turn slip (USE_MODE 15"},
      {"tyre-mf", MF SLIP "INFLPRES = 250000\nNOMPRES = 200000\nPPX1 = -0.3\n", "effects of pressure"},
      {"tyre-mf", "[UNITS]\nANGLE = 'degrees'\n" MF SLIP, "over radians"},
      {"tyre-mf", "[UNITS]\nLENGTH = 'furlong'\n" MF SLIP,
       "unknown unit of LENGTH, got 'furlong'; known are meter, metre, m, mm,"},
      {"tyre-mf", MF "PCX1 = 'big'\nPDX1 = 1\nPKX1 = 20\nPCY1 = 1.2\nPDY1 = 1\nPKY1 = -15\nPKY2 = 2\n",
       "expected a number for 'PCX1'"},
      {"tyre-mf", MF, "the file does not have PCX1, PDX1, PKX1, PCY1, PDY1, PKY1, PKY2, which a tyre-mf needs"},
      {"tyre-mf", MF "PCX1 = 1.6\nPDX1 = 1\nPCY1 = 1.2\nPDY1 = 1\nPKY1 = -15\nPKY2 = 2\n", "not have PKX1, which"},
      {"tyre-mf", "UNLOADED_RADIUS = 0.3\nVERTICAL_STIFFNESS = 2e5\nFNOMIM = 4000\n" SLIP,
       "unknown key 'FNOMIM'; did you mean 'FNOMIN', which a tyre-mf needs?"},
      {"tyre-mf", MF SLIP "LMUX = 0\n", "LMUX must be positive, got 0"},
      {"tyre-mf", "UNLOADED_RADIUS = -1\nFNOMIN = 4000\nVERTICAL_STIFFNESS = 2e5\n" SLIP,
       "UNLOADED_RADIUS must be positive, got -1"},
      {"tyre-mf", MF "PCX1 = 1.6 1.7\n", "expected a comment after the number"},
      {"tyre-mf", MF "PCX1 = big\n", "expected a number or a text in quotes"},
      {"tyre-mf", MF "PCX1 = 1\nPCX1 = 2\n", "'PCX1' is given twice"},
      {"tyre-mf", "[UNITS\n", "expected ']'"},
      {"tyre-mf", "LENGTH = 'm\n", "expected ' at the end"},
      {"tyre-mf", "hello\n", "expected a section"},
      {"tyre-mf", "= 3\n", "expected a key"},
      {"tyre-mf", "$ nothing\n", "there is no 'KEY = value'"},
      {"tyre-fiala", "[DEFLECTION_LOAD_CURVE]\n1 a\n", "expected two numbers"},
      {"tyre-pacejka", "PROPERTY_FILE_FORMAT = 'PAC89'\nA9 = 1\n", "on whose sign programs do not agree"},
      {"tyre-fiala", FIALA "ROLLING_RESISTANCE = 0.01\n", "is a length, and needs a positive UNLOADED_RADIUS"},
      {"tyre-fiala", FIALA "UNLOADED_RADIUS = 0.5\nROLLING_RESISTANCE = -0.01\n", "must be zero or positive"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    check_told(wrong[i].type, wrong[i].tir, wrong[i].part, JN_FAULT, 1);
  check_told("tyre-mf", "[UNITS]\nLENGTH = 'furlong'\nTIME = 3\n[A]\nPCX1 = big\nhello\n" MF SLIP,
             "unknown unit of LENGTH", JN_FAULT, 4);
  check_told("tyre-mf", MF "[X_COEFFICIENTS]\n" SLIP "QSY2 = 0.1\n", "left out: QSY2", JN_WARNING, 1);
  check_told("tyre-fiala", "[UNITS]\nLENGTH = 'mm'\n" FIALA "UNLOADED_RADIUS = 470\nROLLING_RESISTANCE = 0.015\n",
             "give 'rolling_resistance: 0.015' here", JN_WARNING, 1);
}

// Each allocation fails in turn.
static void test_no_memory(void) {
  const char *path = "tyre_mf_memory.yaml";
  FILE *file = fopen(path, "w");
  CHECK(file != NULL);
  if (!file) return;
  fputs(
      "jounce: 1\nspace: space\nbodies: {wheel: {mass: 20, inertia: [1, 1, 1]}}\nroads: {road: {type: flat, friction: "
      "0.5}}\n"
      "forces: {tyre: {type: tyre-fiala, at: wheel, road: road, file: " JOUNCE_SOURCE_DIR
      "/tests/data/fiala.tir, envelope: true}}\n",
      file);
  fclose(file);
  long k = 0;
  while (k < 100000 && read_without_memory(path, k)) k++;
  CHECK(k < 100000);
  remove(path);
}

int main(void) {
  test_formula();
  test_bounds();
  test_axes();
  test_in_model();
  test_tangent();
  test_odd_positions();
  test_units();
  test_refusals();
  test_no_memory();
  return check_report();
}
