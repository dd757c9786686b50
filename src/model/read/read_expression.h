// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_expression.h - expressions in a model file, over parameters and indices or over signals.
#ifndef JNI_READ_EXPRESSION_H
#define JNI_READ_EXPRESSION_H

#include "model/read/reader.h"

// Reads a field that is an expression: a number, a quantity of one of the two dimensions, "=expression of parameters",
// or a formula of signals. Returns it as a formula in the names of the model, with parameters replaced by their
// numbers; NULL after a fault.
const char *jni_read_expression(jni_reader *r, const jni_node *node, jn_dimension dimension, jn_dimension alternative);
const char *jni_read_pure_expression(jni_reader *r, const jni_node *node);  // without a unit, such as a throttle
// Computes the value of an expression of parameters and indices; text: without the "=" before it. Returns false after a
// fault, which is reported at the node.
bool jni_read_evaluate(jni_reader *r, const jni_node *node, const char *text, double *value);
// Returns whether a quantity such as "8/m" could also be read as an expression, because all names in it exist: as
// parameters or indices, or, if `signals` is set, as time, an input, a state or a signal.
bool jni_read_is_expression(jni_reader *r, const char *text, bool signals);
// Reports a fault at the node: the text can be read as an expression and as a quantity of the dimension of the field.
// signals: the field accepts expressions without "=", which the advice considers. Returns false.
bool jni_read_report_ambiguous(jni_reader *r, const jni_node *node, const char *text, bool signals);
// Reports a fault at the node and returns false if a formula is longer than 10000 characters.
bool jni_read_check_length(jni_reader *r, const jni_node *node, const char *text);
extern const char jni_name_letters[];  // letters, digits, _ and the dot, of which names of signals consist

#endif
