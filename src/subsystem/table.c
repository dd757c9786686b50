// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// table.c - the table of the kinds of subsystems. A new kind needs a file in src/subsystem and a line in this table.

#include "model/subsystem_kind.h"

#define JNI_SUBSYSTEM_KINDS(X) \
  X(engine)                    \
  X(torque_converter)          \
  X(automatic_gearbox)         \
  X(transfer_case)             \
  X(path_follower)             \
  X(speed_follower)            \
  X(sequence)                  \
  X(controller)                \
  X(fmu)

#define JNI_X(name) extern const jni_subsystem_kind jni_subsystem_##name;
JNI_SUBSYSTEM_KINDS(JNI_X)
#undef JNI_X

const jni_subsystem_kind *const jni_subsystem_kinds[] = {
#define JNI_X(name) &jni_subsystem_##name,
    JNI_SUBSYSTEM_KINDS(JNI_X)
#undef JNI_X
        NULL,
};
