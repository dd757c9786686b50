// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_base.c - allocation, growing arrays, pools, texts of errors, reports, numbers and nearest names.
#include <float.h>
#include <limits.h>
#include <locale.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/pool.h"
#include "check.h"
#include "memory.h"

static void test_allocation(void) {
  memory_count m = {.fail_at = 1001};
  jn_alloc alloc = {counted_resize, &m};
  char *zeros = jni_alloc0(&alloc, 10, 3);
  bool all_zero = zeros != NULL;
  for (int i = 0; zeros && i < 30; i++) all_zero = all_zero && zeros[i] == 0;
  CHECK(all_zero);
  CHECK(jni_free(&alloc, zeros) == NULL);
  CHECK(jni_alloc0(&alloc, SIZE_MAX / 2, 4) == NULL);
  void *nothing = jni_alloc0(&alloc, 0, 8);
  CHECK(nothing != NULL);
  jni_free(&alloc, nothing);
  CHECK(jni_text_copy(&alloc, NULL) == NULL);
  char *copy = jni_text_copy(&alloc, "crank");
  CHECK(copy && !strcmp(copy, "crank"));
  jni_free(&alloc, copy);
  double *numbers = jni_doubles_copy(NULL, (double[]){1, 2, 3}, 3);
  CHECK(numbers && numbers[2] == 3);
  jni_free(NULL, numbers);
  CHECK(m.live == 0);
}

static void test_grow(void) {
  memory_count m = {.fail_at = 4};
  jn_alloc alloc = {counted_resize, &m};
  int *array = NULL, capacity = 0, n = 0;
  while (jni_grow(&alloc, &array, &capacity, n + 1, sizeof *array)) {
    CHECK(array[n] == 0);
    array[n] = n;
    n++;
  }
  CHECK(n == 32 && capacity == 32);  // 8, 16, 32, then the fourth request fails and nothing is lost
  for (int i = 0; i < n; i++) CHECK(array[i] == i);
  jni_free(&alloc, array);
  CHECK(m.live == 0);
}

// ---- pools --------------------------------------------------------------------------------------------------

typedef struct {
  jni_pool pool;
  int *numbers, capacity, n;
  char *name, ends[3];
  int nends;
} pooled;

static void *note_end(void *letter) {
  pooled *p = ((void **)letter)[0];
  p->ends[p->nends++] = ((char *)letter)[sizeof(void *)];
  return NULL;
}

static void test_pool_frees_all(void) {
  memory_count m = {.calls = 0};
  jn_alloc alloc = {counted_resize, &m};
  pooled *p = jni_object_new(&alloc, sizeof *p);
  double *first = jni_doubles(&p->pool, 300), *middle = jni_doubles(&p->pool, 500);
  for (; p->n < 1000 && jni_pool_grow(&p->pool, &p->numbers, &p->capacity, p->n + 1, sizeof(int)); p->n++) {
    CHECK(p->numbers[p->n] == 0);
    p->numbers[p->n] = p->n;
  }
  double *last = jni_doubles(&p->pool, 0);
  CHECK(first && middle && last && p->n == 1000 && p->capacity == 1024 && !p->pool.failed);
  for (int i = 0; i < 500; i++) CHECK(middle[i] == 0);
  CHECK((uintptr_t)middle % _Alignof(max_align_t) == 0);
  for (int i = 0; i < 1000; i++) CHECK(p->numbers[i] == i);
  CHECK(jni_drop(&p->pool, middle) == NULL && jni_drop(&p->pool, last) == NULL && jni_drop(&p->pool, NULL) == NULL);
  CHECK(m.live == 3);  // the object, the first block, the array
  CHECK(jni_object_free(p) == NULL && jni_object_free(NULL) == NULL);
  CHECK(m.live == 0);
}

static void test_pool_fails_for_good(void) {
  memory_count m = {.fail_at = 4};
  jn_alloc alloc = {counted_resize, &m};
  pooled *p = jni_object_new(&alloc, sizeof *p);
  CHECK(jni_ints(&p->pool, 400) && jni_flags(&p->pool, 400) && !p->pool.failed);
  CHECK(!jni_ints(&p->pool, 400) && p->pool.failed);
  m.fail_at = 0;
  CHECK(!jni_ints(&p->pool, 1) && !jni_pool_grow(&p->pool, &p->numbers, &p->capacity, 1, sizeof(int)) && m.live == 3);
  jni_object_free(p);
  CHECK(m.live == 0);
  m.fail_at = 1;
  CHECK(jni_object_new(&alloc, sizeof *p) == NULL);
}

// Small blocks are zero, aligned and apart; an array that begins as one grows; dropping one frees nothing else.
static void test_pool_small(void) {
  enum { N = 500 };
  memory_count m = {.calls = 0};
  jn_alloc alloc = {counted_resize, &m};
  jni_pool pool = {.alloc = &alloc};
  unsigned char *blocks[N];
  for (int i = 0; i < N; i++) {
    size_t size = (size_t)i % 60;
    blocks[i] = jni_take(&pool, size, 1);
    CHECK(blocks[i] && (uintptr_t)blocks[i] % _Alignof(max_align_t) == 0);
    for (size_t k = 0; k < size; k++) CHECK(blocks[i][k] == 0);
    memset(blocks[i], i % 251, size);
    if (i % 7 == 3) jni_drop(&pool, blocks[i]);
  }
  for (int i = 0; i < N; i++)
    for (size_t k = 0; i % 7 != 3 && k < (size_t)i % 60; k++) CHECK(blocks[i][k] == i % 251);
  int *array = jni_ints(&pool, 3), capacity = 3;
  for (int i = 0; i < 3; i++) array[i] = i + 1;
  CHECK(jni_pool_grow(&pool, &array, &capacity, 40, sizeof *array) && array[0] == 1 && array[2] == 3 && array[39] == 0);
  CHECK(jni_drop(&pool, array) == NULL);
  jni_pool_free(&pool);
  CHECK(m.live == 0);
}

static void test_pool_sizes(void) {
  memory_count m = {.calls = 0};
  jn_alloc alloc = {counted_resize, &m};
  jni_pool scratch = {.alloc = &alloc};
  CHECK(jni_take(&scratch, SIZE_MAX / 2, 4) == NULL && scratch.failed);
  scratch.failed = false;
  CHECK(jni_take(&scratch, (size_t)-1, sizeof(double)) == NULL && scratch.failed);
  scratch.failed = false;
  CHECK(jni_take(&scratch, PTRDIFF_MAX, 1) == NULL && scratch.failed);
  scratch.failed = false;
  int *array = NULL, capacity = 0;
  CHECK(!jni_pool_grow(&scratch, &array, &capacity, INT_MAX, SIZE_MAX / 4) && scratch.failed && !array &&
        capacity == 0);
  CHECK(m.live == 0 && m.calls == 0);  // nobody was asked for such sizes
}

// Ends come before the blocks go, what was kept last first; what cannot be kept ends at once.
static void test_pool_ends(void) {
  struct {
    pooled *p;
    char letter;
  } a = {.letter = 'a'}, b = {.letter = 'b'}, c = {.letter = 'c'};
  memory_count m = {.calls = 0};
  jn_alloc alloc = {counted_resize, &m};
  pooled p = {.pool = {.alloc = &alloc}};
  a.p = b.p = c.p = &p;
  CHECK(jni_keep(&p.pool, &a, note_end) == &a && jni_keep(&p.pool, &b, note_end) == &b && !p.nends);
  CHECK(jni_keep(&p.pool, jni_object_new(&alloc, sizeof(pooled)), jni_object_free) != NULL);
  while (p.pool.left >= sizeof(max_align_t)) jni_take(&p.pool, 1, 1);  // uses up the slab
  m.fail_at = 1;
  CHECK(jni_keep(&p.pool, &c, note_end) == NULL && p.pool.failed);
  CHECK(p.nends == 1 && p.ends[0] == 'c');
  jni_pool_free(&p.pool);
  CHECK(p.nends == 3 && p.ends[1] == 'b' && p.ends[2] == 'a' && m.live == 0);
  CHECK(!p.pool.failed && !jni_keep(&p.pool, NULL, note_end) && p.pool.failed);  // what was not made
}

static void test_report(void) {
  memory_count m = {.fail_at = 3};
  jn_alloc alloc = {counted_resize, &m};
  jn_report *report = jn_report_new(&alloc);
  CHECK(report != NULL);
  CHECK(jn_report_fault(report, JN_BAD_MODEL, "joint 'A'", "row %d", 3) == JN_BAD_MODEL);
  jn_report_warn(report, NULL, "odd");
  CHECK(jn_report_size(report) == 2);
  CHECK(jn_report_count(report, JN_NOTE) == 2 && jn_report_count(report, JN_FAULT) == 1);
  CHECK(!strcmp(jn_report_get(report, 0)->what, "row 3"));
  CHECK(jn_report_get(report, 2) == NULL && jn_report_get(report, -1) == NULL);
  for (int i = 0; i < 20; i++) jn_report_fault(report, JN_IO, "", "more");
  CHECK(jn_report_size(report) == 8);              // no memory for further entries ...
  CHECK(jn_report_count(report, JN_FAULT) == 21);  // ... but no fault disappears
  CHECK(jn_report_free(report) == NULL);
  CHECK(m.live == 0);
  CHECK(jn_report_fault(NULL, JN_SINGULAR, NULL, "x") == JN_SINGULAR);
  CHECK(jn_report_free(NULL) == NULL && jn_report_size(NULL) == 0 && jn_report_count(NULL, JN_NOTE) == 0);
  m.calls = 0;
  m.fail_at = 1;
  CHECK(jn_report_new(&alloc) == NULL);
}

static void test_error_text(void) {
  char text[1024];
  jn_error error = {.status = JN_BAD_MODEL,
                    .severity = JN_FAULT,
                    .line = 4,
                    .column = 7,
                    .file = "a.yaml",
                    .element = "joint 'A'",
                    .what = "no such body"};
  int n = jn_error_format(&error, text, sizeof text);
  CHECK(!strcmp(text, "a.yaml:4:7: error: joint 'A': no such body") && n == (int)strlen(text));
  error.column = 0;
  error.element[0] = 0;
  error.severity = JN_WARNING;
  jn_error_format(&error, text, sizeof text);
  CHECK(!strcmp(text, "a.yaml:4: warning: no such body"));
  error.line = 0;
  error.what[0] = 0;
  error.severity = JN_NOTE;
  jn_error_format(&error, text, sizeof text);
  CHECK(!strcmp(text, "a.yaml: note: model is invalid"));
  error.file[0] = 0;
  jn_error_format(&error, text, 6);
  CHECK(!strcmp(text, "note:"));
  for (int i = 0; i < JN_STATUS_COUNT; i++) CHECK(jn_status_text((jn_status)i)[0] != 0);
  CHECK(jn_status_exit_code(JN_OK) == 0 && jn_status_exit_code(JN_NO_ASSEMBLY) == 4);
  CHECK(!strcmp(jn_version(), JN_VERSION_TEXT));
}

static void check_number(const char *text, double expected, size_t length) {
  double value = NAN;
  const char *end = jni_number_parse(text, &value);
  CHECK(end == text + length && value == expected);
  if (end != text + length) printf("  in '%s'\n", text);
}

static void test_numbers(void) {
  check_number("0", 0, 1);
  check_number("-2.5e-3 mm", -2.5e-3, 7);
  check_number("+.5", 0.5, 3);
  check_number("5.", 5, 2);
  check_number("3e", 3, 1);
  check_number("3e+x", 3, 1);
  check_number("1,5", 1, 1);
  check_number("0.1", 0.1, 3);
  check_number("123456789012345678901234567890", 123456789012345678901234567890.0, 30);
  check_number("1.7976931348623157e308", DBL_MAX, 22);
  check_number("4.9406564584124654e-324", DBL_TRUE_MIN, 23);
  check_number("1e-400", 0, 6);
  check_number("9007199254740993", 9007199254740992.0, 16);  // a tie, to even
  const char *const refused[] = {"",     "nan",    "inf", "-inf", "Infinity", "1e400", "-1e99999999999",
                                 "0x10", "-0X1p3", ".",   "-",    "e5",       " 1",    "--1"};
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    double value;
    CHECK(jni_number_parse(refused[i], &value) == NULL);
  }
}

// Only where a locale with a decimal comma is installed.
static void test_locale(void) {
  const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8", "fr_FR.utf8"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (setlocale(LC_ALL, names[i]) && localeconv()->decimal_point[0] == ',') {
      test_numbers();
      printf("numbers checked in locale %s\n", names[i]);
      break;
    }
  setlocale(LC_ALL, "C");
}

static const char *candidate(const void *context, int i) { return ((const char *const *)context)[i]; }

static void test_names(void) {
  CHECK(jni_edit_distance("crank", "crank") == 0);
  CHECK(jni_edit_distance("crank", "carnk") == 1);  // a swap
  CHECK(jni_edit_distance("kitten", "sitting") == 3);
  CHECK(jni_edit_distance("", "abc") == 3);
  const char *const names[] = {"crank", "coupler", "rocker", "x", NULL};
  CHECK(jni_nearest("rocket", candidate, names) == names[2]);
  CHECK(jni_nearest("CRANK", candidate, names) == names[0]);
  CHECK(jni_nearest("X", candidate, names) == names[3]);
  CHECK(jni_nearest("y", candidate, names) == NULL);
  CHECK(jni_nearest("suspension", candidate, names) == NULL);
  char a[400], b[400];
  memset(a, 'a', sizeof a);
  memset(b, 'a', sizeof b);
  a[399] = 0;
  b[398] = 0;
  CHECK(jni_edit_distance(a, b) == 1);
}

static void test_hash(void) {
  CHECK(jni_hash64(0, "a", 1) == 0xaf63dc4c8601ec8cu);  // FNV-1a test vector
  CHECK(jni_hash64(jni_hash64(0, "foo", 3), "bar", 3) == 0x85944171f73967e8u);
}

static void test_finite(void) {
  double x[] = {0, -DBL_MAX, DBL_MIN, 1};
  CHECK(jni_all_finite(x, 0) && jni_all_finite(x, 4));
  static const double bad[] = {NAN, -NAN, INFINITY, -INFINITY};
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 4; k++) {
      double keep = x[i];
      x[i] = bad[k];
      CHECK(!jni_all_finite(x, 4) && jni_all_finite(x, i));
      x[i] = keep;
    }
}

static void test_no_memory_line(void) {
  jn_report *report = jn_report_new(NULL);
  CHECK(jni_report_no_memory(report) == JN_NO_MEMORY && jni_report_no_memory(NULL) == JN_NO_MEMORY);
  CHECK(jn_report_count(report, JN_FAULT) == 1 && jn_report_get(report, 0)->status == JN_NO_MEMORY);
  CHECK(strcmp(jn_report_get(report, 0)->what, jn_status_text(JN_NO_MEMORY)) == 0);
  jn_report_free(report);
}

static void test_file_formats(void) {
  CHECK(jn_file_format_of("a/b.yaml") == JN_FORMAT_MODEL);
  CHECK(jn_file_format_of("B.JSON") == JN_FORMAT_MODEL);
  CHECK(jn_file_format_of("m.jnc") == JN_FORMAT_COMPILED);
  CHECK(jn_file_format_of("robot.xml") == JN_FORMAT_ROBOT);
  CHECK(jn_file_format_of("room.world") == JN_FORMAT_SDF);
  CHECK(jn_file_format_of("r.hdf5") == JN_FORMAT_HDF5);
  CHECK(jn_file_format_of("r.csv") == JN_FORMAT_CSV);
  CHECK(jn_file_format_of("p.svg") == JN_FORMAT_SVG);
  CHECK(jn_file_format_of("p.htm") == JN_FORMAT_HTML);
  CHECK(jn_file_format_of(".csv") == JN_FORMAT_UNKNOWN);
  CHECK(jn_file_format_of("csv") == JN_FORMAT_UNKNOWN);
  CHECK(jn_file_format_of("a.csv/b") == JN_FORMAT_UNKNOWN);
  CHECK(jn_file_format_of(NULL) == JN_FORMAT_UNKNOWN);
}

int main(void) {
  test_file_formats();
  test_allocation();
  test_grow();
  test_pool_frees_all();
  test_pool_fails_for_good();
  test_pool_small();
  test_pool_sizes();
  test_pool_ends();
  test_report();
  test_error_text();
  test_numbers();
  test_locale();
  test_names();
  test_hash();
  test_finite();
  test_no_memory_line();
  return check_report();
}
