// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// loop_plan.h - assigns constraint equations to dependent speeds and positions, and divides them into groups of loops.
#ifndef JNI_LOOP_PLAN_H
#define JNI_LOOP_PLAN_H

#include "compile/equations.h"

// Sets e->plan and e->place: chooses the active equations by the values of G at the nominal state, and divides them
// into groups. Returns false without memory, or if there are too few equations for the dependent speeds.
bool jni_plan_loops(jni_equations *e, const jni_equations_def *def);

#endif
