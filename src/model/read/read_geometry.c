// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_geometry.c - reads `geometry` of a gear, rack or coupling, which places the contact of its teeth.
#include <string.h>

#include "model/read/read_fault.h"
#include "model/read/read_field.h"
#include "model/read/read_value.h"

static const jn_dimension radian = {0, 0, 0, 1}, metre = {1, 0, 0, 0};

static bool read_radii(jni_reader *r, const jni_node *node, double radii[2]) {
  if (!jni_read_numbers(r, node, metre, 2, radii)) return false;
  if (radii[0] > 0 && radii[1] > 0) return true;
  return jni_read_fault(r, node, "pitch radii must be positive, that of an internal gear too");
}

static bool read_key(jni_reader *r, const jni_node *node, jn_geometry *g) {
  if (strcmp(node->key, "pressure_angle") == 0) return jni_read_number(r, node, radian, radian, &g->pressure_angle);
  if (strcmp(node->key, "radii") == 0) return read_radii(r, node, g->radii);
  if (strcmp(node->key, "at") == 0) return jni_read_frame(r, node, &g->at);
  return strcmp(node->key, "between") != 0 || jni_read_between(r, node, g->between);
}

bool jni_read_geometry(jni_reader *r, const jni_node *node, jn_geometry *geometry) {
  static const char *const keys[] = {"pressure_angle", "radii", "at", "between", NULL};
  if (!jni_read_is_mapping(r, node, true)) return false;
  jni_read_check_keys(r, node, keys);
  bool sound = true;
  geometry->given = true;
  for (const jni_node *child = node->first; child && !r->stop; child = child->next)
    sound = read_key(r, child, geometry) && sound;
  return sound;
}
