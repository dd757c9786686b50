// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// json_get.c - for the shell tests: reads one JSON document from standard input, strictly, and prints the value at a
// path
// ("outputs/crank.x", "samples/0/time"). Exit code 1: it is no JSON; 2: there is nothing at that path.
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 22, DEEPEST = 64 };

typedef struct {
  const char *p;
  const char *found, *found_end;
  int depth;
} reader;

static bool value(reader *r, const char *path);

static void space(reader *r) {
  while (*r->p == ' ' || *r->p == '\n' || *r->p == '\t' || *r->p == '\r') r->p++;
}

static bool string(reader *r) {
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

static bool digits(reader *r) {
  if (!isdigit((unsigned char)*r->p)) return false;
  while (isdigit((unsigned char)*r->p)) r->p++;
  return true;
}

static bool number(reader *r) {
  if (*r->p == '-') r->p++;
  if (*r->p == '0') r->p++;
  else if (!digits(r)) return false;
  if (*r->p == '.') {
    r->p++;
    if (!digits(r)) return false;
  }
  if (*r->p != 'e' && *r->p != 'E') return true;
  r->p++;
  if (*r->p == '+' || *r->p == '-') r->p++;
  return digits(r);
}

// The rest of the path when its first part is this key, else NULL.
static const char *descend(const char *path, const char *key, size_t length) {
  if (!path || strncmp(path, key, length) != 0) return NULL;
  return path[length] == '/' ? path + length + 1 : path[length] == 0 ? path + length : NULL;
}

static bool member(reader *r, const char *path, bool named, int index) {
  char text[16];
  const char *key = text;
  size_t length = (size_t)snprintf(text, sizeof text, "%d", index);
  space(r);
  if (named) {
    key = r->p + 1;
    if (!string(r)) return false;
    length = (size_t)(r->p - 1 - key);
    space(r);
    if (*r->p++ != ':') return false;
  }
  return value(r, descend(path, key, length));
}

static bool group(reader *r, const char *path, char close) {
  r->p++;
  space(r);
  if (*r->p == close) return r->p++, true;
  for (int i = 0;; i++) {
    if (!member(r, path, close == '}', i)) return false;
    space(r);
    if (*r->p == close) return r->p++, true;
    if (*r->p++ != ',') return false;
  }
}

static bool word(reader *r, const char *text) {
  size_t length = strlen(text);
  if (strncmp(r->p, text, length) != 0) return false;
  r->p += length;
  return true;
}

static bool value(reader *r, const char *path) {
  space(r);
  if (++r->depth > DEEPEST) return false;
  const char *start = r->p;
  bool good = *start == '{'   ? group(r, path, '}')
              : *start == '[' ? group(r, path, ']')
              : *start == '"' ? string(r)
              : *start == 't' ? word(r, "true")
              : *start == 'f' ? word(r, "false")
              : *start == 'n' ? word(r, "null")
                              : number(r);
  r->depth--;
  if (path && *path == 0) r->found = start, r->found_end = r->p;
  return good;
}

int main(int argc, char **argv) {
  char *text = calloc(1, MOST + 1);
  if (!text) return 1;
  text[fread(text, 1, MOST, stdin)] = 0;
  reader r = {.p = text};
  bool good = value(&r, argc > 1 ? argv[1] : NULL);
  space(&r);
  int code = !good || *r.p ? 1 : argc > 1 && !r.found ? 2 : 0;
  if (code == 0 && r.found) {
    bool quoted = *r.found == '"';
    printf("%.*s\n", (int)(r.found_end - r.found) - 2 * quoted, r.found + quoted);
  }
  free(text);
  return code;
}
