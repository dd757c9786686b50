// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// stiff_names.h - what is stiff, by names: of independent variables as jn_reduced has them, of states as jn_state_name
// has them, or what such names begin with up to a dot. 'force.fl.tyre' stands for all states of that tyre.
#ifndef JNI_STIFF_NAMES_H
#define JNI_STIFF_NAMES_H

#include "compile/implicit/implicit.h"
#include "jounce/reduced.h"

// Flags of def, in the pool. False: no memory, or a name that stands for nothing, with a fault in the report.
bool jni_stiff_named(jni_pool *pool, const jn_system *system, const jn_reduced *reduced, const char *const *names,
                     int n, jni_implicit_def *def, jn_report *report);

#endif
