// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// pack_columns.h - numbers of a run, column by column, as a compact text for a page. web/replay/unpack.js reads it.
//
// A column is cut into steps of its range: value = low + step q, q = 0 ... 2^bits. A prediction from the values before
// (order 0: none, 1: the last value, 2: on a line, 3: on a parabola) leaves small whole numbers d; the order with the
// fewest bytes is taken. d is written as 2 d + 1, or -2 d for a negative one, 7 bits in a byte, the lowest first, the
// highest bit saying that more follow; 0 is a value that is not finite, and predicts nothing. Columns that do not
// change have step 0 and nothing behind it. All bytes are written in base 64.
#ifndef APP_PACK_COLUMNS_H
#define APP_PACK_COLUMNS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
  double low, step;  // step 0: all values are `low`
  int order;         // of the prediction
  size_t size;       // bytes
} pack_column;

typedef struct {
  uint8_t *bytes;
  size_t size, capacity;
  int failed;  // no memory
} pack_bytes;

// Appends n values, to 2^-bits of their range (bits up to 48). All of them not finite: step 0 and low NaN.
pack_column pack_values(pack_bytes *to, const double *values, int n, int bits);
char *pack_base64(const uint8_t *bytes, size_t n);  // as text, to be freed; NULL: no memory

#endif
