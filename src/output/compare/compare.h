// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compare.h - functions that the text, the plot and the page of a comparison share.
#ifndef JNI_OUTPUT_COMPARE_H
#define JNI_OUTPUT_COMPARE_H

#include "jounce/result.h"
#include "output/text_buffer.h"
#include "simulate/compare/compare.h"

// Selects the combinations to show and returns their number: all if there are at most JNI_COMPARE_MOST. Otherwise the
// combination with the least error for each formulation, coordinates and integrator (if none completed, the first),
// with `with_own` also the model's own, and further ones with the least errors.
enum { JNI_COMPARE_MOST = 30 };
int jni_compare_select(const jn_comparison *comparison, bool with_own, bool *shown);
// Writes step size or tolerance: "h 1 ms", "tol 1e-08".
void jni_compare_accuracy(const jn_rung *rung, char *text, size_t size);
// Writes a time: "3.21 ms"; NaN: "-".
void jni_compare_seconds(double seconds, char *text, size_t size);

#endif
