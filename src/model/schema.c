// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// schema.c - the JSON Schema (draft 2020-12) of the model file: fixed text with definitions
// generated from the tables of kinds and choices.
#include "model/schema.h"

#include <stdio.h>
#include <string.h>

#include "jounce/model.h"

void jni_schema_put(jni_schema *w, const char *text) {
  size_t n = strlen(text);
  if (w->no_memory || !jni_grow(w->alloc, &w->text, &w->capacity, w->length + (int)n + 1, 1)) {
    w->no_memory = true;
    return;
  }
  memcpy(w->text + w->length, text, n + 1);
  w->length += (int)n;
}

void jni_schema_format(jni_schema *w, const char *format, ...) {
  char text[1024];
  va_list arguments;
  va_start(arguments, format);
  jni_vprint(text, sizeof text, format, arguments);
  va_end(arguments);
  jni_schema_put(w, text);
}

void jni_schema_string(jni_schema *w, const char *text) {
  jni_schema_put(w, "\"");
  for (; *text; text++) {
    char piece[3] = {*text, '\0', '\0'};
    if (*text == '"' || *text == '\\') {
      piece[0] = '\\';
      piece[1] = *text;
    }
    jni_schema_put(w, piece);
  }
  jni_schema_put(w, "\"");
}

// ---- fixed text -------------------------------------------------------------------------------

// Beginning of the schema: the keys that a complete model and a variant need. It is followed by the definitions.
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
    "\"#/$defs/parameter\"}},\n"
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
    "        \"frames\": {\"$ref\": \"#/$defs/frames\"}, \"shapes\": {\"$ref\": \"#/$defs/shapes\"},\n"
    "        \"description\": {\"type\": \"string\"}}}]}},\n"
    "    \"use\": {\"type\": [\"object\", \"null\"], \"description\": \"parts that are put in, by name\",\n"
    "      \"additionalProperties\": {\"type\": [\"object\", \"null\"], \"additionalProperties\": false, "
    "\"properties\": {\n"
    "        \"repeat\": {\"$ref\": \"#/$defs/repeat\"},\n"
    "        \"part\": {\"type\": \"string\", \"description\": \"a file (a robot too), or an entry of 'parts'\"},\n"
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
    "        " JNI_SCHEMA_FILE_KEYS
    ",\n"
    "        \"smooth\": {\"type\": \"boolean\"}, \"safe\": {\"$ref\": \"#/$defs/number\"}}}]}},\n"
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
    "        \"table\": {\"$ref\": \"#/$defs/table\"}, " JNI_SCHEMA_FILE_KEYS
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
    "        \"on\": {\"type\": \"string\", \"description\": \"contact.NAME; then 'when' is hits, closes, opens, slips "
    "or "
    "sticks\"},\n"
    "        \"direction\": {\"enum\": [\"rising\", \"falling\", \"both\"]}, \"at\": {\"$ref\": \"#/$defs/number\"},\n"
    "        \"every\": {\"$ref\": \"#/$defs/number\"}, \"stop\": {\"type\": \"boolean\"},\n"
    "        \"set\": {\"type\": \"object\", \"additionalProperties\": {\"$ref\": \"#/$defs/expression\"}}}}},\n"
    "    \"initial\": {\"type\": [\"object\", \"null\"], \"additionalProperties\": false, \"properties\": {\n"
    "      \"keep\": {\"$ref\": \"#/$defs/starts\"}, \"hold\": {\"$ref\": \"#/$defs/starts\"}, \"guess\": {\"$ref\": "
    "\"#/$defs/starts\"}}},\n";

static const char *const last =
    "    \"outputs\": {\"oneOf\": [{\"type\": \"array\", \"items\": {\"type\": [\"string\", \"object\"]}},\n"
    "      {\"type\": [\"object\", \"null\"]}]}\n"
    "    }},\n";

static const char *const motion =
    "    \"motion\": {\"oneOf\": [{\"$ref\": \"#/$defs/expression\"},\n"
    "      {\"type\": \"object\", \"additionalProperties\": false, \"properties\": {\"table\": {\"$ref\": "
    "\"#/$defs/table\"},\n"
    "        \"rest\": {\"enum\": [\"ends\", \"points\", \"none\"], \"description\": \"where a table stands still\"},\n"
    "        " JNI_SCHEMA_FILE_KEYS
    "},\n"
    "        \"oneOf\": [{\"required\": [\"table\"]}, {\"required\": [\"file\"]}]},\n"
    "      {\"type\": \"object\", \"additionalProperties\": false, \"required\": [\"follow\", \"bandwidth\"],\n"
    "        \"properties\": {\"follow\": {\"$ref\": \"#/$defs/expression\"}, \"bandwidth\": {\"$ref\": "
    "\"#/$defs/number\"},\n"
    "          \"damping\": {\"$ref\": \"#/$defs/number\"}}}]},\n";

static const char *const function =
    "    \"function\": {\"oneOf\": [{\"$ref\": \"#/$defs/expression\"},\n"
    "      {\"type\": \"object\", \"additionalProperties\": false, \"required\": [\"formula\"],\n"
    "        \"properties\": {\"formula\": {\"$ref\": \"#/$defs/expression\"},\n"
    "        \"period\": {\"$ref\": \"#/$defs/number\", \"description\": \"the formula is for 0 <= x < period and "
    "repeats\"},\n"
    "        \"per_turn\": {\"$ref\": \"#/$defs/number\", \"description\": \"increase of y per period\"}}},\n"
    "      {\"type\": \"object\", \"additionalProperties\": false, \"properties\": {\"table\": {\"$ref\": "
    "\"#/$defs/table\"},\n"
    "        \"closed\": {\"type\": \"boolean\", \"description\": \"the table repeats\"},\n"
    "        \"per_turn\": {\"$ref\": \"#/$defs/number\", \"description\": \"increase of y from one repetition to "
    "the next\"},\n"
    "        " JNI_SCHEMA_FILE_KEYS
    "},\n"
    "        \"oneOf\": [{\"required\": [\"table\"]}, {\"required\": [\"file\"]}]},\n"
    "      {\"type\": \"object\", \"additionalProperties\": false, \"required\": [\"profile\", \"follower\"],\n"
    "        \"properties\": {\"profile\": {\"oneOf\": [{\"type\": \"string\"}, {\"$ref\": "
    "\"#/$defs/corners\"}], \"description\": "
    "\"points of the outline of a cam, anticlockwise, or the name of a closed spline in the section 'profiles'\"},\n"
    "        \"follower\": {\"enum\": [\"flat\", \"roller\", \"knife-edge\"]}, \"radius\": {\"$ref\": "
    "\"#/$defs/number\"},\n"
    "        \"offset\": {\"$ref\": \"#/$defs/number\"}, \"direction\": {\"$ref\": \"#/$defs/number\"}}}]},\n";

static const char *const shared =
    "    \"corner\": {\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/number\"}, \"minItems\": 2, "
    "\"maxItems\": 2},\n"
    "    \"corners\": {\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/corner\"}, \"minItems\": 1},\n"
    "    \"port\": {\"enum\": [\"body\", \"point\", \"frame\", \"joint\", \"road\", \"signal\", \"input\"]},\n"
    "    \"number\": {\"type\": [\"number\", \"string\"], \"description\": \"a number, a quantity such as \\\"250 "
    "mm\\\", or \\\"=expression\\\" of parameters\"},\n"
    "    \"parameter\": {\"oneOf\": [{\"$ref\": \"#/$defs/number\"},\n"
    "      {\"type\": \"object\", \"additionalProperties\": false, \"properties\": {\n"
    "        \"value\": {\"$ref\": \"#/$defs/number\"},\n"
    "        \"min\": {\"$ref\": \"#/$defs/number\", \"description\": \"a smaller value is refused\"},\n"
    "        \"max\": {\"$ref\": \"#/$defs/number\", \"description\": \"a larger value is refused\"},\n"
    "        \"description\": {\"type\": \"string\"}}}]},\n"
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
    "    \"curve\": {\"oneOf\": [{\"$ref\": \"#/$defs/table\"}, {\"$ref\": \"#/$defs/law\"}]},\n"
    "    \"path\": {\"type\": \"object\", \"additionalProperties\": false, \"oneOf\": [{\"required\": [\"points\"]}, "
    "{\"required\": [\"file\"]}],\n"
    "      \"properties\": {\"points\": {\"type\": \"array\", \"minItems\": 2, \"items\": {\"type\": \"array\", "
    "\"items\": {\"$ref\": \"#/$defs/number\"}, \"minItems\": 2, \"maxItems\": 3}}, " JNI_SCHEMA_FILE_KEYS
    ",\n"
    "        \"closed\": {\"type\": \"boolean\"}, \"smooth\": {\"type\": \"boolean\"}, \"radius\": {\"$ref\": "
    "\"#/$defs/number\"}}},\n"
    "    \"step\": {\"type\": \"object\", \"additionalProperties\": false, \"minProperties\": 1,\n"
    "      \"properties\": {\"set\": {\"type\": \"object\", \"additionalProperties\": {\"$ref\": "
    "\"#/$defs/expression\"}}, "
    "\"ramp\": {\"$ref\": \"#/$defs/number\"},\n"
    "        \"for\": {\"$ref\": \"#/$defs/number\"}, \"until\": {\"$ref\": \"#/$defs/expression\"}}},\n"
    "    \"quantities\": {\"oneOf\": [{\"$ref\": \"#/$defs/number\"}, {\"type\": \"array\", \"items\": {\"$ref\": "
    "\"#/$defs/number\"}, \"minItems\": 1}]},\n"
    "    \"law\": {\"type\": \"object\", \"additionalProperties\": false, \"oneOf\": [{\"required\": [\"table\"]}, "
    "{\"required\": [\"file\"]}, {\"required\": [\"polynomial\"]},\n"
    "      {\"required\": [\"breaks\", \"pieces\"]}],\n"
    "      \"properties\": {\"table\": {\"$ref\": \"#/$defs/table\"}, " JNI_SCHEMA_FILE_KEYS
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
  jni_schema w = {.alloc = alloc};
  jni_schema_put(&w, head);
  jni_schema_complete(&w);
  jni_schema_put(&w, sections);
  jni_schema_sections(&w);
  jni_schema_put(&w, rest);
  jni_schema_simulate(&w);
  jni_schema_put(&w, last);
  jni_schema_put(&w, motion);
  jni_schema_put(&w, function);
  jni_schema_put(&w, shared);
  jni_schema_put(&w, shared_tables);
  jni_schema_kinds(&w);
  jni_schema_put(&w, "\n  }\n}\n");
  if (!w.no_memory) return w.text;
  return jni_free(alloc, w.text);
}

void *jn_text_free(const jn_alloc *alloc, char *text) { return jni_free(alloc, text); }
