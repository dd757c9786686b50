// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// write_expression.h - formulas (model/expression) as nodes.
#ifndef JNI_WRITE_EXPRESSION_H
#define JNI_WRITE_EXPRESSION_H

#include "model/expression/expression.h"
#include "symbolic/graph.h"

jni_node jni_write_expression(jni_graph *g, const jni_expression *expression, const jni_node *variables);

#endif
