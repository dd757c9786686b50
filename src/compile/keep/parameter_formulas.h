// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// parameter_formulas.h - writes the formulas of kept parameters into a graph in place of the numbers that depend on
// them.
#ifndef JNI_PARAMETER_FORMULAS_H
#define JNI_PARAMETER_FORMULAS_H

#include "symbolic/graph.h"
#include "symbolic/trace.h"

jni_watch jni_watch_formulas(jni_trace *trace);  // trace: of the model whose numbers are written

#endif
