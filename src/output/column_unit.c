// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// column_unit.c - finds units of columns and factors between them. Results of other programs may have units other than
// SI.
#include <string.h>

#include "output/result_table.h"

bool jni_unit_scale(const char *unit, double *scale, jn_dimension *dimension) {
  char text[80], what[200];
  bool has_unit;
  *scale = 1;
  *dimension = JN_NUMBER;
  if (!unit[0]) return true;
  jni_print(text, sizeof text, "1 %s", unit);
  return jn_unit_parse(text, scale, dimension, &has_unit, what, sizeof what);
}

const char *jni_header_unit(const jn_run_header *header, int i, char *text, size_t size) {
  if (header->units) return header->units[i];
  jn_unit_format(header->dimensions[i], text, size);
  return text;
}

double jni_unit_factor(const char *from, const char *to) {
  double from_scale, to_scale;
  jn_dimension a, b;
  if (strcmp(from, to) == 0) return 1;
  if (!jni_unit_scale(from, &from_scale, &a) || !jni_unit_scale(to, &to_scale, &b) || !jni_unit_same(a, b)) return 0;
  return from_scale / to_scale;
}

bool jni_unit_is_length(const char *unit) {
  double scale;
  jn_dimension dimension;
  return jni_unit_scale(unit, &scale, &dimension) && jni_unit_same(dimension, (jn_dimension){.m = 1});
}
