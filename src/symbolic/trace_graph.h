// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// trace_graph.h - the formulas of a trace (trace.h) as nodes of a graph.
#ifndef JNI_TRACE_GRAPH_H
#define JNI_TRACE_GRAPH_H

#include "symbolic/graph.h"
#include "symbolic/trace.h"

// Returns the graph of the formulas, in which variable i is parameter i. It belongs to the trace.
jni_graph *jni_trace_graph(jni_trace *trace);
// Returns the node of the formula of a number, with the opposite sign if the opposite number has one; if it has none,
// the node of the number itself. Marks a formula of the file as used.
jni_node jni_trace_node(jni_trace *trace, double value);
// Records `node` as the formula of a derived number, unless the number has a formula already or is one that files may
// contain; if it is such a number but for rounding, that number is its formula.
void jni_trace_put(jni_trace *trace, double value, jni_node node);
// Records `node` as a formula of the file; where: text that says where it is. Returns the number that identifies the
// formula from now on: `value`, or a slightly different number if `value` belongs to another formula or is a number
// that files may contain. If `node` is a number, records nothing and returns `value`.
double jni_trace_read(jni_trace *trace, double value, jni_node node, const char *where);
// Sets the graph into which jni_trace_write writes formulas, and its kept parameters; parameter i is variable first + i
// of that graph.
void jni_trace_write_to(jni_trace *trace, jni_graph *to, int first);
// Returns the node of the formula of a number in that graph; -1 if the number has no formula or memory is short.
jni_node jni_trace_write(jni_trace *trace, double value);

#endif
