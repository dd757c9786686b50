// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_motion.c - the motion of a driver: an expression of time, {table: .., rest: ..} (or a file), or
// {follow: .., bandwidth: .., damping: ..}.
#include <string.h>

#include "kernel/vec3.h"
#include "model/read/read_data.h"
#include "model/read/read_expression.h"
#include "model/read/read_fault.h"
#include "model/read/read_field.h"

static const jn_dimension second = {0, 0, 1, 0}, hertz = {0, 0, -1, 0};

static bool read_rest(jni_reader *r, const jni_node *node, jn_rest *rest) {
  static const char *const words[] = {[JN_REST_ENDS] = "ends", [JN_REST_POINTS] = "points", [JN_REST_NONE] = "none"};
  const char *text = jni_read_text(r, node);
  if (!text) return false;
  for (int i = 0; i <= JN_REST_NONE; i++)
    if (strcmp(words[i], text) == 0) {
      *rest = (jn_rest)i;
      return true;
    }
  return jni_read_fault(r, node, "expected ends, points or none, got \"%.40s\"", text);
}

static bool read_table(jni_reader *r, const jni_node *node, const jni_field *field, jn_joint_def *def) {
  const jni_law_units units = {.x = {second, second}, .y = {field->dimension, field->alternative}};
  const jni_node *rest = jni_node_get(node, "rest");
  bool sound = jni_read_table_in(r, node, "table", &units, &def->table);
  return (!rest || read_rest(r, rest, &def->rest)) && sound;
}

// Reads a bandwidth into *bandwidth, Hz; one that is written as an angular frequency, such as 60 rad/s, is divided by 2
// pi. Returns false after a fault.
static bool read_bandwidth(jni_reader *r, const jni_node *node, double *bandwidth) {
  jni_quantity is;
  if (!jni_read_number(r, node, hertz, hertz, bandwidth)) return false;
  if (jni_read_written_quantity(r, node, &is) && is.dimension.rad == 1) *bandwidth /= 2 * JNK_PI;
  return *bandwidth > 0 || jni_read_fault(r, node, "the bandwidth must be positive");
}

static bool read_damping(jni_reader *r, const jni_node *node, double *damping) {
  if (!jni_read_plain(r, node, damping)) return false;
  return *damping > 0 || jni_read_fault(r, node, "the damping must be positive");
}

static bool read_follow(jni_reader *r, const jni_node *node, const jni_field *field, jn_follow *follow) {
  const jni_node *bandwidth = jni_node_get(node, "bandwidth"), *damping = jni_node_get(node, "damping");
  follow->signal = jni_read_expression(r, jni_node_get(node, "follow"), field->dimension, field->alternative);
  bool sound = follow->signal != NULL;
  if (!bandwidth) sound = jni_read_fault(r, node, "'follow' needs 'bandwidth', such as 10 Hz");
  else sound = read_bandwidth(r, bandwidth, &follow->bandwidth) && sound;
  return (!damping || read_damping(r, damping, &follow->damping)) && sound;
}

// Checks that a motion has no key of the other sort of motion: no key of a table if it follows a signal (`follows`), no
// key of following otherwise. Returns false after a fault.
static bool check_sort(jni_reader *r, const jni_node *node, bool follows) {
  static const char *const of_table[] = {"table", "file", "columns", "units", "rest", NULL};
  static const char *const of_follow[] = {"bandwidth", "damping", NULL};
  for (const char *const *key = follows ? of_table : of_follow; *key; key++) {
    const jni_node *other = jni_node_get(node, *key);
    if (!other) continue;
    if (follows) return jni_read_fault_key(r, other, "a motion that follows a signal has no '%s'", *key);
    return jni_read_fault_key(r, other, "'%s' needs 'follow'", *key);
  }
  return true;
}

bool jni_read_motion(jni_reader *r, const jni_node *node, const jni_field *field, jn_joint_def *def) {
  static const char *const keys[] = {"table",  "file",      "columns", "units", "rest",
                                     "follow", "bandwidth", "damping", NULL};
  if (node->kind != JNI_MAPPING) {
    def->motion = jni_read_expression(r, node, field->dimension, field->alternative);
    return def->motion != NULL;
  }
  jni_read_check_keys(r, node, keys);
  bool follows = jni_node_get(node, "follow") != NULL;
  if (!check_sort(r, node, follows)) return false;
  if (follows) return read_follow(r, node, field, &def->follow);
  if (jni_read_is_table(node, "table")) return read_table(r, node, field, def);
  return jni_read_fault(r, node, "expected an expression of t, or 'table', 'file' or 'follow' in the mapping");
}
