// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_expression.h - expressions in a model file, over parameters and indices or over signals.
#ifndef JNI_READ_EXPRESSION_H
#define JNI_READ_EXPRESSION_H

#include "model/read/reader.h"

// Reads an expression field: a number, a quantity, "=expression of parameters", or an expression of signals, in which
// parameters are replaced by their numbers. Returns NULL after a fault.
const char *jni_read_expression(jni_reader *r, const jni_node *node, jn_dimension dimension, jn_dimension alternative);
const char *jni_read_pure_expression(jni_reader *r, const jni_node *node);  // without a unit, such as a throttle
// Evaluates an expression over parameters and indices, "=..." without its sign.
bool jni_read_evaluate(jni_reader *r, const jni_node *node, const char *text, double *value);
// Returns whether a quantity, such as "8/m", is also an expression whose names are all known: parameters and indices;
// with `signals` also time, inputs and states.
bool jni_read_is_expression(jni_reader *r, const char *text, bool signals);
// Reports a text that is such an expression and also a quantity of the field's dimension. signals: the field takes
// expressions without "=". Returns false.
bool jni_read_report_ambiguous(jni_reader *r, const jni_node *node, const char *text, bool signals);
bool jni_read_check_length(jni_reader *r, const jni_node *node, const char *text);  // of a formula
extern const char jni_name_letters[];  // letters, digits and the dot, of which names of signals consist

#endif
