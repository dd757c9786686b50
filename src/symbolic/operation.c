// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// operation.c - see operation.h.
#include "symbolic/operation.h"

const jni_operation_info jni_operations[JNI_OPERATIONS] = {
#define JNI_X(name, operands, kind, value) {#name, #value, operands, JNI_DO_##kind},
    JNI_OPERATION_LIST(JNI_X)
#undef JNI_X
};

double jni_operation_value(jni_operation operation, double a, double b, double c) {
  (void)b;
  (void)c;
  switch (operation) {
#define JNI_X(name, operands, kind, value) \
  case JNI_DO_##name: return value;
    JNI_OPERATION_LIST(JNI_X)
#undef JNI_X
    case JNI_OPERATIONS: break;
  }
  return NAN;
}
