// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// quantity.h - numbers with units in a model file.
#ifndef JNI_QUANTITY_H
#define JNI_QUANTITY_H

#include "model/read/reader.h"

// A number in SI units, with its dimension and the text in which it was written.
typedef struct {
  double value;  // value in SI units
  jn_dimension dimension;
  const char *text;  // as written: "45 kg"; NULL: without a unit
} jni_quantity;

// A dimension that was found in a file; `found` is false if the file has no unit.
typedef struct {
  jn_dimension dimension;
  bool found;
} jni_unit_found;

// Reads a number, a quantity with a unit of any dimension, or "=expression" into *quantity. "=NAME" has the unit with
// which the parameter NAME is written. Returns false after a fault.
bool jni_read_parameter(jni_reader *r, const jni_node *node, jni_quantity *quantity);
// If a text is "=NAME" and NAME is a parameter or index whose value is determined and written with a unit, sets
// *quantity to it and returns true; otherwise returns false.
bool jni_read_named_quantity(jni_reader *r, const char *text, jni_quantity *quantity);
// If the value at a node, which has been read, is written with a unit or is "=NAME" of a parameter with a unit, sets
// *quantity to its value, dimension and text and returns true; otherwise returns false, and *quantity is not valid.
bool jni_read_written_quantity(jni_reader *r, const jni_node *node, jni_quantity *quantity);
// Returns whether the value at a node is written with a unit, as "50 mm", and sets *dimension to that of the unit.
// Returns false if node is NULL.
bool jni_read_has_written_unit(const jni_node *node, jn_dimension *dimension);
// Reports a fault and returns false if `value`, with which a setting replaces the value `was` of a parameter, has a
// unit of another dimension than `was`.
bool jni_read_check_dimension(jni_reader *r, const jni_node *was, const jni_node *value);
// Adds a warning if a quantity that is valid for a field with these dimensions is probably a mistake: a parameter whose
// unit has another dimension, or Hz where rad/s is expected.
void jni_read_warn_unit(jni_reader *r, const jni_node *node, const jni_quantity *quantity, jn_dimension dimension,
                        jn_dimension alternative);
// Reads the name of an SI unit, such as "N" or "rad/s", and sets *dimension; "1" means no unit. Returns false after a
// fault.
bool jni_read_unit(jni_reader *r, const jni_node *node, jn_dimension *dimension);

#endif
