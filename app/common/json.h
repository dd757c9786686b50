// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// json.h - writes JSON: members in the order of the calls, numbers with all digits, NaN and infinities as null.
#ifndef APP_JSON_H
#define APP_JSON_H

#include <stdbool.h>
#include <stdio.h>

typedef struct {
  FILE *out;
  int depth;
  bool first;  // nothing has been written yet inside the innermost bracket
} app_json;

// These write members of the JSON text. key: name of the member; NULL inside lists and for the outermost object.
void json_open(app_json *json, const char *key, char bracket);         // '{' or '['
void json_close(app_json *json, char bracket);                         // '}' or ']'
void json_text(app_json *json, const char *key, const char *value);    // value NULL: null
void json_literal(app_json *json, const char *key, const char *text);  // text: valid JSON
void json_number(app_json *json, const char *key, double value);
void json_integer(app_json *json, const char *key, long value);
void json_flag(app_json *json, const char *key, bool value);

#endif
