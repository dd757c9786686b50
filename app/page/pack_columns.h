// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// pack_columns.h - packs columns of numbers into a compact text for a page; web/replay/unpack.js reads it.
//
// Values are quantised in their range: value = low + step q, q = 0 ... 2^bits. A prediction from the preceding values
// (order 0: none, 1: the last value, 2: linear, 3: quadratic extrapolation) leaves small integers d; the order with the
// fewest bytes is chosen. d is encoded as 2 d + 1, or as -2 d if it is negative, 7 bits per byte, lowest first; the
// highest bit says that more bytes follow. 0 encodes a value that is not finite, which the prediction skips. Constant
// columns have step 0 and no bytes, but step 1 if some values are not finite. All bytes are written in base 64.
#ifndef APP_PACK_COLUMNS_H
#define APP_PACK_COLUMNS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
  double low, step;  // step 0: all values are `low`
  int order;         // order of the prediction
  size_t size;       // number of bytes
} pack_column;

typedef struct {
  uint8_t *bytes;
  size_t size, capacity;
  int failed;  // memory ran out
} pack_bytes;

// Appends n values to the bytes, with a resolution of 2^-bits of their range, bits <= 48, and returns how they are
// coded. If no value is finite, or their range is not, appends nothing: step 0 and low NaN.
pack_column pack_values(pack_bytes *to, const double *values, int n, int bits);
// Returns the bytes in base 64, which the caller frees; NULL: no memory.
char *pack_base64(const uint8_t *bytes, size_t n);

#endif
