// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mass_tables.c - see mass_tables.h: evaluates the functions, finds their variables and plans the tables.
#include <math.h>
#include <string.h>

#include "compile/tables/mass_sampling.h"
#include "system/system.h"

// ---- sampling -----------------------------------------------------------------------------------------------------

// Returns a tape that evaluates M and the parts of weight: with Q the right side, f the other forces, M_V the columns
// of M for the bases and g the acceleration of free fall, these parts are Q - f - M_V g at zero speeds. Returns NULL
// without memory.
static jni_tape *tape_of(const jni_equations *e, jni_pool *pool) {
  jni_graph *g = e->g;
  int nv = e->plan.nv, n = nv - e->plan.m, at = n * (n + 1) / 2;
  jni_node *all = jni_ints(pool, (size_t)at + (size_t)n), *f = jni_ints(pool, (size_t)n + 1);
  if (!all || !f) return NULL;
  const jni_reduction along = {.B = e->B, .n = n, .f = f};
  jni_write_generalised_forces(e->writer, &along, e->writer->loads, e->writer->along);
  for (int k = 0; k < n; k++) {
    jni_node sum = jni_minus(g, e->right[k], f[k]);
    for (int l = 0; l < n; l++) {
      jni_node M = e->mass[k >= l ? k * n + l : l * n + k];
      if (l <= k) all[jni_mass_function(k, l)] = M;
      sum = jni_minus(g, sum, jni_times(g, M, jni_base_fall(e, e->plan.independent[l])));
    }
    all[at + k] = sum;
  }
  return jni_tape_new(g, e->values->nvariables, all, at + n);
}

// Returns a tape that evaluates the right side Q by inertia forces and weight alone. Returns NULL without memory.
static jni_tape *inertia_tape(const jni_equations *e, jni_pool *pool) {
  jni_writer *w = e->writer;
  jni_wrench *loads = w->loads;
  jni_node *along = w->along;
  int nv = e->plan.nv, n = nv - e->plan.m;
  jni_node *M = jni_ints(pool, (size_t)(n * n) + 1), *Q = jni_ints(pool, (size_t)n + 1);
  w->loads = jni_take(pool, (size_t)e->system->tree->nlinks, sizeof *w->loads);
  w->along = jni_ints(pool, (size_t)nv + 1);
  if (!pool->failed) {
    for (int i = 0; i < e->system->tree->nlinks; i++) w->loads[i] = (jni_wrench){jni_vec_zero, jni_vec_zero};
    for (int i = 0; i < nv; i++) w->along[i] = JNI_ZERO;
    jni_write_inertia(w, &(jni_reduction){e->B, e->w, n, M, Q});
  }
  w->loads = loads;
  w->along = along;
  return pool->failed ? NULL : jni_tape_new(e->g, e->values->nvariables, Q, n);
}

// Computes out[], the coefficients c_ij of the wanted pairs at the point of the last evaluation. With f(u) the inertia
// forces at speeds u,
//   c_ii = f(e_i) - f(0),   c_ij = f(e_i + e_j) - f(e_i) - f(e_j) + f(0)
static void calc_coefficients(jni_mass_sampler *m, double *out) {
  const jni_mass_tables *mass = m->mass;
  const int n = mass->n;
  double *x = m->closure->x, *v = x + 1 + m->e->system->sizes.nq;
  jni_tape_run(m->inertia, x, m->still);
  for (int i = 0; i < n; i++) {
    bool needed = false;
    for (int p = 0; p < mass->npairs; p++) needed |= m->wanted[p] && (mass->pairs[p][0] == i || mass->pairs[p][1] == i);
    if (!needed) continue;
    v[mass->speed[i]] = 1;
    jni_tape_run(m->inertia, x, m->moving + i * n);
    v[mass->speed[i]] = 0;
  }
  for (int p = 0; p < mass->npairs; p++) {
    const int i = mass->pairs[p][0], j = mass->pairs[p][1];
    const double *of_i = m->moving + i * n, *of_j = m->moving + j * n;
    if (!m->wanted[p]) continue;
    v[mass->speed[i]] = v[mass->speed[j]] = 1;
    if (i != j) jni_tape_run(m->inertia, x, m->both);
    v[mass->speed[i]] = v[mass->speed[j]] = 0;
    for (int k = 0; k < n; k++)
      out[p * n + k] = i == j ? of_i[k] - m->still[k] : (m->both[k] - of_i[k]) - (of_j[k] - m->still[k]);
  }
}

bool jni_mass_sample(jni_mass_sampler *m, const int *variables, const double *y, int n, double *out) {
  const jn_sizes *sizes = &m->e->system->sizes;
  int q[64];
  JNI_ASSERT(n <= 64);
  for (int i = 0; i < n; i++) q[i] = m->q[variables[i]];
  if (!jni_loop_closure_solve(m->closure, q, y, n)) return false;
  for (int i = 0; i < sizes->nv; i++) m->closure->x[1 + sizes->nq + i] = 0;
  jni_tape_run(m->tape, m->closure->x, out);
  if (m->mass->npairs > 0) calc_coefficients(m, out + jni_mass_coefficients(m->mass));
  return true;
}

// ---- variables of functions ----------------------------------------------------------------------------------------

double jni_mass_range_end(const jni_mass_sampler *m, int variable, int end) {
  static const double share[4] = {0, 1, 0.3, 0.7};
  double low = m->def->table_def.low[m->q[variable]], high = m->def->table_def.high[m->q[variable]];
  return low + share[end] * (high - low);
}

static bool bounded(const jni_mass_sampler *m, int variable) {
  return m->q[variable] >= 0 && !m->mass->turning[variable];
}

bool jni_mass_function_varies(const jni_mass_sampler *m, int f, double by) {
  return fabs(by) > m->def->table_def.tolerance * m->size[f];
}

// Returns the array in m->ends for the values of all functions with one variable at the lower (end 0) or upper (end 1)
// end of its range and the others at the nominal state.
static double *values_at_end(const jni_mass_sampler *m, int variable, int end) {
  return m->ends + (2 * variable + end) * m->mass->nfunctions;
}

// Fills mass->varies: which functions change significantly with each variable alone; and mass->turning_error, the
// change of M with unbounded angles. Returns false if a function is undefined somewhere.
static bool find_varying(jni_mass_sampler *m) {
  int n = m->mass->n, nf = m->mass->nfunctions;
  for (int i = 0; i < n; i++)
    for (int end = 0; end < 4 && m->q[i] >= 0; end++) {
      double y = jni_mass_range_end(m, i, end);
      if (!jni_mass_sample(m, &i, &y, 1, m->value)) return false;
      if (end < 2) memcpy(values_at_end(m, i, end), m->value, (size_t)nf * sizeof *m->value);
      for (int f = 0; f < nf; f++) {
        double by = m->value[f] - m->mass->constant[f];
        bool coefficient = f >= jni_mass_coefficients(m->mass);
        if (m->mass->turning[i] && !coefficient)
          m->mass->turning_error = fmax(m->mass->turning_error, fabs(by) / m->size[f]);
        if (!m->mass->turning[i]) m->mass->varies[f * n + i] |= jni_mass_function_varies(m, f, by);
      }
    }
  return true;
}

// Sets m->together for variables i and j if a function depends on them together: f(y_i, y_j) - f(y_i) - f(y_j) + f_0 is
// significant where both are at an end of their ranges. Returns false if a function is undefined somewhere.
static bool find_pair(jni_mass_sampler *m, int i, int j) {
  int n = m->mass->n, nf = m->mass->nfunctions, pair[2] = {i, j};
  for (int corner = 0; corner < 4; corner++) {
    double y[2] = {jni_mass_range_end(m, i, corner % 2), jni_mass_range_end(m, j, corner / 2)};
    const double *alone_i = values_at_end(m, i, corner % 2), *alone_j = values_at_end(m, j, corner / 2);
    if (!jni_mass_sample(m, pair, y, 2, m->value)) return false;
    for (int f = 0; f < nf; f++)
      m->together[i * n + j] |=
          jni_mass_function_varies(m, f, m->value[f] - alone_i[f] - alone_j[f] + m->mass->constant[f]);
  }
  m->together[j * n + i] = m->together[i * n + j];
  return true;
}

static bool is_read(const jni_mass_sampler *m, int variable) {
  for (int f = 0; f < m->mass->nfunctions; f++)
    if (m->mass->varies[f * m->mass->n + variable]) return true;
  return false;
}

// ---- plan of the tables: a table for each clique of variables that act together; each part is in one table ----------

static bool holds(const jni_mass_table *t, const int *variables, int n) {
  int found = 0;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < t->nvariables; k++) found += t->variable[k] == variables[i];
  return found == n;
}

static bool is_in_earlier_table(const jni_mass_tables *mass, int before, const int *variables, int n) {
  for (int i = 0; i < before; i++)
    if (holds(&mass->tables[i], variables, n)) return true;
  return false;
}

static void add_table(jni_mass_tables *mass, const int *variables, int n) {
  jni_mass_table *t = &mass->tables[mass->ntables++];
  t->nvariables = n;
  memcpy(t->variable, variables, (size_t)n * sizeof *variables);
}

// Adds a table for each single variable, then for each pair of variables that act together, then for each three of
// which all pairs do. Tables of several variables contain only their joint parts, because those of fewer variables come
// first.
static void find_cliques(jni_mass_sampler *m) {
  int n = m->mass->n;
  const bool *with = m->together;
  for (int i = 0; i < n; i++)
    if (bounded(m, i) && is_read(m, i)) add_table(m->mass, &i, 1);
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      if (with[i * n + j]) add_table(m->mass, (int[]){i, j}, 2);
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      for (int k = j + 1; k < n; k++)
        if (with[i * n + j] && with[i * n + k] && with[j * n + k]) add_table(m->mass, (int[]){i, j, k}, 3);
}

int jni_mass_subset_variables(const jni_mass_table *t, int subset, int *out) {
  int n = 0;
  for (int k = 0; k < t->nvariables; k++)
    if (subset >> k & 1) out[n++] = t->variable[k];
  return n;
}

// Sets t->parts, the subsets of variables whose part no earlier table has, and t->functions, the functions that depend
// on a variable of the table, for table `which`. If M is constant, the functions are only those of weight and, without
// coefficients c_ij, the elements M_kl of unbounded angles.
static void fill_table(jni_mass_sampler *m, int which) {
  jni_mass_tables *mass = m->mass;
  jni_mass_table *t = &mass->tables[which];
  int own[JNK_SPLINE_VARIABLES], nf = mass->nfunctions, n = mass->n, square = jni_mass_weights(mass);
  for (int subset = 1; subset < 1 << t->nvariables; subset++)
    if (!is_in_earlier_table(mass, which, own, jni_mass_subset_variables(t, subset, own))) t->parts |= 1u << subset;
  t->functions = jni_ints(&mass->pool, (size_t)nf);
  for (int f = 0, k = 0, l = 0; t->functions && f < nf; f++) {
    bool varies = false, turns = f < square && (mass->turning[k] || mass->turning[l]);
    bool weight = f >= square && f < jni_mass_coefficients(mass);
    for (int i = 0; i < t->nvariables; i++) varies |= mass->varies[f * n + t->variable[i]];
    if (varies && (!m->def->constant || weight || (turns && !mass->quadratic))) t->functions[t->nfunctions++] = f;
    if (f < square && ++l > k) {
      k++;
      l = 0;
    }
  }
}

// ---- construction

// Returns the size of coefficient c_ij of speed k, to which its error is relative. Coefficients are derivatives of M
// with respect to angles, or elements of M if a base rotates; their tolerance is ten times that of M.
static double coefficient_size(const double *M, const int pair[2], int k) {
  static const double looser = 10;
  double other = fmax(M[jni_mass_function(pair[0], pair[0])], M[jni_mass_function(pair[1], pair[1])]);
  return looser * sqrt(M[jni_mass_function(k, k)] * other);
}

// Fills m->size, the size to which the error of each function is relative: for M_kl sqrt(M_kk M_ll), for the weight
// along speed k gravity times sqrt(m M_kk), m the largest diagonal element of a translational speed.
static void find_sizes(jni_mass_sampler *m) {
  int n = m->mass->n;
  const double *M = m->mass->constant, *g = m->e->system->model->gravity;
  double heaviest = 0, weight = sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]), most = 0;
  for (int k = 0; k < n; k++) {
    if (m->e->system->v_is_length[m->e->plan.independent[k]]) heaviest = fmax(heaviest, M[jni_mass_function(k, k)]);
    most = fmax(most, fabs(M[n * (n + 1) / 2 + k]));
    for (int l = 0; l <= k; l++)
      m->size[jni_mass_function(k, l)] = sqrt(M[jni_mass_function(k, k)] * M[jni_mass_function(l, l)]);
  }
  for (int k = 0; k < n; k++) {
    double falls = weight * sqrt(heaviest * M[jni_mass_function(k, k)]);
    m->size[n * (n + 1) / 2 + k] = falls > 0 ? falls : most > 0 ? most : 1;
  }
  for (int p = 0; p < m->mass->npairs; p++)
    for (int k = 0; k < n; k++)
      m->size[jni_mass_coefficients(m->mass) + p * n + k] = coefficient_size(M, m->mass->pairs[p], k);
}

// ---- pairs of speeds ------------------------------------------------------------------------------------------------

static void want_all(jni_mass_sampler *m) {
  for (int p = 0; p < m->mass->npairs; p++) m->wanted[p] = true;
}

// Sets mass->pairs to the pairs of speeds that have a coefficient c_ij other than zero, at the nominal state or with
// all bounded variables moved, and mass->nfunctions. Ignores a place where the loops cannot be closed. Returns false
// without memory.
static bool find_pairs(jni_mass_sampler *m) {
  enum { PLACES = 3 };
  static const double rounding = 1e-10;
  jni_mass_tables *mass = m->mass;
  const int n = mass->n;
  int variables[64], nvariables = 0, kept = 0;
  double y[64];
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      mass->pairs[mass->npairs][0] = i;
      mass->pairs[mass->npairs++][1] = j;
    }
  want_all(m);
  for (int i = 0; i < n && nvariables < 64; i++)
    if (bounded(m, i)) variables[nvariables++] = i;
  bool *found = jni_flags(&m->pool, (size_t)mass->npairs + 1);
  if (!found) return false;
  for (int place = 0; place < PLACES; place++) {
    for (int i = 0; i < nvariables; i++) y[i] = jni_mass_range_end(m, variables[i], (place + i) % 2 ? 2 : 3);
    if (!jni_mass_sample(m, variables, y, place == 0 ? 0 : nvariables, m->value)) continue;
    const double *c = m->value + jni_mass_coefficients(mass);
    for (int p = 0; p < mass->npairs; p++)
      for (int k = 0; k < n; k++)
        if (fabs(c[p * n + k]) > rounding * coefficient_size(m->value, mass->pairs[p], k)) found[p] = true;
  }
  for (int p = 0; p < mass->npairs; p++)
    if (found[p]) memcpy(mass->pairs[kept++], mass->pairs[p], sizeof mass->pairs[p]);
  mass->npairs = kept;
  mass->nfunctions = jni_mass_coefficients(mass) + kept * n;
  return true;
}

static void want_pairs_of(jni_mass_sampler *m, const jni_mass_table *t) {
  const jni_mass_tables *mass = m->mass;
  for (int p = 0; p < mass->npairs; p++) m->wanted[p] = false;
  for (int i = 0; i < t->nfunctions; i++) {
    int coefficient = t->functions[i] - jni_mass_coefficients(mass);
    if (coefficient >= 0) m->wanted[coefficient / mass->n] = true;
  }
}

static bool prepare(jni_mass_sampler *m, const jni_equations *e) {
  jni_mass_tables *mass = m->mass;
  int nv = e->plan.nv, n = mass->n = nv - e->plan.m, square = n * (n + 1) / 2;
  int nf = mass->nfunctions = square + n + (m->def->quadratic ? n * square : 0);
  mass->is_constant = m->def->constant;
  mass->quadratic = m->def->quadratic;
  m->closure = jni_keep(&m->pool, jni_loop_closure_new(e), jni_object_free);
  m->tape = jni_keep(&m->pool, tape_of(e, &m->pool), jni_object_free);
  if (mass->quadratic) m->inertia = jni_keep(&m->pool, inertia_tape(e, &m->pool), jni_object_free);
  mass->pairs = jni_take(&mass->pool, (size_t)square + 1, sizeof *mass->pairs);
  m->wanted = jni_flags(&m->pool, (size_t)square + 1);
  m->still = jni_doubles(&m->pool, (size_t)n + 1);
  m->moving = jni_doubles(&m->pool, (size_t)(n * n) + 1);
  m->both = jni_doubles(&m->pool, (size_t)n + 1);
  m->q = jni_ints(&m->pool, (size_t)n + 1);
  m->together = jni_flags(&m->pool, (size_t)(n * n) + 1);
  m->size = jni_doubles(&m->pool, (size_t)nf + 1);
  m->value = jni_doubles(&m->pool, (size_t)nf + 1);
  for (int i = 0; i < 3; i++) m->at[i] = jni_doubles(&m->pool, (size_t)nf + 1);
  mass->constant = jni_doubles(&mass->pool, (size_t)nf + 1);
  mass->turning = jni_flags(&mass->pool, (size_t)n + 1);
  mass->speed = jni_ints(&mass->pool, (size_t)n + 1);
  mass->varies = jni_flags(&mass->pool, (size_t)(nf * n) + 1);
  mass->tables = jni_take(&mass->pool, (size_t)(n * n * n) + 1, sizeof *mass->tables);
  if (m->pool.failed || mass->pool.failed) return false;
  for (int i = 0; i < n; i++) {
    int q = m->q[i] = e->system->speed_q[mass->speed[i] = e->plan.independent[i]];
    mass->turning[i] = q >= 0 && jni_coordinate_unbounded(e->system, &m->def->table_def, q);
  }
  if (mass->quadratic && !find_pairs(m)) return false;
  m->ends = jni_doubles(&m->pool, 2 * (size_t)n * (size_t)mass->nfunctions + 1);
  if (!m->ends) return false;
  want_all(m);
  return jni_mass_sample(m, NULL, NULL, 0, mass->constant);
}

// Sets elements of mass->constant that are only rounding errors to zero, so that the factors stay sparse, and rounds
// the others to decimals, so that equal elements are equal in code.
static void round_constants(jni_mass_sampler *m) {
  static const double rounding = 1e-12, part = 1e-3;
  for (int f = 0; f < m->mass->nfunctions; f++) {
    double *M = &m->mass->constant[f];
    *M = fabs(*M) < rounding * m->size[f] ? 0 : jni_decimal(*M, part * m->def->table_def.tolerance * m->size[f]);
  }
}

static bool make(jni_mass_sampler *m, const jni_equations *e) {
  if (!prepare(m, e)) return false;
  find_sizes(m);
  if (!find_varying(m)) return false;
  for (int i = 0; i < m->mass->n; i++)
    for (int j = i + 1; j < m->mass->n; j++)
      if (bounded(m, i) && bounded(m, j) && is_read(m, i) && is_read(m, j) && !find_pair(m, i, j)) return false;
  find_cliques(m);
  for (int i = 0; i < m->mass->ntables; i++) fill_table(m, i);
  for (int i = 0; i < m->mass->ntables && !m->mass->pool.failed; i++) {
    want_pairs_of(m, &m->mass->tables[i]);
    if (!jni_mass_select_functions(m, &m->mass->tables[i])) return false;
    want_pairs_of(m, &m->mass->tables[i]);
    if (!jni_mass_fit_table(m, &m->mass->tables[i])) return false;
  }
  round_constants(m);
  return !m->mass->pool.failed;
}

jni_mass_tables *jni_mass_new(const jni_equations *e, const jni_mass_def *def) {
  jni_mass_tables *mass = jni_object_new(e->pool.alloc, sizeof *mass);
  jni_mass_sampler *m = jni_object_new(e->pool.alloc, sizeof *m);
  bool good = mass && m;
  if (good) {
    m->e = e;
    m->def = def;
    m->mass = mass;
    mass->is_undefined = !make(m, e);
    good = !m->pool.failed && !mass->pool.failed;
  }
  jni_object_free(m);
  return good ? mass : jni_mass_free(mass);
}

void *jni_mass_free(jni_mass_tables *mass) { return jni_object_free(mass); }
