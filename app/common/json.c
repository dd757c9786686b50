// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// json.c - see json.h.
#include "common/json.h"

#include <math.h>
#include <string.h>

// Returns the length of the valid UTF-8 character at p; 0: it is not valid.
static int utf8_length(const unsigned char *p) {
  if (p[0] < 0x80) return 1;
  int n = p[0] >= 0xc2 && p[0] <= 0xdf ? 2 : (p[0] & 0xf0) == 0xe0 ? 3 : p[0] >= 0xf0 && p[0] <= 0xf4 ? 4 : 0;
  for (int i = 1; i < n; i++)
    if ((p[i] & 0xc0) != 0x80) return 0;
  if (n == 3 && ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f))) return 0;
  if (n == 4 && ((p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f))) return 0;
  return n;
}

static void put_character(FILE *out, const unsigned char *p, int length) {
  if (length == 0) fputs("\\ufffd", out);
  else if (*p == '"' || *p == '\\') fprintf(out, "\\%c", *p);
  else if (*p == '\n') fputs("\\n", out);
  else if (*p < 0x20 || *p == 0x7f) fprintf(out, "\\u%04x", *p);
  else fwrite(p, 1, (size_t)length, out);
}

static void put_string(FILE *out, const char *text) {
  fputc('"', out);
  for (const unsigned char *p = (const unsigned char *)text; *p;) {
    int length = utf8_length(p);
    put_character(out, p, length);
    p += length ? length : 1;
  }
  fputc('"', out);
}

// Writes what comes before a value: a comma unless it is the first, a line break, the indentation and the key (NULL:
// none).
static void put_lead(app_json *json, const char *key) {
  if (json->depth > 0) fprintf(json->out, "%s\n%*s", json->first ? "" : ",", 2 * json->depth, "");
  json->first = false;
  if (!key) return;
  put_string(json->out, key);
  fputs(": ", json->out);
}

void json_open(app_json *json, const char *key, char bracket) {
  put_lead(json, key);
  fputc(bracket, json->out);
  json->depth++;
  json->first = true;
}

void json_close(app_json *json, char bracket) {
  json->depth--;
  if (!json->first) fprintf(json->out, "\n%*s", 2 * json->depth, "");
  json->first = false;
  fputc(bracket, json->out);
  if (json->depth == 0) fputc('\n', json->out);
}

void json_text(app_json *json, const char *key, const char *value) {
  put_lead(json, key);
  if (value) put_string(json->out, value);
  else fputs("null", json->out);
}

void json_literal(app_json *json, const char *key, const char *text) {
  put_lead(json, key);
  for (size_t n = strlen(text); n > 0; n--) {
    if (*text != '\n') fputc(*text, json->out);
    else if (n > 1) fprintf(json->out, "\n%*s", 2 * json->depth, "");  // the last line break of the literal is dropped
    text++;
  }
}

void json_number(app_json *json, const char *key, double value) {
  put_lead(json, key);
  if (isfinite(value)) fprintf(json->out, "%.17g", value);
  else fputs("null", json->out);
}

void json_integer(app_json *json, const char *key, long value) {
  put_lead(json, key);
  fprintf(json->out, "%ld", value);
}

void json_flag(app_json *json, const char *key, bool value) {
  put_lead(json, key);
  fputs(value ? "true" : "false", json->out);
}
