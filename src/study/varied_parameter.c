// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// varied_parameter.c - parses the values of a varied parameter: a range "40 mm:60 mm:21", a list "[1, 2, 5]", or a
// distribution "normal(2, 0.1)".
#include "study/varied_parameter.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_VALUES = 1000000 };

static const char list_form[] = "expected a range such as 40mm:60mm:21, or a list such as [1, 2, 5]";
static const char bounds_form[] = "expected two bounds such as 40mm:60mm";

static bool refuse(const jni_vary_reader *r, const char *format, const char *word) {
  char what[300];
  jni_print(what, sizeof what, format, word);
  jn_report_fault(r->report, JN_BAD_ARGUMENT, "", "%.100s=%.100s: %s", r->setting->path, r->setting->value, what);
  return false;
}

// ---- words and numbers -------------------------------------------------------------------------------------------

// Returns the end of the piece of text that begins at `at`: the first of the characters `marks` that is not inside
// brackets or quotation marks, or the end of the text. A quotation mark counts only at the beginning of the piece: "1'
// 2" has none.
static const char *piece_end(const char *at, const char *marks) {
  at += strspn(at, " \t");
  if (*at == '"' || *at == '\'') {
    const char *close = strchr(at + 1, *at);
    if (close) at = close + 1;
  }
  for (int depth = 0; *at && (depth > 0 || !strchr(marks, *at)); at++) {
    depth += *at == '(' || *at == '[';
    depth -= *at == ')' || *at == ']';
  }
  return at;
}

// Returns a copy of the piece of text from *at up to one of the characters `marks`, without blanks and quotation marks
// around it, and sets *at to the character after the mark. NULL: no memory.
static char *read_word(jni_vary_reader *r, const char **at, const char *marks) {
  const char *begin = *at + strspn(*at, " \t"), *end = piece_end(*at, marks);
  *at = *end ? end + 1 : end;
  while (end > begin && (end[-1] == ' ' || end[-1] == '\t')) end--;
  bool quoted = end - begin >= 2 && (*begin == '"' || *begin == '\'') && end[-1] == *begin;
  return quoted ? jni_pool_text(r->pool, begin + 1, (size_t)(end - begin) - 2)
                : jni_pool_text(r->pool, begin, (size_t)(end - begin));
}

// Reads a number with its unit into *value, SI. plain: it must have no unit. Otherwise the first number of a parameter
// sets its unit, and all others must have the same. Returns false after a fault.
static bool read_number(jni_vary_reader *r, const char *word, bool plain, double *value) {
  jn_dimension dimension;
  bool has_unit;
  char what[200], unit[sizeof r->varied->unit] = "";
  if (!jn_unit_parse(word, value, &dimension, &has_unit, what, sizeof what)) return refuse(r, "%s", what);
  if (has_unit) jn_unit_format(dimension, unit, sizeof unit);
  if (plain && has_unit) return refuse(r, "'%.60s' must be a plain number", word);
  if (plain) return true;
  if (!r->unit_known) memcpy(r->varied->unit, unit, sizeof unit);
  if (r->unit_known && strcmp(unit, r->varied->unit) != 0)
    return refuse(r, "'%.60s' has another unit than the numbers before it", word);
  r->unit_known = true;
  return true;
}

static bool looks_like_number(const char *word) {
  double value;
  jn_dimension dimension;
  bool has_unit;
  char what[200];
  return jn_unit_parse(word, &value, &dimension, &has_unit, what, sizeof what);
}

// ---- ranges and lists --------------------------------------------------------------------------------------------

static bool read_range(jni_vary_reader *r, bool bounds) {
  jni_varied *v = r->varied;
  const char *at = r->setting->value;
  char *from = read_word(r, &at, ":"), *to = read_word(r, &at, ":"), *count = read_word(r, &at, "");
  double n = 0;
  if (!from || !to || !count) {
    jni_report_no_memory(r->report);
    return false;
  }
  if (!from[0] || !to[0] || (!count[0] && !bounds)) return refuse(r, "%s", bounds ? bounds_form : list_form);
  if (!read_number(r, from, false, &v->a) || !read_number(r, to, false, &v->b)) return false;
  if (count[0] && !read_number(r, count, true, &n)) return false;
  if (count[0] && !(n >= 2 && n <= MAX_VALUES && n == floor(n)))
    return refuse(r, "'%.60s' is not a number of values, 2 or more", count);
  if (!isfinite(v->b - v->a)) return refuse(r, "%s", "the bounds are too far apart: their difference is not finite");
  if (bounds && !(v->b > v->a)) return refuse(r, "%s", "the second bound must be greater than the first");
  v->kind = JNI_VARY_RANGE;
  v->n = bounds ? 0 : (int)n;
  return true;
}

static int count_items(const char *text) {
  int n = 1;
  for (const char *end = piece_end(text, ","); *end; end = piece_end(end + 1, ",")) n++;
  return n;
}

static bool fill_list(jni_vary_reader *r, const char *inside) {
  jni_varied *v = r->varied;
  bool numbers = true;
  const char *at = inside;
  for (int i = 0; i < v->n; i++) {
    v->texts[i] = read_word(r, &at, ",");
    if (!v->texts[i]) {
      jni_report_no_memory(r->report);
      return false;
    }
    if (!v->texts[i][0]) return refuse(r, "%s", "an item of the list is empty");
    numbers = numbers && looks_like_number(v->texts[i]);
    v->values[i] = i + 1;
  }
  for (int i = 0; numbers && i < v->n; i++)
    if (!read_number(r, v->texts[i], false, &v->values[i])) return false;
  if (numbers) v->texts = NULL;
  return true;
}

static bool read_list(jni_vary_reader *r) {
  jni_varied *v = r->varied;
  const char *open = strchr(r->setting->value, '['), *close = strrchr(r->setting->value, ']');
  if (!close || close[1 + strspn(close + 1, " \t")]) return refuse(r, "%s", list_form);
  char *inside = jni_pool_text(r->pool, open + 1, (size_t)(close - open) - 1);
  v->kind = JNI_VARY_LIST;
  v->n = inside ? count_items(inside) : 0;
  if (v->n > MAX_VALUES) return refuse(r, "%s", "the list has more than a million values");
  v->values = jni_doubles(r->pool, (size_t)v->n);
  v->texts = jni_take(r->pool, (size_t)v->n, sizeof *v->texts);
  if (!inside || !v->values || !v->texts) {
    jni_report_no_memory(r->report);
    return false;
  }
  return fill_list(r, inside);
}

static bool begin(jni_vary_reader *r) {
  *r->varied = (jni_varied){.path = jni_pool_text(r->pool, r->setting->path, strlen(r->setting->path))};
  r->varied->key = jni_hash64(0, r->setting->path, strlen(r->setting->path));
  if (!r->varied->path) {
    jni_report_no_memory(r->report);
    return false;
  }
  for (const char *c = r->setting->value; *c; c++)
    if ((unsigned char)*c < ' ' || *c == 0x7f) return refuse(r, "%s", "a value must not contain control characters");
  return r->setting->path[0] ? true : refuse(r, "%s", "a parameter comes first, as in r=40mm:60mm:21");
}

bool jni_vary_parse(jni_pool *pool, const jn_setting *setting, bool bounds, jni_varied *varied, jn_report *report) {
  jni_vary_reader r = {.pool = pool, .setting = setting, .varied = varied, .report = report};
  if (!begin(&r)) return false;
  bool list = setting->value[strspn(setting->value, " \t")] == '[';
  if (list && bounds) return refuse(&r, "%s", bounds_form);
  return list ? read_list(&r) : read_range(&r, bounds);
}

// ---- distributions -----------------------------------------------------------------------------------------------

static const struct {
  const char *name;
  jni_vary_kind kind;
  bool plain;  // the second number must have no unit
} distributions[] = {
    {"normal", JNI_VARY_NORMAL, false}, {"uniform", JNI_VARY_UNIFORM, false}, {"lognormal", JNI_VARY_LOGNORMAL, true}};
enum { NDISTRIBUTIONS = sizeof distributions / sizeof *distributions };

static int find_distribution(const char *name) {
  for (int i = 0; i < NDISTRIBUTIONS; i++)
    if (strcmp(name, distributions[i].name) == 0) return i;
  return -1;
}

static bool check_distribution(const jni_vary_reader *r) {
  const jni_varied *v = r->varied;
  if (v->kind == JNI_VARY_UNIFORM && !(v->b > v->a))
    return refuse(r, "%s", "the second number must be the greater one");
  if (v->kind != JNI_VARY_UNIFORM && !(v->b >= 0)) return refuse(r, "%s", "the second number must not be negative");
  if (v->kind == JNI_VARY_LOGNORMAL && !(v->a > 0)) return refuse(r, "%s", "the median must be positive");
  return true;
}

bool jni_random_parse(jni_pool *pool, const jn_setting *setting, jni_varied *varied, jn_report *report) {
  static const char form[] =
      "expected normal(MEAN, DEVIATION), uniform(LEAST, LARGEST) or lognormal(MEDIAN, DEVIATION)";
  jni_vary_reader r = {.pool = pool, .setting = setting, .varied = varied, .report = report};
  if (!begin(&r)) return false;
  const char *at = setting->value, *close = strrchr(at, ')');
  size_t length = strcspn(at, "(");
  bool whole = at[length] && close && !close[1 + strspn(close + 1, " \t")];
  char *inside = whole ? jni_pool_text(pool, at + length + 1, (size_t)(close - at) - length - 1) : NULL;
  char *name = read_word(&r, &at, "(");
  int which = name && whole ? find_distribution(name) : -1;
  if (pool->failed) {
    jni_report_no_memory(report);
    return false;
  }
  if (which < 0) return refuse(&r, "%s", form);
  at = inside;
  char *first = read_word(&r, &at, ","), *second = read_word(&r, &at, ",");
  if (!first || !second) {
    jni_report_no_memory(report);
    return false;
  }
  if (*at || !first[0] || !second[0]) return refuse(&r, "%s", form);
  varied->kind = distributions[which].kind;
  varied->n = 1;
  return read_number(&r, first, false, &varied->a) && read_number(&r, second, distributions[which].plain, &varied->b) &&
         check_distribution(&r);
}

// ---- values ------------------------------------------------------------------------------------------------------

bool jni_vary_is_random(const jni_varied *varied) {
  return varied->kind != JNI_VARY_RANGE && varied->kind != JNI_VARY_LIST;
}

double jni_vary_at(const jni_varied *v, int i) {
  if (v->kind == JNI_VARY_LIST) return v->values[i];
  return i == v->n - 1 ? v->b : v->a + (v->b - v->a) * i / (v->n - 1);
}

void jni_vary_print(const jni_varied *v, double value, char *text) {
  if (v->texts) jni_print(text, JNI_VALUE_TEXT, "%.*s", JNI_VALUE_TEXT - 1, v->texts[(int)value - 1]);
  else jni_print(text, JNI_VALUE_TEXT, "%.17g%s%s", value, v->unit[0] ? " " : "", v->unit);
}
