// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// force_fields.h - macros for the fields of a force kind, one line per field, with dimensions (exponents of m, kg, s,
// rad).
#ifndef JNI_FORCE_FIELDS_H
#define JNI_FORCE_FIELDS_H

#include "model/kind_field.h"

// clang-format off
#define JNI_DIM_NONE {0, 0, 0, 0}
#define JNI_DIM_LENGTH {1, 0, 0, 0}
#define JNI_DIM_ANGLE {0, 0, 0, 1}
#define JNI_DIM_FORCE {1, 1, -2, 0}
#define JNI_DIM_MOMENT {2, 1, -2, 0}
#define JNI_DIM_STIFFNESS {0, 1, -2, 0}            // N/m
#define JNI_DIM_DAMPING {0, 1, -1, 0}              // N s/m
#define JNI_DIM_ANGULAR_STIFFNESS {2, 1, -2, -2}   // N m/rad
#define JNI_DIM_ANGULAR_DAMPING {2, 1, -1, -2}     // N m s/rad
#define JNI_DIM_AREA {2, 0, 0, 0}
#define JNI_DIM_DENSITY {-3, 1, 0, 0}
#define JNI_DIM_SPEED {1, 0, -1, 0}
#define JNI_DIM_ANGULAR_SPEED {0, 0, -1, 1}
#define JNI_DIM_TORQUE {2, 1, -2, -1}              // N m/rad, for outputs
#define JNI_DIM_GRAVITY_STRENGTH {3, 0, -2, 0}     // m^3/s^2
// clang-format on

// Define one entry of a kind's table of fields. JNI_FIELD: the name in the file is that of the member in jn_force_def;
// JNI_FIELD_AS: `name` in the file, `member` in jn_force_def.
#define JNI_FIELD_IN_MIRROR(reflection, name, member, type, dimension, alternative, range, required, help)           \
  {                                                                                                                  \
    name, JNI_FIELD_##type, offsetof(jn_force_def, member), JNI_DIM_##dimension, JNI_DIM_##alternative, JNI_##range, \
        required, help, .mirroring = JNI_MIRROR_##reflection                                                         \
  }
#define JNI_FIELD_AS(name, member, type, dimension, alternative, range, required, help) \
  JNI_FIELD_IN_MIRROR(BY_TYPE, name, member, type, dimension, alternative, range, required, help)
#define JNI_FIELD(member, type, dimension, alternative, range, help) \
  JNI_FIELD_AS(#member, member, type, dimension, alternative, range, false, help)
#define JNI_FIELD_ENDS(required, help) JNI_FIELD_AS("between", between, BETWEEN, NONE, NONE, ANY, required, help)
#define JNI_FIELD_ON_JOINT(help)                                                                                    \
  JNI_FIELD(joint, JOINT, NONE, NONE, ANY, help),                                                                   \
      JNI_FIELD(coordinate, COORDINATE, NONE, NONE, ANY, "name of the joint's coordinate; the first if not given"), \
      JNI_FIELD(terms, JOINT_TERMS, NONE, NONE, ANY,                                                                \
                "instead of joint: a sum of factor times joint coordinate, {A: 1, B.angle: -26}")

// Defines the fields of a spring and damper. In their help texts the macro's argument x stands for elongation,
// displacement or angle, `what` for force or moment.
#define JNI_SPRING_FIELDS(stiffness_unit, damping_unit, unit, x_unit, rest_range, what, x, rest_help, preload_help) \
  JNI_FIELD(stiffness, NUMBER, stiffness_unit, STIFFNESS, NOT_NEGATIVE, what " per " x),                            \
      JNI_FIELD(law, LAW, unit, FORCE, ANY, "instead of stiffness: " what " over " x),                              \
      JNI_FIELD(rest, NUMBER, x_unit, LENGTH, rest_range, rest_help),                                               \
      JNI_FIELD(preload, NUMBER, unit, FORCE, ANY, preload_help),                                                   \
      JNI_FIELD(damping, NUMBER, damping_unit, DAMPING, NOT_NEGATIVE, what " per rate"),                            \
      JNI_FIELD(damping_law, RATE_LAW, unit, FORCE, ANY, "instead of damping: " what " over rate"),                 \
      JNI_FIELD(damping_map, TABLE, NONE, NONE, ANY,                                                                \
                "instead of damping: " what " over " x " and rate, a table of two arguments")

// Defines the name of a state or output (jni_force_word) that has the same dimension whether the element acts along a
// length or an angle.
#define JNI_WORD(name, dimension, sideways) \
  { name, JNI_DIM_##dimension, JNI_DIM_##dimension, sideways }

// JNI_FORCE_KIND sets the members of a kind whose file defines fields, check, calc and tangent; JNI_POTENTIAL_KIND
// those of a kind that also has a potential and defines discrete.
#define JNI_FORCE_KIND JNI_FIELDS(fields), .check = check, .calc = calc, .tangent = tangent
#define JNI_POTENTIAL_KIND JNI_FORCE_KIND, .potential = true, .discrete = discrete

#endif
