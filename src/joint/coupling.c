// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// coupling.c - a linear relation between joint coordinates: gears, belts, levers of any kind.
#include "joint/fields.h"

enum { JNI_MAX_COUPLED = 16 };

static bool check(const jn_model *model, const jn_joint_def *def, char *what, size_t size) {
  for (int i = 0; i < def->nterms; i++)
    if (!jni_has_coordinate(model, def->terms[i].joint, def->terms[i].coordinate, what, size)) return false;
  if (def->nterms <= JNI_MAX_COUPLED) return true;
  snprintf(what, size, "couples %d joint coordinates; at most %d are allowed", def->nterms, JNI_MAX_COUPLED);
  return false;
}

static const jni_field fields[] = {
    JNI_JOINT_FIELD("terms", JOINT_TERMS, terms, JNI_PURE, ANY, true, "factor of each joint coordinate: {O: 1, D.angle: -3}"),
    {"offset", JNI_FIELD_NUMBER, offsetof(jn_joint_def, offset), JNI_RADIAN, JNI_LENGTH, JNI_ANY, false,
     "what the sum equals, default 0"},
    JNI_SCALE,
};

static void build(const jni_joint_element *j, jni_row_builder *b) {
  jn_joint joints[JNI_MAX_COUPLED];
  const char *names[JNI_MAX_COUPLED];
  double factors[JNI_MAX_COUPLED];
  for (int i = 0; i < j->def.nterms; i++) {
    joints[i] = j->def.terms[i].joint;
    names[i] = j->def.terms[i].coordinate;
    factors[i] = j->def.terms[i].factor;
  }
  jni_rows_coordinates(b, joints, names, factors, j->def.nterms, j->def.offset, false);
}

const jni_joint_kind jni_joint_coupling = {
    .name = "coupling",
    .help = "sum of factor times joint coordinate equals 'offset'",
    .in_plane = true,
    .in_space = true,
    .two_ended = false,
    JNI_FIELDS(fields),
    .check = check,
    .build = build,
};
