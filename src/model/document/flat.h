// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// flat.h - writes and reads flat documents (defined in include/jounce/document.h).
//
// Numbers are unsigned, four bytes, little-endian.
//   header   32 bytes: eight of JNI_FLAT_MAGIC, total size, number of records, bytes of text, fault (a
//            jni_flat_fault), its line and column
//   records  32 bytes each, a mapping or list before its children: one byte of kind, one of quotes (0 or 1), two of
//            zero; number of children, line, column, key, its line and column, text. Key and text are offsets into
//            the texts, or JNI_FLAT_NONE
//   texts    each ended by a zero, in the order in which they stand in the file
// A refused document has no records, and a sentence as its only text.
#ifndef JNI_FLAT_H
#define JNI_FLAT_H

#include "base/pool.h"

#define JNI_FLAT_MAGIC "JNDOC1\n"  // the terminating zero is its eighth byte
enum { JNI_FLAT_HEADER = 32, JNI_FLAT_RECORD = 32 };
static const uint32_t JNI_FLAT_NONE = 0xffffffffu;

typedef enum { JNI_SCALAR, JNI_SEQUENCE, JNI_MAPPING } jni_node_kind;
typedef enum {
  JNI_FLAT_SOUND,
  // The text is not one that Jounce reads: beyond a limit, not UTF-8 text, or with anchors, tags, merge keys and the
  // like; without libfyaml all that is not JSON or a plain value.
  JNI_FLAT_REFUSED,
  JNI_FLAT_SYNTAX,  // invalid YAML; the text is the message of the parser
} jni_flat_fault;

enum {
  JNI_MAX_TEXT_BYTES = 64 << 20,  // size of a file
  JNI_MAX_NODES = 2000000,        // number of values in a file
  JNI_MAX_NODE_DEPTH = 64,        // nesting depth
  JNI_MAX_LINE =
      1 << 20,  // characters in a line: libfyaml 0.7.12 keeps all tokens of a flow list's first line in memory
};

// ---- writing --------------------------------------------------------------------------------------------------------

typedef struct {
  int line, column;
} jni_flat_place;

typedef struct {
  const jn_alloc *alloc;
  unsigned char *records;
  char *texts;
  int nrecords, capacity_records, ntexts, capacity_texts;
  int open[JNI_MAX_NODE_DEPTH];  // records of the mappings and lists that are not complete
  int depth;
  bool keyed, failed;  // keyed: a key has been written, its value follows; failed: no memory
  uint32_t key;
  jni_flat_place key_place;
  jni_flat_fault fault;
  jni_flat_place fault_place;
} jni_flat_writer;

// Replaces the content of the document by a fault: its kind, its place and a sentence. Returns false. After that only
// jni_flat_finish may be called.
bool jni_flat_refuse(jni_flat_writer *w, jni_flat_fault fault, jni_flat_place place, const char *sentence);
// Returns whether the open node is a mapping whose next entry must begin with a key.
bool jni_flat_expects_key(const jni_flat_writer *w);
// Writes a key of the open mapping. Returns false after a fault or if memory is short; then only jni_flat_finish may be
// called.
bool jni_flat_key(jni_flat_writer *w, jni_flat_place place, const char *text, size_t n);
// Writes a scalar. Returns as jni_flat_key.
bool jni_flat_scalar(jni_flat_writer *w, jni_flat_place place, bool quoted, const char *text, size_t n);
// Writes the begin of a mapping or list, which is then open. Returns as jni_flat_key.
bool jni_flat_open(jni_flat_writer *w, jni_flat_place place, jni_node_kind kind);
// Writes the end of the mapping or list that was opened last.
void jni_flat_close(jni_flat_writer *w);
// Returns the finished document, which the caller frees, and sets *size to its length. Frees the writer. NULL: no
// memory.
unsigned char *jni_flat_finish(jni_flat_writer *w, size_t *size);

// ---- texts ----------------------------------------------------------------------------------------------------------

// Returns the text after a byte-order mark, if it begins with one, and reduces *size by the mark.
const char *jni_flat_skip_mark(const char *text, size_t *size);
// Returns whether a text may be a document: UTF-8 without control characters and directives, within the limits of size
// and length of lines. Otherwise writes the fault and returns false.
bool jni_flat_check(jni_flat_writer *w, const char *text, size_t size);
// Converts a JSON text, or a value in the notation described in flat_flow.c, to a flat document without libfyaml and
// returns it; other texts give a document with a fault. Returns NULL: no memory.
unsigned char *jni_flat_flow(const jn_alloc *alloc, const char *text, size_t size, size_t *nbytes);

// ---- checks and access ----------------------------------------------------------------------------------------------

typedef struct {
  jni_node_kind kind;
  bool quoted;
  int nchildren;
  jni_flat_place place, key_place;
  const char *key, *text;  // NULL: none
} jni_flat_record;

typedef struct {
  const unsigned char *bytes;
  const char *texts;
  int nrecords, ntexts;
  jni_flat_fault fault;
  jni_flat_place fault_place;
} jni_flat;

size_t jni_flat_utf8(const char *text, size_t left);  // length of the sequence that begins here, 0: invalid
bool jni_is_flat(const void *bytes, size_t size);     // whether the bytes begin with JNI_FLAT_MAGIC
// Checks the sizes, offsets and texts in the bytes of a flat document and makes *flat refer to them. Returns false if
// the bytes are not a valid flat document. The nesting of the records is checked by document.c.
bool jni_flat_parse(const void *bytes, size_t size, jni_flat *flat);
jni_flat_record jni_flat_get(const jni_flat *flat, int i);

#endif
