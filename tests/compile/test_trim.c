// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_trim.c - definitions that a text needs of headers: each kind of them alone and through others, and what is kept
// because nothing tells what it defines. Lists of numbers and words: as many in a line as fit, the same when read back.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "compile/print/printer.h"
#include "compile/print/trim_headers.h"

static const char headers[] =
    "// a comment\n"
    "#if defined(__GNUC__)\n"
    "#define JNK_FN static inline // why\n"
    "#else\n"
    "#define JNK_FN static\n"
    "#endif\n"
    "\n"
    "#define JNK_SUM(a, b) \\\n"
    "  ((a) + jnk_twice(b))\n"
    "enum { JNK_FIRST, JNK_SECOND = 3 };\n"
    "typedef struct {\n"
    "  double x;  // m\n"
    "  void (*jnk_inner)(void);\n"
    "} jnk_point;\n"
    "typedef double (*jnk_law)(jnk_point p);\n"
    "static const char *const jnk_words[] = {\"// no { comment\", \"\\\"\", \"'\"};\n"
    "static const double jnk_table[] = {\n"
    "    1, 0x1.8p-3,  // why\n"
    "    {2, 3},\n"
    "    4};\n"
    "JNK_FN double jnk_twice(double x) {\n"
    "  if (x < '}') x = 1;\n"
    "\n"
    "  return 2 * x;  // }\n"
    "}\n"
    "JNK_FN int jnk_next(\n"
    "    int i) {\n"
    "  return i + JNK_SECOND;\n"
    "}\n"
    "#if JNL_LANES == 4\n"
    "JNK_FN double jnl_one(double a) { return a; }\n"
    "#else\n"
    "#ifdef __AVX__\n"
    "JNK_EACH(jnl_one, a)\n"
    "#endif\n"
    "#endif\n"
    "#define JNK_EACH(name, value) \\\n"
    "  JNK_FN double name(double a) { return value; }\n"
    "JNK_EACH(jnl_floor, floor(a))\n"
    "JNK_EACH(jnl_ceil, ceil(a))\n"
    "JNK_MADE_BY(others)\n"
    "#pragma keep\n"
    "int other(void);\n";

// What is kept whatever the text is.
static const char always[] =
    "JNK_MADE_BY(others)\n"
    "#pragma keep\n"
    "int other(void);\n";

static void check_kept(const char *user, const char *expected) {
  char all[2000];
  jni_source *out = jni_source_new(NULL);
  snprintf(all, sizeof all, "%s%s", expected, always);
  jni_trim(headers, user, NULL, out);
  if (strcmp(out->text, all) != 0) printf("of '%s':\n%s", user ? user : "", out->text);
  CHECK(strcmp(out->text, all) == 0);
  jni_source_free(out);
}

#define FN                         \
  "#if defined(__GNUC__)\n"        \
  "#define JNK_FN static inline\n" \
  "#else\n"                        \
  "#define JNK_FN static\n"        \
  "#endif\n"
#define TWICE                             \
  "JNK_FN double jnk_twice(double x) {\n" \
  "  if (x < '}') x = 1;\n"               \
  "  return 2 * x;\n"                     \
  "}\n"
#define POINT                    \
  "typedef struct {\n"           \
  "  double x;\n"                \
  "  void (*jnk_inner)(void);\n" \
  "} jnk_point;\n"

static void check_definitions(void) {
  check_kept(NULL, "");
  check_kept("nothing of jnk_ ours, jnk_twic", "");
  check_kept("jnk_twice(1)", FN TWICE);
  check_kept("JNK_SUM(1, 2)", FN "#define JNK_SUM(a, b) \\\n  ((a) + jnk_twice(b))\n" TWICE);
  check_kept("x = JNK_FIRST;", "enum { JNK_FIRST, JNK_SECOND = 3 };\n");
  check_kept("(jnk_point){0}", POINT);
  check_kept("jnk_law f;", POINT "typedef double (*jnk_law)(jnk_point p);\n");
  check_kept("jnk_words[0]", "static const char *const jnk_words[] = {\"// no { comment\", \"\\\"\", \"'\"};\n");
  check_kept("jnk_table", "static const double jnk_table[] = {\n    1, 0x1.8p-3, {2, 3},\n    4};\n");
  check_kept("jnk_next(0)", FN
             "enum { JNK_FIRST, JNK_SECOND = 3 };\n"
             "JNK_FN int jnk_next(\n    int i) {\n  return i + JNK_SECOND;\n}\n");
  check_kept("jnl_ceil(0)", FN
             "#define JNK_EACH(name, value) \\\n  JNK_FN double name(double a) { return value; }\n"
             "JNK_EACH(jnl_ceil, ceil(a))\n");
  check_kept("jnl_one(0)", FN
             "#if JNL_LANES == 4\n"
             "JNK_FN double jnl_one(double a) { return a; }\n"
             "#else\n#ifdef __AVX__\nJNK_EACH(jnl_one, a)\n#endif\n#endif\n"
             "#define JNK_EACH(name, value) \\\n  JNK_FN double name(double a) { return value; }\n");
}

// ---- what a text can do without -------------------------------------------------------------------------------------

static void check_lacks(void) {
  static const char text[] =
      "#ifdef JNK_WITHOUT_STOPS\n"
      "int jnk_hold(void) { return 0; }\n"
      "#else  // all of it\n"
      "#if defined(__GNUC__)\n"
      "int jnk_held(void);\n"
      "#else\n"
      "int jnk_held(int);\n"
      "#endif\n"
      "int jnk_hold(void) { return jnk_held(); }\n"
      "#endif\n"
      "int jnk_end(void) {\n"
      "#ifndef JNK_WITHOUT_POWERS\n"
      "  jnk_hold();\n"
      "#endif\n"
      "  return 1;\n"
      "}\n";
  static const char *const lacks[][3] = {
      {NULL}, {"JNK_WITHOUT_STOPS", NULL}, {"JNK_WITHOUT_POWERS", "JNK_WITHOUT_STOPS"}};
  static const char with_all[] =
      "#if defined(__GNUC__)\nint jnk_held(void);\n#else\nint jnk_held(int);\n#endif\n"
      "int jnk_hold(void) { return jnk_held(); }\nint jnk_end(void) {\n  jnk_hold();\n  return 1;\n}\n";
  static const char *const expected[] = {
      with_all, "int jnk_hold(void) { return 0; }\nint jnk_end(void) {\n  jnk_hold();\n  return 1;\n}\n",
      "int jnk_end(void) {\n  return 1;\n}\n"};
  for (int i = 0; i < 3; i++) {
    jni_source *out = jni_source_new(NULL);
    jni_trim(text, "jnk_end()", lacks[i], out);
    CHECK(strcmp(out->text, expected[i]) == 0);
    jni_source_free(out);
  }
}

// Where a law pushes, the printer knows its exponent.
static void check_push(const char *law) {
  jni_kernels *kernels = jni_kernels_new(NULL);
  jni_source *text = jni_source_new(NULL);
  CHECK(jni_kernels_need(kernels, law));
  jni_kernels_print(kernels, law, NULL, text);
  bool pushes = strstr(text->text, " jnk_push_power(");
  if (pushes != (jni_push_exponent(law) >= 0)) printf("%s\n", law);
  CHECK(pushes == (jni_push_exponent(law) >= 0));
  jni_source_free(text);
  jni_kernels_free(kernels);
}

static void check_pushes(void) {
  static const char mark[] = " void jnk_call_";
  int n = 0;
  for (int i = 0; jni_kernel_texts[i].name; i++)
    for (const char *at = (const char *)jni_kernel_texts[i].text;; n++) {
      at = strstr(at, mark);
      if (!at) break;
      char law[64];
      at += strlen(" void ");
      snprintf(law, sizeof law, "%.*s", (int)strcspn(at, "("), at);
      check_push(law);
    }
  CHECK(n > 20);
}

// ---- lists ----------------------------------------------------------------------------------------------------------

// No line is too long, and none would take the first element of the next.
static void check_lines(const jni_source *t) {
  int lines = 1;
  for (const char *at = t->text, *end;; at = end + 1) {
    end = strchr(at, '\n');
    if (!end) break;
    const char *next = end + 1 + strspn(end + 1, " ");
    CHECK(end - at <= JNI_SOURCE_COLUMNS);
    CHECK(end - at + (int)strcspn(next, ",") + 1 > JNI_SOURCE_COLUMNS);
    lines++;
  }
  CHECK(lines > 5);
}

static void check_numbers(void) {
  enum { N = 400 };
  const double special[] = {0, -0.0, 1, -3, 0.1, -1.0 / 3, 1e-5, 2.5e-100, -1e300, 4294967296.0, 1e15};
  const int nspecial = (int)(sizeof special / sizeof *special);
  double values[N];
  jni_source *t = jni_source_new(NULL);
  for (int i = 0; i < N; i++) values[i] = i < nspecial ? special[i] : 1.0 / (i + 1.5);
  jni_source_numbers(t, values, N);
  const char *at = t->text;
  for (int i = 0; i < N; i++) {
    char *end;
    double back = strtod(at, &end);
    CHECK(memcmp(&back, &values[i], sizeof back) == 0 && *end == ',');
    at = end + 1;
  }
  const char begin[] = "0,-0.0,1,-3,0.1,-0.3333333333333333,1e-5,2.5e-100,-1e300,4294967296.0,1e15,";
  CHECK(!strncmp(t->text, begin, strlen(begin)));
  check_lines(t);
  jni_source_free(t);
}

static void check_words(void) {
  const char *const words[] = {"a", "b\"c", "d"};
  const int integers[] = {0, -7, 12};
  jni_source *t = jni_source_new(NULL);
  jni_source_quotes(t, words, 3);
  jni_source_integers(t, integers, 3);
  CHECK(strcmp(t->text, "\"a\",\"b\\\"c\",\"d\",0,-7,12,") == 0);
  for (int i = 0; i < 100; i++) jni_source_quotes(t, words, 3);
  check_lines(t);
  jni_source_free(t);
}

int main(void) {
  check_definitions();
  check_lacks();
  check_pushes();
  check_numbers();
  check_words();
  return check_report();
}
