// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// velocity_coupling.c - joint kind: a linear relation between rates of joint coordinates. It is nonholonomic: it
// determines no position, although an equivalent coupling with an unknown offset may exist.
#include "joint/joint_fields.h"

#define JNI_TURNING \
  { 0, 0, -1, 1 }
#define JNI_SLIDING \
  { 1, 0, -1, 0 }

static const jni_field fields[] = {
    JNI_JOINT_FIELD("terms", JOINT_TERMS, terms, JNI_PURE, ANY, true,
                    "factor of the rate of each joint coordinate: {O: 1, D.angle: -3}"),
    {"rate", JNI_FIELD_MOTION, offsetof(jn_joint_def, motion), JNI_TURNING, JNI_SLIDING, JNI_ANY, false,
     "what the sum equals: an expression of t, {table: [[t, rate], ...]} or {follow: SIGNAL, bandwidth: 10 Hz}; "
     "default 0",
     .mirroring = JNI_MIRROR_BY_TYPE},
    JNI_SCALE,
    JNI_COMPLIANT_TURN,
};

const jni_joint_kind jni_joint_velocity_coupling = {
    .name = "velocity-coupling",
    .help = "sum of factor times rate of joint coordinate equals 'rate'; one nonholonomic equation",
    JNI_PLANE_AND_SPACE,
    JNI_FIELDS(fields),
    .check = jni_terms_have_coordinates,
    .build = jni_rows_coordinate_rates,
};
