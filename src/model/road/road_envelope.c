// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// road_envelope.c - precomputes data for the path of a rigid disc over a road, its envelope. Straight profiles along x
// are added to one profile, for which the kernel computes the path along x directly (terrain.h). For other roads and
// headings the kernel searches for the contact point (envelope.h); here the range and the step of the search are found.
#include <math.h>
#include <stdlib.h>

#include "kernel/elementary.h"
#include "model/fault.h"
#include "model/road/road.h"

typedef struct {
  const jnk_road_part *parts;
  int n;
  double R;      // radius of the disc, m
  double slope;  // sum of the slopes of its planes along x
  double *work;  // computing effort left for all envelopes of the model
} profile;

// Returns the sum of the heights of all parts at (x, 0), m. Slopes along y have no effect there; they are added to the
// envelope later.
static double height_at(const profile *p, double x) {
  double z = 0;
  jnk_slope slope = {0};
  for (int i = 0; i < p->n; i++) z += jnk_part_height(&p->parts[i], x, 0, &slope);
  return z;
}

// Sums the slopes of the planes along x in p->slope, and adds one plane with the sum of their slopes along y to `out`.
static void add_planes(profile *p, jni_road_builder *out) {
  double across = 0;
  for (int i = 0; i < p->n; i++)
    if (p->parts[i].kind == JNK_PART_PLANE) {
      p->slope += p->parts[i].a[1];
      across += p->parts[i].a[2];
    }
  if (across != 0) jni_road_add_part(out, (jnk_road_part){.kind = JNK_PART_PLANE, .a = {0, 0, across}});
}

// Subtracts `work` from the computing effort that is left for all envelopes. If too little is left, reports a fault and
// returns false.
static bool use_work(jn_model *model, const char *element, const profile *p, double work) {
  if (work <= *p->work) {
    *p->work -= work;
    return true;
  }
  jni_model_fault(model, element, "the road has too many points or parts for the envelope of a wheel%s: %d parts",
                  work <= JNI_MAX_ENVELOPE_WORK ? ", with the envelopes before it" : "", p->n);
  return false;
}

// ---- straight roads ------------------------------------------------------------------------

// Returns the height of a part immediately before x, which differs from that at x where the profile has a step, m.
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

// Appends the x of all points of the profiles to `list` in ascending order; 0 if there are none.
static void add_breaks(const profile *p, jni_road_builder *list) {
  for (int i = 0; i < p->n; i++)
    for (int k = 0; p->parts[i].kind == JNK_PART_LINES && k < p->parts[i].n; k++)
      jni_road_add_number(list, p->parts[i].x[k]);
  if (list->nzs == 0) jni_road_add_number(list, 0);
  if (!list->no_memory) qsort(list->zs, (size_t)list->nzs, sizeof *list->zs, ascending);
}

// Adds the sum of all profiles to `out` as one profile. At each x where a profile has a point it gets two points, with
// the heights immediately before and at x, in case of a step. Returns false after a fault: too little computing effort
// is left.
static bool add_straight(jn_model *model, const char *element, const profile *p, jni_road_builder *out) {
  const double share = 0.1;  // effort of one position relative to that of a searched position
  double work = 0;
  for (int i = 0; i < p->n; i++) work += p->parts[i].kind == JNK_PART_LINES ? share * p->parts[i].n * p->n : 0;
  if (!use_work(model, element, p, work)) return false;
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

// ---- search parameters of any road ------------------------------------------------------------

typedef struct {
  double slope;  // bound of the slope
  double step;   // length of the shortest curved piece, m
} search_bounds;

static void add_bounds(search_bounds *all, double slope, double step) {
  all->slope += slope;
  all->step = fmin(all->step, step);
}

static void bound_profile(const jnk_road_part *p, search_bounds *all) {
  const int places = 4;
  const double margin = p->kind == JNK_PART_CURVE ? 1.3 : 1;  // safety factor for steeper slopes between the samples
  double steepest = 0, shortest = HUGE_VAL;
  for (int i = 0; i < p->n - 1; i++) {
    double width = p->x[i + 1] - p->x[i];
    if (!(width > 0)) continue;
    jnk_piece piece = jnk_table_piece(p->x, p->z, p->n, p->kind == JNK_PART_CURVE, i);
    for (int k = 0; k <= places; k++)
      steepest = fmax(steepest, fabs(jnk_piece_slope(&piece, p->x[i] + width * k / places)));
    shortest = fmin(shortest, width / 2);
  }
  add_bounds(all, margin * steepest, p->kind == JNK_PART_CURVE ? shortest : HUGE_VAL);
}

static void bound_grid(const jnk_road_part *p, search_bounds *all) {
  const double margin = p->smooth ? 1.9 : 1;  // bound of the cubic's slope relative to the differences of its nodes
  double along = 0, across = 0;
  for (int i = 0; i < p->n; i++)
    for (int j = 0; j < p->ny; j++) {
      if (i > 0) along = fmax(along, fabs(jnk_grid_at(p, i, j) - jnk_grid_at(p, i - 1, j)));
      if (j > 0) across = fmax(across, fabs(jnk_grid_at(p, i, j) - jnk_grid_at(p, i, j - 1)));
    }
  add_bounds(all, margin * jnk_hypot(along / p->a[2], across / p->a[3]),
             p->smooth ? fmin(p->a[2], p->a[3]) / 2 : HUGE_VAL);
}

static void bound_part(const jnk_road_part *p, search_bounds *all) {
  const double share = 1.0 / 6;  // step relative to the length of a bump
  switch (p->kind) {
    case JNK_PART_PLANE: add_bounds(all, jnk_hypot(p->a[1], p->a[2]), HUGE_VAL); break;
    case JNK_PART_BUMPS: add_bounds(all, JNK_PI * fabs(p->a[2]) / p->a[1], share * p->a[1]); break;
    case JNK_PART_LINES:
    case JNK_PART_CURVE: bound_profile(p, all); break;
    case JNK_PART_GRID: bound_grid(p, all); break;
    case JNK_PART_DISC: break;
  }
}

static bool is_straight_along_x(const jnk_road_part *parts, int n) {
  for (int i = 0; i < n; i++)
    if (parts[i].turned || (parts[i].kind != JNK_PART_PLANE && parts[i].kind != JNK_PART_LINES)) return false;
  return true;
}

// Returns the computing effort of finding the search parameters, which is proportional to the amount of numbers in all
// parts.
static double numbers_work(const profile *p) {
  const double share = 1e-3;
  double work = 0;
  for (int i = 0; i < p->n; i++)
    work += share * p->parts[i].n * (p->parts[i].kind == JNK_PART_GRID ? p->parts[i].ny : 1);
  return work;
}

bool jni_road_disc(jn_model *model, const char *element, const jnk_road_part *parts, int n, double radius, double *work,
                   jnk_disc *out) {
  const double margin = 1e-3;  // relative to the radius, so that the reach is positive on level ground too
  const profile p = {.parts = parts, .n = n, .R = radius, .work = work};
  search_bounds all = {0, 2 * radius};
  if (!use_work(model, element, &p, numbers_work(&p))) return false;
  for (int i = 0; i < n; i++) bound_part(&parts[i], &all);
  double sine = all.slope / sqrt(1 + all.slope * all.slope);
  if (!(sine < 1 - 2 * margin)) sine = 1 - 2 * margin;
  *out = (jnk_disc){radius, radius * (sine + margin), all.step, is_straight_along_x(parts, n)};
  return true;
}

bool jni_road_envelope(jn_model *model, const char *element, const jnk_road_part *parts, int n, double radius,
                       double *work, jni_road_builder *out) {
  profile p = {.parts = parts, .n = n, .R = radius, .work = work};
  add_planes(&p, out);
  return add_straight(model, element, &p, out);
}
