// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// svg_text.h - text in pictures: superscripts, estimates of its width.
#ifndef JNI_OUTPUT_SVG_TEXT_H
#define JNI_OUTPUT_SVG_TEXT_H

#include "output/text_buffer.h"

// Appends a text, escaped for XML, in which "^2" and "^{-6}" become superscripts.
void jni_svg_rich(jni_text *out, const char *text);
double jni_svg_text_width(const char *text, double size);  // returns an estimate of the width of a text, rounded up, px
// Appends as much of `text` as fits into `width` px at this font size, with an ellipsis if it is cut.
void jni_svg_fit(jni_text *out, const char *text, double size, double width);

#endif
