// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// expression_graph.h - writes an expression into a graph.
#ifndef JNI_EXPRESSION_GRAPH_H
#define JNI_EXPRESSION_GRAPH_H

#include "model/expression/expression.h"
#include "symbolic/graph.h"

jni_node jni_write_expression(jni_graph *g, const jni_expression *expression, const jni_node *variables);

#endif
