// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// parameter_formulas.h - writes the formulas of kept parameters into a graph in place of the numbers that depend on
// them. A kept parameter is one that can be changed in the compiled model.
#ifndef JNI_PARAMETER_FORMULAS_H
#define JNI_PARAMETER_FORMULAS_H

#include "symbolic/graph.h"
#include "symbolic/trace.h"

// returns the callbacks by which a graph asks for formulas; trace: records which numbers of the model have one
jni_watch jni_watch_formulas(jni_trace *trace);

#endif
