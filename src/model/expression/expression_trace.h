// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// expression_trace.h - values of formulas of parameters, recorded in a trace.
#ifndef JNI_EXPRESSION_TRACE_H
#define JNI_EXPRESSION_TRACE_H

#include "model/expression/expression.h"
#include "symbolic/trace.h"

// Returns the value of the expression for n variables. If a variable represents a traced parameter, records the formula
// of the value in the trace, with `where` for messages, and returns the number that represents this formula
// (symbolic/trace_graph.h). Nothing is recorded if trace is NULL or memory is short.
double jni_expression_trace(jni_trace *trace, const jni_expression *expression, const double *variables, int n,
                            const char *where);

#endif
