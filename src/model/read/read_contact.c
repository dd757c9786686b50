// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_contact.c - the sections `materials` and `contacts`.
#include "model/part/scope.h"
#include "model/read/read_fault.h"
#include "model/read/read_field.h"
#include "model/read/read_repeat.h"
#include "model/read/read_section.h"

static void read_material(jni_reader *r, const jni_node *node, const char *name, void *context) {
  (void)context;
  jn_material_def def = jn_material_def_default();
  def.name = name;
  jni_read_element(r, "material", name);
  jni_read_begin_element(r, node);
  if (jni_read_is_mapping(r, node, true))
    jni_read_fields(r, node, jni_material_fields, JNI_MATERIAL_NFIELDS, "material", &def);
  jn_model_add_material(r->model, &def);
  jni_read_end_element(r);
}

void jni_read_materials(jni_reader *r, const jni_node *section) {
  jni_read_element(r, "materials", NULL);
  jni_read_each(r, section, read_material, NULL);
}

// Replaces the names of shapes in a list, which are written relative to the scope, by their names in the model. After a
// fault or without memory empties the list and returns false.
static bool find_names(jni_reader *r, const jni_node *node, jn_name_list *names) {
  const char **list = jni_document_take(r->scratch, (size_t)(names->n + 1) * sizeof *list);
  bool sound = list != NULL;
  for (int i = 0; i < names->n && sound; i++) {
    list[i] = names->list[i] ? jni_read_name(r, node, names->list[i]) : NULL;
    sound = list[i] != NULL;
  }
  names->list = list;
  if (!sound) names->n = 0;
  return sound;
}

static void read_contact(jni_reader *r, const jni_node *node, const char *name, void *context) {
  (void)context;
  jn_contact_def def = jn_contact_def_default();
  def.name = name;
  jni_read_element(r, "contact", name);
  jni_read_begin_element(r, node);
  bool sound = jni_read_is_mapping(r, node, false);
  if (sound) jni_read_fields(r, node, jni_contact_fields, JNI_CONTACT_NFIELDS, "contact", &def);
  sound =
      sound && find_names(r, node, &def.between) && find_names(r, node, &def.among) && find_names(r, node, &def.with);
  if (sound) jn_model_add_contact(r->model, &def);
  jni_read_end_element(r);
}

void jni_read_contacts(jni_reader *r, const jni_node *section) {
  jni_read_element(r, "contacts", NULL);
  jni_read_each(r, section, read_contact, NULL);
}
