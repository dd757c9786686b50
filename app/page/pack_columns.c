// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// pack_columns.c - see pack_columns.h.
#include "page/pack_columns.h"

#include <math.h>
#include <stdlib.h>

// ---- bytes ---------------------------------------------------------------------------------------------------------

static void put_byte(pack_bytes *to, unsigned byte) {
  if (to->size == to->capacity && !to->failed) {
    size_t capacity = to->capacity ? 2 * to->capacity : 4096;
    uint8_t *grown = realloc(to->bytes, capacity);
    to->failed = !grown;
    if (grown) {
      to->bytes = grown;
      to->capacity = capacity;
    }
  }
  if (!to->failed) to->bytes[to->size++] = (uint8_t)byte;
}

static void put_whole(pack_bytes *to, uint64_t code) {
  for (; code > 127; code >>= 7) put_byte(to, (unsigned)(code & 127) | 128);
  put_byte(to, (unsigned)code);
}

static size_t whole_size(uint64_t code) {
  size_t n = 1;
  for (; code > 127; code >>= 7) n++;
  return n;
}

char *pack_base64(const uint8_t *bytes, size_t n) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  char *text = malloc((n + 2) / 3 * 4 + 1), *next = text;
  if (!text) return NULL;
  for (size_t i = 0; i < n; i += 3) {
    unsigned left = n - i < 3 ? (unsigned)(n - i) : 3;
    unsigned long three = (unsigned long)bytes[i] << 16;
    if (left > 1) three |= (unsigned long)bytes[i + 1] << 8;
    if (left > 2) three |= bytes[i + 2];
    for (unsigned k = 0; k < 4; k++) *next++ = k <= left ? digits[three >> (18 - 6 * k) & 63] : '=';
  }
  *next = '\0';
  return text;
}

// ---- prediction ----------------------------------------------------------------------------------------------------

enum { ORDERS = 4 };

typedef struct {
  int64_t last[ORDERS - 1];  // the last values, newest first
  int nlast;                 // number of valid entries of `last`
} history;

static int64_t predict(const history *h, int order) {
  int64_t a = h->last[0], b = h->last[1], c = h->last[2];
  switch (h->nlast < order ? h->nlast : order) {
    case 0: return 0;
    case 1: return a;
    case 2: return 2 * a - b;
    default: return 3 * a - 3 * b + c;
  }
}

static void remember(history *h, int64_t q) {
  h->last[2] = h->last[1];
  h->last[1] = h->last[0];
  h->last[0] = q;
  if (h->nlast < ORDERS - 1) h->nlast++;
}

// Maps a difference d to a positive integer: 2 d + 1 for d >= 0, -2 d for d < 0.
static uint64_t code_of(int64_t d) { return d < 0 ? (uint64_t)(-2 * d) : (uint64_t)(2 * d + 1); }

static void put_column(pack_bytes *to, const double *values, int n, const pack_column *column) {
  history h = {.nlast = 0};
  for (int i = 0; i < n; i++) {
    int64_t q = isfinite(values[i]) ? (int64_t)llround((values[i] - column->low) / column->step) : 0;
    put_whole(to, isfinite(values[i]) ? code_of(q - predict(&h, column->order)) : 0);
    if (isfinite(values[i])) remember(&h, q);
  }
}

static int best_order(const double *values, int n, const pack_column *column) {
  size_t size[ORDERS] = {0};
  history h = {.nlast = 0};
  for (int i = 0; i < n; i++) {
    if (!isfinite(values[i])) continue;
    int64_t q = (int64_t)llround((values[i] - column->low) / column->step);
    for (int order = 0; order < ORDERS; order++) size[order] += whole_size(code_of(q - predict(&h, order)));
    remember(&h, q);
  }
  int best = 0;
  for (int order = 1; order < ORDERS; order++)
    if (size[order] < size[best]) best = order;
  return best;
}

// ---- a column ------------------------------------------------------------------------------------------------------

pack_column pack_values(pack_bytes *to, const double *values, int n, int bits) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  int finite = 0;
  for (int i = 0; i < n; i++) {
    if (!isfinite(values[i])) continue;
    low = fmin(low, values[i]);
    high = fmax(high, values[i]);
    finite++;
  }
  pack_column column = {.low = finite && isfinite(high - low) ? low : (double)NAN};
  double step = isfinite(column.low) ? ldexp(high - low, -bits) : 0;
  // a constant column with gaps is encoded with step 1, so that the gaps are stored
  if (finite < n && isfinite(column.low) && !(step > 0)) step = 1;
  if (!(step > 0)) return column;
  size_t before = to->size;
  column.step = step;
  column.order = best_order(values, n, &column);
  put_column(to, values, n, &column);
  column.size = to->size - before;
  return column;
}
