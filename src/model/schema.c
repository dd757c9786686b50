// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// schema.c - the JSON Schema (draft 2020-12) of the model file: a fixed frame, and one definition per joint and force
// kind made from the kind's list of fields.
#include <stdio.h>
#include <string.h>

#include "model/model.h"

typedef struct {
  const jn_alloc *alloc;
  char *text;
  int length, capacity;
  bool no_memory;
} writer;

static void put(writer *w, const char *text) {
  size_t n = strlen(text);
  if (w->no_memory || !jni_grow(w->alloc, &w->text, &w->capacity, w->length + (int)n + 1, 1)) {
    w->no_memory = true;
    return;
  }
  memcpy(w->text + w->length, text, n + 1);
  w->length += (int)n;
}

static void put_format(writer *w, const char *format, ...) JN_PRINTF(2, 3);
static void put_format(writer *w, const char *format, ...) {
  char text[1024];
  va_list arguments;
  va_start(arguments, format);
  jni_vprint(text, sizeof text, format, arguments);
  va_end(arguments);
  put(w, text);
}

static void put_string(writer *w, const char *text) {
  put(w, "\"");
  for (; *text; text++) {
    char piece[3] = {*text, '\0', '\0'};
    if (*text == '"' || *text == '\\') piece[0] = '\\', piece[1] = *text;
    put(w, piece);
  }
  put(w, "\"");
}

// ---- kinds ------------------------------------------------------------------------------------

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
    case JNI_FIELD_JOINT:
    case JNI_FIELD_COORDINATE: return "\"type\": \"string\"";
    case JNI_FIELD_EXPRESSION: return "\"$ref\": \"#/$defs/expression\"";
    case JNI_FIELD_MOTION: return "\"$ref\": \"#/$defs/motion\"";
    case JNI_FIELD_EXPRESSIONS: return "\"$ref\": \"#/$defs/expressions\"";
    case JNI_FIELD_LAW:
    case JNI_FIELD_RATE_LAW: return "\"$ref\": \"#/$defs/law\"";
    case JNI_FIELD_POINT_TERMS:
    case JNI_FIELD_JOINT_TERMS: return "\"type\": \"object\", \"additionalProperties\": {\"$ref\": \"#/$defs/number\"}";
    case JNI_FIELD_FLAG:
    case JNI_FIELD_TREE: return "\"type\": \"boolean\"";
    case JNI_FIELD_NUMBERS: return "\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/number\"}, \"minItems\": 1";
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
    case JNI_FIELD_MESH: return "\"type\": \"string\"";
  }
  return "";
}

static void put_unit(writer *w, const jni_field *field) {
  char unit[64], other[64];
  jn_unit_format(field->dimension, unit, sizeof unit);
  jn_unit_format(field->alternative, other, sizeof other);
  bool both = strcmp(unit, other) != 0;
  if (unit[0]) put_format(w, " [%s%s%s]", unit, both ? " or " : "", both ? other : "");
}

static bool takes_axes(const jni_field *field) {
  return field->type == JNI_FIELD_AXES || field->type == JNI_FIELD_AXES_APART;
}

// Its numbers may stand in a file.
static bool takes_file(const jni_field *field) {
  return field->type == JNI_FIELD_POINTS || field->type == JNI_FIELD_GRID;
}

#define FILE_KEYS                                                                                     \
  "\"file\": {\"$ref\": \"#/$defs/file\"}, \"columns\": {\"$ref\": \"#/$defs/columns\"}, \"units\": " \
  "{\"$ref\": \"#/$defs/units\"}"

static void put_field(writer *w, const jni_field *field) {
  put_format(w, ",\n        \"%s\": {%s, \"description\": ", field->name, type_reference(field->type));
  writer help = {.alloc = w->alloc};
  put(&help, field->help ? field->help : "");
  if (field->type == JNI_FIELD_NUMBER || field->type == JNI_FIELD_VECTOR || field->type == JNI_FIELD_TURN)
    put_unit(&help, field);
  if (help.no_memory) w->no_memory = true;
  else put_string(w, help.text);
  jni_free(w->alloc, help.text);
  put(w, "}");
  if (takes_axes(field))
    put(w,
        ",\n        \"axes\": {\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/axis\"}, \"minItems\": 2, "
        "\"maxItems\": 2, "
        "\"description\": \"one axis per end\"}");
  if (takes_file(field)) put(w, ",\n        " FILE_KEYS);
}

typedef struct {
  const char *group, *name, *help;
  const jni_field *fields;
  int nfields;
  bool typed;  // has a key `type`
} kind_view;

static void put_required(writer *w, const kind_view *kind) {
  bool first = !kind->typed;
  put(w, "\"required\": [");
  if (kind->typed) put(w, "\"type\"");
  for (int i = 0; i < kind->nfields; i++) {
    if (!kind->fields[i].required || takes_axes(&kind->fields[i]) || takes_file(&kind->fields[i])) continue;
    put_format(w, "%s\"%s\"", first ? "" : ", ", kind->fields[i].name);
    first = false;
  }
  put(w, "]");
  for (int i = 0; i < kind->nfields; i++)
    if (takes_file(&kind->fields[i]))
      put_format(w, ",\n      \"oneOf\": [{\"required\": [\"%s\"]}, {\"required\": [\"file\"]}]", kind->fields[i].name);
}

static void put_kind(writer *w, const kind_view *kind) {
  put_format(w, ",\n    \"%s-%s\": {\n      \"description\": ", kind->group, kind->name);
  put_string(w, kind->help ? kind->help : "");
  put(w, ",\n      \"type\": [\"object\", \"null\"],\n      ");
  if (kind->typed) put_required(w, kind), put(w, ",\n      ");
  put(w, "\"properties\": {\n        \"repeat\": {\"$ref\": \"#/$defs/repeat\"}");
  if (kind->typed) put_format(w, ",\n        \"type\": {\"const\": \"%s\"}", kind->name);
  for (int i = 0; i < kind->nfields; i++) put_field(w, &kind->fields[i]);
  put(w, "\n      },\n      \"additionalProperties\": false\n    }");
}

static void put_roads(writer *w, const char *group, const jni_road_kind *const *kinds) {
  for (int i = 0; kinds[i]; i++)
    put_kind(w, &(kind_view){group, kinds[i]->name, kinds[i]->help, kinds[i]->fields, kinds[i]->nfields, true});
}

// ---- elements of a section: one of several kinds, by their key `type` -----------------------------

typedef struct {
  const char *name, *help;
} kind_name;

static kind_name joint_name(int i) {
  const jni_joint_kind *kind = jni_joint_kinds[i];
  if (!kind) return (kind_name){NULL, NULL};
  return (kind_name){kind->driver ? "" : kind->name, kind->help};  // drivers have a section of their own
}
static kind_name force_name(int i) { return (kind_name){jn_force_kind_name(i), jn_force_kind_help(i)}; }
static kind_name road_name(int i) { return (kind_name){jn_road_kind_name(i), jn_road_kind_help(i)}; }
static kind_name shape_name(int i) { return (kind_name){jn_shape_kind_name(i), jn_shape_kind_help(i)}; }
static kind_name segment_name(int i) {
  const jni_road_kind *kind = jni_segment_kinds[i];
  return kind ? (kind_name){kind->name, kind->help} : (kind_name){NULL, NULL};
}

static void put_type_names(writer *w, kind_name (*name)(int i)) {
  bool first = true;
  put(w, "\"type\": {\"enum\": [");
  for (int i = 0; name(i).name; i++) {
    if (!name(i).name[0]) continue;
    put_format(w, "%s\"%s\"", first ? "" : ", ", name(i).name);
    first = false;
  }
  put(w, "],\n      \"enumDescriptions\": [");
  first = true;
  for (int i = 0; name(i).name; i++) {
    if (!name(i).name[0]) continue;
    put(w, first ? "" : ",\n        ");
    put_string(w, name(i).help ? name(i).help : "");
    first = false;
  }
  put(w, "]}");
}

// The type decides about the other keys. Without one it may be a change of an element in a variant.
static void put_one_of(writer *w, const char *group, bool complete, kind_name (*name)(int i)) {
  bool first = true;
  put(w, complete ? "{\"type\": \"object\", \"required\": [\"type\"], " : "{\"type\": [\"object\", \"null\"], ");
  put(w, "\"properties\": {");
  put_type_names(w, name);
  put(w, "},\n    \"allOf\": [");
  for (int i = 0; name(i).name; i++) {
    if (!name(i).name[0]) continue;
    put_format(w,
               "%s\n      {\"if\": {\"required\": [\"type\"], \"properties\": {\"type\": {\"const\": \"%s\"}}}, "
               "\"then\": {\"$ref\": \"#/$defs/%s-%s\"}}",
               first ? "" : ",", name(i).name, group, name(i).name);
    first = false;
  }
  put(w, "\n    ]}");
}

static void put_kinds(writer *w) {
  for (int i = 0; jni_joint_kinds[i]; i++) {
    const jni_joint_kind *k = jni_joint_kinds[i];
    put_kind(w, &(kind_view){"joint", k->name, k->help, k->fields, k->nfields, !k->driver});
  }
  for (int i = 0; jni_force_kinds[i]; i++) {
    const jni_force_kind *k = jni_force_kinds[i];
    put_kind(w, &(kind_view){"force", k->name, k->help, k->fields, k->nfields, true});
  }
  put_roads(w, "road", jni_road_kinds);
  put_roads(w, "segment", jni_segment_kinds);
  for (int i = 0; jni_shape_kinds[i]; i++) {
    const jni_shape_kind *k = jni_shape_kinds[i];
    put_kind(w, &(kind_view){"shape", k->name, k->help, k->fields, k->nfields, true});
  }
  put(w, ",\n    \"shapes\": {\"type\": [\"object\", \"null\"], \"additionalProperties\": ");
  put_one_of(w, "shape", false, shape_name);
  put(w, "}");
  put(w, ",\n    \"segment\": ");
  put_one_of(w, "segment", true, segment_name);
}

static void put_choice(writer *w, const char *section, const char *group, kind_name (*name)(int i)) {
  put_format(w, "    \"%s\": {\"type\": [\"object\", \"null\"], \"additionalProperties\": ", section);
  put_one_of(w, group, false, name);
  put(w, "},\n");
}

// What an element must have, unless it changes one of the model that the file is a variant of.
static void put_complete(writer *w) {
  static const char *const needs[][2] = {
      {"bodies", "mass"}, {"joints", "type"}, {"forces", "type"}, {"roads", "type"}, {"use", "part"}};
  put(w, "    \"complete\": {\"properties\": {\n");
  for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
    put_format(w, "      \"%s\": {\"additionalProperties\": {\"type\": \"object\", \"required\": [\"%s\"]}},\n",
               needs[i][0], needs[i][1]);
  put(w, "      \"parts\": {\"additionalProperties\": {\"$ref\": \"#/$defs/complete\"}},\n");
  put(w, "      \"drivers\": {\"additionalProperties\": {\"type\": \"object\", ");
  for (int i = 0; jni_joint_kinds[i]; i++) {
    const jni_joint_kind *k = jni_joint_kinds[i];
    if (k->driver) put_required(w, &(kind_view){"", k->name, k->help, k->fields, k->nfields, false});
  }
  put(w, "}}}},\n");
}

// ---- choices ----------------------------------------------------------------------------------

// Names to complete, with a line about each (the second list is an extension that editors know).
static void put_names(writer *w, jn_choice which) {
  put(w, "\"enum\": [");
  for (int i = 0; jn_choice_value(which, i); i++) put_format(w, "%s\"%s\"", i ? ", " : "", jn_choice_value(which, i));
  put(w, "],\n          \"enumDescriptions\": [");
  for (int i = 0; jn_choice_value(which, i); i++) {
    put(w, i ? ",\n            " : "");
    put_string(w, jn_choice_help(which, jn_choice_value(which, i)));
  }
  put(w, "]");
}

static void put_value_type(writer *w, jn_choice which) {
  switch (jn_choice_get(which)->kind) {
    case JN_CHOOSE_NAME: put_names(w, which); return;
    case JN_CHOOSE_TEXT:
      put(w, "\"oneOf\": [{\"type\": \"string\"}, {\"type\": \"array\", \"items\": {\"type\": \"string\"}}]");
      return;
    case JN_CHOOSE_FLAG: put(w, "\"type\": \"boolean\""); return;
    case JN_CHOOSE_NUMBER:
    case JN_CHOOSE_LIMIT:
    case JN_CHOOSE_COUNT: put(w, type_reference(JNI_FIELD_NUMBER)); return;
  }
}

static void put_one_choice(writer *w, jn_choice which, const char *key) {
  char help[512];
  jn_choice_describe(which, help, sizeof help);
  put_format(w, "\n        \"%s\": {", key);
  put_value_type(w, which);
  put(w, ", \"description\": ");
  put_string(w, help);
  put(w, "}");
}

// All of the group that this choice is the first of. `tolerance` may be the relative one alone.
static void put_group(writer *w, jn_choice first, size_t length) {
  const char *group = jn_choice_get(first)->key;
  bool number = strcmp(group + length, ".relative") == 0;
  put_format(w, "\n      \"%.*s\": {%s\"type\": \"object\", \"additionalProperties\": false, \"properties\": {",
             (int)length, group, number ? "\"oneOf\": [{\"$ref\": \"#/$defs/number\"}, {" : "");
  for (int i = first; i < JN_NCHOICES; i++) {
    const char *key = jn_choice_get((jn_choice)i)->key;
    if (strncmp(key, group, length + 1) != 0) continue;
    put(w, i > (int)first ? "," : "");
    put_one_choice(w, (jn_choice)i, key + length + 1);
  }
  put(w, number ? "}}]}" : "}}");
}

static bool is_first_of_group(jn_choice which, size_t length) {
  for (int i = 0; i < (int)which; i++)
    if (strncmp(jn_choice_get((jn_choice)i)->key, jn_choice_get(which)->key, length + 1) == 0) return false;
  return true;
}

static void put_simulate(writer *w) {
  put(w, "    \"simulate\": {\"type\": [\"object\", \"null\"], \"additionalProperties\": false, \"properties\": {");
  for (int i = 0; i < JN_NCHOICES; i++) {
    const char *key = jn_choice_get((jn_choice)i)->key;
    size_t length = strcspn(key, ".");
    if (!is_first_of_group((jn_choice)i, length)) continue;
    put(w, i ? "," : "");
    if (key[length]) put_group(w, (jn_choice)i, length);
    else put_one_choice(w, (jn_choice)i, key);
  }
  put(w, "}},\n");
}

// ---- the frame --------------------------------------------------------------------------------

// A part in the section `parts` has the sections of a model.
static const char *const head =
    "{\n"
    "  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
    "  \"title\": \"Jounce model, version 1\",\n"
    "  \"type\": \"object\",\n"
    "  \"required\": [\"jounce\"],\n"
    "  \"anyOf\": [\n"
    "    {\"allOf\": [{\"$ref\": \"#/$defs/model\"}, {\"$ref\": \"#/$defs/complete\"},\n"
    "      {\"anyOf\": [{\"required\": [\"space\"]}, {\"required\": [\"ports\"]}]}]},\n"
    "    {\"required\": [\"model\"], \"description\": \"a variant: parts of elements, and null for what is taken "
    "away\"}],\n"
    "  \"$defs\": {\n";

static const char *const sections =
    "    \"model\": {\"type\": \"object\", \"additionalProperties\": false, \"properties\": {\n"
    "    \"jounce\": {\"const\": 1, \"description\": \"version of the format\"},\n"
    "    \"model\": {\"type\": \"string\", \"description\": \"the file that this one is a variant of\"},\n"
    "    \"set\": {\"type\": [\"object\", \"null\"], \"description\": \"with 'model': settings, path: value\"},\n"
    "    \"name\": {\"type\": \"string\"},\n"
    "    \"description\": {\"type\": \"string\"},\n"
    "    \"space\": {\"enum\": [\"plane\", \"space\"]},\n"
    "    \"gravity\": {\"$ref\": \"#/$defs/vector\", \"description\": \"uniform gravity [m/s^2], default zero\"},\n"
    "    \"parameters\": {\"type\": [\"object\", \"null\"], \"additionalProperties\": {\"$ref\": "
    "\"#/$defs/number\"}},\n"
    "    \"ground\": {\"type\": [\"object\", \"null\"], \"additionalProperties\": false, \"properties\": {\n"
    "      \"points\": {\"$ref\": \"#/$defs/points\"}, \"frames\": {\"$ref\": \"#/$defs/frames\"}, "
    "\"shapes\": {\"$ref\": \"#/$defs/shapes\"}}},\n"
    "    \"bodies\": {\"type\": [\"object\", \"null\"], \"additionalProperties\": {\"$ref\": \"#/$defs/body\"}},\n"
    "    \"parts\": {\"type\": [\"object\", \"null\"], \"description\": \"parts to be put in by 'use'\",\n"
    "      \"additionalProperties\": {\"$ref\": \"#/$defs/model\"}},\n"
    "    \"base\": {\"type\": \"string\", \"description\": \"of a part: the body that carries its frame\"},\n"
    "    \"ports\": {\"type\": [\"object\", \"null\"], \"description\": \"what the model around a part supplies\",\n"
    "      \"additionalProperties\": {\"oneOf\": [{\"$ref\": \"#/$defs/port\"}, {\"type\": \"object\", "
    "\"additionalProperties\": false, \"properties\": {\n"
    "        \"type\": {\"$ref\": \"#/$defs/port\"}, \"default\": {\"$ref\": \"#/$defs/expression\"}, "
    "\"points\": {\"$ref\": \"#/$defs/points\"},\n"
    "        \"frames\": {\"$ref\": \"#/$defs/frames\"}, \"description\": {\"type\": \"string\"}}}]}},\n"
    "    \"use\": {\"type\": [\"object\", \"null\"], \"description\": \"parts that are put in, by name\",\n"
    "      \"additionalProperties\": {\"type\": [\"object\", \"null\"], \"additionalProperties\": false, "
    "\"properties\": {\n"
    "        \"repeat\": {\"$ref\": \"#/$defs/repeat\"},\n"
    "        \"part\": {\"type\": \"string\", \"description\": \"a file, or an entry of 'parts'\"},\n"
    "        \"set\": {\"type\": [\"object\", \"null\"], \"description\": \"parameters of the part, path: value\"},\n"
    "        \"ports\": {\"type\": [\"object\", \"null\"], \"description\": \"what is bound to the ports\",\n"
    "          \"additionalProperties\": {\"$ref\": \"#/$defs/expression\"}},\n"
    "        \"at\": {\"$ref\": \"#/$defs/place\"}, \"orientation\": {\"$ref\": \"#/$defs/orientation\"},\n"
    "        \"mirror\": {\"enum\": [\"x\", \"y\", \"z\"], \"description\": \"reflect the part along this "
    "axis\"}}}},\n";

static const char *const rest =
    "    \"drivers\": {\"type\": [\"object\", \"null\"], \"additionalProperties\": {\"$ref\": "
    "\"#/$defs/joint-driver\"}},\n"
    "    \"inputs\": {\"type\": [\"object\", \"null\"], \"additionalProperties\": {\"oneOf\": [{\"$ref\": "
    "\"#/$defs/expression\"},\n"
    "      {\"type\": \"object\", \"additionalProperties\": false, \"properties\": {\"repeat\": {\"$ref\": "
    "\"#/$defs/repeat\"},\n"
    "        \"expression\": {\"$ref\": \"#/$defs/expression\"}, \"table\": {\"$ref\": \"#/$defs/table\"},\n"
    "        " FILE_KEYS
    ",\n"
    "        \"smooth\": {\"type\": \"boolean\"}}}]}},\n"
    "    \"auxiliary\": {\"type\": [\"object\", \"null\"], \"additionalProperties\": {\"type\": \"object\", "
    "\"required\": [\"rate\"],\n"
    "      \"additionalProperties\": false, \"properties\": {\"repeat\": {\"$ref\": \"#/$defs/repeat\"},\n"
    "        \"initial\": {\"$ref\": \"#/$defs/number\"}, \"rate\": {\"$ref\": \"#/$defs/expression\"}}}},\n"
    "    \"discrete\": {\"type\": [\"object\", \"null\"], \"additionalProperties\": {\"oneOf\": [{\"$ref\": "
    "\"#/$defs/number\"},\n"
    "      {\"type\": \"object\", \"additionalProperties\": false, \"properties\": {\"repeat\": {\"$ref\": "
    "\"#/$defs/repeat\"},\n"
    "        \"initial\": {\"$ref\": \"#/$defs/number\"}}}]}},\n"
    "    \"tables\": {\"type\": [\"object\", \"null\"], \"description\": \"functions given by numbers: NAME(x), "
    "NAME(x, y)\",\n"
    "      \"additionalProperties\": {\"type\": \"object\", \"additionalProperties\": false, \"properties\": {\n"
    "        \"repeat\": {\"$ref\": \"#/$defs/repeat\"}, \"over\": {\"type\": [\"string\", \"number\", \"array\"], "
    "\"maxItems\": 2,\n"
    "          \"description\": \"SI units of the arguments\"}, \"unit\": {\"type\": [\"string\", \"number\"]},\n"
    "        \"table\": {\"$ref\": \"#/$defs/table\"}, " FILE_KEYS
    ",\n"
    "        \"x\": {\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/number\"}}, \"y\": {\"type\": \"array\", "
    "\"items\": {\"$ref\": \"#/$defs/number\"}},\n"
    "        \"values\": {\"type\": \"array\", \"items\": {\"type\": \"array\", \"items\": {\"$ref\": "
    "\"#/$defs/number\"}}},\n"
    "        \"smooth\": {\"type\": \"boolean\"}, \"outside\": {\"enum\": [\"linear\", \"hold\"]}}}},\n"
    "    \"signals\": {\"type\": [\"object\", \"null\"], \"description\": \"names for what is computed\", "
    "\"additionalProperties\": {\"oneOf\": [\n"
    "      {\"$ref\": \"#/$defs/expression\"},\n"
    "      {\"type\": \"object\", \"required\": [\"value\"], \"additionalProperties\": false, \"properties\": "
    "{\"repeat\": {\"$ref\": \"#/$defs/repeat\"},\n"
    "        \"value\": {\"$ref\": \"#/$defs/expression\"}, \"unit\": {\"type\": [\"string\", \"number\"], "
    "\"description\": \"an SI unit such as N or rad/s\"}}}]}},\n"
    "    \"events\": {\"type\": [\"object\", \"null\"], \"additionalProperties\": {\"type\": \"object\", "
    "\"additionalProperties\": false,\n"
    "      \"oneOf\": [{\"required\": [\"when\"]}, {\"required\": [\"at\"]}],\n"
    "      \"properties\": {\"repeat\": {\"$ref\": \"#/$defs/repeat\"}, \"when\": {\"$ref\": \"#/$defs/expression\"},\n"
    "        \"direction\": {\"enum\": [\"rising\", \"falling\", \"both\"]}, \"at\": {\"$ref\": \"#/$defs/number\"},\n"
    "        \"every\": {\"$ref\": \"#/$defs/number\"}, \"stop\": {\"type\": \"boolean\"},\n"
    "        \"set\": {\"type\": \"object\", \"additionalProperties\": {\"$ref\": \"#/$defs/expression\"}}}}},\n"
    "    \"initial\": {\"type\": [\"object\", \"null\"], \"additionalProperties\": false, \"properties\": {\n"
    "      \"keep\": {\"$ref\": \"#/$defs/starts\"}, \"guess\": {\"$ref\": \"#/$defs/starts\"}}},\n";

static const char *const last =
    "    \"outputs\": {\"oneOf\": [{\"type\": \"array\", \"items\": {\"type\": [\"string\", \"object\"]}},\n"
    "      {\"type\": [\"object\", \"null\"]}]}\n"
    "    }},\n";

static const char *const motion =
    "    \"motion\": {\"oneOf\": [{\"$ref\": \"#/$defs/expression\"},\n"
    "      {\"type\": \"object\", \"additionalProperties\": false, \"properties\": {\"table\": {\"$ref\": "
    "\"#/$defs/table\"},\n"
    "        \"rest\": {\"enum\": [\"ends\", \"points\", \"none\"], \"description\": \"where a table stands still\"},\n"
    "        " FILE_KEYS
    "},\n"
    "        \"oneOf\": [{\"required\": [\"table\"]}, {\"required\": [\"file\"]}]},\n"
    "      {\"type\": \"object\", \"additionalProperties\": false, \"required\": [\"follow\", \"bandwidth\"],\n"
    "        \"properties\": {\"follow\": {\"$ref\": \"#/$defs/expression\"}, \"bandwidth\": {\"$ref\": "
    "\"#/$defs/number\"},\n"
    "          \"damping\": {\"$ref\": \"#/$defs/number\"}}}]},\n";

static const char *const shared =
    "    \"port\": {\"enum\": [\"body\", \"point\", \"frame\", \"joint\", \"road\", \"signal\", \"input\"]},\n"
    "    \"number\": {\"type\": [\"number\", \"string\"], \"description\": \"a number, a quantity such as \\\"250 "
    "mm\\\", or \\\"=expression\\\" of parameters\"},\n"
    "    \"expression\": {\"type\": [\"number\", \"string\"], \"description\": \"a number, a quantity, "
    "\\\"=expression\\\" of parameters, or an expression\"},\n"
    "    \"expressions\": {\"oneOf\": [{\"$ref\": \"#/$defs/expression\"},\n"
    "      {\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/expression\"}, \"minItems\": 1, \"maxItems\": 3}]},\n"
    "    \"vector\": {\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/number\"}, \"minItems\": 2, \"maxItems\": "
    "3},\n"
    "    \"turn\": {\"oneOf\": [{\"$ref\": \"#/$defs/number\"},\n"
    "      {\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/number\"}, \"minItems\": 3, \"maxItems\": 3}]},\n"
    "    \"axis\": {\"oneOf\": [{\"enum\": [\"x\", \"y\", \"z\", \"-x\", \"-y\", \"-z\", \"+x\", \"+y\", \"+z\"]}, "
    "{\"$ref\": \"#/$defs/vector\"}]},\n"
    "    \"orientation\": {\"oneOf\": [{\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/number\"}, \"minItems\": "
    "4, \"maxItems\": 4},\n"
    "      {\"type\": \"object\", \"additionalProperties\": false, \"required\": [\"angle\"],\n"
    "        \"properties\": {\"axis\": {\"$ref\": \"#/$defs/axis\"}, \"angle\": {\"$ref\": \"#/$defs/number\"}}}]},\n"
    "    \"end\": {\"type\": \"string\", \"description\": \"BODY.POINT, BODY.FRAME, BODY or a point name that is "
    "unique\"},\n"
    "    \"between\": {\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/end\"}, \"minItems\": 2, \"maxItems\": "
    "2},\n"
    "    \"table\": {\"type\": \"array\", \"minItems\": 2, \"items\": {\"type\": \"array\", \"items\": {\"$ref\": "
    "\"#/$defs/number\"}, \"minItems\": 2, \"maxItems\": 2}},\n";

static const char *const shared_tables =
    "    \"file\": {\"type\": \"string\", \"description\": \"a file of numbers (CSV), relative to this file\"},\n"
    "    \"columns\": {\"type\": \"array\", \"items\": {\"type\": [\"string\", \"integer\"]}, \"description\": "
    "\"columns of the file, by name or number from 1\"},\n"
    "    \"units\": {\"type\": [\"string\", \"array\"], \"items\": {\"type\": [\"string\", \"integer\"]}, "
    "\"description\": \"units of these columns, instead of those in the file\"},\n"
    "    \"law\": {\"type\": \"object\", \"additionalProperties\": false, \"oneOf\": [{\"required\": [\"table\"]}, "
    "{\"required\": [\"file\"]}, {\"required\": [\"polynomial\"]},\n"
    "      {\"required\": [\"breaks\", \"pieces\"]}],\n"
    "      \"properties\": {\"table\": {\"$ref\": \"#/$defs/table\"}, " FILE_KEYS
    ",\n"
    "        \"smooth\": {\"type\": \"boolean\"},\n"
    "        \"polynomial\": {\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/number\"}, \"minItems\": 1},\n"
    "        \"breaks\": {\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/number\"}, \"minItems\": 1},\n"
    "        \"pieces\": {\"type\": \"array\", \"items\": {\"type\": \"array\", \"items\": {\"$ref\": "
    "\"#/$defs/number\"}, \"minItems\": 1}, \"minItems\": 2}}},\n"
    "    \"geometry\": {\"type\": [\"object\", \"null\"], \"additionalProperties\": false, \"properties\": {\n"
    "      \"pressure_angle\": {\"$ref\": \"#/$defs/number\"}, \"at\": {\"$ref\": \"#/$defs/end\"}, "
    "\"between\": {\"$ref\": \"#/$defs/between\"},\n"
    "      \"radii\": {\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/number\"}, "
    "\"minItems\": 2, \"maxItems\": 2}}},\n"
    "    \"repeat\": {\"type\": \"object\", \"minProperties\": 1, \"maxProperties\": 4,\n"
    "      \"description\": \"index: [first, last], or names: [left, right], or names with values: {left: {side: "
    "1}}\",\n"
    "      \"additionalProperties\": {\"type\": [\"array\", \"object\", \"number\", \"string\"], \"items\": "
    "{\"$ref\": \"#/$defs/number\"}, \"minItems\": 1}},\n"
    "    \"points\": {\"type\": [\"object\", \"null\"], \"additionalProperties\": {\"oneOf\": [{\"$ref\": "
    "\"#/$defs/vector\"},\n"
    "      {\"type\": \"object\", \"additionalProperties\": false, \"required\": [\"at\"],\n"
    "        \"properties\": {\"repeat\": {\"$ref\": \"#/$defs/repeat\"}, \"at\": {\"$ref\": "
    "\"#/$defs/vector\"}}}]}},\n"
    "    \"frames\": {\"type\": [\"object\", \"null\"], \"additionalProperties\": {\"type\": \"object\", "
    "\"additionalProperties\": false,\n"
    "      \"properties\": {\"repeat\": {\"$ref\": \"#/$defs/repeat\"}, \"at\": {\"$ref\": \"#/$defs/vector\"},\n"
    "        \"orientation\": {\"$ref\": \"#/$defs/orientation\"}}}},\n"
    "    \"body\": {\"type\": [\"object\", \"null\"], \"additionalProperties\": false, \"properties\": "
    "{\n"
    "      \"repeat\": {\"$ref\": \"#/$defs/repeat\"}, \"type\": {\"enum\": [\"rigid\", \"particle\"]},\n"
    "      \"mass\": {\"$ref\": \"#/$defs/number\"}, \"com\": {\"$ref\": \"#/$defs/vector\"},\n"
    "      \"inertia\": {\"oneOf\": [{\"$ref\": \"#/$defs/number\"},\n"
    "        {\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/number\"}, \"minItems\": 3, \"maxItems\": 6}]},\n"
    "      \"points\": {\"$ref\": \"#/$defs/points\"}, \"frames\": {\"$ref\": \"#/$defs/frames\"}, "
    "\"shapes\": {\"$ref\": \"#/$defs/shapes\"}}},\n"
    "    \"place\": {\"oneOf\": [{\"$ref\": \"#/$defs/vector\"}, {\"type\": \"string\", \"description\": \"a point of "
    "the body\"}]},\n"
    "    \"starts\": {\"type\": [\"object\", \"null\"]}";

char *jn_model_schema(const jn_alloc *alloc) {
  writer w = {.alloc = alloc};
  put(&w, head);
  put_complete(&w);
  put(&w, sections);
  put_choice(&w, "joints", "joint", joint_name);
  put_choice(&w, "forces", "force", force_name);
  put_choice(&w, "roads", "road", road_name);
  put(&w, rest);
  put_simulate(&w);
  put(&w, last);
  put(&w, motion);
  put(&w, shared);
  put(&w, shared_tables);
  put_kinds(&w);
  put(&w, "\n  }\n}\n");
  if (!w.no_memory) return w.text;
  return jni_free(alloc, w.text);
}

void *jn_text_free(const jn_alloc *alloc, char *text) { return jni_free(alloc, text); }
