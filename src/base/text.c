// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// text.c - checks of UTF-8 characters, and search of the most similar name for "did you mean".
#include <string.h>

#include "base/base.h"

size_t jni_utf8_length(const char *s) {
  unsigned char c = (unsigned char)s[0];
  if (c < 0x80) return 1;
  size_t n = c >= 0xc2 && c < 0xe0 ? 2 : c >= 0xe0 && c < 0xf0 ? 3 : c >= 0xf0 && c < 0xf5 ? 4 : 0;
  for (size_t i = 1; i < n; i++) {
    if (((unsigned char)s[i] & 0xc0) != 0x80) return 0;
  }
  // Returns 0 for bytes that are no valid character in UTF-8: overlong forms, surrogates, the two codes that are no
  // characters in XML, and codes beyond Unicode.
  unsigned char d = (unsigned char)s[1];
  if ((c == 0xe0 && d < 0xa0) || (c == 0xed && d > 0x9f) || (c == 0xf0 && d < 0x90) || (c == 0xf4 && d > 0x8f))
    return 0;
  if (c == 0xef && d == 0xbf && (unsigned char)s[2] >= 0xbe) return 0;
  return n;
}

// ---- names ----------------------------------------------------------------------------------

enum { COMPARED = 64 };  // longer names are compared by their first characters and their lengths

static int min_int(int a, int b) { return a < b ? a : b; }

static int clipped_length(const char *text) {
  int n = 0;
  while (n < COMPARED && text[n]) n++;
  return n;
}

// Returns the distance of a and b. Computes the distances between all their beginnings row by row; only the last three
// rows are stored.
int jni_edit_distance(const char *a, const char *b) {
  if (!strcmp(a, b)) return 0;
  int na = clipped_length(a), nb = clipped_length(b);
  int rows[3][COMPARED + 1];
  for (int j = 0; j <= nb; j++) rows[0][j] = j;
  for (int i = 1; i <= na; i++) {
    int *row = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
    row[0] = i;
    for (int j = 1; j <= nb; j++) {
      row[j] = min_int(last[j - 1] + (a[i - 1] != b[j - 1]), 1 + min_int(last[j], row[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = min_int(row[j], before[j - 2] + 1);
    }
  }
  size_t tail_a = strlen(a + na), tail_b = strlen(b + nb);
  size_t tails = tail_a > tail_b ? tail_a - tail_b : tail_b - tail_a;
  int distance = rows[na % 3][nb] + (tails > 1000 ? 1000 : (int)tails);
  return distance > 0 ? distance : 1;
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static bool same_but_for_case(const char *a, const char *b) {
  while (*a && lower(*a) == lower(*b)) {
    a++;
    b++;
  }
  return *a == *b;
}

const char *jni_nearest(const char *name, const char *(*candidate)(const void *context, int i), const void *context) {
  // Limit of the distance: a third of the letters may differ.
  int length = clipped_length(name), best = (length + 2) / 3 + 1;
  const char *nearest = NULL;
  for (int i = 0;; i++) {
    const char *other = candidate(context, i);
    if (!other) break;
    if (strcmp(name, other) == 0) continue;  // the name exists but is not valid here, so it is no suggestion
    int distance = same_but_for_case(name, other) ? 1 : jni_edit_distance(name, other);
    int other_length = clipped_length(other);
    bool something_in_common = distance < (length > other_length ? length : other_length);
    if (distance < best && (something_in_common || same_but_for_case(name, other))) {
      best = distance;
      nearest = other;
    }
  }
  return nearest;
}
