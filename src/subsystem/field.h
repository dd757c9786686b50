// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// field.h - macros for the lists of a kind of subsystem: inputs, other fields, named outputs and states.
#ifndef JNI_SUBSYSTEM_FIELD_H
#define JNI_SUBSYSTEM_FIELD_H

#include "model/kind_field.h"

// clang-format off
#define JNI_DIM_NONE {0, 0, 0, 0}
#define JNI_DIM_TIME {0, 0, 1, 0}
#define JNI_DIM_ANGLE {0, 0, 0, 1}
#define JNI_DIM_LENGTH {1, 0, 0, 0}
#define JNI_DIM_VELOCITY {1, 0, -1, 0}
#define JNI_DIM_CURVATURE {-1, 0, 0, 0}
#define JNI_DIM_GAIN {-1, 0, 1, 0}        // per m/s
#define JNI_DIM_UNDERSTEER {-1, 0, 2, 1}  // rad per m/s^2
#define JNI_DIM_SPEED {0, 0, -1, 1}       // rad/s
#define JNI_DIM_MOMENT {2, 1, -2, -1}     // N m, the dimension of torques in signals
#define JNI_DIM_ANGULAR_DAMPING {2, 1, -1, -2}  // N m s/rad
#define JNI_DIM_POWER {2, 1, -3, 0}
// clang-format on

// Initialiser of a field of the model file that is an input: an expression, stored in this member of jn_subsystem_def.
// Its value is available to stage `at` and the later ones.
#define JNI_INPUT(key, member, unit, at, need, text)                                                        \
  {                                                                                                         \
    .name = key, .type = JNI_FIELD_EXPRESSION, .offset = offsetof(jn_subsystem_def, member),                \
    .dimension = JNI_DIM_##unit, .alternative = JNI_DIM_##unit, .required = need, .help = text, .stage = at \
  }
#define JNI_PARAMETER(key, member, kind, unit, limits, need, text)                                                    \
  {                                                                                                                   \
    .name = key, .type = JNI_FIELD_##kind, .offset = offsetof(jn_subsystem_def, member), .dimension = JNI_DIM_##unit, \
    .alternative = JNI_DIM_##unit, .range = JNI_##limits, .required = need, .help = text                              \
  }
// Initialiser of a field of the model file that is a curve y(x), with the dimensions of x and y.
#define JNI_CURVE(key, member, x, y, need, text)                                                                  \
  {                                                                                                               \
    .name = key, .type = JNI_FIELD_CURVE, .offset = offsetof(jn_subsystem_def, member), .dimension = JNI_DIM_##y, \
    .alternative = JNI_DIM_##y, .argument = JNI_DIM_##x, .required = need, .help = text                           \
  }
#define JNI_WORDS(list) list, .n##list = (int)(sizeof list / sizeof *list)

#endif
