// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// text.c - see text.h.
#include "common/text.h"

#include <jounce/base.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/system.h"

enum { MOST_LETTERS = 64 };  // words that are longer get no suggestion

static int least(int a, int b) { return a < b ? a : b; }

// Returns the least number of insertions, deletions, changes and swaps of neighbouring letters that make b of a
// (optimal string alignment distance); MOST_LETTERS if a word has more letters than that.
static int edit_distance(const char *a, const char *b) {
  int n = (int)strlen(a), m = (int)strlen(b);
  int rows[3][MOST_LETTERS + 1];
  if (n > MOST_LETTERS || m > MOST_LETTERS) return MOST_LETTERS;
  for (int j = 0; j <= m; j++) rows[0][j] = j;
  for (int i = 1; i <= n; i++) {
    int *row = rows[i % 3], *above = rows[(i + 2) % 3], *above2 = rows[(i + 1) % 3];
    row[0] = i;
    for (int j = 1; j <= m; j++) {
      row[j] = least(least(above[j], row[j - 1]) + 1, above[j - 1] + (a[i - 1] != b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = least(row[j], above2[j - 2] + 1);
    }
  }
  return rows[n % 3][m];
}

void nearest_offer(app_nearest *nearest, const char *candidate) {
  size_t length = strlen(nearest->word);
  int distance = edit_distance(nearest->word, candidate);
  // the beginning of a word counts as similar
  if (length >= 3 && strncmp(nearest->word, candidate, length) == 0) distance = 1;
  if (distance > (length < 4 ? 1 : (int)length / 3 + 1)) return;
  if (nearest->best && distance >= nearest->distance) return;
  nearest->best = candidate;
  nearest->distance = distance;
}

// Compares a text with a pattern. Backtracks only to the last '*', so the work is bounded by the product of the
// lengths.
bool text_matches(const char *pattern, const char *text) {
  const char *star = NULL, *from = NULL;
  while (*text) {
    if (*pattern == '*') {
      star = pattern++;
      from = text;
    } else if (*pattern == '?' || *pattern == *text) {
      pattern++;
      text++;
    } else if (star) {
      pattern = star + 1;
      text = ++from;
    } else return false;
  }
  while (*pattern == '*') pattern++;
  return *pattern == 0;
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

bool text_ends_with(const char *text, const char *ending) {
  size_t n = strlen(text), m = strlen(ending);
  if (n < m) return false;
  for (size_t i = 0; i < m; i++)
    if (lower(text[n - m + i]) != ending[i]) return false;
  return true;
}

char *text_start(const char *text, size_t n) {
  char *copy = malloc(n + 1);
  if (!copy) return NULL;
  memcpy(copy, text, n);
  copy[n] = 0;
  return copy;
}

size_t path_length_of_folder(const char *path) {
  size_t root = path_root(path), n = strlen(path);
  while (n > root && !path_separates(path[n - 1])) n--;
  return n;
}

const char *path_base(const char *path) { return path + path_length_of_folder(path); }

char *path_folder(const char *path) {
  size_t n = path_length_of_folder(path);
  char *text = malloc(n + 2);
  if (text) snprintf(text, n + 2, "%.*s", (int)n, path);
  if (text && n == 0) memcpy(text, ".", sizeof ".");
  return text;
}

static bool same_file(const system_file *a, const system_file *b) {
  return a->regular && a->device == b->device && a->number == b->number;
}

bool path_same(const char *a, const char *b) {
  system_file fa, fb;
  bool have_a = system_file_info(a, &fa), have_b = system_file_info(b, &fb);
  if (have_a && have_b) return same_file(&fa, &fb);
  if (have_a || have_b) return false;
  char *ra = path_resolved(a), *rb = path_resolved(b);
  bool same = strcmp(ra ? ra : a, rb ? rb : b) == 0;
  free(ra);
  free(rb);
  return same;
}

bool path_is_stdout(const char *path) {
  system_file file, out;
  return system_file_info(path, &file) && system_stdout_info(&out) && same_file(&file, &out);
}

// Returns the length of a path without its ending, from the last '.' of the file's name; a dot at the beginning of the
// name begins no ending.
static size_t stem_length(const char *path) {
  const char *base = path_base(path), *dot = strrchr(base, '.');
  return dot && dot != base ? (size_t)(dot - path) : strlen(path);
}

char *path_with_ending(const char *path, const char *ending) {
  size_t n = stem_length(path), m = strlen(ending);
  char *text = malloc(n + m + 1);
  if (!text) return NULL;
  memcpy(text, path, n);
  memcpy(text + n, ending, m + 1);
  return text;
}

char *path_stem_with(const char *path, const char *ending) { return path_with_ending(path_base(path), ending); }

int text_width(void) {
  const char *columns = getenv("COLUMNS");
  long width = columns ? strtol(columns, NULL, 10) : 0;
  if (width <= 0) width = system_terminal_width(stdout);
  return width > 0 && width < 10000 ? (int)width : 0;
}

void format_seconds(double seconds, char *text, size_t size) {
  double magnitude = fabs(seconds);
  if (magnitude == 0 || magnitude >= 0.0999 || !(magnitude < HUGE_VAL)) snprintf(text, size, "%.6g s", seconds);
  else if (magnitude >= 0.999e-3) snprintf(text, size, "%.6g ms", seconds * 1e3);
  else snprintf(text, size, "%.6g us", seconds * 1e6);
}

void format_count(long count, char *text, size_t size) {
  char digits[32];
  int n = snprintf(digits, sizeof digits, "%ld", count);
  size_t used = 0;
  for (int i = 0; i < n && used + 2 < size; i++) {
    if (i > 0 && (n - i) % 3 == 0 && digits[i - 1] != '-') text[used++] = ' ';
    text[used++] = digits[i];
  }
  text[used] = 0;
}

double unsigned_zero(double value) { return value == 0 ? 0 : value; }

const char *date_of_build(char *text, size_t size) {
  const char *given = getenv("SOURCE_DATE_EPOCH");
  char *end = NULL;
  time_t seconds = given && *given ? (time_t)strtoll(given, &end, 10) : 0;
  struct tm *date = end && !*end && seconds >= 0 ? gmtime(&seconds) : NULL;
  return date && strftime(text, size, "%Y-%m-%dT%H:%M:%SZ", date) > 0 ? text : NULL;
}
