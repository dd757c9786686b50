// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// universal_plunge.c - a cross joint whose centre slides along a line of the first end, as in a drive shaft.
#include "joint/fields.h"
#include "kernel/vec3.h"

static bool check(const jn_model *model, const jn_joint_def *def, char *what, size_t size) {
  (void)model;
  if (jnk_norm(def->plunge) > 0) return true;
  snprintf(what, size, "'plunge' must be a direction, not zero");
  return false;
}

static const jni_field fields[] = {
    JNI_BETWEEN,
    JNI_AXES_APART,
    JNI_JOINT_FIELD("plunge", DIRECTION, plunge, JNI_PURE, ANY, true,
                    "direction of sliding in the frame of the first end"),
    JNI_SCALE,
    JNI_TREE,
};

static void build(jni_row_builder *b) {
  const jn_joint_def *def = jni_rows_def(b);
  double direction[3];
  jnk_copy(def->plunge, direction);
  jnk_normalize(direction);
  jni_rows_on_line(b, direction);
  jni_rows_perpendicular_axes(b);
}

const jni_joint_kind jni_joint_universal_plunge = {
    .name = "universal-plunge",
    .look = JNI_LOOK_BALL,
    .help = "cross joint that also slides along 'plunge', a direction of the first end",
    .in_space = true,
    JNI_IN_TREE(UNIVERSAL_PLUNGE),
    JNI_FIELDS(fields),
    .coordinates = {{"displacement", JNI_DISPLACEMENT, JNI_ALONG_PLUNGE}},
    .ncoordinates = 1,
    .check = check,
    .build = build,
};
