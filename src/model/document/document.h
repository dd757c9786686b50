// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// document.h - a tree of nodes with places, from a YAML or JSON text or from a flat document.
#ifndef JNI_DOCUMENT_H
#define JNI_DOCUMENT_H

#include "jounce/model.h"
#include "model/document/flat.h"
#include "model/place.h"

typedef struct jni_node jni_node;

struct jni_node {
  jni_node_kind kind;
  bool quoted;  // scalar: in quotes
  jni_place place;
  const char *from;  // setting that the node belongs to; NULL: the node is in the file
  const char *key;   // key of the node in its mapping; NULL: it is not in a mapping
  jni_place key_place;
  const char *text;        // text of a scalar, ended by 0; NULL: not a scalar
  jni_node *first, *last;  // children, in order
  jni_node *next;          // sibling
  jni_node *parent;
  int size;  // number of children
};

typedef struct jni_document jni_document;

// Returns a new document, the tree of nodes of a YAML or JSON text or of a flat document. Returns NULL after faults,
// which are in model->report, and without memory (model->no_memory). file: number of the file that is recorded in the
// places of the nodes (jni_place). from: the setting whose value the text is; NULL: the text is a file.
jni_document *jni_document_new(jn_model *model, const char *text, size_t size, int file, const char *from);
void *jni_document_free(jni_document *document);
jni_node *jni_document_root(jni_document *document);  // NULL: the text is empty

jni_node *jni_node_get(const jni_node *mapping, const char *key);  // NULL: no such key, or not a mapping
bool jni_node_is_empty(const jni_node *node);  // whether a node is empty, ~ or null without quotes; true for NULL
bool jni_node_is_null(const jni_node *node);   // whether a node is ~ or null without quotes
// Returns a new document without nodes; the caller may take memory from it with jni_document_take. NULL: no memory, and
// model->no_memory is set.
jni_document *jni_document_empty(jn_model *model);
// Gives `node` the content of `other` and its place; its key and its position in its parent stay. The document of
// `other` must live as long as that of `node`.
void jni_node_replace(jni_node *node, const jni_node *other);
// Adds a node with the content of `other` to a mapping under a new key. The text `key` must live as long as the
// document. made: memory for the added node, which the caller provides.
void jni_node_append(jni_node *mapping, const char *key, const jni_node *other, jni_node *made);
// Removes `child` from the mapping or list `parent`. Returns false if it is not an entry of it.
bool jni_node_remove(jni_node *parent, const jni_node *child);
void *jni_document_take(jni_document *document,
                        size_t size);  // returns memory that lives as long as the document; NULL: no memory

#endif
