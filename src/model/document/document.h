// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// document.h - a YAML or JSON text, or a flat document, as a tree of nodes, each with its place.
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
  const char *from;  // the setting it comes from, NULL: the file
  const char *key;   // its key when it is in a mapping, else NULL
  jni_place key_place;
  const char *text;        // scalar: its text, ended by 0; else NULL
  jni_node *first, *last;  // children, in order
  jni_node *next;          // sibling
  jni_node *parent;
  int size;  // number of children
};

typedef struct jni_document jni_document;

// Adds what is wrong to model->report with its place; NULL then. `file`: of the places (see jni_place); `from`: NULL or
// the setting the text comes from.
jni_document *jni_document_new(jn_model *model, const char *text, size_t size, int file, const char *from);
void *jni_document_free(jni_document *document);
jni_node *jni_document_root(jni_document *document);  // NULL: empty

jni_node *jni_node_get(const jni_node *mapping, const char *key);  // NULL: none, or no mapping
bool jni_node_is_empty(const jni_node *node);                      // nothing, ~ or null
bool jni_node_is_null(const jni_node *node);                       // ~ or null, written out
// An empty document, for its memory.
jni_document *jni_document_empty(jn_model *model);
// Puts `other` (of another document that lives as long) in the place of `node`.
void jni_node_replace(jni_node *node, const jni_node *other);
// Adds `other` to a mapping under a key that it does not have yet; `key` must live as long. `made` is the caller's
// memory.
void jni_node_append(jni_node *mapping, const char *key, const jni_node *other, jni_node *made);
// Takes a child out of its mapping or list; false: it is not there.
bool jni_node_remove(jni_node *parent, const jni_node *child);
void *jni_document_take(jni_document *document,
                        size_t size);  // memory that lives as long as the document, NULL: none left

#endif
