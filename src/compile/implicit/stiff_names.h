// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// stiff_names.h - selects implicit variables by names: of independent speeds as in jn_reduced, of states as by
// jn_state_name, or the beginning of such names up to a dot. 'force.fl.tyre' selects all states of that tyre.
#ifndef JNI_STIFF_NAMES_H
#define JNI_STIFF_NAMES_H

#include "compile/implicit/implicit.h"
#include "jounce/reduced.h"

// Sets def->named_speeds and def->named_states to flags in the pool, true for the variables that the names denote.
// Returns false without memory, or with a fault in the report if a name denotes no independent speed and no state.
bool jni_stiff_named(jni_pool *pool, const jn_system *system, const jn_reduced *reduced, const char *const *names,
                     int n, jni_implicit_def *def, jn_report *report);

#endif
