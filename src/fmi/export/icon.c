// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// icon.c - see icon.h. Fills the strokes of a picture from back to front, at four times the size of the icon, averages
// blocks of pixels and writes them as PNG with stored blocks.
#include "fmi/export/icon.h"

#include <math.h>
#include <string.h>

#include "fmi/archive_write.h"
#include "output/picture/drawing.h"

enum {
  SIZE = 96,  // width and height of the icon, pixels
  FINE = 4,   // samples per pixel in each direction
  WIDE = SIZE * FINE,
  MARGIN = 3 * FINE,
  CHANNELS = 4,               // red, green, blue, opacity
  ROW = 1 + SIZE * CHANNELS,  // bytes of a row in PNG, with its filter byte
  MOST_CROSSINGS = 256
};

typedef struct {
  float *samples;  // WIDE x WIDE x CHANNELS; colours are multiplied by opacity
  double low[2], scale;
} canvas;

static void blend(canvas *c, int x, int y, const double colour[3], double opacity) {
  float *to = c->samples + ((size_t)y * WIDE + (size_t)x) * CHANNELS;
  for (int k = 0; k < 3; k++) to[k] = (float)(colour[k] * opacity + to[k] * (1 - opacity));
  to[3] = (float)(opacity + to[3] * (1 - opacity));
}

static void place(const canvas *c, const double p[3], double out[2]) {
  out[0] = MARGIN + (p[0] - c->low[0]) * c->scale;
  out[1] = WIDE - MARGIN - (p[1] - c->low[1]) * c->scale;
}

// Fills a polygon of n corners row by row, where the even-odd rule says that a sample is inside. colour: red, green,
// blue, opacity.
static void fill(canvas *c, const jni_corner *corners, int n, const double colour[4]) {
  double low = WIDE, high = 0;
  for (int i = 0; i < n; i++) {
    double p[2];
    place(c, corners[i].p, p);
    low = fmin(low, p[1]);
    high = fmax(high, p[1]);
  }
  int last = (int)fmin(WIDE - 1, ceil(high));
  for (int y = (int)fmax(0, floor(low)); y <= last; y++) {
    double at[MOST_CROSSINGS], middle = y + 0.5;
    int crossings = 0;
    for (int i = 0; i < n; i++) {
      double a[2], b[2];
      place(c, corners[i].p, a);
      place(c, corners[(i + 1) % n].p, b);
      if ((a[1] > middle) == (b[1] > middle) || crossings == MOST_CROSSINGS) continue;
      double x = a[0] + (middle - a[1]) / (b[1] - a[1]) * (b[0] - a[0]);
      int k = crossings++;
      for (; k > 0 && at[k - 1] > x; k--) at[k] = at[k - 1];
      at[k] = x;
    }
    for (int k = 0; k + 1 < crossings; k += 2)
      for (int x = (int)fmax(0, ceil(at[k] - 0.5)); x <= (int)fmin(WIDE - 1, at[k + 1] - 0.5); x++)
        blend(c, x, y, colour, colour[3]);
  }
}

// Draws a line by filling the samples around points along it.
static void draw_line(canvas *c, const jni_corner *from, const jni_corner *to, const double colour[3]) {
  double a[2], b[2], radius = 0.6 * FINE;
  place(c, from->p, a);
  place(c, to->p, b);
  double length = sqrt((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]));
  if (!(length < 8 * WIDE)) return;
  int low[2], high[2];
  for (int k = 0; k < 2; k++) {
    low[k] = (int)fmax(0, floor(fmin(a[k], b[k]) - radius));
    high[k] = (int)fmin(WIDE - 1, ceil(fmax(a[k], b[k]) + radius));
  }
  for (int y = low[1]; y <= high[1]; y++)
    for (int x = low[0]; x <= high[0]; x++) {
      double dx = x + 0.5 - a[0], dy = y + 0.5 - a[1], ux = length > 0 ? (b[0] - a[0]) / length : 1,
             uy = length > 0 ? (b[1] - a[1]) / length : 0, along = fmin(fmax(dx * ux + dy * uy, 0), length);
      double across = dx * uy - dy * ux, beyond = dx * ux + dy * uy - along;
      if (across * across + beyond * beyond <= radius * radius) blend(c, x, y, colour, 1);
    }
}

static void draw(canvas *c, const jni_drawing *d) {
  static const double black[3] = {0.1, 0.1, 0.12};
  for (int i = 0; i < d->nstrokes; i++) {
    const jni_stroke *s = &d->strokes[i];
    const jni_corner *corners = d->corners + s->first;
    if (s->endless) continue;
    if (s->face) fill(c, corners, s->n, s->colour);
    for (int k = 0; k < (s->face ? s->n : s->n - 1); k++)
      if (!s->face || corners[k].sharp)
        draw_line(c, &corners[k], &corners[(k + 1) % s->n], s->face ? s->edge : s->width > 0 ? s->colour : black);
  }
}

// Sets scale and lower left corner of the canvas so that all strokes fit, except endless ones. fixed: strokes on the
// ground count too; if the others have no extent, they always do. Changes nothing if no stroke has an extent.
static void fit(canvas *c, const jni_drawing *d, bool fixed) {
  double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
  for (int i = 0; i < d->nstrokes; i++) {
    const jni_stroke *s = &d->strokes[i];
    for (int k = 0; k < s->n && !s->endless && (fixed || !s->fixed); k++)
      for (int r = 0; r < 2; r++) {
        low[r] = fmin(low[r], d->corners[s->first + k].p[r]);
        high[r] = fmax(high[r], d->corners[s->first + k].p[r]);
      }
  }
  double size = fmax(high[0] - low[0], high[1] - low[1]);
  if (!(size > 0 && isfinite(size))) {
    if (!fixed) fit(c, d, true);
    return;
  }
  c->scale = (WIDE - 2 * MARGIN) / size;
  for (int r = 0; r < 2; r++) c->low[r] = 0.5 * (low[r] + high[r]) - 0.5 * size;
}

// ---- PNG ------------------------------------------------------------------------------------------------------------

static unsigned char *put(unsigned char *at, uint32_t value) {
  for (int i = 0; i < 4; i++) at[i] = (unsigned char)(value >> (24 - 8 * i));
  return at + 4;
}

// Completes a PNG chunk whose type and `size` bytes of data are at `type`: writes its length before them and its
// checksum after them. Returns the address after it.
static unsigned char *end_chunk(unsigned char *type, size_t size) {
  put(type - 4, (uint32_t)size);
  return put(type + 4 + size, jni_crc32(0, type, size + 4));
}

static uint32_t adler(const unsigned char *bytes, size_t n) {
  uint32_t a = 1, b = 0;
  for (size_t i = 0; i < n; i++) {
    a = (a + bytes[i]) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}

// Fills `rows` with the rows of the picture in PNG, with filter 0. A pixel is the average of its samples.
static void average(const canvas *c, unsigned char *rows) {
  for (int y = 0; y < SIZE; y++) {
    rows[y * ROW] = 0;
    for (int x = 0; x < SIZE; x++) {
      double sum[CHANNELS] = {0};
      for (int s = 0; s < FINE * FINE; s++) {
        size_t at = (size_t)(y * FINE + s / FINE) * WIDE + (size_t)(x * FINE + s % FINE);
        for (int k = 0; k < CHANNELS; k++) sum[k] += (double)c->samples[at * CHANNELS + k];
      }
      unsigned char *pixel = rows + y * ROW + 1 + x * CHANNELS;
      for (int k = 0; k < 3; k++) pixel[k] = (unsigned char)(sum[3] > 0 ? 255 * fmin(sum[k] / sum[3], 1) + 0.5 : 0);
      pixel[3] = (unsigned char)(255 * sum[3] / (FINE * FINE) + 0.5);
    }
  }
}

static unsigned char *write_png(const canvas *c, size_t *size) {
  static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  enum { ALL = SIZE * ROW, HEADER = 13, ZLIB = 2 + 5 + ALL + 4, FILE_SIZE = 8 + 12 + HEADER + 12 + ZLIB + 12 };
  _Static_assert(ALL < 65536, "the rows are one stored block");
  unsigned char *png = jni_alloc0(NULL, FILE_SIZE, 1), *at = png;
  if (!png) return NULL;
  memcpy(at, signature, sizeof signature);
  at += sizeof signature + 4;
  memcpy(at, "IHDR", 4);
  put(at + 4, SIZE);
  put(at + 8, SIZE);
  at[12] = 8;  // bits per channel
  at[13] = 6;  // colour type: red, green, blue, opacity
  at = end_chunk(at, HEADER) + 4;
  memcpy(at, "IDAT", 4);
  unsigned char *data = at + 4;
  data[0] = 0x78;  // zlib header: window of 32 KiB
  data[1] = 0x01;
  data[2] = 1;  // the last block; stored without compression
  data[3] = ALL & 255;
  data[4] = ALL >> 8;
  data[5] = (unsigned char)~data[3];
  data[6] = (unsigned char)~data[4];
  average(c, data + 7);
  put(data + 7 + ALL, adler(data + 7, ALL));
  at = end_chunk(at, ZLIB) + 4;
  memcpy(at, "IEND", 4);
  at = end_chunk(at, 0);
  *size = (size_t)(at - png);
  return png;
}

unsigned char *jni_icon_write(jn_run *run, size_t *size) {
  static const double automatic[3] = {0, 0, 0};
  jni_pool pool = {.alloc = NULL};
  jn_picture *picture = jn_picture_new(NULL, jn_run_system(run), jn_run_state(run));
  canvas c = {.samples = jni_take(&pool, (size_t)WIDE * WIDE * CHANNELS, sizeof *c.samples)};
  unsigned char *png = NULL;
  if (picture && c.samples) {
    jni_drawing d = {.pool = &pool, .picture = picture};
    jni_view_choose(picture, picture->poses, automatic, &d.view);
    d.view.scale = 100;
    jni_draw_things(&d);
    fit(&c, &d, false);
    d.view.scale = c.scale / FINE;
    jni_draw_order(&d);
    if (!pool.failed) {
      draw(&c, &d);
      png = write_png(&c, size);
    }
  }
  jn_picture_free(picture);
  jni_pool_free(&pool);
  return png;
}
