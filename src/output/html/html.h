// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// html.h - writes the parts that all HTML pages have: head and foot, quantities, messages.
#ifndef JNI_OUTPUT_HTML_H
#define JNI_OUTPUT_HTML_H

#include "jounce/record.h"
#include "output/text_buffer.h"

// Writes the beginning of a page up to the header with the title, which stays open. style: additional CSS; "" for none.
void jni_html_begin(jni_text *out, const char *title, const char *style);
void jni_html_end(jni_text *out);
// Writes a value with `digits` significant digits and its unit, such as 1.23 times a power of ten and "m"; a dash for
// NaN.
void jni_html_quantity(jni_text *out, double value, int digits, const char *unit);
void jni_html_messages(jni_text *out, const jn_report *messages);
void jni_html_record(jni_text *out, const jn_record *record);  // writes a section with a record; nothing for NULL

#endif
