// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// signal_families.c - the family of every kind of signal.
#include "model/signal/signal_type.h"

const jni_signal_family *const jni_signal_families[JNI_SIGNAL_COUNT] = {
#define JNI_X(kind, family) &jni_##family##_signals,
    JNI_SIGNAL_LIST(JNI_X)
#undef JNI_X
};
