// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import_xml.h - an XML text as a tree of elements, each with its place. Attributes and elements remember whether
// anybody has read them:
// what nobody has is listed at the end (import_ignored.c), so that nothing is dropped in silence.
#ifndef JNI_IMPORT_XML_H
#define JNI_IMPORT_XML_H

#include "base/pool.h"

typedef struct jni_xml jni_xml;

typedef struct jni_xml_attribute {
  const char *name, *value;
  const jni_xml *owner;
  struct jni_xml_attribute *next;
  bool used;
} jni_xml_attribute;

struct jni_xml {
  const char *name;
  int line, column;
  int file;                       // 0: the one that is imported, else the number of an included one
  jni_xml_attribute *attributes;  // in the order of the text
  jni_xml *first, *last;          // children, in order
  jni_xml *next, *parent;
  bool used;  // somebody knows this element
};

enum {
  JNI_XML_MAX_DEPTH = 1000,  // of nesting
  JNI_XML_MAX_ELEMENTS = 500000,
};

typedef struct {
  const char *file;  // its name
  int number;        // of the file, for its elements
  const char *text;
  size_t size;
  int depth;      // of the element that includes it
  int *elements;  // counted over all files
} jni_xml_source;

// The root element. NULL with a fault in the report. Document types are refused, and with them entities of the text's
// own.
jni_xml *jni_xml_parse(jni_pool *pool, const jni_xml_source *source, jn_report *report);

// Looking marks as used.
jni_xml *jni_xml_child(jni_xml *node, const char *name);           // the first of that name, NULL: none
jni_xml *jni_xml_next(jni_xml *child, const char *name);           // the next sibling of that name
jni_xml_attribute *jni_xml_find(jni_xml *node, const char *name);  // NULL: none
const char *jni_xml_text(jni_xml *node, const char *name);         // value, NULL: none
void jni_xml_mark(jni_xml *node);                                  // the element and all its attributes

#endif
