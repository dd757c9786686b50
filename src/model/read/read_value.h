// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_value.h - texts, numbers, vectors, laws and tables in a model file.
#ifndef JNI_READ_VALUE_H
#define JNI_READ_VALUE_H

#include "model/read/quantity.h"

// Returns the text of a node that is not a list or mapping, with {i}, {i+1} and other expressions in braces replaced by
// their values. NULL after a fault.
const char *jni_read_text(jni_reader *r, const jni_node *node);
// Does the same for any text at a node.
const char *jni_read_expand(jni_reader *r, const jni_node *node, const char *text);
bool jni_read_number(jni_reader *r, const jni_node *node, jn_dimension dimension, jn_dimension alternative,
                     double *value);
bool jni_read_plain(jni_reader *r, const jni_node *node, double *value);  // a number without unit
bool jni_read_flag(jni_reader *r, const jni_node *node, bool *value);
// Reads a list of exactly n numbers of this dimension into `values`, in SI units. Returns false after a fault.
bool jni_read_numbers(jni_reader *r, const jni_node *node, jn_dimension dimension, int n, double *values);
// Reads a list of three numbers into `value`, in SI units; in the plane two are enough. Returns false after a fault.
bool jni_read_vector(jni_reader *r, const jni_node *node, jn_dimension dimension, double value[3]);
// Reads an orientation, {axis: .., angle: ..} or [w, x, y, z], into a unit quaternion. Returns false after a fault.
bool jni_read_orientation(jni_reader *r, const jni_node *node, double quaternion[4]);
bool jni_read_axis(jni_reader *r, const jni_node *node, double axis[3]);  // x, -y, [0, 0, 1]

// Dimensions of the argument x and the value y of a law, each with an alternative that is also accepted.
typedef struct {
  jn_dimension x[2], y[2];
  bool any_x, any_y;        // x or y in a file may have any unit
  bool steps;               // two equal x are allowed
  bool or_grid;             // if a file does not fit, the message says that it may be a grid
  jni_unit_found *found_y;  // receives the dimension of y in a file; NULL: not needed
} jni_law_units;
bool jni_read_law(jni_reader *r, const jni_node *node, const jni_law_units *units, jn_law *law);
bool jni_read_table(jni_reader *r, const jni_node *node, const jni_law_units *units, jn_law *law);  // [[x, y], ...]

#endif
