// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre_fiala.c - tyre with parabolic contact pressure: one cubic for combined slip.
#include "force/tyre/tyre.h"
#include "kernel/ground/tyre_call.h"

static const jni_field fields[] = {
    JNI_TYRE_FIELDS,
    JNI_TYRE_FILE(false, "tyre property file (.tir) of a Fiala tyre; other keys replace what it says"),
    JNI_TYRE_FRICTION("largest force over load, default 1"),
    JNI_TYRE_FIELD(friction_sliding, NUMBER, NONE, POSITIVE, false,
                   "the same at a slip of 1, to which it falls evenly; default 'friction'"),
    JNI_TYRE_FIELD(slip_stiffness, NUMBER, FORCE, POSITIVE, true, "longitudinal force per slip, at slip 0"),
    JNI_TYRE_FIELD(cornering_stiffness, NUMBER, PER_ANGLE, POSITIVE, true, "lateral force per slip angle, at 0"),
    JNI_TYRE_FIELD(camber_stiffness, NUMBER, PER_ANGLE, NOT_NEGATIVE, false, "lateral force per camber, default 0"),
    JNI_TYRE_FIELD(trail, NUMBER, LENGTH, NOT_NEGATIVE, false, "pneumatic trail at slip 0, default 0"),
    JNI_TYRE_FIELD(load, NUMBER, FORCE, POSITIVE, false,
                   "nominal load; below half of it the stiffnesses fade; default 4 kN"),
};

static void put_numbers(const jn_tyre_def *def, jni_constants *numbers) {
  double slide = def->friction_sliding > 0 ? def->friction_sliding : def->friction;
  const jnk_fiala t = {def->slip_stiffness,
                       def->cornering_stiffness,
                       def->camber_stiffness,
                       def->friction,
                       def->trail,
                       def->load,
                       slide};
  JNI_PUT_STRUCT(numbers, t);
}

static bool check(const jn_model *model, const jn_force_def *def, char *what, size_t size) {
  const jn_tyre_def *t = &def->tyre;
  if (!jni_tyre_check(model, def, what, size)) return false;
  if (!(t->friction_sliding > t->friction)) return true;
  jni_print(what, size, "'friction_sliding' is %g, more than 'friction', %g", t->friction_sliding, t->friction);
  return false;
}

static const char *const formats[] = {"FIALA", NULL};
static const jni_property_entry entries[] = {JNI_TYRE_PROPERTIES,
                                             {"CSLIP", "slip_stiffness", NULL},
                                             {"CALPHA", "cornering_stiffness", NULL},
                                             {"CGAMMA", "camber_stiffness", NULL},
                                             {"UMAX", "friction", NULL},
                                             {"UMIN", "friction_sliding", NULL},
                                             {"RELAX_LENGTH_X", "relaxation_x", NULL},
                                             {"RELAX_LENGTH_Y", "relaxation", NULL},
                                             {"ROLLING_RESISTANCE", "rolling_resistance", "UNLOADED_RADIUS"}};
static const jni_property_use properties = {
    .formats = formats, .entries = entries, .nentries = sizeof entries / sizeof *entries};

JNI_TYRE_CODE(fiala, JNK_TYRE_RESULTS);
static const jni_tyre_law own = {.calc = jnk_law_fiala, .numbers = put_numbers, .relaxation = 0.3};

const jni_force_kind jni_force_tyre_fiala = {
    .name = "tyre-fiala",
    .help = "tyre by Fiala: friction and two stiffnesses",
    JNI_TYRE_KIND,
    .tyre = &own,
    .code = &code,
    JNI_FIELDS(fields),
    .check = check,
    .properties = &properties,
};
