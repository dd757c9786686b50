// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// coupling.c - joint kind: a linear relation between joint coordinates, for gears, belts and levers of any kind.
#include "joint/joint_fields.h"

static const jni_field fields[] = {
    JNI_JOINT_FIELD("terms", JOINT_TERMS, terms, JNI_PURE, ANY, true,
                    "factor of each joint coordinate: {O: 1, D.angle: -3}"),
    {"offset", JNI_FIELD_NUMBER, offsetof(jn_joint_def, offset), JNI_RADIAN, JNI_LENGTH, JNI_ANY, false,
     "constant value of the sum, default 0", .mirroring = JNI_MIRROR_BY_TYPE},
    JNI_GEOMETRY,
    JNI_SCALE,
    JNI_COMPLIANT_TURN,
};

extern const jni_joint_kind jni_joint_coupling;
static bool check(const jn_model *model, const jn_joint_def *def, char *what, size_t size) {
  return jni_terms_have_coordinates(model, def, what, size) &&
         jni_gear_mesh_check(model, &jni_joint_coupling, def, what, size);
}

const jni_joint_kind jni_joint_coupling = {
    .name = "coupling",
    .help = "sum of factor times joint coordinate equals 'offset'",
    JNI_PLANE_AND_SPACE,
    .teeth = true,
    JNI_FIELDS(fields),
    .check = check,
    .build = jni_rows_coupling,
};
