// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// units.c - converts quantities with units ("1.9 kN/mm") to SI, and dimensions to the text of a unit.
//
//   quantity = number [unit]
//   unit     = ["/"] factor {("*" | "·" | blank | "/") factor}       factor = name [power] | "1" | "/" "(" factors ")"
//   power    = "^" [-] digits | superscript digits
//
// A product before the solidus is divided as a whole, and every further solidus divides once more: "N m s/rad" is
// (N m s)/rad, "m/s/s" is m/s^2. A product after a solidus needs parentheses, which is how the SI brochure (chapter
// "Unit symbols") avoids the ambiguity: "kg/(m s)" is read, "kg/m s" is refused because readers do not agree on it.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"

#define PI 3.14159265358979323846

// A unit; its value in SI units is multiply / divide. Both numbers are exact where the definition of the unit allows,
// so that "3 mm" becomes the double nearest to 0.003.
typedef struct {
  const char *name;
  double multiply, divide;
  jn_dimension dimension;
} unit;

// clang-format off
#define LENGTH {1, 0, 0, 0}
#define MASS {0, 1, 0, 0}
#define TIME {0, 0, 1, 0}
#define ANGLE {0, 0, 0, 1}
#define FORCE {1, 1, -2, 0}
#define PRESSURE {-1, 1, -2, 0}
#define ENERGY {2, 1, -2, 0}
#define POWER {2, 1, -3, 0}
// clang-format on

// The units that the reader of quantities accepts. The values of inch, foot, pound and pound-force are exact by
// definition: NIST SP 811, appendix B.8.
static const unit units[] = {
    {"m", 1, 1, LENGTH},
    {"mm", 1, 1e3, LENGTH},
    {"cm", 1, 1e2, LENGTH},
    {"km", 1e3, 1, LENGTH},
    {"um", 1, 1e6, LENGTH},
    {"\xc2\xb5m", 1, 1e6, LENGTH},  // micro sign
    {"\xce\xbcm", 1, 1e6, LENGTH},  // Greek mu
    {"in", 254, 1e4, LENGTH},
    {"ft", 3048, 1e4, LENGTH},
    {"kg", 1, 1, MASS},
    {"g", 1, 1e3, MASS},
    {"t", 1e3, 1, MASS},
    {"lb", 45359237, 1e8, MASS},
    {"s", 1, 1, TIME},
    {"ms", 1, 1e3, TIME},
    {"us", 1, 1e6, TIME},
    {"\xc2\xb5s", 1, 1e6, TIME},
    {"\xce\xbcs", 1, 1e6, TIME},
    {"min", 60, 1, TIME},
    {"h", 3600, 1, TIME},
    {"rad", 1, 1, ANGLE},
    {"mrad", 1, 1e3, ANGLE},
    {"deg", PI, 180, ANGLE},
    {"\xc2\xb0", PI, 180, ANGLE},  // degree sign
    {"rev", 2 * PI, 1, ANGLE},
    {"N", 1, 1, FORCE},
    {"mN", 1, 1e3, FORCE},
    {"kN", 1e3, 1, FORCE},
    {"MN", 1e6, 1, FORCE},
    {"lbf", 44482216152605, 1e13, FORCE},
    {"Pa", 1, 1, PRESSURE},
    {"kPa", 1e3, 1, PRESSURE},
    {"MPa", 1e6, 1, PRESSURE},
    {"GPa", 1e9, 1, PRESSURE},
    {"bar", 1e5, 1, PRESSURE},
    {"J", 1, 1, ENERGY},
    {"mJ", 1, 1e3, ENERGY},
    {"kJ", 1e3, 1, ENERGY},
    {"MJ", 1e6, 1, ENERGY},
    {"Nm", 1, 1, ENERGY},
    {"kNm", 1e3, 1, ENERGY},
    {"W", 1, 1, POWER},
    {"kW", 1e3, 1, POWER},
    {"MW", 1e6, 1, POWER},
    {"Hz", 1, 1, {0, 0, -1, 0}},
    {"kHz", 1e3, 1, {0, 0, -1, 0}},
    {"rpm", PI, 30, {0, 0, -1, 1}},
    {NULL, 0, 0, {0, 0, 0, 0}},
};

static const char *unit_name(const void *table, int i) { return ((const unit *)table)[i].name; }

static const unit *unit_find(const char *name) {
  for (const unit *u = units; u->name; u++)
    if (!strcmp(u->name, name)) return u;
  return NULL;
}

// ---- parser ---------------------------------------------------------------------------------

enum { LONGEST_NAME = 31, LARGEST_POWER = 9, LARGEST_EXPONENT = 100 };

typedef struct {
  const char *p;            // next character to read
  double multiply, divide;  // value of the factors parsed so far
  int m, kg, s, rad;
  char *what;
  size_t size;
} reader;

static bool starts(reader *r, const char *token) {
  size_t n = strlen(token);
  if (strncmp(r->p, token, n) != 0) return false;
  r->p += n;
  return true;
}

static bool skip_blanks(reader *r) {
  const char *start = r->p;
  while (*r->p == ' ' || *r->p == '\t' || *r->p == '\n' || *r->p == '\r') r->p++;
  return r->p > start;
}

static bool is_name_byte(const char *p) {
  // · ² ³ ¹ ⁻
  static const char *const not_names[] = {"\xc2\xb7", "\xc2\xb2", "\xc2\xb3", "\xc2\xb9", "\xe2\x81\xbb"};
  for (size_t i = 0; i < sizeof not_names / sizeof *not_names; i++)
    if (!strncmp(p, not_names[i], strlen(not_names[i]))) return false;
  return (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || *p == '_' || (unsigned char)*p >= 0x80;
}

static bool read_name(reader *r, char name[LONGEST_NAME + 1]) {
  int n = 0;
  while (n < LONGEST_NAME && is_name_byte(r->p)) name[n++] = *r->p++;
  name[n] = 0;
  return n > 0;
}

// Reads the power after a unit, an integer from -9 to 9, into *power; 1 if there is none. Returns false with a sentence
// in r->what if it is invalid.
static bool read_power(reader *r, int *power) {
  *power = 1;
  if (starts(r, "^")) {
    int sign = starts(r, "-") ? -1 : 1;
    if (*r->p < '0' || *r->p > '9' || (r->p[1] >= '0' && r->p[1] <= '9') || r->p[1] == '.') {
      snprintf(r->what, r->size, "a power of a unit is a whole number from -%d to %d", LARGEST_POWER, LARGEST_POWER);
      return false;
    }
    *power = sign * (*r->p++ - '0');
    return true;
  }
  int sign = starts(r, "\xe2\x81\xbb") ? -1 : 1;
  *power = sign * (starts(r, "\xc2\xb2") ? 2 : starts(r, "\xc2\xb3") ? 3 : 1);
  starts(r, "\xc2\xb9");
  return true;
}

static void apply(reader *r, const unit *u, int power) {
  for (int i = 0; i < (power < 0 ? -power : power); i++) {
    r->multiply *= power < 0 ? u->divide : u->multiply;
    r->divide *= power < 0 ? u->multiply : u->divide;
  }
  r->m += power * u->dimension.m;
  r->kg += power * u->dimension.kg;
  r->s += power * u->dimension.s;
  r->rad += power * u->dimension.rad;
}

static bool unknown_unit(const reader *r, const char *name) {
  const char *nearest = jni_nearest(name, unit_name, units);
  if (nearest) snprintf(r->what, r->size, "unknown unit '%s'; did you mean '%s'?", name, nearest);
  else snprintf(r->what, r->size, "unknown unit '%s'; known are m, mm, kg, s, rad, deg, N, kN, J, W, Hz, ...", name);
  return false;
}

static bool read_factor(reader *r, int direction) {
  char name[LONGEST_NAME + 1];
  int power;
  if (starts(r, "1")) return true;
  if (!read_name(r, name)) {
    if (*r->p) snprintf(r->what, r->size, "expected a unit at '%.12s'", r->p);
    else snprintf(r->what, r->size, "expected a unit at the end of the text");
    return false;
  }
  const unit *u = unit_find(name);
  if (!u) return unknown_unit(r, name);
  if (!read_power(r, &power)) return false;
  apply(r, u, direction * power);
  int all[] = {r->m, r->kg, r->s, r->rad};
  for (int i = 0; i < 4; i++)
    if (all[i] > LARGEST_EXPONENT || all[i] < -LARGEST_EXPONENT) {
      snprintf(r->what, r->size, "the powers of this unit are too large");
      return false;
    }
  return true;
}

// Returns whether another factor of the product follows, after a sign of multiplication or a blank, and advances past
// that.
static bool read_times(reader *r) {
  bool blank = skip_blanks(r);
  if (starts(r, "*") || starts(r, "\xc2\xb7")) {
    skip_blanks(r);
    return true;
  }
  return blank && *r->p && *r->p != '/' && *r->p != ')';
}

// Reads the divisor after a solidus, one factor or a product in parentheses, and divides the unit in *r by it. Returns
// false with a sentence in r->what if it is invalid.
static bool read_divisor(reader *r) {
  skip_blanks(r);
  if (!starts(r, "(")) return read_factor(r, -1);
  skip_blanks(r);
  do {
    if (!read_factor(r, -1)) return false;
  } while (read_times(r));
  skip_blanks(r);
  if (starts(r, ")")) return true;
  snprintf(r->what, r->size, "expected ')' in the unit");
  return false;
}

static bool read_unit(reader *r) {
  if (*r->p != '/') {
    do {
      if (!read_factor(r, 1)) return false;
    } while (read_times(r));
  }
  while (starts(r, "/")) {
    if (!read_divisor(r)) return false;
    if (read_times(r)) {
      snprintf(r->what, r->size, "a product after '/' is ambiguous; write 'kg/(m s)' or 'kg/m/s'");
      return false;
    }
  }
  if (!*r->p) return true;
  snprintf(r->what, r->size, "expected the end of the unit at '%.12s'", r->p);
  return false;
}

bool jn_unit_parse(const char *text, double *value, jn_dimension *dimension, bool *has_unit, char *what, size_t size) {
  if (!text || !value || !dimension || !has_unit || (!what && size > 0)) {
    if (what && size > 0) snprintf(what, size, "expected a text with a number, and places for what it says");
    return false;
  }
  reader r = {.p = text, .multiply = 1, .divide = 1, .what = what, .size = size};
  double number;
  skip_blanks(&r);
  r.p = jni_number_parse(r.p, &number);
  if (!r.p) {
    snprintf(what, size, "expected a finite number, perhaps with a unit, like 0.25 or '250 mm'");
    return false;
  }
  skip_blanks(&r);
  bool found = *r.p != 0;
  if (found && !read_unit(&r)) return false;

  // The multiplication and the division round at most twice. A unit may make a finite number infinite: 1e300 km is
  // refused.
  double si = r.multiply == 1 ? number / r.divide : number * r.multiply / r.divide;
  if (!isfinite(si)) {
    snprintf(what, size, "the quantity is too large");
    return false;
  }
  *value = si;
  *has_unit = found;
  *dimension = (jn_dimension){(signed char)r.m, (signed char)r.kg, (signed char)r.s, (signed char)r.rad};
  return true;
}

// ---- text of a dimension --------------------------------------------------------------------

// Dimensions that are printed with a unit of their own name, such as N, instead of powers of m, kg, s and rad.
static const struct {
  jn_dimension dimension;
  const char *text;
} named[] = {
    {FORCE, "N"},
    {ENERGY, "J"},
    {POWER, "W"},
    {PRESSURE, "Pa"},
    {{0, 1, -2, 0}, "N/m"},
    {{0, 1, -1, 0}, "N s/m"},
    {{2, 1, -2, -1}, "N m"},  // a torque: energy per angle, which distinguishes it from an energy
    {{2, 1, -1, -1}, "N m s"},
    {{2, 1, -2, -2}, "N m/rad"},
    {{2, 1, -1, -2}, "N m s/rad"},
    {{1, 1, -2, -1}, "N/rad"},
    {{0, -1, 2, 0}, "m/N"},
    {{-2, -1, 2, 2}, "rad/(N m)"},
};

bool jni_unit_same(jn_dimension a, jn_dimension b) {
  return a.m == b.m && a.kg == b.kg && a.s == b.s && a.rad == b.rad;
}

// Returns whether the dimensions `found` and `wanted` agree; radians are ignored if there are other units, so that "100
// N m" is accepted for a stiffness in N m/rad.
bool jni_unit_fits(jn_dimension found, jn_dimension wanted) {
  if (jni_unit_same(found, wanted)) return true;
  return found.m == wanted.m && found.kg == wanted.kg && found.s == wanted.s && (found.m || found.kg || found.s);
}

typedef struct {
  const char *name;
  int exponent;
} base_power;

// Sets `text` to the base units whose exponents have this sign, separated by blanks, with the magnitude of exponents
// other than 1, as in "m s^2"; "" if there are none. Returns their number.
static int write_powers(const base_power powers[4], int sign, char *text, size_t size) {
  int count = 0;
  size_t used = 0;
  text[0] = 0;
  for (int i = 0; i < 4; i++) {
    int exponent = sign * powers[i].exponent;
    if (exponent <= 0) continue;
    const char *blank = count++ ? " " : "";
    if (exponent == 1) used += (size_t)snprintf(text + used, size - used, "%s%s", blank, powers[i].name);
    else used += (size_t)snprintf(text + used, size - used, "%s%s^%d", blank, powers[i].name, exponent);
  }
  return count;
}

void jn_unit_format(jn_dimension dimension, char *text, size_t size) {
  for (size_t i = 0; i < sizeof named / sizeof *named; i++)
    if (jni_unit_same(named[i].dimension, dimension)) {
      snprintf(text, size, "%s", named[i].text);
      return;
    }
  const base_power powers[4] = {{"kg", dimension.kg}, {"m", dimension.m}, {"rad", dimension.rad}, {"s", dimension.s}};
  char above[48], below[48];  // long enough for four names with powers of at most three digits
  int nabove = write_powers(powers, 1, above, sizeof above), nbelow = write_powers(powers, -1, below, sizeof below);
  const char *numerator = nabove || !nbelow ? above : "1";
  if (nbelow == 0) snprintf(text, size, "%s", numerator);
  else snprintf(text, size, nbelow == 1 ? "%s/%s" : "%s/(%s)", numerator, below);
}
