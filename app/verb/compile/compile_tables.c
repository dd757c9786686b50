// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_tables.c - the options of `jounce compile` that compute beforehand.
#include <stdlib.h>
#include <string.h>

#include "compile.h"

static bool read_end(const char *text, size_t length, double *value) {
  char number[64], what[200];
  jn_dimension dimension;
  bool has_unit;
  if (length == 0 || length >= sizeof number) return false;
  memcpy(number, text, length);
  number[length] = 0;
  return jn_unit_parse(number, value, &dimension, &has_unit, what, sizeof what);
}

// NAME=LOW:HIGH; the name ends where '=' stood.
static jn_status read_range(app_command *command, char *text, jn_compile_range *range) {
  char *equals = strchr(text, '='), *colon = equals ? strchr(equals, ':') : NULL;
  bool good = colon && equals > text && read_end(equals + 1, (size_t)(colon - equals - 1), &range->low) &&
              read_end(colon + 1, strlen(colon + 1), &range->high) && range->low < range->high;
  if (!good)
    return usage_fault(command, "--range is NAME=LOW:HIGH, as joint.arm.angle=-20deg:30deg, but got '%.100s'", text);
  *equals = 0, range->name = text;
  return JN_OK;
}

static bool keeps_bodies(const app_options *o) { return o->keep_bodies.n > 0 || o->force_tables; }

static jn_compile_extent extent_of(const app_options *o) {
  if (o->constant_mass) return JN_CONSTANT_MASS;
  return o->mass_tables || keeps_bodies(o) ? JN_MASS_TABLES : o->tables ? JN_TABLES : JN_EXACT;
}

jn_status compile_take_tables(app_command *command, jn_compile_tables *tables, jn_compile_range **ranges) {
  app_options *o = &command->options;
  tables->extent = extent_of(o);
  tables->poses = keeps_bodies(o), tables->forces = o->force_tables;
  tables->bodies = (const char *const *)o->keep_bodies.items, tables->nbodies = o->keep_bodies.n;
  if (o->ranges.n > 0 && tables->extent == JN_EXACT)
    return usage_fault(command, "--range is for tables: give --tables, too");
  if (o->table_error == o->table_error) tables->within = o->table_error;
  if (o->table_error == o->table_error && !(o->table_error > 0))
    return usage_fault(command, "--table-error is greater than zero");
  *ranges = calloc((size_t)o->ranges.n + 1, sizeof **ranges);
  if (!*ranges) return worst_fault(command, JN_NO_MEMORY, "reading the ranges");
  tables->ranges = *ranges, tables->nranges = o->ranges.n;
  for (int i = 0; i < o->ranges.n; i++) {
    jn_status status = read_range(command, o->ranges.items[i], &(*ranges)[i]);
    if (status != JN_OK) return status;
  }
  return JN_OK;
}
