// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_number.c - the door for numbers as text: the same under every locale, there and back to the last bit, and the
// program's locale stays what it was. Run as it is and under a locale with a decimal comma.
#include <string.h>

#include "base/base.h"
#include "check.h"

static void test_out(void) {
  static const struct {
    const char *format;
    double value;
    const char *text;
  } cases[] = {{"%g", 1.5, "1.5"},          {"%.2f", -1234567.25, "-1234567.25"},
               {"%.3e", 1e-9, "1.000e-09"}, {"%08.3f|", 2.5, "0002.500|"},
               {"%g", HUGE_VAL, "inf"},     {"%.17g", 0.1, "0.10000000000000001"},
               {"%.0f", 1e6, "1000000"},    {"<%+g>", 0.5, "<+0.5>"},
               {"%a", 1.5, "0x1.8p+0"}};
  char text[64];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    CHECK(jni_print(text, sizeof text, cases[i].format, cases[i].value) == (int)strlen(cases[i].text));
    CHECK(strcmp(text, cases[i].text) == 0);
  }
  CHECK(jni_print(text, 4, "%g", 1.0 / 3) == 8 && strcmp(text, "0.3") == 0);  // cut short, as snprintf does
  CHECK(jni_print(NULL, 0, "%g", 1.5) == 3);
}

static void test_there_and_back(void) {
  char text[64];
  uint64_t bits = 1;
  for (int i = 0; i < 10000; i++) {
    double value, back = 0;
    bits = bits * 6364136223846793005u + 1442695040888963407u;
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value)) continue;
    jni_print(text, sizeof text, "%.17g", value);
    const char *end = jni_number_parse(text, &back);
    CHECK(end && *end == 0 && memcmp(&value, &back, sizeof value) == 0);
  }
  double half = 0;
  const char *end = jni_number_parse("1,5", &half);  // a comma is no point
  CHECK(end && strcmp(end, ",5") == 0 && half == 1);
}

// What the program itself prints and reads is left to the program.
static void test_locale_stays(void) {
  const char *name = getenv("CHECK_LOCALE");
  char text[64];
  double value = 0;
  locale_t before = uselocale((locale_t)0);
  jni_print(text, sizeof text, "%g", 1.5);
  jni_number_parse("1.5", &value);
  CHECK(uselocale((locale_t)0) == before);
  snprintf(text, sizeof text, "%g", 1.5);
  CHECK(strcmp(text, name ? "1,5" : "1.5") == 0);
}

int main(void) {
  test_out();
  test_there_and_back();
  test_locale_stays();
  return check_report();
}
