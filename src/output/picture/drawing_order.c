// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// drawing_order.c - sorts faces and lines in space from back to front.
//
// Two that overlap on paper are compared in their common area; a face that crosses another is cut along the common
// line. Each is drawn after all those behind it; where this leaves the order open, the mean depth decides.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/vec3.h"
#include "output/picture/drawing.h"

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
enum { MOST_STROKES = 3000, MOST_PAIRS = 100000 };
#else
// With more strokes than MOST_STROKES, strokes are sorted by mean depth only, and none is cut beyond this number. Only
// the first MOST_PAIRS pairs whose bounding boxes overlap are compared.
enum { MOST_STROKES = 20000, MOST_PAIRS = 3000000 };
#endif
enum { MOST_CORNERS = 200 };  // largest number of corners of the overlap of two strokes

// Tolerances, px. DEEP: a stroke is cut only if it extends farther than this on both sides of the plane of a face; a
// line that lies no deeper than this below a face is drawn above it. WIDE: narrower overlaps do not count.
static const double DEEP = 0.15, WIDE = 0.3;
static const double SAME = 1e-3;  // px; a stroke within this distance of the plane of a face counts as in it

typedef struct {
  double low[2], high[2];
  double slope[2], depth[2];  // slopes of depth in the plane of the face; least and largest depth of its corners
  bool convex, flat;          // flat: a line, or a face seen edge-on
  int around;                 // direction of its corners on paper: 1 anticlockwise, -1 clockwise
  int behind;                 // index of the first entry in the list of strokes behind it; -1: none
  int state;                  // in the depth-first search: 0 not visited, 1 in progress, 2 done
} outline;

typedef struct {
  int stroke, next;
} relation;

typedef struct {
  jni_drawing *drawing;
  outline *outlines;
  int capacity_outlines;
  relation *relations;
  int capacity_relations, nrelations, npairs;
  double pixel;  // size of a pixel, m
} sorting;

typedef struct {
  double p[MOST_CORNERS][3];
  int n;
} overlap;

// ---- faces ---------------------------------------------------------------------------------------------------------

static const jni_corner *corners_of(const sorting *s, int i) {
  return s->drawing->corners + s->drawing->strokes[i].first;
}

static double turn(const double a[3], const double b[3], const double c[3]) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static void measure_normal(const jni_corner *c, int n, double normal[3]) {
  jnk_zero(normal);
  for (int k = 1; k + 1 < n; k++) {
    double u[3], v[3], w[3];
    jnk_sub(c[k].p, c[0].p, u);
    jnk_sub(c[k + 1].p, c[0].p, v);
    jnk_cross(u, v, w);
    jnk_add(normal, w, normal);
  }
}

static void measure(const sorting *s, int i, outline *o) {
  const jni_corner *c = corners_of(s, i);
  int n = s->drawing->strokes[i].n;
  double normal[3];
  for (int k = 0; k < 2; k++) {
    o->low[k] = HUGE_VAL;
    o->high[k] = -HUGE_VAL;
  }
  o->depth[0] = HUGE_VAL;
  o->depth[1] = -HUGE_VAL;
  for (int k = 0; k < n; k++) {
    for (int x = 0; x < 2; x++) {
      o->low[x] = fmin(o->low[x], c[k].p[x]);
      o->high[x] = fmax(o->high[x], c[k].p[x]);
    }
    o->depth[0] = fmin(o->depth[0], c[k].p[2]);
    o->depth[1] = fmax(o->depth[1], c[k].p[2]);
  }
  measure_normal(c, n, normal);
  o->around = normal[2] < 0 ? -1 : 1;
  o->flat = !(fabs(normal[2]) > s->pixel * s->pixel * WIDE);
  for (int x = 0; x < 2; x++) o->slope[x] = o->flat ? 0 : -normal[x] / normal[2];
  o->convex = n > 2;
  for (int k = 0; k < n; k++)
    if (o->around * turn(c[k].p, c[(k + 1) % n].p, c[(k + 2) % n].p) < -1e-3 * s->pixel * s->pixel) o->convex = false;
}

// Returns the height of a point above the plane of a face, measured towards the viewer, m.
static double height_above(const sorting *s, int face, const double p[3]) {
  const outline *o = &s->outlines[face];
  const double *c = corners_of(s, face)[0].p;
  return p[2] - (c[2] + o->slope[0] * (p[0] - c[0]) + o->slope[1] * (p[1] - c[1]));
}

// ---- overlap of two strokes ----------------------------------------------------------------------------------------

// Clips a polygon by the line through a and b on paper and writes the part that is kept to *out: to the left of the
// line if `around`, the direction of the face's corners, is 1, to the right if it is -1. Returns false if the result
// has too many corners.
static bool cut_left(const overlap *in, const double a[3], const double b[3], int around, overlap *out) {
  out->n = 0;
  for (int k = 0; k < in->n; k++) {
    const double *p = in->p[k], *q = in->p[(k + 1) % in->n];
    double here = around * turn(a, b, p), there = around * turn(a, b, q);
    if (out->n + 2 > MOST_CORNERS) return false;
    if (here >= 0) jnk_copy(p, out->p[out->n++]);
    if ((here >= 0) == (there >= 0)) continue;
    for (int i = 0; i < 3; i++) out->p[out->n][i] = p[i] + here / (here - there) * (q[i] - p[i]);
    out->n++;
  }
  return true;
}

// Writes to *out the common area of a stroke and a face on paper, with the depths of the stroke at its corners. Returns
// false if there is none or it has too many corners.
static bool find_overlap(const sorting *s, int stroke, int face, overlap *out) {
  const jni_corner *c = corners_of(s, stroke), *d = corners_of(s, face);
  int n = s->drawing->strokes[face].n;
  overlap other;
  out->n = s->drawing->strokes[stroke].n;
  if (out->n > MOST_CORNERS) return false;
  for (int k = 0; k < out->n; k++) jnk_copy(c[k].p, out->p[k]);
  for (int k = 0; k < n && out->n > 0; k++) {
    if (!cut_left(out, d[k].p, d[(k + 1) % n].p, s->outlines[face].around, &other)) return false;
    out->n = other.n;
    memcpy(out->p, other.p, (size_t)other.n * sizeof *other.p);
  }
  return out->n > 0;
}

// Returns whether an overlap is more than a touch: its area is above WIDE x WIDE, or for a line its length above WIDE.
static bool is_wide(const sorting *s, const overlap *o, bool line) {
  double area = 0, length = 0;
  for (int k = 1; k < o->n; k++) {
    if (k + 1 < o->n) area += turn(o->p[0], o->p[k], o->p[k + 1]) / 2;
    length = fmax(length, jnk_hypot(o->p[k][0] - o->p[0][0], o->p[k][1] - o->p[0][1]));
  }
  return line ? length > WIDE * s->pixel : fabs(area) > WIDE * WIDE * s->pixel * s->pixel;
}

static bool boxes_overlap(const outline *a, const outline *b) {
  return a->low[0] < b->high[0] && b->low[0] < a->high[0] && a->low[1] < b->high[1] && b->low[1] < a->high[1];
}

// Sets range[] to the least and the largest height of a stroke above the plane of a face in their overlap, m. Returns
// false if the face is seen edge-on, or they do not overlap or hardly more than touch.
static bool compare(const sorting *s, int stroke, int face, double range[2]) {
  overlap o;
  if (s->outlines[face].flat || !find_overlap(s, stroke, face, &o)) return false;
  if (!is_wide(s, &o, !s->drawing->strokes[stroke].face)) return false;
  range[0] = HUGE_VAL;
  range[1] = -HUGE_VAL;
  for (int k = 0; k < o.n; k++) {
    const outline *f =
        &s->outlines[face];  // the plane of a face that is seen nearly edge-on is not extrapolated beyond its corners
    double above = fmax(o.p[k][2] - f->depth[1], fmin(o.p[k][2] - f->depth[0], height_above(s, face, o.p[k])));
    range[0] = fmin(range[0], above);
    range[1] = fmax(range[1], above);
  }
  return true;
}

static void relate(sorting *s, int front, int behind) {
  if (!jni_pool_grow(s->drawing->pool, &s->relations, &s->capacity_relations, s->nrelations + 1, sizeof *s->relations))
    return;
  s->relations[s->nrelations] = (relation){behind, s->outlines[front].behind};
  s->outlines[front].behind = s->nrelations++;
}

// ---- cuts ----------------------------------------------------------------------------------------------------------

// Returns a new stroke, the part of stroke i above (side 1) or below (side -1) the plane of a face, and appends its
// corners to the drawing. The cut itself is not drawn as an edge.
static jni_stroke put_piece(const sorting *s, int i, int face, int side) {
  jni_drawing *d = s->drawing;
  jni_stroke piece = d->strokes[i];
  int n = piece.n, sides = piece.face ? n : n - 1;
  piece.first = d->ncorners;
  piece.n = 0;
  for (int k = 0; k < n; k++) {
    const jni_corner *a = corners_of(s, i) + k, *b = corners_of(s, i) + (k + 1) % n;
    double here = side * height_above(s, face, a->p), there = side * height_above(s, face, b->p);
    if (here >= 0) {
      d->corners[d->ncorners++] = *a;
      piece.n++;
    }
    if ((here >= 0) == (there >= 0) || k >= sides) continue;
    jni_corner *cut = &d->corners[d->ncorners++];
    double part = here / (here - there);
    for (int m = 0; m < 3; m++) cut->p[m] = a->p[m] + part * (b->p[m] - a->p[m]);
    cut->sharp = here < 0 && a->sharp;
    piece.n++;
  }
  return piece;
}

static void update_piece(sorting *s, int i) {
  jni_stroke *piece = &s->drawing->strokes[i];
  piece->depth = 0;
  for (int k = 0; k < piece->n; k++) piece->depth += s->drawing->corners[piece->first + k].p[2] / piece->n;
  measure(s, i, &s->outlines[i]);
}

static bool grow_outlines(sorting *s) {
  return jni_pool_grow(s->drawing->pool, &s->outlines, &s->capacity_outlines, s->drawing->nstrokes,
                       sizeof *s->outlines);
}

// Cuts stroke i by the plane of a face: the part below the plane replaces the stroke, the part above is appended to the
// strokes. Does nothing if one part would be empty or memory is short.
static void split(sorting *s, int i, int face) {
  jni_drawing *d = s->drawing;
  int corners = d->ncorners + 4 * d->strokes[i].n;
  if (!jni_pool_grow(d->pool, &d->corners, &d->capacity_corners, corners, sizeof *d->corners) ||
      !jni_pool_grow(d->pool, &d->strokes, &d->capacity_strokes, d->nstrokes + 1, sizeof *d->strokes))
    return;
  int least = d->strokes[i].face ? 3 : 2, before = d->ncorners;
  jni_stroke above = put_piece(s, i, face, 1), below = put_piece(s, i, face, -1);
  if (above.n < least || below.n < least) {
    d->ncorners = before;
    return;
  }
  d->strokes[i] = below;
  d->strokes[d->nstrokes++] = above;
  if (!grow_outlines(s)) return;
  s->outlines[d->nstrokes - 1] = (outline){.behind = -1};
  update_piece(s, i);
  update_piece(s, d->nstrokes - 1);
}

// ---- all pairs -----------------------------------------------------------------------------------------------------

// Returns whether stroke k is the face above which stroke i is measured when they are compared: if i is a line, or if
// both are faces and k is convex and not seen edge-on. Otherwise i is that face.
static bool is_second_face(const sorting *s, int i, int k) {
  if (!s->drawing->strokes[i].face) return true;
  return s->drawing->strokes[k].face && s->outlines[k].convex && !s->outlines[k].flat;
}

static void sort_pair(sorting *s, int i, int k) {
  const jni_stroke *strokes = s->drawing->strokes;
  if (!boxes_overlap(&s->outlines[i], &s->outlines[k]) || (!strokes[i].face && !strokes[k].face)) return;
  if (strokes[i].convex_shape > 0 && strokes[i].convex_shape == strokes[k].convex_shape) return;
  int stroke = is_second_face(s, i, k) ? i : k, face = i + k - stroke;
  double range[2], touch = DEEP * s->pixel;
  s->npairs++;
  if (!compare(s, stroke, face, range)) return;
  if (!strokes[stroke].face && range[0] > -touch) range[1] = HUGE_VAL;  // a line on a face is drawn above it
  bool crosses = range[0] < -touch && range[1] > touch;
  if (crosses && s->drawing->nstrokes < MOST_STROKES) {
    split(s, stroke, face);
    if (!compare(s, stroke, face, range)) return;
  }
  if (!(fmax(range[1], -range[0]) > SAME * s->pixel)) return;
  if (range[1] > -range[0]) relate(s, stroke, face);
  else relate(s, face, stroke);
}

static void sort_pairs(sorting *s) {
  jni_drawing *d = s->drawing;
  for (int i = 0; i < d->nstrokes; i++)
    for (int k = 0; k < i && !d->pool->failed && s->npairs < MOST_PAIRS; k++)
      if (d->strokes[i].behind == d->strokes[k].behind) sort_pair(s, i, k);
}

// ---- the order -----------------------------------------------------------------------------------------------------

static int deeper(const void *a, const void *b) {
  const jni_stroke *p = a, *q = b;
  if (p->depth != q->depth) return p->depth < q->depth ? -1 : 1;
  return (p->order > q->order) - (p->order < q->order);
}

// Gives ranks, from `rank` on, to all strokes behind stroke `first` and then to that stroke, by depth-first search;
// ignores relations that close a cycle. Returns the next free rank. stack: workspace.
static int rank_from(sorting *s, int first, int *stack, double *ranks, int rank) {
  int n = 0;
  stack[n++] = first;
  s->outlines[first].state = 1;
  while (n > 0) {
    outline *o = &s->outlines[stack[n - 1]];
    while (o->behind >= 0 && s->outlines[s->relations[o->behind].stroke].state > 0)
      o->behind = s->relations[o->behind].next;
    if (o->behind < 0) {
      o->state = 2;
      ranks[stack[--n]] = rank++;
      continue;
    }
    int next = s->relations[o->behind].stroke;
    s->outlines[next].state = 1;
    stack[n++] = next;
  }
  return rank;
}

static void rank_all(sorting *s) {
  jni_drawing *d = s->drawing;
  int *stack = jni_ints(d->pool, (size_t)d->nstrokes), rank = 0;
  double *ranks = jni_doubles(d->pool, (size_t)d->nstrokes);
  jni_stroke *far = jni_take(d->pool, (size_t)d->nstrokes, sizeof *far);
  if (!d->pool->failed) {
    memcpy(far, d->strokes, (size_t)d->nstrokes * sizeof *far);
    for (int i = 0; i < d->nstrokes; i++) far[i].order = i;
    qsort(far, (size_t)d->nstrokes, sizeof *far, deeper);
    for (int i = 0; i < d->nstrokes; i++)
      if (s->outlines[far[i].order].state == 0) rank = rank_from(s, far[i].order, stack, ranks, rank);
    for (int i = 0; i < d->nstrokes; i++) d->strokes[i].depth = ranks[i];
  }
  jni_drop(d->pool, stack);
  jni_drop(d->pool, ranks);
  jni_drop(d->pool, far);
}

void jni_draw_order(jni_drawing *drawing) {
  sorting s = {.drawing = drawing, .pixel = 1 / drawing->view.scale};
  if (drawing->nstrokes < 1 || drawing->nstrokes > MOST_STROKES) return;
  if (grow_outlines(&s)) {
    for (int i = 0; i < drawing->nstrokes; i++) {
      s.outlines[i] = (outline){.behind = -1};
      measure(&s, i, &s.outlines[i]);
    }
    sort_pairs(&s);
    if (!drawing->pool->failed) rank_all(&s);
  }
  jni_drop(drawing->pool, s.outlines);
  jni_drop(drawing->pool, s.relations);
}
