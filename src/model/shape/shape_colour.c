// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// shape_colour.c - reads colours: a name, or the red, green and blue parts.
#include <math.h>
#include <string.h>

#include "model/shape/shape.h"

static const struct {
  const char *name;
  unsigned rgb;
} colours[] = {
    {"black", 0x1a1a1a},  {"grey", 0x808080},   {"gray", 0x808080},   {"silver", 0xc0c4c8}, {"white", 0xffffff},
    {"red", 0xd0342c},    {"orange", 0xe69f00}, {"yellow", 0xf0d000}, {"green", 0x009e73},  {"blue", 0x0072b2},
    {"cyan", 0x56b4e9},   {"purple", 0x7b4fa3}, {"pink", 0xcc79a7},   {"brown", 0x8a5a2b},  {"steel", 0x8c97a3},
    {"copper", 0xb8734a}, {"wood", 0xc8a165},   {"rubber", 0x3a3f44},
};
enum { NCOLOURS = sizeof colours / sizeof *colours };

const char *jni_colour_name(int i) { return i >= 0 && i < NCOLOURS ? colours[i].name : NULL; }

static int digit(char c) {
  const char *digits = "0123456789abcdefABCDEF", *at = c ? strchr(digits, c) : NULL;
  int i = at ? (int)(at - digits) : -1;
  return i < 16 ? i : i - 6;
}

// Reads two hexadecimal digits as a number from 0 to 1. Returns false if they are not such digits.
static bool read_part(const char *text, double *value) {
  int high = digit(text[0]), low = high < 0 ? -1 : digit(text[1]);
  *value = (16 * high + low) / 255.0;
  return low >= 0;
}

bool jn_colour_read(const char *text, double colour[4]) {
  JNI_ASSERT(text && colour);
  colour[3] = 1;
  for (int i = 0; i < NCOLOURS; i++) {
    if (strcmp(colours[i].name, text) != 0) continue;
    for (int k = 0; k < 3; k++) colour[k] = (double)(colours[i].rgb >> (16 - 8 * k) & 255) / 255.0;
    return true;
  }
  size_t length = strlen(text);
  if (text[0] != '#' || (length != 7 && length != 9)) return false;
  for (int k = 0; 2 * k + 1 < (int)length; k++)
    if (!read_part(text + 1 + 2 * k, &colour[k])) return false;
  return true;
}
