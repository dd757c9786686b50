// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre_calspan.c - tyre of the IAVSD benchmark vehicle Iltis: cubic lateral force with camber; longitudinal force only
// if the model gives its stiffness.
#include "kernel/ground/tyre_calspan.h"
#include "force/tyre/tyre.h"

#include <stdio.h>

#define CONSTANT(name, i, range, help) JNI_FIELD_AS(name, tyre.calspan[i], NUMBER, NONE, NONE, range, false, help)

static const jni_field fields[] = {
    JNI_TYRE_FIELDS,
    CONSTANT("A0", 0, POSITIVE, "cornering stiffness C = A0 - A1 F (F - A2)/A2, N/rad: without load; default 2625"),
    CONSTANT("A1", 1, ANY, "how it rises with load, 1/rad; default 14.47"),
    CONSTANT("A2", 2, POSITIVE, "load at which it has come back to A0, N; default 12930"),
    CONSTANT("A3", 3, ANY, "camber stiffness A3 F (A4 - F)/A4, 1/rad; default 2.29"),
    CONSTANT("A4", 4, POSITIVE, "load at which it vanishes, N; default 18175"),
    CONSTANT("A_Omega", 5, POSITIVE, "loads above A_Omega A2 change the stiffnesses no more; default 1"),
    CONSTANT("B1", 6, ANY, "friction f = (B3 + B1 F + B4 F^2) SN, 1/N; default -4.64e-5"),
    CONSTANT("B3", 7, POSITIVE, "friction without load; default 1.216"),
    CONSTANT("B4", 8, ANY, "1/N^2; default 2.18e-11"),
    CONSTANT("SN", 9, POSITIVE, "skid number of the road over that of the test track; default 1.0274"),
    CONSTANT("AF1", 10, ANY, "aligning moment (AF1 F + AF2 |Fy|) Fy, m/N; default -1.71e-5"),
    CONSTANT("AF2", 11, ANY, "m/N; default 1.71e-5"),
    JNI_TYRE_FIELD(slip_stiffness, NUMBER, FORCE, NOT_NEGATIVE, false,
                   "C of the longitudinal force mu F tanh(C slip/(mu F)); default 0: the wheel rolls freely"),
    JNI_TYRE_FRICTION("mu of the longitudinal force, default 1"),
    JNI_TYRE_LOAD,
};

static jnk_calspan constants(const jn_tyre_def *def) {
  const double *k = def->calspan;
  return (jnk_calspan){k[0], k[1], k[2], k[3],  k[4],  k[5],          k[6],
                       k[7], k[8], k[9], k[10], k[11], def->friction, def->slip_stiffness};
}

static void put_numbers(const jn_tyre_def *def, jni_constants *numbers) {
  const jnk_calspan t = constants(def);
  JNI_PUT_STRUCT(numbers, t);
}

// Checks the fields of all tyres and that the cornering stiffness, a parabola over loads from 0 to A_Omega A2, is
// positive: its minimum is at an end or the vertex. Returns false with a sentence in `what` otherwise.
static bool check(const jn_model *model, const jn_force_def *def, char *what, size_t size) {
  const jnk_calspan t = constants(&def->tyre);
  const double most = t.A_Omega * t.A2, loads[3] = {0, t.A2 / 2 < most ? t.A2 / 2 : most, most};
  if (!jni_tyre_check(model, def, what, size)) return false;
  for (int i = 0; i < 3; i++) {
    double of_camber, C = jnk_calspan_stiffness(&t, loads[i], &of_camber);
    if (!(C > 0)) {
      jni_print(what, size,
                "the cornering stiffness C would be %g N/rad under a load of %g N: it must be positive up to "
                "A_Omega A2",
                C, loads[i]);
      return false;
    }
  }
  return true;
}

JNI_TYRE_CODE(calspan, JNK_TYRE_RESULTS);
static const jni_tyre_law own = {.calc = jnk_law_calspan, .numbers = put_numbers};

const jni_force_kind jni_force_tyre_calspan = {
    .name = "tyre-calspan",
    .help = "tyre by the Calspan law: lateral force and aligning moment over slip angle, camber and load",
    JNI_TYRE_KIND,
    .tyre = &own,
    .code = &code,
    JNI_FIELDS(fields),
    .check = check,
};
