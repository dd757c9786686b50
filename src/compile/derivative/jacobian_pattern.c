// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// jacobian_pattern.c - see jacobian_pattern.h.
#include "compile/derivative/jacobian_pattern.h"

#include <string.h>

typedef struct {
  jni_pool scratch;
  const jni_linear_plan *plan;
  jnk_linear_step linear;
  int n, nx;          // number of variables, and with the memory
  double *values[2];  // n x n: Jacobians at two points, by columns
  uint64_t seed;
} finding;

static double random_number(finding *f) {  // in (0.5, 1.5)
  f->seed = f->seed * 6364136223846793005u + 1442695040888963407u;
  return 0.5 + (double)(f->seed >> 40) / (double)(1 << 24);
}

// Computes the Jacobian of a step whose record is made of random numbers.
static void calc_jacobian(finding *f, double *J) {
  const jnk_linear_rooms at = jnk_linear_rooms_of(&f->linear);
  double *record = jni_doubles(&f->scratch, (size_t)f->linear.nrecord),
         *numbers = jni_doubles(&f->scratch, 2 * (size_t)f->nx),
         *rooms = jni_doubles(&f->scratch, (size_t)at.n * JNK_DIRECTIONS),
         *dx = jni_doubles(&f->scratch, (size_t)f->nx * JNK_DIRECTIONS);
  if (f->scratch.failed) return;
  jnk_directions *wide = (jnk_directions *)rooms, *all = (jnk_directions *)dx;
  for (int i = 0; i < f->linear.nrecord; i++) record[i] = random_number(f);
  record[JNK_RECORD_PASSES] = f->plan->step.finish ? 1 : 0;
  record[JNK_RECORD_JACOBIAN] = 1;
  for (int first = 0; first < f->n; first += JNK_DIRECTIONS) {
    memset(dx, 0, (size_t)f->nx * JNK_DIRECTIONS * sizeof *dx);
    for (int k = 0; k < JNK_DIRECTIONS && first + k < f->n; k++) dx[(first + k) * JNK_DIRECTIONS + k] = 1;
    f->plan->method->forward(&f->linear, record, numbers, wide, all);
    jnk_finish_forward(&f->linear, record, wide + at.results, wide + at.values, all);
    for (int k = 0; k < JNK_DIRECTIONS && first + k < f->n; k++)
      for (int i = 0; i < f->n; i++) J[(first + k) * f->n + i] = dx[i * JNK_DIRECTIONS + k];
  }
}

static bool is_constant(const finding *f, int column) {
  return memcmp(f->values[0] + column * f->n, f->values[1] + column * f->n, (size_t)f->n * sizeof(double)) == 0;
}

// Assigns directions to the columns that are not constant, in their order: each gets the first direction in which no
// column has a row in common with it. Returns the number of directions.
static int assign(finding *f, int *direction) {
  bool *taken = jni_flags(&f->scratch, (size_t)f->n * (size_t)f->n + 1);
  int ndirections = 0;
  for (int j = 0; j < f->n && taken; j++) {
    const double *column = f->values[0] + j * f->n;
    direction[j] = -1;
    if (is_constant(f, j)) continue;
    int k = 0;
    for (bool free_one = false; k < ndirections && !free_one; k += !free_one) {
      free_one = true;
      for (int i = 0; i < f->n; i++) free_one &= column[i] == 0 || !taken[k * f->n + i];
    }
    direction[j] = k;
    if (k == ndirections) ndirections++;
    for (int i = 0; i < f->n; i++) taken[k * f->n + i] |= column[i] != 0;
  }
  return ndirections;
}

// Lists the elements of the columns of one group; -1: of the constant columns.
static void list_group(const finding *f, int group, jni_jacobian_pattern *p) {
  for (int j = 0; j < f->n; j++) {
    int own = p->direction[j] < 0 ? -1 : p->direction[j] / JNI_PATTERN_DIRECTIONS;
    for (int i = 0; own == group && i < f->n; i++) {
      double value = f->values[0][j * f->n + i];
      if (value == 0) continue;
      if (group < 0) p->constant[p->n] = value;
      p->row[p->n] = i;
      p->column[p->n++] = j;
    }
  }
}

bool jni_jacobian_pattern_find(jni_pool *pool, const jni_linear_plan *plan, jni_jacobian_pattern *pattern) {
  finding f = {.scratch = {.alloc = pool->alloc}, .plan = plan, .linear = plan->linear, .seed = 1};
  f.linear.step = &plan->step.step;
  f.n = plan->step.step.nvariables;
  f.nx = plan->nx;
  *pattern = (jni_jacobian_pattern){.direction = jni_ints(pool, (size_t)f.n)};
  for (int i = 0; i < 2; i++) {
    f.values[i] = jni_doubles(&f.scratch, (size_t)f.n * (size_t)f.n);
    if (!f.scratch.failed) calc_jacobian(&f, f.values[i]);
  }
  int many = 0;
  for (int i = 0; !f.scratch.failed && i < f.n * f.n; i++) many += f.values[0][i] != 0;
  int ndirections = f.scratch.failed || pool->failed ? 0 : assign(&f, pattern->direction);
  pattern->ngroups = (ndirections + JNI_PATTERN_DIRECTIONS - 1) / JNI_PATTERN_DIRECTIONS;
  pattern->row = jni_ints(pool, (size_t)many + 1);
  pattern->column = jni_ints(pool, (size_t)many + 1);
  pattern->constant = jni_doubles(pool, (size_t)many + 1);
  pattern->first = jni_ints(pool, (size_t)pattern->ngroups + 1);
  pool->failed |= f.scratch.failed;
  for (int group = -1; group < pattern->ngroups && !pool->failed; group++) {
    list_group(&f, group, pattern);
    pattern->first[group + 1] = pattern->n;
  }
  jni_pool_free(&f.scratch);
  return !pool->failed;
}
