// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// law.h - a law of a definition, evaluated: the bridge from jn_law to the kernels.
#ifndef JNI_FORCE_LAW_H
#define JNI_FORCE_LAW_H

#include "jounce/model.h"

bool jni_law_given(const jn_law *law);
double jni_law_value(const jn_law *law, double x, double *slope);  // zero when none is given
double jni_law_integral(const jn_law *law, double x);              // from 0
double jni_law_mean(const jn_law *law, double x0, double x1);      // between two arguments; the value where they meet

#endif
