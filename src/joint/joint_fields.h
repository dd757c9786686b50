// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// joint_fields.h - macros for fields in the model file, and checks, that several kinds of joints share.
#ifndef JNI_JOINT_FIELDS_H
#define JNI_JOINT_FIELDS_H

#include <stdio.h>

#include "joint/equations/primitive.h"
#include "kernel/vec3.h"
#include "model/gear_mesh.h"

// clang-format off
#define JNI_PURE {0, 0, 0, 0}
#define JNI_LENGTH {1, 0, 0, 0}
#define JNI_RADIAN {0, 0, 0, 1}
// clang-format on

#define JNI_JOINT_FIELD(name, type, member, dimension, range, required, help)                                  \
  {                                                                                                            \
    name, JNI_FIELD_##type, offsetof(jn_joint_def, member), dimension, dimension, JNI_##range, required, help, \
        .mirroring = JNI_MIRROR_BY_TYPE                                                                        \
  }
#define JNI_BETWEEN                                                 \
  JNI_JOINT_FIELD("between", BETWEEN, between, JNI_PURE, ANY, true, \
                  "first and second end: BODY.POINT, BODY.FRAME or BODY")
#define JNI_AXIS(required)                                                                    \
  JNI_JOINT_FIELD("axis", AXES, axis, JNI_PURE, ANY, required,                                \
                  "axis in the frame of each end, the same for both" JNI_DEFAULT_Z_##required \
                  "; 'axes' gives one per end")
#define JNI_AXIS_OF_FIRST(required)                            \
  JNI_JOINT_FIELD("axis", AXIS, axis, JNI_PURE, ANY, required, \
                  "axis in the frame of the first end" JNI_DEFAULT_Z_##required)
#define JNI_DEFAULT_Z_true
#define JNI_DEFAULT_Z_false ", default z"
#define JNI_AXES_APART                                           \
  JNI_JOINT_FIELD("axis", AXES_APART, axis, JNI_PURE, ANY, true, \
                  "one axis per end, perpendicular to each other: 'axes: [z, y]'")
#define JNI_PLUNGE                                                  \
  JNI_JOINT_FIELD("plunge", DIRECTION, plunge, JNI_PURE, ANY, true, \
                  "direction of sliding in the frame of the first end")
#define JNI_SCALE                                                    \
  JNI_JOINT_FIELD("scale", NUMBER, scale, JNI_PURE, NOT_ZERO, false, \
                  "factor on every constraint equation of the joint, default 1")

// clang-format off
#define JNI_PER_FORCE {0, -1, 2, 0}
#define JNI_ANGLE_PER_TORQUE {-2, -1, 2, 2}
// clang-format on
#define JNI_COMPLIANT                                                               \
  JNI_JOINT_FIELD("compliance", NUMBER, compliance, JNI_PER_FORCE, POSITIVE, false, \
                  "displacement per force, by which redundant joints share their load, default 1e-8 m/N")
#define JNI_COMPLIANT_TURN                                                                                           \
  JNI_COMPLIANT, JNI_JOINT_FIELD("rotation_compliance", NUMBER, rotation_compliance, JNI_ANGLE_PER_TORQUE, POSITIVE, \
                                 false, "rotation per torque, likewise, default compliance / (size of the bodies)^2")

// clang-format off
#define JNI_MOMENT_OF_INERTIA {2, 1, 0, 0}
#define JNI_MASS {0, 1, 0, 0}
// clang-format on
#define JNI_ARMATURE_HELP                                                                                         \
  "inertia of a rotor that the coordinate drives, as it acts on the coordinate: n^2 J with the gear ratio n and " \
  "the rotor's inertia J; default 0; needs joint coordinates"
#define JNI_ARMATURE_TURN \
  JNI_JOINT_FIELD("armature", NUMBER, armature, JNI_MOMENT_OF_INERTIA, NOT_NEGATIVE, false, JNI_ARMATURE_HELP)
#define JNI_ARMATURE_SLIDE \
  JNI_JOINT_FIELD("armature", NUMBER, armature, JNI_MASS, NOT_NEGATIVE, false, JNI_ARMATURE_HELP)

#define JNI_GEOMETRY                                                                                                \
  JNI_JOINT_FIELD("geometry", GEOMETRY, geometry, JNI_PURE, ANY, false,                                             \
                  "where the teeth meet, so that bearings carry their force: {pressure_angle: 20 deg, radii: [r1, " \
                  "r2], at: BODY.POINT, "                                                                           \
                  "between: [BODY, BODY]}, each optional")

#define JNI_TREE                                                                                                      \
  JNI_JOINT_FIELD("tree", TREE, tree, JNI_PURE, ANY, false,                                                           \
                  "joint coordinates: true keeps the joint in the spanning tree, false cuts it; default: the choice " \
                  "with the shortest loops")

// Checks that, in a plane model, the axes of a joint lie in the plane. Returns false with a sentence in `what`
// otherwise.
static inline bool jni_axis_in_plane(const jn_model *model, const jn_joint_def *def, char *what, size_t size) {
  if (model->space == JN_SPACE) return true;
  for (int end = 0; end < 2; end++)
    if (!(def->axis[end][2] == 0)) {
      snprintf(what, size, "in the plane the axis must lie in the plane, such as 'axis: x' or 'axis: [1, 2]'");
      return false;
    }
  return true;
}

static inline bool jni_plunge_is_direction(const jn_model *model, const jn_joint_def *def, char *what, size_t size) {
  (void)model;
  if (jnk_norm(def->plunge) > 0) return true;
  snprintf(what, size, "'plunge' must be a direction, not zero");
  return false;
}

// Checks that a joint to which a definition refers exists and has this coordinate; NULL: at least one coordinate.
// Returns false with a sentence in `what` otherwise.
static inline bool jni_has_coordinate(const jn_model *model, jn_joint joint, const char *coordinate, char *what,
                                      size_t size) {
  if (joint.i < 0 || joint.i >= model->njoints) {
    snprintf(what, size, "names a joint that is not defined");
    return false;
  }
  const jni_joint_element *j = &model->joints[joint.i];
  if (jni_joint_coordinate_index(j->kind, coordinate) >= 0) return true;
  char hint[96];
  jni_kind_suggest_coordinate(j->kind, coordinate, hint, sizeof hint);
  snprintf(what, size, "joint '%s' (%s) has no coordinate%s%.40s%s%s", j->name, j->kind->name, coordinate ? " '" : "",
           coordinate ? coordinate : "", coordinate ? "'" : "", hint);
  return false;
}

// Checks that two joints of a definition differ: a gear of a joint with itself would lock it, and a differential needs
// two outputs. Not used for a rack, which may name one joint that both rotates and slides. Returns false with a
// sentence in `what` otherwise.
static inline bool jni_are_two_joints(const jn_model *model, jn_joint a, jn_joint b, char *what, size_t size) {
  if (a.i != b.i) return true;
  snprintf(what, size, "names joint '%.120s' twice, but relates different joints", model->joints[a.i].name);
  return false;
}

// Checks that the two joints of a gear or a rack exist and have the coordinates that its kind relates, and that its
// `geometry` fits. Returns false with a sentence in `what` otherwise.
static inline bool jni_relation_fits(const jni_joint_kind *kind, const jn_model *model, const jn_joint_def *def,
                                     char *what, size_t size) {
  return jni_has_coordinate(model, def->joint, kind->related[0], what, size) &&
         jni_has_coordinate(model, def->other[0], kind->related[1], what, size) &&
         jni_gear_mesh_check(model, kind, def, what, size);
}

static inline void jni_rows_relation(jni_row_builder *b) {
  const jn_joint_def *def = jni_rows_def(b);
  const char *const *names = b->model->joints[b->joint].kind->related;
  jni_rows_ratio(b, def->joint, names[0], def->other[0], names[1], def->ratio, def->offset);
}

static inline bool jni_terms_have_coordinates(const jn_model *model, const jn_joint_def *def, char *what, size_t size) {
  for (int i = 0; i < def->nterms; i++)
    if (!jni_has_coordinate(model, def->terms[i].joint, def->terms[i].coordinate, what, size)) return false;
  return jni_terms_check(model, def->terms, def->nterms, what, size);
}

// Initialiser for the members of a kind of joint that makes points of two bodies coincide and may be in the spanning
// tree, with the motion JNI_LINK_kind.
#define JNI_IN_TREE(kind) .two_ended = true, .joins_points = true, .link = JNI_LINK_##kind

#endif
