// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre_tmeasy.c - TMeasy: force curves by initial slope, maximum and sliding force, at the nominal and twice that load.
#include "kernel/ground/tyre_tmeasy.h"
#include "force/tyre/tyre.h"

#include <math.h>
#include <stdio.h>

#define TRAIL \
  "[trail over length of the contact patch, lateral slip where it vanishes, slip where it vanishes for good]"
#define CURVE "[initial slope N, slip of the maximum, maximum N, slip where sliding begins, sliding force N]"

static const jni_field fields[] = {
    JNI_TYRE_FIELDS,
    JNI_TYRE_FRICTION("factor on forces and slips, default 1"),
    JNI_TYRE_LOAD,
    JNI_TYRE_FIELD(longitudinal, NUMBERS, NONE, ANY, false, "at the nominal load: " CURVE),
    JNI_TYRE_FIELD(longitudinal_double, NUMBERS, NONE, ANY, false, "the same at twice the nominal load"),
    JNI_TYRE_FIELD(lateral, NUMBERS, NONE, ANY, false, "the same five numbers over lateral slip, at the nominal load"),
    JNI_TYRE_FIELD(lateral_double, NUMBERS, NONE, ANY, false, "the same at twice the nominal load"),
    JNI_TYRE_FIELD(trail, NUMBER, LENGTH, NOT_NEGATIVE, false, "pneumatic trail at slip 0, default 0"),
    JNI_TYRE_FIELD(trail_slip, NUMBER, NONE, POSITIVE, false, "lateral slip at which the trail vanishes, default 0.2"),
    JNI_TYRE_FIELD(aligning, NUMBERS, NONE, POSITIVE, false, "instead of trail, at the nominal load: " TRAIL),
    JNI_TYRE_FIELD(aligning_double, NUMBERS, NONE, POSITIVE, false, "the same at twice the nominal load"),
};

// Defaults: those of a passenger car tyre, forces relative to the load.
static const double usual[4][5] = {{28, 0.11, 1.03, 0.50, 1.01},
                                   {50, 0.12, 2.03, 0.80, 1.88},
                                   {22, 0.18, 0.97, 0.60, 0.97},
                                   {31, 0.20, 1.69, 0.80, 1.66}};

static jnk_tmeasy_curve curve_of(const double k[5], double force) {
  return (jnk_tmeasy_curve){force * k[0], k[1], force * k[2], k[3], force * k[4]};
}

static jnk_tmeasy_curve curve(const jn_tyre_def *def, const jn_numbers *list, int i) {
  return list->n == 5 ? curve_of(list->value, 1) : curve_of(usual[i], def->load);
}

static bool check_curve(const jn_numbers *list, const char *name, char *what, size_t size) {
  const double *k = list->value;
  if (!jni_tyre_check_list(list, name, 5, CURVE, what, size)) return false;
  if (list->n == 0 ||
      (k[0] > 0 && k[1] > 0 && k[2] > 0 && k[3] > k[1] && k[4] > 0 && k[4] <= k[2] && k[0] * k[1] >= k[2]))
    return true;
  snprintf(what, size,
           "%s: the numbers must be positive, sliding must begin behind the maximum with no more force, and the "
           "initial "
           "slope must lead above the maximum",
           name);
  return false;
}

#define TOGETHER "the numbers at the nominal load and at twice the load are not consistent"

// Checks the curve at one end of the range of loads. Slips, and forces relative to the load, are linear in the load:
// numbers that are positive at both ends are positive in between. Returns false with a sentence in `what` if one is
// not.
static bool check_ends(const jnk_tmeasy_now *c, const char *name, const char *where, char *what, size_t size) {
  const char *bad = !(c->dF0 > 0)      ? "initial slope is not positive"
                    : !(c->FM > 0)     ? "largest force is not positive"
                    : !(c->FS > 0)     ? "sliding force is not positive"
                    : !(c->sM > 0)     ? "slip of the maximum is not positive"
                    : !(c->sS > c->sM) ? "slip where sliding begins is not behind the maximum"
                                       : NULL;
  if (bad) snprintf(what, size, "%s: the %s under %s loads: " TOGETHER, name, bad, where);
  return !bad;
}

// Returns the least value of (dF0 sM - FM) / ratio over the ratios of the load to the nominal load from low to high, N.
// It is a parabola over the ratio, which three values determine: its least value is at an end or at the vertex.
static double least_lead(const jnk_tmeasy_curve at[2], double low, double high) {
  double y[3], least;
  for (int i = 0; i < 3; i++) {
    double ratio = low + 0.5 * i * (high - low);
    jnk_tmeasy_now c = jnk_tmeasy_at(at, ratio, 1);
    y[i] = (c.dF0 * c.sM - c.FM) / ratio;
  }
  double slope = (y[2] - y[0]) / 2,
         curvature = y[2] - 2 * y[1] + y[0];  // y[1] + slope u + curvature/2 u^2, u from -1 to 1
  least = y[0] < y[2] ? y[0] : y[2];
  return curvature > fabs(slope) ? y[1] - slope * slope / (2 * curvature) : least;
}

// Checks that the model gives both curves of a direction or none, and that they are valid at all loads. Returns false
// with a sentence in `what` otherwise.
static bool check_pair(const jn_numbers *one, const jn_numbers *two, const char *name, char *what, size_t size) {
  const double low = 1e-6, high = 2.5;  // ratios to the nominal load; beyond, forces are proportional to the load
  char twice[32];
  snprintf(twice, sizeof twice, "%s_double", name);
  if (!check_curve(one, name, what, size) || !check_curve(two, twice, what, size)) return false;
  if ((one->n == 0) != (two->n == 0)) {
    snprintf(what, size, "give both '%s' and '%s', or neither", name, twice);
    return false;
  }
  if (one->n == 0) return true;
  const jnk_tmeasy_curve at[2] = {curve_of(one->value, 1), curve_of(two->value, 1)};
  const jnk_tmeasy_now least = jnk_tmeasy_at(at, low, 1), most = jnk_tmeasy_at(at, high, 1);
  if (!check_ends(&least, name, "small", what, size) || !check_ends(&most, name, "large", what, size)) return false;
  if (least_lead(at, low, high) >= -1e-9 * at[0].FM) return true;
  snprintf(what, size, "%s: under some loads the initial slope does not lead above the maximum: " TOGETHER, name);
  return false;
}

// Checks the trail: both curves of `aligning` or none, and not beside `trail`, with slips that are positive and in
// order at all loads (they are linear in the load, so both ends suffice). Returns false with a sentence in `what`
// otherwise.
static bool check_trail(const jn_tyre_def *t, char *what, size_t size) {
  const jn_numbers *one = &t->aligning, *two = &t->aligning_double;
  if (!jni_tyre_check_list(one, "aligning", 3, TRAIL, what, size)) return false;
  if (!jni_tyre_check_list(two, "aligning_double", 3, TRAIL, what, size)) return false;
  if ((one->n == 0) != (two->n == 0)) {
    snprintf(what, size, "give both 'aligning' and 'aligning_double', or neither");
    return false;
  }
  if (one->n == 0) return true;
  if (t->trail > 0) {
    snprintf(what, size, "give either 'trail' or 'aligning', not both");
    return false;
  }
  for (int i = 0; i < 2; i++) {
    double ratio = i ? 2.5 : 0, s0 = jnk_tmeasy_line(one->value[1], two->value[1], ratio);
    if (!(s0 > 0 && jnk_tmeasy_line(one->value[2], two->value[2], ratio) > s0)) {
      snprintf(what, size, "aligning: the slips must be positive, and the second larger, under all loads");
      return false;
    }
  }
  return true;
}

static bool check(const jn_model *model, const jn_force_def *def, char *what, size_t size) {
  const jn_tyre_def *t = &def->tyre;
  return jni_tyre_check(model, def, what, size) && check_trail(t, what, size) &&
         check_pair(&t->longitudinal, &t->longitudinal_double, "longitudinal", what, size) &&
         check_pair(&t->lateral, &t->lateral_double, "lateral", what, size);
}

static jnk_tmeasy_trail trail_of(const jn_numbers *list) {
  const jnk_tmeasy_trail none = {0, 1, 2};
  return list->n == 3 ? (jnk_tmeasy_trail){list->value[0], list->value[1], list->value[2]} : none;
}

static void put_numbers(const jn_tyre_def *def, jni_constants *numbers) {
  const jnk_tmeasy t = {def->load,
                        def->friction,
                        def->trail,
                        def->trail_slip,
                        {curve(def, &def->longitudinal, 0), curve(def, &def->longitudinal_double, 1)},
                        {curve(def, &def->lateral, 2), curve(def, &def->lateral_double, 3)},
                        def->aligning.n > 0,
                        {trail_of(&def->aligning), trail_of(&def->aligning_double)}};
  JNI_PUT_STRUCT(numbers, t);
}

JNI_TYRE_CODE_APART(tmeasy, JNK_TYRE_RESULTS);
static const jni_tyre_law own = {
    .calc = jnk_law_tmeasy, .numbers = put_numbers, .by_circumference = true, .relaxation = 0.3, .by_patch = true};

const jni_force_kind jni_force_tyre_tmeasy = {
    .name = "tyre-tmeasy",
    .help = "tyre by TMeasy: slopes, maxima and sliding forces at two loads",
    JNI_TYRE_KIND,
    .tyre = &own,
    .code = &code,
    JNI_FIELDS(fields),
    .check = check,
};
