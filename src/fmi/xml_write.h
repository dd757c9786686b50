// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// xml_write.h - writes XML into memory: elements with attributes, one per line and indented.
//
//   jni_xml_writer xml = jni_xml_writer_new(alloc);
//   jni_xml_begin(&xml, "Unit");
//   jni_xml_string(&xml, "name", "m/s");
//   jni_xml_end(&xml);
//   char *text = jni_xml_finish(&xml, &size);  // NULL if memory ran out
#ifndef JNI_XML_WRITE_H
#define JNI_XML_WRITE_H

#include "base/base.h"

enum { JNI_XML_DEPTH = 32 };

typedef struct {
  const jn_alloc *alloc;
  char *text;
  int size, capacity;
  const char *open[JNI_XML_DEPTH];  // names of the open elements, the outermost first
  int depth;
  bool in_tag;  // the start tag of the last element is open: attributes may follow
  bool failed;  // memory ran out
} jni_xml_writer;

// Returns a writer whose document contains the XML declaration with encoding UTF-8.
jni_xml_writer jni_xml_writer_new(const jn_alloc *alloc);
void jni_xml_begin(jni_xml_writer *xml, const char *element);  // the name must live until jni_xml_end
void jni_xml_end(jni_xml_writer *xml);

// These write attributes of the element that was begun last. Texts are escaped; value NULL: no attribute is written. A
// number is written so that it reads back with the same bits. Characters that XML cannot contain become '?'.
void jni_xml_string(jni_xml_writer *xml, const char *name, const char *value);
void jni_xml_number(jni_xml_writer *xml, const char *name, double value);
void jni_xml_integer(jni_xml_writer *xml, const char *name, long value);
void jni_xml_flag(jni_xml_writer *xml, const char *name, bool value);
// a list of n numbers separated by spaces
void jni_xml_integers(jni_xml_writer *xml, const char *name, const int *values, int n);

// Returns the document, which the caller frees with jni_free; NULL without memory. All elements must be ended before.
char *jni_xml_finish(jni_xml_writer *xml, size_t *size);

// Writes a number into `text` with the fewest of 15, 16 or 17 digits that read back as the same number; "INF", "-INF"
// and "NaN" as XML writes them.
void jni_xml_format_number(double value, char *text, size_t size);

#endif
