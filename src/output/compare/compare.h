// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compare.h - functions that the text, the plot and the page of a comparison of methods share. A rung is one run of a
// combination of methods, with its step size or tolerance; the runs of a combination are its ladder.
#ifndef JNI_OUTPUT_COMPARE_H
#define JNI_OUTPUT_COMPARE_H

#include "jounce/result.h"
#include "output/text_buffer.h"
#include "simulate/compare/compare.h"

// Up to JNI_COMPARE_MOST combinations are all shown. jni_compare_select sets shown[i] to whether combination i is shown
// and returns how many are. Of more combinations it shows, for each formulation, coordinates and integrator, the one
// with the least error (the first one if none completed), with `with_own` also that of the model itself, and then
// further ones by increasing error until 24 are shown.
enum { JNI_COMPARE_MOST = 30 };
int jni_compare_select(const jn_comparison *comparison, bool with_own, bool *shown);
// Writes the accuracy of a rung to `text`: its step size or its tolerance, such as "h 1 ms" or "tol 1e-08".
void jni_compare_accuracy(const jn_rung *rung, char *text, size_t size);
// Writes a duration to `text` in a suitable unit, such as "3.21 ms"; "-" for NaN.
void jni_compare_seconds(double seconds, char *text, size_t size);

#endif
