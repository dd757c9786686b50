// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compare.h - words and numbers that the table, the picture and the page of a comparison share.
#ifndef JNI_OUTPUT_COMPARE_H
#define JNI_OUTPUT_COMPARE_H

#include "jounce/result.h"
#include "output/text.h"

void jni_compare_name(const jn_choices *choices, char *text, size_t size);      // "partition", "partition/full"
void jni_compare_controls(const jn_choices *choices, char *text, size_t size);  // "newton+projection", "none"
void jni_compare_accuracy(const jn_rung *rung, char *text, size_t size);        // "h 1 ms", "tol 1e-08"
void jni_compare_seconds(double seconds, char *text, size_t size);              // "3.21 ms", "-" for not a number

#endif
