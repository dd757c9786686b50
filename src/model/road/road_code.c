// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// road_code.c - writes roads into graphs: their block of numbers, planes, and a plane above all parts of a road.
#include "model/road/road_code.h"

#include <math.h>

#include "kernel/ground/road_block.h"

static const jni_kernel road_rate = {"jnk_call_road_rate", 8, 4, jnk_call_road_rate, NULL};
const jni_kernel jni_road_kernel = {"jnk_call_road", 4, 4, jnk_call_road, &road_rate};

// ---- the block ----------------------------------------------------------------------------------------------------

// A list of numbers of a road that is stored in the block of numbers. It is stored once even if several parts use it.
typedef struct {
  const double *list;
  int n, at;  // length, index in the block
} stored_list;

typedef struct {
  jni_constants *out;
  stored_list *lists;  // lists stored so far
  int nlists, capacity;
} block;

// Returns the index in the block at which a list of n numbers is stored; stores it if it is new. Returns 0 for an empty
// list, or if memory is short.
static int store_list(block *b, const double *list, int n) {
  if (!list || n == 0) return 0;
  for (int i = 0; i < b->nlists; i++)
    if (b->lists[i].list == list && b->lists[i].n == n) return b->lists[i].at;
  if (!jni_pool_grow(&b->out->pool, &b->lists, &b->capacity, b->nlists + 1, sizeof *b->lists)) return 0;
  b->lists[b->nlists++] = (stored_list){list, n, b->out->n};
  jni_constants_list(b->out, list, n);
  return b->out->n - n;
}

static void set(jni_constants *out, int at, double value) {
  if (!out->pool.failed) out->list[at] = value;
}

static void put_part(block *b, const jnk_road_part *p, int at) {
  bool grid = p->kind == JNK_PART_GRID, turned = p->turned != 0;
  int x = store_list(b, p->x, grid ? 0 : p->n), z = store_list(b, p->z, grid ? p->n * p->ny : p->n);
  const double numbers[JNK_PART_NUMBERS] = {
      p->kind, p->n,    p->ny,   p->smooth, turned, turned ? p->turn[0] : 0, turned ? p->turn[1] : 0, p->a[0],
      p->a[1], p->a[2], p->a[3], x,         z};
  for (int i = 0; i < JNK_PART_NUMBERS; i++) set(b->out, at + i, numbers[i]);
}

// Appends the parts of a road to the block, and writes their number and the index of the first to the block at `at`.
static void put_parts(block *b, const jnk_road *road, int at) {
  int begin = b->out->n;
  set(b->out, at, road->n);
  set(b->out, at + 1, begin);
  for (int i = 0; i < road->n * JNK_PART_NUMBERS; i++) jni_constants_add(b->out, 0);
  for (int i = 0; i < road->n; i++) put_part(b, &road->parts[i], begin + i * JNK_PART_NUMBERS);
}

_Static_assert(sizeof(jnk_zone) == JNK_ZONE_NUMBERS * sizeof(double), "a zone is a list of numbers");

void jni_road_numbers(const jnk_terrain *terrain, jni_constants *out) {
  block b = {.out = out};
  for (int i = 0; i < 2 * JNK_SIDE_NUMBERS; i++) jni_constants_add(out, 0);
  for (int side = 0; side < 2; side++) {
    const jnk_disc *disc = &terrain->disc[side];
    const double rest[] = {disc->R, disc->reach, disc->step, disc->along_x};
    int at = side * JNK_SIDE_NUMBERS;
    put_parts(&b, &terrain->side[side], at);
    set(out, at + 2, terrain->side[side].nzones);
    set(out, at + 3, out->n);
    jni_constants_list(out, (const double *)(const void *)terrain->side[side].zones,
                       terrain->side[side].nzones * JNK_ZONE_NUMBERS);
    put_parts(&b, &terrain->rough[side], at + 4);
    for (int i = 0; i < 4; i++) set(out, at + 6 + i, rest[i]);
  }
}

// ---- planes -------------------------------------------------------------------------------------------------------

// Returns whether one side of a road is a plane z = a0 + a1 x + a2 y without zones of other friction, and sets a. Such
// a plane is written to the graph as arithmetic instead of a kernel call.
static bool is_plane(const jnk_road *road, double a[3]) {
  a[0] = a[1] = a[2] = 0;
  for (int i = 0; i < road->n; i++) {
    const jnk_road_part *p = &road->parts[i];
    if (p->kind != JNK_PART_PLANE || p->turned) return false;
    for (int k = 0; k < 3; k++) a[k] += p->a[k];
  }
  return road->nzones == 0;
}

// Returns whether both sides of a terrain are the same plane z = a0 + a1 x + a2 y without zones of other friction, and
// sets a. Tyres that roll on an envelope touch a plane at another height unless it is level: for them only a level
// plane counts.
bool jni_road_is_plane(const jnk_terrain *terrain, double a[3]) {
  double other[3];
  bool rolls = terrain->disc[0].R > 0 || terrain->disc[1].R > 0;
  const jnk_road *roads = rolls ? terrain->rough : terrain->side;
  return is_plane(&roads[0], a) && is_plane(&roads[1], other) && a[0] == other[0] && a[1] == other[1] &&
         a[2] == other[2] && (!rolls || (a[1] == 0 && a[2] == 0));
}

jni_code_under jni_code_road(jni_graph *g, const jnk_terrain *terrain, jni_vec r, jni_vec axis) {
  double a[3];
  if (jni_road_is_plane(terrain, a)) {
    jni_vec plane = jni_vec_of(g, a);
    jni_node along = jni_times(g, plane.x[1], r.x[0]), across = jni_times(g, plane.x[2], r.x[1]);
    return (jni_code_under){jni_plus(g, jni_plus(g, plane.x[0], along), across), plane.x[1], plane.x[2], JNI_ONE};
  }
  jni_constants c = jni_constants_for(g);
  const jni_node in[4] = {r.x[0], r.x[1], axis.x[0], axis.x[1]};
  jni_road_numbers(terrain, &c);
  int call = jni_call_with(g, &jni_road_kernel, &c, in);
  return (jni_code_under){jni_result(g, call, 0), jni_result(g, call, 1), jni_result(g, call, 2),
                          jni_result(g, call, 3)};
}

// ---- plane above a road --------------------------------------------------------------------------------------

// An upper bound of a road: its height at (x, y) is at most a[0] + a[1] x + a[2] y + top.
typedef struct {
  double a[3];   // sum of its planes
  double top;    // largest sum of the heights of its other parts, m; HUGE_VAL: unknown
  double steep;  // bound of the slope of its other parts
} cover;

static double steepest(double most, double rise, double run) { return run > 0 ? fmax(most, fabs(rise) / run) : most; }

// Raises *top to the largest height of a profile, m, and *steep to a bound of its slope. A monotone cubic is at most
// three times as steep as the chord between two of its points.
static void cover_profile(const jnk_road_part *p, double *top, double *steep) {
  for (int i = 0; i < p->n; i++) {
    *top = fmax(*top, p->z[i]);
    if (i > 0) *steep = steepest(*steep, p->z[i] - p->z[i - 1], p->x[i] - p->x[i - 1]);
  }
  if (p->kind == JNK_PART_CURVE) *steep *= 3;
}

static void cover_grid(const jnk_road_part *p, double *top, double *steep) {
  double along = 0, across = 0;
  for (int i = 0; i < p->n * p->ny; i++) {
    *top = fmax(*top, p->z[i]);
    if (i % p->ny > 0) across = steepest(across, p->z[i] - p->z[i - 1], p->a[3]);
    if (i >= p->ny) along = steepest(along, p->z[i] - p->z[i - p->ny], p->a[2]);
  }
  *steep = along + across;
}

static void cover_part(const jnk_road_part *p, cover *c) {
  double top = -HUGE_VAL, steep = 0;
  if (p->kind == JNK_PART_LINES || p->kind == JNK_PART_CURVE) {
    cover_profile(p, &top, &steep);
  } else if (p->kind == JNK_PART_GRID && !p->smooth) {
    cover_grid(p, &top, &steep);
  } else if (p->kind == JNK_PART_BUMPS) {
    top = fmax(p->a[2], 0);
    steep = JNK_PI * fabs(p->a[2]) / p->a[1];
  } else {
    top = HUGE_VAL;
  }  // cubics of a grid may exceed its heights
  c->top += top;
  c->steep += steep;
}

static cover calc_cover(const jnk_road *road) {
  cover c = {.steep = 0};
  for (int i = 0; i < road->n; i++) {
    const jnk_road_part *p = &road->parts[i];
    double cosine = p->turned ? p->turn[0] : 1, sine = p->turned ? p->turn[1] : 0;
    if (p->kind != JNK_PART_PLANE) {
      cover_part(p, &c);
      continue;
    }
    c.a[0] += p->a[0];
    c.a[1] += cosine * p->a[1] - sine * p->a[2];
    c.a[2] += sine * p->a[1] + cosine * p->a[2];
  }
  return c;
}

// Returns a0 of a plane z = a0 + a1 x + a2 y with the slopes of the bound c, such that a ball whose centre is above the
// plane does not touch the road: a ball in contact has its centre at most radius * sqrt(1 + slope^2) above the road.
// The slopes of other parts than planes are included unless the deflection is measured vertically.
static double contact_intercept(const jnk_wheel *ball, const cover *c) {
  double slope = sqrt(c->a[1] * c->a[1] + c->a[2] * c->a[2]) + (ball->vertical ? 0 : c->steep);
  return c->a[0] + c->top + ball->radius * sqrt(1 + slope * slope);
}

void jni_road_roof(const jnk_terrain *terrain, const jnk_wheel *ball, double a[3]) {
  bool rolls = terrain->disc[0].R > 0 || terrain->disc[1].R > 0;
  const jnk_road *roads = rolls ? terrain->rough : terrain->side;
  cover left = calc_cover(&roads[0]), right = calc_cover(&roads[1]);
  bool same = left.a[1] == right.a[1] && left.a[2] == right.a[2];
  a[0] = same ? fmax(contact_intercept(ball, &left), contact_intercept(ball, &right)) : HUGE_VAL;
  a[1] = same ? left.a[1] : 0;
  a[2] = same ? left.a[2] : 0;
}
