// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_function.c - the law of a function joint: an expression of x, {formula: .., period: .., per_turn: ..} or
// {table: .., closed: .., per_turn: ..} (or a file).
#include "model/read/read_data.h"
#include "model/read/read_expression.h"
#include "model/read/read_fault.h"
#include "model/read/read_field.h"

// Dimensions of a coordinate; an unknown one may be an angle or a length.
static void coordinate_units(const jni_reader *r, const jni_field *field, jn_joint joint, const char *coordinate,
                             jn_dimension units[2]) {
  int angle = jni_is_angle(r->model, joint, coordinate);
  units[0] = angle == 0 ? field->alternative : field->dimension;
  units[1] = angle == 1 ? field->dimension : field->alternative;
}

static bool read_formula(jni_reader *r, const jni_node *node, const jn_dimension y[2], jn_function *law) {
  const char *outer = r->argument;
  r->argument = "x";
  law->formula = jni_read_expression(r, node, y[0], y[1]);
  r->argument = outer;
  return law->formula != NULL;
}

bool jni_read_function(jni_reader *r, const jni_node *node, const jni_field *field, jn_joint_def *def) {
  static const char *const keys[] = {"formula", "period", "table",    "file", "columns",
                                     "units",   "closed", "per_turn", NULL};
  jn_function *law = &def->function;
  jni_law_units units = {.steps = false};
  coordinate_units(r, field, def->joint, def->coordinate, units.x);
  coordinate_units(r, field, def->other[0], def->other_coordinate, units.y);
  if (node->kind != JNI_MAPPING) return read_formula(r, node, units.y, law);
  jni_read_check_keys(r, node, keys);
  const jni_node *formula = jni_node_get(node, "formula"), *period = jni_node_get(node, "period"),
                 *closed = jni_node_get(node, "closed"), *per_turn = jni_node_get(node, "per_turn");
  if ((formula != NULL) + jni_read_is_table(node, "table") != 1)
    return jni_read_fault(r, node, "expected an expression of x, or a mapping with 'formula', 'table' or 'file'");
  bool sound =
      formula ? read_formula(r, formula, units.y, law) : jni_read_table_in(r, node, "table", &units, &law->table);
  if (period && jni_read_number(r, period, units.x[0], units.x[1], &law->period) && !(law->period > 0))
    sound = jni_read_fault(r, period, "the period must be positive");
  sound = (!closed || jni_read_flag(r, closed, &law->closed)) && sound;
  return (!per_turn || jni_read_number(r, per_turn, units.y[0], units.y[1], &law->per_turn)) && sound;
}
