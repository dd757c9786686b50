// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// drawing_visible.c - finds where a body or a mark is visible on paper, to place its name. Strokes are sorted: later
// ones cover earlier ones.
#include <math.h>

#include "output/picture/drawing.h"

// Returns whether a face covers a point on paper; the face must be convex.
static bool covers(const jni_drawing *drawing, const jni_stroke *stroke, const double at[2]) {
  int left = 0, right = 0;
  for (int k = 0; k < stroke->n; k++) {
    const double *a = drawing->corners[stroke->first + k].p,
                 *b = drawing->corners[stroke->first + (k + 1) % stroke->n].p;
    double side = (b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0]);
    left += side > 0;
    right += side < 0;
  }
  return (left == 0) != (right == 0);
}

static bool is_of_body(const jni_stroke *stroke) { return stroke->face && stroke->body > 0; }

// Returns the body whose face is topmost at a point on paper, among the sorted strokes from index `from` on; 0: there
// is none.
static int top_body(const jni_drawing *drawing, int from, const double at[2]) {
  for (int i = drawing->nstrokes - 1; i >= from; i--)
    if (is_of_body(&drawing->strokes[i]) && covers(drawing, &drawing->strokes[i], at)) return drawing->strokes[i].body;
  return 0;
}

bool jni_draw_is_mark_visible(const jni_drawing *drawing, const double at[2]) {
  for (int i = drawing->nstrokes - 1; i >= 0; i--) {
    const jni_stroke *stroke = &drawing->strokes[i];
    if (stroke->face && covers(drawing, stroke, at)) return stroke->body == 0 && !stroke->fixed;
  }
  return false;
}

bool jni_draw_find_visible(const jni_drawing *drawing, int body, double at[2]) {
  int top = top_body(drawing, 0, at);
  if (top == 0 || top == body) return true;
  double nearest = HUGE_VAL, best[2] = {at[0], at[1]};
  bool any = false;
  for (int i = 0; i < drawing->nstrokes; i++) {
    const jni_stroke *stroke = &drawing->strokes[i];
    double middle[2] = {0, 0};
    if (!is_of_body(stroke) || stroke->body != body) continue;
    any = true;
    for (int k = 0; k < stroke->n; k++)
      for (int j = 0; j < 2; j++) middle[j] += drawing->corners[stroke->first + k].p[j] / stroke->n;
    double x = middle[0] - at[0], y = middle[1] - at[1], distance = x * x + y * y;
    if (!(distance < nearest) || top_body(drawing, i, middle) != body) continue;
    nearest = distance;
    best[0] = middle[0];
    best[1] = middle[1];
  }
  at[0] = best[0];
  at[1] = best[1];
  return !any || nearest < HUGE_VAL;
}
