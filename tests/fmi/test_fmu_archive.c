// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_fmu_archive.c - archives from strangers: each kind of hostile entry is refused with its name, damaged archives
// neither crash nor leave files, and what is unpacked equals what was packed.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "fmi/archive_write.h"
#include "fmu_make.h"
#include "importer.h"

// ---- archives with chosen headers -----------------------------------------------------------------------------------

typedef struct {
  const char *name, *data;
  unsigned method, flags;
  uint32_t attributes;  // external
  uint32_t size;        // that the directory says; 0: that of the data
  bool wrong_crc;
} entry;

typedef struct {
  unsigned char *bytes;
  size_t n, capacity;
} buffer;

static void put(buffer *b, uint64_t value, int n) {
  if (b->n + (size_t)n > b->capacity) {
    b->capacity = 2 * b->capacity + 4096;
    b->bytes = realloc(b->bytes, b->capacity);
  }
  for (int i = 0; i < n; i++) b->bytes[b->n++] = (unsigned char)(value >> (8 * i));
}

static void put_text(buffer *b, const char *text) {
  for (; *text; text++) put(b, (unsigned char)*text, 1);
}

// What local header and directory share: from the version that is needed to the length of the name.
static void put_common(buffer *b, const entry *e) {
  size_t length = strlen(e->data);
  put(b, 20, 2);
  put(b, e->flags, 2);
  put(b, e->method, 2);
  put(b, 0, 2);
  put(b, 0x21, 2);
  put(b, jni_crc32(0, e->data, length) ^ e->wrong_crc, 4);
  put(b, length, 4);
  put(b, e->size > 0 ? e->size : length, 4);
  put(b, strlen(e->name), 2);
  put(b, 0, 2);
}

static buffer pack(const entry *entries, int n) {
  buffer b = {NULL, 0, 0}, directory = {NULL, 0, 0};
  for (int i = 0; i < n; i++) {
    const entry *e = &entries[i];
    size_t at = b.n;
    put(&b, 0x04034b50, 4);
    put_common(&b, e);
    put_text(&b, e->name);
    put_text(&b, e->data);
    put(&directory, 0x02014b50, 4);
    put(&directory, 3 << 8 | 20, 2);  // made on Unix
    put_common(&directory, e);
    put(&directory, 0, 2);
    put(&directory, 0, 2);
    put(&directory, 0, 2);
    put(&directory, e->attributes, 4);
    put(&directory, at, 4);
    put_text(&directory, e->name);
  }
  size_t at = b.n;
  for (size_t i = 0; i < directory.n; i++) put(&b, directory.bytes[i], 1);
  put(&b, 0x06054b50, 4);
  put(&b, 0, 4);
  put(&b, (uint64_t)n, 2);
  put(&b, (uint64_t)n, 2);
  put(&b, directory.n, 4);
  put(&b, at, 4);
  put(&b, 0, 2);
  free(directory.bytes);
  return b;
}

// ---- tests ----------------------------------------------------------------------------------------------------------

// Opens, reads and unpacks an archive; returns whether all succeeded. The first fault is copied.
static bool use(const void *bytes, size_t n, jn_error *first) {
  jn_report *report = jn_report_new(NULL);
  jni_archive *archive = jni_archive_open(NULL, "x.fmu", bytes, n, report);
  char folder[JNI_PATH_SIZE] = "";
  bool good = archive != NULL;
  for (int i = 0; archive && i < jni_archive_size(archive); i++) {
    size_t size;
    char *data = jni_archive_read(archive, i, &size, report);
    good = good && data;
    jni_free(NULL, data);
  }
  if (archive) {
    bool unpacked = jni_archive_unpack(archive, folder, report);
    CHECK(unpacked == (folder[0] != 0));
    good = good && unpacked;
    jni_folder_remove_tree(folder);
    jni_file_info info;
    CHECK(!folder[0] || !jni_file_look(folder, &info));
  }
  CHECK(good == (jn_report_count(report, JN_FAULT) == 0));
  if (first) *first = (jn_error){.status = JN_OK};
  if (first && jn_report_size(report) > 0) *first = *jn_report_get(report, 0);
  jni_archive_close(archive);
  jn_report_free(report);
  return good;
}

static void refuse_hostile_entries(void) {
  static const struct {
    entry e;
    const char *word;  // of the message
  } cases[] = {
      {{.name = "../x"}, "'..'"},
      {{.name = "a/../../x"}, "'..'"},
      {{.name = "a/.."}, "'..'"},
      {{.name = "/etc/x"}, "absolute"},
      {{.name = "a\\b"}, "backslash"},
      {{.name = "C:x"}, "colon"},
      {{.name = "./a"}, "'.'"},
      {{.name = "a//b"}, "empty component"},
      {{.name = "a\nb"}, "control"},
      {{.name = "link", .data = "/etc/passwd", .attributes = 0120777u << 16}, "link"},
      {{.name = "device", .attributes = 0020666u << 16}, "link"},
      {{.name = "secret", .flags = 1}, "encrypted"},
      {{.name = "odd", .method = 12}, "compression"},
      {{.name = "fine"}, "two entries"},  // a second one
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    entry both[] = {{.name = "fine", .data = "good"}, cases[i].e};
    jn_error first;
    if (!both[1].data) both[1].data = "bad";
    buffer b = pack(both, 2);
    bool used = use(b.bytes, b.n, &first);
    CHECK(!used);
    bool named = strstr(first.what, cases[i].word) && first.status == JN_BAD_MODEL && strcmp(first.file, "x.fmu") == 0;
    CHECK(named);
    if (!named) printf("  %s: %s: %s\n", both[1].name, first.element, first.what);
    free(b.bytes);
  }
}

static void refuse_bombs(void) {
  jn_error first;
  const entry large[] = {{.name = "a", .data = "x", .method = 8, .size = 0x30000000},
                         {.name = "b", .data = "x", .method = 8, .size = 0x30000000}};
  buffer b = pack(large, 2);
  CHECK(!use(b.bytes, b.n, &first) && strstr(first.what, "1 GiB"));
  free(b.bytes);

  entry *many = calloc(JNI_ARCHIVE_MAX_ENTRIES + 1, sizeof *many);
  char *names = calloc(JNI_ARCHIVE_MAX_ENTRIES + 1, 16);
  for (int i = 0; i <= JNI_ARCHIVE_MAX_ENTRIES; i++) {
    snprintf(names + 16 * i, 16, "f%d", i);
    many[i] = (entry){.name = names + 16 * i, .data = ""};
  }
  b = pack(many, JNI_ARCHIVE_MAX_ENTRIES + 1);
  CHECK(!use(b.bytes, b.n, &first) && strstr(first.what, "20000"));
  free(b.bytes);
  free(many);
  free(names);
}

static void refuse_damage(void) {
  jn_error first;
  const entry wrong[] = {{.name = "good", .data = "good"}, {.name = "x", .data = "data", .wrong_crc = true}};
  buffer b = pack(wrong, 2);
  CHECK(!use(b.bytes, b.n, &first) && strstr(first.element, "'x'"));
  free(b.bytes);
  // a file and a folder of one name
  const entry both[] = {{.name = "a", .data = "x"}, {.name = "a/b", .data = "x"}};
  b = pack(both, 2);
  CHECK(!use(b.bytes, b.n, &first) && first.element[0]);
  free(b.bytes);
  // every shorter archive, and one changed byte at every place
  const entry sound[] = {{.name = "modelDescription.xml", .data = "<fmiModelDescription/>"},
                         {.name = "a/b", .data = "x"}};
  b = pack(sound, 2);
  CHECK(use(b.bytes, b.n, NULL));
  for (size_t n = 0; n < b.n; n++) CHECK(!use(b.bytes, n, NULL));
  for (size_t i = 0; i < b.n; i++) {
    b.bytes[i] ^= 0x41;
    use(b.bytes, b.n, NULL);
    b.bytes[i] ^= 0x41;
  }
  free(b.bytes);
}

static void unpack_what_was_packed(void) {
  enum { LARGE = 100000 };
  char *large = calloc(LARGE, 1), folder[JNI_PATH_SIZE], path[2 * JNI_PATH_SIZE];
  for (int i = 0; i < LARGE; i++) large[i] = (char)((unsigned)i * (unsigned)i >> 3);
  const fmu_entry entries[] = {{"a.txt", "a", 0}, {"deep/er/b.bin", large, LARGE}, {"deep/c.txt", "c", 0}};
  CHECK(archive_make("test_fmu_archive.zip", 3, entries));
  size_t size, n;
  char *bytes = file_bytes("test_fmu_archive.zip", &size);
  jni_archive *archive = jni_archive_open(NULL, "x", bytes, size, NULL);
  CHECK(archive && jni_archive_size(archive) == 3 && jni_archive_find(archive, "deep/c.txt") == 2);
  CHECK(jni_archive_find(archive, "deep") < 0 && jni_archive_find(archive, "z") < 0);
  CHECK(jni_archive_unpack(archive, folder, NULL));
  snprintf(path, sizeof path, "%s/deep/er/b.bin", folder);
  char *again = file_bytes(path, &n);
  CHECK(again && n == LARGE && memcmp(again, large, LARGE) == 0);
  free(again);
  jni_folder_remove_tree(folder);
  CHECK(!(again = file_bytes(path, &n)));
  jni_archive_close(archive);
  free(bytes);
  free(large);
  remove("test_fmu_archive.zip");
}

int main(void) {
  refuse_hostile_entries();
  refuse_bombs();
  refuse_damage();
  unpack_what_was_packed();
  return check_report();
}
