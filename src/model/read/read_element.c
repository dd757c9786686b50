// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_element.c - the sections `joints`, `drivers`, `forces` and `subsystems`, read along the fields of each kind.
#include <stdio.h>
#include <string.h>

#include "model/read/reader.h"

// ---- fields, one function per type ------------------------------------------------------------

bool jni_read_between(jni_reader *r, const jni_node *node, jn_frame ends[2]) {
  if (node->kind != JNI_SEQUENCE || node->size != 2)
    return jni_read_fault(r, node, "expected two ends such as [ground.O, crank.O]");
  bool first = jni_read_frame(r, node->first, &ends[0]);
  return jni_read_frame(r, node->last, &ends[1]) && first;
}

// `axis` is the same for both ends, `axes` has one per end.
static bool read_axes(jni_reader *r, const jni_node *node, double axes[2][3]) {
  if (strcmp(node->key, "axes") == 0) {
    if (node->kind != JNI_SEQUENCE || node->size != 2)
      return jni_read_fault(r, node, "expected two axes, one per end, such as [z, y]");
    bool first = jni_read_axis(r, node->first, axes[0]);
    return jni_read_axis(r, node->last, axes[1]) && first;
  }
  if (!jni_read_axis(r, node, axes[0])) return false;
  memcpy(axes[1], axes[0], sizeof axes[1]);
  return true;
}

// About the axes: three numbers; in the plane the one about z is enough.
static bool read_turn(jni_reader *r, const jni_node *node, jn_dimension dimension, double value[3]) {
  bool plane = r->model->space == JN_PLANE;
  value[0] = value[1] = value[2] = 0;
  if (plane && node->kind != JNI_SEQUENCE) return jni_read_number(r, node, dimension, dimension, &value[2]);
  if (!plane || node->size == 3) return jni_read_vector(r, node, dimension, value);
  return jni_read_fault(r, node, "in the plane a rotation is about z: expected one number, got a list of %d",
                        node->size);
}

// What a force stands over: with it an energy, or a power for a law of the rate.
static jn_dimension law_argument(const jni_field *field, jn_dimension force) {
  bool rate = field->type == JNI_FIELD_RATE_LAW;
  jn_dimension x = JN_NUMBER;
  if (force.m == 2) x.rad = 1;
  else x.m = 1;
  if (rate) x.s = -1;
  return x;
}

static bool read_law(jni_reader *r, const jni_node *node, const jni_field *field, jn_law *law) {
  const jni_law_units units = {{law_argument(field, field->dimension), law_argument(field, field->alternative)},
                               {field->dimension, field->alternative},
                               .any_y = false};
  return jni_read_law(r, node, &units, law);
}

// A law without a potential, over an argument of its own; a bare list is its table.
static bool read_curve(jni_reader *r, const jni_node *node, const jni_field *field, jn_law *law) {
  const jni_law_units units = {
      {field->argument, field->argument}, {field->dimension, field->alternative}, .any_y = false};
  return node->kind == JNI_SEQUENCE ? jni_read_table(r, node, &units, law) : jni_read_law(r, node, &units, law);
}

static bool read_expressions(jni_reader *r, const jni_node *node, const jni_field *field, const char **texts) {
  if (node->kind == JNI_SCALAR)
    return (texts[0] = jni_read_expression(r, node, field->dimension, field->alternative)) != NULL;
  if (node->kind != JNI_SEQUENCE || node->size < 1 || node->size > 3)
    return jni_read_fault(r, node, "expected a list of one to three expressions");
  bool sound = true;
  int i = 0;
  for (const jni_node *item = node->first; item; item = item->next, i++) {
    texts[i] = jni_read_expression(r, item, field->dimension, field->alternative);
    sound = sound && texts[i];
  }
  return sound;
}

static bool read_term(jni_reader *r, const jni_node *node, bool points, jn_term *term) {
  *term = (jn_term){.frame = {-1}, .joint = {-1}};
  const char *key = jni_read_expand(r, node, node->key);
  if (!key || !jni_read_plain(r, node, &term->factor)) return false;
  if (points) return jni_read_frame_text(r, node, key, &term->frame);
  const char *path = jni_read_name(r, node, key);
  int number;
  size_t found = path ? jni_model_find_path(r->names, JNI_NAME_JOINT, 0, path, &number) : 0;
  size_t length = found > r->scope->length ? found - r->scope->length : strcspn(key, ".");
  char *head = jni_document_take(r->scratch, length + 1);
  if (!head) return false;
  memcpy(head, key, length);
  head[length] = '\0';
  if (key[length]) term->coordinate = key + length + 1;
  return jni_read_joint_text(r, node, head, &term->joint);
}

static bool read_terms(jni_reader *r, const jni_node *node, bool points, jni_terms *read) {
  if (!jni_read_is_mapping(r, node, false)) return false;
  jn_term *terms = jni_document_take(r->scratch, (size_t)node->size * sizeof *terms + 1);
  if (!terms) return false;
  bool sound = true;
  int n = 0;
  for (const jni_node *item = node->first; item && !r->stop; item = item->next)
    sound = read_term(r, item, points, &terms[n++]) && sound;
  *read = (jni_terms){terms, n};
  return sound;
}

// A list of plain numbers; how many is the kind's matter.
static bool read_numbers(jni_reader *r, const jni_node *node, jn_numbers *numbers) {
  const int most = 100;
  if (node->kind != JNI_SEQUENCE || node->size < 1 || node->size > most)
    return jni_read_fault(r, node, "expected a list of numbers, one to %d of them", most);
  double *value = jni_document_take(r->scratch, (size_t)node->size * sizeof *value);
  bool sound = value != NULL;
  for (const jni_node *item = node->first; item && value; item = item->next)
    sound = jni_read_plain(r, item, &value[numbers->n++]) && sound;
  numbers->value = value;
  return sound;
}

// One number, or a list of them, each with a unit.
static bool read_quantities(jni_reader *r, const jni_node *node, const jni_field *field, jn_numbers *numbers) {
  const int most = 100;
  bool list = node->kind == JNI_SEQUENCE;
  if (list && (node->size < 1 || node->size > most))
    return jni_read_fault(r, node, "expected a number or a list of them, one to %d", most);
  double *value = jni_document_take(r->scratch, (size_t)(list ? node->size : 1) * sizeof *value);
  bool sound = value != NULL;
  for (const jni_node *item = list ? node->first : node; item && value; item = list ? item->next : NULL)
    sound = jni_read_number(r, item, field->dimension, field->alternative, &value[numbers->n++]) && sound;
  numbers->value = value;
  return sound;
}

static bool read_frames(jni_reader *r, const jni_node *node, jn_frames *frames) {
  const int most = 100;
  if (node->kind != JNI_SEQUENCE || node->size > most)
    return jni_read_fault(r, node, "expected a list of up to %d points or frames, such as [a.P, b.Q]", most);
  jn_frame *at = jni_document_take(r->scratch, (size_t)(node->size > 0 ? node->size : 1) * sizeof *at);
  bool sound = at != NULL;
  frames->at = at;
  for (const jni_node *item = node->first; item && at; item = item->next)
    sound = jni_read_frame(r, item, &at[frames->n++]) && sound;
  return sound;
}

static const char *read_expression(jni_reader *r, const jni_node *node, const jni_field *field) {
  const jn_dimension *d = &field->dimension;
  if (!d->m && !d->kg && !d->s && !d->rad) return jni_read_pure_expression(r, node);
  return jni_read_expression(r, node, field->dimension, field->alternative);
}

static bool read_tree(jni_reader *r, const jni_node *node, jn_tree_place *place) {
  bool in;
  if (!jni_read_flag(r, node, &in)) return false;
  *place = in ? JN_TREE_IN : JN_TREE_CUT;
  return true;
}

// `element`: the mapping that the field is in.
static bool read_field(jni_reader *r, const jni_node *element, const jni_node *node, const jni_field *field,
                       void *def) {
  void *at = (char *)def + field->offset;
  switch (field->type) {
    case JNI_FIELD_NUMBER: return jni_read_number(r, node, field->dimension, field->alternative, at);
    case JNI_FIELD_VECTOR: return jni_read_vector(r, node, field->dimension, at);
    case JNI_FIELD_TURN: return read_turn(r, node, field->dimension, at);
    case JNI_FIELD_AXES:
    case JNI_FIELD_AXES_APART:
    case JNI_FIELD_AXIS: return read_axes(r, node, at);
    case JNI_FIELD_DIRECTION: return jni_read_axis(r, node, at);
    case JNI_FIELD_BETWEEN: return jni_read_between(r, node, at);
    case JNI_FIELD_AT: return jni_read_frame(r, node, at);
    case JNI_FIELD_FRAMES: return read_frames(r, node, at);
    case JNI_FIELD_JOINT: return jni_read_joint(r, node, at);
    case JNI_FIELD_COORDINATE: return (*(const char **)at = jni_read_text(r, node)) != NULL;
    case JNI_FIELD_EXPRESSION: return (*(const char **)at = read_expression(r, node, field)) != NULL;
    case JNI_FIELD_MOTION: return jni_read_motion(r, node, field, def);
    case JNI_FIELD_EXPRESSIONS: return read_expressions(r, node, field, at);
    case JNI_FIELD_LAW:
    case JNI_FIELD_RATE_LAW: return read_law(r, node, field, at);
    case JNI_FIELD_POINT_TERMS: return read_terms(r, node, true, at);
    case JNI_FIELD_JOINT_TERMS: return read_terms(r, node, false, at);
    case JNI_FIELD_FLAG: return jni_read_flag(r, node, at);
    case JNI_FIELD_TREE: return read_tree(r, node, at);
    case JNI_FIELD_NUMBERS: return read_numbers(r, node, at);
    case JNI_FIELD_PROPERTIES: return true;  // read before all others
    case JNI_FIELD_ROAD: return jni_read_road(r, node, at);
    case JNI_FIELD_SOIL: return jni_read_soil(r, node, at);
    case JNI_FIELD_TABLE: return jni_read_table_name(r, node, at);
    case JNI_FIELD_ROADS: return jni_read_roads(r, node, def);
    case JNI_FIELD_POINTS: return jni_read_profile_points(r, element, def);
    case JNI_FIELD_GRID: return jni_read_heights(r, element, def);
    case JNI_FIELD_GEOMETRY: return jni_read_geometry(r, node, at);
    case JNI_FIELD_SEGMENTS: return jni_read_segments(r, node, def);
    case JNI_FIELD_PLACE:
    case JNI_FIELD_PLACES:
    case JNI_FIELD_ORIENTATION:
    case JNI_FIELD_FACTORS:
    case JNI_FIELD_COLOUR:
    case JNI_FIELD_MESH: return jni_read_shape_field(r, node, field, def);
    case JNI_FIELD_CURVE: return read_curve(r, node, field, at);
    case JNI_FIELD_QUANTITIES: return read_quantities(r, node, field, at);
    case JNI_FIELD_WORD:
    case JNI_FIELD_FILE_NAME:
    case JNI_FIELD_PATH:
    case JNI_FIELD_NAMED_EXPRESSIONS:
    case JNI_FIELD_NAMED_QUANTITIES:
    case JNI_FIELD_NAMES:
    case JNI_FIELD_STEPS: return jni_read_subsystem_field(r, node, field, def);
  }
  return false;
}

// ---- elements ---------------------------------------------------------------------------------

typedef struct {
  const jni_field *fields;
  int nfields;
} field_list;

static bool takes_axes(const jni_field *field) {
  return field->type == JNI_FIELD_AXES || field->type == JNI_FIELD_AXES_APART;
}

// Numbers that may stand in a file.
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

// `columns` and `units` belong to the file.
static bool is_of_file(const field_list *list, const char *key) {
  return has_file(list) && (strcmp(key, "columns") == 0 || strcmp(key, "units") == 0);
}

static const char *field_candidate(const void *context, int i) {
  const field_list *list = context;
  static const char *const more[] = {"type", "file", "columns", "units"};
  int n = list->nfields + (has_file(list) ? 4 : 1);
  return i < list->nfields ? list->fields[i].name : i < n ? more[i - list->nfields] : NULL;
}

// Keys that have the word in them: 'stiffness' may mean translation_stiffness or rotation_stiffness.
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

// What a driver or a force acts on: 1 an angle, 0 a length; -1: it names no joint, or the joint or its coordinate is at
// fault.
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

// An element that may name a joint and names bodies or points instead.
static bool acts_on_ends(const jni_node *node, const field_list *list) {
  bool ends = jni_node_get(node, "between") || jni_node_get(node, "at");
  return ends && find_field(list, "joint") && !jni_node_get(node, "joint") && !jni_node_get(node, "terms");
}

// A field of two dimensions, one for angles and one for lengths, has that of the coordinate that the element names; the
// first of them between bodies.
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

// The coordinate first: units of the other fields depend on it.
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
      bool named = strcmp(child->key, field->name) == 0;  // else the key is `axes`, or `file` of a table
      if (!named && strcmp(child->key, "file") == 0 && jni_node_get(node, field->name)) continue;  // told there
      const jni_field narrow = narrowed(field, angle, ends);
      jni_read_give(r, field->name, child, read_field(r, node, child, &narrow, def));
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
    else if (!read_field(r, node, child, field, def)) sound = false;
    else sentence = jni_range_sentence(field->range, *(const double *)(const void *)((char *)def + field->offset));
    if (sentence) sound = jni_read_fault(r, child, "%s %s", field->name, sentence);
  }
  return sound;
}

static const char *read_type(jni_reader *r, const jni_node *node) {
  const jni_node *type = jni_node_get(node, "type");
  const char *text = type ? jni_read_text(r, type) : NULL;
  if (type) jni_read_give(r, "type", type, text != NULL);
  return text;
}

static bool relates_points(const jni_joint_kind *kind) {
  for (int i = 0; i < kind->nfields; i++)
    if (kind->fields[i].type == JNI_FIELD_POINT_TERMS) return true;
  return false;
}

static void add_joint(jni_reader *r, const jni_node *node, const char *name, const char *type) {
  jn_joint_def def = jn_joint_def_default();
  const jni_joint_kind *kind = type ? jni_joint_kind_find(type) : NULL;
  def.name = name;
  def.type = type;
  if (kind) jni_read_fields(r, node, kind->fields, kind->nfields, kind->name, &def);
  if (kind && relates_points(kind)) jni_part_place_relation(r, node, &def);
  jn_model_add_joint(r->model, &def);
}

static void read_joint_entry(jni_reader *r, const jni_node *node, const char *name, void *context) {
  (void)context;
  jni_read_element(r, "joint", name);
  jni_read_begin(r, node);
  const char *type = NULL;
  if (jni_read_is_mapping(r, node, false)) {
    type = read_type(r, node);
    const jni_joint_kind *kind = type ? jni_joint_kind_find(type) : NULL;
    if (kind && kind->driver) {
      jni_read_fault(r, jni_node_get(node, "type"), "drivers belong to the section 'drivers'");
      r->given[0].bad = true;
      type = NULL;
    }
  } else {
    jni_read_give(r, "type", node, false);
  }
  add_joint(r, node, name, type);
  jni_read_end(r);
}

static void read_driver_entry(jni_reader *r, const jni_node *node, const char *name, void *context) {
  (void)context;
  jni_read_element(r, "driver", name);
  jni_read_begin(r, node);
  bool sound = jni_read_is_mapping(r, node, false);
  if (!sound) jni_read_give(r, "type", node, false);
  const jni_node *type = jni_node_get(node, "type");
  if (type) jni_read_fault_key(r, type, "a driver has no 'type'");
  add_joint(r, node, name, sound ? "driver" : NULL);
  jni_read_end(r);
}

static void read_force_entry(jni_reader *r, const jni_node *node, const char *name, void *context) {
  (void)context;
  jn_force_def def = jn_force_def_default();
  jni_read_element(r, "force", name);
  jni_read_begin(r, node);
  if (jni_read_is_mapping(r, node, false)) def.type = read_type(r, node);
  else jni_read_give(r, "type", node, false);
  const jni_force_kind *kind = def.type ? jni_force_kind_find(def.type) : NULL;
  def.name = name;
  if (kind && kind->properties) jni_read_properties(r, node, kind, &def);
  if (kind) jni_read_fields(r, node, kind->fields, kind->nfields, kind->name, &def);
  jn_model_add_force(r->model, &def);
  jni_read_end(r);
}

static void name_joint(jni_reader *r, const jni_node *node, const char *name, void *context) {
  int *n = context;
  (void)node;
  int number = (*n)++;
  if (jni_names_get(r->names, JNI_NAME_JOINT, 0, name) >= 0) return;
  if (!jni_names_put(r->names, JNI_NAME_JOINT, 0, name, number)) r->model->no_memory = r->stop = true;
}

// Joints may name joints that stand further down: all names first. The second pass counts the elements.
void jni_read_joint_names(jni_reader *r) {
  static const char *const keys[] = {"joints", "drivers"};
  int n = 0, elements = r->elements;
  for (int i = 0; i < 2; i++)
    for (jni_scope *scope = r->scopes; scope && !r->stop; scope = scope->next) {
      jni_scope_before before = jni_read_enter(r, scope);
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
  jni_read_begin(r, node);
  if (jni_read_is_mapping(r, node, false)) def.type = read_type(r, node);
  else jni_read_give(r, "type", node, false);
  const jni_subsystem_kind *kind = def.type ? jni_subsystem_kind_find(def.type) : NULL;
  def.name = name;
  if (kind) jni_read_fields(r, node, kind->fields, kind->nfields, kind->name, &def);
  jn_model_add_subsystem(r->model, &def);
  jni_read_end(r);
}

void jni_read_subsystems(jni_reader *r, const jni_node *section) {
  jni_read_element(r, "subsystems", NULL);
  jni_read_each(r, section, read_subsystem_entry, NULL);
}

void jni_read_forces(jni_reader *r, const jni_node *section) {
  jni_read_element(r, "forces", NULL);
  jni_read_each(r, section, read_force_entry, NULL);
}
