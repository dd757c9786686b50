// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// loop_solve.c - see loop_solve.h.
#include "formulation/reduced/loop_solve.h"

#include <math.h>
#include <string.h>

#include "formulation/reduced/loop_lu.h"

// Element of a group's matrix that is copied from G.
typedef struct {
  int from, to;  // indices in G and in `matrix`
  double weight;
} inner;

// Value of G in a constraint of a group that is not in the group's matrix, because its column is independent or belongs
// to an earlier group.
typedef struct {
  int from, row, column;  // index in G; index of the constraint in its group; index of the speed
  int place;              // index of an independent column in the group's dependencies; -1: it belongs to a group
  double weight;
} outer;

struct jni_loop_solver {
  jni_incidence incidence;
  int *row_at, *entry_column, *entry_from;  // columns of each constraint, and indices of their values in G
  jni_loops *loops;
  const jni_groups *groups;
  int nv, nc, m;
  int *rows;           // m: active constraints
  double *row_weight;  // nc: 1 / size of the row
  double *scale;       // nv: sizes of the speeds
  bool *constant;      // nc: constraint with constant coefficients
  // The following members depend on the chosen columns and are set by jni_loop_solver_set.
  int nfree, most_free;                  // number of independent columns; largest possible number of them
  int *free, *number;                    // nfree: independent columns; nv: index in `free`, -1: dependent
  int *inner_at, *outer_at, *matrix_at;  // ngroups + 1: first element of each group in `inner`, `outer`, `matrix`
  inner *inner;
  outer *outer;
  double *matrix, *size;               // LU factors of the groups; m: scale of the columns by groups
  int *pivot;                          // m
  int *dependency_at, *dependencies;   // ngroups + 1: independent columns that each group depends on
  bool *constant_group, any_constant;  // ngroups: all constraints of the group are constant; some group is
  double *gain;                        // for each dependency: amplification |B| by constant groups, at least 1
  double *gains;                       // most_free: workspace
  bool *touched;                       // most_free: workspace
  double *x;                           // workspace: m, or the B of a group
  jni_loop_info info;
};

// ---- incidence ------------------------------------------------------------------------------------------------------

// A typical value of G below this part of the largest one in its constraint is taken as zero.
static const double negligible = 1e-10;

static void fill_row(jni_loop_solver *s, const jni_pattern *p, const double *sizes, int g, int row, int *next) {
  double size = 0;
  for (int e = p->entry_at[g]; e < p->entry_at[g + 1]; e++) {
    int at = p->block_at[p->entry_block[e]], width = p->block_at[p->entry_block[e] + 1] - at;
    const double *value = sizes + p->entry_value[e] + (row - p->group_at[g]) * width;
    for (int c = 0; c < width; c++) size = fmax(size, value[c] * s->scale[at + c]);
  }
  if (!(size > 0 && isfinite(size))) size = 1;
  s->row_weight[row] = 1 / size;
  for (int e = p->entry_at[g]; e < p->entry_at[g + 1]; e++) {
    int at = p->block_at[p->entry_block[e]], width = p->block_at[p->entry_block[e] + 1] - at;
    int from = p->entry_value[e] + (row - p->group_at[g]) * width;
    for (int c = 0; c < width; c++) {
      if (!(sizes[from + c] * s->scale[at + c] > negligible * size)) continue;
      s->entry_column[*next] = at + c;
      s->entry_from[(*next)++] = from + c;
    }
  }
}

static void fill_incidence(jni_loop_solver *s, const jni_pattern *p, const double *sizes, const bool *active) {
  int next = 0;
  for (int g = 0; g < p->ngroups; g++)
    for (int row = p->group_at[g]; row < p->group_at[g + 1]; row++) {
      s->row_at[row] = next;
      if (active && !active[row]) continue;
      fill_row(s, p, sizes, g, row, &next);
      s->rows[s->m++] = row;
    }
  s->row_at[s->nc] = next;
  s->incidence = (jni_incidence){s->nc, s->nv, s->row_at, s->entry_column};
}

// ---- construction ---------------------------------------------------------------------------------------------------

static bool make_lists(jni_pool *pool, jni_loop_solver *s, int nvalues) {
  s->row_at = jni_ints(pool, (size_t)s->nc + 1);
  s->rows = jni_ints(pool, s->nc);
  s->row_weight = jni_doubles(pool, s->nc);
  s->entry_column = jni_ints(pool, nvalues);
  s->entry_from = jni_ints(pool, nvalues);
  s->scale = jni_doubles(pool, s->nv);
  s->number = jni_ints(pool, s->nv);
  s->constant = jni_flags(pool, s->nc);
  s->free = jni_ints(pool, s->most_free);
  s->touched = jni_flags(pool, s->most_free);
  s->gains = jni_doubles(pool, s->most_free);
  return !pool->failed;
}

static bool allocate(jni_pool *pool, jni_loop_solver *s) {
  size_t m = (size_t)s->m, entries = (size_t)s->row_at[s->nc], width = (size_t)s->most_free + 1;
  s->inner_at = jni_ints(pool, m + 1);
  s->outer_at = jni_ints(pool, m + 1);
  s->matrix_at = jni_ints(pool, m + 1);
  s->dependency_at = jni_ints(pool, m + 1);
  s->inner = jni_take(pool, entries, sizeof *s->inner);
  s->outer = jni_take(pool, entries, sizeof *s->outer);
  s->matrix = jni_doubles(pool, jni_loops_largest_storage(s->loops));
  s->size = jni_doubles(pool, m);
  s->pivot = jni_ints(pool, m);
  s->constant_group = jni_flags(pool, m);
  s->gain = jni_doubles(pool, m * (size_t)s->most_free);
  s->dependencies = jni_ints(pool, m * (size_t)s->most_free);
  s->x = jni_doubles(pool, m * width);
  return !pool->failed;
}

jni_loop_solver *jni_loop_solver_new(jni_pool *pool, const jni_pattern *p, const double *sizes, const double *scale,
                                     const bool *active, const bool *constant, int most_free) {
  jni_loop_solver *s = jni_take(pool, 1, sizeof *s);
  if (!s) return NULL;
  *s = (jni_loop_solver){.nv = p->block_at[p->nblocks], .nc = p->group_at[p->ngroups], .most_free = most_free};
  s->info = (jni_loop_info){.least_pivot = 1, .least_row = -1, .least_group = -1};
  if (!make_lists(pool, s, p->nvalues)) return NULL;
  for (int i = 0; i < s->nv; i++) s->scale[i] = scale[i];
  for (int i = 0; constant && i < s->nc; i++) s->constant[i] = constant[i];
  fill_incidence(s, p, sizes, active);
  s->loops = jni_loops_new(pool, &s->incidence);
  if (!s->loops || !allocate(pool, s)) return NULL;
  s->groups = jni_loops_get(s->loops);
  return s;
}

// ---- choice of the dependent columns --------------------------------------------------------------------------------

// Sorts the values of one constraint of group g into elements of the group's matrix (s->inner) and others (s->outer).
// place: index of the constraint in the group; *ninner, *nouter: lengths of the two lists, increased.
static void plan_row(jni_loop_solver *s, int g, int place, int *ninner, int *nouter) {
  const jni_groups *groups = s->groups;
  int at = groups->group_at[g], n = groups->group_at[g + 1] - at, row = groups->rows[at + place];
  for (int e = s->row_at[row]; e < s->row_at[row + 1]; e++) {
    int c = s->entry_column[e], from = s->entry_from[e];
    if (groups->group_of[c] == g)
      s->inner[(*ninner)++] = (inner){from, s->matrix_at[g] + place * n + groups->place_of[c], s->row_weight[row]};
    else s->outer[(*nouter)++] = (outer){from, place, c, -1, s->row_weight[row]};
  }
}

bool jni_loop_solver_set(jni_loop_solver *s, const int *columns, const int *independent, int nfree) {
  const jni_groups *groups = s->groups;
  if (!jni_loops_find(s->loops, s->rows, columns, s->m)) return false;
  s->nfree = nfree;
  s->any_constant = false;
  for (int c = 0; c < s->nv; c++) s->number[c] = -1;
  for (int i = 0; i < nfree; i++) {
    s->free[i] = independent[i];
    s->number[independent[i]] = i;
  }
  int ninner = 0, nouter = 0;
  for (int g = 0; g < groups->ngroups; g++) {
    int at = groups->group_at[g], n = groups->group_at[g + 1] - at;
    s->inner_at[g] = ninner;
    s->outer_at[g] = nouter;
    s->matrix_at[g + 1] = s->matrix_at[g] + n * n;
    s->constant_group[g] = true;
    for (int i = 0; i < n; i++) {
      plan_row(s, g, i, &ninner, &nouter);
      s->size[at + i] = s->scale[groups->columns[at + i]];
      s->constant_group[g] = s->constant_group[g] && s->constant[groups->rows[at + i]];
    }
    s->inner_at[g + 1] = ninner;
    s->outer_at[g + 1] = nouter;

    // Lists the independent columns that the group depends on, directly or through earlier groups.
    int next = s->dependency_at[g];
    memset(s->touched, 0, (size_t)s->nfree * sizeof *s->touched);
    for (int e = s->outer_at[g]; e < s->outer_at[g + 1]; e++) {
      int column = s->outer[e].column, h = s->groups->group_of[column];
      if (h < 0) s->touched[s->number[column]] = true;
      for (int i = h >= 0 ? s->dependency_at[h] : 0; h >= 0 && i < s->dependency_at[h + 1]; i++)
        s->touched[s->dependencies[i]] = true;
    }
    for (int i = 0; i < s->nfree; i++)
      if (s->touched[i]) s->dependencies[next++] = i;
    s->dependency_at[g + 1] = next;
    for (int e = s->outer_at[g]; e < s->outer_at[g + 1]; e++)
      for (int i = s->dependency_at[g]; i < next; i++)
        if (s->dependencies[i] == s->number[s->outer[e].column]) s->outer[e].place = i - s->dependency_at[g];

    s->any_constant = s->any_constant || s->constant_group[g];
  }
  return true;
}

const jni_groups *jni_loop_solver_groups(const jni_loop_solver *s) { return s->groups; }

int jni_loop_solver_dependencies(const jni_loop_solver *s, int group, const int **list) {
  *list = s->dependencies + s->dependency_at[group];
  return s->dependency_at[group + 1] - s->dependency_at[group];
}

const jni_loop_info *jni_loop_get_info(const jni_loop_solver *s) { return &s->info; }

// ---- factor and solve -----------------------------------------------------------------------------------------------

static int factor_group(int n, double *A, int *pivot, const double *size, double *least) {
  int where = 0;
#define CALL(k) where = jni_small_factor(k, A, pivot, size, least)
  JNI_SMALL_SIZES(n, CALL)
#undef CALL
  return where;
}

static void solve_group(int n, const double *A, const int *pivot, double *x) {
#define CALL(k) jni_small_solve(k, A, pivot, 1, x)
  JNI_SMALL_SIZES(n, CALL)
#undef CALL
}

static void solve_group_wide(int n, const double *A, const int *pivot, int width, double *x) {
  if (width == 1) {
    solve_group(n, A, pivot, x);
    return;
  }
  if (width == 2) {
#define CALL(k) jni_small_solve(k, A, pivot, 2, x)
    JNI_SMALL_SIZES(n, CALL)
#undef CALL
    return;
  }
#define CALL(k) jni_small_solve(k, A, pivot, width, x)
  JNI_SMALL_SIZES(n, CALL)
#undef CALL
}

// For a group whose constraints all have constant coefficients, only a pivot below this value counts as singular: the
// steepest gear has a larger one.
static const double least_constant_pivot = 1e-6;

void jni_loop_factor(jni_loop_solver *s, const double *G) {
  const jni_groups *groups = s->groups;
  int n_matrix = s->matrix_at[groups->ngroups];
  if (s->inner_at[groups->ngroups] < n_matrix) memset(s->matrix, 0, (size_t)n_matrix * sizeof *s->matrix);
  for (int e = 0; e < s->inner_at[groups->ngroups]; e++)
    s->matrix[s->inner[e].to] = G[s->inner[e].from] * s->inner[e].weight;
  s->info.least_pivot = 1;
  s->info.least_row = -1;
  s->info.least_group = -1;
  s->info.factors++;
  for (int g = 0; g < groups->ngroups; g++) {
    int at = groups->group_at[g], n = groups->group_at[g + 1] - at;
    double least;
    int where = factor_group(n, s->matrix + s->matrix_at[g], s->pivot + at, s->size + at, &least);
    if (!(least >= (s->constant_group[g] ? least_constant_pivot : s->info.least_pivot))) {
      s->info.least_pivot = least >= 0 ? least : 0;
      s->info.least_group = g;
      s->info.least_row = groups->rows[at + where];
    }
  }
}

// Solves G x = sign b for the dependent speeds, group by group, and stores them in x. b NULL: zero; all true: with the
// independent speeds in x; all false: with independent speeds zero.
static inline void solve_groups(const jni_loop_solver *s, const double *G, double sign, const double *b, bool all,
                                double *x) {
  const jni_groups *groups = s->groups;
  for (int g = 0; g < groups->ngroups; g++) {
    int at = groups->group_at[g], n = groups->group_at[g + 1] - at;
    double *r = s->x;
    for (int i = 0; i < n; i++) r[i] = b ? sign * b[groups->rows[at + i]] * s->row_weight[groups->rows[at + i]] : 0;
    for (int e = s->outer_at[g]; e < s->outer_at[g + 1]; e++)
      if (all || groups->group_of[s->outer[e].column] >= 0)
        r[s->outer[e].row] -= G[s->outer[e].from] * s->outer[e].weight * x[s->outer[e].column];
    solve_group(n, s->matrix + s->matrix_at[g], s->pivot + at, r);
    for (int i = 0; i < n; i++) x[groups->columns[at + i]] = r[i];
  }
}

void jni_loop_solve(const jni_loop_solver *s, const double *G, const double *b, double *x) {
  solve_groups(s, G, 1, b, true, x);
}
void jni_loop_newton(const jni_loop_solver *s, const double *G, const double *b, double *x) {
  solve_groups(s, G, -1, b, false, x);
}

void jni_loop_transposed(const jni_loop_solver *s, const double *G, const double *r, double *lambda) {
  const jni_groups *groups = s->groups;
  double *rest = s->x;
  memset(lambda, 0, (size_t)s->nc * sizeof *lambda);
  for (int i = 0; i < s->m; i++) rest[i] = r[groups->columns[i]];
  for (int g = groups->ngroups - 1; g >= 0; g--) {
    int at = groups->group_at[g], n = groups->group_at[g + 1] - at;
    double *x = rest + at;
#define CALL(k) jni_small_solve_transposed(k, s->matrix + s->matrix_at[g], s->pivot + at, x)
    JNI_SMALL_SIZES(n, CALL)
#undef CALL
    for (int i = 0; i < n; i++) lambda[groups->rows[at + i]] = x[i] * s->row_weight[groups->rows[at + i]];
    for (int e = s->outer_at[g]; e < s->outer_at[g + 1]; e++) {
      int h = groups->group_of[s->outer[e].column];
      if (h >= 0)
        rest[groups->group_at[h] + groups->place_of[s->outer[e].column]] -=
            G[s->outer[e].from] * s->outer[e].weight * x[s->outer[e].row];
    }
  }
}

// ---- partial velocities ---------------------------------------------------------------------------------------------

void jni_loop_basis_begin(const jni_loop_solver *s, double *B) {
  memset(B, 0, (size_t)s->nv * (size_t)s->nfree * sizeof *B);
  for (int i = 0; i < s->nfree; i++) B[(size_t)s->free[i] * (size_t)s->nfree + i] = 1;
}

// Sets x (n x width) to the right sides for B of group g: minus its coefficients of independent speeds, and of
// dependent speeds of earlier groups times their rows of B. One column for each independent speed that the group
// depends on.
static void gather_right_side(const jni_loop_solver *s, const double *G, int g, const double *B, int n, int width,
                              double *x) {
  const int *reach = s->dependencies + s->dependency_at[g];
  for (int i = 0; i < n * width; i++) x[i] = 0;
  for (int e = s->outer_at[g]; e < s->outer_at[g + 1]; e++) {
    const outer *o = &s->outer[e];
    double value = G[o->from] * o->weight;
    const double *row = B + (size_t)o->column * (size_t)s->nfree;
    if (o->place >= 0) x[o->row * width + o->place] -= value;  // the row of B of an independent speed is a unit vector
    else
      for (int t = 0; t < width; t++) x[o->row * width + t] -= value * row[reach[t]];
  }
}

void jni_loop_basis(const jni_loop_solver *s, const double *G, double *B) {
  const jni_groups *groups = s->groups;
  if (s->nfree == 1) {  // B is a vector
    jni_loop_solve(s, G, NULL, B);
    return;
  }
  for (int g = 0; g < groups->ngroups; g++) {
    int at = groups->group_at[g], n = groups->group_at[g + 1] - at,
        width = s->dependency_at[g + 1] - s->dependency_at[g];
    const int *reach = s->dependencies + s->dependency_at[g];
    gather_right_side(s, G, g, B, n, width, s->x);
    solve_group_wide(n, s->matrix + s->matrix_at[g], s->pivot + at, width, s->x);
    for (int i = 0; i < n; i++)
      for (int t = 0; t < width; t++)
        B[(size_t)groups->columns[at + i] * (size_t)s->nfree + reach[t]] = s->x[i * width + t];
  }
}

// Returns the largest |B| of group g for the independent speed number i, relative to the sizes of the speeds; a NaN
// counts only in the last row.
static double group_largest(const jni_loop_solver *s, const double *B, int g, int i) {
  double most = 0;
  for (int k = s->groups->group_at[g]; k < s->groups->group_at[g + 1]; k++) {
    int column = s->groups->columns[k];
    double part = fabs(B[(size_t)column * (size_t)s->nfree + (size_t)i]) * s->scale[s->free[i]] / s->scale[column];
    if (!(part <= most)) most = part;
  }
  return most;
}

// Returns the largest |B|, relative to the sizes of the speeds, if there is a single independent speed; 0 if no speed
// is dependent.
static double largest_of_one(const jni_loop_solver *s, const double *B) {
  double most = 0;
  for (int i = 0; i < s->m; i++) {
    double part = fabs(B[s->groups->columns[i]]) / s->size[i];
    if (!(part <= most)) most = part;
  }
  return most * s->scale[s->free[0]];
}

double jni_loop_largest(const jni_loop_solver *s, const double *B) {
  double most = 0;
  if (s->nfree == 1 && !s->any_constant) return largest_of_one(s, B);
  for (int g = 0; g < s->groups->ngroups; g++) {
    if (s->any_constant) {
      // Computes, for each independent speed, the amplification by groups with constant coefficients from it to this
      // group: a constant group contributes its own |B|, other groups pass on that of the groups before.
      for (int t = s->dependency_at[g]; t < s->dependency_at[g + 1]; t++) s->gains[s->dependencies[t]] = 1;
      for (int e = s->outer_at[g]; e < s->outer_at[g + 1]; e++) {
        int h = s->groups->group_of[s->outer[e].column];
        for (int t = h >= 0 ? s->dependency_at[h] : 0; h >= 0 && t < s->dependency_at[h + 1]; t++)
          s->gains[s->dependencies[t]] = fmax(s->gains[s->dependencies[t]], s->gain[t]);
      }
      for (int t = s->dependency_at[g]; t < s->dependency_at[g + 1]; t++) {
        double own = s->constant_group[g] ? group_largest(s, B, g, s->dependencies[t]) : 1;
        s->gain[t] = fmax(s->gains[s->dependencies[t]], own);
      }
    }
    for (int t = s->dependency_at[g]; t < s->dependency_at[g + 1] && !s->constant_group[g]; t++) {
      double part = group_largest(s, B, g, s->dependencies[t]) / (s->any_constant ? s->gain[t] : 1);
      if (!(part <= most)) most = part;
    }
  }
  return most;
}
