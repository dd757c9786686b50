// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// text.c - texts: most similar word, wildcards, paths, numbers for people.
#define _XOPEN_SOURCE 700  // realpath
#include "common/text.h"

#include <jounce/base.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_LETTERS = 64 };  // longer words get no suggestion
enum { LINK_SIZE = 4096, MOST_LINKS = 16 };

static int least(int a, int b) { return a < b ? a : b; }

// Returns the number of insertions, deletions, changes and swaps of neighbours from a to b (optimal string alignment
// distance).
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

bool path_is_result(const char *path) {
  struct stat status;
  jn_file_format format = jn_file_format_of(path);
  if (format == JN_FORMAT_HDF5 || format == JN_FORMAT_CSV) return true;
  return stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

static const char *base_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

// Returns the path of `name` relative to the folder of `path`; absolute names are returned unchanged. NULL: no memory.
static char *beside(const char *path, const char *name) {
  size_t n = *name == '/' ? 0 : (size_t)(base_of(path) - path), m = strlen(name);
  char *text = malloc(n + m + 1);
  if (!text) return NULL;
  memcpy(text, path, n);
  memcpy(text + n, name, m + 1);
  return text;
}

char *path_folder(const char *path) {
  size_t n = (size_t)(base_of(path) - path);
  char *text = malloc(n + 2);
  if (text) snprintf(text, n + 2, "%.*s", (int)n, path);
  if (text && n == 0) memcpy(text, ".", sizeof ".");
  return text;
}

// Returns the absolute path without links, also of a file that does not exist. NULL: its folder does not exist.
static char *resolved(const char *path, int links) {
  char target[LINK_SIZE], *whole = realpath(path, NULL);
  if (whole) return whole;
  ssize_t length = links > 0 ? readlink(path, target, sizeof target - 1) : -1;
  if (length >= 0) {  // a link to a file that does not exist yet
    target[length] = 0;
    char *next = beside(path, target);
    whole = next ? resolved(next, links - 1) : NULL;
    free(next);
    return whole;
  }
  char *here = beside(path, "."), *folder = here ? realpath(here, NULL) : NULL;
  size_t n = folder ? strlen(folder) : 0, size = n + strlen(base_of(path)) + 2;
  whole = folder ? malloc(size) : NULL;
  if (whole) snprintf(whole, size, "%s/%s", folder, base_of(path));
  free(here);
  free(folder);
  return whole;
}

static bool same_inode(const struct stat *a, const struct stat *b) {
  return S_ISREG(a->st_mode) && a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

bool path_same(const char *a, const char *b) {
  struct stat sa, sb;
  bool have_a = stat(a, &sa) == 0, have_b = stat(b, &sb) == 0;
  if (have_a && have_b) return same_inode(&sa, &sb);
  if (have_a || have_b) return false;
  char *ra = resolved(a, MOST_LINKS), *rb = resolved(b, MOST_LINKS);
  bool same = strcmp(ra ? ra : a, rb ? rb : b) == 0;
  free(ra);
  free(rb);
  return same;
}

bool path_is_stdout(const char *path) {
  struct stat file, out;
  return stat(path, &file) == 0 && fstat(STDOUT_FILENO, &out) == 0 && same_inode(&file, &out);
}

// Returns the length of a path without its ending; a leading dot is no ending.
static size_t stem_length(const char *path) {
  const char *base = base_of(path), *dot = strrchr(base, '.');
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

char *path_stem_with(const char *path, const char *ending) { return path_with_ending(base_of(path), ending); }

int text_width(void) {
  const char *columns = getenv("COLUMNS");
  struct winsize window;
  long width = columns ? strtol(columns, NULL, 10) : 0;
  if (width <= 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0) width = window.ws_col;
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
