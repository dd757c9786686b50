// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// sparse_rows.c - see sparse_rows.h.
#include "analysis/sparse_rows.h"
#include "system/work.h"

static bool add_place(jni_sparse_rows *rows, int column, int source) {
  int n = rows->at[rows->n];
  if (rows->last[column] == rows->n) return true;
  if (!jni_pool_grow(rows->pool, &rows->column, &rows->capacity_column, n + 1, sizeof(int)) ||
      !jni_pool_grow(rows->pool, &rows->source, &rows->capacity_source, n + 1, sizeof(int)) ||
      !jni_pool_grow(rows->pool, &rows->value, &rows->capacity_value, n + 1, sizeof(double)))
    return false;
  rows->column[n] = column;
  rows->source[n] = source;
  rows->last[column] = rows->n;
  rows->at[rows->n]++;
  return true;
}

static bool begin_row(const jn_system *system, jni_sparse_rows *rows) {
  if (!rows->last) rows->last = jni_ints(rows->pool, (size_t)system->sizes.nv + 1);
  if (!rows->last || !jni_pool_grow(rows->pool, &rows->at, &rows->capacity_at, rows->n + 2, sizeof(int))) return false;
  rows->at[rows->n + 1] = rows->at[rows->n];
  rows->n++;
  return true;
}

// ---- rows of joints ------------------------------------------------------------------------------------------------

static int find_group(const jni_pattern *p, int row) {
  int low = 0, high = p->ngroups;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (row < p->group_at[middle]) high = middle;
    else low = middle;
  }
  return low;
}

// Adds entries to the row for the speeds of all links from a body up to the common ancestor of the bodies of its joint.
// Returns false if memory is short.
static bool add_path(const jn_system *system, jni_sparse_rows *rows, const jni_row_path *path, int row) {
  bool ok = true;
  if (path->value < 0) return true;
  for (int link = path->link; ok && link > 0 && link != path->ancestor; link = system->tree->links[link].parent) {
    const jni_link *l = &system->tree->links[link];
    for (int i = 0; ok && i < l->nv; i++)
      ok = add_place(rows, l->v_at + i, path->value + row * path->width + l->v_at + i - path->first);
  }
  return ok;
}

static bool add_block(const jn_system *system, jni_sparse_rows *rows, int entry, int row) {
  const jni_pattern *p = &system->pattern;
  int first = p->block_at[p->entry_block[entry]], width = p->block_at[p->entry_block[entry] + 1] - first;
  bool ok = true;
  for (int i = 0; ok && i < width; i++) ok = add_place(rows, first + i, p->entry_value[entry] + row * width + i);
  return ok;
}

bool jni_sparse_add_joint_row(const jn_system *system, jni_sparse_rows *rows, int row) {
  const jni_pattern *p = &system->rows;
  int group = find_group(p, row), inside = row - p->group_at[group];
  bool ok = begin_row(system, rows);
  for (int e = p->entry_at[group]; ok && e < p->entry_at[group + 1]; e++)
    ok = system->tree ? add_path(system, rows, &system->row_paths[e], inside) : add_block(system, rows, e, inside);
  return ok;
}

// ---- other rows ----------------------------------------------------------------------------------------------------

static bool add_body(const jn_system *system, jni_sparse_rows *rows, int body) {
  bool ok = true;
  const jni_tree *tree = system->tree;
  for (int i = 0; ok && !tree && i < system->width[body]; i++) ok = add_place(rows, system->v_at[body] + i, -1);
  for (int link = tree ? tree->link_of[body] : 0; ok && link > 0; link = tree->links[link].parent)
    for (int i = 0; ok && i < tree->links[link].nv; i++) ok = add_place(rows, tree->links[link].v_at + i, -1);
  return ok;
}

bool jni_sparse_add_bodies(const jn_system *system, jni_sparse_rows *rows, const int *bodies, int n) {
  bool ok = begin_row(system, rows);
  for (int i = 0; ok && i < n; i++)
    if (bodies[i] > 0) ok = add_body(system, rows, bodies[i]);
  return ok;
}

bool jni_sparse_add_speeds(const jn_system *system, jni_sparse_rows *rows, int first, int n) {
  bool ok = begin_row(system, rows);
  for (int i = 0; ok && i < n; i++) ok = add_place(rows, first + i, -1);
  return ok;
}

// ---- values --------------------------------------------------------------------------------------------------------

void jni_sparse_update_G(jni_sparse_rows *rows, const jn_work *work) {
  for (int k = 0; rows->n > 0 && k < rows->at[rows->n]; k++)
    if (rows->source[k] >= 0) rows->value[k] = work->G[rows->source[k]];
}

void jni_sparse_gather(jni_sparse_rows *rows, int i, const double *row) {
  for (int k = rows->at[i]; k < rows->at[i + 1]; k++) rows->value[k] = row[rows->column[k]];
}

double jni_sparse_dot(const jni_sparse_rows *rows, int i, const double *x) {
  double sum = 0;
  for (int k = rows->at[i]; k < rows->at[i + 1]; k++) sum += rows->value[k] * x[rows->column[k]];
  return sum;
}

void jni_sparse_add(const jni_sparse_rows *rows, int i, double factor, double *x) {
  for (int k = rows->at[i]; k < rows->at[i + 1]; k++) x[rows->column[k]] += factor * rows->value[k];
}
