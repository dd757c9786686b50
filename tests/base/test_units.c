// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_units.c - quantities to SI, texts of dimensions, and what is refused.
#include <stdint.h>
#include <string.h>

#include "base/base.h"
#include "check.h"

#define PI 3.14159265358979323846

static bool same(jn_dimension a, jn_dimension b) { return a.m == b.m && a.kg == b.kg && a.s == b.s && a.rad == b.rad; }

// text, SI value, what jn_unit_format prints for its dimension
static const struct {
  const char *text;
  double value;
  const char *unit;
} quantities[] = {
    {"3", 3, ""},
    {" -3e2 ", -300, ""},
    {"250 mm", 0.25, "m"},
    {"3mm", 0.003, "m"},
    {"7 um", 7e-6, "m"},
    {"7 µm", 7e-6, "m"},
    {"2 cm", 0.02, "m"},
    {"1.5 km", 1500, "m"},
    {"1 in", 0.0254, "m"},
    {"10 ft", 3.048, "m"},
    {"5 g", 0.005, "kg"},
    {"2 t", 2000, "kg"},
    {"1 lb", 0.45359237, "kg"},
    {"4 ms", 0.004, "s"},
    {"4 us", 4e-6, "s"},
    {"2 min", 120, "s"},
    {"0.5 h", 1800, "s"},
    {"180 deg", PI, "rad"},
    {"90°", PI / 2, "rad"},
    {"5 mrad", 0.005, "rad"},
    {"1 rev", 2 * PI, "rad"},
    {"60 rpm", 2 * PI, "rad/s"},
    {"-3e2 deg/s", -300 * PI / 180, "rad/s"},
    {"2 rad/s^2", 2, "rad/s^2"},
    {"5 Hz", 5, "1/s"},
    {"5 1/s", 5, "1/s"},
    {"5 /s", 5, "1/s"},
    {"5 s^-1", 5, "1/s"},
    {"9.81 m/s^2", 9.81, "m/s^2"},
    {"9.81 m/s²", 9.81, "m/s^2"},
    {"9.81 m s⁻²", 9.81, "m/s^2"},
    {"9.81 m/s/s", 9.81, "m/s^2"},
    {"36 km/h", 10, "m/s"},
    {"1 N", 1, "N"},
    {"1.9 kN/mm", 1.9e6, "N/m"},
    {"25 N/mm", 25000, "N/m"},
    {"1 lbf", 4.4482216152605, "N"},
    {"3 mN", 0.003, "N"},
    {"3 MN", 3e6, "N"},
    {"2 N s/m", 2, "N s/m"},
    {"2 N*s/m", 2, "N s/m"},
    {"2 N·s/m", 2, "N s/m"},
    {"2 N m", 2, "J"},
    {"2 N*m", 2, "J"},
    {"2 Nm", 2, "J"},
    {"2 kJ", 2000, "J"},
    {"2 kW", 2000, "W"},
    {"2 MPa", 2e6, "Pa"},
    {"2 N/mm^2", 2e6, "Pa"},
    {"3 N m/rad", 3, "N m"},
    {"3 N m/deg", 3 * 180 / PI, "N m"},
    {"3 N m s/rad", 3, "N m s"},
    {"4 kg m^2", 4, "kg m^2"},
    {"4 kg*m^2", 4, "kg m^2"},
    {"4 g mm^2", 4e-9, "kg m^2"},
    {"4 kg/m^3", 4, "kg/m^3"},
    {"4 kg m/s", 4, "kg m/s"},
    {"4 kg m^2/s", 4, "kg m^2/s"},
    {"4 Pa s", 4, "kg/(m s)"},
    {"4 kg/(m s)", 4, "kg/(m s)"},
    {"4 kg / ( m * s )", 4, "kg/(m s)"},
    {"4 N/(m s^2)", 4, "kg/s^4"},
};

static void test_quantities(void) {
  for (size_t i = 0; i < sizeof quantities / sizeof *quantities; i++) {
    double value = NAN;
    jn_dimension dimension;
    bool has_unit;
    char what[256] = "", unit[64];
    bool ok = jn_unit_parse(quantities[i].text, &value, &dimension, &has_unit, what, sizeof what);
    CHECK(ok);
    if (!ok) {
      printf("  '%s': %s\n", quantities[i].text, what);
      continue;
    }
    CHECK_NEAR(value, quantities[i].value, 4e-16 * fabs(quantities[i].value));
    jn_unit_format(dimension, unit, sizeof unit);
    CHECK(!strcmp(unit, quantities[i].unit));
    if (strcmp(unit, quantities[i].unit)) printf("  '%s' gives '%s'\n", quantities[i].text, unit);
    CHECK(has_unit == (quantities[i].unit[0] != 0));
  }
}

// Decimal prefixes do not cost a digit.
static void test_exact(void) {
  double value;
  jn_dimension dimension;
  bool has_unit;
  char what[256];
  CHECK(jn_unit_parse("0.1 mm", &value, &dimension, &has_unit, what, sizeof what) && value == 0.1e-3);
  CHECK(jn_unit_parse("3 mm", &value, &dimension, &has_unit, what, sizeof what) && value == 0.003);
  CHECK(jn_unit_parse("1.9 kN/mm", &value, &dimension, &has_unit, what, sizeof what) && value == 1.9e6);
}

// Whatever is printed is read back as the same dimension with factor 1. Moments are energies per angle inside and print
// as "N m", stiffnesses and dampings of angles likewise: there the radian is not read back.
static void test_round_trip(void) {
  for (int m = -3; m <= 3; m++)
    for (int kg = -1; kg <= 1; kg++)
      for (int s = -4; s <= 2; s++)
        for (int rad = -2; rad <= 2; rad++) {
          jn_dimension dimension = {(signed char)m, (signed char)kg, (signed char)s, (signed char)rad}, back;
          char unit[64], text[80], what[256];
          double value = NAN;
          bool has_unit;
          jn_unit_format(dimension, unit, sizeof unit);
          snprintf(text, sizeof text, "7 %s", unit);
          CHECK(jn_unit_parse(text, &value, &back, &has_unit, what, sizeof what));
          bool angular = (m == 2 && kg == 1 && (s == -2 || s == -1) && rad < 0) ||  // moments and their slopes
                         (m == -2 && kg == -1 && s == 2 && rad > 0);                // compliance of angles
          if (angular) back.rad = dimension.rad;
          CHECK(value == 7 && same(back, dimension));
        }
}

static void test_refused(void) {
  static const struct {
    const char *text, *part;
  } bad[] = {
      {"", "expected a finite number"},
      {"mm", "expected a finite number"},
      {"nan m", "expected a finite number"},
      {"1e400 m", "expected a finite number"},
      {"0x10 m", "expected a finite number"},
      {"1e307 km", "too large"},
      {"5 newton", "unknown unit 'newton'"},
      {"5 MM", "did you mean 'mm'"},
      {"5 kNn", "did you mean 'kN"},
      {"5 kg/m s", "ambiguous"},
      {"5 kg/m*s", "ambiguous"},
      {"5 m^2.5", "whole number"},
      {"5 m^x", "whole number"},
      {"5 m^99", "whole number"},
      {"5 m/", "at the end"},
      {"5 m*", "at the end"},
      {"5 m//s", "expected a unit"},
      {"5 kg/(m s", "expected ')'"},
      {"5 m)", "expected the end"},
      {"5 m, 6", "expected the end"},
      {"1 2 3", "expected"},
      {"5 m^9 m^9 m^9 m^9 m^9 m^9 m^9 m^9 m^9 m^9 m^9 m^9", "too large"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    double value = 42;
    jn_dimension dimension;
    bool has_unit;
    char what[256] = "";
    bool ok = jn_unit_parse(bad[i].text, &value, &dimension, &has_unit, what, sizeof what);
    CHECK(!ok && strstr(what, bad[i].part) && value == 42);
    if (ok || !strstr(what, bad[i].part)) printf("  '%s': %s\n", bad[i].text, what);
  }
}

// Random texts are read or refused; a refusal always has its sentence.
static void test_random(void) {
  static const char alphabet[] = "mkgsradNPaJW123^-*/() .\xc2\xb2\xc2\xb7\xe2\x81\xbb\xc2\xb5";
  uint64_t state = 1;
  for (int i = 0; i < 100000; i++) {
    char text[24] = "1 ", what[64] = "";
    for (int j = 2; j < 20; j++) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      text[j] = alphabet[(state >> 33) % (sizeof alphabet - 1)];
      if ((state >> 60) == 0) break;
    }
    double value = NAN;
    jn_dimension dimension;
    bool has_unit;
    bool ok = jn_unit_parse(text, &value, &dimension, &has_unit, what, sizeof what);
    if (!(ok ? isfinite(value) : what[0] != 0)) CHECK(false);
  }
}

int main(void) {
  test_quantities();
  test_exact();
  test_round_trip();
  test_refused();
  test_random();
  return check_report();
}
