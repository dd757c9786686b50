// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// linalg_bench.c - nanoseconds of a factorisation and of a solve of the KKT system of N planar four-bars in a row, with
// the residual beside them. Looks inside the library, unlike the other benchmarks: linalg has no public header.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "linalg/kkt.h"

typedef struct {
  jni_pattern pattern;
  int *block_at, *mass_at, *group_at, *entry_at, *entry_block, *entry_value;
  double *mass, *G, *f, *g, *a, *lambda, *residual;
  int nv, nc;
} problem;

static double noise(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / (1 << 24) - 0.5;
}

// A pin between bodies i and j (-1: ground), at (x, y) from their centres of mass: rows [1 0 -y; 0 1 x] on each, with a
// sign.
static void add_pin(problem *p, const int body[2], double arm[2][2]) {
  int g = p->pattern.ngroups++, e = p->entry_at[g];
  for (int side = 0; side < 2; side++) {
    if (body[side] < 0) continue;
    double sign = side ? -1 : 1;
    const double values[6] = {sign, 0, -sign * arm[side][1], 0, sign, sign * arm[side][0]};
    for (int k = 0; k < 6; k++) p->G[6 * e + k] = values[k];
    p->entry_block[e] = body[side];
    p->entry_value[e] = 6 * e;
    e++;
  }
  p->entry_at[g + 1] = e;
  p->group_at[g + 1] = 2 * (g + 1);
}

static void *room(int n, size_t size) {
  void *block = calloc((size_t)n, size);
  if (!block) exit(1);
  return block;
}

static void allocate(problem *p, int bodies, int joints) {
  p->block_at = room(bodies + 1, sizeof(int));
  p->mass_at = room(bodies, sizeof(int));
  p->group_at = room(joints + 1, sizeof(int));
  p->entry_at = room(joints + 1, sizeof(int));
  p->entry_block = room(2 * joints, sizeof(int));
  p->entry_value = room(2 * joints, sizeof(int));
  p->mass = room(9 * bodies, sizeof(double));
  p->G = room(12 * joints, sizeof(double));
  p->f = room(3 * bodies, sizeof(double));
  p->a = room(3 * bodies, sizeof(double));
  p->g = room(2 * joints, sizeof(double));
  p->lambda = room(2 * joints, sizeof(double));
  p->residual = room(3 * bodies + 2 * joints, sizeof(double));
}

// N + 1 parallel cranks pinned to the ground and N couplers from each to the next.
static void add_pins(problem *p, int loops) {
  int cranks = loops + 1;
  const double x = 0.5 * cos(1.1), y = 0.5 * sin(1.1);
  for (int i = 0; i < cranks; i++) add_pin(p, (int[2]){i, -1}, (double[2][2]){{-x, -y}});
  for (int i = 0; i < loops; i++) {
    add_pin(p, (int[2]){i, cranks + i}, (double[2][2]){{x, y}, {-0.5, 0}});
    add_pin(p, (int[2]){cranks + i, i + 1}, (double[2][2]){{0.5, 0}, {x, y}});
  }
}

static problem make_four_bars(int loops) {
  problem p = {0};
  unsigned seed = 1;
  int bodies = 2 * loops + 1;
  allocate(&p, bodies, 3 * loops + 1);
  add_pins(&p, loops);
  for (int b = 0; b < bodies; b++) {
    p.block_at[b + 1] = 3 * (b + 1);
    p.mass_at[b] = 9 * b;
    p.mass[9 * b] = p.mass[9 * b + 4] = 1.5 + noise(&seed);
    p.mass[9 * b + 8] = 0.8 + noise(&seed);
  }
  p.nv = 3 * bodies;
  p.nc = 2 * p.pattern.ngroups;
  for (int i = 0; i < p.nv; i++) p.f[i] = noise(&seed);
  for (int i = 0; i < p.nc; i++) p.g[i] = noise(&seed);
  p.pattern = (jni_pattern){bodies,     p.block_at, p.mass_at,     9 * bodies,    p.pattern.ngroups,
                            p.group_at, p.entry_at, p.entry_block, p.entry_value, 6 * p.entry_at[p.pattern.ngroups]};
  return p;
}

static void release(problem *p) {
  void *all[] = {p->block_at, p->mass_at, p->group_at, p->entry_at, p->entry_block, p->entry_value, p->mass,
                 p->G,        p->f,       p->g,        p->a,        p->lambda,      p->residual};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
}

static double largest_residual(problem *p) {
  double *r = p->residual, *s = r + p->nv, largest = 0;
  jni_pattern_mass_times(&p->pattern, p->mass, p->a, r);
  jni_pattern_add_transposed(&p->pattern, p->G, 1, p->lambda, r);
  jni_pattern_times(&p->pattern, p->G, p->a, s);
  for (int i = 0; i < p->nv; i++) largest = fmax(largest, fabs(r[i] - p->f[i]));
  for (int i = 0; i < p->nc; i++) largest = fmax(largest, fabs(s[i] - p->g[i]));
  return largest;
}

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef enum { FACTOR, SOLVE, SOLVE_REFINED, PROJECT, TASKS } task;

static void perform(problem *p, jni_kkt *kkt, task what) {
  switch (what) {
    case FACTOR: jni_kkt_factor(kkt, p->mass, p->G); break;
    case SOLVE: jni_kkt_solve(kkt, p->mass, p->G, p->f, p->g, 0, p->a, p->lambda); break;
    case SOLVE_REFINED: jni_kkt_solve(kkt, p->mass, p->G, p->f, p->g, 1, p->a, p->lambda); break;
    default: jni_kkt_solve(kkt, p->mass, p->G, NULL, p->g, 0, p->a, NULL);
  }
}

// Best of many short rounds, so that a busy machine leaves some undisturbed; in nanoseconds.
static double measure(problem *p, jni_kkt *kkt, task what) {
  enum { ROUNDS = 100 };
  const double round_time = 2e-4;
  double start = seconds();
  perform(p, kkt, what);
  long batch = 1 + (long)(round_time / (seconds() - start + 1e-7));
  double best = HUGE_VAL, begin = seconds();
  for (int round = 0; round < ROUNDS && seconds() - begin < 100 * ROUNDS * round_time; round++) {
    start = seconds();
    for (long i = 0; i < batch; i++) perform(p, kkt, what);
    best = fmin(best, (seconds() - start) / (double)batch);
  }
  return 1e9 * best;
}

int main(int argc, char **argv) {
  static const int sizes[] = {1, 2, 5, 10, 40, 200, 1000};
  static const jni_kkt_method methods[] = {JNI_KKT_AUTO, JNI_KKT_SCHUR_BLOCKS, JNI_KKT_SCHUR_DENSE, JNI_KKT_DENSE,
                                           JNI_KKT_KLU};
  int only = argc > 1 ? atoi(argv[1]) : 0;
  printf("four-bars  method          factor ns   solve ns  solve+refine ns  projection ns   residual\n");
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    if (only && sizes[i] != only) continue;
    problem p = make_four_bars(sizes[i]);
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
      if ((methods[m] == JNI_KKT_DENSE || methods[m] == JNI_KKT_SCHUR_DENSE) && sizes[i] > 40) continue;
      if (only && m > 0) continue;
      jni_kkt *kkt = jni_kkt_new(NULL, &p.pattern, p.mass, methods[m]);
      if (!kkt || !jni_kkt_factor(kkt, p.mass, p.G)) return 1;
      double times[TASKS];
      for (int t = 0; t < TASKS; t++) times[t] = measure(&p, kkt, (task)t);
      perform(&p, kkt, SOLVE_REFINED);
      printf("%9d  %-13s %11.0f %10.0f %16.0f %14.0f   %8.1e\n", sizes[i],
             m ? jni_kkt_method_name(jni_kkt_get_method(kkt)) : "auto", times[FACTOR], times[SOLVE],
             times[SOLVE_REFINED], times[PROJECT], largest_residual(&p));
      jni_kkt_free(kkt);
    }
    release(&p);
  }
  return 0;
}
