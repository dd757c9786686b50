// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compare.h - words and numbers that the table, the picture and the page of a comparison share.
#ifndef JNI_OUTPUT_COMPARE_H
#define JNI_OUTPUT_COMPARE_H

#include "jounce/result.h"
#include "output/text_buffer.h"
#include "simulate/compare/compare.h"

// Which are shown where not all can be: all of a short list, else the best of each pair of formulation and integrator
// (of a pair where none came to its end, the first), with_own the model's own beside it, and where there are few pairs
// the best of the rest. Returns how many.
enum { JNI_COMPARE_MOST = 30 };
int jni_compare_select(const jn_comparison *comparison, bool with_own, bool *shown);
void jni_compare_accuracy(const jn_rung *rung, char *text, size_t size);  // "h 1 ms", "tol 1e-08"
void jni_compare_seconds(double seconds, char *text, size_t size);        // "3.21 ms", "-" for not a number

#endif
