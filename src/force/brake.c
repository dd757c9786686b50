// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// brake.c - force or moment that opposes the rate of a joint coordinate with at most a capacity, which is an
// expression, and holds at standstill: brakes, clutches, locking differentials (hold.h).
#include "force/hold.h"

static const jni_field fields[] = {
    JNI_FIELD_ON_JOINT("the joint whose coordinate it holds"),
    JNI_FIELD_AS("capacity", value[0], EXPRESSION, MOMENT, FORCE, ANY, true,
                 "the most that it can hold, an expression; below zero it is none"),
    JNI_HOLD_FIELDS,
};

const jni_force_kind jni_force_brake = {
    .name = "brake",
    .help = "torque or force up to a capacity against the rate of a joint coordinate, which holds at standstill",
    JNI_FIELDS(fields),
    JNI_HOLD_KIND,
    .check = jni_hold_check,
};
