// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// xml_tree.h - an XML text as a tree of elements, each with its line and column. Reading an element or attribute
// marks it as used, so that its reader can report those that were not used.
#ifndef JNI_XML_TREE_H
#define JNI_XML_TREE_H

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
  int file;                       // 0: the file that was read; otherwise the number of an included file
  jni_xml_attribute *attributes;  // in the order of the text
  jni_xml *first, *last;          // children, in order
  jni_xml *next, *parent;
  bool used;  // the reader has read this element
};

enum {
  JNI_XML_MAX_DEPTH = 1000,  // nested elements
  JNI_XML_MAX_ELEMENTS = 500000,
};

typedef struct {
  const char *file;  // name of the file
  int number;        // number of the file, stored in its elements
  const char *text;
  size_t size;
  int depth;      // nesting depth of the element that includes it; 0: not included
  int *elements;  // number of elements in all files, which parsing increases
} jni_xml_source;

// Parses a text and returns its root element; NULL after a fault. Refuses document types, and so entities defined by
// the text.
jni_xml *jni_xml_parse(jni_pool *pool, const jni_xml_source *source, jn_report *report);

// The functions below mark what they return as used.
jni_xml *jni_xml_child(jni_xml *node, const char *name);           // first child of this name, NULL: none
jni_xml *jni_xml_next(jni_xml *child, const char *name);           // next sibling of this name, NULL: none
jni_xml_attribute *jni_xml_find(jni_xml *node, const char *name);  // attribute, NULL: none
const char *jni_xml_text(jni_xml *node, const char *name);         // value of an attribute, NULL: none
void jni_xml_mark(jni_xml *node);                                  // marks the element and all its attributes as used

#endif
