// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// code_allow.h - code in files that a model names, which the user must allow.
#ifndef JNI_CODE_ALLOW_H
#define JNI_CODE_ALLOW_H

#include "model/model.h"

// Returns whether all code that the model names is loaded. If not, reports a fault: the user must allow it.
bool jni_code_is_allowed(const jn_model *model, jn_report *report);
// Loads the code of `model`, which was read again from the model `from` with other values, so that the user need not
// allow it again. Does nothing and returns JN_OK if the code of `from` is not loaded or the models differ in their
// number of subsystems. Otherwise returns JN_OK, or reports a fault and returns its status: a file has changed since
// `from` loaded it, or cannot be loaded.
jn_status jni_code_allow_again(const jn_model *from, jn_model *model, jn_report *report);

#endif
