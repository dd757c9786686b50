// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// xml_tree.c - parses XML text with expat into a tree of elements.
#include "xml/xml_tree.h"

#include <stdio.h>
#include <string.h>

// ---- access ---------------------------------------------------------------------------------------------------

static jni_xml *named(jni_xml *node, const char *name) {
  while (node && strcmp(node->name, name) != 0) node = node->next;
  if (node) node->used = true;
  return node;
}

jni_xml *jni_xml_child(jni_xml *node, const char *name) { return node ? named(node->first, name) : NULL; }

jni_xml *jni_xml_next(jni_xml *child, const char *name) { return child ? named(child->next, name) : NULL; }

jni_xml_attribute *jni_xml_find(jni_xml *node, const char *name) {
  jni_xml_attribute *a = node ? node->attributes : NULL;
  while (a && strcmp(a->name, name) != 0) a = a->next;
  if (a) a->used = true;
  return a;
}

const char *jni_xml_text(jni_xml *node, const char *name) {
  const jni_xml_attribute *a = jni_xml_find(node, name);
  return a ? a->value : NULL;
}

void jni_xml_mark(jni_xml *node) {
  node->used = true;
  for (jni_xml_attribute *a = node->attributes; a; a = a->next) a->used = true;
}

#ifdef JNI_HAVE_EXPAT

#include <expat.h>

// ---- parsing ---------------------------------------------------------------------------------------------------

typedef struct {
  XML_Parser parser;
  jni_pool *pool;
  const jni_xml_source *source;
  jn_report *report;
  jni_xml *root, *open;
  int depth;
  bool stopped;  // a fault has been reported
} builder;

static void fault(builder *b, jn_status status, const char *what) {
  if (b->stopped) return;
  b->stopped = true;
  jn_error error = {.status = status,
                    .severity = JN_FAULT,
                    .line = (int)XML_GetCurrentLineNumber(b->parser),
                    .column = (int)XML_GetCurrentColumnNumber(b->parser) + 1};
  snprintf(error.file, sizeof error.file, "%s", b->source->file);
  snprintf(error.what, sizeof error.what, "%s", what);
  jn_report_add(b->report, &error);
}

static void stop(builder *b, jn_status status, const char *what) {
  fault(b, status, what);
  XML_StopParser(b->parser, XML_FALSE);
}

static bool add_attributes(builder *b, jni_xml *node, const XML_Char **pairs) {
  jni_xml_attribute **end = &node->attributes;
  for (; pairs[0]; pairs += 2) {
    jni_xml_attribute *a = *end = jni_take(b->pool, 1, sizeof *a);
    if (!a) return false;
    a->owner = node;
    a->name = jni_pool_text(b->pool, pairs[0], strlen(pairs[0]));
    a->value = jni_pool_text(b->pool, pairs[1], strlen(pairs[1]));
    if (!a->name || !a->value) return false;
    end = &(*end)->next;
  }
  return true;
}

static void add_element(builder *b, const XML_Char *name, const XML_Char **attributes) {
  jni_xml *node = jni_take(b->pool, 1, sizeof *node);
  if (node) node->name = jni_pool_text(b->pool, name, strlen(name));
  if (!node || !node->name || !add_attributes(b, node, attributes)) {
    stop(b, JN_NO_MEMORY, jn_status_text(JN_NO_MEMORY));
    return;
  }
  node->line = (int)XML_GetCurrentLineNumber(b->parser);
  node->column = (int)XML_GetCurrentColumnNumber(b->parser) + 1;
  node->file = b->source->number;
  node->parent = b->open;
  jni_xml **to = !b->open ? &b->root : b->open->last ? &b->open->last->next : &b->open->first;
  *to = node;
  if (b->open) b->open->last = node;
  b->open = node;
}

static void XMLCALL on_start(void *context, const XML_Char *name, const XML_Char **attributes) {
  builder *b = context;
  if (b->stopped) return;
  if (++b->depth > JNI_XML_MAX_DEPTH) stop(b, JN_BAD_MODEL, "elements are nested more than 1000 deep");
  else if (++*b->source->elements > JNI_XML_MAX_ELEMENTS) stop(b, JN_BAD_MODEL, "there are more than 500000 elements");
  else add_element(b, name, attributes);
}

static void XMLCALL on_end(void *context, const XML_Char *name) {
  (void)name;
  builder *b = context;
  if (b->stopped) return;
  b->open = b->open->parent;
  b->depth--;
}

static void XMLCALL on_doctype(void *context, const XML_Char *name, const XML_Char *system, const XML_Char *public,
                               int internal) {
  (void)name;
  (void)system;
  (void)public;
  (void)internal;
  stop(context, JN_BAD_MODEL, "document types (<!DOCTYPE ...>) and entities are not supported; remove it");
}

static void parse(builder *b) {
  XML_SetUserData(b->parser, b);
  XML_SetElementHandler(b->parser, on_start, on_end);
  XML_SetStartDoctypeDeclHandler(b->parser, on_doctype);
  if (XML_Parse(b->parser, b->source->text, (int)b->source->size, 1) == XML_STATUS_OK) return;
  char what[160];
  enum XML_Error code = XML_GetErrorCode(b->parser);
  snprintf(what, sizeof what, "this is not well-formed XML: %s", XML_ErrorString(code));
  fault(b, code == XML_ERROR_NO_MEMORY ? JN_NO_MEMORY : JN_BAD_MODEL, what);
}

jni_xml *jni_xml_parse(jni_pool *pool, const jni_xml_source *source, jn_report *report) {
  builder b = {
      .parser = XML_ParserCreate(NULL), .pool = pool, .source = source, .report = report, .depth = source->depth};
  if (!b.parser) {
    jni_report_no_memory(report);
    return NULL;
  }
  parse(&b);
  XML_ParserFree(b.parser);
  return b.stopped ? NULL : b.root;
}

#else

jni_xml *jni_xml_parse(jni_pool *pool, const jni_xml_source *source, jn_report *report) {
  (void)pool;
  jn_report_fault(report, JN_REFUSED, "",
                  "'%.200s' is XML, which cannot be read: Jounce was built without expat (Debian: libexpat1-dev)",
                  source->file);
  return NULL;
}

#endif
