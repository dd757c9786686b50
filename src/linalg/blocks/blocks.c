// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// blocks.c - interface of the factorisation by fronts of a matrix of dense blocks.
#include "linalg/blocks/blocks.h"

#include <string.h>

#include "linalg/blocks/blocks_internal.h"

jn_status jni_blocks_make(jni_blocks **out, const jn_alloc *alloc, int nnodes, const int *size, int npairs,
                          const int (*pair)[2], bool symmetric) {
  jni_blocks *b = *out = jni_object_new(alloc, sizeof *b);
  if (!b) return JN_NO_MEMORY;
  b->nnodes = nnodes;
  b->npairs = npairs;
  b->symmetric = symmetric;
  jn_status status = jni_blocks_plan(b, size, pair);
  if (status == JN_OK) {
    b->values = jni_doubles(&b->pool, (size_t)b->nvalues + 1);
    b->inverse = jni_doubles(&b->pool, (size_t)b->n + 1);
    b->x = jni_doubles(&b->pool, (size_t)b->n + 1);
    if (b->pool.failed) status = JN_NO_MEMORY;
  }
  if (status != JN_OK) *out = jni_object_free(b);
  return status;
}

jni_blocks *jni_blocks_new(const jn_alloc *alloc, int nnodes, const int *size, int npairs, const int (*pair)[2],
                           bool symmetric) {
  jni_blocks *b;
  jni_blocks_make(&b, alloc, nnodes, size, npairs, pair, symmetric);
  return b;
}

void jni_blocks_clear(jni_blocks *b) { memset(b->values, 0, (size_t)b->nvalues * sizeof *b->values); }

static int incident_count(const jni_blocks *b, int node) { return b->incident_at[node + 1] - b->incident_at[node]; }

static double *diagonal_block(jni_blocks *b, int i, int *stride) {
  const jni_front *front = &b->fronts[b->node_front[i]];
  *stride = front->stride;
  return b->values + front->panel + (b->node_place[i] - front->first) * (front->stride + 1);
}

double *jni_blocks_at(jni_blocks *b, int i, int j, int *stride) {
  if (i == j) return diagonal_block(b, i, stride);
  int node = incident_count(b, i) < incident_count(b, j) ? i : j;
  for (int k = b->incident_at[node]; k < b->incident_at[node + 1]; k++) {
    const jni_blocks_pair *p = &b->pairs[b->incident[k]];
    int order = p->node[0] == i && p->node[1] == j ? 0 : p->node[1] == i && p->node[0] == j ? 1 : -1;
    if (order < 0 || p->at[order] < 0) continue;
    *stride = p->stride[order];
    return b->values + p->at[order];
  }
  return NULL;
}

static inline __attribute__((always_inline)) void transpose_columns(int columns, double *values,
                                                                    const jni_front_copy *copy) {
  const double *from = values + copy->from;
  double *to = values + copy->to;
  size_t stride = (size_t)copy->to_stride;
  for (int r = 0; r < copy->rows; r++) {
    for (int c = 0; c < columns; c++) to[(size_t)c * stride] = from[c];
    from += copy->from_stride;
    to++;
  }
}

static void transpose_triangle(double *values, const jni_front_copy *copy) {
  double *block = values + copy->from;
  for (int r = 1; r < copy->rows; r++)
    for (int c = 0; c < r; c++) block[c * copy->to_stride + r] = block[r * copy->from_stride + c];
}

static void transpose(double *values, const jni_front_copy *copy) {
  if (copy->diagonal) transpose_triangle(values, copy);
  else if (copy->columns == 6) transpose_columns(6, values, copy);
  else if (copy->columns == 12) transpose_columns(12, values, copy);
  else transpose_columns(copy->columns, values, copy);
}

bool jni_blocks_factor(jni_blocks *b) {
  for (int i = 0; i < b->ncopies; i++) transpose(b->values, &b->copies[i]);
  for (int i = 0; i < b->nfronts; i++)
    if (!jni_front_factor(b, &b->fronts[i])) return false;
  return true;
}

int jni_blocks_negative(const jni_blocks *b) {
  int found = 0;
  for (int i = 0; i < b->n; i++) found += b->inverse[i] < 0;
  return found;
}

long jni_blocks_fill(const jni_blocks *b) {
  long fill = 0;
  for (int i = 0; i < b->nfronts; i++) {
    long w = b->fronts[i].width, h = b->fronts[i].nbelow;
    fill += b->symmetric ? w * (w + 1) / 2 + w * h : w * w + 2 * w * h;
  }
  return fill;
}
