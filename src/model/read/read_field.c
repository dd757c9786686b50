// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_field.c - fields of elements, one function per type.

#include "model/read/read_field.h"
#include "model/part/scope.h"
#include "model/read/read_expression.h"
#include "model/read/read_fault.h"
#include "model/read/read_value.h"

bool jni_read_between(jni_reader *r, const jni_node *node, jn_frame ends[2]) {
  if (node->kind != JNI_SEQUENCE || node->size != 2)
    return jni_read_fault(r, node, "expected two ends such as [ground.O, crank.O]");
  bool first = jni_read_frame(r, node->first, &ends[0]);
  return jni_read_frame(r, node->last, &ends[1]) && first;
}

// Reads the axes of the two ends of a joint: `axis` gives one for both ends, `axes` a list of one for each. Returns
// false after a fault.
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

// Reads the three components of a rotation or torque; in the plane a single number, the component about z, is also
// accepted. Returns false after a fault.
static bool read_turn(jni_reader *r, const jni_node *node, jn_dimension dimension, double value[3]) {
  bool plane = r->model->space == JN_PLANE;
  value[0] = value[1] = value[2] = 0;
  if (plane && node->kind != JNI_SEQUENCE) return jni_read_number(r, node, dimension, dimension, &value[2]);
  if (!plane || node->size == 3) return jni_read_vector(r, node, dimension, value);
  return jni_read_fault(r, node, "in the plane a rotation is about z: expected one number, got a list of %d",
                        node->size);
}

// Returns the dimension of the argument x of a law whose value has the dimension `force`: x times the value is an
// energy, for a law of the rate a power.
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

// Reads a law whose argument has the dimension field->argument, into *law; a list is read as a table [[x, y], ...].
// Returns false after a fault.
static bool read_curve(jni_reader *r, const jni_node *node, const jni_field *field, jn_law *law) {
  const jni_law_units units = {
      {field->argument, field->argument}, {field->dimension, field->alternative}, .any_y = false};
  return node->kind == JNI_SEQUENCE ? jni_read_table(r, node, &units, law) : jni_read_law(r, node, &units, law);
}

static bool read_expressions(jni_reader *r, const jni_node *node, const jni_field *field, const char **texts) {
  if (node->kind == JNI_SCALAR) {
    texts[0] = jni_read_expression(r, node, field->dimension, field->alternative);
    return texts[0] != NULL;
  }
  if (node->kind != JNI_SEQUENCE || node->size < 1 || node->size > 3)
    return jni_read_fault(r, node, "expected a list of one to three expressions");
  bool sound = true;
  int i = 0;
  for (const jni_node *item = node->first; item; item = item->next) {
    texts[i] = jni_read_expression(r, item, field->dimension, field->alternative);
    sound = sound && texts[i];
    i++;
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

// Reads a list of 1 to 100 numbers without units; the kind checks how many there must be. Returns false after a fault.
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

// Reads one number, or a list of 1 to 100, in the dimension of the field. Returns false after a fault.
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

// Stores the pointer `text` in *to. Returns false if it is NULL.
static bool store_text(const char *text, const char **to) {
  *to = text;
  return text != NULL;
}

static bool read_tree(jni_reader *r, const jni_node *node, jn_tree_place *place) {
  bool in;
  if (!jni_read_flag(r, node, &in)) return false;
  *place = in ? JN_TREE_IN : JN_TREE_CUT;
  return true;
}

bool jni_read_field(jni_reader *r, const jni_node *element, const jni_node *node, const jni_field *field, void *def) {
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
    case JNI_FIELD_COORDINATE: return store_text(jni_read_text(r, node), at);
    case JNI_FIELD_EXPRESSION: return store_text(read_expression(r, node, field), at);
    case JNI_FIELD_MOTION: return jni_read_motion(r, node, field, def);
    case JNI_FIELD_FUNCTION: return jni_read_function(r, node, field, def);
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
    case JNI_FIELD_CORNERS: return jni_read_corners(r, node, at);
    case JNI_FIELD_CORNER: return jni_read_numbers(r, node, field->dimension, 2, at);
    case JNI_FIELD_PIECES: return jni_read_profile_pieces(r, node, def);
  }
  return false;
}
