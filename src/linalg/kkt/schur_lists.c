// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// schur_lists.c - builds the lists of schur.h.
#include <limits.h>
#include <stdlib.h>

#include "linalg/kkt/schur.h"

// Replaces a shape (number of speeds *n, number of rows *rows) by the most specific shape that has a kernel; 0 stands
// for any number.
static void find_shape(int *n, int *rows) {
  static const int shapes[][2] = {
#define X(n, rows) {n, rows},
      JNI_SHAPE_LIST(X)
#undef X
  };
  const int tries[3][2] = {{*n, *rows}, {*n, 0}, {0, 0}};
  for (int t = 0; t < 3; t++) {
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
      if (shapes[i][0] != tries[t][0] || shapes[i][1] != tries[t][1]) continue;
      *n = tries[t][0];
      *rows = tries[t][1];
      return;
    }
  }
}

// ---- bodies ----------------------------------------------------------------------------------

typedef struct {
  int n, rows, block, count;
} body_shape;

static int compare_shapes(const void *a, const void *b) {
  const body_shape *x = a, *y = b;
  if (x->n != y->n) return x->n < y->n ? -1 : 1;
  if (x->rows != y->rows) return x->rows < y->rows ? -1 : 1;
  return (x->block > y->block) - (x->block < y->block);
}

static bool allocate_bodies(jni_schur *s, const body_shape *shapes) {
  const jni_pattern *pattern = &s->base.pattern;
  size_t npairs = 0, n = (size_t)pattern->nblocks;
  for (size_t b = 0; b < n; b++) npairs += (size_t)shapes[b].count * ((size_t)shapes[b].count + 1) / 2;
  if (npairs > INT_MAX) return false;
  s->body_runs = jni_take(&s->base.pool, n + 1, sizeof(jni_run));
  s->bodies = jni_take(&s->base.pool, n + 1, sizeof(jni_body_item));
  s->body_entries = jni_take(&s->base.pool, (size_t)pattern->entry_at[pattern->ngroups] + 1, sizeof(jni_body_entry));
  s->pairs = jni_take(&s->base.pool, npairs + 1, sizeof(jni_pair));
  return !s->base.pool.failed;
}

static void lay_out_bodies(jni_schur *s, const body_shape *shapes, int *item_of) {
  const jni_pattern *pattern = &s->base.pattern;
  int entry = 0, pair = 0;
  for (int i = 0; i < pattern->nblocks; i++) {
    const body_shape *shape = &shapes[i];
    int b = shape->block, at = pattern->block_at[b];
    s->bodies[i] =
        (jni_body_item){.block = b, .at = at, .n = pattern->block_at[b + 1] - at, .entry = entry, .pair = pair};
    item_of[b] = i;
    entry += shape->count;
    pair += shape->count * (shape->count + 1) / 2;
    if (i == 0 || shape->n != shapes[i - 1].n || shape->rows != shapes[i - 1].rows) {
      s->body_runs[s->nbody_runs++] = (jni_run){.first = i, .n = shape->n, .rows = shape->rows};
    }
    s->body_runs[s->nbody_runs - 1].last = i + 1;
  }
}

// Lists the entries of G of each body, and the pairs of them with their places in S. Groups are visited in elimination
// order, so the entries of a body are in that order. item_of: index in s->bodies of each block.
static void add_body_entries(jni_schur *s, const int *item_of) {
  const jni_pattern *pattern = &s->base.pattern;
  const jni_symbolic *symbolic = &s->ldl.symbolic;
  for (int k = 0; k < pattern->ngroups; k++) {
    int g = symbolic->order[k], row = pattern->group_at[g], rows = pattern->group_at[g + 1] - row;
    for (int e = pattern->entry_at[g]; e < pattern->entry_at[g + 1]; e++) {
      jni_body_item *item = &s->bodies[item_of[pattern->entry_block[e]]];
      int i = item->nentries++, place = rows ? symbolic->row_place[row] : 0;
      s->body_entries[item->entry + i] = (jni_body_entry){pattern->entry_value[e], rows, place};
      for (int j = 0; j <= i && rows; j++) {
        jni_pair *pair = &s->pairs[item->pair + i * (i + 1) / 2 + j];
        const jni_body_entry *earlier = &s->body_entries[item->entry + j];
        if (earlier->rows) pair->target = jni_symbolic_find(symbolic, place, earlier->place, &pair->stride);
      }
    }
  }
}

static bool build_bodies(jni_schur *s) {
  const jni_pattern *pattern = &s->base.pattern;
  size_t n = (size_t)pattern->nblocks;
  jni_pool scratch = {.alloc = s->base.pool.alloc};
  body_shape *shapes = jni_take(&scratch, n + 1, sizeof(body_shape));
  int *item_of = jni_ints(&scratch, n + 1);
  bool ok = !scratch.failed;
  if (ok) {
    // Determines, for every block, the rows of its groups (0 if they differ) and the number of groups; rows is -1 until
    // the first group.
    for (int b = 0; b < pattern->nblocks; b++) shapes[b] = (body_shape){.rows = -1, .block = b};
    for (int g = 0; g < pattern->ngroups; g++) {
      int rows = pattern->group_at[g + 1] - pattern->group_at[g];
      for (int e = pattern->entry_at[g]; e < pattern->entry_at[g + 1]; e++) {
        body_shape *shape = &shapes[pattern->entry_block[e]];
        shape->rows = shape->rows == -1 || shape->rows == rows ? rows : 0;
        shape->count++;
      }
    }
    for (int b = 0; b < pattern->nblocks; b++) {
      shapes[b].n = pattern->block_at[b + 1] - pattern->block_at[b];
      if (shapes[b].rows < 0) shapes[b].rows = 0;
      find_shape(&shapes[b].n, &shapes[b].rows);
    }

    qsort(shapes, n, sizeof(body_shape), compare_shapes);
    ok = allocate_bodies(s, shapes);
  }
  if (ok) {
    lay_out_bodies(s, shapes, item_of);
    add_body_entries(s, item_of);
  }
  jni_pool_free(&scratch);
  return ok;
}

// ---- groups ----------------------------------------------------------------------------------

static void add_group(jni_schur *s, int g, int k, int *entry) {
  const jni_pattern *pattern = &s->base.pattern;
  int row = pattern->group_at[g], rows = pattern->group_at[g + 1] - row, n = -1;
  s->groups[k] =
      (jni_group_item){.row = row, .rows = rows, .place = rows ? s->ldl.symbolic.row_place[row] : 0, .entry = *entry};
  for (int e = pattern->entry_at[g]; e < pattern->entry_at[g + 1]; e++) {
    int b = pattern->entry_block[e], at = pattern->block_at[b], size = pattern->block_at[b + 1] - at;
    s->group_entries[(*entry)++] = (jni_group_entry){pattern->entry_value[e], at, size};
    n = n == -1 || n == size ? size : 0;
  }
  s->groups[k].nentries = *entry - s->groups[k].entry;
  if (n < 0) n = 0;
  find_shape(&n, &rows);
  if (s->ngroup_runs == 0 || s->group_runs[s->ngroup_runs - 1].n != n ||
      s->group_runs[s->ngroup_runs - 1].rows != rows) {
    s->group_runs[s->ngroup_runs++] = (jni_run){.first = k, .n = n, .rows = rows};
  }
  s->group_runs[s->ngroup_runs - 1].last = k + 1;
}

static bool build_groups(jni_schur *s) {
  const jni_pattern *pattern = &s->base.pattern;
  size_t n = (size_t)pattern->ngroups;
  s->group_runs = jni_take(&s->base.pool, n + 1, sizeof(jni_run));
  s->groups = jni_take(&s->base.pool, n + 1, sizeof(jni_group_item));
  s->group_entries = jni_take(&s->base.pool, (size_t)pattern->entry_at[n] + 1, sizeof(jni_group_entry));
  if (s->base.pool.failed) return false;
  for (int k = 0, entry = 0; k < pattern->ngroups; k++) add_group(s, s->ldl.symbolic.order[k], k, &entry);
  return true;
}

bool jni_schur_build_lists(jni_schur *s) { return build_bodies(s) && build_groups(s); }
