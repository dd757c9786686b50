// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// linalg_bench.c - nanoseconds of a factorisation and of a solve of the KKT system of N planar four-bars in a row, with
// the residual beside them; then the same of [M G'; G -D], which the implicit methods factor, by blocks and by the
// general LU, for four-bars and for vehicles. Looks inside the library, unlike the other benchmarks: linalg has no
// public header.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "linalg/blocks/blocks.h"
#include "linalg/kkt/kkt.h"
#include "linalg/lu/lu.h"

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
  p.pattern = (jni_pattern){.nblocks = bodies,
                            .block_at = p.block_at,
                            .mass_at = p.mass_at,
                            .nmass = 9 * bodies,
                            .ngroups = p.pattern.ngroups,
                            .group_at = p.group_at,
                            .entry_at = p.entry_at,
                            .entry_block = p.entry_block,
                            .entry_value = p.entry_value,
                            .nvalues = 6 * p.entry_at[p.pattern.ngroups]};
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
static double best_time(void (*work)(void *context), void *context) {
  enum { ROUNDS = 100 };
  const double round_time = 2e-4;
  double start = seconds();
  work(context);
  long batch = 1 + (long)(round_time / (seconds() - start + 1e-7));
  double best = HUGE_VAL, begin = seconds();
  for (int round = 0; round < ROUNDS && seconds() - begin < 100 * ROUNDS * round_time; round++) {
    start = seconds();
    for (long i = 0; i < batch; i++) work(context);
    best = fmin(best, (seconds() - start) / (double)batch);
  }
  return 1e9 * best;
}

typedef struct {
  problem *p;
  jni_kkt *kkt;
  task what;
} kkt_job;

static void do_job(void *context) {
  kkt_job *job = context;
  perform(job->p, job->kkt, job->what);
}

static double measure(problem *p, jni_kkt *kkt, task what) { return best_time(do_job, &(kkt_job){p, kkt, what}); }

// ---- [M G'; G -D] ------------------------------------------------------------------------------------------------

// Nodes with a square block each and pairs of them with one block and its transpose; all numbers in one list, as
// elements of a matrix.
typedef struct {
  int nnodes, npairs, n, nelements;
  int *size, *at, (*pair)[2];
  int *row, *column;
  double *value, *b, *x;
} quasi;

static void put(quasi *q, int row, int column, double value) {
  q->row[q->nelements] = row;
  q->column[q->nelements] = column;
  q->value[q->nelements++] = value;
}

// Numbers as a mechanism has them: masses on the diagonal, 1e-6 for the rows, anything between.
static void put_numbers(quasi *q, int nbodies) {
  unsigned seed = 7;
  for (int i = 0; i < q->nnodes; i++)
    for (int r = 0; r < q->size[i]; r++)
      for (int c = 0; c < q->size[i]; c++)
        put(q, q->at[i] + r, q->at[i] + c, r != c ? 0 : i < nbodies ? 1.5 + noise(&seed) : -1e-6);
  for (int k = 0; k < q->npairs; k++) {
    int i = q->pair[k][0], j = q->pair[k][1];
    for (int r = 0; r < q->size[i]; r++)
      for (int c = 0; c < q->size[j]; c++) {
        double value = i < nbodies && j < nbodies ? 0.01 * noise(&seed) : noise(&seed);
        put(q, q->at[i] + r, q->at[j] + c, value);
        put(q, q->at[j] + c, q->at[i] + r, value);
      }
  }
  for (int i = 0; i < q->n; i++) q->b[i] = noise(&seed);
}

static quasi start_quasi(int nnodes, int npairs) {
  quasi q = {.nnodes = nnodes};
  q.size = room(nnodes, sizeof(int));
  q.at = room(nnodes + 1, sizeof(int));
  q.pair = room(npairs, sizeof *q.pair);
  return q;
}

static void finish_quasi(quasi *q, int nbodies) {
  int elements = 0;
  for (int i = 0; i < q->nnodes; i++) {
    q->at[i + 1] = q->at[i] + q->size[i];
    elements += q->size[i] * q->size[i];
  }
  for (int k = 0; k < q->npairs; k++) elements += 2 * q->size[q->pair[k][0]] * q->size[q->pair[k][1]];
  q->n = q->at[q->nnodes];
  q->row = room(elements, sizeof(int));
  q->column = room(elements, sizeof(int));
  q->value = room(elements, sizeof(double));
  q->b = room(q->n, sizeof(double));
  q->x = room(q->n, sizeof(double));
  put_numbers(q, nbodies);
}

static void join_nodes(quasi *q, int i, int j) {
  q->pair[q->npairs][0] = i;
  q->pair[q->npairs++][1] = j;
}

static quasi quasi_four_bars(int loops) {
  problem p = make_four_bars(loops);
  const jni_pattern *t = &p.pattern;
  quasi q = start_quasi(t->nblocks + t->ngroups, t->entry_at[t->ngroups]);
  for (int b = 0; b < t->nblocks; b++) q.size[b] = 3;
  for (int g = 0; g < t->ngroups; g++) {
    q.size[t->nblocks + g] = 2;
    for (int e = t->entry_at[g]; e < t->entry_at[g + 1]; e++) join_nodes(&q, t->nblocks + g, t->entry_block[e]);
  }
  finish_quasi(&q, t->nblocks);
  release(&p);
  return q;
}

// Chassis and rack, and at each of four corners an arm, a hub and a wheel, with joints as the Iltis has them.
static quasi quasi_vehicles(int vehicles) {
  enum { BODIES = 14, JOINTS = 26, PAIRS = 2 * JOINTS + 8 };
  static const struct {
    int first, second, rows;  // 0: chassis, 1: rack, else arm, hub and wheel of the corner
  } joints[] = {{0, 2, 5}, {2, 3, 3}, {0, 3, 1}, {0, 3, 1}, {1, 3, 1}, {3, 4, 5}};
  quasi q = start_quasi(vehicles * (BODIES + JOINTS), vehicles * PAIRS);
  for (int i = 0; i < vehicles * BODIES; i++) q.size[i] = 6;
  for (int v = 0, next = vehicles * BODIES; v < vehicles; v++) {
    int chassis = v * BODIES;
    for (int k = 0; k < 2; k++) {
      q.size[next] = k ? 1 : 5;
      join_nodes(&q, next, chassis);
      join_nodes(&q, next, chassis + 1);
      next++;
    }
    for (int corner = 0; corner < 4; corner++) {
      for (int k = 0; k < 6; k++) {
        int ends[2] = {joints[k].first, joints[k].second};
        for (int e = 0; e < 2; e++)
          join_nodes(&q, next,
                     ends[e] == 1 && corner > 1 ? chassis
                     : ends[e] < 2              ? chassis + ends[e]
                                                : chassis + 3 * corner + ends[e]);
        q.size[next] = joints[k].rows;
        next++;
      }
      for (int k = 2; k < 4; k++) join_nodes(&q, chassis, chassis + 3 * corner + k);
    }
  }
  finish_quasi(&q, vehicles * BODIES);
  return q;
}

static void release_quasi(quasi *q) {
  void *all[] = {q->size, q->at, q->pair, q->row, q->column, q->value, q->b, q->x};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
}

static double quasi_residual(const quasi *q) {
  double largest = 0, *r = room(q->n, sizeof *r);
  for (int k = 0; k < q->nelements; k++) r[q->row[k]] += q->value[k] * q->x[q->column[k]];
  for (int i = 0; i < q->n; i++) largest = fmax(largest, fabs(r[i] - q->b[i]));
  free(r);
  return largest;
}

// Both solvers get the numbers from one list; of `place` those that the block solver does not store point to a number
// nobody reads.
typedef struct {
  const quasi *q;
  jni_blocks *blocks;
  double **place, unread;
  jni_lu *lu;
} quasi_job;

static void find_places(quasi_job *job, bool symmetric) {
  const quasi *q = job->q;
  int *node = room(q->n, sizeof(int));
  for (int i = 0; i < q->nnodes; i++)
    for (int r = q->at[i]; r < q->at[i + 1]; r++) node[r] = i;
  for (int k = 0; k < q->nelements; k++) {
    int i = node[q->row[k]], j = node[q->column[k]], stride;
    double *block = jni_blocks_at(job->blocks, i, j, &stride);
    bool stored = block && !(symmetric && i == j && q->column[k] > q->row[k]);
    job->place[k] = stored ? block + (q->row[k] - q->at[i]) * stride + q->column[k] - q->at[j] : &job->unread;
  }
  free(node);
}

static void blocks_factor(void *context) {
  quasi_job *job = context;
  jni_blocks_clear(job->blocks);
  for (int k = 0; k < job->q->nelements; k++) *job->place[k] = job->q->value[k];
  if (!jni_blocks_factor(job->blocks)) exit(1);
}

static void blocks_solve(void *context) {
  quasi_job *job = context;
  for (int i = 0; i < job->q->n; i++) job->q->x[i] = job->q->b[i];
  jni_blocks_solve(job->blocks, job->q->x);
}

static void lu_factor(void *context) {
  quasi_job *job = context;
  double *values = jni_lu_values(job->lu);
  for (int k = 0; k < job->q->nelements; k++) values[k] = job->q->value[k];
  if (!jni_lu_factor(job->lu)) exit(1);
}

static void lu_solve(void *context) {
  quasi_job *job = context;
  for (int i = 0; i < job->q->n; i++) job->q->x[i] = job->q->b[i];
  jni_lu_solve(job->lu, job->q->x);
}

static void print_quasi(const char *what, int count, const char *solver, quasi_job *job, void (*factor)(void *),
                        void (*solve)(void *)) {
  factor(job);
  solve(job);
  double residual = quasi_residual(job->q);
  printf("%-9s %5d  %-19s %7d %11.0f %10.0f   %8.1e\n", what, count, solver, job->q->n, best_time(factor, job),
         best_time(solve, job), residual);
}

static void compare_quasi(const char *what, int count, quasi q) {
  for (int symmetric = 1; symmetric >= 0; symmetric--) {
    quasi_job job = {.q = &q, .place = room(q.nelements, sizeof(double *))};
    job.blocks = jni_blocks_new(NULL, q.nnodes, q.size, q.npairs, (const int(*)[2])q.pair, symmetric);
    if (!job.blocks) exit(1);
    find_places(&job, symmetric);
    print_quasi(what, count, symmetric ? "blocks" : "blocks, unsymmetric", &job, blocks_factor, blocks_solve);
    jni_object_free(job.blocks);
    free(job.place);
  }
  quasi_job job = {.q = &q, .lu = jni_lu_new(NULL, q.n, q.nelements, q.row, q.column)};
  if (!job.lu) exit(1);
  print_quasi(what, count, "lu", &job, lu_factor, lu_solve);
  jni_object_free(job.lu);
  release_quasi(&q);
}

int main(int argc, char **argv) {
  static const int sizes[] = {1, 2, 5, 10, 40, 200, 1000}, vehicles[] = {1, 5, 20, 50};
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
      jni_object_free(kkt);
    }
    release(&p);
  }
  printf("\n[M G'; G -D]     solver                 rows   factor ns   solve ns   residual\n");
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    if (!only || sizes[i] == only) compare_quasi("four-bars", sizes[i], quasi_four_bars(sizes[i]));
  for (size_t i = 0; i < sizeof vehicles / sizeof *vehicles; i++)
    if (!only || vehicles[i] == only) compare_quasi("vehicles", vehicles[i], quasi_vehicles(vehicles[i]));
  return 0;
}
