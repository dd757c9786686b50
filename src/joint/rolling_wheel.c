// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// rolling_wheel.c - joint kind: a wheel of B with a rounded tread, part of a torus, rolls without slip on a plane of A.
// With radius 0 it is a ball.
#include "joint/rolling.h"

static const jni_field fields[] = {
    JNI_BETWEEN,
    JNI_ROLLING_AXES(
        "the plane's normal in the frame of the first end and the spin axis in that of the second: 'axes: [z, y]'"),
    JNI_RADIUS(NOT_NEGATIVE,
               "of the circle of the tread's centres of curvature; rolling radius 'radius' + 'crown'; 0: a ball"),
    JNI_JOINT_FIELD("crown", NUMBER, crown, JNI_LENGTH, POSITIVE, true, "radius of curvature of the tread"),
    JNI_SCALE,
    JNI_COMPLIANT,
};

const jni_joint_kind jni_joint_rolling_wheel = {
    .name = "rolling-wheel",
    .look = JNI_LOOK_WHEEL,
    .help = "a wheel with a rounded tread rolls on a plane of the first end; one holonomic equation, two nonholonomic",
    .in_space = true,
    .two_ended = true,
    JNI_FIELDS(fields),
    .build = jni_rows_rolling,
};
