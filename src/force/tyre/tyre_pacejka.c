// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre_pacejka.c - Magic Formula of 1989. The defaults are a published set for a car tyre without its asymmetries
// (the offsets a9, a10, a12, a13, b9, b10, c12, c13, c16, c17).                                           [Genta 1997]
#include "force/tyre/tyre.h"
#include "kernel/ground/tyre_call.h"

#include <stdio.h>

static const jni_field fields[] = {
    JNI_TYRE_FIELDS,
    JNI_TYRE_FILE(false, "tyre property file (.tir) of format PAC89; other keys replace what it says"),
    JNI_TYRE_FRICTION("factor on the largest forces, default 1"),
    JNI_TYRE_LOAD,
    JNI_TYRE_FIELD(longitudinal, NUMBERS, NONE, ANY, false, "b0 to b10: load in kN, slip in per cent, force in N"),
    JNI_TYRE_FIELD(lateral, NUMBERS, NONE, ANY, false,
                   "a0 to a10, a111, a112, a12, a13: load in kN, angles in degrees, force in N"),
    JNI_TYRE_FIELD(aligning, NUMBERS, NONE, ANY, false, "c0 to c17: load in kN, angles in degrees, moment in N m"),
};

static const double usual_a[JNK_PACEJKA_A] = {1.6929,     -55.2084, 1271.28, 1601.8, 6.4946,  4.7966e-3, -0.3875, 1,
                                              -4.5399e-2, 0,        0,       -7.973, -0.2231, 0,         0};
static const double usual_b[JNK_PACEJKA_B] = {1.65,     -7.6118,   1122.6,    -7.36e-3, 144.82, -7.6614e-2,
                                              -3.86e-3, 8.5055e-2, 7.5719e-2, 0,        0};
static const double usual_c[JNK_PACEJKA_C] = {2.2264,      -3.0428,   -9.2284,  0.500088, -5.56696,  -0.25964,
                                              -1.29724e-3, -0.358348, 3.74476,  -15.1566, 2.1156e-3, 3.46e-4,
                                              0,           0,         0.100695, -1.398,   0,         0};

static bool check(const jn_model *model, const jn_force_def *def, char *what, size_t size) {
  const jn_tyre_def *t = &def->tyre;
  if (!jni_tyre_check(model, def, what, size) ||
      !jni_tyre_check_list(&t->longitudinal, "longitudinal", 11, "b0 to b10", what, size) ||
      !jni_tyre_check_list(&t->lateral, "lateral", 15, "a0 to a10, a111, a112, a12, a13", what, size) ||
      !jni_tyre_check_list(&t->aligning, "aligning", 18, "c0 to c17", what, size))
    return false;
  const double *a = t->lateral.value, *b = t->longitudinal.value, *c = t->aligning.value;
  if (t->lateral.n && !(a[0] > 0 && a[2] > 0 && a[3] > 0 && a[4] > 0)) {
    snprintf(what, size, "a0, a2, a3 and a4 must be positive");
    return false;
  }
  if (t->longitudinal.n && !(b[0] > 0 && b[2] > 0 && b[4] > 0)) {
    snprintf(what, size, "b0, b2 and b4 must be positive");
    return false;
  }
  if (t->aligning.n && !(c[0] > 0 && (c[1] != 0 || c[2] != 0))) {
    snprintf(what, size, "c0 must be positive, and c1 or c2 not 0");
    return false;
  }
  return true;
}

static void put_numbers(const jn_tyre_def *def, jni_constants *numbers) {
  jni_constants_add(numbers, def->friction);
  jni_constants_list(numbers, def->lateral.n ? def->lateral.value : usual_a, JNK_PACEJKA_A);
  jni_constants_list(numbers, def->longitudinal.n ? def->longitudinal.value : usual_b, JNK_PACEJKA_B);
  jni_constants_list(numbers, def->aligning.n ? def->aligning.value : usual_c, JNK_PACEJKA_C);
}

// ---- properties from files -------------------------------------------------------------------------------

static const char *const formats[] = {"PAC89", NULL};
static const jni_property_entry entries[] = {JNI_TYRE_PROPERTIES};
static const char *const a_keys[] = {"A0", "A1", "A2",  "A3", "A4",  "A5",  "A6", "A7",
                                     "A8", "A9", "A10", NULL, "A11", "A12", "A13"};
static const char *const b_keys[] = {"B0", "B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9", "B10"};
static const char *const c_keys[] = {"C0", "C1",  "C2",  "C3",  "C4",  "C5",  "C6",  "C7",  "C8",
                                     "C9", "C10", "C11", "C12", "C13", "C14", "C15", "C16", "C17"};
static const jni_property_list lists[] = {
    {.offset = offsetof(jn_force_def, tyre.lateral), .keys = a_keys, .n = 15, .sections = "_COEFFICIENTS"},
    {.offset = offsetof(jn_force_def, tyre.longitudinal), .keys = b_keys, .n = 11, .sections = "_COEFFICIENTS"},
    {.offset = offsetof(jn_force_def, tyre.aligning), .keys = c_keys, .n = 18, .sections = "_COEFFICIENTS"}};

// Refuses property files with nonzero offsets or effects of camber, because programs differ in their signs: returns
// false with a sentence in `what`.
static bool fits(const jni_properties *file, char *what, size_t size) {
  static const char *const offsets[] = {"A8",  "A9",  "A10", "A11", "A12", "A13", "B9", "B10",
                                        "C11", "C12", "C13", "C14", "C15", "C16", "C17"};
  for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
    const jni_property *p = jni_property_find(file, offsets[i]);
    if (p && !p->text && p->value != 0) {
      snprintf(what, size,
               "has %s, an effect of camber or an offset, on whose sign programs do not agree: give the "
               "coefficients as 'lateral', 'longitudinal' and 'aligning'",
               offsets[i]);
      return false;
    }
  }
  return true;
}

static const jni_property_use properties = {.formats = formats,
                                            .entries = entries,
                                            .nentries = sizeof entries / sizeof *entries,
                                            .lists = lists,
                                            .nlists = 3,
                                            .fits = fits};

JNI_TYRE_CODE(pacejka, JNK_TYRE_RESULTS);
static const jni_tyre_law own = {.calc = jnk_law_pacejka, .numbers = put_numbers, .relaxation = 0.3};

const jni_force_kind jni_force_tyre_pacejka = {
    .name = "tyre-pacejka",
    .help = "tyre by the Magic Formula of 1989",
    JNI_TYRE_KIND,
    .tyre = &own,
    .code = &code,
    JNI_FIELDS(fields),
    .check = check,
    .properties = &properties,
};
