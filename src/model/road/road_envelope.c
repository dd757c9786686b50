// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// road_envelope.c - the path of a rigid disc over a road, along x (kernel/terrain.h). Straight profiles are added up to
// one, over which the kernel is exact; where something is curved, height and slope are tabulated every hundredth of the
// radius:
//   z_e(x) = max over s of f(s) = z(x + s) + sqrt(R^2 - s^2), less R;   at the maximum  z_e'(x) = s / sqrt(R^2 - s^2)
#include <math.h>
#include <stdlib.h>

#include "model/road/road.h"

enum { PER_RADIUS = 100, SAMPLES = 48, NARROWINGS = 42 };

typedef struct {
  const jnk_road_part *parts;
  int n;
  double R;
  double low, high;  // between them the road is not straight
  double slope;      // outside
  double *work;      // left to all envelopes of the model
} profile;

// Height along x; what slopes across is added without an envelope.
static double height_at(const profile *p, double x) {
  double z = 0;
  jnk_slope slope = {0};
  for (int i = 0; i < p->n; i++) z += jnk_part_height(&p->parts[i], x, 0, &slope);
  return z;
}

static void reach(profile *p, double low, double high) {
  p->low = fmin(p->low, low);
  p->high = fmax(p->high, high);
}

static void measure(profile *p, bool *curved, bool *grid) {
  p->low = HUGE_VAL, p->high = -HUGE_VAL;
  for (int i = 0; i < p->n; i++) {
    const jnk_road_part *part = &p->parts[i];
    *grid = *grid || part->kind == JNK_PART_GRID;
    *curved = *curved || part->kind == JNK_PART_BUMPS || part->kind == JNK_PART_CURVE;
    if (part->kind == JNK_PART_PLANE) p->slope += part->a[1];
    else if (part->kind == JNK_PART_BUMPS) reach(p, part->a[0], part->a[0] + (part->n - 1) * part->a[3] + part->a[1]);
    else if (part->kind != JNK_PART_GRID) reach(p, part->x[0], part->x[part->n - 1]);
  }
}

static void add_across(const profile *p, jni_road_builder *out) {
  double across = 0;
  for (int i = 0; i < p->n; i++)
    if (p->parts[i].kind == JNK_PART_PLANE) across += p->parts[i].a[2];
  if (across != 0) jni_road_add_part(out, (jnk_road_part){.kind = JNK_PART_PLANE, .a = {0, 0, across}});
}

static bool can_do(jn_model *model, const char *element, const profile *p, double work) {
  if (work <= *p->work) return *p->work -= work, true;
  jni_model_fault(model, element,
                  "the road is too long or has too many parts for the envelope of a wheel so small%s: %g m and %d "
                  "parts, radius %g m",
                  work <= JNI_MAX_ENVELOPE_WORK ? ", with the envelopes before it" : "", p->high - p->low, p->n, p->R);
  return false;
}

// ---- straight: one profile of all ------------------------------------------------------------------------

// Height just before x.
static double height_before(const jnk_road_part *p, double x) {
  int i = p->kind == JNK_PART_LINES ? jnk_table_find(p->x, p->n, x) : -1;
  if (i < 0 || p->x[i] < x) {
    jnk_slope slope = {0};
    return jnk_part_height(p, x, 0, &slope);
  }
  while (i > 0 && p->x[i - 1] == x) i--;
  return p->z[i];
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void add_breaks(const profile *p, jni_road_builder *list) {
  for (int i = 0; i < p->n; i++)
    for (int k = 0; p->parts[i].kind == JNK_PART_LINES && k < p->parts[i].n; k++)
      jni_road_add_number(list, p->parts[i].x[k]);
  if (list->nzs == 0) jni_road_add_number(list, 0);
  if (!list->no_memory) qsort(list->zs, (size_t)list->nzs, sizeof *list->zs, ascending);
}

static bool add_straight(jn_model *model, const char *element, const profile *p, jni_road_builder *out) {
  const double share = 0.1;  // of what a place costs that is searched for
  double work = 0;
  for (int i = 0; i < p->n; i++) work += p->parts[i].kind == JNK_PART_LINES ? share * p->parts[i].n * p->n : 0;
  if (!can_do(model, element, p, work)) return false;
  jni_road_builder breaks = {.pool = out->pool, .most = JNI_MAX_ROAD_NUMBERS};
  add_breaks(p, &breaks);
  for (int k = 0; k < breaks.nzs && !breaks.no_memory; k++) {
    double x = breaks.zs[k], before = 0;
    if (k > 0 && breaks.zs[k - 1] == x) continue;
    for (int i = 0; i < p->n; i++) before += height_before(&p->parts[i], x);
    jni_road_add_point(out, x, before);
    jni_road_add_point(out, x, height_at(p, x));
  }
  out->list = (jnk_road_part){.kind = JNK_PART_DISC, .a = {p->R, p->slope}};
  out->no_memory = out->no_memory || breaks.no_memory;
  jni_drop(breaks.pool, breaks.zs);
  return true;
}

// ---- curved: a table -----------------------------------------------------------------------------------------

static double lifted(const profile *p, double x, double s) {
  double square = p->R * p->R - s * s;
  return height_at(p, x + s) + (square > 0 ? sqrt(square) : 0);
}

// The largest value between low and high, where there is one maximum; by golden sections.
static double maximum(const profile *p, double x, double low, double high, double *at) {
  const double golden = 0.6180339887498949;
  double a = high - golden * (high - low), b = low + golden * (high - low), fa = lifted(p, x, a), fb = lifted(p, x, b);
  for (int i = 0; i < NARROWINGS; i++) {
    if (fa > fb) high = b, b = a, fb = fa, a = high - golden * (high - low), fa = lifted(p, x, a);
    else low = a, a = b, fa = fb, b = low + golden * (high - low), fb = lifted(p, x, b);
  }
  *at = fa > fb ? a : b;
  return fa > fb ? fa : fb;
}

typedef struct {
  double height, s;
} stand;

static void better(stand *best, double height, double s) {
  if (height > best->height) *best = (stand){height, s};
}

// Between the samples; f need not be smooth there.
static void try_smooth(const profile *p, double x, stand *best) {
  double f[SAMPLES + 1], d = 2 * p->R / SAMPLES;
  for (int k = 0; k <= SAMPLES; k++) f[k] = lifted(p, x, -p->R + k * d);
  for (int k = 0; k <= SAMPLES; k++) {
    int left = k > 0 ? k - 1 : 0, right = k < SAMPLES ? k + 1 : SAMPLES;
    if (f[k] < f[left] || f[k] < f[right]) continue;
    double s, z = maximum(p, x, -p->R + left * d, -p->R + right * d, &s);
    better(best, z, s);
  }
}

// On the corners of straight profiles, edges of steps among them.
static void try_corners(const profile *p, double x, stand *best) {
  for (int i = 0; i < p->n; i++) {
    const jnk_road_part *part = &p->parts[i];
    if (part->kind != JNK_PART_LINES) continue;
    for (int k = jnk_table_find(part->x, part->n, x - p->R) + 1; k < part->n && part->x[k] < x + p->R; k++) {
      double before = 0, s = part->x[k] - x;
      for (int j = 0; j < p->n; j++) before += height_before(&p->parts[j], part->x[k]);
      better(best, fmax(before, height_at(p, part->x[k])) + sqrt(p->R * p->R - s * s), s);
    }
  }
}

static void touch(const profile *p, double x, double *height, double *slope) {
  stand best = {-HUGE_VAL, 0};
  try_smooth(p, x, &best);
  try_corners(p, x, &best);
  *height = best.height - p->R;
  *slope = best.s / sqrt(fmax(p->R * p->R - best.s * best.s, 1e-12 * p->R * p->R));
}

// Corners of straight profiles that a disc may meet at one place, roughly.
static double corners(const profile *p) {
  double n = 0;
  for (int i = 0; i < p->n; i++)
    if (p->parts[i].kind == JNK_PART_LINES) n += p->parts[i].n;
  return n * p->R / (p->high - p->low + p->R);
}

static bool add_curved(jn_model *model, const char *element, const profile *p, jni_road_builder *out) {
  double h = p->R / PER_RADIUS, begin = p->low - p->R - h, nodes = ceil((p->high + p->R - begin) / h) + 2;
  const double share = 0.04;  // of what the search between the samples costs, for each corner
  if (!can_do(model, element, p, nodes * p->n * (1 + share * corners(p)))) return false;
  out->list = (jnk_road_part){.kind = JNK_PART_TABLE, .n = (int)nodes, .a = {begin, h}};
  for (int i = 0; i < (int)nodes && !out->no_memory; i++) {
    double height, slope;
    touch(p, begin + i * h, &height, &slope);
    jni_road_add_number(out, height);
    jni_road_add_number(out, slope);
  }
  return true;
}

bool jni_road_envelope(jn_model *model, const char *element, const jnk_road_part *parts, int n, double radius,
                       double *work, jni_road_builder *out) {
  profile p = {.parts = parts, .n = n, .R = radius, .work = work};
  bool curved = false, grid = false;
  measure(&p, &curved, &grid);
  if (grid) return jni_model_fault(model, element, "a height-field has no envelope"), false;
  add_across(&p, out);
  if (curved) return add_curved(model, element, &p, out);
  return add_straight(model, element, &p, out);
}
