// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// driver.c - joint kind: prescribed motion. A joint coordinate equals an expression of time, the values of a table, or
// the output of a filter that follows a signal (system/drive/drive.h).
#include "joint/joint_fields.h"

static bool check(const jn_model *model, const jn_joint_def *def, char *what, size_t size) {
  return jni_has_coordinate(model, def->joint, def->coordinate, what, size);
}

static const jni_field fields[] = {
    JNI_JOINT_FIELD("joint", JOINT, joint, JNI_PURE, ANY, true, "the driven joint"),
    JNI_JOINT_FIELD("coordinate", COORDINATE, coordinate, JNI_PURE, ANY, false,
                    "which of its coordinates, default the first"),
    {"motion", JNI_FIELD_MOTION, offsetof(jn_joint_def, motion), JNI_RADIAN, JNI_LENGTH, JNI_ANY, true,
     "expression of t (without units: 2*pi*t), which is differentiated automatically; {table: [[t, x], ...]}; or "
     "{follow: SIGNAL, bandwidth: 10 Hz}",
     .mirroring = JNI_MIRROR_BY_TYPE},
    JNI_JOINT_FIELD("impulse", FLAG, impulse, JNI_PURE, ANY, false,
                    "where the rate jumps: true (default), an impulse acts on the bodies; false, velocities "
                    "under initial.keep are unchanged"),
    JNI_SCALE,
    JNI_COMPLIANT_TURN,
};

static void build(jni_row_builder *b) {
  const jn_joint_def *def = jni_rows_def(b);
  const double factor = 1;
  jni_rows_coordinates(b, &def->joint, &def->coordinate, &factor, 1, 0, true);
}

const jni_joint_kind jni_joint_driver = {
    .name = "driver",
    .help = "prescribes a joint coordinate: by an expression of time, a table, or a signal that it follows",
    JNI_PLANE_AND_SPACE,
    .driver = true,
    JNI_FIELDS(fields),
    .check = check,
    .build = build,
};
