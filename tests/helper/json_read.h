// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// json_read.h - parses JSON strictly and finds the value at a path ("outputs/crank.x", "samples/0/time").
#ifndef JOUNCE_JSON_READ_H
#define JOUNCE_JSON_READ_H

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { JSON_DEEPEST = 64 };

typedef struct {
  const char *p;
  const char *found, *found_end;
  int depth;
} json_reader;

static inline bool json_value(json_reader *r, const char *path);

static inline void json_space(json_reader *r) {
  while (*r->p == ' ' || *r->p == '\n' || *r->p == '\t' || *r->p == '\r') r->p++;
}

static inline bool json_string(json_reader *r) {
  if (*r->p++ != '"') return false;
  for (; *r->p != '"'; r->p++) {
    if ((unsigned char)*r->p < 0x20) return false;
    if (*r->p != '\\') continue;
    r->p++;
    if (*r->p == 'u') {
      for (int i = 1; i <= 4; i++)
        if (!isxdigit((unsigned char)r->p[i])) return false;
    } else if (!*r->p || !strchr("\"\\/bfnrt", *r->p)) {
      return false;
    }
  }
  r->p++;
  return true;
}

static inline bool json_digits(json_reader *r) {
  if (!isdigit((unsigned char)*r->p)) return false;
  while (isdigit((unsigned char)*r->p)) r->p++;
  return true;
}

static inline bool json_number(json_reader *r) {
  if (*r->p == '-') r->p++;
  if (*r->p == '0') r->p++;
  else if (!json_digits(r)) return false;
  if (*r->p == '.') {
    r->p++;
    if (!json_digits(r)) return false;
  }
  if (*r->p != 'e' && *r->p != 'E') return true;
  r->p++;
  if (*r->p == '+' || *r->p == '-') r->p++;
  return json_digits(r);
}

// Returns the path after its first part if that is this key, else NULL.
static inline const char *json_descend(const char *path, const char *key, size_t length) {
  if (!path || strncmp(path, key, length) != 0) return NULL;
  return path[length] == '/' ? path + length + 1 : path[length] == 0 ? path + length : NULL;
}

static inline bool json_member(json_reader *r, const char *path, bool named, int index) {
  char text[16];
  const char *key = text;
  size_t length = (size_t)snprintf(text, sizeof text, "%d", index);
  json_space(r);
  if (named) {
    key = r->p + 1;
    if (!json_string(r)) return false;
    length = (size_t)(r->p - 1 - key);
    json_space(r);
    if (*r->p++ != ':') return false;
  }
  return json_value(r, json_descend(path, key, length));
}

static inline bool json_group(json_reader *r, const char *path, char close) {
  r->p++;
  json_space(r);
  if (*r->p == close) {
    r->p++;
    return true;
  }
  for (int i = 0;; i++) {
    if (!json_member(r, path, close == '}', i)) return false;
    json_space(r);
    if (*r->p == close) {
      r->p++;
      return true;
    }
    if (*r->p++ != ',') return false;
  }
}

static inline bool json_word(json_reader *r, const char *text) {
  size_t length = strlen(text);
  if (strncmp(r->p, text, length) != 0) return false;
  r->p += length;
  return true;
}

static inline bool json_value(json_reader *r, const char *path) {
  json_space(r);
  if (++r->depth > JSON_DEEPEST) return false;
  const char *start = r->p;
  bool good = *start == '{'   ? json_group(r, path, '}')
              : *start == '[' ? json_group(r, path, ']')
              : *start == '"' ? json_string(r)
              : *start == 't' ? json_word(r, "true")
              : *start == 'f' ? json_word(r, "false")
              : *start == 'n' ? json_word(r, "null")
                              : json_number(r);
  r->depth--;
  if (path && *path == 0) {
    r->found = start;
    r->found_end = r->p;
  }
  return good;
}

// Returns false if the text is not JSON. `found`: text of the value at the path, without quotes, and its length; NULL:
// none.
static inline bool json_read(const char *text, const char *path, const char **found, int *length) {
  json_reader r = {.p = text};
  bool good = json_value(&r, path);
  json_space(&r);
  bool quoted = r.found && *r.found == '"';
  *found = r.found ? r.found + quoted : NULL;
  *length = r.found ? (int)(r.found_end - r.found) - 2 * quoted : 0;
  return good && !*r.p;
}

#endif
