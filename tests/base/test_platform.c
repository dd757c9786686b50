// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_platform.c - tests the layer over the operating system: files, folders, locks, paths, threads, and numbers with
// the same bits. Also compiled for Windows and run under wine (tests/windows).
#include <errno.h>
#include <jounce/result.h>
#include <jounce/sweep.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "check.h"

static const char folder[] = "test_platform_files";
static const char bytes[] =
    "a\r\nb\n\x1a"
    "c\0d";

static const char *path_of(const char *name) {
  static char paths[4][300];
  static int next;
  char *path = paths[next++ % 4];
  snprintf(path, sizeof paths[0], "%s/%s", folder, name);
  return path;
}

static bool has_bytes(const char *path, const char *wanted, size_t n) {
  char found[64];
  int file = jni_file_open(path, JNI_FILE_READ);
  int64_t k = file >= 0 ? jni_file_read(file, found, sizeof found) : -1;
  if (file >= 0) jni_file_close(file);
  return k == (int64_t)n && memcmp(found, wanted, n) == 0;
}

static bool put(const char *path, const void *text, size_t n) {
  int file = jni_file_open(path, JNI_FILE_NEW);
  return file >= 0 && jni_file_write(file, text, n) == (int64_t)n && jni_file_close(file);
}

static int count_entries(void) {
  int n = 0;
  jni_folder *entries = jni_folder_open(folder);
  if (!entries) return -1;
  for (const char *name = jni_folder_next(entries); name; name = jni_folder_next(entries)) n += name[0] != '.';
  jni_folder_close(entries);
  return n;
}

// ---- paths --------------------------------------------------------------------------------------------------------

static void test_paths(void) {
  bool windows = jni_path_separates('\\');
  CHECK(jni_path_separates('/') && !jni_path_separates('a') && !jni_path_separates('\0'));
  CHECK(jni_path_root("/a") == 1 && jni_path_root("a/b") == 0 && jni_path_root("") == 0 && jni_path_root("../a") == 0);
  CHECK(jni_path_folder("a/b/c.json") == 4 && jni_path_folder("c.json") == 0 && jni_path_folder("/c") == 1);
  CHECK(strcmp(jni_path_name("a/b/c.json"), "c.json") == 0 && strcmp(jni_path_name("c"), "c") == 0);
  CHECK(jni_path_root("C:\\a") == (windows ? 3 : 0) && jni_path_root("c:a") == (windows ? 2 : 0));
  CHECK(jni_path_root("\\\\server\\a") == (windows ? 2 : 0) && jni_path_root("1:/a") == 0);
  CHECK(jni_path_folder("C:\\a\\b.json") == (windows ? 5 : 0) && jni_path_folder("a\\b/c") == 4);
  CHECK(strcmp(jni_path_name("C:\\a\\b.json"), windows ? "b.json" : "C:\\a\\b.json") == 0);
}

// ---- files --------------------------------------------------------------------------------------------------------

static void test_files(void) {
  jni_file_info info, same;
  const size_t n = sizeof bytes - 1;
  CHECK(jni_folder_make(folder));
  errno = 0;
  CHECK(!jni_folder_make(folder) && errno == EEXIST);
  CHECK(jni_file_look(folder, &info) && info.folder && !info.regular);
  CHECK(!jni_file_look(path_of("none"), &info) && errno == ENOENT && !jni_file_exists(path_of("none")));
  CHECK(jni_file_open(path_of("none"), JNI_FILE_READ) < 0 && errno == ENOENT);

  CHECK(put(path_of("h\xc3\xb6he"), bytes, n) && has_bytes(path_of("h\xc3\xb6he"), bytes, n));
  CHECK(jni_file_open(path_of("h\xc3\xb6he"), JNI_FILE_NEW) < 0 && errno == EEXIST);
  CHECK(jni_file_look(path_of("h\xc3\xb6he"), &info) && info.regular && !info.folder && info.size == (double)n);
  CHECK(jni_file_exists(path_of("h\xc3\xb6he")) && jni_file_is_writable(path_of("h\xc3\xb6he")));
  CHECK(put(path_of("b"), "b", 1) && jni_file_look(path_of("b"), &same) && same.number != info.number);
  CHECK(jni_file_look(path_of("../test_platform_files/h\xc3\xb6he"), &same));
  CHECK(same.device == info.device && same.number == info.number);
  CHECK(count_entries() == 2);

  CHECK(jni_file_rename(path_of("h\xc3\xb6he"), path_of("b")) && has_bytes(path_of("b"), bytes, n));  // replaces b
  CHECK(!jni_file_exists(path_of("h\xc3\xb6he")) && count_entries() == 1);
  CHECK(jn_text_write(path_of("b"), "new\n", NULL) == JN_OK && has_bytes(path_of("b"), "new\n", 4));
  CHECK(jn_text_write(folder, "", NULL) == JN_IO && jn_text_write(path_of("no/b"), "", NULL) == JN_IO);
  CHECK(count_entries() == 1);
}

static void test_open_files(void) {
  char found[8] = "";
  int file = jni_file_open(path_of("c"), JNI_FILE_UPDATE), other = jni_file_open(path_of("c"), JNI_FILE_UPDATE);
  CHECK(file >= 0 && other >= 0);
  CHECK(jni_file_write_at(file, 5, "fgh", 3) == 3 && jni_file_write_at(file, 0, "abcde", 5) == 5);
  CHECK(jni_file_read_at(other, 2, found, 4) == 4 && memcmp(found, "cdef", 4) == 0);
  CHECK(jni_file_read_at(other, 8, found, 4) == 0);
  CHECK(jni_file_resize(file, 3) && has_bytes(path_of("c"), "abc", 3));
  CHECK(jni_file_resize(file, 4) && has_bytes(path_of("c"), "abc\0", 4));
  CHECK(jni_file_lock(file) && has_bytes(path_of("c"), "abc\0", 4));  // readers are not affected
  // locks of ranges exclude each other where they overlap
  CHECK(jni_file_lock_bytes(file, 10, 5) && jni_file_lock_bytes(other, 15, 5));
  CHECK(!jni_file_lock_bytes(other, 12, 1));
  CHECK(jni_file_close(other));
  CHECK(jni_file_remove(path_of("c")));  // while it is open
  CHECK(jni_file_close(file) && !jni_file_exists(path_of("c")));
  int plain = jni_file_open(path_of("b"), JNI_FILE_REPLACE);
  CHECK(plain >= 0 && jni_file_close(plain) && has_bytes(path_of("b"), "", 0));
  CHECK(jni_file_remove(path_of("b")) && !jni_file_remove(path_of("b")) && errno == ENOENT && count_entries() == 0);
  CHECK(!jni_process_has_ended(jni_process_number()) && rmdir(folder) == 0);
}

// ---- numbers ------------------------------------------------------------------------------------------------------

static uint64_t next_random(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

// Returns a random number with a binary exponent between -range and range.
static double draw(uint64_t *state, unsigned range) {
  uint64_t r = next_random(state), exponent = 1023 - range + next_random(state) % (2 * range);
  uint64_t made = (r & 0x800fffffffffffffu) | exponent << 52;
  double x;
  memcpy(&x, &made, sizeof x);
  return x;
}

// Checks that numbers written with 17 digits are read back with the same bits, and compares the hash of all texts with
// that of the GNU C library, whose conversions round correctly.
static void test_numbers(void) {
  uint64_t state = 88172645463325252u, hash = 0;
  bool same = true;
  for (int i = 0; i < 100000; i++) {
    char text[40];
    double x = draw(&state, i % 2 ? 40 : 1000), back = 0;
    int n = jni_print(text, sizeof text, "%.17g", x);
    same = same && jni_number_parse(text, &back) && memcmp(&x, &back, sizeof x) == 0;
    hash = jni_hash64(hash, text, (size_t)n);
    n = jni_print(text, sizeof text, "%.6g", x);
    hash = jni_hash64(hash, text, (size_t)n);
  }
  CHECK(same);
  CHECK(hash == 0x1de6cef3a80c6321u);
}

// Compares the hash of the results of fma with that of the GNU C library.
static void test_fma(void) {
  uint64_t state = 88172645463325252u, hash = 0;
  for (int i = 0; i < 200000; i++) {
    volatile double x = draw(&state, 60), y = draw(&state, 60), z = draw(&state, 120);
    if (i % 3 == 0) z = -x * y * (1 + i % 7 * 0x1p-53);
    double result = fma(x, y, z);
    hash = jni_hash64(hash, &result, sizeof result);
  }
  CHECK(hash == 0x4330bb1316e02345u);
}

// ---- clocks and threads -------------------------------------------------------------------------------------------

typedef struct {
  atomic_long sum;
  int looks;
} scene;

static void work(void *context, jn_crew_member *member, long item) {
  volatile double x = 1;
  for (int i = 0; i < 20000 && jn_crew_goes_on(member); i++) x = x * 1.0000001;
  atomic_fetch_add(&((scene *)context)->sum, item + (x > 1 ? 1 : 0));
}

static bool watch(void *context) { return ++((scene *)context)->looks > 0; }

static void test_threads(void) {
  double wall = jni_wall_clock(), cpu = jni_cpu_clock();
  for (int threads = 1; threads <= 4; threads++)
    for (int how = 0; how < 2; how++) {
      scene s = {.looks = 0};
      const jn_crew crew = {
          .context = &s, .work = work, .n = 200, .threads = threads, .watch = how ? watch : NULL, .beside = how == 1};
      CHECK(jn_crew_run(NULL, &crew) && atomic_load(&s.sum) == 200 * 201 / 2);
    }
  CHECK(jni_wall_clock() > wall && jni_cpu_clock() >= cpu);
}

int main(void) {
  test_paths();
  test_files();
  test_open_files();
  test_numbers();
  test_fma();
  test_threads();
  return check_report();
}
