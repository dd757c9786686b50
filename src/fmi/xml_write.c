// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "fmi/xml_write.h"

#include <limits.h>
#include <math.h>
#include <string.h>

static void append(jni_xml_writer *xml, const char *bytes, size_t n) {
  if (xml->failed) return;
  bool fits = n < (size_t)(INT_MAX - xml->size);
  if (!fits || !jni_grow(xml->alloc, &xml->text, &xml->capacity, xml->size + (int)n + 1, 1)) {
    xml->failed = true;
    return;
  }
  memcpy(xml->text + xml->size, bytes, n);
  xml->size += (int)n;
  xml->text[xml->size] = 0;
}

static void append_text(jni_xml_writer *xml, const char *text) { append(xml, text, strlen(text)); }

static void append_escaped(jni_xml_writer *xml, const char *text) {
  while (*text) {
    unsigned char c = (unsigned char)*text;
    size_t length = jni_utf8_length(text);
    if (c == '&') append_text(xml, "&amp;");
    else if (c == '<') append_text(xml, "&lt;");
    else if (c == '>') append_text(xml, "&gt;");
    else if (c == '"') append_text(xml, "&quot;");
    else if (c == '\t') append_text(xml, "&#9;");
    else if (c == '\n') append_text(xml, "&#10;");
    else if (c == '\r') append_text(xml, "&#13;");
    else if (c < ' ' || length == 0) append_text(xml, "?");
    else append(xml, text, length);
    text += length > 0 ? length : 1;
  }
}

static void indent(jni_xml_writer *xml) {
  for (int i = 0; i < xml->depth; i++) append_text(xml, "  ");
}

jni_xml_writer jni_xml_writer_new(const jn_alloc *alloc) {
  jni_xml_writer xml = {.alloc = alloc};
  append_text(&xml, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  return xml;
}

void jni_xml_begin(jni_xml_writer *xml, const char *element) {
  JNI_ASSERT(xml->depth < JNI_XML_DEPTH);
  if (xml->in_tag) append_text(xml, ">\n");
  indent(xml);
  append_text(xml, "<");
  append_text(xml, element);
  xml->open[xml->depth++] = element;
  xml->in_tag = true;
}

void jni_xml_end(jni_xml_writer *xml) {
  JNI_ASSERT(xml->depth > 0);
  const char *element = xml->open[--xml->depth];
  if (xml->in_tag) {
    append_text(xml, "/>\n");
  } else {
    indent(xml);
    append_text(xml, "</");
    append_text(xml, element);
    append_text(xml, ">\n");
  }
  xml->in_tag = false;
}

static void begin_attribute(jni_xml_writer *xml, const char *name) {
  JNI_ASSERT(xml->in_tag);
  append_text(xml, " ");
  append_text(xml, name);
  append_text(xml, "=\"");
}

void jni_xml_string(jni_xml_writer *xml, const char *name, const char *value) {
  if (!value) return;
  begin_attribute(xml, name);
  append_escaped(xml, value);
  append_text(xml, "\"");
}

void jni_xml_format_number(double value, char *text, size_t size) {
  if (!isfinite(value)) {
    jni_print(text, size, "%s", isnan(value) ? "NaN" : value > 0 ? "INF" : "-INF");
    return;
  }
  for (int digits = 15; digits <= 17; digits++) {
    double back = 0;
    jni_print(text, size, "%.*g", digits, value);
    if (jni_number_parse(text, &back) && back == value) return;
  }
}

void jni_xml_number(jni_xml_writer *xml, const char *name, double value) {
  char text[40];
  jni_xml_format_number(value, text, sizeof text);
  jni_xml_string(xml, name, text);
}

void jni_xml_integer(jni_xml_writer *xml, const char *name, long value) {
  char text[24];
  jni_print(text, sizeof text, "%ld", value);
  jni_xml_string(xml, name, text);
}

void jni_xml_flag(jni_xml_writer *xml, const char *name, bool value) {
  jni_xml_string(xml, name, value ? "true" : "false");
}

void jni_xml_integers(jni_xml_writer *xml, const char *name, const int *values, int n) {
  begin_attribute(xml, name);
  for (int i = 0; i < n; i++) {
    char text[16];
    jni_print(text, sizeof text, i > 0 ? " %d" : "%d", values[i]);
    append_text(xml, text);
  }
  append_text(xml, "\"");
}

char *jni_xml_finish(jni_xml_writer *xml, size_t *size) {
  JNI_ASSERT(xml->depth == 0);
  char *text = xml->text;
  if (xml->failed) text = jni_free(xml->alloc, text);
  else *size = (size_t)xml->size;
  *xml = (jni_xml_writer){.alloc = xml->alloc};
  return text;
}
