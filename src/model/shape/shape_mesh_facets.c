// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// shape_mesh_facets.c - makes the surface of a mesh. A mesh with too many triangles for a picture is simplified by
// vertex clustering: vertices are merged in the cells of a grid, and triangles with two corners in one cell are
// removed.
#include <math.h>
#include <stdlib.h>

#include "kernel/vec3.h"
#include "model/shape/shape.h"

enum { CELLS = 24 };  // cells of the grid along the longest side

typedef struct {
  double low[3], cell;  // lowest corner and size of a cell, m
  double (*sums)[3];    // for each cell the sum of its vertices, m
  int *counts;          // for each cell the number of its vertices
} grid;

static void scaled_vertex(const jn_shape_def *def, int i, double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = def->scale[k] * (double)def->mesh.vertices[3 * i + k];
}

static void find_grid(const jn_shape_def *def, grid *g) {
  double high[3];
  for (int k = 0; k < 3; k++) {
    g->low[k] = HUGE_VAL;
    high[k] = -HUGE_VAL;
  }
  for (int i = 0; i < def->mesh.nvertices; i++) {
    double p[3];
    scaled_vertex(def, i, p);
    for (int k = 0; k < 3; k++) {
      g->low[k] = fmin(g->low[k], p[k]);
      high[k] = fmax(high[k], p[k]);
    }
  }
  g->cell = fmax(high[0] - g->low[0], fmax(high[1] - g->low[1], high[2] - g->low[2])) / CELLS;
}

// Returns the index of the cell of a point.
static int cell_of(const grid *g, const double p[3]) {
  int at = 0;
  for (int k = 0; k < 3; k++) {
    double i = g->cell > 0 ? floor((p[k] - g->low[k]) / g->cell) : 0;
    at = at * (CELLS + 1) + (i > 0 ? (i < CELLS ? (int)i : CELLS) : 0);
  }
  return at;
}

// Sums and counts the vertices of each cell.
static void sum_cells(const jn_shape_def *def, grid *g) {
  for (int i = 0; i < def->mesh.nvertices; i++) {
    double p[3];
    scaled_vertex(def, i, p);
    int at = cell_of(g, p);
    jnk_add(g->sums[at], p, g->sums[at]);
    g->counts[at]++;
  }
}

// Moves the corners of a triangle to the means of the vertices in their cells. Returns false if two corners share a
// cell.
static bool move_to_cell_means(const grid *g, double c[3][3]) {
  int at[3];
  for (int k = 0; k < 3; k++) at[k] = cell_of(g, c[k]);
  if (at[0] == at[1] || at[1] == at[2] || at[2] == at[0]) return false;
  for (int k = 0; k < 3; k++) jnk_scale(1.0 / g->counts[at[k]], g->sums[at[k]], c[k]);
  return true;
}

// ---- closed meshes -------------------------------------------------------------------------------------------------

// Side of a triangle, with its ends in the order of compare_points.
typedef struct {
  const float *from, *to;
  int ahead;  // 1: the triangle runs from `from` to `to`, -1: from `to` to `from`
} side;

static int compare_points(const float *a, const float *b) {
  for (int k = 0; k < 3; k++)
    if (a[k] != b[k]) return a[k] < b[k] ? -1 : 1;
  return 0;
}

static int compare_sides(const void *a, const void *b) {
  const side *p = a, *q = b;
  int order = compare_points(p->from, q->from);
  return order ? order : compare_points(p->to, q->to);
}

static void collect_sides(const jn_mesh *mesh, side *sides) {
  for (int i = 0; i < 3 * mesh->ntriangles; i++) {
    const float *a = mesh->vertices + 3 * (size_t)mesh->triangles[i];
    const float *b = mesh->vertices + 3 * (size_t)mesh->triangles[i - i % 3 + (i + 1) % 3];
    sides[i] = compare_points(a, b) <= 0 ? (side){a, b, 1} : (side){b, a, -1};
  }
}

// Returns six times the signed volume of the mesh.
static double six_volumes(const jn_shape_def *def) {
  double sum = 0;
  for (int i = 0; i < def->mesh.ntriangles; i++) {
    double c[3][3], across[3];
    for (int k = 0; k < 3; k++) scaled_vertex(def, def->mesh.triangles[3 * i + k], c[k]);
    jnk_cross(c[0], c[1], across);
    sum += jnk_dot(across, c[2]);
  }
  return sum;
}

// Returns whether the mesh is closed: each side occurs equally often in both directions, so that back faces are
// invisible. Returns false without memory; the pool then has failed.
static bool is_closed(const jn_mesh *mesh, jni_pool *pool) {
  int n = 3 * mesh->ntriangles, sum = 0;
  side *sides = jni_take(pool, (size_t)n, sizeof *sides);
  if (!sides) return false;
  collect_sides(mesh, sides);
  qsort(sides, (size_t)n, sizeof *sides, compare_sides);
  bool closed = n > 0;
  for (int i = 0; i < n && closed; i++) {
    sum += sides[i].ahead;
    if (i + 1 < n && compare_sides(&sides[i], &sides[i + 1]) == 0) continue;
    closed = sum == 0 || compare_points(sides[i].from, sides[i].to) == 0;
    sum = 0;
  }
  jni_drop(pool, sides);
  return closed;
}

// ---- facets --------------------------------------------------------------------------------------------------------

void jni_facets_mesh(const jn_shape_def *def, jni_facets *out) {
  const jn_mesh *mesh = &def->mesh;
  grid g = {.cell = 0};
  bool many = mesh->ntriangles > JNI_MOST_FACES;
  size_t ncells = (size_t)(CELLS + 1) * (CELLS + 1) * (CELLS + 1);
  if (many) {
    g.sums = jni_take(out->pool, ncells, sizeof *g.sums);
    g.counts = jni_ints(out->pool, ncells);
    if (out->pool->failed) return;
    find_grid(def, &g);
    sum_cells(def, &g);
  }
  bool closed = is_closed(mesh, out->pool);
  bool flipped = closed ? six_volumes(def) < 0 : def->scale[0] * def->scale[1] * def->scale[2] < 0;
  for (int i = 0; i < mesh->ntriangles; i++) {
    double c[3][3];
    for (int k = 0; k < 3; k++) scaled_vertex(def, mesh->triangles[3 * i + (flipped ? 2 - k : k)], c[k]);
    if (!many || move_to_cell_means(&g, c)) jni_facets_put(out, (const double(*)[3])c, 3, 0, closed);
  }
  jni_drop(out->pool, g.sums);
  jni_drop(out->pool, g.counts);
}
