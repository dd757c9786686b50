// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// quantity.h - numbers with units in a model file.
#ifndef JNI_QUANTITY_H
#define JNI_QUANTITY_H

#include "model/read/reader.h"

// A number and the unit it was written with.
typedef struct {
  double value;  // value in SI units
  jn_dimension dimension;
  const char *text;  // as written: "45 kg"; NULL: without a unit
} jni_quantity;

// The dimension of a value, if it has a unit.
typedef struct {
  jn_dimension dimension;
  bool found;
} jni_unit_found;

// Reads a number, or a quantity of any dimension; "=NAME" has the unit of the parameter NAME. Returns false after a
// fault.
bool jni_read_parameter(jni_reader *r, const jni_node *node, jni_quantity *quantity);
// Finds the quantity of "=NAME", where NAME is a parameter or an index with a known value. Returns false if the text is
// something else or has no unit.
bool jni_read_named_quantity(jni_reader *r, const char *text, jni_quantity *quantity);
// Finds the value, dimension and text of a node that has been read: those written in it, or those of "=NAME". Returns
// false if it has no unit.
bool jni_read_written_quantity(jni_reader *r, const jni_node *node, jni_quantity *quantity);
// Returns whether a unit is written, as in "50 mm"; false if node is NULL.
bool jni_read_has_written_unit(const jni_node *node, jn_dimension *dimension);
// Reports a fault if a setting gives a parameter a value of another dimension.
bool jni_read_check_dimension(jni_reader *r, const jni_node *was, const jni_node *value);
// Adds a warning for a valid quantity that is probably a mistake: a parameter of another dimension, or Hz for rad/s.
void jni_read_warn_unit(jni_reader *r, const jni_node *node, const jni_quantity *quantity, jn_dimension dimension,
                        jn_dimension alternative);
// Reads the name of an SI unit: "N", "rad/s"; 1 for none.
bool jni_read_unit(jni_reader *r, const jni_node *node, jn_dimension *dimension);

#endif
