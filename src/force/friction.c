// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// friction.c - dry friction of a joint: Coulomb, with more at standstill (Stribeck), and viscous (hold.h).
#include "force/hold.h"

static const jni_field fields[] = {
    JNI_FIELD_ON_JOINT("the joint whose coordinate it holds"),
    JNI_FIELD_AS("kinetic", value[0], EXPRESSION, MOMENT, FORCE, ANY, true,
                 "Coulomb friction while it slips, an expression"),
    JNI_FIELD_AS("static", value[1], EXPRESSION, MOMENT, FORCE, ANY, false,
                 "the most that it holds at standstill, an expression; default kinetic"),
    JNI_FIELD(stribeck_rate, NUMBER, SPEED, ANGULAR_SPEED, POSITIVE,
              "rate over which static falls to kinetic, by exp(-(rate / stribeck_rate)^2)"),
    JNI_FIELD(viscous, NUMBER, DAMPING, ANGULAR_DAMPING, NOT_NEGATIVE, "force per rate beside it; default 0"),
    JNI_HOLD_FIELDS,
};

const jni_force_kind jni_force_friction = {
    .name = "friction",
    .help = "dry friction of a joint coordinate (Coulomb, Stribeck, viscous), which holds at standstill",
    JNI_FIELDS(fields),
    JNI_HOLD_KIND,
};
