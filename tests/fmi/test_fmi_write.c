// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_fmi_write.c - the writers of archives and XML, and the lists of FMI functions.
#include <string.h>

#include "check.h"
#include "fmi/archive_write.h"
#include "fmi/fmi2.h"
#include "fmi/fmi3.h"
#include "fmi/xml_write.h"

static unsigned number(const unsigned char *at, int n) {
  unsigned value = 0;
  for (int i = n - 1; i >= 0; i--) value = value << 8 | at[i];
  return value;
}

// The check value of CRC-32 (ISO 3309, as in zip and PNG).
static void test_crc(void) {
  CHECK(jni_crc32(0, "123456789", 9) == 0xcbf43926u);
  CHECK(jni_crc32(jni_crc32(0, "1234", 4), "56789", 5) == 0xcbf43926u);
}

static void test_archive(void) {
  size_t size[2] = {0, 0};
  unsigned char *bytes[2];
  for (int i = 0; i < 2; i++) {
    jni_archive_writer archive = jni_archive_writer_new(NULL);
    jni_archive_add(&archive, "modelDescription.xml", "<a/>", 4);
    jni_archive_add(&archive, "resources/\xc3\xa4.txt", "", 0);
    bytes[i] = jni_archive_finish(&archive, &size[i]);
  }
  CHECK(bytes[0] && bytes[1] && size[0] == size[1] && memcmp(bytes[0], bytes[1], size[0]) == 0);

  // end record, directory and local headers refer to each other
  const unsigned char *end = bytes[0] + size[0] - 22;
  CHECK(number(end, 4) == 0x06054b50 && number(end + 10, 2) == 2);
  const unsigned char *entry = bytes[0] + number(end + 16, 4);
  CHECK(entry + number(end + 12, 4) == end);
  static const struct {
    const char *name, *content;
    unsigned flags;
  } expected[] = {{"modelDescription.xml", "<a/>", 0}, {"resources/\xc3\xa4.txt", "", 0x800}};
  for (int i = 0; i < 2; i++) {
    unsigned length = (unsigned)strlen(expected[i].name), n = (unsigned)strlen(expected[i].content);
    CHECK(number(entry, 4) == 0x02014b50 && number(entry + 6, 2) == 20 && number(entry + 8, 2) == expected[i].flags);
    CHECK(number(entry + 10, 2) == 0 && number(entry + 20, 4) == n && number(entry + 24, 4) == n);
    CHECK(number(entry + 16, 4) == jni_crc32(0, expected[i].content, n));
    CHECK(number(entry + 28, 2) == length && memcmp(entry + 46, expected[i].name, length) == 0);
    const unsigned char *local = bytes[0] + number(entry + 42, 4);
    CHECK(number(local, 4) == 0x04034b50 && memcmp(local + 4, entry + 6, 26) == 0);
    CHECK(memcmp(local + 30, expected[i].name, length) == 0);
    CHECK(memcmp(local + 30 + length, expected[i].content, n) == 0);
    entry += 46 + length;
  }
  CHECK(entry == end);
  for (int i = 0; i < 2; i++) jni_free(NULL, bytes[i]);
}

static void test_names(void) {
  static const char *const wrong[] = {"", "/a", "a/", "../a", "a/../b", "./a", "a//b", "a\\b", "c:a"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    size_t size = 0;
    jni_archive_writer archive = jni_archive_writer_new(NULL);
    jni_archive_add(&archive, wrong[i], "x", 1);
    CHECK(archive.too_large);
    CHECK(!jni_archive_finish(&archive, &size));
  }
}

static void test_xml(void) {
  size_t size = 0;
  static const int list[] = {3, 1};
  jni_xml_writer xml = jni_xml_writer_new(NULL);
  jni_xml_begin(&xml, "a");
  jni_xml_string(&xml, "t", "<\"&'>\t\n\x01\xff \xc3\xa4");
  jni_xml_string(&xml, "none", NULL);
  jni_xml_begin(&xml, "b");
  jni_xml_number(&xml, "x", 0.1);
  jni_xml_number(&xml, "y", -HUGE_VAL);
  jni_xml_integer(&xml, "n", -7);
  jni_xml_flag(&xml, "f", true);
  jni_xml_integers(&xml, "list", list, 2);
  jni_xml_integers(&xml, "empty", list, 0);
  jni_xml_end(&xml);
  jni_xml_end(&xml);
  char *text = jni_xml_finish(&xml, &size);
  CHECK(text && size == strlen(text));
  CHECK(text && strcmp(text,
                       "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                       "<a t=\"&lt;&quot;&amp;'&gt;&#9;&#10;?? \xc3\xa4\">\n"
                       "  <b x=\"0.1\" y=\"-INF\" n=\"-7\" f=\"true\" list=\"3 1\" empty=\"\"/>\n"
                       "</a>\n") == 0);
  jni_free(NULL, text);
}

static void test_numbers(void) {
  uint64_t bits = 7;
  for (int i = 0; i < 2000; i++) {
    double value, back = 0;
    char text[40];
    bits = bits * 6364136223846793005u + 1442695040888963407u;
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value)) continue;
    jni_xml_format_number(value, text, sizeof text);
    CHECK(jni_number_parse(text, &back) && memcmp(&value, &back, sizeof value) == 0);
  }
}

// The numbers of functions that the standards require: 44 of FMI 2.0, 75 of FMI 3.0, each once.
static void test_lists(void) {
#define NAME(result, name, parameters) #name,
  static const char *const lists[2][80] = {{FMI2_FUNCTIONS(NAME)}, {FMI3_FUNCTIONS(NAME)}};
#undef NAME
  static const int expected[] = {44, 75};
  for (int k = 0; k < 2; k++) {
    int n = 0;
    for (; lists[k][n]; n++)
      for (int i = 0; i < n; i++) CHECK(strcmp(lists[k][i], lists[k][n]) != 0);
    CHECK(n == expected[k]);
  }
}

int main(void) {
  test_crc();
  test_archive();
  test_names();
  test_xml();
  test_numbers();
  test_lists();
  return check_report();
}
