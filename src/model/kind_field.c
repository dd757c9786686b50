// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kind_field.c - finds fields of a kind.
#include <string.h>

#include "model/kind_field.h"

const jni_field *jni_field_find(const jni_field *fields, int nfields, const char *name) {
  for (int i = 0; i < nfields; i++)
    if (strcmp(fields[i].name, name) == 0) return &fields[i];
  return NULL;
}

bool jni_field_has_type(const jni_field *fields, int nfields, jni_field_type type) {
  for (int i = 0; i < nfields; i++)
    if (fields[i].type == type) return true;
  return false;
}
