// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_schema.c - the JSON Schema and the reader agree: whatever the reader accepts is valid (shipped models, parts,
// seeds of the fuzzer), mistakes that an editor can see are not, and every shipped file tells an editor where the
// schema is.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#define FOLDER_WITH_CONTACTS true
#include "folder.h"
#include "jounce/jounce.h"
#include "model/read/read_file.h"

// ---- a validator: the keywords that the schema uses, and no others ------------------------------------------

static const jni_node *schema;
static char why[256];  // the last thing that was not valid
static char at[128];   // where

static bool no(const jni_node *value, const char *what, const char *more) {
  snprintf(why, sizeof why, "%.100s '%.60s'", what, more);
  snprintf(at, sizeof at, "line %d, key '%.60s'", value->place.line, value->key ? value->key : "");
  return false;
}

static bool is_null(const jni_node *v) { return v->kind == JNI_SCALAR && !v->quoted && jni_node_is_empty(v); }
static bool is_boolean(const jni_node *v) {
  return v->kind == JNI_SCALAR && !v->quoted && (strcmp(v->text, "true") == 0 || strcmp(v->text, "false") == 0);
}
static bool is_number(const jni_node *v) {
  double number;
  const char *end = v->kind == JNI_SCALAR && !v->quoted ? jni_number_parse(v->text, &number) : NULL;
  return end && !*end;
}

static bool has_type(const jni_node *v, const char *type) {
  if (strcmp(type, "object") == 0) return v->kind == JNI_MAPPING;
  if (strcmp(type, "array") == 0) return v->kind == JNI_SEQUENCE;
  if (strcmp(type, "null") == 0) return is_null(v);
  if (strcmp(type, "boolean") == 0) return is_boolean(v);
  if (strcmp(type, "number") == 0) return is_number(v);
  CHECK(strcmp(type, "string") == 0);
  return v->kind == JNI_SCALAR && !is_null(v) && !is_boolean(v) && !is_number(v);
}

static bool valid(const jni_node *rule, const jni_node *value);

static bool check_type(const jni_node *rule, const jni_node *v, const jni_node *all) {
  (void)all;
  bool found = rule->kind == JNI_SCALAR && has_type(v, rule->text);
  for (const jni_node *type = rule->first; type; type = type->next) found = found || has_type(v, type->text);
  return found || no(v, "has not the type", rule->kind == JNI_SCALAR ? rule->text : rule->first->text);
}

static bool same_scalar(const jni_node *rule, const jni_node *v) {
  return v->kind == JNI_SCALAR && strcmp(rule->text, v->text) == 0 && (rule->quoted || !v->quoted);
}

static bool check_const(const jni_node *rule, const jni_node *v, const jni_node *all) {
  (void)all;
  return same_scalar(rule, v) || no(v, "is not", rule->text);
}

static bool check_enum(const jni_node *rule, const jni_node *v, const jni_node *all) {
  (void)all;
  for (const jni_node *one = rule->first; one; one = one->next)
    if (same_scalar(one, v)) return true;
  return no(v, "is none of the names", v->kind == JNI_SCALAR ? v->text : "");
}

static bool check_ref(const jni_node *rule, const jni_node *v, const jni_node *all) {
  (void)all;
  static const char prefix[] = "#/$defs/";
  if (strcmp(rule->text, "#") == 0) return valid(schema, v);
  const jni_node *found = strncmp(rule->text, prefix, sizeof prefix - 1) == 0
                              ? jni_node_get(jni_node_get(schema, "$defs"), rule->text + sizeof prefix - 1)
                              : NULL;
  CHECK(found != NULL);
  if (!found) printf("  no definition %s\n", rule->text);
  return found && valid(found, v);
}

static bool check_required(const jni_node *rule, const jni_node *v, const jni_node *all) {
  (void)all;
  for (const jni_node *key = rule->first; key && v->kind == JNI_MAPPING; key = key->next)
    if (!jni_node_get(v, key->text)) return no(v, "lacks the key", key->text);
  return true;
}

static bool check_properties(const jni_node *rule, const jni_node *v, const jni_node *all) {
  (void)all;
  for (const jni_node *child = v->kind == JNI_MAPPING ? v->first : NULL; child; child = child->next) {
    const jni_node *inner = jni_node_get(rule, child->key);
    if (inner && !valid(inner, child)) return false;
  }
  return true;
}

static bool check_additional(const jni_node *rule, const jni_node *v, const jni_node *all) {
  const jni_node *properties = jni_node_get(all, "properties");
  for (const jni_node *child = v->kind == JNI_MAPPING ? v->first : NULL; child; child = child->next) {
    if (properties && jni_node_get(properties, child->key)) continue;
    if (is_boolean(rule)) return no(child, "is an unknown key", child->key);
    if (!valid(rule, child)) return false;
  }
  return true;
}

static int count_valid(const jni_node *rule, const jni_node *v) {
  int n = 0;
  for (const jni_node *one = rule->first; one; one = one->next) n += valid(one, v);
  return n;
}

static bool check_one_of(const jni_node *rule, const jni_node *v, const jni_node *all) {
  (void)all;
  int n = count_valid(rule, v);
  return n == 1 || (n > 1 && no(v, "fits more than one", "oneOf"));
}
static bool check_any_of(const jni_node *rule, const jni_node *v, const jni_node *all) {
  (void)all;
  return count_valid(rule, v) > 0;
}
static bool check_all_of(const jni_node *rule, const jni_node *v, const jni_node *all) {
  (void)all;
  for (const jni_node *one = rule->first; one; one = one->next)
    if (!valid(one, v)) return false;
  return true;
}
static bool check_not(const jni_node *rule, const jni_node *v, const jni_node *all) {
  (void)all;
  return !valid(rule, v) || no(v, "is what it must not be", "not");
}
static bool check_if(const jni_node *rule, const jni_node *v, const jni_node *all) {
  const jni_node *then = jni_node_get(all, valid(rule, v) ? "then" : "else");
  return !then || valid(then, v);
}

static bool check_items(const jni_node *rule, const jni_node *v, const jni_node *all) {
  (void)all;
  for (const jni_node *item = v->kind == JNI_SEQUENCE ? v->first : NULL; item; item = item->next)
    if (!valid(rule, item)) return false;
  return true;
}

static bool check_size(const jni_node *rule, const jni_node *v, const jni_node *all) {
  (void)all;
  bool items = strstr(rule->key, "Items") != NULL;
  if (v->kind != (items ? JNI_SEQUENCE : JNI_MAPPING)) return true;
  int bound = atoi(rule->text);
  return (strncmp(rule->key, "min", 3) == 0 ? v->size >= bound : v->size <= bound) ||
         no(v, "has another size than", rule->key);
}

static bool check_nothing(const jni_node *rule, const jni_node *v, const jni_node *all) {
  (void)rule;
  (void)v;
  (void)all;
  return true;
}

static const struct {
  const char *name;
  bool (*check)(const jni_node *rule, const jni_node *value, const jni_node *all);
} keywords[] = {{"type", check_type},
                {"const", check_const},
                {"enum", check_enum},
                {"$ref", check_ref},
                {"required", check_required},
                {"properties", check_properties},
                {"additionalProperties", check_additional},
                {"oneOf", check_one_of},
                {"anyOf", check_any_of},
                {"allOf", check_all_of},
                {"not", check_not},
                {"if", check_if},
                {"items", check_items},
                {"minItems", check_size},
                {"maxItems", check_size},
                {"minProperties", check_size},
                {"maxProperties", check_size},
                {"then", check_nothing},
                {"else", check_nothing},
                {"description", check_nothing},
                {"enumDescriptions", check_nothing},
                {"title", check_nothing},
                {"$schema", check_nothing},
                {"$defs", check_nothing}};
enum { NKEYWORDS = sizeof keywords / sizeof *keywords };

static bool valid(const jni_node *rule, const jni_node *value) {
  for (const jni_node *keyword = rule->first; keyword; keyword = keyword->next) {
    int k = 0;
    while (k < NKEYWORDS && strcmp(keywords[k].name, keyword->key) != 0) k++;
    CHECK(k < NKEYWORDS);  // otherwise: a keyword that this validator does not know
    if (k < NKEYWORDS && !keywords[k].check(keyword, value, rule)) return false;
  }
  return true;
}

// ---- documents ----------------------------------------------------------------------------------------

static bool text_is_valid(const char *text, size_t size) {
  jn_model *model = jn_model_new(NULL, "", JN_PLANE);
  jni_document *document = jni_document_new(model, text, size, 0, NULL);
  why[0] = at[0] = 0;
  bool ok = document && jni_document_root(document) && valid(schema, jni_document_root(document));
  jni_document_free(document);
  jn_model_free(model);
  return ok;
}

static char *read_text(const char *path, size_t *size) {
  jn_status status;
  char what[256];
  return jni_read_file(NULL, path, size, &status, what, sizeof what);
}

static void check_file(const char *path) {
  size_t size = 0;
  char *text = read_text(path, &size);
  bool ok = text && text_is_valid(text, size);
  CHECK(ok);
  if (!ok) printf("  %s: %s: %s\n", path, at, why);
  jni_free(NULL, text);
}

// The first line, with the way from the file to the schema.
static void check_line(const char *path) {
  static const char start[] = "# yaml-language-server: $schema=";
  size_t size = 0;
  char *text = read_text(path, &size), file[1024] = "", name[512] = "";
  size_t line = text ? strcspn(text, "\n") : 0;
  bool precomputed_report =
      text && size > sizeof start && strncmp(text, start, sizeof start - 1) == 0 && line < sizeof name;
  const char *slash = strrchr(path, '/');
  if (precomputed_report)
    snprintf(name, sizeof name, "%.*s", (int)(line - (sizeof start - 1)), text + sizeof start - 1);
  if (precomputed_report) snprintf(file, sizeof file, "%.*s%s", (int)(slash - path) + 1, path, name);
  size_t n = strlen(file), k = strlen("/docs/model.schema.json");
  bool right =
      precomputed_report && access(file, R_OK) == 0 && n > k && strcmp(file + n - k, "/docs/model.schema.json") == 0;
  CHECK(right);
  if (!right) printf("  %s: the first line should be %sPATH/docs/model.schema.json\n", path, start);
  jni_free(NULL, text);
}

static bool is_yaml(const char *path) { return strcmp(strrchr(path, '.'), ".yaml") == 0; }
static void check_shipped(const char *path) {
  check_file(path);
  if (is_yaml(path)) check_line(path);
}

// What the reader takes is valid.
static void check_seed(const char *path) {
  size_t size = 0;
  char *text = read_text(path, &size);
  jn_model *model = text ? jn_model_read_text(NULL, "seed", text, size, NULL, 0, NULL) : NULL;
  if (model) check_file(path);
  jn_model_free(model);
  jni_free(NULL, text);
}

static int each_seed(void) {
  int n = 0;
  DIR *folder = opendir(JOUNCE_SOURCE_DIR "/tests/corpus/reader");
  for (struct dirent *entry = folder ? readdir(folder) : NULL; entry; entry = readdir(folder)) {
    char path[1024];
    if (entry->d_name[0] == '.') continue;
    snprintf(path, sizeof path, JOUNCE_SOURCE_DIR "/tests/corpus/reader/%s", entry->d_name);
    check_seed(path);
    n++;
  }
  if (folder) closedir(folder);
  return n;
}

// Models that pages show: those that the reader takes by themselves.
static int check_page(const char *path) {
  static const char open[] = "\n```yaml\n", close[] = "\n```";
  size_t size = 0;
  int n = 0;
  char *text = read_text(path, &size), *end = text;
  if (text) text[size > 0 ? size - 1 : 0] = 0;
  for (char *block = text; block;) {
    block = strstr(end, open);
    if (!block) break;
    end = strstr(block, close);
    if (!end) break;
    block += sizeof open - 1;
    end = strstr(block, close);
    size_t length = end ? (size_t)(end - block) + 1 : 0;
    jn_model *model = length ? jn_model_read_text(NULL, "page", block, length, NULL, 0, NULL) : NULL;
    bool ok = !model || text_is_valid(block, length);
    CHECK(ok);
    if (!ok) printf("  %s: in a model that begins with '%.60s': %s: %s\n", path, block, at, why);
    n += model != NULL;
    jn_model_free(model);
    if (!end) break;
  }
  jni_free(NULL, text);
  return n;
}

// ---- mistakes -----------------------------------------------------------------------------------------

#define MODEL(rest) "jounce: 1\nspace: plane\nbodies: {b: {mass: 1, inertia: 1}}\n" rest "\n"

static const struct {
  const char *text;
  bool sound;
} samples[] = {
    {MODEL("outputs: [b.x]"), true},
    {MODEL("joints: {j: {type: revolute, between: [ground, b]}}"), true},
    {MODEL("simulate: {formulation: multipliers, integrator: rk4, tolerance: 1e-6}"), true},
    {"jounce: 1\nmodel: other.yaml\nbodies: {b: {com: [1, 0]}}\njoints: {j: {axis: y}}\nforces: {f: null}\n", true},
    {MODEL("parts: {p: {ports: {on: body}, bodies: {a: {mass: 1}}}}\nuse: {u: {part: p, ports: {on: b}, at: [0, 1]}}"),
     true},
    {MODEL("use: {\"{c}_u\": {repeat: {c: [l, r]}, part: p.yaml, mirror: y}}"), true},
    {"jounce: 1\nports: {on: {type: body, points: {P: [0, 1]}}}\nbodies: {a: {mass: 1}}\n", true},
    {"jounce: 1\nmodel: other.yaml\nparts: {p: {bodies: {b: {com: [1, 0]}}}}\nuse: {u: {at: [0, 1]}}\n", true},
    {MODEL("parts: {p: {body: {a: {mass: 1}}}}"), false},
    {MODEL("parts: {p: {bodies: {a: {inertia: 1}}}}"), false},
    {MODEL("parts: {p: {ports: {on: bodi}}}"), false},
    {MODEL("use: {u: {at: [0, 1]}}"), false},
    {MODEL("joint: {j: {type: revolute, between: [ground, b]}}"), false},
    {MODEL("joints: {j: {type: revolut, between: [ground, b]}}"), false},
    {MODEL("joints: {j: {type: revolute, between: [ground]}}"), false},
    {MODEL("joints: {j: {type: revolute, betwen: [ground, b]}}"), false},
    {MODEL("joints: {j: {between: [ground, b]}}"), false},
    {MODEL("forces: {f: {type: spring-damper, between: [ground, b], stiffnes: 3}}"), false},
    {MODEL("simulate: {formulation: multiplier}"), false},
    {MODEL("simulate: {integrator: rk5}"), false},
    {MODEL("simulate: {until: [1]}"), false},
    {MODEL("outputs: 3"), false},
    {MODEL("parameters: {a: 1, b: {value: 2 m, min: \"=a\", max: 3 m, description: length}}"), true},
    {MODEL("parameters: {b: {value: 2 m, mim: 1}}"), false},
    {MODEL("parameters: {b: [2 m, 3 m]}"), false},
    {"jounce: 2\nspace: plane\nbodies: {b: {mass: 1}}\n", false},
    {"jounce: 1\nspace: plane\nbodies: {b: {inertia: 1}}\n", false},
    {"jounce: 1\nspace: flat\nbodies: {b: {mass: 1}}\n", false},
};

static void test_samples(void) {
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
    bool ok = text_is_valid(samples[i].text, strlen(samples[i].text));
    CHECK(ok == samples[i].sound);
    if (ok != samples[i].sound) printf("%s  %s %s\n", samples[i].text, at, why);
  }
}

int main(void) {
  char *text = jn_model_schema(NULL);
  jn_model *model = jn_model_new(NULL, "", JN_PLANE);
  jni_document *document = text && model ? jni_document_new(model, text, strlen(text), 0, NULL) : NULL;
  schema = document ? jni_document_root(document) : NULL;
  CHECK(schema != NULL);
  if (schema) {
    test_samples();
    CHECK(each_shipped_model(check_shipped) > 30);
    CHECK(each_seed() > 3);
    CHECK(check_page(JOUNCE_SOURCE_DIR "/docs/guide.md") > 8);
    CHECK(check_page(JOUNCE_SOURCE_DIR "/docs/model-format.md") > 0);
  }
  jni_document_free(document);
  jn_model_free(model);
  jn_text_free(NULL, text);
  return check_report();
}
