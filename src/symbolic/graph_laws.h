// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// graph_laws.h - writes laws and tables as calls of the kernels in kernel/call, with the law as constants.
#ifndef JNI_GRAPH_LAWS_H
#define JNI_GRAPH_LAWS_H

#include "symbolic/call_constants.h"

// Returns the node of the value of a law at x.
jni_node jni_write_law(jni_graph *g, const jnk_law *law, jni_node x);
// Returns the node of the integral of the law from 0 to x.
jni_node jni_write_law_integral(jni_graph *g, const jnk_law *law, jni_node x);
// Returns the node of the value of a table at x and y; y is ignored for a table of one argument.
jni_node jni_write_lookup(jni_graph *g, const jnk_lookup *table, jni_node x, jni_node y);

#endif
