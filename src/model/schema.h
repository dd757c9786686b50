// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// schema.h - the JSON Schema while it is written: a growing text, and the definitions generated from tables.
#ifndef JNI_SCHEMA_H
#define JNI_SCHEMA_H

#include "base/base.h"

typedef struct {
  const jn_alloc *alloc;
  char *text;
  int length, capacity;
  bool no_memory;
} jni_schema;

// JSON text of the properties `file`, `columns` and `units`, for the schema of mappings that may take their numbers
// from a data file.
#define JNI_SCHEMA_FILE_KEYS                                                                          \
  "\"file\": {\"$ref\": \"#/$defs/file\"}, \"columns\": {\"$ref\": \"#/$defs/columns\"}, \"units\": " \
  "{\"$ref\": \"#/$defs/units\"}"

void jni_schema_put(jni_schema *w, const char *text);
void jni_schema_format(jni_schema *w, const char *format, ...) JN_PRINTF(2, 3);
void jni_schema_string(jni_schema *w, const char *text);  // writes a text in quotes

// ---- schema_kinds.c
void jni_schema_sections(jni_schema *w);  // joints, forces, roads: properties of a model
void jni_schema_complete(jni_schema *w);  // definition of required keys
void jni_schema_kinds(jni_schema *w);     // a definition of each kind
// ---- schema_choices.c
void jni_schema_simulate(jni_schema *w);  // writes the section `simulate`

#endif
