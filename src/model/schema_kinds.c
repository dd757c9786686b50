// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// schema_kinds.c - the kinds in the schema: one definition per kind, made from its list of fields, and the sections
// whose elements are one of several kinds.
#include <string.h>

#include "model/contact_element.h"
#include "model/force_kind.h"
#include "model/joint_kind.h"
#include "model/profile.h"
#include "model/road/road.h"
#include "model/schema.h"
#include "model/shape/shape_kind.h"
#include "model/subsystem_kind.h"

static const char *type_reference(jni_field_type type) {
  switch (type) {
    case JNI_FIELD_NUMBER: return "\"$ref\": \"#/$defs/number\"";
    case JNI_FIELD_VECTOR: return "\"$ref\": \"#/$defs/vector\"";
    case JNI_FIELD_TURN: return "\"$ref\": \"#/$defs/turn\"";
    case JNI_FIELD_AXES:
    case JNI_FIELD_AXES_APART:
    case JNI_FIELD_DIRECTION:
    case JNI_FIELD_AXIS: return "\"$ref\": \"#/$defs/axis\"";
    case JNI_FIELD_BETWEEN: return "\"$ref\": \"#/$defs/between\"";
    case JNI_FIELD_AT: return "\"$ref\": \"#/$defs/end\"";
    case JNI_FIELD_FRAMES: return "\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/end\"}";
    case JNI_FIELD_JOINT:
    case JNI_FIELD_COORDINATE: return "\"type\": \"string\"";
    case JNI_FIELD_EXPRESSION: return "\"$ref\": \"#/$defs/expression\"";
    case JNI_FIELD_FUNCTION: return "\"$ref\": \"#/$defs/function\"";
    case JNI_FIELD_MOTION: return "\"$ref\": \"#/$defs/motion\"";
    case JNI_FIELD_EXPRESSIONS: return "\"$ref\": \"#/$defs/expressions\"";
    case JNI_FIELD_LAW:
    case JNI_FIELD_RATE_LAW: return "\"$ref\": \"#/$defs/law\"";
    case JNI_FIELD_POINT_TERMS:
    case JNI_FIELD_JOINT_TERMS: return "\"type\": \"object\", \"additionalProperties\": {\"$ref\": \"#/$defs/number\"}";
    case JNI_FIELD_FLAG:
    case JNI_FIELD_TREE: return "\"type\": \"boolean\"";
    case JNI_FIELD_NUMBERS: return "\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/number\"}, \"minItems\": 1";
    case JNI_FIELD_SOIL:
    case JNI_FIELD_TABLE:
    case JNI_FIELD_ROAD: return "\"type\": \"string\"";
    case JNI_FIELD_ROADS: return "\"type\": \"array\", \"items\": {\"type\": \"string\"}, \"minItems\": 1";
    case JNI_FIELD_POINTS: return "\"$ref\": \"#/$defs/table\"";
    case JNI_FIELD_GRID:
      return "\"type\": \"array\", \"minItems\": 2, \"items\": {\"type\": \"array\", \"items\": {\"$ref\": "
             "\"#/$defs/number\"}}";
    case JNI_FIELD_GEOMETRY: return "\"$ref\": \"#/$defs/geometry\"";
    case JNI_FIELD_SEGMENTS: return "\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/segment\"}, \"minItems\": 1";
    case JNI_FIELD_PLACE: return "\"$ref\": \"#/$defs/place\"";
    case JNI_FIELD_PLACES: return "\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/place\"}, \"minItems\": 2";
    case JNI_FIELD_ORIENTATION: return "\"$ref\": \"#/$defs/orientation\"";
    case JNI_FIELD_FACTORS: return "\"$ref\": \"#/$defs/turn\"";
    case JNI_FIELD_COLOUR:
    case JNI_FIELD_PROPERTIES:
    case JNI_FIELD_MESH: return "\"type\": \"string\"";
    case JNI_FIELD_CURVE: return "\"$ref\": \"#/$defs/curve\"";
    case JNI_FIELD_QUANTITIES: return "\"$ref\": \"#/$defs/quantities\"";
    case JNI_FIELD_WORD:
    case JNI_FIELD_FILE_NAME: return "\"type\": \"string\"";
    case JNI_FIELD_PATH: return "\"$ref\": \"#/$defs/path\"";
    case JNI_FIELD_NAMED_EXPRESSIONS:
      return "\"type\": \"object\", \"additionalProperties\": {\"$ref\": \"#/$defs/expression\"}";
    case JNI_FIELD_NAMED_QUANTITIES:
      return "\"type\": \"object\", \"additionalProperties\": {\"$ref\": \"#/$defs/number\"}";
    case JNI_FIELD_NAMES: return "\"type\": \"array\", \"items\": {\"type\": \"string\"}, \"minItems\": 1";
    case JNI_FIELD_STEPS: return "\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/step\"}, \"minItems\": 1";
    case JNI_FIELD_CORNERS: return "\"$ref\": \"#/$defs/corners\"";
    case JNI_FIELD_CORNER: return "\"$ref\": \"#/$defs/corner\"";
    case JNI_FIELD_PIECES:
      return "\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/profile-piece\"}, \"minItems\": 1";
  }
  return "";
}

static void put_unit(jni_schema *w, const jni_field *field) {
  char unit[64], other[64];
  jn_unit_format(field->dimension, unit, sizeof unit);
  jn_unit_format(field->alternative, other, sizeof other);
  bool both = strcmp(unit, other) != 0;
  if (unit[0]) jni_schema_format(w, " [%s%s%s]", unit, both ? " or " : "", both ? other : "");
}

static bool takes_axes(const jni_field *field) {
  return field->type == JNI_FIELD_AXES || field->type == JNI_FIELD_AXES_APART;
}

// Returns whether a data file may supply the numbers of a field instead of a list.
static bool takes_file(const jni_field *field) {
  return field->type == JNI_FIELD_POINTS || field->type == JNI_FIELD_GRID;
}

static void put_field(jni_schema *w, const jni_field *field) {
  jni_schema_format(w, ",\n        \"%s\": {%s, \"description\": ", field->name, type_reference(field->type));
  jni_schema help = {.alloc = w->alloc};
  jni_schema_put(&help, field->help ? field->help : "");
  if (field->type == JNI_FIELD_NUMBER || field->type == JNI_FIELD_VECTOR || field->type == JNI_FIELD_TURN)
    put_unit(&help, field);
  if (help.no_memory) w->no_memory = true;
  else jni_schema_string(w, help.text);
  jni_free(w->alloc, help.text);
  jni_schema_put(w, "}");
  if (takes_axes(field))
    jni_schema_put(
        w,
        ",\n        \"axes\": {\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/axis\"}, \"minItems\": 2, "
        "\"maxItems\": 2, "
        "\"description\": \"one axis per end\"}");
  if (takes_file(field)) jni_schema_put(w, ",\n        " JNI_SCHEMA_FILE_KEYS);
}

typedef struct {
  const char *group, *name, *help;
  const jni_field *fields;
  int nfields;
  bool typed;  // has a key `type`
} kind_view;

static void put_required(jni_schema *w, const kind_view *kind) {
  bool first = !kind->typed;
  jni_schema_put(w, "\"required\": [");
  if (kind->typed) jni_schema_put(w, "\"type\"");
  for (int i = 0; i < kind->nfields; i++) {
    if (!kind->fields[i].required || takes_axes(&kind->fields[i]) || takes_file(&kind->fields[i])) continue;
    jni_schema_format(w, "%s\"%s\"", first ? "" : ", ", kind->fields[i].name);
    first = false;
  }
  jni_schema_put(w, "]");
  for (int i = 0; i < kind->nfields; i++)
    if (takes_file(&kind->fields[i]))
      jni_schema_format(w, ",\n      \"oneOf\": [{\"required\": [\"%s\"]}, {\"required\": [\"file\"]}]",
                        kind->fields[i].name);
}

static void put_kind(jni_schema *w, const kind_view *kind) {
  jni_schema_format(w, ",\n    \"%s-%s\": {\n      \"description\": ", kind->group, kind->name);
  jni_schema_string(w, kind->help ? kind->help : "");
  jni_schema_put(w, ",\n      \"type\": [\"object\", \"null\"],\n      ");
  if (kind->typed) {
    put_required(w, kind);
    jni_schema_put(w, ",\n      ");
  }
  jni_schema_put(w, "\"properties\": {\n        \"repeat\": {\"$ref\": \"#/$defs/repeat\"}");
  if (kind->typed) jni_schema_format(w, ",\n        \"type\": {\"const\": \"%s\"}", kind->name);
  for (int i = 0; i < kind->nfields; i++) put_field(w, &kind->fields[i]);
  jni_schema_put(w, "\n      },\n      \"additionalProperties\": false\n    }");
}

static void put_roads(jni_schema *w, const char *group, const jni_road_kind *const *kinds) {
  for (int i = 0; kinds[i]; i++)
    put_kind(w, &(kind_view){group, kinds[i]->name, kinds[i]->help, kinds[i]->fields, kinds[i]->nfields, true});
}

// ---- elements of a section that are one of several kinds, selected by their key `type` ------------

typedef struct {
  const char *name, *help;
} kind_name;

static kind_name joint_name(int i) {
  const jni_joint_kind *kind = jni_joint_kinds[i];
  if (!kind) return (kind_name){NULL, NULL};
  return (kind_name){kind->driver ? "" : kind->name, kind->help};  // drivers have a section of their own
}
static kind_name force_name(int i) { return (kind_name){jn_force_kind_name(i), jn_force_kind_help(i)}; }
static kind_name subsystem_name(int i) { return (kind_name){jn_subsystem_kind_name(i), jn_subsystem_kind_help(i)}; }
static kind_name road_name(int i) { return (kind_name){jn_road_kind_name(i), jn_road_kind_help(i)}; }
static kind_name shape_name(int i) { return (kind_name){jn_shape_kind_name(i), jn_shape_kind_help(i)}; }
static kind_name profile_name(int i) { return (kind_name){jn_profile_kind_name(i), jn_profile_kind_help(i)}; }
static kind_name segment_name(int i) {
  const jni_road_kind *kind = jni_segment_kinds[i];
  return kind ? (kind_name){kind->name, kind->help} : (kind_name){NULL, NULL};
}

static void put_type_names(jni_schema *w, kind_name (*name)(int i)) {
  bool first = true;
  jni_schema_put(w, "\"type\": {\"enum\": [");
  for (int i = 0; name(i).name; i++) {
    if (!name(i).name[0]) continue;
    jni_schema_format(w, "%s\"%s\"", first ? "" : ", ", name(i).name);
    first = false;
  }
  jni_schema_put(w, "],\n      \"enumDescriptions\": [");
  first = true;
  for (int i = 0; name(i).name; i++) {
    if (!name(i).name[0]) continue;
    jni_schema_put(w, first ? "" : ",\n        ");
    jni_schema_string(w, name(i).help ? name(i).help : "");
    first = false;
  }
  jni_schema_put(w, "]}");
}

// Writes the schema of an element whose other keys depend on the value of `type`: one condition for each kind name(i).
// complete: `type` is required; otherwise an element without `type`, which changes an element of the base of a variant,
// and null are accepted.
static void put_one_of(jni_schema *w, const char *group, bool complete, kind_name (*name)(int i)) {
  bool first = true;
  jni_schema_put(
      w, complete ? "{\"type\": \"object\", \"required\": [\"type\"], " : "{\"type\": [\"object\", \"null\"], ");
  jni_schema_put(w, "\"properties\": {");
  put_type_names(w, name);
  jni_schema_put(w, "},\n    \"allOf\": [");
  for (int i = 0; name(i).name; i++) {
    if (!name(i).name[0]) continue;
    jni_schema_format(w,
                      "%s\n      {\"if\": {\"required\": [\"type\"], \"properties\": {\"type\": {\"const\": \"%s\"}}}, "
                      "\"then\": {\"$ref\": \"#/$defs/%s-%s\"}}",
                      first ? "" : ",", name(i).name, group, name(i).name);
    first = false;
  }
  jni_schema_put(w, "\n    ]}");
}

void jni_schema_kinds(jni_schema *w) {
  for (int i = 0; jni_joint_kinds[i]; i++) {
    const jni_joint_kind *k = jni_joint_kinds[i];
    put_kind(w, &(kind_view){"joint", k->name, k->help, k->fields, k->nfields, !k->driver});
  }
  for (int i = 0; jni_force_kinds[i]; i++) {
    const jni_force_kind *k = jni_force_kinds[i];
    put_kind(w, &(kind_view){"force", k->name, k->help, k->fields, k->nfields, true});
  }
  for (int i = 0; jni_subsystem_kinds[i]; i++) {
    const jni_subsystem_kind *k = jni_subsystem_kinds[i];
    put_kind(w, &(kind_view){"subsystem", k->name, k->help, k->fields, k->nfields, true});
  }
  put_roads(w, "road", jni_road_kinds);
  put_kind(w, &(kind_view){"soil", "values", "soft ground: pressure over sinkage, shear stress over displacement",
                           jni_soil_fields, JNI_SOIL_NFIELDS, false});
  put_kind(w, &(kind_view){"contact", "values", "shapes that push each other apart and do not penetrate",
                           jni_contact_fields, JNI_CONTACT_NFIELDS, false});
  put_kind(w, &(kind_view){"material", "values", "what contacts of shapes of this material have by default",
                           jni_material_fields, JNI_MATERIAL_NFIELDS, false});
  for (int i = 0; jni_profile_kinds[i]; i++) {
    const jni_profile_kind *k = jni_profile_kinds[i];
    put_kind(w, &(kind_view){"profile", k->name, k->help, k->fields, k->nfields, true});
  }
  put_kind(w, &(kind_view){"profile", "piece", "a line, an arc or a spline of a path", jni_profile_piece_fields,
                           JNI_PROFILE_NPIECE_FIELDS, false});
  put_roads(w, "segment", jni_segment_kinds);
  for (int i = 0; jni_shape_kinds[i]; i++) {
    const jni_shape_kind *k = jni_shape_kinds[i];
    put_kind(w, &(kind_view){"shape", k->name, k->help, k->fields, k->nfields, true});
  }
  jni_schema_put(w, ",\n    \"shapes\": {\"type\": [\"object\", \"null\"], \"additionalProperties\": ");
  put_one_of(w, "shape", false, shape_name);
  jni_schema_put(w, "}");
  jni_schema_put(w, ",\n    \"segment\": ");
  put_one_of(w, "segment", true, segment_name);
}

static void put_choice(jni_schema *w, const char *section, const char *group, kind_name (*name)(int i)) {
  jni_schema_format(w, "    \"%s\": {\"type\": [\"object\", \"null\"], \"additionalProperties\": ", section);
  put_one_of(w, group, false, name);
  jni_schema_put(w, "},\n");
}

void jni_schema_sections(jni_schema *w) {
  put_choice(w, "joints", "joint", joint_name);
  put_choice(w, "forces", "force", force_name);
  put_choice(w, "subsystems", "subsystem", subsystem_name);
  put_choice(w, "roads", "road", road_name);
  put_choice(w, "profiles", "profile", profile_name);
  jni_schema_put(w,
                 "    \"soils\": {\"type\": [\"object\", \"null\"], \"additionalProperties\": {\"$ref\": "
                 "\"#/$defs/soil-values\"}},\n"
                 "    \"contacts\": {\"type\": [\"object\", \"null\"], \"additionalProperties\": {\"$ref\": "
                 "\"#/$defs/contact-values\"}},\n"
                 "    \"materials\": {\"type\": [\"object\", \"null\"], \"additionalProperties\": {\"$ref\": "
                 "\"#/$defs/material-values\"}},\n");
}

// Writes the definition `complete`, which lists the keys that elements of a complete model must have. The schema does
// not apply it to a variant, whose entries may only change some keys of an element of its base.
void jni_schema_complete(jni_schema *w) {
  static const char *const needs[][2] = {{"bodies", "mass"},     {"joints", "type"}, {"forces", "type"},
                                         {"subsystems", "type"}, {"roads", "type"},  {"use", "part"}};
  jni_schema_put(w, "    \"complete\": {\"properties\": {\n");
  for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
    jni_schema_format(w, "      \"%s\": {\"additionalProperties\": {\"type\": \"object\", \"required\": [\"%s\"]}},\n",
                      needs[i][0], needs[i][1]);
  jni_schema_put(w, "      \"parts\": {\"additionalProperties\": {\"$ref\": \"#/$defs/complete\"}},\n");
  jni_schema_put(w, "      \"drivers\": {\"additionalProperties\": {\"type\": \"object\", ");
  for (int i = 0; jni_joint_kinds[i]; i++) {
    const jni_joint_kind *k = jni_joint_kinds[i];
    if (k->driver) put_required(w, &(kind_view){"", k->name, k->help, k->fields, k->nfields, false});
  }
  jni_schema_put(w, "}}}},\n");
}
