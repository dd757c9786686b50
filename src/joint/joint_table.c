// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// joint_table.c - the table of joint kinds. A new kind needs a file in src/joint and a line in this table.
#include "model/joint_kind.h"

#define JNI_JOINT_KIND_LIST(X) \
  X(revolute)                  \
  X(prismatic)                 \
  X(cylindrical)               \
  X(spherical)                 \
  X(universal)                 \
  X(universal_plunge)          \
  X(constant_velocity)         \
  X(constant_velocity_plunge)  \
  X(planar)                    \
  X(fixed)                     \
  X(free)                      \
  X(screw)                     \
  X(distance)                  \
  X(point_on_line)             \
  X(point_on_plane)            \
  X(linear_relation)           \
  X(coupling)                  \
  X(gear)                      \
  X(rack)                      \
  X(differential)              \
  X(function)                  \
  X(knife_edge)                \
  X(rolling_disc)              \
  X(rolling_wheel)             \
  X(velocity_coupling)         \
  X(driver)

#define JNI_X(name) extern const jni_joint_kind jni_joint_##name;
JNI_JOINT_KIND_LIST(JNI_X)
#undef JNI_X

const jni_joint_kind *const jni_joint_kinds[] = {
#define JNI_X(name) &jni_joint_##name,
    JNI_JOINT_KIND_LIST(JNI_X)
#undef JNI_X
        NULL};
