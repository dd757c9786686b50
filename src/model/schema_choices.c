// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// schema_choices.c - the section `simulate` in the schema, from the list of choices.
#include <string.h>

#include "model/choice.h"
#include "model/schema.h"

// Writes the JSON Schema keyword `enum` with the names that a choice accepts, and `enumDescriptions` with a description
// of each; the latter is not part of JSON Schema, but editors read it.
static void put_names(jni_schema *w, jn_choice which) {
  jni_schema_put(w, "\"enum\": [");
  for (int i = 0; jn_choice_value(which, i); i++)
    jni_schema_format(w, "%s\"%s\"", i ? ", " : "", jn_choice_value(which, i));
  jni_schema_put(w, "],\n          \"enumDescriptions\": [");
  for (int i = 0; jn_choice_value(which, i); i++) {
    jni_schema_put(w, i ? ",\n            " : "");
    jni_schema_string(w, jn_choice_help(which, jn_choice_value(which, i)));
  }
  jni_schema_put(w, "]");
}

static void put_value_type(jni_schema *w, jn_choice which) {
  switch (jn_choice_get(which)->kind) {
    case JN_CHOOSE_NAME: put_names(w, which); return;
    case JN_CHOOSE_TEXT:
      jni_schema_put(w,
                     "\"oneOf\": [{\"type\": \"string\"}, {\"type\": \"array\", \"items\": {\"type\": \"string\"}}]");
      return;
    case JN_CHOOSE_FLAG: jni_schema_put(w, "\"type\": \"boolean\""); return;
    case JN_CHOOSE_NUMBER:
    case JN_CHOOSE_LIMIT:
    case JN_CHOOSE_COUNT: jni_schema_put(w, "\"$ref\": \"#/$defs/number\""); return;
  }
}

static void put_one_choice(jni_schema *w, jn_choice which, const char *key) {
  char help[512];
  jn_choice_describe(which, help, sizeof help);
  jni_schema_format(w, "\n        \"%s\": {", key);
  put_value_type(w, which);
  jni_schema_put(w, ", \"description\": ");
  jni_schema_string(w, help);
  jni_schema_put(w, "}");
}

// Writes the schema of a group of choices: an object with a property for each choice whose key begins with GROUP and a
// dot. first: the first choice of the group; length: of the text GROUP. If the first is GROUP.relative, a number is
// accepted instead of the object.
static void put_group(jni_schema *w, jn_choice first, size_t length) {
  const char *group = jn_choice_get(first)->key;
  bool number = strcmp(group + length, ".relative") == 0;
  jni_schema_format(w, "\n      \"%.*s\": {%s\"type\": \"object\", \"additionalProperties\": false, \"properties\": {",
                    (int)length, group, number ? "\"oneOf\": [{\"$ref\": \"#/$defs/number\"}, {" : "");
  for (int i = first; i < JN_NCHOICES; i++) {
    const char *key = jn_choice_get((jn_choice)i)->key;
    if (strncmp(key, group, length + 1) != 0) continue;
    jni_schema_put(w, i > (int)first ? "," : "");
    put_one_choice(w, (jn_choice)i, key + length + 1);
  }
  jni_schema_put(w, number ? "}}]}" : "}}");
}

static bool is_first_of_group(jn_choice which, size_t length) {
  for (int i = 0; i < (int)which; i++)
    if (strncmp(jn_choice_get((jn_choice)i)->key, jn_choice_get(which)->key, length + 1) == 0) return false;
  return true;
}

void jni_schema_simulate(jni_schema *w) {
  jni_schema_put(
      w, "    \"simulate\": {\"type\": [\"object\", \"null\"], \"additionalProperties\": false, \"properties\": {");
  for (int i = 0; i < JN_NCHOICES; i++) {
    const char *key = jn_choice_get((jn_choice)i)->key;
    size_t length = strcspn(key, ".");
    if (!is_first_of_group((jn_choice)i, length)) continue;
    jni_schema_put(w, i ? "," : "");
    if (key[length]) put_group(w, (jn_choice)i, length);
    else put_one_choice(w, (jn_choice)i, key);
  }
  jni_schema_put(w, "}},\n");
}
