// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// document.c - the tree of nodes built from a flat document.
#include "model/document/document.h"

#include <string.h>

#include "jounce/document.h"
#include "model/fault.h"

// ---- memory: nodes and texts are allocated from blocks, which are freed together ---------------------

typedef struct block {
  struct block *next;
  size_t used, size;
  max_align_t data[];
} block;

struct jni_document {
  jn_model *model;
  const char *from;
  int file;
  block *blocks;
  jni_node *root;
};

enum { BLOCK_SIZE = 1 << 14 };

void *jni_document_take(jni_document *document, size_t size) {
  size = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
  block *b = document->blocks;
  if (!b || b->size - b->used < size) {
    size_t bytes = size > BLOCK_SIZE ? size : BLOCK_SIZE;
    b = jni_alloc0(document->model->pool.alloc, 1, sizeof *b + bytes);
    if (!b) {
      document->model->no_memory = true;
      return NULL;
    }
    *b = (block){.next = document->blocks, .size = bytes};
    document->blocks = b;
  }
  void *made = (char *)b->data + b->used;
  b->used += size;
  return made;
}

void *jni_document_free(jni_document *document) {
  if (!document) return NULL;
  const jn_alloc *alloc = document->model->pool.alloc;
  for (block *b = document->blocks, *next; b; b = next) {
    next = b->next;
    jni_free(alloc, b);
  }
  return jni_free(alloc, document);
}

jni_node *jni_document_root(jni_document *document) { return document->root; }

// ---- nodes ------------------------------------------------------------------------------------

jni_node *jni_node_get(const jni_node *mapping, const char *key) {
  if (!mapping || mapping->kind != JNI_MAPPING) return NULL;
  for (jni_node *child = mapping->first; child; child = child->next)
    if (strcmp(child->key, key) == 0) return child;
  return NULL;
}

bool jni_node_is_empty(const jni_node *node) {
  if (!node) return true;
  if (node->kind != JNI_SCALAR || node->quoted) return false;
  return !node->text[0] || strcmp(node->text, "~") == 0 || strcmp(node->text, "null") == 0;
}

bool jni_node_is_null(const jni_node *node) { return jni_node_is_empty(node) && node && node->text[0]; }

void jni_node_replace(jni_node *node, const jni_node *other) {
  node->kind = other->kind;
  node->quoted = other->quoted;
  node->place = other->place;
  node->from = other->from;
  node->text = other->text;
  node->first = other->first;
  node->last = other->last;
  node->size = other->size;
}

static void hang(jni_node *parent, jni_node *child) {
  child->parent = parent;
  if (parent->last) parent->last->next = child;
  else parent->first = child;
  parent->last = child;
  parent->size++;
}

void jni_node_append(jni_node *mapping, const char *key, const jni_node *other, jni_node *made) {
  *made = (jni_node){.key = key, .key_place = other->place};
  jni_node_replace(made, other);
  hang(mapping, made);
}

bool jni_node_remove(jni_node *parent, const jni_node *child) {
  jni_node *before = NULL, *node = parent->first;
  while (node && node != child) {
    before = node;
    node = node->next;
  }
  if (!node) return false;
  if (before) before->next = node->next;
  else parent->first = node->next;
  if (parent->last == node) parent->last = before;
  parent->size--;
  return true;
}

// ---- construction of the tree -----------------------------------------------------------------

static void complain(jni_document *document, jni_flat_place place, const char *sentence) {
  jn_model *model = document->model;
  const char *file = model->place_file;
  jni_place at = {.line = place.line, .column = place.column, .file = document->file};
  model->place = document->from ? (jni_place){0} : at;
  model->place_file = document->from;
  jni_model_fault(model, "", "%s", sentence);
  model->place_file = file;
}

static char *copy_text(jni_document *document, const char *text) {
  size_t size = strlen(text) + 1;
  char *made = jni_document_take(document, size);
  return made ? memcpy(made, text, size) : NULL;
}

static jni_place place_of(const jni_document *document, jni_flat_place place) {
  return (jni_place){.line = place.line, .column = place.column, .file = document->file};
}

// Returns a new node with the kind, places, key and text of a record; NULL: no memory.
static jni_node *make_node(jni_document *document, const jni_flat_record *record) {
  jni_node *node = jni_document_take(document, sizeof *node);
  if (!node) return NULL;
  *node = (jni_node){.kind = record->kind,
                     .quoted = record->quoted,
                     .place = place_of(document, record->place),
                     .key_place = record->key ? place_of(document, record->key_place) : (jni_place){0},
                     .from = document->from};
  if (record->key) {
    node->key = copy_text(document, record->key);
    if (!node->key) return NULL;
  }
  if (record->text) {
    node->text = copy_text(document, record->text);
    if (!node->text) return NULL;
  }
  return node;
}

typedef struct {
  jni_node *open[JNI_MAX_NODE_DEPTH];
  int left[JNI_MAX_NODE_DEPTH], depth;  // number of children still to be read; number of open mappings and lists
} branch;

// Returns whether record i, from an untrusted document, may come next in the tree: it must have a key if and only if
// the open node is a mapping, only the first record may be the root, and the depth must stay within the limit.
static bool has_place(const branch *b, const jni_flat_record *record, int i) {
  bool keyed = b->depth > 0 && b->open[b->depth - 1]->kind == JNI_MAPPING;
  bool deep = record->kind != JNI_SCALAR && b->depth == JNI_MAX_NODE_DEPTH;
  return (i == 0) == (b->depth == 0) && keyed == (record->key != NULL) && !deep;
}

static void climb(branch *b, jni_node *node, int nchildren) {
  if (b->depth > 0) {
    hang(b->open[b->depth - 1], node);
    b->left[b->depth - 1]--;
  }
  if (node->kind != JNI_SCALAR) {
    b->open[b->depth] = node;
    b->left[b->depth++] = nchildren;
  }
  while (b->depth > 0 && b->left[b->depth - 1] == 0) b->depth--;
}

// Builds the tree of nodes from the records. Returns false if the records do not form a tree. If memory is short, stops
// and returns true.
static bool build(jni_document *document, const jni_flat *flat) {
  branch b = {.depth = 0};
  for (int i = 0; i < flat->nrecords; i++) {
    jni_flat_record record = jni_flat_get(flat, i);
    if (!has_place(&b, &record, i)) return false;
    jni_node *node = make_node(document, &record);
    if (!node) return true;
    if (i == 0) document->root = node;
    climb(&b, node, record.nchildren);
  }
  return b.depth == 0;
}

static void take_flat(jni_document *document, const void *bytes, size_t size) {
  jni_flat flat;
  bool sound = jni_flat_parse(bytes, size, &flat);
  if (sound && flat.fault != JNI_FLAT_SOUND) complain(document, flat.fault_place, flat.texts);
  else if (!sound || !build(document, &flat))
    complain(document, (jni_flat_place){0, 0}, "this is no sound flat document");
}

static void flatten(jni_document *document, const char *text, size_t size) {
  const jn_files *files = document->model->files;
  const jn_alloc *alloc = document->model->pool.alloc;
  bool foreign = files && files->flatten;
  size_t nbytes = 0;
  unsigned char *bytes =
      foreign ? files->flatten(files->user, text, size, &nbytes) : jn_document_flatten(alloc, text, size, &nbytes);
  if (bytes) take_flat(document, bytes, nbytes);
  else document->model->no_memory = true;
  if (!foreign) jni_free(alloc, bytes);
  else if (bytes) files->release(files->user, bytes);
}

jni_document *jni_document_empty(jn_model *model) {
  jni_document *document = jni_alloc0(model->pool.alloc, 1, sizeof *document);
  if (!document) {
    model->no_memory = true;
    return NULL;
  }
  document->model = model;
  return document;
}

jni_document *jni_document_new(jn_model *model, const char *text, size_t size, int file, const char *from) {
  jni_document *document = jni_document_empty(model);
  if (!document) return NULL;
  int faults = model->nfaults;
  document->file = file;
  document->from = from;
  if (jni_is_flat(text, size)) take_flat(document, text, size);
  else flatten(document, text, size);
  return model->nfaults > faults || model->no_memory ? jni_document_free(document) : document;
}
