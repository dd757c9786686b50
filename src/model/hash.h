// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// hash.h - fingerprints of the equations of a model.
#ifndef JNI_HASH_H
#define JNI_HASH_H

#include "model/model.h"

// Returns the hash of the equations without the list `initial` of initial values; initial values of auxiliary and
// discrete states are included.
uint64_t jni_code_hash(const jn_model *model);
uint64_t jni_equations_hash(const jn_model *model);  // hash of the equations and of all initial values
uint64_t jni_hash_numbers(uint64_t hash, const double *x, int n);

#endif
