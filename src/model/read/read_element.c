// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_element.c - the sections `joints`, `drivers`, `forces` and `subsystems`, read along the fields of each kind.
#include <stdio.h>
#include <string.h>

#include "model/build.h"
#include "model/part/scope.h"
#include "model/read/read_fault.h"
#include "model/read/read_field.h"
#include "model/read/read_repeat.h"
#include "model/read/read_section.h"
#include "model/read/read_value.h"

typedef struct {
  const jni_field *fields;
  int nfields;
} field_list;

static bool takes_axes(const jni_field *field) {
  return field->type == JNI_FIELD_AXES || field->type == JNI_FIELD_AXES_APART;
}

// Returns whether a data file may supply the numbers of a field instead of a list.
static bool takes_file(const jni_field *field) {
  return field->type == JNI_FIELD_POINTS || field->type == JNI_FIELD_GRID;
}

static const jni_field *find_field(const field_list *list, const char *key) {
  for (int i = 0; i < list->nfields; i++) {
    const jni_field *field = &list->fields[i];
    if (strcmp(field->name, key) == 0 || (takes_axes(field) && strcmp(key, "axes") == 0) ||
        (takes_file(field) && strcmp(key, "file") == 0))
      return field;
  }
  return NULL;
}

static bool has_file(const field_list *list) {
  const jni_field *field = find_field(list, "file");
  return field && takes_file(field);
}

// Returns whether a key belongs to the key `file` of an element whose kind accepts data files: `columns` or `units`.
static bool is_of_file(const field_list *list, const char *key) {
  return has_file(list) && (strcmp(key, "columns") == 0 || strcmp(key, "units") == 0);
}

static const char *field_candidate(const void *context, int i) {
  const field_list *list = context;
  static const char *const more[] = {"type", "file", "columns", "units"};
  int n = list->nfields + (has_file(list) ? 4 : 1);
  return i < list->nfields ? list->fields[i].name : i < n ? more[i - list->nfields] : NULL;
}

// Writes a hint with all fields whose names contain the unknown key: "; did you mean 'translation_stiffness' or
// 'rotation_stiffness'?" for stiffness. Leaves `text` as it is if there are none or the key has less than 3 characters.
static void list_longer(const field_list *list, const char *key, char *text, size_t size) {
  size_t used = 0;
  for (int i = 0; i < list->nfields && strlen(key) > 2; i++) {
    const char *name = list->fields[i].name;
    if (!strstr(name, key) || used + strlen(name) + 32 > size) continue;
    used += (size_t)snprintf(text + used, size - used, "%s'%s'", used ? " or " : "; did you mean ", name);
  }
  if (used > 0) snprintf(text + used, size - used, "?");
}

static bool unknown_key(jni_reader *r, const jni_node *node, const field_list *list, const char *kind) {
  char hint[240];
  jni_suggest(node->key, field_candidate, list, hint, sizeof hint);
  if (!hint[0]) list_longer(list, node->key, hint, sizeof hint);
  return jni_read_fault_key(r, node, "unknown key '%.60s' of %s %s%s", node->key, jni_article(kind), kind, hint);
}

// Returns 1 if the joint coordinate that a driver or force acts on is an angle, 0 if it is a length; -1 if it acts on
// none, or if the joint or the coordinate does not exist.
static int acts_on_angle(const jni_reader *r, const field_list *list, const void *def) {
  const jni_field *joint = find_field(list, "joint"), *coordinate = find_field(list, "coordinate"),
                  *terms = find_field(list, "terms");
  if (!joint || !coordinate) return -1;
  const jni_terms *form = terms ? (const void *)((const char *)def + terms->offset) : NULL;
  if (form && form->n > 0) return jni_is_angle(r->model, form->list[0].joint, form->list[0].coordinate);
  return jni_is_angle(r->model, *(const jn_joint *)(const void *)((const char *)def + joint->offset),
                      *(const char *const *)(const void *)((const char *)def + coordinate->offset));
}

static bool of_angle(jn_dimension d) { return d.rad != 0 || d.m == 2; }

// Returns whether an element whose kind may act along a joint coordinate or between frames names frames in the file and
// not a joint.
static bool acts_on_ends(const jni_node *node, const field_list *list) {
  bool ends = jni_node_get(node, "between") || jni_node_get(node, "at");
  return ends && find_field(list, "joint") && !jni_node_get(node, "joint") && !jni_node_get(node, "terms");
}

// Returns a copy of a field. If the field accepts one dimension for angles and one for lengths, the copy accepts only
// the one that fits: for angles or lengths according to `angle` (acts_on_angle), between frames the first (`ends`).
static jni_field narrowed(const jni_field *field, int angle, bool ends) {
  jni_field narrow = *field;
  if ((angle < 0 && !ends) || of_angle(field->dimension) == of_angle(field->alternative)) return narrow;
  bool first = ends || of_angle(field->dimension) == (angle == 1);
  narrow.dimension = narrow.alternative = first ? field->dimension : field->alternative;
  return narrow;
}

static bool names_coordinate(const jni_field *field) {
  return field->type == JNI_FIELD_JOINT || field->type == JNI_FIELD_COORDINATE || field->type == JNI_FIELD_JOINT_TERMS;
}

// Reads all keys of an element into its definition and records them. Fields that name the coordinate on which the
// element acts are read first, because the units of other fields depend on it.
void jni_read_fields(jni_reader *r, const jni_node *node, const jni_field *fields, int nfields, const char *kind,
                     void *def) {
  const field_list list = {fields, nfields};
  bool ends = acts_on_ends(node, &list);
  for (int pass = 0; pass < 2; pass++) {
    int angle = pass == 1 ? acts_on_angle(r, &list, def) : -1;
    for (const jni_node *child = node->first; child && !r->stop; child = child->next) {
      if (strcmp(child->key, "type") == 0 || strcmp(child->key, "repeat") == 0) continue;
      const jni_field *field = find_field(&list, child->key);
      if (!field && pass == 1 && !is_of_file(&list, child->key)) unknown_key(r, child, &list, kind);
      if (!field || names_coordinate(field) != (pass == 0)) continue;
      bool named = strcmp(child->key, field->name) == 0;  // false: the key is `axes`, or `file` of a table
      if (!named && strcmp(child->key, "file") == 0 && jni_node_get(node, field->name))
        continue;  // reported when that field is read
      const jni_field narrow = narrowed(field, angle, ends);
      jni_read_record_key(r, field->name, child, jni_read_field(r, node, child, &narrow, def));
    }
  }
}

bool jni_read_segment_fields(jni_reader *r, const jni_node *node, const jni_road_kind *kind, jn_road_def *def) {
  const field_list list = {kind->fields, kind->nfields};
  bool sound = true;
  for (const jni_node *child = node->first; child && !r->stop; child = child->next) {
    if (strcmp(child->key, "type") == 0) continue;
    const jni_field *field = find_field(&list, child->key);
    const char *sentence = NULL;
    if (!field) sound = unknown_key(r, child, &list, kind->name);
    else if (!jni_read_field(r, node, child, field, def)) sound = false;
    else sentence = jni_range_sentence(field->range, *(const double *)(const void *)((char *)def + field->offset));
    if (sentence) sound = jni_read_fault(r, child, "%s %s", field->name, sentence);
  }
  return sound;
}

static const char *read_type(jni_reader *r, const jni_node *node) {
  const jni_node *type = jni_node_get(node, "type");
  const char *text = type ? jni_read_text(r, type) : NULL;
  if (type) jni_read_record_key(r, "type", type, text != NULL);
  return text;
}

static void add_joint(jni_reader *r, const jni_node *node, const char *name, const char *type) {
  jn_joint_def def = jn_joint_def_default();
  const jni_joint_kind *kind = type ? jni_joint_kind_find(type) : NULL;
  def.name = name;
  def.type = type;
  if (kind) jni_read_fields(r, node, kind->fields, kind->nfields, kind->name, &def);
  if (kind && jni_field_has_type(kind->fields, kind->nfields, JNI_FIELD_POINT_TERMS))
    jni_part_place_relation(r, node, &def);
  jn_model_add_joint(r->model, &def);
}

static void read_joint_entry(jni_reader *r, const jni_node *node, const char *name, void *context) {
  (void)context;
  jni_read_element(r, "joint", name);
  jni_read_begin_element(r, node);
  const char *type = NULL;
  if (jni_read_is_mapping(r, node, false)) {
    type = read_type(r, node);
    const jni_joint_kind *kind = type ? jni_joint_kind_find(type) : NULL;
    if (kind && kind->driver) {
      jni_read_fault(r, jni_node_get(node, "type"), "drivers belong to the section 'drivers'");
      r->keys[0].faulty = true;
      type = NULL;
    }
  } else {
    jni_read_record_key(r, "type", node, false);
  }
  add_joint(r, node, name, type);
  jni_read_end_element(r);
}

static void read_driver_entry(jni_reader *r, const jni_node *node, const char *name, void *context) {
  (void)context;
  jni_read_element(r, "driver", name);
  jni_read_begin_element(r, node);
  bool sound = jni_read_is_mapping(r, node, false);
  if (!sound) jni_read_record_key(r, "type", node, false);
  const jni_node *type = jni_node_get(node, "type");
  if (type) jni_read_fault_key(r, type, "a driver has no 'type'");
  add_joint(r, node, name, sound ? "driver" : NULL);
  jni_read_end_element(r);
}

static void read_force_entry(jni_reader *r, const jni_node *node, const char *name, void *context) {
  (void)context;
  jn_force_def def = jn_force_def_default();
  jni_read_element(r, "force", name);
  jni_read_begin_element(r, node);
  if (jni_read_is_mapping(r, node, false)) def.type = read_type(r, node);
  else jni_read_record_key(r, "type", node, false);
  const jni_force_kind *kind = def.type ? jni_force_kind_find(def.type) : NULL;
  def.name = name;
  if (kind && kind->properties) jni_read_properties(r, node, kind, &def);
  if (kind) jni_read_fields(r, node, kind->fields, kind->nfields, kind->name, &def);
  jn_model_add_force(r->model, &def);
  jni_read_end_element(r);
}

static void name_joint(jni_reader *r, const jni_node *node, const char *name, void *context) {
  int *n = context;
  (void)node;
  int number = (*n)++;
  if (jni_names_get(r->names, JNI_NAME_JOINT, 0, name) >= 0) return;
  if (!jni_names_put(r->names, JNI_NAME_JOINT, 0, name, number)) r->model->no_memory = r->stop = true;
}

// Registers the names of all joints and drivers, in all scopes, before any of them is read, because a joint may refer
// to a later one. r->elements is left unchanged: elements are counted when they are read.
void jni_read_joint_names(jni_reader *r) {
  static const char *const keys[] = {"joints", "drivers"};
  int n = 0, elements = r->elements;
  for (int i = 0; i < 2; i++)
    for (jni_scope *scope = r->scopes; scope && !r->stop; scope = scope->next) {
      jni_scope_state before = jni_read_enter(r, scope);
      const jni_node *section = jni_node_get(r->root, keys[i]);
      jni_read_element(r, keys[i], NULL);
      if (section) jni_read_each(r, section, name_joint, &n);
      jni_read_leave(r, &before);
    }
  r->elements = elements;
}

void jni_read_joints(jni_reader *r, const jni_node *section) {
  jni_read_element(r, "joints", NULL);
  if (section->kind == JNI_MAPPING) jni_read_each(r, section, read_joint_entry, NULL);
}

void jni_read_drivers(jni_reader *r, const jni_node *section) {
  jni_read_element(r, "drivers", NULL);
  if (section->kind == JNI_MAPPING) jni_read_each(r, section, read_driver_entry, NULL);
}

static void read_subsystem_entry(jni_reader *r, const jni_node *node, const char *name, void *context) {
  (void)context;
  jn_subsystem_def def = jn_subsystem_def_default();
  jni_read_element(r, "subsystem", name);
  jni_read_begin_element(r, node);
  if (jni_read_is_mapping(r, node, false)) def.type = read_type(r, node);
  else jni_read_record_key(r, "type", node, false);
  const jni_subsystem_kind *kind = def.type ? jni_subsystem_kind_find(def.type) : NULL;
  def.name = name;
  if (kind) jni_read_fields(r, node, kind->fields, kind->nfields, kind->name, &def);
  jn_model_add_subsystem(r->model, &def);
  jni_read_end_element(r);
}

void jni_read_subsystems(jni_reader *r, const jni_node *section) {
  jni_read_element(r, "subsystems", NULL);
  jni_read_each(r, section, read_subsystem_entry, NULL);
}

void jni_read_forces(jni_reader *r, const jni_node *section) {
  jni_read_element(r, "forces", NULL);
  jni_read_each(r, section, read_force_entry, NULL);
}
