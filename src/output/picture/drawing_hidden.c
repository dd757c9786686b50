// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// drawing_hidden.c - finds strokes that are completely covered, such as most of the parts inside a vehicle, which need
// not be drawn. The paper is divided into cells, and the strokes occupy cells from front to back. A stroke is hidden if
// all its cells are occupied. In doubt it is visible: it needs all cells that its line width reaches, but occupies only
// those whose centre lies inside an opaque face.
#include <math.h>
#include <stdlib.h>

#include "output/picture/drawing.h"

// FINE: number of cells along a side of a pixel; MOST_CROSSINGS: largest number of sides of a face that may cross a row
// of cells.
enum { FINE = 2, MOST_CROSSINGS = 64 };

typedef struct {
  const jni_drawing *drawing;
  unsigned char *taken;
  int width, height;  // size of the paper, cells
} paper;

static double cell_x(const paper *p, int corner) {
  return FINE * (p->drawing->view.left + p->drawing->view.scale * p->drawing->corners[corner].p[0]);
}

static double cell_y(const paper *p, int corner) {
  return FINE * (p->drawing->view.top - p->drawing->view.scale * p->drawing->corners[corner].p[1]);
}

// Returns whether one of the cells within `reach` cells of (x, y) is free; cells outside of the paper are not. Returns
// true far outside of the paper.
static bool is_free_around(const paper *p, double x, double y, int reach) {
  if (!(fabs(x) < 1e6 && fabs(y) < 1e6)) return true;
  int column = (int)floor(x), row = (int)floor(y);
  for (int r = row - reach; r <= row + reach; r++)
    for (int c = column - reach; c <= column + reach; c++)
      if (r >= 0 && r < p->height && c >= 0 && c < p->width && !p->taken[r * p->width + c]) return true;
  return false;
}

static bool is_side_free(const paper *p, int from, int to, int reach) {
  double x = cell_x(p, from), y = cell_y(p, from), dx = cell_x(p, to) - x, dy = cell_y(p, to) - y;
  double length = fmax(fabs(dx), fabs(dy));
  if (!(length < 1e5)) return true;
  int n = (int)length + 1;
  for (int k = 0; k <= n; k++)
    if (is_free_around(p, x + dx * k / n, y + dy * k / n, reach)) return true;
  return false;
}

static bool are_sides_free(const paper *p, const jni_stroke *stroke) {
  int reach = (int)ceil(fmax(1, stroke->width));
  for (int k = 0; k < stroke->n - !stroke->face; k++)
    if (is_side_free(p, stroke->first + k, stroke->first + (k + 1) % stroke->n, reach)) return true;
  return false;
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// Fills x with the sorted x coordinates, cells, at which the sides of a face cross the middle line of a row of cells.
// Returns their number; -1: more than MOST_CROSSINGS.
static int find_crossings(const paper *p, const jni_stroke *stroke, int row, double *x) {
  double middle = row + 0.5;
  int n = 0;
  for (int k = 0; k < stroke->n; k++) {
    int a = stroke->first + k, b = stroke->first + (k + 1) % stroke->n;
    double ya = cell_y(p, a), yb = cell_y(p, b);
    if ((ya > middle) == (yb > middle)) continue;
    if (n == MOST_CROSSINGS) return -1;
    x[n++] = cell_x(p, a) + (middle - ya) / (yb - ya) * (cell_x(p, b) - cell_x(p, a));
  }
  qsort(x, (size_t)n, sizeof *x, by_value);
  return n;
}

// Returns whether one of the cells of a row that the face covers was free, and if `opaque` occupies these cells.
// Returns true, and occupies none, if the face crosses the row too often.
static bool occupy_row(paper *p, const jni_stroke *stroke, int row, bool opaque) {
  double x[MOST_CROSSINGS];
  int n = find_crossings(p, stroke, row, x);
  bool was_free = n < 0;
  for (int k = 0; k + 1 < n; k += 2) {
    int first = (int)fmax(0, ceil(x[k] - 0.5)), last = (int)fmin(p->width - 1, ceil(x[k + 1] - 0.5) - 1);
    for (int c = first; c <= last; c++) {
      unsigned char *cell = &p->taken[row * p->width + c];
      was_free = was_free || !*cell;
      if (opaque) *cell = 1;
    }
  }
  return was_free;
}

static bool take_face(paper *p, const jni_stroke *stroke) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  bool was_free = false, opaque = !(stroke->colour[3] < 1);
  for (int k = 0; k < stroke->n; k++) {
    low = fmin(low, cell_y(p, stroke->first + k));
    high = fmax(high, cell_y(p, stroke->first + k));
  }
  if (!(low <= high)) return true;
  int last = (int)fmin(p->height - 1, high);
  for (int row = (int)fmax(0, fmin(low, p->height)); row <= last; row++) was_free |= occupy_row(p, stroke, row, opaque);
  return was_free;
}

void jni_draw_hide(jni_drawing *drawing, double width, double height) {
  paper p = {.drawing = drawing, .width = (int)(FINE * width), .height = (int)(FINE * height)};
  p.taken = jni_take(drawing->pool, (size_t)p.width * (size_t)p.height, sizeof *p.taken);
  for (int i = drawing->nstrokes - 1; i >= 0 && p.taken; i--) {
    jni_stroke *stroke = &drawing->strokes[i];
    bool seen = are_sides_free(&p, stroke);
    if (stroke->face) seen |= take_face(&p, stroke);
    stroke->hidden = !seen;
  }
  jni_drop(drawing->pool, p.taken);
}
