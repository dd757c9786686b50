// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_document.c - flat documents: every shipped model read from one is the same model; files of a program; bytes that
// are no document.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "folder.h"
#include "jounce/document.h"
#include "memory.h"
#include "model/document/flat.h"
#include "simulate/run.h"

static unsigned char *flatten(const char *text, size_t *size) {
  return jn_document_flatten(NULL, text, strlen(text), size);
}

// ---- what is in it -----------------------------------------------------------------------------------------

static void test_records(void) {
  size_t size = 0;
  unsigned char *bytes = flatten("# first\na: [1, 'two', \"\\u00e9\"]\n\xc3\xa9: {b: }\n", &size);
  jni_flat flat;
  CHECK(bytes && jni_flat_look(bytes, size, &flat) && flat.fault == JNI_FLAT_SOUND);
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
    CHECK(bytes && jni_flat_look(bytes, size, &flat));
    CHECK(flat.fault == cases[i].fault && flat.nrecords == 0 && strstr(flat.texts, cases[i].sentence));
    if (cases[i].line > 0) CHECK(flat.fault_place.line == cases[i].line && flat.fault_place.column == cases[i].column);
    jn_document_free(NULL, bytes);
  }
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

static void *shop_read(void *user, const char *path, size_t *size, char *why, size_t room) {
  shop *s = user;
  char *text = read_file(path, size);
  if (!text) return snprintf(why, room, "the shop has no such file"), NULL;
  s->nfiles++;
  const char *end = strrchr(path, '.');
  bool yaml = end && (strcmp(end, ".yaml") == 0 || strcmp(end, ".yml") == 0);
  s->live++;
  if (s->flatten || !yaml) return text;
  s->nflat++;
  unsigned char *flat = jn_document_flatten(NULL, text, *size, size);
  free(text);
  return flat;
}

static void shop_release(void *user, void *bytes) { ((shop *)user)->live--, free(bytes); }

static unsigned char *shop_flatten(void *user, const char *text, size_t size, size_t *nbytes) {
  shop *s = user;
  s->nflat++, s->live++;
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
    jn_model_free(model), jn_report_free(report);
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
      jn_model_free(model), jn_report_free(report);
    }
  CHECK(refused > 100 && read > 10);
  for (size_t n = 8; n < size; n++) CHECK(!jn_model_read_text(NULL, "short", (const char *)bytes, n, NULL, 0, NULL));
  free(copy), jn_document_free(NULL, bytes);
}

static void test_no_memory(void) {
  const char *text = "a: {b: [1, 2, 3], c: \"x\"}";
  long live = 0;
  int failures = 0;
  for (long k = 1; k < 100; k++) {
    memory_count c = {.fail_at = k};
    const jn_alloc alloc = {counted_resize, &c};
    size_t size = 0;
    unsigned char *bytes = jn_document_flatten(&alloc, text, strlen(text), &size);
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
  CHECK(each_shipped_model(check_model) > 40);
  test_files_that_are_missing();
  test_broken_bytes();
  test_no_memory();
  return check_report();
}
