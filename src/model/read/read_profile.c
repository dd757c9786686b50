// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_profile.c - the section `profiles`.
#include <math.h>

#include "model/profile.h"
#include "model/read/read_fault.h"
#include "model/read/read_field.h"
#include "model/read/read_repeat.h"
#include "model/read/read_section.h"
#include "model/read/read_value.h"

static const jn_dimension metre = {1, 0, 0, 0};

bool jni_read_corners(jni_reader *r, const jni_node *node, jn_corners *corners) {
  if (node->kind != JNI_SEQUENCE || node->size < 1 || node->size > JNI_MAX_CORNERS)
    return jni_read_fault(r, node, "expected points such as [[30 mm, 0], [0, 30 mm], ...], at most %d, got %s",
                          (int)JNI_MAX_CORNERS, jni_node_kind_text(node));
  double *at = jni_document_take(r->scratch, 2 * (size_t)node->size * sizeof *at);
  bool sound = at != NULL;
  int n = 0;
  for (const jni_node *item = node->first; item && at && !r->stop; item = item->next) {
    if (item->kind != JNI_SEQUENCE || item->size != 2) sound = jni_read_fault(r, item, "expected a point [x, y]");
    else sound = jni_read_numbers(r, item, metre, 2, at + 2 * n) && sound;
    n++;
  }
  *corners = (jn_corners){at, sound && !r->stop ? n : 0};
  return sound && !r->stop;
}

bool jni_read_profile_pieces(jni_reader *r, const jni_node *node, jn_profile_def *def) {
  static const char *const keys[] = {"to", "radius", "hollow", "large", "through", NULL};
  if (node->kind != JNI_SEQUENCE || node->size < 1 || node->size > JNI_MAX_CORNERS)
    return jni_read_fault(r, node, "expected a list of pieces such as [{to: [30 mm, 0]}], at most %d, got %s",
                          (int)JNI_MAX_CORNERS, jni_node_kind_text(node));
  jn_profile_piece *pieces = jni_document_take(r->scratch, (size_t)node->size * sizeof *pieces);
  bool sound = pieces != NULL;
  int n = 0;
  for (const jni_node *item = node->first; item && pieces && !r->stop; item = item->next) {
    jn_profile_piece *piece = &pieces[n++];
    *piece = (jn_profile_piece){.to = {NAN, NAN}};
    if (item->kind != JNI_MAPPING) {
      sound = jni_read_fault(r, item, "expected a piece such as {to: [30 mm, 0]}, got %s", jni_node_kind_text(item));
      continue;
    }
    jni_read_check_keys(r, item, keys);
    for (int i = 0; i < JNI_PROFILE_NPIECE_FIELDS; i++) {
      const jni_field *field = &jni_profile_piece_fields[i];
      const jni_node *value = jni_node_get(item, field->name);
      if (value) sound = jni_read_field(r, item, value, field, piece) && sound;
    }
    const jni_node *radius = jni_node_get(item, "radius");
    if (radius && sound && !(piece->radius > 0)) sound = jni_read_fault(r, radius, "the radius must be positive");
  }
  def->pieces = pieces;
  def->npieces = sound && !r->stop ? n : 0;
  return sound && !r->stop;
}

static void read_profile(jni_reader *r, const jni_node *node, const char *name, void *context) {
  jn_profile_def def = jn_profile_def_default();
  (void)context;
  def.name = name;
  jni_read_element(r, "profile", name);
  jni_read_begin_element(r, node);
  const jni_node *type = jni_node_get(node, "type");
  if (!jni_read_is_mapping(r, node, false)) jni_read_record_key(r, "type", node, false);
  else if (type) {
    def.type = jni_read_text(r, type);
    jni_read_record_key(r, "type", type, def.type != NULL);
  }
  const jni_profile_kind *kind = def.type ? jni_profile_kind_find(def.type) : NULL;
  if (kind) jni_read_fields(r, node, kind->fields, kind->nfields, kind->name, &def);
  if (!r->model->no_memory) jn_model_add_profile(r->model, &def);
  jni_read_end_element(r);
}

void jni_read_profiles(jni_reader *r, const jni_node *section) {
  jni_read_element(r, "profiles", NULL);
  jni_read_each(r, section, read_profile, NULL);
}
