// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_matrix.c - the block matrix [W G'; G -D] of the index-3 family. See step_formulation.h.
#include <math.h>
#include <string.h>

#include "formulation/step/step_formulation.h"
#include "system/coordinates/body_level.h"
#include "system/forces.h"

// Default of alpha: this factor times the effective mass of a constraint over k.
static const double default_stiffness = 1e8;

typedef struct {
  double *at;
  int stride;
} place;

struct jni_step_matrix {
  jni_pool *pool;  // of the formulation
  const jn_system *system;
  bool symmetric;
  jni_blocks *blocks;
  // Node of each body in the graph of the block factorisation, -1 for a body without speeds (fixed to the ground in
  // joint coordinates); nnodes: number of these nodes. The node of group g of the constraints is nnodes + g.
  int *node, nnodes;
  place *body, *group;  // diagonal blocks
  place *row, *column;  // for each entry of the pattern: its block of G, and that of G' if the matrix is unsymmetric
  // neighbour_at: nblocks + 1; neighbour: for each block, those blocks with a larger number that forces, or constraints
  // in `exact-newton`, connect with it
  int *neighbour_at, *neighbour;
  int capacity;  // of `neighbour`
  // For each pair {a, b} in `neighbour`, a < b: address of block (a, b) of the matrix, and of (b, a) if it is
  // unsymmetric.
  place *upper, *lower;
  // damping C + stiffness K as computed last (W in `exact-newton`), in dense blocks: of each body, then of each pair
  // (a, b) and its (b, a)
  double *forces;
  int *body_force, *upper_force, *lower_force, nforces;  // indices of these blocks; size of `forces`
  double damping, stiffness;                             // factors in `forces`
  int *colour, ncolours;                                 // of blocks, for `exact-newton`
  jni_body_map *map;                                     // joint coordinates: from bodies to blocks; otherwise NULL
};

// ---- pairs of bodies ----------------------------------------------------------------------------------------

// If `a` is the smaller block of the pair, appends the larger one to its neighbours, once; otherwise does nothing. The
// last element of neighbour_at counts all neighbours. Returns false if there is no memory.
static bool add_neighbour(jni_step_matrix *m, const int pair[2], int a) {
  int low = pair[0] < pair[1] ? pair[0] : pair[1], high = pair[0] + pair[1] - low;
  int *n = &m->neighbour_at[m->system->pattern.nblocks];
  if (low != a) return true;
  for (int i = m->neighbour_at[a]; i < *n; i++)
    if (m->neighbour[i] == high) return true;
  if (!jni_pool_grow(m->pool, &m->neighbour, &m->capacity, *n + 1, sizeof *m->neighbour)) return false;
  m->neighbour[(*n)++] = high;
  return true;
}

// List of all pairs of blocks that have elements of W between them, unsorted.
typedef struct {
  int (*pair)[2];
  int n, capacity;
} pair_list;

typedef struct {
  jni_pool *pool;
  const jn_system *system;
  pair_list *list;
} collector;

static bool collect_blocks(collector *c, int a, int b) {
  if (a < 0 || b < 0 || a == b) return true;
  if (!jni_pool_grow(c->pool, &c->list->pair, &c->list->capacity, c->list->n + 1, sizeof *c->list->pair)) return false;
  c->list->pair[c->list->n][0] = a;
  c->list->pair[c->list->n++][1] = b;
  return true;
}

static bool collect_pair(void *context, int body_a, int body_b) {
  collector *c = context;
  return collect_blocks(c, jni_body_block(c->system, body_a), jni_body_block(c->system, body_b));
}

// Adds to the list the pairs of the bodies that a force element acts on, and the pairs of these with the bodies that
// its expressions read; leaves out forces that act on all bodies. Returns false if there is no memory.
static bool collect_pairs(collector *c) {
  const jn_system *system = c->system;
  for (int i = 0; i < system->nforces; i++) {
    const jni_force_plan *plan = &system->forces[i];
    int own[2], n;
    if (jni_acts_everywhere(plan)) continue;
    const int *felt = jni_force_dependencies(system, plan, 0, own, &n);
    for (int k = 0; k < plan->nbodies; k++)
      for (int j = k + 1; j < n; j++)  // its own bodies come first
        if (!collect_pair(c, plan->bodies[k], felt[j])) return false;
  }
  return true;
}

// Adds all pairs of bodies of each constraint to the list, because second derivatives of the constraint couple them.
// Returns false if there is no memory.
static bool collect_rows(collector *c) {
  const jni_pattern *p = &c->system->pattern;
  for (int g = 0; g < p->ngroups; g++)
    for (int i = p->entry_at[g]; i < p->entry_at[g + 1]; i++)
      for (int j = i + 1; j < p->entry_at[g + 1]; j++)
        if (!collect_blocks(c, p->entry_block[i], p->entry_block[j])) return false;
  return true;
}

static bool find_neighbours(jni_step_matrix *m, const jni_step_states *states, bool exact) {
  int nblocks = m->system->pattern.nblocks;
  pair_list list = {0};
  jni_pool workspace = {.alloc = m->pool->alloc};
  collector c = {&workspace, m->system, &list};
  bool ok = collect_pairs(&c) && jni_step_state_pairs(states, collect_pair, &c) && (!exact || collect_rows(&c));
  m->neighbour_at = jni_take(m->pool, (size_t)nblocks + 1, sizeof *m->neighbour_at);
  ok = ok && !m->pool->failed;
  for (int a = 0; ok && a < nblocks; a++) {
    m->neighbour_at[a] = m->neighbour_at[nblocks];
    for (int i = 0; ok && i < list.n; i++) ok = add_neighbour(m, list.pair[i], a);
  }
  jni_pool_free(&workspace);
  return ok;
}

// ---- construction -------------------------------------------------------------------------------------------

static int width_of(const jni_step_matrix *m, int b) {
  return m->system->pattern.block_at[b + 1] - m->system->pattern.block_at[b];
}

static bool number_nodes(jni_step_matrix *m) {
  int nblocks = m->system->pattern.nblocks;
  m->node = jni_take(m->pool, nblocks, sizeof *m->node);
  for (int b = 0; m->node && b < nblocks; b++) m->node[b] = width_of(m, b) > 0 ? m->nnodes++ : -1;
  return !m->pool->failed;
}

static bool make_blocks(jni_step_matrix *m) {
  const jni_pattern *p = &m->system->pattern;
  int nnodes = m->nnodes + p->ngroups, npairs = p->entry_at[p->ngroups] + m->neighbour_at[p->nblocks], n = 0;
  jni_pool workspace = {.alloc = m->pool->alloc};
  int *size = jni_ints(&workspace, nnodes);
  int(*pair)[2] = jni_take(&workspace, npairs, sizeof *pair);
  if (!workspace.failed) {
    for (int b = 0; b < p->nblocks; b++)
      if (m->node[b] >= 0) size[m->node[b]] = width_of(m, b);
    for (int g = 0; g < p->ngroups; g++) {
      size[m->nnodes + g] = p->group_at[g + 1] - p->group_at[g];
      for (int e = p->entry_at[g]; e < p->entry_at[g + 1]; e++) {
        pair[n][0] = m->nnodes + g;
        pair[n++][1] = m->node[p->entry_block[e]];
      }
    }
    for (int b = 0; b < p->nblocks; b++)
      for (int i = m->neighbour_at[b]; i < m->neighbour_at[b + 1]; i++) {
        pair[n][0] = m->node[b];
        pair[n++][1] = m->node[m->neighbour[i]];
      }
    m->blocks = jni_blocks_new(workspace.alloc, nnodes, size, n, (const int(*)[2])pair, m->symmetric);
  }
  jni_pool_free(&workspace);
  return jni_keep(m->pool, m->blocks, jni_object_free) != NULL;
}

static place find_place(jni_step_matrix *m, int i, int j) {
  place p;
  p.at = jni_blocks_at(m->blocks, i, j, &p.stride);
  JNI_ASSERT(p.at);
  return p;
}

static bool find_places(jni_step_matrix *m) {
  const jni_pattern *p = &m->system->pattern;
  int nentries = p->entry_at[p->ngroups], ncoincidences = m->neighbour_at[p->nblocks];
  const struct {
    place **list;
    int n;
  } lists[] = {{&m->body, p->nblocks}, {&m->group, p->ngroups},    {&m->row, nentries},
               {&m->column, nentries}, {&m->upper, ncoincidences}, {&m->lower, ncoincidences}};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    *lists[i].list = jni_take(m->pool, lists[i].n, sizeof(place));
  if (m->pool->failed) return false;
  for (int b = 0; b < p->nblocks; b++)
    if (m->node[b] >= 0) m->body[b] = find_place(m, m->node[b], m->node[b]);
  for (int g = 0; g < p->ngroups; g++) {
    int node = m->nnodes + g;
    m->group[g] = find_place(m, node, node);
    for (int e = p->entry_at[g]; e < p->entry_at[g + 1]; e++) {
      m->row[e] = find_place(m, node, m->node[p->entry_block[e]]);
      if (!m->symmetric) m->column[e] = find_place(m, m->node[p->entry_block[e]], node);
    }
  }
  for (int b = 0; b < p->nblocks; b++)
    for (int i = m->neighbour_at[b]; i < m->neighbour_at[b + 1]; i++) {
      m->upper[i] = find_place(m, m->node[b], m->node[m->neighbour[i]]);
      if (!m->symmetric) m->lower[i] = find_place(m, m->node[m->neighbour[i]], m->node[b]);
    }
  return true;
}

static bool make_forces(jni_step_matrix *m) {
  int nblocks = m->system->pattern.nblocks, ncoincidences = m->neighbour_at[nblocks];
  m->body_force = jni_ints(m->pool, nblocks);
  m->upper_force = jni_ints(m->pool, ncoincidences);
  m->lower_force = jni_ints(m->pool, ncoincidences);
  if (m->pool->failed) return false;
  for (int b = 0; b < nblocks; b++) {
    m->body_force[b] = m->nforces;
    m->nforces += width_of(m, b) * width_of(m, b);
  }
  for (int b = 0; b < nblocks; b++)
    for (int i = m->neighbour_at[b]; i < m->neighbour_at[b + 1]; i++) {
      int size = width_of(m, b) * width_of(m, m->neighbour[i]);
      m->upper_force[i] = m->nforces;
      m->lower_force[i] = m->nforces + size;
      m->nforces += 2 * size;
    }
  m->forces = jni_doubles(m->pool, m->nforces);
  return !m->pool->failed;
}

// Returns the index of the pair of blocks {a, b} in m->neighbour; -1 if forces do not connect these blocks.
static int find_pair(const jni_step_matrix *m, int a, int b) {
  int low = a < b ? a : b, high = a < b ? b : a;
  for (int i = m->neighbour_at[low]; i < m->neighbour_at[low + 1]; i++)
    if (m->neighbour[i] == high) return i;
  return -1;
}

// Sets m->colour: blocks of one colour have no nonzero row of W in common. Assigns colours greedily. Returns false if
// there is no memory.
static bool make_colours(jni_step_matrix *m) {
  int nblocks = m->system->pattern.nblocks;
  m->colour = jni_ints(m->pool, nblocks);
  for (int b = 0; m->colour && b < nblocks; b++) {
    for (int a = 0; a < b; a++) {
      if (m->colour[a] != m->colour[b]) continue;
      bool share = false;
      for (int row = 0; row < nblocks && !share; row++)
        share = (row == a || find_pair(m, row, a) >= 0) && (row == b || find_pair(m, row, b) >= 0);
      if (!share) continue;
      m->colour[b]++;
      a = -1;
    }
    if (m->colour[b] >= m->ncolours) m->ncolours = m->colour[b] + 1;
  }
  return !m->pool->failed;
}

int jni_step_colours(const jni_step_matrix *m, const int **colour) {
  *colour = m->colour;
  return m->ncolours;
}

jni_step_matrix *jni_step_matrix_new(jni_step *f, bool symmetric) {
  const jn_system *system = f->base.system;
  jni_step_matrix *m = jni_take(&f->base.pool, 1, sizeof *m);
  if (!m) return NULL;
  m->pool = &f->base.pool;
  m->system = system;
  m->symmetric = symmetric;
  if (system->tree) {
    m->map = jni_keep(m->pool, jni_body_map_new(system), jni_object_free);
    if (!m->map) return NULL;
  }
  bool made =
      find_neighbours(m, f->states, f->exact) && number_nodes(m) && make_blocks(m) && find_places(m) && make_forces(m);
  return made && (!f->exact || make_colours(m)) ? m : NULL;
}

// ---- values -------------------------------------------------------------------------------------------------

void jni_step_clear(jni_step_matrix *m) { jni_blocks_clear(m->blocks); }

void jni_step_add_mass(jni_step *f, jni_step_matrix *m, double factor) {
  const jn_system *system = f->base.system;
  const jni_pattern *p = &system->pattern;
  for (int b = 0; b < p->nblocks; b++) {
    int n = p->block_at[b + 1] - p->block_at[b];
    const double *M = jni_mass(system, f->base.work) + p->mass_at[b], *floor_of = f->floor + p->block_at[b];
    place to = m->body[b];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) to.at[i * to.stride + j] += factor * M[i * n + j];
      to.at[i * to.stride + i] += floor_of[i];
    }
  }
}

// Adds the block W of damping C + stiffness K for the bodies (a, b) to m->forces. Function for jni_force_matrix;
// context: the matrix.
static void add_force_block(void *context, int body_a, int body_b, const double *W) {
  const jni_step_matrix *m = context;
  int a = jni_body_block(m->system, body_a), b = jni_body_block(m->system, body_b);
  if (a < 0 || b < 0) return;
  int pair = a == b ? -1 : find_pair(m, a, b);
  if (a != b && pair < 0) return;
  double *to = m->forces + (a == b ? m->body_force[a] : a < b ? m->upper_force[pair] : m->lower_force[pair]);
  if (m->map) {
    jni_body_map_add(m->map, body_a, body_b, W, to);
    return;
  }
  for (int i = 0, n = width_of(m, a) * width_of(m, b); i < n; i++) to[i] += W[i];
}

// Adds (X + Y') / 2 to the block `to`.
static void add_mean(place to, int rows, int columns, const double *X, const double *Y) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) to.at[i * to.stride + j] += 0.5 * (X[i * columns + j] + Y[j * rows + i]);
}

static void add_block(place to, int rows, int columns, const double *X) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) to.at[i * to.stride + j] += X[i * columns + j];
}

// Adds m->forces, symmetrised if the matrix is symmetric, to the matrix.
static void add_stored_forces(const jni_step_matrix *m) {
  for (int b = 0; b < m->system->pattern.nblocks; b++) {
    int n = width_of(m, b);
    const double *own = m->forces + m->body_force[b];
    if (m->symmetric) add_mean(m->body[b], n, n, own, own);
    else add_block(m->body[b], n, n, own);
    for (int i = m->neighbour_at[b]; i < m->neighbour_at[b + 1]; i++) {
      int width = width_of(m, m->neighbour[i]);
      const double *upper = m->forces + m->upper_force[i], *lower = m->forces + m->lower_force[i];
      if (m->symmetric) add_mean(m->upper[i], n, width, upper, lower);
      else {
        add_block(m->upper[i], n, width, upper);
        add_block(m->lower[i], width, n, lower);
      }
    }
  }
}

// Returns whether two factors of C or K, which follow from the step size, differ by at most 1e-6, as by the rounding of
// times.
static bool is_equal(double x, double y) { return fabs(x - y) <= 1e-6 * fabs(y); }

void jni_step_add_forces(jni_step *f, jni_step_matrix *m, double damping, double stiffness) {
  if (!f->forces_valid || !is_equal(damping, m->damping) || !is_equal(stiffness, m->stiffness)) {
    memset(m->forces, 0, (size_t)m->nforces * sizeof *m->forces);
    if (m->map) jni_body_map_take(m->map, f->base.work);
    jni_force_matrix(f->base.system, f->base.work, stiffness, damping, add_force_block, m);
    jni_step_add_states(f, damping, stiffness, add_force_block, m);
    if (m->map) jni_step_add_inertia(f, damping, stiffness, m->forces, m->body_force);
    m->damping = damping;
    m->stiffness = stiffness;
    f->forces_valid = true;
    f->forces_age = 0;
  }
  add_stored_forces(m);
}

void jni_step_add_rows(jni_step *f, jni_step_matrix *m, const double *G, const double *transposed) {
  const jni_pattern *p = &f->base.system->pattern;
  for (int g = 0; g < p->ngroups; g++) {
    int first = p->group_at[g], rows = p->group_at[g + 1] - first;
    for (int i = 0; i < rows; i++)
      m->group[g].at[i * (m->group[g].stride + 1)] -= f->active[first + i] ? f->D[first + i] : 1;
    for (int e = p->entry_at[g]; e < p->entry_at[g + 1]; e++) {
      int width = p->block_at[p->entry_block[e] + 1] - p->block_at[p->entry_block[e]];
      const double *value = G + p->entry_value[e], *right = transposed + p->entry_value[e];
      place row = m->row[e], column = m->column[e];
      for (int i = 0; i < rows; i++)
        for (int j = 0; j < width && f->active[first + i]; j++) row.at[i * row.stride + j] = value[i * width + j];
      for (int i = 0; i < rows && !m->symmetric; i++)
        for (int j = 0; j < width && f->active[first + i]; j++) column.at[j * column.stride + i] = right[i * width + j];
    }
  }
}

// Sets f->D of the constraints of group g to (G M^-1 G')_ii, with the diagonal of M alone. In joint coordinates
// redundant constraints vanish up to rounding, and stiff springs along these rounding errors would be useless: D is
// therefore at least a small part of its value for a G of normal size. Constraints whose G is only rounding get no
// penalty: their violation cannot be reduced, and their multipliers would grow in every step.
static void add_effective(jni_step *f, int g) {
  const double least = 1e-8, rounding = 1e-24;
  const jni_pattern *p = &f->base.system->pattern;
  const double *row_weight = f->base.system->row_weight;
  for (int row = p->group_at[g], i = 0; row < p->group_at[g + 1]; row++) {
    double sum = 0, most = 0;
    for (int e = p->entry_at[g]; e < p->entry_at[g + 1]; e++) {
      int at = p->block_at[p->entry_block[e]], width = p->block_at[p->entry_block[e] + 1] - at;
      const double *value = f->base.work->G + p->entry_value[e] + i * width, *inverse = f->inverse_mass + at,
                   *weight = f->weight + at;
      for (int j = 0; j < width; j++) {
        sum += value[j] * value[j] * inverse[j];
        most = fmax(most, weight[j] * weight[j] * inverse[j]);
      }
    }
    double whole = most / (row_weight[row] * row_weight[row]);
    f->D[row] = sum > rounding * whole ? fmax(sum, least * whole) : default_stiffness * whole;
    i++;
  }
}

// The default is D = 1 / (k alpha) with alpha = default_stiffness times the effective mass of a constraint, 1 / (G M^-1
// G')_ii, over k. For penalty springs k is that of a whole step, so that a step shortened by an event does not change
// their stiffness.
void jni_step_set_D(jni_step *f) {
  const jni_pattern *p = &f->base.system->pattern;
  int nc = f->base.system->sizes.nc;
  for (int i = 0; i < nc && f->penalty > 0; i++) f->D[i] = 1 / (f->method->end_weight * f->k * f->penalty);
  if (f->penalty > 0) return;
  for (int g = 0; g < p->ngroups; g++) add_effective(f, g);
  double whole = f->whole_step > 0 ? f->whole_step / f->h : 1;
  for (int i = 0; i < nc; i++) f->D[i] = (f->D[i] > 0 ? f->D[i] : 1) * whole * whole / default_stiffness;
}

void jni_step_fill_usual(jni_step *f, const double *G, const double *transposed) {
  jni_step_clear(f->matrix);
  jni_step_set_D(f);
  jni_step_add_mass(f, f->matrix, f->mass_part);
  jni_step_add_forces(f, f->matrix, f->damping_part, f->stiffness_part);
  jni_step_add_rows(f, f->matrix, G, transposed);
}

void jni_step_store_column(jni_step *f, int speed, const double *column) {
  jni_step_matrix *m = f->matrix;
  const int *at = m->system->pattern.block_at;
  int b = 0;
  while (at[b + 1] <= speed) b++;
  for (int a = 0; a < m->system->pattern.nblocks; a++) {
    int pair = a == b ? -1 : find_pair(m, a, b);
    if (a != b && pair < 0) continue;
    double *to = m->forces + (a == b ? m->body_force[a] : a < b ? m->upper_force[pair] : m->lower_force[pair]);
    for (int i = at[a]; i < at[a + 1]; i++) to[(i - at[a]) * width_of(m, b) + speed - at[b]] = column[i];
  }
  f->forces_valid = false;  // C and K are overwritten
}

void jni_step_fill(jni_step *f, const double *G, const double *transposed) {
  if (!f->exact) {
    jni_step_fill_usual(f, G, transposed);
    return;
  }
  jni_step_clear(f->matrix);
  jni_step_set_D(f);
  if (f->matrix->map) jni_body_map_take(f->matrix->map, f->base.work);
  jni_step_add_states(f, f->damping_part, f->stiffness_part, add_force_block, f->matrix);
  add_stored_forces(f->matrix);
  for (int b = 0; b < f->matrix->system->pattern.nblocks; b++) {
    const int *at = f->matrix->system->pattern.block_at;
    place to = f->matrix->body[b];
    for (int i = at[b]; i < at[b + 1]; i++) to.at[(i - at[b]) * (to.stride + 1)] += f->floor[i];
  }
  jni_step_add_rows(f, f->matrix, G, transposed);
}

bool jni_step_factor(jni_step *f, jni_step_matrix *m) {
  f->base.counts.factors++;
  return jni_blocks_factor(m->blocks);
}

void jni_step_solve(const jni_step_matrix *m, double *x) { jni_blocks_solve(m->blocks, x); }
