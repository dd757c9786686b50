// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// lane_names.c - see lane_names.h.
#include "compile/print/lane_names.h"

#include <string.h>

static const char letters[] = "_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
enum { PREFIX = 4 };  // length of the prefix jnk_

static int word_length(const char *at) { return (int)strspn(at, letters); }

static bool has_prefix(const char *at, const char *small, const char *large) {
  return !strncmp(at, small, PREFIX) || !strncmp(at, large, PREFIX);
}

// Returns true if the list contains this name, with whatever of the prefixes (jnk_, JNK_, ...) it begins.
static bool contains(const jni_lane_names *names, const char *word, int length) {
  for (int i = 0; i < names->n; i++) {
    const jni_lane_name *it = &names->list[i];
    if (it->length == length && it->text[0] == word[0] &&
        !strncmp(it->text + PREFIX, word + PREFIX, (size_t)length - PREFIX))
      return true;
  }
  return false;
}

static void take(jni_lane_names *names, const char *word) {
  int length = word_length(word);
  if (length <= PREFIX || contains(names, word, length)) return;
  if (!jni_pool_grow(&names->pool, &names->list, &names->capacity, names->n + 1, sizeof *names->list)) return;
  names->list[names->n++] = (jni_lane_name){word, length};
}

void jni_lane_names_take(jni_lane_names *names, const char *text) {
  for (const char *at = text; *at; at += at[0] && !word_length(at) ? 1 : word_length(at))
    if (has_prefix(at, "jnl_", "JNL_")) take(names, at);
}

// Returns the position of the word before the first parenthesis of a line, the name of a function; NULL: there is no
// parenthesis.
static const char *function_of(const char *line) {
  const char *at = strchr(line, '(');
  while (at && at > line && strchr(letters, at[-1])) at--;
  return at;
}

static const char *defined_in(const char *line) {
  if (!strncmp(line, "JNK_FN ", 7) || !strncmp(line, "JNK_RARE ", 9) || !strncmp(line, "JNK_WITHIN ", 11))
    return function_of(line);
  if (!strncmp(line, "} ", 2)) return line + 2;
  if (!strncmp(line, "typedef void (*", 15)) return line + 15;
  return !strncmp(line, "#define ", 8) ? line + 8 : NULL;
}

void jni_lane_names_define(jni_lane_names *names, const char *text) {
  for (const char *line = text; line; line = strchr(line, '\n')) {
    line += *line == '\n';
    const char *word = defined_in(line);
    if (word && has_prefix(word, "jnk_", "JNK_")) take(names, word);
  }
}

void jni_lane_names_print(const jni_lane_names *names, const char *line, size_t length, jni_source *text) {
  for (const char *at = line, *end = line + length; at < end;) {
    int n = word_length(at);
    bool other = n > PREFIX && has_prefix(at, "jnk_", "JNK_") && contains(names, at, n);
    if (other) {
      jni_source_put(text, *at == 'j' ? "jnl_" : "JNL_", PREFIX);
      at += PREFIX;
      n -= PREFIX;
    }
    if (n == 0) n = 1;
    jni_source_put(text, at, (size_t)n);
    at += n;
  }
}
