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
  int file;  // number of the file that contains it: 0: the file that was read first; otherwise an included file
  jni_xml_attribute *attributes;  // in the order of the text
  jni_xml *first, *last;          // first and last child
  jni_xml *next, *parent;
  bool used;  // the reader has read this element
};

enum {
  JNI_XML_MAX_DEPTH = 1000,  // largest depth of nested elements
  JNI_XML_MAX_ELEMENTS = 500000,
};

typedef struct {
  const char *file;  // name of the file in messages
  int number;        // number of the file, stored in its elements
  const char *text;
  size_t size;
  int depth;      // nesting depth of the element that includes the text; 0: it is not included
  int *elements;  // number of elements in all files so far, to which parsing adds those of this text
} jni_xml_source;

// Parses a text and returns its root element, in memory of the pool; NULL after a fault in the report, also if this
// build has no expat. Refuses document types, and with them entities that the text defines.
jni_xml *jni_xml_parse(jni_pool *pool, const jni_xml_source *source, jn_report *report);

// The first returns the first child of `node` with this name, the second the next sibling of `child` with it, the third
// an attribute of `node`; NULL: there is none. They mark what they return as used.
jni_xml *jni_xml_child(jni_xml *node, const char *name);
jni_xml *jni_xml_next(jni_xml *child, const char *name);
jni_xml_attribute *jni_xml_find(jni_xml *node, const char *name);
// Returns the value of an attribute of an element and marks it as used; NULL: there is none.
const char *jni_xml_text(jni_xml *node, const char *name);
void jni_xml_mark(jni_xml *node);  // marks the element and all its attributes as used

#endif
