// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// trace_graph.h - the formulas of a trace as nodes.
#ifndef JNI_TRACE_GRAPH_H
#define JNI_TRACE_GRAPH_H

#include "symbolic/graph.h"
#include "symbolic/trace.h"

// The graph of the formulas: variable i is parameter i.
jni_graph *jni_trace_graph(jni_trace *trace);
// The formula of a number, or the number as a node.
jni_node jni_trace_node(jni_trace *trace, double value);
// Records the formula of a derived number.
void jni_trace_put(jni_trace *trace, double value, jni_node node);
// Records a formula of the file, with a text that says where it is; returns the number that stands for it, which
// differs slightly from `value` if that one identifies another formula or none.
double jni_trace_read(jni_trace *trace, double value, jni_node node, const char *where);
// Formulas are written into this graph from now on, whose variable `first` is parameter 0.
void jni_trace_write_to(jni_trace *trace, jni_graph *to, int first);
jni_node jni_trace_write(jni_trace *trace, double value);  // -1: the number has no formula

#endif
