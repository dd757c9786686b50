// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// flat_flow.c - writes a flat document from JSON text, and from values as users type them ("30 cm", "[0, 1]"), for
// builds without libfyaml. Accepted texts give the same bytes as with libfyaml; all other texts are refused:
//   value = { key: value, ... } | [ value, ... ] | "text" | word
//   word  = printable ASCII characters of one line without : # \ and quotes, and within brackets without , [ ] { }
#include <string.h>

#include "model/document/flat.h"

static const char sentence[] =
    "this build of Jounce reads JSON, but not YAML, which takes libfyaml: 'jounce flatten' of a build with it makes "
    "files that can be read here";

enum { MOST_KEY = 1000 };  // bytes; longer keys are invalid in YAML

typedef struct {
  jni_flat_writer w;
  const char *text;
  size_t size, at;
  jni_flat_place place;
  bool filled[JNI_MAX_NODE_DEPTH];  // whether each open mapping or list has an entry
} cursor;

static bool refuse(cursor *c) { return jni_flat_refuse(&c->w, JNI_FLAT_REFUSED, c->place, sentence); }

static char peek(const cursor *c) { return c->at < c->size ? c->text[c->at] : '\0'; }

static char peek_next(const cursor *c) { return c->at + 1 < c->size ? c->text[c->at + 1] : '\0'; }

static void advance(cursor *c) {
  if (c->text[c->at] == '\n') c->place = (jni_flat_place){c->place.line + 1, 0};
  c->at += jni_flat_utf8(c->text + c->at, c->size - c->at);
  c->place.column++;
}

static void skip_gap(cursor *c) {
  while (peek(c) == ' ' || peek(c) == '\n' || (peek(c) == '\r' && peek_next(c) == '\n')) advance(c);
}

// ---- words ----------------------------------------------------------------------------------------------------------

// Returns whether a character is an ASCII letter or digit; independent of the locale.
static bool is_letter(char x) { return (x >= '0' && x <= '9') || ((x | 32) >= 'a' && (x | 32) <= 'z'); }

static bool begins_word(const cursor *c) {
  char first = peek(c), next = peek_next(c);
  bool mark = c->size - c->at >= 3 && memcmp(c->text + c->at, "...", 3) == 0;  // end of a YAML document
  if (first == '-') return is_letter(next) || next == '.' || next == '(';
  return !mark && (is_letter(first) || (first && strchr("_(+~./", first)));
}

static bool is_plain(const cursor *c, char x) {
  const char *others = c->w.depth > 0 ? ":#\"'\\,[]{}" : ":#\"'\\";
  return x >= ' ' && x < 0x7f && !strchr(others, x);
}

// Advances past an unquoted word. Returns the number of its bytes without trailing spaces.
static size_t take_word(cursor *c) {
  size_t first = c->at;
  while (c->at < c->size && is_plain(c, peek(c))) advance(c);
  size_t n = c->at - first;
  while (n > 0 && c->text[first + n - 1] == ' ') n--;
  return n;
}

// ---- texts in quotes ------------------------------------------------------------------------------------------------

typedef struct {
  char *bytes;
  int n, capacity;
} growing;

static bool put(cursor *c, growing *g, const char *bytes, size_t n) {
  if (!jni_grow(c->w.alloc, &g->bytes, &g->capacity, g->n + (int)n, 1)) {
    c->w.failed = true;
    return false;
  }
  memcpy(g->bytes + g->n, bytes, n);
  g->n += (int)n;
  return true;
}

// Reads the four digits after the escape \u and appends the character to the text in UTF-8. Refuses zero and
// surrogates, the pairs of escapes by which JSON writes characters above U+FFFF, because YAML does not have them.
// Returns false if the escape is refused or memory is short.
static bool put_code(cursor *c, growing *g) {
  unsigned code = 0;
  for (int i = 0; i < 4; i++) {
    advance(c);
    static const char digits[] = "0123456789abcdefABCDEF";
    const char *found = peek(c) ? strchr(digits, peek(c)) : NULL;
    if (!found) return refuse(c);
    code = 16 * code + (unsigned)(found - digits < 16 ? found - digits : found - digits - 6);
  }
  if (code == 0 || (code >= 0xd800 && code < 0xe000)) return refuse(c);
  const char utf8[] = {(char)(0xe0 | code >> 12), (char)(0x80 | (code >> 6 & 0x3f)), (char)(0x80 | (code & 0x3f))};
  const char two[] = {(char)(0xc0 | code >> 6), (char)(0x80 | (code & 0x3f))}, one = (char)code;
  return code < 0x80 ? put(c, g, &one, 1) : code < 0x800 ? put(c, g, two, 2) : put(c, g, utf8, 3);
}

static bool put_escape(cursor *c, growing *g) {
  static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
  advance(c);
  if (peek(c) == 'u') return put_code(c, g);
  const char *found = peek(c) ? strchr(names, peek(c)) : NULL;
  return found ? put(c, g, values + (found - names), 1) : refuse(c);
}

static bool take_quoted(cursor *c, growing *g) {
  for (advance(c); peek(c) != '"'; advance(c)) {
    if (c->at >= c->size || peek(c) == '\n' || peek(c) == '\r') return refuse(c);
    size_t n = jni_flat_utf8(c->text + c->at, c->size - c->at);
    if (peek(c) == '\\' ? !put_escape(c, g) : !put(c, g, c->text + c->at, n)) return false;
  }
  advance(c);
  return true;
}

// ---- values ---------------------------------------------------------------------------------------------------------

// Reads the colon after a key of n bytes; a blank or a line end must follow it unless the key was quoted. Returns false
// and refuses the text if there is no such colon or the key is too long.
static bool end_key(cursor *c, bool quoted, size_t n) {
  while (peek(c) == ' ') advance(c);
  char next = peek_next(c);
  if (peek(c) != ':' || n > MOST_KEY || !(quoted || next == ' ' || next == '\n')) return refuse(c);
  advance(c);
  skip_gap(c);
  return true;
}

static bool read_scalar(cursor *c, bool key) {
  jni_flat_place place = c->place;
  bool quoted = peek(c) == '"';
  growing g = {NULL, 0, 0};
  const char *text = c->text + c->at;
  if (!quoted && !begins_word(c)) return refuse(c);
  bool good = !quoted || take_quoted(c, &g);
  size_t n = quoted ? (size_t)g.n : take_word(c);
  if (quoted) text = g.bytes;
  if (good)
    good = key ? jni_flat_key(&c->w, place, text, n) && end_key(c, quoted, n)
               : jni_flat_scalar(&c->w, place, quoted, text, n);
  jni_free(c->w.alloc, g.bytes);
  return good;
}

static bool read_value(cursor *c) {
  char first = peek(c);
  if (first != '{' && first != '[') return read_scalar(c, false);
  if (!jni_flat_open(&c->w, c->place, first == '{' ? JNI_MAPPING : JNI_SEQUENCE)) return false;
  c->filled[c->w.depth - 1] = false;
  advance(c);
  return true;
}

// Reads either the closing bracket of the open mapping or list, or its next entry: a scalar, or the opening bracket of
// a mapping or list. Returns false if the text is refused or memory is short.
static bool read_next(cursor *c) {
  bool mapping = jni_flat_expects_key(&c->w), *filled = &c->filled[c->w.depth - 1];
  skip_gap(c);
  if (peek(c) == (mapping ? '}' : ']')) {
    advance(c);
    jni_flat_close(&c->w);
    return true;
  }
  if (*filled && peek(c) != ',') return refuse(c);
  if (*filled) {
    advance(c);
    skip_gap(c);
  }
  *filled = true;
  return (!mapping || read_scalar(c, true)) && read_value(c);
}

static void read_all(cursor *c) {
  skip_gap(c);
  bool good = c->at == c->size || read_value(c);
  while (good && c->w.depth > 0) good = read_next(c);
  if (good) skip_gap(c);
  if (good && c->at < c->size) refuse(c);
}

unsigned char *jni_flat_flow(const jn_alloc *alloc, const char *text, size_t size, size_t *nbytes) {
  cursor c = {.w = {.alloc = alloc}, .text = text, .size = size, .place = {1, 1}};
  if (jni_flat_check(&c.w, text, size)) read_all(&c);
  return jni_flat_finish(&c.w, nbytes);
}
