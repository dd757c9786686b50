// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// stiff_variables.h - selects the speeds and states that a linearly implicit method treats implicitly: all, those that
// are named, or those that take part in motions too fast for the step, by the eigenvalues of the Jacobian at the
// nominal state.
#ifndef JNI_STIFF_VARIABLES_H
#define JNI_STIFF_VARIABLES_H

#include "compile/implicit/implicit.h"
#include "compile/implicit/implicit_jacobian.h"

// Sets the flags of those of n independent speeds and nz states that are implicit. Sets *fastest as in
// jni_implicit_part. Returns false without memory.
bool jni_stiff_find(const jni_equations *e, const jni_jacobian_nodes *J, jni_values *values,
                    const jni_implicit_def *def, bool *speeds, bool *states, double *fastest);

#endif
