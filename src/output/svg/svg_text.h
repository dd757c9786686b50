// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// svg_text.h - text in pictures: superscripts, how wide it is.
#ifndef JNI_OUTPUT_SVG_TEXT_H
#define JNI_OUTPUT_SVG_TEXT_H

#include "output/text_buffer.h"

// Escaped, with "^2" and "^{-6}" raised.
void jni_svg_rich(jni_text *out, const char *text);
double jni_svg_text_width(const char *text, double size);  // estimate, px; generous
// As much of `text` as fits, with an ellipsis when it was cut.
void jni_svg_fit(jni_text *out, const char *text, double size, double width);

#endif
