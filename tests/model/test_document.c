// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_document.c - flat documents: every shipped model read from one is the same model; files of a program; bytes that
// are no document.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#define FOLDER_WITH_CONTACTS true
#include "folder.h"
#include "jounce/document.h"
#include "memory.h"
#include "model/document/flat.h"
#include "model/hash.h"
#include "simulate/run.h"

static unsigned char *flatten(const char *text, size_t *size) {
  return jn_document_flatten(NULL, text, strlen(text), size);
}

// ---- what is in it -----------------------------------------------------------------------------------------

static void test_records(void) {
  size_t size = 0;
  unsigned char *bytes = flatten("# first\na: [1, 'two', \"\\u00e9\"]\n\xc3\xa9: {b: }\n", &size);
  jni_flat flat;
  CHECK(bytes && jni_flat_parse(bytes, size, &flat) && flat.fault == JNI_FLAT_SOUND);
  static const jni_flat_record expected[] = {
      {JNI_MAPPING, false, 2, {2, 1}, {0, 0}, NULL, NULL},
      {JNI_SEQUENCE, false, 3, {2, 4}, {2, 1}, "a", NULL},
      {JNI_SCALAR, false, 0, {2, 5}, {0, 0}, NULL, "1"},
      {JNI_SCALAR, true, 0, {2, 8}, {0, 0}, NULL, "two"},
      {JNI_SCALAR, true, 0, {2, 15}, {0, 0}, NULL, "\xc3\xa9"},
      {JNI_MAPPING, false, 1, {3, 4}, {3, 1}, "\xc3\xa9", NULL},
      {JNI_SCALAR, false, 0, {3, 5}, {3, 5}, "b", ""},
  };
  CHECK(flat.nrecords == 7);
  for (int i = 0; i < 7 && i < flat.nrecords; i++) {
    jni_flat_record r = jni_flat_get(&flat, i), e = expected[i];
    CHECK(r.kind == e.kind && r.quoted == e.quoted && r.nchildren == e.nchildren);
    CHECK(r.place.line == e.place.line && r.place.column == e.place.column);
    CHECK(r.key_place.line == e.key_place.line && r.key_place.column == e.key_place.column);
    CHECK((r.key == NULL) == (e.key == NULL) && (!r.key || strcmp(r.key, e.key) == 0));
    CHECK((r.text == NULL) == (e.text == NULL) && (!r.text || strcmp(r.text, e.text) == 0));
  }
  jn_document_free(NULL, bytes);
}

static void test_refused(void) {
  static const struct {
    const char *text, *sentence;
    jni_flat_fault fault;
    int line, column;
  } cases[] = {
      {"a: 1\nb: &x 2\n", "anchors", JNI_FLAT_REFUSED, 2, 7},
      {"a: 1\n<<: {b: 2}\n", "merge keys", JNI_FLAT_REFUSED, 2, 1},
      {"a: \"\\0\"", "zero byte", JNI_FLAT_REFUSED, 1, 4},
      {"a: 1\n---\nb: 2\n", "one document", JNI_FLAT_REFUSED, 2, 1},
      {"a: 1\n\x01", "control character", JNI_FLAT_REFUSED, 2, 1},
      {"a: [1, 2\n", "not valid YAML", JNI_FLAT_SYNTAX, 0, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    size_t size = 0;
    unsigned char *bytes = flatten(cases[i].text, &size);
    jni_flat flat = {.bytes = NULL};
    CHECK(bytes && jni_flat_parse(bytes, size, &flat));
    CHECK(flat.fault == cases[i].fault && flat.nrecords == 0 && strstr(flat.texts, cases[i].sentence));
    if (cases[i].line > 0) CHECK(flat.fault_place.line == cases[i].line && flat.fault_place.column == cases[i].column);
    jn_document_free(NULL, bytes);
  }
}

// ---- without libfyaml: JSON and single values --------------------------------------------------------------------

static bool is_sound(const unsigned char *bytes, size_t size) {
  jni_flat flat;
  return jni_flat_parse(bytes, size, &flat) && flat.fault == JNI_FLAT_SOUND;
}

// What is read without libfyaml is what libfyaml reads, byte for byte. False: it is refused.
static bool check_flow(const char *text, size_t n) {
  size_t size = 0, size_flow = 0;
  unsigned char *flow = jni_flat_flow(NULL, text, n, &size_flow), *full = jn_document_flatten(NULL, text, n, &size);
  bool sound = flow && is_sound(flow, size_flow);
  bool same = full && size == size_flow && memcmp(full, flow, size) == 0;
  CHECK(flow && full && (same || !sound));
  if (sound && !same) printf("  %.*s\n", n > 300 ? 300 : (int)n, text);
  jn_document_free(NULL, flow);
  jn_document_free(NULL, full);
  return sound;
}

enum { MUTATIONS = LIGHT ? 30 : 300 };

// A text with some of its characters replaced, taken out or put in.
static void check_mutations(const char *text, unsigned seed, int n) {
  static const char alphabet[] = "{}[],:\"'\\ \n\r\ta0.-#&*!|>%@`~?<=u+(/_\xc3";
  char made[256];
  for (int i = 0; i < n; i++) {
    size_t size = strlen(text);
    memcpy(made, text, size);
    for (int k = 0; k < 3 && size > 0; k++) {
      seed = 1664525u * seed + 1013904223u;
      size_t at = (seed >> 8) % size;
      if (seed >> 30 == 0) memmove(made + at, made + at + 1, --size - at);
      else if (seed >> 30 == 1) memmove(made + at + 1, made + at, size++ - at);
      if (size > at) made[at] = alphabet[(seed >> 3) % (sizeof alphabet - 1)];
    }
    check_flow(made, size);
  }
}

static void test_flow(void) {
  static const char *const read[] = {"0.12",
                                     "30 cm",
                                     " -3e-4 m/s^2 ",
                                     "reduced\n",
                                     "if(t < 1, 2, 3)",
                                     "[0, 1, 2]",
                                     "[0,1]",
                                     "{a: 1, b: [x, y z]}",
                                     "{\"a\":1,\"b\":{\"c\":[{},[]]}}",
                                     "\"a \\\"quoted\\\" \\u00e9 \\u20ac \\/ text\"",
                                     "[\"\xc3\xa9\", 1]",
                                     "",
                                     "\n{\n  \"jounce\": 1,\n  \"bodies\": [\n  ]\n}\n",
                                     "{\r\n\"a\": null\r\n}\r\n",
                                     "~",
                                     "true",
                                     "../parts/a.yaml",
                                     "-(a + b)*2",
                                     "{\"a\" : 1}",
                                     "-.5"};
  static const char *const refused[] = {
      "a: 1",      "- 1",    "[a: 1]",   "{a:1}",        "{a}",          "[1, 2",  "{\"a\": }", "&x 1",
      "*x",        "!t 1",   "'one'",    "[1] 2",        "a # comment",  "a\n  b", "[1, 2,]",   "\"\\ud83d\\ude00\"",
      "\"\\0\"",   "\"open", "[a\n b]",  "{<<: {a: 1}}", "{\"a\"\n: 1}", "---",    "...",       "\xff",
      "%YAML 1.2", "| text", "[1, , 2]", "{a: 1]"};
  for (size_t i = 0; i < sizeof read / sizeof *read; i++) CHECK(check_flow(read[i], strlen(read[i])));
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) CHECK(!check_flow(refused[i], strlen(refused[i])));
  for (size_t i = 0; i < sizeof read / sizeof *read; i++) check_mutations(read[i], 1 + (unsigned)i, MUTATIONS);
}

static void test_flow_sentence(void) {
  size_t size = 0;
  unsigned char *bytes = jni_flat_flow(NULL, "{a: 1,\n b: *c}", 14, &size);
  jni_flat flat = {.bytes = NULL};
  CHECK(bytes && jni_flat_parse(bytes, size, &flat) && strstr(flat.texts, "jounce flatten"));
  CHECK(flat.fault_place.line == 2 && flat.fault_place.column == 5);
  jn_document_free(NULL, bytes);
}

// The values of a flat document, each by itself, and the whole of it as JSON.
static void write_text(FILE *out, const char *text) {
  fputc('"', out);
  for (; *text; text++) {
    if (*text == '"' || *text == '\\') fprintf(out, "\\%c", *text);
    else if (*text == '\n') fputs("\\n", out);
    else fputc(*text, out);
  }
  fputc('"', out);
}

static int write_json(FILE *out, const jni_flat *flat, int i, int *nread) {
  jni_flat_record r = jni_flat_get(flat, i++);
  if (r.kind == JNI_SCALAR) {
    *nread += check_flow(r.text, strlen(r.text));
    write_text(out, r.text);
    return i;
  }
  fputc(r.kind == JNI_MAPPING ? '{' : '[', out);
  for (int k = 0; k < r.nchildren; k++) {
    const char *key = jni_flat_get(flat, i).key;
    if (k > 0) fputs(",\n", out);
    if (key) {
      write_text(out, key);
      fputs(": ", out);
    }
    i = write_json(out, flat, i, nread);
  }
  fputc(r.kind == JNI_MAPPING ? '}' : ']', out);
  return i;
}

static void check_json(const unsigned char *bytes, size_t size) {
  jni_flat flat = {.bytes = NULL};
  char *json = NULL;
  size_t n = 0;
  int nread = 0;
  FILE *out = open_memstream(&json, &n);
  CHECK(jni_flat_parse(bytes, size, &flat) && flat.nrecords > 0);
  write_json(out, &flat, 0, &nread);
  fclose(out);
  CHECK(check_flow(json, n) && nread > flat.nrecords / 4);
  free(json);
}

// ---- models --------------------------------------------------------------------------------------------------

// Files of a program: read from the disk, and handed over as flat documents where they are YAML.
typedef struct {
  int nfiles, nflat, live;
  bool flatten;
} shop;

static char *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  char *text = malloc(*size + 1);
  CHECK(text && fread(text, 1, *size, file) == *size);
  fclose(file);
  return text;
}

static void *shop_read(void *user, const char *path, size_t *size, char *why, size_t why_size) {
  shop *s = user;
  char *text = read_file(path, size);
  if (!text) {
    snprintf(why, why_size, "the shop has no such file");
    return NULL;
  }
  s->nfiles++;
  const char *end = strrchr(path, '.');
  bool yaml = end && (strcmp(end, ".yaml") == 0 || strcmp(end, ".yml") == 0);
  s->live++;
  if (s->flatten || !yaml) return text;
  s->nflat++;
  check_flow(text, *size);
  unsigned char *flat = jn_document_flatten(NULL, text, *size, size);
  check_json(flat, *size);
  free(text);
  return flat;
}

static void shop_release(void *user, void *bytes) {
  ((shop *)user)->live--;
  free(bytes);
}

static unsigned char *shop_flatten(void *user, const char *text, size_t size, size_t *nbytes) {
  shop *s = user;
  s->nflat++;
  s->live++;
  return jn_document_flatten(NULL, text, size, nbytes);
}

static void check_model(const char *path) {
  jn_model *own = jn_model_read(NULL, path, NULL, 0, NULL);
  for (int flatten_later = 0; own && flatten_later < 2; flatten_later++) {
    shop s = {.flatten = flatten_later};
    jn_files files = {&s, shop_read, shop_release, flatten_later ? shop_flatten : NULL};
    jn_report *report = jn_report_new(NULL);
    jn_model *model = jn_model_read_files(NULL, &files, path, NULL, 0, report);
    CHECK(model != NULL && s.nfiles > 0 && s.live == 0);
    if (model) CHECK(jni_equations_hash(model) == jni_equations_hash(own));
    if (model && s.flatten) CHECK(jn_model_source(model, 0).hash == jn_model_source(own, 0).hash);
    jn_model_free(model);
    jn_report_free(report);
  }
  jn_model_free(own);
}

static void test_files_that_are_missing(void) {
  shop s = {.flatten = true};
  jn_files files = {&s, shop_read, shop_release, NULL};
  jn_report *report = jn_report_new(NULL);
  CHECK(!jn_model_read_files(NULL, &files, "nowhere.yaml", NULL, 0, report));
  CHECK(jn_report_size(report) == 1 && strstr(jn_report_get(report, 0)->what, "the shop has no such file"));
  jn_report_free(report);
}

// ---- bytes from anywhere ------------------------------------------------------------------------------------------

static void test_broken_bytes(void) {
  size_t size = 0;
  unsigned char *bytes = flatten("jounce: 1\nspace: plane\nbodies: {a: {mass: 1, points: {P: [1, 2]}}}\n", &size);
  unsigned char *copy = malloc(size);
  int refused = 0, read = 0;
  for (size_t i = 0; i < size; i++)
    for (int value = 0; value < 256; value += value < 4 ? 1 : 51) {
      memcpy(copy, bytes, size);
      copy[i] = (unsigned char)value;
      jn_report *report = jn_report_new(NULL);
      jn_model *model = jn_model_read_text(NULL, "broken", (const char *)copy, size, NULL, 0, report);
      CHECK((model == NULL) == (jn_report_count(report, JN_FAULT) > 0));
      if (model) read++;
      else refused++;
      jn_model_free(model);
      jn_report_free(report);
    }
  CHECK(refused > 100 && read > 10);
  for (size_t n = 8; n < size; n++) CHECK(!jn_model_read_text(NULL, "short", (const char *)bytes, n, NULL, 0, NULL));
  free(copy);
  jn_document_free(NULL, bytes);
}

static void test_no_memory(unsigned char *make(const jn_alloc *alloc, const char *text, size_t size, size_t *nbytes)) {
  const char *text = "a: {b: [1, 2, 3], c: \"x\"}";
  long live = 0;
  int failures = 0;
  for (long k = 1; k < 100; k++) {
    memory_count c = {.fail_at = k};
    const jn_alloc alloc = {counted_resize, &c};
    size_t size = 0;
    unsigned char *bytes = make(&alloc, text, strlen(text), &size);
    failures += !bytes;
    jn_document_free(&alloc, bytes);
    live += c.live;
    if (bytes) break;
  }
  CHECK(failures > 0 && live == 0);
}

int main(void) {
  test_records();
  test_refused();
  test_flow();
  test_flow_sentence();
  CHECK(each_shipped_model(check_model) > 40);
  test_files_that_are_missing();
  test_broken_bytes();
  test_no_memory(jn_document_flatten);
  test_no_memory(jni_flat_flow);
  return check_report();
}
