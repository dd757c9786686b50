// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre_fiala.c - parabolic contact pressure: one cubic for slip in both directions.
#include "force/tyre/tyre.h"

static const jni_field fields[] = {
    JNI_TYRE_FIELDS,
    JNI_TYRE_FRICTION("largest force over load, default 1"),
    JNI_TYRE_FIELD(slip_stiffness, NUMBER, FORCE, POSITIVE, true, "longitudinal force per slip, at slip 0"),
    JNI_TYRE_FIELD(cornering_stiffness, NUMBER, PER_ANGLE, POSITIVE, true, "lateral force per slip angle, at 0"),
    JNI_TYRE_FIELD(camber_stiffness, NUMBER, PER_ANGLE, NOT_NEGATIVE, false, "lateral force per camber, default 0"),
    JNI_TYRE_FIELD(trail, NUMBER, LENGTH, NOT_NEGATIVE, false, "pneumatic trail at slip 0, default 0"),
    JNI_TYRE_FIELD(load, NUMBER, FORCE, POSITIVE, false,
                   "nominal load; below half of it the stiffnesses fade; default 4 kN"),
};

static void law(const jn_tyre_def *def, const jnk_slip *slip, jnk_slip_force *out) {
  const jnk_fiala t = {
      def->slip_stiffness, def->cornering_stiffness, def->camber_stiffness, def->friction, def->trail, def->load};
  jnk_fiala_force(&t, slip, out);
}

static const jni_tyre_law own = {.calc = law, .by_circumference = false, .relaxation = 0.3};

const jni_force_kind jni_force_tyre_fiala = {
    .name = "tyre-fiala",
    .help = "tyre by Fiala: friction and two stiffnesses",
    JNI_TYRE_KIND,
    .tyre = &own,
    JNI_FIELDS(fields),
    .check = jni_tyre_check,
};
