// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// converted_part.c - reads robots of other programs as parts: the import converts them to a model text, whose nodes get
// the places of their lines in the source.
#include "model/part/part.h"
#include "model/read/read_fault.h"
#include "model/read/read_file.h"
#include "model/read/read_library.h"

typedef struct {
  jni_reader *reader;
  const char *path;
  bool on_body;
  jni_node *root;  // NULL: the conversion failed
} conversion;

// Numbers under which jni_place refers to the files of a robot.
typedef struct {
  const jni_converted *made;
  int own, included;  // number, from 1, of its own file; number of the first file that it includes, minus 1
} numbers;

static jni_place source_of(const numbers *n, jni_place place) {
  jni_place none = {.file = n->own};
  if (place.line < 1 || place.line > n->made->nlines) return none;
  jni_place found = n->made->lines[place.line - 1];
  found.file = found.file > 0 ? n->included + found.file : n->own;
  return found;
}

static void move_places(const numbers *n, jni_node *node) {
  node->place = source_of(n, node->place);
  node->key_place = source_of(n, node->key_place);
  for (jni_node *child = node->first; child; child = child->next) move_places(n, child);
}

static void read_made(conversion *t, const jni_converted *made) {
  jn_model *model = t->reader->model;
  numbers n = {.made = made, .own = jni_read_add_source(model, made->own.path, made->own.bytes, made->own.size)};
  n.included = model->nsources;
  for (int i = 0; !model->no_memory; i++) {
    jni_converted_file file = made->file(made->context, i);
    if (!file.path) break;
    jni_read_add_source(model, file.path, file.bytes, file.size);
  }
  if (model->no_memory) return;
  jni_document *document = jni_document_new(model, made->text, made->size, n.own, NULL);
  if (!jni_read_keep_document(t->reader, document)) return;
  t->root = jni_document_root(document);
  if (t->root) move_places(&n, t->root);
}

// Receives from the importer the text that it has made of a robot: records it in the library of the model, and reads
// the recorded copy into the context, because the flat document is stored with that copy.
static void receive(void *context, const jni_converted *made) {
  const conversion *t = context;
  jni_library *library = t->reader->model->library;
  jni_library_keep_robot(library, t->path, t->on_body, made);
  const jni_converted *kept = jni_library_robot(library, t->path, t->on_body);
  if (kept) read_made(context, kept);
  else t->reader->model->no_memory = true;
}

jni_node *jni_read_open_converted(jni_reader *r, const jni_node *node, const char *path, bool on_body) {
  conversion t = {.reader = r, .path = path, .on_body = on_body};
  const jni_converted *recorded = jni_library_robot(r->model->library, path, on_body);
  if (recorded) {
    read_made(&t, recorded);
    return t.root;
  }
  jn_report *report = jn_report_new(r->model->pool.alloc);
  bool sound = report && jni_robot_converter.read(r->model->pool.alloc, path, on_body, report, receive, &t);
  if (!report) r->model->no_memory = true;
  for (int i = 0; report && i < jn_report_size(report); i++)
    if (jn_report_get(report, i)->status == JN_NO_MEMORY) r->model->no_memory = true;
  if (!sound && !r->model->no_memory) jni_read_fault(r, node, "the robot '%.200s' cannot be imported", path);
  for (int i = 0; report && i < jn_report_size(report); i++) jn_report_add(r->model->report, jn_report_get(report, i));
  jn_report_free(report);
  return t.root;
}
