// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// flat.c - writes flat documents (flat.h) and checks flat documents from untrusted sources.
#include "model/document/flat.h"

#include <limits.h>
#include <string.h>

#include "jounce/document.h"

static void put(unsigned char *to, uint32_t value) {
  for (int i = 0; i < 4; i++) to[i] = (unsigned char)(value >> 8 * i);
}

static uint32_t take(const unsigned char *from) {
  return (uint32_t)from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

// ---- writing --------------------------------------------------------------------------------------------------------

static uint32_t add_text(jni_flat_writer *w, const char *text, size_t n) {
  uint32_t at = (uint32_t)w->ntexts;
  if (n >= INT_MAX - (size_t)w->ntexts ||
      !jni_grow(w->alloc, &w->texts, &w->capacity_texts, w->ntexts + (int)n + 1, 1)) {
    w->failed = true;
    return JNI_FLAT_NONE;
  }
  if (n) memcpy(w->texts + at, text, n);
  w->texts[at + n] = '\0';
  w->ntexts += (int)n + 1;
  return at;
}

bool jni_flat_refuse(jni_flat_writer *w, jni_flat_fault fault, jni_flat_place place, const char *sentence) {
  w->nrecords = w->ntexts = w->depth = 0;
  w->fault = fault;
  w->fault_place = place;
  add_text(w, sentence, strlen(sentence));
  return false;
}

bool jni_flat_expects_key(const jni_flat_writer *w) {
  return w->depth > 0 && !w->keyed && w->records[(size_t)w->open[w->depth - 1] * JNI_FLAT_RECORD] == JNI_MAPPING;
}

// Sets the place of the open mapping to that of its first key if this comes earlier: for [a: 1] libfyaml reports the
// colon as the place of the mapping.
static void begin_at_key(jni_flat_writer *w, jni_flat_place place) {
  unsigned char *r = w->records + (size_t)w->open[w->depth - 1] * JNI_FLAT_RECORD;
  uint32_t line = (uint32_t)place.line, column = (uint32_t)place.column;
  bool before = line < take(r + 8) || (line == take(r + 8) && column < take(r + 12));
  if (before && take(r + 4) == 0) {
    put(r + 8, line);
    put(r + 12, column);
  }
}

bool jni_flat_key(jni_flat_writer *w, jni_flat_place place, const char *text, size_t n) {
  begin_at_key(w, place);
  w->key = add_text(w, text, n);
  w->key_place = place;
  w->keyed = true;
  if (n == 2 && memcmp(text, "<<", 2) == 0)
    return jni_flat_refuse(w, JNI_FLAT_REFUSED, place, "merge keys ('<<') are not supported: write the values out");
  return !w->failed;
}

static void count_child(jni_flat_writer *w) {
  if (w->depth == 0) return;
  unsigned char *children = w->records + (size_t)w->open[w->depth - 1] * JNI_FLAT_RECORD + 4;
  put(children, take(children) + 1);
}

static bool add_record(jni_flat_writer *w, jni_flat_place place, jni_node_kind kind, bool quoted, uint32_t text) {
  if (w->nrecords >= JNI_MAX_NODES) return jni_flat_refuse(w, JNI_FLAT_REFUSED, place, "the text has too many values");
  if (w->failed || !jni_grow(w->alloc, &w->records, &w->capacity_records, w->nrecords + 1, JNI_FLAT_RECORD)) {
    w->failed = true;
    return false;
  }
  count_child(w);
  unsigned char *r = w->records + (size_t)w->nrecords++ * JNI_FLAT_RECORD;
  memset(r, 0, JNI_FLAT_RECORD);
  r[0] = (unsigned char)kind;
  r[1] = quoted;
  put(r + 8, (uint32_t)place.line);
  put(r + 12, (uint32_t)place.column);
  put(r + 16, w->keyed ? w->key : JNI_FLAT_NONE);
  put(r + 20, w->keyed ? (uint32_t)w->key_place.line : 0);
  put(r + 24, w->keyed ? (uint32_t)w->key_place.column : 0);
  put(r + 28, text);
  w->keyed = false;
  return true;
}

bool jni_flat_scalar(jni_flat_writer *w, jni_flat_place place, bool quoted, const char *text, size_t n) {
  uint32_t at = add_text(w, text, n);
  return !w->failed && add_record(w, place, JNI_SCALAR, quoted, at);
}

bool jni_flat_open(jni_flat_writer *w, jni_flat_place place, jni_node_kind kind) {
  if (w->depth >= JNI_MAX_NODE_DEPTH)
    return jni_flat_refuse(w, JNI_FLAT_REFUSED, place, "the text is nested too deeply (more than 64 levels)");
  int record = w->nrecords;
  if (!add_record(w, place, kind, false, JNI_FLAT_NONE)) return false;
  w->open[w->depth++] = record;
  return true;
}

void jni_flat_close(jni_flat_writer *w) { w->depth--; }

void *jn_document_free(const jn_alloc *alloc, unsigned char *bytes) { return jni_free(alloc, bytes); }

unsigned char *jni_flat_finish(jni_flat_writer *w, size_t *size) {
  size_t records = (size_t)w->nrecords * JNI_FLAT_RECORD;
  *size = JNI_FLAT_HEADER + records + (size_t)w->ntexts;
  unsigned char *made = w->failed ? NULL : jni_alloc0(w->alloc, 1, *size);
  if (made) {
    const uint32_t numbers[] = {(uint32_t)*size,    (uint32_t)w->nrecords,         (uint32_t)w->ntexts,
                                (uint32_t)w->fault, (uint32_t)w->fault_place.line, (uint32_t)w->fault_place.column};
    memcpy(made, JNI_FLAT_MAGIC, 8);
    for (int i = 0; i < 6; i++) put(made + 8 + 4 * i, numbers[i]);
    if (records) memcpy(made + JNI_FLAT_HEADER, w->records, records);
    if (w->ntexts) memcpy(made + JNI_FLAT_HEADER + records, w->texts, (size_t)w->ntexts);
  }
  jni_free(w->alloc, w->records);
  jni_free(w->alloc, w->texts);
  return made;
}

// ---- checks and access ----------------------------------------------------------------------------------------------

bool jni_is_flat(const void *bytes, size_t size) { return size >= 8 && memcmp(bytes, JNI_FLAT_MAGIC, 8) == 0; }

size_t jni_flat_utf8(const char *text, size_t left) {
  static const unsigned least[5] = {0, 0, 0x80, 0x800, 0x10000};
  const unsigned char *p = (const unsigned char *)text;
  size_t n = p[0] < 0x80 ? 1 : (p[0] >> 5) == 6 ? 2 : (p[0] >> 4) == 14 ? 3 : (p[0] >> 3) == 30 ? 4 : 0;
  if (n <= 1 || n > left) return n > left ? 0 : n;
  unsigned code = p[0] & (0x7fu >> n);
  for (size_t i = 1; i < n; i++) {
    if ((p[i] & 0xc0) != 0x80) return 0;
    code = code << 6 | (p[i] & 0x3fu);
  }
  bool surrogate = code >= 0xd800 && code <= 0xdfff;
  return code < least[n] || surrogate || code > 0x10ffff ? 0 : n;
}

const char *jni_flat_skip_mark(const char *text, size_t *size) {
  bool mark = *size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0;
  if (mark) *size -= 3;
  return mark ? text + 3 : text;
}

static bool refuse(jni_flat_writer *w, jni_flat_place place, const char *sentence) {
  return jni_flat_refuse(w, JNI_FLAT_REFUSED, place, sentence);
}

bool jni_flat_check(jni_flat_writer *w, const char *text, size_t size) {
  jni_flat_place place = {1, 1};
  if (size > JNI_MAX_TEXT_BYTES) return refuse(w, (jni_flat_place){0, 0}, "the text is larger than 64 MiB");
  if (size >= 4 && memcmp(text, "PK\3\4", 4) == 0) return refuse(w, place, "this is a zip archive, not a text file");
  for (size_t i = 0; i < size;) {
    unsigned char c = (unsigned char)text[i];
    size_t n = jni_flat_utf8(text + i, size - i);
    if (!n) return refuse(w, place, "this is not UTF-8 text");
    if ((c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7f)
      return refuse(w, place, "a control character; this is not a text file");
    if (c == '%' && place.column == 1)  // libfyaml needs unbounded time for a long directive
      return refuse(w, place, "directives ('%') are not supported");
    if (place.column > JNI_MAX_LINE) return refuse(w, place, "the line is too long: more than 1 MiB");
    i += n;
    if (c == '\n') place = (jni_flat_place){place.line + 1, 1};
    else place.column++;
  }
  return true;
}

// Returns whether the n bytes of texts in an untrusted flat document are UTF-8 and end with a zero.
static bool are_texts(const char *texts, int n) {
  if (n > 0 && texts[n - 1] != '\0') return false;
  for (int i = 0; i < n;) {
    size_t length = jni_flat_utf8(texts + i, (size_t)(n - i));
    if (length == 0) return false;
    i += (int)length;
  }
  return true;
}

static bool is_place(const unsigned char *at) { return take(at) < INT_MAX && take(at + 4) < INT_MAX; }

static bool is_record(const unsigned char *r, const jni_flat *flat) {
  uint32_t key = take(r + 16), text = take(r + 28);
  bool scalar = r[0] == JNI_SCALAR, places = is_place(r + 8) && is_place(r + 20);
  if (r[0] > JNI_MAPPING || r[1] > 1 || r[2] || r[3] || !places || take(r + 4) > (uint32_t)flat->nrecords) return false;
  if (key != JNI_FLAT_NONE && key >= (uint32_t)flat->ntexts) return false;
  return scalar ? text < (uint32_t)flat->ntexts && take(r + 4) == 0 : text == JNI_FLAT_NONE && !r[1];
}

bool jni_flat_parse(const void *bytes, size_t size, jni_flat *flat) {
  const unsigned char *b = bytes;
  if (size < JNI_FLAT_HEADER || size > INT_MAX || !jni_is_flat(bytes, size) || take(b + 8) != size) return false;
  uint32_t records = take(b + 12), texts = take(b + 16), fault = take(b + 20);
  if (records > JNI_MAX_NODES || (uint64_t)JNI_FLAT_HEADER + (uint64_t)records * JNI_FLAT_RECORD + texts != size)
    return false;
  *flat = (jni_flat){.bytes = b,
                     .texts = (const char *)b + JNI_FLAT_HEADER + (size_t)records * JNI_FLAT_RECORD,
                     .nrecords = (int)records,
                     .ntexts = (int)texts,
                     .fault = fault,
                     .fault_place = {(int)take(b + 24), (int)take(b + 28)}};
  if (fault > JNI_FLAT_SYNTAX || !is_place(b + 24) || (fault != JNI_FLAT_SOUND && texts == 0)) return false;
  if (!are_texts(flat->texts, flat->ntexts)) return false;
  for (uint32_t i = 0; i < records; i++)
    if (!is_record(b + JNI_FLAT_HEADER + (size_t)i * JNI_FLAT_RECORD, flat)) return false;
  return true;
}

jni_flat_record jni_flat_get(const jni_flat *flat, int i) {
  const unsigned char *r = flat->bytes + JNI_FLAT_HEADER + (size_t)i * JNI_FLAT_RECORD;
  uint32_t key = take(r + 16), text = take(r + 28);
  return (jni_flat_record){.kind = r[0],
                           .quoted = r[1],
                           .nchildren = (int)take(r + 4),
                           .place = {(int)take(r + 8), (int)take(r + 12)},
                           .key_place = {(int)take(r + 20), (int)take(r + 24)},
                           .key = key == JNI_FLAT_NONE ? NULL : flat->texts + key,
                           .text = text == JNI_FLAT_NONE ? NULL : flat->texts + text};
}
