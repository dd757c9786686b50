// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// operation.h - operations of nodes: one list for constant folding, tape and printed code.
#ifndef JNI_OPERATION_H
#define JNI_OPERATION_H

#include "base/base.h"
#include "kernel/elementary.h"

// List of operations: name, number of operands, class of cost, value as an expression of C in a, b, c. Printed code
// contains the same expressions, so that tape and printed code give the same bits. Comparisons give 1 or 0.
#define JNI_OPERATION_LIST(X) JNI_LEAF_LIST(X) JNI_COMPUTED_LIST(X)
#define JNI_LEAF_LIST(X)  \
  X(number, 0, LEAF, 0)   \
  X(variable, 0, LEAF, 0) \
  X(result, 2, LEAF, 0) /* of a call: its number, and which one */
#define JNI_COMPUTED_LIST(X)                  \
  X(negate, 1, CHEAP, -a)                     \
  X(add, 2, SUM, a + b)                       \
  X(subtract, 2, SUM, a - b)                  \
  X(multiply, 2, PRODUCT, a *b)               \
  X(divide, 2, SLOW, a / b)                   \
  X(fma, 3, FUSED, fma(a, b, c))              \
  X(fms, 3, FUSED, fma(a, b, -c))             \
  X(fnma, 3, FUSED, fma(-a, b, c))            \
  X(fnms, 3, FUSED, fma(-a, b, -c))           \
  X(sqrt, 1, SLOW, sqrt(a))                   \
  X(abs, 1, CHEAP, fabs(a))                   \
  X(floor, 1, CHEAP, floor(a))                \
  X(ceil, 1, CHEAP, ceil(a))                  \
  X(less, 2, CHEAP, a < b ? 1.0 : 0.0)        \
  X(less_equal, 2, CHEAP, a <= b ? 1.0 : 0.0) \
  X(equal, 2, CHEAP, a == b ? 1.0 : 0.0)      \
  X(select, 3, CHEAP, a != 0 ? b : c)         \
  X(sin, 1, FUNCTION, jnk_sin(a))             \
  X(cos, 1, FUNCTION, jnk_cos(a))             \
  X(tan, 1, FUNCTION, jnk_tan(a))             \
  X(asin, 1, FUNCTION, jnk_asin(a))           \
  X(acos, 1, FUNCTION, jnk_acos(a))           \
  X(atan, 1, FUNCTION, jnk_atan(a))           \
  X(atan2, 2, FUNCTION, jnk_atan2(a, b))      \
  X(sinh, 1, FUNCTION, jnk_sinh(a))           \
  X(cosh, 1, FUNCTION, jnk_cosh(a))           \
  X(tanh, 1, FUNCTION, jnk_tanh(a))           \
  X(exp, 1, FUNCTION, jnk_exp(a))             \
  X(log, 1, FUNCTION, jnk_log(a))             \
  X(power, 2, FUNCTION, jnk_pow(a, b))        \
  X(modulo, 2, FUNCTION, jnk_fmod(a, b))      \
  X(remainder, 2, FUNCTION, jnk_remainder(a, b))

typedef enum {
#define JNI_X(name, operands, kind, value) JNI_DO_##name,
  JNI_OPERATION_LIST(JNI_X)
#undef JNI_X
      JNI_OPERATIONS
} jni_operation;

typedef enum {
  JNI_DO_LEAF,
  JNI_DO_CHEAP,
  JNI_DO_SUM,
  JNI_DO_PRODUCT,
  JNI_DO_SLOW,
  JNI_DO_FUSED,
  JNI_DO_FUNCTION
} jni_effort;

typedef struct {
  const char *name, *text;  // name of the operation; its value as an expression of C in a, b, c
  int operands;
  jni_effort effort;
} jni_operation_info;
extern const jni_operation_info jni_operations[JNI_OPERATIONS];

double jni_operation_value(jni_operation operation, double a, double b, double c);

#endif
