// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_tables.c - reads the options of `jounce compile` for tables, which are computed in advance.
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

// Parses NAME=LOW:HIGH into *range. range->name points into `text`, in which '=' is replaced by a zero. Returns a fault
// if the text is invalid.
static jn_status read_range(app_command *command, char *text, jn_compile_range *range) {
  char *equals = strchr(text, '='), *colon = equals ? strchr(equals, ':') : NULL;
  bool good = colon && equals > text && read_end(equals + 1, (size_t)(colon - equals - 1), &range->low) &&
              read_end(colon + 1, strlen(colon + 1), &range->high) && range->low < range->high;
  if (!good)
    return usage_fault(command, "--range is NAME=LOW:HIGH, as joint.arm.angle=-20deg:30deg, but got '%.100s'", text);
  *equals = 0;
  range->name = text;
  return JN_OK;
}

static bool keeps_bodies(const app_options *o) { return o->keep_bodies.n > 0 || o->force_tables; }

static jn_compile_extent extent_of(const app_options *o) {
  if (o->constant_mass) return JN_CONSTANT_MASS;
  return o->mass_tables || keeps_bodies(o) ? JN_MASS_TABLES : o->tables ? JN_TABLES : JN_EXACT;
}

// values of options that --preset sets; typed options have precedence
static const struct {
  const char *name;
  jn_compile_extent extent;
  bool poses;
  double mass_within;
  bool creep;
} presets[] = {{"exact", JN_EXACT, false, 0, false}, {"real-time", JN_MASS_TABLES, true, 5e-4, true}};

static jn_status take_extent(app_command *command, jn_compile_tables *tables) {
  const app_options *o = &command->options;
  size_t n = sizeof presets / sizeof *presets, i = 0;
  tables->extent = extent_of(o);
  tables->poses = keeps_bodies(o);
  tables->forces = o->force_tables;
  tables->stops = o->stops;
  tables->creep = o->creep;
  tables->quadratic = o->quadratic_terms;
  if (o->creep && o->no_creep) return usage_fault(command, "--creep and --no-creep contradict each other");
  if (o->mass_tables && o->constant_mass)
    return usage_fault(
        command, "--mass-tables and --constant-mass contradict each other: the mass matrix is tabulated or constant");
  while (o->preset && i < n && strcmp(presets[i].name, o->preset) != 0) i++;
  if (i == n) return usage_fault(command, "--preset is exact or real-time, but got '%.100s'", o->preset);
  if (!o->preset || presets[i].extent == JN_EXACT) return JN_OK;
  if (!o->mass_tables && !o->constant_mass) tables->extent = presets[i].extent;
  tables->poses = presets[i].poses;
  tables->mass_within = presets[i].mass_within;
  tables->where_possible = true;
  tables->creep = presets[i].creep && !o->no_creep;
  return JN_OK;
}

// Refuses options about tables if no tables are to be made.
static jn_status check_need(app_command *command) {
  const app_options *o = &command->options;
  if (o->quadratic_terms)
    return usage_fault(command, "--quadratic-terms needs --mass-tables, --constant-mass or --preset real-time");
  const char *option = o->ranges.n > 0 ? "range" : o->manoeuvres.n > 0 ? "manoeuvre" : o->report ? "report" : NULL;
  if (!option && o->table_error == o->table_error) option = "table-error";
  return option ? usage_fault(command, "--%s needs tables: add --tables or --preset real-time", option) : JN_OK;
}

jn_status compile_take_tables(app_command *command, jn_compile_tables *tables, jn_compile_range **ranges) {
  app_options *o = &command->options;
  jn_status status = take_extent(command, tables);
  if (status == JN_OK && tables->extent == JN_EXACT) status = check_need(command);
  if (status != JN_OK) return status;
  tables->bodies = (const char *const *)o->keep_bodies.items;
  tables->nbodies = o->keep_bodies.n;
  if (o->table_error == o->table_error) tables->within = o->table_error;
  if (o->table_error == o->table_error && !(o->table_error > 0))
    return usage_fault(command, "--table-error must be greater than zero");
  *ranges = calloc((size_t)o->ranges.n + 1, sizeof **ranges);
  if (!*ranges) return worst_fault(command, JN_NO_MEMORY, "reading the ranges");
  tables->ranges = *ranges;
  tables->nranges = o->ranges.n;
  for (int i = 0; i < o->ranges.n; i++) {
    status = read_range(command, o->ranges.items[i], &(*ranges)[i]);
    if (status != JN_OK) return status;
  }
  return JN_OK;
}
