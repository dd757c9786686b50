// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// stiffness_factor.c - see stiffness_factor.h: pattern, factor and solves. Rows are scaled to unit length here.
#include "analysis/equilibrium/stiffness_factor_inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/assembly/row_rank.h"
#include "linalg/dense/decompose.h"
#include "linalg/dense/dense.h"
#include "system/forces.h"
#include "system/reaction.h"

static const double DEPENDENT = 1e-10;  // remainder of a unit row after elimination below which it depends on others
// This number times the largest diagonal element of the Schur complement of the cut rows, or times 1/rho if that is
// larger, is added to its diagonal, because the cut rows may depend on each other.
static const double CUT = 1e-12;
enum { REFINEMENTS = 2 };

static void *allocate(const jni_body_stiffness *s, size_t n, size_t size) {
  return jni_alloc0(s->bodies->alloc, n, size);
}

// ---- pattern -------------------------------------------------------------------------------------------------------

static int by_nodes(const void *a, const void *b) {
  const int *x = a, *y = b;
  return x[0] != y[0] ? (x[0] > y[0]) - (x[0] < y[0]) : (x[1] > y[1]) - (x[1] < y[1]);
}

static void put_pair(jni_body_stiffness *s, int a, int b) {
  if (a == b) return;
  if (s->pairs) {
    s->pairs[s->npairs][0] = a < b ? a : b;
    s->pairs[s->npairs][1] = a < b ? b : a;
  }
  s->npairs++;
}

// Appends to s all pairs of bodies that a joint or a force connects, some more than once; only counts them in s->npairs
// while the list is not allocated.
static void find_pairs(jni_body_stiffness *s) {
  const jn_system *system = s->bodies;
  const jni_pattern *p = &system->pattern;
  s->npairs = 0;
  for (int g = 0; g < p->ngroups; g++)
    for (int e = p->entry_at[g]; e < p->entry_at[g + 1]; e++)
      for (int k = p->entry_at[g]; k < e; k++) put_pair(s, p->entry_block[e], p->entry_block[k]);
  for (int i = 0; i < system->nforces; i++) {
    const jni_force_plan *plan = &system->forces[i];
    bool every = jni_acts_everywhere(plan);
    for (int b = every ? 1 : 0; b < (every ? system->nbodies : 1); b++) {
      int own[2], n;
      const int *bodies = jni_force_dependencies(system, plan, b, own, &n);
      for (int k = 1; k < n; k++)
        for (int j = 0; j < k; j++) put_pair(s, bodies[j] - 1, bodies[k] - 1);
    }
  }
}

static bool make_pairs(jni_body_stiffness *s) {
  int n = 0;
  find_pairs(s);
  s->pairs = jni_alloc0(s->bodies->alloc, (size_t)s->npairs + 1, sizeof *s->pairs);
  if (!s->pairs) return false;
  find_pairs(s);
  qsort(s->pairs, (size_t)s->npairs, sizeof *s->pairs, by_nodes);
  for (int i = 0; i < s->npairs; i++)
    if (n == 0 || by_nodes(s->pairs[n - 1], s->pairs[i]) != 0) memmove(s->pairs[n++], s->pairs[i], sizeof *s->pairs);
  s->npairs = n;
  return true;
}

int jni_body_stiffness_pair(const jni_body_stiffness *s, int a, int b) {
  const int wanted[2] = {a < b ? a : b, a < b ? b : a};
  const int(*found)[2] = bsearch(wanted, s->pairs, (size_t)s->npairs, sizeof *s->pairs, by_nodes);
  return found ? (int)(found - (const int(*)[2])s->pairs) : -1;
}

// Assigns the equation of joint group g, if it is a single one (a distance), to the node of a body that no tree joint
// carries and that has no such equation yet, so that few cut rows are left (beads on strings). Does nothing for other
// groups.
static void place_single(jni_body_stiffness *s, int g, const bool *carried, bool *taken) {
  const jni_pattern *p = &s->bodies->pattern;
  int row = p->group_at[g];
  if (p->group_at[g + 1] != row + 1 || s->row_node[row] >= 0) return;
  for (int e = p->entry_at[g + 1] - 1; e >= p->entry_at[g]; e--) {
    int b = p->entry_block[e];
    if (carried[b] || taken[b]) continue;
    taken[b] = true;
    s->row_node[row] = b;
    return;
  }
}

// Sets s->row_node of each row: the node of the body that its joint carries in the tree, or that place_single assigns;
// -1 for others, which are listed in s->cut_row. Sets s->in_tree of rows of tree joints. Returns false if memory is
// short.
static bool place_rows(jni_body_stiffness *s) {
  const jn_system *system = s->bodies;
  const jni_tree *tree = s->joint->tree;
  bool *carried = allocate(s, 2 * (size_t)s->nnodes, sizeof *carried);
  if (!carried) return false;
  for (int row = 0; row < s->nc; row++) s->row_node[row] = -1;
  for (int l = 1; l < tree->nlinks; l++) {
    int joint = tree->links[l].joint;
    for (int i = 0; joint >= 0 && i < jni_joint_row_count(system, joint); i++) {
      int row = jni_joint_row(system, joint, i);
      s->row_node[row] = tree->links[l].body - 1;
      s->in_tree[row] = true;
    }
    carried[tree->links[l].body - 1] = joint >= 0;
  }
  for (int g = 0; g < system->pattern.ngroups; g++) place_single(s, g, carried, carried + s->nnodes);
  for (int row = 0; row < s->nc; row++)
    if (s->row_node[row] < 0) s->cut_row[s->ncut++] = row;
  jni_free(system->alloc, carried);
  return true;
}

static void place_nodes(jni_body_stiffness *s, int *size) {
  const jni_pattern *p = &s->bodies->pattern;
  for (int b = 0; b < s->nnodes; b++) size[b] = p->block_at[b + 1] - p->block_at[b];
  for (int row = 0; row < s->nc; row++)
    if (s->row_node[row] >= 0) s->row_slot[row] = size[s->row_node[row]]++;
  for (int b = 0; b < s->nnodes; b++) s->node_at[b + 1] = s->node_at[b] + size[b];
}

static void place_stiffness(jni_body_stiffness *s) {
  const jni_pattern *p = &s->bodies->pattern;
  int n = 0;
  for (int b = 0; b < s->nnodes; b++) {
    int width = p->block_at[b + 1] - p->block_at[b];
    s->own_at[b] = n;
    n += width * width;
  }
  for (int i = 0; i < s->npairs; i++) {
    s->pair_at[i] = n;
    n += (p->block_at[s->pairs[i][0] + 1] - p->block_at[s->pairs[i][0]]) *
         (p->block_at[s->pairs[i][1] + 1] - p->block_at[s->pairs[i][1]]);
  }
  s->nK = n;
}

static bool make_lists(jni_body_stiffness *s) {
  size_t nodes = (size_t)s->nnodes, nc = (size_t)s->nc;
  s->in_tree = allocate(s, nc, sizeof(bool));
  s->row_node = allocate(s, nc, sizeof(int));
  s->row_slot = allocate(s, nc, sizeof(int));
  s->cut_row = allocate(s, nc, sizeof(int));
  s->node_at = allocate(s, nodes + 1, sizeof(int));
  s->own_at = allocate(s, nodes, sizeof(int));
  if (!s->in_tree || !s->row_node || !s->row_slot || !s->cut_row || !s->node_at || !s->own_at || !make_pairs(s))
    return false;
  s->pair_at = allocate(s, (size_t)s->npairs, sizeof(int));
  if (!s->pair_at || !place_rows(s)) return false;
  place_stiffness(s);
  return true;
}

static bool make_factor(jni_body_stiffness *s) {
  int *size = allocate(s, (size_t)s->nnodes, sizeof *size);
  if (!size) return false;
  place_nodes(s, size);
  s->blocks = jni_blocks_new(s->bodies->alloc, s->nnodes, size, s->npairs, (const int(*)[2])s->pairs, true);
  jni_free(s->bodies->alloc, size);
  return s->blocks != NULL;
}

static bool make_numbers(jni_body_stiffness *s) {
  size_t nb = (size_t)s->nb, nc = (size_t)s->nc, m = (size_t)s->ncut, n = (size_t)s->node_at[s->nnodes];
  s->G = allocate(s, (size_t)s->bodies->pattern.nvalues, sizeof(double));
  s->length = allocate(s, nc, sizeof(double));
  s->K = allocate(s, (size_t)s->nK, sizeof(double));
  s->x = allocate(s, n, sizeof(double));
  s->W = allocate(s, m * n, sizeof(double));
  s->S = allocate(s, m * m, sizeof(double));
  s->pivot = allocate(s, m, sizeof(int));
  s->scratch = allocate(s, (size_t)jni_decompose_scratch((int)m, (int)m), sizeof(double));
  s->f = allocate(s, nb, sizeof(double));
  s->dx = allocate(s, nb, sizeof(double));
  s->w = allocate(s, nb, sizeof(double));
  s->g = allocate(s, nc, sizeof(double));
  s->l = allocate(s, nc, sizeof(double));
  s->dl = allocate(s, nc, sizeof(double));
  return s->G && s->length && s->K && s->x && s->W && s->S && s->pivot && s->scratch && s->f && s->dx && s->w && s->g &&
         s->l && s->dl;
}

jni_body_stiffness *jni_body_stiffness_new(const jn_system *joint, const jn_system *bodies, const double *scale) {
  jni_body_stiffness *s = jni_alloc0(bodies->alloc, 1, sizeof *s);
  if (!s) return NULL;
  *s = (jni_body_stiffness){
      .joint = joint, .bodies = bodies, .scale = scale, .nb = bodies->sizes.nv, .nc = bodies->sizes.nc};
  s->nnodes = bodies->pattern.nblocks;
  if (!make_lists(s) || !make_factor(s) || !make_numbers(s)) return jni_body_stiffness_free(s);
  return s;
}

void *jni_body_stiffness_free(jni_body_stiffness *s) {
  if (!s) return NULL;
  void *const lists[] = {s->pairs, s->in_tree, s->row_node, s->row_slot, s->cut_row, s->node_at, s->own_at, s->pair_at,
                         s->G,     s->length,  s->K,        s->x,        s->W,       s->S,       s->pivot,  s->scratch,
                         s->f,     s->dx,      s->w,        s->g,        s->l,       s->dl};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) jni_free(s->bodies->alloc, lists[i]);
  jni_object_free(s->blocks);
  return jni_free(s->bodies->alloc, s);
}

bool jni_body_stiffness_is_cut(const jni_body_stiffness *s, int row) { return !s->in_tree[row]; }
double jni_body_stiffness_length(const jni_body_stiffness *s, int row) { return s->length[row]; }

int jni_body_stiffness_freedoms(const jni_body_stiffness *s, const jn_work *work) {
  jni_rank *rank = jni_rank_new(s->bodies->alloc, &s->bodies->pattern, work->G, s->scale, DEPENDENT);
  int freedoms = rank ? s->nb - jni_rank_get(rank) : -1;
  jni_object_free(rank);
  return freedoms;
}

// ---- values --------------------------------------------------------------------------------------------------------

bool jni_body_stiffness_take_rows(jni_body_stiffness *s, const jn_work *work) {
  const jni_pattern *p = &s->bodies->pattern;
  if (!jni_all_finite(work->G, p->nvalues)) return false;
  jni_pattern_row_lengths(p, work->G, s->scale, s->length);
  for (int g = 0; g < p->ngroups; g++)
    for (int e = p->entry_at[g]; e < p->entry_at[g + 1]; e++) {
      int b = p->entry_block[e], width = p->block_at[b + 1] - p->block_at[b], from = p->entry_value[e];
      for (int i = 0; i < (p->group_at[g + 1] - p->group_at[g]) * width; i++)
        s->G[from + i] = work->G[from + i] / s->length[p->group_at[g] + i / width];
    }
  return true;
}

// Adds `value` to the matrix element of speed r of body a and speed k of body b. Only the lower triangle of diagonal
// blocks is used.
static void put(jni_body_stiffness *s, int a, int r, int b, int k, double value) {
  int stride;
  double *block = jni_blocks_at(s->blocks, a, b, &stride);
  if (block) {
    block[r * stride + k] += value;
    return;
  }
  block = jni_blocks_at(s->blocks, b, a, &stride);
  if (block) block[k * stride + r] += value;
}

static void fill_own(jni_body_stiffness *s, double part, double mu, const double *metric) {
  const jni_pattern *p = &s->bodies->pattern;
  for (int b = 0; b < s->nnodes; b++) {
    int at = p->block_at[b], width = p->block_at[b + 1] - at, stride;
    double *block = jni_blocks_at(s->blocks, b, b, &stride);
    for (int i = 0; i < width; i++) {
      for (int k = 0; k <= i && part != 0; k++) block[i * stride + k] += part * s->K[s->own_at[b] + i * width + k];
      block[i * stride + i] += mu * metric[at + i];
    }
  }
}

static void fill_pairs(jni_body_stiffness *s, double part) {
  const jni_pattern *p = &s->bodies->pattern;
  for (int i = 0; i < s->npairs && part != 0; i++) {
    int a = s->pairs[i][0], b = s->pairs[i][1], rows = p->block_at[a + 1] - p->block_at[a],
        columns = p->block_at[b + 1] - p->block_at[b];
    for (int r = 0; r < rows; r++)
      for (int k = 0; k < columns; k++) put(s, a, r, b, k, part * s->K[s->pair_at[i] + r * columns + k]);
  }
}

// Adds to the matrix the part of rho G' G that the rows of group g give for the two bodies of entries e and k of the
// pattern.
static void fill_entries(jni_body_stiffness *s, int g, int e, int k, double rho) {
  const jni_pattern *p = &s->bodies->pattern;
  int a = p->entry_block[e], b = p->entry_block[k], wa = p->block_at[a + 1] - p->block_at[a],
      wb = p->block_at[b + 1] - p->block_at[b];
  for (int row = 0; row < p->group_at[g + 1] - p->group_at[g]; row++) {
    const double *Ga = s->G + p->entry_value[e] + row * wa, *Gb = s->G + p->entry_value[k] + row * wb;
    for (int i = 0; i < wa; i++)
      for (int j = 0; j < (a == b ? i + 1 : wb); j++) put(s, a, i, b, j, rho * Ga[i] * Gb[j]);
  }
}

static void fill_rows(jni_body_stiffness *s, double rho) {
  const jni_pattern *p = &s->bodies->pattern;
  for (int g = 0; g < p->ngroups; g++)
    for (int e = p->entry_at[g]; e < p->entry_at[g + 1]; e++) {
      int b = p->entry_block[e], width = p->block_at[b + 1] - p->block_at[b];
      for (int k = p->entry_at[g]; k <= e; k++) fill_entries(s, g, e, k, rho);
      for (int row = p->group_at[g]; row < p->group_at[g + 1]; row++)
        for (int i = 0; i < width && s->row_node[row] >= 0; i++)
          put(s, s->row_node[row], s->row_slot[row], b, i,
              s->G[p->entry_value[e] + (row - p->group_at[g]) * width + i]);
    }
}

// ---- factor --------------------------------------------------------------------------------------------------------

static void clear_vector(jni_body_stiffness *s, double *x) { memset(x, 0, (size_t)s->node_at[s->nnodes] * sizeof *x); }

// Writes x (speeds of the bodies) and g (rows, only those that have a node; NULL: zeros) to `to`, in the order of the
// nodes.
static void spread(const jni_body_stiffness *s, const double *x, const double *g, double *to) {
  const jni_pattern *p = &s->bodies->pattern;
  for (int b = 0; b < s->nnodes; b++)
    for (int i = p->block_at[b]; i < p->block_at[b + 1]; i++) to[s->node_at[b] + i - p->block_at[b]] = x[i];
  for (int row = 0; row < s->nc; row++)
    if (s->row_node[row] >= 0) to[s->node_at[s->row_node[row]] + s->row_slot[row]] = g ? g[row] : 0;
}

static void collect(const jni_body_stiffness *s, const double *from, double *x, double *l) {
  const jni_pattern *p = &s->bodies->pattern;
  for (int b = 0; b < s->nnodes; b++)
    for (int i = p->block_at[b]; i < p->block_at[b + 1]; i++) x[i] = from[s->node_at[b] + i - p->block_at[b]];
  for (int row = 0; row < s->nc && l; row++)
    if (s->row_node[row] >= 0) l[row] = from[s->node_at[s->row_node[row]] + s->row_slot[row]];
}

// Computes W = B^-1 G_c' and factors the Schur complement G_c W, with G_c the cut rows and B the matrix of the nodes.
// *negative: number of negative pivots of the Schur complement. Returns false if the factorisation fails.
static bool factor_cut(jni_body_stiffness *s, int *negative) {
  int m = s->ncut;
  size_t n = (size_t)s->node_at[s->nnodes];
  double most = 0;
  *negative = 0;
  if (m == 0) return true;
  for (int k = 0; k < m; k++) {
    double *W = s->W + (size_t)k * n;
    memset(s->dl, 0, (size_t)s->nc * sizeof *s->dl);
    memset(s->dx, 0, (size_t)s->nb * sizeof *s->dx);
    s->dl[s->cut_row[k]] = 1;
    jni_pattern_add_transposed(&s->bodies->pattern, s->G, 1, s->dl, s->dx);
    clear_vector(s, W);
    spread(s, s->dx, NULL, W);
    jni_blocks_solve(s->blocks, W);
    collect(s, W, s->dx, NULL);
    jni_pattern_times(&s->bodies->pattern, s->G, s->dx, s->dl);
    for (int i = 0; i < m; i++) s->S[(size_t)k * (size_t)m + (size_t)i] = s->dl[s->cut_row[i]];
  }
  for (size_t i = 0; i < (size_t)m; i++) most = fmax(most, fabs(s->S[i * (size_t)m + i]));
  for (size_t i = 0; i < (size_t)m; i++) s->S[i * (size_t)m + i] += CUT * fmax(most, 1 / s->rho);
  return jni_all_finite(s->S, m * m) && jni_decompose_indefinite(m, s->S, s->pivot, negative);
}

bool jni_body_stiffness_factor(jni_body_stiffness *s, double part, double mu, const double *metric, int *negative) {
  int cut;
  s->rho = part * s->stiffest + fabs(mu);
  s->part = part;
  s->mu = mu;
  s->metric = metric;
  if (!isfinite(s->rho) || !(s->rho > 0)) return false;
  jni_blocks_clear(s->blocks);
  fill_own(s, part, mu, metric);
  fill_pairs(s, part);
  fill_rows(s, s->rho);
  if (!jni_blocks_factor(s->blocks) || !factor_cut(s, &cut)) return false;
  *negative = jni_blocks_negative(s->blocks) + (s->ncut - cut) - s->nc;
  return true;
}

// ---- solve ---------------------------------------------------------------------------------------------------------

void jni_body_stiffness_times(const jni_body_stiffness *s, const double *x, double *y) {
  const jni_pattern *p = &s->bodies->pattern;
  for (int b = 0; b < s->nnodes; b++) {
    int at = p->block_at[b], width = p->block_at[b + 1] - at;
    for (int i = 0; i < width; i++) y[at + i] = jni_dot(width, s->K + s->own_at[b] + i * width, x + at);
  }
  for (int i = 0; i < s->npairs; i++) {
    int a = p->block_at[s->pairs[i][0]], b = p->block_at[s->pairs[i][1]];
    int rows = p->block_at[s->pairs[i][0] + 1] - a, columns = p->block_at[s->pairs[i][1] + 1] - b;
    for (int r = 0; r < rows; r++) {
      const double *K = s->K + s->pair_at[i] + r * columns;
      y[a + r] += jni_dot(columns, K, x + b);
      jni_add(columns, x[a + r], K, y + b);
    }
  }
}

// Solves the linear system once, without refinement: sets s->dx (bodies) and s->dl (multipliers) for the right sides
// s->f and s->g, which belong to rows of unit length. Overwrites s->f.
static void solve_once(jni_body_stiffness *s) {
  const jni_pattern *p = &s->bodies->pattern;
  size_t n = (size_t)s->node_at[s->nnodes];
  double *z = s->scratch;
  jni_pattern_add_transposed(p, s->G, s->rho, s->g, s->f);
  spread(s, s->f, s->g, s->x);
  jni_blocks_solve(s->blocks, s->x);
  if (s->ncut > 0) {
    collect(s, s->x, s->dx, NULL);
    jni_pattern_times(p, s->G, s->dx, s->dl);
    for (int k = 0; k < s->ncut; k++) z[k] = s->dl[s->cut_row[k]] - s->g[s->cut_row[k]];
    jni_decompose_indefinite_solve(s->ncut, s->S, s->pivot, z);
    for (int k = 0; k < s->ncut; k++) jni_add((int)n, -z[k], s->W + (size_t)k * n, s->x);
  }
  collect(s, s->x, s->dx, s->dl);
  for (int k = 0; k < s->ncut; k++) s->dl[s->cut_row[k]] = z[k];
}

// Sets s->f and s->g to the residuals of the two block equations with right sides f and g (NULL: zeros), at x and s->l.
static void take_residual(jni_body_stiffness *s, const double *f, const double *g, const double *x) {
  const jni_pattern *p = &s->bodies->pattern;
  for (int i = 0; i < s->nb; i++) s->f[i] = f ? f[i] : 0;
  for (int i = 0; i < s->nb; i++) s->f[i] -= s->mu * s->metric[i] * x[i];
  if (s->part != 0) {
    jni_body_stiffness_times(s, x, s->w);
    jni_add(s->nb, -s->part, s->w, s->f);
  }
  jni_pattern_add_transposed(p, s->G, -1, s->l, s->f);
  jni_pattern_times(p, s->G, x, s->g);
  for (int row = 0; row < s->nc; row++) s->g[row] = (g ? g[row] / s->length[row] : 0) - s->g[row];
}

void jni_body_stiffness_solve(jni_body_stiffness *s, const double *f, const double *g, double *x, double *lambda) {
  memset(x, 0, (size_t)s->nb * sizeof *x);
  memset(s->l, 0, (size_t)s->nc * sizeof *s->l);
  for (int k = 0; k <= REFINEMENTS; k++) {
    take_residual(s, f, g, x);
    solve_once(s);
    jni_add(s->nb, 1, s->dx, x);
    jni_add(s->nc, 1, s->dl, s->l);
  }
  for (int row = 0; row < s->nc && lambda; row++) lambda[row] = s->l[row] / s->length[row];
}
