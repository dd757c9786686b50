// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// force_table.c - the table of force kinds. A new kind is one file and one line here.
#include "model/force_kind.h"

#define JNI_FORCE_KINDS(X) \
  X(spring_damper)         \
  X(torsion_spring)        \
  X(axial_spring)          \
  X(bushing)               \
  X(stop)                  \
  X(brake)                 \
  X(friction)              \
  X(contact)               \
  X(drag)                  \
  X(point_force)           \
  X(torque)                \
  X(point_gravity)         \
  X(tyre_calspan)          \
  X(tyre_fiala)            \
  X(tyre_tmeasy)           \
  X(tyre_pacejka)          \
  X(tyre_mf)               \
  X(tyre_soil)             \
  X(tyre_table)            \
  X(track_band)

#define JNI_X(name) extern const jni_force_kind jni_force_##name;
JNI_FORCE_KINDS(JNI_X)
#undef JNI_X

const jni_force_kind *const jni_force_kinds[] = {
#define JNI_X(name) &jni_force_##name,
    JNI_FORCE_KINDS(JNI_X)
#undef JNI_X
        NULL,
};
