// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// code_allow.h - code in files that a model names, which the user must allow.
#ifndef JNI_CODE_ALLOW_H
#define JNI_CODE_ALLOW_H

#include "model/model.h"

// Returns whether all code that the model names is loaded; if not, reports that it must be allowed.
bool jni_code_is_allowed(const jn_model *model, jn_report *report);
// Loads the code of a model that was made from the model `from` with other values. Does nothing if code of `from` is
// not loaded. Refuses a file that has changed since `from` loaded it.
jn_status jni_code_allow_again(const jn_model *from, jn_model *model, jn_report *report);

#endif
