// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// loop_plan.h - which rows give which dependent speeds and positions, in which groups.
#ifndef JNI_LOOP_PLAN_H
#define JNI_LOOP_PLAN_H

#include "compile/equations.h"

// Fills the plans from G, which is written. False: no memory, or no rows for the dependent speeds.
bool jni_plan_loops(jni_equations *e, const jni_equations_def *def);

#endif
